"""``--format github``: workflow commands that GitHub shows as annotations, errors first.

GitHub keeps ten annotations of a kind for a step, so at most nine are written, and a tenth counts
the others. What made a run check less (a contract that was skipped, a pattern out of
time) decides the exit code, and is annotated under the title ``phaser-lint``; so is what a change
does to contracts: as a notice at its place, and as a warning without one where nothing is left to
show it at. Everything that came from a file, a contract or a name is escaped: nothing of it can
become a command of its own.

Of an annotation the log shows the message alone, so each begins with its place and its rule.
"""

from __future__ import annotations

from phaser_lint.core.text import (
    contract_shown,
    count,
    disarmed,
    harmless,
    path_shown,
    printable,
    printable_lines,
)
from phaser_lint.report import text_lines as plain_text
from phaser_lint.report.report_places import contract_files, file_of
from phaser_lint.report.summary import asides, counts, totals
from phaser_lint.report.undecided import grouped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaser_lint.contract.model import ContractKey, ContractProblem, Notice, Report, Violation
    from phaser_lint.report.undecided import Unchecked

    Annotation = tuple[str, str]
    """The workflow command, and the line of the log where there is no room for it."""

_MAXIMUM = 10
_LONGEST_MESSAGE = 4_000


def render(report: Report, *, failures: tuple[str, ...] = ()) -> str:
    """Return the annotations and a last line with the totals, ending in a newline.

    *failures* are messages of what went wrong besides: errors, and the first of them.
    """
    changes = [each for each in report.notices if each.change]
    files = {*report.checked, *(each.path for each in report.skipped)} if changes else set()
    placed = [each for each in changes if each.line is not None or each.path in files]
    gone = [each for each in changes if each not in placed and not _is_addition(each)]
    others = [each for each in report.notices if each not in placed and each not in gone]
    lines = [
        *_annotations("error", [*map(_of_failure, failures), *_errors(report)]),
        *_annotations("warning", [*map(_of_what_is_gone, gone), *_warnings(report)]),
        *_annotations("notice", [_of_notice(each) for each in placed]),
        *asides(report._replace(undecided=(), problems=(), notices=tuple(others))),
        _last_line(report),
    ]
    return "\n".join(lines) + "\n"


def plain(report: Report) -> str:
    """Return the same report without a single workflow command, ending in a newline."""
    lines = [*asides(report), harmless(f"phaser-lint: {counts(report)}")]
    return plain_text.render(report) + "\n".join(lines) + "\n"


def failure(message: str) -> str:
    """Return the annotation of a run that could not check anything, without a newline."""
    return _of_run("error", message)


def warning(message: str) -> str:
    """Return the annotation of a run that checked something else than what was asked for."""
    return _of_run("warning", message)


def _of_run(severity: str, message: str) -> str:
    shown = "\n".join(printable_lines(message))
    return _inert(f"::{severity} title=phaser-lint::{escape_message(shown[:_LONGEST_MESSAGE])}")


def _last_line(report: Report) -> str:
    return harmless(f"phaser-lint: {totals(report)}; {counts(report)}")


def _errors(report: Report) -> list[Annotation]:
    files = contract_files(report)
    violations = [entry for entry in report.violations if entry.severity == "error"]
    return [
        *map(_of_problem, report.problems),
        *(_of_violation(violation, files) for violation in violations),
        *map(_of_undecided, grouped(report.undecided)),
    ]


def _warnings(report: Report) -> list[Annotation]:
    files = contract_files(report)
    violations = [entry for entry in report.violations if entry.severity == "warning"]
    return [_of_violation(violation, files) for violation in violations]


def _is_addition(notice: Notice) -> bool:
    """Tell whether *notice* is of a level that is new, whose contracts are shown themselves."""
    return notice.text.startswith("level added")


def _annotations(severity: str, annotations: list[Annotation]) -> list[str]:
    shown = annotations if len(annotations) <= _MAXIMUM else annotations[: _MAXIMUM - 1]
    lines = [command for command, _ in shown]
    hidden = annotations[len(shown) :]
    if hidden:
        more = f"{count(len(hidden), 'more ' + severity)} not shown as annotations; see the log"
        lines.append(f"::{severity} title=phaser-lint::{escape_message(more)}")
        lines += [harmless(log_line) for _, log_line in hidden]
    return lines


def _of_failure(message: str) -> Annotation:
    return failure(message), message


def _of_problem(problem: ContractProblem) -> Annotation:
    key = f"{printable(problem.key)}: " if problem.key else ""
    line = str(problem.line or 1)
    properties = {"file": printable(problem.path), "line": line, "title": "phaser-lint"}
    lead = f"{path_shown(problem.path)}:{line}:1: phaser-lint: {key}"
    return _annotation("error", properties, lead, f"{problem.expected} ({problem.outcome()})")


def _of_what_is_gone(notice: Notice) -> Annotation:
    lead = f"{path_shown(notice.path)}: phaser-lint: "
    return _annotation("warning", {"title": "phaser-lint"}, lead, notice.text)


def _of_notice(notice: Notice) -> Annotation:
    line = str(notice.line or 1)
    properties = {"file": printable(notice.path), "line": line, "title": "phaser-lint"}
    lead = f"{path_shown(notice.path)}:{line}:1: phaser-lint: "
    return _annotation("notice", properties, lead, notice.text)


def _of_undecided(entry: Unchecked) -> Annotation:
    first = entry.paths[0]
    more = f" (in {entry.places()})" if len(entry.paths) > 1 else ""
    properties = {"file": printable(first), "line": "1", "title": "phaser-lint"}
    lead = f"{path_shown(first)}:1:1: {contract_shown(entry.contract)}: undecided: "
    return _annotation("error", properties, lead, f"{entry.reason}{more}")


def _of_violation(violation: Violation, files: Mapping[ContractKey, str]) -> Annotation:
    position, about = plain_text.positioned(violation, files.get(violation.contract_key))
    name = contract_shown(violation.contract_key)
    properties = {"title": name}
    if violation.where != "glob" or about:
        path = printable(file_of(violation, files))
        properties = {"file": path, **_position(violation), **properties}
    lead = f"{position}: {name}: {about}"
    return _annotation(violation.severity, properties, lead, violation.message)


def _annotation(severity: str, properties: dict[str, str], lead: str, message: str) -> Annotation:
    """Return the command, and the line of the log, which have the same content."""
    written = ",".join(f"{key}={escape_property(value)}" for key, value in properties.items())
    shown = "\n".join(printable_lines(f"{lead}{message.strip()}"))[:_LONGEST_MESSAGE]
    command = _inert(f"::{severity} {written}::{escape_message(shown)}")
    return command, f"{lead}{plain_text.on_one_line(message)}"


def _inert(command: str) -> str:
    """Return *command* so that no other runner obeys what it quotes."""
    return disarmed(command, "##\u200b")


def _position(violation: Violation) -> dict[str, str]:
    if violation.line is None:
        return {"line": "1"}
    position = {"line": str(violation.line), "endLine": str(violation.end_line)}
    # GitHub drops columns where a match spans lines.
    if violation.line == violation.end_line:
        position |= {"col": str(violation.column), "endColumn": str(violation.end_column)}
    return position


def escape_message(text: str) -> str:
    """Return *text* as the message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Return *text* as the value of a property of a workflow command."""
    return escape_message(text).replace(":", "%3A").replace(",", "%2C")
