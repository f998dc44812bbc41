"""Context on links in the client that is installed: it reaches the model, and no file changes.

PHASER_CLAUDE=/path/to/claude pytest -m e2e tests/e2e/test_claude_context.py
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import PROGRAM
from tests.e2e.claude_client import run_claude, texts_for_model
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT, NO_PRINT, drive, install, write

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject
    from tests.e2e.model_server import Body

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
both_scopes = pytest.mark.parametrize("scope", ["local", "project"])

CONTRACTS = {"no-print.yaml": contract(rationale="A print is lost.", tags=["logging"])}
SECTION = (
    "## [[no-print]]\n\n"
    "Contract no-print (error): forbid_pattern in *.py\n"
    "Use the logger.\n"
    "Why: A print is lost.\n"
    "Tags: logging\n"
    "<!-- End Knowledge Graph Context -->"
)
START = "<!-- Knowledge Graph Context (auto-injected by phaser-lint) -->\n"
PAGE = "# Rules\n\nWe follow [[no-print]], always.\n\n[[nothing]] [single] [[]]\n"


@pytest.fixture(autouse=True)
def program_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}")


@both_scopes
def test_no_link_no_word(project: MakeProject, scope: str) -> None:
    """A prompt and tool calls without links: the model hears nothing of the hook."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, scope, "--augment")
    session = drive(
        root,
        [("Bash", {"command": 'x=1; if [[ -n "$x" ]]; then echo found; fi'})],
        write(root / "a.py", "x = [[1, 2], [3]]\n"),
        permission_mode="bypassPermissions",
    )
    assert (session.results[0], session.files) == ("found", {"a.py": "x = [[1, 2], [3]]\n"})
    assert "hook additional context" not in session.model_text


@both_scopes
def test_the_model_reads_what_a_prompt_names(project: MakeProject, scope: str) -> None:
    """What a prompt names is explained in the first request."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, scope, "--augment")
    session = drive(root, prompt="mind [[No Print]] and [[nothing]]")
    first_request = json.dumps(session.run.requests[0]["messages"])
    assert json.dumps(SECTION.replace("no-print]]", "No Print]]"))[1:-1] in first_request
    assert f"UserPromptSubmit hook additional context: {START}" in session.model_text
    assert "## [[nothing]]" not in session.model_text


@both_scopes
def test_a_tool_call_is_explained_and_stays_as_it_was(project: MakeProject, scope: str) -> None:
    """Any tool; what is written and what is run stays as the model sent it."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, scope, "--augment")
    session = drive(
        root,
        write(root / "rules.md", PAGE),
        [("Bash", {"command": "echo '[[logging]]'"})],
        permission_mode="bypassPermissions",
    )
    assert session.files == {"rules.md": PAGE}
    assert session.results[1] == "[[logging]]"
    assert f"PreToolUse:Write hook additional context: {START}" in session.model_text
    assert f"PreToolUse:Bash hook additional context: {START}" in session.model_text
    assert session.model_text.count(SECTION) == 1


def test_a_denied_edit_is_explained_too(project: MakeProject) -> None:
    """One process checks the edit and answers its links."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, "local", "--augment", "--fail-closed")
    session = drive(root, write(root / "a.py", "# [[no-print]]\nprint(1)\n"))
    sentence, line, directive = NO_PRINT.split("\n")
    why = "  Why: A print is lost."
    assert session.results[0].endswith("\n".join([sentence, line, why, directive]))
    assert SECTION in session.model_text
    assert session.files == {}


def test_the_permission_is_still_asked_for(project: MakeProject) -> None:
    """Context decides nothing: in the default mode the client asks before it writes."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, "local", "--augment")
    session = drive(root, write(root / "rules.md", PAGE), permission_mode="default")
    assert session.results[0].startswith("Claude requested permissions to write to ")
    assert session.files == {}


def test_a_subagent_reads_it_too(project: MakeProject, tmp_path: Path) -> None:
    """Its model sees nothing of the first one's channel: the prompt itself holds the context."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, "local", "--augment")
    agent_input = {"description": "look", "prompt": "mind [[no-print]]", "subagent_type": "Explore"}
    run = run_claude(
        claude=str(CLAUDE),
        project=root,
        home=tmp_path / "home",
        turns=[[("Agent", agent_input)]],
        permission_mode="bypassPermissions",
    )
    texts_of_subagents = [
        texts_for_model([request]) for request in run.requests if _starts_with(request, START)
    ]
    assert f"{SECTION}\n\nmind [[no-print]]" in "\n".join(texts_of_subagents[0])


def _starts_with(request: Body, text: str) -> bool:
    return any(text_for_model.startswith(text) for text_for_model in texts_for_model([request]))
