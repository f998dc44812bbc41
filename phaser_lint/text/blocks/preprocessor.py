"""Lines for a preprocessor, as C and C# have them: what of a text is one, for its braces.

int f() {
#define OPEN {        a text by itself, as each directive is
#if A
  if (a) {            of the branches of a condition the first one goes on with the text
#else
  if (b) {            each other one is a text by itself, as is what `#if 0` takes out
#endif
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from phaser_lint.core import Record
from phaser_lint.text.blocks.braces import BraceBlocks, BraceStyle
from phaser_lint.text.blocks.outline import READING, SignOutline
from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.regions import CODE, Regions
from phaser_lint.text.search.counted_matches import Span

_LINE = re.compile(r"^[ \t]*(?:#|%:|\?\?=)[ \t]*(?P<word>\w*)", re.M)
_NEVER = re.compile(r"[ \t]*\(?[ \t]*(?:0|false)[ \t]*\)?[ \t\r]*(?:&&|/[/*]|$)", re.M)
_LINE_END = re.compile(r"\n|\Z")
_LINE_END_OF_C = re.compile(r"(?<!\\)(?<!\\\r)(?:\n|\Z)")
DEEPEST = 4
"""Of what stands in so many branches that do not count no block is read."""


class Parts(Record):
    """The texts that a text consists of, each as its spans: by how many others they stand in.

    At the top there is one. Of a text that stands in another one no brace counts in that.
    """

    by_depth: Sequence[Sequence[Sequence[Span]]]
    offsets: Sequence[int]
    """Where one of their spans starts; then, in ``depths``, how deep it stands."""
    depths: Sequence[int]


class PreprocessedBlocks:
    """Finds where blocks end in the parts of a *text*; raises as ``SignOutline`` does."""

    def __init__(
        self, text: str, regions: Regions, style: BraceStyle, *, until: float | None
    ) -> None:
        self._text, self._regions, self._style, self._until = text, regions, style, until
        are_continued = style.directives == "continued"
        self._parts = parse_preprocessed_parts(
            text, regions, are_continued=are_continued, until=until
        )
        self._by_depth: dict[int, BraceBlocks] = {}

    def at(self, offset: int) -> tuple[BraceBlocks | None, bool]:
        """Return what finds the blocks of the part that holds *offset*, and whether it is on top.

        Nothing where too many parts are around it.
        """
        depth = self._parts.depths[bisect_right(self._parts.offsets, offset) - 1]
        if depth >= DEEPEST:
            return None, False
        if depth not in self._by_depth:
            parts = self._parts.by_depth[depth]
            outline = SignOutline(
                self._text, self._regions, parts=parts, brackets="([", until=self._until
            )
            ends = [(spans[0][0], spans[-1][1]) for spans in parts]
            # The text on top may begin and end with a directive.
            ends = ends if depth else [(0, len(self._text))]
            self._by_depth[depth] = BraceBlocks(outline, ends, self._style, must_close=depth > 0)
        return self._by_depth[depth], depth == 0


class _Part:
    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.spans: list[Span] = []


def parse_preprocessed_parts(
    text: str, regions: Regions, *, are_continued: bool, until: float | None
) -> Parts:
    r"""Return the parts of *text* that preprocessor directives make, for its blocks; directives
    *are_continued* behind a ``\``, or end with their line.

    Raises ``LateReaderError`` once it is later than *until*.
    """
    part = _Part(0)
    parts, offsets, depths, offset = [part], [0], [0], 0
    # Of each condition that is open: what it stands in, and whether one of its branches counts.
    conditions: list[tuple[_Part, bool]] = []
    for line, end in find_preprocessor_lines(
        text, regions, are_continued=are_continued, until=until
    ):
        part.spans.append((offset, line.start()))
        directive = _Part(part.depth + 1)
        directive.spans.append((line.start(), end))
        word, offset = line["word"], end
        is_never = word in ("if", "elif") and _NEVER.match(text, line.end())
        if word in ("if", "ifdef", "ifndef"):
            conditions.append((part, not is_never))
            part = _Part(part.depth + 1) if is_never else part
        elif conditions and word.startswith("el"):
            around, has_branch = conditions[-1]
            counts = not has_branch and not is_never
            conditions[-1] = around, has_branch or counts
            part = around if counts else _Part(around.depth + 1)
        elif conditions and word == "endif":
            part = conditions.pop()[0]
        parts += [directive, part]
        offsets += [line.start(), end]
        depths += [directive.depth, part.depth]
    part.spans.append((offset, len(text)))
    by_depth: list[list[Sequence[Span]]] = [[] for _ in range(DEEPEST)]
    for part in dict.fromkeys(parts):
        if part.depth < DEEPEST:
            by_depth[part.depth].append(part.spans)
    return Parts(by_depth, offsets, depths)


def find_preprocessor_lines(
    text: str, regions: Regions, *, are_continued: bool, until: float | None
) -> Iterator[tuple[re.Match[str], int]]:
    """Yield the match of each preprocessor directive's beginning in *text*, and the offset at which
    the directive ends.

    It ends with its line, but for a comment that goes over lines.
    """
    line_end = _LINE_END_OF_C if are_continued else _LINE_END
    line = _LINE.search(text)
    while line:
        keep_to_deadline(until, READING)
        end = line.end()
        if regions.region_around(end - 1, until=until)[2] == CODE:
            is_open = True
            while is_open:
                match = line_end.search(text, end)
                end = match.start() if match else len(text)
                _, region_end, kind = regions.region_around(end, until=until)
                is_open = end < len(text) and kind != CODE and region_end > end
                end = region_end if is_open else end
            yield line, end
        line = _LINE.search(text, end)
