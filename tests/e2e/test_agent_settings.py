"""What the real clients read before they run a hook, and what ``doctor`` says of the same machine.

Each row is driven twice: the client makes a bad write, and ``doctor`` looks at the same project,
home and variables. Where the write is stopped the gate stands; where it lands it does not.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from phaser_lint.agents.codex.reviewed_hooks import hook_hash
from phaser_lint.agents.known_agents import agent_named
from phaser_lint.install.handlers import SettingsFile, read_handlers
from tests.commands.made import contract
from tests.conftest import PROGRAM, write_files
from tests.e2e.claude_client import find_claude, run_claude
from tests.e2e.other_clients import CLIENTS, find_client, run_client
from tests.e2e.test_other_clients import WRITES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.conftest import MakeProject

    Change = Callable[[Path, Path], None]

pytestmark = pytest.mark.e2e
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
    without: tuple[str, ...] = ()
    change: Change | None = None
    review: bool = False


def in_json(name: str, **keys: Any) -> Change:
    """Adds the keys to a settings file."""

    def changed(root: Path, home: Path) -> None:
        path = Path(name.format(root=root, home=home))
        value = json.loads(path.read_text()) if path.exists() else {}
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({**value, **keys}))

    return changed


def malformed_beside(root: Path, home: Path) -> None:
    path = root / ".claude/settings.json"
    value = json.loads(path.read_text())
    value["hooks"]["PreToolUse"].append({"matcher": "Bash"})
    path.write_text(json.dumps(value))


def lone_group(root: Path, home: Path) -> None:
    path = root / ".gemini/settings.json"
    value = json.loads(path.read_text())
    value["hooks"]["BeforeTool"] = value["hooks"]["BeforeTool"][0]
    path.write_text(json.dumps(value))


def lone_hook(root: Path, home: Path) -> None:
    path = root / ".gemini/settings.json"
    value = json.loads(path.read_text())
    value["hooks"]["BeforeTool"] = value["hooks"]["BeforeTool"][0]["hooks"][0]
    path.write_text(json.dumps(value))


def reviewed(path: Path) -> str:
    """What Codex adds to its configuration once the user has trusted the hooks of the file."""
    events = {"PreToolUse": "pre_tool_use", "PostToolUse": "post_tool_use", "Stop": "stop"}
    lines = []
    for hook in read_handlers(SettingsFile(agent_named("codex"), str(path), "hooks.json")):
        key = f"{path}:{events[hook.event]}:{hook.group}:{hook.number}"
        lines += [f'[hooks.state."{key}"]', f'trusted_hash = "{hook_hash(hook)}"']
    return "\n".join(lines) + "\n"


def another_timeout(root: Path, home: Path) -> None:
    path = root / ".codex/hooks.json"
    path.write_text(path.read_text().replace('"timeout": 30', '"timeout": 31'))


def in_plugin(old: str, new: str) -> Change:
    def changed(root: Path, home: Path) -> None:
        path = root / ".opencode/plugins/phaser-lint.js"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    return changed


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
            without=REVIEW_FLAG,
        )
        for agent, variable in MOVED.items()
    },
    "claude-code: a switch where CLAUDE_CONFIG_DIR says": Row(
        "claude-code", False, {"{else}/settings.json": OFF}, {"CLAUDE_CONFIG_DIR": "{else}"}
    ),
    "claude-code: env.PATH": Row(
        "claude-code", False, {"{home}/.claude/settings.json": {"env": {"PATH": "/usr/bin:/bin"}}}
    ),
    "copilot-cli: no trust": Row("copilot-cli", False, without=TRUST_FLAG),
    "copilot-cli: trustedFolders": Row(
        "copilot-cli", True, {"{home}/.copilot/config.json": {"trustedFolders": ["{root}"]}},
        without=TRUST_FLAG,
    ),
    "copilot-cli: COPILOT_ALLOW_ALL": Row(
        "copilot-cli", True, {}, {"COPILOT_ALLOW_ALL": "true"}, without=TRUST_FLAG
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
        for name in ("disableAllHooks", "allowManagedHooksOnly")
    },
    "claude-code: a malformed hook beside": Row("claude-code", False, change=malformed_beside),
    "qwen-code: off in its own file": Row(
        "qwen-code", False, change=in_json("{root}/.qwen/settings.json", disableAllHooks=True)
    ),
    "qwen-code: off in the user's file": Row(
        "qwen-code", False, {"{home}/.qwen/settings.json": OFF}
    ),
    "qwen-code: a local file switches nothing off": Row(
        "qwen-code", True, {"{root}/.qwen/settings.local.json": OFF}
    ),
    "codex: reviewed": Row("codex", True, without=REVIEW_FLAG, review=True),
    "codex: changed after its review": Row(
        "codex", False, without=REVIEW_FLAG, review=True, change=another_timeout
    ),
    "codex: another key in its file": Row(
        "codex", False, without=REVIEW_FLAG, review=True,
        change=in_json("{root}/.codex/hooks.json", version=1),
    ),
    "codex: a description in its file": Row(
        "codex", True, without=REVIEW_FLAG, review=True,
        change=in_json("{root}/.codex/hooks.json", description="x"),
    ),
    "codex: features.hooks in the project": Row(
        "codex", False, {"{root}/.codex/config.toml": "[features]\nhooks = false\n"},
        without=REVIEW_FLAG, review=True,
    ),
    "codex: codex_hooks in the project": Row(
        "codex", False, {"{root}/.codex/config.toml": "[features]\ncodex_hooks = false\n"},
        without=REVIEW_FLAG, review=True,
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


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_doctor_sees_what_the_client_sees(project: MakeProject, row: Row) -> None:
    """The bad write lands only where ``doctor`` says that the gate does not stand."""
    root = project({}, contracts={"no-print.yaml": contract()}, commit=True)
    places = {"home": root.parent / "home", "root": root, "else": root.parent / "else"}
    for folder in places.values():
        folder.mkdir(exist_ok=True)
    given = {name: value and value.format(**places) for name, value in row.variables.items()}
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    kept = {name: value for name, value in given.items() if value is not None}
    variables = {"HOME": str(places["home"]), "PATH": path, **kept}
    program = client_for(row.agent)
    run(root, variables, "install", "--agent", row.agent, "--scope", row.scope)
    write_files(places["home"], {filled(name, places): filled(text, places)
                                 for name, text in row.files.items()})  # fmt: skip
    hooks = places["else"] if row.scope == "user" else root / ".codex"
    review = reviewed(hooks / "hooks.json") if row.review else ""
    if row.change:
        row.change(root, places["home"])
    lands = landed(row, program, places, given, review)
    if "GEMINI_CLI_TRUST_WORKSPACE" not in given:
        variables["GEMINI_CLI_TRUST_WORKSPACE"] = "true"
    answer = run(root, variables, "doctor", "--json", "--agent", row.agent)
    gates = json.loads(answer.stdout)["gates"]
    stands = bool(gates) and all(gate["stands"] for gate in gates)
    assert (lands, stands) == (not row.runs, row.runs), answer.stdout


def client_for(agent: str) -> str:
    program = find_claude() if agent == "claude-code" else find_client(agent)
    if program is None:
        variable = "PHASER_CLAUDE" if agent == "claude-code" else CLIENTS[agent][0]
        pytest.skip(f"no client: set {variable}")
    return program


def filled(value: Any, places: Mapping[str, Path]) -> str:
    """A name or a content with the folders in their places."""
    text = value if isinstance(value, str) else json.dumps(value)
    for name, folder in places.items():
        text = text.replace(f"{{{name}}}", str(folder))
    return text


def run(root: Path, variables: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *arguments], cwd=root, env=variables, capture_output=True, text=True, check=False
    )


def landed(
    row: Row,
    program: str,
    places: Mapping[str, Path],
    given: dict[str, str | None],
    review: str,
) -> bool:
    """Whether the client wrote the file."""
    root, home = places["root"], places["home"]
    if row.agent == "claude-code":
        call = ("Write", {"file_path": f"{root}/a.py", "content": "print(1)\n"})
        run_claude(
            claude=program, project=root, home=home, turns=[[call]],
            variables={name: value for name, value in given.items() if value is not None},
        )  # fmt: skip
    else:
        write = WRITES[row.agent](f"{root}/a.py", "print(1)\n")
        run_client(
            row.agent, program, project=root, home=home, turns=[[write]], given=given,
            without=row.without, added=review,
        )  # fmt: skip
    return (root / "a.py").exists()


def test_an_agent_outside_of_the_environment(project: MakeProject, tmp_path: Path) -> None:
    """It finds no hook and lets the write pass, as install says; with --scope local it does not."""
    root = project({}, contracts={"no-print.yaml": contract()}, commit=True)
    program, home, bare = client_for("claude-code"), tmp_path / "home", "/usr/bin:/bin"
    inside = {
        "HOME": str(home),
        "PATH": f"{PROGRAM.parent}{os.pathsep}{bare}",
        "VIRTUAL_ENV": str(PROGRAM.parent.parent),
    }
    said = run(root, inside, "install").stdout
    assert f"lies in the environment {PROGRAM.parent.parent}: an agent that is started" in said
    row, places = Row("claude-code", False), {"root": root, "home": home}
    assert landed(row, program, places, {"PATH": bare}, "")
    (root / "a.py").unlink()
    assert "environment" not in run(root, inside, "install", "--scope", "local").stdout
    assert not landed(row, program, places, {"PATH": bare}, "")
