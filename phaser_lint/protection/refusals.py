"""What a model reads of protected files: each sentence once, however many files it is about.

Contract violation: protected-contracts in a.yaml, b.yaml and 12 more. Contracts are not …
"""

from __future__ import annotations

from phaser_lint.text import printable, printable_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.model import Violation

_MOST_PLACES = 10
_MOST_GROUPS = 10


def refusals(found: Sequence[Violation], *, lead: str, again: bool = False) -> str:
    """Return what is to be said of *found*; with *again* only what it is about, not what to do."""
    groups: dict[tuple[str, str], list[Violation]] = {}
    for violation in found:
        groups.setdefault((violation.rule_id, violation.message), []).append(violation)
    shown = list(groups.items())[:_MOST_GROUPS]
    left = len(groups) - len(shown)
    said = [
        f"{lead}: {rule_id} in {_places(group)}. {_message(message, again=again)}"
        for (rule_id, message), group in shown
    ]
    return "\n".join([*said, *([f"And {left} more of other kinds."] if left else [])])


def places_by_rule(found: Sequence[Violation]) -> str:
    """Return the files for a user, each kind with the contract that names it."""
    groups: dict[str, list[Violation]] = {}
    for violation in found:
        groups.setdefault(violation.rule_id, []).append(violation._replace(line=None))
    return ", ".join(f"{_places(group)} ({rule_id})" for rule_id, group in groups.items())


def _places(found: Sequence[Violation]) -> str:
    """Return the files, with their lines, as far as there is room."""
    shown = [printable(_place(violation)) for violation in found[:_MOST_PLACES]]
    more = len(found) - len(shown)
    return f"{', '.join(shown)} and {more} more" if more else ", ".join(shown)


def _place(violation: Violation) -> str:
    return (
        violation.path if violation.line is None else f"{violation.path} at line {violation.line}"
    )


def _message(message: str, *, again: bool) -> str:
    lines = "\n".join(printable_lines(message))
    first, end, _ = lines.partition(". ")
    return f"{first}." if again and end else lines
