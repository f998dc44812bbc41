"""What a client sends, read key by key: a wrong one is named, with what was expected of it."""

from __future__ import annotations

from phaser_lint.core import JsonValue

_MOST = 2**31 - 1


class InvalidParametersError(Exception):
    """A key of a message, and what was expected there."""


def find_member(params: JsonValue, *keys: str) -> JsonValue:
    """Return the parameter of a client's message below *keys*; ``None`` where there is none."""
    for key in keys:
        if not isinstance(params, dict):
            return None
        params = params.get(key)
    return params


def require_text_at(params: JsonValue, *keys: str) -> str:
    """Return a message's parameter below *keys*, a text; raises ``InvalidParametersError``."""
    text = find_member(params, *keys)
    if not isinstance(text, str):
        raise InvalidParametersError(f"{'.'.join(keys)}: expected a text")
    return text


def require_integer_at(params: JsonValue, *keys: str, least: int = -_MOST - 1) -> int:
    """Return the parameter of a client's message below *keys*, a whole number from *least* up;
    raises ``InvalidParametersError``.

    A larger one than the protocol has is the largest that it has.
    """
    number = find_member(params, *keys)
    is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
    if not is_number or number % 1 or number < least:  # NaN is no whole number, nor is infinity
        raise InvalidParametersError(f"{'.'.join(keys)}: expected a whole number from {least}")
    return int(min(number, _MOST))


def require_position_at(params: JsonValue, *keys: str) -> dict[str, int]:
    """Return the position in a text below *keys*; raises ``InvalidParametersError``."""
    return {
        name: require_integer_at(params, *keys, name, least=0) for name in ("line", "character")
    }


def require_list(param: JsonValue, name: str) -> list[JsonValue]:
    """Return the parameter *param* if it is a list; raises ``InvalidParametersError``."""
    if not isinstance(param, list):
        raise InvalidParametersError(f"{name}: expected a list")
    return param


def find_member_list(params: JsonValue, *keys: str) -> list[JsonValue]:
    """Return the parameter of a client's message below *keys*, a list, or an empty one where there
    is none.

    Raises ``InvalidParametersError``.
    """
    member_list = find_member(params, *keys)
    return require_list([] if member_list is None else member_list, ".".join(keys))


def require_object(param: JsonValue, name: str) -> dict[str, JsonValue]:
    """Return the parameter *param* if it is an object; raises ``InvalidParametersError``."""
    if not isinstance(param, dict):
        raise InvalidParametersError(f"{name}: expected an object")
    return param
