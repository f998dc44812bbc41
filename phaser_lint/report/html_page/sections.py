"""The parts of the page that are there without a script: verdict, totals, what is missing."""

from __future__ import annotations

from collections import Counter

from phaser_lint.contract.model import ContractSummary, Report
from phaser_lint.core.text import contract_shown, printable_lines
from phaser_lint.report.html_page.markup import (
    count_phrase,
    element,
    escape_html,
    escape_lines,
    escape_name,
    fold_details,
    items,
    link,
    link_to,
)
from phaser_lint.report.html_page.page_excerpt import fix_difference, split_excerpt
from phaser_lint.report.html_page.page_origin import (
    Origin,
    command_paragraph,
    origin_line,
    violation_address,
)
from phaser_lint.report.report_places import summary_of_violation
from phaser_lint.report.summary import errors, place_shown, shard_phrases, skip_reasons, warnings

# A project's dependencies can hold 100,000 binary files; the totals always count them all.
_LONGEST_LIST = 500
_SHORT_LIST = 8


def title(report: Report) -> str:
    """Return the title above the page's sections, which its tab shows."""
    incomplete = " (incomplete)" if missing(report) else ""
    return f"phaser-lint: {_headline(report)[1]}{incomplete}"


def missing(report: Report) -> list[str]:
    """Return a phrase of the page's section on each thing that the run should have checked."""
    skipped = sum(problem.skipped for problem in report.problems)
    in_force = len(report.problems) - skipped
    phrases = [f"{shard}: which files exist was not checked" for shard in shard_phrases(report)]
    if skipped:
        phrases.append(f"{count_phrase(skipped, 'contract problem')} left contracts out")
    if in_force:
        phrases.append(f"{count_phrase(in_force, 'example')} contradicted by its contract")
    if report.undecided:
        phrases.append(f"{count_phrase(len(report.undecided), 'check')} could not be decided")
    if not report.checked:
        phrases.append("no file was checked")
    return phrases


def verdict(report: Report, origin: Origin) -> str:
    """Return the headline of the page, its verdict, and the sentence under it."""
    kind, headline = _headline(report)
    affected = {violation.path for violation in report.violations if violation.where != "glob"}
    sentence = f"{count_phrase(len(report.checked), 'file')} checked"
    if affected:
        sentence = f"in {count_phrase(len(affected), 'file')}; {sentence}"
    return (
        f'<section class="verdict is-{kind}" aria-labelledby="headline">\n'
        f'<h1 id="headline">{escape_html(headline)}</h1>\n<p>{escape_html(sentence)}</p>\n'
        f"{origin_line(origin)}</section>"
    )


def _headline(report: Report) -> tuple[str, str]:
    if report.violations:
        numbers = {"error": errors(report), "warning": warnings(report)}
        totals = ", ".join(count_phrase(number, noun) for noun, number in numbers.items() if number)
        return ("error" if errors(report) else "warning"), totals
    if not report.checked:
        return "incomplete", "No file was checked"
    if missing(report):
        return "incomplete", "No violations in what was checked"
    return "clean", "No violations"


def tiles(report: Report) -> str:
    """Return the page's section of totals: each that is not zero, with its name."""
    reasons = ", ".join(
        f"{escape_name(reason)}:&nbsp;{number:,}" for reason, number in skip_reasons(report).items()
    )
    totals = (
        ("error", "Errors", errors(report), ""),
        ("warning", "Warnings", warnings(report), ""),
        ("", "Files checked", len(report.checked), ""),
        ("", "Ignored", len(report.suppressed), "suppressed by a directive"),
        ("", "Existing", report.existing, "there before, not counted"),
        ("", "Skipped", len(report.skipped), reasons),
        ("incomplete", "Undecided", len(report.undecided), ""),
        ("incomplete", "Contract problems", len(report.problems), ""),
    )
    rows = []
    for kind, label, number, remark in totals:
        if number:
            classes = "tile" + (f" is-{kind}" if kind else "")
            detail = element("dd", remark, style_class="remark") if remark else ""
            content = f"<dt>{label}</dt><dd>{number:,}</dd>{detail}"
            rows.append(element("div", content, style_class=classes))
    return '<dl class="tiles">\n' + "\n".join(rows) + "\n</dl>" if rows else ""


def alert(report: Report) -> str:
    """Return the page's warning, above all else, that the run checked less than it should."""
    phrases = missing(report)
    if not phrases:
        return ""
    undecided = [
        f"{_place(check.path)} {_contract(contract_shown(check.contract_key))}"
        f" {escape_lines(check.reason)}"
        for check in report.undecided
    ]
    problems = [
        f"{_place(problem.path, problem.line)} {_contract(problem.key)} "
        + escape_lines(problem.expected)
        + element("span", problem.outcome(), style_class="flag")
        for problem in report.problems
    ]
    undecided_list = _list_section(f"{len(undecided):,} undecided", undecided)
    problem_list = _list_section(count_phrase(len(problems), "contract problem"), problems)
    return (
        '<section class="alert" aria-labelledby="alert-head">\n'
        '<h2 id="alert-head">This run is incomplete</h2>\n'
        f"<p>{escape_html('; '.join(phrases).capitalize())}. "
        "What it did not check is neither clean nor violated.</p>\n"
        f"{undecided_list}\n{problem_list}\n</section>"
    )


def remarks(report: Report, origin: Origin) -> str:
    """Return the page's section of what else there is to know: command, words, skips, notices."""
    blocks = [command_paragraph(origin)]
    if report.suppressed:
        blocks.append(element("p", _IGNORED))
    if report.existing:
        blocks.append(element("p", _EXISTING))
    for reason, number in skip_reasons(report).items():
        paths = [escape_name(skip.path) for skip in report.skipped if skip.reason == reason]
        summary = f"{count_phrase(number, 'file')} skipped: {escape_name(reason)}"
        blocks.append(fold_details(summary, _cap_list(paths)))
    notices = [
        f"{_place(notice.path, notice.line)} {escape_lines(notice.text)}"
        for notice in report.notices
    ]
    blocks.append(_list_section(count_phrase(len(notices), "note"), notices))
    content = "\n".join(filter(None, blocks))
    if not content:
        return ""
    head = '<h2 id="remarks-head">About this run</h2>'
    return (
        f'<section class="remarks" aria-labelledby="remarks-head">\n{head}\n{content}\n</section>'
    )


# What the totals that are no violations mean.
_IGNORED = (
    "Ignored: a comment such as <code>phaser:ignore</code> in the file suppresses them. "
    "&ldquo;Show: Ignored&rdquo; above lists them."
)
_EXISTING = (
    "Existing: they were there before, in the revision or the baseline that this run "
    "compares with. They are not counted and not listed."
)


def _list_section(summary: str, contents: list[str]) -> str:
    if not contents:
        return ""
    return fold_details(summary, _cap_list(contents), is_open=len(contents) <= _SHORT_LIST)


def _cap_list(contents: list[str]) -> str:
    hidden = len(contents) - _LONGEST_LIST
    remainder = f"\n<p>{hidden:,} more are not listed here.</p>" if hidden > 0 else ""
    return items(contents[:_LONGEST_LIST]) + remainder


def _place(path: str, line: int | None = None) -> str:
    position = f":{line}" if line else ""
    return element("span", f"{escape_name(path)}{position}", style_class="name")


def _contract(label: str) -> str:
    return element("span", escape_name(label), style_class="tag") if label else ""


# The contracts that were checked, and the plain table for a reader without scripts.

_ROWS = 200


def described_contracts(report: Report) -> tuple[ContractSummary, ...]:
    """Return the contracts by key; one that the report lacks is made from a violation."""
    summaries = {contract.key: contract for contract in report.contracts}
    for violation in (*report.violations, *report.suppressed):
        if violation.contract_key not in summaries:
            summaries[violation.contract_key] = summary_of_violation(violation)
    return tuple(summaries[key] for key in sorted(summaries))


def contract_cards(report: Report, contracts: tuple[ContractSummary, ...]) -> str:
    """Return the section of contracts, a part to open for each, most violations first.

    The page's script finds it by its position in *contracts*.
    """
    if not contracts:
        return ""
    numbers = Counter(violation.contract_key for violation in report.violations)
    undecided = {check.contract_key for check in report.undecided}

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
    gist = escape_html(" ".join(printable_lines(contract.message)))
    summary = (
        f'<span class="name">{escape_name(contract_shown(contract.key))}</span>'
        f'<span class="gist">{gist}</span><span class="tally">{tally}</span>'
    )
    facts = [element("span", contract.severity, style_class=f"severity is-{contract.severity}")]
    if contract.type:
        facts.append(element("span", escape_name(contract.type), style_class="tag"))
    facts += [element("span", f"#{escape_name(tag)}", style_class="tag") for tag in contract.tags]
    paragraphs = [element("p", escape_lines(contract.message), style_class="message")]
    if contract.rationale.strip():
        paragraphs.append(element("p", escape_lines(contract.rationale), style_class="rationale"))
    paragraphs.append(element("p", " ".join(facts), style_class="facts"))
    if contract.url:
        paragraphs.append(element("p", link(contract.url), style_class="reference"))
    if contract.path:
        path = element("span", escape_name(contract.path), style_class="name")
        paragraphs.append(element("p", f"Defined in {path}", style_class="reference"))
    about = "\n".join(paragraphs)
    return (
        f'<details class="card {state}" id="contract-{position}">\n<summary>{summary}</summary>\n'
        f'<div class="about">\n{about}\n</div>\n</details>'
    )


def plain_table(report: Report, origin: Origin) -> str:
    """Return the first violations as a table, which the page's script replaces."""
    if not report.violations:
        return '<p class="empty">No violations.</p>'
    rows = []
    for violation in report.violations[:_ROWS]:
        style_class = f"severity is-{violation.severity}"
        severity = element("span", violation.severity, style_class=style_class)
        column = f":{violation.column}" if violation.column else ""
        position = f"{escape_html(place_shown(violation))}{column}"
        url = violation_address(origin, violation)
        linked = element("span", link_to(url, position) if url else position, style_class="name")
        contract = _contract(contract_shown(violation.contract_key))
        message = escape_lines(violation.message)
        before, match, after, _ = split_excerpt(violation)
        if before or match is not None:
            marked = "" if match is None else element("mark", escape_html(match))
            excerpt = escape_html(before) + marked + escape_html(after)
            message += element("pre", excerpt, style_class="excerpt")
        difference = [
            element(name, escape_html(text))
            for name, text in zip(("del", "ins"), fix_difference(violation), strict=True)
            if text
        ]
        if difference:
            message += element("pre", "".join(difference), style_class="excerpt difference")
        cells = "".join(element("td", cell) for cell in (severity, linked, contract, message))
        rows.append(element("tr", cells, style_class=f"is-{violation.severity}"))
    table_rows = "\n".join(rows)
    hidden = len(report.violations) - _ROWS
    remainder = (
        f'\n<p class="empty">{count_phrase(hidden, "more violation")} not in this table; '
        "with scripts allowed, the page shows all of them.</p>"
        if hidden > 0
        else ""
    )
    head = "".join(
        f'<th scope="col">{title}</th>' for title in ("Severity", "Place", "Contract", "Message")
    )
    return (
        f'<table class="plain-table">\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{table_rows}\n</tbody>\n</table>{remainder}"
    )
