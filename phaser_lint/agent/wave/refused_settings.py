"""The entries for one of which Wave runs no hook at all, of any of its settings files.

Each was tried in the running agent: a matcher that is a regular expression, one at an event of no
tool, a hook without a type, a list that is none.
"""

from __future__ import annotations

from collections.abc import Iterator

_OF_TOOLS = ("PreToolUse", "PostToolUse", "PermissionRequest")
_EVENTS = (
    *_OF_TOOLS, "UserPromptSubmit", "Stop", "SubagentStop", "WorktreeCreate", "WorktreeRemove",
    "CwdChanged", "SessionStart", "SessionEnd", "PreCompact", "PostCompact",
)  # fmt: skip
# A matcher is split at | before they are looked for.
_REFUSED = frozenset(";&`$(){}><")
_OPENINGS = ("rm -rf /", "mkfs", "fdisk", "sudo rm")


def find_refused_entries(hooks: object) -> list[str]:
    """Return what in the *hooks* of a settings file Wave refuses, each with its place."""
    if hooks is None:
        return []
    if not isinstance(hooks, dict):
        return ["hooks: expected an object"]
    return [
        f"{event}: {problem}"
        for event, groups in hooks.items()
        if event in _EVENTS  # others are skipped
        for problem in _find_event_faults(event, groups)
    ]


def _find_event_faults(event: str, groups: object) -> Iterator[str]:
    if not isinstance(groups, list):
        yield "expected a list"
        return
    for group in groups:
        hooks = group.get("hooks") if isinstance(group, dict) else None
        if not isinstance(hooks, list) or not hooks or not all(map(_is_hook, hooks)):
            yield 'expected "hooks": [{"type": "command", "command": …}]'
            continue
        yield from _find_matcher_faults(event, group.get("matcher", ""))
        for hook in hooks:
            if any(opening in hook["command"].lower() for opening in _OPENINGS):
                yield f"it takes this command for dangerous: {hook['command']}"


def _is_hook(hook: object) -> bool:
    if not isinstance(hook, dict) or hook.get("type") != "command":
        return False
    command: object = hook.get("command")
    return (
        isinstance(command, str)
        and bool(command)
        and isinstance(hook.get("async", False), bool)
        and not isinstance(hook.get("timeout"), (str, bool, list, dict))
    )


def _find_matcher_faults(event: str, matcher: object) -> Iterator[str]:
    if not isinstance(matcher, str):
        yield "matcher: expected a text"
    elif matcher and event not in _OF_TOOLS:
        yield f"matcher: none is allowed at this event, found {matcher!r}"
    elif matcher and not all(
        glob.strip() and _REFUSED.isdisjoint(glob) for glob in matcher.split("|")
    ):
        yield f"matcher: expected names or globs with | between them, found {matcher!r}"
