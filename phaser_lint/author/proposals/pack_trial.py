"""What each pack of contracts finds in a project, so that none is chosen that nobody chose."""

from __future__ import annotations

import os
import shutil

from phaser_lint.author.proposals.project_traits import ProjectTraits
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.contract.model import Violation
from phaser_lint.contract.pack_table import FOLDER, PACKS
from phaser_lint.core import Record
from phaser_lint.core.text import render_path, render_quantity
from phaser_lint.project import find_git_limits
from phaser_lint.project.temporary_folder import make_temporary_folder

_MANNERS, _PINS = "agent-manners", "ci-pins"


class PackTrial(Record):
    """A pack, what it finds, and whether it is proposed."""

    name: str
    violations: tuple[Violation, ...]
    is_chosen: bool
    reason: str = ""
    """Why it is not chosen by itself, though it finds nothing."""

    def summary(self) -> str:
        """Return how much the pack finds, and the first of it; or why it is not chosen."""
        if not self.violations:
            return f"finds nothing, {self.reason}" if self.reason else "finds nothing"
        first_violation = self.violations[0]
        line_suffix = "" if first_violation.line is None else f":{first_violation.line}"
        files = render_quantity(len({violation.path for violation in self.violations}), "file")
        place = f"{render_path(first_violation.path)}{line_suffix}"
        return f"finds {len(self.violations)} in {files}, the first in {place}"


def try_packs(
    traits: ProjectTraits, *, wanted: frozenset[str], pins_actions: bool
) -> tuple[PackTrial, ...]:
    """Return the trial of each pack in the project, in the order of their names.

    The *wanted* ones are chosen; if somebody named none, those that suit the project and find
    nothing. *pins_actions*: what is written names each action by its commit, as ``ci-pins`` asks.
    Raises ``UsageError``.
    """
    packs_by_rule: dict[str, str] = {}
    with make_temporary_folder() as folder:
        for pack in PACKS:
            for name in os.listdir(os.path.join(FOLDER, pack)):
                shutil.copy(os.path.join(FOLDER, pack, name), folder)
                packs_by_rule[os.path.splitext(name)[0]] = pack
        report = check_project(
            ProjectOptions(
                root=traits.root,
                git=find_git_limits(traits.root),
                contracts_dir=folder,
                user_contracts=False,
                cache=False,
            )
        )
    # Of a new project nobody knows what it will hold. No plain scan checks the contract of
    # ``agent-manners`` on deleted tests.
    reasons = {_MANNERS: "but it judges edits, which no scan shows"}
    if not traits.has_workflows:
        reasons[_PINS] = "for no workflow is here"
    elif not pins_actions:
        reasons[_PINS] = "but the workflow that init writes names a tag"
    for undecided in report.undecided:
        reasons[packs_by_rule[undecided.rule_id]] = f"but could not check all: {undecided.reason}"
    trials = []
    for pack in PACKS:
        violations = [
            violation for violation in report.violations if packs_by_rule[violation.rule_id] == pack
        ]
        reason = "" if wanted else reasons.get(pack, "")
        is_chosen = pack in wanted if wanted else not (reason or violations)
        trials.append(
            PackTrial(name=pack, violations=tuple(violations), is_chosen=is_chosen, reason=reason)
        )
    return tuple(trials)
