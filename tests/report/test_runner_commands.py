"""The tests' own reader of workflow commands: a reader that misses one proves nothing."""

from __future__ import annotations

import pytest

from tests.report.runner_commands import Command, annotations_of, commands_of

OBEYED = {
    "::error::x": Command("error", {}, "x"),
    " \t\u00a0::ERROR::x": Command("error", {}, "x"),
    "::error file=a, line=1::x": Command("error", {"file": "a", " line": "1"}, "x"),
    "::error FILE=a,Line=1,title=::x": Command("error", {"file": "a", "line": "1"}, "x"),
    "::error file=a::b::x": Command("error", {"file": "a"}, "b::x"),
    "::error file=%3A%2C%252C::%250A%0A": Command("error", {"file": ":,%2C"}, "%0A\n"),
    "a ##[error]x": Command("error", {}, "x"),
    "::nothing::##[error]x": Command("error", {}, "x"),
    "##[Error file=a,b;line=1]%5D%3B": Command("error", {"file": "a,b", "line": "1"}, "];"),
    "a\r::debug::x": Command("debug", {}, "x"),
    "::set-env name=PATH::x": Command("set-env", {"name": "PATH"}, "x"),
}
IGNORED = ["", "::", "error::x", "::error:x", "a ::error::x", "::errors::x", ":: error::x",
           "##[error", "## [error]x", "##[]x", "\u200b::error::x", "##\u200b[error]x",
           "##[ error]"]  # fmt: skip


@pytest.mark.parametrize("line", IGNORED)
def test_an_unknown_name_is_no_command(line: str) -> None:
    """A name that is not known, another place, a half."""
    assert commands_of(line) == []


@pytest.mark.parametrize("line", OBEYED)
def test_both_forms_of_a_command_are_obeyed(line: str) -> None:
    """Both forms, in any case, with the escapes of each."""
    assert commands_of(line) == [OBEYED[line]]


def test_nothing_is_obeyed_between_a_stop_and_its_token() -> None:
    """Whatever the token's case."""
    output = "::stop-commands::Abc\n::error::x\n##[error]x\n::abc::\n::error::y\n"
    assert commands_of(output) == [Command("error", {}, "y")]


def test_github_shows_ten_annotations_of_a_kind() -> None:
    """Ten of a kind, and no columns where the lines differ."""
    lines = [f"::{name} line={number},endLine=5,col=2::x" for number in range(1, 13)
             for name in ("error", "warning")]  # fmt: skip
    rendered = annotations_of("\n".join(lines))
    assert [command.name for command in rendered] == ["error", "warning"] * 10
    assert rendered[0].properties == {"line": "1", "endLine": "5"}
    assert rendered[8].properties == {"line": "5", "endLine": "5", "col": "2"}
    assert rendered[10].properties == {}
    assert annotations_of("::debug::x\n::error::" + "x" * 5000)[0].message == "x" * 4096
