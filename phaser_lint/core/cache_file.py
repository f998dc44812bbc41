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
    Record,
    belongs_to_user,
    open_unless_link,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from io import FileIO
    from typing import Any, TypeVar

    R = TypeVar("R")

SealedPart = bytes | memoryview
"""A part of a file behind its checksum."""

_CHECKSUM_KEY = 0x7068617365
_CHECKSUM_BYTES = 8
_SIZE_BYTES = 8
_LARGEST = 256 * 1024 * 1024
_ITEMS_OF_A_PART = 128
_UNUSED_NANOSECONDS = 30 * 24 * 3600 * 1_000_000_000
"""How long a file stays that nobody has written again."""


def make_checksum(content: bytes | memoryview) -> bytes:
    """Return eight bytes that tell a cache file's *content* from what was garbled or cut short."""
    return source_hash(_CHECKSUM_KEY, content)


def name_cache_path(folder: str, names: Iterable[str], *, ending: str = "") -> str:
    """Return the path of the cache file in *folder* that stands for *names*, whatever they hold."""
    # An event's texts may hold any surrogate.
    name = make_checksum("\0".join(names).encode("utf-8", "surrogatepass")).hex()
    return os.path.join(folder, name + ending)


class CacheFile(Record):
    """A file of the cache. ``form`` is the name of what it holds, and the number of its form.

    The number goes up with every change of what is written.
    """

    path: str
    form: str

    def read(self) -> Any | None:
        """Return the value that was written; ``None`` if there is no sound one."""
        sealed_parts = self.read_parts()
        return open_sealed_part(sealed_parts[0]) if sealed_parts else None

    def read_mapping(self) -> dict[str, Any]:
        """Return the mapping that was written; an empty one if there is no sound one."""
        return dict(self.read_items())

    def read_items(self) -> Iterator[tuple[str, Any]]:
        """Yield the items of the mapping that was written, up to a part that is garbled.

        One part is held at a time: of a million files all of them are a hundred megabytes.
        """
        mark, sizes = self._mark(), []
        try:
            with open_private_file(self.path) as file:
                offset, end = len(mark), os.fstat(file.fileno()).st_size
                is_own = file.read(offset) == mark
                while is_own and offset < end:
                    sizes.append(int.from_bytes(file.read(_SIZE_BYTES), "little"))
                    offset += _SIZE_BYTES + sizes[-1]
                    file.seek(min(offset, end))
                file.seek(len(mark))
                for size in sizes if offset == end else ():  # else it is cut
                    file.seek(_SIZE_BYTES, os.SEEK_CUR)
                    mapping = open_sealed_part(file.read(size))
                    if not isinstance(mapping, dict):
                        return
                    yield from mapping.items()
        except (OSError, ValueError):
            return

    def read_record(self, record: Callable[..., R]) -> R | None:
        """Return the *record* whose values were written; ``None`` if there is no sound one."""
        field_values = self.read()
        try:
            return None if field_values is None else record(*field_values)
        except TypeError:  # a checksum proves no origin
            return None

    def read_parts(self) -> list[SealedPart]:
        """Return one part for each value that was written, to be opened; none if they are not."""
        content = read_private_file(self.path)
        mark = self._mark()
        if content is None or not content.startswith(mark):
            return []
        # Views, not copies: half of the memory of a clean edit would be spent on them.
        view, offset = memoryview(content), len(mark)
        sealed_parts: list[SealedPart] = []
        while offset < len(content):
            start = offset + _SIZE_BYTES
            offset = start + int.from_bytes(view[offset:start], "little")
            sealed_parts.append(view[start:offset])
        return sealed_parts if offset == len(content) else []

    def write(self, *plain_values: Any) -> bool:
        """Write *plain_values*, each as a part of its own; false where that fails.

        The file is then the one from before, or missing.
        """
        try:
            pieces = [piece for plain_value in plain_values for piece in _seal_value(plain_value)]
        except ValueError:  # no plain data: a newer regex may have it in its byte code
            return False
        return write_private_file(self.path, [self._mark(), *pieces])

    def write_items(self, items: Iterable[tuple[str, Any]]) -> bool:
        """Write the mapping that plain *items* make, as ``read_items`` reads it; else as above.

        Of the file from before they may be read meanwhile.
        """

        def pieces() -> Iterator[bytes]:
            yield self._mark()
            part: dict[str, Any] = {}
            for key, plain_value in items:
                part[key] = plain_value
                if len(part) == _ITEMS_OF_A_PART:
                    yield from _seal_value(part)
                    part = {}
            if part:
                yield from _seal_value(part)

        return write_private_file(self.path, pieces())

    def discard_unused(self, *, now_ns: int) -> None:
        """Remove the files beside it that nobody has written for a month before *now_ns*.

        Projects go, and so do installations of this program; each change of a contract starts a
        file. Those go as well, however new, that a killed process left half written.
        """
        try:
            with os.scandir(os.path.dirname(self.path)) as files:
                for file in files:
                    is_half_written = (
                        is_process_dead(file.name.rpartition(".")[2]) and "." in file.name
                    )
                    written_ns = file.stat(follow_symlinks=False).st_mtime_ns
                    if is_half_written or written_ns < now_ns - _UNUSED_NANOSECONDS:
                        discard_file(file.path)
        except OSError:
            return

    def _mark(self) -> bytes:
        return f"phaser-lint {self.form}\n".encode()


def _seal_value(plain_value: Any) -> tuple[bytes, bytes, bytes]:
    packed = marshal.dumps(plain_value)
    size = _CHECKSUM_BYTES + len(packed)
    return size.to_bytes(_SIZE_BYTES, "little"), make_checksum(packed), packed


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
