"""What an agent makes of a hook's answer: its own rules for exit codes, streams and JSON.

    decision_of("claude-code", "PreToolUse", result)   Decision("deny", "no-print at line 1 …")

The same answer means another thing elsewhere: Claude Code's denial passes in Gemini CLI, exit code
1 passes in Claude Code and blocks in Copilot. The rules of Claude Code, Codex, Gemini CLI, Copilot
CLI, Qwen Code and Cline were seen in the running clients, those of the others are from documents.
"""

from __future__ import annotations

import json

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Literal

    from phaser_lint.host.process import Result

    Kind = Literal["allow", "deny", "ask", "nothing", "context", "broken"]

_BLOCKED = 2
_DENIALS = ("deny", "block")
_CODEX_KEYS = frozenset(
    ("continue", "decision", "hookSpecificOutput", "reason", "stopReason", "suppressOutput",
     "systemMessage")
)  # fmt: skip
_CODEX_SPECIFIC_KEYS = frozenset(
    ("additionalContext", "hookEventName", "permissionDecision", "permissionDecisionReason",
     "updatedInput")
)  # fmt: skip


class Decision(Record):
    """What the agent does with an answer."""

    kind: Kind
    """``nothing``: no objection, the agent's own rules apply; ``broken``: not a valid answer."""
    text: str = ""
    """The reason, the context, or what is broken."""
    blocks: bool = False
    """The tool call, or the end of the run, is refused: also by a broken hook in some agents."""
    user: str = ""
    """What the answer says to the user."""


NOTHING = Decision("nothing")


def decision_of(agent: str, event: str, result: Result, *, own_event: str = "") -> Decision:
    """Return what *agent* makes of *result*.

    *event* is ``PreToolUse``, ``PostToolUse`` or ``Stop``, whatever the agent itself calls it
    (*own_event*, as its settings say).
    """
    reader = _READERS.get(agent, _claude)
    if result.timed_out:
        return Decision("broken", f"it ran out of time after {result.seconds:.1f} s")
    return reader(_Answer(event, own_event or event, result))


class _Answer:
    """An answer taken apart once."""

    def __init__(self, event: str, own_event: str, result: Result) -> None:
        self.event = event
        self.own_event = own_event
        self.code = 127 if result.code is None else result.code
        self.out = result.out.decode("utf-8", "replace").strip()
        self.err = (result.problem or result.err.decode("utf-8", "replace")).strip()
        self.is_object = self.out.startswith("{")
        self.json = _object(self.out)

    def failure(self, *, blocks: bool = False) -> Decision:
        """Return what an exit code without an answer comes to."""
        said = self.err or self.out
        words = f"exit code {self.code}"
        return Decision("broken", f"{words}: {_last_line(said)}" if said else words, blocks)

    def no_json(self) -> Decision:
        """Return what standard output that begins like JSON and is none comes to."""
        return Decision("broken", f"its answer is not valid JSON: {self.out[:60]}")


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _last_line(text: str) -> str:
    return text.rpartition("\n")[2].strip()[:300]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _claude(answer: _Answer) -> Decision:
    found = _in_claude_form(answer) if answer.json is not None else NOTHING
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


def _in_claude_form(answer: _Answer) -> Decision:
    given = answer.json or {}
    user = _text(given.get("systemMessage"))
    specific = given.get("hookSpecificOutput")
    if not isinstance(specific, dict):
        specific = {}
    elif specific.get("hookEventName") not in (answer.event, answer.own_event):
        return Decision("broken", "its answer is for another event (hookEventName)", user=user)
    context = _text(specific.get("additionalContext"))
    if given.get("continue") is False:
        return Decision("deny", _text(given.get("stopReason")), blocks=True, user=user)
    if answer.event == "PreToolUse":
        asked = _before(given, specific)
        if asked is not None:
            return asked._replace(user=user)
    elif given.get("decision") == "block":
        reason = _text(given.get("reason"))
        if answer.event == "PostToolUse":
            return Decision("context", reason or context, user=user)
        return Decision("deny", reason, blocks=True, user=user)
    return Decision("context" if context else "nothing", context, user=user)


def _before(given: Mapping[str, Any], specific: Mapping[str, Any]) -> Decision | None:
    decision = specific.get("permissionDecision")
    reason = _text(specific.get("permissionDecisionReason"))
    if decision is None:
        # The older form: approve, block.
        old = given.get("decision")
        decision = {"approve": "allow", "block": "deny"}.get(old) if isinstance(old, str) else None
        reason = _text(given.get("reason"))
    if decision == "deny":
        return Decision("deny", reason, blocks=True)
    if decision == "ask":
        return Decision("ask", reason)
    return Decision("allow", reason) if decision == "allow" else None


def _codex(answer: _Answer) -> Decision:
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
    found = _in_claude_form(answer)
    unsupported = found.kind == "ask" or (
        found.kind == "allow" and not (isinstance(specific, dict) and "updatedInput" in specific)
    )
    if unsupported:
        return Decision("broken", f"Codex does not support {found.kind}", user=found.user)
    if found.blocks and not found.text:
        return Decision("broken", "Codex refuses a denial without a reason", user=found.user)
    return found


def _qwen(answer: _Answer) -> Decision:
    own = _own_decision(answer, {"decision": "", **(answer.json or {})})
    if own is not None:
        return own
    if answer.code == _BLOCKED and not answer.err and answer.json is None:
        return answer.failure()
    return _claude(answer)


def _gemini(answer: _Answer) -> Decision:
    # Its answer may stand on standard error where standard output is empty.
    given = answer.json if answer.out else _object(answer.err)
    if given is not None:
        own = _own_decision(answer, given)
        if own is not None:
            return own
        user = _text(given.get("systemMessage"))
        specific = given.get("hookSpecificOutput")
        context = _text(specific.get("additionalContext")) if isinstance(specific, dict) else ""
        # Context before a tool reaches nobody.
        heard = context and answer.event != "PreToolUse"
        return Decision("context" if heard else "nothing", context if heard else "", user=user)
    if answer.code == 0:
        return answer.no_json() if answer.is_object else Decision("nothing", user=answer.out)
    if answer.code == _BLOCKED and answer.err:
        blocks = answer.event != "PostToolUse"
        return Decision("deny" if blocks else "context", answer.err, blocks)
    return answer.failure(blocks=answer.code not in (1, _BLOCKED))


def _own_decision(answer: _Answer, given: Mapping[str, Any]) -> Decision | None:
    user = _text(given.get("systemMessage"))
    if given.get("decision") in _DENIALS:
        blocks = answer.event != "PostToolUse"
        return Decision(
            "deny" if blocks else "context", _text(given.get("reason")), blocks, user=user
        )
    return Decision("ask", _text(given.get("reason"))) if given.get("decision") == "ask" else None


def _copilot(answer: _Answer) -> Decision:
    given = answer.json or {}
    if answer.own_event[:1].isupper():
        found = _in_claude_form(answer) if given else NOTHING
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
    context = _text(given.get("additionalContext"))
    return Decision("context", context) if context and found.kind == "nothing" else found


def _at_top_level(answer: _Answer, given: Mapping[str, Any]) -> Decision:
    reason = _text(given.get("permissionDecisionReason")) or _text(given.get("reason"))
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


def _cline(answer: _Answer) -> Decision:
    # The exit code does not count.
    if answer.json is None:
        return answer.failure() if answer.code else NOTHING
    if answer.json.get("cancel") is True:
        return Decision("deny", _text(answer.json.get("errorMessage")), blocks=True)
    context = _text(answer.json.get("contextModification"))
    context = context or _text(answer.json.get("errorMessage"))
    return Decision("context", context) if context else NOTHING


def _cursor(answer: _Answer) -> Decision:
    given = answer.json or {}
    if answer.own_event[:1].isupper():
        return _claude(answer)
    if given.get("permission") == "deny":
        return Decision("deny", _text(given.get("agent_message")), blocks=True)
    if answer.code == _BLOCKED:
        return Decision("deny", answer.err, blocks=True)
    if answer.code:
        return answer.failure()
    if answer.is_object and answer.json is None:
        return answer.no_json()
    if given.get("permission") in ("allow", "ask"):
        kind: Kind = "allow" if given["permission"] == "allow" else "ask"
        return Decision(kind, _text(given.get("agent_message")))
    if given.get("followup_message"):
        return Decision("deny", _text(given["followup_message"]), blocks=True)
    context = _text(given.get("additional_context"))
    return Decision("context", context) if context else NOTHING


def _opencode(answer: _Answer) -> Decision:
    """What the plugin makes of it."""
    if answer.code or (answer.out and answer.json is None):
        return answer.failure() if answer.code else answer.no_json()
    given = answer.json or {}
    user = _text(given.get("user"))
    if given.get("deny"):
        return Decision("deny", _text(given["deny"]), blocks=True, user=user)
    context = _text(given.get("context"))
    return Decision("context" if context else "nothing", context, user=user)


def _by_exit_code(answer: _Answer) -> Decision:
    if answer.code == _BLOCKED:
        blocks = answer.event == "PreToolUse"
        return Decision("deny" if blocks else "context", answer.err, blocks)
    if answer.code:
        return answer.failure()
    return Decision("nothing", user=answer.out)


# Agents that are not here take Claude Code's form.
_READERS: dict[str, Callable[[_Answer], Decision]] = {
    "codex": _codex,
    "gemini-cli": _gemini,
    "qwen-code": _qwen,
    "copilot-cli": _copilot,
    "cursor": _cursor,
    "opencode": _opencode,
    "windsurf": _by_exit_code,
    "cline": _cline,
    "wave": _by_exit_code,
}
