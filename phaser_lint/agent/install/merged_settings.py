"""What a settings file becomes when phaser's hooks are installed or taken out.

The files are Claude Code's ``settings.json`` and those of the same shape: ``hooks`` maps an event
to a list of groups, a group holds a matcher and a list of hooks.

    {"hooks": {"PreToolUse": [{"matcher": "Edit|Write", "hooks": [{"type": "command", ...}]}]}}

droid also reads a file that holds what is elsewhere under ``hooks`` (*bare*). Copilot, Cursor and
Windsurf have no groups: a hook is in the list itself, and a ``version`` may be beside ``hooks``. A
group without ``hooks`` is taken for such a hook.

Both functions take the file's text and return the new one. The caller decides which hooks are
phaser's own (``is_ours``); nothing else is ever changed, moved or reformatted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from phaser_lint.agent.install.json_document import Edit, revise
from phaser_lint.agent.install.strict_json import STANDARD, parse, write
from phaser_lint.core.errors import SettingsError

Group = Mapping[str, Any]
Status = Literal["installed", "unchanged", "differs", "replaced", "removed", "nothing to remove"]
IsOurs = Callable[[Mapping[str, Any]], bool]

__all__ = ["Group", "IsOurs", "Outcome", "SettingsError", "Status", "install", "uninstall"]


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


def install(
    text: str | None,
    entries: Mapping[str, Sequence[Group]],
    *,
    is_ours: IsOurs,
    force: bool,
    beside: Mapping[str, Any] | None = None,
    bare: bool = False,
) -> Outcome:
    """Add the groups of each event, each as a group of its own after those that are there.

    A text that is None or blank becomes a new file, with the keys of ``beside`` before ``hooks``.
    Hooks of ours that are already there stay: ``unchanged`` when each of them has the right event,
    matcher and content (whoever's hooks share its group), ``differs`` otherwise. With ``force``
    groups that hold only ours are replaced where they stand, our hooks in other people's groups are
    taken out, and what is missing is appended.

    Raises SettingsError, and changes nothing, for what is not strict JSON (see ``parse``), a top
    level or ``hooks`` that is not an object, and an event of ``entries`` that is not a list of
    objects. Raises ValueError when ``is_ours`` does not know a hook of ``entries``.
    """
    wanted = _wanted(entries, is_ours)
    if text is None or not text.strip():
        return _created(text, wanted, beside or {}, bare)
    settings = _read(text, bare)
    _require_shape(settings, wanted)
    own = _own_groups(settings, is_ours)
    if _same_hooks(_flat_own(settings, own), _flat(wanted)):
        return Outcome(text, changed=False, status="unchanged")
    if own and not force:
        return Outcome(text, changed=False, status="differs")
    edits = [*_additions(settings, own, wanted), *_removals(settings, own, wanted)]
    revised = _revised(text, edits, settings, bare)
    return Outcome(revised, changed=True, status="replaced" if own else "installed")


def uninstall(
    text: str | None,
    *,
    is_ours: IsOurs,
    beside: Mapping[str, Any] | None = None,
    bare: bool = False,
) -> Outcome:
    """Take out every hook of ours, under any event.

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
    settings = _read(text, bare)
    _require_shape(settings, {})
    own = _own_groups(settings, is_ours)
    if not own:
        return Outcome(text, changed=False, status="nothing to remove")
    edits = _removals(settings, own, {})
    all_ours = edits == [Edit("remove", ("hooks",))] and list(settings) == [
        *(beside or {}),
        "hooks",
    ]
    new_file = all_ours and text == _new_text(settings)
    revised = None if new_file else _revised(text, edits, settings, bare)
    return Outcome(revised, changed=True, status="removed")


def _read(text: str, bare: bool) -> Any:
    """Return the settings; a file of events alone as if they were under ``hooks``."""
    settings = parse(text)
    return {"hooks": settings} if bare else settings


def _revised(text: str, edits: Sequence[Edit], settings: dict[str, Any], bare: bool) -> str:
    if not bare:
        return revise(text, edits)
    whole = edits == [Edit("remove", ("hooks",))]
    inner = [Edit("remove", (event,)) for event in settings["hooks"]] if whole else [
        each._replace(path=each.path[1:]) for each in edits
    ]  # fmt: skip
    return revise(text, inner)


def _created(
    text: str | None, wanted: dict[str, list[Any]], beside: Mapping[str, Any], bare: bool
) -> Outcome:
    if not wanted:
        return Outcome(text, changed=False, status="unchanged")
    settings = wanted if bare else {**beside, "hooks": wanted}
    return Outcome(_new_text(settings), changed=True, status="installed")


def _new_text(settings: dict[str, Any]) -> str:
    return write(settings, STANDARD, expanded=True) + STANDARD.newline


def _wanted(entries: Mapping[str, Sequence[Group]], is_ours: IsOurs) -> dict[str, list[Any]]:
    """The entries as ``parse`` would give them, without the events that have none."""
    for groups in entries.values():
        for group in groups:
            if not all(is_ours(hook) for hook in _hooks_of(group)):
                raise ValueError(f"is_ours does not know a hook that is to be installed: {group}")
    plain = {
        event: [dict(group) for group in groups] for event, groups in entries.items() if groups
    }
    wanted: dict[str, list[Any]] = parse(json.dumps(plain, ensure_ascii=False, allow_nan=False))
    return wanted


def _require_shape(settings: Any, wanted: Mapping[str, Any]) -> None:
    if not isinstance(settings, dict):
        raise SettingsError(f"expected an object at the top level, found {_kind(settings)}")
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict):
        raise SettingsError(f"hooks: expected an object, found {_kind(hooks)}")
    for event in wanted:
        groups = hooks.get(event, [])
        if not isinstance(groups, list):
            raise SettingsError(f"hooks.{event}: expected a list, found {_kind(groups)}")
        for index, group in enumerate(groups):
            if not isinstance(group, dict):
                raise SettingsError(
                    f"hooks.{event}[{index}]: expected an object, found {_kind(group)}"
                )


def _kind(value: object) -> str:
    if value is None:
        return "null"
    kinds = {dict: "an object", list: "a list", str: "a string", bool: "a boolean"}
    return kinds.get(type(value), "a number")


def _own_groups(settings: dict[str, Any], is_ours: IsOurs) -> list[_OwnGroup]:
    found = []
    for event, groups in settings.get("hooks", {}).items():
        # Gemini keeps a switch and a list of names beside the events: "enabled", "disabled".
        for index, group in enumerate(groups if isinstance(groups, list) else []):
            hooks = _hooks_of(group) if isinstance(group, dict) else None
            if not isinstance(hooks, list):
                continue
            own = tuple(place for place, hook in enumerate(hooks) if _is_own(hook, is_ours))
            if own:
                found.append(_OwnGroup(event, index, own, alone=len(own) == len(hooks)))
    return found


def _hooks_of(group: Mapping[str, Any]) -> Any:
    """The hooks of a group, or the one hook in the place of a group."""
    return group.get("hooks", [group])


def _is_own(hook: Any, is_ours: IsOurs) -> bool:
    return isinstance(hook, dict) and is_ours(_plain(hook))


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """The value with Python's numbers, as callers expect it."""
    text = write(value, STANDARD, expanded=False)
    # float, because int refuses more than 4,300 digits.
    plain: dict[str, Any] = json.loads(
        text, parse_int=lambda n: int(n) if len(n) < 99 else float(n)
    )
    return plain


def _flat(wanted: Mapping[str, list[Any]]) -> list[Any]:
    return [
        (event, _rest(group), hook)
        for event, groups in wanted.items()
        for group in groups
        for hook in _hooks_of(group)
    ]


def _flat_own(settings: dict[str, Any], own: Sequence[_OwnGroup]) -> list[Any]:
    flat = []
    for found in own:
        group = settings["hooks"][found.event][found.position]
        hooks = _hooks_of(group)
        flat += [(found.event, _rest(group), hooks[place]) for place in found.hooks]
    return flat


def _rest(group: dict[str, Any]) -> dict[str, Any]:
    """The keys of a group beside its hooks; nothing where there is no group."""
    return {key: value for key, value in group.items() if key != "hooks" and "hooks" in group}


def _same_hooks(present: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """Equal in any order, since an agent runs the hooks of an event side by side."""
    missing = list(wanted)
    for hook in present:
        if hook not in missing:
            return False
        missing.remove(hook)
    return not missing


def _additions(
    settings: dict[str, Any], own: Sequence[_OwnGroup], wanted: dict[str, list[Any]]
) -> list[Edit]:
    if not wanted:
        return []
    if "hooks" not in settings:
        return [Edit("append", ("hooks",), wanted)]
    edits = []
    for event, groups in wanted.items():
        present = settings["hooks"].get(event)
        if present is None:
            edits.append(Edit("append", ("hooks", event), groups))
            continue
        places = _reused(own, event, groups)
        edits += [
            Edit("replace", ("hooks", event, place), group)
            for place, group in zip(places, groups, strict=False)
            if present[place] != group
        ]
        edits += [
            Edit("append", ("hooks", event, place), group)
            for place, group in enumerate(groups[len(places) :], start=len(present))
        ]
    return edits


def _reused(own: Sequence[_OwnGroup], event: str, groups: Sequence[Any]) -> list[int]:
    """Positions of the groups that take the new ones: a replaced group stays where it was."""
    places = [found.position for found in own if found.event == event and found.alone]
    return places[: len(groups)]


def _removals(
    settings: dict[str, Any], own: Sequence[_OwnGroup], wanted: Mapping[str, list[Any]]
) -> list[Edit]:
    """Last position first, so that no removal moves what a later one names."""
    hooks = settings.get("hooks", {})
    own_events = {found.event for found in own}
    gone = {
        event
        for event in own_events
        if not wanted.get(event)
        and sum(found.alone for found in own if found.event == event) == len(hooks[event])
    }
    if hooks and not wanted and gone == set(hooks):
        return [Edit("remove", ("hooks",))]
    edits = [Edit("remove", ("hooks", event)) for event in hooks if event in gone]
    for found in reversed(own):
        if found.event not in gone:
            edits += _group_removals(found, _reused(own, found.event, wanted.get(found.event, [])))
    return edits


def _group_removals(found: _OwnGroup, reused: Sequence[int]) -> list[Edit]:
    path = ("hooks", found.event, found.position)
    if not found.alone:
        return [Edit("remove", (*path, "hooks", place)) for place in reversed(found.hooks)]
    return [] if found.position in reused else [Edit("remove", path)]
