"""Values are written without loss, and a wrong edit is never handed out."""

from __future__ import annotations

import pytest

from phaser_lint.agent.install.json_document import (
    JsonEdit,
    find_layout,
    require_intended,
    revise_json,
)
from phaser_lint.agent.install.strict_json import Layout, parse_json, render_json_value

LONG = "9" * 5000
EXACT = '{"b": 1.0, "a": [1e400, -0, ' + LONG + ', "é🎈\\n", true, null, {}, []]}'


def test_what_is_written_is_what_was_read() -> None:
    """Numbers, order of keys and non-ASCII text come back as they were."""
    assert render_json_value(parse_json(EXACT), find_layout(EXACT), expanded=False) == EXACT


def test_half_a_character_stays_an_escape() -> None:
    """UTF-8 cannot hold it, so it is never written raw."""
    assert (
        render_json_value(parse_json('"\\ud800é"'), find_layout("{}"), expanded=False)
        == '"\\ud800\\u00e9"'
    )


@pytest.mark.parametrize(
    "edited",
    [
        pytest.param('\ufeff{\n\t"b": 1.0,\n\t"c": 2\n}\n', id="a value is missing"),
        pytest.param('\ufeff{\n\t"c": 2,\n\t"a": "é",\n\t"b": 1.0\n}\n', id="keys are moved"),
        pytest.param('\ufeff{"b": 1.0,, }\n', id="not JSON"),
    ],
)
def test_an_edit_that_went_wrong_is_replaced_by_the_value_written_anew(edited: str) -> None:
    """In the layout of the original: tabs, byte order mark, final line end."""
    original = '\ufeff{\n\t"b": 1.0,\n\t"a": "\\u00e9"\n}\n'
    intended = parse_json('{"b": 1.0, "a": "é", "c": 2}')
    anew = '\ufeff{\n\t"b": 1.0,\n\t"a": "é",\n\t"c": 2\n}\n'
    assert require_intended(edited, intended, original=original) == anew


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("{}", Layout("  ", "\n", ": ", ", ")),
        ('{"a":{}}\r\n', Layout("  ", "\r\n", ":", ",")),
        ('{\n   "a" : 1}', Layout("   ", "\n", " : ", ", ")),
        ('{\n"a":\n1}', Layout("", "\n", ": ", ", ")),
        ('{\r\t"a": 1\r}', Layout("\t", "\r", ": ", ", ")),
        ('{\n\n  "a": {\n      "b": 1}}', Layout("    ", "\n", ": ", ", ")),
        ('{"x": "{",\n      "y": 1}', Layout("  ", "\n", ": ", ", ")),
    ],
)
def test_layout_is_read_from_the_text(text: str, layout: Layout) -> None:
    """Indentation, line end, and the separators."""
    assert find_layout(text) == layout


@pytest.mark.parametrize(
    ("edit", "after"),
    [
        (JsonEdit("remove", ("a", 0)), '{"a": [ 2,3 ], "b": 4}'),
        (JsonEdit("remove", ("a", 1)), '{"a": [ 1, 3 ], "b": 4}'),
        (JsonEdit("remove", ("a", 2)), '{"a": [ 1, 2 ], "b": 4}'),
        (JsonEdit("remove", ("a",)), '{"b": 4}'),
        (JsonEdit("replace", ("a",), [True]), '{"a": [true], "b": 4}'),
        (JsonEdit("append", ("a", 3), "x"), '{"a": [ 1, 2,3,"x" ], "b": 4}'),
        (JsonEdit("append", ("c",), {"d": None}), '{"a": [ 1, 2,3 ], "b": 4, "c": {"d": null}}'),
    ],
)
def test_an_edit_touches_one_place(edit: JsonEdit, after: str) -> None:
    """Odd spacing elsewhere stays."""
    assert revise_json('{"a": [ 1, 2,3 ], "b": 4}', [edit]) == after
