"""Pure helpers on text: decoding, binary or not, line ends, safe display, the nearest word."""

from __future__ import annotations

import os

from phaser_lint.core import indent_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.core import JsonValue

BOM = "\ufeff"
MAXIMUM_BYTES = 10 * 1024 * 1024
"""Of a text that is checked."""
TOO_LARGE = "larger than 10 MB"
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

# Of programs, documents and catalogues whose bytes are mostly those of a text.
_BINARY_STARTS = (
    "\x7fELF", "!<arch>\n", "%PDF-", "ID3", "GIF8", "PK\x03\x04",
    "\udcde\x12\x04\udc95", "\udc95\x04\x12\udcde",
    # Pictures, fonts, archives, databases: most of a small one may be the text of its licence.
    "\udc89PNG", "\udcff\udcd8\udcff", "II*\0", "MM\0*", "\0\0\x01\0", "8BPS\0\x01",
    "\0\x01\0\0", "OTTO\0", "wOFF\0\x01", "wOF2\0\x01", "wOFFOTTO\0", "wOF2OTTO\0",
    "\x1f\udc8b", "7z\udcbc\udcaf", "\udcfd7zXZ\0", "SQLite format 3\0", "\0asm",
    "\udcca\udcfe\udcba\udcbe",
)  # fmt: skip
_SHORTEST_UTF_16 = 16

# Everything below a space that is no blank: a short file with a form feed is a text.
_CONTROL_BYTES = bytes(code for code in range(32) if code not in b"\t\n\v\f\r")
_SHORT = 1000
_PLAIN_BYTES = b"\t\n" + bytes(range(32, 127))
# What ISO-2022 texts (mail from Japan, China, Korea) switch between their scripts with: two of them
# around each word. The last one's files announce it, and then switch with two single characters.
_SWITCHES = (b"\x1b$", b"\x1b(")
_ANNOUNCED, _ANNOUNCED_SWITCHES = b"\x1b$)C", (b"\x0e", b"\x0f")
# Of UTF-8: what a character starts with, where it is not in ASCII as 0xFF, and what may follow.
_LEADING_BYTES, _FOLLOWING_BYTES = bytes(range(0x80)) + b"\xff" * 0x80, bytes(range(0x80, 0xC0))
# What ends a line for some languages, and for no pattern; the endings of files of such languages,
# and of many for which a carriage return by itself ends one as well.
OTHER_LINE_ENDS = "\x85\u2028\u2029"
WITH_OTHER_LINE_ENDS = (
    *(".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"),
    *(".cs", ".csx", ".d", ".di", ".sol", ".yaml", ".yml"),
)
ENDED_BY_RETURNS = (
    *WITH_OTHER_LINE_ENDS,
    *(".py", ".pyi", ".java", ".kt", ".swift", ".php", ".c", ".h", ".cc", ".cpp", ".hpp", ".ps1"),
    *(".css", ".scss", ".html", ".vue", ".xml", ".svg", ".json", ".md", ".txt", ".csv"),
)
_UTF_16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def decode_text(content: bytes) -> str:
    """Return the bytes *content* as text; those not UTF-8 become surrogate escapes."""
    return content.decode("utf-8", "surrogateescape")


def decode_file(content: bytes) -> str:
    """Return the decoded text of a file that holds *content*: UTF-16 with a mark, else as
    ``decode_text`` does.

    The mark stays, as U+FEFF. What is no whole character becomes surrogates.
    """
    if not is_utf_16(content):
        return decode_text(content)
    end = len(content) - len(content) % 2
    return content[:end].decode(_UTF_16[content[:2]], "surrogatepass") + decode_text(content[end:])


def is_utf_16(content: bytes) -> bool:
    """Tell whether *content*, not yet decoded, is text in UTF-16 with a mark."""
    # Without a NUL there is no line end and no letter of ASCII: "яю" in Windows-1251 starts as
    # UTF-16 does, and so does a script that a mark was put before to hide it.
    return content[:2] in _UTF_16 and (len(content) == 2 or b"\0" in content)


def encode_text(text: str) -> bytes:
    """Return *text* as the bytes ``decode_text`` read; other surrogates are kept too."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # A JSON event can hold "\ud800", which stands for no byte.
        return text.encode("utf-8", "surrogatepass")


def encode_byte_per_character(text: str) -> bytes:
    """Encode *text* as no codec does: a byte a character, its own in ASCII, 0xFF for others."""
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
    """Tell by *path*, a file's name, whether its text is a Jupyter notebook: cells are checked."""
    return path[-6:].lower() == ".ipynb"


def may_name_coding(path: str, text: str) -> bool:
    """Tell whether *path* is Python whose *text* may begin with its coding (PEP 263)."""
    head_end = text.find("\n", text.find("\n") + 1)
    head = text if head_end < 0 else text[:head_end]
    is_python = path.endswith((".py", ".pyw", ".pyi"))
    return "coding" in head and (is_python or (head.startswith("#!") and "python" in head))


def is_plain(content: bytes) -> bool:
    """Tell whether a file that holds *content* is one text to everybody: ASCII, no control
    characters, and no carriage return, and neither of the lines that may name a coding does.
    """
    head_end = content.find(b"\n", content.find(b"\n") + 1)
    head = content if head_end < 0 else content[:head_end]
    return not content.translate(None, _PLAIN_BYTES) and b"coding" not in head


def may_end_lines_otherwise(path: str, text: str) -> bool:
    """Tell by the characters of a decoded *text* whether its language, by *path*, may end lines
    where patterns do not, or the other way round.

    It holds a carriage return by itself, or what else ends a line in its language.
    """
    if (
        "\r" in text
        and not path.endswith(ENDED_BY_RETURNS)
        and text.count("\r") > text.count("\r\n")
    ):
        return True
    is_asked = path.endswith(WITH_OTHER_LINE_ENDS) and not text.isascii()
    return is_asked and any(map(text.__contains__, OTHER_LINE_ENDS))


def is_binary(text: str) -> bool:
    """Tell whether decoded *text* is binary: a NUL, or over 10 % of control characters.

    Blanks do not count, nor does what is no UTF-8.
    """
    return "\0" in text or _has_many_controls(text.encode("utf-8", "ignore"), len(text))


def is_garbled(text: str) -> bool:
    """Tell whether a decoded *text*, which is binary by ``is_binary``, was written as text all the
    same.

    A picture, an archive or a program has a NUL and many control characters, or bytes that are no
    UTF-8; a text with one of the three has been made binary, and so has UTF-16 without its mark.
    """
    if text.startswith(_BINARY_STARTS) or text[257:262] == "ustar":  # a tar archive of texts
        return False
    if text[2:4] == "\r\n" and "\0" in text[4:8]:  # compiled Python, of which most are strings
        return False
    encoded = text.encode("utf-8", "ignore")
    odd_count = 0 if text.isascii() else len(text) - len(encoded.decode("utf-8"))
    has_many_controls = _has_many_controls(encoded, len(text))
    if "\0" in text and has_many_controls:
        return len(text) >= _SHORTEST_UTF_16 and any(
            zeros.count("\0") > len(zeros) * 0.9
            and not _has_many_controls(letters.encode("utf-8", "ignore"), len(letters))
            for zeros, letters in ((text[1::2], text[::2]), (text[::2], text[1::2]))
        )
    return odd_count <= len(text) * 0.1


def _has_many_controls(content: bytes, characters: int) -> bool:
    # Most texts have none, which of a long one takes half the time of counting them.
    if len(content) > _SHORT and not any(map(content.__contains__, _CONTROL_BYTES)):
        return False
    controls = len(content) - len(content.translate(None, _CONTROL_BYTES))
    if controls <= characters * 0.1:
        return False
    announced = _ANNOUNCED_SWITCHES if _ANNOUNCED in content else ()
    return controls - sum(map(content.count, (*_SWITCHES, *announced))) > characters * 0.1


def normalise_text(text: str) -> str:
    """Return *text* with ``\\n`` line ends and no leading BOM: the same on every system."""
    return unify_line_ends(text.removeprefix(BOM))


def unify_line_ends(text: str) -> str:
    """Return *text* with ``\\n`` for each ``\\r\\n``, and for each ``\\r`` by itself.

    Python, too, ends a line at the latter: ``# note\\rassert x`` asserts.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def without_crlf_and_bom(text: str) -> str:
    """Return *text* to be compared: with ``\\n`` for each ``\\r\\n``, and without a leading BOM.

    A carriage return by itself stays: in its place a line feed is another text to a shell.
    """
    return text.removeprefix(BOM).replace("\r\n", "\n")


def replace_lone_returns(text: str) -> str:
    """Return *text* with ``\\n`` for each ``\\r`` by itself: as long, and with the same lines."""
    if "\r" not in text:
        return text
    return "\r\n".join([lines.replace("\r", "\n") for lines in text.split("\r\n")])


def shorten_line(line: str) -> str:
    """Return a *line* of text, cut short if it is very long: its start and a checksum.

    A minified file of 5 MB on one line has a match every few characters: each violation holds its
    line, and two such lines still have to compare as different.
    """
    if len(line) <= LONGEST_LINE:
        return line
    import zlib

    return f"{line[:SHORTENED_LINE]}… [{len(line)} characters, {zlib.crc32(encode_text(line)):08x}]"


def cut_line_around(text: str, offset: int, *, start: int, end: int) -> str:
    """Cut a long line of *text*, *start* to *end*, to at most 160 characters around *offset*.

    It is marked where it is cut.
    """
    cut_start = max(start, offset - _BEFORE)
    cut_end = min(end, cut_start + _AROUND)
    return f"{CUT * (cut_start > start)}{text[cut_start:cut_end]}{CUT * (cut_end < end)}"


def find_offset_in_cut_line(start: int) -> int:
    """Return the index, in what ``cut_line_around`` gives, of the line's character at *start*."""
    return start if start <= _BEFORE else _BEFORE + len(CUT)


def fold_white_space(line: str) -> str:
    """Return a *line* of text with a blank for any white space: re-indenting does not change it."""
    return " ".join(line.split())


def make_printable(text: str) -> str:
    """Return *text* safe for a terminal or a log: what is no printable character is escaped.

    A file may be named ``\\x1b[2J.py`` or hold bytes that are not UTF-8; neither may reach the
    terminal.
    """
    if text.isprintable():
        return text
    characters = [*text]
    for index, character in enumerate(text):
        if "\udc80" <= character <= "\udcff":
            characters[index] = f"\\x{ord(character) - 0xDC00:02x}"
        elif not character.isprintable():
            characters[index] = character.encode("unicode_escape").decode("ascii")
    return "".join(characters)


def render_path(path: str) -> str:
    """Return *path* safe to print, also at the start of a line: ``./--- a`` is ``--- a``."""
    printable_path = make_printable(path)
    return f"./{printable_path}" if printable_path.startswith(_OBEYED_FIRST) else printable_path


def name_contract(key: tuple[str, str]) -> str:
    """Return the name of a contract in all text for people, by its *key*, safe to print.

    ``no-print`` at the root and of the user, ``services/pay/no-print`` below: wherever it is spoken
    of it has the same name, be there another contract of its id or not.
    """
    level, rule_id = key
    return make_harmless(f"{level}/{rule_id}" if level else rule_id)


def join_contract_names(names: Sequence[str], *, most: int) -> str:
    """Return the name of a contract that is the only one, else ``7 contracts (a, b, 5 more)``: how
    many *names* there are, and at *most* so many of them.
    """
    shown_names = join_most(names, most)
    return shown_names if len(names) == 1 else f"{len(names)} contracts ({shown_names})"


def name_outside_contract(path: str, *, prefix: str = "") -> list[str]:
    """Return the line that says where the contract of a violation lies, at *path* behind *prefix*,
    if outside of its project: in another worktree, or included.
    """
    if not path.startswith("../"):
        return []
    place = make_printable(os.path.normpath(f"{prefix}{path}"))
    return [f"Its contract stands in another place: {place}"]


def without_commands(line: str) -> str:
    """Return a printable *line* of text so that no runner of a build sees a command in it.

    All that is printed needs it: a fork chooses the names of files. GitHub's runner obeys ``::`` at
    the start of a line, after white space; Buildkite opens a group at ``--- `` and the like.
    """
    disarmed_line = disarm_commands(line, "##\u200b")
    is_command = disarmed_line.lstrip().startswith("::") or disarmed_line.startswith(_GROUPS)
    return f"\u200b{disarmed_line}" if is_command else disarmed_line


def disarm_commands(text: str, hashes: str) -> str:
    """Return *text* with *hashes* in place of each ``##`` that a runner may obey.

    Azure (``##vso[``), TeamCity (``##teamcity[``) and GitHub do, wherever it stands in a line.
    """
    # One character is found ten times as soon, and a report of forty megabytes may hold none.
    if "#" not in text or "##" not in text:
        return text
    import re

    return re.sub(r"##(?=\w*\[)", hashes, text)


def render_sorted_json(json_value: JsonValue) -> str:
    """Return *json_value* as text that is safe to print: JSON, indented, sorted, with a newline."""
    return disarm_json(indent_json(json_value, is_sorted=True)) + "\n"


def disarm_json(text: str) -> str:
    """Return *text*, any JSON that the program prints, so that the runner of a build obeys nothing
    in it.

    It does ``##[`` and ``##vso[`` anywhere in a line; in a text an escape says the same.
    """
    return disarm_commands(text, r"#\\u0023")


def make_harmless(line: str) -> str:
    """Return *line*, of any text, printable, so that no runner of a build sees a command in it."""
    return without_commands(make_printable(line))


def split_printable_lines(text: str) -> list[str]:
    """Return the lines of a message, without blanks around it, each safe as ``make_printable`` is.

    The blanks and joiners of its language stay, which in a name had better be seen.
    """
    return [
        line
        if line.isprintable()
        else "".join(
            character if character in _OF_LANGUAGES else make_printable(character)
            for character in line
        )
        for line in text.strip().split("\n")
    ]


def join_most(texts: Sequence[str], most: int, between: str = ", ", *, last: str = "") -> str:
    """Return ``a, b, 3 more``: of *texts* at *most* so many, and how many are beside them; ``a, b
    and 3 more`` where *last* stands before these.
    """
    surplus, first_texts = len(texts) - most, between.join(texts[:most])
    return f"{first_texts}{last or between}{surplus} more" if surplus > 0 else first_texts


def render_quantity(number: int, noun: str) -> str:
    """Return a count with its *noun*, in the plural where needed: ``1 error``, ``2 errors``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def parse_time_limit(milliseconds: str) -> float | None:
    """Read a text of *milliseconds* as a time limit: return its seconds, ``None`` if it is none."""
    if not (milliseconds.isascii() and milliseconds.isdigit() and 0 < int(milliseconds) <= 600_000):
        return None
    return int(milliseconds) / 1000


def render_did_you_mean(word: str, choices: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return ``; did you mean X?``, the nearest of *choices* to a *word*; empty if none is near."""
    near_choice = nearest_choice(word, choices, cutoff=cutoff)
    return f"; did you mean {near_choice}?" if near_choice else ""


def nearest_choice(word: str, choices: Iterable[str], *, cutoff: float = 0.6) -> str:
    """Return the one of *choices* that *word* may be a misspelling of; empty if none is near."""
    from difflib import get_close_matches  # few words are misspelled

    return "".join(get_close_matches(word, list(choices), n=1, cutoff=cutoff))


def is_misspelt(left: str, meant: str) -> bool:
    """Tell whether the word *left* is *meant* with one slip: a letter too many, too few or another,
    or two letters swapped; itself it is none.
    """
    while left and meant and left[0] == meant[0]:
        left, meant = left[1:], meant[1:]
    while left and meant and left[-1] == meant[-1]:
        left, meant = left[:-1], meant[:-1]
    is_swapped = len(left) == 2 and left == meant[::-1]
    return is_swapped or (len(left) < 2 and len(meant) < 2 and left != meant)


def truncate_text(text: str, length: int) -> str:
    """Return *text* for a report, or its start and an ellipsis, at most *length* long."""
    return text if len(text) <= length else f"{text[: length - 1]}…"
