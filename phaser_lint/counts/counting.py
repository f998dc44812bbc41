"""A run counted that found something: which contracts fired, and which directives let pass."""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.model import Violation

USER_CONFIGURATION = (".phaser", "config.yaml")


def is_counting(home: str, *, top: str) -> bool:
    """Tell whether the user wants runs counted; *top* is that of the project at hand."""
    # Most users have none.
    if not home or not os.path.exists(os.path.join(home, *USER_CONFIGURATION)):
        return False
    from phaser_lint.counts.user_configuration import user_configuration

    return user_configuration(home, top=top).counts


def count_run(
    home: str, place: str, *, fired: Iterable[Violation], overridden: Iterable[Violation]
) -> None:
    """Count a run in a *place*, once for each contract, if it found anything."""
    from phaser_lint.counts.day_files import CountedRun, add_runs, counts_folder, day_of

    now = time.time()
    runs = [
        CountedRun(day_of(now), place, kind, tuple(sorted({each.rule_id for each in found})))
        for kind, found in (("fired", fired), ("overridden", overridden))
    ]
    if any(run.ids for run in runs):
        add_runs(counts_folder(home), runs, now=now)
