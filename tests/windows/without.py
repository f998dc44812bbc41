"""Runs phaser-lint in a Python without what Windows' Python lacks.

    python tests/windows/without.py scan --format json

What is taken away is what Python's documentation calls available on Unix alone: flags, functions,
signals and modules; calls that take a descriptor of a folder; and ``kill``, which ends or
interrupts a process there.
"""

from __future__ import annotations

import builtins
import os
import select
import signal
import sys
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FUNCTIONS = (
    "chown", "chroot", "confstr", "ctermid", "fchdir", "fchmod", "fchown", "fork", "forkpty",
    "getegid", "geteuid", "getgid", "getgrouplist", "getgroups", "getloadavg", "getpgid", "getpgrp",
    "getpriority", "getresgid", "getresuid", "getsid", "getuid", "initgroups", "killpg", "lchown",
    "lockf", "mkfifo", "mknod", "nice", "openpty", "pathconf", "pipe2", "posix_fadvise",
    "posix_fallocate", "posix_spawn", "posix_spawnp", "pread", "pwrite", "readv",
    "register_at_fork", "sched_getaffinity", "sched_yield", "sendfile", "setegid", "seteuid",
    "setgid", "setgroups",
    "setpgid", "setpriority", "setregid", "setresgid", "setresuid", "setreuid", "setsid", "setuid",
    "statvfs", "sync", "sysconf", "tcgetpgrp", "tcsetpgrp", "ttyname", "uname", "wait", "wait3",
    "wait4", "waitid", "writev",
)  # fmt: skip
FLAGS = (
    "O_CLOEXEC", "O_DIRECTORY", "O_DSYNC", "O_NOATIME", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK",
    "O_NDELAY", "O_PATH", "O_SYNC", "O_TMPFILE", "WNOHANG", "WUNTRACED",
)  # fmt: skip
SIGNALS = (
    "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP",
    "SIGTSTP", "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm", "setitimer", "pthread_sigmask", "sigwait",
)  # fmt: skip
MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")


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


def take_away(kept: Sequence[str] = (), **other: object) -> None:
    """Take what Windows lacks from all modules of phaser-lint that are imported from now on.

    *other* takes the place of what ``os`` has under that name.
    """
    by_path = () if "dir_fd" in kept else ("stat", "listdir", "scandir", "open")
    replaced: dict[str, object] = {name: _by_path_alone(name) for name in by_path}
    if by_path:
        replaced.update(supports_fd=frozenset(), supports_dir_fd=frozenset())
    if "kill" not in kept:
        replaced["kill"] = _kill
    lacking = {
        "os": Lacking(os, {*FUNCTIONS, *FLAGS}.difference(kept), **{**replaced, **other}),
        "signal": Lacking(signal, set(SIGNALS).difference(kept)),
        "select": Lacking(select, {"poll", "epoll"}.difference(kept)),
    }
    real = builtins.__import__

    def imported(name: str, *rest: Any, **named: Any) -> Any:
        importer = rest[0] if rest else named.get("globals")
        if (importer or {}).get("__name__", "").partition(".")[0] == "phaser_lint":
            if name in lacking:
                return lacking[name]
            if name in MODULES and name not in kept:
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


def _kill(number: int, sent: int) -> None:
    raise AssertionError(f"kill({number}, {sent}): Windows ends or interrupts the process")


if __name__ == "__main__":
    take_away(tuple(filter(None, os.environ.pop("KEPT", "").split(","))))
    from phaser_lint.cli import main

    sys.exit(main(sys.argv[1:]))
