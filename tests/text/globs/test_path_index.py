"""Which paths a glob may select by its names: all that it selects, and few others."""

from __future__ import annotations

import pytest

from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_globs
from phaser_lint.text.globs.path_index import PathIndex
from tests.text.globs.test_glob_fields import PATHS

FEW = ["a/NEWS.md", "b/NEWS.md", "NEWS.md", "a*/NEWS.md", "a/b/c.md", "c.md"]


@pytest.mark.parametrize(
    ("globs", "selected_paths"),
    [
        (["a/NEWS.md"], ["a/NEWS.md", "a/b/c.md"]),
        (["/a/*.md"], ["a/NEWS.md", "a/b/c.md"]),
        ([r"a\*/NEWS.md"], ["a*/NEWS.md"]),
        (["c.md", "!a/b/c.md"], ["a/b/c.md", "c.md"]),
        (["d/NEWS.md"], []),
        (["", "# no glob"], []),
        (["*.md"], FEW),
        (["b/", "a/b/**"], ["b/NEWS.md", "a/b/c.md", "a/NEWS.md"]),
    ],
)
def test_by_the_rarest_name(globs: list[str], selected_paths: list[str]) -> None:
    """Each path once."""
    assert PathIndex(FEW).may_match(globs) == selected_paths


@pytest.mark.parametrize(
    "glob",
    ["docs", "/docs/", "docs/x/*.md", "**/p/a", "x/**/a.md", "x/**", "*", "p/[a-x].md", r"\x/a"],
)
def test_nothing_is_missed(glob: str) -> None:
    """Whatever the glob selects is among them."""
    selected = [path for path in PATHS if selects_path(compile_globs((glob,), ()), path)]
    likely = PathIndex(PATHS).may_match([glob])
    assert [path for path in selected if path not in likely] == []
