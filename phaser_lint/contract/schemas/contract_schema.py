"""The schema of a document of a contract file: a contract, an override, or one of Phaser v1.2.

Made from what the readers go by: the keys of every contract (``contracts.schema``) and those of
each type (``RULES``). What a schema cannot say is left to ``phaser-lint test``.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from phaser_lint.contract import version_1
from phaser_lint.contract.keys import (
    BLOCK_KEYS,
    COMMON_KEYS,
    CONFIGURATION_KEYS,
    EACH_BLOCK,
    EXAMPLE_KEYS,
    EXAMPLES_KEYS,
    FIX_NEEDS,
    FIX_SAFETY,
    FOREIGN_KEYS,
    KEYS_BY_TYPE,
    OVERRIDE_KEYS,
    PACK_KEY,
    REPLACEMENT,
    TYPE,
    UNTIL,
    VERSION_1_ID,
    VERSION_1_KEYS,
    list_key_names,
)
from phaser_lint.contract.pack_table import PACKS
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import Rule
from phaser_lint.contract.schemas import value_schemas as values
from phaser_lint.contract.schemas.descriptions import describe_type, find_type_title
from phaser_lint.contract.schemas.value_schemas import Schema
from phaser_lint.text.regions import LANGUAGE_NAMES

Form: TypeAlias = Literal["text", "path", "change", "kept", "fixed_text", "fixed_path"]


# What else a contract takes, its type decides.
_OF_ANY_TYPE = tuple([key for key in COMMON_KEYS if key is not TYPE])


def make_contract_schema() -> Schema:
    """Return the JSON Schema of a contract: of one document of a contract file."""
    kinds = {
        **values.make_enum_schema(RULES),
        "enumDescriptions": [find_type_title(kind) for kind in RULES],
    }
    contract = {
        "properties": {
            TYPE.name: values.describe_schema(TYPE, kinds),
            **values.make_property_schemas(_OF_ANY_TYPE),
        },
        "required": values.list_required_names(COMMON_KEYS),
        "allOf": [
            {
                "if": {"properties": {"type": {"const": rule.type}}, "required": ["type"]},
                "then": {"$ref": f"#/definitions/{rule.type}"},
            }
            for rule in RULES.values()
        ],
    }
    override = values.make_mapping_schema(
        values.make_property_schemas(OVERRIDE_KEYS),
        required=[OVERRIDE_KEYS[0].name],
        anyOf=[{"required": [name]} for name in list_key_names(OVERRIDE_KEYS[1:])],
    )
    return {
        "$schema": DRAFT,
        "$id": name_schema_path("contract"),
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
            "contract": contract,
            **{rule.type: _make_type_schema(rule) for rule in RULES.values()},
            "override": override,
            "version_1": _make_version_1_schema(),
            **make_example_definitions(),
        },
    }


def _make_type_schema(rule: Rule) -> Schema:
    """Return what contracts of a type take beyond what all do, and that there is nothing else."""
    key_schemas = {}
    for key in [key for key in KEYS_BY_TYPE if key.name not in rule.lacks()]:
        schema = {} if key.kind == "examples" else values.make_value_schema(key)
        if key.kind == "searched" and not rule.has_pattern():
            schema = values.NO_PATTERN
        elif key.kind == "scope":
            scopes = [scope for scope in key.choices if scope in rule.scopes]
            schema = values.make_enum_schema([*scopes, None])
        key_schemas[key.name] = values.describe_schema(key, schema)
    # The key ``examples``, and what stands only beside a fix.
    examples_schema: Schema = {
        "properties": {"examples": make_examples_schema(rule, has_fix=False)}
    }
    if REPLACEMENT.name in list_key_names(rule.all_keys()):
        of_safety = list_key_names((FIX_SAFETY, FIX_NEEDS))
        without_fix = {**examples_schema["properties"], **dict.fromkeys(of_safety, False)}
        examples_schema = {
            "if": {"required": [REPLACEMENT.name]},
            "then": {
                "properties": {"examples": make_examples_schema(rule, has_fix=True)},
                "not": {"required": [*of_safety]},
            },
            "else": {"properties": without_fix},
        }
    required = ["pattern"] * (rule.has_pattern() and not rule.instead)
    alternatives: Schema = {}
    if rule.any_of:
        alternatives = {"anyOf": [{"required": [name]} for name in rule.any_of]}
    if rule.instead:
        alternatives = {"oneOf": [{"required": [name]} for name in ("pattern", rule.instead)]}
    own_examples = key_schemas.pop("examples")
    return {
        "title": f"{rule.type}: {find_type_title(rule.type)}",
        "description": describe_type(rule.type),
        **values.make_mapping_schema(
            {
                **dict.fromkeys((TYPE.name, *list_key_names(_OF_ANY_TYPE)), True),
                **key_schemas,
                **values.make_property_schemas(rule.all_keys()),
                "examples": own_examples,
                **dict.fromkeys(list_key_names(FOREIGN_KEYS), True),
            },
            required=[*required, *values.list_required_names(rule.all_keys())],
            **alternatives,
        ),
        "allOf": [examples_schema],
        **_make_block_schema(rule),
    }


def _make_block_schema(rule: Rule) -> Schema:
    """Return what the keys about blocks need beside them, or must not have."""
    own_names = list_key_names(rule.all_keys())
    headers = [
        name for name in list_key_names(BLOCK_KEYS) if name in own_names and name != UNTIL.name
    ]
    if not headers:
        return {}
    plain = {"literal": {"not": {"const": True}}, "scope": {"not": {"const": "tree"}}}
    beside: dict[str, Schema] = {name: {"properties": plain} for name in headers}
    if EACH_BLOCK.name in beside:
        others = [{"required": [name]} for name in headers if name != EACH_BLOCK.name]
        beside[EACH_BLOCK.name] = {"properties": plain, "not": {"anyOf": others}}
    beside[UNTIL.name] = {"anyOf": [{"required": [name]} for name in headers]}
    return {"dependencies": beside}


def _make_version_1_schema() -> Schema:
    kinds = [
        rule.type for rule in RULES.values() if not values.list_required_names(rule.all_keys())
    ]
    kinds = [kind for kind in kinds if not RULES[kind].any_of]
    searching = [kind for kind in kinds if RULES[kind].has_pattern()]
    by_name = {key.name: key for key in (*COMMON_KEYS, *KEYS_BY_TYPE)}
    by_name[VERSION_1_ID.name] = VERSION_1_ID
    key_schemas = values.make_property_schemas(by_name[name] for name in version_1.RULE_KEYS)
    key_schemas["type"] = values.describe_schema(TYPE, values.make_enum_schema(kinds))
    key_schemas["pattern"] = values.describe_schema(by_name["pattern"], values.TEXT_OR_NOTHING)
    required = values.list_required_names(COMMON_KEYS)
    rule = {
        **values.make_mapping_schema(
            key_schemas,
            required=[version_1.name_written_key(name).removeprefix("rule.") for name in required],
        ),
        "if": {"properties": {"type": {"enum": searching}}, "required": ["type"]},
        "then": {"properties": {"pattern": values.PATTERN}, "required": ["pattern"]},
        "else": {"properties": {"pattern": values.NO_PATTERN}},
    }
    nested, *other_keys = VERSION_1_KEYS
    return {
        "type": "object",
        "properties": {
            nested.name: values.describe_schema(nested, rule),
            **values.make_property_schemas(other_keys),
        },
        "required": [nested.name],
    }


# The schema of the key ``examples``, by what the type of a contract looks at.
#
# Types share a few forms: an example of a ``text``, of a ``path`` or of a ``change``, and those
# that may say what a fix makes of them.

_UNKNOWN: dict[Form, tuple[str, ...]] = {
    "text": ("before", "fixed"),
    "path": ("before", "fixed"),
    "change": ("fixed",),
    "kept": ("text", "path", "fixed"),
    "fixed_text": ("before",),
    "fixed_path": ("before",),
}


def make_examples_schema(rule: Rule, *, has_fix: bool) -> Schema:
    """Return the contract schema of the key ``examples`` in contracts of the type *rule*."""
    valid: Form = "path" if rule.is_about_paths() else "text"
    valid = "change" if "base" in rule.needs else valid
    valid = "kept" if rule.evidence == "lost match" else valid
    fixed: Form = "fixed_path" if valid == "path" else "fixed_text"
    forms = (valid, fixed if has_fix else valid)
    schemas = {}
    for key, form in zip(EXAMPLES_KEYS, forms, strict=True):
        example = {"$ref": f"#/definitions/{form}_example"}
        some = {"anyOf": [{"type": "null"}, example, {"type": "array", "items": example}]}
        schemas[key.name] = values.describe_schema(key, some)
    return {"type": ["object", "null"], "properties": schemas, "additionalProperties": False}


def make_example_definitions() -> dict[str, Schema]:
    """Return the contract schema of an example in each form, by what it is referred to."""
    schemas = {}
    for form, unknown_names in _UNKNOWN.items():
        keys = [key for key in EXAMPLE_KEYS if key.name not in unknown_names]
        if form == "kept":
            schema = values.make_mapping_schema(
                values.make_property_schemas(keys), required=("files", "before")
            )
        else:
            # Where nothing of a file is read, its path is all there is to say.
            enough = ("text",) if form in ("text", "fixed_text") else ("text", "path")
            schema = {
                **values.make_mapping_schema(values.make_property_schemas(keys)),
                "type": ["string", "object"],
                "if": {"required": ["files"]},
                "then": {"properties": dict.fromkeys(("text", "path", "fixed"), False)},
                "else": {
                    "properties": {"before": False},
                    "anyOf": [{"required": [key]} for key in enough],
                },
            }
        schemas[f"{form}_example"] = schema
    return schemas


# Where editors find the schemas: in the repository, as they are on its main branch.

# What language servers for YAML read in every version.
DRAFT = "http://json-schema.org/draft-07/schema#"
_FOLDER = "https://raw.githubusercontent.com/phaser-lint/phaser-lint/main/docs/schema"


def name_schema_path(name: str) -> str:
    """Return where the contract schema, or that of the configuration, is found by *name*
    (``contract``, ``config``): what it names itself by.
    """
    return f"{_FOLDER}/{name}.json"


# The schema of ``.phaser/config.yaml``.


def make_configuration_schema() -> Schema:
    """Return the JSON Schema of the configuration, beside the contract schema: one document."""
    include, *of_globs, languages, ignorable = CONFIGURATION_KEYS
    pack = values.describe_schema(PACK_KEY, values.make_enum_schema(PACKS))
    forms = [
        values.TEXT,
        values.make_mapping_schema({PACK_KEY.name: pack}, required=(PACK_KEY.name,)),
    ]
    some = {"anyOf": [*forms, {"type": "array", "items": {"anyOf": forms}}, {"type": "null"}]}
    language_names = {
        **values.make_value_schema(languages),
        "additionalProperties": values.make_enum_schema(sorted(LANGUAGE_NAMES)),
    }
    return {
        "$schema": DRAFT,
        "$id": name_schema_path("config"),
        "title": "The configuration of phaser-lint",
        **values.make_mapping_schema(
            {
                include.name: values.describe_schema(include, some),
                **values.make_property_schemas(of_globs),
                languages.name: values.describe_schema(languages, language_names),
                **values.make_property_schemas([ignorable]),
            }
        ),
    }
