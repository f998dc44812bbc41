"""``phaser-lint stats``: off until the user says otherwise; what counts, and what never fired."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint.counts.day_files import DAYS_KEPT, day_of
from tests.commands.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Outcome, Run

NOTE = (
    "phaser-lint: note: nothing is counted; count: true in ~/.phaser/config.yaml switches it on, "
    "for this user alone\n"
)
CONTRACTS = {
    "a.yaml": contract(),
    "b.yaml": contract("no-todo", pattern="TODO", severity="warning"),
    "c.yaml": contract("quiet", file_glob="*.md"),
}


@pytest.fixture
def root(project: MakeProject) -> Path:
    return project({"a.py": "print(1)\n"}, contracts=CONTRACTS, commit=True)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    write_files(tmp_path / "home", {".phaser/config.yaml": "count: true\n"})
    return tmp_path / "home"


def counted(home: Path) -> list[str]:
    folder = home / ".phaser/counts"
    files = sorted(folder.iterdir()) if folder.exists() else []
    return [line for path in files for line in path.read_text().splitlines()]


def write(run: Run, root: Path, home: Path, content: str, *, kind: str = "PreToolUse") -> Outcome:
    path = root / "b.py"
    made = json.loads(event("Write", cwd=root, file_path=str(path), content=content))
    if kind == "PostToolUse":
        path.write_text(content)
        made |= {"hook_event_name": kind, "tool_response": {"filePath": str(path)}}
    return run("hook", stdin=json.dumps(made).encode(), cwd=root, env={"HOME": str(home)})


def test_off_until_the_user_says_so(root: Path, run: Run, tmp_path: Path) -> None:
    """Nothing of the project or its environment switches it on."""
    write_files(root, {"home/.phaser/config.yaml": "count: true\n"})
    for name, home in (("none", tmp_path / "none"), ("inside", root / "home")):
        for variable in ("PHASER_COUNT", "PHASER_LINT_COUNT", "COUNT"):
            env = {"HOME": str(home), variable: "true"}
            assert run("scan", cwd=root, env=env).code == 1, name
        write(run, root, home, "print(1)\n")
        assert counted(home) == []
    outcome = run("stats", cwd=root, env={"HOME": str(tmp_path / "none")})
    assert (outcome.code, outcome.out, outcome.err) == (0, "", NOTE)


def test_the_configuration_of_a_project_has_no_such_key(project: MakeProject, run: Run) -> None:
    """It is a problem there."""
    root = project({".phaser/config.yaml": "count: true\n"}, contracts=CONTRACTS)
    outcome = run("scan", cwd=root)
    assert outcome.code == 2
    said = "count: expected in the user's own ~/.phaser/config.yaml alone"
    assert f".phaser/config.yaml:1: {said}" in outcome.err


@pytest.mark.parametrize("content", ["x = 1\n", "print = 1\n"])
def test_a_clean_edit_is_not_counted(root: Path, run: Run, home: Path, content: str) -> None:
    """Nor is anything made for it."""
    for kind in ("PreToolUse", "PostToolUse"):
        assert write(run, root, home, content, kind=kind).out == "{}\n"
    assert not (home / ".phaser/counts").exists()


@pytest.mark.parametrize(
    ("content", "kind", "lines"),
    [
        ("print(1)\nprint(2)\n", "PreToolUse", ["hook fired no-print"]),
        ("print(1)  # TODO\n", "PreToolUse", ["hook fired no-print"]),
        ("x = 1  # TODO\n", "PreToolUse", []),
        ("x = 1  # TODO\n", "PostToolUse", ["hook fired no-todo"]),
        ("print(1)  # phaser:ignore no-print\n", "PreToolUse", ["hook overridden no-print"]),
    ],
)
def test_what_the_hook_counts(
    root: Path, run: Run, home: Path, content: str, kind: str, lines: list[str]
) -> None:
    """Denials, what the agent is told of, and what it lets pass; a run counts a contract once."""
    write(run, root, home, content, kind=kind)
    assert counted(home) == lines


def test_a_directive_counts_once(root: Path, run: Run, home: Path) -> None:
    """Another edit of the file lets nothing pass."""
    text = "print(1)  # phaser:ignore no-print\n"
    (root / "b.py").write_text(text)
    write(run, root, home, f"x = 1\n{text}")
    assert counted(home) == []


def test_what_scans_count(root: Path, run: Run, home: Path) -> None:
    """Those of the terminal and of git; not of an editor's text, nor of a share, nor in CI."""
    env = {"HOME": str(home)}
    write_files(root, {"b.py": "print(1)  # phaser:ignore no-print\n# TODO\n"})
    run("scan", cwd=root, env=env)
    run("pre-commit", "--", "a.py", cwd=root, env=env)
    run("scan", "--shard", "1/1", cwd=root, env=env)
    run("scan", "--stdin-filename", "a.py", "-", stdin=b"print(1)\n", cwd=root, env=env)
    run("scan", "quiet.md", cwd=root, env=env)
    run("action", cwd=root, env={**env, "GITHUB_WORKSPACE": str(root)})
    assert counted(home) == [
        "scan fired no-print no-todo",
        "scan overridden no-print",
        "pre-commit fired no-print",
    ]


def test_the_table(root: Path, run: Run, home: Path) -> None:
    """What fired most often first; what never did; other ids; and what could not be read."""
    today, long_ago = (day_of(time.time() - days * 24 * 3600) for days in (0, 100))
    lines = "hook fired no-print\nhook fired no-print gone\nscan fired no-print\nbroken\n"
    more = "pre-commit fired no-todo\nhook overridden no-print quiet\n"
    write_files(home / ".phaser/counts", {f"{today}.txt": lines + more})
    write_files(home / ".phaser/counts", {f"{long_ago}.txt": "hook fired quiet\n"})
    env = {"HOME": str(home)}
    outcome = run("stats", cwd=root, env=env)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (
        "contract  fired  hook  pre-commit  scan  overridden        last\n"
        f"no-print      3     2           -     1           1  {today}\n"
        f"no-todo       1     -           1     -           -  {today}\n"
        f"quiet         -     -           -     -           1  {today}\n"
        "never in 90 days: quiet\n"
        "not here: gone\n"
        "1 line could not be read\n"
        f"counted since {long_ago}\n"
    )
    assert "never in" not in run("stats", "--days", "120", cwd=root, env=env).out
    told = json.loads(run("stats", "--json", cwd=root, env=env).out)
    first = told["contracts"][0]
    assert first == {
        "rule_id": "no-print",
        "fired": 3,
        "places": {"hook": 2, "pre-commit": 0, "scan": 1},
        "overridden": 1,
        "last": today,
    }
    assert [each["rule_id"] for each in told.pop("contracts")] == ["no-print", "no-todo", "quiet"]
    assert [each["rule_id"] for each in told.pop("not_here")] == ["gone"]
    assert told == {
        "version": 1,
        "counting": True,
        "days": 90,
        "since": long_ago,
        "never": ["quiet"],
        "garbled_lines": 1,
        "full_days": [],
    }


def test_clear(root: Path, run: Run, home: Path) -> None:
    """All that was counted, and nothing else; what is switched on stays on."""
    env = {"HOME": str(home)}
    assert run("stats", "--clear", cwd=root, env=env).out == "0 days removed\n"
    run("scan", cwd=root, env=env)
    assert run("stats", "--clear", cwd=root, env=env).out == "1 day removed\n"
    assert run("stats", cwd=root, env=env).out == (
        "never in 90 days: no-print, no-todo, quiet\nnothing was counted yet\n"
    )


def test_what_is_wrong_with_the_users_file(root: Path, run: Run, home: Path) -> None:
    """It is said with its line: 2, and nothing is counted."""
    write_files(home, {".phaser/config.yaml": "cuont: true\n"})
    env = {"HOME": str(home)}
    run("scan", cwd=root, env=env)
    outcome = run("stats", cwd=root, env=env)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(
        "~/.phaser/config.yaml:1: cuont: unknown key; did you mean count?"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--days", "0"], f"expected a number of days from 1 to {DAYS_KEPT}, not '0'"),
        (["--clear", "--json"], "--clear and --json: expected one of them"),
    ],
)
def test_what_is_refused(root: Path, run: Run, arguments: list[str], said: str) -> None:
    """With exit code 2."""
    outcome = run("stats", *arguments, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err
