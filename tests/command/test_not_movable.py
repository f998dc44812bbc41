"""A text that a contract keeps in its file: a license that new files have, too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.hook.test_after_command import command_event

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

LICENSE = "# MIT\n"
BODY = "def f():\n    return 1\n"
EXAMPLE = {"before": {"a.py": LICENSE}, "files": {"a.py": "a = 1\n", "b.py": LICENSE}}
RENAMED = {"before": {"a.py": LICENSE}, "files": {"b.py": LICENSE}}
CONTRACTS = {
    "license.yaml": contract(
        "license", type="keep_pattern", pattern="^# MIT$", message="Leave it.", movable=False,
        examples={"valid": [RENAMED], "invalid": [EXAMPLE]},
    ),
    "print.yaml": contract("no-print"),
}  # fmt: skip
START = {"a.py": LICENSE + BODY, "b.py": f"{LICENSE}print(1)\n"}


def asked(run: Run, payload: bytes, root: Path) -> str:
    answer: dict[str, Any] = json.loads(run("hook", stdin=payload, cwd=root).out)
    return json.dumps(answer)


def broken(run: Run, root: Path, *flags: str) -> list[str]:
    report = json.loads(run("scan", "--format=json", *flags, cwd=root).out)
    return [violation["path"] for violation in report["violations"]]


def test_a_new_file_with_the_license_takes_it_from_no_other(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Before the edit, after a command, at Stop, in what is staged, and since a revision."""
    root = project(START, contracts=CONTRACTS, commit=True)
    write_files(root, {"c.py": LICENSE + "c = 1\n"})
    denial = asked(run, event(cwd=root, file_path=root / "a.py", content=BODY), root)
    assert "Leave it. (line 1 before: # MIT)" in denial
    assert "write it there first" not in denial
    # What another file with the license breaks is no part of what comes along.
    added = event(cwd=root, file_path=root / "d.py", content=f"{LICENSE}print(1)\n")
    assert "no-print" in asked(run, added, root)
    write_files(root, {"a.py": BODY})
    assert "Leave it." in asked(run, command_event(root, "make"), root)
    assert "Leave it." in asked(run, event(name="Stop", cwd=root, session_id="two"), root)
    assert broken(run, root, "--since", "HEAD") == ["a.py"]
    git(root, "add", "-A")
    assert broken(run, root, "--staged", "--rule", "license") == ["a.py"]
    git(root, "commit", "-q", "-m", "Lose it")
    assert broken(run, root, "--since", "HEAD~1") == ["a.py"]
    assert run("test", cwd=root).code == 0


def test_a_renamed_file_keeps_its_license(project: MakeProject, run: Run, git: Git) -> None:
    root = project(START, contracts=CONTRACTS, commit=True)
    (root / "a.py").rename(root / "new.py")
    write_files(root, {"new.py": f"{LICENSE}{BODY}x = 1\n"})
    assert asked(run, command_event(root, "git mv a.py new.py"), root) == "{}"
    git(root, "add", "-A")
    assert broken(run, root, "--staged", "--rule", "license") == []
    assert broken(run, root, "--since", "HEAD") == []


def test_a_file_is_deleted_with_its_license(project: MakeProject, run: Run, git: Git) -> None:
    """No directive could have let it pass: it counts only where the file had it before."""
    root = project(START, contracts=CONTRACTS, commit=True)
    (root / "a.py").unlink()
    assert asked(run, command_event(root, "rm a.py"), root) == "{}"
    assert asked(run, event(name="Stop", cwd=root, session_id="two"), root) == "{}"
    git(root, "add", "-A")
    assert broken(run, root, "--staged", "--rule", "license") == []
    assert broken(run, root, "--since", "HEAD") == []
