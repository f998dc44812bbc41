"""Links in prompts and arguments: what is one, what is none, and what is no name."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaser_lint.concepts.links import extract, has_text_arguments, is_name, key_of

# (the arguments, the links in them, whether there is text at all)
ARGUMENTS: dict[str, tuple[Any, list[str], bool]] = {
    "no arguments": ({}, [], False),
    "numbers": ({"count": 5, "limit": 10}, [], False),
    "nulls and booleans": ({"a": None, "b": [True, None, 1.5]}, [], False),
    "keys are no text": ({"[[key]]": 1}, [], False),
    "no link": ({"command": "ls -la"}, [], True),
    "single brackets": ({"text": "[single bracket]"}, [], True),
    "empty": ({"text": "[[]] [[ ]] [[\n]]"}, [], True),
    "not closed": ({"text": "[[a [[b] c]] [[d"}, [], True),
    "in a text": ({"command": "test [[auth]]"}, ["auth"], True),
    "several": ({"prompt": "[[JWT]] and [[OAuth]]"}, ["JWT", "OAuth"], True),
    "nested": ({"options": {"query": "[[search]]"}}, ["search"], True),
    "in an array": ({"parts": ["[[A]]", "[[B]]"]}, ["A", "B"], True),
    "a bare text": ("[[A]]", ["A"], True),
    "trimmed, once, in order": (
        {"b": ["[[ B ]]", {"x": "[[A]] [[B]]"}], "a": "[[C]] [[A]]"},
        ["B", "A", "C"],
        True,
    ),
    "line ends in it": ({"text": "[[a\nb]]"}, ["a\nb"], True),
    "three brackets": ({"text": "[[[a]]] [[b]]]"}, ["[a", "b"], True),
}


@pytest.mark.parametrize("row", ARGUMENTS.values(), ids=ARGUMENTS)
def test_arguments(row: tuple[Any, list[str], bool]) -> None:
    """Every text is looked at, however deep, and nothing else."""
    value, links, has_text = row
    assert extract(value) == links
    assert has_text_arguments(value) is has_text


@given(st.text(alphabet="[]a \n", max_size=40))
def test_same_as_the_regular_expression(text: str) -> None:
    """The scanner finds what ``\\[\\[([^\\]]+)\\]\\]`` finds, but blank ones."""
    found = [each.strip() for each in re.findall(r"\[\[([^\]]+)\]\]", text)]
    assert extract(text) == list(dict.fromkeys(filter(None, found)))


def test_large_and_deep() -> None:
    """In time proportional to the text, and without a limit on the depth."""
    start = time.monotonic()
    assert extract("[" * 1_000_000 + "x]") == []
    assert extract("[[a] " * 200_000) == []
    assert len(extract(" ".join(f"[[n{number}]]" for number in range(10_000)))) == 10_000
    deep: Any = "[[a]]"
    for _ in range(100_000):
        deep = [deep]
    assert extract(deep) == ["a"]
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ('-f "$x"', False),
        ("$a == $b", False),
        ("1, 2", False),
        ("0", False),
        (":alpha:", False),
        ("a-z\\d*", False),
        ("../../etc/passwd", False),
        ("a/../../b", False),
        ("/etc/passwd", False),
        ("...slug", False),
        ("a\nb", False),
        ("a\x1b[31m", False),
        ("x" * 101, False),
        ("<script>", False),
        ("no-print", True),
        ("REST-API", True),
        ("Machine Learning", True),
        ("größe", True),
        ("日本語", True),
        ("docs/logging", True),
        ("no-print|the rule", True),
        ("3 rules", True),
        ("c++", True),
    ],
)
def test_names(link: str, name: bool) -> None:
    """What a shell, an array, a path or a pattern has in brackets is looked up nowhere."""
    assert is_name(link) is name


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("no-print", "No Print", True),
        ("error_handling", "Error-Handling", True),
        ("no-print|the rule", "no-print", True),
        ("STRASSE", "straße", True),
        ("no-print", "noprint", False),
        ("a/b", "a-b", False),
    ],
)
def test_spellings(one: str, other: str, same: bool) -> None:
    """Case, blanks, hyphens and underscores do not tell names apart."""
    assert (key_of(one) == key_of(other)) is same
