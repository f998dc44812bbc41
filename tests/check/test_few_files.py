"""Few files are searched at once, many by what is known of them: the report is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.check import project_scan
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.report import json

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

FILES = {
    "clean.py": "x = 1\n",
    "broken.py": "print(1)\n",
    "ignored.py": "print(2)  # phaser:ignore no-print -- why\n",
    "misspelt.py": "print(3)  # phaser:ignore no-prnt -- why\n",
    "src/windows.py": "x = 1\r\nprint(4)\r\n",
    "src/binary.py": "\0\1print(5)\n",
    "src/none.txt": "print(6)\n",
}
CONTRACT = """\
rule_id: no-print
type: forbid_pattern
pattern: print\\(
file_glob: '*.py'
message: No.
severity: error
"""


@pytest.fixture(name="root")
def _root(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = project(FILES, contracts={"no-print.yaml": CONTRACT}, commit=True)
    (root / "src" / "link.py").symlink_to("../broken.py")
    (root / "src" / "nowhere.py").symlink_to("gone.py")
    monkeypatch.chdir(root)
    return root


def report_of(root: Path, *, few: int, **options: object) -> str:
    """What a scan says that takes so many files for few."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project_scan, "FEW_FILES", few)
        scanned = ProjectOptions(root=str(root), cache_dir=f"{root}-cache")
        return json.render(check_project(scanned._replace(**options)))


@pytest.mark.parametrize(
    "options",
    [{}, {"paths": ("broken.py", "src/link.py")}, {"paths": ("src",)}, {"tracked": True}],
    ids=str,
)
def test_few_files_and_many_give_the_same_report(root: Path, options: dict[str, object]) -> None:
    many = report_of(root, few=-1, **options)
    assert report_of(root, few=16, **options) == many
    assert '"rule_id": "no-print"' in many


def test_of_few_files_no_results_are_kept(root: Path) -> None:
    """To read them takes longer than to search the files."""
    report_of(root, few=16)
    assert not (root.parent / f"{root.name}-cache" / "results").exists()
    report_of(root, few=3)
    assert (root.parent / f"{root.name}-cache" / "results").exists()


def test_few_files_that_hold_much_are_many(root: Path) -> None:
    """A megabyte, counted for each contract."""
    (root / "large.py").write_text("# a line\n" * 200_000)
    report_of(root, few=16)
    assert (root.parent / f"{root.name}-cache" / "results").exists()
