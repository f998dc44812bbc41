"""The three kinds of violation that the rules report: at a match, at a file, at a glob."""

from __future__ import annotations

from phaser_lint.contract.model import Violation
from phaser_lint.core.text import LONGEST_LINE, excerpt_around, feed_lines, fold, shorten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeAlias

    from phaser_lint.contract.model import Contract, Where
    from phaser_lint.contract.rules.rule import Spans

    MatchPlace: TypeAlias = tuple[int, int, int, int, str, str | None, str]
    """Line, column, end line, end column, the text of the line, the matched lines, what is near.

    As the fields of a ``Violation``.
    """


def at_matches(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return one violation for each match, at its first character that is not blank."""
    messages = _messages(contract, path, text=text, spans=spans)
    return [
        Violation(
            contract.rule_id,
            contract.severity,
            message,
            path,
            "line",
            *place,
            level=contract.level,
        )
        for place, message in zip(places(text, spans), messages, strict=False)
    ]


def at_file_without(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return one violation of the file if there is no match."""
    return [] if spans else [at_file(contract, path=path)]


def at_file(contract: Contract, *, path: str) -> Violation:
    """Return a violation of a file as a whole."""
    return _violation(contract, path, "file")


def at_glob(contract: Contract) -> Violation:
    """Return a violation for the absence of a file: its place is the glob that found none."""
    return _violation(contract, glob_shown(contract), "glob")


def names_all(message: str, paths: Iterable[str]) -> bool:
    """Tell whether *message* names each of *paths* already: to name them again says nothing."""
    for path in paths:
        start = message.find(path)
        while start >= 0:
            before, after = message[:start][-1:], message[start + len(path) :][:2]
            # Else it is the end of a longer path, or the beginning of one.
            continues = after[:1].isalnum() or after[:1] in tuple("_-/")
            continues = continues or (after[:1] == "." and after[1:].isalnum())
            if not (before.isalnum() or before in tuple("_-./") or continues):
                break
            start = message.find(path, start + 1)
        else:
            return False
    return True


def glob_shown(contract: Contract) -> str:
    """Return what stands for the file that a contract misses: its globs, seen from the root."""
    return ", ".join(seen_from_root(contract, contract.file_glob))


def seen_from_root(contract: Contract, globs: Sequence[str]) -> Sequence[str]:
    """Return *globs* of a contract with its level before each: ``services/pay/README.md``."""
    level, _ = contract.key
    return [f"{level}/{glob.removeprefix('/')}" for glob in globs] if level else globs


def _messages(
    contract: Contract, path: str, *, text: str = "", spans: Spans | None = None
) -> Iterable[str]:
    """Return the message on each of *spans*; without any the one on the file, or on no file."""
    if "{" not in contract.message:
        return [contract.message] * (1 if spans is None else len(spans))
    from phaser_lint.contract.rules.filled_messages import message_for, messages_for

    if spans is None:
        return [message_for(contract, path)]
    return messages_for(contract, path, text=text, spans=spans)


def _violation(contract: Contract, path: str, where: Where) -> Violation:
    [message] = _messages(contract, path if where == "file" else "")
    return Violation(
        rule_id=contract.rule_id,
        severity=contract.severity,
        message=message,
        path=path,
        where=where,
        level=contract.level,
    )


# Where a match stands in a text, and the lines that tell it from other matches.
#
# A match stands at its first character that is not blank: ``\s*print\(`` begins with the line ends
# above, and whoever is shown the line above fixes, or ignores, nothing there. A match of blanks
# alone stands where it starts. The end is the match's own. Blank is what ``str.isspace`` says. A
# text that was searched with its own line ends has a line for each ``\r`` by itself, too.

_WHOLE = 20
"""A match over more lines is known by the first and the last of them, half of this each."""


def places(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[MatchPlace]:
    """Yield the place of each span, in ascending order, for violations."""
    text = feed_lines(text)
    line, line_start, line_end, line_text, is_long, counted_to = 1, 0, -1, "", False, 0
    for start, end in spans:
        visible_start, visible_end = start, end
        # Here, not in the function: most of ten thousand matches have no blank at either end.
        if start == end or text[start].isspace() or text[end - 1].isspace():
            visible_start, visible_end = _visible(text, start, end)
        line_ends_passed = text.count("\n", counted_to, visible_start)
        counted_to = visible_start
        if line_ends_passed or line_end < 0:
            line += line_ends_passed
            line_start = text.rfind("\n", 0, visible_start) + 1
            line_end = _end_of_line(text, visible_start)
            line_text = shorten(text[line_start:line_end])
            is_long = line_end - line_start > LONGEST_LINE
        inner_line_ends = text.count("\n", visible_start, end) if end > line_end else 0
        end_start = text.rfind("\n", visible_start, end) + 1 if inner_line_ends else line_start
        lines = None
        if visible_end > line_end:
            all_lines = text[line_start : _end_of_line(text, visible_end)].split("\n")
            if len(all_lines) > _WHOLE:
                all_lines = [*all_lines[: _WHOLE // 2], *all_lines[-_WHOLE // 2 :]]
            lines = fold("\n".join(map(shorten, all_lines)))
        elif visible_start == visible_end:
            # What tells a match of blanks from others: its line, or nothing at all. "\n{3,}"
            # begins on whatever line stands above, "\A(?!.*Licence)" on whatever comes first.
            lines = "" if inner_line_ends or visible_start == end == 0 else None
        column, end_column = visible_start - line_start + 1, end - end_start + 1
        surroundings = (
            excerpt_around(text, visible_start, start=line_start, end=line_end) if is_long else ""
        )
        yield line, column, line + inner_line_ends, end_column, line_text, lines, surroundings


def touched_lines(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield where the lines start and end that each of *spans*, in ascending order, touches.

    From its first to its last character not blank; of blanks alone the line where they start.
    """
    text = feed_lines(text)
    line_start, line_end = 0, -1
    for start, end in spans:
        visible_start, visible_end = _visible(text, start, end)
        if not line_start <= visible_start <= line_end:
            line_start = text.rfind("\n", 0, visible_start) + 1
            line_end = _end_of_line(text, visible_start)
        yield line_start, line_end if visible_end <= line_end else _end_of_line(text, visible_end)


def _visible(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where a violation's first and last character are that are not blank.

    Both are *start* where there is none.
    """
    visible_start = end - len(text[start:end].lstrip())
    return (
        (start, start)
        if visible_start == end
        else (visible_start, visible_start + len(text[visible_start:end].rstrip()))
    )


def _end_of_line(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end
