"""The reports of all shards of a run made into the report that one run of it all gives.

What the shards say of the contents of their files is put together. The contracts on the tree are
checked here, once, by the rules themselves: from the paths that each selects in some shard, the
files that meet it, and the directives that may suppress what breaks it. Notices that only the
whole run can give are made here, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint import __version__
from phaser_lint.check.comparison.base_contracts import join_weaker_violations
from phaser_lint.check.comparison.baseline_file import BaselineComparison, make_baseline_entries
from phaser_lint.check.comparison.gone_entries import BaselineScope, Findable, note_gone_entries
from phaser_lint.check.comparison.newly_hidden import note_skips_and_directives
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.change_verdict import check_changes
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.directive_places import with_reasons
from phaser_lint.check.engine.directives import Directive
from phaser_lint.check.engine.file_verdict import FileVerdict
from phaser_lint.check.engine.new_violations import (
    Occurrences,
    ViolationKey,
    count_existing,
    without_existing,
)
from phaser_lint.check.engine.tree_verdict import check_tree
from phaser_lint.check.fixes.suggestions import with_fixes
from phaser_lint.check.project_notices import note_idle_contracts
from phaser_lint.check.shards.earlier_counts import give_counts
from phaser_lint.contract.model import Contract, ContractSet, Notice, Report
from phaser_lint.contract.rules import RULES, requires_file
from phaser_lint.contract.shard import BaselineEntry, Hidden, Shard
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.changes import ContractChanges
from phaser_lint.core.errors import InputError, UsageError
from phaser_lint.text.search.searcher import Pattern

Named = tuple[str, Report, Shard]


def merge_shard_reports(named_reports: Sequence[tuple[str, Report]]) -> Report:
    """Return the one report that ``phaser-lint merge`` makes of the *named_reports* of all shards,
    each with its file's name.

    Raises ``UsageError`` or ``InputError`` for reports that are not the shards of one run.
    """
    reports_and_shards = require_one_run(named_reports)
    reports = [report for report, _ in reports_and_shards]
    shards = [shard for _, shard in reports_and_shards]
    contracts = _make_contracts(reports[0], shards[0])
    undecided = _select_undecided(reports, shards, contracts)
    tree = _check_on_tree(shards, contracts, undecided)
    entries = [entry for shard in shards if shard.baseline for entry in shard.baseline.entries]
    baseline = BaselineComparison({entry.entry(): entry.times for entry in entries})
    comparisons = (give_counts(_join_base_counts(shards)), baseline.count)
    new_on_tree = without_existing(tree, count_existing(tree, comparisons))
    new_on_tree = keep_one_per_file(new_on_tree, contracts, every=tree)
    fixed = with_fixes(new_on_tree.violations, (), contracts.contracts)
    covered_in_files = [report.in_baseline for report in reports if report.in_baseline is not None]
    weaker_reports = [shard.weaker for shard in shards if shard.weaker]
    summaries = {
        summary.key: summary
        for report in (*weaker_reports, reports[0])
        for summary in report.contracts
    }
    own_reports = [*reports, new_on_tree._replace(violations=fixed)]
    all_reports = [*own_reports, *weaker_reports]
    violations = join_weaker_violations(
        [violation for report in own_reports for violation in report.violations],
        [violation for report in weaker_reports for violation in report.violations],
    )
    suppressed = [violation for report in all_reports for violation in report.suppressed]
    uncovered = without_existing(tree, baseline.count(tree))
    covered_on_tree = keep_one_per_file(uncovered, contracts, every=tree).existing
    joined = Report(
        checked=tuple(sorted(path for report in reports for path in report.checked)),
        violations=tuple(sorted(violations, key=engine.rank_violation)),
        suppressed=tuple(sorted(with_reasons(tuple(suppressed)), key=engine.rank_violation)),
        skipped=tuple(sorted(skip for report in reports for skip in report.skipped)),
        undecided=tuple(
            sorted({*undecided, *(case for report in weaker_reports for case in report.undecided)})
        ),
        problems=contracts.problems,
        existing=sum(report.existing for report in all_reports),
        in_baseline=sum(covered_in_files) + covered_on_tree if covered_in_files else None,
        contracts=tuple(summaries[key] for key in sorted(summaries)),
    )
    hidden = Hidden(
        tuple(notice for shard in shards for notice in shard.hidden.skipped),
        tuple(notice for shard in shards for notice in shard.hidden.directives),
    )
    file_notices = [
        notice
        for report, shard in reports_and_shards
        # Those on the run stand before them: first, that it is a part.
        for notice in report.notices[
            1 + len(shard.notices) + len(note_skips_and_directives(shard.hidden)) :
        ]
    ]
    return joined._replace(
        notices=(
            *_note_run(shards, contracts),
            *note_skips_and_directives(hidden),
            *(notice for report in weaker_reports for notice in report.notices),
            *_note_gone_entries(shards, entries, tree=tree, joined=joined, contracts=contracts),
            *sorted((*file_notices, *tree.notices), key=engine.rank_notice),
        )
    )


def _make_contracts(report: Report, shard: Shard) -> ContractSet:
    """Return the contracts as far as checking the tree needs them, in the order of a scan."""
    summaries = {summary.key: summary for summary in report.contracts}
    return ContractSet(
        tuple(
            Contract(
                rule_id=contract.rule_id,
                type=summaries[contract.key].type,
                file_glob=contract.file_glob,
                message=contract.message,
                severity=contract.severity,
                globs=((), (), (), ()),
                searched=Pattern(""),
                scope=contract.scope,
                ignorable=contract.ignorable,
                own=contract.own,
                path_pattern=contract.path_pattern,
                path=summaries[contract.key].path,
                line=summaries[contract.key].line,
                level=contract.level,
                overridden_by=summaries[contract.key].overridden_by,
            )
            for contract in shard.tree_contracts
        ),
        report.problems,
        idle=shard.idle_contracts,
    )


def _select_undecided(
    reports: Sequence[Report], shards: Sequence[Shard], contracts: ContractSet
) -> list[Undecided]:
    """Return what is undecided, but for files of which one that is there suffices, and is."""
    met = set()
    for shard in shards:
        for selected_paths in shard.selected:
            contract = contracts.contracts[selected_paths.contract]
            if not RULES[contract.type].checks_each_file() and requires_file(contract):
                met.add(contract.key)
    undecided = {open_case for report in reports for open_case in report.undecided}
    return [open_case for open_case in sorted(undecided) if open_case.contract_key not in met]


def _check_on_tree(
    shards: Sequence[Shard], contracts: ContractSet, undecided: Sequence[Undecided]
) -> Report:
    """Return the report on what breaks contracts on the tree, existing or new."""
    selected: dict[int, list[str]] = {}
    for shard in shards:
        for selected_paths in shard.selected:
            selected.setdefault(selected_paths.contract, []).extend(selected_paths.paths)
    tree_violations = check_tree(
        contracts,
        selected=selected,
        met=frozenset(key for shard in shards for key in shard.met),
        undecided=frozenset(open_case.contract_key for open_case in undecided),
        whole_folders=("",),
    )
    by_path: dict[str, list[Undecided]] = {}
    for open_case in undecided:
        by_path.setdefault(open_case.path, []).append(open_case)
    # Verdicts that say of files what their directives did, and nothing else.
    verdicts = []
    for file in (file for shard in shards for file in shard.directed):
        directives = tuple(Directive(*fields) for fields in file.directives)
        verdicts.append(
            FileVerdict(
                path=file.path,
                undecided=tuple(by_path.get(file.path, ())),
                notices=file.notices,
                directives=directives,
                used=frozenset((directives[use.directive], use.rule_id) for use in file.used),
                ran=frozenset(file.ran),
            )
        )
    # What became of the files of all shards, by contract and what has to change, too.
    by_contract: dict[tuple[int, tuple[str, ...]], ContractChanges] = {}
    for changes in (changes for shard in shards for changes in shard.changed):
        key = changes.contract, changes.globs
        joined = by_contract.get(key, ContractChanges(changes.contract, (), (), met=False))
        by_contract[key] = ContractChanges(
            changes.contract,
            (*joined.kinds, *changes.kinds),
            let_pass=(*joined.let_pass, *changes.let_pass),
            met=joined.met or changes.met,
            globs=changes.globs,
            lost=(*joined.lost, *changes.lost),
        )
    all_changes = [by_contract[key] for key in sorted(by_contract)]
    return engine.report_matches(
        verdicts,
        tree_violations,
        contracts,
        on_tree=frozenset(verdict.path for verdict in verdicts),
        of_changes=check_changes(contracts.contracts, all_changes),
    )


def _join_base_counts(shards: Sequence[Shard]) -> Occurrences:
    """Return how often what may break contracts on the tree occurred at the revision."""
    counts: dict[ViolationKey, int] = {}
    for shard in shards:
        for level, rule_id, path, line, times in shard.before:
            key = ((level, rule_id), path, line)
            counts[key] = max(times, counts.get(key, 0))
    return counts


def _note_run(shards: Sequence[Shard], contracts: ContractSet) -> Sequence[Notice]:
    """Return the notices of every shard on the run, and those that only the whole can give."""
    first_shard = shards[0]
    if not first_shard.everything or not (contracts.contracts or contracts.problems):
        return first_shard.notices
    selecting = {key for shard in shards for key in shard.selecting}
    idle = {
        contract.key: contract for contract in contracts.contracts if contract.key not in selecting
    }.values()
    return [*first_shard.notices, *note_idle_contracts(idle)]


def _note_gone_entries(
    shards: Sequence[Shard],
    entries: Sequence[BaselineEntry],
    tree: Report,
    joined: Report,
    contracts: ContractSet,
) -> Sequence[Notice]:
    """Return a notice if entries of the baseline occur no more, or less often."""
    baseline = shards[0].baseline
    if baseline is None or baseline.added is not None:
        return ()
    checked_paths = (
        None
        if baseline.all_content
        else frozenset(baseline_entry.path for baseline_entry in entries if baseline_entry.judged)
    )
    findable = Findable(joined, contracts, BaselineScope(checked_paths, ("",), lists=True))
    counts_on_tree = make_baseline_entries(tree)
    number = 0
    for baseline_entry in entries:
        key = baseline_entry.entry()
        number += baseline_entry.now + counts_on_tree.get(
            key, 0
        ) < baseline_entry.times and findable.covers(key)
    return note_gone_entries(
        number, baseline_path=baseline.shown, usual=baseline.usual, earlier=baseline.earlier
    )


# Are these the reports of all shards of one run? Everything else is refused, with the file.


def require_one_run(named_reports: Sequence[tuple[str, Report]]) -> list[tuple[Report, Shard]]:
    """Return reports and shards of one run, by number; raises ``UsageError``, ``InputError``."""
    named_shards: list[Named] = []
    for name, report in named_reports:
        if report.shard is None:
            raise UsageError(
                f"{name}: expected the report of a shard (scan --shard K/N --format json=FILE); "
                "this one is of a whole run, and only shards of one run can be merged"
            )
        named_shards.append((name, report, report.shard))
    for named_shard in named_shards:
        _require_sound_report(*named_shard)
    for named_shard in named_shards[1:]:
        _require_same_run(named_shards[0], named_shard)

    def number_of(named_shard: Named) -> int:
        return named_shard[2].share.number

    ordered = sorted(named_shards, key=number_of)
    _require_each_shard_once(ordered)
    _require_disjoint_renames(ordered)
    return [(report, shard) for _, report, shard in ordered]


def _require_sound_report(name: str, report: Report, shard: Shard) -> None:
    """Raise ``InputError`` if a report contradicts itself: somebody edited it."""
    types_by_key = {summary.key: summary.type for summary in report.contracts}
    if {contract.key for contract in shard.tree_contracts} != types_by_key.keys():
        raise InputError(f"{name}: shard.tree_contracts: expected those of contracts")
    for (_, rule_id), kind in types_by_key.items():
        if kind not in RULES:
            raise InputError(f"{name}: contracts: {rule_id}: expected one of {', '.join(RULES)}")
    for file in shard.directed:
        if not types_by_key.keys() >= set(file.ran):
            raise InputError(f"{name}: shard.directed: {file.path}: expected keys of contracts")
    for field, entries in (("selected", shard.selected), ("changed", shard.changed)):
        if any(selected_paths.contract >= len(shard.tree_contracts) for selected_paths in entries):
            raise InputError(f"{name}: shard.{field}: expected places in tree_contracts")
    strange = next(
        (path for path in _list_paths(report, shard) if not shard.share.holds(path)), None
    )
    if strange is not None:
        raise InputError(f"{name}: expected only files of shard {shard.share}, not {strange}")
    broken_paths = {violation.path for violation in (*report.violations, *report.suppressed)}
    # What is skipped has a name and a size all the same.
    if not broken_paths.issubset((*report.checked, *(skip.path for skip in report.skipped))):
        raise InputError(f"{name}: violations: expected only those of files checked")


def _list_paths(report: Report, shard: Shard) -> list[str]:
    """Return the paths that a report speaks of as its own.

    Of contracts on the tree no folders are among them: files of all shards lie there.
    """
    types_by_key = {summary.key: summary.type for summary in report.contracts}
    types = [types_by_key[contract.key] for contract in shard.tree_contracts]
    return [
        *report.checked,
        *(skip.path for skip in report.skipped),
        *(
            path
            for selected_paths in shard.selected
            if "partner" not in RULES[types[selected_paths.contract]].needs
            for path in selected_paths.paths
        ),
        *(file.path for file in shard.directed),
        *(notice.path for notice in (*shard.hidden.skipped, *shard.hidden.directives)),
    ]


def _require_same_run(expected: Named, named_shard: Named) -> None:
    """Raise ``UsageError`` unless both are of one run, as far as their reports can tell."""
    name, _, shard = expected
    other_name, _, other_shard = named_shard
    if shard.share.of != other_shard.share.of:
        raise UsageError(
            f"{other_name}: shard {other_shard.share}, but {name}: shard {shard.share}; "
            "expected shards of the same number"
        )
    ours = dict(shard.same)
    for setting, setting_value in other_shard.same:
        if ours.get(setting) != setting_value:
            raise UsageError(
                f"{other_name}: {setting}: {setting_value}, but {name}: {ours.get(setting)}; "
                "expected shards of one run"
            )
    if (shard.same, *_list_shared_settings(expected)) != (
        other_shard.same,
        *_list_shared_settings(named_shard),
    ):
        raise InputError(f"{other_name}: expected the contracts and settings of {name}")


def _list_shared_settings(named_shard: Named) -> tuple[object, ...]:
    """Return what follows from the settings, and is the same in all shards of a run."""
    _, report, shard = named_shard
    baseline = shard.baseline
    return (
        report.contracts,
        report.problems,
        shard.everything,
        shard.tree_contracts,
        shard.idle_contracts,
        baseline is None or baseline.all_content,
        baseline is None,
    )


def _require_each_shard_once(ordered: Sequence[Named]) -> None:
    names_by_number: dict[int, str] = {}
    for name, _, shard in ordered:
        number = shard.share.number
        if number in names_by_number:
            raise UsageError(f"{name}: shard {shard.share}, which {names_by_number[number]} is too")
        names_by_number[number] = name
    of = ordered[0][2].share.of
    missing = [str(number) for number in range(1, of + 1) if number not in names_by_number]
    if missing:
        missing_numbers = ", ".join(missing[:10]) + (", …" if len(missing) > 10 else "")
        raise UsageError(f"expected the reports of all {of} shards; missing: {missing_numbers}")
    version = dict(ordered[0][2].same).get("version")
    if version != __version__:
        raise UsageError(
            f"{ordered[0][0]}: written by phaser-lint {version}, and this is {__version__}; "
            "expected the same version"
        )


def _require_disjoint_renames(ordered: Sequence[Named]) -> None:
    """Raise ``UsageError`` if two shards compared files of theirs with the same earlier one.

    An earlier file is that of one new file at most. Where git knows of the new ones it says of
    which; two untracked files of equal content in two shards cannot be distinguished by either.
    """
    paths_by_earlier: dict[str, str] = {}
    for name, _, shard in ordered:
        for renamed in shard.renamed:
            other_path = paths_by_earlier.setdefault(renamed.earlier, renamed.path)
            if other_path != renamed.path:
                raise UsageError(
                    f"{name}: {renamed.path} and {other_path} both hold what {renamed.earlier} "
                    "held; git add them, or scan without --shard"
                )
