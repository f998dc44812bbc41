"""What was meant by a key, an id or a value that is written otherwise: the end of a message.

nearest("globs", KEYS)   "; did you mean file_glob?"
near_id("no_print")      "; did you mean no-print?"
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phaser_lint.contract.model import LONGEST_ID, is_id
from phaser_lint.core.text import nearest_choice

_AN_ID = f"1 to {LONGEST_ID} letters, digits and hyphens"
_BETWEEN_WORDS = "_. /:"
# What other tools call a key, an example, and a language.
_OTHER_NAMES = {
    "ansible": "jinja",
    "bad": "invalid",
    "description": "message",
    "exclude": "exclude_glob",
    "fail": "invalid",
    "files": "file_glob",
    "good": "valid",
    "glob": "file_glob",
    "globs": "file_glob",
    "helm": "go template",
    "id": "rule_id",
    "ignore": "exclude_glob",
    "include": "file_glob",
    "level": "severity",
    "name": "rule_id",
    "pass": "valid",
    "paths": "file_glob",
    "reason": "rationale",
    "regex": "pattern",
    "regexp": "pattern",
    "unless": "unless_match",
    "when": "when_match",
}
_MEANT = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}


def nearest(word: str, known_names: Sequence[str]) -> str:
    """Return the end of a message that names which of *known_names* *word* means, or nothing."""
    meant_name = nearest_name(word, known_names)
    return f"; did you mean {meant_name}?" if meant_name else ""


def nearest_name(word: str, known_names: Sequence[str]) -> str:
    """Return which of *known_names* *word* means, or nothing."""
    meant_name = _OTHER_NAMES.get(word.lower())
    if meant_name is not None and meant_name in known_names:
        return meant_name
    names = {name.replace("_", ""): name for name in known_names}
    close_name = nearest_choice(word.lower().replace("_", ""), names)
    return names[close_name] if close_name else ""


def id_expected(yaml_value: object) -> str:
    """Return what was expected of an id in place of *yaml_value*."""
    starts = isinstance(yaml_value, str) and yaml_value.startswith("-")
    return f"{_AN_ID}, a letter or a digit first" if starts else _AN_ID


def near_id(text: str) -> str:
    """Return the end of a message that names the valid id nearest to *text*, or nothing."""
    near_text = "".join(
        "-" if character in _BETWEEN_WORDS else character for character in text
    ).strip("-")
    is_better = near_text != text and is_id(near_text)
    return f"; did you mean {near_text}?" if is_better else ""


def boolean_shown(yaml_value: Any) -> str:
    """Return how a value is shown that is no boolean, with the one that is meant, or nothing."""
    if not isinstance(yaml_value, str):
        return ""
    if yaml_value.lower() in ("true", "false"):
        return f'"{yaml_value}"; did you mean {yaml_value.lower()}, without quotes?'
    meant_boolean = _MEANT.get(yaml_value.lower())
    return f"{yaml_value}; did you mean {meant_boolean}?" if meant_boolean else ""
