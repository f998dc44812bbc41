"""SessionStart: a session begins, goes on or was compacted. Nothing can be stopped here."""

from __future__ import annotations

import os
import stat

from phaser_lint.core.errors import InputError, UsageError
from phaser_lint.hook_library.base_input import BaseHookInput
from phaser_lint.hook_library.base_response import BaseHookResponse, HybridMethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from typing_extensions import Self

_VARIABLE = "CLAUDE_ENV_FILE"


class SessionStartInput(BaseHookInput):
    """A session begins."""

    __slots__ = ()
    _TYPES = BaseHookInput._TYPES | {
        "env_file": str,
        "source": str,
        "model": str,
    }

    @property
    def env_file(self) -> str:
        """The file for the session's shell: run before each Bash call; empty if the client has
        none.

        Claude Code names it in the environment, as ``CLAUDE_ENV_FILE``, not in the event.
        """
        return self._text("env_file") or os.environ.get(_VARIABLE, "")

    @property
    def source(self) -> str:
        """``startup``, ``resume``, ``clear`` or ``compact``."""
        return self._text("source")

    @property
    def model(self) -> str:
        """The name of the model that the session starts with; often empty."""
        return self._text("model")


class SessionStartResponse(BaseHookResponse):
    """What the session is to begin with."""

    __slots__ = ()
    EVENT_NAME = "SessionStart"

    @HybridMethod
    def with_env_vars(self, vars: Mapping[str, str]) -> Self:  # noqa: A002 - its published name
        """Set environment variables of every Bash call in the session.

        They are appended to ``CLAUDE_ENV_FILE``, one ``export`` a line. Raises ``UsageError`` for a
        name that no shell takes or a value that is no text; a client that offers no file is an
        ``InputError`` when the answer is given.
        """
        variables: Mapping[Any, Any] = vars  # whoever checks no types may give others
        for name, text in variables.items():
            if not (isinstance(name, str) and name.isascii() and name.isidentifier()):
                raise UsageError(
                    f"with_env_vars: expected a name of letters, digits and _: {name!r}"
                )
            if not isinstance(text, str):
                actual = type(text).__name__
                raise UsageError(f"with_env_vars: {name}: expected text, found {actual}")
            if "\0" in text:
                raise UsageError(f"with_env_vars: {name}: expected text without a NUL character")
        return self._replace_values(env_vars={**self.env_vars, **vars})

    @property
    def env_vars(self) -> Mapping[str, str]:
        """The variables that are set for the session."""
        variables: Mapping[str, str] = self._values.get("env_vars", {})
        return variables

    def apply(self, event: BaseHookInput) -> None:
        """Append the variables to the session's file; raises ``InputError`` where there is none."""
        if not self.env_vars:
            return
        _write_variables(
            event.env_file if isinstance(event, SessionStartInput) else "", self.env_vars
        )


def _write_variables(path: str, variables: Mapping[str, str]) -> None:
    """Append the lines of *variables* to the file at *path*, which may not be there yet.

    Raises ``InputError`` where there is no such file or it cannot be written.
    """
    if not path:
        raise InputError(
            "with_env_vars: CLAUDE_ENV_FILE is not set: this client has no file for variables"
        )
    # The shell is to set them to just these texts.
    quoted_texts = [(name, text.replace("'", "'\"'\"'")) for name, text in variables.items()]
    lines = "".join([f"export {name}='{text}'\n" for name, text in quoted_texts])
    # Other hooks may write to it too, so lines are only ever appended.
    # Not blocking: the open of a named pipe would wait for its reader.
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    try:
        with open(os.open(path, flags, 0o600), "ab+", buffering=0) as file:
            state = os.fstat(file.fileno())
            if not stat.S_ISREG(state.st_mode):
                raise ValueError("expected a regular file")
            # Another hook's last line may have no end.
            if state.st_size:
                file.seek(-1, os.SEEK_END)
                lines = lines if file.read(1) == b"\n" else f"\n{lines}"
            file.write(lines.encode("utf-8", "surrogateescape"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"with_env_vars: cannot write to {path}: {reason}") from None
