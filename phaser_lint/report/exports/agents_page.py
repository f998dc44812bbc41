"""``AGENTS.md``: the contracts between two markers, and all else byte for byte as it is.

<!-- phaser-lint: begin; written by phaser-lint export --agents-md from the contracts -->
…
<!-- phaser-lint: end -->
"""

from __future__ import annotations

import re

from phaser_lint.core.errors import UsageError
from phaser_lint.report.exports.exported_file import ExportedFile, held_text
from phaser_lint.report.exports.guidance import ABOUT, guidance, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.contract.model import Contract

PATH = "AGENTS.md"
_BEGIN, _END = "<!-- phaser-lint: begin", "<!-- phaser-lint: end"
_FIRST = f"{_BEGIN}; written by phaser-lint export --agents-md from the contracts -->"
_LAST = f"{_END} -->"


def agents_page(root: str, contracts: Iterable[Contract]) -> ExportedFile:
    """Return what becomes of the file; raises ``UsageError`` where its markers are no pair."""
    before = held_text(root, PATH)
    after = with_block(before or "", _lines(contracts))
    return ExportedFile(PATH, before, None if before is None and not after else after)


def with_block(text: str, lines: Sequence[str]) -> str:
    """Return *text* with *lines* between the markers, which are added at its end for the first."""
    held = re.findall(r"[^\n]*\n|[^\n]+", text)
    begin, end = (_places(held, marker) for marker in (_BEGIN, _END))
    wrong = _wrong(begin, end)
    if wrong:
        raise UsageError(f"{PATH}{wrong}")
    line_end = "\r\n" if held and held[0].endswith("\r\n") else "\n"
    block = line_end.join((_FIRST, *lines, _LAST))
    if not begin:
        return f"{text}{_gap(text, line_end)}{block}{line_end}" if lines else text
    above, last, below = held[: begin[0]], held[end[0]], held[end[0] + 1 :]
    mark = "\ufeff" if held[begin[0]].startswith("\ufeff") else ""
    own_end = last[len(last.rstrip("\r\n")) :]
    return "".join((*above, mark, block, own_end, *below))


def _gap(text: str, line_end: str) -> str:
    if not text.strip("\ufeff"):
        return ""
    return line_end if text.endswith("\n") else line_end * 2


def _places(lines: Sequence[str], marker: str) -> list[int]:
    return [index for index, line in enumerate(lines) if line.lstrip("\ufeff").startswith(marker)]


def _wrong(begin: Sequence[int], end: Sequence[int]) -> str:
    """Return what is wrong with markers in these lines, after the name of the file."""
    for name, places in (("begin", begin), ("end", end)):
        if len(places) > 1:
            return f":{places[1] + 1}: expected one marker of its {name}, found a second one"
    if len(begin) != len(end):
        missing, there = ("end", begin[0]) if begin else ("begin", end[0])
        return f":{there + 1}: expected a pair of markers, found none of its {missing}"
    if begin and begin[0] > end[0]:
        return f":{end[0] + 1}: expected the marker of its begin before that of its end"
    return ""


def _lines(contracts: Iterable[Contract]) -> list[str]:
    parts = guidance(contracts)
    if not parts:
        return []
    lines = ["", "## Rules that phaser-lint checks", "", ABOUT, ""]
    return [*lines, *shown(parts)]
