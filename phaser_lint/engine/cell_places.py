"""From the lines of a notebook's cells to the lines and columns of its file, the JSON."""

from __future__ import annotations

from bisect import bisect_right

from phaser_lint.engine.directives import Directives, parse_directives
from phaser_lint.engine.notebook import read_cells, spots
from phaser_lint.text import BOM, LONGEST_LINE, around, normalise, shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from phaser_lint.engine.notebook import Cell, Spot
    from phaser_lint.model import Violation

    Position: TypeAlias = tuple[int, int]
    """A line and a column, both counted from 1."""


def placed_cells(text: str, *, printed: bool) -> list[CellPlaces] | None:
    """Return the cells of the notebook that *text* holds; ``None`` where it is none."""
    cells = read_cells(text, printed=printed)
    if cells is None:
        return None
    starts = _line_starts(text)
    return [CellPlaces(text, starts, cell) for cell in cells]


class CellPlaces:
    """A cell, and where in the *file* what is found in it stands; *starts* are the file's lines.

    Most cells are clean: where their characters stand is found out once it is asked for.
    """

    def __init__(self, file: str, starts: Sequence[int], cell: Cell) -> None:
        self.cell = cell
        self.text = normalise(cell.text)
        self._file = file
        self._starts = starts
        self._searched: dict[str, tuple[list[int], list[Spot]]] = {}

    def directives(self) -> Directives:
        """Return the directives in the cell, by its own lines; a printed text has none."""
        if not self.cell.ending:
            return Directives()
        return parse_directives(f"cell.{self.cell.ending}", self.text)

    def moved(self, directives: Directives) -> Directives:
        """Return *directives* of the cell with the lines of the file."""

        def line_of(line: int) -> int:
            first, _ = self._span(self.text, (line, 1), (line, 1))
            return self._place(first)[0]

        return Directives(
            tuple(each._replace(line=line_of(each.line)) for each in directives.directives),
            tuple(each._replace(line=line_of(each.line)) for each in directives.malformed),
        )

    def shown(self, violation: Violation, searched: str) -> Violation:
        """Return *violation* of the text that was *searched*, in the cell, at its place."""
        if violation.line is None:
            return violation
        start = violation.line, violation.column or 1
        end = violation.end_line or 1, violation.end_column or 1
        first, last = self._span(searched, start, end)
        line, column = self._place(first)
        end_line, end_column = self._place(last)
        text = self._line(line)
        what = "cell" if self.cell.ending else "output of cell"
        return violation._replace(
            message=f"{what} {self.cell.number}, line {violation.line}: {violation.message}",
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            line_text=shorten(text),
            near=around(text, column - 1, start=0, end=len(text))
            if len(text) > LONGEST_LINE
            else "",
            cell=self.cell.number,
            cell_line=violation.line,
            cell_text=violation.line_text,
            cell_language=self.cell.ending,
        )

    def _span(self, searched: str, start: Position, end: Position) -> Spot:
        """Return where in the file what stands from *start* to *end* of the text does."""
        if searched not in self._searched:
            self._searched[searched] = _line_starts(searched), self._spots_of(searched)
        lines, known = self._searched[searched]
        from_, to = (lines[line - 1] + column - 1 for line, column in (start, end))
        after = known[-1][1] if known else self.cell.place
        first = known[from_][0] if from_ < len(known) else after
        return first, known[to - 1][1] if to > from_ else first

    def _spots_of(self, searched: str) -> list[Spot]:
        text, found = self.cell.text, spots(self._file, self.cell.literals)
        if searched == text:
            return found
        return [spot for place, spot in enumerate(found) if not _is_left_out(text, place)]

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def _line(self, line: int) -> str:
        end = self._starts[line] - 1 if line < len(self._starts) else len(self._file)
        return self._file[self._starts[line - 1] : end]


def _is_left_out(text: str, place: int) -> bool:
    """Tell whether ``normalise`` leaves out the character at *place*."""
    return text.startswith("\r\n", place) or (place == 0 and text.startswith(BOM))


def _line_starts(text: str) -> list[int]:
    starts = [0]
    while (end := text.find("\n", starts[-1])) >= 0:
        starts.append(end + 1)
    return starts
