"""The trials of contracts of several levels: each breaks its own contract, below its own level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.host.trials import trials_of
from tests.examples import at_level, contract_set

if TYPE_CHECKING:
    from pathlib import Path

PAY = "services/pay"


def test_each_level_has_a_trial_of_its_own(tmp_path: Path) -> None:
    """Though the contracts have one id; what cannot be tried is told by its key."""
    contracts = contract_set(
        at_level("", file_glob="*.py", without=[PAY]),
        at_level(PAY, file_glob="*.py", pattern="worse"),
        at_level(PAY, "b", file_glob="*.ts"),
        at_level("", "b", file_glob="*.py", scope="tree", kind="require_pattern"),
    )
    trials = trials_of(str(tmp_path), contracts, ["a.py", f"{PAY}/a.py"])
    assert [
        (each.path.rpartition("/")[0], each.text, each.rule_id) for each in trials.breaking
    ] == [
        ("", "bad\n", "a"),
        (PAY, "worse\n", "a"),
        (PAY, "bad\n", "b"),
    ]
    assert [key for key, _ in trials.without] == [("", "b")]
    assert trials.idle == ((PAY, "b"),)
    assert trials.unreachable == ()
