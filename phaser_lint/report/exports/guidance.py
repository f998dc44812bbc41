"""The contracts in words, by the files that they are about: one part for each list of globs.

A message may hold anything. Here it is one line that opens no comment, and names no file to an
agent that takes ``@name`` for one to read.
"""

from __future__ import annotations

import re

from phaser_lint.core import Record
from phaser_lint.core.text import printable
from phaser_lint.project.root import folder_of
from phaser_lint.text.globs.glob_syntax import from_top

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaser_lint.contract.model import Contract

    Globs = tuple[tuple[str, ...], tuple[str, ...]]

_FILE = re.compile(r"(?<!\S)@")


class Guidance(Record):
    """What is said of the files that some globs select; these are relative to the top."""

    globs: tuple[str, ...]
    excluded: tuple[str, ...]
    lines: tuple[str, ...]
    """A list in Markdown."""

    @property
    def shown(self) -> str:
        """The files, in words: ``*.py``, not ``vendor/``."""
        excluded = " or ".join(map(code, self.excluded))
        return ", ".join(map(code, self.globs)) + (f", not {excluded}" if excluded else "")


def guidance(contracts: Iterable[Contract]) -> tuple[Guidance, ...]:
    """Return what *contracts* say, each once, in an order that no machine changes."""
    by_globs: dict[Globs, list[Contract]] = {}
    for contract in contracts:
        folder = folder_of(contract.level)
        globs = tuple(from_top(each, folder) for each in contract.file_glob)
        excluded = tuple(from_top(each, folder) for each in contract.exclude_glob)
        by_globs.setdefault((globs, excluded), []).append(contract)
    return tuple(
        Guidance(*globs, tuple(line for each in _sorted(held) for line in _lines(each)))
        for globs, held in sorted(by_globs.items())
    )


def code(text: str) -> str:
    """Return *text* as code in Markdown, whatever backticks it holds."""
    shown = printable(text)
    longest = max((len(run) for run in re.findall("`+", shown)), default=0)
    fence, room = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{room}{shown}{room}{fence}"


def _sorted(contracts: Iterable[Contract]) -> list[Contract]:
    return sorted(contracts, key=lambda each: (each.severity, each.key))


def _lines(contract: Contract) -> Iterator[str]:
    yield f"- {contract.rule_id} ({contract.severity}): {_told(contract.message)}"
    if contract.path_pattern:
        yield f"  Only where the path has {code(contract.path_pattern)}."
    if contract.rationale:
        yield f"  Why: {_told(contract.rationale)}"
    below = ", ".join(code(f"{level}/") for level in contract.overridden_by if level)
    if below:
        yield f"  Other words count below {below}."


def _told(text: str) -> str:
    line = " ".join(printable(each) for each in text.split())
    return _FILE.sub(r"\\@", line.replace("<!--", r"\<!--"))
