"""Entries of a baseline whose code is elsewhere since the baseline was committed.

A file that is only renamed was refused in the commit that renamed it, and so was a function that
went to another module: the entries stand at the earlier name, or at the file that lost the lines.
They count where the lines are now, until ``baseline --prune`` moves them.

A line like ``except:`` that is gone from one file, and a new one that somebody writes in another
file months later, have nothing in common. So it does not suffice that an entry occurs no more: one
change has taken the line from there and added it here, as ``--since`` demands. A change is a commit
on the way from HEAD to the commit of the baseline, first parents alone, so that a merge is one; or
the branch as a whole; or what is not committed yet. Git is asked where a violation is new and an
entry for the same line occurs no more.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import takewhile
from operator import itemgetter

from phaser_lint.check.comparison.base_commit import (
    Past,
    open_past,
    open_past_between,
    open_past_of_tracked,
)
from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    BaselineComparison,
    BaselineError,
    Entries,
    make_baseline_entries,
    make_entry_key,
    parse_baseline,
    rename_entries,
    resolve_folder_links,
)
from phaser_lint.check.comparison.baseline_in_force import Baseline, BaselineUse, count_in_baseline
from phaser_lint.check.comparison.gone_entries import find_moved_file_entries
from phaser_lint.check.comparison.revision_contracts import read_contracts_at
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.new_violations import (
    Occurrences,
    add_counts,
    can_move,
    count_occurrences,
    count_removed_lines,
    make_violation_key,
    take_larger_counts,
    without_existing,
)
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Notice, Report
from phaser_lint.core.errors import GitError
from phaser_lint.project import find_path_inside
from phaser_lint.project.files.edited import EditedFiles
from phaser_lint.project.git import is_in_repository, require_tree
from phaser_lint.project.git.merge_bases import find_branch_bases
from phaser_lint.project.git.renames import find_renames_between
from phaser_lint.project.git.revisions import is_shallow_clone, resolve_revision, run_rev_list
from phaser_lint.project.git.snapshots import (
    find_object_ids,
    read_blob_contents,
    read_commit_snapshot,
)

_MOST_COMMITS = 50
"""So many commits at most are looked at; each costs two lists of all files."""
_MOST_PATHS = 500


def with_moved_entries(scan: ProjectScan, report: Report) -> ProjectScan:
    """Return *scan*, whose baseline's entries have moved along with their code: they cover what
    *report* has elsewhere, too.

    Where a revision is compared with, that knows by itself what was moved.
    """
    baseline = scan.baseline
    if baseline is None or scan.bases:
        return scan
    files, entries = scan.all_subjects.files, baseline.entries
    new = without_existing(report, BaselineComparison(entries).count(report))
    if not new.violations:
        return scan
    path = os.path.join(scan.root, DEFAULT_PATH) if baseline.usual else baseline.given
    entries = follow_moved_contracts(scan, entries, baseline_path=path)
    scan = scan._replace(baseline=baseline._replace(entries=entries))
    gone = {path for path, _, _ in entries if not files.mode(path)}
    renamed: Mapping[str, str] = {}
    moved: Entries = {}
    if gone:
        try:
            lost = {key: number for key, number in entries.items() if key[0] in gone}
            renamed = find_names_in_baseline(scan, new, lost, baseline_path=path)
        except GitError:  # a partial clone lacks it: what is not known to be the same is new
            return scan
        remaining = {key: number for key, number in entries.items() if key[0] not in gone}
        moved = find_moved_file_entries(entries, remaining, report, earlier_names=renamed)
    moved = add_moved_code_entries(
        scan,
        report,
        entries=entries,
        moved=moved,
        remaining=entries,
        baseline_path=path,
        earlier_names=renamed,
    )
    return scan._replace(baseline=baseline._replace(entries=entries, moved=moved))


def count_in_moved_baseline(scan: ProjectScan, report: Report, *, new: Report) -> BaselineUse:
    """Return how many existing violations of *report*, all but *new* ones, entries in the baseline
    of *scan* cover, those of moved code, too.

    Where a revision is compared with, it is this that tells what existed, and entries have not been
    followed before.
    """
    baseline, contracts = scan.baseline, scan.checker.contracts
    if baseline is None:
        return BaselineUse(0, 0)
    use = count_in_baseline(report, baseline, contracts, new=new)
    if not scan.bases:
        return use
    new_violations = frozenset(new.violations)
    existing = [violation for violation in report.violations if violation not in new_violations]
    existing_report = report._replace(violations=tuple(existing))
    moved_baseline = with_moved_entries(scan._replace(bases=()), existing_report).baseline
    moved_use = count_in_baseline(report, moved_baseline or baseline, contracts, new=new)
    return use._replace(covered=moved_use.covered)


def follow_moved_contracts(scan: ProjectScan, entries: Entries, *, baseline_path: str) -> Entries:
    """Return *entries* of a baseline as those of today's contracts where these moved to another
    level since: of the same id, in the file that git says was renamed.
    """
    contracts = scan.checker.contracts
    known = {contract.key for contract in contracts.contracts}.union(contracts.idle)
    lost = {key: number for key, number in entries.items() if key[1] not in known}
    lost_ids = {rule_id for _, (_, rule_id), _ in lost}
    moved = [each for each in contracts.written_contracts() if each.rule_id in lost_ids]
    if not moved:
        return entries
    with suppress(GitError):  # a partial clone lacks it: what is not known to be the same is new
        recorded = _find_recording_commit(scan.root, baseline_path, lost)
        if recorded:
            then = read_contracts_at(scan.root, recorded).written_contracts()
            paths, lost_paths = {each.path for each in moved}, {each.path for each in then}
            names = _find_recorded_names(scan, paths, lost_paths, recorded=recorded)
            keys_then = {(each.rule_id, each.path): each.key for each in then}
            for contract in moved:
                key = keys_then.get((contract.rule_id, names.get(contract.path, "")))
                if key is not None and key not in known:
                    entries = rename_entries(entries, key, contract.key)
    return entries


def find_names_in_baseline(
    scan: ProjectScan, report: Report, lost: Entries, *, baseline_path: str
) -> Mapping[str, str]:
    """Return, to find moved entries, the names that renamed files of *report* had when the *lost*
    entries of the baseline were committed, by those in the state that the *scan* is of.

    One change renamed each: a file that is like one that another change took away is new. Raises
    ``GitError``.
    """
    recorded = _find_recording_commit(scan.root, baseline_path, lost)
    if not recorded:
        return {}
    paths = {violation.path for violation in report.violations}
    return _find_recorded_names(scan, paths, {path for path, _, _ in lost}, recorded=recorded)


def _find_recorded_names(
    scan: ProjectScan, paths: Collection[str], lost_paths: set[str], *, recorded: str
) -> Mapping[str, str]:
    """Return which of *lost_paths*, those of *recorded*, those of *paths* are that were renamed."""
    root, files, renamed = scan.root, scan.all_subjects.files, dict[str, str]()
    new_paths = sorted({*paths}.difference(read_commit_snapshot(root, recorded).blobs))
    for tip in ("HEAD", *find_branch_bases(root)) if new_paths else ():
        names = {**dict.fromkeys(new_paths), **files.find_earlier_names(tip, paths)}
        names_at_tip = {path: name or path for path, name in names.items() if path not in renamed}
        # At once what one commit renamed, as a folder of a thousand files.
        renames = _renames_of_lost(
            root, lost_paths, names_at_tip.values(), recorded=recorded, tip=tip
        )
        for path, name_at_tip in names_at_tip.items():
            name = renames.get(name_at_tip, name_at_tip)
            if lost_paths and name not in lost_paths:
                # What one commit renamed and a later one rewrote is not like what was recorded.
                name = _find_recorded_name(root, name, tip=tip, recorded=recorded)
            if name in lost_paths:
                lost_paths.remove(name)
                renamed[path] = name
    return renamed


def _renames_of_lost(
    root: str, lost_paths: Collection[str], names: Collection[str], *, recorded: str, tip: str
) -> Mapping[str, str]:
    """Return for those of *names* that a commit up to *tip* gave to *lost_paths* the lost one."""
    renames: dict[str, str] = {}
    for commit in _commits_of_all(root, (lost_paths, names), recorded=recorded, tip=tip):
        by_commit = find_renames_between(root, f"{commit}^", names, tip=commit)
        renames.update({name: old for name, old in by_commit.items() if old in lost_paths})
    return renames


def _find_recorded_name(root: str, path: str, *, tip: str, recorded: str) -> str:
    """Return the name in *recorded* of a file in *tip*, as each commit since then renamed it.

    Raises ``GitError``.
    """
    name, prefix = path, require_tree(root).prefix
    for _ in range(_MOST_COMMITS):
        words = ("--first-parent", tip, f"^{recorded}", "--", f":(literal){prefix}{name}")
        commits = run_rev_list(root, *words).split()
        if not commits:
            break
        # The first that has it is the one that gave it the name.
        before = f"{commits[-1]}^"
        earlier_name = find_renames_between(root, before, [name], tip=commits[-1]).get(name)
        if earlier_name is None:
            break
        name, tip = earlier_name, before
    return name


def add_moved_code_entries(
    scan: ProjectScan,
    report: Report,
    *,
    entries: Entries,
    moved: Entries,
    remaining: Entries,
    baseline_path: str,
    earlier_names: Mapping[str, str],
) -> Entries:
    """Return the baseline's *moved* entries, which renamed files took along, with those whose code
    went to other files by itself.

    *remaining*: which of *entries* count where they stand. Together they cover no more than what
    the files of the *entries* lost.
    """
    covering = {key: remaining.get(key, 0) + moved.get(key, 0) for key in {*remaining, *moved}}
    new = without_existing(report, BaselineComparison(covering).count(report))
    counts = count_occurrences(filter(can_move, new.violations))
    # An entry without lines may stand for what is wrong with a file as a whole.
    lines_by_digest = {make_entry_key(key)[1:]: key[2] for key in counts if key[2]}
    listed = {
        (contract, path, lines_by_digest[contract, digest]): number
        for (path, contract, digest), number in entries.items()
        if (contract, digest) in lines_by_digest
        if (contract, path, lines_by_digest[contract, digest]) not in counts
    }
    if not listed:
        return moved
    # A run of some files, and a shard, looks at the others all the same.
    listed_paths = sorted(filter(scan.all_subjects.files.mode, {path for _, path, _ in listed}))
    checker = scan.checker.with_levels_of(listed_paths).with_broken_contracts(new)
    lists = scan.all_subjects.files.tree(())
    report_now = engine.examine_files(checker, scan.read(listed_paths), tree=lists)
    counts_now, lost = (
        count_occurrences(report_now.violations),
        count_removed_lines(listed, report_now),
    )
    for (_, contract, digest), number in moved.items():
        lines = lines_by_digest.get((contract, digest))
        if lines is not None:
            lost[contract, lines] = lost.get((contract, lines), 0) - number
    gone = {key: number for key, number in listed.items() if counts_now.get(key, 0) < number}
    origins = {path for _, path, _ in gone}
    origins.update([path for path, name in earlier_names.items() if name in origins])
    violations = [
        violation
        for violation in new.violations
        if lost.get(make_violation_key(violation)[::2], 0) > 0
    ]
    if not violations:
        return moved
    new = new._replace(violations=tuple(violations))
    try:
        lost_entries = {make_entry_key(key): number for key, number in gone.items()}
        recorded = _find_recording_commit(scan.root, baseline_path, lost_entries)
        arrived = (
            _count_arrived_violations(scan, new, origins, recorded=recorded) if recorded else {}
        )
    except GitError:  # a partial or shallow clone lacks it: what is not known to be moved is new
        return moved
    moved_entries = dict(moved)
    for key in sorted(arrived):
        contract, _, lines = key
        times = min(counts.get(key, 0), arrived[key], lost.get((contract, lines), 0))
        if times > 0:
            entry_key = make_entry_key(key)
            moved_entries[entry_key] = moved_entries.get(entry_key, 0) + times
            lost[contract, lines] -= times
    return moved_entries


def _count_arrived_violations(
    scan: ProjectScan, new: Report, origins: Collection[str], *, recorded: str
) -> Occurrences:
    """Return how many violations like those of *new* changes since *recorded* took from *origins*.

    Raises ``GitError``.
    """
    arrived = _count_arrived_until_tip(scan, new, origins, recorded=recorded, tip="HEAD")
    if without_existing(new, arrived).violations:
        for base in find_branch_bases(scan.root):
            by_branch = _count_arrived_until_tip(scan, new, origins, recorded=recorded, tip=base)
            arrived = take_larger_counts(arrived, by_branch)
    return arrived


def _count_arrived_until_tip(
    scan: ProjectScan, new: Report, origins: Collection[str], *, recorded: str, tip: str
) -> Occurrences:
    """Return how many have arrived by the commits from *recorded* to *tip*, and since then."""
    arrived: Occurrences = {}
    for past in _list_pasts(scan, new, origins, recorded=recorded, tip=tip):
        arrived = add_counts(arrived, past.count_moved(new, origins=origins))
    return arrived


def _list_pasts(
    scan: ProjectScan, new: Report, origins: Collection[str], *, recorded: str, tip: str
) -> Iterator[Past]:
    """Yield what is checked before the change since *tip*, and before each commit up to that.

    Of commits those that changed both one of *origins* and a file of *new*.
    """
    root, checker, files = scan.root, scan.checker, scan.all_subjects.files
    paths = {violation.path for violation in new.violations}
    if files.has_only_tracked:
        yield open_past_of_tracked(checker, files, tip)
    else:
        proposed = dict(scan.unlike_disk)
        if isinstance(files, EditedFiles):  # a text that is given
            proposed.update({file.path: file for file in scan.read(sorted(paths))})
        yield open_past(checker, root, tip, proposed=proposed)
    for commit in _commits_of_all(root, (paths, origins), recorded=recorded, tip=tip):
        yield open_past_between(checker, root, f"{commit}^", tip=commit)


def _commits_of_all(
    root: str, groups: Iterable[Collection[str]], *, recorded: str, tip: str
) -> list[str]:
    """Return the commits from *recorded* to *tip* that changed a path of each of the *groups*."""
    prefix, commits_by_group = require_tree(root).prefix, []
    for paths in groups:
        # All commits where there are too many paths for a command line.
        few_paths = sorted(paths) if len(paths) <= _MOST_PATHS else ()
        specs = [f":(literal){prefix}{path}" for path in few_paths]
        words = ("--first-parent", tip, f"^{recorded}", "--", *specs)
        commits_by_group.append(run_rev_list(root, *words).split())
    first, *others = commits_by_group
    return [commit for commit in first if all(commit in group for group in others)][:_MOST_COMMITS]


def _find_recording_commit(root: str, baseline_path: str, entries: Entries) -> str:
    """Return the commit since which the baseline has all of *entries*; empty without a commit.

    One that was never committed is of today, and HEAD has the files that it names. Raises
    ``GitError``.
    """
    if not is_in_repository(root) or resolve_revision(root, "HEAD") is None:
        return ""
    top = require_tree(root).root
    path = find_path_inside(top, resolve_folder_links(baseline_path))
    if not path:
        return "HEAD"
    options = (f"--max-count={_MOST_COMMITS}", "HEAD", "--", f":(literal){path}")
    last_commit, *earlier_commits = run_rev_list(root, *options).split() or ["HEAD"]
    # Whoever changes other entries meanwhile moves none.
    blobs = find_object_ids(top, [f"{commit}:{path}" for commit in earlier_commits])
    # Before one that had none, others are another baseline's.
    blobs_by_commit = dict(takewhile(itemgetter(1), zip(earlier_commits, blobs, strict=True)))
    for commit, content in read_blob_contents(top, blobs_by_commit, [*blobs_by_commit]):
        try:
            entries_then = parse_baseline(content, display_path=baseline_path)
        except BaselineError:
            break
        if any(entries_then.get(key, 0) < number for key, number in entries.items()):
            break
        last_commit = commit
    return last_commit


def note_lost_history(scan: ProjectScan, baseline: Baseline) -> list[Notice]:
    """Return a notice if the *scan* of a shallow clone cannot tell where entries of its *baseline*
    moved with their code.

    It looks as if a violation like theirs were new; whoever removes them there loses them.
    """
    if scan.bases or baseline.added is not None:
        return []
    covered = BaselineComparison(baseline.covering_entries()).count(scan.report)
    new = count_occurrences(without_existing(scan.report, covered).violations)
    new_lines, now = {make_entry_key(key)[1:] for key in new}, make_baseline_entries(scan.report)
    files, content = scan.all_subjects.files, scan.subjects.content
    number = sum(
        key[1:] in new_lines
        and now.get(key, 0) < times
        and (key[0] in content or not files.mode(key[0]))
        for key, times in baseline.entries.items()
    )
    if not number or not is_in_repository(scan.root) or not is_shallow_clone(scan.root):
        return []
    entries = "1 baseline entry" if number == 1 else f"{number} baseline entries"
    text = (
        f"this clone is shallow and does not tell where the code of {entries} went: "
        "git fetch --unshallow gets the rest of the history, or commit what "
        "phaser-lint baseline --prune writes in a clone that has it"
    )
    return [Notice(baseline.given, None, text)]
