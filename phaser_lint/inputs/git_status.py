"""The files that differ from the last commit, or are new to git, in one run of git.

The hook asks after every shell command of an agent. So git is started without ``subprocess``, whose
import costs as much as git itself, and a repository that takes long is left alone.
"""

from __future__ import annotations

import os

from phaser_lint.inputs.git import environment

_COMMAND = (
    "status",
    "--porcelain",
    "-z",
    "--untracked-files=all",
    "--no-renames",
    "--ignore-submodules=all",
    "--",
    ".",
)
_SECONDS = 3
_LARGEST = 1024 * 1024
_MARK = 3
_MOST_NESTED = 100


def changed_since_commit(root: str, *, top: str) -> list[str] | None:
    """Return the files under *root* that git says are changed or new, relative to it.

    *top* is the top of the working tree. Deleted files may be among them. ``None`` where git
    fails, takes over 3 seconds, or has more to say than 1 MB.
    """
    output = output_of(["git", "-C", root, *_COMMAND])
    if output is None:
        return None
    prefix = "" if root == top else os.path.relpath(root, top) + "/"
    # "XY path"; paths start at the top whatever the folder.
    listed = [os.fsdecode(entry[_MARK:]) for entry in output.split(b"\0") if entry]
    # A folder is a repository of its own that is not committed: another project's.
    return [
        path[len(prefix) :] for path in listed if path.startswith(prefix) and not path.endswith("/")
    ]


def nested_places(top: str) -> list[str]:
    """Return the folders below *top* that hold contracts, or a baseline, of their own."""
    marks = (".claude/contracts/", ".phaser/contracts/", ".phaser/baseline.jsonl")
    wanted = [f":(icase,glob)**/{mark}**" for mark in marks]
    listing = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *wanted)
    output = output_of(["git", "-C", top, *listing]) or b""
    found = dict.fromkeys(
        path[: path.lower().find(f"/{mark}")]
        for path in (os.fsdecode(entry) for entry in output.split(b"\0"))
        for mark in marks
        if path.lower().find(f"/{mark}") > 0
    )
    return [os.path.join(top, folder) for folder in list(found)[:_MOST_NESTED]]


def log_size(top: str) -> int:
    """Return how long the log of HEAD is, in bytes; 0 where there is none."""
    try:
        return os.stat(log_of(top)).st_size
    except OSError:
        return 0


def log_time(top: str) -> float:
    """Return when the log of HEAD was last written, in seconds of the epoch; 0 without one."""
    try:
        return os.stat(log_of(top)).st_mtime
    except OSError:
        return 0.0


def log_of(top: str) -> str:
    """Return where git logs what HEAD was."""
    folder = os.path.join(top, ".git")
    if os.path.isfile(folder):  # a linked working tree, or a submodule
        with open(folder, encoding="utf-8", errors="surrogateescape") as file:
            folder = os.path.join(top, file.read(4096).partition("gitdir: ")[2].strip())
    return os.path.join(folder, "logs", "HEAD")


def output_of(command: list[str]) -> bytes | None:
    """Return what git prints; ``None`` where it fails, takes too long or says too much."""
    reading, writing = os.pipe()
    try:
        try:
            process = os.posix_spawnp(
                command[0],
                command,
                environment(),
                file_actions=[
                    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                    (os.POSIX_SPAWN_DUP2, writing, 1),
                    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                ],
            )
        except OSError:  # git is not installed
            return None
        finally:
            os.close(writing)
        output = _read(reading)
        if output is None:
            os.kill(process, 9)
        _, status = os.waitpid(process, 0)
        return output if status == 0 else None
    finally:
        os.close(reading)


def _read(descriptor: int) -> bytes | None:
    """Return all that comes; ``None`` if it is too much, or too late."""
    import select
    import time

    poll = select.poll()
    poll.register(descriptor)
    parts: list[bytes] = []
    size, end = 0, time.monotonic() + _SECONDS
    while size <= _LARGEST:
        left = end - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            return None
        part = os.read(descriptor, 65536)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
    return None
