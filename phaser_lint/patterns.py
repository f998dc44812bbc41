"""Patterns: what is one, and how it is compiled. Searching is in ``search``.

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


def pattern_problem(pattern: str) -> str | None:
    """Return what was expected instead of *pattern*, or nothing if it is valid."""
    try:
        compiled = compile_pattern(pattern, literal=False)
    except regex.error as error:
        return f"a regular expression; {error}"
    except RecursionError:  # 10,000 "("; its own words depend on where the stack ended
        return "a regular expression; nested too deeply"
    except Exception as error:
        # "(?u)(?a)x" is a ValueError, "(?rfi)(?=a)aİß" an IndexError.
        return f"a regular expression; {error or type(error).__name__}"
    return "a regular expression without named lists" if compiled.named_lists else None


def names_carriage_return(pattern: str, *, literal: bool) -> bool:
    """Tell whether *pattern* names a carriage return, so that it has to see the raw text."""
    if literal:
        return "\r" in pattern
    # "C:\\\\repo" holds an escaped backslash and an r.
    written = pattern.replace("\\\\", "").replace("\\R", "").lower()
    return any(form in written for form in _CARRIAGE_RETURNS)
