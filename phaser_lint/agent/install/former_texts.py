"""What files held before this program wrote them, so that it can leave them byte for byte.

A settings file does not show whether it was empty before, ``{}``, or not there at all; nor a folder
who made it. So both are remembered: of a file what its text holds no more, and a checksum of the
text that was left. Where that was changed since, nothing is known.

The user's cache remembers what ``install`` wrote anywhere on the machine, git's folder of a clone
what ``init`` wrote in it.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from typing import NamedTuple

from phaser_lint.core import Record
from phaser_lint.core.cache_file import (
    discard_file,
    make_checksum,
    read_private_file,
    write_private_file,
)
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.core.text import render_path

_FOLDER = "installed"
# That the folder around the cache was made only for this.
_MADE = "made"


class FormerText(NamedTuple):
    """The text before, ``None`` without a file: what differs between two shared ends."""

    existed: bool
    head: int
    tail: int
    middle: str
    left: str
    """The checksum of the text that was left."""
    path: str = ""
    former: str = ""
    """The checksum of the text before; empty without a file."""
    mode: int = 0

    def text(self, text_left: str) -> str | None:
        """Return the text before, by the one that was left."""
        end = text_left[len(text_left) - self.tail :]
        return text_left[: self.head] + self.middle + end if self.existed else None


class TextMemory(Record):
    """Where the former texts of files lie: in *folder*, with their paths from *base*.

    A clone may be moved; without a base paths are remembered as they are.
    """

    folder: str
    base: str = ""

    def remember(self, path: str, *, before: str | None, after: str, mode: int = 0) -> None:
        """Remember what the file at *path* held *before*, where that can be written."""
        old = before or ""
        head = _count_shared_characters(old, after)
        tail = _count_shared_characters(old[head:][::-1], after[head:][::-1])
        former_text = FormerText(
            existed=before is not None,
            head=head,
            tail=tail,
            middle=old[head : len(old) - tail],
            left=_hash_text(after),
            path=self._name_of(path),
            former="" if before is None else _hash_text(before),
            mode=mode,
        )
        self._write(path, json.dumps(former_text).encode("ascii"))

    def recall(self, path: str) -> FormerText | None:
        """Return the remembered text of the file at *path*; ``None`` for nothing."""
        return _parse_memory(read_private_file(self._file_of(path)))

    def recall_before(self, path: str, text: str) -> FormerText | None:
        """Return what is remembered of the file where *text* is what was left; else ``None``."""
        former_text = self.recall(path)
        return former_text if former_text and former_text.left == _hash_text(text) else None

    def is_as_before(self, path: str, text: str | None) -> bool:
        """Tell whether the file with this *text* is what it was, so that nothing is left to do."""
        former_text = self.recall(path)
        if former_text is None or former_text.existed != (text is not None):
            return False
        return text is None or former_text.former == _hash_text(text)

    def has(self, path: str) -> bool:
        """Tell whether a text of the file, or the folder, at *path* is remembered."""
        return read_private_file(self._file_of(path)) is not None

    def paths(self) -> list[str]:
        """Return the paths of files with a remembered text, but for those of older versions."""
        former_texts = [_parse_memory(content) for content in self._contents()]
        names = [former_text.path for former_text in former_texts if former_text]
        return sorted(os.path.normpath(os.path.join(self.base, name)) for name in names if name)

    def explain_unread(self) -> str:
        """Return why a text that is remembered is not read, and what helps, or nothing.

        `chmod -R a+rX .` opens what lies in git's folder, too.
        """
        if None not in self._contents():
            return ""
        folder = os.path.join(self.folder, _FOLDER)
        closing = join_shell_words(["chmod", "-R", "go=", folder])
        return (
            f"{render_path(folder)}: not read, for what others may read or own is not trusted; "
            f"{closing} closes what is yours"
        )

    def forget(self, path: str) -> None:
        """Remember no text of *path* any more, nor of folders without a file."""
        discard_file(self._file_of(path))
        self._discard_if_empty()

    def forget_folders(self) -> None:
        """Remember no folder any more: no file is, so nothing in them is taken away again."""
        folder = os.path.join(self.folder, _FOLDER)
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            discard_file(os.path.join(folder, name))
        self._discard_if_empty()

    def _discard_if_empty(self) -> None:
        """Remove the folders of what is remembered, where nothing is any more."""
        folder = os.path.join(self.folder, _FOLDER)
        names = os.listdir(folder) if os.path.isdir(folder) else []
        if names in ([], [_MADE]):
            discard_file(os.path.join(folder, _MADE))
            for empty_folder in (folder, self.folder, *[os.path.dirname(self.folder)] * len(names)):
                try:
                    os.rmdir(empty_folder)
                except OSError:  # there is more in it
                    return

    def remember_folders(self, path: str) -> None:
        """Remember the folders above *path* that are not there yet."""
        folder = os.path.dirname(path)
        while not os.path.lexists(folder):
            self._write(folder, b"{}")
            folder = os.path.dirname(folder)

    def _write(self, path: str, content: bytes) -> None:
        is_first = not os.path.lexists(os.path.dirname(self.folder))
        write_private_file(self._file_of(path), [content])
        if is_first:
            write_private_file(os.path.join(self.folder, _FOLDER, _MADE))

    def _contents(self) -> Iterator[bytes | None]:
        folder = os.path.join(self.folder, _FOLDER)
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            yield read_private_file(os.path.join(folder, name))

    def _file_of(self, path: str) -> str:
        return os.path.join(self.folder, _FOLDER, _hash_text(self._name_of(path)))

    def _name_of(self, path: str) -> str:
        name = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
        return os.path.relpath(name, os.path.realpath(self.base)) if self.base else name


def open_memories(cache: str) -> tuple[TextMemory, ...]:
    """Return the memory of former texts in the user's *cache*; none without a cache."""
    return (TextMemory(cache),) if cache else ()


def read_mode(path: str) -> int:
    """Return the mode of an agent's settings file at *path* before an install, 0 without one."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except OSError:
        return 0


def _parse_memory(content: bytes | None) -> FormerText | None:
    try:
        return FormerText(*json.loads(content or b""))
    except (ValueError, TypeError):  # that of a folder, or none
        return None


def _count_shared_characters(text: str, other_text: str) -> int:
    """Return how many characters both texts begin with."""
    pairs = zip(text, other_text, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(text), len(other_text)))


def _hash_text(text: str) -> str:
    return make_checksum(text.encode("utf-8", "surrogateescape")).hex()
