"""An event that is too large is decided by its path, in every agent's form; the rest is said.

The limits are small here, but for one event that is as large as it says.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from phaser_lint import agent, core
from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_groups
from phaser_lint.core import large_event
from tests.agent.events import SHAPES, WRITES, name_of
from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONTRACTS = {
    "eval.yaml": contract(),
    "env.yaml": "rule_id: no-env\ntype: file_not_exists\nfile_glob: '*.env'\nmessage: M.\n"
    "severity: error\n",
    "frozen.yaml": "rule_id: frozen\ntype: file_frozen\nfile_glob: f.txt\nmessage: M.\n"
    "severity: error\n",
    "size.yaml": "rule_id: small\ntype: file_limits\nmax_bytes: 25000\nfile_glob: s.txt\n"
    "message: M.\nseverity: error\n",
    "lines.yaml": "rule_id: short\ntype: file_limits\nmax_lines: 9\nfile_glob: '*.md'\n"
    "message: M.\nseverity: error\n",
    "name.yaml": "rule_id: names\ntype: file_name\npattern: '[a-z]+'\nfile_glob: 'src/**'\n"
    "message: M.\nseverity: error\n",
}
OURS = json.dumps({"hooks": make_hook_groups(WantedHook("project", protect=True))}) + "\n"
SIZES = {"read": 500, "not checked": 12_000, "without its texts": 30_000}


@pytest.fixture
def root(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of small limits: 10 MB are 10 kB, and 64 MB are 20 kB."""
    monkeypatch.setattr(core, "MAXIMUM_EVENT_BYTES", 20_000)
    monkeypatch.setattr(agent, "MAXIMUM_BYTES", 10_000)
    monkeypatch.setattr(large_event, "_LONGEST_TEXT", 1_000)
    monkeypatch.setattr(large_event, "_PIECE", 700)
    files = {"f.txt": "x\n", ".claude/settings.json": OURS}
    return project(files, contracts=CONTRACTS, commit=True)


class Row(NamedTuple):
    """A path, what its write breaks at each size, and the text."""

    path: str
    broken_by_size: dict[str, str]
    text: str = "x = 1\n"


ALL = tuple(SIZES)
IDS = ("no-print", "no-env", "frozen", "small", "short", "names")
ROWS = {
    "nothing": Row("a.py", {}),
    "content": Row("b.py", {"read": "no-print"}, "print(1)\n"),
    "a forbidden file": Row("x.env", dict.fromkeys(ALL, "no-env")),
    "a frozen file": Row("f.txt", dict.fromkeys(ALL, "frozen")),
    "a size": Row("s.txt", {"without its texts": "small"}),
    "lines": Row("s.md", dict.fromkeys(ALL, "short")),
    "a name": Row("src/A.py", dict.fromkeys(ALL, "names")),
}
PROTECTED = (
    ".claude/contracts/new.yaml", ".phaser/config.yaml", ".claude/settings.json",
    ".claude/settings.local.json", ".codex/hooks.json", ".pre-commit-config.yaml",
)  # fmt: skip


def hook_output(run: Run, root: Path, stdin: bytes, *flags: str) -> str:
    """All that the hook says."""
    outcome = run("hook", *flags, stdin=stdin, cwd=root)
    assert "Traceback" not in outcome.err
    return outcome.out + outcome.err


def write_event(agent: str, root: Path, path: str, text: str) -> bytes:
    tool = WRITES[agent](f"{root}/{path}", text)
    return json.dumps(SHAPES[agent]("before", tool, str(root))).encode()


def repeat_to_size(text: str, size: int) -> str:
    return text * (size // len(text))


DENYING = [agent for agent in SHAPES if agent not in ("cline", "windsurf", "wave", "kiro")]
SPEECHLESS = ("kimi-code", "antigravity")

# Their tool refuses to write what is there.
CREATING = ("copilot-cli", "copilot-cli, as Claude Code", "vscode")


@pytest.mark.one_row_in(11)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("agent", DENYING)
def test_path_and_name_decide_at_any_size(run: Run, root: Path, agent: str, size: str) -> None:
    """What content breaks is said not to be checked; a patch's files are in its text."""
    is_patch = agent == "codex" and size == "without its texts"
    for row in ROWS.values():
        if agent in CREATING and (root / row.path).exists():
            continue
        stdin = write_event(agent, root, row.path, repeat_to_size(row.text, SIZES[size]))
        output = hook_output(run, root, stdin, "--agent", name_of(agent))
        named_ids = {rule_id for rule_id in IDS if rule_id in output}
        if is_patch:
            assert "which files it changes cannot be known" in output
            continue
        expected = row.broken_by_size.get(size, "")
        assert named_ids == {expected} - {""}, (row, output)
        # These have no place for a report without a denial.
        is_said = size != "read" and (agent not in SPEECHLESS or "deny" in output)
        assert ("Content is larger than 10 MB" in output) == is_said, output


@pytest.mark.one_row_in(10)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("agent", DENYING)
def test_the_hook_is_protected_at_any_size(run: Run, root: Path, agent: str, size: str) -> None:
    """Settings that nobody can read to their end may say anything."""
    flags = ("--agent", name_of(agent), "--protect")
    for path in PROTECTED:
        if agent in CREATING and (root / path).exists():
            continue
        text = f'{{"disableAllHooks": true}}{repeat_to_size(" ", SIZES[size])}\n'
        output = hook_output(run, root, write_event(agent, root, path, text), *flags)
        is_open = size == "read" and path in (".codex/hooks.json", ".pre-commit-config.yaml")
        is_patch = agent == "codex" and size == "without its texts"
        expected = "which files it changes cannot be known" if is_patch else "protected-"
        assert is_open or expected in output, (path, output)
        assert is_open or "deny" in output


UNTOLD = {
    "a patch": {"tool_name": "Write", "tool_input": {"content": "x" * 30_000}},
    "another tool": {"tool_name": "mcp__x__y", "tool_input": {"text": "x" * 30_000}},
    "cut short": b'{"hook_event_name": "PreToolUse", "tool_name": "Write", "x": "' + b"y" * 30_000,
    "large without texts": {"tool_name": "Write", "tool_input": {"x": [1] * 30_000}},
}


@pytest.mark.parametrize("tool_fields", UNTOLD.values(), ids=UNTOLD)
def test_an_event_that_cannot_be_read_is_reported(run: Run, root: Path, tool_fields: Any) -> None:
    """Is said, and denied where the hook is kept, or nothing may pass unseen."""
    stdin = tool_fields
    if isinstance(tool_fields, dict):
        payload = {
            "hook_event_name": "PreToolUse",
            "session_id": "s",
            "cwd": str(root),
            **tool_fields,
        }
        stdin = json.dumps(payload).encode()
    answer = json.loads(hook_output(run, root, stdin))
    assert answer["systemMessage"].startswith("phaser-lint could not check this: ")
    assert "hookSpecificOutput" not in answer
    for flag in ("--protect", "--fail-closed"):
        denied = json.loads(hook_output(run, root, stdin, flag))["hookSpecificOutput"]
        assert denied["permissionDecision"] == "deny"


def test_after_a_large_edit_the_file_on_disk_is_read(run: Run, root: Path) -> None:
    """The file on the disk is read; what the event says of it is too long."""
    write_files(root, {"b.py": "print(1)\n", ".claude/settings.json": "{}" + " " * 30_000})
    for path, expected in (("b.py", "no-print"), (".claude/settings.json", "protected-settings")):
        stdin = event(
            "Write",
            name="PostToolUse",
            cwd=root,
            file_path=str(root / path),
            content="x" * 30_000,
            tool_response={"originalFile": "x" * 30_000},
        )
        assert expected in hook_output(run, root, stdin, "--protect", "--block", "all")


def test_enforce_checks_large_events_likewise(run: Run, root: Path) -> None:
    for size in ("not checked", "without its texts"):
        text = repeat_to_size("print(1)\n", SIZES[size])
        for path, expected in (("b.py", []), ("x.env", ["no-env"]), ("f.txt", ["frozen"])):
            stdin = event("Write", cwd=root, file_path=str(root / path), content=text)
            outcome = run("enforce", "--stdin", "--severity", "error", stdin=stdin, cwd=root)
            assert outcome.code == 0
            assert "Content is larger than 10 MB" in outcome.err
            assert [
                rule_id for rule_id in ("no-env", "frozen", "no-print") if rule_id in outcome.out
            ] == expected


def test_a_recording_keeps_no_part(run: Run, root: Path, tmp_path: Path) -> None:
    """That would be replayed as another event."""
    stdin = event("Write", cwd=root, file_path=str(root / "x.env"), content="x" * 30_000)
    output = hook_output(run, root, stdin, "--record", str(tmp_path / "r.jsonl"))
    assert "the event is too large to be recorded" in output
    assert "no-env" in output
    assert not (tmp_path / "r.jsonl").exists()


def test_a_command_that_a_large_event_follows(run: Run, root: Path, git: Git) -> None:
    """A shell's output may be long: what it wrote is looked for all the same."""
    write_files(root, {"b.py": "print(1)\n"})
    stdin = event("Bash", name="PostToolUse", cwd=root, command="x", tool_response="x" * 30_000)
    assert "no-print in b.py" in hook_output(run, root, stdin)


@pytest.mark.slow
@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("megabytes", [11, 65])
def test_as_large_as_it_says(project: MakeProject, run_process: Run, megabytes: int) -> None:
    """The program itself, with its own limits."""
    root = project({}, contracts=CONTRACTS, commit=True)
    text = "x" * (megabytes << 20)
    for path, expected in (("a.py", ""), ("x.env", "deny"), (".phaser/config.yaml", "deny")):
        stdin = event("Write", cwd=root, file_path=str(root / path), content=text)
        outcome = run_process("hook", "--protect", stdin=stdin, cwd=root)
        assert "Content is larger than 10 MB" in outcome.out
        assert ('"permissionDecision": "deny"' in outcome.out) == bool(expected)
