"""Names that a build server would obey: inert in every format, and in what is said of errors.

What the servers read: Azure Pipelines ``##vso[`` anywhere in a line, TeamCity ``##teamcity[``,
GitHub ``##[`` anywhere and ``::`` at the start after white space, Buildkite ``--- ``, ``+++ ``,
``~~~ `` and ``^^^ +++`` at the start, GitLab ``section_start:`` before a carriage return and an
escape code.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem, ContractSummary
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import Skip
from phaser_lint.report.formats import FORMATS, load_renderer
from phaser_lint.report.full import style_violation_blocks
from tests.command.made import contract, event
from tests.report.reports import at_line
from tests.report.runner_commands import commands_of

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

NAMES = [
    "##vso[task.setvariable variable=a]b.py",
    "a ##vso[artifact.upload]b.py",
    "##VSO[a]b.py",
    "##teamcity[buildStatus text='a']",
    "###vso[a]b.py",
    "##[section]a.py",
    "::error::a.py",
    " ::error::a.py",
    "--- a.py",
    "+++ a.py",
    "~~~ a.py",
    "^^^ +++",
    "-rf.py",
    "section_start:1:a\r\x1b[0K.py",
]
OBEYED = re.compile(
    r"##\w*\[|^(?:---|\+\+\+|~~~|\^\^\^) |^\^\^\^ \+\+\+|section_\w+:\d+:\w+\r|\x1b",
    re.IGNORECASE | re.MULTILINE,
)


def report(name: str) -> Report:
    """One of everything, called *name*."""
    return Report(
        checked=(name,),
        violations=(
            at_line(name, 1, message=name, line_text=name),
            Violation("a", "error", name, name, "file"),
            Violation("a", "warning", f"first\n{name}", name, "glob"),
        ),
        suppressed=(at_line(name, 2),),
        skipped=(Skip(name, name),),
        undecided=(Undecided("a", name, name),),
        problems=(ContractProblem(name, name, name),),
        notices=(Notice(name, 1, name), Notice(name, None, name)),
        contracts=(ContractSummary("a", "forbid_pattern", "error", name, path=name),),
    )


def find_commands(text: str) -> list[str]:
    return OBEYED.findall(text)


@pytest.mark.parametrize("line", ["a ##vso[b]c", "##teamcity[a", "##[a]", "--- a", "^^^ +++"])
def test_the_reader_of_these_tests(line: str) -> None:
    """One that finds nothing would prove nothing."""
    assert find_commands(f"a\n{line}\n") != []


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("format_name", FORMATS)
def test_hostile_names_give_no_command_in_any_format(format_name: str, name: str) -> None:
    """Nothing but the annotations that GitHub was meant to get."""
    rendered = load_renderer(format_name)(report(name))
    assert find_commands(rendered) == []
    expected_names = {"error", "warning"} if format_name == "github" else set()
    assert {command.name for command in commands_of(rendered)} == expected_names


@pytest.mark.parametrize("name", NAMES)
def test_hostile_names_give_no_command_on_a_terminal(name: str) -> None:
    """It is one in a build, too, where a pseudo terminal was asked for."""
    rendered = "\n".join(line.plain for line in style_violation_blocks(report(name), width=80))
    assert find_commands(rendered) == []
    assert commands_of(rendered) == []


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", [name for name in NAMES if "\r" not in name])
def test_what_is_reported_of_errors(project: MakeProject, run: Run, name: str) -> None:
    """By every command, on either stream."""
    root = project({}, contracts={"a.yaml": contract()})
    for arguments in (
        [name],
        ["scan", "--", name],
        ["scan", f"--{name}"],
        ["scan", "--root", name],
        ["scan", "--since", name],
        ["scan", "--format", name],
        ["scan", "--contracts-dir", name],
        ["baseline", "--root", name],
        ["merge", "--", name],
        ["explain", "--", name],
        ["replay", "--", name],
        ["enforce", f"--file={name}"],
        ["install", "--agent", name],
    ):
        outcome = run(*arguments, cwd=root)
        for output in (outcome.out, outcome.err):
            assert find_commands(output) == [], arguments
            assert commands_of(output) == [], arguments


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", [name for name in NAMES if "\r" not in name])
def test_what_the_model_and_the_user_read(project: MakeProject, run: Run, name: str) -> None:
    """An agent in a build logs it: the file's name, its line, the message."""
    root = project({}, contracts={"a.yaml": contract(message=f"first\n{name}", file_glob="*")})
    content = f"print(1) {name}\n"
    for when in ("PreToolUse", "PostToolUse"):
        event_text = event("Write", name=when, cwd=root, file_path=root / name, content=content)
        output = run("hook", stdin=event_text, cwd=root).out
        (root / name).write_text(content)
        assert "no-print" in output
        assert find_commands(output.replace("\\n", "\n")) == []
        assert commands_of(output.replace("\\n", "\n")) == []


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", [name for name in NAMES if "\r" not in name])
def test_hostile_names_give_no_command_by_install(
    project: MakeProject, run: Run, name: str
) -> None:
    """Of a project that is called so: when it is installed, installed otherwise, and taken out."""
    root = project({}) / name
    (root / ".claude" / "contracts").mkdir(parents=True)
    for arguments in (["install"], ["install", "--fail-closed"], ["agents"], ["uninstall"]):
        outcome = run(*arguments, cwd=root)
        assert find_commands(outcome.out + outcome.err) == []
        assert commands_of(outcome.out + outcome.err) == []
