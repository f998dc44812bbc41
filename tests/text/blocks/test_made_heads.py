"""Heads of functions and classes made by chance, of which the body is known, in each language.

A head is a form, in which ``P`` stands for parameters, ``M`` for the members that a constructor
initialises, ``T`` for what stands behind all of that, and ``«`` and ``»`` around its body.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest
import regex

from phaser_lint.text.blocks import BlockHeaders, find_header_blocks
from phaser_lint.text.regions import open_regions

HEADERS = regex.compile(r"\bH\b"), regex.compile(r"\bH\(")
SEEDS = range(12)
HEADS_A_SEED = 10


class Language(NamedTuple):
    """The parts of heads: ``before`` and ``behind`` are what may stand around one."""

    forms: tuple[str, ...]
    parameters: tuple[str, ...] = ("",)
    tails: tuple[str, ...] = ("",)
    members: tuple[str, ...] = ("",)
    before: tuple[str, ...] = ("",)
    behind: tuple[str, ...] = ("", "\nf { x }\n")
    gaps: tuple[str, ...] = (" ", "\n", "\n    ", "  // why {\n", " /* } */ ")


BODY = "«{ x; if (y) { z } }»"
ONE_LINE = (" ", " /* } */ ")
C_PARAMETERS = (
    "",
    "int a",
    "S s = {}",
    "T t = T{1}, int b",
    "F f = [] { return 1; }",
    "decltype(A{}) b",
    "std::function<void()> f = [](int a) -> int { return a; }",
    'const char *s = "{"',
    "int a, /* { */ int b",
    "std::map<int, std::pair<A, B>> m = {{1, {2, 3}}}",
    "Args&&... args",
    "int (*f)(int) = nullptr",
    "int a = 1'000, char b = '{'",
)
_CPP = Language(
    forms=(
        f"void H(P) T{BODY}",
        f"auto A::H(P) T{BODY}",
        f"template <class T> T &H(P) T{BODY}",
        f"H(P) : M{BODY}",
        f"A::H(P) noexcept : M{BODY}",
        f"explicit H(P) noexcept(f(T{{}})): M{BODY}",
        f"template <class T>\nH(P) requires C<T> : M{BODY}",
        f"X::Y::H(P) [[x]]\n: M{BODY}",
        f"H(P)\n#if A\n  : a_{{1}}\n#else\n  : a_{{2}}\n#endif\n{BODY}",
        "H(P) try : M«{ x } catch (const E &e) { throw; } catch (...) { }»",
        "void H(P) T try «{ x; { y } } catch (E) { z }»",
    ),
    parameters=C_PARAMETERS,
    tails=(
        "",
        "const",
        "noexcept",
        "noexcept(noexcept(T{}))",
        "-> T",
        "-> decltype(T{})",
        "-> std::vector<T>",
        "requires C<T>",
        "requires (C<T> && D<T>)",
        "override",
        "&&",
        "requires requires(T t) { t.x() }",
        "const noexcept override",
        "[[x]]",
        "throw(X)",
    ),
    members=(
        "a_{a}",
        "b_(f({1}))",
        "Base{x}",
        "c_()",
        "d_{}",
        "Base<T>{x}",
        "e_{[] { return 1; }}",
        "ns::Base<A, B<C>>(1)",
        "f_([this](int a) { g(); })",
        "Bases(args)...",
        's_{"{"}',
        "Bases{std::forward<Args>(args)}...",
        "m_{{1, {2}}, {3, {}}}",
        "p_(a ? b : c)",
        "q_{T{1}, U{2}}",
    ),
    behind=("", "\nvoid f() { x; }\n"),
)
_SCRIPT = Language(
    forms=(
        f"function H(P) {BODY}",
        f"async function* H(P) {BODY}",
        f"const H = (P) => {BODY}",
        f"class A {{ H(P) {BODY} }}",
        f"class A {{ static async H(P) {BODY} }}",
        f"x = {{ H(P) {BODY}, b() {{ c }} }}",
        f"class H extends B {BODY}",
        f"class H extends mix({{ a: 1 }}) {BODY}",
        f"const H = async function (P) {BODY}",
        f"class A {{ H = (P) => {BODY} }}",
    ),
    parameters=(
        "",
        "a",
        "{ a } = {}",
        "[a] = [{}], { b: { c } }",
        "a = () => { b }, c",
        "a = function () { b }",
        "{ a = { b: 1 }, ...c }",
        "a = '{'",
        "a = `}${{ b: 1 }}`",
    ),
    gaps=ONE_LINE,
)
LANGUAGES = {
    "a.cpp": _CPP,
    "a.cu": _CPP._replace(forms=(f"__global__ void H(P) T{BODY}", *_CPP.forms)),
    "a.js": _SCRIPT,
    "a.ts": _SCRIPT._replace(
        forms=(
            *_SCRIPT.forms,
            f"function H(P): {{ c: 1 }} {BODY}",
            f"class A {{ H(P): A | {{ b: 1 }} {BODY} }}",
            f"class H<T extends {{ a: 1 }}> extends B<{{ c: 1 }}> implements C {BODY}",
            f"function H<T>(P): Promise<Map<A, {{ b: 1 }}>> {BODY}",
            f"class A {{ constructor(private a: {{ b: 1 }} = {{}}) {{ }} H(P): void {BODY} }}",
        ),
        parameters=(
            *_SCRIPT.parameters,
            "a: { b: 1 } = { b: 1 }",
            "cb: () => void = () => { a }",
            "private a: A = { b: 1 }",
        ),
    ),
    "a.cs": Language(
        forms=(
            f"class H T{BODY}",
            f"class H(int a) : B(a), C T{BODY}",
            f"void H(P) {BODY}",
            f"public H(P) : base(new S {{ A = 1 }}) {BODY}",
            f"record H<T>(int a) T{BODY}",
            f"async Task<T> H<T>(P) T{BODY}",
            f"[A(new[] {{ 1 }})] void H(P) {BODY}",
            f'H(P) : this(x => {{ return x; }}, $"{{a}}") {BODY}',
        ),
        parameters=("", "int a = default", "[A(B = 1)] int b, params int[] c", 'string s = @"\\"'),
        tails=("", "where T : new()", "where T : class, A<B>\n    where U : struct"),
    ),
    "a.rs": Language(
        forms=(
            f"fn H(P) T{BODY}",
            f"pub async fn H<T: A<B>>(P) T{BODY}",
            f"impl H for A<B> {BODY}",
            f"impl<const N: usize> H<N> for A<{{ N }}> {BODY}",
            f"struct H<T> T{BODY}",
            f"if let S {{ a, b }} = H(P) {BODY}",
            f"for S {{ a, .. }} in H(P) {BODY}",
        ),
        parameters=("", "a: A", "S { a, b }: S", "a: [u8; 3], b: &'a B", "a: impl Fn(u8) -> B"),
        tails=("", "-> T", "-> Result<T, E>", "-> [u8; 3]", "where T: Fn() -> X, U: A<{ N }> "),
    ),
    "a.kt": Language(
        forms=(
            f"fun H(P): T {BODY}",
            f"class H(P) : B(a), C by d {BODY}",
            f"class H(P) {BODY}",
            f"class H(P) : B({{ a }}), C by lazy(d) {BODY}",
            f"fun <T> H(P): T where T : A {BODY}",
            f"class H private constructor(P) : B by c {BODY}",
            f"object H : B(1), C {BODY}",
        ),
        parameters=(
            "",
            "val a: Int = 1",
            "a: () -> Unit = { b }",
            "a: B = object : B { c }",
            "a: Map<B, C> = b { c }, val d: E = f({ 1 })",
        ),
        gaps=ONE_LINE,
        behind=("", "\nfun f() { x }\n"),
    ),
    "a.swift": Language(
        forms=(
            f"func H(P) T{BODY}",
            f"class H<T>: B, C where T: D {BODY}",
            f"init H(P) {BODY}",
            f"extension H: B where C == D {BODY}",
        ),
        parameters=("", "a: Int", "a: () -> Void = { }", "a b: C = { 1 }(), d: (E) -> F = { $0 }"),
        tails=(
            "",
            "throws",
            "async throws -> T",
            "-> (a: B, c: D)",
            "-> [A: B]",
            "-> T where T: A",
        ),
        gaps=ONE_LINE,
        behind=("", "\nfunc f() { x }\n"),
    ),
    "a.java": Language(
        forms=(
            f"void H(P) T{BODY}",
            f"class H<T extends A<B>> extends C<D> implements E {BODY}",
            f"record H(P) implements A {BODY}",
            f"@A({{ 1, 2 }}) public <T> T H(P) T{BODY}",
            f"enum A {{ H {BODY}, B }}",
            f"x = new H(P) {BODY};",
        ),
        parameters=("", "int a", "@A({ 1 }) final int b", "Map<A, B> a, int... b"),
        tails=("", "throws A, B"),
    ),
    "a.go": Language(
        forms=(
            f"func H(P) T{BODY}",
            f"func (r *R) H(P) T{BODY}",
            f"type H struct {BODY}",
            f"func H[A interface{{ ~int }}](P) T{BODY}",
            f"type H[A any] interface {BODY}",
        ),
        parameters=("", "a int", "a struct{ b int }", "a interface{}, b ...C", "f func() error"),
        tails=(
            "",
            "int",
            "(a int, b error)",
            "interface{}",
            "map[string]struct{}",
            "chan<- struct{ a int }",
            "(a struct{}, b interface{ F() })",
            "func() error",
        ),
        gaps=ONE_LINE,
        behind=("", "\nfunc f() { x }\n"),
    ),
    "a.dart": Language(
        forms=(
            f"void H(P) {BODY}",
            f"H(P) : M{BODY}",
            f"class H<T> extends B<A> with C {BODY}",
            f"Future<T> H(P) async {BODY}",
            f"const A.H(P) : M{BODY}",
        ),
        parameters=(
            "",
            "int a",
            "{this.a = const {}}",
            "this.a, {b = const {'c': 1}}",
            "[int a = 1]",
        ),
        members=(
            "a = {}",
            "b = const {}",
            "c = <A, B>{}",
            "super(a)",
            "d = {1: {2: 3}}",
            "e = x ? {} : {1}",
            "assert(a != null)",
            "f = [{}]",
            "g = y ?? {}",
            "h = a",
        ),
    ),
    "a.scala": Language(
        forms=(
            f"def H(P): T = {BODY}",
            f"class H(P) extends B({{ a }}) with C {BODY}",
            f"def H(P) {BODY}",
            f"object H extends B[C] {BODY}",
        ),
        parameters=("", "a: Int", "a: Int = f { 1 }", "f: Int => Int = x => { y }"),
        gaps=ONE_LINE,
        behind=("", "\ndef f() { x }\n"),
    ),
    "a.php": Language(
        forms=(
            f"<?php function H(P): T {BODY}",
            f"<?php class H extends B implements C {BODY}",
            f"<?php class A {{ public static function H(P): ?T {BODY} }}",
        ),
        parameters=("", "$a", "array $a = ['{' => 1]", "#[A] private int $b = 1, ?C ...$d"),
    ),
    "a.zig": Language(
        forms=(
            f"fn H(P) T{BODY}",
            f"pub fn H(comptime T: type) T{BODY}",
            f"const H = struct {BODY};",
        ),
        parameters=("", "a: u8"),
        tails=("void", "!void", "error{A}!void", "struct { c: u8 }", "[3]u8"),
        gaps=(" ",),
    ),
}


def made_head(language: Language, chance: random.Random) -> str:
    """Return a head with marks around its body."""

    def gap() -> str:
        return chance.choice(language.gaps)

    members = [chance.choice(language.members) for _ in range(chance.randint(1, 4))]
    parts = {
        "P": chance.choice(language.parameters),
        "M": chance.choice([", ", ",\n    ", "\n  , "]).join(members) + gap(),
        "T": chance.choice(language.tails) + gap(),
    }
    form = chance.choice(language.forms)
    text = regex.sub(
        r"(?<=\()P(?=\))|(?<=: )M(?=«)|(?<= )T(?=«)|(?<= )T(?= try)",
        lambda part: parts[part[0]],
        form,
    )
    return chance.choice(language.before) + text + chance.choice(language.behind)


def marked(path: str, text: str, header: regex.Pattern[str]) -> str:
    """Return *text* with marks around its blocks."""
    headers = BlockHeaders(inside=(header,))
    blocks = find_header_blocks(path, text, headers, regions=open_regions(path, text)).blocks
    for block in sorted(blocks, key=lambda block: block.opened_at, reverse=True):
        text = f"{text[: block.opened_at]}«{text[block.opened_at : block.end]}»{text[block.end :]}"
    return text


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", LANGUAGES)
def test_the_block_of_a_head_is_its_body_whatever_stands_before_that(path: str, seed: int) -> None:
    chance = random.Random(f"{path} {seed}")
    for _ in range(HEADS_A_SEED):
        text = made_head(LANGUAGES[path], chance)
        raw_text = text.replace("«", "").replace("»", "")
        for header in HEADERS:
            if header.search(raw_text):
                assert marked(path, raw_text, header) == text
