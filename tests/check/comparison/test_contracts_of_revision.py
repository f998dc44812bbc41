"""What a change does to contracts is reported, and a run may check by those of another revision.

Each row is a change of one real repository, and all that a scan says of it.
"""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Outcome, Run

TOP = ".claude/contracts/no-print.yaml"
OTHER = ".phaser/contracts/no-print.yaml"
PAY = "services/pay/.claude/contracts/pay.yaml"
CONFIGURATION = ".phaser/config.yaml"
BASELINE = ".phaser/baseline.jsonl"
SHARED = "shared/rules/no-exec.yaml"
EMPTY = '{"phaser-lint baseline": 2}\n'
ENTRY_LINE = '{"path": "a.py", "rule_id": "no-print", "line": "53f3b1a5c8f6ad3e", "count": 1}\n'
CLEAN = "0 errors, 0 warnings\n"
IGNORED = "# phaser:ignore no-print"
LISTED = contract(
    "listed", type="items_listed", pattern=r"(?P<item>print)", listed_in="list.md", message="List."
)


def no_print(*lines: str) -> str:
    return contract() + "".join(f"{line}\n" for line in lines)


FILES = {"a.py": "x = 1\n", "services/pay/b.py": "x = 1\n", TOP: no_print()}


class Change(NamedTuple):
    """Files that the change writes, and deletes; what is said; what the base has besides.

    ``None`` stands for a file that the base has not.
    """

    written: Mapping[str, str | bytes] = {}
    deleted: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    before: Mapping[str, str | bytes | None] = {}


SILENT_CHANGES = {
    "nothing of the contracts": Change({"a.py": "x = 2\n"}),
    "a contract moved to another file": Change({".claude/contracts/b.yaml": no_print()}, (TOP,)),
    "a comment in a contract": Change({TOP: f"# why\n{no_print()}"}),
    "other line ends": Change({TOP: no_print().replace("\n", "\r\n")}),
    "a comment in the configuration": Change({CONFIGURATION: "# none\n"}),
    "an invalid contract, as before": Change(
        {}, before={".claude/contracts/b.yaml": "rule_id: b\n"}
    ),
    "old directives": Change(
        {"a.py": "# phaser:ignore-file no-print\nprint(2)\n"},
        before={"a.py": "# phaser:ignore-file no-print\nprint(1)\n"},
    ),
    "old directives for lines": Change(
        {"a.py": f"print(2)  {IGNORED}\n# phaser:ignore-next-line no-print -- b\nprint(1)\n"},
        before={
            "a.py": f"# phaser:ignore-next-line no-print -- a\nprint(1)\nprint(1)  {IGNORED}\n"
        },
    ),
    "a line with one in a renamed file": Change(
        {"c.py": f"x = 1\nprint(1)  {IGNORED}\n"},
        ("a.py",),
        before={"a.py": f"x = 1\nprint(1)  {IGNORED}\n"},
    ),
    "one that only suppresses what is listed as ever": Change(
        {"a.py": "print(1)  # phaser:ignore listed\nx = 2\n"},
        before={"a.py": "print(1)  # phaser:ignore listed\n", TOP: LISTED, "list.md": ""},
    ),
    "a directive that is text": Change(
        {"a.py": "# phaser:ignore-file no-print\nx = 1\n"},
        before={CONFIGURATION: "directives_as_text: a.py\n"},
    ),
    "a file with a directive under another name": Change(
        {"c.py": "# phaser:ignore-file no-print\nprint(1)\n"},
        ("a.py",),
        before={"a.py": "# phaser:ignore-file no-print\nprint(1)\n"},
    ),
    "a binary file under another name": Change({"c.py": b"\0"}, ("a.py",), before={"a.py": b"\0"}),
    "a binary file, as before": Change({"a.py": b"\0\0"}, before={"a.py": b"\0"}),
}
EXISTING = (
    "; phaser-lint scan shows what is found in files that stay as they are, and phaser-lint "
    "baseline --project-contracts --update records that: else commits of these files are refused"
)
CHANGES_WITH_NOTES = {
    "added": Change(
        {".claude/contracts/b.yaml": contract("no-eval", pattern="eval")},
        said=(f".claude/contracts/b.yaml:1: note: contract no-eval added{EXISTING}",),
    ),
    "added, of changes alone": Change(
        {
            ".claude/contracts/b.yaml": contract(
                "frozen", type="file_frozen", pattern=None, file_glob="m/"
            ),
            ".claude/contracts/c.yaml": contract(
                "together", type="changed_together", pattern=None, file_glob="m/", with_glob="n/"
            ),
            ".claude/contracts/d.yaml": contract("kept", type="keep_pattern", pattern="def test_"),
        },
        said=(
            ".claude/contracts/b.yaml:1: note: contract frozen added",
            ".claude/contracts/c.yaml:1: note: contract together added",
            ".claude/contracts/d.yaml:1: note: contract kept added",
        ),
    ),
    "packs alone": Change(
        {CONFIGURATION: "include:\n- pack: secrets\n"},
        said=(f"{CONFIGURATION}:1: note: changed: include: added pack:secrets{EXISTING}",),
    ),
    "several added": Change(
        {
            CONFIGURATION: "include: shared/rules\n",
            SHARED: contract("no-exec", pattern="exec"),
            ".claude/contracts/b.yaml": contract("no-eval", pattern="eval"),
            ".claude/contracts/c.yaml": contract("no-input", pattern="input"),
        },
        said=(
            f"{CONFIGURATION}:1: note: changed: include: added shared/rules",
            f".claude/contracts/b.yaml:1: note: contract no-eval added{EXISTING}",
            ".claude/contracts/c.yaml:1: note: contract no-input added",
            f"{SHARED}:1: note: contract no-exec added",
        ),
    ),
    "added, with a baseline of what it finds": Change(
        {
            ".claude/contracts/b.yaml": contract("no-eval", pattern="eval"),
            BASELINE: EMPTY,
        },
        said=(".claude/contracts/b.yaml:1: note: contract no-eval added",),
    ),
    "changed": Change(
        {TOP: contract(pattern="log", message="No.")},
        said=(f"{TOP}:1: note: contract no-print changed: pattern, message",),
    ),
    "one word in place of another": Change(
        {TOP: contract(severity="warning", message="No.", ignorable=False)},
        said=(
            f"{TOP}:1: note: contract no-print changed: message, "
            "severity: warning in place of error, ignorable: false in place of true",
        ),
    ),
    "a number in place of another": Change(
        {OTHER: contract("size", type="file_limits", pattern=None, max_lines=900, max_bytes=99)},
        said=(
            f"{OTHER}:1: note: contract size changed: max_bytes, max_lines: 900 in place of 500",
        ),
        before={OTHER: contract("size", type="file_limits", pattern=None, max_lines=500)},
    ),
    "an override's word": Change(
        {PAY: "override: no-print\nseverity: error\nmessage: No.\n"},
        said=(
            f"{PAY}:1: note: override of no-print changed: "
            "severity: error in place of warning, message",
        ),
        before={PAY: "override: no-print\nseverity: warning\n"},
    ),
    "narrowed": Change(
        {TOP: no_print("exclude_glob: 'a*'")},
        said=(f"{TOP}:1: note: contract no-print changed: exclude_glob",),
    ),
    "widened": Change(
        {TOP: no_print("exclude_glob: 'a*'")},
        said=(f"{TOP}:1: note: contract no-print changed: exclude_glob: only removed from",),
        before={TOP: no_print("exclude_glob: ['a*', 'b*']")},
    ),
    "with more globs": Change(
        {TOP: contract(file_glob=["*.py", "*.js"])},
        said=(f"{TOP}:1: note: contract no-print changed: file_glob: only added to",),
        before={TOP: contract(file_glob=["*.py"])},
    ),
    "with another glob": Change(
        {TOP: contract(file_glob=["/*.py", "*.js"])},
        said=(f"{TOP}:1: note: contract no-print changed: file_glob",),
        before={TOP: contract(file_glob=["*.py"])},
    ),
    "disabled": Change(
        {TOP: no_print("enabled: false")},
        said=(f"{TOP}:1: note: contract no-print disabled",),
        before={OTHER: contract("no-eval", pattern="eval")},
    ),
    "enabled": Change(
        {TOP: no_print()},
        said=(f"{TOP}:1: note: contract no-print enabled{EXISTING}",),
        before={TOP: no_print("enabled: false")},
    ),
    "deleted": Change(
        deleted=(TOP,),
        said=(f"{TOP}: note: contract no-print removed",),
        before={OTHER: contract("no-eval")},
    ),
    "the same id in the place that wins": Change(
        {TOP: contract(pattern="nothing")},
        said=(
            f"{OTHER}:1: note: no-print does not count: {TOP}:1 has that id, too",
            f"{TOP}:1: note: contract no-print changed: pattern; in place of that in {OTHER}",
        ),
        before={OTHER: no_print(), TOP: None},
    ),
    "overridden": Change(
        {PAY: "override: no-print\nenabled: false\n"},
        said=(
            "services/pay/: note: level added",
            f"{TOP}:1: note: contract no-print overridden by services/pay",
            f"{PAY}:1: note: override of no-print added: enabled: false",
        ),
    ),
    "an override changed": Change(
        {PAY: "override: no-print\nseverity: warning\nexclude_glob: 'x/'\n"},
        said=(f"{PAY}:1: note: override of no-print changed: exclude_glob",),
        before={PAY: "override: no-print\nseverity: warning\n"},
    ),
    "an override removed": Change(
        deleted=(PAY,),
        said=(
            "services/pay/: note: level removed",
            f"{PAY}: note: override of no-print removed",
        ),
        before={PAY: "override: no-print\nseverity: warning\n"},
    ),
    "a level added": Change(
        {PAY: contract("pay", pattern="pay")},
        said=(
            "services/pay/: note: level added",
            f"{PAY}:1: note: contract services/pay/pay added{EXISTING}",
        ),
    ),
    "a level removed": Change(
        deleted=(PAY,),
        said=(
            "services/pay/: note: level removed",
            f"{PAY}: note: contract services/pay/pay removed",
        ),
        before={PAY: contract("pay", pattern="pay")},
    ),
    "files left out": Change(
        {CONFIGURATION: "exclude: ['a*', 'vendor/']\n"},
        said=(f"{CONFIGURATION}:1: note: changed: exclude: added a*, added vendor/",),
    ),
    "directives taken for text": Change(
        {CONFIGURATION: "exclude: vendor/\ndirectives_as_text: [docs/]\n"},
        said=(f"{CONFIGURATION}:1: note: changed: directives_as_text: added docs/",),
        before={CONFIGURATION: "exclude: [vendor/]\n"},
    ),
    "directives that count again": Change(
        deleted=(CONFIGURATION,),
        said=(f"{CONFIGURATION}: note: changed: directives_as_text: removed docs/",),
        before={CONFIGURATION: "directives_as_text: docs/\n"},
    ),
    "a language that is told": Change(
        {CONFIGURATION: "languages: {'*.sql': dbt, '*.job': python}\n"},
        said=(f"{CONFIGURATION}:1: note: changed: languages: added *.sql: dbt",),
        before={CONFIGURATION: "languages: {'*.job': python}\n"},
    ),
    "a folder not included any more": Change(
        deleted=(CONFIGURATION,),
        said=(
            f"{CONFIGURATION}: note: changed: include: removed shared/rules",
            f"{SHARED}: note: contract no-exec removed",
        ),
        before={CONFIGURATION: "include: shared/rules\n", SHARED: contract("no-exec")},
    ),
    "an exclusion taken back": Change(
        {CONFIGURATION: "exclude: [a/]\n"},
        said=(f"{CONFIGURATION}:1: note: changed: exclude: removed vendor/{EXISTING}",),
        before={CONFIGURATION: "exclude: [a/, vendor/]\n"},
    ),
    "a contract of an included folder": Change(
        {SHARED: contract("no-exec", pattern="exec")},
        said=(f"{SHARED}:1: note: contract no-exec changed: pattern",),
        before={CONFIGURATION: "include: shared/rules\n", SHARED: contract("no-exec")},
    ),
    "entries of the baseline added": Change(
        {BASELINE: EMPTY + ENTRY_LINE},
        said=(
            f"{BASELINE}: note: 1 entry that this change adds to the baseline does not count in "
            "it: it counts for later changes, once it is merged, or in an agent's next session; an "
            "error that is new here has to be fixed or suppressed",
            f"{BASELINE}: note: 1 entry that this change adds to the baseline for what is not "
            "there would let a later change pass: phaser-lint baseline --prune removes what is not "
            "there",
        ),
        before={BASELINE: EMPTY},
    ),
    "a new binary file": Change(
        {"b.py": b"print(1)\0"}, said=("b.py: note: newly skipped: binary",)
    ),
    "several": Change(
        {"b.py": b"\0", "c.py": b"\0", "d.py": b"\0"},
        said=("b.py: note: newly skipped: binary; so are c.py, d.py",),
    ),
    "a directive for the file": Change(
        {"a.py": "print(1)\n# phaser:ignore-file no-print -- later\n"},
        said=("a.py:2: note: new directive: ignore-file no-print -- later",),
    ),
    "a directive with a long reason": Change(
        {"a.py": f"print(1)\n# phaser:ignore-file no-print -- {'because ' * 9}\n"},
        said=(f"a.py:2: note: new directive: ignore-file no-print -- {'because ' * 7}beca…",),
    ),
    "directives for lines": Change(
        {"a.py": f"print(1)  {IGNORED}\nx = 1  {IGNORED}\n"},
        said=(
            "a.py:1: note: new directive: ignore no-print",
            "a.py:2: note: directive suppresses nothing: no-print",
        ),
    ),
    "one more in place of one that suppressed nothing": Change(
        {"a.py": f"x = 1\nprint(1)  {IGNORED}\n"},
        said=("a.py:2: note: new directive: ignore no-print",),
        before={"a.py": f"x = 1  {IGNORED}\nx = 1\n"},
    ),
    "many of one kind": Change(
        {"a.py": f"print(1)  {IGNORED}\n" * 8},
        said=("a.py:1: note: new directive: ignore no-print; also at 2, 3, 4, 5, 6, 2 more",),
    ),
    "a second one for all of a line": Change(
        {"a.py": "print(1)  # phaser:ignore-all\nprint(2)  # phaser:ignore-all\n"},
        said=("a.py:2: note: new directive: ignore-all",),
        before={"a.py": "print(1)  # phaser:ignore-all\n"},
    ),
}


@pytest.fixture
def change(project: MakeProject, git: Git) -> Path:
    """The repository; ``commit_and_write`` writes a row into it."""
    return project(FILES)


def commit_and_write(root: Path, git: Git, row: Change) -> None:
    """Commit what is there before, and write the change."""
    write_files(root, {path: text for path, text in row.before.items() if text is not None})
    for path in [path for path, text in row.before.items() if text is None]:
        (root / path).unlink()
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Base")
    write_files(root, row.written)
    for path in row.deleted:
        (root / path).unlink()


def notes_of_outcome(outcome: Outcome) -> tuple[str, ...]:
    return tuple(line for line in outcome.err.splitlines() if ": note: " in line)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("row", SILENT_CHANGES.values(), ids=SILENT_CHANGES)
def test_a_change_that_leaves_contracts_alone_is_silent(
    run: Run, git: Git, change: Path, row: Change
) -> None:
    """A change that leaves what is checked by as it is."""
    commit_and_write(change, git, row)
    outcome = run("scan", "--since", "HEAD", cwd=change)
    assert [
        note for note in notes_of_outcome(outcome) if "nothing on the disk differs" not in note
    ] == []


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("row", CHANGES_WITH_NOTES.values(), ids=CHANGES_WITH_NOTES)
def test_a_change_of_contracts_is_a_note(run: Run, git: Git, change: Path, row: Change) -> None:
    """And never a reason to fail."""
    commit_and_write(change, git, row)
    outcome = run("scan", "--since", "HEAD", cwd=change)
    assert (outcome.code, outcome.out, notes_of_outcome(outcome)) == (
        0,
        CLEAN,
        row.said,
    )


OF_CONTRACTS = {
    name: row
    for name, row in CHANGES_WITH_NOTES.items()
    if not any(path == BASELINE or path.endswith(".py") for path in row.written)
}


WEAKER = (
    "; this may be weaker: once it is committed, phaser-lint scan --since HEAD~1 shows what the "
    "contracts before it find"
)


def notes_without_advice(outcome: Outcome) -> tuple[str, ...]:
    return tuple(note.removesuffix(WEAKER) for note in notes_of_outcome(outcome))


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("row", OF_CONTRACTS.values(), ids=OF_CONTRACTS)
def test_a_commit_of_such_a_change_is_told_the_same(
    run: Run, git: Git, change: Path, row: Change
) -> None:
    """By git's own hook, and by pre-commit, which puts aside what is not staged."""
    commit_and_write(change, git, row)
    git(change, "add", "-A")
    staged = run("scan", "--staged", cwd=change)
    by_pre_commit = run("pre-commit", "--tree", cwd=change)
    assert [notes_without_advice(it) for it in (staged, by_pre_commit)] == [row.said] * 2


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("name", ["added", "narrowed", "disabled", "files left out"])
def test_a_commit_is_told_of_what_is_staged_alone(
    run: Run, git: Git, change: Path, name: str
) -> None:
    """The disk has it as it was."""
    row = CHANGES_WITH_NOTES[name]
    commit_and_write(change, git, row)
    git(change, "add", "-A")
    git(change, "restore", "--source", "HEAD", "--worktree", ".")
    (path,) = row.written
    counts = f"{path}: note: counts as staged; the disk has other content"
    assert notes_without_advice(run("scan", "--staged", cwd=change)) == (counts, *row.said)


# What a hook says whose output is ``--quiet``, and what it does not.
WEAKENING = (
    "disabled", "deleted", "narrowed", "an override changed", "files left out", "a level removed",
    "a folder not included any more",
)  # fmt: skip
STRONGER = ("added", "enabled", "a level added")


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", [*WEAKENING, *STRONGER])
def test_a_quiet_commit_is_told_what_may_let_something_pass(
    run: Run, git: Git, change: Path, name: str
) -> None:
    """A hook of git's is quiet, and a new contract is no news to whoever wrote it."""
    row = CHANGES_WITH_NOTES[name]
    commit_and_write(change, git, row)
    git(change, "add", "-A")
    first, *others = row.said
    advised = [f"{first}{WEAKER}", *others]
    text = "".join(f"{note}\n" for note in advised) if name in WEAKENING else ""
    assert run("scan", "--staged", "--quiet", cwd=change) == (0, "", text)


def test_a_commit_that_turns_a_contract_off_and_breaks_it_names_it(
    run: Run, git: Git, change: Path
) -> None:
    """Nothing of it is found then: by the note whoever reviews knows."""
    stays = contract("stay", type="keep_pattern", pattern="^x", file_glob="*.py")
    before = {TOP: stays, ".claude/contracts/b.yaml": contract("no-eval", pattern="eval")}
    after = {TOP: f"{stays}enabled: false\n", "a.py": "y = 1\n"}
    commit_and_write(change, git, Change(after, before=before))
    git(change, "add", "-A")
    note = f"{TOP}:1: note: contract stay disabled{WEAKER}\n"
    assert run("scan", "--staged", "--quiet", cwd=change) == (0, "", note)
    git(change, "commit", "-q", "-m", "two")
    since = run("scan", "--since", "HEAD~1", "--quiet", cwd=change)
    assert (since.code, "the change makes this contract weaker" in since.out) == (1, True)


def test_the_first_commit_changes_no_contract(run: Run, change: Path) -> None:
    """There is none before it."""
    assert notes_of_outcome(run("scan", "--staged", cwd=change)) == ()


def test_a_new_directive_is_annotated_where_it_stands(run: Run, git: Git, change: Path) -> None:
    """Not at the first line of the file."""
    commit_and_write(change, git, Change({"a.py": f"\n\nprint(1)  {IGNORED}\n"}))
    lines = run("scan", "--since", "HEAD", "--format", "github", cwd=change).out.splitlines()
    assert lines[0] == (
        "::notice file=a.py,line=3,title=phaser-lint::"
        "a.py:3:1: phaser-lint: new directive: ignore no-print"
    )


def test_what_is_hidden_is_told_in_one_order(run: Run, git: Git, change: Path) -> None:
    """What a kept result tells came in another order than what is read."""
    hidden = "# phaser:ignore-file no-print\nprint(1)\n"
    write_files(change, {"a.py": "", "b.py": hidden, "c.py": b"\0", "d.py": hidden})
    time.sleep(0.15)  # nothing is kept of what changed a tick ago
    cold = run("scan", "--since", "HEAD", cwd=change)
    write_files(change, {"a.py": hidden, "c.py": hidden, "d.py": b"\0"})
    mixed, warm = (run("scan", "--since", "HEAD", cwd=change) for _ in range(2))
    fresh = run("scan", "--since", "HEAD", "--no-cache", cwd=change)
    assert (
        len([note for note in notes_of_outcome(cold) if "newly" in note or "new directive" in note])
        == 3
    )
    assert [mixed, warm] == [fresh, fresh]


def test_nothing_is_told_without_a_base(run: Run, git: Git, change: Path) -> None:
    commit_and_write(change, git, CHANGES_WITH_NOTES["disabled"])
    assert notes_of_outcome(run("scan", cwd=change)) == ()


def test_what_git_ignores_is_no_change(run: Run, git: Git, change: Path) -> None:
    """Nobody else gets such a contract by it."""
    write_files(change, {".gitignore": "mine.yaml\n"})
    commit_and_write(change, git, Change())
    write_files(change, {".claude/contracts/mine.yaml": contract("mine", pattern="mine")})
    outcome = run("scan", "--since", "HEAD", cwd=change)
    assert [line for line in notes_of_outcome(outcome) if "added" in line] == []


def test_a_contract_that_broke(run: Run, git: Git, change: Path) -> None:
    """The problem is the reason for exit code 2, and what it costs is said beside it."""
    commit_and_write(change, git, Change({TOP: "rule_id: no-print\n"}))
    outcome = run("scan", "--since", "HEAD", cwd=change)
    assert outcome.code == 2
    assert f"{TOP}: note: contract no-print does not count any more" in notes_of_outcome(outcome)


def test_json_reads_it_back(run: Run, git: Git, change: Path) -> None:
    """A notice of the change is marked, and another is as it was."""
    commit_and_write(change, git, CHANGES_WITH_NOTES["disabled"])
    outcome = run("scan", "--since", "HEAD", "--format", "json", cwd=change)
    expected_notice = {"path": TOP, "line": 1, "text": "contract no-print disabled", "change": True}
    assert expected_notice in json.loads(outcome.out)["notices"]


def test_a_shard_tells_it_and_the_merge_once(run: Run, git: Git, change: Path) -> None:
    commit_and_write(change, git, CHANGES_WITH_NOTES["changed"])
    for number in (1, 2):
        format_flag = f"json=../{number}.json"
        run(
            "scan", "--shard", f"{number}/2", "--since", "HEAD", "--format", format_flag, cwd=change
        )
    outcome = run("merge", "../1.json", "../2.json", cwd=change)
    assert notes_of_outcome(outcome) == tuple(CHANGES_WITH_NOTES["changed"].said)


# Checking by a revision.

PRINT_ERROR = "a.py:1:1: error: Use the logger. [no-print]\n"
BAD = {"a.py": "print(1)\n"}


def scan_by_contracts_of_head(run: Run, root: Path, *flags: str) -> tuple[int, str]:
    outcome = run("scan", "--contracts-from", "HEAD", *flags, cwd=root)
    return outcome.code, outcome.out


EVADING = {
    "disabled": Change({**BAD, TOP: no_print("enabled: false")}),
    "narrowed": Change({**BAD, TOP: no_print("exclude_glob: 'a*'")}),
    "deleted": Change(BAD, (TOP,)),
    "the same id in the place that wins": Change(
        {**BAD, TOP: contract(pattern="nothing")}, before={OTHER: no_print()}
    ),
    "excluded": Change({**BAD, CONFIGURATION: "exclude: 'a*'\n"}),
    "not included any more": Change(
        BAD,
        (CONFIGURATION,),
        before={CONFIGURATION: "include: shared/rules\n", TOP: None, SHARED: no_print()},
    ),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", EVADING.values(), ids=EVADING)
def test_the_revisions_contracts_count(run: Run, git: Git, change: Path, row: Change) -> None:
    """Whatever the disk says of them."""
    commit_and_write(change, git, row)
    assert scan_by_contracts_of_head(run, change) == (1, f"{PRINT_ERROR}\n1 error, 0 warnings\n")


def test_so_does_its_baseline(run: Run, git: Git, change: Path) -> None:
    """An entry that the change adds covers nothing."""
    commit_and_write(change, git, Change(BAD))
    assert run("baseline", cwd=change).code == 0
    assert run("scan", cwd=change).code == 0
    assert scan_by_contracts_of_head(run, change) == (1, f"{PRINT_ERROR}\n1 error, 0 warnings\n")


def test_an_override_and_a_new_level_do_not_count(run: Run, git: Git, change: Path) -> None:
    """The level is named."""
    override = "override: no-print\nenabled: false\n"
    commit_and_write(change, git, Change({"services/pay/b.py": "print(1)\n", PAY: override}))
    outcome = run("scan", "--contracts-from", "HEAD", cwd=change)
    assert (outcome.code, outcome.out.splitlines()[0], notes_of_outcome(outcome)) == (
        1,
        "services/pay/b.py:1:1: error: Use the logger. [no-print]",
        (
            "services/pay/: note: level added; it does not count: contracts are those of HEAD",
            f"{TOP}:1: note: contract no-print overridden by services/pay",
            f"{PAY}:1: note: override of no-print added: enabled: false",
        ),
    )


def test_a_level_that_is_gone_counts(run: Run, git: Git, change: Path) -> None:
    before = {PAY: contract("pay", pattern="pay")}
    commit_and_write(change, git, Change({"services/pay/b.py": "pay\n"}, (PAY,), before=before))
    code, out = scan_by_contracts_of_head(run, change)
    assert (code, "[services/pay/pay]" in out) == (1, True)


def test_the_heads_contracts_are_read_for_problems(run: Run, git: Git, change: Path) -> None:
    """The next run would check by them."""
    commit_and_write(change, git, Change({TOP: "rule_id: no-print\n"}))
    assert scan_by_contracts_of_head(run, change)[0] == 2


def test_so_are_the_revisions(run: Run, git: Git, change: Path) -> None:
    """What is broken there checks nothing, though it is fixed here."""
    commit_and_write(change, git, Change({TOP: no_print()}, before={TOP: "rule_id: no-print\n"}))
    outcome = run("scan", "--contracts-from", "HEAD", cwd=change)
    assert outcome.code == 2
    assert "(in HEAD) (contract skipped)" in outcome.err


LINKS = {
    "a contract": (TOP, "../../rules/no-print.yaml", ""),
    "the folder": (".claude/contracts", "../rules", ""),
    "the folder above": (".claude", "linked", ""),
    "out of the repository": (TOP, "../../../elsewhere.yaml", "a link leads out of the revision"),
    "an absolute one": (TOP, "/etc/passwd", "a link leads out of the revision"),
    "to nothing": (TOP, "nothing.yaml", "No such file or directory"),
    "to itself": (TOP, "no-print.yaml", "Too many levels of symbolic links"),
}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("link", "target", "problem"), LINKS.values(), ids=LINKS)
def test_links_are_followed_within_the_revision(
    run: Run, git: Git, project: MakeProject, link: str, target: str, problem: str
) -> None:
    """The disk, where they lead to other contracts by now, plays no part."""
    rules = {f"{folder}/no-print.yaml": no_print() for folder in ("rules", "linked/contracts")}
    root = project(
        {**rules, "a.py": "print(1)\n", ".phaser/contracts/b.yaml": contract("b", pattern="x1")}
    )
    write_files(root.parent, {"elsewhere.yaml": no_print()})
    (root / link).parent.mkdir(parents=True, exist_ok=True)
    os.symlink(target, root / link)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Base")
    for path in rules:
        (root / path).write_text(contract(pattern="nothing"))
    outcome = run("scan", "--contracts-from", "HEAD", cwd=root)
    if problem:
        assert outcome.code == 2
        assert f"{TOP}: cannot be read: {problem}" in outcome.err
    else:
        assert (outcome.code, outcome.out) == (1, f"{PRINT_ERROR}\n1 error, 0 warnings\n")


@pytest.fixture
def including(git: Git, project: MakeProject) -> Path:
    """A repository with a folder of contracts in a submodule, where they are others by now."""
    shared = project({"rules/a.yaml": no_print()}, commit=True)
    files = {"a.py": "print(1)\n", TOP: contract("b", pattern="x1")}
    root = project({**files, CONFIGURATION: "include: shared/rules\n"})
    allowed = ("-c", "protocol.file.allow=always")
    git(root, *allowed, "submodule", "add", "-q", str(shared), "shared")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Base")
    write_files(root, {"shared/rules/a.yaml": contract(pattern="nothing")})
    git(root / "shared", "commit", "-q", "-a", "-m", "Less")
    return root


def test_a_submodule_is_read_at_the_commit_that_the_revision_names(
    run: Run, including: Path
) -> None:
    outcome = run("scan", "--contracts-from", "HEAD", cwd=including)
    assert (outcome.code, outcome.out) == (1, f"{PRINT_ERROR}\n1 error, 0 warnings\n")
    assert "shared/rules/a.yaml:1: note: contract no-print changed: pattern" in notes_of_outcome(
        outcome
    )


def test_a_submodule_that_is_not_there(run: Run, git: Git, including: Path) -> None:
    """Less to check by is no success."""
    git(including, "submodule", "deinit", "-q", "-f", "shared")
    outcome = run("scan", "--contracts-from", "HEAD", cwd=including)
    expected_error = "shared/rules: the submodule shared is not checked out (in HEAD)"
    assert (outcome.code, expected_error in outcome.err) == (2, True)


REFUSED = {
    ("--contracts-from", "HEAD", "--contracts-dir", ".claude/contracts"): (
        "--contracts-from and --contracts-dir: expected one of them"
    ),
    (
        "--contracts-from",
        "nowhere",
    ): "--contracts-from: expected a git revision of {0}, not nowhere",
    ("--contracts-from", ""): "--contracts-from: expected a git revision of {0}, not an empty text",
}


@pytest.mark.parametrize(("flags", "expected_error"), REFUSED.items(), ids=" ".join)
def test_flags_that_exclude_each_other_are_refused(
    run: Run, git: Git, change: Path, flags: tuple[str, ...], expected_error: str
) -> None:
    commit_and_write(change, git, Change())
    assert run("scan", *flags, cwd=change) == (
        2,
        "",
        f"phaser-lint: {expected_error.format(change)}\n",
    )


def test_a_revision_without_contracts(run: Run, git: Git, change: Path) -> None:
    """Nothing is checked, and that is no success where it has to be."""
    commit_and_write(change, git, Change(BAD, before={TOP: None}))
    write_files(change, {TOP: no_print()})
    expected_error = "phaser-lint: no contracts in HEAD: nothing can be checked\n"
    flags = ("--contracts-from", "HEAD", "--", "a.py")
    assert run("pre-commit", *flags, cwd=change) == (2, "", expected_error)


# Of a baseline that only today has it is reported which entries are gone.
WITHOUT_BASELINE = {
    name: row for name, row in CHANGES_WITH_NOTES.items() if BASELINE not in row.written
}


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize("row", WITHOUT_BASELINE.values(), ids=WITHOUT_BASELINE)
def test_a_clean_checkout_is_checked_by_the_same(
    run: Run, git: Git, change: Path, row: Change
) -> None:
    """Whether contracts come from the disk or from its last commit."""
    commit_and_write(change, git, row)
    git(change, "add", "-A")
    git(change, "commit", "-q", "-m", "Change")
    write_files(change, {"a.py": "print(1)\n", "services/pay/b.py": "print(1)\npay\n"})
    plain = run("scan", "--format", "json", cwd=change)
    assert run("scan", "--format", "json", "--contracts-from", "HEAD", cwd=change) == plain
