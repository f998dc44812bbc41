from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaser_lint.text.edits.text_edit import apply_text_edit
from tests.text.edits.edit_cases import ALL_CASES, EditCase

# Pairs of files that a logging hook recorded around real edits.
RECORDED = [
    EditCase("mixed, mostly LF", "a\r\nb\nc\nd\n", "b\nc\n", "B\nC\n", "a\nB\nC\nd\n"),
    EditCase(
        "mixed, mostly CRLF", "a\r\nb\r\nc\nd\r\n", "b\nc\n", "B\nC\n", "a\r\nB\r\nC\r\nd\r\n"
    ),
    EditCase("curly", "s = “hello”\n", 's = "hello"\n', 's = "bye"\n', "s = “bye”\n"),
    EditCase("Markdown hard break", "x\n", "x\n", "x  \ny  \n", "x  \ny  \n"),
]
TEXT = st.text(st.sampled_from("ab\n\r\"'“”‘’\\u0e9Eé😀\ufeff\ud83d\udcff\udcfe\x00 "))


@pytest.mark.parametrize("case", [*ALL_CASES, *RECORDED], ids=lambda case: case.name)
def test_predicts_what_the_client_wrote(case: EditCase) -> None:
    """The text after the edit is the client's, or None where the client refused."""
    after = apply_text_edit(
        case.before or "", old=case.old, new=case.new, replace_all=case.replace_all
    )
    assert after == case.after


def test_odd_bytes_elsewhere_stay() -> None:
    """An undecodable byte beside the match is kept as it is."""
    assert apply_text_edit("\udce9 x\n", old="x", new="y", replace_all=False) == "\udce9 y\n"


def test_odd_bytes_change_no_line_ends() -> None:
    """Neither one of them, nor the half of a pair that the first 4096 units end with."""
    edited = apply_text_edit("\udcff\r\nx\r\n", old="x", new="y", replace_all=False)
    assert edited == "\udcff\r\ny\r\n"
    half_pair = "x" + "😀" * 2048
    edited = apply_text_edit(f"{half_pair}\r\ny\nz", old="z", new="Z", replace_all=False)
    assert edited == f"{half_pair}\ny\nZ"


def test_half_a_pair_beside_escapes_is_unknown() -> None:
    """It is looked for as an escape, and raises nothing."""
    assert apply_text_edit("\\u00e9\n", old="\ud83dé", new="x", replace_all=False) is None


@pytest.mark.parametrize(
    ("current", "old", "after"),
    [
        ("\\é", "\\\\u00e9", None),
        ("\\\\é", "\\\\\\u00e9", "è"),
        ("\\u0080", "\x80", "\\u00e8"),
        ("\\u00e9\\\\", "é\\\\", "\\u00e8"),
        ("\\u00e9\\", "é\\", None),
    ],
)
def test_two_backslashes_start_no_escape(current: str, old: str, after: str | None) -> None:
    """Two are an escaped one, and start no escape; one at the end may be half of another."""
    edited = apply_text_edit(f"{current}\n", old=old, new="è", replace_all=False)
    assert edited == (None if after is None else f"{after}\n")


def test_one_curly_quote_is_enough() -> None:
    """The other one may stand outside of what is replaced."""
    assert apply_text_edit("“a” b\n", old='"a', new='"c', replace_all=False) == "“c” b\n"
    assert apply_text_edit("“a” b\n", old='a" b', new='c" d', replace_all=False) == "“c” d\n"


@pytest.mark.parametrize("old", ["\ud83d", "\\ud83d"])
def test_half_a_pair_is_unknown(old: str) -> None:
    """The client cuts the emoji in two and writes U+FFFD; nothing is claimed about it here."""
    assert apply_text_edit("😀\n", old=old, new="x", replace_all=False) is None


def test_several_occurrences_without_replace_all_replace_the_first() -> None:
    """The client refuses this before a hook sees it; other callers get the first."""
    assert apply_text_edit("a a\n", old="a", new="b", replace_all=False) == "b a\n"


def test_an_apostrophe_that_is_still_escaped_is_a_curly_one() -> None:
    """The client decodes it before a hook is called; where not, quotes are curled too."""
    edited = apply_text_edit("it’s\n", old="it\\u2019s", new="it's 'x'", replace_all=False)
    assert edited == "it’s ‘x’\n"


@given(current=TEXT, old=TEXT, new=TEXT, replace_all=st.booleans())
def test_no_three_strings_raise_anything(
    current: str, old: str, new: str, replace_all: bool
) -> None:
    """Any three strings give a text or None."""
    after = apply_text_edit(current, old=old, new=new, replace_all=replace_all)
    assert after is None or isinstance(after, str)


@given(before=st.text("ab “\\"), old=st.text("ab“\\", min_size=1), new=st.text("ab“\\", min_size=1))
def test_a_plain_edit_is_a_plain_replacement(before: str, old: str, new: str) -> None:
    """What occurs literally, on LF lines, is replaced literally."""
    current = f"{before}{old}\n"
    assert apply_text_edit(current, old=old, new=new, replace_all=True) == current.replace(old, new)


def test_imports_nothing() -> None:
    """The module is on the hook's path, where each import costs more than the edit."""
    code = "import sys; seen = set(sys.modules); import phaser_lint.text.edits.text_edit; "
    code += "print(*set(sys.modules) - seen)"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert set(process.stdout.split()) == {
        "phaser_lint",
        "phaser_lint.text",
        "phaser_lint.text.deadlines",
        "phaser_lint.text.edits",
        "phaser_lint.text.edits.text_edit",
        "__future__",
    }
