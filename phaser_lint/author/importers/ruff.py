"""ruff: the modules of ``banned-api``, its rule TID251.

    [tool.ruff.lint.flake8-tidy-imports.banned-api]     pyproject.toml; without tool.ruff: ruff.toml
    "typing.TypedDict".msg = "Use typing_extensions."

It reports an import of what is named, or of what lies below it, and an attribute that is it:
``import typing`` and ``typing.TypedDict``. A contract sees the import alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from phaser_lint.author.contract_text import make_text_or_list
from phaser_lint.author.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.author.importers.rule_file import RuleFileError, parse_toml_document
from phaser_lint.core import Record
from phaser_lint.core.text import join_most, make_printable

_NAME = "ruff"
_PYPROJECT = "pyproject.toml"
_RULE, _PLUGIN = "TID251", "flake8-tidy-imports"
_BANNING = ("banned-api", "extend-banned-api")
_AT_MODULE_LEVEL = "banned-module-level-imports"
_SELECTING = ("select", "extend-select")
_IGNORING = ("ignore", "extend-ignore")
_LEFT_OUT = ("exclude", "extend-exclude")
_PER_FILE = ("per-file-ignores", "extend-per-file-ignores")
_GLOBS = ("*.py", "*.pyi", "*.ipynb")
_MOST_NAMED = 3
# Folders by their names, `*` or `**`, and a Python file by its name with one `*`, or all files.
_PLAIN_GLOB = re.compile(
    r"(?P<folders>(?:(?:[\w@+-][\w.@+-]*|\*\*?)/)*)"
    r"(?:\*\*?|(?P<before>[\w.@+-]*)(?P<star>\*)?(?P<after>[\w.@+-]*\.(?:pyi?|ipynb)))"
)


class _Settings(Record):
    """The tables that hold ruff's settings, the newer one first; both count."""

    path: str
    tables: tuple[Mapping[str, Any], ...]

    def tables_at(self, *keys: str) -> Iterator[Mapping[str, Any]]:
        """Yield the tables at *keys*, one in the other; raises ``RuleFileError``."""
        for table in self.tables:
            inner: Any = table
            for key in keys:
                inner = inner.get(key, {})
                if not isinstance(inner, dict):
                    raise RuleFileError(f"{self.path}: {'.'.join(keys)}: expected a table")
            yield inner

    def texts(self, *keys: str) -> list[str]:
        """Return the texts of the lists at *keys*; what is none is ruff's to refuse."""
        lists = [table.get(key, ()) for table in self.tables for key in keys]
        return [text for texts in lists if isinstance(texts, list) for text in map(str, texts)]

    def messages(self) -> dict[str, str]:
        """Return the message of each banned name; raises ``RuleFileError``."""
        messages = {}
        for key in _BANNING:
            for table in self.tables_at(_PLUGIN, key):
                for name, entry in table.items():
                    message = entry.get("msg") if isinstance(entry, dict) else None
                    if not isinstance(message, str):
                        place = f"{self.path}: {key}.{name}"
                        raise RuleFileError(f"{place}: expected a text at its key msg")
                    messages[name] = message
        return messages

    def is_selected(self) -> bool:
        """Tell whether ruff reports what is banned; a file that it extends may say so as well."""
        if any("extend" in table for table in self.tables):
            return True
        selecting, ignoring = (
            max((_rank_code(code) for code in self.texts(*keys)), default=-1)
            for keys in (_SELECTING, _IGNORING)
        )
        return selecting > ignoring

    def ignored_globs(self) -> Iterator[str]:
        """Yield the globs of files in which what is banned is ignored; raises ``RuleFileError``."""
        for key in _PER_FILE:
            for table in self.tables_at(key):
                for glob, codes in table.items():
                    if isinstance(codes, list) and any(
                        _rank_code(str(code)) >= 0 for code in codes
                    ):
                        yield glob


def import_ruff(content: bytes, path: str) -> ImportedFile:
    """Return what the modules that ruff bans become; raises ``RuleFileError``."""
    text, document = parse_toml_document(content, path, instead="ruff.toml is TOML, too")
    settings = _Settings(path, (document,))
    if os.path.basename(path) == _PYPROJECT:
        settings = _Settings(path, tuple(settings.tables_at("tool", _NAME)))
    settings = _Settings(path, (*settings.tables_at("lint"), *settings.tables))
    dead = "" if settings.is_selected() else f"{_RULE} is not selected, so ruff reported nothing"
    globs_by_ruffs = {glob: translate_glob(glob) for glob in settings.ignored_globs()}
    lost = tuple(
        f"per-file-ignores: {make_printable(ruffs)}: exclude_glob leaves files out"
        for ruffs, globs in globs_by_ruffs.items()
        if not globs
    )
    excluded = [*dict.fromkeys(glob for globs in globs_by_ruffs.values() for glob in globs)]
    rules = [
        forbid_module(name, message, path=path, dead=dead, excluded=excluded, lost=lost)._replace(
            line=_find_line(name, text)
        )
        for name, message in settings.messages().items()
    ]
    why = f"{_AT_MODULE_LEVEL}: a contract counts an import in a function, too"
    rules += [
        ImportedRule(f"banned {name}", _find_line(name, text), unsupported=(why,))
        for name in _Settings(path, tuple(settings.tables_at(_PLUGIN))).texts(_AT_MODULE_LEVEL)
    ]
    notices = [] if rules else [f"it bans nothing, in [{_PLUGIN}.{_BANNING[0]}]"]
    if rules and settings.texts(*_LEFT_OUT):
        globs = join_most([*map(make_printable, settings.texts(*_LEFT_OUT))], _MOST_NAMED)
        notices.append(f"exclude: ruff leaves out {globs}; exclude in .phaser/config.yaml does")
    return ImportedFile(path, _NAME, rules=tuple(rules), notices=tuple(notices))


def translate_glob(glob: str) -> list[str]:
    """Return globs of a contract that select the Python files that *glob* selects in ruff's
    settings; none where that is not sure.

    Ruff's ``*`` passes slashes. One that is a name alone counts in any folder.
    """
    match = _PLAIN_GLOB.fullmatch(glob)
    if match is None:
        return []
    folders, before, after = match["folders"], match["before"] or "", match["after"]
    # In a folder's place `*` is one folder at least.
    folders = "".join(
        f"{folder}/**/" if folder == "*" else f"{folder}/" for folder in folders.split("/")[:-1]
    )
    if not after:  # all below a folder
        return [f"{folders.removesuffix('**/')}**"] if folders.strip("*/") else []
    if match["star"] is None:
        return [f"{folders}{before}{after}"]
    if not before:
        return [f"{folders.removesuffix('**/')}**/*{after}"]
    return [f"{folders}{before}*{after}", f"{folders}{before}*/**/*{after}"]


def forbid_module(
    name: str,
    message: str,
    *,
    path: str,
    dead: str,
    excluded: Sequence[str],
    lost: tuple[str, ...],
) -> ImportedRule:
    """Return what becomes of a *name* that ruff's file at *path* bans: a module, or a part of one.

    *dead* is why ruff reported nothing, *excluded* globs of the files in which it does not, *lost*
    what of the file's settings no contract has.
    """
    imported_rule = ImportedRule(f"banned {name}", 1)
    if not all(map(str.isidentifier, name.split("."))):
        return imported_rule._replace(dead="no module is called so: ruff knows no wildcard")
    package, _, member = name.partition(".")
    folder = os.path.dirname(path)
    is_in_source_layout = not os.path.exists(os.path.join(folder, package)) and os.path.isdir(
        os.path.join(folder, "src", package)
    )
    aliases = {"aliases": {package: f"src/{package}"}} if is_in_source_layout else {}
    attribute = f"`import {package}` and the attribute {name}: a contract sees imports alone"
    return imported_rule._replace(
        keys={
            "type": "forbid_import",
            "file_glob": list(_GLOBS),
            **({"exclude_glob": make_text_or_list(excluded)} if excluded else {}),
            "forbid": f"{'src/' if is_in_source_layout else ''}{name.replace('.', '/')}",
            **aliases,
            "message": message.strip() or f"{name} is banned.",
            "severity": "error",
        },
        dead=dead,
        unsupported=(*([attribute] if member else []), *lost),
    )


def _rank_code(code: str) -> int:
    """Return how narrow *code* is, one that names the rule or its group; -1: it does not."""
    if code == "ALL":
        return 0
    return len(code) if code.startswith("TID") and _RULE.startswith(code) else -1


def _find_line(name: str, text: str) -> int:
    """Return the first line of ruff's settings that names *name*, in quotes or at its start."""
    written = re.compile(
        rf"""^[^#\n]*(?:["']{re.escape(name)}["']|(?<![\w.]){re.escape(name)}\s*[.=])"""
    )
    lines = text.split("\n")
    return next((number for number, line in enumerate(lines, start=1) if written.match(line)), 1)


TOOL = Tool(
    _NAME,
    ("ruff.toml", ".ruff.toml", _PYPROJECT),
    import_ruff,
    marker=_BANNING[0],
    suppression=rf"#[ \t]*noqa:[ \t]*(?:[A-Z]+\d+[,\s]*)*{_RULE}\b",
    source_ending=".py",
    is_of_folder=True,
)
