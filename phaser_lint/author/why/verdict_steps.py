"""What becomes of what a contract found: suppressed, left to other files, existing, or new."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from phaser_lint.author.why.content_steps import touches_line
from phaser_lint.author.why.steps import ScanResult, Step
from phaser_lint.check.comparison.baseline_file import BaselineComparison
from phaser_lint.check.comparison.scan_comparisons import find_new_in_scan
from phaser_lint.check.engine.change_verdict import decide_changes
from phaser_lint.check.engine.directive_places import MISPLACED, NO_REASON, heeds_directives
from phaser_lint.check.engine.directives import DirectiveIndex
from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules import (
    RULES,
    asks_for_all_files,
    checks_files_together,
    has_file_sets,
)
from phaser_lint.contract.rules.file_pair import is_partner_there
from phaser_lint.contract.rules.file_sets import (
    find_missing_lists,
    find_set_globs,
    split_into_sets,
)
from phaser_lint.contract.rules.filled_path_fields import make_path_search
from phaser_lint.contract.rules.partners import find_partners
from phaser_lint.core.text import join_most, make_printable, render_quantity
from phaser_lint.project.git.merge_bases import name_default_branches

_MOST = 8


def explain_scan_result(
    contract: Contract, path: str, line: int | None, *, scan: ProjectScan
) -> tuple[list[Step], ScanResult]:
    """Return the last steps of ``why``, to the verdict on *path*, and *line*: suppressed, existing
    or new; and the result of the scan.
    """
    report = scan.report
    concerns = _make_concern_test(contract, path, line=line, scan=scan)
    all_found = [*filter(concerns, report.violations)]
    new = [*filter(concerns, find_new_in_scan(scan).violations)]
    suppressed = [*filter(concerns, report.suppressed)]
    reasons = [
        undecided.reason
        for undecided in report.undecided
        if undecided.contract_key == contract.key
        and (undecided.path == path or contract.scope == "tree")
    ]
    steps = [
        *_explain_other_files(contract, path, scan),
        *_explain_directives(contract, path, suppressed=suppressed, all_found=all_found, scan=scan),
        *_explain_existing(all_found, new, scan),
        *(Step("undecided", make_printable(reason)) for reason in dict.fromkeys(reasons)),
    ]
    if "base" in RULES[contract.type].needs and scan.changes is None:
        message = "a scan checks what changed, against a base: name one with --since REV"
        return [*steps, Step("change", message)], "undecided"
    if new:
        return [*steps, Step("violation", _describe_lines(new))], "violation"
    if reasons:
        return steps, "undecided"
    if all_found:
        return steps, "old"
    own = decide_changes(scan.checker, scan.changes).own if scan.changes else ()
    if any(map(concerns, own)):
        names = " or ".join(map(make_printable, name_default_branches(scan.root)))
        what = "text" if RULES[contract.type].evidence == "lost match" else "file"
        message = f"not on {names}: your branch's own {what}, which may change"
        if checks_files_together(contract):
            message = f"met by all that the branch changed since it left {names}"
        steps.append(Step("own branch", message))
    return steps, "suppressed" if suppressed else "no-match"


def _make_concern_test(
    contract: Contract, path: str, line: int | None, scan: ProjectScan
) -> Callable[[Violation], bool]:
    """Return a test of whether a violation is about the file, and the line."""
    # One at the glob, or at the first of the files that changed, is about each of them.
    changed = scan.changes.kinds if scan.changes else {}
    are_checked_together = (
        checks_files_together(contract) and path in changed and "base" in RULES[contract.type].needs
    )
    own_globs = find_set_globs(contract, path) if are_checked_together else ()

    def concerns(violation: Violation) -> bool:
        if violation.contract_key != contract.key:
            return False
        if violation.where == "glob":
            return True
        if are_checked_together:
            return find_set_globs(contract, violation.path) == own_globs
        return violation.path == path and touches_line(violation, line)

    return concerns


def _explain_other_files(contract: Contract, path: str, scan: ProjectScan) -> Iterator[Step]:
    tree, selection = scan.tree, scan.checker.selection
    if "partner" in RULES[contract.type].needs and tree and tree.files:
        try:
            partners = find_partners(contract, path, make_path_search(contract))
        except TimeoutError as error:
            yield Step("partner", str(error))
            partners = []
        for partner in partners:
            missing = "" if is_partner_there(partner, path, tree.files.exists) else "not "
            yield Step("partner", f"{make_printable(partner)} is {missing}there")
    if "lists" in RULES[contract.type].needs and tree and tree.files:
        sets, _ = split_into_sets(contract, (path,))
        lists = [
            list_path
            for list_path in tree.files.paths()
            if sets and selection.has_other(contract, (list_path,), sets[0].others)
        ]
        names = ", ".join(map(make_printable, lists[:_MOST])) or "no file is one"
        are_all = len(lists) > 1 and contract.value_of("lists") == "all"
        yield Step("lists", f"each of {names}" if are_all else names)
        for list_path in find_missing_lists(contract, sets[0].others, lists) if sets else ():
            yield Step("lists", f"{make_printable(list_path)} is not there")
    if asks_for_all_files(contract) and tree:
        selected = (
            selection.selected_among(*place_and_paths)
            for place_and_paths in selection.paths_at(selection.on_tree, tree.paths).items()
        )
        number = max((len(paths) for paths, _ in selected), default=0)
        yield Step("files", f"{render_quantity(number, 'file')} of the project selected")
    if "base" in RULES[contract.type].needs and scan.changes is not None:
        yield Step("change", scan.changes.kinds.get(path, "none"))
    if has_file_sets(contract):
        globs = find_set_globs(contract, path)
        if globs:
            yield Step("other globs", " or ".join(map(make_printable, globs)))


def _explain_directives(
    contract: Contract,
    path: str,
    *,
    suppressed: Sequence[Violation],
    all_found: Sequence[Violation],
    scan: ProjectScan,
) -> Iterator[Step]:
    """Yield what directives in the file suppress, and why none does what is broken."""
    verdicts = scan.checked_files.verdicts
    file_verdict = next((verdict for verdict in verdicts if verdict.path == path), None)
    directives = DirectiveIndex(file_verdict.directives if file_verdict else ())
    contract_by_key = {contract.key: contract for contract in scan.checker.contracts.contracts}
    for violation in suppressed[:_MOST]:
        _, directive = directives.suppress(violation, contract_by_key[violation.contract_key])
        by_directive = f" by phaser:{directive.form} on line {directive.line}" if directive else ""
        yield Step("directive", f"{_describe_lines([violation])} is suppressed{by_directive}")
    if all_found and contract.ignorable and not heeds_directives(scan.checker.contracts, path):
        message = "plain text here: directives_as_text in .phaser/config.yaml selects the file"
        yield Step("directive", message)
    for reason in (NO_REASON, MISPLACED):
        unsuppressed = [violation for violation in all_found if reason in violation.message]
        if unsuppressed:
            yield Step("directive", f"{_describe_lines(unsuppressed)}: {reason}")


def _explain_existing(
    all_found: list[Violation], new: list[Violation], scan: ProjectScan
) -> Iterator[Step]:
    existing = [violation for violation in all_found if violation not in new]
    if not existing:
        return
    baseline = scan.baseline
    report = scan.report._replace(violations=tuple(existing))
    counts_in_baseline = (
        BaselineComparison(baseline.covering_entries()).count(report) if baseline else {}
    )
    in_baseline = [
        violation for violation in existing if counts_in_baseline.get(make_violation_key(violation))
    ]
    old_violations = [violation for violation in existing if violation not in in_baseline]
    if in_baseline and baseline:
        yield Step("old", f"{_describe_lines(in_baseline)}: in {make_printable(baseline.given)}")
    if old_violations:
        yield Step("old", f"{_describe_lines(old_violations)}: there before")


def _describe_lines(violations: list[Violation]) -> str:
    """Return where violations are, for a step of the verdict: ``lines 3, 8``."""
    lines = [
        *dict.fromkeys(violation.line for violation in violations if violation.line is not None)
    ]
    if not lines:
        return "the glob" if violations[0].where == "glob" else "the file"
    line_numbers = join_most([*map(str, lines)], _MOST, last=" and ")
    return f"{'line' if len(lines) == 1 else 'lines'} {line_numbers}"
