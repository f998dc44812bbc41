"""Context put into a tool's arguments, for agents that have no better place.

Only a text that somebody reads may get it: a comment before ``content`` would be written into the
file, before ``command`` it would run. Other fields have to be named.
"""

from __future__ import annotations

from phaser_lint.report.context.context_block import format_context_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

PROSE_FIELDS = ("prompt", "query", "message", "text", "input")


def augment(
    arguments: Mapping[str, Any],
    context: str,
    *,
    fields: Sequence[str] = PROSE_FIELDS,
    otherwise: str = "",
) -> dict[str, Any]:
    """Return *arguments* with *context*, between its marks, before the first text of *fields*.

    Where there is none of them the context becomes the property *otherwise*; without such a name
    nothing changes. Nor does it without context.
    """
    changed = dict(arguments)
    for field in fields if context else ():
        if isinstance(changed.get(field), str):
            changed[field] = f"{marked(context)}\n\n{changed[field]}"
            return changed
    if context and otherwise:
        changed[otherwise] = context
    return changed


def marked(context: str) -> str:
    """Return *context* between its marks, as it is where it has them."""
    return context if context.startswith("<!-- Knowledge") else format_context_block(context)
