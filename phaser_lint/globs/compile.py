"""Compile a contract's globs, and answer exactly whether they select a path.

    compile_globs(("*.py",), ("tests/",))       plain tuples for `phaser_lint.globs.match`
    glob_problem("*.{js,ts}")                   what is wrong with one pattern, or None
    globs_problem(("!*.py",))                   what is wrong with a whole list, or None

The syntax is gitignore's as documented, read as pathspec's "gitignore" patterns read it: the last
matching pattern of a list wins, `!` negates, `src/*` means direct children only. A bracket
expression of a few letters or digits (`*.[jt]s`) is spelled out as alternatives; the others
(`[!a]`, `[[:alpha:]]`) are left to pathspec, which is imported only for them and for odd paths.
"""

from __future__ import annotations

from itertools import product

from phaser_lint.globs.classify import PlainPattern, classify, undecided
from phaser_lint.globs.problems import glob_problem, globs_problem
from phaser_lint.globs.reference import compile_reference
from phaser_lint.globs.syntax import CharacterSet, parse_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.globs.match import CompiledGlobs, Segment, Test
    from phaser_lint.globs.syntax import Pattern, Token
    from phaser_lint.globs.syntax import Segment as WrittenSegment

__all__ = [
    "compile_globs",
    "glob_problem",
    "globs_problem",
]

# `*.[a-z]` is 26 alternatives, each a test of its own; beyond that pathspec is no slower.
_MOST_ALTERNATIVES = 36


def compile_globs(file_glob: tuple[str, ...], exclude_glob: tuple[str, ...]) -> CompiledGlobs:
    """Compile the patterns of a contract to plain tuples.

    Blank patterns and comments count for nothing. Raises ValueError for a pattern that pathspec
    refuses; `globs_problem` is None for none of those.
    """
    return (_tests(file_glob), _tests(exclude_glob), tuple(file_glob), tuple(exclude_glob))


def _tests(patterns: tuple[str, ...]) -> tuple[Test, ...]:
    """The tests of a list, the last pattern first: the first that matches decides."""
    return tuple(test for pattern in reversed(patterns) for test in _pattern_tests(pattern))


def _pattern_tests(text: str) -> tuple[Test, ...]:
    pattern = parse_pattern(text)
    if pattern is None:
        return ()
    count = _count_alternatives(pattern)
    if count == 0:
        compile_reference((text,))  # raises for `[z-a]`
    if 0 < count <= _MOST_ALTERNATIVES:
        return tuple(classify(alternative) for alternative in _alternatives(pattern))
    return (undecided(pattern),)


def _count_alternatives(pattern: Pattern) -> int:
    """How many patterns without brackets say the same; 0 if only pathspec knows."""
    count = 1
    for segment in pattern.segments:
        for token in segment or ():
            count *= len(token.members) if isinstance(token, CharacterSet) else 1
    return count


def _alternatives(pattern: Pattern) -> Iterator[PlainPattern]:
    choices = [_segment_alternatives(segment) for segment in pattern.segments]
    for segments in product(*choices):
        yield PlainPattern(pattern.include, pattern.floating, pattern.ending, segments)


def _segment_alternatives(segment: WrittenSegment) -> list[Segment | None]:
    if segment is None or isinstance(segment, str):
        return [segment]
    return [_joined(tokens) for tokens in product(*map(_choices, segment))]


def _choices(token: Token) -> tuple[str | None, ...]:
    return token.members if isinstance(token, CharacterSet) else (token,)


def _joined(tokens: tuple[str | None, ...]) -> Segment:
    characters = [token for token in tokens if token]
    return "".join(characters) if len(characters) == len(tokens) else tokens
