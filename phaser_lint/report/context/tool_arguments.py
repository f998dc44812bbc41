"""Context put into a tool's arguments, for agents that have no better place.

Only a text that somebody reads may get it: a comment before ``content`` would be written into the
file, before ``command`` it would run. Other fields have to be named.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.core import JsonObject, JsonValue
from phaser_lint.report.context.context_block import format_context_block

PROSE_FIELDS = ("prompt", "query", "message", "text", "input")
_LISTS = ("parts", "prompts", "queries", "messages", "texts", "questions")
# Objects whose texts are written into a file, or run.
NO_PROSE = ("command", "content", "file", "files", "edit", "edits", "changes", "args", "env")
_DEEPEST = 12


def augment_arguments(
    arguments: JsonObject,
    context: str,
    *,
    fields: Sequence[str] = PROSE_FIELDS,
    otherwise: str = "",
) -> dict[str, JsonValue]:
    """Return a tool's *arguments* with *context*, between its marks, before the first text of
    *fields*.

    Where there is none of them the context becomes the property *otherwise*. Without such a name it
    goes before a text of *fields* in an object, or in a list of texts; else nothing changes. Nor
    does it without context.
    """
    if not context:
        return dict(arguments)
    has_marks = context.startswith("<!-- Knowledge")
    block = context if has_marks else format_context_block(context)
    is_there = any(isinstance(arguments.get(name), str) for name in fields)
    if otherwise and not is_there:
        return {**arguments, otherwise: context}
    changed = _with_block(arguments, block, fields)
    return dict(arguments) if changed is None else changed


def _with_block(
    arguments: JsonObject, block: str, fields: Sequence[str], *, depth: int = 0
) -> dict[str, JsonValue] | None:
    """Return *arguments* with *block* before the first text of *fields*; ``None`` without one."""
    for name in fields:
        if isinstance(arguments.get(name), str):
            return {**arguments, name: f"{block}\n\n{arguments[name]}"}
    for name, argument in arguments.items() if depth < _DEEPEST else ():
        changed: object = None
        if isinstance(argument, dict) and name not in NO_PROSE:
            changed = _with_block(argument, block, fields, depth=depth + 1)
        elif isinstance(argument, list) and (name in fields or name in _LISTS):
            changed = _with_block_in_list(argument, block, fields, depth=depth + 1)
        if changed is not None:
            return {**arguments, name: changed}
    return None


def _with_block_in_list(
    elements: Sequence[JsonValue], block: str, fields: Sequence[str], *, depth: int
) -> list[JsonValue] | None:
    for index, element in enumerate(elements):
        changed: object = f"{block}\n\n{element}" if isinstance(element, str) else None
        if isinstance(element, dict):
            changed = _with_block(element, block, fields, depth=depth)
        if changed is not None:
            return [*elements[:index], changed, *elements[index + 1 :]]
    return None
