"""Against tree-sitter's grammars: comments and strings of files that others wrote.

A file that a grammar finds an error in tells nothing. What it does not tell apart, as text in a
macro, is left out: the nodes of a row's last column.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from phaser_lint.text.regions import CODE, open_regions
from phaser_lint.text.regions.scanner_actions import COMMENT, DOC_COMMENT
from phaser_lint.text.regions.template import find_page_template
from tests.text.written_by_others import files_of

pack = pytest.importorskip("tree_sitter_language_pack", reason="pip install '.[grammars]'")
pytestmark = pytest.mark.slow

OPEN, TEXT, ANY = b".s?"
REMARK = b"c"[0]


class Row(NamedTuple):
    """A grammar: its endings, and its nodes that are comments, strings, holes, or not known."""

    endings: str
    comments: str
    strings: str = ""
    holes: str = ""
    unknown: str = ""
    wrong: tuple[str, ...] = ()
    """Patterns of what the grammar reads wrongly; the comment in front says why."""


GRAMMARS = {
    "c": Row(".c", "comment", "string_literal char_literal", unknown="preproc_arg"),
    "cpp": Row(
        ".cpp .cc .hpp", "comment", "string_literal char_literal raw_string_literal",
        unknown="preproc_arg raw_string_delimiter",
    ),
    "objc": Row(".m", "comment", "string_literal char_literal", unknown="preproc_arg"),
    "java": Row(".java", "line_comment block_comment", "string_literal character_literal"),
    "go": Row(
        ".go", "comment", "interpreted_string_literal raw_string_literal rune_literal"
    ),
    "rust": Row(
        ".rs", "line_comment block_comment", "string_literal raw_string_literal char_literal"
    ),
    "kotlin": Row(
        ".kt .kts", "line_comment multiline_comment",
        "string_literal character_literal multiline_string_literal",
        "interpolated_expression interpolated_identifier ${ $ }",
    ),
    "scala": Row(
        ".scala", "comment block_comment",
        "string interpolated_string_expression character_literal", "interpolation",
    ),
    "dart": Row(
        ".dart", "comment documentation_comment", "string_literal", "template_substitution"
    ),
    "csharp": Row(
        ".cs", "comment",
        "string_literal verbatim_string_literal raw_string_literal interpolated_string_expression"
        " character_literal",
        "interpolation",
        unknown="interpolation_format_clause preproc_arg",
        # Behind `{{` it takes no brace for that of a hole.
        wrong=(r"\{\{\{.*",),
    ),
    "swift": Row(
        ".swift", "comment multiline_comment",
        "line_string_literal multi_line_string_literal raw_string_literal regex_literal",
        r"interpolated_expression \( raw_str_interpolation",
        unknown="diagnostic",
    ),
    "javascript": Row(
        ".js .mjs .jsx", "comment html_comment", "string template_string regex jsx_text",
        "template_substitution",
    ),
    "typescript": Row(
        ".ts .mts", "comment", "string template_string regex template_literal_type",
        "template_substitution template_type",
    ),
    "tsx": Row(
        ".tsx", "comment", "string template_string regex jsx_text template_literal_type",
        "template_substitution template_type", unknown="html_character_reference",
    ),
    "php": Row(
        ".php", "comment", "string encapsed_string nowdoc_body heredoc_body heredoc_end",
        "variable_name subscript_expression member_access_expression dynamic_variable_name { }"
        " member_call_expression nullsafe_member_call_expression scoped_call_expression"
        " nullsafe_member_access_expression",
        # The page around the program is text to it.
        unknown="shell_command_expression heredoc_start text",
    ),
    "ruby": Row(
        ".rb", "comment",
        "string string_array symbol_array regex subshell delimited_symbol heredoc_body character",
        "interpolation", unknown="uninterpreted __END__",
    ),
    "lua": Row(".lua", "comment", "string"),
    "r": Row(".r .R", "comment", "string"),
    "julia": Row(
        ".jl", "line_comment block_comment",
        "string_literal prefixed_string_literal command_literal character_literal"
        " prefixed_command_literal",
        "string_interpolation",
        # In a text over lines a hole in quotes is text.
        wrong=(r'"\$\(\w+\)"',),
    ),
    "elixir": Row(
        ".ex .exs", "comment", "string charlist sigil quoted_atom", "interpolation",
        unknown="quoted_keyword",
        # What a page runs is text to it.
        wrong=(r'~[HFLE](?:"""(?:.|\n)*?"""|"[^"]*"|\([^)]*\))',),
    ),
    # It takes `content:"/* "` for the beginning of a comment.
    "css": Row(".css", "comment", "string_value", wrong=(r'"/\*(?:.|\n)*?\*/"',)),
    "yaml": Row(".yml .yaml", "comment"),
    # It takes any number of quotes in a text over lines.
    "toml": Row(".toml", "comment", wrong=(r"'{12,}.*",)),
    "xml": Row(".xml .svg", "Comment"),
    "html": Row(".html .htm", "comment", unknown="raw_text"),
    "ini": Row(".ini", "comment"),
    "properties": Row(".properties", "comment"),
    "hcl": Row(
        ".tf .hcl", "comment", "string_lit quoted_template heredoc_template",
        "template_interpolation template_directive", unknown="heredoc_identifier heredoc_start",
    ),
    "graphql": Row(".graphql .gql", "comment", "string_value"),
    "proto": Row(".proto", "comment", "string", unknown="syntax reserved"),
    "json": Row(".json .jsonc", "comment"),
    "scss": Row(".scss", "comment js_comment", "string_value"),
    "haskell": Row(
        ".hs", "comment haddock", "string char quasiquote", unknown="cpp pragma import_package",
        # A first comment loses its opener; a range of characters is one character; a Haddock
        # comment is none behind a pragma.
        wrong=(r"\A\{-", r"'\\\S+'[:.,]+'"),
    ),
    "groovy": Row(
        ".groovy .gradle", "line_comment block_comment", "string", unknown="string",
        # It knows no text over lines.
        wrong=(r"'''(?:.|\n)*?(?:'''|\Z)", r'"""(?:.|\n)*?(?:"""|\Z)'),
    ),
    "bash": Row(
        ".sh .bash", "comment",
        "string raw_string ansi_c_string translated_string heredoc_body heredoc_end",
        "simple_expansion expansion command_substitution arithmetic_expansion process_substitution",
        # The text in `"${a:-text}"` is code to it.
        wrong=(r"\$\{(?:[^{}\n]|\$\{[^{}\n]*\})*\}",),
    ),
    "perl": Row(
        ".pm .pl .t", "comment pod data_section",
        "string_literal interpolated_string_literal quoted_word_list match_regexp"
        " substitution_regexp transliteration_expression quoted_regexp command_string"
        " heredoc_content heredoc_end",
        "scalar array array_element_expression hash_element_expression arraylen",
        # In `@$a[1]` and `$$a[1]` a sign is text. Of two subscripts in a row the second one is
        # text, as is one in what replaces a pattern; in a pattern `$]` and `$%` are variables. Of
        # two heredocs that begin in a line the first one has no names (`$xs_subname`). In one file
        # a subscript is text that is none elsewhere (`$copy[0]`).
        wrong=(
            r"\$\w+(?:(?:->)?\[-?\w+\])*(?:\{'?[\w$]+'?\}|(?<=\])\[-?\w+\])+",
            r"\$[\]%]", r"[@$]\$\w+\[.*?\]", r"^\$xs_subname", r"\$copy\[0\]",
        ),
    ),
    "powershell": Row(
        ".ps1 .psm1", "comment",
        "expandable_string_literal verbatim_string_characters verbatim_here_string_characters"
        " expandable_here_string_literal",
        "variable sub_expression",
        # What a clause of `switch` names has no node for a string; a `#` in a here-string is a
        # comment.
        unknown="switch_clause_condition",
        wrong=(r'@"[ \t]*\n(?:.*\n)*?"@',),
    ),
    # Strings are of many nodes, some without a name of their own.
    "sql": Row(".sql", "comment marginalia", unknown="literal", wrong=(r"'[^'\n]*'",)),
    # A comment behind a value is a part of it.
    "make": Row(".mk Makefile GNUmakefile", "comment", unknown="shell_text text raw_text"),
    "dockerfile": Row("Dockerfile", "comment"),
    "vue": Row(".vue", "comment", unknown="raw_text"),
    "svelte": Row(".svelte", "comment", unknown="raw_text"),
    "astro": Row(
        ".astro", "comment", unknown="raw_text frontmatter_js_block",
        # A comment in an expression is text to it.
        wrong=(r"\{\s*/\*(?:.|\n)*?\*/",),
    ),
}  # fmt: skip


def told_by_grammar(row: Row, tree: object, content: bytes) -> bytearray | None:
    """Return a sign for each byte; nothing where the grammar finds an error."""
    marks, nodes = bytearray([OPEN]) * len(content), [tree.root_node]  # type: ignore[attr-defined]
    signs = {
        **dict.fromkeys(row.comments.split(), REMARK),
        **dict.fromkeys(row.strings.split(), TEXT),
        **dict.fromkeys(row.holes.split(), OPEN),
        **dict.fromkeys(row.unknown.split(), ANY),
    }
    while nodes:
        node = nodes.pop()
        if node.type == "ERROR" or node.is_missing:
            return None
        # TypeScript's word for the type of a string is called as the string is.
        sign = None if node.type == "string" and not node.is_named else signs.get(node.type)
        before = node.prev_sibling
        is_hole_end = node.type == ")" and before and before.type == "interpolated_expression"
        if sign is not None or is_hole_end:
            start, end = node.start_byte, node.end_byte
            marks[start:end] = bytes([OPEN if sign is None else sign]) * (end - start)
        nodes += reversed(node.children)
    for wrong in row.wrong:
        for match in re.finditer(wrong.encode(), content, re.MULTILINE):
            marks[match.start() : match.end()] = bytes([ANY]) * len(match[0])
    return marks


def told_by_regions(path: str, text: str) -> bytearray:
    regions, marks, place = open_regions(path, text), bytearray(), 0
    while place < len(text):
        start, end, kind = regions.region_around(place)
        sign = OPEN if kind == CODE else REMARK if kind in (COMMENT, DOC_COMMENT) else TEXT
        marks += bytes([sign]) * len(text[start:end].encode())
        place = end
    return marks


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_grammars_find_the_same_comments_and_strings(grammar: str) -> None:
    row = GRAMMARS[grammar]
    files = files_of(row.endings)
    if not files:
        pytest.skip(f"no {row.endings}: PHASER_CORPUS names folders")
    parser = pack.get_parser(grammar)
    compared, differing = 0, []
    for path, text in files:
        if grammar == "html" and find_page_template(text):  # it knows no template
            continue
        content = text.encode()
        expected = told_by_grammar(row, parser.parse(content), content)
        if expected is None:
            continue
        compared += 1
        marks = zip(expected, told_by_regions(path, text), content, strict=True)
        places = [
            place
            for place, (expected_sign, sign_of_region, byte) in enumerate(marks)
            if expected_sign not in (sign_of_region, ANY) and byte not in b" \t\r\n"
        ]
        if places:
            excerpt = content[max(0, places[0] - 50) : places[0] + 50].decode("utf-8", "replace")
            differing.append((path, len(places), excerpt))
    print(grammar, compared, len(differing))
    assert differing == []


SHELL_LINES = [
    "a # b", "a;# b", "a '# b' # c", 'a "# b" # c', r"a \# b # c", "echo $# # x", "echo ${a#b} # x",
    "echo ${#a}", "(a)# b", "a & # b", "a|b # c", "x=$(a # b)", "a `b` # c", 'a "$(b "#c")" # d',
    r"a 'it'\''s' # b", "[ $# -eq 0 ] # x", r'echo "a\" # b" # c',
]  # fmt: skip


@pytest.mark.parametrize("line", SHELL_LINES)
@pytest.mark.parametrize("instruction", ["RUN", "CMD", "HEALTHCHECK CMD"])
def test_a_command_of_a_dockerfile_has_the_comments_of_its_shell(
    instruction: str, line: str
) -> None:
    content, text = line.encode(), f"{instruction} {line}"
    expected: list[str] = []
    nodes = [pack.get_parser("bash").parse(content).root_node]
    while nodes:
        node = nodes.pop()
        if node.type == "comment":
            expected.append(content[node.start_byte : node.end_byte].decode())
        nodes += node.children
    regions, comments, offset = open_regions("Dockerfile", text), list[str](), 0
    while offset < len(text):
        start, end, kind = regions.region_around(offset)
        comments += [text[start:end]] if kind == COMMENT else []
        offset = max(end, offset + 1)
    assert comments == expected
