"""The ignore directive that suppresses a violation, written into a file's text.

    print(x)                    print(x)  # phaser:ignore no-print -- reason
    RUN pip install x           # phaser:ignore-next-line no-pip -- reason
                                RUN pip install x
    x = 1  # phaser:ignore a    x = 1  # phaser:ignore a, b

Each way is tried, and the text is checked again: the first that does what it says, and nothing
else, is taken. None is there where a comment would be a part of a text, or of the language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

from phaser_lint.check.engine.directive_places import heeds_added_directive, heeds_directives
from phaser_lint.check.fixes.added_lines import prepend_lines
from phaser_lint.check.fixes.fix_edits import Replacement, apply_edits
from phaser_lint.check.fixes.line_ends import find_line_end_at, measure_byte_order_mark
from phaser_lint.contract.model import Contract, ContractKey, ContractSet, Report, Violation
from phaser_lint.core import Record
from phaser_lint.core.text import is_notebook, replace_lone_returns
from phaser_lint.text.languages import is_markdown, is_xml, stands_at_margin
from phaser_lint.text.regions.comment_places import render_comment_at
from phaser_lint.text.regions.comments_on_lines import list_line_comments, touches_text

Reach: TypeAlias = Literal["line", "file"]
Examine: TypeAlias = Callable[[str], Report]
"""Checks a text as the file, every single match."""

REASON = "reason"
"""Stands for the reason that the user writes, behind its mark."""
# As long as what stands for one: some contracts limit a line.
_GIVEN_REASON = "needed"
# In XML a comment holds no dashes.
_MARK, _MARK_IN_XML = " -- ", ": "
_INDENTATION = re.compile(r"[ \t]*")
_NEXT_LINE = "ignore-next-line"


class Ignored(Record):
    """The directive that suppresses *violation*: what it reaches, and the edit that writes it."""

    violation: Violation
    reach: Reach
    edit: Replacement


def find_ignoring_edits(
    violation: Violation, contract: Contract, *, contracts: ContractSet, text: str, examine: Examine
) -> list[Ignored]:
    """Return the edits in *text* that suppress *violation*: for its line, for the file."""
    path = violation.path
    can_be = heeds_added_directive(contract) and heeds_directives(contracts, path)
    if not can_be or violation.where == "glob" or is_notebook(path):
        return []
    before = examine(text)
    ignored = []
    edits_by_reach: tuple[tuple[Reach, Iterator[Replacement]], ...] = (
        ("line", propose_line_directives(violation, text)),
        ("file", _propose_file_directives(violation, text)),
    )
    for reach, edits in edits_by_reach:
        for edit in edits:
            # As whoever makes it completes it: some contracts ask for a reason.
            start, reasoned_text = find_reason(edit.text), edit.text
            if start >= 0:
                end = start + len(REASON)
                reasoned_text = f"{edit.text[:start]}{_GIVEN_REASON}{edit.text[end:]}"
            reasoned_edit = edit._replace(text=reasoned_text)
            if _suppresses(before, examine(apply_edits(text, [reasoned_edit])), violation):
                ignored.append(Ignored(violation, reach, edit))
                break
    return ignored


def _suppresses(before: Report, after: Report, violation: Violation) -> bool:
    """Tell whether by the edit a *violation* is ignored now, and all else as it was."""
    key = violation.contract_key
    counts_before, counts_after = (
        _count_by_contract(before.violations),
        _count_by_contract(after.violations),
    )
    newly_suppressed = (
        _count_by_contract(after.suppressed)[key] - _count_by_contract(before.suppressed)[key]
    )
    fewer_open = counts_before[key] - counts_after[key]
    # The directive may hold what its contract looks for, its id, and suppress that as well.
    is_suppressed = 0 < fewer_open <= newly_suppressed
    del counts_before[key], counts_after[key]
    reports_more = len(after.notices) > len(before.notices) or len(after.undecided) > len(
        before.undecided
    )
    return is_suppressed and counts_before == counts_after and not reports_more


def _count_by_contract(violations: Sequence[Violation]) -> Counter[ContractKey]:
    return Counter(violation.contract_key for violation in violations)


def propose_line_directives(violation: Violation, text: str) -> Iterator[Replacement]:
    """Yield edits that suppress *violation* on its line: the one that reads best first."""
    if violation.line is None:
        return
    start, end = _find_line_span(text, violation.line)
    yield from _extend_directives(text, start, end=end, form="ignore", rule_id=violation.rule_id)
    span_above = _find_line_span(text, violation.line - 1) if violation.line > 1 else (start, start)
    yield from _extend_directives(text, *span_above, _NEXT_LINE, violation.rule_id)
    path, rule_id = violation.path, violation.rule_id
    reason = _mark_reason(path)
    for place in list_line_comments(path, replace_lone_returns(text), start=start, end=end):
        form = _NEXT_LINE if place.is_above else "ignore"
        comment = place.comment.replace("{}", f"phaser:{form} {rule_id}{reason}")
        if not place.is_above:
            # In Markdown the blanks at a line's end break it.
            end_of_edit = place.offset if is_markdown(path) else end
            blanks = "" if touches_text(path, place.comment) else "  "
            yield Replacement(place.offset, end_of_edit, f"{blanks}{comment}")
            continue
        indentation = None if stands_at_margin(path) else _INDENTATION.match(text, start)
        blanks = indentation[0] if indentation else ""
        yield Replacement(start, start, f"{blanks}{comment}{find_line_end_at(text, start)}")


def _mark_reason(path: str) -> str:
    return f"{_MARK_IN_XML if is_xml(path) else _MARK}{REASON}"


def find_reason(directive_text: str) -> int:
    """Return where ``REASON`` is in the directive that an edit writes; -1 where it is not."""
    for mark in (_MARK, _MARK_IN_XML):
        place = directive_text.rfind(f"{mark}{REASON}")
        if place >= 0:
            return place + len(mark)
    return -1


def _propose_file_directives(violation: Violation, text: str) -> Iterator[Replacement]:
    path, rule_id = violation.path, violation.rule_id
    yield from _extend_directives(text, 0, end=len(text), form="ignore-file", rule_id=rule_id)
    reason = _mark_reason(path)
    offset = prepend_lines(text, "", path=path).start
    comment = render_comment_at(
        path, replace_lone_returns(text), offset, content=f"phaser:ignore-file {rule_id}{reason}"
    )
    if comment:
        yield prepend_lines(text, comment, path=path)


def _extend_directives(
    text: str, start: int, end: int, form: str, rule_id: str
) -> Iterator[Replacement]:
    """Yield the edits that have a directive that is there ignore one more contract."""
    directive_pattern = re.compile(rf"phaser:{form}[ \t]+[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*(?!\S)")
    for directive in directive_pattern.finditer(text, start, end):
        yield Replacement(directive.end(), directive.end(), f", {rule_id}")


def _find_line_span(text: str, line: int) -> tuple[int, int]:
    """Return where a line, as violations count them, starts, and where it ends without its end."""
    text, start = replace_lone_returns(text), measure_byte_order_mark(text)
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    line_end = text.find("\n", start)
    end = len(text) if line_end < 0 else line_end
    return start, end - text[start:end].endswith("\r")
