"""``hyperscan``, where it is installed: many expressions searched for in one pass over bytes.

It has wheels for most machines, not for all. Without it everything here gives ``None``, and what
uses it searches in another way: the same answers, later.
"""

from __future__ import annotations

import os
import sys

from phaser_lint.record import Record
from phaser_lint.search.regex_engine import loaded_alone
from phaser_lint.system import extension_path
from phaser_lint.workers import processes, spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


# Where one expression asks for the start of its match, hyperscan does without a second engine for
# texts of up to 70 bytes, which takes it ten times as long as all the rest. No text holds this one,
# and what did would be told by a number that nobody has.
_WITHOUT_SMALL_TEXTS = rb"\xff\xff[\x00-\x01]\xfe"
_NOBODY = 1 << 30
# What is found often is compiled in parts of so many: 160 at once take 4.8 s, and in parts 0.7. A
# pass takes as long. Literals cost nothing beside them.
_MOST_TOGETHER = 10
# Each takes some fifty milliseconds.
_WORTH_A_PROCESS = 4
_NAME = "hyperscan._hs_ext"


class Expression(Record):
    """What is searched for in bytes, and the number that it is told by; others may have the same.

    With ``once`` it is told once a text: for what is found often.
    """

    written: bytes
    number: int
    any_case: bool = False
    once: bool = False


def load_engine() -> Any:
    """Load its C module, and return that; ``None`` where it is not installed."""
    # The package brings ``typing`` along, which takes ten times as long.
    if sys.modules.get("hyperscan", ()) is None:
        return None
    if _NAME in sys.modules:
        return sys.modules[_NAME]
    path = extension_path(_NAME)
    try:
        return loaded_alone(_NAME, path) if path else _packages_own()
    except ImportError:
        return None


def _packages_own() -> Any:
    import hyperscan._hs_ext

    return hyperscan._hs_ext


def engine_name() -> str:
    """Return the engine's name and version; empty where it is not installed."""
    if load_engine() is None:
        return ""
    from importlib import import_module  # here: a scan needs no more than the C module

    package: Any = import_module("hyperscan")
    return f"hyperscan {package.__version__}"


class Database:
    """Some expressions, ready to be searched for: in bytes that stand between two line ends.

    They are *compiled* in one part or several.
    """

    def __init__(self, compiled: Sequence[Any]) -> None:
        self._compiled = compiled

    def found_in(self, data: bytes) -> list[int]:
        """Return the numbers of the expressions that match in *data*, in any order.

        There may be others, that are nobody's.
        """
        found: list[int] = []

        def collect(number: int, start: int, end: int, flags: int, context: object) -> None:
            found.append(number)

        searched = _between_line_ends(data)
        for each in self._compiled:
            each.scan(searched, match_event_handler=collect)
        return found

    def starts_in(self, data: bytes, *, most: int) -> list[int] | None:
        """Return what follows each match in *data* that is written backwards (``supersets``).

        The places in order; ``None`` for more than *most*.
        """
        starts: list[int] = []
        # Behind the line end, and behind the character that the expression ends with.
        behind = len(data) + 2

        def collect(number: int, start: int, end: int, flags: int, context: object) -> bool:
            starts.append(behind - end)
            return len(starts) > most

        searched = _between_line_ends(data[::-1])
        try:
            for each in self._compiled:
                each.scan(searched, match_event_handler=collect)
        except load_engine().error:
            return None
        return sorted(set(starts)) if len(starts) <= most else None

    def told(self) -> str:
        """Return the release, the features of a processor and the mode that it was made for."""
        told: str = self._compiled[0].info()
        return told

    def stored(self) -> tuple[bytes, ...] | None:
        """Return what ``restored`` takes, for the same machine and release; ``None``: not told."""
        engine = load_engine()
        try:
            return tuple(map(engine.dumpb, self._compiled))
        except engine.error:
            return None


def database(expressions: Sequence[Expression]) -> Database | None:
    """Return the database of *expressions*; ``None`` where one of them is refused, too."""
    engine = load_engine()
    if engine is None or not expressions:
        return None
    parts = _parts(expressions)
    count = processes(len(parts), worth=_WORTH_A_PROCESS)
    if count > 1:
        return _made_by_all_cores(engine, parts, count=count)
    made = [_compiled(engine, part) for part in parts]
    return None if None in made else Database(made)


def _made_by_all_cores(
    engine: Any, parts: Sequence[Sequence[Expression]], *, count: int
) -> Database | None:
    def stored(places: Sequence[str]) -> list[bytes | None]:
        made = [_compiled(engine, parts[int(place)]) for place in places]
        return [None if each is None else engine.dumpb(each) for each in made]

    made = [*spread(stored, [str(place) for place in range(len(parts))], count=count)]
    return None if None in made else restored(made)


def _parts(expressions: Sequence[Expression]) -> list[Sequence[Expression]]:
    often = [each for each in expressions if each.once]
    rest = [each for each in expressions if not each.once]
    starts = range(_MOST_TOGETHER, len(often), _MOST_TOGETHER)
    parts = [often[start : start + _MOST_TOGETHER] for start in starts]
    return [[*rest, *often[:_MOST_TOGETHER]], *parts]


def _compiled(engine: Any, expressions: Sequence[Expression]) -> Any | None:
    """Return one part of a database, ``None`` if one of *expressions* is refused."""
    compiled = engine.Database(mode=engine.HS_MODE_BLOCK)
    try:
        compiled.compile(
            expressions=[_WITHOUT_SMALL_TEXTS, *[each.written for each in expressions]],
            ids=[_NOBODY, *[each.number for each in expressions]],
            elements=len(expressions) + 1,
            flags=[engine.HS_FLAG_SOM_LEFTMOST, *[_flags(engine, each) for each in expressions]],
        )
    except engine.error:
        return None
    return compiled


def _between_line_ends(data: bytes) -> bytes:
    return b"\n%b\n" % data


def _flags(engine: Any, expression: Expression) -> int:
    # What can match the empty text would be refused without the first.
    flags: int = engine.HS_FLAG_ALLOWEMPTY
    flags |= engine.HS_FLAG_SINGLEMATCH if expression.once else 0
    return flags | (engine.HS_FLAG_CASELESS if expression.any_case else 0)


def restored(parts: Sequence[bytes]) -> Database | None:
    """Return the database that was stored as *parts*; ``None`` if this machine cannot take it."""
    engine = load_engine()
    if engine is None:
        return None
    try:
        compiled = [engine.loadb(data, engine.HS_MODE_BLOCK) for data in parts]
        for each in compiled:
            # It is not made by loading, and nothing can be searched for without it.
            each.scratch = engine.Scratch(each)
    except engine.error:
        return None
    return Database(compiled)


def engine_identity() -> str | None:
    """Return what has to be the same for a stored database to count; ``None``: there is no engine.

    The engine names its release and the features of the processor that it compiles for.
    """
    engine = load_engine()
    smallest = database([Expression(b"a", 0)])
    if engine is None or smallest is None:
        return None
    status = os.stat(engine.__file__)
    told = smallest.told()
    return repr((told, engine.__file__, status.st_size, status.st_mtime_ns))
