"""Foreign text made harmless before it becomes context: a page, a contract, a program's answer.

Escape sequences go as a whole, and so does every character that no one sees: controls, direction
marks, tag characters. The marks that bound a block of context cannot be forged, and what an agent
logs of it in a build gives its runner no commands.
"""

from __future__ import annotations

import re

from phaser_lint.core import Record
from phaser_lint.core.text import normalise_text, without_commands

# Sequences with parameters, titles and links ended by BEL or ST, and two-character ones.
_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"
    r"|\x1b[ -/]*[0-~]?"
)
# Blanks and joiners that texts in French, Japanese, Persian and Hindi are written with.
_KEPT = frozenset("\n\t\u00a0\u202f\u3000\u200c\u200d")


def make_plain(text: str) -> str:
    r"""Return foreign *text* for context: ``\n`` line ends, and nothing that nobody sees."""
    text = _ESCAPES.sub("", normalise_text(text))
    if not (text.isascii() and text.replace("\n", "").isprintable()):
        text = "".join(
            character for character in text if character.isprintable() or character in _KEPT
        )
    text = text.replace("<!--", "< !--").replace("-->", "-- >")
    return "\n".join(map(without_commands, text.split("\n")))


def make_plain_line(text: str) -> str:
    """Return foreign *text* made plain for context, as one line: white space folded."""
    return " ".join(make_plain(text).split())


def cut_text(text: str, *, longest: int) -> str:
    """Return what fits of a plain *text* of context: whole lines within *longest* characters, and
    how many are missing.
    """
    if len(text) <= longest:
        return text
    whole_lines = text[:longest].rpartition("\n")[0] or text[:longest]
    missing = text[len(whole_lines) :].strip("\n").count("\n") + 1
    return f"{whole_lines}\n… cut: {missing} more {'line' if missing == 1 else 'lines'}"


# How much context a prompt or a tool call gets at most; the context names what is cut.


class Bounds(Record):
    """Limits of one block of context."""

    names: int = 10
    """Links that are looked up; a page may hold thousands."""
    depth: int = 1
    """Steps from a contract to related ones: 0 for none, 2 for those related to related ones."""
    entities: int = 5
    """Contracts of a name, related contracts, and pages: each at most so many."""
    characters: int = 6_000
    """Of the whole block; an agent's channel takes 9,000, and the hook may report more."""
