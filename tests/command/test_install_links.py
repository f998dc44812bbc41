"""``install``, ``uninstall``, ``init`` and ``baseline`` where a checkout has links in their way."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent import AGENTS
from phaser_lint.agent.install.install_table import list_paths_by_scope
from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from tests.conftest import MakeProject

SETTINGS = ".claude/settings.json"
PLACES = [
    (agent, scope, paths[0])
    for agent, *_ in AGENTS
    for scope, paths in list_paths_by_scope(agent).items()
    if scope != "user"
]


def link_to(link: Path, target: Path) -> None:
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)


def test_settings_may_be_a_link_within_the_project(project: MakeProject, call: Any) -> None:
    """To another file of the project, there or not, and to the project itself."""
    root = project({".claude/x": "", "shared/there.json": "{}\n"})
    (root.parent / "way").symlink_to(root)
    for target in ("there.json", "new.json"):
        (root / SETTINGS).symlink_to(f"../shared/{target}")
        for command in ("install", "uninstall"):
            assert call(root.parent / "way", command).code == 0
            assert (root / SETTINGS).is_symlink()
        assert (root / "shared" / target).read_text() == "{}\n"
        (root / SETTINGS).unlink()


def test_links_at_home_may_lead_to_a_folder_of_dot_files(
    project: MakeProject, call: Any, tmp_path: Path
) -> None:
    """To a folder of dot files: the user made them."""
    link_to(tmp_path / "home/.claude", tmp_path / "dotfiles")
    (tmp_path / "dotfiles").mkdir()
    assert call(project({}), "install", "--scope", "user").code == 0
    assert "phaser_lint" in (tmp_path / "dotfiles/settings.json").read_text()


@pytest.mark.parametrize(("agent", "scope", "path"), PLACES)
@pytest.mark.parametrize("is_folder", [False, True])
def test_links_that_lead_out(
    project: MakeProject, call: Any, agent: str, scope: str, path: str, *, is_folder: bool
) -> None:
    """Nothing is made there, whichever flag is given; where it leads is said."""
    root = project({})
    out = root.parent / "out"
    link, target = (os.path.dirname(path), out) if is_folder else (path, out / "bin/tool")
    link_to(root / link, target)
    real = out / os.path.basename(path) if is_folder else target
    message = f"phaser-lint: {root / path}: a link leads out of the project, to {real}\n"
    for command in (["install"], ["install", "--force"], ["install", "--dry-run"], ["uninstall"]):
        outcome = call(root, *command, "--agent", agent, "--scope", scope)
        assert (outcome.code, outcome.out, outcome.err) == (2, "", message)
    assert not out.exists()


def test_a_file_that_is_there(project: MakeProject, call: Any) -> None:
    """It stays as it is, in another checkout of the same repository as well."""
    root, other_root = project({}), project({"settings.json": "{}\n"})
    link_to(root / SETTINGS, other_root / "settings.json")
    for command in ("install", "uninstall"):
        assert call(root, command).code == 2
    assert (other_root / "settings.json").read_text() == "{}\n"


def test_git_s_own_folder(project: MakeProject, call: Any) -> None:
    """It lies in the project, and is none of its files: git would run this one."""
    root = project({})
    link_to(root / ".clinerules/hooks/PostToolUse", root / ".git/hooks/pre-commit")
    assert call(root, "install", "--agent", "cline").code == 2
    assert not (root / ".git/hooks/pre-commit").exists()


def test_init_leaves_linked_settings_alone(project: MakeProject, call: Any) -> None:
    """The hook of one agent is left alone, and that of another written."""
    root = project({".codex/config.toml": ""})
    link_to(root / ".claude/settings.json", root.parent / "out.json")
    outcome = call(root, "init", "--yes")
    message = f"{root / SETTINGS}: a link leads out of the project, to {root.parent / 'out.json'}"
    assert (outcome.code, outcome.err.splitlines()[0]) == (2, f"phaser-lint: {message}")
    assert (root / ".codex/hooks.json").exists()
    assert not (root.parent / "out.json").exists()


def test_only_a_named_baseline_is_written_behind_a_link(project: MakeProject, call: Any) -> None:
    """The usual one, in a folder that leads out; where it is named, the user chose the place."""
    root = project({"a.py": "print(1)\n"}, contracts={"no-print.yaml": contract()})
    out = root.parent / "out"
    out.mkdir()
    link_to(root / ".phaser", out)
    outcome = call(root, "baseline")
    message = f".phaser/baseline.jsonl: a link leads out of the project, to {out}/baseline.jsonl"
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"phaser-lint: {message}\n")
    assert list(out.iterdir()) == []
    write_files(root, {"b.py": ""})
    assert call(root, "baseline", "--file", ".phaser/named.jsonl").code == 0
    assert (out / "named.jsonl").exists()
