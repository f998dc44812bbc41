"""JSON through the scanner that the ``json`` package is built on, without the package.

Importing ``json`` costs the hook half an interpreter's start (it brings ``re`` along). What is read
here is read exactly as ``json.loads`` reads it; what this module does not read, or would have to
explain, goes to ``json`` itself.
"""

from __future__ import annotations

from _json import encode_basestring_ascii, make_encoder, make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

MAXIMUM_BYTES = 64 * 1024 * 1024
"""Of an event that is read as a whole."""
_PIECE = 64 * 1024
_WHITE_SPACE = " \t\n\r"
_CONSTANTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}

# More digits than this Python refuses to read; no event needs such a number.
_MOST_DIGITS = 4300
# What an event is about stands at the top: what lies deeper than this plays no part.
_DEEPEST = 100


def _integer(written: str) -> int | float:
    return int(written) if len(written) <= _MOST_DIGITS else float(written)


class _Context:
    """What the scanner asks of a decoder; the settings are those of ``json.loads``."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = staticmethod(_integer)
    parse_constant = _CONSTANTS.__getitem__


_CONTEXT: Any = _Context


def event_bytes(read: Callable[[int], bytes]) -> bytes:
    """Return all that *read* gives, the outline of what is larger than an event that is read whole.

    Where there is none, it is over ``MAXIMUM_BYTES``. Raises what *read* does.
    """
    parts, size = [], 0
    # Piece by piece: to ask for megabytes at once has the kernel clear as many.
    while size <= MAXIMUM_BYTES and (part := read(_PIECE)):
        parts.append(part)
        size += len(part)
    data = b"".join(parts)
    if size <= MAXIMUM_BYTES:
        return data
    from phaser_lint.json_outline import outline_of

    return outline_of(data, read, limit=MAXIMUM_BYTES)


def is_partial(data: bytes) -> bool:
    """Tell whether *data* is not all of the event."""
    return type(data) is not bytes or len(data) > MAXIMUM_BYTES


def event_value(data: bytes) -> Any:
    """Return the JSON value of the event *data* on standard input; raises ``InputError``."""
    from phaser_lint.errors import InputError

    if len(data) > MAXIMUM_BYTES:
        raise InputError("standard input: expected a hook event of at most 64 MB")
    if not data.strip():
        raise InputError("standard input: expected a hook event as JSON, found nothing")
    try:
        return loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(f"standard input: expected a hook event as JSON; {error}") from None


def loads(data: bytes) -> Any:
    """Return the JSON value of *data*; raises ``ValueError``.

    An integer of over 4,300 digits is infinite. Where it is nested too deeply to be read, what lies
    over 100 levels down is ``None``. Of an outline it is a ``LargeEvent``.
    """
    try:
        value = _loaded(data)
    except RecursionError:
        value = _loaded(_shallow(data))
    if type(data) is bytes:
        return value
    from phaser_lint.json_outline import large_event

    return large_event(data, value)


def _loaded(data: bytes) -> Any:
    try:
        text = data.decode("utf-8")
        start = len(text) - len(text.lstrip(_WHITE_SPACE))
        value, end = make_scanner(_CONTEXT)(text, start)
        if not text[end:].strip(_WHITE_SPACE):
            return value
    except (ValueError, StopIteration, ImportError, SystemError):
        # SystemError: "{" in 3.10 and 3.11, whose scanner fails to import its own error.
        pass
    # UTF-16, a BOM, or no JSON: the package reads it, or says what is wrong and where.
    import json

    return json.loads(data, parse_int=_integer)


def _shallow(data: bytes) -> bytes:
    """Return JSON without what is nested more than 100 levels deep, ``null`` in its place."""
    import re

    kept, depth, start = [], 0, 0
    for token in re.finditer(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', data, re.DOTALL):
        opens, closes = token.group() in b"[{", token.group() in b"]}"
        if opens and depth == _DEEPEST:
            kept.append(data[start : token.start()] + b"null")
        depth += opens - closes
        if closes and depth == _DEEPEST:
            start = token.end()
    return b"".join(kept) + data[start:] if depth == 0 else b""


def texts_in(value: Any) -> Iterator[str]:
    """Yield each text in *value*, keys aside, in their order."""
    # A list of what is left, not recursion: JSON may be nested deeper than Python calls.
    left = [value]
    while left:
        each = left.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, (dict, list, tuple)):
            left += reversed(each.values() if isinstance(each, dict) else each)


def dumps(value: Any) -> str:
    """Return *value*, made of mappings, lists, texts, numbers, booleans and null, as JSON."""
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{dumps(key)}: {dumps(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(dumps, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else repr(value)


def compact(value: Any, *, between: str = ", ") -> str:
    """Return what ``json.dumps(value, separators=(between, ": "))`` does."""
    # What it is told, in order: no guard against circles, nothing to make of other values, escapes,
    # no indent, what stands after a key and between members, neither sorted nor skipped keys, NaN.
    encode = make_encoder(
        None, _refused, encode_basestring_ascii, None, ": ", between, False, False, True
    )
    return "".join(encode(value, 0))


def sorted_json(value: Any) -> str:
    """Return *value* as JSON for programs: indented, its keys in order, ending in a newline."""
    import json

    return disarmed_json(json.dumps(value, indent=2, sort_keys=True)) + "\n"


def disarmed_json(text: str) -> str:
    """Return the JSON *text* with nothing in it that the runner of a build obeys.

    It does ``##[`` and ``##vso[`` anywhere in a line; in a text an escape says the same.
    """
    from phaser_lint.text import disarmed

    return disarmed(text, r"#\\u0023")


def _refused(value: Any) -> Any:
    raise TypeError(f"{type(value).__name__} is no JSON")
