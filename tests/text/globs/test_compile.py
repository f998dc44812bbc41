"""Compiling globs and checking them, and the answer against pathspec and git themselves."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phaser_lint.text.globs import match
from phaser_lint.text.globs.compile import (
    compile_folders,
    compile_globs,
    glob_problem,
    globs_problem,
)
from tests.text.globs.generated import (
    ASCII_PATHS,
    PATTERNS,
    PATTERNS_WITHOUT_BRACKETS,
    PLAIN_PATHS,
    check_with_git,
    check_with_pathspec,
    globs_of,
)

if TYPE_CHECKING:
    from pathlib import Path

NO_PROBLEM = [
    "*.py",
    "**/*.py",
    "*.py  ",
    "a\\ ",
    "***",
    "!tests/",
    "\\#a",
    "\\!a",
    "[ab]*",
    "[!a]*",
    "[[a]b",
    "[\\-_]",
    "[\\]]",
    "[[:digit:]]*",
    "/home/*.html",
    "~",
    "C:",
    "{{cookiecutter.name}}/*.py",
    "\\{a,b\\}",
    "app/@modal/(auth)/*",
    "!(auth)/*.tsx",
    "@\\(a|b)",
    "a\\*b",
    "a\\\\b",
    "a..b/...",
    ".github/**",
    "é/*.py",
    " a",
]

# (pattern, what its problem starts with)
BRACES = "a `{` is not closed; write `\\{` for a brace"
GROUP = "`@(a|b)` is no group here; write a list of patterns (or `\\(` for a bracket)"
BACKSLASH = "a backslash only escapes; write `/` between folders"
DOTS = "it holds `.` or `..`, which no path does; write it from the project root, as `/src`"
NOTHING = "there is nothing to match; write `*` for everything"
UNCLOSED = "a `[` is not closed; write `\\[` for a bracket"
ELSEWHERE = "globs are relative to the project root; write `/src` for its folder `src`"
PROBLEMS = [
    ("", "a blank pattern selects nothing"),
    ("  ", "a blank pattern selects nothing"),
    ("#a", "'#a': a comment, which selects nothing; write `\\#` for a name that starts with `#`"),
    ("!", f"'!': {NOTHING}"),
    ("/", f"'/': {NOTHING}"),
    ("!/", f"'!/': {NOTHING}"),
    ("[a", f"'[a': {UNCLOSED}"),
    ("[]", f"'[]': {UNCLOSED}"),
    ("[!]", f"'[!]': {UNCLOSED}"),
    ("a/[", f"'a/[': {UNCLOSED}"),
    ("[a/b]", f"'[a/b]': {UNCLOSED}"),
    ("[[:digit:]", f"'[[:digit:]': {UNCLOSED}"),
    ("[[:word:]]", "'[[:word:]]': `[:word:]` is no class of characters; known are alnum, alpha, "
     "blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit"),
    ("C:/src/*.py", f"'C:/src/*.py': {ELSEWHERE}"),
    ("!C:/src/*.py", f"'!C:/src/*.py': {ELSEWHERE}"),
    ("c:\\src", f"'c:\\\\src': {ELSEWHERE}"),
    ("~/src/*.py", f"'~/src/*.py': {ELSEWHERE}"),
    ("file:///src/*.py", f"'file:///src/*.py': {ELSEWHERE}"),
    ("src\test", "'src\\test': it holds a control character, as YAML makes of `\\t` in double "
     "quotes; write `/`"),
    ("a\\", "'a\\\\': a backslash has nothing to escape"),
    ("a\\/b", "'a\\\\/b': a backslash has nothing to escape"),
    ("[z-a]", "'[z-a]': `z-a` is no range of characters"),
    ("*.{js,ts", f"'*.{{js,ts': {BRACES}"),
    ("!{a,{b}/**", f"'!{{a,{{b}}/**': {BRACES}"),
    ("{a,b}" * 7, f"'{'{a,b}' * 7}': its braces stand for more than 64 patterns"),
    ("{a,}", "'{a,}': one of its alternatives is blank, which selects nothing"),
    ("{a,./b}", f"'{{a,./b}}': {DOTS}"),
    ("{dir}/a", "'{dir}/a': `{dir}` stands for nothing in this glob; "
     "write `\\{dir\\}` for the braces"),
    ("*.@(js|ts)", f"'*.@(js|ts)': {GROUP}"),
    ("!(a|b).py", f"'!(a|b).py': {GROUP}"),
    ("src/+(a|b)/*", f"'src/+(a|b)/*': {GROUP}"),
    ("./src", f"'./src': {DOTS}"),
    ("!./src", f"'!./src': {DOTS}"),
    ("/./src", f"'/./src': {DOTS}"),
    ("../src", f"'../src': {DOTS}"),
    ("src/../a", f"'src/../a': {DOTS}"),
    ("src//a", "'src//a': it holds `//`, which no path does; write one `/`"),
    ("//", f"'//': {NOTHING}"),
    ("src\\app.py", f"'src\\\\app.py': {BACKSLASH}"),
    ("src\\**\\*.py", f"'src\\\\**\\\\*.py': {BACKSLASH}"),
    ("src\\.env", f"'src\\\\.env': {BACKSLASH}"),
    ("*.py\n*.js", "'*.py\\n*.js': it holds a line break; write a list of patterns"),
]  # fmt: skip

LIST_PROBLEMS = [
    ((), "no patterns"),
    (("!a",), "only negated patterns (`!`), which select nothing"),
    (("!a", "!b"), "only negated patterns (`!`), which select nothing"),
    (("a", ""), "a blank pattern selects nothing"),
    (("", "!"), f"a blank pattern selects nothing; '!': {NOTHING}"),
]

REFUSAL = r"nothing|range|not closed|no class"
REFUSED = ["!", "! ", "/", "a\\", "a\\/b", "[z-a]", "a//[z-a]", "x/[b-a]/y", "[a", "[[:x:]]"]

# (globs, what is wrong with them where they are relative to /home/me/p)
ON_DISK = [
    ("/home/me", None),
    ("/home/me/pa/*.py", None),
    ("home/me/p/*.py", None),
    ("/home/me/p", "'/home/me/p': globs are relative to /home/me/p; write `*`"),
    ("/home/me/p/*.py", "'/home/me/p/*.py': globs are relative to /home/me/p; write `/*.py`"),
    ("!/home/me/p/a", "'!/home/me/p/a': globs are relative to /home/me/p; write `/a`"),
]


@pytest.mark.parametrize("pattern", NO_PROBLEM)
def test_good_patterns(pattern: str) -> None:
    """What gitignore accepts and can match is not complained about."""
    assert glob_problem(pattern) is None


@pytest.mark.parametrize(("pattern", "problem"), PROBLEMS)
def test_bad_patterns(pattern: str, problem: str) -> None:
    """Each problem names the pattern and says what to write."""
    assert glob_problem(pattern) == problem


@pytest.mark.parametrize("patterns", [("a",), ("a", "!b"), ("!b", "a")])
def test_good_lists(patterns: tuple[str, ...]) -> None:
    """A negation needs something to take away from."""
    assert globs_problem(patterns) is None


@pytest.mark.parametrize(("patterns", "problem"), LIST_PROBLEMS)
def test_bad_lists(patterns: tuple[str, ...], problem: str) -> None:
    """All problems of a list are said at once."""
    assert globs_problem(patterns) == problem


@pytest.mark.parametrize("pattern", REFUSED)
def test_refused_patterns(pattern: str) -> None:
    """What matches nothing does not compile, and is a problem."""
    assert glob_problem(pattern) is not None
    with pytest.raises(ValueError, match=REFUSAL):
        compile_globs(("*.py",), (pattern,))


@pytest.mark.parametrize(("pattern", "problem"), ON_DISK)
def test_the_path_of_the_project(pattern: str, problem: str | None) -> None:
    """No path in the project starts with it."""
    assert globs_problem(("a", pattern), "/home/me/p") == problem


def test_ordinary_globs_never_import_pathspec() -> None:
    """It takes as long to import as Python takes to start."""
    program = (
        "import sys; from phaser_lint.text.globs.compile import compile_globs, globs_problem;"
        "from phaser_lint.text.globs import match;"
        "globs = ('src/**/*.py', '*.{ts}', '*.[jt]s', '!a?b*c/', '[!a]');"
        "match(compile_globs(globs, globs), 'src/a.py'); globs_problem(('a', '{a,b'));"
        "print('pathspec' in sys.modules)"
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


GLOBS_AND_PATH = (
    globs_of(PATTERNS_WITHOUT_BRACKETS),
    st.one_of(st.just(()), globs_of(PATTERNS_WITHOUT_BRACKETS)),
    PLAIN_PATHS,
)


@settings(max_examples=50, deadline=None)
@given(*GLOBS_AND_PATH)
def test_generated_globs(
    file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], path: str
) -> None:
    """The answer is pathspec's, but where that differs from git: `***` and `**/` at the end."""
    check_with_pathspec(file_glob, exclude_glob, path)


@pytest.mark.slow
@settings(max_examples=800, deadline=None)
@given(*GLOBS_AND_PATH)
def test_many_generated_globs(
    file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], path: str
) -> None:
    """The same as above, many times."""
    check_with_pathspec(file_glob, exclude_glob, path)


SLOW = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)


@settings(max_examples=20, deadline=None, suppress_health_check=SLOW)
@given(PATTERNS.filter(str.isascii), st.lists(ASCII_PATHS, min_size=20, max_size=40))
def test_generated_patterns_and_git(repository: Path, pattern: str, paths: list[str]) -> None:
    """The answer is git's own."""
    check_with_git(repository, pattern, paths)


@pytest.mark.slow
@settings(max_examples=4_000, deadline=None, suppress_health_check=SLOW)
@given(PATTERNS.filter(str.isascii), st.lists(ASCII_PATHS, min_size=20, max_size=40))
def test_a_hundred_thousand_pairs(repository: Path, pattern: str, paths: list[str]) -> None:
    """The same as above, many times."""
    check_with_git(repository, pattern, paths)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository that holds nothing."""
    root = tmp_path_factory.mktemp("repository")
    subprocess.run(("git", "init", "--quiet", str(root)), check=True)
    return root


@pytest.mark.parametrize(
    ("globs", "folders", "expected"),
    [
        (("/packages/*/",), ("packages/a", "packages/a/b", "c/packages/a", "packages"),
         ["packages/a"]),
        (("packages/",), ("packages", "a/packages", "packages/a"), ["packages", "a/packages"]),
        (("packages/**/",), ("packages", "packages/a", "packages/a/b"),
         ["packages/a", "packages/a/b"]),
        (("/a/*/", "!/a/old/"), ("a/b", "a/old"), ["a/b"]),
        (("v[0-9]/",), ("x/v1", "x/va"), ["x/v1"]),
    ],
)  # fmt: skip
def test_the_folders_that_globs_name(
    globs: tuple[str, ...], folders: tuple[str, ...], expected: list[str]
) -> None:
    """Those themselves, and not what lies below, with a level and without."""
    compiled = compile_folders(globs)
    assert [folder for folder in folders if match(compiled, folder)] == expected
    below = compile_folders(globs, folder="x/y")
    assert [folder for folder in folders if match(below, f"x/y/{folder}")] == expected
    assert not any(match(below, folder) for folder in folders)
