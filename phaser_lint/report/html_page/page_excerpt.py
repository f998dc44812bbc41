"""The line of a violation, cut around the match and split so that the page can mark it.

And the lines that a fix makes of it, as a diff.
"""

from __future__ import annotations

from phaser_lint.contract.model import Violation
from phaser_lint.core.text import make_printable
from phaser_lint.report.places_for_programs import find_match_line

_BEFORE = 80
_LONGEST = 300
_MOST_LINES = 12


def split_excerpt(violation: Violation) -> tuple[str, str | None, str, str]:
    """Return the excerpt of a violation's line for the HTML page: the text before the match, the
    match, the text after it, a remark.

    The match is ``None`` where the line does not reach it, and empty for an empty match. All are
    safe to show; tabs stay.
    """
    if violation.line is None or violation.column is None:
        return "", None, "", ""
    line, start, end = find_match_line(violation)
    if start > len(line):
        return _show_text(line[:_LONGEST]) + "…", None, "", f"match at column {violation.column:,}"
    remark = f"match at column {violation.column:,} of a long line" if violation.near else ""
    cut_start = max(0, start - _BEFORE) if len(line) > _LONGEST else 0
    cut_end = cut_start + _LONGEST
    parts = line[cut_start:start], line[start : min(end, cut_end)], line[end:cut_end]
    before, match, after = parts if line.isprintable() else map(_show_text, parts)
    before = f"…{before}" if cut_start else before
    return before, match, f"{after}…" if cut_end < len(line) else after, remark


def _show_text(text: str) -> str:
    if text.isprintable():
        return text
    return "\t".join(map(make_printable, text.split("\t")))


def render_fix_difference(violation: Violation) -> tuple[str, str]:
    """Return for the excerpt in the HTML page the lines that a fix takes out, and those it puts in:
    ``- a``, ``+ b``.

    Below those of an unsafe one is why it is unsafe.

    Safe to show; both are empty where no fix is known.
    """
    fix = violation.fix
    if fix is None:
        return "", ""
    unsafe = f"\nunsafe: {_show_text(fix.reason)}" if fix.safety == "unsafe" else ""
    return _sign_text("-", fix.before), f"{_sign_text('+', fix.after)}{unsafe}".lstrip("\n")


def _sign_text(sign: str, text: str) -> str:
    lines = text.removesuffix("\n").split("\n") if text else []
    signed = [f"{sign} {_show_text(line[:_LONGEST])}" for line in lines[:_MOST_LINES]]
    signed += [f"{sign} …"] if len(lines) > _MOST_LINES else []
    return "\n".join(signed)
