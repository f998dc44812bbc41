"""The projects whose files an event touches, each with the contracts that judge them.

Apart from ``occasion``, since the hook's clean path judges by what is stored alone.
"""

from __future__ import annotations

import os
import time

from phaser_lint.check.engine.judge import Limits
from phaser_lint.contract.read import open_contracts
from phaser_lint.core import Record
from phaser_lint.hook.occasion import levels_of, places_of, reading_ends, start_of, timed
from phaser_lint.project.root import path_inside, together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.agent import Reconstruction
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import ContractSet
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.project.root import Levels


# An edit waits for its answer 5 seconds at most, the interpreter's start and what follows included.
DEADLINE_SECONDS = 4.0
# Together with the 16 of Stop still under the 30 that the agents give a hook.
GRACE_SECONDS = 8.0


class Project(Record):
    """A project by its top, with the contracts of the levels that judge some of its files.

    ``way`` stands before its paths where an agent reads them: nothing in the project that it works
    in, ``vendor/lib/`` for one that lies in there, ``/work/other/`` for any other one.
    """

    root: str
    contracts: ContractSet
    way: str

    def judges(self) -> bool:
        """Tell whether there is anything to judge by, or to say of it."""
        return bool(self.contracts.contracts or self.contracts.problems)


def project_of(occasion: Occasion, folder: str) -> Project:
    """Return the project that judges what lies directly in the resolved *folder*."""
    return project_by(occasion, levels_of(occasion, folder))


def project_by(occasion: Occasion, levels: Levels) -> Project:
    """Return the project with the contracts of *levels*."""
    root, way = timed(occasion, levels.top), _way_to(occasion, levels.top)
    opened = open_contracts(places_of(occasion, levels), end=reading_ends(occasion))
    return Project(root, opened.contracts, way)


def _way_to(occasion: Occasion, top: str) -> str:
    try:
        own = start_of(occasion)
    except FileNotFoundError:  # no event tells one, and that of the process was deleted
        return _folder(top)
    here = os.path.realpath(occasion.event.working_directory or own)
    tops = {levels_of(occasion, each).top for each in {own, here}}
    if tops == {top}:
        return ""
    # Where the agent went from its project into a worktree, src/a.py is a file of either.
    only = tops.pop() if len(tops) == 1 else ""
    # Of the root folder, work/a.py would look like a file of some project.
    inside = path_inside(only, f"{top}{os.sep}") if only.strip(os.sep) else None
    return inside or _folder(top)


def _folder(path: str) -> str:
    return f"{path.replace(os.sep, '/').rstrip('/')}/"


def judge_of(occasion: Occasion, project: Project, seconds: float = DEADLINE_SECONDS) -> Judge:
    """Return what judges in an event that may take so many *seconds*, all its checks together."""
    # Here, not above: who asks for contracts alone, as a link does, needs no engine.
    from phaser_lint.check.engine.judge import judge_by

    options = occasion.options
    limits = Limits(options.seconds, options.began + seconds, GRACE_SECONDS, printed=False)
    return judge_by(project.contracts, limits, clock=time.monotonic)


def by_project(
    occasion: Occasion, proposals: Iterable[Reconstruction]
) -> list[tuple[Project, list[tuple[str, Reconstruction]]]]:
    """Return the projects that have something to judge, each with its files by their paths.

    A project has the contracts of all levels of its files: what moves from one to another is seen.
    """
    chains: dict[str, list[Levels]] = {}
    files: dict[str, list[tuple[str, Reconstruction]]] = {}
    for proposed in proposals:
        if not proposed.path:
            continue
        levels = levels_of(occasion, os.path.dirname(proposed.path))
        inside = path_inside(levels.top, proposed.path)
        if inside is not None:
            chains.setdefault(levels.top, []).append(levels)
            files.setdefault(levels.top, []).append((inside, proposed))
    found = [(project_by(occasion, together(each)), files[top]) for top, each in chains.items()]
    return [(project, each) for project, each in found if project.judges()]
