r"""The variables of a message: what they stand for in the violation that it is about.

{dir}, {name}, {stem}, {ext}   parts of the path, as in other keys (see ``path_fields``)
{1}, {group}                   a group of ``path_pattern``, or of a ``pattern`` whose matches count
{match}, {item}                the text that is reported: a match or an import, or an item of a list
{2:camel}                      any of them in a form of names (see ``name_forms``)

    message_for(contract, "db/7.up.sql")     "Write db/7.down.sql." for Write {dir}/{1}.down.sql.

Plain text are ``\{name}``, which shows the braces, and whatever is no variable: ``{}``,
``{other}``, ``{{name}}``, ``${name}``, and the number of a repeat, ``[a-z]{3}``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from phaser_lint.contract.match_contract import counting
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES, asks_for_all, is_item_itself
from phaser_lint.contract.rules.path_fields import (
    FIELDS,
    form_problem,
    group_names,
    known_fields,
    path_search,
    values_of,
)
from phaser_lint.contract.rules.rule import Spans
from phaser_lint.contract.told_languages import name_in_language
from phaser_lint.core.text import did_you_mean, fold, printable
from phaser_lint.text.globs.name_forms import convert_name
from phaser_lint.text.search.patterns import compile_pattern
from phaser_lint.text.search.searcher import Pattern, Searcher

PLAIN = "plain_message"
"""The key of a contract, which no file has, whose message has no variables."""
_TEXTS = ("match", "item")
_HEADER = "each_block"
_TOKEN = re.compile(r"(\\[A-Za-z]|[\\{$\])])?\{([A-Za-z_]\w*|[0-9]{1,2})(:\w+)?\}(?!\})")
_LONGEST, _LOOKED_AT = 80, 2_000
"""Of a value so many characters are shown, of so many that it begins with."""
_MOST_VARIABLES = 100
_SECONDS = 0.1


def message_for(contract: Contract, path: str) -> str:
    """Return the message on a file as a whole; an empty *path* is none."""
    return _filler(contract)(_path_values(contract, path) if path else {})


def as_plain_text(message: str) -> str:
    """Return the *message* of another tool, in which nothing is filled in."""
    return _TOKEN.sub(_escape_token, message)


def _escape_token(token: re.Match[str]) -> str:
    is_read = token[2].isdigit() or token[2] in (*FIELDS, *_TEXTS)
    return (
        rf"{token[1] or ''}\{{{token[2]}{token[3] or ''}}}"
        if is_read and _is_variable(token)
        else token[0]
    )


def with_path_of(contract: Contract, path: str) -> Contract:
    """Return *contract* with the variables of *path* filled in, for a text that is a part of it."""
    if "{" not in contract.message:
        return contract
    fill = _filler(contract, is_part=True)
    return contract._replace(message=fill(_path_values(contract, path)))


def with_unknown_text(contract: Contract) -> Contract:
    """Return *contract* with an ellipsis for what a message says of a text that nobody has read."""
    if "{" not in contract.message:
        return contract
    names = (_name_of_text(contract), *_pattern_groups(contract), *_path_groups(contract))
    fill = _filler(contract, is_part=True)
    return contract._replace(message=fill(dict.fromkeys(filter(None, names), "…")))


def messages_for(contract: Contract, path: str, text: str, spans: Spans) -> Iterator[str]:
    """Yield the message on each of the *spans* of a *text*."""
    path_values, name = _path_values(contract, path), _name_of_text(contract)
    groups = _used_variables(contract) & {*_pattern_groups(contract)}
    matches = _Matches(contract, path, text=text, groups=groups) if groups else None
    fill = _filler(contract)
    for span in spans:
        match_values = {name: _on_one_line(text, *span)} if name else {}
        yield fill({**path_values, **match_values, **(matches.groups_at(span) if matches else {})})


def message_problem(contract: Contract) -> str:
    """Return what was expected in the message in place of a variable, or nothing."""
    if "{" not in contract.message:
        return ""
    # Those that have a value in each violation.
    of_path = () if asks_for_all(contract) else known_fields(contract)
    text = filter(None, (_name_of_text(contract),))
    known_names = tuple(dict.fromkeys((*of_path, *text, *_pattern_groups(contract))))
    used = _used_variables(contract)
    if used and sum(1 for _ in _TOKEN.finditer(contract.message)) > _MOST_VARIABLES:
        return f"at most {_MOST_VARIABLES} variables: each is filled in for each violation"
    ambiguous_names = used & {*_path_groups(contract)} & {*_pattern_groups(contract)}
    unknown_names = sorted(used - {*known_names})
    form_problems = [
        form_problem(f"{token[2]}{token[3]}")
        for token in _TOKEN.finditer(contract.message)
        if token[3] and _is_variable(token) and token[2] in used
    ]
    problem = next(filter(None, form_problems), "")
    problem = problem and f"{problem}; write `\\{{` for a brace"
    if ambiguous_names:
        field = min(ambiguous_names)
        problem = f"a group with a name, for path_pattern and pattern both have {{{field}}}"
    elif unknown_names:
        shown_names = ", ".join(f"{{{variable}}}" for variable in known_names)
        expected = (
            f"any of {shown_names}, not"
            if known_names
            else "no variable, for no file is there to name:"
        )
        suggestion = did_you_mean(unknown_names[0], known_names)
        field = unknown_names[0]
        problem = f"{expected} {{{field}}}{suggestion}; write `\\{{{field}}}` for plain text"
    return problem


def with_plain_message(contract: Contract) -> Contract:
    """Return *contract* with nothing to fill in, whatever its message holds."""
    if not _TOKEN.search(contract.message):
        return contract
    return contract._replace(own=(*contract.own, (PLAIN, True)))


def _name_of_text(contract: Contract) -> str:
    names = {"match": "match", "import": "match", "lost match": "match", "item": "item"}
    evidence = "match" if contract.is_about_blocks else RULES[contract.type].evidence
    return "" if is_item_itself(contract) else names.get(evidence, "")


def _path_groups(contract: Contract) -> Sequence[str]:
    return group_names(contract.path_pattern)


def _pattern_groups(contract: Contract) -> Sequence[str]:
    names: dict[str, None] = {}
    for pattern in _reported_patterns(contract):
        compiled = compile_pattern(pattern.written, literal=False)
        names |= dict.fromkeys((*map(str, range(1, compiled.groups + 1)), *compiled.groupindex))
    return tuple(names)


def _reported_patterns(contract: Contract) -> Sequence[Pattern]:
    """Return what finds the places that are reported, if they may have groups."""
    if contract.is_about_blocks:
        return contract.block_patterns_of(_HEADER)
    is_match = RULES[contract.type].evidence in ("match", "lost match")
    return (contract.searched,) if is_match and not contract.literal else ()


def _used_variables(contract: Contract) -> set[str]:
    """Return the names of the variables in the message, and of what would be one elsewhere."""
    if contract.value_of(PLAIN) or "{" not in contract.message:
        return set()
    reserved = _reserved_names(contract)
    tokens = _TOKEN.finditer(contract.message)
    return {token[2] for token in tokens if _is_variable(token) and _is_in(token[2], reserved)}


def _reserved_names(contract: Contract) -> frozenset[str]:
    groups = (*_path_groups(contract), *_pattern_groups(contract))
    return frozenset((*FIELDS, *_TEXTS, *groups))


def _is_in(name: str, reserved: frozenset[str]) -> bool:
    return name.isdigit() or name in reserved


def _is_variable(token: re.Match[str]) -> bool:
    before, name = token[1] or "", token[2]
    is_repeat = name.isdigit() and before != ""
    return before not in ("\\", "{", "$") and not is_repeat


def _filler(contract: Contract, *, is_part: bool = False) -> Callable[[Mapping[str, str]], str]:
    """Return what fills values into the message of *contract*."""
    reserved = frozenset[str]() if contract.value_of(PLAIN) else _reserved_names(contract)

    def filled(field_values: Mapping[str, str]) -> str:
        def replaced(token: re.Match[str]) -> str:
            before, name, token_text = token[1] or "", token[2], token[0]
            if not _is_in(name, reserved):
                return token_text
            if before == "\\" and not is_part:
                return token_text[1:]
            if not _is_variable(token) or name not in field_values:
                return token_text
            form = (token[3] or "")[1:]
            return f"{before}{convert_name(field_values[name], form)}"

        return contract.message if not reserved else _TOKEN.sub(replaced, contract.message)

    return filled


def _path_values(contract: Contract, path: str) -> dict[str, str]:
    is_folder = RULES[contract.type].of_folders(contract)
    try:
        field_values = values_of(contract, path, path_search(contract), is_folder=is_folder)
    except TimeoutError:  # its variables stay as they are written
        return {}
    groups = dict.fromkeys(_path_groups(contract), "")
    return {
        name: _on_one_line(field_value) for name, field_value in {**groups, **field_values}.items()
    }


def _on_one_line(text: str, start: int = 0, end: int = sys.maxsize) -> str:
    """Return what *text* has from *start* to *end* on one line, and no more than is read.

    A group that looks ahead may hold the whole text, for each of ten thousand matches.
    """
    looked_at = min(end, start + _LOOKED_AT, len(text))
    shown_text = printable(fold(text[start:looked_at]))
    is_whole = looked_at == min(end, len(text)) and len(shown_text) <= _LONGEST
    return shown_text if is_whole else f"{shown_text[: _LONGEST - 1]}…"


class _Matches:
    """The matches of a contract's pattern, or its headers, in the text at *path*.

    Of them the *groups* of those names are told.
    """

    def __init__(self, contract: Contract, path: str, *, text: str, groups: Iterable[str]) -> None:
        self._patterns = _reported_patterns(contract)
        self._contract, self._searcher = contract, Searcher()
        self._name = name_in_language(contract, path)
        self._text, self._groups = text, tuple(groups)
        self._all: dict[tuple[int, int], Any] | None = None
        self._is_late = False

    def groups_at(self, span: tuple[int, int]) -> dict[str, str]:
        """Return the groups of the match at *span*; nothing where time ran out."""
        match = None
        try:
            match = None if self._is_late else self._match_at(span)
        except (TimeoutError, MemoryError, RuntimeError):  # the engine's limits
            self._is_late = True
        if match is None:
            return {}
        spans: dict[str, tuple[int, int]] = {}
        for group in self._groups:
            try:
                spans[group] = match.span(int(group) if group.isdigit() else group)
            except IndexError:  # of two headers only one may have it
                spans[group] = -1, -1
        return {
            name: _on_one_line(self._text, start, end) if start >= 0 else ""
            for name, (start, end) in spans.items()
        }

    def _match_at(self, span: tuple[int, int]) -> Any:
        searcher, text = self._searcher, self._text
        for pattern in self._patterns:
            seen = searcher.seen_text(pattern, text, self._name, seconds=_SECONDS)
            compiled = searcher.compiled_pattern(pattern)
            match = compiled.match(seen, span[0], timeout=_SECONDS)
            if match is not None and match.span() == span:
                return match
        # "(?r)" ends where it begins, "\\K" begins later than it began, and a match that begins
        # with blanks in place of a comment is told without them.
        if self._all is None:
            self._all = {}
            for pattern in self._patterns:
                counts = None  # headers count by their blocks
                if not self._contract.is_about_blocks:
                    counts = counting(
                        self._contract, text, self._name, searcher=searcher, seconds=_SECONDS
                    )
                self._all |= searcher.matches_by_span(
                    pattern, text, self._name, seconds=_SECONDS, counts=counts
                )
        return self._all.get(span)
