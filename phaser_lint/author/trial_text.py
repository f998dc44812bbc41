"""What a trial showed, as text and as plain values for JSON."""

from __future__ import annotations

from phaser_lint.author.any_depth import any_depth
from phaser_lint.author.trial import LENGTH, SECONDS
from phaser_lint.contract.model import Report
from phaser_lint.contract.resolve import resolve
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import fix_of
from phaser_lint.core.text import count, printable, without_commands
from phaser_lint.report.excerpt_lines import excerpt_lines
from phaser_lint.report.report_paths import seen_from
from phaser_lint.report.summary import place, skip_reasons
from phaser_lint.report.undecided import group_undecided
from phaser_lint.text.regions import CODE, KINDS, PROSE
from phaser_lint.text.search.pattern_problems import spares_nothing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaser_lint.author.trial import ProjectTrial
    from phaser_lint.contract.model import Violation

_MOST, _MOST_NEAR, _MOST_REASONS = 20, 5, 2
VERSION = 1


def seen_from_folder(trial: ProjectTrial, folder: str) -> ProjectTrial:
    """Return *trial* with the paths as they are called from *folder*, for what shows it."""
    near = trial.near
    places = (*near.matches, *(each.place for each in near.lines))
    moved = seen_from(Report(violations=places), folder, root=trial.root).violations
    matches, others = moved[: len(near.matches)], moved[len(near.matches) :]
    lines = [each._replace(place=place) for each, place in zip(near.lines, others, strict=True)]
    return trial._replace(
        report=seen_from(trial.report, folder, root=trial.root),
        near=near._replace(lines=tuple(lines), matches=matches),
    )


def lines_of(trial: ProjectTrial, *, width: int) -> list[str]:
    """Return what is printed of a *trial*, in so many columns."""
    violations = trial.report.violations
    return [
        _totals(trial),
        *_remarks(trial),
        *_fixes(trial),
        *_where(trial),
        *(line for each in violations[:_MOST] for line in _found(each, width=width)),
        *_more(len(violations) - _MOST),
        *_matches(trial, width=width),
        *_near(trial, width=width),
        *_slow(trial),
        *_left_out(trial),
    ]


def as_values(trial: ProjectTrial) -> dict[str, Any]:
    """Return what ``--json`` holds of a *trial*: every violation, however many."""
    report, near = trial.report, trial.near
    return {
        "files_listed": len(trial.listed),
        "files_selected": len(trial.selected),
        "matches_by_region": dict(near.kinds),
        "matches_without_violation": [_place(each) for each in near.matches],
        "near_misses": [{"part": each.part, **_place(each.place)} for each in near.lines],
        "near_misses_complete": near.files == len(trial.selected) or not near.files,
        "skipped": [{"path": each.path, "reason": each.reason} for each in report.skipped],
        "slow": trial.slow,
        "suppressed": len(report.suppressed),
        "undecided": [{"path": each.path, "reason": each.reason} for each in report.undecided],
        "version": VERSION,
        "violations": [
            {**_place(each), "fix_safety": each.fix and each.fix.safety}
            for each in report.violations
        ],
    }


def _place(violation: Violation) -> dict[str, Any]:
    names = ("column", "end_column", "end_line", "line", "line_text", "path", "where")
    return {name: getattr(violation, name) for name in names}


def _fixes(trial: ProjectTrial) -> list[str]:
    """Return of how many violations the fix is safe, of how many not, and why."""
    if fix_of(trial.contract) is None:
        return []
    fixes = [each.fix for each in trial.report.violations]
    unsafe = [each.reason for each in fixes if each and each.safety == "unsafe"]
    reasons = "; ".join(list(dict.fromkeys(unsafe))[:_MOST_REASONS])
    numbers = [f"safe for {sum(each is not None for each in fixes) - len(unsafe)}"]
    numbers += [f"unsafe for {len(unsafe)} ({reasons})"] if unsafe else []
    numbers += [f"none for {fixes.count(None)}"] if None in fixes else []
    return [f"fix: {', '.join(numbers)}"] if fixes else []


def _totals(trial: ProjectTrial) -> str:
    report = trial.report
    parts = [
        f"{count(len(trial.selected), 'file')} selected of {len(trial.listed)}",
        count(len(report.violations), "violation"),
        *([f"{len(report.suppressed)} ignored"] if report.suppressed else []),
        *([f"{len(report.undecided)} undecided"] if report.undecided else []),
    ]
    return ", ".join(parts)


def _remarks(trial: ProjectTrial) -> Iterator[str]:
    if not trial.contract.enabled:
        yield "enabled: false: the contract counts nowhere"
    elif not trial.selected:
        globs = ", ".join(map(printable, trial.contract.file_glob))
        deeper = any_depth(trial.contract, trial.listed)
        yield f"no file of the project is selected by {globs}{deeper and f'; {printable(deeper)}'}"
    for doubt in resolve([trial.contract]).notices:
        yield printable(doubt.text.partition(": ")[2])
    spared = "" if trial.contract.literal else spares_nothing(trial.contract.pattern)
    if spared:
        yield printable(spared)
    if "base" in RULES[trial.contract.type].needs and trial.compared:
        yield "changes are those since the last commit; a scan checks them with --since"
    elif "base" in RULES[trial.contract.type].needs:
        yield "nothing was checked: there is no commit to tell changes by"


def _region(kind: str, number: int) -> str:
    """Return ``a comment``, or ``comments`` for several."""
    if kind in (CODE, PROSE):
        return kind
    return f"a {kind}" if number == 1 else f"{kind}s"


def _where(trial: ProjectTrial) -> Iterator[str]:
    """Yield how many matches are where they are hardly meant, or do not count."""
    wanted = trial.contract.counted_in
    kinds = dict(trial.near.kinds)
    if not wanted:
        yield from _elsewhere(kinds)
        return
    counted = {kind for each in wanted for kind in KINDS[each]}
    others = {kind: number for kind, number in kinds.items() if kind not in counted}
    if others:
        yield f"{_numbers(others)}: not counted, with in: {', '.join(wanted)}"
    if others and others == kinds:
        yield (
            "a match counts where its first character is; "
            "a quote belongs to its string, and what opens a comment to its comment"
        )


def _elsewhere(kinds: Mapping[str, int]) -> Iterator[str]:
    """Yield how many of all matches are in comments and strings, and what to write."""
    others = {kind: number for kind, number in kinds.items() if kind not in (CODE, PROSE)}
    if not others:
        return
    total = sum(kinds.values())
    if CODE in kinds:
        yield f"of {total} matches, {_numbers(others)}: --in code counts only those in code"
        return
    words = [each for each, inside in KINDS.items() if set(kinds) <= {*inside}]
    which = "the match stands" if total == 1 else f"all {total} matches stand"
    says = f": --in {words[0]} counts only these, --in code none of them" if words else ""
    yield f"{which} in {_places(kinds)}{says or ', and none in code'}"


def _numbers(kinds: Mapping[str, int]) -> str:
    return " and ".join(f"{number} in {_region(kind, number)}" for kind, number in kinds.items())


def _places(kinds: Mapping[str, int]) -> str:
    return " and ".join(_region(kind, number) for kind, number in kinds.items())


def _found(violation: Violation, *, width: int, message: str = "") -> list[str]:
    column = f":{violation.column}" if violation.column else ""
    head = without_commands(f"{place(violation)}{column}{message}")
    return ["", head, *excerpt_lines(violation, width=width)]


def _matches(trial: ProjectTrial, *, width: int) -> Iterator[str]:
    matches = trial.near.matches
    if matches:
        yield ""
        yield "matches that are no violation:"
    for each in matches[:_MOST_NEAR]:
        yield from _found(each, width=width)


def _near(trial: ProjectTrial, *, width: int) -> Iterator[str]:
    if trial.near.lines:
        yield ""
        is_import = RULES[trial.contract.type].evidence == "import"
        part = "what is imported" if is_import else "the longest part of the pattern that matches"
        yield f"near misses, with {part}:"
    for each in trial.near.lines:
        yield from _found(each.place, width=width, message=f": {printable(each.part)}")


def _more(number: int) -> Iterator[str]:
    if number > 0:
        yield ""
        yield f"and {count(number, 'more violation')}: --json lists all"


def _slow(trial: ProjectTrial) -> Iterator[str]:
    late = group_undecided(trial.report.undecided)
    if late or trial.slow:
        yield ""
    for each in late:
        yield without_commands(f"{each.places()}: undecided: {printable(each.reason)}")
    if trial.slow:
        yield (
            f"slow: {LENGTH:,} characters of {printable(trial.slow)!r} in a row take the pattern "
            f"longer than {SECONDS * 1000:.0f} ms"
        )


def _left_out(trial: ProjectTrial) -> Iterator[str]:
    skipped, looked = trial.report.skipped, trial.near.files
    if skipped:
        reasons = skip_reasons(trial.report).items()
        shown = ", ".join(f"{printable(reason)}: {number}" for reason, number in reasons)
        yield f"{len(skipped)} skipped ({shown})"
    if 0 < looked < len(trial.selected):
        yield f"near misses were searched in the first {count(looked, 'file')}"
