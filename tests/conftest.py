"""What the tests share: a temporary git project, and the program run in this process.

    root = project({"src/a.py": "print(1)\\n"}, contracts={"no-print.yaml": "rule_id: …"})
    outcome = run("scan", "--format", "json", cwd=root)
    outcome.code, outcome.out, outcome.err

Both see a scrubbed environment: an empty home, no settings of git, of an agent or of a runner.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import shutil
import subprocess
import sys
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings

from phaser_lint import __version__
from phaser_lint.command import cli
from tests.counted_work import PATTERN_READERS

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping

    from tests.github_server import Server

# Files of projects, some of which are called as tests are.
collect_ignore = ["cases"]
PROGRAM = Path(sys.executable).parent / "phaser-lint"
IDENTITY = ("-c", "user.name=Tester", "-c", "user.email=tester@example.org")
# Without the look for what could be tidied up after each commit, which is a process of its own.
QUICKLY = ("-c", "maintenance.auto=false")
SETTINGS = (*IDENTITY, *QUICKLY, "-c", "commit.gpgsign=false", "-c", "core.autocrlf=false")
MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""In bytes: a test's folder goes with it, and some write files of a hundred megabytes."""


# A busy machine is no fault of a test: "only generated 8 valid inputs after 1.01 seconds".
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


class Outcome(NamedTuple):
    """What one run of the program answered; the outputs are decoded as UTF-8."""

    code: int
    out: str
    err: str


class Git(Protocol):
    """``git(root, "add", "-A")`` returns what git printed, and raises where it fails."""

    def __call__(self, root: Path, *arguments: str) -> str: ...


class MakeProject(Protocol):
    """Writes files into a new git project; contracts go to ``.claude/contracts/``."""

    def __call__(
        self,
        files: Mapping[str, str | bytes],
        *,
        contracts: Mapping[str, str | bytes] | None = None,
        commit: bool = False,
    ) -> Path: ...


class Run(Protocol):
    """Runs the program with these arguments in *cwd*; *env* adds to the scrubbed environment."""

    def __call__(
        self,
        *arguments: str,
        stdin: bytes = b"",
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Outcome: ...


@pytest.fixture
def released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path that calls this a phaser-lint of an index, not an editable one."""
    folder = tmp_path / "released" / f"phaser_lint-{__version__}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Name: phaser-lint\nVersion: {__version__}\n")
    monkeypatch.syspath_prepend(str(folder.parent))
    return folder.parent


def pytest_configure(config: pytest.Config) -> None:
    """Keep the folders of the normal set in memory: none of it waits for a busy disk.

    The slow set has a disk, whose file systems give an inode's number away again at once.
    """
    is_normal = all(words in config.option.markexpr for words in ("not slow", "not e2e"))
    if is_normal and _has_room(MEMORY):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def _has_room(folder: Path) -> bool:
    """Tell whether there is room in *folder*, and a program there can be started."""
    if not (sys.platform == "linux" and os.access(folder, os.W_OK)):
        return False
    status = os.statvfs(folder)
    return not status.f_flag & os.ST_NOEXEC and status.f_bavail * status.f_frsize >= ROOM


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Leave thousands of tests, which stay to the end, out of every collection of garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        # What a test leaves is little beside what the interpreter looks through each time.
        gc.set_threshold(50_000, 20, 50)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Generator[None]:
    """Put what ``one_row_in`` leaves out into the slow set, and make no tests of rows left out.

    To collect 15,000 of them and then deselect them took each worker a third of its collection.
    """
    yield
    marker = metafunc.definition.get_closest_marker("one_row_in")
    calls = metafunc._calls
    normal = [call for call in calls if all(mark.name != "slow" for mark in call.marks)]
    if marker and not metafunc.definition.get_closest_marker("slow"):
        for place, call in enumerate(normal):
            if place % marker.args[0]:
                call.marks.append(pytest.mark.slow.mark)
        normal = normal[:: marker.args[0]]
    if "not slow" in metafunc.config.option.markexpr:
        # Without any row it would be a test whose arguments are no fixtures.
        calls[:] = normal or calls[:1]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Have a worker send what became of a test, and nothing else that nobody reads.

    That it started, was set up, taken down and has ended is a message each: 22,000 times twenty
    seconds of both cores. ``--durations`` and ``--junitxml`` read them.
    """
    option = item.config.option
    if "PYTEST_XDIST_WORKER" not in os.environ or option.durations or option.xmlpath:
        return None
    for report in runtestprotocol(item, nextitem=nextitem, log=False):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores: tests wait for the programs that they start."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session", autouse=True)
def _one_core() -> Iterator[None]:
    """Let the program fork nothing in this process, where a test does not give it more cores.

    It holds all tests: half of what a scan takes here would be the fork that lists the files.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda process: {0}, raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def _patterns_derived_once() -> Iterator[None]:
    """Read each pattern once in this process, in which thousands of projects hold the same ones.

    It was a fifth of what tests of commands took. Processes, tests of the functions themselves,
    and of how much work something is (``counted_work``) do without.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module, name in PATTERN_READERS:
            patch.setattr(module, name, lru_cache(maxsize=10_000)(getattr(module, name)))
        yield


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The scrubbed environment: all that a run may know of this machine."""
    kept = {
        name: value for name, value in os.environ.items() if name.startswith(("COVERAGE_", "COV_"))
    }
    return {
        **kept,
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(tmp_path_factory.mktemp("home")),
        "XDG_RUNTIME_DIR": str(tmp_path_factory.mktemp("runtime")),
        "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
    }


@pytest.fixture(scope="session")
def git(environment: dict[str, str]) -> Git:
    """Git with the scrubbed environment and an identity."""

    def run_git(root: Path, *arguments: str) -> str:
        return subprocess.run(
            ("git", *SETTINGS, *arguments),
            cwd=root,
            env=environment,
            check=True,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
        ).stdout

    return run_git


@pytest.fixture(scope="session")
def empty_repository(tmp_path_factory: pytest.TempPathFactory, git: Git) -> Path:
    """A repository without a commit, to be copied: cheaper than ``git init`` each time."""
    root = tmp_path_factory.mktemp("empty-repository")
    git(root, "init", "-q", "-b", "main", "--template=")
    return root


@contextlib.contextmanager
def dated_an_hour_ago(environment: dict[str, str], root: Path) -> Iterator[None]:
    """Make all that git writes at *root* meanwhile an hour old, as what an agent's session finds
    is.
    """
    hour_ago = int(time.time()) - 3600
    with pytest.MonkeyPatch.context() as earlier:
        for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
            earlier.setitem(environment, name, f"@{hour_ago} +0000")
        yield
    for part in ("objects", "logs"):
        for folder, _, names in os.walk(root / ".git" / part):
            for name in ("", *names):
                os.utime(os.path.join(folder, name), (hour_ago, hour_ago))


@pytest.fixture
def project(
    tmp_path: Path, empty_repository: Path, git: Git, environment: dict[str, str]
) -> MakeProject:
    """Makes temporary git projects; with ``commit=True`` all files are in the first commit, which
    is an hour old.
    """
    numbers = iter(range(1, 1_000))

    def make(
        files: Mapping[str, str | bytes],
        *,
        contracts: Mapping[str, str | bytes] | None = None,
        commit: bool = False,
    ) -> Path:
        root = tmp_path.resolve() / f"project-{next(numbers)}"
        shutil.copytree(empty_repository, root)
        write_files(root, files)
        write_files(root / ".claude" / "contracts", contracts or {})
        if commit:
            with dated_an_hour_ago(environment, root):
                git(root, "add", "-A", "-f")
                git(root, "commit", "-q", "--allow-empty", "-m", "First")
        return root

    return make


@pytest.fixture(scope="session")
def server_template(tmp_path_factory: pytest.TempPathFactory, git: Git) -> Server:
    """The server of ``github_server``, to be copied: it costs twenty runs of git."""
    from tests.github_server import server_of

    return server_of(tmp_path_factory.mktemp("server-template"), git)


@pytest.fixture
def server(server_template: Server, tmp_path: Path) -> Server:
    """A server with a pull request, of this test alone."""
    root = tmp_path.resolve() / "server"
    shutil.copytree(server_template.root, root)
    return server_template._replace(root=root)


@pytest.fixture(scope="session")
def submodule_template(tmp_path_factory: pytest.TempPathFactory, git: Git) -> Path:
    """The submodule of ``hostile_repository``, to be copied: it costs fourteen runs of git."""
    from tests.hostile_repository import with_submodule

    return with_submodule(tmp_path_factory.mktemp("with-submodule"), git)


def write_files(root: Path, files: Mapping[str, str | bytes]) -> None:
    """Write *files* under *root*, bytes as they are and text as UTF-8 without translation."""
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)


@pytest.fixture
def run(environment: dict[str, str]) -> Run:
    """Runs ``phaser-lint`` in this process."""

    def run_here(
        *arguments: str,
        stdin: bytes = b"",
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Outcome:
        with _streams(stdin) as (out, err), _place(cwd, {**environment, **(env or {})}):
            code = _exit_code(lambda: cli.main(arguments))
            return Outcome(code, _written(out), _written(err))

    return run_here


@pytest.fixture
def run_process(environment: dict[str, str]) -> Run:
    """Runs the installed ``phaser-lint`` as a process of its own."""

    def run_there(
        *arguments: str,
        stdin: bytes = b"",
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Outcome:
        done = subprocess.run(
            (str(PROGRAM), *arguments),
            input=stdin,
            cwd=cwd,
            env={**environment, **(env or {})},
            capture_output=True,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_there


@contextlib.contextmanager
def _streams(stdin: bytes) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    # Strict, as a terminal's streams are: a surrogate that is printed must fail here too.
    given, out, err = (
        io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="strict", newline="")
        for data in (stdin, b"", b"")
    )
    previous = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = given, out, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = previous


@contextlib.contextmanager
def _place(cwd: Path | None, environment: Mapping[str, str]) -> Iterator[None]:
    folder, variables = Path.cwd(), dict(os.environ)
    _change_variables(environment)
    try:
        os.chdir(cwd or folder)
        yield
    finally:
        os.chdir(folder)
        _change_variables(variables)


def _change_variables(environment: Mapping[str, str]) -> None:
    """Make *environment* all that this process has, by few changes: each run makes them twice."""
    variables = dict(os.environ)
    for name in variables.keys() - environment.keys():
        del os.environ[name]
    os.environ.update(environment.items() - variables.items())


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def _exit_code(call: Callable[[], int]) -> int:
    try:
        return call()
    except SystemExit as ended:  # --help of a command
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
