"""All contracts in a table, or as JSON: the project's own first, those of packs last.

contract              severity  type            files  globs        file
no-print              error     forbid_pattern  41     src/**/*.py  .claude/contracts/a.yaml:1
services/pay/no-todo  warning   forbid_pattern  off    *.py         …claude/contracts/b.yaml:1
    disabled

Globs are cut where the table does not fit. Columns are left out then, so that each file is named:
half a column is worse than none. Remarks come below their contract.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from phaser_lint.contract.contract_list import ListedContract, NearerWord, TurnedOff
from phaser_lint.contract.model import Contract, Notice
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.fix_key import name_fix_safety
from phaser_lint.contract.told_languages import find_glob_languages
from phaser_lint.core.terminal_width import cut_to_width, render_table_rows, wrap_line
from phaser_lint.core.text import (
    make_harmless,
    make_printable,
    name_contract,
    render_path,
    render_quantity,
    render_sorted_json,
)
from phaser_lint.report.paths_from_folder import name_contract_path
from phaser_lint.report.summary import render_problem_text

Moving = TypeVar("Moving", Contract, NearerWord, TurnedOff)

VERSION = 1
_HEAD = ("contract", "severity", "type", "files", "globs", "file")
_GLOBS = _HEAD.index("globs")
_LEFT_OUT = tuple(map(_HEAD.index, ("globs", "type", "files", "severity", "file")))
_SOURCES = ("project", "given", "included", "user", "pack")
_INDENT = "    "
_OFF = {"disabled": "disabled", "replaced": "replaced", "preceded": "preceded, in its level,"}


def move_rows_to_folder(
    contracts: Sequence[ListedContract], folder: str, *, root: str
) -> list[ListedContract]:
    """Return *contracts*, rows of the table, with paths from *folder* instead of *root*."""

    def move(record: Moving) -> Moving:
        return record._replace(path=name_contract_path(record.path, folder, root=root))

    return [
        row._replace(
            contract=move(row.contract),
            off=row.off and move(row.off),
            nearer=tuple(map(move, row.nearer)),
        )
        for row in contracts
    ]


def render_table_lines(contracts: Sequence[ListedContract], *, width: int) -> list[str]:
    """Return the table of contracts (``list``) in *width* columns; nothing without a contract."""
    if not contracts:
        return []
    ordered = [row for source in _SOURCES for row in contracts if row.contract.source == source]
    cells = [_HEAD]
    for row in ordered:
        contract = row.contract
        globs = [*contract.file_glob, *(f"!{glob}" for glob in contract.exclude_glob)]
        row_cells = (
            name_contract((contract.level, contract.rule_id)),
            contract.severity,
            contract.type,
            "off" if row.off else str(row.files),
            make_printable(", ".join(globs)),
            _render_place(contract.path, contract.line),
        )
        cells.append(row_cells)
    head, *lines = render_table_rows(cells, width=width, shortened=_GLOBS, left_out=_LEFT_OUT)
    table = [head]
    for line, row in zip(lines, ordered, strict=True):
        table.append(line)
        for remark in _list_remarks(row):  # a path in it is not broken
            table += wrap_line(f"{_INDENT}{remark}", width=width, indent=_INDENT * 2)
    return [cut_to_width(make_harmless(line), width=width) for line in table]


def render_problem_lines(problems: Iterable[ContractProblem]) -> list[str]:
    """Return a line below the contract table for each thing that is wrong with a contract file."""
    return [make_harmless(f"invalid: {render_problem_text(problem)}") for problem in problems]


def render_notice_lines(notices: Iterable[Notice]) -> list[str]:
    """Return a line for each contract of the table that hardly means what its keys mean."""
    return [
        make_harmless(
            f"note: {_render_place(notice.path, notice.line)}: {make_printable(notice.text)}"
        )
        for notice in notices
    ]


def render_table_totals(
    contracts: Sequence[ListedContract], problems: Sequence[ContractProblem]
) -> str:
    """Return how many contracts the table has, and how many of them do not count."""
    off = sum(bool(row.off) for row in contracts)
    files = len({problem.path for problem in problems})
    phrases = [render_quantity(len(contracts), "contract")]
    phrases += [f"{off} off"] if off else []
    phrases += [f"{render_quantity(files, 'file')} with problems"] if files else []
    return ", ".join(phrases)


def render_table_json(
    contracts: Sequence[ListedContract],
    problems: Iterable[ContractProblem],
    notices: Iterable[Notice],
) -> str:
    """Return the table of contracts as JSON, ending in a newline."""
    rows = []
    for row in contracts:
        contract = row.contract
        row_values = {
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
            "languages": find_glob_languages(contract),
            "path_pattern": contract.path_pattern or None,
            "ignorable": contract.ignorable,
            "fix_safety": name_fix_safety(contract) or None,
            "tags": contract.tags,
            "files": row.files,
            "off": row.off and row.off._asdict(),
            "nearer": [{**word._asdict(), "changes": {**word.changes}} for word in row.nearer],
        }
        rows.append(row_values)
    return render_sorted_json(
        {
            "version": VERSION,
            "contracts": rows,
            "notices": [
                {"line": notice.line, "path": notice.path, "text": notice.text}
                for notice in notices
            ],
            "problems": [problem._asdict() for problem in problems],
        }
    )


def _list_remarks(row: ListedContract) -> Iterator[str]:
    off, contract = row.off, row.contract
    if off:
        is_own = (off.path, off.line) == (contract.path, contract.line)
        yield (
            _OFF[off.reason]
            if is_own
            else f"{_OFF[off.reason]} by {_render_place(off.path, off.line)}"
        )
    elif "base" in RULES[contract.type].needs:
        yield "about changes: a scan checks it with --since REV or --staged"
    # What is included has the same of many.
    if contract.asks_for_reason and contract.source != "pack":
        yield f"ignorable: {contract.ignorable}"
    yield from (
        f"{make_printable(glob)} is read as {language}"
        for glob, language in find_glob_languages(contract).items()
    )
    yield from render_nearer_words(row)
    safety = name_fix_safety(contract)
    if safety:
        yield f"fix: {safety}"


def render_nearer_words(row: ListedContract) -> Iterator[str]:
    """Yield a line for each level below that changes or replaces a listed contract: what, where."""
    for word in row.nearer:
        level_text = f" in {make_printable(word.level)}/" if word.level else ""
        where = f"{level_text} by {_render_place(word.path, word.line)}"
        changes = []
        for key, setting in word.changes.items():
            text = ", ".join(setting) if isinstance(setting, tuple) else str(setting)
            text = text.lower() if isinstance(setting, bool) else make_printable(text)
            changes.append(f"{key}: {text}")
        yield f"overridden{where} ({', '.join(changes)})" if changes else f"replaced{where}"


def _render_place(path: str, line: int | None) -> str:
    return render_path(path) if line is None else f"{render_path(path)}:{line}"
