"""A text on which a pattern runs away, before a file holds one."""

from __future__ import annotations

import pytest

from phaser_lint.author.draft import make_draft_contract, make_draft_keys
from phaser_lint.author.trial import find_slow_text


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("pattern", "slow"),
    [
        (r"\bprint\(", ""),
        (r"requests\.get(?&parens)", ""),
        (r"[ \t]+$", ""),
        (r"(a|aa)+$", "a"),
        (r"(\w+\s?)+;", "a"),
        (r"(x+=?)+y", "x="),
    ],
)
def test_repeats_within_repeats_run_away(pattern: str, slow: str) -> None:
    """Repeats within repeats do; what a pattern requires is in the text."""
    keys = make_draft_keys("forbid_pattern", [pattern], globs=[])
    assert find_slow_text(make_draft_contract(keys, root="/").contract) == slow
