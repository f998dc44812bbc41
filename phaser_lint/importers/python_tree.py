"""The tree of a pattern as Python's ``re`` parses it: that is what the old tool searched by."""

from __future__ import annotations

import re
import warnings

try:
    from re import _constants, _parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_constants as _constants
    import sre_parse as _parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Item: TypeAlias = tuple[Any, Any]
    """A code of ``codes``, and what belongs to it."""

codes: Any = _constants


def parsed_items(pattern: str) -> list[Item] | None:
    """Return the items of *pattern*, or nothing where ``re`` takes none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return list(_parser.parse(pattern))
        except (re.error, ValueError, OverflowError, RecursionError):
            return None
