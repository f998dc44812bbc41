"""Contract files of Phaser v1.2: they load, with their own meaning and their own key names."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import Contract
from phaser_lint.text.search.searcher import Pattern
from tests.contract.test_check_mapping import checked

VERSION_1 = """\
version: 1
audit_source: {id: x, slug: y, date: "2025-12-05", phase: 3}
rule:
  id: no-force-unwrap
  type: TYPE
  severity: error
  pattern: 'a('
  file_glob: '**/*.swift'
  message: Use guard.
  rationale: It crashes.
created_at: "2025-12-05T10:00:00+00:00"
enabled: true
"""


@pytest.mark.parametrize(
    ("kind", "pattern", "literal", "scope"),
    [
        ("forbid_pattern", "a+", False, "file"),
        ("require_pattern", "a+", False, "tree"),
        ("file_contains", "a(", True, "file"),
        ("file_not_contains", "a(", True, "file"),
    ],
)
def test_version_1_keeps_its_own_meaning(
    kind: str, pattern: str, literal: bool, scope: str
) -> None:
    """Literal text for the two contain types, one match in the tree for ``require_pattern``."""
    contract, problems = checked(VERSION_1.replace("TYPE", kind).replace("a(", pattern))
    assert problems == []
    assert contract is not None
    assert contract.as_written()._replace(globs=((), (), (), ())) == Contract(
        rule_id="no-force-unwrap",
        type=kind,
        searched=Pattern(pattern, literal),
        file_glob=("**/*.swift",),
        message="Use guard.",
        severity="error",
        rationale="It crashes.",
        scope="tree" if scope == "tree" else "file",
        is_silent_on_directives=True,
        globs=((), (), (), ()),
        path="a.yaml",
    )


@pytest.mark.parametrize("yaml_value", ["null", "''", None])
def test_version_1_existence_contracts_may_have_an_empty_pattern(yaml_value: str | None) -> None:
    """Its writer filled every key."""
    lines = VERSION_1.replace("TYPE", "file_exists").splitlines()
    at = next(index for index, line in enumerate(lines) if "pattern:" in line)
    lines[at : at + 1] = [] if yaml_value is None else [f"  pattern: {yaml_value}"]
    contract, problems = checked("\n".join(lines))
    assert problems == []
    assert contract is not None
    assert (contract.type, contract.pattern) == ("file_exists", "")


def test_version_1_without_enabled_is_enabled_and_disabled_where_it_says_so() -> None:
    """The key stands outside of the rule."""
    text = VERSION_1.replace("TYPE", "file_contains")
    without, _ = checked(text.replace("enabled: true\n", ""))
    disabled, _ = checked(text.replace("enabled: true", "enabled: false"))
    assert without is not None
    assert disabled is not None
    assert (without.enabled, disabled.enabled) == (True, False)


def test_version_1_problems_are_named_with_its_own_keys() -> None:
    """All at once, as ``rule.id``, never as today's ``rule_id``."""
    text = """\
version: 1
rule:
  id: a b
  type: forbid_pattern
  severity: fatal
  pattern: '('
  fileglob: x
  file_glob: []
  message: ''
  scope: tree
enabled: 1
owner: me
"""
    assert checked(text) == (
        None,
        [
            'rule.id: expected 1 to 64 letters, digits and hyphens, not "a b"; did you mean a-b?',
            "rule.file_glob: expected a glob or a list of globs",
            "rule.message: expected a text that is not empty",
            'rule.severity: expected one of error, warning, not "fatal"',
            "enabled: expected true or false, not 1",
            "rule.pattern: expected a regular expression; missing ) at position 1",
            "rule.fileglob: unknown key; did you mean file_glob?"
            " (a key of your own is written x-fileglob)",
            "rule.scope: unknown key; a key of your own is written x-scope",
        ],
    )


def test_version_1_needs_a_mapping_as_rule() -> None:
    """Anything else is one problem."""
    assert checked("rule: [a]\n") == (None, ["rule: expected a mapping, not a list"])
