"""Which changes of a settings file weaken phaser-lint's hooks; what is fine comes first."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_groups
from phaser_lint.agent.install.own_file import render_own_files
from phaser_lint.hook.protection.weakened_settings import weakens_hooks

OURS = {"hooks": make_hook_groups(WantedHook("project", protect=True))}
SETTINGS, LOCAL = "p/.claude/settings.json", "p/.claude/settings.local.json"
THEIRS = {"matcher": "Bash", "hooks": [{"type": "command", "command": "./guard.sh"}]}
GEMINI = {"hooks": make_hook_groups(WantedHook("project", agent="gemini-cli"))}
PLUGIN_ON = {"enabledPlugins": {"phaser-lint@phaser-lint": True}}
CODEX_HOOKS, COPILOT_HOOKS = "p/.codex/hooks.json", "p/.github/hooks/phaser-lint.json"
CODEX_OURS = {"hooks": make_hook_groups(WantedHook("project", agent="codex"))}
COPILOT_OURS = {"version": 1, "hooks": make_hook_groups(WantedHook("project", agent="copilot-cli"))}
VSCODE = "p/.vscode/settings.json"
TRUSTED, COPILOT = "u/.gemini/trustedfolders.json", "u/.copilot/config.json"
CURSOR = {"version": 1, "hooks": make_hook_groups(WantedHook("project", agent="cursor"))}


def dump(settings: Any, **keys: Any) -> str:
    return json.dumps({**settings, **keys}, indent=2)


def with_first(**changes: Any) -> str:
    """Our settings with keys of the first group changed."""
    first_group = {**OURS["hooks"]["PreToolUse"][0], **changes}
    return dump({"hooks": {**OURS["hooks"], "PreToolUse": [first_group]}})


def add_hooks(settings: dict[str, Any], *hooks: Any, event: str = "PreToolUse") -> str:
    """Settings with hooks of ours, and others beside them."""
    groups = settings["hooks"].get(event, [])
    return dump({**settings, "hooks": {**settings["hooks"], event: [*groups, *hooks]}})


def calling(url: str = "https://hooks.example.org/a", **changes: Any) -> str:
    """Our settings, and beside our hooks one that is called by its address."""
    return add_hooks(OURS, {"matcher": "Bash", "hooks": [{"type": "http", "url": url, **changes}]})


def on_bash(**changes: Any) -> dict[str, Any]:
    return {"matcher": "Bash", "hooks": [{"type": "command", "command": "true", **changes}]}


PRE_COMMIT = """\
repos:
  - repo: https://github.com/astral-sh/ruff-pre-commit
    rev: v0.6.0
    hooks: [{id: ruff}]
  - repo: https://github.com/phaser-lint/phaser-lint
    rev: v1.0.0
    hooks:
      - id: phaser-lint
      - id: phaser-lint-tree
"""
CODEX = "[features]\nhooks = true\n"
PLUGIN = render_own_files(WantedHook("project", agent="opencode"))

FINE = {
    "no file, and none": (SETTINGS, None, None),
    "a new file": (SETTINGS, None, dump({}, model="opus")),
    "a new file with our hooks": (SETTINGS, None, dump(OURS)),
    "another key": (SETTINGS, dump(OURS), dump(OURS, permissions={"deny": ["Read(.env)"]})),
    "another layout": (SETTINGS, dump(OURS), json.dumps(OURS)),
    "another hook before ours": (
        SETTINGS,
        dump(OURS),
        dump({"hooks": {**OURS["hooks"], "PreToolUse": [THEIRS, *OURS["hooks"]["PreToolUse"]]}}),
    ),
    "another hook goes": (SETTINGS, dump({"hooks": {"PreToolUse": [THEIRS]}}), "{}"),
    "a file that is none of ours goes": (SETTINGS, dump({}, model="opus"), None),
    "hooks switched on": (SETTINGS, dump(OURS, disableAllHooks=True), dump(OURS)),
    "switched off long ago": (
        SETTINGS,
        dump(OURS, disableAllHooks=True),
        dump(OURS, disableAllHooks=True, model="opus"),
    ),
    "an environment": (SETTINGS, dump(OURS), dump(OURS, env={"DEBUG": "1"})),
    "an address": (SETTINGS, dump(OURS), calling("http://127.0.0.1:80/x")),
    "headers": (SETTINGS, dump(OURS), calling(headers={"X-A": "1"}, allowedEnvVars=["A"])),
    "a tool of a server, with an input": (
        SETTINGS,
        dump(OURS),
        add_hooks(OURS, on_bash(type="mcp_tool", server="s", tool="t", input={"a": [1]})),
    ),
    "a relative address that was there": (
        SETTINGS,
        calling("/x"),
        calling("/x").replace("{", '{"model": "opus",', 1),
    ),
    "switched off, says false": (SETTINGS, dump(OURS), dump(OURS, disableAllHooks=False)),
    "a value of the right type": (SETTINGS, dump(OURS), dump(OURS, model="opus", env={})),
    "a wrong value that was there": (
        SETTINGS,
        dump(OURS, model=5),
        dump(OURS, model=5, language="de"),
    ),
    "a wrong value gone": (SETTINGS, dump(OURS, model=5), dump(OURS)),
    "a wrong value in a file without ours": (SETTINGS, dump({}), dump({}, model=5)),
    "a wrong value to another agent": (
        "p/.gemini/settings.json",
        dump(GEMINI),
        dump(GEMINI, permissions="yes"),
    ),
    "a hook of another event": (SETTINGS, dump(OURS), add_hooks(OURS, THEIRS, event="SessionEnd")),
    "a hook with many keys": (
        SETTINGS,
        dump(OURS),
        add_hooks(
            OURS, on_bash(timeout=1.5, args=["x"], once=True, statusMessage="x", shell="bash")
        ),
    ),
    "a hook that is a prompt": (
        SETTINGS,
        dump(OURS),
        add_hooks(OURS, {"hooks": [{"type": "prompt", "prompt": "x"}]}),
    ),
    "a malformed hook gone": (SETTINGS, add_hooks(OURS, 5), dump(OURS)),
    "a malformed hook in a file without ours": (SETTINGS, "{}", dump({"hooks": {"Stop": 5}})),
    "Codex, a description": (CODEX_HOOKS, dump(CODEX_OURS), dump(CODEX_OURS, description="x")),
    "Copilot, another hook": (
        COPILOT_HOOKS,
        dump(COPILOT_OURS),
        add_hooks(COPILOT_OURS, {"bash": "true", "timeoutSec": 5}, event="preToolUse"),
    ),
    "Gemini leaves one out alone": (
        "p/.gemini/settings.json",
        dump(GEMINI),
        add_hooks(GEMINI, 5, event="BeforeTool"),
    ),
    "comments in a file without ours": (SETTINGS, "{ // mine\n}", "{ // yours\n}"),
    "another plugin": (
        SETTINGS,
        dump({"enabledPlugins": {"phaser-lint@phaser-lint": True}}),
        dump({"enabledPlugins": {"phaser-lint@phaser-lint": True, "x@y": False}}),
    ),
    "Cursor, another key": ("p/.cursor/hooks.json", dump(CURSOR), dump(CURSOR, extra=1)),
    "pre-commit, another hook": (
        "p/.pre-commit-config.yaml",
        PRE_COMMIT,
        PRE_COMMIT.replace("v0.6.0", "v0.7.0"),
    ),
    "pre-commit without ours": ("p/.pre-commit-config.yaml", "repos: []\n", "exclude: x\n"),
    "a folder trusted": (
        TRUSTED,
        dump({"/a": "TRUST_FOLDER"}),
        dump({"/a": "TRUST_FOLDER", "/b": "TRUST_FOLDER"}),
    ),
    "VS Code, another key": (VSCODE, "{ // x\n}", '{"editor.tabSize": 2} // x'),
    "VS Code reads one folder more": (
        VSCODE,
        "{}",
        '{"chat.hookFilesLocations": {"more/hooks": true}}',
    ),
    "Copilot renames its key": (
        COPILOT,
        '// x\n{"trusted_folders": ["/a"]}',
        '// x\n{"trustedFolders": ["/a"]}',
    ),
    "Copilot, switched on": (
        "p/.github/copilot/settings.json",
        dump({}, disableAllHooks=True),
        dump({}),
    ),
    "Gemini, a comment": (
        "p/.gemini/settings.json",
        f"// ours\n{dump(GEMINI)}",
        f"// still ours\n{dump(GEMINI)}",
    ),
    "somebody's plugin": ("p/.opencode/plugins/phaser-lint.js", "mine\n", "yours\n"),
    "somebody's script": ("p/.clinerules/hooks/pretooluse", "#!/bin/sh\n", None),
    "other customizations": (
        SETTINGS,
        dump(OURS),
        dump(OURS, strictPluginOnlyCustomization=["skills"]),
    ),
    "a mode that is off": ("p/.env", "", "QWEN_CODE_SAFE_MODE=0\nQWEN_CODE_SIMPLE=x\n"),
    "a mode that goes": ("p/.env", "QWEN_CODE_SAFE_MODE=1\n", "PATH=/x\n"),
    "a mode that was there": ("p/.env", "QWEN_CODE_SAFE_MODE=1\n", "QWEN_CODE_SAFE_MODE=1\nA=1\n"),
    "a comment on a mode": ("p/.env", "", "# QWEN_CODE_SAFE_MODE=1\n"),
    "a mode in settings that is off": (
        "p/.qwen/settings.json",
        "{}",
        dump({}, env={"QWEN_CODE_SAFE_MODE": "0"}),
    ),
}
WEAKER = {
    "a relative address": (SETTINGS, dump(OURS), calling("/x")),
    "an address without a scheme": (SETTINGS, dump(OURS), calling("hooks.example.org/a")),
    "an address without a host": (SETTINGS, dump(OURS), calling("http://")),
    "an address that a variable is to fill in": (SETTINGS, dump(OURS), calling("${HOST}/a")),
    "headers in a list": (SETTINGS, dump(OURS), calling(headers=["X-A: 1"])),
    "a header that is a number": (SETTINGS, dump(OURS), calling(headers={"X-A": 1})),
    "an input that is no object": (
        SETTINGS,
        dump(OURS),
        add_hooks(OURS, on_bash(type="mcp_tool", server="s", tool="t", input=["a"])),
    ),
    "our hook in another shell": (
        SETTINGS,
        dump(OURS),
        with_first(hooks=[{**OURS["hooks"]["PreToolUse"][0]["hooks"][0], "shell": "powershell"}]),
    ),
    "a prefix for each shell": (
        LOCAL, None, dump({}, env={"CLAUDE_CODE_SHELL_PREFIX": "/bin/true"})
    ),
    "hooks of an organisation only": (LOCAL, None, dump({}, allowManagedHooksOnly=True)),
    "deleted": (SETTINGS, dump(OURS), None),
    "emptied": (SETTINGS, dump(OURS), ""),
    "hooks removed": (SETTINGS, dump(OURS), "{}"),
    "an event removed": (SETTINGS, dump(OURS), dump({"hooks": {"Stop": OURS["hooks"]["Stop"]}})),
    "the matcher narrowed": (SETTINGS, dump(OURS), with_first(matcher="Write")),
    "the command changed": (
        SETTINGS,
        dump(OURS),
        with_first(hooks=[{"type": "command", "command": "phaser-lint-hook", "timeout": 30}]),
    ),
    "a condition added": (
        SETTINGS,
        dump(OURS),
        with_first(hooks=[{**OURS["hooks"]["PreToolUse"][0]["hooks"][0], "if": "Edit(*.ts)"}]),
    ),
    "all hooks switched off": (SETTINGS, dump(OURS), dump(OURS, disableAllHooks=True)),
    "another program found": (SETTINGS, dump(OURS), dump(OURS, env={"PATH": "/tmp/x:/bin"})),
    "another home": (
        SETTINGS, dump(OURS, env={"HOME": "/a"}), dump(OURS, env={"HOME": "/b"})
    ),
    "switched off in a new file": (SETTINGS, None, dump({}, disableAllHooks=True)),
    "a value of a wrong type": (SETTINGS, dump(OURS), dump(OURS, model=5)),
    "permissions of a wrong type": (LOCAL, dump(OURS), dump(OURS, permissions="yes")),
    "an environment of a wrong type": (
        "home/.claude/settings.json", dump(OURS), dump(OURS, env=5)
    ),
    "a wrong value beside the plugin": (
        SETTINGS,
        dump({"enabledPlugins": {"phaser-lint@phaser-lint": True}}),
        dump({"enabledPlugins": {"phaser-lint@phaser-lint": True}}, permissions={"allow": "Bash"}),
    ),
    "hooks that are no object": (LOCAL, dump({**PLUGIN_ON}), dump({**PLUGIN_ON, "hooks": []})),
    "an event without a list": (SETTINGS, dump(OURS), dump(OURS, hooks={**OURS["hooks"], "X": 5})),
    "a group that is none": (SETTINGS, dump(OURS), add_hooks(OURS, 5)),
    "a hook outside of a group": (SETTINGS, dump(OURS), add_hooks(OURS, on_bash()["hooks"][0])),
    "a group without hooks": (SETTINGS, dump(OURS), add_hooks(OURS, {"matcher": "Bash"})),
    "a matcher that is no text": (
        SETTINGS, dump(OURS), add_hooks(OURS, {"matcher": 5, "hooks": []}),
    ),
    "a hook of no known type": (SETTINGS, dump(OURS), add_hooks(OURS, on_bash(type="x"))),
    "a hook without a command": (SETTINGS, dump(OURS), add_hooks(OURS, on_bash(command=None))),
    "a timeout that is none": (SETTINGS, dump(OURS), add_hooks(OURS, on_bash(timeout="5"))),
    "a flag that is none": (SETTINGS, dump(OURS), add_hooks(OURS, on_bash(once="x"))),
    "arguments that are no texts": (SETTINGS, dump(OURS), add_hooks(OURS, on_bash(args=[5]))),
    "another shell": (SETTINGS, dump(OURS), add_hooks(OURS, on_bash(shell="zsh"))),
    "Codex, another key": (CODEX_HOOKS, dump(CODEX_OURS), dump(CODEX_OURS, version=1)),
    "Codex, half a second": (
        CODEX_HOOKS, dump(CODEX_OURS), add_hooks(CODEX_OURS, on_bash(timeout=0.5))
    ),
    "Copilot, another version": (COPILOT_HOOKS, dump(COPILOT_OURS), dump(COPILOT_OURS, version=2)),
    "Copilot, an event without a list": (
        COPILOT_HOOKS,
        dump(COPILOT_OURS),
        dump(COPILOT_OURS, hooks={**COPILOT_OURS["hooks"], "sessionStart": {}}),
    ),
    "switched off, as text": (SETTINGS, dump(OURS), dump(OURS, disableAllHooks="true")),
    "switched off with a comment": (SETTINGS, "{}", '{"disableAllHooks": true // x\n}'),
    "switched off between comments": (
        SETTINGS, "{ // x\n}", '{ // x\n"disableAllHooks": true}'
    ),
    "Gemini's switch": (
        "p/.gemini/settings.json", "{}", dump({}, hooksConfig={"enabled": False})
    ),
    "Gemini's list": (
        "p/.gemini/settings.json", "{}", dump({}, hooksConfig={"disabled": ["phaser-lint"]})
    ),
    "no JSON any more": (SETTINGS, dump(OURS), dump(OURS) + ","),
    "ours between comments": (
        SETTINGS, f"// ours\n{dump(OURS)}", f"// ours\n{dump(OURS, model='opus')}"
    ),
    "the plugin disabled": (
        SETTINGS,
        dump({"enabledPlugins": {"phaser-lint@phaser-lint": True}}),
        dump({"enabledPlugins": {"phaser-lint@phaser-lint": False}}),
    ),
    "the plugin disabled in another file": (
        SETTINGS, None, dump({"enabledPlugins": {"phaser-lint@phaser-lint": False}})
    ),
    "a file of the plugin": (
        "home/.claude/plugins/cache/m/phaser-lint/1/hooks/hooks.json", dump(OURS), dump(OURS, x=1)
    ),
    "Cursor": ("p/.cursor/hooks.json", dump(CURSOR), dump({"version": 1, "hooks": {}})),
    "pre-commit, our hook removed": (
        "p/.pre-commit-config.yaml",
        PRE_COMMIT,
        PRE_COMMIT.replace("      - id: phaser-lint-tree\n", ""),
    ),
    "pre-commit, our hook limited": (
        "p/.pre-commit-config.yaml", PRE_COMMIT, f"{PRE_COMMIT}        files: docs\n"
    ),
    "pre-commit, all hooks limited": (
        "p/.pre-commit-config.yaml", PRE_COMMIT, f"exclude: ^src/\n{PRE_COMMIT}"
    ),
    "pre-commit, no YAML any more": ("p/.pre-commit-config.yaml", PRE_COMMIT, f"}}{PRE_COMMIT}"),
    "Copilot's switch": ("p/.github/copilot/settings.json", None, dump({}, disableAllHooks=True)),
    "Copilot's switch for a machine": (
        "p/.github/copilot/settings.local.json", "{}", dump({}, disableAllHooks=True)
    ),
    "Copilot trusts no more": (
        COPILOT, '// x\n{"trustedFolders": ["/a"]}', '// x\n{"trustedFolders": []}'
    ),
    "Gemini trusts no more": (TRUSTED, dump({"/a": "TRUST_FOLDER"}), "{}"),
    "Gemini trusts another less": (TRUSTED, None, dump({"/a": "DO_NOT_TRUST"})),
    "Gemini's switch as a text": (
        "p/.gemini/settings.json", "{}", dump({}, hooksConfig={"enabled": "false"})
    ),
    "Gemini, between comments": (
        "p/.gemini/settings.json", f"// ours\n{dump(GEMINI)}", "// ours\n{}"
    ),
    "VS Code skips a folder": (
        VSCODE, "{ // x\n}", '{"chat.hookFilesLocations": {".github/hooks": false}}'
    ),
    "Codex's older switch": ("p/.codex/config.toml", CODEX, "[features]\ncodex_hooks = false\n"),
    "Codex trusts no more": (
        "u/.codex/config.toml", '[projects."/p"]\ntrust_level = "trusted"\n', ""
    ),
    "Codex reviewed another form": (
        "u/.codex/config.toml",
        '[hooks.state."a:stop:0:0"]\ntrusted_hash = "sha256:1"\n',
        '[hooks.state."a:stop:0:0"]\ntrusted_hash = "sha256:2"\n',
    ),
    **{
        f"a mode in {name}": (name, "A=1\n", f"A=1\nexport {variable}='{settings}'\n")
        for name, variable, settings in (
            ("p/.env", "QWEN_CODE_SAFE_MODE", "1"), ("p/sub/.env", "QWEN_CODE_SIMPLE", "on"),
            ("p/.qwen/.env", "QWEN_CODE_SAFE_MODE", "true"),
            ("p/.gemini/.env", "GEMINI_RESTRICTED_MODE", "true"),
            ("p/.env", "GEMINI_CLI_TRUST_WORKSPACE", "false"),
        )
    },
    **{
        f"env.{variable}": (f"u/{name}", "{}", dump({}, env={variable: settings}))
        for name, variable, settings in (
            (".qwen/settings.json", "QWEN_CODE_SAFE_MODE", "1"),
            (".qwen/settings.json", "QWEN_CODE_SIMPLE", True),
            (".claude/settings.json", "CLAUDE_CODE_SAFE_MODE", 1),
        )
    },
    "only hooks of plugins": (
        SETTINGS, dump(OURS), dump(OURS, strictPluginOnlyCustomization=["hooks"])
    ),
    "our OpenCode plugin": (*next(iter(PLUGIN.items())), "export {}\n"),
    "Codex": ("p/.codex/config.toml", CODEX, "[features]\nhooks = false\n"),
}  # fmt: skip


@pytest.mark.parametrize("row", FINE.values(), ids=FINE)
def test_settings_that_keep_the_hook_are_fine(row: tuple[str, str | None, str | None]) -> None:
    """Our hooks stay as they are."""
    name, before, after = row
    assert not weakens_hooks(name, before, after, is_foreseen=True)


@pytest.mark.parametrize("row", WEAKER.values(), ids=WEAKER)
def test_settings_that_weaken_the_hook_are_refused(row: tuple[str, str | None, str | None]) -> None:
    """A hook of ours goes or changes, or none runs any more."""
    name, before, after = row
    assert weakens_hooks(name, before, after, is_foreseen=True)


def test_what_cannot_be_foreseen() -> None:
    """It may do anything to a file with our hooks; to another there is nothing to lose."""
    assert weakens_hooks(SETTINGS, dump(OURS), None, is_foreseen=False)
    assert not weakens_hooks(SETTINGS, dump({}, model="opus"), None, is_foreseen=False)
    assert not weakens_hooks(SETTINGS, None, None, is_foreseen=False)


def test_a_weaker_configuration_of_codex_is_refused() -> None:
    """Hooks in Codex's own settings, and one that is switched off by its state."""
    hook = '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ncommand = "phaser-lint hook"\n'
    state = '[hooks.state."a:pre_tool_use:0:0"]\nenabled = {}\n'
    name = "p/.codex/config.toml"
    assert not weakens_hooks(name, hook, f'model = "o"\n{hook}', is_foreseen=True)
    assert not weakens_hooks(name, state.format("false"), state.format("true"), is_foreseen=True)
    assert weakens_hooks(name, hook, 'model = "o"\n', is_foreseen=True)
    assert weakens_hooks(name, state.format("true"), state.format("false"), is_foreseen=True)


# Names are in small letters, as they are asked for.
ALONE, DROID = (
    "p/.factory/hooks.json",
    dump({"PreToolUse": [THEIRS, *OURS["hooks"]["PreToolUse"]]}),
)
KIMI = "h/.kimi-code/config.toml"
KIMI_OURS = '[[hooks]]\nevent = "PreToolUse"\ncommand = "phaser-lint-hook"\ntimeout = 30\n'
TRUST, EXCLUDED = "h/.pi/agent/trust.json", "p/.pi/settings.json"
EXTENSION = render_own_files(WantedHook("project", agent="pi"))[".pi/extensions/phaser-lint.ts"]
VIBE, VIBE_TRUST = "p/.vibe/hooks.toml", "h/.vibe/trusted_folders.toml"
VIBE_OURS = (
    '[[hooks]]\ntype = "pre_tool"\nname = "phaser-lint-pre_tool"\ncommand = "phaser-lint-hook"\n'
    'match = "re:write_file"\n'
)
SETS, THEIR_HOOK = "p/.agents/hooks.json", {"type": "command", "command": "guard.sh"}
OUR_SET = {"PreToolUse": [{"matcher": "x", "hooks": [{"command": "phaser-lint-hook"}]}]}
SET = dump({"theirs": {"Stop": [THEIR_HOOK]}, "phaser-lint": OUR_SET})
NEWER = {
    "droid: their hook": (ALONE, DROID, DROID.replace("guard", "other"), False),
    "droid: a comment": (ALONE, DROID, f"// mine\n{DROID}", False),
    "droid: ours": (ALONE, DROID, "{}", True),
    "droid: off": (ALONE, DROID, DROID.replace("{", '{"hooksDisabled": true, ', 1), True),
    "droid: unreadable": (ALONE, DROID, DROID[:-2], True),
    "kimi-code: a comment": (KIMI, KIMI_OURS, f"# mine\n{KIMI_OURS}[b]\nc = 1\n", False),
    "kimi-code: their hook": (
        KIMI, KIMI_OURS, f'{KIMI_OURS}[[hooks]]\nevent = "Stop"\ncommand = "x"\n', False
    ),
    "kimi-code: ours": (KIMI, KIMI_OURS, 'model = "k"\n', True),
    "kimi-code: another event": (KIMI, KIMI_OURS, KIMI_OURS.replace("Pre", "Post"), True),
    "kimi-code: an unknown key": (KIMI, KIMI_OURS, f"{KIMI_OURS}x = 1\n", True),
    "kimi-code: a wrong hook beside": (KIMI, KIMI_OURS, f"{KIMI_OURS}[[hooks]]\nx = 1\n", True),
    "pi: more trust": (TRUST, '{"/p": true}', '{"/p": true, "/q": true}', False),
    "pi: no trust": (TRUST, '{"/p": true}', "{}", True),
    "pi: distrust": (TRUST, "{}", '{"/p": false}', True),
    "pi: another extension": (EXCLUDED, "{}", '{"extensions": ["-extensions/x.ts"]}', False),
    "pi: ours left out": (EXCLUDED, "{}", '{"extensions": ["-extensions/phaser-lint.ts"]}', True),
    "pi: all left out": (EXCLUDED, "{}", '{"extensions": ["!**/*.ts"]}', True),
    "vibe: their hook": (VIBE, VIBE_OURS, f"{VIBE_OURS}[[hooks]]\nname = 'x'\n", False),
    "vibe: ours": (VIBE, VIBE_OURS, "", True),
    "vibe: another tool": (VIBE, VIBE_OURS, VIBE_OURS.replace("re:write_file", "re:x"), True),
    "vibe: more trust": (VIBE_TRUST, 'trusted = ["/p"]', 'trusted = ["/p", "/q"]', False),
    "vibe: no trust": (VIBE_TRUST, 'trusted = ["/p"]', "trusted = []", True),
    "vibe: distrust": (VIBE_TRUST, "", 'untrusted = ["/p"]', True),
    "antigravity: their hooks": (SETS, SET, SET.replace("guard", "other"), False),
    "antigravity: ours": (SETS, SET, dump({"theirs": {"Stop": [THEIR_HOOK]}}), True),
    "antigravity: off": (SETS, SET, SET.replace('"PreToolUse"', '"enabled": false, "PreToolUse"'),
                         True),
    "antigravity: a wrong hook beside": (SETS, SET, SET.replace("guard.sh", ""), True),
    "pi: the extension": ("p/.pi/extensions/phaser-lint.ts", EXTENSION, f"{EXTENSION}//\n", True),
}  # fmt: skip


@pytest.mark.parametrize("row", NEWER.values(), ids=NEWER)
def test_weaker_settings_of_newer_agents_are_refused(row: tuple[str, str, str, bool]) -> None:
    """What takes hooks out in droid, Kimi Code and pi, and what may change beside them."""
    name, before, after, expected = row
    assert weakens_hooks(name, before, after, is_foreseen=True) == expected
