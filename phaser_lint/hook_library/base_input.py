"""What every event has: the session, where it runs, and the event's JSON as it came.

An input is a typed view of the event, ``raw``. What the client left out, or gave as null, is empty
(``""``, ``{}``); what it gave with another type than documented is refused at once, with its key,
so that no check passes because a field looked absent.
"""

from __future__ import annotations

from phaser_lint.core import JsonObject
from phaser_lint.core.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

_NAMES = {str: "text", dict: "an object", bool: "true or false", float: "a number"}


class BaseHookInput:
    """An event; what is the same in all of them.

    To try a handler without a client, make its input: ``PreToolUseInput({"tool_name": "Write"})``.
    Raises ``InputError`` for a field of the wrong type.
    """

    __slots__ = ("_raw",)
    _TYPES: ClassVar[dict[str, type]] = {
        "session_id": str,
        "cwd": str,
        "hook_event_name": str,
        "transcript_path": str,
        "permission_mode": str,
    }

    def __init__(self, raw: JsonObject) -> None:
        for key, expected in self._TYPES.items():
            field = raw.get(key)
            # JSON has one type for numbers, and Python takes true for one.
            types = (int, float) if expected is float else expected
            is_number_by_chance = expected is float and isinstance(field, bool)
            if field is not None and (not isinstance(field, types) or is_number_by_chance):
                actual = type(field).__name__
                raise InputError(f"hook event: {key}: expected {_NAMES[expected]}, found {actual}")
        self._raw = raw

    @property
    def raw(self) -> JsonObject:
        """The hook's input as it came, with the fields that have no property here."""
        return self._raw

    @property
    def session_id(self) -> str:
        """The session's identifier."""
        return self._text("session_id")

    @property
    def cwd(self) -> str:
        """The agent's working directory, which follows its ``cd``: not the project's root."""
        return self._text("cwd")

    @property
    def hook_event_name(self) -> str:
        """``PreToolUse`` or another."""
        return self._text("hook_event_name")

    @property
    def transcript_path(self) -> str:
        """The file of the session's transcript, which may lag behind."""
        return self._text("transcript_path")

    @property
    def permission_mode(self) -> str:
        """``default``, ``plan``, ``acceptEdits``, ``bypassPermissions`` or another, if any."""
        return self._text("permission_mode")

    def _text(self, *keys: str) -> str:
        """Return the first of *keys* of the hook's input that holds text."""
        for key in keys:
            text = self._raw.get(key)
            if isinstance(text, str):
                return text
        return ""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self._raw)!r})"

    def __eq__(self, event: object) -> bool:
        return type(self) is type(event) and self._raw == getattr(event, "_raw", None)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # an event holds dictionaries
