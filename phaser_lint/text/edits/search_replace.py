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

from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.edits import FOLLOWING


def apply_search_blocks(text: str, blocks: str, *, until: float | None = None) -> str | None:
    """Return *text* after the SEARCH/REPLACE *blocks* of Cline; ``None`` if they are none, or an
    old text is not there.
    """
    # The old and the new text of each block, and those of the one that is read.
    replacements: list[tuple[str, str]] = []
    block_texts: list[list[str]] = []
    for line in blocks.replace("\r\n", "\n").split("\n"):
        bare, texts_read = line.rstrip(), len(block_texts)
        search, replace = bare.removesuffix(" SEARCH"), bare.removesuffix(" REPLACE")
        is_search = texts_read == 0 and search != bare and not search.strip("-<")
        is_middle = texts_read == 1 and len(bare) >= 3 and not bare.strip("=")
        is_replace = texts_read == 2 and replace != bare and not replace.strip("+>")
        if is_search or is_middle:
            block_texts.append([])
        elif is_replace:
            replacements.append(("".join(block_texts[0]), "".join(block_texts[1])))
            block_texts = []
        elif block_texts:
            block_texts[-1].append(f"{line}\n")
    if block_texts or not replacements:
        return None
    # What was replaced is done with: to copy the rest for each block took minutes.
    pieces, rest = list[str](), 0
    for old, new in replacements:
        keep_to_deadline(until, FOLLOWING)
        if old == "":
            pieces, text, rest = [], new, 0
            continue
        offset = text.find(old, rest)
        if offset < 0:
            return None
        pieces += [text[rest:offset], new]
        rest = offset + len(old)
    return "".join([*pieces, text[rest:]])
