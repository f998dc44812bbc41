"""Tables whose rows take long: the normal set of tests has one row of each kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from _pytest.mark import ParameterSet


def first_of_each(
    rows: Iterable[tuple[Any, ...]], kind: Callable[[tuple[Any, ...]], Hashable]
) -> list[ParameterSet]:
    """Return *rows* as parameters; all but the first of each *kind* are of the slow set."""
    kinds_before = set()
    parameters = []
    for row in rows:
        kind_of_row = kind(row)
        parameters.append(
            pytest.param(*row, marks=[pytest.mark.slow] if kind_of_row in kinds_before else [])
        )
        kinds_before.add(kind_of_row)
    return parameters


def one_in(number: int, rows: Iterable[Any]) -> list[ParameterSet]:
    """Return *rows* as parameters of one value; all but each *number*-th are of the slow set."""
    return [
        pytest.param(row, marks=[pytest.mark.slow] if place % number else [])
        for place, row in enumerate(rows)
    ]


def one_row_in(number: int, rows: Iterable[tuple[Any, ...]]) -> list[ParameterSet]:
    """Return *rows* as parameters; all but each *number*-th are of the slow set."""
    return [
        pytest.param(*row, marks=[pytest.mark.slow] if place % number else [])
        for place, row in enumerate(rows)
    ]
