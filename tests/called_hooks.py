"""The hooks that doctor tries, called in this process: the start of one costs ten answers.

What a settings file says around a hook is tried so, and the guard of a team's line is passed over.
What is no plain start of this phaser-lint, such as a script of the test's or another line for a
shell, is a process all the same.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent.agent_table import COMMAND, OPEN
from phaser_lint.agent.hook_process import ProcessResult
from phaser_lint.agent.hook_process import run_hook_command as start
from phaser_lint.agent.install.missing_program import without_guard
from phaser_lint.hook.clean import breaks_nothing, parse_quick_request
from phaser_lint.hook.doctor import diagnosis, execution, hook_programs
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phaser_lint.agent.hook_process import Command
    from tests.conftest import Run

_HOOK = "phaser-lint-hook"
# What install adds for agents that refuse every edit after a failure.
_NO_HARM = OPEN.removeprefix(COMMAND)
_BARE = (sys.executable, "-I", "-c", "pass")


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """Calls hooks instead of starting them: for what does not depend on how they are started."""
    for place in (diagnosis, execution, hook_programs):
        monkeypatch.setattr(place, "run_hook_command", call_in_process(run))


def is_clean_at_once(stdin: bytes, arguments: Sequence[str] = ()) -> bool:
    """Whether the clean path answers the event *stdin* by itself."""
    request = parse_quick_request(stdin, arguments)
    return request is not None and breaks_nothing(request, stdin)


def call_in_process(run: Run) -> Callable[[Command, bytes], ProcessResult]:
    """Return what takes the place of ``hook_process.run_hook_command``."""
    streams_lock = (
        Lock()
    )  # doctor tries violations side by side, and a call has this process's streams

    def call(command: Command, stdin: bytes) -> ProcessResult:
        words = _words(command)
        arguments = _arguments(words, command.environment.get("PATH"))
        if words == _BARE:
            return ProcessResult(0, seconds=0.01, delivered=0.0)
        if arguments is None:
            return start(command, stdin)
        with streams_lock:
            answer = run(*arguments, stdin=stdin, cwd=Path(command.folder), env=command.environment)
        code = 0 if _is_harmless(command) else answer.code
        out, err = answer.out.encode(), answer.err.encode()
        return ProcessResult(code, out, err, len(out), seconds=0.01, delivered=0.0)

    return call


def _words(command: Command) -> tuple[str, ...]:
    if isinstance(command.words, tuple):
        return command.words
    line = without_guard(command.words).removesuffix(_NO_HARM)
    plain = all(word.replace("-", "").isalnum() for word in line.split())
    return tuple(line.split()) if plain else ()


def _is_harmless(command: Command) -> bool:
    return isinstance(command.words, str) and command.words.endswith(_NO_HARM)


def _arguments(words: Sequence[str], path: str | None) -> list[str] | None:
    """Return the arguments of this phaser-lint that *words* come down to, if they do."""
    program = shutil.which(words[0], path=path) if words else None
    if program is None:
        return None
    if Path(program).samefile(PROGRAM.with_name(_HOOK)):
        return ["hook", *words[1:]]
    is_version = Path(program).samefile(PROGRAM) and [*words[1:]] == ["--version"]
    return ["--version"] if is_version else None
