"""``install --protect`` in the real client: the hook itself is not edited, all else is.

PHASER_CLAUDE=/path/to/claude pytest -m e2e tests/e2e
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.hook.protection.built_in_contracts import build_protection_contracts
from tests.conftest import PROGRAM
from tests.e2e.hooked_client import (
    CLAUDE,
    CONTRACTS,
    FILES,
    NO_CLIENT,
    drive,
    edit,
    install,
    read,
    write,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
MESSAGES = {rule_id: contract.message for rule_id, contract in build_protection_contracts().items()}


@pytest.fixture(autouse=True)
def program_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}")


def texts_of(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir()) if path.is_file()}


def test_a_memory_that_is_removed_is_news(project: MakeProject) -> None:
    """A contract edited and committed in the command that removes the cache."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local", "--protect")
    contract = '"$(echo .claude/contracts)/no-print.yaml"'
    commit = "git -c user.name=a -c user.email=a@example.org commit -qam x"
    command = f'rm -rf "$HOME/.cache"; sed -i s/error/warning/ {contract}; {commit}'
    session = drive(root, [("Bash", {"command": command})], permission_mode="bypassPermissions")
    assert "What phaser-lint remembered of this session was removed" in session.model_text


@pytest.mark.parametrize("scope", ["local", "project"])
@pytest.mark.parametrize("variable", ["PYTHONHOME", "LD_PRELOAD", "GIT_DIR"])
def test_no_variable_leads_the_hook_astray(project: MakeProject, scope: str, variable: str) -> None:
    """Neither file of settings gets one."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, scope, "--protect")
    name = "settings.json" if scope == "project" else "settings.local.json"
    settings = root / ".claude" / name
    before = settings.read_text()
    added = f'{{\n  "env": {{"{variable}": "/nowhere"}},\n  "hooks"'
    session = drive(
        root,
        read(settings),
        edit(settings, '{\n  "hooks"', added),
        permission_mode="bypassPermissions",
    )
    assert MESSAGES["protected-settings"] in session.results[1]
    assert settings.read_text() == before


@pytest.mark.parametrize("scope", ["local", "project"])
def test_ordinary_edits_land(project: MakeProject, scope: str) -> None:
    """A file of the project, and the settings as long as our hooks stay; nothing is said."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, scope, "--protect")
    name = "settings.json" if scope == "project" else "settings.local.json"
    settings = root / ".claude" / name
    before = json.loads(settings.read_text())
    session = drive(
        root,
        write(root / "src" / "clean.py", "x = 1\n"),
        read(settings),
        edit(settings, '{\n  "hooks"', '{\n  "includeCoAuthoredBy": false,\n  "hooks"'),
        permission_mode="bypassPermissions",
    )
    assert session.files == {**FILES, "src/clean.py": "x = 1\n"}
    assert json.loads(settings.read_text()) == {"includeCoAuthoredBy": False, **before}
    assert "protected" not in session.model_text


@pytest.mark.parametrize("scope", ["local", "project"])
def test_the_gate_is_not_edited(project: MakeProject, scope: str) -> None:
    """Nothing reaches the disk, and the model reads whose decision it is, whatever is permitted."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, scope, "--protect")
    folder = root / ".claude"
    name = "settings.json" if scope == "project" else "settings.local.json"
    contract, settings = folder / "contracts" / "no-print.yaml", folder / name
    before = texts_of(folder), texts_of(folder / "contracts")
    session = drive(
        root,
        read(contract),
        edit(contract, '"error"', '"warning"'),
        write(folder / "contracts" / "a.yaml", "x\n"),
        read(settings),
        edit(settings, '{\n  "hooks"', '{\n  "disableAllHooks": true,\n  "hooks"'),
        permission_mode="bypassPermissions",
    )
    for tool_result, rule_id in (
        (session.results[1], "protected-contracts"),
        (session.results[2], "protected-contracts"),
        (session.results[4], "protected-settings"),
    ):
        assert f"Contract violation: {rule_id} in .claude/" in tool_result
        assert MESSAGES[rule_id] in tool_result
    assert (texts_of(folder), texts_of(folder / "contracts")) == before
    assert session.files == FILES


def shell(command: str) -> list[tuple[str, dict[str, str]]]:
    return [("Bash", {"command": command, "description": "x"})]


def test_what_a_shell_does_besides(project: MakeProject) -> None:
    """Other files, committed or not: nothing is said of them."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local", "--protect")
    command = "echo x > b.py && git add b.py && git -c user.name=a -c user.email=a@b commit -qm b"
    session = drive(root, shell(command), shell("rm b.py"), permission_mode="bypassPermissions")
    assert "Changed all the same" not in session.model_text


ROUND = {
    "git commit --no-verify -qm x": "git commit --no-verify",
    "git -c user.name=a -c user.email=a@b commit -qnm x": "git commit -qnm",
    "HUSKY=0 git commit -qm x": "HUSKY=0 git commit",
    "sed -i s/error/warning/ .claude/contracts/no-print.yaml": (
        "sed .claude/contracts/no-print.yaml"
    ),
    "rm -f .claude/settings.local.json": "rm .claude/settings.local.json",
}


def test_a_command_that_goes_round_the_checks_is_not_run(project: MakeProject) -> None:
    """Nothing of it, and the model reads which words stopped it."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local", "--protect")
    before = texts_of(root / ".claude"), texts_of(root / ".claude/contracts")
    turns = [shell(f"echo x > {place}.txt; {command}") for place, command in enumerate(ROUND)]
    session = drive(root, *turns, shell("ls"), permission_mode="bypassPermissions")
    for tool_result, words in zip(session.results, ROUND.values(), strict=False):
        assert f"Contract violation: protected-commands in `{words}`. " in tool_result
        assert MESSAGES["protected-commands"].partition(". ")[0] in tool_result
    assert (texts_of(root / ".claude"), texts_of(root / ".claude/contracts")) == before
    assert session.files == FILES


# What no plain word says.
CHANGED = {
    "removed": (
        'folder=.claude/contracts; rm "$folder/no-todo.yaml"',
        "protected-contracts in .claude/contracts/no-todo.yaml",
    ),
    "weakened and committed": (
        "folder=.claude/contracts; sed -i s/error/warning/ $folder/no-print.yaml;"
        " git -c user.name=a -c user.email=a@b commit -qam x",
        "protected-contracts in .claude/contracts/no-print.yaml",
    ),
    "settings that git ignores": (
        "echo .claude/settings.local.json >> .git/info/exclude;"
        " sed -i s/--protect/--abort/ .claude/settings.local.json",
        "protected-settings in .claude/settings.local.json",
    ),
}


@pytest.mark.parametrize("row", CHANGED.values(), ids=CHANGED)
def test_what_a_shell_changes_is_said(project: MakeProject, row: tuple[str, str]) -> None:
    """After the command, and at Stop; it is not undone."""
    command, changed = row
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local", "--protect")
    before = texts_of(root / ".claude"), texts_of(root / ".claude/contracts")
    session = drive(root, shell(command), shell("ls"), permission_mode="bypassPermissions")
    assert f"Changed all the same: {changed}." in session.model_text
    assert (texts_of(root / ".claude"), texts_of(root / ".claude/contracts")) != before
