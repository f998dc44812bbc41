"""What an editor offers on violations: the fix, all fixes, and a directive that suppresses one.

Nothing is offered that would not work: each edit is tried on the open text, and the result is
checked. The fix of an existing violation, and an unsafe one, is offered at its place, and is no
part of "fix all".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from phaser_lint.check.comparison.frozen_fixes import without_frozen_fixes
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.fixes.fix_edits import Replacement
from phaser_lint.check.fixes.fixable import select_fixable_violations
from phaser_lint.check.fixes.fixed_file import FixedFile, fix_file
from phaser_lint.check.fixes.suppressing_edits import REASON, find_ignoring_edits, find_reason
from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.rules import is_reported_once
from phaser_lint.core import JsonValue, Record
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.text import encode_text, name_contract
from phaser_lint.editor.cell_verdict import keeps_magics, make_cell_verdict
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.diagnostics import SOURCE, TextPlaces
from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.message_parameters import (
    find_member,
    find_member_list,
    require_list,
    require_position_at,
    require_text_at,
)
from phaser_lint.editor.notebook_cells import find_own_file
from phaser_lint.editor.open_file_check import Verdict
from phaser_lint.editor.open_text import OpenText
from phaser_lint.editor.open_text_checks import find_current_verdict
from phaser_lint.project.file_or_skip import make_file_or_skip

QUICK_FIX, FIX_ALL = "quickfix", "source.fixAll.phaser-lint"
_ALL = "Fix all phaser-lint violations in this"
# Each is tried by checking the text some times, and a longer list is not read.
_MOST = 10
_MOST_AT_ONCE = 300


class Offer(Record):
    """An edit of a text that is offered, for some *violations*."""

    title: str
    kind: str
    edits: tuple[Replacement, ...]
    violations: tuple[Violation, ...] = ()
    is_preferred: bool = False
    has_reason: bool = False
    """It writes a reason that is to be replaced."""


def list_code_actions(session: ClientSession, params: JsonValue) -> list[JsonValue]:
    """Return the code actions (fixes, directives) for violations in a range of an open text."""
    document = session.document(require_text_at(params, "textDocument", "uri"))
    literals = find_member(session.capabilities, "textDocument", "codeAction")
    if find_member(literals, "codeActionLiteralSupport") is None:
        return []
    table = session.table(document)
    start, end = (
        table.offset(require_position_at(params, "range", edge)) for edge in ("start", "end")
    )
    verdict = find_current_verdict(session, session.checked_text(document))
    file = find_own_file(session, document)
    cell = file.cell if file else ""
    if verdict and cell:
        verdict = make_cell_verdict(session, document, name=cell, verdict=verdict)
    if verdict is None or not isinstance(verdict.check.file, TextFile):
        return []
    requested_kinds = find_member(params, "context", "only")
    kinds = (
        None
        if requested_kinds is None
        else [str(kind) for kind in require_list(requested_kinds, "only")]
    )
    places = TextPlaces(document.text, table)
    # What is written to fix the name of a link is written in the file.
    own_path = verdict.check.place.path
    violations = [
        violation for violation in verdict.report.violations if violation.path == own_path
    ]
    shown_at = [
        (find_member(diagnostic, "code"), find_member(diagnostic, "range"))
        for diagnostic in _select_own_diagnostics(params)
    ]
    shown_violations = [
        violation
        for violation in violations
        if shown_at and (violation.rule_id, places.find_range(violation)) in shown_at
    ]
    touched = places.touching(violations, start, end)
    # Some clients show the message of a line whose violation is elsewhere on it.
    here = [*dict.fromkeys((*touched, *shown_violations))] or places.on_lines(
        violations, start, end
    )
    here = here[:_MOST]
    return [
        _make_action(session, document, offer=offer, places=places, params=params)
        for offer in list_offers(verdict, document.text, here=here, kinds=kinds, cell=cell)
    ]


def _select_own_diagnostics(params: JsonValue) -> list[JsonValue]:
    """Return the diagnostics of this server that the client asks about."""
    diagnostics = find_member_list(params, "context", "diagnostics")
    return [diagnostic for diagnostic in diagnostics if find_member(diagnostic, "source") == SOURCE]


def list_offers(
    verdict: Verdict,
    text: str,
    *,
    here: Sequence[Violation],
    kinds: Sequence[str] | None,
    cell: str,
) -> list[Offer]:
    """Return the code actions to offer for the violations that are *here* in an open *text*, of
    these *kinds*, or any.

    *cell*: the name of a file with the comments of the text, where that is a notebook's cell.
    """
    offered: list[Offer] = []
    all_title = f"{_ALL} {'cell' if cell else 'file'}"
    if here and _is_requested(QUICK_FIX, kinds):
        offered += _offer_fixes(verdict, text, here)
        # The actions for one violation must not wait for thousands of fixes.
        few = len(verdict.new) <= _MOST_AT_ONCE
        offered += _offer_fix_all(verdict, text, kind=QUICK_FIX, title=all_title) if few else []
        offered += _offer_directives(verdict, text, here, cell=cell)
    elif kinds is None:
        offered += _offer_fix_all(verdict, text, kind=FIX_ALL, title=all_title)
    if kinds is not None and _is_requested(FIX_ALL, kinds):
        offered += _offer_fix_all(verdict, text, kind=FIX_ALL, title=all_title)
    # Two matches on a line have one directive, and may have one fix.
    return [*{(offer.title, offer.edits): offer for offer in reversed(offered)}.values()][::-1]


def _is_requested(kind: str, kinds: Sequence[str] | None) -> bool:
    return kinds is None or any(
        f"{kind}.".startswith(f"{requested}.") or not requested for requested in kinds
    )


def _offer_fixes(verdict: Verdict, text: str, here: Iterable[Violation]) -> Iterator[Offer]:
    checker = verdict.check.checker
    for violation in select_fixable_violations(here, checker.contracts.contracts):
        # A violation that is shown once a file stands for all matches there.
        once = is_reported_once(verdict.contract_of(violation))
        of_contract = [
            other
            for other in verdict.every.violations
            if other.contract_key == violation.contract_key
        ]
        # The others stay, existing ones and new ones: what counts is that there are no more.
        to_fix = of_contract if once else [violation]
        title = f"Fix {name_contract(violation.contract_key)}"
        fixed = _fix_violations(verdict, text, to_fix, existing_of=())
        offer = Offer(title, QUICK_FIX, fixed.edits, violations=(violation,), is_preferred=True)
        if not fixed.edits and fixed.unsafe:
            unsafe = _fix_violations(verdict, text, to_fix, existing_of=(), makes_unsafe=True)
            title = f"{title} (unsafe: {fixed.unsafe[0].reason})"
            offer = offer._replace(title=title, edits=unsafe.edits, is_preferred=False)
        if offer.edits:
            yield offer


def _offer_fix_all(verdict: Verdict, text: str, *, kind: str, title: str) -> list[Offer]:
    own_path = verdict.check.place.path
    new = [
        violation
        for violation in verdict.every.violations
        if violation in verdict.new and violation.path == own_path
    ]
    edits = _fix_violations(verdict, text, new).edits
    return [Offer(title, kind, edits)] if edits else []


def _fix_violations(
    verdict: Verdict,
    text: str,
    violations: Sequence[Violation],
    *,
    existing_of: Collection[tuple[str, str]] | None = None,
    makes_unsafe: bool = False,
) -> FixedFile:
    """Return the text with its *violations* fixed, as a scan with ``--fix`` does it."""
    check = verdict.check
    file = TextFile(check.place.path, text)
    if (
        not select_fixable_violations(violations, check.checker.contracts.contracts)
        or check.file != file
    ):
        return FixedFile(file.path, text)
    fixed = fix_file(
        check.checker, file, violations, existing_of=existing_of, makes_unsafe=makes_unsafe
    )
    return without_frozen_fixes(check.checker, check.place.root, [fixed])[0]


def _offer_directives(
    verdict: Verdict, text: str, here: Sequence[Violation], *, cell: str
) -> Iterator[Offer]:
    check, one_line = verdict.check, len({violation.line for violation in here}) == 1

    def examine(changed_text: str) -> Report:
        if cell and not keeps_magics(text, changed_text, cell):
            return Report()
        file = make_file_or_skip(check.place.path, encode_text(changed_text))
        return engine.examine_files(check.checker, [file], tree=check.tree)

    for violation in here:
        called = name_contract(("", violation.rule_id))
        line = "this line" if one_line else f"line {violation.line}"
        titles = {"line": f"Ignore {called} on {line}", "file": f"Ignore {called} in this file"}
        for ignore in find_ignoring_edits(
            violation,
            verdict.contract_of(violation),
            contracts=check.checker.contracts,
            text=text,
            examine=examine,
        ):
            has_reason = find_reason(ignore.edit.text) >= 0
            yield Offer(
                title=titles[ignore.reach],
                kind=QUICK_FIX,
                edits=(ignore.edit,),
                violations=(violation,),
                has_reason=has_reason,
            )


def _make_action(
    session: ClientSession,
    document: OpenText,
    *,
    offer: Offer,
    places: TextPlaces,
    params: JsonValue,
) -> JsonValue:
    edits = make_text_edits(session.table(document), offer.edits)
    abilities = session.edit_abilities
    # The reason is selected where a client can do so. Only document changes can hold snippets.
    can_select = find_member(abilities, "snippetEditSupport") and find_member(
        abilities, "documentChanges"
    )
    if offer.has_reason and can_select:
        for edit in edits:
            new_text = edit.pop("newText")
            start = find_reason(new_text)
            literals = (new_text[:start], new_text[start + len(REASON) :])
            escaped = (re.sub(r"[\\$}]", r"\\\g<0>", literal) for literal in literals)
            edit["snippet"] = {"kind": "snippet", "value": f"${{1:{REASON}}}".join(escaped)}
    meant = [(violation.rule_id, places.find_range(violation)) for violation in offer.violations]
    diagnostics = [
        diagnostic
        for diagnostic in _select_own_diagnostics(params)
        if (find_member(diagnostic, "code"), find_member(diagnostic, "range")) in meant
    ]
    return {
        "title": offer.title,
        "kind": offer.kind,
        **({"diagnostics": diagnostics} if diagnostics else {}),
        **({"isPreferred": True} if offer.is_preferred else {}),
        "edit": make_workspace_edit(session, document, edits),
    }


def make_text_edits(table: LineTable, edits: Iterable[Replacement]) -> list[JsonValue]:
    """Return a code action's *edits* in the text of *table*, as the protocol has them."""
    return [{"range": table.range(edit.start, edit.end), "newText": edit.text} for edit in edits]


def make_workspace_edit(
    session: ClientSession, document: OpenText, edits: list[JsonValue]
) -> JsonValue:
    """Return a code action's edit of one text; with its version for clients that heed it."""
    if find_member(session.edit_abilities, "documentChanges"):
        versioned_document = {"uri": document.uri, "version": document.version}
        return {"documentChanges": [{"textDocument": versioned_document, "edits": edits}]}
    return {"changes": {document.uri: edits}}
