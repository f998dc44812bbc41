"""The language of a mere text: the globs of the contract that has it as an example."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.example import Example
from phaser_lint.contract.rules.example_language import is_in_no_language, name_example


def contract(file_glob: str | list[str], **keys: Any) -> Contract:
    mapping = {"rule_id": "a", "type": "forbid_pattern", "pattern": "x", "message": "m"}
    mapping |= {"file_glob": file_glob, "severity": "error", **keys}
    checked_contract = check_mapping(mapping, source="project", path="a.yaml").contract
    assert checked_contract is not None
    return checked_contract


IN_CODE = {"in": ["code"]}


@pytest.mark.parametrize(
    ("file_glob", "keys", "name"),
    [
        ("*.py", {}, ""),
        ("*", IN_CODE, ""),
        ("*.unknown", IN_CODE, ""),
        ("*.py", IN_CODE, "*.py"),
        (["*.unknown", "src/*.ts"], IN_CODE, "src/*.ts"),
        (["*.ipynb", "*.py"], IN_CODE, "*.py"),
    ],
)
def test_a_glob_of_a_known_language_names_that_of_a_text(
    file_glob: str | list[str], keys: dict[str, Any], name: str
) -> None:
    """Where nothing asks for a language, and where no glob tells one, there is none."""
    assert name_example(contract(file_glob, **keys)) == name


@pytest.mark.parametrize(
    ("file_glob", "example", "is_in_none"),
    [
        ("*.py", Example("x"), False),
        ("*", Example("x", path="a.py"), False),
        ("*", Example("#!/bin/sh\nx"), False),
        ("*", Example("x"), True),
    ],
)
def test_a_text_without_a_language_is_found(
    file_glob: str, example: Example, is_in_none: bool
) -> None:
    """Its path may tell the language, and so may its first line."""
    assert not is_in_no_language(contract("*"), example)
    assert is_in_no_language(contract(file_glob, **IN_CODE), example) is is_in_none
