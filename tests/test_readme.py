"""README's first page: the contract, the two commands and the table that it shows are true."""

from __future__ import annotations

import json
import re
import subprocess
from typing import TYPE_CHECKING

from tests.built_site import ROOT
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

README = (ROOT / "README.md").read_text(encoding="utf-8")
SIX = (
    "forbid_pattern", "file_not_contains", "require_pattern", "file_contains", "file_exists",
    "file_not_exists",
)  # fmt: skip


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


def answer(root: Path, event: str, *command: str) -> dict[str, object]:
    process = subprocess.run(
        [PROGRAM.with_name(command[0]), *command[1:]], input=event.encode(),
        capture_output=True, cwd=root,
    )  # fmt: skip
    assert (process.returncode, process.stderr) == (0, b"")
    json_answer: dict[str, object] = json.loads(process.stdout)
    return json_answer


def test_both_commands_deny_the_same_edit(project: MakeProject) -> None:
    """What is shown is the beginning of both answers."""
    [session] = blocks("console")
    _, event, command, *printed_lines = session.split("\n")
    assert command == "$ phaser-lint-hook < edit.json"
    root = project({}, contracts={"our-words.yaml": blocks("yaml")[0]})
    commands = ("phaser-lint-hook",), ("phaser", "enforce", "--stdin")
    answers = [answer(root, event, *words) for words in commands]
    printed = "\n".join(printed_lines)
    start = printed.replace("\n", " ").partition("…")[0]
    assert [json.dumps(json_answer)[: len(start)] for json_answer in answers] == [start, start]


def test_a_violation_that_is_meant(project: MakeProject, run: Run) -> None:
    """The comment suppresses what the contract reports without it."""
    [line] = blocks("python")
    bare = line.partition("  #")[0]
    files = {"src/a.py": line, "src/b.py": f"{bare}\n"}
    root = project(files, contracts={"our-words.yaml": blocks("yaml")[0]})
    scanned = run("scan", "--format", "json", cwd=root)
    violation_paths = [each["path"] for each in json.loads(scanned.out)["violations"]]
    assert (scanned.code, violation_paths) == (1, ["src/b.py"])


def test_the_readme_tells_what_each_type_demands() -> None:
    types_of_the_page = tuple(re.findall(r"^\| `(\w+)` \| ", README, re.M))
    assert types_of_the_page == SIX
