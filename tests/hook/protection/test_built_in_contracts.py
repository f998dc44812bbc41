"""What is protected, by name, and which directives may not be added; what is not comes first."""

from __future__ import annotations

import os
from math import inf
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent import AGENTS
from phaser_lint.agent.install.install_table import list_paths_by_scope
from phaser_lint.contract.model import ContractSet
from phaser_lint.hook.protection.built_in_contracts import (
    build_protection_contracts,
    find_protection,
    refuse_added_directives,
)
from phaser_lint.hook.protection.inventory import list_protected_files
from phaser_lint.hook.protection.protected_places import (
    PLACES,
    find_linked_contracts,
    find_other_names,
    may_name_protected_place,
    name_contract_folders,
)
from phaser_lint.text.globs.compile_globs import compile_glob_list
from tests.examples import contract

if TYPE_CHECKING:
    from pathlib import Path

CONTRACTS = build_protection_contracts()
ORDINARY = [
    "/p/src/a.py",
    "/p/claude/contracts/a.yaml",
    "/p/.claude/agents/reviewer.md",
    "/p/.claude/contracts.md",
    "/p/.claude/worktrees/w/src/a.py",
    "/p/.phaser/notes.md",
    "/p/baseline.jsonl",
    "/p/settings.json",
    "/p/src/hooks/use-hooks.json",
    "/p/.github/workflows/ci.yml",
    "/p/plugins/phaser-lint/README.md",
    "/home/u/phaser-lint/src/a.py",
]
PROTECTED = [
    ("/p/.claude/contracts/a.yaml", "protected-contracts"),
    ("/p/.claude/contracts/README.md", "protected-contracts"),
    ("/p/.claude/contracts", "protected-contracts"),
    ("/p/.claude", "protected-contracts"),
    ("/p/.phaser/contracts/a.yml", "protected-contracts"),
    ("/p/packages/web/.phaser/contracts/a.yaml", "protected-contracts"),
    ("/home/u/.phaser/contracts/a.yaml", "protected-contracts"),
    ("/p/.CLAUDE/Contracts/A.YAML", "protected-contracts"),
    ("/p/src/../.claude/x/../contracts/a.yaml", "protected-contracts"),
    ("/p/.claude/worktrees/w/.claude/contracts/a.yaml", "protected-contracts"),
    ("/p/.phaser/config.yaml", "protected-contracts"),
    ("/p/.phaser/baseline.jsonl", "protected-baseline"),
    ("/p/.claude/settings.json", "protected-settings"),
    ("/p/.claude/settings.local.json", "protected-settings"),
    ("/p/plugins/phaser-lint/hooks/hooks.json", "protected-settings"),
    ("/home/u/.claude/plugins/cache/x/phaser-lint/1.0/run.sh", "protected-settings"),
    ("/home/u/.claude/plugins/installed_plugins.json", "protected-settings"),
    ("/p/.codex/config.toml", "protected-settings"),
    ("/p/.github/copilot/settings.json", "protected-settings"),
    ("/p/.github/copilot/settings.local.json", "protected-settings"),
    ("/home/u/.copilot/config.json", "protected-settings"),
    ("/home/u/.gemini/trustedFolders.json", "protected-settings"),
    ("/p/.cline/hooks/PreToolUse", "protected-settings"),
    ("/p/.pre-commit-config.yaml", "protected-pre-commit"),
    ("/p/prek.toml", "protected-pre-commit"),
]
INSTALLED = [(agent, path) for agent, *_ in AGENTS for paths in list_paths_by_scope(agent).values()
             for path in paths]  # fmt: skip


@pytest.mark.parametrize("path", ORDINARY)
def test_ordinary_files_are_not_protected(path: str) -> None:
    """They are nobody's but the project's."""
    assert find_protection([path], CONTRACTS) == ("", "")


@pytest.mark.parametrize(("path", "rule_id"), PROTECTED)
def test_deciding_files_are_protected_in_any_case(path: str, rule_id: str) -> None:
    """In any folder and in any case; the quick test finds all of them, too."""
    assert find_protection([path], CONTRACTS)[0] == rule_id
    assert may_name_protected_place(path)


@pytest.mark.parametrize(("agent", "path"), INSTALLED)
def test_every_file_that_install_writes_is_protected(agent: str, path: str) -> None:
    """Each file of each agent is known by name, and by place where it is reached by a link."""
    assert find_protection([f"/p/{path}"], CONTRACTS)[0] == "protected-settings"
    assert may_name_protected_place(path)
    places = [os.path.join(folder, name) for folder, inner in PLACES for name in inner]
    assert path.removeprefix("~/") in places


def test_a_baseline_of_another_name() -> None:
    """It is known by its first line."""
    text = '{"phaser-lint baseline": 2}\n'
    assert find_protection(["/p/old.jsonl"], CONTRACTS, before=text) == ("protected-baseline", "")
    assert find_protection(["/p/old.jsonl"], CONTRACTS, before=f"[{text}]") == ("", "")


def test_built_in_contracts_are_contracts() -> None:
    """Each is valid, an error, and cannot be ignored; only the user decides, it says."""
    assert list(CONTRACTS) == [
        "protected-contracts", "protected-baseline", "protected-settings", "protected-pre-commit",
        "protected-git-hooks",
        "protected-repository", "protected-directives", "protected-commands",
    ]  # fmt: skip
    for protecting in CONTRACTS.values():
        assert (protecting.type, protecting.severity, protecting.ignorable) == (
            "file_not_exists",
            "error",
            False,
        )
        assert (
            "The user alone decides" in protecting.message
            or "the user alone decides" in protecting.message
        )


# Other names on disk.


def test_an_ordinary_file_has_no_protected_name(tmp_path: Path) -> None:
    """Ordinary files next to places that are there, links that lead elsewhere included."""
    for name in ("p/.claude/contracts/a.yaml", "p/.claude/settings.json", "p/src/a.py", "q/b.py"):
        write_empty_file(tmp_path / name)
    (tmp_path / "p/linked.py").symlink_to("src/a.py")
    os.link(tmp_path / "p/src/a.py", tmp_path / "p/hard.py")
    for name in ("p/src/a.py", "p/hard.py", "p/new.py", "q/b.py", "p/.claude/agents/a.md"):
        assert find_other_names(str(tmp_path / name), [str(tmp_path / "p")]) == []


def test_a_linked_file_has_its_protected_name(tmp_path: Path) -> None:
    """A folder that is a link, a file that is one, a link to nothing yet."""
    root = tmp_path / "p"
    root.mkdir()
    for name in ("dot/contracts/a.yaml", "dot/hooks.json"):
        write_empty_file(tmp_path / name)
    (root / ".claude").symlink_to("../dot")
    (root / ".codex").mkdir()
    (root / ".codex/hooks.json").symlink_to("../../dot/hooks.json")
    (root / ".gemini").mkdir()
    (root / ".gemini/settings.json").symlink_to("../../later.json")
    rows = {
        "dot/contracts/a.yaml": ".claude/contracts/a.yaml",
        "dot/contracts/new/c.yaml": ".claude/contracts/new/c.yaml",
        "dot/settings.json": ".claude/settings.json",
        "dot/hooks.json": ".codex/hooks.json",
        "later.json": ".gemini/settings.json",
    }
    for name, other_name in rows.items():
        assert str(root / other_name) in find_other_names(str(tmp_path / name), [str(root)]), name


def test_contracts_that_are_another_file(tmp_path: Path) -> None:
    """A link to a file, a link to one that is not there yet, a hard link; a note is no contract."""
    folder = tmp_path / "p/.phaser/contracts"
    for name in ("real.yaml", "p/.phaser/contracts/own.yaml", "p/src/a.py"):
        write_empty_file(tmp_path / name)
    (folder / "link.yaml").symlink_to("../../../real.yaml")
    (folder / "later.yaml").symlink_to("../../later.yaml")
    (folder / "note.md").symlink_to("../../src/a.py")
    os.link(folder / "own.yaml", tmp_path / "hard.yaml")
    rows = {
        "p/src/a.py": [],
        "p/src/new.py": [],
        "real.yaml": ["link.yaml"],
        "p/later.yaml": ["later.yaml"],
        "hard.yaml": ["own.yaml"],
    }
    folders = name_contract_folders([str(tmp_path / "p"), ""])
    for name, names_in_folder in rows.items():
        expected = [str(folder / name_in_folder) for name_in_folder in names_in_folder]
        assert find_linked_contracts(str(tmp_path / name), folders) == expected, name


MOVED = {
    "CLAUDE_CONFIG_DIR": ("settings.json", ".claude/settings.json"),
    "CODEX_HOME": ("config.toml", ".codex/config.toml"),
    "GEMINI_CLI_HOME": (".gemini/settings.json", ".gemini/settings.json"),
    "QWEN_HOME": ("settings.json", ".qwen/settings.json"),
    "COPILOT_HOME": ("hooks/phaser-lint.json", ".copilot/hooks/phaser-lint.json"),
    "XDG_CONFIG_HOME": (
        "opencode/plugins/phaser-lint.js", ".config/opencode/plugins/phaser-lint.js"
    ),
    "OPENCODE_CONFIG_DIR": ("plugins/phaser-lint.js", ".config/opencode/plugins/phaser-lint.js"),
    "CLINE_DIR": ("hooks/PostToolUse", ".cline/hooks/PostToolUse"),
}  # fmt: skip


@pytest.mark.parametrize("variable", MOVED)
def test_a_file_that_a_variable_moved_is_protected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """The file that an agent's own variable moved is protected; a neighbour is not."""
    moved_path, usual_path = MOVED[variable]
    write_empty_file(tmp_path / "else" / moved_path)
    monkeypatch.setenv("HOME", "/home/u")
    assert find_other_names(str(tmp_path / "else" / moved_path), []) == []
    monkeypatch.setenv(variable, str(tmp_path / "else"))
    assert find_other_names(str(tmp_path / "else" / moved_path), []) == [f"/home/u/{usual_path}"]
    assert find_other_names(str(tmp_path / "else/notes.md"), []) == []
    (tmp_path / "else" / moved_path).rename(tmp_path / "dotfile")
    assert find_other_names(str(tmp_path / "else" / moved_path), []) == [f"/home/u/{usual_path}"]
    (tmp_path / "else" / moved_path).symlink_to(tmp_path / "dotfile")
    assert find_other_names(str(tmp_path / "dotfile"), []) == [f"/home/u/{usual_path}"]
    (tmp_path / "else" / moved_path).unlink()
    (tmp_path / "dotfile").rename(tmp_path / "else" / moved_path)
    assert list(list_protected_files([], until=inf).files) == [str(tmp_path / "else" / moved_path)]


def test_a_list_of_trust_of_another_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable names only the file."""
    write_empty_file(tmp_path / "list.json")
    monkeypatch.setenv("HOME", "/home/u")
    monkeypatch.setenv("GEMINI_CLI_TRUSTED_FOLDERS_PATH", str(tmp_path / "list.json"))
    assert find_other_names(str(tmp_path / "list.json"), []) == [
        "/home/u/.gemini/trustedFolders.json"
    ]
    assert find_other_names(str(tmp_path / "other.json"), []) == []
    assert list(list_protected_files([], until=inf).files) == [str(tmp_path / "list.json")]


def write_empty_file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x\n")


# Directives.

DEAF = contract(rule_id="deaf", ignorable=False)
HEARING = contract(rule_id="hearing")
ASKING = contract(rule_id="asking", ignorable="reason")
GUARDED = contract(rule_id="guarded", ignorable="people")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, "x = 1\n"),
        (None, "x = 1  # phaser:ignore hearing\n"),
        ("x  # phaser:ignore deaf\n", "\n\nx  # phaser:ignore deaf\n"),
        ("x  # phaser:ignore deaf\n", "x\n"),
        (None, 'x = "phaser:ignore deaf"\n'),
        (None, "x = 1  # phaser:ignore asking -- so\n"),
        (None, "x = 1  # phaser:ignore-all\n"),
    ],
)
def test_directives_that_may_be_there(before: str | None, after: str) -> None:
    """Old ones, those for other contracts, and what is none."""
    assert violations_of_directives(before, after) == []


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (None, "x  # phaser:ignore deaf\n", 1),
        ("x\n", "x\ny  # phaser:ignore hearing, deaf -- why\n", 2),
        ("x  # phaser:ignore deaf\n", "x  # phaser:ignore deaf\n# phaser:ignore-file deaf\n", 2),
        ("# phaser:ignore a\n", "# phaser:ignore-next-line a, deaf\n", 1),
    ],
)
def test_directives_that_may_not_be_added(before: str | None, after: str, line: int) -> None:
    """Each is said, at its line and with the contract that it names."""
    assert violations_of_directives(before, after) == [
        ("protected-directives", "a.py", line, "deaf: ")
    ]


def test_a_directive_that_only_people_may_add() -> None:
    assert violations_of_directives("x\n", "x  # phaser:ignore guarded -- so\n") == [
        ("protected-directives", "a.py", 1, "guarde")
    ]


def test_directives_that_are_text() -> None:
    """They name no contract."""
    as_text = compile_glob_list(["docs/"])
    contracts = ContractSet((DEAF, HEARING), directives_as_text=as_text)
    directives_by_path = {
        path: refuse_added_directives(
            path, before="", after="# phaser:ignore deaf\n", contracts=contracts, built_in=CONTRACTS
        )
        for path in ("docs/a.py", "src/a.py")
    }
    assert {
        path: len(violations_of_directives)
        for path, violations_of_directives in directives_by_path.items()
    } == {"docs/a.py": 0, "src/a.py": 1}


def violations_of_directives(
    before: str | None, after: str
) -> list[tuple[str, str, int | None, str]]:
    violations = refuse_added_directives(
        "a.py",
        before=before,
        after=after,
        contracts=ContractSet((DEAF, HEARING, ASKING, GUARDED)),
        built_in=CONTRACTS,
    )
    return [
        (violation.rule_id, violation.path, violation.line, violation.message[:6])
        for violation in violations
    ]
