r"""The longest part of a pattern that matches in a line where all of it does not: a near miss.

    pattern   requests\.get\((?!.*timeout)
    line      requests.get (url, timeout=5)
    part      requests\.get

A part is some of the items that a pattern, or one of its alternatives, is a row of: words, escapes,
sets, groups, each with its repeat. A match of less than two characters that are not blank does not
count, nor does a part that names no letter of a pattern that does. Nearer than any part is the
whole pattern in any case (``(?i)``), and of plain words with any blanks between them, or but for
one of the words.
"""

from __future__ import annotations

import re
import time
from collections.abc import Container, Iterator, Sequence
from operator import attrgetter
from typing import Any

from phaser_lint.core import Record
from phaser_lint.text.search.given_groups import call_groups, write_out_groups
from phaser_lint.text.search.patterns import compile_pattern

_SECONDS = 0.2
_MOST_ITEMS = 16
_FEWEST_CHARACTERS = 2
# A class, an escape, a repeat, a word, and any other character; groups are found by counting.
_TOKENS = re.compile(
    r"(?P<set>\[\^?\]?(?:\\.|\[:[^\]]*:\]|[^\]\\])*\])"
    r"|(?P<escape>\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[pPN]\{[^}]*\}|[gk]<\w+>|\d+|.))"
    r"|(?P<comment>\(\?#[^)]*\))"
    r"|(?P<flags>\(\?[a-zA-Z]+\))"
    r"|(?P<repeat>(?:[*+?]|\{[^}{]*\})[?+]?)"
    r"|(?P<word>\w)"
    r"|(?P<other>.)",
    re.DOTALL,
)

_PLAIN = re.compile(r"(?:\w|\s|\\\W|[^\w\s\\()\[\]{}|?*+.^$])+")
# Words that mean the same in any case: a set, or a class such as \p{Lu}, may be about the case.
_OF_CASE = re.compile(r"\[|\\[pPN]|\(\?[a-z]*[ix]")
_LETTER = re.compile(r"(?<!\\)[A-Za-z]{2}")
_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_BLANKS = re.compile(r"(?:\\?[ \t])+")
_MOST_WORDS = 12


class NearMiss(Record):
    """A part of the pattern, and where it matches in a text: offsets, the end exclusive."""

    part: str
    rank: int
    """How many parts are longer."""
    start: int
    end: int


class PatternParts:
    """The parts of a pattern, the longest first; one that ran out of time is not tried again.

    *over_lines*: nearer than any part is the whole pattern over line ends, which the author of an
    example means; in a project that may reach to the end of a file.
    *least*: the share of the items, or of plain words' characters, that a part has at least. After
    so many *seconds* of searching none is found any more.
    """

    def __init__(
        self,
        pattern: str,
        *,
        literal: bool,
        over_lines: bool = False,
        least: float = 0.0,
        seconds: float = 3.0,
    ) -> None:
        self._left = seconds
        self._flags, rows = (
            ("", [_WORD.findall(pattern)]) if literal else _split_rows(call_groups(pattern))
        )
        share_by_part = {
            pattern_part: share
            for row in rows
            for names_any in [names_text("".join(row))]
            for pattern_part, share in _split_parts(row)
            if names_text(pattern_part) or not names_any
        }
        long_parts = [
            pattern_part
            for pattern_part in sorted(share_by_part, key=len, reverse=True)
            if share_by_part[pattern_part] >= least
        ]
        called = re.escape(pattern) if literal else call_groups(pattern)
        loose_patterns = [*_loosen_pattern(called)]
        if over_lines and not literal:
            blanks = [blank for blank in ("[ \\t]", r"[\t ]") if blank in called]
            spread = [called.replace(blank, r"\s") for blank in blanks]
            spread += [f"(?s){called}"] if "." in called.replace("\\.", "") else []
            loose_patterns = [*spread, *loose_patterns]
        escaped_parts = (
            {pattern_part: re.escape(pattern_part) for pattern_part in long_parts}
            if literal
            else {}
        )
        flagged = {
            pattern_part: f"{self._flags}{escaped_parts.get(pattern_part, pattern_part)}"
            for pattern_part in long_parts
        }
        self._parts = [*enumerate(dict.fromkeys([*loose_patterns, *long_parts]))]
        self._written = {
            **flagged,
            **{pattern_part: pattern_part for pattern_part in loose_patterns},
        }
        self._ready: dict[str, Any] = {}

    def in_text(
        self, text: str, *, excepted_lines: Container[int] = (), longer_than: int | None = None
    ) -> list[NearMiss]:
        """Return the nearest miss, the longest part, of each line but *excepted_lines* (starts).

        With *longer_than*, a rank, only of the longer parts.
        """
        near_miss_by_line: dict[int, NearMiss] = {}
        for rank, pattern_part in self._parts[:longer_than]:
            for start, end in self._spans(pattern_part, text):
                line = text.rfind("\n", 0, start) + 1
                if line not in excepted_lines:
                    near_miss_by_line.setdefault(
                        line, NearMiss(part=pattern_part, rank=rank, start=start, end=end)
                    )
        return sorted(near_miss_by_line.values(), key=attrgetter("rank", "start"))

    def _spans(self, pattern_part: str, text: str) -> list[tuple[int, int]]:
        """Return where *pattern_part* matches what can be seen; blanks around it left out."""
        if self._left <= 0:
            return []
        begun = time.monotonic()
        spans = []
        try:
            if pattern_part not in self._ready:
                part_pattern = write_out_groups(self._written[pattern_part])
                self._ready[pattern_part] = compile_pattern(part_pattern, literal=False)
            compiled = self._ready[pattern_part]
            if compiled:
                spans = [match.span() for match in compiled.finditer(text, timeout=_SECONDS)]
        except Exception:  # out of time or memory; a part may call a group that another part has
            self._ready[pattern_part] = None
        self._left -= time.monotonic() - begun
        visible_spans = []
        for start, end in spans:
            visible_start = end - len(text[start:end].lstrip())
            length = len(text[visible_start:end].split("\n", 1)[0].rstrip())
            if length >= _FEWEST_CHARACTERS:
                visible_spans.append((visible_start, visible_start + length))
        return visible_spans


def _loosen_pattern(pattern: str) -> Iterator[str]:
    """Yield *pattern* as it would be for any case, any blanks, and without one of its words."""
    variants = [pattern]
    words = [word for word in _BLANKS.split(pattern) if word] if _PLAIN.fullmatch(pattern) else []
    if len(words) > 1:
        variants.append(_BLANKS.sub(r"\\s+", pattern))
    if 2 < len(words) <= _MOST_WORDS:
        variants += [r"\s+".join(words[:n] + words[n + 1 :]) for n in range(len(words))]
    in_any_case = _LETTER.search(pattern) and not _OF_CASE.search(pattern)
    for number, variant in enumerate(variants):
        yield from (variant,) if number else ()
        yield from (f"(?i){variant}",) if in_any_case else ()


def _split_parts(row: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Yield what is a part of the *row* of items, but for all of it, and its share of them.

    Where all of them are plain, of their characters if that is more: each word is one of many
    items there, as a comma, a blank, a bracket.
    """
    count, characters = len(row), len("".join(row))
    is_plain = all(map(_PLAIN.fullmatch, row))
    step = -(-count // _MOST_ITEMS)
    if step == 1:
        pairs = [(start, end) for start in range(count) for end in range(start + 1, count + 1)]
    else:  # a pattern of a thousand items has a million parts
        bounds = range(step, count, step)
        pairs = [*((0, end) for end in bounds), *((start, count) for start in bounds)]
    for start, end in pairs:
        if end - start < count:
            row_part = "".join(row[start:end])
            of_characters = len(row_part) / characters if is_plain else 0.0
            yield row_part, max((end - start) / count, of_characters)


def names_text(pattern: str) -> bool:
    r"""Tell whether a *pattern*, or a part of it, names any letter: of ``class\s+\w+`` the part
    ``\s+\w+`` names none, and is near every line.
    """
    return any(token.lastgroup == "word" for token in _TOKENS.finditer(pattern))


def _split_rows(pattern: str) -> tuple[str, list[list[str]]]:
    """Return the flags of the whole pattern, and the items of each alternative."""
    rows: list[list[str]] = [[]]
    flags, depth, is_word = "", 0, False
    for token in _TOKENS.finditer(pattern):
        kind, token_text = token.lastgroup, token[0]
        if kind == "flags" and depth == 0:
            flags += token_text
            continue
        row = rows[-1]
        if kind == "repeat" and is_word and len(row[-1]) > 1:  # "ab+" repeats the b alone
            row[-1:] = [row[-1][:-1], row[-1][-1]]
        continues = depth > 0 or kind == "repeat" or (is_word and kind == "word")
        depth += (token_text == "(") - (token_text == ")" and depth > 0)
        if depth == 0 and token_text == "|" and kind == "other":
            rows.append([])
        elif continues and row:
            row[-1] += token_text
        else:
            row.append(token_text)
        is_word = kind == "word" and depth == 0
    return flags, rows
