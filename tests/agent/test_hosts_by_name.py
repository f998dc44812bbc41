"""What each agent makes of an answer: the rules that the running clients showed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaser_lint.agent.hook_process import ProcessResult
from phaser_lint.agent.host_answer import Reaction
from phaser_lint.agent.hosts_by_name import simulate_reaction

SPECIFIC = {"hookEventName": "PreToolUse"}
DENY = {
    "hookSpecificOutput": {
        **SPECIFIC, "permissionDecision": "deny", "permissionDecisionReason": "No.",
    }
}  # fmt: skip
OLD_DENY = {"decision": "block", "reason": "No."}
GEMINI_DENY = {"decision": "deny", "reason": "No."}
COPILOT_DENY = {"permissionDecision": "deny", "permissionDecisionReason": "No."}
CONTEXT = {"hookSpecificOutput": {**SPECIFIC, "additionalContext": "Look."}}
ALLOW = {"hookSpecificOutput": {**SPECIFIC, "permissionDecision": "allow"}}
ASK = {"hookSpecificOutput": {**SPECIFIC, "permissionDecision": "ask"}}
WRONG_EVENT = {"hookSpecificOutput": {**DENY["hookSpecificOutput"], "hookEventName": "Stop"}}
DENIED, PASSES, BLOCKED = ("deny", True), ("broken", False), ("broken", True)
SILENT, ANSWERS_FOR_MODELS = ("nothing", False), ("context", False)


def process_result(
    out: Any = "", code: int | None = 0, err: str = "", **fields: Any
) -> ProcessResult:
    text = out if isinstance(out, str) else json.dumps(out)
    return ProcessResult(code=code, out=text.encode(), err=err.encode(), **fields)


# (agent, standard output, exit code, standard error) to (kind, blocks).
BEFORE: list[tuple[str, Any, int, str, tuple[str, bool]]] = [
    ("claude-code", "", 0, "", SILENT),
    ("claude-code", {}, 0, "", SILENT),
    ("claude-code", "all is well", 0, "", SILENT),
    ("claude-code", {"systemMessage": "x"}, 0, "", SILENT),
    ("claude-code", {"permissionDecision": "deny"}, 0, "", SILENT),
    ("claude-code", CONTEXT, 0, "", ANSWERS_FOR_MODELS),
    ("claude-code", ALLOW, 0, "", ("allow", False)),
    ("claude-code", ASK, 0, "", ("ask", False)),
    ("claude-code", DENY, 0, "", DENIED),
    ("claude-code", OLD_DENY, 0, "", DENIED),
    ("claude-code", DENY, 3, "", DENIED),
    ("claude-code", DENY, 2, "other", DENIED),
    ("claude-code", "", 2, "No.", DENIED),
    ("claude-code", "", 2, "", DENIED),
    ("claude-code", ALLOW, 2, "No.", DENIED),
    ("claude-code", "", 1, "Traceback", PASSES),
    ("claude-code", "", 3, "", PASSES),
    ("claude-code", "", 127, "not found", PASSES),
    ("claude-code", '{"hookSpec', 0, "", PASSES),
    ("claude-code", WRONG_EVENT, 0, "", PASSES),
    ("codex", DENY, 0, "", DENIED),
    ("codex", OLD_DENY, 0, "", DENIED),
    ("codex", "", 2, "No.", DENIED),
    ("codex", "", 2, "", PASSES),
    ("codex", DENY, 3, "", PASSES),
    ("codex", {**DENY, "extra": 1}, 0, "", PASSES),
    ("codex", {"hookSpecificOutput": {**DENY["hookSpecificOutput"], "extra": 1}}, 0, "", PASSES),
    ("codex", ALLOW, 0, "", PASSES),
    ("codex", ASK, 0, "", PASSES),
    ("codex", {"decision": "block", "reason": ""}, 0, "", PASSES),
    ("codex", CONTEXT, 0, "", ANSWERS_FOR_MODELS),
    ("codex", "", 1, "", PASSES),
    ("gemini-cli", {}, 0, "", SILENT),
    ("gemini-cli", GEMINI_DENY, 0, "", DENIED),
    ("gemini-cli", OLD_DENY, 0, "", DENIED),
    ("gemini-cli", GEMINI_DENY, 1, "", DENIED),
    ("gemini-cli", GEMINI_DENY, 3, "", DENIED),
    ("gemini-cli", DENY, 0, "", SILENT),
    ("gemini-cli", DENY, 2, "", SILENT),
    ("gemini-cli", "", 2, "No.", DENIED),
    ("gemini-cli", "", 2, "", PASSES),
    ("gemini-cli", "", 1, "warning", PASSES),
    ("gemini-cli", "", 3, "No.", BLOCKED),
    ("gemini-cli", "", 127, "not found", BLOCKED),
    ("gemini-cli", "words", 0, "", SILENT),
    ("gemini-cli", CONTEXT, 0, "", SILENT),
    ("gemini-cli", {"decision": "ask"}, 0, "", ("ask", False)),
    ("qwen-code", DENY, 0, "", DENIED),
    ("qwen-code", GEMINI_DENY, 0, "", DENIED),
    ("qwen-code", "", 2, "No.", DENIED),
    ("qwen-code", "", 2, "", PASSES),
    ("qwen-code", DENY, 3, "", DENIED),
    ("qwen-code", "", 3, "", PASSES),
    ("copilot-cli", {}, 0, "", SILENT),
    ("copilot-cli", COPILOT_DENY, 0, "", DENIED),
    ("copilot-cli", DENY, 0, "", SILENT),
    ("copilot-cli", "", 2, "No.", DENIED),
    ("copilot-cli", COPILOT_DENY, 1, "", DENIED),
    ("copilot-cli", "", 1, "", BLOCKED),
    ("copilot-cli", "", 3, "", BLOCKED),
    ("copilot-cli", "", 127, "", BLOCKED),
    ("copilot-cli", {"additionalContext": "Look."}, 0, "", ANSWERS_FOR_MODELS),
    ("cline", {}, 0, "", SILENT),
    ("cline", {"cancel": True, "errorMessage": "No."}, 0, "", DENIED),
    ("cline", {"cancel": True, "errorMessage": "No."}, 1, "", DENIED),
    ("cline", {"cancel": False, "contextModification": "Look."}, 0, "", ANSWERS_FOR_MODELS),
    ("cline", DENY, 0, "", SILENT),
    ("cline", "", 2, "No.", PASSES),
    ("opencode", {}, 0, "", SILENT),
    ("opencode", {"deny": "No."}, 0, "", DENIED),
    ("opencode", {"context": "Look."}, 0, "", ANSWERS_FOR_MODELS),
    ("opencode", "Traceback", 0, "", PASSES),
    ("windsurf", "", 2, "No.", DENIED),
    ("windsurf", DENY, 0, "", SILENT),
    ("windsurf", "", 1, "", PASSES),
    ("wave", "", 2, "No.", DENIED),
    ("wave", "", 2, "", DENIED),
    ("wave", DENY, 0, "", SILENT),
    ("wave", "", 1, "Not checked.", SILENT),
    ("wave", "", 1, "Traceback (most recent call last):\nx", PASSES),
    ("wave", "", 127, "not found", PASSES),
    ("cursor", {"permission": "deny", "agent_message": "No."}, 0, "", DENIED),
    ("cursor", "", 2, "No.", DENIED),
    ("cursor", "", 1, "", PASSES),
    ("vscode", DENY, 0, "", DENIED),
    ("droid", DENY, 0, "", DENIED),
    ("droid", DENY, 1, "", DENIED),
    ("droid", DENY, 2, "other", DENIED),
    ("droid", WRONG_EVENT, 0, "", DENIED),
    ("droid", OLD_DENY, 0, "", SILENT),
    ("droid", "", 2, "No.", DENIED),
    ("droid", "", 2, "", DENIED),
    ("droid", CONTEXT, 0, "", SILENT),
    ("droid", ASK, 0, "", SILENT),
    ("droid", "words", 0, "", SILENT),
    ("droid", '{"hookSpec', 0, "", PASSES),
    ("droid", "", 1, "Traceback", PASSES),
    ("droid", "", 127, "not found", PASSES),
    ("kimi-code", DENY, 0, "", DENIED),
    ("kimi-code", DENY, 1, "", PASSES),
    ("kimi-code", WRONG_EVENT, 0, "", DENIED),
    ("kimi-code", OLD_DENY, 0, "", SILENT),
    ("kimi-code", "", 2, "No.", DENIED),
    ("kimi-code", "", 2, "", DENIED),
    ("kimi-code", CONTEXT, 0, "", SILENT),
    ("kimi-code", {}, 0, "", SILENT),
    ("kimi-code", '{"hookSpec', 0, "", PASSES),
    ("kimi-code", "", 127, "not found", PASSES),
    ("pi", {"deny": "No."}, 0, "", DENIED),
    ("pi", {"context": "Look."}, 0, "", SILENT),
    ("pi", {}, 0, "", SILENT),
    ("pi", "Traceback", 0, "", PASSES),
    ("kilo", {"deny": "No."}, 0, "", DENIED),
    ("vibe", "", 0, "", SILENT),
    ("vibe", {}, 0, "", SILENT),
    ("vibe", GEMINI_DENY, 0, "", DENIED),
    ("vibe", {"decision": "deny"}, 0, "", DENIED),
    ("vibe", GEMINI_DENY, 2, "", PASSES),
    ("vibe", OLD_DENY, 0, "", PASSES),
    ("vibe", DENY, 0, "", SILENT),
    ("vibe", "words", 0, "", PASSES),
    ("vibe", "", 2, "No.", PASSES),
    ("vibe", "", 127, "not found", PASSES),
    ("vibe", {"hook_specific_output": {"additional_context": "Look."}}, 0, "", SILENT),
    ("antigravity", "", 0, "", SILENT),
    ("antigravity", {}, 0, "", DENIED),
    ("antigravity", GEMINI_DENY, 0, "", DENIED),
    ("antigravity", {"decision": "allow"}, 0, "", ("allow", False)),
    ("antigravity", {"decision": "ask"}, 0, "", ("ask", False)),
    ("antigravity", DENY, 0, "", BLOCKED),
    ("antigravity", "words", 0, "", BLOCKED),
    ("antigravity", "", 1, "", BLOCKED),
    ("antigravity", "", 127, "not found", BLOCKED),
    ("kiro", {}, 0, "", SILENT),
    ("kiro", DENY, 0, "", SILENT),
    ("kiro", "", 2, "No.", DENIED),
    ("kiro", "No.", 2, "", PASSES),
    ("kiro", "", 1, "Not checked.", SILENT),
    ("kiro", "", 1, "Traceback (most recent call last):\nx", PASSES),
    ("kiro", "", 127, "not found", PASSES),
]  # fmt: skip


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(("agent", "out", "code", "err", "expected"), BEFORE)
def test_a_host_tells_whether_a_tool_is_refused(
    agent: str, out: Any, code: int, err: str, expected: tuple[str, bool]
) -> None:
    """The kind of the decision, and whether the tool is refused."""
    camel = agent in ("copilot-cli", "cursor")
    own_event = "preToolUse" if camel else "BeforeTool" if agent == "gemini-cli" else "PreToolUse"
    reaction = simulate_reaction(
        agent, "PreToolUse", process_result(out, code, err), own_event=own_event
    )
    assert (reaction.kind, reaction.blocks) == expected


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini-cli", "copilot-cli", "cline"])
def test_a_hook_out_of_time_goes_through(agent: str) -> None:
    """Goes through everywhere, whatever was printed before."""
    late_result = process_result(DENY, None, timed_out=True, seconds=5.0)
    expected = Reaction("broken", "it ran out of time after 5.0 s")
    assert simulate_reaction(agent, "PreToolUse", late_result) == expected


@pytest.mark.parametrize(
    ("agent", "event", "own_event", "out", "code", "err", "expected"),
    [
        ("claude-code", "Stop", "Stop", OLD_DENY, 0, "", Reaction("deny", "No.", True)),
        ("claude-code", "Stop", "Stop", "", 2, "Why.", Reaction("deny", "Why.", True)),
        ("claude-code", "PostToolUse", "PostToolUse", OLD_DENY, 0, "", Reaction("context", "No.")),
        ("claude-code", "PostToolUse", "PostToolUse", "", 2, "Why.", Reaction("context", "Why.")),
        ("claude-code", "UserPromptSubmit", "", "Words", 0, "", Reaction("context", "Words")),
        ("gemini-cli", "Stop", "AfterAgent", GEMINI_DENY, 0, "", Reaction("deny", "No.", True)),
        ("gemini-cli", "PostToolUse", "AfterTool", {"hookSpecificOutput": {
            "hookEventName": "AfterTool", "additionalContext": "Look."}}, 0, "",
         Reaction("context", "Look.")),
        ("copilot-cli", "Stop", "agentStop", OLD_DENY, 0, "", Reaction("deny", "No.", True)),
        ("wave", "Stop", "Stop", OLD_DENY, 0, "", Reaction("nothing")),
        ("wave", "Stop", "Stop", "", 2, "Why.", Reaction("deny", "Why.", True)),
        ("wave", "PostToolUse", "PostToolUse", "", 2, "Why.", Reaction("context", "Why.")),
        ("wave", "UserPromptSubmit", "", "", 2, "Why.", Reaction("deny", "Why.", True)),
        ("wave", "UserPromptSubmit", "", "{}", 0, "", Reaction("context", "{}")),
        ("wave", "SessionStart", "", "{}", 0, "", Reaction("nothing")),
        ("wave", "SessionStart", "", CONTEXT, 0, "", Reaction("context", "Look.")),
        ("wave", "SessionStart", "", "Look.", 0, "", Reaction("context", "Look.")),
        ("wave", "PreToolUse", "PreToolUse", "", 1, "Not checked.",
         Reaction("nothing", user="Not checked.")),
        ("copilot-cli", "PreToolUse", "PreToolUse", DENY, 0, "", Reaction("deny", "No.", True)),
        ("copilot-cli", "PreToolUse", "preToolUse", COPILOT_DENY, 3, "",
         Reaction("deny", "", True)),
        ("droid", "Stop", "Stop", OLD_DENY, 0, "", Reaction("deny", "No.", True)),
        ("droid", "PostToolUse", "PostToolUse", "", 2, "Why.", Reaction("context", "Why.")),
        ("kimi-code", "Stop", "Stop", DENY, 0, "", Reaction("deny", "No.", True)),
        ("kimi-code", "Stop", "Stop", OLD_DENY, 0, "", Reaction("nothing")),
        ("kimi-code", "PostToolUse", "PostToolUse", "", 2, "Why.", Reaction("nothing")),
        ("pi", "Stop", "", {"block": "No."}, 0, "", Reaction("deny", "No.", True)),
        ("pi", "PostToolUse", "", {"context": "Look."}, 0, "", Reaction("context", "Look.")),
        ("vibe", "Stop", "post_agent", GEMINI_DENY, 0, "", Reaction("deny", "No.", True)),
        ("vibe", "PostToolUse", "post_tool", GEMINI_DENY, 0, "", Reaction("context", "No.")),
        ("vibe", "PostToolUse", "post_tool",
         {"hook_specific_output": {"additional_context": "Look."}, "system_message": "To you."},
         0, "", Reaction("context", "Look.", user="To you.")),
        ("antigravity", "Stop", "Stop", {"decision": "continue", "reason": "No."}, 0, "",
         Reaction("deny", "No.", True)),
        ("antigravity", "Stop", "Stop", {}, 0, "", Reaction("nothing")),
        ("kiro", "PostToolUse", "PostToolUse", "", 2, "Why.",
         Reaction("broken", "exit code 2: Why.")),
        ("codex", "PreToolUse", "", DENY, 2, "Why.", Reaction("deny", "Why.", True)),
        ("claude-code", "PreToolUse", "", {**DENY, "systemMessage": "To you."}, 0, "",
         Reaction("deny", "No.", True, "To you.")),
    ],
)  # fmt: skip
def test_an_answer_is_read_as_the_agent_takes_it(
    agent: str, event: str, own_event: str, out: Any, code: int, err: str, expected: Reaction
) -> None:
    """Other events, and which of two texts counts."""
    assert (
        simulate_reaction(agent, event, process_result(out, code, err), own_event=own_event)
        == expected
    )


def test_what_is_reported_of_a_failure() -> None:
    """The last line of what it said, or why it did not start."""
    crashed = process_result("", 1, "Traceback …\nModuleNotFoundError: No module named 'x'\n")
    message = "exit code 1: ModuleNotFoundError: No module named 'x'"
    assert simulate_reaction("claude-code", "PreToolUse", crashed) == Reaction("broken", message)
    unstarted = process_result("", None, problem="nope: No such file or directory")
    message = "exit code 127: nope: No such file or directory"
    assert simulate_reaction("claude-code", "PreToolUse", unstarted) == Reaction("broken", message)
