"""Compile a contract's globs, and answer exactly whether they select a path.

    compile_globs(("*.py",), ("tests/",))       plain tuples for ``phaser_lint.text.globs``
    glob_problem("*.{js,ts")                    what is wrong with one pattern, or None
    globs_problem(("!*.py",))                   what is wrong with a whole list, or None

The syntax is gitignore's as documented: the last matching pattern of a list wins, ``!`` negates,
``src/*`` means direct children only. ``{a,b}`` stands for two patterns. A bracket expression of a
few letters or digits (``*.[jt]s``) is spelled out as alternatives, which have cheaper tests.
"""

from __future__ import annotations

import marshal
from itertools import product

from phaser_lint.text.globs import AMONG, ANYWHERE, BELOW, UNFOUND
from phaser_lint.text.globs.brackets import CharacterSet
from phaser_lint.text.globs.classify import PlainPattern, classify, classify_segments
from phaser_lint.text.globs.glob_problems import glob_problem, globs_problem
from phaser_lint.text.globs.glob_syntax import LEADING, WHOLE, below, parse_pattern, spelled_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaser_lint.text.globs import Bracket, CompiledGlobs, Segment, Test, Tests
    from phaser_lint.text.globs.glob_syntax import ParsedGlob, Token
    from phaser_lint.text.globs.glob_syntax import Segment as WrittenSegment
    from phaser_lint.text.search import Requirement
    from phaser_lint.text.search.searcher import Code

__all__ = [
    "below_any",
    "compile_files",
    "compile_folders",
    "compile_globs",
    "compile_patterns",
    "compile_spelled",
    "glob_problem",
    "globs_problem",
    "outside_of",
    "paths_without",
]

# `*.[a-z]` is 26 alternatives, each a test of its own.
_MOST_ALTERNATIVES = 36
_FEW_PATTERNS = 100


def compile_globs(
    file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], *, folder: str = ""
) -> CompiledGlobs:
    """Compile the patterns of a contract to plain tuples.

    They are relative to *folder*, a path from the root, and select only what is below it. Blank
    patterns and comments count for nothing. Raises ValueError for a pattern that is none;
    ``globs_problem`` is None for none of those.
    """
    return (
        compile_patterns(file_glob, folder=folder),
        compile_patterns(exclude_glob, folder=folder),
    )


def compile_patterns(patterns: tuple[str, ...], *, folder: str = "") -> Tests:
    """The tests of a list, the last pattern first: the first that matches decides."""
    return compile_spelled(
        tuple([each for pattern in patterns for each in reversed(spelled_out(pattern))]),
        folder=folder,
    )


def compile_spelled(patterns: tuple[str, ...], *, folder: str = "") -> Tests:
    """The tests of a list in which no braces stand for alternatives any more."""
    names = tuple(folder.split("/")) if folder else ()
    # Of a thousand `*.[a-z]` there would be 26,000 tests.
    most = _MOST_ALTERNATIVES if len(patterns) <= _FEW_PATTERNS else 1
    return tuple(
        test
        for pattern in reversed(patterns)
        for test in _pattern_tests(pattern, names, most_alternatives=most)
    )


def compile_folders(patterns: tuple[str, ...], *, folder: str = "") -> CompiledGlobs:
    """The tests for the folders themselves that *patterns* with a slash at the end name.

    ``packages/*/`` selects all files below ``packages/a``, and names that folder alone.
    """
    names = tuple(folder.split("/")) if folder else ()
    tests = (
        test
        for pattern in reversed(patterns)
        for each in spelled_out(pattern)
        for test in _pattern_tests(each, names, classified=_folder_test)
    )
    return (tuple(tests),)


def compile_files(patterns: tuple[str, ...]) -> Tests:
    """The tests for the files themselves that *patterns* without braces name.

    ``src/a`` selects nothing of a folder that is called so.
    """
    return tuple(
        test
        for pattern in reversed(patterns)
        for test in _pattern_tests(pattern, (), classified=_file_test)
    )


def below_any(folders: Iterable[str]) -> Tests:
    """The test for what is below one of *folders*, however many they are."""
    names = frozenset(f"/{folder}" for folder in folders)
    return (("/", True, AMONG, (True, "/", "", "", names)),) if names else ()


def outside_of(folder: str) -> Tests:
    """The tests for what is not below *folder*."""
    inside: Test = (f"/{folder}/", False, BELOW, (True, "/", "", "", ()))
    return (inside, ("/", True, ANYWHERE, (True, "/", "", "", ())))


def paths_without(
    pattern: str, *, requirement: Requirement, code: Code | None, folder: str
) -> Tests:
    """The test for paths, relative to *folder*, that the regular expression is not found in.

    *requirement* and *code* are what is derived of it.
    """
    packed = b"" if code is None else marshal.dumps(code)
    prefix = f"/{folder}/" if folder else "/"
    return ((prefix, True, UNFOUND, (True, prefix, "", "", (pattern, requirement, packed))),)


def _file_test(pattern: PlainPattern) -> Test:
    return _folder_test(pattern) if pattern.ending == LEADING else classify(pattern)


def _folder_test(pattern: PlainPattern) -> Test:
    return classify_segments(pattern._replace(ending=WHOLE))


def _pattern_tests(
    text: str,
    names: tuple[str, ...],
    *,
    classified: Callable[[PlainPattern], Test] = classify,
    most_alternatives: int = _MOST_ALTERNATIVES,
) -> tuple[Test, ...]:
    pattern = parse_pattern(text)
    if pattern is None:
        return ()
    pattern = below(pattern, names) if names else pattern
    spelled_out = _count_alternatives(pattern) <= most_alternatives
    choices = [_written(segment, spelled_out=spelled_out) for segment in pattern.segments]
    return tuple(
        classified(PlainPattern(pattern.include, pattern.floating, pattern.ending, segments))
        for segments in product(*choices)
    )


def _count_alternatives(pattern: ParsedGlob) -> int:
    """How many patterns without plain sets say the same."""
    count = 1
    for segment in pattern.segments:
        for token in segment or ():
            count *= len(token.members) or 1 if isinstance(token, CharacterSet) else 1
    return count


def _written(segment: WrittenSegment, *, spelled_out: bool) -> list[Segment | None]:
    """What a segment is matched as: its alternatives, or itself."""
    if segment is None or isinstance(segment, str):
        return [segment]
    return [_joined(tokens) for tokens in product(*(_choices(t, spelled_out) for t in segment))]


def _choices(token: Token, spelled_out: bool) -> tuple[str | Bracket | None, ...]:
    if not isinstance(token, CharacterSet):
        return (token,)
    return token.members if spelled_out and token.members else (token.bracket,)


def _joined(tokens: tuple[str | Bracket | None, ...]) -> Segment:
    characters = [token for token in tokens if isinstance(token, str) and token]
    return "".join(characters) if len(characters) == len(tokens) else tokens
