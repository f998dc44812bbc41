"""What a session changes of the contracts, without ``--protect``: the user reads it at Stop.

Nothing denies it, and a commit that weakens a contract and breaks it passes. Where all is as it was
nothing is said. That a hook is gone is said after the command: no Stop may come any more.
"""

from __future__ import annotations

import json
import os
import shlex
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
LOCAL, GIT_HOOK = ".claude/settings.local.json", ".git/hooks/pre-commit"
END = "phaser-lint install --protect denies that to an agent."


class Session:
    """A session of Claude Code with the hook as ``init`` writes it."""

    def __init__(self, run: Run, root: Path, *flags: str) -> None:
        self.run, self.root, self.flags = run, root, flags

    def hook(self, name: str, **fields: Any) -> Any:
        stdin = event("Bash", name=name, cwd=self.root, **fields)
        return json.loads(self.run("hook", *self.flags, stdin=stdin, cwd=self.root).out)

    def shell(self, command: str) -> Any:
        began = time.monotonic()
        git = 'git() { command git -c user.name=a -c user.email=a@example.org "$@"; }'
        subprocess.run(["/bin/sh", "-c", f"{git}; {command}"], cwd=self.root, check=True)
        spent = int(1000 * (time.monotonic() - began))
        return self.hook("PostToolUse", command=command, duration_ms=spent)


COMMANDS = [
    (f"echo enabled: false >> {A}", f"{A} (contracts)"),
    (f"rm {A}", f"{A} (contracts)"),
    ("rm -rf .claude/con*", f"{A} (contracts)"),
    ("echo enabled: false | tee -a .claude/contracts/*.yaml", f"{A} (contracts)"),
    (f"git rm -q {A} && git commit -qm x", f"{A} (contracts)"),
    ("echo exclude: a.py > .phaser/config.yaml", ".phaser/config.yaml (contracts)"),
    ("echo >> .phaser/baseline.jsonl", ".phaser/baseline.jsonl (baseline)"),
    (f"echo enabled: false >> {INCLUDED}", f"{INCLUDED} (contracts)"),
]
GONE = "phaser-lint's hook is gone or switched off: "
ADVICE = (
    "Do not change it back yourself: tell the user what was changed, and by what. If no command of "
    "yours did it, say that."
)
UNCHECKED = "What it checked may pass unchecked from now on."
SWITCHED_OFF = json.dumps({**json.loads(OURS), "disableAllHooks": True})
LOSSES = [
    (f"python3 -c \"import os; os.remove('{SETTINGS}')\"", f"{SETTINGS} (settings)"),
    ("rm -r .claude/settings*", f"{SETTINGS}, {LOCAL} (settings)"),
    (f"echo '{{}}' > {SETTINGS}", f"{SETTINGS} (settings)"),
    (f"printf %s {shlex.quote(SWITCHED_OFF)} > {SETTINGS}", f"{SETTINGS} (settings)"),
    (f"sed -i.old s/Write/Wrote/ {SETTINGS}", f"{SETTINGS} (settings)"),
    (f"git rm -q {SETTINGS} && git commit -qnm x", f"{SETTINGS} (settings)"),
    (f"rm {LOCAL}", f"{LOCAL} (settings)"),
    (f"""echo '{{"disableAllHooks": true}}' > {LOCAL}""", f"{LOCAL} (settings)"),
    (f"rm {GIT_HOOK}", f"{GIT_HOOK} (git-hooks)"),
    (f"chmod -x {GIT_HOOK}", f"{GIT_HOOK} (git-hooks)"),
    ("git config core.hooksPath /dev/null", ".git/config (git-hooks)"),
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
    roots = [
        first,
        *(folder / str(number) for number in range(1, 2 * len(COMMANDS) + len(LOSSES) + 10)),
    ]
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


@pytest.mark.one_row_in(3)
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


def test_the_configuration_is_named_before_many_contracts(root: Path, run: Run) -> None:
    """Twelve contracts took its place in the list, and it decides of all of them."""
    session = Session(run, root)
    session.hook("SessionStart")
    paths = [f".claude/contracts/n{number:02}.yaml" for number in range(12)]
    write_files(root, {path: contract(path[-8:-5]) for path in paths})
    session.shell("echo exclude: a.py > .phaser/config.yaml")
    named = ", ".join([".phaser/config.yaml", *paths[:9]])
    assert session.hook("Stop") == {
        "systemMessage": f"phaser-lint: changed in this session: {named} and 3 more (contracts). "
        f"{END}"
    }


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


def make_hooked(root: Path) -> None:
    """Write hooks that git does not track."""
    write_files(root, {LOCAL: OURS, ".git/info/exclude": f"{LOCAL}\n"})
    write_files(root, {GIT_HOOK: "#!/bin/sh\nphaser-lint pre-commit\n"})
    (root / GIT_HOOK).chmod(0o755)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(("command", "lost"), LOSSES)
def test_a_hook_that_is_gone_is_told_after_the_command(
    root: Path, run: Run, command: str, lost: str
) -> None:
    """To the model and to the user, once: Stop does not come, or does not repeat it."""
    make_hooked(root)
    session = Session(run, root)
    session.hook("SessionStart")
    assert session.shell("touch a.py") == {}
    assert session.shell(command) == {
        "systemMessage": f"{GONE}{lost}. {UNCHECKED} {END}",
        "hookSpecificOutput": {
            "hookEventName": "PostToolUse",
            "additionalContext": f"{GONE}{lost}. {ADVICE}",
        },
    }
    assert session.shell("touch a.py") == {}
    assert session.hook("Stop") == {}


def test_the_first_command_of_a_session_is_compared_with_the_last_commit(
    root: Path, run: Run
) -> None:
    answer = Session(run, root).shell(f"rm {SETTINGS}")
    assert answer["systemMessage"] == f"{GONE}{SETTINGS} (settings). {UNCHECKED} {END}"


def test_a_hook_that_came_back_and_goes_again_is_told_again(root: Path, run: Run) -> None:
    session = Session(run, root)
    session.hook("SessionStart")
    first = session.shell(f"rm {SETTINGS}")
    assert session.shell(f"git checkout -q {SETTINGS}") == {}
    assert session.shell(f"echo '{{}}' > {SETTINGS}") == first


def test_settings_that_keep_their_hooks_may_change(root: Path, run: Run) -> None:
    """Another key, another hook, git's configuration of a branch."""
    make_hooked(root)
    session = Session(run, root)
    session.hook("SessionStart")
    more = json.dumps({**json.loads(OURS), "model": "x"})
    assert session.shell(f"printf %s {shlex.quote(more)} | tee {LOCAL} > {SETTINGS}") == {}
    assert session.shell(f"git config user.name x; echo true >> {GIT_HOOK}") == {}
    assert session.hook("Stop") == {}


def test_what_goes_without_a_command_is_told_at_stop(root: Path, run: Run) -> None:
    make_hooked(root)
    session = Session(run, root)
    session.hook("SessionStart")
    (root / LOCAL).unlink()
    stop = session.hook("Stop")
    assert stop == {"systemMessage": f"{GONE}{LOCAL} (settings). {UNCHECKED} {END}"}
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
