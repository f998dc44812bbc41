"""What tells whether a file or folder is the same as before, without reading it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import TypeAlias

    Identity: TypeAlias = tuple[int, ...]
    """Size, times of the last change of content and of status (ns), inode, device, mode."""

_FINE_TICK, _COARSE_TICK = 100_000_000, 2_000_000_000


def identity_of(status: os.stat_result) -> Identity:
    """Return the identity that *status* shows."""
    return (
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_ino,
        status.st_dev,
        status.st_mode,
    )


def is_settled(identity: Identity, *, now: int) -> bool:
    """Tell whether a change after *now* (nanoseconds) must show in the identity.

    Two changes within one tick of the file system's clock look like one. Some file systems keep
    whole seconds.
    """
    modified, changed = identity[1], identity[2]
    coarse = modified % 1_000_000_000 == 0 and changed % 1_000_000_000 == 0
    tick = _COARSE_TICK if coarse else _FINE_TICK
    return modified < now - tick and changed < now - tick
