"""What a settings file becomes when phaser's hooks are installed or taken out.

The files are Claude Code's ``settings.json`` and those of the same shape: ``hooks`` maps an event
to a list of groups, a group holds a matcher and a list of hooks.

    {"hooks": {"PreToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", ...}]}]}}

*within* leads to the object of the events: in a file of droid's that is the file itself, in
Antigravity it has a name that we give it. Copilot, Cursor and Windsurf have no groups: a hook is in
the list itself, and a ``version`` may be beside ``hooks``. A group without ``hooks`` is taken for
such a hook.

Both functions take the file's text and return the new one. The caller decides which hooks are
phaser's own (``is_ours``); nothing else is ever changed, moved or reformatted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from phaser_lint.agent.install.json_document import JsonEdit, revise_json
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.strict_json import STANDARD, parse_json, render_json_value

SettingsGroup = Mapping[str, Any]
Status = Literal["installed", "unchanged", "differs", "replaced", "removed", "nothing to remove"]
IsOurs = Callable[[Mapping[str, Any]], bool]
Keys = tuple[str, ...]
HOOKS_KEY: Keys = ("hooks",)

__all__ = [
    "HOOKS_KEY",
    "IsOurs",
    "Outcome",
    "SettingsError",
    "SettingsGroup",
    "Status",
    "add_json_hooks",
    "remove_json_hooks",
]


class Outcome(NamedTuple):
    """``text`` is the new content of the file, None when there should be no file.

    ``status`` is what was done. ``differs``: phaser's own hooks are there, but not as they would be
    installed now; nothing was changed.
    """

    text: str | None
    changed: bool
    status: Status


class _OwnGroup(NamedTuple):
    """A group with hooks of ours: their positions, and whether it has no others."""

    event: str
    position: int
    hooks: tuple[int, ...]
    alone: bool


def add_json_hooks(
    text: str | None,
    entries: Mapping[str, Sequence[SettingsGroup]],
    *,
    is_ours: IsOurs,
    force: bool,
    beside_hooks: Mapping[str, Any] | None = None,
    within: Keys = HOOKS_KEY,
) -> Outcome:
    """Add the groups of each event to JSON settings, merged with what is there: each by itself
    after those.

    A text that is None or blank becomes a new file, with ``beside_hooks`` before ``hooks``.
    Hooks of ours that are already there stay: ``unchanged`` when each of them has the right event,
    matcher and content (whoever's hooks share its group), ``differs`` otherwise. With ``force``
    groups that hold only ours are replaced where they stand, our hooks in other people's groups are
    taken out, and what is missing is appended.

    Raises SettingsError, and changes nothing, for what is not strict JSON (see ``parse``), a top
    level or ``hooks`` that is not an object, and an event of ``entries`` that is not a list of
    objects. Raises ValueError when ``is_ours`` does not know a hook of ``entries``.
    """
    new_groups = _normalise_entries(entries, is_ours)
    if text is None or not text.strip():
        if not new_groups:
            return Outcome(text, changed=False, status="unchanged")
        settings = {**(beside_hooks or {}), within[0]: new_groups} if within else new_groups
        return Outcome(_render_new_text(settings), changed=True, status="installed")
    settings = parse_json(text)
    _require_shape(settings, new_groups, within)
    events = _find_events(settings, within)
    own_groups = _find_own_groups(events, is_ours)
    new_hooks = [
        (event, _find_keys_beside(group), hook)
        for event, groups in new_groups.items()
        for group in groups
        for hook in _list_hooks(group)
    ]
    if _are_same_hooks(_flatten_own_hooks(events, own_groups), new_hooks):
        return Outcome(text, changed=False, status="unchanged")
    if own_groups and not force:
        return Outcome(text, changed=False, status="differs")
    missing = bool(within) and within[0] not in settings
    edits = (
        [JsonEdit("append", within, new_groups)] * bool(new_groups)
        if missing
        else [
            *_plan_additions(events, own_groups, new_groups, within=within),
            *_plan_removals(events, own_groups, new_groups, within=within),
        ]
    )
    revised = revise_json(text, edits)
    return Outcome(revised, changed=True, status="replaced" if own_groups else "installed")


def remove_json_hooks(
    text: str | None,
    *,
    is_ours: IsOurs,
    beside_hooks: Mapping[str, Any] | None = None,
    within: Keys = HOOKS_KEY,
) -> Outcome:
    """Take every hook of ours, under any event, out of JSON settings into which they were merged.

    A group goes with the last hook in it, an event with its last group, ``hooks`` with its last
    event. The text does not show who wrote a container, so one that was there and empty before
    ``install`` (``"hooks": {}``, ``"PreToolUse": []``) goes too; one that is empty beside ours
    stays. A file that holds nothing but ours, exactly as ``install`` writes a new file, gives the
    text None; in any other form its object stays, empty. (So installing into ``{}`` plus a line end
    and taking it out gives None.)

    Raises SettingsError, and changes nothing, for what is not strict JSON, and for a top level or
    ``hooks`` that is not an object. What is not a list of groups cannot be ours and stays.
    """
    if text is None or not text.strip():
        return Outcome(text, changed=False, status="nothing to remove")
    settings = parse_json(text)
    _require_shape(settings, {}, within)
    events = _find_events(settings, within)
    own_groups = _find_own_groups(events, is_ours)
    if not own_groups:
        return Outcome(text, changed=False, status="nothing to remove")
    edits = _plan_removals(events, own_groups, {}, within=within)
    all_ours = edits == [JsonEdit("remove", within)] and list(settings) == [
        *(beside_hooks or {}),
        *within,
    ]
    new_file = all_ours and text == _render_new_text(settings)
    return Outcome(None if new_file else revise_json(text, edits), changed=True, status="removed")


def _find_events(settings: dict[str, Any], within: Keys) -> dict[str, Any]:
    """Return the events of the *settings*; none where the keys *within* are not there."""
    events = settings
    for key in within:
        events = events.get(key, {})
    return events


def _render_new_text(settings: dict[str, Any]) -> str:
    return render_json_value(settings, STANDARD, expanded=True) + STANDARD.newline


def _normalise_entries(
    entries: Mapping[str, Sequence[SettingsGroup]], is_ours: IsOurs
) -> dict[str, list[Any]]:
    """The entries as ``parse`` would give them, without the events that have none."""
    for groups in entries.values():
        for group in groups:
            if not all(is_ours(hook) for hook in _list_hooks(group)):
                raise ValueError(f"is_ours does not know a hook that is to be installed: {group}")
    plain = {
        event: [dict(group) for group in groups] for event, groups in entries.items() if groups
    }
    new_groups: dict[str, list[Any]] = parse_json(
        json.dumps(plain, ensure_ascii=False, allow_nan=False)
    )
    return new_groups


def _require_shape(settings: Any, new_groups: Mapping[str, Any], within: Keys) -> None:
    if not isinstance(settings, dict):
        raise SettingsError(f"expected an object at the top level, found {_name_kind(settings)}")
    hooks, key = _find_events(settings, within), (within or HOOKS_KEY)[0]
    if not isinstance(hooks, dict):
        raise SettingsError(f"{key}: expected an object, found {_name_kind(hooks)}")
    for event in new_groups:
        groups = hooks.get(event, [])
        if not isinstance(groups, list):
            raise SettingsError(f"{key}.{event}: expected a list, found {_name_kind(groups)}")
        for index, group in enumerate(groups):
            if not isinstance(group, dict):
                raise SettingsError(
                    f"{key}.{event}[{index}]: expected an object, found {_name_kind(group)}"
                )


def _name_kind(node: object) -> str:
    if node is None:
        return "null"
    kinds = {dict: "an object", list: "a list", str: "a string", bool: "a boolean"}
    return kinds.get(type(node), "a number")


def _find_own_groups(events: dict[str, Any], is_ours: IsOurs) -> list[_OwnGroup]:
    own_groups = []
    for event, groups in events.items():
        # Gemini keeps a switch and a list of names beside the events: "enabled", "disabled".
        for index, group in enumerate(groups if isinstance(groups, list) else []):
            hooks = _list_hooks(group) if isinstance(group, dict) else None
            if not isinstance(hooks, list):
                continue
            positions = tuple(
                position
                for position, hook in enumerate(hooks)
                if isinstance(hook, dict) and is_ours(_with_python_numbers(hook))
            )
            if positions:
                own_groups.append(
                    _OwnGroup(event, index, positions, alone=len(positions) == len(hooks))
                )
    return own_groups


def _list_hooks(group: Mapping[str, Any]) -> Any:
    """The hooks of a group, or the one hook in the place of a group."""
    return group.get("hooks", [group])


def _with_python_numbers(hook: dict[str, Any]) -> dict[str, Any]:
    """The value with Python's numbers, as callers expect it."""
    text = render_json_value(hook, STANDARD, expanded=False)
    # float, because int refuses more than 4,300 digits.
    plain: dict[str, Any] = json.loads(text, parse_int=_parse_number)
    return plain


def _parse_number(digits: str) -> int | float:
    return int(digits) if len(digits) < 99 else float(digits)


def _flatten_own_hooks(events: dict[str, Any], own_groups: Sequence[_OwnGroup]) -> list[Any]:
    flat = []
    for own_group in own_groups:
        group = events[own_group.event][own_group.position]
        hooks = _list_hooks(group)
        flat += [
            (own_group.event, _find_keys_beside(group), hooks[place]) for place in own_group.hooks
        ]
    return flat


def _find_keys_beside(group: dict[str, Any]) -> dict[str, Any]:
    """The keys of a group beside its hooks; nothing where there is no group."""
    return {key: setting for key, setting in group.items() if key != "hooks" and "hooks" in group}


def _are_same_hooks(present: Sequence[Any], new_hooks: Sequence[Any]) -> bool:
    """Equal in any order, since an agent runs the hooks of an event side by side."""
    missing = list(new_hooks)
    for hook in present:
        if hook not in missing:
            return False
        missing.remove(hook)
    return not missing


def _plan_additions(
    events: dict[str, Any],
    own_groups: Sequence[_OwnGroup],
    new_groups: dict[str, list[Any]],
    *,
    within: Keys,
) -> list[JsonEdit]:
    edits = []
    for event, groups in new_groups.items():
        present = events.get(event)
        if present is None:
            edits.append(JsonEdit("append", (*within, event), groups))
            continue
        places = _find_reused_positions(own_groups, event, groups)
        edits += [
            JsonEdit("replace", (*within, event, place), group)
            for place, group in zip(places, groups, strict=False)
            if present[place] != group
        ]
        edits += [
            JsonEdit("append", (*within, event, place), group)
            for place, group in enumerate(groups[len(places) :], start=len(present))
        ]
    return edits


def _find_reused_positions(
    own_groups: Sequence[_OwnGroup], event: str, groups: Sequence[Any]
) -> list[int]:
    """Positions of the groups that take the new ones: a replaced group stays where it was."""
    places = [
        own_group.position
        for own_group in own_groups
        if own_group.event == event and own_group.alone
    ]
    return places[: len(groups)]


def _plan_removals(
    events: dict[str, Any],
    own_groups: Sequence[_OwnGroup],
    new_groups: Mapping[str, list[Any]],
    *,
    within: Keys,
) -> list[JsonEdit]:
    """Last position first, so that no removal moves what a later one names."""
    own_events = {own_group.event for own_group in own_groups}
    removed_events = {
        event
        for event in own_events
        if not new_groups.get(event)
        and sum(own_group.alone for own_group in own_groups if own_group.event == event)
        == len(events[event])
    }
    if within and events and not new_groups and removed_events == set(events):
        return [JsonEdit("remove", within)]
    edits = [JsonEdit("remove", (*within, event)) for event in events if event in removed_events]
    for own_group in reversed(own_groups):
        event, position = own_group.event, own_group.position
        if event in removed_events:
            continue
        path: tuple[str | int, ...] = (*within, event, position)
        if not own_group.alone:
            edits += [
                JsonEdit("remove", (*path, "hooks", index)) for index in own_group.hooks[::-1]
            ]
        elif position not in _find_reused_positions(own_groups, event, new_groups.get(event, [])):
            edits.append(JsonEdit("remove", path))
    return edits
