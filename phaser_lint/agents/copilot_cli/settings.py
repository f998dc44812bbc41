"""GitHub Copilot CLI: any file in a folder of hooks, and Claude Code's settings of a project."""

from __future__ import annotations

from phaser_lint.agents.agent import (
    CAMEL_STAGES,
    OPEN,
    TIMEOUT_SECONDS,
    Agent,
    AgentHooks,
    LinkHooks,
    Shape,
    Switch,
)
from phaser_lint.agents.claude_code.settings import PROJECT_FILES

FILES = (".github/hooks/*.json", "~/.copilot/hooks/*.json")
HOOKS = AgentHooks(
    files={
        "project": ".github/hooks/phaser-lint.json",
        "user": "~/.copilot/hooks/phaser-lint.json",
    },
    events={
        "preToolUse": "create|edit|apply_patch",
        "postToolUse": "create|edit|apply_patch|bash|powershell",
        "agentStop": "",
    },
    entry={
        "type": "command",
        "bash": OPEN,
        "powershell": OPEN,
        "timeoutSec": TIMEOUT_SECONDS,
    },
    grouped=False,
    beside={"version": 1},
    project_note="Copilot runs a project's hooks in folders that it trusts, and those of "
    ".claude/settings.json too: one of both is enough.",
    # The matcher has to match the whole name. VS Code runs the same hooks and ignores matchers: two
    # of them would say everything twice.
    links=LinkHooks(
        "preToolUse",
        "(?!(?:create|edit|apply_patch|Write|Edit)$).*",
        "userPromptSubmitted",
        as_one=True,
    ),
)
AGENT = Agent(
    "copilot-cli",
    "GitHub Copilot CLI",
    "copilot",
    FILES,
    HOOKS,
    moves={"~/.copilot": "$COPILOT_HOME"},
    switches=(Switch(("disableAllHooks",), off=(True,)),),
    switch_files=(
        ".github/copilot/settings.local.json",
        ".github/copilot/settings.json",
        ".claude/settings.local.json",
        ".claude/settings.json",
    ),
    own_switch=True,
    trust_files=("~/.copilot/config.json", "$XDG_CONFIG_HOME/.copilot/config.json"),
    stages=CAMEL_STAGES,
    tools=(("create", "Write"), ("edit", "Edit"), ("apply_patch",)),
    needed=2,
    borrowed=PROJECT_FILES,
    timeout=30.0,
    anchored=True,
    shape=Shape(typed=True, default_type="command", timed=True),
    environment="entry",
)
