"""The folder that a heading names, which is the place of all that a page says below it.

## Python (services/api)
- Never call `eval()`.          of the Python code there
"""

from __future__ import annotations

import posixpath
import re

from phaser_lint.author.importers.pages.drafts.project_files import ProjectFiles
from phaser_lint.author.importers.pages.page_file import find_page_folder
from phaser_lint.author.importers.pages.text.markdown import Statement

_NAME = re.compile(r"`?(?<![\w/.-])(?P<name>[\w.@-]+(?:/[\w.@-]+)*/?)(?![\w/])`?")
# Tests and scripts lie in other folders, too; of a database is what any code asks it.
_ANYWHERE = re.compile(
    r"(?:tests?|testing|specs?|scripts?|examples?|docs?|documentation|databases?|db)/?", re.I
)
_LONGEST = 40


def split_place(statement: Statement, page_path: str, files: ProjectFiles) -> tuple[Statement, str]:
    """Return *statement* without the names of folders in its headings, and the folder that the
    nearest of them names, from that of the page or from the root; or nothing.
    """
    place = ""
    headings = []
    for heading in statement.headings:
        own_place, rest = _find_place(heading, find_page_folder(page_path), files)
        place = own_place or place
        headings += [rest] if rest.strip(" ()[]`:\u2013\u2014-") else []
    return statement._replace(headings=tuple(headings)), place


def _find_place(heading: str, folder: str, files: ProjectFiles) -> tuple[str, str]:
    """Return the folder that *heading* names, and the rest of it."""
    for match in _NAME.finditer(heading) if len(heading) <= _LONGEST else ():
        written = match["name"].strip("/")
        names = {written, written.lower()} if "/" not in match["name"] else {written}
        for name in () if _ANYWHERE.fullmatch(match["name"]) else sorted(names):
            if posixpath.join(folder, name) in files.folders:
                return f"{name}/", f"{heading[: match.start()]}{heading[match.end() :]}"
    return "", heading
