"""What a trial counts, and what it says where it did not count all."""

from __future__ import annotations

import pytest

from phaser_lint.author.rendered_trial import make_trial_values, render_trial
from phaser_lint.author.trial import ProjectTrial, find_near_lines
from phaser_lint.contract.model import Report
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import TextFile
from tests.examples import contract

FILES = [
    TextFile(f"{number}.py", f'# TODO {number}\nx = "TODO"\nTODO = {number}\n')
    for number in range(3)
]
LATE = Report(undecided=(Undecided("a", "0.py", "the pattern took longer than 2 s"),))


@pytest.mark.parametrize(
    ("report", "seconds", "count_seconds", "region_lines"),
    [
        (Report(), 9.0, 9.0,
         ["of 9 matches, 3 in comments and 3 in strings: --in code counts only those in code"]),
        # Near misses have less time than what is counted.
        (Report(), -1.0, 9.0,
         ["of 9 matches, 3 in comments and 3 in strings: --in code counts only those in code"]),
        (LATE, 9.0, 9.0,
         ["of 6 matches, 2 in comments and 2 in strings: --in code counts only those in code",
          "matches were counted in 2 of 3 files"]),
        (Report(), -1.0, -1.0, ["matches were counted in 0 of 3 files"]),
    ],
)  # fmt: skip
def test_a_count_that_stops_says_so(
    report: Report, seconds: float, count_seconds: float, region_lines: list[str]
) -> None:
    """Each of three runs counted another number, as if it were all."""
    todo = contract("a", pattern="TODO", file_glob="*.py")
    near = find_near_lines(todo, FILES, report=report, seconds=seconds, count_seconds=count_seconds)
    trial = ProjectTrial(
        root="/p",
        contract=todo,
        checked=todo,
        listed=("0.py", "1.py", "2.py"),
        selected=("0.py", "1.py", "2.py"),
        report=report,
        near=near,
        slow="",
        compared=False,
        differs_in_code=True,
    )
    lines = render_trial(trial, width=80)
    assert [line for line in lines if "matches" in line and "violation" not in line] == region_lines
    is_whole = make_trial_values(trial)["matches_by_region_complete"]
    assert is_whole == (near.counted_files == 3)
