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

from tests.command.made import contract
from tests.conftest import Outcome
from tests.package_code import nodes_of
from tests.tables import first_of_each
from tests.windows import without

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    """A project with an existing violation, a new one that is staged, and one that is not."""
    root = project(
        {"src/a.py": "print(1)\n"},
        contracts={"no-print.yaml": contract("no-print", file_glob="*.py", fix="log(")},
        commit=True,
    )
    (root / "src" / "new.py").write_text("print(1)\n")
    git(root, "add", "-A")
    (root / "src" / "other.py").write_text("print(1)\n")
    return root


@pytest.fixture
def answer(run: Run, windows: dict[str, str]) -> Callable[..., Outcome]:
    """What phaser-lint says: called here, or in a process where *without_them* they are missing."""

    def answered(
        root: Path,
        *arguments: str,
        stdin: bytes = b"",
        without_them: bool = False,
        **variables: str,
    ) -> Outcome:
        env = {**windows, **variables, "XDG_CACHE_HOME": str(root.parent / f"cache-{without_them}")}
        if not without_them:
            return run(*arguments, stdin=stdin, cwd=root, env=env)
        process = subprocess.run(
            (sys.executable, without.__file__, *arguments),
            input=stdin,
            cwd=root,
            env=env,
            capture_output=True,
            check=False,
        )
        return Outcome(process.returncode, process.stdout.decode(), process.stderr.decode())

    return answered


def timeless(outcome: Outcome) -> Outcome:
    """An answer without what the start of a Python took."""
    return outcome._replace(out=re.sub(r"bare Python \d+ ms", "bare Python", outcome.out))


@pytest.mark.one_row_in(11)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_commands(root: Path, answer: Callable[..., Outcome], arguments: tuple[str, ...]) -> None:
    """No bug is reported, and nothing else is said; what is written is the same."""
    before = root.parent / "before"
    shutil.copytree(root, before, symlinks=True)
    outcomes_and_files = []
    for without_them in (False, True):
        shutil.rmtree(root)
        shutil.copytree(before, root, symlinks=True)
        outcome = timeless(answer(root, *arguments, without_them=without_them))
        files = {
            path: path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and ".git" not in path.parts
        }
        outcomes_and_files.append((outcome, files))
    assert outcomes_and_files[0] == outcomes_and_files[1]
    assert outcomes_and_files[1][0].code < 3


@pytest.mark.one_row_in(7)
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
    outcome = answer(root, "hook", *flags, stdin=stdin)
    assert answer(root, "hook", *flags, stdin=stdin, without_them=True) == outcome
    assert outcome.code == 0


# Where a name stands that Windows lacks, and what is asked before.
GUARDED = {
    ("agent/hook_process.py", "kill"): "processes of a session are looked up on Linux alone",
    ("agent/hook_process.py", "sysconf"): "when a process began is asked on Linux only",
    ("hook/doctor/copied_files.py", "fcntl"): "without it nothing is locked, nor removed",
    ("hook/memory/denials.py", "fcntl"): "without it a line may be lost, once a megabyte",
    ("core/cache_file.py", "kill"): "where there are owners",
    ("project/git/process_output.py", "WNOHANG"): "of what posix_spawnp started",
    ("core/worker_processes.py", "kill"): "on Linux alone",
    ("agent/hook_process.py", "SIGKILL"): "processes of a session are looked up on Linux alone",
    ("check/fixes/write_fixed_file.py", "chown"): "there are no owners to keep: both are 0",
    ("project/git/process_output.py", "POSIX_SPAWN_DUP2"): "of posix_spawnp",
    ("project/git/process_output.py", "poll"): "of what posix_spawnp started",
    ("project/git/process_output.py", "set_blocking"): "of what posix_spawnp started",
    ("project/git/process_output.py", "posix_spawnp"): "hasattr",
    ("agent/install/settings_file.py", "chown"): "hasattr",
    ("core/process_groups.py", "killpg"): "hasattr",
    ("project/git/process_output.py", "killpg"): "of what posix_spawnp started",
    ("core/__init__.py", "geteuid"): "hasattr",
    ("core/worker_processes.py", "SIGKILL"): "on Linux alone",
    ("core/worker_processes.py", "WNOHANG"): "on Linux alone",
    ("core/worker_processes.py", "fork"): "on Linux alone",
    ("core/worker_processes.py", "poll"): "on Linux alone",
    ("core/worker_processes.py", "sched_getaffinity"): "on Linux alone",
}
ASKED = ("os", "signal", "select")


def is_name(node: ast.expr, names: Sequence[str]) -> bool:
    """Tell whether *node* is one of *names*, and no part of anything."""
    return isinstance(node, ast.Name) and node.id in names


def named(source: str) -> set[str]:
    """What *source* takes of all that Windows lacks, and needs to be there."""
    names_taken = set()
    for node in nodes_of(source):
        if isinstance(node, ast.Attribute) and is_name(node.value, ASKED):
            names_taken.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            names_taken.update(alias.name for alias in node.names if node.module in ASKED)
            names_taken.add(str(node.module))
        elif isinstance(node, ast.Import):
            names_taken.update(alias.name for alias in node.names)
        elif isinstance(node, ast.Call) and is_name(node.func, ["getattr"]):
            required = len(node.args) == 2 and isinstance(node.args[1], ast.Constant)
            names_taken.update([str(node.args[1].value)] if required else [])
    return names_taken & without.ALL


@pytest.mark.parametrize(
    "source", ["import os\nos.%s", "from os import %s as x", "import os\ngetattr(os, '%s')"]
)
def test_each_form_of_a_name_is_noticed(source: str) -> None:
    """Each name, in any form; with a default it may be missing."""
    names = without.NAMES["os"]
    assert {name for name in names if named(source % name) == {name}} == names
    assert named("import os\ngetattr(os, 'geteuid', None)\nhasattr(os, 'geteuid')") == set()
    assert {name for name in without.MODULES if named(f"import {name}")} == without.MODULES


def test_no_call_comes_back() -> None:
    """Also where no command of this test goes by."""
    calls = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in named(path.read_text(encoding="utf-8"))
    }
    assert calls == set(GUARDED)


PLANTED = """
from tests.windows import without
without.take_away()
names = {"__name__": "phaser_lint.made"}
for module, lacking in [*without.NAMES.items(), *((name, [""]) for name in without.MODULES)]:
    for name in lacking:
        try:
            exec(f"import {module}; {module}.{name}" if name else f"import {module}", names)
        except (AttributeError, ImportError):
            continue
        print(module, name)
for call in ("os.kill(1, 0)", "os.stat('/', dir_fd=0)", "os.listdir(0)", "os.open('/', 0)"):
    try:
        exec(f"import os; {call}", names)
    except (AssertionError, NotImplementedError, TypeError, PermissionError):
        continue
    print(call)
"""


def test_no_module_needs_a_name_that_windows_lacks() -> None:
    """Of all names none is there for a module of phaser-lint, nor any call by a descriptor."""
    process = subprocess.run(
        (sys.executable, "-c", PLANTED), cwd=PACKAGE.parent, capture_output=True, text=True
    )
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")


SPAWN = "posix_spawnp,POSIX_SPAWN_DUP2"
ASK = (
    "from phaser_lint.project.git.process_output import run_git_to_end; from "
    "phaser_lint.project.git import "
    "GitCommand; from phaser_lint.project import GitLimits; "
    "run_git_to_end(GitCommand('x', ('/usr/bin/git',), {'PATH': '/usr/bin'}, GitLimits()))"
)
# A scan of a few files asks for no process beside its own.
COUNT_PROCESSES = (
    "from phaser_lint.core.worker_processes import choose_process_count; "
    "choose_process_count(100_000)"
)
SHARE_WORK = (
    "from phaser_lint.core.worker_processes import map_in_processes; "
    "list(map_in_processes(list, ['a', 'b'], count=2))"
)
SETTINGS = """{"hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [
    {"type": "command", "command": "phaser-lint-hook"}, {"type": "command", "command": "true"}
]}]}}"""
LEFT_BEHIND = ".settings.json.1-01234567.tmp"
# What is taken away, the module and its fix, what stood there before, and what fails without it.
UNDONE = [
    ("O_CLOEXEC", "core/__init__.py", 'getattr(os, "O_CLOEXEC", 0)', "os.O_CLOEXEC", "scan"),
    ("O_NOFOLLOW", "core/__init__.py", 'getattr(os, "O_NOFOLLOW", 0)', "os.O_NOFOLLOW", "scan"),
    ("O_NONBLOCK", "core/__init__.py", 'getattr(os, "O_NONBLOCK", 0)', "os.O_NONBLOCK", "scan"),
    ("geteuid", "core/__init__.py", '= hasattr(os, "geteuid")', "= True", "scan"),
    (SPAWN, "project/git/process_output.py", 'hasattr(os, "posix_spawnp")', "True", ASK),
    ("poll", "project/git/process_output.py", "", "", ASK),
    # Where git is started by posix_spawnp, it is ended by killpg as well.
    (f"{SPAWN},killpg", "core/process_groups.py", 'not hasattr(os, "killpg")', "False", "doctor"),
    ("chown", "agent/install/settings_file.py", 'if hasattr(os, "chown")', "if True", "uninstall"),
    (
        "chown",
        "check/fixes/write_fixed_file.py",
        "st_gid) != (",
        "st_gid) == (",
        "scan --no-cache --fix",
    ),
    ("geteuid,kill", "core/cache_file.py", "if not HAS_OWNERS", "if False", "uninstall"),
    (
        "sched_getaffinity",
        "core/worker_processes.py",
        'not hasattr(os, "sched_getaffinity")',
        "False",
        COUNT_PROCESSES,
    ),
    ("fork", "core/worker_processes.py", "", "", SHARE_WORK),
]


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(
    ("only", "module", "fix", "before", "command"),
    first_of_each(UNDONE, lambda row: row[1].partition("/")[0]),
)
def test_each_fix_for_windows_is_needed(
    root: Path,
    answer: Callable[..., Outcome],
    tmp_path: Path,
    only: str,
    module: str,
    fix: str,
    before: str,
    command: str,
) -> None:
    """With it the answer is that of this system; without it, and this alone taken away, another."""
    copied = tmp_path / "copied" / "phaser_lint"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    changed = copied / module
    text = changed.read_text(encoding="utf-8")
    variables = {"PYTHONPATH": str(copied.parent), "ONLY": only}
    words = ["-c", command] if " import " in command else command.split()
    (root / ".claude" / "settings.json").write_text(SETTINGS)
    (root / ".claude" / LEFT_BEHIND).touch()
    saved = tmp_path / "saved"
    shutil.copytree(root, saved)
    answers = []
    for module_text in (text, text.replace(fix, before, 1) if fix else text):
        changed.write_text(module_text, encoding="utf-8")
        # A fix may be as long as what stood there before: compiled, one is taken for the other.
        shutil.rmtree(changed.parent / "__pycache__", ignore_errors=True)
        shutil.rmtree(root)
        shutil.copytree(saved, root)
        answers.append(answer(root, *words, without_them=True, **variables))
    lacks = re.compile(r"has no attribute|this is a bug of|Permission denied")
    assert lacks.search(str(answers[1])), answers
    assert not fix or not lacks.search(str(answers[0])), answers
