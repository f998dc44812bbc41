"""Where lines go that a file lacks: at its start, behind what has to stand first, or at its end."""

from __future__ import annotations

import re

from phaser_lint.files.front_matter import front_matter_end
from phaser_lint.fixes.edits_in_text import Replacement
from phaser_lint.fixes.line_ends import mark_of, with_line_ends

_SHEBANG = re.compile(r"#!.*\n?")
# As PEP 263 has it: in the first two lines, the other a comment too.
_CODING = re.compile(r"(?:[ \t\f]*(?:#.*)?\r?\n)?[ \t\f]*#.*?coding[:=][ \t]*[-\w.]+.*\n?")
_PHP = re.compile(r"<\?php(?:[ \t]*\r?\n|(?![^ \t\r\n]))")
_XML = re.compile(r"<\?xml\b.*?\?>(?:[ \t]*\r?\n)?", re.DOTALL)
# A comment in front of either takes from it what it is.
_CHARSET = re.compile(r'@charset "[^"\n]*";[ \t]*\r?\n?')
_SYNTAX = re.compile(r"(?:#[ \t]*(?:syntax|escape|check)[ \t]*=.*\n?)+", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t]*")


def prepended(text: str, lines: str, *, path: str) -> Replacement:
    """Return the edit that puts *lines* where the *text* at *path* may start with them."""
    place = _start(text, path)
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


def _start(text: str, path: str) -> int:
    """Return the first place in *text* that is not taken."""
    place = first = front_matter_end(path, text) or mark_of(text)
    shebang = _SHEBANG.match(text, first)
    place = shebang.end() if shebang else first
    coding = _CODING.match(text, first)
    place = max(place, coding.end()) if coding else place
    openings = (pattern.match(text, place) for pattern in (_PHP, _XML, _CHARSET, _SYNTAX))
    opening = next(filter(None, openings), None)
    return opening.end() if opening else place
