"""``hyperscan``, where it is installed: many expressions searched for in one pass over bytes.

It has wheels for most machines, not for all. Without it everything here gives ``None``, and what
uses it searches in another way: the same answers, later.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def load_engine() -> Any:
    """Import it, and return it; ``None`` where it is not installed."""
    try:
        import hyperscan
    except ImportError:
        return None
    return hyperscan


def engine_name() -> str:
    """Return the engine's name and version; empty where it is not installed."""
    engine = load_engine()
    return f"hyperscan {engine.__version__}" if engine else ""


class Database:
    """Some expressions, ready to be searched for; each is known by its place in them."""

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled

    def found_in(self, data: bytes) -> list[int]:
        """Return the places of the expressions that match in *data*, each once, in any order."""
        found: list[int] = []

        def collect(place: int, start: int, end: int, flags: int, context: object) -> None:
            found.append(place)

        self._compiled.scan(data, match_event_handler=collect)
        return found


def database(expressions: Sequence[bytes], *, any_case: Sequence[bool]) -> Database | None:
    """Return the database of *expressions*; *any_case* tells which of them ignore case."""
    engine = load_engine()
    if engine is None or not expressions:
        return None
    compiled = engine.Database(mode=engine.HS_MODE_BLOCK)
    once, folded = engine.HS_FLAG_SINGLEMATCH, engine.HS_FLAG_CASELESS
    try:
        compiled.compile(
            expressions=list(expressions),
            ids=list(range(len(expressions))),
            elements=len(expressions),
            flags=[once | (folded if ignoring else 0) for ignoring in any_case],
        )
    except engine.error:
        return None
    return Database(compiled)
