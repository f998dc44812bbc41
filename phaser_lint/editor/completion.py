"""What can be written at a place: ids in a directive, and keys and values in a contract file.

Editors ask at every key, so the line alone is read first: where it begins no directive, and the
file holds no contracts, there is nothing to offer.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.directive_parser import parse_directives
from phaser_lint.check.engine.directive_places import heeds_directives
from phaser_lint.contract.model import ID_CHARACTERS, Contract, ContractSet, is_contract_id
from phaser_lint.contract.schemas import SCHEMAS
from phaser_lint.core import JsonValue, Record
from phaser_lint.core.text import make_printable, replace_lone_returns
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.contract_definitions import holds_contracts
from phaser_lint.editor.message_parameters import require_position_at, require_text_at
from phaser_lint.editor.notebook_cells import find_own_file
from phaser_lint.editor.open_text import OpenText
from phaser_lint.editor.project_states import ProjectPlace, open_projects
from phaser_lint.editor.yaml_cursor import ITEM, YamlCursor, find_cursor
from phaser_lint.project import find_path_inside
from phaser_lint.project.levels import is_contract_file, is_contract_name
from phaser_lint.text.languages import find_comment_closer, list_comment_openers

SchemaNode: TypeAlias = Mapping[str, JsonValue]


# What a JSON Schema lets somebody write at a place: keys, and values, with what they mean.
#
# Of the language of schemas it knows what those of ``schemas/`` use.


class Completion(Record):
    """Something that can be written, what it means, and whether it has to be there."""

    text: str
    documentation: str
    is_required: bool = False


def list_keys_at(
    schema: SchemaNode, key_path: Sequence[str], mappings: Sequence[Mapping[str, str]]
) -> list[Completion]:
    """Return the keys that the mapping behind *key_path* may have by the *schema*, and has not."""
    forms = _find_forms_at(schema, key_path, mappings)
    required = {name for form in forms for name in form.get("required", ())}
    descriptions: dict[str, str] = {}
    refused = set(mappings[-1])
    for form in forms:
        for name, key_schema in form.get("properties", {}).items():
            if key_schema is False or (
                isinstance(key_schema, dict) and key_schema.get("doNotSuggest")
            ):
                refused.add(name)
            elif isinstance(key_schema, dict):
                descriptions[name] = descriptions.get(name) or key_schema.get("description", "")
    return [
        Completion(name, text, is_required=name in required)
        for name, text in descriptions.items()
        if name not in refused
    ]


def list_values_at(
    schema: SchemaNode, key_path: Sequence[str], mappings: Sequence[Mapping[str, str]], key: str
) -> list[Completion]:
    """Return the values that *key* may have there by the *schema*; without a key, items."""
    forms = _find_forms_at(schema, key_path, mappings)
    if key:
        forms = [form for outer in forms for form in _find_inner_forms(schema, outer, name=key)]
    descriptions: dict[str, str] = {}
    for form in forms:
        described = form.get("enumDescriptions", [""] * len(form.get("enum", ())))
        allowed_values = [*zip(form.get("enum", ()), described, strict=True)]
        allowed_values += [(True, ""), (False, "")] if form.get("type") == "boolean" else []
        for allowed_value, text in allowed_values:
            if allowed_value is not None and allowed_value != "":
                descriptions.setdefault(
                    str(allowed_value).lower() if allowed_value in (True, False) else allowed_value,
                    text,
                )
    return [Completion(name, text) for name, text in descriptions.items()]


def _find_forms_at(
    schema: SchemaNode, key_path: Sequence[str], mappings: Sequence[Mapping[str, str]]
) -> list[SchemaNode]:
    forms = [*_expand_forms(schema, schema, mappings[0])]
    for name, mapping in zip(key_path, mappings[1:], strict=True):
        forms = [
            form
            for outer in forms
            for form in _find_inner_forms(schema, outer, name=name, mapping=mapping)
        ]
    return forms


def _find_inner_forms(
    root: SchemaNode, form: SchemaNode, *, name: str, mapping: Mapping[str, str] | None = None
) -> Iterator[SchemaNode]:
    """Yield what a key, or ``[]`` for an item of a list, leads to from *form*."""
    of_others = form.get("additionalProperties")
    inner = form.get("items") if name == ITEM else form.get("properties", {}).get(name, of_others)
    if isinstance(inner, dict):
        yield from _expand_forms(root, inner, mapping or {})


def _expand_forms(
    root: SchemaNode, schema: SchemaNode, mapping: Mapping[str, str]
) -> Iterator[SchemaNode]:
    """Yield *schema* and all that it leads to, for a mapping that has what is *mapping*."""
    yield schema
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/definitions/")
        yield from _expand_forms(root, root["definitions"][name], mapping)
    if "if" in schema:
        # A mapping meets the condition by its keys and plain values.
        condition = schema["if"]
        is_met = mapping.keys() >= {*condition.get("required", ())} and all(
            mapping[key] in key_schema.get("enum", [key_schema.get("const", mapping[key])])
            for key, key_schema in condition.get("properties", {}).items()
            if key in mapping
        )
        branch = "then" if is_met else "else"
        if branch in schema:
            yield from _expand_forms(root, schema[branch], mapping)
    for form in schema.get("allOf", ()):
        yield from _expand_forms(root, form, mapping)
    for name in ("anyOf", "oneOf"):
        for form in schema.get(name, ()):
            # The mapping has to meet one of them, and it is not known which.
            free = {key: keyword_value for key, keyword_value in form.items() if key != "required"}
            yield from _expand_forms(root, free, mapping)


# Of the kinds of the protocol: a key, one of some values, a reference.
_PROPERTY, _VALUE, _REFERENCE = 10, 12, 18
_LONGEST_LINE = 2_000
_DIRECTIVE = re.compile(
    r"phaser:ignore(?:-next-line|-file)?[ \t]+"
    r"(?P<ids>(?:[\w-]+[ \t]*,[ \t]*)*)(?P<word>[\w-]*)$"
)
_FORM = re.compile(r"phaser:(?P<word>[a-z-]*)$")
_FORMS = (
    Completion("ignore", "Violations of these contracts on this line."),
    Completion("ignore-next-line", "Violations of these contracts on the next line."),
    Completion("ignore-file", "Every violation of these contracts in the file."),
    Completion("ignore-all", "Every violation on this line."),
)


def completion(session: ClientSession, params: JsonValue) -> JsonValue:
    """Return what completes the word at a place: ids, keys and values; else ``None``."""
    document = session.document(require_text_at(params, "textDocument", "uri"))
    table = session.table(document)
    offset = table.offset(require_position_at(params, "position"))
    start, _ = table.line_span(table.line_of(offset))
    before = document.text[start:offset]
    is_yaml = document.path is not None and is_contract_name(os.path.basename(document.path))
    if len(before) > _LONGEST_LINE or not (is_yaml or "phaser:" in before):
        return None
    file = find_own_file(session, document)
    place = open_projects(session).place_of(file.path, session.folders) if file else None
    if file is None or place is None:
        return None
    checker = open_projects(session).checker(place.levels)
    word_and_items = _complete_directive(
        checker, place.path, before, commented=file.cell or place.path
    )
    if word_and_items is None and is_yaml:
        word_and_items = _complete_contract(
            session, document, offset, place=place, contracts=checker.contracts
        )
    if not word_and_items:
        return None
    word, completion_items = word_and_items
    rest_of_word = _count_rest_of_word(document.text, offset)
    edit = table.range(offset - len(word), offset + rest_of_word)
    for completion_item in completion_items:
        completion_item["textEdit"] = {"range": edit, "newText": completion_item.pop("newText")}
    return {"isIncomplete": False, "items": completion_items}


def _count_rest_of_word(text: str, offset: int) -> int:
    end = offset
    while text[end : end + 1] in ID_CHARACTERS:
        end += 1
    return end - offset


def _complete_directive(
    checker: Checker, path: str, before: str, *, commented: str
) -> tuple[str, list[JsonValue]] | None:
    """Return the word that is begun in a directive, and what it may become.

    *commented*: the name of a file whose comments may hold it.
    """
    form, ids = _FORM.search(before), _DIRECTIVE.search(before)
    begun = form or ids
    if begun is None or not heeds_directives(checker.contracts, path):
        return None
    # Whether a directive here would be one; openers of blocks want their closer, whatever it is.
    closers = {find_comment_closer(opener) for opener in list_comment_openers(commented)}
    lines = (f"{before[: begun.start()]}phaser:ignore a {closer}" for closer in closers)
    if not any(parse_directives(commented, line).directives for line in lines):
        return None
    if form:
        return form["word"], _offer_values(_FORMS)
    ids_before = {rule_id.strip() for rule_id in begun["ids"].split(",")}
    able = [
        contract
        for contract in checker.contracts.written_contracts()
        if contract.ignorable and contract.rule_id not in ids_before
    ]
    return begun["word"], _offer_ids(able, likely_contracts=checker.selection.contracts_for(path))


def _offer_ids(
    contracts: Iterable[Contract], *, likely_contracts: Sequence[Contract] = ()
) -> list[JsonValue]:
    """Return the ids of *contracts*, those of *likely_contracts* before the others."""
    by_id = {contract.rule_id: contract for contract in contracts}
    likely = {contract.rule_id for contract in likely_contracts}
    return [
        {
            **_make_item(
                rule_id,
                kind=_REFERENCE,
                documentation=contract.message,
                order=rule_id not in likely,
            ),
            "detail": f"{contract.severity}, {contract.type}",
        }
        for rule_id, contract in sorted(by_id.items())
    ]


def _make_item(text: str, *, kind: int, documentation: str, order: int) -> JsonValue:
    return {
        "label": text,
        "kind": kind,
        "sortText": f"{int(order):03}{text}",
        **(
            {"documentation": make_printable(" ".join(documentation.split()))}
            if documentation
            else {}
        ),
        "newText": text,
    }


def _complete_contract(
    session: ClientSession,
    document: OpenText,
    offset: int,
    *,
    place: ProjectPlace,
    contracts: ContractSet,
) -> tuple[str, list[JsonValue]] | None:
    """Return the word that is begun in a contract file, and what it may become."""
    path, text = document.path or "", replace_lone_returns(document.text)
    is_configuration = path == os.path.normpath(place.levels.configuration)
    if not is_configuration and not holds_contracts(
        path, contracts, place.levels, home=session.home
    ):
        return None
    number = text.count("\n", 0, offset)
    start = text.rfind("\n", 0, offset) + 1
    cursor = find_cursor(text.replace("\r", " ").split("\n"), number, offset - start)
    if cursor is None:
        return None
    suggestions = _suggest_values(cursor, contracts, place=place, path=path)
    if suggestions is not None:
        return cursor.word, _add_blank(suggestions, text, offset - len(cursor.word))
    schema = SCHEMAS["config" if is_configuration else "contract"]()
    allowed_values = _offer_values(
        list_values_at(schema, cursor.key_path, mappings=cursor.mappings, key=cursor.key)
    )
    if cursor.key:
        return cursor.word, _add_blank(allowed_values, text, offset - len(cursor.word))
    end = offset + _count_rest_of_word(text, offset)
    colon = "" if text[end : end + 1] == ":" else ": "
    keys = [
        {
            **_make_item(
                word.text,
                kind=_PROPERTY,
                documentation=word.documentation,
                order=not word.is_required,
            ),
            "newText": word.text + colon,
        }
        for word in list_keys_at(schema, cursor.key_path, cursor.mappings)
    ]
    return cursor.word, [*keys, *allowed_values]


def _add_blank(completion_items: Iterable[JsonValue], text: str, start: int) -> list[JsonValue]:
    """Return the items with the blank that is missing behind a colon in front of *start*."""
    blank = " " if text[start - 1 : start] == ":" else ""
    return [
        {**completion_item, "newText": f"{blank}{completion_item['newText']}"}
        for completion_item in completion_items
    ]


def _offer_values(words: Iterable[Completion]) -> list[JsonValue]:
    return [
        _make_item(word.text, kind=_VALUE, documentation=word.documentation, order=rank)
        for rank, word in enumerate(words)
    ]


def _suggest_values(
    cursor: YamlCursor, contracts: ContractSet, *, place: ProjectPlace, path: str
) -> list[JsonValue] | None:
    """Return values that other contracts, or the name of the file, suggest at a place."""
    if cursor.key_path[:1] == ("tags",) or (cursor.key, cursor.key_path) == ("tags", ()):
        tags = {tag for contract in contracts.contracts for tag in contract.tags}
        return _offer_values(Completion(tag, "") for tag in sorted(tags))
    if cursor.key_path or cursor.key not in ("override", "rule_id"):
        return None
    if cursor.key == "rule_id":
        stem = os.path.basename(path).rpartition(".")[0]
        return _offer_values(
            [Completion(stem, "As the file is called.")] if is_contract_id(stem) else []
        )
    # The level of the folder that the file lies in, even if it is its first contract file.
    own_level = ""
    if is_contract_file(path.replace(os.sep, "/")):
        folder = os.path.dirname(os.path.dirname(os.path.dirname(path)))
        own_level = find_path_inside(place.levels.root, folder) or ""
    return _offer_ids(
        contract
        for contract in contracts.written_contracts()
        if (contract.level != own_level or contract.is_included) and contract.source != "user"
    )
