"""A row of a table, and a lead before the code that shows it, as the sentences that they are.

| `lib/log.ts` | Logger - use this, never `a.b` |   Use `lib/log.ts`, never `a.b`
| Classes | PascalCase | `UserName` |               Classes: PascalCase
Never use `eval()`:                                 Never use `eval()`
All files start with this header:                   Every file must have `// Acme` at the top
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.named_languages import find_language_by_word
from phaser_lint.author.importers.pages.drafts.names_in_code import CASE
from phaser_lint.author.importers.pages.text.markdown import Statement

# What the row names is used.
_ROW_OF_FILE = re.compile(
    r"\|\s*(`[\w./-]*\w\.\w+`)\s*\|\s*(?:[\w ]+\s[\u2013\u2014-]\s+)?(?:always\s+)?"
    r"use\s+(?:this|it)\b(,?\s+(?:and\s+)?(?:never|not|instead\s+of|rather\s+than)\s[^|]*)\|?\s*",
    re.IGNORECASE,
)
_ROW_OF_NAMES = re.compile(
    rf"\|\s*[*_]*(?P<kinds>[\w /,&-]+?)[*_]*\s*\|\s*[*_`]*(?P<style>{CASE})[*_`]*\s*(?:\|.*)?",
    re.IGNORECASE,
)
_OPPOSITE_COLUMN = re.compile(r"\b(?:don|not|never|avoid|bad|wrong|old)\b", re.IGNORECASE)
# Key files: no place of the code
_FILES_ABOVE = re.compile(r"\b(?:key|important|main|core|useful)\s+files\b", re.IGNORECASE)
_COLON_AT_END = re.compile(r"\s*:(?=[*_\s]*$)")
_ALL_FILES = (
    r"(?:all|every|each)\b(?:(?!\b(?:in|under|of|for|except|that|which|with|outside)\b)[^.;:])"
    r"{0,60}?\bfiles?"
)
_WITH_HEADER = re.compile(
    rf"\W*{_ALL_FILES}\s+(?:must\s+|should\s+)?(?:(?:start|begin)s?\s+with|includes?|have|has"
    r"|contains?|carry|carries)\s+(?:the|this|a|an)\s+(?:(?:following|standard|same|required"
    r"|licen[sc]e|copyright|SPDX|file)\s+)*(?:headers?|comments?|notices?)(?:\s+(?:at|on)\s+(?:the"
    r"\s+)?(?:very\s+)?(?:top|start|beginning))?[:*_\s]*",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"(?://|#(?!!)|--|/\*)\s*\S+\s+\S.*")
# The year, and who it is: of each file its own
_OF_EACH_FILE = re.compile(r"[<\[{}\]>]|\b(?:19|20)\d\d\b|\bY{2,4}\b|\.\.\.|\u2026")


def with_row_as_sentence(statement: Statement) -> Statement:
    """Return the *statement* that a row of a table is: if its first cell is the file to use, or
    what has names, of which the second says the style.
    """
    if statement.kind != "table" or _OPPOSITE_COLUMN.search(" ".join(statement.leads)):
        return statement
    row_of_names = _ROW_OF_NAMES.fullmatch(statement.text)
    if row_of_names:
        kinds, style = row_of_names.group("kinds", "style")
        return statement._replace(text=f"{kinds}: {style}", kind="item", leads=())
    row = _ROW_OF_FILE.fullmatch(statement.text)
    if row is None:
        return statement
    return statement._replace(
        text=f"Use {row[1]}{row[2].rstrip()}",
        kind="item",
        leads=(),
        headings=tuple(name for name in statement.headings if not _FILES_ABOVE.search(name)),
    )


def with_lead_as_sentence(statement: Statement) -> Statement:
    """Return the sentence that *statement* is, if code shows what it says: a ban without its colon,
    or the header that all files have, whose first line the code is.
    """
    if not statement.code:
        return statement
    tag = re.sub(r"\W*", "", statement.code[0].strip("`~ ").partition(" ")[0].lower())
    header = next((line.strip() for line in statement.code[1:] if line.strip()), "")
    is_header = _COMMENT.fullmatch(header) and not _OF_EACH_FILE.search(header)
    if _WITH_HEADER.fullmatch(statement.text) and is_header and "`" not in header:
        language = tag if find_language_by_word(tag) else ""
        text = " ".join(["Every", *[language] * bool(language), f"file must have `{header}`"])
        return statement._replace(text=f"{text} at the top")
    return statement._replace(text=_COLON_AT_END.sub("", statement.text))
