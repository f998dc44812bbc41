"""Globs that are right, and hardly mean what they say: names in brackets."""

from __future__ import annotations

import pytest

from phaser_lint.text.globs.glob_problems import (
    find_glob_doubt,
    find_glob_problem,
    find_globs_doubt,
)

CLEAR = [
    "src/*.py",
    "*.[ch]",
    "[Mm]akefile",
    "[a-z]",
    "src/[a-zA-Z]/**",
    "[a-z0-9]/x.ts",
    "[!ab]/x",
    "[0-9][0-9]-*.sql",
    "[[:alpha:]]",
    "app/\\[id\\]/*.ts",
    "app/[i]/*.ts",
    "a[id]b/x.ts",
]
ROUTES = {
    "app/[id]/*.ts": "\\[id\\]",
    "!app/[id]/**": "\\[id\\]",
    "[slug].tsx": "\\[slug\\]",
    "pages/[...rest].tsx": "\\[...rest\\]",
    "pages/[post-id]/page.tsx": "\\[post-id\\]",
    "routes/[user_id].test.ts": "\\[user_id\\]",
}


@pytest.mark.parametrize("glob", CLEAR)
def test_a_clear_glob_has_no_doubt(glob: str) -> None:
    assert find_glob_doubt(glob) == ""


@pytest.mark.parametrize("glob", ROUTES)
def test_a_name_in_brackets(glob: str) -> None:
    """What is to be written instead is a glob that is clear."""
    escaped = ROUTES[glob]
    plain = escaped.replace("\\", "")
    assert find_glob_doubt(glob) == (
        f"{glob}: {plain} is one character of those in brackets; for a file or folder that is "
        f"called so write {escaped}"
    )
    escaped_glob = glob.replace(plain, escaped)
    assert (find_glob_problem(escaped_glob), find_glob_doubt(escaped_glob)) == (None, "")


@pytest.mark.parametrize("glob", ["v0.{1..14}.rst", "!x{a..c}"])
def test_a_range_is_a_name(glob: str) -> None:
    """Braces without a comma are themselves, whatever a shell makes of them."""
    between = glob[glob.index("{") : glob.index("}") + 1]
    hint = "is a name, no range; write each, as in {1,2,3}"
    assert find_glob_doubt(glob) == f"{glob}: {between} {hint}"


@pytest.mark.parametrize("glob", ["*.py,*.pyi", "*.py, *.pyi", "src/*.{js,ts},!test.js"])
def test_a_comma_makes_no_list(glob: str) -> None:
    assert (
        find_glob_doubt(glob) == f"{glob}: a comma is a part of the name; several globs are a list"
    )


@pytest.mark.parametrize("glob", ["*,v", "*.{py,pyi}", "{*.py,*.pyi}", "a\\,*.txt", "a, b.txt"])
def test_a_comma_may_be_meant(glob: str) -> None:
    """RCS calls its files `a.txt,v`, and braces hold any globs."""
    assert find_glob_doubt(glob) == ""


def test_what_stands_first_takes_nothing_out() -> None:
    hint = "takes nothing out where it stands first; the last that matches wins"
    assert find_globs_doubt(["!/src/", "*.py"]) == f"!/src/: {hint}"
    assert find_globs_doubt(["*.py", "!/src/"]) == ""
