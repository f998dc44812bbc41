"""A change checked: what became of the files that a contract selects.

What a file holds matters for its directives alone. A directive that suppresses a change takes its
file out of it. What is left is checked; what was taken out is checked, too, to be shown as
suppressed.
"""

from __future__ import annotations

from phaser_lint.check.engine.directives import DirectiveIndex, Directives, are_heeded
from phaser_lint.check.engine.file_verdict import read_in_time
from phaser_lint.contract.model import Undecided
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.file_sets import sets_of
from phaser_lint.contract.rules.violations import at_file
from phaser_lint.core import Record
from phaser_lint.core.checked_files import ContractChanges, Skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.contract.model import Contract, Violation
    from phaser_lint.core.checked_files import ChangeKind, Changes, Read


class ChangeVerdict(Record):
    """What a change broke, and what it would have broken but for directives."""

    violations: tuple[Violation, ...] = ()
    suppressed: tuple[Violation, ...] = ()
    undecided: tuple[Undecided, ...] = ()


def changed_of(checker: Checker, changes: Changes | None) -> tuple[ContractChanges, ...]:
    """Return what *changes* did to the files of each contract that is about changes."""
    if changes is None:
        return ()
    contracts, selection = checker.contracts.contracts, checker.selection
    selected = selection.paths_at(selection.about_changes, sorted(changes.kinds))
    touched = {**dict(changes.others), **changes.kinds}
    found = []
    for place, all_paths in sorted(selected.items()):
        contract = contracts[place]
        paths, _ = selection.selected_among(place, all_paths)
        # What selects both names of a file is broken by the file.
        linked = changes.links
        paths = [
            path
            for path in paths
            if path not in linked or place not in selection.places_for(linked[path])
        ]
        counted = [path for path in sorted(touched) if place in selection.places_for(path)]
        checked = frozenset(paths)
        sets = sets_of(contract, counted)[0] if paths else ()
        may_match = _likely(touched, number=len(sets))
        for each in sets:
            kinds = {path: changes.kinds[path] for path in each.paths if path in checked}
            if not kinds:
                continue
            counting = _counting(touched, each.paths, may_match(each.others.globs))
            met = selection.has_other(contract, counting, each.others)
            globs = each.others.globs
            broken = _broken(contract, kinds, met=met, whole=changes.whole, globs=globs)
            let_pass = _let_pass(contract, kinds, changes, checker) if broken else ()
            found.append(ContractChanges(place, tuple(kinds.items()), let_pass, met, globs))
    return tuple(found)


def undecided_changes(checker: Checker, changes: Changes | None) -> tuple[Undecided, ...]:
    """Return the changed files of which a contract that is about changes cannot be decided.

    It is not known whether the contract selects them, or what became of them.
    """
    if changes is None:
        return ()
    contracts, selection = checker.contracts.contracts, checker.selection
    asking, undecided = selection.about_changes, []
    for place, selected in selection.paths_at(asking, sorted(changes.kinds)).items():
        paths, reasons = selection.selected_among(place, selected)
        _, unknown = sets_of(contracts[place], paths)
        undecided += [
            _undecided(contracts[place], *each) for each in {**reasons, **unknown}.items()
        ]
    for place, selected in selection.paths_at(asking, list(changes.unknown)).items():
        undecided += [
            _undecided(contracts[place], each, changes.unknown[each]) for each in selected
        ]
    return tuple(undecided)


def _undecided(contract: Contract, path: str, reason: str) -> Undecided:
    return Undecided(contract.rule_id, path, reason, contract.level)


def _likely(
    touched: Mapping[str, ChangeKind], *, number: int
) -> Callable[[Sequence[str]], Iterable[str]]:
    """Return what tells which of the *touched* files globs may select: for one set all."""
    if number <= 1:
        return lambda globs: touched
    from phaser_lint.text.globs.path_index import PathIndex  # here: few contracts have sets

    return PathIndex(touched).may_match


def _counting(
    touched: Mapping[str, ChangeKind], paths: Iterable[str], others: Iterable[str]
) -> list[str]:
    """Return those of *others* that may meet a contract on the *paths* by having changed, too.

    What goes together is deleted together. Without a deletion among the *paths* a deleted partner
    does not count: who deletes the page on an API has documented no change of it.
    """
    deletes = any(touched[path] == "delete" for path in paths)
    return [path for path in others if deletes or touched[path] != "delete"]


def check_changes(
    contracts: Sequence[Contract], changed: Iterable[ContractChanges], *, whole: bool = True
) -> ChangeVerdict:
    """Return what breaks each contract; *whole*: see ``Changes``."""
    violations: list[Violation] = []
    suppressed: list[Violation] = []
    for each in changed:
        contract, met, globs = contracts[each.contract], each.met, each.globs
        counting = {path: kind for path, kind in each.kinds if path not in each.let_pass}
        ignored = {path: kind for path, kind in each.kinds if path in each.let_pass}
        violations += _broken(contract, counting, met=met, whole=whole, globs=globs)
        suppressed += _broken(contract, ignored, met=met, whole=whole, globs=globs)
    return ChangeVerdict(tuple(violations), tuple(suppressed))


def _broken(
    contract: Contract,
    kinds: Mapping[str, ChangeKind],
    *,
    met: bool,
    whole: bool,
    globs: Sequence[str],
) -> list[Violation]:
    check_changes = RULES[contract.type].check_changes
    return check_changes(contract, kinds=kinds, is_met=met, is_complete=whole, globs=globs)


def _let_pass(
    contract: Contract, kinds: Mapping[str, ChangeKind], changes: Changes, checker: Checker
) -> tuple[str, ...]:
    """Return the files whose directives suppress their change."""
    if not (checker.ignores and contract.ignorable):
        return ()
    heeded = [path for path in kinds if are_heeded(checker.contracts, path)]
    before = RULES[contract.type].directives_in == "before"
    # Of what is gone there is nothing else to read.
    then = [path for path in heeded if before or kinds[path] == "delete"]
    now = [path for path in heeded if path not in then]
    found = {**_directives(checker, changes.then, then), **_directives(checker, changes.now, now)}
    return tuple(
        path
        for path, directives in found.items()
        if DirectiveIndex(directives).covering(at_file(contract, path=path), contract) is not None
    )


def _directives(checker: Checker, read: Read, paths: Sequence[str]) -> dict[str, Directives]:
    """Return the directives of each file; none of one whose text takes too long to be read."""
    files = read(paths) if paths else ()
    seconds = checker.limits.pattern_seconds
    return {
        file.path: read_in_time(checker, file, seconds=seconds).parts.directives
        for file in files
        if not isinstance(file, Skip)
    }
