"""What breaks the contracts of a set in a file, and by which patterns the prefilter asks that.

The prefilter goes by the order of the fields of both records.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract import PlainCriterion
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES, find_cause_in_file
from phaser_lint.contract.rules.conditions import list_file_conditions
from phaser_lint.core import Record
from phaser_lint.text.search import Requirement, unite_requirements
from phaser_lint.text.search.searcher import Pattern


class PrefilterPattern(Record):
    """A pattern as far as it is tried without a compiler; ``number`` tells it from all others.

    The own pattern of a contract has the number of its place in the set. ``text``: the pattern, if
    that is plain text. ``code``: its packed byte code (``searcher``); empty where there is none.
    """

    number: int
    requirement: Requirement
    raw_text: bool = False
    """It sees the text with its own line ends."""
    text: str = ""
    code: bytes = b""
    end_code: bytes = b""


class Criterion(Record):
    """What breaks a contract in a file, the one at ``place`` in its set.

    ``broken_by``: a ``Cause``, of which ``text`` is for the engine. It checks only a file that the
    patterns ``needed`` match in, and those ``exempting`` do not.
    """

    place: int
    broken_by: str
    pattern: PrefilterPattern
    needed: tuple[PrefilterPattern, ...] = ()
    exempting: tuple[PrefilterPattern, ...] = ()
    most_lines: int | None = None
    most_bytes: int | None = None

    def plain(self) -> PlainCriterion:
        """Return the prefilter's criterion as ``marshal`` takes it."""
        needed, exempting = (
            tuple(map(tuple, patterns)) for patterns in (self.needed, self.exempting)
        )
        plain = (*self[:2], tuple(self.pattern), needed, exempting)
        return (*plain, self.most_lines, self.most_bytes)


def make_criteria(contracts: Sequence[Contract]) -> list[Criterion]:
    """Return the prefilter's criteria, made of *contracts*; a contract that no file breaks by
    itself has none.

    A match in any file may meet a contract whose scope is the tree: that is as good as broken.
    """
    criteria = []
    number = len(contracts)
    for place, contract in enumerate(contracts):
        needed_patterns: list[PrefilterPattern] = []
        exempting_patterns: list[PrefilterPattern] = []
        for condition in list_file_conditions(contract):
            patterns = needed_patterns if condition.is_wanted() else exempting_patterns
            patterns.append(_make_prefilter_pattern(condition.searched, number))
            number += 1
        broken_by = "match" if contract.scope == "tree" else find_cause_in_file(contract)
        if broken_by is not None:
            pattern = _make_prefilter_pattern(choose_prefilter_pattern(contract), place)
            criteria.append(
                Criterion(
                    place=place,
                    broken_by=broken_by,
                    pattern=pattern,
                    needed=tuple(needed_patterns),
                    exempting=tuple(exempting_patterns),
                )
            )
    return criteria


def choose_prefilter_pattern(contract: Contract) -> Pattern:
    """Return the pattern by which the prefilter rules files out for *contract*: its own, or, where
    each block needs it, the headers'.

    Of several headers only what a text must hold for any of them is known.
    """
    if not contract.is_about_blocks:
        return contract.searched
    header_patterns = contract.block_patterns_of("each_block")
    if len(header_patterns) == 1:
        return header_patterns[0]
    return header_patterns[0]._replace(
        written="",
        requirement=unite_requirements(
            [header_pattern.requirement for header_pattern in header_patterns]
        ),
        code=None,
    )


def choose_text_pattern(contract: Contract) -> str:
    """Return as written the pattern by which the prefilter rules files out for *contract*; empty
    without one.
    """
    in_text = RULES[contract.type].searches_text()
    return choose_prefilter_pattern(contract).written if in_text and not contract.literal else ""


def _make_prefilter_pattern(pattern: Pattern, number: int) -> PrefilterPattern:
    return PrefilterPattern(number, pattern.requirement, pattern.raw_text)
