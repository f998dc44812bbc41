"""Which contracts select a path: the globs, and the exception for contract files."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import reads_files_for_tree
from phaser_lint.contract.rules.file_sets import select_for_change
from phaser_lint.contract.selection import Selection, names_folder
from phaser_lint.text.globs import selects_path
from tests.counted_work import calls_of
from tests.examples import at_level, contract, contract_set

FOLDERS = (".claude/contracts", ".phaser/contracts")


def selected(path: str, *contracts: Contract, folders: tuple[str, ...] = FOLDERS) -> list[str]:
    contracts_of_path = Selection(contract_set(*contracts, folders=folders)).contracts_for(path)
    return [contract.rule_id for contract in contracts_of_path]


@pytest.mark.parametrize(
    ("globs", "path", "chosen"),
    [
        ({"file_glob": "*.py"}, "a.ts", False),
        ({"file_glob": "src/*"}, "src/a/b.py", False),
        ({"file_glob": "/README.md"}, "docs/README.md", False),
        ({"file_glob": "*.py", "exclude_glob": "tests/"}, "tests/a.py", False),
        ({"file_glob": ["*.py", "!a.py"]}, "a.py", False),
        ({"file_glob": "*.PY"}, "a.py", False),
        ({"file_glob": "*.py"}, "src/a.py", True),
        ({"file_glob": "src/*"}, "src/b.py", True),
        ({"file_glob": "README.md"}, "docs/README.md", True),
        ({"file_glob": "*.py", "exclude_glob": ["tests/", "!tests/a.py"]}, "tests/a.py", True),
        ({"file_glob": "[jt]s/*.[!a]"}, "js/a.b", True),
        ({"file_glob": "é*"}, "src/é.py", True),
    ],
)
def test_globs_select_as_gitignore_does_from_the_root(
    globs: dict[str, Any], path: str, chosen: bool
) -> None:
    """Gitignore's way, from the root, case and all."""
    assert selected(path, contract(**globs)) == (["a"] if chosen else [])


_GLOB_NAMES = (
    *("*.py", "*", "a.py", "test_*.py", "*_a.py", "*.d.ts", "src", ".py", "a*", "*.", "a.b.py"),
    *("a*.ts", "_a.py", "*a", ".d.ts", "src*", "*_a.d.ts", "a", "*.[jt]s", "{a,b}.py"),
)
_ODD_GLOB_NAMES = ("?.py", "*a*", "[!a]*.py")
_FILE_NAMES = (
    *("a.py", "b.py", "test_a.py", "test_b.py", "x_a.py", "_a.py", "a.d.ts", ".d.ts", "a.ts"),
    *("src", "a", "ab", "ba", ".py", "b.", "a.b.py", "b.b.py", "x_a.d.ts", "b.js", "c\nb.py", "c"),
)
_FOLDERS = ("", "src/", "src/a/", "a/", "a.py/", "test_a/", "b/.py/", "b/src/a.b.py/")


def _random_glob(chance: Random, names: tuple[str, ...]) -> str:
    folder = chance.choice(("", "", "/", "**/", "src/", "src/**/", "/a/", "a/*/", "**/a.py/"))
    negation = chance.choice(("", "", "", "!"))
    return f"{negation}{folder}{chance.choice(names)}{chance.choice(('', '', '', '/', '/**'))}"


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("seed", range(8))
def test_files_that_are_taken_for_alike_are(seed: int) -> None:
    """In whatever order they are asked for, each is selected as if it were the only one."""
    chance = Random(seed)
    for _ in range(25):
        names = _GLOB_NAMES if chance.random() < 0.8 else (*_GLOB_NAMES, *_ODD_GLOB_NAMES)
        contracts = []
        for number in range(chance.randint(1, 4)):
            first, *more = [_random_glob(chance, names) for _ in range(chance.randint(1, 3))]
            excluding = _random_glob(chance, names).lstrip("!")
            globs = {"file_glob": [first.lstrip("!"), *more]}
            if chance.random() < 0.5:
                globs["exclude_glob"] = [excluding]
            contracts.append(contract(f"c{number}", **globs))
        paths = [f"{folder}{name}" for folder in _FOLDERS for name in _FILE_NAMES]
        chance.shuffle(paths)
        selection = Selection(contract_set(*contracts, folders=FOLDERS))
        for path in paths:
            expected = [one for one in contracts if selects_path(one.globs, path)]
            assert (path, selection.contracts_for(path)) == (path, expected)


def test_contracts_come_in_the_order_of_the_set() -> None:
    """So that a report does not depend on names."""
    assert selected("a.py", contract("b"), contract("c", file_glob="*.ts"), contract("a")) == [
        "b",
        "a",
    ]


@pytest.mark.parametrize("glob", ["**/*", "*.yaml", ".claude/**", ".*/", "/.claude", "contracts/*"])
def test_contract_files_are_not_checked_by_chance(glob: str) -> None:
    """They quote what they forbid."""
    assert selected(".claude/contracts/a.yaml", contract(file_glob=glob)) == []


@pytest.mark.parametrize(
    "glob",
    [".claude/contracts/*.yaml", "/.claude/contracts/", "**/.claude/contracts/**",
     ".claude/contracts", ["*.py", ".claude/contracts/*"]],
)  # fmt: skip
def test_contract_files_are_checked_by_globs_that_name_their_folder(glob: object) -> None:
    """Then it is meant."""
    assert selected(".claude/contracts/a.yaml", contract(file_glob=glob)) == ["a"]


@pytest.mark.parametrize(
    "path",
    ["a.yaml", ".claude/settings.json", ".claude/contracts-old/a.yaml", "x/contracts/a.yaml"],
)
def test_other_files_are_checked_as_ever(path: str) -> None:
    """Only the folders that hold contracts are an exception."""
    assert selected(path, contract()) == ["a"]


def test_without_a_folder_inside_the_root_nothing_is_an_exception() -> None:
    """The user's contracts lie elsewhere."""
    assert selected(".claude/contracts/a.yaml", contract(), folders=()) == ["a"]


def test_names_folder_wants_the_whole_name() -> None:
    """A folder whose name only starts like it is another."""
    assert not names_folder(contract(file_glob="own-old/*"), ["own/"])
    assert names_folder(contract(file_glob="own"), ["own/"])


def test_names_folder_as_its_level_sees_it() -> None:
    """A glob is relative to the contract's level, and the folders to the root."""
    folders_of_a, folders_of_root = ("a/.phaser/contracts/",), (".phaser/contracts/",)
    assert names_folder(at_level("a", file_glob=".phaser/contracts/*"), folders_of_a)
    assert not names_folder(at_level("a", file_glob=".phaser/contracts/*"), folders_of_root)
    assert not names_folder(contract(file_glob=".phaser/contracts/*"), folders_of_a)
    assert names_folder(contract(file_glob="a/.phaser/contracts/*"), folders_of_a)
    assert names_folder(contract(file_glob="**/.phaser/contracts/*"), folders_of_a)


def test_what_is_known_to_be_selected_is_asked_of_no_glob() -> None:
    """A denied edit asked twice which of its contracts select the file."""
    contracts = contract_set(contract("a", file_glob="*.py"), contract("b", file_glob="*.ts"))
    selection = Selection(contracts._replace(selected=("x.md",)))
    assert selection.contracts_for("x.md") == [*contracts.contracts]
    assert selection.contracts_for("y.py") == [contracts.contracts[0]]


def test_paths_on_the_tree_come_in_the_order_given() -> None:
    """In the order given; a contract that selects none, or is not on the tree, is not there."""
    contracts = contract_set(
        contract("p", "file_not_exists", file_glob="*.py"),
        contract("q", file_glob="*.py"),
        contract("t", "file_exists", file_glob="*.ts"),
    )
    paths = ["b.py", "a.md", "a.py"]
    selection = Selection(contracts)
    assert selection.on_tree == {0, 2}
    assert selection.paths_at(selection.on_tree, paths) == {0: ["b.py", "a.py"]}


def test_a_contract_that_selects_nothing_is_idle() -> None:
    """The contracts that select nothing of a whole project, in the order of the set."""
    contracts = contract_set(
        contract("t", file_glob="*.ts"),
        contract("p", file_glob="*.py"),
        contract("j", file_glob="*.js"),
    )
    idle_contracts = Selection(contracts).idle(["b.py", "a.md", "a.py"])
    assert [idle_contract.rule_id for idle_contract in idle_contracts] == ["t", "j"]


def test_where_all_contracts_have_files_no_more_are_asked_about() -> None:
    selection = Selection(contract_set(contract(file_glob="*.py")))
    paths = [f"src/m{number}/a.py" for number in range(100)]
    assert calls_of(lambda: selection.idle(paths), function_name="_matching_groups") == 1


@pytest.mark.parametrize(
    ("kind", "scope", "reads"),
    [
        ("forbid_pattern", "file", False),
        ("require_pattern", "file", False),
        ("file_exists", "file", False),
        ("require_pattern", "tree", True),
        ("file_contains", "tree", True),
        ("file_not_exists", "file", True),
    ],
)
def test_which_files_the_tree_has_to_see(kind: str, scope: str, reads: bool) -> None:
    """Those of ``scope: tree``, and those in which a directive may allow their existence."""
    contract_a = contract(kind=kind, scope=scope, file_glob="*.py")
    assert reads_files_for_tree(contract_a) is reads
    selection = Selection(contract_set(contract_a))
    assert selection.read_for_tree(["a.py", "a.ts"]) == (["a.py"] if reads else [])


def test_levels_in_each_other_deeper_than_python_calls() -> None:
    """Every level above a file checks it, and none beside it."""
    folders = ["/".join(["d"] * depth) for depth in range(1, 3_000)]
    levels = [at_level(folder, file_glob="*.py") for folder in ("", folders[1], folders[-1])]
    selection = Selection(contract_set(*levels))
    places_by_folder = [
        selection.places_for(f"{folder}/a.py") for folder in (folders[-1], folders[0], folders[1])
    ]
    assert places_by_folder == [(0, 1, 2), (0,), (0, 1)]


@pytest.mark.parametrize(
    ("listed_in", "touched_path", "read_paths"),
    [
        ("{dir}/list.md", "a/other.md", []),
        ("{dir}/{name}", "c.py", []),
        ("{dir}/list.md", "a/list.md", ["a/x.py", "a/y.py"]),
        ("{dir}/*.md", "b/new.md", ["b/x.py"]),
        ("{dir}/{name}", "b/x.py", ["b/x.py"]),
        (["{dir}/list.md", "!a/list.md"], "a/list.md", []),
        # A list of all is no list of its own.
        ("lists/*.md", "lists/a.md", ["a/x.py", "a/y.py", "b/x.py"]),
    ],
)
def test_a_change_reads_items_only_of_files_that_it_may_list(
    listed_in: str | list[str], touched_path: str, read_paths: list[str]
) -> None:
    """A package of 2,000 files with a list each was read at each edit of any file."""
    paths = ["a/x.py", "a/y.py", "b/x.py", "b/x.ts"]
    for level, folder in (("", ""), ("deep", "deep/")):
        listed = at_level(
            level, kind="items_listed", file_glob="*/*.py", listed_in=listed_in, pattern="a"
        )
        selection = Selection(contract_set(listed))
        read_at_level = select_for_change(
            selection, [f"{folder}{path}" for path in paths], [f"{folder}{touched_path}"]
        )
        assert read_at_level == [f"{folder}{path}" for path in read_paths]
