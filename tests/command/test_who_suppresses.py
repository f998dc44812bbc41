"""``ignorable: reason`` and ``people`` where no agent asks: scan, pre-commit, list and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.engine.directive_places import NO_REASON
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

EVAL = contract("no-eval", pattern=r"eval\(", message="Not that.", ignorable="people")
CONTRACTS = {"no-eval.yaml": EVAL, "no-print.yaml": contract(ignorable="reason")}
GIVEN = (
    "print(1)  # phaser:ignore no-print -- the receipt\neval(x)  # phaser:ignore-all -- vetted\n"
)
MESSAGES = ("Use the logger.", "Not that.")
EVAL_FILE = ".claude/contracts/no-eval.yaml"
SUPPRESSED = "newly suppressed, as only people may: no-eval"
NOT_GIVEN = "print(1)  # phaser:ignore no-print\neval(x)  # phaser:ignore-all\n"


@pytest.fixture
def root(project: MakeProject) -> Path:
    return project({"a.py": "x = 1\n"}, contracts=CONTRACTS, commit=True)


@pytest.mark.parametrize("command", [("scan",), ("pre-commit", "a.py")])
def test_a_directive_with_a_reason_counts(root: Path, run: Run, command: tuple[str, ...]) -> None:
    write_files(root, {"a.py": GIVEN})
    outcome = run(*command, "--format", "json", cwd=root)
    report = json.loads(outcome.out)
    assert (outcome.code, report["violations"], len(report["suppressed"])) == (0, [], 2)


@pytest.mark.parametrize("command", [("scan",), ("pre-commit", "a.py")])
def test_one_without_a_reason_does_not(root: Path, run: Run, command: tuple[str, ...]) -> None:
    """The violation says so, and so does a notice at a directive that names the contract."""
    write_files(root, {"a.py": NOT_GIVEN})
    outcome = run(*command, "--format", "json", cwd=root)
    report = json.loads(outcome.out)
    assert (outcome.code, [violation["message"] for violation in report["violations"]]) == (
        1,
        [f"{message} ({NO_REASON})" for message in MESSAGES],
    )
    assert [notice["text"] for notice in report["notices"] if notice["line"]] == [
        "directive suppresses nothing: no-print asks for a reason after ` -- `",
        "directive suppresses nothing: ignore-all",
    ]


def test_what_takes_no_directive_says_so(project: MakeProject, run: Run) -> None:
    """ "suppresses nothing" alone left the author of a directive to guess why."""
    root = project(
        {"a.py": "print(1)  # phaser:ignore no-print -- a receipt\n"},
        contracts={"a.yaml": contract(ignorable=False)},
    )
    line = "a.py:1: note: directive suppresses nothing: no-print takes no directive "
    assert f"{line}(`ignorable: false`)\n" in run("scan", cwd=root).err


def test_the_first_directive_with_a_reason_counts(root: Path, run: Run) -> None:
    """One without does not stand in its way."""
    line = "print(1)  # phaser:ignore no-print # phaser:ignore no-print -- the receipt\n"
    write_files(root, {"a.py": line})
    assert run("scan", cwd=root).code == 0


def test_since_notes_what_only_people_may_suppress(root: Path, run: Run, git: Git) -> None:
    """What is suppressed in the base is not noted, wherever it moves."""
    vetted, needed = (f"eval(x)  # phaser:ignore no-eval -- {word}\n" for word in ("old", "new"))
    write_files(root, {"a.py": vetted})
    git(root, "commit", "-qam", "Vetted")
    write_files(root, {"a.py": f"x = 1\n{needed}", "b.py": vetted})
    report = json.loads(run("scan", "--since", "HEAD", "--format", "json", cwd=root).out)
    noted = [
        (notice["line"], notice["text"])
        for notice in report["notices"]
        if notice["path"].endswith(".py")
    ]
    assert noted == [(2, SUPPRESSED)]
    assert report["violations"] == []


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("command", [("scan",), ("scan", "--allow-weaker")])
@pytest.mark.parametrize(
    "loosened",
    [
        {EVAL_FILE: contract("no-eval", pattern=r"eval\(", message="Not that.")},
        {EVAL_FILE: EVAL.replace("people", "reason")},
        {EVAL_FILE: EVAL.replace("no-eval", "no-exec")},
        {EVAL_FILE: None},
    ],
    ids=["line deleted", "a reason is enough", "renamed", "contract deleted"],
)
def test_a_change_that_lets_everybody_suppress_is_asked_by_the_base(
    root: Path, run: Run, git: Git, loosened: dict[str, str | None], command: tuple[str, ...]
) -> None:
    """With `ignorable: people` deleted by the change itself, nothing was noted; old ones are old.

    A file that is renamed, too, is noted by its name of today.
    """
    vetted, needed = (f"eval({word})  # phaser:ignore no-eval -- ok\n" for word in ("old", "new"))
    write_files(root, {"a.py": vetted * 9})
    git(root, "add", "-A")
    git(root, "commit", "-qam", "Vetted")
    git(root, "mv", "a.py", "b.py")
    write_files(root, {"b.py": f"{vetted * 9}{needed}"})
    for path, text in loosened.items():
        write_files(root, {path: text}) if text is not None else (root / path).unlink()
    git(root, "add", "-A")
    shards = [f"{number}.json" for number in (1, 2, 3)]
    for number, shard in enumerate(shards, start=1):
        flags = ("--shard", f"{number}/3", "--format", f"json={root.parent / shard}")
        run(*command, "--since", "HEAD", *flags, cwd=root)
    whole = run(*command, "--since", "HEAD", "--format", "json", cwd=root)
    paths = [str(root.parent / shard) for shard in shards]
    merged = run("merge", *paths, "--format", "json", cwd=root)
    for outcome in (whole, merged):
        noted = [
            (notice["path"], notice["line"], notice["text"])
            for notice in json.loads(outcome.out)["notices"]
            if notice["path"].endswith(".py")
        ]
        assert noted == [("b.py", 10, SUPPRESSED)]


def test_the_default_of_a_base_says_who_may_suppress(
    project: MakeProject, run: Run, git: Git
) -> None:
    """A change that takes it out of the configuration is noted line by line as well."""
    root = project(
        {"a.py": "x = 1\n", ".phaser/config.yaml": "ignorable: people\n"},
        contracts={"no-eval.yaml": contract("no-eval", pattern=r"eval\(", message="Not that.")},
        commit=True,
    )
    (root / ".phaser/config.yaml").unlink()
    write_files(root, {"a.py": "eval(x)  # phaser:ignore no-eval -- no\n"})
    outcome = run("scan", "--since", "HEAD", cwd=root)
    assert outcome.err.splitlines()[:2] == [
        ".phaser/config.yaml: note: changed: ignorable: true in place of people",
        f"a.py:1: note: {SUPPRESSED}",
    ]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("eval(x)  # phaser:ignore no-eval -- no\n", [(1, SUPPRESSED)]),
        ("# phaser:ignore-next-line no-eval -- no\neval(x)\n", [(2, SUPPRESSED)]),
        (
            "eval(x)  # phaser:ignore-all -- no\n",
            [(1, "new directive: ignore-all -- no"), (1, SUPPRESSED)],
        ),
        (
            "eval(x)\n# phaser:ignore-file no-eval -- no\n",
            [(2, "new directive: ignore-file no-eval -- no"), (1, SUPPRESSED)],
        ),
    ],
)
def test_the_wider_a_directive_the_more_is_noted(
    root: Path, run: Run, text: str, notes: list[tuple[int, str]]
) -> None:
    """The wide ones were noted by their form alone."""
    write_files(root, {"a.py": text})
    report = json.loads(run("scan", "--since", "HEAD", "--format", "json", cwd=root).out)
    assert [(notice["line"], notice["text"]) for notice in report["notices"]] == notes


def test_a_file_that_people_exempted_stays_exempt(root: Path, run: Run, git: Git) -> None:
    """What comes under their directive is no new one."""
    exempt = "# phaser:ignore-file no-eval -- vetted\n"
    write_files(root, {"a.py": f"{exempt}eval(x)\n"})
    git(root, "commit", "-qam", "Vetted")
    write_files(root, {"a.py": f"{exempt}eval(x)\neval(y)\n"})
    report = json.loads(run("scan", "--since", "HEAD", "--format", "json", cwd=root).out)
    assert (report["violations"], report["notices"]) == ([], [])


def test_the_text_of_a_contract_says_who_may_suppress(root: Path, run: Run) -> None:
    """As people and agents get it, of a link too."""
    outcome = run("list", "no-eval", cwd=root)
    assert "\nignorable: people\n" in outcome.out


def test_list_says_who_may_suppress(root: Path, run: Run) -> None:
    listed = run("list", cwd=root).out
    assert "    ignorable: people\n" in listed
    assert "    ignorable: reason\n" in listed
    rows = json.loads(run("list", "--json", cwd=root).out)["contracts"]
    assert {row["rule_id"]: row["ignorable"] for row in rows} == {
        "no-eval": "people",
        "no-print": "reason",
    }


def test_why_says_that_a_reason_is_missing(root: Path, run: Run) -> None:
    write_files(root, {"a.py": NOT_GIVEN})
    assert f"line 1: {NO_REASON}" in run("why", "no-print", "a.py", cwd=root).out
    write_files(root, {"a.py": GIVEN})
    explained = run("why", "no-eval", "a.py", cwd=root).out
    assert "line 2 is suppressed by phaser:ignore-all on line 2" in explained
