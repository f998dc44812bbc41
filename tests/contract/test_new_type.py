"""A new contract type is one new file and one row: nothing else has to know its keys."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from phaser_lint.command.new_contract import render_starter_contract
from phaser_lint.contract import rules
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.schemas import SCHEMAS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

MODULE = '''"""``few_todos``: not too many notes.

What it checks: how many of them a file has.

Example:

    rule_id: few-todos
    type: few_todos
    most: 2
    file_glob: '*.py'
    message: 'Do them first.'
    severity: error

Suppressed nowhere.
"""

from phaser_lint.contract.keys import Key
from phaser_lint.contract.rules.rule import Rule

MOST = Key("most", "number", "How many notes a file may have.")
APART_FROM = Key("apart_from", "globs", "Files that may have more.", ())
RULE = Rule(type="few_todos", subject="text", evidence="text", own_keys=(MOST, APART_FROM))
'''


@pytest.fixture(autouse=True)
def few_todos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of a type, and its row."""
    (tmp_path / "few_todos.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path)])
    module = import_module("phaser_lint.contract.rules.few_todos")
    monkeypatch.setitem(RULES, "few_todos", module.RULE)


def test_the_schema_says_what_its_keys_mean() -> None:
    schema = SCHEMAS["contract"]()["definitions"]["few_todos"]
    assert schema["title"] == "few_todos: not too many notes"
    assert schema["description"] == "how many of them a file has."
    assert schema["required"] == ["most"]
    properties = schema["properties"]
    assert properties["most"]["description"] == "How many notes a file may have."
    assert properties["apart_from"]["description"] == "Files that may have more."


def test_a_first_contract_says_what_its_keys_mean() -> None:
    text = render_starter_contract("few_todos", "few")
    assert "# How many notes a file may have.\nmost: 2\n" in text
    assert "# apart_from: Files that may have more.\n" in text


def test_an_override_that_sets_its_keys_is_told_what_it_may_change() -> None:
    override = {"override": "few-todos", "enabled": False, "most": 3}
    problems = check_mapping(override, source="project", path="a.yaml").problems
    assert [(problem.key, problem.expected.partition(":")[0]) for problem in problems] == [
        ("most", "expected no such key")
    ]


def test_its_globs_count_among_those_of_its_file(project: MakeProject, run: Run) -> None:
    """Ten thousand in a file are too many, whichever keys hold them."""
    globs = "[" + ", ".join(f"{number}.py" for number in range(950)) + "]"
    texts = [
        render_starter_contract("few_todos", f"few-{number}") + f"apart_from: {globs}\n"
        for number in range(11)
    ]
    root = project({"a.py": ""}, contracts={"few.yaml": "---\n".join(texts)})
    code, problems, _ = run("test", cwd=root)
    expected = "file_glob: expected at most 10,000 globs in all contracts of a file"
    assert (code, problems.count(expected)) == (2, 1)
