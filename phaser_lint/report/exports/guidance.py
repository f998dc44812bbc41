"""The contracts in words, by the files that they are about: one part for each list of globs.

The project's own come first, those of packs last and without their reasons.

A message may hold anything. Here it is one line that opens no comment, and names no file to an
agent that takes ``@name`` for one to read. Its variables are filled in by the example that breaks
the contract, which stands beside it: ``Use {1}, not {match}.`` says nothing to who reads it; what
a violation says besides is of the example only: ``(imports: sqlite3)``. No example is on the page
that a contract finds there.

Of a longer example it is the line that breaks the contract. Where a contract counts stands beside
it, or an agent learns that ``float`` is forbidden, and not that it is so inside of ``class Price``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from phaser_lint.contract.keys import CHANGES
from phaser_lint.contract.model import Contract, ContractKey, Violation
from phaser_lint.contract.own_examples import find_example_violations
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.block_keys import is_block_key
from phaser_lint.contract.rules.example import Example, list_invalid_examples, list_valid_examples
from phaser_lint.contract.rules.filled_messages import with_path_in_message, with_unknown_text
from phaser_lint.core import Record
from phaser_lint.core.text import join_most, make_printable, render_quantity
from phaser_lint.project.levels import name_level_folder
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.glob_syntax import make_glob_from_root
from phaser_lint.text.search.given_groups import call_groups

Globs = tuple[tuple[str, ...], tuple[str, ...]]

ABOUT = "Edits with an error are refused, warnings are reported."
_MOST_GLOBS = 3
_PACK = "pack"
_SOURCES = ("project", "given", "included", "user", _PACK)
_FILE = re.compile(r"(?<!\S)@")
_LONGEST_EXAMPLE = 100
_END_OF_MESSAGE = "\0"
_SECONDS = 0.5
_PATTERN_PHRASES = {
    "match": "Forbidden {}",
    "no match": "Required {}",
    "lost match": "The {} of what has to stay",
    "item": "The {} of what has to be listed",
    "name": "The {} of the name",
}
"""What the pattern of a contract is there for, by the evidence of its type."""
_CONDITION_PHRASES = {
    "inside": "inside of {}",
    "not_inside": "not inside of {}",
    "when_match": "on lines with {}",
    "unless_match": "on lines without {}",
    "when_in_match": "where the match has {}",
    "unless_in_match": "where the match lacks {}",
    "when_file": "in files with {}",
    "unless_file": "in files without {}",
}
"""Where a contract counts, by the keys whose patterns say so."""


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
        """The files that the guidance is for, in words: ``*.py``, not ``vendor/``."""
        most = len(self.globs) if self.is_own else _MOST_GLOBS
        globs = join_most(list(map(render_markdown_code, self.globs)), most, last=" and ")
        excluded = " or ".join(map(render_markdown_code, self.excluded))
        return f"{globs}, not {excluded}" if excluded else globs


def make_guidance(contracts: Sequence[Contract], *, page: str) -> tuple[Guidance, ...]:
    """Return the guidance for agents that *contracts* give, one part for each list of globs, in a
    fixed order.

    *page* is the path of the file that it is written to.
    """
    of_page = [
        contract
        for contract in contracts
        if selects_path(contract.globs, page) and RULES[contract.type].searches_text()
    ]
    contracts_by_globs: dict[Globs, list[Contract]] = {}
    for contract in contracts:
        folder = name_level_folder(contract.level)
        globs = tuple(make_glob_from_root(glob, folder) for glob in contract.file_glob)
        excluded = tuple(make_glob_from_root(glob, folder) for glob in contract.exclude_glob)
        contracts_by_globs.setdefault((globs, excluded), []).append(contract)
    ranked = [
        (min(map(_rank_source, alike)), globs, excluded, alike)
        for (globs, excluded), alike in contracts_by_globs.items()
    ]
    return tuple(
        Guidance(
            globs=globs,
            excluded=excluded,
            lines=tuple(_render_contract_lines(alike, of_page)),
            is_own=rank < _SOURCES.index(_PACK),
        )
        for rank, globs, excluded, alike in sorted(ranked, key=itemgetter(0, 1, 2))
    )


def render_guidance_lines(guidances: Iterable[Guidance]) -> list[str]:
    """Return the *guidances* for agents, which an export writes, as lines of Markdown."""
    return [
        line
        for guidance in guidances
        for line in (f"In {guidance.files_text}:", "", *guidance.lines, "")
    ]


def _rank_source(contract: Contract) -> int:
    return _SOURCES.index(contract.source)


def render_markdown_code(text: str) -> str:
    """Return *text* as code in the Markdown of the guidance, whatever backticks it holds."""
    content = make_printable(text)
    longest = max((len(run) for run in re.findall("`+", content)), default=0)
    fence, room = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{room}{content}{room}{fence}"


def _render_contract_lines(
    contracts: Iterable[Contract], of_page: Sequence[Contract]
) -> Iterator[str]:
    """Yield what *contracts* of the same files require; equal ones share a line.

    *of_page*: those that check the page itself.
    """
    ids_by_lines: dict[tuple[str, ...], list[str]] = {}
    for contract in sorted(contracts, key=_rank_contract):
        own_examples = [] if contract.source == _PACK else list_invalid_examples(contract)
        broken, violation = _find_broken_example(contract, own_examples, of_page)
        message = ""
        # Of an example without a place a message that names the path says nothing.
        has_place = not (broken and broken.stands_anywhere())
        if violation and (has_place or with_path_in_message(contract, "a/b.c") == contract):
            message = violation.message.partition(_END_OF_MESSAGE)[0]
        message = message or with_unknown_text(contract).message
        head = f"({contract.severity}): {_join_in_one_line(message)}"
        lines = (head, *_render_detail_lines(contract, broken, of_page))
        ids_by_lines.setdefault(lines, []).append(contract.rule_id)
    for (head, *details), ids in ids_by_lines.items():
        yield from (f"- {', '.join(ids)} {head}", *details)


def _find_broken_example(
    contract: Contract, examples: Sequence[Example], of_page: Sequence[Contract]
) -> tuple[Example | None, Violation | None]:
    """Return an example that is one line, else the line of one that breaks the *contract*.

    With it the violation, whose message goes on behind the end of the contract's own.
    """
    marked = contract._replace(message=f"{contract.message}{_END_OF_MESSAGE}")
    broken = next(_select_shown_examples(contract, examples, of_page), None)
    if broken:
        violations = find_example_violations(marked, broken, seconds=_SECONDS) or ()
        return broken, next(iter(violations), None)
    # Most begin with a header: `class Price:`, and then the line.
    longer = next((example for example in examples if "\n" in (example.text or "").strip()), None)
    if longer and RULES[contract.type].searches_text():
        for violation in find_example_violations(marked, longer, seconds=_SECONDS) or ():
            line = longer._replace(text=violation.line_text)
            is_whole = violation.matched_lines is None and violation.cell is None
            if is_whole and any(_select_shown_examples(contract, [line], of_page)):
                return line, violation
    return None, None


def _select_shown_examples(
    contract: Contract, examples: Iterable[Example], of_page: Sequence[Contract]
) -> Iterator[Example]:
    """Yield the *examples* that are one short line, which no contract of the page finds there."""
    for example in examples:
        title = example.title().strip()
        is_line = example.files is None and 0 < len(title) <= _LONGEST_EXAMPLE
        shown = _render_example(contract, example) if is_line and "\n" not in title else ""
        if shown and "<!--" not in shown:
            line = Example(f"  Breaks it: {shown}\n")
            if not any(
                find_example_violations(checked, line, seconds=_SECONDS) for checked in of_page
            ):
                yield example


def _render_example(contract: Contract, example: Example) -> str:
    """Return an *example* in the guidance as code: its path, or its text with the path, if any."""
    paths = [render_markdown_code(path) for path, _ in example.files_of(contract)]
    code = [render_markdown_code(example.text.strip())] if example.text is not None else []
    return " in ".join([*code, *paths])


def _render_detail_lines(
    contract: Contract, broken: Example | None, of_page: Sequence[Contract]
) -> Iterator[str]:
    """Yield a line with what breaks the contract, and with what keeps it; else its pattern.

    And which files it is about, and why; of a pack's contract neither the examples nor that.
    """
    rule = RULES[contract.type]
    # What lacks something may be any text; of blocks it is their header.
    is_missing = rule.evidence == "no match" and not contract.is_about_blocks
    fixed = []
    if broken and broken.fixed is not None:
        fixed = [Example(broken.fixed, broken.path)]
    kept = next(
        _select_shown_examples(contract, [*fixed, *list_valid_examples(contract)], of_page), None
    )
    phrases = [f"Breaks it: {_render_example(contract, broken)}."] if broken else []
    phrases = [] if is_missing else phrases
    if rule.subject == "size":  # any short text keeps it
        units = (("max_lines", "line"), ("max_bytes", "byte"))
        limits = [(contract.value_of(key), unit) for key, unit in units]
        counts = [render_quantity(limit, unit) for limit, unit in limits if limit is not None]
        phrases.append(f"At most {' and '.join(counts)}.")
    elif kept:
        phrases.append(f"Keeps it: {_render_example(contract, kept)}.")
    is_said = bool(kept if is_missing else phrases) and not contract.is_about_blocks
    # `{stem}` in place of a pattern
    item = contract.value_of("item")
    pattern_text = _render_pattern(contract, item or contract.pattern, of_page)
    if pattern_text and not is_said:
        noun = "text" if item or contract.literal else "pattern"
        phrases.append(f"{_PATTERN_PHRASES[rule.evidence].format(noun)}: {pattern_text}.")
    if phrases and contract.source != _PACK:
        yield f"  {' '.join(phrases)}"
    scope = " ".join(_render_scope_sentences(contract, of_page))
    if scope:
        yield f"  {scope}"
    if contract.rationale and contract.source != _PACK:
        yield f"  Why: {_join_in_one_line(contract.rationale)}"
    levels = ", ".join(
        render_markdown_code(f"{level}/") for level in contract.overridden_by if level
    )
    if levels:
        yield f"  Other rules count below {levels}."


def _render_scope_sentences(contract: Contract, of_page: Sequence[Contract]) -> Iterator[str]:
    """Yield where, in the files of its globs, the *contract* counts; of a pack's only its paths."""
    conditions = []
    if contract.path_pattern:
        conditions.append(f"where the path has {render_markdown_code(contract.path_pattern)}")
    is_own = contract.source != _PACK
    conditions += _render_conditions(contract, of_page) if is_own else ()
    if conditions:
        yield f"Only {', '.join(conditions)}."
    if is_own and contract.is_about_blocks:
        blocks = _render_blocks(contract, "each_block", of_page)
        yield f"Each block that begins with {blocks} needs one."
    if is_own and contract.scope == "tree":
        yield "One of these files is enough."


def _render_conditions(contract: Contract, of_page: Sequence[Contract]) -> Iterator[str]:
    if contract.counted_in:
        yield f"in {' or '.join(contract.counted_in)}"
    for key, phrase in _CONDITION_PHRASES.items():
        patterns_of = _render_blocks if is_block_key(key) else _render_patterns
        patterns_text = patterns_of(contract, key, of_page)
        if patterns_text:
            yield phrase.format(patterns_text)
    # Of `changes` the default is all of them.
    changes = contract.value_of("changes") or ()
    if changes and not {*(CHANGES.default or ())} <= {*changes}:
        yield f"when you {' or '.join(changes)} a file"
    if contract.value_of("type_only") == "allow":
        yield "for imports of more than types"


def _render_blocks(contract: Contract, key: str, of_page: Sequence[Contract]) -> str:
    """Return what begins blocks, and what ends them where that is said, too."""
    headers = _render_patterns(contract, key, of_page)
    ends = _render_patterns(contract, "until", of_page)
    return f"{headers} up to {ends}" if headers and ends else headers


def _render_patterns(contract: Contract, key: str, of_page: Sequence[Contract]) -> str:
    """Return the patterns at a *key* as code, an ellipsis for one that cannot be shown."""
    patterns = contract.value_of(key) or ()
    patterns = (patterns,) if isinstance(patterns, str) else patterns
    return " or ".join(_render_pattern(contract, pattern, of_page) or "…" for pattern in patterns)


def _render_pattern(contract: Contract, pattern: str, of_page: Sequence[Contract]) -> str:
    """Return *pattern* as code; nothing where it is no short line, or the page may not hold it."""
    called = pattern if contract.literal else call_groups(pattern)
    is_shown = any(_select_shown_examples(contract, [Example(called)], of_page))
    return render_markdown_code(called) if is_shown else ""


def _rank_contract(contract: Contract) -> tuple[int, str, ContractKey]:
    return _rank_source(contract), contract.severity, contract.key


def _join_in_one_line(text: str) -> str:
    line = " ".join(map(make_printable, text.split()))
    return _FILE.sub(r"\\@", line.replace("<!--", r"\<!--"))
