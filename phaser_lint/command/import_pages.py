"""The part of ``phaser-lint import`` about pages for people and agents: CLAUDE.md and the like.

phaser-lint import CLAUDE.md                lists the lines that state a rule, with drafts
phaser-lint import --save CLAUDE.md         writes the drafts, too
phaser-lint import --for-agent CLAUDE.md    prints the task for the lines that are left
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

from phaser_lint.author.destination import Destination, write_new_contracts
from phaser_lint.author.importers.imported import ImportedFile
from phaser_lint.author.importers.pages.earlier_contracts import find_page_contracts
from phaser_lint.author.importers.pages.outcomes import ImportedPage, import_pages
from phaser_lint.author.importers.pages.report.agent_task import render_contract_task
from phaser_lint.check.open_project import WholeProject, open_whole_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import make_printable
from phaser_lint.project import GitLimits, find_path_inside
from phaser_lint.text.languages.source_languages import LANGUAGE_BY_ENDING

_MOST_FOLDERS = 40


def read_pages(
    files: Sequence[ImportedFile], *, root: str, git: GitLimits, place: Destination
) -> tuple[WholeProject, tuple[ImportedPage, ...]]:
    """Return the project, and what ``import`` makes of the pages *files*; raises ``UsageError``."""
    project = open_whole_project(ProjectOptions(root=root, git=git, user_contracts=False))
    pages = []
    for file in files:
        path = find_path_inside(project.levels.root, os.path.realpath(file.path))
        if path is None:
            raise UsageError(
                f"{make_printable(file.path)}: lies outside of {project.levels.root}; "
                "--root names the "
                "project that the page is about"
            )
        pages.append((path, file))
    contracts = find_page_contracts(project.levels.root, project.contracts.folders)
    return project, import_pages(pages, project, contracts=contracts, destination=place)


def save_page_drafts(pages: Sequence[ImportedPage], place: Destination) -> None:
    """Write all drafts of the imported *pages* with free ids, or none; raises ``UsageError``."""
    texts = {
        outcome.draft.rule_id: outcome.draft.text
        for page in pages
        for outcome in page.outcomes
        if outcome.draft and outcome.path
    }
    write_new_contracts(place, texts)


def render_agent_task(project: WholeProject, pages: Sequence[ImportedPage]) -> str:
    """Return the task of ``import --for-agent``: what is left of the lines of *pages*."""
    endings = Counter(os.path.splitext(path)[1] for path in project.files)
    languages: Counter[str] = Counter()
    for ending, number in endings.items():
        if ending in LANGUAGE_BY_ENDING:
            languages[LANGUAGE_BY_ENDING[ending]] += number
    folders = Counter(path.rpartition("/")[0] for path in project.files if "/" in path)
    largest = sorted(folder for folder, _ in folders.most_common(_MOST_FOLDERS))
    return render_contract_task(pages, languages=languages.most_common(), folders=largest)
