"""``phaser-lint try --fixed-by COMMIT``: would a contract have found what a commit fixed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from yaml import safe_load as load

from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

HEAD = "import requests\n\n\ndef load(url):\n    # The server is slow.\n"
BEFORE = f"{HEAD}    return requests.get(url)\n"
AFTER = f"{HEAD}    return requests.get(url, timeout=3)\n"
CALL = ("return requests.get(url)", "return requests.get(url, timeout=3)")
TIMEOUT = (r"requests\.get(?&parens)", "unless_match=timeout", "--glob", "*.py")
FOUND = "the contract would have found it"
NOT_FOUND = "the contract would not have found it"
STILL = "the contract still fires after it"

Texts = dict[str, str]


def notebook(source: str) -> str:
    cell = {"cell_type": "code", "source": source.splitlines(keepends=True), "outputs": []}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def commit_fix(project: MakeProject, git: Git, before: Texts, after: Mapping[str, str]) -> Path:
    """Make a project whose last commit, "Fix it", leads from the one to the other."""
    root = project(before, commit=True)
    for path in {*before}.difference(after):
        (root / path).unlink()
    write_files(root, dict(after))
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "Fix it")
    return root


def commit_part(output: str) -> list[str]:
    """Return the lines on the commit, without its first, which names it."""
    _, _, part = output.partition("\nfixed by ")
    return part.partition("\n\n")[0].splitlines()[1:]


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(
    ("before", "after", "words", "lines"),
    [
        pytest.param(
            {"a.py": AFTER, "b.py": BEFORE}, {"a.py": f"{AFTER}\n", "b.py": BEFORE}, TIMEOUT,
            ["  1 of 1 changed file selected", "  before: 0 violations", "  after: 0 violations",
             NOT_FOUND],
            id="what stands in other files is not asked for",
        ),
        pytest.param(
            {"a.py": BEFORE}, {"a.py": AFTER}, (*TIMEOUT, "--exclude", "a.py"),
            ["  0 of 1 changed file selected", "  before: 0 violations", "  after: 0 violations",
             NOT_FOUND],
            id="no file of it is selected",
        ),
        pytest.param(
            {"a.py": AFTER}, {"a.py": BEFORE}, TIMEOUT,
            ["  1 of 1 changed file selected", "  before: 0 violations",
             "  after: 1 violation (a.py:6)", NOT_FOUND],
            id="the commit is what breaks it",
        ),
        pytest.param(
            {"a.py": BEFORE}, {"a.py": BEFORE}, TIMEOUT,
            ["  0 of 0 changed files selected", "  before: 0 violations", "  after: 0 violations",
             NOT_FOUND],
            id="a commit that changes nothing",
        ),
        pytest.param(
            {"a.py": BEFORE}, {"a.py": AFTER}, TIMEOUT,
            ["  1 of 1 changed file selected", "  before: 1 violation (a.py:6)",
             "  after: 0 violations", FOUND],
            id="fixed",
        ),
        pytest.param(
            {"a.py": BEFORE, "b.py": BEFORE, "c.txt": "a"},
            {"a.py": AFTER, "b.py": AFTER, "c.txt": "b"}, TIMEOUT,
            ["  2 of 3 changed files selected", "  before: 2 violations (a.py:6, b.py:6)",
             "  after: 0 violations", FOUND],
            id="several files",
        ),
        pytest.param(
            {"a.py": BEFORE, "b.py": BEFORE}, {"a.py": AFTER, "b.py": f"\n{BEFORE}"}, TIMEOUT,
            ["  2 of 2 changed files selected", "  before: 2 violations (a.py:6, b.py:6)",
             "  after: 1 violation (b.py:7)", STILL],
            id="fixed in one file only",
        ),
        pytest.param(
            {"a.py": BEFORE}, {"b.py": AFTER}, TIMEOUT,
            ["  2 of 2 changed files selected", "  before: 1 violation (a.py:6)",
             "  after: 0 violations", FOUND],
            id="renamed",
        ),
        pytest.param(
            {"a.py": BEFORE}, {"b.py": BEFORE}, TIMEOUT,
            ["  2 of 2 changed files selected", "  before: 1 violation (a.py:6)",
             "  after: 1 violation (b.py:6)", STILL],
            id="only renamed",
        ),
        pytest.param(
            {"a.py": BEFORE}, {}, TIMEOUT,
            ["  1 of 1 changed file selected", "  before: 1 violation (a.py:6)",
             "  after: 0 violations", FOUND],
            id="deleted",
        ),
        pytest.param(
            {"a.py": BEFORE},
            {"a.py": BEFORE.replace("(url)\n", "(url)  # phaser:ignore tried\n")}, TIMEOUT,
            ["  1 of 1 changed file selected", "  before: 1 violation (a.py:6)",
             "  after: 0 violations, 1 ignored", FOUND],
            id="suppressed",
        ),
        pytest.param(
            {"a.up.sql": "", "b.up.sql": ""},
            {"a.up.sql": "", "b.up.sql": "", "a.down.sql": ""},
            ("--type", "file_pair", "--glob", "*.up.sql", "path_pattern=(\\w+)\\.up",
             "partner={1}.down.sql"),
            ["  0 of 1 changed file selected", "  before: 1 violation (a.up.sql)",
             "  after: 0 violations", FOUND],
            id="a partner is what was missing, of one of two files",
        ),
        pytest.param(
            {"a.py": ""}, {"a.py": "", "LICENSE": ""},
            ("--type", "file_exists", "--glob", "/LICENSE"),
            ["  1 of 1 changed file selected", "  before: 1 violation (files matching /LICENSE)",
             "  after: 0 violations", FOUND],
            id="a file is what was missing",
        ),
    ],
)  # fmt: skip
def test_what_a_contract_finds_before_and_after_a_commit(
    before: Texts,
    after: Texts,
    words: Sequence[str],
    lines: list[str],
    project: MakeProject,
    git: Git,
    run: Run,
) -> None:
    root = commit_fix(project, git, before, after)
    git(root, "checkout", "-q", "HEAD^")  # what is on the disk is not asked for
    git(root, "tag", "-a", "-m", "x", "fix", "HEAD@{1}")
    status = git(root, "status", "--porcelain")
    outcome = run("try", *words, "--fixed-by", "fix", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    assert commit_part(outcome.out) == lines
    assert git(root, "status", "--porcelain") == status


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(
    ("before", "after", "words", "examples"),
    [
        pytest.param(
            {"a.py": BEFORE}, {"a.py": AFTER}, TIMEOUT,
            {"valid": [CALL[1]], "invalid": [CALL[0]]},
            id="the line that was changed",
        ),
        pytest.param(
            {"a.py": BEFORE, "b.py": "requests.get(\n  a)\n"},
            {"a.py": AFTER, "b.py": "requests.get(\n  a,\n  timeout=1)\n"}, TIMEOUT,
            {"valid": [CALL[1], "requests.get(\n  a,\n  timeout=1)"],
             "invalid": [CALL[0], "requests.get(\n  a)"]},
            id="of two files one each",
        ),
        pytest.param(
            {"a.py": BEFORE}, {"b.py": AFTER}, TIMEOUT,
            {"valid": [CALL[1]], "invalid": [CALL[0]]},
            id="renamed",
        ),
        pytest.param(
            {"a.py": "a = 1\nbreakpoint()\nb = 2\n"}, {"a.py": "a = 1\nb = 2\n"},
            (r"breakpoint\(",),
            {"valid": ["a = 1\nb = 2"], "invalid": ["a = 1\nbreakpoint()\nb = 2"]},
            id="a line that was removed, with those around it",
        ),
        pytest.param(
            {"src/a.ts": "x()\nfetch(url)\n"}, {"src/a.ts": "x()\n// fetch(url)\n"},
            (r"\bfetch\(", "--in", "code", "--glob", "src/**"),
            {"valid": [{"path": "src/a.ts", "text": "// fetch(url)"}],
             "invalid": [{"path": "src/a.ts", "text": "fetch(url)"}]},
            id="at its path, where no glob tells the language",
        ),
        pytest.param(
            {"a.py": "import os\nx = 1\n"}, {"a.py": "# SPDX: MIT\nimport os\nx = 1\n"},
            (r"\A# SPDX", "--type", "require_pattern"),
            {"valid": ["# SPDX: MIT\nimport os"], "invalid": ["import os"]},
            id="what was missing",
        ),
        pytest.param(
            {"a.py": BEFORE}, {}, TIMEOUT, {"invalid": [CALL[0]]},
            id="of a deleted file there is no valid one",
        ),
        pytest.param(
            {"a.ipynb": notebook("x = 1\nprint(x)")}, {"a.ipynb": notebook("x = 1\nlog(x)")},
            (r"print\(", "--glob", "*.ipynb"), {"invalid": ["print(x)"]},
            id="of a notebook the line of the cell",
        ),
        pytest.param(
            {"Big.py": AFTER}, {"big.py": AFTER}, ("--type", "file_name", "[a-z]+\\.py"),
            {"valid": ["big.py"], "invalid": ["Big.py"]},
            id="a name",
        ),
        pytest.param(
            {"a.up.sql": "a"}, {"a.up.sql": "a", "a.down.sql": "b", "z.md": "c"},
            ("--type", "file_pair", "--glob", "*.up.sql", "path_pattern=(\\w+)\\.up",
             "partner={1}.down.sql"),
            {"valid": [{"files": {"a.up.sql": "", "a.down.sql": ""}}], "invalid": ["a.up.sql"]},
            id="a pair, without what else the commit changed",
        ),
        pytest.param(
            {"a.py": ""}, {"a.py": "", "LICENSE": ""},
            ("--type", "file_exists", "--glob", "/LICENSE"),
            {"valid": ["LICENSE"], "invalid": [{"files": {}}]},
            id="a file",
        ),
        pytest.param(
            {"api/a.py": "def totals():\n", "docs.md": "- x\n"},
            {"api/a.py": "def totals():\n", "docs.md": "- x\n- totals\n"},
            ("--type", "items_listed", r"^def (\w+)", "--glob", "api/", "listed_in=docs.md"),
            {"valid": [{"files": {"api/a.py": "def totals():\n", "docs.md": "- x\n- totals\n"}}],
             "invalid": [{"files": {"api/a.py": "def totals():\n", "docs.md": "- x\n"}}]},
            id="an item that was not listed",
        ),
    ],
)  # fmt: skip
def test_both_texts_of_a_commit_become_examples(
    before: Texts,
    after: Texts,
    words: Sequence[str],
    examples: dict[str, Any],
    project: MakeProject,
    git: Git,
    run: Run,
) -> None:
    root = commit_fix(project, git, before, after)
    git(root, "rm", "-q", "-r", "--ignore-unmatch", ".")
    words = (*words, "--message", "No.", "--fixed-by", "HEAD", "--save", "new")
    outcome = run("try", *words, cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    assert load((root / ".claude/contracts/new.yaml").read_text())["examples"] == examples
    assert run("test", cwd=root).out.endswith(", 0 wrong\n")


def test_no_example_of_a_commit_is_said(project: MakeProject, git: Git, run: Run) -> None:
    long_call = f"requests.get({'a' * 1000})\n"
    root = commit_fix(project, git, {"a.py": long_call}, {"a.py": ""})
    words = (*TIMEOUT, "--message", "No.", "--invalid", CALL[0])
    note = ".claude/contracts/new.yaml: note: no example of the commit: "
    outcome = run("try", *words, "--fixed-by", "HEAD", "--save", "new", cwd=root)
    assert (outcome.code, outcome.err) == (
        0,
        f"{note}at most 30 lines of 1,000 characters show no difference\n",
    )
    (root / ".claude/contracts/new.yaml").unlink()
    words = ("absent", "--message", "No.", "--invalid", "absent")
    outcome = run("try", *words, "--fixed-by", "HEAD", "--save", "new", cwd=root)
    assert (outcome.code, outcome.err) == (0, f"{note}the contract finds nothing before it\n")


def test_the_author_s_examples_come_first(project: MakeProject, git: Git, run: Run) -> None:
    root = commit_fix(project, git, {"a.py": BEFORE}, {"a.py": AFTER})
    words = (*TIMEOUT, "--message", "No.", "--invalid", "requests.get(a)")
    run("try", *words, "--fixed-by", "HEAD", "--save", "new", cwd=root)
    saved = load((root / ".claude/contracts/new.yaml").read_text())["examples"]
    assert saved == {"valid": [CALL[1]], "invalid": ["requests.get(a)", CALL[0]]}


def test_a_merge_is_compared_with_its_first_parent(
    project: MakeProject, git: Git, run: Run
) -> None:
    root = commit_fix(project, git, {"a.py": BEFORE, "b.py": ""}, {"a.py": AFTER, "b.py": ""})
    git(root, "checkout", "-q", "-b", "other", "HEAD^")
    write_files(root, {"b.py": BEFORE})
    git(root, "commit", "-q", "-a", "-m", "More")
    git(root, "merge", "-q", "--no-ff", "-m", "Merge the fix", "HEAD@{2}")
    outcome = run("try", *TIMEOUT, "--fixed-by", "HEAD", cwd=root)
    assert commit_part(outcome.out) == [
        "  1 of 1 changed file selected, a merge, since its first parent",
        "  before: 1 violation (a.py:6)",
        "  after: 0 violations",
        FOUND,
    ]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--fixed-by", "absent"), "--fixed-by absent: expected a commit, found none of that name"),
        (("--fixed-by="), "--fixed-by : expected a commit, found none of that name"),
        (("--fixed-by=-x"), "--fixed-by -x: expected a commit, found none of that name"),
        (("--fixed-by", "HEAD:a.py"),
         "--fixed-by HEAD:a.py: expected a commit, found none of that name"),
        (("--fixed-by", "HEAD^..HEAD"),
         "--fixed-by HEAD^..HEAD: expected a commit, found none of that name"),
        (("--fixed-by", "HEAD^"),
         "--fixed-by HEAD^: expected a commit with a parent, found the first of all"),
        (("--fixed-by", "HEAD", "--no-git"),
         "leave out --no-git: only git knows commits and what is staged"),
    ],
)  # fmt: skip
def test_a_commit_that_fixed_nothing_is_an_error(
    words: tuple[str, ...] | str, message: str, project: MakeProject, git: Git, run: Run
) -> None:
    root = commit_fix(project, git, {"a.py": BEFORE}, {"a.py": AFTER})
    flags = (words,) if isinstance(words, str) else words
    outcome = run("try", *TIMEOUT, *flags, "--save", "new", cwd=root)
    assert outcome == (2, "", f"phaser-lint: {message}\n")
    assert not (root / ".claude").exists()


def test_a_type_about_changes_has_no_such_trial(project: MakeProject, git: Git, run: Run) -> None:
    root = commit_fix(project, git, {"a.py": BEFORE}, {"a.py": AFTER})
    outcome = run("try", "--type", "file_frozen", "--fixed-by", "HEAD", cwd=root)
    assert outcome == (
        2,
        "",
        "phaser-lint: --fixed-by: expected a type about files, found file_frozen, which is about "
        "changes; --history shows the commits that it would have stopped\n",
    )


def test_without_git_there_is_no_commit(tmp_path: Path, run: Run) -> None:
    write_files(tmp_path, {"a.py": BEFORE})
    outcome = run("try", *TIMEOUT, "--fixed-by", "HEAD", cwd=tmp_path)
    message = f"phaser-lint: {tmp_path.resolve()} is in no git repository\n"
    assert outcome == (2, "", message)


def test_a_shallow_clone_lacks_the_parent(
    project: MakeProject, git: Git, run: Run, tmp_path: Path
) -> None:
    root = commit_fix(project, git, {"a.py": BEFORE}, {"a.py": AFTER})
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{root}", "shallow")
    commit_id = git(root, "rev-parse", "HEAD")[:12]
    outcome = run("try", *TIMEOUT, "--fixed-by", "HEAD", cwd=tmp_path / "shallow")
    assert outcome == (
        2,
        "",
        f"phaser-lint: this clone is shallow and ends at {commit_id}; "
        "git fetch --unshallow gets the rest of the history\n",
    )


def test_a_pattern_that_never_ends_leaves_a_commit_undecided(
    project: MakeProject, git: Git, run: Run
) -> None:
    root = commit_fix(project, git, {"a.txt": f"{'a' * 60}!\n"}, {"a.txt": "b\n"})
    words = ("(a|aa)+$", "--timeout", "50", "--fixed-by", "HEAD")
    outcome = run("try", *words, cwd=root)
    assert outcome.code == 2
    assert commit_part(outcome.out) == [
        "  1 of 1 changed file selected",
        "  before: 0 violations, 1 undecided",
        "  after: 0 violations",
        "undecided: the pattern took too long",
    ]


def test_a_folder_of_a_repository_sees_what_lies_in_it(
    project: MakeProject, git: Git, run: Run
) -> None:
    """Paths are from where it is called, and other files of the commit are not its own."""
    root = commit_fix(
        project, git, {"pay/src/a.py": BEFORE, "b.py": ""}, {"pay/src/a.py": AFTER, "b.py": "b"}
    )
    words = ("try", *TIMEOUT, "--fixed-by", "HEAD")
    below = run(*words, "--root", "pay", cwd=root)
    assert commit_part(below.out)[:2] == [
        "  1 of 1 changed file selected",
        "  before: 1 violation (pay/src/a.py:6)",
    ]
    inside = run(*words, cwd=root / "pay/src")
    assert commit_part(inside.out)[:2] == [
        "  2 of 2 changed files selected",
        "  before: 1 violation (a.py:6)",
    ]


def test_a_trial_on_a_commit_as_json(project: MakeProject, git: Git, run: Run) -> None:
    root = commit_fix(project, git, {"a.py": BEFORE}, {"a.py": AFTER, "b.bin": "\0"})
    document = json.loads(run("try", *TIMEOUT, "--fixed-by", "HEAD", "--json", cwd=root).out)
    ids = git(root, "rev-parse", "HEAD", "HEAD^").split()
    of_commit = document["fixed_by"]
    [violation] = of_commit["before"].pop("violations")
    assert (violation["path"], violation["line"]) == ("a.py", 6)
    assert of_commit.pop("date")
    assert of_commit == {
        "commit": ids[0],
        "parent": ids[1],
        "subject": "Fix it",
        "is_merge": False,
        "files_changed": 2,
        "result": "found",
        "before": {
            "files_selected": 1,
            "skipped": [],
            "skipped_by_reason": {},
            "suppressed": 0,
            "undecided": [],
        },
        "after": {
            "files_selected": 1,
            "skipped": [],
            "skipped_by_reason": {},
            "suppressed": 0,
            "undecided": [],
            "violations": [],
        },
    }
