"""The contracts in words, by the files that they are about: one part for each list of globs.

The project's own come first, those of packs last and without their reasons.

A message may hold anything. Here it is one line that opens no comment, and names no file to an
agent that takes ``@name`` for one to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter

from phaser_lint.contract.model import Contract, ContractKey
from phaser_lint.core import Record
from phaser_lint.core.text import printable
from phaser_lint.project.root import folder_of
from phaser_lint.text.globs.glob_syntax import from_root

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
        hidden = 0 if self.is_own else max(0, len(self.globs) - _MOST_GLOBS)
        globs = ", ".join(map(markdown_code, self.globs[: len(self.globs) - hidden]))
        globs += f" and {hidden} more" if hidden else ""
        excluded = " or ".join(map(markdown_code, self.excluded))
        return f"{globs}, not {excluded}" if excluded else globs


def guidance_by_globs(contracts: Iterable[Contract]) -> tuple[Guidance, ...]:
    """Return what *contracts* require, each once, in the same order on every machine."""
    contracts_by_globs: dict[Globs, list[Contract]] = {}
    for contract in contracts:
        folder = folder_of(contract.level)
        globs = tuple(from_root(glob, folder) for glob in contract.file_glob)
        excluded = tuple(from_root(glob, folder) for glob in contract.exclude_glob)
        contracts_by_globs.setdefault((globs, excluded), []).append(contract)
    ranked = [
        (min(map(_rank, alike)), globs, excluded, alike)
        for (globs, excluded), alike in contracts_by_globs.items()
    ]
    return tuple(
        Guidance(
            globs=globs,
            excluded=excluded,
            lines=tuple(_lines(alike)),
            is_own=rank < _SOURCES.index(_PACK),
        )
        for rank, globs, excluded, alike in sorted(ranked, key=itemgetter(0, 1, 2))
    )


def guidance_lines(guidances: Iterable[Guidance]) -> list[str]:
    """Return the *guidances* as lines of Markdown."""
    return [
        line
        for guidance in guidances
        for line in (f"In {guidance.shown}:", "", *guidance.lines, "")
    ]


def _rank(contract: Contract) -> int:
    return _SOURCES.index(contract.source)


def markdown_code(text: str) -> str:
    """Return *text* as code in Markdown, whatever backticks it holds."""
    content = printable(text)
    longest = max((len(run) for run in re.findall("`+", content)), default=0)
    fence, room = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{room}{content}{room}{fence}"


def _lines(contracts: Iterable[Contract]) -> Iterator[str]:
    """Yield what *contracts* of the same files require; equal ones share a line."""
    ids_by_lines: dict[tuple[str, ...], list[str]] = {}
    for contract in sorted(contracts, key=_order):
        head = f"({contract.severity}): {_in_one_line(contract.message)}"
        ids_by_lines.setdefault((head, *_details(contract)), []).append(contract.rule_id)
    for (head, *details), ids in ids_by_lines.items():
        yield from (f"- {', '.join(ids)} {head}", *details)


def _order(contract: Contract) -> tuple[int, str, ContractKey]:
    return _rank(contract), contract.severity, contract.key


def _details(contract: Contract) -> Iterator[str]:
    if contract.path_pattern:
        yield f"  Only where the path has {markdown_code(contract.path_pattern)}."
    if contract.rationale and contract.source != _PACK:
        yield f"  Why: {_in_one_line(contract.rationale)}"
    levels = ", ".join(markdown_code(f"{level}/") for level in contract.overridden_by if level)
    if levels:
        yield f"  Other rules count below {levels}."


def _in_one_line(text: str) -> str:
    line = " ".join(map(printable, text.split()))
    return _FILE.sub(r"\\@", line.replace("<!--", r"\<!--"))
