"""What several targets are made of."""

from __future__ import annotations

from typing import Any

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.model import Contract
from tests.examples import mapping


def contract_of(**keys: Any) -> Contract:
    """Return the contract that these keys make; they have to be valid."""
    contract = check_mapping(mapping(**keys), source="project", path="a.yaml").contract
    assert contract is not None
    return contract
