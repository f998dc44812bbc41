"""What git calls changed is a change for each way to check one, be it one byte: a line end, a mark.

Under ``* -text`` a script whose line ends became CRLF was no change for ``--since`` and for Stop
until it was staged, and then it was.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.hook.test_after_command import command_event

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONTRACTS = {
    "frozen.yaml": contract(
        "frozen", type="file_frozen", pattern=None, file_glob="f/", message="Stays."
    ),
    "unix.yaml": contract("unix", pattern="\\r\\n", file_glob="*.sh", message="LF only."),
}
CONTENT = b"a\nb\n"
CHANGED: dict[str, bytes] = {
    "the line ends": b"a\r\nb\r\n",
    "one line end": b"a\r\nb\n",
    "a mark": b"\xef\xbb\xbfa\nb\n",
    "the final line end": b"a\nb",
    "the final line end and the others": b"a\r\nb",
}
KEEPS_BYTES = {
    "no setting": (".gitattributes", "", "false"),
    "-text": (".gitattributes", "* -text\n", "true"),
    "another file's attribute": (".gitattributes", "*.md text\n", "false"),
}
CONVERTS = {
    "core.autocrlf": (".gitattributes", "", "true"),
    "core.autocrlf=input": (".gitattributes", "", "input"),
    "text": (".gitattributes", "* text\n", "false"),
    "text=auto": (".gitattributes", "* text=auto\n", "false"),
    "eol=crlf": (".gitattributes", "f/* eol=crlf\n*.sh eol=crlf\n", "false"),
}


def committed(project: MakeProject, git: Git, setting: tuple[str, str, str]) -> Path:
    name, attributes, autocrlf = setting
    files = {name: attributes, "f/x": CONTENT, "a.sh": CONTENT}
    root = project(files, contracts=CONTRACTS, commit=True)
    git(root, "config", "core.autocrlf", autocrlf)
    return root


def broken_by_change(run: Run, root: Path, *arguments: str) -> list[str]:
    outcome = run("scan", *arguments, "--format", "json", cwd=root)
    return [violation["path"] for violation in json.loads(outcome.out)["violations"]]


def stopped_by(run: Run, root: Path) -> str:
    stdin = json.dumps({"hook_event_name": "Stop", "session_id": "abc123", "cwd": str(root)})
    return str(json.loads(run("hook", stdin=stdin.encode(), cwd=root).out).get("reason", ""))


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("setting", KEEPS_BYTES.values(), ids=KEEPS_BYTES)
@pytest.mark.parametrize("content", CHANGED.values(), ids=CHANGED)
def test_a_frozen_file_with_other_bytes_is_changed_before_it_is_staged_as_after_it(
    project: MakeProject, run: Run, git: Git, setting: tuple[str, str, str], content: bytes
) -> None:
    root = committed(project, git, setting)
    (root / "f/x").write_bytes(content)
    assert broken_by_change(run, root, "--since", "HEAD") == ["f/x"]
    assert "frozen in f/x" in run("hook", stdin=command_event(root), cwd=root).out
    git(root, "add", "-A")
    assert broken_by_change(run, root, "--staged") == ["f/x"]
    assert broken_by_change(run, root, "--since", "HEAD") == ["f/x"]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("content", CHANGED.values(), ids=CHANGED)
def test_a_stop_is_told_of_it(project: MakeProject, run: Run, git: Git, content: bytes) -> None:
    root = committed(project, git, KEEPS_BYTES["-text"])
    (root / "f/x").write_bytes(content)
    assert "frozen in f/x" in stopped_by(run, root)


def test_so_is_a_rule_that_names_the_line_end(project: MakeProject, run: Run, git: Git) -> None:
    root = committed(project, git, KEEPS_BYTES["-text"])
    (root / "a.sh").write_bytes(b"a\r\nb\n")
    assert broken_by_change(run, root, "--since", "HEAD") == ["a.sh"]
    assert "unix in a.sh" in stopped_by(run, root)


def test_a_renamed_frozen_file_with_other_line_ends_is_gone(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = committed(project, git, KEEPS_BYTES["-text"])
    (root / "f/x").unlink()
    write_files(root, {"f/y": b"a\r\nb\r\n"})
    assert broken_by_change(run, root, "--since", "HEAD") == ["f/x", "f/y"]


def test_an_agent_may_not_write_other_line_ends_either(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = committed(project, git, KEEPS_BYTES["-text"])
    stdin = event(file_path=root / "f/x", content="a\r\nb\r\n", cwd=root)
    assert '"deny"' in run("hook", stdin=stdin, cwd=root).out


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("setting", CONVERTS.values(), ids=CONVERTS)
def test_line_ends_that_git_converts_are_no_change(
    project: MakeProject, run: Run, git: Git, setting: tuple[str, str, str]
) -> None:
    """A checkout on Windows: a file that is merely touched, and one that is written again."""
    root = committed(project, git, setting)
    stdin = event(file_path=root / "f/x", content="a\r\nb\r\n", cwd=root)
    assert '"deny"' not in run("hook", stdin=stdin, cwd=root).out
    (root / "f/x").write_bytes(b"a\r\nb\r\n")
    os.utime(root / "f/x", (1, 1))
    assert broken_by_change(run, root, "--since", "HEAD") == []
    assert run("hook", stdin=command_event(root), cwd=root).out == "{}\n"
    assert stopped_by(run, root) == ""
    git(root, "-c", f"core.autocrlf={setting[2]}", "add", "f")
    assert git(root, "diff", "--cached", "--name-only") == ""
