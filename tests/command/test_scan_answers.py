"""What ``scan`` is asked to leave out, to count, to read from standard input, and its form."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaser_lint.report.formats import FORMATS
from tests.command.made import contract, no_file
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

BAD = "print(1)\n"
CONTRACTS = {
    "no-print.yaml": contract("no-print"),
    "no-file.yaml": no_file(".env"),
    "names.yaml": contract("names", type="file_name", pattern="[a-z]+\\.py"),
    "keep.yaml": contract("keep", type="file_exists", pattern=None, file_glob="/vendor/b.py"),
    "any.yaml": contract("any", type="require_pattern", pattern="vendored", scope="tree"),
    "small.yaml": contract("small", type="file_limits", pattern=None, max_lines=2),
}
FILES = {"a.py": BAD, "src/b.py": BAD + BAD, "vendor/b.py": f"# vendored\n{BAD}", "vendor/.env": ""}


@pytest.fixture
def root(project: MakeProject) -> Path:
    """A project in which three files break a contract."""
    return project(FILES, contracts=CONTRACTS, commit=True)


def places(printed: str) -> list[str]:
    """Where violations are, of a report of a line each."""
    return [line.partition(": ")[0] for line in printed.splitlines() if "[" in line]


VENDOR = ["vendor/.env:1:1", "vendor/b.py:2:1"]
SRC = ["src/b.py:1:1", "src/b.py:2:1"]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (["--exclude", "*"], []),
        (["--exclude", "*", "a.py"], []),
        (["--exclude", "docs/"], ["a.py:1:1", *SRC, *VENDOR]),
        # What is left out is there all the same: neither "keep" nor "any" is broken.
        (["--exclude", "vendor/"], ["a.py:1:1", *SRC]),
        (["--exclude", "vendor/", "--exclude", "/a.py"], SRC),
        (["--exclude", "b.py"], ["a.py:1:1", "vendor/.env:1:1"]),
        (["--exclude", "src/*", "--exclude", "!src/b.py", "--rule", "no-print"],
         ["a.py:1:1", *SRC, "vendor/b.py:2:1"]),
        (["--exclude", "vendor/", "--tree"], []),
        (["--exclude", "vendor/", "--staged"], []),
    ],
)  # fmt: skip
def test_excluded_globs_begin_at_the_root(
    root: Path, run: Run, flags: list[str], expected: list[str]
) -> None:
    """Globs from the root, as in the configuration; several are one list."""
    outcome = run("scan", *flags, cwd=root)
    assert places(outcome.out) == expected
    assert outcome.code == (1 if expected else 0)
    assert "no file" not in outcome.err


def test_exclude_from_a_subfolder(root: Path, run: Run) -> None:
    """The root is where globs count from, wherever the scan is run."""
    assert places(run("scan", "--exclude", "/src/b.py", cwd=root / "src").out) == []
    assert places(run("scan", "--exclude", "/b.py", cwd=root / "src").out) == [
        "b.py:1:1",
        "b.py:2:1",
    ]


def test_no_format_shows_what_is_excluded(root: Path, run: Run) -> None:
    """What is left out is in none of them, nor is what is on the disk under the name of a text."""
    files = [flag for name in FORMATS for flag in ("--format", f"{name}=out.{name}")]
    outcome = run("scan", "--exclude", "vendor/", "--exit-zero", *files, cwd=root)
    texts_by_format = {name: (root / f"out.{name}").read_text(encoding="utf-8") for name in FORMATS}
    assert outcome.code == 0
    assert [name for name, text in texts_by_format.items() if "vendor/b.py" in text] == []
    assert [name for name, text in texts_by_format.items() if "src/b.py" not in text] == []
    outcome = run("scan", "--stdin-filename", "new.py", *files, cwd=root, stdin=BAD.encode())
    texts_by_format = {name: (root / f"out.{name}").read_text(encoding="utf-8") for name in FORMATS}
    assert outcome.code == 1
    assert [name for name, text in texts_by_format.items() if "new.py" not in text] == []
    assert [name for name, text in texts_by_format.items() if "src/b.py" in text] == []


def test_exclude_lets_a_baseline_be(root: Path, run: Run) -> None:
    """Entries of files that were left out are not said to be gone."""
    run("baseline", cwd=root)
    outcome = run("scan", "--exclude", "vendor/", cwd=root)
    assert (outcome.code, outcome.err) == (
        0,
        "2 files checked, 3 existing violations (in the baseline)\n",
    )


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        ([], 1),
        (["--exit-zero"], 0),
        (["--exit-zero", "--format", "json"], 0),
        (["--exit-zero", "--statistics"], 0),
        (["--exit-zero", "--fix"], 0),
        (["--fix"], 1),
        (["--exit-zero", "--timeout", "1", "--rule", "no-print"], 0),
    ],
)
def test_exit_zero_shows_violations_that_do_not_count(
    root: Path, run: Run, flags: list[str], code: int
) -> None:
    """Violations are shown and do not count."""
    outcome = run("scan", *flags, cwd=root)
    assert outcome.code == code
    assert "no-print" in outcome.out


def test_exit_zero_of_a_diff(project: MakeProject, run: Run) -> None:
    """What would be written is shown, and does not count either."""
    root = project({"a.py": BAD}, contracts={"a.yaml": contract(fix="log(")})
    assert run("scan", "--diff", cwd=root).code == 1
    outcome = run("scan", "--diff", "--exit-zero", cwd=root)
    assert (outcome.code, "+log(1)" in outcome.out) == (0, True)


def test_exit_zero_hides_no_broken_contract(root: Path, run: Run) -> None:
    """What was not checked is no violation."""
    write_files(root, {".claude/contracts/x.yaml": "rule_id: x\n"})
    assert run("scan", "--exit-zero", cwd=root).code == 2


TABLE = """\
4  error  no-print  in 3 files
1  error  no-file   in 1 file
"""


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ([], f"{TABLE}\n5 errors, 0 warnings\n"),
        (["--quiet"], TABLE),
        (["--format", "full"], f"{TABLE}\n5 errors, 0 warnings\n"),
        (["--rule", "small"], "0 errors, 0 warnings\n"),
        (["--rule", "small", "--quiet"], ""),
    ],
)
def test_statistics_have_a_line_for_each_contract(
    root: Path, run: Run, flags: list[str], expected: str
) -> None:
    """A line for each contract, the one with the most violations first."""
    assert run("scan", "--statistics", *flags, cwd=root).out == expected


def test_statistics_as_json_have_sorted_keys(root: Path, run: Run) -> None:
    """With sorted keys; a report that goes to a file is whole."""
    flags = ("--statistics", "--format", "json", "--format", "sarif=report.sarif")
    outcome = run("scan", *flags, cwd=root)
    common_keys = {"level": "", "severity": "error"}
    assert json.loads(outcome.out) == {
        "complete": True,
        "contract_problems": 0,
        "errors": 5,
        "not_read": 0,
        "statistics": [
            {"rule_id": "no-print", "files": 3, "violations": 4, **common_keys},
            {"rule_id": "no-file", "files": 1, "violations": 1, **common_keys},
        ],
        "undecided": 0,
        "version": 1,
        "warnings": 0,
    }
    report = json.loads((root / "report.sarif").read_text(encoding="utf-8"))
    assert len(report["runs"][0]["results"]) == 5


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", b"x = 1\n", []),
        ("docs/a.py", b"print(1)\n", ["docs/a.py:1:1"]),
        ("a.py", b"", []),
        ("a.py", b"\x00print(1)", []),
        # Neither its name nor whether it may be there is told by what it holds.
        (".env", b"", []),
        ("BAD.py", b"x = 1\n", []),
        ("no/such/folder/c.py", b"x\nprint(1)\n", ["no/such/folder/c.py:2:1"]),
        ("a.py", b"print(1)\r\n", ["a.py:1:1"]),
        ("a.py", "print(1)\n".encode("utf-16"), ["a.py:1:1"]),
        ("a.py", b"1\n2\n3\n", ["a.py:1:1"]),
        ("a.py", b"print(1)  # phaser:ignore no-print -- meant\n", []),
        ("./src/../a.py", b"print(1)\n", ["a.py:1:1"]),
    ],
)  # fmt: skip
def test_only_the_text_of_standard_input_is_checked(
    root: Path, run: Run, path: str, text: bytes, expected: list[str]
) -> None:
    """Only the text is checked, by what contracts say of content, as if the file held it."""
    before = {
        path_in_root: path_in_root.read_bytes()
        for path_in_root in root.rglob("*")
        if path_in_root.is_file()
    }
    outcome = run("scan", "--stdin-filename", path, cwd=root, stdin=text)
    assert (places(outcome.out), outcome.code) == (expected, 1 if expected else 0)
    assert {
        path_in_root: path_in_root.read_bytes()
        for path_in_root in root.rglob("*")
        if path_in_root.is_file()
    } == before


def test_stdin_from_a_subfolder(root: Path, run: Run) -> None:
    """The path counts from the working directory, as every path does; a dash says the same."""
    outcome = run("scan", "--stdin-filename", "c.py", "-", cwd=root / "src", stdin=b"print(1)\n")
    assert places(outcome.out) == ["c.py:1:1"]
    outcome_in_json = run(
        "scan", "--stdin-filename", "c.py", "--format", "json", cwd=root / "src", stdin=b"print(1)"
    )
    assert json.loads(outcome_in_json.out)["checked"] == ["src/c.py"]


def test_stdin_and_what_is_old(root: Path, run: Run, git: Git) -> None:
    """A baseline and a revision tell of the text what they tell of the file."""
    text = BAD.encode() + b"print(2)\n"
    since = run("scan", "--since", "HEAD", "--stdin-filename", "a.py", cwd=root, stdin=text)
    assert places(since.out) == ["a.py:2:1"]
    run("baseline", cwd=root)
    assert places(run("scan", "--stdin-filename", "a.py", cwd=root, stdin=text).out) == ["a.py:2:1"]


def test_stdin_is_not_kept(root: Path, run: Run) -> None:
    """The next scan checks what is on the disk."""
    run("scan", cwd=root)
    run("scan", "--stdin-filename", "a.py", cwd=root, stdin=b"x\n\nprint(1)\n")
    assert "a.py:1:1" in places(run("scan", cwd=root).out)


def test_stdin_with_a_list_elsewhere(project: MakeProject, run: Run) -> None:
    """Lists are those on the disk."""
    items_listed = contract(
        "listed",
        type="items_listed",
        pattern="def (\\w+)",
        file_glob="*.py",
        listed_in="api.md",
    )
    root = project({"api.md": "known\n"}, contracts={"listed.yaml": items_listed})
    outcome = run(
        "scan",
        "--stdin-filename",
        "a.py",
        cwd=root,
        stdin=b"def known(): pass\ndef other(): pass\n",
    )
    assert places(outcome.out) == ["a.py:2:5"]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--exclude", "*.{js,ts"], "argument --exclude: '*.{js,ts': a `{` is not closed"),
        (["--exclude", ""], "argument --exclude: a blank pattern selects nothing"),
        (["--exclude", "a", "--shard", "1/2"], "--exclude and --shard: expected one of them"),
        (["--exit-zero", "--fail-on", "warning"], "--exit-zero and --fail-on: expected one of"),
        (["--statistics", "--format", "sarif"],
         "--statistics: expected one of text, full, concise, json on standard output, not"),
        (["--statistics", "--format", "json=x"], "--statistics: expected one of text, full,"),
        (["-"], "-: expected --stdin-filename PATH"),
        (["--stdin-filename", "src"], "src: expected the path of a file, found a folder"),
        (["--stdin-filename", "../a.py"], "../a.py: lies outside of the project at"),
        (["--stdin-filename", ""], "PATH: expected a file or folder, found an empty text"),
        (["--stdin-filename", "a.py", "b.py"], "--stdin-filename and b.py: expected one of them"),
        (["--stdin-filename", "a.py", "--staged"], "--stdin-filename and --staged: expected"),
        (["--stdin-filename", "a.py", "--fix"], "--stdin-filename and --fix: expected one of them"),
        (["--stdin-filename", "a.py", "--shard", "1/2"], "--stdin-filename and --shard: expected"),
        (["--color", "allways"], "argument --color: invalid choice: 'allways'"),
        (["--format", "ful"], "argument --format: expected one of text, full, concise,"),
    ],
)  # fmt: skip
def test_wrong_flags_check_nothing(root: Path, run: Run, flags: list[str], message: str) -> None:
    """One sentence, nothing checked."""
    outcome = run("scan", *flags, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {message}")
    assert outcome.err.count("\n") == 1


FULL = """\
a.py:1:1: error: no-print
  Use the logger.
  1 │ print(1)
    │ ^^^^^^

1 error, 0 warnings
"""
CONCISE = "a.py:1:1: error: Use the logger. [no-print]\n\n1 error, 0 warnings\n"


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ([], CONCISE),
        (["--format", "text"], CONCISE),
        (["--format", "concise"], CONCISE),
        (["--format", "full"], FULL),
        (["--format", "full", "--quiet"], FULL.removesuffix("1 error, 0 warnings\n")),
        (["--format", "concise", "--quiet"], CONCISE.partition("\n\n")[0] + "\n"),
        (["--color", "never"], CONCISE),
    ],
)
def test_texts_on_a_pipe(root: Path, run: Run, flags: list[str], expected: str) -> None:
    """A line each, unless blocks are asked for."""
    assert run("scan", "a.py", *flags, cwd=root).out == expected


def test_colours_on_a_pipe(root: Path, run: Run) -> None:
    """Where they are asked for, in either form."""
    for layout in ("full", "concise"):
        outcome = run("scan", "a.py", "--format", layout, "--color", "always", cwd=root).out
        assert "\x1b[1;31merror" in outcome
    assert "\x1b" not in run("scan", "a.py", cwd=root).out


def test_full_in_a_file(root: Path, run: Run) -> None:
    """With what standard error says."""
    run("scan", "a.py", "--rule", "no-print", "--format", "full=report.txt", cwd=root)
    text = (root / "report.txt").read_text(encoding="utf-8")
    assert text == f"{FULL}1 file checked\n"
