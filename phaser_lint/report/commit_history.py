"""What the contracts find in the commits that were made: a violation a line, and a table.

3f2a9c1d0b12 src/app.py:3:5: error: Use the logger. [no-print]
5be01f44a9c3 src/pay.py:8:1: overridden: Use the logger. [no-print]

On a terminal each commit has a head of its own, and violations their lines.
"""

from __future__ import annotations

from rich.text import Text

from phaser_lint.check.past.checked_history import MOST_FILES
from phaser_lint.contract.model import Report
from phaser_lint.core.text import (
    contract_shown,
    count,
    harmless,
    printable,
    sorted_json,
    without_commands,
)
from phaser_lint.report import json, terminal, text_lines
from phaser_lint.report.summary import place, skip_reasons

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from rich.text import Text

    from phaser_lint.check.past.checked_history import CheckedCommit, ContractHistory, History
    from phaser_lint.contract.model import ContractProblem

VERSION = 1
_ID_SHOWN = 12
_MOST_PLACES = 3


def lines(history: History) -> list[str]:
    """Return a line for each violation that a commit added, and for each that it suppressed."""
    return [
        f"{each.commit.id[:_ID_SHOWN]} {line}"
        for each in history.commits
        for line in (*text_lines.lines(each.report), *_overridden(each))
    ]


def one_liners(history: History) -> list[Text]:
    """Return the same lines styled."""
    return [
        Text(f"{each.commit.id[:_ID_SHOWN]} ", style="yellow").append_text(line)
        for each in history.commits
        for line in (*terminal.one_liners(each.report), *_dimmed(each))
    ]


def blocks(history: History, *, width: int) -> list[Text]:
    """Return the same styled, for a terminal *width* columns wide: commits that broke nothing."""
    found: list[Text] = []
    for each in history.commits:
        suppressed = _dimmed(each)
        if not (each.report.violations or suppressed):
            continue
        head = _head(each)[:width]
        found.append(Text(head[:_ID_SHOWN], style="bold yellow"))
        found[-1].append(head[_ID_SHOWN:], style="not bold default")
        found += [*terminal.blocks(each.report, width=width)]
        found += [*suppressed, Text()] if suppressed else []
    return found


def table(contracts: Sequence[ContractHistory], *, shows_all: bool = False) -> list[str]:
    """Return a line for each contract: how often it is broken, and of how many commits.

    Those that nothing broke are counted, if *shows_all* does not ask for their lines.
    """
    listed = [each for each in contracts if shows_all or each.frequency() != "never"]
    names = [contract_shown(each.contract.key) for each in listed]
    width = max(map(len, names), default=0)
    rows = [
        f"{name:<{width}}  {each.frequency():<10}  {_numbers(each)}"
        for name, each in zip(names, listed, strict=True)
    ]
    left = len(contracts) - len(listed)
    return [*rows, *([f"{count(left, 'contract')} would have reported nothing"] if left else [])]


def totals(history: History) -> str:
    """Return how many commits were checked, and how many of them would not have passed."""
    of = _totals(history)
    checked = f"{count(of['judged'], 'commit')} checked{', all there are' if history.whole else ''}"
    message = f"{checked}: {of['stopped']} would have been stopped, {of['warned']} warned about"
    return ", ".join([message, *_skipped(history)])


def about_one(history: History) -> list[str]:
    """Return the *history* of a single contract: a line for each commit that broke it."""
    broken = [each for each in history.commits if each.report.violations]
    undecided = sum(bool(each.report.undecided) for each in history.commits)
    left = [f"{count(undecided, 'commit')} undecided: the pattern took too long"]
    return [
        f"{len(broken)} of the last {count(len(history.commits), 'commit')} would not have passed",
        *(f"  {_head(each)}: {_places(each)}" for each in broken),
        *(left if undecided else []),
        *_skipped(history),
        *about_end(history),
    ]


def about_end(history: History) -> list[str]:
    """Return what to report of a history that has gaps, or ends too early."""
    gaps = [
        f"{each[:_ID_SHOWN]} is not checked: it changes {files} files, of at most {MOST_FILES}"
        for each, files in history.unchecked.items()
    ]
    if not history.cut_at:
        return gaps
    at = history.cut_at[:_ID_SHOWN]
    return [
        *gaps,
        f"this clone is shallow and ends at {at}, which is not checked; "
        "git fetch --unshallow gets the rest of the history",
    ]


def as_values(history: History) -> dict[str, Any]:
    """Return all of it as plain values, but for the contracts."""
    return {
        "commits": [_commit(each) for each in history.commits],
        "cut_at": history.cut_at or None,
        "summary": _totals(history),
        "unchecked": [{"commit": each, "files": n} for each, n in history.unchecked.items()],
    }


def render_json(
    history: History,
    contracts: Sequence[ContractHistory],
    problems: Sequence[ContractProblem] = (),
) -> str:
    """Return all of it as JSON, ending in a newline."""
    listed = [_contract(each) for each in contracts]
    values = {**as_values(history), "problems": [each._asdict() for each in problems]}
    return sorted_json({"version": VERSION, **values, "contracts": listed})


def _skipped(history: History) -> list[str]:
    """Return how many states of files were not checked, and why."""
    found = Report(skipped=tuple(one for each in history.commits for one in each.report.skipped))
    reasons = ", ".join(f"{printable(why)}: {n}" for why, n in skip_reasons(found).items())
    return [f"{len(found.skipped)} skipped ({reasons})"] if reasons else []


def _totals(history: History) -> dict[str, int]:
    stopped = sum(each.stops() for each in history.commits)
    broken = sum(bool(each.report.violations) for each in history.commits)
    return {"judged": len(history.commits), "stopped": stopped, "warned": broken - stopped}


def _head(checked: CheckedCommit) -> str:
    commit = checked.commit
    return harmless(f"{commit.id[:_ID_SHOWN]} {commit.date[:10]} {commit.subject}")


def _places(checked: CheckedCommit) -> str:
    found = [without_commands(place(each)) for each in checked.report.violations]
    more = f" and {len(found) - _MOST_PLACES} more" if len(found) > _MOST_PLACES else ""
    return f"{', '.join(found[:_MOST_PLACES])}{more}"


def _overridden(checked: CheckedCommit) -> list[text_lines.Line]:
    suppressed = checked.report._replace(violations=checked.overridden)
    return [line._replace(severity="overridden") for line in text_lines.lines(suppressed)]


def _dimmed(checked: CheckedCommit) -> list[Text]:
    return [Text(f"{line}", style="dim") for line in _overridden(checked)]


def _numbers(of: ContractHistory) -> str:
    parts = [
        f"{of.broken} of {count(of.touched, 'commit')}",
        *([f"overridden in {of.overridden}"] if of.overridden else []),
        *([f"undecided in {of.undecided}"] if of.undecided else []),
    ]
    return ", ".join(parts)


def _commit(checked: CheckedCommit) -> dict[str, Any]:
    commit, report = checked.commit, checked.report
    mapped = json.as_mapping(report._replace(suppressed=checked.overridden))
    return {
        "commit": commit.id,
        "parent": commit.parent or None,
        "date": commit.date,
        "subject": commit.subject,
        "stopped": checked.stops(),
        "violations": mapped["violations"],
        "overridden": mapped["suppressed"],
        "undecided": mapped["undecided"],
        "skipped": mapped["skipped"],
    }


def _contract(of: ContractHistory) -> dict[str, Any]:
    contract = of.contract
    return {
        "rule_id": contract.rule_id,
        "level": contract.level,
        "severity": contract.severity,
        "frequency": of.frequency(),
        "touched": of.touched,
        "broken": of.broken,
        "overridden": of.overridden,
        "undecided": of.undecided,
    }
