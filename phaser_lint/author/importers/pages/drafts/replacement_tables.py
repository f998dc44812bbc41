"""The rows of a table of what replaces what, as the rules that they are.

    | Deprecated     | Replacement |      its header
    | bg-opacity-*   | bg-black/*  |      use the second, never the first

A header that says less, such as "Do" and "Don't", may stand above examples.
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.text.markdown import Statement

_WORSE = re.compile(
    r"deprecated|avoid|never(?: use)?|(?:don['\u2019]?t|do not) use|instead of|forbidden|banned"
    r"|removed",
    re.IGNORECASE,
)
_BETTER = re.compile(
    r"replacement|replaced (?:by|with)|use(?: instead)?|instead|prefer(?:red)?|alternative",
    re.IGNORECASE,
)
_REASON = re.compile(r"why|reason|because|notes?", re.IGNORECASE)
_SPANS = re.compile(r"`[^`]+`(?:\s*(?:,|/|or|and)\s*`[^`]+`)*")
_UTILITY = re.compile(r"`?([a-z]+(?:-[a-z]+)+(?:-\*)?)`?")
_TAILWIND = re.compile(r"\btailwind\b", re.IGNORECASE)


def convert_row_to_item(statement: Statement) -> Statement:
    """Return the row of a replacement table as an item that says it; any other *statement* as it
    is.
    """
    header = (
        [cell.strip(" *") for cell in split_cells(statement.leads[0])] if statement.leads else []
    )
    cells = split_cells(statement.text)
    has_columns = len(header) in (2, 3) and len(cells) == len(header)
    if statement.kind != "table" or not has_columns or not all(map(_REASON.fullmatch, header[2:])):
        return statement
    worse = [index for index, cell in enumerate(header) if _WORSE.fullmatch(cell)]
    better = [index for index, cell in enumerate(header) if _BETTER.fullmatch(cell)]
    if sorted((*worse, *better)) != [0, 1] or len(worse) != 1:
        return statement
    worse_cell, better_cell = cells[worse[0]], cells[better[0]]
    utility = _UTILITY.fullmatch(worse_cell)
    if utility and any(map(_TAILWIND.search, (statement.title, *statement.headings))):
        text = f"never use `tailwind:{utility[1]}`"
    elif _SPANS.fullmatch(worse_cell) and _SPANS.match(better_cell):
        text = f"use {better_cell}, never {worse_cell}"
    else:
        return statement
    # What it stands under says that it is deprecated.
    headings = statement.headings[:-1] if utility else statement.headings
    return statement._replace(kind="item", text=text, leads=statement.leads[1:], headings=headings)


def split_cells(row: str) -> list[str]:
    """Return the texts of the cells of a *row* of a table."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
