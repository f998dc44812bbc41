"""What the contracts find in the commits that were made: a violation a line, and a table.

3f2a9c1d0b12 src/app.py:3:5: error: Use the logger. [no-print]
5be01f44a9c3 src/pay.py:8:1: suppressed: Use the logger. [no-print]

On a terminal each commit has a head of its own, and violations their lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from phaser_lint.check.checked_history import MOST_FILES, CheckedCommit, ContractHistory, History
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.core.text import (
    join_most,
    make_harmless,
    name_contract,
    render_quantity,
    render_sorted_json,
    without_commands,
)
from phaser_lint.report import concise, json
from phaser_lint.report import full as terminal
from phaser_lint.report.summary import render_place, render_skip_count

VERSION = 1
_ID_SHOWN = 12
_MOST_PLACES = 3


def render_history_lines(history: History) -> list[str]:
    """Return a line for each violation that a commit added, and each that it suppressed."""
    return [
        f"{commit.commit.id[:_ID_SHOWN]} {line}"
        for commit in history.commits
        for line in (
            *concise.list_violation_lines(commit.report, concise.LINE.format),
            *_list_overridden(commit),
        )
    ]


def style_history_lines(history: History) -> list[Text]:
    """Return the lines of the commit history styled for a terminal, one a violation."""
    return [
        Text(f"{commit.commit.id[:_ID_SHOWN]} ", style="yellow").append_text(line)
        for commit in history.commits
        for line in (*terminal.style_violation_lines(commit.report), *_style_overridden(commit))
    ]


def style_commit_blocks(history: History, *, width: int) -> list[Text]:
    """Return each commit's head, and below it what broke contracts, *width* columns wide."""
    styled_lines: list[Text] = []
    for commit in history.commits:
        overridden = _style_overridden(commit)
        if not (commit.report.violations or overridden):
            continue
        head = _render_head(commit)[:width]
        styled_head = Text(head[:_ID_SHOWN], style="bold yellow")
        styled_head.append(head[_ID_SHOWN:], style="not bold default")
        styled_lines += [styled_head, *terminal.style_violation_blocks(commit.report, width=width)]
        styled_lines += [*overridden, Text()] if overridden else []
    return styled_lines


def render_frequency_table(contracts: Sequence[ContractHistory], *, shows_all: bool) -> list[str]:
    """Return the table of the commit history: a line for each contract, how often it is broken, and
    of how many commits.

    Those that nothing broke are counted, if *shows_all* does not ask for their lines.
    """
    rows = [row for row in contracts if shows_all or row.frequency() != "never"]
    names = [name_contract(row.contract.key) for row in rows]
    width = max(map(len, names), default=0)
    lines = []
    for name, row in zip(names, rows, strict=True):
        phrases = [f"{row.broken} of {render_quantity(row.touched, 'commit')}"]
        phrases += [f"suppressed in {row.overridden}"] if row.overridden else []
        phrases += [f"undecided in {row.undecided}"] if row.undecided else []
        lines.append(f"{name:<{width}}  {', '.join(phrases)}")
    hidden = len(contracts) - len(rows)
    if hidden:
        lines.append(f"{render_quantity(hidden, 'contract')} would have reported nothing")
    return lines


def render_history_totals(history: History) -> str:
    """Return the commit history's totals: commits that were checked, and that had not passed."""
    numbers = _count_totals(history)
    commits = render_quantity(numbers["judged"], "commit")
    extent = ", all there are" if history.whole else ""
    outcome = f"{numbers['stopped']} would have been stopped, {numbers['warned']} warned about"
    return ", ".join([f"{commits} checked{extent}: {outcome}", *_describe_skipped(history)])


def describe_contract_history(history: History) -> list[str]:
    """Return the commit history of a single contract: a line for each commit that broke it."""
    failing = [commit for commit in history.commits if commit.report.violations]
    undecided = sum(bool(commit.report.undecided) for commit in history.commits)
    lines = [
        f"{len(failing)} of the last {render_quantity(len(history.commits), 'commit')} "
        "would not have passed"
    ]
    for commit in failing:
        places = [
            without_commands(render_place(violation)) for violation in commit.report.violations
        ]
        shown_places = join_most(places, _MOST_PLACES, last=" and ")
        lines.append(f"  {_render_head(commit)}: {shown_places}")
    if undecided:
        lines.append(f"{render_quantity(undecided, 'commit')} undecided: the pattern took too long")
    return [*lines, *_describe_skipped(history), *describe_history_gaps(history)]


def describe_history_gaps(history: History) -> list[str]:
    """Return the commit history's gaps: unchecked commits, and a shallow clone's end."""
    gaps = [
        f"{commit[:_ID_SHOWN]} is not checked: it changes {files} files, of at most {MOST_FILES}"
        for commit, files in history.unchecked.items()
    ]
    if not history.cut_at:
        return gaps
    oldest_commit = history.cut_at[:_ID_SHOWN]
    return [
        *gaps,
        f"this clone is shallow and ends at {oldest_commit}, which is not checked; "
        "git fetch --unshallow gets the rest of the history",
    ]


def map_history(history: History) -> dict[str, Any]:
    """Return the commit history as plain values for JSON, but for the contracts."""
    commits = []
    for checked_commit in history.commits:
        commit, report = checked_commit.commit, checked_commit.report
        mapped = json.map_report(report._replace(suppressed=checked_commit.overridden))
        commit_values = {
            "commit": commit.id,
            "parent": commit.parent or None,
            "date": commit.date,
            "subject": commit.subject,
            "stopped": checked_commit.stops(),
            "violations": mapped["violations"],
            "overridden": mapped["suppressed"],
            "undecided": mapped["undecided"],
            "skipped": mapped["skipped"],
        }
        commits.append(commit_values)
    return {
        "commits": commits,
        "cut_at": history.cut_at or None,
        "summary": _count_totals(history),
        "unchecked": [
            {"commit": commit_id, "files": n} for commit_id, n in history.unchecked.items()
        ],
    }


def render_history_json(
    history: History,
    contracts: Sequence[ContractHistory],
    problems: Sequence[ContractProblem],
) -> str:
    """Return the history of commits as JSON, ending in a newline."""
    return render_sorted_json(
        {
            "version": VERSION,
            **map_history(history),
            "problems": [problem._asdict() for problem in problems],
            "contracts": [
                {
                    "rule_id": row.contract.rule_id,
                    "level": row.contract.level,
                    "severity": row.contract.severity,
                    "frequency": row.frequency(),
                    "touched": row.touched,
                    "broken": row.broken,
                    "overridden": row.overridden,
                    "undecided": row.undecided,
                }
                for row in contracts
            ],
        }
    )


def _describe_skipped(history: History) -> list[str]:
    """Return how many states of files were not checked, and why."""
    return render_skip_count([skip for commit in history.commits for skip in commit.report.skipped])


def _count_totals(history: History) -> dict[str, int]:
    stopped = sum(commit.stops() for commit in history.commits)
    failing = sum(bool(commit.report.violations) for commit in history.commits)
    return {"judged": len(history.commits), "stopped": stopped, "warned": failing - stopped}


def _render_head(checked_commit: CheckedCommit) -> str:
    commit = checked_commit.commit
    return make_harmless(f"{commit.id[:_ID_SHOWN]} {commit.date[:10]} {commit.subject}")


def _list_overridden(checked_commit: CheckedCommit) -> list[str]:
    suppressed = checked_commit.report._replace(violations=checked_commit.overridden)
    line = concise.LINE.replace("{severity}", "suppressed")
    return concise.list_violation_lines(suppressed, line.format)


def _style_overridden(checked_commit: CheckedCommit) -> list[Text]:
    return [Text(line, style="dim") for line in _list_overridden(checked_commit)]
