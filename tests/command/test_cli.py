"""The program ``phaser-lint`` itself: help, version, wrong commands, and how it ends."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from typing import TYPE_CHECKING

import pytest

from phaser_lint import __version__
from phaser_lint.command import cli, failures, scan
from phaser_lint.text.search.hyperscan_database import name_engine
from tests.built_site import ROOT
from tests.command.made import contract
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.conftest import MakeProject, Run

USAGE = """\
usage: phaser-lint COMMAND [OPTIONS]

Check code by contracts. A contract is a rule in a small YAML file; it gives
the same result in coding agents, editors, commits, pull requests and here.

start:
  init        propose contracts and hooks for the project
  install     install the hook in a coding agent's settings
  doctor      run the installed hooks, and report what is wrong
  uninstall   take the hook out of the settings

rules:
  try         show what a contract would report, before it is written
  new         write a first contract of a type
  test        validate the contracts, and run their examples
  why         explain what a contract reports about a file, and why
  list        list the contracts, and the files that each selects
  import      turn rules of CLAUDE.md or other tools into contracts
  export      write the contracts into files that agents read

check:
  scan        check the project, or the paths named
  baseline    record today's violations: only new ones count
  history     show what contracts would have reported until now

"""
END = """\
example:
  phaser-lint try 'print\\(' --glob 'src/**/*.py'

phaser-lint COMMAND --help shows the options of a command,
phaser-lint help --all every command.
https://github.com/phaser-lint/phaser-lint
"""
# To the letter.
OF_PHASER = {"enforce": ["Output format [default: hook when --stdin, text otherwise]"]}
DOCS = "https://github.com/phaser-lint/phaser-lint/blob/main/docs/"


@pytest.mark.parametrize("flag", ["--help", "-h", "help"])
def test_help_lists_the_commands_that_a_person_types(run: Run, flag: str) -> None:
    """The commands that a person types, by what they are for, on standard output."""
    assert run(flag) == (0, USAGE + END, "")


@pytest.mark.parametrize("words", ["help --all", "--help --all", "-h --all"])
def test_help_with_every_command(run: Run, words: str) -> None:
    """Those that programs start come last."""
    code, out, err = run(*words.split())
    assert (code, err) == (0, "")
    assert out.startswith(f"{USAGE}others:\n  hook ")
    assert [name for name, *_ in cli.COMMANDS if f"\n  {name} " not in out] == []
    assert "help --all" not in out


def test_without_arguments_the_help_is_an_error(run: Run) -> None:
    """The help is shown, but nothing was checked: not 0, and not on standard output."""
    outcome = run()
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(USAGE)


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_version_prints_name_and_number(run: Run, flag: str) -> None:
    engine = name_engine() or "without hyperscan"
    package = sys.modules.get("hyperscan") or pytest.importorskip("hyperscan")
    assert engine == f"hyperscan {package.__version__}"
    assert run(flag) == (0, f"phaser-lint {__version__} ({engine})\n", "")


def test_version_names_the_engine_that_is_installed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not loaded for that: whether it can be, ``doctor`` says."""
    engine = tmp_path / "hyperscan" / f"_hs_ext{EXTENSION_SUFFIXES[0]}"
    engine.parent.mkdir()
    engine.write_bytes(b"of another machine")
    (engine.parent / "_version.py").write_text('__version__ = "99"\n')
    monkeypatch.syspath_prepend(tmp_path)
    assert run("--version") == (0, f"phaser-lint {__version__} (hyperscan 99)\n", "")


def test_version_without_the_engine(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where hyperscan has no wheel."""
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    assert run("--version") == (0, f"phaser-lint {__version__} (without hyperscan)\n", "")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("scna", "no such command: scna; did you mean scan?"),
        ("tests", "no such command: tests; did you mean scan tests?"),
        ("xyzzy", "no such command: xyzzy"),
        ("\x1b[2J", "no such command: \\x1b[2J"),
        ("", "no such command: "),
        ("--format", "no such command: --format; did you mean scan --format?"),
        ("--versio", "no such command: --versio; did you mean --version?"),
        ("--hlep", "no such command: --hlep; did you mean --help?"),
        ("--json", "no such command: --json"),
        ("--json scan", "no such command: --json"),
        ("--json list", "no such command: --json; did you mean list --json?"),
        ("--quiet scan", "no such command: --quiet; did you mean scan --quiet?"),
        (
            "--fail-on=warning",
            "no such command: --fail-on=warning; did you mean scan --fail-on=warning?",
        ),
        ("-- scan", "no such command: --"),
        ("help bogus", "no such command: bogus"),
        ("help scna", "no such command: scna; did you mean scan?"),
        ("##vso[a]b", "no such command: ##\u200bvso[a]b"),
    ],
)
def test_an_unknown_command_is_answered_with_the_nearest(run: Run, line: str, message: str) -> None:
    """Exit code 2 and one line, with what was meant where that can be known."""
    assert run(*line.split(" ")) == (2, "", f"phaser-lint: {message} (see phaser-lint --help)\n")


@pytest.mark.parametrize(
    ("word", "use"),
    [
        ("fix", "phaser-lint scan --fix"),
        ("check", "phaser-lint scan"),
        ("lint", "phaser-lint scan"),
        ("add", "phaser-lint new TYPE ID, or phaser-lint try PATTERN --save ID"),
        ("validate", "phaser-lint test"),
        ("rules", "phaser-lint list"),
        ("packs", "phaser-lint list, or phaser-lint init, which proposes packs"),
        (
            "remove",
            "phaser-lint uninstall for the hook; to remove a contract, delete its file",
        ),
        (
            "pause",
            "a switch of the agent, of git or of a contract: "
            "https://github.com/phaser-lint/phaser-lint/blob/main/docs/hook.md#off-for-a-while",
        ),
    ],
)
def test_a_command_of_other_tools_leads_to_ours(run: Run, word: str, use: str) -> None:
    """What other tools call it leads to the command, whatever stands behind it."""
    message = f"phaser-lint: no such command: {word}; use {use} (see phaser-lint --help)\n"
    assert run(word, "src", "--all") == run("help", word) == (2, "", message)


def test_guesses_name_commands_that_are_there(run: Run) -> None:
    """And are themselves none."""
    commands = {name for name, *_ in cli.COMMANDS}
    output = [run(guess).err.partition("; use ")[2] for guess in failures.GUESSED]
    named_commands = [
        word for sentence in output for word in re.findall(r"phaser-lint (\w[\w-]*)", sentence)
    ]
    used = {*named_commands}
    assert len(used) > 4
    assert used <= commands
    assert commands.isdisjoint(failures.GUESSED)


@pytest.mark.parametrize("command", ["scan", "uninstall", "enforce", "hook"])
def test_help_with_a_command(run: Run, command: str) -> None:
    """``help X`` is ``X --help``, and ``help help`` the help."""
    assert run("help", command) == run(command, "--help")
    assert run("help", "help") == run("help", "--help") == run("help")


@pytest.mark.parametrize("command", [name for name, *_ in cli.COMMANDS])
def test_help_of_each_command(run: Run, command: str) -> None:
    """Exit code 0, on standard output, and nothing is run."""
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert out.lower().startswith("usage: phaser")
    if command != "enforce":  # Phaser's own help, to the letter
        _, _, end = out.partition("\n\nexample:\n  ")
        example, _, link = end.partition("\n\n")
        assert f"phaser-lint {command}" in example
        page, _, anchor = link.removeprefix(DOCS).strip().partition("#")
        assert (ROOT / "docs" / page).is_file()
        assert not anchor


@pytest.mark.parametrize("columns", ["80", "200"])
@pytest.mark.parametrize("command", ["help", *(row[0] for row in cli.COMMANDS)])
def test_help_has_eighty_columns_at_most(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, columns: str
) -> None:
    """80 columns at most, however wide the terminal is."""
    monkeypatch.setenv("COLUMNS", columns)
    lines = run("help", *(["--all"] if command == "help" else [command])).out.splitlines()
    wide = [line for line in lines if len(line) > 80]
    assert [line.strip() for line in wide] == OF_PHASER.get(command, [])


def run_failing(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> tuple[int, str, str]:
    def failing(arguments: Sequence[str]) -> int:
        raise error

    monkeypatch.setattr(scan, "run", failing)
    return run("scan")


def test_a_bug_exits_with_3_and_a_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 3 and all that a report needs: versions, the whole trace, the cause."""
    error = ValueError("whatever \x1b[2J \udcff")
    error.__cause__ = KeyError("the cause")
    code, out, err = run_failing(run, monkeypatch, error)
    assert (code, out) == (3, "")
    head, versions, trace = err.split("\n\n", 2)
    assert head == "phaser-lint failed: this is a bug of phaser-lint. Please report what follows."
    assert versions.startswith(f"phaser-lint {__version__}, Python {sys.version.split()[0]}, ")
    assert "KeyError: 'the cause'\n" in trace
    assert "in failing\n" in trace
    assert trace.endswith("ValueError: whatever \\x1b[2J \\xff\n")


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("format_name", ["text", "json", "github"])
def test_a_closed_pipe_ends_without_a_word(
    project: MakeProject, environment: dict[str, str], format_name: str
) -> None:
    """``phaser-lint scan | head`` ends without a word, however much there is to print."""
    for lines in (1, 20_000):
        root = project({"a.py": "print(1)\n" * lines}, contracts={"a.yaml": contract()})
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as out:
            process = subprocess.run(
                [PROGRAM, "scan", "--quiet", "--format", format_name],
                cwd=root,
                env=environment,
                stdout=out,
                stderr=subprocess.PIPE,
            )
        assert (process.returncode, process.stderr) == (141, b"")


NOT_WRITTEN = "phaser-lint: standard output cannot be written: Bad file descriptor\n"


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("closed", "expected"),
    [
        ("<&-", (1, "a.py:1:1: error: Use the logger. [no-print]\n", "")),
        ("2>&-", (1, "a.py:1:1: error: Use the logger. [no-print]\n", "")),
        ("2>&- <&-", (1, "a.py:1:1: error: Use the logger. [no-print]\n", "")),
        (">&-", (2, "", NOT_WRITTEN)),
        (">&- <&-", (2, "", NOT_WRITTEN)),
        (">&- 2>&-", (2, "", "")),
        (">&- 2>&- <&-", (2, "", "")),
    ],
)
def test_a_scan_with_closed_streams_prints_or_exits_right(
    project: MakeProject, environment: dict[str, str], closed: str, expected: tuple[int, str, str]
) -> None:
    """Whoever starts the scan may close them; the report is printed, or the exit code tells."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract()})
    process = subprocess.run(
        ["sh", "-c", f'exec "$0" scan --quiet {closed}', PROGRAM],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
    )
    first_line = "".join(process.stdout.splitlines(keepends=True)[:1])
    assert (process.returncode, first_line, process.stderr) == expected


def interruptible() -> None:
    """Let SIGINT count, which is ignored in the background of a script, and in what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupted_scan_exits_with_130(
    project: MakeProject, environment: dict[str, str]
) -> None:
    """Ctrl-C during a long match: exit code 130 and no trace."""
    root = project({"a.py": "a" * 60 + "b\n"}, contracts={"a.yaml": contract(pattern="(a|aa)+$")})
    with subprocess.Popen(
        [PROGRAM, "scan", "--timeout", "20000"],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=interruptible,
    ) as running:
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(1)
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=15)
        finally:
            running.kill()
    assert (running.returncode, out, err) == (130, b"", b"")


INTERRUPTED_TWICE = """
import os, signal, time
from phaser_lint.command import cli, scan

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.2)

def workers():
    try:
        yield
    finally:
        interrupt()

def run_interrupted(arguments):
    found = workers()
    next(found)
    interrupt()

scan.run = run_interrupted
cli.console()
"""


def test_a_second_interrupt_is_silent(environment: dict[str, str]) -> None:
    """A second Ctrl-C, while what the first one ended is put away: nothing is said of it."""
    process = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_TWICE, "scan"],
        env=environment,
        capture_output=True,
        preexec_fn=interruptible,
    )
    assert (process.returncode, process.stdout, process.stderr) == (130, b"", b"")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_terminal_of_another_encoding(
    project: MakeProject, environment: dict[str, str], encoding: str
) -> None:
    """What it cannot show is escaped; nothing is lost, and it is no bug."""
    files = {"日本.py": "print(1)\n"}
    root = project(files, contracts={"a.yaml": contract(message="Größe → 大きさ")})
    process = subprocess.run(
        [PROGRAM, "scan"],
        cwd=root,
        env={**environment, "PYTHONIOENCODING": encoding},
        capture_output=True,
    )
    text = "日本.py:1:1: error: Größe → 大きさ [no-print]\n\n1 error, 0 warnings\n"
    expected_bytes = text.encode(encoding, "backslashreplace")
    assert (process.returncode, process.stdout, process.stderr) == (
        1,
        expected_bytes,
        b"1 file checked\n",
    )


WINDOWS_PIPE = """
import os, sys
from phaser_lint.command import cli

cli.IS_POSIX = False
sys.stdout.reconfigure(encoding=sys.argv.pop(1), newline="\\r\\n")
cli.console()
"""


@pytest.mark.parametrize("encoding", ["", "cp1252"])
def test_a_pipe_of_windows_has_no_code_page_of_its_own(
    project: MakeProject, environment: dict[str, str], encoding: str
) -> None:
    """No code page and no line ends of its own, in which JSON and patches are lost."""
    root = project(
        {"日本.py": "print(1)\n"}, contracts={"a.yaml": contract(message="Größe → 大きさ")}
    )
    process = subprocess.run(
        [sys.executable, "-c", WINDOWS_PIPE, "cp1252", "scan"],
        cwd=root,
        env={**environment, **({"PYTHONIOENCODING": encoding} if encoding else {})},
        capture_output=True,
    )
    text = "日本.py:1:1: error: Größe → 大きさ [no-print]\n\n1 error, 0 warnings\n"
    assert process.stdout == text.encode(encoding or "utf-8", "backslashreplace")


def test_the_module_is_the_same_program(project: MakeProject, environment: dict[str, str]) -> None:
    """``python -m phaser_lint`` is the same program."""
    process = subprocess.run(
        [sys.executable, "-m", "phaser_lint", "--version"], env=environment, capture_output=True
    )
    assert process.returncode == 0
    assert process.stdout.startswith(f"phaser-lint {__version__} (".encode())


def test_folder_that_is_gone(tmp_path: Path, run_process: Run) -> None:
    """The working directory was deleted meanwhile: a clear line, no trace."""
    folder = tmp_path / "gone"
    folder.mkdir()
    script = f"cd {folder} && rmdir {folder} && exec {PROGRAM} scan"
    process = subprocess.run(["sh", "-c", script], capture_output=True, text=True)
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr == "phaser-lint: the working directory is not there any more\n"


PRINTING = (
    ("scan",),
    ("scan", "--format", "json"),
    ("scan", "--help"),
    ("--help",),
    ("--version",),
    ("test",),
    ("agents",),
    ("explain", "no-print"),
    ("contracts", "check"),
    ("install", "--dry-run"),
    ("enforce", "--all"),
    ("augment", "--agent", "opencode", "--plugin"),
)


@pytest.mark.parametrize("unbuffered", ["", pytest.param("1", marks=pytest.mark.slow)])
def test_output_that_cannot_be_written(
    project: MakeProject, environment: dict[str, str], unbuffered: str
) -> None:
    """A full disk is said by every command, however Python is asked to write."""
    root = project({"a.py": "x\n"}, contracts={"a.yaml": contract()})
    env = {**environment, "PYTHONUNBUFFERED": unbuffered}
    expected_error = b"phaser-lint: standard output cannot be written: No space left on device\n"
    for words in PRINTING:
        with open("/dev/full", "wb") as full:
            process = subprocess.run(
                [PROGRAM, *words], cwd=root, env=env, stdout=full, stderr=subprocess.PIPE
            )
        assert (process.returncode, process.stderr) == (2, expected_error), words


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_the_exit_code_tells_what_cannot_be_printed(
    project: MakeProject, environment: dict[str, str], unbuffered: str
) -> None:
    """Where standard error is full, the exit code tells; that of a hook denies nothing."""
    root = project({"a.py": "x\n"}, contracts={"a.yaml": contract()})
    env = {**environment, "PYTHONUNBUFFERED": unbuffered}
    for words, code in ((["scan"], 2), (["scan", "--nope"], 2), (["hook", "--nope"], 0)):
        with open("/dev/full", "wb") as full:
            process = subprocess.run([PROGRAM, *words], cwd=root, env=env, stderr=full, input=b"{}")
        assert process.returncode == code, words


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("room", [1, 1000, 70_000])
def test_a_disk_that_fills(
    project: MakeProject, environment: dict[str, str], unbuffered: str, room: int, tmp_path: Path
) -> None:
    """A report that is cut short must not end with 0 or 1."""
    root = project({"a.py": "x\n" * 3 + "print(1)\n" * 500}, contracts={"a.yaml": contract()})

    def limited() -> None:
        # As on a disk with so much room: a part is taken, and then no more.
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    with (tmp_path / "report.json").open("wb") as file:
        process = subprocess.run(
            [PROGRAM, "scan", "--format", "json", "--no-cache"],
            cwd=root,
            # A module's bytecode would be cut short, too, and kept.
            env={
                **environment,
                "PYTHONUNBUFFERED": unbuffered,
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            stdout=file,
            stderr=subprocess.PIPE,
            preexec_fn=limited,
        )
    assert (tmp_path / "report.json").stat().st_size == room
    expected_error = b"phaser-lint: standard output cannot be written: File too large\n"
    assert (process.returncode, process.stderr) == (2, expected_error)
