"""The examples of docs/contracts.md are contracts that load, and do what their own examples say."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.own_examples import agrees_with_author, list_keyed_examples
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.yaml_documents import read_documents

PAGE = (Path(__file__).parent.parent / "docs/contracts.md").read_text(encoding="utf-8")
CONTRACTS = [each for each in re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.M | re.S) if
             each.startswith("rule_id:")]  # fmt: skip


@pytest.mark.parametrize("text", CONTRACTS, ids=[each.split()[1] for each in CONTRACTS])
def test_an_example_of_the_page(text: str) -> None:
    """Something is exempt and something found, and both are as the page says."""
    (document,) = read_documents(text.encode())
    checked_mapping = check_mapping(document.value, source="project", path="a.yaml")
    assert checked_mapping.problems == ()
    assert checked_mapping.contract is not None
    examples = list(list_keyed_examples(checked_mapping.contract))
    assert {example.is_valid for example in examples} == {True, False}
    assert [
        example.key
        for example in examples
        if not agrees_with_author(checked_mapping.contract, example, seconds=2)
    ] == []


@pytest.mark.parametrize(
    ("call", "is_valid"),
    [
        ("requests.get(u, timeout=3)", True),
        ("requests.get(u, params={'a': f(b)}, timeout = 3)", True),
        ("requests.get('http://x/?timeout=3')", False),
        ("requests.get(f(timeout=3))", False),
        ("requests.get(u, verify=timeout == 3)", False),
        ("requests.get (u)", False),
        ("requests\n  .post(u)", False),
        ("my_requests.get(u)", True),
    ],
)
def test_a_timeout_counts_only_as_an_argument_of_the_call(call: str, is_valid: bool) -> None:
    """The contract of the conditions: neither in a string nor of another call."""
    (text,) = (text for text in CONTRACTS if text.startswith("rule_id: requests-timeout"))
    kind = "valid" if is_valid else "invalid"
    example = {"path": "src/a.py", "text": f"import requests\n{call}"}
    keys = f"examples: {json.dumps({kind: [example]})}"
    (document,) = read_documents(f"{text.partition('examples:')[0]}{keys}\n".encode())
    checked_mapping = check_mapping(document.value, source="project", path="a.yaml")
    assert checked_mapping.contract is not None, checked_mapping.problems
    (keyed_example,) = list_keyed_examples(checked_mapping.contract)
    assert agrees_with_author(checked_mapping.contract, keyed_example, seconds=2)


def test_there_are_examples() -> None:
    """The test looks where it should."""
    assert CONTRACTS


def test_every_type_is_on_the_page() -> None:
    """In the table at its start, or in a section of its own."""
    types_on_page = {*re.findall(r"^(?:\| |### )`(\w+)`", PAGE, re.M)}
    assert {*RULES} - types_on_page == set()
