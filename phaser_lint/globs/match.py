"""Answer whether a path is selected by compiled globs, with builtins only.

A contract's `file_glob` and `exclude_glob` are compiled once (`phaser_lint.globs.compile`) to plain
tuples that `marshal` can store. This module evaluates them at the start of every hook run, so it
imports nothing: `re` alone costs more than all the globs of a project.

    match(compiled, "src/app.py")         True, False, or None: cannot tell
    subject_of("src/app.py")              "/src/app.py/", or None for an odd path
    match_subject(compiled, subject)      the same as match, for one path and many contracts

The verdict is the one of `pathspec.PathSpec.from_lines("gitignore", …, backend="simple")`, or None;
then only pathspec knows. None is given for a path that is not plain (empty, `.`, absolute, a
leading `./`, a trailing or doubled slash, a line break in a name) and for a bracket expression that
was not spelled out when compiling, where the rest of its pattern does not rule the path out.

Every test looks at the path between two slashes, `/src/app.py/`. There a name at any depth is the
substring `/README.md/`, an ending is `.py/`, and a folder at the root is `/src/` at the start; a
pattern that names a folder also matches all below it, as in gitignore, because the closing slash
may stand anywhere.

A test is `(needle, include, kind, shape)`. `needle` is text that every matching path contains, so
most tests end with one substring search. `shape` is `(anchored, prefix, head, tail, segments)`;
which of them count depends on `kind`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    # In a segment: a character, "" for any one character (`?`), None for any run (`*`).
    Segment = str | tuple[str | None, ...]
    # In a path: None for any number of folders (`**`).
    Shape = tuple[bool, str, str, str, tuple[Segment | None, ...]]
    Test = tuple[str, bool, int, Shape]
    # The tests of both globs, the last pattern first, then the patterns as written.
    CompiledGlobs = tuple[tuple[Test, ...], tuple[Test, ...], tuple[str, ...], tuple[str, ...]]

ANYWHERE = 0  # *.py, README.md, **/a/b: the needle is all there is to ask
OTHER = 1  # only pathspec can tell
AFTER = 2  # src/**/*.py: the needle, after the prefix
INSIDE = 3  # build/, **/build/**: the needle, with something below it
START = 4  # /src, src/app.py, src/test_*
BELOW = 5  # src/**, /src/
CHILD = 6  # src/*.py: one name right after the prefix
DIRECT = 7  # src/*: one name right after the prefix, and nothing below
PARENT = 8  # **/migrations/*: the last folder is the needle
WITHIN = 9  # test_*.py, **/tests/*.py: a name with a beginning and an ending
LEADING = 10  # src/*/index.ts: segment by segment, and anything below
WHOLE = 11  # src/?/*: segment by segment, to the end


def match(compiled: CompiledGlobs, path: str) -> bool | None:
    """Whether the path, relative to the root and with `/`, is selected; None: cannot tell."""
    subject = subject_of(path)
    if subject is None:
        return None
    return match_subject(compiled, subject)


def subject_of(path: str) -> str | None:
    """The path between slashes, to be tried on many globs; None if it is not a plain path.

    The regular expressions of pathspec treat odd paths in ways of their own: `.` stops at a line
    break, `$` matches before a last one, and `/x` and `./x` lose their beginning.
    """
    subject = f"/{path}/"
    if "//" in subject or "\n" in subject or subject.startswith("/./"):
        return None
    return subject


def match_subject(compiled: CompiledGlobs, subject: str) -> bool | None:
    """Whether the path of `subject_of(path)` is selected; None: cannot tell."""
    included = _verdict(compiled[0], subject)
    if included is False or not compiled[1]:
        return included
    excluded = _verdict(compiled[1], subject)
    if excluded:
        return False
    return None if excluded is None else included


def _verdict(tests: tuple[Test, ...], subject: str) -> bool | None:
    for needle, include, kind, shape in tests:
        if needle not in subject:
            continue
        if kind == ANYWHERE:
            return include
        if kind == OTHER:
            return None
        if _EVALUATORS[kind](subject, needle, shape):
            return include
    return False


def _unreachable(subject: str, needle: str, shape: Shape) -> bool:
    raise AssertionError("decided before the table is asked")


def _after(subject: str, needle: str, shape: Shape) -> bool:
    offset = _prefix_end(subject, shape)
    return offset >= 0 and subject.find(needle, offset) >= 0


def _inside(subject: str, needle: str, shape: Shape) -> bool:
    offset = _prefix_end(subject, shape)
    return offset >= 0 and subject.find(needle, offset, -1) >= 0


def _prefix_end(subject: str, shape: Shape) -> int:
    """Where the slash that ends the prefix is, or -1. The first place leaves the most room."""
    anchored, prefix, _head, _tail, _segments = shape
    if anchored and not subject.startswith(prefix):
        return -1
    start = subject.find(prefix)
    return start + len(prefix) - 1 if start >= 0 else -1


def _start(subject: str, needle: str, shape: Shape) -> bool:
    return subject.startswith(needle)


def _below(subject: str, needle: str, shape: Shape) -> bool:
    return subject.startswith(needle, 0, -1)


def _child(subject: str, needle: str, shape: Shape) -> bool:
    head, tail = shape[2], shape[3]
    return subject.startswith(head) and _name_ends(subject, len(head), tail)


def _name_ends(subject: str, start: int, tail: str) -> bool:
    """Whether the rest of the name from `start` on ends with the tail."""
    return subject.endswith(tail, start, subject.find("/", start))


def _direct(subject: str, needle: str, shape: Shape) -> bool:
    return subject.startswith(needle) and subject.find("/", len(needle)) == len(subject) - 1


def _parent(subject: str, needle: str, shape: Shape) -> bool:
    offset = _prefix_end(subject, shape)
    return offset >= 0 and subject.endswith(needle, offset, subject.rfind("/", 0, -1) + 1)


def _within(subject: str, needle: str, shape: Shape) -> bool:
    head, tail = shape[2], shape[3]
    offset = _prefix_end(subject, shape)
    found = subject.find(head, offset) if offset >= 0 else -1
    while found >= 0:
        if _name_ends(subject, found + len(head), tail):
            return True
        # One on, not past the head: `**/a/*.py` finds `/a/` twice in `/a/a/x.py/`.
        found = subject.find(head, found + 1)
    return False


def _leading(subject: str, needle: str, shape: Shape) -> bool:
    return _sequence_matches(shape[4], subject[1:-1].split("/"), _same_name, whole=False)


def _whole(subject: str, needle: str, shape: Shape) -> bool:
    return _sequence_matches(shape[4], subject[1:-1].split("/"), _same_name, whole=True)


def _same_name(segment: Segment, name: str) -> bool:
    if isinstance(segment, str):
        return segment == name
    return _sequence_matches(segment, name, _same_character, whole=True)


def _same_character(expected: str, character: str) -> bool:
    return expected in ("", character)


def _sequence_matches(
    pattern: Sequence[Any], items: Sequence[str], same: Callable[[Any, str], bool], *, whole: bool
) -> bool:
    """Match items where None stands for any number of them; `whole`: none may be left over.

    On a mismatch only the last None takes one item more: an earlier one has nothing to gain. So the
    cost is at most the product of the lengths, where a regular expression explodes (`*a*a*a*a*b`).
    """
    position = item = retry = 0
    last_wildcard = -1
    while position < len(pattern) or (whole and item < len(items)):
        left = position < len(pattern)
        if left and pattern[position] is None:
            last_wildcard, retry = position, item
            position += 1
        elif left and item < len(items) and same(pattern[position], items[item]):
            position += 1
            item += 1
        elif last_wildcard < 0 or retry >= len(items):
            return False
        else:
            retry += 1
            position, item = last_wildcard + 1, retry
    return True


_EVALUATORS = (
    _unreachable,
    _unreachable,
    _after,
    _inside,
    _start,
    _below,
    _child,
    _direct,
    _parent,
    _within,
    _leading,
    _whole,
)
