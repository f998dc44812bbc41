"""pi: extensions in a folder of the project and of the user, and settings that leave some out."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    WITHOUT_END,
    Agent,
    AgentFiles,
    SettingsPlace,
    SettingsScope,
    Switch,
    Whose,
)
from phaser_lint.agent.javascript_hooks import parse_javascript_hooks
from phaser_lint.agent.pi.hook_extension import render_pi_extension

_NAMES = ("*.ts", "*.js")
NAME = "phaser-lint.ts"
_LEFT_OUT = "pi loads no such extension while {place} leaves it out under {key}"


def _list_extension_places(scope: SettingsScope, folder: str) -> tuple[SettingsPlace, ...]:
    return tuple(SettingsPlace(scope, (f"{folder}/{name}",), hooks=True) for name in _NAMES)


def _make_exclusion(spares: Whose) -> Switch:
    return Switch(("extensions",), (), (spares,), text=_LEFT_OUT, leaves_out=f"extensions/{NAME}")


AGENT = Agent(
    name="pi",
    shown="pi",
    program="pi",
    installs=AgentFiles(
        files={
            "project": (f".pi/extensions/{NAME}",),
            "user": (f"~/.pi/agent/extensions/{NAME}",),
        },
        content=render_pi_extension,
        hooks_in=parse_javascript_hooks,
        note="pi loads the extensions of a project once you have trusted that.",
    ),
    places=(
        SettingsPlace("project", (".pi/settings.json",), (_make_exclusion("user"),)),
        SettingsPlace(
            "user", ("~/.pi/agent/settings.json",), (_make_exclusion("project"),), trust=True
        ),
        SettingsPlace("user", ("~/.pi/agent/trust.json",), trust=True),
        *_list_extension_places("project", ".pi/extensions"),
        *_list_extension_places("user", "~/.pi/agent/extensions"),
    ),
    moves={"~/.pi/agent": "$PI_CODING_AGENT_DIR"},
    start_only=True,
    stages=WITHOUT_END,
    timeout=30.0,
)
