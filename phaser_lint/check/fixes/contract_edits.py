"""The edits that one contract makes of a file's text, once those of others are made."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from phaser_lint.check.fixes.added_lines import append_lines, prepend_lines
from phaser_lint.check.fixes.fix_edits import FixPiece, Replacement, WrittenFix, follow_spans
from phaser_lint.check.fixes.fix_safety import explain_unsafe_fix, find_unseen_comments
from phaser_lint.check.fixes.line_ends import adapt_line_ends, make_normal_form
from phaser_lint.contract.match_contract import find_counting_places
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.example_language import name_example
from phaser_lint.contract.rules.fix_key import ContractFix, find_contract_fix
from phaser_lint.contract.rules.violations import make_match_violations
from phaser_lint.contract.told_languages import name_text_in_language
from phaser_lint.core import Record
from phaser_lint.core.text import BOM, MAXIMUM_BYTES, normalise_text
from phaser_lint.text.search.searcher import Searcher

CHANGED = "the file is not what was checked"
UNDECIDED = "it could not be checked"
TOO_LONG = "it would write more than 10 MB"
WAITS = "waits for the next run: another fix changes what it matches"
_MOST_GROUPS = 100
# A group, or a character by its number (`\101`), or any other escape.
_REFERENCE = re.compile(
    r"(?P<other>\\0[0-7]{0,2}|\\[1-3][0-7]{2})|\\(?:g<[^>]*>|[1-9][0-9]?)|\\.", re.S
)


class Target(Record):
    """A violation that is to be fixed, and the place of its match, or of what is missing."""

    violation: Violation
    start: int
    end: int


class PlacedMatch(Record):
    """A match, its place in the file, and where it stands in the *searched_text* to be reported."""

    match: Any
    start: int
    end: int
    visible_span: tuple[int, int]
    searched_text: str


class ContractEdits(Record):
    """The edits, of the text as it is by now, what they fix, and why that is not all.

    ``unsafe``: why the file may not work with them; nothing where they are safe.
    """

    edits: tuple[Replacement, ...] = ()
    fixed: tuple[Target, ...] = ()
    reason: str = ""
    unsafe: str = ""


def make_contract_edits(
    contract: Contract,
    violations: Sequence[Violation],
    *,
    text: str,
    edits: Sequence[Replacement],
    current_text: str,
    seconds: float,
) -> ContractEdits:
    """Return the edits by which one contract fixes its *violations* of *text*, which with *edits*
    is *current_text*.

    A match takes at most so many *seconds*.
    """
    fix = find_contract_fix(contract)
    if fix is None or not violations:
        return ContractEdits()
    if fix.kind == "replace":
        try:
            return _make_replacement_edits(
                contract,
                violations,
                text=text,
                edits=edits,
                current_text=current_text,
                seconds=seconds,
            )
        except (TimeoutError, MemoryError, RuntimeError):  # the engine's limits
            return ContractEdits(reason=UNDECIDED)
    path = violations[0].path
    insertion_start = _make_insertion(fix, text, path).start
    target = Target(violations[0], insertion_start, insertion_start)
    edit = _make_insertion(fix, current_text, path)
    written_fix = WrittenFix(edit.start, edit.end, (FixPiece(edit.text),))
    reason_unsafe = explain_unsafe_fix(
        contract, (written_fix,), path=path, text=current_text, seconds=seconds
    )
    return ContractEdits((edit,), (target,), unsafe=reason_unsafe)


def _make_insertion(fix: ContractFix, text: str, path: str) -> Replacement:
    if fix.kind == "append":
        return append_lines(text, fix.text)
    return prepend_lines(text, fix.text, path=path)


def _make_replacement_edits(
    contract: Contract,
    violations: Sequence[Violation],
    text: str,
    edits: Sequence[Replacement],
    current_text: str,
    seconds: float,
) -> ContractEdits:
    path, violation_set = violations[0].path, {*violations}
    fix, is_raw = find_contract_fix(contract), contract.searched.raw_text
    template = fix.text if fix else ""
    matches = [*_find_matches(contract, path, text=text, seconds=seconds)]
    all_violations = make_match_violations(
        contract,
        path=path,
        text=_make_searched_text(contract, text),
        spans=[placed.visible_span for placed in matches],
    )
    targets = [
        Target(violation, placed.start, placed.end)
        for violation, placed in zip(all_violations, matches, strict=True)
        if violation in violation_set
    ]
    if len(targets) != len(violations):
        return ContractEdits(reason=CHANGED)
    current_spans = follow_spans([(target.start, target.end) for target in targets], edits)
    target_by_span = dict(zip(current_spans, targets, strict=True))
    searched_text, line_ends = (
        _make_searched_text(contract, current_text),
        make_normal_form(current_text),
    )

    def group_text(start: int, end: int) -> str:
        # Of several lines each ends as it did, be it otherwise than the match.
        if is_raw:
            return searched_text[start:end]
        return current_text[line_ends.in_file(start) : line_ends.in_file(end)]

    written_fixes: list[WrittenFix] = []
    fixed: list[Target] = []
    bytes_left = MAXIMUM_BYTES
    for placed in _find_matches(contract, path, text=current_text, seconds=seconds):
        start, end = placed.start, placed.end
        if (start, end) not in target_by_span:
            continue
        pieces: tuple[FixPiece, ...] = (FixPiece(template),)
        if not contract.literal:
            pieces = expand_template(template, placed.match, group_text)
        if not is_raw:
            pieces = tuple(
                piece
                if piece.is_group
                else piece._replace(text=adapt_line_ends(piece.text, current_text, start))
                for piece in pieces
            )
        comments = find_unseen_comments(placed.match, placed.searched_text)
        written_fixes.append(WrittenFix(start, end, pieces, comments=comments))
        fixed.append(target_by_span[start, end])
        # A template takes its time where its groups are empty, too.
        bytes_left -= written_fixes[-1].size() + len(template)
        if bytes_left < 0:
            return ContractEdits(reason=TOO_LONG)
    return ContractEdits(
        edits=tuple(written_fix.replacement() for written_fix in written_fixes),
        fixed=tuple(fixed),
        reason=WAITS if None in current_spans else "",
        unsafe=explain_unsafe_fix(
            contract, written_fixes, path=path, text=current_text, seconds=seconds
        )
        if written_fixes
        else "",
    )


def _find_matches(
    contract: Contract, path: str, text: str, seconds: float
) -> Iterator[PlacedMatch]:
    """Yield each match of the contract's pattern in *text*, in order."""
    searched_text, line_ends = _make_searched_text(contract, text), make_normal_form(text)
    name, searcher = name_text_in_language(contract, path or name_example(contract)), Searcher()
    matches = searcher.matches_by_span(
        contract.searched,
        searched_text,
        name,
        seconds=seconds,
        counts=find_counting_places(
            contract, searched_text, name, searcher=searcher, seconds=seconds
        ),
    )
    for visible_span, match in sorted(matches.items()):  # "(?r)" searches from the end
        start, end = match.span()
        if contract.searched.raw_text:
            start, end = start + line_ends.mark, end + line_ends.mark
        else:
            start, end = line_ends.in_file(start), line_ends.in_file(end)
        yield PlacedMatch(
            match, start, end=end, visible_span=visible_span, searched_text=searched_text
        )


def _make_searched_text(contract: Contract, text: str) -> str:
    return text.removeprefix(BOM) if contract.searched.raw_text else normalise_text(text)


def expand_template(
    template: str, match: Any, group_text: Callable[[int, int], str]
) -> tuple[FixPiece, ...]:
    """Return the pieces of a contract's edit: what the fix's *template* writes for *match*;
    *group_text* gives the text of a group's span.
    """
    whole_text = match.expand(template)
    # Nine thousand groups at a thousand places took a minute.
    if template.count("\\") > _MOST_GROUPS:
        return (FixPiece(whole_text),)
    pieces, written_pieces, offset = [], [], 0
    try:
        for reference in _REFERENCE.finditer(template):
            if reference["other"] or not (reference[0][1] == "g" or reference[0][1].isdigit()):
                continue
            between = FixPiece(match.expand(template[offset : reference.start()]))
            # It is that of \1 or of \g<name>.
            name = reference[0][3:-1] if reference[0].startswith("\\g") else reference[0][1:]
            start, end = match.span(int(name) if name.isdigit() else name)
            written = group_text(start, end) if start >= 0 else ""
            pieces += [between, FixPiece(match.expand(reference[0]), is_group=True)]
            written_pieces += [between, FixPiece(written, is_group=True)]
            offset = reference.end()
        behind = FixPiece(match.expand(template[offset:]))
        pieces.append(behind)
        written_pieces.append(behind)
    except Exception:  # what is half of an escape; then nothing is known of a group
        pieces = []
    is_whole = "".join(piece.text for piece in pieces) == whole_text
    return tuple(written_pieces) if is_whole else (FixPiece(whole_text),)
