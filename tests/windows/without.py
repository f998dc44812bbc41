"""Runs phaser-lint in a Python without what Windows' Python lacks.

    python tests/windows/without.py scan --format json
    ONLY=geteuid,fork python tests/windows/without.py scan
    python tests/windows/without.py -c "code as of a module of phaser-lint"

What is taken away, all of it or ``ONLY`` some, is what the stubs of Python's library have for Linux
and not for Windows: flags, functions, signals and modules; and calls that take a descriptor of a
folder, and ``kill``, which ends or interrupts a process there.
"""

from __future__ import annotations

import builtins
import os
import select
import signal
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

sys.path.append(str(Path(__file__).parents[2]))

from tests.windows.stubs import absent_modules, lacking

NAMES = {module: frozenset(lacking(module)) for module in ("os", "select", "signal")}
MODULES = frozenset(absent_modules())
ALL = frozenset().union(*NAMES.values(), MODULES, ("dir_fd", "kill"))
# What reads Linux's /proc asks for sys.platform first, which is no stand-in's here.
OF_COMMANDS = ALL - {"sysconf"}


class Lacking(types.ModuleType):
    """A module as phaser-lint sees it: without some names, and with others in place of its own.

    Python's library keeps the whole one, since what it does on this system it does by it.
    """

    def __init__(self, module: types.ModuleType, names: Iterable[str], **replaced: object) -> None:
        super().__init__(module.__name__)
        self.__dict__.update(replaced)
        self._module, self._names = module, frozenset(names)

    def __getattr__(self, name: str) -> Any:
        if name in self._names:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(self._module, name)


def take_away(only: Collection[str] = ALL, **other: object) -> None:
    """Take what Windows lacks from all modules of phaser-lint that are imported from now on.

    *other* takes the place of what ``os`` has under that name.
    """
    by_path = ("stat", "listdir", "scandir", "open") if "dir_fd" in only else ()
    replaced: dict[str, object] = {name: _by_path_alone(name) for name in by_path}
    if by_path:
        replaced.update(supports_fd=frozenset(), supports_dir_fd=frozenset())
    if "kill" in only:
        replaced["kill"] = _kill
    modules = {"os": os, "select": select, "signal": signal}
    lacking_modules = {
        name: Lacking(module, NAMES[name].intersection(only)) for name, module in modules.items()
    }
    vars(lacking_modules["os"]).update(replaced, **other)
    real = builtins.__import__

    def imported(name: str, *rest: Any, **named: Any) -> Any:
        importer = rest[0] if rest else named.get("globals")
        if (importer or {}).get("__name__", "").partition(".")[0] == "phaser_lint":
            if name in lacking_modules:
                return lacking_modules[name]
            if name in MODULES.intersection(only):
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest, **named)

    builtins.__import__ = imported


def _by_path_alone(name: str) -> Any:
    function = getattr(os, name)

    def by_path(path: Any = ".", *arguments: Any, **named: Any) -> Any:
        if named.get("dir_fd") is not None:
            raise NotImplementedError("dir_fd unavailable on this platform")
        if isinstance(path, int):
            raise TypeError(f"{name}: path should be string, bytes or os.PathLike, not int")
        if name == "open" and os.path.isdir(path):
            raise PermissionError(13, "Permission denied", path)
        return function(path, *arguments, **named)

    return by_path


def _kill(number: int, signal_sent: int) -> None:
    raise AssertionError(f"kill({number}, {signal_sent}): Windows ends or interrupts the process")


if __name__ == "__main__":
    named = os.environ.pop("ONLY", "")
    take_away(named.split(",") if named else OF_COMMANDS)
    if sys.argv[1] == "-c":
        exec(sys.argv[2], {"__name__": "phaser_lint.made"})
        sys.exit()
    from phaser_lint.command.cli import main

    sys.exit(main(sys.argv[1:]))
