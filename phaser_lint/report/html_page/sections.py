"""The parts of the page that are there without a script: verdict, totals, what is missing."""

from __future__ import annotations

from collections import Counter

from phaser_lint.contract.model import ContractSummary
from phaser_lint.core.text import contract_shown, printable_lines
from phaser_lint.report.html_page.markup import (
    counted,
    element,
    escaped,
    folded,
    items,
    link,
    link_to,
    name,
    prose,
)
from phaser_lint.report.html_page.page_excerpt import difference, excerpt
from phaser_lint.report.html_page.page_origin import address, command, summary
from phaser_lint.report.summary import errors, part, place, skip_reasons, warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import ContractProblem, Notice, Report, Violation
    from phaser_lint.report.html_page.page_origin import Origin


# A project's dependencies can hold 100,000 binary files; the totals always count them all.
_LONGEST_LIST = 500
_SHORT_LIST = 8


def title(report: Report) -> str:
    """Return the title of the page, which its tab shows."""
    incomplete = " (incomplete)" if missing(report) else ""
    return f"phaser-lint: {_headline(report)[1]}{incomplete}"


def missing(report: Report) -> list[str]:
    """Return a phrase for each thing that the run should have checked and did not."""
    skipped = sum(problem.skipped for problem in report.problems)
    in_force = len(report.problems) - skipped
    phrases = [f"{shard}: which files exist was not checked" for shard in part(report)]
    if skipped:
        phrases.append(f"{counted(skipped, 'contract problem')} left contracts out")
    if in_force:
        phrases.append(f"{counted(in_force, 'example')} contradicted by its contract")
    if report.undecided:
        phrases.append(f"{counted(len(report.undecided), 'check')} could not be decided")
    if not report.checked:
        phrases.append("no file was checked")
    return phrases


def verdict(report: Report, origin: Origin) -> str:
    """Return the headline and the sentence under it."""
    kind, headline = _headline(report)
    affected = {entry.path for entry in report.violations if entry.where != "glob"}
    sentence = f"{counted(len(report.checked), 'file')} checked"
    if affected:
        sentence = f"in {counted(len(affected), 'file')}; {sentence}"
    return (
        f'<section class="verdict is-{kind}" aria-labelledby="headline">\n'
        f'<h1 id="headline">{escaped(headline)}</h1>\n<p>{escaped(sentence)}</p>\n'
        f"{summary(origin)}</section>"
    )


def _totals(report: Report) -> str:
    totals = ((errors(report), "error"), (warnings(report), "warning"))
    return ", ".join(counted(number, noun) for number, noun in totals if number)


def _headline(report: Report) -> tuple[str, str]:
    if report.violations:
        return ("error" if errors(report) else "warning"), _totals(report)
    if not report.checked:
        return "incomplete", "No file was checked"
    if missing(report):
        return "incomplete", "No violations in what was checked"
    return "clean", "No violations"


def tiles(report: Report) -> str:
    """Return each total that is not zero, with its name."""
    totals = (
        ("error", "Errors", errors(report), ""),
        ("warning", "Warnings", warnings(report), ""),
        ("", "Files checked", len(report.checked), ""),
        ("", "Ignored", len(report.suppressed), "suppressed by a directive"),
        ("", "Existing", report.existing, "there before, not counted"),
        ("", "Skipped", len(report.skipped), _reasons(report)),
        ("incomplete", "Undecided", len(report.undecided), ""),
        ("incomplete", "Contract problems", len(report.problems), ""),
    )
    rows = "\n".join(_tile(*total) for total in totals if total[2])
    return f'<dl class="tiles">\n{rows}\n</dl>' if rows else ""


def _tile(kind: str, label: str, number: int, remark: str) -> str:
    classes = "tile" + (f" is-{kind}" if kind else "")
    detail = element("dd", remark, style_class="remark") if remark else ""
    return element("div", f"<dt>{label}</dt><dd>{number:,}</dd>{detail}", style_class=classes)


def _reasons(report: Report) -> str:
    return ", ".join(
        f"{name(reason)}:&nbsp;{number:,}" for reason, number in skip_reasons(report).items()
    )


def alert(report: Report) -> str:
    """Return the warning above everything else that the run checked less than it should."""
    phrases = missing(report)
    if not phrases:
        return ""
    return (
        '<section class="alert" aria-labelledby="alert-head">\n'
        '<h2 id="alert-head">This run is incomplete</h2>\n'
        f"<p>{escaped('; '.join(phrases).capitalize())}. What it did not check is neither clean "
        "nor violated.</p>\n"
        f"{_undecided(report)}\n{_problems(report.problems)}\n</section>"
    )


def remarks(report: Report, origin: Origin) -> str:
    """Return what else there is to know: the command, words explained, files skipped, notices."""
    parts = [command(origin), *_explained(report)]
    for reason, number in skip_reasons(report).items():
        paths = [name(skip.path) for skip in report.skipped if skip.reason == reason]
        head = f"{counted(number, 'file')} skipped: "
        parts.append(folded(f"{head}{name(reason)}", _capped(paths)))
    parts.append(_notices(report.notices))
    shown = "\n".join(part for part in parts if part)
    if not shown:
        return ""
    head = '<h2 id="remarks-head">About this run</h2>'
    return f'<section class="remarks" aria-labelledby="remarks-head">\n{head}\n{shown}\n</section>'


def _explained(report: Report) -> list[str]:
    """Return what the totals that are no violations mean, where there are some."""
    words = (
        (
            len(report.suppressed),
            "Ignored: a comment such as <code>phaser:ignore</code> in the file suppresses them. "
            "&ldquo;Show: Ignored&rdquo; above lists them.",
        ),
        (
            report.existing,
            "Existing: they were there before, in the revision or the baseline that this run "
            "compares with. They are not counted and not listed.",
        ),
    )
    return [element("p", text) for number, text in words if number]


def _undecided(report: Report) -> str:
    entries = [
        f"{_place(entry.path)} {_contract(contract_shown(entry.contract_key))}"
        f" {prose(entry.reason)}"
        for entry in report.undecided
    ]
    return _listed(f"{len(entries):,} undecided", entries)


def _problems(problems: Sequence[ContractProblem]) -> str:
    entries = [
        f"{_place(problem.path, problem.line)} {_contract(problem.key)} {prose(problem.expected)}"
        + element("span", problem.outcome(), style_class="flag")
        for problem in problems
    ]
    return _listed(counted(len(entries), "contract problem"), entries)


def _notices(notices: Sequence[Notice]) -> str:
    entries = [f"{_place(notice.path, notice.line)} {prose(notice.text)}" for notice in notices]
    return _listed(counted(len(entries), "note"), entries)


def _listed(summary: str, entries: list[str]) -> str:
    if not entries:
        return ""
    return folded(summary, _capped(entries), opened=len(entries) <= _SHORT_LIST)


def _capped(entries: list[str]) -> str:
    hidden = len(entries) - _LONGEST_LIST
    more = f"\n<p>{hidden:,} more are not listed here.</p>" if hidden > 0 else ""
    return items(entries[:_LONGEST_LIST]) + more


def _place(path: str, line: int | None = None) -> str:
    position = f":{line}" if line else ""
    return element("span", f"{name(path)}{position}", style_class="name")


def _contract(shown: str) -> str:
    return element("span", name(shown), style_class="tag") if shown else ""


# The contracts that were checked, and the plain table for a reader without scripts.

_ROWS = 200


def checked(report: Report) -> tuple[ContractSummary, ...]:
    """Return the contracts by key; one that the report lacks is made from a violation."""
    known = {contract.key: contract for contract in report.contracts}
    for entry in (*report.violations, *report.suppressed):
        if entry.contract_key not in known:
            level = entry.level
            summary = ContractSummary(entry.rule_id, "", entry.severity, entry.message, level=level)
            known[entry.contract_key] = summary
    return tuple(known[key] for key in sorted(known))


def contract_cards(report: Report, contracts: tuple[ContractSummary, ...]) -> str:
    """Return a part to open for each contract, those with the most violations first.

    The page's script finds it by its position in *contracts*.
    """
    if not contracts:
        return ""
    numbers = Counter(entry.contract_key for entry in report.violations)
    undecided = {entry.contract_key for entry in report.undecided}

    def rank(numbered: tuple[int, ContractSummary]) -> tuple[int, bool]:
        return -numbers[numbered[1].key], numbered[1].key not in undecided

    cards = "\n".join(
        _card(
            contract,
            position,
            number=numbers[contract.key],
            undecided=contract.key in undecided,
        )
        for position, contract in sorted(enumerate(contracts), key=rank)
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
