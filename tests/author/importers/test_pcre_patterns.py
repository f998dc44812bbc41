"""Patterns of PCRE in the words of contracts."""

from __future__ import annotations

import pytest
import regex

from phaser_lint.author.importers.pcre_patterns import convert_pcre_pattern, find_pcre_problem


@pytest.mark.parametrize(
    "pattern",
    [
        "a|b", "(?i)key", "^a$", "a{2,3}?", "[]a]", "[^]a]+", "(?<n>a)(?P=n)", "(?<!x)y",
        r"\p{Lu}", r"\x41", "(?>a+)b++", "(?(1)a|b)(c)", "(?#note)a", r"a\{b", "(a(?1)?b)",
    ],
)  # fmt: skip
def test_a_pattern_that_both_read_alike_stays_as_it_is(pattern: str) -> None:
    """What both say alike."""
    assert (convert_pcre_pattern(pattern), find_pcre_problem(pattern)) == (pattern, "")


@pytest.mark.parametrize(
    ("pattern", "converted_pattern", "matching_text", "other_text"),
    [
        (r"\w+", r"(?a)\w+", "a", "é"),
        (r"(?i)\bk", r"(?ia)\bk", "K", "xk"),
        ("[[:alpha:]]", "(?a)[[:alpha:]]", "a", "é"),
        ("(?m)^a", "^a", "b\na", "ba"),
        ("mid(?i)a|b", "mid(?i:a)|(?i:b)", "B", "MIDa"),
        ("(q(?i)w|e)r", "(q(?i:w)|(?i:e))r", "Er", "ER"),
        ("(?i)a(?-i)b", "(?i)a(?-i:b)", "Ab", "AB"),
        (r"end\z", r"end\Z", "end", "end\n"),
        (r"end\Z", r"end(?=\n?\Z)", "end\n", "end\n\n"),
        (r"\Qa.b\E+", r"a\.b+", "a.bb", "axb"),
        ("x{,2}", r"x\{,2}", "x{,2}", "xx"),
        ("a{e}", r"a\{e}", "a{e}", "b"),
        (r"\x{1F600}", r"\U0001f600", "\U0001f600", "x"),
        (r"[\x{e9}]", r"[\U000000e9]", "é", "e"),
        (r"a\vb", r"a[\n\x0b\f\r]b", "a\nb", "a b"),
        (r"\e", r"\x1b", "\x1b", "e"),
        ("(?'n'a)(?P>n)", "(?P<n>a)(?&n)", "aa", "ab"),
        ("mark\n", r"mark\n", "mark\n", "mark"),
        ("(?x) a # b\n", "(?x) a # b\n", "a", "b"),
    ],
)
def test_what_python_reads_otherwise_is_respelled(
    pattern: str, converted_pattern: str, matching_text: str, other_text: str
) -> None:
    """What one of them reads otherwise, or not at all."""
    assert convert_pcre_pattern(pattern) == converted_pattern
    compiled = regex.compile(converted_pattern, regex.MULTILINE)
    assert compiled.search(matching_text)
    assert not compiled.search(other_text)


@pytest.mark.parametrize(
    ("pattern", "token"),
    [
        ("(*UCP)a", "(*"),
        (r"\Ga", r"\G"),
        (r"(a)\g{1}", r"\g{1"),
        ("(?Ua+)", "(?U"),
        (r"\Nb", r"\N"),
    ],
)
def test_what_contracts_lack_is_a_problem(pattern: str, token: str) -> None:
    assert find_pcre_problem(pattern) == f"contracts have no {token}"


@pytest.mark.parametrize("pattern", ["a)", "a)b(c)", "(a", "[a", "a\\"])
def test_what_is_no_pattern_of_pcre_is_none_of_a_contract(pattern: str) -> None:
    """What is none is none in a contract either."""
    assert convert_pcre_pattern(pattern) == pattern


def test_deep_groups_end_no_stack() -> None:
    assert find_pcre_problem("(" * 3000 + ")" * 3000) == "groups within groups, more than 100"
