"""What in the places of an agent's table takes its hook out; what leaves it in comes first.

Each row of an agent that runs here was run with it: ``tests/e2e/test_agent_settings.py``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.install.hooks_in_settings import Handler, SettingsFile
from phaser_lint.agent.settings_locations import Machine, with_agent_root
from phaser_lint.hook.doctor.permission import find_off_switches
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

USER = {
    "claude-code": "~/.claude/settings.json",
    "codex": "~/.codex/hooks.json",
    "copilot-cli": "~/.copilot/hooks/phaser-lint.json",
    "gemini-cli": "~/.gemini/settings.json",
    "opencode": "~/.config/opencode/plugins/phaser-lint.js",
    "qwen-code": "~/.qwen/settings.json",
}
PROJECT = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "copilot-cli": ".github/hooks/phaser-lint.json",
    "gemini-cli": ".gemini/settings.json",
    "opencode": ".opencode/plugins/phaser-lint.js",
    "qwen-code": ".qwen/settings.json",
}
OFF, ON = {"disableAllHooks": True}, {"disableAllHooks": False}
CLAUDE, DROPPED = "etc/claude-code/managed-settings.json", "etc/claude-code/managed-settings.d"
MAC = "Library/Application Support/ClaudeCode/managed-settings.json"
COPILOT = "etc/github-copilot/managed-settings.json"
GEMINI, QWEN = "etc/gemini-cli", "etc/qwen-code"
NO_HOOKS, HOOKS = "[features]\nhooks = false\n", "[features]\nhooks = true\n"
REMOVE = "all hooks are switched off: remove"
ORGANISATION = "your organisation allows only its own hooks"
DISTRUSTED = "Gemini CLI runs no hooks of a folder it does not trust:"
ASKS_NOT = {"security": {"folderTrust": {"enabled": False}}}
SAFE, SIMPLE = "CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_SIMPLE"


class Row(NamedTuple):
    """Files of the machine (``etc/…``), ``home`` and project (``p``), variables, and the reasons.

    ``place`` is the file that the hook stands in, if it is not the project's.
    """

    agent: str
    files: dict[str, Any]
    reasons: list[str] = []  # noqa: RUF012 - never written to
    variables: dict[str, str] = {}  # noqa: RUF012 - never written to
    place: str = ""


def env_settings(name: str, variable: object = "1") -> dict[str, Any]:
    return {"env": {name: variable}}


def gemini_off(enabled: object = False) -> dict[str, Any]:
    return {"hooksConfig": {"enabled": enabled}}


RUNS = {
    "claude: off is overruled": Row("claude-code", {CLAUDE: ON, "p/.claude/settings.json": OFF}),
    "claude: a later file overrules": Row(
        "claude-code", {f"{DROPPED}/1.json": OFF, f"{DROPPED}/2.json": ON, CLAUDE: OFF}
    ),
    "claude: a variable that says no": Row("claude-code", {}, [], {SAFE: "0", SIMPLE: "x"}),
    "claude: settings overrule variables": Row(
        "claude-code", {"home/.claude/settings.json": env_settings(SAFE, "0")}, [], {SAFE: "1"}
    ),
    "claude: a project's safe mode": Row(
        "claude-code",
        {
            "p/.claude/settings.local.json": env_settings(SAFE),
            "p/.claude/settings.json": env_settings(SIMPLE),
        },
    ),
    "claude: only an organisation's settings count": Row(
        "claude-code",
        {"p/.claude/settings.local.json": {"allowManagedHooksOnly": True},
         "home/.claude/settings.json": {"strictPluginOnlyCustomization": True}},
    ),
    "claude: other customizations": Row(
        "claude-code", {CLAUDE: {"strictPluginOnlyCustomization": ["skills"]}}
    ),
    "claude: a managed hook goes on": Row(
        "claude-code",
        {CLAUDE: {"allowManagedHooksOnly": True, "strictPluginOnlyCustomization": True},
         "home/.claude/settings.json": OFF},
        [], {SAFE: "1", SIMPLE: "1", "CLAUDE_CODE_RESTRICTED": "1"}, f"/{CLAUDE}",
    ),
    "claude: restricted by settings": Row(
        "claude-code", {"home/.claude/settings.json": env_settings("CLAUDE_CODE_RESTRICTED")}
    ),
    "codex: yours over the machine's": Row(
        "codex", {"etc/codex/config.toml": NO_HOOKS, "home/.codex/config.toml": HOOKS}
    ),
    "codex: managed over the project's": Row(
        "codex", {"etc/codex/managed_config.toml": HOOKS, "p/.codex/config.toml": NO_HOOKS}
    ),
    "codex: required": Row(
        "codex", {"etc/codex/requirements.toml": HOOKS, "home/.codex/config.toml": NO_HOOKS}
    ),
    "codex: only what is required there": Row(
        "codex",
        {"etc/codex/requirements.toml": "allow_managed_hooks_only = false\n",
         "home/.codex/managed_config.toml": NO_HOOKS, "home/.codex/requirements.toml": NO_HOOKS,
         "p/.codex/config.toml": "allow_managed_hooks_only = true\n"},
    ),
    "codex: of a project that it does not trust": Row(
        "codex", {"p/.codex/config.toml": NO_HOOKS}, [], {}, USER["codex"]
    ),
    "copilot: keys that count elsewhere": Row(
        "copilot-cli",
        {COPILOT: {**OFF, "strictPluginOnlyCustomization": ["skills"]},
         "p/.github/copilot/settings.json": {"allowManagedHooksOnly": True}},
        [], {"COPILOT_ALLOW_ALL": "true"},
    ),
    "gemini: the machine's over the project's": Row(
        "gemini-cli",
        {f"{GEMINI}/settings.json": gemini_off(True), "p/.gemini/settings.json": gemini_off()},
        [], {"GEMINI_CLI_TRUST_WORKSPACE": "true"},
    ),
    "gemini: defaults": Row(
        "gemini-cli",
        {f"{GEMINI}/system-defaults.json": gemini_off(),
         "home/.gemini/settings.json": gemini_off(True)},
    ),
    "gemini: a file that anybody may write": Row(
        "gemini-cli", {"else/a.json": gemini_off()}, [],
        {"GEMINI_CLI_SYSTEM_SETTINGS_PATH": "{tmp}/else/a.json"},
    ),
    "gemini: a variable before a file of them": Row(
        "gemini-cli", {"p/.env": "GEMINI_CLI_TRUST_WORKSPACE=false\n"}, [],
        {"GEMINI_CLI_TRUST_WORKSPACE": "true"},
    ),
    "gemini: the user's hook": Row(
        "gemini-cli", {"p/.env": "GEMINI_RESTRICTED_MODE=true\n"}, [], {}, USER["gemini-cli"]
    ),
    "gemini: of a project that it does not trust": Row(
        "gemini-cli", {"p/.gemini/settings.json": gemini_off()}, [], {}, USER["gemini-cli"]
    ),
    "qwen: of a project that it does not trust": Row(
        "qwen-code",
        {"p/.qwen/settings.json": OFF,
         "home/.qwen/settings.json": {"security": {"folderTrust": {"enabled": True}}}},
        [], {}, USER["qwen-code"],
    ),
    "qwen: the machine's over yours": Row(
        "qwen-code", {f"{QWEN}/settings.json": ON, "home/.qwen/settings.json": OFF}
    ),
    "qwen: yours over defaults": Row(
        "qwen-code", {f"{QWEN}/system-defaults.json": OFF, "home/.qwen/settings.json": ON}
    ),
    "qwen: another file": Row(
        "qwen-code", {f"{QWEN}/settings.json": OFF}, [],
        {"QWEN_CODE_SYSTEM_SETTINGS_PATH": "{tmp}/none.json"},
    ),
    "qwen: a variable before a file of them": Row(
        "qwen-code", {"p/.env": "QWEN_CODE_SAFE_MODE=1\n"}, [], {"QWEN_CODE_SAFE_MODE": "0"}
    ),
    "qwen: the nearer file of variables": Row(
        "qwen-code", {"p/.qwen/.env": "X=1\n", "p/.env": "QWEN_CODE_SAFE_MODE=1\n"}
    ),
    "opencode: the user's plugin": Row(
        "opencode", {}, [], {"OPENCODE_DISABLE_PROJECT_CONFIG": "1"}, USER["opencode"]
    ),
}  # fmt: skip
TAKEN_OUT = {
    **{
        f"claude: {place} {key}": Row("claude-code", {path: {key: True}}, [text.format(place)])
        for place, path in (("/" + CLAUDE, CLAUDE), (f"/{DROPPED}/1.json", f"{DROPPED}/1.json"),
                            ("/" + MAC, MAC))
        for key, text in (
            ("disableAllHooks", f"{REMOVE} disableAllHooks from {{}}"),
            ("allowManagedHooksOnly", f"{ORGANISATION} (allowManagedHooksOnly in {{}})"),
            ("strictPluginOnlyCustomization",
             f"{ORGANISATION}, and those of plugins (strictPluginOnlyCustomization in {{}})"),
        )
    },
    "claude: off for managed hooks too": Row(
        "claude-code", {CLAUDE: OFF}, [f"{REMOVE} disableAllHooks from /{CLAUDE}"], {},
        f"/{CLAUDE}",
    ),
    "claude: the surface of hooks": Row(
        "claude-code", {CLAUDE: {"strictPluginOnlyCustomization": ["skills", "hooks"]}},
        [f"{ORGANISATION}, and those of plugins (strictPluginOnlyCustomization in /{CLAUDE})"],
    ),
    **{
        f"claude: {name}": Row(
            "claude-code", {}, [f"all hooks are switched off: unset {name}"], {name: state}
        )
        for name, state in ((SAFE, "1"), (SAFE, "On"), (SIMPLE, "yes"),
                            ("CLAUDE_CODE_RESTRICTED", "1"))
    },
    "claude: your env": Row(
        "claude-code", {"home/.claude/settings.json": env_settings(SAFE)},
        [f"{REMOVE} env.{SAFE} from ~/.claude/settings.json"],
    ),
    "claude: a number": Row(
        "claude-code", {CLAUDE: env_settings(SIMPLE, 1)}, [f"{REMOVE} env.{SIMPLE} from /{CLAUDE}"]
    ),
    "claude: the user's hook": Row(
        "claude-code", {}, [f"all hooks are switched off: unset {SAFE}"], {SAFE: "true"},
        USER["claude-code"],
    ),
    **{
        f"codex: {name}": Row(
            "codex", {name: text, "home/.codex/config.toml": ""},
            [f"{REMOVE} features.{key} from /{name}"],
        )
        for name in ("etc/codex/config.toml", "etc/codex/managed_config.toml",
                     "etc/codex/requirements.toml")
        for key, text in (("hooks", NO_HOOKS), ("codex_hooks", "[features]\ncodex_hooks=false\n"))
    },
    "codex: managed over the user's": Row(
        "codex", {"etc/codex/managed_config.toml": NO_HOOKS, "home/.codex/config.toml": HOOKS},
        [f"{REMOVE} features.hooks from /etc/codex/managed_config.toml"],
    ),
    "codex: required over managed": Row(
        "codex",
        {"etc/codex/requirements.toml": NO_HOOKS, "etc/codex/managed_config.toml": HOOKS},
        [f"{REMOVE} features.hooks from /etc/codex/requirements.toml"],
    ),
    "codex: an organisation's only": Row(
        "codex", {"etc/codex/requirements.toml": "allow_managed_hooks_only = true\n"},
        [f"{ORGANISATION} (allow_managed_hooks_only in /etc/codex/requirements.toml)"],
    ),
    **{
        f"copilot: {place or 'project'} {state}": Row(
            "copilot-cli", {COPILOT: {"strictPluginOnlyCustomization": state}},
            [f"{ORGANISATION}, and those of plugins "
             f"(strictPluginOnlyCustomization in /{COPILOT})"], {}, place,
        )
        for state in (True, ["hooks"]) for place in ("", USER["copilot-cli"])
    },
    "copilot: an organisation's only, in no trusted folder": Row(
        "copilot-cli", {COPILOT: {"allowManagedHooksOnly": True}},
        [f"{ORGANISATION} (allowManagedHooksOnly in /{COPILOT})"], {}, USER["copilot-cli"],
    ),
    **{
        f"gemini: {name}": Row(
            "gemini-cli", {f"{GEMINI}/{name}": gemini_off()},
            [f"{REMOVE} hooksConfig.enabled from /{GEMINI}/{name}"],
        )
        for name in ("settings.json", "system-defaults.json")
    },
    **{
        f"gemini: {name} {variable}": Row(
            "gemini-cli",
            {name: f"{variable}={state}\n", "home/.gemini/settings.json": ASKS_NOT},
            [f"{DISTRUSTED} remove {variable} from {place}"],
        )
        for name, place in (("p/.env", ".env"), ("p/.gemini/.env", ".gemini/.env"),
                            (".env", "{tmp}/.env"), ("home/.gemini/.env", "~/.gemini/.env"))
        for variable, state in (("GEMINI_RESTRICTED_MODE", "true"),
                                ("GEMINI_CLI_TRUST_WORKSPACE", "false"))
    },
    **{
        f"qwen: {name}": Row(
            "qwen-code", {name: "export QWEN_CODE_SAFE_MODE='1'  # x\n"},
            [f"{REMOVE} QWEN_CODE_SAFE_MODE from {place}"],
        )
        for name, place in (("p/.env", ".env"), ("p/.qwen/.env", ".qwen/.env"),
                            (".env", "{tmp}/.env"), ("home/.env", "~/.env"),
                            ("home/.qwen/.env", "~/.qwen/.env"))
    },
    **{
        f"qwen: {name} {variable}": Row(
            "qwen-code", {name: env_settings(variable)}, [f"{REMOVE} env.{variable} from {place}"]
        )
        for name, place in (("p/.qwen/settings.json", ".qwen/settings.json"),
                            ("home/.qwen/settings.json", "~/.qwen/settings.json"),
                            (f"{QWEN}/settings.json", f"/{QWEN}/settings.json"))
        for variable in ("QWEN_CODE_SAFE_MODE", "QWEN_CODE_SIMPLE")
    },
    **{
        f"qwen: {name}": Row(
            "qwen-code", {f"{QWEN}/{name}": OFF}, [f"{REMOVE} disableAllHooks from /{QWEN}/{name}"]
        )
        for name in ("settings.json", "system-defaults.json")
    },
    **{
        f"qwen: {variable}{ending}": Row(
            "qwen-code", {f"else/{name}": OFF},
            [f"{REMOVE} disableAllHooks from ${variable}{ending}"], {variable: "{tmp}/else/a.json"},
        )
        for variable, ending, name in (
            ("QWEN_CODE_SYSTEM_SETTINGS_PATH", "", "a.json"),
            ("QWEN_CODE_SYSTEM_DEFAULTS_PATH", "", "a.json"),
            ("QWEN_CODE_SYSTEM_SETTINGS_PATH", "/../system-defaults.json", "system-defaults.json"),
        )
    },
    **{
        f"qwen: {name}": Row(
            "qwen-code", {}, [f"all hooks are switched off: unset {name}"], {name: state}
        )
        for name, state in (("QWEN_CODE_SAFE_MODE", "on"), ("QWEN_CODE_SIMPLE", "1"))
    },
    **{
        f"opencode: {name}={state}": Row(
            "opencode", {}, [f"OpenCode loads no such plugin while {name} is set: unset it"],
            {name: state},
        )
        for name, state in (("OPENCODE_PURE", "yes"), ("OPENCODE_DISABLE_PROJECT_CONFIG", "true"))
    },
}  # fmt: skip


@pytest.mark.parametrize("row", [*RUNS.values(), *TAKEN_OUT.values()], ids=[*RUNS, *TAKEN_OUT])
def test_each_setting_that_takes_a_hook_out_is_named(tmp_path: Path, row: Row) -> None:
    """A sentence that says what to do for each place that does."""
    assert find_off_switches(*_handler_on_machine(tmp_path, row)) == [
        reason.format(tmp=tmp_path) for reason in row.reasons
    ]


def _handler_on_machine(tmp_path: Path, row: Row) -> tuple[Handler, Machine]:
    """The hook of a row, on a machine that has nothing else."""
    texts = {
        name: text if isinstance(text, str) else json.dumps(text)
        for name, text in row.files.items()
    }
    write_files(tmp_path, texts)
    variables = {name: variable.format(tmp=tmp_path) for name, variable in row.variables.items()}
    top = str(tmp_path)
    machine = Machine(f"{top}/p", f"{top}/home", variables, system=top)
    place = row.place or PROJECT[row.agent]
    file = SettingsFile(
        require_agent(row.agent), f"{top}/none", place, managed=place.startswith("/")
    )
    return Handler(file, "PreToolUse", "PreToolUse", "phaser-lint-hook"), machine


STARTS = {
    "claude-code": True, "codex": False, "copilot-cli": True, "gemini-cli": True,
    "opencode": False, "qwen-code": True,
}  # fmt: skip


@pytest.mark.parametrize("agent", STARTS)
def test_some_agents_read_only_the_folder_that_they_start_in(tmp_path: Path, agent: str) -> None:
    """Some read the project's files in the folder that they are started in, and no others."""
    machine = Machine(str(tmp_path), "", start=f"{tmp_path}/sub")
    folder = with_agent_root(require_agent(agent), machine).root
    assert folder == (f"{tmp_path}/sub" if STARTS[agent] else str(tmp_path))
