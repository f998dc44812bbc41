r"""``.relint.yml``: the rules of reLint, a list of a name, a pattern and a pattern for paths.

    - name: No prints
      pattern: 'print\('
      hint: Use the logger.
      filePattern: '.*\.py'
      error: false

reLint searches with Python's ``re`` and without MULTILINE, so ``^`` is the start of the file, and
matches ``filePattern`` from the start of the path: ``\.py$`` selects no file but one of that name.
It takes no notice of a key that it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from phaser_lint.author.importers.imported import (
    Findings,
    FoundPlace,
    ImportedFile,
    ImportedRule,
    Tool,
)
from phaser_lint.author.importers.old_program import explain_missing_program, find_old_program
from phaser_lint.author.importers.path_globs import (
    find_equal_globs,
    make_path_keys,
    selects_nothing,
)
from phaser_lint.author.importers.python_patterns import (
    find_python_problem,
    respell_pattern,
    without_multiline,
)
from phaser_lint.author.importers.rule_file import parse_rule_file
from phaser_lint.core import Record
from phaser_lint.text.search.patterns import compile_pattern

_KEYS = ("name", "pattern", "hint", "filePattern", "error")
_EVERY_FILE = ".*"


def import_relint(content: bytes, path: str) -> ImportedFile:
    """Return what the rules of relint's file become; raises ``RuleFileError``."""
    file = parse_rule_file(content, path)
    if file.value is None:
        return ImportedFile(
            path=path,
            tool=TOOL.name,
            rules=(),
            notices=("the file is empty: reLint checks nothing",),
        )
    if not isinstance(file.value, list):
        raise file.wrong("", "a list of rules, each with name and pattern")
    rules = []
    for index, rule in enumerate(file.value):
        key_path = f"[{index}]"
        if not isinstance(rule, dict):
            raise file.wrong(key_path, "a rule with the keys name and pattern")
        name, line = file.require_text(rule, "name", key_path=key_path), file.line_of(key_path)
        pattern = file.require_text(rule, "pattern", key_path=key_path)
        path_pattern = file.text(rule, "filePattern", key_path=key_path)
        path_pattern = _EVERY_FILE if path_pattern is None else path_pattern
        refusals = [
            f"{key}: no pattern of Python's re, which reLint cannot read either: {problem}"
            for key, python_pattern in (("pattern", pattern), ("filePattern", path_pattern))
            if (problem := find_python_problem(python_pattern)) and not _is_of_regex(python_pattern)
        ]
        if refusals:
            rules.append(ImportedRule(name, line, unsupported=(refusals[0],)))
            continue
        selected = convert_file_pattern(_spell_pattern(path_pattern))
        is_error = file.boolean(rule, "error", key_path=key_path, default=True)
        keys = {
            "type": "forbid_pattern",
            "pattern": without_multiline(_spell_pattern(pattern)),
            **selected.keys,
            "message": file.text(rule, "hint", key_path=key_path) or name,
            "severity": "error" if is_error else "warning",
        }
        remarks = tuple(_render_remarks(rule, pattern, path_pattern))
        rules.append(ImportedRule(name, line, keys, kept=remarks, dead=selected.dead))
    return ImportedFile(path, TOOL.name, tuple(rules), is_of_raw_text=True)


def _is_of_regex(pattern: str) -> bool:
    """Tell whether the module regex takes *pattern*: reLint searches with it where it is there."""
    try:
        compile_pattern(pattern, literal=False)
    except Exception:  # as of any pattern that is none
        return False
    return True


def _spell_pattern(pattern: str) -> str:
    return pattern if find_python_problem(pattern) else respell_pattern(pattern)


def _render_remarks(rule: Mapping[str, Any], pattern: str, paths: str) -> Iterator[str]:
    if without_multiline(pattern) != pattern:
        yield (
            "^ and $ are the start and the end of the file, as reLint has no MULTILINE; without "
            "(?-m:…) they are those of each line"
        )
    if _spell_pattern(pattern) != pattern:
        yield "what would mean something else here is escaped"
    if find_python_problem(pattern) or find_python_problem(paths):
        yield "only the module regex, with which reLint searches, takes this pattern"
    for key in rule:
        if key not in _KEYS:
            consequence = ", so it checks every file" if "filePattern" not in rule else ""
            yield f"{key}: a key that reLint takes no notice of{consequence}"


TOOL = Tool("relint", (".relint.yml", ".relint.yaml"), import_relint)


# A ``filePattern`` that reads as if it were searched, but is matched from the start.

# An ending alone, or several: ``\.py$``, ``\.(js|ts)x?``, ``[.]html``.
_ENDING = re.compile(r"\^?(?:\\\.|\[\.\])[\w()|?:\[\]-]+\$?")
# A glob whose star was escaped: ``\*\.py``.
_STAR = re.compile(r"\^?\\\*((?:\\.|[\w/-])*)\$?")
# Files with nothing before the ending.
_DOT_FILES = re.compile(
    r"/\.(?:\w*rc|\w*ignore|env|editorconfig|gitattributes|gitmodules|mailmap|htaccess|netrc"
    r"|profile|bash\w*|zsh\w*|python-version|tool-versions)"
)


class SelectedPaths(Record):
    """The keys of a contract for the paths that are meant, and why reLint never checks them."""

    keys: dict[str, Any]
    dead: str = ""


def convert_file_pattern(file_pattern: str) -> SelectedPaths:
    """Return which paths *file_pattern* selects in reLint; where none, those that are meant."""
    if selects_nothing(file_pattern, from_start=True):
        meant = file_pattern.removeprefix("^").lstrip("/")
        return SelectedPaths(
            make_path_keys(meant, from_start=True), _explain_selection(file_pattern, "no path")
        )
    star = _STAR.fullmatch(file_pattern)
    if star:
        return SelectedPaths(
            make_path_keys(f"{star[1]}$"), _explain_selection(file_pattern, "names with a * alone")
        )
    names = find_equal_globs(f"{file_pattern.rstrip('$')}$", from_start=True)
    is_ending = _ENDING.fullmatch(file_pattern) and names
    if not is_ending or any(_DOT_FILES.fullmatch(name) for name in names):
        return SelectedPaths(make_path_keys(file_pattern, from_start=True))
    meant = f"{file_pattern.removeprefix('^').rstrip('$')}$"
    return SelectedPaths(
        make_path_keys(meant), _explain_selection(file_pattern, f"a file {names[0][1:]} alone")
    )


def _explain_selection(file_pattern: str, selected: str) -> str:
    return (
        f"filePattern {file_pattern} is matched from the start of the path, which selects "
        f"{selected}; the contract has the paths that are meant, and is switched off"
    )


# What reLint itself finds in a project, read from what it prints for GitHub.

_PRINTED = re.compile(r"^::(?:error|warning) file=(.*?),line=(\d+),endLine=.*?,title=(.*)")


def run_relint(root: str, file: ImportedFile, path: str) -> Findings | str:
    """Return what reLint finds in the project at *root* by the rules of *file*."""
    program = find_old_program("relint", root=root)
    if program is None:
        return explain_missing_program("relint", root=root)
    names = sorted({rule.name for rule in file.rules}, key=len, reverse=True)
    places: set[FoundPlace] = set()
    for batch in program.batches():
        variables = {"GITHUB_ACTIONS": "true", "COLUMNS": "100000"}
        output, errors = program.output("-c", path, "--", *batch, variables=variables)
        if "Traceback" in errors:
            return f"relint fails: {errors.strip().splitlines()[-1]}"
        for line in output.splitlines():
            output_line = _PRINTED.match(line)
            name = output_line and next(
                (rule_name for rule_name in names if output_line[3].startswith(f"{rule_name}::")),
                "",
            )
            if output_line and name:
                places.add(FoundPlace(name, output_line[1], int(output_line[2])))
    return Findings(program.version(), frozenset(places))
