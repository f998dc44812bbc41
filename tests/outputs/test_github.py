"""``--format github``: what the runner reads, by a parser that knows nothing of the writer."""

from __future__ import annotations

import pytest

from phaser_lint.model import Report, Violation
from phaser_lint.outputs.github import escape_message, escape_property, render
from phaser_lint.text import printable
from tests.outputs.reports import CLEAN, ESCAPE, HOSTILE, MESSAGE, NAMES, RICH, at_line
from tests.outputs.workflow_commands import Command, commands_of

RENDERED = """\
::error title=has-readme::/README.md, /README.rst: Write one.
::error file=src/b.py,line=3,endLine=3,col=3,endColumn=7,title=no-print::Use the logger.
::error file=src/日本.py,line=1,endLine=1,col=5,endColumn=6,title=no-print::Use the logger.
::warning file=src/a.py,line=1,title=license::Start with%0Aan SPDX line.
::warning file=src/b.py,line=12,endLine=14,title=no-print::Use the logger.
src/a.py: undecided: slow: the pattern took longer than 2000 ms
.claude/contracts/x.yaml: type: expected one of a, b, not nothing (contract skipped)
.claude/contracts/y.yaml: mesage: unknown key
src/b.py:20: note: directive suppresses nothing: no-print
c.yaml: note: the glob of lonely matches no file
phaser-lint: 3 errors, 2 warnings; 3 files checked, 1 ignored, 2 old, 3 skipped (binary: 2,\
 symbolic link: 1), 1 undecided, 2 contract problems
"""


def test_clean() -> None:
    """No annotation, and one line for the log."""
    assert render(CLEAN) == "phaser-lint: 0 errors, 0 warnings; 2 files checked\n"


def test_rich() -> None:
    """Errors first; columns only where a match ends on its line."""
    assert render(RICH) == RENDERED


@pytest.mark.parametrize(
    "text",
    ["", "plain", "50%", "%25", "%0A", "a\nb", "a\r\nb", "a:b,c", "::", "::error::x", "%%3A", "é=%",
     "%2525%0D%0a"],
)  # fmt: skip
def test_escapes_are_read_back(text: str) -> None:
    """As a message, and as any property."""
    line = f"::error file={escape_property(text)},title=t::{escape_message(text)}"
    assert commands_of(line) == [Command("error", {"file": text, "title": "t"}, text)]


def test_hostile_names_and_messages() -> None:
    """The runner sees the annotations that were meant, whole, and no other command."""
    message = "\n".join(printable(line) for line in MESSAGE.split("\n"))
    found = commands_of(render(HOSTILE))
    errors = [command for command in found if command.name == "error"]
    assert errors == [
        Command(
            "error",
            {"file": printable(name), "line": str(line), "endLine": str(line), "col": "3",
             "endColumn": "7", "title": "no-print"},
            message,
        )
        for line, name in enumerate(NAMES, start=1)
    ]  # fmt: skip
    assert {command.name for command in found} == {"error", "warning"}
    at_glob, *rest, more = (command for command in found if command.name == "warning")
    glob_message = f"{printable(NAMES[1])}*: {message}"
    assert at_glob == Command("warning", {"title": "a"}, glob_message)
    assert [command.message for command in rest] == [message] * 8
    assert more == Command(
        "warning",
        {"title": "phaser-lint"},
        "4 more warnings not shown as annotations; see the log",
    )
    assert ESCAPE[0] not in render(HOSTILE)
    render(HOSTILE).encode("utf-8")


def many(number: int, severity: str) -> tuple[Violation, ...]:
    return tuple(at_line("a.py", line, severity=severity) for line in range(1, number + 1))


@pytest.mark.parametrize(
    ("number", "annotations", "more"),
    [(9, 9, ""), (10, 10, ""), (11, 10, "2 more errors"), (500, 10, "491 more errors")],
)
def test_no_more_than_ten_annotations_of_a_kind(number: int, annotations: int, more: str) -> None:
    """GitHub keeps ten; the tenth then says how many there are, and the log has them all."""
    shown = render(Report(violations=many(number, "error") + many(3, "warning")))
    found = [command for command in commands_of(shown) if command.name == "error"]
    assert len(found) == annotations
    if more:
        assert found[-1].message == f"{more} not shown as annotations; see the log"
        log = [line for line in shown.split("\n") if line.startswith("a.py:")]
        lines = range(10, number + 1)
        assert log == [f"a.py:{line}: error: no-print: Use the logger." for line in lines]
    else:
        assert "more" not in shown


def test_a_long_message_fits() -> None:
    """GitHub cuts at 4,096 characters, which must not be in the middle of an escape."""
    report = Report(violations=(at_line("a.py", 1, message="%" * 9_000),))
    (command,) = commands_of(render(report))
    assert command.message == "%" * 4_000
