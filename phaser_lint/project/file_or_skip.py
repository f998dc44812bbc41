"""Files on disk: which there are, and what is checked of one, or the reason why nothing is.

What a link to a folder leads to is none that is there.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator

from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.text import (
    MAXIMUM_BYTES,
    TOO_LARGE,
    decode_file,
    is_binary,
    is_garbled,
    is_utf_16,
)
from phaser_lint.project import lies_below_link
from phaser_lint.project.regular_file import (
    BINARY,
    GARBLED,
    NOT_REGULAR,
    SYMBOLIC_LINK,
    NotRegularError,
    read_bytes,
)

_SAMPLE = 256 * 1024
_NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)


def read_file(root: str, path: str) -> TextFile | Skip:
    """Return the file at *path* under *root* as on disk, or the skip with the reason."""
    try:
        full = os.path.join(root, path)
        content = read_bytes(full, limit=MAXIMUM_BYTES + 1)
        size = os.stat(full).st_size if len(content) > MAXIMUM_BYTES else None
    except NotRegularError:
        return Skip(path, NOT_REGULAR)
    except OSError as error:
        return make_unread_skip(path, error)
    return make_file_or_skip(path, content, size)


def with_link_target(file: TextFile | Skip, leads_to: str) -> TextFile | Skip:
    """Return the *file*, or its skip, as read by the name of a link that *leads_to* a path."""
    return file._replace(leads_to=leads_to)


def make_broken_link_skip(path: str) -> Skip:
    """Return the skip of a link that leads to no file of the project."""
    return Skip(path, SYMBOLIC_LINK, is_there=False)


def make_unread_skip(path: str, error: OSError) -> Skip:
    """Return the skip, in place of a file, for one at *path* that cannot be read, or is gone."""
    reason = f"cannot be read: {error.strerror or error}"
    return Skip(path, reason, is_unread=error.errno not in _NO_FILE)


def make_file_or_skip(path: str, content: bytes, size: int | None = None) -> TextFile | Skip:
    """Return the file at *path* that holds *content*, or the skip where it is too large, binary or
    garbled.

    *size* is that of the file where *content* is only its start.
    """
    is_large = len(content) > MAXIMUM_BYTES
    text = decode_file(content[:_SAMPLE] if is_large else content)
    if is_large or is_binary(text):
        from phaser_lint.core.file_size import measure_content  # few files are no text in UTF-8

        reason = TOO_LARGE if is_large else GARBLED
        # A film is no text, however large.
        reason = BINARY if is_binary(text) and not is_garbled(text[:_SAMPLE]) else reason
        whole_size = size if is_large and size else len(content)
        return Skip(path, reason, measure_content(content, whole_size))
    if is_utf_16(content):
        from phaser_lint.core.file_size import measure_text

        return TextFile(path, text, measure_text(text)._replace(bytes=len(content)))
    return TextFile(path, text)


def is_file_or_link(root: str, path: str) -> bool:
    """Tell whether a file or a link is present on disk at *path* under *root*."""
    return bool(select_present_paths(root, (path,)))


def select_present_paths(root: str, paths: Iterable[str]) -> list[str]:
    """Return those of *paths* under *root* where a file or a link is present on disk."""
    return [path for path, _ in find_present_modes(root, paths)]


def find_present_modes(root: str, paths: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield those of *paths* under *root* where a file or a link is present on disk, each with its
    mode.

    A submodule is one. What a link to a folder leads to is elsewhere: for git ``lib/a.py`` is
    deleted once ``lib`` is a link.
    """
    is_link_by_folder: dict[str, bool] = {}
    start, look = os.path.join(root, ""), os.lstat
    for path in paths:
        try:
            mode = look(start + path).st_mode
        except OSError:
            continue
        folder = path[: path.rfind("/") + 1]
        if folder not in is_link_by_folder:
            is_link_by_folder[folder] = lies_below_link(root, folder)
        if not (stat.S_ISDIR(mode) or is_link_by_folder[folder]):
            yield path, mode
