"""What was there before an install, so that an uninstall leaves it byte for byte.

A settings file does not tell whether it was empty before, ``{}``, or not there at all; nor a folder
who made it. So both are remembered in the user's cache: of a file what its text holds no more, and
a checksum of the text that the install left. Where that was changed since, or the install was on
another machine, nothing is known, and ``merged_settings.uninstall`` takes out what it finds.
"""

from __future__ import annotations

import json
import os
from typing import NamedTuple

from phaser_lint.files.private_file import checksum, discard, read_private, write_private

_FOLDER = "installed"
# That the folder around the cache was made for this alone.
_MADE = "made"


class FormerSettings(NamedTuple):
    """The text before, ``None`` without a file: what differs between two shared ends."""

    existed: bool
    head: int
    tail: int
    middle: str
    left: str
    """The checksum of the text that was left."""


def remember(cache: str, path: str, *, before: str | None, after: str) -> None:
    """Remember in the folder *cache* what the file at *path* held *before*."""
    old = before or ""
    head = _shared(old, after)
    tail = _shared(old[head:][::-1], after[head:][::-1])
    middle = old[head : len(old) - tail]
    origin = FormerSettings(before is not None, head, tail, middle, _sum(after))
    _keep(cache, path, json.dumps(origin).encode("ascii"))


def original(cache: str, path: str, text: str) -> tuple[bool, str | None]:
    """Return whether it is known what the file held before *text* was left, and that."""
    origin = _origin(_kept_at(cache, path))
    if origin is None or origin.left != _sum(text):
        return False, None
    if not origin.existed:
        return True, None
    return True, text[: origin.head] + origin.middle + text[len(text) - origin.tail :]


def is_remembered(cache: str, path: str) -> bool:
    """Tell whether an install of the file, or of the folder, at *path* is remembered."""
    return read_private(_kept_at(cache, path)) is not None


def forget(cache: str, path: str) -> None:
    """Remember nothing of *path* any more."""
    folder = os.path.join(cache, _FOLDER)
    discard(_kept_at(cache, path))
    left = os.listdir(folder) if os.path.isdir(folder) else []
    if left in ([], [_MADE]):
        discard(os.path.join(folder, _MADE))
        _remove_empty([folder, cache, *[os.path.dirname(cache)] * len(left)])


def remember_folders(cache: str, path: str) -> None:
    """Remember the folders above *path* that are not there yet."""
    folder = os.path.dirname(path)
    while not os.path.lexists(folder):
        _keep(cache, folder, b"{}")
        folder = os.path.dirname(folder)


def _keep(cache: str, path: str, data: bytes) -> None:
    is_first = not os.path.lexists(os.path.dirname(cache))
    write_private(_kept_at(cache, path), data)
    if is_first:
        write_private(os.path.join(cache, _FOLDER, _MADE), b"")


def _remove_empty(folders: list[str]) -> None:
    for folder in folders:
        try:
            os.rmdir(folder)
        except OSError:  # there is more in the cache
            return


def _shared(one: str, other: str) -> int:
    """Return how many characters both begin with."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _origin(path: str) -> FormerSettings | None:
    try:
        return FormerSettings(*json.loads(read_private(path) or b""))
    except (ValueError, TypeError):
        return None


def _kept_at(cache: str, path: str) -> str:
    name = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
    return os.path.join(cache, _FOLDER, _sum(name))


def _sum(text: str) -> str:
    return checksum(text.encode("utf-8", "surrogateescape")).hex()
