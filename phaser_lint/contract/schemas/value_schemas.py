"""The schema of a value, by the kind of its key: what ``KeyReader`` takes, if a schema can say it.

A schema says nothing of what stands in a text: whether a pattern compiles, a glob can match, a
field of a template is known.
"""

from __future__ import annotations

from phaser_lint.contract.key_reader import MOST_DIGITS
from phaser_lint.contract.near_names import LONGEST_ID
from phaser_lint.contract.schemas.descriptions import KEY_DESCRIPTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract.rules.rule import Key

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


def one_of(choices: Iterable[Any]) -> Schema:
    """Return the schema of a value that is one of *choices*."""
    return {"enum": [*choices]}


def described(properties: Mapping[str, Schema]) -> Schema:
    """Return *properties* with the description of each key."""
    return {key: {"description": KEY_DESCRIPTIONS[key], **each} for key, each in properties.items()}


def mapping(properties: Mapping[str, Any], *, required: Sequence[str] = (), **more: Any) -> Schema:
    """Return the schema of a mapping with these keys, and keys of one's own."""
    needed = {"required": [*required]} if required else {}
    return {
        "type": "object",
        "properties": {**properties},
        "patternProperties": FREE,
        "additionalProperties": False,
        **needed,
        **more,
    }


def schema_of(key: Key) -> Schema:
    """Return the schema of the value of a type's own *key*."""
    return _KINDS[key.kind](key)


def required_of(keys: Iterable[Key]) -> list[str]:
    """Return the names of those *keys* that have to be there."""
    return [key.name for key in keys if not key.optional and key.default is None]


def _mapping_of(key: Key) -> Schema:
    inner = described({each.name: schema_of(each) for each in key.keys})
    alone = {"oneOf": [{"required": [each.name]} for each in key.keys]} if key.takes_one() else {}
    return mapping(inner, required=required_of(key.keys), **alone)


def _choices_of(key: Key) -> Schema:
    # Of a list "enum" would compare the whole.
    named = one_of(key.choices)
    return {"anyOf": [named, {"type": "array", "minItems": 1, "uniqueItems": True, "items": named}]}


_KINDS: Mapping[str, Callable[[Key], Schema]] = {
    "number": lambda key: {"type": "integer", "minimum": 0, "maximum": 10**MOST_DIGITS - 1},
    "text": lambda key: TEXT if key.empty else NOT_BLANK,
    "boolean": lambda key: BOOLEAN,
    "pattern": lambda key: PATTERN,
    "texts": lambda key: TEXTS,
    "globs": lambda key: GLOBS,
    "choice": lambda key: one_of(key.choices),
    "choices": _choices_of,
    "mapping": _mapping_of,
    "names": lambda key: {"type": "object", "minProperties": 1, "additionalProperties": TEXT},
}
