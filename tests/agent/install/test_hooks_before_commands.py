"""Only ``install --protect`` has an agent start the hook before a command."""

from __future__ import annotations

import json

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_groups
from phaser_lint.agent.install.install_table import FILES, HOOKS
from phaser_lint.agent.install.link_hooks import with_link_hooks
from phaser_lint.agent.install.own_file import render_own_files

FILE_TOOLS = "Edit|Write|MultiEdit|NotebookEdit"
# The event of each agent, and its matcher without protection and with it.
MATCHERS = {
    "claude-code": ("PreToolUse", FILE_TOOLS, f"{FILE_TOOLS}|Bash"),
    # A command may hold its patch.
    "codex": ("PreToolUse", "apply_patch|Bash", "apply_patch|Bash"),
    "gemini-cli": ("BeforeTool", "write_file|replace", "write_file|replace|run_shell_command"),
    "qwen-code": (
        "PreToolUse",
        "write_file|edit|notebook_edit",
        "write_file|edit|notebook_edit|run_shell_command",
    ),
    "copilot-cli": ("preToolUse", "create|edit|apply_patch", "create|edit|apply_patch|bash"),
    "vscode": ("preToolUse", "create|edit|apply_patch", "create|edit|apply_patch|bash"),
    "cursor": ("preToolUse", "Write|StrReplace|Delete", "Write|StrReplace|Delete|Shell"),
    "windsurf": ("pre_run_command", None, ""),
    "wave": ("PreToolUse", FILE_TOOLS, f"{FILE_TOOLS}|Bash"),
    "droid": (
        "PreToolUse",
        "Create|Edit|MultiEdit|ApplyPatch",
        "Create|Edit|MultiEdit|ApplyPatch|Execute",
    ),
    "kimi-code": ("PreToolUse", "^(?:Write|Edit)$", "^(?:Write|Edit|Bash)$"),
    "vibe": (
        "pre_tool",
        "re:write_file|search_replace",
        "re:write_file|search_replace|bash|process_start",
    ),
    "antigravity": (
        "PreToolUse",
        "write_to_file|replace_file_content|multi_replace_file_content",
        "write_to_file|replace_file_content|multi_replace_file_content|run_command",
    ),
}


@pytest.mark.parametrize("agent", HOOKS)
def test_only_protection_has_commands_announced(agent: str) -> None:
    event, plain_matcher, protecting_matcher = MATCHERS[agent]
    scope = next(iter(HOOKS[agent].files))
    matchers = [
        [group.get(HOOKS[agent].matcher_key, "") for group in groups[event]]
        if event in groups
        else [None]
        for groups in (
            make_hook_groups(WantedHook(scope, agent=agent)),
            make_hook_groups(WantedHook(scope, agent=agent, protect=True)),
        )
    ]
    assert matchers == [[plain_matcher], [protecting_matcher]]


# Cline announces each tool to its executable.
PLUGINS = {
    **dict.fromkeys(("opencode", "kilo"), 'const TOOLS = ["write", "edit", "apply_patch", "patch"'),
    "pi": 'const TOOLS = ["write", "edit"',
}


@pytest.mark.parametrize("agent", PLUGINS)
def test_only_protection_has_a_plugin_ask_before_commands(agent: str) -> None:
    texts = [
        "".join(render_own_files(WantedHook("user", agent=agent, protect=protect)).values())
        for protect in (False, True)
    ]
    lines = [line for text in texts for line in text.splitlines() if line.startswith("const TOOLS")]
    assert lines == [f"{PLUGINS[agent]}]", f'{PLUGINS[agent]}, "bash"]']


def test_every_agent_with_files_of_its_own_is_asked() -> None:
    assert {*FILES} == {*PLUGINS, "cline", "kiro"}


def test_only_protection_has_kiro_ask_before_commands() -> None:
    matchers = [
        json.loads(text)["hooks"][0]["matcher"]
        for protect in (False, True)
        for text in render_own_files(WantedHook("user", agent="kiro", protect=protect)).values()
    ]
    file_tools = "fs_write|str_replace|fs_append|write|delete_file"
    assert matchers == [file_tools, f"{file_tools}|execute_bash|execute_pwsh"]


def test_no_command_starts_two_hooks() -> None:
    """Context on links comes of the hook that protects, where that sees a command."""
    hook = WantedHook("project", protect=True, augment=True)
    groups = with_link_hooks(make_hook_groups(hook), hook)
    assert [group["matcher"] for group in groups["PreToolUse"]] == [
        f"{FILE_TOOLS}|Bash",
        f"^(?!(?:{FILE_TOOLS}|Bash)$)",
    ]
