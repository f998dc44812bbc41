"""What fixes make of the lines of each violation, for readers who may take them up one by one.

Every edit is widened to whole lines, and edits that share a line go together: the lines of a
violation are shown as all fixes leave them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.fixes.fix_edits import Replacement, apply_edits
from phaser_lint.check.fixes.fix_safety import explain_unsafe_fix
from phaser_lint.check.fixes.fixable import select_fixable_violations
from phaser_lint.check.fixes.fixed_file import FixedFile, fix_file
from phaser_lint.check.fixes.line_ends import measure_byte_order_mark
from phaser_lint.contract.fix import Fix
from phaser_lint.contract.model import Contract, ContractKey, Report, Violation
from phaser_lint.contract.rules.fix_key import find_contract_fix, name_fix_path
from phaser_lint.core import Record
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.text import replace_lone_returns, unify_line_ends
from phaser_lint.project.levels import name_level_folder

# Characters: of a minified file each line is the whole of it.
_LONGEST = 10_000
_WITH_OTHERS = "it goes with another unsafe fix"


class _Lines(Record):
    """Whole lines of a text, from ``start`` to ``end``, and the edits in them.

    ``number`` is that of the first.
    """

    start: int
    end: int
    edits: tuple[Replacement, ...]
    number: int = 1


def with_fixes(
    violations: Iterable[Violation],
    files: Iterable[FixedFile],
    contracts: Iterable[Contract],
    *,
    unsafely: Iterable[FixedFile] = (),
) -> tuple[Violation, ...]:
    """Return *violations* with their fixes as suggestions: those in *files*, and of *contracts* for
    missing files.

    *unsafely* holds files as unsafe fixes leave them: these are for what no safe one fixes.
    """
    fix_by_violation: dict[Violation, Fix] = {}
    for file in unsafely:
        reasons = {unmade.contract_key: unmade.reason for unmade in file.unsafe}
        for violation, fix in _list_file_fixes(file):
            reason = reasons.get(violation.contract_key, _WITH_OTHERS)
            fix_by_violation[violation] = fix._replace(safety="unsafe", reason=reason)
    for file in files:
        fix_by_violation.update(_list_file_fixes(file))
    fix_of_missing_file: dict[ContractKey, Fix] = {}
    for contract in contracts:
        contract_fix, folder = find_contract_fix(contract), name_level_folder(contract.level)
        if contract_fix is None or contract_fix.kind != "content":
            continue
        name = name_fix_path(contract)
        path = f"{folder}/{name}" if folder else name
        fix = Fix(path=path, line=1, end_line=0, before="", after=contract_fix.text)
        reason = explain_unsafe_fix(contract, (), path=name, text="", seconds=0)
        fix = fix._replace(safety="unsafe", reason=reason) if reason else fix
        fix_of_missing_file[contract.key] = fix

    def fix_for(violation: Violation) -> Fix | None:
        if violation.where == "glob":
            return fix_of_missing_file.get(violation.contract_key)
        return fix_by_violation.get(violation)

    return tuple([violation._replace(fix=fix_for(violation)) for violation in violations])


def suggest_fixes(
    checker: Checker,
    report: Report,
    read_files: Callable[[Sequence[str]], Iterable[TextFile | Skip]],
) -> Report:
    """Return *report*, which the *checker* made, with a suggestion for each violation that a fix
    changes lines of.

    *read_files* gives the files as they were checked.
    """
    contracts = checker.contracts.contracts
    fixable_violations = select_fixable_violations(report.violations, contracts)
    paths = dict.fromkeys(
        violation.path for violation in fixable_violations if violation.where != "glob"
    )
    fixed, unsafely_fixed = [], []
    for file in read_files([*paths]):
        if isinstance(file, TextFile):
            file_violations = [
                violation for violation in report.violations if violation.path == file.path
            ]
            fixed.append(fix_file(checker, file, file_violations, makes_unsafe=False))
            if fixed[-1].unsafe:
                unsafely_fixed.append(fix_file(checker, file, file_violations))
    violations = with_fixes(report.violations, fixed, contracts, unsafely=unsafely_fixed)
    return report._replace(violations=violations)


def _list_file_fixes(file: FixedFile) -> Iterator[tuple[Violation, Fix]]:
    groups = _group_edited_lines(file)
    fixes: list[Fix | None] = []
    for lines in groups:
        before = file.text[lines.start : lines.end]
        after = apply_edits(
            before,
            [
                Replacement(edit.start - lines.start, edit.end - lines.start, edit.text)
                for edit in lines.edits
            ],
        )
        plain = unify_line_ends(before)
        number = plain.count("\n") + (not plain.endswith("\n") and bool(plain))
        fix = Fix(
            path=file.path,
            line=lines.number,
            end_line=lines.number + number - 1,
            before=plain,
            after=unify_line_ends(after),
        )
        fixes.append(None if len(before) + len(after) > _LONGEST else fix)
    starts = [group.start for group in groups]
    for target in file.fixed:
        target_fix = fixes[bisect_right(starts, target.start) - 1]
        if target_fix is not None:
            yield target.violation, target_fix


def _group_edited_lines(file: FixedFile) -> list[_Lines]:
    """Return the lines that the edits touch, those that touch the same ones together."""
    text = replace_lone_returns(file.text)
    groups: list[_Lines] = []
    for edit in file.edits:
        start, end = _find_edited_lines(text, edit)
        if groups and edit.start < groups[-1].end:
            last = groups.pop()
            groups.append(last._replace(end=max(end, last.end), edits=(*last.edits, edit)))
        else:
            number, counted_to = (groups[-1].number, groups[-1].start) if groups else (1, 0)
            number += text.count("\n", counted_to, start)
            groups.append(_Lines(start, end, (edit,), number=number))
    return groups


def _find_edited_lines(text: str, edit: Replacement) -> tuple[int, int]:
    """Return where the lines begin and end that *edit* changes; a new line is between two.

    In *text* no line ends at a carriage return by itself (``replace_lone_returns``).
    """
    start = max(text.rfind("\n", 0, edit.start) + 1, measure_byte_order_mark(text))
    head = text[start : edit.start] + edit.text
    # What ends with a line end, or is gone, leaves the next line as it is.
    ends = edit.end == start or text[edit.end - 1 : edit.end] == "\n"
    if ends and (not head or head.endswith(("\r", "\n"))):
        return start, edit.end
    line_feed = text.find("\n", edit.end)
    return start, len(text) if line_feed < 0 else line_feed + 1
