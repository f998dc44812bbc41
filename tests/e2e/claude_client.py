"""Run the real Claude Code client against a scripted model, with nothing of the user's own.

    run = run_claude(claude=path, project=folder, home=empty, turns=[[("Bash", {"command": "ls"})]])
    run.returncode, run.stdout, run.stderr
    tool_results(run.requests)           the text of every tool result, in order
    texts_for_model(run.requests)        all texts the model was shown, but its own and the prompt

The client sees an empty home, a dummy key and a model on loopback: no network, no settings but
those in the project. Its hooks are those of `project/.claude/settings.json`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.e2e.model_server import Body, ModelServer, Turns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class ClientRun(NamedTuple):
    """What one run of the client left: its exit, its output and the conversation it sent."""

    returncode: int
    stdout: str
    stderr: str
    requests: list[Body]


def find_claude() -> str | None:
    """The client to test with: PHASER_CLAUDE, else `claude` on the PATH, else None."""
    return os.environ.get("PHASER_CLAUDE") or shutil.which("claude")


def version_of(claude: str) -> tuple[int, ...]:
    """The version of the client, in numbers."""
    process_result = subprocess.run(
        [claude, "--version"], capture_output=True, text=True, check=True
    )
    return tuple(int(number) for number in process_result.stdout.split()[0].split("."))


def run_claude(
    *,
    claude: str,
    project: Path,
    home: Path,
    turns: Turns,
    prompt: str = "go",
    timeout: float = 90,
    permission_mode: str = "acceptEdits",
    variables: Mapping[str, str] | None = None,
    arguments: Sequence[str] = (),
) -> ClientRun:
    """Run the client once in `project`, which becomes a git repository when it is none.

    Raises subprocess.TimeoutExpired after `timeout` seconds; the client and what it started
    are ended first.
    """
    home.mkdir(parents=True, exist_ok=True)
    _make_repository(project)
    with ModelServer(turns=turns) as server:
        process = subprocess.Popen(
            [
                claude,
                "-p",
                prompt,
                "--permission-mode",
                permission_mode,
                "--output-format",
                "json",
                *arguments,
            ],
            cwd=project,
            env={**_environment(home, server.url), **(variables or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )
        stdout, stderr = _finish(process, timeout=timeout)
    return ClientRun(process.returncode, stdout, stderr, server.requests)


def tool_results(requests: list[Body]) -> list[str]:
    """The text of each tool result the model was shown, in the order of the calls."""
    return [
        _plain_text(block.get("content", ""))
        for message in _conversation(requests)
        for block in _blocks(message)
        if block.get("type") == "tool_result"
    ]


def texts_for_model(requests: list[Body]) -> list[str]:
    """Every text sent to the model beside the system prompt: results, reminders, hook messages."""
    return [
        _plain_text(block.get("content", "")) if "content" in block else block.get("text", "")
        for message in _conversation(requests)
        if message.get("role") != "assistant"
        for block in _blocks(message)
    ]


def _conversation(requests: list[Body]) -> list[Body]:
    # Every request repeats the whole conversation, so the last one holds everything.
    return list(requests[-1]["messages"]) if requests else []


def _blocks(message: Body) -> list[dict[str, Any]]:
    content = message.get("content", "")
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _plain_text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "".join(block.get("text", "") for block in content)


def _environment(home: Path, url: str) -> dict[str, str]:
    return {
        "HOME": str(home),
        "PATH": os.environ.get("PATH", os.defpath),
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": "dummy",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_TELEMETRY": "1",
        # The client refuses some modes as root unless it believes itself in a sandbox.
        "IS_SANDBOX": "1",
    }


def _make_repository(project: Path) -> None:
    if not any((folder / ".git").exists() for folder in (project, *project.parents)):
        subprocess.run(["git", "init", "-q", str(project)], check=True)


def _finish(process: subprocess.Popen[str], *, timeout: float) -> tuple[str, str]:
    try:
        return process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        # The group is the client's own (start_new_session): hooks it started go with it.
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
