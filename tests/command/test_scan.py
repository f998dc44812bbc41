"""``phaser-lint scan``: whole outputs in each format, exit codes, and which files it sees."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, no_file
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

NO_PRINT = {"no-print.yaml": contract("no-print")}
NO_TODO = {
    "no-todo.yaml": contract("no-todo", pattern="TODO", message="Write it.", severity="warning")
}
HAS_LICENSE = contract(
    "has-license",
    type="file_exists",
    pattern=None,
    file_glob="/LICENSE",
    message="Carry a licence.",
)
INVALID = {"broken.yaml": contract("broken", pattern="(")}
INVALID_SAID = (
    ".claude/contracts/broken.yaml:3: pattern: expected a regular expression; "
    "missing ) at position 1 (contract skipped)\n"
)
SLOW = {"slow.yaml": contract("slow", pattern="(a|aa)+$")}
ENDLESS = "a" * 60 + "b\n"
SLOW_SAID = "a.py: undecided: slow: the pattern took longer than 20 ms\n"
PRINTS = "{}:1: error: Use the logger. [no-print]\n"
PRINTS_AT_API = "{}:1: error: Use the logger. [api/no-print]\n"
LICENSE_MISSING = (
    ".claude/contracts/license.yaml:1:1: error: files matching /LICENSE: Carry a licence."
    " [has-license]\n"
)
ONE = "\n1 error, 0 warnings\n"
NONE = "0 errors, 0 warnings\n"


def report_of(*places: str) -> str:
    """The text of ``no-print`` at these places, with the totals."""
    listing = "".join(PRINTS.format(place) for place in places)
    errors = "1 error" if len(places) == 1 else f"{len(places)} errors"
    return f"{listing}\n{errors}, 0 warnings\n" if places else NONE


def incomplete(text: str, lack: str) -> str:
    """The same text of a run that could not check everything: what the *lack* is."""
    *violation_lines, totals = text.splitlines(keepends=True)
    incomplete_totals = f"incomplete: {totals.strip()} in what was checked; {lack}\n"
    return "".join([*violation_lines, incomplete_totals])


@pytest.mark.parametrize(
    ("with_glob", "noted"),
    [("/CHANGES.md", False), ("changes/*.md", False), ("docs/", False), ("/CHANGLOG.md", True)],
)
def test_a_partner_that_is_not_there_is_a_typo(
    project: MakeProject, run: Run, with_glob: str, noted: bool
) -> None:
    """Whoever changes CHANGES.md reads that it has to change; a fragment comes with each change."""
    together = contract(
        "together", type="changed_together", pattern=None, file_glob="a.py", with_glob=with_glob
    )
    root = project({"a.py": "", "CHANGES.md": ""}, contracts={"together.yaml": together})
    message = f"note: with_glob of together matches no file: {with_glob}"
    assert (message in run("scan", cwd=root).err) == noted


def test_a_clean_scan_prints_totals(project: MakeProject, run: Run) -> None:
    """The totals on standard output, what was looked at on standard error."""
    root = project({"a.py": "x\n", "b.py": "y\n", "c.txt": "print(1)\n"}, contracts=NO_PRINT)
    assert run("scan", cwd=root) == (0, NONE, "2 files checked\n")


def test_text_on_a_pipe(project: MakeProject, run: Run) -> None:
    """A line each, in the order of path, line, column and id; what no file has, at the contract."""
    contracts = {
        **NO_PRINT,
        **NO_TODO,
        "two.yaml": contract("exec-too", pattern="exec", message="Do not.\nReally."),
        "license.yaml": HAS_LICENSE,
    }
    files = {"b/c.py": "print(1)\n", "a.py": "x\nexec(); print() # TODO\nprint()\n"}
    root = project(files, contracts=contracts)
    assert run("scan", cwd=root) == (
        1,
        f"{LICENSE_MISSING}"
        "a.py:2:1: error: Do not. Really. [exec-too]\n"
        "a.py:2:9: error: Use the logger. [no-print]\n"
        "a.py:2:19: warning: Write it. [no-todo]\n"
        "a.py:3:1: error: Use the logger. [no-print]\n"
        "b/c.py:1:1: error: Use the logger. [no-print]\n"
        "\n"
        "5 errors, 1 warning\n",
        "2 files checked\n",
    )


def everything(project: MakeProject) -> Path:
    """A project with one of each thing that a report can hold."""
    return project(
        {
            "a.py": "print(1)\nprint(2) # phaser:ignore no-print\n# phaser:ignore no-prnt\n",
            "b.py": b"\0",
            "slow.py": ENDLESS,
        },
        contracts={**NO_PRINT, **NO_TODO, **INVALID, **SLOW},
    )


def test_every_aside_in_text(project: MakeProject, run: Run) -> None:
    """What is no violation is on standard error, and counted."""
    root = everything(project)
    assert run("scan", "--timeout", "20", cwd=root) == (
        2,
        incomplete(report_of("a.py:1"), "1 undecided; 1 contract problem"),
        "slow.py: undecided: slow: the pattern took longer than 20 ms\n"
        + INVALID_SAID
        + "a.py:3: note: directive names no-prnt, which no contract is called;"
        " did you mean no-print?\n"
        "2 files checked, 1 violation ignored, 1 skipped (binary: 1), 1 undecided,"
        " 1 contract problem\n",
    )


def described(rule_id: str, message: str) -> dict[str, object]:
    """What JSON says of a contract of one of these tests."""
    return {
        "rule_id": rule_id,
        "type": "forbid_pattern",
        "severity": "error",
        "message": message,
        "rationale": "",
        "tags": [],
        "url": "",
        "path": f".claude/contracts/{rule_id}.yaml",
        "level": "",
        "overridden_by": [],
        "line": 1,
    }


AT_LINE = {
    "rule_id": "no-print",
    "severity": "error",
    "message": "Use the logger.",
    "path": "a.py",
    "where": "line",
    "line": 1,
    "column": 1,
    "end_line": 1,
    "end_column": 7,
    "matched_lines": None,
    "near": "",
    "level": "",
}


def test_a_report_says_why_a_violation_is_suppressed(project: MakeProject, run: Run) -> None:
    """By its directive: the form, and the reason if it gives one."""
    line = "# phaser:ignore-next-line no-print -- it is -- a script\nprint(1)\n"
    text = f"{line}print(2)  # phaser:ignore-all -- !\n"
    root = project({"a.py": text}, contracts={"a.yaml": contract()})
    report = json.loads(run("scan", "--format", "json", cwd=root).out)
    assert [violation["suppressed_by"] for violation in report["suppressed"]] == [
        {"form": "ignore-next-line", "reason": "it is -- a script"},
        {"form": "ignore-all", "reason": ""},
    ]
    sarif = json.loads(run("scan", "--format", "sarif", "--show-suppressed", cwd=root).out)
    assert [alert["suppressions"] for alert in sarif["runs"][0]["results"]] == [
        [{"kind": "inSource", "justification": "it is -- a script"}],
        [{"kind": "inSource"}],
    ]


def test_every_part_in_json(project: MakeProject, run: Run) -> None:
    """The same in one object."""
    root = everything(project)
    outcome = run("scan", "--timeout", "20", "--format", "json", cwd=root)
    assert outcome.code == 2
    document = json.loads(outcome.out)
    identities = [
        violation.pop("fingerprint")
        for violation in document["violations"] + document["suppressed"]
    ]
    assert len(set(identities)) == 2
    assert document == {
        "report": "phaser-lint",
        "version": 6,
        "violations": [{**AT_LINE, "line_text": "print(1)"}],
        "suppressed": [
            {
                **AT_LINE,
                "line": 2,
                "end_line": 2,
                "line_text": "print(2) # phaser:ignore no-print",
                "suppressed_by": {"form": "ignore", "reason": ""},
            }
        ],
        "undecided": [
            {
                "rule_id": "slow",
                "path": "slow.py",
                "reason": "the pattern took longer than 20 ms",
                "level": "",
            }
        ],
        "contract_problems": [
            {
                "path": ".claude/contracts/broken.yaml",
                "key": "pattern",
                "expected": "expected a regular expression; missing ) at position 1",
                "skipped": True,
                "line": 3,
            }
        ],
        "notices": [
            {
                "path": "a.py",
                "line": 3,
                "text": "directive names no-prnt, which no contract is called;"
                " did you mean no-print?",
            }
        ],
        "skipped": [{"path": "b.py", "reason": "binary"}],
        "contracts": [
            described("no-print", "Use the logger."),
            {**described("no-todo", "Write it."), "severity": "warning"},
            described("slow", "Use the logger."),
        ],
        "checked": ["a.py", "slow.py"],
        "summary": {
            "files_checked": 2,
            "errors": 1,
            "warnings": 0,
            "ignored": 1,
            "old": 0,
            "in_baseline": None,
            "skipped": {"binary": 1},
            "undecided": 1,
            "contract_problems": 1,
        },
    }


def test_every_part_for_github(project: MakeProject, run: Run) -> None:
    """Annotations, of what was not checked too, then the asides, then the counts."""
    root = everything(project)
    assert run("scan", "--timeout", "20", "--format", "github", cwd=root) == (
        2,
        "::error file=.claude/contracts/broken.yaml,line=3,title=phaser-lint::"
        + ".claude/contracts/broken.yaml:3:1: phaser-lint: "
        + INVALID_SAID.partition(": ")[2]
        + "::error file=a.py,line=1,endLine=1,col=1,endColumn=7,"
        "title=no-print (.claude/contracts/no-print.yaml%3A1)::"
        "a.py:1:1: no-print: Use the logger.\n"
        "::error file=slow.py,line=1,title=phaser-lint::"
        "slow.py:1:1: slow: undecided: the pattern took longer than 20 ms\n"
        "a.py:3: note: directive names no-prnt, which no contract is called;"
        " did you mean no-print?\n"
        "phaser-lint: incomplete: 1 error, 0 warnings in what was checked; "
        "2 files checked, 1 violation ignored, 1 skipped (binary: 1), 1 undecided,"
        " 1 contract problem\n",
        "",
    )


def test_github_obeys_nothing_of_a_file(project: MakeProject, run: Run) -> None:
    """Neither a message nor a file's name becomes a command of its own."""
    message = "100 %\n::set-output name=x::y"
    root = project({"a,b:c.py": "print(1)\n"}, contracts={"a.yaml": contract(message=message)})
    outcome = run("scan", "--format", "github", cwd=root)
    assert outcome.out == (
        "::error file=a%2Cb%3Ac.py,line=1,endLine=1,col=1,endColumn=7,"
        "title=no-print (.claude/contracts/a.yaml%3A1)::"
        "a,b:c.py:1:1: no-print: 100 %25%0A::set-output name=x::y\n"
        "phaser-lint: 1 error, 0 warnings; 1 file checked\n"
    )


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("format_name", ["text", "json", "github", "sarif", "junit"])
@pytest.mark.parametrize(
    ("files", "contracts", "flags", "code"),
    [
        ({"a.py": "x\n"}, NO_PRINT, (), 0),
        ({"a.py": "TODO\n"}, NO_TODO, (), 0),
        ({"a.py": "TODO\n"}, NO_TODO, ("--fail-on", "error"), 0),
        ({"a.py": "x\n"}, {}, (), 0),
        ({"a.py": "print(1)\n"}, NO_PRINT, ("--severity", "warning"), 0),
        ({"a.py": "print(1)\n"}, NO_PRINT, (), 1),
        ({"a.py": "TODO\n"}, NO_TODO, ("--fail-on", "warning"), 1),
        ({"a.py": "TODO\n"}, NO_TODO, ("--severity", "warning", "--fail-on", "warning"), 1),
        ({"a.py": "print(1)\n"}, NO_PRINT, ("--severity", "error"), 1),
        ({"a.py": "print(1)\n"}, NO_PRINT, ("--fail-on", "warning"), 1),
        ({"a.py": "x\n"}, INVALID, (), 2),
        ({"a.py": "print(1)\n"}, {**NO_PRINT, **INVALID}, (), 2),
        ({"a.py": ENDLESS}, SLOW, ("--timeout", "20"), 2),
    ],
)
def test_errors_decide_the_exit_code(
    project: MakeProject,
    run: Run,
    files: dict[str, str],
    contracts: dict[str, str],
    flags: tuple[str, ...],
    code: int,
    format_name: str,
) -> None:
    """Errors decide, warnings where asked; a run that checked less is 2, found something or not."""
    root = project(files, contracts=contracts)
    assert run("scan", "--format", format_name, *flags, cwd=root).code == code


@pytest.mark.parametrize(
    ("files", "contracts", "out", "err"),
    [
        ({"a.py": "x\n"}, NO_PRINT, "", ""),
        ({"a.py": "print(1)\n"}, NO_PRINT, PRINTS.format("a.py:1"), ""),
        ({"a.py": "# phaser:ignore nobody\n"}, NO_PRINT, "", ""),
        ({"a.py": "print(1)\n"}, {**NO_PRINT, **INVALID}, PRINTS.format("a.py:1"), INVALID_SAID),
        ({"a.py": ENDLESS}, SLOW, "", SLOW_SAID),
    ],
)
def test_quiet_prints_only_violations(
    project: MakeProject,
    run: Run,
    files: dict[str, str],
    contracts: dict[str, str],
    out: str,
    err: str,
) -> None:
    """Violations and nothing else, but for what explains exit code 2."""
    root = project(files, contracts=contracts)
    outcome = run("scan", "--quiet", "--timeout", "20", cwd=root)
    assert (outcome.out, outcome.err) == (out, err)


def test_quiet_is_quiet_in_json_too(project: MakeProject, run: Run) -> None:
    """The object holds everything; standard error only what explains exit code 2."""
    root = project({"a.py": "x\n"}, contracts=INVALID)
    outcome = run("scan", "--quiet", "--format", "json", cwd=root)
    assert (outcome.code, outcome.err) == (2, INVALID_SAID)


# What the user reads of contracts.

BEGINNING = "\nphaser-lint init proposes contracts for this project, and hooks that check them\n"
PLACES = ".claude/contracts, .phaser/contracts, ~/.phaser/contracts"


@pytest.mark.parametrize(
    ("flags", "places"),
    [
        ((), PLACES),
        (("--project-contracts",), ".claude/contracts, .phaser/contracts"),
        (("--contracts-dir", "empty"), "empty"),
    ],
)
def test_a_scan_without_contracts_says_where_it_looked(
    project: MakeProject, run: Run, flags: tuple[str, ...], places: str
) -> None:
    """A clean run that checked nothing says so, and where it looked."""
    root = project({"a.py": "x\n", "empty/x": ""})
    message = f"{root}: note: no contracts in {places}; nothing was checked\n0 files checked\n"
    remark = "" if "--contracts-dir" in flags else BEGINNING
    assert run("scan", *flags, cwd=root) == (0, NONE, message + remark)


def test_the_command_to_begin_with_works(project: MakeProject, run: Run) -> None:
    """The command that is named makes the next scan check something."""
    root = project({"a.py": "x = 1\n"})
    assert run("scan", cwd=root).err.endswith(BEGINNING)
    assert run("init", "--yes", cwd=root).code == 0
    write_files(root, {"a.py": "breakpoint()\n"})
    outcome = run("scan", cwd=root)
    assert (outcome.code, outcome.out.split(" ")[0]) == (1, "a.py:1:1:")
    for flags in (("--quiet",), ("--format", "json"), ("--format", "github")):
        assert "init" not in run("scan", *flags, cwd=project({})).err


def test_no_contracts_of_a_severity(project: MakeProject, run: Run) -> None:
    """There are some, just none of that severity."""
    root = project({"a.py": "print(1)\n"}, contracts=NO_PRINT)
    message = f"{root}: note: no enabled contract of severity warning; nothing was checked\n"
    outcome = run("scan", "--severity", "warning", cwd=root)
    assert outcome == (0, NONE, f"{message}0 files checked\n")


def test_glob_that_matches_nothing(project: MakeProject, run: Run) -> None:
    """A contract that never checks anything is mentioned when the whole project was scanned."""
    idle = contract("idle", file_glob="scr/*.py")
    contracts = {**NO_PRINT, "idle.yaml": idle, "no-file.yaml": no_file(".env")}
    root = project({"a.py": "x\n"}, contracts=contracts)
    message = ".claude/contracts/idle.yaml: note: the glob of idle matches no file\n"
    assert run("scan", cwd=root) == (0, NONE, f"{message}1 file checked\n")
    assert run("scan", "a.py", cwd=root) == (0, NONE, "1 file checked\n")


@pytest.mark.parametrize(
    ("text", "keys", "is_noted"),
    [
        ('VERSION = "1.0"\n', {}, False),
        ('VERSION = "1.0"  # phaser:ignore version\n', {}, False),
        ('VERSION: str = "1.0"\n', {}, True),
        ("x = 1\n", {"pattern": None, "item": "{stem}"}, False),
        ("x = 1\n", {"file_glob": "/none.py"}, False),  # its glob has a notice
        ('VERSION: str = "1.0"\n', {"enabled": False}, False),
    ],
)
def test_a_pattern_that_finds_no_item_is_mentioned(
    project: MakeProject, run: Run, text: str, keys: dict[str, object], *, is_noted: bool
) -> None:
    """A type was added to the constant, and two versions were compared no more, silently."""
    version = contract("version", type="items_listed", **{
        "pattern": 'VERSION = "([0-9.]+)"', "file_glob": "/v.py", "listed_in": "/Chart.yaml", **keys
    })  # fmt: skip
    root = project({"v.py": text, "Chart.yaml": "1.0 v\n"}, contracts={"version.yaml": version})
    note = ".claude/contracts/version.yaml: note: the pattern of version finds no item\n"
    for _ in range(2):  # the second by what the first one keeps
        assert (note in run("scan", cwd=root).err) is is_noted
    assert note not in run("scan", "v.py", cwd=root).err
    assert note not in run("scan", "--quiet", cwd=root).err


@pytest.mark.parametrize("command", ["scan", "test"])
def test_of_a_glob_that_matches_nothing_the_one_for_any_folder_is_named(
    project: MakeProject, run: Run, command: str
) -> None:
    """In a project of many modules `src/debug/` is the root's, where there is none."""
    files = {"app/src/debug/a.py": "x\n", "lib/src/debug/a.py": "x\n", "b.py": "x\n"}
    root = project(files, contracts={"idle.yaml": contract("idle", file_glob="src/debug/")})
    advice = "**/src/debug/ selects 2 files, in any folder"
    assert f"the glob of idle matches no file; {advice}\n" in run(command, cwd=root).err


def test_a_disabled_contract_is_silent(project: MakeProject, run: Run) -> None:
    """A contract that is switched off checks nothing, and is no reason for a word."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract(enabled=False)})
    message = f"{root}: note: no enabled contract; nothing was checked\n0 files checked\n"
    assert run("scan", cwd=root) == (0, NONE, message)


def test_an_unknown_key_is_answered_with_the_nearest(project: MakeProject, run: Run) -> None:
    """It is said with the nearest known one, and the contract does not count."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract(mesage="x")})
    message = (
        ".claude/contracts/a.yaml:7: mesage: unknown key; did you mean message? "
        "(a key of your own is written x-mesage) (contract skipped)\n"
    )
    err = f"{message}0 files checked, 1 contract problem\n"
    assert run("scan", cwd=root) == (2, incomplete(NONE, "1 contract problem"), err)


# Which contracts, which files.


def test_contracts_of_the_user_count(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """They count, but not with ``--project-contracts`` or ``--contracts-dir``."""
    home = tmp_path / "home"
    write_files(home / ".phaser/contracts", {"a.yaml": contract("no-exec", pattern="exec")})
    root = project({"a.py": "print(1)\nexec(1)\n"}, contracts=NO_PRINT)
    env = {"HOME": str(home)}
    violation_lines = PRINTS.format("a.py:1") + "a.py:2:1: error: Use the logger. [no-exec]\n"
    assert run("scan", cwd=root, env=env).out == f"{violation_lines}\n2 errors, 0 warnings\n"
    assert run("scan", "--project-contracts", cwd=root, env=env).out == report_of("a.py:1")
    flags = ("--contracts-dir", ".claude/contracts")
    assert run("scan", *flags, cwd=root, env=env).out == report_of("a.py:1")


@pytest.mark.parametrize(
    ("flags", "out", "checked_count"),
    [
        ((), report_of("a.py:1", "lib/b.py:1", "lib/deep/c.py:1"), 3),
        ((".",), report_of("a.py:1", "lib/b.py:1", "lib/deep/c.py:1"), 3),
        (("a.py",), report_of("a.py:1"), 1),
        (("./lib/../a.py",), report_of("a.py:1"), 1),
        (("lib",), report_of("lib/b.py:1", "lib/deep/c.py:1"), 2),
        (("lib/",), report_of("lib/b.py:1", "lib/deep/c.py:1"), 2),
        (("lib/deep", "a.py", "a.py"), report_of("a.py:1", "lib/deep/c.py:1"), 2),
        (("note.txt",), NONE, 0),
        (("ignored.py",), report_of("ignored.py:1"), 1),
        (("--", "a.py"), report_of("a.py:1"), 1),
    ],
)
def test_named_paths_are_checked(
    project: MakeProject, run: Run, flags: tuple[str, ...], out: str, checked_count: int
) -> None:
    """Files, and what is under folders; a file that is named counts though git ignores it."""
    source = "print(1)\n"
    files = {"a.py": source, "lib/b.py": source, "lib/deep/c.py": source, "note.txt": source}
    ignored = {".gitignore": "ignored.py\n", "ignored.py": source}
    root = project({**files, **ignored}, contracts=NO_PRINT)
    outcome = run("scan", *flags, cwd=root)
    noun = "file" if checked_count == 1 else "files"
    assert (outcome.out, outcome.err) == (out, f"{checked_count} {noun} checked\n")


def test_paths_from_a_folder_of_the_project(project: MakeProject, run: Run) -> None:
    """They count from where the user stands, and so does what is shown: a terminal opens it."""
    root = project({"a.py": "print(1)\n", "lib/b.py": "print(1)\n"}, contracts=NO_PRINT)
    assert run("scan", "b.py", cwd=root / "lib").out == report_of("b.py:1")
    assert run("scan", "..", cwd=root / "lib").out == report_of("../a.py:1", "b.py:1")
    assert run("scan", cwd=root / "lib").out == report_of("b.py:1")
    assert run("scan", str(root / "a.py"), cwd=root / "lib").out == report_of("../a.py:1")


def test_a_file_that_breaks_a_contract_was_checked(project: MakeProject, run: Run) -> None:
    """Only whether one is missing takes all of them: "not checked" stood below its violation."""
    strict = contract("strict", type="file_contains", pattern='"strict"', file_glob="*.json")
    root = project({"a.json": "{}\n", "b.py": "x\n"}, contracts={"strict.yaml": strict})
    outcome = run("scan", "a.json", cwd=root)
    assert outcome.out.startswith("a.json:1:1: error")
    assert outcome.err == (
        ".claude/contracts/strict.yaml: note: 1 contract not checked for a missing file: strict; "
        "needs a scan of all of the project, or --tree beside a PATH\n1 file checked\n"
    )


def test_each_format_from_a_folder_of_the_project(project: MakeProject, run: Run) -> None:
    """Text calls files as the working directory does, all else as the root."""
    inner = {
        "api/.claude/contracts/license.yaml": HAS_LICENSE,
        "api/.claude/contracts/no-print.yaml": contract(),
        "api/lib/a.py": "print(1)\nx # phaser:ignore no-print\n",
    }
    root = project(inner)
    here = root / "api/lib"
    assert run("scan", cwd=here) == (
        1,
        f"{PRINTS_AT_API.format('a.py:1')}{ONE}",
        "../.claude/contracts/license.yaml: note: 1 contract not checked: has-license; "
        "needs a scan of all of api, or --tree beside a PATH\n"
        "a.py:2: note: directive suppresses nothing: no-print\n1 file checked\n",
    )
    assert run("scan", "--format", "text=out.txt", cwd=here).code == 1
    assert (here / "out.txt").read_text().startswith(f"{PRINTS_AT_API.format('a.py:1')}{ONE}\n../")
    violations = json.loads(run("scan", "--format", "json", cwd=here).out)["violations"]
    assert [(row["path"], row["level"]) for row in violations] == [("api/lib/a.py", "api")]
    annotated = run("scan", "--format", "github", cwd=here).out.splitlines()
    assert [line.partition("::")[2].partition(",")[0] for line in annotated[:1]] == [
        "error file=api/lib/a.py",
    ]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("none.py",), "none.py: no such file or folder"),
        (("a.py", "none"), "none: no such file or folder"),
        (("A.py",), "A.py: no such file or folder; did you mean a.py?"),
        (("./a.pyi",), "./a.pyi: no such file or folder; did you mean a.py?"),
        (
            (".claud/contracts",),
            ".claud/contracts: no such file or folder; did you mean .claude/contracts?",
        ),
        ((".claud/none.yaml",), ".claud/none.yaml: no such file or folder\n"),
        (
            ("src/**/*.py",),
            "src/**/*.py: no such file or folder; paths are no globs: name files, or a folder for "
            "all in it",
        ),
        (("../elsewhere.py",), "../elsewhere.py: lies outside of the project at {root}"),
        (("/etc/passwd",), "/etc/passwd: lies outside of the project at {root}"),
        (("",), "PATH: expected a file or folder, found an empty text"),
        (("--root", "none"), "--root: expected a folder: none"),
        (("--root", "a.py"), "--root: expected a folder: a.py"),
        (
            ("--contracts-dir", "none"),
            "argument --contracts-dir: expected a folder of contract files: none "
            "(see phaser-lint scan --help)",
        ),
        (("--since", "nowhere"), "--since: expected a git revision of {root}, not nowhere"),
        (("--since", "--help"), "argument --since: expected one argument (see phaser-lint"),
        (
            ("--stdin-filename", "-dash.go"),
            "argument --stdin-filename: expected one argument (see phaser-lint scan --help; one "
            "that begins with - is written --stdin-filename=-…)",
        ),
        (
            ("--since", ""),
            "--since: expected a git revision, found an empty text: a variable that this run does "
            "not have? A push has the commit before it, such as $CI_COMMIT_BEFORE_SHA, or HEAD~1",
        ),
        (
            ("--format", "xml"),
            "argument --format: expected one of text, full, concise, json, github,",
        ),
        (("--timeout", "1s"), "argument --timeout: expected milliseconds from 1 to 600000"),
        (("--frobnicate",), "unrecognized arguments: --frobnicate (see phaser-lint scan --help)"),
        (("--json",), "unrecognized arguments: --json; did you mean --format json? (see"),
        (("--frmat", "json"), "unrecognized arguments: --frmat; did you mean --format? (see"),
        (("--frmat=json",), "unrecognized arguments: --frmat=json; did you mean --format? (see"),
    ],
)
def test_a_wrong_flag_exits_with_2(
    project: MakeProject, run: Run, flags: tuple[str, ...], message: str
) -> None:
    """Exit code 2, one clear line, nothing on standard output."""
    root = project({"a.py": "x\n"}, contracts=NO_PRINT)
    outcome = run("scan", *flags, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {message.replace('{root}', str(root))}")
    assert outcome.err.count("\n") == 1


def test_a_root_is_named_from_anywhere(project: MakeProject, run: Run) -> None:
    """``--root`` names the project, from wherever."""
    root = project({"lib/a.py": "print(1)\n"}, contracts=NO_PRINT)
    expected = report_of(f"{root.name}/lib/a.py:1")
    assert run("scan", "--root", str(root), cwd=root.parent).out == expected
    assert run("scan", "--root", root.name, cwd=root.parent).out == expected
    outcome_of_folder = run("scan", "--root", root.name, f"{root.name}/lib", cwd=root.parent)
    assert outcome_of_folder.out == expected


def test_root_by_a_symbolic_link(project: MakeProject, run: Run) -> None:
    """The same project under another name."""
    root = project({"lib/a.py": "print(1)\n"}, contracts=NO_PRINT)
    link = root.parent / "link"
    link.symlink_to(root)
    expected = report_of(f"{root.name}/lib/a.py:1")
    assert run("scan", "--root", str(link), cwd=root.parent).out == expected
    assert run("scan", str(link / "lib"), cwd=link).out == report_of("lib/a.py:1")
    assert run("scan", str(link), cwd=link).out == report_of("lib/a.py:1")


def test_root_of_a_project_inside_a_repository(project: MakeProject, run: Run) -> None:
    """The repository's root is, unless ``--root`` names another one."""
    inner = {"api/.claude/contracts/a.yaml": contract(), "api/a.py": "print(1)\n"}
    root = project({**inner, "b.py": "print(1)\n"})
    message = f"{PRINTS_AT_API.format('a.py:1')}{ONE}"
    assert run("scan", cwd=root / "api").out == message
    assert run("scan", "--root", ".", cwd=root / "api").out == report_of("a.py:1")


@pytest.mark.parametrize(
    ("flags", "out"),
    [
        ((), f"{LICENSE_MISSING}{PRINTS.format('a.py:1')}\n2 errors, 0 warnings\n"),
        (("a.py",), report_of("a.py:1")),
        (("--tree",), f"{LICENSE_MISSING}{ONE}"),
        (
            ("--tree", "a.py"),
            f"{LICENSE_MISSING}{PRINTS.format('a.py:1')}\n2 errors, 0 warnings\n",
        ),
    ],
)
def test_the_tree_is_checked_of_the_whole_project(
    project: MakeProject, run: Run, flags: tuple[str, ...], out: str
) -> None:
    """Which files exist is checked of the whole project, or with ``--tree``; then nothing else."""
    root = project({"a.py": "print(1)\n"}, contracts={**NO_PRINT, "license.yaml": HAS_LICENSE})
    assert run("scan", *flags, cwd=root).out == out


def test_one_file_of_the_project_meets_a_contract_on_the_tree(
    project: MakeProject, run: Run
) -> None:
    """One file of the project meets the contract, though another was named."""
    changelog = contract("says-x", type="require_pattern", pattern="x", scope="tree")
    contracts = {"a.yaml": changelog}
    root = project({"a.py": "x\n", "b.py": "y\n"}, contracts=contracts)
    assert run("scan", cwd=root).out == NONE
    assert run("scan", "--tree", "b.py", cwd=root).out == NONE
    write_files(root, {"a.py": "z\n"})
    where = ".claude/contracts/a.yaml:1:1: error: files matching *.py"
    out = f"{where}: Use the logger. [says-x]\n\n1 error, 0 warnings\n"
    assert run("scan", cwd=root).out == out
    assert run("scan", "--tree", cwd=root).out == out
    assert run("scan", "b.py", cwd=root).out == NONE


def test_without_ignores_every_violation_is_shown(project: MakeProject, run: Run) -> None:
    root = project({"a.py": "print(1) # phaser:ignore no-print -- why\n"}, contracts=NO_PRINT)
    assert run("scan", cwd=root) == (0, NONE, "1 file checked, 1 violation ignored\n")
    assert run("scan", "--no-ignores", cwd=root) == (1, report_of("a.py:1"), "1 file checked\n")


@pytest.mark.parametrize(
    ("severity", "out"),
    [
        (
            "all",
            f"{PRINTS.format('a.py:1')}a.py:1:12: warning: Write it. [no-todo]\n\n"
            "1 error, 1 warning\n",
        ),
        ("error", report_of("a.py:1")),
        ("warning", "a.py:1:12: warning: Write it. [no-todo]\n\n0 errors, 1 warning\n"),
    ],
)
def test_only_contracts_of_a_severity_run(
    project: MakeProject, run: Run, severity: str, out: str
) -> None:
    """Only the contracts of one severity are run."""
    root = project({"a.py": "print(1) # TODO\n"}, contracts={**NO_PRINT, **NO_TODO})
    assert run("scan", "--severity", severity, cwd=root).out == out


def test_severity_leaves_directives_alone(project: MakeProject, run: Run) -> None:
    """A directive for a contract that is not run now is not unknown."""
    root = project(
        {"a.py": "print(1) # phaser:ignore no-print\nx # TODO\n"},
        contracts={**NO_PRINT, **NO_TODO},
    )
    outcome = run("scan", "--severity", "warning", cwd=root)
    assert outcome.err == "1 file checked\n"


# Since a revision.


def test_only_what_is_new_counts_since_a_revision(project: MakeProject, run: Run, git: Git) -> None:
    """Only what is new counts; how much existed before is said."""
    files = {"a.py": "print(1)\n", "b.py": "print(1)\n", "c.py": "print(1)\n"}
    root = project(files, contracts=NO_PRINT, commit=True)
    write_files(
        root, {"a.py": "print(1)\nprint(2)\n", "b.py": "x\nprint(1)\n", "new.py": "print(1)\n"}
    )
    outcome = run("scan", "--since", "HEAD", cwd=root)
    assert outcome == (
        1,
        report_of("a.py:2", "new.py:1"),
        "3 files checked, 2 existing violations\n",
    )
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Second")
    clean = run("scan", "--since", "HEAD", "--quiet", cwd=root)
    assert clean == (0, "", "")
    assert run("scan", "--since", "HEAD~1", cwd=root) == outcome
    outcome_of_file = run("scan", "--since", "HEAD~1", "a.py", cwd=root)
    assert outcome_of_file == (1, report_of("a.py:2"), "1 file checked, 1 existing violation\n")


def test_since_what_the_disk_is_says_so(project: MakeProject, run: Run, git: Git) -> None:
    """A person has an answer; a build that asks so would pass for years."""
    root = project({"a.py": "print(1)\n"}, contracts=NO_PRINT, commit=True)
    ahead = git(root, "commit-tree", "-p", "HEAD", "-m", "next", "HEAD^{tree}").strip()
    git(root, "branch", "ahead", ahead)
    note = (
        "phaser-lint: note: --since {}: nothing on the disk differs from {}, so nothing can be new"
    )
    for revision, name in (("HEAD", "it"), ("ahead", "HEAD, which ahead has too")):
        output = run("scan", "--since", revision, cwd=root)
        lines = [note.format(revision, name), "0 errors, 0 warnings", "0 files checked"]
        assert (output.code, (output.out + output.err).splitlines()) == (
            0,
            [lines[1], lines[0], lines[2]],
        )
    (root / "a.py").unlink()
    assert "nothing can be new" not in run("scan", "--since", "HEAD", cwd=root).err


def test_json_counts_existing_violations_in_its_summary(project: MakeProject, run: Run) -> None:
    """The old ones are in the summary."""
    root = project({"a.py": "print(1)\n"}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": "print(1)\nx\n"})
    document = json.loads(run("scan", "--since", "HEAD", "--format", "json", cwd=root).out)
    assert (document["violations"], document["summary"]["old"]) == ([], 1)


def test_since_checks_the_tree(project: MakeProject, run: Run) -> None:
    """A required file that was deleted is new; one that was never there existed before."""
    contracts = {
        "license.yaml": HAS_LICENSE,
        "b.yaml": contract("has-readme", type="file_exists", pattern=None, file_glob="/README"),
    }
    root = project({"LICENSE": "MIT\n"}, contracts=contracts, commit=True)
    (root / "LICENSE").unlink()
    assert run("scan", "--since", "HEAD", cwd=root) == (
        1,
        LICENSE_MISSING + ONE,
        "0 files checked, 1 existing violation\n",
    )


def test_without_git_there_is_no_revision_to_compare_with(run: Run, tmp_path: Path) -> None:
    root = tmp_path.resolve() / "plain"
    write_files(root, {".claude/contracts/a.yaml": contract(), "a.py": ""})
    outcome = run("scan", "--since", "HEAD", cwd=root)
    message = f"phaser-lint: {root} is in no git repository\n"
    assert outcome == (2, "", message)


def test_since_in_a_folder_of_a_repository(project: MakeProject, run: Run) -> None:
    """Paths are the project's, though git counts from its own root."""
    inner = {"api/.claude/contracts/a.yaml": contract(), "api/a.py": "print(1)\n"}
    root = project(inner, commit=True)
    write_files(root, {"api/a.py": "print(1)\nprint(2)\n", "b.py": "print(1)\n"})
    outcome = run("scan", "--since", "HEAD", cwd=root / "api")
    message = f"{PRINTS_AT_API.format('a.py:2')}{ONE}"
    assert outcome == (1, message, "1 file checked, 1 existing violation\n")


# Which files there are.

LISTED_FILES = {
    "a.py": "print(1)\n",
    "lib/b.py": "print(1)\n",
    ".hidden/c.py": "print(1)\n",
    "build/d.py": "print(1)\n",
    "lib/e.tmp.py": "print(1)\n",
    "lib/keep.tmp.py": "print(1)\n",
    ".gitignore": "/build/\n*.tmp.py\n",
    "lib/.gitignore": "!keep.tmp.py\n",
}


def test_git_and_walk_see_the_same_files(project: MakeProject, run: Run) -> None:
    """A copy without git is walked, and ``.gitignore`` files count there too."""
    root = project(LISTED_FILES, contracts=NO_PRINT)
    out = report_of(".hidden/c.py:1", "a.py:1", "lib/b.py:1", "lib/keep.tmp.py:1")
    assert run("scan", cwd=root) == (1, out, "4 files checked\n")
    (root / ".git").rename(root.parent / "was.git")
    assert run("scan", cwd=root) == (1, out, "4 files checked\n")


def test_tracked_files_count_though_ignored(project: MakeProject, run: Run) -> None:
    """``.gitignore`` is for files that git does not know."""
    root = project({"a.tmp.py": "print(1)\n"}, contracts=NO_PRINT, commit=True)
    write_files(root, {".gitignore": "*.tmp.py\n"})
    assert run("scan", cwd=root).out == report_of("a.tmp.py:1")


def test_a_tracked_file_that_was_deleted_is_no_file(project: MakeProject, run: Run) -> None:
    """A file that git knows and that is not there is no file."""
    contracts = {**NO_PRINT, "license.yaml": HAS_LICENSE, "b.yaml": no_file("gone.py")}
    files = {"LICENSE": "MIT\n", "gone.py": "print(1)\n", "a.py": "x\n"}
    root = project(files, contracts=contracts, commit=True)
    (root / "gone.py").unlink()
    assert run("scan", cwd=root) == (0, NONE, "2 files checked\n")
    (root / "LICENSE").unlink()
    assert run("scan", cwd=root) == (1, LICENSE_MISSING + ONE, "1 file checked\n")


def test_a_linked_file_is_checked_under_its_own_name(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """What a link points to is checked under its own name; the link itself is counted."""
    root = project({"src/a.py": "print(1)\n"}, contracts=NO_PRINT)
    (tmp_path / "outside.py").write_text("print(1)\n")
    (root / "inside.py").symlink_to("src/a.py")
    (root / "outside.py").symlink_to(tmp_path / "outside.py")
    (root / "dangling.py").symlink_to("none.py")
    (root / "loop.py").symlink_to("loop.py")
    (root / "folder").symlink_to("src")
    expected = (1, report_of("src/a.py:1"), "1 file checked, 4 skipped (symbolic link: 4)\n")
    assert run("scan", cwd=root) == expected
    (root / ".git").rename(root.parent / "was.git")
    assert run("scan", cwd=root) == expected


def test_symbolic_link_to_a_folder_named(project: MakeProject, run: Run) -> None:
    """Naming the link means what is in the folder: a clean answer would be a lie."""
    root = project({"src/a.py": "print(1)\n"}, contracts=NO_PRINT)
    (root / "link").symlink_to("src")
    assert run("scan", "link", cwd=root) == (1, report_of("src/a.py:1"), "1 file checked\n")
    counts = "1 file checked, 1 skipped (symbolic link: 1)\n"
    assert run("scan", "link/a.py", cwd=root) == (1, report_of("src/a.py:1"), counts)


def test_a_link_is_a_file_that_exists(project: MakeProject, run: Run) -> None:
    """For existence contracts a link is a file like any other."""
    contracts = {"a.yaml": HAS_LICENSE, "b.yaml": no_file(".env")}
    root = project({"COPYING": "MIT\n"}, contracts=contracts)
    (root / "LICENSE").symlink_to("COPYING")
    (root / ".env").symlink_to("COPYING")
    out = ".env:1:1: error: Keep it out. [no-file]\n" + ONE
    assert run("scan", cwd=root).out == out


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        (["gen/a.py"], "gen/a.py"),
        (["gen"], "gen/"),
        (["gen", "a.g.py"], "gen/, a.g.py"),
        (["gen", "b.py"], ""),
        ([], ""),
    ],
)
def test_what_is_named_and_excluded_is_told(
    project: MakeProject, run: Run, named: list[str], expected: str
) -> None:
    """`0 files checked` was all that a scan of a generated file said."""
    excluded = dict.fromkeys(("gen/a.py", "a.g.py"), "print(1)\n")
    configuration = {".phaser/config.yaml": "exclude: [gen/, '*.g.py']\n"}
    root = project({**excluded, **configuration, "b.py": ""}, contracts=NO_PRINT)
    note = f".phaser/config.yaml: note: exclude leaves out all that was named: {expected}\n"
    outcome = run("scan", *named, cwd=root)
    assert (outcome.code, outcome.out) == (0, NONE)
    assert [line for line in outcome.err.splitlines(keepends=True) if "exclude" in line] == (
        [note] if expected else []
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("folder", "message"),
    [
        (
            "build",
            "build/: note: git ignores all of it; files that are named are checked: scan build/*",
        ),
        (
            "build/",
            "build/: note: git ignores all of it; files that are named are checked: scan build/*",
        ),
        ("empty", "empty/: note: no file in it"),
        (".git", ".git/: note: git's own files are never checked"),
        (".git/objects", ".git/objects/: note: git's own files are never checked"),
    ],
)
def test_a_folder_named_in_which_nothing_is_checked(
    project: MakeProject, run: Run, folder: str, message: str
) -> None:
    """Whoever names it wants it checked: it is said why it is not, and how it would be."""
    root = project(
        {".gitignore": "/build/\n", "build/a.py": "print(1)\n"},
        contracts=NO_PRINT,
    )
    (root / "empty").mkdir()
    assert run("scan", folder, cwd=root) == (0, NONE, f"{message}\n0 files checked\n")
    if not folder.startswith(".git"):
        message_inside = message.replace(f"{folder.rstrip('/')}/:", "./:").replace(
            "scan build/*", "scan ./*"
        )
        for flags_for_folder in ((), (".",)):
            assert (
                run("scan", *flags_for_folder, cwd=root / folder).err
                == f"{message_inside}\n0 files checked\n"
            )
    assert run("scan", cwd=root).err.endswith("0 files checked\n")
    assert run("scan", "build/a.py", cwd=root).code == 1


SAME_AS_HEAD = (
    "phaser-lint: note: --since HEAD: nothing on the disk differs from it, so nothing can be new\n"
)


@pytest.mark.parametrize(
    ("flags", "note"),
    [
        (("--since", "HEAD"), SAME_AS_HEAD),
        (("--exclude", "*.py"), ""),
    ],
)
def test_a_folder_is_not_called_ignored_for_what_the_flags_leave_out(
    project: MakeProject, run: Run, flags: tuple[str, str], note: str
) -> None:
    """`scan --since HEAD` below the root said of a tracked folder that git ignores all of it."""
    root = project({"src/a.py": "x = 1\n"}, contracts=NO_PRINT, commit=True)
    expected = (0, NONE, f"{note}0 files checked\n")
    assert run("scan", *flags, "src", cwd=root) == expected
    assert run("scan", *flags, cwd=root / "src") == expected


def test_without_git_a_walk_has_to_be_asked_for(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """A walk would pass over what is tracked and ignored, so it has to be asked for."""
    root = project(LISTED_FILES, contracts=NO_PRINT)
    (tmp_path / "bin").mkdir()
    without = {"PATH": str(tmp_path / "bin")}
    message = f"phaser-lint: git is not installed, or not on the PATH; {WAYS_OUT}\n"
    assert run("scan", cwd=root, env=without) == (2, "", message)
    for flags in (("--staged",), ("--since", "HEAD")):
        with_minutes = (
            "phaser-lint: leave out --no-git: only git knows commits and what is staged\n"
        )
        assert run("scan", "--no-git", *flags, cwd=root, env=without) == (2, "", with_minutes)
    outcome = run("scan", "--no-git", cwd=root, env=without)
    assert outcome.out == report_of(".hidden/c.py:1", "a.py:1", "lib/b.py:1", "lib/keep.tmp.py:1")


def test_a_slow_git_is_told_that_more_time_may_help(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """More time may help there."""
    root = project(LISTED_FILES, contracts=NO_PRINT)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/git").write_text("#!/bin/sh\nexec /bin/sleep 300\n")
    (tmp_path / "bin/git").chmod(0o755)
    message = "git ls-files took over 1 seconds; --git-timeout gives it more time"
    outcome = run("scan", "--git-timeout", "1", cwd=root, env={"PATH": str(tmp_path / "bin")})
    assert outcome == (2, "", f"phaser-lint: {message}; {WAYS_OUT}\n")


WAYS_OUT = "--no-git takes the files on the disk in its place"
LISTING = ("scan", "list", "test", "export --agents-md --check", "init --json", "baseline",
           "why no-print a.py", "try x", "explain no-print", "contracts check",
           "enforce --all", "doctor", "pre-commit", "history")  # fmt: skip


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("command", LISTING)
@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        (".git/config", "[core]\n\trepositoryFormatVersion = 99\n", "fatal: "),
        (".git/config", "[core\n", "fatal: bad config line 1"),
        (".git/index", "garbled", "index file smaller than expected"),
        (".git", "gitdir: /nowhere/at/all\n", "fatal: not a git repository: /nowhere/at/all"),
    ],
)
def test_a_git_that_refuses_is_quoted(
    project: MakeProject, run: Run, command: str, path: str, text: str, words: str
) -> None:
    """A file that is tracked and ignored is not checked; git's own words, and no traceback."""
    root = project(LISTED_FILES, contracts=NO_PRINT)
    if path == ".git":
        shutil.rmtree(root / path)
    (root / path).write_text(text)
    outcome = run(*command.split(), cwd=root)
    assert outcome.code == (3 if command.startswith("enforce") else 2)
    assert words in outcome.err
    assert "git " in outcome.err
    assert "Traceback" not in outcome.err
    # "enforce" has no such flag; what git refuses, time does not fix.
    assert "--no-git" not in outcome.err or not command.startswith("enforce")
    assert "--git-timeout" not in outcome.err


def test_contract_files_quote_what_they_forbid(project: MakeProject, run: Run) -> None:
    """They are checked only by globs that name their folder."""
    everywhere = contract(file_glob="*", pattern="forbidden")
    of_contract_files = contract("no-x", file_glob="/.claude/contracts/*", pattern="xyzzy")
    root = project({}, contracts={"a.yaml": everywhere, "b.yaml": of_contract_files})
    out = ".claude/contracts/b.yaml:3:11: error: Use the logger. [no-x]\n" + ONE
    assert run("scan", cwd=root).out == out


@pytest.mark.parametrize(
    "arguments", [("--contracts-dir", "rules"), ("--contracts-dir", "./rules/")]
)
def test_a_folder_of_contracts_replaces_all_places(
    project: MakeProject, run: Run, arguments: tuple[str, ...]
) -> None:
    """It replaces all places, and its files are contract files too."""
    rule_files = {"rules/a.yaml": contract("no-exec", pattern="exec", file_glob="*")}
    root = project({**rule_files, "a.py": "print(1); exec(1)\n"}, contracts=NO_PRINT)
    out = "a.py:1:11: error: Use the logger. [no-exec]\n" + ONE
    assert run("scan", *arguments, cwd=root).out == out


def test_every_flag_is_in_the_help(run: Run) -> None:
    """Every flag is listed."""
    outcome = run("scan", "--help")
    flags = (
        "PATH --root --contracts-dir --project-contracts --tree --since --severity --no-ignores "
        "--fail-on --format --quiet --timeout"
    )
    assert (outcome.code, outcome.err) == (0, "")
    assert [flag for flag in flags.split() if flag not in outcome.out] == []


def test_json_order_is_fixed(project: MakeProject, run: Run) -> None:
    """Two runs print the same bytes."""
    root = everything(project)
    first_outcome, second_outcome = (
        run("scan", "--timeout", "20", "--format", "json", cwd=root) for _ in "ab"
    )
    assert first_outcome == second_outcome
