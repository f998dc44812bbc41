"""The hook that stands in an agent's settings: what ``install --force`` keeps of its form.

    find_standing_hook("codex", "project", machine).hook.protect    its command there has --protect

Whoever replaced the hook of an earlier version, or added ``--if-missing deny``, lost ``--protect``
and read "replaced".
"""

from __future__ import annotations

import re

from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.install.hook_additions import locate_settings
from phaser_lint.agent.install.hook_entries import WantedHook
from phaser_lint.agent.install.hooks_in_settings import SettingsFile, read_handlers
from phaser_lint.agent.install.install_table import AUGMENT, FILES, HOOKS, list_paths_by_scope
from phaser_lint.agent.install.link_hooks import LINKS
from phaser_lint.agent.install.missing_program import denies_if_missing
from phaser_lint.agent.install.own_commands import is_ours
from phaser_lint.agent.install.own_file import is_own_file, render_own_files
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.settings_locations import Machine
from phaser_lint.core import Record

# In quotes for PowerShell, before a semicolon for a shell.
_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
SWITCHES = {
    "--fail-closed": "fail_closed",
    "--abort": "abort",
    "--protect": "protect",
    "--log": "log",
    AUGMENT: "augment",
}
"""The flags of the hook's command that ``install`` takes, too, by the field of a hook."""


class StandingHook(Record):
    """A hook in the form that the settings have, and the flags in it that ``install`` lacks."""

    hook: WantedHook
    is_there: bool = False
    others: tuple[str, ...] = ()

    def kept_in(self, wanted: WantedHook) -> tuple[WantedHook, list[str]]:
        """Return *wanted* with what it does not say of this one, and a line on what was kept.

        And one on what cannot be kept: that a hook becomes weaker is never silent.
        """
        names = {flag: name for flag, name in SWITCHES.items() if not getattr(wanted, name)}
        kept = [flag for flag, name in names.items() if getattr(self.hook, name)]
        if self.hook.if_missing and not wanted.if_missing:
            kept.append(f"--if-missing {self.hook.if_missing}")
        remarks = []
        if kept:
            without = "phaser-lint uninstall, then install writes it without"
            remarks.append(f"kept: {', '.join(kept)}; {without}")
        if self.others:
            remarks.append(f"dropped, for install has no such flag: {', '.join(self.others)}")
        hook = wanted._replace(
            fail_closed=wanted.fail_closed or self.hook.fail_closed,
            abort=wanted.abort or self.hook.abort,
            protect=wanted.protect or self.hook.protect,
            log=wanted.log or self.hook.log,
            augment=wanted.augment or self.hook.augment,
            if_missing=wanted.if_missing or self.hook.if_missing,
        )
        return hook, remarks


def find_standing_hook(agent: str, scope: str, machine: Machine) -> StandingHook:
    """Return the hook in *agent*'s settings of that *scope*; one without flags if none is."""
    hook, is_there, denies = WantedHook(scope, agent), False, False
    texts: dict[str, str] = {}
    flags: dict[str, None] = {}
    for pattern in list_paths_by_scope(agent)[scope]:
        try:
            path = locate_settings(agent, pattern, machine).path
            text = texts[pattern] = read_settings(path) or ""
            handlers = read_handlers(SettingsFile(require_agent(agent), path, path))
        except SettingsError:  # whoever writes there says what is wrong
            continue
        for handler in handlers:
            is_script = agent in FILES and FILES[agent].executable
            if not (is_own_file(text) if is_script else is_ours(handler.entry)):
                continue
            is_there, denies = True, denies or denies_if_missing(handler.command)
            line = text if is_script else handler.command_line
            if " enforce " not in line:  # an earlier version's, whose flags mean nothing today
                flags.update(dict.fromkeys(_FLAG.findall(line)))
    hook = hook._replace(
        fail_closed="--fail-closed" in flags,
        abort="--abort" in flags,
        protect="--protect" in flags,
        log="--log" in flags,
        augment=AUGMENT in flags and agent in LINKS,
    )
    if denies:
        hook = hook._replace(if_missing="deny")
    elif agent in HOOKS:
        if hook.fail_closed and scope == "project" and HOOKS[agent].guarded:
            hook = hook._replace(if_missing="pass")
    elif is_there and scope == "project":
        forms = [hook._replace(if_missing="deny"), hook._replace(if_missing="pass")]
        different = [form for form in forms if render_own_files(form) != render_own_files(hook)]
        hook = next(
            (form for form in different if render_own_files(form).items() <= texts.items()), hook
        )
    others = [flag for flag in flags if flag not in (*SWITCHES, "--agent")]
    return StandingHook(hook, is_there, tuple(others))


def find_hook_scope(agent: str, machine: Machine, *, usual: str) -> str:
    """Return the scope in which a hook of *agent* stands; the *usual* one if none does."""
    scopes = [scope for scope in (usual, "local") if scope in list_paths_by_scope(agent)]
    standing = [scope for scope in scopes if find_standing_hook(agent, scope, machine).is_there]
    return standing[0] if standing else usual
