"""The sections of ``.ls-lint.yml``: folders with rules of their own, and what is ignored."""

from __future__ import annotations

import re
from itertools import product
from posixpath import normpath

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaser_lint.importers.rule_file import RuleFile

_BRACES = re.compile(r"\{([^{}]*)\}")
_WILD = re.compile(r"[*{}]")


class Section(Record):
    """A folder, as it is written, with the rules for each ending; the first is that of the top."""

    folder: str
    rules: Mapping[str, str]
    lines: Mapping[str, int]

    def is_one(self) -> bool:
        """Tell whether it stands for one folder."""
        return not _WILD.search(self.folder)

    def is_deep(self) -> bool:
        """Tell whether each folder in it is a section of its own, with the same rules."""
        return self.folder.endswith("/**")

    def dead(self) -> str:
        """Return why no path lies in it, or nothing: ls-lint compares paths from the top."""
        return "" if _is_path(self.folder) else f"{self.folder} is no path from the top"

    def globs(self) -> tuple[str, ...]:
        """Return globs for all that lies in it."""
        return tuple(f"/{each}/" for each in _folders(self.folder)) if self.folder else ("*",)

    def pattern(self) -> str:
        """Return a pattern for the folder, from the start of a path, with its slash."""
        if not self.folder:
            return "^"
        return f"^(?:{'|'.join(map(_folder_pattern, _folders(self.folder)))})/"

    def holds(self, other: Section) -> bool:
        """Tell whether folders of *other* may lie in this one."""
        if other is self or not other.folder or other.dead():
            return False
        inner = [each.split("/") for each in _folders(other.folder)]
        return not self.folder or any(
            _may_begin(each, outer.split("/")) for each in inner for outer in _folders(self.folder)
        )

    def overlaps(self, other: Section) -> bool:
        """Tell whether it depends on the folder which of the two is nearer."""
        return (self.is_deep() and self.holds(other)) or (other.is_deep() and other.holds(self))


def sections_of(file: RuleFile) -> tuple[Section, ...]:
    """Return the sections of a file, those of a section's folders joined to its own."""
    return tuple(_sections(file, file.value["ls"], "", "ls"))


def paths_outside(ignored: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return globs for what is *ignored*, and the entries for which nothing is."""
    globs = [f"/{each}" for entry in ignored if _is_path(entry) for each in _folders(entry)]
    return tuple(globs), tuple(entry for entry in ignored if not _is_path(entry))


def _sections(
    file: RuleFile, mapping: Mapping[str, Any], folder: str, at: str
) -> Iterator[Section]:
    rules: dict[str, str] = {}
    inner: list[tuple[str, str, Any]] = []
    for key, value in mapping.items():
        if isinstance(value, dict):
            inner.append((f"{folder}/{key}" if folder else key, f"{at}.{key}", value))
        elif value is not None:
            rules[key] = file.text(mapping, key, at=at) or ""
    lines = {key: file.line_of(f"{at}.{key}") for key in rules}
    yield Section(folder, rules, lines)
    for inner_folder, inner_at, value in inner:
        yield from _sections(file, value, inner_folder, inner_at)


def _is_path(written: str) -> bool:
    """Tell whether a path may be called so; what has no wildcard is compared as it is."""
    cleaned = normpath(written) if _WILD.search(written) else written
    return not written or not ({"", ".", ".."} & {*cleaned.split("/")})


def _folders(written: str) -> list[str]:
    """Return *written* for each word in its braces, without slashes around it."""
    found = written.strip("/").removeprefix("./")
    pieces = _BRACES.split(found)
    choices = [each.split(",") if at % 2 else [each] for at, each in enumerate(pieces)]
    made = ["".join(each) for each in product(*choices)]
    # All folders below it, and itself.
    return [each.removesuffix("/**") for each in made]


def _folder_pattern(folder: str) -> str:
    parts = [
        "(?:[^/]+/)*" if each == "**" else f"{re.escape(each).replace(re.escape('*'), '[^/]*')}/"
        for each in folder.split("/")
    ]
    return "".join(parts).removesuffix("/")


def _may_begin(inner: Sequence[str], outer: Sequence[str]) -> bool:
    """Tell whether a path of the parts *inner* may begin with *outer*, and is longer."""
    if "**" in (*inner, *outer):
        return True
    alike = (
        one == other or "*" in one or "*" in other for one, other in zip(inner, outer, strict=False)
    )
    return len(inner) > len(outer) and all(alike)
