"""``AGENTS.md``: the contracts between two markers, and all else byte for byte as it is.

<!-- phaser-lint: begin; written by phaser-lint export --agents-md from the contracts -->
…
<!-- phaser-lint: end -->
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import BOM
from phaser_lint.report.exports.exported_file import ExportedFile, read_export_target
from phaser_lint.report.exports.guidance import ABOUT, make_guidance, render_guidance_lines

PATH = "AGENTS.md"
BEGIN, _END = "<!-- phaser-lint: begin", "<!-- phaser-lint: end"
_FIRST = f"{BEGIN}; written by phaser-lint export --agents-md from the contracts -->"
_LAST = f"{_END} -->"


def make_agents_page(root: str, contracts: Sequence[Contract]) -> ExportedFile:
    """Return AGENTS.md by ``export``; raises ``UsageError`` where its markers are no pair."""
    guidances = make_guidance(contracts, page=PATH)
    lines = []
    if guidances:
        lines = [
            "",
            "## Rules that phaser-lint checks",
            "",
            ABOUT,
            "",
            *render_guidance_lines(guidances),
        ]
    before = read_export_target(root, PATH)
    after = with_guidance_block(before or "", lines)
    return ExportedFile(PATH, before, None if before is None and not after else after)


def with_guidance_block(text: str, lines: Sequence[str]) -> str:
    """Return the agents' page *text* with *lines* between its markers, at first at its end."""
    page_lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    line_end = "\r\n" if page_lines and page_lines[0].endswith("\r\n") else "\n"
    block = line_end.join((_FIRST, *lines, _LAST))
    markers = _find_marker_lines(page_lines)
    if markers is None:
        if not lines:
            return text
        gap = line_end if text.endswith("\n") else line_end * 2
        return f"{text}{gap if text.strip(BOM) else ''}{block}{line_end}"
    begin, end = markers
    mark = BOM if page_lines[begin].startswith(BOM) else ""
    end_marker = page_lines[end]
    own_line_end = end_marker[len(end_marker.rstrip("\r\n")) :]
    return "".join((*page_lines[:begin], mark, block, own_line_end, *page_lines[end + 1 :]))


def find_block_lines(text: str) -> range:
    """Return the indexes of lines that ``export`` wrote; none without a pair of markers."""
    with contextlib.suppress(UsageError):
        markers = _find_marker_lines(text.split("\n"))
        if markers:
            return range(markers[0], markers[1] + 1)
    return range(0)


def _find_marker_lines(page_lines: Sequence[str]) -> tuple[int, int] | None:
    """Return the indexes of the markers, or ``None``; raises ``UsageError`` if they are no pair."""
    begins, ends = [], []
    for index, line in enumerate(page_lines):
        start = line.lstrip(BOM)
        if start.startswith(BEGIN):
            begins.append(index)
        elif start.startswith(_END):
            ends.append(index)
    for name, indexes in (("begin", begins), ("end", ends)):
        if len(indexes) > 1:
            marker_line = f"{PATH}:{indexes[1] + 1}"
            raise UsageError(
                f"{marker_line}: expected one marker of its {name}, found a second one"
            )
    if len(begins) != len(ends):
        missing, index = ("end", begins[0]) if begins else ("begin", ends[0])
        raise UsageError(
            f"{PATH}:{index + 1}: expected a pair of markers, found none of its {missing}"
        )
    if begins and begins[0] > ends[0]:
        raise UsageError(
            f"{PATH}:{ends[0] + 1}: expected the marker of its begin before that of its end"
        )
    return (begins[0], ends[0]) if begins else None
