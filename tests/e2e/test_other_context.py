"""Context on links in real clients of other agents: each model is told once, no file changes.

    PHASER_CODEX=/path/to/codex pytest -m e2e tests/e2e/test_other_context.py

The variables are those of ``test_other_clients``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent.install.link_hooks import LINKS
from tests.command.made import contract
from tests.e2e.test_other_clients import SHELLS, WRITES, drive

if TYPE_CHECKING:
    from tests.conftest import MakeProject

pytestmark = pytest.mark.e2e
CONTRACTS = {
    "a.yaml": contract(message="Use the logger."),
    "b.yaml": contract("no-todo", pattern="TODO", message="Finish it.", file_glob="*.c"),
}
CONTRACT_SECTION = "\n\nContract no-print (error): forbid_pattern in *.py\nUse the logger.\n"
TODO = "\n\nContract no-todo (error): forbid_pattern in *.c\nFinish it.\n"
PAGE = "About [[no-print]].\n"
each_client = pytest.mark.parametrize("agent", [name for name in SHELLS if name in LINKS])


@each_client
def test_without_a_link_the_model_hears_nothing(project: MakeProject, agent: str) -> None:
    """The model hears nothing of the hook."""
    root = project({}, contracts=CONTRACTS, commit=True)
    turns = [[WRITES[agent](str(root / "a.md"), "[single]\n")]]
    run = drive(agent, root, turns, "--augment", prompt="go on now")
    assert (run.returncode, (root / "a.md").read_text()) == (0, "[single]\n"), run.output
    assert "Knowledge Graph" not in run.model_text


@each_client
def test_the_model_reads_what_a_prompt_names(project: MakeProject, agent: str) -> None:
    """Before the first answer, once."""
    root = project({}, contracts=CONTRACTS, commit=True)
    run = drive(agent, root, [], "--augment", prompt="mind [[no-print]] please")
    assert (run.returncode, run.last.count(CONTRACT_SECTION)) == (0, 1), run.output


@each_client
def test_a_tool_call_is_explained_once(project: MakeProject, agent: str) -> None:
    """A file and a command as the model sent them; of each the model is told once."""
    root = project({}, contracts=CONTRACTS, commit=True)
    turns = [
        [WRITES[agent](str(root / "a.md"), PAGE)],
        [SHELLS[agent]("echo '[[no-todo]]' > b.txt")],
    ]
    run = drive(agent, root, turns, "--augment", prompt="go on now")
    assert run.returncode == 0, run.output
    assert (root / "a.md").read_text() == PAGE
    assert (root / "b.txt").read_text() == "[[no-todo]]\n"
    assert (run.last.count(CONTRACT_SECTION), run.last.count(TODO)) == (1, 1)
