r"""Blocks: how far what a header begins goes in a text.

    def f(a):            the header `\bdef \w+` begins a block behind its match
        return a         to the last line that is indented more
    class A { … }        or through the partner of its first brace
    @can … @endcan       or to the match of `until` that closes it

A row of ``_LANGUAGES`` says what ends a block in a language. All headers of a text are looked up in
tables that are made once, so the time is linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cache, partial
from operator import attrgetter

from phaser_lint.core import Record
from phaser_lint.text.blocks.braces import BraceBlocks, BraceStyle, parse_outline
from phaser_lint.text.blocks.calls import FunctionStyle
from phaser_lint.text.blocks.expressions import ExpressionStyle
from phaser_lint.text.blocks.layout import LayoutBlocks, LayoutStyle
from phaser_lint.text.blocks.outline import READING, SignOutline
from phaser_lint.text.blocks.preprocessor import PreprocessedBlocks
from phaser_lint.text.deadlines import keep_to_deadline, require_time_left
from phaser_lint.text.languages import find_file_types
from phaser_lint.text.regions import CODE, PROSE, find_text_types
from phaser_lint.text.search.counted_matches import find_counted_matches, without_comments_around
from phaser_lint.text.search.match_starts import find_match_start

__all__ = ["Block", "BlockHeaders", "Blocks", "find_header_blocks", "has_blocks"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.text.regions import Regions
    from phaser_lint.text.search.counted_matches import Span

BlockFinders: TypeAlias = (
    "dict[LayoutStyle | BraceStyle, LayoutBlocks | BraceBlocks | PreprocessedBlocks]"
)
"""What was made of a text to find the ends of its blocks, by what ends them."""


# To ask the clock takes as long as some headers.
_HEADERS_A_LOOK = 64


class BlockHeaders(Record):
    """The compiled patterns of a contract: headers by their keys, and what ends their blocks."""

    inside: tuple[Any, ...] = ()
    not_inside: tuple[Any, ...] = ()
    each_block: tuple[Any, ...] = ()
    until: tuple[Any, ...] = ()


class Block(Record):
    """A block, the key of its header and where that was matched.

    It goes from ``start``, behind the match, to ``end``. ``opened_at``: where its brace stands, or
    what follows its header.
    """

    key: str
    header: Span
    start: int
    end: int
    opened_at: int


class UnopenedHeader(Record):
    """A header that opens no block: its key, where it is, and how far its statement goes on."""

    key: str
    span: Span
    end: int
    find_reach: Callable[[], int]


class Blocks:
    """The blocks of a text in the order of their headers, and the headers that open none.

    ``declarations``: those of them that nobody would expect to open one.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        without_block: Sequence[Span],
        *,
        unopened: Sequence[UnopenedHeader] = (),
        declarations: Sequence[Span] = (),
    ) -> None:
        self.blocks, self.without_block = blocks, without_block
        self.declarations = declarations
        self._unopened = sorted(
            [header for header in unopened if header.key == "inside"], key=attrgetter("end")
        )
        # The places from which on another block is the innermost one, and which it is.
        self._changes: list[int] = []
        self._innermost: list[Block | None] = []
        open_blocks: list[Block] = []

        def note(offset: int) -> None:
            block = open_blocks[-1] if open_blocks else None
            if self._changes and self._changes[-1] == offset:
                self._innermost[-1] = block
            else:
                self._changes.append(offset)
                self._innermost.append(block)

        def close_up_to(offset: int) -> None:
            while open_blocks and open_blocks[-1].end <= offset:
                end = open_blocks.pop().end
                while open_blocks and open_blocks[-1].end <= end:
                    open_blocks.pop()
                note(end)

        # One brace that was opened for both is that of `not_inside`.
        for block in sorted(
            blocks, key=lambda block: (block.start, block.opened_at, block.key == "not_inside")
        ):
            close_up_to(block.start)
            # Of two headers of one brace the second one stands further in, but for `not_inside`.
            shares = open_blocks and open_blocks[-1].opened_at == block.opened_at
            if shares and open_blocks[-1].key == "not_inside":
                continue
            open_blocks.append(block)
            note(block.start)
        close_up_to(max((block.end for block in blocks), default=0))

    def block_around(self, offset: int) -> Block | None:
        """Return the innermost block that holds *offset*."""
        index = bisect_right(self._changes, offset) - 1
        return self._innermost[index] if index >= 0 else None

    def header_without_block(self, offset: int) -> Span | None:
        """Return the header of ``inside`` whose statement holds *offset* though it opens no block.

        Of several the last one in front of that.
        """
        index = bisect_right(self._unopened, offset, key=attrgetter("end")) - 1
        if index < 0 or offset >= self._unopened[index].find_reach():
            return None
        return self._unopened[index].span


_OF_JAVASCRIPT = FunctionStyle(
    body="=>",
    word=r"\bfunction\b",
    arrow="=>",
    parameter=r"(?:[\w@]+\s+){0,3}(?:\.\.\.)?[\w$]+\??\s*(?::(?!:)|=(?![=>]))",
    cast=r"\b(?:as|satisfies)\s",
    method=r"\)\s*(?::[^;,{}]*)?",
)
# `type F = () => void` and `interface A { f(): () => void }` have none.
_ASSIGNED = ExpressionStyle(head=r"\A(?!\s*(?:export\s+|declare\s+)*type\b).*(?<![=!<>])=(?![=>])")
# Braces hold code wherever they stand.
_WITH_CLOSURES = FunctionStyle(body=r"[(,:]", has_objects=False)
_LANGUAGES: dict[str, LayoutStyle | BraceStyle] = {
    "python": LayoutStyle(
        needs_colon=True, functions=FunctionStyle(short=r"\blambda\b", short_end=":")
    ),
    "yaml": LayoutStyle(by_column=True),
    "ruby": LayoutStyle(
        words=("else", "elsif", "rescue", "ensure", "when", "in", "then", "do"),
        sections=("private", "protected", "public"),
    ),
    "lua": LayoutStyle(words=("else", "elseif", "until", "then", "do")),
    "elixir": LayoutStyle(words=("else", "rescue", "catch", "after", "do")),
    "julia": LayoutStyle(words=("else", "elseif", "catch", "finally", "do")),
    "shell": LayoutStyle(words=("else", "elif", "then", "do", "{")),
    "fish": LayoutStyle(words=("else", "case")),
    "haskell": LayoutStyle(words=("then", "else", "in", "of")),
    **dict.fromkeys(("nim", "coffeescript"), LayoutStyle()),
    "make": LayoutStyle(words=("else",), asides=r"(?:ifdef|ifndef|ifeq|ifneq|else|endif)\b"),
    "cmake": LayoutStyle(words=("else", "elseif")),
    "go": BraceStyle(
        ends="go",
        functions=FunctionStyle(word=r"(?<![\]*\w])func\b"),
        has_bare_statements=True,
    ),
    **dict.fromkeys(
        ("typescript", "jsx"),
        BraceStyle(
            ends="lines", behind_type="{>|&[", functions=_OF_JAVASCRIPT, expression=_ASSIGNED
        ),
    ),
    "javascript": BraceStyle(ends="lines", functions=_OF_JAVASCRIPT, expression=_ASSIGNED),
    **dict.fromkeys(
        ("vue", "svelte", "astro", "html"),
        BraceStyle(ends="lines", only_in="scripts", functions=_OF_JAVASCRIPT, expression=_ASSIGNED),
    ),
    "kotlin": BraceStyle(
        ends="lines",
        expression=ExpressionStyle(mark=r"(?<![=!<>+*/%&|-])=(?!=)", head=r"\bfun\b"),
        functions=FunctionStyle(
            body=r"[(,]",
            word=r"\bfun\b",
            needs_braces=False,
            parameter=r"(?!object\b)(?:\w+\s+){0,3}\w+\s*:",
            has_objects=False,
        ),
    ),
    "swift": BraceStyle(ends="lines", functions=_WITH_CLOSURES),
    "groovy": BraceStyle(ends="lines", functions=_WITH_CLOSURES._replace(arrow="->")),
    "scala": BraceStyle(
        ends="lines",
        expression=ExpressionStyle(mark=r"(?<![=!<>+*/%&|:-])=(?![=>:])", head=r"\bdef\b"),
        functions=FunctionStyle(
            body=r"=>|[(,]",
            arrow="=>",
            parameter=r"(?:\w+\s+){0,3}\w+\s*:(?!:)",
            has_objects=False,
        ),
    ),
    "r": BraceStyle(
        ends="lines",
        functions=FunctionStyle(
            body=r"[(,]", word=r"\bfunction\b|\\", needs_braces=False, has_objects=False
        ),
    ),
    "powershell": BraceStyle(ends="lines", value="@"),
    "php": BraceStyle(
        only_in="program",
        functions=FunctionStyle(word=r"\bfunction\b", short=r"(?<![$>:\w])fn\b"),
    ),
    "c": BraceStyle(
        directives="continued",
        value=r"\brequires\b[^;{}=]*\brequires\s*(?:\((?:[^()]|\([^()]*\))*\)\s*)?",
        member=r"[\w>]",
        function_try=True,
        functions=FunctionStyle(
            body=r"[\])^]|\b(?:mutable|noexcept)|->[^(){},]*",
            parameter=r"(?:[\w:]+[\s*&]+)*[\w:]+(?:\s*<[^;{}=]{0,200}>)?[\s*&]+\w+\s*=(?!=)",
        ),
    ),
    "java": BraceStyle(functions=FunctionStyle(body=r"->|\)", arrow="->")),
    "csharp": BraceStyle(
        directives="lines",
        expression=ExpressionStyle(),
        functions=FunctionStyle(body="=>", word=r"\bdelegate\b", arrow="=>"),
    ),
    "rust": BraceStyle(
        functions=FunctionStyle(
            body=r"\||->[^|{},]*|\basync(?:\s+move)?|\bunsafe",
            short=r"(?:[(,=&\[{>:]|\b(?:async|move|mut|return))\s*\|",
            short_end=r"\|",
        ),
        has_bare_statements=True,
    ),
    "dart": BraceStyle(
        expression=ExpressionStyle(),
        member=r"(?:[=?:,]|\bconst)\s*(?:<[^;{}()]*>)?",
        functions=FunctionStyle(body=r"\)\s*(?:async\*?|sync\*)?", arrow="=>"),
    ),
    "perl": BraceStyle(functions=FunctionStyle(word=r"\bsub\b"), value="[@$%]"),
    "zig": BraceStyle(behind_type="{>!", value=r"\."),
    **dict.fromkeys(
        (
            *("protobuf", "solidity", "thrift", "d"),
            *("css", "scss", "json", "graphql", "hcl"),
        ),
        BraceStyle(),
    ),
}
# The lexers of these read other languages, too, which are laid out in another way.
_BY_ENDING: dict[str, LayoutStyle | BraceStyle] = {
    "gd": LayoutStyle(),
    **dict.fromkeys(("fs", "fsx", "fsi"), LayoutStyle(words=("else", "elif", "with", "|"))),
}


def has_blocks(path: str, text: str = "") -> bool:
    """Tell whether blocks in the *text* of a file at *path* end by themselves, by its language:
    without ``until``.
    """
    return _find_style(path, text) is not None


def _find_style(path: str, text: str) -> LayoutStyle | BraceStyle | None:
    ending = path.rpartition(".")[2].lower()
    if ending in _BY_ENDING and find_file_types(path):
        return _BY_ENDING[ending]
    types = find_text_types(path, text)
    return _LANGUAGES.get(types[0].lexer) if types else None


def find_header_blocks(
    path: str,
    text: str,
    headers: BlockHeaders,
    *,
    regions: Regions,
    seen: str | None = None,
    finders: BlockFinders | None = None,
    until: float | None = None,
) -> Blocks:
    """Return the blocks that *headers* begin in *text*, and the headers that open none, by the
    language of the file at *path*.

    *seen*: what patterns see of the text, as long as it is: blanks in place of its comments.
    *finders*: what finds the ends of blocks in this text, for whoever asks with other headers, too.
    Raises ``LateReaderError`` or ``TimeoutError`` once it is later than *until*.
    """
    types = find_text_types(path, text)
    kind = PROSE if types and types[0].lexer == "markdown" else CODE
    seen = text if seen is None else seen

    def counts(offset: int) -> Span | None:
        start, end, region_kind = regions.region_around(offset, until=until)
        return None if region_kind == kind else (start, end)

    def find_matches(pattern: Any) -> list[Span]:
        left = require_time_left(until)
        matches = find_counted_matches(pattern, seen, counts=counts, seconds=left)
        return [match.span() for match in matches]

    found = sorted(
        (*span, key)
        for key in ("not_inside", "inside", "each_block")
        for pattern in getattr(headers, key)
        for span in find_matches(pattern)
    )
    if headers.until:
        closers = sorted(span[0] for pattern in headers.until for span in find_matches(pattern))
        is_bracketed = any(seen[closer : closer + 1] in _PARTNERS for closer in closers)
        signs = _BRACKETS.finditer(seen) if is_bracketed else ()
        depths = _Depths(sign for sign in signs if counts(sign.start()) is None)
        return _close_blocks_by_pattern(found, closers, depths=depths, seen=seen, text=text)
    style = _find_style(path, text)
    if style is None or not found:
        headers_found = [
            without_comments_around((start, end), seen, text) for start, end, _ in found
        ]
        return Blocks((), headers_found)
    finders = {} if finders is None else finders
    if style not in finders:
        finders[style] = _make_finder(text, regions, style=style, until=until)
    return close_blocks_by_language(found, finders[style], seen=seen, text=text, until=until)


def close_blocks_by_language(
    headers: Sequence[tuple[int, int, str]],
    finder: LayoutBlocks | BraceBlocks | PreprocessedBlocks,
    *,
    seen: str,
    text: str,
    until: float | None,
) -> Blocks:
    """Return the blocks of *headers* in *text*, each as far as *finder* tells by the language;
    raises as ``find_header_blocks``.
    """
    blocks, unopened, declarations = [], [], []
    for index, (start, end, key) in enumerate(headers):
        if not index % _HEADERS_A_LOOK:
            keep_to_deadline(until, READING)
        offset = find_match_start((start, end), seen)
        part_finder: LayoutBlocks | BraceBlocks | None
        if isinstance(finder, PreprocessedBlocks):
            part_finder, is_on_top = finder.at(offset)
        else:
            part_finder, is_on_top = finder, True
        if part_finder is None:
            continue
        part_finder.outline.until = until
        ends = part_finder.find_end(offset, end)
        header = without_comments_around((start, end), seen, text)
        if ends is not None:
            blocks.append(Block(key, header, start=end, end=max(end, ends[1]), opened_at=ends[0]))
        elif is_on_top:  # in a directive or a later branch it may be a part of something
            find_reach = cache(partial(part_finder.find_reach, offset, end))
            unopened.append(UnopenedHeader(key, span=header, end=end, find_reach=find_reach))
            if isinstance(part_finder, BraceBlocks) and part_finder.is_declaration(offset, end):
                declarations.append(header)
    headers_without = [header.span for header in unopened]
    return Blocks(blocks, headers_without, unopened=unopened, declarations=declarations)


def _make_finder(
    text: str, regions: Regions, style: LayoutStyle | BraceStyle, until: float | None
) -> LayoutBlocks | BraceBlocks | PreprocessedBlocks:
    if isinstance(style, LayoutStyle):
        outline = SignOutline(text, regions, brackets="([{", until=until)
        return LayoutBlocks(outline, style)
    if style.directives:
        return PreprocessedBlocks(text, regions, style, until=until)
    outline, spans = parse_outline(text, regions, style, until=until)
    return BraceBlocks(outline, spans, style)


_BRACKETS = re.compile(r"[()\[\]{}]")
_PARTNERS = {")": "(", "]": "[", "}": "{"}
_OPENED = re.compile(r"(?<=[(\[{])|\s{0,80}[(\[{]")


class _Depths:
    """How many brackets of a kind are open at a place, by those in code in order."""

    def __init__(self, signs: Iterable[re.Match[str]]) -> None:
        self._places: dict[str, list[int]] = {opener: [] for opener in _PARTNERS.values()}
        self._depths: dict[str, list[int]] = {opener: [0] for opener in _PARTNERS.values()}
        for sign in signs:
            opener = _PARTNERS.get(sign[0], sign[0])
            self._places[opener].append(sign.start())
            self._depths[opener].append(self._depths[opener][-1] + (1 if sign[0] == opener else -1))

    def at(self, opener: str, offset: int) -> int:
        """Return how many are open in front of *offset*, of an *opener* and its partner."""
        return self._depths[opener][bisect_left(self._places[opener], offset)]


def _close_blocks_by_pattern(
    headers: Sequence[tuple[int, int, str]],
    closers: Sequence[int],
    *,
    depths: _Depths,
    seen: str,
    text: str,
) -> Blocks:
    """Return the blocks of *headers*, each of which the next of the *closers* ends that is free.

    Where a header ends with a bracket, or one follows it, the partner of another one in its block
    closes nothing: `@if (f())`.
    """

    def closes(closer: int, header: int) -> bool:
        opener = _PARTNERS.get(seen[closer : closer + 1])
        opened = _OPENED.match(seen, headers[header][1])
        if opened is None or seen[opened.end() - 1] != opener:
            return True
        return depths.at(opener, closer) <= depths.at(opener, opened.end())

    ends = [len(text)] * len(headers)
    open_headers: list[int] = []
    closer = 0
    for index, (start, _, _) in enumerate(headers):
        # At one place it closes first.
        while closer < len(closers) and closers[closer] <= start:
            if open_headers and closes(closers[closer], open_headers[-1]):
                ends[open_headers.pop()] = closers[closer]
            closer += 1
        open_headers.append(index)
    for offset in closers[closer:]:
        if open_headers and closes(offset, open_headers[-1]):
            ends[open_headers.pop()] = offset
    return Blocks(
        [
            Block(
                key,
                without_comments_around((start, end), seen, text),
                start=end,
                end=max(end, block_end),
                opened_at=end,
            )
            for (start, end, key), block_end in zip(headers, ends, strict=True)
        ],
        (),
    )
