"""A contract tried on its own examples: whether it says of each what its author says of it.

    examples:
      valid: ['logger.info("x")']
      invalid: ['print("x")']

For types that look at names only a text is a path. Directives count for nothing.
"""

from __future__ import annotations

import os
from time import process_time

from phaser_lint.contract.rules import RULES, is_item_itself
from phaser_lint.contract.rules.conditions import checks, counting_matches
from phaser_lint.contract.rules.example import Example, example_name
from phaser_lint.contract.rules.file_sets import sets_of
from phaser_lint.contract.rules.items_listed import unlisted
from phaser_lint.contract.rules.path_fields import item_of, path_search
from phaser_lint.core import Record
from phaser_lint.core.checked_files import ProposedFile, size_of_text
from phaser_lint.core.text import BOM, normalise
from phaser_lint.project.files.texts import TextFiles
from phaser_lint.text.globs import match
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher, TooManyMatchesError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.contract.model import Contract, Violation
    from phaser_lint.contract.rules.example import Example
    from phaser_lint.contract.rules.file_sets import FileSet
    from phaser_lint.contract.rules.rule import Find, Found, Spans
    from phaser_lint.core.checked_files import ChangeKind

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

    def shown(self) -> str:
        """Return the start of what readers recognise it by."""
        first_line, _, other_lines = self.example.shown().strip().partition("\n")
        shown_line = f"{first_line[:_LONGEST]}…" if len(first_line) > _LONGEST else first_line
        return f"{shown_line} …" if other_lines and shown_line == first_line else shown_line

    def contradicted(self) -> str:
        """Return what was expected of the example, where the contract says otherwise."""
        expected_number, found_number = ("no", "one") if self.is_valid else ("a", "none")
        return f"expected {expected_number} violation in `{self.shown()}`, found {found_number}"


class ExampleTrials:
    """Tries the examples of one contract after the other, as long as few run out of time."""

    def __init__(self, seconds_lost: float | None = None) -> None:
        self._left = _SECONDS_LOST if seconds_lost is None else seconds_lost

    def contradicting(self, contract: Contract) -> list[KeyedExample]:
        """Return the examples that the contract contradicts for certain."""
        examples = examples_of(contract)
        return [example for example in examples if self._agrees(contract, example) is False]

    def _agrees(self, contract: Contract, example: KeyedExample) -> bool | None:
        if self._left <= 0:
            return None
        start = process_time()
        is_agreed = agrees(contract, example, seconds=_SECONDS)
        seconds = process_time() - start
        # Nine thousand aliases of one text that takes half of the time are slow, too.
        self._left -= _SECONDS if is_agreed is None else seconds if seconds > _QUICK else 0
        return is_agreed


def examples_of(contract: Contract) -> Iterator[KeyedExample]:
    """Yield the examples of a contract, the valid ones first."""
    if not (contract.valid_examples or contract.invalid_examples):
        return

    examples_by_kind = (("valid", contract.valid_examples), ("invalid", contract.invalid_examples))
    for kind, examples in examples_by_kind:
        for number, example in enumerate(examples):
            yield KeyedExample(f"examples.{kind}[{number}]", Example(*example), kind == "valid")


def agrees(contract: Contract, keyed: KeyedExample, *, seconds: float) -> bool | None:
    """Tell whether the contract finds of an example what its author says; ``None``: not in time."""
    violations = violations_in(contract, keyed.example, seconds=seconds)
    return None if violations is None else keyed.is_valid != bool(violations)


def violations_in(
    contract: Contract, example: Example, *, seconds: float
) -> Sequence[Violation] | None:
    """Return what of an example breaks the contract, the first at least; ``None``: not in time.

    A text that stands nowhere in particular has no path.
    """
    try:
        return _violations(contract, example, seconds=seconds)
    except (TimeoutError, OutOfTimeError, TooManyMatchesError, MemoryError, RuntimeError):  # limits
        return None


def _violations(contract: Contract, example: Example, *, seconds: float) -> Sequence[Violation]:
    if "base" in RULES[contract.type].needs:
        return _broken_by_change(contract, example)
    find = _finder(contract, seconds)
    if "lists" in RULES[contract.type].needs:
        return _unlisted_violations(contract, example, find, seconds=seconds)
    if example.stands_anywhere():
        return _violations_in_file(contract, "", text=example.text or "", find=find)
    files = [file for file in example.files_of(contract) if match(contract.globs, file[0])]
    if RULES[contract.type].subject == "name":
        files = [(path, os.path.basename(path)) for path, _ in files]
    for path, text in files if contract.scope == "file" else ():
        violations = _violations_in_file(contract, path, text=text, find=find)
        if violations:
            return violations
    text_files = TextFiles(
        {path: ProposedFile(path, text) for path, text in example.files_of(contract)}
    )
    rule = RULES[contract.type]
    paths, unknown = rule.lacking(contract, [path for path, _ in files], text_files.exists)
    if unknown:
        raise TimeoutError
    is_met = any(_counting(contract, path, text=text, find=find) for path, text in files)
    return rule.check_tree(contract, paths=paths, is_complete=True, is_met=is_met)


def _finder(contract: Contract, seconds: float) -> Find:
    """Return what finds the matches of *contract*, and of its conditions, in so many *seconds*."""
    searcher, has_items = Searcher(), "lists" in RULES[contract.type].needs

    def find(searched_contract: Contract, text: str, name: str = "", /) -> Found:
        if RULES[searched_contract.type].subject == "name":
            return searcher.find_whole(searched_contract.searched, text, seconds=seconds), ""
        if RULES[searched_contract.type].evidence == "import":
            return RULES[searched_contract.type].find(
                searched_contract, text, name, seconds=seconds
            )
        # The first match may be one that a condition exempts, or an item that is listed.
        evidence = RULES[searched_contract.type].evidence
        is_first_enough = not contract.conditions and evidence in ("match", "no match")
        finds_items = has_items and searched_contract is contract
        spans = searcher.find_spans(
            searched_contract.searched,
            text,
            seconds=seconds,
            only_first=is_first_enough and not finds_items,
            of_items=finds_items,
            counts=searcher.counting(searched_contract.counted_in, text, name, seconds=seconds),
        )
        return spans, ""

    return find


def _unlisted_violations(
    contract: Contract, example: Example, find: Find, *, seconds: float
) -> Sequence[Violation]:
    files = example.files_of(contract)
    checked_files = [file for file in files if match(contract.globs, file[0])]
    if example.stands_anywhere():
        checked_files = [("", example.text or "")]
    if is_item_itself(contract):
        items = [*_paths_as_items(contract, checked_files, find)]
    else:
        items = [*_items_in(contract, checked_files, find)]
    return [
        violation
        for file_set in _sets(contract, [path for path, _ in checked_files])
        for item, path, text, span in _unlisted_items(
            contract, items, files=files, files_alike=file_set, seconds=seconds
        )
        for violation in RULES[contract.type].check_file(
            contract, path=path, text=text, spans=[span]
        )
    ]


def _paths_as_items(
    contract: Contract, files: Sequence[tuple[str, str]], find: Find
) -> Iterator[_Item]:
    search = path_search(contract)
    for path, text in files:
        item = item_of(contract, path, search)
        if item and checks(contract, [(text.removeprefix(BOM), normalise(text))], find)[0]:
            yield item, path, item, (0, len(item))


def _items_in(contract: Contract, files: Sequence[tuple[str, str]], find: Find) -> Iterator[_Item]:
    yield from [
        (text[start:end], path, text, (start, end))
        for path, raw_text in files
        for text in [_searched_text(contract, raw_text)]
        for start, end in _counting(contract, path, text=raw_text, find=find) or ()
    ]


def _sets(contract: Contract, paths: Sequence[str]) -> list[FileSet]:
    sets, unknown = sets_of(contract, paths)
    if unknown:
        raise TimeoutError
    return sets


def _unlisted_items(
    contract: Contract,
    items: Sequence[_Item],
    files: Sequence[tuple[str, str]],
    files_alike: FileSet,
    seconds: float,
) -> list[_Item]:
    """Return those of *items* in some files that none of their lists among *files* has."""
    lists = [normalise(text) for path, text in files if match(files_alike.others.compiled, path)]
    own_items = [item for item in items if item[1] in files_alike.paths]
    looked = unlisted(contract, {item[0] for item in own_items}, texts=lists, seconds=seconds)
    if looked.unknown:
        raise TimeoutError
    return [item for item in own_items if item[0] in looked.missing]


def _broken_by_change(contract: Contract, example: Example) -> Sequence[Violation]:
    kinds = _kinds_of_change(contract, example)
    selected_kinds = {path: kind for path, kind in kinds.items() if match(contract.globs, path)}
    violations: list[Violation] = []
    for file_set in _sets(contract, [*selected_kinds]) if selected_kinds else ():
        own_kinds = {path: selected_kinds[path] for path in file_set.paths}
        deletes = "delete" in own_kinds.values()
        counting_paths = [path for path, kind in kinds.items() if deletes or kind != "delete"]
        is_met = any(match(file_set.others.compiled, path) for path in counting_paths)
        violations += RULES[contract.type].check_changes(
            contract, kinds=own_kinds, is_met=is_met, is_complete=True, globs=file_set.others.globs
        )
    return violations


def _kinds_of_change(contract: Contract, example: Example) -> dict[str, ChangeKind]:
    """Return what becomes of the files; of a mere path that which would break the contract."""
    texts, base_texts = dict(example.files_of(contract)), dict(example.base_of(contract))
    if example.path is not None:
        return dict.fromkeys(texts, (*RULES[contract.type].breaking_kinds(contract), "modify")[0])
    kinds: dict[str, ChangeKind] = dict.fromkeys(base_texts.keys() - texts.keys(), "delete")
    for path, text in texts.items():
        if path not in base_texts:
            kinds[path] = "create"
        elif base_texts[path] != text:
            kinds[path] = "modify"
    return kinds


def _violations_in_file(
    contract: Contract, path: str, text: str, find: Find
) -> Sequence[Violation]:
    rule = RULES[contract.type]
    if rule.subject == "size":
        return rule.check_size(contract, path=path, size=size_of_text(text))
    spans = _counting(contract, path, text=text, find=find)
    if spans is None:
        return ()
    path = path or (example_name(contract) if rule.evidence == "import" else "")
    return rule.check_file(contract, path=path, text=_searched_text(contract, text), spans=spans)


def _counting(contract: Contract, path: str, text: str, find: Find) -> Spans | None:
    """Return the matches in *text* that count; ``None`` where the contract does not check it.

    One that stands nowhere in particular is of the type of the first glob that names one.
    """
    if not checks(contract, [(text.removeprefix(BOM), normalise(text))], find)[0]:
        return None
    searched_text = _searched_text(contract, text)
    name = path or example_name(contract)
    return counting_matches(
        contract, searched_text, matches=find(contract, searched_text, name), find=find
    )[0]


def _searched_text(contract: Contract, text: str) -> str:
    return text.removeprefix(BOM) if contract.searched.raw_text else normalise(text)
