"""What a model has read: one call has one answer, and a new context has read nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.agent.events import SHAPES
from tests.command.made import contract, denial_sentence

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

REPEATED_DENIAL = "Contract violation, again: no-print at line 1. Use the logger."
FULL = denial_sentence()
EXISTING = "1 existing violation in old.py is not counted."
CALL = {"prompt_id": "p", "tool_use_id": "1"}
SESSION_STARTED = {"hook_event_name": "SessionStart"}


class Client:
    """An agent's client that starts a hook for each event, in one session."""

    def __init__(self, root: Path, run: Run) -> None:
        self.root, self._run = root, run

    def sends(self, **event: Any) -> dict[str, Any]:
        """What a hook answers to the event."""
        payload = {"session_id": "s", "cwd": str(self.root), **event}
        env = {"XDG_CACHE_HOME": str(self.root.parent / "cache")}
        outcome = self._run("hook", stdin=json.dumps(payload).encode(), cwd=self.root, env=env)
        assert (outcome.code, outcome.err) == (0, "")
        answer: dict[str, Any] = json.loads(outcome.out)
        return answer.get("hookSpecificOutput", {})

    def writes(self, name: str = "a.py", text: str = "print(1)\nx = 1\n", **call: Any) -> str:
        """Why a Write is denied, or what the model reads beside it."""
        tool_input = {"file_path": str(self.root / name), "content": text}
        specific = self.sends(
            hook_event_name="PreToolUse", tool_name="Write", tool_input=tool_input, **call
        )
        text_for_model = specific.get("permissionDecisionReason") or specific.get(
            "additionalContext"
        )
        return str(text_for_model or "")


@pytest.fixture
def client(project: MakeProject, run: Run) -> Client:
    files = {"old.py": "print(0)\n"}
    return Client(project(files, contracts={"no-print.yaml": contract()}, commit=True), run)


def test_two_hooks_of_one_call_say_the_same(client: Client) -> None:
    """In full, as often as a hook of the call is started; the next call reads a sentence."""
    for _ in range(3):
        assert client.writes(**CALL) == FULL
    for _ in range(2):
        assert client.writes(**{**CALL, "tool_use_id": "2"}) == REPEATED_DENIAL


def test_existing_violations_are_mentioned_by_each_hook_of_a_call(client: Client) -> None:
    """And by no hook of a later call at the same prompt."""
    for _ in range(2):
        assert client.writes("old.py", "print(0)\nx = 1\n", **CALL) == EXISTING
    later = {**CALL, "tool_use_id": "2"}
    assert client.writes("old.py", "print(0)\nx = 2\n", **later) == ""
    assert client.writes("old.py", "print(0)\nx = 3\n", **{**later, "prompt_id": "q"}) == EXISTING


ANEW: dict[str, dict[str, Any]] = {
    "another prompt": {"prompt_id": "q"},
    "another agent of the session": {"agent_id": "a"},
    "another session": {"session_id": "t"},
}


@pytest.mark.parametrize("change", ANEW.values(), ids=ANEW)
def test_who_has_not_read_it_reads_it_in_full(client: Client, change: dict[str, Any]) -> None:
    assert client.writes(**CALL) == FULL
    assert client.writes(**{**CALL, "tool_use_id": "2", **change}) == FULL


@pytest.mark.parametrize("source", ["startup", "clear", "compact", "fork", "later", 5, None])
def test_a_context_that_starts_has_read_nothing(client: Client, source: Any) -> None:
    assert client.writes(**CALL) == FULL
    client.sends(**SESSION_STARTED, source=source)
    assert client.writes(**{**CALL, "tool_use_id": "2"}) == FULL
    assert client.writes(**{**CALL, "tool_use_id": "3"}) == REPEATED_DENIAL


def test_a_session_that_is_resumed_has_read_it(client: Client) -> None:
    assert client.writes(**CALL) == FULL
    client.sends(**SESSION_STARTED, source="resume")
    assert client.writes(**{**CALL, "tool_use_id": "2"}) == REPEATED_DENIAL


COMPACTIONS = {
    "of Claude Code": '{"type":"system","subtype":"compact_boundary"}\n',
    "a summary": '{"type":"user","isCompactSummary":true}\n',
    "of Codex": '{"type":"compacted","payload":{}}\n',
    "written anew": "",
}


@pytest.mark.parametrize("line", COMPACTIONS.values(), ids=COMPACTIONS)
def test_a_compaction_is_seen_in_the_transcript(client: Client, tmp_path: Path, line: str) -> None:
    """Settings without a hook at the start of a session hear of no compaction."""
    transcript = tmp_path / "t.jsonl"
    before = '{"type":"user","text":"\\"subtype\\":\\"compact_boundary\\""}\n'
    transcript.write_text(before)
    call = {**CALL, "transcript_path": str(transcript)}
    assert client.writes(**call) == FULL
    transcript.write_text(before * 2)
    assert client.writes(**{**call, "tool_use_id": "2"}) == REPEATED_DENIAL
    transcript.write_text(line and f"{before * 2}{line}")
    assert client.writes(**{**call, "tool_use_id": "3"}) == FULL
    transcript.write_text(f"{before * 2}{line}{before * 3}" if line else before)
    assert client.writes(**{**call, "tool_use_id": "4"}) == REPEATED_DENIAL


@pytest.mark.parametrize("name", ["UserPromptSubmit", "PreCompact", "PostCompact"])
def test_what_the_session_hears_of_counts_without_its_name(client: Client, name: str) -> None:
    """An agent whose events name no prompt announces it."""
    assert client.writes("old.py", "print(0)\nx = 1\n") == EXISTING
    assert client.writes("old.py", "print(0)\nx = 2\n") == ""
    client.sends(hook_event_name=name, prompt="go")
    assert client.writes("old.py", "print(0)\nx = 3\n") == EXISTING


@pytest.mark.parametrize("missing", ["prompt_id", "tool_use_id", "session_id"])
def test_in_full_where_a_name_is_missing(client: Client, missing: str) -> None:
    """Whether the model still has it cannot be known then."""
    for call in "12":
        assert client.writes(**{**CALL, "tool_use_id": call, missing: ""}) == FULL


NAMELESS = ("gemini-cli", "copilot-cli", "wave", "cline", "opencode", "pi", "kimi-code", "windsurf")


@pytest.mark.parametrize("agent", NAMELESS)
def test_agents_without_names_of_calls_say_it_in_full(
    project: MakeProject, run: Run, agent: str
) -> None:
    root = project({}, contracts={"no-print.yaml": contract()})
    tools = {"gemini-cli": "write_file", "copilot-cli": "create", "cline": "editor",
             "opencode": "write", "pi": "write", "windsurf": "write_code"}  # fmt: skip
    path_keys = {"gemini-cli": "file_path", "wave": "file_path", "opencode": "filePath",
             "windsurf": "file_path"}  # fmt: skip
    texts = {"copilot-cli": "file_text", "cline": "new_text"}
    tool_input: dict[str, Any] = {path_keys.get(agent, "path"): str(root / "a.py")}
    tool_input[texts.get(agent, "content")] = "print(1)\n"
    if agent == "windsurf":
        tool_input["edits"] = [{"old_string": "", "new_string": "print(1)\n"}]
    event = SHAPES[agent]("before", (tools.get(agent, "Write"), tool_input), str(root))
    env = {"XDG_CACHE_HOME": str(root.parent / "cache")}
    stdin = json.dumps(event).encode()
    first_outcome, second_outcome = (
        run("hook", "--agent", agent, "--abort", stdin=stdin, cwd=root, env=env) for _ in range(2)
    )
    assert "Contract violation: no-print" in f"{first_outcome.out}{first_outcome.err}"
    assert first_outcome == second_outcome
