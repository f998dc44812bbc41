"""The protected files that are there, with what tells whether they are the same as before.

A shell command, or whatever else does not say what it writes, is followed by a look at these
places. It takes a few hundred calls of ``stat`` and reads nothing: so this is light.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.files.identity import identity_of
from phaser_lint.files.private_file import checksum
from phaser_lint.hook.protected_places import PLACES, moved_places
from phaser_lint.text import file_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaser_lint.files.identity import Identity

# What is below a plugins folder is mostly other people's repositories.
_OWN_PLUGIN, _PLUGIN_LISTS = "phaser-lint", ("cache", "marketplaces")
_THERE: Identity = (0,) * 6
_DEEPEST, _MOST_FILES = 8, 5000
_LONGEST_TEXT = 256 * 1024
_HEAD = 64
_LARGEST = 64 * 1024 * 1024


def protected_files(bases: Iterable[str]) -> dict[str, Identity]:
    """Return the identity of each file in the protected places under *bases*, links followed."""
    found: dict[str, Identity] = {}
    for base in dict.fromkeys(bases):
        for folder, inner in PLACES if base else ():
            whole = os.path.join(base, folder) if folder else base
            for name in inner if os.path.isdir(whole) else ():
                _note(os.path.join(whole, name), found)
    for path, _ in moved_places(os.environ):
        _note(path, found)
    return found


def repositories_there(folders: Iterable[str]) -> dict[str, Identity]:
    """Return an entry for each ``.git`` of *folders*: that it is there is all that counts."""
    return {os.path.join(folder, ".git"): _THERE for folder in folders}


def _note(path: str, found: dict[str, Identity]) -> None:
    status = _status(path)
    if status is None:
        return
    if not stat.S_ISDIR(status.st_mode):
        found[path] = identity_of(status)
    elif path.endswith("plugins"):
        for name in _of_plugins(path):
            _note_below(name, found)
    else:
        _note_below(path, found)


def _of_plugins(folder: str) -> Iterator[str]:
    yield os.path.join(folder, "installed_plugins.json")
    for name in _PLUGIN_LISTS:
        for inner in _names(os.path.join(folder, name)):
            yield os.path.join(folder, name, inner, _OWN_PLUGIN)


def _note_below(start: str, found: dict[str, Identity]) -> None:
    """Note *start*, or all files below it; a link may lead round in a circle."""
    left = [(start, 0)]
    while left and len(found) < _MOST_FILES:
        path, depth = left.pop()
        status = _status(path)
        if status is None:
            continue
        if not stat.S_ISDIR(status.st_mode):
            found[path] = identity_of(status)
        elif depth < _DEEPEST:
            left += [(os.path.join(path, name), depth + 1) for name in _names(path)]


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:  # not there, or a link to nowhere
        return None


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder), reverse=True)  # taken from the end
    except OSError:
        return []


def text_to_keep(path: str) -> str | None:
    """Return the text at *path*, or the start and a checksum of a long one; ``None`` without it."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return ""
        with open(path, "rb") as file:
            data = file.read(_LARGEST)
    except OSError:
        return None
    return shortened(file_text(data))


def shortened(text: str) -> str:
    """Return *text*, or the start and a checksum of a long one: enough to see that it changed."""
    if len(text) <= _LONGEST_TEXT:
        return text
    return f"{text[:_HEAD]}…{checksum(text.encode('utf-8', 'surrogatepass')).hex()}"
