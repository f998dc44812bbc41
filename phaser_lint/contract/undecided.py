"""What nobody could check: few contracts are left undecided on a file."""

from __future__ import annotations

from phaser_lint.contract.model import Contract, ContractKey
from phaser_lint.core import Record
from phaser_lint.project.levels import name_level_folder


class Undecided(Record):
    """A contract that could not be checked on a file: neither clean nor violated."""

    rule_id: str
    path: str
    reason: str
    level: str = ""

    @property
    def contract_key(self) -> ContractKey:
        """What the undecided contract is known by, see ``ContractKey``."""
        return name_level_folder(self.level), self.rule_id


def make_undecided(contract: Contract, path: str, reason: str) -> Undecided:
    """Return a record: for *reason* it is undecided if the file at *path* breaks *contract*."""
    return Undecided(contract.rule_id, path, reason, level=contract.level)
