"""Pure helpers on text: decoding, binary or not, line ends, safe display."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

BOM = "\ufeff"
LONGEST_LINE = 1000
SHORTENED_LINE = 400
_BEFORE, _AROUND = 40, 158
CUT = "…"

# Blanks and joiners that French, Japanese, Persian and Hindi texts are written with; Python calls
# them not printable, and no terminal obeys them.
_OF_LANGUAGES = frozenset("\u00a0\u202f\u3000\u200c\u200d")

_GROUPS = ("--- ", "+++ ", "~~~ ", "^^^ ")
# "-" is a flag to whatever a list of files is handed to; a blank hides what stands behind it.
_OBEYED_FIRST = (*_GROUPS, "-", ":", "#", " ")

# Everything below a space but tab, line feed and carriage return.
_CONTROL_BYTES = bytes(code for code in range(32) if code not in b"\t\n\r")
# What ISO-2022 texts (mail from Japan, China, Korea) switch between their scripts with: two of them
# around each word. The last one's files announce it, and then switch with two single characters.
_SWITCHES = (b"\x1b$", b"\x1b(")
_ANNOUNCED, _ANNOUNCED_SWITCHES = b"\x1b$)C", (b"\x0e", b"\x0f")
# Of UTF-8: what a character starts with, where it is not in ASCII as 0xFF, and what may follow.
_LEADING_BYTES, _FOLLOWING_BYTES = bytes(range(0x80)) + b"\xff" * 0x80, bytes(range(0x80, 0xC0))
_UTF_16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def decode(data: bytes) -> str:
    """Return the text of *data*; bytes that are not UTF-8 become surrogate escapes."""
    return data.decode("utf-8", "surrogateescape")


def file_text(data: bytes) -> str:
    """Return the text of a file that holds *data*: UTF-16 with a mark, else as ``decode`` does.

    The mark stays, as U+FEFF. What is no whole character becomes surrogates.
    """
    if not is_utf_16(data):
        return decode(data)
    end = len(data) - len(data) % 2
    return data[:end].decode(_UTF_16[data[:2]], "surrogatepass") + decode(data[end:])


def is_utf_16(data: bytes) -> bool:
    """Tell whether *data* is UTF-16 with a mark."""
    # Without a NUL there is no line end and no letter of ASCII: "яю" in Windows-1251 starts as
    # UTF-16 does, and so does a script that a mark was put before to hide it.
    return data[:2] in _UTF_16 and (len(data) == 2 or b"\0" in data)


def encode(text: str) -> bytes:
    """Return the bytes of *text*, as ``decode`` read them; other surrogates are kept too."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # A JSON event can hold "\ud800", which stands for no byte.
        return text.encode("utf-8", "surrogatepass")


def byte_each(text: str) -> bytes:
    """Return *text* with a byte for each character: its own in ASCII, 0xFF for any other."""
    if text.isascii():
        return text.encode()
    return text.encode("utf-8", "surrogatepass").translate(_LEADING_BYTES, _FOLLOWING_BYTES)


def is_unicode(text: str) -> bool:
    """Tell whether *text* holds characters alone: no byte of another encoding, no half a pair."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def is_notebook(path: str) -> bool:
    """Tell whether the file at *path* is a Jupyter notebook by its name: its cells are judged."""
    return path[-6:].lower() == ".ipynb"


def is_binary(text: str) -> bool:
    """Tell whether *text* is binary: a NUL, or over 10 % of control characters.

    Tabs and line ends do not count, nor does what is no UTF-8.
    """
    return _is_binary(text.encode("utf-8", "ignore"), len(text))


def is_binary_ascii(data: bytes) -> bool:
    """Tell what ``is_binary`` tells, of bytes that are all ASCII."""
    return _is_binary(data, len(data))


def is_garbled(text: str) -> bool:
    """Tell whether *text*, which is binary, was written as text all the same.

    A picture, an archive or a program has a NUL and many control characters, or bytes that are no
    UTF-8; a text with one of the three has been made binary.
    """
    data = text.encode("utf-8", "ignore")
    odd = 0 if text.isascii() else len(text) - len(data.decode("utf-8"))
    many = _has_many_controls(data, len(text))
    return odd <= len(text) * 0.1 and not ("\0" in text and many)


def _is_binary(data: bytes, characters: int) -> bool:
    return b"\0" in data or _has_many_controls(data, characters)


def _has_many_controls(data: bytes, characters: int) -> bool:
    # Most texts have none, which is told in half the time of counting them.
    if not any(map(data.__contains__, _CONTROL_BYTES)):
        return False
    controls = len(data) - len(data.translate(None, _CONTROL_BYTES))
    return controls > characters * 0.1 and controls - _switches(data) > characters * 0.1


def _switches(data: bytes) -> int:
    announced = _ANNOUNCED_SWITCHES if _ANNOUNCED in data else ()
    return sum(map(data.count, (*_SWITCHES, *announced)))


def normalise(text: str) -> str:
    """Return *text* with ``\\n`` line ends and no leading BOM: the same on every system."""
    text = text.removeprefix(BOM)
    return text.replace("\r\n", "\n") if "\r" in text else text


def shorten(line: str) -> str:
    """Return *line*, or the start of a very long one with a checksum of the whole.

    A minified file of 5 MB on one line has a match every few characters: each violation holds its
    line, and two such lines still have to compare as different.
    """
    if len(line) <= LONGEST_LINE:
        return line
    import zlib

    return f"{line[:SHORTENED_LINE]}… [{len(line)} characters, {zlib.crc32(encode(line)):08x}]"


def around(text: str, place: int, *, start: int, end: int) -> str:
    """Return what stands around *place* in the line from *start* to *end*: 160 characters.

    It is marked where it is cut.
    """
    first = max(start, place - _BEFORE)
    last = min(end, first + _AROUND)
    return f"{CUT * (first > start)}{text[first:last]}{CUT * (last < end)}"


def place_around(start: int) -> int:
    """Return where in ``around`` the character stands that is at *start* in the line."""
    return start if start <= _BEFORE else _BEFORE + len(CUT)


def fold(line: str) -> str:
    """Return *line* with white space folded, so that re-indenting it does not change it."""
    return " ".join(line.split())


def printable(text: str) -> str:
    """Return *text* safe for a terminal or a log: what is no printable character is escaped.

    A file may be named ``\\x1b[2J.py`` or hold bytes that are not UTF-8; neither may reach the
    terminal.
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else _escaped(character) for character in text
    )


def path_shown(path: str) -> str:
    """Return *path* safe to print, also at the start of a line: ``./--- a`` is ``--- a``."""
    shown = printable(path)
    return f"./{shown}" if shown.startswith(_OBEYED_FIRST) else shown


def contract_shown(key: tuple[str, str]) -> str:
    """Return what readers call the contract of a *key*, safe to print.

    ``no-print`` at the top and of the user, ``services/pay/no-print`` below: wherever it is spoken
    of it has the same name, be there another contract of its id or not.
    """
    level, rule_id = key
    return harmless(f"{level}/{rule_id}" if level else rule_id)


def without_commands(line: str) -> str:
    """Return a printable *line* so that no runner of a build sees a command in it.

    All that is printed needs it: a fork chooses the names of files. GitHub's runner obeys ``::`` at
    the start of a line, after white space; Buildkite opens a group at ``--- `` and the like.
    """
    shown = disarmed(line, "##\u200b")
    is_command = shown.lstrip().startswith("::") or shown.startswith(_GROUPS)
    return f"\u200b{shown}" if is_command else shown


def disarmed(text: str, hashes: str) -> str:
    """Return *text* with *hashes* in place of each ``##`` that a runner may obey.

    Azure (``##vso[``), TeamCity (``##teamcity[``) and GitHub do, wherever it stands in a line.
    """
    if "##" not in text:
        return text
    import re

    return re.sub(r"##(?=\w*\[)", hashes, text)


def harmless(line: str) -> str:
    """Return *line* printable, and so that no runner of a build sees a command in it."""
    return without_commands(printable(line))


def printable_lines(text: str) -> list[str]:
    """Return the lines of a message, without blanks around it, each safe as ``printable`` is.

    The blanks and joiners of its language stay, which in a name had better be seen.
    """
    return [
        "".join(
            character if character in _OF_LANGUAGES else printable(character) for character in line
        )
        for line in text.strip().split("\n")
    ]


def _escaped(character: str) -> str:
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def count(number: int, noun: str) -> str:
    """Return ``1 error``, ``2 errors``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def did_you_mean(written: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return the end of a message that names the nearest of *known*; empty if none is near."""
    from difflib import get_close_matches

    close = get_close_matches(written, list(known), 1, cutoff)
    return f"; did you mean {close[0]}?" if close else ""
