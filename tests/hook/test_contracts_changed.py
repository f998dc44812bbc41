"""What a session changes of the contracts, without ``--protect``: the user reads it at Stop.

Nothing denies it, and a commit that weakens a contract and breaks it passes. Where all is as it was
nothing is said.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_groups
from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Git, Run

A, SETTINGS = ".claude/contracts/a.yaml", ".claude/settings.json"
INCLUDED = "shared/rules/b.yaml"
OURS = json.dumps({"hooks": make_hook_groups(WantedHook("project"))})
END = "phaser-lint install --protect denies that to an agent."


class Session:
    """A session of Claude Code with the hook as ``init`` writes it."""

    def __init__(self, run: Run, root: Path, *flags: str) -> None:
        self.run, self.root, self.flags = run, root, flags

    def hook(self, name: str, **fields: Any) -> Any:
        stdin = event("Bash", name=name, cwd=self.root, **fields)
        return json.loads(self.run("hook", *self.flags, stdin=stdin, cwd=self.root).out)

    def shell(self, command: str) -> None:
        began = time.monotonic()
        git = 'git() { command git -c user.name=a -c user.email=a@example.org "$@"; }'
        subprocess.run(["/bin/sh", "-c", f"{git}; {command}"], cwd=self.root, check=True)
        spent = int(1000 * (time.monotonic() - began))
        self.hook("PostToolUse", command=command, duration_ms=spent)


COMMANDS = [
    (f"echo enabled: false >> {A}", f"{A} (protected-contracts)"),
    (f"rm {A}", f"{A} (protected-contracts)"),
    ("rm -rf .claude/con*", f"{A} (protected-contracts)"),
    ("echo enabled: false | tee -a .claude/contracts/*.yaml", f"{A} (protected-contracts)"),
    (f"git rm -q {A} && git commit -qm x", f"{A} (protected-contracts)"),
    ("echo exclude: a.py > .phaser/config.yaml", ".phaser/config.yaml (protected-contracts)"),
    ("echo >> .phaser/baseline.jsonl", ".phaser/baseline.jsonl (protected-baseline)"),
    (f"echo '{{}}' > {SETTINGS}", f"{SETTINGS} (protected-settings)"),
    (f"echo enabled: false >> {INCLUDED}", f"{INCLUDED} (protected-contracts)"),
]


@pytest.fixture(scope="module")
def settled_roots(
    tmp_path_factory: pytest.TempPathFactory, empty_repository: Path, git: Git
) -> Iterator[Path]:
    """A project for each test here, in none of which anything is of the last two seconds."""
    folder = tmp_path_factory.mktemp("settled")
    first = shutil.copytree(empty_repository, folder / "0")
    files = {SETTINGS: OURS, ".phaser/baseline.jsonl": '{"phaser-lint baseline": 2}\n', "a.py": ""}
    configuration = {".phaser/config.yaml": "include: shared/rules\n", INCLUDED: contract("b")}
    write_files(first, {**files, **configuration, A: contract()})
    git(first, "add", "-A")
    git(first, "commit", "-q", "-m", "First")
    roots = [first, *(folder / str(number) for number in range(1, 2 * len(COMMANDS) + 5))]
    for root in roots[1:]:
        shutil.copytree(first, root)
    # A repository of this very second would count as made in the session.
    old = time.time() - 60
    for path in sorted(folder.rglob("*")):
        os.utime(path, (old, old))
    time.sleep(2.2)
    return iter(roots)


@pytest.fixture
def root(settled_roots: Iterator[Path]) -> Path:
    return next(settled_roots)


# Claude Code starts the hook before an edit and after a command, so a command may be the first.
OPENINGS = pytest.mark.parametrize("opening", ["SessionStart", ""])


@OPENINGS
@pytest.mark.parametrize(("command", "changed"), COMMANDS)
def test_what_a_session_weakens_is_told_once(
    root: Path, run: Run, opening: str, command: str, changed: str
) -> None:
    """To the user alone: a model that was asked for contracts is not stopped."""
    session = Session(run, root)
    if opening:
        session.hook(opening)
    session.shell(command)
    stop = session.hook("Stop")
    assert stop == {"systemMessage": f"phaser-lint: changed in this session: {changed}. {END}"}
    assert session.hook("Stop") == {}


@OPENINGS
def test_silent_where_the_session_weakens_nothing(
    root: Path, run: Run, git: Git, opening: str
) -> None:
    """The user's own change before it, another file, settings that keep their hook."""
    write_files(root, {".claude/contracts/c.yaml": contract("c")})
    time.sleep(2.5)
    session = Session(run, root)
    if opening:
        session.hook(opening)
    session.shell("echo x = 1 > a.py")
    write_files(root, {SETTINGS: json.dumps({**json.loads(OURS), "model": "x"})})
    session.shell("touch a.py")
    assert session.hook("Stop") == {}


def test_silent_where_no_event_came_before_stop(root: Path, run: Run) -> None:
    """Nobody knows when such a session began: a change of this second may be the user's."""
    write_files(root, {A: contract("other")})
    assert Session(run, root).hook("Stop") == {}


def test_protection_says_it_in_its_own_words(root: Path, run: Run) -> None:
    """Once, and not twice."""
    session = Session(run, root, "--protect")
    session.shell(f"f={A}; echo enabled: false >> $f")
    assert "changed in this session" not in json.dumps(session.hook("Stop"))
