"""Globs that begin at the level's folder, where their author takes them for any folder.

    any_depth(contract, paths)   "**/api/*.py selects 3 of them"    for api/*.py

A slash inside of a glob ties it to its folder, as in .gitignore.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.project.root import folder_of
from phaser_lint.text.globs import match
from phaser_lint.text.globs.compile import compile_globs

_ANY = "**/"


def any_depth(contract: Contract, paths: Sequence[str]) -> str:
    """Return which glob of *contract* would select some of *paths* in any folder, or nothing."""
    for glob in contract.file_glob:
        if glob.startswith(("/", "!", _ANY)) or "/" not in glob.rstrip("/"):
            continue
        tests = compile_globs((f"{_ANY}{glob}",), (), folder=folder_of(contract.level))
        number = sum(match(tests, path) for path in paths)
        if number:
            matched_paths = "it" if len(paths) == 1 else f"{number} of them"
            return f"{_ANY}{glob} selects {matched_paths}, in any folder"
    return ""
