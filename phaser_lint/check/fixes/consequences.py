"""What a contract's fix does to a file besides: whether it may be made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from phaser_lint.check.engine.file_verdict import FileVerdict
from phaser_lint.check.engine.new_violations import ViolationKey, count_occurrences
from phaser_lint.contract.model import Contract, ContractKey, Violation
from phaser_lint.core.text import MAXIMUM_BYTES, TOO_LARGE, encode_text, is_binary, name_contract
from phaser_lint.project.regular_file import BINARY


def explain_unfit_text(text: str) -> str:
    """Return why a fixed *text* would not be checked (binary, too large); empty: it would."""
    if is_binary(text):
        return f"the file would be {BINARY}"
    return f"the file would be {TOO_LARGE}" if len(encode_text(text)) > MAXIMUM_BYTES else ""


def find_objection(
    fixed: Sequence[Violation],
    *,
    contracts: Sequence[Contract],
    before: FileVerdict,
    after: FileVerdict,
    existing: Mapping[ViolationKey, int],
) -> str:
    """Return which consequence speaks against a fix: *fixed* violations are still there, or
    something else breaks; or nothing.

    *contracts* are those that check the file. *existing*: how many of each violation exist already,
    and do not count.
    """
    undecided = {entry.contract_key for entry in after.undecided}
    if undecided:
        return f"{name_contracts(undecided)} could not be checked on the result"
    own_key = fixed[0].contract_key
    more_open = _count_violations(own_key, after.violations) - _count_violations(
        own_key, before.violations
    )
    more_suppressed = _count_violations(own_key, after.suppressed) - _count_violations(
        own_key, before.suppressed
    )
    # One of those fixed is there, be it that a directive hides it.
    if max(more_open, more_open + more_suppressed) > -len(fixed):
        return "the result would still break the contract"
    counts_before, counts_after = (
        _count_new_by_contract(before, existing),
        _count_new_by_contract(after, existing),
    )
    worse_keys = {key for key, number in counts_after.items() if number > counts_before[key]}
    on_tree = {contract.key for contract in contracts if contract.scope == "tree"}
    worse_keys = (worse_keys | on_tree & (before.met - after.met)) - {own_key}
    return f"the result would break {name_contracts(worse_keys)}" if worse_keys else ""


def _count_violations(key: ContractKey, violations: Iterable[Violation]) -> int:
    return sum(violation.contract_key == key for violation in violations)


def _count_new_by_contract(
    verdict: FileVerdict, existing: Mapping[ViolationKey, int]
) -> Counter[ContractKey]:
    new: Counter[ContractKey] = Counter()
    for key, number in count_occurrences(verdict.violations).items():
        new[key[0]] += max(0, number - existing.get(key, 0))
    return new


def name_contracts(keys: Iterable[ContractKey]) -> str:
    """Return the names of the contracts of *keys*, as the consequences of a fix name them."""
    return ", ".join(name_contract(key) for key in sorted(keys))
