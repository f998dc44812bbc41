"""Files of agents that ``install`` and ``uninstall`` change: written, restored, or taken away."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from phaser_lint.errors import SettingsError
from phaser_lint.files.whole_files import discard_left
from phaser_lint.install import merged_settings
from phaser_lint.install.before_install import (
    forget,
    is_remembered,
    original,
    remember,
    remember_folders,
)
from phaser_lint.install.settings_file import read_settings, remove_settings, write_settings
from phaser_lint.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.agents.locations import Located


class SettingsChange(Record):
    """A file of an agent's, what it holds, and what becomes of it."""

    place: Located
    before: str | None
    outcome: merged_settings.Outcome


def changed(place: Located, change: Any) -> SettingsChange:
    """Return what *change* makes of the file; raises ``SettingsError`` that names it."""
    path = place.path
    try:
        before = read_settings(path)
        outcome: merged_settings.Outcome = change(before)
    except SettingsError as error:
        shown = str(error)
        raise SettingsError(shown if shown.startswith(path) else f"{path}: {shown}") from None
    return SettingsChange(place, before, outcome)


def put_in(change: SettingsChange, *, executable: bool, cache: str) -> None:
    """Write what ``install`` made of the file, and remember in *cache* what was there."""
    path, before, outcome = change.place.path, change.before, change.outcome
    discard_left(os.path.realpath(path))
    if not outcome.changed or outcome.text is None:
        return
    known, first = original(cache, path, before or "") if cache else (False, None)
    if cache and outcome.status == "installed":
        remember_folders(cache, path)
    write_settings(path, outcome.text, executable=executable)
    # Hooks that are replaced stand where others did: what was there before those counts.
    if cache and (known or outcome.status == "installed"):
        remember(cache, path, before=first if known else before, after=outcome.text)
    elif cache:
        forget(cache, path)


def as_before(change: SettingsChange, *, cache: str) -> SettingsChange:
    """Return the removal with the very text that was there before ``install``, if it is known."""
    if not (cache and change.outcome.changed):
        return change
    known, first = original(cache, change.place.path, change.before or "")
    return change._replace(outcome=change.outcome._replace(text=first)) if known else change


def take_out(change: SettingsChange, *, home: str, cache: str) -> None:
    """Write what ``uninstall`` made of the file, or remove it with the folders it leaves empty."""
    path, outcome = change.place.path, change.outcome
    discard_left(os.path.realpath(path))
    if not outcome.changed:
        return
    if outcome.text is not None:
        write_settings(path, outcome.text)
    else:
        remove_settings(path)
        _remove_empty_folders(change.place, home=home, cache=cache)
    if cache:
        forget(cache, path)


def _remove_empty_folders(place: Located, *, home: str, cache: str) -> None:
    """Remove the folders that the file leaves empty; OpenCode fills one that is there.

    Those that ``install`` made, if that is remembered; else those below the base, but for the first
    one at home: ``~/.config`` and ``~/Documents`` are no agent's.
    """
    is_known = bool(cache) and is_remembered(cache, place.path)
    for depth, folder in _folders(place):
        mine = is_remembered(cache, folder) if is_known else depth > (place.base == home)
        if not mine:
            return
        try:
            os.rmdir(folder)
        except OSError:  # something is in it, or it is a link
            return
        if is_known:
            forget(cache, folder)


def _folders(place: Located) -> Iterator[tuple[int, str]]:
    """Yield the folders from that of the file up to the base, each with its depth below that."""
    names = os.path.relpath(os.path.dirname(place.path), place.base).split(os.sep)
    for depth in range(len(names), 0, -1):
        yield depth, os.path.join(place.base, *names[:depth])
