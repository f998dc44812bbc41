"""Where an agent's files lie: at home, and where its own variables move them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agents.agent import COMMAND, OPEN, AgentHooks
from phaser_lint.agents.known_agents import AGENTS, agent_named
from phaser_lint.agents.locations import Machine, located, present

if TYPE_CHECKING:
    from phaser_lint.agents.agent import Agent

DOCS = Path(__file__).parents[2] / "docs"
HOME, ROOT = "/home/u", "/p"
# The agent, what is set, the path of the table; where it lies, and how it is shown.
ROWS: list[tuple[str, dict[str, str], str, tuple[str, str] | None]] = [
    ("codex", {}, ".codex/hooks.json", ("/p/.codex/hooks.json", ".codex/hooks.json")),
    ("codex", {}, "~/.codex/hooks.json", ("/home/u/.codex/hooks.json", "~/.codex/hooks.json")),
    ("codex", {"CODEX_HOME": ""}, "~/.codex/a", ("/home/u/.codex/a", "~/.codex/a")),
    ("codex", {"CLAUDE_CONFIG_DIR": "/x"}, "~/.codex/a", ("/home/u/.codex/a", "~/.codex/a")),
    ("opencode", {}, "$OPENCODE_CONFIG_DIR/plugins/a.js", None),
    ("claude-code", {}, "/etc/claude-code/a", ("/etc/claude-code/a", "/etc/claude-code/a")),
    ("claude-code", {"CLAUDE_CONFIG_DIR": "/x"}, "~/.claude/settings.json",
     ("/x/settings.json", "$CLAUDE_CONFIG_DIR/settings.json")),
    ("codex", {"CODEX_HOME": "/x/"}, "~/.codex/a", ("/x/a", "$CODEX_HOME/a")),
    ("codex", {"CODEX_HOME": "x"}, "~/.codex/a", ("/p/x/a", "$CODEX_HOME/a")),
    ("gemini-cli", {"GEMINI_CLI_HOME": "/x"}, "~/.gemini/settings.json",
     ("/x/.gemini/settings.json", "$GEMINI_CLI_HOME/.gemini/settings.json")),
    ("qwen-code", {"QWEN_HOME": "/x"}, "~/.qwen/a", ("/x/a", "$QWEN_HOME/a")),
    ("copilot-cli", {"COPILOT_HOME": "/x"}, "~/.copilot/hooks/a.json",
     ("/x/hooks/a.json", "$COPILOT_HOME/hooks/a.json")),
    ("opencode", {"XDG_CONFIG_HOME": "/x"}, "~/.config/opencode/plugins/a.js",
     ("/x/opencode/plugins/a.js", "$XDG_CONFIG_HOME/opencode/plugins/a.js")),
    ("opencode", {"OPENCODE_CONFIG_DIR": "/x"}, "$OPENCODE_CONFIG_DIR/plugins/a.js",
     ("/x/plugins/a.js", "$OPENCODE_CONFIG_DIR/plugins/a.js")),
    ("cline", {"CLINE_DIR": "/x"}, "~/.cline/hooks/PreToolUse",
     ("/x/hooks/PreToolUse", "$CLINE_DIR/hooks/PreToolUse")),
    ("cline", {"CLINE_DIR": "/x"}, "~/Documents/Cline/Hooks/PreToolUse",
     ("/home/u/Documents/Cline/Hooks/PreToolUse", "~/Documents/Cline/Hooks/PreToolUse")),
]  # fmt: skip


@pytest.mark.parametrize(("agent", "environment", "pattern", "expected"), ROWS)
def test_located(
    agent: str, environment: dict[str, str], pattern: str, expected: tuple[str, str] | None
) -> None:
    """A variable of the agent's own counts where it is set, and for that agent alone."""
    place = located(agent_named(agent), pattern, Machine(ROOT, HOME, environment))
    assert (place and (place.path, place.shown)) == expected


def test_without_a_home() -> None:
    """Nothing is at home, but for what a variable names."""
    codex = agent_named("codex")
    assert located(codex, "~/.codex/a", Machine(ROOT, "")) is None
    assert located(codex, "~/.codex/a", Machine(ROOT, "", {"CODEX_HOME": "/x"})) is not None


def test_present(tmp_path: Path) -> None:
    """Files that are there, each by its name, where the table has a pattern."""
    for name in ("b.json", "a.json", "c.txt"):
        (tmp_path / "hooks").mkdir(exist_ok=True)
        (tmp_path / "hooks" / name).write_text("{}")
    machine = Machine("/nowhere", "", {"COPILOT_HOME": str(tmp_path)})
    copilot = agent_named("copilot-cli")
    assert [each.shown for each in present(copilot, copilot.files, machine)] == [
        "$COPILOT_HOME/hooks/a.json", "$COPILOT_HOME/hooks/b.json",
    ]  # fmt: skip


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
def test_the_documents_name_them(agent: Agent) -> None:
    """Variables, switches and files of trust stand in docs/agents.md."""
    text = (DOCS / "agents.md").read_text(encoding="utf-8")
    written = repr((agent.moves, agent.files, agent.trust_files))
    variables = re.findall(r"\$([A-Z_]+)", written)
    keys = [key for switch in agent.switches for key in switch.keys]
    places = [path for path in agent.trust_files if path.startswith("~/")]
    assert [each for each in (*variables, *keys, *places) if f"`{each}`" not in text] == []


def test_the_documents_tell_which_commands_are_open() -> None:
    """How a line ends that does no harm where the program is missing, and whose do."""
    text = " ".join((DOCS / "agents.md").read_text(encoding="utf-8").split())
    opened = [
        agent.shown.removeprefix("GitHub ")
        for agent in AGENTS
        if isinstance(agent.installs, AgentHooks)
        and OPEN in agent.installs.entry.values()
        and agent.files
    ]
    ending = OPEN.removeprefix(COMMAND)
    assert f"- {' and '.join(opened)} run a project's hooks in trusted folders. " in text
    assert f"so the installed line ends in `{ending}`; with `--fail-closed`" in text
    assert f"There the line does not end in `{ending}`" in text
