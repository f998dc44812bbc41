r"""Whether a fix may break the file that it is made in: ``scan --fix`` makes safe ones alone.

    fix_safety: safe          the contract decides, whatever the fix writes
    fix_needs: '^import log'  safe in a file where that is found, unsafe in any other
    neither                   unsafe where the fix adds a name that the file's code does not hold,
                              or makes something else of what stands around it (``surroundings``)

What a group of the pattern stood for was there before. Lines at the start or the end of a file, and
a new file, are safe, and so is what stands in data and prose.
"""

from __future__ import annotations

import re

from phaser_lint.check.fixes.edits_in_text import Replacement, applied
from phaser_lint.check.fixes.surroundings import why_changed
from phaser_lint.contract.keys import FIX_NEEDS, FIX_SAFETY
from phaser_lint.contract.rules.rule import fix_of
from phaser_lint.core import Record
from phaser_lint.core.text import normalise
from phaser_lint.text.names import held_names, names_in
from phaser_lint.text.search.given_groups import written_out
from phaser_lint.text.search.patterns import prepared
from phaser_lint.text.search.searcher import Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaser_lint.contract.model import Contract

_MOST_NAMES = 3
_MOST_GROUPS = 100
# A group, or a character by its number (`\101`), or any other escape.
_REFERENCE = re.compile(
    r"(?P<other>\\0[0-7]{0,2}|\\[1-3][0-7]{2})|\\(?:g<[^>]*>|[1-9][0-9]?)|\\.", re.S
)


class Piece(Record):
    """A part of what a fix writes: a text of its own, or what a group of the pattern stood for."""

    text: str
    is_group: bool = False


class Written(Record):
    """What a fix writes in place of a match, piece by piece."""

    start: int
    end: int
    pieces: tuple[Piece, ...]

    def replacement(self) -> Replacement:
        """Return the edit."""
        return Replacement(self.start, self.end, "".join(each.text for each in self.pieces))


def pieces_of(template: str, match: Any) -> tuple[Piece, ...]:
    """Return what *template* makes of *match*."""
    whole = match.expand(template)
    # Nine thousand groups at a thousand places took a minute.
    if template.count("\\") > _MOST_GROUPS:
        return (Piece(whole),)
    pieces = []
    try:
        for text, is_group in _cut(template):
            pieces.append(Piece(match.expand(text), is_group))
    except Exception:  # what is half of an escape; then nothing is known of a group
        pieces = []
    is_whole = "".join(each.text for each in pieces) == whole
    return tuple(pieces) if is_whole else (Piece(whole),)


def _cut(template: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of *template*, and whether each is a group."""
    done = 0
    for found in _REFERENCE.finditer(template):
        is_group = not found["other"] and (found[0][1] == "g" or found[0][1].isdigit())
        if is_group:
            yield template[done : found.start()], False
            yield found[0], True
            done = found.end()
    yield template[done:], False


def why_unsafe(
    contract: Contract, written: Sequence[Written], *, path: str, now: str, seconds: float
) -> str:
    """Return why what *contract* writes into the text *now* may break the file, or nothing."""
    chosen = contract.value_of(FIX_SAFETY.name)
    needed = contract.value_of(FIX_NEEDS.name)
    if chosen is not None:
        return f"`{FIX_SAFETY.name}` says so" if chosen == "unsafe" else ""
    if needed is not None:
        message = f"`{FIX_NEEDS.name}` is not found in the file"
        return "" if _is_found(needed, now, seconds) else message
    fix = fix_of(contract)
    if fix is None or not written:
        return ""
    names = [*dict.fromkeys(_added(written, path, now))] if fix.kind == "replace" else []
    if not names:
        edits = [each.replacement() for each in written]
        return why_changed(edits, path=path, now=now, seconds=seconds)
    shown = ", ".join(f"`{name}`" for name in names[:_MOST_NAMES])
    return f"the file has no {shown}{' …' if len(names) > _MOST_NAMES else ''}"


def _is_found(pattern: str, text: str, seconds: float) -> bool:
    try:
        found = Searcher().matches(prepared(written_out(pattern)), normalise(text), seconds=seconds)
        return any(True for _ in found)
    except (TimeoutError, MemoryError, RuntimeError):  # the engine's limits: it is not known
        return False


def _added(written: Sequence[Written], path: str, now: str) -> Iterator[str]:
    """Yield the names that *written* adds and the code of *now* does not hold."""
    after = applied(now, [each.replacement() for each in written])
    places = [*_places(written)]
    names = names_in(path, after, at=places)
    if not names:
        return
    held = held_names(path, now, among={name.text for name in names})
    given = [*_groups(written)]
    at = group = 0
    for name in names:
        while at < len(places) and places[at][1] < name.start:
            at += 1
        while group < len(given) and given[group][1] < name.end:
            group += 1
        is_touched = at < len(places) and places[at][0] <= name.end
        is_given = group < len(given) and given[group][0] <= name.start
        if is_touched and not is_given and name.text not in held:
            yield name.text


def _places(written: Iterable[Written]) -> Iterator[tuple[int, int]]:
    """Yield where in the result each of the edits stands."""
    shift = 0
    for each in written:
        size = sum(len(piece.text) for piece in each.pieces)
        yield each.start + shift, each.start + shift + size
        shift += size - (each.end - each.start)


def _groups(written: Sequence[Written]) -> Iterator[tuple[int, int]]:
    """Yield where in the result each group stands."""
    for each, (place, _) in zip(written, _places(written), strict=True):
        for piece in each.pieces:
            if piece.is_group:
                yield place, place + len(piece.text)
            place += len(piece.text)
