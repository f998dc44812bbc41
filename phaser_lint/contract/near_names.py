"""What was meant by a key, an id or a value that is written otherwise: the end of a message.

nearest("globs", KEYS)   "; did you mean file_glob?"
near_id("no_print")      "; did you mean no-print?"
"""

from __future__ import annotations

from collections.abc import Collection

from phaser_lint.contract.model import is_contract_id
from phaser_lint.core import JsonValue
from phaser_lint.core.text import nearest_choice

_BETWEEN_WORDS = "_. /:"
# What other tools call a key, an example, and a language.
_OTHER_NAMES = {
    "ansible": "jinja",
    "bad": "invalid",
    "c#": "csharp",
    "c++": "c",
    "cs": "csharp",
    "description": "message",
    "exclude": "exclude_glob",
    "fail": "invalid",
    "files": "file_glob",
    "good": "valid",
    "glob": "file_glob",
    "globs": "file_glob",
    "helm": "go template",
    "human": "people",
    "humans": "people",
    "id": "rule_id",
    "ignore": "exclude_glob",
    "include": "file_glob",
    "js": "javascript",
    "level": "severity",
    "match_in": "in",
    "name": "rule_id",
    "pass": "valid",
    "paths": "file_glob",
    "person": "people",
    "persons": "people",
    "reason": "rationale",
    "regex": "pattern",
    "regexp": "pattern",
    "terraform": "hcl",
    "tf": "hcl",
    "ts": "typescript",
    "unless": "unless_match",
    "when": "when_match",
    "where": "in",
}
_MEANT = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}


def render_name_hint(word: str, known_names: Collection[str]) -> str:
    """Return a message's end with the one of *known_names* that *word* means, or nothing."""
    meant_name = find_nearest_name(word, known_names)
    return f"; did you mean {meant_name}?" if meant_name else ""


def find_nearest_name(word: str, known_names: Collection[str]) -> str:
    """Return which of *known_names* is near to *word* and meant by it, or nothing."""
    meant_name = _OTHER_NAMES.get(word.lower())
    if meant_name is not None and meant_name in known_names:
        return meant_name
    names = {name.replace("_", ""): name for name in known_names}
    close_name = nearest_choice(word.lower().replace("_", ""), names)
    if close_name:
        return names[close_name]
    others = [name for name, meant_name in _OTHER_NAMES.items() if meant_name in known_names]
    return _OTHER_NAMES.get(nearest_choice(word.lower(), others, cutoff=0.8), "")


def render_id_hint(text: str) -> str:
    """Return the end of a message with the valid id that is near to the name *text*, or nothing."""
    near_text = "".join(
        "-" if character in _BETWEEN_WORDS else character for character in text
    ).strip("-")
    is_better = near_text != text and is_contract_id(near_text)
    return f"; did you mean {near_text}?" if is_better else ""


def render_boolean_hint(yaml_value: JsonValue) -> str:
    """Return how a value that is no boolean is shown, with the name that it means, if any."""
    if not isinstance(yaml_value, str):
        return ""
    if yaml_value.lower() in ("true", "false"):
        return f'"{yaml_value}"; did you mean {yaml_value.lower()}, without quotes?'
    meant_boolean = _MEANT.get(yaml_value.lower())
    return f"{yaml_value}; did you mean {meant_boolean}?" if meant_boolean else ""
