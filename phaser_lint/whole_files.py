"""Files written whole or not at all: beside their place first, and put in it from there."""

from __future__ import annotations

import contextlib
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Without O_BINARY Windows writes "\r\r\n" for "\r\n".
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


@contextlib.contextmanager
def written_beside(target: str, data: bytes) -> Iterator[str]:
    """Give the path of a new file beside *target* that holds *data*, safe on the disk.

    ``os.replace`` puts it in its place; if that is not done, it is gone at the end. Raises
    ``OSError``.
    """
    folder, name = os.path.split(target)
    # A name may be as long as the system allows, with no room for an ending.
    temporary = os.path.join(folder, f".{name[:40]}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
    descriptor = os.open(temporary, _FLAGS, 0o666)
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        yield temporary
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
