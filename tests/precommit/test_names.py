"""Names that a hook is given: odd ones, links, submodules, many."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.conftest import write_files
from tests.hook_programs import Source, commit, run_program
from tests.precommit.answers import CLEAN, FILES, refused

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject
    from tests.precommit.conftest import Hooked

MANY = 1200
"""With names of ``LONG``, more than one command line holds."""
LONG = "long" * 60


@pytest.mark.slow
def test_links_are_skipped(hooked: Hooked, source: Source, git: Git, tmp_path: Path) -> None:
    """What leads to nothing, to a folder or out of the project is no file."""
    root = hooked()
    (tmp_path / "outside").mkdir()
    write_files(tmp_path / "outside", {"b.py": "print(1)\n"})
    for name, target in LINKS.items():
        (root / name).symlink_to(target)
    git(root, "add", "-A")
    assert commit(root, source) == CLEAN


@pytest.mark.slow
def test_a_file_is_checked_by_a_new_link(hooked: Hooked, source: Source, git: Git) -> None:
    """The commit holds the link alone, and no contract selects what it leads to."""
    root = hooked({**FILES, "data.txt": "print(1)\n"})
    (root / "src/b.py").symlink_to("../data.txt")
    git(root, "add", "-A")
    assert commit(root, source) == refused("src/b.py:1")


LINKS = {"broken.py": "nowhere", "folder.py": "src", "out.py": "../outside", "up.py": "../x/b.py"}


@pytest.mark.slow
def test_links_that_a_user_asks_for_are_skipped(
    hooked: Hooked, source: Source, git: Git, tmp_path: Path
) -> None:
    """``types: []`` passes links on, and one to a folder outside was an error."""
    root = hooked(content={"types": []})
    (tmp_path / "outside").mkdir()
    for name, target in LINKS.items():
        (root / name).symlink_to(target)
    git(root, "add", "-A")
    assert commit(root, source) == CLEAN


@pytest.mark.slow
@pytest.mark.parametrize("types", [["file"], []], ids=["default", "all"])
def test_a_submodule_is_skipped(
    hooked: Hooked, source: Source, git: Git, project: MakeProject, types: list[str]
) -> None:
    """Its files are another repository's."""
    root = hooked(content={"types": types})
    inner = project({"b.py": "print(1)\n"}, commit=True)
    allowed = ("-c", "protocol.file.allow=always")
    git(root, *allowed, "submodule", "add", "-q", str(inner), "inner")
    assert commit(root, source) == CLEAN  # .gitmodules is a file


def test_files_with_odd_names_are_checked(hooked: Hooked, source: Source, git: Git) -> None:
    """Blanks, a line end, a dash in front, other alphabets: each is checked under its own name."""
    root = hooked()
    for name in ("a b.py", "c\nd.py", "-dash.py", "é.py", "$(x).py", "'q\".py", "\x1b[2J.py"):
        (root / "src" / name).write_text("print(1)\n")
    git(root, "add", "-A")
    assert commit(root, source) == refused(
        "src/\\x1b[2J.py:1",
        "src/$(x).py:1",
        "src/'q\".py:1",
        "src/-dash.py:1",
        "src/a b.py:1",
        "src/c\\nd.py:1",
        "src/é.py:1",
        checked_count=7,
    )


@pytest.mark.slow
def test_names_that_are_not_utf_8(hooked: Hooked, source: Source, git: Git, program: str) -> None:
    """No commit passes with one unseen: pre-commit refuses any such name, prek passes it on."""
    root = hooked()
    with open(os.fsencode(root) + b"/src/\xff.py", "w") as file:
        file.write("print(1)\n")
    git(root, "add", "-A")
    ended = commit(root, source)
    if program == "prek":
        assert ended == refused("src/\\xff.py:1")
    else:
        assert (ended.code, "UnicodeDecodeError" in ended.said) == (1, True)


@pytest.mark.slow
def test_flags_that_are_file_names(hooked: Hooked, source: Source, git: Git) -> None:
    """The manifest's arguments end the options."""
    root = hooked({**FILES, "-x.py": "", "--": "", "--help": "", "--tree": ""})
    write_files(root, dict.fromkeys(("-x.py", "src/a.py", "--", "--help"), "print(1)\n"))
    git(root, "add", "-A")
    assert commit(root, source) == refused("./-x.py:1", "src/a.py:1", checked_count=2)


@pytest.mark.slow
@pytest.mark.parametrize("in_parallel", [False, True], ids=["serial", "parallel"])
def test_many_files_are_checked_in_batches(
    hooked: Hooked, source: Source, git: Git, program: str, in_parallel: bool
) -> None:
    """Long command lines are split; nothing is left out, and one clean batch is no pass."""
    names = [f"src/{LONG}/{number:04}.py" for number in range(MANY)]
    bad = [*names[:1], *names[MANY // 2 :: 280], *names[-1:]]
    root = hooked(content={"require_serial": not in_parallel, "exclude": "^src/a.py"})
    write_files(root, {name: "print(1)\n" if name in bad else "x = 1\n" for name in names})
    git(root, "add", "-A")
    ended = run_program(root, source, program)
    batches = ended.said.count(" checked")
    assert batches > 1 or (program == "prek" and not in_parallel)
    assert ended.code == 1
    assert sorted(line for line in ended.said.splitlines() if ": error: " in line) == [
        f"{name}:1:1: error: Use the logger. [no-print]" for name in bad
    ]
    counts = (line.split() for line in ended.said.splitlines() if " checked" in line)
    assert sum(int(words[0]) for words in counts) == MANY


@pytest.mark.slow
def test_batches_side_by_side_say_the_same(
    hooked: Hooked, source: Source, git: Git, program: str, tmp_path: Path
) -> None:
    """A run on many names keeps contracts and results, which any of them may write."""
    keeping = ["--cache-dir", str(tmp_path / "kept"), "--"]
    hook_keys = {"require_serial": False, "args": keeping}
    # Of few files no result is kept, and each processor has a batch.
    names = [f"src/{number}.py" for number in range(20 * (os.cpu_count() or 1))]
    root = hooked(content=hook_keys, tree={"args": keeping})
    write_files(root, dict.fromkeys(names, "print(1)\n"))
    git(root, "add", "-A")
    runs = [run_program(root, source, program) for _ in range(3)]
    errors = {line for line in runs[0].said.splitlines() if ": error: " in line}
    assert errors == {f"{name}:1:1: error: Use the logger. [no-print]" for name in names}
    assert runs == [runs[0]] * 3
    kept_folders = {path.name for path in (tmp_path / "kept").iterdir()}
    assert kept_folders == {"checkouts", "contracts", "results"}
