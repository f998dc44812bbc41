"""The text of a contract reads back as what was given."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from phaser_lint.author.contract_text import comment_out, render_contract_text
from phaser_lint.contract.yaml_documents import read_documents

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    TEXTS | st.booleans(),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3)
        | st.dictionaries(TEXTS, inner, min_size=1, max_size=3)
    ),
    max_leaves=6,
)

WHOLE = r"""# yaml-language-server: $schema=https://example.org/contract.json
# Why there is one.
#
# Twice.
rule_id: no-print
type: forbid_pattern
# What is searched for.
pattern: '\bprint\('
file_glob:
  - 'src/**/*.py'
  - 'scripts/'
message: "Don't print."
severity: error
ignorable: false
max_lines: 5
examples:
  valid:
    - "logger.info('x')"
    - "\tlog()"
  invalid:
    - files:
        src/a.py: |
          print(1)
            print(2)
        'b: c': ''
"""


def test_a_text_is_quoted_only_where_it_has_to_be() -> None:
    """Words stand bare, the rest in quotes; several lines as a block."""
    keys = {
        "rule_id": "no-print",
        "type": "forbid_pattern",
        "pattern": r"\bprint\(",
        "file_glob": ["src/**/*.py", "scripts/"],
        "message": "Don't print.",
        "severity": "error",
        "ignorable": False,
        "max_lines": 5,
        "examples": {
            "valid": ["logger.info('x')", "\tlog()"],
            "invalid": [{"files": {"src/a.py": "print(1)\n  print(2)\n", "b: c": ""}}],
        },
    }
    text = render_contract_text(
        keys,
        above="Why there is one.\n\nTwice.",
        comments={"pattern": "What is searched for."},
        schema="https://example.org/contract.json",
    )
    assert text == WHOLE


@pytest.mark.parametrize(
    ("word", "yaml_value"),
    [
        ("no-print", "no-print"),
        ("yes", "'yes'"),
        ("012", "'012'"),
        ("", "''"),
        ("a: b", "'a: b'"),
        ("- a", "'- a'"),
    ],
)
def test_a_word_that_yaml_reads_otherwise_is_quoted(word: str, yaml_value: str) -> None:
    """A word that YAML reads as something else stands in quotes."""
    assert render_contract_text({"rule_id": word}) == f"rule_id: {yaml_value}\n"


@given(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4))
@example({"one": ["\n"], "two": "a\n\n", "three": "\n"})
def test_a_contract_reads_back_whatever_its_texts_hold(keys: dict[str, Any]) -> None:
    """Whatever the texts hold: line ends, blanks around them, characters that nobody sees."""
    [document] = read_documents(render_contract_text(keys).encode())
    assert (document.value, document.faults) == (keys, ())


@pytest.mark.parametrize("keys", [{"a": "\udc80"}, {"a": ["b", {"c": "\ud800"}]}, {"\udc80": "a"}])
def test_no_yaml_holds_it(keys: dict[str, Any]) -> None:
    """A byte that is no character is said, and not written as something else."""
    with pytest.raises(ValueError, match="no YAML file holds"):
        render_contract_text(keys)


def test_each_line_of_a_draft_can_be_commented_out() -> None:
    """Each line, and an empty one without a blank at its end."""
    assert comment_out("scope: tree\n\nraw: true\n") == "# scope: tree\n#\n# raw: true\n"
