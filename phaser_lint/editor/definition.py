"""``textDocument/definition``: where a contract is defined that is named, or broken, at a place."""

from __future__ import annotations

from phaser_lint.core import JsonValue
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.contract_definitions import find_known_name, locate_definition
from phaser_lint.editor.hover import find_broken_contracts
from phaser_lint.editor.message_parameters import require_position_at, require_text_at


def definition(session: ClientSession, params: JsonValue) -> JsonValue:
    """Return where the contract is defined that a place names, or that is broken there."""
    document = session.document(require_text_at(params, "textDocument", "uri"))
    offset = session.table(document).offset(require_position_at(params, "position"))
    named_contract = find_known_name(session, document, offset)
    broken_contracts = (
        ()
        if named_contract
        else (defined for defined, *_ in find_broken_contracts(session, document, offset))
    )
    locations_or_none = [
        locate_definition(session, defined)
        for defined in (named_contract.defined if named_contract else broken_contracts)
    ]
    locations = [
        location_there for location_there in locations_or_none if location_there is not None
    ]
    return [
        location_there
        for number, location_there in enumerate(locations)
        if location_there not in locations[:number]
    ] or None
