"""What a scan is asked for: folders and files, as the user names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.project_options import ProjectOptions, RequestedPaths
from phaser_lint.check.scanned_files import resolve_requested_paths
from phaser_lint.core.errors import UsageError
from tests.conftest import write_files
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("working_folder", "options", "expected_paths"),
    [
        ("", ProjectOptions(here=True), RequestedPaths(("",))),
        ("", ProjectOptions(paths=(".",)), RequestedPaths(("",))),
        ("api/lib", ProjectOptions(here=True), RequestedPaths(("api/lib",))),
        ("api/lib", ProjectOptions(paths=(".",)), RequestedPaths(("api/lib",))),
        ("api/lib", ProjectOptions(), RequestedPaths(("",))),
        (
            "api",
            ProjectOptions(paths=("lib/", "../api/lib", "a.py")),
            RequestedPaths(("api/lib",), ("api/a.py",)),
        ),
        ("api", ProjectOptions(paths=("..", "link")), RequestedPaths(("", "api/lib"))),
    ],
)
def test_requested_paths_are_named_from_the_root(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    working_folder: str,
    options: ProjectOptions,
    expected_paths: RequestedPaths,
) -> None:
    """Each folder and file once, from the root; a link to a folder means the folder."""
    root = tmp_path.resolve()
    write_files(root, {"api/a.py": "", "api/lib/b.py": ""})
    (root / "api/link").symlink_to("lib")
    monkeypatch.chdir(root / working_folder)
    assert resolve_requested_paths(str(root), options) == expected_paths


def test_a_named_folder_that_cannot_be_listed_is_no_empty_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By its name alone it was once "0 files checked"."""
    with without_privileges() as folder:
        write_files(folder, {"a": "", "closed/b": ""})
        monkeypatch.chdir(folder)
        (folder / "closed").chmod(0o000)
        assert resolve_requested_paths(str(folder), ProjectOptions(paths=(".",))).is_everything
        with pytest.raises(UsageError, match=r"^closed: cannot be listed: Permission denied$"):
            resolve_requested_paths(str(folder), ProjectOptions(paths=("closed",)))
        (folder / "closed").chmod(0o755)
