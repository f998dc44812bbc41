"""The steps in which an agent writes a contract: the same ones wherever they are told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from phaser_lint.author.importers.pages.report.agent_task import STEPS

ROOT = Path(__file__).parents[5]
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


@pytest.mark.parametrize(
    "path", ["docs/for-agents.md", "plugins/phaser-lint/skills/write-a-contract/SKILL.md"]
)
def test_a_page_has_the_steps_of_the_task(path: str) -> None:
    """As ``import --for-agent`` prints them, but for links."""
    assert STEPS in _LINK.sub(r"\1", (ROOT / path).read_text(encoding="utf-8"))
