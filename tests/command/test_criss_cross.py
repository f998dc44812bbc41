"""Branches that were merged into each other have several merge bases: what any has, exists."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event, no_file
from tests.conftest import write_files
from tests.hook.test_after_command import command_event, model_text_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CONTRACTS = {
    "no-print.yaml": contract("no-print"),
    "no-env.yaml": no_file("*.env"),
    "frozen.yaml": contract(
        "frozen", type="file_frozen", pattern=None, message="Stays.", file_glob="*.lock"
    ),
    "licence.yaml": contract(
        "licence", type="file_exists", pattern=None, message="Keep it.", file_glob="/LICENSE"
    ),
}
BASE = {"a.py": "x = 1\n", "b.py": "x = 1\n", "a.lock": "1\n", "b.lock": "1\n", "LICENSE": "MIT\n"}
ON_MAIN: dict[str, str] = {"a.py": "print(1)\n", "a.env": "1\n", "a.lock": "2\n", "new.lock": "1\n"}
ON_TOPIC: dict[str, str] = {"b.py": "print(2)\n", "b.env": "1\n", "b.lock": "2\n"}
FIRST_DATE = 1_600_000_000


class Branches:
    """A project of two branches; commits get the dates that they are given."""

    def __init__(self, root: Path, environment: dict[str, str]) -> None:
        self.root, self.environment = root, environment

    def git(self, *words: str, date: int = FIRST_DATE) -> None:
        dates = {f"GIT_{role}_DATE": f"{date} +0000" for role in ("AUTHOR", "COMMITTER")}
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(
            ("git", *identity, *words),
            cwd=self.root,
            env={**self.environment, **dates},
            check=True,
            capture_output=True,
        )

    def commit(
        self, files: dict[str, str], *, date: int = FIRST_DATE, removed_paths: Sequence[str] = ()
    ) -> None:
        write_files(self.root, files)
        for name in removed_paths:
            (self.root / name).unlink()
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x", date=date)

    def cross(self) -> None:
        """Merge what each branch is into the other."""
        self.git("branch", "main-then", "main")
        self.git("merge", "-q", "--no-ff", "--no-edit", "main-then", date=FIRST_DATE + 99)
        self.git("branch", "topic-then", "HEAD^1")
        self.git("checkout", "-q", "main")
        self.git("merge", "-q", "--no-ff", "--no-edit", "topic-then", date=FIRST_DATE + 99)
        self.git("checkout", "-q", "topic")


@pytest.fixture(params=[(1, 2), (2, 1)], ids=["main first", "topic first"])
def branches(
    request: pytest.FixtureRequest, project: MakeProject, environment: dict[str, str]
) -> Branches:
    """On the topic; each branch broke something before both were merged into each other."""
    main, topic = request.param
    crossed_branches = Branches(project(BASE, contracts=CONTRACTS, commit=True), environment)
    crossed_branches.git("checkout", "-q", "-b", "topic")
    crossed_branches.commit(ON_TOPIC, date=FIRST_DATE + topic, removed_paths=["LICENSE"])
    crossed_branches.git("checkout", "-q", "main")
    crossed_branches.commit(ON_MAIN, date=FIRST_DATE + main)
    crossed_branches.git("checkout", "-q", "topic")
    crossed_branches.cross()
    return crossed_branches


def new_in(run: Run, root: Path, *flags: str, since: str = "main") -> list[str]:
    """The violations that a scan reports."""
    outcome = run("scan", "--since", since, "--format", "json", *flags, cwd=root)
    assert outcome.code in (0, 1), outcome
    violations = json.loads(outcome.out)["violations"]
    return [
        f"{violation['path']}:{violation['line'] or violation['rule_id']}"
        for violation in violations
    ]


@pytest.mark.one_row_in(2)
def test_nothing_is_new_where_nothing_was_done(branches: Branches, run: Run) -> None:
    """In every place that compares with a revision."""
    root = branches.root
    assert new_in(run, root) == []
    assert new_in(run, root, "--tree") == []
    names = sorted({*BASE, *ON_MAIN, *ON_TOPIC} - {"LICENSE"})
    for flags in ((), ("--tree",)):
        files = () if flags else names
        env = {"PRE_COMMIT_FROM_REF": "main", "PRE_COMMIT_TO_REF": "HEAD"}
        outcome = run("pre-commit", "--since", "HEAD", *flags, "--", *files, cwd=root, env=env)
        assert (outcome.code, outcome.out.partition("\n")[0]) == (0, "0 errors, 0 warnings")
    outcome = run("action", cwd=root, env={"PHASER_SINCE": "main", "GITHUB_WORKSPACE": str(root)})
    assert outcome.code == 0, outcome.out
    assert "(where the checkout left main)" in outcome.out


@pytest.mark.one_row_in(2)
def test_what_neither_has_is_new(branches: Branches, run: Run) -> None:
    """A line more, a copy, another change of what is frozen, and what both had."""
    branches.commit({"a.py": "print(1)\nprint(1)\n", "b.py": "print(1)\n", "a.lock": "3\n"})
    assert new_in(run, branches.root) == ["a.lock:frozen", "a.py:2", "b.py:1"]


@pytest.mark.one_row_in(2)
def test_what_one_of_them_has_not_is_no_change(branches: Branches, run: Run) -> None:
    """A file is as it was in one of them; a lock that one of them has is not created."""
    branches.commit(
        {"a.py": "x = 1\n", "a.lock": "1\n", "b.lock": "1\n"}, removed_paths=["new.lock"]
    )
    assert new_in(run, branches.root) == []


@pytest.mark.one_row_in(2)
def test_shards_compare_alike(branches: Branches, run: Run, tmp_path: Path) -> None:
    """Each with all of them, and so does the merge."""
    root = branches.root
    branches.commit({"a.py": "print(1)\nprint(3)\n"})
    files = []
    for number in ("1", "2"):
        share = ("--shard", f"{number}/2", "--format", "json")
        files.append(tmp_path / f"{number}.json")
        files[-1].write_text(run("scan", "--since", "main", *share, cwd=root).out)
    outcome = run("merge", *map(str, files), "--format", "concise")
    assert outcome.out.splitlines()[0] == "a.py:2:1: error: Use the logger. [no-print]"
    assert outcome.code == 1


@pytest.mark.slow
def test_a_baseline_that_one_of_them_has_excuses_nothing_that_none_holds(
    project: MakeProject, environment: dict[str, str], run: Run
) -> None:
    """What either lists was mended in both: what the change adds is new, recorded or not."""
    branches = Branches(project({"a.py": "", "b.py": ""}, contracts=CONTRACTS), environment)
    branches.commit({"LICENSE": "MIT\n"})
    branches.git("checkout", "-q", "-b", "topic")
    write_files(branches.root, {"b.py": "print(2)\n"})
    run("baseline", cwd=branches.root)
    branches.commit({"b.py": ""}, date=FIRST_DATE + 1)
    branches.git("checkout", "-q", "main")
    branches.commit({"a.py": "x = 1\n"}, date=FIRST_DATE + 2)
    branches.git("checkout", "-q", "topic")
    branches.cross()
    write_files(branches.root, {"b.py": "print(2)\n"})
    assert new_in(run, branches.root) == ["b.py:1"]
    write_files(branches.root, {"b.py": "print(2)\nprint(3)\n"})
    run("baseline", "--update", cwd=branches.root)
    assert new_in(run, branches.root) == ["b.py:1", "b.py:2"]


def test_a_contract_that_one_of_them_has_is_not_changed(
    project: MakeProject, environment: dict[str, str], run: Run
) -> None:
    """Only what is unlike both is said, and a directive for a whole file that neither has."""
    branches = Branches(project({"a.py": ""}, contracts=CONTRACTS, commit=True), environment)
    branches.git("checkout", "-q", "-b", "topic")
    rule = ".claude/contracts/{}.yaml"
    ignoring = "# phaser:ignore-file no-print -- reason\n"
    branches.commit({rule.format("licence"): "", "b.py": ignoring}, date=FIRST_DATE + 2)
    branches.git("checkout", "-q", "main")
    branches.commit(
        {rule.format("no-env"): no_file("*.env", severity="warning")}, date=FIRST_DATE + 1
    )
    branches.git("checkout", "-q", "topic")
    branches.cross()
    assert changes_in(run, branches.root) == []
    weaker = contract("no-print", severity="warning")
    branches.commit({rule.format("no-print"): weaker, "c.py": ignoring})
    assert changes_in(run, branches.root) == [rule.format("no-print"), "c.py"]


def changes_in(run: Run, root: Path) -> list[str]:
    """The places of what a scan says of the change itself."""
    outcome = run("scan", "--since", "main", "--format", "json", cwd=root)
    notices = json.loads(outcome.out)["notices"]
    paths = dict.fromkeys(notice["path"] for notice in notices)
    return [path for path in paths if path != "phaser-lint"]


@pytest.mark.one_row_in(2)
def test_a_merge_in_progress_brings_what_either_had(branches: Branches, run: Run) -> None:
    """The hook after a command and at Stop, and a scan since HEAD: none of it is the agent's."""
    root = branches.root
    branches.git("checkout", "-q", "main")
    branches.commit({"theirs.py": "print(5)\n"}, date=FIRST_DATE + 100)
    branches.git("checkout", "-q", "topic")
    start = json.loads(event("Bash", name="SessionStart", cwd=root, command=""))
    run("hook", stdin=json.dumps({**start, "source": "startup"}).encode(), cwd=root)
    branches.git("merge", "-q", "--no-commit", "--no-ff", "main")
    assert model_text_of(run("hook", stdin=command_event(root), cwd=root)) == ""
    assert new_in(run, root, since="HEAD") == []
    # What both sides had from one of them was brought once.
    write_files(root, {"a.py": "print(1)\nprint(1)\n", "b.py": "print(2)\nprint(2)\n"})
    assert new_in(run, root, since="HEAD") == ["a.py:2", "b.py:2"]
    model_text = model_text_of(run("hook", stdin=command_event(root), cwd=root))
    assert [line for line in model_text.splitlines() if "Contract violation" in line] == [
        f"Contract violation: no-print in {name} at line 2. Use the logger."
        for name in ("a.py", "b.py")
    ]
