"""Tables for names and paths say what ``regex`` says, or nothing."""

from __future__ import annotations

from random import Random

import pytest
import regex

from phaser_lint.text.globs import walked
from phaser_lint.text.search.literals.pattern_tree import FLAGS
from phaser_lint.text.search.state_table import table_of

TOLD = (
    r"[a-z0-9]+(-[a-z0-9]+)*\.\w+", r"[a-z_]+\.py", "(?i)readme", r"^src/", r"\.test\.[jt]sx?$",
    r"(?:^|/)tests?/", r"a{2,4}b{0,1}c{1,}", r"[^/]+/[^/]+\.sql", "a|ab|", r"(a|b)*?c", r"a.*b",
    r"\d{4}_\w+", r"^(?:a|b$)", r"x$", r"(?s)a.b", r"[[:alpha:]]+", r"(?x) a b # c", r"(?:a*)*b",
    "(?i)K", r"\Aa\Z", "a$b", "ä|a", r"\p{Lu}\w*", r"(?-i:A)(?i:b)",
)  # fmt: skip
UNTOLD = (
    r"^db/(?!\d)", r"\bb\b", r"(a)\1", "(?>a|ab)c", "a++b", r"(?<=a)b", "(?:ab){e<=1}", "(?r)ab",
    r"\Ga", "(?<n>a)(?&n)", r"a\Kb", "(?:[a-z]{0,50}){0,50}x",
)  # fmt: skip
PIECES = ("a", "b", "ab", "c", "K", "k", "x", "/", "src/", ".py", "test", "tests/", "-", "_", ".",
          "0123", "sql", "readme", "A", " ", "~")  # fmt: skip


def texts(seed: int) -> list[str]:
    random = Random(seed)
    return ["".join(random.choices(PIECES, k=random.randrange(1, 6))) for _ in range(400)]


@pytest.mark.parametrize("pattern", TOLD)
@pytest.mark.parametrize("whole", [True, False], ids=["whole", "anywhere"])
def test_what_is_told(pattern: str, whole: bool) -> None:
    """Of each text the same, and of some that it matches."""
    table = table_of(pattern, whole=whole)
    assert table is not None
    compiled = regex.compile(pattern, FLAGS)
    search = compiled.fullmatch if whole else compiled.search
    for text in (*texts(1), "aabc", "a b", "ab.py", "src/a.sql", "0123_a", "a", "README"):
        assert walked(table, text) == (search(text) is not None), text


@pytest.mark.parametrize("pattern", UNTOLD)
def test_what_is_not_told(pattern: str) -> None:
    """The engine is asked."""
    assert table_of(pattern, whole=True) is None


@pytest.mark.parametrize("text", ["ä", "a\n", "a\tb", "a\x7f", "\u212a"])
def test_of_other_texts_nothing_is_told(text: str) -> None:
    """Line ends, and what matches an ASCII letter in any case."""
    assert walked(table_of("(?i)k", whole=False), text) is None


def test_a_table_is_plain_and_small() -> None:
    """Bytes and a tuple of bytes, which are stored and are hashable."""
    table = table_of(TOLD[0], whole=True)
    assert table is not None
    classes, rows, accepting = table
    assert (len(classes), len(rows), len(accepting)) == (128, len(rows), len(rows))
    assert hash(table) == hash((classes, rows, accepting))
    assert len(rows) == 10
