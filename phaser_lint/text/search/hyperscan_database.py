"""``hyperscan``, where it is installed: many expressions searched for in one pass over bytes.

It has wheels for most machines, not for all. Without it everything here gives ``None``, and what
uses it searches in another way: the same answers, later. What compiles expressions is elsewhere
(``hyperscan_compiler``): a large text that an agent writes is passed through a stored database.
"""

from __future__ import annotations

import os
import sys

from phaser_lint.core import find_extension_path, load_extension

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_NAME = "hyperscan._hs_ext"


def load_engine() -> Any:
    """Load the C module of Hyperscan, and return that; ``None`` where it is not installed."""
    # The package brings ``typing`` along, which takes ten times as long.
    if sys.modules.get("hyperscan", ()) is None:
        return None
    if _NAME in sys.modules:
        return sys.modules[_NAME]
    path = find_extension_path(_NAME)
    try:
        return load_extension(_NAME, path) if path else __import__(_NAME, fromlist=("error",))
    except ImportError:
        return None


def name_engine() -> str:
    """Return the name and version of Hyperscan; empty where it is not installed, or does
    not load.
    """
    engine = load_engine()
    return "" if engine is None else _read_name_beside(engine.__file__)


def name_installed_engine() -> str:
    """Return the name and version of the Hyperscan that is installed, be it one that does not load;
    else an empty text.

    To load it takes as long as all else of ``--version``.
    """
    if sys.modules.get("hyperscan", ()) is None:
        return ""
    path = find_extension_path(_NAME)
    return _read_name_beside(path) if path else name_engine()


def _read_name_beside(engine_path: str) -> str:
    # The package, which says it too, takes longer to import than all of ``--version``.
    try:
        path = os.path.join(os.path.dirname(engine_path), "_version.py")
        with open(path, encoding="utf-8") as file:
            _, _, written = file.read().partition("__version__ = ")
    except OSError:
        written = ""
    version = written.partition("\n")[0].strip().strip("\"'")
    return f"hyperscan {version}".rstrip()


def identify_engine_file() -> tuple[str, int, int] | None:
    """Return what tells the file of Hyperscan's C module from another; ``None``: in none."""
    path = find_extension_path(_NAME)
    if not path:
        return None
    status = os.stat(path)
    return path, status.st_size, status.st_mtime_ns


class Database:
    """Some expressions, ready to be searched for: in bytes that stand between two line ends.

    They are *compiled* in one part or several.
    """

    def __init__(self, compiled: Sequence[Any]) -> None:
        self._compiled = compiled

    def found_in(self, text_bytes: bytes) -> list[int]:
        """Return the numbers of the expressions that match in *text_bytes*, in any order.

        There may be others, that are nobody's.
        """
        numbers: list[int] = []

        def collect(number: int, *_: object) -> None:
            numbers.append(number)

        searched_bytes = _put_between_line_ends(text_bytes)
        for database in self._compiled:
            database.scan(searched_bytes, match_event_handler=collect)
        return numbers

    def starts_in(self, text_bytes: bytes, *, most: int) -> list[int] | None:
        """Return what follows each match in *text_bytes* that is written backwards (``supersets``).

        The places in order; ``None`` for more than *most*.
        """
        starts: list[int] = []
        # Behind the line end, and behind the character that the expression ends with.
        last_end = len(text_bytes) + 2

        def collect(number: int, start: int, end: int, flags: int, context: object) -> bool:
            starts.append(last_end - end)
            return len(starts) > most

        searched_bytes = _put_between_line_ends(text_bytes[::-1])
        try:
            for database in self._compiled:
                database.scan(searched_bytes, match_event_handler=collect)
        except load_engine().error:
            return None
        return sorted(set(starts)) if len(starts) <= most else None

    def serialized_databases(self) -> tuple[bytes, ...] | None:
        """Return what ``restore_database`` takes, for the same machine and release, if any."""
        engine = load_engine()
        try:
            return tuple(map(engine.dumpb, self._compiled))
        except engine.error:
            return None


def restore_database(serialized_databases: Sequence[bytes]) -> Database | None:
    """Return the database of Hyperscan that was stored; ``None`` if this machine cannot take it."""
    engine = load_engine()
    if engine is None:
        return None
    try:
        compiled = [
            engine.loadb(serialized, engine.HS_MODE_BLOCK) for serialized in serialized_databases
        ]
        for database in compiled:
            # It is not made by loading, and nothing can be searched for without it.
            database.scratch = engine.Scratch(database)
    except engine.error:
        return None
    return Database(compiled)


def _put_between_line_ends(text_bytes: bytes) -> bytes:
    return b"\n%b\n" % text_bytes
