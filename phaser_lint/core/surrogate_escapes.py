"""The two escapes that JSON has for one character beyond U+FFFF, which YAML does not know."""

from __future__ import annotations

import re

from phaser_lint.core import parse_json_value

# Any escape is read whole: of two backslashes the second begins none.
_ESCAPE = r"(?i)\\(?:(ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|.)"


def join_surrogate_escapes(text: str) -> str:
    """Return *text*, where it is JSON, with the character itself for each two escapes of one, as
    ``\\ud83d\\ude00`` is; what is no JSON as it is.
    """
    try:
        parse_json_value(text.encode())
    except (ValueError, RecursionError):
        return text

    def join(escape: re.Match[str]) -> str:
        if not escape[1]:
            return escape[0]
        halves = escape[0].encode().decode("unicode_escape")
        return halves.encode("utf-16", "surrogatepass").decode("utf-16")

    return re.sub(_ESCAPE, join, text)
