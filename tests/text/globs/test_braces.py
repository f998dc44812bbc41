"""Braces: a glob with them selects what the list of the globs selects that they stand for."""

from __future__ import annotations

import random

import pytest

from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_globs
from phaser_lint.text.globs.glob_overlap import has_overlapping_globs
from phaser_lint.text.globs.glob_problems import find_glob_problem
from phaser_lint.text.globs.glob_syntax import make_glob_from_root, spell_out


@pytest.mark.parametrize(
    "glob",
    ["a", "{a}", "{{a}}", "{}", "a,b", "[{,}]", "\\{a,b}", "{a\\,b}", "${a}", "a}b,c", "!{a}"],
)
def test_other_braces_have_no_alternatives(glob: str) -> None:
    assert spell_out(glob) == (glob,)


@pytest.mark.parametrize(
    ("glob", "expected"),
    [
        ("{a,b}", ["a", "b"]),
        ("!*.{js,ts}", ["!*.js", "!*.ts"]),
        ("{a,b}/{c,d}", ["a/c", "a/d", "b/c", "b/d"]),
        ("{a,{b,c}d}", ["a", "bd", "cd"]),
        ("x{,.bak}", ["x", "x.bak"]),
        ("{a}{b,c}", ["{a}b", "{a}c"]),
        ("{a,[,}]}", ["a", "[,}]"]),
        ("{/a,b/}", ["/a", "b/"]),
    ],
)
def test_braces_have_alternatives(glob: str, expected: list[str]) -> None:
    assert list(spell_out(glob)) == expected


@pytest.mark.parametrize(
    ("glob", "out", "selected"),
    [
        ("{a,b}", ["{a,b}"], ["a", "b", "x/a"]),
        ("{a,b/c}", ["x/b/c"], ["a", "x/a", "b/c"]),
        ("*.{js,ts{,x}}", ["a.tsy"], ["a.js", "x/a.ts", "a.tsx"]),
    ],
)
def test_each_alternative_is_tied_by_its_own_slash(
    glob: str, out: list[str], selected: list[str]
) -> None:
    """An alternative with a slash is tied to its folder by itself."""
    compiled = compile_globs((glob,), ())
    assert [path for path in (*out, *selected) if selects_path(compiled, path)] == selected


NAMES_BELOW = ("a", "b", "b/c", "y/a", "a.js", "y/b.ts")


@pytest.mark.parametrize(
    ("glob", "folder", "expected"),
    [
        ("*.{js,ts}", "x", "x/**/*.{js,ts}"),
        ("/{a,b}", "x", "x/{a,b}"),
        ("{a,b/c}", "x", "x/{**/a,b/c}"),
        ("!{a,b/c}", "x", "!x/{**/a,b/c}"),
        ("/a", "{{x}}", "{{x}}/a"),
        ("/a", "x{y,z}", r"x\{y,z}/a"),
        ("/{a,b}", "{x", r"\{x/{a,b}"),
    ],
)
def test_braces_select_the_same_below_a_folder(glob: str, folder: str, expected: str) -> None:
    """As one selects below the folder, so does the other from the top."""
    assert make_glob_from_root(glob, folder) == expected
    plain = glob.removeprefix("!")
    globs_below, globs_from_root = (
        compile_globs((plain,), (), folder=folder),
        compile_globs((make_glob_from_root(plain, folder),), ()),
    )
    paths = [
        f"{top_folder}/{name}" for top_folder in (folder, "xy", "xz", "x") for name in NAMES_BELOW
    ]
    assert [selects_path(globs_from_root, path) for path in paths] == [
        selects_path(globs_below, path) for path in paths
    ]


@pytest.mark.parametrize(
    ("first_glob", "second_glob", "expected"),
    [("{a,b}/*.py", "c/", False), ("{a,b}/*.py", "b/", True), ("{a,b}", "{c,b}", True)],
)
def test_globs_with_braces_overlap(first_glob: str, second_glob: str, expected: bool) -> None:
    assert has_overlapping_globs([first_glob], [second_glob]) is expected


PIECES = (
    "a", "b", "ab", ".", "*", "**", "?", "/", "[ab]", "[!a]", "{a,b}", "{a,b/a}", "{/a,b}",
    "{,a}", "{a,{b,ab}}", "{a}", "\\{", "!",
)  # fmt: skip
NAMES = ("a", "b", "ab", "a.b", "{a}", "{", "c")


@pytest.mark.parametrize("number_of_globs", [600, pytest.param(3_000, marks=pytest.mark.slow)])
def test_as_the_list_of_what_they_stand_for(number_of_globs: int) -> None:
    draw, compared = random.Random(7), 0
    for _ in range(number_of_globs):
        glob = "".join(draw.choices(PIECES, k=draw.randint(1, 5)))
        if find_glob_problem(glob) is not None:
            continue
        globs_with_braces = ("*", glob) if glob.startswith("!") else (glob,)
        spelled_globs = (*globs_with_braces[:-1], *spell_out(glob))
        for _ in range(5):
            path = "/".join(draw.choices(NAMES, k=draw.randint(1, 3)))
            expected = selects_path(compile_globs(spelled_globs, ()), path)
            assert selects_path(compile_globs(globs_with_braces, ()), path) is expected, (
                glob,
                path,
            )
            compared += len(spelled_globs) > 1
    assert compared > number_of_globs
