"""The three kinds of violation that the rules report: at a match, at a file, at a glob."""

from __future__ import annotations

from phaser_lint.contract.model import Violation
from phaser_lint.core.text import (
    LONGEST_LINE,
    cut_line_around,
    fold_white_space,
    replace_lone_returns,
    shorten_line,
)

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


def make_match_violations(
    contract: Contract, *, path: str, text: str, spans: Spans
) -> list[Violation]:
    """Return a rule's violation for each match, at its first character that is not blank."""
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
        for place, message in zip(find_match_places(text, spans), messages, strict=False)
    ]


def make_no_match_violations(
    contract: Contract, *, path: str, text: str, spans: Spans
) -> list[Violation]:
    """Return a rule's violation of a file without a match, none where there is one."""
    return [] if spans else [make_file_violation(contract, path=path)]


def make_file_violation(contract: Contract, *, path: str) -> Violation:
    """Return the violation that a rule reports of a file as a whole."""
    return _make_violation(contract, path, "file")


def make_glob_violation(contract: Contract) -> Violation:
    """Return a rule's violation for a missing file: its place is the glob that found none."""
    return _make_violation(contract, render_missing_globs(contract), "glob")


def names_all_paths(message: str, paths: Iterable[str]) -> bool:
    """Tell whether *message* names each of *paths* already, so that nobody has to add them."""
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


def render_missing_globs(contract: Contract) -> str:
    """Return what is shown for a file that is missing: the contract's globs, from the root."""
    return ", ".join(name_globs_from_root(contract, contract.file_glob))


def name_globs_from_root(contract: Contract, globs: Sequence[str]) -> Sequence[str]:
    """Return *globs* as violations show them, from the root: ``services/pay/README.md``."""
    level, _ = contract.key
    return [f"{level}/{glob.removeprefix('/')}" for glob in globs] if level else globs


def _messages(
    contract: Contract, path: str, *, text: str = "", spans: Spans | None = None
) -> Iterable[str]:
    """Return the message on each of *spans*; without any the one on the file, or on no file."""
    if "{" not in contract.message:
        return [contract.message] * (1 if spans is None else len(spans))
    from phaser_lint.contract.rules.filled_messages import fill_file_message, fill_match_messages

    if spans is None:
        return [fill_file_message(contract, path)]
    return fill_match_messages(contract, path, text=text, spans=spans)


def _make_violation(contract: Contract, path: str, where: Where) -> Violation:
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


def find_match_places(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[MatchPlace]:
    """Yield the place that a rule's violation has for each of *spans*, in ascending order."""
    text = replace_lone_returns(text)
    line, line_start, line_end, line_text, is_long, counted_to = 1, 0, -1, "", False, 0
    for start, end in spans:
        visible_start, visible_end = start, end
        # Here, not in the function: most of ten thousand matches have no blank at either end.
        if start == end or text[start].isspace() or text[end - 1].isspace():
            visible_start, visible_end = _find_visible_span(text, start, end)
        line_ends_passed = text.count("\n", counted_to, visible_start)
        counted_to = visible_start
        if line_ends_passed or line_end < 0:
            line += line_ends_passed
            line_start = text.rfind("\n", 0, visible_start) + 1
            line_end = _find_line_end(text, visible_start)
            line_text = shorten_line(text[line_start:line_end])
            is_long = line_end - line_start > LONGEST_LINE
        inner_line_ends = text.count("\n", visible_start, end) if end > line_end else 0
        end_start = text.rfind("\n", visible_start, end) + 1 if inner_line_ends else line_start
        lines = None
        if visible_end > line_end:
            all_lines = text[line_start : _find_line_end(text, visible_end)].split("\n")
            if len(all_lines) > _WHOLE:
                all_lines = [*all_lines[: _WHOLE // 2], *all_lines[-_WHOLE // 2 :]]
            lines = fold_white_space("\n".join(map(shorten_line, all_lines)))
        elif visible_start == visible_end:
            # What tells a match of blanks from others: its line, or nothing at all. "\n{3,}"
            # begins on whatever line stands above, "\A(?!.*Licence)" on whatever comes first.
            lines = "" if inner_line_ends or visible_start == end == 0 else None
        column, end_column = visible_start - line_start + 1, end - end_start + 1
        surroundings = (
            cut_line_around(text, visible_start, start=line_start, end=line_end) if is_long else ""
        )
        yield line, column, line + inner_line_ends, end_column, line_text, lines, surroundings


def find_touched_lines(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield where the lines start and end that a rule's violation at each of *spans*, in ascending
    order, touches.

    From its first to its last character not blank; of blanks alone the line where they start.
    """
    text = replace_lone_returns(text)
    line_start, line_end = 0, -1
    for start, end in spans:
        visible_start, visible_end = _find_visible_span(text, start, end)
        if not line_start <= visible_start <= line_end:
            line_start = text.rfind("\n", 0, visible_start) + 1
            line_end = _find_line_end(text, visible_start)
        yield line_start, line_end if visible_end <= line_end else _find_line_end(text, visible_end)


def _find_visible_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where a violation's first and last character are that are not blank.

    Both are *start* where there is none.
    """
    visible_start = end - len(text[start:end].lstrip())
    return (
        (start, start)
        if visible_start == end
        else (visible_start, visible_start + len(text[visible_start:end].rstrip()))
    )


def _find_line_end(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end
