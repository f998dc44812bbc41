"""The files that are read as pages, by their names; how one is read, and the scope of its place."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Sequence

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
_PAGES_OF_FOLDERS = ("CLAUDE.md", "AGENTS.md", "GEMINI.md")
_DOCUMENTATION = re.compile(r"(?:^|/)docs?(?=/|$)")
# A line of JSON: what it is called, and a text or a plain value; nothing for what opens or closes.
_JSON_LINE = re.compile(
    r'\s*(?:"(?P<key>(?:[^"\\]|\\.)*)"\s*:\s*)?(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<plain>[\w.+-]+)'
    r"|[\[\]{}]+)?\s*,?\s*"
)
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
    page = parse_page("\n".join(_list_json_texts(lines) if _is_json(text) else lines))
    if not page.is_complete:
        notices.append(f"only its first {MOST:,} statements are read: split the page")
    return ImportedFile(path=path, tool=TOOL.name, rules=(), notices=tuple(notices), page=page)


def _is_json(text: str) -> bool:
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _list_json_texts(lines: Sequence[str]) -> list[str]:
    """Return the *lines* of a page in JSON, one for each, as a page has them: its texts as items,
    what stands above them as headings.

    ``"avoid_enums": "use maps"`` is "avoid enums: use maps".
    """
    items = []
    for line in lines:
        parts = _JSON_LINE.fullmatch(line)
        key = ((parts["key"] if parts else None) or "").replace("_", " ")
        text = json.loads(parts["text"]) if parts and parts["text"] else ""
        text = text.encode("utf-8", "replace").decode()  # half a character is none
        if parts is None:
            items.append(line)
        elif text or parts["plain"]:
            of_key = key if not text or not key else f"{key}: "
            items.append(f"- {of_key}{' '.join(text.split())}")
        else:
            items.append(f"## {key}" if key else "")
    return items


def find_page_folder(path: str) -> str:
    """Return the folder that is the scope of a page at *path*, whose code it is about: empty for
    the root.
    """
    folder = posixpath.dirname(path)
    rule_folder = _RULE_FOLDER.search(f"{folder}/")
    if rule_folder:  # what lies below one sorts its pages
        folder = f"{folder}/"[: rule_folder.end() - 1]
    # docs/coding.md is about all code; what agents read there may be about the site.
    documentation = _DOCUMENTATION.search(folder)
    if documentation and posixpath.basename(path) not in _PAGES_OF_FOLDERS:
        return folder[: documentation.start()]
    for own_folder in _OF_PROJECT:
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
