"""A change that makes a checked text binary, or too large: the run says that it checked less.

A NUL in a comment passed ``--since`` and the Action with a note, and git's hook without one.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

TOP = ".claude/contracts/no-print.yaml"
TEXT = "x = 1\n" * 9
HIDDEN = f"{TEXT}print(1)  # \0\n"
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe\x91"
LARGE = TEXT * 200_000
GARBLED = "binary by its control characters"
EARLIER, SAME = "in an earlier change", "in the same commit"


NOT_READ = f"1 file not read: {GARBLED} (a.py)\n"


def undecided_line(path: str = "a.py", what: str = GARBLED, when: str = EARLIER) -> str:
    return (
        f"{path}: undecided: no-print: the change makes the file {what}, so that nothing in it is "
        f"checked: undo that, or leave it out of the contract (exclude_glob) {when}"
    )


class Change(NamedTuple):
    """What the base has, what the change writes, and which lines say what is not read."""

    before: Mapping[str, str | bytes]
    after: Mapping[str, str | bytes | None]
    lines: Sequence[str] = ()


LOST = {
    "a NUL in a comment": Change({"a.py": TEXT}, {"a.py": HIDDEN}, ("a.py", GARBLED)),
    "control characters": Change({"a.py": TEXT}, {"a.py": "# \1\2\3\n"}, ("a.py", GARBLED)),
    "UTF-16 without its mark": Change(
        {"a.py": TEXT}, {"a.py": HIDDEN.encode("utf-16-le")}, ("a.py", GARBLED)
    ),
    "a picture in its place": Change({"a.py": TEXT}, {"a.py": PICTURE}, ("a.py", "binary")),
    "too large": Change({"a.py": TEXT}, {"a.py": LARGE}, ("a.py", "larger than 10 MB")),
    "under another name": Change({"a.py": TEXT}, {"a.py": None, "b.py": HIDDEN}, ("b.py", GARBLED)),
}
NOT_LOST = {
    "binary before": Change({"a.py": PICTURE}, {"a.py": PICTURE + b"\0"}),
    "a new file": Change({"b.py": TEXT}, {"a.py": PICTURE}),
    "an empty one before": Change({"a.py": ""}, {"a.py": PICTURE}),
    "no contract selects it": Change({"a.txt": TEXT}, {"a.txt": HIDDEN}),
    "none selected its earlier name": Change(
        {"a.txt": TEXT}, {"a.txt": None, "a.py": HIDDEN}, (NOT_READ,)
    ),
    "a contract that warns": Change(
        {"a.py": TEXT, TOP: contract(severity="warning")}, {"a.py": HIDDEN}, (NOT_READ,)
    ),
    "a contract about names": Change(
        {"a.py": TEXT, TOP: contract(type="file_name", pattern=r"\w+\.py")}, {"a.py": HIDDEN}
    ),
    "deleted": Change({"a.py": TEXT}, {"a.py": None}),
    "UTF-16 with its mark": Change({"a.py": TEXT}, {"a.py": TEXT.encode("utf-16")}),
    "a byte of another encoding": Change({"a.py": TEXT}, {"a.py": TEXT.encode() + b"# \xff\n"}),
}


def change(git: Git, root: Path, row: Change) -> None:
    """Commit what was before, and stage the change."""
    write_files(root, {TOP: contract(file_glob="*.py"), **row.before})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Base")
    for path, content in row.after.items():
        if content is None:
            (root / path).unlink()
        else:
            write_files(root, {path: content})
    git(root, "add", "-A")


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("row", LOST.values(), ids=LOST)
@pytest.mark.parametrize(
    ("words", "when"),
    [
        pytest.param(("scan", "--since", "HEAD", "-q"), EARLIER, id="since"),
        pytest.param(("scan", "--staged", "-q"), SAME, id="staged"),
        pytest.param(("pre-commit", "-q", "--"), SAME, id="pre-commit"),
    ],
)
def test_a_lost_text(
    project: MakeProject, run: Run, git: Git, row: Change, words: Sequence[str], when: str
) -> None:
    """The run says which file, why, and the way on; it ends as one that could not check."""
    root = project({})
    change(git, root, row)
    named = [path for path, content in row.after.items() if content is not None]
    words = [*words, *(named if words[-1] == "--" else ())]
    assert run(*words, cwd=root) == (2, "", f"{undecided_line(*row.lines, when=when)}\n")


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("row", NOT_LOST.values(), ids=NOT_LOST)
def test_what_lost_nothing_that_was_checked(
    project: MakeProject, run: Run, git: Git, row: Change
) -> None:
    """A picture that is new or replaced, and what no error's contract searched."""
    root = project({})
    change(git, root, row)
    assert run("scan", "--staged", "-q", cwd=root) == (0, "", "".join(row.lines))
    outcome = run("scan", "--since", "HEAD", "--format", "json", cwd=root)
    assert (outcome.code, json.loads(outcome.out)["undecided"]) == (0, [])


def test_a_person_lets_it_pass(project: MakeProject, run: Run, git: Git) -> None:
    """As a contract that the change makes weaker."""
    root = project({})
    change(git, root, LOST["a NUL in a comment"])
    assert run("scan", "--since", "HEAD", "--allow-weaker", cwd=root) == (
        0,
        f"0 errors, 0 warnings; 1 file not read: {GARBLED}\n",
        f"{NOT_READ}a.py: note: newly skipped: {GARBLED}\n"
        f"0 files checked, 1 skipped ({GARBLED}: 1)\n",
    )


def test_the_change_cannot_exclude_it_for_itself(project: MakeProject, run: Run, git: Git) -> None:
    """By the contracts of the base it is lost; the commit itself may exclude it."""
    root = project({})
    excluding = contract(file_glob="*.py", exclude_glob="a.py")
    change(git, root, Change({"a.py": TEXT}, {"a.py": HIDDEN, TOP: excluding}))
    outcome = run("scan", "--since", "HEAD", cwd=root)
    assert (outcome.code, outcome.err.splitlines()[:2]) == (
        2,
        [undecided_line(), f"{TOP}:1: note: contract no-print changed: exclude_glob"],
    )
    note = (
        f"{TOP}:1: note: contract no-print changed: exclude_glob; this may be weaker: once it is "
        "committed, phaser-lint scan --since HEAD~1 shows what the contracts before it find\n"
    )
    assert run("scan", "--staged", "-q", cwd=root) == (0, "", note)


def test_shards_and_their_merge(project: MakeProject, run: Run, git: Git) -> None:
    """What one run says of it all, by the change's contracts and by the base's."""
    root = project({})
    excluding = contract(file_glob="*.py", exclude_glob="a.py")
    change(git, root, Change({"a.py": TEXT, "b.py": TEXT}, {"b.py": HIDDEN}))
    for written in ({}, {"a.py": HIDDEN, TOP: excluding}):
        write_files(root, written)
        reports = [f"../{number}.json" for number in (1, 2)]
        for number, report in enumerate(reports, start=1):
            flags = ("--shard", f"{number}/2", "--since", "HEAD", "--format", f"json={report}")
            run("scan", *flags, cwd=root)
        merged, whole = run("merge", *reports, cwd=root), run("scan", "--since", "HEAD", cwd=root)
        assert merged == whole
        assert merged.code == 2


def test_what_the_other_side_of_a_merge_made_binary(
    project: MakeProject, run: Run, git: Git
) -> None:
    """It is staged with the merge, and is not the work of whoever merges."""
    root = project({})
    change(git, root, Change({"a.py": TEXT, "b.py": TEXT}, {}))
    git(root, "switch", "-q", "-c", "theirs")
    write_files(root, {"a.py": HIDDEN})
    git(root, "commit", "-q", "-a", "-m", "Theirs")
    git(root, "switch", "-q", "-")
    git(root, "merge", "-q", "--no-ff", "--no-commit", "theirs")
    assert run("scan", "--staged", "-q", cwd=root) == (0, "", NOT_READ)
    write_files(root, {"b.py": HIDDEN})
    git(root, "add", "-A")
    expected = f"{undecided_line('b.py', when=SAME)}\n{NOT_READ}"
    assert run("scan", "--staged", "-q", cwd=root) == (2, "", expected)


def test_what_a_partial_clone_cannot_know(
    project: MakeProject, run: Run, git: Git, tmp_path: Path
) -> None:
    """It may have been a text: the run says so, and why it does not know."""
    root = project({})
    change(git, root, Change({"a.py": TEXT}, {"a.py": HIDDEN}))
    git(root, "commit", "-q", "-m", "Hide")
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{root}", "partial")
    outcome = run("scan", "--since", "HEAD~1", "--quiet", cwd=tmp_path / "partial")
    doubt = f"a.py: undecided: no-print: the file is {GARBLED}, and what it was before cannot be "
    doubt += "known:"
    assert (outcome.code, outcome.out, outcome.err.startswith(doubt)) == (2, "", True)
