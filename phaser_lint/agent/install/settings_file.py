"""Reading and writing a settings file without losing it.

Text goes in and out byte for byte: UTF-8, line ends as they are. A write is atomic: a reader, and a
machine that goes down, sees the old file or the new one, never a half.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from typing import Any

from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.project.atomic_write import write_beside
from phaser_lint.project.regular_file import read_bytes

# Python's own reader came with 3.11; tomli is what it was made of.
if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_LARGEST = 64 * 1024 * 1024


def read_settings(path: str | os.PathLike[str]) -> str | None:
    """Return the text of an agent's settings file; ``None`` when there is none (a link to nothing
    included).

    Raises SettingsError for anything but a readable regular file of UTF-8 text.
    """
    try:
        status = os.stat(path)
        _require_regular_file(path, status)
        content = read_bytes(os.fspath(path), limit=_LARGEST + 1, status=status)
        text = content.decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsError(
            f"{os.fspath(path)}: expected UTF-8 text, found an invalid byte in line {line}"
        ) from None
    except OSError as error:
        raise _make_settings_error(path, "cannot be read", error) from error
    if len(content) > _LARGEST:
        raise SettingsError(f"{os.fspath(path)}: cannot be read: larger than 64 MB")
    return text


def write_settings(path: str | os.PathLike[str], text: str, *, executable: bool = False) -> None:
    """Write an agent's settings file, with its folders; an existing one keeps its mode, a link
    stays a link.

    An *executable* one may be run by whoever may read it.
    Other hard links to the file keep the old text. Raises SettingsError when it cannot be written,
    and then the old file is still there.
    """
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError:
        raise SettingsError(f"{os.fspath(path)}: the text cannot be written as UTF-8") from None
    try:
        target = os.path.realpath(path)
        status = _check_replaceable(path, target)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with write_beside(target, content) as temporary:
            if status is not None:
                # Owner first: changing it may clear bits of the mode.
                if hasattr(os, "chown"):
                    with contextlib.suppress(OSError):
                        os.chown(temporary, status.st_uid, status.st_gid)
                os.chmod(temporary, stat.S_IMODE(status.st_mode))
            if executable:
                mode = stat.S_IMODE(os.stat(temporary).st_mode)
                os.chmod(temporary, mode | (mode & 0o444) >> 2)
            os.replace(temporary, target)
    except OSError as error:
        raise _make_settings_error(path, "cannot be written", error) from error


def remove_settings(path: str | os.PathLike[str]) -> None:
    """Delete an agent's settings file; behind a link only its content goes, as an empty object.

    Raises SettingsError when it cannot be deleted; a file that is not there is no error.
    """
    if os.path.islink(path):
        write_settings(path, "{}\n")
        return
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise _make_settings_error(path, "cannot be deleted", error) from error


def _check_replaceable(path: str | os.PathLike[str], target: str) -> os.stat_result | None:
    """The status of the file that is to be replaced, None for a new one."""
    if os.path.islink(target):
        raise SettingsError(f"{os.fspath(path)}: expected a file, found a link to itself")
    try:
        status = os.stat(target)
    except FileNotFoundError:
        return None
    _require_regular_file(path, status)
    # Replacing needs only a writable folder; a file that somebody locked stays as it is.
    if not os.access(target, os.W_OK):
        raise SettingsError(f"{os.fspath(path)}: cannot be written: the file is read-only")
    return status


def _require_regular_file(path: str | os.PathLike[str], status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "a special file"
        raise SettingsError(f"{os.fspath(path)}: expected a file, found {kind}")


def _make_settings_error(
    path: str | os.PathLike[str], failure: str, error: OSError
) -> SettingsError:
    return SettingsError(f"{os.fspath(path)}: {failure}: {error.strerror or error}")


# Files of variables (``.env``), as the clients that load one read it.

_LINE = re.compile(
    r"""^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)(?:[^\S\n]*=[^\S\n]*|:[^\S\n]+)"""
    r"""('[^']*'|"[^"]*"|`[^`]*`|[^#\n]*)""",
    re.MULTILINE,
)


def parse_dotenv(text: str) -> dict[str, str]:
    """Return the variables that *text*, like ``.env``, sets; of one set twice the last."""
    variables = {}
    for name, text_of_value in _LINE.findall(text.replace("\r", "\n")):
        quoted = text_of_value.strip()
        is_quoted = len(quoted) > 1 and quoted[0] == quoted[-1] and quoted[0] in "'\"`"
        variables[name] = quoted[1:-1] if is_quoted else quoted
    return variables


# TOML, as Codex and prek take it.


def parse_toml(text: str) -> dict[str, Any]:
    """Return the values of a settings file's TOML *text*; raises SettingsError for what is none."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"not valid TOML: {error}") from None
