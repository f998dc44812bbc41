"""From the lines of a notebook's cells to the lines and columns of its file, the JSON."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from phaser_lint.check.engine.checker import explain_timeout
from phaser_lint.check.engine.directive_parser import parse_directives
from phaser_lint.check.engine.directive_places import may_hold_directives
from phaser_lint.check.engine.directives import DirectiveIndex, Directives
from phaser_lint.check.engine.file_parts import make_place, note_malformed_directives
from phaser_lint.contract.match_contract import SearchableText
from phaser_lint.core.text import (
    BOM,
    LONGEST_LINE,
    cut_line_around,
    normalise_text,
    replace_lone_returns,
    shorten_line,
)
from phaser_lint.text.deadlines import LateReaderError, make_deadline
from phaser_lint.text.languages import join_text_name
from phaser_lint.text.notebook import CharacterPlaces, WrittenCell, locate_cells, parse_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from phaser_lint.contract.model import Violation
    from phaser_lint.text.notebook import Cell, Spot

    LineAndColumn: TypeAlias = tuple[int, int]
    """A line and a column, both counted from 1."""


def place_cells(
    text: str, *, printed: bool, seconds: float | None = None
) -> list[CellPlaces] | None:
    """Return the places in its file, the JSON, of the lines of each cell of the notebook that
    *text* holds; ``None`` where it is none.

    Raises ``LateReaderError`` after so many *seconds*; so does, after as many, what tells places.
    """
    cells = parse_cells(text, printed=printed, until=make_deadline(seconds))
    if cells is None:
        return None
    file = _File(text, printed=printed, seconds=seconds)
    return [CellPlaces(file, index, cell) for index, cell in enumerate(cells)]


def with_cells(
    notebook: SearchableText,
    cells: Sequence[CellPlaces],
    *,
    ignores: bool,
    seconds: float | None,
) -> SearchableText:
    """Return a *notebook* that the engine has read, with each of its *cells* as a text with its
    places in the file.
    """
    until, late_reason = make_deadline(seconds), ""
    in_cells = in_file = [Directives() for _ in cells]
    try:
        if ignores:
            in_cells = [cell.directives(until=until) for cell in cells]
            in_file = [
                cell.move_directives(directives)
                for cell, directives in zip(cells, in_cells, strict=True)
            ]
    except LateReaderError as error:
        in_cells, late_reason = in_file, explain_timeout(seconds or 0.0, str(error))
    everywhere = Directives(
        tuple(directive for directives in in_file for directive in directives.directives),
        tuple(malformed for directives in in_file for malformed in directives.malformed),
    )
    # A directive for the whole file counts in every cell.
    for_file = tuple(directive for directive in everywhere.directives if directive.target() is None)
    path, cell_texts = notebook.file.path, []
    for cell, in_cell, moved in zip(cells, in_cells, in_file, strict=True):
        for_lines = (
            directive for directive in in_cell.directives if directive.target() is not None
        )
        index = DirectiveIndex((*for_lines, *for_file), misplaced=in_cell.misplaced)
        moved_directives = dict(zip(in_cell.directives, moved.directives, strict=True))
        cell_texts.append(
            SearchableText(
                notebook.file,
                cell.cell.text,
                cell.text,
                name=join_text_name(path, f"cell.{cell.cell.ending}"),
                place=make_place(
                    index, moved_directives=moved_directives, shown=cell.place_violation
                ),
                shown=cell.place_violation,
            )
        )
    return notebook._replace(
        cells=tuple(cell_texts),
        place=make_place(DirectiveIndex(for_file)),
        directives=everywhere.directives,
        notices=tuple(note_malformed_directives(path, everywhere.malformed)),
        late=late_reason,
    )


class _File:
    """The text of a notebook's file, with what tells places in it, found out once.

    For all places together there are so many *seconds*.
    """

    def __init__(self, text: str, *, printed: bool, seconds: float | None) -> None:
        self.text = text
        self._printed = printed
        self._seconds = seconds
        self._starts: list[int] = []
        self._written: list[WrittenCell] | None = None
        self._is_too_deep = False
        self._shown: tuple[Spot, str] = (-1, -1), ""

    @cached_property
    def deadline(self) -> float | None:
        """When the time for places is over, which begins once one is asked for."""
        return make_deadline(self._seconds)

    def find_cell(self, index: int) -> WrittenCell:
        """Return where a cell is written."""
        if self._written is None and not self._is_too_deep:
            try:
                self._written = locate_cells(self.text, printed=self._printed, until=self.deadline)
            except RecursionError:  # nested to within a few levels of what Python takes
                self._is_too_deep = True
        return WrittenCell((), 0) if self._written is None else self._written[index]

    def characters_of(self, index: int) -> CharacterPlaces:
        """Return where each character of a cell is written."""
        return CharacterPlaces(self.text, self.find_cell(index).literals, until=self.deadline)

    def place(self, offset: int) -> LineAndColumn:
        """Return the line and column of a character of a cell in the notebook's file."""
        self._starts = self._starts or _find_line_starts(self.text)
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> Spot:
        """Return where a line that ``place`` named starts and ends."""
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self._starts[number - 1], end

    def excerpt(self, start: int, end: int) -> str:
        """Return the text of the line there, as it is shown of a notebook's file.

        A notebook without line ends is one line of megabytes: each violation of it has the same.
        """
        if (start, end) != self._shown[0]:
            self._shown = (start, end), shorten_line(self.text[start:end])
        return self._shown[1]


class CellPlaces:
    """A cell, the one of that *index* in its file, and where in it stands what is found."""

    def __init__(self, file: _File, index: int, cell: Cell) -> None:
        self.cell = cell
        self.text = normalise_text(cell.text)
        self.name = f"cell.{cell.ending}" if cell.ending else ""
        self._file = file
        self._index = index
        self._searched: dict[str, _SearchedText] = {}

    def directives(self, *, until: float | None = None) -> Directives:
        """Return the directives in the cell, by its own lines; a printed text has none.

        Raises ``LateReaderError`` once it is later than *until*.
        """
        if not self.name or not may_hold_directives(self.text):
            return Directives()
        return parse_directives(self.name, self.text, until=until)

    def move_directives(self, directives: Directives) -> Directives:
        """Return *directives* of the cell with the lines of the file."""

        def line_of(line: int) -> int:
            start_place, _ = self._span(self.text, (line, 1), (line, 1))
            return self._file.place(start_place)[0]

        return Directives(
            tuple(
                directive._replace(line=line_of(directive.line))
                for directive in directives.directives
            ),
            tuple(
                malformed._replace(line=line_of(malformed.line))
                for malformed in directives.malformed
            ),
        )

    def place_violation(self, violation: Violation, searched: str) -> Violation:
        """Return *violation* of the text that was *searched*, in the cell, at its place."""
        if violation.line is None:
            return violation
        start = violation.line, violation.column or 1
        end = violation.end_line or 1, violation.end_column or 1
        start_place, end_place = self._span(searched, start, end)
        line, column = self._file.place(start_place)
        end_line, end_column = self._file.place(end_place)
        line_start, line_end = self._file.line(line)
        origin = "cell" if self.cell.ending else "output of cell"
        return violation._replace(
            message=f"{origin} {self.cell.number}, line {violation.line}: {violation.message}",
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
            line_text=self._file.excerpt(line_start, line_end),
            near=cut_line_around(self._file.text, start_place, start=line_start, end=line_end)
            if line_end - line_start > LONGEST_LINE
            else "",
            cell=self.cell.number,
            cell_line=violation.line,
            cell_text=violation.line_text,
            cell_language=self.cell.ending,
        )

    def _span(self, searched: str, start: LineAndColumn, end: LineAndColumn) -> Spot:
        """Return where in the file what stands from *start* to *end* of the cell's text does."""
        if searched not in self._searched:
            characters = self._file.characters_of(self._index)
            left_out = [] if searched == self.cell.text else _find_left_out_offsets(self.cell.text)
            self._searched[searched] = _SearchedText(searched, characters, left_out)
        searched_text = self._searched[searched]
        if not searched_text.number:
            offset = self._file.find_cell(self._index).offset
            return offset, offset
        from_, to = searched_text.offset(start), searched_text.offset(end)
        start_place = (
            searched_text.spot(from_)[0]
            if from_ < searched_text.number
            else searched_text.spot(searched_text.number - 1)[1]
        )
        return start_place, searched_text.spot(to - 1)[1] if to > from_ else start_place


class _SearchedText:
    """A text of a cell that was searched, which lacks what is *left_out* of the cell."""

    def __init__(self, text: str, characters: CharacterPlaces, left_out: Sequence[int]) -> None:
        self._lines, self._characters = _find_line_starts(text), characters
        # Each as the number of the first character of the text that stands behind it.
        self._left_out = [offset - number for number, offset in enumerate(left_out)]
        self.number = characters.number - len(left_out)

    def offset(self, position: LineAndColumn) -> int:
        """Return which character of the cell's text stands at a line and column."""
        line, column = position
        return self._lines[line - 1] + column - 1

    def spot(self, character: int) -> Spot:
        """Return where in the notebook's file a character of the cell stands."""
        return self._characters.find_spot(character + bisect_right(self._left_out, character))


def _find_left_out_offsets(text: str) -> list[int]:
    """Return the offsets of what ``normalise_text`` leaves out of *text*."""
    offsets = [0] if text.startswith(BOM) else []
    offset = text.find("\r\n")
    while offset >= 0:
        offsets.append(offset)
        offset = text.find("\r\n", offset + 2)
    return offsets


def _find_line_starts(text: str) -> list[int]:
    text, starts = replace_lone_returns(text), [0]
    while (end := text.find("\n", starts[-1])) >= 0:
        starts.append(end + 1)
    return starts
