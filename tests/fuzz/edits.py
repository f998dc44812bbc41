"""Edits and patches: a replacement in plain text, and a patch made from two versions of a file."""

from __future__ import annotations

import difflib

from hypothesis import strategies as st

from phaser_lint.text.edits.apply_patch import apply_chunks, parse_patch
from phaser_lint.text.edits.text_edit import apply_text_edit

_LINES = st.text(alphabet='ab "\t\u00e9', max_size=4)
_TEXTS = st.lists(_LINES, max_size=8).map(lambda lines: "".join(f"{line}\n" for line in lines))
INPUTS = st.tuples(_TEXTS, _TEXTS, st.integers(0, 40), st.integers(1, 12), _LINES, st.booleans())


def check(drawn_edit: tuple[str, str, int, int, str, bool]) -> None:
    """A part of the file, found as it stands, is replaced; a patch leads from one text to another.

    An empty new text takes the line end along, which the plain replacement does not know.
    """
    before, after, start, length, new, replace_all = drawn_edit
    old = before[start : start + length]
    if old and new:
        expected = before.replace(old, new, -1 if replace_all else 1)
        assert apply_text_edit(before, old=old, new=new, replace_all=replace_all) == expected
    if before and after and before != after:
        assert _patched(before, after) == after


def _patched(before: str, after: str) -> str | None:
    """Return what the patch from *before* to *after* makes of *before*: all of it is context."""
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    marked = [f"{line[0]}{line[2:]}" for line in lines if line[0] != "?"]
    body = "\n".join(("*** Begin Patch", "*** Update File: a", "@@", *marked, "*** End Patch"))
    (operation,) = parse_patch(body)
    return apply_chunks(before, operation.chunks)
