r"""Python: holes in f-strings, and docstrings.

A docstring stands first in a module, or behind the colon of a ``def`` or ``class``, and is a
statement by itself. These are looked for once all strings are known.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from phaser_lint.text.regions.scanner import Lexer, Region, Scanner, ScannerMode
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOCSTRING,
    HASH_COMMENT,
    OUT,
    OUT_OF_FORMAT,
    SKIP,
    STRING,
    Become,
    EndOfLine,
    Into,
    IntoOverLines,
    Row,
    Whole,
    make_quoted_pattern,
    make_tripled_pattern,
)

_PREFIXES = re.compile(r"(?<!\w)(?:[bBuU]|[rR][bBfFtT]?|[bB][rR]|[fFtT][rR]?)\Z")
_QUOTES = ("'''", '"""', "'", '"')
_LETTERS = frozenset("bBfFrRtTuU")
_ONE_LINE = ("'", '"', "raw '", 'raw "')


def _begin_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    text = scanner.text
    if text[start - 1 : start] not in _LETTERS:
        return _take_string(scanner, match, start)
    before = scanner.prefix(start, _PREFIXES)
    prefix = text[before:start].lower()
    if "f" not in prefix and "t" not in prefix:
        return _take_string(scanner, match, before)
    quotes = text[start] * (3 if text.startswith(text[start] * 3, start) else 1)
    scanner.enter(f"raw {quotes}" if "r" in prefix else quotes, before)
    return start + len(quotes)


def _take_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    if match[match.lastgroup or 0].startswith(("'''", '"""')):
        return Whole(STRING).take(scanner, match, start)
    return scanner.mark(STRING, start, match.end())


def _make_formatted_mode(quotes: str, raw: str) -> ScannerMode:
    """Return the mode of an f-string in *quotes*."""
    one_line = len(quotes) == 1
    escape = r"\\(?:\r\n|[^{}]|\Z)" if raw else r"\\(?:N\{[^}\n]*\}?|\r\n|[^{}]|\Z)"
    rows: tuple[Row, ...] = (
        (escape, SKIP),
        (quotes, OUT),
        (r"\{\{", SKIP),
        (r"\{", IntoOverLines("hole", "line hole") if one_line else Into("hole")),
    )
    if not one_line:
        return ScannerMode(STRING, rf"\\{{{quotes[0]}", rows)
    return ScannerMode(STRING, rf"\\{{\r\n{quotes}", (*rows, (r"\r?\n", EndOfLine(_ONE_LINE))))


_STRINGS: tuple[Row, ...] = (
    (HASH_COMMENT, COMMENT),
    *(
        (
            make_tripled_pattern(quotes[0]) if len(quotes) == 3 else make_quoted_pattern(quotes),
            _begin_string,
        )
        for quotes in _QUOTES
    ),
)


def _make_hole_modes(name: str, *, line: bool) -> dict[str, ScannerMode]:
    """Return the modes of a hole: in it, in brackets inside of it, and in its format."""
    stops = r"#'\"(\[{)\]}\r\n" if line else r"#'\"(\[{)\]}"
    end = ((r"\r?\n", EndOfLine(_ONE_LINE)),) if line else ()
    inner = (*_STRINGS, (r"[(\[{]", Into(f"{name} brackets")), *end)
    format_rows = (r"\{", Into(name)), (r"\}", OUT_OF_FORMAT), *end
    return {
        name: ScannerMode(
            CODE, f"{stops}!:", (*inner, (r"!(?!=)|:", Become(f"{name} format")), (r"\}", OUT))
        ),
        f"{name} brackets": ScannerMode(CODE, stops, (*inner, (r"[)\]}]", OUT))),
        f"{name} format": ScannerMode(STRING, r"{}\r\n" if line else "{}", format_rows),
    }


# A line begins with it; what is longer in front of it nobody writes.
_BEFORE = re.compile(r"(?:\A|\n)[ \t\f]*(?:async[ \t]+)?\Z")
_NEAR = 120
_BLANKS = (" ", "\t", "\\")
_STEP = re.compile(r"[()\[\]{}:\"'#]|\blambda\b")
_BLANK = re.compile(r"(?:[ \t\f\r\n]|\\\r?\n)*")
_ENDS = re.compile(r"[ \t\f]*(?:[;#\r\n]|\Z)")


def _with_docstrings(text: str, start: int, regions: list[Region]) -> list[Region]:
    """Return the regions with those strings for docstrings that are some."""
    starts = [start for start, _, _ in regions]
    keyword_ends = sorted([*_find_keyword_ends(text, "def"), *_find_keyword_ends(text, "class")])
    documented = list(regions)
    _mark_docstring(text, regions, starts=starts, offset=start, documented=documented)
    for keyword_end, next_end in zip(keyword_ends, [*keyword_ends[1:], len(text)], strict=False):
        # Its body begins behind the first colon that is neither in brackets nor a lambda's.
        depth, lambdas, step = 0, 0, _STEP.search(text, keyword_end, next_end)
        while step:
            region = bisect_right(starts, step.start()) - 1
            offset = max(step.end(), regions[region][1] if region >= 0 else 0)
            sign = step[0] if offset == step.end() else ""
            if sign == ":" and depth <= 0 and not lambdas:
                _mark_docstring(text, regions, starts=starts, offset=offset, documented=documented)
                break
            if sign in ("lambda", ":"):
                lambdas += (sign == "lambda") - (sign == ":") if depth <= 0 else 0
            elif sign:
                depth += (sign in "([{") - (sign in ")]}")
            step = _STEP.search(text, offset, next_end)
    return documented


def _find_keyword_ends(text: str, word: str) -> Iterator[int]:
    """Yield where each *word* of Python ends that a line begins with."""
    offset = text.find(word)
    while offset >= 0:
        end = offset + len(word)
        if text[end : end + 1] in _BLANKS and _BEFORE.search(text[max(0, offset - _NEAR) : offset]):
            yield end
        offset = text.find(word, end)


def _mark_docstring(
    text: str, regions: list[Region], starts: list[int], offset: int, documented: list[Region]
) -> None:
    region = bisect_left(starts, offset)
    while True:
        blank = _BLANK.match(text, offset)
        offset = blank.end() if blank else offset
        if region >= len(regions) or regions[region][0] != offset or regions[region][2] != COMMENT:
            break
        offset, region = regions[region][1], region + 1
    first_string = region
    # Several in a row are one.
    while region < len(regions) and regions[region][0] == offset:
        if regions[region][2] != STRING or not _PLAIN.match(text, offset):
            break
        blank = _BLANK_IN_LINE.match(text, regions[region][1])
        offset, region = blank.end() if blank else regions[region][1], region + 1
    if region > first_string and _ENDS.match(text, regions[region - 1][1]):
        documented[first_string:region] = [
            (a, b, DOCSTRING) for a, b, _ in regions[first_string:region]
        ]


_BLANK_IN_LINE = re.compile(r"(?:[ \t\f]|\\\r?\n)*")
_PLAIN = re.compile(r"[rRuU]?['\"]")


PYTHON = Lexer(
    {
        "code": ScannerMode(CODE, "#'\"", _STRINGS),
        **{
            f"{raw}{quotes}": _make_formatted_mode(quotes, raw)
            for raw in ("", "raw ")
            for quotes in _QUOTES
        },
        **_make_hole_modes("hole", line=False),
        **_make_hole_modes("line hole", line=True),
    },
    finish=_with_docstrings,
)
