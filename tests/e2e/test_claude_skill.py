"""The plugin's skill, in the client that is installed: offered to the model, and loaded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.claude_client import run_claude
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT

if TYPE_CHECKING:
    from tests.conftest import MakeProject

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
MARKETPLACE = Path(__file__).parents[2]
NAME = "phaser-lint:write-a-contract"


def test_the_model_can_take_the_skill(project: MakeProject, tmp_path: Path) -> None:
    """Its name and description are told at the start, the rest once it is asked for."""
    assert CLAUDE is not None
    root = project({})
    home = tmp_path / "client-home"
    run = run_claude(
        claude=CLAUDE,
        project=root,
        home=home,
        turns=[[("Skill", {"skill": NAME})]],
        arguments=("--plugin-dir", str(MARKETPLACE / "plugins/phaser-lint")),
    )
    first_request, last_request = str(run.requests[0]), str(run.requests[-1])
    assert NAME in first_request
    assert "nobody calls requests without a timeout" in first_request
    assert "phaser-lint try --json" not in first_request
    assert "phaser-lint try --json" in last_request
