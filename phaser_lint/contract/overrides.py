"""Overrides: a level's word on a contract from a level above, for the files below it.

    override: no-print
    severity: warning
    exclude_glob: 'scripts/'

What is wrong with one shows only where the levels come together (``contracts.resolve``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from phaser_lint.contract.keys import EXCLUDE_GLOB, OVERRIDE_KEYS, names_of_keys
from phaser_lint.contract.model import Contract, ContractProblem, Override
from phaser_lint.contract.near_names import nearest
from phaser_lint.contract.rules import checks_files_together
from phaser_lint.contract.rules.message_fields import message_problem
from phaser_lint.project.root import USER_LEVEL

FIELDS = names_of_keys([key for key in OVERRIDE_KEYS[1:] if key is not EXCLUDE_GLOB])
_ABOVE = "the id of a contract from a level above"


def override_problem(
    override: Override,
    contract: Contract | None,
    earlier: Iterable[Override],
    *,
    own_contract: Contract | None,
    known_ids: Sequence[str],
) -> ContractProblem | None:
    """Return what is wrong with *override* of *contract* as it is there, if anything is.

    *earlier* are the overrides of it that count, *own_contract* is what its level has of that id,
    and *known_ids* are all ids.
    """
    expected = _problem_of_target(
        override, contract, own_contract=own_contract, known_ids=known_ids
    )
    twins = [overriding for overriding in earlier if overriding.level == override.level]
    if expected is None and twins:
        place = f"{twins[0].path}:{twins[0].line}"
        expected = f"one override of an id at a level; {place} is one"
    if expected is None and contract is not None:
        expected = _problem_of_fields(override, contract)
    if expected is None:
        return None
    return ContractProblem(override.path, "override", f"expected {expected}", line=override.line)


def _problem_of_target(
    override: Override,
    contract: Contract | None,
    *,
    own_contract: Contract | None,
    known_ids: Sequence[str],
) -> str | None:
    if own_contract is not None and not own_contract.is_included:
        return f"{_ABOVE}; this one has {own_contract.rule_id} itself, in {_where(own_contract)}"
    if contract is None:
        other_ids = [rule_id for rule_id in known_ids if rule_id != override.rule_id]
        suggestion = nearest(override.rule_id, other_ids)
        return f"{_ABOVE}, or of an included one, not {override.rule_id}{suggestion}"
    if contract.level == USER_LEVEL:
        return f"a contract of the project; {contract.rule_id} is one of the user's"
    return None


def _problem_of_fields(override: Override, contract: Contract | None) -> str | None:
    if contract is None:
        return None
    fields = override.changed_fields()
    changed_names = {
        name for name, field_value in fields.items() if getattr(contract, name) != field_value
    }
    if not changed_names and not override.excluded:
        keys = ", ".join((*FIELDS, "exclude_glob"))
        return f"one of {keys} that says something else than {_where(contract)}"
    if contract.is_guarded and not _is_stricter(override, fields, contract):
        written = f"`ignorable: {contract.written_ignorable}`"
        return f"a higher severity or a message: {_where(contract)} has {written}"
    if checks_files_together(contract) and (fields.keys() - {"enabled"} or fields.get("enabled")):
        return f"enabled: false or exclude_glob: {_where(contract)} checks all its files together"
    problem = message_problem(contract._replace(message=override.message or ""))
    return f"in its message {problem}" if problem else None


def _is_stricter(override: Override, fields: Mapping[str, Any], contract: Contract) -> bool:
    if override.excluded or fields.get("enabled") is False:
        return False
    return not (contract.severity == "error" and fields.get("severity") == "warning")


def _where(contract: Contract) -> str:
    return f"{contract.path}:{contract.line}"
