"""Files of this program's cache: private to the user, written whole or not at all, checksummed.

They hold plain data in Python's ``marshal`` form. Nothing in them is executed, and what is garbled,
cut short, of another form or somebody else's is as good as missing: slower, never different.

An edit that breaks nothing loads this module: nothing heavy is imported.
"""

from __future__ import annotations

import marshal
import os
import stat
from _imp import source_hash

from phaser_lint.core import (
    CREATE,
    HAS_OWNERS,
    OPEN_TO_OTHERS,
    READ,
    belongs_to_user,
    open_unless_link,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from io import FileIO
    from typing import Any, TypeAlias, TypeVar

    R = TypeVar("R")

SealedPart = bytes | memoryview
"""A part of a file behind its checksum."""
PlainValue: TypeAlias = "Any"
"""What ``marshal`` takes: numbers, texts, bytes, tuples, lists and dicts of them."""

_CHECKSUM_KEY = 0x7068617365
_CHECKSUM_BYTES = 8
SIZE_BYTES = 8
"""Of the size that stands before each part."""
_LARGEST = 256 * 1024 * 1024
_UNUSED_NANOSECONDS = 30 * 24 * 3600 * 1_000_000_000
"""How long a file stays that nobody has written again."""


def make_checksum(content: bytes | memoryview) -> bytes:
    """Return eight bytes that tell a cache file's *content* from what was garbled or cut short."""
    return source_hash(_CHECKSUM_KEY, content)


def name_cache_path(folder: str, names: Iterable[str], *, start: str = "", ending: str = "") -> str:
    """Return the path of the cache file in *folder* that stands for *names*, whatever they hold."""
    # An event's texts may hold any surrogate.
    name = make_checksum("\0".join(names).encode("utf-8", "surrogatepass")).hex()
    return os.path.join(folder, start + name + ending)


def read_stored_value(path: str, form: str) -> Any | None:
    """Return the value that was written to the cache file at *path*; ``None`` if there is no sound
    one of this *form*: the name of what it holds, and a number.

    The number goes up with every change of what is written.
    """
    sealed_parts = read_stored_parts(path, form)
    return open_sealed_part(sealed_parts[0]) if sealed_parts else None


def read_stored_record(path: str, form: str, record: Callable[..., R]) -> R | None:
    """Return the *record* whose values were written to the cache file at *path*, in this *form*;
    ``None`` if there is no sound one.
    """
    field_values = read_stored_value(path, form)
    try:
        return None if field_values is None else record(*field_values)
    except TypeError:  # a checksum proves no origin
        return None


def read_stored_parts(path: str, form: str) -> list[SealedPart]:
    """Return one part for each value that was written to the cache file at *path*, in this *form*,
    to be opened; none if they are not.
    """
    content = read_private_file(path)
    mark = make_file_mark(form)
    if content is None or not content.startswith(mark):
        return []
    # Views, not copies: half of the memory of a clean edit would be spent on them.
    view, offset = memoryview(content), len(mark)
    sealed_parts: list[SealedPart] = []
    while offset < len(content):
        start = offset + SIZE_BYTES
        offset = start + int.from_bytes(view[offset:start], "little")
        sealed_parts.append(view[start:offset])
    return sealed_parts if offset == len(content) else []


def write_stored_values(path: str, form: str, *plain_values: Any) -> bool:
    """Write *plain_values*, each as a part of its own, to the cache file at *path*, in this *form*;
    false where that fails.

    The file is then the one from before, or missing.
    """
    try:
        pieces = [piece for plain_value in plain_values for piece in seal_value(plain_value)]
    except ValueError:  # no plain data: a newer regex may have it in its byte code
        return False
    return write_private_file(path, [make_file_mark(form), *pieces])


def discard_unused_files(path: str, *, now_ns: int) -> None:
    """Remove the files beside the cache file at *path* that nobody has written for a month before
    *now_ns*.

    Projects go, and so do installations of this program; each change of a contract starts a file.
    Those go as well, however new, that a killed process left half written.
    """
    try:
        with os.scandir(os.path.dirname(path)) as files:
            for file in files:
                is_half_written = "." in file.name and is_process_dead(file.name.rpartition(".")[2])
                written_ns = file.stat(follow_symlinks=False).st_mtime_ns
                if is_half_written or written_ns < now_ns - _UNUSED_NANOSECONDS:
                    discard_file(file.path)
    except OSError:
        return


def make_file_mark(form: str) -> bytes:
    """Return what a cache file of this *form* begins with."""
    return f"phaser-lint {form}\n".encode()


def seal_value(plain_value: Any) -> tuple[bytes, bytes, bytes]:
    """Return what is written of a *plain_value* to a cache file: size, checksum, and the value."""
    packed = marshal.dumps(plain_value)
    size = _CHECKSUM_BYTES + len(packed)
    return size.to_bytes(SIZE_BYTES, "little"), make_checksum(packed), packed


def open_sealed_part(sealed_part: SealedPart) -> Any | None:
    """Return the value of a *sealed_part* of a cache file; ``None`` if it is garbled."""
    packed = sealed_part[_CHECKSUM_BYTES:]
    if make_checksum(packed) != sealed_part[:_CHECKSUM_BYTES]:
        return None
    try:
        return marshal.loads(packed)
    except (ValueError, EOFError, TypeError, MemoryError):  # a checksum proves no origin
        return None


def read_private_file(path: str) -> bytes | None:
    """Return the content of a regular file that is only this user's; else ``None``."""
    try:
        with open_private_file(path) as file:
            return file.readall()
    except (OSError, ValueError):
        return None


def open_private_file(path: str) -> FileIO:
    """Return a private file to read, not larger than is written; raises ``OSError``."""
    descriptor = open_unless_link(path, READ)
    try:
        status = os.fstat(descriptor)
        is_private = belongs_to_user(status) and not status.st_mode & OPEN_TO_OTHERS
        # A folder can be opened, but "open" would raise for it.
        if not stat.S_ISREG(status.st_mode) or not is_private or status.st_size > _LARGEST:
            raise PermissionError
        return open(descriptor, "rb", buffering=0)
    except OSError:
        os.close(descriptor)
        raise


def write_private_file(path: str, pieces: Iterable[bytes] = ()) -> bool:
    """Write *pieces*, one after the other, as a private file, such as one of the cache, whole or
    not at all; false where that fails, or they are more than is ever read.
    """
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        # One that a killed process of the same number left.
        discard_file(temporary)
        with open(open_unless_link(temporary, CREATE), "wb") as file:
            file.writelines(pieces)
            if file.tell() > _LARGEST:
                raise OverflowError
        os.replace(temporary, path)
    except (OSError, OverflowError):
        discard_file(temporary)
        return False
    return True


def is_process_dead(number: str) -> bool:
    """Tell whether the process *number* of a half-written file is gone; false in doubt."""
    if not HAS_OWNERS:  # Windows takes the signal 0 for Ctrl-C, and would interrupt the process
        return False
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number)):
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:  # somebody else's
        return False
    return False


def discard_file(path: str) -> None:
    """Remove a file, such as one of the cache, if it is there."""
    try:
        os.unlink(path)
    except OSError:
        return
