"""A fix on its contract's own examples."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.check.fixes.fix_trial import try_fix_on_example
from phaser_lint.contract.rules.example import list_invalid_examples
from tests.examples import contract


@pytest.mark.parametrize(
    ("keys", "text", "expected_text"),
    [
        ({}, "cart", "basket"),
        # In a part of a text: only the glob tells the language of a text.
        ({"in": "strings", "file_glob": "*.py"}, "x = 'cart'", "x = 'basket'"),
        ({"in": "comments", "file_glob": "src/**/*.js"}, "cart() // cart", "cart() // basket"),
        # Unsafe ones are tried as well.
        ({"in": "code", "file_glob": "*.py"}, "cart()", "basket()"),
        ({"fix_safety": "unsafe"}, "cart", "basket"),
    ],
)
def test_a_trial_makes_unsafe_fixes_too(
    keys: dict[str, Any], text: str, expected_text: str
) -> None:
    """What the fix writes, whatever its safety."""
    fixing = contract("a", pattern="cart", fix="basket", examples={"invalid": [text]}, **keys)
    [example] = list_invalid_examples(fixing)
    trial = try_fix_on_example(fixing, example, seconds=2.0)
    assert (trial.wrong, trial.made) == ("", expected_text)
