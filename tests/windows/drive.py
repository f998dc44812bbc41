r"""Runs phaser-lint as if the folder ``DRIVE`` were the drive ``C:`` of a Windows machine.

    DRIVE=/tmp/x python tests/windows/drive.py    and the commands as lines of JSON

Paths are Windows' own: ``ntpath`` joins and compares them, names are found in either case, and what
lies elsewhere is on the drive ``D:``. What Windows' Python lacks is taken away, too (``without``).
Programs get and print the paths of this system, as git does with forward slashes there.
"""

from __future__ import annotations

import builtins
import io
import json
import ntpath
import os
import posixpath
import shutil
import subprocess
import sys
import tempfile
import types
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.windows import without

BASE = os.path.realpath(os.environ.pop("DRIVE", "/nowhere"))
ONE_PATH = (
    "access", "chdir", "chmod", "listdir", "lstat", "makedirs", "mkdir", "open",
    "readlink", "remove", "rmdir", "stat", "truncate", "unlink", "utime",
)  # fmt: skip
TWO_PATHS = ("link", "rename", "replace", "symlink")
_real_realpath, _real_lexists, _real_listdir = os.path.realpath, os.path.lexists, os.listdir
_real_scandir, _real_getcwd, _real_access = os.scandir, os.getcwd, os.access


def here(path: Any) -> Any:
    """Return where a path of Windows lies on this system; anything else as it is."""
    if not isinstance(path, str) or path[1:2] != ":":
        return path.replace("\\", "/") if isinstance(path, str) and "\\" in path else path
    path_below = path[2:].replace("\\", "/")
    return _found(BASE, path_below) if path[0] in "Cc" else _program(path_below or "/")


def _program(path: str) -> str:
    """Return where *path* lies if programs end in ``.exe``, and there are none without it."""
    if path.endswith(".exe"):
        return path.removesuffix(".exe")
    is_program = _real_access(path, os.X_OK) and not os.path.isdir(path)
    return f"{path}.nowhere" if is_program else path


def _found(folder: str, path_below: str) -> str:
    """Return *path_below* below *folder*, each name in the case that it has on the disk."""
    for name in filter(None, path_below.split("/")):
        path = posixpath.join(folder, name)
        if name not in (".", "..") and not _real_lexists(path):
            try:
                names = _real_listdir(folder)
            except OSError:
                names = []
            disk_names = [disk_name for disk_name in names if disk_name.lower() == name.lower()]
            path = posixpath.join(folder, disk_names[0]) if disk_names else path
        folder = path
    return f"{folder}/" if path_below.endswith("/") else folder


def there(path: str) -> str:
    """Return what Windows would call a path of this system."""
    drive, path_below = (
        ("C:", path[len(BASE) :]) if f"{path}/".startswith(f"{BASE}/") else ("D:", path)
    )
    return drive + (path_below.replace("/", "\\") or "\\")


class Entry:
    """What ``scandir`` finds in a folder of Windows."""

    def __init__(self, folder: str, disk_entry: os.DirEntry[str]) -> None:
        self._entry = disk_entry
        self.name = disk_entry.name
        self.path = ntpath.join(folder, disk_entry.name)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._entry, name)


class Entries:
    """What lies in a folder, to be closed."""

    def __init__(self, folder: str = ".") -> None:
        self._found = _real_scandir(here(folder))
        self._folder = folder

    def __iter__(self) -> Any:
        return (Entry(self._folder, disk_entry) for disk_entry in self._found)

    def __enter__(self) -> Entries:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._found.close()


def set_up() -> None:
    """Make every call of this process take paths of Windows, and phaser-lint see them alone."""
    for name in ONE_PATH:
        setattr(os, name, _with_paths(getattr(os, name), 1))
    for name in TWO_PATHS:
        setattr(os, name, _with_paths(getattr(os, name), 2))
    builtins.open = io.open = _with_paths(open, 1)
    is_absolute = posixpath.isabs
    posixpath.isabs = lambda path: path[1:2] == ":" or is_absolute(path)
    tempfile.tempdir = "C:\\Temp"
    subprocess.Popen = _started(subprocess.Popen)  # type: ignore[misc]
    shutil.which = _found_program
    paths = types.SimpleNamespace(
        **{name: function for name, function in vars(os.path).items() if not name.startswith("__")}
    )
    for name in ("basename", "commonpath", "dirname", "isabs", "join", "normcase", "normpath",
                 "split", "splitdrive", "splitext"):  # fmt: skip
        setattr(paths, name, getattr(ntpath, name))
    paths.sep, paths.altsep, paths.pathsep = "\\", "/", ";"
    paths.abspath = lambda path: ntpath.normpath(ntpath.join(there(_real_getcwd()), path))
    paths.relpath = lambda path, start=".": ntpath.relpath(
        paths.abspath(path), paths.abspath(start)
    )
    paths.realpath = lambda path, **_: there(_real_realpath(here(paths.abspath(path))))
    paths.expanduser = lambda path: (
        os.environ.get("USERPROFILE", "~") + path[1:] if path[:1] == "~" else path
    )
    without.take_away(
        path=paths, sep="\\", altsep="/", pathsep=";", name="nt", scandir=Entries,
        getcwd=lambda: there(_real_getcwd()), fsdecode=lambda name: name.decode("utf-8"),
    )  # fmt: skip


def _with_paths(function: Any, count: int) -> Any:
    def by_path(*arguments: Any, **named: Any) -> Any:
        paths = [here(path) for path in arguments[:count]]
        return function(*paths, *arguments[count:], **named)

    return by_path


def _started(popen: Any) -> Any:
    class Popen(popen):  # type: ignore[misc]
        def __init__(self, words: Any, *rest: Any, **named: Any) -> None:
            named["cwd"] = here(named.get("cwd"))
            if named.get("env") is not None:
                named["env"] = {
                    name: _path_variable(variable) if name == "PATH" else here(variable)
                    for name, variable in named["env"].items()
                }
            words = words if isinstance(words, str) else [here(word) for word in words]
            super().__init__(words, *rest, **named)

    return Popen


def _found_program(name: str, path: str | None = None) -> str | None:
    """Return where a program of that *name* is on the PATH, as ``shutil.which`` does there."""
    folders = (os.environ["PATH"] if path is None else path).split(";")
    programs = [ntpath.join(folder, f"{name.removesuffix('.exe')}.exe") for folder in folders]
    return next((program for program in programs if _real_access(here(program), os.X_OK)), None)


def _path_variable(path_list: str) -> str:
    return ":".join(here(path) for path in path_list.split(";"))


def serve() -> None:
    """Run the commands that come as lines of JSON, and write a line with the answer of each.

    A command has ``arguments``, ``cwd`` (of Windows), ``stdin`` and what it adds to the
    ``environment``. An answer is its exit code, and what it printed to both streams.
    """
    from phaser_lint.command.cli import main

    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    usual = dict(os.environ)
    for line in sys.stdin.buffer.raw:  # type: ignore[union-attr]
        command = json.loads(line)
        os.environ.clear()
        os.environ.update(usual | command["environment"])
        os.chdir(command["cwd"])
        sys.stdin = io.TextIOWrapper(io.BytesIO(command["stdin"].encode()), encoding="utf-8")
        streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in "oe"]
        sys.stdout, sys.stderr = streams
        try:
            code = main(command["arguments"])
        except SystemExit as end:
            code = end.code  # type: ignore[assignment]
        for stream in streams:
            stream.flush()
        outputs = [stream.buffer.getvalue().decode() for stream in streams]  # type: ignore[attr-defined]
        answers.write(json.dumps([code, *outputs]) + "\n")
        answers.flush()


if __name__ == "__main__":
    set_up()
    serve()
