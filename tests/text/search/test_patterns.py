"""Patterns: what is one, what is none and why, and which see the raw text."""

from __future__ import annotations

import warnings

import pytest
import regex

from phaser_lint.text.search.pattern_problems import find_pattern_problem
from phaser_lint.text.search.patterns import compile_pattern, names_carriage_return


@pytest.mark.parametrize(
    "pattern",
    [
        "a",
        " ",
        "é|日本",
        "a++b*+",
        "(?>a|ab)c",
        "(?i)print",
        "x(?i)y",
        "(?s-m:^)",
        "(?<=a*)b",
        "(?<name>a)(?P=name)",
        "(?P<a>x)(?P<a>y)",
        "(?r)a",
        "[[a]]",
        "[a&&b]",
        "\\p{Lu}\\X",
        "(?|a|b)",
        "(?:error){e<=1}",
        "((a{1,1000}){1,1000}){1,1000}",
        "a|" * 5_000 + "b",
        "\ud800",
    ],
)
def test_what_is_a_pattern(pattern: str) -> None:
    """No problem, and no warning of the engine's either."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert find_pattern_problem(pattern) is None


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("(", "missing ) at position 1"),
        (")", "unbalanced parenthesis at position 0"),
        ("[", "unterminated character set at position 1"),
        ("[z-a]", "bad character range at position 4"),
        ("[[:foo:]]", "unknown property at position 8"),
        ("*a", "nothing to repeat at position 0"),
        ("a**", "multiple repeat at position 2"),
        ("a{2,1}", "min repeat greater than max repeat at position 2"),
        ("a{99999999999}", "repeat count too big at position 2"),
        ("\\", "bad escape (end of pattern) at position 1"),
        ("\\1", "invalid group reference at position 2"),
        ("\\xg", "incomplete escape \\x at position 2"),
        ("\\p{Nope}", "unknown property at position 8"),
        ("\\N{NOSUCH}", "undefined character name at position 10"),
        ("(?P=x)", "unknown group at position 3"),
        ("(?z)a", "unknown extension at position 2"),
        ("(?#", "missing ) at position 3"),
        ("(?u)(?a)x", "ASCII, LOCALE and UNICODE flags are mutually incompatible"),
        ("(" * 10_000, "nested too deeply"),
    ],
)
def test_what_is_no_pattern(pattern: str, problem: str) -> None:
    """Said with the engine's words and its position."""
    problem_found = find_pattern_problem(pattern)
    assert problem_found is not None
    assert problem_found.startswith(f"a regular expression; {problem}")


@pytest.mark.parametrize("text", ["a.b", "(", "[x]{2}", "a b#c", "^$", "\\d\n", "é\t", "\r\n"])
def test_a_literal_matches_itself(text: str) -> None:
    """Every character stands for itself."""
    compiled = compile_pattern(text, literal=True)
    assert compiled.fullmatch(text)
    assert not compiled.search(text.translate({ord(text[0]): "\0"}))


def test_lines_have_their_own_ends() -> None:
    """MULTILINE is on, and the dot stops at a line feed unless the pattern says otherwise."""
    assert regex.findall(compile_pattern("^b$", literal=False), "a\nb\nc") == ["b"]
    assert not compile_pattern("a.b", literal=False).search("a\nb")
    assert compile_pattern("(?s)a.b", literal=False).search("a\nb")
    assert compile_pattern("(?-m:^)b", literal=False).search("a\nb") is None


@pytest.mark.parametrize(
    "pattern",
    ["a", "a$", "\\n", "\\s+$", "C:\\\\repo", "\\\\\\\\r", "\\Ra", "\\x0a", "\\u000a", "\\u00d0",
     "[^\\n]", "r", "\\d0d", "[^\\r\\n]*$", "[^\\S\n\\x0D]+$", "[^\\x0a-\\x0d]", "(?![^\r\n])",
     "\\R[^\\W\\r]", "[^\\]\\r\\n]", "(?x) a # \\r"],
)  # fmt: skip
def test_what_does_not_name_a_carriage_return(pattern: str) -> None:
    """It sees normalised text: the same verdict on a checkout with CRLF."""
    assert not names_carriage_return(pattern, literal=False)


@pytest.mark.parametrize(
    "pattern",
    ["\r", "\\r", "\\r\\n", "[^\\r]\\n", "[^\\r]$", "[\\r\\n]", "[^\\r\\n]\\r", "(?<!\\r)\\n",
     "\\\\\\r", "\\x0d", "\\x0D", "\\u000d", "\\u000D",
     "\\U0000000D", "\\015", "\\N{CARRIAGE RETURN}", "\\N{carriage return}", "a\\r?$",
     "[\\r-\\x20]", "(?x) a # [^\n \\r\\n]"],
)  # fmt: skip
def test_what_names_a_carriage_return(pattern: str) -> None:
    """It sees the text with its own line ends."""
    assert names_carriage_return(pattern, literal=False)


def test_a_literal_names_a_carriage_return_only_by_holding_one() -> None:
    """Its backslashes are backslashes."""
    assert not names_carriage_return("\\r", literal=True)
    assert names_carriage_return("a\r\n", literal=True)
