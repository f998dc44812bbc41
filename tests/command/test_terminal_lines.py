"""What commands print on a terminal is wrapped between words; a pipe gets it whole."""

from __future__ import annotations

import fcntl
import os
import re
import struct
import subprocess
from typing import TYPE_CHECKING

import pytest
from rich.cells import cell_len

from tests.command.made import contract
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import MakeProject, Run

termios = pytest.importorskip("termios")
WIDTH = 50
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
LONG = "Use the logger: what is printed in a thread of the server is lost there."
CONTRACTS = {
    "a.yaml": contract(message=LONG, examples={"valid": ["print('an example that is wrong')"]}),
    "b.yaml": contract("b", type="no_such_type", message=LONG),
}
CODE = {"a.py": f"print({LONG!r})\n"}


def on_terminal(
    *arguments: str, cwd: Path, env: Mapping[str, str], width: int = WIDTH
) -> tuple[int, str]:
    """The exit code, and what a terminal of that *width* was sent."""
    leader, follower = os.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    process = subprocess.Popen(
        (str(PROGRAM), *arguments), cwd=cwd, env={**env}, stdin=subprocess.DEVNULL,
        stdout=follower, stderr=follower,
    )  # fmt: skip
    os.close(follower)
    content = b""
    while piece := _piece(leader):
        content += piece
    os.close(leader)
    return process.wait(), content.decode().replace("\r\n", "\n")


def _piece(leader: int) -> bytes:
    try:
        return os.read(leader, 1 << 16)
    except OSError:  # as Linux says that nobody writes there any more
        return b""


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("arguments", "code", "expected_text"),
    [
        (["--help"], 0, "contracts and hooks for the\n              project\n"),
        (["scan"], 2, "  Use the logger: what is printed in a thread of\n  the server is lost"),
        (["test"], 2, "a.yaml:7: no-print:\n    examples.valid[0]: expected no violation in\n"),
        (["list"], 0, "invalid: .claude/contracts/b.yaml:2: type:\n    expected one of"),
        (["list", "no-print"], 2, "a thread of the\n    server is lost there.\n"),
        (["why", "no-print", "a.py"], 0, "  forbid_pattern, error, in\n             .claude/"),
        (["add"], 2, "phaser-lint: no such command: add; use phaser-lint\n    new TYPE ID, or"),
        (["scan", "--fromat", "json"], 2, "; did\n    you mean --format? (see phaser-lint scan\n"),
    ],
)
def test_no_line_is_wider_than_the_terminal(
    project: MakeProject,
    environment: dict[str, str],
    arguments: list[str],
    code: int,
    expected_text: str,
) -> None:
    """Whatever it is: a help, a report, an error."""
    root = project(CODE, contracts=CONTRACTS)
    ended, text = on_terminal(*arguments, cwd=root, env={**environment, "NO_COLOR": "1"})
    too_wide = [line for line in text.split("\n") if cell_len(line) > WIDTH]
    assert (ended, too_wide) == (code, [])
    assert expected_text in text


TABLES = [
    ["list"],
    ["install", "--list"],
    ["scan", "--statistics"],
    ["why", "no-print", "src/pages/a.py:1"],
    ["try", r"print\(", "--glob", "src/**/*.py", "unless_match=lost"],
    ["test", "--verbose"],
    ["history"],
    ["import", ".relint.yml", "--dry-run"],
    ["init"],
]


# Two starts of the program a row: the normal set has one of each kind, and one wider terminal.
@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("arguments", "width"),
    [
        *((TABLES[number], 40) for number in (0, 3, 4)),
        *(
            pytest.param(arguments, 40, marks=pytest.mark.slow)
            for number, arguments in enumerate(TABLES)
            if number not in (0, 3, 4)
        ),
        (TABLES[0], 80),
        *(pytest.param(arguments, 80, marks=pytest.mark.slow) for arguments in TABLES[1:]),
    ],
)
def test_tables_fit_with_colours_and_without(
    project: MakeProject, environment: dict[str, str], arguments: list[str], width: int
) -> None:
    """The same text; a file is named in full, whatever is left out for it."""
    contracts = {"pages.yaml": contract(file_glob=["src/pages/**/*.py", "web/**"])}
    files = {
        "src/pages/a.py": "print(1)\n",
        ".relint.yml": "- name: No print\n  pattern: 'print'\n",
    }
    root = project(files, contracts=contracts, commit=True)
    _, text = on_terminal(*arguments, cwd=root, env=environment, width=width)
    _, plain = on_terminal(*arguments, cwd=root, env={**environment, "NO_COLOR": "1"}, width=width)
    assert (ESCAPE.sub("", text), "\x1b" in plain) == (plain, False)
    assert [line for line in plain.split("\n") if cell_len(line) > width] == []
    assert arguments != ["list"] or "pages.yaml:1\n" in plain


def test_what_is_data_stays_as_it_is(project: MakeProject, environment: dict[str, str]) -> None:
    """A line for each violation, and JSON."""
    root = project(CODE, contracts={"a.yaml": contract(message=LONG)})
    _, text = on_terminal("scan", "--quiet", "--color=never", cwd=root, env=environment)
    assert text == f"a.py:1:1: error: {LONG} [no-print]\n"
    _, text = on_terminal("list", "--json", cwd=root, env=environment)
    assert f'"message":"{LONG}"' in text.replace('": "', '":"')


def test_a_pipe_has_no_width(project: MakeProject, run_process: Run) -> None:
    root = project(CODE, contracts=CONTRACTS)
    assert f"error: {LONG} [no-print]\n" in run_process("scan", cwd=root).out
    err = run_process("add", cwd=root).err
    assert err.count("\n") == 1
    assert len(err) > 80
