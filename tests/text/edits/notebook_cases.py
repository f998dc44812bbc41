"""Notebook edits as the client made them: each row was seen in version 2.1.332 of Claude Code.

CELL_CASES show what is written, as JSON without blanks; TEXT_CASES show how, byte for byte. The id
of an inserted cell stands as the placeholder. `after` is None where the client refused the edit.
"""

from __future__ import annotations

from typing import NamedTuple


class NotebookCase(NamedTuple):
    """One edit: the notebook before it, the notebook after it, and the fields of the call."""

    name: str
    before: str
    after: str | None
    cell_id: str | None = None
    new_source: str = "n"
    cell_type: str | None = None
    edit_mode: str = "replace"


def notebook(*cells: str, version: str = ',"nbformat":4,"nbformat_minor":5') -> str:
    return f'{{"cells":[{",".join(cells)}]{version}}}'


OLDER = ',"nbformat":4,"nbformat_minor":4'
LATER = ',"nbformat":5,"nbformat_minor":0'
CODE = '{"cell_type":"code","id":"c","source":["a\\n","b"],"outputs":[1],"execution_count":3}'
TEXT = '{"cell_type":"markdown","id":"m","source":"t"}'
BARE = '{"cell_type":"code","source":"a"}'
COUNTED = '{"cell_type":"markdown","id":"cell-1","source":"t"}'
BOTH = notebook(CODE, TEXT)
NEW_CODE = (
    '{"cell_type":"code","id":"00000000","source":"n","metadata":{},'
    '"execution_count":null,"outputs":[]}'
)
NEW_CODE_BARE = NEW_CODE.replace('"id":"00000000",', "")
NEW_TEXT = '{"cell_type":"markdown","id":"00000000","source":"n","metadata":{}}'
RUN = '{"cell_type":"code","id":"c","source":"n","outputs":[],"execution_count":null}'

OPENING = '{"cell_type":"'
ALL_KEYS = '","id":"x","source":"s","outputs":[1],"execution_count":2,"attachments":{}}'
RESULTS = '","id":"x","source":"n","outputs":[],"execution_count":null}'
ATTACHED = '","id":"x","source":"n","attachments":{}}'

CELL_CASES = [
    # Replace: a code cell loses its results, other cells the keys for them.
    NotebookCase("code", BOTH, notebook(RUN, TEXT), "c"),
    NotebookCase("code, type said", BOTH, notebook(RUN, TEXT), "c", cell_type="code"),
    NotebookCase("text", BOTH, notebook(CODE, TEXT.replace('"t"', '"n"')), "m"),
    NotebookCase(
        "code to text",
        BOTH,
        notebook('{"cell_type":"markdown","id":"c","source":"n"}', TEXT),
        "c",
        cell_type="markdown",
    ),
    NotebookCase(
        "text to code",
        BOTH,
        notebook(
            CODE,
            '{"cell_type":"code","id":"m","source":"n","execution_count":null,"outputs":[]}',
        ),
        "m",
        cell_type="code",
    ),
    *[
        NotebookCase(
            f"from all keys, {kind} to {other}",
            notebook(f"{OPENING}{kind}{ALL_KEYS}"),
            notebook(f"{OPENING}{other or kind}{after}"),
            "x",
            cell_type=other,
        )
        for kind, other, after in (
            ("code", None, RESULTS),
            ("code", "code", RESULTS),
            ("code", "markdown", ATTACHED),
            ("markdown", None, ATTACHED),
            ("markdown", "markdown", ATTACHED),
            ("markdown", "code", RESULTS),
            ("raw", None, ATTACHED),
            ("raw", "code", RESULTS),
            ("raw", "markdown", ATTACHED),
            ("other", None, ALL_KEYS.replace('"s"', '"n"')),
        )
    ],
    NotebookCase(
        "missing keys come last",
        notebook(BARE),
        notebook('{"cell_type":"code","source":"n","execution_count":null,"outputs":[]}'),
        "cell-0",
    ),
    NotebookCase("empty source", BOTH, notebook(RUN.replace('"n"', '""'), TEXT), "c", ""),
    NotebookCase(
        "trailing blanks and CRLF stay",
        BOTH,
        notebook(RUN.replace('"n"', '"a  \\r\\nb\\t\\n"'), TEXT),
        "c",
        "a  \r\nb\t\n",
    ),
    # Insert: behind the cell named, or first; new ids from format 4.5 on.
    NotebookCase(
        "insert code first",
        BOTH,
        notebook(NEW_CODE, CODE, TEXT),
        cell_type="code",
        edit_mode="insert",
    ),
    NotebookCase(
        "insert text behind",
        BOTH,
        notebook(CODE, NEW_TEXT, TEXT),
        "c",
        cell_type="markdown",
        edit_mode="insert",
    ),
    NotebookCase(
        "insert last",
        BOTH,
        notebook(CODE, TEXT, NEW_CODE),
        "cell-1",
        cell_type="code",
        edit_mode="insert",
    ),
    NotebookCase(
        "insert, format 4.4",
        notebook(BARE, version=OLDER),
        notebook(NEW_CODE_BARE, BARE, version=OLDER),
        cell_type="code",
        edit_mode="insert",
    ),
    NotebookCase(
        "insert, format 5",
        notebook(BARE, version=LATER),
        notebook(NEW_CODE, BARE, version=LATER),
        cell_type="code",
        edit_mode="insert",
    ),
    NotebookCase(
        "insert, no format",
        notebook(version=""),
        notebook(NEW_CODE_BARE, version=""),
        cell_type="code",
        edit_mode="insert",
    ),
    # Delete.
    NotebookCase("delete", BOTH, notebook(TEXT), "c", "", edit_mode="delete"),
    NotebookCase("delete, counted", BOTH, notebook(CODE), "cell-1", "", edit_mode="delete"),
    # Which cell: an id before a count, the first of two.
    NotebookCase("count with zeros", BOTH, notebook(RUN, TEXT), "cell-00"),
    NotebookCase(
        "an id wins over a count",
        notebook(COUNTED, CODE),
        notebook(COUNTED.replace('"t"', '"n"'), CODE),
        "cell-1",
    ),
    NotebookCase(
        "two of one id",
        notebook(TEXT, TEXT),
        notebook(TEXT.replace('"t"', '"n"'), TEXT),
        "m",
    ),
    # Refused.
    NotebookCase("no cell said", BOTH, None),
    NotebookCase("empty id", BOTH, None, ""),
    NotebookCase("unknown id", BOTH, None, "zz"),
    NotebookCase("count too high", BOTH, None, "cell-2"),
    NotebookCase("count, other case", BOTH, None, "Cell-0"),
    NotebookCase("count and a line end", BOTH, None, "cell-0\n"),
    NotebookCase("id that is a number", notebook('{"id":5,"source":"a"}'), None, "5"),
    NotebookCase("insert without a type", BOTH, None, "c", edit_mode="insert"),
    NotebookCase("insert behind none", BOTH, None, "zz", cell_type="code", edit_mode="insert"),
    NotebookCase("delete without a cell", BOTH, None, None, "", edit_mode="delete"),
    NotebookCase("unknown type", BOTH, None, "c", cell_type="raw"),
    NotebookCase("unknown mode", BOTH, None, "c", edit_mode="append"),
    NotebookCase("no cells", '{"worksheets":[]}', None, "c"),
    NotebookCase("a list", "[]", None, "c"),
    NotebookCase("source is null", notebook('{"id":"c","source":null}'), None, "c"),
    NotebookCase("source holds numbers", notebook('{"id":"c","source":[1]}'), None, "c"),
    NotebookCase("trailing comma", '{"cells":[{"id":"c","source":""},]}', None, "c"),
    NotebookCase("not a number", '{"cells":[{"id":"c","source":""}],"x":NaN}', None, "c"),
    NotebookCase("empty file", "", None, cell_type="code", edit_mode="insert"),
]

SMALL = '{"cells":[{"id":"c","source":"a"}]}'
LAID_OUT = '{\n "cells": [\n  {\n   "id": "c",\n   "source": "n"\n  }\n ]\n}'
NUMBERS = (
    "1.0,1.50,1e5,1e-7,1e-6,0.00001,1e21,1e20,12345678901234567890,9007199254740993,"
    "1e999,-0,-0.0,1e16,5e-324,123456.789e3,-1.5e-9,0e5,12e-1,1234567890123456"
)
WRITTEN_NUMBERS = (
    "1,1.5,100000,1e-7,0.000001,0.00001,1e+21,100000000000000000000,12345678901234567000,"
    "9007199254740992,null,0,0,10000000000000000,5e-324,123456789,-1.5e-9,0,1.2,1234567890123456"
).replace(",", ",\n  ")


def laid_out(before: str, after: str) -> tuple[str, str]:
    """A notebook of one cell with `before` behind it, and how the client writes `after` there."""
    return SMALL.removesuffix("}") + f',"x":{before}}}', LAID_OUT.removesuffix("\n}") + after


TEXT_CASES = [
    NotebookCase("compact", SMALL, LAID_OUT, "c"),
    NotebookCase("four blanks", SMALL.replace("[", "[\n    "), LAID_OUT, "c"),
    NotebookCase("final line end", f"{SMALL}\n", f"{LAID_OUT}\n", "c"),
    NotebookCase("three final line ends", f"{SMALL}\n\n\n", f"{LAID_OUT}\n", "c"),
    NotebookCase("final blank", f"{SMALL}\n ", LAID_OUT, "c"),
    NotebookCase("CRLF", f"{SMALL}\r\n", f"{LAID_OUT}\n".replace("\n", "\r\n"), "c"),
    NotebookCase("final CR", f"{SMALL}\r", LAID_OUT, "c"),
    NotebookCase("byte order mark", f"\ufeff{SMALL}", f"\ufeff{LAID_OUT}", "c"),
    NotebookCase(
        "other alphabets",
        SMALL,
        LAID_OUT.replace('"n"', '"é “q” \\"r\\"\\t\\u0001\x7f\u2028😀 \\\\ /"'),
        "c",
        'é “q” "r"\t\x01\x7f\u2028😀 \\ /',
    ),
    NotebookCase("half a pair", SMALL, LAID_OUT.replace('"n"', '"\\ud83d"'), "c", "\ud83d"),
    NotebookCase(
        "escapes of the file",
        *laid_out('"\\u00e9\\/\\ud83d\\ude00\\uDE00"', ',\n "x": "é/😀\\ude00"\n}'),
        "c",
    ),
    NotebookCase(
        "numbers",
        *laid_out(f"[{NUMBERS}]", f',\n "x": [\n  {WRITTEN_NUMBERS}\n ]\n}}'),
        "c",
    ),
    NotebookCase(
        "keys that are numbers",
        *laid_out(
            '{"b":1,"10":2,"9":3,"01":4,"b":5}',
            ',\n "x": {\n  "9": 3,\n  "10": 2,\n  "b": 5,\n  "01": 4\n }\n}',
        ),
        "c",
    ),
    NotebookCase(
        "empty", *laid_out("[{ },[ ],true]", ',\n "x": [\n  {},\n  [],\n  true\n ]\n}'), "c"
    ),
]
