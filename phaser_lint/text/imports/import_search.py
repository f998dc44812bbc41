"""What a pattern finds that may be an import, and what may stand between its words.

Nothing here is read twice, on whatever text: ``import/**//*`` over and over took a minute.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

from phaser_lint.core import Record
from phaser_lint.text.deadlines import keep_to_deadline

ImportMatch = tuple[int, int | None, str, int, int, tuple[str, ...], bool, bool]
"""Where its word stands, which is code, and its opening quote, where a string begins; then the
fields of an ``Import``."""
ImportWords = Sequence[Sequence[str]]
"""Alternatives: all words of one stand in the imports that are looked for."""
READING = "reading imports"
"""What takes longer than it may, as a report says it."""


class ImportQuery(Record):
    """What is asked about the imports of a text.

    ``words``: see ``ImportWords``. ``is_code`` tells whether code stands at a place, which takes
    long. It and ``look_at_clock`` raise ``LateReaderError`` once it is later than ``until``. With
    ``tells_types`` those of types alone are told from others.
    """

    words: ImportWords
    is_code: Callable[[int], bool]
    until: float | None = None
    tells_types: bool = False

    def look_at_clock(self) -> None:
        keep_to_deadline(self.until, READING)


class SignPlaces:
    """The places of a *sign* in a *text*; what was once looked through is known."""

    def __init__(self, text: str, sign: str) -> None:
        self._text, self._sign = text, sign
        # Between the two of a pair, in order, the sign does not stand.
        self._starts: list[int] = []
        self._ends: list[int] = []

    def next(self, offset: int) -> int:
        """Return where the sign stands next for a search, from *offset*; the text's length:
        nowhere.
        """
        row = bisect_left(self._ends, offset)
        if row < len(self._ends) and self._starts[row] <= offset:
            return self._ends[row]
        limit = self._ends[row] if row < len(self._ends) else len(self._text)
        end = self._text.find(self._sign, offset, limit + len(self._sign))
        end = len(self._text) if end < 0 else end
        if row < len(self._ends) and self._ends[row] == end:
            self._starts[row] = offset
        else:
            self._starts.insert(row, offset)
            self._ends.insert(row, end)
        return end


class Gaps:
    """What may stand between two words of a *text*: *blanks* and comments.

    A comment begins with what opens a *line* of it, and ends with its line, or as C's do where
    there are *blocks*. One that never ends is none; with *unclosed* the text's end closes a line's.
    """

    def __init__(
        self,
        text: str,
        *,
        blanks: str = r"\s+",
        line: str = "//",
        blocks: bool = True,
        unclosed: bool = False,
    ) -> None:
        self._text, self._line, self._blocks, self._unclosed = text, line, blocks, unclosed
        self._blanks = re.compile(blanks)
        self._line_ends, self._block_ends = SignPlaces(text, "\n"), SignPlaces(text, "*/")
        # By each place that was passed, for comments may begin in comments.
        self._ends: dict[int, int] = {}

    def end(self, offset: int) -> int:
        """Return where the gap between an import's words ends that begins at *offset*."""
        text, passed = self._text, []
        while offset not in self._ends:
            passed.append(offset)
            after = offset
            if blanks := self._blanks.match(text, offset):
                after = blanks.end()
            elif text.startswith(self._line, offset):
                end = self._line_ends.next(offset)
                if end < len(text):
                    after = end + 1
                elif self._unclosed:
                    after = end
            elif self._blocks and text.startswith("/*", offset):
                end = self._block_ends.next(offset + 2)
                after = end + 2 if end < len(text) else offset
            if after == offset:
                break
            offset = after
        end = self._ends.get(offset, offset)
        self._ends.update(dict.fromkeys(passed, end))
        return end

    def holds_line_end(self, start: int, end: int) -> bool:
        """Tell whether a line ends between *start* and *end*, in a gap of an import."""
        return self._line_ends.next(start) < end


def holds_all_words(text: str, words: ImportWords) -> bool:
    """Tell whether *text*, in which imports are searched, holds all *words* of one of the
    alternatives.
    """
    # Plain loops: any() over a generator costs more than the searches of a short text.
    for alternative in words:
        for word in alternative:
            if word not in text:
                break
        else:
            return True
    return False
