"""What a file holds after Claude Code's Edit tool, to the letter.

    apply_text_edit("a\\r\\nb\\r\\n", old="b", new="c", replace_all=False)    "a\\r\\nc\\r\\n"
    apply_text_edit("s = “x”\\n", old='"x"', new='"y"', replace_all=False)    "s = “y”\\n"
    apply_text_edit("a\\n", old="b", new="c", replace_all=False)              None

The tool does more than replace one string by another, and each difference is a way round a check
that knows only the plain replacement:

- a byte order mark is put aside, ``\\r\\n`` is read as ``\\n``, and the ending that is more
frequent at the start of the file is written back to all of it; - an empty old string fills a file
that is missing or blank; - an old string that is not found is looked for with straight and curly
quotes taken as equal, then with its ``\\uXXXX`` escapes as characters, then with its characters as
escapes; the new string is written in the form that the file uses; - an empty new string takes the
line end after the old one away too.

Every rule was seen in version 2.1.330; tests/e2e runs the table against an installed client.
What the client changes before its hooks run (trailing blanks of the new string) is not repeated.
"""

from __future__ import annotations

from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.edits import FOLLOWING

BYTE_ORDER_MARK = "\ufeff"
# Only this much of the file decides its line ends, counted in UTF-16 units, the mark included.
LINE_END_UNITS = 4096
# What JavaScript's trim() takes away. str.strip() also takes \x1c-\x1f and \x85, which it keeps.
BLANKS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
LEFT_SINGLE, RIGHT_SINGLE, LEFT_DOUBLE, RIGHT_DOUBLE = "\u2018", "\u2019", "\u201c", "\u201d"
STRAIGHTENED = str.maketrans(
    {LEFT_SINGLE: "'", RIGHT_SINGLE: "'", LEFT_DOUBLE: '"', RIGHT_DOUBLE: '"'}
)
# A straight quote at the start, or after one of these, becomes a left quote.
BEFORE_LEFT_QUOTE = " \t\n\r([{\u2014\u2013"
HEXADECIMAL = "0123456789abcdefABCDEF"
LOWER_HEXADECIMAL = str.maketrans("ABCDEF", "abcdef")
ESCAPE_LENGTH = len("\\u0000")


def apply_text_edit(
    current: str, *, old: str, new: str, replace_all: bool, until: float | None = None
) -> str | None:
    """Return a file's text after Claude Code's Edit tool has replaced *old* by *new* in it;
    ``None`` when the client would not do it.

    ``current`` is the file's text (surrogateescape for odd bytes), line ends and byte order mark
    included, or "" for a missing file; the result likewise. Of several occurrences the first is
    replaced unless ``replace_all``: the client refuses that edit before a hook sees it. Odd bytes
    are kept, though today's client refuses a file that is neither UTF-8 nor, by its mark, UTF-16
    with the lower byte first. Raises nothing else than ``LateReaderError``.
    """
    keep_to_deadline(until, FOLLOWING)
    byte_order_mark = BYTE_ORDER_MARK if current.startswith(BYTE_ORDER_MARK) else ""
    text = current[len(byte_order_mark) :].replace("\r\n", "\n")
    # Half a surrogate pair, which UTF-8 cannot hold, becomes U+FFFD.
    if not new.isascii():
        new = new.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if old == "":
        return (
            None
            if text.strip(BLANKS)
            else byte_order_mark + with_written_line_ends(new, like=current)
        )
    # The string of the text that stands for the old one, and what takes its place.
    match = (old, new) if old in text else _match_other_form(text, old, new, until=until)
    if match is None:
        return None
    old_text, new_text = match
    line = f"{old_text}\n"
    if new_text == "" and old_text[-1] != "\n" and line in text:
        # Its line end goes where nothing comes for it: "a\\nb\\n" less "a" is "b\\n".
        old_text = line
    edited = text.replace(old_text, new_text, -1 if replace_all else 1)
    return byte_order_mark + with_written_line_ends(edited, like=current)


def with_written_line_ends(edited: str, *, like: str) -> str:
    """Return the *edited* text with the line ends that Claude Code's Edit tool writes to a file
    that was *like* this.
    """
    head = like[:LINE_END_UNITS]
    if "\r\n" not in head:
        return edited
    # A character above U+FFFF is two of the client's units: `head` may be too long.
    units = head.encode("utf-16-le", "surrogatepass")[: 2 * LINE_END_UNITS]
    head = units.decode("utf-16-le", "replace")
    carriage_returns = head.count("\r\n")
    if carriage_returns <= head.count("\n") - carriage_returns:
        return edited
    return edited.replace("\r\n", "\n").replace("\n", "\r\n")


def _match_other_form(
    text: str, old: str, new: str, *, until: float | None
) -> tuple[str, str] | None:
    """Return the form of *old* that stands in *text*, and *new* in that form."""
    # Quotes: a straight one of the old string matches a curly one of the file, and the reverse.
    start = text.translate(STRAIGHTENED).find(old.translate(STRAIGHTENED))
    if start >= 0:
        old_text = text[start : start + len(old)]
        return old_text, _curl_quotes(new, like=old_text)
    # Escapes: the old string says \u00e9 where the file says é,
    if "\\u" in old:
        decoded = _decode_escapes(old)
        if decoded != old and decoded in text:
            return decoded, _decode_escapes(_curl_quotes(new, like=decoded))
    # or the reverse.
    if old.isascii() or "\\u" not in text or _count_backslashes(old, len(old)) % 2:
        return None
    # The case of hexadecimal digits is any. No backslash that starts an escape, or the string
    # itself, may be an escaped one.
    folded_old, folded = (
        _fold_escapes(_escape_units(old, spellings={}, upper=False)),
        _fold_escapes(text),
    )
    escaped_units = _list_escaped_units(old)
    backslashes = [offset for _, offset in escaped_units] + [0] * old.startswith("\\")
    start = folded.find(folded_old)
    while start >= 0 and any(
        _count_backslashes(text, start + backslash) % 2 for backslash in backslashes
    ):
        keep_to_deadline(until, FOLLOWING)
        start = folded.find(folded_old, start + 1)
    escaped = text[start : start + len(folded_old)]
    # An earlier \\u00e9 is no escape but would be replaced first: the client gives up.
    if start < 0 or text.find(escaped) != start:
        return None
    # Each escaped unit, with the hexadecimal digits that the file has for it.
    spellings = {
        unit: escaped[offset + 2 : offset + ESCAPE_LENGTH] for unit, offset in escaped_units
    }
    digits = "".join([escaped[offset + 2 : offset + ESCAPE_LENGTH] for _, offset in escaped_units])
    is_upper = sum(map(str.isupper, digits)) > sum(map(str.islower, digits))
    return escaped, _escape_units(new, spellings=spellings, upper=is_upper)


def _curl_quotes(new: str, *, like: str) -> str:
    """``new`` with the straight quotes of each kind that is curly in ``like`` made curly."""
    kinds = (('"', LEFT_DOUBLE, RIGHT_DOUBLE), ("'", LEFT_SINGLE, RIGHT_SINGLE))
    for straight, left, right in kinds:
        if left in like or right in like:
            before = f" {new}"
            new = "".join(
                [
                    (left if before[offset] in BEFORE_LEFT_QUOTE else right)
                    if character == straight
                    else character
                    for offset, character in enumerate(new)
                ]
            )
    return new


def _list_escaped_units(old: str) -> list[tuple[str, int]]:
    """Each unit of ``old`` that is escaped, and where its escape starts in the escaped form."""
    escaped_units: list[tuple[str, int]] = []
    offset = 0
    for unit in _split_units(old):
        if unit >= "\x80":
            escaped_units.append((unit, offset))
        offset += ESCAPE_LENGTH if unit >= "\x80" else 1
    return escaped_units


def _escape_units(text: str, *, spellings: dict[str, str], upper: bool) -> str:
    digits = "{:04X}" if upper else "{:04x}"
    return "".join(
        [
            "\\u" + spellings.get(unit, digits.format(ord(unit))) if unit >= "\x80" else unit
            for unit in _split_units(text)
        ]
    )


def _decode_escapes(text: str) -> str:
    """``text`` with its \\uXXXX escapes as characters; an escaped backslash starts none."""
    units: list[str] = []
    offset = 0
    while offset < len(text):
        digits = text[offset + 2 : offset + ESCAPE_LENGTH]
        if text.startswith("\\\\", offset):
            units.append("\\\\")
            offset += 2
        elif text.startswith("\\u", offset) and len(digits) == 4 and not digits.strip(HEXADECIMAL):
            units.append(chr(int(digits, 16)))
            offset += ESCAPE_LENGTH
        else:
            units.append(text[offset])
            offset += 1
    return "".join(units).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _split_units(text: str) -> list[str]:
    """The UTF-16 units of ``text``: one above U+FFFF is a pair of surrogates, as in an escape."""
    utf_16 = text.encode("utf-16-le", "surrogatepass")
    return [chr(utf_16[offset] | utf_16[offset + 1] << 8) for offset in range(0, len(utf_16), 2)]


def _fold_escapes(text: str) -> str:
    head, *segments = text.split("\\u")
    return "\\u".join(
        [head, *[segment[:4].translate(LOWER_HEXADECIMAL) + segment[4:] for segment in segments]]
    )


def _count_backslashes(text: str, offset: int) -> int:
    count = 0
    while count < offset and text[offset - 1 - count] == "\\":
        count += 1
    return count
