"""JSON text that is edited in place.

``revise_json`` applies edits to the text and keeps every byte outside them: indentation, line
ends, byte order mark, escapes and numbers stay as they were written. What is added is formatted as
its neighbours are. The edited text is parsed again and compared with the value that the same edits
give; if they differ, the whole document is written anew from that value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.strict_json import (
    DECODER,
    STANDARD,
    Layout,
    find_body_start,
    parse_json,
    render_json_scalar,
    render_json_value,
)

_BLANK = re.compile(r"[ \t\r\n]*")
_INDENT = re.compile(r"[ \t]*")
_NEWLINE = re.compile(r"\r\n|\n|\r")

Path = tuple[str | int, ...]


class JsonEdit(NamedTuple):
    """One change of a document.

    ``path`` leads from the root to the value: object keys and list positions. For ``append`` its
    last part is the new key, or the length of the list.
    """

    action: Literal["append", "replace", "remove"]
    path: Path
    value: Any = None


class Child(NamedTuple):
    """A value inside a container: ``begin`` is where its key starts, ``value`` where the value
    does."""

    key: str | int
    begin: int
    value: int
    end: int


def revise_json(text: str, edits: Sequence[JsonEdit]) -> str:
    """Return the text of the JSON document after the edits, in place and applied in their order."""
    edited = text
    intended = parse_json(text)
    for edit in edits:
        edited = _EDITORS[edit.action](edited, edit.path, edit.value)
        intended = _change_value(intended, edit)
    return require_intended(edited, intended, original=text)


def require_intended(edited: str, intended: Any, *, original: str) -> str:
    """Return *edited* if that JSON document is what was intended, in order, else a new one."""
    if _holds(edited, intended):
        return edited
    start, end = _find_root(original).begin, _find_root(original).end
    expanded = bool(_NEWLINE.search(original[start:end]))
    body = render_json_value(intended, find_layout(original), expanded=expanded)
    rewritten = original[:start] + body + original[end:]
    if not _holds(rewritten, intended):
        raise AssertionError(f"the settings would not hold what was intended: {rewritten!r}")
    return rewritten


def find_layout(text: str) -> Layout:
    """Return how the text of a JSON document is laid out; as in STANDARD what it does not show."""
    newline = _NEWLINE.search(text)
    colon, root = STANDARD.colon, _find_root(text)
    if text[root.value] == "{" and (members := _list_children(text, root.value)):
        gap = text[_find_value_end(text, members[0].begin) : members[0].value]
        colon = colon if _NEWLINE.search(gap) else gap
    return Layout(
        unit=_find_indent_step(text),
        newline=newline.group() if newline else STANDARD.newline,
        colon=colon,
        comma="," if colon.endswith(":") else STANDARD.comma,
    )


def _append_member(text: str, path: Path, node: Any) -> str:
    container = _locate_value(text, path[:-1])
    siblings = _list_children(text, container.value)
    layout = find_layout(text)
    if not siblings:  # only a file that has something on its one line stays on one
        expanded = len(path) == 1 or bool(_NEWLINE.search(text.strip()))
        base = _find_line_indent(text, container.value)
        member = _render_member(path[-1], node, layout, expanded=expanded, base=base + layout.unit)
        if expanded:
            member = layout.newline + base + layout.unit + member + layout.newline + base
        return text[: container.value + 1] + member + text[container.end - 1 :]
    last = siblings[-1]
    # The text between two items: as in the last pair, or from what precedes the only one.
    opening = text[container.value + 1 : siblings[0].begin]
    gap = "," + opening if _NEWLINE.search(opening) else layout.comma
    if len(siblings) > 1:
        gap = text[siblings[-2].end : last.begin]
    lines = _NEWLINE.split(gap)
    base = _find_indent(lines[-1]) if len(lines) > 1 else _find_line_indent(text, last.end)
    expanded = len(lines) > 1 or bool(_NEWLINE.search(text[last.begin : last.end]))
    member = _render_member(path[-1], node, layout, expanded=expanded, base=base)
    return text[: last.end] + gap + member + text[last.end :]


def _replace_value(text: str, path: Path, node: Any) -> str:
    old = _locate_value(text, path)
    expanded = bool(_NEWLINE.search(text[old.value : old.end]))
    base = _find_line_indent(text, old.value)
    new = render_json_value(node, find_layout(text), expanded=expanded, base=base)
    return text[: old.value] + new + text[old.end :]


def _remove_member(text: str, path: Path, _node: Any) -> str:
    container = _locate_value(text, path[:-1])
    siblings = _list_children(text, container.value)
    place = [sibling.key for sibling in siblings].index(path[-1])
    if len(siblings) == 1:
        start, end = container.value + 1, container.end - 1
    elif place == len(siblings) - 1:
        start, end = siblings[place - 1].end, siblings[place].end
    else:
        start, end = siblings[place].begin, siblings[place + 1].begin
    return text[:start] + text[end:]


_EDITORS = {"append": _append_member, "replace": _replace_value, "remove": _remove_member}


def _change_value(node: Any, edit: JsonEdit) -> Any:
    """The value after the edit; only the containers on its path are copied."""
    key, inner_path = edit.path[0], edit.path[1:]
    copy = node.copy()
    if inner_path:
        copy[key] = _change_value(node[key], edit._replace(path=inner_path))
    elif edit.action == "remove":
        del copy[key]
    elif edit.action == "append" and isinstance(copy, list):
        copy.append(edit.value)
    else:
        copy[key] = edit.value
    return copy


def _holds(text: str, intended: Any) -> bool:
    try:
        document = parse_json(text)
    except SettingsError:
        return False
    # Compared as text because dicts are equal in any order of keys.
    return render_json_value(document, STANDARD, expanded=False) == render_json_value(
        intended, STANDARD, expanded=False
    )


def _render_member(key: str | int, node: Any, layout: Layout, *, expanded: bool, base: str) -> str:
    text_of_value = render_json_value(node, layout, expanded=expanded, base=base)
    return (
        render_json_scalar(key) + layout.colon + text_of_value
        if isinstance(key, str)
        else text_of_value
    )


def _find_root(text: str) -> Child:
    start = _skip_blanks(text, find_body_start(text))
    return Child(key="", begin=start, value=start, end=_find_value_end(text, start))


def _locate_value(text: str, path: Path) -> Child:
    node = _find_root(text)
    for key in path:
        node = next(child for child in _list_children(text, node.value) if child.key == key)
    return node


def _list_children(text: str, start: int) -> list[Child]:
    """What is directly inside the container that starts here, in a text that ``parse`` accepts."""
    children: list[Child] = []
    at = _skip_blanks(text, start + 1)
    while text[at] not in "]}":
        begin = at
        key: str | int = len(children)
        if text[start] == "{":
            key, at = DECODER.raw_decode(text, at)
            at = _skip_blanks(text, _skip_blanks(text, at) + len(":"))
        end = _find_value_end(text, at)
        children.append(Child(key=key, begin=begin, value=at, end=end))
        at = _skip_blanks(text, end)
        if text[at] == ",":
            at = _skip_blanks(text, at + 1)
    return children


def _find_value_end(text: str, at: int) -> int:
    return DECODER.raw_decode(text, at)[1]


def _skip_blanks(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _find_indent(line: str) -> str:
    match = _INDENT.match(line)
    return match.group() if match else ""


def _find_line_indent(text: str, at: int) -> str:
    return _find_indent(text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 :])


def _find_indent_step(text: str) -> str:
    """One step of indentation: the first line after an opening bracket, less the bracket's own."""
    lines = _NEWLINE.split(text)
    for line, following in pairwise(lines):
        outer, inner = _find_indent(line), _find_indent(following)
        opens = line.rstrip().endswith(("{", "["))
        empty = following[len(inner) :].startswith(("}", "]")) or not following.strip()
        if opens and not empty and inner.startswith(outer):
            return inner[len(outer) :]
    return STANDARD.unit
