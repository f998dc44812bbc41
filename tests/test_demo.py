"""``scripts/demo``: what it prints of the example project fits on a terminal."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

from recordings import SHOP

from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path


def test_no_line_of_the_scan_is_over_120_columns(tmp_path: Path) -> None:
    """On a pipe nothing is broken, so that a long message would run out of a window."""
    shop = shutil.copytree(SHOP, tmp_path / "shop")
    process = subprocess.run((PROGRAM, "scan"), cwd=shop, capture_output=True, encoding="utf-8")
    lines = process.stdout.splitlines()
    assert (process.returncode, len(lines)) == (1, 5)
    assert [line for line in lines if len(line) > 120] == []
