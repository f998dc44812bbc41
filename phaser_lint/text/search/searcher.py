"""Searching a whole text for a pattern, within a time limit."""

from __future__ import annotations

from time import process_time

from phaser_lint.core import Record
from phaser_lint.text.search import compute_once, fold_case, may_match, rebuild_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from phaser_lint.text.search import Code, Requirement
    from phaser_lint.text.search.counted_matches import (
        BlockQuestion,
        CountedPlaces,
        CountingPlaces,
        Counts,
    )
    from phaser_lint.text.search.superset_starts import SupersetStarts

MAXIMUM_MATCHES = 10_000
TOO_MANY_MATCHES = f"more than {MAXIMUM_MATCHES:,} matches"
"""Why the first matches are not all: a pattern such as ``x*`` matches everywhere."""


class Pattern(Record):
    """A regular expression, or plain text, and what ``prepare_pattern`` derives from it once."""

    written: str
    literal: bool = False
    raw_text: bool = False
    """It names a carriage return, so it sees the text with its own line ends."""
    requirement: Requirement = None
    """What a text must hold for it to match (see ``may_match``)."""
    code: Code | None = None
    """It as it was compiled (see ``rebuild_pattern``)."""
    without_comments: bool = False
    """It sees blanks in place of a text's comments."""
    end_code: Code | None = None
    """Of its end, which is found wherever it is, and sooner (``literals.required_literals``)."""

    def as_written(self) -> Pattern:
        """Return the pattern to search without what is derived: that follows from it."""
        return Pattern(*self[:3], None, None, self.without_comments)


class OutOfTimeError(Exception):
    """A search took longer than it may; ``spans`` are the matches found until then.

    ``late_part`` names what took so long: the pattern, or what was read of the text, as the error
    of its reader says, which is *late*.
    """

    def __init__(self, spans: list[tuple[int, int]], late: TimeoutError | None = None) -> None:
        super().__init__("out of time")
        # The engine's own error is no reader's.
        is_of_reader = late is not None and type(late) is not TimeoutError
        self.spans, self.late_part = spans, str(late) if is_of_reader else "the pattern"


class Searcher:
    """Searches texts for patterns; each pattern is made ready once.

    Where the literals that a pattern requires are missing, it is not tried: *filtered* is false
    only where that has to be compared with trying every pattern.
    """

    def __init__(self, *, filtered: bool = True, starts: SupersetStarts | None = None) -> None:
        self._filtered, self._starts = filtered, starts
        self._compiled: dict[tuple[str, bool], Any] = {}
        self._text, self._folded = "", compute_once(fold_case, "")
        self._places_counted: CountedPlaces | None = None

    def find_spans(
        self,
        pattern: Pattern,
        text: str,
        name: str = "",
        *,
        seconds: float,
        only_first: bool,
        of_items: bool = False,
        counts: Counts | None = None,
        exempts: Callable[[str], bool] | None = None,
    ) -> list[tuple[int, int]]:
        """Return the spans that a search of the pattern matches in *text*, in order.

        With *of_items* those of the items in them, however many; else, behind as many as count, one
        more says that there are more (``TOO_MANY_MATCHES``). Of all that *counts* tells not to
        count there are none, nor of those whose own text, as the pattern sees it, *exempts* them.
        The *name* of a file tells the language. What is blank at an end of a match only because
        a comment is belongs to none.

        Raises ``OutOfTimeError`` after *seconds* of matching.
        """
        begin, spans = process_time(), list[tuple[int, int]]()
        try:
            if not self.is_possible(pattern, text):
                return []
            seen = self.seen_text(pattern, text, name, seconds=seconds)
            for match in self.matches(
                pattern,
                text,
                seen,
                seconds=seconds,
                only_first=only_first and exempts is None,
                counts=counts,
            ):
                if exempts is not None and exempts(seen[match.start() : match.end()]):
                    continue
                span = _find_item_span(match) if of_items else match.span()
                spans.append(
                    span if seen is text else self.counted_places.written_span(span, seen, text)
                )
                if only_first or (len(spans) > MAXIMUM_MATCHES and not of_items):
                    break
        except TimeoutError as error:
            raise OutOfTimeError(sorted(spans), error) from None
        finally:
            if self._starts:
                self._starts.spend(pattern, text, process_time() - begin)
        # "(?r)" searches from the end.
        if of_items:
            return sorted([(start, end) for start, end in spans if start < end])
        return [*sorted(spans[:MAXIMUM_MATCHES]), *spans[MAXIMUM_MATCHES:]]

    def is_possible(self, pattern: Pattern, text: str) -> bool:
        """Tell whether *text* holds the literals that the pattern requires."""
        if text is not self._text:
            self._text, self._folded = text, compute_once(fold_case, text)
        return not self._filtered or may_match(pattern.requirement, text, self._folded)

    def find_groups(
        self,
        pattern: Pattern,
        text: str,
        name: str = "",
        *,
        seconds: float,
        counts: Counts | None = None,
    ) -> dict[tuple[int, int], tuple[int, int]]:
        """Return of each match of the search, by its span, the first group that holds a text.

        Nothing of a pattern without groups. Raises ``OutOfTimeError`` after *seconds*.
        """
        if not self.compiled_pattern(pattern).groups:
            return {}
        try:
            matches = self.matches_by_span(pattern, text, name, seconds=seconds, counts=counts)
            return {span: _find_item_span(match) for span, match in matches.items()}
        except TimeoutError as error:
            raise OutOfTimeError([], error) from None

    def matches_by_span(
        self,
        pattern: Pattern,
        text: str,
        name: str,
        *,
        seconds: float,
        counts: Counts | None = None,
    ) -> dict[tuple[int, int], Any]:
        """Return the matches by their spans in *text*, less the comments at their ends.

        Raises ``TimeoutError``.
        """
        seen = self.seen_text(pattern, text, name, seconds=seconds)
        matches = self.matches(pattern, text, seen, seconds=seconds, counts=counts)
        written_span = self.counted_places.written_span
        return {written_span(match.span(), seen, text): match for match in matches}

    def find_whole(self, pattern: Pattern, text: str, *, seconds: float) -> list[tuple[int, int]]:
        """Return the span of *text* if the pattern matches it as a whole.

        Raises ``OutOfTimeError`` after *seconds*.
        """
        try:
            match = self.compiled_pattern(pattern).fullmatch(text, timeout=seconds, concurrent=True)
        except TimeoutError:
            raise OutOfTimeError([]) from None
        return [match.span()] if match else []

    def seen_text(self, pattern: Pattern, text: str, name: str, *, seconds: float | None) -> str:
        """Return what a search sees of *text*, as long as it is; the *name* tells the language.

        Raises ``LateReaderError`` once so many *seconds* are over.
        """
        if not pattern.without_comments:
            return text
        return self.counted_places.seen_text(pattern.written, text, name, seconds=seconds)

    def matches(
        self,
        pattern: Pattern,
        text: str,
        seen: str,
        *,
        seconds: float | None,
        only_first: bool = False,
        counts: Counts | None = None,
    ) -> Iterable[Any]:
        """Return the matches themselves, as they are found; ``TimeoutError`` while they are.

        They are matches in what the pattern has *seen* of the *text*.
        """
        compiled = self.compiled_pattern(pattern)
        starts = self._starts.find_starts(pattern, seen) if self._starts else None
        if only_first and starts is None and counts is None:
            return _list_if_any(compiled.search(seen, timeout=seconds, concurrent=True))
        if self._starts and starts is not None:
            matches = self._starts.find_matches(
                starts, compiled, seen, seconds=seconds, counts=counts, written=text
            )
            return _list_if_any(next(matches, None)) if only_first else matches
        if counts is not None:
            counting_matches = self.counted_places.find_matches(
                compiled, seen, counts=counts, seconds=seconds, written=text
            )
            return _list_if_any(next(counting_matches, None)) if only_first else counting_matches
        all_matches: Iterable[Any] = compiled.finditer(seen, timeout=seconds, concurrent=True)
        return all_matches

    def counting(
        self,
        region_names: Sequence[str],
        text: str,
        name: str,
        *,
        seconds: float,
        of_blocks: BlockQuestion | None = None,
    ) -> CountingPlaces | None:
        """Return what tells the places of a searched *text* where a match counts; ``None``: all.

        *region_names* are words of the key ``in``, *of_blocks* asks in which block a place is; the
        *name* of a file tells the language. The answer raises ``TimeoutError`` once so many
        *seconds* are over.
        """
        if not region_names and of_blocks is None:
            return None
        return self.counted_places.counting(
            region_names, text, name, of_blocks=of_blocks, seconds=seconds
        )

    @property
    def counted_places(self) -> CountedPlaces:
        """What tells the places that count; it keeps what it read of the last text."""
        if self._places_counted is None:
            from phaser_lint.text.search.counted_matches import (
                CountedPlaces,  # few contracts ask where
            )

            self._places_counted = CountedPlaces()
        return self._places_counted

    def finds(self, pattern: Pattern, text: str, *, seconds: float | None) -> bool:
        """Tell whether the pattern matches in *text*; raises ``TimeoutError``."""
        return (
            self.compiled_pattern(pattern).search(text, timeout=seconds, concurrent=True)
            is not None
        )

    def compiled_pattern(self, pattern: Pattern) -> Any:
        """Return what ``regex`` searches for it."""
        key = pattern.written, pattern.literal
        if key not in self._compiled and pattern.code is not None:
            self._compiled[key] = rebuild_pattern(pattern.code)
        elif key not in self._compiled:
            from phaser_lint.text.search.patterns import compile_pattern

            self._compiled[key] = compile_pattern(pattern.written, literal=pattern.literal)
        return self._compiled[key]


def _find_item_span(match: Any) -> tuple[int, int]:
    r"""Return the first group that holds a text; the match itself where no group took part.

    `^def (\w+)|^class (\w+)` has its item in either.
    """
    groups: list[tuple[int, int]] = [span for span in match.regs[1:] if span[0] >= 0]
    spans = groups or [match.span()]
    return next((span for span in spans if span[0] < span[1]), spans[0])


def _list_if_any(match: Any) -> list[Any]:
    return [match] if match else []
