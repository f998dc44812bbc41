"""Files that ``install`` and ``uninstall`` change: written, restored, or taken away."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from typing import Any

from phaser_lint.agent.install import json_hooks
from phaser_lint.agent.install.former_texts import TextMemory, read_mode
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings, remove_settings, write_settings
from phaser_lint.agent.settings_locations import Location
from phaser_lint.core import Record
from phaser_lint.project.atomic_write import discard_unfinished_files


class SettingsChange(Record):
    """A file, mostly of an agent's, what it holds, and what becomes of it."""

    place: Location
    before: str | None
    outcome: json_hooks.Outcome


def plan_change(place: Location, change: Any) -> SettingsChange:
    """Return what *change* makes of a settings file; raises ``SettingsError`` that names it."""
    path = place.path
    try:
        before = read_settings(path)
        outcome: json_hooks.Outcome = change(before)
    except SettingsError as error:
        message = str(error)
        raise SettingsError(message if message.startswith(path) else f"{path}: {message}") from None
    return SettingsChange(place, before, outcome)


def apply_addition(
    change: SettingsChange, *, executable: bool, memories: Sequence[TextMemory]
) -> None:
    """Write a settings *change* of ``install``, and remember in *memories* what was there."""
    path, before, outcome = change.place.path, change.before, change.outcome
    discard_unfinished_files(os.path.realpath(path))
    if not outcome.changed or outcome.text is None:
        return
    former_texts = [memory.recall_before(path, before or "") for memory in memories]
    mode = read_mode(path)
    if outcome.status == "installed":
        for memory in memories:
            memory.remember_folders(path)
    write_settings(path, outcome.text, executable=executable)
    for memory, former_text in zip(memories, former_texts, strict=True):
        # Hooks that are replaced took the place of others: what was there before those counts.
        if former_text is None and outcome.status != "installed":
            memory.forget(path)
            continue
        text = before if former_text is None else former_text.text(before or "")
        former_mode = mode if former_text is None else former_text.mode
        memory.remember(path, before=text, after=outcome.text, mode=former_mode)


def with_former_text(change: SettingsChange, memories: Sequence[TextMemory]) -> SettingsChange:
    """Return the *change* of ``uninstall`` with the text from before ``install``, if known."""
    text = change.before or ""
    former_texts = [memory.recall_before(change.place.path, text) for memory in memories]
    former_text = next(filter(None, former_texts), None)
    if former_text is None or not change.outcome.changed:
        return change
    return change._replace(outcome=change.outcome._replace(text=former_text.text(text)))


def apply_removal(
    change: SettingsChange, *, home: str, memories: Sequence[TextMemory], known_as: str = ""
) -> None:
    """Write a settings *change* of ``uninstall`` to its file, or remove it with the folders it
    leaves empty.

    *known_as*: where it was when it was written, if another program moved it.
    """
    path, outcome = change.place.path, change.outcome
    discard_unfinished_files(os.path.realpath(path))
    if not outcome.changed:
        return
    if outcome.text is not None:
        write_settings(path, outcome.text)
        former_texts = [memory.recall(path) for memory in memories]
        mode = next((former_text.mode for former_text in former_texts if former_text), 0)
        if mode:
            # What install made executable is no more; what its owner took away stays away.
            with contextlib.suppress(OSError):
                os.chmod(path, os.stat(path).st_mode & (mode | 0o666))
    else:
        remove_settings(path)
        _remove_empty_folders(change.place, home=home, memories=memories)
    for memory in memories:
        memory.forget(known_as or path)


def _remove_empty_folders(place: Location, *, home: str, memories: Sequence[TextMemory]) -> None:
    """Remove the folders that the file leaves empty; OpenCode fills one that is there.

    Those that ``install`` made, if that is remembered; else those below the base, but for the first
    one at home: ``~/.config`` and ``~/Documents`` are no agent's.
    """
    is_known = any(memory.has(place.path) for memory in memories)
    folder = os.path.dirname(place.path)
    while True:
        depth = len(os.path.relpath(folder, place.base).split(os.sep))
        is_below = folder.startswith(f"{place.base.rstrip(os.sep)}{os.sep}")
        is_ours = (
            any(memory.has(folder) for memory in memories)
            if is_known
            else is_below and depth > (place.base == home)
        )
        if not is_ours:
            return
        try:
            os.rmdir(folder)
        except OSError:  # something is in it, or it is a link
            return
        for memory in memories if is_known else ():
            memory.forget(folder)
        folder = os.path.dirname(folder)
