"""The patterns of a Semgrep rule as alternatives, each a list to be found and one not to be.

patterns: [regex a, not-regex b]                     a, not b
pattern-either: [regex a, patterns: [regex b, c]]    a; or b and c
"""

from __future__ import annotations

from itertools import product
from math import prod

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

FOUND, NOT_FOUND = "pattern-regex", "pattern-not-regex"
ALL, ANY_ONE = "patterns", "pattern-either"
OPERATORS = (FOUND, ALL, ANY_ONE)
# Ten lists of ten are ten thousand million.
_MOST = 1000


class Alternative(Record):
    """What all has to be found, each within another, and what must not."""

    found: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()


class UnsupportedFormulaError(Exception):
    """What of a formula no pattern can hold."""


class WrongFormulaError(Exception):
    """What of a formula was expected to be something else: ``at`` which key, and what."""

    def __init__(self, at: str, expected: str) -> None:
        super().__init__(expected)
        self.at = at


def alternatives(formula: Mapping[str, Any], *, at: str) -> tuple[Alternative, ...]:
    """Return the alternatives of a mapping with one operator, whose own path is *at*.

    Raises ``UnsupportedFormulaError``, and ``WrongFormulaError`` for what is no formula.
    """
    if not isinstance(formula, dict) or len(formula) != 1:
        raise WrongFormulaError(at, "one key, such as pattern-regex")
    ((operator, value),) = formula.items()
    place = f"{at}.{operator}"
    if operator in (FOUND, NOT_FOUND):
        if not isinstance(value, str) or not value:
            raise WrongFormulaError(place, "a pattern, as a text")
        return (Alternative((value,)) if operator == FOUND else Alternative((), (value,)),)
    if operator not in (ALL, ANY_ONE):
        raise UnsupportedFormulaError(f"{operator}: a contract knows nothing of syntax")
    if not isinstance(value, list) or not value:
        raise WrongFormulaError(place, "a list of patterns")
    parts = [alternatives(each, at=f"{place}[{number}]") for number, each in enumerate(value)]
    number = (sum if operator == ANY_ONE else prod)(map(len, parts))
    if number > _MOST:
        raise UnsupportedFormulaError(f"{operator}: {number} alternatives, more than {_MOST}")
    if operator == ANY_ONE:
        return tuple(each for part in parts for each in part)
    return tuple(_all_of(each) for each in product(*parts))


def _all_of(parts: tuple[Alternative, ...]) -> Alternative:
    found = (each for part in parts for each in part.found)
    unwanted = (each for part in parts for each in part.unwanted)
    return Alternative(tuple(dict.fromkeys(found)), tuple(dict.fromkeys(unwanted)))


def merged(
    written: tuple[Alternative, ...], *, apart: Callable[[str], bool]
) -> list[tuple[Alternative, ...]]:
    """Return those alternatives that one pattern can hold, with a bar between, and the others.

    A pattern that *apart* is true of stays alone.
    """
    simple: dict[tuple[str, ...], list[Alternative]] = {}
    others = []
    for each in written:
        if len(each.found) == 1 and not apart(each.found[0]):
            simple.setdefault(each.unwanted, []).append(each)
        else:
            others.append((each,))
    return [*map(tuple, simple.values()), *others]
