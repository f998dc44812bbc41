"""SEARCH/REPLACE blocks, as Cline's ``replace_in_file`` takes them; a pure helper.

    ------- SEARCH
    the old text
    =======
    the new one
    +++++++ REPLACE

The older marks ``<<<<<<< SEARCH`` and ``>>>>>>> REPLACE`` count too. Each block replaces the first
occurrence after the one before it; an empty SEARCH replaces the whole file.
"""

from __future__ import annotations

from phaser_lint.text import keep_to
from phaser_lint.text.edits import FOLLOWING


def apply_blocks(text: str, blocks: str, *, until: float | None = None) -> str | None:
    """Return *text* after *blocks*; ``None`` if they are none, or an old text is not there."""
    parsed = _parsed(blocks.replace("\r\n", "\n"))
    if not parsed:
        return None
    # What was replaced is done with: to copy the rest for each block took minutes.
    pieces, rest = list[str](), 0
    for old, new in parsed:
        keep_to(until, FOLLOWING)
        if old == "":
            pieces, text, rest = [], new, 0
            continue
        place = text.find(old, rest)
        if place < 0:
            return None
        pieces += [text[rest:place], new]
        rest = place + len(old)
    return "".join([*pieces, text[rest:]])


def _parsed(blocks: str) -> list[tuple[str, str]] | None:
    """Return the old and the new text of each block; ``None`` where the marks do not fit."""
    replacements: list[tuple[str, str]] = []
    block_texts: list[list[str]] = []
    for line in blocks.split("\n"):
        mark = _mark(line, texts_read=len(block_texts))
        if mark == "SEARCH" or (mark == "=" and len(block_texts) == 1):
            block_texts.append([])
        elif mark == "REPLACE":
            replacements.append(("".join(block_texts[0]), "".join(block_texts[1])))
            block_texts = []
        elif block_texts:
            block_texts[-1].append(f"{line}\n")
    return None if block_texts else replacements


def _mark(line: str, *, texts_read: int) -> str:
    bare = line.rstrip()
    if texts_read == 0 and bare.endswith(" SEARCH") and bare[: -len(" SEARCH")].strip("-<") == "":
        return "SEARCH"
    if texts_read == 1 and len(bare) >= 3 and bare.strip("=") == "":
        return "="
    if texts_read == 2 and bare.endswith(" REPLACE") and bare[: -len(" REPLACE")].strip("+>") == "":
        return "REPLACE"
    return ""
