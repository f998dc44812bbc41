"""Partners and lists in scans: among all files there are, whatever part of them is checked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.conftest import write_files
from tests.hook.test_partners_and_lists import CONTRACTS, FILES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

OLD = ["back db/2.up.sql"]
LOST = ["listed src/a.py:1", *OLD]


@pytest.fixture
def root(project: MakeProject) -> Path:
    """A project in which all is committed."""
    return project(FILES, contracts=CONTRACTS, commit=True)


def violations_in_json(text: str) -> list[str]:
    """The violations of a report in JSON."""
    rows = json.loads(text)["violations"]
    return sorted(
        f"{row['rule_id']} {row['path']}" + (f":{row['line']}" if row["line"] else "")
        for row in rows
    )


def scan_violations(run: Run, root: Path, *arguments: str) -> list[str]:
    return violations_in_json(run("scan", *arguments, "--format=json", cwd=root).out)


def merge_violations(run: Run, root: Path, numbers: Iterable[int]) -> list[str]:
    reports = [str(root.parent / f"{number}.json") for number in numbers]
    for number, report in enumerate(reports, start=1):
        run("scan", f"--shard={number}/{len(reports)}", f"--format=json={report}", cwd=root)
    return violations_in_json(run("merge", "--format=json", *reports, cwd=root).out)


def test_a_scan_of_a_part_knows_partners_and_lists_elsewhere(run: Run, root: Path) -> None:
    """What it goes with lies elsewhere."""
    assert scan_violations(run, root) == OLD
    assert scan_violations(run, root, "src", "packages") == []
    assert scan_violations(run, root, "src/a.py", "db/1.up.sql", "packages/a/a.txt") == []
    write_files(root, {"docs/api.md": ""})
    (root / "db/1.down.sql").unlink()
    (root / "packages/a/README.md").unlink()
    assert scan_violations(run, root, "src/a.py") == ["listed src/a.py:1"]
    assert scan_violations(run, root, "db/1.up.sql") == ["back db/1.up.sql"]
    assert scan_violations(run, root, "packages") == ["readme packages/a"]


def test_a_cached_result_knows_that_a_list_changed(run: Run, root: Path) -> None:
    """A list that loses a line shows in code that nobody touched, and so does a partner."""
    assert [scan_violations(run, root), scan_violations(run, root)] == [OLD, OLD]
    write_files(root, {"docs/api.md": "- none\n"})
    assert [scan_violations(run, root), scan_violations(run, root)] == [sorted(LOST), sorted(LOST)]
    (root / "docs/api.md").unlink()
    assert scan_violations(run, root) == sorted(LOST)
    write_files(root, {"docs/other.md": "- one\n", "db/2.down.sql": ""})
    assert scan_violations(run, root) == []


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_shards_know_lists_of_each_other(run: Run, root: Path, number: int) -> None:
    """Files of all shards lie in a folder; a list may be in another one."""
    write_files(root, {"docs/api.md": "", **{f"packages/b/{name}.txt": "" for name in "abcdefgh"}})
    expected = sorted([*LOST, "readme packages/b"])
    assert merge_violations(run, root, range(number)) == scan_violations(run, root) == expected


def test_the_index_tells_which_partners_exist(run: Run, root: Path, git: Git) -> None:
    """The index tells, not the disk."""
    write_files(root, {"docs/api.md": "", "db/2.down.sql": ""})
    assert scan_violations(run, root, "--staged") == OLD
    git(root, "add", "-A")
    write_files(root, {"docs/api.md": "- one\n"})
    (root / "db/2.down.sql").unlink()
    assert scan_violations(run, root, "--staged") == ["listed src/a.py:1"]


def test_lists_and_partners_of_the_base_tell_what_exists(run: Run, root: Path, git: Git) -> None:
    """Its own lists and partners decide what exists in the base."""
    write_files(root, {"src/b.py": "def two(): 0\n", "packages/b/b.txt": ""})
    git(root, "add", "-A")
    assert scan_violations(run, root, "--since", "HEAD") == [
        "listed src/b.py:1",
        "readme packages/b",
    ]
    git(root, "commit", "-qm", "b")
    assert scan_violations(run, root, "--since", "HEAD") == []
    write_files(root, {"docs/api.md": "- two\n"})
    assert scan_violations(run, root, "--since", "HEAD") == ["listed src/a.py:1"]


def test_a_baseline_covers_folders(run: Run, root: Path) -> None:
    """Folders are written down, too; what is new is reported."""
    write_files(root, {"docs/api.md": "", "packages/b/b.txt": ""})
    run("baseline", cwd=root)
    assert scan_violations(run, root) == []
    write_files(root, {"src/a.py": "def one(): 0\ndef two(): 0\n", "packages/c/c.txt": ""})
    assert scan_violations(run, root) == ["listed src/a.py:2", "readme packages/c"]


def test_a_notebook_is_code_and_a_list(run: Run, root: Path) -> None:
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": ["def two(): 0"]}]
    text = json.dumps(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}, indent=1
    )
    write_files(root, {"src/n.ipynb": text})
    assert scan_violations(run, root, "src") == ["listed src/n.ipynb:11"]
    write_files(root, {"docs/api.md": "one two"})
    assert scan_violations(run, root, "src") == []


def test_a_glob_without_any_list_is_a_notice(run: Run, root: Path) -> None:
    """A notice says so, once."""
    (root / "docs/api.md").unlink()
    report = json.loads(run("scan", "--format=json", cwd=root).out)
    expected_text = "listed_in of listed matches no file: docs/*.md"
    assert [notice["text"] for notice in report["notices"] if notice["text"] == expected_text] == [
        expected_text
    ]


FORMATS = ("text", "github", "sarif", "gitlab", "junit", "rdjson", "markdown", "html")


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("form", FORMATS)
def test_a_folder_in_every_format(run: Run, root: Path, form: str) -> None:
    """Is named as a file would be."""
    (root / "packages/a/README.md").unlink()
    outcome = run("scan", "packages", f"--format={form}", cwd=root)
    assert (outcome.code, outcome.err.count("Traceback")) == (1, 0)
    assert "packages/a" in outcome.out
    assert "(missing: packages/a/README.md)" in outcome.out


def test_a_link_that_leads_nowhere_is_no_partner(run: Run, root: Path) -> None:
    """One that leads to a file is."""
    (root / "db/2.down.sql").symlink_to("1.down.sql")
    assert scan_violations(run, root) == []
    (root / "db/2.down.sql").unlink()
    (root / "db/2.down.sql").symlink_to("nowhere")
    assert scan_violations(run, root) == OLD
