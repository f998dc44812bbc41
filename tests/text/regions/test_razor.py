r"""Razor: what is a string or a comment of a program in a page, of a page in a program, and so on.

Each row has a text and its regions in order: c comment, d documentation comment, s string.
"""

from __future__ import annotations

import pytest

from phaser_lint.text.regions import open_regions
from phaser_lint.text.regions.scanner_actions import CODE, COMMENT
from tests.text.regions.test_regions import told

THREE = '"""'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@{\n  <p>don't @F(\"a\")</p>\n}\n", ['s "a"']),
        ('@{\n  <p>see http://x.de @F("a")</p> // b\n}\n', ['s "a"', "c // b"]),
        ("@{\n  @: it's @F(\"a\")\n  G(\"b\");\n}\n", ['s "a"', 's "b"']),
        ("@{\n  if (a) {\n    <p>5\" @F(\"a\")</p>\n  }\n}\nit's", ['s "a"']),
        ("@{ <text>it's @F(\"a\")</text> <i/> <p>it's</p> /* b */ <br> <p>it's</p> }",
         ['s "a"', "c /* b */"]),
        ("@{ <p>it's<p>it's</p> it's</p> f(\"a\"); }", ['s "a"']),
        ("@{ <P>it's</p> f(\"a\"); <img> g(\"b\"); <partial name='c' /> h(\"d\"); }",
         ['s "a"', 's "b"', 's "d"']),
        ("@{ <a href=\"@F(\"a\")\" title=\"</a> 'b'\" c=\"d>'\">it's</a> g(\"e\"); }",
         ['s "a"', 's "e"']),
        ("@{ <!-- it's } </p> --> f(\"a\"); <p><!-- </p> it's --></p> @* it's } *@ g(\"b\"); }",
         ["c <!-- it's } </p> -->", 's "a"', "c <!-- </p> it's -->", "c @* it's } *@", 's "b"']),
        ("@{ <script>f('a', @G(\"b\")); // </div>\n</script> <style>/* c */</style> h(\"d\"); }",
         ["s 'a'", 's "b"', "c // </div>", "c /* c */", 's "d"']),
        ("@{ @:</div>it's\n f(\"a\"); }", ['s "a"']),
        # Code in markup in code, and markup in that.
        ("@{ <p>@if (x) { <b>it's @F(\"a\")</b> g(\"b\"); } it's</p> h(\"c\"); }",
         ['s "a"', 's "b"', 's "c"']),
        ("@{ <p a=\"@if (x) { <text>it's</text> }\">it's</p> f(\"a\"); }", ['s "a"']),
        ("<script>\nf('a');\n@if (b) {\n<text>g('c'); // d</text> <text>/* e */</text>\n}</script>",
         ["s 'a'", "s 'c'", "c // d", "c /* e */"]),
        ("@F(@<text>it's</text>, \"a\") it's 'b'", ['s "a"']),
        # What compares begins no element, and neither do types.
        ("@{ if (a <b) { List<p> x = y <z ? \"a\" : \"b\"; } }", ['s "a"', 's "b"']),
        ("@switch (x) { case \"a\": <p>it's</p> break; default: <p>it's</p> break; }", ['s "a"']),
        ("@{ <p>it's open @* a *@\n f(\"b\"); }", ["c @* a *@", 's "b"']),
        # An expression may be a statement, and a section may stand in a block.
        ("@if (x) {\n @H.V(\"a\")\n <p>it's</p> @A.B\n <p>it's</p>\n"
         " @(x) <p>it's</p> @y <p>it's</p>\n}",
         ['s "a"']),
        ("@if (x) {\n f(new { @class = \"a\" });\n if (@x <b || a.@y <c) { g(\"b\"); }\n}",
         ['s "a"', 's "b"']),
        ("@if (x) {\n @section A {\n <p>it's</p> <script>if (a) { f('b'); } // c\n</script>\n }\n"
         " g(\"d\"); @:<li>it's\n <p>it's</p>\n}\nit's 'e'",
         ["s 'b'", "c // c", 's "d"']),
        ("@if (a) { @foreach (var b in c) { <p>it's</p> } @if(d) { f(\"e\"); }"
         " else { <i>it's</i> } }",
         ['s "e"']),
        ("@code {\n  R F => @<p>it's @(\"a\")</p>;\n  string s = \"b\";\n}\nit's",
         ['s "a"', 's "b"']),
        ("@functions\n{\n  /// a\n  R F(string s = \"}\") // it's }\n  { <p>it's</p> }\n}\nit's",
         ["d /// a", 's "}"', "c // it's }"]),
        ("@F(x => @<p>it's @(y + \"a\")</p>, \"b\") it's 'c'", ['s "a"', 's "b"']),
    ],
)  # fmt: skip
def test_markup_in_a_program_is_none_of_its_code(text: str, expected: list[str]) -> None:
    """``don't`` was a string, and so was the rest of its line, which a program may stand in."""
    assert told("a.cshtml", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('@if (x)\n{\n  f("a"); // b\n  g("c"); /* d */\n}\n\'e\'',
         ['s "a"', "c // b", 's "c"', "c /* d */"]),
        ('@if (x == "a") { f("b"); }\nelse if (y == "c") // d\n{ g("e"); } @* f *@ else\n'
         "{ h(\"g\"); }\nelse 'h'",
         ['s "a"', 's "b"', 's "c"', "c // d", 's "e"', "c @* f *@", 's "g"']),
        ('@for (;;) // a\n{ f("b"); }\'c\'', ["c // a", 's "b"']),
        ('@foreach (var a in b["c"]) { f("d"); }\'e\'', ['s "c"', 's "d"']),
        ('@await foreach (var a in b) { f("c"); }\'d\'', ['s "c"']),
        ('@while (a) { f("b"); }\'c\'', ['s "b"']),
        ('@do { f("a"); } while (b == "c"); \'d\'', ['s "a"', 's "c"']),
        ('@switch (a) { case "b": f(\'c\'); break; }\'d\'', ['s "b"', "s 'c'"]),
        ('@using (F("a")) { <p>it\'s</p> g("b"); }\'c\'', ['s "a"', 's "b"']),
        ('@lock (a) { f("b"); }\'c\'', ['s "b"']),
        ('@try { f("a"); } catch (E e) when (e.M == "b") { g("c"); } finally { h("d"); }\'e\'',
         ['s "a"', 's "b"', 's "c"', 's "d"']),
        ("@helper F(string a) { <p>it's</p> g(\"b\"); } 'c'", ['s "b"']),
        ("@section A { <p>it's</p> <script>f('a') // b\n</script> @f(\"c\") } 'd'",
         ["s 'a'", "c // b", 's "c"']),
        ('@{ a = @"b""c"; d = $"e{f("g")}h"; i = $@"j{k}"; l = \'{\'; }\'m\'',
         ['s @"b""c"', 's $"e', 's "g"', 's h"', 's $@"j', 's "', "s '{'"]),
        (f"@{{ a = {THREE} it's \"b\" }} {THREE}; c = $${THREE}d{{{{e}}}}{THREE}; }} 'f'",
         [f"s {THREE} it's \"b\" }} {THREE}", f"s $${THREE}d", f"s {THREE}"]),
        ("@if (x) it's 'a' @media (a: 'b') @do it's @ { 'c' }", []),
    ],
)  # fmt: skip
def test_the_blocks_of_a_page_are_programs(text: str, expected: list[str]) -> None:
    """Strings in the body of ``@if`` were code, and ``// a`` behind a statement was no comment."""
    assert told("a.cshtml", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('@(x ? "a" : "b")"c" @(x)("d")', ['s "a"', 's "b"']),
        ("@a.B(\"c\", x => x + (\")\"))['d'].E?.F(\n\"g\"\n)![\"h\"]?[\"i\"].'j'",
         ['s "c"', 's ")"', "s 'd'", 's "g"', 's "h"', 's "i"']),
        ('@await F("a").G("b") \'c\'', ['s "a"', 's "b"']),
        ("me@x.de(\"a\") id=\"_@F(\"b\")\" @@f(\"c\") a@(\"d\") @* it's *@ it's",
         ['s "b"', 's "d"', "c @* it's *@"]),
        ('<a href="@F("a", new { b = "c" })" title=\'it\'>it\'s</a>', ['s "a"', 's "c"']),
        ('@page "/a"\n@model List<string>\n@using A;\n@attribute [B("c")] @* d *@\n\'e\''
         ' @model "f"',
         ['s "/a"', 's "c"', "c @* d *@"]),
        ("<a @onclick='() => F(\"a\")' @onclick=\"@(() => G(\"b\"))\" @bind=\"c\">'d'</a>",
         ['s "a"', 's "b"']),
        ("<script>f(@A.B(\"c\"), 'd') // @e f\n</script>", ['s "c"', "s 'd'", "c // ", "c  f"]),
    ],
)  # fmt: skip
def test_expressions_and_directives_are_programs(text: str, expected: list[str]) -> None:
    """``@await F("a")`` was none, and no address is one."""
    assert told("a.razor", text) == expected


@pytest.mark.parametrize(
    ("text", "unclosed_at"),
    [
        ("@{ <p>it's</p>", None), ("@if (a) { <p>", None), ("@F(", None), ("@{ f(\"{\"", None),
        ("@code { f($\"{", None), ("@{ f(); /* a", 8), ("@{ a = @\"b", 7),
        (f"@{{ a = {THREE}b", 7), ("@* a", None),
    ],
)  # fmt: skip
def test_behind_what_nothing_closes_a_page_goes_on(text: str, unclosed_at: int | None) -> None:
    """A program that is just being written hides no comment and no script of its page."""
    page = f"{text}\n<script>f('b') // c\n</script> @g('d') <!-- e -->"
    regions = open_regions("a.cshtml", page)
    pieces = [page[start:end] for start, end, _ in regions.beside_code()]
    assert pieces[-4:] == ["'b'", "// c", "'d'", "<!-- e -->"]
    assert regions.unclosed_at == unclosed_at


@pytest.mark.parametrize("number", [3_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_many_programs_that_nothing_closes_hide_no_comment(number: int) -> None:
    regions = open_regions("a.cshtml", "@{ <p>\n" * number + "@* a *@ @b")
    assert [kind for _, _, kind in regions.beside_code()] == [COMMENT]
    assert regions.region_around(0)[2] == CODE
