r"""Lines that a fix adds at the start or the end of a file: where they go, and whether they fit.

    // SPDX: MIT      in Python that is no comment
    import logging    a statement that makes the name it holds; in YAML it is none
    x = setup         safe only where the file says `setup` itself
    import "fmt"      Go refuses what nothing uses

What nobody can tell is unsafe.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.check.fixes.first_statements import (
    compile_statement_patterns,
    find_first_statements_end,
    holds_only_comments,
)
from phaser_lint.check.fixes.fix_edits import FixPiece, Replacement, WrittenFix, apply_edits
from phaser_lint.check.fixes.line_ends import adapt_line_ends, measure_byte_order_mark
from phaser_lint.check.fixes.new_names import MODULE, find_code_lexer, find_new_names, render_names
from phaser_lint.core.text import make_printable, replace_lone_returns, shorten_line
from phaser_lint.text.languages import FileType, ends_paragraph, list_comment_openers
from phaser_lint.text.languages.text_beginning import find_beginning_end
from phaser_lint.text.regions import KINDS, find_text_types, has_region_reader, open_regions

_WORDS = r"[\w.]+(?:[ \t]*,[ \t]*[\w.]+)*"
_AS = r"(?:[ \t]+as[ \t]+\w+)?"
_SCRIPT = (
    r"import\b[ \t]*(?:[\w*{}$, \t]+?\bfrom\b[ \t]*)?(?:'[^'\n]+'|\"[^\"\n]+\")[ \t]*;?|"
    r"(?:const|let|var)[ \t]+[\w{}, \t]+=[ \t]*require\((?:'[^'\n]+'|\"[^\"\n]+\")\)[ \t]*;?"
    r"|(?:'use [\w ]+'|\"use [\w ]+\")[ \t]*;?"
)
_JVM = r"(?:package|import)[ \t]+[\w.*{}=>, \t]+;?"
# By lexer: statements that need no name of the file, and define what they hold.
_STATEMENTS = {
    "python": (
        rf"import[ \t]+\w[\w.]*{_AS}(?:[ \t]*,[ \t]*\w[\w.]*{_AS})*"
        rf"|from[ \t]+[\w.]+[ \t]+import[ \t]+"
        rf"(?:\*|\(?[ \t]*\w+{_AS}(?:[ \t]*,[ \t]*\w+{_AS})*,?\)?)"
    ),
    **dict.fromkeys(("javascript", "jsx", "typescript"), _SCRIPT),
    "go": r"import[ \t]+(?:[\w.]+[ \t]+)?\"[^\"\n]+\"",
    "php": r"declare\([\w= ]+\);|(?:namespace|use)[ \t]+[\w\\ ,{}]+;",
    **dict.fromkeys(("java", "kotlin", "scala", "groovy"), _JVM),
    "csharp": r"(?:global[ \t]+)?using[ \t]+[\w.= ]+;|#nullable[ \t]+\w+",
    "swift": rf"(?:@\w+[ \t]+)?import[ \t]+{_WORDS}",
    "rust": r"use[ \t]+[\w:{}*, ]+;|extern crate \w+;|#!\[[\w:(), ]+\]",
    "c": r"#[ \t]*(?:include[ \t]*(?:<[^>\n]+>|\"[^\"\n]+\")|import[ \t]*[<\"].*|pragma[ \t]+once)",
    "ruby": r"require(?:_relative)?[ \t]*\(?(?:'[^'\n]+'|\"[^\"\n]+\")\)?",
    "perl": r"(?:use|no)[ \t]+[\w:.]+(?:[ \t]+(?:'[^']*'|qw[(/][^)/]*[)/]))?[ \t]*;",
    "lua": r"local[ \t]+\w+[ \t]*=[ \t]*require[ \t]*\(?(?:'[^'\n]+'|\"[^\"\n]+\")\)?",
    "r": r"library\(\w+\)",
    "julia": rf"(?:using|import)[ \t]+{_WORDS}",
    "haskell": r"import[ \t]+[\w. (),]+",
    "dart": r"import[ \t]+(?:'[^'\n]+'|\"[^\"\n]+\")(?:[ \t]+as[ \t]+\w+)?;",
    "nim": rf"import[ \t]+{_WORDS}",
    "shell": r"set[ \t]+[-+]\w+(?:[ \t]+\w+|[ \t]+[-+]o[ \t]+\w+)*",
    "protobuf": r"(?:syntax|edition)[ \t]*=[ \t]*[\"'][\w]+[\"'];|import[ \t]+\"[^\"\n]+\";",
    "scss": r"@(?:use|forward|import)[ \t]+(?:'[^'\n]+'|\"[^\"\n]+\")(?:[ \t]+as[ \t]+[\w*-]+)?;",
}
_STATEMENTS["css"] = _STATEMENTS["scss"]
# Where lines at the end cannot be one of these.
_AT_START_ONLY = ("go", "java", "kotlin", "scala", "csharp", "haskell", "dart", "css", "php")
_LIKE_IMPORT = re.compile(r"[ \t]*(?:import|from|use|using|require|package|#[ \t]*include)\b(?!\()")
_GO_IMPORT = re.compile(r"import[ \t]+(?:(?P<name>[\w.]+)[ \t]+)?\"(?P<path>[^\"\n]+)\"")
_FOREIGN = ("//", "/*", "<!--", "--", "#", ";", "%")
# What begins with a sign that opens a comment elsewhere, and is code: `#include`, `#[derive]`.
_SHARP_CODE = re.compile(r"#[ \t]*[a-zA-Z!\[]")
_WITH_SHARP_CODE = ("c", "csharp", "rust", "swift", "css", "scss", "php", "haskell")
_DATA = ("yaml", "toml", "ini", "properties", "css", "scss")
_KEY = re.compile(r"(?:[\w./-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*:(?:\s|\Z)|---(?:\s|\Z)")
_PROSE = ("markdown", "mdx", "")
_BLANKS = re.compile(r"[ \t]*")
_EMPTY_LINE = re.compile(r"[ \t]*(?:[\r\n]|\Z)")


def prepend_lines(text: str, lines: str, *, path: str) -> Replacement:
    """Return the edit by which a fix adds *lines* at the start of *text*, a file at *path*, with
    its line ends, behind what must stand first.
    """
    offset, whole = find_beginning_end(path, text), lines if lines.endswith("\n") else f"{lines}\n"
    if not holds_only_comments(path, text, lines):
        offset = find_first_statements_end(
            path, replace_lone_returns(text), start=offset, lines=lines
        )
    elif ends_paragraph(path) and not _EMPTY_LINE.match(text, offset):
        whole = whole if whole.endswith("\n\n") else f"{whole}\n"
    if offset == measure_byte_order_mark(text) or text[offset - 1] in "\r\n":
        return Replacement(offset, offset, adapt_line_ends(whole, text, offset))
    # "<?php echo 1;": what follows on that line goes on below.
    blanks = _BLANKS.match(text, offset)
    insertion_end = blanks.end() if blanks else offset
    return Replacement(offset, insertion_end, adapt_line_ends(f"\n{whole}", text, offset))


def append_lines(text: str, lines: str) -> Replacement:
    """Return the edit by which a fix adds *lines* at the end of *text*, which ends as it did."""
    offset = len(text)
    if offset == measure_byte_order_mark(text) or text.endswith(("\r", "\n")):
        lines = lines if lines.endswith("\n") else f"{lines}\n"
        return Replacement(offset, offset, adapt_line_ends(lines, text, offset))
    return Replacement(
        offset, offset, adapt_line_ends(f"\n{lines.removesuffix(chr(10))}", text, offset)
    )


def explain_unfit_lines(path: str, text: str, edit: Replacement, *, is_at_start: bool) -> str:
    """Return why lines that a fix adds, by *edit* at the start or end of *text*, may break the
    file: they are not of its language; empty: they are safe.
    """
    types, lines = find_text_types(path, text), replace_lone_returns(edit.text)
    if not types or (find_code_lexer(path, text) is None and types[0].lexer in _PROSE):
        return ""
    code_lines = list_code_lines(types[0], lines)
    if not code_lines:
        offset = edit.start + len(lines) - len(lines.lstrip())
        regions = open_regions(
            path, apply_edits(replace_lone_returns(text), [edit._replace(text=lines)])
        )
        is_read = types[0].placed != "never" and has_region_reader(path, text)
        is_comment = not is_read or regions.region_around(offset)[2] in KINDS["comments"]
        return "" if is_comment and types[0].placed != "never" else "no comment can stand there"
    statements = [line for line in code_lines if is_statement(types[0], line)]
    others = [line for line in code_lines if line not in statements]
    reason = next(filter(None, [explain_foreign_line(path, types[0], line) for line in others]), "")
    before, lexer = replace_lone_returns(text)[: edit.start], types[0].lexer
    if lexer in ("json", "xml") or (lexer == "php" and before.rfind("<?") <= before.rfind("?>")):
        reason = reason or "no such lines can stand there"
    if statements and not is_at_start:
        is_first = any(
            section.match(statements[0]) for section in compile_statement_patterns(types[0])[1]
        )
        if is_first or lexer in _AT_START_ONLY:
            reason = (
                reason
                or f"`{make_printable(shorten_line(statements[0]))}` has to stand at the start"
            )
    if not reason and lexer in _DATA:
        return explain_other_data(
            lexer, replace_lone_returns(text), code_lines, is_at_start=is_at_start
        )
    return reason or explain_missing_names(path, text, edit, statements=statements, others=others)


def explain_foreign_line(path: str, file_type: FileType, line: str) -> str:
    """Return why an added *line* is not of the language of the file at *path*; empty: it is."""
    opener = next(filter(line.startswith, _FOREIGN), "")
    is_code = file_type.lexer in _WITH_SHARP_CODE and _SHARP_CODE.match(line)
    if opener and not is_code and opener not in list_comment_openers(path):
        return f"`{opener}` opens no comment in the file"
    shown = make_printable(shorten_line(line))
    is_foreign = _LIKE_IMPORT.match(line) is not None
    return f"`{shown}` is not known to be of the file's language" if is_foreign else ""


def explain_missing_names(
    path: str, text: str, edit: Replacement, *, statements: Sequence[str], others: Sequence[str]
) -> str:
    """Return which names *others*, lines that a fix adds, use that neither *text* nor *statements*
    hold; empty: none.

    Of Go's imports: which nothing uses.
    """
    lexer, own_text = find_text_types(path, text)[0].lexer, "\n".join(statements)
    for imported in _GO_IMPORT.finditer(own_text if lexer == "go" else ""):
        name = imported["name"] or imported["path"].rpartition("/")[2]
        if name not in ("_", ".") and not re.search(rf"\b{re.escape(name)}\.", text):
            return f"nothing in the file uses `{make_printable(name)}`"
    fix = WrittenFix(edit.start, edit.end, (FixPiece("\n".join(("", *others, ""))),))
    own_text = MODULE.sub("", own_text) if lexer == "python" else own_text
    own_words = set(re.findall(r"\w+", own_text))
    names = [name for name in find_new_names([fix], path, text) if name not in own_words]
    return f"the file has no {render_names(names)}" if names else ""


def is_statement(file_type: FileType, line: str) -> bool:
    """Tell whether an added *line* is a statement that needs no name of the file: an import."""
    statement = re.match(_STATEMENTS.get(file_type.lexer, "(?!)"), line)
    gap = compile_statement_patterns(file_type)[0]
    return statement is not None and gap.fullmatch(line, statement.end()) is not None


def list_code_lines(file_type: FileType, lines: str) -> list[str]:
    """Return the added *lines* that are more than comments, from their first code on."""
    gap, offset = compile_statement_patterns(file_type)[0], 0
    code_lines = []
    while offset < len(lines):
        start = gap.match(lines, offset).end()
        end = lines.find("\n", start)
        offset = end + 1 if end >= 0 else len(lines) + 1
        code_lines += [lines[start : offset - 1].rstrip()] * (start < len(lines))
    return code_lines


def explain_other_data(lexer: str, text: str, lines: list[str], *, is_at_start: bool) -> str:
    """Return why added *lines* may be other data in *text* (YAML, CSS, TOML), or nothing."""
    own_lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    if lexer == "yaml":
        key = _KEY.match(lines[0])
        own_keys = [line for line in own_lines if not line.startswith((" ", "\t"))]
        if not key or not all(map(_KEY.match, own_keys)):
            return "it may be no key of a mapping"
        is_there = any(line.startswith(key[0].rstrip()) for line in own_keys)
        return "the file may have that key" if is_there else ""
    if lexer in ("css", "scss"):
        return "" if lines[-1].endswith(("}", ";")) else "it may be half of a rule"
    sections = [line for line in own_lines if line.lstrip().startswith("[")]
    if is_at_start and any(line.startswith("[") for line in lines):
        is_safe = not own_lines or own_lines[0] in sections
        return "" if is_safe else "keys of the file would belong to another section"
    if not is_at_start and sections and not lines[0].startswith("["):
        return "it would belong to the last section"
    return "" if lexer != "toml" or "=" in lines[0] or lines[0].startswith("[") else "it is no key"
