"""A text on which a pattern runs away, before a file holds one."""

from __future__ import annotations

import pytest

from phaser_lint.author.draft import draft, draft_keys
from phaser_lint.author.trial import slow_text


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
    keys = draft_keys("forbid_pattern", [pattern], globs=[])
    assert slow_text(draft(keys, root="/").contract) == slow
