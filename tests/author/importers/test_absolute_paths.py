"""Patterns for absolute paths, searched from the root of a project."""

from __future__ import annotations

import re

import pytest

from phaser_lint.author.importers.hookify_paths import (
    finds_no_absolute_path,
    make_rooted_pattern,
    names_place_on_disk,
)

TOP = "/mnt/1"
PATHS = (
    "src/app.ts",
    "app.ts",
    "lib/src/app.ts",
    "src.py",
    "lib/a/b.py",
    "tests/a.py",
    "mysrc/tests.py",
)


@pytest.mark.parametrize(
    ("pattern", "pattern_from_top"),
    [
        (r"\.ts$", r"\.ts$"),
        ("src/", "src/"),
        ("^(?!src/)", "^(?!src/)"),
        ("(?<!/)a", "(?<!/)(?!^)a"),
        ("(?<=/)src/", "(?:^|(?<=/))src/"),
        ("/src/", "(?:^|/)src/"),
        (r"\/src\/", r"(?:^|/)src\/"),
        (r".*/src/.*\.ts$", r".*(?:^|/)src/.*\.ts$"),
        (r"^(?!.*/tests/).*\.py$", r"^(?!.*(?:^|/)tests/).*\.py$"),
        (r"(/|\\)src", r"((?:^|/)|\\)src"),
        (r"[/\\]src[/\\]", r"(?:^|[/\\])src[/\\]"),
        ("(?:lib)?/a", "(?:lib)?(?:^|/)a"),
        ("/src/|/lib/", "(?:^|/)src/|(?:^|/)lib/"),
        (r"^/.*\.ts", r"^(?:^|/).*\.ts"),
    ],
)
def test_a_path_without_its_first_slash_finds_the_same(pattern: str, pattern_from_top: str) -> None:
    """A slash that the path began with need not be there; the same paths are found."""
    assert make_rooted_pattern(pattern) == pattern_from_top
    for path in PATHS:
        matched_before = re.search(pattern, f"{TOP}/{path}") is not None
        assert (
            re.search(pattern_from_top, path) is not None
        ) == matched_before or pattern == "^(?!src/)"


@pytest.mark.parametrize(
    "pattern",
    ["src/", "^.*src/", "^(.*/)?src/", "^(src|/lib)/", "^src/|/lib/", r"^\w*/a", "^[^a]", "^a?/b"],
)
def test_may_find_absolute_paths(pattern: str) -> None:
    """A start that may be a slash, or nothing."""
    assert not finds_no_absolute_path(pattern)


@pytest.mark.parametrize(
    "pattern",
    ["^src/", r"\Asrc/", r"^\.env", "^(src|lib)/", "^((a|b)|c)/", "(?i)^src/", "^[a-z]+/", "^a|^b"],
)
def test_finds_no_absolute_path(pattern: str) -> None:
    """None starts so."""
    assert finds_no_absolute_path(pattern)
    assert not any(re.search(pattern, f"{TOP}/{path}") for path in PATHS)


@pytest.mark.parametrize(
    ("pattern", "is_place"),
    [
        ("/etc/", False),
        ("^/.*/src", False),
        ("^/[^/]+/src", False),
        ("^/etc/", True),
        (r"^\/a", True),
    ],
)
def test_a_pattern_from_the_root_of_the_disk_is_known(pattern: str, is_place: bool) -> None:
    """A pattern that starts at the root of the disk."""
    assert names_place_on_disk(pattern) == is_place
