"""Histories drawn at random: two people, an agent, and a default branch that goes on meanwhile.

Every line of text has a number of its own, so whoever drew them knows without phaser-lint what a
branch has that no other one has: what a scan since the default branch, the hook of a commit and
Stop name has to be just that.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.command.made import contract
from tests.conftest import dated_an_hour_ago, write_files
from tests.hook.test_after_command import command_event

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CONTRACTS = {
    "frozen.yaml": contract(
        "frozen", type="file_frozen", pattern=None, file_glob="/m/", changes=["modify", "delete"]
    ),
    "keep.yaml": contract("keep", type="keep_pattern", pattern=r"def (test_\w+)", file_glob="/t"),
    "words.yaml": contract("words", pattern=r"cart (v\d+)", file_glob="*.txt"),
}
PLACES = 40
COMMON = "".join(f"# place {number}\n\n\n\n\n" for number in range(PLACES))
FROZEN = 6
TESTS = 20
IDENTITY = ("-c", "user.name=A", "-c", "user.email=a@example.org")
COMMIT = ("commit", "-q", "--allow-empty", "--no-verify", "-m")
Blamed = set[tuple[str, str]]
"""The contract, and what of it: a number, the name of a test, or a path."""


class State(NamedTuple):
    """What a tree holds: violations by file and number, tests, and the frozen files."""

    words: frozenset[tuple[str, str]]
    tests: frozenset[str]
    frozen: dict[str, str]
    files: dict[str, str]


class DrawnBranches:
    """A repository with ``main``, a colleague's ``other``, and ``topic``, on which work goes on."""

    def __init__(self, seed: int, root: Path, run: Run, environment: dict[str, str]) -> None:
        self.random = random.Random(seed)
        self.root, self.run, self.environment = root, run, environment
        self.count, self.log = 0, list[str]()

    def git(self, *words: str) -> str:
        """Run git; raises where it fails."""
        self.log.append(f"git {' '.join(words)}")
        return self.asks(*words)

    def asks(self, *words: str) -> str:
        """What git says, which is no part of the story; raises where it fails."""
        return subprocess.run(
            ("git", *IDENTITY, *words),
            cwd=self.root,
            env=self.environment,
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout.strip()

    def tries(self, *words: str) -> bool:
        """Run git; where it stops at a conflict all is as before."""
        try:
            self.git(*words)
        except subprocess.CalledProcessError:
            self.git("reset", "-q", "--hard")
            (self.root / ".git/SQUASH_MSG").unlink(missing_ok=True)
            for operation in ("rebase", "cherry-pick", "revert"):
                subprocess.run(
                    ("git", operation, "--quit"),
                    cwd=self.root,
                    env=self.environment,
                    capture_output=True,
                    check=False,
                )
            if self.asks("branch", "--show-current") != "topic":
                self.git("checkout", "-q", "-f", "topic")
            return False
        return True

    def state(self, revision: str = "") -> State:
        """What a revision holds, or the disk."""
        files: dict[str, str] = {}
        if revision:
            for path in self.asks("ls-tree", "-r", "--name-only", revision).splitlines():
                if not path.startswith("."):
                    files[path] = self.asks("show", f"{revision}:{path}")
        else:
            for path in self.asks("ls-files").splitlines():
                if not path.startswith(".") and (self.root / path).exists():
                    files[path] = (self.root / path).read_text().strip()
        return State(
            frozenset(
                (path, number)
                for path, text in files.items()
                for number in re.findall(r"cart (v\d+)", text)
                if path.endswith(".txt")
            ),
            frozenset(re.findall(r"def (test_\w+)", files.get("t", ""))),
            {path: text for path, text in files.items() if path.startswith("m/")},
            files,
        )

    def writes(self) -> None:
        """Change a file on the disk."""
        self.count += 1
        number = f"v{self.count}"
        place = f"# place {self.random.randrange(PLACES)}\n"
        common, tests = self.root / "common.txt", self.root / "t"
        kind = self.random.choice(
            ["common", "common", "own", "fix", "drop", "add", "frozen", "gone", "clean"]
        )
        self.log.append(f"writes {number} {kind}")
        if kind == "common":
            text = common.read_text()
            common.write_text(text.replace(place, f"{place}\ncart {number}\n", 1))
        elif kind == "own":
            write_files(self.root, {f"{number}.txt": f"cart {number}\n"})
        elif kind == "fix":
            lines = common.read_text().splitlines(keepends=True)
            bad = [line for line in lines if line.startswith("cart")]
            lines.remove(self.random.choice(bad)) if bad else None
            common.write_text("".join(lines))
        elif kind in ("drop", "add"):
            text = tests.read_text()
            names = re.findall(r"def test_\w+\n", text)
            dropped = text.replace(self.random.choice(names), "", 1)
            tests.write_text(
                dropped if kind == "drop" else text.replace(place, f"{place}\ndef test_{number}\n")
            )
        elif kind in ("frozen", "gone"):
            path = self.root / f"m/{self.random.randrange(FROZEN)}"
            if kind == "frozen":
                write_files(self.root, {path.relative_to(self.root).as_posix(): f"{number}\n"})
            else:
                path.unlink(missing_ok=True)
        else:
            write_files(self.root, {f"clean{number}": "1\n"})

    def commits(self, *words: str) -> None:
        for _ in range(self.random.choice([1, 1, 2])):
            self.writes()
        self.git("add", "-A")
        self.git(*COMMIT, "x", *words)

    def on(self, branch: str) -> None:
        """Let others go on with a branch, the default one by squashes as well."""
        self.git("switch", "-q", branch)
        for _ in range(self.random.choice([1, 2])):
            self.commits()
        is_squashed = branch == "main" and self.random.random() < 0.4
        if is_squashed and self.tries_on_main("merge", "-q", "--squash", "-X", "ours", "other"):
            self.git(*COMMIT, "Other (#1)")
        self.git("update-ref", f"refs/remotes/origin/{branch}", branch)
        self.git("switch", "-q", "topic")

    def tries_on_main(self, *words: str) -> bool:
        try:
            self.git(*words)
        except subprocess.CalledProcessError:
            self.git("reset", "-q", "--hard")
            (self.root / ".git/SQUASH_MSG").unlink(missing_ok=True)
            return False
        return True

    def works(self) -> None:
        """Do something on topic that ends in a commit, or in none."""
        work = self.random.choice(
            [
                *[self.commits] * 5,
                self.brings,
                self.brings,
                self.brings,
                self.goes_back,
                self.stashes,
            ]
        )
        work()

    def brings(self) -> None:
        """Bring in what others have."""
        theirs = self.asks("rev-list", "HEAD..origin/main", "--no-merges").splitlines()
        way = self.random.choice(["merge", "rebase", "other", "files", *["pick", "squash"] * 2])
        if way == "merge":
            self.tries("merge", "-q", "--no-edit", "-X", "ours", "origin/main")
        elif way == "rebase":
            self.tries("rebase", "-q", "origin/main")
        elif way == "other":
            self.tries("cherry-pick", "origin/other")
        elif way == "files":
            path = self.random.choice(["common.txt", "t", "m/1", "m/2"])
            if self.tries("checkout", "-q", "origin/main", "--", path):
                self.git(*COMMIT, "Files")
        elif theirs and way == "pick":
            self.tries("cherry-pick", self.random.choice(theirs))
        elif theirs and self.tries("merge", "-q", "--squash", "-X", "theirs", "origin/main"):
            self.git(*COMMIT, "Squash")

    def goes_back(self) -> None:
        """Do a commit of topic anew, or undo one."""
        own = self.asks("rev-list", "origin/main..HEAD", "--no-merges").splitlines()
        way = self.random.choice(["amend", "revert", "reset"]) if own else ""
        if way == "amend":
            self.commits("--amend")
        elif way == "revert":
            self.tries("revert", "--no-edit", self.random.choice(own))
        elif way == "reset":
            self.git("reset", "-q", "--soft", "HEAD~1")
            self.git(*COMMIT, "Again")

    def stashes(self) -> None:
        """Keep a change from a merge, and take it out again."""
        self.writes()
        self.git("add", "-A")
        if self.asks("diff", "--cached", "--name-only"):
            self.git("stash", "-q")
            self.tries("merge", "-q", "--no-edit", "-X", "ours", "origin/main")
            if not self.tries("stash", "pop", "-q"):
                self.git("stash", "drop", "-q")
            self.git("add", "-A")
            self.git(*COMMIT, "Popped")

    # What has to be named.

    def bases(self, commit: str, other: str = "origin/main") -> list[State]:
        ids = self.asks("merge-base", "--all", commit, other).split()
        return [self.state(commit_id) for commit_id in ids]

    def expects_since_default(self) -> Blamed:
        """What HEAD and the disk have that neither the default branch nor where it was left has."""
        now, default, bases = self.state(), self.state("origin/main"), self.bases("HEAD")
        words = now.words - default.words - frozenset().union(*(base.words for base in bases))
        lost = bases[0].tests - now.tests
        for base in bases:
            lost &= base.tests
        lost &= default.tests
        paths = {path for base in bases for path in base.frozen}
        return {
            *(("words", number) for _, number in words),
            *(("keep", test) for test in lost),
            *(
                ("frozen", path)
                for path in paths
                if all(now.frozen.get(path) != base.frozen.get(path) for base in bases)
                and now.frozen.get(path) != default.frozen.get(path)
            ),
        }

    def expects_staged(self) -> Blamed:
        """All of a file that changes, but for what the default branch brings into it."""
        now, head, default = self.state(), self.state("HEAD"), self.state("origin/main")
        is_ahead = self.asks("rev-list", "HEAD..origin/main")
        base_words = frozenset().union(*(base.words for base in self.bases("HEAD")))
        brought = default.words - base_words
        return {
            ("words", number)
            for path, number in now.words
            if now.files[path] != head.files.get(path)
            and not (is_ahead and now.files[path] == default.files.get(path))
            and (path, number) not in brought
        }

    # What is named.

    def named_by_scan(self, *flags: str) -> Blamed:
        report = json.loads(self.run("scan", "--format", "json", *flags, cwd=self.root).out)
        return {
            (violation["rule_id"], name_of(violation["rule_id"], violation))
            for violation in report["violations"]
        }

    def named_at_stop(self) -> Blamed:
        stdin = json.dumps(
            {"hook_event_name": "Stop", "session_id": "abc123", "cwd": str(self.root)}
        ).encode()
        reason = json.loads(self.run("hook", stdin=stdin, cwd=self.root).out).get("reason", "")
        return {
            *(("words", number) for number in re.findall(r"cart (v\d+)", reason)),
            *(("keep", test) for test in re.findall(r"before: def (test_\w+)", reason)),
            *(("frozen", path) for path in re.findall(r": frozen in (m/\d+)\.", reason)),
        }


def name_of(rule_id: str, violation: dict[str, str]) -> str:
    if rule_id == "words":
        return re.findall(r"cart (v\d+)", str(violation))[0]
    if rule_id == "keep":
        return re.findall(r"before: def (test_\w+)", violation["message"])[0]
    return violation["path"]


def begin(seed: int, project: MakeProject, run: Run, environment: dict[str, str]) -> DrawnBranches:
    tests = "".join(f"# place {number}\n\n\n\ndef test_{number}\n" for number in range(TESTS))
    frozen = {f"m/{number}": "0\n" for number in range(FROZEN)}
    start = COMMON.replace("# place 3\n", "# place 3\n\ncart v0\n").replace(
        "# place 9\n", "# place 9\n\ncart v00\n"
    )
    root = project({"common.txt": start, "t": tests, **frozen}, contracts=CONTRACTS, commit=True)
    drawn = DrawnBranches(seed, root, run, environment)
    with dated_an_hour_ago(environment, root):
        drawn.git("branch", "-M", "main")
        drawn.git("update-ref", "refs/remotes/origin/main", "HEAD")
        for branch in ("other", "topic"):
            drawn.git("switch", "-q", "-c", branch, "main")
            drawn.commits()
        drawn.git("update-ref", "refs/remotes/origin/other", "other")
        for _ in range(6):
            drawn.random.choice(
                [drawn.works, lambda: drawn.on("main"), drawn.works, lambda: drawn.on("other")]
            )()
        drawn.on("main")
    return drawn


def check_scans(drawn: DrawnBranches) -> None:
    story = drawn.log
    expected = drawn.expects_since_default()
    named = drawn.named_by_scan("--since", "origin/main")
    assert named == expected, "\n".join(story)


def check_branches(seed: int, project: MakeProject, run: Run, environment: dict[str, str]) -> None:
    drawn = begin(seed, project, run, environment)
    check_scans(drawn)
    run("hook", stdin=command_event(drawn.root, "ls"), cwd=drawn.root)
    before, start = drawn.git("rev-parse", "HEAD"), drawn.count
    for _ in range(4):
        drawn.works()
        check_scans(drawn)
    check_stop(drawn, before, {f"v{number}" for number in range(start + 1, drawn.count + 1)})
    operation = drawn.random.choice(
        [
            "merge --no-commit --no-ff -X theirs origin/main",
            "merge --squash -X theirs origin/main",
            "checkout -q origin/main -- common.txt t",
            "",
        ]
    )
    if not operation or drawn.tries(*operation.split()):
        drawn.writes()
        drawn.git("add", "-A")
        named = {pair for pair in drawn.named_by_scan("--staged") if pair[0] == "words"}
        assert named == drawn.expects_staged(), "\n".join(drawn.log)


def check_stop(drawn: DrawnBranches, before: str, written: set[str]) -> None:
    """Stop names what the agent has *written* since the commit *before*, and nothing of others."""
    story = "\n".join([*drawn.log, f"began at {before}"])
    now, at_stop, earlier = drawn.state(), drawn.named_at_stop(), drawn.state(before)
    default, other = drawn.state("origin/main"), drawn.state("origin/other")
    words = {number for rule_id, number in at_stop if rule_id == "words"}
    assert words >= {number for _, number in now.words if number in written}, story
    # What a revert brings back comes from nobody who brought it since topic left them.
    brought = {
        pair
        for branch, state in (("origin/main", default), ("origin/other", other))
        for pair in state.words
        if not any(pair in base.words for base in drawn.bases(before, branch))
    }
    assert not (words - written) & {number for _, number in earlier.words | brought}, story
    lost = {test for rule_id, test in at_stop if rule_id == "keep"}
    assert lost <= (earlier.tests & default.tests) - now.tests, story
    frozen = {path for rule_id, path in at_stop if rule_id == "frozen"}
    changed = {path for path, text in earlier.frozen.items() if now.frozen.get(path) != text}
    assert frozen <= changed, story
    expected = drawn.expects_since_default()
    # A file as a colleague's branch has it the agent did not write.
    foreign = {path for path in changed if now.frozen.get(path) == other.frozen.get(path)}
    assert lost >= {
        name
        for rule_id, name in expected
        if rule_id == "keep" and name in earlier.tests & other.tests
    }, story
    broken = {path for rule_id, path in expected if rule_id == "frozen"}
    assert frozen >= (broken & changed) - foreign, story


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(int(os.environ.get("PHASER_LINT_BRANCHES", "60"))))
def test_drawn_branches_are_blamed_for_what_no_other_one_has(
    seed: int, project: MakeProject, run: Run, environment: dict[str, str]
) -> None:
    check_branches(seed, project, run, environment)
