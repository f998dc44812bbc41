"""Nearer contracts, whatever their number, take their files out of the farther one."""

from __future__ import annotations

from phaser_lint.contract.resolve import resolve
from phaser_lint.text.globs import match
from tests.examples import at_level


def test_the_top_loses_what_lies_below_a_level_with_the_same_id() -> None:
    """An empty name is a level, too: the first form of this took it for none."""
    found = resolve([at_level("a/b"), at_level("a"), at_level("")])
    assert [(each.level, each.overridden_by) for each in found.contracts] == [
        ("", ("a",)),
        ("a", ("a/b",)),
        ("a/b", ()),
    ]
    checked = {
        path: [each.level for each in found.contracts if match(each.globs, path)]
        for path in ("x.py", "a/x.py", "a/b/x.py", "ab/x.py")
    }
    assert checked == {"x.py": [""], "a/x.py": ["a"], "a/b/x.py": ["a/b"], "ab/x.py": [""]}
