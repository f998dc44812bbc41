"""``--format github``: what the runner reads, by a parser that knows nothing of the writer."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem, ContractSummary
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.text import disarm_commands, make_printable
from phaser_lint.report.github import (
    escape_message,
    escape_property,
    render,
    render_run_command,
    render_without_commands,
)
from tests.report.golden import FOLDER
from tests.report.reports import CLEAN, ESCAPE, HOSTILE, MESSAGE, NAMES, RICH, at_line
from tests.report.runner_commands import Command, annotations_of, commands_of

RENDERED = (FOLDER / "rich.github").read_text(encoding="utf-8")


def test_a_clean_report_has_no_annotation() -> None:
    """No annotation, and one line for the log."""
    assert render(CLEAN) == "phaser-lint: 0 errors, 0 warnings; 2 files checked\n"


def test_errors_are_annotated_first() -> None:
    """Errors first, and first of all what was not checked; columns where a match is on one line."""
    assert render(RICH) == RENDERED
    kinds = [line.partition(" ")[0] for line in RENDERED.splitlines()]
    assert kinds[:8] == ["::error"] * 6 + ["::warning"] * 2
    assert "file=src/b.py,line=12,endLine=14,title=no-print::src/b.py:12:3: " in RENDERED


def test_the_log_tells_the_place_of_each() -> None:
    """GitHub shows only the message there: it begins with what an editor opens."""
    log = [command.message for command in commands_of(render(RICH))]
    assert log == [
        ".claude/contracts/x.yaml:3:1: phaser-lint: type: expected one of a, b, not c"
        " (contract skipped)",
        ".claude/contracts/a.yaml:1:1: has-readme: files matching /README.md, /README.rst:"
        " Write one.",
        "src/b.py:3:3: no-print: Use the logger.",
        "src/日本.py:1:5: no-print: Use the logger.",
        "src/a.py:1:1: slow: undecided: the pattern took longer than 2000 ms",
        ".claude/contracts/y.yaml:7:1: phaser-lint: examples.valid[0]: expected nothing"
        " (contract in force)",
        "src/a.py:1:1: license: Start with\nan SPDX line.\nhttps://example.org/license?a=b#c",
        "src/b.py:12:3: no-print: Use the logger.",
    ]


def test_what_a_change_takes_away() -> None:
    """A pull request that deletes a contract and adds what it forbade passed with a line of log.

    What is hidden of a file is shown at it, and a new level only by its contracts.
    """
    at_file = (
        Notice("a.yaml", 3, "contract disabled changed: pattern", change=True),
        Notice("src/a.py", 1, "new directive: ignore-file no-print", change=True),
    )
    less_at_file = (
        Notice("a.yaml", 3, "contract no-print disabled", change=True),
        Notice("b.yaml", 1, "contract no-exec disabled; changed: pattern", change=True),
        Notice("src/a.py", None, "no longer checked by no-print: it was lib/a.py", change=True),
        Notice("src/a.py", None, "newly skipped: binary", change=True),
    )
    without_file = (
        Notice("b.yaml", None, "contract no-exec removed", change=True),
        Notice("services/", None, "level removed", change=True),
        Notice(
            "phaser-lint", None, "what the change does to contracts cannot be known", change=True
        ),
    )
    no_loss = (
        Notice("pay/", None, "level added", change=True),
        Notice("c.yaml", None, "the glob of x matches no file"),
    )
    report = Report(("src/a.py",), notices=(*at_file, *less_at_file, *without_file, *no_loss))
    lines = render(report).splitlines()
    titled = {"title": "phaser-lint"}

    def command_at(level: str, notice: Notice) -> Command:
        line = notice.line or 1
        message = f"{notice.path}:{line}:1: phaser-lint: {notice.text}"
        return Command(level, {"file": notice.path, "line": str(line), **titled}, message)

    assert annotations_of(render(report)) == [
        *(command_at("warning", notice) for notice in less_at_file),
        *(
            Command("warning", titled, f"{notice.path}: phaser-lint: {notice.text}")
            if notice.path != "phaser-lint"
            else Command("warning", titled, f"phaser-lint: {notice.text}")
            for notice in without_file
        ),
        *(command_at("notice", notice) for notice in at_file),
    ]
    assert lines[9:-1] == [f"{notice.path}: note: {notice.text}" for notice in no_loss]


def test_what_stands_in_a_pack_is_annotated_without_a_file() -> None:
    """No repository has `file=pack%3Aagent-manners/test-deleted.yaml`: GitHub showed nothing."""
    path = "pack:agent-manners/test-deleted.yaml"
    contract = ContractSummary("test-deleted", "file_frozen", "error", "Keep.", path=path)
    undecided = (Undecided("test-deleted", path, "nothing is staged"),)
    gone = Violation("test-deleted", "error", "Keep.", "/LICENSE", "glob")
    rendered = render(Report(violations=(gone,), undecided=undecided, contracts=(contract,)))
    assert annotations_of(rendered) == [
        Command("error", {"title": "test-deleted"}, "files matching /LICENSE: test-deleted: Keep."),
        Command(
            "error",
            {"title": "phaser-lint"},
            f"{path}:1:1: test-deleted: undecided: nothing is staged",
        ),
    ]


def test_texts_that_a_file_lost_are_one_annotation() -> None:
    """Nine deleted tests took nine of the ten places."""
    lost = [
        Violation(
            "stay", "error", f"Mend it. (line {line} before: def test_{line})", "a.py", "file"
        )
        for line in range(1, 10)
    ]
    other = Violation("stay", "error", "Mend it. (line 1 before: def test_b)", "b.py", "file")
    rendered = render(Report(violations=(*lost, other)))
    about = {"line": "1", "title": "stay"}
    first, second = annotations_of(rendered)
    assert (first, second) == (
        Command(
            "error",
            {"file": "a.py", **about},
            f"a.py:1:1: stay: {lost[0].message}\nand 8 more of the file; see the log",
        ),
        Command("error", {"file": "b.py", **about}, f"b.py:1:1: stay: {other.message}"),
    )
    assert rendered.splitlines()[2:-1] == [
        f"a.py:1:1: stay: {violation.message}" for violation in lost[1:]
    ]


@pytest.mark.parametrize(
    ("level", "text"),
    [
        ("warning", "changed: include: removed pack:debuggers (6 contracts: a, b, 4 more)"),
        ("warning", "changed: include: added a, removed b"),
        ("notice", "changed: include: added pack:debuggers"),
        ("notice", "changed: include: order"),
        ("warning", "changed: exclude: added src/"),
        ("warning", "changed: exclude: added !a/, added src/"),
        ("warning", "changed: exclude: removed !src/a.py"),
        ("warning", "changed: exclude: removed src/; changed: languages: added *.js: markdown"),
        ("notice", "changed: exclude: removed src/"),
        ("notice", "changed: exclude: added !src/a.py"),
        ("notice", "changed: include: added a; changed: exclude: removed b"),
        ("warning", "override of no-print added: enabled: false"),
        ("warning", "override of no-print changed: enabled: false in place of true"),
        ("notice", "override of no-print added: enabled: true"),
        ("warning", "override of no-print added: severity: warning"),
        ("notice", "override of no-print added: severity: error"),
        ("warning", "override of no-print changed: ignorable, exclude_glob"),
        ("notice", "override of no-print changed: exclude_glob: only removed from"),
        ("warning", "contract no-print changed: severity: warning in place of error"),
        ("notice", "contract no-print changed: severity: error in place of warning"),
        ("warning", "contract no-print changed: message, ignorable: true in place of reason"),
        ("warning", "contract no-print changed: file_glob, message"),
        ("warning", "contract no-print changed: message, exclude_glob; in place of that in a.yaml"),
        ("notice", "contract no-print changed: file_glob: only added to, message"),
        ("notice", "contract no-print changed: pattern"),
        ("notice", "new directive: ignore no-print -- the logger is disabled; so are others"),
        ("warning", "contract no-print removed"),
    ],
)
def test_what_takes_contracts_or_files_away_is_a_warning(level: str, text: str) -> None:
    """A pull request that only removed a pack, or excluded `src/`, had a notice."""
    notice = Notice("config.yaml", 1, text, change=True)
    message = f"config.yaml:1:1: phaser-lint: {text}"
    about = {"file": "config.yaml", "line": "1", "title": "phaser-lint"}
    assert annotations_of(render(Report(notices=(notice,)))) == [Command(level, about, message)]


def test_what_may_hide_other_code_is_a_warning() -> None:
    """Behind those of the violations, of which it takes no place."""
    reading = Notice("src/a.py", 2, "read as UTF-8: Python reads it as utf-7", reading=True)
    other = Notice("src/a.py", 3, "directive suppresses nothing: a")
    violation = Violation("no-print", "warning", "Log.", "src/a.py", "line", 1, 1, 1, 6)
    rendered = render(Report(("src/a.py",), (violation,), notices=(reading, other)))
    assert annotations_of(rendered)[1:] == [
        Command(
            "warning",
            {"file": "src/a.py", "line": "2", "title": "phaser-lint"},
            "src/a.py:2:1: phaser-lint: read as UTF-8: Python reads it as utf-7",
        )
    ]
    assert "src/a.py:3: note: directive suppresses nothing: a" in rendered.splitlines()


def test_what_no_file_of_the_repository_stands_for() -> None:
    """A contract of the home folder is no file to annotate: GitHub gets no place."""
    violation = Violation("no-print", "error", "Add one.", "/LICENSE", "glob")
    rendered = render(RICH._replace(violations=(violation,), problems=(), undecided=()))
    (command,) = commands_of(rendered)
    message = "files matching /LICENSE: no-print: Add one."
    assert command == Command("error", {"title": "no-print"}, message)


@pytest.mark.parametrize(
    "text",
    ["plain", "50%", "%25", "%0A", "a\nb", "a\r\nb", "a:b,c", "::", "::error::x", "%%3A", "é=%",
     "%2525%0D%0a"],
)  # fmt: skip
def test_escapes_are_read_back(text: str) -> None:
    """As a message, and as any property."""
    line = f"::error file={escape_property(text)},title=t::{escape_message(text)}"
    assert commands_of(line) == [Command("error", {"file": text, "title": "t"}, text)]


def inert(text: str) -> str:
    """*text* as a log may show it."""
    return disarm_commands(make_printable(text), "##\u200b")


MESSAGE_SHOWN = "\n".join(inert(line) for line in MESSAGE.split("\n"))


def beginning_at(name: str, line: int, rule_id: str) -> str:
    """What stands before a message; ``./`` before a name that no line of a log may start with."""
    inert_name = inert(name)
    return (
        f"{'./' if inert_name.startswith(('::', '##')) else ''}{inert_name}:{line}:3: {rule_id}: "
    )


def test_hostile_names_and_messages() -> None:
    """The runner sees the annotations that were meant, whole, and no other command."""
    rendered = render(HOSTILE._replace(problems=(), undecided=()))
    commands = commands_of(rendered)
    errors = [command for command in commands if command.name == "error"]
    assert errors == [
        Command(
            "error",
            {"file": inert(name), "line": str(line), "endLine": str(line), "col": "3",
             "endColumn": "7", "title": f"no-print ({make_printable(NAMES[1])}:1)"},
            f"{beginning_at(name, line, 'no-print')}{MESSAGE_SHOWN}",
        )
        for line, name in enumerate(NAMES, start=1)
    ]  # fmt: skip
    assert {command.name for command in commands} == {"error", "warning"}
    at_glob, *other_warnings, last_warning = (
        command for command in commands if command.name == "warning"
    )
    glob_message = f"files matching {make_printable(NAMES[1])}*: {MESSAGE_SHOWN}"
    contract = make_printable(NAMES[0])
    assert at_glob == Command(
        "warning",
        {"file": contract, "line": "1", "title": "a"},
        f"{contract}:1:1: a: {glob_message}",
    )
    assert [command.message for command in other_warnings] == [
        f"{beginning_at(NAMES[1], line, 'no-print')}{MESSAGE_SHOWN}" for line in range(1, 9)
    ]
    assert last_warning == Command(
        "warning",
        {"title": "phaser-lint"},
        "4 more warnings not shown as annotations; see the log",
    )
    assert ESCAPE[0] not in rendered
    assert "##[" not in rendered
    rendered.encode("utf-8")


def test_problems_of_hostile_contract_files_come_first() -> None:
    """What is wrong with them comes first, and leaves the rest to the log."""
    rendered = render(HOSTILE)
    *problems, violation, last_error = annotations_of(rendered)[:10]
    assert problems == [
        Command(
            "error",
            {"file": inert(name), "line": "1", "title": "phaser-lint"},
            beginning_at(name, 1, "phaser-lint").replace(":1:3:", ":1:1:")
            + f"{inert(name)}: {MESSAGE_SHOWN} (contract skipped)",
        )
        for name in NAMES
    ]
    assert violation.properties["title"].startswith("no-print (")
    message = "8 more errors not shown as annotations; see the log"
    assert last_error == Command("error", {"title": "phaser-lint"}, message)
    assert {command.name for command in commands_of(rendered)} == {"error", "warning"}
    assert ESCAPE[0] not in rendered


def test_violations_stand_before_contradicted_examples() -> None:
    """``languages: '*.js': markdown`` contradicted eleven contracts of packs, and hid the one
    violation of the change.
    """
    contradicted = [
        ContractProblem(
            f"pack:{name}.yaml", f"examples.invalid[{number}]", "expected one", False, 9
        )
        for name in "abcdefghijk"
        for number in range(2)
    ]
    file = ".phaser/config.yaml"
    configuration = ContractProblem(file, "languages", "expected a mapping", line=3)
    report = Report(
        checked=("a.js",),
        violations=(at_line("a.js", 1),),
        problems=(*contradicted, configuration),
    )
    shown = [
        f"pack:{name}.yaml:9:1: phaser-lint: examples.invalid[0]: expected one (contract in force)"
        "\nand 1 more of the file; see the log"
        for name in "abcdefg"
    ]
    assert [command.message for command in commands_of(render(report))] == [
        ".phaser/config.yaml:3:1: phaser-lint: languages: expected a mapping "
        "(configuration skipped)",
        "a.js:1:3: no-print: Use the logger.",
        *shown,
        "4 more errors not shown as annotations; see the log",
    ]


def test_without_annotations_the_log_has_no_command() -> None:
    """The same in the log: all of it, and not a single command."""
    assert commands_of(render_without_commands(HOSTILE)) == []
    assert ESCAPE[0] not in render_without_commands(HOSTILE)
    assert render_without_commands(CLEAN) == "0 errors, 0 warnings\nphaser-lint: 2 files checked\n"
    lines = render_without_commands(RICH).split("\n")
    assert "src/b.py:3:3: error: Use the logger. [no-print]" in lines
    assert "src/a.py: undecided: slow: the pattern took longer than 2000 ms" in lines
    assert lines[-2].startswith(
        "phaser-lint: 3 files checked, 1 violation ignored, 2 existing violations "
        "(1 in the baseline), "
    )


def test_a_failure_is_one_annotation() -> None:
    """One annotation, whatever the message holds."""
    expected = Command("error", {"title": "phaser-lint"}, MESSAGE_SHOWN)
    assert commands_of(render_run_command("error", MESSAGE)) == [expected]
    assert "\n" not in render_run_command("error", MESSAGE)


def many(number: int, severity: str) -> tuple[Violation, ...]:
    return tuple(at_line("a.py", line, severity=severity) for line in range(1, number + 1))


@pytest.mark.parametrize(
    ("number", "annotations", "rest_count"),
    [(9, 9, ""), (10, 10, ""), (11, 10, "2 more errors"), (500, 10, "491 more errors")],
)
def test_no_more_than_ten_annotations_of_a_kind(
    number: int, annotations: int, rest_count: str
) -> None:
    """GitHub keeps ten; the tenth then says how many there are, and the log has them all."""
    rendered = render(Report(violations=many(number, "error") + many(3, "warning")))
    commands = [command for command in commands_of(rendered) if command.name == "error"]
    assert len(commands) == annotations
    if rest_count:
        assert commands[-1].message == f"{rest_count} not shown as annotations; see the log"
        log = [line for line in rendered.split("\n") if line.startswith("a.py:")]
        lines = range(10, number + 1)
        assert log == [f"a.py:{line}:3: no-print: Use the logger." for line in lines]
    else:
        assert "more" not in rendered


def test_failures_come_first() -> None:
    """What went wrong besides has its place among the ten."""
    report = Report(violations=many(12, "error"))
    commands = annotations_of(render(report, failures=("summary: no room", "a\n::error::b")))
    assert [command.message for command in commands[:2]] == ["summary: no room", "a\n::error::b"]
    assert len(commands) == 10
    assert commands[-1].message == "5 more errors not shown as annotations; see the log"


def test_a_long_message_fits() -> None:
    """GitHub cuts at 4,096 characters, which must not be in the middle of an escape."""
    report = Report(violations=(at_line("a.py", 1, message="%" * 9_000),))
    (command,) = commands_of(render(report))
    assert command.message == "a.py:1:3: no-print: ".ljust(4_000, "%")
