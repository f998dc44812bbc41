"""Where the last commit is asked at all: two runs of git rule it out for most denied edits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.comparison.edits import may_be_in_commit
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Limits, checker_by
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.checked_files import ProposedFile, Tree
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
    # In doubt: of a long line its start alone is known, of a notebook what its JSON holds.
    (LONG, {"b.py": ""}),
    ("print(1)\n", {"book.ipynb": '{"cells": [ ]}'}),
]


def asked(project: MakeProject, text: str, changed: dict[str, str | None], **keys: Any) -> bool:
    root = project(COMMITTED, commit=True)
    for name, content in changed.items():
        if content is None:
            (root / name).unlink()
        else:
            (root / name).write_text(content)
    rule = contract(**{"pattern": r"print\(", "file_glob": ["*.py", "*.ipynb"], **keys})
    checker = checker_by(ContractSet((rule,)), Limits(1.0))
    report = engine.examine(checker, [ProposedFile("a.py", text)], tree=Tree((), whole=("",)))
    assert report.violations
    return may_be_in_commit(checker, str(root), report.violations)


@pytest.mark.parametrize(("text", "changed"), NEW)
def test_what_the_last_commit_cannot_have(
    project: MakeProject, text: str, changed: dict[str, str | None]
) -> None:
    """New files, files that no contract selects, and files that never held such words."""
    assert not asked(project, text, changed)


@pytest.mark.parametrize(("text", "changed"), OLD)
def test_what_it_may_have(project: MakeProject, text: str, changed: dict[str, str | None]) -> None:
    """A file that was another one held every word of the line."""
    assert asked(project, text, changed)


@pytest.mark.parametrize(
    "keys",
    [
        {"kind": "require_pattern", "pattern": "log"},
        {"kind": "file_contains", "pattern": "log", "file_glob": "/LICENSE"},
    ],
)
def test_what_is_no_line(project: MakeProject, keys: dict[str, str]) -> None:
    """What a file or the project lacks stands in no text; HEAD may have lacked it as well."""
    assert asked(project, "x = 1\n", {"new.py": ""}, **keys)
    assert not asked(project, "x = 1\n", {}, **keys)


def test_without_git(project: MakeProject) -> None:
    """There is no commit that may have it."""
    root = project({})
    (root / ".git").rename(root / "no-git")
    rule = contract(pattern=r"print\(")
    checker = checker_by(ContractSet((rule,)), Limits(1.0))
    report = engine.examine(checker, [ProposedFile("a.py", "print(1)\n")])
    assert not may_be_in_commit(checker, str(root), report.violations)
