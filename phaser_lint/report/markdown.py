"""``--format markdown``: a table for a job summary or a comment.

    phaser-lint scan --format github --format "markdown=$GITHUB_STEP_SUMMARY"

First the totals, then what was not checked, what a change does to contracts, a table of the
violations, errors first, and where their contracts stand. GitHub refuses a summary of 1 MiB and
more, so the table ends before that and counts the violations that it leaves out.

Names and messages come from whoever wrote the files: each is shown letter for letter. Nothing of
it becomes a table's cell, markup, HTML, or the mention of a person, who would be notified; a link
only the addresses of our own pages, and a contract's url, which are shown whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint import DOCS, REPOSITORY
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core.text import (
    make_printable,
    name_contract,
    render_quantity,
    split_printable_lines,
    truncate_text,
)
from phaser_lint.report.places_for_programs import name_pack_page
from phaser_lint.report.refused_commit import describe_ways_of_change
from phaser_lint.report.summary import (
    render_counts,
    render_place,
    render_problem_text,
    render_totals,
    render_undecided_text,
)

# Nothing in it ends the link, or is markup in one.
_PLAIN_ADDRESS = re.compile(r"https?://[\w./~%?=&+,;:#-]+", re.ASCII)
_MOST_BYTES = 1_000_000
_MOST_ASIDES = 100
_LONGEST_TEXT = 1_000
# What Markdown, GitHub's extensions of it, or HTML could take for markup. "@" and "#" begin a
# mention and a reference even when they are written as entities.
_MARKUP = re.compile(
    rf"{re.escape(REPOSITORY)}/[\w./#-]*\w|"
    r"^[-+=]|^\d(?=\d*[.)])|[\\`*_\[\]<>&|~$#@]|:(?=//|[-+\w]+:)|(?<=www)\.",
    re.IGNORECASE,
)


def render(
    report: Report, *, compared_with: str = "", base: str = "", failures: tuple[str, ...] = ()
) -> str:
    """Return the report for ``--format markdown``: a job summary under 1 MiB, with a newline.

    *compared_with* says what the run was compared with, and *base* names that commit; *failures*
    are messages of what else was not checked.
    """
    incomplete = [*map(_render_text, failures)]
    incomplete += [
        f"{_render_code(check.path)}: {_render_text(render_undecided_text(check))}"
        for check in report.undecided
    ]
    incomplete += [_render_text(render_problem_text(problem)) for problem in report.problems]
    about = [f"{escape_markdown(render_counts(report))}.\n"]
    about += [f"{_render_text(compared_with)}.\n"] if compared_with else []
    sections = [
        f"## phaser-lint: {render_totals(report)}\n",
        *about,
        *_render_section("Not checked", incomplete),
        *_render_section(
            "What this change does to contracts", _render_notes(report, of_change=True)
        ),
        *_render_section("Notes", _render_notes(report, of_change=False)),
    ]
    # Who reads a summary may have no phaser-lint to ask where a rule stands.
    broken_keys = {violation.contract_key for violation in report.violations}
    broken = [contract for contract in report.contracts if contract.key in broken_keys]
    places = [
        f"{escape_markdown(name_contract(contract.key))}: "
        f"{_render_text(page) if page else _render_code(contract.path, contract.line)}"
        f"{f', {url}' if url.strip() else ''}"
        for contract in broken
        for page in (name_pack_page(contract.path),)
        for is_plain in (_PLAIN_ADDRESS.fullmatch(contract.url),)
        for url in (f"<{contract.url}>" if is_plain else _render_text(contract.url),)
        if contract.path
    ]
    # Without a base a scan checks nothing about changes, and reports all that was there before.
    is_of_change = any("base" in RULES[contract.type].needs for contract in broken)
    since = f" --since {base or 'BASE'}" if base or is_of_change else ""
    ways = [
        *map(escape_markdown, describe_ways_of_change(report)),
        f"`phaser-lint list ID` shows one, `phaser-lint scan{since}` checks on your machine: "
        f"<{DOCS}/pre-commit.md#for-contributors>",
        f"phaser-lint checks changes against contracts, the rules of a project: {REPOSITORY}",
    ]
    contracts = _render_section("Contracts", [*places, *ways] if places else [])
    size = len("\n".join([*sections, *contracts]).encode("utf-8"))
    return "\n".join([*sections, *_render_table(report, room=_MOST_BYTES - size), *contracts])


def escape_markdown(text: str) -> str:
    """Return *text* so that Markdown shows it letter for letter, on one line."""
    return _MARKUP.sub(_escape_character, " ".join(make_printable(text).split()))


def _escape_character(match: re.Match[str]) -> str:
    character = match.group()
    if len(character) > 1:  # the address of a page of ours
        return f"<{character}>"
    # The space without width parts the mark from the name.
    parting = "&#8203;" if character in "@#" else ""
    return f"&#{ord(character)};{parting}"


def _render_notes(report: Report, *, of_change: bool) -> list[str]:
    return [
        f"{_render_code(notice.path, notice.line)}: {_render_text(notice.text)}"
        for notice in report.notices
        if notice.change == of_change
    ]


def _render_section(title: str, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    bullets = [f"- {line}" for line in lines[:_MOST_ASIDES]]
    hidden = len(lines) - len(bullets)
    if hidden:
        bullets.append(f"- and {hidden} more, not shown here")
    return ["\n".join((f"### {title}\n", *bullets, ""))]


def _render_table(report: Report, *, room: int) -> list[str]:
    """Return the table as one part, at most *room* bytes long; none without violations."""
    if not report.violations:
        return []
    rows = ["| Place | Severity | Contract | Message |", "|---|---|---|---|"]
    room -= sum(len(row) + 1 for row in rows) + 200
    errors = report.errors()
    warnings = [violation for violation in report.violations if violation.severity != "error"]
    ordered = errors + warnings
    for index, violation in enumerate(ordered):
        lines = split_printable_lines(truncate_text(violation.message.strip(), _LONGEST_TEXT))
        row = (
            f"| <code>{_render_text(render_place(violation))}</code> | {violation.severity} "
            f"| {escape_markdown(name_contract(violation.contract_key))} "
            f"| {'<br>'.join(map(escape_markdown, lines))} |"
        )
        room -= len(row.encode("utf-8")) + 1
        if room < 0:
            hidden = render_quantity(len(ordered) - index, "more violation")
            return ["\n".join((*rows, "", f"**{hidden} not shown here: the table is full.**", ""))]
        rows.append(row)
    return ["\n".join((*rows, ""))]


def _render_text(text: str) -> str:
    return escape_markdown(truncate_text(text, _LONGEST_TEXT))


def _render_code(path: str, line: int | None = None) -> str:
    return f"<code>{_render_text(path)}{f':{line}' if line else ''}</code>"


# What goes into the files that a step of a workflow hands to its runner.
#
# ``GITHUB_STEP_SUMMARY`` takes Markdown, and the runner throws away all of it above 1 MiB, so that
# a longer one is cut here. ``GITHUB_OUTPUT`` takes ``name=value`` lines, in which a value with a
# line break would become the next output's name: each value is between delimiters of its own.

LARGEST_SUMMARY = 1024 * 1024
