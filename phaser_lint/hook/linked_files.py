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


def with_link_names(request: HookRequest, written: Iterable[str]) -> HookRequest:
    """Return *request* with the names that the absolute paths *written* give its files.

    A link that stands in another checkout than the file gives it no name in either.
    """
    own = {each.path: each for each in request.proposals if each.path}
    links: dict[str, str] = {}
    more: list[Reconstruction] = []
    for full in dict.fromkeys(written):
        real = os.path.realpath(full)
        if real not in own and real not in request.touched:
            continue
        for name in names_by_links(full):
            root = levels_of(request, name.folder).root
            is_known = name.path in links or name.path in own
            if is_known or not are_in_one_checkout(name, real, root=root):
                continue
            links[name.path] = name.folder
            if real in own:
                more.append(own[real]._replace(path=name.path, leads_to=real))
    return request._replace(
        proposals=(*request.proposals, *more),
        touched=(*request.touched, *links) if request.touched else (),
        links=links,
    )
