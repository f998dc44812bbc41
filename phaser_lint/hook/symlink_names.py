"""The names that links give the files of an event: each is checked like the file's own."""

from __future__ import annotations

import os
from collections.abc import Iterable

from phaser_lint.agent import FileProposal, keep_possible_path
from phaser_lint.hook import (
    HookRequest,
    find_file_levels,
    find_folder_levels,
    list_named_paths,
    may_check,
)
from phaser_lint.project import explain_link_out, lies_in
from phaser_lint.project.link_names import are_in_one_checkout, list_link_names


def with_link_names(request: HookRequest, written_paths: Iterable[str]) -> HookRequest:
    """Return *request* with the names that symbolic links in *written_paths*, absolute paths, give
    its files.

    A link that stands in another checkout than the file gives it no name in either.
    """
    proposals_by_path = {proposal.path: proposal for proposal in request.proposals if proposal.path}
    folders_by_name: dict[str, str] = {}
    linked_proposals: list[FileProposal] = []
    for full in dict.fromkeys(written_paths):
        real = os.path.realpath(full)
        if real not in proposals_by_path and real not in request.touched:
            continue
        for name in list_link_names(full):
            root = find_folder_levels(request, name.folder).root
            is_known = name.path in folders_by_name or name.path in proposals_by_path
            if is_known or not are_in_one_checkout(name, real, root=root):
                continue
            folders_by_name[name.path] = name.folder
            if real in proposals_by_path:
                linked_proposals.append(
                    proposals_by_path[real]._replace(path=name.path, leads_to=real)
                )
    linked_request = request._replace(
        proposals=(*request.proposals, *linked_proposals),
        touched=(*request.touched, *folders_by_name) if request.touched else (),
        links=folders_by_name,
    )
    return linked_request._replace(unfollowed=tuple(_find_unfollowed_names(linked_request)))


def _find_unfollowed_names(request: HookRequest) -> list[str]:
    """Return the files that the event names by a link out of a project with contracts, and why.

    Where the link leads to, nothing checks them.
    """
    paths_elsewhere = {
        proposal.path
        for proposal in request.proposals
        if proposal.path and not lies_in(proposal.path, request.start)
    }
    unfollowed_names = []
    for folder, path in list_named_paths(request.event, request.adapter) if paths_elsewhere else ():
        full = os.path.normpath(os.path.join(folder, path)) if keep_possible_path(path) else ""
        real = os.path.realpath(full) if full else ""
        if real == full or real not in paths_elsewhere:
            continue
        if may_check(request, find_file_levels(request, real)):
            continue
        link_levels = find_folder_levels(request, os.path.dirname(full))
        reason = explain_link_out(full, link_levels.root) if may_check(request, link_levels) else ""
        if reason:
            unfollowed_names.append(f"{path}: {reason}")
    return unfollowed_names
