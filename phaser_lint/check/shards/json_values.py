"""Values of JSON checked one by one: what is not exactly as expected is refused, with its key.

A check is a function of a value and its key, and returns the value as a record holds it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Check = Callable[[Any, str], Any]


class UnexpectedError(Exception):
    """The key, and what was expected there."""


def parsed(text: str) -> Any:
    """Return the value that *text* holds; a key that stands there twice is refused."""
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_without_duplicates,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise UnexpectedError(f"expected JSON; {error.msg} at {place}") from None
    except ValueError:  # a number of more digits than Python converts
        raise UnexpectedError("expected JSON with numbers of a sensible size") from None
    except RecursionError:
        raise UnexpectedError("expected a report, not JSON nested this deep") from None


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UnexpectedError(f"{twice}: expected once, found twice in one object")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise UnexpectedError(f"expected JSON; {name} is no JSON number")


def fields(value: Any, checks: Mapping[str, Check], key: str) -> dict[str, Any]:
    """Return the checked values of an object that holds exactly the keys of *checks*."""
    if not isinstance(value, dict):
        raise UnexpectedError(f"{key}: expected an object, not {shown(value)}")
    prefix = f"{key}." if key else ""
    for name in value:
        if name not in checks:
            raise UnexpectedError(f"{prefix}{name}: unknown key; expected {', '.join(checks)}")
    for name in checks:
        if name not in value:
            raise UnexpectedError(f"{prefix}{name}: expected, but missing")
    return {name: check(value[name], f"{prefix}{name}") for name, check in checks.items()}


def text(value: Any, key: str) -> str:
    """Check a text."""
    if not isinstance(value, str):
        raise UnexpectedError(f"{key}: expected a text, not {shown(value)}")
    return value


def flag(value: Any, key: str) -> bool:
    """Check true or false."""
    if not isinstance(value, bool):
        raise UnexpectedError(f"{key}: expected true or false, not {shown(value)}")
    return value


def number(value: Any, key: str, *, least: int = 1) -> int:
    """Check a whole number, 1 or more unless another *least* is said."""
    # True is an int to Python.
    if type(value) is not int or value < least:
        raise UnexpectedError(f"{key}: expected a number from {least} up, not {shown(value)}")
    return value


def number_from_zero(value: Any, key: str) -> int:
    """Check a whole number, 0 or more."""
    return number(value, key, least=0)


def or_null(check: Check) -> Check:
    """Return the check that lets null pass besides what *check* does."""
    return lambda value, key: None if value is None else check(value, key)


def choice(*choices: str) -> Check:
    """Return the check for one of some texts."""

    def checked(value: Any, key: str) -> str:
        if value not in choices:
            raise UnexpectedError(f"{key}: expected {' or '.join(choices)}, not {shown(value)}")
        return str(value)

    return checked


def list_of(check: Check) -> Check:
    """Return the check for a list of which *check* takes each item."""

    def checked(value: Any, key: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise UnexpectedError(f"{key}: expected a list, not {shown(value)}")
        return tuple(check(item, f"{key}[{index}]") for index, item in enumerate(value))

    return checked


def record(kind: Callable[..., Any], checks: Mapping[str, Check]) -> Check:
    """Return the check for an object that becomes a record, key by key."""
    return lambda value, key: kind(**fields(value, checks, key))


def shown(value: Any) -> str:
    """Return *value* as JSON, cut where it is long."""
    written = json.dumps(value)
    return written if len(written) <= 60 else f"{written[:57]}..."
