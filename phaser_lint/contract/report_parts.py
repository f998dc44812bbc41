"""What a report has on contracts: the problems of their files, and a summary of each.

Apart from ``model``: most edits that are denied have nothing of it.
"""

from __future__ import annotations

from operator import attrgetter

from phaser_lint.contract.model import ContractKey, ContractSet, Severity
from phaser_lint.core import Record
from phaser_lint.project.levels import CONFIGURATION, name_level_folder

ALL_CONTRACTS = "contracts"
"""What stands for a key where a change leaves no contract."""
WEAKER = "the change makes this contract weaker"
"""What ends the message of a violation that only the contracts of the base report."""


class ContractProblem(Record):
    """Something wrong with a contract file: what stands at ``key``, and what was expected."""

    path: str
    key: str
    expected: str
    skipped: bool = True
    """The contract does not count; false where it counts and its own examples contradict it."""
    line: int | None = None
    """``None`` for a file that could not be read."""

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.text()}"

    def text(self) -> str:
        """Return what was expected, and at which key: ``severity: expected error or warning``."""
        return f"{self.key}: {self.expected}" if self.key else self.expected

    def outcome(self) -> str:
        """Return what the problem makes of what it stands in: ``contract skipped``."""
        if not self.skipped:
            return "contract in force"
        if self.path.endswith(CONFIGURATION):
            return "configuration skipped"
        if self.key == ALL_CONTRACTS and self.line is None:
            return "only the base's contracts checked"
        return "override skipped" if self.key == "override" else "contract skipped"


class ContractSummary(Record):
    """What a report says of a contract that was checked: plain texts, without how it is matched."""

    rule_id: str
    type: str
    severity: Severity
    message: str
    rationale: str = ""
    tags: tuple[str, ...] = ()
    url: str = ""
    path: str = ""
    level: str = ""
    overridden_by: tuple[str, ...] = ()
    """As of a ``Contract``."""
    line: int = 1

    @property
    def key(self) -> ContractKey:
        """What the contract of the summary is known by, see ``ContractKey``."""
        return name_level_folder(self.level), self.rule_id


def make_contract_summaries(contracts: ContractSet) -> tuple[ContractSummary, ...]:
    """Return a report's ``ContractSummary`` records, one for each of *contracts*, by level and id.

    Of one that a level below has a copy of, with another severity or message, it is the first.
    """
    fields_of = attrgetter(*ContractSummary._fields)
    ordered_contracts = sorted(contracts.written_contracts(), key=attrgetter("key"))
    return tuple([ContractSummary._make(fields_of(contract)) for contract in ordered_contracts])
