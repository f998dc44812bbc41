"""Which tools a hook's matcher selects, in the agent's own way of matching."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

from phaser_lint.agent.agent_table import AgentHooks
from phaser_lint.agent.install.hooks_in_settings import Handler

# What begins a session that protection starts anew with: a compacted one goes on.
_STARTS = ("startup", "resume", "clear", "fork")

_NAME = re.compile(r"\w+")


def matches_any_name(handler: Handler, names: tuple[str, ...]) -> bool:
    """Tell whether the matcher of *handler* selects one of a tool's *names*, in the agent's own way
    of matching.

    Raises ``re.error`` for a matcher that is no regular expression.
    """
    matcher, agent = handler.matcher, handler.file.agent
    if matcher in ("", agent.any_matcher) or not agent.tools:
        return True
    if agent.expression_mark:
        pattern = matcher.removeprefix(agent.expression_mark)
        if pattern != matcher:
            return any(re.fullmatch(pattern, name, re.IGNORECASE) for name in names)
        return any(fnmatchcase(name.lower(), matcher.lower()) for name in names)
    if agent.globs:
        globs = [glob.strip().lower() for glob in matcher.split("|")]
        return any(fnmatchcase(name.lower(), glob) for name in names for glob in globs)
    if agent.anchored and not handler.file.borrowed:
        return any(re.fullmatch(matcher, name) for name in names)
    if not agent.expressions and re.fullmatch(r"[\w\- ,|]+", matcher):
        tool_names = [name.strip() for name in re.split(r"[|,]", matcher)]
        return any(name in tool_names for name in names)
    return any(re.search(matcher, name) for name in names)


def find_matcher_faults(handler: Handler) -> list[str]:
    """Return what is wrong with the handler's matcher."""
    try:
        unseen = _list_unseen_tools(handler)
    except re.error as error:
        return [f"its matcher {handler.matcher!r} is no regular expression ({error})"]
    if unseen and len(unseen) == len(handler.file.agent.tools):
        usual = "|".join(names[0] for names in handler.file.agent.tools)
        return [f"its matcher {handler.matcher!r} never fires: no file tool is called so ({usual})"]
    needed = ", ".join(name for name in unseen if name in _list_needed_tools(handler))
    if needed:
        return [f"its matcher {handler.matcher!r} leaves out {needed}: their edits are not checked"]
    return []


def leaves_out_commands(handlers: Sequence[Handler]) -> bool:
    """Tell whether the matchers of those *handlers* of an agent that protect leave out its
    commands.

    Those that an earlier version wrote see only edits.
    """
    protecting = [
        handler
        for handler in handlers
        if "--protect" in (*handler.command.split(), *(handler.arguments or ()))
    ]
    installs = protecting[0].file.agent.installs if protecting else None
    if not isinstance(installs, AgentHooks):
        return False
    for event, matcher in installs.commands.items():
        edit_names = _NAME.findall(installs.events.get(event, ""))
        tool_names = {*_NAME.findall(matcher)}.difference(edit_names) or {""}
        before = [handler for handler in protecting if handler.event == event]
        try:
            if not any(
                matches_any_name(handler, (name,)) for handler in before for name in tool_names
            ):
                return True
        except re.error:
            continue
    return False


def find_session_start_faults(handler: Handler) -> list[str]:
    """Return what is wrong with the matcher of a hook that is to run whenever a session starts."""
    installs = handler.file.agent.installs
    if not isinstance(installs, AgentHooks) or handler.event not in installs.opening:
        return []
    try:
        unseen = [source for source in _STARTS if not matches_any_name(handler, (source,))]
    except re.error as error:
        return [f"its matcher {handler.matcher!r} is no regular expression ({error})"]
    return [
        f"its matcher {handler.matcher!r} leaves out sessions of the kind {source}: there what the "
        "user changed counts as the agent's; phaser-lint install --protect --force writes today's"
        for source in unseen[:1]
    ]


def _list_unseen_tools(handler: Handler) -> list[str]:
    return [names[0] for names in handler.file.agent.tools if not matches_any_name(handler, names)]


def list_missed_rare_tools(handler: Handler) -> list[str]:
    """Return the tools that its matcher leaves out, where it selects those that are used most."""
    try:
        unseen = _list_unseen_tools(handler)
    except re.error:
        return []
    return [] if set(unseen) & set(_list_needed_tools(handler)) else unseen


def _list_needed_tools(handler: Handler) -> list[str]:
    agent = handler.file.agent
    return [names[0] for names in agent.tools[: agent.needed]]
