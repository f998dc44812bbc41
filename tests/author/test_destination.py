"""New contracts go to one folder, and over nothing that is there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.author.destination import choose_destination, write_new_contracts
from phaser_lint.core.errors import UsageError
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def tree(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text() if path.is_file() else ""
        for path in sorted(root.rglob("*"))
        if path.is_file() or not any(path.iterdir())
    }


@pytest.mark.parametrize(
    ("files", "here", "chosen_folder", "shown_path"),
    [
        ({"p/x": ""}, "p", None, ".claude/contracts/a.yaml"),
        ({"p/.phaser/contracts/b.yaml": ""}, "p", None, ".phaser/contracts/a.yaml"),
        ({"p/.phaser/config.yaml": ""}, "p", None, ".phaser/contracts/a.yaml"),
        (
            {"p/.phaser/contracts/b.yaml": "", "p/.claude/contracts/c.yaml": ""},
            "p",
            None,
            ".claude/contracts/a.yaml",
        ),
        ({"p/d/x": ""}, "p/d", None, "../.claude/contracts/a.yaml"),
        ({"p/d/x": ""}, "p/d", "own", "own/a.yaml"),
        ({"p/x": ""}, "p", "../o", "{root}/o/a.yaml"),
    ],
)
def test_a_contract_is_written_to_the_folder_that_is_there(
    tmp_path: Path, files: Mapping[str, str], here: str, chosen_folder: str | None, shown_path: str
) -> None:
    """The folder that is there, at the root; the named one is seen from the working directory."""
    write_files(tmp_path, files)
    top = tmp_path / "p"
    place = choose_destination(str(top), here=str(tmp_path / here), chosen_folder=chosen_folder)
    written_paths = write_new_contracts(place, {"a": "rule_id: a\n"}).written
    assert written_paths == (shown_path.format(top=top, root=tmp_path),)
    assert (tmp_path / here / written_paths[0]).read_text() == "rule_id: a\n"


@pytest.mark.parametrize(
    ("files", "reasons_by_id"),
    [
        ({".claude/contracts/b.yaml": "rule_id: b\n"}, {}),
        ({".claude/contracts/b.yaml": "# rule_id: a\n"}, {}),
        ({".claude/contracts/a.yaml": "rule_id: b\n"}, {"a": ".claude/contracts/a.yaml"}),
        ({".claude/contracts/a.yml": "{"}, {"a": ".claude/contracts/a.yml"}),
        (
            {".claude/contracts/b.yaml": "rule_id: b\n---\nrule_id: a\nenabled: false\n"},
            {"a": ".claude/contracts/b.yaml"},
        ),
        ({".phaser/contracts/b.yaml": "rule: {id: a}\n"}, {"a": ".phaser/contracts/b.yaml"}),
    ],
)
def test_a_taken_id_is_told_and_the_others_are_written(
    tmp_path: Path, files: Mapping[str, str], reasons_by_id: Mapping[str, str]
) -> None:
    """In either folder of the level, valid or not; the others are written all the same."""
    write_files(tmp_path, {**files, ".claude/contracts/other.md": ""})
    before = tree(tmp_path)
    place = choose_destination(str(tmp_path), here=str(tmp_path))
    new_contracts = write_new_contracts(place, {"a": "rule_id: a\n", "new": "rule_id: new\n"})
    assert dict(new_contracts.left) == reasons_by_id
    new = {
        f".claude/contracts/{rule_id}.yaml"
        for rule_id in ("a", "new")
        if rule_id not in reasons_by_id
    }
    assert set(new_contracts.written) == new
    assert set(tree(tmp_path)) == {*before, *new}
    assert {path: text for path, text in tree(tmp_path).items() if path not in new} == before


@pytest.mark.parametrize(
    ("links", "error_start"),
    [
        ({".claude/contracts": "../out"}, ".claude/contracts: a link leads out of the project"),
        ({".claude": "../out"}, ".claude/contracts: a link leads out of the project"),
        ({".claude": "x"}, ".claude/contracts: expected a folder for contracts"),
    ],
)
def test_a_folder_that_cannot_be_written_to_is_told_before(
    tmp_path: Path, links: Mapping[str, str], error_start: str
) -> None:
    """A folder behind a link that leads out, and a file in its place, are said before."""
    write_files(tmp_path, {"p/x": "", "out/y": ""})
    top = tmp_path / "p"
    for link, target in links.items():
        (top / link).parent.mkdir(exist_ok=True)
        (top / link).symlink_to(top / target)
    with pytest.raises(UsageError) as error:
        choose_destination(str(top), here=str(top))
    assert str(error.value).startswith(error_start)
    assert tree(tmp_path / "out") == {"y": ""}


def test_all_new_files_are_written_or_none(tmp_path: Path) -> None:
    """What was written before one that cannot be goes again, and so do the folders made for it."""
    place = choose_destination(str(tmp_path), here=str(tmp_path))
    with pytest.raises(UsageError, match="cannot be written: File name too long"):
        write_new_contracts(place, {"a": "rule_id: a\n", "b" * 300: "rule_id: b\n"})
    assert os.listdir(tmp_path) == []


def test_an_interrupt_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does ^C, just as the second of three contracts has got its name."""
    link, linked = os.link, []

    def interrupted(source: str, target: str) -> None:
        link(source, target)
        linked.append(target)
        if len(linked) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(os, "link", interrupted)
    place = choose_destination(str(tmp_path), here=str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        write_new_contracts(place, {rule_id: f"rule_id: {rule_id}\n" for rule_id in "abc"})
    assert (len(linked), os.listdir(tmp_path)) == (2, [])


def test_the_file_of_another_process_stays(tmp_path: Path) -> None:
    """One that wrote the same id meanwhile."""
    place = choose_destination(str(tmp_path), here=str(tmp_path))
    write_files(tmp_path, {".claude/contracts/b.yaml": "rule_id: b\n"})
    with pytest.raises(UsageError, match=r"^\.claude/contracts: cannot be written: File exists$"):
        write_new_contracts(place, {"a": "rule_id: a\n", "b": "rule_id: b # mine\n"})
    assert tree(tmp_path) == {".claude/contracts/b.yaml": "rule_id: b\n"}


@pytest.mark.parametrize(
    ("chosen_folder", "note"),
    [
        (None, ""),
        ("d/.phaser/contracts", ""),
        ("shared", ""),
        (
            "d/rules",
            "d/rules: note: contracts count in .claude/contracts and .phaser/contracts, and in "
            "folders that .phaser/config.yaml includes",
        ),
    ],
)
def test_a_folder_in_which_no_contract_counts(
    tmp_path: Path, chosen_folder: str | None, note: str
) -> None:
    """It may be named, and that is said."""
    files = {".phaser/config.yaml": "include: shared\n", "shared/b.yaml": "rule_id: b\n"}
    write_files(tmp_path, files)
    assert (
        choose_destination(str(tmp_path), here=str(tmp_path), chosen_folder=chosen_folder).note
        == note
    )
