"""Files written whole or not at all: beside their place first, and put in it from there."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator

from phaser_lint.core import CREATE
from phaser_lint.core.cache_file import is_process_dead

_END = ".tmp"
_RANDOM = re.compile(r"[0-9a-f]{8}")


@contextlib.contextmanager
def write_beside(target: str, content: bytes) -> Iterator[str]:
    """Write *content* into a new file beside *target*, safe on the disk, for an atomic write, and
    give its path.

    ``os.replace`` puts it in its place; if that is not done, it is gone at the end. Raises
    ``OSError``.
    """
    folder, name = os.path.split(target)
    discard_unfinished_files(target)
    number = f"{os.getpid()}-{os.urandom(4).hex()}"
    temporary = os.path.join(folder, f"{_name_temporary_start(name)}{number}{_END}")
    descriptor = os.open(temporary, CREATE, 0o666)
    try:
        with open(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        yield temporary
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def discard_unfinished_files(target: str) -> None:
    """Remove unfinished files that killed atomic writes of *target* left beside it."""
    folder, name = os.path.split(target)
    with contextlib.suppress(OSError):  # a folder that cannot be listed may still be written to
        for sibling in os.listdir(folder or os.curdir):
            if sibling.startswith(_name_temporary_start(name)) and sibling.endswith(_END):
                number, _, suffix = sibling[
                    len(_name_temporary_start(name)) : -len(_END)
                ].partition("-")
                if _RANDOM.fullmatch(suffix) and is_process_dead(number):
                    os.unlink(os.path.join(folder, sibling))


def _name_temporary_start(name: str) -> str:
    # A name may be as long as the system allows, with no room for an ending.
    return f".{name[:40]}."
