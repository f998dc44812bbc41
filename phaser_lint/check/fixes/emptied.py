r"""Whether what a fix takes away leaves nothing where the language wants something.

def f():             if (a)           [x for x in bad]
    raise bad          debugger;
                     c = d            a = bad
"""

from __future__ import annotations

import re

from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.regions import CODE, STRING, Regions
from phaser_lint.text.regions.scanner import READING
from phaser_lint.text.regions.scanner_actions import COMMENT, DOC_COMMENT

_BLANKS = " \t\r\n\f"
_BY_LAYOUT = ("python", "yaml", "nim", "coffeescript", "make", "haskell")
# What is left of `if x then bad fi` is no command.
_BY_WORD = ("shell", "fish", "lua", "ruby", "elixir", "julia", "")
_OPENING_WORDS = re.compile(r"\b(?:then|do|else|elif|in|begin)\Z")
_CLOSING_WORDS = re.compile(r"(?:fi|done|else|elif|elsif|esac|end)\b")
# An operator, or a word, that something has to follow.
_WANTS_MORE = re.compile(
    r"(?:(?<![+-])[+]|(?<![+-])-|[=*/%<&|^~!?.]|(?<=[=|\s-])>|\b(?:and|or|not|in|is|if|elif|while|until|lambda|await"
    r"|import|from|as|new|throw|typeof|del|assert|with|for|except|case|unless|global))\Z"
)
_GOES_ON = re.compile(r"\.(?![.\d])|[,)\]]|\*(?![\w*])|[/%=>|?](?!/)")
_CONTROL = re.compile(
    r"\b(?:if|for|foreach|while|with|switch|catch|using|lock|fixed)\s*(?:await\s*)?\Z"
)
_BRANCH = re.compile(r"\b(?:else|do)\Z")
# How far in front of a bracket the word that it belongs to is looked for, and its partner.
_NEAR, _FAR = 40, 2_000
EMPTY = "it would leave a block or a condition without a statement"
NOTHING = "it would leave nothing where something has to stand"


def explain_emptied_place(
    text: str,
    regions: Regions,
    *,
    start: int,
    end: int,
    lexer: str,
    removed_code: str,
    until: float | None,
) -> str:
    """Return what a fix emptied (a block, a condition, a value) in *text*, which lost
    *removed_code* between *start* and *end*; or nothing.

    *regions* are those of *text*; raises ``LateReaderError`` once it is later than *until*.
    """
    written_code = regions.without_comments(until=until)[start:end]
    if not removed_code.strip() or written_code.strip(f"{_BLANKS};"):
        return ""
    before, is_string = find_code_before(text, regions, start, until=until)
    after = find_code_after(text, regions, start, until=until)
    removed = removed_code.rstrip()
    if lexer in _BY_LAYOUT and empties_layout(
        text, before, after=after, start=start, removed_text=removed_code
    ):
        return EMPTY
    if empties_words(text, before, after=after, lexer=lexer):
        return EMPTY
    is_whole = "\n" in text[before:after] or removed.endswith((";", "}")) or text[after] in ";}"
    if (
        is_whole
        and lexer not in (*_BY_LAYOUT, *_BY_WORD)
        and wants_statement(text, before, regions)
    ):
        return EMPTY
    previous, following = text[max(0, before - _NEAR) : before], text[after : after + _NEAR]
    if is_string:
        return NOTHING if following[:1] == "}" and previous.endswith(("{", "$")) else ""
    is_gap = leaves_gap(
        previous, following, lexer=lexer, removed=removed, is_line="\n" in text[before:after]
    )
    return NOTHING if is_gap else ""


def empties_words(text: str, before: int, *, after: int, lexer: str) -> bool:
    """Tell whether nothing is left between two words that enclose commands: ``then``, ``fi``."""
    previous = text[max(0, before - _NEAR) : before]
    opens = previous.endswith(("(", "{")) or _OPENING_WORDS.search(previous)
    closes = text[after : after + 1] in (")", "}") or _CLOSING_WORDS.match(text, after)
    return lexer in _BY_WORD and bool(opens and closes)


def leaves_gap(previous: str, following: str, *, lexer: str, removed: str, is_line: bool) -> bool:
    """Tell whether a fix left an empty place where a value has to stand between *previous* and
    *following* code; *is_line*: a line end is there.
    """
    last, first = previous[-1:], following[:1]
    in_hole = lexer == "python" or previous[-2:-1] in ("$", "#", "=", "@")
    if last + first in ("()", "[]") or (last + first == "{}" and in_hole):
        return True
    if last == ",":
        return first == "," or (first in (")", "]", "}") and not removed.endswith(","))
    if last == ":" and lexer not in _BY_LAYOUT:
        return first in (")", "]", "}", ",", ";") and not removed.endswith(";")
    if lexer == "python" and removed.endswith(":"):
        return True
    if _WANTS_MORE.search(previous):
        return is_line or first in (")", "]", "}", ",", ";", ":")
    begins = last in ("", "(", "[", ";", "=") and lexer not in ("css", "scss")
    return begins and _GOES_ON.match(following) is not None


def find_code_before(
    text: str, regions: Regions, offset: int, *, until: float | None
) -> tuple[int, bool]:
    """Return where the code before what a fix emptied at *offset* ends, and whether in the end of
    a string.
    """
    while offset > 0:
        keep_to_deadline(until, READING)
        first, _, kind = regions.region_around(offset - 1, until=until)
        if kind in (COMMENT, DOC_COMMENT):
            offset = first
            continue
        code = text[first:offset].rstrip(_BLANKS)
        if code:
            return first + len(code), kind == STRING
        offset = first
    return 0, False


def find_code_after(text: str, regions: Regions, offset: int, *, until: float | None) -> int:
    """Return where the code behind what a fix emptied at *offset* begins."""
    while offset < len(text):
        keep_to_deadline(until, READING)
        _, last, kind = regions.region_around(offset, until=until)
        code = text[offset:last].lstrip(_BLANKS)
        if code and kind not in (COMMENT, DOC_COMMENT):
            return last - len(code)
        offset = last
    return len(text)


def empties_layout(text: str, before: int, *, after: int, start: int, removed_text: str) -> bool:
    """Tell whether a fix emptied an indented block: the line that ends *before* heads it."""
    if not before:
        return False
    line_start = text.rfind("\n", 0, before) + 1
    next_start = text.rfind("\n", 0, after) + 1
    if next_start <= line_start and after < len(text):
        return text[before - 1] == ":" and text[after] == ";"
    own_indent = _count_indent(text, line_start)
    next_indent = _count_indent(text, next_start) if text[after : after + 1] else 0
    is_item = text.startswith("- ", after) and not text.startswith("- ", line_start + own_indent)
    if next_indent > own_indent or (is_item and next_indent == own_indent):
        return False
    removed_lines = text[text.rfind("\n", 0, start) + 1 : start] + removed_text
    first_line = next((line for line in removed_lines.split("\n") if line.strip()), "")
    return text[before - 1] == ":" or _count_indent(first_line, 0) > own_indent


def _count_indent(text: str, line_start: int) -> int:
    end = line_start
    while text[end : end + 1] in (" ", "\t"):
        end += 1
    return end - line_start


def wants_statement(text: str, before: int, regions: Regions) -> bool:
    """Tell whether *before* ends in a control line without its statement: ``if (a)``, ``else``."""
    if not text.startswith(")", before - 1):
        return _BRANCH.search(text[max(0, before - _NEAR) : before]) is not None
    depth = 0
    for offset in range(before - 1, max(-1, before - _FAR), -1):
        if text[offset] not in "()" or regions.region_around(offset)[2] != CODE:
            continue
        depth += 1 if text[offset] == ")" else -1
        if not depth:
            return _CONTROL.search(text[max(0, offset - _NEAR) : offset]) is not None
    return True
