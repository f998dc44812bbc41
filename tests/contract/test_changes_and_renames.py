"""Which changes ask for others by the key ``changes``, and what a rename is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.changes_and_renames import find_moved_files
from phaser_lint.contract.own_examples import agrees_with_author, list_keyed_examples
from tests.command.made import contract as contract_text
from tests.conftest import write_files
from tests.examples import check, contract

if TYPE_CHECKING:
    from phaser_lint.core.file_records import ChangeKind
    from tests.conftest import Git, MakeProject, Run

PAGE = "".join(f"line {number}\n" for number in range(8))
HALF = "".join(f"line {number}\n" for number in range(4)) + "a\nb\nc\nd\n"
LESS = "".join(f"line {number}\n" for number in range(3)) + "a\nb\nc\nd\ne\n"
Files = dict[str, str]


@pytest.mark.parametrize(
    ("gone", "new", "expected"),
    [
        ({"a": PAGE}, {"b": PAGE}, {"a": "b"}),
        ({"a": ""}, {"b": ""}, {"a": "b"}),
        ({"a": PAGE}, {"b": HALF}, {"a": "b"}),
        ({"a": PAGE}, {"b": LESS}, {}),
        ({"a": PAGE}, {"b": PAGE + "x\n" * 9}, {}),
        ({"a": PAGE}, {}, {}),
        ({"a": PAGE, "b": PAGE}, {"c": PAGE}, {"a": "c"}),
        ({"a": HALF}, {"b": HALF + "x\n", "c": PAGE}, {"a": "b"}),
        ({"a": PAGE, "b": HALF}, {"c": PAGE, "d": HALF + "x\n"}, {"a": "c", "b": "d"}),
        ({"a": "x"}, {"b": "y"}, {}),
    ],
)
def test_a_rename_keeps_half_of_the_lines(gone: Files, new: Files, expected: Files) -> None:
    assert find_moved_files(gone, new) == expected


def test_in_an_edit_a_rename_keeps_every_byte() -> None:
    assert find_moved_files({"a": PAGE}, {"b": HALF, "c": PAGE}, only_equal=True) == {"a": "c"}


MODIFIED = ({"t/a": PAGE}, {"t/a": HALF})
CREATED = ({}, {"t/b": PAGE})
DELETED = ({"t/a": PAGE}, {})
RENAMED = ({"t/a": PAGE}, {"t/b": PAGE})
MOVED_IN = ({"a": PAGE}, {"t/b": HALF})
MOVED_OUT = ({"t/a": PAGE}, {"b": HALF})


@pytest.mark.parametrize(
    ("changes", "changed", "expected"),
    [
        (None, MODIFIED, "t/a"),
        (None, RENAMED, "t/a (2 files changed)"),
        ("modify", MODIFIED, "t/a"),
        (["create", "delete", "rename"], MODIFIED, ""),
        ("create", CREATED, "t/b"),
        ("create", DELETED, ""),
        ("create", RENAMED, "t/b"),
        ("delete", RENAMED, "t/a"),
        (["create", "delete"], RENAMED, "t/a (2 files changed)"),
        ("rename", RENAMED, "t/b"),
        (["rename", "create", "delete"], RENAMED, "t/b"),
        (["rename", "create"], CREATED, "t/b"),
        ("rename", CREATED, ""),
        ("rename", DELETED, ""),
        ("rename", MOVED_IN, "t/b"),
        ("rename", MOVED_OUT, "t/a"),
        ("modify", RENAMED, ""),
    ],
)
def test_a_contract_tells_which_changes_ask_for_it(
    changes: Any, changed: tuple[Files, Files], expected: str
) -> None:
    before, after = changed
    keys = {} if changes is None else {"changes": changes}
    together = contract(kind="changed_together", file_glob="t/", with_glob="log", **keys)
    kinds: dict[str, ChangeKind] = {
        path: "delete" if path not in after else "modify" if path in before else "create"
        for path in {**before, **after}
        if before.get(path) != after.get(path)
    }
    report = check([together], after, changes=kinds, then=before)
    reported = "".join(
        f"{violation.path}{violation.message.removeprefix('Fix a.')}"
        for violation in report.violations
    )
    assert reported == expected
    met = check([together], {**after, "log": "x"}, changes={**kinds, "log": "create"}, then=before)
    assert met.violations == ()


def test_an_example_of_a_change_asks_for_its_contract() -> None:
    """A path by itself is what the contract asks of; files and before may be a rename."""
    renamed = {"files": {"t/b": PAGE}, "before": {"t/a": PAGE}}
    together = contract(
        kind="changed_together",
        file_glob="t/",
        with_glob="log",
        changes=["rename", "create"],
        examples={
            "valid": [{"files": {"t/a": HALF}, "before": {"t/a": PAGE}}],
            "invalid": ["t/new", renamed],
        },
    )
    assert all(
        agrees_with_author(together, example, seconds=1)
        for example in list_keyed_examples(together)
    )


def test_a_rename_and_a_mode_in_git(project: MakeProject, run: Run, git: Git) -> None:
    """Between commits, staged and on the disk; a changed mode modifies."""
    together = contract_text(
        "together", type="changed_together", pattern=None, file_glob="t/", with_glob="log",
        changes=["rename", "modify"], message="Log it.",
    )  # fmt: skip
    root = project({"t/a": PAGE, "t/c": "c\n"}, contracts={"a.yaml": together}, commit=True)
    (root / "t/a").unlink()
    write_files(root, {"t/b": HALF})
    said = "t/b:1:1: error: Log it. [together]"
    assert said in run("scan", "--since", "HEAD", cwd=root).out
    git(root, "add", "--all")
    assert said in run("scan", "--staged", cwd=root).out
    git(root, "commit", "-q", "--no-verify", "-m", "renamed")
    assert said in run("scan", "--since", "HEAD~", cwd=root).out
    assert run("scan", "--since", "HEAD", cwd=root).code == 0
    git(root, "update-index", "--chmod=+x", "t/c")
    assert "t/c:1:1" in run("scan", "--staged", cwd=root).out
