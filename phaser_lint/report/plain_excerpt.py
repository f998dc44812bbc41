"""The line of a match in plain text, with its number, and carets below it.

8 │ print("summing", prices)
  │ ^^^^^^
"""

from __future__ import annotations

from phaser_lint.contract.model import Violation
from phaser_lint.core.text import without_commands
from phaser_lint.report.places_for_programs import find_match_line
from phaser_lint.report.terminal_excerpt import cut_excerpt

_NARROWEST = 20


def render_excerpt_lines(violation: Violation, *, width: int) -> list[str]:
    """Return a violation's line with its number, and carets below; none for what is in no line."""
    if violation.line is None:
        return []
    number = f"  {violation.line} │ "
    margin = f"{'':{len(number) - 2}}│ "
    line, start, end = find_match_line(violation)
    excerpt = cut_excerpt(line, [(start, end)], columns=max(width - len(number), _NARROWEST))
    text = f"{number}{without_commands(excerpt.text)}".rstrip()
    return [text, f"{margin}{excerpt.carets}"] if excerpt.carets else [text]
