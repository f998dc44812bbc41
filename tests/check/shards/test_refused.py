"""What merge refuses: everything but the reports of all shards of one run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, no_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject, Run

    Change = Callable[[dict[str, Any]], object]

FILES = {f"{name}.py": "print(1)\n# phaser:ignore-file no-file\n" for name in "abcdefgh"}
CONTRACTS = {
    "a.yaml": contract(),
    "b.yaml": no_file("*.py"),
    "c.yaml": contract("has", type="file_exists", pattern=None, file_glob="/LICENSE"),
}
FLAGS = ("--project-contracts", "--no-cache")


def write_shard_report(run: Run, root: Path, name: str, share: str, *flags: str) -> str:
    """Writes the report of a shard beside the project; its name."""
    report = root.parent / name
    outcome = run("scan", "--shard", share, f"--format=json={report}", *FLAGS, *flags, cwd=root)
    assert report.exists(), outcome.err
    return name


def merge_error(run: Run, root: Path, *reports: str) -> str:
    outcome = run("merge", *reports, cwd=root.parent)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("phaser-lint: ")
    assert outcome.err.count("\n") == 1
    return outcome.err.removeprefix("phaser-lint: ").removesuffix("\n")


@pytest.mark.parametrize("share", ["0/2", "3/2", "1/0", "-1/2", "1", "1/", "/2", "a/b", "1/2/3",
                                   "1/99999999999", "1/20000", "¹/2", " 1/2", ""])  # fmt: skip
def test_a_malformed_share_is_refused(project: MakeProject, run: Run, share: str) -> None:
    """K from 1 to N."""
    root = project({"a.py": ""}, contracts=CONTRACTS)
    outcome = run("scan", f"--shard={share}", cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert "argument --shard: expected K" in outcome.err


@pytest.mark.parametrize(
    ("flags", "expected_error"),
    [
        (("a.py",), "--shard: expected no PATHS: it takes a share of the whole project"),
        (("--tree",), "--shard and --tree: which files exist is checked by phaser-lint merge"),
    ],
)
def test_paths_and_the_tree_cannot_be_shared(
    project: MakeProject, run: Run, flags: tuple[str, ...], expected_error: str
) -> None:
    """Paths, and which files exist."""
    root = project({"a.py": ""}, contracts=CONTRACTS)
    outcome = run("scan", "--shard=1/2", *flags, cwd=root)
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"phaser-lint: {expected_error}\n")


def test_not_all_shards_or_not_once(project: MakeProject, run: Run) -> None:
    """A missing one, one twice, and one of another number of shards."""
    root = project(FILES, contracts=CONTRACTS)
    first_report, second_report = (
        write_shard_report(run, root, f"{k}.json", f"{k}/3") for k in (1, 2)
    )
    report_of_two = write_shard_report(run, root, "other.json", "2/2")
    assert (
        merge_error(run, root, first_report)
        == "expected the reports of all 3 shards; missing: 2, 3"
    )
    assert (
        merge_error(run, root, second_report, first_report)
        == "expected the reports of all 3 shards; missing: 3"
    )
    assert (
        merge_error(run, root, second_report, first_report, second_report)
        == "2.json: shard 2 of 3, which 2.json is too"
    )
    assert merge_error(run, root, first_report, report_of_two) == (
        "other.json: shard 2 of 2, but 1.json: shard 1 of 3; expected shards of the same number"
    )


def test_writing_over_what_is_read(project: MakeProject, run: Run) -> None:
    """A shard's report would be lost; by any name of it."""
    root = project({"a.py": ""}, contracts=CONTRACTS)
    reports = [write_shard_report(run, root, f"{number}.json", f"{number}/2") for number in (1, 2)]
    before = (root.parent / "1.json").read_bytes()
    (root.parent / "link").symlink_to("1.json")
    for name in ("1.json", f"{root.parent}/1.json", "link"):
        expected_error = f"--format json={name}: the file is one of the reports to merge"
        assert merge_error(run, root, *reports, f"--format=json={name}") == expected_error
    assert (root.parent / "1.json").read_bytes() == before


def test_the_report_of_a_whole_run_cannot_be_merged(project: MakeProject, run: Run) -> None:
    """Alone, several of them, and among shards."""
    root = project(FILES, contracts=CONTRACTS)
    shard_report = write_shard_report(run, root, "1.json", "1/2")
    run("scan", f"--format=json={root.parent / 'whole.json'}", *FLAGS, cwd=root)
    expected_error = (
        "whole.json: expected the report of a shard (scan --shard K/N --format json=FILE); "
        "this one is of a whole run, and only shards of one run can be merged"
    )
    for reports in (("whole.json",), ("whole.json", "whole.json"), (shard_report, "whole.json")):
        assert merge_error(run, root, *reports) == expected_error


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("flags", "name"),
    [
        (("--severity", "error"), "--severity"),
        (("--no-ignores",), "--no-ignores"),
        (("--timeout", "2001"), "--timeout"),
        (("--since", "HEAD"), "--since"),
        (("--staged",), "--staged"),
        (("--baseline", "../baseline"), "--baseline"),
    ],
)
def test_shards_of_other_options_are_refused(
    project: MakeProject, run: Run, flags: tuple[str, ...], name: str
) -> None:
    """The option is named, with both values."""
    root = project(FILES, contracts={"a.yaml": contract()}, commit=True)
    run("baseline", "--file", "../baseline", *FLAGS, cwd=root)
    first_report, second_report = (
        write_shard_report(run, root, "1.json", "1/2"),
        write_shard_report(run, root, "2.json", "2/2", *flags),
    )
    error = merge_error(run, root, first_report, second_report)
    assert error.startswith(f"2.json: {name}: ")
    assert error.endswith("; expected shards of one run")


def test_shards_of_another_state_are_refused(project: MakeProject, run: Run, git: Any) -> None:
    """Other files, another commit, other contracts."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    first_report = write_shard_report(run, root, "1.json", "1/2")
    (root / "new.py").write_text("")
    error = merge_error(run, root, first_report, write_shard_report(run, root, "2.json", "2/2"))
    assert error.startswith("2.json: files: 12 files (")
    (root / "new.py").unlink()
    git(root, "commit", "-q", "--allow-empty", "-m", "next")
    error = merge_error(run, root, first_report, write_shard_report(run, root, "2.json", "2/2"))
    assert error.startswith("2.json: commit: ")
    git(root, "reset", "-q", "--soft", "HEAD~1")
    (root / ".claude/contracts/a.yaml").write_text(contract(message="Another one."))
    error = merge_error(run, root, first_report, write_shard_report(run, root, "2.json", "2/2"))
    assert error.startswith("2.json: contracts: ")


def edit_report(root: Path, name: str, change: Change) -> None:
    path = root.parent / name
    report = json.loads(path.read_text())
    change(report)
    path.write_text(json.dumps(report))


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(
    ("change", "expected_error"),
    [
        (lambda report: report.update(version=1), "version: expected 6, not 1; written by another"),
        (lambda report: report.update(report="phaser-lint"), "shard: unknown key; expected report"),
        (lambda report: report.pop("shard"), "shard: expected, but missing"),
        (
            lambda report: report.update(shard=None),
            "shard: expected an object, not null",
        ),
        (lambda report: report["shard"].update(more=1), "shard.more: unknown key; expected share"),
        (
            lambda report: report["shard"]["share"].update(number=3),
            "shard.share.number: expected 1",
        ),
        (lambda report: report["shard"]["share"].update(of=10**12), "shard.share.of: expected at"),
        (lambda report: report["shard"].pop("met"), "shard.met: expected, but missing"),
        (
            lambda report: report["shard"]["directed"][0]["used"].append(
                {"directive": 9, "rule_id": "x"}
            ),
            "shard.directed[0].used[0].directive: expected at most 0",
        ),
        (
            lambda report: report["shard"]["directed"][0]["ran"].append(["", "x"]),
            "shard.directed: ",
        ),
        (
            lambda report: report["shard"]["selected"][0].update(contract=99),
            "shard.selected: expected places in tree_contracts",
        ),
        (
            lambda report: report["shard"]["tree_contracts"].pop(),
            "shard.tree_contracts: expected those of contracts",
        ),
        (
            lambda report: report["contracts"][0].update(type="x"),
            "contracts: has: expected one of forbid_pattern",
        ),
        (
            lambda report: report["contracts"][0].update(message="x"),
            "expected the contracts and settings of 1.json",
        ),
        (
            lambda report: report["shard"]["same"].pop(),
            "expected the contracts and settings of 1.json",
        ),
        (
            lambda report: report["shard"]["same"][0].update(value="9.9"),
            "version: 9.9, but 1.json: ",
        ),
        (
            lambda report: report["checked"].append("of/another.py"),
            "expected only files of shard 2 of 2, not of/another.py",
        ),
        (
            lambda report: report["shard"]["hidden"]["skipped"].append(
                {"path": "of/another.py", "line": None, "text": "newly skipped: binary"}
            ),
            "expected only files of shard 2 of 2, not of/another.py",
        ),
        (
            lambda report: report["violations"][0].update(path="of/another.py"),
            "violations: expected only those of files checked",
        ),
    ],
)
def test_a_report_that_was_changed(
    project: MakeProject, run: Run, change: Change, expected_error: str
) -> None:
    """The file, the key and what was expected there."""
    root = project(FILES, contracts=CONTRACTS)
    first_report, second_report = (
        write_shard_report(run, root, f"{k}.json", f"{k}/2") for k in (1, 2)
    )
    edit_report(root, second_report, change)
    assert merge_error(run, root, first_report, second_report).startswith(
        f"2.json: {expected_error}"
    )


def test_another_version_of_the_program(project: MakeProject, run: Run) -> None:
    """What an earlier one left out of a report cannot be known."""
    root = project(FILES, contracts=CONTRACTS)
    first_report, second_report = (
        write_shard_report(run, root, f"{k}.json", f"{k}/2") for k in (1, 2)
    )
    for name in (first_report, second_report):
        edit_report(root, name, lambda report: report["shard"]["same"][0].update(value="9.9"))
    assert merge_error(run, root, first_report, second_report).startswith(
        "1.json: written by phaser-lint 9.9, and this"
    )


@pytest.mark.parametrize(
    ("content", "expected_error"),
    [
        (None, "2.json: cannot be read: No such file or directory"),
        (b"", "2.json: expected JSON; "),
        (b"\xff\xfe", "2.json: expected JSON in UTF-8"),
        (b'{"version": "2.1.0", "runs": []}', '2.json: report: expected "phaser-lint"; this is no'),
    ],
)
def test_a_file_that_is_no_report_is_refused(
    project: MakeProject, run: Run, content: bytes | None, expected_error: str
) -> None:
    """A missing, an empty and a foreign file."""
    root = project(FILES, contracts=CONTRACTS)
    first_report = write_shard_report(run, root, "1.json", "1/2")
    if content is not None:
        (root.parent / "2.json").write_bytes(content)
    assert merge_error(run, root, first_report, "2.json").startswith(expected_error)


def test_a_report_that_was_cut_off(project: MakeProject, run: Run) -> None:
    """At any place: it never passes for a shorter one."""
    root = project(FILES, contracts=CONTRACTS)
    first_report, second_report = (
        write_shard_report(run, root, f"{k}.json", f"{k}/2") for k in (1, 2)
    )
    content = (root.parent / second_report).read_bytes()
    for end in range(0, len(content) - 2, max(1, len(content) // 40)):
        (root.parent / second_report).write_bytes(content[:end])
        assert merge_error(run, root, first_report, second_report).startswith(
            "2.json: expected JSON; "
        )


def test_two_files_that_one_was_before(project: MakeProject, run: Run) -> None:
    """Untracked and of equal content, in two shards: git cannot tell which one it is."""
    root = project({"old.py": "print(1)\n"}, contracts={"a.yaml": contract()}, commit=True)
    (root / "old.py").unlink()
    for name in "abcdefgh":
        (root / f"{name}.py").write_text("print(1)\n")
    reports = [write_shard_report(run, root, f"{k}.json", f"{k}/2", "--since=HEAD") for k in (1, 2)]
    error = merge_error(run, root, *reports)
    assert error.endswith("both hold what old.py held; git add them, or scan without --shard")
