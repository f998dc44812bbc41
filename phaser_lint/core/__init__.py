"""Records, errors, texts, JSON, processes: words that everything else is written in.

Here stand the three that all of it asks: what the system offers (to open files, to tell whose they
are and whether they changed, where C modules lie), ``Record``, and JSON. An edit that breaks
nothing loads them: nothing heavy is imported.
"""

from __future__ import annotations

import os
import sys
from _imp import create_dynamic, exec_dynamic, extension_suffixes
from _json import encode_basestring_ascii, make_encoder, make_scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any, TypeAlias
# Under another name: a type checker takes it for this module's own.
__all__ = ["Record"]

# The system. Windows has no owners in numbers and no flag that opens a link itself; without
# ``O_BINARY`` it writes "\r\n" for "\n".

_COMMON = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOINHERIT", 0) | getattr(os, "O_BINARY", 0)
_ITSELF = getattr(os, "O_NOFOLLOW", 0)
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)

READ = os.O_RDONLY | _AT_ONCE | _COMMON
CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _COMMON
APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND | _AT_ONCE | _COMMON

IS_POSIX = os.name == "posix"
PROGRAM_ENDING = "" if IS_POSIX else ".exe"
"""What the file of a program is called after its name."""
HAS_OWNERS = hasattr(os, "geteuid")
"""Where there are none, what lies in a user's own folders is the user's."""
OPEN_TO_OTHERS = 0o077 if HAS_OWNERS else 0
"""What the mode of a private file lacks; on Windows it never tells."""
STARTED_GROUPS: set[int] = set()
"""The groups of processes that were started and nobody has ended, each by its first process."""


def open_unless_link(path: str, flags: int, mode: int = 0o600) -> int:
    """Open the file at *path* for any part of the program, and return its descriptor; raises
    ``OSError``, for a link, too.
    """
    if not _ITSELF and os.path.islink(path):
        import errno  # where the flag is there, an edit waits for no module

        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
    return os.open(path, flags | _ITSELF, mode)


def belongs_to_user(status: os.stat_result) -> bool:
    """Tell by its *status* whether a file or folder is this user's; on Windows always."""
    return not HAS_OWNERS or status.st_uid == os.geteuid()


def find_user_number() -> int:
    """Return the number of the user who runs this program, 0 on Windows.

    It tells the user's files from another's in a folder that all share.
    """
    return os.geteuid() if HAS_OWNERS else 0


# What tells whether a file or folder is the same as before, without reading it.

Identity = tuple[int, ...]
"""Size, times of the last change of content and of status (ns), inode, device, mode."""
_FINE_TICK, _COARSE_TICK = 100_000_000, 2_000_000_000


def make_file_identity(status: os.stat_result) -> Identity:
    """Return a file's identity, open or not, by *status*: size, times and number show a change."""
    return (
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_ino,
        status.st_dev,
        status.st_mode,
    )


def is_identity_settled(identity: Identity, *, now_ns: int) -> bool:
    """Tell whether a regular file's *identity*, as the system tells it, must show a change after
    *now_ns* (nanoseconds of the epoch).

    Two changes within one tick of the file system's clock look like one. Some file systems keep
    whole seconds.
    """
    modified, changed = identity[1], identity[2]
    latest = modified if modified > changed else changed
    if latest < now_ns - _COARSE_TICK:  # as of nearly all of a hundred thousand
        return True
    is_coarse = modified % 1_000_000_000 == 0 and changed % 1_000_000_000 == 0
    return not is_coarse and latest < now_ns - _FINE_TICK


def find_extension_path(name: str) -> str:
    """Return the file of any compiled module *name* on Python's own path, or nothing."""
    for folder in sys.path:
        for suffix in extension_suffixes():
            path = os.path.join(folder, *name.split(".")) + suffix
            if os.access(path, os.F_OK):
                return path
    return ""


def load_extension(name: str, path: str) -> Any:
    """Have the system load any package's C module *name* from its file *path*, without the Python
    around it, which takes longer.

    Raises ``ImportError``.
    """
    external, core = sys.modules["_frozen_importlib_external"], sys.modules["_frozen_importlib"]
    loader = external.ExtensionFileLoader(name, path)
    specification = core.ModuleSpec(name, loader, origin=path)
    module = create_dynamic(specification)
    exec_dynamic(module)
    # Known under its own name, it is the one that a later import of the package takes up.
    sys.modules[name] = module
    return module


# Immutable records: ``typing.NamedTuple`` to a type checker, light at run time.
#
# A denied edit has to be answered in the time of an interpreter's start, and importing ``typing``
# alone costs three quarters of that time again. A class that derives from ``Record`` reads and
# behaves like a ``NamedTuple`` (fields in order, defaults, keywords, ``_replace``, equality of
# tuples), for less than a tenth of a millisecond.

if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:
    from _collections import _tuplegetter

    class _RecordType(type):
        def __new__(metaclass, name, bases, namespace):
            if not bases:
                return super().__new__(metaclass, name, (tuple,), namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            for index, field in enumerate(fields):
                namespace[field] = _tuplegetter(index, field)
            namespace.update(__slots__=(), _fields=fields, _field_defaults=defaults)
            namespace["_last_defaults"] = tuple(defaults.values())
            namespace["__match_args__"] = fields
            return super().__new__(metaclass, name, bases, namespace)

    class Record(metaclass=_RecordType):
        """The base of every record; see the module's docstring."""

        __slots__ = ()
        _fields = ()
        _field_defaults = {}  # noqa: RUF012 - never written to
        _last_defaults = ()

        def __new__(cls, *field_values, **named):
            fields = cls._fields
            lacking_count = len(fields) - len(field_values)
            if lacking_count and not named and 0 < lacking_count <= len(cls._last_defaults):
                # Defaults are those of the last fields. Reading a contract makes eighty records.
                field_values += cls._last_defaults[-lacking_count:]
            elif named and lacking_count == len(named) and tuple(named) == fields[-lacking_count:]:
                # By name, in order: a report of a thousand lines makes as many records.
                field_values += tuple(named.values())
            elif named or lacking_count:
                later_fields = fields[len(field_values) :]
                values_by_field, later_names = {**cls._field_defaults, **named}, set(later_fields)
                if lacking_count < 0 or not named.keys() <= later_names <= values_by_field.keys():
                    raise TypeError(
                        f"{cls.__name__} takes {fields}, not {field_values} and {named}"
                    )
                field_values += tuple([values_by_field[field] for field in later_fields])
            return tuple.__new__(cls, field_values)

        # Of plain data, all fields in order: two hundred contracts have twice as many records.
        _make = classmethod(tuple.__new__)

        def __repr__(self):
            pairs = ", ".join(
                f"{field}={field_value!r}"
                for field, field_value in zip(self._fields, self, strict=True)
            )
            return f"{type(self).__name__}({pairs})"

        def __getnewargs__(self):
            return tuple(self)

        def _replace(self, **changed):
            field_values = [*map(changed.pop, self._fields, self)]
            if changed:
                raise TypeError(f"{type(self).__name__} takes {self._fields}, not {[*changed]}")
            return tuple.__new__(type(self), field_values)

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))


# JSON through the scanner that the ``json`` package is built on, without the package.
#
# Importing ``json`` costs the hook half an interpreter's start (it brings ``re`` along). What is
# read here is read exactly as ``json.loads`` reads it; what this module does not read, or would
# have to explain, goes to ``json`` itself.

JsonValue: TypeAlias = "Any"
"""What JSON holds, or a contract's YAML: null, a boolean, a number, a text, a list, an object."""
JsonObject: TypeAlias = "Mapping[str, JsonValue]"
quote_json = encode_basestring_ascii
"""Returns a text as JSON in ASCII, without the work of ``dumps``."""
MAXIMUM_EVENT_BYTES = 64 * 1024 * 1024
"""Of an event that is read as a whole."""
_PIECE = 64 * 1024
_WHITE_SPACE = " \t\n\r"
_SINGLE = frozenset((str, int, bool, type(None)))
_CONSTANTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}

# More digits than this Python refuses to read; no event needs such a number.
_MOST_DIGITS = 4300


def _parse_integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


# What the scanner asks of a decoder; the settings are those of ``json.loads``.
_SimpleNamespace: Any = type(sys.implementation)  # without ``types``
_CONTEXT = _SimpleNamespace(
    strict=True,
    object_hook=None,
    object_pairs_hook=None,
    parse_float=float,
    parse_int=_parse_integer,
    parse_constant=_CONSTANTS.__getitem__,
)


def read_event_bytes(read_next: Callable[[int], bytes]) -> bytes:
    """Return the bytes of an event: all that *read_next* gives of standard input, or the outline of
    what is too large to be read whole.

    Where there is no outline, it is over ``MAXIMUM_EVENT_BYTES``. Raises what *read_next* does.
    """
    pieces, size = [], 0
    # Piece by piece: to ask for megabytes at once has the kernel clear as many.
    while size <= MAXIMUM_EVENT_BYTES and (piece := read_next(_PIECE)):
        pieces.append(piece)
        size += len(piece)
    payload = b"".join(pieces)
    if size <= MAXIMUM_EVENT_BYTES:
        return payload
    from phaser_lint.core.large_event import read_json_outline

    return read_json_outline(payload, read_next, limit=MAXIMUM_EVENT_BYTES)


def is_partial_event(payload: bytes) -> bool:
    """Tell whether *payload*, the bytes of an event, is only its outline, or too large."""
    return type(payload) is not bytes or len(payload) > MAXIMUM_EVENT_BYTES


def parse_payload(payload: bytes) -> Any:
    """Return the JSON value of the event *payload* on standard input; raises ``InputError``."""
    if len(payload) > MAXIMUM_EVENT_BYTES:
        raise input_error("standard input: expected a hook event of at most 64 MB")
    if not payload.strip():
        raise input_error("standard input: expected a hook event as JSON, found nothing")
    try:
        return parse_json_value(payload)
    except (ValueError, RecursionError) as error:
        raise input_error(f"standard input: expected a hook event as JSON; {error}") from None


def input_error(message: str) -> Exception:
    """Return the ``InputError`` of no event in JSON, whose class the hook's start lacks."""
    from phaser_lint.core.errors import InputError

    return InputError(message)


def no_event_error() -> Exception:
    """Return the ``InputError`` of JSON on standard input that is no object, so no hook event."""
    return input_error("standard input: expected a JSON object with a hook event")


def usage_error(message: str) -> Exception:
    """Return a ``UsageError`` of *message*; the class, in ``core.errors``, is loaded only then."""
    from phaser_lint.core.errors import UsageError

    return UsageError(message)


def parse_json_value(content: bytes) -> Any:
    """Return the JSON value of *content*, read as ``json.loads`` reads it, without the ``json``
    package; raises ``ValueError``.

    An integer of over 4,300 digits is infinite. Where it is nested too deeply to be read, what lies
    over 100 levels down is ``None``. Of an outline it is a ``LargeEvent``.
    """
    try:
        text = content.decode("utf-8")
        json_value, end = scan_json(text, len(text) - len(text.lstrip(_WHITE_SPACE)))
        is_read = not text[end:].strip(_WHITE_SPACE)
    except (ValueError, RecursionError):
        is_read = False
    if not is_read:
        from phaser_lint.core.deep_json import load_odd_json

        json_value = load_odd_json(content, parse_integer=_parse_integer)
    if type(content) is bytes:
        return json_value
    from phaser_lint.core.large_event import make_large_event

    return make_large_event(content, json_value)


def scan_json(text: str, start: int) -> tuple[Any, int]:
    """Return the JSON value that stands in *text* at *start*, and where it ends; raises
    ``ValueError``, without a reason, and ``RecursionError``.
    """
    try:
        json_value, end = make_scanner(_CONTEXT)(text, start)
    except (StopIteration, ImportError, SystemError):
        # SystemError: "{" in 3.10 and 3.11, whose scanner fails to import its own error.
        raise ValueError from None
    return json_value, end


def find_json_texts(json_value: Any) -> Iterator[str]:
    """Yield each text in *json_value*, a value of JSON however deep, keys aside, in their order."""
    # A list of what is left, not recursion: JSON may be nested deeper than Python calls.
    unvisited = [json_value]
    while unvisited:
        node = unvisited.pop()
        if isinstance(node, str):
            yield node
        elif isinstance(node, (dict, list, tuple)):
            unvisited += reversed(node.values() if isinstance(node, dict) else node)


def render_json_line(json_value: Any) -> str:
    """Return *json_value*, made of mappings, lists, texts, numbers, booleans and null, as one line
    of JSON, without the ``json`` package.
    """
    if isinstance(json_value, str):
        return quote_json(json_value)
    if isinstance(json_value, dict):
        members = (
            f"{render_json_line(key)}: {render_json_line(member)}"
            for key, member in json_value.items()
        )
        return "{" + ", ".join(members) + "}"
    if isinstance(json_value, (list, tuple)):
        return "[" + ", ".join(map(render_json_line, json_value)) + "]"
    if isinstance(json_value, bool):
        return "true" if json_value else "false"
    return "null" if json_value is None else repr(json_value)


def render_compact_json(json_value: Any, *, between: str = ", ") -> str:
    """Return *json_value* as JSON, as ``json.dumps(value, separators=(between, ": "))`` does, by
    the C encoder and without the ``json`` package.
    """
    # Its arguments, in order: no guard against circles, nothing to make of other values, escapes,
    # no indent, what stands after a key and between members, neither sorted nor skipped keys, NaN.
    encode = make_encoder(
        None, _refuse_unencodable, quote_json, None, ": ", between, False, False, True
    )
    return "".join(encode(json_value, 0))


def indent_json(
    node: Any,
    line: str = "\n",
    *,
    render_single: Callable[[Any], str] = render_compact_json,
    is_sorted: bool = False,
) -> str:
    """Return *node* as ``json.dumps(node, indent=2)`` does, without ``json``, with *line* as the
    start of a line, keys in their order or sorted; *render_single* renders what holds nothing.

    ``json`` indents in Python, value by value: a third of the time of a scan without changes.
    Single values are left to its encoder in C, which takes any separator.
    """
    if not isinstance(node, (dict, list, tuple)) or not node:
        return render_single(node)
    if is_sorted and isinstance(node, dict):
        node = dict(sorted(node.items()))
    inner = f"{line}  "
    between = f",{inner}"  # no text of JSON holds a line end
    opening, closing = "{}" if isinstance(node, dict) else "[]"
    keys = node if isinstance(node, dict) else range(len(node))
    full = {key for key in keys if node[key] and type(node[key]) not in _SINGLE}
    # Where one stands that is not single the encoder writes null.
    single: Any = {key: None if key in full else node[key] for key in keys}
    single = single if isinstance(node, dict) else [*single.values()]
    members = render_compact_json(single, between=between)[1:-1].split(between)
    for place, key in enumerate(keys if full else ()):
        if key in full:
            members[place] = members[place].removesuffix("null") + indent_json(
                node[key], inner, render_single=render_single, is_sorted=is_sorted
            )
    return f"{opening}{inner}{between.join(members)}{line}{closing}"


def _refuse_unencodable(unencodable: Any) -> Any:
    raise TypeError(f"{type(unencodable).__name__} is no JSON")
