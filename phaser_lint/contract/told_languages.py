"""What the configuration tells of languages: ``languages: {'models/**/*.sql': dbt}``.

The last glob that selects a path wins, and goes before what the path's ending says. Directives keep
to the ending.
"""

from __future__ import annotations

from phaser_lint.contract.model import Contract, ToldLanguages, folder_of
from phaser_lint.text.globs import match
from phaser_lint.text.languages import lexer_name, name_parts


def told_language(languages: ToldLanguages, path: str) -> str:
    """Return what *languages* say that the file at *path* is written in, or nothing."""
    for tests, language in reversed(languages):
        if match((tests,), path):
            return language
    return ""


def name_in_language(contract: Contract, name: str) -> str:
    """Return the *name* of a text with its language, where that is told of its path."""
    path, told_by = name_parts(name)
    language = told_language(contract.languages, path) if path and not told_by else ""
    return lexer_name(path, language) if language else name


def languages_of_globs(contract: Contract) -> dict[str, str]:
    """Return the globs of *contract* whose files the configuration tells a language of."""
    names = [name_parts(glob_in_language(contract, glob)) for glob in contract.file_glob]
    return {glob: language for glob, language in names if language}


def glob_in_language(contract: Contract, glob: str) -> str:
    """Return *glob*, one of *contract*, as a name with the language that is told of such paths."""
    folder = folder_of(contract.level)
    path = f"{folder}/{glob.lstrip('/')}" if folder else glob.lstrip("/")
    language = told_language(contract.languages, path)
    return lexer_name(glob, language) if language else glob
