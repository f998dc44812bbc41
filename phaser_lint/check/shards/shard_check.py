"""A shard checked: what its own files show, and what the merge needs to check the whole.

The content of a file is checked here, and compared with what it was. Contracts on the tree are
checked by ``merge`` alone. What they could break is found here as if the shard were all there is:
whatever the whole breaks, the shard that could fix it breaks too. So its report says how often
these few occurred in the base.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from phaser_lint import __version__
from phaser_lint.check.comparison.base_contracts import judge_by_bases, with_base_ids
from phaser_lint.check.comparison.baseline_file import (
    make_baseline_entries,
    make_entry_key,
    render_baseline,
)
from phaser_lint.check.comparison.gone_entries import make_baseline_scope
from phaser_lint.check.comparison.lost_texts import with_lost_texts
from phaser_lint.check.comparison.moved_entries import (
    count_in_moved_baseline,
    with_moved_entries,
)
from phaser_lint.check.comparison.newly_hidden import (
    find_hidden_by_change,
    note_skips_and_directives,
)
from phaser_lint.check.comparison.scan_by_bases import examine_by_bases
from phaser_lint.check.comparison.scan_comparisons import (
    find_new_in_scan,
    make_baseline_comparisons,
    make_revision_comparisons,
)
from phaser_lint.check.comparison.unselected_files import note_unselected_files
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.change_verdict import FilesByContract, without_own_changes
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.directive_places import with_reasons
from phaser_lint.check.engine.new_violations import (
    Occurrences,
    count_existing,
    make_violation_key,
    without_existing,
)
from phaser_lint.check.engine.tree_verdict import CountedOnTree, check_tree, select_counted_paths
from phaser_lint.check.fixes.fixable import select_fixable_violations
from phaser_lint.check.project_check import examine_project, note_run_inputs
from phaser_lint.check.project_fixes import with_project_fixes
from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.check.project_scan import scan_project
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.check.shards.earlier_counts import give_counts
from phaser_lint.contract.model import ContractKey, ContractSet, Notice, Report, Violation
from phaser_lint.contract.report_parts import make_contract_summaries
from phaser_lint.contract.rules import RULES, is_decided_by_tree, is_on_tree
from phaser_lint.contract.shard import (
    BaselineEntry,
    BaselinePart,
    DirectedFile,
    Occurred,
    Renamed,
    Setting,
    Shard,
    ShardSelection,
    Share,
    TreeContract,
    UsedDirective,
    WrittenDirective,
)
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import encode_text, render_quantity
from phaser_lint.project.files import STATES_IN_GIT
from phaser_lint.project.git import is_in_repository
from phaser_lint.project.git.revisions import resolve_revision

_NOT_GIVEN = "not given"


def check_shard(share: Share, inputs: ProjectInputs) -> Report:
    """Return the report on a *share* of the files (``--shard K/N``); raises ``PhaserError``."""
    options = inputs.options
    if options.paths:
        raise UsageError("--shard: expected no PATHS: it takes a share of the whole project")
    if options.tree:
        raise UsageError("--shard and --tree: which files exist is checked by phaser-lint merge")
    scan = scan_project(inputs)
    of_run = note_run_inputs(scan)
    by_bases: tuple[ProjectScan, ...] = ()
    weaker = None
    if scan.bases and any(notice.change for notice in of_run):
        by_bases, failures = examine_by_bases(scan)
        of_run += failures
        scan = scan._replace(checker=with_base_ids(scan.checker, by_bases), by_bases=by_bases)
        if by_bases and share.number == 1:
            weaker = _judge_whole_change(options)
    if scan.bases:
        of_run += note_unselected_files(scan, by_bases, exclude=options.exclude)
    checker = scan.checker
    counted_on_tree = CountedOnTree({}, ())
    if scan.tree is not None:  # as if that were all there is
        counted_on_tree = select_counted_paths(checker, scan.tree._replace(whole=("",)))
    changed = without_own_changes(checker, scan.changes)
    own_report, directed = _report_content(scan, counted_on_tree, changed)
    scan = with_moved_entries(scan, own_report)
    could_break = _find_breakable_on_tree(scan, counted_on_tree)
    could_break_report = own_report._replace(violations=tuple(could_break))
    compared_report = own_report._replace(violations=(*own_report.violations, *could_break))
    by_revision = [revision.count for revision in make_revision_comparisons(scan)]
    at_revision = count_existing(compared_report, by_revision)
    by_baseline = make_baseline_comparisons(scan, compared_report)
    compared = (give_counts(at_revision), *by_baseline)
    new = without_existing(own_report, count_existing(own_report, compared))
    excused = count_existing(could_break_report, by_baseline)
    report = keep_one_per_file(new, checker.contracts, every=own_report)
    if options.fixes and select_fixable_violations(new.violations, checker.contracts.contracts):
        report = with_project_fixes(report, scan._replace(report=own_report), new.violations)
    report = with_lost_texts(report, scan)
    in_baseline = None
    if scan.baseline is not None:
        use = count_in_moved_baseline(scan, own_report, new=new)
        in_baseline = use.covered
    hidden = find_hidden_by_change(scan, report.undecided)
    broken_paths = {violation.path for violation in compared_report.violations}
    renamed = {
        pair
        for base in (scan.bases if broken_paths else ())
        for pair in scan.all_subjects.files.find_earlier_names(base, broken_paths).items()
    }
    idle = {contract.key for contract in checker.selection.idle(scan.subjects.listed)}
    shard = Shard(
        share=share,
        same=_list_settings(scan, options),
        everything=scan.is_everything,
        tree_contracts=_list_tree_contracts(checker.contracts),
        idle_contracts=checker.contracts.idle,
        selecting=tuple(sorted({contract.key for contract in checker.contracts.contracts} - idle)),
        selected=_list_selected_paths(scan, counted_on_tree),
        met=tuple(sorted(_find_met_contracts(scan))),
        directed=directed,
        changed=changed.by_contract,
        before=_list_occurrences(at_revision, could_break),
        renamed=tuple(Renamed(path, earlier) for path, earlier in sorted(renamed)),
        hidden=hidden,
        baseline=_make_baseline_part(scan, own_report, share, excused=excused),
        weaker=weaker,
        notices=tuple(of_run),
    )
    questions = "which files exist"
    questions += ", and what the change makes weaker," if by_bases else ""
    text = f"{questions} is checked by phaser-lint merge, from the JSON reports of all shards"
    part_notice = Notice(scan.root, None, f"shard {share}: {text}")
    return report._replace(
        suppressed=with_reasons(report.suppressed),
        notices=(part_notice, *of_run, *note_skips_and_directives(hidden), *report.notices),
        contracts=make_contract_summaries(checker.contracts),
        shard=shard,
        in_baseline=in_baseline,
    )


def _judge_whole_change(options: ProjectOptions) -> Report:
    """Return what only the contracts of the base report as new, in the files of all shards.

    One shard does it for all: what the contracts of the change report is compared with it, and
    that is known of all files only where all are checked.
    """
    scan = examine_project(options._replace(shard=None))
    judgement = judge_by_bases(scan, find_new_in_scan(scan), allow_weaker=options.allow_weaker)
    return Report(
        violations=judgement.violations,
        undecided=judgement.undecided,
        contracts=judgement.with_summaries(()),
        notices=judgement.notices,
    )


def _report_content(
    scan: ProjectScan, counted_on_tree: CountedOnTree, changed: FilesByContract
) -> tuple[Report, tuple[DirectedFile, ...]]:
    """Return the report on content, and the files whose directives wait for the tree."""
    on_tree = frozenset(scan.tree.paths if scan.tree else ())
    waiting: dict[str, DirectedFile] = {}
    for verdict in scan.checked_files.verdicts:
        directives = verdict.directives
        if verdict.path not in on_tree or not directives:
            continue
        selecting = scan.checker.selection.contracts_for(verdict.path)
        if any(
            is_decided_by_tree(contract) and contract.key in verdict.ran for contract in selecting
        ):
            used = sorted(
                (directives.index(directive), rule_id) for directive, rule_id in verdict.used
            )
            waiting[verdict.path] = DirectedFile(
                verdict.path,
                verdict.notices,
                directives=tuple(WrittenDirective(*directive) for directive in directives),
                used=tuple(UsedDirective(place, rule_id) for place, rule_id in used),
                ran=tuple(sorted(verdict.ran)),
            )
    report = engine.report_matches(
        scan.checked_files.verdicts,
        (),
        scan.checker.contracts,
        skipped=scan.checked_files.skipped,
        clean=scan.checked_files.clean,
        on_tree=frozenset(),
        undecided=(*counted_on_tree.undecided, *changed.undecided),
    )
    notices = tuple(notice for notice in report.notices if notice.path not in waiting)
    return report._replace(notices=notices), tuple(sorted(waiting.values()))


def _find_breakable_on_tree(scan: ProjectScan, counted_on_tree: CountedOnTree) -> list[Violation]:
    """Return what breaks the contracts on the tree if there is no file but the shard's."""
    tree_violations = check_tree(
        scan.checker.contracts,
        selected=counted_on_tree.paths,
        met=_find_met_contracts(scan),
        undecided=frozenset(),
        whole_folders=("",),
    )
    return [violation for _, violation in tree_violations]


def _find_met_contracts(scan: ProjectScan) -> frozenset[ContractKey]:
    on_tree = {
        contract.key for contract in scan.checker.contracts.contracts if contract.scope == "tree"
    }
    return frozenset(
        key for verdict in scan.checked_files.verdicts for key in verdict.met & on_tree
    )


def _list_occurrences(
    revision: Occurrences, violations: Iterable[Violation]
) -> tuple[Occurred, ...]:
    keys = sorted({make_violation_key(violation) for violation in violations})
    return tuple(
        Occurred(*contract, path, line, revision[contract, path, line])
        for contract, path, line in keys
        if revision.get((contract, path, line))
    )


def _list_tree_contracts(contracts: ContractSet) -> tuple[TreeContract, ...]:
    return tuple(
        TreeContract(
            contract.level,
            contract.rule_id,
            severity=contract.severity,
            message=contract.message,
            file_glob=contract.file_glob,
            scope=contract.scope,
            ignorable=contract.ignorable,
            own=contract.own,
            path_pattern=contract.path_pattern,
        )
        for contract in contracts.contracts
    )


def _list_selected_paths(
    scan: ProjectScan, counted_on_tree: CountedOnTree
) -> tuple[ShardSelection, ...]:
    """Return which paths each contract on the tree selects, as far as they matter.

    To a contract that asks whether there is such a file it does not matter which one it is.
    """
    contracts = scan.checker.contracts.contracts
    selected = []
    for place, paths in sorted(counted_on_tree.paths.items()):
        if paths:
            needs_all = RULES[contracts[place].type].evidence in ("file", "no partner")
            selected.append(
                ShardSelection(place, tuple(sorted(paths)) if needs_all else (min(paths),))
            )
    return tuple(selected)


def _make_baseline_part(
    scan: ProjectScan, report: Report, share: Share, *, excused: Occurrences
) -> BaselinePart | None:
    """Return what a shard tells of the baseline: an entry for what the tree breaks lists no more
    than what is *excused*.
    """
    baseline = scan.baseline
    if baseline is None:
        return None
    counts, content = make_baseline_entries(report), make_baseline_scope(scan).content
    on_tree = {
        contract.key for contract in scan.checker.contracts.contracts if is_on_tree(contract)
    }
    excused_by_entry = {make_entry_key(key): number for key, number in excused.items()}
    listed = {
        key: min(number, excused_by_entry.get(key, number))
        for key, number in baseline.entries.items()
    }
    entries = [
        BaselineEntry(
            path,
            *key,
            line,
            times,
            counts.get((path, key, line), 0),
            content is None or path in content,
        )
        for (path, key, line), times in sorted(listed.items())
        if times
        and share.holds(path)
        and (key in on_tree or counts.get((path, key, line), 0) < times)
    ]
    return BaselinePart(
        shown=baseline.given,
        usual=baseline.usual,
        earlier=baseline.earlier,
        added=None if baseline.added is None else len(baseline.added),
        all_content=content is None,
        entries=tuple(entries),
    )


def _list_settings(scan: ProjectScan, options: ProjectOptions) -> tuple[Setting, ...]:
    """Return what makes two shards parts of one run, each by the name that a message gives it."""
    everywhere = scan.all_subjects
    paths = sorted({*everywhere.content, *(everywhere.listed or ())})
    files = f"{render_quantity(len(paths), 'file')} ({_digest_texts(paths)})"
    commit = resolve_revision(scan.root, "HEAD") if is_in_repository(scan.root) else None
    baseline_digest = (
        "" if scan.baseline is None else _digest_texts([render_baseline(scan.baseline.entries)])
    )
    is_in_git, contracts = options.state.is_in_git, scan.checker.contracts
    # What is derived from these texts follows from them, and may be written in another way by
    # another Python.
    written_contracts = [
        contract.as_written()._replace(globs=((), (), (), ()), own_globs=())
        for contract in contracts.contracts
    ]
    written = json.dumps((written_contracts, contracts.problems, contracts.folders, contracts.idle))
    settings = {
        "version": __version__,
        "contracts": _digest_texts([written]),
        "files": files,
        "commit": commit or "none",
        "--severity": options.severity,
        "--rule": " ".join(sorted(options.rules)) or _NOT_GIVEN,
        "--no-ignores": _NOT_GIVEN if options.ignores else "given",
        "--timeout": f"{options.seconds * 1000:.0f}",
        "--since": " ".join(sorted(scan.bases)) or _NOT_GIVEN,
        **{state.flag: _NOT_GIVEN for state in STATES_IN_GIT if state != options.state},
        **({options.state.flag: options.state_argument or "given"} if is_in_git else {}),
        "--baseline": baseline_digest or _NOT_GIVEN,
        "listed by": "git's index" if options.tracked or is_in_git else "the disk",
    }
    return tuple(Setting(name, setting_value) for name, setting_value in settings.items())


def _digest_texts(texts: Iterable[str]) -> str:
    # With the length of each: a path may hold any character that would part them.
    joined_texts = "".join(f"{len(text)}:{text}" for text in texts)
    return hashlib.sha256(encode_text(joined_texts)).hexdigest()[:16]
