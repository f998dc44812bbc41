"""The sentences that several outputs share: where a violation is, and what a run counted."""

from __future__ import annotations

from phaser_lint.core.text import contract_shown, count, harmless, path_shown, printable
from phaser_lint.report.undecided import grouped, left_over

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.model import ContractProblem, Report, Undecided, Violation

_MOST_UNDECIDED = 20


def errors(report: Report) -> int:
    """Return the number of violations of severity error."""
    return sum(violation.severity == "error" for violation in report.violations)


def warnings(report: Report) -> int:
    """Return the number of violations of severity warning."""
    return len(report.violations) - errors(report)


def totals(report: Report) -> str:
    """Return ``1 error, 0 warnings``; first of all that there may be more, where that is so."""
    shown = found(report)
    return shown if report.is_decided() else f"incomplete: {shown} in what was checked"


def found(report: Report) -> str:
    """Return ``1 error, 0 warnings``, whatever was not checked."""
    return f"{count(errors(report), 'error')}, {count(warnings(report), 'warning')}"


def skip_reasons(report: Report) -> dict[str, int]:
    """Return how many files were skipped for each reason, by reason."""
    reasons: dict[str, int] = {}
    for skip in report.skipped:
        reasons[skip.reason] = reasons.get(skip.reason, 0) + 1
    return dict(sorted(reasons.items()))


def counts(report: Report) -> str:
    """Return what the run checked and left out: ``12 files checked, 1 violation ignored, …``."""
    parts = [*part(report), f"{count(len(report.checked), 'file')} checked"]
    if report.suppressed:
        parts.append(f"{count(len(report.suppressed), 'violation')} ignored")
    if report.existing:
        parts.append(f"{count(report.existing, 'existing violation')}{_covered(report)}")
    if report.skipped:
        reasons = ", ".join(
            f"{printable(reason)}: {number}" for reason, number in skip_reasons(report).items()
        )
        parts.append(f"{len(report.skipped)} skipped ({reasons})")
    if report.undecided:
        parts.append(f"{len(report.undecided)} undecided")
    if report.problems:
        parts.append(count(len(report.problems), "contract problem"))
    return ", ".join(parts)


def _covered(report: Report) -> str:
    """Return how many of the existing violations a baseline covers; no number where it is all."""
    if not report.in_baseline:
        return ""
    number = "" if report.in_baseline == report.existing else f"{report.in_baseline} "
    return f" ({number}in the baseline)"


def part(report: Report) -> list[str]:
    """Return ``shard 2 of 4``, which is not the whole project, or nothing."""
    return [] if report.shard is None else [f"shard {report.shard.share}"]


def place(violation: Violation) -> str:
    """Return ``src/app.py:3``, ``src/app.py`` or ``files matching /LICENSE``, safe to print."""
    if violation.where == "glob":
        return f"files matching {printable(violation.path)}"
    path = path_shown(violation.path)
    return path if violation.line is None else f"{path}:{violation.line}"


def not_checked(entry: Undecided) -> str:
    """Return the text for formats that name the file elsewhere: ``slow was not checked: …``."""
    return f"{contract_shown(entry.contract_key)} was not checked: {printable(entry.reason)}"


def problem_text(problem: ContractProblem) -> str:
    """Return the problem, and whether the contract counts all the same."""
    return path_shown(f"{problem} ({problem.outcome()})")


def incomplete(report: Report) -> list[str]:
    """Return a line for each reason why the run checked less than it should."""
    missing = [f"{shard}: which files exist was not checked" for shard in part(report)]
    return [*asides(report._replace(notices=())), *missing]


def asides(report: Report) -> list[str]:
    """Return a line for each thing that is no violation: undecided, problems, notices."""
    groups = grouped(report.undecided)
    more = left_over(groups[_MOST_UNDECIDED:])
    lines = [
        f"{each.places()}: undecided: {contract_shown(each.contract)}: {printable(each.reason)}"
        for each in groups[:_MOST_UNDECIDED]
    ]
    lines += [f"undecided: {more}; --format json names all"] if more else []
    lines += [problem_text(problem) for problem in report.problems]
    lines += [
        f"{path_shown(notice.path)}{f':{notice.line}' if notice.line else ''}: note: "
        f"{printable(notice.text)}"
        for notice in report.notices
    ]
    return [harmless(line) for line in lines]
