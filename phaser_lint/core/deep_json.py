"""JSON that is nested more deeply than Python reads it."""

from __future__ import annotations

import re

# What an event is about stands in its outer levels: what lies deeper than this plays no part.
_DEEPEST = 100


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
