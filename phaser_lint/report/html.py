"""``--format html``: one page for any browser, with nothing to load from elsewhere.

Totals and what the run did not check come first, then charts, filters and every violation with its
line of source, then the contracts. Filters live in the address (``#severity=error&path=src/``), so
that a view can be shared. Without scripts the totals, the contracts and a table of the first
violations are left.

The page is ASCII and depends on nothing but the report and its origin, which is given: the same
gives the same bytes. A policy inside it allows its own scripts and stylesheet by their digests, and
no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import Template

from phaser_lint import __version__
from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.core.text import make_printable, name_contract, split_printable_lines
from phaser_lint.project.levels import name_level_folder
from phaser_lint.report.html_page import sections
from phaser_lint.report.html_page.markup import escape_html, render_script_data
from phaser_lint.report.html_page.page_excerpt import render_fix_difference, split_excerpt
from phaser_lint.report.html_page.page_files import (
    make_page_policy,
    read_page_file,
    read_page_script,
)
from phaser_lint.report.html_page.page_origin import Origin, find_violation_address

_REMEMBERED = 1024


def render(report: Report, *, origin: Origin | None = None) -> str:
    """Return the report for ``--format html``: one page, ASCII only, ending in a newline."""
    origin = origin or Origin()
    contracts = sections.describe_contracts(report)
    style, theme = read_page_file("page.css"), read_page_file("theme.js")
    script = read_page_script()
    return Template(read_page_file("page.html")).substitute(
        policy=make_page_policy(scripts=(theme, script), style=style),
        title=escape_html(sections.render_title(report)),
        version=escape_html(__version__),
        style=style,
        theme=theme,
        script=script,
        verdict=sections.render_verdict(report, origin),
        alert=sections.render_alert(report),
        tiles=sections.render_tiles(report),
        remarks=sections.render_remarks(report, origin),
        table=sections.render_plain_table(report, origin),
        contracts=sections.render_contract_cards(report, contracts),
        data=render_script_data(make_page_data(report, contracts, origin)),
    )


# What the page's script works on: every violation, with each text stored once.
#
#     {"paths": […], "contracts": […], "messages": […],
#      "links": […], "counted": [violation, …], "ignored": [violation, …], "fixes": {…}}
#
# A violation is ``[contract, severity, where, path, message, line, end line, column, before,
# match, after, remark]``: contract, path and message are positions in the lists above, severity a
# position in ``SEVERITIES``, where in ``PLACES``; a violation of a whole file or a glob ends after
# message. Fixes hold, by position in counted, the lines taken out and those put in.

SEVERITIES = ("error", "warning")
PLACES = ("line", "file", "glob")


def make_page_data(
    report: Report, contracts: tuple[ContractSummary, ...], origin: Origin
) -> dict[str, object]:
    """Return the data of the report for ``--format html``, for the page's script, as plain values;
    *contracts* holds a summary for each violation's contract.

    ``links`` are the addresses of the files, in the order of ``paths``; empty where none is known.
    """
    everything = (*report.violations, *report.suppressed)
    # Each is escaped once: a hundred thousand violations lie in few files.
    files = {violation.path: violation for violation in everything}
    shown_paths = {path: make_printable(path) for path in files}
    paths = _number_texts(shown_paths.values())
    links = {
        shown_paths[path]: find_violation_address(origin, violation._replace(line=None))
        for path, violation in files.items()
    }
    shown_messages = {
        message: "\n".join(split_printable_lines(message))
        for message in dict.fromkeys(violation.message for violation in everything)
    }
    messages = _number_texts(shown_messages.values())
    positions_by_key = {contract.key: position for position, contract in enumerate(contracts)}

    @lru_cache(_REMEMBERED)
    def start_row(fields: Sequence[str], level: str) -> list[object]:
        rule_id, severity, message, path, where = fields
        return [
            positions_by_key[name_level_folder(level), rule_id],
            SEVERITIES.index(severity),
            PLACES.index(where),
            paths[shown_paths[path]],
            messages[shown_messages[message]],
        ]

    def row(violation: Violation) -> list[object]:
        start, line = start_row(violation[:5], violation.level), violation.line
        if line is None:
            return start
        return [*start, line, violation.end_line, violation.column, *split_excerpt(violation)]

    return {
        "paths": list(paths),
        "links": [links[path] for path in paths] if any(links.values()) else [],
        "contracts": [name_contract(key) for key in positions_by_key],
        "messages": list(messages),
        "counted": [row(violation) for violation in report.violations],
        "ignored": [row(violation) for violation in report.suppressed],
        "fixes": {
            str(position): render_fix_difference(violation)
            for position, violation in enumerate(report.violations)
            if violation.fix is not None
        },
    }


def _number_texts(texts: Iterable[str]) -> dict[str, int]:
    """Return the position of each text among the different ones, in order of appearance."""
    return {text: position for position, text in enumerate(dict.fromkeys(texts))}
