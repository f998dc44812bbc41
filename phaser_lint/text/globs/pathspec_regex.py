r"""Ask pathspec for the regular expression of a glob: what gitignore's manual says that it matches.

    make_glob_regex("src/[!a]?.py")    r"^src/(?!/)[^a][^/]\.py(?:/|$)"

Who asks loads pathspec, which takes twice as long as Python takes to start: only what reads a glob
that is more than texts, or the lines of a ``.gitignore``.
"""

from __future__ import annotations

import re

from pathspec.patterns.gitignore.basic import GitIgnoreBasicPattern

# A text of the expression behind a backslash, and a set of characters.
_ESCAPED_OR_SET = re.compile(r"\\.|\[\^?\]?[^]]*\]", re.DOTALL)
# No path and no glob holds this character.
_END = "\ufdd0"


def make_glob_regex(glob: str) -> str:
    """Return pathspec's regular expression of *glob*, which has no braces: it is found in the paths
    that the glob matches.

    Raises ``ValueError`` for what pathspec refuses. Sets of characters may still be none.
    """
    # pathspec takes blanks of all kinds off the end, git only spaces, which are off already.
    ends_blank = glob[-1:].isspace()
    expression, _ = GitIgnoreBasicPattern.pattern_to_regex(f"{glob}{_END}" if ends_blank else glob)
    if expression is None:
        raise ValueError("it stands for nothing")
    return _ESCAPED_OR_SET.sub(_without_slash, expression.replace(_END, ""))


def _without_slash(piece: re.Match[str]) -> str:
    """The same for what git has never match a slash, as `[!a]` and `[+--]` would."""
    text = piece[0]
    return text if text.startswith("\\") or text == "[^/]" else f"(?!/){text}"
