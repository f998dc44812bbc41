"""``--format github``: workflow commands that GitHub shows as annotations, errors first.

GitHub keeps ten annotations of a kind for a step, so at most nine are written, and a tenth counts
the others. Of errors contracts that do not count are first, then violations, then examples that
are contradicted. What made a run check less (a contract that was skipped, a pattern out of time)
decides the exit code, and is annotated under the title ``phaser-lint``; so is what a change does to
contracts: as a notice at its place, as a warning where less is checked, and without a place where
nothing is left to show it at. A file that may hold another text than what was searched has a
warning. Everything that came from a file, a contract or a name is escaped: nothing of it can become
a command of its own.

Of an annotation the log shows only the message, so each begins with its place and its rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from phaser_lint.contract.model import ContractKey, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem, ContractSummary
from phaser_lint.core.text import (
    disarm_commands,
    make_harmless,
    make_printable,
    name_contract,
    render_path,
    render_quantity,
    split_printable_lines,
)
from phaser_lint.project.levels import CONFIGURATION
from phaser_lint.report import concise as plain_text
from phaser_lint.report.places_for_programs import (
    find_shown_file,
    is_address,
    is_in_project,
    select_contracts_with_files,
)
from phaser_lint.report.refused_commit import describe_ways_of_change
from phaser_lint.report.summary import group_undecided, render_asides, render_counts, render_totals

Annotation = tuple[str, str]
"""The workflow command, and the line of the log where there is no room for it."""

# What checks less after the change, or may: globs that are only added to check more. A pattern that
# is changed is mostly a better one.
_LOOSENING = re.compile(
    r"^no longer checked by |^newly skipped: |(?<= )disabled(?=$|[,;])"
    r"|^contract .* (?:removed|does not count any more)$"
    r"|^override of .*\b(?:enabled: false|severity: warning|ignorable: true|exclude_glob)\b"
    r"(?!: only)"
    r"|\bchanged: .*\b(?:severity: warning|ignorable: true) in place of "
    r"|\bchanged: .*\b(?:file|exclude)_glob(?=$|[,;])"
    r"|\bchanged: include: [^;]*\bremoved "
    # Which text is code decides what every contract with `in` or `within` sees.
    r"|\bchanged: languages: "
    r"|\bchanged: exclude: (?:order|[^;]*\b(?:added (?!!)|removed !))"
)
_MAXIMUM = 10
_MOST_CAUSES = _MAXIMUM - 2
_LONGEST_MESSAGE = 4_000


def render(report: Report, *, failures: tuple[str, ...] = ()) -> str:
    """Return the report for ``--format github``: annotations as workflow commands, and a last line
    with the totals.

    *failures* are messages of what went wrong besides: errors, and the first of them.
    """
    annotations: dict[str, list[Annotation]] = {"error": [], "warning": [], "notice": []}
    log_notices, readings = [], []
    annotations["error"] += [
        (render_run_command("error", message), message) for message in failures
    ]
    causes, other_problems, repeated_lines = _annotate_problems(report)
    annotations["error"] += causes
    paths = {*report.checked, *(skip.path for skip in report.skipped)}
    for notice in report.notices:
        if notice.change and (notice.line is not None or notice.path in paths):
            level = "warning" if _takes_away(notice.text) else "notice"
            annotation = _annotate_line(level, notice.path, line=notice.line, message=notice.text)
            annotations[level].append(annotation)
        # The contracts of a level that is new are shown themselves.
        elif notice.change and not notice.text.startswith("level added"):
            # What the change removes no file can show.
            # One on the run as a whole has the program in place of a path.
            of_run = notice.path == "phaser-lint"
            lead = "phaser-lint: " if of_run else f"{render_path(notice.path)}: phaser-lint: "
            about = {"title": "phaser-lint"}
            annotation = _make_annotation("warning", about, lead=lead, message=notice.text)
            annotations["warning"].append(annotation)
        elif notice.reading:
            readings.append(
                _annotate_line("warning", notice.path, line=notice.line, message=notice.text)
            )
        else:
            log_notices.append(notice)
    contracts = select_contracts_with_files(report)
    urls = {contract.key: contract.url for contract in report.contracts if is_address(contract.url)}
    counts = Counter(map(_identify_annotation, report.violations))
    for violation in report.violations:
        identity = _identify_annotation(violation)
        number = counts.pop(identity, 0)  # nothing for what has its annotation
        annotation = _annotate_violation(violation, contracts, urls, more=max(0, number - 1))
        if number:
            annotations[violation.severity].append(annotation)
        else:
            repeated_lines.append(make_harmless(annotation[1]))
    annotations["warning"] += readings
    for group in group_undecided(report.undecided):
        places = f" (in {group.paths_shown()})" if len(group.paths) > 1 else ""
        lead, message = f"{group.name_contracts()}: undecided", f"{group.reason}{places}"
        annotations["error"].append(
            _annotate_line("error", group.paths[0], line=1, message=message, lead=lead)
        )
    annotations["error"] += other_problems
    lines = [
        line
        for severity, of_severity in annotations.items()
        for line in _render_annotation_lines(severity, of_severity)
    ]
    lines += repeated_lines
    lines += render_asides(report._replace(undecided=(), problems=(), notices=tuple(log_notices)))
    lines += describe_ways_of_change(report)
    lines.append(make_harmless(f"phaser-lint: {render_totals(report)}; {render_counts(report)}"))
    return "\n".join(lines) + "\n"


def render_without_commands(report: Report) -> str:
    """Return the report for GitHub's log without a workflow command, ending in a newline."""
    lines = [*render_asides(report), *describe_ways_of_change(report)]
    lines.append(make_harmless(f"phaser-lint: {render_counts(report)}"))
    return plain_text.render(report) + "\n".join(lines) + "\n"


def render_run_command(severity: str, message: str) -> str:
    """Return GitHub's workflow command on a run as a whole, without a newline: an ``error`` where
    nothing could be checked, a ``warning`` where it was something else than asked for.
    """
    printed = "\n".join(split_printable_lines(message))
    return _disarm_command(
        f"::{severity} title=phaser-lint::{escape_message(printed[:_LONGEST_MESSAGE])}"
    )


def _render_annotation_lines(severity: str, annotations: list[Annotation]) -> list[str]:
    limit = _MAXIMUM if len(annotations) <= _MAXIMUM else _MAXIMUM - 1
    lines = [command for command, _ in annotations[:limit]]
    hidden = annotations[limit:]
    if hidden:
        number = render_quantity(len(hidden), f"more {severity}")
        remainder = f"{number} not shown as annotations; see the log"
        lines.append(f"::{severity} title=phaser-lint::{escape_message(remainder)}")
        lines += [make_harmless(log_line) for _, log_line in hidden]
    return lines


def _takes_away(text: str) -> bool:
    """Tell whether a notice says that less is checked. A directive's reason may hold any words."""
    return not text.startswith("new directive: ") and bool(_LOOSENING.search(text))


def _annotate_problems(report: Report) -> tuple[list[Annotation], list[Annotation], list[str]]:
    """Return the annotations of contract problems, one a file, those that stand before the
    violations and those behind; and the lines of the log for more of a file.

    A language for ``*.js`` contradicted the examples of eleven contracts, which count all the same,
    and no violation was among the ten errors that GitHub shows.
    """
    causes: list[Annotation] = []
    others: list[Annotation] = []
    repeated_lines = []
    counts = Counter(problem.path for problem in report.problems)
    # What a configuration makes of contracts has its cause there.
    for problem in sorted(report.problems, key=_is_of_contract):
        key = f"{make_printable(problem.key)}: " if problem.key else ""
        message = f"{key}{problem.expected} ({problem.outcome()})"
        number = counts.pop(problem.path, 0)
        surplus = f"\nand {number - 1} more of the file; see the log" if number > 1 else ""
        annotation = _annotate_line(
            "error", problem.path, line=problem.line, message=f"{message}{surplus}"
        )
        if number:
            (causes if problem.skipped else others).append(annotation)
        else:
            repeated_lines.append(make_harmless(annotation[1]))
    # One violation is shown, however many contracts do not count.
    others, causes = [*causes[_MOST_CAUSES:], *others], causes[:_MOST_CAUSES]
    return causes, others, repeated_lines


def _is_of_contract(problem: ContractProblem) -> bool:
    return not problem.path.endswith(CONFIGURATION)


def _identify_annotation(violation: Violation) -> tuple[object, ...]:
    """Return what the violations of one annotation have in common: the contract and the file, of
    one of the file as a whole.

    Nine deleted tests were nine annotations at line 1, of ten that GitHub shows.
    """
    is_of_file = violation.where == "file"
    return violation.contract_key, violation.path, violation.severity, is_of_file or violation


def _annotate_line(
    severity: str, path: str, *, line: int | None, message: str, lead: str = "phaser-lint"
) -> Annotation:
    """Return the annotation of what is no violation, at a line or at the first one."""
    # GitHub shows none of a file that the repository has not.
    place = {"file": make_printable(path), "line": f"{line or 1}"} if is_in_project(path) else {}
    properties = {**place, "title": "phaser-lint"}
    lead = f"{render_path(path)}:{line or 1}:1: {lead}: "
    return _make_annotation(severity, properties, lead=lead, message=message)


def _annotate_violation(
    violation: Violation,
    files: Mapping[ContractKey, ContractSummary],
    urls: Mapping[ContractKey, str],
    *,
    more: int = 0,
) -> Annotation:
    contract = files.get(violation.contract_key)
    position, about = plain_text.render_position_and_prefix(violation, contract)
    name = name_contract(violation.contract_key)
    # Who reads a pull request has the file there, and may have no phaser-lint to ask for it.
    place = ""
    if contract and violation.where != "glob":
        place = f" ({make_printable(contract.path)}:{contract.line})"
    properties = {"title": f"{name}{place}"}
    if violation.where != "glob" or about:
        path, line = find_shown_file(violation, files)
        lines = {"line": f"{line or 1}"}
        if violation.line is not None:
            lines = {"line": str(violation.line), "endLine": str(violation.end_line)}
            # GitHub drops columns where a match spans lines.
            if violation.line == violation.end_line:
                lines |= {"col": str(violation.column), "endColumn": str(violation.end_column)}
        properties = {"file": make_printable(path), **lines, **properties}
    lead = f"{position}: {name}: {about}"
    surplus = f"and {more} more of the file; see the log" if more else ""
    texts = (violation.message.strip(), surplus, urls.get(violation.contract_key))
    message = "\n".join(filter(None, texts))
    return _make_annotation(violation.severity, properties, lead=lead, message=message)


def _make_annotation(
    severity: str, properties: dict[str, str], *, lead: str, message: str
) -> Annotation:
    """Return the command, and the line of the log, which have the same content."""
    pairs = ",".join(f"{name}={escape_property(text)}" for name, text in properties.items())
    printed = "\n".join(split_printable_lines(f"{lead}{message.strip()}"))[:_LONGEST_MESSAGE]
    command = _disarm_command(f"::{severity} {pairs}::{escape_message(printed)}")
    return command, f"{lead}{plain_text.join_on_one_line(message)}"


def _disarm_command(command: str) -> str:
    """Return *command* so that no other runner obeys what it quotes."""
    return disarm_commands(command, "##\u200b")


def escape_message(text: str) -> str:
    """Return *text* as the message of a workflow command of GitHub."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Return *text* as the value of a property of a workflow command of GitHub."""
    return escape_message(text).replace(":", "%3A").replace(",", "%2C")
