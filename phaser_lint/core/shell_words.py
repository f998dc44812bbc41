"""Lines for a shell: made of words, and taken apart."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Sequence

from phaser_lint.core import IS_POSIX

_WORD = re.compile(r"""(?:[^\s"']|"[^"]*"|'(?:[^']|'')*')+""")
_QUOTED = re.compile(r"""(["'])((?:(?!\1).|'')*)\1""", re.DOTALL)


def join_shell_words(words: Sequence[str]) -> str:
    """Return the line for a shell made of *words*, each quoted as the system's shell needs."""
    return shlex.join(words) if IS_POSIX else subprocess.list2cmdline(words)


def split_shell_line(line: str) -> list[str]:
    r"""Return the words of a *line* for a shell, taken apart; raises ``ValueError`` where a quote
    has no end.

    On Windows a backslash parts folders and escapes nothing: ``C:\Users\ann\phaser-lint-hook.exe``.
    """
    if IS_POSIX:
        return shlex.split(line)
    called = line.strip().removeprefix("& ")
    if _WORD.sub("", called).strip():
        raise ValueError(f"expected an end of the quote: {line}")
    return [_QUOTED.sub(_unquote_word, word) for word in _WORD.findall(called)]


def _unquote_word(match: re.Match[str]) -> str:
    return match[2].replace("''", "'") if match[1] == "'" else match[2]
