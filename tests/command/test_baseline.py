"""``phaser-lint baseline`` and ``scan --baseline``: existing violations recorded, new found."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, no_file
from tests.conftest import write_files
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

DEFAULT = ".phaser/baseline.jsonl"
OLD, OLDS = "existing violation (in the baseline)\n", "existing violations (in the baseline)\n"
COMMIT_IT = (
    "Commit it: from now on only what is new counts in scan and the hooks of git and agents, and "
    "in the Action once it is merged. An agent's session is judged by the entries that were there "
    "when it began.\n"
)
HEADER = '{"phaser-lint baseline": 2}\n'
EARLIER = '{"phaser-lint baseline": 1}\n'
NO_PRINT = {"no-print.yaml": contract("no-print")}
HAS_LICENSE = contract(
    "has-license", type="file_exists", pattern=None, file_glob="/LICENSE", message="Carry one."
)
PRINTS = "{}:1: error: Use the logger. [no-print]\n"
NONE = "0 errors, 0 warnings\n"
BAD, GOOD = "print(1)\n", "x = 1\n"


def report_of(*places: str) -> str:
    listing = "".join(PRINTS.format(place) for place in places)
    errors = "1 error" if len(places) == 1 else f"{len(places)} errors"
    return f"{listing}\n{errors}, 0 warnings\n" if places else NONE


def note_of_gone_entries(number: int) -> str:
    phrase, them, their = ("entry no longer occurs", "it", "its") if number == 1 else (
        "entries no longer occur", "them", "their")  # fmt: skip
    does = f"removes {them}, or moves {them} with {their} code"
    message = f"{number} baseline {phrase}; phaser-lint baseline --prune {does}"
    return f"{DEFAULT}: note: {message}\n"


def scan_with_baseline(run: Run, root: Path, *arguments: str) -> tuple[int, str, str]:
    return run("scan", "--baseline", DEFAULT, *arguments, cwd=root)


def count_by_path_and_rule(root: Path) -> dict[tuple[str, str], int]:
    """How many violations the baseline holds, by path and contract."""
    counts: dict[tuple[str, str], int] = {}
    for line in (root / DEFAULT).read_text().split("\n")[1:-1]:
        baseline_entry = json.loads(line)
        key = (baseline_entry["path"], baseline_entry["rule_id"])
        counts[key] = counts.get(key, 0) + baseline_entry["count"]
    return counts


# Writing one.


def test_a_baseline_is_called_as_the_working_directory_calls_it(
    project: MakeProject, run: Run
) -> None:
    """It is called as the working directory calls it, wherever something is said of it."""
    folder = project({"src/a.py": BAD}, contracts=NO_PRINT) / "src"
    expected = f"../{DEFAULT}: 1 violation in 1 file\n{COMMIT_IT}"
    assert run("baseline", cwd=folder) == (0, expected, "")
    (folder / "a.py").write_text(GOOD)
    assert run("scan", cwd=folder) == (0, NONE, f"../{note_of_gone_entries(1)}1 file checked\n")
    with (folder / ".." / DEFAULT).open("a") as file:
        file.write("{")
    for command in (("scan",), ("baseline", "--prune")):
        code, out, output = run(*command, cwd=folder)
        assert (code, out, output.split(" ")[:2]) == (2, "", ["phaser-lint:", f"../{DEFAULT}:3:"])


def test_the_contracts_with_the_most_violations_are_named(project: MakeProject, run: Run) -> None:
    """One of them that is wrong would be swallowed; ten are enough to read."""
    contracts = {
        f"{number}.yaml": contract(f"no-{number:02}", pattern=f"x{number:02}")
        for number in range(12)
    }
    text = "".join(f"x{number:02}\n" * (number + 1) for number in range(12))
    root = project({"a.py": text, "b.py": "x11\n"}, contracts=contracts)
    lines = run("baseline", cwd=root).out.splitlines()
    assert lines[1:3] == ["13  error  no-11  in 2 files", "11  error  no-10  in 1 file"]
    assert lines[10:12] == [" 3  error  no-02  in 1 file", "and 2 more contracts"]
    counted = json.loads(run("baseline", "--update", "--json", cwd=root).out)["contracts"]
    assert (len(counted), counted[0]) == (
        12,
        {"level": "", "rule_id": "no-11", "severity": "error", "violations": 13, "files": 2},
    )
    assert "no-11" not in run("baseline", "--prune", cwd=root).out


def test_what_is_written_is_old(project: MakeProject, run: Run) -> None:
    """All violations, of files, of the tree and warnings; a scan is clean then."""
    contracts = {
        **NO_PRINT,
        "license.yaml": HAS_LICENSE,
        "env.yaml": no_file("*.env", severity="warning"),
        "lacks.yaml": contract("lacks", type="require_pattern", pattern="MIT"),
        "once.yaml": contract("once", type="file_not_contains", pattern="print"),
    }
    root = project({"a.py": BAD + BAD, "b.py": BAD, "x.env": ""}, contracts=contracts)
    message = (
        f"{DEFAULT}: 9 violations in 4 files\n"
        "3  error    no-print     in 2 files\n"
        "2  error    lacks        in 2 files\n"
        "2  error    once         in 2 files\n"
        "1  error    has-license  in 1 file\n"
        f"1  warning  no-file      in 1 file\n{COMMIT_IT}"
    )
    assert run("baseline", cwd=root) == (0, message, "")
    assert count_by_path_and_rule(root) == {
        ("/LICENSE", "has-license"): 1, ("a.py", "lacks"): 1, ("a.py", "no-print"): 2,
        ("a.py", "once"): 2, ("b.py", "lacks"): 1, ("b.py", "no-print"): 1, ("b.py", "once"): 1,
        ("x.env", "no-file"): 1,
    }  # fmt: skip
    assert scan_with_baseline(run, root) == (0, NONE, f"3 files checked, 9 {OLDS}")
    assert scan_with_baseline(run, root, "--fail-on", "warning").code == 0
    text = (root / DEFAULT).read_bytes()
    assert run("baseline", "--update", cwd=root).code == 0
    assert (root / DEFAULT).read_bytes() == text


def test_a_violation_is_counted_alike_everywhere(project: MakeProject, run: Run) -> None:
    """Three matches of a contract that is broken once a file are one: to scan, record and compare.

    A file over both of its limits is one, too.
    """
    rules = {
        "once.yaml": contract("once", type="file_not_contains", pattern="TODO"),
        "small.yaml": contract(
            "small", type="file_limits", pattern=None, max_lines=1, max_bytes=9, file_glob="*.txt"
        ),
    }
    todos = "TODO 1\nTODO 2\nTODO 3\n"
    root = project({"a.py": todos, "b.txt": todos}, contracts=rules, commit=True)
    assert run("scan", cwd=root).out.endswith("\n\n2 errors, 0 warnings\n")
    (root / "c.py").write_text(todos)
    recorded = run("baseline", cwd=root).out
    assert recorded.startswith(
        f"{DEFAULT}: 3 violations in 3 files\n1 of them is not in HEAD: c.py"
    )
    assert json.loads(run("baseline", "--update", "--json", cwd=root).out)["violations"] == 3
    assert run("scan", cwd=root).err == f"3 files checked, 3 {OLDS}"
    (root / "a.py").write_text(f"{todos}TODO 4\n")
    summary = json.loads(run("scan", "--format", "json", cwd=root).out)["summary"]
    assert [summary[key] for key in ("errors", "old", "in_baseline")] == [1, 2, 2]
    for path in (DEFAULT, "c.py"):
        (root / path).unlink()
    (root / "a.py").write_text(f"{todos}x = 1\n")
    since_head = run("scan", "--since", "HEAD", cwd=root).err
    assert since_head == "1 file checked, 1 existing violation\n"
    edit = {"file_path": str(root / "a.py"), "old_string": "TODO 3", "new_string": "TODO 3\nx"}
    event = {"hook_event_name": "PreToolUse", "tool_name": "Edit", "session_id": "s"}
    stdin = json.dumps({**event, "cwd": str(root), "tool_input": edit}).encode()
    assert "1 existing violation in a.py is not counted." in run("hook", stdin=stdin, cwd=root).out


def test_edits_elsewhere_change_nothing(project: MakeProject, run: Run) -> None:
    """Lines that move, are indented or go; one more of the same line is new, the last of them."""
    root = project({"a.py": BAD + GOOD}, contracts=NO_PRINT)
    run("baseline", cwd=root)
    write_files(root, {"a.py": GOOD * 9 + "if x:\n    " + BAD})
    assert scan_with_baseline(run, root) == (0, NONE, f"1 file checked, 1 {OLD}")
    write_files(root, {"a.py": GOOD + BAD + BAD + "print(2)\n", "b.py": BAD})
    expected = report_of("a.py:3", "a.py:4", "b.py:1")
    assert scan_with_baseline(run, root) == (1, expected, f"2 files checked, 1 {OLD}")


def test_what_a_sparse_checkout_leaves_out_stays(project: MakeProject, run: Run, git: Git) -> None:
    """It is fixed by no means; ``--prune`` and ``--update`` took its entries out."""
    files = {"in/a.py": BAD + "print(2)\n", "out/b.py": BAD}
    root = project(files, contracts=NO_PRINT, commit=True)
    run("baseline", cwd=root)
    before = count_by_path_and_rule(root)
    git(root, "sparse-checkout", "set", "in", ".claude")
    assert not (root / "out").exists()
    left_out = "left out by the sparse checkout"
    assert scan_with_baseline(run, root) == (
        0,
        NONE.replace("\n", f"; 1 file not read: {left_out}\n"),
        f"1 file not read: {left_out} (out/)\n"
        f"1 file checked, 2 {OLDS.strip()}, 1 skipped ({left_out}: 1)\n",
    )
    for flag in ("--prune", "--update"):
        assert run("baseline", flag, cwd=root).code == 0
        assert count_by_path_and_rule(root) == before
    write_files(root, {"in/a.py": BAD})
    run("baseline", "--prune", cwd=root)
    assert count_by_path_and_rule(root) == {("in/a.py", "no-print"): 1, ("out/b.py", "no-print"): 1}


def test_nothing_to_write_down(project: MakeProject, run: Run) -> None:
    """A clean project has an empty baseline."""
    root = project({"a.py": GOOD}, contracts=NO_PRINT)
    assert run("baseline", cwd=root) == (0, f"{DEFAULT}: 0 violations in 0 files\n{COMMIT_IT}", "")
    assert (root / DEFAULT).read_text() == HEADER
    assert scan_with_baseline(run, root) == (0, NONE, "1 file checked\n")


def test_the_file_of_a_flag_counts_from_the_working_directory(
    project: MakeProject, run: Run
) -> None:
    """``--file`` goes by where the user stands, as does ``--baseline``; the default by the root."""
    root = project({"lib/a.py": BAD}, contracts=NO_PRINT)
    message = (
        "old.jsonl: 1 violation in 1 file\n"
        "phaser-lint scan --baseline old.jsonl counts only what is new.\n"
    )
    assert run("baseline", "--file", "old.jsonl", cwd=root / "lib") == (0, message, "")
    assert run("scan", "--baseline", "old.jsonl", cwd=root / "lib").code == 0
    write_files(root, {"lib/a.py": GOOD})
    message = (
        "lib/old.jsonl: note: 1 baseline entry no longer occurs; "
        "phaser-lint baseline --prune --file lib/old.jsonl removes it, "
        "or moves it with its code\n1 file checked\n"
    )
    assert run("scan", "--baseline", "lib/old.jsonl", cwd=root) == (0, NONE, message)
    run("baseline", cwd=root / "lib")
    assert (root / DEFAULT).read_text() == HEADER


def test_a_baseline_is_not_checked(project: MakeProject, run: Run) -> None:
    """What is wrong with it would have to stand in it."""
    everywhere = contract("none", pattern=r"\w", file_glob="**/*", message="Empty.")
    root = project({"a.py": "word\n"}, contracts={"a.yaml": everywhere})
    run("baseline", cwd=root)
    run("baseline", "--file", "other.jsonl", cwd=root)
    assert count_by_path_and_rule(root) == {("a.py", "none"): 4}
    assert scan_with_baseline(run, root)[0] == 1  # other.jsonl is any file to this run
    (root / "other.jsonl").unlink()
    assert scan_with_baseline(run, root)[0] == 0
    assert scan_with_baseline(run, root, "a.py", DEFAULT)[0] == 0


def test_only_entries_of_named_paths_are_written(project: MakeProject, run: Run) -> None:
    """Only what is in them is written, and only their entries change later."""
    root = project({"a.py": BAD, "b.py": BAD, "lib/c.py": BAD}, contracts=NO_PRINT)
    assert run("baseline", "a.py", cwd=root).out.startswith(f"{DEFAULT}: 1 violation in 1 file\n")
    assert run("baseline", "lib", "--update", cwd=root).code == 0
    assert count_by_path_and_rule(root) == {("a.py", "no-print"): 1, ("lib/c.py", "no-print"): 1}
    write_files(root, {"a.py": GOOD, "lib/c.py": GOOD})
    assert run("baseline", "a.py", "--prune", cwd=root).code == 0
    assert count_by_path_and_rule(root) == {("lib/c.py", "no-print"): 1}


# An existing one.


def test_an_existing_one_is_not_overwritten(project: MakeProject, run: Run) -> None:
    """New existing violations are accepted only where that is asked for."""
    root = project({"a.py": BAD}, contracts=NO_PRINT)
    run("baseline", cwd=root)
    text = (root / DEFAULT).read_text()
    write_files(root, {"b.py": BAD})
    message = (
        f"phaser-lint: {DEFAULT}: is there already; --prune takes out what no longer occurs, "
        "--update writes it anew\n"
    )
    assert run("baseline", cwd=root) == (2, "", message)
    assert (root / DEFAULT).read_text() == text
    assert run("baseline", "--update", cwd=root).out == f"{DEFAULT}: 2 violations in 2 files\n"


def test_prune_adds_nothing(project: MakeProject, run: Run) -> None:
    """Entries go, counts go down; what is new stays new."""
    files = {"a.py": BAD * 3, "b.py": BAD, "gone.py": BAD, "unselected.py": BAD}
    root = project(files, contracts=NO_PRINT)
    run("baseline", cwd=root)
    write_files(root, {"a.py": BAD * 2, "b.py": BAD * 2, "c.py": BAD})
    (root / "gone.py").unlink()
    (root / "unselected.py").rename(root / "unselected.txt")
    expected = (
        1,
        report_of("b.py:2", "c.py:1"),
        f"{note_of_gone_entries(3)}3 files checked, 3 {OLDS}",
    )
    assert scan_with_baseline(run, root) == expected
    message = f"{DEFAULT}: 3 entries removed; 3 violations in 2 files\n"
    assert run("baseline", "--prune", cwd=root) == (0, message, "")
    assert count_by_path_and_rule(root) == {("a.py", "no-print"): 2, ("b.py", "no-print"): 1}
    assert scan_with_baseline(run, root) == (1, expected[1], f"3 files checked, 3 {OLDS}")
    message = f"{DEFAULT}: 0 entries removed; 3 violations in 2 files\n"
    assert run("baseline", "--prune", cwd=root) == (0, message, "")


def test_prune_moves_entries_with_a_renamed_file(project: MakeProject, run: Run, git: Git) -> None:
    """Of what is not added to the index too; what a file has more often than all lost is new."""
    files = {"a.py": BAD * 2, "b.py": BAD + "x = 1\n" * 9, "c.py": BAD, "d.py": "print(3)\n"}
    root = project(files, contracts=NO_PRINT, commit=True)
    run("baseline", cwd=root)
    git(root, "mv", "a.py", "moved.py")
    (root / "b.py").rename(root / "also.py")
    (root / "c.py").unlink()
    (root / "d.py").unlink()
    write_files(root, {"moved.py": BAD * 3, "new.py": BAD + "y = 1\n" * 9})
    message = f"{DEFAULT}: 1 entry removed; 2 moved with their code; 4 violations in 2 files\n"
    assert run("baseline", "--prune", cwd=root) == (0, message, "")
    assert count_by_path_and_rule(root) == {("also.py", "no-print"): 1, ("moved.py", "no-print"): 3}
    assert run("baseline", "--prune", cwd=root).out.startswith(f"{DEFAULT}: 0 entries removed; 4 v")


MOVED = {"a.py": BAD * 2 + "x = 1\n" * 9, "b.py": "y = 1\n"}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("is_committed", [False, True], ids=["in this commit", "in an earlier one"])
def test_entries_count_for_a_renamed_file(
    project: MakeProject, run: Run, git: Git, is_committed: bool
) -> None:
    """Git's hook and pre-commit refused a commit that only renamed, and a scan failed after it."""
    root = project(MOVED, contracts=NO_PRINT, commit=True)
    run("baseline", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Record")
    git(root, "mv", "a.py", "moved.py")
    if is_committed:
        git(root, "commit", "-q", "-m", "Rename")
        write_files(root, {"moved.py": MOVED["a.py"] + "z = 1\n"})
        git(root, "add", "-A")
    two_existing = "1 file checked, 2 existing violations (in the baseline)\n"
    assert run("scan", "--staged", cwd=root) == (0, NONE, two_existing)
    assert run("pre-commit", "moved.py", cwd=root) == (0, NONE, two_existing)
    gone = (
        f"{DEFAULT}: note: 1 baseline entry no longer occurs; phaser-lint baseline --prune removes "
        "it, or moves it with its code\n"
    )
    whole = (0, NONE, f"{gone}2 files checked, 2 {OLDS}")
    assert run("scan", cwd=root) == whole
    for number in (1, 2):
        flags = ("--shard", f"{number}/2", "--format", f"json=../{number}.json")
        run("scan", *flags, cwd=root)
    assert run("merge", "../1.json", "../2.json", cwd=root) == whole
    message = f"{DEFAULT}: 0 entries removed; 1 moved with their code; 2 violations in 1 file\n"
    assert run("baseline", "--prune", cwd=root) == (0, message, "")
    assert run("scan", cwd=root) == (0, NONE, f"2 files checked, 2 {OLDS}")


@pytest.mark.parametrize("is_unlike", [False, True], ids=["as on the disk", "edited on the disk"])
def test_entries_count_for_a_file_that_is_renamed_in_the_index(
    project: MakeProject, run: Run, git: Git, is_unlike: bool
) -> None:
    """Another file on the disk, which nobody staged, made what the commit renames new."""
    files = {"a.py": "\n".join(["x = 1"] * 9) + "\n" + BAD * 2}
    root = project(files, contracts=NO_PRINT, commit=True)
    run("baseline", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Record")
    git(root, "mv", "a.py", "c.py")
    if is_unlike:
        write_files(root, {"c.py": "".join(f"y = {number}\n" for number in range(50))})
    expected = (0, NONE, "1 file checked, 2 existing violations (in the baseline)\n")
    assert run("scan", "--staged", cwd=root) == expected


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("written", "places"),
    [
        pytest.param({"moved.py": BAD + MOVED["a.py"]}, ("moved.py:3",), id="once more"),
        pytest.param({"moved.py": MOVED["a.py"] + "print(2)\n"}, ("moved.py:12",), id="another"),
        pytest.param({"copy.py": MOVED["a.py"]}, ("copy.py:1", "copy.py:2"), id="a copy"),
        pytest.param(
            {"moved.py": BAD * 3}, ("moved.py:3",), id="once more in one that is not like it"
        ),
    ],
)
def test_entries_of_a_renamed_file_cover_no_more_than_before(
    project: MakeProject, run: Run, git: Git, written: dict[str, str], places: tuple[str, ...]
) -> None:
    """The same lines as often, in the one file that git calls the same."""
    root = project(MOVED, contracts=NO_PRINT, commit=True)
    run("baseline", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Record")
    if "moved.py" in written:
        git(root, "mv", "a.py", "moved.py")
    write_files(root, written)
    git(root, "add", "-A")
    outcome = run("scan", "--staged", cwd=root)
    assert (outcome.code, outcome.out) == (1, report_of(*places))


def test_a_baseline_that_git_does_not_track(project: MakeProject, run: Run, git: Git) -> None:
    """It counts in git's hook and in pre-commit, which say that nobody else has it."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    run("baseline", cwd=root)
    write_files(root, {"a.py": BAD + "x = 1\n"})
    git(root, "add", "a.py")
    text = "git does not track the baseline, so colleagues and CI lack it: commit it"
    note = f"{DEFAULT}: note: {text}\n"
    for words in (("scan", "--staged"), ("pre-commit", "a.py")):
        assert run(*words, cwd=root) == (0, NONE, f"{note}1 file checked, 1 {OLD}")
    git(root, "add", "-A")
    assert run("scan", "--staged", cwd=root).err == f"1 file checked, 1 {OLD}"


def test_what_head_lacks_is_named(project: MakeProject, run: Run, git: Git) -> None:
    """Who is refused a commit and records what is there sees what he lets through."""
    root = project({"a.py": BAD, "b.py": "x = 1\n"}, contracts=NO_PRINT, commit=True)
    first_line = f"{DEFAULT}: {{}}"
    commit_it = f"{first_line.format('1 violation in 1 file')}\n{COMMIT_IT}"
    assert run("baseline", cwd=root).out == commit_it
    write_files(root, {"b.py": BAD * 2, "a.py": BAD * 2})
    git(root, "mv", "a.py", "moved.py")
    assert run("baseline", "--update", cwd=root).out == (
        first_line.format("4 violations in 2 files")
        + "\n3 of them are not in HEAD: b.py:1 no-print, b.py:2 no-print, moved.py:2 no-print\n"
    )


def test_update_fixes_a_merge_conflict(project: MakeProject, run: Run) -> None:
    """All of it is written anew, so what stands in it need not be understood."""
    root = project({"a.py": BAD}, contracts=NO_PRINT)
    write_files(root, {DEFAULT: f"{HEADER}<<<<<<< HEAD\n=======\n>>>>>>> other\n"})
    assert scan_with_baseline(run, root)[0] == 2
    assert run("baseline", "--prune", cwd=root).code == 2
    assert run("baseline", "--update", cwd=root).code == 0
    assert scan_with_baseline(run, root)[0] == 0


def test_one_of_version_1(project: MakeProject, run: Run) -> None:
    """It counts where it means the same; else it is said how it is written anew."""
    contracts = {**NO_PRINT, "no-pass.yaml": contract("no-pass", pattern=r"\s+pass\b")}
    root = project({"a.py": f"import os\n  {BAD}"}, contracts=contracts)
    run("baseline", cwd=root)
    earlier_text = (root / DEFAULT).read_text().replace(HEADER, EARLIER)
    write_files(root, {DEFAULT: earlier_text})
    assert scan_with_baseline(run, root) == (0, NONE, f"1 file checked, 1 {OLD}")
    # The digest of "import os", where the match begins: version 1 knew no other line.
    baseline_entry = {"path": "a.py", "rule_id": "no-pass", "line": "de2abade832c8e35", "count": 1}
    write_files(
        root,
        {
            "a.py": f"import os\npass\n{BAD}",
            DEFAULT: f"{earlier_text}{json.dumps(baseline_entry)}\n",
        },
    )
    code, out, err = scan_with_baseline(run, root)
    assert (code, out.split("\n")[0]) == (1, "a.py:2:1: error: Use the logger. [no-pass]")
    assert err.split("\n")[0] == (
        f"{DEFAULT}: note: 1 baseline entry no longer occurs in the form of an earlier "
        "phaser-lint; phaser-lint baseline --update writes it anew"
    )
    refused = (
        f"phaser-lint: {DEFAULT}: written by an earlier phaser-lint, in another form; "
        "--update without paths writes it anew\n"
    )
    for change in (["--prune"], ["--update", "a.py"]):
        assert run("baseline", *change, cwd=root) == (2, "", refused)
    assert run("baseline", "--update", cwd=root).code == 0
    assert (root / DEFAULT).read_text().startswith(HEADER)
    assert scan_with_baseline(run, root) == (0, NONE, f"1 file checked, 2 {OLDS}")


def test_the_line_of_a_match_counts_and_not_the_one_above(project: MakeProject, run: Run) -> None:
    """``^\\s*print`` begins on the blank line above: what changed there was new, and here old."""
    root = project(
        {"a.py": "import os\n\nprint(name)\n"},
        contracts={"no-print.yaml": contract("no-print", pattern=r"^\s*print\(")},
    )
    run("baseline", cwd=root)
    write_files(root, {"a.py": "import sys\nx = 1\nprint(name)\n"})
    assert scan_with_baseline(run, root) == (0, NONE, f"1 file checked, 1 {OLD}")
    write_files(root, {"a.py": "import os\n\nprint(password)\n"})
    assert scan_with_baseline(run, root)[:2] == (1, report_of("a.py:3"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("print(1)\n", '1: expected {"phaser-lint baseline": 2}: it is no baseline of phaser-lint'),
        (
            '{"phaser-lint baseline": 3}\n',
            "1: phaser-lint baseline: expected version 2, not 3; "
            "a newer phaser-lint may have written it",
        ),
        (
            '{"phaser-lint baseline": 0}\n',
            "1: phaser-lint baseline: expected version 2, not 0",
        ),
    ],
)
@pytest.mark.parametrize("flag", ["--update", "--prune"])
def test_a_foreign_file_is_left_alone(
    project: MakeProject, run: Run, content: str, message: str, flag: str
) -> None:
    """It may be a slip of the keyboard: ``--file src/a.py``."""
    root = project({"a.py": GOOD, "b.py": content}, contracts=NO_PRINT)
    expected = (2, "", f"phaser-lint: b.py:{message}\n")
    assert run("baseline", "--file", "b.py", flag, cwd=root) == expected
    assert (root / "b.py").read_text() == content
    assert run("scan", "--baseline", "b.py", cwd=root) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("scan", "--baseline", "none"),
            "none: the baseline cannot be read: No such file or directory",
        ),
        (("scan", "--baseline", ""), "--baseline: expected a file, found an empty text"),
        (("scan", "--baseline", "."), ".: the baseline cannot be read: not a regular file"),
        (("baseline", "--prune"), f"{DEFAULT}: no such file; phaser-lint baseline writes one"),
        (("baseline", "--update", "--prune"), "--update and --prune: expected one of them"),
        (("baseline", "nowhere.py"), "nowhere.py: no such file or folder"),
        (("baseline", "--file", "a.py/b"), "a.py/b: cannot be written: Not a directory"),
    ],
)
def test_wrong_arguments_write_no_baseline(
    project: MakeProject, run: Run, arguments: tuple[str, ...], message: str
) -> None:
    """Exit code 2, one line, nothing written."""
    root = project({"a.py": BAD}, contracts=NO_PRINT)
    assert run(*arguments, cwd=root) == (2, "", f"phaser-lint: {message}\n")
    assert not (root / ".phaser").exists()


def test_a_folder_that_cannot_be_written(run: Run) -> None:
    """The reason, and nothing half-written."""
    with without_privileges() as root:
        write_files(root, {"a.py": BAD, ".claude/contracts/a.yaml": contract()})
        (root / ".phaser").mkdir(mode=0o500)
        message = f"phaser-lint: {root}/{DEFAULT}: cannot be written: Permission denied\n"
        flags = ("--no-cache", "--project-contracts")
        assert run("baseline", *flags, cwd=root) == (2, "", message)
        assert list((root / ".phaser").iterdir()) == []


def test_an_incomplete_run_writes_nothing(project: MakeProject, run: Run) -> None:
    """What was not checked would count as new later; an old baseline stays as it is."""
    contracts = {**NO_PRINT, "slow.yaml": contract("slow", pattern="(a|aa)+$")}
    root = project({"a.py": BAD, "slow.py": "a" * 60 + "b\n"}, contracts=contracts)
    reason = "slow.py: undecided: slow: the pattern took longer than 20 ms\n"
    message = f"{reason}{DEFAULT}: not written: not everything could be checked\n"
    assert run("baseline", "--timeout", "20", cwd=root) == (2, "", message)
    assert not (root / DEFAULT).exists()
    write_files(root, {".claude/contracts/slow.yaml": contract("slow", pattern="(")})
    outcome = run("baseline", cwd=root)
    assert (outcome.code, (root / DEFAULT).exists()) == (2, False)


# What a run can say of it.


NOT_JUDGED = (
    ".claude/contracts/license.yaml: note: 1 contract not checked: has-license; "
    "needs a scan of all of the project, or --tree beside a PATH\n"
)


def existing_violations(project: MakeProject, run: Run) -> Path:
    """A project whose baseline holds an entry of each kind, all of them fixed since."""
    contracts = {
        **NO_PRINT,
        "license.yaml": HAS_LICENSE,
        "env.yaml": no_file("*.env"),
        "todo.yaml": contract("no-todo", pattern="TODO", severity="warning"),
    }
    files = {"a.py": BAD, "b.py": BAD + "# TODO\n", "x.env": ""}
    root = project(files, contracts=contracts)
    run("baseline", cwd=root)
    assert sum(count_by_path_and_rule(root).values()) == 5
    write_files(root, {"a.py": GOOD, "b.py": GOOD, "LICENSE": ""})
    (root / "x.env").unlink()
    return root


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        ((), 5),
        (("a.py",), 1),
        (("b.py",), 2),
        (("LICENSE",), 0),
        (("--tree",), 2),
        (("a.py", "--tree"), 3),
        (("--severity", "warning"), 1),
        (("--severity", "error"), 4),
    ],
)
def test_only_what_was_checked_is_gone(
    project: MakeProject, run: Run, arguments: tuple[str, ...], number: int
) -> None:
    """Of other files, of the tree, of idle contracts a run says nothing; pruning is the same."""
    root = existing_violations(project, run)
    code, out, err = scan_with_baseline(run, root, *arguments)
    assert (code, out) == (0, NONE)
    notes = [f"{line}\n" for line in err.split("\n") if "note" in line]
    partly = "--tree" not in arguments and any(
        not argument.startswith("--") for argument in arguments[:1]
    )
    unchecked = [NOT_JUDGED] if partly else []
    assert notes == [*unchecked, *([note_of_gone_entries(number)] if number else [])]
    count_before = sum(count_by_path_and_rule(root).values())
    if "--severity" not in arguments and "--tree" not in arguments:
        run("baseline", "--prune", *arguments, cwd=root)
        assert sum(count_by_path_and_rule(root).values()) == count_before - number


def test_a_contract_that_is_no_more(project: MakeProject, run: Run) -> None:
    """Its entries go with it; those of a disabled or a broken one stay."""
    root = existing_violations(project, run)
    folder = root / ".claude/contracts"
    write_files(folder, {"todo.yaml": contract("no-todo", enabled=False)})
    (folder / "env.yaml").unlink()
    assert scan_with_baseline(run, root)[2].startswith(note_of_gone_entries(4))
    write_files(folder, {"broken.yaml": contract("broken", pattern="(")})
    assert scan_with_baseline(run, root)[2].count(note_of_gone_entries(3)) == 1


def test_what_could_not_be_checked_is_not_gone(project: MakeProject, run: Run) -> None:
    """A pattern out of time, and a file that is binary now."""
    slow = {"a.yaml": contract("slow", pattern="(a|aa)+$|print")}
    root = project({"a.py": BAD, "b.py": BAD, "c.py": BAD}, contracts=slow)
    run("baseline", cwd=root)
    write_files(root, {"a.py": "a" * 60 + "b\n", "b.py": b"\0", "c.py": GOOD})
    outcome = scan_with_baseline(run, root, "--timeout", "20")
    assert outcome[0] == 2
    assert note_of_gone_entries(1) in outcome[2]


def test_gone_is_reported_in_json_and_never_fails(project: MakeProject, run: Run) -> None:
    """A notice like others."""
    root = existing_violations(project, run)
    code, out, err = scan_with_baseline(run, root, "--format", "json", "--fail-on", "warning")
    notice = {
        "path": DEFAULT,
        "line": None,
        "text": note_of_gone_entries(5).partition("note: ")[2].rstrip(),
    }
    assert (code, json.loads(out)["notices"], err) == (0, [notice], "")


# Together with other flags.


def test_staged_content_is_compared_with_the_baseline_on_disk(
    project: MakeProject, run: Run, git: Git
) -> None:
    """The staged content against the baseline on the disk."""
    root = project({"a.py": BAD, "b.py": BAD}, contracts=NO_PRINT)
    run("baseline", cwd=root)
    git(root, "add", "-A")
    assert scan_with_baseline(run, root, "--staged") == (
        0,
        NONE,
        f"2 files checked, 2 {OLDS}",
    )
    git(root, "commit", "-q", "-m", "x")
    write_files(root, {"a.py": BAD + BAD, "b.py": GOOD})
    git(root, "add", "a.py")
    expected = (1, report_of("a.py:2"), f"1 file checked, 1 {OLD}")
    assert scan_with_baseline(run, root, "--staged") == expected


def test_it_counts_without_being_named(project: MakeProject, run: Run, git: Git) -> None:
    """An existing baseline was ignored by scan, and nobody said so."""
    root = project({"a.py": BAD}, contracts=NO_PRINT, commit=True)
    run("baseline", cwd=root)
    old = (0, NONE, f"1 file checked, 1 {OLD}")
    assert run("scan", cwd=root) == run("scan", "a.py", cwd=root) == old
    git(root, "add", "-A")
    assert run("scan", "--staged", "--", "a.py", cwd=root).code == 0
    assert run("pre-commit", "--", "a.py", cwd=root) == old
    assert run("scan", "--no-baseline", cwd=root) == (1, report_of("a.py:1"), "1 file checked\n")
    message = "phaser-lint: --baseline and --no-baseline: expected one of them\n"
    assert run("scan", "--no-baseline", "--baseline", "x", cwd=root) == (2, "", message)


def test_staged_takes_the_one_that_is_staged(project: MakeProject, run: Run, git: Git) -> None:
    """What the disk adds to it is not committed with the file."""
    root = project({"a.py": BAD}, contracts=NO_PRINT)
    run("baseline", cwd=root)
    git(root, "add", "-A")
    write_files(root, {"b.py": BAD})
    git(root, "add", "b.py")
    run("baseline", "--update", cwd=root)
    assert scan_with_baseline(run, root, "--staged")[:2] == (1, report_of("b.py:1"))
    git(root, "add", "-A")
    assert scan_with_baseline(run, root, "--staged")[:2] == (0, NONE)


def test_since_takes_the_one_of_the_revision(project: MakeProject, run: Run, git: Git) -> None:
    """Its entries are what the summary counts: those of the disk the change may have made."""
    root = project({"a.py": BAD, "b.py": BAD}, contracts=NO_PRINT)
    run("baseline", cwd=root)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    write_files(root, {"a.py": f"{BAD}y = 1\n", "b.py": BAD * 2, "c.py": BAD, DEFAULT: HEADER})
    expected = (1, report_of("b.py:2", "c.py:1"), f"3 files checked, 2 {OLDS}")
    assert scan_with_baseline(run, root, "--since", "HEAD") == expected
    assert run("scan", "--since", "HEAD", cwd=root) == expected


def test_who_adds_to_it_does_not_silence_himself(project: MakeProject, run: Run) -> None:
    """A branch that writes its own violations into the baseline was green."""
    root = project({"a.py": BAD, "b.py": GOOD}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": BAD * 2, "b.py": BAD})
    run("baseline", cwd=root)
    added = (
        "2 entries that this change adds to the baseline do not count in it: they count for "
        "later changes, once it is merged, or in an agent's next session; an error that is new "
        "here has to be fixed or suppressed"
    )
    expected = (
        1,
        report_of("a.py:2", "b.py:1"),
        f".phaser/baseline.jsonl: note: {added}\n2 files checked, 1 existing violation\n",
    )
    assert run("scan", "--since", "HEAD", cwd=root) == expected
    assert scan_with_baseline(run, root, "--since", "HEAD") == expected


def test_an_entry_for_what_is_not_there_is_told_before_it_counts(
    project: MakeProject, run: Run
) -> None:
    """Once it is merged, the next change could bring the violation, and nobody would see it."""
    root = project({"a.py": GOOD, "b.py": BAD}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": BAD})
    run("baseline", cwd=root)
    write_files(root, {"a.py": GOOD})
    idle = (
        ".phaser/baseline.jsonl: note: 1 entry that this change adds to the baseline for what is "
        "not there would let a later change pass: phaser-lint baseline --prune removes what is not "
        "there\n"
    )
    outcome = run("scan", "--since", "HEAD", cwd=root)
    assert (outcome.code, idle in outcome.err) == (0, True)
    assert run("baseline", "--prune", cwd=root).code == 0
    assert idle not in run("scan", "--since", "HEAD", cwd=root).err


def test_one_outside_of_the_repository_is_no_part_of_a_change(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """It counts as it is."""
    root = project({"a.py": GOOD}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": BAD})
    path = str(tmp_path / "mine.jsonl")
    run("baseline", "--file", path, cwd=root)
    outcome = run("scan", "--since", "HEAD", "--baseline", path, cwd=root)
    assert outcome == (0, NONE, f"1 file checked, 1 {OLD}")


def test_cached_results_are_compared_with_a_baseline(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """Known results are compared like fresh ones."""
    root = project({"a.py": BAD, "b.py": BAD}, contracts=NO_PRINT)
    flags = ("--cache-dir", str(tmp_path / "cache"))
    for path in ("a.py", "b.py"):
        subprocess.run(["touch", "-d", "2020-01-01", root / path], check=True)
    run("baseline", "a.py", *flags, cwd=root)
    first_outcome = scan_with_baseline(run, root, *flags)
    assert first_outcome == (1, report_of("b.py:1"), f"2 files checked, 1 {OLD}")
    assert scan_with_baseline(run, root, *flags) == first_outcome


BEFORE_RENAME = "print(1)\nx = 1\ny = 2\n"
FOLLOWED = {
    "renamed": ("2 existing violations (in the baseline)", {"a.py": None, "b.py": BEFORE_RENAME}),
    "moved": ("2 existing violations (in the baseline)", {"a.py": "y = 1\n", "b.py": "print(1)\n"}),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("summary", "changed"), FOLLOWED.values(), ids=FOLLOWED)
def test_what_is_existing_by_an_earlier_name_is_in_the_baseline_whatever_is_compared(
    project: MakeProject, run: Run, git: Git, summary: str, changed: dict[str, str | None]
) -> None:
    """Of one renamed file ``--staged`` said "in the baseline", and ``--since`` "1 in" it."""
    files = {"a.py": BEFORE_RENAME, "c.py": "print(2)\n"}
    root = project(files, contracts={"no-print.yaml": contract()})
    assert run("baseline", "--project-contracts", "--quiet", cwd=root).code == 0
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "one")
    for path, text in {**changed, "c.py": "print(2)\nz = 1\n"}.items():
        if text is None:
            (root / path).unlink()
        else:
            (root / path).write_text(text)
    git(root, "add", "-A")
    assert summary in run("scan", "--staged", cwd=root).err
    assert summary in run("scan", "--since", "HEAD", cwd=root).err
    git(root, "commit", "-q", "-m", "two")
    assert summary in run("scan", "--since", "HEAD~1", cwd=root).err
    assert summary in run("scan", cwd=root).err
    reports = []
    for number in (1, 2):
        shard = ("--since", "HEAD~1", "--shard", f"{number}/2", "--format", "json")
        (root.parent / f"{number}.json").write_text(run("scan", *shard, cwd=root).out)
        reports.append(str(root.parent / f"{number}.json"))
    assert summary in run("merge", *reports, cwd=root).err
