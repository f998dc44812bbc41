"""The contracts in words, by the files that they are about: one part for each list of globs.

The project's own come first, those of packs last and without their reasons.

A message may hold anything. Here it is one line that opens no comment, and names no file to an
agent that takes ``@name`` for one to read.
"""

from __future__ import annotations

import re

from phaser_lint.core import Record
from phaser_lint.core.text import printable
from phaser_lint.project.root import folder_of
from phaser_lint.text.globs.glob_syntax import from_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaser_lint.contract.model import Contract

    Globs = tuple[tuple[str, ...], tuple[str, ...]]

ABOUT = "Edits with an error are refused, warnings are reported."
_MOST_GLOBS = 3
_PACK = "pack"
_SOURCES = ("project", "given", "included", "user", _PACK)
_FILE = re.compile(r"(?<!\S)@")


class Guidance(Record):
    """The rules for files that some globs select; the globs are relative to the root."""

    globs: tuple[str, ...]
    excluded: tuple[str, ...]
    lines: tuple[str, ...]
    """A list in Markdown."""
    is_own: bool = True
    """Whether the contracts are the project's: the files of packs are listed in short."""

    @property
    def shown(self) -> str:
        """The files, in words: ``*.py``, not ``vendor/``."""
        left = 0 if self.is_own else max(0, len(self.globs) - _MOST_GLOBS)
        globs = ", ".join(map(code, self.globs[: len(self.globs) - left]))
        excluded = " or ".join(map(code, self.excluded))
        more = f" and {left} more" if left else ""
        return f"{globs}{more}{f', not {excluded}' if excluded else ''}"


def guidance(contracts: Iterable[Contract]) -> tuple[Guidance, ...]:
    """Return what *contracts* require, each once, in the same order on every machine."""
    by_globs: dict[Globs, list[Contract]] = {}
    for contract in contracts:
        folder = folder_of(contract.level)
        globs = tuple(from_root(each, folder) for each in contract.file_glob)
        excluded = tuple(from_root(each, folder) for each in contract.exclude_glob)
        by_globs.setdefault((globs, excluded), []).append(contract)
    parts = sorted(by_globs.items(), key=lambda part: (min(map(_rank, part[1])), part[0]))
    return tuple(
        Guidance(*globs, tuple(_lines(held)), min(map(_rank, held)) < _SOURCES.index(_PACK))
        for globs, held in parts
    )


def shown(parts: Iterable[Guidance]) -> list[str]:
    """Return the *parts* as lines of Markdown."""
    return [line for part in parts for line in (f"In {part.shown}:", "", *part.lines, "")]


def _rank(contract: Contract) -> int:
    return _SOURCES.index(contract.source)


def code(text: str) -> str:
    """Return *text* as code in Markdown, whatever backticks it holds."""
    shown = printable(text)
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence, room = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{room}{shown}{room}{fence}"


def _lines(contracts: Iterable[Contract]) -> Iterator[str]:
    """Yield what *contracts* of the same files require; equal ones share a line."""
    names: dict[tuple[str, ...], list[str]] = {}
    for each in sorted(contracts, key=lambda each: (_rank(each), each.severity, each.key)):
        messages = (f"({each.severity}): {_in_one_line(each.message)}", *_details(each))
        names.setdefault(messages, []).append(each.rule_id)
    for (first, *others), ids in names.items():
        yield from (f"- {', '.join(ids)} {first}", *others)


def _details(contract: Contract) -> Iterator[str]:
    if contract.path_pattern:
        yield f"  Only where the path has {code(contract.path_pattern)}."
    if contract.rationale and contract.source != _PACK:
        yield f"  Why: {_in_one_line(contract.rationale)}"
    below = ", ".join(code(f"{level}/") for level in contract.overridden_by if level)
    if below:
        yield f"  Other rules count below {below}."


def _in_one_line(text: str) -> str:
    line = " ".join(printable(each) for each in text.split())
    return _FILE.sub(r"\\@", line.replace("<!--", r"\<!--"))
