r"""Markdown: what is written for people is prose; code stands in fences, spans, and indented."""

from __future__ import annotations

import re

from phaser_lint.text import keep_to_deadline
from phaser_lint.text.regions.scanner import READING, Reading, Region
from phaser_lint.text.regions.scanner_actions import COMMENT, PROSE

FRONT_MATTER = re.compile(
    r"---[ \t]*\r?\n(?:.*?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)"
    r"|\+\+\+[ \t]*\r?\n(?:.*?\n)??\+\+\+[ \t]*(?:\r?\n|\Z)",
    re.DOTALL,
)
_LINE = re.compile(r"(?P<lead>[ \t]*(?:>[ \t]?)*)(?P<rest>[^\n]*)(?:\n|\Z)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]|\r?\Z)[ \t]*")
_FENCE = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`]*\Z)|~{3,})")
_SIGN = re.compile(r"\\[^\n]|`+|<!--")
_TICKS = re.compile(r"`+")
_TAB = 4


class Markdown:
    """The regions of a page."""

    def read(self, text: str, start: int, end: int, *, until: float | None = None) -> Reading:
        """Return the regions of the Markdown *text* from *start* to *end*, in order.

        Raises ``LateReaderError`` once it is later than *until*.
        """
        front = FRONT_MATTER.match(text, start, end)
        return Reading(_Page(text, end).read(front.end() if front else start, until))


class _Page:
    """One pass over the lines; what is gathered of prose is read once its paragraph ends."""

    def __init__(self, text: str, end: int) -> None:
        self._text, self._end = text, end
        self._found: list[Region] = []
        self._unclosed = end + 1
        self._fence, self._indent = "", 0
        self._is_after_blank, self._is_after_code = True, False

    def read(self, offset: int, until: float | None) -> list[Region]:
        """Return the regions behind *offset*."""
        prose = -1
        while offset < self._end:
            keep_to_deadline(until, READING)
            line = _LINE.match(self._text, offset, self._end)
            if line is None:
                break
            is_prose = self._is_prose(line)
            # A span of code ends with its item: `a and "- b` hold two open backticks.
            if prose >= 0 and (not is_prose or _ITEM.match(line["rest"])):
                offset = self._prose(prose, offset)
                if offset > line.start():
                    # A comment may go on over blank lines, fences and items: what is behind it on
                    # its line is prose.
                    prose, self._is_after_blank = offset, False
                    self._fence, self._is_after_code = "", False
                    continue
                prose = -1
            if is_prose and prose < 0:
                prose = offset
            offset = line.end()
        if prose >= 0:
            self._prose(prose, self._end)
        return self._found

    def _is_prose(self, line: re.Match[str]) -> bool:
        """Tell whether a line is prose, by those above it: no fence, no code, and not blank."""
        lead, line_text = line["lead"], line["rest"].rstrip("\r")
        if self._fence:
            bare = line_text.strip()
            if set(bare) == {self._fence[0]} and len(bare) >= len(self._fence):
                self._fence = ""
            self._is_after_blank, self._is_after_code = True, False
            return False
        width, is_blank = len(lead.expandtabs(_TAB)), not line_text.strip()
        list_item = _ITEM.match(line_text)
        if self._is_after_blank and not is_blank and not list_item and width < self._indent:
            self._indent = 0
        is_deep = width >= self._indent + _TAB and not is_blank and ">" not in lead
        is_code = is_deep and (self._is_after_blank or self._is_after_code)
        fence = None if is_code else _FENCE.match(lead.lstrip(" \t>") + line_text)
        self._fence = fence["fence"] if fence else ""
        self._is_after_code = is_code or (self._is_after_code and is_blank)
        self._is_after_blank = is_blank
        if list_item and not (fence or is_code):
            self._indent = width + len(list_item[0].expandtabs(_TAB))
        return not (is_blank or is_code or fence)

    def _prose(self, start: int, end: int) -> int:
        """Note the prose from *start* to *end*, less the code in it; a comment may go further."""
        text, runs = self._text, self._runs(start, end)
        open_at = offset = start
        while True:
            sign = _SIGN.search(text, offset, end)
            if sign is None:
                self._note(PROSE, open_at, end)
                return end
            offset = sign.end()
            if sign[0] == "<!--":
                closed = text.find("-->", offset, self._end) if offset < self._unclosed else -1
                if closed < 0:
                    self._unclosed = min(self._unclosed, offset)
                    before = text[max(0, sign.start() - 100) : sign.start()].rpartition("\n")[2]
                    if before.strip(" \t>"):  # it does not begin its line
                        continue
                self._note(PROSE, open_at, sign.start())
                after = closed + 3 if closed >= 0 else self._end
                self._note(COMMENT, sign.start(), after)
                open_at = offset = after
                if after >= end:
                    return after
            elif sign[0][0] == "`":
                closers = runs.get(len(sign[0]), [])
                while closers and closers[-1] < offset:
                    closers.pop()
                if closers:
                    self._note(PROSE, open_at, sign.start())
                    open_at = offset = closers[-1] + len(sign[0])

    def _runs(self, start: int, end: int) -> dict[int, list[int]]:
        """Return where runs of backticks stand, the last first, by how many they are."""
        runs: dict[int, list[int]] = {}
        for run in _TICKS.finditer(self._text, start, end):
            runs.setdefault(run.end() - run.start(), []).append(run.start())
        for places in runs.values():
            places.reverse()
        return runs

    def _note(self, kind: str, start: int, end: int) -> None:
        if start < end:
            self._found.append((start, end, kind))


MARKDOWN = Markdown()
