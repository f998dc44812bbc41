"""What a client sends, read key by key: a wrong one is named, with what was expected of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST = 2**31 - 1


class InvalidParametersError(Exception):
    """A key of a message, and what was expected there."""


def member(value: Any, *keys: str) -> Any:
    """Return the value below *keys*; ``None`` where there is none."""
    for key in keys:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def text_of(value: Any, *keys: str) -> str:
    """Return the text below *keys*; raises ``InvalidParametersError``."""
    found = member(value, *keys)
    if not isinstance(found, str):
        raise InvalidParametersError(f"{'.'.join(keys)}: expected a text")
    return found


def integer(value: Any, *keys: str, least: int = -_MOST - 1) -> int:
    """Return the whole number below *keys*, *least* at least; raises ``InvalidParametersError``.

    A larger one than the protocol has is the largest that it has.
    """
    found = member(value, *keys)
    is_number = isinstance(found, (int, float)) and not isinstance(found, bool)
    if not is_number or found % 1 or found < least:  # NaN is no whole number, nor is infinity
        raise InvalidParametersError(f"{'.'.join(keys)}: expected a whole number from {least}")
    return int(min(found, _MOST))


def position(value: Any, *keys: str) -> dict[str, int]:
    """Return the position below *keys*; raises ``InvalidParametersError``."""
    return {name: integer(value, *keys, name, least=0) for name in ("line", "character")}


def listed(value: Any, name: str) -> list[Any]:
    """Return *value* if it is a list; raises ``InvalidParametersError``."""
    if not isinstance(value, list):
        raise InvalidParametersError(f"{name}: expected a list")
    return value


def members(value: Any, *keys: str) -> list[Any]:
    """Return the list below *keys*, an empty one where there is nothing.

    Raises ``InvalidParametersError``.
    """
    found = member(value, *keys)
    return listed([] if found is None else found, ".".join(keys))


def mapping(value: Any, name: str) -> dict[str, Any]:
    """Return *value* if it is an object; raises ``InvalidParametersError``."""
    if not isinstance(value, dict):
        raise InvalidParametersError(f"{name}: expected an object")
    return value
