"""What the hook says of contract files: the invalid each time, the contradicted once a session."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from phaser_lint.contract import load_contracts as load
from tests.command.made import contract, denial_sentence, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from tests.conftest import MakeProject, Run

CONTRADICTED = contract(examples={"valid": ["print(1)"], "invalid": ["print(2)"]})
INVALID = contract("broken", pattern="(")
PROBLEM_SENTENCE = (
    "Contract in force: .claude/contracts/a.yaml:7: examples.valid[0]: "
    "expected no violation in `print(1)`, found one"
)
SKIPPED = (
    "Contract skipped: .claude/contracts/b.yaml:3: pattern: "
    "expected a regular expression; missing ) at position 1"
)


def reported(run: Run, root: Path, name: str, content: str = "", *, session: str = "s") -> Any:
    """What the user reads at an event, and whether it denies or blocks."""
    path = root / "a.py"
    stdin = event("Write", name=name, cwd=root, session_id=session, file_path=path, content=content)
    answer = json.loads(run("hook", stdin=stdin, cwd=root).out)
    return answer.get("systemMessage", ""), "hookSpecificOutput" in answer or "reason" in answer


def test_what_its_examples_contradict_is_reported_once(project: MakeProject, run: Run) -> None:
    """When it is read, and later where there is something to say anyway, or the agent stops."""
    root = project({}, contracts={"a.yaml": CONTRADICTED}, commit=True)
    assert reported(run, root, "PreToolUse", "x\n") == (PROBLEM_SENTENCE, False)
    assert reported(run, root, "PreToolUse", "x\n") == ("", False)
    assert reported(run, root, "PreToolUse", "print(1)\n") == ("", True)
    assert reported(run, root, "Stop") == ("", False)
    assert reported(run, root, "PreToolUse", "print(1)\n", session="third") == (
        PROBLEM_SENTENCE,
        True,
    )
    assert reported(run, root, "Stop", session="another") == (PROBLEM_SENTENCE, False)
    assert reported(run, root, "Stop", session="another") == ("", False)


def test_what_is_invalid_is_reported_each_time(project: MakeProject, run: Run) -> None:
    """It checks nothing, which nobody should overlook."""
    root = project({}, contracts={"a.yaml": CONTRADICTED, "b.yaml": INVALID})
    assert reported(run, root, "PreToolUse", "x\n") == (f"{PROBLEM_SENTENCE}\n{SKIPPED}", False)
    assert reported(run, root, "PreToolUse", "x\n") == (SKIPPED, False)


def test_the_agent_that_wrote_the_contract_reads_it(project: MakeProject, run: Run) -> None:
    """Before it writes one that its examples contradict, each time; not once more after it."""
    root = project({}, contracts={"b.yaml": contract("b")})
    path = root / ".claude/contracts/a.yaml"
    event_keys = {"cwd": root, "file_path": path, "content": CONTRADICTED}
    for _ in range(2):
        answer = json.loads(run("hook", stdin=event("Write", **event_keys), cwd=root).out)
        assert answer["hookSpecificOutput"]["additionalContext"] == PROBLEM_SENTENCE
    write_files(root, {".claude/contracts/a.yaml": CONTRADICTED})
    stdin = event("Write", name="PostToolUse", **event_keys)
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")
    # Another session did not read it.
    another = json.dumps({**json.loads(stdin), "session_id": "another"}).encode()
    answer = json.loads(run("hook", stdin=another, cwd=root).out)
    assert answer["hookSpecificOutput"]["additionalContext"] == PROBLEM_SENTENCE


def test_the_first_contract_of_a_project(project: MakeProject, run: Run) -> None:
    """It makes the folder one with contracts; what is wrong with it is said before it is there."""
    root = project({})
    path = root / ".claude/contracts/b.yaml"
    stdin = event("Write", cwd=root, file_path=path, content=INVALID)
    answer = json.loads(run("hook", stdin=stdin, cwd=root).out)
    assert answer["hookSpecificOutput"]["additionalContext"] == SKIPPED


def test_of_a_contract_file_that_is_denied_no_mistake_is_reported(
    project: MakeProject, run: Run
) -> None:
    """It is not written. Once a person writes it, its problem is no old one."""
    root = project({}, contracts={"b.yaml": contract("b")})
    path = root / ".claude/contracts/a.yaml"
    event_keys = {"cwd": root, "file_path": path, "content": CONTRADICTED}
    stdin = event("Write", **event_keys)
    answer = json.loads(run("hook", "--protect", stdin=stdin, cwd=root).out)["hookSpecificOutput"]
    assert answer["permissionDecision"] == "deny"
    assert {*answer} == {"hookEventName", "permissionDecision", "permissionDecisionReason"}
    write_files(root, {".claude/contracts/a.yaml": CONTRADICTED})
    stdin = event("Write", name="PostToolUse", **event_keys)
    answer = json.loads(run("hook", stdin=stdin, cwd=root).out)["hookSpecificOutput"]
    assert answer["additionalContext"] == PROBLEM_SENTENCE


def test_a_contract_in_force_with_a_problem_denies_as_before(
    project: MakeProject, run: Run
) -> None:
    root = project({}, contracts={"a.yaml": CONTRADICTED})
    stdin = event("Write", cwd=root, file_path=root / "a.py", content="print(1)\n")
    answer = json.loads(run("hook", stdin=stdin, cwd=root).out)
    assert answer["hookSpecificOutput"]["permissionDecisionReason"] == denial_sentence()


class LateClock:
    """A clock on which there is no time left, whatever the end is."""

    @staticmethod
    def monotonic() -> float:
        return float("inf")

    process_time = monotonic


def unread_sentence(name: str, files: str) -> str:
    return (
        f"Contract skipped: .claude/contracts/{name}.yaml: {files} not read in the time that "
        "there was; the next event goes on here"
    )


def test_what_was_not_read_in_time_is_reported_until_all_is_read(
    project: MakeProject, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each event goes on where the one before ended: twenty thousand contracts took ten seconds."""
    monkeypatch.setattr(load, "time", LateClock)
    contracts = {f"{name}.yaml": contract(name, pattern=f"x{name}") for name in "abcdefg"}
    root = project({}, contracts=contracts)
    time.sleep(0.15)  # until the contracts are settled
    # Two at each: one for the clean path, one for the answer.
    first_sentence = unread_sentence("c", "5 files, this one first,")
    assert reported(run, root, "PreToolUse", "xc\n") == (first_sentence, False)
    (root / "a.py").write_text("xg\n")
    second_sentence = unread_sentence("e", "3 files, this one first,")
    assert reported(run, root, "PostToolUse", "xg\n") == (second_sentence, True)
    assert reported(run, root, "PreToolUse", "xc\n") == (unread_sentence("g", "file"), True)
    assert reported(run, root, "PreToolUse", "x\n") == ("", False)
    assert reported(run, root, "PreToolUse", "xg\nxg\n") == ("", True)
