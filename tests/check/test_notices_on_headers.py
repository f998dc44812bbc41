"""Headers that open no block: a scan names those that should, and no declaration."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

CONTRACT = """\
rule_id: named
type: require_pattern
each_block: '\\b(?:class|struct)\\s+\\w+'
pattern: 'name'
in: code
file_glob: '*.hpp'
message: m
severity: error
"""


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("class A;\nstruct B;\ntemplate <class T>\nclass C { int name; };\n", []),
        ("class A final;\n", ["a.hpp:1: note: named: each_block: a header opens no block: "]),
    ],
)
def test_a_declaration_gets_no_notice(
    project: MakeProject, run: Run, text: str, notes: list[str]
) -> None:
    root = project({"a.hpp": text}, contracts={"a.yaml": CONTRACT})
    outcome = run("scan", cwd=root)
    told = [line for line in outcome.err.splitlines() if "opens no block" in line]
    assert [line.partition("nothing is required")[0] for line in told] == notes
