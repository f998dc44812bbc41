"""Files that look like contracts and are none: what stays unsaid, and what is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.lookalikes import note_project_lookalikes
from phaser_lint.contract.model import ContractSet, Notice
from phaser_lint.project.levels import Level, Levels
from phaser_lint.text.globs.compile_globs import compile_glob_list
from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import Any

    from tests.conftest import MakeProject, Run

CONTRACT = "rule_id: no-print\ntype: forbid_pattern\n"
IN_JSON = '{"rule_id": "no-print", "type": "forbid_pattern"}\n'
CONFIGURATION = "exclude: [a]\n"
FOLDER = "looks like the contract no-print and is not read: expected it in .claude/contracts"
EITHER_FOLDER = f"{FOLDER} or .phaser/contracts"
HIDDEN = "looks like the contract no-print and is not read: expected no dot before its name"
CONFIGURED = "looks like the configuration and is not read: expected .phaser/config.yaml"
ENDING = "looks like the contract no-print and is not read: expected an ending .yaml or .yml"


def lookalikes(
    root: str, paths: Iterable[str], *, levels: Sequence[str] = (), **of_contracts: Any
) -> list[Notice]:
    """The notices on the files at *paths*, of a project with these levels below the root."""
    chain = Levels(root, tuple(Level(name, f"{root}/{name}") for name in levels), root)
    return note_project_lookalikes(chain, ContractSet(**of_contracts), paths)


@pytest.mark.parametrize(
    ("path", "content"),
    [
        (".claude/contracts/no-print.yaml", CONTRACT),
        (".phaser/contracts/no-print.YML", CONTRACT),
        ("services/pay/.claude/contracts/no-print.yaml", CONTRACT),
        (".claude/contracts/README.md", "# How to write one\n\n    rule_id: no-print\n"),
        (".claude/contracts/no-print.yaml.disabled", CONTRACT),
        (".claude/contracts/.no-print.yaml.swp", CONTRACT),
        (".claude/contracts/.no-print.yaml.k3x", CONTRACT),
        (".phaser/config.yaml", CONFIGURATION),
        (".phaser/config.yml", "# exclude: [a]\ncount: true\n"),
        (".claude/config.yaml", "model: a\n"),
        ("services/pay/.phaser.yaml", CONFIGURATION),
        ("config.yaml", CONFIGURATION),
        (".claude/contracts/no-print.py", b"\x00\xff rule_id"),
        (".claude/settings.json", '{"hooks": {}}\n'),
        (".phaser/baseline.jsonl", '{"phaser-lint baseline": 1}\n{"rule_id": "no-print"}\n'),
        ("contracts/Token.json", '{"abi": []}\n'),
        ("contracts/pact.yaml", "consumer: shop\n"),
        ("contracts/list.yaml", "- rule_id: no-print\n"),
        ("contracts/broken.yaml", "rule_id: [\n"),
        ("rules/no-print.yaml", CONTRACT),
        ("subcontracts/no-print.yaml", CONTRACT),
        (".claude/skills/lint/examples/no-print.yaml", CONTRACT),
    ],
)
def test_what_is_unlike_a_contract_or_is_one(
    tmp_path: Path, path: str, content: str | bytes
) -> None:
    write_files(tmp_path, {path: content})
    assert lookalikes(str(tmp_path), [path]) == []


def test_one_in_an_excluded_folder(tmp_path: Path) -> None:
    """A fixture's contracts are for a project that is put together elsewhere."""
    paths = ["tests/fixtures/contracts/a.yaml", "tests/contracts/a.yaml", ".claude/rules/a.yaml"]
    write_files(tmp_path, dict.fromkeys(paths, CONTRACT))
    excluded = compile_glob_list(["tests/fixtures/", "/.claude/"])
    notices = lookalikes(str(tmp_path), paths, excluded=excluded)
    assert notices == [Notice("tests/contracts/a.yaml", None, FOLDER, of_project=True)]


@pytest.mark.parametrize(
    ("path", "content", "warning"),
    [
        ("contracts/no-print.yaml", CONTRACT, EITHER_FOLDER),
        ("contracts/many.yml", f"a: b\n---\n{CONTRACT}", EITHER_FOLDER),
        ("services/pay/contracts/no-print.yaml", CONTRACT, EITHER_FOLDER),
        (".claude/contract/no-print.yaml", CONTRACT, FOLDER),
        (".claude/no-print.yaml", CONTRACT, FOLDER),
        (".claude/contracts.yaml", "- rule_id: no-print\n  type: a\n", FOLDER),
        (".claude/contracts.yaml", "rules:\n- rule_id: no-print\n", FOLDER),
        (".claude/contracts/all.json", f"[{IN_JSON.strip()}]\n", ENDING),
        (".claude/contracts/all.json", f'{{"rules": [{IN_JSON.strip()}]}}\n', ENDING),
        (".claude/rules/no-print.yaml", CONTRACT, FOLDER),
        (".claude/contarcts/no-print.yaml", CONTRACT, FOLDER),
        ("services/pay/.phaser/contracts.d/no-print.yaml", CONTRACT, EITHER_FOLDER),
        ("services/pay/.claude/contracts/no-print.json", IN_JSON, ENDING),
        (".Claude/Contracts/no-print.yaml", CONTRACT, EITHER_FOLDER),
        (".phaser/no-print.yaml", CONTRACT, FOLDER.replace("claude", "phaser")),
        (".phaser-lint/contracts/no-print.yaml", CONTRACT, EITHER_FOLDER),
        ("contracts/no-print.json", IN_JSON, EITHER_FOLDER),
        (".claude/contracts/no-print.json", IN_JSON, ENDING),
        (".claude/contracts/no-print.yaml.txt", CONTRACT, ENDING),
        (".claude/contracts/no-print.yam", CONTRACT, ENDING),
        (".phaser/contracts/no-print", CONTRACT, ENDING),
        (".claude/contracts/.no-print.yaml", CONTRACT, HIDDEN),
        ("contracts/.no-print.yml", CONTRACT, EITHER_FOLDER),
        (".phaser/config.yml", CONFIGURATION, CONFIGURED),
        (".phaser/config.json", '{"include": [{"pack": "secrets"}]}', CONFIGURED),
        (".phaser/config.toml", 'directives_as_text = ["a"]\n', CONFIGURED),
        (".claude/config.yaml", "include:\n- pack: secrets\n", CONFIGURED),
        (".phaser.yaml", "# ours\npacks: [secrets]\n", CONFIGURED),
        ("phaser-lint.yaml", CONFIGURATION, CONFIGURED),
    ],
)
def test_what_somebody_believes_to_be_a_contract(
    tmp_path: Path, path: str, content: str, warning: str
) -> None:
    write_files(tmp_path, {path: content})
    assert [(notice.path, notice.text) for notice in lookalikes(str(tmp_path), [path])] == [
        (path, warning)
    ]


def test_the_usual_folders_are_looked_into_where_git_ignores_them(tmp_path: Path) -> None:
    """``.claude`` is ignored in many projects, so that no listing names what is in it."""
    write_files(tmp_path, {".claude/contract/no-print.yaml": CONTRACT})
    assert [notice.path for notice in lookalikes(str(tmp_path), [])] == [
        ".claude/contract/no-print.yaml"
    ]


def test_they_are_looked_into_at_every_level(tmp_path: Path) -> None:
    """Wherever the contracts of a level lie, another one may have been put beside them."""
    lookalike_paths = ["services/pay/.claude/contract/a.yaml", "services/pay/.phaser/b.yaml"]
    write_files(tmp_path, dict.fromkeys([*lookalike_paths, "other/.phaser/c.yaml"], CONTRACT))
    assert lookalikes(str(tmp_path), []) == []
    notices = lookalikes(str(tmp_path), [], levels=["services/pay"])
    assert [notice.path for notice in notices] == lookalike_paths


def test_an_included_folder_is_none(tmp_path: Path) -> None:
    """What is in it counts, but for a file with another ending."""
    files = {"shared/contracts/a.yaml": CONTRACT, "shared/contracts/b.json": IN_JSON}
    write_files(tmp_path, files)
    notices = lookalikes(str(tmp_path), files, folders=("shared/contracts",))
    assert [(notice.path, notice.text) for notice in notices] == [
        ("shared/contracts/b.json", ENDING)
    ]


def test_a_team_without_an_agent_reads_of_its_own_folder(tmp_path: Path) -> None:
    write_files(tmp_path, {".phaser/config.yaml": "", "contracts/a.yaml": CONTRACT})
    [notice] = lookalikes(str(tmp_path), ["contracts/a.yaml"])
    assert notice.text.endswith("is not read: expected it in .phaser/contracts")


IN_BRACKETS = "app/[id]/*.ts: [id] is one character of those in brackets"


@pytest.mark.parametrize(
    "words", [("scan",), ("scan", "src"), ("scan", "a.py", "--staged"), ("list",), ("test",)]
)
def test_every_command_names_them_once(
    project: MakeProject, run: Run, words: tuple[str, ...]
) -> None:
    """A configuration by another name, and globs with the name of a folder in brackets."""
    files = {"a.py": "x\n", "src/b.py": "x\n", ".phaser/config.yml": "exclude: [a.py]\n"}
    contracts = {"a.yaml": contract(file_glob=["*.py", "app/[id]/*.ts"])}
    outcome = run(*words, cwd=project(files, contracts=contracts, commit=True))
    notes = [line.removeprefix("note: ") for line in (outcome.out + outcome.err).splitlines()]
    assert sum("looks like the configuration" in line for line in notes) == 1
    assert sum(IN_BRACKETS in line for line in notes) == 1


def test_the_hook_says_nothing_of_them(project: MakeProject, run: Run) -> None:
    files = {".phaser/config.yml": "exclude: [a.py]\n"}
    contracts = {"a.yaml": contract(file_glob=["*.py", "app/[id]/*.ts"])}
    root = project(files, contracts=contracts)
    stdin = event(cwd=root, file_path=root / "a.py", content="x = 1\n")
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")
