"""Against ``ast`` and tree-sitter's grammars: the imports of files that others wrote."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.text.imports import find_imports
from tests.text.written_by_others import files_of, parsed, python_library

if TYPE_CHECKING:
    from collections.abc import Iterator


def by_tree(tree: ast.Module) -> list[tuple[str, tuple[str, ...], range]]:
    """Return the imports: the module of each, its names, and the lines that it may stand in."""
    imports = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports += [(name.name, (), range(name.lineno, name.lineno + 1)) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            imports.append((module, tuple(name.name for name in node.names), lines))
    return sorted(imports, key=lambda alias: (*alias[:2], alias[2].start))


def compare(number: int, seed: int) -> int:
    """Return how many imports were compared; raises where a file's differ."""
    compared = 0
    for path in python_library(number, seed):
        text_and_tree = parsed(path)
        if text_and_tree is None:
            continue
        text, tree = text_and_tree
        expected = by_tree(tree)
        imports_found = sorted(
            (imported.module, imported.names, text.count("\n", 0, imported.start) + 1)
            for imported in find_imports("a.py", text)
        )
        assert [import_found[:2] for import_found in imports_found] == [
            import_expected[:2] for import_expected in expected
        ], path
        pairs = zip(imports_found, expected, strict=True)
        assert [
            import_found
            for import_found, import_expected in pairs
            if import_found[2] not in import_expected[2]
        ] == [], path
        compared += len(expected)
    return compared


@pytest.mark.slow
def test_readers_agree_on_some_files() -> None:
    assert compare(20, seed=4) > 60


@pytest.mark.slow
@pytest.mark.parametrize("seed", [5, 6])
def test_readers_agree_on_thousands_of_files(seed: int) -> None:
    assert compare(2_500, seed=seed) > 5_000


def lines_of_types(tree: ast.Module) -> set[int]:
    """Return the lines of imports that only a type checker reads, by the tree."""
    lines = set()
    for node in ast.walk(tree):
        test = node.test if isinstance(node, ast.If) else None
        name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
        if isinstance(node, ast.If) and name == "TYPE_CHECKING":
            inner_nodes = (inner for statement in node.body for inner in ast.walk(statement))
            lines |= {
                inner.lineno
                for inner in inner_nodes
                if isinstance(inner, (ast.Import, ast.ImportFrom))
            }
    return lines


def compare_types(number: int, seed: int) -> int:
    """Return how many imports of types were compared; raises where a file's differ."""
    compared = 0
    for path in python_library(number, seed):
        text_and_tree = parsed(path)
        if text_and_tree is None or "TYPE_CHECKING" not in text_and_tree[0]:
            continue
        text, tree = text_and_tree
        expected = lines_of_types(tree)
        found_lines = {
            text.count("\n", 0, imported.start) + 1
            for imported in find_imports("a.py", text, tells_types=True)
            if imported.is_of_types
        }
        assert found_lines == expected, path
        compared += len(expected)
    return compared


@pytest.mark.slow
def test_what_only_a_type_checker_reads() -> None:
    assert compare_types(1_500, seed=7) > 20


def by_grammar(content: bytes, node: Any) -> Iterator[tuple[int, str]]:
    """Yield where the module of each import stands, in bytes, and the module."""
    nodes = [node]
    while nodes:
        node = nodes.pop()
        nodes += node.children
        module_node = _module_of(content, node)
        if module_node is not None and module_node.type in _PLAIN:
            module = content[module_node.start_byte + 1 : module_node.end_byte - 1]
            if module and not any(escape in module for escape in (b"\\", b"${", b"\n")):
                yield module_node.start_byte + 1, module.decode()


_PLAIN = ("string", "template_string", "interpreted_string_literal", "raw_string_literal")
_STATEMENTS = ("import_statement", "export_statement", "import_require_clause")


def _module_of(content: bytes, node: Any) -> Any:
    if node.type in _STATEMENTS:
        return node.child_by_field_name("source")
    if node.type == "import_spec":
        return node.child_by_field_name("path")
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    if function is None:
        return None
    called = content[function.start_byte : function.end_byte]
    argument_list = node.child_by_field_name("arguments")
    if called not in (b"import", b"require") or argument_list is None:
        return None
    return next(
        (argument for argument in argument_list.named_children if argument.type != "comment"), None
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grammar", "endings"),
    [
        ("javascript", ".js .mjs .cjs .jsx"),
        ("typescript", ".ts .mts"),
        ("tsx", ".tsx"),
        ("go", ".go"),
    ],
)  # fmt: skip
def test_grammars_read_the_same_imports(grammar: str, endings: str) -> None:
    """What ``import()`` and ``require()`` are given is read where it is written out."""
    pack = pytest.importorskip("tree_sitter_language_pack", reason="pip install '.[grammars]'")
    files = files_of(endings)
    if not files:
        pytest.skip(f"no {endings}: PHASER_CORPUS names folders")
    parser, compared = pack.get_parser(grammar), 0
    for path, text in files:
        content = text.encode()
        tree = parser.parse(content)
        if tree.root_node.has_error:
            continue
        offsets_and_modules = {
            (len(text[: imported.start].encode()), imported.module)
            for imported in find_imports(path, text)
        }
        assert offsets_and_modules == {*by_grammar(content, tree.root_node)}, path
        compared += len(offsets_and_modules)
    if not compared:
        pytest.skip(f"no {endings} with an import: PHASER_CORPUS names folders")


@pytest.mark.slow
@pytest.mark.parametrize(("grammar", "ending"), [("java", ".java"), ("kotlin", ".kt")])
def test_a_module_is_what_stands_in_the_node_of_an_import(grammar: str, ending: str) -> None:
    """A module is what stands in an import's node, from its name on."""
    pack = pytest.importorskip("tree_sitter_language_pack", reason="pip install '.[grammars]'")
    files = files_of(ending)
    if not files:
        pytest.skip(f"no {ending}: PHASER_CORPUS names folders")
    parser, compared = pack.get_parser(grammar), 0
    for path, text in files:
        content = text.encode()
        tree = parser.parse(content)
        if tree.root_node.has_error:
            continue
        expected, nodes = set(), [tree.root_node]
        while nodes:
            node = nodes.pop()
            nodes += node.children
            if node.type in ("import_declaration", "import_header", "import"):
                if not node.is_named:
                    continue
                # Kotlin's node goes on to what follows the last of them.
                line = content[node.start_byte : node.end_byte].decode().partition("\n")[0]
                name = re.sub(r"^import +(static +)?| as .*|/[/*].*|[;` ]", "", line)
                expected.add(name)
        module_names = {imported.module for imported in find_imports(path, text)}
        assert module_names == expected, path
        compared += len(module_names)
    if not compared:
        pytest.skip(f"no {ending} with an import: PHASER_CORPUS names folders")
