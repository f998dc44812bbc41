"""A ``path_pattern`` that finds no end: undecided wherever it is asked, and never met by that."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.agent.events import codex

if TYPE_CHECKING:
    from tests.conftest import Git, MakeProject, Run

NAME = "a" * 60
PATH = f"src/{NAME}.py"
WHY = "path_pattern took longer than 100 ms"
RUNS_AWAY = r"path_pattern: '^src/((?:a|aa)+)(?!-)\d$'" + "\n"


def written(kind: str, more_lines: str = "", *, glob: str = "src/*.py") -> str:
    """Return a contract of the type whose path pattern runs away on ``PATH``."""
    return (
        f"rule_id: slow\ntype: {kind}\nfile_glob: '{glob}'\n{RUNS_AWAY}{more_lines}"
        "message: 'No.'\nseverity: error\n"
    )


FORBIDS = written("forbid_pattern", "pattern: x\n")
EXISTS = written("file_exists")
PAIR = written("file_pair", "partner: '{1}.md'\n")
# Found, by the table; what the group matched no search tells in time.
LATE_GROUP = PAIR.replace(RUNS_AWAY, r"path_pattern: '^src/(?:((?:a|aa)+)\d|a+\.py)$'" + "\n")
OF_FOLDERS = written("file_pair", "partner: '{dir}/{1}.md'\n", glob="src/*/")
IN_FOLDER = f"src/{NAME}/x.py"
SCANS: dict[str, tuple[str, list[str], list[list[str]]]] = {
    "not asked": (EXISTS, ["lib/a.py"], [["violation", "src/*.py"]]),
    "met by another file": (
        EXISTS.replace("^src/(", r"^src/b\.py$|^src/("),
        [PATH, "src/b.py"],
        [],
    ),
    "out of the glob": (written("file_not_exists", "exclude_glob: 'a*'\n"), [PATH], []),
    "file_exists": (EXISTS, [PATH], [["undecided", PATH]]),
    "file_not_exists": (written("file_not_exists"), [PATH], [["undecided", PATH]]),
    "file_contains": (
        written("file_contains", "pattern: y\n"),
        [PATH],
        [["undecided", PATH]],
    ),
    "file_not_contains": (
        written("file_not_contains", "pattern: x\n"),
        [PATH],
        [["undecided", PATH]],
    ),
    "forbid_pattern": (FORBIDS, [PATH], [["undecided", PATH]]),
    "without a match": (
        written("forbid_pattern", "pattern: nowhere\n"),
        [PATH],
        [["undecided", PATH]],
    ),
    "require_pattern": (
        written("require_pattern", "pattern: y\n"),
        [PATH],
        [["undecided", PATH]],
    ),
    "of the tree": (
        written("require_pattern", "pattern: y\nscope: tree\n"),
        [PATH],
        [["undecided", PATH]],
    ),
    "file_name": (written("file_name", "pattern: '[b-z]+'\n"), [PATH], [["undecided", PATH]]),
    "file_limits": (written("file_limits", "max_bytes: 1\n"), [PATH], [["undecided", PATH]]),
    "items_listed": (
        written("items_listed", "pattern: x\nlisted_in: '/list.md'\n"),
        [PATH, "list.md"],
        [["undecided", PATH]],
    ),
    "file_pair": (PAIR, [PATH], [["undecided", PATH]]),
    "a group of file_pair": (LATE_GROUP, [PATH], [["undecided", PATH]]),
    "file_pair of folders": (OF_FOLDERS, [IN_FOLDER], [["undecided", f"src/{NAME}"]]),
}


def rows(report: Any) -> list[list[str]]:
    """Return what a report says of the contract, without what is the same everywhere."""
    assert {row["reason"] for row in report["undecided"]} <= {WHY}
    return [
        *(["violation", row["path"]] for row in report["violations"]),
        *(["undecided", row["path"]] for row in report["undecided"]),
    ]


@pytest.mark.one_row_in(11)
@pytest.mark.parametrize("name", SCANS)
def test_a_scan_out_of_time_is_undecided(name: str, project: MakeProject, run: Run) -> None:
    """Undecided and exit code 2; so are the shards, and what they are merged to."""
    text, paths, expected = SCANS[name]
    root = project(dict.fromkeys(paths, "x = 1\n"), contracts={"slow.yaml": text})
    outcome = run("scan", "--format", "json", cwd=root)
    assert rows(json.loads(outcome.out)) == expected
    code = 2 if ["undecided"] in [row[:1] for row in expected] else int(bool(expected))
    assert outcome.code == code
    for number in (1, 2):
        output = run("scan", "--shard", f"{number}/2", "--format", "json", cwd=root).out
        (root.parent / f"{number}.json").write_text(output)
    merged = run("merge", "../1.json", "../2.json", "--format", "json", cwd=root)
    assert (rows(json.loads(merged.out)), merged.code) == (expected, code)


CHANGES = {
    "file_frozen": written("file_frozen"),
    "changed_together": written("changed_together", "with_glob: '/list.md'\n"),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("kind", CHANGES)
def test_a_change_out_of_time_is_undecided(
    kind: str, project: MakeProject, run: Run, git: Git
) -> None:
    """So is what became of such a file: since a commit, in a commit, before an edit."""
    root = project({PATH: "x = 1\n"}, contracts={"slow.yaml": CHANGES[kind]}, commit=True)
    (root / PATH).write_text("x = 2\n")
    git(root, "add", "-A")
    for flags in (["--since", "HEAD"], ["--staged"]):
        outcome = run("scan", "--format", "json", *flags, cwd=root)
        assert (rows(json.loads(outcome.out)), outcome.code) == ([["undecided", PATH]], 2)


def test_deleting_the_only_other_file(project: MakeProject, run: Run) -> None:
    """Whether the file that is left is the required one is said to be open, before the edit."""
    either = EXISTS.replace("^src/(", r"^src/b\.py$|^src/(")
    root = project({PATH: "x = 1\n", "src/b.py": ""}, contracts={"slow.yaml": either}, commit=True)
    patch = "*** Begin Patch\n*** Delete File: src/b.py\n*** End Patch\n"
    event = codex("before", ("apply_patch", {"command": patch}), str(root))
    output = run("hook", stdin=json.dumps(event).encode(), cwd=root).out
    assert f"Not checked: slow on {PATH}: {WHY}." in output


def test_baseline_and_why_tell_what_is_undecided(project: MakeProject, run: Run) -> None:
    """A baseline is not written of what is undecided; ``why`` says what is open, and where."""
    root = project({PATH: "x = 1\n"}, contracts={"slow.yaml": FORBIDS})
    assert run("baseline", cwd=root).code == 2
    explanation = json.loads(run("why", "slow", PATH, "--json", cwd=root).out)
    assert explanation["result"] == "undecided"
    steps = [(step["about"], step["said"]) for step in explanation["steps"]]
    pattern = r"^src/((?:a|aa)+)(?!-)\d$"
    undecided_step = f"{pattern}: whether it is found takes too long to tell"
    assert ("path_pattern", undecided_step) in steps
    assert ("undecided", WHY) in steps


def test_what_a_nearer_level_takes_out_is_told(project: MakeProject, run: Run) -> None:
    """An exclusion that comes after the pattern decides without it."""
    out = "override: slow\nexclude_glob: '*.py'\n"
    files = {PATH: "x = 1\n", "src/.phaser/contracts/out.yaml": out}
    root = project(files, contracts={"slow.yaml": FORBIDS})
    outcome = run("scan", "--format", "json", cwd=root)
    assert (rows(json.loads(outcome.out)), outcome.code) == ([], 0)
