"""What a notebook holds after Claude Code's NotebookEdit tool, to the letter.

    apply_notebook_edit(text, cell_id="c1", new_source="x = 1", cell_type=None, edit_mode="replace")

The tool reads the whole notebook as JSON and writes it again as JavaScript does: one blank of
indent, characters unescaped, numbers in their shortest form, keys that are array indices first.
A byte order mark, the ending of the last line and Windows line ends stay. Seen in version 2.1.332;
tests/e2e runs the table against an installed client.
"""

from __future__ import annotations

import json
import re
from json import encoder
from typing import Any

from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.edits import FOLLOWING
from phaser_lint.text.edits.text_edit import BYTE_ORDER_MARK, with_written_line_ends

# The client draws eight hexadecimal digits for a new cell; nobody can know them before.
NEW_CELL_ID = "00000000"
EDIT_MODES = ("replace", "insert", "delete")
CELL_TYPES = ("code", "markdown", None)
# JavaScript moves keys below this number, written as a number, before all others.
ARRAY_INDEX_LIMIT = 2**32 - 1
_ARRAY_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
# Integers of fewer digits than this are exact in a JavaScript number.
EXACT_DIGITS = 16
# So many characters of a list may be its indent.
_MOST_INDENT = 40_000_000


def apply_notebook_edit(
    current: str,
    *,
    cell_id: str | None,
    new_source: str,
    cell_type: str | None,
    edit_mode: str,
    until: float | None = None,
) -> str | None:
    """Return a notebook's text after Claude Code's NotebookEdit tool has edited a cell; ``None``
    when the client would not do it.

    ``edit_mode`` is ``replace``, ``insert`` or ``delete``; ``cell_type`` is ``code``, ``markdown``
    or None, and an insert needs one. A cell is found by its id or as ``cell-N``, N counted from
    zero; an insert goes behind it, or first without one. A new cell's id is the placeholder
    NEW_CELL_ID: the client draws a random one. Raises nothing else than ``LateReaderError``, and
    ``OverflowError`` where the indents of what is nested deeply would make hundreds of megabytes.
    """
    if edit_mode not in EDIT_MODES or cell_type not in CELL_TYPES:
        return None
    try:
        text = current.removeprefix(BYTE_ORDER_MARK)
        # The client refuses a notebook that is not UTF-8; a raw half of a pair is an odd byte here.
        text.encode("utf-8")
        notebook = json.loads(
            text,
            parse_int=_write_as_javascript,
            parse_float=_write_as_javascript,
            parse_constant=int,  # of `NaN` and `Infinity` it makes a ValueError
        )
        cell_index = _find_cell_index(
            notebook, cell_id, cell_type=cell_type, insert=edit_mode == "insert"
        )
        if cell_index is None:
            return None
        _edit_cells(
            notebook, cell_index, new_source=new_source, cell_type=cell_type, mode=edit_mode
        )
        text = _render_json(notebook, "\n", until)
    except (ValueError, RecursionError):
        return None
    byte_order_mark = BYTE_ORDER_MARK if current.startswith(BYTE_ORDER_MARK) else ""
    last_line_end = "\n" if current.endswith("\n") else ""
    return with_written_line_ends(f"{byte_order_mark}{text}{last_line_end}", like=current)


def _is_text(json_part: Any) -> bool:
    return isinstance(json_part, str) and not isinstance(json_part, _Number)


def _find_cell_index(
    notebook: Any, cell_id: str | None, *, cell_type: str | None, insert: bool
) -> int | None:
    """Where to insert, or which cell to change; None when the client refuses."""
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or (insert and cell_type is None):
        return None
    for cell in cells:
        if not isinstance(cell, dict):
            return None
        source = cell.get("source")
        if not all(map(_is_text, source if isinstance(source, list) else [source])):
            return None
    if not cell_id:
        return 0 if insert else None
    indices = [
        cell_index
        for cell_index, cell in enumerate(cells)
        if _is_text(cell.get("id")) and cell["id"] == cell_id
    ]
    digits = cell_id.removeprefix("cell-")
    if not indices and digits != cell_id and digits.isascii() and digits.isdecimal():
        indices = [int(digits)]
    if not indices or indices[0] >= len(cells):
        return None
    return indices[0] + 1 if insert else indices[0]


def _edit_cells(
    notebook: dict[str, Any], cell_index: int, *, new_source: str, cell_type: str | None, mode: str
) -> None:
    cells = notebook["cells"]
    if mode == "delete":
        del cells[cell_index]
        return
    if mode == "insert":
        is_markdown = cell_type == "markdown"
        version = _read_number(notebook, "nbformat"), _read_number(notebook, "nbformat_minor")
        new_cell: dict[str, Any] = {
            "cell_type": "markdown" if is_markdown else "code",
            # A format before 4.5 knows no cell ids.
            **({"id": NEW_CELL_ID} if version >= (4, 5) else {}),
            "source": new_source,
            "metadata": {},
            **({} if is_markdown else {"execution_count": None, "outputs": []}),
        }
        cells.insert(cell_index, new_cell)
        return
    cell = cells[cell_index]
    cell["source"] = new_source
    if cell_type:
        cell["cell_type"] = cell_type
    if cell.get("cell_type") == "code":
        # The old results are not those of the new source.
        cell["execution_count"] = None
        cell["outputs"] = []
        cell.pop("attachments", None)
    elif cell.get("cell_type") in ("markdown", "raw"):
        cell.pop("execution_count", None)
        cell.pop("outputs", None)


def _read_number(notebook: dict[str, Any], key: str) -> float:
    literal = notebook.get(key)
    return float(literal) if isinstance(literal, _Number) and literal != "null" else -1


class _Number(str):
    """A number as JavaScript writes it."""

    __slots__ = ()


def _write_as_javascript(literal: str) -> _Number:
    """``1.50`` as ``1.5``, ``1e5`` as ``100000``, ``1E-7`` as ``1e-7``, ``1e999`` as ``null``."""
    if len(literal) < EXACT_DIGITS and literal != "-0" and literal.removeprefix("-").isdecimal():
        return _Number(literal)
    number = float(literal)
    if number in (float("inf"), float("-inf")):
        return _Number("null")
    if number == 0:
        return _Number("0")
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = f"{abs(number)!r}e0".partition("e")
    integer, _, decimals = mantissa.partition(".")
    point = len(integer) + int(exponent.partition("e")[0])
    significant = (integer + decimals).lstrip("0")
    # The decimal point stands behind so many of the digits.
    point -= len(integer + decimals) - len(significant)
    digits = significant.rstrip("0")
    if len(digits) <= point <= 21:
        return _Number(sign + digits.ljust(point, "0"))
    if 0 < point <= 21:
        return _Number(f"{sign}{digits[:point]}.{digits[point:]}")
    if -6 < point <= 0:
        return _Number(f"{sign}0.{'0' * -point}{digits}")
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return _Number(f"{sign}{digits[0]}{fraction}e{point - 1:+}")


def _render_json(json_part: Any, line: str, until: float | None) -> str:
    """``json_part`` as JavaScript's JSON.stringify writes it with an indent of one blank."""
    if isinstance(json_part, _Number):
        return json_part
    if isinstance(json_part, str):
        return _quote_json(json_part)
    if isinstance(json_part, dict):
        keep_to_deadline(until, FOLLOWING)
        below = f"{line} "
        indices = sorted(
            [
                key
                for key in json_part
                if _ARRAY_INDEX.fullmatch(key) and int(key) < ARRAY_INDEX_LIMIT
            ],
            key=int,
        )
        ordered = {**{key: json_part[key] for key in indices}, **json_part}
        members = [
            f"{_quote_json(key)}: {_render_json(member, below, until)}"
            for key, member in ordered.items()
        ]
        return _put_in_brackets("{}", members, line)
    if isinstance(json_part, list):
        keep_to_deadline(until, FOLLOWING)
        return _put_in_brackets(
            "[]", [_render_json(member, f"{line} ", until) for member in json_part], line
        )
    return {None: "null", True: "true", False: "false"}[json_part]


def _put_in_brackets(brackets: str, json_members: list[str], line: str) -> str:
    if not json_members:
        return brackets
    if len(json_members) * len(line) > _MOST_INDENT:
        raise OverflowError
    return f"{brackets[0]}{line} {f',{line} '.join(json_members)}{line}{brackets[1]}"


def _quote_json(text: str) -> str:
    quoted = encoder.encode_basestring(text)
    try:
        quoted.encode("utf-8")
    except UnicodeEncodeError:
        # JavaScript escapes half a surrogate pair and nothing else.
        return "".join([f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in quoted])
    return quoted
