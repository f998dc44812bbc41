"""Where lines go that a file lacks: at its start, behind what has to stand first, or at its end."""

from __future__ import annotations

import re

from phaser_lint.check.fixes.edits_in_text import Replacement
from phaser_lint.check.fixes.line_ends import mark_of, with_line_ends
from phaser_lint.text.languages.beginning import beginning_end

_BLANKS = re.compile(r"[ \t]*")


def prepended(text: str, lines: str, *, path: str) -> Replacement:
    """Return the edit that puts *lines* where the *text* at *path* may start with them."""
    place = beginning_end(path, text)
    if place == mark_of(text) or text[place - 1] == "\n":
        return Replacement(place, place, with_line_ends(_whole(lines), text, place))
    # "<?php echo 1;": what follows on that line goes on below.
    blanks = _BLANKS.match(text, place)
    rest = blanks.end() if blanks else place
    return Replacement(place, rest, with_line_ends(f"\n{_whole(lines)}", text, place))


def appended(text: str, lines: str) -> Replacement:
    """Return the edit that puts *lines* at the end of *text*, which ends as it did."""
    place = len(text)
    if place == mark_of(text) or text.endswith("\n"):
        return Replacement(place, place, with_line_ends(_whole(lines), text, place))
    return Replacement(
        place, place, with_line_ends(f"\n{lines.removesuffix(chr(10))}", text, place)
    )


def _whole(lines: str) -> str:
    return lines if lines.endswith("\n") else f"{lines}\n"
