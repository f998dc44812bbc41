"""Any text at all, in every language: regions in order, none empty, and nothing left out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phaser_lint.text.languages import FILE_TYPES
from phaser_lint.text.regions import open_regions

NAMES = sorted({f"a.{endings.split()[0]}" for endings, *_ in FILE_TYPES if endings})
# What opens or closes something somewhere.
PIECES = (
    "'", '"', '"""', "'''", "`", "```", "\\", "/", "//", "/*", "*/", "/**", "#", "#{", "${", "{",
    "}", "{{", "}}", "(", ")", "[", "]", "<", ">", "</", "/>", "<!--", "-->", "<?php", "?>", "$(",
    "$((", "))", "<<E", "\nE\n", "<<~E", "\n", "\r\n", " ", "\t", "--", "--[[", "]]", "{-", "-}",
    "#=", "=#", "<#", "#>", "%w[", "q{", "s/", "=begin", "\n=end", "\n=pod", "\n=cut", "__END__",
    "f'", 'f"', "rb'", 'R"x(', ')x"', 'r#"', '"#', '$"', '@"', '$$"""', "!", ":", ";", "|", ">",
    "a", "1", "é", "def f(", "class A:", "return", "case", "esac", "<script>", "</script>", "<a",
    "\\(", "'a'", "---", "~~~", "=", "+", "i18n", "\f", "\0", "\u2028", "\ud800", "@{", "@(", "@:",
    "@if (a) {",
)  # fmt: skip


TEXTS = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8)  # of each language, and a hundred in the slow set
@given(text=TEXTS)
def test_regions_are_in_order(name: str, text: str) -> None:
    check_order(name, text)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=100)
@given(text=TEXTS)
def test_regions_of_many_texts_are_in_order(name: str, text: str) -> None:
    check_order(name, text)


def check_order(name: str, text: str) -> None:
    regions, place = open_regions(name, text), 0
    while place < len(text):
        start, end, _ = regions.region_around(place)
        assert start == place < end <= len(text)
        place = end
