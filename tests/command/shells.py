"""Real shells that complete a command line, each with nothing of the user's own."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_SECONDS = 20


def in_bash(script: Path, line: str, *, folder: Path, environment: Mapping[str, str]) -> list[str]:
    """What bash offers at the end of *line*."""
    words = [*re.findall(r"[^\s=]+|=", line), *([""] if line.endswith(" ") else [])]
    quoted = " ".join(f"'{word}'" for word in words)
    commands = (
        f"source '{script}'; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _phaser_lint; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    return _lines(["bash", "--norc", "--noprofile", "-c", commands], folder, environment)


def in_fish(script: Path, line: str, *, folder: Path, environment: Mapping[str, str]) -> list[str]:
    """What fish offers at the end of *line*."""
    commands = f"source '{script}'; complete -C '{line}'"
    offered = _lines(["fish", "--no-config", "-c", commands], folder, environment)
    return [offered_line.partition("\t")[0] for offered_line in offered]


def in_zsh(script: Path, line: str, *, folder: Path, environment: Mapping[str, str]) -> list[str]:
    """What zsh makes of *line* when the key is pressed: the line itself, completed."""
    process, terminal = pty.fork()
    if not process:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**environment, "TERM": "dumb", "PS1": ""})
    try:
        _write(
            terminal, f"autoload -U compinit; compinit -D -u; source '{script}'; print re''ady\n"
        )
        _read_until(terminal, "ready")
        _write(terminal, f"{line}\t")
        time.sleep(1)
        # The line becomes a text that is printed: "<line>".
        _write(terminal, "\x01print -r -- '<\x05>en''d'\n")
        outcome = _read_until(terminal, ">end")
    finally:
        os.kill(process, 9)
        os.waitpid(process, 0)
        os.close(terminal)
    return re.findall(r"<([^<>']*)>end", outcome)


def _lines(arguments: list[str], folder: Path, environment: Mapping[str, str]) -> list[str]:
    process = subprocess.run(
        arguments, cwd=folder, env=environment, capture_output=True, text=True, timeout=_SECONDS
    )
    assert process.stderr == ""
    return process.stdout.split("\n")[:-1]


def _write(terminal: int, text: str) -> None:
    os.write(terminal, text.encode())


def _read_until(terminal: int, awaited: str) -> str:
    until, terminal_text = time.monotonic() + _SECONDS, ""
    while awaited not in terminal_text:
        ready, _, _ = select.select([terminal], [], [], max(until - time.monotonic(), 0))
        assert ready, f"the shell did not say {awaited!r}: {terminal_text!r}"
        terminal_text += os.read(terminal, 65536).decode()
    return terminal_text
