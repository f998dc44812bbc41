"""``phaser-lint hook`` for every agent: its event, and the answer in its own form."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.agent.answer_schemas import SCHEMAS, problems
from tests.agent.events import AGENTS, event_bytes, name_of
from tests.command.made import contract, denial_sentence, forbidden, no_file
from tests.conftest import write_files
from tests.tables import one_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

PRINTS = "print(1)\n"
SLOW = contract("slow", pattern="(a|aa)+$")
ENDLESS = "a" * 60 + "b\n"
CONTRACTS = {
    "no-print.yaml": contract("no-print"),
    "no-todo.yaml": contract("no-todo", pattern="TODO", severity="warning", message="Do it."),
}
BROKEN_EVENTS = denial_sentence()
WARNED = denial_sentence("no-todo", 1, "# TODO", "Do it.", lead="Warning")
AT_STOP = denial_sentence(path="a.py")
UNDECIDED = "Not checked: slow on a.py: the pattern took longer than 20 ms."
STOPPING = [agent for agent in AGENTS if agent not in ("opencode", "windsurf", "cline", "kiro")]
# Kiro's user is shown a hook that fails.
SHOWN = ("wave", "kiro")


@pytest.fixture
def hook(run: Run) -> Any:
    """Runs the hook on an event and returns the exit code, the JSON or text, and the error."""

    def answered(agent: str, kind: str, stdin: bytes, *flags: str, **how: Any) -> Any:
        outcome = run("hook", *flags, stdin=stdin, **how)
        text = outcome.out
        answer = json.loads(text) if text.startswith("{") else text
        if isinstance(answer, dict) and outcome.code == 0:
            assert problems(answer, SCHEMAS[agent][kind]) == []
        return outcome.code, answer, outcome.err

    return answered


def claude(event: str, **fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **fields}}


CLAUDE_DENIAL = claude(
    "PreToolUse", permissionDecision="deny", permissionDecisionReason=BROKEN_EVENTS
)
DENIED: dict[str, tuple[int, Any, str]] = {
    "claude-code": (0, CLAUDE_DENIAL, ""),
    "codex": (0, CLAUDE_DENIAL, ""),
    "gemini-cli": (0, {"decision": "deny", "reason": BROKEN_EVENTS}, ""),
    "qwen-code": (0, CLAUDE_DENIAL, ""),
    "copilot-cli": (
        0,
        {"permissionDecision": "deny", "permissionDecisionReason": BROKEN_EVENTS},
        "",
    ),
    "copilot-cli, as Claude Code": (0, CLAUDE_DENIAL, ""),
    "vscode": (0, CLAUDE_DENIAL, ""),
    "cursor": (
        0,
        {"permission": "deny", "user_message": BROKEN_EVENTS, "agent_message": BROKEN_EVENTS},
        "",
    ),
    "opencode": (0, {"deny": BROKEN_EVENTS}, ""),
    "windsurf": (2, "", f"{BROKEN_EVENTS}\n"),
    "cline": (0, {"cancel": False, "contextModification": BROKEN_EVENTS}, ""),
    "wave": (2, "", f"{BROKEN_EVENTS}\n"),
    "droid": (0, CLAUDE_DENIAL, ""),
    "kimi-code": (0, CLAUDE_DENIAL, ""),
    "pi": (0, {"deny": BROKEN_EVENTS}, ""),
    "vibe": (0, {"decision": "deny", "reason": BROKEN_EVENTS}, ""),
    "antigravity": (0, {"decision": "deny", "reason": BROKEN_EVENTS}, ""),
    "kiro": (2, "", f"{BROKEN_EVENTS}\n"),
}


SILENCE: dict[str, tuple[int, Any, str]] = {
    agent: (0, "" if agent in ("windsurf", "antigravity") else {}, "") for agent in AGENTS
}


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("is_named", [True, False])
@pytest.mark.parametrize("agent", AGENTS)
def test_a_clean_edit_is_silent_for_each_agent(
    project: MakeProject, hook: Any, agent: str, is_named: bool
) -> None:
    """A clean edit, another tool, no contracts: ``{}``, and never an explicit allow.

    Windsurf would show the user ``{}`` at every write, and Antigravity deny it.
    """
    root, bare = project({}, contracts=CONTRACTS), project({})
    flags = ("--agent", name_of(agent)) if is_named else ()
    nothing = SILENCE[agent]
    clean = event_bytes(agent, "before", root, text="x = 1\n")
    assert hook(agent, "before", clean, *flags, cwd=root) == nothing
    assert hook(agent, "before", event_bytes(agent, "other", root), *flags, cwd=root) == nothing
    without = event_bytes(agent, "before", bare, text=PRINTS)
    assert hook(agent, "before", without, *flags, cwd=bare) == nothing
    write_files(root, {"a.py": "x = 1\n"})
    assert hook(agent, "after", event_bytes(agent, "after", root), *flags, cwd=root) == nothing


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("is_named", [True, False])
@pytest.mark.parametrize("agent", AGENTS)
def test_a_bad_edit_is_denied_in_the_agents_form(
    project: MakeProject, hook: Any, agent: str, is_named: bool
) -> None:
    """In the agent's own form; Cline, whose run a denial would end, gets a report instead."""
    root = project({}, contracts=CONTRACTS)
    flags = ("--agent", name_of(agent)) if is_named else ()
    stdin = event_bytes(agent, "before", root, text=PRINTS)
    assert hook(agent, "before", stdin, *flags, cwd=root) == DENIED[agent]


def test_cline_denies_with_abort(project: MakeProject, run: Run) -> None:
    """Where it was asked for."""
    root = project({}, contracts=CONTRACTS)
    outcome = run(
        "hook", "--abort", stdin=event_bytes("cline", "before", root, text=PRINTS), cwd=root
    )
    assert (outcome.code, json.loads(outcome.out)) == (
        0,
        {"cancel": True, "errorMessage": BROKEN_EVENTS},
    )


# Their models read it before the tool.
TOLD_BEFORE: dict[str, Any] = {
    "claude-code": claude("PreToolUse", additionalContext=WARNED),
    "codex": claude("PreToolUse", additionalContext=WARNED),
    "copilot-cli": {"additionalContext": WARNED},
    "copilot-cli, as Claude Code": {
        **claude("PreToolUse", additionalContext=WARNED),
        "additionalContext": WARNED,
    },
    "cursor": {"additional_context": WARNED},
}
TOLD_AFTER: dict[str, Any] = {
    "gemini-cli": claude("AfterTool", additionalContext=WARNED),
    "qwen-code": claude("PostToolUse", additionalContext=WARNED),
    "vscode": claude("PostToolUse", additionalContext=WARNED),
    "opencode": {"context": WARNED},
    "windsurf": f"{WARNED}\n",
    "cline": {"cancel": False, "contextModification": WARNED},
    "droid": claude("PostToolUse", additionalContext=WARNED),
    "kimi-code": {},
    "pi": {"context": WARNED},
    "vibe": {"hook_specific_output": {"additional_context": WARNED}},
    "antigravity": "",
    "kiro": {},
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("agent", AGENTS)
def test_a_warning_is_told_where_the_model_reads_it(
    project: MakeProject, hook: Any, agent: str
) -> None:
    """Before the edit where the model reads it then, else after it, from the disk; once."""
    root = project({}, contracts=CONTRACTS)
    before = event_bytes(agent, "before", root, text="# TODO\n")
    message = TOLD_BEFORE.get(agent)
    answer = SILENCE[agent] if message is None else (0, message, "")
    assert hook(agent, "before", before, cwd=root) == answer
    write_files(root, {"a.py": "# TODO\n"})
    after = event_bytes(agent, "after", root, text="# TODO\n")
    # Wave's model reads only standard error.
    reason = (2, "", f"{WARNED}\n") if agent == "wave" else (0, TOLD_AFTER.get(agent), "")
    assert hook(agent, "after", after, cwd=root) == (reason if message is None else SILENCE[agent])


def test_an_edit_that_failed_in_wave(project: MakeProject, hook: Any) -> None:
    """Wave has no event of its own for that: what was on disk before is none of the edit's."""
    root = project({}, contracts=CONTRACTS)
    write_files(root, {"a.py": "# TODO\n"})
    failed = event_bytes("wave", "after", root).replace(b'"success": true', b'"success": false')
    assert hook("wave", "after", failed, cwd=root) == SILENCE["wave"]


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("agent", AGENTS)
def test_existing_violations_after_the_edit(project: MakeProject, hook: Any, agent: str) -> None:
    """What the last commit holds is not new where the agent does not tell what was there."""
    files = {"a.py": f"{PRINTS}# TODO\n"}
    root = project(files, contracts=CONTRACTS, commit=True)
    write_files(root, {"a.py": f"x = 1\n{files['a.py']}"})
    after = event_bytes(agent, "after", root)
    assert hook(agent, "after", after, cwd=root) == SILENCE[agent]


UNDECIDED_BEFORE: dict[str, Any] = {
    "claude-code": claude("PreToolUse", additionalContext=UNDECIDED) | {"systemMessage": UNDECIDED},
    "codex": claude("PreToolUse", additionalContext=UNDECIDED) | {"systemMessage": UNDECIDED},
    "gemini-cli": {"systemMessage": UNDECIDED},
    "qwen-code": claude("PreToolUse", additionalContext=UNDECIDED) | {"systemMessage": UNDECIDED},
    "copilot-cli": {"additionalContext": UNDECIDED},
    "copilot-cli, as Claude Code": {
        **claude("PreToolUse", additionalContext=UNDECIDED),
        "additionalContext": UNDECIDED,
    },
    "vscode": claude("PreToolUse", additionalContext=UNDECIDED) | {"systemMessage": UNDECIDED},
    "cursor": {"additional_context": UNDECIDED},
    "opencode": {"context": UNDECIDED, "user": UNDECIDED},
    "windsurf": f"{UNDECIDED}\n",
    "cline": {"cancel": False, "contextModification": UNDECIDED},
    "droid": claude("PreToolUse", additionalContext=UNDECIDED) | {"systemMessage": UNDECIDED},
    "kimi-code": {},
    "pi": {"context": UNDECIDED, "user": UNDECIDED},
    "vibe": {"system_message": UNDECIDED},
    "antigravity": "",
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("agent", AGENTS)
def test_an_undecided_edit_goes_through(project: MakeProject, hook: Any, agent: str) -> None:
    """It goes through, and is said where the agent has a way to say it without deciding."""
    root = project({}, contracts={"slow.yaml": SLOW})
    stdin = event_bytes(agent, "before", root, text=ENDLESS)
    answer = hook(agent, "before", stdin, "--timeout", "20", cwd=root)
    # In Wave and Kiro exit code 1 lets the tool run and shows the user why.
    to_user = (1, "", f"{UNDECIDED}\n")
    assert answer == (to_user if agent in SHOWN else (0, UNDECIDED_BEFORE[agent], ""))


BLOCKED: dict[str, Any] = {
    "claude-code": {"decision": "block", "reason": AT_STOP},
    "codex": {"decision": "block", "reason": AT_STOP},
    "gemini-cli": {"decision": "block", "reason": AT_STOP},
    "qwen-code": {"decision": "block", "reason": AT_STOP},
    "copilot-cli": {"decision": "block", "reason": AT_STOP},
    "copilot-cli, as Claude Code": {"decision": "block", "reason": AT_STOP},
    "vscode": claude("Stop", decision="block", reason=AT_STOP),
    "cursor": {"followup_message": AT_STOP},
    "droid": {"decision": "block", "reason": AT_STOP},
    "kimi-code": claude("Stop", permissionDecision="deny", permissionDecisionReason=AT_STOP),
    "pi": {"block": AT_STOP},
    "vibe": {"decision": "deny", "reason": AT_STOP},
    "antigravity": {"decision": "continue", "reason": AT_STOP},
}


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("agent", STOPPING)
def test_stop_makes_the_agent_go_on_once(project: MakeProject, hook: Any, agent: str) -> None:
    """What is new against the last commit makes the agent go on, once."""
    root = project({"b.py": PRINTS}, contracts=CONTRACTS, commit=True)
    env = {"XDG_CACHE_HOME": str(root.parent / "cache")}
    stdin = event_bytes(agent, "stop", root)
    assert hook(agent, "stop", stdin, cwd=root, env=env) == SILENCE[agent]
    write_files(root, {"a.py": PRINTS})
    blocked = (2, "", f"{AT_STOP}\n") if agent == "wave" else (0, BLOCKED[agent], "")
    assert hook(agent, "stop", stdin, cwd=root, env=env) == blocked
    second_stdin = stdin.replace(b'"stop_hook_active": false', b'"stop_hook_active": true')
    second_stdin = second_stdin.replace(b'"loop_count": 0', b'"loop_count": 1')
    second_stdin = second_stdin.replace(b'"continued": false', b'"continued": true')
    assert hook(agent, "stop", second_stdin, cwd=root, env=env) == SILENCE[agent]


def test_what_is_left_of_a_block_in_wave(project: MakeProject, hook: Any) -> None:
    """Wave does not tell that it goes on for a Stop hook: only what is new blocks once more."""
    root = project({}, contracts=CONTRACTS, commit=True)
    env = {"XDG_CACHE_HOME": str(root.parent / "cache")}
    stdin = event_bytes("wave", "stop", root)
    answers = []
    for files in ({"a.py": PRINTS, "b.py": PRINTS}, {"b.py": "x = 1\n"}, {"c.py": PRINTS}, {}):
        write_files(root, files)
        answers.append(hook("wave", "stop", stdin, cwd=root, env=env)[0])
    assert answers == [2, 0, 2, 0]


def test_a_stop_in_wave_without_a_memory(project: MakeProject, hook: Any, tmp_path: Path) -> None:
    """What cannot be remembered would hold the agent for ever: it is shown to the user."""
    root = project({}, contracts=CONTRACTS, commit=True)
    write_files(root, {"a.py": PRINTS})
    (tmp_path / "file").write_text("")
    env = {"XDG_CACHE_HOME": str(tmp_path / "file")}
    stdin = event_bytes("wave", "stop", root)
    for _ in range(2):
        assert hook("wave", "stop", stdin, cwd=root, env=env) == (1, "", f"{AT_STOP}\n")


@pytest.mark.parametrize("name", ["Stop", "SubagentStop"])
def test_a_failure_in_wave(
    project: MakeProject, hook: Any, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """With ``--fail-closed`` too there is nothing to deny at the end of a run: it would go on."""
    root = project({}, contracts=CONTRACTS, commit=True)
    monkeypatch.setattr("phaser_lint.hook.at_stop.decide_at_stop", lambda *_: 1 / 0)
    event = {**json.loads(event_bytes("wave", "stop", root)), "hook_event_name": name}
    stdin = json.dumps(event).encode()
    code, out, err = hook("wave", "stop", stdin, "--fail-closed", cwd=root)
    assert (code, out, COULD_NOT in err) == (1, "", True)


def test_a_prompt_in_wave(project: MakeProject, run: Run) -> None:
    """The model would read standard output, ``{}`` too, as it reads a link's context."""
    root = project({}, contracts=CONTRACTS)
    event = json.loads(event_bytes("wave", "before", root)) | {
        "hook_event_name": "UserPromptSubmit"
    }
    for prompt, message in (
        ("go on", ""),
        ("mind [[nobody]]", ""),
        ("mind [[no-print]]", "no-print"),
    ):
        stdin = json.dumps({**event, "user_prompt": prompt}).encode()
        outcome = run("hook", "--agent", "wave", "--augment", stdin=stdin, cwd=root)
        assert (outcome.code, outcome.err, "{" in outcome.out) == (0, "", False)
        assert (message in outcome.out) if message else outcome.out == ""


# What is no event of anybody.

COULD_NOT = "phaser-lint could not check this: "
BAD_INPUT = [
    (b"{", "standard input: expected a hook event as JSON"),
    (b"", "standard input: expected a hook event as JSON, found nothing"),
    (b" " * (64 * 1024 * 1024 + 1), "standard input: expected a hook event of at most 64 MB"),
]


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(("stdin", "message"), BAD_INPUT, ids=["malformed", "empty", "oversize"])
@pytest.mark.parametrize("agent", sorted({name_of(agent) for agent in AGENTS}))
def test_bad_input_lets_the_edit_go_on(hook: Any, agent: str, stdin: bytes, message: str) -> None:
    """The edit goes on whatever came, in the form of the agent that the command line names."""
    code, answer, err = hook(agent, "before", stdin, "--agent", agent)
    if agent in SHOWN:
        assert (code, answer, err.startswith(COULD_NOT + message)) == (1, "", True)
        return
    assert (code, err) == (0, "")
    speechless = not answer and agent in ("cursor", "kimi-code", "antigravity")
    assert speechless or COULD_NOT + message in json.dumps(answer)


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("agent", sorted({name_of(agent) for agent in AGENTS}))
def test_bad_input_fails_closed(hook: Any, agent: str, joined: bool) -> None:
    """A denial in the agent's own form, where it was asked for."""
    agent_flags = [f"--agent={agent}"] if joined else ["--agent", agent]
    code, answer, err = hook(agent, "before", b"{", *agent_flags, "--fail-closed")
    if agent in ("windsurf", *SHOWN):
        assert (code, answer) == (2, "")
        assert err.startswith(COULD_NOT)
    else:
        assert (code, err) == (0, "")
        assert COULD_NOT in json.dumps(answer)
        assert agent == "cline" or '"deny"' in json.dumps(answer)


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("agent_of_flag", sorted({name_of(agent) for agent in AGENTS}))
@pytest.mark.parametrize("agent", one_in(3, AGENTS))
def test_the_event_tells_whose_it_is(
    project: MakeProject, hook: Any, agent: str, agent_of_flag: str
) -> None:
    """The event tells whose it is: many agents run the hooks that were installed for another."""
    root = project({}, contracts=CONTRACTS)
    stdin = event_bytes(agent, "before", root, text=PRINTS)
    # Without a transcript of its own, Wave's events are Claude Code's, to the letter.
    expected = DENIED["wave" if (agent, agent_of_flag) == ("claude-code", "wave") else agent]
    assert hook(agent, "before", stdin, "--agent", agent_of_flag, cwd=root) == expected


def test_a_mark_that_has_gone(project: MakeProject, hook: Any) -> None:
    """An event that could be Claude Code's, but for its tool, is that of the agent named."""
    root = project({}, contracts=CONTRACTS)
    stdin = event_bytes("codex", "before", root, text=PRINTS).replace(b'"turn_id"', b'"turn"')
    assert hook("codex", "before", stdin, "--agent", "codex", cwd=root) == DENIED["codex"]


def test_cursor_is_told_by_its_own_names(project: MakeProject, hook: Any) -> None:
    """They tell that it is Cursor, without the version too."""
    root = project({}, contracts=CONTRACTS)
    stdin = event_bytes("cursor", "before", root, text=PRINTS).replace(
        b'"cursor_version"', b'"version"'
    )
    assert hook("cursor", "before", stdin, cwd=root) == DENIED["cursor"]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("agent", ["gemini-cli", "qwen-code"])
@pytest.mark.parametrize("original", [1.5, True, [], {}, ["x"]])
def test_an_original_that_is_no_text(
    project: MakeProject, hook: Any, agent: str, original: Any
) -> None:
    """What the file was is not known then; what it is now is checked."""
    root = project({}, contracts=CONTRACTS)
    write_files(root, {"a.py": "# TODO\n"})
    event = json.loads(event_bytes(agent, "after", root, text="# TODO\n"))
    event["tool_response"] = {"returnDisplay": {"originalContent": original}}
    after = json.dumps(event).encode()
    assert hook(agent, "after", after, cwd=root) == (0, TOLD_AFTER[agent], "")


def test_an_unknown_agent_lets_the_edit_go_on(run: Run) -> None:
    """The names are said; the edit goes on."""
    outcome = run("hook", "--agent", "hal", stdin=b"{}")
    message = json.loads(outcome.out)["systemMessage"]
    assert (outcome.code, outcome.err) == (0, "")
    assert message.startswith(f"{COULD_NOT}--agent: expected one of claude-code, codex, ")
    assert message.endswith(", not hal")


# Several files at once.

PATCHING = {
    "codex": lambda patch: ("apply_patch", {"command": patch}),
    "copilot-cli": lambda patch: ("apply_patch", patch),
    "vscode": lambda patch: ("apply_patch", {"input": patch}),
    "opencode": lambda patch: ("apply_patch", {"patchText": patch}),
    "cline": lambda patch: ("apply_patch", {"input": patch}),
    "droid": lambda patch: ("ApplyPatch", {"input": patch}),
    "droid, an object": lambda patch: ("ApplyPatch", {"input": json.dumps({"input": patch})}),
}


@pytest.mark.parametrize("agent", PATCHING)
def test_files_of_a_patch_are_checked_together(project: MakeProject, hook: Any, agent: str) -> None:
    """The files of a patch are checked together; each violation says where it is."""
    from tests.agent.events import SHAPES, adding_patch

    root = project({}, contracts={**CONTRACTS, "no-env.yaml": no_file(".env")})
    patch = adding_patch(("a.py", "x\n"), ("b/c.py", PRINTS), (".env", "K=1\n"))
    tool, agent = PATCHING[agent](patch), name_of(agent)
    event = SHAPES[agent]("before", tool, str(root))
    code, answer, err = hook(agent, "before", json.dumps(event).encode(), cwd=root)
    reason = f"{forbidden('.env')}\n{denial_sentence(path='b/c.py')}"
    assert (code, err) == (0, "")
    assert json.dumps(reason) in json.dumps(answer)
