"""Whether a value of Python has a place in JSON, asked before it is written.

The client drops an answer that is no JSON and lets the call pass, so a ``Path`` in it must be an
error here.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def checked(values: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Return *values* as a dictionary; raises ``UsageError`` with the place of what is no JSON."""
    for key, value in values.items():
        _check(value, f"{place}: {key}")
    return dict(values)


def _check(value: object, place: str) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                _refuse(key, place)
            _check(item, f"{place}.{key}")
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            _check(item, f"{place}[{index}]")
    elif not _is_scalar(value):
        _refuse(value, place)


def _is_scalar(value: object) -> bool:
    if value is None or isinstance(value, (str, bool)):
        return True
    # Not isinstance: an IntEnum is written as its name. A NaN is not equal to itself.
    infinite = value in (float("inf"), float("-inf"))
    return type(value) in (int, float) and value == value and not infinite


def _refuse(value: object, place: str) -> None:
    from phaser_lint.errors import UsageError

    kind = type(value).__name__
    raise UsageError(f"{place}: expected text, a number, a list or a dictionary, found {kind}")
