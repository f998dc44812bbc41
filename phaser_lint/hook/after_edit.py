"""The hook after an edit: what the files on disk hold now; the edit is not applied again."""

from __future__ import annotations

from functools import partial

from phaser_lint.agent import Decision, Reconstruction
from phaser_lint.agent.other_tools import may_have_written
from phaser_lint.check.comparison.before_edit import before_edit
from phaser_lint.check.comparison.since_commit import told_by_others
from phaser_lint.check.edit_check import (
    about_failures,
    changes_written,
    check_reconstruction,
    reconstruction_of,
    with_undecided,
)
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.comparison import counted, either, key_of
from phaser_lint.check.other_files import tree_on_disk
from phaser_lint.check.project_files import read_files
from phaser_lint.hook.after_command import (
    after_change,
    after_others,
    remember_written,
    session_at,
    told_of,
    unseen,
    untold,
)
from phaser_lint.hook.changed_files import Unseen, begun, changed_files
from phaser_lint.hook.decisions import names_several, together, was_foreseen
from phaser_lint.hook.feedback import ready_on_disk, said
from phaser_lint.hook.garbled_texts import garbled
from phaser_lint.hook.memory.session import memory_of, session_of, touch
from phaser_lint.hook.projects_of_files import by_project, judge_of
from phaser_lint.project.disk import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.check.engine.fingerprints import Key
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Report
    from phaser_lint.core.errors import GitError
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.hook.projects_of_files import Project


def after_tool(occasion: Occasion) -> Decision:
    """Return what is to be said of the files on disk after a tool has run, or has failed."""
    event = occasion.event
    paths = occasion.adapter.touched_paths(event)
    failed = event.name == "PostToolUseFailure"  # of a file tool: nothing was written
    touch(occasion, paths)
    decisions = [] if failed or not paths else [after_edit(occasion, paths)]
    if may_have_written(event, names_files=bool(paths)):
        for seen in changed_files(occasion):
            if isinstance(seen, Unseen):
                decisions.append(unseen(occasion, seen.root, seen.reason))
            elif any((seen.changed, seen.older, seen.gone, seen.held, seen.unknown)) or (
                not seen.memory.begun
            ):
                decisions.append(after_change(occasion, seen, said))
    return together(decisions)


def after_edit(occasion: Occasion, paths: Sequence[str]) -> Decision:
    """Return what is to be said of the files that an event wrote."""
    decisions = []
    written = [Reconstruction(path=path) for path in paths]
    for project, files in by_project(occasion, written):
        inside = [path for path, _ in files]
        judge = judge_of(occasion, project)
        report = _written_report(occasion, judge, project, inside)
        if occasion.adapter.CHANNEL.get("reads_before"):
            report = _not_foreseen(occasion, judge, project, report)
        ready = ready_on_disk(judge, report, project.root)
        decisions.append(said(ready, project, inside, with_path=names_several(paths)))
        decisions.append(garbled(occasion, judge, project, report))
        # An edit of what a file lacks need not say it again.
        untold(occasion, project, told_by_others(judge, report))
        memory = begun(memory_of(occasion, project.root), occasion.event)
        session, committed = session_of(memory), memory.committed
        decisions.append(after_others(occasion, judge, project, inside, session, committed, said))
        remember_written(occasion, judge, project, inside)
    return together(decisions)


def _not_foreseen(occasion: Occasion, judge: Judge, project: Project, report: Report) -> Report:
    """Return *report* on files on disk without what was said of them before they were written.

    Settings of earlier versions have the hook run after an edit, too.
    """
    was_said = partial(was_foreseen, occasion, root=project.root)
    known = [each for each in report.violations if was_said(key_of(each))]
    more = _more_than_foreseen(occasion, judge, project, report) if known else set()
    left = [each for each in report.violations if each not in known or key_of(each) in more]
    late = [each for each in report.undecided if not was_said(each)]
    problems = () if was_said(report.problems) else report.problems
    return report._replace(violations=tuple(left), undecided=tuple(late), problems=problems)


def _more_than_foreseen(
    occasion: Occasion, judge: Judge, project: Project, report: Report
) -> set[Key]:
    """Return what files hold more often than was foreseen, as a formatter may have made them."""
    told = told_of(memory_of(occasion, project.root), report.checked)
    on_disk = engine.examine(judge, read_files(project.root, report.checked))
    now = counted({*on_disk.violations, *report.violations})
    return {key for key, times in now.items() if times > told.get(key, times)}


def _written_report(
    occasion: Occasion, judge: Judge, project: Project, paths: Sequence[str]
) -> Report:
    root, original = project.root, occasion.event.original
    session = session_at(occasion, project)
    if original is None or len(paths) > 1:
        from phaser_lint.check.edited_together import check_written

        changes, unknown = changes_written(judge, root, paths, session=session)
        last = session._replace(since="")
        report = check_written(judge, root, paths, session=last, changes=changes)
        return with_undecided(report, unknown)
    file = read_file(root, paths[0])
    written = reconstruction_of(file)._replace(before=original, is_new=not original)
    changed = paths if written.text != original else ()
    changes, unknown = changes_written(judge, root, changed, session=session)
    failures: list[GitError] = []
    created = {paths[0]} if written.is_new else set()
    before = before_edit(
        judge,
        root,
        proposed={paths[0]: file},
        created=created,
        since=session.since,
        failed=failures.append,
    )
    if changes is not None:
        from phaser_lint.check.kinds_of_change import without_edit

        before = either(before, without_edit(judge, changes, originals={paths[0]: original}))
    judge = judge._replace(before=before)
    report = check_reconstruction(
        judge, paths[0], written, tree=tree_on_disk(root, paths), changes=changes
    )
    report = with_undecided(report, unknown)
    return report._replace(notices=(*report.notices, *about_failures(failures)))
