"""Every place of a project that names a contract, for references and renaming.

An id is renamed where its contract is defined, in overrides, directives, links and the baseline,
and so is the file with that name. A rename is done completely, or refused with the reason.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH
from phaser_lint.contract.key_reader import explain_expected_id
from phaser_lint.contract.model import LONGEST_ID, PACK, Contract, is_contract_id
from phaser_lint.contract.near_names import render_id_hint
from phaser_lint.core import JsonValue, Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.text import BOM, is_unicode, make_printable, name_contract
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.contract_definitions import KnownName, find_known_name, holds_contracts
from phaser_lint.editor.contract_mentions import NamedPlace, find_names
from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.message_parameters import find_member, require_position_at, require_text_at
from phaser_lint.editor.notebook_cells import list_cells
from phaser_lint.editor.open_text import OpenText
from phaser_lint.editor.project_states import ProjectPlace, open_projects
from phaser_lint.editor.uris import make_file_uri
from phaser_lint.project import lies_in
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.levels import USER_LEVEL
from phaser_lint.report.context.links import make_link_key


class ProjectText(Record):
    """A text of a project: its file, its URI, where it is open its version, and what it holds.

    ``cell``: of a notebook's cell the name of a file that has its comments.
    """

    path: str
    uri: str
    version: int | None
    text: str
    cell: str = ""


class NamingText(Record):
    """A text with names of a contract in it, and where they are."""

    of: ProjectText
    table: LineTable
    named: tuple[NamedPlace, ...]


def references(session: ClientSession, params: JsonValue) -> JsonValue:
    """Return where a project names the contract at a position, found as for renaming it."""
    known_contract = _find_name_at_position(session, params)
    if known_contract is None:
        return None
    rule_id = known_contract.defined[0].contract.rule_id
    with_declaration = bool(find_member(params, "context", "includeDeclaration"))
    return [
        {"uri": text.of.uri, "range": text.table.range(name.start, name.end)}
        for text in _find_naming_texts(session, known_contract.place, rule_id)
        for name in text.named
        if with_declaration or name.kind != "rule_id"
    ]


def prepare_rename(session: ClientSession, params: JsonValue) -> JsonValue:
    """Return the contract's name at a place to be renamed; raises ``UsageError`` if it cannot."""
    known_contract = _find_name_at_position(session, params)
    if known_contract is None:
        return None
    rule_id = _require_renameable(known_contract)
    table = session.table(session.document(require_text_at(params, "textDocument", "uri")))
    return {
        "range": table.range(known_contract.named.start, known_contract.named.end),
        "placeholder": rule_id,
    }


def rename(session: ClientSession, params: JsonValue) -> JsonValue:
    """Return the edits of all texts that rename a contract; raises ``UsageError``."""
    known_contract = _find_name_at_position(session, params)
    if known_contract is None:
        return None
    old, new = _require_renameable(known_contract), require_text_at(params, "newName")
    _refuse_taken_id(session, known_contract.place, new, old=old)
    if new == old:
        return None
    texts = [*_find_naming_texts(session, known_contract.place, old)]
    defining = [text.of.path for text in texts for name in text.named if name.kind == "rule_id"]
    if len(defining) > 1:
        paths = " and ".join(map(make_printable, defining))
        raise UsageError(f"{old} is the id of several contracts: in {paths}")
    abilities = session.edit_abilities
    operations = find_member(abilities, "resourceOperations") or ()
    can_move_files = bool(find_member(abilities, "documentChanges")) and "rename" in operations
    file_move = _find_file_move(known_contract, old, new) if can_move_files else None
    return _make_workspace_edit(session, texts, new=new, file_move=file_move)


def _find_name_at_position(session: ClientSession, params: JsonValue) -> KnownName | None:
    document = session.document(require_text_at(params, "textDocument", "uri"))
    offset = session.table(document).offset(require_position_at(params, "position"))
    known_contract = find_known_name(session, document, offset)
    if known_contract is None:
        return None
    is_tag = known_contract.named.kind == "link" and make_link_key(
        known_contract.named.name
    ) not in {make_link_key(defined.contract.rule_id) for defined in known_contract.defined}
    return None if is_tag else known_contract


def _require_renameable(known_contract: KnownName) -> str:
    """Return the id that a name is of; raises ``UsageError`` for one that has to stay."""
    contracts = [defined.contract for defined in known_contract.defined]
    rule_id = contracts[0].rule_id
    of_that_id = [contract for contract in contracts if contract.rule_id == rule_id]
    if len(of_that_id) > 1:
        levels = " and ".join(name_contract(contract.key) for contract in of_that_id)
        raise UsageError(f"{rule_id} is the id of several contracts: {levels}")
    if of_that_id[0].path.startswith(PACK):
        raise UsageError(
            f"{rule_id} comes with phaser-lint, in {make_printable(of_that_id[0].path)}"
        )
    if of_that_id[0].level == USER_LEVEL:
        raise UsageError(f"{rule_id} is one of your own, which other projects may name")
    return rule_id


def _refuse_taken_id(session: ClientSession, place: ProjectPlace, new: str, *, old: str) -> None:
    if not is_contract_id(new):
        quoted = f'"{make_printable(new[:LONGEST_ID])}"{render_id_hint(new)}'
        raise UsageError(f"expected {explain_expected_id(new)}, not {quoted}")
    contracts = open_projects(session).checker(place.levels).contracts
    places_by_id = {
        contract.rule_id: f"{contract.path}:{contract.line}" for contract in contracts.contracts
    }
    places_by_id |= {rule_id: "a contract that is switched off" for _, rule_id in contracts.idle}
    if new in places_by_id and new != old:
        raise UsageError(f"{new} is taken: {make_printable(places_by_id[new])}")


def _find_naming_texts(
    session: ClientSession, place: ProjectPlace, rule_id: str
) -> Iterator[NamingText]:
    """Yield the texts of the project that name the contract *rule_id*, as they are open."""
    words = "[-_ \\t\u2010-\u2014]+".join(map(re.escape, rule_id.split("-")))
    id_pattern = re.compile(words, re.IGNORECASE)
    contracts = open_projects(session).checker(place.levels).contracts
    for project_text in _read_texts(session, place, contracts.contracts):
        path, text = project_text.path, project_text.text
        if not id_pattern.search(text) or not is_unicode(text):
            continue
        shown_path = project_text.cell or os.path.relpath(path, place.root).replace(os.sep, "/")
        is_contracts = holds_contracts(path, contracts, place.levels, home=session.home)
        names = [
            name
            for name in find_names(text, path=shown_path, is_contracts=is_contracts)
            if name.name == rule_id
            or (name.kind == "link" and make_link_key(name.name) == make_link_key(rule_id))
        ]
        if names:
            yield NamingText(project_text, LineTable(text, session.encoding), tuple(names))


def _read_texts(
    session: ClientSession, place: ProjectPlace, contracts: Iterable[Contract]
) -> Iterator[ProjectText]:
    """Yield the texts of the project's files, those that are open as they are."""
    files = DiskFiles(place.root)
    paths = [*files.paths(), DEFAULT_PATH, *(contract.path for contract in contracts)]
    project_paths = [
        path_or_url
        for path_or_url in dict.fromkeys(paths)
        if not path_or_url.startswith((PACK, "~"))
    ]
    open_documents = {
        document.path: document for document in session.documents.values() if document.path
    }
    for file in files.read(project_paths):
        path = os.path.normpath(os.path.join(place.root, file.path))
        document = open_documents.pop(path, None)
        if document:
            yield from _list_open_texts(session, path, document)
        elif isinstance(file, TextFile):
            # An editor takes the mark off.
            text = file.text.removeprefix(BOM)
            yield ProjectText(path, make_file_uri(path), version=None, text=text)
    for path, document in open_documents.items():  # not saved yet
        if lies_in(path, place.root):
            yield from _list_open_texts(session, path, document)


def _list_open_texts(
    session: ClientSession, path: str, document: OpenText
) -> Iterator[ProjectText]:
    """Yield the texts that the file at *path* is open as: the cells where it is a notebook."""
    notebook = session.notebooks.get(document.uri)
    texts = list_cells(session, notebook) if notebook else [(document, "")]
    for document_text, cell in texts:
        yield ProjectText(
            path,
            document_text.uri,
            version=document_text.version,
            text=document_text.text,
            cell=cell,
        )


def _find_file_move(known_contract: KnownName, old: str, new: str) -> tuple[str, str] | None:
    """Return the path of the contract's file, and the new one, where the file has its name.

    Raises ``UsageError`` where that is taken.
    """
    path = next(
        defined.path for defined in known_contract.defined if defined.contract.rule_id == old
    )
    if path is None:
        return None
    stem, ending = os.path.splitext(os.path.basename(path))
    if stem != old:
        return None
    new_path = os.path.join(os.path.dirname(path), f"{new}{ending}")
    if os.path.lexists(new_path):
        raise UsageError(f"{new} is taken: there is a file {make_printable(new_path)}")
    return path, new_path


def _make_workspace_edit(
    session: ClientSession, texts: list[NamingText], *, new: str, file_move: tuple[str, str] | None
) -> JsonValue:
    edits = {
        text.of.uri: [
            {"range": text.table.range(name.start, name.end), "newText": new} for name in text.named
        ]
        for text in texts
    }
    if not find_member(session.edit_abilities, "documentChanges"):
        return {"changes": edits}
    versions = {text.of.uri: text.of.version for text in texts}
    changes: list[JsonValue] = [
        {"textDocument": {"uri": uri, "version": versions[uri]}, "edits": text_edits}
        for uri, text_edits in edits.items()
    ]
    if file_move:
        old_uri, new_uri = map(make_file_uri, file_move)
        changes.append({"kind": "rename", "oldUri": old_uri, "newUri": new_uri})
    return {"documentChanges": changes}
