"""The forty rules of docs/forty-rules.md load, and do what their own examples say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.own_examples import agrees_with_author, list_keyed_examples
from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.contract.yaml_documents import read_documents

PAGE = (Path(__file__).parent.parent / "docs/forty-rules.md").read_text(encoding="utf-8")
CONTRACTS = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.M | re.S)
IDS = [re.findall(r"^rule_id: (.+)$", each, re.M)[0] for each in CONTRACTS]


@pytest.mark.parametrize("text", CONTRACTS, ids=IDS)
def test_a_rule_of_the_page(text: str) -> None:
    """Something is exempt and something found, as the page says, and nothing is doubtful."""
    (document,) = read_documents(text.encode())
    checked_mapping = check_mapping(document.value, source="project", path="a.yaml")
    assert checked_mapping.problems == ()
    assert checked_mapping.contract is not None
    assert resolve_contracts([checked_mapping.contract]).notices == ()
    examples = list(list_keyed_examples(checked_mapping.contract))
    assert {example.is_valid for example in examples} == {True, False}
    assert [
        example.key
        for example in examples
        if not agrees_with_author(checked_mapping.contract, example, seconds=2)
    ] == []


def test_there_are_forty_of_them() -> None:
    """Each with an id of its own, and with a sentence before it."""
    assert len(CONTRACTS) == len(set(IDS)) == 40
    before = re.findall(r"^(.*)\n\n```yaml$", PAGE, re.M)
    assert [sentence for sentence in before if re.match(r"[A-Z].*\.$", sentence)] == before
    assert len(before) == len(CONTRACTS)
