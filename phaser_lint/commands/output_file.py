"""Writing the files that a run was asked for: whole or not at all."""

from __future__ import annotations

import os
import stat

from phaser_lint.errors import UsageError
from phaser_lint.files.whole_files import written_beside


def write_whole(path: str, text: str, *, named: str) -> None:
    """Write *text* to *path*, with its folders; a link there is replaced, not followed.

    Raises ``UsageError``, which names the flag or input *named*, and then nothing has changed.
    """
    data = text.encode("utf-8", "backslashreplace")
    try:
        _require_replaceable(path)
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with written_beside(path, data) as temporary:
            os.chmod(temporary, 0o644)
            os.replace(temporary, path)
    except OSError as error:
        raise _failure(path, named, error) from None


def _require_replaceable(path: str) -> None:
    if not os.path.lexists(path):
        return
    mode = os.lstat(path).st_mode
    if os.path.isdir(path):
        raise IsADirectoryError(0, "a folder is there")
    # Replacing /dev/null would take it from every program of the machine.
    if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
        raise OSError(0, "a special file is there")


def append(path: str, text: str, *, named: str) -> None:
    """Append *text* to the file at *path*; raises ``UsageError`` and leaves it as it was."""
    data = text.encode("utf-8", "backslashreplace")
    try:
        with open(path, "ab", buffering=0) as file:
            size = file.tell()
            if file.write(data) != len(data):  # a full disk takes a part
                file.truncate(size)
                raise OSError(0, "no room for all of it")
    except OSError as error:
        raise _failure(path, named, error) from None


def _failure(path: str, named: str, error: OSError) -> UsageError:
    return UsageError(f"{named}: {path}: cannot be written: {error.strerror or error}")
