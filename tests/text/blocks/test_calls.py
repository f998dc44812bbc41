"""Which brace opens the block of a header that ends in an open call, by language.

``«`` and ``»`` stand around the block. A header is `H(`, or `H` where no bracket follows.
"""

from __future__ import annotations

import pytest
import regex

from phaser_lint.text.blocks import BlockHeaders, blocks_of
from phaser_lint.text.regions import regions_of

HEADER = regex.compile(r'\bH\(?(?:"x"\)\()?')

FUNCTIONS = [
    ("a.js", "H('x', { timeout: 500 }, () => «{ expect(1); }»);\n"),
    ("a.ts", "H('x', { tag: '@fast' }, async ({ page }) => «{\n  a\n}»);\n"),
    ("a.tsx", "H('x', { a: 1 }, function () «{ a }»);\n"),
    ("a.ts", "H('x', { a: 1 }, function named(): Promise<void> «{ a }»);\n"),
    ("a.ts", "H('x', { a: 1 }, async ({ page }): Promise<{ a: 1 }> => «{ a }»);\n"),
    ("a.ts", "H('x', (): { a: 1 } => «{ a }»);\n"),
    ("a.js", "H('x', { a: 1 }, // => function,\n  () => // c\n  «{ a }»);\n"),
    ("a.js", "H(a => a.b, { a: 1 }, () => «{ a }»);\n"),
    ("a.js", "H('x', () => «{ a }», { a: 1 });\n"),
    ("a.js", "const x = H({ a }) => «{ b }»;\n"),
    ("a.ts", "const x = H({ a }: P): T => «{ b }»;\n"),
    ("a.js", "H({ a }) «{ b }»\n"),
    ("a.ts", "function H({ a }: { a: 1 }): Promise<void> «{ b }»\n"),
    ("a.js", "if H(a.some((b) => { return b; })) «{ c }»\n"),
    ("a.js", "if H(a.some((b) => { return b; }) && { c }) «{ d }»\n"),
    ("a.js", "for H(const { a } of b) «{ d }»\n"),
    ("a.vue", "<script>H('x', { a: 1 }, () => «{ a }»)</script>\n"),
    ("a.kt", 'H("x", mapOf(1 to 2)) «{ a }»\n'),
    ("a.kt", 'H("x", list.map { it }) «{ a }»\n'),
    ("a.kt", 'H("x", list.map { it }, «{ a }»)\n'),
    ("a.kt", "H(«{ a }», { b })\n"),
    ("a.kt", "fun H(a: () -> Unit = {}) «{ b }»\n"),
    ("a.kt", "fun H(a: () -> Unit = {}): T? «{ b }»\n"),
    ("a.kt", 'H("x", object : A { b }, fun(c: D): E «{ f }»)\n'),
    ("a.swift", 'H("x", list.map { $0 }) «{ a }»\n'),
    ("a.swift", 'H("x", list.map { $0 }, body: «{ a }»)\n'),
    ("a.swift", "func H(a: () -> Void = { }) throws -> T «{ a }»\n"),
    ("a.go", '\tt.H("x", T{1}, func(t *testing.T) «{ a }»)\n'),
    ("a.go", '\tt.H("x", []func(){f}, func() (int, error) «{ a }»)\n'),
    ("a.go", '\tt.H("x", struct{ a int }{1}, func() map[string]int «{ a }»)\n'),
    ("a.go", '\tif !t.H("x", T{1}, func() «{ a }») {\n\tb\n}\n'),
    ("a.go", "func H(a interface{}) «{ b }»\n"),
    ("a.go", "func H(a interface{}) error «{ b }»\n"),
    ("a.go", "func H(a interface{}) (int, error) «{ b }»\n"),
    ("a.rs", "H(S { a: 1 }, || «{ b }»);\n"),
    ("a.rs", "H(S { a: 1 }, move |a: (u8, u8)| -> T «{ b }»);\n"),
    ("a.rs", "H(|S { a }| «{ b }»);\n"),
    ("a.rs", "H(S { a: 1 }, async move «{ b }»);\n"),
    ("a.rs", "fn H(S { a }: S) -> T «{ b }»\n"),
    ("a.php", "<?php H('x', new class { }, function () use ($a): int «{ b }»);\n"),
    ("a.php", "<?php H('x', match ($a) { 1 => 2 }, function () «{ b }»);\n"),
    ("a.java", "H(new int[] {1}, () -> «{ a }»);\n"),
    ("a.java", "H(new int[] {1}, new Runnable() «{ a }»);\n"),
    ("a.java", "for H(int a : new int[] {1}) «{ a }»\n"),
    ("a.cs", "H(new T { A = 1 }, () => «{ a }»);\n"),
    ("a.cs", "H(new T() { A = 1 }, async b => «{ a }»);\n"),
    ("a.cs", "H(new T { A = 1 }, delegate (int a) «{ a }»);\n"),
    ("a.cs", "if H(a is { B: 1 }) «{ c }»\n"),
    ("a.dart", "H('x', {'a': 1}, () async «{ a }»);\n"),
    ("a.dart", "H('x', tags: {'a'}, (t) «{ a }»);\n"),
    ("a.dart", "void H({required int a}) «{ b }»\n"),
    ("a.dart", "void H({required int a}) async «{ b }»\n"),
    ("a.scala", 'H("x", new T { a }, () => «{ b }»)\n'),
    ("a.scala", 'H("x")(new T { a }) «{ b }»\n'),
    ("a.scala", "H(new T { a }) «{ b }»\n"),
    ("a.groovy", "H('x', a.collect { it }, «{ b }»)\n"),
    ("a.groovy", "H(a.collect { it }) «{ b }»\n"),
    ("a.cpp", "H(T{1}, [&](int a) «{ b }»);\n"),
    ("a.cpp", "H({1, 2}, [=]() mutable -> int «{ b }»);\n"),
    ("a.cpp", "void H(T a = {}) const «{ b }»\n"),
    ("a.m", "H(@{ a: b }, ^(id a) «{ c }»);\n"),
    ("a.pl", "H({ a => 1 }, sub «{ b }»);\n"),
    ("a.pl", "for my $a H(@{$b}) «{ c }»\n"),
    ("a.pl", "H(a => { b => 1 }, sub ($c) «{ d }»);\n"),
    ("a.ps1", "It H -TestCases @{ a = 1 } «{ b }»\n"),
    ("a.ps1", "$a.H(@{ a = 1 }, «{ b }»)\n"),
    ("a.r", 'H("x", «{ b }»)\n'),
    ("a.r", "H(«{ a }», error = function(e) { b })\n"),
    ("a.r", "H(a = { 1 }) «{ b }»\n"),
    ("a.graphql", "query H($a: T = { b: 1 }) «{ c }»\n"),
    ("a.zig", "H(.{ .a = 1 }, struct «{ a }»);\n"),
]  # fmt: skip
WITHOUT_FUNCTION = [
    ("a.js", "H(«{ a: 1, b() { c } }»);\n"),
    ("a.js", "H(name, «{ a: 1 }»);\n"),
    ("a.js", "H('x => function', «{ a: 1 }», b);\n"),
    ("a.ts", "x ? H(«{ a: 1 }») : { b: 2 };\n"),
    ("a.js", "f(H(n, «{ a }»), { b });\n"),
    ("a.js", "f(\n  H(n, «{ a }»),\n  { b }\n);\n"),
    ("a.go", "\ta := H(T«{1}»)\n"),
    ("a.cs", "H(new T «{ A = 1 }»);\n"),
]  # fmt: skip
WITHOUT_BRACES = [
    ("a.js", "H('x', { a: 1 }, () => f());\n"),
    ("a.js", "H('x', () => f(), { a: 1 });\n"),
    ("a.js", "const x = H({ a }) => b;\n"),
    ("a.dart", "int H({required int a}) => a;\n"),
    ("a.r", "H <- f(function(a = { 1 }) { b })\n"),
]  # fmt: skip


def marked(path: str, text: str) -> str:
    """Return *text* with marks around the braces of its blocks."""
    headers = BlockHeaders(inside=(HEADER,))
    blocks = blocks_of(path, text, headers, regions=regions_of(path, text)).blocks
    for block in sorted(blocks, key=lambda block: block.opened_at, reverse=True):
        body = text[block.opened_at : block.end]
        text = f"{text[: block.opened_at]}«{body}»{text[block.end :]}"
    return text


def without_marks(text: str) -> str:
    return text.replace("«", "").replace("»", "")


@pytest.mark.parametrize(("path", "text"), FUNCTIONS)
def test_the_block_of_a_call_is_the_body_of_its_function(path: str, text: str) -> None:
    """Objects among the arguments, and what stands in a parameter, are none."""
    assert marked(path, without_marks(text)) == text


@pytest.mark.parametrize(("path", "text"), WITHOUT_FUNCTION)
def test_a_call_without_a_function_has_its_first_braces(path: str, text: str) -> None:
    assert marked(path, without_marks(text)) == text


@pytest.mark.parametrize(("path", "text"), WITHOUT_BRACES)
def test_a_function_without_braces_makes_no_block_of_an_object(path: str, text: str) -> None:
    assert marked(path, text) == text
