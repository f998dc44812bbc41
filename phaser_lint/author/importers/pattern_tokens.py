r"""The tokens of a pattern of Python's module ``re``, in its own words: nothing is parsed further.

    (?i)^a{2,3}[^]b]\s   →  flags (?i), anchor ^, text a, repeat {2,3}, set [^]b], escape \s

Joined, they are the pattern again. The pattern has to be one that ``re`` compiles.
"""

from __future__ import annotations

import re

from phaser_lint.core import Record

_TOKEN = re.compile(
    r"""
      (?P<comment> \(\?\#[^)]*\) )
    | (?P<flags> \(\?[aiLmsux]+\) )
    | (?P<backreference> \(\?P=\w+\) )
    | (?P<look> \(\?<?[=!] )
    | (?P<open> \(\?P<\w+> | \(\?\(\w+\) | \(\?[aiLmsux]*(?:-[imsx]+)?: | \(\?> | \((?!\?) )
    | (?P<close> \) )
    | (?P<bar> \| )
    | (?P<anchor> [\^$] )
    | (?P<dot> \. )
    | (?P<repeat> (?: [*+?] | \{ (?: \d+(?:,\d*)? | ,\d* ) \} ) [?+]? )
    | (?P<set> \[ \^? \]? (?: [^]\\] | \\. )* \] )
    | (?P<escape> \\ (?: [0-7]{1,3} | \d\d? | x[0-9a-fA-F]{2} | u[0-9a-fA-F]{4}
        | U[0-9a-fA-F]{8} | N\{[^}]*\} | . ) )
    | (?P<text> . )
    """,
    re.VERBOSE | re.DOTALL,
)
# With (?x) blanks and comments stand for nothing.
_BLANK = re.compile(r"\s+|#[^\n]*")


class Token(Record):
    """A piece of a pattern, and what it is."""

    kind: str
    text: str


def split_into_tokens(pattern: str, *, verbose: bool = False) -> tuple[Token, ...]:
    """Return the tokens of *pattern*; with *verbose* as ``re.VERBOSE`` reads it."""
    is_spaced, offset = verbose or is_verbose(pattern), 0
    pattern_tokens = []
    while offset < len(pattern):
        blank = _BLANK.match(pattern, offset) if is_spaced else None
        token_match = blank or _TOKEN.match(pattern, offset)
        if token_match is None:
            raise AssertionError(f"unreachable: {pattern[offset:]!r}")
        kind = "blank" if blank else str(token_match.lastgroup)
        pattern_tokens.append(Token(kind, token_match[0]))
        offset = token_match.end()
    return tuple(pattern_tokens)


def is_verbose(pattern: str) -> bool:
    """Tell whether the tokens of *pattern* begin with flags by which blanks mean nothing."""
    return "x" in split_leading_flags(pattern)[0]


def split_leading_flags(pattern: str) -> tuple[str, str]:
    """Return the flags for all of *pattern* that its tokens begin with, as letters, and the
    rest.
    """
    flags_match = re.match(r"\(\?([aiLmsux]+)\)", pattern)
    return (flags_match[1], pattern[flags_match.end() :]) if flags_match else ("", pattern)
