r"""Where a comment about a line goes, so that the text means what it meant.

a: foo          a value of YAML goes on: at the end of its line a comment would cut it off,
  --bar         and so would one above this line
echo a ^        what is continued takes none at its end, nor above its next line
<b>             text of JSX that goes on below loses its blank where braces end the line
  foo
</b>
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from phaser_lint.core import Record
from phaser_lint.text.languages import FileType, find_file_types, takes_own_line
from phaser_lint.text.regions.comment_places import render_comment_at


class LineComment(Record):
    """A comment about a line, with ``{}`` for its text, that goes to ``offset``.

    ``is_above``: on a line of its own there; else at the end of the line.
    """

    comment: str
    offset: int
    is_above: bool


# By what reads a type, or by its first opener: what goes on below, besides a backslash.
_CONTINUED = {"powershell": "`", "::": "^", "'": "_"}
# No comment between two lines of a paragraph is one.
_NONE_ABOVE = ("markdown", "mdx")
_STRUCTURE = re.compile(
    r"(?P<dashes>[ ]*(?:[-?][ ]+)*)(?P<key>(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s#'\"\[{&*!|>%@`,-][^#\n]*?"
    r"|[-?:][^\s#][^#\n]*?|<<)[ ]*:(?:[ ]+|$)|-$)?(?P<value>.*)"
)
# What stands further on takes too long to tell.
_FAR = 500_000
_PROPERTIES = re.compile(r"^(?:[&!]\S*[ ]*)+")
_COMMENT = re.compile(r"#|.*[ \t]#")
_DOCUMENT = re.compile(r"(?:---|\.\.\.|%)")
# A quote opens a text only where one may begin; what is said of it stays.
_QUOTES = r"(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*')"
_QUOTED = re.compile(
    rf"((?:\A|[\[{{,]|:\s|(?<!\S)[?-]\s)\s*|^ *(?={_QUOTES} *:(?:\s|\Z))){_QUOTES}", re.MULTILINE
)


def list_line_comments(path: str, text: str, *, start: int, end: int) -> Iterator[LineComment]:
    """Yield the line comments, each with its offset, that the line of *text* from *start* to *end*
    may have: first what reads best.

    In *text* no line ends at a carriage return by itself (``replace_lone_returns``).
    """
    types = find_file_types(path)
    if not types:
        return
    offset = start + len(text[start:end].rstrip())
    if not takes_own_line(types) and not is_line_continued(types[0], text[start:offset]):
        comment = render_comment_at(path, text, offset, content="{}")
        if comment and not cuts_text(types[0], text, offset, comment=comment):
            yield LineComment(comment, offset, is_above=False)
    line_before = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : max(start - 1, 0)].rstrip()
    if types[0].lexer in _NONE_ABOVE or is_line_continued(types[0], line_before):
        return
    if ".." in types[0].openers and (line_before or text[start:end].startswith((" ", "\t"))):
        return
    comment = render_comment_at(path, text, start, content="{}")
    if comment and not cuts_text(types[0], text, start, comment=comment):
        yield LineComment(comment, start, is_above=True)


def render_comment_on_line(path: str, text: str, line: int) -> str:
    """Return a comment on a *line* (from 1) of *text*, in the language of the file at *path*, with
    ``{}`` for its words; empty where none can be.

    One that goes above the line ends with a line end.
    """
    lines = text.split("\n", line)[:line]
    end = len("\n".join(lines))
    place = next(list_line_comments(path, text, start=end - len(lines[-1]), end=end), None)
    if place is None:
        return ""
    return f"{place.comment}\n" if place.is_above else place.comment


def touches_text(path: str, comment: str) -> bool:
    """Tell whether a *comment* put on a line of the file at *path* touches the text there: a blank
    between them would be shown.
    """
    types = find_file_types(path)
    return comment.startswith(("{", "<")) and types[0].lexer != "markdown"


def is_line_continued(file_type: FileType, line: str) -> bool:
    signs = [_CONTINUED.get(file_type.lexer, "\\"), _CONTINUED.get(file_type.openers[0], "\\")]
    return line.endswith(("\\", *signs))


def cuts_text(file_type: FileType, text: str, offset: int, *, comment: str) -> bool:
    """Tell whether what is in front of *offset* goes on behind it, so that a line *comment* there
    would end it.
    """
    if comment.startswith("{/*") and file_type.lexer != "mdx":
        before, after = text[:offset].rstrip()[-1:], text[offset:].lstrip()[:1]
        return before not in (">", "}") and after not in ("<", "{")
    return file_type.lexer == "yaml" and is_in_plain_text(text, offset)


def is_in_plain_text(text: str, offset: int) -> bool:
    """Tell whether a comment on a line, at *offset*, would end a text of YAML without quotes that
    goes on behind it.

    A comment ends one, and what follows is none of its parts any more.
    """
    if offset > _FAR:
        return True
    behind = text[offset:].split("\n")
    behind = behind if text[:offset].endswith("\n") or not offset else behind[1:]
    following = next((line.rstrip() for line in behind if line.strip()), "")
    above = [line.rstrip() for line in text[:offset].split("\n") if line.strip()]
    starts = [index for index, line in enumerate(above) if _DOCUMENT.match(line)]
    if starts:  # a text may begin right behind `---`
        first = above[starts[-1]][len("---") :]
        above = [*[first] * bool(first.strip()), *above[starts[-1] + 1 :]]
    flow = _QUOTED.sub("\\1\0", "\n".join(above))
    is_ended = not above or not following or _DOCUMENT.match(following)
    if is_ended or following.lstrip().startswith("#") or _COMMENT.match(flow.rpartition("\n")[2]):
        return False
    # The key or dash that the last line belongs to, and what stands there.
    column, value = -1, ""
    for line in flow.split("\n"):
        if value and _count_indent(line) > column:
            value += f"\n{line}"
            continue
        if line.lstrip().startswith("#"):  # it ends a text, and begins none
            value = ""
            continue
        structure = _STRUCTURE.fullmatch(line)
        if structure and (structure["key"] or structure["dashes"].strip()):
            value, column = structure["value"], structure.start("key")
            column = (
                column
                if structure["key"]
                else structure["dashes"].rstrip().rindex(structure["dashes"].rstrip()[-1])
            )
            value = _PROPERTIES.sub("", value)
        else:
            value = line.strip()
    if value.startswith(("[", "{")):
        is_open = value.count("[") + value.count("{") != value.count("]") + value.count("}")
        is_between = value.endswith((",", "[", "{", "]", "}", "\0", ":"))
        return is_open and not is_between and not following.lstrip().startswith((",", "]", "}"))
    return bool(value) and value[0] not in "\0|>" and _count_indent(following) > column


def _count_indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
