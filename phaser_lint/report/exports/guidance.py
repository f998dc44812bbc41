"""The contracts in words, by the files that they are about: one part for each list of globs.

The project's own come first, those of packs last and without their reasons.

A message may hold anything. Here it is one line that opens no comment, and names no file to an
agent that takes ``@name`` for one to read. Its variables are filled in by the example that breaks
the contract, which stands beside it: ``Use {1}, not {match}.`` says nothing to who reads it; what
a violation says besides is of the example only: ``(imports: sqlite3)``. No example is on the page
that a contract finds there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from phaser_lint.contract.model import Contract, ContractKey
from phaser_lint.contract.own_examples import violations_in
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.example import Example, invalid_examples, valid_examples
from phaser_lint.contract.rules.filled_messages import with_path_of, with_unknown_text
from phaser_lint.core import Record
from phaser_lint.core.text import printable
from phaser_lint.project.levels import folder_of
from phaser_lint.text.globs import match
from phaser_lint.text.globs.glob_syntax import glob_from_root

Globs = tuple[tuple[str, ...], tuple[str, ...]]

ABOUT = "Edits with an error are refused, warnings are reported."
_MOST_GLOBS = 3
_PACK = "pack"
_SOURCES = ("project", "given", "included", "user", _PACK)
_FILE = re.compile(r"(?<!\S)@")
_LONGEST_EXAMPLE = 100
_END_OF_MESSAGE = "\0"
_SECONDS = 0.5


class Guidance(Record):
    """The rules for files that some globs select; the globs are relative to the root."""

    globs: tuple[str, ...]
    excluded: tuple[str, ...]
    lines: tuple[str, ...]
    """A list in Markdown."""
    is_own: bool = True
    """Whether the contracts are the project's: the files of packs are listed in short."""

    @property
    def files_text(self) -> str:
        """The files, in words: ``*.py``, not ``vendor/``."""
        hidden = 0 if self.is_own else max(0, len(self.globs) - _MOST_GLOBS)
        globs = ", ".join(map(markdown_code, self.globs[: len(self.globs) - hidden]))
        globs += f" and {hidden} more" if hidden else ""
        excluded = " or ".join(map(markdown_code, self.excluded))
        return f"{globs}, not {excluded}" if excluded else globs


def guidance_by_globs(contracts: Sequence[Contract], *, page: str) -> tuple[Guidance, ...]:
    """Return what *contracts* require, each once, in the same order on every machine.

    *page* is the path of the file that it is written to.
    """
    of_page = [
        contract
        for contract in contracts
        if match(contract.globs, page) and RULES[contract.type].searches_text()
    ]
    contracts_by_globs: dict[Globs, list[Contract]] = {}
    for contract in contracts:
        folder = folder_of(contract.level)
        globs = tuple(glob_from_root(glob, folder) for glob in contract.file_glob)
        excluded = tuple(glob_from_root(glob, folder) for glob in contract.exclude_glob)
        contracts_by_globs.setdefault((globs, excluded), []).append(contract)
    ranked = [
        (min(map(_rank, alike)), globs, excluded, alike)
        for (globs, excluded), alike in contracts_by_globs.items()
    ]
    return tuple(
        Guidance(
            globs=globs,
            excluded=excluded,
            lines=tuple(_lines(alike, of_page)),
            is_own=rank < _SOURCES.index(_PACK),
        )
        for rank, globs, excluded, alike in sorted(ranked, key=itemgetter(0, 1, 2))
    )


def guidance_lines(guidances: Iterable[Guidance]) -> list[str]:
    """Return the *guidances* as lines of Markdown."""
    return [
        line
        for guidance in guidances
        for line in (f"In {guidance.files_text}:", "", *guidance.lines, "")
    ]


def _rank(contract: Contract) -> int:
    return _SOURCES.index(contract.source)


def markdown_code(text: str) -> str:
    """Return *text* as code in Markdown, whatever backticks it holds."""
    content = printable(text)
    longest = max((len(run) for run in re.findall("`+", content)), default=0)
    fence, room = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{room}{content}{room}{fence}"


def _lines(contracts: Iterable[Contract], of_page: Sequence[Contract]) -> Iterator[str]:
    """Yield what *contracts* of the same files require; equal ones share a line.

    *of_page*: those that check the page itself.
    """
    ids_by_lines: dict[tuple[str, ...], list[str]] = {}
    for contract in sorted(contracts, key=_order):
        own_examples = [] if contract.source == _PACK else invalid_examples(contract)
        broken = next(_shown_examples(contract, own_examples, of_page), None)
        message = ""
        # Of an example without a place a message that names the path says nothing.
        has_place = not (broken and broken.stands_anywhere())
        if broken and (has_place or with_path_of(contract, "a/b.c") == contract):
            marked = contract._replace(message=f"{contract.message}{_END_OF_MESSAGE}")
            violations = violations_in(marked, broken, seconds=_SECONDS) or ()
            message = next((violation.message for violation in violations), "")
            message = message.partition(_END_OF_MESSAGE)[0]
        message = message or with_unknown_text(contract).message
        head = f"({contract.severity}): {_in_one_line(message)}"
        lines = (head, *_detail_lines(contract, broken, of_page))
        ids_by_lines.setdefault(lines, []).append(contract.rule_id)
    for (head, *details), ids in ids_by_lines.items():
        yield from (f"- {', '.join(ids)} {head}", *details)


def _shown_examples(
    contract: Contract, examples: Iterable[Example], of_page: Sequence[Contract]
) -> Iterator[Example]:
    """Yield the *examples* that are one short line, which no contract of the page finds there."""
    for example in examples:
        title = example.title().strip()
        is_line = example.files is None and 0 < len(title) <= _LONGEST_EXAMPLE
        shown = _in_place(contract, example) if is_line and "\n" not in title else ""
        if shown and "<!--" not in shown:
            line = Example(f"  Breaks it: {shown}\n")
            if not any(violations_in(checked, line, seconds=_SECONDS) for checked in of_page):
                yield example


def _in_place(contract: Contract, example: Example) -> str:
    """Return the path or the text that is an *example* as code; with a text its path, if any."""
    paths = [markdown_code(path) for path, _ in example.files_of(contract)]
    code = [markdown_code(example.text.strip())] if example.text is not None else []
    return " in ".join([*code, *paths])


def _detail_lines(
    contract: Contract, broken: Example | None, of_page: Sequence[Contract]
) -> Iterator[str]:
    """Yield a line with what breaks the contract, and with what keeps it; else its pattern.

    And which files it is about, and why; of a pack's contract neither the examples nor that.
    """
    # What lacks something may be any text.
    is_missing = RULES[contract.type].evidence == "no match"
    fixed = []
    if broken and broken.fixed is not None:
        fixed = [Example(broken.fixed, broken.path)]
    kept = next(_shown_examples(contract, [*fixed, *valid_examples(contract)], of_page), None)
    phrases = [f"Breaks it: {_in_place(contract, broken)}."] if broken else []
    phrases = [] if is_missing else phrases
    phrases += [f"Keeps it: {_in_place(contract, kept)}."] if kept else []
    pattern = next(_shown_examples(contract, [Example(contract.pattern)], of_page), None)
    if pattern and not phrases:
        phrases = [f"Its pattern: {markdown_code(contract.pattern)}."]
    if phrases and contract.source != _PACK:
        yield f"  {' '.join(phrases)}"
    if contract.path_pattern:
        yield f"  Only where the path has {markdown_code(contract.path_pattern)}."
    if contract.rationale and contract.source != _PACK:
        yield f"  Why: {_in_one_line(contract.rationale)}"
    levels = ", ".join(markdown_code(f"{level}/") for level in contract.overridden_by if level)
    if levels:
        yield f"  Other rules count below {levels}."


def _order(contract: Contract) -> tuple[int, str, ContractKey]:
    return _rank(contract), contract.severity, contract.key


def _in_one_line(text: str) -> str:
    line = " ".join(map(printable, text.split()))
    return _FILE.sub(r"\\@", line.replace("<!--", r"\<!--"))
