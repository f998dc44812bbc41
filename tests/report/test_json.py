"""``--format json``: what the golden files do not show."""

from __future__ import annotations

import json
from functools import partial

import pytest

from phaser_lint.contract.fix import Fix
from phaser_lint.contract.model import Report, Violation
from phaser_lint.report.json import SLOT, map_report, render, render_document, render_json_template
from tests.report.reports import CLEAN, HOSTILE, NAMES, RICH


def test_hostile_names_come_back_as_they_are() -> None:
    """Printable ASCII on the way, whatever they hold."""
    rendered = render(HOSTILE)
    assert all(character.isprintable() or character == "\n" for character in rendered)
    assert rendered.isascii()
    paths = [violation["path"] for violation in json.loads(rendered)["violations"]]
    assert paths[: len(NAMES)] == list(NAMES)


def test_what_a_runner_would_obey_is_escaped_and_still_the_same() -> None:
    """The older form of a command counts anywhere in a line; keys can hold it too."""
    field = {"##[error]x": ["##[", "###[[", "#", "[", "\\##["]}
    assert "##[" not in render_document(field)
    assert json.loads(render_document(field)) == field


@pytest.mark.parametrize("report", [CLEAN, RICH, HOSTILE])
def test_it_is_indented_as_json_indents(report: Report) -> None:
    """Nested, empty and single values alike."""
    mapping = map_report(report)
    expected = json.dumps(mapping, indent=2).replace("##[", "#\\u0023[") + "\n"
    assert render(report) == expected


def test_every_kind_of_violation_is_indented_as_json_indents() -> None:
    """In a notebook, with and without places, lines and a fix."""
    at = partial(Violation, "no-print", "warning", 'No "%s".', "ä\n%.py")
    kinds = (
        at("glob"),
        at("file"),
        at("line", 3),
        at("line", 3, 1, None, 7),
        at("line", 3, 1, 3, 7, "print(1)", "", "é \0", level="a"),
        at("line", 3, 1, 5, 7, matched_lines="print( 1 )", level="~"),
        at("line", 3, 1, 3, 7, cell=2, cell_line=1, cell_text="print", cell_language=".py"),
        at("line", 3, 1, 3, 7, fix=Fix("a.py", 3, 3, "print(1)\n", "")),
    )
    for violations in (*zip(kinds), kinds, kinds[::-1]):
        suppressed = [kind._replace(suppressed_by='ignore -- "é" 9%') for kind in violations[::-1]]
        report = Report(violations=violations, suppressed=tuple(suppressed))
        assert render(report) == json.dumps(map_report(report), indent=2) + "\n"


@pytest.mark.parametrize("number", [1, 2, 2500])
def test_a_list_that_is_written_stands_where_its_slot_does(number: int) -> None:
    """Whatever its texts hold: what fills a slot, and NULs, are parts of them."""
    elements = [{"a": place, "b": ["100 %s\0", "},\n{"]} for place in range(number)]
    template = render_json_template({"a": SLOT, "b": ["100 %s\0", SLOT]}, "\n    ")
    texts = [template % (place, json.dumps("},\n{")) for place in range(number)]
    written = [texts[0], *[f",\n    {text}" for text in texts[1:]]]
    document = {"first": [SLOT], "none": [], "nul": "\0", "second": [SLOT]}
    expected = {"first": elements, "none": [], "nul": "\0", "second": elements}
    assert render_document(document, written, written) == json.dumps(expected, indent=2) + "\n"


@pytest.mark.parametrize(
    "document",
    [
        [],
        [{}],
        [{"a": 1}],
        [{"a": 1}, {}],
        [{"a": "},\n      {"}, {"b": "}, {", "c": []}],
        [{"a": [1]}, {"b": 2}],
        {"a": [{"b": "x"}, {"b": "y"}], "c": [[{"d": None}, {"d": True}]]},
        [[], [{"a": {}}, {"a": {}}]],
        {"a": "null", "b": [1], "c": ",\n  null", "d": None, "e": {"null": [None, [2], "null"]}},
    ],
)
def test_lists_of_objects_are_indented_as_json_indents(document: object) -> None:
    """They are written at once, whatever their texts hold."""
    assert render_document(document) == json.dumps(document, indent=2) + "\n"
