"""``scan --fix`` and ``--diff``: what is written, what stays, and what is said of it."""

from __future__ import annotations

import os
import resource
import subprocess
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.fixes.write_fixed_file import write_fixed_file
from phaser_lint.command import scan_fixes
from tests.command.made import contract
from tests.conftest import PROGRAM, write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from phaser_lint.check.fixes.fixed_file import FixedFile
    from tests.conftest import Git, MakeProject, Run

PRINT = contract(pattern=r"\bprint\((.*?)\)", fix=r"logger.info(\1)")
HEADER = contract("header", type="require_pattern", pattern="SPDX", fix={"prepend": "# SPDX: MIT"})
LICENSE = contract(
    "license", type="file_exists", pattern=None, file_glob="/LICENSE", fix={"content": "MIT\n"}
)
VAR = contract("no-var", type="file_not_contains", pattern="var ", literal=True, fix="let ")


def texts(root: Path) -> dict[str, bytes]:
    """Every file of the project but its contracts and git's own."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not {".git", ".claude"} & {*path.relative_to(root).parts}
    }


ODD_NAMES = ("a b.py", 'a"b.py', "a\\b.py", "ä/日本.py", "tab\t.py", "-x.py", " .py", "a\nb.py")


MENDED: list[tuple[str, list[str], Mapping[str, str | bytes], Mapping[str, bytes]]] = [
    ("nothing to fix", [PRINT], {"a.py": "x\n"}, {"a.py": b"x\n"}),
    (
        "each match of a line",
        [PRINT],
        {"a.py": "print(1); print(2)\n"},
        {"a.py": b"logger.info(1); logger.info(2)\n"},
    ),
    (
        "a file once a file",
        [VAR],
        {"a.py": "var x\nvar y"},
        {"a.py": b"let x\nlet y"},
    ),
    (
        "line ends and a mark",
        [PRINT, HEADER],
        {"a.py": b"\xef\xbb\xbfimport os\r\nprint(os)\r\n"},
        {"a.py": b"\xef\xbb\xbf# SPDX: MIT\r\nimport os\r\nlogger.info(os)\r\n"},
    ),
    (
        "line ends of two kinds",
        [contract(pattern=r"a\nb", fix=r"c\nd\n")],
        {"a.py": b"1\r\na\r\nb\r\n2\na\nb\n"},
        {"a.py": b"1\r\nc\r\nd\r\n\r\n2\nc\nd\n\n"},
    ),
    (
        "a pattern that names carriage returns",
        [contract(pattern=r"\r\n", fix=r"\n")],
        {"a.py": b"\xef\xbb\xbf1\r\n2\r\n"},
        {"a.py": b"\xef\xbb\xbf1\n2\n"},
    ),
    (
        "whole lines taken out",
        [contract(pattern=r"^import pdb\n", fix="")],
        {"a.py": b"import pdb\r\nx\r\nimport pdb\r\n"},
        {"a.py": b"x\r\n"},
    ),
    (
        "one contract after the other, by their ids",
        [
            contract("b", pattern="two", fix="three"),
            contract("a", pattern="one", fix="two"),
        ],
        {"a.py": "one two\n"},
        # What the fix of "a" would make breaks "b".
        {"a.py": b"one three\n"},
    ),
    (
        "a missing file",
        [LICENSE],
        {"a.py": "x\n"},
        {"a.py": b"x\n", "LICENSE": b"MIT\n"},
    ),
    (
        "a missing file in a folder of its own, with nothing in it",
        [contract("c", type="file_exists", pattern=None, file_glob="/a b/ü", fix={"content": ""})],
        {"a.py": "x\n"},
        {"a.py": b"x\n", "a b/ü": b""},
    ),
    (
        "names that a patch has to quote",
        [PRINT],
        dict.fromkeys(ODD_NAMES, "print(1)\n"),
        dict.fromkeys(ODD_NAMES, b"logger.info(1)\n"),
    ),
    (
        "line ends that are none",
        [PRINT],
        {"a.py": "1\x0cprint(1)\x0b\u2028print(2)\x85\r3\n4\r\r\n"},
        {"a.py": "1\x0clogger.info(1)\x0b\u2028logger.info(2)\x85\r3\n4\r\r\n".encode()},
    ),
    (
        "the last line end goes, and comes",
        [
            contract("a", pattern=r"\n\Z", fix="", file_glob="a.py"),
            contract("b", pattern=r"[^\n]\Z", fix=r"\g<0>\n", file_glob="b.py"),
        ],
        {"a.py": "1\n2\n", "b.py": "1\r\n2"},
        {"a.py": b"1\n2", "b.py": b"1\r\n2\r\n"},
    ),
    (
        "all of a file",
        [contract(pattern=r"(?s)\A.+", fix="")],
        {"a.py": "1\n2"},
        {"a.py": b""},
    ),
    (
        "groups that took no part, and one by its name",
        [contract(pattern=r"b(?P<a>x)|b(y)", fix=r"<\g<a>\2>")],
        {"a.py": "by bx\n"},
        {"a.py": b"<y> <x>\n"},
    ),
    (
        "matches from the end",
        [contract(pattern=r"(?r)\d", fix="n")],
        {"a.py": "1 2 3\n"},
        {"a.py": b"n n n\n"},
    ),
    (
        "what conditions leave",
        [contract(pattern=r"get\(\)", unless_match="timeout", fix="get(timeout=1)")],
        {"a.py": "get()\nget()  # timeout\n"},
        {"a.py": b"get(timeout=1)\nget()  # timeout\n"},
    ),
    (
        "what the lines of a match say",
        [contract(pattern=r"get\(\)", when_match="slow", fix="get(timeout=1)")],
        {"a.py": "get()\nget()  # slow\n"},
        {"a.py": b"get()\nget(timeout=1)  # slow\n"},
    ),
    (
        "what a directive suppresses",
        [PRINT],
        {"a.py": "print(1)  # phaser:ignore no-print\nprint(2)\n"},
        {"a.py": b"print(1)  # phaser:ignore no-print\nlogger.info(2)\n"},
    ),
]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("contracts", "files", "after"), [row[1:] for row in MENDED], ids=[row[0] for row in MENDED]
)
def test_fixed_files_are_what_the_patch_makes(
    project: MakeProject,
    run: Run,
    contracts: list[str],
    files: Mapping[str, str | bytes],
    after: Mapping[str, bytes],
) -> None:
    """The same is in the patch, which git applies."""
    texts_by_file = {f"{number}.yaml": text for number, text in enumerate(contracts)}
    root, other_root = (project(files, contracts=texts_by_file) for _ in range(2))
    patch = run("scan", "--diff", cwd=other_root)
    assert texts(other_root) == {path: _bytes(content) for path, content in files.items()}
    assert patch.code == int(texts(other_root) != after)
    if patch.out:
        subprocess.run(("git", "apply"), cwd=other_root, check=True, input=patch.out.encode())
    run("scan", "--fix", cwd=root)
    assert texts(root) == texts(other_root) == after


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


UNFIXED: list[tuple[str, list[str], Mapping[str, str | bytes], str]] = [
    (
        "the result breaks the contract again",
        [contract(fix="logger.print(")],
        {"a.py": "print(1)\n"},
        "a.py: note: no-print: not fixed: the result would still break the contract",
    ),
    (
        "the result is hidden by a directive",
        [contract(pattern="^print.*", fix=r"\g<0>  # phaser:ignore no-print")],
        {"a.py": "print(1)\n"},
        "a.py: note: no-print: not fixed: the result would still break the contract",
    ),
    (
        "the result breaks another contract",
        [PRINT, contract("no-log", pattern=r"logger\.")],
        {"a.py": "print(1)\n"},
        "a.py: note: no-print: not fixed: the result would break no-log",
    ),
    (
        "a notebook",
        [PRINT],
        {"a.py": "", "a.ipynb": '{"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], '
         '"source": ["print(1)"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'},
        "a.ipynb: note: no-print: not fixed: a notebook is not fixed",
    ),
    (
        "a file in UTF-16",
        [PRINT],
        {"a.py": "print(1)\n".encode("utf-16")},
        "a.py: note: no-print: not fixed: only UTF-8 is fixed",
    ),
    (
        "a file in another encoding",
        [PRINT],
        {"a.py": b"print('\xe9')\n"},
        "a.py: note: no-print: not fixed: only UTF-8 is fixed",
    ),
    (
        "a result that is binary",
        [contract(fix=r"\0")],
        {"a.py": "print(1)\n"},
        "a.py: note: no-print: not fixed: the file would be binary",
    ),
    (
        "a match that another fix changed in part",
        [contract("a", pattern=r"f\(", fix="g("), contract("b", pattern=r"x = \w\(a\)", fix="y")],
        {"a.py": "x = f(a)\n"},
        "a.py: note: b: not fixed: waits for the next run: another fix changes what it matches",
    ),
    (
        "a file that is there and ignored",
        [LICENSE],
        {"LICENSE": "Mine.\n", ".gitignore": "LICENSE\n"},
        "LICENSE: note: license: not fixed: it is there already, and no file of the project: "
        "ignored, or not added",
    ),
    (
        "a new file below what is none of the folders",
        [contract("c", type="file_exists", pattern=None, file_glob="/a.py/c", fix={"content": ""})],
        {"a.py": ""},
        "a.py/c: note: c: not fixed: a file stands where its folder has to be",
    ),
    (
        "a new file that breaks another contract",
        [LICENSE, contract("no-mit", file_glob="*", pattern="MIT")],
        {"a.py": ""},
        "LICENSE: note: license: not fixed: the file would break no-mit",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("contracts", "files", "message"), [row[1:] for row in UNFIXED], ids=[row[0] for row in UNFIXED]
)
def test_an_unfixed_violation_has_its_reason(
    project: MakeProject,
    run: Run,
    contracts: list[str],
    files: Mapping[str, str | bytes],
    message: str,
) -> None:
    """With the reason why; the violation stays, and so does the exit code."""
    texts_by_file = {f"{number}.yaml": text.replace('"*.py"', '["*.py", "*.ipynb"]')
             for number, text in enumerate(contracts)}  # fmt: skip
    root = project(files, contracts=texts_by_file)
    outcome = run("scan", "--fix", cwd=root)
    assert message in outcome.err.split("\n")
    assert outcome.code in (1, 2)


def test_paths_and_rules_narrow_it(project: MakeProject, run: Run) -> None:
    """Other contracts are checked all the same: what would break them is not written."""
    files = {"a.py": "print(1)\nvar x\n", "b.py": "print(1)\n", "c/c.py": "var x\n"}
    log = contract("no-log", pattern=r"logger\.info\(2")
    root = project(files, contracts={"a.yaml": PRINT, "b.yaml": VAR, "c.yaml": log})
    outcome = run("scan", "--fix", "--rule", "no-var", "a.py", cwd=root)
    assert (outcome.code, texts(root)["a.py"]) == (0, b"print(1)\nlet x\n")
    assert texts(root)["c/c.py"] == b"var x\n"
    write_files(root, {"b.py": "print(2)\n"})
    outcome = run("scan", "--fix", "--rule=no-print", cwd=root)
    assert texts(root)["b.py"] == b"print(2)\n"
    assert "b.py: note: no-print: not fixed: the result would break no-log" in outcome.err


def test_existing_violations_are_not_fixed(project: MakeProject, run: Run, git: Git) -> None:
    """Compared with a revision, or a baseline."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": PRINT}, commit=True)
    write_files(root, {"a.py": "print(1)\nprint(2)\n"})
    assert run("scan", "--fix", "--since", "HEAD", cwd=root).code == 0
    assert texts(root)["a.py"] == b"print(1)\nlogger.info(2)\n"
    assert run("baseline", cwd=root).code == 0
    write_files(root, {"a.py": "print(1)\nprint(2)\n"})
    assert run("scan", "--fix", cwd=root).code == 0
    assert texts(root)["a.py"] == b"print(1)\nlogger.info(2)\n"


def test_the_number_of_fixes_is_reported(project: MakeProject, run: Run) -> None:
    """How much was fixed, and what is left; with ``--diff`` how much would be."""
    todo = contract("no-todo", pattern="TODO", message="Do it.", severity="warning")
    root = project(
        {"a.py": "print(1)\nprint(2)  # TODO\n"}, contracts={"a.yaml": PRINT, "b.yaml": todo}
    )
    assert run("scan", "--diff", cwd=root) == (
        1,
        "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n"
        "-print(1)\n-print(2)  # TODO\n+logger.info(1)\n+logger.info(2)  # TODO\n",
        "2 errors, 1 warning\n1 file checked\n2 violations would be fixed in 1 file\n",
    )
    assert run("scan", "--fix", cwd=root) == (
        0,
        "a.py:2:19: warning: Do it. [no-todo]\n\n0 errors, 1 warning\n",
        "1 file checked\n2 violations fixed in 1 file\n",
    )
    assert run("scan", "--diff", cwd=root)[:2] == (0, "")
    report = root.parent / "report.json"
    assert run("scan", "--diff", "--quiet", f"--format=json={report}", cwd=root)[1:] == ("", "")
    assert report.exists()


UNSAFE = contract("no-print", pattern=r"\bprint\(", fix="log.info(", fix_safety=None)
BLANKS = contract("no-blanks", pattern=r"[ \t]+$", fix="", fix_safety=None)
DIFF = "diff --git a/{0} b/{0}\n--- a/{0}\n+++ b/{0}\n@@ -{1} +{1} @@\n"


def test_unsafe_fixes_are_left_until_they_are_asked_for(project: MakeProject, run: Run) -> None:
    """They are counted and left, until they are asked for; a hook of a commit never makes them."""
    files = {"a.py": "print(1) \n", "b.py": "log = 1\nprint(1)\n"}
    root = project(files, contracts={"a.yaml": UNSAFE, "b.yaml": BLANKS}, commit=True)
    of_b = DIFF.format("b.py", "1,2") + " log = 1\n-print(1)\n+log.info(1)\n"
    safe_fixes = DIFF.format("a.py", "1") + "-print(1) \n+print(1)\n" + of_b
    all_fixes = DIFF.format("a.py", "1") + "-print(1) \n+log.info(1)\n" + of_b
    totals = "3 errors, 0 warnings\n2 files checked\n"
    assert run("scan", "--diff", cwd=root) == (
        1,
        safe_fixes,
        f"{totals}2 violations would be fixed in 2 files\n"
        "1 unsafe fix left: --unsafe-fixes shows it\n",
    )
    assert run("scan", "--diff", "--unsafe-fixes", cwd=root) == (
        1,
        all_fixes,
        f"{totals}3 violations would be fixed in 2 files\n",
    )
    outcome = run("pre-commit", "--fix", "--", "a.py", "b.py", cwd=root)
    assert outcome.code == 1
    assert outcome.err.endswith(
        "2 violations fixed in 2 files\n"
        "1 unsafe fix left: phaser-lint scan --fix --unsafe-fixes applies it\n"
    )
    write_files(root, {"c.py": "print(1)\nprint(2)\n"})
    outcome = run("scan", "--fix", cwd=root)
    assert outcome.code == 1
    assert outcome.err.endswith("3 unsafe fixes left: --unsafe-fixes applies them\n")
    assert run("scan", "--fix", "--quiet", cwd=root).err == ""
    assert run("scan", "--fix", "--unsafe-fixes", cwd=root) == (
        0,
        "0 errors, 0 warnings\n",
        "3 files checked\n3 violations fixed in 2 files\n",
    )
    assert texts(root)["a.py"] == b"log.info(1)\n"


def test_unsafe_fixes_by_contract(project: MakeProject, run: Run) -> None:
    """Of lines for a file, and of a file that is missing, the contract says so."""
    unsafe = {"fix_safety": "unsafe"}
    header = contract("h", type="require_pattern", pattern="L", fix={"prepend": "# L"}, **unsafe)
    missing = contract(
        "m", type="file_exists", pattern=None, file_glob="/M", fix={"content": "m\n"}, **unsafe
    )
    root = project({"a.py": "x\n"}, contracts={"a.yaml": header, "b.yaml": missing})
    outcome = run("scan", "--fix", cwd=root)
    assert outcome.err.endswith(
        "1 file checked\n2 unsafe fixes left: --unsafe-fixes applies them\n"
    )
    assert texts(root) == {"a.py": b"x\n"}
    assert run("scan", "--fix", "--unsafe-fixes", cwd=root).code == 0
    assert texts(root) == {"a.py": b"# L\nx\n", "M": b"m\n"}


def test_unsafe_fixes_that_are_none(project: MakeProject, run: Run) -> None:
    """What would break another contract is no fix that is left: the reason is said."""
    files = {"a.py": "print(1)\n"}
    log = contract("no-log", pattern=r"log\.")
    root = project(files, contracts={"a.yaml": UNSAFE, "b.yaml": log})
    message = "a.py: note: no-print: not fixed: the result would break no-log\n1 file checked\n"
    assert run("scan", "--fix", cwd=root).err == message


def test_a_baseline_that_covers_what_has_a_fix(project: MakeProject, run: Run) -> None:
    """Nothing is fixed, and that is said; not where something else is."""
    todo = contract("no-todo", pattern="TODO")
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": PRINT, "b.yaml": todo})
    assert "nothing fixed" not in run("scan", "--fix", "--rule", "no-todo", cwd=root).err
    assert run("baseline", cwd=root).code == 0
    covered = "the baseline covers all violations that have a fix; --no-baseline fixes them\n"
    assert run("scan", "--fix", cwd=root).err.endswith(f"nothing fixed: {covered}")
    assert run("scan", "--diff", cwd=root).err.endswith(f"nothing would be fixed: {covered}")
    write_files(root, {"b.py": "print(2)\n"})
    assert run("scan", "--fix", cwd=root).err.endswith("1 violation fixed in 1 file\n")
    assert run("scan", "--fix", "--no-baseline", cwd=root).code == 0
    assert texts(root)["a.py"] == b"logger.info(1)\n"


def test_a_revision_that_has_what_has_a_fix(project: MakeProject, run: Run) -> None:
    """The same for what is older than a revision."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": PRINT}, commit=True)
    write_files(root, {"a.py": "print(1)\nx\n"})
    outcome = run("scan", "--fix", "--since", "HEAD", cwd=root)
    assert outcome.err.endswith("nothing fixed: no violation that has a fix is new\n")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("scan",), "--unsafe-fixes: expected --fix or --diff as well"),
        (
            ("pre-commit", "--fix"),
            "--unsafe-fixes: expected with scan; a commit takes only safe fixes",
        ),
    ],
)
def test_where_unsafe_fixes_are_refused(
    project: MakeProject, run: Run, command: tuple[str, ...], message: str
) -> None:
    """Without the flag that writes, and in a hook of a commit."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": PRINT}, commit=True)
    outcome = run(*command, "--unsafe-fixes", cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"phaser-lint: {message}" in outcome.err


@pytest.mark.parametrize(
    ("name", "phrases"),
    [
        ("json", ['"safety": "unsafe"', '"reason": "the file has no `log`"']),
        ("sarif", ['"text": "Unsafe fix: the file has no `log`."', '"safety": "unsafe"']),
        ("rdjson", ['"Use the logger. (The suggestion is unsafe: the file has no `log`.)"']),
        ("html", ["unsafe: the file has no `log`"]),
    ],
)
def test_formats_carry_the_safety(
    project: MakeProject, run: Run, name: str, phrases: list[str]
) -> None:
    """Of an unsafe fix, and of a safe one without that word."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": UNSAFE})
    output = run("scan", f"--format={name}", cwd=root).out
    assert [phrase for phrase in phrases if phrase not in output] == []
    write_files(root, {"a.py": "log = 1\nprint(1)\n"})
    assert "the file has no" not in run("scan", f"--format={name}", cwd=root).out


def test_a_hook_shows_what_no_fix_fixes(project: MakeProject, run: Run) -> None:
    """A commit does not pass because a patch would not help, unless violations let all pass."""
    root = project(
        {"a.py": "print(1)\nprint(2)  # TODO\n", "b.py": "x = 1  # TODO\n", "c.py": ""},
        contracts={"a.yaml": PRINT, "b.yaml": contract("no-todo", pattern="TODO", message="Do.")},
        commit=True,
    )

    def run_hook(*arguments: str) -> tuple[int, bool, str]:
        code, out, err = run("pre-commit", "--diff", "--quiet", *arguments, cwd=root)
        return code, out.startswith("diff "), err

    error_in_a, error_in_b = (
        f"{place}: error: Do. [no-todo]\n" for place in ("a.py:2:13", "b.py:1:10")
    )
    assert run_hook("--", "c.py") == (0, False, "")
    assert run_hook("--", "a.py") == (1, True, error_in_a)
    assert run_hook("--", "b.py") == (1, False, error_in_b)
    assert run_hook("--", "a.py", "b.py") == (1, True, error_in_a + error_in_b)
    assert run_hook("--exit-zero", "--", "b.py") == (0, False, error_in_b)


def test_a_frozen_file_stays(project: MakeProject, run: Run, git: Git) -> None:
    """As long as it is as the last commit has it; a new one, or one that is edited, is fixed."""
    frozen = contract(
        "frozen", type="file_frozen", pattern=None, file_glob="/sql/", changes=["modify", "delete"]
    )
    texts_by_file = {"a.yaml": PRINT.replace("*.py", "*"), "b.yaml": frozen}
    old = {"sql/1": "print(1)\n", "sql/2": "print(2)\n"}
    root = project(old, contracts=texts_by_file, commit=True)
    write_files(root, {"sql/2": "print(2)\n--\n", "sql/3": "print(3)\n"})
    outcome = run("scan", "--fix", cwd=root)
    assert texts(root) == {
        "sql/1": b"print(1)\n",
        "sql/2": b"logger.info(2)\n--\n",
        "sql/3": b"logger.info(3)\n",
    }
    assert "sql/1: note: no-print: not fixed: the result would break frozen\n" in outcome.err


def test_a_fix_takes_nothing_that_has_to_stay(project: MakeProject, run: Run) -> None:
    """Where it leaves the text, it is made."""
    kept = contract("kept", type="keep_pattern", pattern=r"print\(\d\)", file_glob="/kept/")
    texts_by_file = {"a.yaml": PRINT.replace("*.py", "*"), "b.yaml": kept}
    old = {"kept/1": "print(1)\n", "kept/2": "print(x)\n"}
    root = project(old, contracts=texts_by_file, commit=True)
    outcome = run("scan", "--fix", cwd=root)
    assert texts(root) == {"kept/1": b"print(1)\n", "kept/2": b"logger.info(x)\n"}
    assert "kept/1: note: no-print: not fixed: the result would break kept\n" in outcome.err
    # Nor of a file that is changed already.
    write_files(root, {"kept/1": "print(1)\n--\n"})
    run("scan", "--fix", cwd=root)
    assert texts(root)["kept/1"] == b"print(1)\n--\n"


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (
            ("--fix", "--staged"),
            "--fix and --staged: expected one of them: files are fixed on the disk",
        ),
        (
            ("--diff", "--shard=1/2"),
            "--diff and --shard: expected one of them: a share knows not all files",
        ),
        (
            ("--diff", "--format=json"),
            "--diff and --format json both go to standard output; "
            "name a file for the report: --format json=FILE",
        ),
        (
            ("--fix", "--rule=no-prnt"),
            "--rule no-prnt: no contract of that id is in force; did you mean no-print?",
        ),
    ],
)
def test_wrong_flags_are_refused_before_anything_is_written(
    project: MakeProject, run: Run, flags: tuple[str, ...], message: str
) -> None:
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": PRINT})
    assert run("scan", *flags, cwd=root) == (2, "", f"phaser-lint: {message}\n")
    assert texts(root) == {"a.py": b"print(1)\n"}


def test_a_fix_keeps_the_mode_of_its_file(project: MakeProject, run: Run) -> None:
    """They are kept, and a read-only file is left alone: the run is not what was asked for."""
    root = project({"a.py": "print(1)\n", "b.py": "print(1)\n"}, contracts={"a.yaml": PRINT})
    (root / "a.py").chmod(0o750)
    (root / "b.py").chmod(0o440)
    diff_outcome = run("scan", "--diff", cwd=root)
    assert (diff_outcome.code, diff_outcome.out.count("diff --git")) == (2, 1)
    assert diff_outcome.err.startswith("b.py: note: not fixed: it is read-only\n")
    assert "1 violation would be fixed in 1 file\n" in diff_outcome.err
    outcome = run("scan", "--fix", cwd=root)
    assert texts(root) == {"a.py": b"logger.info(1)\n", "b.py": b"print(1)\n"}
    assert [os.stat(root / name).st_mode & 0o777 for name in ("a.py", "b.py")] == [0o750, 0o440]
    assert outcome.code == 2
    assert outcome.err.startswith("b.py: note: not fixed: it is read-only\n")


def test_quiet_says_which_file_could_not_be_written(project: MakeProject, run: Run) -> None:
    """A run that ends with 2 has a reason; ``--diff`` printed nothing at all."""
    root = project({"b.py": "print(1)\n"}, contracts={"a.yaml": PRINT})
    (root / "b.py").chmod(0o440)
    violation = "b.py:1:1: error: Use the logger. [no-print]\n"
    note = "b.py: note: not fixed: it is read-only\n"
    assert run("scan", "--diff", "-q", cwd=root) == (2, "", note)
    assert run("scan", "--fix", "-q", cwd=root) == (2, violation, note)


def test_another_name_of_a_fixed_file_is_told_of(project: MakeProject, run: Run) -> None:
    """What is replaced is a file anew: a hard link to the old one keeps its text."""
    root = project({"a.py": "print(1)\n", "c.py": "print(1)\n"}, contracts={"a.yaml": PRINT})
    os.link(root / "a.py", root / "b.txt")
    note = "a.py: note: another name of this file (a hard link) keeps the old text\n"
    for flag in ("--diff", "--fix"):
        errors = run("scan", flag, cwd=root).err
        assert errors.startswith(note)
        assert "c.py: note" not in errors
    assert texts(root) == {
        "a.py": b"logger.info(1)\n", "b.txt": b"print(1)\n", "c.py": b"logger.info(1)\n"
    }  # fmt: skip


def test_paths_of_a_patch_are_those_of_the_repository(project: MakeProject, run: Run) -> None:
    """Wherever the scan's own root is."""
    files = {"sub/a.py": "print(1)\n", "sub/.claude/contracts/a.yaml": PRINT}
    root = project(files)
    patch = run("scan", "--diff", "--root", str(root / "sub"), cwd=root.parent)
    assert patch.out.startswith("diff --git a/sub/a.py b/sub/a.py\n")
    assert run("scan", "--diff", cwd=root / "sub").out == patch.out


def test_a_fix_that_fixes_nothing_anywhere(project: MakeProject, run: Run) -> None:
    """It is reported for a few files, with the number of the others."""
    files = {f"{number}.py": "print(1)\n" for number in range(8)}
    root = project({**files}, contracts={"a.yaml": contract(fix="logger.print(")})
    message = "no-print: not fixed: the result would still break the contract"
    notes = run("scan", "--fix", cwd=root).err.split("\n")[:6]
    ends = ["", "", "", "", "; so in 3 more files"]
    assert notes[:5] == [f"{n}.py: note: {message}{end}" for n, end in enumerate(ends)]
    assert "note" not in notes[5]


def test_a_runner_obeys_no_patch(project: MakeProject, run: Run) -> None:
    """In a log of GitHub a context line is a command; git skips what keeps it from being one."""
    root = project({"a.py": "::error::x\nprint(1)\n"}, contracts={"a.yaml": PRINT})
    patch = run("scan", "--diff", cwd=root, env={"GITHUB_ACTIONS": "true"}).out
    first_line, *lines, last_line, _ = patch.split("\n")
    assert (first_line[:24], last_line) == ("::stop-commands::phaser-", f"::{first_line[17:]}::")
    assert " ::error::x" in lines
    subprocess.run(("git", "apply"), cwd=root, check=True, input=patch.encode())
    assert texts(root)["a.py"] == b"::error::x\nlogger.info(1)\n"
    assert run("scan", "--diff", cwd=root, env={"GITHUB_ACTIONS": "true"}).out == ""


def test_a_file_that_changes_meanwhile(
    project: MakeProject, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between reading and writing: it stays as it is by then."""
    root = project({"a.py": "print(1)\n", "b.py": "print(1)\n"}, contracts={"a.yaml": PRINT})

    def changed(top: str, file: FixedFile) -> str:
        if file.path == "a.py":
            (root / "a.py").write_text("print(2)\n")
        return write_fixed_file(top, file)

    monkeypatch.setattr(scan_fixes, "write_fixed_file", changed)
    outcome = run("scan", "--fix", cwd=root)
    assert texts(root) == {"a.py": b"print(2)\n", "b.py": b"logger.info(1)\n"}
    assert outcome.code == 2
    assert outcome.err.startswith("a.py: note: not fixed: it changed since it was read\n")


def test_on_a_full_disk_a_file_is_as_it_was(
    project: MakeProject, environment: dict[str, str]
) -> None:
    """A file that has no room is as it was, the others are fixed, and nothing is left beside."""
    large = "x\n" * 5_000
    files = {"a.py": "print(1)\n", "b.py": f"print(1)\n{large}", "c.py": "print(1)\n"}
    root = project(files, contracts={"a.yaml": PRINT})

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, 5_000))

    process = subprocess.run(
        (str(PROGRAM), "scan", "--fix", "--no-cache"),
        cwd=root, capture_output=True, preexec_fn=limited,
        env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert texts(root) == {
        "a.py": b"logger.info(1)\n",
        "b.py": files["b.py"].encode(),
        "c.py": b"logger.info(1)\n",
    }
    assert process.returncode == 2
    assert process.stderr.decode().startswith("b.py: note: not fixed: it cannot be written: ")


@pytest.mark.slow
def test_a_kill_in_the_middle(project: MakeProject, environment: dict[str, str]) -> None:
    """Every file is the old one or the new one, and the next run leaves nothing beside them."""
    old, new = (f"{call}(1)\n{'x' * 500_000}" for call in ("print", "logger.info"))
    files = {f"{number:02}.py": old for number in range(40)}
    root = project({**files}, contracts={"a.yaml": PRINT})
    command = (str(PROGRAM), "scan", "--fix", "--no-cache", "--quiet")
    with subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.PIPE) as process:
        while process.poll() is None and (root / "03.py").stat().st_size == len(old):
            pass
        process.kill()
    contents = {path: content for path, content in texts(root).items() if path in files}
    assert {*contents.values()} == {old.encode(), new.encode()}
    assert contents.keys() == files.keys()
    subprocess.run(command, cwd=root, env=environment, check=True)
    assert texts(root) == dict.fromkeys(files, new.encode())
