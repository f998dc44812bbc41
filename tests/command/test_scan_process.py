"""What a scan on a pipe imports: nothing for a terminal, and little once its results are known."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

PROGRAM = """
import sys
before = set(sys.modules)
from phaser_lint.command.cli import main
code = main(sys.argv[1:])
sys.stderr.write("\\n".join(sorted({name.split(".")[0] for name in set(sys.modules) - before})))
sys.exit(code)
"""
FOR_A_TERMINAL = {"rich", "pygments", "markdown_it"}
TO_READ_CONTRACTS = {"yaml", "regex", "_regex"}
TO_JUDGE_MANY = {"hyperscan"}
FOR_GIT = {"subprocess"}
# Each takes as long as ten modules of this program, or brings one along that does.
HEAVY = {"contextlib", "hashlib", "importlib", "json", "typing"}


def import_modules(root: Path, cache: Path, *flags_of_scan: str) -> set[str]:
    """The packages that a scan of *root* imports."""
    flags = ("--root", str(root), "--project-contracts", "--cache-dir", str(cache))
    process = subprocess.run(
        (sys.executable, "-c", PROGRAM, "scan", *flags, *flags_of_scan),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 1, process.stderr
    return set(process.stderr.split("\n"))


def test_a_scan_imports_only_what_it_needs(tmp_path: Path) -> None:
    """Of a first scan, a second one, and one after a change, outside of a repository."""
    root = tmp_path / "tree"
    (root / ".phaser/contracts").mkdir(parents=True)
    (root / ".phaser/contracts/a.yaml").write_text(contract("no-print", pattern="print"))
    for number in range(48):
        (root / f"a{number}.py").write_text("print(1)\n")
    time.sleep(0.15)  # nothing is kept of what changed a tick ago
    pytest.importorskip("hyperscan")

    first_modules = import_modules(root, tmp_path / "cache")
    assert first_modules.isdisjoint(FOR_A_TERMINAL | FOR_GIT)
    assert first_modules >= {"yaml", "regex"} | TO_JUDGE_MANY

    second_modules = import_modules(root, tmp_path / "cache")
    not_needed = FOR_A_TERMINAL | FOR_GIT | TO_READ_CONTRACTS | TO_JUDGE_MANY | HEAVY
    assert second_modules.isdisjoint(not_needed)
    assert import_modules(root, tmp_path / "cache", "--format", "json").isdisjoint(not_needed)

    (root / "a1.py").write_text("print(2)\n")
    third_modules = import_modules(root, tmp_path / "cache")
    assert third_modules.isdisjoint(FOR_A_TERMINAL | FOR_GIT | {"yaml"} | TO_JUDGE_MANY)


def test_levels_that_did_not_change_need_no_more(project: MakeProject, tmp_path: Path) -> None:
    """The look for what does not count below the root loaded what tells of globs that select
    nothing, and so the engine: a tenth of a scan of 1,000 levels."""
    place = "services/pay/.phaser/contracts"
    files = {f"services/pay/a{number}.py": "print(1)\n" for number in range(48)}
    files[f"{place}/a.yaml"] = contract("no-print", pattern="print")
    root = project(files, contracts={"a.yaml": contract("no-input", pattern="input")})
    time.sleep(0.15)  # nothing is kept of what changed a tick ago
    import_modules(root, tmp_path / "cache")
    assert import_modules(root, tmp_path / "cache").isdisjoint(TO_READ_CONTRACTS | TO_JUDGE_MANY)


def test_imports_in_a_repository(project: MakeProject, tmp_path: Path) -> None:
    """Nothing for a terminal there either."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract("a", pattern="print")})
    assert import_modules(root, tmp_path / "cache").isdisjoint(FOR_A_TERMINAL)
