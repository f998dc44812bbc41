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

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_groups
from phaser_lint.hook.protection.built_in_contracts import build_protection_contracts
from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject, Run

MESSAGES = {rule_id: contract.message for rule_id, contract in build_protection_contracts().items()}
DEAF = {"deaf.yaml": contract("deaf", ignorable=False)}
OURS = json.dumps({"hooks": make_hook_groups(WantedHook("project", protect=True))}, indent=2) + "\n"
FILES = {
    ".claude/settings.json": OURS,
    ".gitignore": "ignored/\n.claude/settings.local.json\n",
    ".phaser/baseline.jsonl": '{"phaser-lint baseline": 2}\n',
    "inner/.phaser/contracts/b.yaml": contract("b"),
    "a.py": "x = 1\n",
    "old.py": "x = 1  # phaser:ignore deaf\n",
}
UNTRACKED = {".claude/settings.local.json": OURS}
THEIRS = """
date=@1700000000; export GIT_COMMITTER_DATE=$date GIT_AUTHOR_DATE=$date
git() { command git -c user.name=a -c user.email=a@example.org "$@"; }
git checkout -q -b theirs; echo 'x = 1  # phaser:ignore deaf -- ours' > their.py; git add their.py
git commit -q -m theirs; git checkout -q -
"""
A, LOCAL = ".claude/contracts/deaf.yaml", ".claude/settings.local.json"
CONTRACTS, BASELINE, SETTINGS, DIRECTIVES, REPOSITORY = (
    f"protected-{name}"
    for name in ("contracts", "baseline", "settings", "directives", "repository")
)


class Session:
    """An agent's session with the hook, which is asked after every command that is run."""

    def __init__(self, run: Run, root: Path, home: Path) -> None:
        self.run, self.root, self.home = run, root, home

    def hook(self, name: str, command: str = "", **keys: Any) -> Any:
        payload = json.loads(event("Bash", name=name, cwd=self.root, command=command))
        env = {"HOME": str(self.home), "XDG_CACHE_HOME": str(self.home / "cache")}
        env["XDG_RUNTIME_DIR"] = str(self.home / "run")
        stdin = json.dumps({**payload, **keys}).encode()
        outcome = self.run("hook", "--protect", stdin=stdin, cwd=self.root, env=env)
        assert (outcome.code, outcome.err) == (0, "")
        return json.loads(outcome.out)

    def shell(self, command: str, name: str = "PostToolUse") -> Any:
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.home)}
        identity = "-c user.name=a -c user.email=a@example.org"
        script = f'git() {{ command git {identity} "$@"; }}; {command}'
        subprocess.run(["/bin/sh", "-c", script], cwd=self.root, env=env, check=True)
        return self.hook(name, command)

    def stop(self) -> Any:
        return self.hook("Stop")


@pytest.fixture
def session(project: MakeProject, run: Run, tmp_path: Path) -> Callable[..., Session]:
    """A session that has begun, in a project with settings that git ignores."""

    def start_session(*, has_begun: bool = True) -> Session:
        root = project(FILES, contracts=DEAF, commit=True)
        # Another branch of before.
        subprocess.run(["/bin/sh", "-c", THEIRS], cwd=root, check=True)
        write_files(root, UNTRACKED)
        # A repository of this very second would count as made in the session.
        log = root / ".git/logs/HEAD"
        log.write_text(re.sub(r"(?<=> )\d+", "1000000000", log.read_text()))
        home = tmp_path / "home"
        write_files(home, {".claude/settings.json": OURS})
        agent_session = Session(run, root, home)
        if has_begun:
            assert agent_session.hook("SessionStart") == {}
        return agent_session

    return start_session


def change_sentence(path: str, rule_id: str = CONTRACTS, *, line: str = "") -> str:
    return f"Changed all the same: {rule_id} in {path}{line}. {MESSAGES[rule_id]}"


def change_sentences(answer: Any) -> list[str]:
    """The sentences that the model reads, without what to do about them."""
    text = answer.get("reason") or answer["hookSpecificOutput"]["additionalContext"]
    return [line for line in text.split("\n") if line.startswith("Changed all the same")]


SILENT = {
    "other files": "echo x > b.py; rm a.py",
    "a contract read": f"cat {A}",
    "a contract touched": f"touch {A}",
    "a contract written as it is": f"cp {A} x && cp x {A}",
    "a contract changed and back": f"cp {A} x; echo >> {A}; cp x {A}",
    "ordinary settings": f"""sed -i '1s/{{/{{"model": "opus",/' {LOCAL}""",
    "other settings": "mkdir .gemini && echo '{}' > .gemini/settings.json",
    "a directive that was there": "sed -i 's/x = 1/x = 2/' old.py",
    "a directive in a file, renamed": "git mv old.py new.py",
    "a directive in a file, renamed without a word to git": "mkdir lib && mv old.py lib/",
    "a directive in a file, renamed in a commit": "git mv old.py new.py && git commit -qm x",
    "a directive of another branch, merged and renamed": (
        "git merge -q --no-ff -m m theirs && git mv their.py new.py && git commit -qm x"
    ),
    "a directive that counts": "echo 'x = 1  # phaser:ignore other' > a.py",
    "an empty folder": "mkdir -p lib/.claude/contracts",
    "another repository": "git init -q ../elsewhere",
    "a worktree": "git worktree add -q ../w1 && git worktree add -q w2",
    "the agent's own worktree": "git worktree add -q .claude/worktrees/w1",
    "all committed": "echo x > b.py && git add b.py && git commit -qm b",
}


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("has_begun", [True, False])
@pytest.mark.parametrize("command", SILENT.values(), ids=SILENT)
def test_an_ordinary_command_is_silent(
    session: Callable[..., Session], command: str, has_begun: bool
) -> None:
    """Nothing after the command, nothing after the next, nothing at Stop."""
    agent_session = session(has_begun=has_begun)
    assert [
        agent_session.shell(command),
        agent_session.shell("make() { :; }; make"),
        agent_session.stop(),
    ] == [{}, {}, {}]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    "command",
    [
        "git merge -q --squash theirs",
        "git merge -q --no-ff --no-commit theirs",
        "git checkout -q theirs -- their.py",
        "git commit -q --allow-empty -m x; git checkout -q theirs -- their.py",
    ],
)
def test_a_directive_that_another_branch_has_is_not_the_agents(
    session: Callable[..., Session], command: str
) -> None:
    """Before it is committed, too."""
    agent_session = session()
    assert [agent_session.shell(command), agent_session.stop()] == [{}, {}]


def test_silent_about_what_the_user_left(session: Callable[..., Session]) -> None:
    """What was not committed when the session began is not the agent's doing."""
    agent_session = session(has_begun=False)
    new = {A: contract("deaf", pattern="by hand"), ".claude/contracts/new.yaml": contract("new")}
    write_files(agent_session.root, new)
    agent_session.hook("SessionStart")
    assert agent_session.hook("PostToolUse", "make") == {}
    assert agent_session.stop() == {}


REPORTED_CHANGES: dict[str, tuple[str, list[str]]] = {
    "a contract weakened": (f"sed -i s/error/warning/ {A}", [change_sentence(A)]),
    "a contract removed": (f"rm {A}", [change_sentence(A)]),
    "all contracts removed": ("rm -r .claude/contracts", [change_sentence(A)]),
    "the folder moved": ("mv .claude/contracts other", [change_sentence(A)]),
    "a contract added": (
        "echo 'rule_id: deaf' > .claude/contracts/0.yaml",
        [change_sentence(".claude/contracts/0.yaml")],
    ),
    "another time given back": (
        f"touch -r {A} ref; sed -i s/error/warn0/ {A}; touch -r ref {A}",
        [change_sentence(A)],
    ),
    "through a hard link": (f"ln {A} x; echo 'x: 1' >> x", [change_sentence(A)]),
    "a link in its place": (
        "cp -r .claude/contracts other; rm -r .claude/contracts; ln -s ../other .claude/contracts;"
        " echo 'x: 1' >> other/deaf.yaml",
        [change_sentence(f"{A}, .claude/contracts")],
    ),
    "committed at once": (
        f"sed -i s/error/warning/ {A} && git commit -qam x",
        [change_sentence(A)],
    ),
    "a directive committed at once": (
        "echo 'x = 2  # phaser:ignore deaf' >> a.py; git commit -qam x",
        [
            change_sentence("a.py", DIRECTIVES, line=" at line 2").replace(
                "line 2. ", "line 2. deaf: "
            )
        ],
    ),
    "stashed away": (f"sed -i s/error/warning/ {A}; git stash -q; rm {A}", [change_sentence(A)]),
    "a folder inside": ("rm -r inner/.phaser", [change_sentence("inner/.phaser/contracts/b.yaml")]),
    "a new folder inside": (
        "mkdir -p lib/.claude/contracts && echo x > lib/.claude/contracts/c.yaml",
        [change_sentence("lib/.claude/contracts/c.yaml")],
    ),
    "a new folder that git ignores": (
        "mkdir -p ignored/x/.claude/contracts; touch ignored/x/.claude/contracts/c.yml",
        [change_sentence("ignored/x/.claude/contracts/c.yml")],
    ),
    "an override": (
        "mkdir -p lib/.phaser/contracts; echo 'override: deaf' > lib/.phaser/contracts/o.yaml",
        [change_sentence("lib/.phaser/contracts/o.yaml")],
    ),
    "the configuration": (
        "mkdir -p .phaser; echo 'exclude: [a.py]' > .phaser/config.yaml",
        [change_sentence(".phaser/config.yaml")],
    ),
    "a new repository inside": ("git init -q lib", [change_sentence("lib/.git", REPOSITORY)]),
    "a new one that git ignores": (
        "git init -q ignored/x",
        [change_sentence("ignored/x/.git", REPOSITORY)],
    ),
    "contracts of the user": (
        "mkdir -p ~/.phaser/contracts && echo x > ~/.phaser/contracts/d.yaml",
        [change_sentence("~/.phaser/contracts/d.yaml")],
    ),
    "the baseline": (
        "echo '{}' >> .phaser/baseline.jsonl",
        [change_sentence(".phaser/baseline.jsonl", BASELINE)],
    ),
    "settings that git ignores": (f"echo '{{}}' > {LOCAL}", [change_sentence(LOCAL, SETTINGS)]),
    "settings of which the agent takes nothing": (
        f"""sed -i '1s/{{/{{"permissions": "yes",/' {LOCAL}""",
        [change_sentence(LOCAL, SETTINGS)],
    ),
    "settings of the user": (
        """echo '{"disableAllHooks": true}' > ~/.claude/settings.json""",
        [change_sentence("~/.claude/settings.json", SETTINGS)],
    ),
    "a directive in a copy": (
        "cp old.py new.py",
        [
            change_sentence("new.py", DIRECTIVES, line=" at line 1").replace(
                "line 1. ", "line 1. deaf: "
            )
        ],
    ),
    "a directive more in a file, renamed": (
        "git mv old.py new.py; echo 'x = 2  # phaser:ignore deaf' >> new.py",
        [
            change_sentence("new.py", DIRECTIVES, line=" at line 2").replace(
                "line 2. ", "line 2. deaf: "
            )
        ],
    ),
    "a directive without effect": (
        "echo 'x = 2  # phaser:ignore deaf' >> a.py",
        [
            change_sentence("a.py", DIRECTIVES, line=" at line 2").replace(
                "line 2. ", "line 2. deaf: "
            )
        ],
    ),
}


@pytest.mark.one_row_in(13)
@pytest.mark.parametrize("name", ["PostToolUse", "PostToolUseFailure"])
@pytest.mark.parametrize("row", REPORTED_CHANGES.values(), ids=REPORTED_CHANGES)
def test_a_protected_change_by_a_command_is_reported_once(
    session: Callable[..., Session], row: tuple[str, list[str]], name: str
) -> None:
    """After the command that did it, failed or not; not after the next; and at Stop, once."""
    command, expected = row
    agent_session = session()
    answer = agent_session.shell(command, name)
    assert change_sentences(answer) == expected
    assert "decision" not in answer
    assert "protected" not in json.dumps(agent_session.shell("make() { :; }; make"))
    answer = agent_session.stop()
    assert (answer["decision"], change_sentences(answer)) == ("block", expected)
    assert "protected" not in json.dumps(agent_session.stop())


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    "row",
    [
        REPORTED_CHANGES[name]
        for name in ("a contract weakened", "a contract added", "the baseline")
    ],
)
def test_reported_where_no_event_came_before(
    session: Callable[..., Session], row: tuple[str, list[str]]
) -> None:
    """Compared with the last commit; an agent need not send the start of its sessions."""
    command, expected = row
    agent_session = session(has_begun=False)
    assert change_sentences(agent_session.shell(command)) == expected
    assert change_sentences(agent_session.stop()) == expected


def test_many_protected_changes_are_counted(session: Callable[..., Session]) -> None:
    """What to do is said once, and the files are counted."""
    agent_session = session()
    answer = agent_session.shell(
        "cd .claude/contracts; for i in $(seq 40); do echo x > $i.yaml; done"
    )
    (sentence,) = change_sentences(answer)
    assert sentence.count(MESSAGES[CONTRACTS]) == 1
    assert f" and 30 more. {MESSAGES[CONTRACTS]}" in sentence
    assert "and 30 more (protected-contracts)." in answer["systemMessage"]


def test_a_file_that_changes_again_is_reported_again(session: Callable[..., Session]) -> None:
    """A file that changes again is said again, and not once it is as it was."""
    agent_session = session()
    agent_session.shell(f"cp {A} x")
    assert change_sentences(agent_session.shell(f"echo 'y: 1' >> {A}")) == [change_sentence(A)]
    assert change_sentences(agent_session.shell(f"echo 'z: 1' >> {A}")) == [change_sentence(A)]
    assert agent_session.shell(f"cp x {A}") == {}
    assert agent_session.stop() == {}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("garbled", [b"", b"x", b"phaser-lint guard 1\n" + b"\0" * 40])
def test_a_garbled_memory_is_as_good_as_none(
    session: Callable[..., Session], garbled: bytes
) -> None:
    """As good as none: the last commit tells."""
    agent_session = session()
    for memory in (agent_session.home / "cache/phaser-lint/sessions").glob("*.guard"):
        memory.write_bytes(garbled)
    assert change_sentences(agent_session.shell(f"rm {A}")) == [change_sentence(A)]


LOST = (
    "What phaser-lint remembered of this session was removed from its cache: not all that was "
    "changed of the contracts, the baseline and its hooks can be known any more."
)
WIPE = "rm -rf $HOME/cache"
REWRITE = f"sed -i s/error/warning/ {A}; git add -A; git commit -qm x"


def test_a_memory_that_is_young_is_no_news(session: Callable[..., Session]) -> None:
    """Nor is a cache that is gone before the session begins, nor one that never was."""
    agent_session = session(has_begun=False)
    assert agent_session.shell("true > a.py") == {}
    assert agent_session.shell(WIPE, name="SessionStart") == {}
    assert agent_session.shell("true >> a.py") == {}
    assert agent_session.stop() == {}


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("folder", ["", "/phaser-lint", "/phaser-lint/sessions/*"])
@pytest.mark.parametrize("later_commands", ["true", REWRITE])
def test_a_memory_that_vanished_is_news(
    session: Callable[..., Session], folder: str, later_commands: str
) -> None:
    """Whatever else the command did; after it and at Stop, each once."""
    agent_session = session()
    answer = agent_session.shell(f"{WIPE}{folder}; {later_commands}")
    assert answer["hookSpecificOutput"]["additionalContext"].startswith(LOST)
    assert answer["systemMessage"].startswith(f"phaser-lint: {LOST}")
    assert agent_session.shell("true") == {}
    stopped = agent_session.stop()
    assert stopped["decision"] == "block"
    assert stopped["reason"].startswith(LOST)
    assert agent_session.stop() == {}


def test_what_was_committed_when_the_memory_vanished(session: Callable[..., Session]) -> None:
    """Where the event tells how long the command ran, the commit before it tells the rest."""
    agent_session = session()
    time.sleep(2)  # git's log counts in seconds
    start = time.monotonic()
    agent_session.shell(f"{WIPE}; {REWRITE}", name="Notification")
    milliseconds = (time.monotonic() - start) * 1000
    answer = agent_session.hook("PostToolUse", REWRITE, duration_ms=round(milliseconds))
    context = answer["hookSpecificOutput"]["additionalContext"]
    assert context.startswith(LOST)
    assert change_sentence(A) in context


def test_what_no_commit_has_when_the_memory_vanished(session: Callable[..., Session]) -> None:
    """Of a contract that git ignores it is enough to know that the command changed it."""
    agent_session = session(has_begun=False)
    path = ".claude/contracts/own.yaml"
    write_files(agent_session.root, {path: contract("own"), ".git/info/exclude": f"{path}\n"})
    agent_session.hook("SessionStart")
    time.sleep(4)  # what changed in the command's time, and a little before it, counts
    command = f"{WIPE}; sed -i s/error/warning/ {path}"
    start = time.monotonic()
    agent_session.shell(command, name="Notification")
    milliseconds = (time.monotonic() - start) * 1000
    answer = agent_session.hook("PostToolUse", command, duration_ms=round(milliseconds))
    assert change_sentences(answer) == [change_sentence(path)]


def test_a_memory_that_vanished_between_two_events(session: Callable[..., Session]) -> None:
    """A process in the background did it: the next event to come finds a new one."""
    agent_session = session()
    agent_session.shell(WIPE, name="PreToolUse")
    answer = agent_session.hook("PostToolUse", "make")
    assert answer["hookSpecificOutput"]["additionalContext"].startswith(LOST)


def test_a_memory_that_vanished_is_found_at_stop(session: Callable[..., Session]) -> None:
    agent_session = session()
    """What it said is not said once more after the next command."""
    stopped = agent_session.shell(WIPE, name="Stop")
    assert stopped["decision"] == "block"
    assert stopped["reason"].startswith(LOST)
    assert agent_session.shell("true > a.py") == {}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("source", ["startup", "resume", "clear", "fork", "later", None])
def test_a_start_begins_anew(session: Callable[..., Session], source: str | None) -> None:
    """What the user changed before it is not the agent's, in the same session or in a new one."""
    agent_session = session()
    for name in ("abc123", "another"):
        path = agent_session.root / A
        path.write_text(contract("deaf", message=f"Changed before {name}."))
        assert agent_session.hook("SessionStart", source=source, session_id=name) == {}
        assert agent_session.hook("Stop", session_id=name) == {}


def test_a_compaction_begins_nothing(session: Callable[..., Session]) -> None:
    """The session goes on: what its agent changed before that is reported."""
    agent_session = session()
    (agent_session.root / A).unlink()
    assert agent_session.hook("SessionStart", source="compact") == {}
    assert change_sentences(agent_session.stop()) == [change_sentence(A)]


def test_without_git_the_memory_tells_what_changed(session: Callable[..., Session]) -> None:
    """Nothing but what was remembered is needed."""
    agent_session = session(has_begun=False)
    (agent_session.root / ".git").rename(agent_session.root / "not-git")
    agent_session.hook("SessionStart")
    assert change_sentences(agent_session.shell(f"rm {A}")) == [change_sentence(A)]
    assert change_sentences(agent_session.stop()) == [change_sentence(A)]


def test_the_start_of_a_session_is_asked_for() -> None:
    """With protection only, of whatever kind it is, and without a way to block the session."""
    assert "SessionStart" not in make_hook_groups(WantedHook("project", fail_closed=True))
    (group,) = make_hook_groups(WantedHook("project", fail_closed=True, protect=True))[
        "SessionStart"
    ]
    assert "matcher" not in group
    assert [set(handler) for handler in group["hooks"]] == [{"type", "command", "timeout"}]
