"""A violation that moves to another file is new nowhere; only what was removed is moved."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.counted_work import calls_of
from tests.tables import one_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Outcome, Run

    Files = dict[str, str | None]
    Row = tuple[dict[str, str], Files, list[str]]

CONTRACTS = {
    "no-print.yaml": contract("no-print", pattern=r"^\s*print\(", exclude_glob="vendor/**"),
    "header.yaml": contract(
        "header", type="require_pattern", pattern="licence", message="Name it.", severity="warning"
    ),
    "listed.yaml": contract(
        "listed", type="items_listed", pattern=r"^class (\w+)", listed_in="{dir}/list.md"
    ),
}
F = "# licence\ndef f():\n    print(a)\n"
G = "\n\ndef g():\n    print(b)\n    print(c)\n"
HEAD = "# licence\n"
TO = "to.py"
LEVEL = "low/.claude/contracts/low.yaml"

MOVED: dict[str, Row] = {
    "mv, and a line": ({"a.py": F + G}, {"a.py": None, TO: (F + G).replace("f()", "ff()")}, []),
    "a file that is split": ({"a.py": F + G}, {"a.py": None, "b.py": F, TO: HEAD + G}, []),
    "a function to a new file": ({"a.py": F + G}, {"a.py": F, TO: HEAD + G}, []),
    "and to an old one": ({"a.py": F + G, TO: F}, {"a.py": F, TO: F + G}, []),
    "indented there": ({"a.py": F + G}, {"a.py": F, TO: HEAD + G.replace("\n    ", "\n\t\t")}, []),
    "fixed on the way": ({"a.py": F + G}, {"a.py": F, TO: HEAD + "print(c)\n"}, []),
    "from a level with other contracts": (
        {"low/a.py": F, LEVEL: contract("other")},
        {"low/a.py": None, TO: F},
        [],
    ),
    "what the same file lacked": (
        {"a.py": "x = 1\ny = 2\nz = 3\n"},
        {"a.py": None, TO: "x = 1\ny = 2\nz = 4\n"},
        [],
    ),
    "beside an equal one": (
        {"a.py": HEAD + "print(a)\n", TO: HEAD + "print(a)\n"},
        {"a.py": HEAD, TO: HEAD + "print(a)\nprint(a)\n"},
        [],
    ),
    "from two files": (
        {"a.py": HEAD + "print(a)\n", "b.py": HEAD + "print(a)\n"},
        {"a.py": HEAD, "b.py": HEAD, TO: HEAD + "print(a)\nprint(a)\n"},
        [],
    ),
}
NEW: dict[str, Row] = {
    "a copy": ({"a.py": F + G}, {TO: HEAD + G}, ["to.py:5", "to.py:6"]),
    "a second copy": ({"a.py": F + G}, {"a.py": F, TO: HEAD + G + G}, ["to.py:10", "to.py:11"]),
    "a copy beside the moved one": (
        {"a.py": F + G},
        {"a.py": F, "b.py": HEAD + G, TO: HEAD + G},
        ["to.py:5", "to.py:6"],
    ),
    "another line": ({"a.py": F + G}, {"a.py": F, TO: HEAD + "print(d)\n"}, ["to.py:2"]),
    "from a file that is excluded": (
        {"vendor/v.py": F},
        {"vendor/v.py": None, TO: F},
        ["to.py:3"],
    ),
    "from a file that no glob selects": ({"a.txt": F}, {"a.txt": None, TO: F}, ["to.py:3"]),
    "from a level that switches it off": (
        {"low/a.py": F, LEVEL: "override: no-print\nenabled: false\n"},
        {"low/a.py": HEAD, TO: F},
        ["to.py:3"],
    ),
    "a file from a level that switches it off": (
        {"low/a.py": F, LEVEL: "override: no-print\nenabled: false\n"},
        {"low/a.py": None, TO: F},
        ["to.py:3"],
    ),
    "from a level with its own of that id": (
        {"low/a.py": F, LEVEL: contract("no-print", pattern="exec")},
        {"low/a.py": HEAD, TO: F},
        ["to.py:3"],
    ),
    "from a line that was ignored": (
        {"a.py": HEAD + "# phaser:ignore-next-line no-print\nprint(a)\n"},
        {"a.py": None, TO: HEAD + "print(a)\n"},
        ["to.py:2"],
    ),
    "from a line that is ignored now": (
        {"a.py": F},
        {"a.py": F.replace("print(a)", "print(a)  # phaser:ignore no-print"), TO: F},
        ["to.py:3"],
    ),
    "what a fixed file lacked": (
        {"a.py": "x = 1\n"},
        {"a.py": None, TO: "y = 2\n" * 9},
        ["to.py: header"],
    ),
}
A, B = HEAD + "class A: ...\n", HEAD + "class B: ...\n"
ITEMS: dict[str, Row] = {
    "an item that no list has": ({"a.py": A + B}, {"a.py": A, TO: B}, []),
    "an item, and a file": ({"low/a.py": A + B}, {"low/a.py": None, "low/b.py": A, TO: B}, []),
    "an item that is listed": ({"a.py": A + B, "list.md": "B"}, {"a.py": A, TO: B}, []),
    "an item, and its place in the list": (
        {"a.py": A + B, "list.md": "B"},
        {"a.py": A, TO: B, "list.md": ""},
        ["to.py:2"],
    ),
    "an item from a list of its own": (
        {"low/a.py": A + B, "low/list.md": "B"},
        {"low/a.py": A, TO: B},
        ["to.py:2"],
    ),
    "a copy of an item": ({"a.py": A + B}, {TO: B}, ["to.py:2"]),
    "a copy of an item that is listed meanwhile": (
        {"low/a.py": B},
        {"low/list.md": "B", TO: B},
        ["to.py:2"],
    ),
    "another item": ({"a.py": A}, {"a.py": HEAD, TO: B}, ["to.py:2"]),
}
ROWS_OF_MATCHES = {**MOVED, **NEW}
ROWS = {**ROWS_OF_MATCHES, **ITEMS}


def changed(project: MakeProject, row: Row) -> Path:
    """The project with what the row commits, and then what it makes of that."""
    before, after, _ = row
    root = project(before, contracts=CONTRACTS, commit=True)
    for path, text in after.items():
        if text is None:
            (root / path).unlink()
        else:
            write_files(root, {path: text})
    return root


def new_in(outcome: Outcome) -> list[str]:
    """The places that a scan names, in JSON."""
    assert outcome.code in (0, 1), outcome.err
    document = json.loads(outcome.out)["violations"]
    return [
        f"{violation['path']}:{violation['line']}"
        if violation["line"]
        else f"{violation['path']}: {violation['rule_id']}"
        for violation in document
    ]


def since(run: Run, root: Path, revision: str, *paths: str) -> list[str]:
    return new_in(run("scan", "--format=json", "--since", revision, *paths, cwd=root))


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_moved_code_is_not_new_since_a_revision(project: MakeProject, run: Run, row: Row) -> None:
    """The whole, one file, and what a branch of commits adds up to."""
    root = changed(project, row)
    assert since(run, root, "HEAD") == row[2]
    assert since(run, root, "HEAD", TO) == row[2]


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_code_that_moves_in_two_commits_is_not_new(
    project: MakeProject, run: Run, git: Git, row: Row
) -> None:
    """Committed in two steps, which is what a pull request compares with its base."""
    root = changed(project, row)
    git(root, "add", TO)
    git(root, "commit", "-q", "-m", "one")
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "two")
    assert since(run, root, "HEAD~2") == row[2]


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("row", one_in(4, ROWS.values()), ids=ROWS)
def test_shards_use_no_removal_twice(
    project: MakeProject, run: Run, tmp_path: Path, row: Row
) -> None:
    """Each sees all of the change, and no removal is used by two of them."""
    root = changed(project, row)
    reports = []
    for number in (1, 2, 3):
        reports.append(str(tmp_path / f"{number}.json"))
        flags = (f"--shard={number}/3", "--since=HEAD", f"--format=json={reports[-1]}")
        assert run("scan", *flags, cwd=root).code in (0, 1)
    assert new_in(run("merge", "--format=json", *reports)) == row[2]


def recorded(project: MakeProject, run: Run, git: Git, row: Row) -> Path:
    """The project with a baseline of what the row commits, and then what it makes of that."""
    before, after, _ = row
    root = project(before, contracts=CONTRACTS, commit=True)
    assert run("baseline", "--project-contracts", "-q", cwd=root).code == 0
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Record")
    for path, text in after.items():
        if text is None:
            (root / path).unlink()
        else:
            write_files(root, {path: text})
    git(root, "add", "-A")
    return root


def scanned(run: Run, root: Path, *arguments: str) -> list[str]:
    return new_in(run(*arguments, "--format=json", cwd=root))


@pytest.mark.one_row_in(16)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_entries_of_a_baseline_go_with_the_code(
    project: MakeProject, run: Run, git: Git, row: Row
) -> None:
    """Before the commit and after it, of all files and of one, as ``--since`` has it."""
    root = recorded(project, run, git, row)
    named = [place for place in row[2] if place.startswith(TO)]
    assert scanned(run, root, "scan", "--staged") == row[2]
    # Of some files pre-commit looks up no items.
    refused = named if row in ROWS_OF_MATCHES.values() else []
    assert new_in(run("pre-commit", "--format=json", TO, cwd=root)) == refused
    for _ in range(2):
        assert scanned(run, root, "scan") == row[2]
        assert scanned(run, root, "scan", TO) == named
        git(root, "commit", "-q", "--allow-empty", "-m", "Move")


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_prune_writes_where_the_code_is(project: MakeProject, run: Run, git: Git, row: Row) -> None:
    """So it counts without git, and covers no more than before."""
    root = recorded(project, run, git, row)
    git(root, "commit", "-q", "-m", "Move")
    assert run("baseline", "--prune", "--project-contracts", "-q", cwd=root) == (0, "", "")
    (root / ".git").rename(root.parent / "git")
    assert scanned(run, root, "scan") == row[2]


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_shards_use_no_entry_twice(
    project: MakeProject, run: Run, git: Git, tmp_path: Path, row: Row
) -> None:
    """Each looks at the files that the others check, where one of these lost a line."""
    root = recorded(project, run, git, row)
    git(root, "commit", "-q", "-m", "Move")
    reports = []
    for number in (1, 2, 3):
        reports.append(str(tmp_path / f"{number}.json"))
        flags = (f"--shard={number}/3", f"--format=json={reports[-1]}")
        assert run("scan", *flags, cwd=root).code in (0, 1)
    assert new_in(run("merge", "--format=json", *reports)) == row[2]


def commit_all(git: Git, root: Path, files: Files) -> None:
    """The project as *files* change it, in a commit of its own."""
    for path, text in files.items():
        if text is None:
            (root / path).unlink()
        else:
            write_files(root, {path: text})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Change")


def fixed(project: MakeProject, run: Run, git: Git) -> Path:
    """A project with an entry that occurs no more, since somebody has corrected the line."""
    root = recorded(project, run, git, ({"a.py": HEAD + "print(a)\n"}, {}, []))
    commit_all(git, root, {"a.py": HEAD})
    return root


def test_what_was_corrected_covers_nothing_that_is_written_later(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Lines like ``except:`` stand in many files: an entry that is out of date lets none pass."""
    root = fixed(project, run, git)
    write_files(root, {TO: HEAD + "print(a)\n"})
    git(root, "add", "-A")
    assert scanned(run, root, "scan", "--staged") == ["to.py:2"]
    assert new_in(run("pre-commit", "--format=json", TO, cwd=root)) == ["to.py:2"]
    assert since(run, root, "HEAD") == ["to.py:2"]
    stopped = json.loads(run("hook", stdin=event(name="Stop", cwd=root), cwd=root).out)
    assert errors_in(stopped["reason"]) == ["to.py:2"]
    git(root, "commit", "-q", "-m", "Write")
    assert scanned(run, root, "scan") == ["to.py:2"]
    assert run("baseline", "--prune", "--project-contracts", cwd=root).out == (
        ".phaser/baseline.jsonl: 1 entry removed; 0 violations in 0 files\n"
        "Nothing is left in it: delete the file.\n"
    )


def test_a_branch_is_one_change(project: MakeProject, run: Run, git: Git) -> None:
    """What one of its commits took away another may add: its pull request passes."""
    root = recorded(project, run, git, ({"a.py": HEAD + "print(a)\n"}, {}, []))
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    commit_all(git, root, {"a.py": HEAD})
    commit_all(git, root, {TO: HEAD + "print(a)\n"})
    assert since(run, root, "origin/main") == []
    assert scanned(run, root, "scan") == []
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD~1")
    assert scanned(run, root, "scan") == ["to.py:2"]


@pytest.mark.slow
def test_a_file_that_a_commit_renamed_may_be_rewritten_by_a_later_one(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Then it is like none of the files that were recorded; so what belongs to it as a whole."""
    lines = "x = 1\ny = 2\nz = 3\nprint(a)\n"
    root = recorded(project, run, git, ({"a.py": lines}, {}, []))
    commit_all(git, root, {"a.py": None, "b.py": lines})
    commit_all(git, root, {"b.py": None, TO: lines})
    rewritten = "import u\nimport v\nprint(a)\n\n\nu.f(v)\n"
    commit_all(git, root, {TO: rewritten})
    assert scanned(run, root, "scan") == []
    git(root, "mv", TO, "c.py")
    assert scanned(run, root, "scan", "--staged") == []
    write_files(root, {"c.py": rewritten + "print(a)\n"})
    assert scanned(run, root, "scan") == ["c.py:7"]
    write_files(root, {"c.py": rewritten, "d.py": rewritten})
    assert scanned(run, root, "scan") == ["d.py: header", "d.py:3"]


def test_a_merge_is_one_change(project: MakeProject, run: Run, git: Git) -> None:
    """Whatever the commits of the branch were that it merges."""
    root = recorded(project, run, git, ({"a.py": HEAD + "print(a)\n"}, {}, []))
    git(root, "checkout", "-q", "-b", "side")
    commit_all(git, root, {"a.py": HEAD})
    commit_all(git, root, {TO: HEAD + "print(a)\n"})
    assert scanned(run, root, "scan") == ["to.py:2"]
    git(root, "checkout", "-q", "-")
    git(root, "merge", "-q", "--no-ff", "-m", "Merge", "side")
    assert scanned(run, root, "scan") == []


def test_code_is_new_where_it_stands_before_it_is_taken_away(
    project: MakeProject, run: Run, git: Git
) -> None:
    """The two are one change only once both are there."""
    row: Row = ({"a.py": HEAD + "print(a)\n"}, {TO: HEAD + "print(a)\n"}, [])
    root = recorded(project, run, git, row)
    write_files(root, {"a.py": HEAD})
    assert scanned(run, root, "scan", "--staged") == ["to.py:2"]
    assert scanned(run, root, "scan") == []
    git(root, "add", "-A")
    assert scanned(run, root, "scan", "--staged") == []


def test_what_git_does_not_track_takes_nothing_from_a_commit(
    project: MakeProject, run: Run, git: Git
) -> None:
    """A copy that somebody left beside it was the one that moved, for pre-commit alone."""
    root = recorded(project, run, git, MOVED["a function to a new file"])
    write_files(root, {"kept.py": HEAD + G})
    assert scanned(run, root, "scan", "--staged") == []
    assert new_in(run("pre-commit", "--format=json", TO, cwd=root)) == []
    assert scanned(run, root, "scan") == ["to.py:5", "to.py:6"]


def test_a_project_below_the_top_of_its_repository(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Its paths are not those of git."""
    root = recorded(project, run, git, ({"x": ""}, {}, []))
    write_files(root, {f"sub/.claude/contracts/{name}": text for name, text in CONTRACTS.items()})
    commit_all(git, root, {"sub/a.py": HEAD + "print(a)\n"})
    sub = root / "sub"
    assert run("baseline", "--root=.", "--project-contracts", "-q", cwd=sub).code == 0
    commit_all(git, root, {})
    commit_all(git, root, {"sub/a.py": HEAD, f"sub/{TO}": HEAD + "print(a)\n"})
    assert scanned(run, sub, "scan", "--root=.") == []


def test_what_cannot_be_read_has_lost_nothing(project: MakeProject, run: Run, git: Git) -> None:
    """A file that is binary now may hold the line all the same."""
    lines = HEAD + "print(a)\n"
    root = recorded(project, run, git, ({"a.py": lines}, {"a.py": lines + "\0", TO: lines}, []))
    git(root, "commit", "-q", "-m", "Move")
    assert scanned(run, root, "scan") == ["to.py:2"]


def test_a_shallow_clone_does_not_tell_what_moved(
    project: MakeProject, run: Run, git: Git, tmp_path: Path
) -> None:
    """Until ``--prune`` has written it down."""
    root = recorded(project, run, git, MOVED["a function to a new file"])
    git(root, "commit", "-q", "-m", "Move")
    shallow = tmp_path / "shallow"
    git(root, "clone", "-q", "--depth=1", root.as_uri(), str(shallow))
    assert scanned(run, shallow, "scan") == ["to.py:5", "to.py:6"]
    remark = (
        ".phaser/baseline.jsonl: note: this clone is shallow and does not tell where the code of "
        "2 baseline entries went: git fetch --unshallow gets the rest of the history, or commit "
        "what phaser-lint baseline --prune writes in a clone that has it\n"
    )
    outcome = run("scan", cwd=shallow)
    assert remark in outcome.err
    assert "phaser-lint baseline --prune removes" not in outcome.err
    assert run("baseline", "--prune", "--project-contracts", cwd=root).out == (
        ".phaser/baseline.jsonl: 0 entries removed; 2 moved with their code; "
        "3 violations in 2 files\n"
    )
    commit_all(git, root, {})
    git(shallow, "fetch", "-q", "--depth=1")
    git(shallow, "reset", "-q", "--hard", "FETCH_HEAD")
    assert scanned(run, shallow, "scan") == []


def test_git_is_asked_where_a_line_of_the_baseline_may_have_moved(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Not where nothing is new, nor by another line, nor by one that still stands there."""
    root = recorded(project, run, git, ({"a.py": F + G}, {}, []))

    def commits_listed() -> int:
        return calls_of(lambda: run("scan", cwd=root), function_name="run_rev_list")

    assert commits_listed() == 0
    write_files(root, {TO: HEAD + "print(d)\n" + G})
    assert commits_listed() == 0
    write_files(root, {"a.py": F})
    assert commits_listed() > 0


@pytest.mark.slow
def test_entries_of_other_files_may_change_meanwhile(
    project: MakeProject, run: Run, git: Git
) -> None:
    """What moved before that counts all the same, renamed files too."""
    before = {"a.py": F + G, "b.py": "\n" * 9 + F, "c.py": "print(c)\n"}
    root = recorded(project, run, git, (before, {"a.py": F, TO: HEAD + G, "b.py": None}, []))
    commit_all(git, root, {"d.py": "\n" * 9 + F})
    assert scanned(run, root, "scan") == []
    write_files(root, {"c.py": "print(e)\n"})
    assert run("baseline", "--update", "--project-contracts", "-q", "c.py", cwd=root).code == 0
    commit_all(git, root, {})
    assert scanned(run, root, "scan") == []


def test_prune_of_some_files_moves_nothing_out_of_others(
    project: MakeProject, run: Run, git: Git
) -> None:
    """An entry that stays where it is cannot count elsewhere as well."""
    root = recorded(project, run, git, MOVED["a function to a new file"])
    before = (root / ".phaser/baseline.jsonl").read_text()
    assert run("baseline", "--prune", "--project-contracts", "-q", TO, cwd=root).code == 0
    assert (root / ".phaser/baseline.jsonl").read_text() == before


def test_a_text_on_standard_input_may_hold_what_was_moved(
    project: MakeProject, run: Run, git: Git
) -> None:
    """An editor asks for what is not saved yet."""
    root = recorded(project, run, git, ({"a.py": F + G}, {"a.py": F}, []))
    arguments = ("scan", "--format=json", f"--stdin-filename={TO}", "-")
    moved = run(*arguments, stdin=(HEAD + G).encode(), cwd=root)
    assert new_in(moved) == []
    twice = run(*arguments, stdin=(HEAD + G + G).encode(), cwd=root)
    assert new_in(twice) == ["to.py:10", "to.py:11"]


def errors_in(message: str) -> list[str]:
    """The lines of the file that a denial, or a word after an edit, shows."""
    lines = [line.strip() for line in message.split("\n")]
    return [
        f"to.py:{line.partition(':')[0]}" for line in lines if line[:1].isdigit() and ": " in line
    ]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("row", ROWS_OF_MATCHES.values(), ids=ROWS_OF_MATCHES)
def test_what_only_head_has_may_be_written(project: MakeProject, run: Run, row: Row) -> None:
    """HEAD has it and the disk no longer: the file may be written."""
    before, after, expected = row
    root = (
        changed(project, (before, {**after, TO: before.get(TO)}, expected))
        if TO in before
        else (
            changed(
                project, (before, {path: text for path, text in after.items() if path != TO}, [])
            )
        )
    )
    event_text = event(cwd=root, file_path=root / TO, content=after[TO])
    answer = json.loads(run("hook", stdin=event_text, cwd=root).out).get("hookSpecificOutput", {})
    expected_errors = [place for place in expected if "header" not in place]
    assert errors_in(answer.get("permissionDecisionReason", "")) == expected_errors
    assert (answer.get("permissionDecision") == "deny") == bool(expected_errors)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", ITEMS.values(), ids=ITEMS)
def test_an_item_that_only_head_has_is_no_news_with_the_edit(
    project: MakeProject, run: Run, row: Row
) -> None:
    """What is not listed denies no edit: it is reported with it."""
    before, after, expected = row
    others = {path: text for path, text in after.items() if path != TO}
    root = changed(project, (before, others, []))
    event_text = event(cwd=root, file_path=root / TO, content=after[TO])
    output = json.loads(run("hook", stdin=event_text, cwd=root).out).get("hookSpecificOutput", {})
    assert ("violation: listed" in output.get("additionalContext", "")) == bool(expected)


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_after_a_command_and_at_stop(project: MakeProject, run: Run, row: Row) -> None:
    """What a command moved is not reported, and blocks nothing."""
    root = changed(project, row)
    expected_errors = [place for place in row[2] if "header" not in place]
    command_event = event("Bash", name="PostToolUse", cwd=root, command="mv a.py to.py")
    output = json.loads(run("hook", stdin=command_event, cwd=root).out).get(
        "hookSpecificOutput", {}
    )
    reported_lines = [
        line
        for line in output.get("additionalContext", "").split("\n")
        if "no-print" in line or "listed" in line
    ]
    assert bool(reported_lines) == bool(expected_errors)
    stopped = json.loads(run("hook", stdin=event(name="Stop", cwd=root), cwd=root).out)
    assert errors_in(stopped.get("reason", "")) == expected_errors


def test_one_patch_moves_what_was_never_committed(project: MakeProject, run: Run) -> None:
    """What a patch takes from one file and adds to another is moved, once."""
    root = project({"x": ""}, contracts=CONTRACTS, commit=True)
    write_files(root, {"a.py": HEAD + "print(a)\nprint(b)\n"})
    patch = """*** Begin Patch
*** Update File: a.py
@@
 # licence
-print(a)
 print(b)
*** Add File: to.py
+# licence
+print(a)
{}*** End Patch
"""

    def decide_patch(further_lines: str) -> str | None:
        field = {
            "hook_event_name": "PreToolUse", "session_id": "s", "turn_id": "t", "cwd": str(root),
            "tool_name": "apply_patch", "tool_input": {"command": patch.format(further_lines)},
        }  # fmt: skip
        out = run("hook", "--agent", "codex", stdin=json.dumps(field).encode(), cwd=root).out
        decision: str | None = (
            json.loads(out).get("hookSpecificOutput", {}).get("permissionDecision")
        )
        return decision

    assert decide_patch("") is None
    assert decide_patch("+print(a)\n") == "deny"


def test_what_was_taken_out_may_come_back(project: MakeProject, run: Run) -> None:
    """An agent that undoes its own edit is as far as the last commit."""
    root = project({"a.py": F + G}, contracts=CONTRACTS, commit=True)
    write_files(root, {"a.py": F})
    back = event("Edit", cwd=root, file_path=root / "a.py", old_string="print(a)\n",
                 new_string="print(a)\n    print(b)\n")  # fmt: skip
    assert "deny" not in run("hook", stdin=back, cwd=root).out
    twice = event("Edit", cwd=root, file_path=root / "a.py", old_string="print(a)\n",
                  new_string="print(a)\n    print(b)\n    print(b)\n")  # fmt: skip
    assert "deny" in run("hook", stdin=twice, cwd=root).out


def test_all_of_it_is_new_where_everything_counts(project: MakeProject, run: Run) -> None:
    """``--block all`` asks for no before, and what is staged has none."""
    root = changed(project, MOVED["a function to a new file"])
    event_text = event(cwd=root, file_path=root / TO, content=HEAD + G)
    assert "deny" in run("hook", "--block", "all", stdin=event_text, cwd=root).out


def _a_link(root: Path) -> None:
    (root / "a.py").rename(root / TO)
    (root / "a.py").symlink_to(TO)


def _a_link_that_is_edited(root: Path) -> None:
    _a_link(root)
    (root / TO).write_text(HEAD + G)


def _a_folder(root: Path) -> None:
    (root / "a.py").unlink()
    write_files(root, {"a.py/to.py": HEAD + G})


def _a_link_above(root: Path) -> None:
    (root / "in").rename(root / "lib")
    (root / "in").symlink_to("lib")


REPLACED = {
    "a link to the new name": (_a_link, 9),
    "and other lines": (_a_link_that_is_edited, 8),
    "a folder of that name": (_a_folder, 8),
    "a link to the folder of another name": (_a_link_above, 9),
}


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(("replace", "remaining_count"), REPLACED.values(), ids=REPLACED)
def test_what_is_no_file_any_more_has_lost_its_lines(
    project: MakeProject, run: Run, git: Git, replace: Callable[[Path], None], remaining_count: int
) -> None:
    """Whether git knows of it yet or not, and committed; nothing of it is checked twice."""
    files = {"a.py": F + G, "in/c.py": F + G, "d.py": F + G}
    root = project(files, contracts=CONTRACTS, commit=True)
    replace(root)
    for _ in range(2):
        assert since(run, root, "HEAD") == []
        assert len(new_in(run("scan", "--format=json", cwd=root))) == remaining_count
        stopped = json.loads(run("hook", stdin=event(name="Stop", cwd=root), cwd=root).out)
        assert stopped == {}
        git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "replaced")
    assert since(run, root, "HEAD~1") == []
    history = run("history", "--number", "1", "--project-contracts", cwd=root)
    assert "1 commit checked" in history.out
    assert "0 would have been stopped, 0 warned about" in history.out


def test_what_takes_the_name_of_a_file_is_written(project: MakeProject, run: Run) -> None:
    """A file that becomes a folder takes its lines along, so they may be written there."""
    root = project({"a.py": "\n".join(map(str, range(30))) + G}, contracts=CONTRACTS, commit=True)
    (root / "a.py").unlink()
    (root / "a.py").mkdir()
    moved = event(cwd=root, file_path=root / "a.py/to.py", content=HEAD + G)
    assert "deny" not in run("hook", stdin=moved, cwd=root).out
    twice = event(cwd=root, file_path=root / "a.py/to.py", content=HEAD + G + G)
    assert "deny" in run("hook", stdin=twice, cwd=root).out


@pytest.mark.slow
def test_a_shallow_clone_says_so_where_a_new_violation_may_be_that_of_a_renamed_file(
    project: MakeProject, run: Run, git: Git, tmp_path: Path
) -> None:
    """Of one file, too; where nothing is new the entries may go."""
    lines = HEAD + "print(a)\n"
    root = recorded(project, run, git, ({"a.py": lines}, {}, []))
    git(root, "mv", "a.py", "b.py")
    git(root, "commit", "-q", "-m", "Rename")
    shallow = tmp_path / "shallow"
    git(root, "clone", "-q", "--depth=1", root.as_uri(), str(shallow))
    words = "this clone is shallow and does not tell where the code of 1 baseline entry went"
    for paths in ((), ("b.py",)):
        outcome = run("scan", *paths, cwd=shallow)
        assert (outcome.code, words in outcome.err) == (1, True)
    assert run("scan", cwd=root).code == 0
    (shallow / "b.py").write_text(HEAD, "utf-8")
    outcome = run("scan", cwd=shallow)
    assert (outcome.code, words in outcome.err) == (0, False)
    assert "phaser-lint baseline --prune removes it" in outcome.err


@pytest.mark.slow
def test_a_file_like_one_that_an_earlier_change_deleted_is_new(
    project: MakeProject, run: Run, git: Git
) -> None:
    """A scan and git's hook took it for the deleted one, renamed; all else said that it is new."""
    root = recorded(project, run, git, ({"a.py": F, "b.py": F + G}, {}, []))
    commit_all(git, root, {"a.py": None})
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    added = event(cwd=root, file_path=root / TO, content=F)
    assert '"deny"' in run("hook", stdin=added, cwd=root).out
    write_files(root, {TO: F})
    for is_committed in (False, True):
        assert scanned(run, root, "scan") == ["to.py:3"]
        assert scanned(run, root, "scan", TO) == ["to.py:3"]
        assert since(run, root, "origin/main") == ["to.py:3"]
        assert run("why", "no-print", TO, cwd=root).out.endswith("\nviolation\n")
        git(root, "add", "-A")
        if not is_committed:
            assert scanned(run, root, "scan", "--staged") == ["to.py:3"]
            git(root, "commit", "-q", "-m", "Write")
    assert run("baseline", "--prune", "--project-contracts", cwd=root).out == (
        ".phaser/baseline.jsonl: 1 entry removed; 3 violations in 1 file\n"
    )


def test_a_branch_that_renames_in_two_commits_is_one_change(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Its pull request passes, and so do its scans."""
    root = recorded(project, run, git, ({"a.py": F}, {}, []))
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    commit_all(git, root, {"a.py": None})
    commit_all(git, root, {TO: F + "x = 1\n"})
    assert since(run, root, "origin/main") == []
    assert scanned(run, root, "scan") == []


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("name", ["mv, and a line", "a function to a new file"])
def test_why_knows_entries_that_went_with_the_code(
    project: MakeProject, run: Run, git: Git, name: str
) -> None:
    """A scan found nothing new there, and ``why`` called it a violation."""
    root = recorded(project, run, git, MOVED[name])
    for _ in range(2):
        outcome = run("why", "no-print", TO, cwd=root)
        assert (outcome.code, outcome.out.splitlines()[-1]) == (0, "old")
        git(root, "commit", "-q", "--allow-empty", "-m", "Move")
