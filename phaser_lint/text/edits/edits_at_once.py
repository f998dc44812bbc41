"""What a file holds after several replacements that are all looked for in the text before them.

    apply_edits_at_once("a\\nb\\n", [("a", "b"), ("b", "c")])    "b\\nc\\n"
    apply_edits_at_once("s = “x”  \\n", [('s = "x"\\n', "y\\n")])  "y\\n"
    apply_edits_at_once("a\\n", [("b", "c")])                    None

This is the ``edit`` tool of pi. Line ends are read as ``\\n``, and those of the first line are
written to all. A text that is not there as it stands is looked for once more with quotes, dashes,
blanks and compatible characters taken as equal, and without blanks at the ends of lines. Then each
line that an edit touches is written in that plain form, and all others stay. What the tool refuses
leaves the text as it is: an empty text, one that occurs twice, edits that overlap.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from unicodedata import normalize

from phaser_lint.core.text import unify_line_ends
from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.edits import FOLLOWING
from phaser_lint.text.edits.text_edit import BLANKS, BYTE_ORDER_MARK

Edit = tuple[str, str]
"""The old text and the new one."""
EditSpan = tuple[int, int, str]
"""Where it starts and ends, and what takes its place."""

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys(
            "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
        ),
    }
)


def apply_edits_at_once(
    current: str, edits: Sequence[Edit], *, until: float | None = None
) -> str | None:
    """Return the text *current* after several *edits* at once, each looked for in the text before
    all of them; ``None`` where one is not found.
    """
    byte_order_mark = BYTE_ORDER_MARK if current.startswith(BYTE_ORDER_MARK) else ""
    text = unify_line_ends(current[len(byte_order_mark) :])
    replacements = [(unify_line_ends(old), unify_line_ends(new)) for old, new in edits]
    if not all(old for old, _ in replacements):
        return current
    is_exact = all(old in text for old, _ in replacements)
    base = text if is_exact else _make_plain(text)
    spans: list[EditSpan] = []
    for old, new in replacements:
        keep_to_deadline(until, FOLLOWING)
        text_in_base = old if old in base else _make_plain(old)
        start = base.find(text_in_base)
        if start < 0:
            return None
        spans.append((start, start + len(text_in_base), new))
    spans.sort(key=itemgetter(0))
    plain_text = _make_plain(base)
    for old, _ in replacements:
        keep_to_deadline(until, FOLLOWING)
        plain = _make_plain(old)
        # A text of only blanks is found between all characters.
        if plain_text.count(plain) > 1 if plain else len(plain_text) > 2:
            return current
    if any(end > start for (_, end, _), (start, _, _) in pairwise(spans)):
        return current
    if is_exact:
        edited = _replace_spans(base, spans)
    else:
        # The lines of both texts pair up, but where the last one is only blanks.
        ends_with_line = {not side or side.endswith("\n") for side in (text, base)}
        if len(ends_with_line) > 1 or any(start >= len(base) for start, _, _ in spans):
            return current
        edited = _replace_lines(text, base, spans)
    ends_with_return = current.find("\r\n") == current.find("\n") - 1 and "\r\n" in current
    return byte_order_mark + (edited.replace("\n", "\r\n") if ends_with_return else edited)


def _make_plain(text: str) -> str:
    lines = normalize("NFKC", text).split("\n")
    return "\n".join(line.rstrip(BLANKS) for line in lines).translate(_PLAIN)


def _replace_spans(text: str, spans: Sequence[EditSpan], offset: int = 0) -> str:
    pieces, text_end = [], 0
    for start, end, new in spans:
        pieces += [text[text_end : start - offset], new]
        text_end = end - offset
    return "".join([*pieces, text[text_end:]])


def _replace_lines(text: str, base: str, spans: Sequence[EditSpan]) -> str:
    """Return *text* in which the lines that an edit touches are those of *base*, edited."""
    lines, plain_lines = text.split("\n"), base.split("\n")
    starts = [0]
    for line in plain_lines:
        starts.append(starts[-1] + len(line) + 1)
    # The spans by the lines that they touch: the first one, and the one behind the last.
    groups: list[tuple[int, int, list[EditSpan]]] = []
    for span in spans:
        first_line = bisect_right(starts, span[0], hi=len(starts) - 1) - 1
        end_line = bisect_left(starts, span[1], lo=1)
        if groups and first_line < groups[-1][1]:
            before, end, group = groups[-1]
            groups[-1] = (before, max(end, end_line), [*group, span])
        else:
            groups.append((first_line, end_line, [span]))
    edited_lines, line_number = [], 0
    for first_line, end_line, group in groups:
        edited_lines += lines[line_number:first_line]
        touched_text = "\n".join(plain_lines[first_line:end_line])
        # Each line goes with its end, which the edit may take away.
        has_end = end_line < len(plain_lines)
        edited = _replace_spans(touched_text + "\n" * has_end, group, starts[first_line])
        edited_lines.append(
            edited.removesuffix("\n") if has_end and edited.endswith("\n") else edited
        )
        if has_end and not edited.endswith("\n"):
            # The next line follows without an end between them.
            edited_lines[-1] += "\0"
        line_number = end_line
    return "\n".join([*edited_lines, *lines[line_number:]]).replace("\0\n", "")
