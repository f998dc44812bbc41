"""Patterns: compiled by the ``regex`` module, searched in a whole text within a time limit.

``regex`` alone decides what a match is. MULTILINE is always on, so ``^`` and ``$`` work per line
and a pattern may span lines; inline flags do the rest. Literal contracts are searched as escaped
patterns, so that there is one kind of search.
"""

from __future__ import annotations

import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.model import Contract

FLAGS = regex.MULTILINE | regex.VERSION0
MAXIMUM_MATCHES = 10_000
_CARRIAGE_RETURNS = ("\r", "\\r", "\\x0d", "\\x0D", "\\u000d", "\\u000D", "\\x{d}", "\\x{D}")


class TooManyMatches(Exception):
    """A pattern such as ``x*`` matches everywhere; ``spans`` are the first of its matches."""

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        super().__init__(f"more than {MAXIMUM_MATCHES:,} matches")
        self.spans = spans


def compile_pattern(pattern: str, *, literal: bool) -> regex.Pattern[str]:
    """Return the compiled pattern; raises ``regex.error`` for what is no pattern."""
    return regex.compile(regex.escape(pattern) if literal else pattern, FLAGS)


def pattern_problem(pattern: str) -> str | None:
    """Return what was expected instead of *pattern*, or nothing if it is valid."""
    try:
        compiled = compile_pattern(pattern, literal=False)
    except regex.error as error:
        return f"a regular expression; {error}"
    except (ValueError, OverflowError, RecursionError, KeyError, IndexError, TypeError) as error:
        # "(?u)(?a)x" is a ValueError, and 10,000 "(" a RecursionError.
        return f"a regular expression; {error or type(error).__name__}"
    return "a regular expression without named lists" if compiled.named_lists else None


def names_carriage_return(pattern: str, *, literal: bool) -> bool:
    """Tell whether *pattern* names a carriage return, so that it has to see the raw text."""
    return "\r" in pattern if literal else any(form in pattern for form in _CARRIAGE_RETURNS)


def find_spans(
    contract: Contract, text: str, *, seconds: float, only_first: bool
) -> list[tuple[int, int]]:
    """Return the spans of the matches of a contract's pattern in *text*, in order.

    Raises ``TimeoutError`` after *seconds* of matching, and ``TooManyMatches``.
    """
    compiled = compile_pattern(contract.pattern, literal=contract.literal)
    # regex takes 0 and infinity for "at once"; a busy consumer's time does not count.
    if only_first:
        match = compiled.search(text, timeout=seconds, concurrent=True)
        return [match.span()] if match else []
    spans: list[tuple[int, int]] = []
    for match in compiled.finditer(text, timeout=seconds, concurrent=True):
        if len(spans) == MAXIMUM_MATCHES:
            raise TooManyMatches(spans)
        spans.append(match.span())
    return spans
