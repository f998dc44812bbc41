"""A file that is only phaser's: an agent's plugin, an executable hook.

Its first lines hold a mark. A file without it is somebody else's and is never touched.
"""

from __future__ import annotations

from phaser_lint.agent.agent_table import MARK, Closed
from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_command
from phaser_lint.agent.install.install_table import FILES
from phaser_lint.agent.install.json_hooks import Outcome
from phaser_lint.agent.install.settings_error import SettingsError


def install_file(text: str | None, content: str, *, force: bool) -> Outcome:
    """Return what becomes of *text*, ``None`` without a file, if *content*, a file of our own, is
    put in its place.

    Raises SettingsError for a file of somebody else.
    """
    if text is None:
        return Outcome(content, changed=True, status="installed")
    if text == content:
        return Outcome(text, changed=False, status="unchanged")
    if not is_own_file(text):
        raise SettingsError("expected no file, or one of phaser-lint: it is somebody else's")
    if not force:
        return Outcome(text, changed=False, status="differs")
    return Outcome(content, changed=True, status="replaced")


def uninstall_file(text: str | None) -> Outcome:
    """Return what becomes of *text* (``None``: no file) where a file of our own goes."""
    if text is None or not is_own_file(text):
        return Outcome(text, changed=False, status="nothing to remove")
    return Outcome(None, changed=True, status="removed")


def is_own_file(text: str) -> bool:
    """Tell by ``install``'s mark whether the *text* is that of a file of our own."""
    return MARK in text[:300]


def render_own_files(hook: WantedHook) -> dict[str, str]:
    """Return our own files that an agent gets in place of hook entries, by the table's paths."""
    files, scope = FILES[hook.agent], hook.scope
    command = make_hook_command(hook._replace(augment=False))
    closed: Closed = "missing" if hook.if_missing == "deny" else "never"
    if hook.fail_closed:
        closed = "broken" if hook.if_missing == "pass" else "failing"
    content = files.content(command, closed)
    paths = [*files.files[scope], *(files.aborting.get(scope, ()) if hook.abort else ())]
    return dict.fromkeys(paths, content)
