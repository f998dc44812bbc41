"""The files that are read as pages, by their names; how one is read, and the scope of its place."""

from __future__ import annotations

import posixpath
import re

from phaser_lint.author.importers.imported import ImportedFile, Tool
from phaser_lint.author.importers.pages.text.markdown import MOST, parse_page
from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core.text import decode_file, normalise_text
from phaser_lint.report.exports.agents_page import find_block_lines
from phaser_lint.report.exports.claude_rules import MARK

TOOL_NAME = "page"
# What a page below one of these folders is about is above it.
_OF_PROJECT = (
    ".github/instructions", ".github", ".cursor/rules", ".cursor", ".claude/rules", ".claude",
)  # fmt: skip
_RULE_FOLDER = re.compile(r"(?:^|/)(?:\.github/instructions|\.cursor/rules|\.claude/rules)/")


def import_page(content: bytes, path: str) -> ImportedFile:
    """Import a page, such as CLAUDE.md: return it as it is read; raises ``RuleFileError`` where it
    is too large.
    """
    if len(content) > MAXIMUM_BYTES:
        raise RuleFileError(
            f"{path}: expected a page of at most {MAXIMUM_BYTES:,} bytes, found more"
        )
    text = normalise_text(decode_file(content))
    lines = text.split("\n")
    notices = []
    # What export wrote says what contracts say already.
    exported = range(len(lines)) if MARK in lines else find_block_lines(text)
    if exported:
        first, last = exported[0] + 1, exported[-1] + 1
        lines[exported[0] : last] = [""] * len(exported)
        notices.append(f"lines {first} to {last} are not read: phaser-lint export wrote them")
    page = parse_page("\n".join(lines))
    if not page.is_complete:
        notices.append(f"only its first {MOST:,} statements are read: split the page")
    return ImportedFile(path=path, tool=TOOL.name, rules=(), notices=tuple(notices), page=page)


def find_page_folder(path: str) -> str:
    """Return the folder that is the scope of a page at *path*, whose code it is about: empty for
    the root.
    """
    folder = posixpath.dirname(path)
    rule_folder = _RULE_FOLDER.search(f"{folder}/")
    if rule_folder:  # what lies below one sorts its pages
        folder = f"{folder}/"[: rule_folder.end() - 1]
    is_for_people = posixpath.basename(path) == "CONTRIBUTING.md"
    for own_folder in (*_OF_PROJECT, *["docs"] * is_for_people):
        if folder == own_folder or folder.endswith(f"/{own_folder}"):
            return folder[: -len(own_folder)].rstrip("/")
    return folder


TOOL = Tool(
    name=TOOL_NAME,
    files=(
        "CLAUDE.md", "AGENTS.md", "GEMINI.md", "CONTRIBUTING.md", "copilot-instructions.md",
        "*.instructions.md", "*.mdc", ".cursorrules", ".windsurfrules",
    ),
    read=import_page,
    others=("*.md",),
)  # fmt: skip
