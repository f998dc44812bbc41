"""Text: what is binary, and what may reach a terminal."""

from __future__ import annotations

import random

import pytest

from phaser_lint.core.text import (
    LONGEST_LINE,
    decode_file,
    decode_text,
    encode_byte_per_character,
    encode_text,
    fold_white_space,
    is_binary,
    is_garbled,
    is_plain,
    is_utf_16,
    make_printable,
    may_end_lines_otherwise,
    may_name_coding,
    normalise_text,
    render_quantity,
    replace_lone_returns,
    shorten_line,
    split_printable_lines,
)
from phaser_lint.text.search.supersets.superset_parts import OTHER


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("plain\ttext\r\n", id="tabs and line ends are printable"),
        pytest.param("x\n\f\n\v\n", id="a form feed is a blank"),
        pytest.param("\x01" + "x" * 9, id="one control character of ten"),
        pytest.param("\x01" * 10 + "x" * 90, id="ten of a hundred"),
        pytest.param("\x7f" * 10, id="delete is no control byte here"),
        pytest.param("日本語" * 10, id="other scripts"),
        pytest.param("\x1b" + "é" * 9, id="characters are counted, not bytes"),
        pytest.param(decode_text(bytes(range(128, 256))), id="bytes that are no UTF-8"),
        pytest.param("\ud800", id="half a character"),
        pytest.param("\x1b$B5-\x1b(B\n" * 9, id="switches of ISO-2022"),
        pytest.param("\x1b$)C" + "\x0e:N\x0f \n" * 9, id="announced switches of ISO-2022"),
    ],
)
def test_few_control_characters_are_still_text(text: str) -> None:
    """Ten per cent of control characters are still text, and any byte beyond ASCII is."""
    assert not is_binary(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\0" + "x" * 1000, id="a single NUL"),
        pytest.param("\x01" + "x" * 8, id="one control character of nine"),
        pytest.param("\x01" * 11 + "x" * 89, id="eleven of a hundred"),
        pytest.param("\x1b" + "é" * 8, id="one control character of nine that are not ASCII"),
        pytest.param("\x01" + "\udcff" * 8, id="one control character beside odd bytes"),
        pytest.param("\x0e:N\x0f \n" * 9, id="switches that nothing announced"),
        pytest.param("\x1b[0m" + "x" * 4, id="a sequence for a terminal"),
        pytest.param("\x1b$" + "\x01" * 9, id="switches beside other control characters"),
        pytest.param(decode_text("text".encode("utf-16")), id="UTF-16 that was not decoded"),
    ],
)
def test_a_nul_or_many_control_characters_are_binary(text: str) -> None:
    """A NUL, or more than ten per cent."""
    assert is_binary(text)


PICTURES_AND_MORE = {
    "a PNG with XMP": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "a JPEG with XMP": b"\xff\xd8\xff\xe1",
    "a TIFF": b"II*\0",
    "an icon": b"\0\0\1\0\1",
    "a font": b"\0\1\0\0\0\x11",
    "a web font": b"wOF2\0\1\0\0",
    "gzip with a name": b"\x1f\x8b\x08\x08",
    "SQLite": b"SQLite format 3\0",
    "WebAssembly": b"\0asm\1",
}


@pytest.mark.parametrize(
    ("text", "garbled"),
    [
        pytest.param("\x89PNG\0\1print(1)\n", False, id="a picture"),
        pytest.param(decode_text(bytes(range(1, 256))), False, id="bytes of no encoding"),
        pytest.param("a".encode("utf-16-le").decode("ascii"), False, id="UTF-16 without a mark"),
        *(
            pytest.param(decode_text(start + b"\0" + b"text of a licence\n" * 40), False, id=name)
            for name, start in PICTURES_AND_MORE.items()
        ),
        pytest.param("# " + "\x01" * 20 + "\nprint(1)\n", True, id="control characters alone"),
        pytest.param("x\0" + "print(1)\n" * 9, True, id="a NUL alone"),
    ],
)
def test_a_text_that_was_made_binary(text: str, garbled: bool) -> None:
    """Told from what was never written as one."""
    assert is_binary(text)
    assert is_garbled(text) == garbled


@pytest.mark.parametrize("content", [b"", b"a\xc3\xa9", b"\xff\xfe", b"a\xc3", b"\xed\xa0\x80"])
def test_bytes_come_back_as_they_were(content: bytes) -> None:
    """Also those that are no UTF-8."""
    assert encode_text(decode_text(content)) == content


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", ""),
        (b"a\xc3\xa9\xff", "aé\udcff"),
        (b"\xef\xbb\xbfa", "\ufeffa"),
        ("\ufeffé\n😀".encode("utf-16-le"), "\ufeffé\n😀"),
        ("\ufeffé\n😀".encode("utf-16-be"), "\ufeffé\n😀"),
        ("\ufeffa\n".encode("utf-16-le") + b"\n", "\ufeffa\n\n"),
        ("\ufeffa\n".encode("utf-16-le") + b"\xff", "\ufeffa\n\udcff"),
        ("\ufeffa\ud800".encode("utf-16-le", "surrogatepass"), "\ufeffa\ud800"),
        ("яю print".encode("cp1251"), "\udcff\udcfe print"),
        (b"\xff\xfe", "\ufeff"),
        (b"\xfe\xff", "\ufeff"),
        (b"\xff\xfea", "\udcff\udcfea"),
        ("a".encode("utf-16-le"), "a\0"),
        ("\ufeffa".encode("utf-32-le"), "\ufeff\0a\0"),
        ("\ufeffa".encode("utf-32-be"), "\0\0\udcfe\udcff\0\0\0a"),
    ],
)
def test_the_text_of_a_file(content: bytes, text: str) -> None:
    """UTF-16 with a mark that holds a character of ASCII; everything else as UTF-8."""
    assert decode_file(content) == text


def test_half_a_character_has_bytes_too() -> None:
    """An event's JSON can hold one, which stands for no byte."""
    assert encode_text("a\ud800") == b"a\xed\xa0\x80"


def test_a_byte_for_each_character() -> None:
    """One that no ASCII text holds for all others: the byte that supersets know them by."""
    assert encode_byte_per_character("") == b""
    assert encode_byte_per_character("a\n\x7f") == b"a\n\x7f"
    other_byte = bytes([OTHER])
    for character in ("\x80", "é", "ÿ", "中", "\ud800", "\udcff", "\ufeff", "\U0001f600"):
        assert (
            encode_byte_per_character(f"{character}a{character * 2}")
            == other_byte + b"a" + other_byte * 2
        )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb", "a\nb"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("a\rb\r", "a\nb\n"),
        ("a\r\r\nb", "a\n\nb"),
        ("a\n\rb\v\f\x85\u2028", "a\n\nb\v\f\x85\u2028"),
        ("\ufeffa", "a"),
        ("\ufeff\ufeffa", "\ufeffa"),
        ("a\ufeff", "a\ufeff"),
    ],
)
def test_normalising_changes_only_line_ends_and_one_mark(text: str, expected: str) -> None:
    """One byte order mark in front, and line ends; nothing else."""
    assert normalise_text(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("a\nb\r\n", "a\nb\r\n"),
        ("a\rb\r", "a\nb\n"),
        ("\ra\r\r\nb\n\rc\r", "\na\n\r\nb\n\nc\n"),
    ],
)
def test_feeding_lines_keeps_each_place(text: str, expected: str) -> None:
    """The lines are those of the normal form, and no character moves."""
    assert replace_lone_returns(text) == expected
    assert len(expected) == len(text)
    assert expected.replace("\r\n", "\n") == normalise_text(text)


def test_lines_are_shortened_and_still_differ() -> None:
    """The comparison of old and new goes by the line."""
    longest, long_line, differing_line = "x" * LONGEST_LINE, "x" * 5000, "x" * 4999 + "y"
    assert shorten_line(longest) == longest
    assert shorten_line(longest + "x").startswith("x" * 400 + "… [1001 characters, ")
    assert shorten_line(long_line) != shorten_line(differing_line)
    assert len(shorten_line(long_line)) < 450
    assert shorten_line(long_line) == shorten_line(long_line)
    assert shorten_line("\udcff" * 5000) == shorten_line("\udcff" * 5000)


@pytest.mark.parametrize(
    ("line", "folded"),
    [("  a  b\t", "a b"), ("", ""), (" \t ", ""), ("a\r", "a"), ("a  'b  c'", "a 'b c'")],
)
def test_folded_lines_do_not_know_their_indent(line: str, folded: str) -> None:
    """Indenting again is no change."""
    assert fold_white_space(line) == folded


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("plain é 日本 🎈", "plain é 日本 🎈"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\nb\r\tc", "a\\nb\\r\\tc"),
        ("\x00\x7f\x9b", "\\x00\\x7f\\x9b"),
        ("\udcff", "\\xff"),
        ("\udc80", "\\x80"),
        ("\ud800", "\\ud800"),
        ("\u202egpj", "\\u202egpj"),
        ("\u00a0\u3000", "\\xa0\\u3000"),
        ("\u2028\u200b\ufeff", "\\u2028\\u200b\\ufeff"),
        ("\U000e0001", "\\U000e0001"),
    ],
)
def test_a_printable_text_has_nothing_that_a_terminal_obeys(text: str, printed: str) -> None:
    """Nothing that a terminal obeys, and nothing that cannot be encoded."""
    assert make_printable(text) == printed
    assert printed.encode("utf-8").decode("utf-8").isprintable()


@pytest.mark.parametrize(
    ("text", "printed_lines"),
    [
        ("Use it.\n", ["Use it."]),
        ("\n  Two\n  lines.\n", ["Two", "  lines."]),
        ("non\u00a0! \u3000\u200d", ["non\u00a0! \u3000\u200d"]),
        ("a\r\nb\x1b\u202e\u2028.", ["a\\r", "b\\x1b\\u202e\\u2028."]),
        ("", [""]),
    ],
)
def test_the_blanks_and_joiners_of_a_language_stay_printable(
    text: str, printed_lines: list[str]
) -> None:
    """The blanks and joiners of a language stay, and nothing that is obeyed."""
    assert split_printable_lines(text) == printed_lines


def test_a_count_names_one_or_more() -> None:
    """One of a thing, and any other number."""
    assert [render_quantity(number, "error") for number in (0, 1, 2)] == [
        "0 errors",
        "1 error",
        "2 errors",
    ]


def test_a_plain_file_is_the_same_to_whatever_looks_closer() -> None:
    """Of any bytes: neither skipped nor decoded, and read alike by the language of each file."""
    draw, plain_count = random.Random(8), 0
    parts = [
        "x = 1",
        "# coding: utf-7",
        "#!/bin/python",
        "\n",
        "\n",
        "\r",
        "\0",
        "\x0c",
        "\x7f",
        "é",
    ]
    for _ in range(3_000):
        content = "".join(draw.choices(parts, k=draw.randrange(9))).encode(
            draw.choice(["utf-8", "utf-8", "utf-8", "latin-1", "utf-16"])
        )
        if is_plain(content):
            plain_count += 1
            text = decode_file(content)
            assert text == content.decode("ascii")
            assert not is_binary(text)
            assert not is_utf_16(content)
            assert not any(
                may_name_coding(path, text) or may_end_lines_otherwise(path, text)
                for path in ("a.py", "a", "a.js", "a.txt", "a.unknown")
            )
    assert 300 < plain_count < 2_700
