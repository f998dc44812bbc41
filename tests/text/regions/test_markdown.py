"""Against markdown-it, a reader of CommonMark: which lines of pages are code, drawn or others'.

Of others' left out are lines of a quote's sign alone, spans of code, and the notes of Julia's and
MkDocs' pages (`!!! note`), whose fences CommonMark does not know.
"""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt

from phaser_lint.text.regions import CODE, open_regions
from tests.text.written_by_others import files_of

_PIECES = (
    *(
        "a",
        "b c",
        "- ",
        "* ",
        "+ ",
        "1. ",
        "2. ",
        "10) ",
        "> ",
        ">",
        "    ",
        "  ",
        " ",
        "\t",
        "-",
        "1.",
    ),
    *("~~~", "~~~~", "~~~ sh", "---", "===", "***", "_ _ _", "#", "# h", "\n", "\n", "\n", "\n\n"),
    *(
        "- a\n",
        "  b\n",
        "    c\n",
        "> d\n",
        "-     a",
        "    > x",
        "<div>",
        "</div>",
        "<pre>",
        "</pre>",
    ),
    *("<a>", "<?", "?>"),
)
# Behind a text markdown-it takes what is indented by four blanks for the beginning of a block, as
# CommonMark does not.
_DEEP = re.compile(r"(?: {4}| {0,3}\t)[ \t]*[^\sa-z]")
_SIGNS_ALONE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t>]*)*")


def code_lines(text: str) -> set[int]:
    """The lines of fences and of indented code, by their number from 0."""
    blocks = MarkdownIt("commonmark").parse(text)
    return {
        line
        for block in blocks
        if block.type in ("fence", "code_block") and block.map
        for line in range(*block.map)
    }


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("seed", range(400))
def test_code_in_quotes_and_lists_ends_with_them(seed: int) -> None:
    """Ten drawn pages a seed, of lists, quotes, fences, HTML and indented lines."""
    draw = random.Random(seed)
    for _ in range(10):
        text = "".join(draw.choice(_PIECES) for _ in range(draw.randint(1, 14)))
        lines = text.split("\n")
        if text.startswith("---") or any(
            before.strip() and _DEEP.match(line) for before, line in pairwise(lines)
        ):
            continue
        regions, offset, found = open_regions("a.md", text), 0, set()
        for number, line in enumerate(lines):
            visible = offset + len(line) - len(line.lstrip())
            if regions.region_around(visible)[2] == CODE:
                found.add(number)
            offset += len(line) + 1
        blank = {number for number, line in enumerate(lines) if _SIGNS_ALONE.fullmatch(line)}
        assert found - blank == code_lines(text) - blank, text


@pytest.mark.slow
def test_code() -> None:
    """A line is code for both or for neither; a span of code in prose is no line of code."""
    differing, compared = [], 0
    for path, text in files_of(".md"):
        if text.startswith(("---", "+++")) or "\n!!! " in text:  # CommonMark knows neither
            continue
        compared += 1
        expected, place = code_lines(text), 0
        regions = open_regions(path, text)
        for number, line in enumerate(text.split("\n")):
            first_visible = place + len(line) - len(line.lstrip())
            start, end, kind = regions.region_around(min(first_visible, max(len(text) - 1, 0)))
            is_code = kind == CODE and end >= place + len(line.rstrip())
            region_text = text[start:end].lstrip()
            is_fence = region_text.startswith("```") and "```" not in line.strip()[3:]
            is_span = region_text[:1] == "`" and not is_fence and number not in expected
            if line.strip(" \t>") and not is_span and is_code != (number in expected):
                differing.append((path, number + 1, line[:60]))
            place += len(line) + 1
    print("pages", compared)
    assert differing == []
