r"""The patterns of a Semgrep rule as the keys of contracts.

a or b          forbid_pattern a|b
a and b         forbid_pattern ^(?=.*?a)(?=.*?b).+
a, not b        forbid_pattern a, unless_match b
(?s).+, not b   require_pattern b
"""

from __future__ import annotations

import re

from phaser_lint.importers.joined_patterns import any_of, can_be_joined, grouped
from phaser_lint.importers.pcre_patterns import from_pcre, pcre_problem
from phaser_lint.importers.semgrep_formulas import UnsaidFormulaError, merged
from phaser_lint.record import Record
from phaser_lint.text import shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaser_lint.importers.semgrep_formulas import Alternative

# What takes all of a file, whatever it holds.
_WHOLE = {
    start + made
    for start, dot in (("(?s)", "."), ("", r"[\s\S]"), ("", r"[\S\s]"))
    for made in (f"{dot}*", f"{dot}+", f"({dot}*)", f"({dot}+)")
}
_SPANS = re.compile(r"\\[nR]|\n|\(\?[aimx]*s|\[\\s\\S\]|\[\\S\\s\]")
_WITHIN = "in Semgrep one match had to lie within the other"


class AskedByRule(Record):
    """The keys of one contract, how they keep the meaning, and whether one pattern is all."""

    keys: dict[str, Any]
    kept: tuple[str, ...]
    is_plain: bool


def asked_by_rule(written: tuple[Alternative, ...]) -> list[AskedByRule]:
    """Return what the alternatives of a rule ask, which together are the rule.

    Raises ``UnsaidFormulaError``.
    """
    return [_asked(part) for part in merged(written, apart=_spans)]


def _spans(pattern: str) -> bool:
    """Tell whether a match may well go over lines, and hide others that start there."""
    return _SPANS.search(pattern) is not None


def _asked(part: Sequence[Alternative]) -> AskedByRule:
    written = [each for one in part for each in one.found]
    found, unwanted = _spelled(written), _spelled(part[0].unwanted)
    if not found:
        raise UnsaidFormulaError("it has patterns that must not be found, and none that must")
    if len(found) == 1 and unwanted and written[0].strip("\n") in _WHOLE:
        return _required(written[0], unwanted)
    keys, kept = _found(found, is_all=len(part) == 1)
    if unwanted:
        keys["unless_match"] = any_of(unwanted)
        kept += (
            "unless_match: a match passes where this is found on its lines; in Semgrep the two had "
            "to overlap",
        )
    return AskedByRule(keys, kept, len(found) == 1)


def _spelled(patterns: Iterable[str]) -> list[str]:
    for pattern in patterns:
        problem = pcre_problem(pattern)
        if problem:
            raise UnsaidFormulaError(f"{shorten(pattern)}: {problem}")
    made = [from_pcre(each) for each in patterns]
    if not can_be_joined(made):
        raise UnsaidFormulaError("of several patterns one names a group's number")
    return made


def _required(written: str, patterns: Sequence[str]) -> AskedByRule:
    kept = "Semgrep finds the empty text at a file's end as well, and so every file"
    keys = {"type": "require_pattern", "pattern": any_of(patterns)}
    return AskedByRule(keys, (kept,) if "*" in written else (), False)


def _found(found: Sequence[str], *, is_all: bool) -> tuple[dict[str, Any], tuple[str, ...]]:
    keys: dict[str, Any] = {"type": "forbid_pattern", "pattern": any_of(found)}
    if len(found) == 1 or not is_all:
        return keys, ()
    if any(map(_spans, found)):
        looks = "".join(rf"(?=[\s\S]*?{grouped(each)})" for each in found[1:])
        keys |= {"pattern": found[0], "when_file": rf"\A{looks}"}
        return keys, (f"when_file: the other patterns are anywhere in the file; {_WITHIN}",)
    looks = "".join(f"(?=.*?{grouped(each)})" for each in found)
    return keys | {"pattern": f"^{looks}.+"}, (f"all patterns start on the same line; {_WITHIN}",)
