"""A change judged by its base's contracts beside its own, by ``scan --since`` and pre-commit."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

TOP = ".claude/contracts/a.yaml"
OTHER = ".claude/contracts/b.yaml"
CONFIGURATION = ".phaser/config.yaml"
BROKEN = "print(1)\n"
WEAKER = " (the change makes this contract weaker)"


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    """A project with one contract, and one that nothing breaks, on a branch."""
    root = project(
        {"a.py": "x = 1\n", TOP: contract(), OTHER: contract("no-exec", pattern="exec")},
        commit=True,
    )
    git(root, "switch", "-q", "-c", "change")
    return root


def change(root: Path, files: dict[str, str | None]) -> None:
    for path, text in files.items():
        if text is None:
            (root / path).unlink()
    write_files(root, {path: text for path, text in files.items() if text is not None})


def weaker(run: Run, root: Path, *flags: str, command: str = "scan") -> list[str]:
    """Where the base's contracts alone report something new."""
    outcome = run(command, "--since", "main", "--format", "json", *flags, cwd=root)
    violations = json.loads(outcome.out)["violations"]
    rows = [f"{row['path']}:{row['line']}" for row in violations if row["message"].endswith(WEAKER)]
    assert outcome.code == (1 if violations else 0)
    return rows


SILENT: dict[str, dict[str, str | None]] = {
    "it only relaxes": {TOP: None},
    "nothing of the contracts": {"a.py": "x = 2\n"},
    "a comment in a contract": {TOP: f"# why\n{contract()}", "a.py": "x = 3\n"},
    "another id": {TOP: contract("no-output"), "a.py": BROKEN},
    "another file": {TOP: None, ".phaser/contracts/c.yaml": contract(), "a.py": BROKEN},
    "other words": {TOP: contract(message="Log it."), "a.py": BROKEN},
    "a better one": {TOP: contract("no-output", pattern=r"print|write"), "a.py": BROKEN},
    "a directive": {TOP: None, "a.py": "print(1)  # phaser:ignore no-print -- once\n"},
    "a directive by the new id and the one before": {
        TOP: contract("no-output"),
        "a.py": "print(1)  # phaser:ignore no-print, no-output -- once\n",
    },
    "a directive for all": {TOP: contract("no-output"), "a.py": "# phaser:ignore-all\nprint(1)\n"},
    "renamed with its glob": {
        TOP: contract(file_glob="/new.py"),
        "a.py": None,
        "new.py": "x = 1\nprint(1)\n",
    },
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("row", SILENT)
def test_no_contract_is_weaker(root: Path, run: Run, row: str) -> None:
    """What is reported is reported by the contracts of the change."""
    change(root, SILENT[row])
    assert weaker(run, root) == []


FIRES: dict[str, dict[str, str | None]] = {
    "gone": {TOP: None},
    "off": {TOP: contract(enabled=False)},
    "another pattern": {TOP: contract(pattern="write")},
    "fewer files": {TOP: contract(exclude_glob="a.py")},
    "a warning": {TOP: contract(severity="warning")},
    "no error any more": {TOP: "rule_id: no-print\n"},
    "the configuration excludes it": {CONFIGURATION: "exclude: a.py\n"},
    "an override below": {"src/.claude/contracts/o.yaml": "override: no-print\nenabled: false\n"},
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", FIRES)
def test_a_contract_is_weaker(root: Path, run: Run, row: str) -> None:
    """At the line; ``--allow-weaker`` makes a note of it."""
    path = "src/b.py" if "override" in row else "a.py"
    change(root, {**FIRES[row], path: BROKEN})
    outcome = run("scan", "--since", "main", "--format", "json", cwd=root)
    rows = json.loads(outcome.out)["violations"]
    assert [(row["path"], row["line"]) for row in rows if row["message"].endswith(WEAKER)] == [
        (path, 1)
    ]
    allowed = json.loads(
        run("scan", "--since", "main", "--allow-weaker", "--format", "json", cwd=root).out
    )
    assert [row for row in allowed["violations"] if row["message"].endswith(WEAKER)] == []
    ways_on = [
        [notice["text"] for notice in report["notices"] if "relax it" in notice["text"]]
        for report in (allowed, json.loads(outcome.out))
    ]
    assert ways_on == [
        [],
        [
            "the change makes no-print weaker: relax it in an earlier change, suppress the line, "
            "or let a person allow it (--allow-weaker, the input allow-weaker); "
            "see https://github.com/phaser-lint/phaser-lint/blob/main/docs/github-action.md#when-contracts-change"
        ],
    ]
    assert [notice["text"] for notice in allowed["notices"] if "is weaker" in notice["text"]] == [
        f"contract no-print is weaker: 1 violation of it let pass ({path}:1)"
    ]


OTHER_NAMES: dict[str, dict[str, str | None]] = {
    "of a new contract": {TOP: contract("no-output")},
    "of a contract beside one that is off": {TOP: contract(enabled=False), OTHER: contract("new")},
    "of one that both have": {
        TOP: None,
        OTHER: contract("no-exec", pattern="exec|print"),
    },
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", OTHER_NAMES)
def test_a_directive_that_does_not_name_the_contract_suppresses_nothing_of_it(
    root: Path, run: Run, row: str
) -> None:
    """A pull request switched a contract off, and suppressed its line by another name."""
    line = "print(1)  # phaser:ignore no-output, new, no-exec -- so\n"
    change(root, {**OTHER_NAMES[row], "a.py": line})
    assert weaker(run, root) == ["a.py:1"]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("is_moved", [False, True])
def test_a_directive_is_renamed_with_its_contract(
    root: Path, run: Run, git: Git, is_moved: bool
) -> None:
    """As an editor renames it; one more line that it suppresses is new by the base's contract."""
    lines = (
        "# {0} is for paths\nprint(1)  # phaser:ignore {0} -- so\n"
        "# phaser:ignore-next-line {0}\nprint(2)\n" + "total = count_of_all\n" * 9
    )
    git(root, "switch", "-q", "main")
    write_files(root, {"a.py": lines.format("no-print")})
    git(root, "commit", "-qam", "Suppress")
    git(root, "switch", "-q", "-C", "change")
    path = "b.py" if is_moved else "a.py"
    renamed = lines.format("no-output")
    change(root, {TOP: contract("no-output"), "a.py": None, path: renamed})
    assert weaker(run, root) == []
    for further in (
        "print(3)  # phaser:ignore no-output -- so\n",
        "\n".join(lines.split("\n")[2:4]),
    ):
        write_files(root, {path: renamed + further.format("no-output")})
        assert weaker(run, root) == [f"{path}:{14 + further.startswith('#')}"]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("more", ["exec(x)", "x = eval(print, exec)"])
def test_another_new_error_on_the_line_hides_nothing(root: Path, run: Run, more: str) -> None:
    """Only one that stands in the same text may be that of a better contract."""
    change(root, {TOP: contract(severity="warning"), "a.py": f"print(1); {more}\n"})
    assert weaker(run, root) == ["a.py:1"]
    change(root, {OTHER: contract("no-exec", pattern="exec|; print.*")})
    change(root, {"a.py": f"{more}; print(1)\n"})
    assert weaker(run, root) == []


ON_CHANGES = {
    "file_frozen": contract("kept", type="file_frozen", pattern=None, file_glob="/gen/x.py"),
    "keep_pattern": contract("kept", type="keep_pattern", pattern="^old", file_glob="/gen/x.py"),
    "changed_together": contract(
        "kept", type="changed_together", pattern=None, file_glob="/gen/x.py", with_glob="/log.txt"
    ),
}


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("is_renamed", [False, True], ids=["alone", "beside a renamed file"])
@pytest.mark.parametrize("kind", ON_CHANGES)
def test_a_contract_on_changes_is_weaker(
    root: Path, run: Run, git: Git, kind: str, is_renamed: bool
) -> None:
    """A renamed file anywhere in the change let a frozen one pass whose contract was removed."""
    kept = ".claude/contracts/kept.yaml"
    write_files(root, {"gen/x.py": "old = 1\n", "b.py": "y = 1\n", kept: ON_CHANGES[kind]})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Keep")
    git(root, "branch", "-f", "main")
    if is_renamed:
        git(root, "mv", "b.py", "c.py")
    change(root, {kept: None, "gen/x.py": "new = 1\n"})
    assert [row.partition(":")[0] for row in weaker(run, root)] == ["gen/x.py"]


def test_what_both_report_of_a_renamed_file_is_reported_once(
    root: Path, run: Run, git: Git
) -> None:
    """By the contract on changes that stays as it is, where another one changed."""
    kept = ".claude/contracts/kept.yaml"
    write_files(root, {"gen/x.py": "old = 1\n", kept: ON_CHANGES["file_frozen"]})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Keep")
    git(root, "branch", "-f", "main")
    git(root, "mv", "gen/x.py", "gen/y.py")
    change(root, {OTHER: None})
    outcome = run("scan", "--since", "main", "--format", "json", cwd=root)
    rows = [(row["path"], row["rule_id"]) for row in json.loads(outcome.out)["violations"]]
    assert rows == [("gen/x.py", "kept")]


@pytest.mark.parametrize("is_allowed", [False, True])
def test_a_place_is_reported_once(root: Path, run: Run, is_allowed: bool) -> None:
    """As an error, or, where weaker contracts are allowed, as the warning that it is now."""
    change(root, {TOP: contract(severity="warning"), "a.py": BROKEN})
    flags = ["--allow-weaker"] if is_allowed else []
    outcome = run("scan", "--since", "main", "--format", "json", *flags, cwd=root)
    rows = json.loads(outcome.out)["violations"]
    severities = [(row["path"], row["line"], row["severity"]) for row in rows]
    assert severities == [("a.py", 1, "warning" if is_allowed else "error")]


def test_what_no_directive_suppressed_is_not_suppressed_now(root: Path, run: Run, git: Git) -> None:
    """``ignorable`` of the base decides, not that of the change."""
    git(root, "switch", "-q", "main")
    for number, ignorable in enumerate([False, "reason"]):
        change(root, {TOP: contract(ignorable=ignorable)})
        git(root, "commit", "-qam", f"Strict {number}")
        git(root, "switch", "-q", "-c", f"branch-{number}")
        change(root, {TOP: contract(), "a.py": "print(1)  # phaser:ignore no-print\n"})
        assert weaker(run, root) == ["a.py:1"]
        change(root, {TOP: contract(), "a.py": "print(1)  # phaser:ignore no-print -- so\n"})
        assert weaker(run, root) == ([] if ignorable == "reason" else ["a.py:1"])
        git(root, "checkout", "-qf", "main")


def test_a_renamed_file_is_judged_under_its_earlier_name(root: Path, run: Run, git: Git) -> None:
    """It is left where the base's contract selects it."""
    change(
        root, {TOP: contract(file_glob="/src/"), "a.py": None, "src/a.py": "x = 1\ny = 2\nz = 3\n"}
    )
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Source")
    git(root, "branch", "-qf", "main")
    change(root, {TOP: contract(file_glob="/app/"), "src/a.py": None})
    change(root, {"lib/a.py": "x = 1\ny = 2\nz = 3\nprint(1)\n"})
    assert weaker(run, root) == ["lib/a.py:4"]


def test_only_the_contracts_that_were_asked_for_judge(root: Path, run: Run) -> None:
    """Be there any of these ids in the base or not."""
    change(root, {TOP: contract(pattern="write"), OTHER: contract("new"), "a.py": "print(exec)\n"})
    assert weaker(run, root, "--rule", "no-print") == ["a.py:1"]
    noted = run("scan", "--since", "main", "--rule", "new", cwd=root).err
    assert "judge" not in noted
    assert weaker(run, root, "--rule", "new", "--rule", "no-print") == []


def test_contract_files_of_both_are_spared(root: Path, run: Run) -> None:
    """They hold what they forbid."""
    change(root, {TOP: contract(file_glob="*", pattern="nothing")})
    change(root, {"sub/.claude/contracts/x.yaml": contract("x", pattern=r"print\(")})
    assert weaker(run, root) == []


def test_pre_commit_judges_by_the_base_too(root: Path, run: Run, git: Git) -> None:
    change(root, {TOP: None, "a.py": BROKEN})
    git(root, "add", "-A")
    assert weaker(run, root, "a.py", command="pre-commit") == ["a.py:1"]
    assert weaker(run, root, "--allow-weaker", "a.py", command="pre-commit") == []


def test_a_base_is_needed_to_allow_what_is_weaker(root: Path, run: Run) -> None:
    outcome = run("scan", "--allow-weaker", cwd=root)
    assert (outcome.code, outcome.err) == (
        2,
        "phaser-lint: --allow-weaker: expected --since as well\n",
    )


@pytest.mark.parametrize("flags", [("--contracts-from", "change"), ("--contracts-dir", "rules")])
def test_nothing_is_added_where_contracts_are_named(
    root: Path, run: Run, flags: tuple[str, ...]
) -> None:
    change(root, {TOP: None, "a.py": BROKEN, "rules/c.yaml": contract("no-exec", pattern="exec")})
    write_files(root, {"a.py": BROKEN})
    report = json.loads(run("scan", "--since", "main", "--format", "json", *flags, cwd=root).out)
    assert [row for row in report["violations"] if row["message"].endswith(WEAKER)] == []


def test_what_cannot_be_read_of_the_base_is_a_note(root: Path, run: Run, git: Git) -> None:
    change(root, {OTHER: "rule_id: [\n"})
    git(root, "commit", "-qam", "Broken")
    git(root, "branch", "-qf", "main")
    change(root, {OTHER: contract("no-exec", pattern="exec"), TOP: None, "a.py": BROKEN})
    assert weaker(run, root) == ["a.py:1"]
    report = json.loads(run("scan", "--since", "main", "--format", "json", cwd=root).out)
    assert any(
        notice["path"] == OTHER and "in main" not in notice["text"] for notice in report["notices"]
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("worded", ["Log it.", None])
def test_what_one_of_several_bases_lacks_was_there(
    root: Path, run: Run, git: Git, worded: str | None
) -> None:
    """Each was merged into the other; what a contract is called in one of them does not matter."""
    git(root, "switch", "-q", "main")
    change(root, {TOP: worded and contract(message=worded)})
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Reword, or remove")
    git(root, "switch", "-q", "change")
    change(root, {"c.py": "x = 1\n"})
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Beside it")
    git(root, "branch", "early")
    git(root, "merge", "-q", "-m", "From main", "main")
    git(root, "switch", "-q", "main")
    git(root, "merge", "-q", "-m", "From the branch", "early")
    git(root, "switch", "-q", "change")
    change(root, {"a.py": BROKEN, OTHER: None, **({TOP: None} if worded else {})})
    assert weaker(run, root) == (["a.py:1"] if worded else [])


def test_a_directive_may_name_what_only_the_base_has(root: Path, run: Run) -> None:
    change(root, {TOP: None, "a.py": "print(1)  # phaser:ignore no-print, no-pront -- so\n"})
    report = json.loads(run("scan", "--since", "main", "--format", "json", cwd=root).out)
    assert [notice["text"] for notice in report["notices"] if notice["line"]] == [
        "directive names no-pront, which no contract is called"
    ]


@pytest.mark.one_row_in(23)
@pytest.mark.parametrize("flags", [(), ("--allow-weaker",)])
@pytest.mark.parametrize(
    "row", [*SILENT, *FIRES, "an id that only the base has", "a folder's own file"]
)
def test_merged_shards_judge_by_the_base_as_one_scan(
    root: Path, run: Run, row: str, flags: tuple[str, ...]
) -> None:
    """What one shard reports of all files is in the report that the merge makes, once."""
    rows = {
        **SILENT,
        **{name: {**FIRES[name], "a.py": BROKEN, "src/b.py": BROKEN} for name in FIRES},
        "an id that only the base has": {TOP: None, "a.py": "print(1)  # phaser:ignore no-print\n"},
        "a folder's own file": {TOP: contract(type="file_absent", pattern=None), "a.py": BROKEN},
    }
    change(root, rows[row])
    flags = ("--since", "main", "--format", "json", *flags)
    for number in (1, 2, 3):
        shard = run("scan", *flags, "--shard", f"{number}/3", cwd=root)
        (root.parent / f"{number}.json").write_text(shard.out, encoding="utf-8")
    reports = [f"../{number}.json" for number in (1, 2, 3)]
    merged = run("merge", "--format", "json", *reports, cwd=root)
    assert merged == run("scan", *flags, cwd=root)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", ["nothing of the contracts", "it only relaxes"])
def test_only_where_contracts_differ_is_anything_loaded(root: Path, row: str) -> None:
    change(root, SILENT[row])
    command = (sys.executable, "-X", "importtime", "-m", "phaser_lint", "scan", "--since", "main")
    timed = subprocess.run(command, cwd=root, capture_output=True, check=True, text=True).stderr
    assert ("base_contracts" in timed) == (row == "it only relaxes")


@pytest.mark.parametrize("disabled", [None, contract(enabled=False)])
def test_without_contracts_of_its_own_the_base_alone_checks(
    root: Path, run: Run, disabled: str | None
) -> None:
    """Beside a violation of the base nothing says that nothing was checked."""
    change(root, {TOP: disabled, OTHER: None, "a.py": BROKEN})
    outcome = run("scan", "--since", "main", cwd=root)
    assert outcome.out.startswith(f"a.py:1:1: error: Use the logger.{WEAKER} [no-print]\n")
    first_notice = outcome.err.splitlines()[0]
    assert first_notice.endswith("; only the base's contracts checked")
