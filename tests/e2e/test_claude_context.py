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
    seen = drive(
        root,
        [("Bash", {"command": 'x=1; if [[ -n "$x" ]]; then echo found; fi'})],
        write(root / "a.py", "x = [[1, 2], [3]]\n"),
        permission_mode="bypassPermissions",
    )
    assert (seen.results[0], seen.files) == ("found", {"a.py": "x = [[1, 2], [3]]\n"})
    assert "hook additional context" not in seen.told


@both_scopes
def test_a_prompt(project: MakeProject, scope: str) -> None:
    """What a prompt names is explained in the first request."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, scope, "--augment")
    seen = drive(root, prompt="mind [[No Print]] and [[nothing]]")
    first = json.dumps(seen.run.requests[0]["messages"])
    assert json.dumps(SECTION.replace("no-print]]", "No Print]]"))[1:-1] in first
    assert f"UserPromptSubmit hook additional context: {START}" in seen.told
    assert "## [[nothing]]" not in seen.told


@both_scopes
def test_tool_calls(project: MakeProject, scope: str) -> None:
    """Any tool; what is written and what is run stays as the model sent it."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, scope, "--augment")
    seen = drive(
        root,
        write(root / "rules.md", PAGE),
        [("Bash", {"command": "echo '[[logging]]'"})],
        permission_mode="bypassPermissions",
    )
    assert seen.files == {"rules.md": PAGE}
    assert seen.results[1] == "[[logging]]"
    assert f"PreToolUse:Write hook additional context: {START}" in seen.told
    assert f"PreToolUse:Bash hook additional context: {START}" in seen.told
    assert seen.told.count(SECTION) == 1


def test_a_denied_edit_is_explained_too(project: MakeProject) -> None:
    """One process checks the edit and answers its links."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, "local", "--augment", "--fail-closed")
    seen = drive(root, write(root / "a.py", "# [[no-print]]\nprint(1)\n"))
    sentence, line, directive = NO_PRINT.split("\n")
    why = "  Why: A print is lost."
    assert seen.results[0].endswith("\n".join([sentence, line, why, directive]))
    assert SECTION in seen.told
    assert seen.files == {}


def test_the_permission_is_still_asked_for(project: MakeProject) -> None:
    """Context decides nothing: in the default mode the client asks before it writes."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, "local", "--augment")
    seen = drive(root, write(root / "rules.md", PAGE), permission_mode="default")
    assert seen.results[0].startswith("Claude requested permissions to write to ")
    assert seen.files == {}


def test_a_subagent_reads_it_too(project: MakeProject, tmp_path: Path) -> None:
    """Its model sees nothing of the first one's channel: the prompt itself holds the context."""
    root = project({}, contracts=CONTRACTS, commit=True)
    install(root, "local", "--augment")
    asked = {"description": "look", "prompt": "mind [[no-print]]", "subagent_type": "Explore"}
    run = run_claude(
        claude=str(CLAUDE),
        project=root,
        home=tmp_path / "home",
        turns=[[("Agent", asked)]],
        permission_mode="bypassPermissions",
    )
    others = [texts_for_model([each]) for each in run.requests if _starts_with(each, START)]
    assert f"{SECTION}\n\nmind [[no-print]]" in "\n".join(others[0])


def _starts_with(request: Body, text: str) -> bool:
    return any(each.startswith(text) for each in texts_for_model([request]))
