"""Protection of the hook itself: its files, and the contracts that deny edits of them.

Here stands where protected places may lie, in the projects that an event touches.
"""

from __future__ import annotations

from collections.abc import Iterable

from phaser_lint.contract.deciding_places import list_alias_files, list_named_folders
from phaser_lint.hook import HookRequest, find_folder_levels
from phaser_lint.hook.projects_of_files import open_project
from phaser_lint.project import find_git_root


def list_place_folders(request: HookRequest, folders: Iterable[str] = ()) -> list[str]:
    """Return the folders under which ``--protect`` looks for protected places: where the event
    begins comes first.

    A project nested in it has places of its own, and some events do not name the project: so those
    of the *folders* of files count, too.
    """
    start, home = request.start, request.home
    level_folders = (
        (*_list_level_folders(request, start), find_git_root(start) or "") if start else ()
    )
    nested = [
        level_folder for folder in folders for level_folder in _list_level_folders(request, folder)
    ]
    return list(dict.fromkeys((start, *level_folders, home, *nested)))


def find_named_contract_folders(request: HookRequest, folders: Iterable[str]) -> tuple[str, ...]:
    """Return, for protection, the folders of contracts that a flag names, or what is configured for
    *folders*.

    And the files that aliases of contracts stand in.
    """
    # Few events have a --protect.

    starts = dict.fromkeys((*([request.start] if request.start else ()), *folders))
    chains = [find_folder_levels(request, folder) for folder in starts]
    named = list_named_folders(chains, contracts_dir=request.options.contracts_dir)
    for levels in dict.fromkeys(chains):
        contracts = open_project(request, levels).contracts.contracts
        named = (*named, *list_alias_files(levels.root, contracts, starts))
    return tuple(dict.fromkeys(named))


def _list_level_folders(request: HookRequest, folder: str) -> list[str]:
    """Return the folders of the levels that check what lies in *folder*, and their root, if any."""
    levels = find_folder_levels(request, folder)
    # Without a level or git a folder is a root for itself alone, and no project.
    root = levels.root if levels.levels else find_git_root(folder) or ""
    return [*(level.folder for level in levels.levels), root]
