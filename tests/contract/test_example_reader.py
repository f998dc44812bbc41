"""The key ``examples``: what each form of one becomes, and what is wrong with others."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.keys import Key
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.example import Example, list_invalid_examples, list_valid_examples
from phaser_lint.contract.rules.rule import Rule
from tests.examples import contract, mapping

FORMS = "expected a text, or a mapping with text, path or files"
PATH = "expected a path from the level's folder, such as src/a.py"


@pytest.mark.parametrize(
    ("kind", "yaml_value", "example"),
    [
        ("forbid_pattern", "good", Example("good")),
        ("forbid_pattern", "", Example("")),
        ("forbid_pattern", {"text": "good"}, Example("good")),
        ("forbid_pattern", {"path": "a.py", "text": "x"}, Example("x", "a.py")),
        ("forbid_pattern", {"files": {"a.py": "x"}}, Example(files=(("a.py", "x"),))),
        ("file_exists", "LICENSE", Example(path="LICENSE")),
        ("file_exists", {"path": "LICENSE"}, Example(path="LICENSE")),
        ("file_exists", {"files": {}}, Example(files=())),
    ],
)
def test_an_example_has_any_of_its_forms(kind: str, yaml_value: Any, example: Example) -> None:
    """Alone, and in a list with others."""
    alone = contract(kind=kind, examples={"valid": yaml_value, "invalid": [yaml_value, "x"]})
    assert list_valid_examples(alone) == [example]
    assert list_invalid_examples(alone)[0] == example


@pytest.mark.parametrize(
    ("kind", "yaml_value", "problems"),
    [
        (
            "forbid_pattern",
            1,
            ["examples.valid: expected an example or a list of them, not nothing"],
        ),
        ("forbid_pattern", ["a", None], [f"examples.valid[1]: {FORMS}, not nothing"]),
        ("forbid_pattern", {}, ["examples.valid: expected text, or files"]),
        ("forbid_pattern", {"path": "a.py"}, ["examples.valid: expected text, or files"]),
        ("forbid_pattern", {"text": ["a"]}, ["examples.valid.text: expected a text, not a list"]),
        (
            "forbid_pattern",
            [{"txt": "a"}],
            [
                "examples.valid[0].txt: unknown key; did you mean text?"
                " (a key of your own is written x-txt)",
            ],
        ),
        ("forbid_pattern", {"path": "/a", "text": ""}, [f'examples.valid.path: {PATH}, not "/a"']),
        ("file_exists", {"path": "../a"}, [f'examples.valid.path: {PATH}, not "../a"']),
        (
            "forbid_pattern",
            {"files": ["a"]},
            ["examples.valid.files: expected a mapping of paths to texts, not a list"],
        ),
        (
            "forbid_pattern",
            {"files": {"a//b": ["x"]}},
            [
                f'examples.valid.files: {PATH}, not "a//b"',
                "examples.valid.files.a//b: expected a text, not a list",
            ],
        ),
        (
            "forbid_pattern",
            {"files": {"a": "x"}, "text": "x", "path": "a", "fixed": {"a": "y"}},
            [
                "examples.valid.text: expected none beside files",
                "examples.valid.path: expected none beside files",
                "examples.valid.fixed: expected none beside files",
            ],
        ),
        (
            "forbid_pattern",
            {"text": "x", "before": {}},
            ["examples.valid.before: expected none without files"],
        ),
        (
            "forbid_pattern",
            {"files": {}, "before": {}},
            ["examples.valid.before: expected none: forbid_pattern compares with no base"],
        ),
        (
            "forbid_pattern",
            {"text": "x", "fixed": "y"},
            ["examples.valid.fixed: expected none in a valid example"],
        ),
    ],
)
def test_every_problem_of_an_example_has_its_place(
    kind: str, yaml_value: Any, problems: list[str]
) -> None:
    checked_mapping = check_mapping(
        mapping(kind=kind, examples={"valid": yaml_value}), source="project", path=""
    )
    assert [
        f"{problem.key}: {problem.expected}" for problem in checked_mapping.problems
    ] == problems


def test_without_a_fix_nothing_is_fixed() -> None:
    """Said of an invalid example, the only one that can be."""
    without_fix = mapping(examples={"invalid": [{"text": "bad", "fixed": "good"}]})
    checked_mapping = check_mapping(without_fix, source="project", path="")
    assert [(problem.key, problem.expected) for problem in checked_mapping.problems] == [
        ("examples.invalid[0].fixed", "expected none: the contract has no fix")
    ]


def test_before_and_fixed_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a type that a change breaks, and one that has a fix."""
    fix = Key("fix", "text", "", optional=True)
    rule = Rule("kept", "change", "change", ("base",), own_keys=(fix,))
    monkeypatch.setitem(RULES, "kept", rule)
    examples = {
        "valid": {"files": {"a": "x"}, "before": {"a": "x", "b": ""}},
        "invalid": {"text": "x", "fixed": "y"},
    }
    contract_a = contract(kind="kept", fix="y", examples=examples)
    before = (("a", "x"), ("b", ""))
    assert list_valid_examples(contract_a) == [Example(files=(("a", "x"),), before=before)]
    assert list_invalid_examples(contract_a) == [Example("x", fixed="y")]
    assert list_valid_examples(contract_a)[0].title() == "b"
