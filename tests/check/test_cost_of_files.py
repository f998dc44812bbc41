"""What a folder and a file cost, in looks at the disk: they are counted, not timed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tests.command.made import contract, no_file
from tests.counted_work import calls_of, looks_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject, Run

TREE = ("pre-commit", "--tree", "--")


def made(project: MakeProject, count: int, contract_text: str) -> Path:
    """A project with so many folders of one file each."""
    files = {f"folder{number}/a.py": "" for number in range(count)}
    return project(files, contracts={"a.yaml": contract_text}, commit=True)


def added_by_hundred(
    project: MakeProject, work: Callable[[Path], object], contract_text: str
) -> int:
    """How many looks a hundred folders more cost."""
    few, many = (made(project, count, contract_text) for count in (20, 120))
    return looks_of(lambda: work(many)) - looks_of(lambda: work(few))


def test_a_folder_costs_the_tree_hook_two_looks(project: MakeProject, run: Run) -> None:
    """Whether it may be a level; nothing else of it is asked, twice or once."""

    def check(root: Path) -> None:
        assert run(*TREE, cwd=root).code == 0

    for contract_text in (contract(), no_file("*.pem")):
        # A contract that was written a moment ago is read once more: some forty looks.
        assert round(added_by_hundred(project, check, contract_text) / 100) == 2


def test_a_tree_that_no_contract_asks_about_selects_no_file(project: MakeProject, run: Run) -> None:
    """The names tell where levels may be; no glob is asked about any of them."""
    calls = []
    for contract_text in (contract(), no_file("a.py")):
        root = made(project, 50, contract_text)
        work = partial(run, *TREE, cwd=root)
        calls.append(calls_of(work, function_name="_find_places"))
    assert calls[0] == 0 < calls[1]
