"""Which comments and strings document something where no sign says so, but what they stand above.

// Add returns the sum.          # Adds two.            @doc "Adds two."
func Add(a, b int) int           def add(a, b)          def add(a, b)
"""

from __future__ import annotations

import re
from bisect import bisect_left

from phaser_lint.text.regions.scanner import Region
from phaser_lint.text.regions.scanner_actions import COMMENT, DOC_COMMENT, DOCSTRING, STRING

_END_OF_LINE = re.compile(r"[ \t]*\r?\n")
_LONGEST_INDENTATION = 200


class CommentsAbove:
    """Tells comments that stand right above what they document: lines that begin as *declared*.

    What an *instruction* matches tells a program something, and no reader.
    """

    def __init__(self, declared: str, *, instruction: str) -> None:
        self._declared, self._instruction = re.compile(declared), re.compile(instruction)

    def __call__(self, text: str, start: int, regions: list[Region]) -> list[Region]:
        documented = list(regions)
        is_above = False
        for index in range(len(regions) - 1, -1, -1):
            region_start, end, kind = regions[index]
            before = text[max(start, region_start - _LONGEST_INDENTATION) : region_start]
            behind = _END_OF_LINE.match(text, end)
            if kind != COMMENT or behind is None or before.rpartition("\n")[2].strip(" \t"):
                is_above = False
                continue
            next_line = behind.end()
            next_region = regions[index + 1][0] if index + 1 < len(regions) else len(text)
            is_above = self._declared.match(text, next_line) is not None or (
                is_above and not text[next_line:next_region].strip(" \t")
            )
            if is_above and not self._instruction.match(text, region_start):
                documented[index] = (region_start, end, DOC_COMMENT)
        return documented


_MOST_IN_HOLE = 100


class StringsAbove:
    """Tells strings that document what stands behind them: *before* matches up to one, *behind*
    from its end on, and *hole* is the sign of what is filled in.
    """

    def __init__(self, before: str, behind: str, *, hole: str) -> None:
        self._before = re.compile(before, re.MULTILINE)
        self._behind = re.compile(behind)
        self._hole = hole

    def __call__(self, text: str, start: int, regions: list[Region]) -> list[Region]:
        documented = list(regions)
        starts = [region[0] for region in regions]
        for before in self._before.finditer(text, start):
            last = first = bisect_left(starts, before.end())
            if first == len(regions) or regions[first][::2] != (before.end(), STRING):
                continue
            parts = [first]
            while text.startswith(self._hole, regions[last][1]):
                is_name = text[regions[last][1] + 1 : regions[last][1] + 2] not in ("(", "{")
                # A string in the hole has no end of it in front.
                following = range(last + 1, min(last + _MOST_IN_HOLE, len(regions)))
                ends = (part for part in following if is_name or text[starts[part] - 1] in ")}")
                last = next(ends, -1)
                if last < 0:
                    break
                parts.append(last)
            last = parts[-1]
            if self._behind.match(text, regions[last][1]):
                for part in parts:
                    documented[part] = (*regions[part][:2], DOCSTRING)
        return documented
