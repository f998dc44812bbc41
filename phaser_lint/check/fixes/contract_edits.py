"""The edits that one contract makes of a file's text, once those of others are made."""

from __future__ import annotations

from phaser_lint.check.fixes.edits_in_text import Replacement, followed
from phaser_lint.check.fixes.fix_safety import FixPiece, WrittenFix, pieces_of, why_unsafe
from phaser_lint.check.fixes.line_ends import appended, normal_form, prepended, with_line_ends
from phaser_lint.contract.rules.example import example_name
from phaser_lint.contract.rules.rule import fix_of
from phaser_lint.contract.rules.violations import at_matches
from phaser_lint.core import Record
from phaser_lint.core.text import BOM, normalise
from phaser_lint.project.regular_file import MAXIMUM_BYTES
from phaser_lint.text.search.searcher import Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaser_lint.contract.model import Contract, Violation
    from phaser_lint.contract.rules.rule import ContractFix

CHANGED = "the file is not what was checked"
UNDECIDED = "it could not be checked"
TOO_LONG = "it would write more than 10 MB"
WAITS = "waits for the next run: another fix changes what it matches"


class Target(Record):
    """A violation that is to be fixed, and the place of its match, or of what is missing."""

    violation: Violation
    start: int
    end: int


class ContractEdits(Record):
    """The edits, of the text as it is by now, what they fix, and why that is not all.

    ``unsafe``: why the file may not work with them; nothing where they are safe.
    """

    edits: tuple[Replacement, ...] = ()
    fixed: tuple[Target, ...] = ()
    reason: str = ""
    unsafe: str = ""


def contract_edits(
    contract: Contract,
    wanted: Sequence[Violation],
    *,
    text: str,
    edits: Sequence[Replacement],
    now: str,
    seconds: float,
) -> ContractEdits:
    """Return what fixes the *wanted* violations of *text*, which with *edits* is what it is *now*.

    A match takes at most so many *seconds*.
    """
    fix = fix_of(contract)
    if fix is None or not wanted:
        return ContractEdits()
    if fix.kind == "replace":
        try:
            return _replaced(contract, wanted, text, edits, now, seconds)
        except (TimeoutError, MemoryError, RuntimeError):  # the engine's limits
            return ContractEdits(reason=UNDECIDED)
    path = wanted[0].path
    place = _inserted(fix, text, path).start
    target = Target(wanted[0], place, place)
    edit = _inserted(fix, now, path)
    written = WrittenFix(edit.start, edit.end, (FixPiece(edit.text),))
    unsafe = why_unsafe(contract, (written,), path=path, text=now, seconds=seconds)
    return ContractEdits((edit,), (target,), unsafe=unsafe)


def _inserted(fix: ContractFix, text: str, path: str) -> Replacement:
    if fix.kind == "append":
        return appended(text, fix.text)
    return prepended(text, fix.text, path=path)


def _replaced(
    contract: Contract,
    wanted: Sequence[Violation],
    text: str,
    edits: Sequence[Replacement],
    now: str,
    seconds: float,
) -> ContractEdits:
    targets = _targets(contract, wanted, text, seconds)
    if len(targets) != len(wanted):
        return ContractEdits(reason=CHANGED)
    moved = followed([(target.start, target.end) for target in targets], edits)
    by_place = dict(zip(moved, targets, strict=True))
    path = wanted[0].path
    made: list[tuple[WrittenFix, Target]] = []
    fix, left = fix_of(contract), MAXIMUM_BYTES
    for match, start, end in _matches(contract, path, now, seconds):
        if (start, end) not in by_place:
            continue
        written = WrittenFix(start, end, _pieces(contract, match, now, start))
        made.append((written, by_place[start, end]))
        # A template takes its time where its groups are empty, too.
        left -= written.size() + len(fix.text if fix else "")
        if left < 0:
            return ContractEdits(reason=TOO_LONG)
    writes = [written for written, _ in made]
    return ContractEdits(
        tuple(written.replacement() for written in writes),
        tuple(target for _, target in made),
        WAITS if None in moved else "",
        why_unsafe(contract, writes, path=path, text=now, seconds=seconds) if writes else "",
    )


def _targets(
    contract: Contract, wanted: Sequence[Violation], text: str, seconds: float
) -> list[Target]:
    """Return where the *wanted* violations stand in *text*."""
    found = [*_matches(contract, wanted[0].path, text, seconds)]
    searched = _searched(contract, text)
    spans = [match.span() for match, _, _ in found]
    violations = at_matches(contract, path=wanted[0].path, text=searched, spans=spans)
    known = {*wanted}
    return [
        Target(violation, start, end)
        for violation, (_, start, end) in zip(violations, found, strict=True)
        if violation in known
    ]


def _matches(
    contract: Contract, path: str, text: str, seconds: float
) -> Iterator[tuple[Any, int, int]]:
    """Yield each match of the contract's pattern, and its place in *text*, in order."""
    searched, form = _searched(contract, text), normal_form(text)
    searcher = Searcher()
    found = searcher.matches(
        contract.searched,
        searched,
        seconds=seconds,
        counts=searcher.counting(
            contract.counted_in, searched, path or example_name(contract), seconds=seconds
        ),
    )
    for match in sorted(found, key=lambda match: match.span()):  # "(?r)" searches from the end
        start, end = match.span()
        if contract.searched.raw_text:
            yield match, start + form.mark, end + form.mark
        else:
            yield match, form.in_file(start), form.in_file(end)


def _searched(contract: Contract, text: str) -> str:
    return text.removeprefix(BOM) if contract.searched.raw_text else normalise(text)


def _pieces(contract: Contract, match: Any, text: str, place: int) -> tuple[FixPiece, ...]:
    """Return what takes the place of *match*."""
    fix = fix_of(contract)
    template = fix.text if fix else ""
    pieces = (FixPiece(template),) if contract.literal else pieces_of(template, match)
    if contract.searched.raw_text:
        return pieces
    return tuple([each._replace(text=with_line_ends(each.text, text, place)) for each in pieces])
