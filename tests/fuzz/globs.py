"""Globs of a contract on paths: the light test against git itself, and lists against pathspec."""

from __future__ import annotations

import subprocess
import tempfile
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from tests.text.globs.generated import (
    ASCII_PATHS,
    PATTERNS,
    PATTERNS_WITHOUT_BRACKETS,
    PLAIN_PATHS,
    check_with_git,
    check_with_pathspec,
    globs_of,
)

INPUTS = st.tuples(
    PATTERNS.filter(str.isascii),
    st.lists(ASCII_PATHS, min_size=20, max_size=40),
    globs_of(PATTERNS_WITHOUT_BRACKETS),
    st.one_of(st.just(()), globs_of(PATTERNS_WITHOUT_BRACKETS)),
    PLAIN_PATHS,
)


@cache
def _repository() -> Path:
    root = Path(tempfile.mkdtemp())
    subprocess.run(("git", "init", "--quiet", str(root)), check=True)
    return root


def check(value: tuple[str, list[str], tuple[str, ...], tuple[str, ...], str]) -> None:
    """The same files are selected; what is refused is refused before it is compiled."""
    pattern, paths, file_glob, exclude_glob, path = value
    check_with_git(_repository(), pattern, paths)
    check_with_pathspec(file_glob, exclude_glob, path)
