"""Whether two globs can select the same path: a table, and pathspec over generated paths."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pathspec import PathSpec

from phaser_lint.text.globs.glob_overlap import has_overlapping_globs, overlaps_glob


@pytest.mark.parametrize(
    ("first_glob", "second_glob", "expected"),
    [
        ("src/*.py", "docs/*.py", False),
        ("*.py", "*.ts", False),
        ("/README.md", "docs/README.md", False),
        ("!*.py", "*.py", False),
        ("test_*.py", "src/*_tests.ts", False),
        ("a?.py", "b*.py", False),
        ("\\*.py", "a.py", False),
        ("/CODEOWNERS", "*_test.go", False),
        ("Makefile", "*.py", False),
        ("**/Dockerfile", "docker/*.sh", False),
        (".npmrc", "*.ts", False),
        (".gitignore", "src/**/*.py", False),
        ("src/**/*.py", "src/**/*.py", True),
        ("/CODEOWNERS", "CODEOWNERS", True),
        ("Makefile", "Make*", True),
        (".github", "*.yml", True),
        ("Sources", "*.swift", True),
        ("src/**/*.py", "*.py", True),
        ("src/*", "*.ts", True),
        ("docs/", "docs/a/b.md", True),
        ("docs", "*.md", True),
        ("**/migrations/*.py", "shop/**", True),
        ("README.md", "/README.md", True),
        ("[ab].py", "a.py", True),
        ("*a*b*c*", "*c*b*a*", True),
    ],
)
def test_globs_overlap_in_both_directions(
    first_glob: str, second_glob: str, expected: bool
) -> None:
    assert (overlaps_glob(first_glob, second_glob), overlaps_glob(second_glob, first_glob)) == (
        expected,
        expected,
    )


def test_lists_overlap_by_one_pair() -> None:
    """One pair is enough."""
    assert not has_overlapping_globs(("a.py", "!*.ts"), ("b.py", "*.ts"))
    assert has_overlapping_globs(("a.py", "b.py"), ("c.py", "*.py"))


PIECES = st.sampled_from(["a", "b", "*", "a*", "*b", "?", "**", "a?b"])
GLOBS = st.builds(
    lambda start, names, end: start + "/".join(names) + end,
    st.sampled_from(["", "/"]),
    st.lists(PIECES, min_size=1, max_size=3),
    st.sampled_from(["", "/"]),
)
PATHS = st.lists(st.sampled_from(["a", "b", "ab", "aab"]), min_size=1, max_size=4).map("/".join)


ANY_GLOBS = (GLOBS, GLOBS, st.lists(PATHS, min_size=1, max_size=20))


@settings(max_examples=100, deadline=None)
@given(*ANY_GLOBS)
def test_a_common_path_is_never_denied(first_glob: str, second_glob: str, paths: list[str]) -> None:
    check_common_paths(first_glob, second_glob, paths)


@pytest.mark.slow
@settings(max_examples=1_000, deadline=None)
@given(*ANY_GLOBS)
def test_a_common_path_is_denied_by_none_of_many(
    first_glob: str, second_glob: str, paths: list[str]
) -> None:
    check_common_paths(first_glob, second_glob, paths)


def check_common_paths(first_glob: str, second_glob: str, paths: list[str]) -> None:
    """Where pathspec selects a path with both globs, they overlap."""
    specs = [
        PathSpec.from_lines("gitignore", [glob], backend="simple")
        for glob in (first_glob, second_glob)
    ]
    if any(all(spec.match_file(path) for spec in specs) for path in paths):
        assert overlaps_glob(first_glob, second_glob)
