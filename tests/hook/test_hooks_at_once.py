"""Many hooks at once on one project: the same answers as one after another, and a whole cache."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, denial_sentence, event
from tests.hook.test_clean_process import command_of_install

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

HOOKS = 50
DENIED = {
    "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": denial_sentence(),
    }
}


def ask_hook(root: Path, number: int, environment: dict[str, str], turn: str = "") -> object:
    """A bad file, a clean one, and a command, by turns; each in a session of its own."""
    event_keys = {"cwd": root, "session_id": f"s-{number}{turn}"}
    content = "print(1)\n" if number % 3 == 0 else "x = 1\n"
    stdin = (
        event("Bash", name="PostToolUse", command="make", **event_keys)
        if number % 3 == 2
        else event(file_path=root / f"{number}.py", content=content, **event_keys)
    )
    command = [*command_of_install(), "--protect"]
    process_result = subprocess.run(
        command, input=stdin, env=environment, capture_output=True, check=True
    )
    assert process_result.stderr == b""
    return json.loads(process_result.stdout)


def ask_hooks_at_once(root: Path, environment: dict[str, str], turn: str = "") -> list[object]:
    with ThreadPoolExecutor(HOOKS) as pool:
        return list(
            pool.map(lambda number: ask_hook(root, number, environment, turn), range(HOOKS))
        )


EXPECTED = [{} if number % 3 else DENIED for number in range(HOOKS)]


@pytest.mark.slow
def test_many_hooks_at_once_answer_as_one(
    project: MakeProject, environment: dict[str, str]
) -> None:
    """None waits for another, none reads what is half written; so from an empty cache on."""
    root = project({}, contracts={"a.yaml": contract()}, commit=True)
    assert ask_hooks_at_once(root, environment) == EXPECTED
    assert ask_hooks_at_once(root, environment, "again") == EXPECTED


@pytest.mark.slow
def test_while_a_contract_changes(project: MakeProject, environment: dict[str, str]) -> None:
    """Every state of the contract denies the same: whichever is read, the answer is one of them."""
    root = project({}, contracts={"a.yaml": contract()})
    (root / ".git").rename(root / "not-git")
    path, stopped = root / ".claude/contracts/a.yaml", threading.Event()
    text = path.read_text()

    def change() -> None:
        number = 0
        while not stopped.wait(0.005):
            number += 1
            new = root / "new"
            new.write_text(f"{text}# {number}\n")
            os.replace(new, path)

    thread = threading.Thread(target=change)
    thread.start()
    try:
        all_answers = ask_hooks_at_once(root, environment)
    finally:
        stopped.set()
        thread.join()
    assert [one_answer for index, one_answer in enumerate(all_answers) if index % 3 != 2] == [
        one_answer for index, one_answer in enumerate(EXPECTED) if index % 3 != 2
    ]
    assert ask_hook(root, 0, environment, "after") == DENIED
    assert ask_hook(root, 1, environment, "after") == {}
