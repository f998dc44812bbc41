"""What judges: its selection is always that of its contracts."""

from __future__ import annotations

from phaser_lint.engine.judge import Limits, judge_by
from tests.examples import contract, contract_set


def test_other_contracts_select_and_nothing_else_changes() -> None:
    """Also after what is old was replaced."""
    first, second = contract("a", file_glob="*.py"), contract("b", file_glob="*.ts")
    judge = judge_by(contract_set(first), Limits(2.0), clock=lambda: 1.0, ignores=False)
    assert (judge.ignores, judge.before) == (False, None)
    compared = judge._replace(before=lambda report: {})
    other = compared.by(contract_set(second))
    for one, chosen in ((judge, [first]), (compared, [first]), (other, [second])):
        selected = [each for path in ("a.py", "a.ts") for each in one.selection.contracts_for(path)]
        assert selected == chosen
        assert list(one.contracts.contracts) == chosen
    assert other == compared._replace(contracts=other.contracts, selection=other.selection)
