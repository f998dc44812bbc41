"""Which hooks in a settings file are of no known form: for one of them agents leave all out.

Tried in the running clients, which then wrote a forbidden edit without a message: Codex skips the
file for any of these and for a key beside ``hooks``, Claude Code its settings where the hook is one
before a tool, Copilot CLI a file for an event without a list and for another ``version``. Which
forms they know changes with their versions, so that this is rather too strict than too lenient.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from phaser_lint.agent.agent_table import Agent, AgentHooks
from phaser_lint.agent.install.hook_requirements import find_wrong_timeouts
from phaser_lint.agent.install.hooks_in_settings import has_listed_hooks
from phaser_lint.agent.install.strict_json import Number

# Each type of a hook, with what it cannot do without: one of the first, all of the others.
_TYPES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "command": (("command", "bash", "powershell"),),
    "prompt": (("prompt",),),
    "agent": (("prompt",),),
    "http": (("url",),),
    "mcp_tool": (("server",), ("tool",)),
}
_TEXTS = (
    "bash", "command", "commandWindows", "cwd", "if", "model", "name", "powershell", "prompt",
    "rewakeMessage", "rewakeSummary", "server", "statusMessage", "tool", "url",
)  # fmt: skip
_FLAGS = ("async", "asyncRewake", "continueOnBlock", "holdsTools", "once")
_LISTS = ("allowedEnvVars", "args")
# Of each type the keys that are objects, and what those hold; elsewhere they do not count.
_OBJECTS: Mapping[str, Mapping[str, type]] = {
    "http": {"headers": str}, "mcp_tool": {"input": object}
}  # fmt: skip
# As the client's runtime reads an address: no relative one, and none without a host.
_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?:[/\\]*([^/\\?#]*))", re.DOTALL)
_WITH_HOST = ("http", "https", "ws", "wss", "ftp")
_HOST = re.compile(r"\[[^\[\]]*\]|[^\s<>^|%\[\]]+")
_LAST_PORT = 65_535
_CHOICES = {"onFailure": ("block", "continue"), "shell": ("bash", "powershell")}


def find_malformed_parts(settings: Mapping[str, Any], agent: Agent) -> Iterator[str]:
    """Yield what is malformed in *settings*, so that *agent* may leave all hooks there out."""
    if agent.shape.alone:
        return
    allowed_beside = ("hooks", *(agent.hooks_beside or settings))
    yield from (key for key in settings if key not in allowed_beside)
    installs = agent.installs if isinstance(agent.installs, AgentHooks) else None
    for key, expected in installs.beside.items() if installs else ():
        if settings.get(key, Number(str(expected))) != Number(str(expected)):
            yield key
    hooks = settings.get("hooks", {})
    if installs and isinstance(hooks, list) and has_listed_hooks(agent):
        # Each names its event, and has only the keys that are known there.
        allowed = {installs.event_key, installs.matcher_key, *installs.entry}
        for hook in hooks:
            has_keys = isinstance(hook, dict) and installs.event_key in hook
            if not (has_keys and hook.keys() <= allowed and _is_group(hook, agent)):
                yield f"hooks: {hook!r}"
        return
    if not isinstance(hooks, dict):
        yield "hooks"
        return
    for event, event_hooks in hooks.items():
        groups = (
            [event_hooks] if isinstance(event_hooks, dict) and agent.lone_groups else event_hooks
        )
        if not isinstance(groups, list):
            yield f"hooks.{event}"
            continue
        yield from (f"hooks.{event}: {group!r}" for group in groups if not _is_group(group, agent))


def _is_group(group: object, agent: Agent) -> bool:
    if not isinstance(group, dict) or not isinstance(group.get("matcher", ""), str):
        return False
    if "hooks" not in group:
        flat = isinstance(agent.installs, AgentHooks) and not agent.installs.grouped
        return flat and _is_hook(group, agent)
    hooks = group["hooks"]
    return isinstance(hooks, list) and all(_is_hook(hook, agent) for hook in hooks)


def _is_hook(hook: object, agent: Agent) -> bool:
    if not isinstance(hook, dict):
        return False
    # An entry needs a type only where there are groups.
    kind = hook.get("type", agent.shape.default_type if agent.shape.typed else "command")
    required = _TYPES.get(kind) if isinstance(kind, str) else None
    return (
        required is not None
        and all(any(hook.get(key) for key in either) for either in required)
        and all(isinstance(hook[key], str) and hook[key] for key in _TEXTS if key in hook)
        and all(isinstance(hook[key], bool) for key in _FLAGS if key in hook)
        and all(hook[key] in choices for key, choices in _CHOICES.items() if key in hook)
        and not find_wrong_timeouts(hook, agent.shape)
        and all(_holds_all(hook[key], list, str) for key in _LISTS if key in hook)
        and all(
            _holds_all(hook[key], dict, member_type)
            for key, member_type in _OBJECTS.get(str(kind), {}).items()
            if key in hook
        )
        and (kind != "http" or _is_address(hook["url"]))
    )


def _holds_all(node: Any, container: type, member_type: type) -> bool:
    """Tell whether *node* is a list or an object, and all that it holds of *member_type*."""
    members = node.values() if isinstance(node, dict) else node
    return isinstance(node, container) and all(
        isinstance(member, member_type) for member in members
    )


def _is_address(text: str) -> bool:
    match = _ADDRESS.match(text.strip())
    if match is None:
        return False
    scheme, authority = match.groups()
    host, _, port = authority.rpartition("@")[2].rpartition(":")
    host, port = (host, port) if port.isdigit() else (f"{host}{port}", "0")
    is_host = _HOST.fullmatch(host) is not None and int(port) <= _LAST_PORT
    return is_host or scheme.lower() not in _WITH_HOST
