"""The log of denials, where ``install --log`` asked for one: which contract denied, and when.

One file in the user's cache, which no check reads: ``history --denials`` sums it up. It holds no
content, and no path but as a checksum. A line is what one check denied:

    {"time": 1764350000, "project": "3f…", "integration": "codex", "denials": [["no-print", "a9…"]]}
    {"time": 1764350009, "project": "3f…", "integration": "codex", "clean": ["a9…"]}

The second one stands for the next edit of a file, where nothing denied it.
"""

from __future__ import annotations

import json
import os
import time

from phaser_lint.core import APPEND, Record, belongs_to_user, open_unless_link
from phaser_lint.core.cache_file import (
    discard_file,
    name_cache_path,
    read_private_file,
    write_private_file,
)
from phaser_lint.hook import HookRequest, name_denial_mark
from phaser_lint.project import find_main_worktree

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaser_lint.contract.model import Violation

LARGEST = 1024 * 1024
"""Bytes of the log; of a larger one the newer half stays."""
_NAME = "denials.jsonl"
_LOCK_SECONDS = 0.2
_TRIES = 5


class LoggedEvent(Record):
    """An event of the log: contracts with the checksum of the file, or files that were clean."""

    time: int
    integration: str
    denials: tuple[tuple[str, str], ...] = ()
    clean: tuple[str, ...] = ()


def name_denial_log(cache: str) -> str:
    """Return where the log of denials lies in the *cache*."""
    return os.path.join(cache, _NAME)


def log_denials(request: HookRequest, violations: Sequence[Violation], *, root: str) -> None:
    """Add a denied edit or command of the project to the log, with its *violations*."""
    if not (request.options.log and request.cache):
        return
    denials: dict[tuple[str, str], None] = {}
    proposed_paths = {proposal.path for proposal in request.proposals}
    for violation in violations:
        path = os.path.join(root, violation.path)
        if path not in proposed_paths and len(proposed_paths) == 1:
            [path] = proposed_paths  # it is shown by another name
        file = _name_file(path) if path in proposed_paths else ""
        denials[violation.rule_id, file] = None
        if file:
            write_private_file(name_denial_mark(request, path))
    _add_line(request, root, {"denials": [list(denial) for denial in denials]})


def log_clean_edits(request: HookRequest, paths: Iterable[str], *, root: str) -> None:
    """Log that nothing denied the next edit of the files at *paths*, which were denied before."""
    files = []
    for path in paths:
        discard_file(name_denial_mark(request, path))
        files.append(_name_file(path))
    _add_line(request, root, {"clean": files})


def read_denial_log(cache: str, root: str) -> Iterator[LoggedEvent]:
    """Yield the events of the project at *root* from the log of denials, but for garbled ones."""
    project = _name_project(root)
    for line in (read_private_file(name_denial_log(cache)) or b"").split(b"\n"):
        try:
            logged = json.loads(line)
            if logged["project"] == project:
                yield LoggedEvent(
                    int(logged["time"]),
                    str(logged["integration"]),
                    denials=tuple(
                        (str(rule), str(file)) for rule, file in logged.get("denials", ())
                    ),
                    clean=tuple(map(str, logged.get("clean", ()))),
                )
        except (ValueError, TypeError, KeyError, RecursionError):
            continue


def _name_file(path: str) -> str:
    return os.path.basename(name_cache_path("", (path,)))


def _name_project(root: str) -> str:
    return _name_file(os.path.realpath(find_main_worktree(root) or root))


def _add_line(request: HookRequest, root: str, about: dict[str, Any]) -> None:
    """Add a line; where it cannot be written, the answer is the same."""
    event = {"time": int(time.time()), "project": _name_project(root), "integration": request.agent}
    line = json.dumps({**event, **about}, separators=(",", ":")).encode() + b"\n"
    path = name_denial_log(request.cache)
    try:
        os.makedirs(request.cache, mode=0o700, exist_ok=True)
        for _ in range(_TRIES):
            descriptor = open_unless_link(path, APPEND)
            try:
                if _append_line(descriptor, path, line):
                    return
            finally:
                os.close(descriptor)
    except (OSError, ValueError):
        return


def _append_line(descriptor: int, path: str, line: bytes) -> bool:
    """Add *line* to the file at *path*, which is open; false where another has taken its place."""
    end = time.monotonic() + _LOCK_SECONDS
    # No other process halves the file meanwhile; it is waited for a short while only. Windows has
    # no locks of this kind: there a line may be lost, once a megabyte.
    while fcntl is not None and time.monotonic() < end:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(0.002)
        else:
            break
    status = os.fstat(descriptor)
    if not os.path.samestat(status, os.stat(path)):
        return False
    if not belongs_to_user(status):
        return True
    if status.st_size + len(line) <= LARGEST:
        # One write: lines of parallel hooks do not mix.
        os.write(descriptor, line)
        return True
    content = read_private_file(path) or b""
    newer_half = content[len(content) // 2 :].partition(b"\n")[2]
    return write_private_file(path, [newer_half, line])
