"""What Semgrep finds, as a program in its place says it."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from phaser_lint.author.importers.imported import Findings, FoundPlace, ImportedFile, ImportedRule
from phaser_lint.author.importers.semgrep import run_semgrep

if TYPE_CHECKING:
    from pathlib import Path

FILE = ImportedFile(
    "semgrep.yml",
    "semgrep",
    (
        ImportedRule("no-print", 1, {"type": "forbid_pattern"}),
        ImportedRule("print", 2, {"type": "forbid_pattern"}),
        ImportedRule("header", 3, {"type": "require_pattern"}),
        ImportedRule("syntax", 4, unsupported=("pattern: no",)),
    ),
)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the program is a script")


def program(folder: Path, printed: str, error_output: str = "") -> None:
    """Put a program in place of Semgrep."""
    (folder / "bin").mkdir()
    script = folder / "bin" / "semgrep"
    lines = ("import sys", f"print({printed!r})", f"sys.stderr.write({error_output!r})")
    script.write_text("\n".join((f"#!{sys.executable}", *lines, "")))
    script.chmod(0o755)


def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Findings | str:
    """What it finds, with that program alone."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "top").mkdir()
    return run_semgrep(str(tmp_path / "top"), FILE, str(tmp_path / "semgrep.yml"))


def test_findings_are_known_by_rule_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By rule, with the folders of its file before it, and line; or files as a whole."""
    places = [
        ("rules.no-print", "./a.go", 1),
        ("print", "b/a.go", 3),
        ("home.rules.header", "a.go", 1),
        ("syntax", "a.go", 1),
    ]
    findings = [
        {"check_id": name, "path": path, "start": {"line": line}} for name, path, line in places
    ]
    report = {"version": "1.0", "errors": [{"level": "warn"}], "results": findings}
    program(tmp_path, json.dumps(report))
    expected = {
        FoundPlace("no-print", "a.go", 1),
        FoundPlace("print", "b/a.go", 3),
        FoundPlace("header", "a.go", None),
    }
    assert found(tmp_path, monkeypatch) == Findings("semgrep 1.0", frozenset(expected))


def test_a_missing_program_is_told_with_where_it_was_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was looked for, and where: it may be installed elsewhere."""
    assert found(tmp_path, monkeypatch) == (
        f"no program semgrep in the folders of PATH outside of the project: {tmp_path / 'bin'}"
    )


@pytest.mark.parametrize(
    ("printed", "error_output", "problem"),
    [
        ("", "", "semgrep fails: it prints no report"),
        ("", "no\n such file", "semgrep fails: no such file"),
        (
            '{"results": [], "errors": [{"level": "error", "message": "no\\n rule"}]}',
            "",
            "semgrep fails: no rule",
        ),
    ],
)
def test_a_run_that_breaks_off_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: str, error_output: str, problem: str
) -> None:
    """What it found until then is not taken for all."""
    program(tmp_path, printed, error_output)
    assert found(tmp_path, monkeypatch) == problem
