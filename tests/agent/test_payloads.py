"""Every recorded event of a real client: whose it is, and whether the proposed state was right."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent import load_adapter, recognise_agent
from tests.agent.recorded import CASES, Step, lines_of, opencode_events, place_step, steps
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.agent import FileProposal

AGENTS = {
    "claude-code": "claude-code",
    "cline": "cline",
    "codex": "codex",
    "copilot": "copilot-cli",
    "gemini-cli": "gemini-cli",
    "opencode": "opencode",
    "qwen-code": "qwen-code",
    "wave": "wave",
    "droid": "droid",
    "kimi-code": "kimi-code",
    "pi": "pi",
    "vibe": "vibe",
}
RECORDED = [case for case in CASES if not case.startswith("opencode")]


def agent_of_case(case: str) -> str:
    return AGENTS[case.split("/")[0].rpartition("-")[0]]


# Events before a first tool are the same in several agents; nothing is answered to them.
ANYBODYS = ("SessionStart", "UserPromptSubmit", "SessionEnd")


@pytest.mark.parametrize("case", RECORDED)
def test_whose_event_it_is(case: str) -> None:
    """Told only from the event, whatever the command line says."""
    outcomes = {
        recognise_agent(step.event)
        for step in steps(case)
        if step.event.get("hook_event_name") not in ANYBODYS and "toolInput" not in step.event
    }
    outcomes.discard("")
    assert outcomes == {agent_of_case(case)}


# What becomes of each file of each tool call: "exact" as foreseen, "unchanged" as foreseen too,
# "deleted", "not foreseen" (and it is said), or why the recording cannot tell.
EXACT, UNCHANGED, DELETED, UNKNOWN = "exact", "unchanged", "deleted", "not foreseen"
HOOK_DENIED = "the recorded hook denied it"
OVERLAPS = "another edit of the same message came in between"
KEEPS_MARK = "the client keeps the byte order mark"
REFUSED = "the client refused it, though the hook was asked"
OUTCOMES = {
    "claude-code-2.1.197/bash": [],
    "claude-code-2.1.197/create": [EXACT],
    "claude-code-2.1.197/crlf": [EXACT],
    "claude-code-2.1.197/curly": [EXACT],
    "claude-code-2.1.197/emptyold-existing": [EXACT],
    "claude-code-2.1.197/mixed": [EXACT, EXACT],
    "claude-code-2.1.197/stop": [EXACT],
    "claude-code-2.1.197/trailws": [EXACT, EXACT],
    "claude-code-2.1.197/two": [EXACT, EXACT, EXACT],
    "claude-code-2.1.197/two-deny1": [HOOK_DENIED, EXACT],
    "claude-code-2.1.197/ups": [EXACT],
    "claude-code-2.1.197/writecrlf": [EXACT, EXACT, EXACT, EXACT],
    "claude-code-2.1.330/bash": [],
    "claude-code-2.1.330/create": [EXACT],
    "claude-code-2.1.330/crlf": [EXACT],
    "claude-code-2.1.330/curly": [EXACT],
    "claude-code-2.1.330/mixed": [EXACT, EXACT],
    "claude-code-2.1.330/relpath": [EXACT, "outside of the project", EXACT],
    "claude-code-2.1.330/stop": [EXACT],
    "claude-code-2.1.330/trailws": [EXACT, EXACT],
    "claude-code-2.1.330/two": [EXACT, EXACT, EXACT],
    "claude-code-2.1.330/twowrites": [EXACT, EXACT],
    "claude-code-2.1.330/unread": [EXACT, EXACT],
    "claude-code-2.1.330/writecrlf": [EXACT, EXACT, EXACT, KEEPS_MARK],
    "cline-3.0.65/edits": [EXACT, EXACT, UNCHANGED, EXACT, UNCHANGED],
    "cline-3.0.65/first": [EXACT],
    "cline-3.0.65/two": [EXACT, OVERLAPS],
    "codex-0.169.0/badpatch": [UNKNOWN],
    "codex-0.169.0/crlf": [EXACT],
    "codex-0.169.0/deny-shell": [HOOK_DENIED],
    "codex-0.169.0/first": [],
    "codex-0.169.0/move": [EXACT, DELETED, DELETED, EXACT],
    "codex-0.169.0/stop": [EXACT],
    "codex-0.169.0/subdir": [EXACT],
    "codex-0.169.0/two": [EXACT, EXACT],
    "codex-0.169.0/workdir": [EXACT, EXACT],
    "copilot-1.0.102/claude": [EXACT],
    "copilot-1.0.102/claude-stop": [EXACT],
    "copilot-1.0.102/edits": [EXACT, EXACT, UNKNOWN, UNCHANGED, UNCHANGED],
    "copilot-1.0.102/first": [EXACT, EXACT],
    "copilot-1.0.102/pascal": [EXACT],
    "copilot-1.0.102/patch": [EXACT],
    "copilot-1.0.102/stop": [EXACT],
    "copilot-1.0.102/two": [OVERLAPS, OVERLAPS],
    "gemini-cli-0.61.0/agent-block": [EXACT],
    "gemini-cli-0.61.0/edits": [EXACT, UNKNOWN, UNKNOWN, EXACT, EXACT, EXACT, UNCHANGED],
    "gemini-cli-0.61.0/shell": [],
    "gemini-cli-0.61.0/two": [EXACT, EXACT],
    "qwen-code-0.24.4/edits": [EXACT, UNKNOWN, EXACT, EXACT, UNCHANGED],
    "qwen-code-0.24.4/first": [EXACT, EXACT],
    "qwen-code-0.24.4/stop": [EXACT],
    "droid-0.215.0/edits": [
        EXACT, REFUSED, EXACT, EXACT, EXACT, EXACT, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, REFUSED,
        UNCHANGED, EXACT, EXACT, REFUSED, REFUSED,
    ],
    "droid-0.215.0/ends": [EXACT] * 6,
    "droid-0.215.0/patch": [EXACT, EXACT],
    "droid-0.215.0/two": [EXACT, EXACT],
    "kimi-code-2.1.0/edits": [
        EXACT, OVERLAPS, EXACT, EXACT, EXACT, EXACT, UNKNOWN, UNKNOWN, UNKNOWN, *[EXACT] * 6,
    ],
    "kimi-code-2.1.0/two": [OVERLAPS, OVERLAPS],
    "pi-0.74.2/edits": [EXACT, UNCHANGED, *[EXACT] * 6, UNKNOWN, *[EXACT] * 4],
    "pi-0.74.2/two": [EXACT, OVERLAPS],
    "pi-0.87.1/edits": [EXACT, UNCHANGED, *[EXACT] * 6, UNKNOWN, *[EXACT] * 4],
    "pi-0.87.1/two": [EXACT, OVERLAPS],
    "vibe-3.0.2/edits": [
        EXACT, UNCHANGED, EXACT, UNKNOWN, EXACT, EXACT, EXACT, UNKNOWN, EXACT, EXACT, UNKNOWN,
        *[EXACT] * 5, UNCHANGED,
    ],
    "wave-1.1.3/edits": [EXACT, REFUSED, EXACT, REFUSED, UNKNOWN, REFUSED, EXACT, REFUSED],
    "wave-1.1.3/first": [EXACT, EXACT],
    "wave-1.1.3/two": [EXACT, EXACT, EXACT, EXACT],
}  # fmt: skip
CANNOT_TELL = (HOOK_DENIED, OVERLAPS, KEEPS_MARK, REFUSED, "outside of the project")


def test_every_recording_is_in_the_table() -> None:
    """None is left out."""
    assert sorted(OUTCOMES) == RECORDED


def outcome(proposed: FileProposal, step: Step, root: Path) -> str:
    path = os.path.relpath(proposed.path, root)
    before, after = step.disk.get(path), step.after.get(path)
    if proposed.deleted:
        return DELETED if after is None else f"{path} is still there"
    if proposed.text is None:
        return UNKNOWN if proposed.skip_reason else "silent"
    if proposed.text != after:
        return f"{path}: {proposed.text!r}, and not {after!r}"
    return UNCHANGED if after == before else EXACT


def proposals(event: dict[str, Any]) -> tuple[FileProposal, ...]:
    adapter = load_adapter(recognise_agent(event))
    parsed = adapter.parse_event(event)
    return adapter.proposals(parsed) if parsed.name == "PreToolUse" else ()


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("case", RECORDED)
def test_the_proposed_state_is_what_was_written(case: str, tmp_path: Path) -> None:
    """The event and the disk before give a text; the disk after says whether that was right."""
    outcomes = []
    for number, step in enumerate(steps(case)):
        root = tmp_path.resolve() / str(number)
        root.mkdir()
        outcomes += [
            outcome(proposal, step, root) for proposal in proposals(place_step(step, root))
        ]
    expected = OUTCOMES[case]
    assert [
        expected_outcome if expected_outcome in CANNOT_TELL else observed
        for expected_outcome, observed in zip(expected, outcomes, strict=True)
    ] == expected
    for expected_outcome, observed in zip(expected, outcomes, strict=True):
        assert expected_outcome not in CANNOT_TELL or ", and not " in observed, (
            f"{expected_outcome}, but: {observed}"
        )


# The recorded tools that name no file that they write.
READERS_AND_SHELLS = {
    "Bash", "Execute", "Read", "bash", "read_file", "run_commands", "run_shell_command",
}  # fmt: skip


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("case", RECORDED)
def test_an_event_after_an_edit_names_the_files_that_are_there(case: str, tmp_path: Path) -> None:
    """In the project; one of a tool that reads, or of a shell, names none."""
    for number, step in enumerate(steps(case)):
        root = tmp_path.resolve() / str(number)
        root.mkdir()
        event = place_step(step, root)
        adapter = load_adapter(recognise_agent(event) or "claude-code")
        parsed = adapter.parse_event(event)
        if parsed.name == "PostToolUse":
            touched = [os.path.relpath(path, root) for path in adapter.touched_paths(parsed)]
            assert bool(touched) == (parsed.tool not in READERS_AND_SHELLS)
            assert {path for path in touched if "/" not in path} <= set(step.disk)


# OpenCode: the files before are known, and those at the end.

OPENCODE = {
    "opencode-1.18.33/first": ({}, [EXACT, EXACT]),
    "opencode-1.18.33/chat": ({}, [EXACT]),
    "opencode-1.18.33/idle": ({}, [EXACT]),
    "opencode-1.18.33/two": ({"a.py": "x = 1\ny = 2\n"}, [EXACT, EXACT]),
    "opencode-1.18.33/patch": ({"a.py": "x = 1\n"}, [EXACT, DELETED, EXACT]),
    "opencode-1.18.33/badargs": ({}, ["Missing file_path"]),
    "opencode-1.18.33/edits": (
        {"a.py": "x = 1\n", "c.py": "a = 1\r\nb = 2\r\nc = 3\r\n"},
        [EXACT, EXACT, EXACT, EXACT, UNKNOWN, UNKNOWN, EXACT],
    ),
}


@pytest.mark.parametrize("case", OPENCODE)
def test_recorded_events_of_opencode_lead_to_the_final_files(case: str, tmp_path: Path) -> None:
    """One after the other, the proposed states lead to the files at the end."""
    root = tmp_path.resolve()
    files, expected = OPENCODE[case]
    write_files(root, files)
    outcomes = []
    for event in opencode_events(case):
        if event["opencode"] == "before":
            for proposed in proposals(place_step(Step(event, {}, {}), root)):
                outcomes.append(carried_out(proposed))
    assert outcomes == expected
    final = lines_of(case)[-1]["final_disk"]
    paths_on_disk = {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}
    by_shell = {"s.txt"}
    assert paths_on_disk == set(final) - by_shell
    assert {path: (root / path).read_bytes().decode() for path in paths_on_disk} == {
        path: text for path, text in final.items() if path not in by_shell
    }


def carried_out(proposed: FileProposal) -> str:
    if proposed.deleted:
        os.unlink(proposed.path)
        return DELETED
    if proposed.text is None:
        return UNKNOWN if proposed.path else proposed.skip_reason
    os.makedirs(os.path.dirname(proposed.path), exist_ok=True)
    with open(proposed.path, "w", newline="", encoding="utf-8") as file:
        file.write(proposed.text)
    return EXACT
