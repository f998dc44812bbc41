"""Codex, simulated: a patch for a write, and answers of which it refuses unknown keys."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.agent_table import Agent
from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.host import Common, Host, SentEvent, make_event_after_tool
from phaser_lint.agent.host_answer import NOTHING, HookAnswer, Reaction, react_in_claude_form
from phaser_lint.agent.install.hook_requirements import find_invalid_settings
from phaser_lint.agent.install.hooks_in_settings import (
    Handler,
    name_invalid_hook,
    read_place_files,
    read_settings_values,
)
from phaser_lint.agent.install.strict_json import Number
from phaser_lint.agent.settings_locations import Machine
from phaser_lint.project import find_main_worktree

# Whether Codex runs a hook: it trusts projects, and each hook as it was when it was reviewed.
#
# ``codex app-server`` has the same: its method ``hooks/list`` answers with a ``trustStatus`` of
# ``trusted``, ``untrusted`` or ``modified`` and the ``currentHash`` that is compared here.

_SNAKE = re.compile(r"(?<!^)(?=[A-Z])")
_WITHOUT_MATCHERS = ("stop", "user_prompt_submit")
_SECONDS = 600


def _read_configuration(agent: Agent, machine: Machine) -> dict[str, Any]:
    files = [
        file for row in agent.holding("trust") for file in read_place_files(agent, row, machine)
    ]
    return files[0][1] if files else {}


def _explain_untrusted(handler: Handler, configuration: Mapping[str, Any]) -> list[str]:
    """Return that the user has not trusted the hook in its present form, or switched it off."""
    hooks = configuration.get("hooks")
    state = hooks.get("state") if isinstance(hooks, dict) else None
    event = _SNAKE.sub("_", handler.event).lower()
    key = f"{handler.file.path}:{event}:{handler.group}:{handler.number}"
    record = state.get(key) if isinstance(state, dict) else None
    record = record if isinstance(record, dict) else {}
    reviewed = record.get("trusted_hash")
    if not reviewed:
        return [
            f"Codex leaves the {handler.event} hook out until you have reviewed it: type /hooks in "
            "codex and trust it"
        ]
    if reviewed != hash_hook(handler):
        return [
            f"Codex leaves the {handler.event} hook out, since it was changed after you had "
            "reviewed it: type /hooks in codex and trust it again"
        ]
    if record.get("enabled") is False:
        return [f"the {handler.event} hook is switched off: type /hooks in codex"]
    return []


def hash_hook(handler: Handler) -> str:
    """Return the hash by which Codex, simulated, remembers a hook that the user trusts.

    The keys that it does not know, and what it does not use of those it knows, change nothing.
    """
    event = _SNAKE.sub("_", handler.event).lower()
    hook_keys = handler.entry
    hook = {
        "type": "command",
        "command": handler.command,
        "timeout": max(1, _parse_whole_number(hook_keys.get("timeout"), _SECONDS)),
        "async": hook_keys.get("async") is True,
    }
    if isinstance(hook_keys.get("statusMessage"), str):
        hook["statusMessage"] = hook_keys["statusMessage"]
    limit = _parse_whole_number(hook_keys.get("additionalContextLimit"), -1)
    if limit >= 0:
        hook["additionalContextLimit"] = limit
    hashed: dict[str, object] = {"event_name": event, "hooks": [hook]}
    if isinstance(handler.around.get("matcher"), str) and event not in _WITHOUT_MATCHERS:
        hashed["matcher"] = handler.around["matcher"]
    text = json.dumps(hashed, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _parse_whole_number(number: object, otherwise: int) -> int:
    """Return a number as JSON or TOML has it."""
    if isinstance(number, Number):
        return int(number.written) if number.written.isdigit() else otherwise
    return number if isinstance(number, int) and not isinstance(number, bool) else otherwise


_TURN = {"turn_id": "1", "model": "unknown"}
_KEYS = frozenset(
    ("continue", "decision", "hookSpecificOutput", "reason", "stopReason", "suppressOutput",
     "systemMessage")
)  # fmt: skip
_SPECIFIC_KEYS = frozenset(
    ("additionalContext", "hookEventName", "permissionDecision", "permissionDecisionReason",
     "updatedInput")
)  # fmt: skip


class CodexHost(Host):
    """Codex: where it differs from what most agents do."""

    untrusted = (
        "Codex runs no hooks of a project it does not trust: start codex in this folder "
        "and trust it"
    )

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        added = "".join(f"+{line}\n" for line in text.removesuffix("\n").split("\n"))
        patch = f"*** Begin Patch\n*** Add File: {path}\n{added}*** End Patch\n"
        return {
            **common,
            **_TURN,
            "permission_mode": "default",
            "tool_name": "apply_patch",
            "tool_input": {"command": patch},
            "tool_use_id": "call_1",
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        output = f"Exit code: 0\nOutput:\nSuccess.\nA {path}\n"
        return make_event_after_tool(event, own_event, key="tool_response", response=output)

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        return {**common, "prompt": text, **_TURN}

    def stop_event(self, common: Common) -> SentEvent:
        return {**common, "stop_hook_active": False, **_TURN}

    def react(self, answer: HookAnswer) -> Reaction:
        if answer.code == BLOCKED:
            # Without a reason on standard error it counts as failed, and the call goes through.
            if not answer.err:
                return Reaction("broken", "exit code 2 without a reason on standard error")
            blocks = answer.event != "PostToolUse"
            return Reaction("deny" if blocks else "context", answer.err, blocks)
        if answer.code:
            return answer.failure()
        if answer.json is None:
            return answer.no_json() if answer.is_object else NOTHING
        specific = answer.json.get("hookSpecificOutput")
        unknown = sorted({*answer.json} - _KEYS)
        if isinstance(specific, dict):
            unknown += sorted({*specific} - _SPECIFIC_KEYS)
        if unknown:
            return Reaction("broken", f"Codex refuses an answer with {unknown[0]}")
        reaction = react_in_claude_form(answer)
        unsupported = reaction.kind == "ask" or (
            reaction.kind == "allow"
            and not (isinstance(specific, dict) and "updatedInput" in specific)
        )
        if unsupported:
            return Reaction("broken", f"Codex does not support {reaction.kind}", user=reaction.user)
        if reaction.blocks and not reaction.text:
            return Reaction("broken", "Codex refuses a denial without a reason", user=reaction.user)
        return reaction

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return why Codex leaves *handler* out."""
        agent = handler.file.agent
        refusals = super().refusals(handler, machine)
        if handler.file.path.endswith(".json"):
            allowed = ("hooks", *agent.hooks_beside)
            start = f"Codex runs no hook of a file with another key than {' and '.join(allowed)}"
            other_keys = [key for key in read_settings_values(handler.file) if key not in allowed]
            refusals += [f"{start}: remove {key}" for key in other_keys]
        # For the first invalid hook beside this one Codex leaves out the whole file.
        if not find_invalid_settings(handler):
            invalid_hook = name_invalid_hook(handler.file, find_invalid_settings)
            message = f"Codex runs no hook of a file that holds an invalid one {invalid_hook}"
            refusals += [message] if invalid_hook else []
        return [*refusals, *_explain_untrusted(handler, _read_configuration(agent, machine))]

    def reads_project(self, agent: Agent, machine: Machine) -> bool:
        """Tell whether Codex trusts the project, or its main worktree, by its own settings."""
        projects = _read_configuration(agent, machine).get("projects")
        main = find_main_worktree(machine.root)
        return isinstance(projects, dict) and any(
            isinstance(project, dict)
            and project.get("trust_level") == "trusted"
            and os.path.realpath(folder) in (machine.root, main)
            for folder, project in projects.items()
        )


HOST = CodexHost()
