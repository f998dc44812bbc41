"""Whether what is printed has colours: by the flag, the environment, or the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from phaser_lint.core.shared_flags import make_argument

CHOICES = ("always", "never", "auto")
_FORCED = ("FORCE_COLOR", "CLICOLOR_FORCE")


def has_colours(environment: Mapping[str, str], *, is_terminal: bool, choice: str = "auto") -> bool:
    """Tell whether what a command prints has colours, by the flag, the *environment* and the
    terminal.

    What is *choice* for counts, one of ``CHOICES``. For ``auto`` a ``FORCE_COLOR`` or
    ``CLICOLOR_FORCE`` that is not empty asks for them wherever the output goes, ``NO_COLOR``
    forbids them; else a terminal that knows them gets them.
    """
    if choice != "auto":
        return choice == "always"
    if any(environment.get(name) for name in _FORCED):
        return True
    if environment.get("NO_COLOR"):
        return False
    knows = environment.get("TERM") not in ("dumb", "unknown")
    return is_terminal and knows and environment.get("CLICOLOR") != "0"


COLOR_FLAG = make_argument(
    "--color",
    choices=CHOICES,
    default="auto",
    help="whether text has colors [default: auto: as the terminal can]",
)
"""The choice of colours, of a command that prints a report or history."""
