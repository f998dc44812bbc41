"""``file_frozen``: a file that stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.model import Violation
from tests.examples import check, contract

if TYPE_CHECKING:
    from phaser_lint.core.file_records import ChangeKind

CHANGES: dict[str, ChangeKind] = {"a.lock": "create", "b.lock": "modify", "c.lock": "delete"}
PASSES = "# phaser:ignore-file a -- once\n"


def entry(**keys: Any) -> Any:
    return contract(kind="file_frozen", file_glob="*.lock", **keys)


def frozen(path: str) -> Violation:
    return Violation("a", "error", "Fix a.", path, "file")


@pytest.mark.parametrize(
    ("keys", "changes"),
    [
        pytest.param({}, {}, id="nothing changed"),
        pytest.param({}, {"a.py": "modify", "a.lock.txt": "create"}, id="other files"),
        pytest.param({"exclude_glob": "old/"}, {"old/a.lock": "modify"}, id="excluded"),
        pytest.param({"changes": "modify"}, {"a.lock": "create", "b.lock": "delete"}, id="kinds"),
    ],
)
def test_silent(keys: dict[str, Any], changes: dict[str, ChangeKind]) -> None:
    """No violation."""
    assert check([entry(**keys)], {}, tree=["a.lock"], changes=changes).violations == ()


def test_silent_without_a_before() -> None:
    """Of what there is nothing can be said."""
    assert check([entry()], {"a.lock": ""}, tree=["a.lock"]).violations == ()


@pytest.mark.parametrize("is_whole_tree", [True, False])
@pytest.mark.parametrize(
    ("keys", "paths"),
    [
        ({}, ["a.lock", "b.lock", "c.lock"]),
        ({"changes": ["modify", "delete"]}, ["b.lock", "c.lock"]),
        ({"changes": "create"}, ["a.lock"]),
    ],
)
def test_fires(keys: dict[str, Any], paths: list[str], is_whole_tree: bool) -> None:
    """At each file whose kind of change counts, whatever else is known."""
    report = check([entry(**keys)], {}, tree=[], changes=CHANGES, whole=is_whole_tree)
    assert report.violations == tuple(map(frozen, paths))


def test_only_directives_of_before_let_pass() -> None:
    """One that the change adds would let that change pass, and any other."""
    texts_before = {"b.lock": "", "c.lock": PASSES, "d.lock": PASSES}
    texts = {"a.lock": PASSES, "b.lock": PASSES, "d.lock": ""}
    changes: dict[str, ChangeKind] = {**CHANGES, "d.lock": "modify"}
    report = check([entry()], texts, tree=list(texts), changes=changes, then=texts_before)
    assert report.violations == (frozen("a.lock"), frozen("b.lock"))
    assert report.suppressed == (frozen("c.lock"), frozen("d.lock"))
    assert report.notices == ()
    strict = check([entry(ignorable=False)], texts, tree=[], changes=changes, then=texts_before)
    assert len(strict.violations) == 4
    without_directives = check(
        [entry()], texts, tree=[], changes=changes, then=texts_before, ignores=False
    )
    assert len(without_directives.violations) == 4
