"""Files that git writes in another encoding than it keeps: the text of the commit is checked.

``working-tree-encoding=IBM037`` in a pull request's ``.gitattributes`` hid all of its code from the
Action: on the runner's disk it was EBCDIC.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

ERROR = "{}:2:1: error: Use the logger. [no-print]\n"
CLEAN_TEXT, BAD_TEXT = "x = 1\n" * 9, "x = 1\nprint(1)\n" + "x = 1\n" * 8


def encoded_clone(
    project: MakeProject,
    git: Git,
    encoding: str,
    *,
    folder: str = "",
    name: str = "a.py",
    more_files: int = 0,
) -> Path:
    """A clone of a branch that breaks a contract, and has git write Python in an *encoding*."""
    names = [f"{folder}{name}", *(f"{folder}{number}.py" for number in range(more_files))]
    place = f"{folder}.claude/contracts/no-print.yaml"
    root = project({**dict.fromkeys(names, CLEAN_TEXT), place: contract()}, commit=True)
    git(root, "branch", "base")
    write_files(root, {names[0]: BAD_TEXT, **dict.fromkeys(names[1:], CLEAN_TEXT + "y = 1\n")})
    git(root, "commit", "-q", "-a", "-m", "Change")
    write_files(root, {".gitattributes": f"*.py working-tree-encoding={encoding}\n"})
    git(root, "add", ".gitattributes")
    git(root, "commit", "-q", "-m", "Attributes")
    git(root.parent, "clone", "-q", str(root), "clone")
    return root.parent / "clone"


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("encoding", ["IBM037", "UTF-7", "UTF-16LE", "UTF-16LE-BOM", "ISO-8859-1"])
def test_the_text_of_the_commit_is_checked(
    project: MakeProject, run: Run, git: Git, encoding: str
) -> None:
    """By ``--since`` and by pre-commit, whatever lies on the disk."""
    root = encoded_clone(project, git, encoding)
    expected = (1, f"{ERROR.format('a.py')}", "")
    assert run("scan", "--since", "origin/base", "--quiet", cwd=root) == expected
    outcome = run("pre-commit", "--quiet", "--since", "origin/base", "a.py", cwd=root)
    assert outcome[:2] == expected[:2]


@pytest.mark.parametrize("name", ["a.py", 'a"\\\n.py'])
def test_a_file_that_was_only_touched_is_read_as_the_commit_has_it(
    project: MakeProject, run: Run, git: Git, name: str
) -> None:
    """A workspace that was restored by copying files: git's index knows no file by its times."""
    root = encoded_clone(project, git, "IBM037", name=name)
    os.utime(root / name, (1, 1))
    outcome = run("scan", "--since", "origin/base", "--quiet", "--format", "json", cwd=root)
    assert [violation["line_text"] for violation in json.loads(outcome[1])["violations"]] == [
        "print(1)"
    ]


@pytest.mark.parametrize(("folder", "more_files"), [("part/", 0), ("", 40)])
def test_in_a_folder_and_among_many(
    project: MakeProject, run: Run, git: Git, folder: str, more_files: int
) -> None:
    """Where the root is no repository's, and where files are shared by cores and kept."""
    root = encoded_clone(project, git, "IBM037", folder=folder, more_files=more_files)
    outcome = run("scan", "--root", folder or ".", "--since", "origin/base", "-q", cwd=root)
    assert outcome == (1, ERROR.format(f"{folder}a.py"), "")


def test_what_was_changed_since_is_read_as_it_is(project: MakeProject, run: Run, git: Git) -> None:
    """What git keeps is not what somebody is about to commit."""
    root = encoded_clone(project, git, "ISO-8859-1")
    write_files(root, {"a.py": "x = 1\n" + CLEAN_TEXT})
    assert run("scan", "--since", "origin/base", "--quiet", cwd=root) == (0, "", "")


def test_the_index_of_a_part(project: MakeProject, run: Run, git: Git) -> None:
    """A draft, and entries of a renamed file, in a project that is part of a repository."""
    text = "print(1)\n" + "x = 1\n" * 9
    root = project(
        {"part/old.py": text, "part/.claude/contracts/no-print.yaml": contract()}, commit=True
    )
    run("baseline", "--root", "part", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Record")
    git(root, "mv", "part/old.py", "part/new.py")
    draft = "part/.claude/contracts/draft.yaml"
    write_files(root, {draft: contract("draft").replace("severity: ", "severity: x")})
    outcome = run("scan", "--staged", "--quiet", "--root", "part", cwd=root)
    assert (outcome.code, outcome.out) == (0, "")
    (note,) = outcome.err.splitlines()
    assert note.startswith(f"{draft}:")
    assert note.endswith("(contract skipped; git does not track the file)")
