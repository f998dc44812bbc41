"""The contracts that were judged, and the plain table for a reader without scripts."""

from __future__ import annotations

from collections import Counter

from phaser_lint.contract.model import ContractSummary
from phaser_lint.core.text import contract_shown, printable_lines
from phaser_lint.report.html_page.markup import (
    counted,
    element,
    escaped,
    link,
    link_to,
    name,
    prose,
)
from phaser_lint.report.html_page.page_excerpt import difference, excerpt
from phaser_lint.report.html_page.page_origin import address
from phaser_lint.report.summary import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.model import Report, Violation
    from phaser_lint.report.html_page.page_origin import Origin

_ROWS = 200


def judged(report: Report) -> tuple[ContractSummary, ...]:
    """Return the contracts by key; of one the report does not describe, what a violation tells."""
    known = {contract.key: contract for contract in report.contracts}
    for entry in (*report.violations, *report.suppressed):
        if entry.contract_key not in known:
            level = entry.level
            summary = ContractSummary(entry.rule_id, "", entry.severity, entry.message, level=level)
            known[entry.contract_key] = summary
    return tuple(known[key] for key in sorted(known))


def contract_cards(report: Report, contracts: tuple[ContractSummary, ...]) -> str:
    """Return a part to open for each contract; the page's script finds it by its position."""
    if not contracts:
        return ""
    numbers = Counter(entry.contract_key for entry in report.violations)
    undecided = {entry.contract_key for entry in report.undecided}
    cards = "\n".join(
        _card(
            contract,
            position,
            number=numbers[contract.key],
            undecided=contract.key in undecided,
        )
        for position, contract in enumerate(contracts)
    )
    head = '<h2 id="contracts-head">Contracts</h2>'
    return (
        f'<section class="contracts" aria-labelledby="contracts-head">\n{head}\n'
        f'<div class="cards">\n{cards}\n</div>\n</section>'
    )


def _card(contract: ContractSummary, position: int, *, number: int, undecided: bool) -> str:
    state = f"is-{contract.severity}" if number else "is-undecided" if undecided else "is-zero"
    tally = ", ".join(
        ([f"{number:,}"] if number or not undecided else []) + ["undecided"] * undecided
    )
    gist = escaped(" ".join(printable_lines(contract.message)))
    summary = (
        f'<span class="name">{name(contract_shown(contract.key))}</span>'
        f'<span class="gist">{gist}</span><span class="tally">{tally}</span>'
    )
    return (
        f'<details class="card {state}" id="contract-{position}">\n<summary>{summary}</summary>\n'
        f'<div class="about">\n{_about(contract)}\n</div>\n</details>'
    )


def _about(contract: ContractSummary) -> str:
    message = element("p", prose(contract.message), style_class="message")
    rationale = element("p", prose(contract.rationale), style_class="rationale")
    facts = [
        element("span", contract.severity, style_class=f"severity is-{contract.severity}"),
        *(element("span", name(part), style_class="tag") for part in (contract.type,) if part),
        *(element("span", f"#{name(tag)}", style_class="tag") for tag in contract.tags),
    ]
    parts = [message, rationale if contract.rationale.strip() else ""]
    parts.append(element("p", " ".join(facts), style_class="facts"))
    if contract.url:
        parts.append(element("p", link(contract.url), style_class="reference"))
    if contract.path:
        defined = element("span", name(contract.path), style_class="name")
        parts.append(element("p", f"Defined in {defined}", style_class="reference"))
    return "\n".join(part for part in parts if part)


def plain_table(report: Report, origin: Origin) -> str:
    """Return the first violations as a table, which the page's script replaces."""
    if not report.violations:
        return '<p class="empty">No violations.</p>'
    rows = "\n".join(_row(violation, origin) for violation in report.violations[:_ROWS])
    hidden = len(report.violations) - _ROWS
    more = (
        f'\n<p class="empty">{counted(hidden, "more violation")} not in this table; '
        "with scripts allowed, the page shows all of them.</p>"
        if hidden > 0
        else ""
    )
    head = "".join(
        f'<th scope="col">{title}</th>' for title in ("Severity", "Place", "Contract", "Message")
    )
    return (
        f'<table class="plain-table">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody>\n</table>{more}"
    )


def _row(violation: Violation, origin: Origin) -> str:
    severity = element("span", violation.severity, style_class=f"severity is-{violation.severity}")
    position = f":{violation.column}" if violation.column else ""
    shown = f"{escaped(place(violation))}{position}"
    url = address(origin, violation)
    where = element("span", link_to(url, shown) if url else shown, style_class="name")
    shown = contract_shown(violation.contract_key)
    contract = element("span", name(shown), style_class="tag")
    message = prose(violation.message) + _excerpt(violation) + _difference(violation)
    cells = "".join(element("td", cell) for cell in (severity, where, contract, message))
    return element("tr", cells, style_class=f"is-{violation.severity}")


def _excerpt(violation: Violation) -> str:
    before, match, after, _ = excerpt(violation)
    if not before and match is None:
        return ""
    marked = "" if match is None else element("mark", escaped(match))
    return element("pre", escaped(before) + marked + escaped(after), style_class="excerpt")


def _difference(violation: Violation) -> str:
    out, into = difference(violation)
    lines = element("del", escaped(out)) * bool(out) + element("ins", escaped(into)) * bool(into)
    return element("pre", lines, style_class="excerpt difference") if lines else ""
