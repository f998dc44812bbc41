"""What fixes make of violations: in the reports of shards, and the same once they are merged."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.command.made import contract

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

CONTRACTS = {
    "a.yaml": contract(pattern=r"print\((.*?)\)", fix=r"log(\1)"),
    "b.yaml": contract("header", type="require_pattern", pattern="SPDX", fix={"prepend": "# SPDX"}),
    "c.yaml": contract(
        "license", type="file_exists", pattern=None, file_glob="/LICENSE", fix={"content": "MIT\n"}
    ),
    "d.yaml": contract("worse", pattern="bad", fix="bad bad"),
}
FILES = {f"{number}.py": f"x\nprint({number})\nbad\n" for number in range(9)}


def test_merged_shards_have_the_fixes_of_a_whole_scan(project: MakeProject, run: Run) -> None:
    """In every format that shows them."""
    root = project({**FILES}, contracts=CONTRACTS)
    shard_reports = [str(root.parent / f"{number}.json") for number in (1, 2)]
    for number, report in enumerate(shard_reports, start=1):
        run("scan", f"--shard={number}/2", f"--format=json={report}", cwd=root)
    for name in ("json", "sarif", "rdjson"):
        whole_report = json.loads(run("scan", "--format", name, cwd=root).out)
        assert (
            json.loads(run("merge", "--format", name, *shard_reports, cwd=root).out) == whole_report
        )
    violations = json.loads(run("scan", "--format=json", cwd=root).out)["violations"]
    fixed = {violation["rule_id"] for violation in violations if "fix" in violation}
    assert fixed == {"no-print", "header", "license"}
