"""Make the patterns of pathspec, whose verdict is the right one by definition."""

from __future__ import annotations

import re
import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pathspec import PathSpec


def compile_reference(patterns: tuple[str, ...]) -> PathSpec[Any]:
    """The patterns as pathspec reads them; raises ValueError for one that it refuses.

    `backend="simple"`: which other backends are installed must not decide how a pattern is read.
    """
    # Here, not above: it takes as long as starting Python, and hardly any glob needs it.
    from pathspec import PathSpec

    with warnings.catch_warnings():
        # `[[a]` makes `re` announce a change of its own syntax, which a glob's author never sees.
        warnings.simplefilter("ignore", FutureWarning)
        try:
            return PathSpec.from_lines("gitignore", patterns, backend="simple")
        except re.error as error:
            # Not the position, which counts in the regular expression that pathspec made of it.
            raise ValueError(f"not a valid pattern: {error.msg}") from error
