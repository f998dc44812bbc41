"""What becomes of a file that is kept: a write that was cut short, a bit that fell over."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def cut_short(path: Path) -> None:
    """Take the last bytes away."""
    path.write_bytes(path.read_bytes()[:-5])


def garbled(path: Path) -> None:
    """Change one bit in the middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def emptied(path: Path) -> None:
    """Take all bytes away."""
    path.write_bytes(b"")
