"""What an agent makes of a hook's answer: its own rules for exit codes, streams and JSON.

    decision_of("claude-code", "PreToolUse", result)   Decision("deny", "no-print at line 1 …")

The same answer means another thing elsewhere: Claude Code's denial passes in Gemini CLI, exit code
1 passes in Claude Code and blocks in Copilot. The rules of Claude Code, Codex, Gemini CLI, Copilot
CLI, Qwen Code, Cline and Wave were seen in the running clients, those of the others are from
documents.
"""

from __future__ import annotations

from phaser_lint.host.answers import (
    NOTHING,
    Answer,
    Decision,
    in_claude_form,
    object_of,
    own_decision,
    text_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaser_lint.host.answers import Kind
    from phaser_lint.host.process import Result

_BLOCKED = 2
_CODEX_KEYS = frozenset(
    ("continue", "decision", "hookSpecificOutput", "reason", "stopReason", "suppressOutput",
     "systemMessage")
)  # fmt: skip
_CODEX_SPECIFIC_KEYS = frozenset(
    ("additionalContext", "hookEventName", "permissionDecision", "permissionDecisionReason",
     "updatedInput")
)  # fmt: skip


def decision_of(agent: str, event: str, result: Result, *, own_event: str = "") -> Decision:
    """Return what *agent* makes of *result*.

    *event* is ``PreToolUse``, ``PostToolUse`` or ``Stop``, whatever the agent itself calls it
    (*own_event*, as its settings say).
    """
    reader = _READERS.get(agent, _claude)
    if result.timed_out:
        return Decision("broken", f"it ran out of time after {result.seconds:.1f} s")
    return reader(Answer(event, own_event or event, result))


def _claude(answer: Answer) -> Decision:
    found = in_claude_form(answer) if answer.json is not None else NOTHING
    if answer.code == _BLOCKED:
        if found.blocks:
            return found
        if answer.event == "PostToolUse":
            return Decision("context", answer.err)
        return Decision("deny", answer.err or "No stderr output", blocks=True)
    if answer.json is not None:
        return found
    if answer.code:
        return answer.failure()
    if answer.is_object:
        return answer.no_json()
    shown = answer.event in ("UserPromptSubmit", "SessionStart")
    return Decision("context", answer.out) if shown and answer.out else NOTHING


def _codex(answer: Answer) -> Decision:
    if answer.code == _BLOCKED:
        # Without a reason on standard error it counts as failed, and the call goes through.
        if not answer.err:
            return Decision("broken", "exit code 2 without a reason on standard error")
        blocks = answer.event != "PostToolUse"
        return Decision("deny" if blocks else "context", answer.err, blocks)
    if answer.code:
        return answer.failure()
    if answer.json is None:
        return answer.no_json() if answer.is_object else NOTHING
    specific = answer.json.get("hookSpecificOutput")
    unknown = sorted({*answer.json} - _CODEX_KEYS)
    if isinstance(specific, dict):
        unknown += sorted({*specific} - _CODEX_SPECIFIC_KEYS)
    if unknown:
        return Decision("broken", f"Codex refuses an answer with {unknown[0]}")
    found = in_claude_form(answer)
    unsupported = found.kind == "ask" or (
        found.kind == "allow" and not (isinstance(specific, dict) and "updatedInput" in specific)
    )
    if unsupported:
        return Decision("broken", f"Codex does not support {found.kind}", user=found.user)
    if found.blocks and not found.text:
        return Decision("broken", "Codex refuses a denial without a reason", user=found.user)
    return found


def _qwen(answer: Answer) -> Decision:
    own = own_decision(answer, {"decision": "", **(answer.json or {})})
    if own is not None:
        return own
    if answer.code == _BLOCKED and not answer.err and answer.json is None:
        return answer.failure()
    return _claude(answer)


def _gemini(answer: Answer) -> Decision:
    # Its answer may stand on standard error where standard output is empty.
    given = answer.json if answer.out else object_of(answer.err)
    if given is not None:
        own = own_decision(answer, given)
        if own is not None:
            return own
        user = text_of(given.get("systemMessage"))
        specific = given.get("hookSpecificOutput")
        context = text_of(specific.get("additionalContext")) if isinstance(specific, dict) else ""
        # Context before a tool reaches nobody.
        heard = context and answer.event != "PreToolUse"
        return Decision("context" if heard else "nothing", context if heard else "", user=user)
    if answer.code == 0:
        return answer.no_json() if answer.is_object else Decision("nothing", user=answer.out)
    if answer.code == _BLOCKED and answer.err:
        blocks = answer.event != "PostToolUse"
        return Decision("deny" if blocks else "context", answer.err, blocks)
    return answer.failure(blocks=answer.code not in (1, _BLOCKED))


def _copilot(answer: Answer) -> Decision:
    given = answer.json or {}
    if answer.own_event[:1].isupper():
        found = in_claude_form(answer) if given else NOTHING
    else:
        found = _at_top_level(answer, given)
    if found.blocks:
        # "hook errored" is all the model reads then.
        return found._replace(text="") if answer.code not in (0, _BLOCKED) else found
    if answer.code == _BLOCKED and answer.event != "PreToolUse":
        return answer.failure()
    if answer.code == _BLOCKED:
        return Decision("deny", "hook exited with code 2", blocks=True)
    if answer.code:
        return answer.failure(blocks=answer.event == "PreToolUse")
    if answer.is_object and answer.json is None:
        return answer.no_json()
    context = text_of(given.get("additionalContext"))
    return Decision("context", context) if context and found.kind == "nothing" else found


def _at_top_level(answer: Answer, given: Mapping[str, Any]) -> Decision:
    reason = text_of(given.get("permissionDecisionReason")) or text_of(given.get("reason"))
    decision = given.get("permissionDecision")
    if answer.event == "PreToolUse":
        if decision == "deny":
            return Decision("deny", reason, blocks=True)
        kinds: dict[Any, Kind] = {"ask": "ask", "allow": "allow"}
        return Decision(kinds[decision], reason) if decision in kinds else NOTHING
    if given.get("decision") != "block":
        return NOTHING
    stops = answer.event == "Stop"
    return Decision("deny" if stops else "context", reason, stops)


def _cline(answer: Answer) -> Decision:
    # The exit code does not count.
    if answer.json is None:
        return answer.failure() if answer.code else NOTHING
    if answer.json.get("cancel") is True:
        return Decision("deny", text_of(answer.json.get("errorMessage")), blocks=True)
    context = text_of(answer.json.get("contextModification"))
    context = context or text_of(answer.json.get("errorMessage"))
    return Decision("context", context) if context else NOTHING


def _cursor(answer: Answer) -> Decision:
    given = answer.json or {}
    if answer.own_event[:1].isupper():
        return _claude(answer)
    if given.get("permission") == "deny":
        return Decision("deny", text_of(given.get("agent_message")), blocks=True)
    if answer.code == _BLOCKED:
        return Decision("deny", answer.err, blocks=True)
    if answer.code:
        return answer.failure()
    if answer.is_object and answer.json is None:
        return answer.no_json()
    if given.get("permission") in ("allow", "ask"):
        kind: Kind = "allow" if given["permission"] == "allow" else "ask"
        return Decision(kind, text_of(given.get("agent_message")))
    if given.get("followup_message"):
        return Decision("deny", text_of(given["followup_message"]), blocks=True)
    context = text_of(given.get("additional_context"))
    return Decision("context", context) if context else NOTHING


def _opencode(answer: Answer) -> Decision:
    """What the plugin makes of it."""
    if answer.code or (answer.out and answer.json is None):
        return answer.failure() if answer.code else answer.no_json()
    given = answer.json or {}
    user = text_of(given.get("user")) or text_of(given.get("systemMessage"))
    if given.get("deny"):
        return Decision("deny", text_of(given["deny"]), blocks=True, user=user)
    context = text_of(given.get("context"))
    return Decision("context" if context else "nothing", context, user=user)


def _by_exit_code(answer: Answer) -> Decision:
    if answer.code == _BLOCKED:
        blocks = answer.event == "PreToolUse"
        return Decision("deny" if blocks else "context", answer.err, blocks)
    if answer.code:
        return answer.failure()
    return Decision("nothing", user=answer.out)


def _wave(answer: Answer) -> Decision:
    if answer.code == _BLOCKED:
        told = answer.own_event in ("PostToolUse", "SessionStart")
        text = answer.err or "Hook execution failed"
        return Decision("context", text) if told else Decision("deny", text, blocks=True)
    if answer.code == 1 and answer.err and "Traceback (most recent call last)" not in answer.err:
        return Decision("nothing", user=answer.err)
    if answer.code:
        return answer.failure()
    if answer.own_event == "SessionStart" and answer.json is not None:
        specific = answer.json.get("hookSpecificOutput")
        said = text_of(specific.get("additionalContext")) if isinstance(specific, dict) else ""
        return Decision("context", said) if said else NOTHING
    heard = answer.out and answer.own_event in ("UserPromptSubmit", "SessionStart")
    return Decision("context", answer.out) if heard else NOTHING


# Agents that are not here take Claude Code's form.
_READERS: dict[str, Callable[[Answer], Decision]] = {
    "codex": _codex,
    "gemini-cli": _gemini,
    "qwen-code": _qwen,
    "copilot-cli": _copilot,
    "cursor": _cursor,
    "opencode": _opencode,
    "windsurf": _by_exit_code,
    "cline": _cline,
    "wave": _wave,
}
