"""Find the cheapest test of ``phaser_lint.text.globs`` that is exactly one pattern.

    classify(PlainPattern(True, True, LEADING, ((None, ".", "p", "y"),)))   ``*.py``: ".py/" inside

What is no common form is tested segment by segment, which is exact too, only slower.
"""

from __future__ import annotations

import phaser_lint.text.globs as kinds
from phaser_lint.core import Record
from phaser_lint.text.globs.glob_syntax import BELOW, LEADING, WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.text.globs import Segment, Shape, Test

    Segments = tuple[Segment | None, ...]

_ANY_NAME = (None,)
_NO_SHAPE: Shape = (True, "/", "", "", ())


class PlainPattern(Record):
    """A ``ParsedGlob`` as it is matched, character by character."""

    include: bool
    floating: bool
    ending: str
    segments: Segments


def classify(pattern: PlainPattern) -> Test:
    """The cheapest test for the pattern."""
    if pattern.floating and pattern.ending == WHOLE and pattern.segments == (_ANY_NAME,):
        return _test(pattern, kinds.ANYWHERE, "/")
    return _classify_common(pattern) or classify_segments(pattern)


def _classify_common(pattern: PlainPattern) -> Test | None:
    if None not in pattern.segments:
        if pattern.floating:
            return _classify_floating(pattern, pattern.segments, anchored=True, prefix="/")
        return _classify_anchored(pattern)
    index = pattern.segments.index(None)
    prefix, rest = _literal_path(pattern.segments[:index]), pattern.segments[index + 1 :]
    if prefix is None or None in rest:
        return None
    return _classify_floating(pattern, rest, anchored=not pattern.floating, prefix=prefix)


def _classify_floating(
    pattern: PlainPattern, segments: Segments, *, anchored: bool, prefix: str
) -> Test | None:
    """The test for segments at any depth below the prefix, if there is a cheap one."""
    folders = _literal_path(segments[:-1])
    if folders is None:
        return None
    shape: Shape = (anchored, prefix, "", "", ())
    if pattern.ending == WHOLE:
        return _test(pattern, kinds.PARENT, folders, shape)
    needle = _sufficient_text(folders, segments[-1], pattern.ending)
    if needle and pattern.ending == BELOW:
        return _test(pattern, kinds.INSIDE, needle, shape)
    if needle:
        return _test(pattern, kinds.ANYWHERE if prefix == "/" else kinds.AFTER, needle, shape)
    head, tail = _around_star(segments[-1])
    if not tail or pattern.ending == BELOW:
        return None
    return _test(pattern, kinds.WITHIN, f"{tail}/", (anchored, prefix, folders + head, tail, ()))


def _sufficient_text(folders: str, name: Segment | None, ending: str) -> str:
    """The text whose presence alone says that the folders and the name are there, or nothing."""
    if isinstance(name, str):
        return f"{folders}{name}/"
    head, tail = _around_star(name)
    if head and not tail and ending == LEADING:
        return folders + head
    return f"{tail}/" if tail and not head and folders == "/" else ""


def _classify_anchored(pattern: PlainPattern) -> Test | None:
    """The test for segments at the root, if there is a cheap one."""
    folders, name = _literal_path(pattern.segments[:-1]), pattern.segments[-1]
    if folders is None:
        return None
    if pattern.ending == WHOLE:
        return _test(pattern, kinds.DIRECT, folders)
    if isinstance(name, str):
        kind = kinds.BELOW if pattern.ending == BELOW else kinds.START
        return _test(pattern, kind, f"{folders}{name}/")
    head, tail = _around_star(name)
    if pattern.ending == BELOW or not (head or tail):
        return None
    if not tail:
        return _test(pattern, kinds.START, folders + head)
    return _test(pattern, kinds.CHILD, f"{tail}/", (True, "/", folders + head, tail, ()))


def classify_segments(pattern: PlainPattern) -> Test:
    """The test segment by segment, which every pattern has."""
    start: Segments = (None,) if pattern.floating else ()
    # Something must stand below: any name does.
    end: Segments = (_ANY_NAME,) if pattern.ending == BELOW else ()
    shape: Shape = (True, "/", "", "", (*start, *pattern.segments, *end))
    kind = kinds.WHOLE if pattern.ending == WHOLE else kinds.LEADING
    return _test(pattern, kind, _needle(pattern.segments), shape)


def _test(pattern: PlainPattern, kind: int, needle: str, shape: Shape = _NO_SHAPE) -> Test:
    return (needle, pattern.include, kind, shape)


def _literal_path(segments: Segments) -> str | None:
    """``/a/b/`` for two literal names, ``/`` for none; None if one is not literal."""
    names = [segment for segment in segments if isinstance(segment, str)]
    return "/".join(["", *names, ""]) if len(names) == len(segments) else None


def _around_star(segment: Segment | None) -> tuple[str, str]:
    """What stands before and after the only star of a name; nothing if that is not its form."""
    if not isinstance(segment, tuple) or segment.count(None) != 1 or "" in segment:
        return "", ""
    star = segment.index(None)
    before = [token for token in segment[:star] if isinstance(token, str)]
    after = [token for token in segment[star + 1 :] if isinstance(token, str)]
    if len(before) + len(after) + 1 < len(segment):
        return "", ""
    return "".join(before), "".join(after)


def _needle(segments: Sequence[Segment | None]) -> str:
    """The longest text that every matching path contains; slashes stand around each name."""
    pieces = (piece for segment in segments for piece in _literal_pieces(segment))
    return max(pieces, key=len, default="/")


def _literal_pieces(segment: Segment | None) -> Iterator[str]:
    piece = ""
    for token in ("/", *segment, "/") if segment is not None else ():
        if isinstance(token, str) and token:
            piece += token
        else:
            yield piece
            piece = ""
    yield piece or "/"
