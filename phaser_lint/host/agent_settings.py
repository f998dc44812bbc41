"""How each agent keeps its hooks: a literal table of files, events and tools.

agent_named("codex").files   (".codex/hooks.json", …)
"""

from __future__ import annotations

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

STAGES = {"PreToolUse": "PreToolUse", "PostToolUse": "PostToolUse", "Stop": "Stop"}
_WITHOUT_END = {"PreToolUse": "PreToolUse", "PostToolUse": "PostToolUse"}
_MILLISECONDS = 0.001


class Agent(Record):
    """How an agent keeps its hooks."""

    name: str
    shown: str
    program: str
    """The command that starts it, to tell whether it is installed here."""
    files: tuple[str, ...]
    """Relative to the project, or to the home folder with ``~/``; ``*`` stands for any name."""
    stages: Mapping[str, str] = STAGES
    """From its own names of events to those of this program."""
    tools: tuple[tuple[str, ...], ...] = ()
    """The tools that write files, each with its other names in matchers; empty: no matchers."""
    needed: int = 99
    """How many of the tools write in every run; the others are rarer."""
    borrowed: tuple[str, ...] = ()
    """Settings files of another agent that it runs the hooks of, too."""
    timeout_unit: float = 1.0
    timeout: float = 600.0
    comments: bool = False
    anchored: bool = False
    """A matcher has to match the whole name."""
    globs: bool = False
    """A matcher is a list of globs, separated by ``|``, in which case does not count."""
    told_after: bool = False
    """A denial would end its run, so that the hook tells the model instead, after the write."""


_CLAUDE_FILES = (".claude/settings.json", ".claude/settings.local.json")
_CAMEL_STAGES = {
    **STAGES,
    "preToolUse": "PreToolUse",
    "postToolUse": "PostToolUse",
    "agentStop": "Stop",
    "stop": "Stop",
}
_CLAUDE_TOOLS = (("Write",), ("Edit",), ("NotebookEdit",), ("MultiEdit",))
MANAGED_FILES = (
    "/etc/claude-code/managed-settings.json",
    "/Library/Application Support/ClaudeCode/managed-settings.json",
)
_CLINE_FOLDERS = (".clinerules/hooks", ".cline/hooks", "~/.cline/hooks", "~/Documents/Cline/Hooks")
_COPILOT_FILES = (".github/hooks/*.json", "~/.copilot/hooks/*.json")
AGENTS = (
    Agent(
        "claude-code",
        "Claude Code",
        "claude",
        (*_CLAUDE_FILES, "~/.claude/settings.json", *MANAGED_FILES),
        tools=_CLAUDE_TOOLS,
        needed=2,
    ),
    Agent(
        "codex",
        "Codex",
        "codex",
        (".codex/hooks.json", ".codex/config.toml", "~/.codex/hooks.json", "~/.codex/config.toml"),
        tools=(("apply_patch", "Edit", "Write"), ("Bash",)),
        needed=1,
    ),
    Agent(
        "gemini-cli",
        "Gemini CLI",
        "gemini",
        (".gemini/settings.json", "~/.gemini/settings.json"),
        {"BeforeTool": "PreToolUse", "AfterTool": "PostToolUse", "AfterAgent": "Stop"},
        tools=(("write_file",), ("replace",)),
        timeout_unit=_MILLISECONDS,
        timeout=60.0,
        comments=True,
    ),
    Agent(
        "qwen-code",
        "Qwen Code",
        "qwen",
        (".qwen/settings.json", "~/.qwen/settings.json"),
        tools=(("write_file", "Write"), ("edit", "Edit"), ("notebook_edit", "NotebookEdit")),
        needed=2,
        timeout=60.0,
        comments=True,
    ),
    Agent(
        "copilot-cli",
        "GitHub Copilot CLI",
        "copilot",
        _COPILOT_FILES,
        _CAMEL_STAGES,
        tools=(("create", "Write"), ("edit", "Edit"), ("apply_patch",)),
        needed=2,
        borrowed=_CLAUDE_FILES,
        timeout=30.0,
        anchored=True,
    ),
    # It has no hook files of its own.
    Agent(
        "vscode",
        "VS Code",
        "code",
        (),
        _CAMEL_STAGES,
        borrowed=(*_COPILOT_FILES, *_CLAUDE_FILES),
        timeout=30.0,
    ),
    Agent(
        "cursor",
        "Cursor",
        "cursor",
        (".cursor/hooks.json", "~/.cursor/hooks.json"),
        _CAMEL_STAGES,
        tools=(("Write", "Edit"),),
        borrowed=_CLAUDE_FILES,
        timeout=60.0,
    ),
    Agent(
        "opencode",
        "OpenCode",
        "opencode",
        tuple(
            f"{folder}/{name}/*.{ending}"
            for folder in (".opencode", "~/.config/opencode")
            for name in ("plugin", "plugins")
            for ending in ("js", "ts")
        ),
        stages=_WITHOUT_END,
        timeout=30.0,
    ),
    Agent(
        "windsurf",
        "Windsurf",
        "windsurf",
        (".windsurf/hooks.json", "~/.codeium/windsurf/hooks.json"),
        {"pre_write_code": "PreToolUse", "post_write_code": "PostToolUse"},
        timeout=60.0,
    ),
    Agent(
        "cline",
        "Cline",
        "cline",
        tuple(
            f"{folder}/{name}"
            for folder in _CLINE_FOLDERS
            for name in ("PreToolUse", "PostToolUse")
        ),
        stages=_WITHOUT_END,
        timeout=120.0,
        told_after=True,
    ),
    Agent("wave", "Wave", "wave",
          (".wave/settings.json", ".wave/settings.local.json", "~/.wave/settings.json"),
          tools=(("Write",), ("Edit",)), needed=2, globs=True),
)  # fmt: skip


def agent_named(name: str) -> Agent:
    """Return the agent of that name; raises ``KeyError``."""
    return {agent.name: agent for agent in AGENTS}[name]
