"""Hooks that agents leave out without a message: they start, but are not written as required.

Each was tried in the running clients, and denied no edit: an entry without a type, one beside its
matcher, a matcher that is no text, a timeout of ``"30"``. The hooks of another agent one runs only
once a switch in its settings is on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.agent_table import Agent, Shape
from phaser_lint.agent.install.hooks_in_settings import Handler
from phaser_lint.agent.install.strict_json import Number

_TIMEOUTS = ("timeout", "timeoutSec")


def explain_left_out_hook(handler: Handler) -> list[str]:
    """Return which requirements of the agent a hook does not meet, each with what to do."""
    agent, hook = handler.file.agent, handler.entry
    faults = find_invalid_settings(handler)
    if not agent.waits and hook.get("async") is True:
        faults.append(f"{agent.shown} does not wait for it, so nothing is stopped: remove async")
    if agent.has_conditions and handler.stage == "PreToolUse" and "if" in hook:
        faults.append("its if leaves edits out: remove it, the hook selects the edits itself")
    return faults


def find_invalid_settings(handler: Handler) -> list[str]:
    """Return which of the agent's requirements *handler* does not meet, each as a sentence."""
    shape, agent_name, hook = handler.file.agent.shape, handler.file.agent.shown, handler.entry
    faults = []
    if shape.grouped and not isinstance(handler.around.get("hooks"), list):
        faults.append(
            f'{agent_name} takes hooks only from a list beside the matcher: "hooks": [{{…}}]'
        )
    if shape.typed and hook.get("type", shape.default_type) != "command":
        faults.append(f'{agent_name} runs it only with "type": "command"')
    if shape.typed and not isinstance(handler.around.get("matcher", ""), str):
        faults.append("its matcher is no text, so it is left out")
    number = "whole number" if shape.whole else "number"
    faults += [
        f"its {key} is no {number} over 0, so it is left out"
        for key in find_wrong_timeouts(hook, shape)
    ]
    if shape.listed and "args" in hook and handler.arguments is None:
        faults.append("its args are no list of texts, so it is left out")
    return faults


def find_wrong_timeouts(hook: Mapping[str, Any], shape: Shape) -> list[str]:
    """Return the keys of a hook whose timeout does not meet the agent's requirements."""
    timeout_keys = [key for key in _TIMEOUTS if shape.timed and key in hook]
    return [key for key in timeout_keys if not _is_timeout(hook[key], shape)]


def _is_timeout(timeout: object, shape: Shape) -> bool:
    if isinstance(timeout, (int, float)) and not isinstance(timeout, bool):  # of TOML
        timeout = Number(str(timeout))
    if not isinstance(timeout, Number) or (shape.whole and not timeout.written.isdigit()):
        return False
    if shape.signed:
        return True
    number = float(timeout.written)
    return number > 0 or (number == 0 and shape.zero)


def explain_borrowed_hooks(agent: Agent, shown_path: str) -> str:
    """Return, for the file of another agent at *shown_path*, that *agent* requires a switch before
    it runs the hooks there; or nothing.
    """
    if not agent.borrowing_switch:
        return ""
    return (
        f'{agent.shown} runs the hooks of {shown_path} only where "{agent.borrowing_switch}" is on '
        f"in its settings, which no file tells: phaser-lint install --agent {agent.name} writes "
        "its own"
    )
