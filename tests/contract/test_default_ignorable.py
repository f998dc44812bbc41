"""``ignorable`` in the configuration: who may suppress, where a contract does not say it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CONFIGURATION = ".phaser/config.yaml"
TEXT = "print(1)  # phaser:ignore no-print\n"
WITH_REASON = "print(1)  # phaser:ignore no-print -- it is meant\n"


def count_errors(run: Run, root: Path) -> int:
    summary = json.loads(run("scan", "--format", "json", cwd=root).out)["summary"]
    return int(summary["errors"])


@pytest.mark.parametrize(
    ("default", "own", "text", "errors"),
    [
        ("true", None, TEXT, 0),
        ("reason", None, TEXT, 1),
        ("reason", None, WITH_REASON, 0),
        ("people", None, TEXT, 1),
        ("people", None, WITH_REASON, 0),
        ("false", None, WITH_REASON, 1),
        ("false", True, TEXT, 0),
        ("people", "reason", WITH_REASON, 0),
        ("reason", False, WITH_REASON, 1),
    ],
)
def test_a_contract_that_does_not_say_it_has_the_default(
    project: MakeProject, run: Run, default: str, own: object, text: str, errors: int
) -> None:
    """What it says itself wins."""
    root = project({"a.py": text}, contracts={"a.yaml": contract(ignorable=own)})
    write_files(root, {CONFIGURATION: f"ignorable: {default}\n"})
    assert count_errors(run, root) == errors


def test_with_people_an_agent_suppresses_nothing(project: MakeProject, run: Run) -> None:
    """In no contract of the project, at any level; its own in the home folder are the user's."""
    root = project({"a.py": ""}, contracts={"a.yaml": contract()}, commit=True)
    files = {"lib/.phaser/contracts/b.yaml": contract("no-eval", pattern=r"\beval\(")}
    write_files(root, {CONFIGURATION: "ignorable: people\n", **files})

    def is_denied(path: str, text: str) -> bool:
        stdin = event("Write", cwd=root, file_path=str(root / path), content=text)
        outcome = run("hook", stdin=stdin if isinstance(stdin, bytes) else stdin.encode(), cwd=root)
        return '"deny"' in outcome.out

    assert is_denied("a.py", WITH_REASON)
    assert is_denied("lib/a.py", "eval(1)  # phaser:ignore no-eval -- meant\n")
    write_files(root, {CONFIGURATION: "ignorable: reason\n"})
    assert not is_denied("a.py", WITH_REASON)


def test_levels_go_on_replacing_and_overriding(project: MakeProject, run: Run) -> None:
    """Only a contract that says it itself keeps nearer ones from that."""
    root = project({"a.py": "print(1)\n", "lib/a.py": "print(1)\n", "old/a.py": "print(1)\n"},
                   contracts={"a.yaml": contract()})  # fmt: skip
    write_files(root, {
        CONFIGURATION: "ignorable: people\n",
        "lib/.phaser/contracts/a.yaml": contract(pattern="nothing"),
        "old/.phaser/contracts/a.yaml": "override: no-print\nseverity: warning\n",
    })  # fmt: skip
    outcome = run("scan", cwd=root)
    assert (outcome.code, outcome.out.splitlines()[-1]) == (1, "1 error, 1 warning")


def test_a_pack_has_the_stricter_of_both(project: MakeProject, run: Run) -> None:
    """Its contracts ask for a reason; nobody edits them."""
    root = project({"a.py": "x = 1\n"}, contracts={"a.yaml": contract()})
    for default, shown in (("true", "reason"), ("people", "people")):
        write_files(root, {CONFIGURATION: f"include: {{pack: secrets}}\nignorable: {default}\n"})
        listed = json.loads(run("list", "--json", cwd=root).out)
        contracts = listed["contracts"] if isinstance(listed, dict) else listed
        assert {row["ignorable"] for row in contracts if row["source"] == "pack"} == {shown}


def test_a_change_of_the_default_is_noted(project: MakeProject, run: Run) -> None:
    """Once, and not with each contract; so is a contract that turns away from it."""
    contracts = {"a.yaml": contract(), "b.yaml": contract("b")}
    root = project({CONFIGURATION: "ignorable: people\n"}, contracts=contracts, commit=True)
    write_files(root, {CONFIGURATION: "ignorable: reason\n",
                       ".claude/contracts/b.yaml": contract("b", ignorable=True)})  # fmt: skip
    outcome = run("scan", "--since", "HEAD", cwd=root)
    notes = [line for line in (outcome.out + outcome.err).splitlines() if "note: " in line]
    assert [note.partition("note: ")[2] for note in notes] == [
        "changed: ignorable: reason in place of people",
        "contract b changed: ignorable: true in place of people",
    ]
