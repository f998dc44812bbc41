r"""Several patterns as one: any of them, all of them, or one as a part of another.

    join_as_alternatives(("(?i)a", "b"))    (?i:a)|b
    join_as_lookaheads(("(?i)a", "b"))    \A(?=[\s\S]*?(?i:a))(?=[\s\S]*?b)

A reference to a group by its number would mean another group there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import regex

from phaser_lint.author.importers.pattern_tokens import split_leading_flags

_NUMBERED = re.compile(r"\\[1-9]|\(\?\(\d+\)|\(\?(?:R|[+-]?\d+)\)")
_LETTER = re.compile(r"(?<!\\)(?:\\\\)*[^\W\d_]|\\[xuUN]")


def can_be_joined(patterns: Sequence[str]) -> bool:
    """Tell whether *patterns* can be joined to one: none but the first refers to a group by its
    number.
    """
    return not any(_NUMBERED.search(pattern) for pattern in patterns[1:])


def join_as_alternatives(patterns: Sequence[str]) -> str:
    """Return *patterns* joined to one that finds what any of them finds."""
    if len(patterns) == 1:
        return patterns[0]
    return "|".join(make_pattern_part(pattern) for pattern in patterns)


def join_as_lookaheads(patterns: Sequence[str]) -> str:
    """Return *patterns* joined to one that is found once in a text in which each of them is
    found.
    """
    if len(patterns) == 1:
        return patterns[0]
    return r"\A" + "".join(rf"(?=[\s\S]*?{group_pattern(pattern)})" for pattern in patterns)


def make_pattern_part(pattern: str) -> str:
    """Return *pattern* as a part of a joined one, with its leading flags for itself alone."""
    flags, unflagged = split_leading_flags(pattern)
    # A comment of (?x) would take the bracket.
    end = "\n)" if "x" in flags else ")"
    return f"(?{flags}:{unflagged}{end}" if flags else pattern


def group_pattern(pattern: str) -> str:
    """Return *pattern* as a part of a joined one, so that no alternative of it ends early."""
    alternative = make_pattern_part(pattern)
    return f"(?:{alternative})" if alternative == pattern and "|" in alternative else alternative


def make_case_blind(pattern: str) -> str:
    """Return *pattern*, before it is joined with others, for upper and lower case alike."""
    flags, unflagged = split_leading_flags(pattern)
    if "i" in flags or not _LETTER.search(unflagged):
        return pattern
    return f"(?i{flags}){unflagged}"


def escape_literal(text: str) -> str:
    """Return the pattern, to be joined with others, that finds *text* and nothing else."""
    return str(regex.escape(text, special_only=True, literal_spaces=True))
