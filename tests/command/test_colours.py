"""Whether what is printed has colours."""

from __future__ import annotations

import pytest

from phaser_lint.command.colours import has_colours, make_console


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
def test_a_terminal_alone(environment: dict[str, str]) -> None:
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
