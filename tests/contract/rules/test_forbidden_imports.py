"""What an import becomes, and what a text must hold to have one that is forbidden."""

from __future__ import annotations

import pytest

from phaser_lint.contract.rules.forbidden_imports import requirement_of, sample, targets_of
from phaser_lint.text.imports import imports_of, language_of
from phaser_lint.text.search import may_match
from tests.examples import contract


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("w/a.py", "import os.path", ["os/path"]),
        ("w/a.py", "from . import x", ["w/x"]),
        ("w/a.py", "from ..b import c", ["b", "b/c"]),
        ("w/a.py", "from ... import c", ["../c"]),
        ("w/a.ts", "import '../b/c.js'", ["b/c.js"]),
        ("w/a.ts", "import '@s/a'", ["@s/a"]),
        ("A.java", "import a.b.*;", ["a/b/*"]),
    ],
)
def test_targets(path: str, text: str, expected: list[str]) -> None:
    """Paths from the level's folder, or as written."""
    language = language_of(path)
    assert language is not None
    [found] = imports_of(path, text)
    entry = contract(kind="forbid_import", forbid="x")
    assert [each.path for each in targets_of(entry, path, found, language)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import os", False),
        ("tkinter", False),
        ("import tkinter", True),
        ("from .a import b", True),
    ],
)
def test_requirement(text: str, *, expected: bool) -> None:
    """A word, and a name or a dot."""
    required = requirement_of(contract(kind="forbid_import", forbid="tkinter"))
    assert may_match(required, text, text.lower) is expected


@pytest.mark.parametrize(
    ("glob", "forbid", "expected"),
    [
        ("*.rb", "a", None),
        ("*.{rb,py}", "{app,src}/db", "import app.db\n"),
        ("*.{ts,vue}", ["!a", "a/{b,c}"], 'import "a/b"\n'),
    ],
)
def test_sample(glob: str, forbid: str | list[str], expected: str | None) -> None:
    """Of the first type of file whose imports are read."""
    entry = contract(kind="forbid_import", file_glob=glob, forbid=forbid)
    assert sample(entry) == expected
