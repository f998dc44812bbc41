"""The parts of the page that are there without a script: verdict, totals, what is missing."""

from __future__ import annotations

from collections import Counter

from phaser_lint.contract.model import ContractKey, Report
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.core.text import name_contract, split_printable_lines
from phaser_lint.project.levels import name_level_folder
from phaser_lint.report.html_page.markup import (
    escape_html,
    escape_lines,
    escape_name,
    render_count,
    render_details,
    render_element,
    render_link,
    render_link_around,
    render_list,
)
from phaser_lint.report.html_page.page_excerpt import render_fix_difference, split_excerpt
from phaser_lint.report.html_page.page_origin import (
    Origin,
    find_violation_address,
    render_command_paragraph,
    render_origin_line,
)
from phaser_lint.report.places_for_programs import LEVEL_AND_ID, summarise_reported_contracts
from phaser_lint.report.summary import (
    count_errors,
    count_skip_reasons,
    count_warnings,
    name_shard,
    render_place,
)

# A project's dependencies can hold 100,000 binary files; the totals always count them all.
_LONGEST_LIST = 500
_SHORT_LIST = 8


def render_title(report: Report) -> str:
    """Return the page's title: the headline of the verdict, and if the run was incomplete."""
    incomplete = " (incomplete)" if list_missing_checks(report) else ""
    return f"phaser-lint: {_choose_headline(report)[1]}{incomplete}"


def list_missing_checks(report: Report) -> list[str]:
    """Return phrases of the HTML page's sections on what the run had to check, and did not."""
    skipped = sum(problem.skipped for problem in report.problems)
    in_force = len(report.problems) - skipped
    phrases = [f"{shard}: which files exist was not checked" for shard in name_shard(report)]
    if skipped:
        phrases.append(f"{render_count(skipped, 'contract problem')} left contracts out")
    if in_force:
        phrases.append(f"{render_count(in_force, 'example')} contradicted by its contract")
    if report.undecided:
        phrases.append(f"{render_count(len(report.undecided), 'check')} could not be decided")
    if not report.checked:
        phrases.append("no file was checked")
    return phrases


def render_verdict(report: Report, origin: Origin) -> str:
    """Return the page's first section: the headline, which is the verdict, and a sentence."""
    kind, headline = _choose_headline(report)
    affected = {violation.path for violation in report.violations if violation.where != "glob"}
    sentence = f"{render_count(len(report.checked), 'file')} checked"
    if affected:
        sentence = f"in {render_count(len(affected), 'file')}; {sentence}"
    return (
        f'<section class="verdict is-{kind}" aria-labelledby="headline">\n'
        f'<h1 id="headline">{escape_html(headline)}</h1>\n<p>{escape_html(sentence)}</p>\n'
        f"{render_origin_line(origin)}</section>"
    )


def _choose_headline(report: Report) -> tuple[str, str]:
    if report.violations:
        numbers = {"error": count_errors(report), "warning": count_warnings(report)}
        totals = ", ".join(render_count(number, noun) for noun, number in numbers.items() if number)
        return ("error" if count_errors(report) else "warning"), totals
    if not report.checked:
        return "incomplete", "No file was checked"
    if list_missing_checks(report):
        return "incomplete", "No violations in what was checked"
    return "clean", "No violations"


def render_tiles(report: Report) -> str:
    """Return the section of totals of the HTML page: each that is not zero, with its name."""
    reasons = ", ".join(
        f"{escape_name(reason)}:&nbsp;{number:,}"
        for reason, number in count_skip_reasons(report.skipped).items()
    )
    totals = (
        ("error", "Errors", count_errors(report), ""),
        ("warning", "Warnings", count_warnings(report), ""),
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
            detail = render_element("dd", remark, style_class="remark") if remark else ""
            content = f"<dt>{label}</dt><dd>{number:,}</dd>{detail}"
            rows.append(render_element("div", content, style_class=classes))
    return '<dl class="tiles">\n' + "\n".join(rows) + "\n</dl>" if rows else ""


def render_alert(report: Report) -> str:
    """Return the page's warning that the run checked less than it should; or nothing."""
    phrases = list_missing_checks(report)
    if not phrases:
        return ""
    undecided = [
        f"{_render_place(check.path)} {_render_contract(name_contract(check.contract_key))}"
        f" {escape_lines(check.reason)}"
        for check in report.undecided
    ]
    problems = [
        f"{_render_place(problem.path, problem.line)} {_render_contract(problem.key)} "
        + escape_lines(problem.expected)
        + render_element("span", problem.outcome(), style_class="flag")
        for problem in report.problems
    ]
    undecided_list = _render_list_section(f"{len(undecided):,} undecided", undecided)
    problem_list = _render_list_section(render_count(len(problems), "contract problem"), problems)
    return (
        '<section class="alert" aria-labelledby="alert-head">\n'
        '<h2 id="alert-head">This run is incomplete</h2>\n'
        f"<p>{escape_html('; '.join(phrases).capitalize())}. "
        "What it did not check is neither clean nor violated.</p>\n"
        f"{undecided_list}\n{problem_list}\n</section>"
    )


def render_remarks(report: Report, origin: Origin) -> str:
    """Return the page's section on all else to know: command, words, skips, notices."""
    blocks = [render_command_paragraph(origin)]
    if report.suppressed:
        blocks.append(render_element("p", _IGNORED))
    if report.existing:
        blocks.append(render_element("p", _EXISTING))
    for reason, number in count_skip_reasons(report.skipped).items():
        paths = [escape_name(skip.path) for skip in report.skipped if skip.reason == reason]
        summary = f"{render_count(number, 'file')} skipped: {escape_name(reason)}"
        blocks.append(render_details(summary, _render_capped_list(paths)))
    notices = [
        f"{_render_place(notice.path, notice.line)} {escape_lines(notice.text)}"
        for notice in report.notices
    ]
    blocks.append(_render_list_section(render_count(len(notices), "note"), notices))
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


def _render_list_section(summary: str, contents: list[str]) -> str:
    if not contents:
        return ""
    return render_details(
        summary, _render_capped_list(contents), is_open=len(contents) <= _SHORT_LIST
    )


def _render_capped_list(contents: list[str]) -> str:
    hidden = len(contents) - _LONGEST_LIST
    remainder = f"\n<p>{hidden:,} more are not listed here.</p>" if hidden > 0 else ""
    return render_list(contents[:_LONGEST_LIST]) + remainder


def _render_place(path: str, line: int | None = None) -> str:
    position = f":{line}" if line else ""
    return render_element("span", f"{escape_name(path)}{position}", style_class="name")


def _render_contract(label: str) -> str:
    return render_element("span", escape_name(label), style_class="tag") if label else ""


# The contracts that were checked, and the plain table for a reader without scripts.

_ROWS = 200


def describe_contracts(report: Report) -> tuple[ContractSummary, ...]:
    """Return the page's contracts by key; what the report lacks is made from a violation."""
    summaries = summarise_reported_contracts(report)
    return tuple(summaries[key] for key in sorted(summaries))


def render_contract_cards(report: Report, contracts: tuple[ContractSummary, ...]) -> str:
    """Return the section of contracts of the HTML page, a part to open for each, most violations
    first.

    The page's script finds it by its position in *contracts*.
    """
    if not contracts:
        return ""
    numbers = Counter[ContractKey]()
    for (level, rule_id), number in Counter(map(LEVEL_AND_ID, report.violations)).items():
        numbers[name_level_folder(level), rule_id] += number
    undecided = {check.contract_key for check in report.undecided}

    def rank(numbered: tuple[int, ContractSummary]) -> tuple[int, bool]:
        return -numbers[numbered[1].key], numbered[1].key not in undecided

    cards = "\n".join(
        _render_card(
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


def _render_card(contract: ContractSummary, position: int, *, number: int, undecided: bool) -> str:
    state = f"is-{contract.severity}" if number else "is-undecided" if undecided else "is-zero"
    tally = ", ".join(
        ([f"{number:,}"] if number or not undecided else []) + ["undecided"] * undecided
    )
    gist = escape_html(" ".join(split_printable_lines(contract.message)))
    summary = (
        f'<span class="name">{escape_name(name_contract(contract.key))}</span>'
        f'<span class="gist">{gist}</span><span class="tally">{tally}</span>'
    )
    facts = [
        render_element("span", contract.severity, style_class=f"severity is-{contract.severity}")
    ]
    if contract.type:
        facts.append(render_element("span", escape_name(contract.type), style_class="tag"))
    facts += [
        render_element("span", f"#{escape_name(tag)}", style_class="tag") for tag in contract.tags
    ]
    paragraphs = [render_element("p", escape_lines(contract.message), style_class="message")]
    if contract.rationale.strip():
        paragraphs.append(
            render_element("p", escape_lines(contract.rationale), style_class="rationale")
        )
    paragraphs.append(render_element("p", " ".join(facts), style_class="facts"))
    if contract.url:
        paragraphs.append(render_element("p", render_link(contract.url), style_class="reference"))
    if contract.path:
        path = render_element("span", escape_name(contract.path), style_class="name")
        paragraphs.append(render_element("p", f"Defined in {path}", style_class="reference"))
    about = "\n".join(paragraphs)
    return (
        f'<details class="card {state}" id="contract-{position}">\n<summary>{summary}</summary>\n'
        f'<div class="about">\n{about}\n</div>\n</details>'
    )


def render_plain_table(report: Report, origin: Origin) -> str:
    """Return the page's table of the first violations, which its script replaces."""
    if not report.violations:
        return '<p class="empty">No violations.</p>'
    rows = []
    for violation in report.violations[:_ROWS]:
        style_class = f"severity is-{violation.severity}"
        severity = render_element("span", violation.severity, style_class=style_class)
        column = f":{violation.column}" if violation.column else ""
        position = f"{escape_html(render_place(violation))}{column}"
        url = find_violation_address(origin, violation)
        linked = render_element(
            "span", render_link_around(url, position) if url else position, style_class="name"
        )
        contract = _render_contract(name_contract(violation.contract_key))
        message = escape_lines(violation.message)
        before, match, after, _ = split_excerpt(violation)
        if before or match is not None:
            marked = "" if match is None else render_element("mark", escape_html(match))
            excerpt = escape_html(before) + marked + escape_html(after)
            message += render_element("pre", excerpt, style_class="excerpt")
        difference = [
            render_element(name, escape_html(text))
            for name, text in zip(("del", "ins"), render_fix_difference(violation), strict=True)
            if text
        ]
        if difference:
            message += render_element("pre", "".join(difference), style_class="excerpt difference")
        cells = "".join(
            render_element("td", cell) for cell in (severity, linked, contract, message)
        )
        rows.append(render_element("tr", cells, style_class=f"is-{violation.severity}"))
    table_rows = "\n".join(rows)
    hidden = len(report.violations) - _ROWS
    remainder = (
        f'\n<p class="empty">{render_count(hidden, "more violation")} not in this table; '
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
