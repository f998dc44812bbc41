"""Of which changes of contracts a commit is told "this may be weaker": of no others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.conftest import Git, MakeProject, Run

TOP, SUB = ".claude/contracts/a.yaml", "sub/.claude/contracts/a.yaml"
CONFIGURATION = ".phaser/config.yaml"
OTHER = {".claude/contracts/other.yaml": contract("other")}
REASON = {CONFIGURATION: "ignorable: reason\n"}


def top(**keys: object) -> dict[str, str]:
    return {TOP: contract("a", **keys)}


def override(text: str) -> dict[str, str]:
    return {**top(), SUB: f"override: a\n{text}\n"}


def sizes(**keys: object) -> dict[str, str]:
    return top(type="file_limits", pattern=None, **keys)


def says_weaker(
    before: Mapping[str, str], after: Mapping[str, str], project: MakeProject, git: Git, run: Run
) -> tuple[list[str], bool]:
    """Commit *after* upon *before*; returns the notes, and whether one says "weaker"."""
    root = project({"x.py": "", "sub/x.py": "", **OTHER, **before}, commit=True)
    for path in {*before} - {*after}:
        (root / path).unlink()
    write_files(root, {**after, "y.py": ""})
    git(root, "add", "-A")
    err = run("pre-commit", "--tree", cwd=root).err
    notes = [line.partition(": note: ")[2].partition(";")[0] for line in err.splitlines()]
    return notes, "this may be weaker" in err


STRICTER = {
    "contract a changed: ignorable: reason in place of true": (top(), top(ignorable="reason")),
    "contract a changed: ignorable: false in place of reason": (
        top(ignorable="reason"),
        top(ignorable=False),
    ),
    "contract a changed: ignorable: reason in place of true ": (
        {**REASON, **top(ignorable=True)},
        {**REASON, **top()},
    ),
    "contract a changed: severity: error in place of warning": (top(severity="warning"), top()),
    "contract a changed: file_glob: only added to": (
        top(file_glob="*.py"),
        top(file_glob=["*.py", "*.pyi"]),
    ),
    "contract a changed: fix_safety": (
        top(fix="log("),
        {TOP: top(fix="log(")[TOP].replace('"safe"', '"unsafe"')},
    ),
    "contract a changed: max_lines: 5 in place of 9": (sizes(max_lines=9), sizes(max_lines=5)),
    "contract a changed: max_bytes": (sizes(max_lines=9), sizes(max_lines=9, max_bytes=9)),
    "changed: include: added pack:secrets": (
        {},
        {CONFIGURATION: "include: [{pack: secrets}]\n"},
    ),
    "changed: exclude: removed x.py": (
        {CONFIGURATION: "exclude: [x.py, y.py]\n"},
        {CONFIGURATION: "exclude: [y.py]\n"},
    ),
    "changed: directives_as_text: added x.py": ({}, {CONFIGURATION: "directives_as_text: x.py\n"}),
    "changed: ignorable: people in place of reason": (
        REASON,
        {CONFIGURATION: "ignorable: people\n"},
    ),
    "override of a removed": (override("severity: warning"), top()),
    "override of a changed: severity: error in place of warning": (
        override("severity: warning\nmessage: Ours."),
        override("severity: error\nmessage: Ours."),
    ),
    "contract a overridden by sub": (top(), override("message: Ours.")),
}
WEAKER = {
    "contract a changed: ignorable: reason in place of false": (
        {**REASON, **top(ignorable=False)},
        {**REASON, **top()},
    ),
    "contract a changed: severity: warning in place of error": (top(), top(severity="warning")),
    "contract a changed: file_glob: only added to": (
        top(type="file_exists", pattern=None, file_glob="x.py"),
        top(type="file_exists", pattern=None, file_glob=["x.py", "y.py"]),
    ),
    "contract a changed: file_glob: only added to ": (
        top(type="require_pattern", scope="tree", file_glob="x.py"),
        top(type="require_pattern", scope="tree", file_glob=["x.py", "y.py"]),
    ),
    "contract a changed: file_glob: only added to  ": (
        top(type="keep_pattern", file_glob="x.py"),
        top(type="keep_pattern", file_glob=["x.py", "y.py"]),
    ),
    "changed: include: added pack:secrets": (
        {CONFIGURATION: "include: [rules]\n", "rules/a.yaml": contract("private-key")},
        {
            CONFIGURATION: "include: [{pack: secrets}, rules]\n",
            "rules/a.yaml": contract("private-key"),
        },
    ),
    "contract a changed: max_lines: 9 in place of 5": (sizes(max_lines=5), sizes(max_lines=9)),
    "changed: exclude: order": (
        {CONFIGURATION: "exclude: [x.py, '!y.py']\n"},
        {CONFIGURATION: "exclude: ['!y.py', x.py]\n"},
    ),
    "changed: exclude: added x.py": ({}, {CONFIGURATION: "exclude: x.py\n"}),
    "changed: directives_as_text: removed x.py": (
        {CONFIGURATION: "directives_as_text: x.py\n"},
        {},
    ),
    "contract sub/a added": (top(), {**top(), SUB: contract("a", pattern="never")}),
    "override of a removed": (override("severity: error"), top()),
}


@pytest.mark.parametrize("said", STRICTER)
def test_what_only_makes_stricter_is_not_called_weaker(
    project: MakeProject, git: Git, run: Run, said: str
) -> None:
    notes, is_weaker = says_weaker(*STRICTER[said], project, git, run)
    assert (said.strip() in notes, is_weaker) == (True, False), notes


@pytest.mark.parametrize("said", WEAKER)
def test_what_may_be_weaker_says_so(project: MakeProject, git: Git, run: Run, said: str) -> None:
    notes, is_weaker = says_weaker(*WEAKER[said], project, git, run)
    assert (said.strip() in notes, is_weaker) == (True, True), notes


@pytest.mark.parametrize(
    ("link", "target", "before", "after"),
    [
        (TOP, "shared/a.yaml", contract("a"), contract("a", enabled=False)),
        (CONFIGURATION, "shared/config.yaml", "exclude: y.py\n", "exclude: [y.py, x.py]\n"),
    ],
)
def test_a_weaker_file_that_a_link_leads_to_is_named(
    project: MakeProject, git: Git, run: Run, link: str, target: str, before: str, after: str
) -> None:
    """The commit changes no file of ``.claude`` or ``.phaser``."""
    root = project({"x.py": "", target: before, **OTHER})
    (root / link).parent.mkdir(parents=True, exist_ok=True)
    (root / link).symlink_to(Path("../..", target) if link == TOP else Path("..", target))
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Link")
    write_files(root, {target: after})
    git(root, "add", "-A")
    assert "this may be weaker" in run("pre-commit", "--tree", cwd=root).err
    assert "this may be weaker" in run("scan", "--staged", cwd=root).err


def test_nothing_is_weaker_than_no_contract(project: MakeProject, git: Git, run: Run) -> None:
    """A first commit of contracts, with a pack, said that it may be."""
    root = project({"x.py": ""}, commit=True)
    write_files(root, {CONFIGURATION: "include: [{pack: secrets}]\nexclude: vendor/\n", **top()})
    git(root, "add", "-A")
    outcome = run("pre-commit", "--tree", cwd=root)
    assert (outcome.code, "contract a added" in outcome.err) == (0, True)
    assert "weaker" not in outcome.err
