"""What an editor shows of the place that the mouse is on: the contracts that are meant there."""

from __future__ import annotations

from phaser_lint.server.contract_words import Where, contract_words
from phaser_lint.server.diagnostics import TextPlaces
from phaser_lint.server.judging import current_verdict
from phaser_lint.server.known_names import defined_at, known_name, location
from phaser_lint.server.parameters import members, position, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaser_lint.model import Violation
    from phaser_lint.server.client_session import ClientSession
    from phaser_lint.server.known_names import Defined
    from phaser_lint.server.line_table import Range
    from phaser_lint.server.open_text import OpenText
    from phaser_lint.server.verdict import Verdict

_SEPARATOR = "\n\n---\n\n"
_MOST = 5


def hover(session: ClientSession, params: Any) -> Any:
    """Return what is known of a place: the contract that is named there, or broken."""
    document = session.document(text_of(params, "textDocument", "uri"))
    table = session.table(document)
    offset = table.offset(position(params, "position"))
    known = known_name(session, document, offset)
    if known is not None:
        words = [_words(session, each, each.contract.message) for each in known.defined[:_MOST]]
        return _hover(session, words, table.range(known.named.start, known.named.end))
    broken = [*_broken(session, document, offset)][:_MOST]
    if not broken:
        return None
    # Neovim and Helix show nothing else there: the message is the violation's own.
    words = list(dict.fromkeys(_words(session, each, said) for each, _, said in broken))
    return _hover(session, words, broken[0][1])


def _broken(
    session: ClientSession, document: OpenText, offset: int
) -> Iterator[tuple[Defined, Range, str]]:
    """Yield the contracts that are broken at *offset*, in which range, and the message there."""
    judged = session.judged_text(document)
    verdict = current_verdict(session, judged)
    if verdict is None:
        return
    touching = _touching if judged is document else _touching_in_cell
    for each, place in touching(session, document, verdict, offset):
        contract = verdict.contract_of(each)
        levels = verdict.subject.place.levels
        yield defined_at(contract, levels, home=session.home), place, each.message


def _touching(
    session: ClientSession, document: OpenText, verdict: Verdict, offset: int
) -> Iterator[tuple[Violation, Range]]:
    places = TextPlaces(document.text, session.table(document))
    for each in places.touching(verdict.report.violations, offset, offset):
        yield each, places.of(each)


def _touching_in_cell(
    session: ClientSession, document: OpenText, verdict: Verdict, offset: int
) -> Iterator[tuple[Violation, Range]]:
    from phaser_lint.server.notebooks import broken_in_cell  # few texts are notebooks

    for each, start, end in broken_in_cell(session, document, verdict):
        if start <= offset <= end:
            yield each, session.table(document).range(start, end)


def _words(session: ClientSession, defined: Defined, message: str) -> str:
    return contract_words(
        defined.contract,
        where=Where(defined.shown(), defined.uri()),
        message=message,
        as_markdown=_takes_markdown(session),
    )


def _takes_markdown(session: ClientSession) -> bool:
    return "markdown" in members(session.capabilities, "textDocument", "hover", "contentFormat")


def _hover(session: ClientSession, words: list[str], place: Any) -> Any:
    kind = "markdown" if _takes_markdown(session) else "plaintext"
    return {"contents": {"kind": kind, "value": _SEPARATOR.join(words)}, "range": place}


def definition(session: ClientSession, params: Any) -> Any:
    """Return where the contract is defined that is named at a place, or broken there."""
    document = session.document(text_of(params, "textDocument", "uri"))
    offset = session.table(document).offset(position(params, "position"))
    known = known_name(session, document, offset)
    broken = () if known else (each for each, *_ in _broken(session, document, offset))
    places = [location(session, each) for each in (known.defined if known else broken)]
    found = [each for each in places if each is not None]
    return [each for number, each in enumerate(found) if each not in found[:number]] or None
