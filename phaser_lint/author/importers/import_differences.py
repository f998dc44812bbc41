"""A comparison with the old tool, as lines for people and as JSON.

.relint.yml: 12 findings of both, 1 of relint 3.3.1 alone, none of the contracts alone
  relint 3.3.1 alone: src/a.py:3: No prints
"""

from __future__ import annotations

from phaser_lint.core.text import harmless, path_shown, sorted_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaser_lint.author.importers.import_check import ComparedRules
    from phaser_lint.author.importers.imported import FoundPlace

_VERSION = 1


def differences(comparisons: Iterable[ComparedRules]) -> str:
    """Return what was found by one of the two alone, a file of rules after the other."""
    lines = [line for each in comparisons for line in _lines(each)]
    return "".join(f"{harmless(line)}\n" for line in lines)


def differences_as_json(comparisons: Iterable[ComparedRules]) -> str:
    """Return the same for programs."""
    value = {"version": _VERSION, "compared": [_value(each) for each in comparisons]}
    return sorted_json(value)


def _lines(compared: ComparedRules) -> Iterator[str]:
    path = path_shown(compared.path)
    if compared.problem:
        yield f"{path}: nothing compared: {compared.problem}"
        return
    program = compared.program
    yield (
        f"{path}: {compared.both} found by both, {len(compared.there)} by {program} alone, "
        f"{len(compared.here)} by the contracts alone"
    )
    for each in compared.there:
        reason = compared.skipped.get(each.path)
        yield f"  {program} alone: {_shown(each)}{f' (not judged: {reason})' if reason else ''}"
    yield from (f"  contracts alone: {_shown(each)}" for each in compared.here)


def _shown(place: FoundPlace) -> str:
    line = "" if place.line is None else f":{place.line}"
    name = f": {place.name}" if place.name else ""
    return f"{path_shown(place.path)}{line}{name}"


def _value(compared: ComparedRules) -> dict[str, Any]:
    return {
        "path": compared.path,
        "program": compared.program or None,
        "problem": compared.problem or None,
        "both": compared.both,
        "old_alone": _places(compared.there),
        "new_alone": _places(compared.here),
    }


def _places(places: Sequence[FoundPlace]) -> list[dict[str, Any]]:
    return [{"rule": each.name or None, "path": each.path, "line": each.line} for each in places]
