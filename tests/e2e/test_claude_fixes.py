"""The lines that a denial has ready, in the client that is installed: a model takes them up."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import PROGRAM
from tests.e2e.hooked_client import CLAUDE, FILES, NO_CLIENT, drive, edit, install, read, write

if TYPE_CHECKING:
    from tests.conftest import MakeProject
    from tests.e2e.model_server import ToolCall

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
CONTRACTS = {
    "no-print.yaml": contract(pattern=r"\bprint\((.*?)\)", fix=r"logger.info(\1)"),
    "header.yaml": contract(
        "header", type="require_pattern", pattern="SPDX", fix={"prepend": "# SPDX: MIT"}
    ),
}


@pytest.fixture(autouse=True)
def program_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}")


def offered_lines(denial: str) -> str:
    """The lines that stand behind a bar."""
    bars = [line[4:] for line in denial.split("\n") if line.startswith("  | ")]
    assert bars, denial
    return "".join(f"{line}\n" for line in bars)


def test_the_line_of_a_denial_is_written(project: MakeProject) -> None:
    """The edit is denied, never rewritten; what the denial shows lands, tab and all."""
    root = project(
        FILES | {"src/a.py": "# SPDX\nif x:\n\tpass\n"}, contracts=CONTRACTS, commit=True
    )
    install(root, "local")
    path = root / "src" / "a.py"

    def write_offered_lines(denial: str) -> list[ToolCall]:
        return edit(path, "\tpass\n", offered_lines(denial))

    session = drive(
        root, read(path), edit(path, "\tpass\n", "\tprint(x); print(1)\n"), write_offered_lines
    )
    assert "Ready in place of line 3:" in session.results[1]
    assert session.files["src/a.py"] == "# SPDX\nif x:\n\tlogger.info(x); logger.info(1)\n"


def test_a_new_file_with_what_it_lacked(project: MakeProject) -> None:
    """Of a file as a whole, too."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local")
    path = root / "src" / "b.py"

    def write_offered_lines(denial: str) -> list[ToolCall]:
        return write(path, f"{offered_lines(denial)}x = 1\n")

    session = drive(root, write(path, "x = 1\n"), write_offered_lines)
    assert session.files["src/b.py"] == "# SPDX: MIT\nx = 1\n"
