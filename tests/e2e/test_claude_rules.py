"""The rules that ``export`` writes, as the client that is installed reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT, drive, read

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
CONTRACTS = {
    "a.yaml": contract(file_glob=["src/**/*.py", "a,b.py"], exclude_glob="src/x/"),
    "b.yaml": contract("no-float", file_glob="*.js", message="See @secret.txt of ours."),
}
FILES = {
    "src/deep/a.py": "a\n", "src/x/a.py": "a\n", "a,b.py": "a\n", "b.js": "a\n", "c.txt": "a\n",
    "secret.txt": "a text that nobody asked for\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("c.txt", [False, False]),
        ("src/x/a.py", [False, False]),
        ("src/deep/a.py", [True, False]),
        ("a,b.py", [True, False]),
        ("b.js", [False, True]),
    ],
)
def test_a_rule_is_read_with_its_files(
    project: MakeProject, run: Run, path: str, told: list[bool]
) -> None:
    """Before the model writes one of them, and with no other; no message brings a file along."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    assert run("export", "--claude-rules", cwd=root).code == 0
    seen = drive(root, read(root / path))
    assert [f"- {each} (error)" in seen.told for each in ("no-print", "no-float")] == told
    assert "nobody asked for" not in seen.told
