"""Texts made from patterns: each is found by the search, or none is returned."""

from __future__ import annotations

from itertools import product

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.sample_text import make_matching_text, make_text_without_match
from phaser_lint.text.search.searcher import Searcher


def contract(pattern: str, *, literal: bool = False) -> Contract:
    mapping = {
        "rule_id": "a",
        "type": "forbid_pattern",
        "pattern": pattern,
        "file_glob": "*",
        "message": "m",
        "severity": "error",
        "literal": literal,
    }
    contract = check_mapping(mapping, source="project", path="a.yaml").contract
    assert contract is not None
    return contract


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\bprint\(", "print(\n"),
        ("(?i)todo", "todo\n"),
        ("foo|bar", "foo\n"),
        ("^import os$", "import os\n"),
        (r"(?<!x)eval\(", "eval(\n"),
        (r"(?<=self\.)x", "self.x\n"),
        (r"foo(?=\()", "foo(\n"),
        ("[^a-z]{3,}", "000\n"),
        (r"\d{3}-\d{4}", "000-0000\n"),
        (r"(['\"])secret\1", "'secret'\n"),
        ("(?s)a.*b", "ab\n"),
        (r"\A#!/bin/sh", "#!/bin/sh\n"),
        (r"\p{Lu}+_KEY", "A_KEY\n"),
        (r"except\s*:", "except:\n"),
        ("AKIA[0-9A-Z]{16}", "AKIA0000000000000000\n"),
        ("(?x) a b # c", "ab\n"),
        (r"<(?P<t>\w+)>.*</(?P=t)>", "<a></a>\n"),
        (r"\s+$", " \n"),
        (r"\w+(?:\.\w+)+@", "a.a@\n"),
        ("(?<n>x)(?(n)y|z)", "xy\n"),
        ("(?:(?!)|b)c", "bc\n"),
    ],
)
def test_made_from_the_pattern(pattern: str, text: str) -> None:
    """The shortest that each part may take, in the surroundings that it needs."""
    assert make_matching_text(contract(pattern)) == text


@pytest.mark.parametrize("pattern", ["(?!)", "a(?<!a)", "(?=.*foo)bar", "a{5000}"])
def test_none_is_better_than_a_wrong_one(pattern: str) -> None:
    """What cannot be matched, or was not found out."""
    assert make_matching_text(contract(pattern)) is None


def test_a_literal_pattern_is_its_own_example() -> None:
    """A literal contract is its own example."""
    assert make_matching_text(contract("a.b(", literal=True)) == "a.b(\n"


@pytest.mark.parametrize(
    ("pattern", "text"), [("x", "\n"), (r"\n", ""), (r"\A\Z|\n", "0"), ("(?s).*", None)]
)
def test_texts_without_a_match(pattern: str, text: str | None) -> None:
    """For contracts that require a pattern."""
    assert make_text_without_match(contract(pattern)) == text


PARTS = ("a", r"\d", "[b-d]", "(?:e|f)", "g?", "h*", "i+", r"\b", "^", "$", "(?=j)", "(?<!k)", ".")
TAKING = {"a", r"\d", "[b-d]", "(?:e|f)", "i+", "."}
# No contract may match everywhere, as two that may be empty do, or nowhere.
REFUSED = {
    *product(("g?", "h*"), repeat=2),
    *product(TAKING, "^"),
    *product("$", TAKING),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("start", "end"), [pair for pair in product(PARTS, repeat=2) if pair not in REFUSED]
)
def test_what_is_told_is_found(start: str, end: str) -> None:
    """Whatever parts are joined."""
    contract_a = contract(start + end)
    text = make_matching_text(contract_a)
    assert text is None or Searcher(filtered=False).finds(contract_a.searched, text, seconds=1.0)
