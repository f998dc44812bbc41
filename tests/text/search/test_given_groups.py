"""The groups given by the tool: what they take, where they stand, and that none runs away."""

from __future__ import annotations

import pytest

from phaser_lint.text.search.given_groups import DEEPEST, write_out_groups
from phaser_lint.text.search.literals.required_literals import derive_requirement
from phaser_lint.text.search.pattern_problems import find_pattern_problem
from phaser_lint.text.search.patterns import compile_pattern


def found(pattern: str, text: str) -> list[str]:
    """What the pattern matches in *text*, from left to right."""
    compiled = compile_pattern(write_out_groups(pattern), literal=False)
    return [match[0] for match in compiled.finditer(text, timeout=5)]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        # Nothing is closed, or too deep.
        (r"get(?&parens)", "get(", []),
        (r"get(?&parens)", "get(a(b)", []),
        (r"get(?&parens)", "get", []),
        (r"^(?&parens)", "(" * (DEEPEST + 1) + ")" * (DEEPEST + 1), []),
        (r"(?&string)", "\"open\n'open\n`open", []),
        # One call, however it is written.
        (r"get(?&parens)", "get() get(a)", ["get()", "get(a)"]),
        (r"get(?&parens)", "get(f(a), (1, 2))(b)", ["get(f(a), (1, 2))"]),
        (r"get(?&parens)", "get(\n  a,\n)", ["get(\n  a,\n)"]),
        (r"get(?&parens)", "get(\"a)\", ')', `)`)", ["get(\"a)\", ')', `)`)"]),
        (r"get(?&parens)", 'get(""" ")" """)', ['get(""" ")" """)']),
        (r"get(?&parens)", r'get("\")")', [r'get("\")")']),
        (r"get(?&parens)", "get(a,  # don't\n  b)", ["get(a,  # don't\n  b)"]),
        (r"get(?&parens)", "get([)", ["get([)"]),
        (r"(?&parens)", "(" * DEEPEST + ")" * DEEPEST, ["(" * DEEPEST + ")" * DEEPEST]),
        (r"x(?&brackets)", "x[a[0], ']'] y", ["x[a[0], ']']"]),
        (r"x(?&braces)", "x{a{}b}", ["x{a{}b}"]),
        (r"(?&string)", "a 'b' \"c\" `d\ne`", ["'b'", '"c"', "`d\ne`"]),
        (r"(?P>string)", "'b'", ["'b'"]),
        # Between slashes, where a value begins; a division is none.
        (r"f(?&parens)", "f(/[(]/, x)(", ["f(/[(]/, x)"]),
        (r"f(?&parens)", r"f(x, /\(/g, ')')", [r"f(x, /\(/g, ')')"]),
        (r"f(?&parens)", "f(\n  /[/)]/,\n)", ["f(\n  /[/)]/,\n)"]),
        (r"f(?&parens)", "f(/'/, ')')", ["f(/'/, ')')"]),
        (r"f(?&parens)", r"f(/,/, /\)/)", [r"f(/,/, /\)/)"]),
        (r"if (?&parens)", r"if ($a =~ /\(/)", [r"if ($a =~ /\(/)"]),
        (r"f(?&parens)", r"f($a =~ s/\(/\)/r, m/[)]/)", [r"f($a =~ s/\(/\)/r, m/[)]/)"]),
        (r"x(?&braces)", "x{ return /}/ }", ["x{ return /}/ }"]),
        (r"f(?&parens)", "f(a / b, (c) / d) / e", ["f(a / b, (c) / d)"]),
        (r"f(?&parens)", "def f(a, /, b): return a / b)", ["f(a, /, b)"]),
        (r"f(?&parens)", "f(a, /) / (", ["f(a, /)"]),
        # In a hole of a text are texts with the same quotes.
        (r"g(?&parens)", 'g(f"{x["a)"]:{w}}")', ['g(f"{x["a)"]:{w}}")']),
        (r"g(?&parens)", "g(rf'{h('a)')}')", ["g(rf'{h('a)')}')"]),
        (r"g(?&parens)", 'g(f"{{", ")", "{", ")")', ['g(f"{{", ")", "{", ")")']),
        (r"g(?&parens)", "g(`a ${h(`)`)} b`)", ["g(`a ${h(`)`)} b`)"]),
        (r"g(?&parens)", "g(`$`, ')', `${`, ')')", ["g(`$`, ')', `${`, ')')"]),
        (r"(?&string)", 'f"{a["b"]}" `${`c`}`', ['"{a["b"]}"', "`${`c`}`"]),
        # Whatever stands around it.
        (r"(a)(?&parens)\1", "a()a a()b", ["a()a"]),
        (r"(?x) get (?&parens) # why", "get(a b)", ["get(a b)"]),
        (r"(?i)get(?&parens)", "GET('A')", ["GET('A')"]),
        (r"(?:(?&parens)|(?&braces)){2}", "(){} {", ["(){}"]),
        # No call: an escape, a set, a comment.
        (r"\(?&parens\)", "(&parens) &parens)", ["(&parens)", "&parens)"]),
        (r"a[(?&parens)]", "ap", ["ap"]),
        (r"a(?#(?&parens)b", "ab", ["ab"]),
        # The author's own.
        (r"(?&parens)(?(DEFINE)(?P<parens>x+))", "() xx", ["xx"]),
        (r"(?<string>q)(?&string)", "qq 'a'", ["qq"]),
    ],
)
def test_a_given_group_takes_its_matches(pattern: str, text: str, matches: list[str]) -> None:
    """All matches, in order."""
    assert found(pattern, text) == matches
    assert find_pattern_problem(write_out_groups(pattern)) is None


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize(
    "text",
    [
        "get(" * 20_000,
        "get(" + "a" * 200_000,
        "get(" + "('" * 50_000,
        'get("' * 20_000 + "\n",
        "get( /[" * 10_000,
        "get(`${" * 20_000,
        'get(f"{' * 20_000,
    ],
    ids=["open", "long", "quotes", "both", "patterns", "templates", "holes"],
)
def test_no_given_group_runs_away(text: str) -> None:
    """Two hundred thousand characters are no more than a pass."""
    assert found(r"get(?&parens)", text) == []


def test_literals_stay_strong() -> None:
    """A file without the words of the pattern is skipped, as without the group."""
    calling = derive_requirement(write_out_groups(r"requests\.(?:get|post)(?&parens)"))
    assert (("requests.get(", "requests.post("), ()) in (calling or ())
