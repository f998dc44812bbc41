"""A git that sleeps, says nothing, garbage, or 50 MB, or refuses, at each subcommand in turn.

Nothing runs over its limit, nothing is left behind, and whatever checked less says so: a command
ends with 2 and the subcommand's name, the hook has a message, and a denial stays one. Which
subcommands there are is told by a run with a git that does right.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from phaser_lint.command.cli import COMMANDS
from phaser_lint.editor.uris import make_file_uri
from tests.conftest import dated_an_hour_ago, write_files
from tests.editor.editor import Editor
from tests.hostile_git import WAYS, HostileGit, timed
from tests.tables import one_in, one_row_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tests.conftest import Git, MakeProject

CONTRACTS = {
    "no-eval.yaml": (
        "rule_id: no-eval\ntype: forbid_pattern\nfile_glob: '*.py'\npattern: 'eval\\('\n"
        "severity: error\nmessage: No eval.\nexamples:\n  invalid: ['eval(1)']\n  valid: ['x']\n"
    ),
    "frozen.yaml": "rule_id: frozen\ntype: file_frozen\nfile_glob: LICENSE\n"
    "severity: error\nmessage: Frozen.\n",
}
LIMIT = 1
# Only a git that sleeps has so little: under load one that does right takes longer.
AMPLE_LIMIT = 60
# The interpreter, git, and seven others at work on the machine.
PATIENCE = 25.0
# They have no flag for it.
USUAL = {"action": 60, "enforce": 60, "enforce file": 60}
# What the program cannot doubt: that there is nothing is an answer.
SAYS_NOTHING = {
    "status": "nothing is changed",
    "diff-index": "nothing is changed",
    "diff-tree": "the commit changed nothing",
    "for-each-ref": "there is no branch",
    "config": "there is no such setting",
}
MARK = "no-eval"


class Case(NamedTuple):
    """A run in a project: the words, and its standard input."""

    words: tuple[str, ...]
    stdin: str = ""


def scan(*words: str) -> Case:
    return Case(("scan", "--no-cache", *words))


# One row at least of each command.
RUNS = {
    "scan": scan(),
    "scan since": scan("--since", "HEAD"),
    "scan since a commit": scan("--since", "HEAD~1"),
    "scan staged": scan("--staged"),
    "scan since, tree": scan("--since", "HEAD~1", "--tree", "new.py"),
    "scan by the contracts of HEAD": scan("--contracts-from", "HEAD"),
    "scan fix": scan("--diff"),
    "pre-commit": Case(("pre-commit", "--", "new.py", "ok.py")),
    "pre-commit tree": Case(("pre-commit", "--tree")),
    "baseline": Case(("baseline", "--file", "b.jsonl")),
    "list": Case(("list",)),
    "test": Case(("test",)),
    "try": Case(("try", "x = ")),
    "try history": Case(("try", "x = ", "--history", "5")),
    "try fixed": Case(("try", "x = ", "--fixed-by", "HEAD")),
    "history": Case(("history",)),
    "why": Case(("why", "no-eval", "new.py")),
    "why since": Case(("why", "no-eval", "new.py", "--since", "HEAD")),
    "init": Case(("init", "--json")),
    "export": Case(("export", "--agents-md")),
    "explain": Case(("explain", "no-eval")),
    "contracts": Case(("contracts", "check")),
    "enforce": Case(("enforce", "--all")),
    "enforce file": Case(("enforce", "--file", "new.py", "--format", "text")),
    "doctor": Case(("doctor",)),
    "import": Case(("import", "--check", ".ls-lint.yml")),
    "action": Case(("action",)),
    "merge": Case(("merge", "none.json")),
    "schema": Case(("schema",)),
    "new": Case(("new", "forbid_pattern")),
    "install": Case(("install", "--dry-run")),
    "uninstall": Case(("uninstall", "--dry-run")),
    "agents": Case(("agents",)),
    "replay": Case(("replay", "none.jsonl")),
    "completion": Case(("completion", "bash")),
    "augment": Case(("augment",), "{}"),
    "hook": Case(("hook",), "{}"),
    "lsp": Case(("lsp", "--help")),
}


def event(root: Path, name: str, **more: object) -> str:
    return json.dumps(
        {"hook_event_name": name, "session_id": "s", "cwd": str(root), "transcript_path": "/t"}
        | more
    )


def writes(root: Path) -> dict[str, object]:
    return {
        "tool_name": "Write",
        "tool_input": {"file_path": f"{root}/x.py", "content": "eval(1)\n"},
    }


def frozen_written(root: Path) -> str:
    """After the edit of a file that nobody may change."""
    (root / "LICENSE").write_text("2")
    tool = {"tool_input": {"file_path": f"{root}/LICENSE", "content": "2"}, "tool_response": {}}
    return event(root, "PostToolUse", tool_name="Write", **tool)


def frozen_anew(root: Path) -> str:
    """Before a file is written that the last commit has and the disk no longer."""
    (root / "LICENSE").unlink()
    tool_input = {"file_path": f"{root}/LICENSE", "content": "2"}
    return event(root, "PreToolUse", tool_name="Write", tool_input=tool_input)


def binary_now(root: Path) -> str:
    """After the edit that made a file binary which the last commit has as text."""
    (root / "ok.py").write_bytes(bytes(range(8)) * 100)
    tool = {"tool_input": {"file_path": f"{root}/ok.py", "content": "x"}, "tool_response": {}}
    return event(root, "PostToolUse", tool_name="Write", **tool)


EVENTS: dict[str, Callable[[Path], str]] = {
    "denied": lambda root: event(root, "PreToolUse", **writes(root)),
    "denied, frozen": lambda root: event(
        root,
        "PreToolUse",
        tool_name="Write",
        tool_input={"file_path": f"{root}/LICENSE", "content": "2"},
    ),
    "denied, frozen, written anew": frozen_anew,
    "after an edit": lambda root: event(root, "PostToolUse", **writes(root), tool_response={}),
    "after an edit, frozen": frozen_written,
    "after an edit, binary": binary_now,
    "after a command": lambda root: event(
        root, "PostToolUse", tool_name="Bash", tool_input={"command": "x"}, tool_response={}
    ),
    "stop": lambda root: event(root, "Stop", stop_hook_active=False),
}
# What is left of an event for a git that sleeps: the hook took so long for something else.
SPENT = {"stop": 16.0}
HOOK = (
    "import sys\n"
    "from phaser_lint import hook\n"
    "from phaser_lint.hook import at_stop\n"
    # It is git's time that is short, not that for contracts.
    "hook._READING_SECONDS = hook._READING_SECONDS_AT_STOP = at_stop._SECONDS = 99\n"
    "from phaser_lint.hook.answer import answer_event\n"
    "from phaser_lint.hook.clean import parse_quick_request\n"
    "spent, *arguments = sys.argv[1:]\n"
    "data = sys.stdin.buffer.read()\n"
    "request = parse_quick_request(data, arguments)\n"
    "request = request._replace(began=request.began - float(spent))\n"
    "sys.exit(answer_event(data, arguments, request=request))\n"
)


class Ended(NamedTuple):
    """How a run ended, what it asked git, and what git left."""

    code: int
    out: str
    err: str
    seconds: float
    asked: list[str]
    left: list[str]

    @property
    def said(self) -> str:
        return self.out + self.err


class Place(NamedTuple):
    """Where runs happen: a project that each has a copy of, and the environment."""

    original: Path
    folder: Path
    environment: Mapping[str, str]

    def ended(
        self,
        words: list[str],
        stdin: Callable[[Path], str],
        *,
        of: str = "",
        way: str = "",
        before: Callable[[Path, Mapping[str, str]], None] | None = None,
    ) -> Ended:
        """How a run ends with a git that does wrong at *of*; *before* it comes with a good one."""
        number = len(list(self.folder.iterdir()))
        # Of a name as long as the original's, so that what is said of both is the same.
        here = self.folder / f"{number:04}"
        root = here / "project"
        shutil.copytree(self.original, root, symlinks=True)
        hostile = HostileGit(here / "git")
        environment = hostile.environment(self.environment, of=of, way=way)
        own_variables = {"HOME": str(here), "XDG_CACHE_HOME": str(here / "cache")}
        environment |= own_variables
        if before is not None:
            before(root, {**self.environment, **own_variables})
        start = time.monotonic()
        process = subprocess.run(
            words,
            input=stdin(root).encode(),
            cwd=root,
            env=environment,
            capture_output=True,
            check=False,
            timeout=10 * PATIENCE,
        )
        seconds = time.monotonic() - start
        out, err = (
            text.decode().replace(str(here), "") for text in (process.stdout, process.stderr)
        )
        ended_run = Ended(
            process.returncode, out, err, seconds, hostile.asked(), hostile.left_behind()
        )
        shutil.rmtree(here / "project")
        return ended_run


@pytest.fixture(name="place")
def _place(project: MakeProject, git: Git, tmp_path: Path, environment: dict[str, str]) -> Place:
    """A merge in progress, what is staged, changed, moved, and new; some is broken."""
    before = {f"{name}.py": f"{name} = 1\nother_{name} = 2\n" for name in ("ok", "gone", "moved")}
    root = project(
        {
            **before,
            "LICENSE": "1",
            ".ls-lint.yml": "ls:\n  .py: snake_case\n",
            ".gitignore": "no\n",
        },
        contracts=CONTRACTS,
        commit=True,
    )
    # Of what is as young as the session a later run tells less than the first.
    with dated_an_hour_ago(environment, root):
        write_files(root, {"old.py": "eval(0)\n"})
        git(root, "add", "-A")
        git(root, "commit", "-qm", "two")
        git(root, "switch", "-qc", "side")
        write_files(root, {"side.py": "eval(5)\n"})
        git(root, "add", "-A")
        git(root, "commit", "-qm", "side")
        git(root, "switch", "-q", "main")
    git(root, "merge", "-q", "--no-ff", "--no-commit", "side")
    (root / "gone.py").unlink()
    (root / "moved.py").rename(root / "elsewhere.py")
    write_files(root, {"new.py": "eval(3)\n", "ok.py": "ok = 1\neval(4)\n"})
    git(root, "add", "new.py")
    (tmp_path / "runs").mkdir()
    return Place(root, tmp_path / "runs", environment)


def command(name: str, way: str = "") -> tuple[list[str], Callable[[Path], str]]:
    case = RUNS[name]
    limit = LIMIT if way == "sleep" else AMPLE_LIMIT
    words = [sys.executable, "-m", "phaser_lint", *timed(case.words, limit)]
    return words, lambda _: case.stdin


def hook(name: str, *flags: str, way: str = "") -> tuple[list[str], Callable[[Path], str]]:
    spent = SPENT.get(name, 3.0) if way == "sleep" else -AMPLE_LIMIT
    return [sys.executable, "-c", HOOK, str(spent), *flags], EVENTS[name]


def require_ended(ended: Ended, honest: Ended, *, limit: float = 0) -> None:
    """What holds however git behaves; *limit*: the seconds that a call of it may take."""
    assert ended.seconds < honest.seconds + limit + PATIENCE
    assert ended.left == []
    assert "Traceback" not in ended.said
    assert "a bug in phaser-lint" not in ended.said
    assert ended.code in (0, 1, 2, 3)


def test_every_command_has_a_row() -> None:
    """A command that is new is to be tried, too."""
    assert {case.words[0] for case in RUNS.values()} == {name for name, *_ in COMMANDS}


def wrongs(honest: Ended, ways: tuple[str, ...]) -> list[tuple[str, str]]:
    """Each subcommand that was asked, with each way to do wrong that is no answer."""
    return [
        (name, way)
        for name in dict.fromkeys(honest.asked)
        for way in ways
        if not (way == "nothing" and name in SAYS_NOTHING)
    ]


def try_command(place: Place, name: str, ways: tuple[str, ...]) -> list[str]:
    """Run the command with each wrong; returns what is wrong with how it ends."""
    honest = place.ended(*command(name))
    require_ended(honest, honest)
    assert "contract skipped" not in honest.said
    failures = []
    for of, way in wrongs(honest, ways):
        ended = place.ended(*command(name, way), of=of, way=way)
        require_ended(ended, honest, limit=USUAL.get(name, 0))
        is_same = (ended.code, ended.out) == (honest.code, honest.out)
        failed = 3 if name.startswith("enforce") else 2
        is_reported = ended.code == failed and f"git {of}" in ended.said
        # What is recorded is recorded, and git only knows what of it is new.
        is_said = name == "baseline" and f"git {of}" in ended.said
        is_more = ended.code == 1 and ended.out.count(MARK) >= honest.out.count(MARK) > 0
        if not (is_same or is_reported or is_said or is_more or name == "doctor"):
            failures.append(f"{of} {way}: {ended.code} {ended.out[:300]!r} {ended.err[:300]!r}")
    return failures


def try_event(
    place: Place,
    name: str,
    flags: tuple[str, ...],
    ways: tuple[str, ...],
    *,
    before: Callable[[Path, Mapping[str, str]], None] | None = None,
) -> list[str]:
    honest = place.ended(*hook(name, *flags), before=before)
    require_ended(honest, honest)
    assert "Contract skipped" not in honest.said
    assert "git " not in honest.out
    failures = []
    for of, way in wrongs(honest, ways):
        ended = place.ended(*hook(name, *flags, way=way), of=of, way=way, before=before)
        require_ended(ended, honest)
        is_same = (ended.code, ended.out) == (honest.code, honest.out)
        is_reported = '"deny"' in ended.out if name.startswith("denied") else "git " in ended.out
        is_more = ended.out.count(MARK) >= honest.out.count(MARK) > 0
        if not (is_same or is_reported or is_more):
            failures.append(f"{of} {way}: {ended.out[:400]!r} {ended.err[:300]!r}")
    return failures


def commits(root: Path, environment: Mapping[str, str]) -> None:
    """A session that the hook saw begin, and that committed since."""
    _done([sys.executable, "-c", HOOK, "0"], root, environment, EVENTS["after a command"](root))
    write_files(root, {"late.py": "eval(6)\n"})
    _done(["git", "add", "-A"], root, environment)
    names = ("-c", "user.name=a", "-c", "user.email=a@b")
    _done(["git", *names, "commit", "-qm", "three"], root, environment)
    write_files(root, {"late.py": "late = 1\n"})


def _done(words: list[str], root: Path, environment: Mapping[str, str], stdin: str = "") -> None:
    subprocess.run(
        words, input=stdin.encode(), cwd=root, env=environment, check=True, capture_output=True
    )


@pytest.mark.parametrize(
    ("name", "ways"),
    one_row_in(3, [("scan", ("refuse",)), ("scan since", ("refuse",)), ("history", ("refuse",))]),
)
def test_some_commands_end_with_a_hostile_git(place: Place, name: str, ways: Sequence[str]) -> None:
    """Some of them, in the way that takes no time."""
    assert try_command(place, name, ways) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_every_command_ends_with_a_hostile_git(place: Place, name: str) -> None:
    """All of them, and all ways."""
    assert try_command(place, name, WAYS) == []


def heed_interrupts() -> None:
    """Take interrupts again, which tests that `nohup … &` began ignore, and what they begin."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# Each signal, and two of the commands.
@pytest.mark.slow
@pytest.mark.one_row_in(8)
@pytest.mark.parametrize(
    ("name", "of"),
    [("scan", "ls-files"), ("scan since", "diff-index"), ("scan staged", "cat-file")],
)
@pytest.mark.parametrize(("way", "code"), [("INT", 130), ("TERM", 143)])
def test_a_git_that_has_just_begun_is_not_left_behind(
    place: Place, name: str, of: str, way: str, code: int
) -> None:
    """Of a command that is told to end, where what is to end its git was not reached yet."""
    hostile = HostileGit(place.folder / "git")
    environment = hostile.environment(place.environment, of=of, way=way)
    words = [sys.executable, "-m", "phaser_lint", *RUNS[name].words]
    for _ in range(4):
        process_result = subprocess.run(
            words, cwd=place.original, env=environment, preexec_fn=heed_interrupts, timeout=PATIENCE
        )
        assert process_result.returncode == code
    assert of in hostile.asked()
    assert hostile.left_behind() == []


COMPARED = [[1, "No eval."], [4, "No eval."]]
"""What an editor shows of a line that was typed and of one that HEAD has: an error and a hint."""


def edited(place: Place, monkeypatch: pytest.MonkeyPatch, *, of: str, way: str) -> Ended:
    """What an editor ends up with that opens a text, types, and saves, with a git that does wrong.

    A git that is late is waited for in the background: until then what HEAD has is shown as new.
    """
    number = len(list(place.folder.iterdir()))
    here = place.folder / f"{number:04}"
    root = here / "project"
    shutil.copytree(place.original, root, symlinks=True)
    hostile = HostileGit(here / "git")
    for name, variable in hostile.environment(place.environment, of=of, way=way).items():
        monkeypatch.setenv(name, variable)
    editor = Editor(here)
    editor.start(root)
    text = "eval(0)\n"
    editor.open(root / "old.py", text)
    start = time.monotonic()
    editor.change(root / "old.py", 2, {"text": f"{text}eval(5)\n"})
    typing = time.monotonic() - start
    editor.save(root / "old.py")
    uri = make_file_uri(str(root / "old.py"))

    def diagnostics() -> list[list[object]]:
        return sorted([shown["severity"], shown["message"]] for shown in editor.shown[uri])

    def messages() -> str:
        notifications = editor.notifications("window/showMessage")
        return " ".join(notification["message"] for notification in notifications)

    editor.eventually(lambda: diagnostics() == COMPARED or "git " in messages())
    editor.end()
    shown_messages = messages().replace(str(here), "")
    return Ended(0, json.dumps(diagnostics()), shown_messages, typing, hostile.asked(), [])


def try_editor(place: Place, monkeypatch: pytest.MonkeyPatch, ways: tuple[str, ...]) -> list[str]:
    honest = edited(place, monkeypatch, of="", way="")
    assert (honest.err, honest.out) == ("", json.dumps(COMPARED))
    failures = []
    for of, way in wrongs(honest, ways):
        ended = edited(place, monkeypatch, of=of, way=way)
        is_quick = ended.seconds < PATIENCE
        if not is_quick or not (ended.out == honest.out or "git " in ended.err):
            failures.append(f"{of} {way}: {ended.seconds:.1f} {ended.out[:300]} {ended.err[:300]}")
    return failures


@pytest.mark.slow
def test_the_editor_goes_on_with_a_hostile_git(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the ways the one that takes no time."""
    assert try_editor(place, monkeypatch, ("refuse",)) == []


@pytest.mark.slow
def test_the_editor_in_every_way(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert try_editor(place, monkeypatch, WAYS) == []


@pytest.mark.parametrize("name", one_in(2, ["denied", "stop"]))
def test_some_events_are_answered_with_a_hostile_git(place: Place, name: str) -> None:
    """Some of them, with a git that sleeps."""
    assert try_event(place, name, (), ("sleep",)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(2, ["stop", "after a command"]))
def test_a_session_with_commits(place: Place, name: str) -> None:
    """What it committed cannot be compared, and that is said."""
    assert try_event(place, name, (), ("refuse",), before=commits) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["after a command", "stop"])
def test_a_session_with_commits_in_every_way(place: Place, name: str) -> None:
    assert try_event(place, name, (), WAYS, before=commits) == []


@pytest.mark.slow
@pytest.mark.parametrize("flags", [(), ("--protect",)], ids=["", "protected"])
@pytest.mark.parametrize("name", EVENTS)
def test_every_event_is_answered_with_a_hostile_git(
    place: Place, name: str, flags: tuple[str, ...]
) -> None:
    """All of them, and all ways."""
    assert try_event(place, name, flags, WAYS) == []
