"""What a file of Python says that its bytes stand for, where that is another text than UTF-8.

    # coding: utf-7
    +AHAAcgBpAG4AdA-(1)        print(1), for Python

An encoding that says the same of each ASCII character hides no code, whatever others it has.
"""

from __future__ import annotations

import warnings

from phaser_lint.core.text import BOM, encode_text, may_name_coding, unify_line_ends

# Names of those that are no other text, in most files that name one.
_PLAIN = frozenset(
    (
        *("ascii", "us-ascii", "utf-8", "utf8", "utf-8-sig"),
        *("latin-1", "latin1", "iso-8859-1", "iso-8859-15", "cp1252"),
    )
)
# What takes the square of a text's length, and makes another one of most.
_SLOW = frozenset(("punycode", "idna"))


def find_foreign_coding(path: str, text: str) -> tuple[str, int]:
    """Return the coding that a file of Python names, by which its text is another one than in
    UTF-8, and the line of its name.

    Nothing, and zero, where there is none.
    """
    coding, line = _find_declared_coding(text) if may_name_coding(path, text) else ("", 0)
    name = coding.lower().replace("_", "-")
    if not coding or name in _PLAIN:
        return "", 0
    if name in _SLOW:
        return coding, line
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of "\d", by unicode_escape
            decoded = encode_text(text).decode(coding)
    except (LookupError, ValueError):  # Python refuses the file, unless a program adds the encoding
        return coding, line
    is_plain = decoded.encode("ascii", "ignore") == text.encode("ascii", "ignore")
    return ("", 0) if is_plain else (coding, line)


def _find_declared_coding(text: str) -> tuple[str, int]:
    """Return the encoding that PEP 263 finds in the first two lines, and the line."""
    head_end = text.find("\n", text.find("\n") + 1)
    head = text if head_end < 0 else text[:head_end]
    if head.startswith(BOM):
        return "", 0
    for number, line in enumerate(unify_line_ends(head).split("\n")[:2]):
        comment = line.lstrip(" \t\f")
        if comment and not comment.startswith("#"):
            break
        for after in comment.split("coding")[1:]:
            word = after[1:].lstrip(" \t") if after[:1] in (":", "=") else ""
            name = word[: len(word) - len(word.lstrip(_NAME))]
            if name:
                return name, number + 1
    return "", 0


_NAME = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
