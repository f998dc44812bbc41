"""Limits of lists and texts: what an edit has no time for is a problem of its own contract only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_globs
from tests.command.made import contract as written
from tests.contract.leveled import PLACE, describe_problems, load_levels
from tests.examples import check, contract, mapping

if TYPE_CHECKING:
    from pathlib import Path

SIX = "{a,b}" * 6
GLOBS = "at most 1,000 globs, each alternative in braces counted"
OF_THEM = "at most 1,000 of them, not 1,001"


def globs(number: int, ending: str = "") -> list[str]:
    return [f"{index}{ending}" for index in range(number)]


FITTING = [
    ("forbid_pattern", {"file_glob": globs(1_000)}),
    ("forbid_pattern", {"file_glob": globs(15, SIX), "exclude_glob": globs(15, SIX)}),
    ("forbid_import", {"forbid": globs(15, SIX), "aliases": dict.fromkeys(globs(1_000), "a")}),
    ("forbid_pattern", {"tags": globs(1_000), "message": "m" * 10_000}),
    ("forbid_pattern", {"message": "{dir}" * 100}),
    ("forbid_pattern", {"message": "{other}" * 101}),
]
TOO_MANY = [
    ("forbid_pattern", {"file_glob": globs(1_001)}, f"expected {OF_THEM}"),
    ("forbid_pattern", {"file_glob": globs(16, SIX)}, f"expected {GLOBS}"),
    ("forbid_pattern", {"exclude_glob": globs(16, SIX)}, f"expected {GLOBS}"),
    ("changed_together", {"with_glob": globs(16, SIX)}, f"expected {GLOBS}"),
    ("items_listed", {"listed_in": globs(16, SIX)}, f"expected {GLOBS}"),
    ("forbid_import", {"forbid": globs(16, SIX)}, f"expected {GLOBS}"),
    ("forbid_import", {"forbid": globs(1_001)}, f"expected {OF_THEM}"),
    ("forbid_import", {"aliases": dict.fromkeys(globs(1_001), "a")}, f"expected {OF_THEM}"),
    ("file_pair", {"partner": globs(1_001)}, f"expected {OF_THEM}"),
    ("forbid_pattern", {"tags": globs(1_001)}, f"expected {OF_THEM}"),
    ("forbid_pattern", {"message": "m" * 10_001}, "expected at most 10,000 characters, not 10,001"),
    (
        "forbid_pattern",
        {"message": "{dir}" * 101},
        "expected at most 100 variables: each is filled in for each violation",
    ),
]


@pytest.mark.parametrize(("kind", "keys"), FITTING)
def test_as_many_as_may_be(kind: str, keys: dict[str, Any]) -> None:
    all_keys = mapping("a", kind, **keys)
    assert check_mapping(all_keys, source="project", path="a.yaml").problems == ()


@pytest.mark.parametrize(("kind", "keys", "expected"), TOO_MANY)
def test_more(kind: str, keys: dict[str, Any], expected: str) -> None:
    checked_mapping = check_mapping(mapping("a", kind, **keys), source="project", path="a.yaml")
    assert [(problem.key, problem.expected) for problem in checked_mapping.problems] == [
        (next(iter(keys)), expected)
    ]


def test_in_an_override_and_the_configuration(tmp_path: Path) -> None:
    files = {
        PLACE: written("a"),
        f"x/{PLACE}": f"override: a\nmessage: {'m' * 10_001}\n",
        ".phaser/config.yaml": f"exclude: {globs(16, SIX)}\n",
    }
    assert describe_problems(load_levels(tmp_path, files)) == [
        f".phaser/config.yaml:1: exclude: expected {GLOBS}",
        f"x/{PLACE}:2: message: expected at most 10,000 characters, not 10,001",
    ]


def test_a_contract_that_is_too_large_silences_no_other(tmp_path: Path) -> None:
    """Ten with 960 globs each fit in a file; one more does not, and those with a few always do."""
    many = [written(f"m{number}", file_glob=globs(15, SIX)) for number in range(11)]
    contract_set = load_levels(tmp_path, {PLACE: "---\n".join([*many, written("small")])})
    ids = [contract.rule_id for contract in contract_set.contracts]
    assert ids == [*(f"m{number}" for number in range(10)), "small"]
    assert describe_problems(contract_set) == [
        f"{PLACE}:74: file_glob: expected at most 10,000 globs in all contracts of a file"
    ]


def test_sets_of_letters_in_many_globs() -> None:
    """They select what they select in a few, where each is spelled out."""
    few = ("a.[jt]s", "[!a]b")
    many = (*globs(101, "/[xyz]"), *few)
    paths = ["a.js", "x/a.ts", "a.cs", "cb", "ab", "5/x", "5/w"]
    assert [selects_path(compile_globs(few, ()), path) for path in paths[:5]] == [
        selects_path(compile_globs(many, ()), path) for path in paths[:5]
    ]
    assert [selects_path(compile_globs(many, ()), path) for path in paths[5:]] == [True, False]
    assert len(compile_globs(many, ())[0]) == len(many)


def test_a_value_is_looked_at_where_it_begins() -> None:
    """A group that looks ahead holds all of the file, at each of its matches."""
    text = "x\n" * 2_000 + " " * 5_000
    violations = check(
        [contract(pattern=r"(?s)x(?=(.*))", message="{1}")], {"a.py": text}
    ).violations
    assert len(violations) == 2_000
    assert violations[0].message == ("x " * 40)[:79] + "…"
    assert violations[-1].message == "…"
