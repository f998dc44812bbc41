"""All contracts in a table, or as JSON: the project's own first, those of packs last.

contract              severity  type            files  globs        file
no-print              error     forbid_pattern  41     src/**/*.py  .claude/contracts/a.yaml:1
services/pay/no-todo  warning   forbid_pattern  off    *.py         …claude/contracts/b.yaml:1
    disabled

What does not fit is cut, globs first. A column that has no room for its heading is left out: half a
heading is worse than none. Remarks come below their contract.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate

from rich.cells import cell_len, set_cell_size

from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import safety_of_fix
from phaser_lint.core.text import (
    contract_shown,
    count,
    harmless,
    path_shown,
    printable,
    sorted_json,
)
from phaser_lint.core.wrapping import end_of, wrapped
from phaser_lint.report.report_paths import contract_path
from phaser_lint.report.summary import problem_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, TypeVar

    from phaser_lint.contract.contract_list import ListedContract, NearerWord, TurnedOff
    from phaser_lint.contract.model import Contract, ContractProblem, Notice

    Moving = TypeVar("Moving", Contract, NearerWord, TurnedOff)

VERSION = 1
_BETWEEN = "  "
_CUT = "…"
_HEAD = ("contract", "severity", "type", "files", "globs", "file")
_GLOBS, _LEAST = _HEAD.index("globs"), 10
_SOURCES = ("project", "given", "included", "user", "pack")
_INDENT = "    "
_OFF = {"disabled": "disabled", "replaced": "replaced", "preceded": "preceded, in its level,"}


def seen_from_folder(
    listed: Sequence[ListedContract], folder: str, *, root: str
) -> list[ListedContract]:
    """Return *listed* with paths from *folder*."""
    moved = partial(_moved, folder=folder, root=root)
    return [
        each._replace(
            contract=moved(each.contract),
            off=each.off and moved(each.off),
            nearer=tuple(map(moved, each.nearer)),
        )
        for each in listed
    ]


def _moved(entry: Moving, *, folder: str, root: str) -> Moving:
    return entry._replace(path=contract_path(entry.path, folder, root=root))


def lines(listed: Sequence[ListedContract], *, width: int) -> list[str]:
    """Return the table in so many columns; nothing without a contract."""
    ordered = sorted(listed, key=lambda each: _SOURCES.index(each.contract.source))
    rows = _padded([_HEAD, *map(_cells, ordered)], width)
    remarks = [(), *(tuple(_remarks(each)) for each in ordered)]
    table = [
        _fitting(harmless(line), width=width)
        for row, more in zip(rows, remarks, strict=True)
        for line in (row.rstrip(), *_below(more, width))
    ]
    return table if ordered else []


def invalid(problems: Iterable[ContractProblem]) -> list[str]:
    """Return a line for each thing that is wrong with a contract file."""
    return [harmless(f"invalid: {problem_text(problem)}") for problem in problems]


def doubtful(notices: Iterable[Notice]) -> list[str]:
    """Return a line for each contract that hardly means what its keys mean."""
    return [
        harmless(f"note: {_at(each.path, each.line)}: {printable(each.text)}") for each in notices
    ]


def totals(listed: Sequence[ListedContract], problems: Sequence[ContractProblem]) -> str:
    """Return how many contracts there are, and how many of them do not count."""
    off = sum(bool(each.off) for each in listed)
    wrong = len({problem.path for problem in problems})
    parts = [count(len(listed), "contract"), *([f"{off} off"] if off else [])]
    return ", ".join([*parts, *([f"{count(wrong, 'file')} with problems"] if wrong else [])])


def render_json(
    listed: Sequence[ListedContract],
    problems: Iterable[ContractProblem],
    notices: Iterable[Notice],
) -> str:
    """Return all of it as JSON, ending in a newline."""
    return sorted_json(
        {
            "version": VERSION,
            "contracts": [_mapping(each) for each in listed],
            "notices": [
                {"line": each.line, "path": each.path, "text": each.text} for each in notices
            ],
            "problems": [problem._asdict() for problem in problems],
        }
    )


def _cells(listed: ListedContract) -> tuple[str, ...]:
    contract = listed.contract
    globs = [*contract.file_glob, *(f"!{glob}" for glob in contract.exclude_glob)]
    return (
        contract_shown((contract.level, contract.rule_id)),
        contract.severity,
        contract.type,
        "off" if listed.off else str(listed.files),
        printable(", ".join(globs)),
        _at(contract.path, contract.line),
    )


def _padded(rows: Sequence[tuple[str, ...]], width: int) -> list[str]:
    """Return *rows* in columns; where *width* is too little, globs are cut and columns left out."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    excess = sum(widths) + len(_BETWEEN) * (len(widths) - 1) - width
    widths[_GLOBS] = max(min(widths[_GLOBS], _LEAST), widths[_GLOBS] - max(0, excess))
    shown = _columns_shown(widths, width)
    if shown == len(widths):
        widths[-1] = min(widths[-1], width - sum(widths[:-1]) - len(_BETWEEN) * (shown - 1))
    return [
        _BETWEEN.join(
            set_cell_size(cut(cell, width=most), most)
            for cell, most, cut in zip(row[:shown], widths, _CUTS, strict=False)
        )
        for row in rows
    ]


def _columns_shown(widths: Sequence[int], width: int) -> int:
    """Return how many columns have room for their heading in *width*; the first always is shown."""
    ends = accumulate((most + len(_BETWEEN) for most in widths), initial=0)
    return max(1, sum(end + len(head) <= width for end, head in zip(ends, _HEAD, strict=False)))


def _below(remarks: Iterable[str], width: int) -> Iterator[str]:
    """Yield the lines of *remarks*; a path is not broken."""
    for each in remarks:
        yield from wrapped(f"{_INDENT}{each}", width=width, indent=_INDENT * 2)


def _fitting(line: str, *, width: int) -> str:
    return line if cell_len(line) <= width else f"{set_cell_size(line, max(0, width - 1))}{_CUT}"


# How a cell of each column is cut: what a file's path ends in says more than how it begins.
_CUTS = (*[_fitting] * (len(_HEAD) - 1), end_of)


def _remarks(listed: ListedContract) -> Iterator[str]:
    off, contract = listed.off, listed.contract
    if off:
        is_own = (off.path, off.line) == (contract.path, contract.line)
        yield _OFF[off.reason] if is_own else f"{_OFF[off.reason]} by {_at(off.path, off.line)}"
    elif "base" in RULES[contract.type].needs:
        yield "about changes: a scan checks it with --since REV or --staged"
    yield from map(_nearer, listed.nearer)
    safety = safety_of_fix(contract)
    if safety:
        yield f"fix: {safety}"


def _nearer(word: NearerWord) -> str:
    inside = f" in {printable(word.level)}/" if word.level else ""
    where = f"{inside} by {_at(word.path, word.line)}"
    if not word.changes:
        return f"replaced{where}"
    changes = ", ".join(f"{key}: {_value(value)}" for key, value in word.changes.items())
    return f"overridden{where} ({changes})"


def _at(path: str, line: int | None) -> str:
    return path_shown(path) if line is None else f"{path_shown(path)}:{line}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return printable(", ".join(value) if isinstance(value, tuple) else str(value))


def _mapping(listed: ListedContract) -> dict[str, Any]:
    contract = listed.contract
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
        "path_pattern": contract.path_pattern or None,
        "ignorable": contract.ignorable,
        "fix_safety": safety_of_fix(contract) or None,
        "tags": contract.tags,
        "files": listed.files,
        "off": listed.off and listed.off._asdict(),
        "nearer": [{**word._asdict(), "changes": {**word.changes}} for word in listed.nearer],
    }
