"""A contract tried on the project before it is written: what a scan would say, and what nearly."""

from __future__ import annotations

import time

from phaser_lint.authoring.near_misses import Nearby, nearby
from phaser_lint.authoring.slow_shape import slow_text
from phaser_lint.checks.baseline_file import baseline_paths
from phaser_lint.checks.kinds_of_change import project_changes
from phaser_lint.checks.other_files import tree_among
from phaser_lint.checks.project_files import read_files
from phaser_lint.checks.project_options import ProjectOptions
from phaser_lint.checks.subjects import Asked
from phaser_lint.contracts.configuration import read_configuration
from phaser_lint.contracts.resolve import resolved
from phaser_lint.engine import check as engine
from phaser_lint.engine.judge import Limits, judge_by
from phaser_lint.files.listed import broken_links_on_disk
from phaser_lint.files.root import PROJECT_FOLDERS
from phaser_lint.record import Record
from phaser_lint.rules import RULES, is_about_changes
from phaser_lint.rules.rule import SEARCHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.change import Changes
    from phaser_lint.checks.every_level import WholeProject
    from phaser_lint.engine.judge import Judge
    from phaser_lint.model import Contract, Report

_NEAR_SECONDS = 3.0
# Of what a pattern may take on a file, for all of them.
_TIMES = 10
# What changed is what is not in it yet.
_COMMIT = "HEAD"


class ProjectTrial(Record):
    """What a contract says of the project at ``root``.

    ``report`` is a scan's. ``listed`` are all files there are, ``selected`` those that the contract
    selects. ``slow`` is a text that the pattern runs away on, if one is known. ``compared``: there
    was a commit to tell what changed.
    """

    root: str
    contract: Contract
    listed: tuple[str, ...]
    selected: tuple[str, ...]
    report: Report
    near: Nearby
    slow: str
    compared: bool


def tried(contract: Contract, project: WholeProject, *, seconds: float) -> ProjectTrial:
    """Return what *contract* says of the *project*.

    Its pattern has so many *seconds* a file, and ten times as many for all. Raises ``PhaserError``.
    """
    root, listed = project.levels.top, sorted(project.files)
    judge = trial_judge(contract, project, seconds=seconds)
    baselines = baseline_paths(root, None)
    selected = [path for path in judge.selection.selected(listed) if path not in baselines]
    tree = tree_among(
        sorted(selected),
        whole=("",),
        listing=lambda: listed,
        read=lambda paths: read_files(root, paths),
        leads_nowhere=broken_links_on_disk(root),
    )
    changes = _changes(contract, root)
    report = engine.check(judge, read_files(root, tree.paths), tree=tree, changes=changes)
    return ProjectTrial(
        root,
        contract,
        tuple(listed),
        tuple(tree.paths),
        report,
        _near(contract, root, report, tree.paths),
        slow_text(contract),
        changes is not None,
    )


def trial_judge(contract: Contract, project: WholeProject, *, seconds: float) -> Judge:
    """Return the judge by this contract alone, as far as the project's configuration lets it.

    Its time begins to run: so many *seconds* a file, and ten times as many for all.
    """
    configuration = read_configuration(project.levels)
    alone = resolved([contract], exclude=configuration.exclude)
    folders = dict.fromkeys([*project.contracts.folders, *PROJECT_FOLDERS])
    limits = Limits(seconds, time.monotonic() + _TIMES * seconds)
    tried = alone._replace(folders=(*folders,), directives_as_text=configuration.directives_as_text)
    return judge_by(tried, limits, clock=time.monotonic)


def _changes(contract: Contract, root: str) -> Changes | None:
    if not is_about_changes(contract):
        return None
    options = ProjectOptions(root=root, changed_since=_COMMIT)
    return project_changes(root, Asked(("",)), options, commit=None)


def _near(contract: Contract, root: str, report: Report, selected: Sequence[str]) -> Nearby:
    if RULES[contract.type].reads not in SEARCHING:
        return Nearby()
    files = read_files(root, selected)
    return nearby(contract, files, broken=report.violations, seconds=_NEAR_SECONDS)
