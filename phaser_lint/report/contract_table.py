"""All contracts in a table, or as JSON: the project's own first, those of packs last.

contract              severity  type            files  globs        file
no-print              error     forbid_pattern  41     src/**/*.py  .claude/contracts/a.yaml:1
services/pay/no-todo  warning   forbid_pattern  off    *.py         …claude/contracts/b.yaml:1
    disabled

What does not fit is cut, globs first. A column that has no room for its heading is left out: half a
heading is worse than none. Remarks come below their contract.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, TypeVar

from phaser_lint.contract.model import Contract, ContractProblem, Notice
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.fix_key import safety_of_fix
from phaser_lint.contract.told_languages import languages_of_globs
from phaser_lint.core.text import (
    contract_shown,
    count,
    harmless,
    path_shown,
    printable,
    sorted_json,
)
from phaser_lint.core.wrapping import columns_of, end_of, fitted, wrap_line
from phaser_lint.report.report_paths import contract_path
from phaser_lint.report.summary import problem_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.contract_list import ListedContract, NearerWord, TurnedOff

    Moving = TypeVar("Moving", Contract, NearerWord, TurnedOff)

VERSION = 1
_BETWEEN = "  "
_CUT = "…"
_HEAD = ("contract", "severity", "type", "files", "globs", "file")
_GLOBS, _LEAST = _HEAD.index("globs"), 10
_SOURCES = ("project", "given", "included", "user", "pack")
_INDENT = "    "
_OFF = {"disabled": "disabled", "replaced": "replaced", "preceded": "preceded, in its level,"}


def rows_from_folder(
    contracts: Sequence[ListedContract], folder: str, *, root: str
) -> list[ListedContract]:
    """Return *contracts* with paths from *folder*."""

    def move(record: Moving) -> Moving:
        return record._replace(path=contract_path(record.path, folder, root=root))

    return [
        row._replace(
            contract=move(row.contract),
            off=row.off and move(row.off),
            nearer=tuple(map(move, row.nearer)),
        )
        for row in contracts
    ]


def table_lines(contracts: Sequence[ListedContract], *, width: int) -> list[str]:
    """Return the table in so many columns; nothing without a contract."""
    if not contracts:
        return []
    ordered = sorted(contracts, key=_source_rank)
    head, *lines = _aligned([_HEAD, *map(_row_cells, ordered)], width)
    table = [head.rstrip()]
    for line, row in zip(lines, ordered, strict=True):
        table.append(line.rstrip())
        for remark in _remarks(row):  # a path in it is not broken
            table += wrap_line(f"{_INDENT}{remark}", width=width, indent=_INDENT * 2)
    return [_fitting(harmless(line), width=width) for line in table]


def _source_rank(row: ListedContract) -> int:
    return _SOURCES.index(row.contract.source)


def problem_lines(problems: Iterable[ContractProblem]) -> list[str]:
    """Return a line for each thing that is wrong with a contract file."""
    return [harmless(f"invalid: {problem_text(problem)}") for problem in problems]


def notice_lines(notices: Iterable[Notice]) -> list[str]:
    """Return a line for each contract that hardly means what its keys mean."""
    return [
        harmless(f"note: {_at(notice.path, notice.line)}: {printable(notice.text)}")
        for notice in notices
    ]


def table_totals(contracts: Sequence[ListedContract], problems: Sequence[ContractProblem]) -> str:
    """Return how many contracts there are, and how many of them do not count."""
    off = sum(bool(row.off) for row in contracts)
    files = len({problem.path for problem in problems})
    phrases = [count(len(contracts), "contract")]
    phrases += [f"{off} off"] if off else []
    phrases += [f"{count(files, 'file')} with problems"] if files else []
    return ", ".join(phrases)


def render_table_json(
    contracts: Sequence[ListedContract],
    problems: Iterable[ContractProblem],
    notices: Iterable[Notice],
) -> str:
    """Return all of it as JSON, ending in a newline."""
    return sorted_json(
        {
            "version": VERSION,
            "contracts": [_row_object(row) for row in contracts],
            "notices": [
                {"line": notice.line, "path": notice.path, "text": notice.text}
                for notice in notices
            ],
            "problems": [problem._asdict() for problem in problems],
        }
    )


def _row_cells(row: ListedContract) -> tuple[str, ...]:
    contract = row.contract
    globs = [*contract.file_glob, *(f"!{glob}" for glob in contract.exclude_glob)]
    return (
        contract_shown((contract.level, contract.rule_id)),
        contract.severity,
        contract.type,
        "off" if row.off else str(row.files),
        printable(", ".join(globs)),
        _at(contract.path, contract.line),
    )


def _aligned(rows: Sequence[tuple[str, ...]], width: int) -> list[str]:
    """Return *rows* in columns; where *width* is too little, globs are cut and columns left out."""
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    excess = sum(widths) + len(_BETWEEN) * (len(widths) - 1) - width
    widths[_GLOBS] = max(min(widths[_GLOBS], _LEAST), widths[_GLOBS] - max(0, excess))
    # A column is there if it has room for its heading; the first one always is.
    starts = accumulate((column + len(_BETWEEN) for column in widths), initial=0)
    columns = sum(start + len(head) <= width for start, head in zip(starts, _HEAD, strict=False))
    columns = max(1, columns)
    if columns == len(widths):
        widths[-1] = min(widths[-1], width - sum(widths[:-1]) - len(_BETWEEN) * (columns - 1))
    return [
        _BETWEEN.join(
            fitted(shorten(cell, width=column_width), width=column_width)
            for cell, column_width, shorten in zip(row[:columns], widths, _CUTS, strict=False)
        )
        for row in rows
    ]


def _fitting(line: str, *, width: int) -> str:
    return line if columns_of(line) <= width else f"{fitted(line, width=max(0, width - 1))}{_CUT}"


# How a cell of each column is cut: what a file's path ends in says more than how it begins.
_CUTS = (*[_fitting] * (len(_HEAD) - 1), end_of)


def _remarks(row: ListedContract) -> Iterator[str]:
    off, contract = row.off, row.contract
    if off:
        is_own = (off.path, off.line) == (contract.path, contract.line)
        yield _OFF[off.reason] if is_own else f"{_OFF[off.reason]} by {_at(off.path, off.line)}"
    elif "base" in RULES[contract.type].needs:
        yield "about changes: a scan checks it with --since REV or --staged"
    # What is included has the same of many.
    if contract.asks_for_reason and contract.source != "pack":
        yield f"ignorable: {contract.ignorable}"
    yield from (
        f"{printable(glob)} is read as {language}"
        for glob, language in languages_of_globs(contract).items()
    )
    yield from map(_nearer, row.nearer)
    safety = safety_of_fix(contract)
    if safety:
        yield f"fix: {safety}"


def _nearer(word: NearerWord) -> str:
    level_text = f" in {printable(word.level)}/" if word.level else ""
    where = f"{level_text} by {_at(word.path, word.line)}"
    if not word.changes:
        return f"replaced{where}"
    changes = ", ".join(f"{key}: {_setting_text(setting)}" for key, setting in word.changes.items())
    return f"overridden{where} ({changes})"


def _at(path: str, line: int | None) -> str:
    return path_shown(path) if line is None else f"{path_shown(path)}:{line}"


def _setting_text(setting: object) -> str:
    if isinstance(setting, bool):
        return str(setting).lower()
    return printable(", ".join(setting) if isinstance(setting, tuple) else str(setting))


def _row_object(row: ListedContract) -> dict[str, Any]:
    contract = row.contract
    return {
        "rule_id": contract.rule_id,
        "level": contract.level,
        "type": contract.type,
        "severity": contract.severity,
        "message": contract.message,
        "source": contract.source,
        "path": contract.path,
        "line": contract.line,
        "file_glob": contract.file_glob,
        "exclude_glob": contract.exclude_glob,
        "languages": languages_of_globs(contract),
        "path_pattern": contract.path_pattern or None,
        "ignorable": contract.ignorable,
        "fix_safety": safety_of_fix(contract) or None,
        "tags": contract.tags,
        "files": row.files,
        "off": row.off and row.off._asdict(),
        "nearer": [{**word._asdict(), "changes": {**word.changes}} for word in row.nearer],
    }
