"""What is wrong with an override shows only where the levels come together (``resolve``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.contract.near_names import render_name_hint
from phaser_lint.contract.overrides import OVERRIDING_FIELDS, Override
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.rules import checks_files_together
from phaser_lint.contract.rules.message_fields import find_message_problem
from phaser_lint.project.levels import USER_LEVEL

_ABOVE = "the id of a contract from a level above"


def find_override_problem(
    override: Override,
    contract: Contract | None,
    earlier: Iterable[Override],
    *,
    own_contract: Contract | None,
    known_ids: Sequence[str],
) -> ContractProblem | None:
    """Return the problem of an *override* with the *contract* as it is there; ``None`` where
    nothing is wrong.

    *earlier* are the overrides of it that count, *own_contract* is what its level has of that id,
    and *known_ids* are all ids.
    """
    fields = override.changed_fields()
    twins = [overriding for overriding in earlier if overriding.level == override.level]
    expected = ""
    if own_contract is not None and not own_contract.is_included:
        place = _describe_place(own_contract)
        expected = f"{_ABOVE}; this one has {own_contract.rule_id} itself, in {place}"
    elif contract is None:
        other_ids = [rule_id for rule_id in known_ids if rule_id != override.rule_id]
        suggestion = render_name_hint(override.rule_id, other_ids)
        expected = f"{_ABOVE}, or of an included one, not {override.rule_id}{suggestion}"
    elif contract.level == USER_LEVEL:
        expected = f"a contract of the project; {contract.rule_id} is one of the user's"
    elif twins:
        place = f"{twins[0].path}:{twins[0].line}"
        expected = f"one override of an id at a level; {place} is one"
    elif not override.excluded and all(
        getattr(contract, name) == setting for name, setting in fields.items()
    ):
        keys = f"{', '.join(OVERRIDING_FIELDS)} or exclude_glob"
        expected = f"a change of {keys}; it changes nothing of {_describe_place(contract)}"
    elif contract.is_guarded and (
        override.excluded
        or fields.get("enabled") is False
        or (contract.severity == "error" and fields.get("severity") == "warning")
    ):
        guard = f"`ignorable: {contract.written_ignorable}`"
        expected = f"a higher severity or a message: {_describe_place(contract)} has {guard}"
    elif checks_files_together(contract) and (fields.keys() - {"enabled"} or override.enabled):
        place = _describe_place(contract)
        expected = f"enabled: false or exclude_glob: {place} checks all its files together"
    else:
        message = override.message or ""
        problem = find_message_problem(contract._replace(message=message)) if "{" in message else ""
        expected = f"in its message {problem}" if problem else ""
    if not expected:
        return None
    return ContractProblem(override.path, "override", f"expected {expected}", line=override.line)


def _describe_place(contract: Contract) -> str:
    return f"{contract.path}:{contract.line}"
