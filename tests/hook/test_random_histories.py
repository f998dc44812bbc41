"""Histories drawn at random: an agent with all tricks of git, its user, a colleague beside.

The checker is who drew them: every violation has a number of its own, and it is known who wrote it,
and which commits HEAD got. What the hook says after commands and at Stop has to name the agent's
own that are left in a state of HEAD, each once, and nobody else's.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import dated_an_hour_ago, write_files
from tests.hook.test_after_command import command_event

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CONTRACTS = {
    "no-eval.yaml": contract("no-eval", pattern=r"eval\(", message="Not that.", ignorable=False),
    "frozen.yaml": contract(
        "frozen", type="file_frozen", pattern=None, message="Stays.", file_glob="*.lock"
    ),
    "no-env.yaml": contract(
        "no-env", type="file_not_exists", pattern=None, message="None.", file_glob="*.env"
    ),
}
PLACES = 60
COMMON = "".join(f"# place {number}\n\n\n\n\n" for number in range(PLACES))
NUMBER = re.compile(r"v(\d+)\b")
IDENTITY = "-c user.name=A -c user.email=a@example.org"


class DrawnHistory:
    """A history that is being drawn, and who wrote what."""

    def __init__(self, seed: int, folder: Path, run: Run, environment: dict[str, str]) -> None:
        self.random = random.Random(seed)
        self.tmp, self.run, self.environment = folder, run, environment
        self.mine, self.theirs = folder / "mine", folder / "theirs"
        self.count = 0
        self.agents: set[int] = set()
        self.got: set[str] = set()
        self.amended: set[str] = set()
        self.before: set[str] = set()
        self.unknown: set[str] = set()
        self.remotes: set[str] = set()
        self.start = 0
        self.read: dict[str, set[int]] = {}
        self.held: dict[str, str] = {}
        self.log: list[str] = []
        self.is_session = False

    # Git, and what a tree holds.

    def git(self, *words: str, at: Path | None = None, stdin: str = "") -> str:
        """Run git; raises where it fails."""
        self.log.append(f"{(at or self.mine).name}: git {' '.join(words)}")
        return subprocess.run(
            ("git", *IDENTITY.split(), *words),
            cwd=at or self.mine,
            env=self.environment,
            check=True,
            capture_output=True,
            encoding="utf-8",
            input=stdin,
        ).stdout.strip()

    def numbers(self, commit: str) -> set[int]:
        """The violations in a commit."""
        if commit not in self.read:
            self.read[commit] = self._numbers(commit)
        return self.read[commit]

    def _numbers(self, tree: str) -> set[int]:
        names = self.git("ls-tree", "-r", "--name-only", tree)
        numbers = {int(name) for name in NUMBER.findall(names)}
        lines = subprocess.run(
            ("git", "grep", "-h", "eval(", tree, "--", "*.py"),
            cwd=self.mine,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
        ).stdout
        return numbers | {int(number_text) for number_text in NUMBER.findall(lines)}

    def on_disk(self) -> set[int]:
        numbers = set()
        for path in self.mine.iterdir():
            if path.suffix == ".py":
                numbers |= {int(number_text) for number_text in NUMBER.findall(path.read_text())}
            elif path.suffix in (".lock", ".env"):
                numbers |= {int(number_text) for number_text in NUMBER.findall(path.name)}
        return numbers

    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def branch(self) -> str:
        try:
            return self.git("symbolic-ref", "--short", "-q", "HEAD")
        except subprocess.CalledProcessError:
            return ""

    def branches(self) -> list[str]:
        names = self.git("for-each-ref", "--format=%(refname:short)", "refs/heads")
        return names.splitlines()

    # What anybody does.

    def writes(self, at: Path, *, bad: bool, by_agent: bool) -> None:
        """Write a file, or a line of the common one."""
        self.count += 1
        number = self.count
        if not bad:
            write_files(at, {f"clean{number}.py": "x = 1\n"})
            return
        if by_agent:
            self.agents.add(number)
        kind = self.random.choice(["own", "own", "common", "lock", "env"])
        self.log.append(f"{at.name}: writes v{number} {kind} {'AGENT' if by_agent else ''}")
        if kind == "own":
            write_files(at, {f"f{number}.py": f'eval("v{number}")\n'})
        elif kind == "common":
            path, mark = at / "common.py", f"# place {number % PLACES}\n"
            text = path.read_text() if path.exists() else COMMON
            path.write_text(text.replace(mark, f'{mark}\neval("v{number}")\n'))
        else:
            write_files(at, {f"v{number}.{kind}": f"v{number}\n"})

    def commits(self, at: Path, *words: str, environment: str = "") -> None:
        """Commit all; what HEAD of the agent's gets so is its own."""
        self.git("add", "-A", at=at)
        before = self.environment
        if environment:
            self.environment = {**before, "GIT_REFLOG_ACTION": environment}
        try:
            self.git("commit", "-q", "--allow-empty", "-m", "x", *words, at=at)
        finally:
            self.environment = before
        if at == self.mine and self.is_session:
            if not environment:
                self.got.add(self.head())
                self.amended.add(self.git("log", "-1", "--format=%at"))
            self.is_seen()

    def holds(self) -> None:
        """HEAD is a state that the session committed to."""
        name = self.branch()
        self.held[name or f"?{self.head()}"] = self.head()

    def is_seen(self) -> None:
        """What HEAD holds at an event, or is given, it has got, but for what is older.

        An amend keeps the date of the user's commit; and so does what copies it later on.
        """
        dated = (line.split() for line in self.git("log", "--format=%H %at", "HEAD").splitlines())
        young = {
            commit
            for commit, date in dated
            if int(date) >= self.start or (date in self.amended and commit not in self.before)
        }
        self.got.update(young - self.unknown)
        self.holds()

    # What the agent does.

    def bad_commit(self) -> None:
        self.writes(self.mine, bad=True, by_agent=True)
        self.commits(self.mine)

    def clean_commit(self) -> None:
        self.writes(self.mine, bad=False, by_agent=True)
        self.commits(self.mine)

    def fixes(self) -> None:
        """One of its files, or the user's, is removed, and that is committed."""
        files = sorted(
            path
            for path in self.mine.iterdir()
            if path.suffix == ".env" or path.name.startswith("f")
        )
        if files:
            path = self.random.choice(files)
            self.log.append(f"removes {path.name}")
            path.unlink()
            self.commits(self.mine)

    def removes_from_disk(self) -> None:
        files = sorted(path for path in self.mine.iterdir() if path.name.startswith("f"))
        if files:
            path = self.random.choice(files)
            self.log.append(f"removes {path.name}, uncommitted")
            path.unlink()

    def branch_and_back(self) -> None:
        was = self.branch() or self.head()
        self.git("checkout", "-q", "-b", f"b{self.count}")
        self.bad_commit()
        if self.random.random() < 0.3:
            self.random.choice([self.fixes, self.bad_commit, self.amend])()
        self.git("checkout", "-q", was)

    def detached_and_back(self) -> None:
        was = self.branch() or self.head()
        self.git("checkout", "-q", "--detach")
        self.bad_commit()
        self.git("checkout", "-q", was)

    def orphan_and_back(self) -> None:
        was = self.branch() or self.head()
        self.git("checkout", "-q", "--orphan", f"o{self.count}")
        self.bad_commit()
        self.git("checkout", "-q", was)

    def checkout(self) -> None:
        self.git("checkout", "-q", self.random.choice(self.branches()))

    def merge(self) -> None:
        how = self.random.choice([[], ["--no-ff"], ["--ff-only"]])
        self.git("merge", "-q", "-m", "m", *how, self.random.choice(self.sources()))

    def evil_merge(self) -> None:
        self.git("merge", "-q", "--no-ff", "--no-commit", self.random.choice(self.sources()))
        self.bad_commit()

    def squash(self) -> None:
        self.git("merge", "-q", "--squash", self.random.choice(self.sources()))
        self.commits(self.mine)

    def pick(self) -> None:
        self.git("cherry-pick", "--allow-empty", self.random.choice(self.sources()))

    def rebase(self) -> None:
        self.git("rebase", "-q", self.random.choice(self.sources()))

    def sources(self) -> list[str]:
        references = self.git("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")
        return [name for name in references.splitlines() if not name.endswith("HEAD")]

    def amend(self) -> None:
        self.writes(self.mine, bad=self.random.random() < 0.5, by_agent=True)
        self.commits(self.mine, "--amend")

    def soft_reset(self) -> None:
        self.git("reset", "-q", "--soft", f"HEAD~{self.random.randint(1, 2)}")
        self.commits(self.mine)

    def hard_reset(self) -> None:
        self.git("reset", "-q", "--hard", f"HEAD~{self.random.randint(1, 2)}")

    def worktree(self) -> None:
        name, path = f"w{self.count}", self.tmp / "tree"
        self.git("worktree", "add", "-q", "-b", name, str(path))
        self.writes(path, bad=True, by_agent=True)
        self.commits(path)
        self.git("worktree", "remove", "--force", str(path))
        if self.random.random() < 0.5:
            self.git("merge", "-q", "-m", "m", name)

    def clone_and_pull(self) -> None:
        path = self.tmp / f"clone{self.count}"
        self.git("clone", "-q", str(self.mine), str(path))
        self.writes(path, bad=True, by_agent=True)
        self.commits(path)
        if self.random.random() < 0.7:
            self.git("pull", "-q", "--no-rebase", str(path), "HEAD")

    def bundle(self) -> None:
        path = self.tmp / f"clone{self.count}"
        self.git("clone", "-q", str(self.mine), str(path))
        self.writes(path, bad=True, by_agent=True)
        self.commits(path)
        name = self.tmp / f"b{self.count}.bundle"
        self.git("bundle", "create", "-q", str(name), "HEAD", at=path)
        self.git("pull", "-q", "--no-rebase", str(name), "HEAD")

    def plumbing(self) -> None:
        self.writes(self.mine, bad=True, by_agent=True)
        self.git("add", "-A")
        commit = self.git("commit-tree", "-p", "HEAD", "-m", "x", self.git("write-tree"))
        self.git("update-ref", "HEAD", commit)

    def fast_import(self) -> None:
        name = self.branch()
        if not name:
            return
        self.count += 1
        self.agents.add(self.count)
        text = f'eval("v{self.count}")\n'
        seconds = int(time.time())
        stream = (
            f"commit refs/heads/{name}\ncommitter A <a@example.org> {seconds} +0000\ndata 1\nx\n"
            f"from {self.head()}\nM 100644 inline f{self.count}.py\ndata {len(text)}\n{text}\n"
        )
        self.git("fast-import", "--quiet", stdin=stream)
        self.git("reset", "-q", "--hard")

    def lying_log(self) -> None:
        self.writes(self.mine, bad=True, by_agent=True)
        self.commits(self.mine, environment=self.random.choice(["pull", "merge x", "rebase"]))

    def no_log(self) -> None:
        """The logs are gone: of what HEAD left since the last event nothing tells.

        Nor does anything of what was pushed: what HEAD has not got by now is the remote's, and what
        a remote has is there already.
        """
        commits = self.git("for-each-ref", "--format=%(objectname)", "refs/remotes")
        self.remotes.update(commits.split())
        self.unknown.update(set(self.git("rev-list", "--remotes").split()) - self.got)
        if self.random.random() < 0.5:
            self.git("reflog", "expire", "--expire=now", "--all")
        else:
            subprocess.run(("rm", "-rf", str(self.mine / ".git/logs")), check=True)
            self.log.append("rm -rf .git/logs")

    def uncommitted(self) -> None:
        self.writes(self.mine, bad=True, by_agent=True)

    def push(self) -> None:
        self.git("push", "-q", "origin", self.branch() or "main")

    def pull(self) -> None:
        how = self.random.choice(["--no-rebase", "--rebase"])
        self.git("pull", "-q", how, "origin", self.random.choice(["main", "feature"]))

    def pull_address(self) -> None:
        address = self.git("remote", "get-url", "origin")
        self.git("pull", "-q", "--no-rebase", address, "main")

    def fetch(self) -> None:
        self.git("fetch", "-q")

    # What the colleague does.

    def colleague(self) -> None:
        self.git("fetch", "-q", at=self.theirs)
        branch = self.random.choice(["main", "feature"])
        self.git("checkout", "-q", "-B", branch, f"origin/{branch}", at=self.theirs)
        for _ in range(self.random.randint(1, 2)):
            self.writes(self.theirs, bad=self.random.random() < 0.8, by_agent=False)
            self.commits(self.theirs)
        if self.random.random() < 0.3:
            other_branch = {"main": "feature", "feature": "main"}[branch]
            self.git("merge", "-q", "-m", "m", f"origin/{other_branch}", at=self.theirs)
        self.git("push", "-q", "origin", branch, at=self.theirs)

    # All of it.

    def begins(self) -> None:
        """What there is before the session: the user's, and the colleague's."""
        self.git("init", "-q", "-b", "main", str(self.mine), at=self.tmp)
        files = {f".claude/contracts/{name}": text for name, text in CONTRACTS.items()}
        write_files(self.mine, {**files, "common.py": COMMON, "a.py": "a = 1\n"})
        self.commits(self.mine)
        self.git("branch", "feature")
        self.git("clone", "-q", "--bare", str(self.mine), str(self.tmp / "hub.git"), at=self.tmp)
        self.git("clone", "-q", str(self.tmp / "hub.git"), str(self.theirs), at=self.tmp)
        self.git("remote", "add", "origin", str(self.tmp / "hub.git"))
        self.git("fetch", "-q")
        for name in ("main", *self.random.sample(["main", "u1", "u2"], 2)):
            self.git("checkout", "-q", "-B", name)
            self.writes(self.mine, bad=True, by_agent=False)
            self.commits(self.mine)
        self.git("checkout", "-q", "main")
        if self.random.random() < 0.5:
            self.colleague()

    def acts(self) -> bool:
        """One operation of somebody; tells if more may follow. What git refuses is given up."""
        act: Callable[[], None] = self.random.choice([*(getattr(self, name) for name in ACTS)])
        self.log.append(f"--- {act.__name__}")
        before = self.head()
        try:
            act()
            if act.__name__ != "checkout" and self.head() != before:
                self.is_seen()
            return act.__name__ != "pull_address"  # what it fetched from is told by the last fetch
        except subprocess.CalledProcessError as error:
            self.log.append(f"refused: {error.stderr.strip()[:200]}")
            for words in (["merge", "--abort"], ["rebase", "--abort"], ["cherry-pick", "--abort"]):
                subprocess.run(
                    ("git", *words), cwd=self.mine, env=self.environment, capture_output=True
                )
            self.git("reset", "-q", "--hard")
            self.is_seen()
            tree = self.tmp / "tree"
            if tree.exists():
                self.git("worktree", "remove", "--force", str(tree))
        return True

    def says(self, stdin: bytes) -> list[int]:
        """The numbers of what the hook says is broken, as often as it does."""
        outcome = self.run("hook", stdin=stdin, cwd=self.mine)
        assert (outcome.code, outcome.err) == (0, "")
        answer = json.loads(outcome.out)
        context = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
        text = str(context or answer.get("reason", ""))
        self.log.append(f"said: {text}")
        assert "phaser-lint cannot" not in json.dumps(answer), answer
        lines = [line for line in text.split("\n") if not line.startswith("  Only")]
        return [int(number) for number in NUMBER.findall("\n".join(lines))]

    def after_command(self) -> list[int]:
        return self.says(command_event(self.mine, duration_ms=1))

    def stops(self) -> list[int]:
        event = {"session_id": "abc123", "cwd": str(self.mine), "hook_event_name": "Stop"}
        return self.says(json.dumps({**event, "stop_hook_active": False}).encode())

    def expected(self) -> set[int]:
        """The agent's own that HEAD got and that are in the last state of a branch, or on disk.

        A state that no reference and no HEAD leads to any more is gone: nobody can mend it.
        """
        tips = {"HEAD": self.head()}
        commits_by_branch = {name: self.git("rev-parse", name) for name in self.branches()}
        for name, at in self.held.items():
            tip = commits_by_branch.get(name, at)
            if self._is_held(tip):
                tips[name] = tip
        # What no branch that HEAD was has any more may be held by another one.
        for commit in self.git("rev-list", "--all", "--reflog").split():
            is_lost = commit in self.got and not any(
                self._is_in(commit, tip) for tip in tips.values()
            )
            if is_lost:
                form = "--format=%(objectname)"
                holders = self.git("for-each-ref", form, "--contains", commit).split()
                tips.update({holder: holder for holder in holders})
        head, all_tips = tips["HEAD"], set(tips.values())
        other_tips = all_tips - {head}
        last = [
            tip
            for tip in other_tips
            if not any(self._is_in(tip, tip_of_branch) for tip_of_branch in all_tips - {tip})
        ]
        last.append(head)
        committed = set[int]().union(*map(self.added, last))
        return self.agents & (committed | (self.on_disk() - self.numbers(head)))

    def added(self, tip: str) -> set[int]:
        """What there is in *tip* that commits added which HEAD got, and no remote had before.

        One that has such a commit itself tells nothing.
        """
        numbers = set[int]()
        got_commits = self.got.intersection(self.git("rev-list", tip).split())
        earlier_numbers = [
            self.numbers(commit)
            for commit in self.remotes
            if not got_commits.intersection(self.git("rev-list", commit).split())
        ]
        for line in self.git("rev-list", "--parents", tip).splitlines():
            commit, *parents = line.split()
            if commit in self.got:
                numbers |= self.numbers(commit) - set[int]().union(*map(self.numbers, parents))
        return (numbers & self.numbers(tip)) - set[int]().union(*earlier_numbers)

    def _is_held(self, tip: str) -> bool:
        worktrees = self.git("worktree", "list", "--porcelain").splitlines()
        heads = [line.removeprefix("HEAD ") for line in worktrees if line.startswith("HEAD ")]
        references = self.git("for-each-ref", "--contains", tip)
        return bool(references) or any(self._is_in(tip, head) for head in heads)

    def _is_in(self, tip: str, other_commit: str) -> bool:
        words = ("git", "merge-base", "--is-ancestor", tip, other_commit)
        return not subprocess.run(words, cwd=self.mine, env=self.environment).returncode


ACTS = (
    *["bad_commit"] * 2, "clean_commit", "fixes", "removes_from_disk", *["branch_and_back"] * 2,
    "detached_and_back", "orphan_and_back", *["checkout"] * 2, *["merge"] * 3, "evil_merge",
    *["squash"] * 2, "pick", *["rebase"] * 2, "amend", "soft_reset", "hard_reset",
    *["worktree"] * 2, "clone_and_pull", "bundle", "plumbing", "fast_import", "lying_log",
    "uncommitted", *["push"] * 2, *["pull"] * 2, "pull_address", "fetch", *["colleague"] * 4,
)  # fmt: skip


def check_history(seed: int, folder: Path, run: Run, environment: dict[str, str]) -> None:
    history = DrawnHistory(seed, folder, run, environment)
    with dated_an_hour_ago(environment, history.mine):
        history.begins()
    history.is_session = True
    history.before.update(history.git("rev-list", "--all").split())
    time.sleep(1.01 - time.time() % 1)  # dates are whole seconds
    history.start = int(time.time())
    assert history.says(command_event(history.mine, "ls")) == []
    history.is_seen()
    said_numbers: list[int] = []
    for _ in range(history.random.randint(2, 6)):
        if history.random.random() < 0.15:
            history.no_log()
        for _ in range(history.random.randint(1, 3)):
            if not history.acts():
                break
        history.is_seen()
        said_numbers += history.after_command()
    reported, expected = history.stops(), history.expected()
    story = "\n".join(history.log)
    assert set(said_numbers) <= history.agents, (
        f"others' work: {set(said_numbers) - history.agents}\n{story}"
    )
    assert set(reported) <= history.agents, (
        f"others' work: {set(reported) - history.agents}\n{story}"
    )
    assert set(reported) == expected, f"{set(reported)} for {expected}\n{story}"
    assert expected <= set(said_numbers), (
        f"not said after a command: {expected - set(said_numbers)}\n{story}"
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_drawn_histories_name_only_the_agents_work(
    seed: int, tmp_path: Path, run: Run, environment: dict[str, str], project: MakeProject
) -> None:
    """A few of them."""
    check_history(seed, tmp_path.resolve(), run, environment)


SEEDS = range(3, int(os.environ.get("PHASER_LINT_HISTORIES", "300")))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_many_drawn_histories_name_only_the_agents_work(
    seed: int, tmp_path: Path, run: Run, environment: dict[str, str], project: MakeProject
) -> None:
    """Many more."""
    check_history(seed, tmp_path.resolve(), run, environment)
