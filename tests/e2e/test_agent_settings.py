"""What the real clients read before they run a hook, and what ``doctor`` says of the same machine.

Each row is driven twice: the client makes a bad write, and ``doctor`` looks at the same project,
home and variables. Where the write is stopped the hook stands; where it lands it does not.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.codex.host import hash_hook
from phaser_lint.agent.install.hooks_in_settings import SettingsFile, read_handlers
from tests.command.made import contract
from tests.conftest import PROGRAM, write_files
from tests.e2e.claude_client import find_claude, run_claude
from tests.e2e.other_clients import CLIENTS, find_client, run_client
from tests.e2e.test_other_clients import WRITES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.conftest import Git, MakeProject

    Change = Callable[[Path, Path], None]

pytestmark = pytest.mark.e2e
NOBODY = "http://127.0.0.1:9"
OFF = {"disableAllHooks": True}
TRUST_FLAG = ("--trust-folder",)
REVIEW_FLAG = ("--dangerously-bypass-hook-trust",)
AUTHENTICATION = {"security": {"auth": {"selectedType": "vertex-ai"}}}


class Row(NamedTuple):
    """An agent, what differs from a fresh install, and whether its hook runs then.

    In names and values ``{home}``, ``{root}`` and ``{else}`` stand for folders.
    """

    agent: str
    runs: bool
    files: dict[str, Any] = {}  # noqa: RUF012 - never written to
    variables: dict[str, str | None] = {}  # noqa: RUF012 - never written to
    scope: str = "project"
    dropped_flags: tuple[str, ...] = ()
    change: Change | None = None
    review: bool = False
    etc: dict[str, Any] = {}  # noqa: RUF012 - never written to
    """Files of the machine, in a mount namespace that the client and ``doctor`` are in."""
    start: str = ""
    """The folder of the project that the client and ``doctor`` are started in."""
    flags: tuple[str, ...] = ()


def in_json(name: str, **keys: Any) -> Change:
    """Adds the keys to a settings file."""

    def changed(root: Path, home: Path) -> None:
        path = Path(name.format(root=root, home=home))
        settings = json.loads(path.read_text()) if path.exists() else {}
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({**settings, **keys}))

    return changed


def malformed_beside(root: Path, home: Path) -> None:
    path = root / ".claude/settings.json"
    settings = json.loads(path.read_text())
    settings["hooks"]["PreToolUse"].append({"matcher": "Bash"})
    path.write_text(json.dumps(settings))


def with_hook_beside(**hook: Any) -> Change:
    """Adds another hook before a tool."""

    def changed(root: Path, home: Path) -> None:
        path = root / ".claude/settings.json"
        settings = json.loads(path.read_text())
        settings["hooks"]["PreToolUse"].append({"matcher": "Bash", "hooks": [hook]})
        path.write_text(json.dumps(settings))

    return changed


def in_powershell(root: Path, home: Path) -> None:
    path = root / ".claude/settings.json"
    settings = json.loads(path.read_text())
    settings["hooks"]["PreToolUse"][0]["hooks"][0]["shell"] = "powershell"
    path.write_text(json.dumps(settings))


def lone_group(root: Path, home: Path) -> None:
    path = root / ".gemini/settings.json"
    settings = json.loads(path.read_text())
    settings["hooks"]["BeforeTool"] = settings["hooks"]["BeforeTool"][0]
    path.write_text(json.dumps(settings))


def lone_hook(root: Path, home: Path) -> None:
    path = root / ".gemini/settings.json"
    settings = json.loads(path.read_text())
    settings["hooks"]["BeforeTool"] = settings["hooks"]["BeforeTool"][0]["hooks"][0]
    path.write_text(json.dumps(settings))


def review_of(path: Path) -> str:
    """What Codex adds to its configuration once the user has trusted the hooks of the file."""
    events = {"PreToolUse": "pre_tool_use", "PostToolUse": "post_tool_use", "Stop": "stop"}
    lines = []
    for hook in read_handlers(SettingsFile(require_agent("codex"), str(path), "hooks.json")):
        key = f"{path}:{events[hook.event]}:{hook.group}:{hook.number}"
        lines += [f'[hooks.state."{key}"]', f'trusted_hash = "{hash_hook(hook)}"']
    return "\n".join(lines) + "\n"


def another_timeout(root: Path, home: Path) -> None:
    path = root / ".codex/hooks.json"
    path.write_text(path.read_text().replace('"timeout": 30', '"timeout": 31'))


def in_plugin(old: str, new: str, name: str = ".opencode/plugins/phaser-lint.js") -> Change:
    def changed(root: Path, home: Path) -> None:
        path = root / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    return changed


SAFE, SIMPLE = "CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_SIMPLE"
CLAUDE, DROPPED = "claude-code/managed-settings.json", "claude-code/managed-settings.d/1.json"
ONLY, STRICT = "allowManagedHooksOnly", "strictPluginOnlyCustomization"
LOCAL, USER = "{root}/.claude/settings.local.json", "{home}/.claude/settings.json"
NO_HOOKS, HOOKS = "[features]\nhooks = false\n", "[features]\nhooks = true\n"
ALLOWED = {"COPILOT_ALLOW_ALL": "true"}
COPILOT = "github-copilot/managed-settings.json"
GEMINI_OFF = {"hooksConfig": {"enabled": False}}
GEMINI_ON = {"hooksConfig": {"enabled": True}}
SYSTEM = "GEMINI_CLI_SYSTEM_SETTINGS_PATH"
QWEN = ("QWEN_CODE_SAFE_MODE", "QWEN_CODE_SIMPLE")


def env(name: str, variable: str = "1") -> dict[str, Any]:
    return {"env": {name: variable}}


def cline_file(name: str, mode: int = 0o755, *, head: bool = True) -> Change:
    """Another name or mode for the hook before a tool, or its first lines away."""

    def changed(root: Path, home: Path) -> None:
        path = root / ".clinerules/hooks/PreToolUse"
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(lines if head else lines[1:]))
        path.chmod(mode)
        path.rename(path.with_name(name))

    return changed


def cline_link(root: Path, home: Path) -> None:
    path = root / ".clinerules/hooks/PreToolUse"
    path.rename(root / "hook.sh")
    path.symlink_to(root / "hook.sh")


def droid_settings(change: Callable[[dict[str, Any]], Any]) -> Change:
    """Changes the hooks of the project's settings."""

    def changed(root: Path, home: Path) -> None:
        path = root / ".factory/settings.json"
        settings = json.loads(path.read_text())
        change(settings["hooks"])
        path.write_text(json.dumps(settings))

    return changed


def droid_hook(**keys: Any) -> Change:
    return droid_settings(lambda hooks: hooks["PreToolUse"][0]["hooks"][0].update(keys))


def droid_group(**keys: Any) -> Change:
    return droid_settings(lambda hooks: hooks["PreToolUse"][0].update(keys))


def with_comment(root: Path, home: Path) -> None:
    path = root / ".factory/settings.json"
    path.write_text(f"// mine\n{path.read_text()}")


def in_kimi(old: str, new: str) -> Change:
    def changed(root: Path, home: Path) -> None:
        path = home / ".kimi-code/config.toml"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new, 1))

    return changed


def kimi(runs: bool, old: str, new: str) -> Row:
    return Row("kimi-code", runs, scope="user", change=in_kimi(old, new))


def in_extension(old: str, new: str) -> Change:
    def changed(root: Path, home: Path) -> None:
        path = root / ".pi/extensions/phaser-lint.ts"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    return changed


APPROVE = ("--approve",)
TRUSTED = {"{home}/.pi/agent/trust.json": {"{root}": True}}


def pi(runs: bool, files: dict[str, Any], **row_fields: Any) -> Row:
    return Row("pi", runs, {**TRUSTED, **files}, dropped_flags=APPROVE, **row_fields)


def in_vibe(old: str, new: str) -> Change:
    def changed(root: Path, home: Path) -> None:
        path = root / ".vibe/hooks.toml"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new, 1))

    return changed


TRUST_NOW = ("--trust",)


def vibe(runs: bool, old: str = "", new: str = "", **row_fields: Any) -> Row:
    """In a folder that it trusts."""
    trusted = {"{home}/.vibe/trusted_folders.toml": 'trusted = ["{root}"]\nuntrusted = []\n'}
    row = Row("vibe", runs, trusted, dropped_flags=TRUST_NOW, **row_fields)
    return row._replace(change=in_vibe(old, new)) if old else row


NO_PROJECT = "KILO_DISABLE_PROJECT_CONFIG"
THEIRS = [{"hooks": [{"type": "command", "command": "true"}]}]
DROID_OFF = {"hooks": {"hooksDisabled": True}}
PROMPT = [{"hooks": [{"type": "prompt"}]}]
NEWER = {
    "droid: fresh": Row("droid", True),
    "droid: started below": Row("droid", True, start="sub"),
    "droid: FACTORY_HOME_OVERRIDE": Row(
        "droid", True, {}, {"FACTORY_HOME_OVERRIDE": "{else}"}, "user"
    ),
    "droid: another file of events": Row(
        "droid", False, {"{root}/.factory/hooks.json": {"PreToolUse": THEIRS}}
    ),
    "droid: an event without hooks in another file": Row(
        "droid", False, {"{root}/.factory/hooks.json": {"PreToolUse": []}}
    ),
    "droid: another event in another file": Row(
        "droid", True, {"{root}/.factory/hooks.json": {"SessionStart": THEIRS}}
    ),
    "droid: off": Row("droid", False, change=droid_settings(
        lambda hooks: hooks.update(hooksDisabled=True))),
    "droid: off in the file of events": Row(
        "droid", False, {"{root}/.factory/hooks.json": {"hooksDisabled": True}}
    ),
    "droid: off for the user": Row("droid", False, {"{home}/.factory/settings.json": DROID_OFF}),
    "droid: the project overrules": Row(
        "droid", True, {"{home}/.factory/settings.json": DROID_OFF},
        change=droid_settings(lambda hooks: hooks.update(hooksDisabled=False)),
    ),
    "droid: a hook of another type beside": Row(
        "droid", False, change=droid_settings(lambda hooks: hooks.update(SessionStart=PROMPT))
    ),
    "droid: an event that it does not know": Row(
        "droid", True, change=droid_settings(lambda hooks: hooks.update(Nope=PROMPT))
    ),
    "droid: a timeout in quotes": Row("droid", False, change=droid_hook(timeout="30")),
    "droid: no timeout": Row("droid", True, change=droid_hook(timeout=0)),
    "droid: no type": Row("droid", False, change=droid_hook(type=None)),
    "droid: async": Row("droid", True, change=droid_hook(**{"async": True})),
    "droid: a matcher of other tools": Row("droid", False, change=droid_group(matcher="Write")),
    "droid: a matcher in small letters": Row("droid", False, change=droid_group(matcher="create")),
    "droid: commandRegex": Row("droid", False, change=droid_group(commandRegex="x")),
    "droid: a comment": Row("droid", True, change=with_comment),
    "kimi-code: fresh": Row("kimi-code", True, scope="user"),
    "kimi-code: started below": Row("kimi-code", True, scope="user", start="sub"),
    "kimi-code: KIMI_CODE_HOME": Row("kimi-code", True, {}, {"KIMI_CODE_HOME": "{else}"}, "user"),
    "kimi-code: a comment": kimi(True, "[[hooks]]", "# mine\n[[hooks]]"),
    "kimi-code: a key that it does not know": kimi(False, "timeout = 30", "timeout = 30\nx = 1"),
    "kimi-code: a long timeout": kimi(False, "timeout = 30", "timeout = 601"),
    "kimi-code: a timeout that is no whole number": kimi(False, "timeout = 30", "timeout = 1.5"),
    "kimi-code: an event that it does not know": kimi(
        False, "[[hooks]]", '[[hooks]]\nevent = "X"\ncommand = "true"\n\n[[hooks]]'
    ),
    "kimi-code: a hook without a command": kimi(
        False, "[[hooks]]", '[[hooks]]\nevent = "Stop"\n\n[[hooks]]'
    ),
    "kimi-code: any tool": kimi(False, '"^(?:Write|Edit)$"', '"*"'),
    "kimi-code: a matcher in small letters": kimi(False, '"^(?:Write|Edit)$"', '"write|edit"'),
    "kimi-code: a part of the name": kimi(True, '"^(?:Write|Edit)$"', '"Wri|Edi"'),
    "pi: trusted": pi(True, {}),
    "pi: started below": pi(False, {}, start="sub"),
    "pi: started below, the user's hook": pi(True, {}, scope="user", start="sub"),
    "pi: PI_CODING_AGENT_DIR": Row("pi", True, {}, {"PI_CODING_AGENT_DIR": "{else}"}, "user"),
    "pi: no trust": Row("pi", False, dropped_flags=APPROVE),
    "pi: no trust, the user's hook": Row("pi", True, scope="user", dropped_flags=APPROVE),
    "pi: the folder above is trusted": Row(
        "pi", True, {"{home}/.pi/agent/trust.json": {"{root}/..": True}}, dropped_flags=APPROVE,
        change=lambda root, home: (home / ".pi/agent/trust.json").write_text(
            json.dumps({str(root.parent): True})) and None,
    ),
    "pi: all are trusted": Row(
        "pi", True, {"{home}/.pi/agent/settings.json": {"defaultProjectTrust": "always"}},
        dropped_flags=APPROVE,
    ),
    "pi: not trusted, where all others are": Row(
        "pi", False, {"{home}/.pi/agent/settings.json": {"defaultProjectTrust": "always"},
                      "{home}/.pi/agent/trust.json": {"{root}": False}}, dropped_flags=APPROVE,
    ),
    "pi: left out": pi(False, {"{root}/.pi/settings.json": {
        "extensions": ["-extensions/phaser-lint.ts"]}}),
    "pi: left out by a glob": pi(False, {"{root}/.pi/settings.json": {
        "extensions": ["!**/phaser-lint.ts"]}}),
    "pi: another one is left out": pi(True, {"{root}/.pi/settings.json": {
        "extensions": ["-extensions/x.ts"]}}),
    "pi: left out for the user alone": pi(True, {"{home}/.pi/agent/settings.json": {
        "extensions": ["-extensions/phaser-lint.ts"]}}),
    "pi: left out for the user": pi(False, {"{home}/.pi/agent/settings.json": {
        "extensions": ["-extensions/phaser-lint.ts"]}}, scope="user"),
    "pi: nothing is returned": pi(False, {}, change=in_extension("return { block", "void { block")),
    "kilo: fresh": Row("kilo", True),
    "kilo: started below": Row("kilo", True, start="sub"),
    "kilo: KILO_PURE": Row("kilo", False, {}, {"KILO_PURE": "1"}),
    "kilo: KILO_PURE is 0": Row("kilo", True, {}, {"KILO_PURE": "0"}),
    "kilo: OpenCode's variable": Row("kilo", True, {}, {"OPENCODE_PURE": "1"}),
    "kilo: no settings of the project": Row("kilo", False, {}, {NO_PROJECT: "true"}),
    "kilo: no settings of the project, the user's hook": Row(
        "kilo", True, {}, {NO_PROJECT: "true"}, "user"
    ),
    "kilo: a plugin that does not load": Row("kilo", False, change=in_plugin(
        "export const", "export const }", ".kilo/plugins/phaser-lint.js")),
    "vibe: trusted": vibe(True),
    "vibe: started below": vibe(False, start="sub"),
    "vibe: started below, the user's hook": vibe(True, scope="user", start="sub"),
    "vibe: VIBE_HOME": Row("vibe", True, {}, {"VIBE_HOME": "{else}"}, "user"),
    "vibe: no trust": Row("vibe", False, dropped_flags=TRUST_NOW),
    "vibe: no trust, the user's hook": Row("vibe", True, scope="user", dropped_flags=TRUST_NOW),
    "vibe: the folder above is trusted": Row(
        "vibe", True, {"{home}/.vibe/trusted_folders.toml": 'trusted = ["/"]\n'},
        dropped_flags=TRUST_NOW,
    ),
    "vibe: trusted, but not what is nearer": Row(
        "vibe", False,
        {"{home}/.vibe/trusted_folders.toml": 'trusted = ["/"]\nuntrusted = ["{root}"]\n'},
        dropped_flags=TRUST_NOW,
    ),
    "vibe: no name": vibe(False, 'name = "phaser-lint-pre_tool"\n', ""),
    "vibe: another hook of that name": vibe(
        False, "[[hooks]]",
        '[[hooks]]\ntype = "pre_tool"\nname = "phaser-lint-pre_tool"\ncommand = "true"\n\n'
        "[[hooks]]",
    ),
    "vibe: a wrong hook beside": vibe(True, "[[hooks]]", '[[hooks]]\ntype = "x"\n\n[[hooks]]'),
    "vibe: a glob": vibe(True, "re:write_file|search_replace", "*"),
    "vibe: a part of the name": vibe(False, "re:write_file|search_replace", "re:write|search"),
    "vibe: names without the mark": vibe(
        False, "re:write_file|search_replace", "write_file|search_replace"
    ),
    "vibe: in capitals": vibe(True, "re:write_file|search_replace", "re:WRITE_FILE|EDIT"),
}  # fmt: skip
# Places of the table beyond the project's and the user's own settings, and where one is started.
PLACES = {
    **{
        f"{agent}: started below": Row(agent, agent in ("codex", "opencode"), start="sub",
                                       review=agent == "codex", dropped_flags=REVIEW_FLAG,
                                       variables=ALLOWED if agent == "copilot-cli" else {})
        for agent in ("claude-code", "codex", "copilot-cli", "gemini-cli", "opencode", "qwen-code")
    },
    **{
        f"{agent}: started below, the user's hook": Row(
            agent, True, scope="user", start="sub",
            change=in_json("{home}/.gemini/settings.json", **AUTHENTICATION)
            if agent == "gemini-cli" else None,
        )
        for agent in ("claude-code", "copilot-cli", "gemini-cli", "qwen-code")
    },
    **{
        f"claude-code: {name}={state}": Row("claude-code", runs, {}, {name: state})
        for name, state, runs in (
            (SAFE, "x", True), (SAFE, "0", True), (SAFE, "On", False), (SAFE, "1", False),
            (SIMPLE, "x", True), (SIMPLE, "yes", False), ("CLAUDE_CODE_RESTRICTED", "1", False),
        )
    },
    **{
        f"claude-code: {where} env.{name}": Row("claude-code", runs, {where: env(name)})
        for name in (SAFE, SIMPLE) for where, runs in ((LOCAL, True), (USER, False))
    },
    "claude-code: settings overrule a variable": Row(
        "claude-code", True, {USER: env(SAFE, "0")}, {SAFE: "1"}
    ),
    **{
        f"claude-code: {where} {key}": Row("claude-code", True, {where: {key: True}})
        for key in (ONLY, STRICT) for where in (LOCAL, USER)
    },
    **{
        f"claude-code: {name} {state}": Row("claude-code", runs, etc={name: state})
        for name, state, runs in (
            (CLAUDE, {}, True), (CLAUDE, {STRICT: ["skills"]}, True), (CLAUDE, OFF, False),
            (CLAUDE, {ONLY: True}, False), (CLAUDE, {STRICT: True}, False),
            (CLAUDE, {STRICT: ["hooks"]}, False), (CLAUDE, env(SAFE), False),
            (CLAUDE, env(SIMPLE), False), (DROPPED, OFF, False), (DROPPED, {ONLY: True}, False),
        )
    },
    "claude-code: a later file overrules": Row(
        "claude-code", True, etc={CLAUDE: OFF, DROPPED: {"disableAllHooks": False}}
    ),
    "claude-code: managed settings overrule": Row(
        "claude-code", True, {LOCAL: OFF}, etc={CLAUDE: {"disableAllHooks": False}}
    ),
    **{
        f"codex: {' and '.join(sorted(etc))} {theirs}": Row(
            "codex", runs, {"{root}/.codex/config.toml": theirs}, dropped_flags=REVIEW_FLAG,
            review=True, etc=etc,
        )
        for etc, theirs, runs in (
            ({"codex/config.toml": NO_HOOKS}, HOOKS, True),
            ({"codex/managed_config.toml": HOOKS}, NO_HOOKS, True),
            ({"codex/requirements.toml": HOOKS}, NO_HOOKS, True),
            ({"codex/requirements.toml": "allow_managed_hooks_only = false\n"}, "", True),
            ({"codex/config.toml": NO_HOOKS}, "", False),
            ({"codex/managed_config.toml": NO_HOOKS}, HOOKS, False),
            ({"codex/requirements.toml": NO_HOOKS, "codex/managed_config.toml": HOOKS}, HOOKS,
             False),
            ({"codex/requirements.toml": "allow_managed_hooks_only = true\n"}, "", False),
        )
    },
    **{
        f"copilot-cli: {state} {scope}": Row(
            "copilot-cli", runs, {}, ALLOWED, scope, etc={COPILOT: state}
        )
        for state, runs in (
            ({**OFF, STRICT: ["skills"]}, True), ({ONLY: True}, False), ({STRICT: True}, False),
            ({STRICT: ["hooks"]}, False),
        )
        for scope in ("project", "user")
    },
    **{
        f"gemini-cli: {' and '.join(sorted(etc))}": Row("gemini-cli", runs, {}, change=in_json(
            "{root}/.gemini/settings.json", **theirs), etc=etc)
        for etc, theirs, runs in (
            ({"gemini-cli/settings.json": GEMINI_ON}, GEMINI_OFF, True),
            ({"gemini-cli/system-defaults.json": GEMINI_OFF}, GEMINI_ON, True),
            ({"gemini-cli/settings.json": GEMINI_OFF}, {}, False),
            ({"gemini-cli/system-defaults.json": GEMINI_OFF, "gemini-cli/x": {}}, {}, False),
        )
    },
    "gemini-cli: a file that anybody may write": Row(
        "gemini-cli", True, {"{else}/a.json": GEMINI_OFF}, {SYSTEM: "{else}/a.json"}
    ),
    "gemini-cli: a file that only root may write": Row(
        "gemini-cli", False, {}, {SYSTEM: "/etc/else/a.json"}, etc={"else/a.json": GEMINI_OFF}
    ),
    **{
        f"qwen-code: {name}": Row("qwen-code", False, {}, {name: "1"}) for name in QWEN
    },
    "qwen-code: a variable that says no": Row(
        "qwen-code", True, {"{root}/.env": f"{QWEN[0]}=1\n"}, {QWEN[0]: "0"}
    ),
    "qwen-code: the nearer file of variables": Row(
        "qwen-code", True, {"{root}/.env": f"{QWEN[0]}=1\n", "{root}/.qwen/.env": "X=1\n"}
    ),
    **{
        f"qwen-code: {name} {variable}": Row("qwen-code", False, {name: f"{variable}=1\n"})
        for name in ("{root}/.env", "{root}/.qwen/.env", "{root}/../.env", "{home}/.env",
                     "{home}/.qwen/.env")
        for variable in (QWEN if name == "{root}/.env" else QWEN[:1])
    },
    "qwen-code: env of the user": Row(
        "qwen-code", False, {"{home}/.qwen/settings.json": env(QWEN[0])}
    ),
    "qwen-code: env of the project": Row(
        "qwen-code", False, change=in_json("{root}/.qwen/settings.json", **env(QWEN[1]))
    ),
    **{
        f"qwen-code: {name} {theirs}": Row(
            "qwen-code", runs, {"{home}/.qwen/settings.json": theirs}, etc={name: state}
        )
        for name, state, theirs, runs in (
            ("qwen-code/settings.json", {"disableAllHooks": False}, OFF, True),
            ("qwen-code/system-defaults.json", OFF, {"disableAllHooks": False}, True),
            ("qwen-code/settings.json", OFF, {}, False),
            ("qwen-code/system-defaults.json", OFF, {}, False),
        )
    },
    **{
        f"qwen-code: {variable}": Row(
            "qwen-code", False, {"{else}/a.json": OFF}, {variable: "{else}/a.json"}
        )
        for variable in ("QWEN_CODE_SYSTEM_SETTINGS_PATH", "QWEN_CODE_SYSTEM_DEFAULTS_PATH")
    },
    **{
        f"cline: {name} {mode:o}{'' if head else ' without its first line'}": Row(
            "cline", True, change=cline_file(name, mode, head=head), flags=("--abort",)
        )
        for name, mode, head in (
            ("PreToolUse", 0o644, True), ("PreToolUse", 0o644, False),
            ("preToolUse", 0o755, True), ("PRETOOLUSE.sh", 0o644, True),
        )
    },
    "cline: a link": Row("cline", False, change=cline_link, flags=("--abort",)),
}  # fmt: skip
MOVED = {
    "claude-code": "CLAUDE_CONFIG_DIR",
    "codex": "CODEX_HOME",
    "gemini-cli": "GEMINI_CLI_HOME",
    "qwen-code": "QWEN_HOME",
    "copilot-cli": "COPILOT_HOME",
    "opencode": "XDG_CONFIG_HOME",
}
UNTRUSTED: dict[str, str | None] = {"GEMINI_CLI_TRUST_WORKSPACE": None}
NO_TRUST = {"security": {**AUTHENTICATION["security"], "folderTrust": {"enabled": False}}}
ROWS = {
    **{
        f"{agent}: {variable}": Row(
            agent, True, {}, {variable: "{else}"}, "user", review=agent == "codex",
            dropped_flags=REVIEW_FLAG,
        )
        for agent, variable in MOVED.items()
    },
    "claude-code: a switch where CLAUDE_CONFIG_DIR says": Row(
        "claude-code", False, {"{else}/settings.json": OFF}, {"CLAUDE_CONFIG_DIR": "{else}"}
    ),
    "claude-code: env.PATH": Row(
        "claude-code", False, {"{home}/.claude/settings.json": {"env": {"PATH": "/usr/bin:/bin"}}}
    ),
    "copilot-cli: no trust": Row("copilot-cli", False, dropped_flags=TRUST_FLAG),
    "copilot-cli: trustedFolders": Row(
        "copilot-cli", True, {"{home}/.copilot/config.json": {"trustedFolders": ["{root}"]}},
        dropped_flags=TRUST_FLAG,
    ),
    "copilot-cli: COPILOT_ALLOW_ALL": Row(
        "copilot-cli", True, {}, {"COPILOT_ALLOW_ALL": "true"}, dropped_flags=TRUST_FLAG
    ),
    **{
        f"copilot-cli: off in {name}": Row(
            "copilot-cli", False, {f"{{root}}/{name}": OFF}, {"COPILOT_ALLOW_ALL": "true"}
        )
        for name in (
            ".github/copilot/settings.json", ".github/copilot/settings.local.json",
            ".claude/settings.json", ".claude/settings.local.json",
        )
    },
    "copilot-cli: off in its own file": Row(
        "copilot-cli", False, {}, {"COPILOT_ALLOW_ALL": "true"},
        change=in_json("{root}/.github/hooks/phaser-lint.json", disableAllHooks=True),
    ),
    "copilot-cli: off in another file of hooks": Row(
        "copilot-cli", True, {"{root}/.github/hooks/x.json": {"version": 1, "hooks": {}, **OFF}},
        {"COPILOT_ALLOW_ALL": "true"},
    ),
    **{
        f"copilot-cli: the user's {name} switches nothing off": Row(
            "copilot-cli", True, {f"{{home}}/.copilot/{name}": OFF}, {"COPILOT_ALLOW_ALL": "true"}
        )
        for name in ("config.json", "settings.json")
    },
    **{
        f"claude-code: {name} in the local file": Row(
            "claude-code", False, {"{root}/.claude/settings.local.json": {name: True}}
        )
        for name in ("disableAllHooks",)
    },
    "claude-code: a malformed hook beside": Row("claude-code", False, change=malformed_beside),
    **{
        f"claude-code: beside it {hook}": Row("claude-code", runs, change=with_hook_beside(**hook))
        for hook, runs in (
            ({"type": "http", "url": "/hook"}, False),
            ({"type": "http", "url": "http://"}, False),
            ({"type": "http", "url": "http://a b/"}, False),
            ({"type": "http", "url": "http://x:99999/"}, False),
            ({"type": "http", "url": "http://[::1/"}, False),
            ({"type": "http", "url": "http:///x"}, True),
            ({"type": "http", "url": "ftp://x/y"}, True),
            ({"type": "http", "url": "mailto:"}, True),
            ({"type": "http", "url": f"{NOBODY}/x", "headers": []}, False),
            ({"type": "http", "url": f"{NOBODY}/x", "headers": {"a": 1}}, False),
            ({"type": "http", "url": f"{NOBODY}/x", "headers": {"a": "1"}}, True),
            ({"type": "mcp_tool", "server": "a", "tool": "b", "input": "x"}, False),
            ({"type": "mcp_tool", "server": "a", "tool": "b", "input": None}, False),
            ({"type": "mcp_tool", "server": "a", "tool": "b", "input": {"a": 1}}, True),
            ({"type": "command", "command": "true", "shell": "zsh"}, False),
            ({"type": "command", "command": "true", "url": "/x", "headers": []}, True),
        )
    },
    "claude-code: PowerShell where there is none": Row("claude-code", False, change=in_powershell),
    # The prefix gets the whole line as one word, as it gets `ls -la`: env takes only a program.
    **{
        f"claude-code: {prefix} before its command": Row(
            "claude-code", runs, {USER: env("CLAUDE_CODE_SHELL_PREFIX", prefix)}
        )
        for prefix, runs in (("/bin/true", False), ("/usr/bin/env", False), ("/bin/sh -c", True))
    },
    **{
        f"claude-code: {prefix} of the user before its command": Row(
            "claude-code", runs, {}, {"CLAUDE_CODE_SHELL_PREFIX": prefix}
        )
        for prefix, runs in (("/bin/true", False), ("/usr/bin/env", False), ("/bin/sh -c", True))
    },
    "qwen-code: off in its own file": Row(
        "qwen-code", False, change=in_json("{root}/.qwen/settings.json", disableAllHooks=True)
    ),
    "qwen-code: off in the user's file": Row(
        "qwen-code", False, {"{home}/.qwen/settings.json": OFF}
    ),
    "qwen-code: a local file switches nothing off": Row(
        "qwen-code", True, {"{root}/.qwen/settings.local.json": OFF}
    ),
    "codex: reviewed": Row("codex", True, dropped_flags=REVIEW_FLAG, review=True),
    "codex: changed after its review": Row(
        "codex", False, dropped_flags=REVIEW_FLAG, review=True, change=another_timeout
    ),
    "codex: another key in its file": Row(
        "codex", False, dropped_flags=REVIEW_FLAG, review=True,
        change=in_json("{root}/.codex/hooks.json", version=1),
    ),
    "codex: a description in its file": Row(
        "codex", True, dropped_flags=REVIEW_FLAG, review=True,
        change=in_json("{root}/.codex/hooks.json", description="x"),
    ),
    "codex: features.hooks in the project": Row(
        "codex", False, {"{root}/.codex/config.toml": "[features]\nhooks = false\n"},
        dropped_flags=REVIEW_FLAG, review=True,
    ),
    "codex: codex_hooks in the project": Row(
        "codex", False, {"{root}/.codex/config.toml": "[features]\ncodex_hooks = false\n"},
        dropped_flags=REVIEW_FLAG, review=True,
    ),
    "gemini-cli: folderTrust.enabled": Row(
        "gemini-cli", True, {"{home}/.gemini/settings.json": NO_TRUST}, UNTRUSTED
    ),
    "gemini-cli: BeforeTool as an object": Row("gemini-cli", True, change=lone_group),
    "gemini-cli: BeforeTool as a hook": Row("gemini-cli", False, change=lone_hook),
    "gemini-cli: hooks.enabled": Row(
        "gemini-cli", True,
        {"{home}/.gemini/settings.json": {**AUTHENTICATION, "tools": {"enableHooks": False}}},
    ),
    "gemini-cli: hooksConfig.enabled": Row(
        "gemini-cli", False,
        {"{home}/.gemini/settings.json": {**AUTHENTICATION, "hooksConfig": {"enabled": "false"}}},
    ),
    "opencode: OPENCODE_PURE": Row("opencode", False, {}, {"OPENCODE_PURE": "1"}),
    "opencode: OPENCODE_CONFIG_DIR": Row(
        "opencode", True, {}, {"OPENCODE_CONFIG_DIR": "{else}"}, "user"
    ),
    "opencode: a syntax error": Row(
        "opencode", False, change=in_plugin("export const", "export const }")
    ),
    "opencode: no throw": Row(
        "opencode", False, change=in_plugin("throw new Error(answer.deny)", "return")
    ),
}  # fmt: skip


ALL = {**ROWS, **PLACES, **NEWER}


@pytest.mark.parametrize("row", ALL.values(), ids=ALL)
def test_doctor_sees_what_the_client_sees(project: MakeProject, row: Row) -> None:
    """The bad write lands only where ``doctor`` says that the hook does not stand."""
    root = project({}, contracts={"no-print.yaml": contract()}, commit=True)
    places = {"home": root.parent / "home", "root": root, "else": root.parent / "else"}
    for folder in places.values():
        folder.mkdir(exist_ok=True)
    row_variables = {
        name: variable and variable.format(**places) for name, variable in row.variables.items()
    }
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    set_variables = {
        name: variable for name, variable in row_variables.items() if variable is not None
    }
    variables = {"HOME": str(places["home"]), "PATH": path, **set_variables}
    program, doctor = client_for(row.agent), str(PROGRAM)
    if row.etc:
        program, doctor = (
            on_machine(client_program, row.etc, root.parent) for client_program in (program, doctor)
        )
    run(root, variables, "install", "--agent", row.agent, "--scope", row.scope, *row.flags)
    write_files(places["home"], {put_folders(name, places): put_folders(text, places)
                                 for name, text in row.files.items()})  # fmt: skip
    hooks = places["else"] if row.scope == "user" else root / ".codex"
    review = review_of(hooks / "hooks.json") if row.review else ""
    if row.change:
        row.change(root, places["home"])
    lands = is_written(row, program, places, row_variables, review)
    if "GEMINI_CLI_TRUST_WORKSPACE" not in row_variables:
        variables["GEMINI_CLI_TRUST_WORKSPACE"] = "true"
    answer = run(
        root / row.start, variables, "doctor", "--json", "--start-all", "--agent", row.agent,
        program=doctor,
    )  # fmt: skip
    hooks = json.loads(answer.stdout)["gates"]
    stands = bool(hooks) and all(hook["stands"] for hook in hooks)
    assert (lands, stands) == (not row.runs, row.runs), answer.stdout


def on_machine(program: str, etc: Mapping[str, Any], folder: Path) -> str:
    """The program with these files in ``/etc``, which nobody else sees."""
    write_files(folder / "etc", {name: put_folders(content, {}) for name, content in etc.items()})
    wrapper = folder / "on-machine" / Path(program).name
    layers = f"mount -t overlay overlay -o lowerdir={folder}/etc:/etc /etc"
    write_files(wrapper.parent, {
        wrapper.name: f"#!/bin/sh\nPATH={Path(program).parent}:$PATH\n"
        f"exec unshare -m sh -c '{layers} && exec \"$@\"' sh {program} \"$@\"\n"
    })  # fmt: skip
    wrapper.chmod(0o755)
    trial = subprocess.run(["unshare", "-m", "sh", "-c", layers], capture_output=True, check=False)
    if trial.returncode:
        pytest.skip("no mount namespace here")
    return str(wrapper)


def client_for(agent: str) -> str:
    program = find_claude() if agent == "claude-code" else find_client(agent)
    if program is None:
        variable = "PHASER_CLAUDE" if agent == "claude-code" else CLIENTS[agent][0]
        pytest.skip(f"no client: set {variable}")
    return program


def put_folders(name_or_content: Any, places: Mapping[str, Path]) -> str:
    """A name or a content with the folders in their places."""
    text = name_or_content if isinstance(name_or_content, str) else json.dumps(name_or_content)
    for name, folder in places.items():
        text = text.replace(f"{{{name}}}", str(folder))
    return text


def run(
    root: Path, variables: dict[str, str], *arguments: str, program: str = str(PROGRAM)
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments], cwd=root, env=variables, capture_output=True, text=True, check=False
    )


def is_written(
    row: Row,
    program: str,
    places: Mapping[str, Path],
    given_variables: dict[str, str | None],
    review: str,
) -> bool:
    """Whether the client wrote the file."""
    root, home = places["root"], places["home"]
    start = root / row.start
    start.mkdir(exist_ok=True)
    if row.agent == "claude-code":
        # Where its mode is simple it has no Write.
        edit_input = {"file_path": f"{start}/a.py", "old_string": "", "new_string": "print(1)\n"}
        run_claude(
            claude=program,
            project=start,
            home=home,
            turns=[[("Edit", edit_input)]],
            variables={
                "PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}",
                **{
                    name: variable
                    for name, variable in given_variables.items()
                    if variable is not None
                },
            },
        )
    else:
        write = WRITES[row.agent](f"{start}/a.py", "print(1)\n")
        if row.agent == "qwen-code":
            edit_input = {
                "file_path": f"{start}/a.py",
                "old_string": "",
                "new_string": "print(1)\n",
            }
            write = ("edit", edit_input)
        trusted = f'[projects."{root}"]\ntrust_level = "trusted"\n' if row.start else ""
        run_client(
            row.agent,
            program,
            project=start,
            home=home,
            turns=[[write]],
            given_variables=given_variables,
            dropped_flags=row.dropped_flags,
            text_at_end=f"{trusted if row.agent == 'codex' else ''}{review}",
        )
    return (start / "a.py").exists()


def test_an_agent_outside_of_the_environment(project: MakeProject, tmp_path: Path) -> None:
    """It finds no hook and lets the write pass, as install says; with --scope local it does not."""
    root = project({}, contracts={"no-print.yaml": contract()}, commit=True)
    program, home, bare = client_for("claude-code"), tmp_path / "home", "/usr/bin:/bin"
    variables_inside = {
        "HOME": str(home),
        "PATH": f"{PROGRAM.parent}{os.pathsep}{bare}",
        "VIRTUAL_ENV": str(PROGRAM.parent.parent),
    }
    output = run(root, variables_inside, "install").stdout
    assert f"lies in the environment {PROGRAM.parent.parent}: an agent that is started" in output
    row, places = Row("claude-code", False), {"root": root, "home": home}
    assert is_written(row, program, places, {"PATH": bare}, "")
    (root / "a.py").unlink()
    assert "environment" not in run(root, variables_inside, "install", "--scope", "local").stdout
    assert not is_written(row, program, places, {"PATH": bare}, "")


# What is done with the settings before ``claude -w`` starts in a worktree of the last commit, and
# whether the hook runs there; where it does not, ``doctor`` says so.
WORKTREES: dict[str, tuple[str, dict[str, str], tuple[str, ...], bool]] = {
    "committed": ("project", {}, (".claude/settings.json",), True),
    "not committed": ("project", {}, (), False),
    "ignored": ("project", {".gitignore": "settings.json\n"}, (".gitignore",), False),
    "ignored and copied": (
        "project",
        {".gitignore": "settings.json\n", ".worktreeinclude": ".claude/settings.json\n"},
        (".gitignore",), True,
    ),
    "not ignored, and named to be copied": (
        "project", {".worktreeinclude": ".claude/settings.json\n"}, (), False,
    ),
    "for this clone": ("local", {}, (), True),
    "for the user": ("user", {}, (), True),
}  # fmt: skip


@pytest.mark.parametrize("row", WORKTREES.values(), ids=WORKTREES)
def test_a_worktree_of_claude_code(
    project: MakeProject, git: Git, row: tuple[str, dict[str, str], tuple[str, ...], bool]
) -> None:
    """The bad write lands there only where ``doctor`` notes that the hook is missing."""
    scope, files, committed, runs = row
    root = project({}, contracts={"no-print.yaml": contract()}, commit=True)
    home = root.parent / "home"
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    variables = {"HOME": str(home), "PATH": path}
    home.mkdir()
    run(root, variables, "install", "--scope", scope)
    write_files(root, files)
    if committed:
        git(root, "add", "-f", "--", *committed)
        git(root, "commit", "-q", "-m", "More")
    new = root / ".claude/worktrees/tree/a.py"
    run_claude(
        claude=client_for("claude-code"), project=root, home=home, variables={"PATH": path},
        turns=[[("Write", {"file_path": str(new), "content": "print(1)\n"})]],
        arguments=("-w", "tree"),
    )  # fmt: skip
    assert new.parent.is_dir()
    is_reported = "claude -w" in run(root, variables, "doctor", "--agent", "claude-code").stdout
    assert (new.exists(), is_reported) == (not runs, not runs)


# Where the hook of Codex is installed, what the linked worktree has, and whether the hook runs in
# it; where it does not, ``doctor`` says so.
LINKED: dict[str, tuple[tuple[str, ...], dict[str, str], bool]] = {
    "in the main worktree": (("main",), {}, False),
    "in the main one, with a folder": (("main",), {".codex/x": ""}, True),
    "in the main one, with a file": (("main",), {".codex": ""}, False),
    "in the linked one": (("tree",), {}, False),
    "in both": (("main", "tree"), {}, True),
    "in the main one, switched off in the linked one": (
        ("main",), {".codex/config.toml": NO_HOOKS}, False,
    ),
}  # fmt: skip


@pytest.mark.parametrize("row", LINKED.values(), ids=LINKED)
def test_a_linked_worktree_of_codex(
    project: MakeProject, git: Git, row: tuple[tuple[str, ...], dict[str, str], bool]
) -> None:
    """It reads the hooks of the main worktree, which the user trusts and has reviewed."""
    installed, files, runs = row
    root = project({}, contracts={"no-print.yaml": contract()}, commit=True)
    home, tree = root.parent / "home", root.parent / "tree"
    git(root, "worktree", "add", "-q", str(tree))
    variables = {"HOME": str(home), "PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"}
    home.mkdir()
    for place in installed:
        run({"main": root, "tree": tree}[place], variables, "install", "--agent", "codex")
    write_files(tree, files)
    trusted = f'[projects."{root}"]\ntrust_level = "trusted"\n'
    hooks = root / ".codex/hooks.json"
    run_client(
        "codex", client_for("codex"), project=tree, home=home,
        turns=[[WRITES["codex"](f"{tree}/a.py", "print(1)\n")]], dropped_flags=REVIEW_FLAG,
        text_at_end=f"{trusted}{review_of(hooks) if hooks.exists() else ''}",
    )  # fmt: skip
    answer = run(tree, variables, "doctor", "--json", "--agent", "codex")
    doctor_report = json.loads(answer.stdout)
    assert ((tree / "a.py").exists(), doctor_report["stands"]) == (not runs, runs), answer.stdout
