"""Globs of a contract on paths: the light test against pathspec, which is right by definition."""

from __future__ import annotations

from hypothesis import strategies as st

from phaser_lint.globs.compile import compile_globs, globs_problem
from phaser_lint.globs.exact import matches
from tests.globs.generated import PATHS, PATTERNS, globs_of, reference

INPUTS = st.tuples(globs_of(PATTERNS), st.one_of(st.just(()), globs_of(PATTERNS)), PATHS)


def check(value: tuple[tuple[str, ...], tuple[str, ...], str]) -> None:
    """The same files are selected; what is refused is refused before it is compiled."""
    file_glob, exclude_glob, path = value
    if globs_problem(file_glob) or (exclude_glob and globs_problem(exclude_glob)):
        return
    expected = reference(file_glob, exclude_glob, path)
    assert expected is not None
    assert matches(compile_globs(file_glob, exclude_glob), path) == expected
