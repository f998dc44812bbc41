"""JSON that ``core`` leaves to the ``json`` package: nested more deeply than Python reads it, in
UTF-16, behind a BOM, or none at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from phaser_lint.core import JsonValue

# What an event is about stands in its outer levels: what lies deeper than this plays no part.
_DEEPEST = 100


def load_odd_json(content: bytes, *, parse_integer: Callable[[str], int | float]) -> JsonValue:
    """Return the JSON value of *content*, without what is nested too deeply; a ``ValueError`` says
    what is wrong and where.
    """
    try:
        return json.loads(content, parse_int=parse_integer)
    except RecursionError:
        return json.loads(cut_deep_json(content), parse_int=parse_integer)


def cut_deep_json(content: bytes) -> bytes:
    """Return JSON without what is nested more than 100 levels deep, ``null`` in its place."""
    pieces, depth, start = [], 0, 0
    for token in re.finditer(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', content, re.DOTALL):
        opens, closes = token.group() in b"[{", token.group() in b"]}"
        if opens and depth == _DEEPEST:
            pieces.append(content[start : token.start()] + b"null")
        depth += opens - closes
        if closes and depth == _DEEPEST:
            start = token.end()
    return b"".join(pieces) + content[start:] if depth == 0 else b""
