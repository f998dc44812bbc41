"""Fifty hooks at once on one project: one verdict for one edit, and a cache that stays whole."""

from __future__ import annotations

import json
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_entry
from phaser_lint.core.file_records import Session
from phaser_lint.hook.doctor.execution import find_late_parts
from phaser_lint.hook.memory import read_session
from tests.command.made import contract, denial_sentence, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

MANY = 50
LOOKS = 3  # on two cores fifty take longer than the time that one event has
ROUNDS = 10
CONTRACTS = {
    "no-print.yaml": contract(),
    "needs.yaml": contract("needs", type="require_pattern", pattern=r"x\s*=", severity="warning"),
    "search.yaml": contract("search", pattern=r"(?i)\bexec\s*\((?!safe)"),
}
DENIED = {
    "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": denial_sentence(),
    }
}
AFTER = {
    "hookSpecificOutput": {
        "hookEventName": "PostToolUse",
        "additionalContext": denial_sentence(path="new.py"),
    }
}


def at_once(events: list[bytes], folder: Path, env: dict[str, str]) -> list[Any]:
    """What each of the processes answered, all started before any is waited for."""
    hook_keys = make_hook_entry(WantedHook("local"), "PreToolUse")
    processes = []
    for number, event_bytes in enumerate(events):
        path = folder / f"event-{number}.json"
        path.write_bytes(event_bytes)
        with path.open("rb") as file:
            processes.append(
                subprocess.Popen(
                    [hook_keys["command"], *hook_keys["args"]],
                    stdin=file,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env=env,
                )
            )
    ended_processes = [(*process.communicate(), process.returncode) for process in processes]
    assert {(err, code) for _, err, code in ended_processes} == {(b"", 0)}
    return [json.loads(out) for out, _, _ in ended_processes]


@pytest.fixture
def place(project: MakeProject, tmp_path: Path, environment: dict[str, str]) -> Any:
    """A project, a folder for the events, and a cache that is empty."""
    root = project({"a.py": "x = 1\n"}, contracts=CONTRACTS, commit=True)
    (tmp_path / "events").mkdir()
    cache = tmp_path / "cache"
    time.sleep(0.15)  # until the contracts are settled
    return root, tmp_path / "events", cache, {**environment, "XDG_CACHE_HOME": str(cache)}


def write(root: Path, text: str, session: str) -> bytes:
    return event(cwd=root, session_id=session, file_path=root / "b.py", content=text)


@pytest.mark.slow
def test_many_hooks_at_once_give_the_same_verdicts(place: Any) -> None:
    """Cold and warm, clean edits and denied ones in turn; nothing half-written is left."""
    root, events, cache, env = place
    for temperature in ("cold", "warm"):
        rows = [
            (write(root, "x = 1\n", temperature), {})
            if number % 2
            else (write(root, "print(1)\nx = 1\n", f"{temperature} {number}"), DENIED)
            for number in range(MANY)
        ]
        answers = at_once([stdin for stdin, _ in rows], events, env)
        assert answers == [expected for _, expected in rows], temperature
        (stored,) = (cache / "phaser-lint" / "contracts").iterdir()
        assert stored.suffix == "", "no temporary file is left"


@pytest.mark.slow
def test_denials_at_once_are_all_in_full(place: Any) -> None:
    """Denied every time, in full: nobody knows whether they answer one call."""
    root, events, _, env = place
    answers = at_once([write(root, "print(1)\nx = 1\n", "one")] * MANY, events, env)
    verdicts = {answer["hookSpecificOutput"]["permissionDecision"] for answer in answers}
    reasons = {answer["hookSpecificOutput"]["permissionDecisionReason"] for answer in answers}
    assert verdicts == {"deny"}
    assert reasons == {denial_sentence()}


def in_time(answer: dict[str, Any]) -> dict[str, Any]:
    """What an answer says beside that there was no time for something, as on a busy machine."""
    is_late = bool(find_late_parts(answer.get("systemMessage", "")))
    return {key: part for key, part in answer.items() if not (is_late and key == "systemMessage")}


def looks_of_session(cache: Path) -> dict[str, Any]:
    """The violations of each file that the session knows."""
    (memory,) = (cache / "phaser-lint" / "sessions").glob("*.looks")
    session: Session = read_session(str(memory))
    return {name: violations for name, (_, violations) in session.files.items()}


@pytest.mark.slow
def test_checks_of_one_session(place: Any) -> None:
    """Commands that end together: it is said at least once, nothing else is, and then no more.

    Further commands follow until one had the time to look at both files.
    """
    root, events, cache, env = place
    write_files(root, {"new.py": "print(1)\nx = 1\n", "clean.py": "x = 1\n"})
    time.sleep(0.15)  # until the files are settled
    stdin = event("Bash", name="PostToolUse", cwd=root, session_id="one", command="make")
    answers: list[dict[str, Any]] = []
    for _ in range(ROUNDS):
        answers += map(in_time, at_once([stdin] * LOOKS, events, env))
        if AFTER in answers and len(looks_of_session(cache)) == 2:
            break
    assert AFTER in answers
    assert [answer for answer in answers if answer not in (AFTER, {})] == []
    assert looks_of_session(cache) == {
        "new.py": ((("", "no-print"), "print(1)", 1),),
        "clean.py": (),
    }
    assert [in_time(answer) for answer in at_once([stdin], events, env)] == [{}]
