"""Whether any violation has a fix: most runs need no more of fixes than that."""

from __future__ import annotations

from collections.abc import Iterable

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.fix_key import find_contract_fix


def select_fixable_violations(
    violations: Iterable[Violation], contracts: Iterable[Contract]
) -> list[Violation]:
    """Return those of *violations* whose contract, one of *contracts*, has a fix."""
    keys = {contract.key for contract in contracts if contract.own and find_contract_fix(contract)}
    return [violation for violation in violations if violation.contract_key in keys] if keys else []
