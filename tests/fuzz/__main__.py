"""``python -m tests.fuzz``: rounds of generated inputs until the time is over or one fails."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from secrets import randbelow
from typing import TYPE_CHECKING

from tests.fuzz import TARGETS
from tests.fuzz.rounds import Failure, attempt

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLES = 200


def main(arguments: Sequence[str]) -> int:
    """Return 1 if an input failed."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description="Try generated inputs.")
    parser.add_argument("--seconds", type=float, default=60, help="for each target [default: 60]")
    parser.add_argument("--target", choices=TARGETS, action="append", help="[default: all]")
    parser.add_argument("--seed", type=int, help="one round with this seed")
    parser.add_argument("--examples", type=int, default=EXAMPLES, help="inputs in a round")
    flags = parser.parse_args(arguments)
    failures = [
        failure
        for name in flags.target or TARGETS
        for failure in [run(name, flags.seconds, flags.seed, flags.examples)]
        if failure is not None
    ]
    sys.stdout.write("".join(f"\n{failure.as_test()}" for failure in failures))
    return bool(failures)


def run(name: str, seconds: float, seed: int | None, examples: int) -> Failure | None:
    """Return what failed first; one round with a *seed*, else rounds for so many *seconds*."""
    end, rounds, failure = time.monotonic() + seconds, 0, None
    while failure is None and (rounds == 0 or (seed is None and time.monotonic() < end)):
        chosen = randbelow(1_000_000_000) if seed is None else seed
        failure = attempt(name, seed=chosen, examples=examples)
        rounds += 1
    verdict = "a failure" if failure else "no failure"
    sys.stdout.write(f"{name}: {rounds * examples:,} inputs, {verdict}\n")
    sys.stdout.flush()
    return failure


if __name__ == "__main__":
    # Nothing of the user's own may play a part, and nothing of it may be written.
    with tempfile.TemporaryDirectory(prefix="phaser-lint-fuzz-") as home:
        os.environ.update(HOME=home, XDG_CACHE_HOME=os.path.join(home, "cache"))
        sys.exit(main(sys.argv[1:]))
