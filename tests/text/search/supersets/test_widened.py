r"""What a superset must never rule out, and what it rules out.

Each text is one that `regex` finds a match in, or none; the superset has to match wherever `regex`
does, and in the last table nowhere else.
"""

from __future__ import annotations

import pytest
import regex

from phaser_lint.core.text import encode_byte_per_character
from phaser_lint.text.search.hyperscan_compiler import Expression, compile_database
from phaser_lint.text.search.pattern_tree import FLAGS
from phaser_lint.text.search.supersets.pattern_superset import derive_superset

pytest.importorskip("hyperscan")

MATCHED = [
    # Anchors: hyperscan's own "^" is not at the end of "a\n", and "$" is where a line ends.
    ("^$", ["", "\n", "a\n", "a\n\nb"]),
    ("^x?$", ["a\n", "x", "a\nx\n"]),
    (r"a\n^", ["a\n", "a\nb"]),
    (r"a$\n^b", ["a\nb"]),
    (r"\n$", ["a\n", "a\n\n", "\nb\n"]),
    (r"a$", ["a", "a\n", "a\nb"]),
    (r"(?-m:a$)", ["a", "a\n"]),
    (r"a\Z", ["a", "\na"]),
    (r"\Aa", ["a", "ab\n"]),
    (r"\s*^a", ["a", "\n a\na"]),
    (r"(?:^a\n)+b", ["a\na\nb"]),
    (r"(?:a|^)b", ["b", "ab", "c\nb"]),
    (r"a(?:b|$)", ["a", "ab", "a\nc"]),
    (r"x*", ["", "y"]),
    (r"(?:a$)?b", ["b", "ab"]),
    # Boundaries, at both ends, of words and of the text.
    (r"\ba\b", ["a", " a ", "-a", "b.a\n"]),
    (r"\b", ["a", " a"]),
    (r"\B", ["", "-", "aa", "\n"]),
    (r"a\B", ["ab", "a1", "aé"]),
    (r"\B@a\B", ["@ab", ".@a_", "\n@a1", "\n@aé"]),
    (r"\B(?:a|-)", ["ba", "-", "éa", "--"]),
    (r"(?a)\Ba\B-*", ["bac", "aab"]),
    (r"^\b", ["a", "\nb"]),
    (r"\b$", ["a", "a\n"]),
    (r"\ma\M", ["a", " a "]),
    (r"(?w)\ba\b", ["a", "a b"]),
    # Look-arounds: taken in at an end, left out elsewhere.
    (r"(?<=a)b", ["ab"]),
    (r"(?<!a)b", ["b", "cb", "\nb"]),
    (r"b(?!a)", ["b", "bc", "b\n"]),
    (r"b(?=a)", ["ba"]),
    (r"(?i)(?<!a)b(?!c)", ["B", "xbx", "\nb\n"]),
    (r"(?<![^\n])b(?![^\n])", ["b", "a\nb\nc"]),
    (r"(?!ab)\w+", ["b", "ba", "ab"]),
    (r"(?=.*a)\w+\d", ["ba1", "b1a"]),
    (r"a(?!b)(?=c)c", ["ac"]),
    (r"(?<=^|,)a", ["a", ",a", "b\na"]),
    (r"a(?=$|;)", ["a", "a;", "a\nb"]),
    (r"x*(?<=ab)", ["ab", "abx"]),
    (r"(?=ab)x*", ["ab"]),
    (r"(?<=a(?=b))b", ["ab"]),
    (r"(?<=a)(?<!b)c", ["ac"]),
    # Back-references, also in another case and to what holds another.
    (r"(\w+) \1\b", ["a a", "ab ab", "the the end"]),
    (r"(?i)(\w)\1", ["aA", "aa"]),
    (r"(a)(?i:\1)", ["aA", "aa"]),
    (r"((a)\2)\1", ["aaaa"]),
    (r"(?|(a)|(b))x\1", ["axa", "bxb"]),
    (r"(?P<q>['\"]).*?(?P=q)", ["'a'", '""']),
    (r"(a)?(?(1)b|c)", ["ab", "c"]),
    # What a group asks of its place is not asked of the text's second one.
    (r"(\b\d)\1", ["11"]),
    (r"(^a|(?<=-)a)\1", ["aa", "-aa"]),
    (r"(a(?=x))x\1", ["axa"]),
    # Greed decides which match is found, not whether there is one.
    (r"a+?b", ["aab"]),
    (r"a*+b", ["aab", "b"]),
    (r"(?>a|ab)c", ["ac"]),
    (r"a{2,}?b", ["aaab"]),
    (r"(?:ab){2,3}+c", ["ababc", "abababc"]),
    # Repeats, written out as far as that pays.
    (r"x[ab]{3,70}y", ["xaaay", "x" + "ab" * 35 + "y"]),
    (r"x[ab]{400}y", ["x" + "ab" * 200 + "y"]),
    (r"(?:(?:a{20}){20}){20}", ["a" * 8000]),
    (r"a(?:x{2}){0}b", ["ab"]),
    (r".{5,}", ["abcde", "a\nabcdefg"]),
    # Classes: negated, with cases, with one less another.
    (r"(?i)[^a]", ["b", "B"]),
    (r"(?i)k", ["k", "K"]),
    (r"(?i)\u212a", ["k", "K"]),
    (r"(?i)[\u017f]", ["s", "S"]),
    (r"(?i)[^\u017f]", ["k", "K"]),
    (r"[^\x00-\x7f]|b", ["b"]),
    (r"[[:^alpha:]]\p{Lu}", ["1A"]),
    (r"(?a:\w)\W", ["a-"]),
    (r"(?s)a.b", ["a\nb"]),
    (r"a.b", ["a b"]),
    (r"\R\X", ["\na", "\n\n"]),
    (r"[\]\-\\^]{2}", ["]-", "\\^"]),
    # What else tells where a search goes on.
    (r"a\Kb", ["ab"]),
    (r"\Ga", ["a"]),
    (r"(*PRUNE)a(*SKIP)b", ["ab"]),
]  # fmt: skip


def found(pattern: str, text: str) -> bool:
    """Whether the superset of *pattern* matches in *text*; none matches everywhere."""
    expression = derive_superset(pattern)
    if expression is None:
        return True
    database_made = compile_database([Expression(expression, 0, once=True)])
    assert database_made is not None, expression
    return bool(database_made.found_in(encode_byte_per_character(text)))


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize(("pattern", "texts"), MATCHED, ids=[row[0] for row in MATCHED])
def test_a_match_is_never_ruled_out(pattern: str, texts: list[str]) -> None:
    """By itself, after other text, before it, and in several lines."""
    around = [("", ""), ("! ", " !"), ("z", "z"), ("\n", "\n"), ("q\n", "\nq")]
    for text in texts:
        assert regex.search(pattern, text, flags=FLAGS), text
        for before, after in around:
            whole_text = before + text + after
            if regex.search(pattern, whole_text, flags=FLAGS):
                assert found(pattern, whole_text), whole_text


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?ai)a\p{Lu}", r"(?i)(?!\p{Lu})\w", r"(?ai)a[^\p{Ll}]",
        r"(?:foo){e<=1}", r"a(?R)?b", r"(?<x>a)(?&x)", r"(?r)foo", r"(?p)foo|fo", r"(?fi)ss",
        "x*", r"(?<=a)?", "foo|", r"(?L)foo",
    ],
)  # fmt: skip
def test_what_is_not_known_has_none(pattern: str) -> None:
    """It tells nothing, or what it says is not understood: the literals are as they were."""
    assert derive_superset(pattern) is None


RULED_OUT = [
    (r"\w+!\s*(?://|$)", ["a", "!", "a! b", " !//"]),
    (r"[\w.+-]+@[\w-]+\.[\w.-]+", ["a@b", "@b.c", "a @b.c", "a@b."]),
    (r"[ \t]+$", ["a b", "a\tb\n", ""]),
    (r".{121,}", ["a" * 120 + "\n" + "a" * 120]),
    (r"\b[A-Za-z0-9+/]{40,}={0,2}\b", ["a" * 39, "a" * 39 + " b"]),
    (r"(?<![A-F])[A-F]{4}(?![A-F])", ["ABCDE", "ABC", "ABCDEABCDE"]),
    (r"(?i)(?<!a)b(?!c)", ["AB", "ab", "bc", "BC"]),
    (r"^\s*from\s+\S+\s+import\s+\*", ["from a import b", "x from a import *"]),
    (r"(?i)\b(?:todo|fixme)\b", ["todos", "a_todo"]),
    (r"\B@a\B", ["@a", "b@ab", "@a\n", "a@a(", "é"]),
    (r"(\w)-\1x", ["a-x", "a-bb"]),
    (r"except\s*:", ["except A:"]),
    (r"a(?=\s*\()", ["a", "a ["]),
    (r"\Aa", ["b", "ba"]),
    (r"^(?!#)", ["#", "#a\n#"]),
    (r"a\Z", ["b", "ab"]),
    (r"[^\x00-\x7f]", ["a"]),
    (r"é", ["e"]),
]


@pytest.mark.parametrize(("pattern", "texts"), RULED_OUT, ids=[row[0] for row in RULED_OUT])
def test_what_has_no_match_is_ruled_out(pattern: str, texts: list[str]) -> None:
    """For ordinary patterns nothing is left to search for."""
    for text in texts:
        assert not regex.search(pattern, text, flags=FLAGS), text
        assert not found(pattern, text), text
