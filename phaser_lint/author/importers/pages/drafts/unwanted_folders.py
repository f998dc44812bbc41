"""Folders that a page does not want, and files that lie in each: `index.ts`, a lock file."""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.marks_and_spans import StatementWords


def make_folder_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that no folder has that name, or no file that exports others: one that is
    there today is needed by something.
    """
    spans = words.spans_of(form_match["spans"])
    if not all(
        re.fullmatch(
            r"[\w-][\w.-]*/(?:[\w.-]+/)*|index\.[jt]sx?|[\w-]+\.(?:lockb?|json|yaml)", span
        )
        for span in spans
    ):
        return None
    return SureRule(
        name=f"no {' '.join(spans)}",
        keys={"type": "file_not_exists"},
        paths=tuple(spans),
        finds_none=True,
    )
