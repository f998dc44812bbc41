"""Lines for a shell: made of words, and taken apart."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Sequence

from phaser_lint.core import IS_POSIX

_WORD = re.compile(r"""(?:[^\s"']|"[^"]*"|'(?:[^']|'')*')+""")
_QUOTED = re.compile(r"""(["'])((?:(?!\1).|'')*)\1""", re.DOTALL)


def shell_line(words: Sequence[str]) -> str:
    """Return the line that a shell takes for *words*."""
    return shlex.join(words) if IS_POSIX else subprocess.list2cmdline(words)


def words_of_line(line: str) -> list[str]:
    r"""Return the words of a *line* for a shell; raises ``ValueError`` where a quote has no end.

    On Windows a backslash parts folders and escapes nothing: ``C:\Users\ann\phaser-lint-hook.exe``.
    """
    if IS_POSIX:
        return shlex.split(line)
    called = line.strip().removeprefix("& ")
    if _WORD.sub("", called).strip():
        raise ValueError(f"expected an end of the quote: {line}")
    return [_QUOTED.sub(_unquote, word) for word in _WORD.findall(called)]


def _unquote(match: re.Match[str]) -> str:
    return match[2].replace("''", "'") if match[1] == "'" else match[2]
