"""Notices of a scan of a project, and what they cost where there is nothing to say."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.project_notices import note_idle_contracts
from tests.command.made import contract as contract_file
from tests.counted_work import calls_of
from tests.examples import at_level, contract

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

PATHS = [f"app/src/a{number}.py" for number in range(1_000)]


def test_a_glob_that_no_folder_could_make_right_is_not_tried_on_each_file() -> None:
    """In a large repository a scan took twice as long for five such contracts."""
    idle = [contract(file_glob="lib/debug/*.py")]
    work = partial(note_idle_contracts, idle, PATHS)
    assert [notice.text for notice in work()] == ["the glob of a matches no file"]
    assert calls_of(work, function_name="selects_path") == 0


@pytest.mark.parametrize(
    "glob", ["src/*.py", "src/a1.py", "s?c/*.py", "{src,lib}/*.py", "app/src/"]
)
@pytest.mark.parametrize("level", ["", "app"])
def test_whatever_a_glob_begins_with_the_one_for_any_folder_is_named(glob: str, level: str) -> None:
    """From the root, and from the folder of a level that lies above."""
    paths = [f"app/lib/{path}" for path in PATHS[:3]]
    (notice,) = note_idle_contracts([at_level(level, file_glob=glob)], paths)
    assert f"; **/{glob} selects " in notice.text


def test_of_a_pack_nothing_is_said_and_nothing_tried() -> None:
    """Its contracts are for projects in many languages."""
    idle = [contract(file_glob="src/*.py")._replace(path="pack:secrets/a.yaml")]
    work = partial(note_idle_contracts, idle, PATHS)
    assert work() == []
    assert calls_of(work, function_name="selects_path") == 0


@pytest.mark.parametrize(
    ("kind", "keys", "is_noted"),
    [
        ("file_frozen", {"changes": ["modify", "delete"]}, True),
        ("file_frozen", {"changes": ["create"]}, False),
        ("file_frozen", {}, False),
        ("keep_pattern", {"pattern": "a"}, True),
        ("file_not_exists", {}, False),
    ],
)
def test_a_glob_without_files_is_noted_where_only_files_that_are_there_can_break_it(
    kind: str, keys: dict[str, object], *, is_noted: bool
) -> None:
    """With `db/migrat/*.rb` no migration was frozen, and no scan said so."""
    idle = contract(kind=kind, **{"pattern": None, "file_glob": "db/migrat/*.rb", **keys})
    assert bool(note_idle_contracts([idle], PATHS)) is is_noted


@pytest.mark.parametrize(
    ("keys", "exclude", "reason"),
    [
        ({}, "*", "exclude in .phaser/config.yaml leaves out all 2 files"),
        ({}, "b.py", ""),
        ({"exclude_glob": "*.py"}, "", "exclude_glob leaves out all 2 files"),
        (
            {"path_pattern": "web"},
            "",
            "path_pattern leaves out all 2 files: it is searched in the path",
        ),
        ({"file_glob": ["a.py", "!*.py"]}, "", "a negated glob leaves out the one file"),
    ],
)
def test_what_leaves_out_all_files_of_a_contract_is_named(
    project: MakeProject, run: Run, keys: dict[str, object], exclude: str, reason: str
) -> None:
    """With `exclude: ["*"]` each contract matched no file, and nothing said why."""
    files = {"a.py": "x\n", "b.py": "x\n"}
    if exclude:
        files[".phaser/config.yaml"] = f"exclude: ['{exclude}']\n"
    root = project(files, contracts={"a.yaml": contract_file(**keys)})
    path = ".claude/contracts/a.yaml"
    note = f"{path}: note: the glob of no-print matches no file; {reason}\n" if reason else ""
    checked = "1 file checked\n" if not reason else "0 files checked\n"
    assert run("scan", cwd=root) == (0, "0 errors, 0 warnings\n", f"{note}{checked}")
