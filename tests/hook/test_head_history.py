"""What HEAD got in a session is checked, however it came there; the work of others is not.

After the command and at Stop. Each row is one command of the agent, or several.
"""

from __future__ import annotations

import json
import subprocess
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.command.made import contract
from tests.hook.test_after_command import command_event
from tests.tables import first_of_each, one_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONTRACTS = {
    "no-eval.yaml": contract("no-eval", pattern=r"eval\(", message="Not that.", ignorable=False),
    "frozen.yaml": contract(
        "frozen", type="file_frozen", pattern=None, message="Stays.", file_glob="*.lock"
    ),
    "license.yaml": contract(
        "license", type="file_exists", pattern=None, message="Keep it.", file_glob="LICENSE"
    ),
    "no-env.yaml": contract(
        "no-env", type="file_not_exists", pattern=None, message="None.", file_glob="*.env"
    ),
    "together.yaml": contract(
        "together",
        type="changed_together",
        pattern=None,
        file_glob="src/",
        with_glob="docs/",
        message="Say it.",
    ),
}
FILES = {
    "a.py": "a = 1\n",
    "old.py": "eval(0)\n",
    "a.lock": "1\n",
    "LICENSE": "x\n",
    "src/s.py": "1\n",
    "docs/d.md": "1\n",
}


class Scene(NamedTuple):
    """An agent in ``mine``, a clone of ``hub``; a colleague works in ``theirs``."""

    mine: Path
    theirs: Path
    run: Run
    environment: dict[str, str]

    def sh(self, script: str, at: Path | None = None) -> None:
        """Run a command of a shell; what it prints does not matter."""
        subprocess.run(
            ("bash", "-c", f"set -e\n{script}"),
            cwd=at or self.mine,
            env=self.environment,
            check=True,
            capture_output=True,
        )

    def after_command(self, **keys: object) -> str:
        """What the agent reads after a command."""
        answer = self._answer(command_event(self.mine, **keys))
        return str(answer.get("hookSpecificOutput", {}).get("additionalContext", ""))

    def stops(self) -> str:
        """What it reads at Stop."""
        event = {"session_id": "abc123", "cwd": str(self.mine), "hook_event_name": "Stop"}
        stdin = json.dumps({**event, "stop_hook_active": False}).encode()
        return str(self._answer(stdin).get("reason", ""))

    def _answer(self, stdin: bytes) -> dict[str, dict[str, str]]:
        outcome = self.run("hook", stdin=stdin, cwd=self.mine)
        assert (outcome.code, outcome.err) == (0, "")
        answer: dict[str, dict[str, str]] = json.loads(outcome.out)
        return answer


@pytest.fixture
def scene(
    project: MakeProject, git: Git, run: Run, environment: dict[str, str], tmp_path: Path
) -> Scene:
    """All three have the same ``main``; the colleague's ``theirs`` is on the hub, too."""
    project_root = project(FILES, contracts=CONTRACTS, commit=True)
    return clone_project(project_root, git, run, environment, tmp_path)


def clone_project(
    project_root: Path, git: Git, run: Run, environment: dict[str, str], tmp_path: Path
) -> Scene:
    """A clone of a hub that is one of the project *project_root*, and a colleague's."""
    hub, mine, theirs = (tmp_path / name for name in ("hub.git", "mine", "theirs"))
    git(project_root, "clone", "-q", "--bare", str(project_root), str(hub))
    for clone in (mine, theirs):
        git(project_root, "clone", "-q", str(hub), str(clone))
        for name, setting in (("user.name", "A"), ("user.email", "a@example.org")):
            git(clone, "config", name, setting)
        git(clone, "config", "pull.rebase", "false")
    return Scene(mine.resolve(), theirs, run, environment)


COLLEAGUE = """
git checkout -q -b feature
echo 'eval(1)' > their.py; echo 2 > a.lock; echo 'eval(2)' >> a.py
git add -A; git commit -q -m theirs; git push -q origin feature
git checkout -q main; git merge -q --ff-only feature; git push -q origin main
"""
"""What a colleague does during the session."""

SILENT: dict[str, Sequence[str]] = {
    "clean commits on a branch, and back": [
        "git checkout -qb w; echo 1 > b.py; git add -A; git commit -qm x; git checkout -q main",
        "git merge -q --no-ff -m m w",
    ],
    "fixed by a later commit of the branch": [
        "git checkout -qb w; echo 'eval(1)' > b.py; git add -A; git commit -qm x;"
        "echo 1 > b.py; git commit -qam y; git checkout -q main",
    ],
    "taken back by an amend": [
        "git checkout -qb w; echo 'eval(1)' > b.py; git add -A; git commit -qm x;"
        "echo 1 > b.py; git commit -q --amend -am y; git checkout -q main",
    ],
    "taken back by a reset": [
        "echo 'eval(1)' > b.py; git add -A; git commit -qm x; git reset -q --hard HEAD~1",
    ],
    "a colleague's, pulled": ["COLLEAGUE", "git pull -q"],
    "a colleague's, fetched and merged": [
        "echo 1 > b.py; git add -A; git commit -qm x",
        "COLLEAGUE",
        "git fetch -q; git merge -q -m m origin/feature",
    ],
    "a colleague's, by its address": ["COLLEAGUE", "git pull -q $(git remote get-url origin) main"],
    "a colleague's, rebased upon": [
        "echo 1 > b.py; git add -A; git commit -qm x",
        "COLLEAGUE",
        "git pull -q --rebase",
    ],
    "a colleague's, squashed": [
        "COLLEAGUE",
        "git fetch -q; git merge -q --squash origin/feature; git commit -qm squashed",
    ],
    "a colleague's, squashed near a branch of two lines for Python": [
        "COLLEAGUE",
        "git branch $'x\\xe2\\x80\\xa8y'; git fetch -q; git merge -q --squash origin/feature;"
        "git commit -qm squashed",
    ],
    "a colleague's, picked": ["COLLEAGUE", "git fetch -q; git cherry-pick origin/feature"],
    "a colleague's, upon what was pushed": [
        "echo 1 > b.py; git add -A; git commit -qm x; git push -q origin main",
        "PULLING COLLEAGUE",
        "git pull -q; echo 2 > b.py; git commit -qam y",
    ],
    "the user's own, amended": ["git commit -q --amend -m again"],
    "the user's own, amended and pushed; an older branch is gone on from": [
        "git push -q --set-upstream origin main; git branch older HEAD~1",
        "echo 1 > b.py; git add -A; git commit -q --amend -m again; git push -q --force",
        "git checkout -q older; echo 1 > c.py; git add -A; git commit -qm x",
    ],
    "taken back to the first commit, which is amended": [
        "git reset -q --hard $(git rev-list --max-parents=0 HEAD)",
        "echo 1 > b.py; git add -A; git commit -q --amend -m again",
    ],
    "the user's own, soft reset and committed again": [
        "git reset -q --soft HEAD~1; git commit -qm again"
    ],
    "the user's own, rebased": [
        "git checkout -q HEAD~1; echo 1 > b.py; git add -A; git commit -qm x; git branch base;"
        "git checkout -q main; git rebase -q base",
    ],
    "the user's own branch, merged": ["git merge -q -m m users"],
    "the user's own branch, squashed": ["git merge -q --squash users; git commit -qm squashed"],
    "the user's own branch, gone on from": [
        "git checkout -q users; echo 1 > b.py; git add -A; git commit -qm x; git checkout -q main"
    ],
    "the user's own branch, rebased, amended and removed": [
        "echo 1 > b.py; git add -A; git commit -qm x",
        "git rebase -q main users; echo 1 > c.py; git add -A; git commit -q --amend --no-edit",
        "git checkout -q main; git merge -q users; git branch -q -d users",
    ],
    "the user's own branch, a conflict resolved": [
        "echo 1 > users.py; git add -A; git commit -qm x; git rebase -q main users || true;"
        "echo 'eval(4)' > users.py; git add -A; GIT_EDITOR=true git rebase --continue"
    ],
    "a colleague's, on a branch that is left": [
        "COLLEAGUE",
        "git fetch -q; git checkout -qb w; git merge -q origin/feature; git checkout -q main",
    ],
    "what was left is there no more": [
        "git checkout -qb w; echo 1 > b.py; git add -A; git commit -qm x; git rebase -q users;"
        "git checkout -q main; cp .git/logs/HEAD ../log; git branch -q -D w;"
        "git reflog expire --expire=now --all; git gc -q --prune=now; cp ../log .git/logs/HEAD",
        "echo 2 > b.py; git add -A; git commit -qm y",
    ],
}
USER = """
echo 'eval(3)' > user.py; echo 3 > u.lock; git add -A; git commit -q -m user
git checkout -q -b users; echo 'eval(4)' > users.py; git add -A; git commit -q -m users
git checkout -q main; git push -q origin HEAD~1:refs/heads/main
"""
"""What the user did before the session."""


def play_step(scene: Scene, step: str) -> None:
    if step == "PULLING COLLEAGUE":
        scene.sh(f"git pull -q\n{COLLEAGUE}", scene.theirs)
    elif step == "COLLEAGUE":
        scene.sh(COLLEAGUE, scene.theirs)
    else:
        scene.sh(step)


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("name", one_in(3, SILENT))
def test_work_of_others_is_silent_after_each_step(scene: Scene, name: str) -> None:
    """After each step, and at Stop."""
    scene.sh(USER)
    if any("git gc" in step for step in SILENT[name]):
        # Once git packs the objects, only their dates tell which are older: whole seconds.
        time.sleep(1.01 - time.time() % 1)
    assert scene.after_command(command="ls") == ""
    for step in SILENT[name]:
        play_step(scene, step)
        assert scene.after_command() == "", step
    assert scene.stops() == ""


MANY = """
for number in $(seq 1001 2100); do
printf 'commit refs/remotes/origin/b%d\\ncommitter A <a@b.c> 1700000000 +0000\\n' $number
printf 'data 4\\n%d\\nfrom refs/heads/main^0\\n' $number
done > ../stream
printf 'M 100644 inline their.py\\ndata 8\\neval(1)\\n\\n' >> ../stream
git fast-import --quiet < ../stream
"""
"""A thousand branches of a remote; the last one has a file of its own."""


@pytest.mark.slow
def test_behind_a_thousand_branches(scene: Scene) -> None:
    """What was taken from the last one is silent, what is not there is reported."""
    scene.sh(MANY)
    assert scene.after_command() == ""
    scene.sh("git checkout -q origin/b2100 their.py; git commit -qm x")
    assert scene.after_command() == ""
    assert scene.stops() == ""
    scene.sh("echo 'eval(2)' >> their.py; git commit -qam x")
    assert scene.after_command().endswith("no-eval in their.py at line 2. Not that.\n  2: eval(2)")


BAD = "echo 'eval(1)' > bad.py; git add -A; git commit -qm x"
BRANCH = f"git checkout -qb w; {BAD}; git checkout -q main"
APART = f"git worktree add -q -b w ../tree; cd ../tree; {BAD}; cd ../mine; "
REMOVED = f"{APART}git worktree remove ../tree; "
BLOB = "$(echo 'eval(1)' | git hash-object -w --stdin)"
TREE = f"git read-tree HEAD; git update-index --add --cacheinfo 100644,{BLOB},bad.py; "
PLUMBING = f"{TREE}c=$(git commit-tree -p HEAD -m x $(git write-tree)); "

NAMED_STORIES: dict[str, Sequence[str]] = {
    "a branch, and back": [BRANCH],
    "a branch, and back, with a commit between": [
        f"{BRANCH}; echo 1 > b.py; git add -A; git commit -qm y"
    ],
    "a branch without a parent": [f"git checkout -q --orphan w; {BAD}; git checkout -q main"],
    "a branch that HEAD becomes without a word": [
        f"git branch w; git symbolic-ref HEAD refs/heads/w; {BAD};"
        "git symbolic-ref HEAD refs/heads/main; git reset -q --hard"
    ],
    "a branch, renamed": [f"git checkout -qb w; {BAD}; git branch -m v; git checkout -q main"],
    "a branch, removed, that a tag holds": [f"{BRANCH}; git tag -m t t w; git branch -q -D w"],
    "a branch, removed, that a worktree has": [
        f"{BRANCH}; git worktree add -q --detach ../tree w; git branch -q -D w"
    ],
    "a branch, removed, that another has": [f"{BRANCH}; git branch v w; git branch -q -D w"],
    "a branch, removed, that a remote has": [f"{BRANCH}; git push -q origin w; git branch -q -D w"],
    "a detached HEAD, and back to a branch there": [
        f"git checkout -q --detach; {BAD}; git branch w; git checkout -q main"
    ],
    "a branch, rebased": [
        f"git branch w; echo 1 > b.py; git add -A; git commit -qm y; git checkout -q w; {BAD};"
        "git rebase -q main; git checkout -q main"
    ],
    "moved to a branch": [f"{BAD}; git branch w; git reset -q --hard HEAD~1"],
    "moved to a branch, later": [BAD, "git branch w; git reset -q --hard HEAD~1"],
    "moved to a branch, and amended here": [
        f"{BAD}; git branch w; echo 1 > bad.py; git add -A; git commit -q --amend -m y"
    ],
    "a branch, moved to a tag": [
        f"git checkout -qb w; {BAD}; git tag t; git reset -q --hard main; git checkout -q main"
    ],
    "a branch that took it back, and back again": [
        f"git checkout -qb w; {BAD}; git revert --no-edit HEAD; git revert --no-edit HEAD;"
        "git checkout -q main"
    ],
    "a branch that got it": [
        f"{REMOVED}git checkout -qb v; git merge -q w; git checkout -q main; git branch -q -D w"
    ],
    "a detached HEAD that got it by plumbing": [
        f"git checkout -q --detach; {PLUMBING}git update-ref --no-deref HEAD $c;"
        "git reset -q --hard; git branch w; git checkout -q main"
    ],
    "put into a commit of before": [
        "echo 'eval(1)' > bad.py; git add -A; git commit -q --fixup HEAD;"
        "GIT_SEQUENCE_EDITOR=true git rebase -q -i --autosquash HEAD~2"
    ],
    "put into a commit of before, where a rebase stopped": [
        "GIT_SEQUENCE_EDITOR='sed -i s/^pick/edit/' git rebase -q -i HEAD~1;"
        "echo 'eval(1)' > bad.py; git add -A; GIT_EDITOR=true git rebase --continue"
    ],
    "amended into a commit of before, and rebased": [
        "echo 'eval(1)' > bad.py; git add -A; git commit -q --amend -m x; git branch z HEAD~1;"
        "git checkout -q z; echo 1 > b.py; git add -A; git commit -qm y;"
        "git checkout -q main; git rebase -q z"
    ],
    "pushed": [f"{BRANCH}; git push -q origin w"],
    "pushed, and fetched": [f"{BAD}; git push -q origin main; git fetch -q"],
    "a worktree, merged": [f"{REMOVED}git merge -q w"],
    "a worktree, merged with a commit": [f"{REMOVED}git merge -q --no-ff -m m w"],
    "a worktree, picked": [f"{REMOVED}git cherry-pick w"],
    "a worktree, squashed": [f"{REMOVED}git merge -q --squash w; git commit -qm s"],
    "a worktree, rebased": [
        f"{REMOVED}echo 1 > b.py; git add -A; git commit -qm y; git rebase -q w"
    ],
    "a worktree, reset": [f"{REMOVED}git reset -q --hard w"],
    "a worktree, pushed and pulled": [f"{REMOVED}git push -q origin w; git pull -q origin w"],
    "a worktree, merged later": [REMOVED, "git merge -q w"],
    "a clone, pulled": [
        f"git clone -q . ../x; cd ../x; git config user.name A; git config user.email a@b.c; {BAD};"
        "cd ../mine; git pull -q ../x main"
    ],
    "a bundle, pulled": [
        f"{REMOVED}git bundle create -q ../b main..w; git branch -q -D w; git pull -q ../b w"
    ],
    "plumbing": [f"{PLUMBING}git update-ref HEAD $c"],
    "plumbing, without a log": [f"{PLUMBING}rm -r .git/logs; echo $c > .git/refs/heads/main"],
    "a stream": [
        "printf 'commit refs/heads/main\\ncommitter A <a@b.c> %s +0000\\ndata 1\\nx\\nfrom %s\\n"
        "M 100644 inline bad.py\\ndata 8\\neval(1)\\n\\n' $(date +%s) $(git rev-parse main) "
        "| git fast-import --quiet; git reset -q --hard"
    ],
    "a log that says otherwise": [
        "echo 'eval(1)' > bad.py; git add -A; GIT_REFLOG_ACTION=pull git commit -qm x"
    ],
    "no log": [f"git config core.logAllRefUpdates false; rm -r .git/logs; {BAD}"],
    "a log that expired": [f"{BAD}; git reflog expire --expire=now --all"],
    "a merge that adds it itself": [
        f"git checkout -qb w; echo 1 > b.py; git add -A; git commit -qm y; git checkout -q main;"
        f"git merge -q --no-ff --no-commit w; {BAD}"
    ],
    "a merge that is amended to add it": [
        "git checkout -qb w; echo 1 > b.py; git add -A; git commit -qm y; git checkout -q main;"
        "git merge -q --no-ff -m m w; echo 'eval(1)' > bad.py; git add -A;"
        "git commit -q --amend -m x"
    ],
    "the disk has it no more": [f"{BAD}; rm bad.py"],
    "the disk has it fixed": [f"{BAD}; echo 1 > bad.py"],
    "amended": ["echo 'eval(1)' > bad.py; git add -A; git commit -q --amend -m x"],
    "upon a colleague's": [f"{BAD}; git push -q origin main", "PULLING COLLEAGUE", "git pull -q"],
    "beside a colleague's": ["COLLEAGUE", f"git pull -q; {BAD}"],
}


def kind_of(row: tuple[str, ...]) -> tuple[str, ...]:
    """The first words say how HEAD got it."""
    return tuple(row[0].partition(",")[0].split()[:2])


# Nobody gets what nothing holds, and there is no place to fix it.
GONE: dict[str, Sequence[str]] = {
    "a branch, removed": [f"{BRANCH}; git branch -q -D w"],
    "a branch, removed later": [BRANCH, "git branch -q -D w"],
    "a branch, removed with another upon it": [
        f"{BRANCH}; git checkout -qb v w; echo 1 > b.py; git add -A; git commit -qm y",
        "git checkout -q main; git branch -q -D v w",
    ],
    "a detached HEAD, and back": [f"git checkout -q --detach; {BAD}; git checkout -q main"],
    "a branch, reset": [BAD, "git reset -q --hard HEAD~1"],
    "a branch, reset, beside a worktree": [
        f"git worktree add -q --detach ../tree; {BAD}", "git reset -q --hard HEAD~1",
    ],
    "a branch, reset and left": [f"git checkout -qb w; {BAD}", "git reset -q --hard main",
                                 "git checkout -q main"],
    "a worktree, removed with its branch": [f"{REMOVED}git branch -q -D w"],
    "a branch, removed, and what held it, collected": [
        f"{BRANCH}; git branch -q -D w; git reflog expire --expire=now --all;"
        "git gc -q --prune=now",
    ],
}  # fmt: skip


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("name", first_of_each(zip(GONE, strict=True), kind_of))
def test_what_nothing_holds_any_more_does_not_block(scene: Scene, name: str) -> None:
    """Where it comes back, by a branch of any name, it is new at Stop."""
    scene.sh("git commit -q --allow-empty -m before --date=@1700000000")
    assert scene.after_command() == ""
    for step in GONE[name]:
        play_step(scene, step)
        answer = scene.after_command()
    assert answer == ""
    assert scene.stops() == ""


def test_what_comes_back_blocks(scene: Scene) -> None:
    """A branch of a new name is named by it."""
    scene.sh("git commit -q --allow-empty -m before --date=@1700000000")
    assert scene.after_command() == ""
    scene.sh(BRANCH)
    assert "of branch w: no-eval in bad.py" in scene.after_command()
    scene.sh("git rev-parse w > ../w; git branch -q -D w")
    assert (scene.after_command(), scene.stops()) == ("", "")
    scene.sh("git branch v $(cat ../w)")
    assert "of branch v: no-eval in bad.py" in scene.stops()


@pytest.mark.one_row_in(17)
@pytest.mark.parametrize("name", first_of_each(zip(NAMED_STORIES, strict=True), kind_of))
def test_the_agents_own_commit_is_named_once(scene: Scene, name: str) -> None:
    """Once after a command, and at Stop."""
    check_named(scene, NAMED_STORIES[name], is_first_event=False)


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("name", one_in(20, NAMED_STORIES))
def test_a_commit_by_the_first_command_is_named(scene: Scene, name: str) -> None:
    """Also where the first command of the session does it."""
    check_named(scene, NAMED_STORIES[name], is_first_event=True)


def check_named(scene: Scene, steps: Sequence[str], *, is_first_event: bool) -> None:
    """Play *steps*, and compare what is said."""
    scene.sh("git commit -q --allow-empty -m before --date=@1700000000")
    if is_first_event:
        time.sleep(1.3)  # a little before a command is taken for its time
    else:
        assert scene.after_command() == ""
    texts = []
    for step in steps:
        began = time.time()
        play_step(scene, step)
        # A busy machine starts the hook later.
        spent = int((time.time() - began + is_first_event) * 1000)
        texts += [scene.after_command(duration_ms=spent), scene.after_command()]
    text = "".join(texts)
    assert text.count("no-eval in bad.py at line 1. Not that.\n  1: eval(1)") == 1, texts
    assert text.count("Contract violation") == 1
    stop = scene.stops()
    assert stop.count("no-eval in bad.py at line 1. Not that.") == 1
    assert stop.count("Contract violation") == 1
    assert scene.stops() == ""
