"""Where a script of sh may end with success: as a shell has it that runs the script."""

from __future__ import annotations

import subprocess

import pytest

from phaser_lint.text.shell.scripts import may_end_well, names_good_end, split_commands

# What a script may hold before a line that has to run.
ENDING_WELL = (
    "exit", "exit 0", "true && exit", "false || exit 0", "if true; then exit 0; fi", "exec true",
    "exit 256", "exit 512", "exit 25'6'", "eval 'exit 0'", "trap 'exit 0' EXIT; false",
    "{ exit 0; }", "a=1 exec true", "! exit 0", "command exit 0",
)  # fmt: skip
NOT_ENDING_WELL = (
    "exit 1", "exit 255", "false || exit 2", "exit 1 >&2", "exit 1 2>/dev/null", "eval 'exit 1'",
    "trap 'exit 1' INT; exit 1", "false || { echo no; exit 3; }", "(exit 4)", "exit 1 # no",
)  # fmt: skip


def ends_well(line: str) -> bool:
    """Whether a script with that *line* ends with success before the next one."""
    script = f"{line}\necho behind >&2\nexit 7\n"
    process = subprocess.run(
        ("bash", "-c", script), capture_output=True, check=False, env={"PATH": "/usr/bin:/bin"}
    )
    return process.returncode == 0


@pytest.mark.parametrize("line", ENDING_WELL)
def test_what_ends_a_script_with_success_is_seen(line: str) -> None:
    """With 256 ``init`` said that the script never ends well, and wrote its call behind it."""
    assert ends_well(line)
    assert may_end_well(line)
    assert names_good_end(line)


@pytest.mark.parametrize("line", NOT_ENDING_WELL)
def test_what_stops_with_a_failure_is_no_good_end(line: str) -> None:
    """A trap that fails, and one that says why, were denied as what lets a commit pass."""
    assert not ends_well(line)
    assert not may_end_well(line)
    assert not names_good_end(line)


@pytest.mark.parametrize("line", ["x() { return 0; }", "env exit 0", "echo 'then exit'"])
def test_a_name_of_an_end_anywhere_is_enough_where_somebody_may_hide_it(line: str) -> None:
    """A guard asks for the name alone: a shell has more ways to come to it than a pattern has."""
    assert names_good_end(line)


def test_a_script_is_read_by_its_commands() -> None:
    """Here-documents and comments are none, and a line that goes on is one with the next."""
    lines = ["# exit 0", "a \\", "  b", "cat <<'E'", "exit 0", "E", "c &&", "d"]
    assert split_commands(lines) == [(1, "a    b"), (3, "cat <<'E'"), (6, "c && d")]
    assert split_commands(["cat <<E", "exit 0"]) is None
