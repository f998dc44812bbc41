"""What the answers to all events share: options, the projects of files, decisions put together."""

from __future__ import annotations

import os
import time

from phaser_lint.agents.event import Decision
from phaser_lint.contracts.read import load_kept
from phaser_lint.engine.judge import judge_by
from phaser_lint.model import ContractSet, Limits, Report
from phaser_lint.record import Record
from phaser_lint.root import cache_folder, home_folder, path_inside, project_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.agents.event import Adapter, Event, Reconstruction
    from phaser_lint.engine.judge import Judge
    from phaser_lint.model import Violation

SECONDS = 0.1
# An edit waits for its answer 5 seconds at most, the interpreter's start and what follows included.
DEADLINE_SECONDS = 4.0
# Together with the 16 of Stop still under the 30 that the agents give a hook.
GRACE_SECONDS = 8.0


class Options(Record):
    """How the hook judges. ``began``: when it did, by the monotonic clock."""

    began: float

    contracts_dir: str | None = None
    block_all: bool = False
    fail_closed: bool = False
    seconds: float = SECONDS
    agent: str = ""
    abort: bool = False
    augment: bool = False
    protect: bool = False


class Project(Record):
    """The project of a touched file, with its contracts."""

    root: str
    contracts: ContractSet

    def judges(self) -> bool:
        """Tell whether there is anything to judge by, or to say of it."""
        return bool(self.contracts.contracts or self.contracts.problems)


def root_of(start: str, event: Event, adapter: Adapter) -> str:
    """Return the root of the project that the resolved folder *start* lies in."""
    named = os.environ.get(adapter.PROJECT_VARIABLE or " ") or event.project
    fallback = os.path.realpath(named) if named else None
    return project_root(start, home=home_folder(), fallback=fallback)


def project_of(start: str, event: Event, adapter: Adapter, options: Options) -> Project:
    """Return the project that judges what lies in the resolved folder *start*."""
    home, root = home_folder(), root_of(start, event, adapter)
    if options.contracts_dir is None:
        cache = cache_folder(os.environ, home=home)
        return Project(root, load_kept(root, home=home, cache=cache))
    from phaser_lint.contracts.load import load_contracts

    return Project(root, load_contracts(root=root, home=home, contracts_dir=options.contracts_dir))


def judge_of(project: Project, options: Options, seconds: float = DEADLINE_SECONDS) -> Judge:
    """Return what judges in an event that may take so many *seconds*, all its checks together."""
    limits = Limits(options.seconds, options.began + seconds, GRACE_SECONDS, printed=False)
    return judge_by(project.contracts, limits, clock=time.monotonic)


def by_project(
    proposals: Iterable[Reconstruction], event: Event, adapter: Adapter, options: Options
) -> list[tuple[Project, list[tuple[str, Reconstruction]]]]:
    """Return the projects that have something to judge, each with its files by their paths."""
    projects: dict[str, tuple[Project, list[tuple[str, Reconstruction]]]] = {}
    for proposed in proposals:
        if not proposed.path:
            continue
        project = project_of(os.path.dirname(proposed.path), event, adapter, options)
        inside = path_inside(project.root, proposed.path)
        if inside is not None and project.judges():
            projects.setdefault(project.root, (project, []))[1].append((inside, proposed))
    return list(projects.values())


def together(decisions: Sequence[Decision]) -> Decision:
    """Return one decision for several projects: any of them may deny."""
    if len(decisions) == 1:
        return decisions[0]
    verdicts = [decision.verdict for decision in decisions if decision.verdict]
    return Decision(
        verdicts[0] if verdicts else "",
        reason=joined(*[decision.reason for decision in decisions]),
        context=joined(*[decision.context for decision in decisions]),
        to_user=joined(*[decision.to_user for decision in decisions]),
    )


def errors_of(report: Report) -> list[Violation]:
    """Return the violations that block."""
    return [violation for violation in report.violations if violation.severity == "error"]


def joined(*parts: str) -> str:
    """Return the lines that are not empty."""
    return "\n".join(part for part in parts if part)
