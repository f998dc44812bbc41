"""Databases of ``hyperscan``, compiled; ``None`` where it is not installed (``load_engine``)."""

from __future__ import annotations

from operator import attrgetter

from phaser_lint.core import Record
from phaser_lint.core.worker_processes import choose_process_count, map_in_processes
from phaser_lint.text.search.hyperscan_database import Database, load_engine, restore_database

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


# Where one expression asks for the start of its match, hyperscan does without a second engine for
# texts of up to 70 bytes, which takes it ten times as long as all the rest. No text holds this one,
# and what did would be reported by a number that nobody has.
_WITHOUT_SMALL_TEXTS = rb"\xff\xff[\x00-\x01]\xfe"
_NOBODY = 1 << 30
# Those that are found often are compiled in parts: 160 take 4.8 s at once, 0.9 by tens, 0.5 by
# fives, and ten take 66 ms or 24. A pass takes a tenth longer. Literals cost nothing beside them.
_IN_A_PART = 5
# Each takes some twenty milliseconds.
_WORTH_A_PROCESS = 4


class Expression(Record):
    """What is searched for in bytes, and the number to report it by; others may have the same.

    With ``once`` it is reported once a text: for what is found often.
    """

    written: bytes
    number: int
    any_case: bool = False
    once: bool = False


def compile_database(expressions: Sequence[Expression]) -> Database | None:
    """Compile *expressions* to a database of Hyperscan; ``None`` without that engine, and where it
    refuses one of them.
    """
    engine = load_engine()
    if engine is None or not expressions:
        return None
    # Those that begin alike share an engine: in the order of the patterns, 133 take a second more.
    frequent_expressions = sorted(
        [expression for expression in expressions if expression.once], key=attrgetter("written")
    )
    # Parts of one size: a small one takes a pass of its own as well.
    part_count = -(-len(frequent_expressions) // _IN_A_PART) or 1
    size = -(-len(frequent_expressions) // part_count) or 1
    other_expressions = [expression for expression in expressions if not expression.once]
    batches = [[*other_expressions, *frequent_expressions[:size]]]
    for start in range(size, len(frequent_expressions), size):
        batches.append(frequent_expressions[start : start + size])
    count = choose_process_count(len(batches), worth=_WORTH_A_PROCESS)
    if count <= 1:
        compiled = [_compile_batch(engine, batch) for batch in batches]
        return None if None in compiled else Database(compiled)

    def compile_batches(numbers: Sequence[str]) -> list[bytes | None]:
        compiled = [_compile_batch(engine, batches[int(number)]) for number in numbers]
        return [database and engine.dumpb(database) for database in compiled]

    numbers = [str(number) for number in range(len(batches))]
    serialized = [*map_in_processes(compile_batches, numbers, count=count)]
    return None if None in serialized else restore_database(serialized)


def _compile_batch(engine: Any, expressions: Sequence[Expression]) -> Any | None:
    """Return one part of a database, ``None`` if one of *expressions* is refused."""
    compiled = engine.Database(mode=engine.HS_MODE_BLOCK)
    flags = [engine.HS_FLAG_SOM_LEFTMOST]
    for expression in expressions:
        # What can match the empty text would be refused without the first.
        once = engine.HS_FLAG_SINGLEMATCH if expression.once else 0
        any_case = engine.HS_FLAG_CASELESS if expression.any_case else 0
        flags.append(engine.HS_FLAG_ALLOWEMPTY | once | any_case)
    try:
        compiled.compile(
            expressions=[_WITHOUT_SMALL_TEXTS, *[expression.written for expression in expressions]],
            ids=[_NOBODY, *[expression.number for expression in expressions]],
            elements=len(expressions) + 1,
            flags=flags,
        )
    except engine.error:
        return None
    return compiled
