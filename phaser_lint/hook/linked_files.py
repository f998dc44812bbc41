"""The names that links give the files of an event: each is checked like the file's own."""

from __future__ import annotations

import os

from phaser_lint.hook.request import levels_of
from phaser_lint.project.links import are_in_one_checkout, names_by_links

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.agent import Reconstruction
    from phaser_lint.hook.request import HookRequest


def with_link_names(request: HookRequest, written_paths: Iterable[str]) -> HookRequest:
    """Return *request* with the names that the absolute paths *written_paths* give its files.

    A link that stands in another checkout than the file gives it no name in either.
    """
    proposals_by_path = {proposal.path: proposal for proposal in request.proposals if proposal.path}
    links: dict[str, str] = {}
    linked_proposals: list[Reconstruction] = []
    for full in dict.fromkeys(written_paths):
        real = os.path.realpath(full)
        if real not in proposals_by_path and real not in request.touched:
            continue
        for name in names_by_links(full):
            root = levels_of(request, name.folder).root
            is_known = name.path in links or name.path in proposals_by_path
            if is_known or not are_in_one_checkout(name, real, root=root):
                continue
            links[name.path] = name.folder
            if real in proposals_by_path:
                linked_proposals.append(
                    proposals_by_path[real]._replace(path=name.path, leads_to=real)
                )
    return request._replace(
        proposals=(*request.proposals, *linked_proposals),
        touched=(*request.touched, *links) if request.touched else (),
        links=links,
    )
