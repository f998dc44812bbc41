"""The projects whose files an event touches, each with the contracts that check them.

Apart from the request, since the hook's clean path checks by what is stored alone.
"""

from __future__ import annotations

import os

from phaser_lint.agent import FileProposal, with_text_before
from phaser_lint.check.engine.checker import Checker, make_checker
from phaser_lint.check.engine.directive_places import may_hold_directives
from phaser_lint.contract import find_stored_contracts
from phaser_lint.contract.model import ContractSet
from phaser_lint.contract.packed_contracts import unpack_contract_set
from phaser_lint.core import Record
from phaser_lint.hook import (
    HookRequest,
    find_event_folder,
    find_file_levels,
    find_folder_levels,
    find_reading_deadline,
    limit_git,
)
from phaser_lint.project import find_path_inside, find_text_links
from phaser_lint.project.levels import Levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# An edit waits for its answer 5 seconds at most, the interpreter's start and what follows included.
DEADLINE_SECONDS = 4.0
# Together with the 16 of Stop still under the 30 that the agents give a hook.
GRACE_SECONDS = 8.0


class Project(Record):
    """A project by its root, with the contracts of the levels that check some of its files.

    ``path_prefix`` comes before its paths where an agent reads them: nothing in the project that
    the agent works in, ``vendor/lib/`` for one inside it, ``/work/other/`` for any other one.
    """

    root: str
    contracts: ContractSet
    path_prefix: str
    levels: Levels

    def has_contracts(self) -> bool:
        """Tell whether there are contracts to check by, or problems of contracts to report."""
        return bool(self.contracts.contracts or self.contracts.problems)


def open_folder_project(request: HookRequest, folder: str) -> Project:
    """Return the project, with its contracts, of files right in the resolved *folder*."""
    return open_project(request, find_folder_levels(request, folder))


def open_project(
    request: HookRequest,
    levels: Levels,
    places_by_path: Mapping[str, frozenset[int]] | None = None,
) -> Project:
    """Return the project with the contracts of *levels*, or only those that its files may break."""
    # What it is shown by: in the root folder, work/a.py would look like a file of some project.
    path_prefix = f"{levels.root.replace(os.sep, '/').rstrip('/')}/"
    try:
        start = find_event_folder(request)
    except FileNotFoundError:  # the event names no folder, and that of the process was deleted
        pass
    else:
        here = os.path.realpath(request.event.working_directory or start)
        roots = {find_folder_levels(request, folder).root for folder in {start, here}}
        # Where the agent went from its project into a worktree, src/a.py is a file of either.
        only = roots.pop() if len(roots) == 1 else ""
        if only == levels.root:
            path_prefix = ""
        elif only.strip(os.sep):
            path_prefix = find_path_inside(only, f"{levels.root}{os.sep}") or path_prefix
    contracts = _open_contracts(request, levels, places_by_path)
    return Project(
        limit_git(request, levels.root),  # its time begins once they are read
        contracts,
        path_prefix=path_prefix,
        levels=levels,
    )


def _open_contracts(
    request: HookRequest,
    levels: Levels,
    places_by_path: Mapping[str, frozenset[int]] | None = None,
) -> ContractSet:
    home, cache, contracts_dir = request.home, request.cache, request.options.contracts_dir
    # Mostly the quick check has opened them.
    stored = request.stored_by_levels.get(levels) or find_stored_contracts(
        levels, home=home, cache=cache, contracts_dir=contracts_dir
    )
    contracts = None if stored is None else unpack_contract_set(stored, places_by_path)
    if contracts is not None:
        return contracts
    from phaser_lint.contract.open_contracts import (
        make_identified_places,
        open_contracts,  # a file changed, or one has a problem
    )

    all_places = make_identified_places(levels, home=home, cache=cache, contracts_dir=contracts_dir)
    return open_contracts(all_places, end=find_reading_deadline(request)).contracts


def make_event_checker(
    request: HookRequest, project: Project, seconds: float = DEADLINE_SECONDS
) -> Checker:
    """Return what checks an event's files by the contracts of their *project*; all checks end after
    *seconds* of the event's time.
    """

    def contracts_of(paths: Iterable[str]) -> ContractSet:
        return open_contracts_with_levels_of(paths, request=request, project=project)

    checker = make_checker(
        project.contracts,
        request.options.seconds,
        deadline=request.began + seconds,
        grace=GRACE_SECONDS,
        printed=False,
        root=project.root,
    )
    return checker._replace(contracts_of=contracts_of, by_agent=True)


def open_contracts_with_levels_of(
    paths: Iterable[str], *, request: HookRequest, project: Project
) -> ContractSet:
    """Return the contracts of a *project* for the hook's *request* with those of the levels of more
    files, by their *paths*.
    """
    from phaser_lint.project.levels_of_files import with_file_levels  # few edits ask, as below

    levels = with_file_levels(project.levels, paths, home=request.home)
    return project.contracts if levels == project.levels else _open_contracts(request, levels)


def split_by_project(
    request: HookRequest, proposals: Iterable[FileProposal]
) -> list[tuple[Project, list[tuple[str, FileProposal]]]]:
    """Return the projects of the files in *proposals*, as far as they have contracts, each with its
    files by their paths.

    A project has the contracts of all levels of its files: what moves from one to another is seen.
    What a link leads to is a path in the project, too.
    """
    proposals_by_root: dict[str, list[tuple[Levels, str, FileProposal]]] = {}
    for proposed in proposals:
        if not proposed.path:
            continue
        levels = find_file_levels(request, proposed.path)
        path = find_path_inside(levels.root, proposed.path)
        if path is not None:
            proposals_by_root.setdefault(levels.root, []).append((levels, path, proposed))
    projects = []
    for root, placed_proposals in proposals_by_root.items():
        links, files, chains = find_text_links(root), [], dict[Levels, None]()
        for levels, path, proposed in placed_proposals:
            if links is None or links.target(path) is None:
                chains[levels] = None
                leads_to = find_path_inside(root, proposed.leads_to) or proposed.leads_to
                files.append((path, with_text_before(proposed)._replace(leads_to=leads_to)))
        if not files:
            continue
        if len(chains) == 1:
            places_by_path = find_contracts_in_doubt(request, files)
            project = open_project(request, next(iter(chains)), places_by_path)
        else:
            from phaser_lint.project.levels_of_files import join_levels

            project = open_project(request, join_levels(chains))
        if project.has_contracts():
            projects.append((project, files))
    return projects


def find_contracts_in_doubt(
    request: HookRequest, files: Iterable[tuple[str, FileProposal]]
) -> dict[str, frozenset[int]] | None:
    """Return of each of an event's *files* of one project, by its path there, the places of the
    contracts that it may break, as far as the clean path found out.

    ``None``: any contract may have something to say of them, if only of their directives.
    """
    places_by_path: dict[str, frozenset[int]] = {}
    for path, proposal in files:
        places = request.places_in_doubt.get(proposal.path)
        if places is None or proposal.leads_to or may_hold_directives(proposal.text or ""):
            return None
        places_by_path[path] = places
    return places_by_path
