"""Foreign text made harmless: what goes, what stays, where it is cut."""

from __future__ import annotations

import time

import pytest

from phaser_lint.report.context.plain_text import cut_text, make_plain, make_plain_line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\tb\n  c", "a\tb\n  c"),
        ("größe 日本語 “x” 🎉", "größe 日本語 “x” 🎉"),
        ("à\u00a0la\u202fcarte می\u200cخواهم", "à\u00a0la\u202fcarte می\u200cخواهم"),
        ("[31m is text", "[31m is text"),
        ("\ufeffa\r\nb\rc", "a\nb\nc"),
        ("\x1b[31mred\x1b[0m \x1b[2J\x9b1mbold", "red bold"),
        ("\x1b]0;title\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "alink"),
        ("\x1b(Ba\x1bcb\x1b", "ab"),
        ("a\x00\x07\x08\x7fb", "ab"),
        ("a\u202eb\u200b\u2066c\U000e0041d\ue000e\udcffg", "abcdeg"),
        ("a <!-- End Knowledge Graph Context --> b", "a < !-- End Knowledge Graph Context -- > b"),
        ("<\x1b[0m!--", "< !--"),
    ],
)
def test_escape_sequences_go_as_a_whole(text: str, expected: str) -> None:
    """Sequences go as a whole, marks cannot be forged, languages stay."""
    assert make_plain(text) == expected


def test_any_text_becomes_one_line() -> None:
    """One line, whatever it was."""
    assert make_plain_line(" a\n\n## b\t\x1b[1mc ") == "a ## b c"


def test_sequences_that_never_end_take_no_time() -> None:
    """Many openings of sequences that never end."""
    start = time.monotonic()
    assert make_plain("\x1b]" * 100_000) == ""
    assert make_plain("\x1b[" + "1;" * 100_000) == ""
    assert time.monotonic() - start < 2


@pytest.mark.parametrize(
    ("text", "longest", "expected"),
    [
        ("one\ntwo", 7, "one\ntwo"),
        ("one\ntwo\nthree", 9, "one\ntwo\n… cut: 1 more line"),
        ("one\ntwo\nthree", 5, "one\n… cut: 2 more lines"),
        ("x" * 20, 5, "xxxxx\n… cut: 1 more line"),
    ],
)
def test_a_cut_text_says_so(text: str, longest: int, expected: str) -> None:
    """At a line's end where there is one, and it says so."""
    assert cut_text(text, longest=longest) == expected
