"""What becomes of one line of a page, in a project with some files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import regex

from phaser_lint.author.importers.pages.drafts.draft_contract import with_draft
from phaser_lint.author.importers.pages.drafts.project_files import make_project_files
from phaser_lint.author.importers.pages.page_file import import_page
from phaser_lint.author.importers.pages.rule_lines import PageLine, find_rule_lines

JAVASCRIPT = "{ts,tsx,mts,cts,js,jsx,mjs,cjs}"
"""What the globs of code in JavaScript end in, in a project of which the most is in TypeScript."""
TYPESCRIPT = "{ts,tsx,mts,cts}"
"""What the globs of code in TypeScript end in."""


def read_page_line(text: str, paths: Sequence[str], heading: str = "Code style") -> PageLine:
    """What becomes of the item *text* below a *heading* in a project with the files *paths*."""
    return draft_lines(f"# A\n\n## {heading}\n\n- {text}\n", paths)[-1]


def draft_lines(
    content: str,
    paths: Sequence[str],
    page_path: str = "CLAUDE.md",
    packages: Mapping[str, str] = {},
    own_packages: Mapping[str, str] = {},
) -> list[PageLine]:
    """The rule lines of a page, with drafts for a project with *paths*; *content* is the page.

    *packages* are those that the project depends on, with their languages, *own_packages* the names
    of its own, by their folders.
    """
    page = import_page(content.encode(), page_path).page
    assert page is not None
    files = make_project_files(paths)._replace(packages=packages, own_packages=own_packages)
    return [with_draft(line, page, files) for line in find_rule_lines(page, page_path, files)]


def keys_of(line: PageLine) -> dict[str, Any]:
    """The keys of the draft of *line*."""
    assert line.rule, line.reason
    assert line.rule.keys
    return dict(line.rule.keys)


def finds(keys: dict[str, Any], text: str) -> bool:
    """Whether the pattern of a contract's *keys* matches in *text*."""
    return regex.search(keys["pattern"], text, regex.MULTILINE) is not None
