"""Types of pre-commit as globs: what identify says of the names of files."""

from __future__ import annotations

import pytest
from identify.identify import tags_from_filename

from phaser_lint.author.importers.pygrep import (
    TypeFilter,
    find_undetected_types,
    find_unknown_types,
    list_left_out_globs,
    list_selected_globs,
    needs_first_line,
)
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_globs

NAMES = (
    "a.py", "a.pyi", "a.css", "a.json", "a.geojson", "a.ipynb", "Dockerfile", "Dockerfile.dev",
    "a.Dockerfile", "a.Dockerfile.txt", ".bashrc", "a.bashrc", "Makefile", "a.sh", "a.png", "a",
    "a.svg", "setup.cfg", "poetry.lock",
)  # fmt: skip


@pytest.mark.parametrize(
    "type_filter",
    [
        TypeFilter(),
        TypeFilter(("file",)),
        TypeFilter(("text",)),
        TypeFilter(("python",)),
        TypeFilter(("file", "python")),
        TypeFilter((), ("python", "css")),
        TypeFilter(("json",), (), ("geojson", "jupyter")),
        TypeFilter(("dockerfile",)),
        TypeFilter(("shell",)),
        TypeFilter((), (), ("python", "shell")),
        TypeFilter(("text",), ("toml", "ini")),
        TypeFilter(("python", "css")),
        TypeFilter(("css",), (), ("css",)),
    ],
)
def test_globs_select_what_the_types_do(type_filter: TypeFilter) -> None:
    selecting_globs = list_selected_globs(type_filter)
    globs_of_types = ("*",) if selecting_globs is None else selecting_globs
    globs = compile_globs(globs_of_types, list_left_out_globs(type_filter), folder="")
    selected = {name for name in NAMES if selects_path(globs, name)}
    assert selected == {
        name for name in NAMES if type_filter.selects(frozenset(tags_from_filename(name)))
    }


@pytest.mark.parametrize(
    ("type_filter", "unknown", "undetected", "first_line"),
    [
        (TypeFilter(), (), (), False),
        (TypeFilter(("css",), ("rst",)), (), (), False),
        (TypeFilter(("pyhton",)), ("pyhton",), (), False),
        (TypeFilter(("executable",), (), ("symlink",)), (), ("executable", "symlink"), False),
        (TypeFilter((), (), ("python",)), (), (), True),
    ],
)
def test_what_names_do_not_tell(
    type_filter: TypeFilter, unknown: tuple[str, ...], undetected: tuple[str, ...], first_line: bool
) -> None:
    """It is said of each."""
    assert (
        find_unknown_types(type_filter),
        find_undetected_types(type_filter),
        needs_first_line(type_filter),
    ) == (
        unknown,
        undetected,
        first_line,
    )
