"""Whole cases on a drive of Windows: backslashes, drives in either case, the same verdict."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

import pytest

from tests.action_runner import key_values
from tests.case_answers import stdin_of
from tests.case_files import Case, read_case
from tests.case_repositories import after_edit, before_edit, change, staged
from tests.command.made import contract
from tests.conftest import PROGRAM, Outcome
from tests.github_server import pull_request_environment
from tests.report.runner_commands import annotations_of
from tests.tables import one_in
from tests.test_cases import (
    NAMES,
    before_last_edit,
    check_enforce,
    check_hook,
    check_hook_after,
    check_precommit,
    check_scan,
)
from tests.windows import drive
from tests.windows import test_without as without_names
from tests.windows.test_without import project_with_violations

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.conftest import Git, MakeProject, Run
    from tests.github_server import Server

EVERY = 20
# The installation's own folder, so that its programs are found on the drive as they are here.
PROGRAM_FOLDERS = (str(PROGRAM.parent), *os.get_exec_path())


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that is the drive; all projects lie below it."""
    for name in ("Temp", "Users/ann/AppData/Local"):
        (tmp_path_factory.getbasetemp() / name).mkdir(parents=True, exist_ok=True)
    return tmp_path_factory.getbasetemp().resolve()


@pytest.fixture(scope="module")
def run(base: Path) -> Iterator[Run]:
    """Runs commands on the machine with that drive."""
    environment = {
        "DRIVE": str(base),
        "PATH": ";".join(f"D:{folder}".replace("/", "\\") for folder in PROGRAM_FOLDERS),
        "USERPROFILE": "C:\\Users\\ann",
        "LOCALAPPDATA": "C:\\Users\\ann\\AppData\\Local",
        "LC_ALL": "C.UTF-8",
    }
    process = subprocess.Popen(
        (sys.executable, str(Path(drive.__file__))),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin
    assert process.stdout

    def answer(
        *arguments: str,
        stdin: bytes = b"",
        cwd: object = None,
        env: Mapping[str, str] | None = None,
    ) -> Outcome:
        assert process.stdin
        assert process.stdout
        command = {
            "arguments": arguments,
            "stdin": stdin.decode(),
            "cwd": str(cwd),
            "environment": dict(env or {}),
        }
        process.stdin.write(json.dumps(command) + "\n")
        process.stdin.flush()
        return Outcome(*json.loads(process.stdout.readline()))

    yield answer
    process.stdin.close()
    process.stdout.close()
    process.wait(10)


def on_windows(root: Path, base: Path) -> PureWindowsPath:
    """What *root* is called there."""
    return PureWindowsPath("C:\\", *root.relative_to(base).parts)


# It names the file that is not there, with backslashes.
NATIVE = ("edit-missing-file",)


@pytest.fixture(params=one_in(EVERY, [name for name in NAMES if name not in NATIVE]))
def case(request: pytest.FixtureRequest) -> Case:
    """One case in twelve; in the slow set each of them."""
    return read_case(request.param)


def test_a_path_that_is_shown(project: MakeProject, run: Run, base: Path) -> None:
    """As Windows writes it."""
    case = read_case(NATIVE[0])
    root = on_windows(before_edit(case, project), base)
    outcome = run("hook", stdin=stdin_of(case, root), cwd=root)  # type: ignore[arg-type]
    assert f"File not found: {root}\\src\\app.py" in json.loads(outcome.out)["systemMessage"]


def test_scan(case: Case, project: MakeProject, run: Run, base: Path) -> None:
    """The whole report."""
    check_scan(case, on_windows(project(case.files), base), run)  # type: ignore[arg-type]


def test_hook(case: Case, project: MakeProject, run: Run, base: Path) -> None:
    """Before the edit, with backslashes in the event."""
    check_hook(case, on_windows(before_last_edit(case, project), base), run)  # type: ignore[arg-type]


def test_the_hook_after_an_edit_answers_on_windows(
    case: Case, project: MakeProject, run: Run, git: Git, base: Path
) -> None:
    root = on_windows(after_edit(case, project, git), base)
    check_hook_after(case, root, run)  # type: ignore[arg-type]


def test_enforce(case: Case, project: MakeProject, run: Run, base: Path) -> None:
    """The specified command."""
    check_enforce(case, on_windows(before_edit(case, project), base), run)  # type: ignore[arg-type]


@pytest.mark.one_row_in(2)
def test_precommit(case: Case, project: MakeProject, run: Run, git: Git, base: Path) -> None:
    """Both hooks, on names with slashes, as git has them."""
    root = project(case.before, commit=True)
    change(case, root, git)
    names = staged(root, git)
    check_precommit(case, on_windows(root, base), run, names, {})  # type: ignore[arg-type]


def test_action(server: Server, run: Run, base: Path) -> None:
    """A pull request of which the checkout holds the last commit; the inputs have backslashes."""
    folder = server.root.parent
    root = on_windows(server.checkout(folder / "workspace", depth=1), base)
    event = pull_request_environment(server, folder)
    for name in ("output", "summary.md"):
        (folder / name).touch()
    runner = {
        "GITHUB_EVENT_PATH": str(on_windows(folder / "event.json", base)),
        "GITHUB_WORKSPACE": str(root).lower(),
        "GITHUB_OUTPUT": str(on_windows(folder / "output", base)),
        "GITHUB_STEP_SUMMARY": str(on_windows(folder / "summary.md", base)),
        "PHASER_PATHS": f"{root}\\a.py\n.\\new.py",
        "PHASER_SARIF_FILE": "out\\report.sarif",
    }
    (folder / "workspace" / "out").mkdir()
    outcome = run("action", cwd=root, env={**event, **runner})  # type: ignore[arg-type]
    assert (outcome.code, outcome.err) == (1, "")
    annotated_paths = [command.properties["file"] for command in annotations_of(outcome.out)]
    assert annotated_paths == ["a.py", "new.py"]
    outputs = key_values((folder / "output").read_bytes().decode())
    assert (outputs["new"], outputs["old"]) == ("2", "1")
    assert outputs["sarif-file"] == "out\\report.sarif"
    report = json.loads((folder / "workspace" / "out" / "report.sarif").read_text())
    places = [
        sarif_result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for sarif_result in report["runs"][0]["results"]
    ]
    assert places == ["a.py", "new.py"]


def test_names_of_no_encoding(project: MakeProject, git: Git, run: Run, base: Path) -> None:
    """git has them from elsewhere, and Windows' Python decodes none."""
    contracts = {"a.yaml": contract("no-print", file_glob="*.py")}
    root = project({}, contracts=contracts, commit=True)
    (root / os.fsdecode(b"\xff.py")).write_text("log(1)\n")
    (root / "b.py").write_text("print(1)\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Second")
    for flags in (("--since", "HEAD~1"), ("--contracts-from", "HEAD"), ()):
        outcome = run("scan", *flags, cwd=on_windows(root, base))  # type: ignore[arg-type]
        assert (outcome.code, "b.py:1:1: error" in outcome.out) == (1, True), (flags, outcome)
    assert run("history", cwd=on_windows(root, base)).code == 0  # type: ignore[arg-type]


# Each in a project with an existing violation, a staged and an unstaged one; and what else it
# takes.
COMMANDS = (
    *(words for words in without_names.COMMANDS if words[0] not in ("agents", "doctor")),
    ("scan", "src\\a.py"),
    ("scan", "src/a.py", "src\\other.py"),
    ("scan", "{root}"),
    ("scan", "{root}\\src"),
    ("scan", "{other}/src"),
    ("scan", "--root", "{other}", "--exclude", "src/new.py"),
    ("baseline", "--file", "old.jsonl"),
    ("list",),
    ("schema",),
    ("init",),
    ("new", "file_limits", "short"),
    ("try", "print", "--glob", "src/"),
    ("why", "no-print", "src\\a.py:1"),
    ("history", "-n", "3"),
    ("export", "--agents-md"),
    ("export", "--claude-rules"),
)


@pytest.mark.one_row_in(43)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_commands(
    project: MakeProject,
    git: Git,
    run: Run,
    base: Path,
    arguments: tuple[str, ...],
    run_process: Run,
) -> None:
    """What is said and written is the same, but for what the folders are called."""
    root = project_with_violations(project, git)
    copy = root.parent / "copy"
    shutil.copytree(root, copy, symlinks=True)
    windows = on_windows(copy, base)
    root_in_capitals = f"c:{str(windows)[2:].upper()}"
    outcome = run(
        *(argument.format(root=windows, other=root_in_capitals) for argument in arguments),
        cwd=windows,  # type: ignore[arg-type]
    )
    words = [argument.replace("\\", "/").format(root=root, other=root) for argument in arguments]
    here = {"PATH": os.pathsep.join(PROGRAM_FOLDERS)}
    on_this_system = run_process(*words, cwd=root, env=here)
    assert plain(outcome, windows) == plain(on_this_system, root)
    assert files_of(copy) == files_of(root)


def plain(outcome: Outcome, root: object) -> Outcome:
    """What was *outcome*, with ``ROOT`` for the project, and slashes."""
    out, err = (text.replace(str(root), "ROOT").replace("ROOT\\", "ROOT/") for text in outcome[1:])
    return Outcome(outcome.code, out.replace("\\\\", "/"), err)


def files_of(root: Path) -> dict[str, bytes]:
    """What the project holds, but for git's own."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }
