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
    ("path", "is_read"),
    [
        ("c.txt", False),
        ("src/x/a.py", True),
        ("src/deep/a.py", True),
        ("a,b.py", True),
        ("b.js", True),
    ],
)
def test_the_file_is_read_with_what_its_globs_name(
    project: MakeProject, run: Run, path: str, is_read: bool
) -> None:
    """Before the model writes such a file, and with no other; no message brings a file along.

    ``paths`` has no way to leave ``src/x/`` out.
    """
    root = project(FILES, contracts=CONTRACTS, commit=True)
    assert run("export", "--claude-rules", cwd=root).code == 0
    session = drive(root, read(root / path))
    assert [
        f"- {rule_id} (error)" in session.model_text for rule_id in ("no-print", "no-float")
    ] == [is_read] * 2
    assert "nobody asked for" not in session.model_text
