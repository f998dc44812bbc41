"""``--format junit``: JUnit XML, which nearly every build server shows as test results.

    artifacts: {when: always, reports: {junit: phaser-lint.xml}}

- A suite for each contract, and in it a test for each file that breaks it; ``no violation`` where
  none does. Its name holds no line number, so that a server sees the same test in the next run.
- An error is a ``failure``, with every place in the file. A warning is a ``skipped`` test: shown,
  and red no more than the exit code is.
- What could not be checked is an ``error``, and so is a contract that is skipped because of a
  problem. The last suite, ``phaser-lint``, holds the run: its counts as properties, everything that
  is no violation as its output, and a test ``everything was checked``.
- A test has its ``file``, and the ``line`` of its first violation: without them a reader that makes
  notes on a change takes the contract's id for a file. ``time`` is 0, since a reader that adds up
  no times shows NaN. Jenkins' own schema knows neither of the first two, as of pytest's reports.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from phaser_lint.core import Record
from phaser_lint.core.text import (
    contract_shown,
    disarmed,
    printable,
    printable_lines,
    without_commands,
)
from phaser_lint.report.report_places import (
    contract_files,
    file_of,
    in_project,
    known_contracts,
)
from phaser_lint.report.summary import (
    asides,
    counts,
    not_checked,
    place,
    problem_text,
    totals,
    unread_counts,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import ContractKey, ContractProblem, Report, Violation


class CaseOutcome(Record):
    """Why a test did not pass: the element ``failure``, ``error`` or ``skipped``."""

    element: str
    kind: str
    message: str
    text: str


class Case(Record):
    """One test, which passed where it has no outcomes."""

    suite: str
    name: str
    outcomes: tuple[CaseOutcome, ...] = ()
    file: str = ""
    line: int | None = None


def render(report: Report) -> str:
    """Return the XML document, ending in a newline."""
    suites: dict[str, list[Case]] = {}
    for test in _of_contracts(report):
        suites.setdefault(test.suite, []).append(test)
    own = _of_run(report)
    everything = [test for tests in suites.values() for test in tests] + own
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="phaser-lint" {_numbers(everything)}>',
        *(line for name, tests in suites.items() for line in _suite(name, tests)),
        *_suite("phaser-lint", own, about=report),
        "</testsuites>",
    ]
    # A runner would obey "##[" or "##vso[" anywhere in a line.
    return disarmed("\n".join(lines), "#&#35;") + "\n"


def _of_contracts(report: Report) -> list[Case]:
    files = contract_files(report)
    cases: dict[ContractKey, dict[str, Case]] = {
        contract.key: {} for contract in known_contracts(report)
    }

    def add(
        key: ContractKey, path: str, outcome: CaseOutcome, *, file: str, line: int | None
    ) -> None:
        case = cases[key].setdefault(path, Case(contract_shown(key), path, file=file))
        cases[key][path] = case._replace(outcomes=(*case.outcomes, outcome), line=case.line or line)

    for entry in report.undecided:
        undecided = CaseOutcome("error", "undecided", not_checked(entry), "")
        add(entry.contract_key, entry.path, undecided, file=entry.path, line=None)
    for (key, path), violations in _by_contract_and_path(report).items():
        first = violations[0]
        add(key, path, _broken(violations), file=file_of(first, files), line=first.line)
    for key, by_path in cases.items():
        if not by_path:
            by_path[""] = Case(contract_shown(key), "no violation", file=files.get(key, ""))
    return [case for by_path in cases.values() for case in by_path.values()]


def _by_contract_and_path(report: Report) -> dict[tuple[ContractKey, str], list[Violation]]:
    """Return the violations of each contract in each file."""
    found: dict[tuple[ContractKey, str], list[Violation]] = {}
    for violation in report.violations:
        found.setdefault((violation.contract_key, violation.path), []).append(violation)
    return found


def _broken(violations: Sequence[Violation]) -> CaseOutcome:
    """Return the outcome of one contract on one file: an error outweighs warnings."""
    severe = any(violation.severity == "error" for violation in violations)
    messages: dict[str, str] = {}
    for violation in violations:  # the first of each wording
        messages.setdefault(violation.wording, violation.message)
    lines = [line for message in messages.values() for line in printable_lines(message)]
    places = [f"{place(violation)}: {violation.severity}" for violation in violations]
    return CaseOutcome(
        "failure" if severe else "skipped",
        "error" if severe else "warning",
        "\n".join(lines),
        "\n".join(without_commands(line) for line in (*places, *lines)),
    )


def _of_run(report: Report) -> list[Case]:
    found: dict[tuple[str, str], list[ContractProblem]] = {}
    for problem in report.problems:
        found.setdefault((problem.path, problem.key), []).append(problem)
    tests = [
        Case(
            "phaser-lint",
            f"{path}: {key}" if key else path,
            tuple(map(_problem, problems)),
            file=path,
            line=problems[0].line,
        )
        for (path, key), problems in found.items()
    ]
    lacking = [each.path for each in report.undecided] + [each.path for each in report.problems]
    file = lacking[0] if lacking else ""
    return [*tests, Case("phaser-lint", "everything was checked", _complete(report), file=file)]


def _complete(report: Report) -> tuple[CaseOutcome, ...]:
    if not report.is_decided():
        return (CaseOutcome("error", "incomplete", counts(report), ""),)
    if report.shard is not None:
        return (CaseOutcome("skipped", "part", counts(report), ""),)
    if report.contracts or report.violations:
        unread = "; ".join(unread_counts(report))
        return (CaseOutcome("skipped", "unread", unread, ""),) if unread else ()
    notices = "; ".join(printable(notice.text) for notice in report.notices)
    return (CaseOutcome("skipped", "nothing", notices or "no contract was checked", ""),)


def _problem(problem: ContractProblem) -> CaseOutcome:
    return CaseOutcome("error", "contract", problem_text(problem), "")


def _suite(name: str, tests: Sequence[Case], *, about: Report | None = None) -> list[str]:
    skipped = sum(_is(test, "skipped") for test in tests)
    head = f'  <testsuite name={_attribute(name)} {_numbers(tests)} skipped="{skipped}">'
    properties = [] if about is None else _properties(about)
    output = [] if about is None else _output(about)
    cases = [line for test in tests for line in _case(test)]
    return [head, *properties, *cases, *output, "  </testsuite>"]


def _numbers(tests: Sequence[Case]) -> str:
    failures = sum(_is(test, "failure") for test in tests)
    errors = sum(_is(test, "error") for test in tests)
    return f'tests="{len(tests)}" failures="{failures}" errors="{errors}" time="0"'


def _is(test: Case, element: str) -> bool:
    """Tell whether a server counts the test so: by its first outcome."""
    return bool(test.outcomes) and test.outcomes[0].element == element


def _case(test: Case) -> list[str]:
    attributes = {"classname": test.suite, "name": printable(test.name)}
    if in_project(test.file):
        attributes["file"] = printable(test.file)
        if test.line is not None:
            attributes["line"] = str(test.line)
    attributes["time"] = "0"
    written = " ".join(f"{name}={_attribute(value)}" for name, value in attributes.items())
    head = f"    <testcase {written}"
    if not test.outcomes:
        return [f"{head}/>"]
    outcomes = [
        f"      <{outcome.element} type={_attribute(outcome.kind)}"
        f" message={_attribute(outcome.message)}>{escape(outcome.text)}</{outcome.element}>"
        for outcome in test.outcomes
    ]
    return [f"{head}>", *outcomes, "    </testcase>"]


def _properties(report: Report) -> list[str]:
    numbers = {
        "files checked": len(report.checked),
        "ignored": len(report.suppressed),
        "old": report.existing,
        "skipped files": len(report.skipped),
        "undecided": len(report.undecided),
        "contract problems": len(report.problems),
    }
    listed = [
        f'      <property name="{name}" value="{number}"/>' for name, number in numbers.items()
    ]
    return ["    <properties>", *listed, "    </properties>"]


def _output(report: Report) -> list[str]:
    lines = (*asides(report), f"{totals(report)}; {counts(report)}")
    return [f"    <system-out>{escape(chr(10).join(lines))}</system-out>"]


def _attribute(text: str) -> str:
    return quoteattr(text)
