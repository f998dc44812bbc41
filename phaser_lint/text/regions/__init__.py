"""Regions: which parts of a text are code, comments, strings, documentation, or prose.

    regions = open_regions("src/app.py", text)
    start, end, kind = regions.region_around(place)

The language is that of the file's type (``text/languages``), or what its first line names
(``#!/usr/bin/env python3``), unless the text's name says it (``join_text_name``). A row here is
what reads it; of a type that has none, lines that begin as its comments do are comments, and of a
file that nothing is known of all is code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from importlib import import_module

from phaser_lint.core import Record
from phaser_lint.text.languages import (
    TEMPLATES,
    FileType,
    find_file_types,
    find_type_by_lexer,
    split_text_name,
)
from phaser_lint.text.languages.first_line import choose_types_by_text, find_script_type
from phaser_lint.text.regions.scanner import Lexer, Scanner
from phaser_lint.text.regions.scanner_actions import (
    CELL_OUTPUT,
    CODE,
    COMMENT,
    DOC_COMMENT,
    DOCSTRING,
    PROSE,
    RAW_CELL,
    STRING,
)
from phaser_lint.text.regions.template import (
    TAG_STYLES,
    Template,
    find_page_template,
    is_go_template_of_yaml,
)

__all__ = [
    "CODE",
    "COMMENT",
    "DOCSTRING",
    "DOC_COMMENT",
    "KINDS",
    "LANGUAGE_NAMES",
    "PROSE",
    "STRING",
    "Regions",
    "find_mark_at",
    "find_text_types",
    "has_region_reader",
    "is_known_language",
    "is_page_template",
    "is_shown_text",
    "open_regions",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.text.regions.scanner import Reader, Region


# What the key ``in`` may say, and the kinds of regions that it means.
KINDS = {
    "code": (CODE,),
    "comments": (COMMENT, DOC_COMMENT),
    "strings": (STRING, DOCSTRING),
    "docs": (DOC_COMMENT, DOCSTRING, PROSE),
}

LEXERS = {
    "python": ("python", "PYTHON"),
    "coffeescript": ("indented", "COFFEESCRIPT"),
    "nim": ("indented", "NIM"),
    "javascript": ("javascript", "JSX"),
    "jsx": ("javascript", "JSX"),
    "typescript": ("javascript", "TYPESCRIPT"),
    "java": ("c_like", "JAVA"),
    "kotlin": ("interpolated", "KOTLIN"),
    "scala": ("interpolated", "SCALA"),
    "groovy": ("interpolated", "GROOVY"),
    "c": ("c_like", "C"),
    "csharp": ("csharp", "CSHARP"),
    "go": ("c_like", "GO"),
    "rust": ("c_like", "RUST"),
    "swift": ("swift", "SWIFT"),
    "dart": ("interpolated", "DART"),
    "protobuf": ("c_like", "PROTOBUF"),
    "solidity": ("c_like", "SOLIDITY"),
    "thrift": ("c_like", "THRIFT"),
    "zig": ("c_like", "ZIG"),
    "d": ("c_like", "D"),
    "css": ("c_like", "STYLESHEET"),
    "scss": ("c_like", "SCSS"),
    "php": ("scripting", "PHP"),
    "lua": ("scripting", "LUA"),
    "r": ("scripting", "R"),
    "julia": ("scripting", "JULIA"),
    "haskell": ("scripting", "HASKELL"),
    "sql": ("scripting", "SQL"),
    "ruby": ("quote_like", "RUBY"),
    "perl": ("quote_like", "PERL"),
    "elixir": ("quote_like", "ELIXIR"),
    "shell": ("shell", "SHELL"),
    "fish": ("shell", "FISH"),
    "powershell": ("shell", "POWERSHELL"),
    "make": ("shell", "MAKEFILE"),
    "cmake": ("scripting", "CMAKE"),
    "dockerfile": ("shell", "DOCKERFILE"),
    "json": ("data", "JSON"),
    "toml": ("data", "TOML"),
    "yaml": ("data", "YAML"),
    "properties": ("data", "PROPERTIES"),
    "graphql": ("data", "GRAPHQL"),
    "hcl": ("data", "HCL"),
    "html": ("markup", "HTML"),
    "vue": ("markup", "VUE"),
    "svelte": ("markup", "SVELTE"),
    "xml": ("markup", "XML"),
    "astro": ("markup", "ASTRO"),
    "markdown": ("markdown", "MARKDOWN"),
    "mdx": ("mdx", "MDX"),
}
# No lexer: a line that begins as a comment does is one.
_LINES_ALONE = "ini"
# Of a language by itself, and the tags of a template in it.
_TEMPLATES_BY_NAME = {"dbt": ("sql", "jinja")}
LANGUAGE_NAMES = (*LEXERS, _LINES_ALONE, *sorted(TEMPLATES), *_TEMPLATES_BY_NAME)
"""What somebody may call the language of a file: a lexer, a template in what the path tells."""
# What is filled in has the name of what it becomes, and holds the tags of some template.
_FILLED_IN = {
    **dict.fromkeys((".j2", ".jinja", ".jinja2"), "jinja"),
    ".tmpl": "go template",
    **dict.fromkeys((".in", ".example", ""), ""),
}
_BETWEEN_LINE_ENDS = re.compile(r"[^\r\n]+")
# In Rust `#![allow(…)]` may stand first. The first line of a notebook's cell may hand it over.
_FIRST_LINE = re.compile(r"#!(?![ \t]*\[)[^\n]*")
_CELL = "cell."
# What is written in no language: `help(f)` prints "instead of print(x)", which nothing runs.
_KINDS_BY_CELL = {_CELL: CELL_OUTPUT, f"{_CELL}raw": RAW_CELL}
_MAGIC_LINE = re.compile(r"\s*%%\w[^\n]*")


class Regions:
    """The regions of a *text* behind those *first* ones, read by *language* as somebody asks.

    With *documented* docstrings all of it is read at once. Its *end_closes* what is open in a cell
    of a notebook.
    """

    unclosed_at: int | None = None
    """Where the first mark stands that nothing closes, as far as anybody has asked.

    From there on all is code. Nothing where there is no such mark.
    """

    def __init__(
        self,
        text: str,
        first: Sequence[Region],
        language: TextLanguage | None,
        *,
        documented: bool,
        end_closes: bool,
    ) -> None:
        self._text, self._length, self._first = text, len(text), first
        self._language, self._documented, self._end_closes = language, documented, end_closes
        self._reader: Reader | None = None
        self._found: Sequence[Region] = first
        self._scanner: Scanner | None = None
        self._without_comments: str | None = None

    def without_comments(self, *, until: float | None = None) -> str:
        """Return the text with a blank for each character of its comments, but for line ends.

        It is the text itself where there is no comment. Raises as ``region_around`` does.
        """
        if self._without_comments is None:
            pieces, offset = [], 0
            for start, end, kind in self.beside_code(until=until):
                if kind not in KINDS["comments"]:
                    continue
                for line in _BETWEEN_LINE_ENDS.finditer(self._text, start, end):
                    pieces += [self._text[offset : line.start()], " " * (line.end() - line.start())]
                    offset = line.end()
            pieces.append(self._text[offset:])
            self._without_comments = "".join(pieces) if offset else self._text
        return self._without_comments

    def beside_code(self, *, until: float | None = None) -> Sequence[Region]:
        """Return the regions of all kinds but code, in order; raises as ``region_around`` does."""
        self.region_around(self._length, until=until)
        return self._found

    def region_around(self, offset: int, *, until: float | None = None) -> Region:
        """Return the region that *offset* lies in: what is none of another is one of code.

        Raises ``LateReaderError`` once it is later than *until*; what was read stays read.
        """
        if self._language:
            self._read(self._language, offset, until)
        regions = self._found
        region_before = bisect_right(regions, (offset, self._length + 2, "")) - 1
        if region_before >= 0 and offset < regions[region_before][1]:
            return regions[region_before]
        start = regions[region_before][1] if region_before >= 0 else 0
        end = regions[region_before + 1][0] if region_before + 1 < len(regions) else self._length
        return start, end, CODE

    def _read(self, language: TextLanguage, offset: int, until: float | None) -> None:
        # Here, not above: most texts whose imports are found have none that is wanted.
        if self._reader is None:
            lexer = language.file_type.lexer
            module, name = LEXERS.get(lexer, ("comments_alone", "CommentsAlone"))
            reader_found = getattr(import_module(f"phaser_lint.text.regions.{module}"), name)
            if lexer not in LEXERS:
                openers = [
                    opener
                    for opener in language.file_type.openers
                    if not (language.template and opener.startswith(_BEGIN_TAGS))
                ]
                lines = language.file_type.comment_lines
                reader_found = reader_found(openers, lines, anywhere=lexer in TEMPLATES)
            self._reader = reader_found
            if language.template:
                self._reader = Template(TAG_STYLES[language.template], self._reader)
        reader = self._reader
        start = self._first[0][1] if self._first else 0
        if not isinstance(reader, Lexer):
            reading = reader.read(self._text, start, self._length, until=until)
            self._found, self.unclosed_at = [*self._first, *reading.regions], reading.unclosed_at
            self._language = None
            return
        if self._scanner is None or self._scanner.is_torn:
            self._scanner = Scanner(
                reader,
                self._text,
                start=start,
                end=self._length,
                end_closes=self._end_closes,
                until=until,
            )
            self._scanner.found[:0] = self._first
            self._found = self._scanner.found
        finish = reader.finish if self._documented else None
        self._scanner.read_to(self._length if finish else offset, until=until)
        self.unclosed_at = self._scanner.unclosed_at
        if finish:
            scanned = self._scanner.found[len(self._first) :]
            self._found = [*self._first, *finish(self._text, start, scanned)]
        if finish or self._scanner.is_at_end:
            self._language = None


# The template finds its own comments: there is none in `{% raw %}{# a #}{% endraw %}`.
_BEGIN_TAGS = ("{", "<%")


class TextLanguage(Record):
    """What a text is written in: a type, and the tags of the template that it stands in."""

    file_type: FileType
    template: str = ""


# Of a tag the sign is enough; of a string a prefix belongs to it, and all equal quotes.
_MARK = re.compile(r"%?\w*(?:([\"'`])\1*|[^\w\s\"'`]+)|\S")


def find_mark_at(text: str, offset: int) -> str:
    """Return the mark at *offset* in *text* that begins a region in some language: a comment, a
    string or a bracket.
    """
    mark = _MARK.match(text, offset, offset + _LONGEST_MARK)
    return mark[0] if mark else ""


_LONGEST_MARK = 20


def is_known_language(name: str, text: str = "") -> bool:
    """Tell whether any regions (comments, strings …) are known of a *text* of that *name*.

    The cells of a notebook say theirs.
    """
    return name.endswith(".ipynb") or bool(find_text_types(name, text))


def has_region_reader(name: str, text: str = "") -> bool:
    """Tell whether more regions are read of a *text* of that *name* than which lines are
    comments.
    """
    language = find_region_language(name, text)
    return name.endswith(".ipynb") or bool(
        language and (language.template or language.file_type.lexer in (*LEXERS, _LINES_ALONE))
    )


def is_page_template(name: str) -> bool:
    """Tell whether the regions of a text of that *name* are those of a page with programs of a
    template in it.
    """
    language = find_region_language(name, "")
    return bool(language and language.template and language.file_type == _PAGE)


_PAGES, _SCRIPTS = ("html", "vue", "svelte", "astro", "php"), ("script", "style")
# In front of a text of a page: a tag, or a comment. A text with a tag in quotes is a script's.
_BEHIND_TAG = re.compile(
    r"(?:</?(?!(?i:script|style|template)\b)[A-Za-z][^<>]*>|-->)"
    r"(?:[^<>\"'`]|(?<=\w)'(?=\w))*\Z"
)
# In front of one of JSX: a tag, or what braces hold. To read a large file takes long, and code
# behind `=>`, or behind the type in `a<b>`, is none.
_BEHIND_ELEMENT = re.compile(
    r"(?:(?<=[}\"'/])>|(?:</|(?<!\w)<)(?:[A-Za-z][^<>{}]*)?>|(?P<brace>\}))[^<>{}]*\Z"
)


def is_shown_text(
    name: str, text: str, offset: int, *, regions: Regions, until: float | None = None
) -> bool:
    """Tell whether *offset* lies in a text that the page in a *text* of that *name* shows, as
    between the tags of JSX: what opens a comment in code opens none there.

    Only where that is sure, as not in braces. *regions* are the text's; raises as they do.
    """
    language = find_region_language(name, text)
    near, lexer = max(0, offset - 400), language.file_type.lexer if language else ""
    if lexer in ("jsx", "javascript"):
        is_shown, kind_of_text = _is_between_elements(text, near, offset), STRING
    elif lexer == "mdx":
        is_shown, kind_of_text = not text[near:offset].rstrip().endswith("{/*"), PROSE
    else:
        # What is filled in by others may become a script, in which `//` is a comment.
        is_template = language is not None and language.template not in ("", "blade", "razor")
        is_page = lexer in _PAGES and (not is_template or name.endswith((".html", ".htm")))
        is_known = is_page and (lexer != "vue" or _is_in_element("template", text, offset))
        is_shown, kind_of_text = is_known and _is_between_tags(text, near, offset), CODE
    if not is_shown:
        return False
    start, end, kind = regions.region_around(offset, until=until)
    # A text in quotes, and a part of one with holes, has no tags around it.
    is_quoted = kind == STRING and (
        text[end - 1] == "`"
        or text[start] == text[end - 1] in "\"'"
        or text[start - 1 : start] not in (">", "}")
        or text[end : end + 1] not in ("<", "{")
    )
    is_torn = regions.unclosed_at is not None and regions.unclosed_at <= offset
    return kind == kind_of_text and not (is_quoted or is_torn)


def _is_between_elements(text: str, near: int, offset: int) -> bool:
    """Tell whether *offset* may lie in a text of JSX, by the signs around it."""
    sign = _BEHIND_ELEMENT.search(text, near, offset)
    following = re.search(r"[<>{}]", text[offset : offset + 400]) if sign else None
    return bool(sign and following and following[0] in ("<" if sign["brace"] else "<{"))


def _is_between_tags(text: str, near: int, offset: int) -> bool:
    """Tell whether *offset* lies in a text of a page if its reader takes it for no comment."""
    if not _BEHIND_TAG.search(text, near, offset):
        return False
    is_balanced = text.count("{", 0, offset) == text.count("}", 0, offset)
    return is_balanced and not any(_is_in_element(tag, text, offset) for tag in _SCRIPTS)


def _is_in_element(tag: str, text: str, offset: int) -> bool:
    return text.rfind(f"<{tag}", 0, offset) > text.rfind(f"</{tag}", 0, offset)


def open_regions(name: str, text: str, *, documented: bool = True) -> Regions:
    """Return the regions of *text* (code, comments, strings, prose), by the language of the file
    that has this *name*; they are read when asked for.

    Unless they are to be *documented*, a docstring is a string like any other: to tell it takes as
    long as all else.
    """
    line, told_by = _FIRST_LINE.match(text), split_text_name(name)[1]
    first_line = [(0, line.end(), COMMENT)] if line else []
    is_cell = told_by.startswith(_CELL)
    magic = _MAGIC_LINE.match(text) if is_cell else None
    if told_by in _KINDS_BY_CELL:  # an empty match at its end stands in it, too
        first_line = [(0, len(text) + 1, _KINDS_BY_CELL[told_by])]
    elif magic:
        first_line = [(0, magic.end(), CODE)]
    return Regions(
        text,
        first_line,
        find_region_language(name, text),
        documented=documented,
        end_closes=is_cell,
    )


def find_text_types(name: str, text: str) -> Sequence[FileType]:
    """Return the types of a text to read regions of, by its *name*, or by its first line."""
    path, told_by = split_text_name(name)
    if told_by in _KINDS_BY_CELL:
        return ()
    if told_by.startswith(_CELL):
        path, told_by = told_by, ""
    lexer, _ = _TEMPLATES_BY_NAME.get(told_by, (told_by, ""))
    if lexer and lexer not in TEMPLATES:
        return [find_type_by_lexer(lexer)]
    types = find_file_types(path)
    while not types or types[0].lexer in TEMPLATES:
        ending = _find_template_ending(path)
        if not ending:
            break
        path = path[: -len(ending)]
        types = find_file_types(path) or types
    if lexer and not types:
        types = [find_type_by_lexer(lexer)]
    if text.startswith("#!") and (not types or types[0].lexer in TEMPLATES):
        script_type = find_script_type(text)
        if script_type and (script_type.lexer or not types):
            return [script_type]
    types = choose_types_by_text(types, text)
    # All but what fills in any text is a page where its name does not say what it becomes.
    if types and types[0].lexer in TEMPLATES:
        return types if f".{types[0].endings.partition(' ')[0]}" in _FILLED_IN else [_PAGE]
    return types


def find_region_language(name: str, text: str) -> TextLanguage | None:
    """Return the language that regions of a text of that *name* are read in, if any is known."""
    types = find_text_types(name, text)
    if not types:
        return None
    path, told_by = split_text_name(name)
    _, template = _TEMPLATES_BY_NAME.get(told_by, ("", told_by))
    if template not in TEMPLATES:
        own_types = find_file_types(path)
        template = own_types[0].lexer if own_types else _FILLED_IN[_find_template_ending(path)]
        if template == "yaml" and not told_by and is_go_template_of_yaml(text):
            template = "go template"
        elif template == "html" and not told_by:
            template = find_page_template(text)
    return TextLanguage(types[0], template if template in TEMPLATES else "")


_PAGE = find_type_by_lexer("html")


def _find_template_ending(path: str) -> str:
    """Return the ending of a template, in front of which may stand that of what it becomes."""
    _, dot, ending = path.lower().rpartition(".")
    types = find_file_types(path) if dot else ()
    is_template = f".{ending}" in _FILLED_IN or (types and types[0].lexer in TEMPLATES)
    return f".{ending}" if dot and is_template else ""
