"""The summary of a run, and what several outputs say alike: where a violation is, what counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phaser_lint.contract.model import NO_CONTRACTS, ContractKey, Report, Violation
from phaser_lint.core import Record
from phaser_lint.core.file_records import Skip
from phaser_lint.core.text import (
    join_contract_names,
    make_harmless,
    make_printable,
    name_contract,
    render_path,
    render_quantity,
)
from phaser_lint.project.levels import PROJECT_FOLDERS
from phaser_lint.project.regular_file import BINARY, WITHOUT_LINES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.report_parts import ContractProblem
    from phaser_lint.contract.undecided import Undecided

_MOST_UNDECIDED = 20
_MOST_PATHS = 3
_WITHOUT_TEXT = (BINARY, *WITHOUT_LINES)


def count_errors(report: Report) -> int:
    """Return for the summary the number of violations of severity error."""
    return [violation.severity for violation in report.violations].count("error")


def count_warnings(report: Report) -> int:
    """Return for the summary the number of violations of severity warning."""
    return len(report.violations) - count_errors(report)


def render_totals(report: Report) -> str:
    """Return the totals, ``1 error, 0 warnings``; first of all that there may be more, if so."""
    numbers = render_violation_counts(report)
    return numbers if report.is_decided() else f"incomplete: {numbers} in what was checked"


def render_text_totals(report: Report) -> str:
    """Return the totals for a text with its counts elsewhere, with what was not checked."""
    return make_harmless("; ".join((render_totals(report), *list_shortfalls(report))))


def render_violation_counts(report: Report) -> str:
    """Return a report's numbers, ``1 error, 0 warnings``, whatever was not checked."""
    severities = [violation.severity for violation in report.violations]
    return ", ".join(
        render_quantity(severities.count(severity), severity) for severity in ("error", "warning")
    )


def count_skip_reasons(skips: Sequence[Skip]) -> dict[str, int]:
    """Return for the summary how many files were skipped for each reason."""
    return {reason: len(paths) for reason, paths in group_skipped_paths(skips).items()}


def render_skip_count(skips: Sequence[Skip]) -> list[str]:
    """Return a summary's ``3 skipped (empty: 2, not readable: 1)``, safe to print, or nothing."""
    if not skips:
        return []
    numbers = count_skip_reasons(skips).items()
    reasons = ", ".join(f"{make_printable(reason)}: {number}" for reason, number in numbers)
    return [f"{len(skips)} skipped ({reasons})"]


def group_unread_files(skips: Sequence[Skip]) -> dict[str, list[str]]:
    """Return for the summary those of *skips* that may hold text and were not read, by the reason.

    A picture, or a link that leads out, has no text to check: of those there is nothing to say.
    """
    by_reason = group_skipped_paths(skips)
    return {reason: by_reason[reason] for reason in by_reason if reason not in _WITHOUT_TEXT}


def group_skipped_paths(skips: Sequence[Skip]) -> dict[str, list[str]]:
    """Return for the summary the paths of the files that were skipped, by the reason why."""
    paths: dict[str, list[str]] = {}
    for skip in skips:
        paths.setdefault(skip.reason, []).append(skip.path)
    return dict(sorted(paths.items()))


def render_unread_remark(reason: str, paths: Sequence[str]) -> str:
    """Return the sentence ``2 files not read: larger than 10 MB (a.py, b.py)``, safe to print."""
    number = render_quantity(len(paths), "file")
    return f"{number} not read: {make_printable(reason)} ({render_first_paths(paths)})"


def render_unread_counts(report: Report) -> list[str]:
    """Return the phrases ``1 file not read: larger than 10 MB``, one for each reason."""
    return [
        f"{render_quantity(len(paths), 'file')} not read: {make_printable(reason)}"
        for reason, paths in group_unread_files(report.skipped).items()
    ]


def list_shortfalls(report: Report) -> list[str]:
    """Return phrases on what was not checked, counted; nothing where all of it was."""
    unread = render_unread_counts(report) if report.skipped else []
    return [*unread, *_render_undecided_counts(report)]


def _render_undecided_counts(report: Report) -> list[str]:
    undecided = [f"{len(report.undecided)} undecided"] if report.undecided else []
    problems = (
        [render_quantity(len(report.problems), "contract problem")] if report.problems else []
    )
    return [*undecided, *problems]


def render_counts(report: Report) -> str:
    """Return what was checked and left out: ``12 files checked, 1 violation ignored, …``."""
    phrases = [*name_shard(report), f"{render_quantity(len(report.checked), 'file')} checked"]
    if report.suppressed:
        phrases.append(f"{render_quantity(len(report.suppressed), 'violation')} ignored")
    if report.existing:
        coverage = ""
        if report.in_baseline:
            number = "" if report.in_baseline == report.existing else f"{report.in_baseline} "
            coverage = f" ({number}in the baseline)"
        phrases.append(f"{render_quantity(report.existing, 'existing violation')}{coverage}")
    return ", ".join(
        [*phrases, *render_skip_count(report.skipped), *_render_undecided_counts(report)]
    )


def name_shard(report: Report) -> list[str]:
    """Return for the summary ``shard 2 of 4``, which is not the whole project, or nothing."""
    return [] if report.shard is None else [f"shard {report.shard.share}"]


def render_place(violation: Violation) -> str:
    """Return where a violation is, as the summary and other outputs say it: ``src/app.py:3``, or
    ``files matching /LICENSE``, safe to print.
    """
    if violation.where == "glob":
        return f"files matching {make_printable(violation.path)}"
    path = render_path(violation.path)
    return path if violation.line is None else f"{path}:{violation.line}"


def render_undecided_text(check: Undecided) -> str:
    """Return ``slow was not checked: …``, for formats that name the file elsewhere."""
    return f"{name_contract(check.contract_key)} was not checked: {make_printable(check.reason)}"


def render_problem_text(problem: ContractProblem) -> str:
    """Return the summary's sentence on a contract *problem*, which other formats say, too: whether
    the contract counts all the same.
    """
    return render_path(f"{problem} ({problem.outcome()})")


def explain_incomplete_run(report: Report) -> list[str]:
    """Return a line of the summary for each reason why the run checked less than it should."""
    missing = [f"{shard}: which files exist was not checked" for shard in name_shard(report)]
    notices = tuple(notice for notice in report.notices if notice.is_on_less())
    return [*render_asides(report._replace(notices=notices)), *missing]


def render_verdict_notes(report: Report) -> list[str]:
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
    return render_asides(Report(notices=tuple(notices)))


def render_asides(report: Report) -> list[str]:
    """Return the lines on what is no violation: undecided, problems, unread files, notices."""
    lines: list[str] = []
    if report.undecided:
        groups, lines = _join_whole_contracts(report)
        lines += [
            f"{group.paths_shown()}: undecided: {group.name_contracts()}: "
            f"{make_printable(group.reason)}"
            for group in groups[:_MOST_UNDECIDED]
        ]
        hidden = render_surplus(groups[_MOST_UNDECIDED:])
        if hidden:
            lines.append(f"undecided: {hidden}; phaser-lint scan --format json names all")
    lines += [render_problem_text(problem) for problem in report.problems]
    if report.skipped:
        # Of what is undecided the file is named already.
        told_paths = {open_case.path for open_case in report.undecided}
        untold_skips = [skip for skip in report.skipped if skip.path not in told_paths]
        untold_files = group_unread_files(untold_skips)
        lines += [render_unread_remark(reason, paths) for reason, paths in untold_files.items()]
    lines += [
        f"{render_path(notice.path)}{f':{notice.line}' if notice.line else ''}: note: "
        f"{make_printable(notice.text)}"
        for notice in report.notices
    ]
    return [make_harmless(line) for line in lines]


# What could not be checked, in short: one line a contract, however many files it is about.
#
# a.py, b.py, c.py and 197 more: undecided: slow: the pattern took longer than 100 ms


def _join_whole_contracts(report: Report) -> tuple[list[UndecidedGroup], list[str]]:
    """Return what is undecided in groups, and before these a line for each reason that leaves
    several contracts undecided as a whole.

    `pre-commit run --all-files` said five times why no change is checked.
    """
    paths_by_key = {contract.key: contract.path for contract in report.contracts}
    groups = group_undecided(report.undecided)
    keys_by_reason: dict[str, list[ContractKey]] = {}
    others = []
    for group in groups:
        if all(group.paths == (paths_by_key.get(key),) for key in group.contracts):
            keys_by_reason.setdefault(group.reason, []).extend(group.contracts)
        else:
            others.append(group)
    lines = []
    for reason, keys in keys_by_reason.items():
        whole = UndecidedGroup(tuple(keys), reason, (paths_by_key[keys[0]],))
        if len(keys) > 1:
            lines.append(f"undecided: {whole.name_contracts()}: {make_printable(reason)}")
        else:
            others.append(whole)
    return others, lines


class UndecidedGroup(Record):
    """The contracts that are undecided on these files, for the same reason."""

    contracts: tuple[ContractKey, ...]
    reason: str
    paths: tuple[str, ...]

    def paths_shown(self) -> str:
        """Return the first undecided files, and how many more there are, safe to print."""
        return render_first_paths(self.paths)

    def name_contracts(self) -> str:
        """Return the name of the contract, or how many they are and the first names."""
        return join_contract_names([*map(name_contract, self.contracts)], most=_MOST_PATHS)


def render_first_paths(paths: Sequence[str]) -> str:
    """Return the first *paths* of a summary's line, and how many more there are, safe to print."""
    first_paths = ", ".join(map(render_path, paths[:_MOST_PATHS]))
    surplus = len(paths) - _MOST_PATHS
    return f"{first_paths} and {surplus:,} more" if surplus > 0 else first_paths


def group_undecided(undecided: Iterable[Undecided]) -> list[UndecidedGroup]:
    """Return what is undecided in groups of one reason, the same contracts and the same files.

    A NUL in a file was thirteen lines, one a contract.
    """
    paths_by_check: dict[tuple[ContractKey, str], list[str]] = {}
    for check in undecided:
        paths_by_check.setdefault((check.contract_key, check.reason), []).append(check.path)
    contracts: dict[tuple[str, tuple[str, ...]], list[ContractKey]] = {}
    for (contract, reason), paths in paths_by_check.items():
        contracts.setdefault((reason, tuple(paths)), []).append(contract)
    return [
        UndecidedGroup(tuple(keys), reason, paths) for (reason, paths), keys in contracts.items()
    ]


def render_surplus(groups: Iterable[UndecidedGroup]) -> str:
    """Return ``57 more contracts on 200 files`` for *groups* that have no room, or nothing."""
    contracts: set[ContractKey] = set()
    paths: set[str] = set()
    for group in groups:
        contracts.update(group.contracts)
        paths.update(group.paths)
    if not contracts:
        return ""
    files = render_quantity(len(paths), "file")
    return f"{render_quantity(len(contracts), 'more contract')} on {files}"


def has_no_contracts(report: Report) -> bool:
    """Tell whether the *report* has the notice that the project has no contract."""
    message = f"{NO_CONTRACTS}{PROJECT_FOLDERS[0]},"
    return any(notice.text.startswith(message) for notice in report.notices)
