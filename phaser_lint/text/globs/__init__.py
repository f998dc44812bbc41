"""Answer whether a path is selected by compiled globs, with builtins only.

A contract's ``file_glob`` and ``exclude_glob`` are compiled once
(``phaser_lint.text.globs.compile``) to plain tuples that ``marshal`` can store. This module
evaluates them at the start of every hook run, so it imports nothing: ``re`` alone costs more than
all the globs of a project.

    match(compiled, "src/app.py")         True or False
    subject_of("src/app.py")              "/src/app.py/", or None for an odd path
    match_subject(compiled, subject)      the same as match, for one path and many contracts

The verdict is git's own for each name of a path, bracket expressions included, with two exceptions.
A pattern that ends with ``/*`` means what is right there, as gitignore is documented: git leaves
out all below, since it leaves the folder out. And a character is a character, where git's is a
byte.

Every test looks at the path between two slashes, ``/src/app.py/``. There a name at any depth is the
substring ``/README.md/``, an ending is ``.py/``, and a folder at the root is ``/src/`` at the
start; a pattern that names a folder also matches all below it, as in gitignore, because the closing
slash may stand anywhere.

A test is ``(needle, include, kind, shape)``. ``needle`` is text that every matching path contains,
so most tests end with one substring search. ``shape`` is ``(anchored, prefix, head, tail,
segments)``; which of them count depends on ``kind``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    # Whether it is none of them that is meant, and the first and last characters of the ranges.
    Bracket = tuple[bool, tuple[tuple[str, str], ...]]
    # In a segment: a character, "" for any one character (`?`), None for any run (`*`).
    Segment = str | tuple[str | Bracket | None, ...]
    # In a path: None for any number of folders (`**`).
    # Of AMONG the last are its folders, each with a slash before it, in a frozen set; of UNFOUND
    # the pattern, what it requires, and its packed code or itself.
    Shape = tuple[bool, str, str, str, Any]
    Test = tuple[str, bool, int, Shape]
    Tests = tuple[Test, ...]
    # The tests of both globs, the last pattern first; then further ones that exclude, each list by
    # itself: what a level nearer to the file takes out.
    CompiledGlobs = tuple[Tests, ...]

ANYWHERE = 0  # *.py, README.md, **/a/b: the needle is all there is to ask
AFTER = 1  # src/**/*.py: the needle, after the prefix
INSIDE = 2  # build/, **/build/**: the needle, with something below it
START = 3  # /src, src/app.py, src/test_*
BELOW = 4  # src/**, /src/
CHILD = 5  # src/*.py: one name right after the prefix
DIRECT = 6  # src/*: one name right after the prefix, and nothing below
PARENT = 7  # **/migrations/*: the last folder is the needle
WITHIN = 8  # test_*.py, **/tests/*.py: a name with a beginning and an ending
LEADING = 9  # src/*/index.ts: segment by segment, and anything below
WHOLE = 10  # src/?/*: segment by segment, to the end
AMONG = 11  # below one of many folders, which no pattern is written for
UNFOUND = 12  # a path after the prefix that a regular expression is not found in


def match(compiled: CompiledGlobs, path: str) -> bool:
    """Whether the path, relative to the root and with ``/``, is selected.

    Raises ``TimeoutError`` where a regular expression among the tests takes too long.
    """
    subject = subject_of(path)
    if subject is None:
        names = [name for name in path.split("/") if name not in ("", ".")]
        subject = subject_of("/".join(names))
    return subject is not None and match_subject(compiled, subject)


def subject_of(path: str) -> str | None:
    """The path between slashes, to be tried on many globs; None if it is not a plain path.

    Odd are an empty one, ``.``, ``/x`` and ``./x``, a slash at the end, and two in a row.
    """
    subject = f"/{path}/"
    return None if "//" in subject or "/./" in subject else subject


def match_subject(compiled: CompiledGlobs, subject: str) -> bool:
    """Whether the path of ``subject_of(path)`` is selected; raises ``TimeoutError`` as well."""
    if not _verdict(compiled[0], subject):
        return False
    # A loop, since most have one list that is empty: a generator costs more than all of it.
    for tests in compiled[1:]:  # noqa: SIM110
        if tests and _verdict(tests, subject):
            return False
    return True


def _verdict(tests: Tests, subject: str) -> bool:
    for needle, include, kind, shape in tests:
        if needle not in subject:
            continue
        if kind == ANYWHERE:
            return include
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
    """Whether the rest of the name from ``start`` on ends with the tail."""
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


def _among(subject: str, needle: str, shape: Shape) -> bool:
    folders, slash = shape[4], subject.find("/", 1)
    while slash >= 0:
        if subject[:slash] in folders:
            return slash < len(subject) - 1
        slash = subject.find("/", slash + 1)
    return False


def _unfound(subject: str, needle: str, shape: Shape) -> bool:
    # Here, not above: few contracts have a `path_pattern`.
    from phaser_lint.text.globs.path_patterns import is_found

    return not is_found(shape, subject[len(needle) : -1])


def _same_name(segment: Segment, name: str) -> bool:
    if isinstance(segment, str):
        return segment == name
    return _sequence_matches(segment, name, _same_character, whole=True)


def _same_character(expected: str | Bracket, character: str) -> bool:
    if isinstance(expected, str):
        return expected in ("", character)
    is_negated, ranges = expected
    for first, last in ranges:
        if first <= character <= last:
            return not is_negated
    return is_negated


def _sequence_matches(
    pattern: Sequence[Any], items: Sequence[str], same: Callable[[Any, str], bool], *, whole: bool
) -> bool:
    """Match items where None stands for any number of them; ``whole``: none may be left over.

    On a mismatch only the last None takes one item more: an earlier one has nothing to gain. So the
    cost is at most the product of the lengths, where a regular expression explodes
    (``*a*a*a*a*b``).
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
    _among,
    _unfound,
)
