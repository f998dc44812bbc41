r"""Patterns that were tried on one line after the other, as patterns for the whole text.

    import\s      in "import\n"          the line end is a blank of the line, the last there is
    a\s+b         not in "a\n b"         nothing of the next line is

The old pattern saw each line with its line end and nothing else, without MULTILINE. Here what might
take a line end takes none; where the pattern may be over by then, one that follows is as good.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence

from phaser_lint.author.importers.pattern_tokens import (
    Token,
    split_into_tokens,
    split_leading_flags,
)
from phaser_lint.core import Record

# In front of what matches without any text: there is no line behind the last line end.
_IN_A_LINE = r"(?!\Z(?<![^\n]))"
_NO_MATCH = "(?!)"
_LINE_END_AHEAD = r"(?=\n)"
_WITHOUT_LINE_END = {r"\s": r"[^\S\n]", r"\W": r"[^\w\n]", r"\D": r"[^\d\n]", ".": r"[^\n]"}
_ZERO_WIDTH = ("anchor", "look", "flags", "comment", "blank")
_ZERO_WIDTH_ESCAPES = (r"\b", r"\B", r"\A", r"\Z")
_BEHIND = ("(?<=", "(?<!")


class _Item(Record):
    """One item of a sequence, how often it is repeated, and what is in it, if it is a group."""

    token: Token
    repeat: str = ""
    inner: tuple[tuple[_Item, ...], ...] = ()

    def bounds(self) -> tuple[int, int | None]:
        """Return how often the item of a line's pattern is repeated at least and at most."""
        if not self.repeat:
            return 1, 1
        if self.repeat[0] in "*+?":
            return int(self.repeat[0] == "+"), 1 if self.repeat[0] == "?" else None
        least, comma, most = self.repeat[1 : self.repeat.index("}")].partition(",")
        return int(least or 0), int(most) if most else None if comma else int(least)

    def is_nullable(self) -> bool:
        """Tell whether the item of a line's pattern may be there without any text."""
        if self.token.kind in _ZERO_WIDTH or self.token.text in _ZERO_WIDTH_ESCAPES:
            return True
        return self.bounds()[0] == 0 or any(map(_is_all_nullable, self.inner))


class LinePattern(Record):
    """A pattern for the whole text, and whether it is as good as the old one was by line."""

    pattern: str
    changed: bool
    dead: bool
    """Nothing it could match is in one line."""


def make_line_pattern(pattern: str) -> LinePattern:
    """Return the pattern that finds, in a whole text, what the imported *pattern* finds line by
    line.

    It has to be one that ``re`` compiles; MULTILINE is on for what is returned.
    """
    flags, _ = split_leading_flags(pattern)
    pattern_tokens = list(split_into_tokens(pattern))
    # What a dot takes in a group of its own flags, it may take anywhere: no line end in the end.
    of_groups = "s" if any(re.match(r"\(\?\w*s", token.text) for token in pattern_tokens) else ""
    alternatives = _take_alternatives(pattern_tokens)
    rewriting = _Rewriting(f"{flags}{of_groups}")
    rewritten = rewriting.alternatives(alternatives, may_end=True, is_last=True)
    if any(map(_is_all_nullable, alternatives)):
        front = f"(?{flags})" if flags else ""
        # A comment of (?x) would take the bracket.
        closing = "\n)" if "x" in flags else ")"
        rewritten = f"{front}{_IN_A_LINE}(?:{rewritten[len(front) :]}{closing}"
    return LinePattern(
        rewritten, rewritten != pattern, all(map(rewriting.is_impossible, alternatives))
    )


def _take_alternatives(pattern_tokens: list[Token]) -> tuple[tuple[_Item, ...], ...]:
    """Take the tokens up to a closing bracket, or to the end, off *pattern_tokens*."""
    alternatives: list[list[_Item]] = [[]]
    while pattern_tokens:
        token = pattern_tokens.pop(0)
        if token.kind == "close":
            break
        if token.kind == "bar":
            alternatives.append([])
        elif token.kind == "repeat" and alternatives[-1]:
            # With (?x) there may be blanks between the two: they mean nothing.
            alternatives[-1][-1] = alternatives[-1][-1]._replace(repeat=token.text)
        else:
            inner = _take_alternatives(pattern_tokens) if token.kind in ("open", "look") else ()
            alternatives[-1].append(_Item(token, inner=inner))
    return tuple(map(tuple, alternatives))


def _is_all_nullable(pattern_items: Sequence[_Item]) -> bool:
    return all(pattern_item.is_nullable() for pattern_item in pattern_items)


class _Rewriting:
    """Writes items of a pattern with these *flags* anew."""

    def __init__(self, flags: str) -> None:
        self._flags = re.compile(f"(?{flags})" if flags else "").flags
        self._took_line_end = False

    def alternatives(
        self, alternatives: Sequence[Sequence[_Item]], *, may_end: bool, is_last: bool = False
    ) -> str:
        """Return *alternatives*, with ``|`` between; *may_end*: what follows may be nothing."""
        texts = []
        for pattern_items in alternatives:
            text = ""
            for index, pattern_item in enumerate(pattern_items):
                later_items = pattern_items[index + 1 :]
                ends = may_end and _is_all_nullable(later_items)
                text += self._item(pattern_item, ends=ends, is_last=is_last and not later_items)
            texts.append(text)
        return "|".join(texts)

    def is_impossible(self, pattern_items: Sequence[_Item]) -> bool:
        """Tell whether a line end has to be matched, and then more."""
        for index, pattern_item in enumerate(pattern_items):
            later_items = pattern_items[index + 1 :]
            if (
                self._takes_line_end(pattern_item)
                and _without_line_end(pattern_item.token) == _NO_MATCH
                and pattern_item.bounds()[0]
                and not _is_all_nullable(later_items)
            ):
                return True
        return False

    def _item(self, pattern_item: _Item, *, ends: bool, is_last: bool) -> str:
        if pattern_item.inner:
            may_end = ends or pattern_item.token.kind == "look"
            is_behind = pattern_item.token.text in _BEHIND
            inner = self.alternatives(pattern_item.inner, may_end=may_end and not is_behind)
            return f"{pattern_item.token.text}{inner}){pattern_item.repeat}"
        if pattern_item.token.text == r"\A":
            return "^"
        if pattern_item.token.text == r"\Z" and self._took_line_end:
            return r"(?=\n|\Z)"
        if not self._takes_line_end(pattern_item):
            return f"{pattern_item.token.text}{pattern_item.repeat}"
        if is_last and not pattern_item.repeat:
            return pattern_item.token.text
        return self._within_line(pattern_item, ends=ends)

    def _takes_line_end(self, pattern_item: _Item) -> bool:
        if pattern_item.token.kind not in ("escape", "set", "dot", "text"):
            return False
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                compiled = re.compile(pattern_item.token.text, self._flags & ~re.VERBOSE)
            except re.error:  # a backreference
                return False
        return compiled.fullmatch("\n") is not None

    def _within_line(self, pattern_item: _Item, *, ends: bool) -> str:
        self._took_line_end = self._took_line_end or ends
        inner = _without_line_end(pattern_item.token)
        least, most = pattern_item.bounds()
        if not ends or least == 0:
            return f"{inner}{pattern_item.repeat}"
        least, most = least - 1, None if most is None else most - 1
        fewer = f"{{{least},{'' if most is None else most}}}"
        if least == most:
            fewer = "" if least == 1 else f"{{{least}}}"
        elif least == 0 and most is None:
            fewer = "*"
        before = f"{inner}{fewer}" if fewer != "{0}" else ""
        return f"(?:{inner}{pattern_item.repeat}|{before}{_LINE_END_AHEAD})"


def _without_line_end(token: Token) -> str:
    """Return what matches the same characters but the line end."""
    if token.text in _WITHOUT_LINE_END:
        return _WITHOUT_LINE_END[token.text]
    if token.kind != "set":
        return _NO_MATCH
    if token.text.startswith("[^"):
        return f"{token.text[:-1]}\\n]"
    return f"(?:(?!\\n){token.text})"
