"""A row of a table, and a lead before the code that shows it, as the sentences that they are.

| `lib/log.ts` | Logger - use this, never `a.b` |   Use `lib/log.ts`, never `a.b`
Never use `eval()`:                                 Never use `eval()`
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.text.markdown import Statement

# What the row names is used.
_ROW_OF_FILE = re.compile(
    r"\|\s*(`[\w./-]*\w\.\w+`)\s*\|\s*(?:[\w ]+\s[\u2013\u2014-]\s+)?(?:always\s+)?"
    r"use\s+(?:this|it)\b(,?\s+(?:and\s+)?(?:never|not|instead\s+of|rather\s+than)\s[^|]*)\|?\s*",
    re.IGNORECASE,
)
_OPPOSITE_COLUMN = re.compile(r"\b(?:don|not|never|avoid|bad|wrong|old)\b", re.IGNORECASE)
# Key files: no place of the code
_FILES_ABOVE = re.compile(r"\b(?:key|important|main|core|useful)\s+files\b", re.IGNORECASE)
_COLON_AT_END = re.compile(r"\s*:(?=[*_\s]*$)")


def with_row_as_sentence(statement: Statement) -> Statement:
    """Return the *statement* that a row of a table is, if its first cell is the file to use."""
    row = _ROW_OF_FILE.fullmatch(statement.text) if statement.kind == "table" else None
    if row is None or _OPPOSITE_COLUMN.search(" ".join(statement.leads)):
        return statement
    return statement._replace(
        text=f"Use {row[1]}{row[2].rstrip()}",
        kind="item",
        leads=(),
        headings=tuple(name for name in statement.headings if not _FILES_ABOVE.search(name)),
    )


def with_lead_as_sentence(statement: Statement) -> Statement:
    """Return the sentence that *statement* is, without its colon, if code below it shows what it
    says.
    """
    return statement._replace(
        text=_COLON_AT_END.sub("", statement.text) if statement.is_before_code else statement.text
    )
