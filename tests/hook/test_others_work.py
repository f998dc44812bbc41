"""What others wrote is not the agent's: merges in progress, and files taken as they are.

After a command and at Stop; ``scan --since`` alike, where there is no session.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.command.made import contract
from tests.conftest import dated_an_hour_ago, write_files
from tests.hook.test_after_command import command_event

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Outcome, Run

THEIRS = "print('theirs')\n"
CONTRACTS = {"no-print.yaml": contract("no-print", exclude_glob="old/**")}
LINES = "".join(f"line_{number} = {number}\n" for number in range(9))


class Work(NamedTuple):
    """The project at *root*, on ``main``; a colleague's commits are on ``side``."""

    root: Path
    git: Git
    run: Run

    def does(self, *arguments: str) -> None:
        """Run git; a conflict is no failure."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.git(self.root, *arguments)

    def commit(self, files: dict[str, str | bytes], message: str = "Change") -> None:
        write_files(self.root, files)
        self.git(self.root, "add", "-A")
        self.git(self.root, "commit", "-q", "-m", message)

    def after_command(self) -> str:
        """What the agent reads after a command."""
        return text_for_agent(self.run("hook", stdin=command_event(self.root), cwd=self.root))

    def stops(self) -> str:
        """What it reads at Stop."""
        event = {"session_id": "abc123", "cwd": str(self.root), "hook_event_name": "Stop"}
        stdin = json.dumps({**event, "stop_hook_active": False}).encode()
        return text_for_agent(self.run("hook", stdin=stdin, cwd=self.root))

    def since(self, revision: str = "HEAD") -> str:
        """What ``scan --since`` finds: the places."""
        outcome = self.run("scan", "--since", revision, "--format", "json", cwd=self.root)
        return " ".join(violation["path"] for violation in json.loads(outcome.out)["violations"])


def text_for_agent(outcome: Outcome) -> str:
    assert (outcome.code, outcome.err) == (0, "")
    answer = json.loads(outcome.out)
    specific = answer.get("hookSpecificOutput", {})
    return str(answer.get("reason") or specific.get("additionalContext", ""))


@pytest.fixture
def work(project: MakeProject, git: Git, run: Run, environment: dict[str, str]) -> Work:
    """A colleague changed ``a.py`` and added ``their.py``; on main ``a.py`` changed, too."""
    files = {"a.py": LINES, "b.py": "b = 1\n", "taken.py": THEIRS}
    agent_work = Work(project(files, contracts=CONTRACTS, commit=True), git, run)
    with dated_an_hour_ago(environment, agent_work.root):
        begin_both_sides(agent_work)
    return agent_work


def begin_both_sides(agent_work: Work) -> None:
    agent_work.commit({"taken.py": "x = 1\n"}, "Removed")
    agent_work.does("tag", "removed")
    agent_work.does("switch", "-q", "-c", "side")
    passed = "print('theirs')  # phaser:ignore no-print -- theirs\n"
    agent_work.commit({"passed.py": passed, "old/legacy.py": THEIRS})
    agent_work.commit({"a.py": f"{LINES}{THEIRS}", "their.py": THEIRS})
    agent_work.does("switch", "-q", "main")
    agent_work.commit({"a.py": f"first = 0\n{LINES}", "b.py": "b = 2\n"})


def conflicting(work: Work) -> None:
    """Another ``their.py`` on main, so that git stops in the middle."""
    work.commit({"their.py": "mine = 1\n"})


def merge(work: Work) -> None:
    work.does("merge", "-q", "--no-commit", "side")


def pick(work: Work) -> None:
    work.does("cherry-pick", "side")


def revert(work: Work) -> None:
    """A colleague took the line out; that is taken back."""
    work.does("revert", "--no-commit", "removed")


def rebase(work: Work) -> None:
    work.does("rebase", "-q", "main", "side")


def squash(work: Work) -> None:
    work.does("merge", "-q", "--squash", "side")


def squash_and_commit(work: Work) -> None:
    squash(work)
    assert work.after_command() == ""
    work.does("commit", "-q", "-m", "Squashed")


def resolved(work: Work) -> None:
    """A pick that stopped, and its conflict resolved for both sides."""
    pick(work)
    assert work.after_command() == ""
    work.commit({"their.py": f"mine = 1\n{THEIRS}"}, "Picked")


def file_of_branch(work: Work) -> None:
    work.does("checkout", "-q", "side", "--", "their.py")


def file_of_tag(work: Work) -> None:
    work.does("tag", "-a", "-m", "x", "v1", "side")
    work.does("branch", "-q", "-D", "side")
    work.does("checkout", "-q", "v1", "--", "their.py")


def merge_after_commits(work: Work) -> None:
    """The agent's own commits make all be compared with what was before them."""
    work.commit({"a.py": f"zero = 0\nfirst = 0\n{LINES}"})
    assert work.after_command() == ""
    work.does("merge", "-q", "-m", "Merge", "side")


def branch_went_on(work: Work) -> None:
    """The agent went on from the colleague's branch."""
    work.does("switch", "-q", "side")
    work.commit({"mine.py": "mine = 1\n"})
    assert work.after_command() == ""
    work.does("switch", "-q", "main")
    merge(work)


OPERATIONS: dict[str, tuple[bool, Callable[[Work], None]]] = {
    "merge": (False, merge),
    "merge with a conflict": (True, merge),
    "squash": (False, squash),
    "squash, and commit": (False, squash_and_commit),
    "cherry-pick": (True, pick),
    "cherry-pick, resolved": (True, resolved),
    "revert": (False, revert),
    "rebase": (True, rebase),
    "a file of a branch": (False, file_of_branch),
    "a file of a tag": (False, file_of_tag),
    "merge after commits": (False, merge_after_commits),
    "merge of a branch that went on": (False, branch_went_on),
}


@pytest.mark.one_row_in(12)
@pytest.mark.parametrize(("conflicts", "begin"), OPERATIONS.values(), ids=OPERATIONS)
def test_what_another_side_brings_is_not_the_agents(
    work: Work, conflicts: bool, begin: Callable[[Work], None]
) -> None:
    """What the other side brings is not the agent's, after the command and at Stop."""
    if conflicts:
        conflicting(work)
    assert work.after_command() == ""
    begin(work)
    assert work.after_command() == ""
    assert work.stops() == ""


def test_silent_where_the_user_began_it(work: Work) -> None:
    """The first that the hook hears of the session is its end."""
    merge(work)
    assert work.stops() == ""


@pytest.mark.slow
def test_silent_in_a_linked_working_tree(work: Work) -> None:
    """What is in progress there stands in its own folder of git."""
    linked_tree = work.root.with_name("other")
    work.does("worktree", "add", "-q", str(linked_tree), "-b", "other", "main")
    work_in_linked_tree = work._replace(root=linked_tree)
    assert work_in_linked_tree.after_command() == ""
    merge(work_in_linked_tree)
    assert work_in_linked_tree.after_command() == ""
    assert work_in_linked_tree.stops() == ""


@pytest.mark.slow
def test_silent_below_the_top(work: Work, environment: dict[str, str]) -> None:
    """The project is a folder of the repository."""
    write_files(work.root / "api", {".claude/contracts/no-print.yaml": contract()})
    with dated_an_hour_ago(environment, work.root):
        work.commit({"api/a.py": "a = 1\n"})
        work.does("switch", "-q", "side")
        work.commit({"api/their.py": THEIRS, "api/a.py": THEIRS})
        work.does("switch", "-q", "main")
        work.commit({"api/a.py": "a = 2\n"})
    work_below = work._replace(root=work.root / "api")
    assert work_below.after_command() == ""
    work.does("checkout", "-q", "side", "--", "api/their.py")
    assert work_below.after_command() == ""
    work.does("reset", "-q", "--hard")
    merge(work)
    assert work_below.after_command() == ""
    write_files(work_below.root, {"own.py": OWN_TEXT})
    assert "api/no-print in api/own.py at line 1" in work_below.stops()


# Named.

OWN_TEXT = "print('own')\n"


def own_branch(work: Work) -> None:
    work.does("switch", "-q", "-c", "own")
    work.commit({"own.py": OWN_TEXT})
    work.does("switch", "-q", "main")
    work.does("merge", "-q", "--no-commit", "--no-ff", "own")


def own_branch_of_old(work: Work) -> None:
    """Who makes a commit says when it was made."""
    work.does("switch", "-q", "-c", "own")
    write_files(work.root, {"own.py": OWN_TEXT})
    work.does("add", "-A")
    tree = work.git(work.root, "write-tree").strip()
    identity = "A <a@example.org> 946684800 +0000"
    text = f"tree {tree}\nauthor {identity}\ncommitter {identity}\n\nOld\n"
    (work.root / "commit").write_text(text)
    commit = work.git(work.root, "hash-object", "-t", "commit", "-w", "commit").strip()
    (work.root / "commit").unlink()
    work.does("reset", "-q", "--hard", "main")
    work.does("branch", "-q", "-f", "forged", commit)
    work.does("merge", "-q", "--no-commit", "--allow-unrelated-histories", "forged")


def own_squash(work: Work) -> None:
    own_branch(work)
    work.does("merge", "--abort")
    work.does("merge", "-q", "--squash", "own")


def own_pick(work: Work) -> None:
    own_branch(work)
    work.does("merge", "--abort")
    work.does("cherry-pick", "--no-commit", "own")


def own_file(work: Work) -> None:
    own_branch(work)
    work.does("merge", "--abort")
    work.does("checkout", "-q", "own", "--", "own.py")


def stash(work: Work) -> None:
    write_files(work.root, {"b.py": OWN_TEXT})
    work.does("stash", "-q")
    work.does("stash", "pop", "-q")


def add_own_file_beside(work: Work) -> None:
    """In the middle of a colleague's merge."""
    merge(work)
    write_files(work.root, {"own.py": OWN_TEXT})


def write_once_more(work: Work) -> None:
    """The colleague's line, twice."""
    merge(work)
    write_files(work.root, {"their.py": f"{THEIRS}{THEIRS}"})


def not_suppressed(work: Work) -> None:
    """The colleague let it pass by name; the agent takes that out."""
    merge(work)
    write_files(work.root, {"passed.py": THEIRS})


def not_excluded(work: Work) -> None:
    """Where the colleague has it the contract does not count."""
    work.does("checkout", "-q", "side", "--", "old/legacy.py")
    work.does("mv", "old/legacy.py", "moved.py")


def bring_fixed_line_back(work: Work) -> None:
    """A branch that nobody merges still has the line."""
    work.does("branch", "-q", "old", "removed~1")
    write_files(work.root, {"taken.py": f"{THEIRS}x = 1\n"})


def bring_fixed_line_of_side_back(work: Work) -> None:
    """So does one that went on since, fetched in the session."""
    clone = work.root.with_name("clone")
    work.does("clone", "-q", str(work.root), str(clone))
    work.git(clone, "switch", "-q", "-c", "release", "removed~1")
    work.git(clone, "commit", "-q", "--allow-empty", "-m", "Release")
    work.does("remote", "add", "origin", str(clone))
    work.does("fetch", "-q", "origin")
    write_files(work.root, {"taken.py": f"{THEIRS}x = 1\n"})


def write_line_of_side(work: Work) -> None:
    """A branch that nobody takes anything from has added it, too."""
    write_files(work.root, {"a.py": f"first = 0\n{LINES}{THEIRS}"})


NAMED_STEPS: dict[str, tuple[str, Callable[[Work], None]]] = {
    "an own branch": ("own.py", own_branch),
    "an own branch that says it existed before": ("own.py", own_branch_of_old),
    "an own branch, squashed": ("own.py", own_squash),
    "an own commit, picked": ("own.py", own_pick),
    "a file of an own branch": ("own.py", own_file),
    "a stash": ("b.py", stash),
    "beside a merge": ("own.py", add_own_file_beside),
    "a line once more": ("their.py", write_once_more),
    "no longer suppressed": ("passed.py", not_suppressed),
    "no longer excluded": ("moved.py", not_excluded),
    "a line that a branch has, too": ("a.py", write_line_of_side),
    "a fixed line that a branch still has": ("taken.py", bring_fixed_line_back),
    "a fixed line of a branch that went on": ("taken.py", bring_fixed_line_of_side_back),
}


@pytest.mark.one_row_in(15)
@pytest.mark.parametrize(("path", "begin"), NAMED_STEPS.values(), ids=NAMED_STEPS)
def test_the_agents_own_work_is_named_whatever_the_merge(
    work: Work, path: str, begin: Callable[[Work], None]
) -> None:
    """It is the agent's own, and neither a merge nor a date makes it old."""
    assert work.after_command() == ""
    begin(work)
    assert f"no-print in {path} at line" in work.stops()


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("moment", ["before", "meanwhile"])
def test_a_pull_brings_the_work_of_others(work: Work, git: Git, moment: str) -> None:
    """It brings what a colleague made, before the session or during it."""
    clone = work.root.with_name("clone")
    git(work.root, "clone", "-q", str(work.root), str(clone))
    git(clone, "config", "pull.rebase", "false")
    work.does("switch", "-q", "-c", "late")
    work_in_clone = work._replace(root=clone)
    if moment == "meanwhile":
        assert work_in_clone.after_command() == ""
        time.sleep(1.1)  # a commit is dated in whole seconds
    work.commit({"late.py": THEIRS})
    if moment == "before":
        assert work_in_clone.after_command() == ""
    work_in_clone.does("fetch", "-q", "origin")
    work_in_clone.does("merge", "-q", "--no-commit", "--no-ff", "origin/late")
    assert work_in_clone.stops() == ""


# Without a session.


def test_scan_since_knows_the_other_side_of_a_merge(work: Work) -> None:
    """The other side existed before as it is, own commits or not; what is nowhere is new."""
    own_branch(work)
    assert work.since() == ""
    write_files(work.root, {"b.py": OWN_TEXT})
    assert work.since() == "b.py"
    work.does("commit", "-q", "-a", "-m", "Merge")
    assert work.since("HEAD~1") == "b.py own.py"


def abandoned_squash(work: Work) -> None:
    squash(work)
    work.does("restore", "-SW", ".")


def finished_rebase(work: Work) -> None:
    """Its conflict is resolved without the line; git leaves REBASE_HEAD behind."""
    work.commit({"a.py": f"{LINES}mine = 1\n"})
    rebase(work)
    write_files(work.root, {"a.py": f"{LINES}both = 1\n", "their.py": "x = 1\n"})
    work.does("add", "-A")
    work.does("-c", "core.editor=true", "rebase", "--continue")
    assert (work.root / ".git" / "REBASE_HEAD").exists()
    work.does("switch", "-q", "main")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("bring", [abandoned_squash, finished_rebase])
def test_what_is_over_excuses_nothing(work: Work, bring: Callable[[Work], None]) -> None:
    """By git's status nothing is in progress; what a file of git's still names is no other side."""
    bring(work)
    text = (work.root / "a.py").read_text()
    write_files(work.root, {"a.py": f"{text}{THEIRS}"})
    assert work.since() == "a.py"


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("bring", "operation"),
    [(merge, "a merge"), (pick, "a pick"), (rebase, "a rebase"), (squash, "a squash")],
)
def test_who_scans_reads_that_the_other_side_counts(
    work: Work, bring: Callable[[Work], None], operation: str
) -> None:
    """It may be why something is no violation."""
    conflicting(work)
    bring(work)
    write_files(work.root, {"their.py": THEIRS})
    outcome = work.run("scan", "--since", "HEAD", cwd=work.root)
    tip = work.git(work.root, "rev-parse", "--short=10", "side").strip()
    note = f"{operation} of {tip} is in progress: what it adds counts as existing"
    assert note in outcome.err
    assert outcome.code == 0
