"""The parts of the page that are there without a script: verdict, totals, what is missing."""

from __future__ import annotations

from phaser_lint.core.text import contract_shown
from phaser_lint.report.html_page.markup import (
    counted,
    element,
    escaped,
    folded,
    items,
    name,
    prose,
)
from phaser_lint.report.html_page.page_origin import command, summary
from phaser_lint.report.summary import errors, part, skip_reasons, warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import ContractProblem, Notice, Report
    from phaser_lint.report.html_page.page_origin import Origin

# A project's dependencies can hold 100,000 binary files; the totals always count them all.
_LONGEST_LIST = 500
_SHORT_LIST = 8


def title(report: Report) -> str:
    """Return the title of the page: what it says when it is one of many tabs."""
    incomplete = " (incomplete)" if missing(report) else ""
    return f"phaser-lint: {_totals(report)}{incomplete}"


def missing(report: Report) -> list[str]:
    """Return a phrase for each thing that the run should have judged and did not."""
    skipped = sum(problem.skipped for problem in report.problems)
    in_force = len(report.problems) - skipped
    phrases = [f"{shard}: which files exist was not judged" for shard in part(report)]
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
    return f"{counted(errors(report), 'error')}, {counted(warnings(report), 'warning')}"


def _headline(report: Report) -> tuple[str, str]:
    if report.violations:
        return ("error" if errors(report) else "warning"), _totals(report)
    if not report.checked:
        return "incomplete", "No file was checked"
    if missing(report):
        return "incomplete", "No violations in what was checked"
    return "clean", "No violations"


def tiles(report: Report) -> str:
    """Return each total with its name; what is zero is there too."""
    shown = (
        ("error", "Errors", errors(report), ""),
        ("warning", "Warnings", warnings(report), ""),
        ("", "Files checked", len(report.checked), ""),
        ("", "Ignored", len(report.suppressed), "let pass by a directive"),
        ("", "Old", report.old, "there before, not counted"),
        ("", "Skipped", len(report.skipped), _reasons(report)),
        ("incomplete", "Undecided", len(report.undecided), ""),
        ("incomplete", "Contract problems", len(report.problems), ""),
    )
    rows = "\n".join(_tile(kind, label, number, remark) for kind, label, number, remark in shown)
    return f'<dl class="tiles">\n{rows}\n</dl>'


def _tile(kind: str, label: str, number: int, remark: str) -> str:
    classes = "tile" + (f" is-{kind}" if kind and number else "") + ("" if number else " is-zero")
    detail = element("dd", remark, style_class="remark") if remark and number else ""
    return element("div", f"<dt>{label}</dt><dd>{number:,}</dd>{detail}", style_class=classes)


def _reasons(report: Report) -> str:
    return ", ".join(
        f"{name(reason)}:&nbsp;{number:,}" for reason, number in skip_reasons(report).items()
    )


def alert(report: Report) -> str:
    """Return the warning above everything else that the run judged less than it should."""
    phrases = missing(report)
    if not phrases:
        return ""
    return (
        '<section class="alert" aria-labelledby="alert-head">\n'
        '<h2 id="alert-head">This run is incomplete</h2>\n'
        f"<p>{escaped('; '.join(phrases).capitalize())}. What it did not judge is neither clean "
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
            "Ignored: a comment such as <code>phaser:ignore</code> in the file lets them pass. "
            "&ldquo;Show: Ignored&rdquo; above lists them.",
        ),
        (
            report.old,
            "Old: they were there before, in the revision or the baseline that this run compares "
            "with. They are not counted and not listed.",
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
