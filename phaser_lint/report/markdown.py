"""``--format markdown``: a table for a job summary or a comment.

    phaser-lint scan --format github --format "markdown=$GITHUB_STEP_SUMMARY"

First the totals, then what was not checked, what a change does to contracts, and a table of the
violations, errors first. GitHub refuses a summary of 1 MiB and more, so the table ends before that
and counts the violations that it leaves out.

Names and messages come from whoever wrote the files: each is shown letter for letter. Nothing of
it becomes a table's cell, markup, HTML, a link, or the mention of a person, who would be notified.
"""

from __future__ import annotations

import re

from phaser_lint.core.text import contract_shown, count, printable, printable_lines
from phaser_lint.report.report_places import shortened
from phaser_lint.report.summary import counts, not_checked, place, problem_text, totals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phaser_lint.contract.model import Report


_MOST_BYTES = 1_000_000
_MOST_ASIDES = 100
_LONGEST_TEXT = 1_000
# What Markdown, GitHub's extensions of it, or HTML could take for markup. "@" and "#" begin a
# mention and a reference even when they are written as entities.
_MARKUP = re.compile(
    r"^[-+=]|^\d(?=\d*[.)])|[\\`*_\[\]<>&|~$#@]|:(?=//|[-+\w]+:)|(?<=www)\.", re.IGNORECASE
)
_ORDER = {"error": 0, "warning": 1}


def render(report: Report) -> str:
    """Return the Markdown text, under 1 MiB, ending in a newline."""
    parts = [f"## phaser-lint: {totals(report)}\n\n{escaped(counts(report))}.\n"]
    parts += _section("Not checked", _not_checked(report))
    parts += _section("What this change does to contracts", _notes(report, of_change=True))
    parts += _section("Notes", _notes(report, of_change=False))
    table = _table(report, room=_MOST_BYTES - len("\n".join(parts).encode("utf-8")))
    return "\n".join([*parts, *table])


def escaped(text: str) -> str:
    """Return *text* so that Markdown shows it letter for letter, on one line."""
    return _MARKUP.sub(_entity, " ".join(printable(text).split()))


def _entity(match: re.Match[str]) -> str:
    character = match.group()
    # The space without width parts the mark from the name.
    parting = "&#8203;" if character in "@#" else ""
    return f"&#{ord(character)};{parting}"


def _not_checked(report: Report) -> list[str]:
    undecided = [f"{_code(entry.path)}: {_text(not_checked(entry))}" for entry in report.undecided]
    return undecided + [_text(problem_text(entry)) for entry in report.problems]


def _notes(report: Report, *, of_change: bool) -> list[str]:
    return [
        f"{_code(entry.path, entry.line)}: {_text(entry.text)}"
        for entry in report.notices
        if entry.change == of_change
    ]


def _section(title: str, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    shown = [f"- {line}" for line in lines[:_MOST_ASIDES]]
    hidden = len(lines) - len(shown)
    more = [f"- and {hidden} more, not shown here"] if hidden else []
    return ["\n".join((f"### {title}\n", *shown, *more, ""))]


def _table(report: Report, *, room: int) -> list[str]:
    """Return the table as one part, at most *room* bytes long; none without violations."""
    if not report.violations:
        return []
    rows = ["| Place | Severity | Contract | Message |", "|---|---|---|---|"]
    room -= sum(len(row) + 1 for row in rows) + 200
    ordered = sorted(report.violations, key=lambda violation: _ORDER[violation.severity])
    for shown, violation in enumerate(ordered):
        row = (
            f"| <code>{_cut(place(violation))}</code> | {violation.severity} "
            f"| {escaped(contract_shown(violation.contract_key))} | {_message(violation.message)} |"
        )
        room -= len(row.encode("utf-8")) + 1
        if room < 0:
            left = count(len(ordered) - shown, "more violation")
            return ["\n".join((*rows, "", f"**{left} not shown here: the table is full.**", ""))]
        rows.append(row)
    return ["\n".join((*rows, ""))]


def _message(message: str) -> str:
    lines = printable_lines(shortened(message.strip(), _LONGEST_TEXT))
    return "<br>".join(escaped(line) for line in lines)


def _text(text: str) -> str:
    return escaped(shortened(text, _LONGEST_TEXT))


def _code(path: str, line: int | None = None) -> str:
    return f"<code>{_cut(path)}{f':{line}' if line else ''}</code>"


def _cut(path: str) -> str:
    return escaped(shortened(path, _LONGEST_TEXT))


# What goes into the files that a step of a workflow hands to its runner.
#
# ``GITHUB_STEP_SUMMARY`` takes Markdown, and the runner throws away all of it above 1 MiB, so that
# a longer one is cut here. ``GITHUB_OUTPUT`` takes ``name=value`` lines, in which a value with a
# line break would become the next output's name: each value is between delimiters of its own.

LARGEST_SUMMARY = 1024 * 1024
CUT = "\n\n**There is more: the log of the step shows all of it.**\n"


def fitted(markdown: str, *, room: int) -> str:
    """Return *markdown* in at most *room* bytes of UTF-8: whole, or whole paragraphs and a remark.

    What was open where it was cut (a code block, ``<details>``) is closed. Nothing at all where
    there is not even room for the remark.
    """
    data = _bytes(markdown)
    if len(data) <= room:
        return data.decode("utf-8")
    # Room for what has to be closed: a fence and a few details at most.
    start = data[: max(0, room - len(CUT) - 64)].decode("utf-8", "ignore")
    end = start.rfind("\n\n") if "\n\n" in start else start.rfind("\n")
    shown = _closed(start[: max(0, end)]) + CUT
    return shown if len(_bytes(shown)) <= room else ""


def outputs(values: Mapping[str, str], *, delimiter: str) -> str:
    """Return the lines that set the outputs *values*; *delimiter* must not be predictable."""
    return "".join(f"{name}<<{delimiter}\n{value}\n{delimiter}\n" for name, value in values.items())


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _closed(markdown: str) -> str:
    fences = [line for line in markdown.split("\n") if line.startswith("```")]
    fence = "\n```" if len(fences) % 2 else ""
    details = markdown.count("<details") - markdown.count("</details>")
    return markdown + fence + "\n</details>" * min(max(0, details), 4)
