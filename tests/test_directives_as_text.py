"""Directives that the configuration takes for text: one answer everywhere, and at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.contract.stored import Later

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CONFIGURATION = ".phaser/config.yaml"
NO_SHOWN = """\
rule_id: no-shown
type: file_not_exists
file_glob: 'shown.*'
message: 'Show nothing.'
severity: error
"""
SHOWN = "print(1)  # phaser:ignore no-print\n"
FILES = {
    ".claude/contracts/a.yaml": contract(),
    ".claude/contracts/b.yaml": NO_SHOWN,
    "docs/a.py": SHOWN,
    "docs/shown.md": "<!-- phaser:ignore-file no-shown -->\n",
    "src/a.py": SHOWN,
}
TEXT_ALONE = {"docs/a.py", "docs/shown.md"}


def of_scan(root: Path, run: Run) -> set[str]:
    rows = json.loads(run("scan", "--format", "json", cwd=root).out)["violations"]
    return {row["path"] for row in rows}


def of_shards(root: Path, run: Run) -> set[str]:
    names = [str(root.parent / f"{number}.json") for number in (1, 2, 3)]
    for number, name in enumerate(names, start=1):
        run("scan", "--shard", f"{number}/3", "--format", f"json={name}", cwd=root)
    rows = json.loads(run("merge", *names, "--format", "json", cwd=root).out)["violations"]
    return {row["path"] for row in rows}


def of_hook(root: Path, run: Run) -> set[str]:
    denied = set()
    for path in sorted(name for name in FILES if not name.startswith(".")):
        text = (root / path).read_text()
        proposed = event(file_path=root / path, content=text, cwd=root)
        (root / path).rename(root / "away")
        answer = json.loads(run("hook", stdin=proposed, cwd=root).out)
        (root / "away").rename(root / path)
        denied |= {path} if "hookSpecificOutput" in answer else set()
    return denied


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("found_by", [of_scan, of_shards, of_hook])
def test_directives_count_as_earlier_runs_say(
    project: MakeProject,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    found_by: Callable[[Path, Run], set[str]],
) -> None:
    """With what earlier runs kept: of the files, and of the contracts."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    root = project(FILES)
    for text, expected in (
        ("", set()),
        ("directives_as_text: docs/\n", TEXT_ALONE),
        ("directives_as_text: ['*', '!docs/']\n", {"src/a.py"}),
        ("# none\n", set()),
    ):
        write_files(root, {CONFIGURATION: text})
        assert [found_by(root, run), found_by(root, run)] == [expected] * 2
