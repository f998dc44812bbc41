"""What the tests of the hook library are made of: events, and hooks run as a client runs them."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from phaser_lint.hooks import PreToolUseInput

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

COMMON = {
    "session_id": "abc123-def456",
    "cwd": "/home/user/project",
    "transcript_path": "/home/user/.claude/projects/-home-user-project/abc123.jsonl",
    "permission_mode": "default",
}


class Ran(NamedTuple):
    """What a hook left behind: its exit code, its answer, what else it printed."""

    code: int
    out: str
    err: str

    @property
    def answer(self) -> Any:
        """The JSON on standard output: one object, one line, nothing else, and exit code 0."""
        assert self.code == 0, self.err
        assert self.out.endswith("\n")
        assert self.out.count("\n") == 1
        return json.loads(self.out)


def event(name: str, **fields: Any) -> dict[str, Any]:
    """An event as a client sends it."""
    return {**COMMON, "hook_event_name": name, **fields}


def before(tool: str, **tool_input: Any) -> PreToolUseInput:
    """The input before a call of *tool*."""
    fields = {"tool_name": tool, "tool_input": tool_input, "tool_use_id": "toolu_01ABC123"}
    return PreToolUseInput(event("PreToolUse", **fields))


def run_hook(
    folder: Path, code: str, stdin: bytes | Mapping[str, Any], env: Mapping[str, str]
) -> Ran:
    """Run *code*, which uses ``phaser_lint.hooks``, as the script of a hook."""
    script = folder / "guard.py"
    script.write_text(code, encoding="utf-8")
    content = stdin if isinstance(stdin, bytes) else json.dumps(stdin).encode()
    command = [sys.executable, str(script)]
    process = subprocess.run(
        command,
        input=content,
        env=dict(env),
        cwd=folder,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Ran(process.returncode, process.stdout.decode(), process.stderr.decode())
