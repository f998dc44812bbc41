"""At Stop a user reads which files a session took from contracts. What stays silent comes first."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, no_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

BODY = "import os\n\n\ndef find_folder():\n    return os.getcwd()\n"
START = {
    "src/a.py": BODY,
    "src/b.py": "x = 1\n",
    "docs/a.md": BODY,
    ".gitignore": "/src/old/\n",
    "src/.gitignore": "# none\n",
}
CONTRACTS = {
    "a.yaml": contract("no-print", file_glob="src/**"),
    "b.yaml": contract("no-eval", file_glob="src/**", pattern=r"eval\("),
    "c.yaml": no_file("secret/*"),
}
SILENT = {
    "a file within the glob": "mkdir src/sub; git mv src/a.py src/sub/a.py",
    "a file that was in none": "git mv docs/a.md notes.md",
    "a deleted file": "git rm -q src/a.py",
    "a line that was there": "mkdir src/old; echo 1 > src/old/a.py; echo >> .gitignore",
    "a line that ignores no file": "echo build/ >> .gitignore",
    "files that no contract selects": "mkdir out; echo 1 > out/a.py; echo out/ >> .gitignore",
    "files that may not be there": "mkdir secret; echo > secret/a; echo secret >> .gitignore",
}
MOVED = "core/a.py: no longer checked by 2 contracts (no-eval, no-print): it was src/a.py"
IGNORED = "ignored by git since this session, so no scan checks them: "
GEN = "mkdir src/gen; echo 'print(1)' > src/gen/c.py"
TOLD = {
    "moved": ("mkdir core; git mv src/a.py core/a.py", MOVED),
    "moved, and changed": (
        "mkdir core; git mv src/a.py core/a.py; echo 'print(1)' >> core/a.py",
        MOVED,
    ),
    "renamed": (
        "mv src/a.py a.txt",
        "a.txt: no longer checked by 2 contracts (no-eval, no-print): it was src/a.py",
    ),
    "moved and committed": (
        "mkdir core; git mv src/a.py core/a.py; git commit -qm move",
        MOVED,
    ),
    "ignored": (f"{GEN}; echo src/gen/ >> .gitignore", f"{IGNORED}src/gen/c.py"),
    "ignored by a file further down": (
        f"{GEN}; echo '*.py' >> src/.gitignore",
        f"{IGNORED}src/gen/c.py",
    ),
    "ignored by git's own file": (
        f"{GEN}; mkdir -p .git/info; echo gen >> .git/info/exclude",
        f"{IGNORED}src/gen/c.py",
    ),
}


def send(run: Run, root: Path, name: str, **keys: object) -> Mapping[str, str]:
    payload = {"session_id": "s", "cwd": str(root), "hook_event_name": name, **keys}
    outcome = run("hook", stdin=json.dumps(payload).encode(), cwd=root)
    answer: Mapping[str, str] = json.loads(outcome.out)
    return answer


def run_in_shell(git: Git, root: Path, command: str) -> None:
    """Run *command* as an alias of git, so that it commits with an identity."""
    git(root, "-c", f"alias.sh=!{command}", "sh")


@pytest.fixture
def root(project: MakeProject, run: Run) -> Path:
    project_root = project(START, contracts=CONTRACTS, commit=True)
    tool = {"tool_name": "Bash", "tool_input": {"command": "true"}}
    send(run, project_root, "PostToolUse", **tool)
    return project_root


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("command", SILENT.values(), ids=SILENT)
def test_a_file_that_stays_checked_is_no_word(root: Path, run: Run, git: Git, command: str) -> None:
    run_in_shell(git, root, command)
    assert send(run, root, "Stop") == {}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(("command", "said"), TOLD.values(), ids=TOLD)
def test_files_that_no_contract_checks_any_more_are_told_once(
    root: Path, run: Run, git: Git, command: str, said: str
) -> None:
    run_in_shell(git, root, command)
    assert send(run, root, "Stop") == {"systemMessage": f"phaser-lint: {said}"}
    assert send(run, root, "Stop") == {}
