"""What the page's script works on: every violation, with each text stored once.

    {"paths": […], "contracts": […], "messages": […],
     "links": […], "counted": [violation, …], "ignored": [violation, …], "fixes": {…}}

A violation is ``[contract, severity, where, path, message, line, end line, column, before, match,
after, remark]``: contract, path and message are positions in the lists above, severity a position
in ``SEVERITIES``, where in ``PLACES``; a violation of a whole file or a glob ends after message.
Fixes hold, by position in counted, the lines taken out and those put in.
"""

from __future__ import annotations

from phaser_lint.core.text import contract_shown, printable, printable_lines
from phaser_lint.report.html_page.page_excerpt import difference, excerpt
from phaser_lint.report.html_page.page_origin import address

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.contract.model import ContractSummary, Report, Violation
    from phaser_lint.report.html_page.page_origin import Origin

SEVERITIES = ("error", "warning")
PLACES = ("line", "file", "glob")


def page_data(
    report: Report, contracts: tuple[ContractSummary, ...], origin: Origin
) -> dict[str, object]:
    """Return the mapping above; *contracts* holds a summary for each violation's contract.

    ``links`` are the addresses of the files, in the order of ``paths``; empty where none is known.
    """
    everything = (*report.violations, *report.suppressed)
    paths = _positions(printable(violation.path) for violation in everything)
    links = {
        printable(entry.path): address(origin, entry._replace(line=None)) for entry in everything
    }
    messages = _positions(_message(violation) for violation in everything)
    known = {contract.key: position for position, contract in enumerate(contracts)}

    def row(violation: Violation) -> list[object]:
        head: list[object] = [
            known[violation.contract_key],
            SEVERITIES.index(violation.severity),
            PLACES.index(violation.where),
            paths[printable(violation.path)],
            messages[_message(violation)],
        ]
        if violation.line is None:
            return head
        where = [violation.line, violation.end_line, violation.column]
        return [*head, *where, *excerpt(violation)]

    return {
        "paths": list(paths),
        "links": [links[path] for path in paths] if any(links.values()) else [],
        "contracts": [contract_shown(key) for key in known],
        "messages": list(messages),
        "counted": [row(violation) for violation in report.violations],
        "ignored": [row(violation) for violation in report.suppressed],
        "fixes": {
            str(position): difference(violation)
            for position, violation in enumerate(report.violations)
            if violation.fix is not None
        },
    }


def _message(violation: Violation) -> str:
    return "\n".join(printable_lines(violation.message))


def _positions(texts: Iterable[str]) -> dict[str, int]:
    """Return the position of each text among the different ones, in order of appearance."""
    return {text: position for position, text in enumerate(dict.fromkeys(texts))}
