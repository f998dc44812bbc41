"""Strict JSON, read and written without loss.

Numbers stay as they were written, keys keep their order, and what a lenient reader would drop or
guess at (a key that occurs twice, NaN, comments) is refused.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, NoReturn

from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.core.text import BOM, is_unicode

MAXIMUM_DEPTH = 200

_STRUCTURE = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)

_COMMENTS = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)


class Number(NamedTuple):
    """A JSON number as it was written, so that ``1.0``, ``1e400`` and 5,000 digits stay
    themselves."""

    written: str


class Layout(NamedTuple):
    """How a document is written: one step of indentation, line end, and the two separators."""

    unit: str
    newline: str
    colon: str
    comma: str


STANDARD = Layout(unit="  ", newline="\n", colon=": ", comma=", ")


def parse_json(text: str) -> Any:
    """Return the value of a strict JSON text: dict, list, str, bool, None, and ``Number`` for every
    number.

    Raises SettingsError for what is not strict JSON, a key that occurs twice in one object, nesting
    over MAXIMUM_DEPTH levels, and text that UTF-8 cannot hold. A byte order mark is dropped.
    """
    if not is_unicode(text):
        raise SettingsError("expected text that UTF-8 can hold, found half a surrogate pair")
    _refuse_depth(text)
    body = text[find_body_start(text) :]
    try:
        return DECODER.decode(body)
    except json.JSONDecodeError as error:
        raise SettingsError(
            f"not valid JSON: line {error.lineno}, column {error.colno}: "
            f"{_explain_json_error(body, error)}"
        ) from None


def without_comments(text: str) -> str:
    """Return the text of JSON with comments as strict JSON, with a blank for each; strings stay."""
    return _COMMENTS.sub(_blank_comment, text)


def _blank_comment(match: re.Match[str]) -> str:
    return match.group(1) or " "


def render_json_value(node: Any, layout: Layout, *, expanded: bool, base: str = "") -> str:
    """Return the strict JSON text of a value: one item a line, or everything on one line.

    ``base`` is the indentation of the line on which the text will start.
    """
    if isinstance(node, Number):
        return node.written
    if not isinstance(node, dict | list) or not node:
        return render_json_scalar(node)
    inner = base + layout.unit
    if isinstance(node, dict):
        members = [
            render_json_scalar(key)
            + layout.colon
            + render_json_value(member, layout, expanded=expanded, base=inner)
            for key, member in node.items()
        ]
        opening, closing = "{}"
    else:
        members = [
            render_json_value(element, layout, expanded=expanded, base=inner) for element in node
        ]
        opening, closing = "[]"
    if not expanded:
        return opening + layout.comma.join(members) + closing
    line = layout.newline + inner
    return opening + line + ("," + line).join(members) + layout.newline + base + closing


def find_body_start(text: str) -> int:
    """Return the offset at which the strict JSON of *text* begins, after a byte order mark."""
    return len(BOM) if text.startswith(BOM) else 0


def render_json_scalar(node: Any) -> str:
    """Return the strict JSON text of a string, boolean, null or empty container."""
    json_text = json.dumps(node, ensure_ascii=False)
    # "\ud800" is half a character: JSON can escape it, UTF-8 cannot hold it.
    return json_text if is_unicode(json_text) else json.dumps(node)


def _refuse_depth(text: str) -> None:
    depth = 0
    for token in _STRUCTURE.finditer(text):
        if token.group() in ("{", "["):
            depth += 1
        elif token.group() in ("}", "]"):
            depth -= 1
        if depth > MAXIMUM_DEPTH:
            raise SettingsError(f"nested more than {MAXIMUM_DEPTH} levels deep")


def _refuse_constant(name: str) -> NoReturn:
    raise SettingsError(f"not valid JSON: {name} is not a JSON number")


def _require_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, member in pairs:
        if key in members:
            raise SettingsError(
                f"the key {render_json_scalar(key)} occurs twice in one object; keep one of them"
            )
        members[key] = member
    return members


def _explain_json_error(body: str, error: json.JSONDecodeError) -> str:
    following = body[error.pos :].lstrip()
    if following.startswith(("//", "/*", "#")):
        return "a comment; JSON has none"
    # Up to Python 3.12 the position is the bracket after the comma, from 3.13 on the comma.
    comma = following.startswith(",") or body[: error.pos].rstrip().endswith(",")
    if comma and following.lstrip(", \t\r\n").startswith(("}", "]")):
        return "a comma before the closing bracket"
    return error.msg


DECODER = json.JSONDecoder(
    object_pairs_hook=_require_unique_keys,
    parse_int=Number,
    parse_float=Number,
    parse_constant=_refuse_constant,
)
