"""Against ``tokenize`` and ``ast``: comments, strings and docstrings of Python's own libraries.

What the two of Python tell apart
otherwise by design is left out: which sign of an f-string belongs to its hole, and its format.
"""

from __future__ import annotations

import ast
import io
import tokenize

import pytest

from phaser_lint.text.regions import CODE, open_regions
from phaser_lint.text.regions.scanner_actions import COMMENT, DOCSTRING
from tests.text.written_by_others import parsed, python_library

OPEN, ANY = ".", "?"
# Until 3.12 an f-string is one token, and what stands in its holes is not reported.
HAS_PARTS = hasattr(tokenize, "FSTRING_START")


def starts_of(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def told_by_tokens(text: str, tokens: list[tokenize.TokenInfo]) -> str:
    """Return a sign for each character: a comment, a string, code, or any."""
    starts, marks, depth, last = starts_of(text), [OPEN] * len(text), 0, ""
    for token in tokens:
        start, end = (starts[line - 1] + column for line, column in (token.start, token.end))
        name = tokenize.tok_name[token.type]
        depth += (name == "FSTRING_START") - (name == "FSTRING_END")
        if name == "COMMENT":
            marks[start:end] = "c" * (end - start)
        elif name == "STRING" and not HAS_PARTS and is_formatted(token.string):
            marks[start:end] = ANY * (end - start)
        elif name == "STRING" or name.startswith("FSTRING"):
            marks[start:end] = "s" * (end - start)
        elif depth and (token.string in ("!", ":", "{", "}") or last == "!"):
            marks[start:end] = ANY * (end - start)
        if name == "FSTRING_MIDDLE":  # of `{{` one sign is reported
            for place in range(max(0, start - 1), min(end + 2, len(text))):
                marks[place] = ANY if text[place] in "{}" else marks[place]
        last = token.string
    return "".join(marks)


def is_formatted(literal: str) -> bool:
    return "f" in literal[: literal.index(literal[-1])].lower()


def told_by_regions(text: str) -> str:
    regions, marks, place = open_regions("a.py", text), "", 0
    while place < len(text):
        start, end, kind = regions.region_around(place)
        sign = OPEN if kind == CODE else "c" if kind == COMMENT else "s"
        marks, place = marks + sign * (end - start), end
    return marks


def docstrings_by_tree(text: str, tree: ast.Module) -> set[int]:
    starts, lines = starts_of(text), text.split("\n")
    offsets = set()
    for node in ast.walk(tree):
        kinds = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
        first_statement = node.body[0] if isinstance(node, kinds) and node.body else None
        docstring = first_statement.value if isinstance(first_statement, ast.Expr) else None
        if isinstance(docstring, ast.Constant) and isinstance(docstring.value, str):
            line = lines[docstring.lineno - 1].encode()
            offsets.add(starts[docstring.lineno - 1] + len(line[: docstring.col_offset].decode()))
    return offsets


def docstrings_by_regions(text: str) -> set[int]:
    """Return where docstrings begin; of several that follow each other the first."""
    regions, offsets, place, end_of_last = open_regions("a.py", text), set(), 0, -1
    while place < len(text):
        start, end, kind = regions.region_around(place)
        if kind == DOCSTRING:
            goes_on = end_of_last >= 0 and not text[end_of_last:start].strip(" \t\f\\\n")
            offsets |= set() if goes_on else {start}
            end_of_last = end
        place = end
    return offsets


def compare(number: int, seed: int) -> int:
    """Return how many files were compared; raises where one differs."""
    compared = 0
    for path in python_library(number, seed):
        text_and_tree = parsed(path)
        # The columns of 3.12 are those of bytes where a string goes on over lines.
        if text_and_tree is None or not text_and_tree[0].isascii() or "\r" in text_and_tree[0]:
            continue
        text, tree = text_and_tree
        tokens = [*tokenize.generate_tokens(io.StringIO(text).readline)]
        expected, signs_of_regions = told_by_tokens(text, tokens), told_by_regions(text)
        pairs = enumerate(zip(expected, signs_of_regions, strict=True))
        differing = [
            place
            for place, (expected_sign, sign_of_region) in pairs
            if expected_sign not in (sign_of_region, ANY)
        ]
        assert differing == [], (path, text[max(0, differing[0] - 40) : differing[0] + 40])
        assert docstrings_by_regions(text) == docstrings_by_tree(text, tree), path
        compared += 1
    return compared


@pytest.mark.slow
def test_readers_agree_on_some_files() -> None:
    assert compare(20, seed=1) > 12


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_readers_agree_on_thousands_of_files(seed: int) -> None:
    assert compare(2_500, seed=seed) > 1_000
