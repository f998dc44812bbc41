"""``.claude/rules/phaser-lint.md``: Claude Code reads it before it works on a file that it names.

    ---
    paths:
      - "src/**/*.py"
    ---

Its globs are gitignore's, as ours are; but it takes a comma for the end of one and any braces for a
choice: alternatives are spelled out, and any one character stands for what still holds one of
these. Where a contract is about every file there are no ``paths``, and the file is read at the
start.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import make_printable
from phaser_lint.report.exports.exported_file import ExportedFile, read_export_target
from phaser_lint.report.exports.guidance import ABOUT, make_guidance, render_guidance_lines
from phaser_lint.text.globs.glob_syntax import skip_glob_sign, spell_out_globs

FOLDER = ".claude/rules"
MARK = "<!-- Written by phaser-lint export --claude-rules from the contracts: change those. -->"
PATH = f"{FOLDER}/phaser-lint.md"
_START = "phaser-lint"
_EVERYTHING = (("*",), ("**",), ("**/*",))


def make_claude_rules(root: str, contracts: Sequence[Contract]) -> list[ExportedFile]:
    """Return Claude Code's rule files of what *contracts* require, and earlier ones nothing needs.

    Raises ``UsageError`` where a file that is not ours has its place.
    """
    guidances = make_guidance(contracts, page=PATH)
    before = read_export_target(root, PATH)
    if before is not None and MARK not in before:
        raise UsageError(f"{PATH}: expected a file that export wrote; move this one away")
    if not guidances:
        return [*_list_earlier_files(root)]
    # A comma or a brace in a bracket expression, or escaped, would be the list's: `?` is wider.
    front_matter: dict[str, None] = {}
    for glob in [glob for guidance in guidances for glob in spell_out_globs(guidance.globs)]:
        signs, offset, printed_glob = [], 0, make_printable(glob)
        while offset < len(printed_glob):
            end = skip_glob_sign(printed_glob, offset)
            sign = printed_glob[offset:end]
            signs.append(sign if set(",{}").isdisjoint(sign) else "?")
            offset = end
        front_matter[f"  - {json.dumps(''.join(signs))}"] = None
    head = ["---", "paths:", *front_matter, "---"]
    if any(guidance.globs in _EVERYTHING for guidance in guidances):
        head = []  # it is about every file
    text = "\n".join([*head, MARK, "", ABOUT, "", *render_guidance_lines(guidances)])
    earlier = [file for file in _list_earlier_files(root) if file.path != PATH]
    return [ExportedFile(PATH, before, text), *earlier]


def _list_earlier_files(root: str) -> Iterator[ExportedFile]:
    """Yield the files that an earlier export wrote, as removed."""
    folder = os.path.join(root, FOLDER)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    for name in names:
        path, is_link = f"{FOLDER}/{name}", os.path.islink(os.path.join(folder, name))
        if name.startswith(_START) and name.endswith(".md") and not is_link:
            text = read_export_target(root, path)
            if text is not None and MARK in text:
                yield ExportedFile(path, text, None)
