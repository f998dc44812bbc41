"""The program of another tool, as its user would start it, in the project."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.project.files.disk import list_project_files
from phaser_lint.project.programs import find_checkout, find_user_program, leave_out_checkout
from phaser_lint.project.temporary_folder import make_temporary_folder

# Of the names on one command line: systems take some hundred kilobytes.
_AT_ONCE = 1000
_SECONDS = 600


class OldProgram:
    """A program that is installed, and the folder of the project that it runs in."""

    def __init__(self, path: str, root: str) -> None:
        self._path = path
        self._root = root

    def output(
        self, *arguments: str, variables: Mapping[str, str] | None = None
    ) -> tuple[str, str]:
        """Return what the old program prints on standard output and on standard error.

        Raises ``RuleFileError`` where it cannot be run to its end.
        """
        path = leave_out_checkout(os.environ.get("PATH", os.defpath), find_checkout(self._root))
        try:
            completed = subprocess.run(
                [self._path, *arguments],
                cwd=self._root,
                env={**os.environ, "PATH": path, "PYTHONUTF8": "1", **(variables or {})},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise RuleFileError(f"{self._path}: cannot be run: {error}") from None
        out, err = (
            stream.decode("utf-8", "surrogateescape")
            for stream in (completed.stdout, completed.stderr)
        )
        return out, err

    def version(self) -> str:
        """Return what the old program answers to ``--version``, in one line."""
        out, err = self.output("--version")
        return " ".join((out or err).split("\n")[0].replace(":", " ").split())

    def batches(self) -> Iterator[Sequence[str]]:
        """Yield the names of all files of the project, as many as the old program's line takes."""
        names = sorted(list_project_files(self._root))
        for start in range(0, len(names), _AT_ONCE):
            yield names[start : start + _AT_ONCE]


def find_old_program(name: str, *, root: str) -> OldProgram | None:
    """Return the old program of that *name* where it is installed; one that lies in the project is
    none: a checkout's.
    """
    path = find_user_program(name, os.pathsep.join(os.get_exec_path()), find_checkout(root))
    return OldProgram(path, root) if path else None


def explain_missing_program(name: str, *, root: str) -> str:
    """Return where the old program of that *name* was looked for and not found.

    It may well be installed, in a folder that this PATH has not.
    """
    path = leave_out_checkout(os.pathsep.join(os.get_exec_path()), find_checkout(root))
    return f"no program {name} in the folders of PATH outside of the project: {path}"


@contextmanager
def make_temporary_file(text: str, name: str) -> Iterator[str]:
    """Give the path of a temporary file for the old program: of that *name*, with *text*, gone at
    the end.
    """
    with make_temporary_folder() as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as stream:
            stream.write(text)
        yield path
