"""Items that have to be listed: the ones that no list has are violations, where they stand.

A file's verdict holds all of its items, whatever the lists hold, so that it can be kept: a line
that is taken out of a list shows in code that nobody touched.
"""

from __future__ import annotations

from functools import partial
from time import process_time

from phaser_lint.check.engine.checker import NO_TIME, took_longer
from phaser_lint.check.engine.directives import Directive
from phaser_lint.contract.model import Undecided, Violation
from phaser_lint.contract.rules.file_sets import sets_of
from phaser_lint.contract.rules.items_listed import unlisted
from phaser_lint.core.checked_files import Skip
from phaser_lint.core.text import normalise
from phaser_lint.text.globs.path_index import PathIndex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.file_verdict import FileVerdict, FileVerdicts
    from phaser_lint.contract.model import Contract, ContractKey
    from phaser_lint.contract.rules.file_sets import OtherGlobs
    from phaser_lint.core.checked_files import ProposedFile
    from phaser_lint.core.files import Files
    from phaser_lint.text.search.item_list import Looked

    Known = tuple[Looked, str]
    """What is known of items, and why that is not all."""

# All items of a contract are looked up at once, where a pattern is searched in one file.
_TIMES = 10


def with_unlisted(checker: Checker, checked: FileVerdicts, files: Files | None) -> FileVerdicts:
    """Return what the files gave with the items that no list has; without *files* none counts."""
    contracts = {each.key: each for each in checker.selection.asking_for_lists()}
    if not contracts:
        return checked
    if files is None:
        unchecked = contracts.keys()
        verdicts = [each._replace(items=(), ran=each.ran - unchecked) for each in checked.verdicts]
        return checked._replace(verdicts=tuple(verdicts))
    items: dict[ContractKey, dict[str, set[str]]] = {}
    for verdict in checked.verdicts:
        for text, key, *_ in verdict.items:
            items.setdefault(key, {}).setdefault(verdict.path, set()).add(text)
    known = {
        (key, path): looked
        for key, each in items.items()
        for path, looked in _known_of(checker, contracts[key], each, files)
    }
    verdicts = [_counted(each, known) if each.items else each for each in checked.verdicts]
    return checked._replace(verdicts=tuple(verdicts))


def _known_of(
    checker: Checker, contract: Contract, items: Mapping[str, Set[str]], files: Files
) -> Iterator[tuple[str, Known]]:
    """Yield what is known of the *items* in each file; all sets of files have the time of one."""
    from phaser_lint.text.search.item_list import Looked

    sets, unknown = sets_of(contract, items)
    for path, reason in unknown.items():
        yield path, (Looked(unknown=frozenset(items[path])), reason)
    listing = [*filter(partial(_is_list, checker, contract, None), files.paths())]
    index = PathIndex(listing) if len(sets) > 1 else None
    seconds = _TIMES * checker.runaways.seconds_for(contract, checker.limits.pattern_seconds)
    for each in sets:
        texts = {text for path in each.paths for text in items[path]}
        likely = sorted(index.may_match(each.others.globs)) if index else listing
        paths = [*filter(partial(_is_list, checker, contract, each.others), likely)]
        began = process_time()
        looked = _looked_for(checker, contract, texts, files, paths=paths, seconds=seconds)
        seconds = max(0.0, seconds - (process_time() - began))
        yield from ((path, looked) for path in each.paths)


def _is_list(checker: Checker, contract: Contract, others: OtherGlobs | None, path: str) -> bool:
    return checker.selection.has_other(contract, (path,), others)


def _looked_for(
    checker: Checker,
    contract: Contract,
    items: Set[str],
    files: Files,
    *,
    paths: Sequence[str],
    seconds: float,
) -> Known:
    # A scan in which nothing changed needs no search: it brings the engine along.
    from phaser_lint.text.search.item_list import Looked

    def is_over() -> bool:
        end = checker.limits.deadline
        return end is not None and checker.clock() > end

    read: list[ProposedFile | Skip] = []
    for file in files.read_once(paths):
        read.append(file)
        if is_over():
            return Looked(unknown=frozenset(items)), NO_TIME
    texts = [normalise(file.text) for file in read if not isinstance(file, Skip)]
    unread = (file for file in read if isinstance(file, Skip) and file.is_unread)
    try:
        looked = unlisted(contract, items, texts=texts, seconds=seconds, is_over=is_over)
    except (MemoryError, RuntimeError) as error:
        message = f"listed_as cannot be searched: {str(error) or type(error).__name__}"
        return Looked(unknown=frozenset(items)), message
    if looked.unknown and is_over():
        return looked, NO_TIME
    if looked.unknown:
        checker.runaways.ran_out(contract, seconds)
        is_pattern = bool(contract.value_of("listed_as"))
        late = took_longer(seconds, "the pattern" if is_pattern else "looking for the items")
        return looked, f"listed_as: {late}" if is_pattern else late
    # What the others lack may stand in one that could not be read.
    reason = next((f"the list {each.path} {each.reason}" for each in unread), "")
    return (Looked(unknown=looked.missing), reason) if reason else (looked, "")


def _counted(verdict: FileVerdict, known: Mapping[tuple[ContractKey, str], Known]) -> FileVerdict:
    """Return the verdict on a file with its items counted."""
    shown, suppressed, used, undecided = [], [], set(verdict.used), []
    for text, key, plain, plain_directive in verdict.items:
        looked, reason = known[key, verdict.path]
        if text in looked.unknown:
            undecided.append(Undecided(key[1], verdict.path, reason, Violation(*plain).level))
        elif text in looked.missing and plain_directive is None:
            shown.append(Violation(*plain))
        elif text in looked.missing and plain_directive is not None:
            suppressed.append(Violation(*plain))
            used.add((Directive(*plain_directive), key[1]))
    return verdict._replace(
        items=(),
        violations=(*verdict.violations, *shown),
        suppressed=(*verdict.suppressed, *suppressed),
        used=frozenset(used),
        undecided=(*verdict.undecided, *dict.fromkeys(undecided)),
    )
