"""A change checked: what became of the files that a contract selects.

What a file holds matters for its directives alone. A directive that suppresses a change takes its
file out of it. What is left is checked; what was taken out is checked, too, to be shown as
suppressed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.directive_places import heeds_directives
from phaser_lint.check.engine.directives import Directive, DirectiveIndex
from phaser_lint.check.engine.file_verdict import read_parts_in_time
from phaser_lint.check.engine.lost_matches import find_lost_in_changes
from phaser_lint.contract.changes_and_renames import find_asking_paths, find_moved_files
from phaser_lint.contract.model import Contract, Report, Violation
from phaser_lint.contract.rules import RULES, checks_files_together
from phaser_lint.contract.rules.file_sets import find_set_globs, split_into_sets
from phaser_lint.contract.rules.violations import make_file_violation
from phaser_lint.contract.undecided import Undecided, make_undecided
from phaser_lint.core import Record
from phaser_lint.core.changes import Changes, ContractChanges
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import ChangeKind, FilesReader, Skip
from phaser_lint.text.globs.path_index import PathIndex


class ChangeVerdict(Record):
    """What a change broke, and what it would have broken but for directives.

    ``own``: what it would break if others had what the branch has.
    """

    violations: tuple[Violation, ...] = ()
    suppressed: tuple[Violation, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    own: tuple[Violation, ...] = ()


class FilesByContract(Record):
    """What a change did to the files of each contract that is about changes.

    ``undecided``: those of which a contract cannot be decided.
    """

    by_contract: tuple[ContractChanges, ...] = ()
    undecided: tuple[Undecided, ...] = ()


def group_changes_by_contract(checker: Checker, changes: Changes | None) -> FilesByContract:
    """Return what *changes* did to the files of each contract that is about changes."""
    if changes is None:
        return FilesByContract()
    contracts, selection = checker.contracts.contracts, checker.selection
    selected = selection.paths_at(selection.about_changes, sorted(changes.kinds))
    touched = {**dict(changes.others), **changes.kinds}
    contract_changes, undecided = list[ContractChanges](), _find_undecided_changes(checker, changes)
    renames = _RenamedFiles(changes, touched)
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
        counting_paths = [path for path in sorted(touched) if place in selection.places_for(path)]
        if RULES[contract.type].evidence == "lost match":
            losses = find_lost_in_changes(
                checker, place, changes, paths=paths, counting_paths=counting_paths
            )
            undecided += losses.undecided
            if losses.matches:
                kinds = {match.path: touched[match.path] for match in losses.matches}
                let_pass = _find_suppressed_paths(
                    contract, kinds, changes._replace(then=losses.read_before), checker=checker
                )
                contract_changes.append(
                    ContractChanges(
                        place,
                        tuple(kinds.items()),
                        let_pass=let_pass,
                        met=False,
                        lost=losses.matches,
                    )
                )
            continue
        checked_paths = frozenset(paths)
        sets = split_into_sets(contract, counting_paths)[0] if paths else ()
        index = None
        if len(sets) > 1:
            index = PathIndex(touched)
        for file_set in sets:
            asking = checked_paths & find_asking_paths(
                contract, touched, file_set.paths, find_renames=renames.find
            )
            kinds = {path: changes.kinds[path] for path in file_set.paths if path in asking}
            if not kinds:
                continue
            globs = file_set.others.globs
            # What goes together is deleted together. Without a deletion among the paths a deleted
            # partner does not count: who deletes the page on an API has documented no change of it.
            deletes = any(touched[path] == "delete" for path in file_set.paths)
            partners = [
                path
                for path in (index.may_match(globs) if index else touched)
                if deletes or touched[path] != "delete"
            ]
            met = selection.has_other(contract, partners, file_set.others)
            violations = _find_violations(
                contract, kinds, met=met, is_whole=changes.whole, globs=globs
            )
            let_pass = (
                _find_suppressed_paths(contract, kinds, changes, checker=checker)
                if violations
                else ()
            )
            contract_changes.append(
                ContractChanges(
                    place, tuple(kinds.items()), let_pass=let_pass, met=met, globs=globs
                )
            )
    return FilesByContract(tuple(contract_changes), tuple(undecided))


class _RenamedFiles:
    """The files that moved in *changes*, of all that it *touched*: found out once, if asked."""

    def __init__(self, changes: Changes, touched: Mapping[str, ChangeKind]) -> None:
        self._changes, self._touched = changes, touched
        self._renames: Mapping[str, str] | None = None

    def find(self) -> Mapping[str, str]:
        """Return the new path of each file that moved, by its old one."""
        if self._renames is None:
            gone = self._read(self._changes.then, "delete")
            new = self._read(self._changes.now, "create") if gone else {}
            self._renames = find_moved_files(gone, new, only_equal=self._changes.is_edit)
        return self._renames

    def _read(self, read_files: FilesReader, kind: ChangeKind) -> dict[str, str]:
        paths = [path for path, touched_kind in self._touched.items() if touched_kind == kind]
        files = read_files(paths) if paths else ()
        return {file.path: file.text for file in files if not isinstance(file, Skip)}


def _find_undecided_changes(checker: Checker, changes: Changes) -> list[Undecided]:
    """Return the changed files of which a contract that is about changes cannot be decided.

    It is not known whether the contract selects them, or what became of them.
    """
    contracts, selection = checker.contracts.contracts, checker.selection
    asking, undecided = selection.about_changes, list[Undecided]()
    for place, selected in selection.paths_at(asking, sorted(changes.kinds)).items():
        paths, reasons = selection.selected_among(place, selected)
        _, unknown = split_into_sets(contracts[place], paths)
        undecided += [
            make_undecided(contracts[place], path, reason)
            for path, reason in {**reasons, **unknown}.items()
        ]
    for place, selected in selection.paths_at(asking, list(changes.unknown)).items():
        undecided += [
            make_undecided(contracts[place], path, changes.unknown[path]) for path in selected
        ]
    return undecided


def decide_changes(checker: Checker, changes: Changes) -> ChangeVerdict:
    """Return the verdict on a change: what *changes* break (a frozen file, a missing companion),
    and of what that is not known.

    Who mends a migration that only their own branch has breaks nothing that others have: what the
    branch as a whole does not break does not count, as on the pull request. And who takes away the
    migration that an earlier commit brought with its models breaks what the branch kept.
    """
    verdict = _decide_without_branch(checker, changes)
    undone = _find_undone_on_branch(checker, changes)
    verdict = verdict._replace(undecided=(*verdict.undecided, *undone.undecided))
    if not verdict.violations:
        return verdict._replace(violations=undone.violations)
    contracts = {contract.key: contract for contract in checker.contracts.contracts}
    try:
        broken, own = _split_off_own(checker, verdict.violations, changes)
    except GitError:  # what cannot be compared is broken
        return verdict
    broken_parts = {
        _identify_broken_part(contracts[violation.contract_key], violation) for violation in broken
    }
    undone_violations = [
        violation
        for violation in undone.violations
        if _identify_broken_part(contracts[violation.contract_key], violation) not in broken_parts
    ]
    return verdict._replace(violations=(*broken, *undone_violations), own=tuple(own))


def without_own_changes(checker: Checker, changes: Changes | None) -> FilesByContract:
    """Return for the verdict on a change, to be given with others, what *changes* did to the files
    of each contract, but for what is the branch's own.
    """
    grouped = group_changes_by_contract(checker, changes)
    own = decide_changes(checker, changes).own if changes else ()
    if not own:
        return grouped
    contracts = checker.contracts.contracts
    own_parts = {
        _identify_broken_part(contract, violation)
        for contract in contracts
        for violation in own
        if violation.contract_key == contract.key
    }
    own_texts = {(violation.contract_key, violation.path, violation.message) for violation in own}
    by_contract = []
    for contract_changes in grouped.by_contract:
        contract, globs = contracts[contract_changes.contract], contract_changes.globs
        if checks_files_together(contract) and (contract.key, globs) in own_parts:
            continue
        lost = [
            match
            for match in contract_changes.lost
            if (contract.key, match.path, match.message) not in own_texts
        ]
        lost_paths = {match.path for match in lost}
        kinds = [
            (path, kind)
            for path, kind in contract_changes.kinds
            if path in lost_paths or (contract.key, path) not in own_parts
        ]
        by_contract.append(contract_changes._replace(kinds=tuple(kinds), lost=tuple(lost)))
    return grouped._replace(by_contract=tuple(by_contract))


def _split_off_own(
    checker: Checker, violations: Sequence[Violation], changes: Changes
) -> tuple[Sequence[Violation], Sequence[Violation]]:
    """Return the *violations* of what others have, and of the branch's own; raises ``GitError``."""
    on_branch = changes.on_branch()
    if on_branch is None:
        return _split_off_defaults(checker, violations, changes)
    broken, own = _split_by_state(checker, violations, on_branch)
    # A branch that was squashed into the default one shares what it had.
    together = {
        contract.key for contract in checker.contracts.contracts if checks_files_together(contract)
    }
    own_sets = [violation for violation in own if violation.contract_key in together]
    own = [violation for violation in own if violation.contract_key not in together]
    touched = {*on_branch.kinds, *dict(on_branch.others), *changes.kinds}
    for tip in changes.since_defaults() if own else ():
        all_kinds = {**dict(tip.others), **tip.kinds}
        kinds = {path: kind for path, kind in all_kinds.items() if path in touched}
        shared, own = _split_by_state(checker, own, tip._replace(kinds=kinds, others=()))
        broken += shared
    broken, of_defaults = _split_off_defaults(checker, broken, changes)
    return broken, [*own_sets, *own, *of_defaults]


def _split_off_defaults(
    checker: Checker, violations: Sequence[Violation], changes: Changes
) -> tuple[list[Violation], list[Violation]]:
    """Return the *violations* of *changes* that no default branch made, and those that one made as
    well: what is picked or squashed from there. Raises ``GitError``.
    """
    beside = changes.beside_defaults() if violations else None
    return _split_by_state(checker, violations, beside) if beside else ([*violations], [])


def _split_by_state(
    checker: Checker, violations: Sequence[Violation], since_state: Changes
) -> tuple[list[Violation], list[Violation]]:
    """Return the *violations* that the changes *since_state* make, too, and the others."""
    contracts = {contract.key: contract for contract in checker.contracts.contracts}
    lost, broken = list[Violation](), list[Violation]()
    for violation in violations:
        is_loss = RULES[contracts[violation.contract_key].type].evidence == "lost match"
        (lost if is_loss else broken).append(violation)
    if broken:
        of_state = _decide_without_branch(checker, since_state)
        open_pairs = {(check.contract_key, check.path) for check in of_state.undecided}
        broken_parts = {
            _identify_broken_part(contracts[violation.contract_key], violation)
            for violation in of_state.violations
        }
        broken = [
            violation
            for violation in broken
            if _identify_broken_part(contracts[violation.contract_key], violation) in broken_parts
            or (violation.contract_key, violation.path) in open_pairs
        ]
    if lost:
        lost = _select_lost_on_branch(checker, lost, since_state)
    still_broken = [*broken, *lost]
    return still_broken, [violation for violation in violations if violation not in still_broken]


def _find_undone_on_branch(checker: Checker, changes: Changes) -> ChangeVerdict:
    """Return what the branch as a whole kept before *changes*, and breaks with them.

    One commit changed models and added a migration, and the next one takes the migration away: each
    file of it may change, and the pull request lacks a migration all the same.
    """
    contracts, selection = checker.contracts.contracts, checker.selection
    written_paths = {*changes.kinds, *changes.written}
    undoing_contracts = [
        contracts[place]
        for place in sorted(selection.about_changes)
        if RULES[contracts[place].type].evidence == "change"
        and (
            selection.has_other(contracts[place], written_paths)
            # A file that is deleted, and later created, was modified. What is as another branch has
            # it (a colleague's, squashed, picked, rebased upon) nobody here wrote.
            or (
                contracts[place].value_of("changes")
                and any(place in selection.places_for(path) for path in changes.kinds)
            )
        )
    ]
    if not undoing_contracts:
        return ChangeVerdict()
    try:
        before = changes.on_branch_before()
        now = changes.on_branch() if before else None
    except GitError as error:
        path = min(written_paths)
        return ChangeVerdict(
            undecided=tuple(
                [make_undecided(contract, path, str(error)) for contract in undoing_contracts]
            )
        )
    if before is None or now is None:
        return ChangeVerdict()
    contract_set = checker.contracts._replace(contracts=tuple(undoing_contracts), problems=())
    contracts_by_key = {contract.key: contract for contract in undoing_contracts}
    before_verdict, verdict = [
        _decide_without_branch(
            checker.with_contracts(contract_set),
            branch._replace(kinds={**dict(branch.others), **branch.kinds}, others=()),
        )
        for branch in (before, now)
    ]
    broken_before = {
        _identify_broken_part(contracts_by_key[violation.contract_key], violation)
        for violation in before_verdict.violations
    }
    undone = []
    for violation in verdict.violations:
        contract = contracts_by_key[violation.contract_key]
        part = _identify_broken_part(contract, violation)
        sets, _ = split_into_sets(contract, (violation.path,))
        # What others did to the branch meanwhile is not checked here.
        if part not in broken_before and any(
            selection.has_other(contract, written_paths, file_set.others)
            or any(
                _identify_broken_part(contract, violation._replace(path=path)) == part
                for path in changes.kinds
                if contract in selection.contracts_for(path)
            )
            for file_set in sets
        ):
            message = f"{violation.message.rstrip()} (counted over the whole branch)"
            undone.append(violation._replace(message=message))
    with suppress(GitError):  # what cannot be compared is broken
        undone, _ = _split_off_defaults(checker, undone, now)
    return ChangeVerdict(tuple(undone))


def _select_lost_on_branch(
    checker: Checker, lost: Sequence[Violation], on_branch: Changes
) -> list[Violation]:
    """Return those of *lost* matches that the branch as a whole loses, too, be it elsewhere.

    A branch renames ``b.py``, and then takes a test out of it: what it loses stood in ``b.py``. Of
    equal ones as many as it loses, those that it loses in the same file first.
    """
    of_branch = _decide_without_branch(
        checker.with_broken_contracts(Report(violations=tuple(lost))),
        on_branch._replace(kinds={**dict(on_branch.others), **on_branch.kinds}, others=()),
    )
    open_keys = {check.contract_key for check in of_branch.undecided}
    in_files, in_all = Counter[tuple[object, ...]](), Counter[tuple[object, ...]]()
    for violation in of_branch.violations:
        in_files[_identify_lost_text(violation), violation.path] += 1
        in_all[_identify_lost_text(violation)] += 1
    losses, elsewhere = list[Violation](), list[Violation]()
    for violation in lost:
        text = _identify_lost_text(violation)
        if in_files[text, violation.path] > 0:
            in_files[text, violation.path] -= 1
            in_all[text] -= 1
            losses.append(violation)
        else:
            elsewhere.append(violation)
    for violation in elsewhere:
        if in_all[_identify_lost_text(violation)] > 0 or violation.contract_key in open_keys:
            losses.append(violation)
            # Where only the number counts, one violation stands for many.
            in_all[_identify_lost_text(violation)] -= bool(violation.matched_lines)
    return losses


def _identify_lost_text(violation: Violation) -> tuple[object, ...]:
    return violation.contract_key, violation.matched_lines


def _identify_broken_part(contract: Contract, violation: Violation) -> tuple[object, ...]:
    """Return what tells a violation from others of the contract, whatever its base is."""
    if checks_files_together(contract):  # it stands at the first of the files
        return contract.key, find_set_globs(contract, violation.path)
    return contract.key, violation.path


def _decide_without_branch(checker: Checker, changes: Changes) -> ChangeVerdict:
    changed = group_changes_by_contract(checker, changes)
    verdict = check_changes(
        checker.contracts.contracts, changed.by_contract, is_whole=changes.whole
    )
    # What is broken as far as is known is no open question.
    broken_pairs = {(violation.contract_key, violation.path) for violation in verdict.violations}
    undecided = [
        open_case
        for open_case in changed.undecided
        if (open_case.contract_key, open_case.path) not in broken_pairs
    ]
    return verdict._replace(undecided=tuple(undecided))


def check_changes(
    contracts: Sequence[Contract], changed: Iterable[ContractChanges], *, is_whole: bool = True
) -> ChangeVerdict:
    """Return the verdict on a change by each contract's files; *is_whole*: see ``Changes``."""
    violations: list[Violation] = []
    suppressed: list[Violation] = []
    for contract_changes in changed:
        place, kinds, let_pass, met, globs, lost = contract_changes
        contract = contracts[place]
        for match in lost:
            violation = make_file_violation(contract, path=match.path)._replace(
                message=match.message, matched_lines=match.text
            )
            (suppressed if match.path in let_pass else violations).append(violation)
        counting = {path: kind for path, kind in kinds if path not in let_pass}
        ignored = {path: kind for path, kind in kinds if path in let_pass}
        violations += _find_violations(contract, counting, met=met, is_whole=is_whole, globs=globs)
        suppressed += _find_violations(contract, ignored, met=met, is_whole=is_whole, globs=globs)
    return ChangeVerdict(tuple(violations), tuple(suppressed))


def _find_violations(
    contract: Contract,
    kinds: Mapping[str, ChangeKind],
    *,
    met: bool,
    is_whole: bool,
    globs: Sequence[str],
) -> list[Violation]:
    check_changes = RULES[contract.type].check_changes
    return check_changes(contract, kinds=kinds, is_met=met, is_complete=is_whole, globs=globs)


def _find_suppressed_paths(
    contract: Contract, kinds: Mapping[str, ChangeKind], changes: Changes, checker: Checker
) -> tuple[str, ...]:
    """Return the files whose directives suppress their change."""
    if not (checker.ignores and contract.ignorable):
        return ()
    heeded = [path for path in kinds if heeds_directives(checker.contracts, path)]
    # What only people may suppress no directive of an agent's change suppresses.
    is_agents = checker.by_agent and contract.ignorable == "people"
    before = is_agents or RULES[contract.type].directives_in == "before"
    # Of what is gone there is nothing else to read.
    paths_before = [path for path in heeded if before or kinds[path] == "delete"]
    paths_after = [path for path in heeded if path not in paths_before]
    directives_by_path = {
        **_read_directives(checker, changes.then, paths_before),
        **_read_directives(checker, changes.now, paths_after),
    }
    return tuple(
        path
        for path, directives in directives_by_path.items()
        for violation in [make_file_violation(contract, path=path)]
        if DirectiveIndex(directives).suppress(violation, contract)[1] is not None
    )


def _read_directives(
    checker: Checker, read_files: FilesReader, paths: Sequence[str]
) -> dict[str, Sequence[Directive]]:
    """Return the directives of each file; none of one whose text takes too long to be read."""
    files = read_files(paths) if paths else ()
    seconds = checker.pattern_seconds
    return {
        file.path: read_parts_in_time(checker, file, seconds=seconds).directives
        for file in files
        if not isinstance(file, Skip)
    }
