"""SessionStart: a session begins, goes on or was compacted. Nothing can be stopped here."""

from __future__ import annotations

import os

from phaser_lint.hooks.base_input import BaseHookInput
from phaser_lint.hooks.base_response import BaseHookResponse
from phaser_lint.hooks.hybrid_method import HybridMethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import ClassVar

    from typing_extensions import Self

_VARIABLE = "CLAUDE_ENV_FILE"


class SessionStartInput(BaseHookInput):
    """A session begins."""

    __slots__ = ()
    _TYPES: ClassVar[Mapping[str, type]] = {
        **BaseHookInput._TYPES,
        "env_file": str,
        "source": str,
        "model": str,
    }

    @property
    def env_file(self) -> str:
        """The file whose shell lines run before each Bash call; empty if the client has none.

        Claude Code names it in the environment, as ``CLAUDE_ENV_FILE``, not in the event.
        """
        return self._text("env_file") or os.environ.get(_VARIABLE, "")

    @property
    def source(self) -> str:
        """``startup``, ``resume``, ``clear`` or ``compact``."""
        return self._text("source")

    @property
    def model(self) -> str:
        """The model's name; often empty."""
        return self._text("model")


class SessionStartResponse(BaseHookResponse):
    """What the session is to begin with."""

    __slots__ = ()
    EVENT_NAME: ClassVar[str] = "SessionStart"

    @HybridMethod
    def with_env_vars(self, vars: Mapping[str, str]) -> Self:  # noqa: A002 - its published name
        """Set environment variables of every Bash call in the session.

        They are appended to ``CLAUDE_ENV_FILE``, one ``export`` a line. Raises ``UsageError`` for a
        name that no shell takes or a value that is no text; a client that offers no file is an
        ``InputError`` when the answer is given.
        """
        from phaser_lint.hooks.environment_file import checked

        return self._with(env_vars={**self.env_vars, **checked(vars)})

    @property
    def env_vars(self) -> Mapping[str, str]:
        """The variables that are set."""
        found: Mapping[str, str] = self._values.get("env_vars", {})
        return found

    def apply(self, event: BaseHookInput) -> None:
        """Append the variables to the session's file; raises ``InputError`` where there is none."""
        if not self.env_vars:
            return
        from phaser_lint.hooks.environment_file import append

        append(event.env_file if isinstance(event, SessionStartInput) else "", self.env_vars)
