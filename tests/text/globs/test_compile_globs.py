"""Compiling globs and checking them, and the answer against pathspec and git themselves."""

from __future__ import annotations

import subprocess
import sys

import pytest

from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_folder_globs, compile_globs
from phaser_lint.text.globs.glob_problems import find_glob_problem, find_globs_problem

NO_PROBLEM = [
    "*.py",
    "**/*.py",
    "*.py  ",
    "a\\ ",
    "!tests/",
    "\\#a",
    "\\!a",
    "[ab]*",
    "[!a]*",
    "[[a]b",
    "[]-]",
    "src/**/*/",
    "src/**.py",
    "a**",
    "**/a*",
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
DOTS = "it holds `.` or `..`, which no path does; write it from the project root, as `/{}`"
NOTHING = "there is nothing to match; write `*` for everything"
CLASS = "`[[:digit:]` has a class of characters; write them, as in `[a-z]` or `[0-9]`"
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
    ("[[:digit:]", f"'[[:digit:]': {CLASS}"),
    ("[[:alpha:]]*", f"'[[:alpha:]]*': {CLASS.replace('digit', 'alpha')}"),
    ("v[\\-_]1", "'v[\\\\-_]1': a backslash in `[\\-_]` is no escape; write `]` first "
     "and `-` last in brackets"),
    ("***", "'***': it holds `***`; write `**` for any folders, or `*` within a name"),
    ("a/***/b", "'a/***/b': it holds `***`; write `**` for any folders, or `*` within a name"),
    ("src/**/", "'src/**/': write `src/**/*/` for the folders at any depth, or `src/**` for all "
     "below"),
    ("a**/b", "'a**/b': it holds `**` at the end of a name; write `*/`, or `*/**/` for any folders "
     "below"),
    ("*a" * 13, f"'{'*a' * 13}': it has more than 12 `*` and `**`; write a `path_pattern`"),
    ("**/a/" * 13, f"'{'**/a/' * 13}': it has more than 12 `*` and `**`; write a `path_pattern`"),
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
    ("{a,./b}", f"'{{a,./b}}': {DOTS.format('b')}"),
    ("{dir}/a", "'{dir}/a': `{dir}` stands for nothing in this glob; "
     "write `\\{dir\\}` for the braces"),
    ("*.@(js|ts)", f"'*.@(js|ts)': {GROUP}"),
    ("!(a|b).py", f"'!(a|b).py': {GROUP}"),
    ("src/+(a|b)/*", f"'src/+(a|b)/*': {GROUP}"),
    ("./src", f"'./src': {DOTS.format('src')}"),
    ("!./src", f"'!./src': {DOTS.format('src')}"),
    ("/./src", f"'/./src': {DOTS.format('src')}"),
    ("../src", f"'../src': {DOTS.format('src')}"),
    ("src/../a", f"'src/../a': {DOTS.format('a')}"),
    ("./src/*.txt", f"'./src/*.txt': {DOTS.format('src/*.txt')}"),
    ("./src/./*/", f"'./src/./*/': {DOTS.format('src/*/')}"),
    ("a/b/../../c/*", f"'a/b/../../c/*': {DOTS.format('c/*')}"),
    ("*/../c", f"'*/../c': {DOTS.format('src')}"),
    ("./", f"'./': {DOTS.format('src')}"),
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

REFUSAL = r"nothing|range|not closed"
REFUSED = ["!", "! ", "/", "a\\", "a\\/b", "[z-a]", "a//[z-a]", "x/[b-a]/y", "[a"]

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
def test_a_glob_that_gitignore_accepts_has_no_problem(pattern: str) -> None:
    """What gitignore accepts and can match is not complained about."""
    assert find_glob_problem(pattern) is None


@pytest.mark.parametrize(("pattern", "problem"), PROBLEMS)
def test_a_bad_glob_is_named_with_what_to_write(pattern: str, problem: str) -> None:
    """Each problem names the pattern and says what to write."""
    assert find_glob_problem(pattern) == problem


@pytest.mark.parametrize("patterns", [("a",), ("a", "!b"), ("!b", "a")])
def test_a_negation_that_takes_something_away_has_no_problem(patterns: tuple[str, ...]) -> None:
    """A negation needs something to take away from."""
    assert find_globs_problem(patterns) is None


@pytest.mark.parametrize(("patterns", "problem"), LIST_PROBLEMS)
def test_all_problems_of_a_list_are_told_at_once(patterns: tuple[str, ...], problem: str) -> None:
    """All problems of a list are said at once."""
    assert find_globs_problem(patterns) == problem


@pytest.mark.parametrize("pattern", REFUSED)
def test_a_glob_that_matches_nothing_is_a_problem(pattern: str) -> None:
    """What matches nothing does not compile, and is a problem."""
    assert find_glob_problem(pattern) is not None
    with pytest.raises(ValueError, match=REFUSAL):
        compile_globs(("*.py",), (pattern,))


@pytest.mark.parametrize(("pattern", "problem"), ON_DISK)
def test_the_path_of_the_project(pattern: str, problem: str | None) -> None:
    """No path in the project starts with it."""
    assert find_globs_problem(("a", pattern), "/home/me/p") == problem


def test_ordinary_globs_never_import_pathspec() -> None:
    """It takes as long to import as Python takes to start."""
    program = (
        "import sys; from phaser_lint.text.globs.compile_globs import compile_globs;"
        "from phaser_lint.text.globs.glob_problems import find_globs_problem;"
        "from phaser_lint.text.globs import selects_path;"
        "globs = ('src/**/*.py', '*.{ts}', '*.[jt]s', '!a*c/', 'packages/*/src/**');"
        "selects_path(compile_globs(globs, globs), 'src/a.py'); find_globs_problem(('a', '{a,b'));"
        "print('pathspec' in sys.modules)"
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


@pytest.mark.parametrize(
    ("globs", "folders", "expected"),
    [
        (("/packages/*/",), ("packages/a", "packages/a/b", "c/packages/a", "packages"),
         ["packages/a"]),
        (("packages/",), ("packages", "a/packages", "packages/a"), ["packages", "a/packages"]),
        (("packages/**/*/",), ("packages", "packages/a", "packages/a/b"),
         ["packages/a", "packages/a/b"]),
        (("/a/*/", "!/a/old/"), ("a/b", "a/old"), ["a/b"]),
        (("v[0-9]/",), ("x/v1", "x/va"), ["x/v1"]),
        (("[!a]?/",), ("b1", "x/b1", "b1/c", "a1"), ["b1", "x/b1"]),
        (("a /", "b\\ /"), ("a ", "a", "b "), ["a ", "b "]),
    ],
)  # fmt: skip
def test_the_folders_that_globs_name(
    globs: tuple[str, ...], folders: tuple[str, ...], expected: list[str]
) -> None:
    """Those themselves, and not what lies below, with a level and without."""
    compiled = compile_folder_globs(globs)
    assert [folder for folder in folders if selects_path(compiled, folder)] == expected
    compiled_below = compile_folder_globs(globs, folder="x/y")
    assert [
        folder for folder in folders if selects_path(compiled_below, f"x/y/{folder}")
    ] == expected
    assert not any(selects_path(compiled_below, folder) for folder in folders)
