"""``action.yml`` as the runner runs it: every step, on real clones, with the caller's own python3.

Most tests use an environment that is already there, made of the packages of these tests; the real
installation, from this checkout, is one test of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from action_requirements import parse_pins
from packaging.markers import Marker

from phaser_lint.core.text import disarm_commands
from tests.action_runner import ActionRun, Job, key_values, run_action
from tests.command.made import contract
from tests.conftest import write_files
from tests.github_server import OLD, event_environment, pull_request_environment
from tests.report.runner_commands import Command, annotations_of, commands_of
from tests.test_action_environment import SCRIPT as PROGRAM
from tests.test_action_environment import versions_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.github_server import Server

ACTION = Path(__file__).parents[1]
SCRIPT = ACTION / "scripts" / "action_environment.py"
CHECK = "Check the contracts"
AS_WINDOWS = ACTION / "tests" / "windows" / "named_windows.py"
DESCRIBE = "Describe the environment"
INSTALL = "Install phaser-lint"


class Runner(NamedTuple):
    """A machine of GitHub's: its variables, where jobs write, and the environment's folder."""

    environment: dict[str, str]
    temporary: Path
    folder: Path
    key: str


@pytest.fixture(scope="session")
def bare_runner(
    environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """The variables of a machine with nothing but these tests' Python as its python3."""
    programs = tmp_path_factory.mktemp("programs")
    (programs / "python3").symlink_to(sys.executable)
    path = os.pathsep.join((str(programs), environment["PATH"]))
    return {**environment, "PATH": path, "RUNNER_ARCH": "X64", "ImageOS": "ubuntu24"}


@pytest.fixture(scope="session")
def runner(bare_runner: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Runner:
    """One where the environment is there: what ``install`` makes, of packages that are here."""
    temporary = tmp_path_factory.mktemp("runner-temp")
    described = temporary / "described"
    variables = {"RUNNER_TEMP": str(temporary), "GITHUB_ACTION_PATH": str(ACTION),
                 "GITHUB_OUTPUT": str(described)}  # fmt: skip
    command = ("python3", "-I", str(SCRIPT), "describe")
    subprocess.run(command, env={**bare_runner, **variables}, check=True, executable=sys.executable)
    outputs = key_values(described.read_text())
    folder = Path(outputs["folder"])
    subprocess.run((sys.executable, "-I", "-m", "venv", "--without-pip", folder), check=True)
    packages = [str(ACTION), *(place for place in sys.path if place.endswith("-packages"))]
    purelib = sysconfig.get_path("purelib", vars={"base": str(folder)})
    (Path(purelib) / "these.pth").write_text("".join(f"{place}\n" for place in packages))
    (folder / "made").write_text(PROGRAM.made_of(str(folder), outputs["key"]))
    return Runner(bare_runner, temporary, folder, outputs["key"])


@pytest.fixture
def workspace(server: Server, tmp_path: Path) -> Path:
    """What actions/checkout makes by default: the merge commit alone."""
    return server.checkout(tmp_path / "workspace", depth=1)


def refused(inputs: Mapping[str, str]) -> Mapping[str, str]:
    raise AssertionError(f"another action was used: {inputs}")


FAKES = {
    "actions/setup-python": refused,
    "actions/cache/restore": refused,
    "actions/cache/save": refused,
}


@pytest.fixture
def act(runner: Runner, server: Server, tmp_path: Path) -> Callable[..., ActionRun]:
    """Runs the whole action on a workspace, for the pull request or what *env* says."""

    def run_here(root: Path, inputs: Mapping[str, str] | None = None, **env: str) -> ActionRun:
        has_event = "GITHUB_EVENT_PATH" in env
        event = {} if has_event else pull_request_environment(server, tmp_path)
        job = Job(root, runner.temporary, {**runner.environment, **event, **env})
        return run_action(ACTION, job, inputs or {}, FAKES)

    return run_here


def shown(run: ActionRun) -> list[tuple[str, str]]:
    """The place of each annotation."""
    properties_of_annotations = (command.properties for command in annotations_of(run.out))
    return [
        (properties.get("file", ""), properties.get("line", ""))
        for properties in properties_of_annotations
    ]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("depth", [1, 2, 0])
def test_a_pull_request_counts_only_what_it_introduces(
    act: Callable[..., ActionRun], server: Server, tmp_path: Path, depth: int
) -> None:
    """Only what it introduces, whatever the depth of the checkout."""
    action_run = act(server.checkout(tmp_path / "workspace", depth=depth))
    assert (action_run.code, action_run.ran) == (1, [DESCRIBE, CHECK])
    assert shown(action_run) == [("a.py", "2"), ("new.py", "1")]
    assert dict(action_run.outputs) == {
        "violations": "2",
        "errors": "2",
        "warnings": "0",
        "new": "2",
        "old": "1",
        "ignored": "0",
        "skipped": "0",
        "undecided": "0",
        "contract-problems": "0",
        "files-checked": "2",
        "sarif-file": "",
    }
    assert "no-print" in action_run.step(CHECK).files["GITHUB_STEP_SUMMARY"]


def test_what_the_job_keeps(act: Callable[..., ActionRun], workspace: Path) -> None:
    """Its PATH and its variables are not touched, nor is anything written into the checkout."""
    before = sorted(path for path in workspace.rglob("*") if ".git" not in path.parts)
    action_run = act(workspace)
    for step in action_run.steps:
        job_files = {name: step.files.get(name, "") for name in ("GITHUB_ENV", "GITHUB_PATH")}
        assert job_files == {"GITHUB_ENV": "", "GITHUB_PATH": ""}
    assert sorted(path for path in workspace.rglob("*") if ".git" not in path.parts) == before


@pytest.mark.slow
def test_a_clean_change_has_no_annotation(act: Callable[..., ActionRun], workspace: Path) -> None:
    """Exit code 0, and no annotation."""
    action_run = act(workspace, {"paths": "old.py", "annotations": "true"})
    assert (action_run.code, annotations_of(action_run.out), action_run.outputs["old"]) == (
        0,
        [],
        "1",
    )


def test_all_inputs_arrive(act: Callable[..., ActionRun], workspace: Path) -> None:
    """Each of them changes something."""
    warning = contract("no-print", severity="warning")
    write_files(workspace, {"rules/a.yaml": warning, "sub folder/b.py": OLD})
    inputs = {
        "paths": "sub folder/b.py\nold.py",
        "contracts-dir": "rules",
        "since": "none",
        "severity": "warning",
        "fail-on": "warning",
        "sarif-file": "out.sarif",
        "annotations": "false",
        "summary": "false",
        "root": ".",
    }
    action_run = act(workspace, inputs)
    assert (action_run.code, commands_of(action_run.out)) == (1, [])
    assert "sub folder/b.py:1:1: warning: Use the logger. [no-print]" in action_run.out
    assert action_run.step(CHECK).files["GITHUB_STEP_SUMMARY"] == ""
    assert (workspace / "out.sarif").is_file()
    assert (action_run.outputs["sarif-file"], action_run.outputs["warnings"]) == ("out.sarif", "2")
    action_run = act(workspace, {"baseline": "none.json"})
    assert (action_run.code, "baseline" in action_run.out) == (2, True)


@pytest.mark.slow
def test_a_schedule_counts_everything(
    act: Callable[..., ActionRun], server: Server, tmp_path: Path
) -> None:
    """A schedule counts everything; a merge group what it adds."""
    root = server.checkout(tmp_path / "workspace", depth=1)
    scheduled = event_environment(server, "schedule", tmp_path, {})
    assert act(root, **scheduled).outputs["errors"] == "5"
    payload = {"merge_group": {"base_sha": server.commits["main"]}}
    queued = event_environment(server, "merge_group", tmp_path, payload)
    assert act(root, **queued).outputs["errors"] == "2"


HOSTILE_NAMES = (
    b"\n::error::owned\n.py",
    b"##[error]owned.py",
    b"a,line=99::owned.py",
    b"$(touch owned).py",
    b"`touch owned`.py",
    b"; touch owned;.py",
    b"--help.py",
    b"100%0A::error::owned.py",
    b"\xff\xfe \r::warning::owned.py",
)
HOSTILE_MESSAGE = "::error::owned\n##[error]owned\n$(touch owned) `touch owned` %0A::error::owned"


def test_hostile_files_and_messages(
    act: Callable[..., ActionRun], server: Server, tmp_path: Path
) -> None:
    """The runner sees the annotations that were meant, and nothing is run."""
    server.git(server.repository, "switch", "-q", "-c", "hostile", "main")
    for name in HOSTILE_NAMES:
        text = "print(1)  # ::error::owned ##[error]owned $(touch owned)\n"
        (server.repository / os.fsdecode(name)).write_text(text)
    contract_a = contract("no-print", message=HOSTILE_MESSAGE)
    server.commit("hostile", {".claude/contracts/a.yaml": contract_a})
    merge = server.pull_request("hostile")
    root = server.checkout(tmp_path / "workspace", depth=1)
    action_run = act(root, {"sarif-file": "out.sarif"}, GITHUB_SHA=merge)
    assert (action_run.code, action_run.outputs["errors"]) == (1, str(len(HOSTILE_NAMES)))
    *violations, changed = commands_of(action_run.out)
    assert changed.message.endswith("contract no-print changed: message")
    assert {command.name for command in violations} == {"error"}
    assert len(violations) == len(HOSTILE_NAMES)
    message_end = f":1:1: no-print: {disarm_commands(HOSTILE_MESSAGE, '##' + chr(0x200B))}"
    assert [
        command.message for command in violations if not command.message.endswith(message_end)
    ] == []
    assert {command.properties["line"] for command in violations} == {"1"}
    assert not list(tmp_path.rglob("owned"))
    plainly = act(root, {"annotations": "false"}, GITHUB_SHA=merge)
    assert commands_of(plainly.out) == []
    assert plainly.outputs["errors"] == str(len(HOSTILE_NAMES))


HOSTILE_INPUT = 'a\n::error::owned\n##[error]owned $(touch owned) `touch owned` "; touch owned; "'


@pytest.mark.one_row_in(12)
@pytest.mark.parametrize("name", ["paths", "root", "contracts-dir", "since", "severity", "fail-on",
                                  "baseline", "sarif-file", "annotations", "summary",
                                  "version"])  # fmt: skip
def test_a_hostile_input_is_a_text(
    act: Callable[..., ActionRun], workspace: Path, name: str
) -> None:
    """An input may come from a pull request's title: it is a text, and at worst a wrong one."""
    action_run = act(workspace, {name: HOSTILE_INPUT})
    assert action_run.code == (1 if name == "sarif-file" else 2)
    assert action_run.outputs["sarif-file"] == (HOSTILE_INPUT if name == "sarif-file" else "")
    assert not (workspace / "owned").exists()
    assert {command.name for command in commands_of(action_run.out)} == {"error"}
    assert "owned" not in {command.message for command in commands_of(action_run.out)}


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(
    ("inputs", "problem"),
    [
        ({"fail-on": "info"}, "fail-on: expected one of error, warning, not info"),
        ({"root": "gone"}, "root: expected a folder: gone"),
        ({"contracts-dir": "gone"}, "contracts-dir: expected a folder of contract files: gone"),
        ({"since": "gone"}, "since: expected a git revision that is in the checkout of "),
        ({"version": "main"}, "version: expected a release such as 0.1.0, not 'main'"),
        ({"version": "1.0 --index-url=x"}, "version: expected a release such as 0.1.0, not"),
    ],
)
def test_a_wrong_input_is_one_annotation(
    act: Callable[..., ActionRun], workspace: Path, inputs: dict[str, str], problem: str
) -> None:
    """Exit code 2, one annotation, no outputs and no summary."""
    action_run = act(workspace, inputs)
    (command,) = annotations_of(action_run.out)
    assert (action_run.code, command.properties) == (2, {"title": "phaser-lint"})
    assert command.message.startswith(problem)
    assert set(action_run.outputs.values()) == {""}


def test_modules_of_the_checkout_are_not_imported(
    act: Callable[..., ActionRun], workspace: Path, tmp_path: Path
) -> None:
    """Python looks for modules in the working directory, and wherever PYTHONPATH points."""
    owned = f"open({str(tmp_path / 'owned')!r}, 'w')\n"
    names = ("venv", "pip", "regex", "yaml", "hashlib", "platform", "json", "sitecustomize")
    write_files(workspace, {f"{name}.py": owned for name in names})
    write_files(workspace, {"phaser_lint/__init__.py": owned, "phaser_lint/__main__.py": owned})
    action_run = act(
        workspace, {"paths": "old.py"}, PYTHONPATH=str(workspace), PYTHONSTARTUP="venv.py"
    )
    assert (action_run.code, (tmp_path / "owned").exists()) == (0, False)


STORE = """#!/bin/sh
echo "Python was not found; run without arguments to install from the Microsoft Store" >&2
exit 49
"""


@pytest.mark.slow
def test_on_windows_another_python_is_found(
    runner: Runner, server: Server, workspace: Path, tmp_path: Path
) -> None:
    """Its python3 may be the shop's, and what is made has no folder ``bin``."""
    temporary = tmp_path / "temporary"
    folder = temporary / runner.key
    shutil.copytree(runner.folder, folder, symlinks=True)
    programs = {
        folder / "Scripts" / "python.exe": f'#!/bin/sh\nexec "{folder}/bin/python" "$@"\n',
        tmp_path / "programs" / "python3": STORE,
        tmp_path
        / "programs"
        / "python": f'#!/bin/sh\nexec "{sys.executable}" "{AS_WINDOWS}" "$@"\n',
    }
    for path, text in programs.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    (folder / "made").write_text(PROGRAM.made_of(str(folder), runner.key))
    path = os.pathsep.join((str(tmp_path / "programs"), runner.environment["PATH"]))
    event = pull_request_environment(server, tmp_path)
    job = Job(workspace, temporary, {**runner.environment, **event, "PATH": path}, "Windows")
    done = run_action(ACTION, job, {}, FAKES)
    assert done.step(CHECK).given["PHASER_PYTHON"] == str(folder / "Scripts" / "python.exe")
    assert (done.code, shown(done)) == (1, [("a.py", "2"), ("new.py", "1")])


def test_without_python_the_message_tells_what_to_do(
    runner: Runner, workspace: Path, tmp_path: Path
) -> None:
    """A slim container: the message says what to do."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "bash").symlink_to(shutil.which("bash") or "bash")
    job = Job(workspace, runner.temporary, {**runner.environment, "PATH": str(programs)})
    done = run_action(ACTION, job, {}, FAKES)
    problem = "expected python3 on the PATH; give the input python-version"
    assert (done.code, done.ran) == (2, [DESCRIBE])
    assert commands_of(done.out) == [Command("error", {"title": "phaser-lint"}, problem)]


@pytest.mark.slow
def test_the_python_that_is_asked_for_is_used(
    runner: Runner, server: Server, workspace: Path, tmp_path: Path
) -> None:
    """It is set up for this action alone, and used whatever the PATH says."""
    inputs_of_setup: list[Mapping[str, str]] = []

    def set_up(inputs: Mapping[str, str]) -> Mapping[str, str]:
        inputs_of_setup.append(inputs)
        return {"python-path": sys.executable}

    environment = {**runner.environment, **pull_request_environment(server, tmp_path)}
    older = tmp_path / "python3"
    older.write_text("#!/bin/sh\necho '::error::the wrong python' && exit 9\n")
    older.chmod(0o755)
    environment["PATH"] = os.pathsep.join((str(tmp_path), environment["PATH"]))
    fakes = {**FAKES, "actions/setup-python": set_up}
    job = Job(workspace, runner.temporary, environment)
    done = run_action(ACTION, job, {"python-version": "3.12"}, fakes)
    assert inputs_of_setup == [{"python-version": "3.12", "update-environment": "false"}]
    assert (done.code, shown(done)) == (1, [("a.py", "2"), ("new.py", "1")])


def pinned_here() -> dict[str, str]:
    """The versions that the Action's checkout names for this machine."""
    pins = parse_pins((ACTION / "scripts" / "action_requirements.txt").read_text("utf-8"))
    return {
        pin.name: pin.version for pin in pins if not pin.marker or Marker(pin.marker).evaluate()
    }


class Cache:
    """actions/cache: folders by their key."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.saved: list[str] = []

    def restore(self, inputs: Mapping[str, str]) -> Mapping[str, str]:
        cached_folder = self.folder / inputs["key"]
        if not cached_folder.is_dir():
            return {"cache-hit": ""}
        shutil.copytree(cached_folder, inputs["path"], symlinks=True)
        return {"cache-hit": "true"}

    def save(self, inputs: Mapping[str, str]) -> Mapping[str, str]:
        self.saved.append(inputs["key"])
        shutil.copytree(inputs["path"], self.folder / inputs["key"], symlinks=True)
        return {}

    @property
    def fakes(self) -> dict[str, Callable[[Mapping[str, str]], Mapping[str, str]]]:
        return {**FAKES, "actions/cache/restore": self.restore, "actions/cache/save": self.save}


@pytest.mark.slow
def test_installation_and_its_cache(
    bare_runner: dict[str, str], server: Server, workspace: Path, tmp_path: Path
) -> None:
    """From this checkout, once; the next job restores it, and a damaged one is made anew."""
    temporary, cache = tmp_path / "temporary", Cache(tmp_path / "cache")
    event = pull_request_environment(server, tmp_path)
    pip = {
        name: variable for name, variable in os.environ.items() if name.startswith(("PIP_", "SSL_"))
    }
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("rich==13.9.1\n")
    misled = {
        "PIP_TARGET": str(tmp_path / "elsewhere"),
        "PIP_USER": "1",
        "PIP_CONSTRAINT": str(constraints),
        "PIP_NO_BINARY": ":all:",
        "PIP_REQUIRE_HASHES": "1",
    }
    job = Job(workspace, temporary, {**bare_runner, **pip, **event, **misled})
    everything = [DESCRIBE, "Restore the environment", INSTALL, "Keep the environment", CHECK]
    first_run = run_action(ACTION, job, {}, cache.fakes)
    assert (first_run.code, first_run.ran) == (1, everything), first_run.out
    assert shown(first_run) == [("a.py", "2"), ("new.py", "1")]
    assert not (tmp_path / "elsewhere").exists()
    assert "installed without a hash" not in first_run.out
    assert versions_in(next(temporary.glob("phaser-lint-*"))).items() >= pinned_here().items()
    second_run = run_action(ACTION, job, {}, cache.fakes)
    assert (second_run.code, second_run.ran) == (1, [DESCRIBE, CHECK])
    shutil.rmtree(temporary)
    restored = run_action(ACTION, job, {}, cache.fakes)
    without_saving = [name for name in everything if name != "Keep the environment"]
    assert (restored.code, restored.ran) == (1, without_saving)
    assert len(cache.saved) == 1
    (folder,) = (temporary / name for name in cache.saved)
    shutil.rmtree(next(folder.glob("lib/*/site-packages/phaser_lint")))
    damaged = run_action(ACTION, job, {}, FAKES | {"actions/cache/restore": lambda _: {},
                                                   "actions/cache/save": lambda _: {}})  # fmt: skip
    assert (damaged.code, shown(damaged)) == (1, shown(first_run))
