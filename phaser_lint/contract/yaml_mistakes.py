r"""What a YAML parser's complaint means to the author of a contract, and what to write instead.

    mistake(error, text)   Mistake(line=2, key="message", expected='quotes around a text with ": "')

The parser tells where it stumbled, in words of its grammar ("mapping values are not allowed in this
context"). The line there tells what was meant.
"""

from __future__ import annotations

import re

import yaml

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Explain = Callable[[str, int], str]

_KEY = re.compile(r"\s*(?:- +)?([A-Za-z_][\w-]*):(?:\s+|$)")
_QUOTES = "quotes around a text that"


class Mistake(Record):
    """The line where a file stops being YAML, the key there if one is, and what was expected."""

    line: int
    key: str
    expected: str


def mistake(error: yaml.YAMLError, text: str) -> Mistake:
    """Return what is wrong with *text*, of which the parser said *error*."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return _unreadable_character(error, text)
    said, mark = error.problem or "", error.problem_mark or error.context_mark
    if "end of stream" in said and error.context_mark:  # an open quote: where it was opened
        mark = error.context_mark
    if mark is None:
        return Mistake(1, "", f"YAML; {said or error.context}")
    lines = text.split("\n")
    line = lines[mark.line] if mark.line < len(lines) else ""
    found = _KEY.match(line)
    expected = _explained(said, line, mark.column) or f"YAML; {said or error.context}"
    return Mistake(mark.line + 1, found[1] if found else "", expected)


def _unreadable_character(error: yaml.YAMLError, text: str) -> Mistake:
    position = getattr(error, "position", None)
    if not isinstance(position, int) or position >= len(text):
        return Mistake(1, "", f"YAML; {(str(error) or type(error).__name__).splitlines()[0]}")
    line = text.count("\n", 0, position) + 1
    return Mistake(line, "", f"plain text, not the character U+{ord(text[position]):04X}")


def _explained(said: str, line: str, column: int) -> str:
    for words, explain in _COMPLAINTS:
        if words in said:
            return explain(line, column)
    return ""


def _tab_or_start(line: str, column: int) -> str:
    character = line[column : column + 1]
    if character == "\t":
        return _tab(line, column)
    return f"{_QUOTES} starts with `{character}`"


def _tab(line: str, column: int) -> str:
    return "blanks in front of a key, not a tab"


def _escape(line: str, column: int) -> str:
    start = line.rfind("\\", 0, column + 1)
    return f"single quotes around a text with `{line[start : start + 2]}`: {_DOUBLE}"


def _colon(line: str, column: int) -> str:
    key = _KEY.match(line)
    if key and key.end() <= column:
        return f'{_QUOTES} holds ": "'
    if line[:1].isspace():
        return "each key below the one before it, neither further in nor further out"
    return "`key: value` on the line before, with a blank after the colon"


def _value_start(line: str, column: int) -> str:
    key = _KEY.match(line)
    value = line[key.end() :] if key else line.lstrip(" -")
    if value.startswith("'"):
        return "nothing after the closing quote; a `'` inside of single quotes is written twice"
    if value.startswith('"'):
        return 'nothing after the closing quote; single quotes around a text that holds a `"`'
    return f"{_QUOTES} starts with `{value[0]}`" if value[:1] in tuple("[{*&!|>%@`-") else ""


def _open_quote(line: str, column: int) -> str:
    return "a closing quote for the one that opens here"


def _document(line: str, column: int) -> str:
    return "a line `---` before another contract, and each key at the start of its line"


_DOUBLE = "in double quotes a backslash is YAML's own"
_COMPLAINTS: tuple[tuple[str, Explain], ...] = (
    ("tab character that violates indentation", _tab),
    ("cannot start any token", _tab_or_start),
    ("unknown escape character", _escape),
    ("expected hexdecimal number", _escape),
    ("mapping values are not allowed", _colon),
    ("undefined alias", _value_start),
    ("expected alphabetic or numeric character", _value_start),
    ("expected comment or line break", _value_start),
    ("block sequence entries are not allowed", _value_start),
    ("did not find expected key", _value_start),
    ("unexpected end of stream", _open_quote),
    ("expected <document start>", _document),
)
