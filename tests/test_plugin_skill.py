"""The skills of the plugin for Claude Code: what they name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from phaser_lint.command.cli import COMMANDS
from phaser_lint.contract.rules import RULES

SKILLS = [*(Path(__file__).parents[1] / "plugins/phaser-lint/skills").glob("*/SKILL.md")]
# Once a file it finds what forbid_pattern finds: one of them is enough for a choice.
LEFT_OUT = {"file_not_contains"}


@pytest.mark.parametrize("path", SKILLS, ids=lambda path: path.parent.name)
def test_a_skill_names_only_commands_and_types_that_there_are(path: Path) -> None:
    """Its frontmatter is what the client reads; its commands and types are known."""
    _, frontmatter, text = path.read_text(encoding="utf-8").split("---\n", 2)
    skill = yaml.safe_load(frontmatter)
    assert skill == {"name": path.parent.name, "description": skill["description"]}
    assert len(skill["description"]) <= 1024
    commands = {*re.findall(r"phaser-lint ([a-z]+)", text)}
    assert {"try", "new", "test"} <= commands
    assert commands <= {name for name, *_ in COMMANDS}
    assert {*RULES} - {*re.findall(r"`(\w+)`", text)} == LEFT_OUT
