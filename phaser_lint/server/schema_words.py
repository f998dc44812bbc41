"""What a JSON Schema lets somebody write at a place: keys, and values, with what they mean.

Of the language of schemas it knows what those of ``schemas/`` are written in.
"""

from __future__ import annotations

from phaser_lint.record import Record
from phaser_lint.server.yaml_cursor import ITEM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, TypeAlias

    Schema: TypeAlias = Mapping[str, Any]


class Word(Record):
    """Something that can be written, what it means, and whether it has to be there."""

    text: str
    said: str
    is_required: bool = False


def keys_at(schema: Schema, way: Sequence[str], held: Sequence[Mapping[str, str]]) -> list[Word]:
    """Return the keys that the mapping behind *way* may have, without those that it has."""
    forms = _forms_at(schema, way, held)
    required = {name for form in forms for name in form.get("required", ())}
    said: dict[str, str] = {}
    refused = set(held[-1])
    for form in forms:
        for name, value in form.get("properties", {}).items():
            if value is False or (isinstance(value, dict) and value.get("doNotSuggest")):
                refused.add(name)
            elif isinstance(value, dict):
                said[name] = said.get(name) or value.get("description", "")
    return [
        Word(name, text, is_required=name in required)
        for name, text in said.items()
        if name not in refused
    ]


def values_at(
    schema: Schema, way: Sequence[str], held: Sequence[Mapping[str, str]], key: str
) -> list[Word]:
    """Return what may be the value of *key* there; without a key the item of a list."""
    forms = _forms_at(schema, way, held)
    if key:
        forms = [form for each in forms for form in _of_key(schema, each, key, {})]
    found: dict[str, str] = {}
    for form in forms:
        said = form.get("enumDescriptions", [""] * len(form.get("enum", ())))
        values = [*zip(form.get("enum", ()), said, strict=True)]
        values += [(True, ""), (False, "")] if form.get("type") == "boolean" else []
        for value, text in values:
            if value is not None and value != "":
                found.setdefault(str(value).lower() if value in (True, False) else value, text)
    return [Word(name, text) for name, text in found.items()]


def _forms_at(
    schema: Schema, way: Sequence[str], held: Sequence[Mapping[str, str]]
) -> list[Schema]:
    forms = [*_forms(schema, schema, held[0])]
    for name, below in zip(way, held[1:], strict=True):
        forms = [
            form
            for each in forms
            for form in (
                _of_item(schema, each, below)
                if name == ITEM
                else _of_key(schema, each, name, below)
            )
        ]
    return forms


def _of_key(root: Schema, form: Schema, key: str, held: Mapping[str, str]) -> Iterator[Schema]:
    found = form.get("properties", {}).get(key)
    if isinstance(found, dict):
        yield from _forms(root, found, held)


def _of_item(root: Schema, form: Schema, held: Mapping[str, str]) -> Iterator[Schema]:
    if isinstance(form.get("items"), dict):
        yield from _forms(root, form["items"], held)


def _forms(root: Schema, schema: Schema, held: Mapping[str, str]) -> Iterator[Schema]:
    """Yield *schema* and all that it leads to, for a mapping that has what is *held*."""
    yield schema
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/definitions/")
        yield from _forms(root, root["definitions"][name], held)
    if "if" in schema:
        branch = "then" if _holds(schema["if"], held) else "else"
        if branch in schema:
            yield from _forms(root, schema[branch], held)
    for form in schema.get("allOf", ()):
        yield from _forms(root, form, held)
    for name in ("anyOf", "oneOf"):
        for form in schema.get(name, ()):
            # One of them has to be so, and nobody knows which.
            free = {key: value for key, value in form.items() if key != "required"}
            yield from _forms(root, free, held)


def _holds(condition: Schema, held: Mapping[str, str]) -> bool:
    """Tell whether a mapping is so, as far as keys and plain values tell."""
    if not held.keys() >= {*condition.get("required", ())}:
        return False
    return all(
        held[key] in each.get("enum", [each.get("const", held[key])])
        for key, each in condition.get("properties", {}).items()
        if key in held
    )
