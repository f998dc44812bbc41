"""A file that is renamed, and then loses a text that stays: the edit takes it, at the new path.

What stays silent comes first.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

KEEP = contract(
    "keep", type="keep_pattern", pattern=r"def (test_\w+)", file_glob="*.test", message="It stays."
)
ONE, TWO, THREE = (f"def test_{name}\n    x\n    y\n" for name in ("one", "two", "three"))
BEFORE = ONE + TWO + THREE
LOST = "It stays. (line 4 of a.test before: def test_two)"


def renamed(project: MakeProject, git: Git, way: str) -> Path:
    """A project whose a.test is b.test now, in one way or another."""
    root = project({"a.test": BEFORE, "c.test": "x\n"}, contracts={"k.yaml": KEEP}, commit=True)
    match way:
        case "git mv":
            git(root, "mv", "a.test", "b.test")
        case "mv":
            (root / "a.test").rename(root / "b.test")
        case "copy":
            write_files(root, {"b.test": BEFORE})
    return root


def denial(run: Run, root: Path, text: str, path: str = "b.test") -> str:
    """Why the hook denies that a file gets a text."""
    stdin = event(file_path=root / path, content=text, cwd=root)
    answer = json.loads(run("hook", stdin=stdin, cwd=root).out)
    return str(answer.get("hookSpecificOutput", {}).get("permissionDecisionReason", ""))


@pytest.mark.parametrize(
    ("way", "text", "on_disk"),
    [
        pytest.param("git mv", BEFORE + "more\n", {}, id="nothing is gone"),
        pytest.param("copy", ONE + THREE, {}, id="a copy, which the file is still there for"),
        pytest.param("git mv", ONE + THREE, {"b.test": ONE + THREE + "x"}, id="gone before"),
        pytest.param("mv", ONE + THREE, {"c.test": TWO}, id="moved on to another file"),
        pytest.param("git mv", ONE, {"b.test": ONE + "def test_new\n"}, id="a text of today"),
    ],
)
def test_an_edit_that_takes_nothing_is_silent(
    project: MakeProject, run: Run, git: Git, way: str, text: str, on_disk: Mapping[str, str]
) -> None:
    root = renamed(project, git, way)
    write_files(root, dict(on_disk))
    assert denial(run, root, text) == ""


@pytest.mark.parametrize("way", ["git mv", "mv"])
def test_an_edit_of_a_renamed_file_is_denied_what_it_takes(
    project: MakeProject, run: Run, git: Git, way: str
) -> None:
    """Nobody else is accused of it: neither another file, nor what the disk lacked already."""
    root = renamed(project, git, way)
    assert LOST in denial(run, root, ONE + THREE)
    write_files(root, {"b.test": ONE + TWO})
    reason = denial(run, root, ONE)
    assert LOST in reason
    assert "test_three" not in reason
    assert denial(run, root, "y\n", path="c.test") == ""


def reported(run: Run, root: Path, *flags: str) -> list[tuple[str, str]]:
    report = json.loads(run("scan", "--format", "json", *flags, cwd=root).out)
    return [(violation["path"], violation["message"]) for violation in report["violations"]]


def test_all_others_report_it_where_the_file_is_now(
    project: MakeProject, run: Run, git: Git
) -> None:
    """An annotation at the path that is gone nobody sees."""
    root = renamed(project, git, "git mv")
    start: dict[str, Any] = {"session_id": "s", "cwd": str(root), "source": "startup"}
    run("hook", stdin=json.dumps({**start, "hook_event_name": "SessionStart"}).encode(), cwd=root)
    write_files(root, {"b.test": ONE + THREE})
    written = event(
        name="PostToolUse", file_path=root / "b.test", content=ONE + THREE, cwd=root, session_id="s"
    )
    assert LOST in run("hook", stdin=written, cwd=root).out
    stop = {"session_id": "s", "cwd": str(root), "hook_event_name": "Stop"}
    assert LOST in json.loads(run("hook", stdin=json.dumps(stop).encode(), cwd=root).out)["reason"]
    git(root, "add", "--all")
    assert reported(run, root, "--staged") == [("b.test", LOST)]
    assert reported(run, root, "--staged", "b.test") == [("b.test", LOST)]
    git(root, "commit", "-q", "--no-verify", "-m", "rename")
    assert reported(run, root, "--since", "HEAD^") == [("b.test", LOST)]
