"""Against markdown-it, a reader of CommonMark: which lines of others' pages are code.

Left out are lines of a quote's sign alone, spans of code, and the notes of Julia's and MkDocs'
pages (`!!! note`), whose fences CommonMark does not know.
"""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from phaser_lint.text.regions import CODE, open_regions
from tests.text.written_by_others import files_of

pytestmark = pytest.mark.slow


def code_lines(text: str) -> set[int]:
    """The lines of fences and of indented code, by their number from 0."""
    blocks = MarkdownIt("commonmark").parse(text)
    return {
        line
        for block in blocks
        if block.type in ("fence", "code_block") and block.map
        for line in range(*block.map)
    }


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
