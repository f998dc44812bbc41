"""Programs with all that they start: how a shell is called, and how such a group is ended.

What is to be ended as a whole is started with ``start_new_session=True``. Windows knows no groups:
there it is the tree below the process, which a program of its own ends.
"""

from __future__ import annotations

import os
import shlex
import subprocess

from phaser_lint.system import IS_POSIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SHELL = ("/bin/sh", "-c") if IS_POSIX else ("cmd", "/d", "/s", "/c")


def shell_line(words: Sequence[str]) -> str:
    """Return the line that a shell takes for *words*: on Windows ``cmd``, and that of Git."""
    return shlex.join(words) if IS_POSIX else subprocess.list2cmdline(words)


def end_group(number: int) -> bool:
    """End the process *number* and what it started; false where nobody is left."""
    words = ("taskkill", "/f", "/t", "/pid", str(number))
    try:
        if not hasattr(os, "killpg"):
            return subprocess.run(words, capture_output=True, check=False).returncode == 0
        os.killpg(number, 9)
    except OSError:
        return False
    return True
