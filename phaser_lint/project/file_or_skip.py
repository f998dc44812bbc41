"""Files on disk, as what is checked of them or the reason why nothing is."""

from __future__ import annotations

import errno
import os

from phaser_lint.core.checked_files import Skip, TextFile, size_of_bytes, size_of_text
from phaser_lint.core.text import file_text, is_binary, is_garbled, is_utf_16
from phaser_lint.project.regular_file import (
    BINARY,
    GARBLED,
    MAXIMUM_BYTES,
    NOT_REGULAR,
    SYMBOLIC_LINK,
    TOO_LARGE,
    NotRegularError,
    read_bytes,
)

_SAMPLE = 256 * 1024
_NO_FILE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG)


def read_file(root: str, path: str) -> TextFile | Skip:
    """Return the file at *path* under *root* as it is on disk, or why it is not checked."""
    try:
        full = os.path.join(root, path)
        content = read_bytes(full, limit=MAXIMUM_BYTES + 1)
        size = os.stat(full).st_size if len(content) > MAXIMUM_BYTES else None
    except NotRegularError:
        return Skip(path, NOT_REGULAR)
    except OSError as error:
        return unread(path, error)
    return file_of(path, content, size)


def by_link(file: TextFile | Skip, leads_to: str) -> TextFile | Skip:
    """Return *file*, read by the name of a link that *leads_to* another path of the project."""
    return file._replace(leads_to=leads_to) if isinstance(file, TextFile) else file


def link_to_nothing(path: str) -> Skip:
    """Return the skip of a link that leads to no file of the project."""
    return Skip(path, SYMBOLIC_LINK, is_there=False)


def unread(path: str, error: OSError) -> Skip:
    """Return the skip of a file that cannot be read, or that is gone."""
    reason = f"cannot be read: {error.strerror or error}"
    return Skip(path, reason, is_unread=error.errno not in _NO_FILE)


def file_of(path: str, content: bytes, size: int | None = None) -> TextFile | Skip:
    """Return the file that holds *content*, or why it is not checked.

    *size* is that of the file where *content* is only its start.
    """
    is_large = len(content) > MAXIMUM_BYTES
    text = file_text(content[:_SAMPLE] if is_large else content)
    if is_large or is_binary(text):
        reason = TOO_LARGE if is_large else GARBLED
        # A film is no text, however large.
        reason = BINARY if is_binary(text) and not is_garbled(text[:_SAMPLE]) else reason
        whole_size = size if is_large and size else len(content)
        return Skip(path, reason, size_of_bytes(content, whole_size))
    if is_utf_16(content):
        return TextFile(path, text, size_of_text(text)._replace(bytes=len(content)))
    return TextFile(path, text)
