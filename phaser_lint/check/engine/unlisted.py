"""Items that have to be listed: the ones that no list has are violations, where they stand.

A file's verdict holds all of its items, whatever the lists hold, so that it can be kept: a line
that is taken out of a list shows in code that nobody touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from time import process_time

from phaser_lint.check.engine.checker import NO_TIME, Checker, explain_timeout
from phaser_lint.check.engine.directives import Directive
from phaser_lint.check.engine.file_verdict import FileVerdict
from phaser_lint.contract.model import IN_LIST, Contract, ContractKey, Violation
from phaser_lint.contract.rules.file_sets import OtherGlobs, find_missing_lists, split_into_sets
from phaser_lint.contract.rules.filled_messages import with_list_in_message
from phaser_lint.contract.rules.items_listed import ANY_LIST, UnlistedItems, find_unlisted_items
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_state import Files
from phaser_lint.core.text import normalise_text
from phaser_lint.text.globs.path_index import PathIndex

Known = tuple[UnlistedItems, str]
"""What is known of items, and why that is not all."""

# All items of a contract are looked up at once, where a pattern is searched in one file.
_TIMES = 10


def with_unlisted_items(
    checker: Checker, verdicts: Sequence[FileVerdict], files: Files | None
) -> Sequence[FileVerdict]:
    """Return *verdicts* with the items that no list in *files* has; none without *files*."""
    contracts = {contract.key: contract for contract in checker.selection.asking_for_lists()}
    if not contracts:
        return verdicts
    if files is None:
        unchecked = contracts.keys()
        return [verdict._replace(items=(), ran=verdict.ran - unchecked) for verdict in verdicts]
    texts_by_contract: dict[ContractKey, dict[str, set[str]]] = {}
    for verdict in verdicts:
        for text, key, *_ in verdict.items:
            texts_by_contract.setdefault(key, {}).setdefault(verdict.path, set()).add(text)
    lookups = {
        (key, path): known
        for key, texts_by_path in texts_by_contract.items()
        for path, known in _look_up_items_by_file(
            checker, contracts[key], texts_by_path, files=files
        )
    }
    return [_decide_items(verdict, lookups) if verdict.items else verdict for verdict in verdicts]


def _look_up_items_by_file(
    checker: Checker, contract: Contract, texts_by_path: Mapping[str, Set[str]], files: Files
) -> Iterator[tuple[str, Known]]:
    """Yield what is known of the items in each file; all sets of files have the time of one.

    *texts_by_path*: what the items are, by their file.
    """
    has_other = checker.selection.has_other
    sets, unknown = split_into_sets(contract, texts_by_path)
    for path, reason in unknown.items():
        yield path, (UnlistedItems(unknown=frozenset(texts_by_path[path])), reason)
    listing = [path for path in files.paths() if has_other(contract, (path,))]
    index = PathIndex(listing) if len(sets) > 1 else None
    seconds = _TIMES * checker.seconds_for(contract)
    for file_set in sets:
        texts = {text for path in file_set.paths for text in texts_by_path[path]}
        likely = sorted(index.may_match(file_set.others.globs)) if index else listing
        paths = [path for path in likely if has_other(contract, (path,), file_set.others)]
        began = process_time()
        known = _look_up_items(
            checker,
            contract,
            texts,
            files=files,
            paths=paths,
            others=file_set.others,
            seconds=seconds,
        )
        seconds = max(0.0, seconds - (process_time() - began))
        yield from ((path, known) for path in file_set.paths)


def _look_up_items(
    checker: Checker,
    contract: Contract,
    item_texts: Set[str],
    files: Files,
    *,
    paths: Sequence[str],
    others: OtherGlobs,
    seconds: float,
) -> Known:
    def is_over() -> bool:
        end = checker.deadline
        return end is not None and checker.clock() > end

    read_files: list[TextFile | Skip] = []
    for file in files.read_once(paths):
        read_files.append(file)
        if is_over():
            return UnlistedItems(unknown=frozenset(item_texts)), NO_TIME
    texts = {
        file.path: "" if isinstance(file, Skip) else normalise_text(file.text)  # "": it is binary
        for file in read_files
        if not isinstance(file, Skip) or (file.is_there and not file.is_unread)
    }
    unread = [file for file in read_files if isinstance(file, Skip) and file.is_unread]
    there = (*texts, *[file.path for file in unread])
    texts |= dict.fromkeys(find_missing_lists(contract, others, there), "")
    try:
        unlisted = find_unlisted_items(
            contract, item_texts, texts=texts, seconds=seconds, is_over=is_over
        )
    except (MemoryError, RuntimeError) as error:
        message = f"listed_as cannot be searched: {str(error) or type(error).__name__}"
        return UnlistedItems(unknown=frozenset(item_texts)), message
    if unlisted.unknown and is_over():
        return unlisted, NO_TIME
    if unlisted.unknown:
        checker.note_runaway(contract, seconds)
        is_pattern = bool(contract.value_of("listed_as"))
        late_reason = explain_timeout(
            seconds, "the pattern" if is_pattern else "looking for the items"
        )
        return unlisted, f"listed_as: {late_reason}" if is_pattern else late_reason
    if not unread:
        return unlisted, ""
    reason = f"the list {unread[0].path} {unread[0].reason}"
    if contract.value_of("lists") == "all":  # what the others lack, they lack all the same
        lists = unlisted.lists if texts else {}
        return UnlistedItems(lists, unknown=frozenset(item_texts)), reason
    # What the others lack may stand in one that could not be read.
    return UnlistedItems(unknown=frozenset(unlisted.lists)), reason


def _decide_items(
    verdict: FileVerdict, lookups: Mapping[tuple[ContractKey, str], Known]
) -> FileVerdict:
    """Return the verdict on a file with those of its items counted that no list has."""
    violations, suppressed, used, undecided = [], [], set(verdict.used), []
    for text, key, plain, plain_directive in verdict.items:
        unlisted, reason = lookups[key, verdict.path]
        if text in unlisted.unknown:
            undecided.append(Undecided(key[1], verdict.path, reason, level=Violation(*plain).level))
        for path in unlisted.lists.get(text, ()):
            violation = with_list_in_message(Violation(*plain), path)
            if violation.line is not None or path != ANY_LIST:
                # Else `net8.0` of `net8.0;net6.0` is new to who adds a third to the line.
                place = f"{IN_LIST}{path}" if path != ANY_LIST else ""
                violation = violation._replace(matched_lines=f"{text}{place}")
            if plain_directive is None:
                violations.append(violation)
            else:
                suppressed.append(violation)
                used.add((Directive(*plain_directive), key[1]))
    return verdict._replace(
        items=(),
        violations=(*verdict.violations, *violations),
        suppressed=(*verdict.suppressed, *suppressed),
        used=frozenset(used),
        undecided=(*verdict.undecided, *dict.fromkeys(undecided)),
    )
