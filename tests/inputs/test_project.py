"""The files that paths name."""

from __future__ import annotations

import pytest

from phaser_lint.errors import UsageError
from phaser_lint.inputs.project import named_files
from tests.conftest import write_files
from tests.privileges import without_privileges


def test_a_named_folder_that_cannot_be_listed_is_no_empty_one() -> None:
    """Passed over with everything else; by its name alone it was once "0 files checked"."""
    with without_privileges() as folder:
        write_files(folder, {"a": "", "closed/b": ""})
        (folder / "closed").chmod(0o000)
        root = str(folder)
        assert named_files(root, ["."], working_directory=root) == ["a"]
        with pytest.raises(UsageError, match=r"^closed: cannot be listed: Permission denied$"):
            named_files(root, ["closed"], working_directory=root)
        (folder / "closed").chmod(0o755)
