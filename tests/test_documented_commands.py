"""Every command that README and the docs name is run, page by page, in the order that it has there.

What a page prints is compared in the test of that page; here a command does what a reader expects
first of all: it is understood, finds what it was given, and breaks nothing.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from typing import TYPE_CHECKING

import pytest

from tests.built_site import ROOT
from tests.command.made import contract
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

_BLOCK = re.compile(r"^ *```(?:sh|console|text)\n(.*?)^ *```$|^\n((?: {4}.*\n)+)", re.M | re.S)
_COMMAND = re.compile(r"^ *(?:\$ )?(phaser-lint (?:.*\\\n)*.*)$", re.M)
_NAMED = re.compile(r"`phaser-lint ([a-z][\w-]+)([^`]*)`")
# The tutorial begins with an empty folder, and has a test that compares all of it.
PAGES = (
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "tutorial.md"),
)
SKILL = ROOT / "plugins/phaser-lint/skills/write-a-contract/SKILL.md"
STDIN = {"unsaved.txt": b"print(1)\n", "write.json": b"{}"}
# reLint is in no folder of PATH, so there is nothing to compare with.
ENDS_OTHERWISE = {"phaser-lint import --check .relint.yml": 2}
EVENT = {
    "hook_event_name": "PreToolUse",
    "tool_name": "Write",
    "cwd": "/project",
    "tool_input": {"file_path": "/project/src/receipts.py", "content": "print(1)\n"},
}
FILES = {
    "src/app.py": "import requests\n\n\ndef first():\n    pass\n\n\nprint(1)\n",
    "src/api/b.py": "x = 1\n",
    "unsaved.txt": "print(1)\n",
    ".relint.yml": "- name: no-todo\n  pattern: TODO\n  filePattern: .*\\.py\n",
    "yesterday.jsonl": json.dumps({"event": EVENT, "disk": {}, "project": "/project"}) + "\n",
    "new-contracts/a.yaml": contract(),
    "CLAUDE.md": "- Never use `eval()`.\n",
    ".claude/hookify.rm.local.md": "---\nname: rm\nevent: file\npattern: rm\n---\nNo.\n",
}


def commands(page: Path) -> list[str]:
    """The command lines of a page's blocks, with what stands in their comments."""
    blocks = _BLOCK.findall(page.read_text(encoding="utf-8"))
    lines = [line for block in blocks for line in _COMMAND.findall("".join(block))]
    return [line.replace("\\\n", " ") for line in lines]


def shown(page: Path) -> list[tuple[str, str]]:
    """The ids of the contracts that a page shows, and what it shows of each."""
    blocks = re.findall(r"^```yaml\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    return [
        (rule_id_line[1], text)
        for text in blocks
        if (rule_id_line := re.search(r"^rule_id: (\S+)", text, re.M))
    ]


def words(line: str) -> tuple[list[str], bytes]:
    """What the program is given: its arguments, and its input where that is a file."""
    arguments = shlex.split(line, comments=True)[1:]
    stdin = STDIN[arguments[arguments.index("<") + 1]] if "<" in arguments else b""
    ends = [arguments.index(sign) for sign in ("<", ">", "|") if sign in arguments]
    return arguments[: min(ends, default=len(arguments))], stdin


@pytest.mark.one_row_in(2)
@pytest.mark.usefixtures("released")
@pytest.mark.parametrize("page", [*PAGES, SKILL], ids=lambda page: page.name)
def test_the_commands_of_a_page(page: Path, project: MakeProject, git: Git, run: Run) -> None:
    """Each ends with 0, or with 1 for what it has found."""
    lines = commands(page)
    is_there = not any("--save no-print" in line for line in lines)
    contracts = {"no-print.yaml": contract()} if is_there else {}
    contracts |= {f"{name}.yaml": text for name, text in shown(page) if name in " ".join(lines)}
    root = project(FILES, contracts=contracts, commit=True)
    git(root, "commit", "-q", "--allow-empty", "-m", "Follow the first, for what compares both")
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    (root.parent / "other").mkdir()
    (home := root.parent / "home").mkdir()  # what a page installs there is nothing for other tests
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    for line in lines:
        arguments, stdin = words(line.replace("/tmp/", f"{root.parent}/"))
        outcome = run(*arguments, stdin=stdin, cwd=root, env={"PATH": path, "HOME": str(home)})
        expected = {ENDS_OTHERWISE[line]} if line in ENDS_OTHERWISE else {0, 1}
        assert outcome.code in expected, f"{line}\n{outcome.err}"


def test_flags_in_the_text_are_there(run: Run) -> None:
    """`phaser-lint scan --fix` within a sentence names a command, and flags that it has."""
    pages_commands_flags = [
        (page.name, command, flag)
        for page in PAGES
        for command, words_after in _NAMED.findall(page.read_text(encoding="utf-8"))
        if command != "shard"  # what the report of a shard calls itself
        for flag in ["", *re.findall(r"(?<!\S)--[a-z][\w-]*", words_after)]
    ]
    helps = {
        command: run(command, "--help")
        for command in {command for _, command, _ in pages_commands_flags}
    }
    assert [
        (page, command) for page, command, _ in pages_commands_flags if helps[command].code
    ] == []
    assert [
        page_command_flag
        for page_command_flag in pages_commands_flags
        if page_command_flag[2] not in helps[page_command_flag[1]].out
    ] == []
    assert len(pages_commands_flags) > 40


def test_commands_are_found() -> None:
    """In all forms that a page has for them: the test looks where it should."""
    commands_by_page = {page.stem: commands(page) for page in PAGES}
    readme_commands = [line.partition("  ")[0] for line in commands_by_page["README"]]
    assert readme_commands == [
        f"phaser-lint {command}" for command in ("init", "test", "install", "doctor", "scan")
    ]
    assert commands_by_page["agents"][0].startswith("phaser-lint install  ")
    assert commands_by_page["doctor"][0] == "phaser-lint doctor"
    assert any(" --save " in line for line in commands_by_page["authoring"])
