"""What ``install --augment`` adds: the hook runs on prompts and on every tool, see ``LINKS``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.agent import LinkHooks
from phaser_lint.agent.install.agent_hooks import AUGMENT, FILES, HOOKS
from phaser_lint.agent.install.hook_entries import (
    WantedHook,
    hook_entry,
    hook_group,
    matchers_of,
)

LINKS: Mapping[str, LinkHooks] = {
    name: hooks.links for name, hooks in HOOKS.items() if hooks.links is not None
}


def with_link_hooks(
    plain: Mapping[str, list[dict[str, Any]]], hook: WantedHook
) -> dict[str, list[dict[str, Any]]]:
    """Return an agent's groups *plain* with context on links, in the process of the hook.

    The hook then also runs on prompts and on the tools that edit no file; those never fail closed.
    """
    hooks, links = HOOKS[hook.agent], LINKS[hook.agent]
    with_links = hook._replace(augment=True)
    on_files = hook_entry(with_links, links.tools)
    open_hook = with_links._replace(
        fail_closed=False, if_missing="pass", protect=hook.protect and links.as_one
    )
    on_prompts = hook_entry(open_hook, links.prompts)
    on_other_tools = hook_entry(open_hook, links.tools) if links.as_one else on_prompts
    # No tool starts both.
    matcher = matchers_of(hook)[links.tools]
    if not links.others or (links.as_one and on_files == on_other_tools):
        tools = [hook_group(on_files, "", hooks)]
    else:
        tools = [
            hook_group(on_files, matcher, hooks),
            hook_group(
                on_other_tools, links.others.replace(hooks.events[links.tools], matcher), hooks
            ),
        ]
    return {
        **plain,
        links.tools: tools,
        links.prompts: [hook_group(on_prompts, "", hooks)],
    }


def unsupported_reason(agent: str) -> str:
    """Return why *agent*, which is not in ``LINKS``, gets no context from its hook."""
    instead = FILES[agent].instead if agent in FILES else ""
    if instead:
        return f"{AUGMENT}: unsupported for {agent}, which {instead}"
    return f"{AUGMENT}: unsupported for {agent}; expected --agent {', '.join(LINKS)}"
