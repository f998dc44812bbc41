"""``--format text`` on a pipe."""

from __future__ import annotations

from phaser_lint.outputs.text import render, violations_only
from tests.outputs.reports import CLEAN, ESCAPE, HOSTILE, RICH
from tests.outputs.workflow_commands import commands_of

VIOLATIONS = """\
/README.md, /README.rst: error: has-readme
  Write one.
src/a.py: warning: license
  Start with
  an SPDX line.
src/b.py:3: error: no-print
  Use the logger.
src/b.py:12: warning: no-print
  Use the logger.
src/日本.py:1: error: no-print
  Use the logger.
"""


def test_clean() -> None:
    """The totals alone, or nothing at all."""
    assert render(CLEAN) == "0 errors, 0 warnings\n"
    assert violations_only(CLEAN) == ""


def test_rich() -> None:
    """Each violation with its place and its whole message, then the totals."""
    assert render(RICH) == f"{VIOLATIONS}\n3 errors, 2 warnings\n"
    assert violations_only(RICH) == VIOLATIONS


def test_hostile_names_and_messages() -> None:
    """No terminal and no runner obeys any of it, and every violation is one head line."""
    shown = render(HOSTILE)
    assert ESCAPE[0] not in shown
    assert "\r" not in shown
    shown.encode("utf-8")
    assert commands_of(shown) == []
    heads = [line for line in shown.split("\n")[:-3] if not line.lstrip("\u200b").startswith("  ")]
    assert len(heads) == len(HOSTILE.violations)
    assert all(head.endswith((": no-print", ": a")) for head in heads)
