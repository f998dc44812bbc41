"""What each pack of contracts finds in a project, so that none is chosen that nobody chose."""

from __future__ import annotations

import os
import shutil

from phaser_lint.author.proposals.project_traits import ProjectTraits
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.contract.model import Violation
from phaser_lint.contract.packs import FOLDER, PACKS
from phaser_lint.core import Record
from phaser_lint.core.text import count, path_shown
from phaser_lint.project import git_limits
from phaser_lint.project.whole_files import temporary_folder

_FOR_ALL = ("debuggers", "merge-markers", "secrets")
_PINS = "ci-pins"


class PackTrial(Record):
    """A pack, what it finds, and whether it is proposed."""

    name: str
    violations: tuple[Violation, ...]
    is_chosen: bool

    def summary(self) -> str:
        """Return how much it finds, and the first of it."""
        if not self.violations:
            return "finds nothing"
        first_violation = self.violations[0]
        line_suffix = "" if first_violation.line is None else f":{first_violation.line}"
        files = count(len({violation.path for violation in self.violations}), "file")
        place = f"{path_shown(first_violation.path)}{line_suffix}"
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
    with temporary_folder() as folder:
        for pack in PACKS:
            for name in os.listdir(os.path.join(FOLDER, pack)):
                shutil.copy(os.path.join(FOLDER, pack, name), folder)
                packs_by_rule[os.path.splitext(name)[0]] = pack
        report = check_project(
            ProjectOptions(
                root=traits.root,
                git=git_limits(traits.root),
                contracts_dir=folder,
                user_contracts=False,
                cache=False,
            )
        )
    undecided_packs = {packs_by_rule[undecided.rule_id] for undecided in report.undecided}
    # Of a new project nobody knows what it will hold. ``agent-manners`` is never chosen so: no
    # plain scan can check its contract on deleted tests.
    has_pins = traits.has_workflows and pins_actions
    suitable_packs = {*_FOR_ALL, *[_PINS] * has_pins} - undecided_packs
    trials = []
    for pack in PACKS:
        violations = [
            violation for violation in report.violations if packs_by_rule[violation.rule_id] == pack
        ]
        is_chosen = pack in (wanted or suitable_packs) and (bool(wanted) or not violations)
        trials.append(PackTrial(pack, tuple(violations), is_chosen))
    return tuple(trials)
