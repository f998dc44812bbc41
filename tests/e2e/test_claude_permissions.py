"""Permission rules that an import prints, as the client that is installed takes them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e.claude_client import run_claude, tool_results
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
PATTERNS = (
    r"rmx\s+-rf", r"(^|[;&|]\s*)sudox\b", "--no-verify", r"^gitx\s+push.*--force", r"^makex \*",
)  # fmt: skip
RULE = "---\nname: rule-{0}\nevent: bash\npattern: {1}\naction: block\n---\n"
# Each as its pattern found it, but for the last: a rule tries the start of a command.
COMMANDS = {
    "echo rmx": False,
    "sudoxy ls": False,
    "gitx push": False,
    "makex a": False,
    "rmx -rf a": True,
    "rmx  -rfv a": True,
    "true && rmx -rf a": True,
    "xargs rmx -rf a": True,
    "true; sudox ls": True,
    "sudox": True,
    "gitx commit --no-verify -m a": True,
    "gitx push origin --force": True,
    "makex *": True,
    "RMX -rf a": False,
}


def test_commands_are_denied(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """What hookify blocked."""
    files = {
        f".claude/hookify.{number}.local.md": RULE.format(number, pattern)
        for number, pattern in enumerate(PATTERNS)
    }
    root = project(files)
    files_with_rules = json.loads(run("import", "--json", ".claude", cwd=root).out)["files"]
    denied = [
        permissions["deny"]
        for file in files_with_rules
        for permissions in file["rules"][0]["permissions"]
    ]
    settings = {"permissions": {"allow": ["Bash"], "deny": denied}}
    (root / ".claude/settings.json").write_text(json.dumps(settings))
    assert CLAUDE is not None
    turns = [[("Bash", {"command": command, "description": "x"})] for command in COMMANDS]
    client_run = run_claude(claude=CLAUDE, project=root, home=tmp_path / "home", turns=turns)
    are_denied = [
        "has been denied" in tool_result for tool_result in tool_results(client_run.requests)
    ]
    assert dict(zip(COMMANDS, are_denied, strict=True)) == COMMANDS
