"""The schema of a document of a contract file: a contract, an override, or one of Phaser v1.2.

Made from what the readers go by: the keys of every contract (``contracts.schema``) and those of
each type (``RULES``). What a schema cannot say is left to ``phaser-lint test``.
"""

from __future__ import annotations

from phaser_lint.contract import version_1
from phaser_lint.contract.example_reader import EXAMPLE_KEYS
from phaser_lint.contract.key_reader import SCOPES
from phaser_lint.contract.packs import PACKS
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import KEY as FIX
from phaser_lint.contract.rules.rule import OF_SAFETY
from phaser_lint.contract.schema import IGNORED, OVERRIDE_KEYS, REQUIRED, SEVERITIES
from phaser_lint.contract.schemas import value_schemas as values
from phaser_lint.contract.schemas.descriptions import KEY_DESCRIPTIONS, description_of, title_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from phaser_lint.contract.rules.rule import Rule
    from phaser_lint.contract.schemas.value_schemas import Schema

    Form: TypeAlias = Literal["text", "path", "change", "fixed_text", "fixed_path"]


# What all types take alike; the rest of ``KEYS`` depends on the type.
_COMMON: dict[str, Schema] = {
    "rule_id": values.IDENTIFIER,
    "file_glob": values.GLOBS,
    "message": values.NOT_BLANK,
    "severity": values.one_of(SEVERITIES),
    "enabled": values.BOOLEAN,
    "rationale": values.TEXT_OR_NOTHING,
    "exclude_glob": values.GLOBS,
    "path_pattern": values.PATTERN,
    "ignorable": values.BOOLEAN,
    "tags": values.ANY_TEXTS,
    "url": values.TEXT_OR_NOTHING,
}
_PATTERN_KEYS = {"literal": values.BOOLEAN, "raw": values.BOOLEAN}


def contract_schema() -> Schema:
    """Return the schema of one document of a contract file."""
    return {
        "$schema": DRAFT,
        "$id": place_of("contract"),
        "title": "A contract of phaser-lint",
        "type": "object",
        "if": {"required": ["rule"]},
        "then": {"$ref": "#/definitions/version_1"},
        "else": {
            "if": {"required": ["override"]},
            "then": {"$ref": "#/definitions/override"},
            "else": {"$ref": "#/definitions/contract"},
        },
        "definitions": {
            "contract": _contract(),
            **{rule.type: _of_type(rule) for rule in RULES.values()},
            "override": _override(),
            "version_1": _version_1(),
            **definitions(),
        },
    }


def _contract() -> Schema:
    kinds = {**values.one_of(RULES), "enumDescriptions": [title_of(kind) for kind in RULES]}
    return {
        "properties": values.described({"type": kinds, **_COMMON}),
        "required": [*REQUIRED],
        "allOf": [_where_type(rule) for rule in RULES.values()],
    }


def _where_type(rule: Rule) -> Schema:
    asked = {"properties": {"type": {"const": rule.type}}, "required": ["type"]}
    return {"if": asked, "then": {"$ref": f"#/definitions/{rule.type}"}}


def _of_type(rule: Rule) -> Schema:
    """Return what contracts of a type take beyond what all do, and that there is nothing else."""
    own = {key.name: values.schema_of(key) for key in rule.keys}
    pattern = values.PATTERN if rule.has_pattern() else values.NO_PATTERN
    about = {key: each for key, each in _PATTERN_KEYS.items() if key not in rule.lacks()}
    required = ["pattern"] * (rule.has_pattern() and not rule.instead)
    needed = [*required, *values.required_of(rule.keys)]
    one = {"anyOf": [{"required": [key]} for key in rule.any_of]} if rule.any_of else {}
    one = _pattern_or(rule.instead) if rule.instead else one
    taken: dict[str, Schema] = {"pattern": pattern, **about, "scope": _scope(rule), **own}
    free = dict.fromkeys(("type", *_COMMON), True)
    return {
        "title": f"{rule.type}: {title_of(rule.type)}",
        "description": description_of(rule.type),
        **values.mapping(
            {
                **free,
                **values.described(taken),
                "examples": {"description": KEY_DESCRIPTIONS["examples"]},
                **dict.fromkeys(IGNORED, True),
            },
            required=needed,
            **one,
        ),
        "allOf": [_examples(rule)],
    }


def _pattern_or(key: str) -> Schema:
    return {"oneOf": [{"required": [each]} for each in ("pattern", key)]}


def _scope(rule: Rule) -> Schema:
    return values.one_of([*[each for each in SCOPES if each in rule.scopes], None])


def _examples(rule: Rule) -> Schema:
    """Return the schema of the key ``examples``, and of what stands only beside a fix."""
    if not any(key.name == FIX for key in rule.keys):
        return {"properties": {"examples": examples(rule, has_fix=False)}}
    without = {key.name: False for key in OF_SAFETY}
    return {
        "if": {"required": [FIX]},
        "then": {
            "properties": {"examples": examples(rule, has_fix=True)},
            "not": {"required": [*without]},
        },
        "else": {"properties": {"examples": examples(rule, has_fix=False), **without}},
    }


def _override() -> Schema:
    key, *changed = OVERRIDE_KEYS
    taken = {name: _COMMON[name] for name in changed}
    return values.mapping(
        values.described({key: values.IDENTIFIER, **taken}),
        required=[key],
        anyOf=[{"required": [name]} for name in changed],
    )


def _version_1() -> Schema:
    kinds = [rule.type for rule in RULES.values() if not values.required_of(rule.keys)]
    kinds = [kind for kind in kinds if not RULES[kind].any_of]
    searching = [kind for kind in kinds if RULES[kind].has_pattern()]
    taken = {
        "type": values.one_of(kinds),
        "pattern": values.TEXT_OR_NOTHING,
        **{_name(key): each for key, each in _COMMON.items() if _name(key) in version_1.RULE_KEYS},
    }
    known = {key: taken[key] for key in version_1.RULE_KEYS}
    needed = [_name(key) for key in REQUIRED]
    rule = {
        **values.mapping(values.described(known), required=needed),
        "if": {"properties": {"type": {"enum": searching}}, "required": ["type"]},
        "then": {"properties": {"pattern": values.PATTERN}, "required": ["pattern"]},
        "else": {"properties": {"pattern": values.NO_PATTERN}},
    }
    return {
        "type": "object",
        "properties": values.described({"rule": rule, "enabled": values.BOOLEAN}),
        "required": ["rule"],
    }


def _name(key: str) -> str:
    return version_1.written_key(key).removeprefix("rule.")


# The schema of the key ``examples``, by what the type of a contract looks at.
#
# Types share a few forms: an example of a ``text``, of a ``path`` or of a ``change``, and those
# that may say what a fix makes of them.

_FILES = {"type": "object", "propertyNames": values.PATH, "additionalProperties": values.TEXT}
_VALUES: dict[str, Schema] = {
    "text": values.TEXT,
    "path": values.PATH,
    "files": _FILES,
    "before": _FILES,
    "fixed": values.TEXT,
}
_UNKNOWN: dict[Form, tuple[str, ...]] = {
    "text": ("before", "fixed"),
    "path": ("before", "fixed"),
    "change": ("fixed",),
    "fixed_text": ("before",),
    "fixed_path": ("before",),
}


def examples(rule: Rule, *, has_fix: bool) -> Schema:
    """Return the schema of the key in contracts of the type *rule*."""
    valid: Form = "path" if rule.is_about_paths() else "text"
    valid = "change" if "base" in rule.needs else valid
    fixed: Form = "fixed_path" if valid == "path" else "fixed_text"
    kinds = {"valid": _of_kind(valid), "invalid": _of_kind(fixed if has_fix else valid)}
    return {
        "type": ["object", "null"],
        "properties": values.described(kinds),
        "additionalProperties": False,
    }


def definitions() -> dict[str, Schema]:
    """Return the schema of one example of each form, by what it is referred to."""
    return {f"{form}_example": _example(form) for form in _UNKNOWN}


def _of_kind(form: Form) -> Schema:
    example = {"$ref": f"#/definitions/{form}_example"}
    return {"anyOf": [{"type": "null"}, example, {"type": "array", "items": example}]}


def _example(form: Form) -> Schema:
    known = {key: _VALUES[key] for key in EXAMPLE_KEYS if key not in _UNKNOWN[form]}
    # Where nothing of a file is read, its path is all there is to say.
    enough = ("text",) if form in ("text", "fixed_text") else ("text", "path")
    return {
        **values.mapping(values.described(known)),
        "type": ["string", "object"],
        "if": {"required": ["files"]},
        "then": {"properties": dict.fromkeys(("text", "path", "fixed"), False)},
        "else": {
            "properties": {"before": False},
            "anyOf": [{"required": [key]} for key in enough],
        },
    }


# Where editors find the schemas: in the repository, as they are on its main branch.

# What language servers for YAML read in every version.
DRAFT = "http://json-schema.org/draft-07/schema#"
_FOLDER = "https://raw.githubusercontent.com/phaser-lint/phaser-lint/main/docs/schema"


def place_of(name: str) -> str:
    """Return where the schema *name* is found, ``contract`` or ``config``."""
    return f"{_FOLDER}/{name}.json"


# The schema of ``.phaser/config.yaml``.

_PACK = values.mapping(
    values.described({"pack": values.one_of(PACKS)}),
    required=("pack",),
)


def configuration_schema() -> Schema:
    """Return the schema of the one document of the configuration."""
    return {
        "$schema": DRAFT,
        "$id": place_of("config"),
        "title": "The configuration of phaser-lint",
        **values.mapping(
            values.described(
                {
                    "include": _include(),
                    "exclude": values.GLOBS,
                    "directives_as_text": values.GLOBS,
                }
            ),
        ),
    }


def _include() -> Schema:
    one = [values.TEXT, _PACK]
    return {"anyOf": [*one, {"type": "array", "items": {"anyOf": one}}, {"type": "null"}]}
