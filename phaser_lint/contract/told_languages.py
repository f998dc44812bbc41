"""What the configuration tells of languages: ``languages: {'models/**/*.sql': dbt}``.

The last glob that selects a path wins, and goes before what the path's ending says. Directives keep
to the ending.
"""

from __future__ import annotations

from phaser_lint.contract.model import Contract, ToldLanguages
from phaser_lint.project.levels import name_level_folder
from phaser_lint.text.globs import selects_path
from phaser_lint.text.languages import join_text_name, split_text_name


def find_told_language(languages: ToldLanguages, path: str) -> str:
    """Return the language of the file at *path* by the configuration's *languages*, or nothing."""
    for tests, language in reversed(languages):
        if selects_path((tests,), path):
            return language
    return ""


def name_text_in_language(contract: Contract, name: str) -> str:
    """Return the *name* of a text with its language, where that is told of its path."""
    path, told_by = split_text_name(name)
    language = find_told_language(contract.languages, path) if path and not told_by else ""
    return join_text_name(path, language) if language else name


def find_glob_languages(contract: Contract) -> dict[str, str]:
    """Return the globs of *contract* whose language the configuration tells, each with it."""
    names = [split_text_name(name_glob_in_language(contract, glob)) for glob in contract.file_glob]
    return {glob: language for glob, language in names if language}


def name_glob_in_language(contract: Contract, glob: str) -> str:
    """Return *glob*, one of *contract*, as a name with the language that is told of such paths."""
    folder = name_level_folder(contract.level)
    path = f"{folder}/{glob.lstrip('/')}" if folder else glob.lstrip("/")
    language = find_told_language(contract.languages, path)
    return join_text_name(glob, language) if language else glob
