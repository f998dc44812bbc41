r"""Where in a file a comment would be none: in a text in quotes, a heredoc, Markdown's code, a tag.

    x = '''        a comment at the end of this line is a part of the text
    run: |         and so is one below this one
    <img           and one here

Told in one pass, by patterns for the language that a file's name stands for: as far as is needed to
know where a quote that goes on over lines begins. One that is never closed goes on to the end.
"""

from __future__ import annotations

import regex

from phaser_lint.files.front_matter import front_matter_end
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Region(Record):
    """A part of a text in one language: that of files with this ``ending``."""

    start: int
    end: int
    ending: str


class Span(Record):
    """What is closed to comments; a comment in a block is so to those that have a closer."""

    start: int
    end: int
    is_comment: bool

    def holds(self, offset: int, *, has_closer: bool) -> bool:
        """Tell whether a comment at *offset* would be none, or would end this one."""
        return self.start < offset < self.end and (has_closer or not self.is_comment)


# What is called "no" holds no comment, "block" none with a closer; the rest hides quotes.
_LINE = r'"(?:[^"\\\n]|\\.)*+"?+|\'(?:[^\'\\\n]|\\.)*+\'?+'
_TRIPLE = r'(?P<no>"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z))'
_TRIPLES = rf"{_TRIPLE}|(?P<no>'''(?:[^'\\]|\\.|'(?!''))*+(?:'''|\Z))"
_DOUBLE = r'(?P<no>"(?:[^"\\]|\\.)*+(?:"|\Z))'
_SINGLE = r"(?P<no>'(?:[^'\\]|\\.)*+(?:'|\Z))"
_RAW_SINGLE = r"(?P<no>'[^']*+(?:'|\Z))"
_HEREDOC = (
    r"(?P<no>(?<!<)<<[-~<]?+(?:[ \t]*+(?P<quote>[\"'])|\\?+)(?P<word>[A-Za-z_]\w*+)"
    r"[^\n]*+\n(?:(?![ \t]*+(?P=word)\b)[^\n]*+\n)*+[^\n]*+(?:\n|\Z))"
)
_SLASHES, _SHARP = r"//[^\n]*+", r"#[^\n]*+"
_BLOCK = r"(?P<block>/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z))"
_HASH = r"(?:^|(?<=[\s;&|()]))#[^\n]*+"
_TEMPLATE = (
    r"(?:(?(DEFINE)(?P<hole>\{(?:[^{}`'\"]|(?&tick)|(?&hole)"
    r"|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')*+\}))"
    r"(?P<no>(?P<tick>`(?:[^`\\$]|\\.|\$(?!\{)|\$(?&hole))*+(?:`|\Z))))"
)
# After an operator a slash opens a pattern, in which quotes open nothing.
_SEARCH = r"(?<=[(,=:\[!&|?{};\n] ?)/(?![*/])(?:[^\\/\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++/"
_PAGE_COMMENT = r"(?P<block><!--.*?(?:-->|\Z))"
_YAML_BLOCK = r"[|>][-+0-9]*+[ \t]*+(?:#[^\n]*+)?+\n"
_YAML = (
    rf"(?P<no>^(?P<in>[ ]*+)(?P<dash>- +)?+[^\s#\-][^\n]*?: +(?:[!&]\S+ +)*+{_YAML_BLOCK}"
    r"(?:(?P=in)(?(dash)  )[ ]++[^\n]*+(?:\n|\Z)|[ \t]*+\n)*+)"
    rf"|(?P<no>^(?P<by>[ ]*+)- +{_YAML_BLOCK}(?:(?P=by)[ ]++[^\n]*+(?:\n|\Z)|[ \t]*+\n)*+)"
    rf"|{_HASH}|(?<=[\[{{,:\-] |[\[{{,]|^ *)(?:(?P<no>'(?:[^']|'')*+(?:'|\Z))|{_DOUBLE})"
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

SCRIPT = rf"{_SLASHES}|{_BLOCK}|{_SEARCH}|{_TEMPLATE}|{_LINE}"
"""What hides quotes and brackets in JavaScript."""
_FAMILIES: tuple[tuple[str, str], ...] = (
    ("py pyi pyx pxd pyw py3 bzl bazel star sage smk mojo", rf"{_SHARP}|{_TRIPLES}|{_LINE}"),
    ("sconstruct sconscript snakefile tiltfile", rf"{_SHARP}|{_TRIPLES}|{_LINE}"),
    ("toml ex exs coffee cson gd nim nims jl graphql gql", rf"{_SHARP}|{_TRIPLES}|{_LINE}"),
    (
        "sh bash zsh ksh bats ebuild eclass bashrc zshrc profile fish",
        rf"\\.|{_HASH}|{_HEREDOC}|{_RAW_SINGLE}|{_DOUBLE}",
    ),
    (
        "rb rake gemspec ru gemfile rakefile vagrantfile brewfile podfile fastfile cr",
        rf"(?P<no>^=begin\b.*?(?:^=end\b|\Z))|{_HASH}|{_HEREDOC}|{_SINGLE}|{_DOUBLE}",
    ),
    (
        "pl pm t psgi r raku",
        rf"(?P<no>^=[a-z]\w*+\b.*?(?:^=cut\b|\Z))|{_HASH}|{_HEREDOC}|{_SINGLE}|{_DOUBLE}",
    ),
    ("tf tfvars tofu hcl nomad", rf"{_HASH}|{_SLASHES}|{_BLOCK}|{_HEREDOC}|{_LINE}"),
    ("php", rf"{_SHARP}|{_SLASHES}|{_BLOCK}|{_HEREDOC}|{_SINGLE}|{_DOUBLE}"),
    ("js mjs cjs ts mts cts go", SCRIPT),
    (
        "rs",
        r'(?P<no>\bb?r(?P<hash>#*+)"(?:[^"]|"(?!(?P=hash)))*+(?:"(?P=hash)|\Z))'
        rf"|{_SLASHES}|{_BLOCK}|'(?:[^'\\\n]|\\[^\n]+?)'|{_DOUBLE}",
    ),
    (
        "c h cc cpp cxx hpp hh hxx c++ h++ ino m mm",
        r'(?P<no>R"(?P<mark>[^()\\\s]*+)\((?:[^)]|\)(?!(?P=mark)"))*+(?:\)(?P=mark)"|\Z))'
        rf"|{_SLASHES}|{_BLOCK}|{_LINE}",
    ),
    ("cs", rf'(?P<no>@"(?:[^"]|"")*+(?:"|\Z))|{_SLASHES}|{_BLOCK}|{_TRIPLE}|{_LINE}'),
    (
        "java kt kts scala swift groovy gradle jenkinsfile dart proto zig thrift d",
        rf"{_SLASHES}|{_BLOCK}|{_TRIPLES}|{_LINE}",
    ),
    ("css scss less jsonc json5 code-workspace sol prisma", rf"{_SLASHES}|{_BLOCK}|{_LINE}"),
    (
        "lua luau",
        r"(?P<block>--\[(?P<one>=*+)\[.*?(?:\](?P=one)\]|\Z))|--[^\n]*+"
        rf"|(?P<no>\[(?P<two>=*+)\[.*?(?:\](?P=two)\]|\Z))|{_LINE}",
    ),
    (
        "sql psql ddl pls pks pkb",
        rf"--[^\n]*+|{_BLOCK}|(?P<no>(?P<tag>\$\w*+\$).*?(?:(?P=tag)|\Z))"
        rf"|{_RAW_SINGLE}|{_DOUBLE}",
    ),
    ("yml yaml", _YAML),
    ("md markdown mkd", _MARKDOWN),
    ("xml xsl xslt xsd svg plist csproj vbproj fsproj props targets xaml axaml pom", _PAGE),
    ("resx nuspec vcxproj wsdl html htm xhtml vue svelte", _PAGE),
)

# What takes longer is nothing that anybody wrote, and is offered no comment.
SECONDS = 0.1
FLAGS = regex.MULTILINE | regex.DOTALL
_PAGES = ("html", "htm", "xhtml", "vue", "svelte")
_EMBEDDED = regex.compile(
    r"<(?P<tag>script|style)\b(?P<how>[^>]*+)>(?P<inner>.*?)(?:</(?P=tag)|\Z)"
    r"|(?P<strange><template[^>]*\blang=.*?(?:</template>|\Z))",
    FLAGS | regex.IGNORECASE,
)
_PHP = regex.compile(r"<\?(?:php\b|=)?(?P<inner>.*?)(?:\?>|\Z)", FLAGS | regex.IGNORECASE)


def region_at(path: str, text: str, offset: int) -> Region | None:
    """Return the part of a file's *text* that *offset* stands in; ``None`` if nobody knows.

    A page has script and style inside, PHP is inside of a page, and front matter is none's part.
    """
    ending = _ending(path)
    whole = Region(front_matter_end(path, text), len(text), ending)
    if offset < whole.start:
        return None
    if ending in ("php", "phtml") and not path.lower().endswith(".blade.php"):
        found = _inside(_PHP, text, offset)
        return _of(found, "php") if found else whole._replace(ending="html")
    if ending in _PAGES:
        found = _inside(_EMBEDDED, text, offset)
        if found is None:
            return whole
        if found["strange"] is not None or "json" in found["how"]:
            return None
        return _of(found, "js" if found["tag"].lower() == "script" else "css")
    return whole


def _inside(pattern: regex.Pattern[str], text: str, offset: int) -> Any:
    for found in pattern.finditer(text):
        start, end = found.span("inner") if found["inner"] is not None else found.span()
        if start <= offset <= end and offset > found.start():
            return found
    return None


def _of(found: Any, ending: str) -> Region:
    start, end = found.span("inner")
    return Region(start, end, ending)


def closed_spans(region: Region, text: str) -> Iterator[Span]:
    """Yield what is closed to comments in a *region* of *text*, in order."""
    written = [pattern for endings, pattern in _FAMILIES if region.ending in endings.split()]
    pattern = regex.compile(written[0] if written else "(?!)", FLAGS)
    try:
        for found in pattern.finditer(text, region.start, region.end, timeout=SECONDS):
            named = found.lastgroup and found.groupdict()
            if named and (named.get("no") is not None or named.get("block") is not None):
                yield Span(found.start(), found.end(), is_comment=named.get("no") is None)
    except TimeoutError:  # "`${" five thousand times
        yield Span(region.start, len(text) + 1, is_comment=False)


def _ending(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2].lower()
