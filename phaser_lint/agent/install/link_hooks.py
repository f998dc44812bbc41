"""What ``install --augment`` adds: the hook runs on prompts and on every tool, see ``LINKS``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.agent_table import LinkHooks
from phaser_lint.agent.install.hook_entries import (
    WantedHook,
    list_matchers,
    make_hook_entry,
    wrap_hook_entry,
)
from phaser_lint.agent.install.install_table import AUGMENT, FILES, HOOKS

LINKS: Mapping[str, LinkHooks] = {
    name: hooks.links for name, hooks in HOOKS.items() if hooks.links is not None
}


def with_link_hooks(
    plain: Mapping[str, list[dict[str, Any]]], hook: WantedHook
) -> dict[str, list[dict[str, Any]]]:
    """Return the groups *plain* of an agent's settings with the hooks on links that ``install
    --augment`` adds.

    The hook then also runs on prompts and on the tools that edit no file; those never fail closed.
    """
    hooks, links = HOOKS[hook.agent], LINKS[hook.agent]
    with_links = hook._replace(augment=True)
    on_files = make_hook_entry(with_links, links.tools)
    open_hook = with_links._replace(
        fail_closed=False, if_missing="pass", protect=hook.protect and links.as_one
    )
    on_prompts = make_hook_entry(open_hook, links.prompts)
    on_other_tools = make_hook_entry(open_hook, links.tools) if links.as_one else on_prompts
    # No tool starts both.
    matcher = list_matchers(hook)[links.tools]
    if not links.others or (links.as_one and on_files == on_other_tools):
        tools = [wrap_hook_entry(on_files, "", hooks)]
    else:
        tools = [
            wrap_hook_entry(on_files, matcher, hooks),
            wrap_hook_entry(
                on_other_tools, links.others.replace(hooks.events[links.tools], matcher), hooks
            ),
        ]
    return {
        **plain,
        links.tools: tools,
        links.prompts: [wrap_hook_entry(on_prompts, "", hooks)],
    }


def explain_unsupported_links(agent: str) -> str:
    """Return why ``install --augment`` has no hooks on links for an *agent* not in ``LINKS``."""
    instead = FILES[agent].instead if agent in FILES else ""
    if instead:
        return f"{AUGMENT}: unsupported for {agent}, which {instead}"
    return f"{AUGMENT}: unsupported for {agent}; expected --agent {', '.join(LINKS)}"
