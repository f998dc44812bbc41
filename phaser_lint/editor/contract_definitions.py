"""The contracts that an open text names, and where they are defined."""

from __future__ import annotations

import os

from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.load_contracts import load_declarations
from phaser_lint.contract.model import PACK, Contract, ContractSet
from phaser_lint.contract.pack_table import FOLDER
from phaser_lint.core import JsonValue, Record
from phaser_lint.core.text import MAXIMUM_BYTES, decode_file
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.contract_mentions import (
    NamedPlace,
    find_contracts_by_name,
    find_name_at,
    find_names,
)
from phaser_lint.editor.diagnostics import find_contract_file
from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.notebook_cells import find_own_file
from phaser_lint.editor.open_text import OpenText
from phaser_lint.editor.project_states import ProjectPlace, open_projects
from phaser_lint.editor.uris import make_file_uri
from phaser_lint.project.levels import Levels, is_contract_file, is_contract_name
from phaser_lint.project.regular_file import read_bytes


class Defined(Record):
    """A contract, and the file that it is defined in: ``None`` where an editor cannot open it."""

    contract: Contract
    path: str | None

    def place_text(self) -> str:
        """Return the place where the name is defined, as it is shown."""
        return f"{self.contract.path}:{self.contract.line}"

    def uri(self) -> str:
        """Return the URI of its line, or nothing."""
        return f"{make_file_uri(self.path)}#L{self.contract.line}" if self.path else ""


class KnownName(Record):
    """A name in a text, the contracts of it, the likeliest first, and where the text's file is."""

    named: NamedPlace
    defined: tuple[Defined, ...]
    place: ProjectPlace


def find_known_name(session: ClientSession, document: OpenText, offset: int) -> KnownName | None:
    """Return the name of a contract at *offset* of an open text, and where contracts of that name
    are defined; ``None`` where there is none.
    """
    file = find_own_file(session, document)
    place = open_projects(session).place_of(file.path, session.folders) if file else None
    if file is None or place is None:
        return None
    path, levels = place.path, place.levels
    is_yaml = is_contract_name(os.path.basename(path))
    name = find_name_at(document.text, offset, path=file.cell or path, is_contracts=is_yaml)
    if name is None:
        return None
    contracts_there = open_projects(session).checker(levels).contracts
    is_of_contracts = name.kind not in ("rule_id", "override") or holds_contracts(
        file.path, contracts_there, levels, home=session.home
    )
    if not is_of_contracts:
        return None
    contracts = find_contracts_by_name(name, contracts_there.written_contracts(), path=path)
    if not contracts and any(rule_id == name.name for _, rule_id in contracts_there.idle):
        # Of a disabled contract only the name is loaded, until somebody asks for it.
        declarations, _ = load_declarations(discover_configured_files(levels, home=session.home))
        contracts = [
            contract
            for contract in declarations
            if isinstance(contract, Contract) and contract.rule_id == name.name
        ]
    defined_contracts = [
        locate_contract(contract, levels, home=session.home) for contract in contracts
    ]
    return KnownName(name, tuple(defined_contracts), place) if defined_contracts else None


def holds_contracts(path: str, contract_set: ContractSet, levels: Levels, *, home: str) -> bool:
    """Tell whether the file at *path* defines contracts: by its place, or as an included one."""
    if is_contract_file(path.replace(os.sep, "/")):
        return True
    folder = os.path.dirname(path)
    report_paths = {contract.path for contract in contract_set.contracts} | {
        problem.path for problem in contract_set.problems
    }
    files = (find_contract_file(report_path, levels, home=home) for report_path in report_paths)
    configuration = os.path.normpath(levels.configuration)
    return any(os.path.dirname(file) == folder and file != configuration for file in files if file)


def locate_contract(contract: Contract, levels: Levels, *, home: str) -> Defined:
    """Return the definition of *contract* that the editor opens: the contract with its file."""
    if contract.path.startswith(PACK):
        return Defined(contract, os.path.join(FOLDER, contract.path[len(PACK) :]))
    return Defined(contract, find_contract_file(contract.path, levels, home=home))


def locate_definition(session: ClientSession, defined: Defined) -> JsonValue:
    """Return where the id of a known name is defined; ``None`` if its file cannot be read."""
    if defined.path is None:
        return None
    document = session.text_at(defined.path)
    try:
        text = (
            document.text
            if document
            else decode_file(read_bytes(defined.path, limit=MAXIMUM_BYTES))
        )
    except OSError:
        return None
    table = LineTable(text, session.encoding)
    uri = document.uri if document else make_file_uri(defined.path)
    # Where the id of the contract is in its file, or else the line that it begins at.
    contract = defined.contract
    line_start = table.offset({"line": contract.line - 1, "character": 0})
    ids = (
        name
        for name in find_names(text, path="", is_contracts=True)
        if name.kind == "rule_id" and name.name == contract.rule_id and name.start >= line_start
    )
    own_id = next(ids, None)
    start, end = (own_id.start, own_id.end) if own_id else (line_start, line_start)
    return {"uri": uri, "range": table.range(start, end)}
