"""The targets of ``scripts/fuzz``, each for a moment, and all that once failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.fuzz import SEEDS, TARGETS
from tests.fuzz.__main__ import EXAMPLES
from tests.fuzz.rounds import attempt

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the user's own plays a part."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)


@pytest.mark.parametrize("examples", [6, pytest.param(15, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TARGETS)
def test_a_few_inputs_of_each_target(name: str, examples: int) -> None:
    """They are the same in every run."""
    assert attempt(name, seed=1, examples=examples) is None


@pytest.mark.parametrize(("name", "seed"), SEEDS)
def test_what_once_failed_passes(name: str, seed: int) -> None:
    assert attempt(name, seed=seed, examples=EXAMPLES) is None


def test_a_failure_is_printed_as_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest input, with the way to it."""

    def refused(drawn_input: object) -> None:
        raise ValueError("never good enough")

    monkeypatch.setattr(TARGETS["settings"], "check", refused)
    failure = attempt("settings", seed=7, examples=5)
    assert failure is not None
    lines = failure.as_test().splitlines()
    assert lines[:2] == [
        "# scripts/fuzz --target settings --seed 7",
        "def test_settings_7() -> None:",
    ]
    assert lines[-2:] == ["    # ValueError: never good enough", "    settings.check('{}')"]
