"""The language of an example that is a mere text: nothing but the contract's globs tell it."""

from __future__ import annotations

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.example import Example
from phaser_lint.contract.told_languages import name_glob_in_language
from phaser_lint.core.text import is_notebook
from phaser_lint.text.globs.glob_syntax import list_selecting_globs
from phaser_lint.text.imports import find_import_language
from phaser_lint.text.regions import is_known_language


def name_example(contract: Contract) -> str:
    """Return the name that tells the language of an example that is a mere text: a glob of
    *contract*; empty: none.

    Of a notebook the text is a cell's, in the language of another glob if there is one.
    """
    globs = sorted(list_selecting_globs(contract.file_glob), key=is_notebook)
    if contract.languages:
        globs = [name_glob_in_language(contract, glob) for glob in globs]
    if contract.type == "forbid_import":
        return next(filter(find_import_language, globs), "")
    if not contract.counts_in_parts:
        return ""
    return next(filter(is_known_language, globs), "")


def is_in_no_language(contract: Contract, example: Example) -> bool:
    """Tell whether nothing says the language of *example*, where *contract* asks for one."""
    by_blocks = contract.block_patterns and not contract.block_patterns_of("until")
    by_language = contract.counted_in or by_blocks or contract.type == "forbid_import"
    if not by_language or not example.stands_anywhere() or name_example(contract):
        return False
    return not is_known_language("", example.text or "")
