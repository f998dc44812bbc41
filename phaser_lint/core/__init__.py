"""Records, errors, texts, JSON, processes: words that everything else is written in.

Here stand the two that all of it asks: ``Record``, and what the system offers (to open files, to
tell whose they are, where C modules lie). An edit that breaks nothing loads them: nothing heavy is
imported.
"""

from __future__ import annotations

import os
import sys
from _imp import extension_suffixes

TYPE_CHECKING = False
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


def open_itself(path: str, flags: int, mode: int = 0o600) -> int:
    """Return a descriptor of *path*; raises ``OSError``, also where that is a link."""
    if not _ITSELF and os.path.islink(path):
        import errno  # here, as below: where the flag is there, an edit waits for no module

        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
    return os.open(path, flags | _ITSELF, mode)


def is_own(status: os.stat_result) -> bool:
    """Tell whether a file or folder belongs to this user."""
    return not HAS_OWNERS or status.st_uid == os.geteuid()


def is_open_to_others(status: os.stat_result) -> bool:
    """Tell whether others may read or write a file; the bits of Windows say nothing of that."""
    return HAS_OWNERS and bool(status.st_mode & 0o077)


def user_number() -> int:
    """Return what tells this user's files from another's in a folder that all share."""
    return os.geteuid() if HAS_OWNERS else 0


def decode_git_path(name: bytes) -> str:
    """Return the path that git prints as *name*; a clone on Windows may hold others than UTF-8."""
    return os.fsdecode(name) if IS_POSIX else name.decode("utf-8", "surrogateescape")


def extension_path(name: str) -> str:
    """Return the file of the C module *name* of a package; empty if not found."""
    for folder in sys.path:
        for suffix in extension_suffixes():
            path = os.path.join(folder, *name.split(".")) + suffix
            if os.access(path, os.F_OK):
                return path
    return ""


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
