"""Whether what is printed has colours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from phaser_lint.command.line_colours import colour_rows, make_console
from phaser_lint.core.shared_flags import has_colours
from tests.command.made import contract

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize(
    "environment",
    [
        {"NO_COLOR": "1"},
        {"TERM": "dumb"},
        {"TERM": "unknown"},
        {"CLICOLOR": "0"},
    ],
)
def test_a_terminal_without_colours(environment: dict[str, str]) -> None:
    """Nor has a pipe any then."""
    assert not has_colours(environment, is_terminal=True)
    assert not has_colours(environment, is_terminal=False)


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"TERM": "xterm"},
        {"NO_COLOR": ""},
        {"FORCE_COLOR": ""},
        {"CLICOLOR": "1"},
    ],
)
def test_only_a_terminal_has_colours(environment: dict[str, str]) -> None:
    """A pipe has none unless somebody asks for them."""
    assert has_colours(environment, is_terminal=True)
    assert not has_colours(environment, is_terminal=False)


@pytest.mark.parametrize(
    "environment",
    [
        {"FORCE_COLOR": "1"},
        {"FORCE_COLOR": "0"},
        {"CLICOLOR_FORCE": "1"},
        {"CLICOLOR_FORCE": "0"},
        {"NO_COLOR": "1", "FORCE_COLOR": "1"},
        {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"},
        {"FORCE_COLOR": "1", "TERM": "dumb"},
        {"CLICOLOR_FORCE": "1", "CLICOLOR": "0"},
    ],
)
def test_forced_colours_are_on_a_pipe_too(environment: dict[str, str]) -> None:
    """What is forced is on a pipe, too."""
    assert has_colours(environment, is_terminal=True)
    assert has_colours(environment, is_terminal=False)


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"FORCE_COLOR": "1"}])
@pytest.mark.parametrize("is_terminal", [False, True])
def test_the_colour_flag_beats_the_environment(
    environment: dict[str, str], is_terminal: bool
) -> None:
    """The flag counts, whatever the environment says."""
    assert has_colours(environment, is_terminal=is_terminal, choice="always")
    assert not has_colours(environment, is_terminal=is_terminal, choice="never")


@pytest.mark.parametrize("in_colour", [False, True])
@pytest.mark.parametrize("terminal", ["dumb", "unknown", "xterm"])
def test_the_width_is_that_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, terminal: str, *, in_colour: bool
) -> None:
    """That of the terminal, whatever it knows."""
    monkeypatch.setenv("TERM", terminal)
    monkeypatch.setenv("COLUMNS", "130")
    assert make_console(in_colour=in_colour).width == 130


@pytest.mark.parametrize(
    ("line", "styled"),
    [
        ("", []),
        ("1 file selected of 2, 1 violation", []),
        ("src/a.py:3:5", ["src/a.py:3:5"]),
        ("src/a.py:3:5: the block opens", ["src/a.py:3:5"]),
        ("  12 │ print(1)  # error: no", ["  12 │"]),
        ("     │ ^^^^^", ["     │", "^^^^^"]),
        ("a.py:1:1: error: No. [no-print]", ["a.py:1:1", "error", " [no-print]"]),
        ("no-print  warning   forbid_pattern  off", ["warning"]),
        ("contract  severity  type  files", ["contract  severity  type  files"]),
        ("  glob  src/** selects the file", ["glob"]),
        ("note: a.yaml: x", ["note"]),
        ("3 contracts, 5 examples, 0 wrong", []),
        ("3 contracts, 5 examples, 2 wrong, 1 contract problem", ["2 wrong", "1 contract problem"]),
        ("    not converted: a", ["not converted"]),
        (".claude/contracts/a.yaml: new", ["new"]),
    ],
)
def test_lines_have_colours(line: str, styled: list[str]) -> None:
    """What a reader looks for, and all of the text stays."""
    (row,) = colour_rows([line])
    assert ESCAPE.sub("", row) == line
    assert re.findall(r"\x1b\[[1-9][0-9;]*m(.*?)\x1b\[0m", row) == styled


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    "arguments",
    [
        ("try", "print", "--glob", "*.py"),
        ("why", "no-print", "a.py:1"),
        ("list",),
        ("test", "--verbose"),
        ("scan", "--statistics"),
        ("history",),
    ],
)
def test_every_command_has_colours_where_they_are_asked_for(
    project: MakeProject, run: Run, arguments: tuple[str, ...]
) -> None:
    """And the same text without them; a pipe has none by itself, and data never."""
    examples = {"valid": ["log(1)"], "invalid": ["print(1)"]}
    root = project(
        {"a.py": "print(1)\n"}, contracts={"a.yaml": contract(examples=examples)}, commit=True
    )
    plain = run(*arguments, cwd=root)
    assert "\x1b" not in plain.out
    in_colour = run(*arguments, cwd=root, env={"FORCE_COLOR": "1"})
    assert "\x1b[" in in_colour.out
    assert ESCAPE.sub("", in_colour.out) == plain.out
    switch = ("--color", "never") if arguments[0] in ("scan", "history") else ("--json",)
    names = [word for word in arguments if word != "--verbose"]
    assert "\x1b" not in run(*names, *switch, cwd=root, env={"FORCE_COLOR": "1"}).out
