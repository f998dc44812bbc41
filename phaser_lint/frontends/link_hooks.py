"""What ``install --augment`` adds: the hook runs on prompts and on every tool, see ``LINKS``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from phaser_lint.agent_settings.agent import MATCHER
from phaser_lint.frontends.agent_hooks import AUGMENT, HOOKS
from phaser_lint.frontends.hook_entries import hook_entry, listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaser_lint.frontends.hook_entries import WantedHook

# A regular expression to the client, since it is no list of plain names.
OTHER_TOOLS = f"^(?!(?:{MATCHER})$)"


class LinkHooks(NamedTuple):
    """Where ``--augment`` runs the hook: see ``agents.context_channels``.

    ``tools``: the event of a tool call, whose own hook gets the flag. ``others``: the matcher of a
    second one, on what that leaves out; empty: one on all tools, where no matcher can say that.
    ``prompts``: the event of a prompt. ``as_one``: one hook on all tools does for both, where both
    fail alike.
    """

    tools: str
    others: str
    prompts: str
    as_one: bool = False


# The matcher has to match the whole name. VS Code runs the same hooks and ignores matchers: two of
# them would say everything twice.
_COPILOT = LinkHooks(
    "preToolUse",
    "(?!(?:create|edit|apply_patch|Write|Edit)$).*",
    "userPromptSubmitted",
    as_one=True,
)
LINKS: Mapping[str, LinkHooks] = {
    "claude-code": LinkHooks("PreToolUse", OTHER_TOOLS, "UserPromptSubmit"),
    # Its regular expressions know no "all but"; its own other tools run no hooks.
    "codex": LinkHooks("PreToolUse", "^mcp__.*$", "UserPromptSubmit"),
    "gemini-cli": LinkHooks(
        "AfterTool", "^(?!(?:write_file|replace|run_shell_command|mcp_.*)$)", "BeforeAgent"
    ),
    "qwen-code": LinkHooks(
        "PostToolUse",
        "^(?!(?:write_file|edit|notebook_edit|run_shell_command|mcp__.*)$)",
        "UserPromptSubmit",
    ),
    "copilot-cli": _COPILOT,
    "vscode": _COPILOT,
    "wave": LinkHooks("PostToolUse", "", "UserPromptSubmit"),
}


def augmented(
    plain: Mapping[str, list[dict[str, Any]]], hook: WantedHook
) -> dict[str, list[dict[str, Any]]]:
    """Return an agent's groups *plain* with context on links, in the process of the hook.

    The hook then also runs on prompts and on the tools that edit no file; those never fail closed.
    """
    hooks, links = HOOKS[hook.agent], LINKS[hook.agent]
    with_links = hook._replace(augment=True)
    on_files = hook_entry(with_links)
    protects = hook.protect and links.as_one
    entry = hook_entry(with_links._replace(fail_closed=False, protect=protects))
    if not links.others or (links.as_one and on_files == entry):
        tools = [listed(on_files, "", grouped=hooks.grouped)]
    else:
        tools = [
            listed(on_files, hooks.events[links.tools], grouped=hooks.grouped),
            listed(entry, links.others, grouped=hooks.grouped),
        ]
    return {
        **plain,
        links.tools: tools,
        links.prompts: [listed(entry, "", grouped=hooks.grouped)],
    }


def unsupported(agent: str) -> str:
    """Return why *agent*, which is not in ``LINKS``, gets no context from its hook."""
    if agent == "opencode":
        return (
            f"{AUGMENT}: unsupported for opencode, which takes a plugin: phaser-lint augment "
            "--agent opencode --plugin > .opencode/plugins/phaser-lint-context.js"
        )
    return f"{AUGMENT}: unsupported for {agent}; expected --agent {', '.join(LINKS)}"
