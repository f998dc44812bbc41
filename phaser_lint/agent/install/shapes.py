"""Hooks that agents leave out without a message: they start, but are not written as required.

Each was tried in the running clients, and denied no edit: an entry without a type, one beside its
matcher, a matcher that is no text, a timeout of ``"30"``.
"""

from __future__ import annotations

from phaser_lint.agent.install.strict_json import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaser_lint.agent.agent import Shape
    from phaser_lint.agent.install.handlers import Handler

_TIMEOUTS = ("timeout", "timeoutSec")


def misshapen(handler: Handler) -> list[str]:
    """Return why the agent leaves the hook out as it is written, each with what to do."""
    agent, entry = handler.file.agent, handler.entry
    found = invalid(handler)
    if not agent.waits and entry.get("async") is True:
        found.append(f"{agent.shown} does not wait for it, so nothing is stopped: remove async")
    if agent.has_conditions and handler.stage == "PreToolUse" and "if" in entry:
        found.append("its if leaves edits out: remove it, the hook selects the edits itself")
    return found


def invalid(handler: Handler) -> list[str]:
    """Return what is not as the agent's settings have to be."""
    shape, shown, entry = handler.file.agent.shape, handler.file.agent.shown, handler.entry
    found = []
    if shape.grouped and not isinstance(handler.around.get("hooks"), list):
        found.append(f'{shown} takes hooks only from a list beside the matcher: "hooks": [{{…}}]')
    if shape.typed and entry.get("type", shape.default_type) != "command":
        found.append(f'{shown} runs it only with "type": "command"')
    if shape.typed and not isinstance(handler.around.get("matcher", ""), str):
        found.append("its matcher is no text, so it is left out")
    number = "whole number" if shape.whole else "number"
    found += [
        f"its {key} is no {number} over 0, so it is left out"
        for key in wrong_timeouts(entry, shape)
    ]
    if shape.listed and "args" in entry and handler.arguments is None:
        found.append("its args are no list of texts, so it is left out")
    return found


def wrong_timeouts(entry: Mapping[str, Any], shape: Shape) -> list[str]:
    """Return the keys of a hook without a valid timeout, for which the agent leaves it out."""
    given = [key for key in _TIMEOUTS if shape.timed and key in entry]
    return [key for key in given if not _is_timeout(entry[key], shape)]


def _is_timeout(given: object, shape: Shape) -> bool:
    if isinstance(given, (int, float)) and not isinstance(given, bool):  # of TOML
        given = Number(str(given))
    if not isinstance(given, Number) or (shape.whole and not given.written.isdigit()):
        return False
    if shape.signed:
        return True
    number = float(given.written)
    return number > 0 or (number == 0 and shape.zero)
