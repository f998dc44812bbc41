"""The hooks of the manifest on contracts about changes: each is checked once, by the tree's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import write_files
from tests.hook.test_changes import CONTRACTS, FILES, MEND, STAYS, frozen
from tests.hook_programs import Commit, Source, commit, run_program, with_git
from tests.precommit.answers import CLEAN, totals
from tests.precommit.test_commits import diverged

if TYPE_CHECKING:
    from tests.conftest import Git, MakeProject
    from tests.precommit.conftest import Hooked

STAYED = f"a.lock:1:1: error: {STAYS} [frozen]"
ALONE = f"src/a.py:1:1: error: {MEND} [together]"

FROZEN = (
    "For frozen a directive counts only in a file that had it before this change.",
    "Only if this is meant, exclude_glob in .claude/contracts/frozen.yaml leaves the file out. "
    "CI checks by the contracts of the base, so merge that change first.",
    "If only agents must leave the file, the contract's place is ~/.phaser/contracts: "
    "no commit is held to what is there, agents are, in all your projects.",
)


def refused(*lines: str, directive: str = "", base: str = "--staged") -> Commit:
    place, _, rest = lines[0].partition(":1:1: ")
    command = f"phaser-lint why {rest[rest.rindex('[') + 1 : -1]} {place} {base}"
    ways_on = ("next:", f"  {command}  # explains the first violation")
    output = "\n".join((*lines, "", totals(len(lines), 0), *ways_on))
    if directive:
        advice = "Only if this is meant, add to the file"
        comment = f"# phaser:{directive} -- reason"
        for_good = " (and take it out with the next change: it spares the file that one, too)"
        output += f"\n{advice}: {comment}{for_good * ('[together]' in lines[0])}"
    elif "[frozen]" in lines[0]:
        output += "\n" + "\n".join(FROZEN)
    if base == "--staged":
        output += (
            "\nCompared with HEAD, also where --amend replaces it: "
            "no remote's default branch is known that it left; "
            "git fetch brings it where there is a remote."
        )
    return Commit(1, f"phaser-lint: Passed\nphaser-lint-tree: Failed, 1\n{output}")


@pytest.mark.slow
def test_a_commit_is_compared_with_head(hooked: Hooked, source: Source, git: Git) -> None:
    """Against HEAD: what is staged, and not what lies on the disk."""
    root = hooked(FILES, contracts=CONTRACTS)
    write_files(root, {"a.lock": "2\n", "src/a.py": "2\n"})
    git(root, "add", "-A")
    write_files(root, {"docs/a.md": "2\n"})
    assert commit(root, source) == refused(STAYED, ALONE)
    git(root, "add", "docs")
    git(root, "checkout", "-q", "HEAD", "--", "a.lock")
    assert commit(root, source) == CLEAN


@pytest.mark.slow
def test_a_range_of_commits(hooked: Hooked, source: Source, git: Git, program: str) -> None:
    """Against what it starts from."""
    together = CONTRACTS["together.yaml"].replace("ignorable: false\n", "")
    root = hooked(FILES, contracts={**CONTRACTS, "together.yaml": together})
    for text, path in (("2\n", "src/a.py"), ("2\n", "a.lock"), ("3\n", "src/a.py")):
        write_files(root, {path: text})
        git(root, "commit", "-q", "-n", "-a", "-m", path)
    outcomes = [
        run_program(root, source, program, "--from-ref", ref, "--to-ref", "HEAD")
        for ref in ("HEAD~3", "HEAD~1")
    ]
    suppressed = "ignore-file together"  # a file that has to stay has no directive
    assert outcomes == [
        refused(STAYED, ALONE, base="--since 'HEAD~3'"),
        refused(ALONE, directive=suppressed, base="--since 'HEAD~1'"),
    ]


@pytest.mark.slow
def test_all_files_hold_no_change(hooked: Hooked, source: Source, git: Git, program: str) -> None:
    """A build of all files was red for ever. That it checked less is shown, though it passes."""
    root = hooked(FILES, contracts=CONTRACTS)
    note = (
        "phaser-lint: note: 2 contracts not checked: frozen, together; "
        "needs something staged, or --from-ref and --to-ref"
    )
    expected = Commit(0, f"phaser-lint: Passed\nphaser-lint-tree: Passed\n{note}")
    assert run_program(root, source, program, "--all-files") == expected
    write_files(root, {"docs/a.md": "2\n"})
    git(root, "add", "-A")
    assert run_program(root, source, program, "--all-files").code == 0
    assert commit(root, source) == CLEAN
    assert commit(root, source, "--amend", "-m", "Reworded").code == 0


@pytest.mark.slow
def test_a_range_that_starts_at_its_end_holds_no_change(
    hooked: Hooked, source: Source, program: str
) -> None:
    """A build of the default branch compared that with itself."""
    root = hooked(FILES, contracts=CONTRACTS)
    ended = run_program(root, source, program, "--from-ref", "HEAD", "--to-ref", "HEAD")
    output = (
        "incomplete: 0 errors, 0 warnings in what was checked; 2 undecided\n"
        "undecided: 2 contracts (frozen, together): the commits start from HEAD itself, so no "
        "change is checked: give the commit before them as --from-ref\n"
        "0 files checked, 2 undecided"
    )
    said = f"phaser-lint: Skipped\nphaser-lint-tree: Failed, 2\n{output}"
    assert ended == Commit(1, said)


@pytest.mark.slow
def test_a_first_push_is_no_change(
    hooked: Hooked, source: Source, git: Git, project: MakeProject
) -> None:
    """The remote has nothing of it; that a file has to stay is no reason to refuse it.

    The note asked for something staged, or for flags that no push takes.
    """
    root = hooked(FILES, contracts=CONTRACTS, stages=("pre-push",))
    git(root, "remote", "add", "origin", str(project({})))
    note = (
        "phaser-lint: note: 2 contracts not checked: frozen, together; "
        "needs a commit that the remote has"
    )
    pushed = with_git(root, source, "push", "-q", "origin", "HEAD:refs/heads/new")
    assert pushed == Commit(0, f"{CLEAN.said}\n{note}")


@pytest.mark.slow
def test_what_the_other_side_changed_is_no_change_of_a_merge(
    hooked: Hooked, source: Source, git: Git
) -> None:
    """What the other side changed, nobody changes here."""
    root = diverged(hooked, git, ours={"src/a.py": "x = 2\n"}, theirs={"LICENSE": "GPL\n"})
    write_files(root, {".claude/contracts/stays.yaml": frozen(file_glob="LICENSE")})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-n", "-m", "Contracts")
    merged = with_git(root, source, "merge", "-q", "-m", "Both", "side")
    assert (merged.code, merged.said.count("Passed")) == (0, 2)
    write_files(root, {"LICENSE": "MIT\n"})
    assert "LICENSE:1:1" in commit(root, source, "-a").said
