"""Contract files to a set: precedence, duplicates, and every problem as the user sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.discover import discover_contract_files
from phaser_lint.contract.load_contracts import load_contracts
from phaser_lint.contract.rules import RULES
from phaser_lint.core.errors import UsageError
from tests.conftest import write_files
from tests.examples import levels_at
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.contract.model import ContractSet


NO_LIST = "expected a mapping, not a list; a contract each, with a line `---` between"


def written(rule_id: str, message: str = "Fix it.", more_lines: str = "") -> str:
    return (
        f"rule_id: {rule_id}\ntype: forbid_pattern\npattern: bad\nfile_glob: '*'\n"
        f"message: {message}\nseverity: error\n{more_lines}"
    )


def load(top: Path, files: dict[str, str | bytes], *, user: bool = True) -> ContractSet:
    """The set of the project ``root`` and the home folder ``home`` under *top*."""
    write_files(top, files)
    return load_contracts(
        discover_configured_files(levels_at(top / "root"), home=str(top / "home") if user else "")
    )


def messages(contract_set: ContractSet) -> dict[str, str]:
    return {contract.rule_id: contract.message for contract in contract_set.contracts}


def problems(contract_set: ContractSet) -> list[tuple[str, bool]]:
    return [(str(problem), problem.skipped) for problem in contract_set.problems]


THREE_PLACES: dict[str, str | bytes] = {
    "root/.claude/contracts/x.yaml": written("a", "from claude"),
    "root/.phaser/contracts/x.yaml": f"{written('a', 'from phaser')}---\n{written('b', 'phaser')}",
    "home/.phaser/contracts/x.yaml": "---\n".join(
        [written("a", "from home"), written("b", "home"), written("c", "home")]
    ),
}


def test_nothing_is_no_problem(tmp_path: Path) -> None:
    """A project without contracts has an empty set."""
    contract_set = load(tmp_path, {"root/a.py": ""})
    assert (contract_set.contracts, contract_set.problems) == ((), ())


def test_the_earlier_place_wins(tmp_path: Path) -> None:
    """In one level with a notice; against the user's without one."""
    contract_set = load(tmp_path, THREE_PLACES)
    assert messages(contract_set) == {"a": "from claude", "b": "phaser", "c": "home"}
    assert problems(contract_set) == []
    assert [notice.path for notice in contract_set.notices] == [".phaser/contracts/x.yaml"]
    assert [(contract.source, contract.path) for contract in contract_set.contracts] == [
        ("project", ".claude/contracts/x.yaml"),
        ("project", ".phaser/contracts/x.yaml"),
        ("user", "~/.phaser/contracts/x.yaml"),
    ]
    assert contract_set.folders == (".claude/contracts", ".phaser/contracts")


def test_contracts_can_be_loaded_without_those_of_the_user(tmp_path: Path) -> None:
    """A verdict must not depend on whose machine it is."""
    contract_set = load(tmp_path, THREE_PLACES, user=False)
    assert messages(contract_set) == {"a": "from claude", "b": "phaser"}


def test_a_disabled_project_contract_hides_the_users(tmp_path: Path) -> None:
    """That is how a project turns one off."""
    files = {
        **THREE_PLACES,
        "root/.claude/contracts/x.yaml": written("c", more_lines="enabled: false"),
    }
    contract_set = load(tmp_path, files)
    assert messages(contract_set) == {"a": "from phaser", "b": "phaser"}
    assert contract_set.idle == (("", "c"),)


def test_duplicates_in_one_place(tmp_path: Path) -> None:
    """The first file by name counts, and each other one is said, also in the same file."""
    contract_set = load(
        tmp_path,
        {
            "root/.claude/contracts/2.yaml": written("a", "second"),
            "root/.claude/contracts/1.yaml": f"{written('a', 'first')}---\n{written('a')}",
        },
    )
    assert messages(contract_set) == {"a": "first"}
    first_file = ".claude/contracts/1.yaml"
    assert problems(contract_set) == [
        (f"{first_file}:8: rule_id: expected an id of its own; a is in {first_file}:1", True),
        (
            ".claude/contracts/2.yaml:1: rule_id: expected an id of its own; "
            f"a is in {first_file}:1",
            True,
        ),
    ]


def test_every_problem_is_told_and_the_rest_counts(tmp_path: Path) -> None:
    """File by file, document by document, with the keys; a warning does not skip a contract."""
    contract_set = load(
        tmp_path,
        {
            "root/.claude/contracts/1-empty.yaml": "# nothing\n",
            "root/.claude/contracts/2-twice.yaml": f"{written('a')}message: again\n",
            "root/.claude/contracts/3-two.yaml": f"{written('b')}---\nrule_id: c d\n---\n- x\n",
            "root/.claude/contracts/4-hint.yaml": written("e", more_lines="fileglob: x\n"),
            "root/.claude/contracts/5-bytes.yml": b"message: \xff\n",
            "root/.claude/contracts/6-list.yaml": "- a\n",
            "root/.claude/contracts/7-tag.yaml": written("f", "!!python/name:os.system x"),
            "home/.phaser/contracts/8.yaml": "a: [\n",
        },
    )
    assert sorted(messages(contract_set)) == ["b"]
    three = ".claude/contracts/3-two.yaml:8"
    types = ", ".join(RULES)
    tag = "!!python/name:os.system"
    assert problems(contract_set) == [
        (".claude/contracts/1-empty.yaml: expected a contract, found nothing", True),
        (".claude/contracts/2-twice.yaml:7: message: expected each key once, found it again", True),
        (
            f"{three}: rule_id: expected 1 to 64 letters, digits and hyphens, "
            'not "c d"; did you mean c-d?',
            True,
        ),
        (f"{three}: type: missing; expected one of {types}", True),
        (f"{three}: file_glob: missing; expected a glob or a list of globs", True),
        (f"{three}: message: missing; expected a text", True),
        (f"{three}: severity: missing; expected one of error, warning", True),
        (f".claude/contracts/3-two.yaml:10: {NO_LIST}", True),
        (".claude/contracts/4-hint.yaml:7: fileglob: unknown key; did you mean file_glob?"
         " (a key of your own is written x-fileglob)", True),
        (".claude/contracts/5-bytes.yml:1: expected UTF-8 text, not the byte 0xff", True),
        (f".claude/contracts/6-list.yaml:1: {NO_LIST}", True),
        (f".claude/contracts/7-tag.yaml:5: message: expected a plain value, not the tag {tag}",
         True),
        ("~/.phaser/contracts/8.yaml:2: expected YAML; did not find expected node content", True),
    ]  # fmt: skip


def test_a_file_that_cannot_be_read_is_told() -> None:
    """A contract that is not there must not look like one that is kept."""
    with without_privileges() as folder:
        write_files(folder, {"c/a.yaml": written("a"), "c/b.yaml": written("b")})
        (folder / "c" / "a.yaml").chmod(0o000)
        contract_set = load_contracts(
            discover_contract_files(levels_at(folder), home="", contracts_dir=str(folder / "c"))
        )
        assert messages(contract_set) == {"b": "Fix it."}
        assert problems(contract_set) == [
            (f"{folder}/c/a.yaml: cannot be read: Permission denied", True),
        ]


def test_contracts_dir_replaces_all_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shown as the user wrote it; inside the project it is known as a folder of contracts."""
    write_files(
        tmp_path, {**THREE_PLACES, "root/own/a.yaml": written("z", more_lines="enabled: 1\n")}
    )
    write_files(tmp_path, {"root/own/b.yaml": written("y"), "other/a.yaml": written("x")})
    monkeypatch.chdir(tmp_path / "root")
    root, home = str((tmp_path / "root").resolve()), str(tmp_path / "home")
    contract_set = load_contracts(
        discover_contract_files(levels_at(root), home=home, contracts_dir="own/")
    )
    assert [
        (contract.rule_id, contract.source, contract.path) for contract in contract_set.contracts
    ] == [("y", "given", "own/b.yaml")]
    assert problems(contract_set) == [
        ("own/a.yaml:7: enabled: expected true or false, not 1", True)
    ]
    assert contract_set.folders == ("own",)
    outside = load_contracts(
        discover_contract_files(levels_at(root), home=home, contracts_dir="../other")
    )
    assert (messages(outside), outside.folders) == ({"x": "Fix it."}, ())


@pytest.mark.parametrize("name", ["missing", "file.yaml"])
def test_contracts_dir_has_to_be_a_folder(tmp_path: Path, name: str) -> None:
    """It was named, so it is an error and no empty set."""
    (tmp_path / "file.yaml").write_text(written("a"))
    folder = str(tmp_path / name)
    with pytest.raises(UsageError) as caught:
        load_contracts(discover_contract_files(levels_at(tmp_path), home="", contracts_dir=folder))
    assert str(caught.value) == f"--contracts-dir: expected a folder of contract files: {folder}"


def test_in_the_home_folder_nothing_is_told_twice(tmp_path: Path) -> None:
    """There the project's ``.phaser/contracts`` and the user's are one folder."""
    write_files(tmp_path, {".phaser/contracts/a.yaml": "- x\n", ".phaser/contracts/b.yaml": "- y"})
    home = str(tmp_path.resolve())
    contract_set = load_contracts(discover_configured_files(levels_at(home, home=home), home=home))
    assert problems(contract_set) == [
        (f"~/.phaser/contracts/a.yaml:1: {NO_LIST}", True),
        (f"~/.phaser/contracts/b.yaml:1: {NO_LIST}", True),
    ]
    assert contract_set.folders == (".phaser/contracts",)
