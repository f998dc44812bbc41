"""The files that are read as pages, by their names, and how one is read."""

from __future__ import annotations

from phaser_lint.author.importers.imported import ImportedFile, Tool
from phaser_lint.author.importers.pages.text.markdown import MOST, parse_page
from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core.text import decode_file, normalise_text
from phaser_lint.report.exports.agents_page import find_block_lines
from phaser_lint.report.exports.claude_rules import MARK

TOOL_NAME = "page"


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


TOOL = Tool(
    name=TOOL_NAME,
    files=(
        "CLAUDE.md", "AGENTS.md", "GEMINI.md", "CONTRIBUTING.md", "copilot-instructions.md",
        "*.instructions.md", "*.mdc", ".cursorrules", ".windsurfrules",
    ),
    read=import_page,
    others=("*.md",),
)  # fmt: skip
