"""The schema of a key's value, by the key's row: what ``KeyReader`` takes, if a schema can say it.

A schema says nothing of what stands in a text: whether a pattern compiles, a glob can match, a
field of a template is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from phaser_lint.contract.key_reader import MOST_DIGITS
from phaser_lint.contract.keys import Key, list_key_names
from phaser_lint.contract.model import LONGEST_ID

Schema: TypeAlias = dict[str, Any]


TEXT = {"type": "string"}
NOT_BLANK = {"type": "string", "pattern": r"\S"}
PATTERN = {"type": "string", "minLength": 1}
TEXT_OR_NOTHING = {"type": ["string", "null"]}
BOOLEAN = {"type": "boolean"}
NO_PATTERN = {"enum": ["", None], "doNotSuggest": True}
IDENTIFIER = {"type": "string", "maxLength": LONGEST_ID, "pattern": "^[A-Za-z0-9][A-Za-z0-9-]*$"}
# No part of a path is empty, "." or "..".
PATH = {"type": "string", "pattern": r"^(?!(?:.*/)?\.{0,2}(?:/|$))"}
PATTERNS = {"type": ["string", "array"], "minLength": 1, "minItems": 1, "items": PATTERN}
GLOBS = {
    "type": ["string", "array"],
    "pattern": r"\S",
    "minItems": 1,
    "items": NOT_BLANK,
}
TEXTS = {"type": ["string", "array"], "minItems": 1, "items": TEXT}
ANY_TEXTS = {"type": ["string", "array", "null"], "items": TEXT}
# Keys of one's own.
FREE = {"^x-": True}


def make_enum_schema(choices: Iterable[Any]) -> Schema:
    """Return the schema of a key's value that is one of *choices*."""
    return {"enum": [*choices]}


def make_property_schemas(keys: Iterable[Key]) -> Schema:
    """Return the schema of the value of each of *keys*, with what the key means, by its name."""
    return {key.name: describe_schema(key, make_value_schema(key)) for key in keys}


def describe_schema(key: Key, schema: Schema) -> Schema:
    """Return the *schema* of a key's value with what the key means."""
    return {"description": key.meaning, **schema}


def make_mapping_schema(
    properties: Mapping[str, Any], *, required: Sequence[str] = (), **more: Any
) -> Schema:
    """Return the schema of a value that is a mapping with these keys, and some of one's own."""
    needed = {"required": [*required]} if required else {}
    return {
        "type": "object",
        "properties": {**properties},
        "patternProperties": FREE,
        "additionalProperties": False,
        **needed,
        **more,
    }


def list_required_names(keys: Iterable[Key]) -> list[str]:
    """Return the names of those *keys* that the schema of a value requires."""
    return [key.name for key in keys if key.is_required()]


def make_value_schema(key: Key) -> Schema:
    """Return the schema of the value of a *key*."""
    if key.kind == "names" and key.choices:
        return {"anyOf": [make_enum_schema(key.choices), _FIXED["names"]]}
    if key.kind == "boolean" and key.choices:
        return make_enum_schema((True, *key.choices, False))
    if key.kind in _FIXED:
        return _FIXED[key.kind]
    if key.kind == "text":
        return TEXT if key.empty else NOT_BLANK
    if key.kind == "choices":
        # Of a list "enum" would compare the whole.
        choice_schema = make_enum_schema(key.choices)
        several = {"type": "array", "minItems": 1, "uniqueItems": True, "items": choice_schema}
        return {"anyOf": [choice_schema, several]}
    if key.kind == "mapping":
        needed = [{"required": [name]} for name in list_key_names(key.keys)]
        only_one = {"oneOf": needed} if key.takes_one() else {}
        return make_mapping_schema(
            make_property_schemas(key.keys), required=list_required_names(key.keys), **only_one
        )
    return make_enum_schema(key.choices)


_FIXED: Mapping[str, Schema] = {
    "id": IDENTIFIER,
    "boolean": BOOLEAN,
    "number": {"type": "integer", "minimum": 0, "maximum": 10**MOST_DIGITS - 1},
    "pattern": PATTERN,
    "patterns": PATTERNS,
    "searched": PATTERN,
    "globs": GLOBS,
    "texts": TEXTS,
    "note": TEXT_OR_NOTHING,
    "notes": ANY_TEXTS,
    "names": {"type": "object", "minProperties": 1, "additionalProperties": TEXT},
    "path": PATH,
    "files": {"type": "object", "propertyNames": PATH, "additionalProperties": TEXT},
}
