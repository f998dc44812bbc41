"""Contracts as they are loaded, for the tests of what is known of a name."""

from __future__ import annotations

from typing import Any

from phaser_lint.contract.model import Contract
from phaser_lint.contract.schema import check_mapping


def made(rule_id: str, **keys: Any) -> Contract:
    """A valid contract with *keys* changed; ``None`` takes one out."""
    mapping = {
        "rule_id": rule_id,
        "type": "forbid_pattern",
        "pattern": "x",
        "file_glob": f"/{rule_id}.py",
        "message": f"About {rule_id}.",
        "severity": "error",
        **keys,
    }
    mapping = {key: value for key, value in mapping.items() if value is not None}
    checked = check_mapping(mapping, source="project", path=f"{rule_id}.yaml")
    assert checked.contract is not None, checked.problems
    return checked.contract
