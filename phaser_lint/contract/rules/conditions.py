"""Conditions of a contract: patterns that tell whether it judges a file, or a match, at all.

    unless_match   no violation where it is found in the lines that the match touches
    when_file      only files whose text matches
    unless_file    only files whose text does not match

Where matches alone break a contract they are asked after a match: no file without one is read
twice, and whatever rules a match out needs to know nothing of them. Where a match is required they
come first. A condition that cannot be told leaves the contract undecided.
"""

from __future__ import annotations

from phaser_lint.contract.rules.rule import Key
from phaser_lint.contract.rules.violations import touched_lines
from phaser_lint.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from phaser_lint.contract.model import Contract
    from phaser_lint.contract.rules.rule import Spans
    from phaser_lint.text.search.searcher import Pattern

    Found: TypeAlias = tuple[Spans, str]
    """Matches, and why they are not all of them, or nothing."""
    Find: TypeAlias = Callable[[Contract, str], Found]
    """Searches a text for a contract's pattern."""
    BothTexts: TypeAlias = tuple[str, str]
    """A text as it stands in the file, and as a pattern sees it."""

UNLESS_MATCH = Key("unless_match", "pattern", optional=True)
WHEN_FILE = Key("when_file", "pattern", optional=True)
UNLESS_FILE = Key("unless_file", "pattern", optional=True)
OF_FILE = (WHEN_FILE, UNLESS_FILE)
OF_MATCHES = (UNLESS_MATCH, *OF_FILE)
_NAMES = tuple([key.name for key in OF_MATCHES])


class Condition(Record):
    """A condition by its key, and the pattern that it searches."""

    key: str
    searched: Pattern

    def is_wanted(self) -> bool:
        """Tell whether a match in the file lets the contract judge it; else it keeps it away."""
        return self.key == WHEN_FILE.name

    def of(self, contract: Contract) -> Contract:
        """Return a contract that is searched for: as one that requires it, for one match is enough.

        Its id is none that a contract may have.
        """
        return contract._replace(
            rule_id=f"{contract.rule_id}\0{self.key}",
            type="require_pattern",
            searched=self.searched,
        )


def is_condition(key: str) -> bool:
    """Tell whether the value of that *key* is a condition."""
    return key in _NAMES


def conditions_of_file(contract: Contract) -> list[Condition]:
    """Return the conditions that a file's text has to meet."""
    return [each for each in _conditions(contract) if each.key != UNLESS_MATCH.name]


def required_conditions(contracts: Sequence[Contract]) -> list[tuple[int, Condition]]:
    """Return the conditions without a match of which nothing is judged, by the contract's place."""
    return [
        (place, condition)
        for place, contract in enumerate(contracts)
        for condition in conditions_of_file(contract)
        if condition.is_wanted()
    ]


def _conditions(contract: Contract) -> Iterable[Condition]:
    return [Condition(*each) for each in contract.conditions]


def judges(contract: Contract, texts: Sequence[BothTexts], find: Find) -> tuple[bool, str]:
    """Tell whether *contract* judges a file of these *texts*, and why that is not known."""
    for condition in conditions_of_file(contract):
        is_found, reason = _is_in(condition, contract, texts, find)
        if reason:
            return False, f"{condition.key}: {reason}"
        if is_found != condition.is_wanted():
            return False, ""
    return True, ""


def _is_in(
    condition: Condition, contract: Contract, texts: Sequence[BothTexts], find: Find
) -> tuple[bool, str]:
    reasons = ""
    for raw, text in texts:
        spans, reason = find(condition.of(contract), raw if condition.searched.raw_text else text)
        if spans:
            return True, ""
        reasons = reasons or reason
    return False, reasons


def not_excepted(contract: Contract, text: str, found: Found, find: Find) -> Found:
    """Return the matches in *text* that no ``unless_match`` lets pass.

    Those after one that cannot be told are left out: each might take as long.
    """
    for condition in _conditions(contract):
        if condition.key == UNLESS_MATCH.name and found[0]:
            return _left(condition, contract, text, found, find)
    return found


def _left(condition: Condition, contract: Contract, text: str, found: Found, find: Find) -> Found:
    (spans, reason), asked = found, condition.of(contract)
    left: list[tuple[int, int]] = []
    # By the lines themselves, for many are alike, and by their place: a bundle has one of 5 MB.
    by_lines: dict[str, bool] = {}
    by_place: dict[tuple[int, int], bool] = {}
    for span, place in zip(spans, touched_lines(text, spans), strict=True):
        if place not in by_place:
            lines = text[slice(*place)]
            if contract.searched.raw_text and not condition.searched.raw_text:
                # It sees no carriage return, and the one at the end is of the line end.
                lines = f"{lines}\n".replace("\r\n", "\n").removesuffix("\n")
            if lines not in by_lines:
                excepting, unknown = find(asked, lines)
                if unknown and not excepting:
                    return left, f"{UNLESS_MATCH.name}: {unknown}"
                by_lines[lines] = bool(excepting)
            by_place[place] = by_lines[lines]
        if not by_place[place]:
            left.append(span)
    return left, reason
