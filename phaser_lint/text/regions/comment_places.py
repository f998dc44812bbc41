r"""Where in a text a comment can stand: not in quotes, a heredoc, Markdown's code, or a tag.

    x = '''        a comment at the end of this line is a part of the text
    run: |         and so is one below this one
    <img           and one here

The reader of the language tells strings and comments. What it does not, as texts in data, is found
in one pass, by patterns of the file's type; a quote that is never closed goes on to the end.

    return (                   JSX is code: a comment begins with //
      <ul>
        {items.map((each) => (    code again, inside of braces
          <li>text</li>        between tags: all is shown, but for {/* … */}
"""

from __future__ import annotations

from time import monotonic
from typing import Literal

import regex

from phaser_lint.core import Record
from phaser_lint.text.deadlines import LateReaderError, make_deadline
from phaser_lint.text.languages import (
    TEMPLATES,
    enclose_in_comment,
    find_comment_closer,
    find_file_types,
    render_comment,
)
from phaser_lint.text.languages.text_beginning import find_front_matter_end
from phaser_lint.text.regions import KINDS, open_regions
from phaser_lint.text.regions.scanner_actions import PROSE, STRING
from phaser_lint.text.regions.template import TAG_STYLES, Template

_Mode = Literal["code", "children", "tag", "closing tag"]


class _Part(Record):
    """A part of a text in one language, and what opens a comment there."""

    start: int
    end: int
    lexer: str
    opener: str


# What the readers of languages do not tell: to them texts of data are code, and `=begin` a comment.
# What is called "no" holds no comment, "block" none with a closer; the rest hides quotes.
_LINE = r'"(?:[^"\\\n]|\\.)*+"?+|\'(?:[^\'\\\n]|\\.)*+\'?+'
_TRIPLES = (
    r'(?P<no>"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z))'
    r"|(?P<no>'''(?:[^'\\]|\\.|'(?!''))*+(?:'''|\Z))"
)
_DOUBLE = r'(?P<no>"(?:[^"\\]|\\.)*+(?:"|\Z))'
_HEREDOC = (
    r"(?P<no>(?<!<)<<[-~<]?+(?:[ \t]*+(?P<quote>[\"'])|\\?+)(?P<word>[A-Za-z_]\w*+)"
    r"[^\n]*+\n(?:(?![ \t]*+(?P=word)\b)[^\n]*+\n)*+[^\n]*+(?:\n|\Z))"
)
_DATA = r"(?P<no>^__(?:END|DATA)__\s*?$.*)"
_SHARP = r"#[^\n]*+"
_URL = r"(?P<no>\burl\([ \t\r\n]*+(?![\"'])[^)]*+(?:\)|\Z))"
_HASH = r"(?:^|(?<=[\s;&|()]))#[^\n]*+"
_PAGE_COMMENT = r"(?P<block><!--.*?(?:-->|\Z))"
_YAML_BLOCK = r"[|>][-+0-9]*+[ \t]*+(?:#[^\n]*+)?+\n"
_YAML = (
    rf"(?P<no>^(?P<in>[ ]*+)(?P<dash>- +)?+[^\s#\-][^\n]*?: +(?:[!&]\S+ +)*+{_YAML_BLOCK}"
    r"(?:(?P=in)(?(dash)  )[ ]++[^\n]*+(?:\n|\Z)|[ \t]*+\n)*+)"
    rf"|(?P<no>^(?P<by>[ ]*+)- +(?:[!&]\S+ +)*+{_YAML_BLOCK}"
    r"(?:(?P=by)[ ]++[^\n]*+(?:\n|\Z)|[ \t]*+\n)*+)"
    rf"|{_HASH}|(?<=[\[{{,:?\-] +|[\[{{,]|^ *)(?:(?P<no>'(?:[^']|'')*+(?:'|\Z))|{_DOUBLE})"
)
_MARKDOWN = (
    r"(?P<no>^[ \t>]*+(?P<fence>`{3,}+|~{3,}+)[^\n]*+\n"
    r"(?:(?![ \t>]*+(?P=fence))[^\n]*+\n)*+[^\n]*+(?:\n|\Z))"
    # Code by its indentation, tables, definitions of links, and lines under a title.
    r"|(?P<no>^(?: {4}|\t| *\||\[[^\]]+\]:|[ \t]*[-=*_](?:[ \t]*[-=*_])*[ \t]*$)[^\n]*+(?:\n|\Z))"
    rf"|{_PAGE_COMMENT}"
)
_PAGE = (
    rf"(?P<no><!\[CDATA\[.*?(?:\]\]>|\Z))|{_PAGE_COMMENT}"
    r"|(?P<no><(?P<own>(?i:textarea|title))\b.*?(?:</(?P=own)|\Z))"
    r"|(?P<no><[/!?]?[A-Za-z](?:\"[^\"]*+\"|'[^']*+'|\{[^{}]*+\}|[^>\"'])*+(?:>|\Z))"
)
_PATTERNS_BY_LEXER = {
    "toml": rf"{_SHARP}|{_TRIPLES}|{_LINE}",
    "ruby": rf"{_DATA}|(?P<no>^=begin\b.*?(?:^=end\b|\Z))",
    "perl": rf"{_DATA}|(?P<no>^=[a-z]\w*+\b.*?(?:^=cut\b|\Z))",
    **dict.fromkeys(("css", "scss"), _URL),
    "make": r"^#[^\n]*+|(?P<no>^[ ]*+define\b.*?(?:^[ ]*+endef\b|\Z))",
    "dockerfile": rf"^[ \t]*+#[^\n]*+|{_HEREDOC}",
    ".env": (
        r"^[ \t]*+#[^\n]*+|(?P<no>^[ \t]*+(?:export[ \t]+)?+[\w.]++[ \t]*+=[ \t]*+"
        r"(?:\"(?:[^\"\\]|\\.)*+(?:\"|\Z)|'[^']*+(?:'|\Z)|`[^`]*+(?:`|\Z)))"
    ),
    "yaml": _YAML,
    "markdown": _MARKDOWN,
    "xml": _PAGE,
}
# What takes longer is nothing that anybody wrote, and is offered no comment.
_SECONDS = 0.1
_FLAGS = regex.MULTILINE | regex.DOTALL
# A tag that never ends goes on to the end, or each of ten thousand would be looked for anew.
_EMBEDDED = regex.compile(
    r"<(?P<tag>script|style)\b(?P<how>[^>]*+)(?:>(?P<inner>.*?)(?:</(?P=tag)|\Z)|\Z)"
    r"|(?P<strange><template(?:(?!\blang=)[^>])*+\blang=(?![\"']?html\b).*?(?:</template>|\Z))"
    r"|<template[^>]*+",
    _FLAGS | regex.IGNORECASE,
)
_PHP = regex.compile(r"<\?(?:php\b|=)?(?P<inner>.*?)(?:\?>|\Z)", _FLAGS | regex.IGNORECASE)
_INSIDE = {**dict.fromkeys(("html", "vue", "svelte"), _EMBEDDED), "php": _PHP}
_BETWEEN_TAGS: dict[str | None, str] = {"code": "// {}", "children": "{{/* {} */}}"}
_TAG = regex.compile(
    r"\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|(?P<brace>\{)|(?P<end>/?>)|(?P<odd>[,;()])", _FLAGS
)
_TEMPLATE = (
    r"(?:(?(DEFINE)(?P<hole>\{(?:[^{}`'\"]|(?&tick)|(?&hole)"
    r"|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')*+\}))"
    r"(?P<no>(?P<tick>`(?:[^`\\$]|\\.|\$(?!\{)|\$(?&hole))*+(?:`|\Z))))"
)
# After an operator a slash opens a pattern, in which quotes open nothing.
_SEARCH = r"(?<=[(,=:\[!&|?{};\n] ?)/(?![*/])(?:[^\\/\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++/"
_SLASHES, _BLOCK = r"//[^\n]*+", r"/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)"
_SCRIPT = rf"{_SLASHES}|{_BLOCK}|{_SEARCH}|{_TEMPLATE}|{_LINE}"
_JSX = {
    "code": regex.compile(rf"{_SCRIPT}|(?P<brace>[{{}}])|(?P<tag><(?=[A-Za-z>]))", _FLAGS),
    "children": regex.compile(r"(?P<brace>\{)|(?P<tag><)", _FLAGS),
    "tag": _TAG,
    "closing tag": _TAG,
}
# In front of an element; after a name "<" compares, or begins the types of a call.
_BEFORE = regex.compile(r"(?:^|[(\[{},;=?:&|>!]|\b(?:return|default|case|yield|await))\s*+$")
_NEAR = 40


def render_comment_at(path: str, text: str, offset: int, content: str) -> str:
    """Return *content* as a comment at *offset*, if that is a place where the *text* of the file at
    *path* can have one.

    Empty where no comment can stand there, and where nobody can tell.
    """
    types, start = find_file_types(path), find_front_matter_end(path, text)
    if not types or offset < start:
        return ""
    kind = types[0]
    mode = _find_jsx_mode(text, offset) if kind.lexer in ("jsx", "javascript") else None
    if kind.lexer == "jsx" or (mode is not None and mode != "code"):
        return _BETWEEN_TAGS.get(mode, "").format(content)
    page = _Part(start, len(text), lexer=kind.lexer, opener=kind.openers[0])
    if kind.lexer in (*_INSIDE, *TEMPLATES):
        section = _find_part_at(page, text, offset)
    else:
        section = None if render_comment(path, content) in (None, content) else page
    if section is None or hides_comment(path, section, text, offset=offset):
        return ""
    if section.opener == "::" and text.count("(", 0, offset) > text.count(")", 0, offset):
        section = section._replace(opener="REM")  # a label breaks a block
    return enclose_in_comment(content, section.opener)


def hides_comment(path: str, section: _Part, text: str, *, offset: int) -> bool:
    """Tell whether *offset* in *text* is no place for a comment: it would be none there, or end one
    that it stands in.
    """
    lexer = _PATTERNS_BY_LEXER.get(section.lexer, "")
    if section.lexer == "ini":
        is_env = ".env" in path.rpartition("/")[2].lower()
        lexer = _PATTERNS_BY_LEXER[".env"] if is_env else "(?!)"
    elif not section.lexer and section.opener in ("#", ";", "//", "--", "(*"):
        opener = regex.escape(section.opener)
        closer = find_comment_closer(section.opener)
        comment = rf"(?P<block>{opener}.*?(?:\*\)|\Z))" if closer else rf"{opener}[^\n]*+"
        lexer = rf"{comment}|{_DOUBLE}"
    tokens = regex.compile(lexer or "(?!)", _FLAGS).finditer(
        text, section.start, section.end, timeout=_SECONDS
    )
    try:
        for token in tokens:
            if token.start() >= offset:
                break
            groups = token.groupdict()
            is_closed = groups.get("no") or (
                groups.get("block") and find_comment_closer(section.opener)
            )
            if is_closed and offset < token.end():
                return True
    except TimeoutError:  # "`${" five thousand times
        return offset > section.start
    # A comment of the template itself is none of the text that it stands in.
    return section.lexer not in TEMPLATES and is_in_string(path, section, text, offset=offset)


def is_in_string(path: str, section: _Part, text: str, *, offset: int) -> bool:
    """Tell whether *offset*, where a line starts or nothing but blanks ends it, is no place for a
    comment since the end of that line, or of the one above, lies in a string, or in a comment that
    it would end, as the reader of the language sees it: `#{a}` may stand in front of it.

    Of MDX it is what is no prose, but for the start of the file.
    """
    next_end = text.find("\n", offset)
    starts_line = not offset or text[offset - 1] == "\n"
    line_before = text[text.rfind("\n", 0, max(offset - 1, 0)) + 1 : offset]
    line_ends = [offset - 1 if starts_line else next_end]
    if starts_line and "<<" in line_before:  # the first line of a heredoc
        line_ends.append(next_end)
    elif line_before.strip().isidentifier():  # the word that closes one stands by itself
        line_ends.append(offset - 1)
    try:
        regions, until = open_regions(path, text, documented=False), make_deadline(_SECONDS)
        if section.lexer == "mdx":
            kinds = [
                regions.region_around(place, until=until)[2]
                for place in (offset, max(offset - 1, 0))
            ]
            return offset > section.start and kinds != [PROSE, PROSE]
        unfit_kinds = {STRING, *(KINDS["comments"] if find_comment_closer(section.opener) else ())}
        kinds = [regions.region_around(end, until=until)[2] for end in line_ends if end >= 0]
        is_torn = regions.unclosed_at is not None and regions.unclosed_at < offset
        return is_torn or not unfit_kinds.isdisjoint(kinds)
    except LateReaderError:
        return offset > 0


# The lexer and what opens a comment, by the reader of a program: other tags take no comment. That
# of the template would be a part of a program, or end a comment.
_IN_PROGRAM = {
    "PHP_PROGRAM": ("php", "//"),
    "JAVA": ("java", "//"),
    "TYPESCRIPT": ("typescript", "//"),
    "CSHARP": ("csharp", "//"),
    "RUBY": ("ruby", "#"),
    "ELIXIR": ("elixir", "#"),
}


def _find_part_at(page: _Part, text: str, offset: int) -> _Part | None:
    """Return the part of a page that *offset* stands in: of a script, a style, PHP, or the page.

    Of a template it is one of its programs, or all of the page.
    """
    if page.lexer in TEMPLATES:
        template, until = Template(TAG_STYLES[page.lexer]), make_deadline(_SECONDS)
        try:
            tags, _ = template.find_tags(text, 0, page.end, until=until)
        except LateReaderError:
            return None
        tag = next((tag for tag in tags if tag.start < offset < tag.end), None)
        if tag is None:
            return page
        lexer, opener = _IN_PROGRAM.get(tag.program, ("", ""))
        return _Part(tag.start, tag.end, lexer=lexer, opener=opener) if opener else None
    for embedded in _INSIDE[page.lexer].finditer(text):
        start, end = embedded.span("inner" if embedded["inner"] is not None else "strange")
        if start <= offset <= end and offset > embedded.start():
            break
    else:
        return page._replace(lexer="xml", opener="<!--")
    start, end = embedded.span("inner")
    if page.lexer == "php":
        return _Part(start, end, lexer="php", opener="//")
    if embedded["strange"] is not None or "json" in embedded["how"]:
        return None
    is_script = embedded["tag"].lower() == "script"
    lexer, opener = ("javascript", "//") if is_script else ("css", "/*")
    return _Part(start, end, lexer, opener=opener)


def _find_jsx_mode(text: str, offset: int) -> _Mode | None:
    """Return what *offset* is in; ``None`` in a text in quotes, and where nobody can tell."""
    open_modes: list[_Mode] = ["code"]
    place, latest = 0, monotonic() + _SECONDS
    while open_modes and monotonic() < latest:  # "(/[{" two thousand times
        try:
            token = _JSX[open_modes[-1]].search(text, place, timeout=_SECONDS)
        except TimeoutError:
            return None
        if token is None or token.start() >= offset:
            return open_modes[-1]
        place = token.end()
        groups = token.groupdict()
        # "<T,>(x: T) => x" is no element, and a text in quotes takes no comment.
        is_text = place > offset and not any(map(groups.get, ("brace", "end", "tag")))
        if groups.get("odd") or is_text:
            return None
        if groups.get("brace"):
            if token[0] == "{":
                open_modes.append("code")
            else:
                open_modes.pop()
        elif groups.get("end"):
            # Behind a tag that closes its element, what was before goes on.
            closed_mode = open_modes.pop()
            if closed_mode == "closing tag":
                open_modes.pop()
            open_modes += ["children"] if closed_mode == "tag" and token[0] == ">" else []
        elif groups.get("tag"):
            before = text[max(0, token.start() - _NEAR) : token.start()]
            is_element = open_modes[-1] == "children" or _BEFORE.search(before) is not None
            kind: _Mode = "closing tag" if text.startswith("/", place) else "tag"
            open_modes += [kind] if is_element else []
    return None
