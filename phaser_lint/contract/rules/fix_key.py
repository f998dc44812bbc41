r"""The key ``fix``: what fixes a contract's violations, in the form that its type takes.

    fix: 'logger.info(\1)'                  in place of the whole match; plain text with `literal`
    fix: {prepend: '# SPDX: MIT'}           what a file lacks, at its start; append: at its end
    fix: {content: 'All rights reserved.'}  a file that is missing, under one rooted path

Whether it may break a file (``check/fixes/fix_safety``) two more keys say:

    fix_safety: unsafe                      `scan --fix` leaves it to `--unsafe-fixes`
    fix_needs: '^import logging$'           safe in a file where that is found, in others unsafe
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from phaser_lint.contract.model import Contract

    FixKind: TypeAlias = Literal["replace", "prepend", "append", "content"]

OF_SAFETY = ("fix_safety", "fix_needs")


class ContractFix(Record):
    """What a contract's fix does, and with which text."""

    kind: FixKind
    text: str


def find_contract_fix(contract: Contract) -> ContractFix | None:
    """Return what the key ``fix`` of *contract* does to its violations; ``None`` without it."""
    fix = dict(contract.own).get("fix")
    if fix is None:
        return None
    return ContractFix("replace", fix) if isinstance(fix, str) else ContractFix(*fix[0])


def name_fix_safety(contract: Contract) -> str:
    """Return ``safe``, ``unsafe``, or that it goes by the file; empty without a key on it."""
    fix, chosen = find_contract_fix(contract), contract.value_of("fix_safety")
    if fix is None:
        return ""
    goes_by_file = contract.value_of("fix_needs") is not None or fix.kind != "content"
    return chosen or ("by file" if goes_by_file else "safe")


def name_fix_path(contract: Contract) -> str:
    """Return the file that ``fix`` with ``content`` writes, relative to the contract's level."""
    return contract.file_glob[0].removeprefix("/")
