"""Lists, read once and in the time that there is."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.file_state import Files
from tests.examples import contract, contract_set, places_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


LISTED_CONTRACT = contract("one", "items_listed", pattern=r"def (\w+)", listed_in="l/*.md")
SECOND_CONTRACT = contract("two", "items_listed", pattern=r"def (\w+)", listed_in="l/*.md")
CODE = TextFile("a.py", "def a\ndef b\ndef zz\n")


class Disk(Files):
    """Lists of one word each; it remembers which were read."""

    def __init__(self, names: str) -> None:
        self._names = tuple(f"l/{name}.md" for name in names)
        self.read_paths: list[str] = []

    def paths(self) -> Sequence[str]:
        return self._names

    def read(self, paths: Iterable[str]) -> Iterator[TextFile]:
        for path in paths:
            self.read_paths.append(path)
            yield TextFile(path, path[2])


def test_each_list_is_read_once() -> None:
    """For all contracts, and for what was there before."""
    disk, checker = (
        Disk("abc"),
        make_checker(contract_set(LISTED_CONTRACT, SECOND_CONTRACT), 2.0),
    )
    tree = disk.tree(())
    for _ in range(2):
        report = engine.check_files(checker, [CODE], tree=tree)
        assert places_of(report) == ["one a.py:3:5", "two a.py:3:5"]
    assert disk.read_paths == ["l/a.md", "l/b.md", "l/c.md"]


@pytest.mark.parametrize("listed_as", ["", "^{item}$"])
def test_no_list_is_read_after_the_deadline(listed_as: str) -> None:
    """What no list was asked about is undecided, and is not listed either."""
    keys = {"listed_as": listed_as} if listed_as else {}
    listed_contract = contract(
        "one", "items_listed", pattern=r"def (\w+)", listed_in="l/*.md", **keys
    )
    disk, ticks = Disk("abcdefgh"), count()
    checker = make_checker(
        contract_set(listed_contract), 2.0, deadline=3, grace=100, clock=lambda: next(ticks)
    )
    report = engine.check_files(checker, [CODE], tree=disk.tree(()))
    assert report.undecided == (Undecided("one", "a.py", "no time left"),)
    assert places_of(report) == []
    assert len(disk.read_paths) < 8
