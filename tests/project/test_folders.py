"""``files.folders``: folders without links, each looked at once."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from phaser_lint.project.folders import resolve_path_once

if TYPE_CHECKING:
    from pathlib import Path


def test_resolved_as_the_system_does(tmp_path: Path) -> None:
    """Links to folders above, beside, below, to nothing and to themselves; dots; what is not there.

    In either order: what is known of a folder above is taken for those below.
    """
    (tmp_path / "a/b/c/d").mkdir(parents=True)
    for name, target in [
        ("link", "a/b"), ("a/up", ".."), ("a/b/side", "../../link/c"), ("none", "nowhere/at/all"),
        ("itself", "itself"), ("a/b/c/whole", str(tmp_path / "a")), ("top", "/"),
    ]:  # fmt: skip
        (tmp_path / name).symlink_to(target)
    names = [
        "a/b/c/d", "a/b/c", "link", "link/c/d", "a/up", "a/up/link/c", "a/b/side/d", "none",
        "none/a", "itself/a", "a/b/c/whole/b", "a/b/c/whole/up/a", "missing/a", "link/../a",
        "a/./b", "a/b/", "link/c/whole/b/side/whole", "top", "top/missing/a", "a//b", "link//c",
    ]  # fmt: skip
    paths = ["/", *(f"{tmp_path}/{name}" for name in names)]
    for ordered_paths in (paths, paths[::-1]):
        resolved_folders: dict[str, str] = {}
        expected = [os.path.realpath(path) for path in ordered_paths]
        assert [resolve_path_once(path, resolved_folders) for path in ordered_paths] == expected
