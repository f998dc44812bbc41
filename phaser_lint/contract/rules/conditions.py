"""Conditions of a contract: patterns that tell whether it checks a file, or a match, at all.

    when_match     only where it is found in the lines that the match touches a match counts
    unless_match   only where it is not
    when_in_match, unless_in_match
                   only where it is found, or not, in the match as a text of its own
    when_file      only files whose text matches
    unless_file    only files whose text does not match

Where only matches break a contract they are asked after a match: no file without one is read
twice, and whatever rules a match out needs to know nothing of them. Those in a match are asked as
it is found (``match_contract.find_contract_matches``). Where a match is required they come first. A
condition that cannot be known leaves the contract undecided.
"""

from __future__ import annotations

from phaser_lint.contract.rules.violations import find_touched_lines
from phaser_lint.core import Record
from phaser_lint.core.text import unify_line_ends
from phaser_lint.text.deadlines import make_deadline, require_time_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from phaser_lint.contract.model import Contract
    from phaser_lint.contract.rules.rule import BothTexts, Find, PatternMatches
    from phaser_lint.text.search.searcher import Pattern, Searcher

    Exempts: TypeAlias = Callable[[str], bool]

_OF_LINES = ("when_match", "unless_match")
_IN_MATCHES = ("when_in_match", "unless_in_match")
_OF_FILES = ("when_file", "unless_file")
_WANTED = ("when_match", "when_in_match", "when_file")


class Condition(Record):
    """A condition by its key, and the pattern that it searches."""

    key: str
    searched: Pattern

    def is_wanted(self) -> bool:
        """Tell whether the contract checks what meets the condition; else that is exempt."""
        return self.key in _WANTED

    def required_contract(self, contract: Contract) -> Contract:
        """Return a contract that is searched for: as one that requires it, for one match is enough.

        Its id is none that a contract may have.
        """
        return contract._replace(
            rule_id=f"{contract.rule_id}\0{self.key}",
            type="require_pattern",
            searched=self.searched,
            own=(),
            conditions=(),
            block_patterns=(),
        )


def list_file_conditions(contract: Contract) -> list[Condition]:
    """Return the conditions of a contract that a file's text has to meet."""
    return [condition for condition in _list_conditions(contract) if condition.key in _OF_FILES]


def list_line_conditions(contract: Contract) -> list[Condition]:
    """Return the conditions of a contract that the lines of a match have to meet."""
    return [condition for condition in _list_conditions(contract) if condition.key in _OF_LINES]


def list_match_conditions(contract: Contract) -> list[Condition]:
    """Return the conditions of a contract that a match has to meet as a text of its own."""
    return [condition for condition in _list_conditions(contract) if condition.key in _IN_MATCHES]


def without_match_conditions(contract: Contract) -> Contract:
    """Return the contract as if each match met the conditions that are asked in it."""
    conditions = [fields for fields in contract.conditions if fields[0] not in _IN_MATCHES]
    return contract._replace(conditions=tuple(conditions))


def without_file_conditions(contract: Contract) -> Contract:
    """Return *contract* without conditions on a file, as if it checked all that it selects."""
    of_matches = (*list_line_conditions(contract), *list_match_conditions(contract))
    return contract._replace(
        conditions=tuple([(condition.key, condition.searched) for condition in of_matches])
    )


def make_exemption_test(
    contract: Contract, *, searcher: Searcher, seconds: float
) -> Exempts | None:
    """Return what tells of a match's text that a condition exempts it; ``None``: none does.

    All of them together take at most so many *seconds*; raises ``TimeoutError`` then.
    """
    conditions = list_match_conditions(contract)
    until = make_deadline(seconds)

    def exempts(match_text: str) -> bool:
        without_returns = match_text
        if contract.searched.raw_text:
            without_returns = unify_line_ends(f"{match_text}\n").removesuffix("\n")
        for condition in conditions:
            text = match_text if condition.searched.raw_text else without_returns
            is_found = searcher.finds(condition.searched, text, seconds=require_time_left(until))
            if is_found != condition.is_wanted():
                return True
        return False

    return exempts if conditions else None


def _list_conditions(contract: Contract) -> Iterable[Condition]:
    return [Condition(*fields) for fields in contract.conditions]


def check_file_conditions(
    contract: Contract, texts: Sequence[BothTexts], find: Find
) -> tuple[bool, str]:
    """Tell whether by its conditions *contract* checks a file of these *texts*, or why unknown."""
    for condition in list_file_conditions(contract):
        is_found, reason = False, ""
        for raw, text in texts:
            searched_text = raw if condition.searched.raw_text else text
            spans, reason_here, *_ = find(condition.required_contract(contract), searched_text)
            if spans:
                is_found, reason = True, ""
                break
            reason = reason or reason_here
        if reason:
            return False, f"{condition.key}: {reason}"
        if is_found != condition.is_wanted():
            return False, ""
    return True, ""


def find_counting_matches(
    contract: Contract, text: str, matches: PatternMatches, find: Find
) -> PatternMatches:
    """Return the matches in *text* whose lines meet the conditions ``when_match`` and
    ``unless_match``.

    Those after one that cannot be known are left out: each might take as long.
    """
    for condition in list_line_conditions(contract):
        matches = (
            _filter_by_lines(condition, contract, text=text, matches=matches, find=find)
            if matches.spans
            else matches
        )
    return matches


def _filter_by_lines(
    condition: Condition, contract: Contract, text: str, matches: PatternMatches, find: Find
) -> PatternMatches:
    spans, condition_contract = matches.spans, condition.required_contract(contract)
    counting_spans: list[tuple[int, int]] = []
    # By the lines themselves, for many are alike, and by their place: a bundle has one of 5 MB.
    by_lines: dict[str, bool] = {}
    by_place: dict[tuple[int, int], bool] = {}
    for span, place in zip(spans, find_touched_lines(text, spans), strict=True):
        if place not in by_place:
            lines = text[slice(*place)]
            if contract.searched.raw_text and not condition.searched.raw_text:
                # It sees no carriage return, and the one at the end is of the line end.
                lines = unify_line_ends(f"{lines}\n").removesuffix("\n")
            if lines not in by_lines:
                condition_spans, unknown_reason, *_ = find(condition_contract, lines)
                if unknown_reason and not condition_spans:
                    reason = f"{condition.key}: {unknown_reason}"
                    return matches._replace(spans=counting_spans, reason=reason)
                by_lines[lines] = bool(condition_spans) == condition.is_wanted()
            by_place[place] = by_lines[lines]
        if by_place[place]:
            counting_spans.append(span)
    return matches._replace(spans=counting_spans)
