"""SessionStart: environment variables, through the file that the client names."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.hooks import (
    BaseHookInput,
    InputError,
    SessionStartInput,
    SessionStartResponse,
    UsageError,
)
from tests.hook_library.made import event

if TYPE_CHECKING:
    from pathlib import Path


def test_the_file_of_variables_stands_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file stands in the environment, and where specified in the event."""
    monkeypatch.delenv("CLAUDE_ENV_FILE", raising=False)
    hook_event = SessionStartInput(event("SessionStart", source="startup", model="m"))
    assert (hook_event.source, hook_event.model, hook_event.env_file) == ("startup", "m", "")
    monkeypatch.setenv("CLAUDE_ENV_FILE", "/tmp/of-environment")
    assert hook_event.env_file == "/tmp/of-environment"
    specified = SessionStartInput(event("SessionStart", env_file="/tmp/claude-env-abc123"))
    assert specified.env_file == "/tmp/claude-env-abc123"


def test_variables_are_no_part_of_the_answer() -> None:
    """Variables are no part of the JSON."""
    assert SessionStartResponse.acknowledge().to_json() == {}
    assert SessionStartResponse.with_env_vars({"A": "1"}).to_json() == {}
    response = SessionStartResponse.with_env_vars({"A": "1", "B": "2"}).with_context("c")
    assert response.with_env_vars({"B": "3"}).env_vars == {"A": "1", "B": "3"}
    assert response.to_json() == {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "c"}
    }


ODD = 'it\'s "odd" $HOME `id` \\ *\nline two\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, "export A='1'\nexport B='x y'\n"),
        (b"", "export A='1'\nexport B='x y'\n"),
        (b"export C=1\n", "export C=1\nexport A='1'\nexport B='x y'\n"),
        (b"export C=1", "export C=1\nexport A='1'\nexport B='x y'\n"),
    ],
)
def test_variables_are_appended(tmp_path: Path, before: bytes | None, after: str) -> None:
    """What other hooks wrote stays, and a line without an end is ended."""
    path = tmp_path / "variables.sh"
    if before is not None:
        path.write_bytes(before)
    hook_event = SessionStartInput(event("SessionStart", env_file=str(path)))
    SessionStartResponse.with_env_vars({"A": "1", "B": "x y"}).apply(hook_event)
    assert path.read_text() == after


def test_a_shell_reads_what_was_meant(tmp_path: Path) -> None:
    """Quotes, dollars and line ends are text."""
    path = tmp_path / "variables.sh"
    texts = {"A": ODD, "_b2": "", "PATH_": "/a:/b"}
    hook_event = SessionStartInput(event("SessionStart", env_file=str(path)))
    SessionStartResponse.with_env_vars(texts).apply(hook_event)
    script = f'. \'{path}\'; printf \'%s\\0\' "$A" "$_b2" "$PATH_"'
    script_output = subprocess.run(
        ["/bin/sh", "-c", script], capture_output=True, check=True
    ).stdout
    assert script_output.decode().split("\0")[:-1] == list(texts.values())


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"A B": "1"}, "expected a name of letters, digits and _: 'A B'"),
        ({"1A": "1"}, "expected a name"),
        ({"A;id": "1"}, "expected a name"),
        ({"É": "1"}, "expected a name"),
        ({"": "1"}, "expected a name"),
        ({1: "1"}, "expected a name"),
        ({"A": 1}, "A: expected text, found int"),
        ({"A": None}, "A: expected text, found NoneType"),
        ({"A": "a\0b"}, "A: expected text without a NUL"),
    ],
)
def test_variables_that_no_shell_takes(variables: Any, message: str) -> None:
    """They are refused before anything is written."""
    with pytest.raises(UsageError, match=f"with_env_vars: {message}"):
        SessionStartResponse.with_env_vars(variables)


def test_a_client_without_a_file_of_variables_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that offers none is reported, also for another event; no variables need none."""
    monkeypatch.delenv("CLAUDE_ENV_FILE", raising=False)
    hook_event = SessionStartInput(event("SessionStart"))
    SessionStartResponse.acknowledge().apply(hook_event)
    for hook_input in (hook_event, BaseHookInput(event("Stop"))):
        with pytest.raises(InputError, match="CLAUDE_ENV_FILE is not set"):
            SessionStartResponse.with_env_vars({"A": "1"}).apply(hook_input)


@pytest.mark.parametrize("kind", ["folder", "fifo", "missing folder", "NUL"])
def test_a_file_that_cannot_be_written(tmp_path: Path, kind: str) -> None:
    """The path is named, and nothing waits."""
    path = tmp_path / "variables.sh"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    variables_path = {"missing folder": f"{path}/x", "NUL": "a\0"}.get(kind, str(path))
    hook_event = SessionStartInput(event("SessionStart", env_file=variables_path))
    with pytest.raises(InputError, match="with_env_vars: cannot write to"):
        SessionStartResponse.with_env_vars({"A": "1"}).apply(hook_event)
