r"""Data: comments, and all else is code; and HCL, whose texts are filled in."""

from __future__ import annotations

import re

from phaser_lint.text.regions.heredocs import Heredoc, begin_next_heredoc, end_heredoc_by_line
from phaser_lint.text.regions.scanner import Lexer, Scanner, ScannerMode, find_end_before
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    ESCAPE,
    HASH_COMMENT,
    LINE_COMMENT,
    OUT,
    SKIP,
    STRING,
    EndOfLine,
    Into,
    Row,
    Until,
    Whole,
    make_doubled_pattern,
    make_quoted_lines_pattern,
    make_quoted_pattern,
    make_tripled_pattern,
)

_BLOCK: Row = (r"/\*", Until(COMMENT, "*/"))

JSON = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "\"'/",
            (
                (make_quoted_pattern('"'), SKIP),
                (make_quoted_pattern("'"), SKIP),
                # JSON5, and TypeScript's settings, have the line ends of JavaScript.
                (r"//[^\n\r\u2028\u2029]*", COMMENT),
                _BLOCK,
            ),
        )
    }
)
TOML = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "#\"'",
            (
                (HASH_COMMENT, COMMENT),
                # Up to two quotes may stand in front of the three that close it.
                (make_tripled_pattern('"') + '"{0,2}', Whole(CODE)),
                (make_tripled_pattern("'", "") + "'{0,2}", Whole(CODE)),
                (make_quoted_pattern('"'), SKIP),
                (r"'[^'\n]*'?", SKIP),
            ),
        )
    }
)
GRAPHQL = Lexer(
    {
        "code": ScannerMode(
            CODE,
            '#"',
            (
                (HASH_COMMENT, COMMENT),
                (make_tripled_pattern('"', r"\\."), Whole(STRING)),
                (make_quoted_pattern('"'), STRING),
            ),
        )
    }
)

_NEAR = 2000


def take_own_line_comment(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take a comment of a data language (YAML, TOML …) that begins its line; elsewhere its sign is
    a part of what is there.
    """
    line = find_end_before(scanner.text, start, scanner.start, blanks=" \t")
    if line == scanner.start or scanner.text[line - 1] == "\n":
        end = scanner.text.find("\n", start, scanner.end)
        return scanner.mark(COMMENT, start, end if end >= 0 else scanner.end)
    return start + 1


# A backslash takes the next line into the value.
PROPERTIES = Lexer(
    {
        "code": ScannerMode(
            CODE, r"\\#!", ((r"\\(?:\r?\n[ \t]*[\#!]?|.)", SKIP), (r"[\#!]", take_own_line_comment))
        )
    }
)
_KEY = re.compile(r"(?:[ ]*(?:-[ ]+)*)")
_NODE_PROPERTIES = re.compile(r"(?:[&!]\S*[ \t]+)*")
_LINE = re.compile(r"[ ]*")


def _pass_block_scalar(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Pass over a text of several lines: all that is indented deeper than what holds it."""
    text, end = scanner.text, scanner.end
    line_start = text.rfind("\n", max(scanner.start, start - _NEAR), start) + 1
    key = _KEY.match(text, line_start, start)
    before_value = key[0] if key else ""
    parent_indent = len(before_value)
    properties = _NODE_PROPERTIES.match(text, line_start + parent_indent, start)
    if properties and properties.end() == start:  # `- |`, `- &a |`: its dash
        parent_indent = before_value.rfind("-") if "-" in before_value else -1
    if text.startswith("---", line_start):
        parent_indent = -1
    comment = text.find("#", start, match.end())
    if comment >= 0:
        scanner.mark(COMMENT, comment, match.end())
    # What is indented less than its first line ends it, such as a comment below the key.
    indicator = text[start : comment if comment >= 0 else match.end()]
    digit = next(filter(str.isdigit, indicator), "")
    text_indent = max(parent_indent, 0) + int(digit) if digit else 0
    line_end = text.find("\n", start, end)
    while 0 <= line_end < end:
        line = line_end + 1
        following = text.find("\n", line, end)
        indent = _LINE.match(text, line, end)
        column = indent.end() if indent else line
        is_blank = column >= end or text[column] in "\r\n"
        if not is_blank:
            ends_document = parent_indent < 0 and text.startswith(("---", "..."), line)
            if column - line <= parent_indent or column - line < text_indent or ends_document:
                return line_end
            text_indent = text_indent or column - line
        line_end = following
    return end


def _pass_quoted_value(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Pass over what stands in quotes where a value begins; elsewhere a quote is a sign."""
    before = scanner.text[max(0, start - 100) : start]
    stripped = before.rstrip(" \t")
    begins = stripped[-1:] in ("", "\n", "[", "{", ",") or (
        stripped != before
        and (stripped[-1] in ":-?" or stripped.rpartition(" ")[2][:1] in ("!", "&"))
    )
    if not begins:
        return start + 1
    quotation = _FLOW[match[0][-1]].match(scanner.text, start, scanner.end)
    return Whole(CODE).take(scanner, quotation, start)


_FLOW = {
    '"': re.compile(make_quoted_lines_pattern('"'), re.DOTALL),
    "'": re.compile(make_doubled_pattern("'")),
}


YAML = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "#\"'|>",
            (
                # As most of its readers have it, who follow YAML 1.1.
                (r"(?<![^\s])\#[^\n\r\x85\u2028\u2029]*", COMMENT),
                (
                    r"(?<=[ \t])[|>][-+0-9]*(?:[ \t]+\#[^\n]*|[ \t]*)(?=\r?\n)",
                    _pass_block_scalar,
                ),
                ("[\"']", _pass_quoted_value),
            ),
        )
    }
)


def _expect_hcl_heredoc(scanner: Scanner, match: re.Match[str], start: int) -> int:
    scanner.pending.append(Heredoc(match["word"], "heredoc", True))
    return match.end()


_HCL: tuple[Row, ...] = (
    (HASH_COMMENT, COMMENT),
    (LINE_COMMENT, COMMENT),
    _BLOCK,
    ('"', Into("double")),
    (r"<<-?(?P<word>[A-Za-z_]\w*)", _expect_hcl_heredoc),
    (r"\n", begin_next_heredoc),
)
_HCL_HOLES: tuple[Row, ...] = ((r"\$\$\{|%%\{", SKIP), (r"[$%]\{", Into("hole")))
HCL = Lexer(
    {
        "code": ScannerMode(CODE, r"#/\"<\n", _HCL),
        "hole": ScannerMode(CODE, r"#/\"<\n{}", (*_HCL, (r"\{", Into("hole")), (r"\}", OUT))),
        "double": ScannerMode(
            STRING,
            r"\\$%\"\n",
            ((ESCAPE, SKIP), *_HCL_HOLES, ('"', OUT), (r"\r?\n", EndOfLine(("double",)))),
        ),
        "heredoc": ScannerMode(STRING, r"$%\n", (*_HCL_HOLES, (r"\n", end_heredoc_by_line))),
    }
)
