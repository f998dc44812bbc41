"""``--format junit``: JUnit XML, which nearly every build server shows as test results.

    artifacts: {when: always, reports: {junit: phaser-lint.xml}}

- A suite for each contract, and in it a test for each file that breaks it; ``no violation`` where
  none does. Its name holds no line number, so that a server sees the same test in the next run.
- An error is a ``failure``, with every place in the file. A warning is a ``skipped`` test: shown,
  and red no more than the exit code is.
- What could not be checked is an ``error``, and so is a contract that is skipped because of a
  problem. A contract that this run could not check, such as one on changes without a base, has a
  ``skipped`` test. The last suite, ``phaser-lint``, holds the run: its counts as properties,
  everything that is no violation as its output, and a test ``everything was checked``.
- A test has its ``file``, and the ``line`` of its first violation: without them a reader that makes
  notes on a change takes the contract's id for a file. ``time`` is 0, since a reader that adds up
  no times shows NaN. Jenkins' own schema knows neither of the first two, as of pytest's reports.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from phaser_lint.contract.model import ContractKey, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.core import Record
from phaser_lint.core.text import (
    disarm_commands,
    make_printable,
    name_contract,
    split_printable_lines,
    without_commands,
)
from phaser_lint.report.places_for_programs import (
    find_shown_file,
    is_in_project,
    list_contract_summaries,
    select_contracts_with_files,
)
from phaser_lint.report.summary import (
    render_asides,
    render_counts,
    render_place,
    render_problem_text,
    render_totals,
    render_undecided_text,
    render_unread_counts,
)


class CaseOutcome(Record):
    """Why a test did not pass: the element ``failure``, ``error`` or ``skipped``."""

    element: str
    kind: str
    message: str
    text: str = ""


class Case(Record):
    """One test, which passed where it has no outcomes."""

    suite: str
    name: str
    outcomes: tuple[CaseOutcome, ...] = ()
    file: str = ""
    line: int | None = None


def render(report: Report) -> str:
    """Return the report for ``--format junit``: JUnit's XML document, ending in a newline."""
    suites: dict[str, list[Case]] = {}
    for test in _make_contract_cases(report):
        suites.setdefault(test.suite, []).append(test)
    run_tests = _make_run_cases(report)
    all_tests = [test for tests in suites.values() for test in tests] + run_tests
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="phaser-lint" {_render_numbers(all_tests)}>',
        *(line for name, tests in suites.items() for line in _render_suite_lines(name, tests)),
        *_render_suite_lines("phaser-lint", run_tests, about=report),
        "</testsuites>",
    ]
    # A runner would obey "##[" or "##vso[" anywhere in a line.
    return disarm_commands("\n".join(lines), "#&#35;") + "\n"


def _make_contract_cases(report: Report) -> list[Case]:
    files = select_contracts_with_files(report)
    cases: dict[ContractKey, dict[str, Case]] = {
        contract.key: {} for contract in list_contract_summaries(report)
    }

    def add(
        key: ContractKey, path: str, outcome: CaseOutcome, *, file: str, line: int | None
    ) -> None:
        case = cases[key].setdefault(path, Case(name_contract(key), path, file=file))
        cases[key][path] = case._replace(outcomes=(*case.outcomes, outcome), line=case.line or line)

    for check in report.undecided:
        undecided = CaseOutcome("error", "undecided", render_undecided_text(check))
        add(check.contract_key, check.path, undecided, file=check.path, line=None)
    violations_by_case: dict[tuple[ContractKey, str], list[Violation]] = {}
    for violation in report.violations:
        case_key = violation.contract_key, violation.path
        violations_by_case.setdefault(case_key, []).append(violation)
    for (key, path), violations in violations_by_case.items():
        # An error outweighs warnings.
        severe = any(violation.severity == "error" for violation in violations)
        messages: dict[str, str] = {}
        for violation in violations:  # the first of each wording
            messages.setdefault(violation.wording, violation.message)
        lines = [line for message in messages.values() for line in split_printable_lines(message)]
        places = [f"{render_place(violation)}: {violation.severity}" for violation in violations]
        outcome = CaseOutcome(
            element="failure" if severe else "skipped",
            kind="error" if severe else "warning",
            message="\n".join(lines),
            text="\n".join(without_commands(line) for line in (*places, *lines)),
        )
        file, line = find_shown_file(violations[0], files)
        add(key, path, outcome, file=file, line=line)
    unchecked_texts = {
        key: make_printable(notice.text) for notice in report.notices for key in notice.unchecked
    }
    for key, by_path in cases.items():
        if not by_path:
            case = Case(
                name_contract(key), "no violation", file=files[key].path if key in files else ""
            )
            if key in unchecked_texts:
                unchecked = CaseOutcome("skipped", "unchecked", unchecked_texts[key])
                case = case._replace(outcomes=(unchecked,))
            by_path[""] = case
    return [case for by_path in cases.values() for case in by_path.values()]


def _make_run_cases(report: Report) -> list[Case]:
    problems_by_key: dict[tuple[str, str], list[ContractProblem]] = {}
    for problem in report.problems:
        problems_by_key.setdefault((problem.path, problem.key), []).append(problem)
    tests = [
        Case(
            suite="phaser-lint",
            name=f"{path}: {key}" if key else path,
            outcomes=tuple(
                CaseOutcome("error", "contract", render_problem_text(problem))
                for problem in problems
            ),
            file=path,
            line=problems[0].line,
        )
        for (path, key), problems in problems_by_key.items()
    ]
    unchecked_notices = [notice for notice in report.notices if notice.unchecked]
    shortfalls = [
        make_printable(notice.text) for notice in unchecked_notices
    ] + render_unread_counts(report)
    outcome: CaseOutcome | None = None
    if not report.is_decided():
        outcome = CaseOutcome("error", "incomplete", render_counts(report))
    elif report.shard is not None:
        outcome = CaseOutcome("skipped", "part", render_counts(report))
    elif not (report.contracts or report.violations):
        notices = "; ".join(make_printable(notice.text) for notice in report.notices)
        outcome = CaseOutcome("skipped", "nothing", notices or "no contract was checked")
    elif shortfalls:
        kind = "unchecked" if unchecked_notices else "unread"
        outcome = CaseOutcome("skipped", kind, "; ".join(shortfalls))
    incomplete_paths = [check.path for check in report.undecided]
    incomplete_paths += [problem.path for problem in report.problems]
    return [
        *tests,
        Case(
            suite="phaser-lint",
            name="everything was checked",
            outcomes=(outcome,) if outcome else (),
            file=incomplete_paths[0] if incomplete_paths else "",
        ),
    ]


def _render_suite_lines(
    name: str, tests: Sequence[Case], *, about: Report | None = None
) -> list[str]:
    skipped = sum(_is_counted_as(test, "skipped") for test in tests)
    head = f'  <testsuite name={quoteattr(name)} {_render_numbers(tests)} skipped="{skipped}">'
    properties, output = [], []
    if about is not None:
        numbers = {
            "files checked": len(about.checked),
            "ignored": len(about.suppressed),
            "old": about.existing,
            "skipped files": len(about.skipped),
            "undecided": len(about.undecided),
            "contract problems": len(about.problems),
        }
        property_lines = [
            f'      <property name="{label}" value="{number}"/>'
            for label, number in numbers.items()
        ]
        properties = ["    <properties>", *property_lines, "    </properties>"]
        lines = (*render_asides(about), f"{render_totals(about)}; {render_counts(about)}")
        output = [f"    <system-out>{escape(chr(10).join(lines))}</system-out>"]
    cases = []
    for test in tests:
        attributes = {"classname": test.suite, "name": make_printable(test.name)}
        if is_in_project(test.file):
            attributes["file"] = make_printable(test.file)
            if test.line is not None:
                attributes["line"] = str(test.line)
        attributes["time"] = "0"
        attribute_text = " ".join(
            f"{label}={quoteattr(text)}" for label, text in attributes.items()
        )
        outcomes = [
            f"      <{outcome.element} type={quoteattr(outcome.kind)}"
            f" message={quoteattr(outcome.message)}>{escape(outcome.text)}</{outcome.element}>"
            for outcome in test.outcomes
        ]
        closed = [*outcomes, "    </testcase>"] if outcomes else []
        cases += [f"    <testcase {attribute_text}{'>' if outcomes else '/>'}", *closed]
    return [head, *properties, *cases, *output, "  </testsuite>"]


def _render_numbers(tests: Sequence[Case]) -> str:
    failures = sum(_is_counted_as(test, "failure") for test in tests)
    errors = sum(_is_counted_as(test, "error") for test in tests)
    return f'tests="{len(tests)}" failures="{failures}" errors="{errors}" time="0"'


def _is_counted_as(test: Case, element: str) -> bool:
    """Tell whether a server counts the test so: by its first outcome."""
    return bool(test.outcomes) and test.outcomes[0].element == element
