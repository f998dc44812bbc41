"""The tree of a pattern as Python's ``re`` parses it: that is what the old tool searched by."""

from __future__ import annotations

import re
import warnings
from importlib import import_module

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Item: TypeAlias = tuple[Any, Any]
    """A code of ``codes``, and what belongs to it."""

# Of Python 3.10 both are modules of their own.
_parser: Any = getattr(re, "_parser", None) or import_module("sre_parse")
codes: Any = getattr(re, "_constants", None) or import_module("sre_constants")


class ParsedPattern(Record):
    """The items of a pattern, and its flags."""

    items: list[Item]
    flags: int


def parsed_pattern(pattern: str) -> ParsedPattern | None:
    """Return what ``re`` parses *pattern* to, or nothing where it takes it for none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            parsed = _parser.parse(pattern)
        except (re.error, ValueError, OverflowError, RecursionError):
            return None
    return ParsedPattern(list(parsed), parsed.state.flags)
