"""One edit checked: what HEAD has and the disk no longer is written anew."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event, no_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import MakeProject, Run

HELD = "print(1)\n"
PATCH = f"*** Begin Patch\n*** Add File: x.env\n+{HELD}*** End Patch"
NAMED = {"type": "file_name", "pattern": r"[a-w]\.env", "file_glob": "*.env"}
LIMITED = {"type": "file_limits", "pattern": None, "max_bytes": 3, "file_glob": "*.env"}
REQUIRED = {"type": "require_pattern", "pattern": "Licence", "file_glob": "*.env"}
LACKING = {"type": "forbid_pattern", "pattern": r"\A(?!Licence)", "file_glob": "*.env"}


def denied(run: Run, root: Path, *, stdin: bytes = b"", flags: tuple[str, ...] = ()) -> bool:
    """Whether writing ``x.env`` as HEAD has it is denied."""
    stdin = stdin or event(file_path=root / "x.env", content=HELD, cwd=root)
    return "deny" in run("hook", *flags, stdin=stdin, cwd=root).out


ANEW = {
    "a file that may not be there": no_file("*.env"),
    "a name": contract(**NAMED),
    "a size": contract(**LIMITED),
    "a text that it lacks": contract(**REQUIRED),
    "an empty match at its start": contract(**LACKING),
}


@pytest.mark.parametrize("given", ANEW.values(), ids=ANEW)
def test_what_a_file_is_by_itself(project: MakeProject, run: Run, given: str) -> None:
    """It exists as long as the file is there; what is gone comes back by this edit."""
    root = project({"x.env": HELD}, contracts={"a.yaml": given}, commit=True)
    assert not denied(run, root)
    (root / "x.env").unlink()
    assert denied(run, root)
    assert not denied(run, root, stdin=event(file_path=root / "x.txt", content=HELD, cwd=root))


def test_lines_that_are_gone_may_come_back(project: MakeProject, run: Run) -> None:
    """Into their own file as into another one: text moves, one edit after the other."""
    given = contract(file_glob="*.env")
    root = project({"x.env": HELD}, contracts={"a.yaml": given}, commit=True)
    (root / "x.env").unlink()
    assert not denied(run, root)
    assert denied(run, root, stdin=event(file_path=root / "x.env", content=HELD * 2, cwd=root))


CREATED: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "claude-code": ("Write", {"file_path": "x.env", "content": HELD}),
    "gemini-cli": ("write_file", {"file_path": "x.env", "content": HELD}),
    "qwen-code": ("write_file", {"file_path": "x.env", "content": HELD}),
    "codex": ("apply_patch", {"command": PATCH}),
}


@pytest.mark.parametrize("agent", CREATED)
def test_whoever_writes_it(project: MakeProject, run: Run, agent: str) -> None:
    """A file that is there is none of their news, one that is not is."""
    root = project({"x.env": HELD}, contracts={"a.yaml": no_file("*.env")}, commit=True)
    tool, keys = CREATED[agent]
    named = {key: str(root / text) if key == "file_path" else text for key, text in keys.items()}
    before = "BeforeTool" if agent == "gemini-cli" else "PreToolUse"
    stdin = event(tool, name=before, cwd=root, **named)
    (root / "x.env").unlink()
    assert denied(run, root, stdin=stdin, flags=("--agent", agent))


def test_a_warning_is_told_after_it(project: MakeProject, run: Run) -> None:
    """By the same rule."""
    given = no_file("*.env", severity="warning")
    root = project({"x.env": HELD}, contracts={"a.yaml": given}, commit=True)
    written = {"type": "create", "filePath": str(root / "x.env"), "originalFile": None}
    stdin = event(
        name="PostToolUse",
        cwd=root,
        file_path=root / "x.env",
        content=HELD,
        tool_response=written,
    )
    said = json.loads(run("hook", stdin=stdin, cwd=root).out)
    assert said["hookSpecificOutput"]["additionalContext"].startswith("Warning: no-file in x.env.")
