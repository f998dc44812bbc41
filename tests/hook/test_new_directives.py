"""At Stop a user reads which directives a session added. What stays silent comes first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

LEAD = "phaser-lint: directives added in this session: "
START = {
    "a.py": "print(1)  # phaser:ignore no-print -- it is meant\n",
    "b.py": "x = 1\n",
    ".phaser/config.yaml": "directives_as_text: ['/docs/']\n",
}
SILENT: dict[str, Mapping[str, str]] = {
    "nothing": {},
    "no directive": {"b.py": "x = 2\n"},
    "one that is there, further down": {"a.py": f"x = 1\n{START['a.py']}"},
    "one that moves": {"a.py": "x = 1\n", "b.py": START["a.py"]},
    "one that is removed": {"a.py": "x = 1\n"},
    "one that suppresses nothing here": {"b.py": "x = 1  # phaser:ignore no-such\n"},
    "one that nobody heeds": {"b.py": "eval(1)  # phaser:ignore deaf\n"},
    "one that is text": {"docs/a.py": "print(1)  # phaser:ignore no-print\n"},
}
TOLD: dict[str, tuple[Mapping[str, str], str]] = {
    "with a reason": (
        {"b.py": "x = 1\nprint(1)  # phaser:ignore no-print -- for now\n"},
        "b.py:2 ignore no-print -- for now",
    ),
    "of all": ({"b.py": "print(1)  # phaser:ignore-all\n"}, "b.py:1 ignore-all"),
    "of a file, and one more": (
        {"b.py": "# phaser:ignore-file no-print\n", "c.py": "# phaser:ignore-file no-print\n"},
        "b.py:1 ignore-file no-print; c.py:1 ignore-file no-print",
    ),
    "a copy": ({"b.py": START["a.py"]}, "b.py:1 ignore no-print -- it is meant"),
    "many": (
        {"b.py": "# phaser:ignore no-print\n" * 7},
        "; ".join(f"b.py:{line} ignore no-print" for line in range(1, 6)) + "; 2 more",
    ),
}


def stop(run: Run, root: Path, **keys: object) -> Mapping[str, str]:
    payload = {"session_id": "s", "cwd": str(root), "hook_event_name": "Stop", **keys}
    outcome = run("hook", stdin=json.dumps(payload).encode(), cwd=root)
    answer: Mapping[str, str] = json.loads(outcome.out)
    return answer


def begin(project: MakeProject, run: Run) -> Path:
    contracts = {"a.yaml": contract(), "deaf.yaml": contract("deaf", pattern="=", ignorable=False,
                                                             severity="warning")}  # fmt: skip
    root = project(START, contracts=contracts, commit=True)
    tool = {"tool_name": "Bash", "tool_input": {"command": "true"}}
    stop(run, root, hook_event_name="PostToolUse", **tool)
    return root


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", SILENT)
def test_without_a_new_directive_nothing_is_said(project: MakeProject, run: Run, name: str) -> None:
    """Nothing that is as it was, and nothing without effect."""
    root = begin(project, run)
    write_files(root, SILENT[name])
    assert LEAD not in stop(run, root).get("systemMessage", "")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("name", TOLD)
def test_each_new_directive_is_told_once(project: MakeProject, run: Run, name: str) -> None:
    """To the user alone, who is not kept from going on."""
    root = begin(project, run)
    files, text = TOLD[name]
    write_files(root, files)
    assert stop(run, root) == {"systemMessage": f"{LEAD}{text}"}
    write_files(root, {"b.py": f"\n{files['b.py']}"})
    assert stop(run, root) == {}


def test_a_directive_that_the_session_committed_is_told(
    project: MakeProject, run: Run, git: Git
) -> None:
    """It is compared with the commit before the session's own."""
    root = begin(project, run)
    write_files(root, {"b.py": "print(1)  # phaser:ignore-all\n"})
    git(root, "add", "-A")
    git(root, "commit", "-q", "--no-verify", "-m", "x")
    assert stop(run, root) == {"systemMessage": f"{LEAD}b.py:1 ignore-all"}
