"""Compiling globs, judging them, and the exact answer against pathspec itself."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from phaser_lint.globs.compile import (
    compile_globs,
    glob_problem,
    globs_problem,
)
from phaser_lint.globs.exact import matcher, matches
from phaser_lint.globs.match import match
from tests.globs.generated import (
    PATHS,
    PATTERNS,
    PATTERNS_WITHOUT_BRACKETS,
    PLAIN_PATHS,
    globs_of,
    reference,
)

NO_PROBLEM = [
    "*.py",
    "**/*.py",
    "*.py  ",
    "a\\ ",
    "/",
    "***",
    "!tests/",
    "\\#a",
    "\\!a",
    "[ab]*",
    "[!a]*",
    "[a",
    "[[a]b",
    "{{cookiecutter.name}}/*.py",
    "\\{a,b\\}",
    "a\\*b",
    "a\\\\b",
    "a..b/...",
    ".github/**",
    "é/*.py",
    " a",
]

# (pattern, what its problem starts with)
BRACES = "braces are no alternatives here; write a list of patterns (or `\\{` for a brace)"
BACKSLASH = "a backslash only escapes; write `/` between folders"
DOTS = "it holds `.` or `..`, which no path does; write it from the project root, as `/src`"
PROBLEMS = [
    ("", "a blank pattern"),
    (" \t", "a blank pattern"),
    ("#a", "'#a': a comment, which selects nothing; write `\\#` for a name that starts with `#`"),
    ("!", "'!': there is nothing to match"),
    ("a\\", "'a\\\\': a backslash has nothing to escape"),
    ("a\\/b", "'a\\\\/b': a backslash has nothing to escape"),
    ("[z-a]", "'[z-a]': not a valid pattern: bad character range z-a"),
    ("*.{js,ts}", f"'*.{{js,ts}}': {BRACES}"),
    ("!{a,b}/**", f"'!{{a,b}}/**': {BRACES}"),
    ("./src", f"'./src': {DOTS}"),
    ("!./src", f"'!./src': {DOTS}"),
    ("/./src", f"'/./src': {DOTS}"),
    ("../src", f"'../src': {DOTS}"),
    ("src/../a", f"'src/../a': {DOTS}"),
    ("src//a", "'src//a': it holds `//`, which no path does; write one `/`"),
    ("//", "'//': it holds `//`, which no path does; write one `/`"),
    ("src\\app.py", f"'src\\\\app.py': {BACKSLASH}"),
    ("src\\**\\*.py", f"'src\\\\**\\\\*.py': {BACKSLASH}"),
    ("src\\.env", f"'src\\\\.env': {BACKSLASH}"),
    ("*.py\n*.js", "'*.py\\n*.js': it holds a line break; write a list of patterns"),
]

LIST_PROBLEMS = [
    ((), "no patterns"),
    (("!a",), "only negated patterns (`!`), which select nothing"),
    (("!a", "!b"), "only negated patterns (`!`), which select nothing"),
    (("a", ""), "a blank pattern"),
    (("", "!"), "a blank pattern; '!': there is nothing to match"),
]

REFUSAL = r"nothing|not a valid pattern"
REFUSED = ["!", "! ", "a\\", "a\\/b", "[z-a]", "a//[z-a]", "x/[b-a]/y"]

# (file_glob, exclude_glob, path, whether it is selected): only pathspec knows
UNDECIDED = [
    (("[!a]*",), (), "a.py", False),
    (("[!a]*",), (), "b.py", True),
    (("*.py",), ("[!a]*",), "b.py", False),
    (("*.py",), ("[!a]*",), "a.py", True),
    (("[[a]x",), (), "ax", True),
    (("[^]a]b",), (), "cb", True),
    (("[^]a]b",), (), "]b", False),
    (("[!]a]b",), (), "ab", False),
    (("*.py",), (), "", False),
    (("*.py",), (), "/a.py", True),
    (("*.py",), (), "./a.py", True),
    (("*.py",), (), "a\nb/c.py", False),
    (("*.py",), (), "a.py\n", True),
    (("src\\\\a.py",), (), "/src\\a.py", True),
    (("src/a.py",), (), "/src\\a.py", False),
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
    """What pathspec refuses does not compile, and is a problem."""
    assert reference((pattern,), (), "a") is None
    assert glob_problem(pattern) is not None
    with pytest.raises(ValueError, match=REFUSAL):
        compile_globs(("*.py",), (pattern,))


@pytest.mark.parametrize(("file_glob", "exclude_glob", "path", "selected"), UNDECIDED)
def test_what_the_light_matcher_leaves_open(
    file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], path: str, selected: bool
) -> None:
    """The exact answer is there where the light one is not."""
    compiled = compile_globs(file_glob, exclude_glob)
    assert (match(compiled, path), matches(compiled, path)) == (None, selected)


def test_many_brackets_are_left_to_pathspec() -> None:
    """26 alternatives are spelled out, 26 times 26 are not."""
    assert match(compile_globs(("*.[a-z]",), ()), "a.c") is True
    assert match(compile_globs(("*.[a-z][a-z]",), ()), "a.cc") is None


def test_a_matcher_serves_many_paths() -> None:
    """It makes pathspec's patterns once and keeps them."""
    select = matcher(compile_globs(("[!a]*",), ("*.js",)))
    assert [select(path) for path in ("a", "b", "b.js", "c/a")] == [False, True, False, True]


def test_ordinary_globs_never_import_pathspec() -> None:
    """It takes as long to import as Python takes to start."""
    program = (
        "import sys; from phaser_lint.globs.compile import compile_globs, globs_problem;"
        "from phaser_lint.globs.exact import matches;"
        "globs = ('src/**/*.py', '*.{ts}', '*.[jt]s', '!a?b*c/');"
        "matches(compile_globs(globs, globs), 'src/a.py'); globs_problem(('a', '{a,b}'));"
        "print('pathspec' in sys.modules)"
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


def _check(file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], path: str) -> None:
    expected = reference(file_glob, exclude_glob, path)
    if expected is None:
        event("refused")
        with pytest.raises(ValueError, match=REFUSAL):
            compile_globs(file_glob, exclude_glob)
        return
    compiled = compile_globs(file_glob, exclude_glob)
    light = match(compiled, path)
    event(f"light: {light}, pathspec: {expected}")
    assert light in (expected, None)
    assert matches(compiled, path) is expected


@settings(max_examples=800, deadline=None)
@given(globs_of(PATTERNS), st.one_of(st.just(()), globs_of(PATTERNS)), PATHS)
def test_generated_globs(
    file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], path: str
) -> None:
    """The light answer is None or pathspec's, the exact one is pathspec's."""
    _check(file_glob, exclude_glob, path)


@settings(max_examples=800, deadline=None)
@given(PATTERNS_WITHOUT_BRACKETS, PLAIN_PATHS)
def test_generated_patterns_without_brackets(pattern: str, path: str) -> None:
    """On plain paths the light answer is always there."""
    expected = reference((pattern,), (), path)
    if expected is not None:
        assert match(compile_globs((pattern,), ()), path) is expected


@settings(max_examples=300, deadline=None)
@given(PATTERNS)
def test_generated_patterns_are_judged(pattern: str) -> None:
    """A pattern without a problem compiles, and pathspec accepts it."""
    if glob_problem(pattern) is None:
        assert reference((pattern,), (), "a") is not None
        compile_globs((pattern,), ())


@pytest.mark.slow
@settings(max_examples=20_000, deadline=None)
@given(globs_of(PATTERNS), st.one_of(st.just(()), globs_of(PATTERNS)), PATHS)
def test_twenty_thousand_pairs(
    file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], path: str
) -> None:
    """The same as above, many times."""
    _check(file_glob, exclude_glob, path)
