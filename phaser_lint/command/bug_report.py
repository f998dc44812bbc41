"""What is printed where a command ends by a bug of this program."""

from __future__ import annotations

import platform
import traceback

from phaser_lint import __version__
from phaser_lint.core.text import make_harmless


def render_bug_report(error: BaseException) -> str:
    """Return the report of a bug that ended a command of ``phaser-lint``, to be pasted."""
    lines = "".join(traceback.format_exception(error)).split("\n")
    trace = "\n".join(make_harmless(line) for line in lines)
    return (
        "phaser-lint failed: this is a bug of phaser-lint. Please report what follows.\n\n"
        f"phaser-lint {__version__}, Python {platform.python_version()}, {platform.platform()}\n\n"
        f"{trace}"
    )
