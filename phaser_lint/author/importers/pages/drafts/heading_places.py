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
# Tests and scripts lie in other folders, too.
_ANYWHERE = re.compile(r"(?:tests?|testing|specs?|scripts?|examples?|docs?|documentation)/?", re.I)
# "Config", "Database": a topic of all code, also where a folder is called so. These are no topics.
_PART = re.compile(
    r"(?:front-?end|back-?end|server|client|web|website|mobile|api|ui|android|ios|desktop|cli|app"
    r"|worker|extension)s?",
    re.IGNORECASE,
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
        is_marked = re.search("[/`]", match[0]) is not None
        is_place = (is_marked or _PART.fullmatch(written)) and not _ANYWHERE.fullmatch(
            match["name"]
        )
        for name in sorted(names) if is_place else ():
            if posixpath.join(folder, name) in files.folders:
                return f"{name}/", f"{heading[: match.start()]}{heading[match.end() :]}"
    return "", heading
