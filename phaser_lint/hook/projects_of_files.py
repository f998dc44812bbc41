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
from phaser_lint.hook import (
    HookRequest,
    find_event_folder,
    find_file_levels,
    find_folder_levels,
    find_reading_deadline,
    limit_git,
)
from phaser_lint.project import find_path_inside, find_text_links
from phaser_lint.project.levels import Levels, join_levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# An edit waits for its answer 5 seconds at most, the interpreter's start and what follows included.
DEADLINE_SECONDS = 4.0
# Together with the 16 of Stop still under the 30 that the agents give a hook.
GRACE_SECONDS = 8.0


def open_folder_project(request: HookRequest, folder: str) -> Checker:
    """Return what checks the files of the project that are right in the resolved *folder*."""
    return open_project(request, find_folder_levels(request, folder))


def open_project(
    request: HookRequest,
    levels: Levels,
    places_by_path: Mapping[str, frozenset[int]] | None = None,
    *,
    seconds: float = DEADLINE_SECONDS,
) -> Checker:
    """Return what checks an event's files of a project by the contracts of *levels*, or only those
    that these files may break; all checks end after *seconds* of the event's time.
    """
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
    contracts = open_event_contracts(request, levels, places_by_path)

    def open_with_levels_of(paths: Iterable[str]) -> ContractSet:
        from phaser_lint.project.levels_of_files import with_file_levels  # few edits ask

        all_levels = with_file_levels(levels, paths, home=request.home)
        return contracts if all_levels == levels else open_event_contracts(request, all_levels)

    checker = make_checker(
        contracts,
        request.options.seconds,
        deadline=request.began + seconds,
        grace=GRACE_SECONDS,
        printed=False,
        root=limit_git(request, levels.root),  # its time begins once they are read
    )
    return checker._replace(
        contracts_of=open_with_levels_of, by_agent=True, path_prefix=path_prefix
    )


def open_event_contracts(
    request: HookRequest,
    levels: Levels,
    places_by_path: Mapping[str, frozenset[int]] | None = None,
) -> ContractSet:
    """Return the contracts of *levels* for an event, or those that its files may break."""
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
    opened_contracts, *_ = open_contracts(all_places, end=find_reading_deadline(request))
    return opened_contracts


def split_by_project(
    request: HookRequest, proposals: Iterable[FileProposal]
) -> list[tuple[Checker, list[tuple[str, FileProposal]]]]:
    """Return what checks each project of the files in *proposals*, as far as it has contracts, with
    its files by their paths.

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
        links, files, chains = find_text_links(limit_git(request, root)), [], dict[Levels, None]()
        for levels, path, proposed in placed_proposals:
            if links is None or links.target(path) is None:
                chains[levels] = None
                leads_to = find_path_inside(root, proposed.leads_to) or proposed.leads_to
                files.append((path, with_text_before(proposed)._replace(leads_to=leads_to)))
        if not files:
            continue
        is_one_chain = len(chains) == 1
        levels = next(iter(chains)) if is_one_chain else join_levels(chains)
        places_by_path = find_contracts_in_doubt(request, files) if is_one_chain else None
        checker = open_project(request, levels, places_by_path)
        if checker.has_contracts():
            projects.append((checker, files))
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
