"""Files of agents that ``install`` and ``uninstall`` change: written, restored, or taken away."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from phaser_lint.agent.install import merged_settings
from phaser_lint.agent.install.settings_file import read_settings, remove_settings, write_settings
from phaser_lint.agent.locations import Location
from phaser_lint.core import Record
from phaser_lint.core.cache_file import checksum, discard, read_private, write_private
from phaser_lint.core.errors import SettingsError
from phaser_lint.project.whole_files import discard_left


class SettingsChange(Record):
    """A file of an agent's, what it holds, and what becomes of it."""

    place: Location
    before: str | None
    outcome: merged_settings.Outcome


def plan_change(place: Location, change: Any) -> SettingsChange:
    """Return what *change* makes of the file; raises ``SettingsError`` that names it."""
    path = place.path
    try:
        before = read_settings(path)
        outcome: merged_settings.Outcome = change(before)
    except SettingsError as error:
        message = str(error)
        raise SettingsError(message if message.startswith(path) else f"{path}: {message}") from None
    return SettingsChange(place, before, outcome)


def put_in(change: SettingsChange, *, executable: bool, cache: str) -> None:
    """Write what ``install`` made of the file, and remember in *cache* what was there."""
    path, before, outcome = change.place.path, change.before, change.outcome
    discard_left(os.path.realpath(path))
    if not outcome.changed or outcome.text is None:
        return
    is_remembered_file, text_before = (
        original(cache, path, before or "") if cache else (False, None)
    )
    if cache and outcome.status == "installed":
        remember_folders(cache, path)
    write_settings(path, outcome.text, executable=executable)
    # Hooks that are replaced took the place of others: what was there before those counts.
    if cache and (is_remembered_file or outcome.status == "installed"):
        remember_settings(
            cache, path, before=text_before if is_remembered_file else before, after=outcome.text
        )
    elif cache:
        forget_settings(cache, path)


def as_before(change: SettingsChange, *, cache: str) -> SettingsChange:
    """Return the removal with the very text that was there before ``install``, if it is known."""
    if not (cache and change.outcome.changed):
        return change
    is_remembered_file, text_before = original(cache, change.place.path, change.before or "")
    return (
        change._replace(outcome=change.outcome._replace(text=text_before))
        if is_remembered_file
        else change
    )


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
        forget_settings(cache, path)


def _remove_empty_folders(place: Location, *, home: str, cache: str) -> None:
    """Remove the folders that the file leaves empty; OpenCode fills one that is there.

    Those that ``install`` made, if that is remembered; else those below the base, but for the first
    one at home: ``~/.config`` and ``~/Documents`` are no agent's.
    """
    is_known = bool(cache) and is_remembered(cache, place.path)
    names = os.path.relpath(os.path.dirname(place.path), place.base).split(os.sep)
    for depth in range(len(names), 0, -1):
        folder = os.path.join(place.base, *names[:depth])
        is_ours = is_remembered(cache, folder) if is_known else depth > (place.base == home)
        if not is_ours:
            return
        try:
            os.rmdir(folder)
        except OSError:  # something is in it, or it is a link
            return
        if is_known:
            forget_settings(cache, folder)


# What was there before an install, so that an uninstall leaves it byte for byte.
#
# A settings file does not show whether it was empty before, ``{}``, or not there at all; nor a
# folder who made it. So both are remembered in the user's cache: of a file what its text holds no
# more, and a checksum of the text that the install left. Where that was changed since, or the
# install was on another machine, nothing is known, and ``remove_json_hooks`` takes out
# what it finds.

_FOLDER = "installed"
# That the folder around the cache was made only for this.
_MADE = "made"


class FormerSettings(NamedTuple):
    """The text before, ``None`` without a file: what differs between two shared ends."""

    existed: bool
    head: int
    tail: int
    middle: str
    left: str
    """The checksum of the text that was left."""


def remember_settings(cache: str, path: str, *, before: str | None, after: str) -> None:
    """Remember in the folder *cache* what the file at *path* held *before*."""
    old = before or ""
    head = _shared_length(old, after)
    tail = _shared_length(old[head:][::-1], after[head:][::-1])
    middle = old[head : len(old) - tail]
    origin = FormerSettings(
        existed=before is not None, head=head, tail=tail, middle=middle, left=_checksum(after)
    )
    _write_memory(cache, path, json.dumps(origin).encode("ascii"))


def original(cache: str, path: str, text: str) -> tuple[bool, str | None]:
    """Return whether it is known what the file held before *text* was left, and that."""
    try:
        origin = FormerSettings(*json.loads(read_private(_memory_path(cache, path)) or b""))
    except (ValueError, TypeError):
        return False, None
    if origin.left != _checksum(text):
        return False, None
    if not origin.existed:
        return True, None
    return True, text[: origin.head] + origin.middle + text[len(text) - origin.tail :]


def is_remembered(cache: str, path: str) -> bool:
    """Tell whether an install of the file, or of the folder, at *path* is remembered."""
    return read_private(_memory_path(cache, path)) is not None


def forget_settings(cache: str, path: str) -> None:
    """Remember nothing of *path* any more."""
    folder = os.path.join(cache, _FOLDER)
    discard(_memory_path(cache, path))
    names = os.listdir(folder) if os.path.isdir(folder) else []
    if names in ([], [_MADE]):
        discard(os.path.join(folder, _MADE))
        for empty_folder in (folder, cache, *[os.path.dirname(cache)] * len(names)):
            try:
                os.rmdir(empty_folder)
            except OSError:  # there is more in the cache
                return


def remember_folders(cache: str, path: str) -> None:
    """Remember the folders above *path* that are not there yet."""
    folder = os.path.dirname(path)
    while not os.path.lexists(folder):
        _write_memory(cache, folder, b"{}")
        folder = os.path.dirname(folder)


def _write_memory(cache: str, path: str, content: bytes) -> None:
    is_first = not os.path.lexists(os.path.dirname(cache))
    write_private(_memory_path(cache, path), content)
    if is_first:
        write_private(os.path.join(cache, _FOLDER, _MADE), b"")


def _shared_length(text: str, other_text: str) -> int:
    """Return how many characters both begin with."""
    pairs = zip(text, other_text, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(text), len(other_text)))


def _memory_path(cache: str, path: str) -> str:
    name = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
    return os.path.join(cache, _FOLDER, _checksum(name))


def _checksum(text: str) -> str:
    return checksum(text.encode("utf-8", "surrogateescape")).hex()
