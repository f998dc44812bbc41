"""Which commands of settings have a form that ``install`` writes, whatever agent's they are."""

from __future__ import annotations

import itertools
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.agent_settings import AGENT_SETTINGS, require_agent
from phaser_lint.agent.install.hook_additions import plan_additions
from phaser_lint.agent.install.hook_entries import WantedHook, render_start_code
from phaser_lint.agent.install.hooks_in_settings import SettingsFile, read_handlers
from phaser_lint.agent.install.install_table import FILES, HOOKS, list_paths_by_scope
from phaser_lint.agent.install.own_commands import OwnCommand, parse_own_command
from phaser_lint.agent.settings_locations import Machine
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

FORMS = [
    (agent.name, scope, closed, abort)
    for agent in AGENT_SETTINGS
    for scope, (closed, abort) in itertools.product(
        list_paths_by_scope(agent.name), [(False, False), (True, False), (False, True)]
    )
]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(("agent", "scope", "closed", "abort"), FORMS)
def test_what_install_writes_is_a_form(
    tmp_path: Path, agent: str, scope: str, closed: bool, abort: bool
) -> None:
    """Of every agent, in every scope, with every flag."""
    machine = Machine(str(tmp_path / "project"), str(tmp_path / "home"))
    with_links = bool(HOOKS[agent].links) if agent in HOOKS else False
    hook = WantedHook(scope, agent, closed, abort, protect=True, augment=with_links, log=True)
    commands = []
    for change in plan_additions(hook, machine):
        write_files(tmp_path, {change.place.path: change.outcome.text or ""})
        file = SettingsFile(require_agent(agent), change.place.path, change.place.shown)
        commands += [parse_own_command(handler, {}) for handler in read_handlers(file)]
    assert commands
    assert None not in commands
    starts_python = scope != "project"
    assert {command.program for command in commands if command} == {
        sys.executable if starts_python else "phaser-lint-hook"
    }
    assert all(bool(command and command.folders) is starts_python for command in commands)


CODE = render_start_code()
# Of Claude Code: the command and its arguments, and the program that is started; none is another
# form.
COMMANDS: dict[str, tuple[str, list[str] | None, str]] = {
    "the specification's": ("phaser enforce --stdin --severity error", None, "phaser"),
    "the command by its path": ("/opt/v/bin/phaser-lint hook", None, "/opt/v/bin/phaser-lint"),
    "options that only read": (
        "phaser-lint-hook --block all --contracts-dir=c --timeout 50", None, "phaser-lint-hook",
    ),
    "an isolated module": ("python3 -I -m phaser_lint hook", None, "python3"),
    "words in quotes": ("'/a b/phaser-lint-hook' --agent wave", None, "/a b/phaser-lint-hook"),
    "a module of any folder": ("python3 -m phaser_lint hook", None, ""),
    "a second command": ("phaser-lint-hook; touch x", None, ""),
    "one before it": ("touch x; phaser-lint-hook", None, ""),
    "one in the background": ("phaser-lint-hook & touch x", None, ""),
    "a substitution": ("phaser-lint-hook $(touch x)", None, ""),
    "another one": ("phaser-lint-hook `touch x`", None, ""),
    "a substitution as a flag's value": ("phaser-lint-hook --agent $(touch\tx)", None, ""),
    "one joined with a flag": ("phaser-lint-hook --agent=`x`", None, ""),
    "a file that is written": ("phaser-lint-hook > x", None, ""),
    "a record": ("phaser-lint-hook --record x", None, ""),
    "a record, joined": ("phaser-lint-hook --record=x", None, ""),
    "a variable": ("PATH=. phaser-lint-hook", None, ""),
    "a line end": ("phaser-lint-hook\ntouch x", None, ""),
    "a quote without an end": ("phaser-lint-hook '", None, ""),
    "a word that stands alone": ("phaser-lint-hook x", None, ""),
    "another command": ("phaser-lint scan", None, ""),
    "the installation": ("phaser enforce install", None, ""),
    "no command": ("phaser-lint", None, ""),
    "a wrapper": ("uv run phaser-lint hook", None, ""),
    "a longer name": ("phaser-lint-hook2", None, ""),
    "arguments": ("phaser-lint-hook", ["--agent", "claude-code"], "phaser-lint-hook"),
    "arguments for a shell": ("sh", ["-c", "phaser-lint-hook"], ""),
    "our code": (sys.executable, ["-I", "-S", "-c", CODE], sys.executable),
    "our code in another program": ("/bin/sh", ["-I", "-S", "-c", CODE], ""),
    "our code, not isolated": (sys.executable, ["-S", "-c", CODE], ""),
    "our code, isolated by half": (sys.executable, ["-E", "-S", "-c", CODE], ""),
    "our code and a record": (sys.executable, ["-I", "-S", "-c", CODE, "--record", "x"], ""),
    "more code": (sys.executable, ["-I", "-S", "-c", f"{CODE}; x()"], ""),
    "other folders": (
        sys.executable, ["-I", "-S", "-c", CODE.replace("['", "[x(), '", 1)], "",
    ),
    "no code": (sys.executable, ["-I", "-S", "-c"], ""),
}  # fmt: skip


@pytest.mark.parametrize("row", COMMANDS.values(), ids=COMMANDS)
def test_a_command_is_ours_to_the_letter(
    tmp_path: Path, row: tuple[str, list[str] | None, str]
) -> None:
    """With nothing that a shell makes more of, and flags that write nothing."""
    command, arguments, program = row
    hook_keys: dict[str, Any] = {"type": "command", "command": command}
    hook_keys |= {} if arguments is None else {"args": arguments}
    settings = {"hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [hook_keys]}]}}
    write_files(tmp_path, {"settings.json": json.dumps(settings)})
    file = SettingsFile(
        require_agent("claude-code"), str(tmp_path / "settings.json"), "settings.json"
    )
    (handler,) = read_handlers(file)
    command_of_ours = parse_own_command(handler, {})
    assert (command_of_ours.program if command_of_ours else "") == program


def test_a_script_is_ours_to_the_letter(tmp_path: Path) -> None:
    """One more line, and it is no form of ours."""
    installs, path = FILES["cline"], tmp_path / "PostToolUse"
    text = installs.content(["phaser-lint-hook", "--agent", "cline"], False)
    file = SettingsFile(require_agent("cline"), str(path), ".clinerules/hooks/PostToolUse")
    for further_line, expected in (("", OwnCommand("phaser-lint-hook")), ("touch x\n", None)):
        for changed in (f"{text}{further_line}", text.replace("exec ", f"{further_line}exec ")):
            path.write_text(changed)
            (handler,) = read_handlers(file)
            assert parse_own_command(handler, {}) == expected
