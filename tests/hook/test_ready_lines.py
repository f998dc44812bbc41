"""Lines that are ready to be written, at every event that tells of violations."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import MakeProject, Run

PRINT = {"pattern": r"print\((.*?)\)", "fix": r"log(\1)"}
CONTRACTS = {
    "a.yaml": contract(**PRINT),
    "b.yaml": contract("no-var", pattern="var ", fix="let ", severity="warning"),
    "c.yaml": contract(
        "license", type="file_exists", pattern=None, file_glob="/LICENSE", fix={"content": "MIT\n"}
    ),
}
FILES = {"a.py": "print(0)\n", "LICENSE": "MIT\n"}
LOG = "  Ready in place of line 2:\n  |   log(1)"


def ready_lines_in(run: Run, root: Path, stdin: bytes) -> list[str]:
    """What an agent reads of what is ready: each heading with its lines."""
    env = {"XDG_CACHE_HOME": str(root.parent / "cache")}
    answer = json.loads(run("hook", stdin=stdin, cwd=root, env=env).out)
    specific = answer.get("hookSpecificOutput", {})
    texts = [
        answer.get("reason", ""),
        specific.get("permissionDecisionReason", ""),
        specific.get("additionalContext", ""),
    ]
    lines = "\n".join(texts).split("\n")
    return [line for line in lines if line.startswith(("  Ready", "  |"))]


def change(root: Path, files: Mapping[str, str]) -> None:
    write_files(root, {**files})


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("print(0)\n", []),
        ("print(0)\n  print(1)\n", [*LOG.split("\n")]),
        # Warnings do not deny, and are fixed with what does.
        ("print(0)\n  var print(1)\n", ["  Ready in place of line 2:", "  |   let log(1)"]),
        ("print(0)\nprint(\n1)\n", []),
        ("", []),
    ],
)
def test_ready_lines_of_a_denial_fix_only_what_is_new(
    project: MakeProject, run: Run, content: str, lines: list[str]
) -> None:
    """Only of what is new, in the file as it would be."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    event_keys = {"file_path": root / "a.py", "content": content, "cwd": root, "prompt_id": "p"}
    first_event, second_event = (event(**event_keys, tool_use_id=call_id) for call_id in "12")
    assert ready_lines_in(run, root, first_event) == lines
    # Told a second time, it is only the sentence.
    assert ready_lines_in(run, root, second_event) == []


def test_an_edit_is_never_rewritten(project: MakeProject, run: Run) -> None:
    """The agent writes what it likes."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    stdin = event(file_path=root / "a.py", content="print(0)\nprint(1)\n", cwd=root)
    assert "updatedInput" not in run("hook", stdin=stdin, cwd=root).out
    assert (root / "a.py").read_text() == "print(0)\n"


def test_a_file_that_would_be_missing(project: MakeProject, run: Run) -> None:
    """It is there, as long as the edit is denied."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    patch = "*** Begin Patch\n*** Delete File: LICENSE\n*** End Patch"
    stdin = event("apply_patch", cwd=root, tool_input={"command": patch})
    out = run("hook", "--agent", "codex", stdin=stdin, cwd=root).out
    assert "Contract violation: license in /LICENSE." in out
    assert "Ready" not in out


def test_after_an_edit_and_at_stop(project: MakeProject, run: Run) -> None:
    """Of warnings, which go through; at Stop of whatever is new, the files that are gone too."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    change(root, {"a.py": "print(0)\nvar x\n"})
    after = event(
        name="PostToolUse", file_path=root / "a.py", content="print(0)\nvar x\n", cwd=root,
        tool_response={"filePath": str(root / "a.py"), "originalFile": "print(0)\n"},
    )  # fmt: skip
    assert ready_lines_in(run, root, after) == ["  Ready in place of line 2:", "  | let x"]
    change(root, {"a.py": "print(0)\n  print(1)\n"})
    (root / "LICENSE").unlink()
    stop = event("", name="Stop", cwd=root, stop_hook_active=False)
    assert ready_lines_in(run, root, stop) == [
        "  Ready to write to LICENSE:",
        "  | MIT",
        *LOG.split("\n"),
    ]


def test_a_result_that_breaks_another_contract(project: MakeProject, run: Run) -> None:
    """Is not offered."""
    all_contracts = {**CONTRACTS, "d.yaml": contract("no-log", pattern="log")}
    root = project(FILES, contracts=all_contracts, commit=True)
    stdin = event(file_path=root / "a.py", content="print(0)\nprint(1)\n", cwd=root)
    assert ready_lines_in(run, root, stdin) == []
