"""Contract files of Phaser v1.2 (``.phaser/contracts/<id>.yaml``), turned into today's keys.

    version: 1
    audit_source: {id: "...", slug: "...", date: "2025-12-05", phase: 3}
    rule: {id, type, severity, pattern, file_glob, message, rationale}
    created_at: "2025-12-05T10:00:00+00:00"
    enabled: true

They keep their own meaning: ``file_contains`` and ``file_not_contains`` take literal text, and
``require_pattern`` is met when any one of the matching files matches.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaser_lint.contract.keys import KeyValue

RULE_KEYS = ("id", "type", "severity", "pattern", "file_glob", "message", "rationale")
_LITERAL_TYPES = ("file_contains", "file_not_contains")
_TREE_TYPES = ("require_pattern",)


def convert_version_1(mapping: Mapping[str, KeyValue]) -> dict[str, KeyValue]:
    """Return the mapping of version 1 with today's keys; what stood nowhere in v1.2 is left out."""
    rule = mapping["rule"]
    converted = {
        "rule_id" if name == "id" else name: rule[name]
        for name in RULE_KEYS
        if rule.get(name) is not None
    }
    if "enabled" in mapping:
        converted["enabled"] = mapping["enabled"]
    if rule.get("type") in _LITERAL_TYPES:
        converted["literal"] = True
    if rule.get("type") in _TREE_TYPES:
        converted["scope"] = "tree"
    return converted


def name_written_key(key: str) -> str:
    """Return the key as a file of version 1 (Phaser v1.2) has it: ``rule.id`` for ``rule_id``."""
    if key == "enabled":
        return key
    return "rule.id" if key == "rule_id" else f"rule.{key}"
