"""What each agent accepts as an answer: literal tables, and a check against them.

A schema maps keys to a type, to the values allowed, or to another schema; a key that is not in it
is wrong everywhere, since Codex refuses an answer with one.
"""

from __future__ import annotations

from typing import Any

DENY = ("deny",)


def specific(event: str, **fields: Any) -> dict[str, Any]:
    return {"hookEventName": (event,), "additionalContext": str, **fields}


CLAUDE = {
    "before": {
        "systemMessage": str,
        "hookSpecificOutput": specific(
            "PreToolUse", permissionDecision=DENY, permissionDecisionReason=str
        ),
    },
    "after": {"systemMessage": str, "hookSpecificOutput": specific("PostToolUse")},
    "stop": {"systemMessage": str, "decision": ("block",), "reason": str},
}
NOTHING: dict[str, Any] = {}
SCHEMAS: dict[str, dict[str, dict[str, Any]]] = {
    "claude-code": CLAUDE,
    "codex": CLAUDE,
    "qwen-code": CLAUDE,
    "vscode": {
        **CLAUDE,
        "stop": {
            "systemMessage": str,
            "hookSpecificOutput": {
                "hookEventName": ("Stop",),
                "decision": ("block",),
                "reason": str,
            },
        },
    },
    "gemini-cli": {
        "before": {"decision": DENY, "reason": str, "systemMessage": str},
        "after": {
            "systemMessage": str,
            "hookSpecificOutput": specific("AfterTool"),
        },
        "stop": {"decision": ("block",), "reason": str, "systemMessage": str},
    },
    "copilot-cli": {
        "before": {
            "permissionDecision": DENY,
            "permissionDecisionReason": str,
            "additionalContext": str,
        },
        "after": {"additionalContext": str},
        "stop": {"decision": ("block",), "reason": str},
    },
    "copilot-cli, as Claude Code": {
        "before": {
            "additionalContext": str,
            "hookSpecificOutput": CLAUDE["before"]["hookSpecificOutput"],
        },
        "after": {
            "additionalContext": str,
            "hookSpecificOutput": CLAUDE["after"]["hookSpecificOutput"],
        },
        "stop": {"decision": ("block",), "reason": str},
    },
    "cursor": {
        "before": {
            "permission": DENY,
            "user_message": str,
            "agent_message": str,
            "additional_context": str,
        },
        "after": {"additional_context": str},
        "stop": {"followup_message": str},
    },
    "opencode": {
        "before": {"deny": str, "context": str, "user": str},
        "after": {"context": str, "user": str},
    },
    "windsurf": {"before": NOTHING, "after": NOTHING},
    "cline": {
        "before": {"cancel": (False,), "contextModification": str},
        "after": {"cancel": (False,), "contextModification": str},
    },
    "wave": {"before": NOTHING, "after": NOTHING, "stop": NOTHING},
    "droid": CLAUDE,
    "kimi-code": {
        kind: {
            "hookSpecificOutput": {
                "hookEventName": (event,),
                "permissionDecision": DENY,
                "permissionDecisionReason": str,
            }
        }
        for kind, event in (("before", "PreToolUse"), ("stop", "Stop"))
    }
    | {"after": NOTHING},
    "pi": {
        "before": {"deny": str, "context": str, "user": str},
        "after": {"context": str, "user": str},
        "stop": {"block": str, "user": str},
    },
    "vibe": {
        "before": {"decision": DENY, "reason": str, "system_message": str},
        "after": {
            "system_message": str,
            "hook_specific_output": {"additional_context": str},
        },
        "stop": {"decision": DENY, "reason": str, "system_message": str},
    },
    "antigravity": {
        "before": {"decision": DENY, "reason": str},
        "after": NOTHING,
        "stop": {"decision": ("continue",), "reason": str},
    },
    "kiro": {"before": NOTHING, "after": NOTHING},
}


def problems(answer: Any, schema: Any, *, at: str = "answer") -> list[str]:
    """What in *answer* the agent would not accept."""
    if isinstance(schema, dict):
        if not isinstance(answer, dict):
            return [f"{at}: no object"]
        problems_of_keys = [f"{at}: {key}" for key in answer if key not in schema]
        for key, field in answer.items():
            problems_of_keys += problems(field, schema.get(key, str), at=f"{at}.{key}")
        return problems_of_keys
    if isinstance(schema, tuple):
        return [] if answer in schema else [f"{at}: {answer!r}"]
    fits = isinstance(answer, schema) and answer != ""
    return [] if fits else [f"{at}: {answer!r}"]
