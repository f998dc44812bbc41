"""What of a file is searched: its text, or of a notebook each cell by itself.

A part has lines of its own, in which patterns match and directives stand; ``shown`` moves what was
found there to the line and column of the file, and says which cell it is in.
"""

from __future__ import annotations

from phaser_lint.engine.directives import DirectiveIndex, Directives, parse_directives
from phaser_lint.model import Notice
from phaser_lint.record import Record
from phaser_lint.text import BOM, is_notebook, normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from phaser_lint.engine.cell_places import CellPlaces
    from phaser_lint.engine.directives import Directive
    from phaser_lint.judged_files import ProposedFile
    from phaser_lint.model import Violation

    Shown: TypeAlias = Callable[[Violation, str], Violation]
    """Takes a violation and the text that was searched."""

_NO_NOTEBOOK = "no notebook of format 4: its JSON is judged as plain text"


class Part(Record):
    """A text that is searched by itself: with its own line ends, and with ``\\n``.

    ``directives`` count in it; ``written`` are those that stand elsewhere in the file, by what they
    are here, and ``shown`` is ``None`` where nothing stands elsewhere.
    """

    raw: str
    text: str
    directives: DirectiveIndex
    written: Mapping[Directive, Directive] = {}
    shown: Shown | None = None


class Parts(Record):
    """The parts of a file, the ``whole`` of it, and all directives as they stand in it."""

    each: tuple[Part, ...]
    whole: Part
    directives: Directives
    notices: tuple[Notice, ...] = ()


def parts_of(file: ProposedFile, *, ignores: bool, printed: bool) -> Parts:
    """Return what of *file* is searched; of a notebook what it *printed*, too."""
    raw, text = file.text.removeprefix(BOM), normalise(file.text)
    if is_notebook(file.path):
        from phaser_lint.engine.cell_places import placed_cells

        cells = placed_cells(text, printed=printed)
        if cells is not None:
            return _of_cells(raw, text, cells, ignores=ignores)
    directives = parse_directives(file.path, text) if ignores else Directives()
    part = Part(raw, text, DirectiveIndex(directives))
    wrong = (Notice(file.path, None, _NO_NOTEBOOK),) if is_notebook(file.path) and text else ()
    return Parts((part,), part, directives, wrong)


def _of_cells(raw: str, text: str, cells: Sequence[CellPlaces], *, ignores: bool) -> Parts:
    found = [each.directives() if ignores else Directives() for each in cells]
    moved = [each.moved(own) for each, own in zip(cells, found, strict=True)]
    everywhere = Directives(
        tuple(entry for one in moved for entry in one.directives),
        tuple(entry for one in moved for entry in one.malformed),
    )
    # What is said of the whole file counts in every cell.
    of_file = tuple(entry for entry in everywhere.directives if entry.target() is None)
    parts = tuple(
        Part(
            each.cell.text,
            each.text,
            DirectiveIndex(
                Directives((*(one for one in own.directives if one.target() is not None), *of_file))
            ),
            dict(zip(own.directives, there.directives, strict=True)),
            each.shown,
        )
        for each, own, there in zip(cells, found, moved, strict=True)
    )
    return Parts(parts, Part(raw, text, DirectiveIndex(Directives(of_file))), everywhere)
