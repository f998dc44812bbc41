"""One round of generated inputs for a target, and what failed in it as a test to keep."""

from __future__ import annotations

import traceback
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded

from tests.fuzz import TARGETS


class Failure(NamedTuple):
    """The smallest input that failed, and the last lines of how."""

    target: str
    seed: int
    value: Any
    said: str

    def as_test(self) -> str:
        """Return a test that fails as long as the input does, to be put into ``tests/fuzz``."""
        comment = "".join(f"    # {line}\n" for line in self.said.splitlines()[-6:])
        return (
            f"# scripts/fuzz --target {self.target} --seed {self.seed}\n"
            f"def test_{self.target}_{self.seed}() -> None:\n"
            f"{comment}    {self.target}.check({self.value!r})\n"
        )


def attempt(name: str, *, seed: int, examples: int) -> Failure | None:
    """Return what of so many *examples* failed, made as small as it will get; or nothing."""
    target, failed = TARGETS[name], []

    @seeded(seed)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(target.INPUTS)
    def tried(drawn_input: Any) -> None:
        try:
            target.check(drawn_input)
        except Exception:
            failed[:] = [Failure(name, seed, drawn_input, traceback.format_exc())]
            raise

    try:
        tried()
    except Exception:
        return failed[-1]
    return None
