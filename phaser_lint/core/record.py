"""Immutable records: ``typing.NamedTuple`` to a type checker, light at run time.

A denied edit has to be answered in the time of an interpreter's start, and importing ``typing``
alone costs three quarters of that time again. A class that derives from ``Record`` reads and
behaves like a ``NamedTuple`` (fields in order, defaults, keywords, ``_replace``, equality of
tuples), for less than a tenth of a millisecond.
"""

from __future__ import annotations

TYPE_CHECKING = False
__all__ = ["Record"]

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

        def __new__(cls, *values, **named):
            fields = cls._fields
            lacking = len(fields) - len(values)
            if lacking and not named and 0 < lacking <= len(cls._last_defaults):
                # Defaults are those of the last fields. Reading a contract makes eighty records.
                values += cls._last_defaults[-lacking:]
            elif named or lacking:
                left = fields[len(values) :]
                known, wanted = {**cls._field_defaults, **named}, set(left)
                if lacking < 0 or not named.keys() <= wanted <= known.keys():
                    raise TypeError(f"{cls.__name__} takes {fields}, not {values} and {named}")
                values += tuple([known[field] for field in left])
            return tuple.__new__(cls, values)

        def __repr__(self):
            shown = ", ".join(
                f"{field}={value!r}" for field, value in zip(self._fields, self, strict=True)
            )
            return f"{type(self).__name__}({shown})"

        def __getnewargs__(self):
            return tuple(self)

        def _replace(self, **changed):
            values = [*map(changed.pop, self._fields, self)]
            if changed:
                raise TypeError(f"{type(self).__name__} takes {self._fields}, not {[*changed]}")
            return tuple.__new__(type(self), values)

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))
