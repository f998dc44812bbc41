"""What an editor offers on violations: the fix, all fixes, and a directive that suppresses one.

Nothing is offered that would not work: each edit is tried on the open text, and the result is
checked. The fix of an existing violation, and an unsafe one, is offered at its place, and is no
part of "fix all".
"""

from __future__ import annotations

import re

from phaser_lint.check.comparison.frozen_fixes import without_frozen
from phaser_lint.check.engine import check as engine
from phaser_lint.check.fixes.fixable import fixable
from phaser_lint.check.fixes.fixed_file import FixedFile, fixed_file
from phaser_lint.check.fixes.ignoring import REASON, ignoring
from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record
from phaser_lint.core.checked_files import ProposedFile
from phaser_lint.core.text import contract_shown, encode
from phaser_lint.editor.checking import current_verdict
from phaser_lint.editor.diagnostics import SOURCE, TextPlaces
from phaser_lint.editor.parameters import listed, member, members, position, text_of
from phaser_lint.project.files import file_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import Any

    from phaser_lint.check.fixes.edits_in_text import Replacement
    from phaser_lint.check.fixes.ignoring import Examine
    from phaser_lint.contract.model import ContractKey, Violation
    from phaser_lint.editor.client_session import ClientSession
    from phaser_lint.editor.line_table import LineTable
    from phaser_lint.editor.open_text import OpenText
    from phaser_lint.editor.verdict import Verdict

QUICK_FIX, FIX_ALL = "quickfix", "source.fixAll.phaser-lint"
_ALL = "Fix all phaser-lint violations in this file"
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


def code_actions(session: ClientSession, params: Any) -> list[Any]:
    """Return what can be done about the violations in a range of an open text."""
    document = session.document(text_of(params, "textDocument", "uri"))
    literals = member(session.capabilities, "textDocument", "codeAction")
    if member(literals, "codeActionLiteralSupport") is None:
        return []
    table = session.table(document)
    start, end = (table.offset(position(params, "range", each)) for each in ("start", "end"))
    verdict = current_verdict(session, document)
    if verdict is None or not isinstance(verdict.subject.file, ProposedFile):
        return []
    wanted = member(params, "context", "only")
    kinds = None if wanted is None else [str(each) for each in listed(wanted, "only")]
    places = TextPlaces(document.text, table)
    # What is written to fix the name of a link is written in the file.
    own = verdict.subject.place.path
    violations = [each for each in verdict.report.violations if each.path == own]
    known = [(member(each, "code"), member(each, "range")) for each in _own_diagnostics(params)]
    named = [each for each in violations if known and (each.rule_id, places.of(each)) in known]
    touched = places.touching(violations, start, end)
    # Some clients show the message of a line whose violation is elsewhere on it.
    here = [*dict.fromkeys((*touched, *named))] or places.on_lines(violations, start, end)
    here = here[:_MOST]
    found = offers(verdict, document.text, here, kinds)
    return [_action(session, document, each, places, params) for each in found]


def _own_diagnostics(params: Any) -> list[Any]:
    """Return the diagnostics of this server that the client asks about."""
    known = members(params, "context", "diagnostics")
    return [each for each in known if member(each, "source") == SOURCE]


def offers(
    verdict: Verdict, text: str, here: Sequence[Violation], kinds: Sequence[str] | None
) -> list[Offer]:
    """Return what is offered for the violations that are *here*, of these *kinds*, or any."""
    found: list[Offer] = []
    if here and _is_wanted(QUICK_FIX, kinds):
        found += _fixes(verdict, text, here)
        # The actions for one violation must not wait for thousands of fixes.
        few = len(verdict.new) <= _MOST_AT_ONCE
        found += _all_fixed(verdict, text, QUICK_FIX) if few else []
        found += _ignored(verdict, text, here)
    elif kinds is None:
        found += _all_fixed(verdict, text, FIX_ALL)
    if kinds is not None and _is_wanted(FIX_ALL, kinds):
        found += _all_fixed(verdict, text, FIX_ALL)
    # Two matches on a line have one directive, and may have one fix.
    return [*{(each.title, each.edits): each for each in reversed(found)}.values()][::-1]


def _is_wanted(kind: str, kinds: Sequence[str] | None) -> bool:
    return kinds is None or any(f"{kind}.".startswith(f"{each}.") or not each for each in kinds)


def _fixes(verdict: Verdict, text: str, here: Iterable[Violation]) -> Iterator[Offer]:
    checker = verdict.subject.checker
    for violation in fixable(here, checker.contracts.contracts):
        # A violation that is shown once a file stands for all matches there.
        once = RULES[verdict.contract_of(violation).type].once
        same = [
            each for each in verdict.every.violations if each.contract_key == violation.contract_key
        ]
        # The others stay, existing ones and new ones: what counts is that there are no more.
        broken = same if once else [violation]
        title = f"Fix {contract_shown(violation.contract_key)}"
        made = _fixed(verdict, text, broken, existing_of=())
        if made.edits:
            yield Offer(title, QUICK_FIX, made.edits, (violation,), is_preferred=True)
        elif made.unsafe:
            unsafe = _fixed(verdict, text, broken, existing_of=(), makes_unsafe=True)
            title = f"{title} (unsafe: {made.unsafe[0].reason})"
            yield from [Offer(title, QUICK_FIX, unsafe.edits, (violation,))] if unsafe.edits else ()


def _all_fixed(verdict: Verdict, text: str, kind: str) -> list[Offer]:
    own = verdict.subject.place.path
    new = [each for each in verdict.every.violations if each in verdict.new and each.path == own]
    edits = _fixed(verdict, text, new).edits
    return [Offer(_ALL, kind, edits)] if edits else []


def _fixed(
    verdict: Verdict,
    text: str,
    violations: Sequence[Violation],
    *,
    existing_of: Collection[ContractKey] | None = None,
    makes_unsafe: bool = False,
) -> FixedFile:
    """Return the text with its *violations* fixed, as a scan with ``--fix`` does it."""
    subject = verdict.subject
    file = ProposedFile(subject.place.path, text)
    if not fixable(violations, subject.checker.contracts.contracts) or subject.file != file:
        return FixedFile(file.path, text)
    fixed = fixed_file(
        subject.checker, file, violations, existing_of=existing_of, makes_unsafe=makes_unsafe
    )
    return without_frozen(subject.checker, subject.place.root, [fixed])[0]


def _ignored(verdict: Verdict, text: str, here: Sequence[Violation]) -> Iterator[Offer]:
    one_line = len({each.line for each in here}) == 1
    for violation in here:
        called = contract_shown(("", violation.rule_id))
        line = "this line" if one_line else f"line {violation.line}"
        titles = {"line": f"Ignore {called} on {line}", "file": f"Ignore {called} in this file"}
        for each in ignoring(
            violation,
            verdict.contract_of(violation),
            contracts=verdict.subject.checker.contracts,
            text=text,
            examine=_examine(verdict),
        ):
            has_reason = REASON in each.edit.text
            edits = (each.edit,)
            yield Offer(titles[each.reach], QUICK_FIX, edits, (violation,), has_reason=has_reason)


def _examine(verdict: Verdict) -> Examine:
    subject = verdict.subject
    return lambda text: engine.examine(
        subject.checker, [file_of(subject.place.path, encode(text))], tree=subject.tree
    )


def _action(
    session: ClientSession, document: OpenText, offer: Offer, places: TextPlaces, params: Any
) -> Any:
    table = session.table(document)
    meant = [(each.rule_id, places.of(each)) for each in offer.violations]
    diagnostics = [
        each
        for each in _own_diagnostics(params)
        if (member(each, "code"), member(each, "range")) in meant
    ]
    return {
        "title": offer.title,
        "kind": offer.kind,
        **({"diagnostics": diagnostics} if diagnostics else {}),
        **({"isPreferred": True} if offer.is_preferred else {}),
        "edit": workspace_edit(session, document, _edits(session, table, offer)),
    }


def _edits(session: ClientSession, table: LineTable, offer: Offer) -> list[Any]:
    """Return the edits of an *offer*; the reason is selected in clients that can do so."""
    edits = text_edits(table, offer.edits)
    taken = member(session.capabilities, "workspace", "workspaceEdit")
    # Only document changes can hold snippets.
    can_select = member(taken, "snippetEditSupport") and member(taken, "documentChanges")
    if not (offer.has_reason and can_select):
        return edits
    return [
        {"range": each["range"], "snippet": {"kind": "snippet", "value": _snippet(each["newText"])}}
        for each in edits
    ]


def _snippet(text: str) -> str:
    before, _, after = text.rpartition(REASON)
    word = REASON.rpartition(" ")[2]
    start = REASON.removesuffix(word)
    escaped = (re.sub(r"[\\$}]", r"\\\g<0>", each) for each in (f"{before}{start}", after))
    return f"${{1:{word}}}".join(escaped)


def text_edits(table: LineTable, edits: Iterable[Replacement]) -> list[Any]:
    """Return *edits* of the text of *table*, as the protocol has them."""
    return [{"range": table.range(each.start, each.end), "newText": each.text} for each in edits]


def workspace_edit(session: ClientSession, document: OpenText, edits: list[Any]) -> Any:
    """Return the edit of one text; with its version for clients that heed it."""
    if member(session.capabilities, "workspace", "workspaceEdit", "documentChanges"):
        which = {"uri": document.uri, "version": document.version}
        return {"documentChanges": [{"textDocument": which, "edits": edits}]}
    return {"changes": {document.uri: edits}}
