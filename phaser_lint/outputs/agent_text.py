"""The sentences that an agent's model reads about violations."""

from __future__ import annotations

from phaser_lint.text import count, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.model import Report, Violation


def sentences(violations: Sequence[Violation], *, lead: str, with_path: bool = False) -> str:
    """Return a line for each violation: ``Contract violation: no-print at line 3. Use …``."""
    return "\n".join(
        f"{lead}: {violation.rule_id}{_at(violation, with_path)}. {violation.message.strip()}"
        for violation in violations
    )


def _at(violation: Violation, with_path: bool) -> str:
    path = f" in {printable(violation.path)}" if with_path or violation.line is None else ""
    return path if violation.line is None else f"{path} at line {violation.line}"


def old_debt(report: Report, path: str) -> str:
    """Return a sentence about violations that were there before, or nothing."""
    if not report.old:
        return ""
    verb = "is" if report.old == 1 else "are"
    older = count(report.old, "older contract violation")
    return f"{older} in {printable(path)} {verb} not counted: this edit does not add to them."


def undecided(report: Report) -> str:
    """Return a line for each contract that could not be judged, or nothing."""
    return "\n".join(
        f"Not judged: {entry.rule_id} on {printable(entry.path)}: {entry.reason}."
        for entry in report.undecided
    )


def problems(report: Report) -> str:
    """Return a line for each problem of a contract file, or nothing."""
    return "\n".join(
        f"{'Contract skipped' if problem.skipped else 'Contract file'}: {printable(str(problem))}"
        for problem in report.problems
    )
