"""A contract tried on its own examples: whether it says of each what its author says of it.

    examples:
      valid: ['logger.info("x")']
      invalid: ['print("x")']

For types that look at names only a text is a path. Directives count for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import process_time

from phaser_lint.contract.changes_and_renames import find_asking_paths, find_moved_files
from phaser_lint.contract.keep_pattern_matches import (
    FileMatches,
    KeptMatches,
    find_kept_matches,
    find_lost_matches,
)
from phaser_lint.contract.match_contract import (
    SearchableText,
    find_contract_matches,
    judge_matches,
    match_contract,
)
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.conditions import without_file_conditions
from phaser_lint.contract.rules.example import Example
from phaser_lint.contract.rules.example_language import name_example
from phaser_lint.contract.rules.file_sets import FileSet, find_missing_lists, split_into_sets
from phaser_lint.contract.rules.filled_messages import with_list_in_message
from phaser_lint.contract.rules.items_listed import find_unlisted_items
from phaser_lint.contract.rules.modules import Modules, bind_contract
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.contract.rules.violations import make_file_violation
from phaser_lint.core import Record
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.text import BOM, is_notebook, normalise_text
from phaser_lint.project.files.texts import TextFiles
from phaser_lint.text.deadlines import make_deadline
from phaser_lint.text.globs import selects_path
from phaser_lint.text.languages import join_text_name
from phaser_lint.text.notebook import parse_cells
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.rules.rule import Find
    from phaser_lint.core.file_records import ChangeKind

    _Item = tuple[str, str, str, tuple[int, int]]
    """Of an item its text, the path, the text of the file and the place in it."""


_SECONDS = 0.1
# Most examples take a tenth of it.
_QUICK = 0.01
# Of all examples that a set of contracts has: sixty slow patterns must not keep a hook waiting.
_SECONDS_LOST = 1.0
_LONGEST = 60


class KeyedExample(Record):
    """One example of a contract; ``key`` is where it stands: ``examples.valid[0]``."""

    key: str
    example: Example
    is_valid: bool

    def title(self) -> str:
        """Return the start of what readers recognise a contract's own example by."""
        first_line, _, other_lines = self.example.title().strip().partition("\n")
        shown_line = f"{first_line[:_LONGEST]}…" if len(first_line) > _LONGEST else first_line
        return f"{shown_line} …" if other_lines and shown_line == first_line else shown_line

    def contradiction(self) -> str:
        """Return what was expected of the example, where the contract says otherwise."""
        expected_number, found_number = ("no", "one") if self.is_valid else ("a", "none")
        return f"expected {expected_number} violation in `{self.title()}`, found {found_number}"


class ExampleTrials:
    """Tries the examples of one contract after the other, as long as few run out of time."""

    def __init__(self, seconds_lost: float | None = None) -> None:
        self._left = _SECONDS_LOST if seconds_lost is None else seconds_lost

    def contradicting(self, contract: Contract) -> list[KeyedExample]:
        """Return the examples that the contract contradicts for certain."""
        contradicted = []
        for example in list_keyed_examples(contract):
            if self._left <= 0:
                break
            start = process_time()
            is_agreed = agrees_with_author(contract, example, seconds=_SECONDS)
            seconds = process_time() - start
            # Nine thousand aliases of one text that takes half of the time are slow, too.
            self._left -= _SECONDS if is_agreed is None else seconds if seconds > _QUICK else 0
            contradicted += [example] if is_agreed is False else []
        return contradicted


def list_keyed_examples(contract: Contract) -> Iterator[KeyedExample]:
    """Yield a contract's own examples, each with its key, the valid ones first."""
    if not (contract.valid_examples or contract.invalid_examples):
        return

    examples_by_kind = (("valid", contract.valid_examples), ("invalid", contract.invalid_examples))
    for kind, examples in examples_by_kind:
        for number, example in enumerate(examples):
            yield KeyedExample(f"examples.{kind}[{number}]", Example(*example), kind == "valid")


def agrees_with_author(contract: Contract, keyed: KeyedExample, *, seconds: float) -> bool | None:
    """Tell whether *contract* finds of its example what its author says; ``None``: not in time."""
    violations = find_example_violations(contract, keyed.example, seconds=seconds)
    return None if violations is None else keyed.is_valid != bool(violations)


def find_example_violations(
    contract: Contract, example: Example, *, seconds: float
) -> Sequence[Violation] | None:
    """Return what of a contract's own *example* breaks it, the first at least; ``None``: not in
    time.

    A text that stands nowhere in particular has no path.
    """
    try:
        return _find_violations(contract, example, seconds=seconds)
    except (TimeoutError, OutOfTimeError, MemoryError, RuntimeError):  # limits
        return None


def _read_example(contract: Contract, path: str, text: str, *, seconds: float) -> SearchableText:
    """Return the file at *path*, whose name tells the language: of a text that stands nowhere in
    particular the first glob does.

    Raises ``LateReaderError``, a ``TimeoutError``.
    """
    name = path or name_example(contract)
    # What a text imports is told by its language.
    path = path or (name if RULES[contract.type].evidence == "import" else "")
    file, plain = TextFile(path, text), normalise_text(text)
    searchable = SearchableText(file, text.removeprefix(BOM), plain, name=name)
    if not (path and is_notebook(path)):
        return searchable
    cells = parse_cells(plain, printed=True, until=make_deadline(seconds))
    if cells is None:
        return searchable
    cell_texts = [
        SearchableText(
            file,
            cell.text,
            normalise_text(cell.text),
            name=join_text_name(path, f"cell.{cell.ending}"),
        )
        for cell in cells
    ]
    return searchable._replace(cells=tuple(cell_texts))


def _find_violations(
    contract: Contract, example: Example, *, seconds: float
) -> Sequence[Violation]:
    rule = RULES[contract.type]
    if "base" in rule.needs:
        if rule.evidence == "lost match":
            return _find_loss_violations(contract, example, seconds=seconds)
        return _find_change_violations(contract, example)
    find = _make_finder(contract, seconds)
    all_files = example.files_of(contract)
    files = [file for file in all_files if selects_path(contract.globs, file[0])]
    text_files = TextFiles({path: TextFile(path, text) for path, text in all_files})
    contract = with_example_modules(contract, text_files)
    if example.stands_anywhere():
        files = [("", example.text or "")]
    if "lists" in rule.needs:
        return _find_unlisted_violations(contract, files, all_files, find=find, seconds=seconds)
    is_met = False
    for path, text in files if rule.checks_each_file() else ():
        searched_file = _read_example(contract, path, text, seconds=seconds)
        all_matches, is_checked = match_contract(
            contract, searched_file, find=find, find_in_line=find
        )
        is_met = is_met or any(matches.spans for matches in all_matches)
        broken = judge_matches(contract, searched_file, all_matches)
        violations = [violation for _, violation, _ in broken]
        if violations and is_checked and (contract.scope == "file" or example.stands_anywhere()):
            return violations
    if example.stands_anywhere():
        return ()
    paths, unknown = rule.lacking(contract, [path for path, _ in files], text_files.exists)
    if unknown:
        raise TimeoutError
    return rule.check_tree(contract, paths=paths, is_complete=True, is_met=is_met)


def with_example_modules(contract: Contract, files: TextFiles) -> Contract:
    """Return the *contract*, which knows where imports lead among *files* of an example."""
    if RULES[contract.type].evidence != "import":
        return contract
    return bind_contract(contract, Modules("", lambda: files))


def _make_finder(contract: Contract, seconds: float) -> Find:
    """Return what finds the matches of *contract*, and of its conditions, in so many *seconds*.

    It raises ``TimeoutError`` where it may lack some that decide.
    """
    searcher = Searcher()
    # The first match may be one that a condition exempts.
    is_first_enough = not contract.conditions and RULES[contract.type].evidence == "match"

    def find(searched_contract: Contract, text: str, name: str = "", /) -> PatternMatches:
        try:
            spans, reason, *_ = find_contract_matches(
                searched_contract, text, name, searcher=searcher, seconds=seconds
            )
        except OutOfTimeError as error:
            spans, reason = error.spans, str(error)
        is_import = RULES[searched_contract.type].evidence == "import"
        if reason and not is_import and not (spans and is_first_enough):
            raise TimeoutError(reason)
        return PatternMatches(spans)

    return find


def _find_unlisted_violations(
    contract: Contract,
    checked_files: Sequence[tuple[str, str]],
    all_files: Sequence[tuple[str, str]],
    *,
    find: Find,
    seconds: float,
) -> Sequence[Violation]:
    items: list[_Item] = []
    for path, text in checked_files:
        searched_file = _read_example(contract, path, text, seconds=seconds)
        all_matches, is_checked = match_contract(
            contract, searched_file, find=find, find_in_line=find
        )
        if any(matches.reason for matches in all_matches):
            raise TimeoutError
        for matches in all_matches if is_checked else ():
            items += [
                (matches.text[start:end], path, matches.text, (start, end))
                for start, end in matches.spans
            ]
    violations: list[Violation] = []
    for file_set in _require_sets(contract, [path for path, _ in checked_files]):
        globs = file_set.others.compiled
        lists = {
            path: normalise_text(text) for path, text in all_files if selects_path(globs, path)
        }
        lists |= dict.fromkeys(find_missing_lists(contract, file_set.others, lists), "")
        own_items = [item for item in items if item[1] in file_set.paths]
        unlisted = find_unlisted_items(
            contract, {item[0] for item in own_items}, texts=lists, seconds=seconds
        )
        if unlisted.unknown:
            raise TimeoutError
        for item, path, text, span in own_items:
            violations += [
                with_list_in_message(violation, list_path)
                for list_path in unlisted.lists.get(item, ())
                for violation in RULES[contract.type].check_file(
                    contract, path=path, text=text, spans=[span]
                )
            ]
    return violations


def _require_sets(contract: Contract, paths: Sequence[str]) -> list[FileSet]:
    sets, unknown = split_into_sets(contract, paths)
    if unknown:
        raise TimeoutError
    return sets


def _find_change_violations(contract: Contract, example: Example) -> Sequence[Violation]:
    texts, base_texts = dict(example.files_of(contract)), dict(example.base_of(contract))
    kinds: dict[str, ChangeKind] = dict.fromkeys(base_texts.keys() - texts.keys(), "delete")
    for path, text in texts.items():
        if path not in base_texts:
            kinds[path] = "create"
        elif base_texts[path] != text:
            kinds[path] = "modify"
    if example.path is not None:  # a mere path is what breaks the contract, and no rename
        counting_kinds = [kind for kind in contract.value_of("changes") or () if kind != "rename"]
        kinds = dict.fromkeys(texts, counting_kinds[0] if counting_kinds else "modify")

    def find_renames() -> Mapping[str, str]:
        gone = {path: text for path, text in base_texts.items() if path not in texts}
        new = {path: text for path, text in texts.items() if path not in base_texts}
        return find_moved_files(gone, new)

    selected_kinds = {
        path: kind for path, kind in kinds.items() if selects_path(contract.globs, path)
    }
    violations: list[Violation] = []
    for file_set in _require_sets(contract, [*selected_kinds]) if selected_kinds else ():
        asking = find_asking_paths(contract, kinds, file_set.paths, find_renames=find_renames)
        own_kinds = {path: selected_kinds[path] for path in file_set.paths if path in asking}
        deletes = any(selected_kinds[path] == "delete" for path in file_set.paths)
        counting_paths = [path for path, kind in kinds.items() if deletes or kind != "delete"]
        is_met = any(selects_path(file_set.others.compiled, path) for path in counting_paths)
        violations += RULES[contract.type].check_changes(
            contract, kinds=own_kinds, is_met=is_met, is_complete=True, globs=file_set.others.globs
        )
    return violations


def _find_loss_violations(
    contract: Contract, example: Example, *, seconds: float
) -> Sequence[Violation]:
    searcher, find = Searcher(), _make_finder(contract, seconds)
    texts, base_texts = dict(example.files_of(contract)), dict(example.base_of(contract))
    unconditional, files = without_file_conditions(contract), list[FileMatches]()

    def kept_in(searching: Contract, path: str, text: str | None) -> KeptMatches:
        if text is None:
            return KeptMatches()
        kept = find_kept_matches(
            searching,
            _read_example(contract, path, text, seconds=seconds),
            find=find,
            find_in_line=find,
            searcher=searcher,
            seconds=seconds,
        )
        if kept.reason:
            raise TimeoutError(kept.reason)
        return kept

    for path in sorted({*texts, *base_texts}):
        if selects_path(contract.globs, path):
            text = texts.get(path)
            files.append(
                FileMatches(
                    path,
                    kept_in(contract, path, base_texts.get(path)),
                    after=kept_in(unconditional, path, text),
                    counting=kept_in(contract, path, text),
                    is_deleted=text is None,
                )
            )
    paths = {file.path for file in files}
    return [
        make_file_violation(contract, path=lost.path)
        for lost in find_lost_matches(contract, files, paths=paths)
    ]
