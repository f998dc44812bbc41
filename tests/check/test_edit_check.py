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

FILE_TEXT = "print(1)\n"
PATCH = f"*** Begin Patch\n*** Add File: x.env\n+{FILE_TEXT}*** End Patch"
FILE_NAME_KEYS = {"type": "file_name", "pattern": r"[a-w]\.env", "file_glob": "*.env"}
FILE_LIMITS_KEYS = {"type": "file_limits", "pattern": None, "max_bytes": 3, "file_glob": "*.env"}
REQUIRE_PATTERN_KEYS = {"type": "require_pattern", "pattern": "Licence", "file_glob": "*.env"}
LACKING_TEXT_KEYS = {"type": "forbid_pattern", "pattern": r"\A(?!Licence)", "file_glob": "*.env"}


def is_denied(run: Run, root: Path, *, stdin: bytes = b"", flags: tuple[str, ...] = ()) -> bool:
    """Whether writing ``x.env`` as HEAD has it is denied."""
    stdin = stdin or event(file_path=root / "x.env", content=FILE_TEXT, cwd=root)
    return "deny" in run("hook", *flags, stdin=stdin, cwd=root).out


CONTRACTS_OF_A_FILE = {
    "a file that may not be there": no_file("*.env"),
    "a name": contract(**FILE_NAME_KEYS),
    "a size": contract(**FILE_LIMITS_KEYS),
    "a text that it lacks": contract(**REQUIRE_PATTERN_KEYS),
    "an empty match at its start": contract(**LACKING_TEXT_KEYS),
}


@pytest.mark.parametrize("contract_text", CONTRACTS_OF_A_FILE.values(), ids=CONTRACTS_OF_A_FILE)
def test_a_file_that_is_gone_is_new_when_it_comes_back(
    project: MakeProject, run: Run, contract_text: str
) -> None:
    """It exists as long as the file is there; what is gone comes back by this edit."""
    root = project({"x.env": FILE_TEXT}, contracts={"a.yaml": contract_text}, commit=True)
    assert not is_denied(run, root)
    (root / "x.env").unlink()
    assert is_denied(run, root)
    assert not is_denied(
        run, root, stdin=event(file_path=root / "x.txt", content=FILE_TEXT, cwd=root)
    )


def test_lines_that_are_gone_may_come_back(project: MakeProject, run: Run) -> None:
    """Into their own file as into another one: text moves, one edit after the other."""
    forbidding = contract(file_glob="*.env")
    root = project({"x.env": FILE_TEXT}, contracts={"a.yaml": forbidding}, commit=True)
    (root / "x.env").unlink()
    assert not is_denied(run, root)
    assert is_denied(
        run, root, stdin=event(file_path=root / "x.env", content=FILE_TEXT * 2, cwd=root)
    )


TOOL_CALLS_BY_AGENT: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "claude-code": ("Write", {"file_path": "x.env", "content": FILE_TEXT}),
    "gemini-cli": ("write_file", {"file_path": "x.env", "content": FILE_TEXT}),
    "qwen-code": ("write_file", {"file_path": "x.env", "content": FILE_TEXT}),
    "codex": ("apply_patch", {"command": PATCH}),
}


@pytest.mark.parametrize("agent", TOOL_CALLS_BY_AGENT)
def test_a_file_that_is_gone_is_new_for_each_agent(
    project: MakeProject, run: Run, agent: str
) -> None:
    """A file that is there is none of their news, one that is not is."""
    root = project({"x.env": FILE_TEXT}, contracts={"a.yaml": no_file("*.env")}, commit=True)
    tool, keys = TOOL_CALLS_BY_AGENT[agent]
    tool_input = {
        key: str(root / text) if key == "file_path" else text for key, text in keys.items()
    }
    event_name = "BeforeTool" if agent == "gemini-cli" else "PreToolUse"
    stdin = event(tool, name=event_name, cwd=root, **tool_input)
    (root / "x.env").unlink()
    assert is_denied(run, root, stdin=stdin, flags=("--agent", agent))


def test_a_warning_is_reported_after_the_edit(project: MakeProject, run: Run) -> None:
    """By the same rule."""
    warning = no_file("*.env", severity="warning")
    root = project({"x.env": FILE_TEXT}, contracts={"a.yaml": warning}, commit=True)
    tool_response = {"type": "create", "filePath": str(root / "x.env"), "originalFile": None}
    stdin = event(
        name="PostToolUse",
        cwd=root,
        file_path=root / "x.env",
        content=FILE_TEXT,
        tool_response=tool_response,
    )
    answer = json.loads(run("hook", stdin=stdin, cwd=root).out)
    assert answer["hookSpecificOutput"]["additionalContext"].startswith(
        "Warning: no-file in x.env."
    )


@pytest.mark.parametrize("ignored", [True, False])
def test_a_forbidden_file_that_git_ignores_is_none(
    project: MakeProject, run: Run, ignored: bool
) -> None:
    """Before the edit and after it; and beside one of which git can tell nothing."""
    files = {".gitignore": "*.env\n" if ignored else "\n", "folder/a.txt": ""}
    root = project(files, contracts={"a.yaml": no_file("*.env")}, commit=True)
    assert is_denied(run, root) != ignored
    (root / "x.env").write_text(FILE_TEXT)
    written = event(name="PostToolUse", file_path=root / "x.env", content=FILE_TEXT, cwd=root)
    assert ("no-file" in run("hook", stdin=written, cwd=root).out) != ignored
    (root / "x.env").unlink()
    (root / "link").symlink_to("folder")
    beyond = PATCH.replace("*** End", "*** Add File: link/y.env\n+1\n*** End")
    patch = json.loads(event("apply_patch", command=beyond, cwd=root))
    stdin = json.dumps({**patch, "turn_id": "1"}).encode()
    answer = run("hook", "--agent", "codex", stdin=stdin, cwd=root).out
    assert "no-file in link/y.env" in answer
    assert ("no-file in x.env" in answer) != ignored
