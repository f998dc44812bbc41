"""Every command without what Windows' Python lacks: the same answer as with it."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.commands.made import contract
from tests.conftest import Outcome
from tests.windows import without

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Git, MakeProject, Run

PACKAGE = Path(__file__).parents[2] / "phaser_lint"
COMMANDS = (
    ("scan",),
    ("scan", "--no-cache", "src"),
    ("scan", "--staged"),
    ("scan", "--since", "HEAD"),
    ("scan", "--format", "json"),
    ("scan", "--fix"),
    ("scan", "--diff"),
    ("scan", "--shard", "1/1"),
    ("scan", "--contracts-from", "HEAD"),
    ("baseline",),
    ("test",),
    ("pre-commit", "--", "src/a.py", "src/new.py"),
    ("enforce", "--all"),
    ("contracts", "check"),
    ("explain", "no-print"),
    ("agents",),
    ("install", "--protect"),
    ("doctor",),
    ("uninstall",),
)
EVENTS = {
    "PreToolUse": ("Write", "print(2)\n"),
    "PostToolUse": ("Write", "print(2)\n"),
    "a clean edit": ("Write", "log(2)\n"),
    "a command": ("Bash", ""),
    "Stop": ("", ""),
}


@pytest.fixture(scope="session")
def windows(
    environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """The environment, with a stand-in for the program that ends a tree of processes there."""
    folder = tmp_path_factory.mktemp("programs")
    program = folder / "taskkill"
    program.write_text('#!/bin/sh\nexec kill -9 -- "-$4"\n')
    program.chmod(0o755)
    return {**environment, "PATH": f"{environment['PATH']}{os.pathsep}{folder}"}


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    """A project with violations, for all that is tried."""
    return project_with_violations(project, git)


def project_with_violations(project: MakeProject, git: Git) -> Path:
    """A project with an old violation, a new one that is staged, and one that is not."""
    made = project(
        {"src/a.py": "print(1)\n"},
        contracts={"no-print.yaml": contract("no-print", file_glob="*.py", fix="log(")},
        commit=True,
    )
    (made / "src" / "new.py").write_text("print(1)\n")
    git(made, "add", "-A")
    (made / "src" / "other.py").write_text("print(1)\n")
    return made


@pytest.fixture
def answer(run: Run, windows: dict[str, str]) -> Callable[..., Outcome]:
    """What phaser-lint says: called here, or in a process where *without_them* they are missing."""

    def answered(
        root: Path, *arguments: str, stdin: bytes = b"", without_them: bool = False
    ) -> Outcome:
        env = {**windows, "XDG_CACHE_HOME": str(root.parent / f"cache-{without_them}")}
        if not without_them:
            return run(*arguments, stdin=stdin, cwd=root, env=env)
        done = subprocess.run(
            (sys.executable, without.__file__, *arguments),
            input=stdin,
            cwd=root,
            env=env,
            capture_output=True,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return answered


def timeless(said: Outcome) -> Outcome:
    """An answer without what the start of a Python took."""
    return said._replace(out=re.sub(r"bare Python \d+ ms", "bare Python", said.out))


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_commands(root: Path, answer: Callable[..., Outcome], arguments: tuple[str, ...]) -> None:
    """No bug is reported, and nothing else is said; what is written is the same."""
    before = root.parent / "before"
    shutil.copytree(root, before, symlinks=True)
    written = []
    for without_them in (False, True):
        shutil.rmtree(root)
        shutil.copytree(before, root, symlinks=True)
        said = timeless(answer(root, *arguments, without_them=without_them))
        files = {
            path: path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and ".git" not in path.parts
        }
        written.append((said, files))
    assert written[0] == written[1]
    assert written[1][0].code < 3


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("flags", [(), ("--protect",)], ids=["plain", "protect"])
def test_events(
    root: Path, answer: Callable[..., Outcome], name: str, flags: tuple[str, ...]
) -> None:
    """The hook denies, lets pass, and looks at what a command left."""
    tool, text = EVENTS[name]
    event = {
        "hook_event_name": name if tool != "Bash" and " " not in name else "PreToolUse",
        "session_id": "s",
        "cwd": str(root),
        "tool_name": tool,
        "tool_input": {"file_path": str(root / "src" / "b.py"), "content": text, "command": "true"},
    }
    stdin = json.dumps(event).encode()
    said = answer(root, "hook", *flags, stdin=stdin)
    assert answer(root, "hook", *flags, stdin=stdin, without_them=True) == said
    assert said.code == 0


# Where a call stands that Windows lacks, behind a question whether it is there.
GUARDED = {
    ("agents/hook_process.py", "SIGKILL"): "processes of a session are looked up on Linux alone",
    ("fixes/written_file.py", "chown"): "there are no owners to keep: both are 0",
    ("git/process_output.py", "posix_spawnp"): "hasattr",
    ("git/process_output.py", "poll"): "hasattr",
    ("install/settings_file.py", "chown"): "hasattr",
    ("processes.py", "killpg"): "hasattr",
    ("system.py", "geteuid"): "hasattr",
    ("workers.py", "fork"): "on Linux alone",
    ("workers.py", "sched_getaffinity"): "hasattr",
    ("workers.py", "SIGKILL"): "on Linux alone",
    ("workers.py", "WNOHANG"): "on Linux alone",
    ("workers.py", "poll"): "on Linux alone",
}
LACKING = {*without.FUNCTIONS, *without.FLAGS, *without.SIGNALS, "poll", "epoll"}


def named(source: str) -> set[str]:
    """What of the tables *source* takes from ``os``, ``signal`` or ``select``."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in ("os", "signal", "select"):
                found.add(node.attr)
        elif isinstance(node, ast.ImportFrom) and node.module in ("os", "signal", "select"):
            found.update(alias.name for alias in node.names)
    return found & LACKING


def test_no_call_comes_back() -> None:
    """Also where no command of this test goes by."""
    found = {
        (str(path.relative_to(PACKAGE)), name)
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in named(path.read_text(encoding="utf-8"))
    }
    assert found == set(GUARDED)


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        (("scan",), "os.open(path, os.O_NOFOLLOW)"),
        (("scan",), "os.geteuid()"),
        (("hook",), "os.O_NONBLOCK"),
    ],
)
def test_the_set_would_notice(call: str, arguments: tuple[str, ...]) -> None:
    """A call that is not there ends as it does on Windows."""
    lines = (
        "from tests.windows import without",
        "without.take_away()",
        "names = {'__name__': 'phaser_lint.made'}",
        f"exec('import os; path = \".\"; {call}', names)",
    )
    done = subprocess.run(
        (sys.executable, "-c", "\n".join(lines)),
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "AttributeError: module 'os' has no attribute" in done.stderr) == (
        1,
        True,
    )
