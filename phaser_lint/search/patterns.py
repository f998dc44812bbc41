"""Patterns: how one is compiled. ``pattern_problems`` tells what is none, ``searcher`` searches.

``regex`` alone decides what a match is. MULTILINE is always on, so ``^`` and ``$`` work per line
and a pattern may span lines; inline flags do the rest. Literal contracts are searched as escaped
patterns, so that there is one kind of search.
"""

from __future__ import annotations

import regex

FLAGS = regex.MULTILINE | regex.VERSION0
_CARRIAGE_RETURNS = (
    "\r",
    "\\r",
    "\\x0d",
    "\\u000d",
    "\\u0000000d",
    "\\015",
    "\\n{carriage return}",
)


def compile_pattern(pattern: str, *, literal: bool) -> regex.Pattern[str]:
    """Return the compiled pattern; raises ``regex.error`` for what is no pattern."""
    return regex.compile(regex.escape(pattern) if literal else pattern, FLAGS)


def names_carriage_return(pattern: str, *, literal: bool) -> bool:
    """Tell whether *pattern* names a carriage return, so that it has to see the raw text."""
    if literal:
        return "\r" in pattern
    # "C:\\\\repo" holds an escaped backslash and an r.
    written = pattern.replace("\\\\", "").replace("\\R", "").lower()
    return any(form in written for form in _CARRIAGE_RETURNS)
