"""The sentences that several outputs share: where a violation is, and what a run counted."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import (
    NO_CONTRACTS,
    ContractProblem,
    Report,
    Undecided,
    Violation,
)
from phaser_lint.core.text import contract_shown, count, harmless, path_shown, printable
from phaser_lint.project.levels import PROJECT_FOLDERS
from phaser_lint.project.regular_file import BINARY, WITHOUT_LINES

_MOST_UNDECIDED = 20
_WITHOUT_TEXT = (BINARY, *WITHOUT_LINES)


def errors(report: Report) -> int:
    """Return for the summary the number of violations of severity error."""
    return [violation.severity for violation in report.violations].count("error")


def warnings(report: Report) -> int:
    """Return for the summary the number of violations of severity warning."""
    return len(report.violations) - errors(report)


def totals(report: Report) -> str:
    """Return the summary ``1 error, 0 warnings``; first of all that there may be more, if so."""
    numbers = violation_counts(report)
    return numbers if report.is_decided() else f"incomplete: {numbers} in what was checked"


def text_totals(report: Report) -> str:
    """Return the totals for a text whose counts stand elsewhere, with what was not checked."""
    return harmless("; ".join((totals(report), *shortfalls(report))))


def violation_counts(report: Report) -> str:
    """Return ``1 error, 0 warnings``, whatever was not checked."""
    severities = [violation.severity for violation in report.violations]
    return ", ".join(
        count(severities.count(severity), severity) for severity in ("error", "warning")
    )


def skip_reasons(report: Report) -> dict[str, int]:
    """Return for the summary how many files were skipped for each reason."""
    return {reason: len(paths) for reason, paths in skipped_paths(report).items()}


def unread_files(report: Report) -> dict[str, list[str]]:
    """Return the files that may hold text and were not read, by the reason why.

    A picture, or a link that leads out, has no text to check: of those there is nothing to say.
    """
    by_reason = skipped_paths(report)
    return {reason: by_reason[reason] for reason in by_reason if reason not in _WITHOUT_TEXT}


def skipped_paths(report: Report) -> dict[str, list[str]]:
    """Return the files that were skipped, by the reason why."""
    paths: dict[str, list[str]] = {}
    for skip in report.skipped:
        paths.setdefault(skip.reason, []).append(skip.path)
    return dict(sorted(paths.items()))


def unread_remark(reason: str, paths: Sequence[str]) -> str:
    """Return ``2 files not read: larger than 10 MB (a.py, b.py)``, safe to print."""
    from phaser_lint.report.undecided import first_paths_phrase  # few runs leave files unread

    return (
        f"{count(len(paths), 'file')} not read: {printable(reason)} ({first_paths_phrase(paths)})"
    )


def unread_counts(report: Report) -> list[str]:
    """Return ``1 file not read: larger than 10 MB`` for each reason of ``unread``."""
    return [
        f"{count(len(paths), 'file')} not read: {printable(reason)}"
        for reason, paths in unread_files(report).items()
    ]


def shortfalls(report: Report) -> list[str]:
    """Return what was not checked, counted, a phrase each; nothing where all of it was."""
    unread = unread_counts(report) if report.skipped else []
    return [*unread, *_undecided_counts(report)]


def _undecided_counts(report: Report) -> list[str]:
    undecided = [f"{len(report.undecided)} undecided"] if report.undecided else []
    problems = [count(len(report.problems), "contract problem")] if report.problems else []
    return [*undecided, *problems]


def counts(report: Report) -> str:
    """Return what the run checked and left out, counted: ``12 files checked, 1 violation ignored,
    …``.
    """
    phrases = [*shard_phrases(report), f"{count(len(report.checked), 'file')} checked"]
    if report.suppressed:
        phrases.append(f"{count(len(report.suppressed), 'violation')} ignored")
    if report.existing:
        coverage = ""
        if report.in_baseline:
            number = "" if report.in_baseline == report.existing else f"{report.in_baseline} "
            coverage = f" ({number}in the baseline)"
        phrases.append(f"{count(report.existing, 'existing violation')}{coverage}")
    if report.skipped:
        reasons = ", ".join(
            f"{printable(reason)}: {number}" for reason, number in skip_reasons(report).items()
        )
        phrases.append(f"{len(report.skipped)} skipped ({reasons})")
    return ", ".join([*phrases, *_undecided_counts(report)])


def shard_phrases(report: Report) -> list[str]:
    """Return ``shard 2 of 4``, which is not the whole project, or nothing."""
    return [] if report.shard is None else [f"shard {report.shard.share}"]


def place_shown(violation: Violation) -> str:
    """Return ``src/app.py:3``, ``src/app.py`` or ``files matching /LICENSE``, safe to print."""
    if violation.where == "glob":
        return f"files matching {printable(violation.path)}"
    path = path_shown(violation.path)
    return path if violation.line is None else f"{path}:{violation.line}"


def undecided_text(check: Undecided) -> str:
    """Return the text for formats that name the file elsewhere: ``slow was not checked: …``."""
    return f"{contract_shown(check.contract_key)} was not checked: {printable(check.reason)}"


def problem_text(problem: ContractProblem) -> str:
    """Return the summary of the problem, and whether the contract counts all the same."""
    return path_shown(f"{problem} ({problem.outcome()})")


def incomplete(report: Report) -> list[str]:
    """Return a line of the summary for each reason why the run checked less than it should."""
    missing = [f"{shard}: which files exist was not checked" for shard in shard_phrases(report)]
    on_nothing = tuple(notice for notice in report.notices if notice.is_on_nothing())
    return [*asides(report._replace(notices=on_nothing)), *missing]


def notes_on_verdict(report: Report) -> list[str]:
    """Return a line of the summary for each notice that says why something is a violation, or none.

    A misspelt directive in a file with a violation does not suppress it. A contract that git does
    not track, and that is invalid, lets a commit pass; so may an override that it ignores.
    """
    broken_paths = {violation.path for violation in report.violations}
    notices = [
        notice
        for notice in report.notices
        if notice.weakens or (notice.line and (notice.path in broken_paths or notice.unchecked))
    ]
    return asides(Report(notices=tuple(notices)))


def asides(report: Report) -> list[str]:
    """Return a line for each thing that is no violation: undecided, problems, unread, notices."""
    lines = []
    if report.undecided:
        from phaser_lint.report.undecided import group_undecided, surplus_phrase  # few runs have

        groups = group_undecided(report.undecided)
        lines = [
            f"{group.paths_shown()}: undecided: {contract_shown(group.contract)}: "
            f"{printable(group.reason)}"
            for group in groups[:_MOST_UNDECIDED]
        ]
        hidden = surplus_phrase(groups[_MOST_UNDECIDED:])
        lines += [f"undecided: {hidden}; --format json names all"] if hidden else []
    lines += [problem_text(problem) for problem in report.problems]
    # Of what is undecided the file is named already.
    told_paths = {open_case.path for open_case in report.undecided}
    untold_skips = tuple(skip for skip in report.skipped if skip.path not in told_paths)
    untold_files = unread_files(Report(skipped=untold_skips))
    lines += [unread_remark(reason, paths) for reason, paths in untold_files.items()]
    lines += [
        f"{path_shown(notice.path)}{f':{notice.line}' if notice.line else ''}: note: "
        f"{printable(notice.text)}"
        for notice in report.notices
    ]
    return [harmless(line) for line in lines]


def has_no_contracts(report: Report) -> bool:
    """Tell whether the *report* is on a project without any contract, in the usual places."""
    message = f"{NO_CONTRACTS}{PROJECT_FOLDERS[0]},"
    return any(notice.text.startswith(message) for notice in report.notices)
