"""Files of variables (``.env``), as the clients that load one read it."""

from __future__ import annotations

import re

_LINE = re.compile(
    r"""^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)(?:[^\S\n]*=[^\S\n]*|:[^\S\n]+)"""
    r"""('[^']*'|"[^"]*"|`[^`]*`|[^#\n]*)""",
    re.MULTILINE,
)


def parse_dotenv(text: str) -> dict[str, str]:
    """Return the variables that *text* sets; of one that stands there twice the last."""
    return {name: _plain(value.strip()) for name, value in _LINE.findall(text.replace("\r", "\n"))}


def _plain(value: str) -> str:
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\"`"
    return value[1:-1] if is_quoted else value
