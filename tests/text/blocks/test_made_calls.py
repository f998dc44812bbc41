"""Calls made by chance, of which the block is known: of each language, in whatever they stand.

In a part ``S`` stands for statements, ``E`` for an expression, ``A`` for arguments.
"""

from __future__ import annotations

import random
from typing import Literal, NamedTuple

import pytest
import regex

from phaser_lint.text.blocks import BlockHeaders, find_header_blocks
from phaser_lint.text.regions import open_regions

HEADER = regex.compile(r"\bH\(")
SEEDS = range(30)
DEPTH = 3


class Language(NamedTuple):
    """Parts of code: ``bodies`` are functions whose braces stand between « and »."""

    calls: tuple[str, ...]
    plain: tuple[str, ...]
    bodies: tuple[str, ...] = ()
    expressions: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    in_objects: tuple[str, ...] = ()
    around: tuple[str, ...] = ("w(A)", "v.w(1, A).u(2)")
    ends_with_comma: bool = False


class Argument(NamedTuple):
    """An argument: what it holds, and its text with « and » around the block that it may be."""

    holds: Literal["body", "function", "object", "braces", ""]
    text: str


SCRIPT = Language(
    calls=("«;", "a.«.then(b, { c: 1 });", "const a = await b.«;", "x = { k: «, l() { m } };",
           "if («) { b }", "f(1, «, { a: 1 });", "`${«}`;",
           "a\n  .b({ c: 1 })\n  .«\n  .d(() => { e })"),
    plain=("1", "'a, => {'", '"x("', "`t ${a.b}, {`", "/[,)]=>{/", "x ? y : z", "[1, 2]", "a < b",
           "/* => { , */ 1", "// , (\n 2", "a > b", "...c", "-1"),
    bodies=("() => «{ S }»", "async ({ a }) => «{ S }»", "function () «{ S }»", "a => b => «{ S }»",
            "function n(a, b = { c: 1 }) «{ S }»", "async (a, { b } = {}) =>\n«{ S }»",
            "async function* () «{ S }»"),
    expressions=("() => E", "async a => E", "(a, b) => ({ a: E })", "a => b => E", "() => [E, 1]",
                 "({ a, b }) => x ? E : { y: 1 }", "() => // , c\n E"),
    objects=("{ a: 1 }", "{ timeout: 500, b: [1, 2] }", "{}", "{ a: '=>', b: { c } }"),
    in_objects=("{ a() { S } }", "{ a: () => E }", "{ a, b: function () { S } }",
                "[{ a: () => E }]", "{ async a(b, c) { S }, d: 1 }",
                "{ a: { b: async () => { S } } }", "w({ a() { S } })"),
    around=("w(A)", "v.w(1, A).u(2)", "[A]", "new W({ a: 1 }, A)", "w(A, { timeout: 5 })", "(A)",
            "await w(A)", "w(A)(3, {})"),
    ends_with_comma=True,
)  # fmt: skip
TYPED = SCRIPT._replace(
    calls=(*SCRIPT.calls, "a.«!.b as C<{ d: 1 }>;", "const a: B<{ c: 1 }> = «;"),
    plain=(*SCRIPT.plain, "new Map<A, B>()", "c as Map<string, { d: 1 }>", "c as () => void",
           "f<A, [B, C]>(1)"),
    bodies=(*SCRIPT.bodies, "(a: T): R => «{ S }»", "async (a): Promise<{ a: 1 }> => «{ S }»",
            "<T,>(a: T) => «{ S }»", "function f<T>(a: () => T): Map<A, B> «{ S }»"),
    expressions=(*SCRIPT.expressions, "(a: T): R => E", "() => f<A, B>(E)",
                 "() => new Map<A, { b: C<D, E> }>(E)", "(cb: () => void) => E",
                 "() => E as A<B, C>"),
    in_objects=(*SCRIPT.in_objects, "{ a(b: { c: 1 }): Promise<void> { S } }"),
    around=(*SCRIPT.around, "w<T, U>(A)", "w<(a: T) => U>(A)"),
)  # fmt: skip
LANGUAGES = {
    "a.js": SCRIPT,
    "a.ts": TYPED,
    "a.jsx": SCRIPT._replace(
        plain=(*SCRIPT.plain, "<b c={1}>d, {e} =&gt; (</b>"),
        expressions=(*SCRIPT.expressions, "() => <b c={() => { d }}>e, {E} f</b>"),
    ),
    "a.java": Language(
        calls=("«;", "a.«.b(c);", "A<B, C> a = b.«;", "if («) { b }"),
        plain=("1", '"a, -> {"', "','", "x ? y : z", "a < b", "/* -> { */ 1", "A::b"),
        bodies=("() -> «{ S }»", "(a, b) -> «{ S }»", "(Map<A, B> a) -> «{ S }»",
                "new Runnable() «{ S }»", "a -> b -> «{ S }»"),
        expressions=("() -> E", "a -> E", "(a, b) -> E", "() -> A.<B, C>d(E)", "a -> new B[] {E}",
                     "() -> new Map<A, B>(E)"),
        objects=("new int[] {1}",),
    ),
    "a.cs": Language(
        calls=("«;", "a.«.B(c);", "var a = await b.«;", "if («) { b }"),
        plain=("1", '"a, => {"', "','", "x ? y : z", "a < b", "$\"{a}, {{\"", "b: 2"),
        bodies=("() => «{ S }»", "async (a, b) => «{ S }»", "async b => «{ S }»", "c: d => «{ S }»",
                "delegate (int a) «{ S }»"),
        expressions=("() => E", "async a => await E", "(a, b) => E", "a => new B { C = E }",
                     "() => D<A, B>(E)", "c: d => E"),
        objects=("new T { A = 1 }", "new() { A = 1, B = 2 }"),
        in_objects=("new T { A = () => E }", "new T { A = b => { S } }"),
    ),
    "a.dart": Language(
        calls=("«;", "a.«.b(c);", "final a = await b.«;"),
        plain=("1", "'a, => {'", "x ? y : z", "b: 2", "<int>[1, 2]", "const A()"),
        bodies=("() «{ S }»", "() async «{ S }»", "c: (d) «{ S }»", "(a, {b}) «{ S }»"),
        expressions=("() => E", "(a) async => E", "(a, b) => {'a': E}", "c: (d) => E",
                     "() => f<A, B>(E)"),
        objects=("{'a': 1}", "tags: {'a'}", "{1, 2}"),
        in_objects=("{'a': () => E}", "{'a': () { S }}"),
        around=("w(A)", "v.w(1, A).u(2)", "[A]", "c: w(A)"),
        ends_with_comma=True,
    ),
    "a.scala": Language(
        calls=("«", "a.«.b(c)", "val a = b.«"),
        plain=("1", '"a, => {"', "a < b", "b = 2", "f[A, B](1)"),
        bodies=("() => «{ S }»", "(a, b) => «{ S }»", "«{ S }»", "(a: A => B) => «{ S }»"),
        expressions=("() => E", "a => E", "(a: A, b: B => C) => E", "c = d => E"),
    ),
    "a.kt": Language(
        calls=("«", "a.«.b(c)", "val a: B<C, D> = b.«"),
        plain=("1", '"a, -> {"', "a < b", "b = 2", "::c", "f<A, B>(1)"),
        bodies=("«{ S }»", "«{ a, b -> S }»", "fun(c: D): E «{ S }»"),
        expressions=("fun(a: Int, b: Int): Int = E", "list.map { E }", "object : A { S }"),
        ends_with_comma=True,
    ),
    "a.swift": Language(
        calls=("«", "a.«.b(c)", "let a = b.«"),
        plain=("1", '"a, -> {"', "a < b", "b: 2", "[1, 2]"),
        bodies=("«{ S }»", "body: «{ a, b in S }»", "«{ [weak self] (a: B) -> C in S }»"),
        expressions=("list.map { E }",),
    ),
    "a.groovy": Language(
        calls=("«", "a.«.b(c)", "def a = b.«"),
        plain=("1", "'a, -> {'", "b: 2", "[1, 2]", "[a: 1]"),
        bodies=("«{ S }»", "«{ a, b -> S }»", "c: «{ S }»"),
        expressions=("list.collect { E }", "(a, b) -> E"),
    ),
    "a.rs": Language(
        calls=("«;", "a.«.b(c)?;", "let a: B<C, D> = b.«;", "if a.« { b }", "while «  {\n b }"),
        plain=("1", '"a, |b| {"', "'a'", "a | b", "a || b", "&c", "f::<A, B>(1)", "a < b"),
        bodies=("|| «{ S }»", "|a, b| «{ S }»", "move |a: (u8, u8)| -> T «{ S }»",
                "async move «{ S }»", "|T { a, .. }, _| «{ S }»", "&mut |a| «{ S }»"),
        expressions=("|| E", "|a, b| E", "move |a: (u8, u8), b| E", "|x| T { a: E }",
                     "|a| f::<A, B>(E)", "|&(a, b), c: Map<D, E>| a | E", "\n          |a, b| E"),
        objects=("T { a: 1 }",),
        in_objects=("T { a: |b, c| E }", "T { a: || { S } }"),
        around=("w(A)", "v.w(1, A).u(2)", "[A]", "Box::new(A)", "Some(A)"),
        ends_with_comma=True,
    ),
    "a.go": Language(
        calls=("\t«", "\ta.«.b(c)", "\ta := b.«", "\tif !«  {\n\tb\n}"),
        plain=("1", '"a, func {"', "`a, {`", "a < b", "f[A, B](1)"),
        bodies=("func() «{ S }»", "func(a, b int) (int, error) «{ S }»",
                "func(a map[string]int) []int «{ S }»"),
        objects=("T{1}", "[]int{1, 2}", "&T{A: 1}"),
        in_objects=("T{A: func() { S }}", "[]T{{A: func() { S }}}"),
        ends_with_comma=True,
    ),
    "a.php": Language(
        calls=("<?php «;", "<?php $a->«->b($c);", "<?php $a = B::«;"),
        plain=("1", "'a, fn {'", "['a' => 1, 'b' => 2]", "$fn", "b: 2", "$a->fn",
               "array('a' => 1)"),
        bodies=("function () «{ S }»", "function ($a) use ($b): int «{ S }»",
                "static function (array $a = ['b' => 1]) «{ S }»"),
        expressions=("fn($a, $b) => E", "fn() => [1, E]", "static fn(int $a): array => ['b' => E]",
                     "fn & ($a) => match ($a) { 1 => E, 2 => 3 }"),
        around=("w(A)", "$v->w(1, A)->u(2)", "[A]", "['a' => A, 'b' => 1]"),
        ends_with_comma=True,
    ),
    "a.r": Language(
        calls=("«", "a <- b(1, «)"),
        plain=("1", "'a, function {'", "b = 2", "c(1, 2)"),
        bodies=("«{ S }»", "error = function(e) «{ S }»", "\\(x, y) «{ S }»"),
        expressions=("function(e, f) E", "\\(x) E", "error = function(e) E", "b = \\(x) E"),
    ),
    "a.pl": Language(
        calls=("«;", "$a->«;"),
        plain=("1", "'a, sub {'", "a => 2", "[1, 2]"),
        bodies=("sub «{ S }»", "b => sub ($c, $d) «{ S }»"),
        objects=("{ a => 1 }",),
        in_objects=("{ a => sub { S } }",),
    ),
    "a.cpp": Language(
        calls=("«;", "a.«.b(c);", "auto a = b->«;"),
        plain=("1", '"a, [&] {"', "'a'", "a < b", "f<A, B>(1)", "a[1]"),
        bodies=("[&](int a) «{ S }»", "[=]() mutable -> int «{ S }»", "[] «{ S }»"),
        objects=("T{1}", "{1, 2}"),
        in_objects=("T{[&] { S }}",),
    ),
    "a.py": Language(
        calls=("«\n", "a.«.b(c)\n", "a = [b, «]\n", "x = {'a': «, 'b': lambda: 1}\n"),
        plain=("1", "'a, lambda: {'", "b=2", "*c", "a if b else d", "x[1:2]", "[1, 2]",
               "f'{a:{b}}'"),
        expressions=("lambda: E", "lambda a, b: E", "key=lambda a, b={1: 2}, *c: E",
                     "lambda: {'a': E, 'b': 1}", "lambda a: lambda b, c: (E, 1)"),
        in_objects=("{'a': lambda: E}", "[{'a': 1, 'b': lambda b, c: E}]"),
        around=("w(A)", "v.w(1, A).u(2)", "[A]", "b=w(A)", "x[w(A)]"),
        ends_with_comma=True,
    ),
}  # fmt: skip


KINDS = ("plain", "plain", "bodies", "expressions", "objects", "in_objects", "around")


HOLDS: dict[str, Literal["body", "function", "object", "braces"]] = {
    "bodies": "body", "expressions": "function", "in_objects": "object", "objects": "braces",
}  # fmt: skip


class Maker:
    """Makes the code of a *language* by *chance*."""

    def __init__(self, language: Language, chance: random.Random) -> None:
        self.language, self.chance = language, chance

    def fill(self, part: str, depth: int) -> str:
        """Return a *part* with code for its letters."""
        is_nested = depth and self.chance.random() < 0.4
        arguments = joined(self.arguments(depth - 1, 0)) if is_nested else "1, 2"
        return regex.sub(r"\bS\b|(?<!, )\bE\b(?![\w\"'>])", f"w({arguments})", part)

    def argument(self, depth: int) -> Argument:
        kind = self.chance.choice(KINDS)
        parts = getattr(self.language, kind)
        if not parts or (kind == "around" and not depth):
            return Argument("", self.chance.choice(self.language.plain))
        part = self.chance.choice(parts)
        if kind != "around":
            return Argument(HOLDS.get(kind, ""), self.fill(part, depth))
        arguments = self.arguments(depth - 1, 1)
        text = regex.sub(r"\bA(?=[)\],])", lambda _: joined(arguments), part)
        kinds = {argument.holds for argument in arguments}
        if kinds & {"body", "function"}:
            return Argument("function", text)
        return Argument("object" if "object" in kinds else "", text)

    def arguments(self, depth: int, least: int) -> list[Argument]:
        return [self.argument(depth) for _ in range(self.chance.randint(least, least + 3))]

    def call(self) -> str:
        """Return a call of H, with marks around its block."""
        chance = self.chance
        arguments = self.arguments(DEPTH, 1)
        kinds = [argument.holds for argument in arguments]
        texts = [without_marks(argument.text) for argument in arguments]
        around = chance.choice(self.language.calls)
        if "body" in kinds:
            place = kinds.index("body")
            texts[place] = arguments[place].text
        elif kind := next((kind for kind in ("function", "object") if kind in kinds), ""):
            place = len(kinds) - 1 - kinds[::-1].index(kind)
            texts[place] = f"«{texts[place].lstrip()}»"
        elif "braces" in kinds or regex.match(r"\s*(?:if|while)\b", around):
            return ""  # without a function other braces count
        separator = chance.choice([", ", ",\n    "])
        end = "," if self.language.ends_with_comma and chance.random() < 0.3 else ""
        return around.replace("«", f"H({separator.join(texts)}{end})")


def without_marks(text: str) -> str:
    return text.replace("«", "").replace("»", "")


def joined(arguments: list[Argument]) -> str:
    return ", ".join(without_marks(argument.text) for argument in arguments)


def marked(path: str, text: str) -> str:
    """Return *text* with marks where its blocks open and end."""
    blocks = find_header_blocks(
        path, text, BlockHeaders(inside=(HEADER,)), regions=open_regions(path, text)
    ).blocks
    for block in blocks:
        text = f"{text[: block.opened_at]}«{text[block.opened_at : block.end]}»{text[block.end :]}"
    return text


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", LANGUAGES)
def test_the_block_of_a_call_is_that_of_its_function_wherever_it_stands(
    path: str, seed: int
) -> None:
    text = Maker(LANGUAGES[path], random.Random(f"{path} {seed}")).call()
    assert marked(path, without_marks(text)) == text
