"""The hook's clean path and the table of agents know the same places and variables."""

from __future__ import annotations

from itertools import pairwise

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.hook.protection.protected_places import (
    MOVED_FILES,
    MOVES,
    PLACES,
    may_name_protected_place,
)

OPENCODE = ".config/opencode"
OF_AGENTS = {
    name.removeprefix("~/").removeprefix(".../")
    for agent in AGENT_SETTINGS
    for place in agent.places
    for name in place.names
    if not name.startswith(("/", "$")) and "*" not in name
}
# It holds secrets, which no memory of a session may: an edit of it is checked, and no more.
SECRETS = {name for name in OF_AGENTS if name.endswith(".env")}


def test_protection_knows_the_same_places() -> None:
    """The light list of the hook's clean path, written out, is that of the table."""
    light = {
        f"{folder}/{name}" for folder, names_inside in PLACES for name in names_inside if folder
    }
    own_paths = {
        ".claude/contracts", ".claude/plugins", ".phaser/contracts", ".phaser/baseline.jsonl",
        ".phaser/config.yaml",
    }  # fmt: skip
    # What install writes below a folder in which any name counts.
    installed_paths = {
        ".github/hooks/phaser-lint.json", ".copilot/hooks/phaser-lint.json",
        ".opencode/plugins/phaser-lint.js", ".config/opencode/plugins/phaser-lint.js",
        ".kilo/plugins/phaser-lint.js", ".config/kilo/plugins/phaser-lint.js",
        ".kiro/hooks/phaser-lint.json",
        ".pi/extensions/phaser-lint.ts", ".pi/agent/extensions/phaser-lint.ts",
        *(f"{folder}/{event}" for folder in (".clinerules/hooks", ".cline/hooks",
          "Documents/Cline/Hooks") for event in ("PreToolUse", "PostToolUse")),
    }  # fmt: skip
    assert light == (OF_AGENTS - SECRETS) | own_paths | installed_paths
    assert [path for path in light | SECRETS if not may_name_protected_place(f"/p/{path}")] == []


def test_protection_knows_the_same_variables() -> None:
    """Each that moves a folder of the home, and each that names one more."""
    moved = {
        (variable, subfolder, folder[2:])
        for agent in AGENT_SETTINGS
        for folder, moved_to in agent.moves.items()
        for variable, _, subfolder in [moved_to[1:].partition("/")]
    }
    further_moves = {
        ("XDG_CONFIG_HOME", ".copilot", ".copilot"),
        ("OPENCODE_CONFIG_DIR", "", OPENCODE),
        ("KILO_CONFIG_DIR", "", ".config/kilo"),
    }
    assert set(MOVES) == moved | further_moves
    moved_files = {
        (path[1:], home_path[2:])
        for agent in AGENT_SETTINGS
        for row in agent.holding("trust")
        for path, home_path in pairwise(row.names)
        if path.startswith("$")
    }
    assert set(MOVED_FILES) == moved_files
