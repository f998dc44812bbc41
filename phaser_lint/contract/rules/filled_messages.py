"""Messages with their variables filled in: see ``message_fields``, which says what these are.

message_for(contract, "db/7.up.sql")     "Write db/7.down.sql." for Write {dir}/{1}.down.sql.

Which list lacks an item is known later: ``with_list_in_message`` fills that in.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from phaser_lint.contract.match_contract import find_counting_places
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.filled_path_fields import find_field_values, make_path_search
from phaser_lint.contract.rules.message_fields import (
    LIST,
    PLAIN,
    TOKEN,
    find_used_variables,
    is_reserved_name,
    is_variable,
    list_path_groups,
    list_pattern_groups,
    list_reported_patterns,
    list_reserved_names,
    name_reported_text,
)
from phaser_lint.contract.rules.rule import Spans
from phaser_lint.contract.rules.violations import names_all_paths
from phaser_lint.contract.told_languages import name_text_in_language
from phaser_lint.core.text import fold_white_space, make_printable
from phaser_lint.project.levels import name_level_folder
from phaser_lint.text.globs.name_forms import convert_name
from phaser_lint.text.search.searcher import Searcher

_TOKEN_AND_SLASH = rf"{TOKEN}(/?)"
_LONGEST, _LOOKED_AT = 80, 2_000
"""Of a value so many characters are shown, of so many that it begins with."""
_SECONDS = 0.1
# No message holds it: for the list that is filled in later, before and after its form.
_LATER = "\0"
_CHARACTERS = 250_000
"""So many have these seconds, and more that much longer: where code is, all above it tells."""


def fill_file_message(contract: Contract, path: str) -> str:
    """Return the filled message of *contract* on a file as a whole; an empty *path* is none."""
    return _make_filler(contract)(
        {**_find_path_values(contract, path), LIST: _LATER} if path else {}
    )


def with_list_in_message(violation: Violation, list_path: str) -> Violation:
    """Return a *violation* of ``items_listed`` with the list that lacks its item in the message: at
    ``{list}``, or else at the end. An empty *list_path* is no list by itself.
    """
    texts = violation.message.split(_LATER)
    shown_path = _shorten_to_line(list_path) or "any list"
    texts[1::2] = [convert_name(shown_path, form) for form in texts[1::2]]
    message = "".join(texts)
    if list_path and not names_all_paths(message, [shown_path]):
        message = f"{message.rstrip()} (not in {shown_path})"
    return violation._replace(message=message)


def with_path_in_message(contract: Contract, path: str) -> Contract:
    """Return *contract* with *path* filled in its message, for a text that is part of a file."""
    if "{" not in contract.message:
        return contract
    fill = _make_filler(contract, is_part=True)
    return contract._replace(message=fill(_find_path_values(contract, path)))


def with_unknown_text(contract: Contract) -> Contract:
    """Return *contract* with an ellipsis for what its message says of an unread text."""
    if "{" not in contract.message:
        return contract
    names = (
        name_reported_text(contract),
        *list_pattern_groups(contract),
        *list_path_groups(contract),
        LIST,
    )
    fill = _make_filler(contract, is_part=True)
    return contract._replace(message=fill(dict.fromkeys(filter(None, names), "…")))


def fill_match_messages(contract: Contract, path: str, text: str, spans: Spans) -> Iterator[str]:
    """Yield the filled message of *contract* on each of the *spans* of a *text*."""
    path_values = {**_find_path_values(contract, path), LIST: _LATER}
    name = name_reported_text(contract)
    groups = find_used_variables(contract) & {*list_pattern_groups(contract)}
    matches = _Matches(contract, path, text=text, groups=groups) if groups else None
    fill = _make_filler(contract)
    for span in spans:
        match_values = {name: _shorten_to_line(text, *span)} if name else {}
        yield fill({**path_values, **match_values, **(matches.groups_at(span) if matches else {})})


def _make_filler(
    contract: Contract, *, is_part: bool = False
) -> Callable[[Mapping[str, str]], str]:
    """Return what fills values into the message of *contract*."""
    level, message = name_level_folder(contract.level), contract.message
    reserved = frozenset[str]() if contract.value_of(PLAIN) else list_reserved_names(contract)

    def filled(field_values: Mapping[str, str]) -> str:
        def replaced(token: re.Match[str]) -> str:
            before, name, slash, token_text = token[1] or "", token[2], token[4], token[0]
            if not is_reserved_name(name, reserved):
                return token_text
            if before == "\\" and not is_part:
                return token_text[1:]
            if not is_variable(token) or name not in field_values:
                return token_text
            form = (token[3] or "")[1:]
            if field_values[name] == _LATER:
                return f"{before}{_LATER}{form}{_LATER}{slash}"
            # `{dir}/README.md` is README.md at the top, as of a partner.
            part = convert_name(field_values[name], form)
            # A path that begins with it is from the root, as a report's are; `tests/{dir}` is not.
            begins_path = not (before or re.search(r"[\w./-]$", message[: token.start()]))
            if level and name == "dir" and begins_path and not form:
                part = f"{level}/{part}" if part else level
            return f"{before}{part}{slash if part else ''}"

        if not reserved:
            return message
        return re.sub(_TOKEN_AND_SLASH, replaced, message)

    return filled


def _find_path_values(contract: Contract, path: str) -> dict[str, str]:
    is_folder = RULES[contract.type].of_folders(contract)
    try:
        field_values = find_field_values(
            contract, path, make_path_search(contract), is_folder=is_folder
        )
    except TimeoutError:  # its variables stay as they are written
        return {}
    groups = dict.fromkeys(list_path_groups(contract), "")
    return {
        name: _shorten_to_line(field_value)
        for name, field_value in {**groups, **field_values}.items()
    }


def _shorten_to_line(text: str, start: int = 0, end: int = sys.maxsize) -> str:
    """Return what a message takes of *text* from *start* to *end*: one line, no more than is read.

    A group that looks ahead may hold the whole text, for each of ten thousand matches.
    """
    looked_at = min(end, start + _LOOKED_AT, len(text))
    shown_text = make_printable(fold_white_space(text[start:looked_at]))
    is_whole = looked_at == min(end, len(text)) and len(shown_text) <= _LONGEST
    return shown_text if is_whole else f"{shown_text[: _LONGEST - 1]}…"


class _Matches:
    """The matches of a contract's pattern, or its headers, in the text at *path*.

    Of them the *groups* of those names are told.
    """

    def __init__(self, contract: Contract, path: str, *, text: str, groups: Iterable[str]) -> None:
        self._patterns = list_reported_patterns(contract)
        self._contract, self._searcher = contract, Searcher()
        self._name = name_text_in_language(contract, path)
        self._text, self._groups = text, tuple(groups)
        self._seconds = _SECONDS * (1 + len(text) / _CHARACTERS)
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
            name: _shorten_to_line(self._text, start, end) if start >= 0 else ""
            for name, (start, end) in spans.items()
        }

    def _match_at(self, span: tuple[int, int]) -> Any:
        searcher, text = self._searcher, self._text
        for pattern in self._patterns:
            seen = searcher.seen_text(pattern, text, self._name, seconds=self._seconds)
            compiled = searcher.compiled_pattern(pattern)
            match = compiled.match(seen, span[0], timeout=self._seconds)
            if match is not None and match.span() == span:
                return match
        # "(?r)" ends where it begins, "\\K" begins later than it began, and a match that begins
        # with blanks in place of a comment is told without them.
        if self._all is None:
            self._all = {}
            for pattern in self._patterns:
                counts = None  # headers count by their blocks
                if not self._contract.is_about_blocks:
                    counts = find_counting_places(
                        self._contract, text, self._name, searcher=searcher, seconds=self._seconds
                    )
                self._all |= searcher.matches_by_span(
                    pattern, text, self._name, seconds=self._seconds, counts=counts
                )
        return self._all.get(span)
