"""``--format json``: what the golden files do not show."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaser_lint.report.json import as_mapping, render, render_document
from tests.report.reports import CLEAN, HOSTILE, NAMES, RICH

if TYPE_CHECKING:
    from phaser_lint.contract.model import Report


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
    mapping = as_mapping(report)
    expected = json.dumps(mapping, indent=2).replace("##[", "#\\u0023[") + "\n"
    assert render(report) == expected


def test_an_iterator_is_indented_as_its_list_is() -> None:
    """Whatever number of its elements is held at once; an empty one is an empty list."""
    for number in (0, 1, 999, 1000, 1001, 2500):
        flat = [{"a": place, "b": "},{"} for place in range(number)]
        nested = [{"a": [place], "b": {}} for place in range(number)]
        document = {"flat": flat, "nested": [nested]}
        lazy = {"flat": iter(flat), "nested": [iter(nested)]}
        assert render_document(lazy) == json.dumps(document, indent=2) + "\n"


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
    ],
)
def test_lists_of_objects_are_indented_as_json_indents(document: object) -> None:
    """They are written at once, whatever their texts hold."""
    assert render_document(document) == json.dumps(document, indent=2) + "\n"
