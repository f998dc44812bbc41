"""Where an agent's files lie: at home, and where its own variables move them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent.agent_settings import AGENT_SETTINGS, require_agent
from phaser_lint.agent.agent_table import AgentHooks, SettingsPlace
from phaser_lint.agent.settings_locations import (
    Machine,
    locate,
    locate_place_files,
    locate_present_files,
)
from tests.conftest import write_files

if TYPE_CHECKING:
    from phaser_lint.agent.agent_table import Agent

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
def test_a_variable_of_the_agent_moves_its_files(
    agent: str, environment: dict[str, str], pattern: str, expected: tuple[str, str] | None
) -> None:
    """A variable of the agent's own counts where it is set, and only for that agent."""
    place = locate(require_agent(agent), pattern, Machine(ROOT, HOME, environment))
    assert (place and (place.path, place.shown)) == expected


# Which files of a row are there, and set variables: the first name that counts, strongest first.
NAMES = (".../.x/.env", ".../.env", "~/.env")
FIRST_FILES: list[tuple[tuple[str, ...], tuple[str, ...], dict[str, str], list[str]]] = [
    (NAMES, (), {}, []),
    (NAMES, ("home/.env",), {}, ["~/.env"]),
    (NAMES, ("p/.env", "home/.env"), {}, [".env"]),
    (NAMES, ("p/.env", "p/.x/.env"), {}, [".x/.env"]),
    (NAMES, ("p/.env", ".x/.env"), {}, [".env"]),
    (NAMES, (".env", "home/.env"), {}, ["{tmp}/.env"]),
    (("$V", "/etc/a", "/Library/a"), (), {}, []),
    (("$V", "/etc/a", "/Library/a"), ("Library/a",), {}, ["/Library/a"]),
    (("$V", "/etc/a"), ("etc/a", "v"), {"V": "{tmp}/v"}, ["$V"]),
    (("$V", "/etc/a"), ("etc/a",), {"V": "{tmp}/v"}, []),
    (("$V/../b", "/etc/a"), ("b",), {"V": "{tmp}/v"}, ["$V/../b"]),
    (("/etc/d/*.json",), ("etc/d/1.json", "etc/d/2.json", "etc/d/x"), {},
     ["/etc/d/2.json", "/etc/d/1.json"]),
]  # fmt: skip


@pytest.mark.parametrize(("names", "files", "environment", "expected"), FIRST_FILES)
def test_files_of_a_row(
    tmp_path: Path,
    names: tuple[str, ...],
    files: tuple[str, ...],
    environment: dict[str, str],
    expected: list[str],
) -> None:
    (tmp_path / "p").mkdir()
    write_files(tmp_path, dict.fromkeys(files, ""))
    variables = {name: field.format(tmp=tmp_path) for name, field in environment.items()}
    top = str(tmp_path)
    machine = Machine(f"{top}/p", f"{top}/home", variables, system=top)
    files_of_place = locate_place_files(
        require_agent("qwen-code"), SettingsPlace("project", names), machine
    )
    assert [file.shown for file in files_of_place] == [
        name.format(tmp=tmp_path) for name in expected
    ]
    assert all(Path(file.path).exists() for file in files_of_place)


def test_a_row_of_root_alone(tmp_path: Path) -> None:
    """What a variable names counts only where nobody else may put a file."""
    (tmp_path / "a.json").write_text("{}")
    gemini, row = require_agent("gemini-cli"), SettingsPlace("managed", ("$V",), of_root=True)
    named_paths = [str(tmp_path / "a.json"), os.path.realpath("/etc/passwd")]
    files = [
        locate_place_files(gemini, row, Machine(ROOT, HOME, {"V": path})) for path in named_paths
    ]
    assert [len(files_of_path) for files_of_path in files] == [0, 1]


def test_without_a_home_only_variables_name_files() -> None:
    """Nothing is at home, but for what a variable names."""
    codex = require_agent("codex")
    assert locate(codex, "~/.codex/a", Machine(ROOT, "")) is None
    assert locate(codex, "~/.codex/a", Machine(ROOT, "", {"CODEX_HOME": "/x"})) is not None


def test_present_files_are_named_by_a_pattern(tmp_path: Path) -> None:
    """Files that are there, each by its name, where the table has a pattern."""
    for name in ("b.json", "a.json", "c.txt"):
        (tmp_path / "hooks").mkdir(exist_ok=True)
        (tmp_path / "hooks" / name).write_text("{}")
    machine = Machine("/nowhere", "", {"COPILOT_HOME": str(tmp_path)})
    copilot = require_agent("copilot-cli")
    assert [file.shown for file in locate_present_files(copilot, copilot.files, machine)] == [
        "$COPILOT_HOME/hooks/a.json", "$COPILOT_HOME/hooks/b.json",
    ]  # fmt: skip


@pytest.mark.parametrize("agent", AGENT_SETTINGS, ids=lambda agent: agent.name)
def test_the_documents_name_them(agent: Agent) -> None:
    """Variables, switches, managed files and files of trust stand in docs/agents.md."""
    text = (DOCS / "agents.md").read_text(encoding="utf-8")
    variables = re.findall(r"\$([A-Z_]+)", repr((agent.moves, agent.places)))
    keys = [key.removeprefix("env.") for switch in agent.switches for key in switch.keys]
    trusted = [name for row in agent.holding("trust") for name in row.names if name[:2] == "~/"]
    managed = [name for row in agent.places for name in row.names if name.startswith("/etc/")]
    all_names = {*variables, *keys, *trusted, *managed} - {"PROGRAMFILES", "PROGRAMDATA"}
    assert (
        sorted(setting_name for setting_name in all_names if f"`{setting_name}`" not in text) == []
    )


def test_the_documents_tell_what_is_seen_without_the_program() -> None:
    """Of each agent that was tried; those whose line says that it is missing stand first."""
    text = (DOCS / "agents.md").read_text(encoding="utf-8")
    section = text.partition("## Without the program")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([A-Z]\S.*?) \| ", section, re.M)
    names = [name for row in rows for name in row.split(", ") if name != "with either file"]
    guarded = [
        agent.shown.removeprefix("GitHub ")
        for agent in AGENT_SETTINGS
        if isinstance(agent.installs, AgentHooks) and agent.installs.guarded and agent.files
    ]
    assert sorted(names[: len(guarded)]) == sorted(guarded)
    # Kimi Code has no settings of a project; the others have not been run.
    untried = {"Antigravity", "Cursor", "Kimi Code", "Kiro", "VS Code", "Wave", "Windsurf"}
    tried_names = {
        known_agent.shown.split(" ", 1)[-1]
        if known_agent.name in ("droid", "copilot-cli")
        else known_agent.shown
        for known_agent in AGENT_SETTINGS
    }
    assert {*tried_names - untried, "Cursor (untried)"} == {*names}
