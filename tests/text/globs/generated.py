"""Generated globs and paths, and the verdicts of pathspec and of git itself on them."""

from __future__ import annotations

import re
import subprocess
import warnings
from typing import TYPE_CHECKING

from hypothesis import assume
from hypothesis import strategies as st
from pathspec import PathSpec

from phaser_lint.text.globs import match
from phaser_lint.text.globs.compile import compile_globs, glob_problem

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

NAMES = ("a", "b", "ab", "aab", "A", ".a", "a.b", ".py", "a.py", "src", "é", "\udcff", "a b", "*")
# What brackets tell apart.
NAMES_OF_ASCII = (
    *NAMES[:10],
    "a b",
    "*",
    "-",
    "_",
    "]",
    "[",
    "^",
    "!",
    "1",
    "\\",
    "+",
    "\n",
    "\t",
    "~",
)

_PIECES = ("a", "b", "ab", ".", ".py", "src", "é", "\udcff", " ", "\\*", "\\!", "{a}")
_WILDCARDS = ("*", "*", "?", "**", "***")
_BRACKETS = (
    "[ab]",
    "[a-c]",
    "[.]",
    "[+--]",
    "[a-c-e]",
    "[]a]",
    "[[a]",
    "[!a]",
    "[^a]",
    "[^]a]",
    "[!]a]",
    "[\\a]",
    "[\\-_]",
    "[\\]]",
    "[a-\\]]",
    "[A-]",
    "[!!]",
    "[a^]",
    "[[:digit:]]",
    "[![:digit:]]",
    "[[:alpha:]_]",
    "[[:upper:][:digit:]]",
    "[[:punct:]-a]",
    "[[:space:]]",
    "[[:cntrl:]]",
    "[[:graph:]]",
    "[[:print:]]",
    "[[:digit:]",
    "[[:]",
    "[:alpha:]",
    "[[.a.]]",
)
# What is refused: git takes some of them for patterns that match nothing.
_NONE = ("[z-a]", "[a", "[", "[]", "[!]", "[[:foo:]]", "[a\\")


def _names(*pieces: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), min_size=1, max_size=3).map("".join)


def _patterns(name: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    folder = st.one_of(name, st.sampled_from(("**", "*", "src", "a", "b")))
    names = st.lists(folder, min_size=1, max_size=4).map("/".join)
    negation = st.sampled_from(("", "", "", "!"))
    slash = st.sampled_from(("", "", "/"))
    end = st.sampled_from(("", "", "", "/", " ", "/**", "/*", "\\", "//a"))
    return st.tuples(negation, slash, names, end).map("".join)


PATTERNS_WITHOUT_BRACKETS = st.one_of(
    _patterns(_names(*_PIECES)), _patterns(_names(*_PIECES, *_WILDCARDS, *_WILDCARDS))
)
PATTERNS = st.one_of(
    PATTERNS_WITHOUT_BRACKETS,
    _patterns(_names(*_PIECES, *_WILDCARDS, *_BRACKETS)),
    _patterns(_names(*_PIECES, *_BRACKETS, *_NONE)),
    st.sampled_from(
        ("", " ", "#a", "\\#a", "!", "/", "!/", "//", "**", "**/", "*/", "/**/", "./a")
    ),
)


def globs_of(patterns: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    """A list of patterns, as in a contract."""
    return st.lists(patterns, min_size=1, max_size=3).map(tuple)


PLAIN_PATHS = st.lists(
    st.one_of(st.sampled_from(NAMES), _names(*NAMES)), min_size=1, max_size=5
).map("/".join)
# No name of which git's own files are called, and none that is no name.
ASCII_PATHS = (
    st.lists(
        st.one_of(st.sampled_from(NAMES_OF_ASCII), _names(*NAMES_OF_ASCII)), min_size=1, max_size=3
    )
    .map("/".join)
    .filter(lambda path: path.isascii() and ".git" not in path)
)


def is_ignored(root: Path, pattern: str, paths: Sequence[str]) -> set[str]:
    """The paths that git leaves out of the repository at *root*, where *pattern* is all it has."""
    (root / ".gitignore").write_text(f"{pattern}\n", encoding="utf-8")
    command = ("git", "-C", str(root), "check-ignore", "--no-index", "--stdin", "-z")
    ran = subprocess.run(command, input="\0".join(paths).encode(), capture_output=True, check=False)
    assert ran.returncode in (0, 1), ran.stderr
    return set(ran.stdout.decode().split("\0")) - {""}


def reference(file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], path: str) -> bool | None:
    """The verdict of pathspec; None if it refuses a pattern."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        try:
            included = PathSpec.from_lines("gitignore", file_glob, backend="simple")
            excluded = PathSpec.from_lines("gitignore", exclude_glob, backend="simple")
        except (ValueError, re.error):
            return None
    return included.match_file(path) and not excluded.match_file(path)


def check_with_pathspec(
    file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], path: str
) -> None:
    """The answer is pathspec's, but where that differs from git: `***` and `**/` at the end."""
    for pattern in (*file_glob, *exclude_glob):
        assume("***" not in pattern and not pattern.rstrip().endswith("**/"))
        assume(pattern.strip("!/ "))  # nothing, or to pathspec everything
    expected = reference(file_glob, exclude_glob, path)
    if expected is not None:
        assert match(compile_globs(file_glob, exclude_glob), path) is expected


def check_with_git(root: Path, pattern: str, paths: Sequence[str]) -> None:
    """The paths are git's own, in the empty repository at *root*; what is refused is refused."""
    pattern = pattern.removeprefix("!")
    try:
        compiled = compile_globs((pattern,), ())
    except ValueError:
        assert glob_problem(pattern) is not None
        return
    assume(glob_problem(pattern) is None)
    # What lies in a folder that git leaves out is left out.
    expected = {
        path
        for path in paths
        for end in range(1, path.count("/") + 2)
        if match(compiled, "/".join(path.split("/")[:end]))
    }
    assert is_ignored(root, pattern, paths) == expected
