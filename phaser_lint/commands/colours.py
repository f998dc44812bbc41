"""Whether what is printed has colours, as the environment asks for it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_FORCED = ("FORCE_COLOR", "CLICOLOR_FORCE")


def wanted(environment: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Tell whether to use colours.

    ``NO_COLOR`` forbids them, ``FORCE_COLOR`` and ``CLICOLOR_FORCE`` ask for them wherever the
    output goes; else a terminal that knows them gets them.
    """
    if environment.get("NO_COLOR"):
        return False
    if any(environment.get(name, "") not in ("", "0") for name in _FORCED):
        return True
    knows = environment.get("TERM") not in ("dumb", "unknown")
    return is_terminal and knows and environment.get("CLICOLOR") != "0"
