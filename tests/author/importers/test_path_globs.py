"""Patterns for paths as globs: where globs say exactly the same, and not elsewhere."""

from __future__ import annotations

import itertools
import re

import pytest

from phaser_lint.author.importers.path_globs import (
    find_equal_globs,
    make_path_keys,
    selects_nothing,
)
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_globs

SEARCHED = [
    # Nothing but a pattern says it.
    (r"test_.*\.py$", ()),
    (r"\.py", ()),
    (r"src/", ()),
    (r"(?i)\.py$", ()),
    (r"^(?!src/)", ()),
    (r"\.p.$", ()),
    (r"\w+\.py$", ()),
    (r"^/src/", ()),
    (r"^src/a/$", ()),
    # Globs do.
    (r"", ("*",)),
    (r".*", ("*",)),
    (r"\.py$", ("*.py",)),
    (r"\.(js|ts)x?$", ("*.js", "*.jsx", "*.ts", "*.tsx")),
    (r"\.[ch]$", ("*.c", "*.h")),
    (r"^src/", ("/src/",)),
    (r"^(src|tests)/.*\.py$", ("/src/**/*.py", "/tests/**/*.py")),
    (r"^src/[^/]*\.py$", ("/src/*.py",)),
    (r"^docs", ("/docs*", "/docs*/")),
    (r"^src.*\.py$", ("/src*.py", "/src*/**/*.py")),
    (r"^src.*/a\.py$", ("/src*/**/a.py",)),
    (r"^setup\.py$", ("/setup.py",)),
    (r"(^|/)Dockerfile$", ("Dockerfile",)),
    (r"^(.*/)?a/b\.py$", ("**/a/b.py",)),
    (r"/settings\.py$", ("/*/**/settings.py",)),
    (r"b/a\.py$", ("**/*b/a.py",)),
    (r"^\[a\]\*$", (r"/\[a]\*",)),
    (r"^\{a,b\}$", (r"/\{a,b}",)),
]
MATCHED = [
    (r"\.py$", ("/.py",)),
    (r".*\.py$", ("*.py",)),
    (r"src/.*\.py$", ("/src/**/*.py",)),
    (r"(.*/)?setup\.py$", ("setup.py",)),
    (r"[^/]*\.py$", ("/*.py",)),
]
FOLDERS = ("src", "a", "docs", "b", "srcs")
FILES = (
    ".py", "Dockerfile", "setup.py", "a.py", "settings.py", "x.tsx", "b.c", "docs.md", "[a]*", "a",
    "{a,b}",
    "test_a.py", "src.py",
)  # fmt: skip
# A folder whose name is that of a file is, to a glob, all that is in it.
PATHS = [
    "/".join((*folders, file))
    for depth in (0, 1, 2, 3)
    for folders in itertools.product(FOLDERS, repeat=depth)
    for file in FILES
]


@pytest.mark.parametrize(
    ("pattern", "globs", "from_start"),
    [(*row, False) for row in SEARCHED] + [(*row, True) for row in MATCHED],
)
def test_globs_select_what_the_pattern_finds(
    pattern: str, globs: tuple[str, ...], from_start: bool
) -> None:
    """What the globs select, and the keys where there are none, is what ``re`` finds."""
    assert find_equal_globs(pattern, from_start=from_start) == globs
    keys = make_path_keys(pattern, from_start=from_start)
    file_globs = [keys["file_glob"]] if isinstance(keys["file_glob"], str) else keys["file_glob"]
    compiled = compile_globs(tuple(file_globs), (), folder="")
    selected = {path for path in PATHS if selects_path(compiled, path)}
    if "path_pattern" in keys:
        selected = {path for path in selected if re.search(keys["path_pattern"], path)}
    find = re.compile(pattern).match if from_start else re.compile(pattern).search
    assert selected == {path for path in PATHS if find(path)}


@pytest.mark.parametrize(
    ("pattern", "from_start", "nothing"),
    [
        (r"src/", True, False),
        (r"/src/", False, False),
        (r"^(/src|docs)/", False, False),
        (r"(?!a)/", True, False),
        (r"/src/", True, True),
        (r"^/src/", False, True),
        (r"^src/$", False, True),
    ],
)
def test_a_pattern_for_paths_with_a_slash_at_an_end_selects_nothing(
    pattern: str, from_start: bool, nothing: bool
) -> None:
    """None starts with a slash, or ends with one."""
    assert selects_nothing(pattern, from_start=from_start) is nothing
