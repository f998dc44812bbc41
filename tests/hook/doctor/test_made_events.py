"""The events that are made for each agent: its adapter reads what was meant."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from phaser_lint.agent import AGENTS, choose_agent, load_adapter
from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.hosts_by_name import load_host
from phaser_lint.hook.doctor.made_events import (
    encode_event,
    make_agent_variables,
    make_prompt_event,
    make_stop_event,
    make_unknown_event,
    make_write_event,
    make_written_event,
)

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [name for name, *_ in AGENTS]
TEXTS = [
    "x = 1\n",
    "\n",
    "a\n\nb\n",
    "+ plus\n- minus\n*** End Patch?\n",
    "é漢\t'\"\\\n",
    "half a character: \ud800\n",
]
CAMEL = ["copilot-cli", "cursor"]


def test_every_agent_is_known() -> None:
    """The table of settings has the agents that there are adapters for, under the same names."""
    names_in_settings = [(agent.name, agent.shown) for agent in AGENT_SETTINGS]
    assert names_in_settings == [(name, display_name) for name, _, display_name, *_ in AGENTS]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    ("agent", "own_event"),
    [
        *((name, "pre_tool" if name == "vibe" else "PreToolUse") for name in NAMES),
        *((name, "preToolUse") for name in CAMEL),
    ],
)
def test_a_made_event_before_a_write_is_read_as_the_agents_own(
    tmp_path: Path, agent: str, text: str, own_event: str
) -> None:
    """Recognised as that agent's, and reconstructed to the very text."""
    event = json.loads(
        encode_event(
            agent, make_write_event(agent, str(tmp_path), "a.py", text, own_event=own_event)
        )
    )
    adapter = load_adapter(choose_agent(event, agent))
    parsed = adapter.parse_event(event)
    proposals = [
        (proposal.path, proposal.text, proposal.is_new) for proposal in adapter.proposals(parsed)
    ]
    assert parsed.name == "PreToolUse"
    assert proposals == [(str(tmp_path.resolve() / "a.py"), text, True)]


@pytest.mark.parametrize("agent", [name for name in NAMES if name != "antigravity"])
def test_a_made_event_after_a_write_names_the_same_file(tmp_path: Path, agent: str) -> None:
    """The same file is touched, after the tool, of which Antigravity does not tell."""
    (tmp_path / "a.py").write_text("x\n")
    names = {
        "gemini-cli": "AfterTool",
        "copilot-cli": "postToolUse",
        "cursor": "postToolUse",
        "vibe": "post_tool",
    }
    event = make_written_event(
        agent, str(tmp_path), "a.py", "x\n", own_event=names.get(agent, "PostToolUse")
    )
    adapter = load_adapter(choose_agent(event, agent))
    parsed = adapter.parse_event(event)
    assert parsed.name == "PostToolUse"
    assert adapter.touched_paths(parsed) == (str(tmp_path.resolve() / "a.py"),)


@pytest.mark.parametrize("agent", NAMES)
def test_a_tool_that_nobody_knows(tmp_path: Path, agent: str) -> None:
    """Edits no file."""
    event = make_unknown_event(agent, str(tmp_path))
    adapter = load_adapter(choose_agent(event, agent))
    assert adapter.proposals(adapter.parse_event(event)) == ()


@pytest.mark.parametrize(
    ("agent", "own_event"),
    [("claude-code", "Stop"), ("codex", "Stop"), ("gemini-cli", "AfterAgent"),
     ("qwen-code", "Stop"), ("copilot-cli", "agentStop"), ("copilot-cli", "Stop"),
     ("cursor", "stop"), ("vscode", "Stop")],
)  # fmt: skip
def test_a_made_event_at_the_end_is_a_stop(tmp_path: Path, agent: str, own_event: str) -> None:
    """Recognised as such."""
    event = make_stop_event(agent, str(tmp_path), own_event=own_event)
    assert load_adapter(choose_agent(event, agent)).parse_event(event).name == "Stop"


def test_wave_as_it_is() -> None:
    """A session's UUID and its transcript; fields and variables of its own, on many lines."""
    before = make_write_event("wave", "/project", "a.py", "x")
    session = before.pop("session_id")
    assert str(UUID(session)) == session
    assert before.pop("transcript_path").endswith(f"/{session}.jsonl")
    assert before == {
        "cwd": "/project",
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_input": {"file_path": "/project/a.py", "content": "x"},
    }
    assert encode_event("wave", before).startswith(b'{\n  "cwd": "/project",\n')
    assert make_agent_variables("wave", "/project", before) == {
        "WAVE_PROJECT_DIR": "/project", "HOOK_EVENT": "PreToolUse", "HOOK_TOOL_NAME": "Write",
    }  # fmt: skip
    stop = make_stop_event("wave", "/project")
    assert make_agent_variables("wave", "/project", stop)["HOOK_TOOL_NAME"] == ""
    assert (stop["background_tasks"], stop["session_crons"]) == ([], [])
    assert "stop_hook_active" not in stop
    assert (
        make_prompt_event("wave", "/project", own_event="UserPromptSubmit")["user_prompt"]
        == "hello"
    )


GUARANTEED = ("session_id", "transcript_path", "cwd", "hook_event_name")


@pytest.mark.parametrize("event", [
    make_write_event("claude-code", "/project", "a.py", "x"),
    make_written_event("claude-code", "/project", "a.py", "x"),
    make_stop_event("claude-code", "/project"),
    make_write_event("wave", "/project", "a.py", "x"),
])  # fmt: skip
def test_a_made_event_has_the_fields_that_a_client_guarantees(event: dict[str, object]) -> None:
    """Always there, never empty; those of a tool only where there is one."""
    assert all(event[name] for name in GUARANTEED)
    of_tool = event["hook_event_name"] != "Stop"
    assert ("tool_name" in event, "tool_input" in event) == (of_tool, of_tool)
    assert ("tool_response" in event) == (event["hook_event_name"] == "PostToolUse")


def test_doctor_sets_the_variables_that_adapters_read() -> None:
    """Those that the adapters read are among those that are set."""
    for name in NAMES:
        variable = load_adapter(name).PROJECT_VARIABLE
        assert not variable or variable in load_host(name).project_variables
