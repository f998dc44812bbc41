r"""JavaScript and TypeScript: patterns between slashes, templates, and elements of JSX.

a / b              a slash divides after a value
return /b/         and begins a pattern where a value does
<a title="x">      in JSX the tags are code, their attributes strings,
  text {name}      and so is what stands between them
</a>
"""

from __future__ import annotations

import re
from bisect import bisect_left

from phaser_lint.text.regions.scanner import (
    Lexer,
    OpenBrackets,
    Scanner,
    ScannerMode,
    find_end_before,
    make_filled_mode,
)
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    OUT,
    SKIP,
    STRING,
    Become,
    Into,
    Row,
    Until,
    make_quoted_pattern,
)

_BEFORE_VALUE = frozenset("=(,[{;:!&|?+-*%^~<>")
_WORDS = frozenset(
    [
        "return",
        "typeof",
        "case",
        "do",
        "else",
        "in",
        "of",
        "instanceof",
        "new",
        "void",
        "delete",
        "throw",
        "await",
        "yield",
        "default",
    ]
)
_CONDITIONS = frozenset(("if", "while", "for", "with"))
_BLANKS = (" ", "\t", "\n", "")
_BRACKET = re.compile(r"[()]")
# No condition is longer in front of a pattern.
_FAR = 400


def _begins_value(scanner: Scanner, start: int) -> bool:
    """Tell whether a value begins at *start*, and no operator."""
    text, offset = scanner.text, scanner.end_before(start)
    if offset < 0:
        return False
    if offset <= scanner.start:
        return True
    sign = text[offset - 1]
    if sign == "}":  # the end of a block far more often than of a value
        return text[start + 1 : start + 2] not in _BLANKS
    if sign == ")":
        return _closes_condition(scanner, offset)
    if sign in "+-" and text[offset - 2 : offset - 1] == sign:
        return False
    if sign == "!" and (text[offset - 2 : offset - 1] or " ") in ")]":
        return False
    if sign == "!" and text[offset - 2 : offset - 1].isalnum():
        return scanner.word_before(offset - 1) in _WORDS
    if sign in _BEFORE_VALUE or scanner.divides(offset, start):
        return True
    return scanner.word_before(offset) in _WORDS


def _closes_condition(scanner: Scanner, offset: int) -> bool:
    """Tell whether the bracket that ends at *offset* closes that of an ``if`` or a loop.

    Goes on where it was asked last: ``) /`` over and over looked back a hundred times each.
    """
    brackets = scanner.brackets
    if brackets is None or brackets.offset < offset - _FAR:
        search_start = max(scanner.start, offset - _FAR)
        before = max(bisect_left(scanner.found, (search_start, 0, "")) - 1, 0)
        brackets = scanner.brackets = OpenBrackets(search_start, before)
    regions, region, opener = scanner.found, brackets.region, -1
    for bracket in _BRACKET.finditer(scanner.text, brackets.offset, offset):
        start = bracket.start()
        while region < len(regions) and regions[region][1] <= start:
            region += 1
        if region < len(regions) and regions[region][0] <= start:
            continue
        if bracket[0] == "(":
            brackets.starts.append(start)
        else:
            opener = brackets.starts.pop() if brackets.starts else -1
    brackets.offset, brackets.region = offset, region
    if opener < 0:
        return False
    word_end = scanner.end_before(opener)
    word = scanner.word_before(word_end) if word_end > 0 else ""
    return word in _CONDITIONS or word == "await"


def _take_pattern(scanner: Scanner, match: re.Match[str], start: int) -> int:
    return scanner.within_line(PATTERN, start) if _begins_value(scanner, start) else start + 1


def _begin_element(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin an element: no second half of ``<<``, nor the types of ``new <T>(…)``."""
    text = scanner.text
    is_sign = start > scanner.start and text[start - 1] == "<"
    if is_sign or not _begins_value(scanner, start):
        return start + 1
    # Of ``<T>(`` nothing closes the types of a function as an element.
    type_name = _NAMED.match(text, start, scanner.end)
    if type_name:
        if scanner.word_before(scanner.end_before(start)) == "new":
            return start + 1
        closer, end = f"</{type_name['name']}", min(type_name.end() + _FAR_CLOSER, scanner.end)
        # Up to there it is known not to stand.
        search_start = max(type_name.end(), scanner.missing.get(closer, 0) - len(closer))
        if text.find(closer, search_start, end) < 0:
            scanner.missing[closer] = end
            return start + 1
    scanner.enter("tag", start)
    return start + 1


_NAMED = re.compile(r"<(?P<name>[\w$]+)>[ \t\r\n]*\(")
# An element closes within so many signs.
_FAR_CLOSER = 4_000


def _begin_element_or_types(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin the element that is an attribute's value, or the types of a component."""
    is_value = scanner.text[find_end_before(scanner.text, start, scanner.start) - 1] == "="
    scanner.enter("tag" if is_value else "types", start)
    return match.end()


_COMMENTS: tuple[Row, ...] = (
    (r"/\*\*(?!/)", Until(DOC_COMMENT, "*/")),
    (r"/\*", Until(COMMENT, "*/")),
    (r"//[^\n\r\u2028\u2029]*", COMMENT),
)
PATTERN = re.compile(r"/(?:[^\\/\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/[A-Za-z]*")
_VALUES: tuple[Row, ...] = (
    *_COMMENTS,
    (r"/(?![*/])", _take_pattern),
    (make_quoted_pattern('"'), STRING),
    (make_quoted_pattern("'"), STRING),
    ("`", Into("template")),
)
# `<T,>(x: T)`, `<const T,>(x: T)` and `<T extends U>(x: T)` name the types of a function.
_TAG = r"<(?=>|[^\W\d]|\$)(?!(?:const[ \t\r\n]+)?[\w$]+[ \t\r\n]*(?:,|=|extends\b[^=]))"
# A page hides a script in a comment: `<!--` in its first line.
_ELEMENTS: tuple[Row, ...] = ((_TAG, _begin_element), (r"<!--[^\n\r\u2028\u2029]*", COMMENT))
_BRACES: tuple[Row, ...] = ((r"\{", Into("hole")), (r"\}", OUT))
_TEMPLATE = make_filled_mode("`", ((r"\$\{", Into("hole")),), first="$")


def _make_attribute_row(quote: str) -> Row:
    return f"{quote}[^{quote}]*{quote}?", STRING


TYPESCRIPT = Lexer(
    {
        "code": ScannerMode(CODE, "/\"'`", _VALUES),
        "hole": ScannerMode(CODE, "/\"'`{}", (*_VALUES, *_BRACES)),
        "template": _TEMPLATE,
    }
)
JSX_MODES = {
    "code": ScannerMode(CODE, "/\"'`<", (*_VALUES, *_ELEMENTS)),
    "hole": ScannerMode(CODE, "/\"'`<{}", (*_VALUES, *_ELEMENTS, *_BRACES)),
    "template": _TEMPLATE,
    "tag": ScannerMode(
        CODE,
        "\"'{/<>",
        (
            _make_attribute_row('"'),
            _make_attribute_row("'"),
            (r"\{", Into("hole")),
            ("/>", OUT),
            *_COMMENTS,
            ("<", _begin_element_or_types),
            (">", Become("children", behind=True)),
        ),
    ),
    "types": ScannerMode(CODE, "<>", (("<", Into("types")), ("=>", SKIP), (">", OUT))),
    "children": ScannerMode(
        STRING,
        "{<",
        (
            (r"\{", Into("hole")),
            ("</", Become("closing tag")),
            (r"<(?=>|[^\W\d]|\$)", Into("tag")),
        ),
    ),
    "closing tag": ScannerMode(CODE, "/>", (*_COMMENTS, (">", OUT))),
}
JSX = Lexer(JSX_MODES)
