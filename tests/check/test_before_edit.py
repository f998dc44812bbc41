"""Where the last commit is asked at all: two runs of git rule it out for most denied edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent import FileProposal
from phaser_lint.check.edit_check import EditCheck, may_be_in_commit
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.file_records import Session, TextFile, Tree
from tests.examples import contract

if TYPE_CHECKING:
    from tests.conftest import MakeProject

COMMITTED: dict[str, str | bytes] = {
    "a.py": "x = 1\n",
    "b.py": "y = 1\nprint(2)\n",
    "c.py": "print( 1 ,\n  2)\n",
    "notes.txt": "print(1)\n",
    "wide.py": "print(1)\n".encode("utf-16"),
    "long.py": f"print({'1' * 2000})\n",
    "book.ipynb": '{"cells": []}',
}
LONG = str(COMMITTED["long.py"])
# What the edit makes of a.py, and the files on the disk that are not what they were.
NEW = [
    ("print(1)\n", {}),
    ("print(1)\n", {"new.py": "print(1)\n"}),
    ("print(1)\n", {"notes.txt": ""}),
    ("print(1)\n", {"b.py": "y = 1\n"}),
    ("print(2)  # two\n", {"b.py": "y = 1\n"}),
    ("print(1)\n", {"a.py": "x = 2\n"}),
]
OLD = [
    ("print(2)\n", {"b.py": "y = 1\n"}),
    ("    print(2)\n", {"b.py": None}),
    ("print(1)\nprint(2)\n", {"b.py": "y = 1\n"}),
    ("print( 1 , 2)\n", {"c.py": ""}),
    ("print(1)\n", {"wide.py": ""}),
    # In doubt: of a long line only its start is known, of a notebook what its JSON holds.
    (LONG, {"b.py": ""}),
    ("print(1)\n", {"book.ipynb": '{"cells": [ ]}'}),
]


def may_edit_be_in_commit(
    project: MakeProject, text: str, changed: dict[str, str | None], **keys: Any
) -> bool:
    root = project(COMMITTED, commit=True)
    for name, content in changed.items():
        if content is None:
            (root / name).unlink()
        else:
            (root / name).write_text(content)
    rule = contract(**{"pattern": r"print\(", "file_glob": ["*.py", "*.ipynb"], **keys})
    checker = make_checker(ContractSet((rule,)), 1.0, root=str(root))
    report = engine.examine_files(checker, [TextFile("a.py", text)], tree=Tree((), whole=("",)))
    assert report.violations
    return may_be_in_commit(checker, report.violations)


@pytest.mark.parametrize(("text", "changed"), NEW)
def test_the_last_commit_cannot_have_what_no_file_held(
    project: MakeProject, text: str, changed: dict[str, str | None]
) -> None:
    """New files, files that no contract selects, and files that never held such words."""
    assert not may_edit_be_in_commit(project, text, changed)


@pytest.mark.parametrize(("text", "changed"), OLD)
def test_the_last_commit_may_have_what_a_file_held(
    project: MakeProject, text: str, changed: dict[str, str | None]
) -> None:
    """A file that was another one held every word of the line."""
    assert may_edit_be_in_commit(project, text, changed)


@pytest.mark.parametrize(
    "keys",
    [
        {"kind": "require_pattern", "pattern": "log"},
        {"kind": "file_contains", "pattern": "log", "file_glob": "/LICENSE"},
    ],
)
def test_the_last_commit_may_have_lacked_what_has_no_line(
    project: MakeProject, keys: dict[str, str]
) -> None:
    """What a file or the project lacks stands in no text; HEAD may have lacked it as well."""
    assert may_edit_be_in_commit(project, "x = 1\n", {"new.py": ""}, **keys)
    assert not may_edit_be_in_commit(project, "x = 1\n", {}, **keys)


def test_without_git_no_commit_may_have_an_edit(project: MakeProject) -> None:
    """There is no commit that may have it."""
    root = project({})
    (root / ".git").rename(root / "no-git")
    rule = contract(pattern=r"print\(")
    checker = make_checker(ContractSet((rule,)), 1.0, root=str(root))
    report = engine.examine_files(checker, [TextFile("a.py", "print(1)\n")])
    proposals = [("a.py", FileProposal(text="print(1)\n", is_new=True))]
    edit = EditCheck(checker, proposals, session=Session())
    assert edit.count_in_files(report) == edit.count_in_commit(report) == {}
