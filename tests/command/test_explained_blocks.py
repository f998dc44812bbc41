"""What ``try``, ``why``, ``test`` and ``list`` say of blocks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.conftest import MakeProject, Run

APP = """\
if a:
    b


def test_a():
    if c:
        def d():
            if e:
                pass


(def test_b():)
"""
BRANCHES = {
    "pattern": r"^[ \t]*if\b",
    "inside": r"\bdef test_\w+",
    "not_inside": r"\bdef (?!test_)\w+",
    "file_glob": "*.py",
}
CHECKS = {
    "type": "require_pattern",
    "pattern": r"\bassert\b",
    "each_block": r"\bdef (test_\w+)",
    "file_glob": "*.py",
}


@pytest.fixture
def root(project: MakeProject) -> Path:
    contracts = {
        "no-if.yaml": contract("no-if", **BRANCHES),
        "checks.yaml": contract("checks", **CHECKS),
    }
    return project({"src/a.py": APP}, contracts=contracts)


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        (("no-if", "src/a.py"), [
            ["inside", "line 1, column 1: in no block of inside; line 6, column 5: the block opens"
             " at line 5; line 8, column 13: the block of not_inside opens at line 7; line 12,"
             " column 2: opens no block"],
            ["match", "line 6, column 5"],
            ["violation", "line 6"],
        ]),
        (("no-if", "src/a.py:8"), [
            ["inside", "line 8, column 13: the block of not_inside opens at line 7"],
            ["match", "none that counts on line 8"],
        ]),
        (("checks", "src/a.py"), [
            ["each_block", "line 5, column 1: its block has no match; line 12, column 2: opens no"
             " block"],
            ["match", "none in the file, nor does a part of the pattern match"],
            ["violation", "line 5"],
        ]),
    ],
)  # fmt: skip
def test_why_says_in_which_block_a_match_lies(
    root: Path, run: Run, words: Sequence[str], steps: list[list[str]]
) -> None:
    said = json.loads(run("why", *words, "--json", cwd=root).out)["steps"]
    assert [[step["about"], step["said"]] for step in said][4:] == steps


TRIED = """\
1 file selected of 3, 1 violation
2 matches: not counted, by inside and not_inside
1 header without a block: src/a.py:12

src/a.py:6:5: the block opens at line 5
  6 │     if c:
    │     ^^

matches that are no violation:

src/a.py:1:1: in no block of inside
  1 │ if a:
    │ ^^

src/a.py:8:13: the block of not_inside opens at line 7
  8 │             if e:
    │             ^^
"""


def test_try_says_where_the_block_of_each_match_opens(root: Path, run: Run) -> None:
    flags = ("--inside", BRANCHES["inside"], "--not-inside", BRANCHES["not_inside"])
    words = ("try", BRANCHES["pattern"], "--glob", "*.py", *flags)
    assert run(*words, cwd=root) == (0, TRIED, "")
    document = json.loads(run(*words, "--json", cwd=root / "src").out)
    assert [(note["path"], note["line"], note["said"]) for note in document["blocks"]] == [
        ("a.py", 1, "in no block of inside"),
        ("a.py", 6, "the block opens at line 5"),
        ("a.py", 8, "the block of not_inside opens at line 7"),
        ("a.py", 12, "opens no block"),
    ]


def test_try_saves_what_was_tried(root: Path, run: Run) -> None:
    """Each block that needs a match, and what ends them."""
    words = ("try", "assert", "--type", "require_pattern", "--glob", "*.py")
    flags = ("--each-block", "test_a", "--each-block", "test_b", "--until", "^$")
    assert run(*words, *flags, "--save", "saved", cwd=root).code == 0
    text = (root / ".claude/contracts/saved.yaml").read_text(encoding="utf-8")
    assert "each_block:\n  - 'test_a'\n  - 'test_b'\nuntil: '^$'\nfile_glob: '*.py'\n" in text
    problem = run("try", "x", "--until", "y", cwd=root)
    assert problem == (
        2,
        "",
        "phaser-lint: until: expected inside, not_inside or each_block as well, whose blocks it"
        " ends\n",
    )


@pytest.mark.parametrize(
    ("keys", "kind", "text", "reason"),
    [
        (BRANCHES, "invalid", "if a:\n  pass", "inside: line 1, column 1: in no block of inside"),
        (BRANCHES, "invalid", "def test_a(\n  if a", "inside: line 1, column 1: opens no block;"
         " line 2, column 3: in no block of inside"),
        (CHECKS, "valid", "def test_a(): pass", "each_block: line 1, column 1: its block has no"
         " match"),
        (CHECKS, "invalid", "def test_a()", "each_block: line 1, column 1: opens no block"),
        (CHECKS, "invalid", "def test_a(): assert 1", "each_block: line 1, column 1: its block has"
         " a match"),
    ],
)  # fmt: skip
def test_a_wrong_example_is_told_what_its_blocks_are(
    project: MakeProject, run: Run, keys: dict[str, str], kind: str, text: str, reason: str
) -> None:
    root = project({}, contracts={"a.yaml": contract("a", **keys, examples={kind: [text]})})
    assert f"  {reason}" in run("test", cwd=root).out.splitlines()


@pytest.mark.parametrize(
    ("keys", "notice"),
    [
        ({"inside": "a", "file_glob": "*.{md,py}"}, "inside: no blocks in .md: only"
         " `until` makes some"),
        ({"inside": "a", "not_inside": "b", "file_glob": ["*.xyz", "*.sql"]}, "inside, not_inside:"
         " no blocks in .xyz, .sql: only `until` makes some"),
        ({"inside": "a", "file_glob": ["*.blade.php", "*.ts"]}, "inside:"
         " no blocks in *.blade.php but in scripts: only `until` makes some"),
        ({"inside": "a", "until": "b", "file_glob": "*.md"}, ""),
        ({"inside": "a", "file_glob": ["*.ipynb", "src/", "*.vue"]}, ""),
    ],
)  # fmt: skip
def test_list_says_of_which_files_no_blocks_are_known(
    project: MakeProject, run: Run, keys: dict[str, object], notice: str
) -> None:
    root = project({}, contracts={"a.yaml": contract("a", **keys)})
    lines = run("list", cwd=root).out.splitlines()
    shown = [line.partition(": a: ")[2] for line in lines if line.startswith("note: ")]
    assert shown == ([notice] if notice else [])


JAVA_TEST = "class A {\n    // Sums.\n    @Test // slow\n    public void sums() {\n    }\n}\n"


def test_a_comment_in_a_header_hides_it_from_no_scan(project: MakeProject, run: Run) -> None:
    """Many files, so that literals and automata rule out what they can; the message names it."""
    asserts = contract(
        "asserts",
        type="require_pattern",
        pattern=r"\bassert\w+\(",
        each_block=r"@Test\s+public void (\w+)",
        file_glob="*.java",
        message="{1} checks nothing.",
    )
    names = [f"a{number}.java" for number in range(60)]
    root = project(dict.fromkeys(names, JAVA_TEST), contracts={"a.yaml": asserts})
    errors = [f"{name}:3:5: error: sums checks nothing. [asserts]" for name in sorted(names)]
    assert run("scan", "--quiet", "--no-cache", cwd=root).out.splitlines() == errors
    assert run("scan", "--quiet", "--no-cache", "a7.java", cwd=root).out == (
        "a7.java:3:5: error: sums checks nothing. [asserts]\n"
    )


def test_the_message_of_a_cell_has_the_groups_of_its_match(project: MakeProject, run: Run) -> None:
    """Whether a place counts is asked in the cell's language, and not in that of the file."""
    in_test = contract(
        "no-if",
        pattern=r"^[ \t]*\Kif (\w+)",
        inside=r"\bdef test_\w+",
        file_glob="*.ipynb",
        message="No if {1}.",
    )
    cell = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        "source": ["# def test_b():\n", "def test_a():\n", "    if x:\n", "        pass\n"],
    }
    document = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    root = project({"a.ipynb": json.dumps(document)}, contracts={"a.yaml": in_test})
    assert "No if x. [no-if]" in run("scan", "--quiet", cwd=root).out


@pytest.mark.parametrize("command", ["try", "why"])
def test_that_comments_make_a_match_is_not_said_of_its_block(
    project: MakeProject, run: Run, command: str
) -> None:
    """Whether the pattern sees comments or not, the match in `f` is in no block that counts."""
    text = "def f():\n    if a:  # why\n        b\n"
    no_if = contract("no-if", **{**BRANCHES, "in": "code"})
    root = project({"a.py": text}, contracts={"a.yaml": no_if})
    flags = ("--glob", "*.py", "--in", "code", "--inside", r"\bdef test_\w+")
    words = {
        "try": ("try", r"^[ \t]*if\b", *flags),
        "why": ("why", "no-if", "a.py"),
    }
    assert "comment" not in run(*words[command], cwd=root).out


FENCE = {
    "pattern": r"\bnpm i\b",
    "inside": r"^[ \t]*(?:```|~~~)(?:bash|sh)\b",
    "file_glob": "*.md",
}
FENCED = "Install it:\n\n```bash\nnpm i\n```\n"
UNTIL = {"pattern": "TODO", "inside": "^# Usage", "until": "^```$", "file_glob": "*.md"}
UNENDED = "# Usage\n\n```sh\nls\n```\n\nTODO\n"
IN_COMMENTS = {"pattern": "x", "inside": r"\bdef\b", "file_glob": "*.py"}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("keys", "path", "text", "note"),
    [
        (FENCE, "a.md", FENCED, "not searched for inside: in code, not in prose"),
        (UNTIL, "a.md", UNENDED, "not searched for until: in code, not in prose"),
        (
            IN_COMMENTS, "a.py", "# def\nx = 1\n",
            "not searched for inside: in a comment, not in code",
        ),
    ],
)  # fmt: skip
def test_a_header_where_none_is_searched_is_named(
    project: MakeProject, run: Run, keys: dict[str, str], path: str, text: str, note: str
) -> None:
    """The line of a fence is code, and a Markdown page's headers are prose: it never matched."""
    kind = "valid" if "until" in keys else "invalid"
    examples = {kind: [{"path": path, "text": text}]}
    root = project({path: text}, contracts={"a.yaml": contract("a", **keys, examples=examples)})
    assert note in run("why", "a", path, cwd=root).out
    assert note in run("test", cwd=root).out
    flags = [f"--{key.replace('_', '-')}={keys[key]}" for key in ("inside", "until") if key in keys]
    assert note in run("try", keys["pattern"], "--glob", "*", *flags, cwd=root).out


def test_a_header_that_is_found_silences_that(project: MakeProject, run: Run) -> None:
    """A word of it may stand in a comment as well."""
    text = "# def\ndef f():\n    x = 1\n"
    root = project({"a.py": text}, contracts={"a.yaml": contract("a", **IN_COMMENTS)})
    assert "not searched" not in run("why", "a", "a.py", cwd=root).out
    words = ("try", "x", "--glob", "*.py", "--inside", IN_COMMENTS["inside"])
    assert "not searched" not in run(*words, cwd=root).out
