"""JSON through the scanner that the ``json`` package is built on, without the package.

Importing ``json`` costs the hook half an interpreter's start (it brings ``re`` along). What is read
here is read exactly as ``json.loads`` reads it; what this module does not read, or would have to
explain, goes to ``json`` itself.
"""

from __future__ import annotations

from _json import encode_basestring_ascii, make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_WHITE_SPACE = " \t\n\r"
_CONSTANTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


class _Context:
    """What the scanner asks of a decoder; the settings are those of ``json.loads``."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = _CONSTANTS.__getitem__


_CONTEXT: Any = _Context


def loads(data: bytes) -> Any:
    """Return the JSON value of *data*; raises ``ValueError`` or ``RecursionError``."""
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

    return json.loads(data)


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
