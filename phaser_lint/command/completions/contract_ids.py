"""The ids of contracts, as a shell offers them: soon, and near enough.

Nobody waits for a key: no YAML is read, and nothing is checked. Of each contract file at or above
a folder every line counts that looks like one with an id, and of the configuration what looks like
the name of a pack.
"""

from __future__ import annotations

import os
import re

from phaser_lint.contract.packs import FOLDER, PACKS
from phaser_lint.core.errors import PhaserError
from phaser_lint.project.levels import is_contract_name
from phaser_lint.project.regular_file import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MOST_BYTES = 1024 * 1024
_KEYS = (b"rule_id:", b"id:")
_PACK = re.compile(rb"""\bpack['"]?:\s*['"]?([a-z-]+)""")
_CHARACTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")


def ids_in(folders: Iterable[str], *, configuration: str) -> list[str]:
    """Return the ids in the contract files of *folders*, and of the packs that count, in order.

    Neither the folders nor the file *configuration* need be there.
    """
    packs = (os.path.join(FOLDER, name) for name in _packs_in(configuration))
    return sorted({found for folder in (*folders, *packs) for found in _in_folder(folder)})


def _packs_in(configuration: str) -> Iterator[str]:
    for line in _lines_of(configuration):
        if not line.lstrip().startswith(b"#"):
            yield from (name for name in map(bytes.decode, _PACK.findall(line)) if name in PACKS)


def _in_folder(folder: str) -> Iterator[str]:
    try:
        names = [name for name in os.listdir(folder) if is_contract_name(name)]
    except OSError:
        return
    for name in names:
        yield from filter(None, map(_id_of, _lines_of(os.path.join(folder, name))))


def _lines_of(path: str) -> list[bytes]:
    try:
        return read_bytes(path, limit=_MOST_BYTES).splitlines()
    except (OSError, PhaserError):
        return []


def _id_of(line: bytes) -> str:
    stripped = line.strip()
    key = next((each for each in _KEYS if stripped.startswith(each)), None)
    if key is None:
        return ""
    value = stripped[len(key) :].partition(b" #")[0].strip().strip(b"'\"")
    return value.decode("ascii") if value and _CHARACTERS.issuperset(value) else ""
