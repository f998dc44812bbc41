"""Which agents a project shows: by their folders and files, empty ones too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.settings_locations import Machine
from phaser_lint.author.proposals.project_traits import find_project_traits
from phaser_lint.project.levels import Levels
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.author.proposals.project_traits import ProjectTraits


def traits(root: Path, *names: str) -> ProjectTraits:
    """The traits of a project with these files, and folders that end in a slash."""
    for name in names:
        if name.endswith("/"):
            (root / name).mkdir(parents=True)
        else:
            write_files(root, {name: ""})
    return find_project_traits(Levels(str(root)), (), Machine(str(root), ""))


@pytest.mark.parametrize(
    "name",
    [
        "README.md", ".github/", ".github/workflows/ci.yml", ".vscode/settings.json",
        ".claude/contracts/", "docs/CLAUDE.md",
    ],
)  # fmt: skip
def test_what_is_no_sign_tells_of_no_agent(tmp_path: Path, name: str) -> None:
    project_traits = traits(tmp_path, name)
    assert (project_traits.agents, project_traits.asks_which_agent) == ((), False)


@pytest.mark.parametrize(
    ("name", "agent"),
    [
        ("CLAUDE.md", "claude-code"),
        (".claude/", "claude-code"),
        (".claude/commands/a.md", "claude-code"),
        (".cursor/", "cursor"),
        (".cursorrules", "cursor"),
        ("GEMINI.md", "gemini-cli"),
        (".gemini/", "gemini-cli"),
        ("QWEN.md", "qwen-code"),
        (".codex/", "codex"),
        (".github/copilot-instructions.md", "copilot-cli"),
        (".opencode/", "opencode"),
        ("opencode.json", "opencode"),
        (".windsurf/", "windsurf"),
        (".windsurfrules", "windsurf"),
        (".clinerules", "cline"),
        (".clinerules/", "cline"),
        (".wave/", "wave"),
        (".kilo/", "kilo"),
        (".kilocode/", "kilo"),
        (".vibe/", "vibe"),
        (".agents/hooks.json", "antigravity"),
        (".kiro/", "kiro"),
    ],
)
def test_the_signs_of_an_agent_tell_that_it_is_used(tmp_path: Path, name: str, agent: str) -> None:
    assert [agent.name for agent in traits(tmp_path, name, "AGENTS.md").agents] == [agent]


def test_the_folder_of_each_agent(tmp_path: Path) -> None:
    """An agent that is new needs no row for it."""
    for agent in AGENT_SETTINGS:
        own_paths = [name for name in agent.files if not name.startswith(("~", "/", "$"))]
        folders = {name.partition("/")[0] for name in own_paths} - {".github", ".agents"}
        for number, folder in enumerate(sorted(folders)):
            project_traits = traits(tmp_path / f"{agent.name}-{number}", f"{folder}/")
            assert agent.name in [agent.name for agent in project_traits.agents]


def test_a_folder_that_many_read(tmp_path: Path) -> None:
    """Skills in it name no agent."""
    assert traits(tmp_path, ".agents/skills/a/SKILL.md").agents == ()


def test_a_file_that_many_read(tmp_path: Path) -> None:
    """It names no agent; whoever is named is taken."""
    project_traits = traits(tmp_path, "AGENTS.md")
    assert (project_traits.agents, project_traits.asks_which_agent) == ((), True)
    traits_with_codex = project_traits.with_agents(["codex"])
    assert (
        [agent.name for agent in traits_with_codex.agents],
        traits_with_codex.asks_which_agent,
    ) == (["codex"], False)
