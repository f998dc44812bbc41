"""Languages of which no more is known than their comments."""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.languages import find_comment_closer
from phaser_lint.text.regions.scanner import READING, Reading, Region
from phaser_lint.text.regions.scanner_actions import COMMENT, FLAGS

_REST_OF_LINE = r"[^\n\r\v\f\x85\u2028\u2029]*"


class CommentsAlone:
    """Finds the comments of a language of which no more is known.

    They count where they begin a line, for elsewhere their signs may be anything; in a template
    those with an end count *anywhere*. *lines* is a pattern of further ones.
    """

    def __init__(self, openers: Sequence[str], lines: str, *, anywhere: bool) -> None:
        alternatives = []
        self._closers: list[str] = []
        for opener in sorted(openers, key=len, reverse=True):
            closer = find_comment_closer(opener)
            begins = "" if anywhere and closer else r"^[ \t]*"
            opener_expression = re.escape(opener) + (r"\b" if opener[-1].isalpha() else "")
            until_line_end = "" if closer else _REST_OF_LINE
            alternatives.append(f"{begins}({opener_expression}{until_line_end})")
            self._closers.append(closer)
        if lines:
            alternatives.append(f"({lines}{_REST_OF_LINE})")
            self._closers.append("")
        self._pattern = re.compile("|".join(alternatives), FLAGS)

    def read(self, text: str, start: int, end: int, *, until: float | None = None) -> Reading:
        """Return the regions of *text* from *start* to *end*, in order."""
        comments: list[Region] = []
        match = self._pattern.search(text, start, end)
        while match:
            keep_to_deadline(until, READING)
            group = match.lastindex or 0
            closer, after = self._closers[group - 1], match.end()
            if closer:
                closed = text.find(closer, after, end)
                if closed < 0 and closer != "-->":
                    return Reading(comments, match.start(group))
                after = closed + len(closer) if closed >= 0 else end
            comments.append((match.start(group), after, COMMENT))
            match = self._pattern.search(text, after, end)
        return Reading(comments)
