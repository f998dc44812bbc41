"""Programs with all that they start: how a shell is called, and how such a group is ended.

What is to be ended as a whole is started with ``start_new_session=True``. Windows knows no groups:
there it is the tree below the process, which a program of its own ends.
"""

from __future__ import annotations

import os
import subprocess

SHELL = ("/bin/sh", "-c") if os.name == "posix" else ("cmd", "/d", "/s", "/c")


def end_group(number: int) -> bool:
    """End the process *number* and what it started; false where nobody is left."""
    if not hasattr(os, "killpg"):
        words = ("taskkill", "/f", "/t", "/pid", str(number))
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    try:
        os.killpg(number, 9)
    except OSError:
        return False
    return True
