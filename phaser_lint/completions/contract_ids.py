"""The ids of contracts, as a shell offers them: soon, and near enough.

Nobody waits for a key: no YAML is read, and nothing is checked. Of each contract file at or above
a folder every line counts that looks like one with an id.
"""

from __future__ import annotations

import os

from phaser_lint.errors import PhaserError
from phaser_lint.files.levels import is_contract_name
from phaser_lint.files.regular_file import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_BYTES = 1024 * 1024
_KEYS = (b"rule_id:", b"id:")
_CHARACTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")


def ids_in(folders: Iterable[str]) -> list[str]:
    """Return the ids in the contract files of *folders*, which need not be there, in order."""
    return sorted({found for folder in folders for found in _in_folder(folder)})


def _in_folder(folder: str) -> Iterator[str]:
    try:
        names = [name for name in os.listdir(folder) if is_contract_name(name)]
    except OSError:
        return
    for name in names:
        try:
            data = read_bytes(os.path.join(folder, name), limit=_MOST_BYTES)
        except (OSError, PhaserError):
            continue
        yield from filter(None, map(_id_of, data.splitlines()))


def _id_of(line: bytes) -> str:
    stripped = line.strip()
    key = next((each for each in _KEYS if stripped.startswith(each)), None)
    if key is None:
        return ""
    value = stripped[len(key) :].partition(b" #")[0].strip().strip(b"'\"")
    return value.decode("ascii") if value and _CHARACTERS.issuperset(value) else ""
