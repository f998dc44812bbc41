"""Mappings in this program's cache that are read and written part by part: those of large projects.

Of a million files one value would be a hundred megabytes.
"""

from __future__ import annotations

import os

from phaser_lint.core import Record
from phaser_lint.core.cache_file import (
    SIZE_BYTES,
    make_file_mark,
    open_private_file,
    open_sealed_part,
    seal_value,
    write_private_file,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_ITEMS_OF_A_PART = 128


class CachedMapping(Record):
    """A cache file that holds a mapping, in one part or many, of a *form* as other cache files."""

    path: str
    form: str

    def read(self) -> dict[str, Any]:
        """Return the mapping that was written; an empty one if there is no sound one."""
        return dict(self.read_items())

    def read_items(self) -> Iterator[tuple[str, Any]]:
        """Yield the items of the mapping that was written, up to a part that is garbled.

        One part is held at a time.
        """
        mark, sizes = make_file_mark(self.form), []
        try:
            with open_private_file(self.path) as file:
                offset, end = len(mark), os.fstat(file.fileno()).st_size
                is_own = file.read(offset) == mark
                while is_own and offset < end:
                    sizes.append(int.from_bytes(file.read(SIZE_BYTES), "little"))
                    offset += SIZE_BYTES + sizes[-1]
                    file.seek(min(offset, end))
                file.seek(len(mark))
                for size in sizes if offset == end else ():  # else it is cut
                    file.seek(SIZE_BYTES, os.SEEK_CUR)
                    mapping = open_sealed_part(file.read(size))
                    if not isinstance(mapping, dict):
                        return
                    yield from mapping.items()
        except (OSError, ValueError):
            return

    def write_items(self, items: Iterable[tuple[str, Any]]) -> bool:
        """Write the mapping that plain *items* make, as ``read_items`` reads it; false where that
        fails.

        The file is then the one from before, or missing. Of the file from before items may be read
        meanwhile.
        """

        def pieces() -> Iterator[bytes]:
            yield make_file_mark(self.form)
            part: dict[str, Any] = {}
            for key, plain_value in items:
                part[key] = plain_value
                if len(part) == _ITEMS_OF_A_PART:
                    yield from seal_value(part)
                    part = {}
            if part:
                yield from seal_value(part)

        return write_private_file(self.path, pieces())
