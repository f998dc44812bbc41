"""What becomes of what a contract found: suppressed, left to other files, existing, or new."""

from __future__ import annotations

from phaser_lint.author.content_steps import touches
from phaser_lint.author.explanation import Step
from phaser_lint.check.comparison.baseline_file import base_of_baseline
from phaser_lint.check.engine.comparison import key_of
from phaser_lint.check.engine.directives import DirectiveIndex, Directives, are_heeded
from phaser_lint.contract.rules import RULES, asks_for_all, checks_files_together, has_sets
from phaser_lint.contract.rules.file_pair import is_there
from phaser_lint.contract.rules.file_sets import globs_of_set, sets_of
from phaser_lint.contract.rules.partners import partners_of
from phaser_lint.contract.rules.path_fields import path_search
from phaser_lint.core.text import count, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phaser_lint.author.explanation import Result
    from phaser_lint.check.project_check import Examined
    from phaser_lint.check.seen import Seen
    from phaser_lint.contract.model import Contract, Report, Violation

_MOST = 8


def verdict_of(
    contract: Contract, path: str, line: int | None, *, seen: Seen, examined: Examined
) -> tuple[list[Step], Result]:
    """Return the last steps, and the result of the scan for *path*, and *line*."""
    report = examined.report
    concerns = _concerning(contract, path, line, seen)
    all_found = [*filter(concerns, report.violations)]
    new = [*filter(concerns, examined.new().violations)]
    suppressed = [*filter(concerns, report.suppressed)]
    reasons = [
        each.reason
        for each in report.undecided
        if each.contract_key == contract.key and (each.path == path or contract.scope == "tree")
    ]
    steps = [
        *_of_other_files(contract, path, seen),
        *_directives(suppressed, path, seen),
        *_plain_text(contract, all_found, path, seen),
        *_existing(all_found, new, examined),
        *(Step("undecided", printable(each)) for each in dict.fromkeys(reasons)),
    ]
    if "base" in RULES[contract.type].needs and seen.changes is None:
        message = "a scan checks what changed, against a base: name one with --since REV"
        return [*steps, Step("change", message)], "undecided"
    if new:
        return [*steps, Step("violation", _places(new))], "violation"
    if reasons:
        return steps, "undecided"
    if all_found:
        return steps, "old"
    return steps, "suppressed" if suppressed else "no-match"


def _concerning(
    contract: Contract, path: str, line: int | None, seen: Seen
) -> Callable[[Violation], bool]:
    """Return a test of whether a violation is about the file, and the line."""
    # One at the glob, or at the first of the files that changed, is about each of them.
    changed = seen.changes.kinds if seen.changes else {}
    together = (
        checks_files_together(contract) and path in changed and "base" in RULES[contract.type].needs
    )
    own = globs_of_set(contract, path) if together else ()

    def concerns(violation: Violation) -> bool:
        if violation.contract_key != contract.key:
            return False
        if violation.where == "glob":
            return True
        if together:
            return globs_of_set(contract, violation.path) == own
        return violation.path == path and (line is None or touches(violation, line))

    return concerns


def _of_other_files(contract: Contract, path: str, seen: Seen) -> Iterator[Step]:
    tree, selection = seen.tree, seen.checker.selection
    if "partner" in RULES[contract.type].needs and tree and tree.there:
        yield from _partners(contract, path, tree.there)
    if "lists" in RULES[contract.type].needs and tree and tree.lists:
        sets, _ = sets_of(contract, (path,))
        lists = [
            each
            for each in tree.lists.paths()
            if sets and selection.has_other(contract, (each,), sets[0].others)
        ]
        yield Step("lists", ", ".join(map(printable, lists[:_MOST])) or "no file is one")
    if asks_for_all(contract) and tree:
        selected = (
            selection.selected_among(*each) for each in selection.paths_on_tree(tree.paths).items()
        )
        number = max((len(paths) for paths, _ in selected), default=0)
        yield Step("files", f"{count(number, 'file')} of the project selected")
    if "base" in RULES[contract.type].needs and seen.changes is not None:
        yield Step("change", seen.changes.kinds.get(path, "none"))
    if has_sets(contract):
        globs = globs_of_set(contract, path)
        if globs:
            yield Step("other globs", " or ".join(map(printable, globs)))


def _partners(contract: Contract, path: str, there: Callable[..., bool]) -> Iterator[Step]:
    try:
        partners = partners_of(contract, path, path_search(contract))
    except TimeoutError as error:
        yield Step("partner", str(error))
        return
    for partner in partners:
        missing = "" if is_there(partner, path, there) else "not "
        yield Step("partner", f"{printable(partner)} is {missing}there")


def _directives(suppressed: Sequence[Violation], path: str, seen: Seen) -> Iterator[Step]:
    verdict = next((each for each in seen.checked.verdicts if each.path == path), None)
    directives = DirectiveIndex(verdict.directives if verdict else Directives())
    known = {contract.key: contract for contract in seen.checker.contracts.contracts}
    for violation in suppressed[:_MOST]:
        covering = directives.covering(violation, known[violation.contract_key])
        by = f" by phaser:{covering.form} on line {covering.line}" if covering else ""
        yield Step("directive", f"{_places([violation])} is suppressed{by}")


def _plain_text(
    contract: Contract, found: Sequence[Violation], path: str, seen: Seen
) -> Iterator[Step]:
    """Yield why no directive in the file suppresses what was *found*."""
    if found and contract.ignorable and not are_heeded(seen.checker.contracts, path):
        message = "plain text here: directives_as_text in .phaser/config.yaml selects the file"
        yield Step("directive", message)


def _existing(
    all_found: list[Violation], new: list[Violation], examined: Examined
) -> Iterator[Step]:
    existing = [each for each in all_found if each not in new]
    if not existing:
        return
    baseline = examined.baseline
    listed = (
        base_of_baseline(baseline.entries)(_only(examined.report, existing)) if baseline else {}
    )
    in_baseline = [each for each in existing if listed.get(key_of(each))]
    others = [each for each in existing if each not in in_baseline]
    if in_baseline and baseline:
        yield Step("old", f"{_places(in_baseline)}: in {printable(baseline.given)}")
    if others:
        yield Step("old", f"{_places(others)}: there before")


def _only(report: Report, violations: list[Violation]) -> Report:
    return report._replace(violations=tuple(violations))


def _places(violations: list[Violation]) -> str:
    """Return where violations are: ``lines 3, 8``."""
    lines = [*dict.fromkeys(each.line for each in violations if each.line is not None)]
    if not lines:
        return "the glob" if violations[0].where == "glob" else "the file"
    shown = ", ".join(map(str, lines[:_MOST]))
    more = f" and {len(lines) - _MOST} more" if len(lines) > _MOST else ""
    return f"{'line' if len(lines) == 1 else 'lines'} {shown}{more}"
