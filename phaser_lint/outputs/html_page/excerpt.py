"""The line of a violation, cut around the match and split so that the page can mark it."""

from __future__ import annotations

import re

from phaser_lint.text import SHORTENED_LINE, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.model import Violation

_BEFORE = 80
_LONGEST = 300
_SHORTENED = re.compile(
    rf"(?s)(.{{{SHORTENED_LINE}}})… \[(\d+) characters, [0-9a-f]{{8}}\]\Z"
)  # as ``text.shorten`` leaves it


def excerpt(violation: Violation) -> tuple[str, str | None, str, str]:
    """Return what stands before the match, the match, what stands after it, and a remark.

    The match is ``None`` where the line does not reach it, and empty for an empty match. All are
    safe to show; tabs stay.
    """
    if violation.line is None or violation.column is None:
        return "", None, "", ""
    line, length = _kept(violation.line_text)
    remark = f"{length:,} characters on this line, shortened" if length else ""
    start = violation.column - 1
    if start > len(line) or (length and start >= len(line)):
        return _shown(line[:_LONGEST]) + "…", None, "", f"match at column {start + 1:,}"
    return (*_split(violation, line, start, shortened=bool(length)), remark)


def _kept(line_text: str) -> tuple[str, int]:
    """Return what is left of the line, and the whole line's length where it was shortened."""
    shortened = _SHORTENED.match(line_text)
    return (shortened[1], int(shortened[2])) if shortened else (line_text, 0)


def _split(violation: Violation, line: str, start: int, *, shortened: bool) -> tuple[str, str, str]:
    ends_here = violation.end_line == violation.line and violation.end_column is not None
    end = (violation.end_column or 1) - 1 if ends_here else len(line)
    first = max(0, start - _BEFORE) if len(line) > _LONGEST else 0
    last = first + _LONGEST
    before = ("…" if first else "") + _shown(line[first:start])
    match = _shown(line[start : min(end, last)])
    after = _shown(line[end:last]) + ("…" if last < len(line) or shortened else "")
    return before, match, after


def _shown(text: str) -> str:
    return "\t".join(printable(part) for part in text.split("\t"))
