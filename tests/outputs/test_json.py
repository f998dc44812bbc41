"""``--format json``: what the golden files do not show."""

from __future__ import annotations

import json

from phaser_lint.outputs.json import render, written
from tests.outputs.reports import HOSTILE, NAMES


def test_hostile_names_come_back_as_they_are() -> None:
    """Printable ASCII on the way, whatever they hold."""
    shown = render(HOSTILE)
    assert all(character.isprintable() or character == "\n" for character in shown)
    assert shown.isascii()
    paths = [violation["path"] for violation in json.loads(shown)["violations"]]
    assert paths[: len(NAMES)] == list(NAMES)


def test_what_a_runner_would_obey_is_escaped_and_still_the_same() -> None:
    """The older form of a command counts anywhere in a line; keys can hold it too."""
    value = {"##[error]x": ["##[", "###[[", "#", "[", "\\##["]}
    assert "##[" not in written(value)
    assert json.loads(written(value)) == value
