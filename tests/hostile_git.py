"""A ``git`` on the PATH that does wrong at one subcommand, and writes down what it is asked.

hostile = HostileGit(folder)
environment = hostile.environment(os.environ, of="ls-files", way="sleep")
hostile.asked()         the subcommands, in their order
hostile.left_behind()   what still runs of them, and of what they started
timed(words, seconds)   a command that gives each call of git so many seconds, if it can
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from tests.left_behind import left_behind

if TYPE_CHECKING:
    from collections.abc import Mapping

WAYS = ("sleep", "nothing", "garbage", "flood", "refuse")
FATAL_SENTENCE = "fatal: nobody is to know"
_TIMED = {"scan", "pre-commit", "baseline", "list", "test", "try", "history", "why", "init",
          "export", "explain", "doctor", "contracts", "import"}  # fmt: skip
_SCRIPT = r"""#!/bin/sh
name=
left_out=
for word in "$@"; do
  if [ -n "$left_out" ]; then left_out=; continue; fi
  case $word in
    -C|-c) left_out=1 ;;
    -*) ;;
    *) name=$word; break ;;
  esac
done
echo "$name $$" >> "$HOSTILE_LOG"
if [ "$name" = "$HOSTILE_OF" ]; then
  case $HOSTILE_WAY in
    sleep) sleep 300; exit 0 ;;
    nothing) exit 0 ;;
    garbage) printf 'gar\377bage'; exit 0 ;;
    flood) head -c 50000000 /dev/zero | tr '\0' x; exit 0 ;;
    refuse) echo "fatal: nobody is to know" >&2; exit 128 ;;
    INT | TERM) kill -s "$HOSTILE_WAY" "$PPID"; sleep 300; exit 0 ;;
  esac
fi
exec "$HOSTILE_REAL" "$@"
"""


def timed(words: tuple[str, ...], seconds: int) -> tuple[str, ...]:
    """The *words* of a command line with a limit of git's time, where the command has that flag."""
    if words[0] not in _TIMED:
        return words
    # What comes first is the command's own subcommand, or a flag that stands alone.
    at = 2 if words[0] in ("import", "contracts") else 1
    return (*words[:at], "--git-timeout", str(seconds), *words[at:])


class HostileGit:
    """The program in *folder*, which is made."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder, self._log = folder, folder / "log"
        program = folder / "git"
        program.write_text(_SCRIPT)
        program.chmod(0o755)

    def environment(self, variables: Mapping[str, str], *, of: str, way: str) -> dict[str, str]:
        """*variables* with the program, which does wrong in this *way* at the subcommand *of*.

        ``INT`` and ``TERM`` send that signal, as it begins, to who started it.
        """
        real = shutil.which("git", path=variables["PATH"])
        assert real is not None
        return {
            **variables,
            "PATH": f"{self._folder}{os.pathsep}{variables['PATH']}",
            "HOSTILE_LOG": str(self._log),
            "HOSTILE_REAL": real,
            "HOSTILE_OF": of,
            "HOSTILE_WAY": way,
        }

    def asked(self) -> list[str]:
        """The subcommands that were asked, each as often as it was."""
        return [name for name, _ in self._rows()]

    def left_behind(self) -> list[str]:
        """The processes of all calls that still run; each call began a group of its own."""
        return left_behind({group for _, group in self._rows()})

    def _rows(self) -> list[tuple[str, str]]:
        text = self._log.read_text() if self._log.exists() else ""
        return [
            (name, group) for name, _, group in (line.partition(" ") for line in text.splitlines())
        ]
