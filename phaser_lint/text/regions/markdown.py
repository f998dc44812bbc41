r"""Markdown: what is written for people is prose; code stands in fences, spans, and indented."""

from __future__ import annotations

import re

from phaser_lint.text.regions.scanner import COMMENT, PROSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.text.regions.scanner import Region

_FRONT_MATTER = re.compile(
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

    def regions(self, text: str, start: int, end: int) -> list[Region]:
        """Return the regions of *text* from *start* to *end*, in order."""
        front = _FRONT_MATTER.match(text, start, end)
        return _Page(text, end).read(front.end() if front else start)


class _Page:
    """One pass over the lines; what is gathered of prose is read once its paragraph ends."""

    def __init__(self, text: str, end: int) -> None:
        self._text, self._end = text, end
        self._found: list[Region] = []
        self._unclosed = end + 1

    def read(self, place: int) -> list[Region]:
        fence, indent, was_blank, was_code, prose = "", 0, True, False, -1
        while place < self._end:
            line = _LINE.match(self._text, place, self._end)
            if line is None:
                break
            rest, following = line["rest"].rstrip("\r"), line.end()
            width = len(line["lead"].expandtabs(_TAB))
            opened = _FENCE.match(line["lead"].lstrip(" \t>") + rest)
            is_blank = not rest.strip()
            if fence:
                bare = rest.strip()
                if bare[:1] == fence[0] and set(bare) == {fence[0]} and len(bare) >= len(fence):
                    fence = ""
                place, was_blank, was_code = following, True, False
                continue
            is_item = _ITEM.match(rest) is not None
            if was_blank and not is_blank and not is_item and width < indent:
                indent = 0
            is_code = (was_blank or was_code) and width >= indent + _TAB and not is_blank
            is_code = is_code and ">" not in line["lead"]
            if is_blank or opened or is_code:
                if prose >= 0:
                    after = self._prose(prose, place)
                    prose = -1
                    if after > place:
                        place, prose = after, after
                        continue
                fence = opened["fence"] if opened and not is_code else ""
                was_code = is_code or (was_code and is_blank)
                was_blank = is_blank
                place = following
                continue
            if is_item:
                item = _ITEM.match(rest)
                indent = width + len((item[0] if item else "").expandtabs(_TAB))
            prose = place if prose < 0 else prose
            was_blank = was_code = False
            place = following
        if prose >= 0:
            self._prose(prose, self._end)
        return self._found

    def _prose(self, start: int, end: int) -> int:
        """Note the prose from *start* to *end*, less the code in it; a comment may go further."""
        text, runs = self._text, self._runs(start, end)
        open_at = place = start
        while True:
            sign = _SIGN.search(text, place, end)
            if sign is None:
                self._note(PROSE, open_at, end)
                return end
            place = sign.end()
            if sign[0] == "<!--":
                closed = text.find("-->", place, self._end) if place < self._unclosed else -1
                if closed < 0:
                    self._unclosed = min(self._unclosed, place)
                    if not self._begins_line(sign.start()):
                        continue
                self._note(PROSE, open_at, sign.start())
                after = closed + 3 if closed >= 0 else self._end
                self._note(COMMENT, sign.start(), after)
                open_at = place = after
                if after >= end:
                    return after
            elif sign[0][0] == "`":
                closing = self._closing(runs, len(sign[0]), place)
                if closing >= 0:
                    self._note(PROSE, open_at, sign.start())
                    open_at = place = closing + len(sign[0])

    def _begins_line(self, place: int) -> bool:
        before = self._text[max(0, place - 100) : place].rpartition("\n")[2]
        return not before.strip(" \t>")

    def _runs(self, start: int, end: int) -> dict[int, list[int]]:
        """Return where runs of backticks stand, the last first, by how many they are."""
        runs: dict[int, list[int]] = {}
        for run in _TICKS.finditer(self._text, start, end):
            runs.setdefault(run.end() - run.start(), []).append(run.start())
        for places in runs.values():
            places.reverse()
        return runs

    def _closing(self, runs: dict[int, list[int]], length: int, place: int) -> int:
        places = runs.get(length, [])
        while places and places[-1] < place:
            places.pop()
        return places[-1] if places else -1

    def _note(self, kind: str, start: int, end: int) -> None:
        if start < end:
            self._found.append((start, end, kind))


MARKDOWN = Markdown()
