"""Globs that are right, and hardly mean what they say: names in brackets."""

from __future__ import annotations

import pytest

from phaser_lint.text.globs.glob_problems import (
    explain_idle_globs,
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


@pytest.mark.parametrize(
    ("glob", "hint"),
    [
        ("*.cs *.ts", "a blank is a part of the name; several globs are a list"),
        ("src/*.cs  !src/a.cs", "a blank is a part of the name; several globs are a list"),
        ("*.(cs|ts)", "(cs|ts) is a part of the name; for one of them write {cs,ts}"),
        ("*.{cs", "the { is a part of the name, for none closes it"),
    ],
)
def test_marks_of_other_tools_are_a_part_of_the_name(glob: str, hint: str) -> None:
    """Each is a name that nobody gives a file."""
    assert find_glob_doubt(glob) == f"{glob}: {hint}"


@pytest.mark.parametrize("glob", ["Screenshot *.png", "(auth)/*.tsx", "a\\(b|c\\)", "\\{a", "{a}"])
def test_such_marks_may_be_meant(glob: str) -> None:
    """In names that people and frameworks give."""
    assert find_glob_doubt(glob) == ""


@pytest.mark.parametrize(
    ("globs", "hint"),
    [
        ((".cs",), ".cs is the name of a file, write *.cs"),
        (("a.py", "src\\*.cs"), "src\\*.cs: a backslash only escapes, write `/` between folders"),
        (("*.CS",), "*.CS: upper and lower case are not the same"),
        (("*.cs", "README.md", "src/Api/*.cs", "LICENSE"), ""),
    ],
)
def test_globs_that_select_nothing_may_be_slips_of_the_pen(
    globs: tuple[str, ...], hint: str
) -> None:
    """Each is a glob that another project means."""
    assert explain_idle_globs(globs) == hint


@pytest.mark.parametrize("glob", ["*,v", "*.{py,pyi}", "{*.py,*.pyi}", "a\\,*.txt", "a, b.txt"])
def test_a_comma_may_be_meant(glob: str) -> None:
    """RCS calls its files `a.txt,v`, and braces hold any globs."""
    assert find_glob_doubt(glob) == ""


def test_what_stands_first_takes_nothing_out() -> None:
    hint = "takes nothing out where it stands first; the last that matches wins"
    assert find_globs_doubt(["!/src/", "*.py"]) == f"!/src/: {hint}"
    assert find_globs_doubt(["*.py", "!/src/"]) == ""
