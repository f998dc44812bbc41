"""A contract tried on a commit that fixed what it is about: it fires before, and not after."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal, TypeAlias

from phaser_lint.author.rendered_trial import (
    make_skip_values,
    make_undecided_values,
    make_violation_values,
)
from phaser_lint.author.trial import make_trial_checker
from phaser_lint.check.checked_history import MOST_FILES
from phaser_lint.check.comparison.baseline_file import list_baseline_paths
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.open_project import WholeProject
from phaser_lint.contract.model import Contract, Report, Violation
from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import (
    join_most,
    make_harmless,
    make_printable,
    render_quantity,
    without_commands,
)
from phaser_lint.project.files.commit import CommitFiles
from phaser_lint.project.git import require_repository
from phaser_lint.project.git.changed_entries import list_changes_between_commits
from phaser_lint.project.git.last_commits import Commit, find_commit
from phaser_lint.project.git.renames import find_renames_between, match_renames_by_content
from phaser_lint.project.git.snapshots import read_blob_contents
from phaser_lint.report.paths_from_folder import move_report_to_folder
from phaser_lint.report.summary import render_place, render_skip_count

CommitResult: TypeAlias = Literal["found", "not-found", "still-fires", "undecided"]

_ID_SHOWN = 12
_MOST_PLACES = 10


class CommitState(Record):
    """The files before or after the commit, and what the contract finds in those it changed."""

    files: CommitFiles
    report: Report
    selected: tuple[str, ...]


class CommitTrial(Record):
    """What a contract finds before and after a ``commit``, in the files that it changed.

    Of a contract that asks which files there are it is what it finds in all files, but for what
    stands in a file that the commit left alone, before and after.
    """

    root: str
    contract: Contract
    commit: Commit
    changed: tuple[str, ...]
    before: CommitState
    after: CommitState

    @property
    def result(self) -> CommitResult:
        """Whether the contract would have found what the commit fixed."""
        if self.before.report.undecided or self.after.report.undecided:
            return "undecided"
        if not self.before.report.violations:
            return "not-found"
        return "still-fires" if self.after.report.violations else "found"

    def find_names_after(self) -> dict[str, str]:
        """Return the names that files have after the commit, by those before, if they changed."""
        blobs, blobs_before = self.after.files.snapshot.blobs, self.before.files.snapshot.blobs
        new_paths = [path for path in self.changed if path in blobs and path not in blobs_before]
        renamed = find_renames_between(
            self.root, self.commit.parent, tip=self.commit.id, paths=new_paths
        )
        gone_blobs = {
            path: blobs_before[path]
            for path in self.changed
            if path in blobs_before and path not in blobs and path not in renamed.values()
        }

        def ids_of_new(path: str, _: str) -> tuple[str]:
            return (blobs[path],)

        moved = match_renames_by_content(
            [path for path in new_paths if path not in renamed],
            gone_blobs,
            ids=ids_of_new,
            read_new=partial(read_blob_contents, self.root, blobs),
            read_gone=partial(read_blob_contents, self.root, blobs_before),
        )
        return {old_path: path for path, old_path in {**moved, **renamed}.items()}

    def seen_from_folder(self, folder: str) -> CommitTrial:
        """Return the trial with the paths as they are called from *folder*, for what shows it."""
        before, after = (
            state._replace(report=move_report_to_folder(state.report, folder, root=self.root))
            for state in (self.before, self.after)
        )
        return self._replace(before=before, after=after)


def try_on_commit(
    contract: Contract, project: WholeProject, revision: str, *, seconds: float
) -> CommitTrial:
    """Try *contract* on a commit that fixed something: return what it finds before and after, of a
    merge since its first parent.

    Its pattern has so many *seconds* a file. Nothing of the disk is asked. Raises ``PhaserError``.
    """
    root = project.levels.root
    if "base" in RULES[contract.type].needs:
        raise UsageError(
            f"--fixed-by: expected a type about files, found {contract.type}, which is about "
            "changes; --history shows the commits that it would have stopped"
        )
    require_repository(root)
    commit = find_commit(root, revision)
    flag = f"--fixed-by {make_printable(revision)}"
    if commit is None:
        raise UsageError(f"{flag}: expected a commit, found none of that name")
    if not commit.parent:
        raise UsageError(f"{flag}: expected a commit with a parent, found the first of all")
    changed = [
        change.path for change in list_changes_between_commits(root, commit.parent, commit.id)
    ]
    if len(changed) > MOST_FILES:
        raise UsageError(
            f"--fixed-by {commit.id[:_ID_SHOWN]}: expected a commit that changes at most "
            f"{MOST_FILES} files, found {len(changed)}"
        )
    states, changed_paths = [], frozenset(changed)
    for commit_id in (commit.parent, commit.id):
        files = CommitFiles(root, commit_id)
        checker = make_trial_checker(contract, project, seconds=seconds)
        baselines = list_baseline_paths(root, None)
        all_selected = checker.selection.select_paths(files.paths())
        paths = [path for path in all_selected if path not in baselines]
        targets = {path: files.links.target(path) for path in paths}
        selected = [
            path
            for path, target in targets.items()
            if path in changed_paths or (target and target.path in changed_paths)
        ]
        if checker.selection.asks_for_tree:
            # A partner or a list may be what the commit changed: then all files are checked.
            tree = files.tree(sorted(paths), whole=("",))
            report = engine.check_files(checker, files.read(tree.paths), tree=tree)
        else:
            report = engine.check_files(checker, files.read(selected))
        states.append(CommitState(files, report, selected=tuple(selected)))
    before, after = states
    untouched = {
        violation
        for violation in before.report.violations
        if violation.where != "glob" and violation.path not in changed
    }.intersection(after.report.violations)
    return CommitTrial(
        root=root,
        contract=contract,
        commit=commit,
        changed=tuple(changed),
        before=_without_violations(before, untouched),
        after=_without_violations(after, untouched),
    )


def _without_violations(state: CommitState, violations: set[Violation]) -> CommitState:
    report = state.report
    others = tuple(violation for violation in report.violations if violation not in violations)
    return state._replace(report=report._replace(violations=others))


# What a trial on a commit showed, as text and as plain values for JSON.

_RESULTS: Mapping[CommitResult, str] = {
    "found": "the contract would have found it",
    "not-found": "the contract would not have found it",
    "still-fires": "the contract still fires after it",
    "undecided": "undecided: the pattern took too long",
}


def render_commit_trial(trial: CommitTrial) -> list[str]:
    """Return the lines that are printed of a contract's *trial* on a commit."""
    commit, before, after = trial.commit, trial.before, trial.after
    selected = {*before.selected, *after.selected}
    since = ", a merge, since its first parent" if commit.is_merge else ""
    return [
        make_harmless(f"fixed by {commit.id[:_ID_SHOWN]} {commit.date[:10]} {commit.subject}"),
        f"  {len(selected)} of {render_quantity(len(trial.changed), 'changed file')} "
        f"selected{since}",
        f"  before: {_render_state(before.report)}",
        f"  after: {_render_state(after.report)}",
        _RESULTS[trial.result],
    ]


def _render_state(report: Report) -> str:
    places = [without_commands(render_place(violation)) for violation in report.violations]
    shown_places = join_most(places, _MOST_PLACES, last=" and ")
    totals = [
        render_quantity(len(places), "violation") + (f" ({shown_places})" if places else ""),
        *([f"{len(report.suppressed)} ignored"] if report.suppressed else []),
        *([f"{len(report.undecided)} undecided"] if report.undecided else []),
        *render_skip_count(report.skipped),
    ]
    return ", ".join(totals)


def make_commit_trial_values(trial: CommitTrial) -> dict[str, Any]:
    """Return a contract's *trial* on a commit as plain values, for JSON."""
    commit = trial.commit
    return {
        "commit": commit.id,
        "date": commit.date,
        "files_changed": len(trial.changed),
        "is_merge": commit.is_merge,
        "parent": commit.parent,
        "result": trial.result,
        "subject": commit.subject,
        **{
            name: {
                "files_selected": len(state.selected),
                **make_skip_values(state.report),
                "suppressed": len(state.report.suppressed),
                "undecided": make_undecided_values(state.report),
                "violations": [make_violation_values(found) for found in state.report.violations],
            }
            for name, state in (("before", trial.before), ("after", trial.after))
        },
    }
