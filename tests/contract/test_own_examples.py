"""Contracts on their own examples: what agrees, what contradicts, and what runs out of time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.load_contracts import load_contracts
from phaser_lint.contract.own_examples import ExampleTrials, agrees_with_author, list_keyed_examples
from tests.conftest import write_files
from tests.examples import at_level, check, contract, levels_at

if TYPE_CHECKING:
    from pathlib import Path

ENDLESS = "a" * 60 + "b"
BAD = {"pattern": "bad"}


@pytest.mark.parametrize(
    ("kind", "keys", "valid", "invalid"),
    [
        ("forbid_pattern", BAD, ["good"], ["bad", "x\nbad # phaser:ignore a"]),
        ("file_not_contains", BAD, ["good"], ["bad"]),
        ("require_pattern", {**BAD, "scope": "tree"}, ["bad"], ["good", ""]),
        ("file_contains", BAD, ["bad"], ["good"]),
        ("forbid_pattern", {"pattern": "a+b", "literal": True}, ["aab"], ["a+b"]),
        ("forbid_pattern", {"pattern": "a$"}, ["ab"], ["a\r\nb"]),
        ("forbid_pattern", {"pattern": "a\\r$"}, ["a\nb"], ["a\r\nb"]),
        # The type of a text is that of the first glob that selects files of a known one.
        (
            "forbid_import",
            {"forbid": "{app,src}/db", "file_glob": ["!*.go", "*.{txt,py}"]},
            ["import app.d"],
            ["import app.db"],
        ),
        (
            "forbid_pattern",
            {**BAD, "in": "code", "file_glob": ["*.{xyz,py}", "!*.ts"]},
            ["# bad"],
            ["// bad"],
        ),
        ("file_exists", {"file_glob": "*.py"}, ["lib/a.py"], ["a.ts"]),
        ("file_not_exists", {"file_glob": "*.py"}, ["a.ts"], ["lib/a.py"]),
        (
            "forbid_pattern",
            {**BAD, "file_glob": "src/*.py"},
            [{"path": "a.py", "text": "bad"}, {"files": {"a.py": "bad", "src/b.py": ""}}],
            [{"path": "src/a.py", "text": "bad"}, {"files": {"src/a.py": "", "src/b.py": "bad"}}],
        ),
        (
            "file_contains",
            {**BAD, "file_glob": "*.md"},
            [{"files": {"a.md": "bad", "a.py": ""}}],
            [{"files": {"a.md": "bad", "b.md": ""}}, {"files": {"a.py": "bad"}}, {"files": {}}],
        ),
        (
            "require_pattern",
            {**BAD, "scope": "tree"},
            [{"files": {"a": "", "b": "bad"}}],
            [{"files": {"a": "", "b": "good"}}],
        ),
        (
            "file_exists",
            {"file_glob": "/a"},
            [{"path": "a"}, {"files": {"a": "", "b": ""}}],
            [{"path": "b"}, {"files": {"b/a": ""}}, {"files": {}}],
        ),
    ],
)
def test_what_an_example_says(
    kind: str, keys: dict[str, Any], valid: list[Any], invalid: list[Any]
) -> None:
    """Right as it stands, and each is contradicted where valid and invalid are exchanged."""
    right = contract(kind=kind, examples={"valid": valid, "invalid": invalid}, **keys)
    wrong = contract(kind=kind, examples={"valid": invalid, "invalid": valid}, **keys)
    assert all(
        agrees_with_author(right, example, seconds=1) is True
        for example in list_keyed_examples(right)
    )
    assert ExampleTrials().contradicting(right) == []
    assert ExampleTrials().contradicting(wrong) == list(list_keyed_examples(wrong)) != []


def _notebook(*cells: str) -> str:
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    return json.dumps(
        {
            "cells": [{**code, "source": cell.splitlines(keepends=True)} for cell in cells],
            "metadata": {"language_info": {"name": "python"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )


@pytest.mark.parametrize(
    ("kind", "keys", "cells", "is_broken"),
    [
        ("forbid_pattern", {"pattern": "^import a"}, ["x = 1\nimport a"], True),
        ("forbid_pattern", {"pattern": "^import a"}, ["x = 'import a'"], False),
        ("forbid_pattern", {"pattern": '^{"cells'}, ["x"], False),
        (
            "forbid_pattern",
            {"pattern": "bad", "in": "code"},
            ["# bad", "'bad'", "%%sh\n# bad"],
            False,
        ),
        ("forbid_pattern", {"pattern": "a", "in": "code"}, ["# x", "a()"], True),
        ("forbid_pattern", {"pattern": "x[\\s\\S]*a"}, ["x", "a"], False),
        ("forbid_pattern", {"pattern": "a", "when_file": "^import x"}, ["import x", "a"], True),
        ("require_pattern", {"pattern": "^a"}, ["x", "a"], False),
        ("require_pattern", {"pattern": "^a"}, ["x"], True),
        ("forbid_import", {"forbid": "lib/db"}, ["import os", "from lib.db import x"], True),
        ("forbid_import", {"forbid": "lib/db"}, ["%%html\nimport lib.db"], False),
    ],
)
@pytest.mark.parametrize("as_files", [False, True])
def test_a_notebook_is_read_as_its_cells(
    kind: str, keys: dict[str, Any], cells: list[str], *, is_broken: bool, as_files: bool
) -> None:
    """An example says the same as a scan of the same file does."""
    text = _notebook(*cells)
    example = (
        {"files": {"lib/a.ipynb": text}} if as_files else {"path": "lib/a.ipynb", "text": text}
    )
    examples = {"invalid" if is_broken else "valid": [example]}
    tried = contract(kind=kind, file_glob="lib/**", examples=examples, **keys)
    assert [
        agrees_with_author(tried, keyed, seconds=1) for keyed in list_keyed_examples(tried)
    ] == [True]
    assert bool(check([tried], {"lib/a.ipynb": text}).violations) == is_broken


def test_paths_are_relative_to_the_level() -> None:
    """As the globs are."""
    examples = {
        "valid": {"path": "b.py", "text": "bad"},
        "invalid": {"path": "a.py", "text": "bad"},
    }
    contract_a = at_level("services/pay", pattern="bad", file_glob="/a.py", examples=examples)
    assert ExampleTrials().contradicting(contract_a) == []


@pytest.mark.parametrize(
    "glob", ["*.ts", "*.{ts,tsx}", "src/{a,b}/**/*.ts", ["!a.py", "*.ts"], "*.{ipynb,ts}"]
)
def test_a_text_is_in_the_language_of_the_first_glob(glob: Any) -> None:
    """Whether its endings stand in braces or not, and not of what is taken out."""
    keys = {
        "file_glob": glob,
        "examples": {"valid": ['// import "bad"'], "invalid": ['import "bad" // c']},
    }
    imports = contract(kind="forbid_import", forbid="bad", **keys)
    code = contract(kind="forbid_pattern", **BAD, **{**keys, "in": ["code", "strings"]})
    assert ExampleTrials().contradicting(imports) == []
    assert ExampleTrials().contradicting(code) == []


def test_what_runs_out_of_time_is_no_failure() -> None:
    """Nobody knows; and of many such examples only the first are tried at all."""
    slow = contract(pattern="(a|aa)+$", examples={"valid": [ENDLESS] * 30})
    quick = contract(examples={"valid": ["bad"]})
    trials = ExampleTrials()
    assert trials.contradicting(quick) != []
    assert trials.contradicting(slow) == []
    assert trials.contradicting(quick) == []


CONTRADICTED = """\
rule_id: a
type: forbid_pattern
pattern: bad
file_glob: '*'
message: Fix it.
severity: error
examples:
  valid:
    - good
    - bad
  invalid: LONG
"""


def test_a_contract_that_its_examples_contradict_counts(tmp_path: Path) -> None:
    """With a problem at the example's line; a disabled one is not tried."""
    text = CONTRADICTED.replace("LONG", "x" * 80)
    disabled = CONTRADICTED.replace("rule_id: a", "rule_id: b\nenabled: false")
    write_files(tmp_path, {".claude/contracts/a.yaml": f"{text}---\n{disabled}"})
    contract_set = load_contracts(discover_configured_files(levels_at(tmp_path), home=""))
    assert [contract.rule_id for contract in contract_set.contracts] == ["a"]
    path = ".claude/contracts/a.yaml"
    long = f"expected a violation in `{'x' * 60}…`, found none"
    assert [tuple(problem) for problem in contract_set.problems] == [
        (path, "examples.valid[1]", "expected no violation in `bad`, found one", False, 10),
        (path, "examples.invalid[0]", long, False, 11),
    ]
