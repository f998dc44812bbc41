"""The texts of a file that a contract searches, each with the places of what is found there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phaser_lint.author.draft import DEFAULT_TYPE
from phaser_lint.check.engine.file_parts import split_into_parts
from phaser_lint.contract.keys import IN
from phaser_lint.contract.match_contract import Shown, find_contract_matches
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules import RULES, is_item_itself
from phaser_lint.contract.rules.conditions import without_match_conditions
from phaser_lint.contract.rules.rule import HEADERS, Spans
from phaser_lint.contract.rules.violations import make_match_violations
from phaser_lint.contract.told_languages import name_text_in_language
from phaser_lint.core import Record
from phaser_lint.core.file_records import TextFile
from phaser_lint.text.regions import CODE, KINDS, PROSE, find_text_types, open_regions
from phaser_lint.text.search.counted_matches import CountedPlaces
from phaser_lint.text.search.match_starts import find_match_start
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher

_MOST = 3


class SearchedText(Record):
    """A text of the file at ``path``; of a notebook a cell's."""

    contract: Contract
    path: str
    text: str
    name: str
    shown: Shown | None

    def matches(
        self, searcher: Searcher, *, seconds: float, narrows_to_items: bool = True
    ) -> tuple[Spans, bool]:
        """Return the matches of the pattern in the text, exceptions among them, and whether they
        are all.

        Without *narrows_to_items* a match that holds one is returned as a whole: that decides where
        it counts. ``isOn('new')`` is code, though its item is in a string.
        """
        contract = self.contract
        if RULES[contract.type].evidence == "no match" and not contract.is_about_blocks:
            # A scan needs the first one only: the others would be called near misses.
            contract = contract._replace(type=DEFAULT_TYPE)
        try:
            spans, problem, *_ = find_contract_matches(
                contract,
                self.text,
                self.name,
                searcher=searcher,
                seconds=seconds,
                reads_items=narrows_to_items,
            )
        except OutOfTimeError as error:
            return error.spans, False
        return spans, not problem

    def seen_text(self) -> str:
        """Return what the pattern sees of the text, as long as it is."""
        if not self.contract.searched.without_comments:
            return self.text
        return CountedPlaces().seen_text(
            self.contract.searched.written, self.text, self.name, seconds=None
        )

    def everywhere(self) -> SearchedText:
        """Return the same text for the same contract, as if a match counted in every region.

        It sees comments, and whatever is in a match exempts none.
        """
        own_keys = tuple(
            [key_and_value for key_and_value in self.contract.own if key_and_value[0] != IN.name]
        )
        searched = self.contract.searched._replace(without_comments=False)
        text = self.every_match() if self.contract.is_about_blocks else self
        contract = without_match_conditions(text.contract)._replace(block_patterns=())
        return self._replace(contract=contract._replace(own=own_keys, searched=searched))

    def every_match(self) -> SearchedText:
        """Return the same text for a contract that finds each match, whatever block it is in."""
        each_match = self.contract._replace(type=DEFAULT_TYPE, block_patterns=())
        return self._replace(contract=each_match)

    def changed_by_comments(self, searcher: Searcher, *, seconds: float) -> tuple[Spans, Spans]:
        """Return the matches that would count only if the pattern saw comments, and only as not.

        There are none where it does.
        """
        if not self.contract.searched.without_comments:
            return (), ()
        counting_kinds = {kind for region in self.contract.counted_in for kind in KINDS[region]}
        contract = without_match_conditions(self.contract)._replace(block_patterns=())
        spans_by_start = []
        for text in (self.everywhere(), self._replace(contract=contract)):
            spans, _ = text.matches(searcher, seconds=seconds, narrows_to_items=False)
            kinds = zip(spans, self.kinds(spans), strict=True)
            counting_spans = [span for span, kind in kinds if kind in counting_kinds]
            spans_by_start.append(
                {find_match_start(span, self.text): span for span in counting_spans}
            )
        with_comments, without_comments = spans_by_start
        return (
            [span for start, span in with_comments.items() if start not in without_comments],
            [span for start, span in without_comments.items() if start not in with_comments],
        )

    def unsearched_headers(
        self, searcher: Searcher, *, seconds: float
    ) -> Iterator[tuple[tuple[int, int], str, str, str]]:
        """Yield the first matches of each key about blocks of which all are in parts of the text
        that are not searched for it: where, the key, their kind of region, and the one it needs.

        The line of a Markdown fence is code, and headers are found in prose.
        """
        types = find_text_types(self.name, self.text)
        wanted_kind = PROSE if types and types[0].lexer == "markdown" else CODE
        regions = open_regions(self.name, self.text, documented=False)
        for key in (*HEADERS, "until"):
            spans = [
                match.span()
                for pattern in self.contract.block_patterns_of(key)
                for match in searcher.compiled_pattern(pattern).finditer(self.text, timeout=seconds)
            ]
            starts = [find_match_start(span, self.text) for span in spans]
            kinds = [regions.region_around(start)[2] for start in starts]
            if wanted_kind not in kinds:
                for span, kind in [*zip(spans, kinds, strict=True)][:_MOST]:
                    yield span, key, kind, wanted_kind

    def kinds(self, spans: Spans) -> list[str]:
        """Return the kind of region that each of *spans* is in: code, a comment, a string."""
        regions = open_regions(self.name, self.text)
        return [regions.region_around(find_match_start(span, self.text))[2] for span in spans]

    def places(self, spans: Spans) -> list[Violation]:
        """Return where in the searched file each of *spans* is, as a violation."""
        violations = make_match_violations(
            self.contract, path=self.path, text=self.text, spans=spans
        )
        if self.shown is None:
            return violations
        return [self.shown(violation, self.text) for violation in violations]


def list_searched_texts(contract: Contract, file: TextFile) -> Sequence[SearchedText]:
    """Return the texts of *file* searched for the pattern of *contract*, with their places."""
    if not RULES[contract.type].searches_text() or is_item_itself(contract):
        return ()
    searched_file = split_into_parts(file, ignores=False, printed=True, seconds=None)
    return [
        SearchedText(
            contract=contract,
            path=file.path,
            text=text.raw if contract.searched.raw_text else text.text,
            name=name_text_in_language(contract, text.name),
            shown=text.shown,
        )
        for text in searched_file.parts(whole=contract.raw)
    ]
