"""Context on links in the hook, ``augment`` and ``explain``: who gets what, and who nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.opencode.context_plugin import parse_plugin_flags
from phaser_lint.report.context import providers
from phaser_lint.report.context.context_block import NOTE
from tests.command.made import contract, event
from tests.report.context.stand_in import install_stand_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CONTRACTS = {"a.yaml": contract(tags=["logging"]), "b.yaml": contract("timeouts", file_glob="/b.c")}
SECTION = (
    "## [[no-print]]\n\n"
    "Contract no-print (error): forbid_pattern in *.py\n"
    "Use the logger.\n"
    "Tags: logging"
)
BLOCK = (
    "<!-- Knowledge Graph Context (auto-injected by phaser-lint) -->\n"
    f"{NOTE}\n\n{SECTION}\n"
    "<!-- End Knowledge Graph Context -->"
)
LINK = "mind [[no-print]]"


def prompt_event(root: Path, text: Any) -> bytes:
    return json.dumps(
        {"hook_event_name": "UserPromptSubmit", "cwd": str(root), "prompt": text}
    ).encode()


def context_answer(name: str, text: str = BLOCK, **keys: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": name, "additionalContext": text, **keys}}


def answer_of(run: Run, stdin: bytes, *arguments: str, cwd: Path, **env: str) -> Any:
    outcome = run(*arguments, stdin=stdin, cwd=cwd, env=env)
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


HOOK = ("hook", "--augment")
both_commands = pytest.mark.parametrize(
    "command", [HOOK, ("augment", "--agent", "claude-code")], ids=["hook", "augment"]
)


@both_commands
def test_every_contract_file_counts_at_the_first_event(
    project: MakeProject, run: Run, command: tuple[str, ...]
) -> None:
    """Nothing is stored yet: all contract files are read, not only the first one."""
    files = {f"{name}.yaml": contract(f"rule-{name}") for name in "abcdef"}
    root = project({}, contracts=files)
    links = " ".join(f"[[rule-{name}]]" for name in "abcdef")
    answer = answer_of(run, prompt_event(root, links), *command, cwd=root)
    context = answer["hookSpecificOutput"]["additionalContext"]
    assert [name for name in "abcdef" if f"## [[rule-{name}]]" in context] == [*"abcdef"]


# (event name, tool, arguments or prompt)
SILENT = {
    "no link": ("UserPromptSubmit", "", "hello [no-print]"),
    "a name that nobody knows": ("UserPromptSubmit", "", "[[nothing]]"),
    "a path": ("UserPromptSubmit", "", "[[../../etc/passwd]] [[/etc/passwd]] [[docs/*]]"),
    "a pattern": ("UserPromptSubmit", "", "[[.*]] [[(a+)+$]] [[no-prin.]]"),
    "line ends": ("UserPromptSubmit", "", "[[no-\nprint]]"),
    "no text": ("UserPromptSubmit", "", None),
    "a shell test": ("PreToolUse", "Bash", {"command": '[[ -f "$x" ]]'}),
    "arrays": ("PreToolUse", "mcp__x__y", {"rows": [[1, 2], [3]], "none": None}),
    "no arguments": ("PreToolUse", "X", {}),
    "after the call": ("PostToolUse", "Bash", {"command": LINK}),
    "another event": ("SessionStart", "", LINK),
}


@both_commands
@pytest.mark.parametrize("row", SILENT.values(), ids=SILENT)
def test_without_a_known_link_there_is_no_context(
    project: MakeProject, run: Run, row: tuple[str, str, Any], command: tuple[str, ...]
) -> None:
    """Nothing is named, or nothing that anybody knows."""
    root = project({}, contracts=CONTRACTS)
    name, tool, input_or_prompt = row
    fields = (
        {"tool_name": tool, "tool_input": input_or_prompt} if tool else {"prompt": input_or_prompt}
    )
    stdin = json.dumps({"hook_event_name": name, "cwd": str(root), **fields}).encode()
    assert answer_of(run, stdin, *command, cwd=root) == {}


@both_commands
def test_without_contracts_no_page_is_read(
    project: MakeProject, run: Run, command: tuple[str, ...]
) -> None:
    """Not even a page is read; without the flag the hook does not know links at all."""
    root = project({"a.md": "[[no-print]]"})
    (root / ".claude/contracts").mkdir(parents=True)
    assert answer_of(run, prompt_event(root, LINK), *command, cwd=root) == {}
    with_contracts = project({}, contracts=CONTRACTS)
    assert answer_of(run, prompt_event(with_contracts, LINK), "hook", cwd=with_contracts) == {}


@both_commands
def test_prompts_and_tool_calls(project: MakeProject, run: Run, command: tuple[str, ...]) -> None:
    """On the agent's own channel; what is written or run is not touched."""
    root = project({}, contracts=CONTRACTS)
    assert answer_of(run, prompt_event(root, LINK), *command, cwd=root) == context_answer(
        "UserPromptSubmit"
    )
    for tool, fields in (
        ("Write", {"file_path": root / "a.md", "content": LINK}),
        ("Bash", {"command": f"echo '{LINK}'"}),
        ("WebSearch", {"query": LINK}),
        ("mcp__x__y", {"options": {"parts": [1, [LINK]]}}),
    ):
        stdin = event(tool, cwd=root, **fields)
        assert answer_of(run, stdin, *command, cwd=root) == context_answer("PreToolUse")


@both_commands
@pytest.mark.parametrize("tool", ["Task", "Agent"])
def test_a_prompt_for_a_subagent(
    project: MakeProject, run: Run, command: tuple[str, ...], tool: str
) -> None:
    """Its model does not see the channel: the prompt holds the context, all else stays."""
    root = project({}, contracts=CONTRACTS)
    stdin = event(tool, cwd=root, description=LINK, prompt=LINK, n=1)
    changed_input = {"description": LINK, "prompt": f"{BLOCK}\n\n{LINK}", "n": 1}
    assert answer_of(run, stdin, *command, cwd=root) == context_answer(
        "PreToolUse", updatedInput=changed_input
    )


def test_context_stands_beside_a_denial(project: MakeProject, run: Run) -> None:
    """A denial stays a denial, and other context comes first."""
    root = project({"b.py": "print(0)\n"}, contracts=CONTRACTS)
    bad = event(cwd=root, file_path=root / "a.py", content="# [[no-print]]\nprint(1)\n")
    denied = answer_of(run, bad, "hook", cwd=root)["hookSpecificOutput"]
    assert denied["permissionDecision"] == "deny"
    expected = {"hookSpecificOutput": {**denied, "additionalContext": BLOCK}}
    # In another session, where the denial has not been said yet.
    assert answer_of(run, bad.replace(b"abc123", b"another"), *HOOK, cwd=root) == expected
    existing = event(cwd=root, file_path=root / "b.py", content="# [[no-print]]\nprint(0)\n")
    debt = "1 existing violation in b.py is not counted."
    assert answer_of(run, existing, *HOOK, cwd=root) == context_answer(
        "PreToolUse", f"{debt}\n\n{BLOCK}"
    )


def test_a_failure_is_not_the_edits(
    project: MakeProject, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug while context is looked up costs the context, not the denial."""

    def fail(*_: object, **__: object) -> str:
        raise RuntimeError("no pages")

    monkeypatch.setattr(providers, "render_context", fail)
    root = project({}, contracts=CONTRACTS)
    bad = event(cwd=root, file_path=root / "a.py", content="# [[no-print]]\nprint(1)\n")
    answer = answer_of(run, bad, *HOOK, cwd=root)
    assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert answer["systemMessage"] == "phaser-lint could not add context: RuntimeError: no pages"


def test_the_project_of_the_touched_file_counts(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """That of the touched file, else the agent's; a folder below the root is in it."""
    root, other_project = project({"src/a": ""}, contracts=CONTRACTS), project({})
    stdin = event("Write", cwd=other_project, file_path=root / "src/b.md", content=LINK)
    assert answer_of(run, stdin, *HOOK, cwd=tmp_path) == context_answer("PreToolUse")
    stdin = event("Write", cwd=root / "src", file_path=tmp_path / "b.md", content=LINK)
    assert answer_of(run, stdin, *HOOK, cwd=tmp_path) == context_answer("PreToolUse")
    env = {"CLAUDE_PROJECT_DIR": str(root)}
    answer = answer_of(run, prompt_event(other_project, LINK), *HOOK, cwd=tmp_path, **env)
    assert answer == context_answer("UserPromptSubmit")


def test_maenifold_is_asked_where_it_is_installed(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """Where it is installed it is asked, with contracts or without; an invalid root is silent."""
    install_stand_in(tmp_path / "m")
    root, without_contracts = project({}, contracts=CONTRACTS), project({})
    env = {"MAENIFOLD_ROOT": str(tmp_path / "m")}
    merged_context = BLOCK.replace(SECTION, f"{SECTION}\n\n# About no-print")
    assert answer_of(run, prompt_event(root, LINK), *HOOK, cwd=root, **env) == context_answer(
        "UserPromptSubmit", merged_context
    )
    maenifold_context = BLOCK.replace(SECTION, "## [[no-print]]\n\n# About no-print")
    assert answer_of(
        run, prompt_event(without_contracts, LINK), *HOOK, cwd=without_contracts, **env
    ) == context_answer("UserPromptSubmit", maenifold_context)
    env = {"MAENIFOLD_ROOT": str(tmp_path / "none")}
    assert (
        answer_of(run, prompt_event(without_contracts, LINK), *HOOK, cwd=without_contracts, **env)
        == {}
    )


def test_arguments_are_changed_only_where_they_are_named(project: MakeProject, run: Run) -> None:
    """Other arguments only where they are named, another property only where it is."""
    root = project({}, contracts=CONTRACTS)
    stdin = event("Bash", cwd=root, command=LINK)
    command = ("augment", "--fields", "content, command")
    changed_input = {"command": f"{BLOCK}\n\n{LINK}"}
    assert answer_of(run, stdin, *command, cwd=root) == context_answer(
        "PreToolUse", updatedInput=changed_input
    )
    command = ("augment", "--fields", "content", "--property", "_maenifold_context")
    changed_input = {"command": LINK, "_maenifold_context": BLOCK}
    assert answer_of(run, stdin, *command, cwd=root) == context_answer(
        "PreToolUse", updatedInput=changed_input
    )


# (agent, event as the agent sends it, the answer: nothing, or context)
CALL = {"tool_name": "x", "tool_input": {"query": LINK}}
OTHER_AGENTS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "gemini-cli before a call": ("gemini-cli", {"hook_event_name": "BeforeTool", **CALL}, {}),
    "gemini-cli at the end": ("gemini-cli", {"hook_event_name": "AfterAgent", "prompt": LINK}, {}),
    "qwen-code before a call": ("qwen-code", {"hook_event_name": "PreToolUse", **CALL}, {}),
    "qwen-code again": ("qwen-code", {"hook_event_name": "UserPromptSubmit", "prompt": ""}, {}),
    "copilot-cli after a call": (
        "copilot-cli",
        {"toolName": "x", "toolArgs": {"query": LINK}, "toolResult": {}},
        {},
    ),
    "copilot-cli at the end": ("copilot-cli", {"stopReason": "end_turn", "prompt_": LINK}, {}),
    "vscode after a call": (
        "vscode",
        {"hookEventName": "PostToolUse", "hook_event_name": "PostToolUse", **CALL},
        {},
    ),
    "vscode, a prompt": ("vscode", {"hook_event_name": "UserPromptSubmit", "prompt": LINK}, {}),
    "codex, a prompt": (
        "codex",
        {"hook_event_name": "UserPromptSubmit", "prompt": LINK},
        context_answer("UserPromptSubmit"),
    ),
    "codex, a call": (
        "codex",
        {"hook_event_name": "PreToolUse", **CALL},
        context_answer("PreToolUse"),
    ),
    "gemini-cli, a prompt": (
        "gemini-cli",
        {"hook_event_name": "BeforeAgent", "prompt": LINK},
        context_answer("BeforeAgent"),
    ),
    "gemini-cli, a call": (
        "gemini-cli",
        {"hook_event_name": "AfterTool", **CALL},
        context_answer("AfterTool"),
    ),
    "qwen-code, a prompt": (
        "qwen-code",
        {"hook_event_name": "UserPromptSubmit", "submitted_prompt": LINK, "prompt": LINK},
        context_answer("UserPromptSubmit"),
    ),
    "qwen-code, a call": (
        "qwen-code",
        {"hook_event_name": "PostToolUse", "tool_call_id": "1", **CALL},
        context_answer("PostToolUse"),
    ),
    "copilot-cli, a prompt": (
        "copilot-cli",
        {"sessionId": "1", "prompt": LINK},
        {"additionalContext": BLOCK},
    ),
    "copilot-cli, a call": (
        "copilot-cli",
        {"toolName": "x", "toolArgs": {"query": LINK}},
        {"additionalContext": BLOCK},
    ),
    "copilot-cli, a call under Claude Code's name": (
        "copilot-cli",
        {"hook_event_name": "PreToolUse", "timestamp": "0", **CALL},
        {"additionalContext": BLOCK},
    ),
    "vscode, a call": (
        "vscode",
        {"hook_event_name": "PreToolUse", "timestamp": "0", "tool_use_id": "1", **CALL},
        context_answer("PreToolUse"),
    ),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("command", [("hook", "--augment", "--agent"), ("augment", "--agent")])
@pytest.mark.parametrize("row", OTHER_AGENTS.values(), ids=OTHER_AGENTS)
def test_each_agent_gets_context_in_its_own_form(
    project: MakeProject, run: Run, row: tuple[str, Any, Any], command: tuple[str, ...]
) -> None:
    """Each in its own shape, and only where its model reads it."""
    root = project({}, contracts=CONTRACTS)
    agent, payload, expected = row
    stdin = json.dumps({"cwd": str(root), **payload}).encode()
    assert answer_of(run, stdin, *command, agent, cwd=root) == expected


def test_no_input_is_changed_after_the_call(project: MakeProject, run: Run) -> None:
    """There is nothing left to change; before it there is."""
    root = project({}, contracts=CONTRACTS)
    fields = ("--fields", "query")
    for agent, name, keys in (
        ("qwen-code", "PostToolUse", {}),
        ("codex", "PreToolUse", {"updatedInput": {"query": f"{BLOCK}\n\n{LINK}"}}),
    ):
        stdin = json.dumps({"cwd": str(root), "hook_event_name": name, **CALL}).encode()
        answer = answer_of(run, stdin, "augment", "--agent", agent, *fields, cwd=root)
        assert answer == context_answer(name, **keys)


# What OpenCode's plugin sends, and what it is answered.
OPENCODE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "no link": ({"event": "chat.message", "text": "[no-print]"}, {}),
    "a prompt": ({"event": "chat.message", "text": LINK}, {"context": BLOCK}),
    "a file": ({"event": "tool.execute.before", "args": {"content": LINK}}, {}),
    "a command": ({"event": "tool.execute.before", "args": {"command": LINK}}, {}),
    "nested": (
        {"event": "tool.execute.before", "args": {"o": {"query": LINK, "n": 1}, "p": "x"}},
        {"args": {"o": {"query": f"{BLOCK}\n\n{LINK}", "n": 1}}},
    ),
    "in a list": (
        {"event": "tool.execute.before", "args": {"parts": [LINK, "x"]}},
        {"args": {"parts": [f"{BLOCK}\n\n{LINK}", "x"]}},
    ),
    "prose": (
        {"event": "tool.execute.before", "args": {"url": "x", "prompt": LINK}},
        {"args": {"prompt": f"{BLOCK}\n\n{LINK}"}},
    ),
    "no arguments": ({"event": "tool.execute.before", "args": LINK}, {}),
}


@pytest.mark.parametrize("row", OPENCODE.values(), ids=OPENCODE)
def test_opencode_gets_only_changed_arguments_back(
    project: MakeProject, run: Run, row: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    """A prompt gets its context apart; of arguments only those that changed come back."""
    root = project({}, contracts=CONTRACTS)
    payload, expected = row
    stdin = json.dumps({**payload, "directory": str(root)}).encode()
    assert answer_of(run, stdin, "augment", "--agent", "opencode", cwd=root) == expected


def test_a_failure_of_maenifold_is_for_the_log(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """The plugin logs what stands on standard error; the call goes on as it was."""
    install_stand_in(tmp_path / "m")
    env = {"MAENIFOLD_ROOT": str(tmp_path / "m")}
    payload = {"event": "tool.execute.before", "args": {"prompt": "[[failing]]"}}
    expected_error = "phaser-lint: maenifold gave no context on [[failing]]: it ended with 3\n"
    root = project({})
    outcome = run(
        "augment", "--agent", "opencode", stdin=json.dumps(payload).encode(), cwd=root, env=env
    )
    assert outcome == (0, "{}\n", expected_error)
    prompt_event = {
        "hook_event_name": "UserPromptSubmit",
        "prompt": "[[failing]]",
        "cwd": str(root),
    }
    outcome = run("hook", "--augment", stdin=json.dumps(prompt_event).encode(), cwd=root, env=env)
    assert outcome == (0, "{}\n", expected_error)


def test_the_plugin_asks_for_what_augment_answers(project: MakeProject, run: Run) -> None:
    """It is printed, and asks for what ``augment`` answers."""
    outcome = run("augment", "--agent", "opencode", "--plugin", cwd=project({}))
    assert (outcome.code, outcome.err) == (0, "")
    assert 'const ARGUMENTS = ["augment", "--agent", "opencode"]' in outcome.out
    assert '"tool.execute.before": async (input, output)' in outcome.out


@pytest.mark.parametrize("flags", [
    ("--fields", "note,body"), ("--property", "_context"), ("--fields", "a b", "--property", "$x"),
])  # fmt: skip
def test_the_plugin_hands_flags_on(project: MakeProject, run: Run, flags: tuple[str, ...]) -> None:
    """To the program that it starts; without an agent it is OpenCode's all the same."""
    outcome = run("augment", *flags, "--plugin", cwd=project({}))
    assert (outcome.code, outcome.err) == (0, "")
    words = json.dumps(["augment", "--agent", "opencode", *flags])
    assert f"const ARGUMENTS = {words}\n" in outcome.out
    assert parse_plugin_flags(outcome.out) == flags


@pytest.mark.parametrize(("flags", "expected_error"), [
    (("--frobnicate",), "unrecognized arguments: --frobnicate"),
    (("--agent", "codex"), "--plugin: expected --agent opencode, not codex"),
    (("--fields",), "argument --fields: expected one argument"),
    (("--fields", " , "), "--fields: expected names of arguments, separated by commas"),
    (("--property", ""), "--property: expected the name of an argument"),
    (("extra",), "unrecognized arguments: extra"),
])  # fmt: skip
def test_a_plugin_that_is_refused(
    project: MakeProject, run: Run, flags: tuple[str, ...], expected_error: str
) -> None:
    """Nobody's prompt waits for it, so a wrong flag is an error, and nothing is printed."""
    outcome = run("augment", *flags, "--plugin", cwd=project({}))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {expected_error}")


BROKEN_INPUTS = {
    "no JSON": (b"{ [[a]]", (), "standard input: expected a hook event as JSON"),
    "another value": (b'["[[a]]"]', (), None),
    "nothing": (b"", ("--fields", "x"), "standard input: expected a hook event as JSON"),
    "a wrong flag": (b"[[a]]", ("--frobnicate",), "unrecognized arguments: --frobnicate"),
    "a wrong agent": (b"[[a]]", ("--agent", "x"), "argument --agent: invalid choice: 'x'"),
    "too large": (
        b'"[[' + b"a" * (64 * 1024 * 1024),
        (),
        "standard input: expected a hook event of",
    ),
}


@pytest.mark.parametrize("row", BROKEN_INPUTS.values(), ids=BROKEN_INPUTS)
def test_broken_input_never_blocks_a_prompt(
    project: MakeProject, run: Run, row: tuple[bytes, tuple[str, ...], str | None]
) -> None:
    """Exit code 0, since any other blocks a prompt, and a word to the user."""
    stdin, flags, expected_reason = row
    answer = answer_of(run, stdin, "augment", *(flags or ("--agent", "codex")), cwd=project({}))
    expected = f"phaser-lint could not add context: {expected_reason}"
    assert answer.get("systemMessage", "").startswith(expected) if expected_reason else answer == {}


def test_ten_thousand_links_and_half_a_character(project: MakeProject, run: Run) -> None:
    """Bounded, and what is no text in UTF-8 is no bug."""
    root = project({}, contracts=CONTRACTS)
    links = " ".join(f"[[n{number}]]" for number in range(10_000))
    answer = answer_of(run, prompt_event(root, f"{LINK} {links}"), *HOOK, cwd=root)
    section = f"{SECTION}\n\n---\n\n… and 9991 more names, not looked up"
    assert answer == context_answer("UserPromptSubmit", BLOCK.replace(SECTION, section))
    assert answer_of(run, prompt_event(root, "[[\ud800]] [[a\ud800]]"), *HOOK, cwd=root) == {}


# explain


SHOWN = SECTION.replace("## [[no-print]]", "no-print")


def test_explain_prints_what_an_agent_is_given(project: MakeProject, run: Run) -> None:
    """In any spelling, with or without brackets; only the heading is no link."""
    root = project({"docs/a.md": "Mind [[timeouts]].\n"}, contracts=CONTRACTS)
    assert run("explain", "no-print", cwd=root) == (0, f"{SHOWN}\n", "")
    page = (
        "timeouts\n\nContract timeouts (error): forbid_pattern in /b.c\nUse the logger.\n\n"
        "Page docs/a.md, line 1:\n> Mind [[timeouts]]."
    )
    tagged = SHOWN.replace("no-print\n", "Logging\n", 1)
    outcome = run("explain", "[[timeouts]]", "Logging", cwd=root)
    assert outcome == (0, f"{page}\n\n---\n\n{tagged}\n", "")


def test_explain_what_nobody_knows(project: MakeProject, run: Run) -> None:
    """Exit code 1, with near names; what is known is still printed."""
    root = project({}, contracts=CONTRACTS)
    lead = "phaser-lint: no contract, tag or page is called"
    outcome = run("explain", "no-prints", "zzz", "no-print", "\x1b[31m", cwd=root)
    assert outcome == (
        1,
        f"{SHOWN}\n",
        f"{lead} no-prints; did you mean no-print?\n{lead} zzz\n{lead} \\x1b[31m\n",
    )


def test_explain_follows_links_to_a_depth(project: MakeProject, run: Run) -> None:
    """Related contracts of related ones, or none."""
    chain = {
        f"{name}.yaml": contract(name, file_glob=f"/{name}", message=f"See [[{linked_name}]].")
        for name, linked_name in (("a", "b"), ("b", "c"), ("c", "a"), ("d", "c"))
    }
    root = project({}, contracts=chain)
    counts = [
        run("explain", "a", "--depth", depth, cwd=root).out.count("Related: ")
        for depth in ("0", "1", "2")
    ]
    assert counts == [0, 2, 3]


def test_explain_exits_with_2_beside_an_invalid_contract(project: MakeProject, run: Run) -> None:
    """An invalid contract may be the one that was asked for: exit code 2."""
    root = project({}, contracts={**CONTRACTS, "c.yaml": "rule_id: c\n"})
    outcome = run("explain", "no-print", cwd=root)
    assert (outcome.code, outcome.out) == (2, f"{SHOWN}\n")
    assert ".claude/contracts/c.yaml:1: type: missing; expected" in outcome.err
    for arguments in ((), (" ",), ("a", "--depth", "9"), ("a", "--root", "none")):
        outcome = run("explain", *arguments, cwd=root)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("phaser-lint: ")
