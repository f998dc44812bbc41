"""The tools whose rules are imported, one row each, and how a file's tool is recognised."""

from __future__ import annotations

import os
from collections.abc import Iterable
from fnmatch import fnmatchcase

from phaser_lint.author.importers import (
    hookify,
    import_linter,
    ls_lint,
    ls_lint_findings,
    pygrep,
    pygrep_findings,
    relint,
    ruff,
    semgrep,
    swiftlint,
)
from phaser_lint.author.importers.imported import Tool
from phaser_lint.author.importers.pages import page_file as page
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.project.regular_file import read_checkable_text

TOOLS: tuple[Tool, ...] = (
    relint.TOOL._replace(run=relint.run_relint),
    pygrep.TOOL._replace(run=pygrep_findings.run_pygrep),
    ls_lint.TOOL._replace(run=ls_lint_findings.run_ls_lint),
    hookify.TOOL,
    semgrep.TOOL._replace(run=semgrep.run_semgrep),
    swiftlint.TOOL,
    import_linter.TOOL,
    ruff.TOOL,
    page.TOOL,
)
# Folders whose rules belong to the folder that is named.
_INNER_FOLDERS = (".claude", ".cursor/rules", ".github", ".github/instructions")


def find_import_tool(name: str) -> Tool:
    """Return the row of the known tool that ``--from`` names."""
    return next(tool for tool in TOOLS if tool.name == name)


def require_import_tools(path: str) -> list[Tool]:
    """Return the known tools whose files are called as *path* is; raises ``UsageError``.

    Several keep their rules in pyproject.toml.
    """
    name = os.path.basename(path)
    own_tools = [tool for tool in TOOLS if _is_called(name, tool.files)]
    if own_tools:
        return own_tools
    for tool in TOOLS:
        if _is_called(name, tool.others):
            return [tool]
    tool_names = [tool.name for tool in TOOLS]
    command = "phaser-lint import"
    if path in tool_names:
        raise UsageError(f"{path}: no such file; of a tool's file: {command} --from {path} FILE")
    raise UsageError(
        f"{path}: its name shows no tool whose rules are imported: {command} --from TOOL "
        f"{join_shell_words([path])}, where TOOL is {', '.join(tool_names[:-1])} or "
        f"{tool_names[-1]}; {command} --help has the names that show it"
    )


def list_rule_files(path: str, *, tool: Tool | None = None) -> tuple[str, ...]:
    """Return *path*, or the files of a folder, and of an agent's in it, that hold rules of the
    known tools.

    They are all of the *tool*, where it is known. Raises ``UsageError`` for a folder without any.
    """
    if not os.path.isdir(path):
        return (path,)
    names = (*tool.files, *tool.others, *tool.with_from) if tool else _list_file_names()
    inner = [path, *(os.path.join(path, folder) for folder in _INNER_FOLDERS)]
    paths = [
        os.path.normpath(os.path.join(folder, name))
        for folder in inner
        if os.path.isdir(folder)
        for name in sorted(os.listdir(folder))
        if _is_called(name, names) and (tool or _may_hold_rules(os.path.join(folder, name)))
    ]
    if not paths:
        raise UsageError(f"{path}: expected files of rules in the folder: {', '.join(names)}")
    return tuple(paths)


def _may_hold_rules(path: str) -> bool:
    """Tell whether a file of a folder holds what each one with its tool's rules does."""
    text = read_checkable_text(path) or ""
    return any(not tool.marker or tool.marker in text for tool in require_import_tools(path))


def render_file_names() -> str:
    """Return how the files of all known tools are called."""
    return ", ".join(_list_file_names())


def _list_file_names() -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for tool in TOOLS for name in tool.files))


def _is_called(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
