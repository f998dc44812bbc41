"""Links in prompts and arguments: what is one, what is none, and what is no name."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaser_lint.report.context.links import extract_links, find_link_names, make_link_key

# (the arguments, the links in them, whether there is text at all)
ARGUMENTS: dict[str, tuple[Any, list[str]]] = {
    "no arguments": ({}, []),
    "numbers": ({"count": 5, "limit": 10}, []),
    "nulls and booleans": ({"a": None, "b": [True, None, 1.5]}, []),
    "keys are no text": ({"[[key]]": 1}, []),
    "no link": ({"command": "ls -la"}, []),
    "single brackets": ({"text": "[single bracket]"}, []),
    "empty": ({"text": "[[]] [[ ]] [[\n]]"}, []),
    "not closed": ({"text": "[[a [[b] c]] [[d"}, []),
    "in a text": ({"command": "test [[auth]]"}, ["auth"]),
    "several": ({"prompt": "[[JWT]] and [[OAuth]]"}, ["JWT", "OAuth"]),
    "nested": ({"options": {"query": "[[search]]"}}, ["search"]),
    "in an array": ({"parts": ["[[A]]", "[[B]]"]}, ["A", "B"]),
    "a bare text": ("[[A]]", ["A"]),
    "trimmed, once, in order": (
        {"b": ["[[ B ]]", {"x": "[[A]] [[B]]"}], "a": "[[C]] [[A]]"},
        ["B", "A", "C"],
    ),
    "line ends in it": ({"text": "[[a\nb]]"}, ["a\nb"]),
    "three brackets": ({"text": "[[[a]]] [[b]]]"}, ["[a", "b"]),
}


@pytest.mark.parametrize("row", ARGUMENTS.values(), ids=ARGUMENTS)
def test_every_text_of_the_arguments_is_looked_at(row: tuple[Any, list[str]]) -> None:
    """Every text is looked at, however deep, and nothing else."""
    arguments, links = row
    assert extract_links(arguments) == links


@given(st.text(alphabet="[]a \n", max_size=40))
def test_same_as_the_regular_expression(text: str) -> None:
    """The scanner finds what ``\\[\\[([^\\]]+)\\]\\]`` finds, but blank ones."""
    matches = [match.strip() for match in re.findall(r"\[\[([^\]]+)\]\]", text)]
    assert extract_links(text) == list(dict.fromkeys(filter(None, matches)))


def test_links_are_found_in_time_proportional_to_the_text() -> None:
    """In time proportional to the text, and without a limit on the depth."""
    start = time.monotonic()
    assert extract_links("[" * 1_000_000 + "x]") == []
    assert extract_links("[[a] " * 200_000) == []
    assert len(extract_links(" ".join(f"[[n{number}]]" for number in range(10_000)))) == 10_000
    deep: Any = "[[a]]"
    for _ in range(100_000):
        deep = [deep]
    assert extract_links(deep) == ["a"]
    assert time.monotonic() - start < 5


# What stands in double brackets in programs and data, by where it comes from: none is a name.
NO_NAMES: dict[str, tuple[str, ...]] = {
    "shell": (
        "if [[ -f x ]]; then", '[[ -f "$x" ]]', "[[ -z $x ]]", "[[ ! -e x ]]", "[[ $a == b ]]",
        "[[ $a == $b ]]", "[[ a == b ]]", "[[ a != b ]]", "[[ x =~ ^[0-9]+$ ]]", "[[ a = b ]]",
        "[[ a=b ]]", "[[ 1 -lt 2 ]]", "[[ n -ge 10 ]]", "[[ a -nt b ]]", "[[ -d /etc ]]",
        "[[ -n $x && -f y ]]", "[[ -f a || -f b ]]", "[[ x || y ]]", "[[ ${#a[@]} -gt 0 ]]",
        "[[ `id` ]]", "[[ $(id -u) ]]", "[[ a < b ]]", "[[ ! x ]]", "[[ ( a -eq b ) ]]",
        "while [[ -n x ]] ; do", "[[ x -ef y ]]", "[[ -t 1 ]]", "[[ -v name ]]", "[[ *.py ]]",
    ),
    "arrays": (
        "[[0]]", "[[1, 2]]", "np.array([[1, 2]])", "[[1,2]]", "[[1.5, -2]]", "[[ 1  2 ]]", "[[12]]",
        "[[0.5]]", "[[-1]]", "[[1e-3]]", "[[1; 2]]", '[["a"]]', '[["a", "b"]]', "[['a']]",
        '{"rows": [["x", 1]]}', "[[True, [1, 2]]]", "[[{}]]", "[[]]", "[[ ]]", "[[+1, -1]]",
    ),
    "R": ('x[["a"]]', "x[[1]]", "x[[i]]", "lst[[name]]", "f(x)[[key]]", "x_[[col]]", 'x[["a b"]]'),
    "paths": (
        "[[/etc/passwd]]", "[[../../etc/passwd]]", "[[a/../../b]]", "[[./src]]", "[[~/notes]]",
        "[[C:\\temp]]", "[[C:/temp]]", "[[https://example.com]]", "[[file:///etc]]", "[[...slug]]",
        "app/[[...slug]]/page.tsx",
    ),
    "patterns": (
        "[[:alpha:]]", "[[:digit:]]", "grep '[[:space:]]*'", "[[a-z]]", "[[a-z0-9_]]", "[[A-Za-z]]",
        "[[^a-z]]", "[[a-z\\d*]]", "[[.*]]", "[[?]]", "[[a?b]]", "[[(?i)x]]", "[[x+$]]", "[[\\w+]]",
        "[[*.{js,ts}]]", "[[a{2}]]", "[[0-9a-f-]]", "[[=a=]]", "[[.hyphen.]]",
    ),
    "markup and noise": (
        "[[<script>]]", "[[a\nb]]", "[[a\x1b[31m]]", "[[\u202ea]]", "[[" + "x" * 101 + "]]",
        "[[--]]", "[[...]]", "[[|]]", "[[a|]]", "[[#]]", "[[-]]", "[[_]]", "[[\u2014]]", "[[@]]",
        '[[deprecated("x")]]', "[[a;b]]", "[[key=value]]", "[[&x]]",
    ),
}  # fmt: skip
# What people write as a link.
NAMES: tuple[str, ...] = (
    "no-print", "REST-API", "Machine Learning", "größe", "日本語", "docs/logging", "3 rules", "c++",
    ".NET", "@scope/pkg", "What is OAuth?", "404", "_internal", "OAuth 2.0 \u2013 PKCE", "__init__",
    "C#", "Node.js", ".gitignore", "ASP.NET Core", "R&D", "Q&A", "don't", "it\u2019s",
    "Hello, World!",
    "Why? How?", "Really?!", "2024-01-15", "12:30", "1984", "500", "gnu::always_inline", "100%",
    "100% coverage", "(draft) plan", "plan (draft)", "\u201cquoted\u201d", "\U0001f680 launch",
    "\U0001f469\u200d\U0001f4bb at work", "naïve Bayes", "ISO/IEC 27001", "TCP/IP", "key: value",
    "a, b and c", "Müller & Söhne", "§ 5", "#1 rule"[1:], "v2.1.0", "user@example.com", "A/B test",
    "x-y plane", "to-do", "e-mail", "i18n", "no_print", "Straße\u00a05", "src/app.py", "a - b",
    "no-print|the rule", "no-print|print()", "No Print | \"never\"", "no-print#why", "page#Part 2",
    "page#part|shown so", "C# style", "می\u200cخواهم", "العربية", "Ünïcödé", "a" * 100,
)  # fmt: skip
# Names to the eye as well: only that nobody knows them tells that they are none.
UNDECIDED = (
    "[[nodiscard]] int f();", "[[maybe_unused]]", "[[products]]", "[[tool.mypy.overrides]]",
    "local s = [[text]]", "[[x]]", "[[a|b]]", "[[None]]", "[[ x ]]", "[[Paris, Texas]]",
)  # fmt: skip


def test_links_are_found_with_few_that_are_none() -> None:
    """All that is a name is found, and of the rest only what no eye can tell from one."""
    code = [text for texts in NO_NAMES.values() for text in texts]
    wrong_texts = [text for text in code if find_link_names(text)]
    lost_names = [name for name in NAMES if find_link_names(f"See [[{name}]].") != [name]]
    assert (wrong_texts, lost_names) == ([], [])
    assert [text for text in UNDECIDED if not find_link_names(text)] == []


def test_each_link_of_a_text_is_found_once() -> None:
    """In one text, whatever stands before them but a word; each once."""
    text = "x[[i]] 詳細は[[認証]]を, ([[a]])[[b]] [[a]][[c]] l'[[d]] rule[[no-go]] y=[[ -f x ]]"
    assert find_link_names({"prompt": [text, "**[[e]]** \\[[f]] [[a]]", 5]}) == [
        "認証",
        "a",
        "c",
        "d",
        "no-go",
        "e",
        "f",
    ]


@given(st.text(max_size=30))
def test_a_name_in_brackets_has_letters_or_digits(text: str) -> None:
    """Whatever stands in the brackets, a name has letters or digits and no line end."""
    for name in find_link_names(f"[[{text}]]"):
        assert any(map(str.isalnum, name))
        assert "\n" not in name
        assert make_link_key(name)


@pytest.mark.parametrize(
    ("first_spelling", "second_spelling", "is_same"),
    [
        ("no-print", "No Print", True),
        ("error_handling", "Error-Handling", True),
        ("no-print|the rule", "no-print", True),
        ("STRASSE", "straße", True),
        ("no-print", "noprint", False),
        ("a/b", "a-b", False),
        ("OAuth \u2013 PKCE", "oauth-pkce", True),
        ("_internal", "internal", True),
        ("no-print#why", "no-print", True),
        ("No Print#a part|shown so", "no-print", True),
        ("C#", "C", False),
        ("F# 7", "F", False),
        ("#1", "1", False),
    ],
)
def test_case_and_hyphens_tell_no_names_apart(
    first_spelling: str, second_spelling: str, is_same: bool
) -> None:
    """Case, blanks, hyphens and underscores do not tell names apart."""
    assert (make_link_key(first_spelling) == make_link_key(second_spelling)) is is_same
