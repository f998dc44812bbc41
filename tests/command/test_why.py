"""``phaser-lint why``: the way to what a contract says of a file, or a line."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONTRACT = r"""rule_id: no-print
type: forbid_pattern
pattern: '\bprint\('
file_glob: 'src/**/*.py'
exclude_glob: 'gen/'
unless_match: 'stderr'
message: 'Use the logger.'
severity: error
"""
APP = """\
print(1)
print(2, file=stderr)
print(3)  # phaser:ignore no-print
print (4)
x = 5
"""
SHOWN_STEPS = r"""no-print on src/app.py
  contract      forbid_pattern, error, in .claude/contracts/no-print.yaml:1
  level         the root, for all files of the project
  enabled       yes: error
  glob          src/**/*.py selects the file
  exclude_glob  gen/: does not leave the file out
  text          yes: 5 lines
  match         line 1, column 1; line 2, column 1; line 3, column 1
  unless_match  stderr exempts line 2, column 1
  directive     line 3 is suppressed by phaser:ignore on line 3
  violation     line 1
violation
"""


def test_why_gives_all_steps_and_the_result(project: MakeProject, run: Run) -> None:
    """In words, the result in the last line; the same as values."""
    root = project({"src/app.py": APP}, contracts={"no-print.yaml": CONTRACT})
    assert run("why", "no-print", "src/app.py", cwd=root) == (0, SHOWN_STEPS, "")
    assert run("why", "no-print", "app.py", cwd=root / "src") == (0, SHOWN_STEPS, "")
    document = json.loads(run("why", "no-print", "src/app.py:4", "--json", cwd=root).out)
    assert document == {
        "contract": {
            "level": "",
            "line": 1,
            "path": ".claude/contracts/no-print.yaml",
            "rule_id": "no-print",
            "severity": "error",
            "type": "forbid_pattern",
        },
        "line": 4,
        "path": "src/app.py",
        "result": "no-match",
        "steps": [
            {"about": "level", "said": "the root, for all files of the project"},
            {"about": "enabled", "said": "yes: error"},
            {"about": "glob", "said": "src/**/*.py selects the file"},
            {"about": "exclude_glob", "said": "gen/: does not leave the file out"},
            {"about": "text", "said": "yes: 5 lines"},
            {
                "about": "match",
                "said": r"none on line 4; the longest part that matches: \bprint, line 4, column 1",
            },
        ],
        "version": 1,
    }


def test_matches_without_what_their_lines_need(project: MakeProject, run: Run) -> None:
    """They are named with the condition."""
    contract = CONTRACT.replace("unless_match", "when_match")
    root = project({"src/app.py": APP}, contracts={"no-print.yaml": contract})
    lines = run("why", "no-print", "src/app.py", cwd=root).out.splitlines()
    assert lines[-4:] == [
        "  match         line 1, column 1; line 2, column 1; line 3, column 1",
        "  when_match    stderr is not found at line 1, column 1; line 3, column 1",
        "  violation     line 2",
        "violation",
    ]


@pytest.mark.parametrize(
    ("where", "lines"),
    [
        ("code", ["  match      line 1, column 7", "  lists      flags.json",
                  "  violation  line 1", "violation"]),
        ("strings", ["  in        found in code (line 1, column 1); the contract has in: strings",
                     "  match     none that counts in the file", "  lists     flags.json",
                     "no-match"]),
    ],
)  # fmt: skip
def test_an_item_in_a_string(project: MakeProject, run: Run, where: str, lines: list[str]) -> None:
    """Its match decides where it counts: the call is code, though its item is a string."""
    contract = (
        "rule_id: flags\ntype: items_listed\npattern: 'isOn.''([^'']+)'\nlisted_in: flags.json\n"
        f"in: {where}\nfile_glob: '*.ts'\nmessage: No.\nseverity: error\n"
    )
    files = {"a.ts": "isOn('new')\n", "flags.json": "{}\n"}
    root = project(files, contracts={"flags.yaml": contract})
    assert run("why", "flags", "a.ts", cwd=root).out.splitlines()[-4:] == lines


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("place", "expected_result", "step"),
    [
        ("src/app.py:1", "violation", "violation: line 1"),
        ("src/app.py:1:1", "violation", "violation: line 1"),
        ("src/app.py:1:1:", "violation", "violation: line 1"),
        ("src/a:1:1", "not-selected", "glob: src/**/*.py: does not select the file"),
        ("src/app.py:2", "no-match", "unless_match: stderr exempts line 2, column 1"),
        (
            "src/app.py:3",
            "suppressed",
            "directive: line 3 is suppressed by phaser:ignore on line 3",
        ),
        ("src/app.py:5", "no-match", "match: none on line 5, nor does a part of the pattern match"),
        ("src/gen/app.py", "not-selected", "exclude_glob: gen/ leaves the file out"),
        ("app.py", "not-selected", "glob: src/**/*.py: does not select the file"),
        ("src/v/app.py", "not-selected", "exclude: v/ in .phaser/config.yaml leaves the file out"),
        ("src/binary.py", "not-selected", "text: no: binary"),
        ("src/large.py", "not-selected", "text: no: larger than 10 MB"),
        ("src/link.py:1", "violation", "violation: line 1"),
        ("src/to_app.py", "violation", "violation: line 1"),
        ("src/out.py", "not-selected", "text: no: symbolic link"),
        ("src/nothing.py", "not-selected", "text: no: symbolic link"),
        ("src/a:1", "not-selected", "glob: src/**/*.py: does not select the file"),
        (
            "src/ignored.py",
            "not-selected",
            "listed: no: git ignores it; a scan checks it only where it is named",
        ),
        ("src/pipe.py", "not-selected", "listed: no: it is no regular file"),
        ("src/note.ipynb", "not-selected", "glob: src/**/*.py: does not select the file"),
    ],
)
def test_the_last_step_tells_the_result(
    place: str, expected_result: str, step: str, project: MakeProject, run: Run
) -> None:
    files: dict[str, str | bytes] = {
        "src/app.py": APP, "src/gen/app.py": APP, "app.py": APP, "src/v/app.py": APP,
        "src/binary.py": "print(1)\0", "src/large.py": b"print(1)\n" * 1_200_000, "src/a:1": "",
        "src/ignored.py": APP, ".gitignore": "ignored.py\n", "src/note.ipynb": "{}",
        ".phaser/config.yaml": "exclude: v/\n",
    }  # fmt: skip
    root = project(files, contracts={"no-print.yaml": CONTRACT})
    targets = {"link": "app.py", "to_app": "../app.py", "out": "../../out.py", "nothing": "no.py"}
    (root.parent / "out.py").write_text(APP)
    for link, target in targets.items():
        (root / f"src/{link}.py").symlink_to(target)
    os.mkfifo(root / "src/pipe.py")
    assert last_step(run, root, "no-print", place) == (expected_result, step)


def test_each_match_of_what_is_required(project: MakeProject, run: Run) -> None:
    """A scan looks for the first one only; asked about a later line, ``why`` knows that one."""
    required = CONTRACT.replace("forbid_pattern", "require_pattern").replace(
        "unless_match: 'stderr'", "in: [code, comments]"
    )
    text = "print(1)\nprint(2)\n'print(3)'\nx = 'print(4)'\n"
    root = project({"src/app.py": text}, contracts={"no-print.yaml": required})

    def steps(place: str) -> list[str]:
        lines = run("why", "no-print", place, cwd=root).out.splitlines()
        return [" ".join(line.split()) for line in lines if line.startswith(("  in ", "  match "))]

    assert steps("src/app.py:2") == ["match line 2, column 1"]
    assert steps("src/app.py:4") == [
        "in found in a string (line 4, column 6); the contract has in: code, comments",
        "match none that counts on line 4",
    ]


def test_places_of_a_notebook_stand_as_in_its_file(project: MakeProject, run: Run) -> None:
    """What a cell printed may stand above its source."""
    text = (
        '{"cells": [{"cell_type": "code",\n'
        '"outputs": [{"output_type": "stream", "text": "print(1"}],\n'
        '"source": "print(1"}], "nbformat": 4}'
    )
    rule = contract(type="forbid_pattern", pattern="print", file_glob="*.ipynb")
    root = project({"a.ipynb": text}, contracts={"a.yaml": rule})
    out = run("why", "x", "a.ipynb", cwd=root).out
    assert "line 2, column 48; line 3, column 12" in out


def test_a_directive_that_is_text(project: MakeProject, run: Run) -> None:
    """Why it lets nothing pass is said, of a file that it might have helped."""
    files = {"src/app.py": APP, ".phaser/config.yaml": "directives_as_text: src/\n"}
    root = project(files, contracts={"no-print.yaml": CONTRACT})
    document = json.loads(run("why", "no-print", "src/app.py:3", "--json", cwd=root).out)
    assert [f"{step['about']}: {step['said']}" for step in document["steps"][-2:]] == [
        "directive: plain text here: directives_as_text in .phaser/config.yaml selects the file",
        "violation: line 3",
    ]
    assert last_step(run, root, "no-print", "src/app.py:5")[0] == "no-match"


def last_step(run: Run, root: Path, *words: str) -> tuple[str, str]:
    outcome = run("why", *words, "--json", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    return document["result"], "{about}: {said}".format(**document["steps"][-1])


def contract(**keys: Any) -> str:
    all_keys = {"rule_id": "x", "message": "m", "severity": "error", "file_glob": "*", **keys}
    return "".join(f"{key}: {json.dumps(field)}\n" for key, field in all_keys.items())


PAIR = contract(type="file_pair", file_glob="*.py", partner="{dir}/test_{name}")
ROWS: list[tuple[dict[str, str], dict[str, str], str, str, str]] = [
    # Files, the contract by level, the place, the result and the last step.
    ({"a": "x"}, {"": contract(type="require_pattern", pattern="y")}, "a", "violation",
     "violation: the file"),
    ({"a": "x"}, {"": contract(type="require_pattern", pattern="x")}, "a", "no-match",
     "match: line 1, column 1"),
    ({"a": "x"}, {"": contract(type="file_exists", file_glob="/LICENSE")}, "LICENSE", "violation",
     "violation: the glob"),
    ({"LICENSE": ""}, {"": contract(type="file_exists", file_glob="/LICENSE")}, "LICENSE",
     "no-match", "files: 1 file of the project selected"),
    ({"a": "x"}, {"": contract(type="file_not_exists", file_glob="a")}, "a", "violation",
     "violation: the file"),
    ({"a.py": "x"}, {"": PAIR}, "a.py", "violation", "violation: the file"),
    ({"a.py": "", "test_a.py": "# phaser:ignore-file x\n"}, {"": PAIR}, "a.py", "no-match",
     "partner: test_a.py is there"),
    ({"a.py": "", "test_a.py": "# phaser:ignore-file x\n"}, {"": PAIR}, "test_a.py", "suppressed",
     "directive: the file is suppressed by phaser:ignore-file on line 1"),
    ({"p/a/x": ""}, {"": contract(type="file_pair", file_glob="p/*/", partner="{dir}/y")}, "p/a",
     "violation", "violation: the file"),
    ({"p/a/x": ""}, {"": contract(type="file_pair", file_glob="p/*/", partner="{dir}/y")}, "p/a/x",
     "not-selected", "folder: the contract is about folders: ask about p/a"),
    ({"a": "x\nx\n"}, {"": contract(type="file_limits", max_lines=1)}, "a", "violation",
     "violation: the file"),
    ({"A.py": "x"}, {"": contract(type="file_name", pattern="[a-z]\\.py")}, "A.py", "violation",
     "violation: the file"),
    ({"a": "x", "b": ""}, {"": contract(type="items_listed", pattern="x", listed_in="b")}, "a:1",
     "violation", "violation: line 1"),
    ({"a": "x"}, {"": contract(type="file_frozen")}, "a", "undecided",
     "change: a scan checks what changed, against a base: name one with --since REV"),
    ({"a": "x"}, {"": contract(type="forbid_pattern", pattern="x", enabled=False)}, "a",
     "not-selected", "enabled: no: enabled: false in .claude/contracts/x.yaml:1"),
    ({"a": "x"}, {"": contract(type="forbid_pattern", pattern="x", when_file="y")}, "a",
     "not-selected", "when_file: y is not found in the file"),
    ({"a": "x"}, {"": contract(type="forbid_pattern", pattern="x", path_pattern="b")}, "a",
     "not-selected", "path_pattern: b is not found in the path"),
    ({"d/a": "x", "a": ""}, {"d": contract(type="forbid_pattern", pattern="x")}, "a",
     "not-selected", "level: d: the file does not lie below it"),
    ({"d/a": "x"}, {"": contract(type="forbid_pattern", pattern="x"),
                    "d": "override: x\nenabled: false\n"}, "d/a",
     "not-selected", "override: d/.claude/contracts/x.yaml:1 switches it off for this file"),
    ({"d/a": "x"}, {"": contract(type="forbid_pattern", pattern="x"),
                    "d": contract(type="forbid_pattern", pattern="y")}, "d/a",
     "no-match", "match: none in the file, nor does a part of the pattern match"),
    ({"a": "a" * 60 + "!"}, {"": contract(type="forbid_pattern", pattern="(a|aa)+$")}, "a",
     "undecided", "undecided: the pattern took longer than 50 ms"),
    ({"n.ipynb": "x"}, {"": contract(type="forbid_pattern", pattern="x", raw=True)}, "n.ipynb",
     "violation", "violation: line 1"),
    ({"a": "x"}, {"": contract(type="require_pattern", pattern="y", scope="tree")}, "a",
     "violation", "violation: the glob"),
]  # fmt: skip


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("files", "contracts", "place", "expected_result", "step"), ROWS)
def test_why_explains_types_conditions_and_levels(
    files: Mapping[str, str],
    contracts: Mapping[str, str],
    place: str,
    expected_result: str,
    step: str,
    project: MakeProject,
    run: Run,
) -> None:
    """Types, conditions, levels and overrides."""
    contract_files = {f"{level}/.claude/contracts/x.yaml".lstrip("/"): text
               for level, text in contracts.items()}  # fmt: skip
    root = project({**files, **contract_files})
    assert last_step(run, root, "x", place, "--timeout", "50") == (expected_result, step)


@pytest.mark.parametrize(
    ("files", "keys", "step"),
    [
        ({"b": ""}, {"pattern": "x", "listed_in": "{dir}/b"}, "lists: no file is one"),
        ({"d/b": ""}, {"pattern": "x", "listed_in": "{dir}/b"}, "lists: d/b"),
        ({"d/b": ""}, {"pattern": "x", "listed_in": "d/{b,c}", "lists": "all"},
         "lists: d/c is not there"),
        ({"b": ""}, {"pattern": "x", "listed_in": "{dir}/b"}, "other globs: d/b"),
        ({}, {"item": "{dir}/{stem}", "listed_in": "b"}, "item: d/a"),
        ({"d/a": "\0"}, {"item": "{stem}", "listed_in": "b"}, "item: a"),
        ({}, {"item": "{ext}", "listed_in": "b"}, "item: none: its path leaves nothing of it"),
    ],
)  # fmt: skip
def test_what_is_made_of_the_path(
    files: Mapping[str, str], keys: Mapping[str, str], step: str, project: MakeProject, run: Run
) -> None:
    """The item, and the lists of this file."""
    contract_text = contract(type="items_listed", **keys)
    root = project({"d/a": "x", **files}, contracts={"x.yaml": contract_text})
    document = json.loads(run("why", "x", "d/a", "--json", cwd=root).out)["steps"]
    assert step in [
        f"{step_of_answer['about']}: {step_of_answer['said']}" for step_of_answer in document
    ]


@pytest.mark.parametrize("line", ["", ":1", ":2"])
def test_the_item_of_a_match_that_begins_on_the_line(
    project: MakeProject, run: Run, line: str
) -> None:
    """Of its first line `why` said that it does not match, but for upper and lower case."""
    contract_text = contract(
        type="items_listed", pattern=r"@route\s+def\s+(\w+)", listed_in="/list.md"
    )
    root = project({"a": "@route\ndef total(): ...\n"}, contracts={"x.yaml": contract_text})
    lines = run("why", "x", f"a{line}", cwd=root).out.splitlines()
    assert ["match", "line", "2,", "column", "5"] in [step.split() for step in lines]


def test_why_knows_existing_violations(project: MakeProject, run: Run, git: Git) -> None:
    """By a baseline, by a revision, and neither."""
    root = project({"src/app.py": APP}, contracts={"no-print.yaml": CONTRACT}, commit=True)
    assert last_step(run, root, "no-print", "src/app.py:1", "--since", "HEAD") == (
        "old", "old: line 1: there before",
    )  # fmt: skip
    run("baseline", cwd=root)
    assert last_step(run, root, "no-print", "src/app.py:1") == (
        "old", "old: line 1: in .phaser/baseline.jsonl",
    )  # fmt: skip
    assert last_step(run, root, "no-print", "src/app.py:1", "--no-baseline")[0] == "violation"
    (root / "src/app.py").write_text(f"{APP}print(6)\n")
    assert last_step(run, root, "no-print", "src/app.py:6")[0] == "violation"
    assert last_step(run, root, "no-print", "src/app.py:1")[0] == "old"


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected ID PATH[:LINE], found nothing"),
        (
            ["no-print"],
            "expected ID PATH[:LINE], found no-print; `phaser-lint explain no-print` is about the "
            "contract alone",
        ),
        (
            ["a.py"],
            "expected ID PATH[:LINE], found only the path a.py; `phaser-lint list` has the ids",
        ),
        (["", "a.py"], "ID: expected the id of a contract, found an empty text"),
        (["No-Print", "a.py"], "No-Print: no contract has that id; did you mean no-print?"),
        (["no-print", ""], "PATH: expected a file or folder, found an empty text"),
        (["a.py", "no-print"], "a.py: no contract has that id; expected ID PATH[:LINE]"),
        (["no-prin", "a.py"], "no-prin: no contract has that id; did you mean no-print?"),
        (["broken", "a.py"], ".claude/contracts/broken.yaml:1: type: missing; expected one of "),
        (["inside", "a.py"], ".claude/contracts/several.yaml:1: type: missing; expected one of "),
        (["no-print", "b.py"], "b.py: no such file"),
        (["no-print", "src"], "src: expected a file, found a folder"),
        (["no-print", "a.py:3"], "a.py:3: expected a line from 1 to 1"),
        (["no-print", "a.py:0"], "a.py:0: expected a line from 1 to 1"),
        (["no-print", "/etc/hosts"], "/etc/hosts: lies outside of the project at "),
        (["no-print", "a.py", "--since", "nowhere"], "--since: expected a git revision of "),
        (["no-print", "a.py", "--baseline", "none"], "none: the baseline cannot be read: "),
        (
            ["no-print", "a.py", "--baseline", "x", "--no-baseline"],
            "--baseline and --no-baseline: ",
        ),
        (["no-print", "a.py", "--jsn"], "unrecognized arguments: --jsn; did you mean --json?"),
    ],
)
def test_bad_input_is_said_with_what_was_expected(
    words: list[str], message: str, project: MakeProject, run: Run
) -> None:
    root = project(
        {"a.py": "x\n", "src/a.py": ""},
        contracts={
            "no-print.yaml": CONTRACT.replace("src/**/*.py", "*.py"),
            "broken.yaml": "rule_id: broken\n",
            "several.yaml": "rule_id: inside\n",
        },
        commit=True,
    )
    outcome = run("why", *words, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {message}")


def test_a_deleted_file_is_only_of_contracts_about_changes(project: MakeProject, run: Run) -> None:
    """Of a contract about changes it is a file like others; of one about texts it is none."""
    frozen = contract(type="file_frozen", file_glob="*.sql")
    root = project({"a.sql": ""}, contracts={"x.yaml": frozen}, commit=True)
    (root / "a.sql").unlink()
    assert last_step(run, root, "x", "a.sql", "--since", "HEAD")[0] == "violation"
    assert last_step(run, root, "x", "b.sql", "--since", "HEAD")[0] == "no-match"


def test_why_enters_no_other_repository(project: MakeProject, run: Run, git: Git) -> None:
    """A scan does not enter it."""
    root = project({"inner/a.py": "print(1)\n"}, contracts={"a.yaml": CONTRACT.replace("src/", "")})
    git(root / "inner", "init", "-q")
    assert last_step(run, root, "no-print", "inner/a.py") == (
        "not-selected",
        "listed: no: it lies in the repository inner; a scan checks it only where it is named",
    )


def test_contracts_of_the_user_are_the_farthest_level(project: MakeProject, run: Run) -> None:
    """The farthest level of all."""
    root = project({"home/.phaser/contracts/a.yaml": CONTRACT, "p/src/a.py": "print(1)\n"})
    git_less = {"HOME": str(root / "home")}
    outcome = run("why", "~/no-print", "src/a.py", "--root", ".", cwd=root / "p", env=git_less)
    assert outcome.out.splitlines()[2] == "  level         the user's own contracts, for all files"
    assert outcome.out.splitlines()[-1] == "violation"


def test_without_git_the_farthest_contracts_are_the_root(tmp_path: Path, run: Run) -> None:
    """The farthest folder with contracts is the root."""
    (tmp_path / ".claude/contracts").mkdir(parents=True)
    (tmp_path / ".claude/contracts/a.yaml").write_text(CONTRACT.replace("src/**/*.py", "*.py"))
    (tmp_path / "a.py").write_text("print(1)\n")
    assert last_step(run, tmp_path, "no-print", "a.py")[0] == "violation"


def test_beside_a_broken_file(project: MakeProject, run: Run) -> None:
    """Of what is wrong there it is told what names the contract, or nearly, for that file."""
    override = "override: {}\nseverity: {}\n"
    wrong = f"{override.format('no-pint', 'error')}---\n{override.format('no-print', 'x: y')}"
    root = project(
        {"src/app.py": "x\n", "src/.claude/contracts/d.yaml": wrong,
         "lib/.claude/contracts/e.yaml": wrong},
        contracts={"a.yaml": f"{CONTRACT}---\nrule_id: b\n", "c.yaml": "{", "no-print.yaml": "{"},
    )  # fmt: skip
    outcome = run("why", "no-print", "src/app.py", cwd=root)
    problems = [line.split()[1] for line in outcome.out.splitlines() if "  problem  " in line]
    assert (outcome.code, problems) == (
        0,
        [
            "src/.claude/contracts/d.yaml:5:",
            ".claude/contracts/no-print.yaml:2:",
            "src/.claude/contracts/d.yaml:1:",
        ],
    )


def test_an_id_that_a_broken_configuration_may_bring(project: MakeProject, run: Run) -> None:
    """What is wrong there is said, also where a pattern is tried without what it leaves out."""
    root = project({".phaser/config.yaml": "exclude: 3\n", "a.py": "x\n"}, contracts={})
    wrong = ".phaser/config.yaml:1: exclude: "
    outcome = run("why", "private-key", "a.py", cwd=root)
    message = f"phaser-lint: private-key: no contract has that id; {wrong}"
    assert (outcome.code, outcome.out, outcome.err[: len(message)]) == (2, "", message)
    outcome = run("try", "x", "--glob", "*.py", cwd=root)
    assert outcome.code == 0
    assert outcome.err.startswith(wrong)
    assert outcome.err.endswith(" (configuration skipped)\n")


LISTED = contract(
    rule_id="is-translated", type="items_listed", file_glob="en.json", pattern=r'^"(\w+)"',
    listed_in="de.json", message="Translate {item}.",
)  # fmt: skip
NOTHING_STAGED = """\
is-translated on en.json:LINE, as staged
  contract  items_listed, error, in .claude/contracts/a.yaml:1
  level     the root, for all files of the project
  enabled   yes: error
  glob      en.json selects the file
  staged    no: git has nothing staged of it, so that a commit does not check it
not-selected
"""
BROKEN_BY_ANOTHER = r"""is-translated on en.json:1, as staged
  contract   items_listed, error, in .claude/contracts/a.yaml:1
  level      the root, for all files of the project
  enabled    yes: error
  glob       en.json selects the file
  text       yes: 2 lines
  match      line 1, column 2
  lists      de.json
  violation  line 1
violation
"""


def test_what_another_staged_file_broke_is_a_violation(
    project: MakeProject, run: Run, git: Git
) -> None:
    """The commit was refused for a key taken out of de.json, and ``why`` knew of nothing staged."""
    root = project(
        {"en.json": '"a"\n"b"\n', "de.json": '"a"\n"b"\n'},
        contracts={"a.yaml": LISTED},
        commit=True,
    )

    def explain(line: int) -> str:
        outcome = run("why", "is-translated", f"en.json:{line}", "--staged", cwd=root)
        assert (outcome.code, outcome.err) == (0, "")
        return outcome.out

    assert explain(1) == NOTHING_STAGED.replace("LINE", "1")
    (root / "de.json").write_text('"b"\n')
    git(root, "add", "de.json")
    assert explain(1) == BROKEN_BY_ANOTHER
    assert explain(2) == NOTHING_STAGED.replace("LINE", "2")
