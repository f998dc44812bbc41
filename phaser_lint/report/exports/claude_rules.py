"""``.claude/rules/*.md``: the files that Claude Code reads before it works on what they name.

    ---
    paths:
      - "src/**/*.py"
    ---

Its globs are gitignore's, as ours are; but it takes a comma for the end of one and any braces for a
choice, and knows no classes: alternatives are spelled out, and a glob that still has one of these
is widened. What is about every file has no ``paths``, and is read at the start.
"""

from __future__ import annotations

import json
import os
import re

from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import printable
from phaser_lint.report.exports.exported_file import ExportedFile, held_text
from phaser_lint.report.exports.guidance import guidance
from phaser_lint.text.globs.glob_syntax import all_spelled_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaser_lint.contract.model import Contract
    from phaser_lint.report.exports.guidance import Guidance

FOLDER = ".claude/rules"
MARK = "<!-- Written by phaser-lint export --claude-rules from the contracts: change those. -->"
_START = "phaser-lint-"
_EVERYTHING = (("*",), ("**",), ("**/*",))
_WIDENED = re.compile(r"\[[^/]*?:\][^/\]]*\]|[,{}]")
_LONGEST = 40


def claude_rules(root: str, contracts: Iterable[Contract]) -> list[ExportedFile]:
    """Return the files that say what *contracts* do, and those of earlier that nothing needs.

    Raises ``UsageError`` where a file that is not ours stands in the place of one.
    """
    wanted = _texts(guidance(contracts))
    files = [ExportedFile(path, held_text(root, path), text) for path, text in wanted.items()]
    for file in files:
        if file.before is not None and MARK not in file.before:
            raise UsageError(f"{file.path}: expected a file that export wrote; move this one away")
    return [*files, *(each for each in _own(root) if each.path not in wanted)]


def _texts(parts: Iterable[Guidance]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for part in parts:
        name, number = _name(part), 1
        while f"{FOLDER}/{name}.md" in texts:
            number += 1
            name = f"{_name(part)}-{number}"
        texts[f"{FOLDER}/{name}.md"] = _text(part)
    return texts


def _name(part: Guidance) -> str:
    words = re.findall(r"[a-z0-9]+", " ".join(part.globs).lower())
    return _START + ("-".join(words)[:_LONGEST].strip("-") or "all")


def _text(part: Guidance) -> str:
    about = f"Checked by phaser-lint in {part.shown}: errors are refused, warnings are told."
    return "\n".join([*_paths(part), MARK, "", about, "", *part.lines, ""])


def _paths(part: Guidance) -> list[str]:
    if part.globs in _EVERYTHING and not part.excluded:
        return []
    written = [*all_spelled_out(part.globs), *_excluded(part)]
    globs = [_WIDENED.sub("?", printable(each)) for each in written]
    return ["---", "paths:", *(f"  - {json.dumps(each)}" for each in globs), "---"]


def _excluded(part: Guidance) -> Iterator[str]:
    """Yield the globs that take files out again; there a folder's name alone takes out none."""
    for glob in all_spelled_out(part.excluded):
        if glob.startswith("!"):
            yield glob[1:]
        elif glob.endswith("/"):
            yield f"!{'' if '/' in glob[:-1] else '**/'}{glob}**/*"
        else:
            yield f"!{glob}"


def _own(root: str) -> Iterator[ExportedFile]:
    """Yield the files that an earlier export wrote, as removed."""
    folder = os.path.join(root, FOLDER)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    for name in names:
        path, is_link = f"{FOLDER}/{name}", os.path.islink(os.path.join(folder, name))
        if name.startswith(_START) and name.endswith(".md") and not is_link:
            text = held_text(root, path)
            if text is not None and MARK in text:
                yield ExportedFile(path, text, None)
