"""``phaser-lint import``: the table, the files, and what is left alone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

RULES = r"""- name: No print!
  pattern: 'print\('
  hint: Use the logger.
  filePattern: .*\.py$
- name: no print
  pattern: '^import os$'
  filePattern: \.py$
- name: Broken
  pattern: '('
"""
NO_PRINT = r"""# From .relint.yml, line 1: No print! (relint)
rule_id: no-print
type: forbid_pattern
pattern: 'print\('
file_glob: '*.py'
message: 'Use the logger.'
severity: error
"""
TABLE = r"""  No print!  .claude/contracts/no-print.yaml
  no print   .claude/contracts/no-print-2.yaml, switched off
    kept: ^ and $ are the start and the end of the file, as reLint has no MULTILINE; without (?-m:…) they are those of each line
    dead before: filePattern \.py$ is matched from the start of the path, which selects a file .py alone; the contract has the paths that are meant, and is switched off
  Broken     no contract
    not said: pattern: no pattern of Python's re, which reLint cannot read either: missing ), unterminated subpattern at position 0
"""  # noqa: E501 - one line a reason
FEW = "- name: a\n  pattern: b\n"


def written(root: Path) -> dict[str, str]:
    """The contract files of a project."""
    return {path.name: path.read_text() for path in (root / ".claude/contracts").glob("*")}


def test_import(project: MakeProject, run: Run) -> None:
    """A contract a rule, in force at once; 1, as one rule could not be said."""
    root = project({".relint.yml": RULES, "a.py": "print(1)\n"})
    head, total = ".relint.yml: 3 rules of relint\n", "2 contracts written"
    outcome = run("import", ".relint.yml", cwd=root)
    end = ", 1 with something not said, 1 dead before\n"
    assert outcome == (1, f"{head}{TABLE}{total}{end}", "")
    assert sorted(written(root)) == ["no-print-2.yaml", "no-print.yaml"]
    assert written(root)["no-print.yaml"] == NO_PRINT
    assert run("test", cwd=root)[::2] == (0, "")
    found = "a.py:1:1: error: Use the logger. [no-print]\n"
    assert run("scan", "--quiet", cwd=root).out.startswith(found)


def test_again(project: MakeProject, run: Run) -> None:
    """Ids that are taken are left alone, and said; all was said, so 0."""
    root = project({".relint.yml": FEW}, contracts={"a.yaml": "rule_id: a\n"})
    outcome = run("import", ".relint.yml", cwd=root)
    assert outcome == (
        0,
        ".relint.yml: 1 rule of relint\n"
        "  a  left alone: a is in .claude/contracts/a.yaml\n"
        "0 contracts written, 1 left alone\n",
        "",
    )
    assert written(root) == {"a.yaml": "rule_id: a\n"}


def test_dry_run(project: MakeProject, run: Run) -> None:
    """The files are shown, and not there."""
    root = project({".relint.yml": FEW})
    assert run("import", "--dry-run", "--to", "rules", ".relint.yml", cwd=root) == (
        0,
        ".relint.yml: 1 rule of relint\n"
        "  a  rules/a.yaml\n"
        "rules/a.yaml:\n"
        "  # From .relint.yml, line 1: a (relint)\n"
        "  rule_id: a\n"
        "  type: forbid_pattern\n"
        "  pattern: 'b'\n"
        "  file_glob: '*'\n"
        "  message: 'a'\n"
        "  severity: error\n"
        "1 contract to be written\n",
        "",
    )
    assert not (root / "rules").exists()


def test_json(project: MakeProject, run: Run) -> None:
    """The same for programs."""
    root = project({".relint.yml": FEW})
    outcome = run("import", "--json", ".relint.yml", cwd=root)
    rule = {
        "name": "a", "line": 1, "rule_id": "a", "path": ".claude/contracts/a.yaml",
        "taken_by": None, "contract": written(root)["a.yaml"], "kept": [], "not_said": [],
        "dead": None, "permissions": [],
    }  # fmt: skip
    file = {"path": ".relint.yml", "tool": "relint", "notices": [], "rules": [rule]}
    assert json.loads(outcome.out) == {"version": 1, "written": True, "files": [file]}


def test_folders_and_other_names(project: MakeProject, run: Run) -> None:
    """A folder stands for the files of rules in it, each is read once; ``--from`` says the rest."""
    root = project({".relint.yml": FEW, "old/rules.yml": "- name: 禁止\n  pattern: c\n"})
    outcome = run("import", ".", ".relint.yml", "--dry-run", cwd=root)
    assert outcome.out.startswith(".relint.yml: 1 rule of relint\n")
    assert outcome.out.count("rule of") == 1
    named = run("import", "--from", "relint", "old/rules.yml", cwd=root)
    assert (named.code, [*written(root)]) == (0, ["relint.yaml"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("import", "a.py"), "a.py: no tool's rules are called so; name the tool with --from"),
        (("import", "src"), "src: expected files of rules in the folder: .relint.yml, "),
        (("import", "gone/.relint.yml"), "gone/.relint.yml: cannot be read: No such file"),
        (
            ("import", ".relint.yml", "b/.relint.yml"),
            "b/.relint.yml:1: [0]: expected a text at its key name",
        ),
        (
            ("import", "--from", "relnt", "a.py"),
            "argument --from: invalid choice: 'relnt'",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_read(
    project: MakeProject, run: Run, arguments: tuple[str, ...], said: str
) -> None:
    """2, one clear line, and nothing written, not even of the files that can."""
    files = {"a.py": "", "src/a.py": "", ".relint.yml": FEW, "b/.relint.yml": "- pattern: a\n"}
    root = project(files)
    outcome = run(*arguments, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {said}")
    assert written(root) == {}
