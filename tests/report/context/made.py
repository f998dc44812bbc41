"""Contracts as they are loaded, for the tests of what is known of a name."""

from __future__ import annotations

from typing import Any

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.model import Contract


def known_contract(rule_id: str, **keys: Any) -> Contract:
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
    mapping = {key: field for key, field in mapping.items() if field is not None}
    contract_or_problems = check_mapping(mapping, source="project", path=f"{rule_id}.yaml")
    assert contract_or_problems.contract is not None, contract_or_problems.problems
    return contract_or_problems.contract
