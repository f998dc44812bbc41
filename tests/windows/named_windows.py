"""Stands for the Python of a runner with Windows: what it runs is told that this is its name.

named_windows.py -I SCRIPT ARGUMENT…    named_windows.py -I -c CODE
"""

from __future__ import annotations

import builtins
import os
import runpy
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.windows.without import Lacking

if __name__ == "__main__":
    isolated, script, *arguments = sys.argv[1:]
    assert isolated == "-I"
    if script == "-c":
        sys.exit()
    named, real = Lacking(os, (), name="nt"), builtins.__import__

    def imported(name: str, *rest: Any, **given: Any) -> Any:
        asks = (rest[0] or {}).get("__file__") == script if rest else False
        return named if name == "os" and asks else real(name, *rest, **given)

    builtins.__import__ = imported
    sys.argv = [script, *arguments]
    runpy.run_path(script, run_name="__main__")
