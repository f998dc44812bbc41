"""What the commands of the pictures print, in a temporary copy of a project: each is run.

The agent's own words around an answer of the hook are those that Claude Code shows on its terminal;
``tests/e2e/test_claude_terminal.py`` compares them with the real client.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from annotation_svg import Annotation
from terminal_svg import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ROOT = Path(__file__).resolve().parent.parent
SHOP = ROOT / "examples" / "shop"
TUTORIAL = ROOT / "docs" / "tutorial.md"
# How long a command is shown before it answers, an answer before the next command, and a line.
COMMAND, ANSWER, LINE = 0.9, 1.8, 0.12
RECEIPT = "src/receipts.py"
REFUSED, CORRECTED = 'TITLE = "Your shopping cart"\n', 'TITLE = "Your basket"\n'
BOLD, DIM, RED, GREEN, PLAIN = (f"\x1b[{code}m" for code in ("1", "2", "31", "32", "0"))
_FILE = re.compile(r"^```(?:python|sql|markdown)\n# (\S+)\n(.*?)^```$", re.M | re.S)
_COMMAND = re.compile(r"^\$ (phaser-lint (?:.*\\\n)*.*)$", re.M)
_ERROR = re.compile(r"^::error file=([^,]+),line=(\d+),.*?title=([^:]+)::(.*)$", re.M)
_WHEN = "2026-11-01T12:00:00Z"
_DATED = {"SOURCE_DATE_EPOCH": "1793534400"}


class Terminal(NamedTuple):
    """A terminal, *columns* wide, in the folder *project*."""

    project: Path
    columns: int


def hook(columns: int) -> list[Line]:
    """An agent's edit that is denied, with the reason, and the one that follows."""
    with _terminal(columns) as terminal:
        _copy_shop(terminal)
        denied_lines = [Line(line, 0) for line in _denied(terminal).split("\n")]
        corrected = _written(terminal, RECEIPT, CORRECTED).split("\n")
        return [*denied_lines, Line("", 0), *[Line(line, ANSWER) for line in corrected]]


def first_rule(columns: int) -> list[Line]:
    """The first rule of the tutorial: tried, saved, and in force."""
    page = TUTORIAL.read_text(encoding="utf-8")
    commands = _COMMAND.findall(page.partition("## 1. ")[2].partition("## 2. ")[0])
    with _terminal(columns) as terminal:
        for path, text in _FILE.findall(page):
            (terminal.project / path).parent.mkdir(parents=True, exist_ok=True)
            (terminal.project / path).write_text(text, encoding="utf-8")
        return _played(
            (f"$ {command}", _printed(terminal, *shlex.split(command.replace("\\\n", ""))[1:]))
            for command in commands[-2:]
        )


def pull_request() -> Annotation:
    """What the Action writes at a line of a pull request that adds a file."""
    with _terminal(columns=80) as terminal:
        _copy_shop(terminal)
        _commit(terminal, "The shop")
        _git(terminal, "checkout", "-q", "-b", "receipts")
        (terminal.project / RECEIPT).write_text(REFUSED, encoding="utf-8")
        _commit(terminal, "Receipts")
        _git(terminal, "checkout", "-q", "main")
        _git(terminal, "merge", "-q", "--no-ff", "receipts", "-m", "Merge receipts into main")
        variables = {
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_NAME": "pull_request",
            "GITHUB_SHA": _git(terminal, "rev-parse", "HEAD"),
            "GITHUB_WORKSPACE": str(terminal.project),
        }
        [(file, line, title, message)] = _ERROR.findall(
            _printed(terminal, "action", more=variables)
        )
    source = REFUSED.split("\n")[int(line) - 1]
    return Annotation(file, int(line), source, title, message)


def shop_report(receipts: str) -> str:
    """Return the HTML report on the shop, with *receipts* as another file of it."""
    with _terminal(columns=80) as terminal:
        _copy_shop(terminal)
        (terminal.project / RECEIPT).write_text(receipts, encoding="utf-8")
        _printed(terminal, "scan", "--format", "html=../report.html", more=_DATED)
        return (terminal.project.parent / "report.html").read_text(encoding="utf-8")


def denial(reason: str, *, columns: int) -> str:
    """Return what Claude Code shows of a Write to which the hook answers *reason*."""
    indent = "     "
    wrapped = [
        part
        for line in f"Error: PreToolUse:Write hook error: {reason}".split("\n")
        for part in textwrap.wrap(line, columns - len(indent), break_on_hyphens=False)
    ]
    # The client's own sign, ⎿, is in few of the fonts that pages are read in.
    shown = "\n".join(f"{indent}{RED}{each}{PLAIN}" for each in wrapped)
    return f"{RED}●{PLAIN} {BOLD}Write{PLAIN}({RECEIPT})\n  └  {shown[len(indent) :]}"


def written(path: str, text: str) -> str:
    """Return what Claude Code shows of a Write of one line that went through."""
    return "\n".join(
        (
            f"{GREEN}●{PLAIN} {BOLD}Write{PLAIN}({path})",
            f"  └  Wrote {BOLD}1{PLAIN} line to {BOLD}{path}{PLAIN}",
            f"      {DIM}1{PLAIN} {text.rstrip()}",
        )
    )


def _denied(terminal: Terminal) -> str:
    answer = _hook(terminal, RECEIPT, REFUSED)
    return denial(answer["permissionDecisionReason"], columns=terminal.columns)


def _written(terminal: Terminal, path: str, text: str) -> str:
    """Return what the agent shows; the hook must not deny it."""
    if "permissionDecision" in _hook(terminal, path, text):
        raise ValueError(f"expected no decision about {text!r}")
    (terminal.project / path).write_text(text, encoding="utf-8")
    return written(path, text)


def _hook(terminal: Terminal, path: str, text: str) -> dict[str, str]:
    event = {
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "cwd": str(terminal.project),
        "tool_input": {"file_path": str(terminal.project / path), "content": text},
    }
    program = (sys.executable, "-m", "phaser_lint", "hook")
    answer: dict[str, dict[str, str]] = json.loads(_output(terminal, program, json.dumps(event)))
    return answer.get("hookSpecificOutput", {})


@contextlib.contextmanager
def _terminal(columns: int) -> Iterator[Terminal]:
    """A terminal in an empty repository."""
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(Path(folder, "shop").resolve(), columns)
        terminal.project.mkdir()
        _git(terminal, "init", "-q", "-b", "main")
        yield terminal


def _copy_shop(terminal: Terminal) -> None:
    shutil.copytree(SHOP, terminal.project, dirs_exist_ok=True)
    (terminal.project / "CODEOWNERS").write_text("* @ann\n", encoding="utf-8")


def _commit(terminal: Terminal, message: str) -> None:
    _git(terminal, "add", "-A")
    _git(terminal, "commit", "-q", "-m", message)


def _git(terminal: Terminal, *arguments: str) -> str:
    return _output(terminal, ("git", *arguments)).strip()


def _output(terminal: Terminal, command: tuple[str, ...], given: str = "") -> str:
    return subprocess.run(
        command,
        cwd=terminal.project,
        env=_environment(terminal),
        input=given,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
        timeout=60,
    ).stdout


def _environment(terminal: Terminal) -> dict[str, str]:
    """Return all that a command may know of this machine."""
    by = {"NAME": "Ann", "EMAIL": "ann@example.org", "DATE": _WHEN}
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(terminal.project.parent),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
        "COLUMNS": str(terminal.columns),
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{who}_{key}": by[key] for who in ("AUTHOR", "COMMITTER") for key in by},
    }


def _printed(terminal: Terminal, *command: str, more: Mapping[str, str] | None = None) -> str:
    """Return what *command* prints on a terminal: with its colors, and as people read it."""
    ours, theirs = os.openpty()
    with open(ours, "rb") as screen:
        done = subprocess.Popen(
            (sys.executable, "-m", "phaser_lint", *command),
            cwd=terminal.project,
            env={**_environment(terminal), **(more or {})},
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        printed = b"".join(_pieces(screen.fileno()))
    if done.wait(timeout=60) > 1 or not printed:
        raise subprocess.CalledProcessError(done.returncode, command, printed)
    return printed.decode().replace("\r\n", "\n")


def _pieces(screen: int) -> Iterator[bytes]:
    # The end of a terminal is an error on Linux, and an empty read elsewhere.
    with contextlib.suppress(OSError):
        while piece := os.read(screen, 1 << 16):
            yield piece


def _played(parts: Iterable[tuple[str, str]]) -> list[Line]:
    """Return the lines of commands and what they printed, each at its time.

    The first command has answered already: a picture is never empty.
    """
    lines: list[Line] = []
    now = 0.0
    for command, printed in parts:
        pace = 1 if lines else 0
        if pace:
            now += ANSWER
            lines.append(Line("", now))
        style = DIM if command.startswith("#") else BOLD
        lines.extend(Line(f"{style}{line}{PLAIN}", now) for line in command.split("\n"))
        now += COMMAND * pace
        for line in printed.rstrip("\n").split("\n"):
            now += LINE * pace
            lines.append(Line(line, now))
    return lines
