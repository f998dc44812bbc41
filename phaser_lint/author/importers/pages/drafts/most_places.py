"""Whether most of a project breaks a demand of its page today: then it is not meant of all of that.

Type hints on all functions    of 80 functions 65 have none: some are meant, or none any more
"""

from __future__ import annotations

import os
import re

from phaser_lint.author.importers.drafts import ImportDraft
from phaser_lint.author.importers.pages.drafts.project_files import select_draft_paths
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.check.open_project import WholeProject
from phaser_lint.project.regular_file import read_checkable_text

_FEWEST = 10
"""Of fewer places most are no sign."""


def find_most_broken(
    rule: SureRule | None, draft: ImportDraft | None, number: int, *, project: WholeProject
) -> str:
    """Return how much of *project* breaks the demand of *rule*, whose *draft* finds a *number* of
    places, as a reason, where that is the most of it; else nothing.
    """
    keys = draft.rule.keys if draft else None
    if rule is None or keys is None or not rule.subject or number < _FEWEST:
        return ""
    subject = re.compile(rule.subject, re.MULTILINE)
    total = 0
    for path in select_draft_paths(keys, project.files):
        text = read_checkable_text(os.path.join(project.levels.root, path)) or ""
        total += len(subject.findall(text))
        if total >= 2 * number:
            return ""
    return f"condition: broken in {number} of {max(total, number)} places today"
