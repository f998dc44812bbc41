"""Records behave as the named tuples that a type checker takes them for."""

from __future__ import annotations

import copy
import pickle
from typing import Any, NamedTuple

import pytest

from phaser_lint.core import Record


class Point(Record):
    """A place."""

    x: int
    y: int = 2
    name: str = ""

    def total(self) -> int:
        return self.x + self.y


class Same(NamedTuple):
    x: int
    y: int = 2
    name: str = ""


class Pair(Record):
    x: int
    y: int = 2


def build(*values: Any, **named: Any) -> Any:
    return Point(*values, **named)


@pytest.mark.parametrize(
    ("positional", "keywords"),
    [
        ((1,), {}),
        ((1, 3), {}),
        ((1, 3, "a"), {}),
        ((), {"x": 1}),
        ((1,), {"name": "a"}),
        ((), {"name": "a", "y": 3, "x": 1}),
    ],
)
def test_a_record_is_made_as_a_named_tuple_is(
    positional: tuple[Any, ...], keywords: dict[str, Any]
) -> None:
    """By position, by name, with defaults: as a named tuple would."""
    point, named_tuple = build(*positional, **keywords), Same(*positional, **keywords)
    assert tuple(point) == tuple(named_tuple)
    assert repr(point) == repr(named_tuple).replace("Same", "Point")
    assert point._asdict() == named_tuple._asdict()
    assert (point.x, point.y, point.name) == (named_tuple.x, named_tuple.y, named_tuple.name)


@pytest.mark.parametrize(
    ("positional", "keywords"),
    [
        ((), {}),
        ((), {"y": 1}),
        ((1, 2, "a", 4), {}),
        ((1,), {"z": 3}),
        ((1,), {"x": 1}),
        ((1, 2, "a"), {"name": "b"}),
        ((1, 2, "a"), {"z": "b"}),
    ],
)
def test_wrong_arguments_are_refused(positional: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """Too few, too many, unknown, or the same one twice."""
    with pytest.raises(TypeError):
        Same(*positional, **keywords)
    with pytest.raises(TypeError):
        build(*positional, **keywords)


def test_fields_are_what_a_named_tuple_says() -> None:
    """In the order of the class body."""
    assert Point._fields == Same._fields == ("x", "y", "name")
    assert Point._field_defaults == Same._field_defaults
    assert getattr(Point, "__match_args__", None) == getattr(Same, "__match_args__", None)
    assert Point.__doc__ == "A place."


def test_a_record_has_methods_and_can_be_matched() -> None:
    """A record may have methods, and be taken apart."""
    match Point(1, 5):
        case Point(x, y):
            assert (x, y) == (1, 5)
    assert Point(1, 5).total() == 6


def test_it_is_a_tuple() -> None:
    """Equal, ordered and hashed by its values; unpacked and indexed."""
    assert Point(1) == (1, 2, "") == Point(1, 2)
    assert Point(1) != Point(2)
    assert Point(1) < Point(1, 3) < Point(2)
    assert {Point(1), Point(1, 2)} == {Point(1)}
    first_field, *other_fields = Point(1)
    assert (first_field, other_fields, Point(1)[1]) == (1, [2, ""], 2)
    assert isinstance(Point(1), tuple)


def test_it_does_not_change() -> None:
    """Neither its fields nor with new attributes."""
    point: Any = Point(1)
    for name in ("x", "other"):
        with pytest.raises(AttributeError):
            setattr(point, name, 5)
    with pytest.raises(TypeError):
        point[0] = 5
    assert point == Point(1)


def test_a_copy_has_other_fields_and_no_unknown_one() -> None:
    """A copy with some fields changed; an unknown field is refused."""
    point = Point(1, name="a")
    assert point._replace(x=5, y=0) == Point(5, 0, "a")
    assert type(point._replace(x=5)) is Point
    assert point == Point(1, 2, "a")
    changed: Any = {"z": 1}
    with pytest.raises((TypeError, ValueError)):
        point._replace(**changed)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_record_can_be_pickled_and_copied(protocol: int) -> None:
    """It comes back as what it was."""
    back = pickle.loads(pickle.dumps(Point(1, name="a"), protocol))
    assert (back, type(back)) == (Point(1, 2, "a"), Point)
    assert copy.deepcopy(back) == copy.copy(back) == back
    assert type(copy.copy(back)) is Point


def test_classes_do_not_share_defaults() -> None:
    """Two records with the same field names are two."""
    assert (Pair(1)._fields, Point(1)._fields) == (("x", "y"), ("x", "y", "name"))
