"""From the lines of a notebook's cells to the lines and columns of its file, the JSON."""

from __future__ import annotations

from bisect import bisect_right

from phaser_lint.check.engine.directives import Directives, parse_directives
from phaser_lint.check.engine.notebook import WrittenCell, read_cells, spots, written_cells
from phaser_lint.core.text import BOM, LONGEST_LINE, around, normalise, shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from phaser_lint.check.engine.notebook import Cell, Spot
    from phaser_lint.contract.model import Violation

    Position: TypeAlias = tuple[int, int]
    """A line and a column, both counted from 1."""


def placed_cells(text: str, *, printed: bool) -> list[CellPlaces] | None:
    """Return the cells of the notebook that *text* holds; ``None`` where it is none."""
    cells = read_cells(text, printed=printed)
    if cells is None:
        return None
    file = _File(text, printed=printed)
    return [CellPlaces(file, index, cell) for index, cell in enumerate(cells)]


class _File:
    """The text of a notebook's file, with what tells places in it, found out once."""

    def __init__(self, text: str, *, printed: bool) -> None:
        self.text = text
        self._printed = printed
        self._starts: list[int] = []
        self._written: list[WrittenCell] = []

    def written(self, index: int) -> WrittenCell:
        """Return where a cell is written."""
        try:
            self._written = self._written or written_cells(self.text, printed=self._printed)
        except RecursionError:  # nested to within a few levels of what Python takes
            return WrittenCell((), 0)
        return self._written[index]

    def place(self, offset: int) -> Position:
        """Return the line and column of a character."""
        self._starts = self._starts or _line_starts(self.text)
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a line that ``place`` named."""
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[self._starts[number - 1] : end]


class CellPlaces:
    """A cell, the one of that *index* in its file, and where in it stands what is found."""

    def __init__(self, file: _File, index: int, cell: Cell) -> None:
        self.cell = cell
        self.text = normalise(cell.text)
        self.name = f"cell.{cell.ending}" if cell.ending else ""
        self._file = file
        self._index = index
        self._searched: dict[str, tuple[list[int], list[Spot]]] = {}

    def directives(self) -> Directives:
        """Return the directives in the cell, by its own lines; a printed text has none."""
        return parse_directives(self.name, self.text) if self.name else Directives()

    def moved(self, directives: Directives) -> Directives:
        """Return *directives* of the cell with the lines of the file."""

        def line_of(line: int) -> int:
            first, _ = self._span(self.text, (line, 1), (line, 1))
            return self._file.place(first)[0]

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
        line, column = self._file.place(first)
        end_line, end_column = self._file.place(last)
        text = self._file.line(line)
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
        if not known:
            place = self._file.written(self._index).place
            return place, place
        first = known[from_][0] if from_ < len(known) else known[-1][1]
        return first, known[to - 1][1] if to > from_ else first

    def _spots_of(self, searched: str) -> list[Spot]:
        written = self._file.written(self._index)
        text, found = self.cell.text, spots(self._file.text, written.literals)
        if searched == text:
            return found
        return [spot for place, spot in enumerate(found) if not _is_left_out(text, place)]


def _is_left_out(text: str, place: int) -> bool:
    """Tell whether ``normalise`` leaves out the character at *place*."""
    return text.startswith("\r\n", place) or (place == 0 and text.startswith(BOM))


def _line_starts(text: str) -> list[int]:
    starts = [0]
    while (end := text.find("\n", starts[-1])) >= 0:
        starts.append(end + 1)
    return starts
