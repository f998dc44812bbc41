"""Files that are not searched as they are: notebooks, what holds directives, other codings.

To read them takes time, and may take too long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from phaser_lint.check.engine.checker import Checker, explain_timeout
from phaser_lint.check.engine.directive_parser import parse_directives
from phaser_lint.check.engine.directive_places import heeds_directives, may_hold_directives
from phaser_lint.check.engine.directives import Directive, DirectiveIndex, Malformed
from phaser_lint.check.engine.file_verdict import make_plain_text
from phaser_lint.contract.match_contract import Place, SearchableText, Shown
from phaser_lint.contract.model import IGNORES_NOTHING, Contract, Notice, Violation
from phaser_lint.contract.rules import RULES
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_size import find_file_size
from phaser_lint.core.text import is_notebook, may_end_lines_otherwise, may_name_coding
from phaser_lint.text.deadlines import LateReaderError, make_deadline
from phaser_lint.text.foreign_line_ends import find_foreign_line_end
from phaser_lint.text.python_coding import find_foreign_coding

_NO_NOTEBOOK = "no notebook of format 4: its JSON is checked as plain text"


def read_odd_file(checker: Checker, file: TextFile, *, seconds: float) -> SearchableText:
    """Return one *file* as ``read_parts_in_time`` does, with the directives that count in it."""
    ignores = checker.ignores and heeds_directives(checker.contracts, file.path)
    try:
        read_file = split_into_parts(
            file, ignores=ignores, printed=checker.printed, seconds=seconds
        )
        readings = _note_foreign_readings(checker, file, seconds=seconds)
        return read_file._replace(notices=(*read_file.notices, *readings))
    except LateReaderError as error:
        late_reason = explain_timeout(seconds, str(error))
        return make_plain_text(Skip(file.path, late_reason, find_file_size(file), is_unread=True))


def split_into_parts(
    file: TextFile, *, ignores: bool, printed: bool, seconds: float | None
) -> SearchableText:
    """Return the parts of one *file* that are searched for its verdict: its text, or the cells of a
    notebook, with what they *printed*.

    Raises ``LateReaderError`` where cells are not read in so many *seconds*.
    """
    plain = make_plain_text(file)
    text = plain.text
    notices: tuple[Notice, ...] = ()
    if is_notebook(file.path):
        from phaser_lint.check.engine.cell_places import place_cells, with_cells

        cells = place_cells(text, printed=printed, seconds=seconds)
        if cells is not None:
            return with_cells(plain, cells, ignores=ignores, seconds=seconds)
        notices = (Notice(file.path, None, _NO_NOTEBOOK),) if text else ()
    if not (ignores and may_hold_directives(text)):
        return plain._replace(notices=notices)
    try:
        written = parse_directives(file.path, text, until=make_deadline(seconds))
    except LateReaderError as error:
        late_reason = explain_timeout(seconds or 0.0, str(error))
        return plain._replace(notices=notices, late=late_reason)
    index = DirectiveIndex(written.directives, misplaced=written.misplaced)
    return plain._replace(
        place=make_place(index),
        directives=written.directives,
        notices=(*notices, *note_malformed_directives(file.path, written.malformed)),
    )


def make_place(
    index: DirectiveIndex,
    *,
    moved_directives: Mapping[Directive, Directive] | None = None,
    shown: Shown | None = None,
) -> Place:
    """Return what places violations of a text whose directives are in *index*.

    *shown* moves one of a part to its place in the file, where the directives of the part are the
    *moved_directives*.
    """
    moved = moved_directives or {}

    def place(
        violation: Violation, contract: Contract, text: str
    ) -> tuple[Violation, Directive | None]:
        violation, directive = index.suppress(violation, contract)
        placed = shown(violation, text) if shown else violation
        return placed, moved.get(directive, directive) if directive else None

    return place


def note_malformed_directives(path: str, all_malformed: Iterable[Malformed]) -> list[Notice]:
    """Return the notices of a file's parts, at *path*, on what only looks like a directive."""
    return [
        Notice(path, malformed.line, f"{IGNORES_NOTHING}: {malformed.expected}")
        for malformed in all_malformed
    ]


def _note_foreign_readings(checker: Checker, file: TextFile, *, seconds: float) -> list[Notice]:
    """Return what says that its language may read *file* otherwise than patterns do."""
    readings = []
    if may_name_coding(file.path, file.text):
        coding, line = find_foreign_coding(file.path, file.text)
        message = f"read as UTF-8: Python reads it as {coding}, which may be another text"
        readings += [(message, line)] if coding else []
    if may_end_lines_otherwise(file.path, file.text):
        message, line = find_foreign_line_end(file.path, file.text, until=make_deadline(seconds))
        readings += [(message, line)] if message else []
    contracts = checker.selection.contracts_for(file.path) if readings else ()
    is_searched = any(RULES[contract.type].subject == "text" for contract in contracts)
    return [
        Notice(file.path, line, message, reading=True) for message, line in readings if is_searched
    ]
