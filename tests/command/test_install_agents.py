"""``install --agent``, ``uninstall --agent`` and ``agents``: each agent's own file and form."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint import __version__
from phaser_lint.agent import AGENTS
from phaser_lint.agent.agent_table import COMMAND, OPEN
from phaser_lint.agent.install import hook_entries
from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_entry, make_hook_groups
from phaser_lint.agent.install.install_table import FILES, HOOKS, list_paths_by_scope
from phaser_lint.agent.install.missing_program import with_guard, without_guard
from tests.agent.events import event_bytes
from tests.command.made import contract, denial_sentence
from tests.tables import one_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaser_lint.agent.install.missing_program import MissingAction
    from tests.conftest import MakeProject, Outcome, Run

BIN = str(Path(sys.executable).parent)
NAMES = [name for name, *_ in AGENTS]
# Kimi Code has only settings of the user.
OF_PROJECTS = [name for name in NAMES if "project" in list_paths_by_scope(name)]
CONTRACTS = {"no-print.yaml": contract()}
PATH = {"PATH": BIN + os.pathsep + os.environ["PATH"]}


ANSWERS: Mapping[str, MissingAction] = {
    "BeforeTool": "say", "AfterTool": "pass", "AfterAgent": "say",
    "preToolUse": "say", "postToolUse": "pass", "agentStop": "say",
}  # fmt: skip
"""What a guarded command answers at each event where its program is missing."""


def groups_by_event(
    command: str, matchers: dict[str, str], *, is_guarded: bool = False, **handler_keys: Any
) -> Any:
    hook = {"type": "command", "command": command, "timeout": 30, **handler_keys}
    return {
        event: [
            {
                **({"matcher": matcher} if matcher else {}),
                "hooks": [
                    {**hook, "command": with_guard(command, ANSWERS[event])} if is_guarded else hook
                ],
            }
        ]
        for event, matcher in matchers.items()
    }


def handlers_by_event(matchers: dict[str, str], **handler_keys: Any) -> Any:
    guards = [key for key in ("bash",) if key in handler_keys]
    return {
        event: [
            {
                **handler_keys,
                **{key: with_guard(handler_keys[key], ANSWERS[event]) for key in guards},
                **({"matcher": matcher} if matcher else {}),
            }
        ]
        for event, matcher in matchers.items()
    }


COPILOT = {
    "version": 1,
    "hooks": handlers_by_event(
        {
            "preToolUse": "create|edit|apply_patch",
            "postToolUse": "bash|powershell",
            "agentStop": "",
        },
        type="command",
        bash="phaser-lint-hook --agent copilot-cli; exit 0",
        powershell="phaser-lint-hook --agent copilot-cli; exit 0",
        timeoutSec=30,
    ),
}
ANTIGRAVITY = {
    "type": "command",
    "command": "phaser-lint-hook --agent antigravity; exit 0",
    "timeout": 30,
}
SETTINGS: dict[str, tuple[str, Any]] = {
    "codex": (
        ".codex/hooks.json",
        {
            "hooks": groups_by_event(
                "phaser-lint-hook --agent codex",
                {
                    "PreToolUse": "apply_patch|Bash",
                    "PostToolUse": "^(?:Bash|mcp__.*)$",
                    "Stop": "",
                },
            )
        },
    ),
    "gemini-cli": (
        ".gemini/settings.json",
        {
            "hooks": groups_by_event(
                "phaser-lint-hook --agent gemini-cli; exit 0",
                {
                    "BeforeTool": "write_file|replace",
                    "AfterTool": "^(?:write_file|replace|run_shell_command|mcp_.*)$",
                    "AfterAgent": "",
                },
                is_guarded=True,
                name="phaser-lint",
                timeout=30_000,
            )
        },
    ),
    "qwen-code": (
        ".qwen/settings.json",
        {
            "hooks": groups_by_event(
                "phaser-lint-hook --agent qwen-code",
                {
                    "PreToolUse": "write_file|edit|notebook_edit",
                    "PostToolUse": (
                        "^(?:write_file|edit|notebook_edit|run_shell_command|mcp__.*)$"
                    ),
                    "Stop": "",
                },
            )
        },
    ),
    "copilot-cli": (".github/hooks/phaser-lint.json", COPILOT),
    "vscode": (".github/hooks/phaser-lint.json", COPILOT),
    "cursor": (
        ".cursor/hooks.json",
        {
            "version": 1,
            "hooks": handlers_by_event(
                {
                    "preToolUse": "Write|StrReplace|Delete",
                    "postToolUse": "Shell|MCP:.*",
                    "stop": "",
                },
                command="phaser-lint-hook --agent cursor",
                timeout=30,
            ),
        },
    ),
    "windsurf": (
        ".windsurf/hooks.json",
        {
            "hooks": handlers_by_event(
                {"pre_write_code": ""},
                command="phaser-lint-hook --agent windsurf",
                show_output=True,
            )
        },
    ),
    "wave": (
        ".wave/settings.json",
        {
            "hooks": groups_by_event(
                "phaser-lint-hook --agent wave",
                {
                    "PreToolUse": "Edit|Write|MultiEdit|NotebookEdit",
                    "PostToolUse": "Edit|Write|MultiEdit|NotebookEdit|Bash|mcp__*",
                    "Stop": "",
                },
            )
        },
    ),
    "droid": (
        ".factory/settings.json",
        {
            "hooks": groups_by_event(
                "phaser-lint-hook --agent droid",
                {
                    "PreToolUse": "Create|Edit|MultiEdit|ApplyPatch",
                    "PostToolUse": "^(?:Create|Edit|MultiEdit|ApplyPatch|Execute|Script|"
                    "WaitForScript|mcp_.*)$",
                    "Stop": "",
                },
            )
        },
    ),
    "antigravity": (
        ".agents/hooks.json",
        {
            "phaser-lint": {
                "PreToolUse": [
                    {
                        "matcher": "write_to_file|replace_file_content|multi_replace_file_content",
                        "hooks": [ANTIGRAVITY],
                    }
                ],
                "Stop": [ANTIGRAVITY],
            }
        },
    ),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("agent", SETTINGS)
def test_the_settings_of_each_agent_are_written_whole(
    project: MakeProject, call: Any, agent: str
) -> None:
    """The whole file; a second time changes nothing; taken out it is gone."""
    path, expected = SETTINGS[agent]
    root = project({})
    outcome = call(root, "install", "--agent", agent)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"{root / path}: installed\n")
    text = (root / path).read_text()
    assert json.loads(text) == expected
    second_outcome = call(root, "install", "--agent", agent)
    assert (second_outcome.code, second_outcome.out.split("\n")[0]) == (
        0,
        f"{root / path}: unchanged",
    )
    assert (root / path).read_text() == text
    assert call(root, "uninstall", "--agent", agent) == (0, f"{root / path}: removed\n", "")
    assert not (root / path).exists()


OTHER_SETTINGS: dict[str, tuple[str, str]] = {
    "codex": (".codex/hooks.json", "PreToolUse"),
    "gemini-cli": (".gemini/settings.json", "BeforeTool"),
    "qwen-code": (".qwen/settings.json", "Stop"),
    "wave": (".wave/settings.json", "PreToolUse"),
    "droid": (".factory/settings.json", "PreToolUse"),
    "cursor": (".cursor/hooks.json", "preToolUse"),
    "windsurf": (".windsurf/hooks.json", "pre_write_code"),
    "copilot-cli": (".github/hooks/phaser-lint.json", "agentStop"),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("agent", OTHER_SETTINGS)
def test_other_peoples_settings_survive(project: MakeProject, call: Any, agent: str) -> None:
    """Order, unknown keys, their hooks, the very bytes: in and out again."""
    path, event = OTHER_SETTINGS[agent]
    theirs = '{"command": "./guard.sh"}'
    hook = theirs if agent in ("cursor", "windsurf", "copilot-cli") else f'{{"hooks": [{theirs}]}}'
    before = f'{{\n\t"zed" : [1,2],\n\t"hooks": {{"{event}": [ {hook} ], "x": []}},\n\t"a": 1e3\n}}'
    root = project({path: before})
    assert call(root, "install", "--agent", agent).code == 0
    merged = json.loads((root / path).read_text())
    assert list(merged) == ["zed", "hooks", "a"]
    assert merged["hooks"][event] == [json.loads(hook), *SETTINGS[agent][1]["hooks"][event]]
    assert call(root, "uninstall", "--agent", agent).code == 0
    assert (root / path).read_text() == before


@pytest.mark.parametrize("agent", SETTINGS)
def test_broken_settings_are_refused(project: MakeProject, call: Any, agent: str) -> None:
    """And left alone."""
    path, _ = SETTINGS[agent]
    root = project({path: "{ // comment\n}"})
    outcome = call(root, "install", "--agent", agent)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {root / path}: ")
    assert (root / path).read_text() == "{ // comment\n}"


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("agent", SETTINGS)
def test_another_form_is_replaced_with_force(project: MakeProject, call: Any, agent: str) -> None:
    """Never silently, and what it says stays."""
    path, expected = SETTINGS[agent]
    root = project({})
    assert call(root, "install", "--agent", agent, "--fail-closed").code == 0
    closed = (root / path).read_text()
    assert "--fail-closed" in closed
    assert f"--fail-closed{OPEN.removeprefix(COMMAND)}" not in closed, "what fails is to block"
    refused = call(root, "install", "--agent", agent)
    assert refused.code == 2
    assert refused.err.endswith("holds another form of phaser's hooks; --force replaces them\n")
    kept = call(root, "install", "--agent", agent, "--force")
    assert (kept.code, "kept: --fail-closed" in kept.out) == (0, True)
    assert (root / path).read_text() == closed
    assert call(root, "uninstall", "--agent", agent).code == 0
    assert call(root, "install", "--agent", agent).code == 0
    assert json.loads((root / path).read_text()) == expected


@pytest.mark.one_row_in(12)
@pytest.mark.parametrize(
    ("agent", "scope"), [(name, scope) for name in NAMES for scope in list_paths_by_scope(name)]
)
def test_protect_is_a_flag_of_each_agent(
    project: MakeProject, call: Any, tmp_path: Path, agent: str, scope: str
) -> None:
    """Every agent's command takes the flag; ``--force`` keeps it, ``uninstall`` takes it out."""
    root = project({})
    base = tmp_path / "home" if scope == "user" else root
    command = ("install", "--agent", agent, "--scope", scope)
    assert call(root, *command, "--protect").code == 0
    folders = {".git", ".cache"}
    files = [path for path in base.rglob("*") if path.is_file() and not folders & {*path.parts}]
    texts = [path.read_text() for path in files if "phaser" in path.read_text()]
    assert texts
    assert all("--protect" in text for text in texts)
    second_lines = call(root, *command, "--protect").out.splitlines()
    assert second_lines[0].endswith(": unchanged")
    assert call(root, *command).code == 2
    kept = call(root, *command, "--force").out.splitlines()
    assert kept[0].endswith(": unchanged")
    assert kept[1].startswith("kept: --protect; ")
    deny = ("--if-missing", "deny")
    if scope == "project" and call(root, *command, *deny, "--force").code == 0:
        again = call(root, *command, "--force").out.splitlines()
        assert again[1].startswith("kept: --protect, --if-missing deny; ")
    assert call(root, "uninstall", *command[1:]).code == 0
    assert call(root, *command).code == 0
    assert all("--protect" not in path.read_text() for path in files if path.exists())


# What --augment changes: the matchers of the event of a tool call, and of that of a prompt.
AUGMENTED: dict[str, dict[str, Any]] = {
    "codex": {
        "PreToolUse": ["apply_patch|Bash", "^mcp__.*$"],
        "UserPromptSubmit": [None],
    },
    "gemini-cli": {
        "AfterTool": [
            "^(?:write_file|replace|run_shell_command|mcp_.*)$",
            "^(?!(?:write_file|replace|run_shell_command|mcp_.*)$)",
        ],
        "BeforeAgent": [None],
    },
    "qwen-code": {
        "PostToolUse": [
            "^(?:write_file|edit|notebook_edit|run_shell_command|mcp__.*)$",
            "^(?!(?:write_file|edit|notebook_edit|run_shell_command|mcp__.*)$)",
        ],
        "UserPromptSubmit": [None],
    },
    "copilot-cli": {"preToolUse": [None], "userPromptSubmitted": [None]},
    "vscode": {"preToolUse": [None], "userPromptSubmitted": [None]},
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("agent", AUGMENTED)
def test_augment_is_only_where_the_model_reads_context(
    project: MakeProject, call: Any, agent: str
) -> None:
    """The flag where the model reads context, nowhere else; in and out again."""
    path, plain = SETTINGS[agent]
    root = project({})
    assert call(root, "install", "--agent", agent, "--augment").code == 0
    hooks = json.loads((root / path).read_text())["hooks"]
    for event, groups_of in hooks.items():
        if event not in AUGMENTED[agent]:
            assert groups_of == plain["hooks"][event]
            continue
        assert [group.get("matcher") for group in groups_of] == AUGMENTED[agent][event]
        for group in groups_of:
            hook = group.get("hooks", [group])[0]
            command = hook.get("bash") or hook["command"]
            agent_name = "copilot-cli" if agent == "vscode" else agent
            end = "; exit 0" if agent in ("gemini-cli", "copilot-cli", "vscode") else ""
            assert without_guard(command) == f"phaser-lint-hook --agent {agent_name} --augment{end}"
    assert set(hooks) == {*plain["hooks"], *AUGMENTED[agent]}
    second_outcome = call(root, "install", "--agent", agent, "--augment")
    assert second_outcome.out.split("\n")[0] == f"{root / path}: unchanged"
    assert call(root, "uninstall", "--agent", agent).out == f"{root / path}: removed\n"


def test_augment_and_fail_closed(project: MakeProject, call: Any) -> None:
    """Only on edits: no prompt and no other tool is lost to a hook that fails."""
    root = project({})
    command = ("install", "--agent", "copilot-cli", "--augment", "--fail-closed")
    assert call(root, *command).code == 0
    hooks = json.loads((root / ".github/hooks/phaser-lint.json").read_text())["hooks"]
    handlers_by_tool = [(handler["matcher"], handler["bash"]) for handler in hooks["preToolUse"]]
    start = "phaser-lint-hook --agent copilot-cli"
    assert handlers_by_tool == [
        ("create|edit|apply_patch", with_guard(f"{start} --fail-closed --augment", "deny")),
        (
            "(?!(?:create|edit|apply_patch|Write|Edit)$).*",
            with_guard(f"{start} --augment; exit 0", "say"),
        ),
    ]
    on_prompts = hooks["userPromptSubmitted"][0]["bash"]
    assert on_prompts == with_guard(f"{start} --augment; exit 0", "pass")


@pytest.mark.parametrize("flags", [(), ("--protect", "--fail-closed")])
def test_augment_for_wave_runs_after_every_tool(
    project: MakeProject, call: Any, flags: tuple[str, ...]
) -> None:
    """After every tool, since its globs know no "all but"; a prompt never fails closed."""
    root = project({})
    assert call(root, "install", "--agent", "wave", "--augment", *flags).code == 0
    hooks = json.loads((root / ".wave/settings.json").read_text())["hooks"]
    start = "phaser-lint-hook --agent wave"
    closed = f"{start} --fail-closed --protect" if flags else start
    prompt = f"{start} --augment"
    hooks_by_event = {
        event: [(group.get("matcher"), group["hooks"][0]["command"]) for group in groups]
        for event, groups in hooks.items()
    }
    assert hooks_by_event == {
        "PreToolUse": [(f"Edit|Write|MultiEdit|NotebookEdit{'|Bash' if flags else ''}", closed)],
        "PostToolUse": [(None, f"{closed} --augment")],
        "Stop": [(None, closed)],
        "UserPromptSubmit": [(None, prompt)],
        **({"SessionStart": [(None, closed)]} if flags else {}),
    }


@pytest.mark.parametrize(
    "agent",
    [
        "cursor",
        "windsurf",
        "cline",
        "opencode",
        "kilo",
        "droid",
        "kimi-code",
        "pi",
        "vibe",
        "antigravity",
        "kiro",
    ],
)
def test_augment_is_unsupported(project: MakeProject, call: Any, agent: str) -> None:
    """Said, and nothing is written; for OpenCode there is a plugin."""
    root = project({})
    outcome = call(root, "install", "--agent", agent, "--augment")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: --augment: unsupported for {agent}")
    has_plugin = agent in ("opencode", "kilo")
    assert ("augment --agent opencode --plugin >" in outcome.err) == has_plugin
    assert [path.name for path in root.iterdir()] == [".git"]


@pytest.mark.parametrize("agent", ["claude-code", "opencode"])
def test_abort_is_unsupported(project: MakeProject, call: Any, agent: str) -> None:
    """Said where no denial ends a run, and nothing is written."""
    root = project({})
    message = f"phaser-lint: --abort: unsupported for {agent}; expected --agent cline\n"
    assert call(root, "install", "--agent", agent, "--abort") == (2, "", message)
    assert [path.name for path in root.iterdir()] == [".git"]


USER_FILES = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "gemini-cli": ".gemini/settings.json",
    "qwen-code": ".qwen/settings.json",
    "copilot-cli": ".copilot/hooks/phaser-lint.json",
    "vscode": ".copilot/hooks/phaser-lint.json",
    "cursor": ".cursor/hooks.json",
    "opencode": ".config/opencode/plugins/phaser-lint.js",
    "windsurf": ".codeium/windsurf/hooks.json",
    "cline": "Documents/Cline/Hooks/PostToolUse",
    "wave": ".wave/settings.json",
    "droid": ".factory/settings.json",
    "kimi-code": ".kimi-code/config.toml",
    "pi": ".pi/agent/extensions/phaser-lint.ts",
    "kilo": ".config/kilo/plugins/phaser-lint.js",
    "vibe": ".vibe/hooks.toml",
    "antigravity": ".gemini/config/hooks.json",
    "kiro": ".kiro/hooks/phaser-lint.json",
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("agent", NAMES)
def test_a_hook_of_the_user_names_its_interpreter(
    project: MakeProject, call: Any, tmp_path: Path, agent: str
) -> None:
    """The interpreter by its path, in the home folder; the project is not touched."""
    root = project({})
    path = tmp_path / "home" / USER_FILES[agent]
    assert call(root, "install", "--agent", agent, "--scope", "user").code == 0
    assert sys.executable in path.read_text()
    assert [path_in_root.name for path_in_root in root.iterdir()] == [".git"]
    assert call(root, "uninstall", "--agent", agent, "--scope", "user").code == 0
    assert list((tmp_path / "home").iterdir()) == []


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("agent", OF_PROJECTS)
def test_no_folder_stays(project: MakeProject, call: Any, agent: str) -> None:
    """An empty one goes with the file; one that holds something else, or is a link, stays."""
    root, shared = project({}), project({})
    call(root, "install", "--agent", agent)
    call(shared, "install", "--agent", agent)
    (agent_folder,) = (path for path in shared.iterdir() if path.name != ".git")
    (agent_folder / "notes").write_text("x")
    for project_root in (root, shared):
        assert call(project_root, "uninstall", "--agent", agent).code == 0
    assert [path.name for path in root.iterdir()] == [".git"]
    assert [path.name for path in agent_folder.iterdir()] == ["notes"]
    (root / "elsewhere").mkdir()
    (root / agent_folder.name).symlink_to("elsewhere")
    for command in ("install", "uninstall"):
        assert call(root, command, "--agent", agent).code == 0
    assert (root / agent_folder.name).is_symlink()


@pytest.mark.parametrize("agent", [name for name in OF_PROJECTS if name != "claude-code"])
def test_only_claude_code_has_a_local_scope(project: MakeProject, call: Any, agent: str) -> None:
    """Only Claude Code has one."""
    for command in ("install", "uninstall"):
        outcome = call(project({}), command, "--agent", agent, "--scope", "local")
        message = f"phaser-lint: --scope local: expected project or user for {agent}\n"
        assert outcome == (2, "", message)


def test_an_unknown_agent_is_answered_with_the_names(project: MakeProject, call: Any) -> None:
    """The names are said."""
    outcome = call(project({}), "install", "--agent", "hal")
    assert outcome.code == 2
    assert "invalid choice: 'hal'" in outcome.err
    assert "windsurf" in outcome.err


# What is installed does what it is for.


@pytest.mark.one_row_in(10)
@pytest.mark.parametrize("agent", [name for name in HOOKS if name not in ("claude-code", "vscode")])
@pytest.mark.parametrize("scope", ["project", "user"])
def test_the_installed_command_denies(
    project: MakeProject, environment: dict[str, str], agent: str, scope: str
) -> None:
    """Started by a shell as the agent does it; without the program a write goes through."""
    root = project({}, contracts={"a.yaml": contract()})
    hooks = next(iter(make_hook_groups(WantedHook(scope, agent=agent)).values()))[0]
    handler = hooks.get("hooks", [hooks])[0]
    command = handler.get("bash") or handler["command"]
    stdin = event_bytes(agent, "before", root, text="print(1)\n")
    process = subprocess.run(
        ["/bin/sh", "-c", command], input=stdin, env={**environment, **PATH}, capture_output=True
    )
    assert b"no-print at line 1" in process.stdout + process.stderr
    assert process.returncode == (2 if agent in ("windsurf", "wave") else 0)
    if scope == "project":
        bare = {**environment, "PATH": "/nowhere"}
        missing = subprocess.run(
            ["/bin/sh", "-c", command], input=stdin, env=bare, capture_output=True
        )
        is_guarded = agent in ("gemini-cli", "copilot-cli")
        # A hook that fails refuses every edit in Antigravity, and so does an answer that it
        # does not know.
        assert missing.returncode == (0 if is_guarded or agent == "antigravity" else 127)
        assert (b"systemMessage" in missing.stdout) == is_guarded


CALLED = "& '/it''s/python' '-I' '-S' '-c' 'x = ''1'' '"


@pytest.mark.parametrize(
    ("scope", "closed", "expected"),
    [
        ("project", False, "phaser-lint-hook --agent copilot-cli; exit 0"),
        ("user", False, f"{CALLED} '--agent' 'copilot-cli'; exit 0"),
        ("user", True, f"{CALLED} '--agent' 'copilot-cli' '--fail-closed'"),
    ],
)
def test_a_command_is_quoted_for_powershell(
    monkeypatch: pytest.MonkeyPatch, scope: str, closed: bool, expected: str
) -> None:
    """Quoted as PowerShell reads it, and called: a quoted program alone would be a text."""
    monkeypatch.setattr(sys, "executable", "/it's/python")
    monkeypatch.setattr(hook_entries, "render_start_code", lambda: "x = '1' ")
    assert (
        make_hook_entry(WantedHook(scope, fail_closed=closed, agent="copilot-cli"), "preToolUse")[
            "powershell"
        ]
        == expected
    )


# Files of its own.

PLUGIN = ".opencode/plugins/phaser-lint.js"
EXTENSION = ".pi/extensions/phaser-lint.ts"
KILO_PLUGIN, KIRO_HOOKS = ".kilo/plugins/phaser-lint.js", ".kiro/hooks/phaser-lint.json"
AFTER, BEFORE = ".clinerules/hooks/PostToolUse", ".clinerules/hooks/PreToolUse"


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("agent", "flags", "paths"),
    [
        ("opencode", (), [PLUGIN]),
        ("pi", (), [EXTENSION]),
        ("kilo", (), [KILO_PLUGIN]),
        ("kiro", (), [KIRO_HOOKS]),
        ("cline", (), [AFTER]),
        ("cline", ("--abort",), [AFTER, BEFORE]),
    ],
)
def test_a_file_of_our_own_comes_and_goes_whole(
    project: MakeProject, call: Any, agent: str, flags: tuple[str, ...], paths: list[str]
) -> None:
    """Written, unchanged, another form only with force, and gone again."""
    root = project({})
    outcome = call(root, "install", "--agent", agent, *flags)
    assert (outcome.code, outcome.err) == (0, "")
    names = [
        str(path_in_root.relative_to(root))
        for path_in_root in root.rglob("*")
        if path_in_root.is_file()
    ]
    assert sorted(name for name in names if not name.startswith(".git/")) == sorted(paths)
    texts = [(root / path).read_text() for path in paths]
    assert all("phaser-lint uninstall removes it" in text for text in texts)
    second_lines = call(root, "install", "--agent", agent, *flags).out.splitlines()
    assert second_lines[: len(paths)] == [f"{root / path}: unchanged" for path in paths]
    assert call(root, "install", "--agent", agent, "--fail-closed", *flags).code == 2
    forced = call(root, "install", "--agent", agent, "--fail-closed", "--force", *flags)
    assert forced.code == 0
    assert "--fail-closed" in (root / paths[0]).read_text()
    assert call(root, "uninstall", "--agent", agent).code == 0
    assert not any((root / path).exists() for path in paths)


@pytest.mark.parametrize(
    ("flags", "note"),
    [
        (
            (),
            "Cline gets the report after a write; a denial would end its run "
            "(--abort denies all the same).",
        ),
        (("--abort",), "A denial ends Cline's run, and neither the model nor you read why."),
        (("--protect",), "What changes this hook itself is not reported; --abort denies it."),
        (
            ("--protect", "--abort"),
            "A denial ends Cline's run, and neither the model nor you read why.",
        ),
    ],
)
def test_the_note_on_cline_tells_what_was_chosen(
    project: MakeProject, call: Any, flags: tuple[str, ...], note: str
) -> None:
    """What was chosen, not what could have been."""
    outcome = call(project({}), "install", "--agent", "cline", *flags)
    assert outcome.out.splitlines()[-1] == note


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("agent", ["gemini-cli", "copilot-cli", "codex"])
def test_a_note_on_trust_is_only_of_a_hook_in_a_project(
    project: MakeProject, call: Any, agent: str
) -> None:
    """Of projects that are trusted only where the hook stands in one."""
    root = project({})
    _, project_note, *_ = call(root, "install", "--agent", agent).out.splitlines()
    _, *user_notes = call(root, "install", "--agent", agent, "--scope", "user").out.splitlines()
    assert "trust" in project_note
    assert [note for note in user_notes if "trust" in note] == []
    assert len(user_notes) == (agent == "codex")


@pytest.mark.parametrize(
    ("agent", "path"), [("opencode", PLUGIN), ("pi", EXTENSION), ("cline", AFTER)]
)
def test_the_file_of_somebody_else_is_never_touched(
    project: MakeProject, call: Any, agent: str, path: str
) -> None:
    root = project({path: "mine\n"})
    for flags in ((), ("--force",)):
        outcome = call(root, "install", "--agent", agent, *flags)
        message = "expected no file, or one of phaser-lint: it is somebody else's"
        assert outcome == (2, "", f"phaser-lint: {root / path}: {message}\n")
    assert call(root, "uninstall", "--agent", agent).out.splitlines()[0] == (
        f"{root / path}: nothing to remove"
    )
    assert (root / path).read_text() == "mine\n"


def test_the_script_for_cline(project: MakeProject, call: Any, environment: dict[str, str]) -> None:
    """An executable that answers the event on its standard input."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract()})
    call(root, "install", "--agent", "cline", "--abort")
    for path, kind in ((AFTER, "after"), (BEFORE, "before")):
        assert stat.S_IMODE((root / path).stat().st_mode) & 0o111
        stdin = event_bytes("cline", kind, root, path="b.py" if kind == "before" else "a.py",
                     text="print(1)\n")  # fmt: skip
        process = subprocess.run(
            [root / path], input=stdin, env={**environment, **PATH}, capture_output=True
        )
        answer = json.loads(process.stdout)
        assert (answer["cancel"], process.returncode) == (kind == "before", 0)
        text_for_model = answer.get("errorMessage") or answer["contextModification"]
        assert text_for_model == denial_sentence()


# The table.


def test_agents_shows_where_the_hook_is_installed(
    project: MakeProject, call: Any, tmp_path: Path
) -> None:
    """Where it is installed, and where it would be."""
    root = project({".gemini/settings.json": "{"})
    call(root, "install")
    call(root, "install", "--agent", "opencode")
    call(root, "install", "--agent", "codex", "--scope", "user")
    outcome = call(root, "install", "--list")
    assert call(root, "agents") == outcome
    rows = [line.split(None, 3) for line in outcome.out.splitlines()]
    assert (outcome.code, outcome.err) == (0, "")
    assert rows[0] == ["agent", "program", "hook", "file"]
    assert [[row[0], *row[2:]] for row in rows[1:]] == [
        ["claude-code", "project", ".claude/settings.json"],
        ["codex", "user", "~/.codex/hooks.json"],
        ["gemini-cli", "unreadable", ".gemini/settings.json"],
        ["qwen-code", "-", ".qwen/settings.json"],
        ["copilot-cli", "-", ".github/hooks/phaser-lint.json"],
        ["vscode", "-", ".github/hooks/phaser-lint.json"],
        ["cursor", "-", ".cursor/hooks.json"],
        ["opencode", "project", ".opencode/plugins/phaser-lint.js"],
        ["kilo", "-", ".kilo/plugins/phaser-lint.js"],
        ["windsurf", "-", ".windsurf/hooks.json"],
        ["cline", "-", ".clinerules/hooks/PostToolUse"],
        ["wave", "-", ".wave/settings.json"],
        ["droid", "-", ".factory/settings.json"],
        ["kimi-code", "-", "~/.kimi-code/config.toml"],
        ["pi", "-", ".pi/extensions/phaser-lint.ts"],
        ["vibe", "-", ".vibe/hooks.toml"],
        ["antigravity", "-", ".agents/hooks.json"],
        ["kiro", "-", ".kiro/hooks/phaser-lint.json"],
    ]


def test_every_agent_can_be_installed() -> None:
    """The tables name the same agents."""
    assert sorted([*HOOKS, *FILES]) == sorted(NAMES)


# The plugin for Claude Code, which the repository holds.

REPOSITORY = Path(__file__).parent.parent.parent
PLUGIN_FOLDER = REPOSITORY / "plugins" / "phaser-lint"


def test_the_plugin_has_the_hooks_that_install_writes() -> None:
    """Its hooks are those that ``install`` writes for a team."""
    hooks = json.loads((PLUGIN_FOLDER / "hooks" / "hooks.json").read_text())
    assert hooks["hooks"] == make_hook_groups(WantedHook("project"))
    manifest = json.loads((PLUGIN_FOLDER / ".claude-plugin" / "plugin.json").read_text())
    market = json.loads((REPOSITORY / ".claude-plugin" / "marketplace.json").read_text())
    (listed_plugin,) = market["plugins"]
    assert listed_plugin["name"] == manifest["name"] == "phaser-lint"
    assert manifest["version"] == __version__, "the client installs no other of the same version"
    assert (REPOSITORY / listed_plugin["source"]).resolve() == PLUGIN_FOLDER


CALL = """
const [plugin, tool] = process.argv.slice(1)
const { PhaserLint } = await import(plugin)
const log = async () => undefined
const hooks = await PhaserLint({ client: { app: { log } }, directory: "/", worktree: "/" })
const output = { args: { filePath: "/a.py", content: "" }, output: "done" }
await hooks["tool.execute.after"]({ tool, args: output.args }, output)
await hooks["tool.execute.before"]({ tool }, output).catch((error) => console.log(error.message))
console.log(output.output)
"""


@pytest.mark.one_row_in(2)
@pytest.mark.skipif(shutil.which("node") is None, reason="no node on the PATH")
@pytest.mark.parametrize(
    ("flags", "tool", "message"),
    [
        ((), "write", ""),
        (("--fail-closed",), "read", ""),
        (("--fail-closed",), "write", "phaser-lint could not run: "),
    ],
)
def test_the_plugin_without_the_program(
    project: MakeProject, call: Any, flags: tuple[str, ...], tool: str, message: str
) -> None:
    """Writes go on, or are refused where that was asked for."""
    root = project({})
    assert call(root, "install", "--agent", "opencode", *flags).code == 0
    plugin = root / "plugin.mjs"
    plugin.write_text((root / PLUGIN).read_text().replace("phaser-lint-hook", "/nowhere/hook"))
    command = ["node", "--input-type=module", "-e", CALL, str(plugin), tool]
    process = subprocess.run(command, capture_output=True, text=True)
    assert (process.returncode, process.stderr) == (0, "")
    *refused, output = process.stdout.splitlines()
    assert output == "done"
    assert [line.startswith(message) for line in refused] == [True] * bool(message)


def test_plugin_is_javascript(project: MakeProject, call: Any) -> None:
    """Braces and quotes of the template came out single."""
    root = project({})
    call(root, "install", "--agent", "opencode")
    text = (root / PLUGIN).read_text()
    assert 'const COMMAND = ["phaser-lint-hook", "--agent", "opencode"]\n' in text
    assert "{{" not in text
    assert text.count("{") == text.count("}")
    assert '"\\n\\n" + answer.context' in text


def environment_with(folder: Path) -> Path:
    """A virtual environment with the program, by its marks."""
    (folder / "bin").mkdir(parents=True)
    (folder / "pyvenv.cfg").write_text("home = /usr/bin\n")
    for name in ("phaser-lint", "phaser-lint-hook"):
        (folder / "bin" / name).symlink_to(f"{BIN}/{name}")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("agent", "is_active", "lies_in_project", "scope"),
    [
        ("claude-code", True, False, "local"),
        ("claude-code", False, True, "local"),
        ("codex", True, False, "user"),
        ("claude-code", False, False, ""),
    ],
)
def test_a_command_found_only_in_an_active_environment_is_told(
    project: MakeProject,
    run: Run,
    tmp_path: Path,
    agent: str,
    is_active: bool,
    lies_in_project: bool,
    scope: str,
) -> None:
    """Install and doctor say where the command lies, if it is found only for that."""
    root = project({}, contracts=CONTRACTS)
    folder = environment_with((root if lies_in_project else tmp_path) / ".venv")
    env = {"HOME": str(tmp_path / "home"), "PATH": f"{folder}/bin:/usr/bin:/bin"}
    env |= {"VIRTUAL_ENV": str(folder)} if is_active else {}
    outcome = run("install", "--agent", agent, cwd=root, env=env)
    # What lies in the checkout is started only when that is asked for.
    options = ["--start-all"] if lies_in_project else []
    outcome_of_doctor = run("doctor", "--json", "--agent", agent, *options, cwd=root, env=env)
    document = json.loads(outcome_of_doctor.out)
    notes = [
        finding["text"]
        for finding in document["gates"][0]["findings"]
        if finding["level"] == "note"
    ]
    message = (
        f"{folder}: an agent that is started outside of it does not find it, and most let every "
        "edit through then"
    )
    assert (outcome.code, outcome.err) == (0, "")
    if not scope:
        assert (message in outcome.out, notes) == (False, [])
        return
    assert f"phaser-lint-hook lies in the environment {message}." in outcome.out
    assert f"or use --scope {scope}, which names the program by its path." in outcome.out
    assert notes == [f"its command lies in the environment {message}"]


@pytest.mark.parametrize("scope", ["local", "user"])
def test_by_its_path_it_is_found(
    project: MakeProject, run: Run, tmp_path: Path, scope: str
) -> None:
    """There is nothing to say of the environment then."""
    root, folder = project({}, contracts=CONTRACTS), environment_with(tmp_path / ".venv")
    env = {"HOME": str(tmp_path / "home"), "PATH": f"{folder}/bin", "VIRTUAL_ENV": str(folder)}
    assert "environment" not in run("install", "--scope", scope, cwd=root, env=env).out


MOVED = {
    "claude-code": ("CLAUDE_CONFIG_DIR", "settings.json", ".claude/settings.json"),
    "codex": ("CODEX_HOME", "hooks.json", ".codex/hooks.json"),
    "gemini-cli": ("GEMINI_CLI_HOME", ".gemini/settings.json", ".gemini/settings.json"),
    "qwen-code": ("QWEN_HOME", "settings.json", ".qwen/settings.json"),
    "copilot-cli": (
        "COPILOT_HOME", "hooks/phaser-lint.json", ".copilot/hooks/phaser-lint.json"
    ),
    "opencode": (
        "XDG_CONFIG_HOME",
        "opencode/plugins/phaser-lint.js",
        ".config/opencode/plugins/phaser-lint.js",
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("agent", one_in(3, MOVED))
def test_each_command_takes_the_home_that_an_agents_variable_names(
    project: MakeProject, run: Run, tmp_path: Path, agent: str
) -> None:
    """Install, agents, doctor and uninstall take the agent's own places, and no other."""
    variable, moved_path, usual_path = MOVED[agent]
    root, home, moved = project({}, contracts=CONTRACTS), tmp_path / "home", tmp_path / "else"
    moved.mkdir()
    env = {**PATH, "HOME": str(home), variable: str(moved)}

    def call(*arguments: str) -> Outcome:
        return run(*arguments, cwd=root, env=env)

    outcome = call("install", "--agent", agent, "--scope", "user")
    assert (outcome.code, outcome.err) == (0, "")
    assert (moved / moved_path).exists()
    assert not (home / usual_path).exists()
    assert "user" in next(row for row in call("agents").out.splitlines() if row.startswith(agent))
    document = json.loads(call("doctor", "--json", "--agent", agent).out)
    assert [hook["settings"] for hook in document["gates"]] == [f"${variable}/{moved_path}"]
    assert call("uninstall", "--agent", agent, "--scope", "user").code == 0
    assert list(moved.iterdir()) == []


@pytest.mark.slow
def test_a_switch_in_the_agents_own_home(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """It switches the project's hook off; the usual place counts no more."""
    root, home, moved = project({}, contracts=CONTRACTS), tmp_path / "home", tmp_path / "else"
    for folder in (moved, home / ".claude"):
        folder.mkdir(parents=True)
        (folder / "settings.json").write_text('{"disableAllHooks": true}')
    env = {**PATH, "HOME": str(home), "CLAUDE_CONFIG_DIR": str(moved)}
    outcome = run("install", cwd=root, env=env)
    assert (outcome.code, outcome.out, outcome.err) == (
        2,
        f"{root / '.claude' / 'settings.json'}: installed\n",
        "claude-code: all hooks are switched off: remove disableAllHooks from "
        "$CLAUDE_CONFIG_DIR/settings.json\n",
    )
    (moved / "settings.json").write_text("{}")
    assert run("doctor", cwd=root, env=env).code == 0
    (moved / "settings.json").write_text('{"disableAllHooks": true}')
    outcome = run("doctor", cwd=root, env=env)
    assert "remove disableAllHooks from $CLAUDE_CONFIG_DIR/settings.json" in outcome.out
    assert outcome.code == 1


# droid: the file that holds only events takes the place of what the settings have at the same.

ALONE = ".factory/hooks.json"
OF_THEIRS = [{"hooks": [{"command": "./guard.sh", "type": "command"}]}]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("before", ["", "{}\n", '{\n  "Stop": %s, "hooksDisabled": false\n}\n'])
def test_events_alone_in_droid(project: MakeProject, call: Any, before: str) -> None:
    """Where that file is there it gets the hooks, and loses them again to the byte."""
    theirs = json.dumps(OF_THEIRS)
    before = before.replace("%s", theirs)
    root = project({ALONE: before})
    assert call(root, "install", "--agent", "droid").out.startswith(f"{root / ALONE}: installed\n")
    settings = json.loads((root / ALONE).read_text())
    expected = SETTINGS["droid"][1]["hooks"]
    assert {event: settings[event][-1:] for event in expected} == expected
    assert ("hooksDisabled" in settings) == ("hooksDisabled" in before)
    second_lines = call(root, "install", "--agent", "droid").out.splitlines()
    assert second_lines[0] == f"{root / ALONE}: unchanged"
    assert "project" in next(
        row for row in call(root, "agents").out.splitlines() if row.startswith("droid")
    )
    assert call(root, "uninstall", "--agent", "droid").out == (
        f"{root / SETTINGS['droid'][0]}: nothing to remove\n{root / ALONE}: removed\n"
    )
    assert (root / ALONE).read_text() == before


def test_hooks_that_ours_would_leave_out_in_droid(project: MakeProject, call: Any) -> None:
    """They are named, and nothing is written."""
    settings = json.dumps({"hooks": {"PreToolUse": OF_THEIRS}})
    root = project({ALONE: "{}", ".factory/settings.json": settings})
    outcome = call(root, "install", "--agent", "droid")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(
        f"phaser-lint: {root}/.factory/settings.json: hooks.PreToolUse: these hooks would be left"
    )
    assert (root / ALONE).read_text() == "{}"


def test_hooks_that_came_into_the_other_file(project: MakeProject, call: Any) -> None:
    """droid's own editor writes all hooks there: ours are taken out of both."""
    root = project({"x.py": ""})
    assert call(root, "install", "--agent", "droid").code == 0
    hooks = json.loads((root / ".factory/settings.json").read_text())["hooks"]
    (root / ALONE).write_text(json.dumps(hooks))
    assert call(root, "uninstall", "--agent", "droid").code == 0
    assert not (root / ".factory/settings.json").exists()
    assert "phaser" not in (root / ALONE).read_text()


# Kimi Code: one list in TOML, in the user's settings.

KIMI = ".kimi-code/config.toml"


def test_settings_of_kimi_code_have_one_scope(
    project: MakeProject, call: Any, tmp_path: Path
) -> None:
    """Its only scope is meant where none is named; what else is there stays."""
    root, path = project({}), tmp_path / "home" / KIMI
    path.parent.mkdir(parents=True)
    before = '# mine\ndefault_model = "k"  # the best\n\n[[hooks]]\nevent = "Stop"\ncommand = "x"\n'
    path.write_text(before)
    outcome = call(root, "install", "--agent", "kimi-code")
    assert outcome.out.splitlines()[0] == f"{path}: installed"
    assert "checks by the contracts of each" in outcome.out
    text = path.read_text()
    assert text.startswith(before)
    assert text.count("[[hooks]]") == 3
    assert sys.executable in text
    assert call(root, "install", "--agent", "kimi-code", "--scope", "project") == (
        2, "", "phaser-lint: --scope project: expected user for kimi-code\n"
    )  # fmt: skip
    assert call(root, "uninstall", "--agent", "kimi-code").code == 0
    assert path.read_text() == before
    assert [path_in_root.name for path_in_root in root.iterdir()] == [".git"]
