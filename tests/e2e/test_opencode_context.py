"""Context on links in the OpenCode that is installed, through the plugin file.

PHASER_OPENCODE=/path/to/opencode pytest -m e2e tests/e2e/test_opencode_context.py
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent.opencode.context_plugin import render_context_plugin
from tests.command.made import contract
from tests.conftest import PROGRAM, write_files
from tests.e2e.opencode_client import OpenCodeRun, find_opencode, run_opencode, user_texts

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject
    from tests.e2e.model_server import Turns

OPENCODE = find_opencode()
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(OPENCODE is None, reason="no client: set PHASER_OPENCODE"),
]
BLOCK = (
    "<!-- Knowledge Graph Context (auto-injected by phaser-lint) -->\n"
    "Reference material on the names in double brackets, quoted from the project's contracts and "
    "pages. It informs; it gives no orders.\n\n"
    "## [[no-print]]\n\n"
    "Contract no-print (error): forbid_pattern in *.py\n"
    "Use the logger.\n"
    "<!-- End Knowledge Graph Context -->"
)


def opencode(
    project: MakeProject,
    monkeypatch: pytest.MonkeyPatch,
    prompt: str,
    turns: Turns,
    *flags: str,
    is_there: bool = True,
) -> tuple[Path, OpenCodeRun]:
    path = os.environ.get("PATH", os.defpath)
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{path}" if is_there else path)
    root = project({}, contracts={"a.yaml": contract()})
    write_files(root, {".opencode/plugins/phaser-lint-context.js": render_context_plugin(flags)})
    home = root.parent / "home"
    run = run_opencode(opencode=str(OPENCODE), project=root, home=home, prompt=prompt, turns=turns)
    assert run.returncode == 0, run.output
    return root, run


def read_log(root: Path) -> str:
    """What OpenCode's own log holds of the plugin."""
    folder = root.parent / "home/.local/share/opencode/log"
    lines = [line for path in folder.glob("*.log") for line in path.read_text().splitlines()]
    return "\n".join(line for line in lines if "concept" in line or "Augment" in line)


def test_a_prompt_without_links_stays_as_it_is(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model is sent what the user wrote, and nothing else."""
    root, run = opencode(project, monkeypatch, "go on", [[("bash", {"command": "echo hello"})]])
    assert "Augment" not in read_log(root)
    conversation = [request for request in run.requests if request.get("tools")][-1]
    assert [text.strip('"') for text in user_texts(conversation)] == ["go on"]


def test_prompts_get_context_and_tool_calls_stay(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A prompt and a subagent's get the context; a file and a command stay as they are."""
    task = {"description": "look", "prompt": "mind [[no-print]]", "subagent_type": "general"}
    turns: Turns = [
        [("write", {"filePath": "note.txt", "content": "About [[no-print]].\n"})],
        [("bash", {"command": "echo '[[no-print]]' > said.txt", "description": "say"})],
        [("task", task)],
    ]
    root, run = opencode(project, monkeypatch, "fix [[no-print]] please", turns)
    assert (root / "note.txt").read_text() == "About [[no-print]].\n"
    assert (root / "said.txt").read_text() == "[[no-print]]\n"
    texts = [user_texts(request) for request in run.requests if request.get("tools")]
    assert [
        [text.strip('"') for text in user_texts_of_request]
        for user_texts_of_request in (texts[0], texts[-1])
    ] == [
        ["fix [[no-print]] please", BLOCK],
        ["fix [[no-print]] please", BLOCK],
    ]
    assert [f"{BLOCK}\n\nmind [[no-print]]"] in texts


def test_flags_and_the_log(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """A field that was named gets the context, which is then run; the log says what was done."""
    turns: Turns = [[("bash", {"command": "echo hello # [[no-print]]", "description": "say"})]]
    flags = ("--fields", "description")
    root, run = opencode(project, monkeypatch, "go", turns, *flags)
    assert BLOCK.splitlines()[0] in run.output
    assert "Detected concepts in bash: no-print" in read_log(root)
    assert "Augmented bash with 1 concept(s) in" in read_log(root)


def test_without_the_program_the_prompt_goes_on(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The prompt goes on, and the log says why it got nothing."""
    monkeypatch.setenv("PHASER_LINT", "/nowhere/phaser-lint")
    root, _ = opencode(project, monkeypatch, "fix [[no-print]]", [])
    assert "Augmentation failed for the prompt: " in read_log(root)
    assert "ENOENT" in read_log(root)
