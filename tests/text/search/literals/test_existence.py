"""The shorter pattern that is asked first: what it is made of, and that it hides no match."""

from __future__ import annotations

import marshal
from typing import Any

import pytest
import regex

from phaser_lint.text.search.literals.pattern_tree import compiled_tree, executed_tree
from phaser_lint.text.search.literals.required import derived
from phaser_lint.text.search.patterns import prepared
from phaser_lint.text.search.searcher import Searcher, code_of, rebuilt

FLAGS = regex.MULTILINE | regex.VERSION0

# Found as soon as they can be, or not to be cut: one part asks for another, or a match depends on
# where the search began.
WHOLE = [
    "",
    "print",
    r"\bprint\(",
    r"^print\(",
    r"(?<!self\.)logger\.debug\(",
    "foo.*",
    "foo+",
    r"(?:eval|exec)\(",
    "[0-9a-f]{40}",
    r"\w{9,}x",
    r"(\w+)!\1",
    r"(?P<a>\w+)!(?P=a)",
    r"\w+!(?R)?",
    r"(\w)?\w+!(?(1)a|b)",
    r"\w+\K!a",
    r"\G\w+!a",
    r"\w+(*PRUNE)!a",
    r"\w+(*SKIP)!a",
    r"(?:\w+!a){e<=1}",
    r"(?r)\w+!a",
    r"(?p)\w+!a",
    r"(?b)(?:\w+!a){e<=1}",
    r"(?fi)\w+!a",
    r"(?L)\w+!a",
    # `regex` finds another "y" of "y1=" where it begins with the property.
    r"(?ai)x?\p{Lu}\d",
    "(",
    # Nothing of it is sooner found.
    r"\b(?:TODO|FIXME)\b",
    r"^(?:import|from)\s",
    r"^(?:a|token)\b",
    r"^[-@]",
    r"\b[A-Z][A-Z0-9]*\s",
    r"\b[a-z]\d\d",
    r"\d\s*\s*=",
    r"\d\s*+=",
]
# The pattern, and the shorter one.
SHORTER = [
    (r"\w+!\s*(?://|$)", r"!(?<=\w!)\s*(?://|$)"),
    (r"^\s*assert\b(?!\s+is)", r"assert(?<=^\s*assert)\b(?!\s+is)"),
    (r"^\s*assert\b.*", r"assert(?<=^\s*assert)\b"),
    (r"^[^#]*foo\(\d", r"foo\((?:)\d"),
    (r"^\s*(?:async\s+)?def\s+\w+\([^)]*\)\s*:", r"def\s+\w+\([^)]*\)\s*:"),
    (r"[\w.+-]+@[\w-]+\.[\w.-]+", r"@(?<=[\w.+-]@)[\w-]+\.[\w.-]"),
    (r"(\w+)@(\w+)", r"@(?<=\w@)\w"),
    (r"[ \t]+$", r"[ \t]$"),
    (r"\w+\s*[<>]=?", r"\w\s*[<>]"),
    (r"\w+print", r"print(?<=\wprint)"),
    (r"\s*[<>]x", r"x(?<=[<>]x)"),
    (r"\s*[<>]\d", r"[<>]\d"),
    (r"\s{2,}[<>]", r"\s\s[<>]"),
    (r".{121,}", r"^.{121}"),
    (r".{121,}[<>]", r"^.{121,}[<>]"),
    (r".*[<>]\d", r"[<>]\d"),
    (r"^.*[<>]\d", r"[<>]\d"),
    (r"\w++!a", r"!a(?<=\w!a)"),
    (r"\w+?!a", r"!a(?<=\w!a)"),
    (r"(?>\w+)!a\d", r"!a\d"),
    (r"^\s*import pdb|\bbreakpoint\(\)", r"import pdb(?<=^\s*import pdb)|\bbreakpoint\(\)"),
    (r"\d+px|\w+em", r"px(?<=\dpx)|em(?<=\wem)"),
    (r"(?i)\w+!a", r"(?i)!a(?<=\w!a)"),
    (r"\w+\b-a", r"-a(?<=\w\b-a)"),
    (r"(?s).*foo.bar", r"(?s)foo.bar"),
    # One time of a repeat in front that has to be there, where that holds a literal.
    (r"(?:[a-z]+,\s*){8,}[a-z]+", r",(?<=[a-z],)\s*(?:[a-z]+,\s*){7,}[a-z]"),
    (r"(?:\w+,){3}", r",(?<=\w,)(?:\w+,){2}"),
    (r"(?:\w+,)+?\d", r",(?<=\w,)(?:\w+,)*?\d"),
    # A run in front of a literal, where something stands in front of the run.
    (r"^\s*\n\s*\}", r"\}(?<=\n\s*\})"),
    (r"\d\s*=x", r"=x(?<=\d\s*=x)"),
    (r"^\w{2,5}=x", r"=x(?<=^\w{2,5}=x)"),
    (r"\b\w{2,5}=x", r"=x(?<=\w\w=x)"),
    # A choice of literals, and a character that few places have.
    (r"^(?!.*\s)\w+(key|token)$", r"(?:key|token)$"),
    (r"^\s*(?:async|foo)x", r"(?:async|foo)x"),
    (r"\b[A-Z][a-z]+(?:[A-Z][a-z]+){5,}\b", r"[A-Z][a-z]+(?:[A-Z][a-z]+){5,}\b"),
    (r"\b[A-Z]\d{3}\b", r"[A-Z]\d{3}\b"),
    (r"^(?<!a)[A-Z]\b\s*=", r"=(?<=[A-Z]\b\s*=)"),
    (r"^(?<!a)[A-Z]\b\s*\d", r"[A-Z]\b\s*\d"),
    (r"^\s*(public|signals)\s*:", r"(?:public|signals)\s*:"),
]
# Where a part cut off, or looked for backwards, could be missed.
FOUND = [
    (r"\w+!\s*(?://|$)", ["a!", "é! //", "\na!\n", "a!\n"]),
    (r"^\s*assert\b(?!\s+is)", ["assert", "\n\n  assert x", "x\n\tassert(y)", "\u00a0assert"]),
    (r"[\w.+-]+@[\w-]+\.[\w.-]+", ["a@b.c", "ſ@x.y", "..@-.-", "@@a@b.c"]),
    (r".{5,}", ["12345", "\n123456\n", "é" * 5, "a\n\r23456"]),
    (r".{3,}[<>]", ["123<", "\n1234>", "123<<"]),
    (r"^.*[<>]x", ["<x", "\na>x"]),
    (r"(?i)^\s*select\b", ["SELECT", "\n ſelect"]),
    (r"(?i)\s+kilo", [" Kilo", "\n\u212ailo"]),
    (r"[ \t]+$", [" ", "a \nb", "\t\n"]),
    (r"x++y?|\d+!", ["xx", "1!"]),
    (r"(?<=a)\s*b+c*", ["ab", "a  bb"]),
    (r"\d*+x|\w+#", ["5x", "a#"]),
    (r"(?:[a-z]+,\s*){3,}[a-z]+", ["a,b,c,d", "a, \nbc ,b,c,d,e", "\n\naa,bb,cc,dd"]),
    (r"(?:a|ab,){2}c", ["ab,ab,c", "aab,c"]),
    (r"(?:\w*,){1,2}?\d", [",1", "a,,1"]),
    (r"^\s*\n\s*\}", ["\n}", " \n\n  }", "a\n \n}"]),
    (r"\d\s*=", ["1=", "1 \n ="]),
    (r"^(?!.*\s)\w+(key|token)$", ["akey", "x\natoken"]),
    (r"(?i)^\s*(?:kilo|so)\d", ["\u212aILO1", " \u017fO2"]),
]


def _shorter(pattern: str) -> Any:
    code = derived(pattern).existence
    return None if code is None else rebuilt(code)


@pytest.mark.parametrize("pattern", WHOLE)
def test_patterns_that_are_searched_whole(pattern: str) -> None:
    """Nothing is asked first."""
    assert derived(pattern).existence is None


@pytest.mark.parametrize(("pattern", "expected"), SHORTER)
def test_the_shorter_pattern(pattern: str, expected: str) -> None:
    """It runs the very code of the expected one, and can be stored."""
    code = derived(pattern).existence
    assert code is not None
    assert marshal.loads(marshal.dumps(code)) == code
    assert code[2:] == (code_of(regex.compile(expected, FLAGS)) or ())[2:]


@pytest.mark.parametrize(("pattern", "texts"), FOUND)
def test_what_the_pattern_finds_is_found(pattern: str, texts: list[str]) -> None:
    """In every text that holds a match, the shorter pattern has one."""
    shorter = _shorter(pattern)
    for text in texts:
        assert regex.search(pattern, text, FLAGS), text
        assert shorter is None or shorter.search(text), text


@pytest.mark.parametrize("pattern", [r"(a)(?P<n>b|c)+d", r"\w+!(a)", "[ab]c|de", "(?i)x|y", "a*"])
def test_a_whole_tree_makes_the_same_pattern(pattern: str) -> None:
    """What is made of the tree is what ``regex`` makes of the pattern, groups and all."""
    compiled = regex.compile(pattern, FLAGS)
    assert code_of(compiled_tree(executed_tree(pattern), like=compiled)) == code_of(compiled)


def test_a_shorter_pattern_that_runs_away() -> None:
    """The pattern itself decides: tried at a line's start alone it takes no time."""
    pattern = prepared(r"^\s*(?:a|aa)+!b")._replace(existence=code_of(regex.compile("(?:a|aa)+b")))
    text = "x" + "a" * 200
    assert Searcher().find_spans(pattern, text, seconds=0.2, only_first=False) == []
    spans = Searcher().find_spans(pattern, text + "\na!b", seconds=0.2, only_first=False)
    assert spans == [(202, 205)]
