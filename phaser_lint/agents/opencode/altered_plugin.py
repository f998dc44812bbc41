"""OpenCode's plugin: one that does not load or does not throw lets every write through in silence.

The command that it names says nothing of that, so the whole file is compared with what ``install``
writes for the same command.
"""

from __future__ import annotations

import re

from phaser_lint.agents.opencode.context_plugin import COMMAND, flags_in, plugin
from phaser_lint.agents.opencode.gate_plugin import opencode_plugin
from phaser_lint.errors import SettingsError
from phaser_lint.install.settings_file import read_settings
from phaser_lint.processes import shell_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.install.handlers import Handler

_CLOSED = re.compile(r"^const CLOSED = true$", re.MULTILINE)


def altered(handler: Handler) -> list[str]:
    """Return that the plugin of *handler* is not the one that is written for OpenCode today."""
    try:
        text = read_settings(handler.file.path) or ""
    except SettingsError:
        return []
    flags = flags_in(text)
    if flags is None:
        command = [handler.command, *(handler.arguments or ())]
        whole = opencode_plugin(command, bool(_CLOSED.search(text)))
        anew = "phaser-lint install --agent opencode --force"
    else:
        whole = plugin(flags)
        anew = shell_line(("phaser-lint", *COMMAND, "--plugin", *flags))
        anew = f"{anew} > {shell_line([handler.file.shown])}"
    if text == whole:
        return []
    return [
        "it is not the plugin that this phaser-lint writes, and OpenCode says nothing of one that "
        f"does not load or throw: run {anew}"
    ]
