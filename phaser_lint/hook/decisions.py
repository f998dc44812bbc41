"""What the answers to all events share: decisions put together, and what was reported before."""

from __future__ import annotations

from phaser_lint.agent import Decision
from phaser_lint.check.engine.new_violations import violation_key
from phaser_lint.contract.model import Report, Violation
from phaser_lint.hook.memory.reported import is_reported, note_first_report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.core.checked_files import Broken
    from phaser_lint.hook import HookRequest


def merge_decisions(decisions: Sequence[Decision]) -> Decision:
    """Return one decision for several projects: any of them may deny."""
    if len(decisions) == 1:
        return decisions[0]
    verdicts = [decision.verdict for decision in decisions if decision.verdict]
    return Decision(
        verdicts[0] if verdicts else "",
        reason=join_lines(*[decision.reason for decision in decisions]),
        context=join_lines(*[decision.context for decision in decisions]),
        to_user=join_lines(*[decision.to_user for decision in decisions]),
    )


def errors_of(report: Report) -> list[Violation]:
    """Return the violations for which a decision blocks."""
    return [violation for violation in report.violations if violation.severity == "error"]


def names_several(paths: Iterable[str]) -> bool:
    """Tell whether an event names several *paths*, so that each report has to name its own."""
    return len({*paths}) > 1


def join_lines(*parts: str) -> str:
    """Return the lines of a decision's text that are not empty."""
    return "\n".join(part for part in parts if part)


def note_first_denial(request: HookRequest, what: object, *, root: str) -> bool:
    """Note that the event's agent reads why *what* is denied; tell whether it may not have yet.

    Without the names of its call and its prompt nobody knows what its model still has of that.
    """
    event = request.event
    if not event.prompt:  # nor could an event with one ask for what was remembered now
        return True
    is_first = note_first_report(request, f"denied {what!r}", root=root, to_each=True)
    return is_first or not event.call


def foresee(request: HookRequest, what: object, *, root: str) -> None:
    """Remember that a decision reported *what* before a file below *root* was written."""
    note_first_report(request, f"foreseen {what!r}", root=root)


def was_foreseen(request: HookRequest, what: object, *, root: str) -> bool:
    """Tell whether a decision reported *what* before a file below *root* was written."""
    return is_reported(request, f"foreseen {what!r}", root=root)


def violations_to_remember(violations: Sequence[Violation], path: str) -> Broken:
    """Return those of *violations* that are in the file at *path*, in the form to remember."""
    keys_and_times = [
        (violation_key(violation), violation.times)
        for violation in violations
        if violation.path == path
    ]
    return tuple((contract, line, times) for (contract, _, line), times in keys_and_times)
