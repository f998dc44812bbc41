"""The formats by name: each is a module of this folder, imported only when it was chosen.

A format is a pure function from a report (and for some its origin) to the whole text of a file,
ending in a newline.
"""

from __future__ import annotations

from collections.abc import Callable

Render = Callable[..., str]

# The name, its module in this folder, and the function there.
FORMATS = {
    "text": ("concise", "render_concise"),
    "full": ("full", "render_full"),
    "concise": ("concise", "render_concise"),
    "json": ("json", "render"),
    "github": ("github", "render"),
    "sarif": ("sarif", "render"),
    "gitlab": ("gitlab", "render"),
    "junit": ("junit", "render"),
    "rdjson": ("rdjson", "render"),
    "markdown": ("markdown", "render"),
    "html": ("html", "render"),
}
# For people: "text" is "full" on a terminal, and "concise" elsewhere.
TEXTS = ("text", "full", "concise")

# What --show-suppressed chooses instead.
WITH_SUPPRESSED = {"sarif": ("sarif", "render_with_suppressed")}

# What shows how a violation is fixed.
WITH_FIXES = ("json", "sarif", "rdjson", "html")

# What gets the origin of a report, too.
WITH_ORIGIN = ("html",)


def load_renderer(name: str, *, suppressed: bool = False) -> Render:
    """Return the function that renders a report in the format *name*, one of ``FORMATS``."""
    module, function = WITH_SUPPRESSED[name] if suppressed else FORMATS[name]
    # As "from … import"; importing importlib takes as long as most formats.
    format_module = __import__(f"phaser_lint.report.{module}", fromlist=(function,))
    render: Render = getattr(format_module, function)
    return render
