"""An entry of the baseline that nobody pruned excuses nothing that a change writes anew.

It let the same violation come back months after it was fixed, in every front-end but the editor's
hook. What stood before the change is excused as before, wherever it went.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

DEFAULT = ".phaser/baseline.jsonl"
NO_PRINT = {"no-print.yaml": contract()}
MANY = "".join(f"value_{number} = {number}\n" for number in range(20))
BAD, GOOD = f"{MANY}print(1)\n", f"{MANY}x = 1\n"
TWICE = f"{BAD}print(1)\n"
NOTE = "excuses nothing here"


class Story(NamedTuple):
    """What is recorded, what the last commit has, and what is changed then.

    ``None``: there is no such file.
    """

    recorded: Mapping[str, str]
    committed: Mapping[str, str | None]
    changed: Mapping[str, str | None]


REFUSED = {
    "written again": Story({"a.py": BAD}, {"a.py": GOOD}, {"a.py": BAD}),
    "written once more": Story({"a.py": TWICE}, {"a.py": BAD}, {"a.py": TWICE}),
    "in a file that is created again": Story({"a.py": BAD}, {"a.py": None}, {"a.py": BAD}),
    "in a file renamed to the name": Story(
        {"a.py": BAD}, {"a.py": None, "b.py": GOOD}, {"b.py": None, "a.py": f"{GOOD}print(1)\n"}
    ),
    "below a directive that goes": Story(
        {"a.py": BAD},
        {"a.py": f"{MANY}# phaser:ignore-next-line no-print\nprint(1)\n"},
        {"a.py": BAD},
    ),
}  # fmt: skip
EXCUSED = {
    "left where it is": Story({"a.py": BAD}, {}, {"a.py": f"{BAD}y = 2\n"}),
    "indented": Story({"a.py": BAD}, {}, {"a.py": f"{MANY}if y:\n    print(1)\n"}),
    "moved in the file": Story({"a.py": BAD}, {}, {"a.py": f"print(1)\n{MANY}"}),
    "renamed": Story({"a.py": BAD}, {}, {"a.py": None, "b.py": BAD}),
    "renamed before": Story({"a.py": BAD}, {"a.py": None, "b.py": BAD}, {"b.py": f"{BAD}y = 2\n"}),
    "moved to another file": Story(
        {"a.py": BAD, "b.py": MANY}, {}, {"a.py": MANY, "b.py": f"{MANY}print(1)\n"}
    ),
    "half gone": Story({"a.py": TWICE}, {"a.py": BAD}, {"a.py": f"y = 2\n{BAD}"}),
}  # fmt: skip


def tell(project: MakeProject, run: Run, git: Git, story: Story) -> Path:
    """Return the project with the change staged; the last commit is tagged ``start``."""
    root = project(story.recorded, contracts=NO_PRINT)
    assert run("baseline", "-q", cwd=root).code == 0
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "recorded")
    for files in (story.committed, story.changed):
        if files is story.changed:
            git(root, "commit", "-q", "--allow-empty", "-m", "committed")
            git(root, "tag", "start")
        for path in [path for path, text in files.items() if text is None]:
            (root / path).unlink()
        write_files(root, {path: text for path, text in files.items() if text is not None})
        git(root, "add", "-A")
    return root


def staged_paths(root: Path, git: Git) -> list[str]:
    return git(root, "diff", "--cached", "--name-only", "--diff-filter=ACMRT").split()


def answer_of_git_hook(run: Run, git: Git, root: Path) -> tuple[int, str]:
    outcome = run("scan", "--staged", "--quiet", "--project-contracts", cwd=root)
    return outcome.code, outcome.err


def answer_of_pre_commit(run: Run, git: Git, root: Path) -> tuple[int, str]:
    names = staged_paths(root, git)
    outcome = run("pre-commit", "--", *names, cwd=root, env={"PRE_COMMIT": "1"})
    return outcome.code, outcome.err


def answer_of_scan(run: Run, git: Git, root: Path) -> tuple[int, str]:
    outcome = run("scan", "--since", "start", cwd=root)
    return outcome.code, outcome.err


def answer_of_shards(run: Run, git: Git, root: Path) -> tuple[int, str]:
    for number in (1, 2):
        flags = ("--format", f"json=.git/{number}.json")
        run("scan", "--since", "start", "--shard", f"{number}/2", *flags, cwd=root)
    outcome = run("merge", ".git/1.json", ".git/2.json", cwd=root)
    return outcome.code, NOTE


def answer_of_action(run: Run, git: Git, root: Path) -> tuple[int, str]:
    git(root, "commit", "-q", "-m", "changed")
    env = {"GITHUB_WORKSPACE": str(root), "PHASER_SINCE": "start", "PHASER_ANNOTATIONS": "true"}
    outcome = run("action", cwd=root, env=env)
    return outcome.code, outcome.out + outcome.err


def answer_of_agent_at_stop(run: Run, git: Git, root: Path) -> tuple[int, str]:
    stdin = event("", name="Stop", cwd=root, stop_hook_active=False)
    outcome = run("hook", stdin=stdin, cwd=root)
    return int(json.loads(outcome.out).get("decision") == "block"), NOTE


Answer = "Callable[[Run, Git, Path], tuple[int, str]]"
ANSWERS = {
    "git's hook": answer_of_git_hook,
    "pre-commit": answer_of_pre_commit,
    "scan": answer_of_scan,
    "shards": answer_of_shards,
    "the Action": answer_of_action,
    "Stop": answer_of_agent_at_stop,
}


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("story", REFUSED.values(), ids=REFUSED)
def test_what_was_fixed_and_comes_back_is_new_whatever_an_entry_says(
    project: MakeProject,
    run: Run,
    git: Git,
    story: Story,
    answer: Callable[[Run, Git, Path], tuple[int, str]],
) -> None:
    """The same in every front-end, with a note on the entry where there is room for one."""
    root = tell(project, run, git, story)
    code, remarks = answer(run, git, root)
    assert code == 1
    assert NOTE in remarks or answer is answer_of_git_hook


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("story", EXCUSED.values(), ids=EXCUSED)
def test_what_stood_before_the_change_is_excused_wherever_it_went(
    project: MakeProject,
    run: Run,
    git: Git,
    story: Story,
    answer: Callable[[Run, Git, Path], tuple[int, str]],
) -> None:
    root = tell(project, run, git, story)
    code, _ = answer(run, git, root)
    assert code == 0


def make_fixed_project(project: MakeProject, run: Run, git: Git) -> Path:
    """Return one whose last commit fixed what the baseline still lists."""
    story = Story({"a.py": BAD}, {"a.py": GOOD}, {})
    return tell(project, run, git, story)


def test_a_commit_that_records_what_it_writes_passes_the_hook(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Somebody has just looked at it; an entry of the past is no such look."""
    root = make_fixed_project(project, run, git)
    write_files(root, {"a.py": BAD, "b.py": BAD})
    run("baseline", "--update", "-q", cwd=root)
    git(root, "add", "-A")
    outcome = run("scan", "--staged", "--quiet", cwd=root)
    assert (outcome.code, outcome.out.splitlines()[0]) == (
        1,
        "a.py:21:1: error: Use the logger. [no-print]",
    )
    assert "b.py" not in outcome.out


def test_a_branch_may_take_back_what_it_fixed_itself(
    project: MakeProject, run: Run, git: Git
) -> None:
    """What remotes have holds the line: the branch as a whole adds nothing."""
    root = make_fixed_project(project, run, git)
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD^")
    git(root, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    write_files(root, {"a.py": BAD})
    git(root, "add", "-A")
    assert run("scan", "--staged", "--quiet", cwd=root).code == 0
    assert run("scan", "--since", "origin/main", cwd=root).code == 0


def test_what_a_merge_brings_with_its_entry_is_excused(
    project: MakeProject, run: Run, git: Git
) -> None:
    """The other side recorded it, and the next commit has its entry too."""
    root = project({"a.py": BAD}, contracts=NO_PRINT)
    run("baseline", "-q", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "recorded")
    git(root, "switch", "-q", "-c", "other")
    write_files(root, {"a.py": f"print(1)\n{BAD}"})
    run("baseline", "--update", "-q", cwd=root)
    git(root, "commit", "-q", "-a", "-m", "more")
    git(root, "switch", "-q", "-")
    git(root, "commit", "-q", "--allow-empty", "-m", "meanwhile")
    git(root, "merge", "--no-commit", "-q", "other")
    assert run("scan", "--staged", "--quiet", cwd=root).code == 0
    assert run("scan", "--since", "HEAD", cwd=root).code == 0


def test_where_the_base_cannot_be_read_the_entry_tells(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Git keeps what a filter encrypts as no text: what stood there nobody else knows."""
    root = project({"a.py": "\0\1"}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": BAD})
    run("baseline", "-q", cwd=root)
    git(root, "add", DEFAULT)
    git(root, "commit", "-q", "-m", "recorded")
    assert run("scan", "--since", "HEAD", cwd=root).code == 0


def test_a_file_that_a_shard_alone_sees_missing_again_is_new(
    project: MakeProject, run: Run, git: Git
) -> None:
    """What the tree lacks is judged when the shards are merged, by what stood before the change."""
    licence = contract("licence", type="file_exists", pattern=None, file_glob="/LICENSE")
    root = project({"a.py": GOOD}, contracts={"licence.yaml": licence})
    run("baseline", "-q", cwd=root)
    write_files(root, {"LICENSE": "MIT"})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "start")
    git(root, "tag", "start")
    (root / "LICENSE").unlink()
    assert run("scan", "--since", "start", cwd=root).code == 1
    assert answer_of_shards(run, git, root)[0] == 1


@pytest.mark.parametrize("in_git", [True, False])
def test_a_whole_scan_still_goes_by_the_entry(
    project: MakeProject, run: Run, git: Git, *, in_git: bool
) -> None:
    """It compares with nothing: that what was recorded was gone meanwhile, nothing tells."""
    root = make_fixed_project(project, run, git)
    write_files(root, {"a.py": BAD})
    assert run("scan", *([] if in_git else ["--no-git"]), cwd=root).code == 0


def test_check_fails_while_entries_wait_for_prune(project: MakeProject, run: Run, git: Git) -> None:
    """For a build: it writes nothing, and what ``--prune`` writes satisfies it."""
    root = make_fixed_project(project, run, git)
    before = (root / DEFAULT).read_text()
    outcome = run("baseline", "--check", cwd=root)
    assert outcome == (
        1,
        f"{DEFAULT}: 1 entry to remove; 0 violations in 0 files\n"
        "phaser-lint baseline --prune does that.\n",
        "",
    )
    assert json.loads(run("baseline", "--check", "--json", cwd=root).out)["written"] is False
    assert (root / DEFAULT).read_text() == before
    assert run("baseline", "--prune", "-q", cwd=root) == (0, "", "")
    assert run("baseline", "--check", "-q", cwd=root) == (0, "", "")


def test_check_says_where_entries_go_with_their_code(
    project: MakeProject, run: Run, git: Git
) -> None:
    """They count there, until whoever prunes removes them from where they stand."""
    root = tell(project, run, git, EXCUSED["renamed"])
    outcome = run("baseline", "--check", cwd=root)
    assert outcome.code == 1
    assert "1 to move with their code" in outcome.out
    assert run("baseline", "--check", "--prune", cwd=root).code == 2


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("folder", ["", "services/pay/"])
def test_entries_of_a_renamed_contract_are_not_lost_without_a_word(
    project: MakeProject, run: Run, git: Git, folder: str
) -> None:
    """By hand, or to a level below: the notes name its new name by what it reports."""
    source = f"{folder}a.py" if folder else "a.py"
    root = project({source: BAD}, contracts=NO_PRINT)
    run("baseline", "-q", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "recorded")
    (root / ".claude/contracts/no-print.yaml").unlink()
    write_files(root, {f"{folder}.claude/contracts/a.yaml": contract("no-output")})
    new_name = f"{folder}no-output"
    lost = "1 entry of no-print, which is no contract any more; if it has another name: "
    way = f"phaser-lint baseline --rename no-print={new_name}"
    assert f"{lost}{way}\n" in run("scan", cwd=root).err
    assert f"{lost}{way}\n" in run("baseline", "--check", cwd=root).out
    pruned = run("baseline", "--prune", cwd=root).out
    assert f"{lost}take the file back from git, then {way}\n" in pruned
    git(root, "checkout", "-q", DEFAULT)
    assert run("baseline", "--rename", f"no-print={new_name}", "-q", cwd=root) == (0, "", "")
    outcome = run("scan", cwd=root)
    assert (outcome.code, outcome.err) == (
        0,
        "1 file checked, 1 existing violation (in the baseline)\n",
    )


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("other=no-print", "no entry is of other"),
        ("no-print=other", "other is no contract that counts"),
        ("no-print", "no contract that counts"),
    ],
)
def test_what_is_not_there_is_not_renamed(
    project: MakeProject, run: Run, name: str, reason: str
) -> None:
    """A slip of the pen would orphan all entries."""
    root = project({"a.py": BAD}, contracts=NO_PRINT)
    run("baseline", "-q", cwd=root)
    before = (root / DEFAULT).read_text()
    outcome = run("baseline", "--rename", name, cwd=root)
    assert outcome.code == 2
    assert reason in outcome.err
    assert (root / DEFAULT).read_text() == before
