"""Texts that no scan checks, and what is checked only in part: nothing is silent, nothing fails."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor.uris import make_file_uri
from tests.editor.test_loop import NO_PRINT, brief
from tests.hostile_repository import hostile_repository

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject
    from tests.editor.editor import Editor

TEXT = "print(1)\n"
RUNS_AWAY = {
    "slow.yaml": "rule_id: slow\ntype: forbid_pattern\npattern: '(a|aa)+$'\nfile_glob: '*'\n"
    "message: No.\nseverity: error\n"
}


@pytest.mark.parametrize(
    "name",
    [
        "folder.py",
        ".git/COMMIT_EDITMSG",
        ".phaser/baseline.jsonl",
        "a.txt",
        "../elsewhere/a.py",
    ],
)
def test_what_is_not_checked(editor: Editor, project: MakeProject, name: str) -> None:
    """As no scan that names it checks it."""
    root = project({"folder.py/a": "", "a.py": ""}, contracts=NO_PRINT)
    editor.start(root)
    assert editor.open(root / name if name != "folder.py" else root / "a.txt", TEXT) == []
    assert editor.notifications("window/showMessage") == []


@pytest.mark.parametrize("uri", ["untitled:a.py", "git:/a.py", "a.py", "", "file:///%00.py"])
def test_what_is_no_file(editor: Editor, project: MakeProject, uri: str) -> None:
    """It has no place in a project."""
    editor.start(project({}, contracts=NO_PRINT))
    assert editor.open(uri, TEXT) == []
    assert editor.notifications("window/showMessage") == []


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("new/folder/a.py", TEXT, [(0, 1, "no-print")]),
        ("é ü.py", TEXT, [(0, 1, "no-print")]),
        ("a.py", "\ud800print(1)", [(0, 1, "no-print")]),
        ("a.py", "\ufeffprint(1)", [(0, 1, "no-print")]),
        ("a.py", "x\r😀; print(1)\r\n\rprint(1)", [(1, 1, "no-print"), (3, 1, "no-print")]),
        ("a.py", "x\rprint(1)", [(1, 1, "no-print")]),
        ("a.py", "", []),
        ("a.py", "a\0print(1)", [(0, 3, "not checked: binary by its control characters"[:41])]),
        ("a.py", "x" * 10_485_761, [(0, 3, "not checked: larger than 10 MB")]),
        ("a.py", "# phaser:ignore", [(0, 3, "directive ignores nothing: ignore expects")]),
    ],
)
def test_an_odd_text_is_checked_as_a_file_or_told(
    editor: Editor, project: MakeProject, name: str, text: str, expected: list[Any]
) -> None:
    """They are checked as files of that content are, or it is said why not."""
    root = project({}, contracts=NO_PRINT)
    editor.start(root)
    diagnostics = brief(editor.open(root / name, text))
    assert [(line, severity, message[:41]) for line, severity, message in diagnostics] == expected


def test_without_git_nothing_existed_before(editor: Editor, tmp_path: Path) -> None:
    """A folder with contracts is a project, and nothing existed before in it."""
    root = tmp_path.resolve() / "plain"
    contracts = root / ".claude/contracts"
    contracts.mkdir(parents=True)
    (contracts / "a.yaml").write_text(NO_PRINT["no-print.yaml"])
    editor.start(root)
    assert brief(editor.open(root / "a.py", TEXT)) == [(0, 1, "no-print")]


def test_without_the_program_git(
    editor: Editor, project: MakeProject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What cannot be known is new."""
    root = project({"a.py": TEXT}, contracts=NO_PRINT, commit=True)
    monkeypatch.setenv("PATH", str(tmp_path))
    editor.start(root)
    assert brief(editor.open(root / "a.py", TEXT)) == [(0, 1, "no-print")]


def test_a_project_that_goes(editor: Editor, project: MakeProject) -> None:
    """Without its folder a text has no contracts."""
    root = project({"a.py": TEXT}, contracts=NO_PRINT, commit=True)
    editor.start(root)
    assert brief(editor.open(root / "a.py", TEXT)) == [(0, 4, "no-print")]
    (root / "a.py").unlink()
    assert brief(editor.change(root / "a.py", 2, {"text": TEXT})) == [(0, 4, "no-print")]
    shutil.rmtree(root)
    assert editor.change(root / "a.py", 3, {"text": TEXT}) == []
    assert editor.notifications("window/showMessage") == []


def test_a_pattern_that_runs_away(editor: Editor, project: MakeProject) -> None:
    """It is undecided, and named; the others are not waited for it."""
    root = project({}, contracts={**NO_PRINT, **RUNS_AWAY})
    editor.start(root)
    diagnostics = brief(editor.open(root / "a.py", f"{'a' * 60}!\nprint(1)\n"))
    assert diagnostics == [
        (1, 1, "no-print"),
        (0, 3, "slow is undecided: the pattern took longer than 100 ms"),
    ]


@pytest.mark.slow
def test_a_saved_text_has_more_time(editor: Editor, project: MakeProject) -> None:
    """As a scan gives it."""
    root = project({}, contracts={**NO_PRINT, **RUNS_AWAY})
    editor.start(root)
    editor.open(root / "a.py", f"{'a' * 60}!\n")
    uri, undecided_message = (
        make_file_uri(str(root / "a.py")),
        "slow is undecided: the pattern took longer than 2000 ms",
    )
    assert editor.eventually(lambda: brief(editor.shown[uri]) == [(0, 3, undecided_message)])


@pytest.mark.parametrize(
    ("path", "text", "problem"),
    [
        (
            ".phaser/config.yaml",
            "exclude: 3\n",
            ".phaser/config.yaml:1: exclude: expected",
        ),
        (
            ".phaser/baseline.jsonl",
            "nonsense",
            '.phaser/baseline.jsonl:1: expected {"phaser-lint baseline": 2}: it is no baseline of '
            "phaser-lint; until that is fixed the baseline does not count",
        ),
    ],
)
def test_what_is_wrong_is_reported(
    editor: Editor, project: MakeProject, path: str, text: str, problem: str
) -> None:
    """Once, however many texts it is about."""
    root = project({path: text}, contracts=NO_PRINT)
    editor.start(root)
    for name in ("a.py", "b.py"):
        assert brief(editor.open(root / name, TEXT)) == [(0, 1, "no-print")]
    (notification,) = editor.notifications("window/showMessage")
    assert notification["message"].startswith(f"phaser-lint: {problem}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without FIFOs")
def test_a_file_that_never_ends(editor: Editor, project: MakeProject) -> None:
    """What has the name of a text is not opened: the editor holds the text."""
    root = project({}, contracts=NO_PRINT)
    os.mkfifo(root / "a.py")
    editor.start(root)
    assert brief(editor.open(root / "a.py", TEXT)) == [(0, 1, "no-print")]


def test_nothing_of_a_checkout_runs(
    editor: Editor,
    tmp_path: Path,
    git: Git,
    submodule_template: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever its settings, hooks, filters and modules name."""
    hostile = hostile_repository(
        submodule_template, tmp_path.resolve() / "checkout", git, tmp_path / "marks"
    )
    root, name = hostile.root, ".claude/contracts/readme.yaml"
    (root / name).write_text(
        "rule_id: readme\ntype: file_exists\nfile_glob: NONE.md\nmessage: No.\nseverity: error\n"
    )
    monkeypatch.chdir(root)
    editor.start(root)
    diagnostics = editor.open(root / "a.py", "print(1)\nprint(1)\nprint(2)\n")
    assert {diagnostic["code"] for diagnostic in diagnostics} == {"no-print"}
    editor.save(root / "a.py")
    uri = make_file_uri(str(root / name))
    assert editor.eventually(lambda: bool(editor.shown.get(uri)))
    assert hostile.ran() == []
