"""Which brace opens the block of a header that ends in an open call, by language.

``«`` and ``»`` stand around the block. A header is `H(`, or `H` where no bracket follows.
"""

from __future__ import annotations

import pytest
import regex

from phaser_lint.text.blocks import BlockHeaders, find_header_blocks
from phaser_lint.text.regions import open_regions

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
EXPRESSIONS = [
    ("a.js", "H('x', { a: 1 }, «() => f()»);\n"),
    ("a.js", "H('x', «() => f()», { a: 1 });\n"),
    ("a.js", "H(«() => (\n  a, // c, (\n  { b }\n)», // c\n  { timeout: 5 }\n);\n"),
    ("a.js", "H(x => x.id, «y => y.id»);\n"),
    ("a.js", "H(«(async () => { a })()»);\n"),
    ("a.js", "H({ timeout: 5 }, «wrap({ a: 1 }, () => { b }).c({})», { d });\n"),
    ("a.js", "H({ timeout: 5 }, «{ query() { b } }», { d });\n"),
    ("a.js", "H({ timeout: 5 }, «class A { m() { b } }»);\n"),
    ("a.js", "it(`${H(«a.map(b => c)»)}`, { d });\n"),
    ("a.js", "H(`${a.map((b) => { c }).join(',')}`, «() => d», { e });\n"),
    ("a.ts", "t.H(«(opts) => fail(() => { throw new Error('1') })»)\nb { c }\n"),
    ("a.ts", "r({\n  a: p.H(«wrap(async () => {\n    a\n  })»),\n  b: p.q(() => { c }),\n})\n"),
    ("a.ts", "H(«() => f<A, Map<B, { c: D }>>(1, 2)», e as () => void);\n"),
    ("a.ts", "H(b as () => void, «{ query(): Promise<C> { d } }»);\n"),
    ("a.tsx", "H(«() => <a b={() => { c, d }}>e, {f}</a>», [g]);\n"),
    ("a.vue", "<script>H('x', «wrap(() => a)»)</script><p>{{ b }}</p>\n"),
    ("a.kt", "H(«fun(a: Int, b: Int): Int = a», c)\n"),
    ("a.kt", "H(a, «wrap(1) { b }»)\n"),
    ("a.swift", "H(«wrap(1, { a })», b)\n"),
    ("a.scala", "H(1, «(a: Int, b: Int) => a + b»)\n"),
    ("a.java", "H(1, «(a, b) -> A.<B, C>d(a, b)», 2);\n"),
    ("a.cs", "H(«x => x switch { A => 1, _ => 2 }», y);\n"),
    ("a.dart", "H('x', «(t) async => {'a': t}», tags: {'b'});\n"),
    ("a.rs", "let a = xs.H(1 | 2, «|a, &(b, c)| S { a, b }», 3);\n"),
    ("a.rs", "if xs.H(«|a| a || b») { c }\n"),
    ("a.go", "\tt.H(«wrap(T{1}, func() { a })», b)\n"),
    ("a.go", "\tt.H(T{A: 1}, «U{B: func() { a }}»)\n"),
    ("a.php", "<?php $x->H([1 => 2], «fn($a, $b) => [$a, $b]», $fn);\n"),
    ("a.r", "H(x, «function(a, b) a + b», c)\n"),
    ("a.cpp", "H(T{1}, «wrap([&] { a })», b);\n"),
    ("a.py", "x.H(1, «wrap(lambda a, b: fail(a, b))», c)\nb\n"),
    ("a.py", "x = [H(«lambda a={1: 2}, *b: (a, b)»), c]\n"),
    ("a.js", "const x = H({ a }) => «b»;\n"),
    ("a.dart", "int H({required int a}) => «a»;\n"),
    ("a.cs", "public void H(Func<int> f) => «f()»;\n"),
    # What nothing closes goes on to the end of what is around it.
    ("a.js", "f() {\n  H('x', «() => fail(1)»\n}\nfunction f() { b }\n"),
    ("a.js", "H('x', { timeout: 500 }, () => «{\n  a\n»"),
    ("a.js", "H('x', «wrap(() => {\n  a»"),
    ("a.py", "x.H(«lambda: fail(»"),
]  # fmt: skip
HEADS = [
    ("a.ts", "class A { H(cb = () => { a }): Promise<void> «{ b }» }\n"),
    ("a.ts", "class A { H(cb: () => void = () => a): Promise<void> «{ b }» }\n"),
    ("a.js", "class A { H(cb = () => a, b = {}) «{ b }» }\n"),
    ("a.scala", "def H(f: Int => Int = x => { y }): Int = «{ a }»\n"),
    ("a.cs", "class H(int a) : B(a), C «{ d }»\n"),
    ("a.java", "void H(F<A, B> f) throws X, Y «{ a }»\n"),
    ("a.cs", "[H(1), A]\nvoid F(int a) «{ b }»\n"),
]
WITHOUT_BLOCK = [
    ("a.js", "H(`${a.map((b) => { c }).join(',')}`, d);\n"),
    ("a.js", "f(1, H([2]), { timeout: 5 });\n"),
    ("a.js", "x = { a: H(1), b() { c } };\n"),
    ("a.ts", "declare function H(cb: () => void, o: { a: 1 }): void;\n"),
    ("a.ts", "abstract class A { abstract H(private readonly cb?: (a: B) => void): void }\n"),
    ("a.ts", "H(cb as (a: B) => void);\n"),
    ("a.kt", "fun H(a: (Int) -> Unit): Int\n"),
    ("a.scala", "def H(f: Int => Int): Int\n"),
    ("a.go", "type A interface {\n\tH(f func() error) error\n}\n"),
    ("a.rs", "match a { H(b) => c, D => { e } }\n"),
    ("a.rs", "xs.H(a | b, c || d);\n"),
    ("a.php", "<?php interface A { function H(callable $fn): int; }\n"),
    ("a.py", "x.H(a, {'b': c})\n"),
    ("a.r", "H <- f(function(a = { 1 }) { b })\n"),
]  # fmt: skip


def marked(path: str, text: str) -> str:
    """Return *text* with marks around the braces of its blocks."""
    headers = BlockHeaders(inside=(HEADER,))
    blocks = find_header_blocks(path, text, headers, regions=open_regions(path, text)).blocks
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


@pytest.mark.parametrize(("path", "text"), EXPRESSIONS)
def test_without_a_function_with_braces_the_block_is_the_argument_that_holds_one(
    path: str, text: str
) -> None:
    """An object is none, but where no function stands outside of one."""
    assert marked(path, without_marks(text)) == text


@pytest.mark.parametrize(("path", "text"), HEADS)
def test_what_stands_in_parameters_is_no_block(path: str, text: str) -> None:
    assert marked(path, without_marks(text)) == text


@pytest.mark.parametrize(("path", "text"), WITHOUT_BLOCK)
def test_neither_an_object_nor_the_type_of_a_function_is_a_block(path: str, text: str) -> None:
    assert marked(path, text) == text
