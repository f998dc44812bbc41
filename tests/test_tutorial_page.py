"""``docs/tutorial.md``: its files, its commands in their order, and what they print."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

PAGE = (Path(__file__).parent.parent / "docs/tutorial.md").read_text(encoding="utf-8")
_FILE = re.compile(r"^```(?:python|sql|markdown)\n# (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_CONTRACT = re.compile(r"^```yaml\n# (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^\$ phaser-lint ((?:.*\\\n)*.*\n)((?:(?!\$ ).*\n)*)", re.MULTILINE)
# What stands for the folder of the project.
SHOWN = "/home/ann/shop"
PATH = {"PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}
_MOST_FOR_A_RULE = 3


def commands(text: str) -> list[tuple[str, str]]:
    """Each command with what it prints."""
    return [
        command_and_output
        for block in _CONSOLE.findall(text)
        for command_and_output in _COMMAND.findall(block)
    ]


def test_the_commands_of_the_tutorial_print_what_it_shows(project: MakeProject, run: Run) -> None:
    """In an empty home: each prints what the page says, and leaves what it shows."""
    root = project(dict(_FILE.findall(PAGE)))
    printed = [(command, "") for command, _ in commands(PAGE)]
    for number, (command, _) in enumerate(printed):
        outcome = run(*shlex.split(command.replace("\\\n", "")), cwd=root, env=PATH)
        output = f"{outcome.out}{outcome.err}".replace(str(root), SHOWN)
        printed[number] = (command, output)
    assert printed == commands(PAGE)
    ((path, text),) = _CONTRACT.findall(PAGE)
    assert (root / path).read_text(encoding="utf-8") == text


def test_a_rule_takes_three_commands_at_most() -> None:
    sections = re.findall(r"^## \d\. .*?(?=^## )", PAGE, re.DOTALL | re.MULTILINE)
    command_counts = [len(commands(section)) for section in sections]
    assert len(command_counts) == 4
    assert max(command_counts) <= _MOST_FOR_A_RULE
