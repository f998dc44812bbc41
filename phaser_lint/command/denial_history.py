"""``history --denials``: which contracts denied edits on this machine, and what came next.

It reads the log that the hooks write which ``install --log`` put in. A contract that is often
denied once more, or never met by the next edit, is argued with: its message may say too little.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from operator import attrgetter

from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.core import Record
from phaser_lint.core.text import render_quantity, render_sorted_json
from phaser_lint.hook.memory.denials import LoggedEvent


class ContractDenials(Record):
    """What the log has of a contract: how often it denied, and what became of these edits."""

    contract: str
    denials: int = 0
    next_clean: int = 0
    """Of these the next edit of the file was clean."""
    next_denied: int = 0
    """Of these the next edit of the file was denied again, by whichever contract."""
    first: int = 0
    last: int = 0
    integrations: tuple[tuple[str, int], ...] = ()


def sum_denials(events: Iterable[LoggedEvent], ids: Sequence[str]) -> list[ContractDenials]:
    """Return a row for each contract of *ids*, or of all, that denied; the most first."""
    rows: dict[str, ContractDenials] = {}
    open_by_file: dict[str, list[str]] = {}
    for event in events:
        for file in dict.fromkeys((*event.clean, *(file for _, file in event.denials if file))):
            for contract in open_by_file.pop(file, []):
                row = rows[contract]
                rows[contract] = (
                    row._replace(next_clean=row.next_clean + 1)
                    if file in event.clean
                    else row._replace(next_denied=row.next_denied + 1)
                )
        for contract, file in event.denials:
            row = rows.get(contract) or ContractDenials(contract, first=event.time)
            numbers = dict(row.integrations)
            numbers[event.integration] = numbers.get(event.integration, 0) + 1
            rows[contract] = row._replace(
                denials=row.denials + 1,
                last=event.time,
                integrations=tuple(sorted(numbers.items())),
            )
            if file:
                open_by_file.setdefault(file, []).append(contract)
    selected = [row for row in rows.values() if not ids or row.contract in ids]
    by_name = sorted(selected, key=attrgetter("contract"))
    return sorted(by_name, key=attrgetter("denials"), reverse=True)


def print_denials(rows: Sequence[ContractDenials], *, ids: Sequence[str], as_json: bool) -> None:
    """Print the *rows* of ``history --denials``, which are those of the *ids*, if any are named."""
    if as_json:
        denials = [
            {
                **row._asdict(),
                "integrations": dict(row.integrations),
                "first": _render_moment(row.first),
                "last": _render_moment(row.last),
            }
            for row in rows
        ]
        sys.stdout.write(render_sorted_json({"denials": denials}))
    elif rows:
        names = max(len(row.contract) for row in rows)
        numbers = max(len(render_quantity(row.denials, "denial")) for row in rows)
        lines = [
            f"{row.contract:<{names}}  {render_quantity(row.denials, 'denial'):<{numbers}}  "
            f"next edit: {row.next_clean} clean, {row.next_denied} denied again  "
            f"last {_render_moment(row.last)[:10]}"
            for row in rows
        ]
        total = render_quantity(sum(row.denials for row in rows), "denial")
        first_day = _render_moment(min(row.first for row in rows))[:10]
        lines.append(f"{total} of {render_quantity(len(rows), 'contract')} since {first_day}")
        sys.stdout.write(render_lines(lines))
    else:
        whose = f"{', '.join(ids)} in this project" if ids else "this project"
        sys.stdout.write(
            f"no denial is logged of {whose}: the hook notes them after phaser-lint install --log\n"
        )


def _render_moment(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
