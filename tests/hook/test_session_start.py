"""A session begins with its first event, whatever that is: what was there before is not its own."""

from __future__ import annotations

import json
import time
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.hook import changed_files
from tests.command.made import contract
from tests.conftest import dated_an_hour_ago, write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

BAD = "print(1)\n"
CONTRACTS = {"no-print.yaml": contract(ignorable=False)}
FIRST_EVENTS: dict[str, dict[str, Any]] = {
    "a reading command": {
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "ls"},
        "duration_ms": 5,
    },
    "a reading command of unknown time": {
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "ls"},
    },
    "a clean Write": {
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_input": {"file_path": "{root}/clean.py", "content": "x = 1\n"},
    },
    "a denied Write": {
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_input": {"file_path": "{root}/a.py", "content": BAD},
    },
    "a file that was written": {
        "hook_event_name": "PostToolUse",
        "tool_name": "Write",
        "tool_input": {"file_path": "{root}/old.py", "content": "x = 1\n"},
    },
    "the start": {"hook_event_name": "SessionStart", "source": "startup"},
    "a prompt": {"hook_event_name": "UserPromptSubmit", "prompt": "go"},
    "an unknown tool": {"hook_event_name": "PreToolUse", "tool_name": "Other", "tool_input": {}},
}
FLAGS = [(), ("--protect",), ("--timeout", "50")]


class Session:
    """An agent's session in a repository."""

    def __init__(self, root: Path, run: Run, git: Git) -> None:
        self.root, self._run, self._git = root, run, git
        self._env = {"XDG_CACHE_HOME": str(root.parent / "cache")}

    def sends(self, event: dict[str, Any], *flags: str) -> dict[str, Any]:
        payload = {"session_id": "s", "cwd": str(self.root), **event}
        stdin = json.dumps(payload).replace("{root}", str(self.root)).encode()
        outcome = self._run("hook", *flags, stdin=stdin, cwd=self.root, env=self._env)
        assert (outcome.code, outcome.err) == (0, "")
        answer: dict[str, Any] = json.loads(outcome.out)
        return answer

    def commits(self) -> None:
        write_files(self.root, {"new.py": BAD})
        self._git(self.root, "add", "-A")
        self._git(self.root, "commit", "-q", "-m", "new")

    def reads_after_command(self, **keys: Any) -> str:
        event = {"hook_event_name": "PostToolUse", "tool_name": "Bash",
                 "tool_input": {"command": "make"}, **keys}  # fmt: skip
        specific = self.sends(event).get("hookSpecificOutput", {})
        return str(specific.get("additionalContext", ""))

    def stops(self) -> str:
        event = {"hook_event_name": "Stop", "stop_hook_active": False}
        return str(self.sends(event).get("reason", ""))


@pytest.fixture
def session(project: MakeProject, run: Run, git: Git) -> Session:
    root = project({"old.py": "x = 1\n"}, contracts=CONTRACTS, commit=True)
    return Session(root.resolve(), run, git)


def packed(session: Session, git: Git) -> None:
    git(session.root, "pack-refs", "--all")


def without_log(session: Session, git: Git) -> None:
    git(session.root, "config", "core.logAllRefUpdates", "false")


def in_worktree(session: Session, git: Git) -> None:
    git(session.root, "worktree", "add", "-q", "--detach", "wt")
    session.root = session.root / "wt"


@pytest.mark.one_row_in(13)
@pytest.mark.parametrize("flags", FLAGS, ids=str)
@pytest.mark.parametrize("first_event", FIRST_EVENTS.values(), ids=FIRST_EVENTS)
def test_a_commit_right_after_the_first_event_is_the_sessions(
    session: Session, first_event: dict[str, Any], flags: tuple[str, ...]
) -> None:
    """However little of the command's time the hook after it knows."""
    session.sends(first_event, *flags)
    session.commits()
    time.sleep(0.3)
    assert "no-print in new.py" in session.reads_after_command(duration_ms=0)
    assert "no-print in new.py" in session.stops()


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("prepare", [packed, without_log, in_worktree])
def test_however_git_keeps_its_references(
    session: Session, git: Git, prepare: Callable[[Session, Git], None]
) -> None:
    prepare(session, git)
    session.sends(FIRST_EVENTS["a clean Write"])
    session.commits()
    time.sleep(0.3)
    assert "no-print in new.py" in session.reads_after_command(duration_ms=0)
    assert "no-print in new.py" in session.stops()


def test_the_first_commit_of_all(project: MakeProject, run: Run, git: Git) -> None:
    root = project({}, contracts=CONTRACTS).resolve()
    session = Session(root, run, git)
    session.sends(FIRST_EVENTS["the start"])
    session.commits()
    time.sleep(0.3)
    assert "no-print in new.py" in session.reads_after_command(duration_ms=0)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("first_event", FIRST_EVENTS.values(), ids=FIRST_EVENTS)
def test_a_commit_before_the_first_event_is_the_users(
    session: Session, first_event: dict[str, Any]
) -> None:
    session.commits()
    session.sends(first_event)
    assert session.reads_after_command(duration_ms=0) == ""
    assert session.stops() == ""


class Clock:
    """The hook's clock, which may be ahead: nobody can set back when a file changed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead, self._now = 0.0, time.time
        monkeypatch.setattr(time, "time", lambda: self._now() + self.ahead)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_what_was_there_before_does_not_block_the_end(session: Session, clock: Clock) -> None:
    """Files of the user's that are not committed, new ones and others."""
    write_files(session.root, {"theirs.py": BAD, "old.py": BAD, "deep/er/theirs.py": BAD})
    clock.ahead = 60
    session.sends(FIRST_EVENTS["a clean Write"])
    assert session.reads_after_command() == ""
    assert session.stops() == ""


DELETED = {
    "kept text": ("a/t.py", contract("kept", type="keep_pattern", pattern="t", file_glob="/a/")),
    "a frozen file": (
        "b/1.sql",
        contract("kept", type="file_frozen", pattern=None, file_glob="/b/", changes=["delete"]),
    ),
    "a partner": (
        "c/x.md",
        contract("kept", type="file_pair", pattern=None, file_glob="/c/*.py", partner="c/x.md"),
    ),
    "a required file": (
        "d/x.md",
        contract("kept", type="file_exists", pattern=None, file_glob="/d/x.md"),
    ),
    "what changes with another": (
        "e/x.py",
        contract(
            "kept", type="changed_together", pattern=None, file_glob="/e/", with_glob="/LOG.md"
        ),
    ),
    "a contract": (".claude/contracts/other.yaml", contract("kept")),
}


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("is_users", [True, False], ids=["before", "in the session"])
@pytest.mark.parametrize(("path", "kept"), DELETED.values(), ids=DELETED)
def test_what_was_deleted_before_is_the_users(
    project: MakeProject, run: Run, git: Git, clock: Clock, path: str, kept: str, is_users: bool
) -> None:
    """A test that somebody deleted, and had not committed, blocked each agent's end."""
    files = {"a/t.py": "t\n", "b/1.sql": "1\n", "c/x.md": "x\n", "c/x.py": "x = 1\n"}
    files |= {"d/x.md": "x\n", "e/x.py": "x = 1\n"}
    contracts = {**CONTRACTS, "other.yaml": kept}
    session = Session(project(files, contracts=contracts, commit=True).resolve(), run, git)
    if is_users:
        (session.root / path).unlink()
        clock.ahead = 60
    session.sends(FIRST_EVENTS["a clean Write"])
    write_files(session.root, {"clean.py": "x = 1\n"})
    (session.root / path).unlink(missing_ok=True)
    told = session.reads_after_command()
    stop = session.sends({"hook_event_name": "Stop", "stop_hook_active": False})
    if is_users:
        assert (told, stop) == ("", {})
    else:
        assert stop.get("decision", "tells") == ("tells" if path.endswith(".yaml") else "block")
        assert stop != {}


MOVES = {
    "a file": ("free.txt", "free.py"),
    "a folder": ("free", "src/free"),
    "a folder to which a file is added": ("free", "free2"),
}


@pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)
def test_what_is_moved_to_another_place_blocks_it(
    session: Session, clock: Clock, move: tuple[str, str]
) -> None:
    """A file in a folder that was renamed is as old as it was."""
    write_files(session.root, {"free.txt": BAD, "free/a.py": BAD, "src/x": ""})
    seconds_written = time.time()
    while time.time() < seconds_written + 0.1:
        time.sleep(0.01)
    clock.ahead = 1.98  # the slack between a tool and its hook is two seconds
    session.sends(FIRST_EVENTS["a clean Write"])
    old, new = (session.root / name for name in move)
    old.rename(new)
    if new.name == "free2":
        (new / "b.py").touch()
    clock.ahead = 0.0
    assert move[1] in session.stops()


def test_an_end_that_is_the_first_event_counts_all(session: Session, clock: Clock) -> None:
    """Nobody knows what was there before."""
    write_files(session.root, {"theirs.py": BAD})
    clock.ahead = 60
    assert "no-print in theirs.py" in session.stops()


def test_what_the_first_command_commits_is_the_sessions(session: Session) -> None:
    """No hook ran before it, and its event does not say how long it took."""
    session.commits()
    assert "no-print in new.py" in session.reads_after_command()
    assert "no-print in new.py" in session.stops()


def test_a_slow_repository_hides_no_commit(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """git's status took longer than what is added to the time of the command."""

    def find_slowly(*arguments: Any, **keywords: Any) -> Any:
        time.sleep(0.5)
        return find_head_objects(*arguments, **keywords)

    find_head_objects = changed_files.find_head_objects
    monkeypatch.setattr(changed_files, "find_head_objects", find_slowly)
    began = time.monotonic()
    session.commits()
    duration = int((time.monotonic() - began) * 1000)
    assert "no-print in new.py" in session.reads_after_command(duration_ms=duration)


def render_record(minutes_ago: int, text: str = "") -> str:
    """A line of a transcript, as Codex and Claude Code write it."""
    moment = datetime.now(timezone.utc) - timedelta(minutes=minutes_ago)
    written = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps({"timestamp": written, "payload": {"call_id": text}}) + "\n"


# The commit is an hour old, and all of these minutes count from the collection of the tests.
TRANSCRIPTS = {
    "the call": ([render_record(120), render_record(70, "call_1")], True),
    "a later call": ([render_record(120), render_record(5, "call_1")], False),
    "written once more": ([render_record(70, "call_1"), render_record(1, "call_1")], True),
    "not yet written": ([render_record(120), render_record(70, "call_0")], True),
    "a later start": ([render_record(5), render_record(4, "call_0")], False),
    "its call has no time": ([render_record(120), '{"id": "call_1"}\n'], True),
    "a start with another name": (['{"startTime": "2026-01-01T00:00:00.000Z"}\n'], True),
    "a time to come": ([render_record(-120, "call_1")], False),
    "no time": (['{"timestamp": "yesterday", "id": "call_1"}\n', "\n"], False),
    "nothing": ([], False),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_command_began_when_the_transcript_says(
    session: Session, tmp_path: Path, environment: dict[str, str], name: str
) -> None:
    """Where its event says nothing: when it was called, or else when the session began."""
    with dated_an_hour_ago(environment, session.root):
        session.commits()
    lines, is_own = TRANSCRIPTS[name]
    transcript = tmp_path / "transcript.jsonl"
    transcript.write_text("".join(lines))
    text = session.reads_after_command(transcript_path=str(transcript), tool_use_id="call_1")
    assert ("no-print in new.py" in text) == is_own


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("path", ["/nowhere/transcript.jsonl", "/dev/null", "/", "\0"])
def test_what_is_no_transcript_says_nothing(session: Session, path: str) -> None:
    """The command has just ended all the same."""
    session.commits()
    text = session.reads_after_command(transcript_path=path, tool_use_id="call_1")
    assert "no-print in new.py" in text
