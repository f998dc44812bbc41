"""Generated globs and paths, and the verdict of pathspec itself on them."""

from __future__ import annotations

import re
import warnings

from hypothesis import strategies as st
from pathspec import PathSpec

NAMES = ("a", "b", "ab", "aab", "A", ".a", "a.b", ".py", "a.py", "src", "é", "\udcff", "a b", "*")

_PIECES = ("a", "b", "ab", ".", ".py", "src", "é", "\udcff", " ", "\\*", "\\!", "{a,b}")
_WILDCARDS = ("*", "*", "?", "**", "***")
_BRACKETS = (
    "[ab]",
    "[a-c]",
    "[!a]",
    "[^a]",
    "[]a]",
    "[^]a]",
    "[!]a]",
    "[[a]",
    "[z-a]",
    "[a",
    "[.]",
    "[+--]",
    "[\\a]",
)


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
ODD_PATHS = st.one_of(
    st.tuples(
        st.sampled_from(("/", "./", "", "//")), PLAIN_PATHS, st.sampled_from(("/", "\n", ""))
    ).map("".join),
    PLAIN_PATHS.map(lambda path: path.replace("/", "//")),
    PLAIN_PATHS.map(lambda path: path.replace("a", "\n")),
    st.just(""),
)
PATHS = st.one_of(PLAIN_PATHS, PLAIN_PATHS, PLAIN_PATHS, ODD_PATHS)


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
