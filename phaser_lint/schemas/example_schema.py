"""The schema of the key ``examples``, by what the type of a contract looks at.

Types share a few forms: an example of a ``text``, of a ``path`` or of a ``change``, and those that
may say what a fix makes of them.
"""

from __future__ import annotations

from phaser_lint.contracts.example_reader import EXAMPLE_KEYS
from phaser_lint.schemas import value_schemas as values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from phaser_lint.rules.rule import Rule
    from phaser_lint.schemas.value_schemas import Schema

    Form: TypeAlias = Literal["text", "path", "change", "fixed_text", "fixed_path"]

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
    valid = "change" if rule.has_before() else valid
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
