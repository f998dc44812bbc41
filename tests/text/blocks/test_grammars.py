"""Against tree-sitter's grammars: where the bodies of functions and classes end that others wrote.

Each name of a function or class is a header. A file that a grammar finds an error in tells nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
import regex

from phaser_lint.text.blocks import BlockHeaders, find_header_blocks
from phaser_lint.text.regions import CODE, Regions, open_regions
from tests.text.written_by_others import files_of

pack = pytest.importorskip("tree_sitter_language_pack", reason="pip install '.[grammars]'")
pytestmark = pytest.mark.slow


class Row(NamedTuple):
    """A grammar: its endings, its nodes that have a name and a body."""

    endings: str
    nodes: str
    by_lines: bool = False
    """A body ends with a line, and comments behind it belong to it."""
    wrong: tuple[str, ...] = ()
    """Patterns of headers that are told otherwise; the comment in front says why."""


GRAMMARS = {
    "python": Row(".py", "function_definition class_definition", by_lines=True),
    "typescript": Row(
        ".ts .mts",
        "function_declaration generator_function_declaration function_signature class_declaration"
        " abstract_class_declaration interface_declaration method_definition method_signature"
        " abstract_method_signature enum_declaration",
        # What a signature returns looks like a body, as does what a type is without another.
        wrong=(r"\): \{$", r"<$"),
    ),
    "go": Row(".go", "function_declaration method_declaration type_spec"),
    "java": Row(
        ".java",
        "method_declaration constructor_declaration class_declaration interface_declaration"
        " enum_declaration record_declaration annotation_type_declaration",
    ),
    "rust": Row(
        ".rs",
        "function_item function_signature_item struct_item enum_item trait_item union_item"
        " mod_item",
    ),
    "csharp": Row(
        ".cs",
        "method_declaration constructor_declaration class_declaration interface_declaration"
        " struct_declaration enum_declaration record_declaration local_function_statement"
        " namespace_declaration",
    ),
    "ruby": Row(".rb", "method singleton_method class module", by_lines=True),
    "php": Row(
        ".php",
        "function_definition method_declaration class_declaration interface_declaration"
        " trait_declaration enum_declaration",
    ),
}
_NAME = r"#?[\w$]+|::(?=\w)|\[(?=[\w.]*\])|(?<=def (?:\w+\.)?)[^\w\s]+"
# Of an arrow and of the fields of a tuple there is no brace.
_NO_BODIES = ("arrow_expression_clause", "ordered_field_declaration_list")


def bodies_of(row: Row, tree: object, content: bytes) -> dict[int, int | None] | None:
    """Return where the body ends of each name; nothing where the grammar finds an error."""
    bodies: dict[int, int | None] = {}
    nodes = [tree.root_node]  # type: ignore[attr-defined]
    place_of_byte = _places(content)
    while nodes:
        node = nodes.pop()
        if node.type == "ERROR" or node.is_missing:
            return None
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        is_wanted = node.is_named and node.type in row.nodes.split()
        if node.type == "type_spec":
            body = node.child_by_field_name("type")
            is_wanted = body.type in ("struct_type", "interface_type")
        if is_wanted and name is not None:
            has_body = body is not None and body.type not in _NO_BODIES
            bodies[place_of_byte[name.start_byte]] = (
                place_of_byte[body.end_byte] if has_body else None
            )
        nodes += reversed(node.children)
    return bodies


def _places(content: bytes) -> list[int]:
    """Return of each byte the number of its character."""
    places, place = [], -1
    for byte in content:
        place += byte & 0xC0 != 0x80
        places.append(place)
    return [*places, place + 1]


def ends_in_same_line(text: str, regions: Regions, body_end: int, block_end: int) -> bool:
    """Tell whether nothing but comments and an ``end`` lies between the two."""
    start, end = sorted((body_end, block_end))
    while start < end:
        _, region_end, kind = regions.region_around(start)
        part = text[start : min(region_end, end)]
        if kind == CODE and part.strip(" \t\r\n;") not in ("", "end"):
            return False
        start = region_end
    return True


def is_laid_out(text: str, place: int) -> bool:
    """Tell whether what stands below the line of *place* is in more than that, if it is code."""
    own = text[text.rfind("\n", 0, place) + 1 :]
    below = regex.search(r"\n([ \t]*)[^\s#]", own)
    return below is None or len(below[1]) > len(own) - len(own.lstrip(" \t"))


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_a_block_ends_where_the_body_does(grammar: str) -> None:
    row = GRAMMARS[grammar]
    files = files_of(row.endings)
    if not files:
        pytest.skip(f"no {row.endings}: PHASER_CORPUS names folders")
    parser = pack.get_parser(grammar)
    headers = BlockHeaders(inside=(regex.compile(_NAME),))
    compared, number, differing = 0, 0, []
    for path, text in files:
        content = text.encode()
        bodies = bodies_of(row, parser.parse(content), content)
        if bodies is None:
            continue
        compared += 1
        regions = open_regions(path, text)
        blocks = find_header_blocks(path, text, headers, regions=regions)
        ends = {block.header[0]: block.end for block in blocks.blocks}
        for place, body_end in bodies.items():
            number += 1
            block_end = ends.get(place)
            is_same = body_end == block_end or (
                row.by_lines
                and block_end is not None
                and (body_end is None or ends_in_same_line(text, regions, body_end, block_end))
            )
            header = text[place : text.find("\n", place)]
            if row.by_lines and not is_laid_out(text, place):
                continue
            if not is_same and not any(regex.search(wrong, header) for wrong in row.wrong):
                differing.append(
                    (path, text.count("\n", 0, place) + 1, header, body_end, block_end)
                )
    print(grammar, compared, number, len(differing))
    assert differing == []
