"""``scripts/demo``: what it prints of the example project fits on a terminal."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib import import_module
from typing import TYPE_CHECKING

from recordings import ROOT, SHOP

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


def test_all_that_it_imports_from_the_package_is_there() -> None:
    """No other check reads the Python in a script of the shell: a renamed module would break it."""
    script = (ROOT / "scripts" / "demo").read_text(encoding="utf-8")
    imports = re.findall(r"^from (phaser_lint[.\w]*) import (\w+)$", script, re.MULTILINE)
    assert imports
    for module, name in imports:
        assert hasattr(import_module(module), name)
