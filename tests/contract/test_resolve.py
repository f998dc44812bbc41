"""What contracts of several levels come to: what checks each file, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.selection import Selection
from tests.command.made import contract
from tests.contract.leveled import PLACE, describe_checks, describe_problems, load_levels

if TYPE_CHECKING:
    from pathlib import Path

STRICT = "which nothing nearer replaces"
TOP = contract("a", message="Top.")
MIDDLE = contract("a", message="Middle.")
LOW = contract("a", message="Low.")
LEVELS = {PLACE: TOP, f"s/{PLACE}": MIDDLE, f"s/p/{PLACE}": LOW}


def test_the_nearer_contract_of_an_id_wins(tmp_path: Path) -> None:
    """In each folder the nearest of an id; in a folder of a longer name, the root's."""
    contract_set = load_levels(tmp_path, LEVELS)
    assert describe_problems(contract_set) == []
    assert describe_checks(
        contract_set, "x.py", "s/x.py", "s/p/x.py", "s/p/q/x.py", "s/pq/x.py", "sp/x.py"
    ) == {
        "x.py": ["a error Top."],
        "s/x.py": ["s: a error Middle."],
        "s/p/x.py": ["s/p: a error Low."],
        "s/p/q/x.py": ["s/p: a error Low."],
        "s/pq/x.py": ["s: a error Middle."],
        "sp/x.py": ["a error Top."],
    }
    overriding_levels = {
        contract.level: contract.overridden_by for contract in contract_set.contracts
    }
    assert overriding_levels == {"": ("s",), "s": ("s/p",), "s/p": ()}


@pytest.mark.parametrize(
    ("keys", "notices"),
    [
        ({"in": "code", "file_glob": ["*.{py,ts}", "src/**", "!*.xyz"]}, []),
        (
            {"type": "forbid_import", "pattern": None, "forbid": "a", "file_glob": "*.{py,ipynb}"},
            [],
        ),
        (
            {"in": "code", "file_glob": "*.{py,xyz}"},
            ["a: in: no reader for .xyz: all of it counts as code"],
        ),
        ({"in": "code", "file_glob": [".env", "*.{ini,erb,j2}", "*.sql.j2", "Dockerfile.dev"]}, []),
        (
            {"in": "docs", "file_glob": ["*.{mdx,rst}", "a.rst", "/a/*.mdx", "b/*.{xyz,zyx}"]},
            [
                "a: in: no reader for .rst, a.rst: a line that begins as a comment does is "
                "one, all else counts as code; no reader for .xyz, .zyx: all of it counts as code"
            ],
        ),
        ({"in": "code", "file_glob": ["go.mod", "**/go.work", "Pipfile", ".envrc"]}, []),
        (
            {"in": "code", "file_glob": ["*.mod", "*.{work,txt}", "docs/*-notes.txt"]},
            [
                "a: in: no reader for .mod (but for go.mod), .work (but for go.work), .txt (but "
                "for cmakelists.txt, meson_options.txt, requirements.txt, requirements-dev.txt, "
                "dev-requirements.txt, constraints.txt), .txt: all of it counts as code"
            ],
        ),
        (
            {"type": "forbid_import", "pattern": None, "forbid": "a", "file_glob": "*.{rb,py}"},
            ["a: no imports are read in *.rb"],
        ),
    ],
)
def test_types_of_files_that_nobody_reads(
    tmp_path: Path, keys: dict[str, Any], notices: list[str]
) -> None:
    """Each alternative of a glob is one by itself; what only takes out is none."""
    contract_set = load_levels(tmp_path, {PLACE: contract("a", **keys)})
    assert [notice.text for notice in contract_set.notices] == notices


def test_another_id_adds(tmp_path: Path) -> None:
    contract_set = load_levels(tmp_path, {PLACE: TOP, f"s/{PLACE}": contract("b", message="Low.")})
    assert describe_checks(contract_set, "x.py", "s/x.py") == {
        "x.py": ["a error Top."],
        "s/x.py": ["a error Top.", "s: b error Low."],
    }


def test_a_nearer_one_wins_where_it_selects_nothing(tmp_path: Path) -> None:
    """It says all there is to say of the id, below it."""
    contract_set = load_levels(
        tmp_path, {PLACE: TOP, f"s/{PLACE}": contract("a", file_glob="*.md")}
    )
    assert describe_checks(contract_set, "x.py", "s/x.py") == {
        "x.py": ["a error Top."],
        "s/x.py": [],
    }


def test_a_level_may_switch_a_contract_off_and_a_lower_one_on(tmp_path: Path) -> None:
    """The contract is off below, and on again where a level below says so."""
    off = {f"s/{PLACE}": contract("a", enabled=False), f"s/p/{PLACE}": LOW}
    contract_set = load_levels(tmp_path, {PLACE: TOP, **off})
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py", "s/x.py", "s/p/x.py") == {
        "x.py": ["a error Top."],
        "s/x.py": [],
        "s/p/x.py": ["s/p: a error Low."],
    }
    assert contract_set.idle == (("s", "a"),)


def test_a_contract_on_the_tree_loses_files_below_a_nearer_one(tmp_path: Path) -> None:
    """What asks for files loses those below a nearer one, too."""
    readme_exists = {"type": "file_exists", "pattern": None, "file_glob": "README.md"}
    contract_set = load_levels(
        tmp_path,
        {
            PLACE: contract("a", **readme_exists, message="Top."),
            f"s/{PLACE}": contract("a", **readme_exists),
        },
    )
    assert describe_checks(
        contract_set, "README.md", "s/README.md", "s/p/README.md", "t/README.md"
    ) == {
        "README.md": ["a error Top."],
        "s/README.md": ["s: a error Use the logger."],
        "s/p/README.md": ["s: a error Use the logger."],
        "t/README.md": ["a error Top."],
    }


def test_globs_are_relative_to_the_level(tmp_path: Path) -> None:
    """They select at and below it only, also those that climb nowhere."""
    globs = ["/x.py", "q/*.py", "deep/**/y.py", "*.md", "!no.md"]
    contract_set = load_levels(tmp_path, {f"s/p/{PLACE}": contract("a", file_glob=globs)})
    at = ["x.py", "q/z.py", "deep/y.py", "deep/er/y.py", "e.md", "r/e.md"]
    off = ["r/x.py", "r/q/z.py", "no.md", "r/no.md"]
    selection = Selection(contract_set)
    assert all(selection.contracts_for(f"s/p/{path}") for path in at)
    assert not any(
        selection.contracts_for(path)
        for path in (*at, *(f"s/p/{path_outside}" for path_outside in off))
    )


def test_the_users_are_the_farthest(tmp_path: Path) -> None:
    """A level takes the files below it from them, the root all of them."""
    user = "~/.phaser/contracts/a.yaml"
    contract_set = load_levels(tmp_path, {user: TOP, f"s/{PLACE}": LOW})
    assert describe_checks(contract_set, "x.py", "s/x.py") == {
        "x.py": ["~: a error Top."],
        "s/x.py": ["s: a error Low."],
    }
    contract_set = load_levels(tmp_path / "2", {user: TOP, PLACE: contract("a", enabled=False)})
    assert describe_checks(contract_set, "x.py", "s/x.py") == {"x.py": [], "s/x.py": []}


def test_what_is_invalid_replaces_nothing(tmp_path: Path) -> None:
    """The farther one stays in force, and the run says why."""
    contract_set = load_levels(
        tmp_path, {PLACE: TOP, f"s/{PLACE}": contract("a", severity="fatal")}
    )
    expected = 'severity: expected one of error, warning, not "fatal"'
    assert describe_problems(contract_set) == [f"s/{PLACE}:6: {expected}"]
    assert describe_checks(contract_set, "s/x.py") == {"s/x.py": ["a error Top."]}


@pytest.mark.parametrize("nearer", [LOW, contract("a", enabled=False)])
@pytest.mark.parametrize(("ignorable", "written"), [(False, "false"), ("people", "people")])
def test_nothing_replaces_what_is_guarded(
    tmp_path: Path, nearer: str, ignorable: bool | str, written: str
) -> None:
    """Neither below it, nor farther below."""
    strict = contract("a", message="Top.", ignorable=ignorable)
    contract_set = load_levels(
        tmp_path, {PLACE: strict, f"s/{PLACE}": nearer, f"s/p/{PLACE}": nearer}
    )
    expected = f"expected another id: {PLACE}:1 has `ignorable: {written}`, {STRICT}"
    assert describe_problems(contract_set) == [
        f"s/{PLACE}:1: rule_id: {expected}",
        f"s/p/{PLACE}:1: rule_id: {expected}",
    ]
    assert describe_checks(contract_set, "s/x.py", "s/p/x.py") == {
        "s/x.py": ["a error Top."],
        "s/p/x.py": ["a error Top."],
    }


def test_a_contract_that_asks_for_a_reason_is_replaced(tmp_path: Path) -> None:
    asking = contract("a", message="Top.", ignorable="reason")
    contract_set = load_levels(tmp_path, {PLACE: asking, f"s/{PLACE}": LOW})
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "s/x.py") == {"s/x.py": ["s: a error Low."]}


def test_what_is_not_enabled_stands_in_the_way_of_nothing(tmp_path: Path) -> None:
    strict = contract("a", ignorable=False, enabled=False)
    contract_set = load_levels(tmp_path, {PLACE: strict, f"s/{PLACE}": LOW})
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py", "s/x.py") == {
        "x.py": [],
        "s/x.py": ["s: a error Low."],
    }


def test_one_level_that_says_an_id_twice(tmp_path: Path) -> None:
    """The first place wins, and the other one is named."""
    second_path = ".phaser/contracts/a.yaml"
    contract_set = load_levels(tmp_path, {f"s/{PLACE}": LOW, f"s/{second_path}": TOP})
    assert describe_checks(contract_set, "s/x.py") == {"s/x.py": ["s: a error Low."]}
    assert [(notice.path, notice.text) for notice in contract_set.notices] == [
        (f"s/{second_path}", f"a does not count: s/{PLACE}:1 has that id, too")
    ]
