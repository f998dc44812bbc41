"""Which changes of a settings file weaken phaser-lint's hooks; what is fine comes first."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, hook_groups, own_files
from phaser_lint.hook.protection.weakened_settings import weakens

OURS = {"hooks": hook_groups(WantedHook("project", protect=True))}
SETTINGS, LOCAL = "p/.claude/settings.json", "p/.claude/settings.local.json"
THEIRS = {"matcher": "Bash", "hooks": [{"type": "command", "command": "./guard.sh"}]}
GEMINI = {"hooks": hook_groups(WantedHook("project", agent="gemini-cli"))}
PLUGIN_ON = {"enabledPlugins": {"phaser-lint@phaser-lint": True}}
CODEX_HOOKS, COPILOT_HOOKS = "p/.codex/hooks.json", "p/.github/hooks/phaser-lint.json"
CODEX_OURS = {"hooks": hook_groups(WantedHook("project", agent="codex"))}
COPILOT_OURS = {"version": 1, "hooks": hook_groups(WantedHook("project", agent="copilot-cli"))}
VSCODE = "p/.vscode/settings.json"
TRUSTED, COPILOT = "u/.gemini/trustedfolders.json", "u/.copilot/config.json"
CURSOR = {"version": 1, "hooks": hook_groups(WantedHook("project", agent="cursor"))}


def settings_text(settings: Any, **keys: Any) -> str:
    return json.dumps({**settings, **keys}, indent=2)


def with_first(**changes: Any) -> str:
    """Our settings with keys of the first group changed."""
    first_group = {**OURS["hooks"]["PreToolUse"][0], **changes}
    return settings_text({"hooks": {**OURS["hooks"], "PreToolUse": [first_group]}})


def with_hooks_beside(settings: dict[str, Any], *hooks: Any, event: str = "PreToolUse") -> str:
    """Settings with hooks of ours, and others beside them."""
    groups = settings["hooks"].get(event, [])
    return settings_text({**settings, "hooks": {**settings["hooks"], event: [*groups, *hooks]}})


def calling(url: str = "https://hooks.example.org/a", **changes: Any) -> str:
    """Our settings, and beside our hooks one that is called by its address."""
    return with_hooks_beside(
        OURS, {"matcher": "Bash", "hooks": [{"type": "http", "url": url, **changes}]}
    )


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
PLUGIN = own_files(WantedHook("project", agent="opencode"))

FINE = {
    "no file, and none": (SETTINGS, None, None),
    "a new file": (SETTINGS, None, settings_text({}, model="opus")),
    "a new file with our hooks": (SETTINGS, None, settings_text(OURS)),
    "another key": (
        SETTINGS,
        settings_text(OURS),
        settings_text(OURS, permissions={"deny": ["Read(.env)"]}),
    ),
    "another layout": (SETTINGS, settings_text(OURS), json.dumps(OURS)),
    "another hook before ours": (
        SETTINGS,
        settings_text(OURS),
        settings_text(
            {"hooks": {**OURS["hooks"], "PreToolUse": [THEIRS, *OURS["hooks"]["PreToolUse"]]}}
        ),
    ),
    "another hook goes": (SETTINGS, settings_text({"hooks": {"PreToolUse": [THEIRS]}}), "{}"),
    "a file that is none of ours goes": (SETTINGS, settings_text({}, model="opus"), None),
    "hooks switched on": (SETTINGS, settings_text(OURS, disableAllHooks=True), settings_text(OURS)),
    "switched off long ago": (
        SETTINGS,
        settings_text(OURS, disableAllHooks=True),
        settings_text(OURS, disableAllHooks=True, model="opus"),
    ),
    "an environment": (SETTINGS, settings_text(OURS), settings_text(OURS, env={"DEBUG": "1"})),
    "an address": (SETTINGS, settings_text(OURS), calling("http://127.0.0.1:80/x")),
    "headers": (SETTINGS, settings_text(OURS), calling(headers={"X-A": "1"}, allowedEnvVars=["A"])),
    "a tool of a server, with an input": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, on_bash(type="mcp_tool", server="s", tool="t", input={"a": [1]})),
    ),
    "a relative address that was there": (
        SETTINGS,
        calling("/x"),
        calling("/x").replace("{", '{"model": "opus",', 1),
    ),
    "switched off, says false": (
        SETTINGS,
        settings_text(OURS),
        settings_text(OURS, disableAllHooks=False),
    ),
    "a value of the right type": (
        SETTINGS,
        settings_text(OURS),
        settings_text(OURS, model="opus", env={}),
    ),
    "a wrong value that was there": (
        SETTINGS,
        settings_text(OURS, model=5),
        settings_text(OURS, model=5, language="de"),
    ),
    "a wrong value gone": (SETTINGS, settings_text(OURS, model=5), settings_text(OURS)),
    "a wrong value in a file without ours": (
        SETTINGS,
        settings_text({}),
        settings_text({}, model=5),
    ),
    "a wrong value to another agent": (
        "p/.gemini/settings.json",
        settings_text(GEMINI),
        settings_text(GEMINI, permissions="yes"),
    ),
    "a hook of another event": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, THEIRS, event="SessionEnd"),
    ),
    "a hook with many keys": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(
            OURS, on_bash(timeout=1.5, args=["x"], once=True, statusMessage="x", shell="bash")
        ),
    ),
    "a hook that is a prompt": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, {"hooks": [{"type": "prompt", "prompt": "x"}]}),
    ),
    "a malformed hook gone": (SETTINGS, with_hooks_beside(OURS, 5), settings_text(OURS)),
    "a malformed hook in a file without ours": (
        SETTINGS,
        "{}",
        settings_text({"hooks": {"Stop": 5}}),
    ),
    "Codex, a description": (
        CODEX_HOOKS,
        settings_text(CODEX_OURS),
        settings_text(CODEX_OURS, description="x"),
    ),
    "Copilot, another hook": (
        COPILOT_HOOKS,
        settings_text(COPILOT_OURS),
        with_hooks_beside(COPILOT_OURS, {"bash": "true", "timeoutSec": 5}, event="preToolUse"),
    ),
    "Gemini leaves one out alone": (
        "p/.gemini/settings.json",
        settings_text(GEMINI),
        with_hooks_beside(GEMINI, 5, event="BeforeTool"),
    ),
    "comments in a file without ours": (SETTINGS, "{ // mine\n}", "{ // yours\n}"),
    "another plugin": (
        SETTINGS,
        settings_text({"enabledPlugins": {"phaser-lint@phaser-lint": True}}),
        settings_text({"enabledPlugins": {"phaser-lint@phaser-lint": True, "x@y": False}}),
    ),
    "Cursor, another key": (
        "p/.cursor/hooks.json",
        settings_text(CURSOR),
        settings_text(CURSOR, extra=1),
    ),
    "pre-commit, another hook": (
        "p/.pre-commit-config.yaml",
        PRE_COMMIT,
        PRE_COMMIT.replace("v0.6.0", "v0.7.0"),
    ),
    "pre-commit without ours": ("p/.pre-commit-config.yaml", "repos: []\n", "exclude: x\n"),
    "a folder trusted": (
        TRUSTED,
        settings_text({"/a": "TRUST_FOLDER"}),
        settings_text({"/a": "TRUST_FOLDER", "/b": "TRUST_FOLDER"}),
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
        settings_text({}, disableAllHooks=True),
        settings_text({}),
    ),
    "Gemini, a comment": (
        "p/.gemini/settings.json",
        f"// ours\n{settings_text(GEMINI)}",
        f"// still ours\n{settings_text(GEMINI)}",
    ),
    "somebody's plugin": ("p/.opencode/plugins/phaser-lint.js", "mine\n", "yours\n"),
    "somebody's script": ("p/.clinerules/hooks/pretooluse", "#!/bin/sh\n", None),
    "other customizations": (
        SETTINGS,
        settings_text(OURS),
        settings_text(OURS, strictPluginOnlyCustomization=["skills"]),
    ),
    "a mode that is off": ("p/.env", "", "QWEN_CODE_SAFE_MODE=0\nQWEN_CODE_SIMPLE=x\n"),
    "a mode that goes": ("p/.env", "QWEN_CODE_SAFE_MODE=1\n", "PATH=/x\n"),
    "a mode that was there": ("p/.env", "QWEN_CODE_SAFE_MODE=1\n", "QWEN_CODE_SAFE_MODE=1\nA=1\n"),
    "a comment on a mode": ("p/.env", "", "# QWEN_CODE_SAFE_MODE=1\n"),
    "a mode in settings that is off": (
        "p/.qwen/settings.json",
        "{}",
        settings_text({}, env={"QWEN_CODE_SAFE_MODE": "0"}),
    ),
}
WEAKER = {
    "a relative address": (SETTINGS, settings_text(OURS), calling("/x")),
    "an address without a scheme": (SETTINGS, settings_text(OURS), calling("hooks.example.org/a")),
    "an address without a host": (SETTINGS, settings_text(OURS), calling("http://")),
    "an address that a variable is to fill in": (
        SETTINGS,
        settings_text(OURS),
        calling("${HOST}/a"),
    ),
    "headers in a list": (SETTINGS, settings_text(OURS), calling(headers=["X-A: 1"])),
    "a header that is a number": (SETTINGS, settings_text(OURS), calling(headers={"X-A": 1})),
    "an input that is no object": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, on_bash(type="mcp_tool", server="s", tool="t", input=["a"])),
    ),
    "our hook in another shell": (
        SETTINGS,
        settings_text(OURS),
        with_first(hooks=[{**OURS["hooks"]["PreToolUse"][0]["hooks"][0], "shell": "powershell"}]),
    ),
    "a prefix for each shell": (
        LOCAL,
        None,
        settings_text({}, env={"CLAUDE_CODE_SHELL_PREFIX": "/bin/true"}),
    ),
    "hooks of an organisation only": (LOCAL, None, settings_text({}, allowManagedHooksOnly=True)),
    "deleted": (SETTINGS, settings_text(OURS), None),
    "emptied": (SETTINGS, settings_text(OURS), ""),
    "hooks removed": (SETTINGS, settings_text(OURS), "{}"),
    "an event removed": (
        SETTINGS,
        settings_text(OURS),
        settings_text({"hooks": {"Stop": OURS["hooks"]["Stop"]}}),
    ),
    "the matcher narrowed": (SETTINGS, settings_text(OURS), with_first(matcher="Write")),
    "the command changed": (
        SETTINGS,
        settings_text(OURS),
        with_first(hooks=[{"type": "command", "command": "phaser-lint-hook", "timeout": 30}]),
    ),
    "a condition added": (
        SETTINGS,
        settings_text(OURS),
        with_first(hooks=[{**OURS["hooks"]["PreToolUse"][0]["hooks"][0], "if": "Edit(*.ts)"}]),
    ),
    "all hooks switched off": (
        SETTINGS,
        settings_text(OURS),
        settings_text(OURS, disableAllHooks=True),
    ),
    "another program found": (
        SETTINGS,
        settings_text(OURS),
        settings_text(OURS, env={"PATH": "/tmp/x:/bin"}),
    ),
    "another home": (
        SETTINGS,
        settings_text(OURS, env={"HOME": "/a"}),
        settings_text(OURS, env={"HOME": "/b"}),
    ),
    "switched off in a new file": (SETTINGS, None, settings_text({}, disableAllHooks=True)),
    "a value of a wrong type": (SETTINGS, settings_text(OURS), settings_text(OURS, model=5)),
    "permissions of a wrong type": (
        LOCAL,
        settings_text(OURS),
        settings_text(OURS, permissions="yes"),
    ),
    "an environment of a wrong type": (
        "home/.claude/settings.json",
        settings_text(OURS),
        settings_text(OURS, env=5),
    ),
    "a wrong value beside the plugin": (
        SETTINGS,
        settings_text({"enabledPlugins": {"phaser-lint@phaser-lint": True}}),
        settings_text(
            {"enabledPlugins": {"phaser-lint@phaser-lint": True}}, permissions={"allow": "Bash"}
        ),
    ),
    "hooks that are no object": (
        LOCAL,
        settings_text({**PLUGIN_ON}),
        settings_text({**PLUGIN_ON, "hooks": []}),
    ),
    "an event without a list": (
        SETTINGS,
        settings_text(OURS),
        settings_text(OURS, hooks={**OURS["hooks"], "X": 5}),
    ),
    "a group that is none": (SETTINGS, settings_text(OURS), with_hooks_beside(OURS, 5)),
    "a hook outside of a group": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, on_bash()["hooks"][0]),
    ),
    "a group without hooks": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, {"matcher": "Bash"}),
    ),
    "a matcher that is no text": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, {"matcher": 5, "hooks": []}),
    ),
    "a hook of no known type": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, on_bash(type="x")),
    ),
    "a hook without a command": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, on_bash(command=None)),
    ),
    "a timeout that is none": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, on_bash(timeout="5")),
    ),
    "a flag that is none": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, on_bash(once="x")),
    ),
    "arguments that are no texts": (
        SETTINGS,
        settings_text(OURS),
        with_hooks_beside(OURS, on_bash(args=[5])),
    ),
    "another shell": (SETTINGS, settings_text(OURS), with_hooks_beside(OURS, on_bash(shell="zsh"))),
    "Codex, another key": (
        CODEX_HOOKS,
        settings_text(CODEX_OURS),
        settings_text(CODEX_OURS, version=1),
    ),
    "Codex, half a second": (
        CODEX_HOOKS,
        settings_text(CODEX_OURS),
        with_hooks_beside(CODEX_OURS, on_bash(timeout=0.5)),
    ),
    "Copilot, another version": (
        COPILOT_HOOKS,
        settings_text(COPILOT_OURS),
        settings_text(COPILOT_OURS, version=2),
    ),
    "Copilot, an event without a list": (
        COPILOT_HOOKS,
        settings_text(COPILOT_OURS),
        settings_text(COPILOT_OURS, hooks={**COPILOT_OURS["hooks"], "sessionStart": {}}),
    ),
    "switched off, as text": (
        SETTINGS,
        settings_text(OURS),
        settings_text(OURS, disableAllHooks="true"),
    ),
    "switched off with a comment": (SETTINGS, "{}", '{"disableAllHooks": true // x\n}'),
    "switched off between comments": (SETTINGS, "{ // x\n}", '{ // x\n"disableAllHooks": true}'),
    "Gemini's switch": (
        "p/.gemini/settings.json",
        "{}",
        settings_text({}, hooksConfig={"enabled": False}),
    ),
    "Gemini's list": (
        "p/.gemini/settings.json",
        "{}",
        settings_text({}, hooksConfig={"disabled": ["phaser-lint"]}),
    ),
    "no JSON any more": (SETTINGS, settings_text(OURS), settings_text(OURS) + ","),
    "ours between comments": (
        SETTINGS,
        f"// ours\n{settings_text(OURS)}",
        f"// ours\n{settings_text(OURS, model='opus')}",
    ),
    "the plugin disabled": (
        SETTINGS,
        settings_text({"enabledPlugins": {"phaser-lint@phaser-lint": True}}),
        settings_text({"enabledPlugins": {"phaser-lint@phaser-lint": False}}),
    ),
    "the plugin disabled in another file": (
        SETTINGS,
        None,
        settings_text({"enabledPlugins": {"phaser-lint@phaser-lint": False}}),
    ),
    "a file of the plugin": (
        "home/.claude/plugins/cache/m/phaser-lint/1/hooks/hooks.json",
        settings_text(OURS),
        settings_text(OURS, x=1),
    ),
    "Cursor": (
        "p/.cursor/hooks.json",
        settings_text(CURSOR),
        settings_text({"version": 1, "hooks": {}}),
    ),
    "pre-commit, our hook removed": (
        "p/.pre-commit-config.yaml",
        PRE_COMMIT,
        PRE_COMMIT.replace("      - id: phaser-lint-tree\n", ""),
    ),
    "pre-commit, our hook limited": (
        "p/.pre-commit-config.yaml",
        PRE_COMMIT,
        f"{PRE_COMMIT}        files: docs\n",
    ),
    "pre-commit, all hooks limited": (
        "p/.pre-commit-config.yaml",
        PRE_COMMIT,
        f"exclude: ^src/\n{PRE_COMMIT}",
    ),
    "pre-commit, no YAML any more": ("p/.pre-commit-config.yaml", PRE_COMMIT, f"}}{PRE_COMMIT}"),
    "Copilot's switch": (
        "p/.github/copilot/settings.json",
        None,
        settings_text({}, disableAllHooks=True),
    ),
    "Copilot's switch for a machine": (
        "p/.github/copilot/settings.local.json",
        "{}",
        settings_text({}, disableAllHooks=True),
    ),
    "Copilot trusts no more": (
        COPILOT,
        '// x\n{"trustedFolders": ["/a"]}',
        '// x\n{"trustedFolders": []}',
    ),
    "Gemini trusts no more": (TRUSTED, settings_text({"/a": "TRUST_FOLDER"}), "{}"),
    "Gemini trusts another less": (TRUSTED, None, settings_text({"/a": "DO_NOT_TRUST"})),
    "Gemini's switch as a text": (
        "p/.gemini/settings.json",
        "{}",
        settings_text({}, hooksConfig={"enabled": "false"}),
    ),
    "Gemini, between comments": (
        "p/.gemini/settings.json",
        f"// ours\n{settings_text(GEMINI)}",
        "// ours\n{}",
    ),
    "VS Code skips a folder": (
        VSCODE,
        "{ // x\n}",
        '{"chat.hookFilesLocations": {".github/hooks": false}}',
    ),
    "Codex's older switch": ("p/.codex/config.toml", CODEX, "[features]\ncodex_hooks = false\n"),
    "Codex trusts no more": (
        "u/.codex/config.toml",
        '[projects."/p"]\ntrust_level = "trusted"\n',
        "",
    ),
    "Codex reviewed another form": (
        "u/.codex/config.toml",
        '[hooks.state."a:stop:0:0"]\ntrusted_hash = "sha256:1"\n',
        '[hooks.state."a:stop:0:0"]\ntrusted_hash = "sha256:2"\n',
    ),
    **{
        f"a mode in {name}": (name, "A=1\n", f"A=1\nexport {variable}='{value}'\n")
        for name, variable, value in (
            ("p/.env", "QWEN_CODE_SAFE_MODE", "1"),
            ("p/sub/.env", "QWEN_CODE_SIMPLE", "on"),
            ("p/.qwen/.env", "QWEN_CODE_SAFE_MODE", "true"),
            ("p/.gemini/.env", "GEMINI_RESTRICTED_MODE", "true"),
            ("p/.env", "GEMINI_CLI_TRUST_WORKSPACE", "false"),
        )
    },
    **{
        f"env.{variable}": (f"u/{name}", "{}", settings_text({}, env={variable: value}))
        for name, variable, value in (
            (".qwen/settings.json", "QWEN_CODE_SAFE_MODE", "1"),
            (".qwen/settings.json", "QWEN_CODE_SIMPLE", True),
            (".claude/settings.json", "CLAUDE_CODE_SAFE_MODE", 1),
        )
    },
    "only hooks of plugins": (
        SETTINGS,
        settings_text(OURS),
        settings_text(OURS, strictPluginOnlyCustomization=["hooks"]),
    ),
    "our OpenCode plugin": (*next(iter(PLUGIN.items())), "export {}\n"),
    "Codex": ("p/.codex/config.toml", CODEX, "[features]\nhooks = false\n"),
}


@pytest.mark.parametrize("row", FINE.values(), ids=FINE)
def test_fine(row: tuple[str, str | None, str | None]) -> None:
    """Our hooks stay as they are."""
    name, before, after = row
    assert not weakens(name, before, after, is_foreseen=True)


@pytest.mark.parametrize("row", WEAKER.values(), ids=WEAKER)
def test_weaker(row: tuple[str, str | None, str | None]) -> None:
    """A hook of ours goes or changes, or none runs any more."""
    name, before, after = row
    assert weakens(name, before, after, is_foreseen=True)


def test_what_cannot_be_foreseen() -> None:
    """It may do anything to a file with our hooks; to another there is nothing to lose."""
    assert weakens(SETTINGS, settings_text(OURS), None, is_foreseen=False)
    assert not weakens(SETTINGS, settings_text({}, model="opus"), None, is_foreseen=False)
    assert not weakens(SETTINGS, None, None, is_foreseen=False)


def test_toml() -> None:
    """Hooks in Codex's own settings, and one that is switched off by its state."""
    hook = '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ncommand = "phaser-lint hook"\n'
    state = '[hooks.state."a:pre_tool_use:0:0"]\nenabled = {}\n'
    name = "p/.codex/config.toml"
    assert not weakens(name, hook, f'model = "o"\n{hook}', is_foreseen=True)
    assert not weakens(name, state.format("false"), state.format("true"), is_foreseen=True)
    assert weakens(name, hook, 'model = "o"\n', is_foreseen=True)
    assert weakens(name, state.format("true"), state.format("false"), is_foreseen=True)


# Names are in small letters, as they are asked for.
ALONE, DROID = (
    "p/.factory/hooks.json",
    settings_text({"PreToolUse": [THEIRS, *OURS["hooks"]["PreToolUse"]]}),
)
KIMI = "h/.kimi-code/config.toml"
KIMI_OURS = '[[hooks]]\nevent = "PreToolUse"\ncommand = "phaser-lint-hook"\ntimeout = 30\n'
TRUST, EXCLUDED = "h/.pi/agent/trust.json", "p/.pi/settings.json"
EXTENSION = own_files(WantedHook("project", agent="pi"))[".pi/extensions/phaser-lint.ts"]
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
    "pi: the extension": ("p/.pi/extensions/phaser-lint.ts", EXTENSION, f"{EXTENSION}//\n", True),
}  # fmt: skip


@pytest.mark.parametrize("row", NEWER.values(), ids=NEWER)
def test_newer_agents(row: tuple[str, str, str, bool]) -> None:
    """What takes hooks out in droid, Kimi Code and pi, and what may change beside them."""
    name, before, after, expected = row
    assert weakens(name, before, after, is_foreseen=True) == expected
