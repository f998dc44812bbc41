"""The engine: files and contracts in, a ``Report`` out. It prints nothing and reads nothing.

    for each file     which contracts select it → matches → violations → directives
    for the tree      which paths each contract selects → violations
    together          a Report, every part in a fixed order

Every front-end calls ``check_files``; none decides by itself what a violation is.
"""

from __future__ import annotations

from phaser_lint.check.engine.file_verdict import (
    SHORT_SECONDS,
    SHORTEST_READING,
    check_file,
    make_patient_search,
    read_parts_in_time,
)
from phaser_lint.contract.match_contract import find_contract_matches
from phaser_lint.contract.model import Notice, Report
from phaser_lint.contract.rules import (
    RULES,
    is_about_facts,
    is_about_name,
    is_reported_once,
    reads_files_for_tree,
    searches_text,
)
from phaser_lint.core.file_records import Skip, Tree
from phaser_lint.project.regular_file import BINARY, GARBLED, SYMBOLIC_LINK
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Set

    from phaser_lint.check.engine.change_verdict import ChangeVerdict
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.file_verdict import FileVerdict
    from phaser_lint.check.engine.new_violations import Comparison
    from phaser_lint.contract.model import Contract, ContractSet, Violation
    from phaser_lint.contract.rules.rule import PatternMatches
    from phaser_lint.contract.selection import Selection
    from phaser_lint.contract.undecided import Undecided
    from phaser_lint.core.changes import Changes
    from phaser_lint.core.file_records import TextFile


# Of the time that there is; the rest is for what existed, of the few contracts that are broken.
_SHARE_OF_NOW = 0.75


def check_files(
    checker: Checker,
    files: Iterable[TextFile | Skip],
    *,
    tree: Tree | None = None,
    tree_files: Iterable[TextFile | Skip] = (),
    changes: Changes | None = None,
    comparisons: Sequence[Comparison] = (),
    compares_open: bool = True,
) -> Report:
    """Check *files*, and *tree* and *changes* if given: return the engine's report, for every
    front-end.

    *tree_files* are read only for the contracts on the tree, and not checked by themselves. What
    existed in any of *comparisons* is not new: see ``keep_new_violations``, also for
    *compares_open*.
    """
    hurried_checker, deadline = checker, checker.deadline
    if comparisons and deadline is not None:
        # What that leaves no time to compare counts as new.
        current_time = checker.clock()
        deadline = current_time + (deadline - current_time) * _SHARE_OF_NOW
        hurried_checker = checker._replace(deadline=deadline)
    report = examine_files(
        hurried_checker, files, tree=tree, tree_files=tree_files, changes=changes
    )
    new = report
    if comparisons:
        from phaser_lint.check.engine.new_violations import (
            keep_new_violations,  # most scans compare nothing
        )

        new = keep_new_violations(report, comparisons, compares_open=compares_open)
    return keep_one_per_file(new, checker.contracts, every=report)


def examine_files(
    checker: Checker,
    files: Iterable[TextFile | Skip],
    *,
    tree: Tree | None = None,
    tree_files: Iterable[TextFile | Skip] = (),
    changes: Changes | None = None,
) -> Report:
    """Check *files* as ``check_files`` does; return every match, existing ones included."""
    verdicts, skipped = check_each_file(checker, files, tree_files)
    if "lists" in checker.selection.needs:
        verdicts = with_items_looked_up(checker, verdicts, tree)
    report = assemble_report(checker, verdicts, skipped=skipped, tree=tree, changes=changes)
    if checker.compares_suppressed():
        from phaser_lint.check.engine.people_only import with_suppressed_by_people

        report = with_suppressed_by_people(checker, report, verdicts, order=rank_violation)
    return report


def with_items_looked_up(
    checker: Checker, verdicts: Sequence[FileVerdict], tree: Tree | None
) -> Sequence[FileVerdict]:
    """Return the *verdicts* of ``check_files``, items looked up: only unlisted ones count."""
    # Here, not above: few contracts ask, and a denied edit waits for what is imported.
    from phaser_lint.check.engine.unlisted import with_unlisted_items

    return with_unlisted_items(checker, verdicts, tree.files if tree else None)


def check_each_file(
    checker: Checker,
    files: Iterable[TextFile | Skip],
    tree_files: Iterable[TextFile | Skip] = (),
) -> tuple[Sequence[FileVerdict], Sequence[Skip]]:
    """Return the verdict of ``check_files`` on each file, and what was skipped."""
    skipped: list[Skip] = []

    def selected() -> Iterator[tuple[TextFile | Skip, Sequence[Contract]]]:
        for is_for_tree, unchecked_files in ((False, files), (True, tree_files)):
            for file in unchecked_files:
                contracts = checker.selection.contracts_for(file.path)
                if file.leads_to:
                    file, contracts = find_contracts_for_link(checker.selection, file)
                if is_for_tree:
                    contracts = [
                        contract for contract in contracts if reads_files_for_tree(contract)
                    ]
                if isinstance(file, Skip):
                    file, contracts = find_contracts_for_skip(file, contracts)
                    skipped.append(Skip(file.path, file.reason))
                if contracts or not isinstance(file, Skip):
                    yield file, contracts

    if checker.deadline is None:
        find = make_patient_search(Searcher(), checker)
        verdicts = [
            check_file(checker, file, contracts, find=find) for file, contracts in selected()
        ]
    else:
        verdicts = check_before_deadline(checker, selected(), deadline=checker.deadline)
    return verdicts, skipped


def check_before_deadline(
    checker: Checker,
    files: Iterator[tuple[TextFile | Skip, Sequence[Contract]]],
    *,
    deadline: float,
) -> list[FileVerdict]:
    """Return the verdict of ``check_files`` on each of *files*, each with the contracts that check
    it: at once while each search ends in a short turn, as nearly all do, else in turns.
    """
    searcher, seconds, end = Searcher(), checker.pattern_seconds, deadline + checker.grace

    def find_at_once(contract: Contract, text: str, name: str = "", /) -> PatternMatches:
        if checker.clock() > end:
            raise OutOfTimeError([])
        short_seconds = min(SHORT_SECONDS, seconds)
        return find_contract_matches(contract, text, name, searcher=searcher, seconds=short_seconds)

    verdicts: list[FileVerdict] = []
    for file, contracts in files:
        read_file, seconds_left = None, deadline - checker.clock()
        try:
            if seconds_left < -checker.grace:
                raise OutOfTimeError([])
            read_file = read_parts_in_time(
                checker, file, seconds=min(seconds, max(seconds_left, SHORTEST_READING))
            )
            verdicts.append(
                check_file(checker, file, contracts, find=find_at_once, read_file=read_file)
            )
        except OutOfTimeError:
            from phaser_lint.check.engine.turns import check_in_turns  # few patterns run away

            verdicts += check_in_turns(checker, (file, contracts), files, read_file=read_file)
    return verdicts


def find_contracts_for_link(
    selection: Selection, file: TextFile | Skip
) -> tuple[TextFile | Skip, Sequence[Contract]]:
    """Return a *file* as the engine checks it by the name of a link, and the contracts that check
    it: those that do not select it by its own.

    The link is skipped where there are none.
    """
    contracts = selection.contracts_for(file.path)
    target_keys = {contract.key for contract in selection.contracts_for(file.leads_to)}
    own_contracts = [
        contract
        for contract in contracts
        if contract.key not in target_keys or is_about_name(contract)
    ]
    if any(
        not is_about_name(contract) and RULES[contract.type].checks_each_file()
        for contract in own_contracts
    ):
        return file, own_contracts
    return Skip(file.path, SYMBOLIC_LINK), contracts


def find_contracts_for_skip(
    skip: Skip, contracts: Sequence[Contract]
) -> tuple[Skip, Sequence[Contract]]:
    """Return *skip*, and those of *contracts* that a file the engine skips can break.

    A binary file is one like another to contracts that search no text.
    """
    if not skip.is_there:
        return skip, ()
    if skip.reason == GARBLED and not any(map(searches_text, contracts)):
        skip = skip._replace(reason=BINARY)
    return skip, contracts if skip.is_unread else [*filter(is_about_facts, contracts)]


def assemble_report(
    checker: Checker,
    verdicts: Sequence[FileVerdict],
    *,
    skipped: Iterable[Skip] = (),
    clean: Iterable[str] = (),
    tree: Tree | None,
    changes: Changes | None = None,
) -> Report:
    """Return the report made of the *verdicts* on files, the *tree* and the *changes*; *clean* are
    the paths of files that were checked, and gave nothing.
    """
    change_verdict = tree_verdict = None
    # Here, not above: few contracts ask, and a denied edit waits for what is imported.
    if changes is not None:
        from phaser_lint.check.engine.change_verdict import decide_changes

        change_verdict = decide_changes(checker, changes)
    if tree is not None and checker.selection.on_tree:
        from phaser_lint.check.engine.tree_verdict import decide_tree

        tree_verdict = decide_tree(checker, tree, verdicts)
    report = report_matches(
        verdicts,
        tree_verdict.violations if tree_verdict else (),
        checker.contracts,
        skipped=skipped,
        clean=clean,
        on_tree=frozenset(tree.paths if tree and tree_verdict else ()),
        of_changes=change_verdict,
        undecided=tree_verdict.undecided if tree_verdict else (),
    )
    if "import" in checker.selection.evidence:
        from phaser_lint.check.engine.alias_notices import with_alias_notices

        report = with_alias_notices(checker, report, order=rank_notice)
    return report


def report_matches(
    verdicts: Sequence[FileVerdict],
    tree_violations: Iterable[tuple[Contract, Violation]],
    contracts: ContractSet,
    *,
    skipped: Iterable[Skip] = (),
    clean: Iterable[str] = (),
    on_tree: Set[str],
    of_changes: ChangeVerdict | None = None,
    undecided: Iterable[Undecided] = (),
) -> Report:
    """Return the report that ``check_files`` makes of checked files: every single match, and what
    the directives of the files suppress.

    *on_tree*: the paths on which the contracts on the tree were checked; *undecided*: which of
    these contracts could not be checked.
    """
    with_directives = [verdict for verdict in verdicts if verdict.directives]
    index_by_path: dict[str, DirectiveIndex] = {}
    if with_directives:
        from phaser_lint.check.engine.directives import DirectiveIndex  # few files have one

        index_by_path = {
            verdict.path: DirectiveIndex(verdict.directives) for verdict in with_directives
        }
    used = {
        (verdict.path, directive, rule_id)
        for verdict in verdicts
        for directive, rule_id in verdict.used
    }
    all_verdicts: list[FileVerdict | ChangeVerdict] = [*verdicts, *filter(None, [of_changes])]
    violations = [violation for verdict in all_verdicts for violation in verdict.violations]
    suppressed = [violation for verdict in all_verdicts for violation in verdict.suppressed]
    for contract, violation in tree_violations:
        index, directive = index_by_path.get(violation.path), None
        if index is not None:
            violation, directive = index.suppress(violation, contract)
        if directive is None:
            violations.append(violation)
        else:
            suppressed.append(violation)
            used.add((violation.path, directive, contract.rule_id))
    notices = [notice for verdict in verdicts for notice in verdict.notices]
    if index_by_path:
        from phaser_lint.check.engine.directive_notices import DirectiveNotices

        contracts_by_key = {contract.key: contract for contract in contracts.contracts}
        of_directives = DirectiveNotices(used, contracts_by_key, on_tree, idle=contracts.idle)
        notices = [
            notice for verdict in verdicts for notice in of_directives.collect_notices(verdict)
        ]
    of_verdicts = [open_case for verdict in all_verdicts for open_case in verdict.undecided]
    checked_paths = [verdict.path for verdict in verdicts if not verdict.skipped]
    checked_paths += clean
    checked_paths.sort()  # in place: a second list of a million paths has eight megabytes
    return Report(
        checked=tuple(checked_paths),
        violations=tuple(sorted(violations, key=rank_violation)),
        suppressed=tuple(sorted(suppressed, key=rank_violation)),
        skipped=tuple(sorted(skipped)),
        undecided=tuple(sorted({*undecided, *of_verdicts})),
        problems=contracts.problems,
        notices=tuple(sorted(notices, key=rank_notice)),
    )


def keep_one_per_file(
    report: Report, contracts: ContractSet, *, every: Report | None = None
) -> Report:
    """Return the report of ``check_files`` with one violation of a file where the rule says so
    (``is_reported_once``).

    Existing ones are counted alike, by *every* violation that there was before only new ones were
    left: a file that has a new one is none of them.
    """
    if len(report.violations) < 2 and report.existing < 2:
        return report
    once = {contract.key for contract in contracts.contracts if is_reported_once(contract)}
    if not once:
        return report
    first_violations: dict[tuple[object, ...], Violation] = {}
    for index, violation in enumerate(report.violations):
        key = violation.contract_key
        place = None if key in once else index
        first_violations.setdefault((key, violation.path, place), violation)
    existing = report.existing
    if every is not None and existing:
        all_files, new_files = (
            [
                (violation.contract_key, violation.path)
                for violation in violations
                if violation.contract_key in once and not violation.suppressed_by
            ]
            for violations in (every.violations, report.violations)
        )
        existing -= len(all_files) - len(new_files)
        existing += len({*all_files}.difference(new_files))
    return report._replace(violations=tuple(first_violations.values()), existing=existing)


def rank_notice(notice: Notice) -> tuple[str, int, str]:
    """Return the sort key by which ``check_files`` orders notices in a report: path, line, text."""
    return notice.path, notice.line or 0, notice.text


def rank_violation(violation: Violation) -> tuple[str, int, int, str, str]:
    """Return the sort key of a violation of checked files: path, line, column, id, level."""
    place = violation.path, violation.line or 0, violation.column or 0
    return *place, violation.rule_id, violation.level
