"""What breaks contracts in a file, as the prefilter asks it: made of the contracts of a set."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.contract.prefilter import Criterion, PrefilterPattern
from phaser_lint.contract.rules import choose_prefilter_pattern, find_cause_in_file
from phaser_lint.contract.rules.conditions import list_file_conditions
from phaser_lint.text.search.searcher import Pattern


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


def _make_prefilter_pattern(pattern: Pattern, number: int) -> PrefilterPattern:
    return PrefilterPattern(number, pattern.requirement, pattern.raw_text)
