"""A project with contracts, the hook in its settings, and the real client at work in it.

install(root, "local")                   phaser-lint install --scope local
session = drive(root, write(path, "x = 1\\n"), permission_mode="default")
session.results, .model_text, .files     what the model was shown, and what is on disk
"""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from tests.command.made import contract, denial_sentence
from tests.conftest import PROGRAM
from tests.e2e.claude_client import (
    ClientRun,
    find_claude,
    run_claude,
    texts_for_model,
    tool_results,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.model_server import ToolCall, Turn

CLAUDE = find_claude()
NO_CLIENT = "no client: set PHASER_CLAUDE or install claude"

NOTEBOOK = {
    "cells": [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": "first",
            "metadata": {},
            "outputs": [],
            "source": ["x = 1\n"],
        }
    ],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}
FILES = {"src/old.py": "print(0)\nx = 1\n", "n.ipynb": json.dumps(NOTEBOOK)}
CONTRACTS = {
    "no-print.yaml": contract(),
    "no-todo.yaml": contract("no-todo", pattern="TODO", severity="warning", message="Finish it."),
    "no-secret.yaml": contract(
        "no-secret", pattern="SECRET", file_glob="*.ipynb", message="Keep it out."
    ),
}
BAD = "x = 1\nprint(1)\n"
NO_PRINT = denial_sentence("no-print", 2, "print(1)")
OLD_DEBT = "1 existing violation in src/old.py"


class ModelSession(NamedTuple):
    """What a run came to: tool results, all that the model was told, the files, the end."""

    results: list[str]
    model_text: str
    files: dict[str, str]
    run: ClientRun


def write(path: Path, content: str) -> list[ToolCall]:
    """A turn of the model."""
    return [("Write", {"file_path": str(path), "content": content})]


def read(path: Path) -> list[ToolCall]:
    """A turn of the model; some clients edit only what was read."""
    return [("Read", {"file_path": str(path)})]


def edit(path: Path, old: str, new: str) -> list[ToolCall]:
    """A turn of the model."""
    fields = {"file_path": str(path), "old_string": old, "new_string": new, "replace_all": False}
    return [("Edit", fields)]


def drive(
    root: Path,
    *turns: Turn,
    permission_mode: str = "acceptEdits",
    prompt: str = "go",
) -> ModelSession:
    """Run the client in *root* with a home of its own; a turn that is made then has one call."""
    assert CLAUDE is not None
    client_run = run_claude(
        claude=CLAUDE,
        project=root,
        home=root.parent / f"{root.name}-home",
        turns=list(turns),
        permission_mode=permission_mode,
        prompt=prompt,
    )
    results_of_calls = tool_results(client_run.requests)
    assert len(results_of_calls) == sum(1 if callable(turn) else len(turn) for turn in turns), (
        client_run.stdout + client_run.stderr
    )
    assert client_run.returncode == 0, client_run.stdout + client_run.stderr
    return ModelSession(
        results_of_calls,
        "\n".join(texts_for_model(client_run.requests)),
        files_of(root),
        client_run,
    )


def files_of(root: Path) -> dict[str, str]:
    """The project's own files, by path; neither git's nor the agent's."""
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.relative_to(root).parts[0] not in (".git", ".claude")
    }


def install(
    root: Path, scope: str, *flags: str, program: tuple[str, ...] = (str(PROGRAM),)
) -> None:
    """Install the hook with *program*."""
    command = (*program, "install", "--scope", scope, *flags)
    process_result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert (process_result.returncode, process_result.stderr) == (0, "")
