"""``phaser-lint hook --protect`` after shell commands and at Stop: what of the hook is another now.

The commands are run; what stays silent comes first.
"""

from __future__ import annotations

import json
import re
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, hook_groups
from phaser_lint.hook.protection.built_in_contracts import built_in
from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject, Run

MESSAGES = {rule_id: contract.message for rule_id, contract in built_in().items()}
DEAF = {"deaf.yaml": contract("deaf", ignorable=False)}
OURS = json.dumps({"hooks": hook_groups(WantedHook("project", protect=True))}, indent=2) + "\n"
FILES = {
    ".claude/settings.json": OURS,
    ".gitignore": "ignored/\n.claude/settings.local.json\n",
    ".phaser/baseline.jsonl": '{"phaser-lint baseline": 2}\n',
    "inner/.phaser/contracts/b.yaml": contract("b"),
    "a.py": "x = 1\n",
    "old.py": "x = 1  # phaser:ignore deaf\n",
}
UNTRACKED = {".claude/settings.local.json": OURS}
A, LOCAL = ".claude/contracts/deaf.yaml", ".claude/settings.local.json"
CONTRACTS, BASELINE, SETTINGS, DIRECTIVES, REPOSITORY = (
    f"protected-{name}"
    for name in ("contracts", "baseline", "settings", "directives", "repository")
)


class Session:
    """An agent's session with the hook, which is asked after every command that is run."""

    def __init__(self, run: Run, root: Path, home: Path) -> None:
        self.run, self.root, self.home = run, root, home

    def hook(self, name: str, command: str = "", **more: Any) -> Any:
        value = json.loads(event("Bash", name=name, cwd=self.root, command=command))
        env = {"HOME": str(self.home), "XDG_CACHE_HOME": str(self.home / "cache")}
        env["XDG_RUNTIME_DIR"] = str(self.home / "run")
        stdin = json.dumps({**value, **more}).encode()
        done = self.run("hook", "--protect", stdin=stdin, cwd=self.root, env=env)
        assert (done.code, done.err) == (0, "")
        return json.loads(done.out)

    def shell(self, command: str, name: str = "PostToolUse") -> Any:
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.home)}
        identity = "-c user.name=a -c user.email=a@example.org"
        whole = f'git() {{ command git {identity} "$@"; }}; {command}'
        subprocess.run(["/bin/sh", "-c", whole], cwd=self.root, env=env, check=True)
        return self.hook(name, command)

    def stop(self) -> Any:
        return self.hook("Stop")


@pytest.fixture
def session(project: MakeProject, run: Run, tmp_path: Path) -> Callable[..., Session]:
    """A session that has begun, in a project with settings that git ignores."""

    def started(*, begun: bool = True) -> Session:
        root = project(FILES, contracts=DEAF, commit=True)
        write_files(root, UNTRACKED)
        # A repository of this very second would count as made in the session.
        log = root / ".git/logs/HEAD"
        log.write_text(re.sub(r"(?<=> )\d+", "1000000000", log.read_text()))
        home = tmp_path / "home"
        write_files(home, {".claude/settings.json": OURS})
        made = Session(run, root, home)
        if begun:
            assert made.hook("SessionStart") == {}
        return made

    return started


def changed(path: str, rule_id: str = CONTRACTS, *, line: str = "") -> str:
    return f"Changed all the same: {rule_id} in {path}{line}. {MESSAGES[rule_id]}"


def reported(answer: Any) -> list[str]:
    """The sentences that the model reads, without what to do about them."""
    said = answer.get("reason") or answer["hookSpecificOutput"]["additionalContext"]
    return [line for line in said.split("\n") if line.startswith("Changed all the same")]


SILENT = {
    "other files": "echo x > b.py; rm a.py",
    "a contract read": f"cat {A}",
    "a contract touched": f"touch {A}",
    "a contract written as it is": f"cp {A} x && cp x {A}",
    "a contract changed and back": f"cp {A} x; echo >> {A}; cp x {A}",
    "ordinary settings": f"""sed -i '1s/{{/{{"model": "opus",/' {LOCAL}""",
    "other settings": "mkdir .gemini && echo '{}' > .gemini/settings.json",
    "a directive that was there": "sed -i 's/x = 1/x = 2/' old.py",
    "a directive that counts": "echo 'x = 1  # phaser:ignore other' > a.py",
    "an empty folder": "mkdir -p lib/.claude/contracts",
    "another repository": "git init -q ../elsewhere",
    "a worktree": "git worktree add -q ../w1 && git worktree add -q w2",
    "the agent's own worktree": "git worktree add -q .claude/worktrees/w1",
    "all committed": "echo x > b.py && git add b.py && git commit -qm b",
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("begun", [True, False])
@pytest.mark.parametrize("command", SILENT.values(), ids=SILENT)
def test_silent(session: Callable[..., Session], command: str, begun: bool) -> None:
    """Nothing after the command, nothing after the next, nothing at Stop."""
    made = session(begun=begun)
    assert [made.shell(command), made.shell("make() { :; }; make"), made.stop()] == [{}, {}, {}]


def test_silent_about_what_the_user_left(session: Callable[..., Session]) -> None:
    """What was not committed when the session began is not the agent's doing."""
    made = session(begun=False)
    new = {A: contract("deaf", pattern="by hand"), ".claude/contracts/new.yaml": contract("new")}
    write_files(made.root, new)
    made.hook("SessionStart")
    assert made.hook("PostToolUse", "make") == {}
    assert made.stop() == {}


SAID: dict[str, tuple[str, list[str]]] = {
    "a contract weakened": (f"sed -i s/error/warning/ {A}", [changed(A)]),
    "a contract removed": (f"rm {A}", [changed(A)]),
    "all contracts removed": ("rm -r .claude/contracts", [changed(A)]),
    "the folder moved": ("mv .claude/contracts other", [changed(A)]),
    "a contract added": (
        "echo 'rule_id: deaf' > .claude/contracts/0.yaml",
        [changed(".claude/contracts/0.yaml")],
    ),
    "another time given back": (
        f"touch -r {A} ref; sed -i s/error/warn0/ {A}; touch -r ref {A}",
        [changed(A)],
    ),
    "through a hard link": (f"ln {A} x; echo 'x: 1' >> x", [changed(A)]),
    "a link in its place": (
        "cp -r .claude/contracts other; rm -r .claude/contracts; ln -s ../other .claude/contracts;"
        " echo 'x: 1' >> other/deaf.yaml",
        [changed(f"{A}, .claude/contracts")],
    ),
    "committed at once": (f"sed -i s/error/warning/ {A} && git commit -qam x", [changed(A)]),
    "a directive committed at once": (
        "echo 'x = 2  # phaser:ignore deaf' >> a.py; git commit -qam x",
        [changed("a.py", DIRECTIVES, line=" at line 2").replace("line 2. ", "line 2. deaf: ")],
    ),
    "stashed away": (f"sed -i s/error/warning/ {A}; git stash -q; rm {A}", [changed(A)]),
    "a folder inside": ("rm -r inner/.phaser", [changed("inner/.phaser/contracts/b.yaml")]),
    "a new folder inside": (
        "mkdir -p lib/.claude/contracts && echo x > lib/.claude/contracts/c.yaml",
        [changed("lib/.claude/contracts/c.yaml")],
    ),
    "a new folder that git ignores": (
        "mkdir -p ignored/x/.claude/contracts; touch ignored/x/.claude/contracts/c.yml",
        [changed("ignored/x/.claude/contracts/c.yml")],
    ),
    "an override": (
        "mkdir -p lib/.phaser/contracts; echo 'override: deaf' > lib/.phaser/contracts/o.yaml",
        [changed("lib/.phaser/contracts/o.yaml")],
    ),
    "the configuration": (
        "mkdir -p .phaser; echo 'exclude: [a.py]' > .phaser/config.yaml",
        [changed(".phaser/config.yaml")],
    ),
    "a new repository inside": ("git init -q lib", [changed("lib/.git", REPOSITORY)]),
    "a new one that git ignores": (
        "git init -q ignored/x",
        [changed("ignored/x/.git", REPOSITORY)],
    ),
    "contracts of the user": (
        "mkdir -p ~/.phaser/contracts && echo x > ~/.phaser/contracts/d.yaml",
        [changed("~/.phaser/contracts/d.yaml")],
    ),
    "the baseline": (
        "echo '{}' >> .phaser/baseline.jsonl",
        [changed(".phaser/baseline.jsonl", BASELINE)],
    ),
    "settings that git ignores": (f"echo '{{}}' > {LOCAL}", [changed(LOCAL, SETTINGS)]),
    "settings of which the agent takes nothing": (
        f"""sed -i '1s/{{/{{"permissions": "yes",/' {LOCAL}""",
        [changed(LOCAL, SETTINGS)],
    ),
    "settings of the user": (
        """echo '{"disableAllHooks": true}' > ~/.claude/settings.json""",
        [changed("~/.claude/settings.json", SETTINGS)],
    ),
    "a directive without effect": (
        "echo 'x = 2  # phaser:ignore deaf' >> a.py",
        [changed("a.py", DIRECTIVES, line=" at line 2").replace("line 2. ", "line 2. deaf: ")],
    ),
}


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("name", ["PostToolUse", "PostToolUseFailure"])
@pytest.mark.parametrize("row", SAID.values(), ids=SAID)
def test_reported(session: Callable[..., Session], row: tuple[str, list[str]], name: str) -> None:
    """After the command that did it, failed or not; not after the next; and at Stop, once."""
    command, expected = row
    made = session()
    answer = made.shell(command, name)
    assert reported(answer) == expected
    assert "decision" not in answer
    assert "protected" not in json.dumps(made.shell("make() { :; }; make"))
    answer = made.stop()
    assert (answer["decision"], reported(answer)) == ("block", expected)
    assert "protected" not in json.dumps(made.stop())


@pytest.mark.parametrize(
    "row",
    [SAID[name] for name in ("a contract weakened", "a contract added", "the baseline")],
)
def test_reported_where_no_event_came_before(
    session: Callable[..., Session], row: tuple[str, list[str]]
) -> None:
    """Compared with the last commit; an agent need not send the start of its sessions."""
    command, expected = row
    made = session(begun=False)
    assert reported(made.shell(command)) == expected
    assert reported(made.stop()) == expected


def test_many_at_once(session: Callable[..., Session]) -> None:
    """What to do is said once, and the files are counted."""
    made = session()
    answer = made.shell("cd .claude/contracts; for i in $(seq 40); do echo x > $i.yaml; done")
    (sentence,) = reported(answer)
    assert sentence.count(MESSAGES[CONTRACTS]) == 1
    assert f" and 30 more. {MESSAGES[CONTRACTS]}" in sentence
    assert "and 30 more (protected-contracts)." in answer["systemMessage"]


def test_each_change_anew(session: Callable[..., Session]) -> None:
    """A file that changes again is said again, and not once it is as it was."""
    made = session()
    made.shell(f"cp {A} x")
    assert reported(made.shell(f"echo 'y: 1' >> {A}")) == [changed(A)]
    assert reported(made.shell(f"echo 'z: 1' >> {A}")) == [changed(A)]
    assert made.shell(f"cp x {A}") == {}
    assert made.stop() == {}


@pytest.mark.parametrize("garbled", [b"", b"x", b"phaser-lint guard 1\n" + b"\0" * 40])
def test_a_garbled_memory(session: Callable[..., Session], garbled: bytes) -> None:
    """As good as none: the last commit tells."""
    made = session()
    for kept in (made.home / "cache/phaser-lint/sessions").glob("*.guard"):
        kept.write_bytes(garbled)
    assert reported(made.shell(f"rm {A}")) == [changed(A)]


LOST = (
    "What phaser-lint remembered of this session was removed from its cache: not all that was "
    "changed of the contracts, the baseline and its hooks can be known any more."
)
WIPE = "rm -rf $HOME/cache"
REWRITE = f"sed -i s/error/warning/ {A}; git add -A; git commit -qm x"


def test_a_memory_that_is_young_is_no_news(session: Callable[..., Session]) -> None:
    """Nor is a cache that is gone before the session begins, nor one that never was."""
    made = session(begun=False)
    assert made.shell("true > a.py") == {}
    assert made.shell(WIPE, name="SessionStart") == {}
    assert made.shell("true >> a.py") == {}
    assert made.stop() == {}


@pytest.mark.parametrize("folder", ["", "/phaser-lint", "/phaser-lint/sessions/*"])
@pytest.mark.parametrize("rest", ["true", REWRITE])
def test_a_memory_that_vanished_is_news(
    session: Callable[..., Session], folder: str, rest: str
) -> None:
    """Whatever else the command did; after it and at Stop, each once."""
    made = session()
    answer = made.shell(f"{WIPE}{folder}; {rest}")
    assert answer["hookSpecificOutput"]["additionalContext"].startswith(LOST)
    assert answer["systemMessage"].startswith(f"phaser-lint: {LOST}")
    assert made.shell("true") == {}
    stopped = made.stop()
    assert stopped["decision"] == "block"
    assert stopped["reason"].startswith(LOST)
    assert made.stop() == {}


def test_what_was_committed_when_the_memory_vanished(session: Callable[..., Session]) -> None:
    """Where the event tells how long the command ran, the commit before it tells the rest."""
    made = session()
    time.sleep(2)  # git's log counts in seconds
    start = time.monotonic()
    made.shell(f"{WIPE}; {REWRITE}", name="Notification")
    took = (time.monotonic() - start) * 1000
    answer = made.hook("PostToolUse", REWRITE, duration_ms=round(took))
    said = answer["hookSpecificOutput"]["additionalContext"]
    assert said.startswith(LOST)
    assert changed(A) in said


def test_a_memory_that_vanished_between_two_events(session: Callable[..., Session]) -> None:
    """A process in the background did it: the next event to come finds a new one."""
    made = session()
    made.shell(WIPE, name="PreToolUse")
    answer = made.hook("PostToolUse", "make")
    assert answer["hookSpecificOutput"]["additionalContext"].startswith(LOST)


def test_a_memory_that_vanished_is_found_at_stop(session: Callable[..., Session]) -> None:
    made = session()
    stopped = made.shell(WIPE, name="Stop")
    assert stopped["decision"] == "block"
    assert stopped["reason"].startswith(LOST)


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "fork", "later", None])
def test_a_start_begins_anew(session: Callable[..., Session], source: str | None) -> None:
    """What the user changed before it is not the agent's, in the same session or in a new one."""
    made = session()
    for name in ("abc123", "another"):
        path = made.root / A
        path.write_text(contract("deaf", message=f"Changed before {name}."))
        assert made.hook("SessionStart", source=source, session_id=name) == {}
        assert made.hook("Stop", session_id=name) == {}


def test_a_compaction_begins_nothing(session: Callable[..., Session]) -> None:
    """The session goes on: what its agent changed before that is reported."""
    made = session()
    (made.root / A).unlink()
    assert made.hook("SessionStart", source="compact") == {}
    assert reported(made.stop()) == [changed(A)]


def test_without_git(session: Callable[..., Session]) -> None:
    """Nothing but what was remembered is needed."""
    made = session(begun=False)
    (made.root / ".git").rename(made.root / "not-git")
    made.hook("SessionStart")
    assert reported(made.shell(f"rm {A}")) == [changed(A)]
    assert reported(made.stop()) == [changed(A)]


def test_the_start_of_a_session_is_asked_for() -> None:
    """With protection only, of whatever kind it is, and without a way to block the session."""
    assert "SessionStart" not in hook_groups(WantedHook("project", fail_closed=True))
    (group,) = hook_groups(WantedHook("project", fail_closed=True, protect=True))["SessionStart"]
    assert "matcher" not in group
    assert [set(entry) for entry in group["hooks"]] == [{"type", "command", "timeout"}]
