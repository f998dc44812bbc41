"""Which baseline counts in a run: that of the disk, of the index, or of the revision compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    BaselineComparison,
    BaselineError,
    digest_lines,
    render_baseline,
)
from phaser_lint.check.comparison.baseline_in_force import (
    Baseline,
    count_in_baseline,
    find_baseline,
    find_committed_baseline,
    note_added_entries,
)
from phaser_lint.check.engine.new_violations import without_existing
from phaser_lint.contract.model import ContractSet, Notice, Report, Violation

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.check.comparison.baseline_file import Entries
    from tests.conftest import Git, MakeProject

A = ("", "a")
BAD, WORSE = ("a.py", A, digest_lines("bad")), ("a.py", A, digest_lines("worse"))
MISSING = "the baseline cannot be read: No such file or directory"


def violation_at(line: int, text: str = "bad") -> Violation:
    return Violation("a", "error", "Fix a.", "a.py", "line", line, 1, line, 4, text)


def usual(entries: Entries, added: Entries | None = None) -> Baseline:
    """The usual baseline, in today's form."""
    return Baseline(entries, DEFAULT_PATH, usual=True, earlier=False, added=added)


class Versions(NamedTuple):
    """A project whose baseline has other entries in its commit, in the index, and on the disk."""

    root: str
    committed: Entries
    staged: Entries
    on_disk: Entries


@pytest.fixture
def versions(project: MakeProject, git: Git) -> Versions:
    committed: Entries = {BAD: 1}
    staged: Entries = {BAD: 1, WORSE: 1}
    on_disk: Entries = {BAD: 2, WORSE: 2}
    root = project({DEFAULT_PATH: render_baseline(committed)}, commit=True)
    (root / DEFAULT_PATH).write_text(render_baseline(staged))
    git(root, "add", "-A")
    (root / DEFAULT_PATH).write_text(render_baseline(on_disk))
    return Versions(str(root), committed, staged, on_disk)


def test_the_one_on_the_disk(versions: Versions) -> None:
    """Where no change is checked."""
    assert find_baseline(versions.root) == usual(versions.on_disk)


def test_the_one_in_the_index(versions: Versions, git: Git, project: MakeProject) -> None:
    """What is staged is checked with it; where there is none, that of the disk counts."""
    assert find_baseline(versions.root, revision="") == usual(versions.staged)
    untracked = project({DEFAULT_PATH: render_baseline({BAD: 3})})
    assert find_baseline(str(untracked), revision="") == usual({BAD: 3})


def test_the_one_of_a_commit(versions: Versions) -> None:
    """What the change adds on the disk counts nothing and is counted: a larger number, too."""
    assert find_baseline(versions.root, commits=("HEAD",)) == usual(
        versions.committed, added=versions.on_disk
    )
    assert find_committed_baseline(versions.root, "HEAD") == (
        usual(versions.committed, added=versions.on_disk),
        [Notice(DEFAULT_PATH, None,
                "2 entries that this change adds to the baseline do not count in it: they count "
                "for later changes, once it is merged, or in an agent's next session; an error "
                "that is new here has to be fixed or suppressed",
                change=True)],
    )  # fmt: skip


def test_a_commit_without_one(project: MakeProject) -> None:
    """A baseline that the change brings covers nothing in it."""
    root = project({"a.py": "bad\n"}, commit=True)
    assert find_baseline(str(root), commits=("HEAD",)) is None
    assert find_committed_baseline(str(root), "HEAD") == (None, [])
    (root / ".phaser").mkdir()
    (root / DEFAULT_PATH).write_text(render_baseline({BAD: 1}))
    assert find_baseline(str(root), commits=("HEAD",)) == usual({}, added={BAD: 1})


def test_a_baseline_that_the_change_deletes_counts_as_it_was(
    versions: Versions, tmp_path: Path
) -> None:
    (tmp_path / "project-1" / DEFAULT_PATH).unlink()
    assert find_baseline(versions.root, commits=("HEAD",)) == usual(versions.committed, added={})
    assert find_baseline(versions.root, revision="") == usual(versions.staged)
    assert find_baseline(versions.root) is None


def test_a_chosen_baseline_is_read_in_place_of_the_usual_one(
    versions: Versions, tmp_path: Path
) -> None:
    """In place of the usual one; outside of the repository no change can add to it."""
    outside_path = str(tmp_path / "old.jsonl")
    (tmp_path / "old.jsonl").write_text(render_baseline({WORSE: 7}).replace(": 2}", ": 1}", 1))
    expected = Baseline({WORSE: 7}, outside_path, usual=False, earlier=True)
    assert find_baseline(versions.root, chosen_path=outside_path) == expected
    assert find_baseline(versions.root, chosen_path=outside_path, revision="") == expected
    assert find_baseline(versions.root, chosen_path=outside_path, commits=("HEAD",)) == expected
    path_in_project = f"{versions.root}/{DEFAULT_PATH}"
    assert find_baseline(versions.root, chosen_path=path_in_project) == usual(
        versions.on_disk
    )._replace(given=path_in_project)


def test_a_project_below_the_top_of_the_repository(project: MakeProject) -> None:
    """Git's paths begin at its top, those of the baseline at the project's root."""
    root = project({f"sub/{DEFAULT_PATH}": render_baseline({BAD: 1})}, commit=True)
    (root / "sub" / DEFAULT_PATH).write_text(render_baseline({}))
    project_root = str(root / "sub")
    assert find_baseline(project_root, commits=("HEAD",)) == usual({BAD: 1}, added={})
    assert find_baseline(project_root, revision="") == usual({BAD: 1})
    assert find_baseline(str(root), commits=("HEAD",)) is None


def test_without_git_the_baseline_on_disk_counts(tmp_path: Path) -> None:
    """There is only the disk."""
    root = tmp_path.resolve()
    assert find_baseline(str(root)) is None
    (root / ".phaser").mkdir()
    (root / DEFAULT_PATH).write_text(render_baseline({BAD: 1}))
    assert find_baseline(str(root)) == usual({BAD: 1})


def test_a_baseline_that_cannot_be_read_is_named_in_the_error(
    versions: Versions, tmp_path: Path
) -> None:
    """The file as it was given, whichever of its versions is broken."""
    error_of_file = (
        'b.jsonl:1: expected {"phaser-lint baseline": 2}: it is no baseline of phaser-lint'
    )
    (tmp_path / "project-1" / DEFAULT_PATH).write_text("[]\n")
    error_of_usual = error_of_file.replace("b.jsonl", DEFAULT_PATH)
    missing = str(tmp_path / "none.jsonl")
    for chosen_path, revision, commits, expected_error in (
        (None, None, (), error_of_usual),
        (None, None, ("HEAD",), error_of_usual),
        (missing, None, (), f"{missing}: {MISSING}"),
        (missing, "", (), f"{missing}: {MISSING}"),
        (missing, None, ("HEAD",), f"{missing}: {MISSING}"),
        ("", None, (), "--baseline: expected a file, found an empty text"),
    ):
        with pytest.raises(BaselineError) as caught:
            find_baseline(
                versions.root, chosen_path=chosen_path, revision=revision, commits=commits
            )
        assert str(caught.value) == expected_error
    assert find_committed_baseline(versions.root, "HEAD") == (
        None,
        [
            Notice(
                DEFAULT_PATH,
                None,
                "covers nothing" + error_of_usual.removeprefix(DEFAULT_PATH).replace(":", ": ", 1),
            )
        ],
    )


def test_an_error_names_the_baseline_as_it_was_written(versions: Versions, tmp_path: Path) -> None:
    """In what is raised, as the working directory has it; one that is given has its own name."""
    (tmp_path / "project-1" / DEFAULT_PATH).write_text("[]\n")
    for chosen_path, expected_name in (
        (None, "../b.jsonl"),
        (f"{versions.root}/{DEFAULT_PATH}", versions.root),
    ):
        with pytest.raises(BaselineError) as caught:
            find_baseline(versions.root, chosen_path=chosen_path, usual="../b.jsonl")
        assert str(caught.value).startswith(expected_name)
    (tmp_path / "project-1" / DEFAULT_PATH).unlink()
    counting = find_baseline(versions.root, revision="", usual="../b.jsonl")
    assert counting == usual(versions.staged)


def test_a_link_that_leads_nowhere_is_no_missing_baseline(tmp_path: Path) -> None:
    """Somebody wanted one there."""
    root = tmp_path.resolve()
    (root / ".phaser").mkdir()
    (root / DEFAULT_PATH).symlink_to("nowhere.jsonl")
    with pytest.raises(BaselineError) as caught:
        find_baseline(str(root))
    assert str(caught.value) == f"{DEFAULT_PATH}: {MISSING}"


# What a baseline makes old.

REPORT = Report(
    violations=(
        violation_at(1),
        violation_at(2),
        violation_at(3),
        violation_at(4, "worse"),
        violation_at(5, "new"),
    )
)
KEYS = {text: (A, "a.py", text) for text in ("bad", "worse", "new")}


@pytest.mark.parametrize(
    ("entries", "number"),
    [({}, 0), ({BAD: 2}, 2), ({BAD: 9}, 3), ({BAD: 2, WORSE: 1, ("b.py", A, ""): 4}, 3)],
)
def test_a_baseline_covers_no_more_than_it_says(entries: Entries, number: int) -> None:
    """Those that there are, no more often than the baseline says."""
    new = without_existing(REPORT, BaselineComparison(entries).count(REPORT))
    use = count_in_baseline(REPORT, usual(entries), ContractSet(), new=new)
    assert use == (number, 0)


@pytest.mark.parametrize(("entries", "reported"), [({BAD: 2}, 2), ({WORSE: 3}, 1), ({}, 0)])
def test_of_what_is_new_all_the_same_the_baseline_covers_none(
    entries: Entries, reported: int
) -> None:
    """It was gone before the change, and is counted by itself."""
    assert count_in_baseline(REPORT, usual(entries), ContractSet(), new=REPORT) == (0, reported)


def test_without_a_baseline_nothing_is_said() -> None:
    """Nor where a change adds nothing to it, or none is checked."""
    assert note_added_entries(None) == []
    assert (
        note_added_entries(usual({BAD: 1})) == note_added_entries(usual({BAD: 1}, added={})) == []
    )


@pytest.mark.parametrize(
    ("added", "expected_text"),
    [
        (
            {BAD: 3},
            "1 entry that this change adds to the baseline does not count in it: it counts",
        ),
        (
            {BAD: 1, WORSE: 1},
            "2 entries that this change adds to the baseline do not count in it: they count",
        ),
    ],
)
def test_entries_that_a_change_adds_are_a_notice(added: Entries, expected_text: str) -> None:
    """At the file as it was given."""
    baseline = Baseline({}, "old.jsonl", usual=False, earlier=False, added=added)
    assert note_added_entries(baseline) == [
        Notice(
            "old.jsonl",
            None,
            f"{expected_text} for later changes, once it is merged, or in an agent's next session; "
            "an error that is new here has to be fixed or suppressed",
            change=True,
        )
    ]
