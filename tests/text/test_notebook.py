"""Notebooks: what of their JSON is searched, and where what is found stands in the file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaser_lint.check.engine.fingerprints import fingerprint_violations
from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.contract.model import Notice, Report
from phaser_lint.text.notebook import Cell, CharacterPlaces, locate_cells, parse_cells
from tests.examples import check, contract, places_of

PICTURE = {"output_type": "display_data", "data": {"image/png": "bad"}}
NO_NOTEBOOK = "no notebook of format 4: its JSON is checked as plain text"


def code(source: str | list[str], *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": list(outputs)}


def markdown(source: str | list[str]) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": source}


def stream(text: str | list[str]) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text}


def notebook(*cells: dict[str, Any], indent: int | None = 1, **metadata: Any) -> str:
    mapping = {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(mapping, indent=indent)


def check_notebook(text: str, **keys: Any) -> Report:
    return check([contract(file_glob="*.ipynb", **keys)], {"a.ipynb": text})


def characters_of(text: str, literals: Sequence[tuple[int, int]]) -> list[str]:
    """What is written for each character of the *literals*."""
    places = CharacterPlaces(text, literals)
    return [text[start:end] for start, end in map(places.find_spot, range(places.number))]


def cell_places(report: Report) -> list[tuple[int | None, int | None, str]]:
    """The cell, the line in it and that line, of each violation."""
    return [
        (violation.cell, violation.cell_line, violation.cell_text)
        for violation in report.violations
    ]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        pytest.param(notebook(code("x")), {"pattern": "nbformat"}, id="the JSON around the cells"),
        pytest.param(notebook(code("x")), {"pattern": r'"'}, id="its quotes"),
        pytest.param(notebook(code("a\nb")), {"pattern": r"\\n"}, id="its escapes"),
        pytest.param(notebook(code("a"), code("b")), {"pattern": r"a\s*b"}, id="two cells"),
        pytest.param(notebook(code("x"), bad="bad"), {}, id="metadata"),
        pytest.param(notebook(code("x", PICTURE)), {}, id="a picture"),
        pytest.param(notebook(code("bad # phaser:ignore a")), {}, id="ignored"),
        pytest.param(notebook(markdown("bad <!-- phaser:ignore a -->")), {}, id="in Markdown"),
        pytest.param(notebook(code("bad // phaser:ignore a"), language_info={"name": "scala"}), {},
                     id="in the kernel's language"),
        pytest.param(notebook(code("bad -- phaser:ignore a"),
                              language_info={"name": "x", "file_extension": ".sql"}), {},
                     id="by the ending of its files"),
        pytest.param(notebook(code("bad"), markdown("<!-- phaser:ignore-file a -->")), {},
                     id="ignored in the file"),
        pytest.param(notebook(code("bad", stream("bad")), code("# phaser:ignore-file a")), {},
                     id="and what was printed"),
        pytest.param(notebook(code("x"), code("good")), {"kind": "require_pattern",
                     "pattern": r"\Agood\Z"}, id="met by one cell"),
        pytest.param(notebook(), {}, id="no cells"),
        pytest.param(notebook(code([]), code("")), {}, id="empty cells"),
    ],
)  # fmt: skip
def test_only_cells_and_what_they_printed_are_searched(text: str, keys: dict[str, Any]) -> None:
    """Only what somebody wrote or a cell printed is searched."""
    report = check_notebook(text, **keys)
    assert (report.violations, report.notices) == ((), ())


@pytest.mark.parametrize(
    ("text", "keys", "expected"),
    [
        pytest.param(notebook(code("x\nbad")), {"pattern": "^bad$"}, [(1, 2, "bad")], id="a text"),
        pytest.param(notebook(code(["x\n", "b", "ad\n"])), {}, [(1, 2, "bad")], id="literals"),
        pytest.param(notebook(markdown("x"), code("\n  bad")), {"pattern": r"^\s*bad"},
                     [(2, 2, "  bad")], id="blanks before"),
        pytest.param(notebook({"cell_type": "raw", "source": "bad"}), {}, [(1, 1, "bad")],
                     id="a raw cell"),
        pytest.param(notebook(code("a\r\nbad")), {"pattern": "a\nbad"}, [(1, 1, "a")], id="CRLF"),
        pytest.param(notebook(code("a\r\nbad")), {"pattern": "a\\r\nbad"}, [(1, 1, "a\r")],
                     id="CRLF as it is"),
        pytest.param(notebook(code("x", stream(["a\n", "bad\n"]))), {}, [(1, 2, "bad")],
                     id="a stream"),
        pytest.param(notebook(code("x", {"output_type": "error", "traceback": ["a", "bad"]})), {},
                     [(1, 1, "bad")], id="a traceback"),
        pytest.param(notebook(code("x", {"output_type": "execute_result",
                                         "data": {"text/plain": ["bad"]}})), {},
                     [(1, 1, "bad")], id="a result"),
        pytest.param(notebook(code("x\nbad"), markdown("bad # phaser:ignore a")), {},
                     [(1, 2, "bad"), (2, 1, "bad # phaser:ignore a")], id="a heading"),
        pytest.param(notebook(code("bad\n# phaser:ignore-next-line a"), code("bad")), {},
                     [(1, 1, "bad"), (2, 1, "bad")], id="a directive of the cell above"),
        pytest.param(notebook(code("x", stream("bad # phaser:ignore a"))), {},
                     [(1, 1, "bad # phaser:ignore a")], id="a printed directive"),
        pytest.param(notebook(code("bad"), indent=None), {}, [(1, 1, "bad")], id="on one line"),
        pytest.param("\ufeff" + notebook(code("bad")), {}, [(1, 1, "bad")], id="after a mark"),
        pytest.param(notebook(code("bad")).replace("\n", "\r\n"), {}, [(1, 1, "bad")],
                     id="CRLF in the JSON"),
    ],
)  # fmt: skip
def test_a_violation_of_a_notebook_has_its_cell_and_line(
    text: str, keys: dict[str, Any], expected: list[tuple[int, int, str]]
) -> None:
    """In the cell and its line, at the line and column of the file."""
    report = check_notebook(text, **keys)
    assert cell_places(report) == expected
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for violation in report.violations:
        line, column = violation.line or 0, violation.column or 0
        assert lines[line - 1][column - 1] in "ba"
        assert violation.line_text == lines[line - 1]


@pytest.mark.parametrize(
    "text",
    [
        '{"cells": [bad]}',
        '{"cells": []} bad',
        '{"cells": [], "bad"}',
        '{"cells": ["bad"]}',
        '{"cells": [{"source": ["bad", 1]}]}',
        '{"cells": {"bad": 1}}',
        '["bad"]',
        '{"worksheets": [{"cells": [{"input": "bad"}]}]}',
        "[" * 100_000 + "bad",
        "bad",
    ],
)
def test_what_is_no_notebook_is_plain_text(text: str) -> None:
    """And that is said."""
    report = check_notebook(text)
    assert [violation.cell for violation in report.violations] == [None]
    assert report.notices == (Notice("a.ipynb", None, NO_NOTEBOOK),)


def test_an_empty_file_is_nothing_to_speak_of() -> None:
    """Nobody has begun it."""
    assert check_notebook("").notices == ()


def test_notices_stand_at_the_line_of_the_file() -> None:
    """Malformed, idle and unknown, wherever in the cell they are."""
    text = notebook(markdown("x"), code(["x\n", "# phaser:ignore a\n", "# phaser:disable a"]))
    lines = text.split("\n")
    report = check_notebook(text)
    assert [notice.line for notice in report.notices] == [
        1 + next(index for index, line in enumerate(lines) if directive_text in line)
        for directive_text in ("phaser:ignore", "phaser:disable")
    ]


def test_raw_checks_the_json() -> None:
    """Its lines are those of the file, and no cell is named."""
    text = notebook(code("bad # phaser:ignore a"))
    report = check_notebook(text, raw=True)
    assert [violation.cell for violation in report.violations] == [None]
    assert check_notebook(text, raw=True, pattern="^bad").violations == ()
    ignored = notebook(code("bad"), code("# phaser:ignore-file a"))
    assert places_of(check_notebook(ignored, raw=True)) == []


def test_raw_with_line_ends_checks_the_json_as_it_is() -> None:
    """A pattern that names a carriage return sees those of the file."""
    text = notebook(code("bad"))
    assert check_notebook(text, raw=True, pattern="bad.*\\r$").violations == ()
    report = check_notebook(text.replace("\n", "\r\n"), raw=True, pattern="bad.*\\r$")
    assert [(violation.line, violation.cell) for violation in report.violations] == [
        (1 + text[: text.index("bad")].count("\n"), None)
    ]


def test_without_ignores_a_cell_has_no_directives() -> None:
    """Neither its own nor those of the file, and nothing is said of them."""
    cells = code("bad # phaser:ignore a"), code("# phaser:ignore-file a\n# phaser:disable a\nbad")
    bad = contract(file_glob="*.ipynb")
    report = check([bad], {"a.ipynb": notebook(*cells)}, ignores=False)
    assert [(violation.cell, violation.cell_line) for violation in report.violations] == [
        (1, 1),
        (2, 3),
    ]
    assert (report.suppressed, report.notices) == ((), ())
    assert check([bad], {"a.ipynb": notebook(*cells)}).violations == ()


def test_a_cell_above_changes_no_fingerprint() -> None:
    """Nor does another way to write the JSON; the line of the cell does."""
    original = check_notebook(notebook(code("x\nbad(1)"))).violations
    below_new_cell = check_notebook(
        notebook(markdown("new"), code(["x\n", "y\n", "bad(1)"]), indent=4)
    ).violations
    with_other_line = check_notebook(notebook(code("x\nbad(2)"))).violations
    assert (
        fingerprint_violations(original)
        == fingerprint_violations(below_new_cell)
        != fingerprint_violations(with_other_line)
    )
    assert make_violation_key(original[0]) == (("", "a"), "a.ipynb", "bad(1)")


def test_a_match_over_lines_ends_where_it_ends_in_the_file() -> None:
    """Lines of a cell are one line or several of the file."""
    text = notebook(code(["bad\n", "\n", "é end"]))
    (found_one,) = check_notebook(text, pattern=r"bad\s*é").violations
    lines = text.split("\n")
    end_line, end_column = found_one.end_line or 0, found_one.end_column or 0
    assert end_line == (found_one.line or 0) + 2
    assert lines[end_line - 1][: end_column - 1].endswith("\\u00e9")
    (alone,) = check_notebook(notebook(code("bad\né"), indent=None), pattern=r"bad\s*é").violations
    assert alone.line == alone.end_line == 1


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("depth", [5, 100, *range(880, 1_010), 50_000])
def test_a_nested_notebook_is_checked(depth: int) -> None:
    """By its cells, or as plain text where Python reads it no more."""
    nested = json.loads("[" * 5 + "]" * 5)
    cells = [code("bad", {"output_type": "x", "data": {"application/json": nested}})]
    text = notebook(*cells, indent=None).replace("[[[[[]]]]]", "[" * depth + "]" * depth)
    report = check_notebook(text)
    assert [violation.line for violation in report.violations] == [1]


@pytest.mark.parametrize(
    ("metadata", "ending"),
    [
        ({}, "py"),
        ({"language_info": {"name": "brainfuck"}}, "py"),
        ({"language_info": {"file_extension": 7, "name": ["r"]}, "kernelspec": "julia"}, "py"),
        ({"language_info": {"file_extension": ".sql", "name": "python"}}, "sql"),
        ({"language_info": {"file_extension": ".SQL"}}, "sql"),
        ({"language_info": {"file_extension": ".nobody", "name": "R"}}, "r"),
        ({"language_info": {"name": "C++"}}, "cpp"),
        ({"language_info": {"name": ""}, "kernelspec": {"language": "julia", "name": "r"}}, "jl"),
        ({"kernelspec": {"language": "xonsh", "name": "bash"}}, "sh"),
        ({"kernelspec": {"name": "scala"}}, "scala"),
        ({"kernelspec": {"name": "scala212"}}, "scala"),
        ({"kernelspec": {"name": "julia-1.9", "display_name": "Julia 1.9"}}, "jl"),
        ({"kernelspec": {"name": "ir", "display_name": "R"}}, "r"),
        ({"kernelspec": {"name": "almond"}}, "scala"),
        ({"kernelspec": {"name": "xcpp17"}}, "cpp"),
        ({"kernelspec": {"name": "python3"}}, "py"),
        ({"kernelspec": {"name": "our-own-3.12"}}, "py"),
        ({"language_info": {"name": "elixir"}}, "ex"),
    ],
)
def test_the_language_of_the_code(metadata: dict[str, Any], ending: str) -> None:
    """By what the kernel said of its files, of itself, or is called; else Python."""
    cells = parse_cells(notebook(code("x"), **metadata), printed=True)
    assert cells == (Cell(1, "x", ending),)


@pytest.mark.parametrize(
    ("source", "ending"),
    [
        ("%time x", "py"), ("%%time\nx", "py"), ("%%timeit -n 3\nx", "py"), ("x\n%%sql", "py"),
        ("%%bash\nx", "sh"), ("\n\n%%bash -s\nx", "sh"), ("%%html\nx", "html"), ("%%R\nx", "r"),
        ("%%sql --x 'it\nx", "sql"), ("%%script /usr/bin/perl -w\nx", "pm"), ("%%!\nx", "sh"),
        ("%%writefile src/a.ts\nx", "ts"), ("%%writefile a.xyz\nx", "txt"), ("%%foo\nx", "txt"),
    ],
)  # fmt: skip
def test_a_magic_that_is_known_has_its_language(source: str, ending: str) -> None:
    cells = parse_cells(notebook(code(source)), printed=False)
    assert cells is not None
    assert [cell.ending for cell in cells] == [ending]


def test_the_texts_of_a_notebook() -> None:
    """Each cell by its type, then what it printed, if that counts, by itself."""
    outputs = (
        stream("one"),
        {"output_type": "error", "traceback": ["two", "three"], "evalue": "no"},
        {"output_type": "error", "traceback": "all"},
        {"output_type": "display_data", "data": {"text/plain": ["fo", "ur"], "text/html": "no"}},
        {"output_type": "Stream", "text": "five"},
        {"output_type": "stream"},
        PICTURE,
        "no output",
    )
    raw: dict[str, Any] = {"cell_type": "raw", "source": "d"}
    text = notebook(markdown("a"), code("b", *outputs), {"source": "c"}, raw)  # type: ignore[arg-type]
    written_cells_only = (
        Cell(1, "a", "md"),
        Cell(2, "b", "py"),
        Cell(3, "c", "py"),
        Cell(4, "d", "raw"),
    )
    printed = tuple(
        Cell(2, output_text, "") for output_text in ("one", "two", "three", "all", "four", "five")
    )
    assert parse_cells(text, printed=False) == written_cells_only
    assert parse_cells(text, printed=True) == (
        *written_cells_only[:2],
        *printed,
        *written_cells_only[2:],
    )


def test_the_place_beside_deep_json() -> None:
    """What is further down than any text is skipped as a whole."""
    text = '{"cells":[{"x":' + "[" * 700 + "]" * 700 + ',"source":"bad"}]}'
    (violation,) = check_notebook(text).violations
    assert (violation.line, violation.column) == (1, text.index("bad") + 1)


@pytest.mark.parametrize(
    "characters",
    [
        ["a", "b"],
        [r"\n", r"\"", r"\\", "n"],
        [r"\u0041", r"\u0042", "C"],
        [r"\ud800\udc00", r"\udbff\udfff"],
        [r"\ud83d\ude00", r"\ude00", r"\ud83d", "x"],
        [r"\ud7ff", r"\udc00", r"\udc00", r"\udc00"],
        [r"\ud800", r"\ue000", r"\ud800", r"\udbff\udc00"],
        [r"\ud800", r"\n", r"\udc00"],
    ],
)
def test_the_characters_of_a_literal(characters: list[str]) -> None:
    """An escape is one, and so are two that are halves of a pair, in that order."""
    literal = f'"{"".join(characters)}"'
    assert characters_of(literal, [(0, len(literal))]) == characters
    assert len(json.loads(literal)) == len(characters)


@given(
    st.lists(st.lists(st.text(st.characters(), max_size=6), max_size=3), max_size=3),
    st.booleans(),
    st.sampled_from([None, 1]),
)
def test_every_character_is_found_in_the_file(
    sources: list[list[str]], ascii_only: bool, indent: int | None
) -> None:
    """What stands at its place is the character, as JSON writes it."""
    mapping = {"cells": [code(source) for source in sources]}
    text = json.dumps(mapping, ensure_ascii=ascii_only, indent=indent)
    cells = parse_cells(text, printed=True)
    assert cells is not None
    assert [cell.text for cell in cells] == ["".join(source) for source in sources]
    for cell, written_cell in zip(cells, locate_cells(text, printed=True), strict=True):
        characters = characters_of(text, written_cell.literals)
        assert len(characters) == len(cell.text)
        assert "".join(json.loads(f'"{character}"') for character in characters) == cell.text
