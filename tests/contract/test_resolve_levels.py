"""Nearer contracts, whatever their number, take their files out of the farther one."""

from __future__ import annotations

from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.text.globs import selects_path
from tests.examples import at_level


def test_the_top_loses_what_lies_below_a_level_with_the_same_id() -> None:
    """An empty name is a level, too: the first form of this took it for none."""
    contract_set = resolve_contracts([at_level("a/b"), at_level("a"), at_level("")])
    assert [(contract.level, contract.overridden_by) for contract in contract_set.contracts] == [
        ("", ("a",)),
        ("a", ("a/b",)),
        ("a/b", ()),
    ]
    levels_by_path = {
        path: [
            contract.level
            for contract in contract_set.contracts
            if selects_path(contract.globs, path)
        ]
        for path in ("x.py", "a/x.py", "a/b/x.py", "ab/x.py")
    }
    assert levels_by_path == {"x.py": [""], "a/x.py": ["a"], "a/b/x.py": ["a/b"], "ab/x.py": [""]}
