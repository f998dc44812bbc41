"""The part of ``phaser-lint import`` about pages for people and agents: CLAUDE.md and the like.

phaser-lint import CLAUDE.md                lists the lines that state a rule, with drafts
phaser-lint import --save CLAUDE.md         writes the drafts, too
phaser-lint import --for-agent CLAUDE.md    prints the task for the lines that are left
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Sequence

from phaser_lint.author.destination import Destination, write_new_contracts
from phaser_lint.author.importers.imported import ImportedFile
from phaser_lint.author.importers.pages.earlier_contracts import (
    ContractLine,
    find_page_contracts,
    with_line_in_url,
)
from phaser_lint.author.importers.pages.outcomes import ImportedPage, import_pages
from phaser_lint.author.importers.pages.report.agent_task import render_contract_task
from phaser_lint.check.open_project import WholeProject, open_whole_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import make_printable
from phaser_lint.project import GitLimits, find_path_inside, lies_in
from phaser_lint.project.atomic_write import write_beside
from phaser_lint.project.regular_file import read_bytes
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


def save_page_drafts(
    pages: Sequence[ImportedPage], place: Destination, *, root: str
) -> tuple[ImportedPage, ...]:
    """Write all drafts of the imported *pages* with free ids, or none, and into the urls of
    contracts where their lines are now; return the pages. Raises ``UsageError``.
    """
    texts = {
        outcome.draft.rule_id: outcome.draft.text
        for page in pages
        for outcome in page.outcomes
        if outcome.draft and outcome.path
    }
    write_new_contracts(place, texts)
    return tuple(
        page._replace(
            moved=tuple(
                state._replace(is_followed=_write_moved_line(state, root=root))
                for state in page.moved
            )
        )
        for page in pages
    )


def _write_moved_line(state: ContractLine, *, root: str) -> bool:
    """Write the new place of a page's line into its contract's url; tell whether that is done."""
    target = os.path.realpath(state.contract.source)
    if not lies_in(target, os.path.realpath(root)):  # a folder that others share
        return False
    try:
        content = read_bytes(target, limit=MAXIMUM_BYTES + 1)
        changed = with_line_in_url(content, state.contract, state.line)
        if changed is None:
            return False
        with write_beside(target, changed) as temporary:
            shutil.copymode(target, temporary)
            os.replace(temporary, target)
    except OSError:
        return False
    return True


def render_agent_task(
    project: WholeProject, pages: Sequence[ImportedPage], *, place: Destination
) -> str:
    """Return the task of ``import --for-agent``: what is left of the lines of *pages*, and that
    contracts are saved at the *place*.
    """
    endings = Counter(os.path.splitext(path)[1] for path in project.files)
    languages: Counter[str] = Counter()
    for ending, number in endings.items():
        if ending in LANGUAGE_BY_ENDING:
            languages[LANGUAGE_BY_ENDING[ending]] += number
    # Fixtures and what is built may be most of the files.
    of_code = [path for path in project.files if os.path.splitext(path)[1] in LANGUAGE_BY_ENDING]
    folders = Counter(path.rpartition("/")[0] for path in of_code if "/" in path)
    largest = sorted(folder for folder, _ in folders.most_common(_MOST_FOLDERS))
    return render_contract_task(
        pages,
        languages=languages.most_common(),
        folders=largest,
        contracts_folder=place.shown,
        note=place.note.partition(": note: ")[2],
    )
