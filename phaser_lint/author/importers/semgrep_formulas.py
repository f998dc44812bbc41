"""The patterns of a Semgrep rule as alternatives, each a list to be found and one not to be.

patterns: [regex a, not-regex b]                     a, not b
pattern-either: [regex a, patterns: [regex b, c]]    a; or b and c
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import prod
from typing import Any

from phaser_lint.core import Record

FOUND, NOT_FOUND = "pattern-regex", "pattern-not-regex"
ALL, ANY_ONE = "patterns", "pattern-either"
OPERATORS = (FOUND, ALL, ANY_ONE)
# Ten lists of ten are ten thousand million.
_MOST = 1000


class Alternative(Record):
    """What all has to be found, each within another, and what must not."""

    patterns: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()


class UnsupportedFormulaError(Exception):
    """What of a formula no pattern can hold."""


class WrongFormulaError(Exception):
    """What of a formula was expected to be something else: ``key_path`` which key, and what."""

    def __init__(self, key_path: str, expected: str) -> None:
        super().__init__(expected)
        self.key_path = key_path


def split_into_alternatives(
    formula: Mapping[str, Any], *, key_path: str
) -> tuple[Alternative, ...]:
    """Return the alternatives of a Semgrep formula with one operator, at *key_path*.

    Raises ``UnsupportedFormulaError``, and ``WrongFormulaError`` for what is no formula.
    """
    if not isinstance(formula, dict) or len(formula) != 1:
        raise WrongFormulaError(key_path, "one key, such as pattern-regex")
    ((operator, argument),) = formula.items()
    key = f"{key_path}.{operator}"
    if operator in (FOUND, NOT_FOUND):
        if not isinstance(argument, str) or not argument:
            raise WrongFormulaError(key, "a pattern, as a text")
        return (Alternative((argument,)) if operator == FOUND else Alternative((), (argument,)),)
    if operator not in (ALL, ANY_ONE):
        raise UnsupportedFormulaError(f"{operator}: a contract knows nothing of syntax")
    if not isinstance(argument, list) or not argument:
        raise WrongFormulaError(key, "a list of patterns")
    all_alternatives = [
        split_into_alternatives(inner_formula, key_path=f"{key}[{number}]")
        for number, inner_formula in enumerate(argument)
    ]
    number = (sum if operator == ANY_ONE else prod)(map(len, all_alternatives))
    if number > _MOST:
        raise UnsupportedFormulaError(f"{operator}: {number} alternatives, more than {_MOST}")
    if operator == ANY_ONE:
        return tuple(
            alternative
            for inner_alternatives in all_alternatives
            for alternative in inner_alternatives
        )
    joined = []
    for choice in product(*all_alternatives):
        patterns = dict.fromkeys(pattern for joint in choice for pattern in joint.patterns)
        unwanted = dict.fromkeys(pattern for joint in choice for pattern in joint.unwanted)
        joined.append(Alternative(tuple(patterns), tuple(unwanted)))
    return tuple(joined)


def group_alternatives(
    all_alternatives: tuple[Alternative, ...], *, stands_alone: Callable[[str], bool]
) -> list[tuple[Alternative, ...]]:
    """Return those alternatives of a Semgrep formula that one pattern can hold, with a bar between,
    and the others.

    A pattern that *stands_alone* is true of stays alone.
    """
    simple: dict[tuple[str, ...], list[Alternative]] = {}
    separate_alternatives = []
    for alternative in all_alternatives:
        if len(alternative.patterns) == 1 and not stands_alone(alternative.patterns[0]):
            simple.setdefault(alternative.unwanted, []).append(alternative)
        else:
            separate_alternatives.append((alternative,))
    return [*map(tuple, simple.values()), *separate_alternatives]
