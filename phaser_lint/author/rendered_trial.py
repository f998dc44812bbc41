"""What a trial showed, as text and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from phaser_lint.author.block_notes import NO_BLOCK, NO_HEADER
from phaser_lint.author.trial import LENGTH, SECONDS, ProjectTrial
from phaser_lint.author.why.content_steps import describe_blank_comment
from phaser_lint.contract.glob_advice import name_excluding_glob, name_wider_glob
from phaser_lint.contract.keys import CHANGES
from phaser_lint.contract.model import Contract, Report, Violation
from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.contract.rules import RULES, is_item_itself
from phaser_lint.contract.rules.fix_key import find_contract_fix
from phaser_lint.contract.rules.partners import find_selected_folders
from phaser_lint.core.text import join_most, make_printable, render_quantity, without_commands
from phaser_lint.report.paths_from_folder import move_report_to_folder
from phaser_lint.report.plain_excerpt import render_excerpt_lines
from phaser_lint.report.summary import (
    count_skip_reasons,
    group_skipped_paths,
    group_undecided,
    render_place,
    render_skip_count,
)
from phaser_lint.text.regions import CODE, KINDS, PROSE
from phaser_lint.text.search.pattern_problems import explain_idle_lookahead, explain_sign_of_grep

_MOST, _MOST_NEAR, _MOST_REASONS = 20, 5, 2
# Three hundred pictures of a project are no news to who reads the trial of each pattern.
_MOST_SKIPPED = 5
VERSION = 1


def with_paths_from_folder(trial: ProjectTrial, folder: str) -> ProjectTrial:
    """Return *trial* to be rendered, with the paths as they are called from *folder*."""

    def move(places: Sequence[Violation]) -> tuple[Violation, ...]:
        return move_report_to_folder(
            Report(violations=tuple(places)), folder, root=trial.root
        ).violations

    near = trial.near
    line_places = move([near_line.place for near_line in near.lines])
    lines = [
        near_line._replace(place=place)
        for near_line, place in zip(near.lines, line_places, strict=True)
    ]
    blocks = [
        note._replace(place=place)
        for note, place in zip(near.blocks, move([note.place for note in near.blocks]), strict=True)
    ]
    return trial._replace(
        report=move_report_to_folder(trial.report, folder, root=trial.root),
        near=near._replace(
            lines=tuple(lines),
            matches=move(near.matches),
            with_comments=move(near.with_comments),
            without_comments=move(near.without_comments),
            blocks=tuple(blocks),
        ),
    )


def render_trial(trial: ProjectTrial, *, width: int) -> list[str]:
    """Return the text that is printed of a *trial*, by lines, in so many columns."""
    report, rule = trial.report, RULES[trial.contract.type]
    selected = render_quantity(len(trial.selected), "file")
    if rule.of_folders(trial.contract):
        folders = find_selected_folders(trial.contract, trial.selected)
        selected = f"{render_quantity(len(folders), 'folder')} with {selected}"
    totals = [
        f"{selected} selected of {len(trial.listed)}",
        render_quantity(len(report.violations), "violation"),
        *([f"{len(report.suppressed)} ignored"] if report.suppressed else []),
        *([f"{len(report.undecided)} undecided"] if report.undecided else []),
    ]
    lines = [", ".join(totals), *_render_remarks(trial)]
    fixes = [violation.fix for violation in report.violations]
    if fixes and find_contract_fix(trial.contract) is not None:
        # Of how many violations the fix is safe, of how many not, and why.
        unsafe_reasons = [fix.reason for fix in fixes if fix and fix.safety == "unsafe"]
        reasons = "; ".join(list(dict.fromkeys(unsafe_reasons))[:_MOST_REASONS])
        numbers = [f"safe for {sum(fix is not None for fix in fixes) - len(unsafe_reasons)}"]
        numbers += [f"unsafe for {len(unsafe_reasons)} ({reasons})"] if unsafe_reasons else []
        numbers += [f"none for {fixes.count(None)}"] if None in fixes else []
        lines.append(f"fix: {', '.join(numbers)}")
    lines += _render_uncounted_matches(trial)
    for violation in report.violations[:_MOST]:
        # Nothing in the file shows what it lost, nor where an alias leads.
        loss = {
            "lost match": f": {violation.message}",
            "import": violation.message.removeprefix(trial.contract.message.rstrip()),
        }.get(rule.evidence) or _describe_block(violation, trial)
        lines += _render_place(violation, width=width, message=loss)
    surplus = len(report.violations) - _MOST
    if surplus > 0:
        lines += ["", f"and {render_quantity(surplus, 'more violation')}: --json lists all"]
    return [*lines, *_render_near_misses(trial, width=width), *_render_unchecked(trial)]


def make_trial_values(trial: ProjectTrial) -> dict[str, Any]:
    """Return what ``--json`` holds of a *trial*: every violation, however many."""
    report, near_misses = trial.report, trial.near
    return {
        "blocks": [
            {"said": note.text, **make_violation_values(note.place)} for note in near_misses.blocks
        ],
        "faults": [*filter(None, [make_printable(find_pattern_fault(trial.contract))])],
        "files_listed": len(trial.listed),
        "files_selected": len(trial.selected),
        "matches_by_region": dict(near_misses.kinds),
        "matches_by_region_complete": not _is_partly_counted(trial),
        "matches_only_with_comments": [
            make_violation_values(match) for match in near_misses.with_comments
        ],
        "matches_only_without_comments": [
            make_violation_values(match) for match in near_misses.without_comments
        ],
        "matches_without_violation": [
            make_violation_values(violation) for violation in near_misses.matches
        ],
        "near_misses": [
            {"part": near_line.part, **make_violation_values(near_line.place)}
            for near_line in near_misses.lines
        ],
        "near_misses_complete": near_misses.files == len(trial.selected) or not near_misses.files,
        "remarks": [*_render_remarks(trial)],
        **make_skip_values(report),
        "slow": trial.slow,
        "suppressed": len(report.suppressed),
        "undecided": make_undecided_values(report),
        "version": VERSION,
        "violations": [
            {
                **make_violation_values(violation),
                "message": violation.message,
                "fix_safety": violation.fix and violation.fix.safety,
            }
            for violation in report.violations
        ],
    }


def make_skip_values(report: Report) -> dict[str, Any]:
    """Return for JSON how many files a trial did not check for each reason, and the first ones."""
    skipped = [
        {"path": path, "reason": reason}
        for reason, paths in group_skipped_paths(report.skipped).items()
        for path in paths[:_MOST_SKIPPED]
    ]
    return {"skipped": skipped, "skipped_by_reason": count_skip_reasons(report.skipped)}


def make_undecided_values(report: Report) -> list[dict[str, str]]:
    """Return for JSON the files on which a trial is undecided, each with the reason."""
    return [{"path": check.path, "reason": check.reason} for check in report.undecided]


def make_violation_values(violation: Violation) -> dict[str, Any]:
    """Return the place of a trial's violation, as it is rendered for JSON."""
    names = ("column", "end_column", "end_line", "line", "line_text", "path", "where")
    return {name: getattr(violation, name) for name in names}


def _render_remarks(trial: ProjectTrial) -> Iterator[str]:
    if not trial.contract.enabled:
        yield "enabled: false: the contract counts nowhere"
    elif not trial.selected:
        globs = ", ".join(map(make_printable, trial.contract.file_glob))
        advice = name_wider_glob(
            trial.checked, trial.listed, key="file_glob"
        ) or name_excluding_glob(trial.checked, trial.listed)
        more = advice and f"; {make_printable(advice)}"
        rule = RULES[trial.contract.type]
        # Who bans `yarn.lock` took "no file" for a wrong glob.
        met = ", and the contract asks for none" * (rule.evidence == "file")
        yield f"no file of the project is selected by {globs}{met}{more}"
    for doubt in resolve_contracts([trial.contract]).notices:
        yield make_printable(doubt.text.partition(": ")[2])
    fault = find_pattern_fault(trial.contract)
    if not (fault or trial.report.violations or trial.near.matches or trial.contract.literal):
        fault = explain_sign_of_grep(trial.contract.pattern)
    if fault:
        yield make_printable(fault)
    # Who wrote "a merged migration never changes" did not mean that there is no new one.
    if RULES[trial.contract.type].breaking_kinds(trial.contract) == CHANGES.default:
        yield "a new file breaks it, too: changes=modify changes=delete allows one"
    if "base" in RULES[trial.contract.type].needs and trial.compared:
        yield "changes are those since the last commit; a scan checks them with --since"
    elif "base" in RULES[trial.contract.type].needs:
        yield "nothing was checked: there is no commit to tell changes by"


def find_pattern_fault(contract: Contract) -> str:
    """Return a trial's remark on a pattern that cannot mean what it says, or nothing: ``--save``
    writes no such contract.
    """
    return "" if contract.literal else explain_idle_lookahead(contract.pattern)


def _name_region(kind: str, number: int) -> str:
    """Return ``a comment``, or ``comments`` for several."""
    if kind in (CODE, PROSE):
        return kind
    return f"a {kind}" if number == 1 else f"{kind}s"


def _is_partly_counted(trial: ProjectTrial) -> bool:
    contract = trial.contract
    has_matches = RULES[contract.type].searches_text() and not is_item_itself(contract)
    return has_matches and trial.near.counted_files < len(trial.selected)


def _render_uncounted_matches(trial: ProjectTrial) -> Iterator[str]:
    """Yield how many matches are where they are hardly meant, or do not count, and why."""
    contract, near = trial.contract, trial.near
    kinds, regions = dict(near.kinds), ", ".join(contract.counted_in)
    counting_kinds = {kind for region in contract.counted_in for kind in KINDS[region]}
    uncounted_kinds = {kind: number for kind, number in kinds.items() if kind not in counting_kinds}
    if not regions:
        yield from _render_outside_of_code(
            kinds, is_whole=not _is_partly_counted(trial), is_advised=trial.differs_in_code
        )
    elif uncounted_kinds:
        yield f"{_render_numbers(uncounted_kinds)}: not counted, with in: {regions}"
        if uncounted_kinds == kinds:
            yield (
                "a match counts where its first character is; "
                "a quote belongs to its string, and what opens a comment to its comment"
            )
    # Of files without a match an undecided one is said once.
    undecided_paths = {check.path for check in trial.report.undecided}
    is_late = near.counted_files + len(undecided_paths) < len(trial.selected)
    if _is_partly_counted(trial) and (kinds or is_late):
        total = render_quantity(len(trial.selected), "file")
        yield f"matches were counted in {near.counted_files} of {total}"
    # Comments, which the pattern does not see, would make or hide a match.
    for places, effect in ((near.with_comments, "makes"), (near.without_comments, "hides")):
        if places:
            first_place = f"{render_place(places[0])}:{places[0].column}"
            number = "a match" if len(places) == 1 else f"{len(places)} matches, the first"
            blank = describe_blank_comment(contract, effect)
            yield f"a comment {effect} {number} at {make_printable(first_place)}; {blank}"
    uncounted = [note for note in near.blocks if not note.counts]
    if uncounted and not contract.is_about_blocks:
        keys = [key for key in ("inside", "not_inside") if contract.value_of(key)]
        number = "1 match" if len(uncounted) == 1 else f"{len(uncounted)} matches"
        yield f"{number}: not counted, by {' and '.join(keys)}"
    # A word of a header may stand in comments of other files, too.
    has_headers = any(
        "block" in note.text and not note.text.startswith("in no block") for note in near.blocks
    )
    unsearched = (
        note
        for note in near.blocks
        if note.text.startswith(NO_HEADER) and (not has_headers or "until" in note.text)
    )
    for note in islice(unsearched, 1):
        yield without_commands(f"{render_place(note.place)}: {note.text}")
    openless = [note.place for note in near.blocks if note.text == NO_BLOCK]
    if openless:
        header_places = join_most([*map(render_place, openless)], _MOST_NEAR, last=" and ")
        yield without_commands(
            f"{render_quantity(len(openless), 'header')} without a block: {header_places}"
        )


def _describe_block(violation: Violation, trial: ProjectTrial) -> str:
    """Return what blocks have to do with what stands at the place of *violation*."""
    wanted_place = violation.path, violation.line, violation.column
    for note in trial.near.blocks:
        if (note.place.path, note.place.line, note.place.column) == wanted_place:
            return f": {note.text}"
    return ""


def _render_outside_of_code(
    kinds: Mapping[str, int], *, is_whole: bool, is_advised: bool
) -> Iterator[str]:
    """Yield how many of the matches are in comments and strings, and what to write.

    *is_whole*: these are all matches. *is_advised*: what is to be written changes the result.
    """
    kinds_outside_of_code = {
        kind: number for kind, number in kinds.items() if kind not in (CODE, PROSE)
    }
    if not kinds_outside_of_code:
        return
    total = sum(kinds.values())
    if CODE in kinds:
        outside_of_code = _render_numbers(kinds_outside_of_code)
        advice = ": --in code counts only those in code" if is_advised else ""
        yield f"of {total} matches, {outside_of_code}{advice}"
        return
    regions = [region for region, region_kinds in KINDS.items() if set(kinds) <= {*region_kinds}]
    quantity = "all" if is_whole else "the"
    subject = "the match stands" if total == 1 else f"{quantity} {total} matches stand"
    advice = ", and none in code"
    if regions and is_advised:
        advice = f": --in {regions[0]} counts only these, --in code none of them"
    places = " and ".join(_name_region(kind, number) for kind, number in kinds.items())
    yield f"{subject} in {places}{advice}"


def _render_numbers(kinds: Mapping[str, int]) -> str:
    return " and ".join(
        f"{number} in {_name_region(kind, number)}" for kind, number in kinds.items()
    )


def _render_place(violation: Violation, *, width: int, message: str = "") -> list[str]:
    column = f":{violation.column}" if violation.column else ""
    head = without_commands(f"{render_place(violation)}{column}{message}")
    return ["", head, *render_excerpt_lines(violation, width=width)]


def _render_near_misses(trial: ProjectTrial, *, width: int) -> Iterator[str]:
    """Yield the matches that are no violation, and the nearest misses."""
    matches = trial.near.matches
    if matches:
        yield ""
        # Eight in two lines that are equal but for where they stand are listed as two.
        number = sum(number for _, number in trial.near.kinds) - len(trial.report.violations)
        yield f"matches that are no violation{', each line once' * (len(matches) < number)}:"
    for match in matches[:_MOST_NEAR]:
        yield from _render_place(match, width=width, message=_describe_block(match, trial))
    if len(matches) > _MOST_NEAR:
        yield ""
        yield f"and more: --json lists the first {len(matches)}"
    if trial.near.lines:
        yield ""
        is_import = RULES[trial.contract.type].evidence == "import"
        description = (
            "what is imported" if is_import else "the longest part of the pattern that matches"
        )
        yield f"near misses, with {description}:"
    for near_line in trial.near.lines:
        yield from _render_place(
            near_line.place, width=width, message=f": {make_printable(near_line.part)}"
        )


def _render_unchecked(trial: ProjectTrial) -> Iterator[str]:
    """Yield what was not checked: where the pattern is slow, and what was skipped."""
    undecided_groups = group_undecided(trial.report.undecided)
    if undecided_groups or trial.slow:
        yield ""
    for group in undecided_groups:
        yield without_commands(f"{group.paths_shown()}: undecided: {make_printable(group.reason)}")
    if trial.slow:
        yield (
            f"slow: {LENGTH:,} characters of {make_printable(trial.slow)!r} in a row "
            "take the pattern "
            f"longer than {SECONDS * 1000:.0f} ms"
        )
    yield from render_skip_count(trial.report.skipped)
    number_of_files = trial.near.files
    if 0 < number_of_files < len(trial.selected):
        yield f"near misses were searched in the first {render_quantity(number_of_files, 'file')}"
