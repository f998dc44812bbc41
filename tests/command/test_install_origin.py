"""``uninstall`` leaves what was there before ``install``: bytes, files and folders."""

from __future__ import annotations

import json
import os
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent import AGENTS
from phaser_lint.agent.install.install_table import FILES, list_paths_by_scope
from tests.command.test_install_agents import PATH
from tests.tables import one_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject, Run

NAMES = [name for name, *_ in AGENTS]
# What may be there before, beside no file at all.
TEXTS = [
    "", "\n", " \t\n\n", "{}", "{}\n", "{ }", "{\n}\n", "\ufeff{}", '{"hooks": {}}',
    '{"hooks": {}}\n', '{\n  "hooks": { }\n}', '{"hooks":{"PreToolUse":[]}}', '{"version": 1}',
    '{"hooks": {"PreToolUse": [], "Stop": []}, "x": 1}', '{"x": 1, "hooks": {}}\r\n',
    '{\n\t"model": "opus"\n}\n', '{"version": 1, "hooks": {}}\n',
]  # fmt: skip


@pytest.fixture
def call(run: Run, tmp_path: Path) -> Callable[..., None]:
    home = tmp_path / "home"
    home.mkdir()

    def called(root: Path, command: str, *arguments: str) -> None:
        flags = ("--root", str(root)) if "user" not in arguments else ()
        env = {**PATH, "HOME": str(home)}
        outcome = run(command, *arguments, *flags, cwd=root, env=env)
        assert (outcome.code, outcome.err) == (0, ""), arguments

    return called


def tree(folder: Path) -> dict[str, bytes | None]:
    """All folders and files, the program's cache included."""
    return {
        str(path.relative_to(folder)): None if path.is_dir() else path.read_bytes()
        for path in sorted(folder.rglob("*"))
    }


TOML_TEXTS = ["", "# mine\nmodel = 'a'\n", "[[hooks]]\nevent = 'Stop'\ncommand = 'true'\n"]


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("scope", ["project", pytest.param("user", marks=pytest.mark.slow)])
@pytest.mark.parametrize("agent", one_in(3, NAMES))
def test_uninstall_restores_settings_as_they_were(
    project: MakeProject, call: Callable[..., None], tmp_path: Path, agent: str, scope: str
) -> None:
    """With no file, with nothing in one, with containers that were there and empty."""
    root, home = project({}), tmp_path / "home"
    scope = (
        scope if scope in list_paths_by_scope(agent) else "user"
    )  # Kimi Code has no settings of a project
    base = home if scope == "user" else root
    path = base / list_paths_by_scope(agent)[scope][0].removeprefix("~/")
    texts = TOML_TEXTS if path.suffix == ".toml" else TEXTS
    if agent == "antigravity":  # each of its keys names a hook: `install` refuses what is none
        texts = [text for text in texts if not re.search('"(?:version|x|model)"', text)]
    for text in [None, *([] if agent in FILES else texts)]:
        if text is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        before = tree(base)
        call(root, "install", "--agent", agent, "--scope", scope)
        assert tree(base) != before
        call(root, "uninstall", "--agent", agent, "--scope", scope)
        assert tree(base) == before, text


def settings(dice: random.Random, depth: int = 0) -> Any:
    """Settings as people have them: hooks of others, empty events, keys before and after."""
    if depth:
        kinds: list[Any] = [1, "a b", True, None, [], {}, [1, {"k": "é"}], {"deny": ["Read(.env)"]}]
        return dice.choice(kinds)
    hook = {"type": "command", "command": "./guard.sh"}
    bash = {"matcher": "Bash", "hooks": [hook]}
    groups: list[Any] = [[], [bash], [{"hooks": []}], [{"hooks": [hook, hook]}]]
    events = ["PreToolUse", "PostToolUse", "Stop", "SessionEnd"]
    groups_by_event = {event: dice.choice(groups) for event in events if dice.random() < 0.4}
    keys = ["model", "permissions", "env", "x", "hooks", "y"]
    dice.shuffle(keys)
    chosen = [key for key in keys if dice.random() < 0.5]
    chosen_settings = {
        key: groups_by_event if key == "hooks" else settings(dice, 1) for key in chosen
    }
    # Claude Code skips a file in which one of these is anything else.
    typed = {"env": {}, "permissions": {}, "model": "opus"}
    return {key: typed.get(key, field) for key, field in chosen_settings.items()}


@pytest.mark.slow
@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("seed", range(4))
def test_drawn_settings_are_restored(
    project: MakeProject, call: Callable[..., None], seed: int
) -> None:
    """A hundred of them in all, in several layouts, with and without a mark, once with --force."""
    dice, root = random.Random(seed), project({})
    path = root / ".claude/settings.json"
    path.parent.mkdir(exist_ok=True)
    for _ in range(25):
        indent = dice.choice([None, 0, 2, 4, "\t"])
        text = json.dumps(settings(dice), indent=indent, ensure_ascii=dice.random() < 0.5)
        text = dice.choice(["", "\ufeff"]) + text + dice.choice(["", "\n", "\n\n"])
        text = text.replace("\n", dice.choice(["\n", "\r\n"]))
        path.write_text(text, encoding="utf-8", newline="")
        call(root, "install")
        if dice.random() < 0.3:
            call(root, "install", "--protect", "--force")
        call(root, "uninstall")
        assert path.read_bytes() == text.encode()


def test_what_was_changed_since_install_stays(
    project: MakeProject, call: Callable[..., None]
) -> None:
    """It stays; our hooks go, and the file with them only if it holds nothing else."""
    root = project({})
    path = root / ".claude/settings.json"
    call(root, "install")
    settings = json.loads(path.read_text())
    path.write_text(json.dumps({**settings, "model": "opus"}))
    call(root, "uninstall")
    assert json.loads(path.read_text()) == {"model": "opus"}


def test_without_a_memory_a_bare_file_of_ours_is_removed(
    project: MakeProject, call: Callable[..., None], tmp_path: Path
) -> None:
    """On another machine what install writes into no file is taken for that."""
    root = project({})
    call(root, "install")
    memories = [*(tmp_path / "home/.cache/phaser-lint/installed").iterdir()]
    assert memories != []
    for memory in memories:
        memory.unlink()
    call(root, "uninstall")
    assert not (root / ".claude").exists()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the cache is private by POSIX modes")
def test_what_is_remembered_is_private(
    project: MakeProject, call: Callable[..., None], tmp_path: Path
) -> None:
    """And it holds nothing of the settings that stayed."""
    root = project({".claude/settings.json": '{"env": {"TOKEN": "s3cret"}}'})
    call(root, "install")
    memories = [*(tmp_path / "home/.cache/phaser-lint/installed").iterdir()]
    assert memories != []
    for memory in memories:
        assert memory.stat().st_mode & 0o077 == 0
        assert b"s3cret" not in memory.read_bytes()
