"""``--json`` of the commands for authors: one form, with a version, its keys in order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract

if TYPE_CHECKING:
    from tests.conftest import Git, MakeProject, Run

FILES = {"a.py": "print('##[error]')\n", ".relint.yml": "- {name: a, pattern: '##[x]'}\n"}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    "command",
    [
        "try print --history 2",
        "new file_pair go-back",
        "why no-print a.py:1",
        "history",
        "list",
        "test",
        "doctor --agent pre-commit",
        "init",
        "baseline",
        "export --agents-md",
        "import --dry-run .relint.yml",
        "import --check .relint.yml",
        "scan --statistics --format json",
    ],
)
def test_json_of_each_command_is_sorted_and_versioned(
    project: MakeProject, git: Git, run: Run, command: str
) -> None:
    """Nothing in it is a command to a build, either."""
    root = project(FILES, contracts={"a.yaml": contract(message="##[error] Use the logger.")})
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "##[error]")
    output = run(*command.split(), *([] if "--format" in command else ["--json"]), cwd=root).out
    settings = json.loads(output)
    assert settings["version"] == 1
    assert _disordered(settings) == []
    assert "##[" not in output


def _disordered(node: object) -> list[list[str]]:
    """Return the keys of each object in *node* that are in no order."""
    if isinstance(node, dict):
        keys_of_node = [[*node]] if [*node] != sorted(node) else []
        return keys_of_node + _disordered([*node.values()])
    return [keys for inner in node for keys in _disordered(inner)] if isinstance(node, list) else []
