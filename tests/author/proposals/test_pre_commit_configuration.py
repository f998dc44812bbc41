"""Our hooks in pre-commit's configuration: at the end of its list, and nothing else changes."""

from __future__ import annotations

import pytest
import yaml

from phaser_lint.author.proposals.hook_source import HookSource
from phaser_lint.author.proposals.pre_commit_configuration import with_commit_hooks

SOURCE = HookSource("https://github.com/phaser-lint/phaser-lint", "v0.1.0")

OURS = """\
- repo: https://github.com/phaser-lint/phaser-lint
  rev: v0.1.0
  hooks:
    - id: phaser-lint  # the content of the files in the commit
    - id: phaser-lint-tree  # which files exist
"""
INDENTED = "".join(f"  {line}\n" for line in OURS.splitlines())
PINNED = "  - repo: x\n    rev: 1.0  # old\n    hooks:\n      - id: a\n"
WITH_TEXT = "- repo: local\n  hooks:\n  - id: a\n    entry: |\n      one\n\n      two\n"
LOCAL = "- repo: local\n  hooks: [{id: a}]\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", f"repos:\n{INDENTED}"),
        ("# later\n", None),
        (f"repos:\n{LOCAL}", f"repos:\n{LOCAL}{OURS}"),
        (f"repos:\n{LOCAL}".rstrip("\n"), f"repos:\n{LOCAL}{OURS}"),
        (
            f"ci: {{skip: [a]}}\nrepos:\n{PINNED}",
            f"ci: {{skip: [a]}}\nrepos:\n{PINNED}{INDENTED}",
        ),
        (
            f"repos:\n{LOCAL}\n\n# end\nci:\n  a: b\n",
            f"repos:\n{LOCAL}{OURS}\n\n# end\nci:\n  a: b\n",
        ),
        (
            "repos:\r\n- repo: local\r\n  hooks: []\r\n",
            "repos:\r\n- repo: local\r\n  hooks: []\r\n" + OURS.replace("\n", "\r\n"),
        ),
        (
            f"repos:\n{WITH_TEXT}ci: 1\n",
            f"repos:\n{WITH_TEXT}{OURS}ci: 1\n",
        ),
    ],
)
def test_our_hooks_are_added_to_a_configuration(text: str, expected: str | None) -> None:
    assert with_commit_hooks(text, SOURCE) == expected
    if expected is not None:
        assert yaml.safe_load(expected)["repos"][-1]["rev"] == "v0.1.0"


@pytest.mark.parametrize(
    "text",
    [
        "repos: []\n", "repos: [{repo: local, hooks: []}]\n", "repos:\n", "- a\n", "repos: [\n",
        "other: 1\n", "repos: {a: b}\n", "a\n",
    ],
)  # fmt: skip
def test_where_there_is_no_end(text: str) -> None:
    """What is not a list in block style is left to a person."""
    assert with_commit_hooks(text, SOURCE) is None
