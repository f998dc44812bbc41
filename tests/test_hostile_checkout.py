"""Nothing that a checkout names is run, by any front-end; what it holds is checked all the same.

The checkout names a program wherever git lets it (``hostile_repository``); each leaves a file.
"""

from __future__ import annotations

import ast
import json
import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.agent.events import SHAPES, WRITES
from tests.command.made import event
from tests.hostile_repository import Hostile, bare_settings, hostile_repository
from tests.package_code import nodes_of
from tests.tables import one_in
from tests.test_layers import MODULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.conftest import Git, Run
    from tests.github_server import Server


@pytest.fixture
def hostile(tmp_path: Path, git: Git, submodule_template: Path) -> Hostile:
    """The repository, in which git has run nothing yet."""
    hostile_checkout = hostile_repository(
        submodule_template, tmp_path.resolve() / "checkout", git, tmp_path / "marks"
    )
    assert hostile_checkout.ran() == []
    return hostile_checkout


class Call(NamedTuple):
    """Arguments of the program, where it starts, and what comes of it."""

    arguments: tuple[str, ...]
    code: int = 1
    found: tuple[str, ...] = ("a.py", "sub/b.py")
    below: str = ""
    env: Mapping[str, str] = MappingProxyType({})


BELOW = ("b.py",)
CALLS = {
    "scan": Call(("scan",)),
    "scan, nothing kept": Call(("scan", "--no-cache")),
    "scan of a file": Call(("scan", "a.py"), found=("a.py",)),
    "scan of the bare folder": Call(("scan", "sub"), found=("sub/b.py",)),
    "scan in the bare folder": Call(("scan",), found=BELOW, below="sub"),
    "scan with the bare folder as root": Call(("scan", "--root", "sub"), found=BELOW),
    "since": Call(("scan", "--since", "HEAD~1")),
    "since, in the bare folder": Call(("scan", "--since", "HEAD~1"), found=BELOW, below="sub"),
    "contracts of a revision": Call(("scan", "--contracts-from", "HEAD~1")),
    "contracts of a revision, below": Call(
        ("scan", "--contracts-from", "HEAD~1"), found=BELOW, below="sub"
    ),
    "contracts of a revision, pre-commit": Call(
        ("pre-commit", "--contracts-from", "HEAD", "--", "a.py", "sub/b.py")
    ),
    "staged": Call(("scan", "--staged"), code=0, found=()),
    "staged, in the bare folder": Call(("scan", "--staged"), code=0, found=(), below="sub"),
    "tree": Call(("scan", "--tree"), code=0, found=()),
    "tree, of files": Call(("scan", "--tree", "a.py"), found=("a.py",)),
    "baseline": Call(("baseline",), code=0, found=()),
    "shard": Call(("scan", "--shard", "1/1")),
    "pre-commit": Call(("pre-commit", "--", "a.py", "sub/b.py")),
    "pre-commit, tree": Call(("pre-commit", "--tree", "--"), code=0, found=()),
    "pre-commit, tree, below": Call(("pre-commit", "--tree", "--root", "sub", "--"), 0, ()),
    "list": Call(("list",), code=0, found=("no-print",)),
    "history": Call(("history",), code=0, found=("2 commits checked",)),
    "history, below": Call(("history",), code=0, found=("2 commits checked",), below="sub"),
    "doctor": Call(("doctor",), found=()),
    "doctor, below": Call(("doctor",), found=(), below="sub"),
    "explain": Call(("explain", "no-print"), code=0, found=("docs/page.md",)),
    "explain, below": Call(("explain", "no-print"), code=0, found=(), below="sub"),
    "enforce": Call(("enforce", "--all"), code=0, found=()),
    "contracts check": Call(("contracts", "check"), code=0, found=("no-print",)),
    "replay": Call(("replay", "events.jsonl"), code=0, found=("Write",)),
    "agents": Call(("agents",), code=0, found=()),
    "action": Call(("action",), env={"PHASER_SINCE": "HEAD~1"}),
    "action, contracts of the base": Call(
        ("action",), env={"PHASER_SINCE": "HEAD~1", "PHASER_CONTRACTS": "base"}
    ),
    "action, below": Call(
        ("action",), found=BELOW, env={"PHASER_SINCE": "HEAD~1", "PHASER_ROOT": "sub"}
    ),
}


@pytest.mark.one_row_in(24)
@pytest.mark.parametrize("row", CALLS.values(), ids=CALLS)
def test_no_command_runs_anything_of_a_checkout(hostile: Hostile, run: Run, row: Call) -> None:
    """The commands of a terminal, of git and of a workflow."""
    index = (hostile.root / ".git" / "index").read_bytes()
    write = event("Write", cwd=hostile.root, file_path=str(hostile.root / "c.py"), content="x")
    run("hook", "--record", "events.jsonl", stdin=write, cwd=hostile.root)
    env = {"GITHUB_WORKSPACE": str(hostile.root), **row.env}
    outcome = run(*row.arguments, cwd=hostile.root / row.below, env=env)
    assert hostile.ran() == []
    assert outcome.code == row.code, outcome
    for path in row.found:
        assert path in outcome.out
    assert (hostile.root / ".git" / "index").read_bytes() == index


KINDS = ("before", "after", "stop")


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("folder", ["sub", pytest.param("", marks=pytest.mark.slow)])
@pytest.mark.parametrize("agent", one_in(3, SHAPES))
def test_nothing_runs_at_an_agents_events(
    hostile: Hostile, run: Run, agent: str, folder: str
) -> None:
    """Before and after an edit, after a command, at Stop; with the working directory anywhere."""
    root = str(hostile.root / folder)
    for kind in KINDS:
        tool = WRITES[agent](f"{root}/new.py", "x = 1\n")
        try:
            agent_event = SHAPES[agent](kind, tool, root)
        except KeyError:  # an agent without that event
            continue
        stdin = json.dumps(agent_event).encode()
        for more_flags in ((), ("--protect",), ("--augment",)):
            name = agent.split(",")[0]
            outcome = run("hook", "--agent", name, *more_flags, stdin=stdin, cwd=hostile.root)
            # Wave is held at Stop by the exit code.
            assert outcome.code == (2 if agent == "wave" and "no-print in" in outcome.err else 0)
    assert hostile.ran() == []


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("folder", "new"),
    [
        ("", "no-print in c.py at line 1"),
        ("sub", "sub/no-print in sub/c.py at line 1"),
    ],
)
def test_what_a_command_wrote_is_checked(hostile: Hostile, run: Run, folder: str, new: str) -> None:
    """In the folder that looks like a bare repository, too: after the command, and at Stop."""
    where = hostile.root / folder
    before = run("hook", stdin=event("Bash", name="PostToolUse", cwd=where, command="x"), cwd=where)
    assert "no-print in a.py at line 1" in before.out
    assert "sub/no-print in sub/b.py at line 1" in before.out
    (where / "c.py").write_text("print(3)\n")
    after = run("hook", stdin=event("Bash", name="PostToolUse", cwd=where, command="x"), cwd=where)
    assert new in after.out
    stop = run("hook", stdin=_stop(where), cwd=where)
    assert new in stop.out
    assert hostile.ran() == []


def _stop(root: Path) -> bytes:
    return json.dumps(SHAPES["claude-code"]("stop", ("", {}), str(root))).encode()


@pytest.mark.parametrize("git_folder", [".git", ".git/hooks"])
@pytest.mark.parametrize("command", ["scan", "baseline", "pre-commit"])
def test_gits_own_folder_is_refused(
    hostile: Hostile, run: Run, command: str, git_folder: str
) -> None:
    """As the working directory, and as the root."""
    folder = hostile.root / git_folder
    problem = "lies in git's own folder, which holds no file of the project"
    outcome = run(command, cwd=folder)
    assert (outcome.code, outcome.err) == (
        2,
        f"phaser-lint: the working directory {folder} {problem}\n",
    )
    outcome = run(command, "--root", git_folder, cwd=hostile.root)
    assert (outcome.code, outcome.err) == (2, f"phaser-lint: --root: {git_folder} {problem}\n")
    assert hostile.ran() == []


def test_a_git_of_the_checkout(hostile: Hostile, run: Run, environment: dict[str, str]) -> None:
    """A PATH with ``node_modules/.bin`` means the one of whatever folder one is in."""
    git_program = hostile.root / "bin" / "git"
    git_program.parent.mkdir()
    git_program.write_text(f"#!/bin/sh\n{hostile.program('git')}\n")
    git_program.chmod(0o755)
    env = {"PATH": f"bin:.:{environment['PATH']}"}
    stdin = event("Bash", name="PostToolUse", cwd=hostile.root, command="x")
    assert run("scan", "--since", "HEAD", cwd=hostile.root, env=env).code == 1
    assert "no-print in a.py" in run("hook", cwd=hostile.root, stdin=stdin, env=env).out
    alone = run("scan", "--since", "HEAD", cwd=hostile.root, env={"PATH": "bin"})
    assert alone.code == 2
    assert alone.err == "phaser-lint: git is not installed, or not on the PATH\n"
    assert hostile.ran() == []


# Without each of its words, the door lets something through.


class Part(NamedTuple):
    """A word or a variable of the door, the call that shows what it is for, and what then runs."""

    removed: str
    call: Call
    runs: str


SINCE = Call(("scan", "--since", "HEAD~1", "--no-cache"))
STATUS = Call(("hook",))
PARTS = {
    "fsmonitor": Part("core.fsmonitor=", CALLS["scan, nothing kept"], "fsmonitor"),
    "clean filters": Part("--config-env=filter.plain.clean=", STATUS, "clean-of-plain"),
    "a name with =": Part("--config-env=filter.a=b.clean=", STATUS, "clean-of-a=b"),
    "included": Part("--config-env=filter.included.clean=", STATUS, "clean-of-included"),
    "process": Part("--config-env=filter.worktree.process=", STATUS, "process-of-worktree"),
    "submodules": Part("--ignore-submodules=all", SINCE, "clean-of-module"),
    "submodules, status": Part("--ignore-submodules=all", STATUS, "clean-of-module"),
}
STRIPPED = """#!/bin/sh
# git without one of the words, or one of the variables, that it was given.
unset $PHASER_TEST_VARIABLE
for word do
  shift
  case $word in
    "$PHASER_TEST_WORD"*) case $word in -*) ;; *) set -- "$@" x.y=z ;; esac ;;
    *) set -- "$@" "$word" ;;
  esac
done
exec {git} "$@"
"""


@pytest.fixture
def stripped(tmp_path: Path, environment: dict[str, str]) -> dict[str, str]:
    """An environment whose git leaves out what ``PHASER_TEST_WORD`` or ``_VARIABLE`` names."""
    folder = tmp_path / "stripped"
    folder.mkdir()
    (folder / "git").write_text(STRIPPED.replace("{git}", str(shutil.which("git"))))
    (folder / "git").chmod(0o755)
    return {
        "PATH": f"{folder}:{environment['PATH']}",
        "PHASER_TEST_WORD": "nothing",
        "PHASER_TEST_VARIABLE": "PHASER_TEST_NOTHING",
    }


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("row", PARTS.values(), ids=PARTS)
def test_each_word_is_needed(
    hostile: Hostile, run: Run, stripped: dict[str, str], row: Part
) -> None:
    """With it nothing runs, without it what it keeps away."""
    stdin = event("Bash", name="PostToolUse", cwd=hostile.root, command="x")
    for word, ran in (("nothing", []), (row.removed, [row.runs])):
        env = {**stripped, "PHASER_TEST_WORD": word}
        run(*row.call.arguments, cwd=hostile.root, stdin=stdin, env=env)
        assert [name for name in hostile.ran() if name == row.runs] == ran


def test_a_top_that_looks_bare(
    hostile: Hostile, run: Run, stripped: dict[str, str], git: Git
) -> None:
    """Where ``.git`` is damaged, git would take the checkout itself for a repository."""
    git_folder = hostile.root / ".git"
    for name in ("objects", "refs"):
        shutil.copytree(git_folder / name, hostile.root / name, dirs_exist_ok=True)
    shutil.copy(git_folder / "index", hostile.root / "index")
    filter_of_top = f'[filter "plain"]\nclean = "{hostile.program("clean-of-top")}"\n'
    (hostile.root / "config").write_text(f"{bare_settings(hostile, 'top')}{filter_of_top}")
    (git_folder / "config").write_text("[core]\nrepositoryformatversion = 0\n")
    (git_folder / "config.worktree").unlink()
    (git_folder / "HEAD").write_text("garbage")
    for word, ran in (("nothing", []), ("safe.bareRepository=explicit", ["clean-of-top"])):
        stdin = event("Bash", name="PostToolUse", cwd=hostile.root, command="x")
        run("hook", cwd=hostile.root, stdin=stdin, env={**stripped, "PHASER_TEST_WORD": word})
        assert hostile.ran() == ran


def test_nothing_is_written(hostile: Hostile, run: Run, stripped: dict[str, str]) -> None:
    """Not even what git learned of the files."""
    index = hostile.root / ".git" / "index"
    stdin = event("Bash", name="PostToolUse", cwd=hostile.root, command="x")
    before = index.read_bytes()
    for variable, is_same in (("PHASER_TEST_NOTHING", True), ("GIT_OPTIONAL_LOCKS", False)):
        env = {**stripped, "PHASER_TEST_VARIABLE": variable}
        run("hook", cwd=hostile.root, stdin=stdin, env=env)
        assert (index.read_bytes() == before) is is_same


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("setting", ["worktree = ../objects", "bare = true"])
def test_the_working_tree_is_where_it_was_found(
    hostile: Hostile, run: Run, stripped: dict[str, str], setting: str
) -> None:
    """Whatever the settings say of it."""
    hostile.set(f"[core]\n{setting}\n")
    (hostile.root / "new.py").write_text("print(3)\n")
    for variable, is_found in (("PHASER_TEST_NOTHING", True), ("GIT_WORK_TREE", False)):
        env = {**stripped, "PHASER_TEST_VARIABLE": variable}
        outcome = run(*SINCE.arguments, cwd=hostile.root, env=env)
        assert ("new.py" in outcome.out) is is_found, outcome
        assert hostile.ran() == []


def test_a_partial_clone_fetches_nothing(
    hostile: Hostile, run: Run, stripped: dict[str, str], git: Git
) -> None:
    """What it lacks is said; git would start what the checkout names as the other side."""
    blob = git(hostile.root, "rev-parse", "HEAD:a.py").strip()
    (hostile.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    hostile.set(
        "[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\n"
        f'[remote "origin"]\nurl = file://{hostile.root}\npromisor = true\n'
        f'uploadpack = "{hostile.program("upload-pack")}"\n'
    )
    # Each of the two suffices; an older git knows the second alone.
    for variables, ran in (
        ("PHASER_TEST_NOTHING", []),
        ("GIT_ALLOW_PROTOCOL", []),
        ("GIT_NO_LAZY_FETCH", []),
        ("GIT_ALLOW_PROTOCOL GIT_NO_LAZY_FETCH", ["upload-pack"]),
    ):
        env = {**stripped, "PHASER_TEST_VARIABLE": variables}
        outcome = run(*SINCE.arguments, cwd=hostile.root, env=env)
        assert (outcome.code, hostile.ran()) == (2, ran)
        if not variables.startswith("GIT"):
            assert outcome.err == (
                f"phaser-lint: git cat-file: a.py: the object {blob} is missing; this clone "
                "is partial, and nothing is fetched here: git fetch --refetch --no-filter brings "
                "all of it\n"
            )


# The Action's own fetch: how to reach the server counts, nothing else does.


class Fetch(NamedTuple):
    """What the door says, and the settings that would run something without it."""

    removed: str
    settings: str
    runs: str
    variable: str = "PHASER_TEST_NOTHING"


FETCHES = {
    "hooks": Fetch("core.hooksPath=/dev/null", "", "hook"),
    "upload-pack": Fetch(
        "--upload-pack=git-upload-pack", '[remote "origin"]\nuploadpack = "{runs}"\n', "other"
    ),
    "alternates": Fetch(
        "core.alternateRefsCommand=true", '[core]\nalternateRefsCommand = "{runs}"\n', "other"
    ),
    "a transport that is a program": Fetch(
        "nothing",
        '[url "ext::sh -c {words}%S "]\ninsteadOf = file://\n[protocol]\nallow = always\n',
        "other",
        "GIT_ALLOW_PROTOCOL",
    ),
    "a transport that asks for one": Fetch(
        "nothing",
        '[url "git://127.0.0.1:1/"]\ninsteadOf = file://\n[core]\ngitProxy = {script}\n',
        "other",
        "GIT_ALLOW_PROTOCOL",
    ),
}


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("row", FETCHES.values(), ids=FETCHES)
def test_the_fetch_runs_nothing_else(
    server: Server, tmp_path: Path, git: Git, run: Run, stripped: dict[str, str], row: Fetch
) -> None:
    """With each word of its own, and without."""
    marks = tmp_path / "marks"
    marks.mkdir()
    script = tmp_path / "program"
    script.write_text(f"#!/bin/sh\ntouch '{marks}/other'\n")
    script.chmod(0o755)
    for number, (word, variable, ran) in enumerate(
        (("nothing", "PHASER_TEST_NOTHING", []), (row.removed, row.variable, [row.runs]))
    ):
        root = server.checkout(tmp_path / f"workspace-{number}", depth=1)
        hook = root / ".git" / "hooks" / "reference-transaction"
        hook.write_text(f"#!/bin/sh\ntouch '{marks}/hook'\n")
        hook.chmod(0o755)
        (root / ".git/objects/info/alternates").write_text(f"{server.repository}/.git/objects\n")
        program = f"touch {marks}/other; git-upload-pack" if row.runs == "other" else ""
        words = f"touch% {marks}/other;"
        with (root / ".git" / "config").open("a") as file:
            file.write(row.settings.format(runs=program, words=words, script=script))
        env = {**stripped, "PHASER_TEST_WORD": word, "PHASER_TEST_VARIABLE": variable}
        env |= {"GITHUB_WORKSPACE": str(root), "PHASER_SINCE": "main"}
        outcome = run("action", cwd=root, env=env)
        assert [path.name for path in marks.iterdir() if path.name == row.runs] == ran, outcome


class Refusing(BaseHTTPRequestHandler):
    """A server that asks for a password."""

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="x"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *said: object) -> None:
        """Say nothing."""


@pytest.fixture
def refusing() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_how_to_log_in_counts(
    server: Server, tmp_path: Path, run: Run, stripped: dict[str, str], refusing: str
) -> None:
    """A helper that the checkout step wrote down is asked, and ``core.askPass`` is not."""
    marks = tmp_path / "marks"
    marks.mkdir()
    root = server.checkout(tmp_path / "workspace", depth=1)
    with (root / ".git" / "config").open("a") as file:
        file.write(
            f'[url "{refusing}"]\ninsteadOf = file://\n'
            f'[credential]\nhelper = "!touch {marks}/helper; true"\n'
            f'[core]\naskPass = "{marks.parent}/askpass"\n'
        )
    (tmp_path / "askpass").write_text(f"#!/bin/sh\ntouch '{marks}/askpass'\n")
    (tmp_path / "askpass").chmod(0o755)
    for variable, ran in (
        ("PHASER_TEST_NOTHING", ["helper"]),
        ("GIT_ASKPASS", ["askpass", "helper"]),
    ):
        env = {**stripped, "PHASER_TEST_VARIABLE": variable}
        env |= {"GITHUB_WORKSPACE": str(root), "PHASER_SINCE": "main"}
        assert run("action", cwd=root, env=env).code == 2
        assert sorted(path.name for path in marks.iterdir()) == ran


# One door.


def names_git(source: str) -> bool:
    """Tell whether *source* holds the name of the program, as a command line has it."""
    return any(isinstance(node, ast.Constant) and node.value == "git" for node in nodes_of(source))


def test_git_is_started_in_one_place() -> None:
    """Every command line of it is made by the door."""
    modules_that_name_git = {
        name for name, path in MODULES.items() if names_git(path.read_text(encoding="utf-8"))
    }
    assert modules_that_name_git == {
        "phaser_lint.project.git.__init__",
        # To pip it is a kind of repository.
        "phaser_lint.author.proposals.hook_source",
        # It proposes a command to a person.
        "phaser_lint.author.proposals.traces",
        # Protection reads what an agent is about to start.
        "phaser_lint.hook.protection.watched_commands",
        "phaser_lint.hook.protection.denied_commands",
    }
