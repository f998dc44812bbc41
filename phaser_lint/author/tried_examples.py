"""A contract tried on its own examples: what of each matches, and what its fix makes of it."""

from __future__ import annotations

from phaser_lint.author.longest_part import PatternParts
from phaser_lint.check.fixes.example_trial import FixTrial, fix_trial
from phaser_lint.contract.own_examples import KeyedExample, examples_of, violations_in
from phaser_lint.contract.rules import has_pattern
from phaser_lint.contract.rules.rule import fix_of
from phaser_lint.core import Record
from phaser_lint.core.text import normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal, TypeAlias

    from phaser_lint.contract.model import Contract, ContractProblem, Violation

    Result: TypeAlias = Literal["right", "wrong", "undecided"]

SECONDS = 2.0


class TriedExample(Record):
    """One example of a contract, and what the contract says of it.

    ``found`` is ``None`` where it took too long. ``near``: of a pattern that was to match, the
    longest part that does. ``line``: where the example stands in the contract's file.
    """

    contract: Contract
    keyed: KeyedExample
    found: tuple[Violation, ...] | None
    fix: FixTrial
    near: str
    line: int

    @property
    def result(self) -> Result:
        """Whether contract and author agree, on the fix as well."""
        if self.found is None or not self.fix.is_decided:
            return "undecided"
        agrees = self.keyed.is_valid != bool(self.found)
        return "right" if agrees and not self.fix.wrong else "wrong"

    def said(self) -> str:
        """Return what was expected, and what was found; nothing where that is the same."""
        if self.found is None:
            return f"the pattern took longer than {SECONDS:g} s"
        if self.keyed.is_valid == bool(self.found):
            return self.keyed.contradicted()
        return self.fix.wrong


class TriedContract(Record):
    """A contract with its examples."""

    contract: Contract
    examples: tuple[TriedExample, ...]

    @property
    def fixes(self) -> int:
        """How many of the examples its fix was tried on."""
        return sum(each.fix.made is not None for each in self.examples)


def tried_contract(contract: Contract, problems: Iterable[ContractProblem]) -> TriedContract:
    """Try *contract* on its examples; *problems* may know the lines of those that are wrong."""
    own = [each for each in problems if each.path == contract.path and not each.skipped]
    # Of two contracts in a file the nearer one's, so that it comes last.
    later = sorted((each.line or 0, each.key) for each in own if (each.line or 0) >= contract.line)
    lines = {key: line for line, key in reversed(later)}
    examples = [_tried(contract, each, lines.get(each.key)) for each in examples_of(contract)]
    return TriedContract(contract, tuple(examples))


def _tried(contract: Contract, keyed: KeyedExample, line: int | None) -> TriedExample:
    found = violations_in(contract, keyed.example, seconds=SECONDS)
    is_broken = bool(found) and not keyed.is_valid
    mends = is_broken and fix_of(contract) is not None
    fix = fix_trial(contract, keyed.example, seconds=SECONDS) if mends else FixTrial()
    near = _near(contract, keyed) if found == () or found == [] else ""
    return TriedExample(
        contract,
        keyed,
        None if found is None else tuple(found),
        fix,
        "" if keyed.is_valid else near,
        line or contract.line,
    )


def _near(contract: Contract, keyed: KeyedExample) -> str:
    text = keyed.example.text
    if text is None or not has_pattern(contract):
        return ""
    parts = PatternParts(contract.pattern, literal=contract.literal)
    found = parts.in_text(normalise(text))
    return found[0].part if found else ""
