"""The hook about texts that became binary: a picture is skipped, a garbled text is said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

NO_PRINT = {"no-print.yaml": contract()}
COVER = "# " + "\x01" * 20 + "\n"
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe\x91"
NOT_CHECKED = "Not checked: a.py: its control characters make it a binary file."


def write_call(content: str, path: str = "a.py") -> tuple[str, dict[str, Any]]:
    return "Write", {"file_path": path, "content": content}


def edit_call(existing: str, new: str) -> tuple[str, dict[str, Any]]:
    return "Edit", {"file_path": "a.py", "old_string": existing, "new_string": new}


def answer_to(root: Path, run: Run, tool: str, name: str, **fields: Any) -> Any:
    """The answer to an event of a session whose cache lies beside the project."""
    if "file_path" in fields:
        fields["file_path"] = root / fields["file_path"]
    stdin = event(tool, name=name, cwd=root, session_id="s", **fields)
    outcome = run("hook", stdin=stdin, cwd=root, env={"XDG_CACHE_HOME": f"{root.parent}/cache"})
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


def answer_not_checked(name: str) -> Any:
    specific = {"hookEventName": name, "additionalContext": NOT_CHECKED}
    return {"hookSpecificOutput": specific, "systemMessage": NOT_CHECKED}


@pytest.mark.parametrize(
    ("before", "call"),
    [
        pytest.param(None, write_call("\x89PNG\0\1\n"), id="a new picture"),
        pytest.param(PICTURE, write_call("\x89PNG\0\2\n"), id="a picture replaced"),
        pytest.param(PICTURE, edit_call("PNG", "GIF"), id="a picture edited"),
        pytest.param(None, write_call(COVER + "print(1)\n", "a.txt"), id="no contract searches it"),
        pytest.param("\x1b[0m" * 9, write_call("x\n"), id="text again"),
    ],
)
def test_a_binary_file_hides_nothing_that_was_checked(
    project: MakeProject, run: Run, before: str | bytes | None, call: tuple[str, dict[str, Any]]
) -> None:
    """Nothing that a contract could have seen is hidden."""
    root = project({} if before is None else {"a.py": before}, contracts=NO_PRINT)
    assert answer_to(root, run, call[0], "PreToolUse", **call[1]) == {}


@pytest.mark.parametrize(
    ("before", "call"),
    [
        pytest.param(None, write_call(COVER + "print(1)\n"), id="written"),
        pytest.param(None, write_call("print(1)\n" * 9 + "\0"), id="written with a NUL"),
        pytest.param(None, edit_call("", COVER + "print(1)\n"), id="created by an edit"),
        pytest.param("x\n", write_call("\x89PNG\0\1print(1)\n"), id="a text replaced by a picture"),
        pytest.param("x\n", edit_call("x", COVER + "print(1)"), id="made so by an edit"),
        pytest.param(COVER + "x\n", edit_call("x", "print(1)"), id="kept so by an edit"),
    ],
)
def test_an_edit_that_garbles(
    project: MakeProject, run: Run, before: str | None, call: tuple[str, dict[str, Any]]
) -> None:
    """Twenty control characters in a comment cover a small file: the model and the user know."""
    root = project({} if before is None else {"a.py": before}, contracts=NO_PRINT)
    for _ in range(2):
        assert answer_to(root, run, call[0], "PreToolUse", **call[1]) == answer_not_checked(
            "PreToolUse"
        )


def test_a_patch_that_garbles(project: MakeProject, run: Run) -> None:
    """The tools of other agents, too."""
    root = project({"a.py": "x\n"}, contracts=NO_PRINT)
    patch = f"*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+{COVER}*** End Patch\n"
    payload = json.loads(event("apply_patch", cwd=root, command=patch, session_id="s"))
    outcome = run("hook", "--agent", "codex", stdin=json.dumps(payload).encode(), cwd=root)
    assert NOT_CHECKED in json.loads(outcome.out)["systemMessage"]


def test_a_command_that_garbles(project: MakeProject, run: Run) -> None:
    """Said at the check after it, once; Stop does not repeat it."""
    root = project({"a.py": "x\n", "b.py": "x\n"}, contracts=NO_PRINT, commit=True)
    assert answer_to(root, run, "Bash", "PostToolUse", command="ls; make") == {}
    write_files(root, {"a.py": COVER + "print(1)\n", "c.py": PICTURE})
    assert answer_to(root, run, "Bash", "PostToolUse", command="make") == answer_not_checked(
        "PostToolUse"
    )
    write_files(root, {"a.py": COVER + "print(2)\n"})
    assert answer_to(root, run, "Bash", "PostToolUse", command="make") == {}
    assert answer_to(root, run, "", "Stop") == {}


@pytest.mark.parametrize("content", [(COVER + "print(1)\n").encode(), PICTURE])
def test_stop_blocks_once_for_a_text_that_became_binary(
    project: MakeProject, run: Run, content: bytes
) -> None:
    """A text of the last commit that is none any more, however it became so; blocked once."""
    root = project({"a.py": "x\n"}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": content, "c.py": PICTURE})
    blocked = {"decision": "block", "reason": NOT_CHECKED, "systemMessage": NOT_CHECKED}
    assert answer_to(root, run, "", "Stop") == blocked
    assert answer_to(root, run, "", "Stop") == {}


def test_a_scan_counts_it(project: MakeProject, run: Run) -> None:
    """With its reason, and by name in the formats that list what was skipped."""
    root = project({"a.py": COVER + "print(1)\n"}, contracts=NO_PRINT)
    outcome = run("scan", "--format", "json", cwd=root)
    reason = "binary by its control characters"
    assert json.loads(outcome.out)["skipped"] == [{"path": "a.py", "reason": reason}]
    assert f"1 skipped ({reason}: 1)" in run("scan", cwd=root).err
