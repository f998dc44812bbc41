"""The plugin that gives OpenCode context on links: its text, and the flags that one hands on."""

from __future__ import annotations

import json
import re
from importlib.resources import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

COMMAND = ("augment", "--agent", "opencode")
_NAME = "PhaserLintContext"
_ARGUMENTS = re.compile(r"^const ARGUMENTS = (\[.*\])$", re.MULTILINE)


def plugin(flags: Sequence[str] = ()) -> str:
    """Return the text of the plugin that hands on *flags*, as ``("--fields", "note")``."""
    text = files("phaser_lint.concepts").joinpath("opencode.js").read_text(encoding="utf-8")
    words = json.dumps([*COMMAND, *flags])
    return _ARGUMENTS.sub(lambda _: f"const ARGUMENTS = {words}", text)


def flags_in(text: str) -> tuple[str, ...] | None:
    """Return the flags that the plugin of that *text* hands on; ``None`` if it is another."""
    if f"export const {_NAME} = " not in text:
        return None
    found = _ARGUMENTS.search(text)
    try:
        words = json.loads(found.group(1)) if found else []
    except ValueError:
        words = []
    return tuple(str(word) for word in words[len(COMMAND) :])
