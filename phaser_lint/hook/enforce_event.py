"""What ``phaser enforce`` finds of an event that breaks something, or may: imported only then."""

from __future__ import annotations

import os

from phaser_lint.agent import FileProposal, with_text_before
from phaser_lint.check.chosen_contracts import select_by_severity
from phaser_lint.check.edit_check import EditCheck, make_proposal
from phaser_lint.check.engine.checker import Checker
from phaser_lint.contract.model import ContractSet, Report
from phaser_lint.core.file_records import Skip
from phaser_lint.hook import HookRequest, find_file_levels
from phaser_lint.hook.clean import NO_CONTRACTS
from phaser_lint.hook.memory import recall_or_begin_session
from phaser_lint.hook.projects_of_files import open_project
from phaser_lint.project import find_path_inside, is_text_link
from phaser_lint.project.levels import Levels, join_levels
from phaser_lint.project.regular_file import BINARY, SYMBOLIC_LINK, is_utf_16_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.agent import Proposals
    from phaser_lint.check.engine.new_violations import Comparison


def check_event(
    request: HookRequest, proposals: Sequence[FileProposal], severity: str
) -> Report | str:
    """Return the report of ``phaser enforce`` on the file that an event proposes or wrote, or why
    nothing was checked.

    *proposals* are the file itself first, then its other names.
    """
    proposed = proposals[0]
    if not proposed.path:
        return Report(skipped=(Skip("", proposed.skip_reason),))
    levels = find_file_levels(request, proposed.path)
    if find_path_inside(levels.root, proposed.path) is None:
        outside = f"outside of the project at {levels.root}"
        return Report(skipped=(Skip(proposed.path, outside),))
    if is_text_link(levels.root, find_path_inside(levels.root, proposed.path) or ""):
        return Report(skipped=(Skip(proposed.path, SYMBOLIC_LINK),))
    checker, files = place_event_files(request, proposals, levels)
    if request.event.name == "PostToolUse":
        # The edit is on disk already: applied again it would find nothing to replace.
        return check_files_on_disk(request, checker, files, severity=severity)
    if not checker.contracts.contracts:
        problems = checker.contracts.problems
        return Report(problems=problems) if problems else explain_no_contracts(checker.contracts)
    checker = checker.with_contracts(select_by_severity(checker.contracts, severity))
    session = recall_or_begin_session(request, checker.root)
    edit = EditCheck(checker, files, session=session)
    report = edit.check(only_new=False, finds_changes=True)
    return _without_link_names(report, files)


def place_event_files(
    request: HookRequest, files: Iterable[FileProposal], project_levels: Levels
) -> tuple[Checker, Proposals]:
    """Return what checks an event's project for ``phaser enforce``, by all its levels, and those of
    *files* that lie in it, by their paths.
    """
    chains = [project_levels]
    files_of_project = []
    for file in files:
        levels = find_file_levels(request, file.path) if file.path else None
        relative_path = find_path_inside(project_levels.root, file.path)
        if levels is not None and levels.root == project_levels.root and relative_path is not None:
            chains.append(levels)
            leads_to = find_path_inside(project_levels.root, file.leads_to) or ""
            files_of_project.append(
                (relative_path, with_text_before(file)._replace(leads_to=leads_to))
            )
    levels_of_all = join_levels(chains) if len({*chains}) > 1 else chains[0]
    return open_project(request, levels_of_all), files_of_project


def _without_link_names(report: Report, files: Proposals) -> Report:
    report = report._replace(notices=())
    if len(files) == 1:
        return report
    # What is skipped is said by the name of the file.
    linked = {path for path, file in files if file.leads_to}
    return report._replace(
        skipped=tuple([skip for skip in report.skipped if skip.path not in linked])
    )


def explain_no_contracts(contracts: ContractSet, severity: str = "all") -> str:
    """Return why ``enforce`` checks no event or file: no contract of this *severity* counts."""
    if not contracts.contracts and not contracts.idle:
        return NO_CONTRACTS
    of = "" if severity == "all" or not contracts.contracts else f" of severity {severity}"
    return f"no enabled contract{of}; nothing was checked"


def check_files_on_disk(
    request: HookRequest, checker: Checker, files: Proposals, *, severity: str
) -> Report | str:
    """Return the report of ``phaser enforce`` on *files*, of an event after a tool or of
    ``--file``, as they are on disk, by contracts of this *severity*, or why nothing was checked.
    """
    if not checker.has_contracts():
        return explain_no_contracts(checker.contracts)
    from phaser_lint.project.file_or_skip import read_file  # before an edit nothing is read

    checker = checker.with_contracts(select_by_severity(checker.contracts, severity))
    root = checker.root
    files_on_disk = []
    for path, named in files:
        is_binary = is_utf_16_file(os.path.join(root, path))
        file_on_disk = Skip(path, BINARY) if is_binary else read_file(root, path)
        files_on_disk.append((path, make_proposal(file_on_disk)._replace(leads_to=named.leads_to)))
    session = recall_or_begin_session(request, root)
    changes = None
    if checker.selection.about_changes:
        from phaser_lint.check.changes_since_base import find_changes_if_asked  # few contracts ask

        changes = find_changes_if_asked(checker, [path for path, _ in files], session=session)
    comparisons: Sequence[Comparison] = ()
    if checker.compares_suppressed():
        from phaser_lint.check.comparison.commits import CommitComparison  # few contracts ask

        comparisons = (CommitComparison(checker, root, session=session).count,)
    report = EditCheck(checker, files_on_disk).check(
        comparisons=comparisons, only_new=False, changes=changes
    )
    return _without_link_names(report, files_on_disk)
