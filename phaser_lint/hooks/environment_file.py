"""The file through which a hook at SessionStart sets environment variables.

Claude Code runs its lines before each Bash call. Other hooks may write to it too, so lines are only
ever appended.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.errors import InputError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def checked(variables: Mapping[Any, Any]) -> dict[str, str]:
    """Return *variables*; raises ``UsageError`` for a name or value that no shell takes."""
    for name, value in variables.items():
        if not (isinstance(name, str) and name.isascii() and name.isidentifier()):
            raise UsageError(f"with_env_vars: expected a name of letters, digits and _: {name!r}")
        if not isinstance(value, str):
            found = type(value).__name__
            raise UsageError(f"with_env_vars: {name}: expected text, found {found}")
        if "\0" in value:
            raise UsageError(f"with_env_vars: {name}: expected text without a NUL character")
    return dict(variables)


def lines_of(variables: Mapping[str, str]) -> str:
    """Return the shell's lines that set *variables* to just these texts."""
    return "".join(f"export {name}={_quoted(value)}\n" for name, value in variables.items())


def _quoted(value: str) -> str:
    return "'" + value.replace("'", "'\"'\"'") + "'"


def append(path: str, variables: Mapping[str, str]) -> None:
    """Append the lines of *variables* to the file at *path*, which may not be there yet.

    Raises ``InputError`` where there is no such file or it cannot be written.
    """
    if not path:
        raise InputError(
            "with_env_vars: CLAUDE_ENV_FILE is not set: this client has no file for variables"
        )
    try:
        _append(path, lines_of(variables).encode("utf-8", "surrogateescape"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"with_env_vars: cannot write to {path}: {reason}") from None


def _append(path: str, lines: bytes) -> None:
    # Not blocking: the open of a named pipe would wait for its reader.
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise ValueError("expected a regular file")
        size = state.st_size
        # Another hook's last line may have no end.
        joins = size > 0 and _last_byte(descriptor, size) != b"\n"
        os.write(descriptor, b"\n" + lines if joins else lines)
    finally:
        os.close(descriptor)


def _last_byte(descriptor: int, size: int) -> bytes:
    os.lseek(descriptor, size - 1, os.SEEK_SET)
    return os.read(descriptor, 1)
