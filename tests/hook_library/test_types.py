"""The library under ``mypy --strict``, as a user's project sees it: by what is installed."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.hook_library.typed_code import REFUSED, documented, refused_lines, write_typed_files

if TYPE_CHECKING:
    from pathlib import Path


def mypy(folder: Path, *names: str) -> str:
    """What mypy prints of these files, without settings of this repository."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-incremental"]
    return subprocess.run(
        [*command, *names], cwd=folder, capture_output=True, text=True, check=False
    ).stdout


def test_the_examples_there_are() -> None:
    """Four of the page, one of the library's own docstring."""
    assert len(documented()) == 2


def test_what_is_wrong_is_reported_and_what_is_right_is_not(tmp_path: Path) -> None:
    """On each of these lines, on no other, and in no other file.

    Documented examples, ``run({"SessionStart": begin, …})`` among them, and many uses more.
    """
    names = write_typed_files(tmp_path)
    output = mypy(tmp_path, *names, str(REFUSED))
    lines = {int(line) for line in re.findall(r"refused\.py:(\d+): error:", output)}
    assert sorted(lines) == refused_lines()
    assert output.endswith(f" errors in 1 file (checked {len(names) + 1} source files)\n")
