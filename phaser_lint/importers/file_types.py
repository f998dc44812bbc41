"""The types of files that pre-commit knows (``types: [python]``), as globs.

identify tells a file's types by its ending, else by its name, and those of an executable file
without either by its first line. That last part is what globs cannot say.
"""

from __future__ import annotations

from identify import extensions, identify, interpreters

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# What every file is that contracts judge.
_EVERY = frozenset(("file", "text"))
# What no name tells.
_UNTOLD = frozenset(("executable", "non-executable"))
_NEVER = frozenset(("binary", "directory", "symlink", "socket"))


class TypeFilter(Record):
    """The keys ``types``, ``types_or`` and ``exclude_types`` of a hook."""

    types: tuple[str, ...] = ()
    types_or: tuple[str, ...] = ()
    exclude_types: tuple[str, ...] = ()

    def all(self) -> tuple[str, ...]:
        """Return every type that is named."""
        return (*self.types, *self.types_or, *self.exclude_types)

    def selects(self, tags: frozenset[str]) -> bool:
        """Tell whether a file with these *tags* is selected."""
        known = tags | _EVERY
        return (
            known.issuperset(self.types)
            and (not self.types_or or not known.isdisjoint(self.types_or))
            and known.isdisjoint(self.exclude_types)
        )


def unknown_types(given: TypeFilter) -> tuple[str, ...]:
    """Return the types that there are none of; pre-commit refuses them."""
    return tuple(each for each in given.all() if each not in identify.ALL_TAGS)


def untold_types(given: TypeFilter) -> tuple[str, ...]:
    """Return the types that neither a name nor the engine tells, such as ``executable``."""
    return tuple(each for each in given.all() if each in _UNTOLD | _NEVER)


def by_first_line(given: TypeFilter) -> bool:
    """Tell whether files without an ending are selected, or left out, by their first line."""
    told = {tag for tags in interpreters.INTERPRETERS.values() for tag in tags} - _EVERY
    return not told.isdisjoint(given.all())


def globs_selected(given: TypeFilter) -> tuple[str, ...] | None:
    """Return globs for the names that are selected; ``None`` where every name is."""
    narrowing = [each for each in (*given.types, *given.types_or) if each not in _EVERY]
    if not narrowing or _EVERY & {*given.types_or}:
        return None
    return _globs(given.selects)


def globs_left_out(given: TypeFilter) -> tuple[str, ...]:
    """Return globs for the names that ``exclude_types`` leaves out, where all else is selected."""
    if globs_selected(given) is not None or not given.exclude_types:
        return ()
    return _globs(lambda tags: not tags.isdisjoint(given.exclude_types))


def _globs(chosen: Callable[[frozenset[str]], bool]) -> tuple[str, ...]:
    endings: Mapping[str, set[str]] = {
        **extensions.EXTENSIONS,
        **extensions.EXTENSIONS_NEED_BINARY_CHECK,
    }
    found = [f"*.{ending}" for ending, tags in endings.items() if chosen(frozenset(tags))]
    for name, tags in extensions.NAMES.items():
        if chosen(frozenset(tags)):
            found += [name] if "." in name else [name, f"{name}.*", f"*.{name}", f"*.{name}.*"]
    return tuple(sorted(found))
