"""The rooms of the program and the ways through it: each step is in the code by its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import phaser_lint

PACKAGE = Path(phaser_lint.__file__).parent
PAGE = (PACKAGE.parent / "docs/what-happens.md").read_text(encoding="utf-8")
TOUR = (
    (PACKAGE.parent / "CONTRIBUTING.md")
    .read_text(encoding="utf-8")
    .partition("## The way through the program\n")[2]
    .partition("\n## ")[0]
)
NAMED = sorted(set(re.findall(r"`([a-z_/0-9]+\.py)(?::(\w+))?`", PAGE + TOUR)))
HEADS = "A denied edit|A scanned file|A contract|A key in the editor"
WAYS = re.findall(rf"^###? ({HEADS})\n(.*?)(?=^##|\Z)", f"{PAGE}\n{TOUR}", re.MULTILINE | re.DOTALL)
MOST_STEPS = 15


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_what_is_named_is_there(file: str, name: str) -> None:
    """A file below the package, or a test; and in it the function or the class."""
    path = PACKAGE / file if (PACKAGE / file).exists() else PACKAGE.parent / file
    source = path.read_text(encoding="utf-8")
    assert not name or re.search(rf"^(?:def|class) {name}\b", source, re.MULTILINE)


def test_the_rooms_are_those_that_there_are() -> None:
    """Each folder at the root of the package has its row."""
    rooms = re.findall(r"^\| `(\w+)/` \|", PAGE, re.MULTILINE)
    package_rooms = {path.parent.name for path in PACKAGE.glob("*/*.py")}
    assert sorted(rooms) == sorted(package_rooms)


def test_the_ways_are_short() -> None:
    """Four of them, each with a few steps."""
    assert len(WAYS) == 4
    for front_end, text in WAYS:
        steps = re.findall(r"^\d+\. ", text, re.MULTILINE)
        assert 1 < len(steps) <= MOST_STEPS, front_end
