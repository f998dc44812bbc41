"""The reasons of items that say little by themselves, by those of the items beside them.

- Ask the user first
- Commit often
- Write tests
- Hand off the rest      work, as the others
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.author.importers.pages.left_out.reasons import NOT_UNDERSTOOD
from phaser_lint.author.importers.pages.text.markdown import Statement

_FEWEST_OF_WORK = 3


def with_reasons_of_lists(statements: Sequence[Statement], reasons: Sequence[str]) -> list[str]:
    """Return the *reasons* of a page's *statements*: that of an item of which nothing was
    understood is work, where two of three in its list are work.
    """
    keys = [(line.kind, line.headings, line.leads) for line in statements]
    kinds_by_key: dict[tuple[object, ...], list[str]] = {}
    for key, reason in zip(keys, reasons, strict=True):
        kinds_by_key.setdefault(key, []).append(reason.partition(":")[0])
    new_reasons = []
    for key, statement, reason in zip(keys, statements, reasons, strict=True):
        kinds = kinds_by_key[key]
        number = kinds.count("process")
        is_among_work = number >= _FEWEST_OF_WORK and number * 3 >= len(kinds) * 2
        # A ban of a thing, as of errors in a log, is about what there is.
        is_item = statement.kind == "item" and not statement.text.startswith("No ")
        is_work = is_among_work and is_item and reason == NOT_UNDERSTOOD
        new_reasons.append("process: as the lines beside it" if is_work else reason)
    return new_reasons
