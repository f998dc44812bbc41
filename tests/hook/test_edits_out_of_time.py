"""An edit whose time is over before all is checked: what was not checked is told, each time.

git stops to answer after so many commands, and the clock ends after so many looks at it.
"""

from __future__ import annotations

import json
import re
import time
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.hook import projects_of_files
from phaser_lint.project.git import GitCommand
from tests.command.made import contract, event

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from phaser_lint.check.engine.checker import Checker
    from tests.conftest import MakeProject, Run

CONTRACTS = {
    "keys": contract(
        "keys", type="items_listed", pattern=r'^"(\w+)"', file_glob="/l/en", listed_in="/l/*",
        listed_as='^"{item}"', lists="all",
    ),
    "pair": contract(
        "pair", type="file_pair", pattern=None, file_glob="/p/*.py", partner="{dir}/{stem}.md"
    ),
    "together": contract(
        "together", type="changed_together", pattern=None, file_glob="/api.py", with_glob="/NEWS"
    ),
    "frozen": contract("frozen", type="file_frozen", pattern=None, file_glob="/frozen"),
    "keep": contract("keep", type="keep_pattern", pattern=r"def (test_\w+)", file_glob="/tests"),
    "listed": contract(
        "listed", type="items_listed", pattern=r"^use (\w+)", file_glob="/uses", listed_in="/known"
    ),
    "somewhere": contract("somewhere", type="require_pattern", scope="tree", pattern="MIT"),
    "no-print": contract(),
}  # fmt: skip
KEYS = "".join(f'"key{number}"\n' for number in range(60))
FILES = {
    "l/en": KEYS, "l/fr": KEYS, "l/de": KEYS, "p/a.md": "a\n", "api.py": "a\n", "NEWS": "a\n",
    "frozen": "a\n", "tests": "def test_a\ndef test_b\n", "uses": "use one\n", "known": "one\n",
    "b.py": "MIT\n",
}  # fmt: skip
# The file and its text, with the contract that it breaks.
EDITS = {
    "keys": ("l/fr", KEYS.replace('"key7"\n', "")),
    "pair": ("p/new.py", "a\n"),
    "together": ("api.py", "b\n"),
    "frozen": ("frozen", "b\n"),
    "keep": ("tests", "def test_a\n"),
    "listed": ("uses", "use one\nuse two\n"),
    "somewhere": ("b.py", "x\n"),
    "no-print": ("new.py", "print(1)\n"),
}


@pytest.fixture
def root(project: MakeProject) -> Path:
    contracts = {f"{name}.yaml": text for name, text in CONTRACTS.items()}
    return project(FILES, contracts=contracts, commit=True)


def told(run: Run, root: Path, name: str, *, session: str, call: str = "1") -> str:
    """All that the hook says of an edit, to the model and to the user."""
    path, text = EDITS[name]
    keys = {"session_id": session, "tool_use_id": call, "prompt_id": "p"}
    stdin = event(file_path=root / path, content=text, cwd=root, **keys)
    answer: dict[str, Any] = json.loads(run("hook", stdin=stdin, cwd=root).out)
    specific: Mapping[str, str] = answer.get("hookSpecificOutput", {})
    shown = (specific.get("permissionDecisionReason"), specific.get("additionalContext"))
    return "\n".join(filter(None, (*shown, answer.get("systemMessage"))))


def end_git_after(number: int, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let git answer only so many times; returns where those go that it has no time for."""
    looks, late_looks = count(1), list[object]()

    def seconds_left(command: GitCommand) -> float:
        if next(looks) <= number:
            return 60.0
        late_looks.append(command)
        return 0.0

    monkeypatch.setattr(GitCommand, "seconds_left", seconds_left)
    return late_looks


def end_clock_after(number: int, monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let the time be over after so many looks at the clock; returns where later ones go."""
    looks, late_looks = count(1), list[object]()
    make_checker = projects_of_files.make_checker

    def tell_time() -> float:
        if next(looks) <= number:
            return time.monotonic()
        late_looks.append(number)
        return time.monotonic() + 1000

    def make_late_checker(*arguments: Any, **keys: Any) -> Checker:
        return make_checker(*arguments, **keys)._replace(clock=tell_time)

    monkeypatch.setattr(projects_of_files, "make_checker", make_late_checker)
    return late_looks


# Of each of the two ways to end: one row in two were those of git.
@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("end_after", [end_git_after, end_clock_after])
@pytest.mark.parametrize("name", EDITS)
def test_no_cut_check_is_silent(
    root: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    end_after: Callable[[int, pytest.MonkeyPatch], list[object]],
) -> None:
    """The contract is named, and the file, in one prompt again, whatever there was time for."""
    is_cut, number = True, 0
    while is_cut:
        assert number < 100, "it is never done"
        for call in ("1", "2"):
            with monkeypatch.context() as patch:
                late_looks = end_after(number, patch)
                answer = told(run, root, name, session=f"{number}", call=call)
                is_cut = bool(late_looks)
            assert name in answer, (number, call)
            unchecked = [line for line in answer.splitlines() if line.startswith("Not checked")]
            assert all(
                re.match(r"Not checked: (\S+|\d+ contracts \(.+\)) on \S.*: ", line)
                for line in unchecked
            ), answer
            if "violation" in answer:  # which is told once
                break
        number += 1
