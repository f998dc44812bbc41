"""A FIFO, a device or a link to everything in the place of each file and folder known by name.

A clone is enough for that. Whatever stands there: no command and no event hangs, none writes
outside of its cache, none fails with a bug, and none that checked less ends as if all were well.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
from typing import TYPE_CHECKING, NamedTuple

import pytest

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.author.importers.known_tools import TOOLS
from phaser_lint.command.cli import COMMANDS
from phaser_lint.hook.protection.protected_places import PLACES
from tests.command.made import contract, event
from tests.conftest import write_files
from tests.hostile_git import timed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import FrameType

    from tests.conftest import MakeProject, Run

# Against for ever, on a busy machine.
SECONDS = 60


class Hung(BaseException):
    """Nothing that is to catch what goes wrong catches this."""


def fifo(path: Path) -> None:
    os.mkfifo(path)


def link_to(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


KINDS = {
    "a FIFO": fifo,
    "without end": link_to("/dev/zero"),
    "the root": link_to("/"),
    "the folder above": link_to(".."),
    "itself": lambda path: path.symlink_to(path.name),
}
ENDLESS = ("a FIFO", "without end")
# The contract that stays where only others are odd.
SOUND = ".claude/contracts/a.yaml"
PARENTS = (".claude", ".phaser", ".claude/contracts", ".phaser/contracts", SOUND, "docs")
OTHERS = (
    ".claude/contracts/z.yaml", ".claude/contracts/sub", "inner/.claude/contracts", "b.py",
    "new.py", "docs/page.md", "AGENTS.md", "CLAUDE.md", ".claude/rules", "README.md", ".venv",
    "package.json", "lefthook.yml", ".husky", "node_modules", "included", ".github/workflows",
    "action.yml", ".git/hooks", ".git/worktrees/w/gitdir", ".git/MERGE_HEAD",
)  # fmt: skip
# Git itself opens these to tell what changed, and waits for what a FIFO says.
AWAITED = (
    ".gitignore", ".gitattributes", ".git/HEAD", ".git/index", ".git/config", ".git/info/exclude",
    ".git/packed-refs", ".git/objects/info/alternates",
)  # fmt: skip
OF_GIT = (*AWAITED, ".git/logs/HEAD")


def places() -> list[str]:
    """Every place that a table of the program names, and what else it looks for."""
    of_agents = [
        path
        for agent in AGENT_SETTINGS
        for path in agent.files
        if path[0] not in "~/$" and "*" not in path
    ]
    all_places = [
        *(os.path.join(folder, name) for folder, inner in PLACES for name in inner),
        *of_agents,
        *(name for tool in TOOLS for name in tool.files if "*" not in name),
        *PARENTS,
        *OTHERS,
        *OF_GIT,
    ]
    return list(dict.fromkeys(all_places))


class Call(NamedTuple):
    """A command, and whether it checks by the contracts."""

    arguments: tuple[str, ...]
    checks: bool = False
    event: str = ""


CALLS = {
    "scan": Call(("scan",), checks=True),
    "since": Call(("scan", "--since", "HEAD", "--no-cache"), checks=True),
    "list": Call(("list",)),
    "history": Call(("history",)),
    "merge": Call(("merge", ".phaser/config.yaml", "b.py")),
    "baseline": Call(("baseline", "--file", "old.jsonl")),
    "pre-commit": Call(("pre-commit", "--", "a.py"), checks=True),
    "test": Call(("test",)),
    "schema": Call(("schema",)),
    "import": Call(("import", ".")),
    "import a file": Call(("import", ".pre-commit-config.yaml")),
    "try": Call(("try", "print")),
    "new": Call(("new", "file_exists", "x", "--dry-run")),
    "why": Call(("why", "no-print", "a.py")),
    "install": Call(("install", "--dry-run")),
    "uninstall": Call(("uninstall", "--dry-run")),
    "init": Call(("init",)),
    "doctor": Call(("doctor",)),
    "replay": Call(("replay", "events.jsonl")),
    "explain": Call(("explain", "no-print")),
    "export": Call(("export", "--claude-rules", "--agents-md", "--check")),
    "augment": Call(("augment", "--agent", "claude-code"), event="Prompt"),
    "agents": Call(("agents",)),
    "enforce": Call(("enforce", "--all")),
    "contracts": Call(("contracts", "check")),
    "action": Call(("action",), checks=True),
    "lsp": Call(("lsp",)),
    "completion": Call(("completion", "bash")),
    **{
        f"hook, {name}{more}": Call(("hook", *more.split()), event=name)
        for name in ("SessionStart", "PreToolUse", "PostToolUse", "Bash", "Stop")
        for more in ("", " --protect")
    },
}


# They have no flag for git's time: with an endless place of git a call of theirs takes a minute.
UNTIMED = ("enforce", "action")


def test_every_command_is_called() -> None:
    """What is added to the program is added here."""
    called = {row.arguments[0] for row in CALLS.values()}
    assert called == {name for name, *_ in COMMANDS}


def calls_at(place: str, kind: str) -> dict[str, Call]:
    """The calls to make with that in that place; git gets a second where it may wait for ever."""
    if place not in OF_GIT or kind not in ENDLESS:
        return CALLS
    return {
        name: row._replace(arguments=timed(row.arguments, 1))
        for name, row in CALLS.items()
        if row.arguments[0] not in UNTIMED
    }


def stdin_of(row: Call, root: Path) -> bytes:
    """The event of a call, if it has one."""
    events_by_name = {
        "": lambda: b"",
        "Prompt": lambda: event("", name="UserPromptSubmit", cwd=root, prompt="[[no-print]]"),
        "Bash": lambda: event("Bash", name="PostToolUse", cwd=root, command="touch b.py"),
    }
    if row.event in events_by_name:
        return events_by_name[row.event]()
    name = row.event
    return event("Write", name=name, cwd=root, file_path=str(root / "a.py"), content="print(1)\n")


@pytest.fixture
def root(project: MakeProject, tmp_path: Path) -> Path:
    """A project with a contract, a configuration and a folder that it includes."""
    files = {
        "a.py": "print(1)\n",
        "b.py": "x = 1\n",
        "docs/page.md": "[[no-print]]\n",
        ".phaser/config.yaml": "include: [included]\n",
        "included/c.yaml": contract("c"),
    }
    project_root = project(files, contracts={"a.yaml": contract()}, commit=True)
    write_files(tmp_path, {"outside/keep": "x", "home/keep": "x"})
    recorded = {
        "event": json.loads(event("Write", cwd=project_root, file_path="b.py", content="x"))
    }
    write_files(project_root, {"events.jsonl": json.dumps(recorded) + "\n"})
    return project_root


def put(root: Path, place: str, kind: str) -> None:
    """Put something odd in the place of what is there."""
    path = root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    KINDS[kind](path)


def listed(*folders: Path) -> dict[str, object]:
    """What is below, with its size and time; no link is followed."""
    states_by_path: dict[str, object] = {}
    for folder in folders:
        for folder_path, inner, names in os.walk(folder):
            for name in [*inner, *names]:
                status = os.lstat(os.path.join(folder_path, name))
                file_state = () if name in inner else (status.st_size, status.st_mtime_ns)
                states_by_path[os.path.join(folder_path, name)] = file_state
    return states_by_path


@pytest.fixture
def ended() -> Iterator[None]:
    """Ends a call that would not come to an end."""

    def over(number: int, frame: FrameType | None) -> None:
        raise Hung

    previous = signal.signal(signal.SIGALRM, over)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)


def codes(root: Path, run: Run, called: dict[str, Call]) -> dict[str, int]:
    """The exit codes of all calls, of which none hangs, fails or writes outside."""
    around = root.parent
    env = {
        "HOME": str(around / "home"),
        "XDG_RUNTIME_DIR": str(around / "home/run"),
        "GITHUB_WORKSPACE": str(root),
        "PHASER_SINCE": "HEAD",
    }
    exit_codes = {}
    for name, row in called.items():
        before = listed(root, around / "outside")
        signal.alarm(SECONDS)
        outcome = run(*row.arguments, stdin=stdin_of(row, root), cwd=root, env=env)
        signal.alarm(0)
        assert "Traceback" not in outcome.out + outcome.err, (name, outcome)
        assert "a bug in phaser-lint" not in outcome.out + outcome.err, (name, outcome)
        assert outcome.code in (0, 1, 2) or row.arguments[0] == "enforce", (name, outcome)
        (root / "old.jsonl").unlink(missing_ok=True)
        new = {path for path, file_state in listed(root, around / "outside").items()
               if before.get(path) != file_state and "/.git" not in path}  # fmt: skip
        assert not new, name
        exit_codes[name] = outcome.code
    return exit_codes


NOT_OF_GIT = [place for place in places() if place not in OF_GIT]
TOGETHER = [place for place in NOT_OF_GIT if place not in (*PARENTS, ".phaser/config.yaml")]


@pytest.mark.slow
@pytest.mark.one_row_in(5)
@pytest.mark.usefixtures("ended")
@pytest.mark.parametrize("kind", KINDS)
def test_all_places_at_once(root: Path, run: Run, kind: str) -> None:
    """Beside one sound contract, which still counts."""
    for place in sorted(TOGETHER, key=len):
        parents = [parent for parent in TOGETHER if place.startswith(f"{parent}/")]
        if not parents:
            put(root, place, kind)
    exit_codes = codes(root, run, CALLS)
    assert {name: exit_codes[name] for name, row in CALLS.items() if row.checks} == {
        name: 2 for name, row in CALLS.items() if row.checks
    }


# Nothing is lost where a folder of contracts is a link to one that holds none.
FOLDERS = (".claude/contracts", ".phaser/contracts")
UNTRACKED = ".claude/contracts/z.yaml"
COUNTING = (*FOLDERS, SOUND, UNTRACKED, ".phaser/config.yaml",
            ".phaser/baseline.jsonl", "included")  # fmt: skip
EVERY = [(place, kind) for place in places() for kind in KINDS]
SAMPLE = [(SOUND, "a FIFO"), (".phaser/config.yaml", "without end"), (".claude", "the root"),
          (".git/HEAD", "itself"), (".phaser/contracts", "the folder above")]  # fmt: skip


@pytest.mark.one_row_in(5)
@pytest.mark.usefixtures("ended")
@pytest.mark.parametrize(
    ("place", "kind"),
    [pytest.param(*row, marks=() if row in SAMPLE else pytest.mark.slow) for row in EVERY],
)
def test_what_is_no_file_any_more_makes_a_run_incomplete(
    root: Path, run: Run, place: str, kind: str
) -> None:
    """What contracts, configuration or baseline are no more is an incomplete run."""
    put(root, place, kind)
    called = calls_at(place, kind)
    exit_codes = codes(root, run, called)
    is_folder = place in FOLDERS and kind in ("the root", "the folder above")
    if place in COUNTING and not is_folder:
        codes_of_checks = {name: exit_codes[name] for name, row in called.items() if row.checks}
        # A draft that no commit has is a notice there; of a FIFO git does not speak.
        if place == UNTRACKED and kind != "a FIFO":
            assert codes_of_checks.pop("pre-commit") == 1
        assert codes_of_checks == dict.fromkeys(codes_of_checks, 2)
    # What git cannot read is said; without its index nothing is known of what is tracked.
    elif place in (".git/HEAD", ".git/config") or (place in AWAITED and kind == "a FIFO"):
        assert exit_codes["since"] == 2
