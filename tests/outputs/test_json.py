"""``--format json``: the whole report as one object."""

from __future__ import annotations

import json

from phaser_lint.outputs.json import render
from tests.outputs.reports import CLEAN, HOSTILE, NAMES, RICH

EMPTY_PARTS: dict[str, list[object]] = {
    "violations": [],
    "undecided": [],
    "contract_problems": [],
    "notices": [],
    "skipped": [],
}
RENDERED = """\
{
  "violations": [
    {
      "rule_id": "has-readme",
      "severity": "error",
      "message": "Write one.",
      "path": "/README.md, /README.rst",
      "where": "glob",
      "line": null,
      "column": null,
      "end_line": null,
      "end_column": null
    },
    {
      "rule_id": "license",
      "severity": "warning",
      "message": "Start with\\nan SPDX line.\\n",
      "path": "src/a.py",
      "where": "file",
      "line": null,
      "column": null,
      "end_line": null,
      "end_column": null
    },
    {
      "rule_id": "no-print",
      "severity": "error",
      "message": "Use the logger.",
      "path": "src/b.py",
      "where": "line",
      "line": 3,
      "column": 3,
      "end_line": 3,
      "end_column": 7
    },
    {
      "rule_id": "no-print",
      "severity": "warning",
      "message": "Use the logger.",
      "path": "src/b.py",
      "where": "line",
      "line": 12,
      "column": 3,
      "end_line": 14,
      "end_column": 2
    },
    {
      "rule_id": "no-print",
      "severity": "error",
      "message": "Use the logger.",
      "path": "src/\\u65e5\\u672c.py",
      "where": "line",
      "line": 1,
      "column": 5,
      "end_line": 1,
      "end_column": 6
    }
  ],
  "undecided": [
    {
      "rule_id": "slow",
      "path": "src/a.py",
      "reason": "the pattern took longer than 2000 ms"
    }
  ],
  "contract_problems": [
    {
      "path": ".claude/contracts/x.yaml",
      "key": "type",
      "expected": "expected one of a, b, not nothing",
      "skipped": true
    },
    {
      "path": ".claude/contracts/y.yaml",
      "key": "mesage",
      "expected": "unknown key",
      "skipped": false
    }
  ],
  "notices": [
    {
      "path": "src/b.py",
      "line": 20,
      "text": "directive suppresses nothing: no-print"
    },
    {
      "path": "c.yaml",
      "line": null,
      "text": "the glob of lonely matches no file"
    }
  ],
  "skipped": [
    {
      "path": "logo.png",
      "reason": "binary"
    },
    {
      "path": "b.png",
      "reason": "binary"
    },
    {
      "path": "link",
      "reason": "symbolic link"
    }
  ],
  "summary": {
    "files_checked": 3,
    "errors": 3,
    "warnings": 2,
    "ignored": 1,
    "old": 2,
    "skipped": {
      "binary": 2,
      "symbolic link": 1
    },
    "undecided": 1,
    "contract_problems": 2
  }
}
"""


def test_clean() -> None:
    """Every key is there, with nothing in it."""
    summary = {
        "files_checked": 2, "errors": 0, "warnings": 0, "ignored": 0, "old": 0, "skipped": {},
        "undecided": 0, "contract_problems": 0,
    }  # fmt: skip
    assert json.loads(render(CLEAN)) == {**EMPTY_PARTS, "summary": summary}


def test_rich() -> None:
    """Every part, in its order."""
    assert render(RICH) == RENDERED


def test_hostile_names_come_back_as_they_are() -> None:
    """Printable ASCII on the way, whatever they hold."""
    shown = render(HOSTILE)
    assert all(character.isprintable() or character == "\n" for character in shown)
    assert shown.isascii()
    paths = [violation["path"] for violation in json.loads(shown)["violations"]]
    assert paths[: len(NAMES)] == list(NAMES)
