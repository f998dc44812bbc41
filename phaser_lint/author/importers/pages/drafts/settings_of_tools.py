"""What the settings of a project's own tools make of a draft: that needs none, or of which files.

Line length: 100          `line-length = 100` in pyproject.toml: ruff checks it
Strict mode is enabled    a tsconfig.json that only refers to others: it is asked of these
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Mapping
from typing import Any

import regex

from phaser_lint.author.importers.pages.drafts.files_of_programs import has_name_of_programs
from phaser_lint.author.importers.pages.drafts.language_endings import MOST_OF_ALL
from phaser_lint.author.importers.pages.drafts.project_files import (
    UNSURE_FILES,
    ProjectFiles,
    list_globs,
    select_draft_paths,
)
from phaser_lint.author.importers.pages.rule_lines import PageLine
from phaser_lint.core import Record
from phaser_lint.project.regular_file import read_checkable_text

_OF_PYTHON = "py pyi"
_OF_JAVASCRIPT = "js jsx mjs cjs ts tsx mts cts vue svelte astro css scss less"
_OF_C = "c h cc cpp cxx hpp hh hxx inl m mm java proto cs"


class _Setting(Record):
    """How a ``tool`` that checks files with the ``endings`` is told their width: a pattern for what
    its files, named as a pattern says, have before the number.
    """

    tool: str
    endings: str
    names: str
    before_number: str


_SETTINGS = tuple(
    _Setting(tool, endings, names=names, before_number=before_number)
    for tool, endings, names, before_number in (
        # In pyproject.toml the table names the tool.
        *(
            (
                tool,
                _OF_PYTHON,
                r"pyproject\.toml",
                rf"^\[tool\.{tool}\b[^\]\n]*\]\s*\n(?:(?!\[)[^\n]*\n)*?"
                r"(?:max-)?(?:line[-_]length|column[-_]limit)\s*=\s*\"?",
            )
            for tool in ("ruff", "black", "flake8", "pylint", "autopep8", "yapf", "pycodestyle")
        ),
        ("ruff", _OF_PYTHON, r"\.?ruff\.toml", r"^line-length\s*=\s*"),
        ("pylint", _OF_PYTHON, r"\.?pylintrc(?:\.toml)?", r"^\s*max-line-length\s*=\s*"),
        ("flake8", _OF_PYTHON, r"\.flake8|setup\.cfg|tox\.ini",
         r"^\s*max[-_]line[-_]length\s*=\s*"),
        ("yapf", _OF_PYTHON, r"\.style\.yapf", r"^\s*column_limit\s*=\s*"),
        (
            "prettier",
            _OF_JAVASCRIPT,
            r"\.prettierrc(?:\.\w+)?|prettier\.config\.\w+|package\.json",
            r"\bprintWidth\b[\"']?\s*[:=]\s*",
        ),
        (
            "eslint",
            _OF_JAVASCRIPT,
            r"\.eslintrc(?:\.\w+)?|eslint\.config\.\w+|package\.json",
            r"\bmax-len[\"']?\s*:\s*\[[^\]\d]*(?:[12]\b[^\]\d]*)?",
        ),
        ("biome", _OF_JAVASCRIPT, r"biome\.jsonc?", r"\"lineWidth\"\s*:\s*"),
        ("deno fmt", _OF_JAVASCRIPT, r"deno\.jsonc?", r"\"lineWidth\"\s*:\s*"),
        ("dprint", f"{_OF_JAVASCRIPT} {_OF_PYTHON}", r"\.?dprint\.jsonc?", r"\"lineWidth\"\s*:\s*"),
        ("rustfmt", "rs", r"\.?rustfmt\.toml", r"^max_width\s*=\s*"),
        ("dart format", "dart", r"analysis_options\.yaml", r"^\s*page_width\s*:\s*"),
        ("dart", "dart", r"analysis_options\.yaml", r"^[\s-]*lines_longer_than_(?=80_chars)"),
        ("clang-format", _OF_C, r"[._]clang-format", r"^\s*ColumnLimit\s*:\s*"),
        (
            "rubocop",
            "rb rake",
            r"\.rubocop\.yml",
            r"^Layout/LineLength\s*:[^\n]*\n(?:[ \t]+[^\n]*\n|\n)*?[ \t]+Max\s*:\s*",
        ),
        (
            "golangci-lint",
            "go",
            r"\.golangci\.(?:ya?ml|toml|json)",
            r"\bline-length\"?\s*[:=]\s*",
        ),
        ("detekt", "kt kts", r"detekt\.ya?ml", r"\bmaxLineLength\s*:\s*"),
        ("checkstyle", "java", r"checkstyle[\w.-]*\.xml",
         r"\"LineLength\"[^<]*(?:<[^<]*){0,4}\"max\"\s+value\s*=\s*\""),
        ("phpcs", "php", r"\.?phpcs(?:\.xml)?(?:\.dist)?|phpcs\.xml\.dist",
         r"\"(?:absoluteLineLimit|lineLimit)\"\s+value\s*=\s*\""),
        ("swiftlint", "swift", r"\.swiftlint\.ya?ml",
         r"^line_length\s*:\s*(?:\n\s*(?:warning|error)\s*:\s*)?"),
        ("scalafmt", "scala sbt sc", r"\.scalafmt\.conf", r"\bmaxColumn\s*=\s*"),
        ("mix format", "ex exs", r"\.formatter\.exs", r"\bline_length:\s*"),
        ("stylua", "lua", r"\.?stylua\.toml", r"^column_width\s*=\s*"),
    )
)  # fmt: skip
_EDITORCONFIG = ".editorconfig"
_SECTION = re.compile(r"^\s*\[(.+)\]\s*$")
_WIDTH = re.compile(r"^\s*max_line_length\s*=\s*(\d+)", re.IGNORECASE)
_LENGTH_PATTERN = re.compile(r"\^\.\{(\d+),\}")


def fit_to_settings(line: PageLine, *, root: str, files: ProjectFiles) -> PageLine:
    """Return the *line* of a page with its draft as the settings of the tools of the project at
    *root*, whose *files* are given, leave it; without it where they say it all.
    """
    keys = line.rule.keys if line.rule else None
    if line.rule is None or keys is None:
        return line
    length = _LENGTH_PATTERN.fullmatch(str(keys.get("pattern", "")))
    if length:
        setting = _find_width_setting(line, most=int(length[1]) - 1, root=root, files=files)
        return line._replace(rule=None, reason=setting) if setting else line
    if keys["type"] != "require_pattern" or "unless_file" not in keys:
        return line
    if _is_asked_of_any(keys, root=root, files=files):
        return line
    # What a tsconfig.json refers to, or extends, lies beside it: tsconfig.app.json.
    globs = [
        re.sub(r"(?<=tsconfig)\.json$", "*.json", glob) for glob in list_globs(keys["file_glob"])
    ]
    wider_keys = {**keys, "file_glob": globs[0] if len(globs) == 1 else globs}
    if wider_keys != keys and _is_asked_of_any(wider_keys, root=root, files=files):
        return line._replace(rule=line.rule._replace(keys=wider_keys))
    return line._replace(rule=None, reason=UNSURE_FILES)


def _find_width_setting(line: PageLine, *, most: int, root: str, files: ProjectFiles) -> str:
    """Return why the draft of *line* needs not be: a tool is set to lines of *most* characters, and
    checks them in most of its files. Else return nothing.
    """
    keys = line.rule.keys if line.rule and line.rule.keys else {}
    paths = [*select_draft_paths(keys, files.paths)]
    covered_by: dict[tuple[str, str], set[str]] = {}
    for path in files.paths:
        tools = [] if has_name_of_programs(path) else _list_tools(path, root=root, most=most)
        prefix = f"{posixpath.dirname(path)}/".lstrip("/")
        for tool, endings in tools:
            covered_by.setdefault((tool, path), set()).update(
                own
                for own in paths
                if own.startswith(prefix) and (not endings or own.rpartition(".")[2] in endings)
            )
    covered = set().union(*covered_by.values())
    if not paths or len(covered) < MOST_OF_ALL * len(paths):
        return ""
    most_covered = max(map(len, covered_by.values()))
    tool, path = next(own for own, names in covered_by.items() if len(names) == most_covered)
    return f"command: `{tool}` checks it, as {path} says"


def _list_tools(path: str, *, root: str, most: int) -> list[tuple[str, list[str]]]:
    """Return the tools that the file at *path* sets to lines of *most* characters, each with the
    endings of what it checks; none: of any file.

    "Under 100" is 99 at most, and a tool is set to 100.
    """
    name = posixpath.basename(path)
    settings = [own for own in _SETTINGS if re.fullmatch(own.names, name)]
    if not settings and name != _EDITORCONFIG:
        return []
    text = read_checkable_text(os.path.join(root, path)) or ""
    widths = (most, most + 1)
    if settings:
        return [
            (own.tool, own.endings.split())
            for own in settings
            if any(
                int(number[1]) in widths
                for number in re.finditer(rf"{own.before_number}(\d+)", text, re.MULTILINE)
            )
        ]
    tools, endings = [], list[str]()
    for row in text.splitlines():
        section, width = _SECTION.match(row), _WIDTH.match(row)
        if section:
            endings = re.findall(r"\w+", section[1].rpartition(".")[2])
        if width and int(width[1]) in widths:
            tools.append((_EDITORCONFIG, endings))
    return tools


def _is_asked_of_any(keys: Mapping[str, Any], *, root: str, files: ProjectFiles) -> bool:
    """Tell whether a file of those that *keys* select has to have the pattern, or has it: a file
    that ``unless_file`` exempts, and that has it, may lose it.
    """
    for path in select_draft_paths(keys, files.paths):
        text = read_checkable_text(os.path.join(root, path)) or ""
        looks = [regex.search(keys[key], text, regex.M) for key in ("pattern", "unless_file")]
        if looks[0] or not looks[1]:
            return True
    return False
