"""One hook event and where it happens: made once, then handed on to all that answers it.

Which project a file belongs to, and what it is judged by, is told here and nowhere else. What the
hook's clean path needs comes first, and imports nothing heavy.
"""

from __future__ import annotations

import os

from phaser_lint.agents import adapter_of
from phaser_lint.record import Record
from phaser_lint.root import (
    agent_project,
    cache_folder,
    contract_folders,
    find_root,
    git_top,
    home_folder,
    may_hold_contracts,
    path_inside,
    project_root,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaser_lint.agents.event import Adapter, Event, Reconstruction
    from phaser_lint.contracts.kept import Places
    from phaser_lint.model import ContractSet

SECONDS = 0.1


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


class Occasion(Record):
    """An event of an agent, how it is to be judged, and where it happens. All folders are resolved.

    ``project`` is the agent's own, empty where neither its variable nor the event names it.
    ``start`` is where the event begins: the project, else the working directory, which may move;
    empty where the event tells neither. ``cache`` is empty without a home.
    """

    event: Event
    agent: str
    adapter: Adapter
    options: Options
    home: str
    cache: str
    project: str
    start: str


class Project(Record):
    """A project with the contracts that judge what lies in it."""

    root: str
    contracts: ContractSet

    def judges(self) -> bool:
        """Tell whether there is anything to judge by, or to say of it."""
        return bool(self.contracts.contracts or self.contracts.problems)


def occasion_of(value: Any, agent: str, options: Options) -> Occasion:
    """Return the occasion of an event of *agent*, read from its JSON *value*.

    Raises ``UsageError`` for an agent that is not known, ``InputError`` for what is no event.
    """
    adapter, home = adapter_of(agent), home_folder()
    event = adapter.parse_event(value)
    project = agent_project(os.environ, adapter.PROJECT_VARIABLE, named=event.project)
    moving = event.working_directory
    start = project or (os.path.realpath(moving) if moving else "")
    cache = cache_folder(os.environ, home=home)
    return Occasion(event, agent, adapter, options, home, cache, project, start)


def root_of(occasion: Occasion, folder: str) -> str:
    """Return the root of the project that judges what lies in the resolved *folder*."""
    return project_root(folder, home=occasion.home, fallback=occasion.project or None)


def may_judge(occasion: Occasion, root: str) -> bool:
    """Tell whether there may be anything to judge the project at *root* by."""
    folders = contract_folders(root, home=occasion.home)
    return occasion.options.contracts_dir is not None or may_hold_contracts(folders)


def has_own_contracts(root: str) -> bool:
    """Tell whether there may be contracts in the project at *root*, whatever the user's are."""
    return may_hold_contracts(contract_folders(root, home=""))


def places_of(occasion: Occasion, root: str) -> Places:
    """Return where the contracts for the project at *root* lie, and where they are stored."""
    # Here, not above: most events end before they need it.
    from phaser_lint.contracts import kept

    return kept.places_of(root, home=occasion.home, cache=occasion.cache)


def start_of(occasion: Occasion) -> str:
    """Return where the event begins: the folder of this process, if the event does not tell."""
    return occasion.start or os.path.realpath(os.getcwd())


def project_of(occasion: Occasion, folder: str) -> Project:
    """Return the project that judges what lies in the resolved *folder*."""
    root, home = root_of(occasion, folder), occasion.home
    given = occasion.options.contracts_dir
    if given is None:
        from phaser_lint.contracts.read import load_kept

        return Project(root, load_kept(root, home=home, cache=occasion.cache))
    from phaser_lint.contracts.load import load_contracts

    return Project(root, load_contracts(root=root, home=home, contracts_dir=given))


def by_project(
    occasion: Occasion, proposals: Iterable[Reconstruction]
) -> list[tuple[Project, list[tuple[str, Reconstruction]]]]:
    """Return the projects that have something to judge, each with its files by their paths."""
    projects: dict[str, tuple[Project, list[tuple[str, Reconstruction]]]] = {}
    for proposed in proposals:
        if not proposed.path:
            continue
        project = project_of(occasion, os.path.dirname(proposed.path))
        inside = path_inside(project.root, proposed.path)
        if inside is not None and project.judges():
            projects.setdefault(project.root, (project, []))[1].append((inside, proposed))
    return list(projects.values())


def protected_bases(occasion: Occasion, folders: Iterable[str] = ()) -> list[str]:
    """Return the folders that protected places may lie in: where the event begins comes first.

    A project nested in it has places of its own, and some events do not name the project: so those
    of the *folders* of files count, too.
    """
    start, home = occasion.start, occasion.home
    above = (find_root(start, home=home) or "", git_top(start) or "") if start else ()
    nested = [find_root(folder, home=home) or git_top(folder) or "" for folder in folders]
    return list(dict.fromkeys((start, *above, home, *nested)))


def context_program(occasion: Occasion) -> str:
    """Return the program that knows what links name, nothing where it is not installed."""
    from phaser_lint.concepts.maenifold import find_program

    return find_program(os.environ, home=occasion.home)


def was_said(occasion: Occasion, text: str, *, root: str, to_each: bool = False) -> bool:
    """Tell whether *text* was said of the project at *root* in this session; from now on it was.

    *to_each*: a subagent has not read what another one was told.
    """
    from phaser_lint.sessions.said import said_before

    session = occasion.event.session
    if to_each and session:
        session = f"{session}\n{occasion.event.subagent}"
    return said_before(occasion.cache, session=session, root=root, text=text)
