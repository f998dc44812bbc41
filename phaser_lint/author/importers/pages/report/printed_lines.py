"""What an import made of pages, as lines for people and as JSON.

CLAUDE.md: 3 lines state a rule: 1 draft, 1 with a contract, 1 left to you or an agent
  drafts
    12: Never use `print()`; use the logger.
      .claude/contracts/no-print.yaml: finds 2 today (src/a.py:3, src/b.py:9), so a warning
  left
    20: Log an error when you catch it.
      not taken: condition: `when`
reasons: condition, it holds in some cases only: unless_match, when_file or inside may say which
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from phaser_lint import DOCS
from phaser_lint.author.importers.pages.left_out.meanings import MEANINGS
from phaser_lint.author.importers.pages.outcomes import ImportedPage, LineOutcome
from phaser_lint.contract.rules import RULES
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.core.text import join_most, make_harmless, render_path, render_quantity

_LONGEST = 160
_MOST_IDS = 5
_MOST_LINES = 8
# So many lines are listed where none has a draft; of more the reasons are counted.
MOST_LISTED = 10


def render_page_report(
    pages: Sequence[ImportedPage],
    *,
    is_written: bool,
    is_short: bool = False,
    lists_all: bool = False,
) -> Iterator[str]:
    """Yield the report on imported *pages* for people: with *is_short* without the lines that are
    left. Of many without a draft it counts the reasons, unless it *lists_all*.
    """
    outcomes = [outcome for page in pages for outcome in page.outcomes]
    left = [outcome for outcome in outcomes if outcome.is_left]
    new = [outcome for outcome in outcomes if outcome.path]
    is_counted = not (is_short or lists_all or new) and len(left) > MOST_LISTED
    for page in pages:
        lines = _render_page(page, is_written=is_written, is_short=is_short, is_counted=is_counted)
        yield from map(make_harmless, lines)
    names = join_shell_words([render_path(page.name) for page in pages])
    if is_counted:
        way = f"phaser-lint import --dry-run {names} lists those that state a rule"
        yield make_harmless(f"no line has a draft: {way}")
    elif not is_short:
        yield from _explain_reasons(left)
    if any(outcome.lacks_valid_example for outcome in new):
        yield "no valid example: add a near miss, which the contract must not find"
    types_by_id = {
        outcome.draft.rule_id: (outcome.draft.rule.keys or {})["type"]
        for outcome in new
        if outcome.draft
    }
    of_changes = [
        rule_id for rule_id, kind in types_by_id.items() if RULES[kind].directives_in == "before"
    ]
    if of_changes:
        refuse = "refuses" if len(of_changes) == 1 else "refuse"
        yield make_harmless(
            f"{join_most(of_changes, _MOST_IDS)} {refuse} commits of people, too: "
            "what holds agents alone belongs in ~/.phaser/contracts"
        )
    if is_written:
        yield f"{render_quantity(len(new), 'contract')} written"
        warning_ids = [outcome.draft.rule_id for outcome in new if outcome.draft and outcome.number]
        if warning_ids:
            are, they_find, files = (
                ("is a warning", "it finds", "its file")
                if len(warning_ids) == 1
                else ("are warnings", "they find", "their files")
            )
            yield make_harmless(
                f"{join_most(warning_ids, _MOST_IDS)} {are} for what {they_find} today: "
                "phaser-lint baseline --project-contracts records that, and nothing that contracts "
                f"of your home folder find; then write severity: error in {files}"
            )
    elif new:
        yield make_harmless(
            f"no draft of a page was written: phaser-lint import --save {names} writes "
            f"{render_quantity(len(new), 'contract')}"
        )
    if left:
        yield make_harmless(
            f"{render_quantity(len(left), 'line')} left: "
            f"phaser-lint import --for-agent {names} prints the "
            f"task for an agent; to write one by hand, see {DOCS}/forty-rules.md, and give it "
            f"url: {left[0].line.url}"
        )


def _explain_reasons(left: Sequence[LineOutcome]) -> Iterator[str]:
    reasons = {outcome.why_left.partition(":")[0] for outcome in left}
    meanings = [f"{reason}, {MEANINGS[reason]}" for reason in MEANINGS if reason in reasons]
    if meanings:
        yield f"reasons: {'; '.join(meanings)}"


def make_page_values(page: ImportedPage, *, is_written: bool) -> dict[str, Any]:
    """Return the report on one imported *page* for programs."""
    return {
        "path": page.path,
        "notices": list(page.notices),
        "other_items": list(page.unlisted),
        "lines": [_make_line_values(outcome, is_written=is_written) for outcome in page.outcomes],
        "gone": [
            {"rule_id": contract.rule_id, "path": contract.file, "line": contract.line,
             "said": contract.said or None}
            for contract in page.gone
        ],
    }  # fmt: skip


def _make_line_values(outcome: LineOutcome, *, is_written: bool) -> dict[str, Any]:
    line, draft = outcome.line, outcome.draft
    return {
        "line": line.statement.line,
        "url": line.url,
        "headings": list(line.statement.headings),
        "text": line.text,
        "same_as": list(outcome.others),
        "contracts": [
            {"rule_id": state.contract.rule_id, "path": state.contract.file, "state": state.state}
            for state in outcome.contracts
        ],
        "rule_id": draft.rule_id if draft else None,
        "path": outcome.path or None,
        "taken_by": outcome.taken or None,
        "contract": draft.text if draft else None,
        "written": bool(is_written and outcome.path),
        "violations": outcome.number if draft else None,
        "not_seen": list(draft.rule.unseen) if draft else [],
        "found_by": outcome.finder or None,
        "reason": outcome.why_left or None if outcome.is_left else None,
    }


def _render_page(
    page: ImportedPage, *, is_written: bool, is_short: bool, is_counted: bool
) -> Iterator[str]:
    new = [outcome for outcome in page.outcomes if outcome.path]
    left = [outcome for outcome in page.outcomes if outcome.is_left]
    with_contract = [outcome for outcome in page.outcomes if not (outcome.path or outcome.is_left)]
    numbers = (
        (len(new), f"{'draft' if len(new) == 1 else 'drafts'}"),
        (len(with_contract), "with a contract"),
        (len(left), "left to you or an agent"),
    )
    parts = ", ".join(f"{number} {words}" for number, words in numbers if number)
    unsure = sum(outcome.only_may_state_rule for outcome in left)
    stating = len(page.outcomes) - unsure
    states = "line states a rule" if stating == 1 else "lines state a rule"
    more = f", {unsure} more may" if unsure else ""
    yield f"{page.name}: {stating} {states}{more}{parts and f': {parts}'}"
    yield from (f"  {notice}" for notice in page.notices)
    if new:
        yield "  drafts"
    for outcome in new:
        yield from _render_draft(outcome, is_written=is_written)
    if with_contract and not is_short:
        yield "  with a contract"
        for outcome in with_contract:
            ids = ", ".join(state.contract.rule_id for state in outcome.contracts)
            yield f"    {_render_line(outcome)}  [{ids}]"
    for state in page.moved:
        moved = f"  moved: the line of {state.contract.rule_id} ({state.contract.file}) is line"
        advice = f"its url says {state.contract.line}: end that with #L{state.line}"
        written = "and its url says so"
        yield f"{moved} {state.line} now, {written if state.is_followed else advice}"
    changed = [
        (outcome, state)
        for outcome in page.outcomes
        for state in outcome.contracts
        if state.state == "changed"
    ]
    for outcome, state in changed:
        yield (
            f"  changed: line {outcome.line.statement.line}, of which {state.contract.rule_id} "
            f"({state.contract.file}) was made; it said: {_shorten_text(state.contract.said)}"
        )
    for contract in page.gone:
        said = f": {_shorten_text(contract.said)}" if contract.said else ""
        made = f"of which {contract.rule_id} ({contract.file}) was made"
        yield f"  gone: line {contract.line}, {made}{said}"
        yield "    delete the contract, or take its url out to keep it"
    if not is_short:
        yield from _render_left_lines(page, left, is_counted=is_counted)


def _render_left_lines(
    page: ImportedPage, left: Sequence[LineOutcome], *, is_counted: bool
) -> Iterator[str]:
    """Yield the lines of a page without a draft, or how many have each reason, and those that
    have no word of a rule.
    """
    if left and is_counted:
        reasons = Counter(outcome.why_left.partition(":")[0] for outcome in left)
        counts = [f"{reason} {number}" for reason, number in reasons.most_common()]
        yield f"  left: {', '.join(counts)}"
    elif left:
        yield "  left"
        for outcome in left:
            yield from _render_left_line(outcome)
    if page.unlisted:
        number = len(page.unlisted)
        others = "other line has" if number == 1 else "other lines have"
        lines = render_line_numbers(page.unlisted)
        yield f"  {number} {others} no word of a rule: {lines}"


def _render_draft(outcome: LineOutcome, *, is_written: bool) -> Iterator[str]:
    draft = outcome.draft
    if draft is None:
        return
    yield f"    {_render_line(outcome)}"
    more = ", …" if outcome.number > len(outcome.places) else ""
    places = f" ({', '.join(outcome.places)}{more})" if outcome.places else ""
    found = "finds nothing today"
    if outcome.number:
        found = f"finds {outcome.number} today{places}, so a warning"
    is_weak = outcome.line.severity == "warning" and not outcome.number
    found += ", a warning, as its line only prefers it" if is_weak else ""
    if draft.rule.unseen:
        found += f"; does not see {'; '.join(draft.rule.unseen)}"
    if outcome.finder:
        found += f", as {outcome.finder} finds already"
    lack = "; no valid example" if outcome.lacks_valid_example else ""
    yield f"      {outcome.path}: {found}{lack}"
    if not is_written:
        yield from (f"      | {line}" for line in draft.text.rstrip("\n").split("\n"))


def _render_left_line(outcome: LineOutcome) -> Iterator[str]:
    yield f"    {_render_line(outcome)}"
    if outcome.taken:
        yield f"      {outcome.why_left}"
        yield f"      if that says it, give it the url {outcome.line.url}"
    else:
        yield f"      not taken: {outcome.why_left}"


def _render_line(outcome: LineOutcome) -> str:
    others = f" (also {', '.join(outcome.others)})" if outcome.others else ""
    line = outcome.line
    # Below "DO NOT:" its own words say the opposite.
    text = line.sure_rule.message if line.sure_rule else line.text
    return f"{line.statement.line}: {_shorten_text(text)}{others}"


def render_line_numbers(numbers: Sequence[int]) -> str:
    """Return lines of a page as its report shows them: ``line 4``, ``lines 4, 9, 12``, the first of
    many.
    """
    lines = "line" if len(numbers) == 1 else "lines"
    return f"{lines} {join_most([*map(str, numbers)], _MOST_LINES)}"


def _shorten_text(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
