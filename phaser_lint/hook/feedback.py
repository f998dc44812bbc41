"""What an agent's model reads of violations, so that it can fix them without reading more.

    Contract violation: no-print in src/a.py at line 3. Use the logger.
      3: print(total)
      7: print(rest)
      and 4 more
      Ready in place of line 3:
      | logger.info(total)
      Why: logs are read by machines.
      Only if this is meant, end such a line with: # phaser:ignore no-print -- reason

Violations of one contract in one file are grouped. What would be too long for the agents' limit is
counted instead.
"""

from __future__ import annotations

from phaser_lint.check.edit_check import files_with
from phaser_lint.check.engine.directive_places import (
    MISPLACED,
    ONLY_USER,
    heeds_added_directive,
    heeds_directives,
    propose_directive,
    with_directive_comment,
)
from phaser_lint.contract.model import ContractSet, Report, Violation
from phaser_lint.contract.rules import RULES, is_decided_by_tree
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.text import (
    cut_line_around,
    make_printable,
    name_contract,
    name_outside_contract,
    render_quantity,
    split_printable_lines,
)
from phaser_lint.text.globs import selects_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.contract.fix import Fix
    from phaser_lint.contract.model import Contract, ContractKey, LinePlace
    from phaser_lint.core.file_records import FilesReader
    from phaser_lint.project.files.edited import FilesAfterEdit

    ViolationGroup: TypeAlias = Sequence[Violation]


WRITE_FIRST = (
    "Where such a text moves to another file, write it there first: an existing violation in it "
    "may come along."
)
_MOST_LINES = 5
_LONGEST_LINE = 160
_LONGEST_WHY = 600
_MOST_READY, _LONGEST_READY = 20, 2_000
# Characters: up to the first the feedback has all details, up to the second the sentences alone.
# The agents' limit of 10,000 leaves room for what else is in the answer.
_DETAILED, _MOST = 5_000, 7_000


def render_feedback(
    violations: Sequence[Violation],
    contracts: ContractSet,
    *,
    lead: str,
    with_path: bool = False,
    path_prefix: str = "",
    again: bool = False,
    lines_held: Mapping[LinePlace, int] | None = None,
) -> str:
    """Return the feedback that the agent's model reads on *violations*: sentences, lines, ready
    fixes, reasons; nothing without one.

    *path_prefix* comes before their paths. With *again* the model has read it before: only the
    sentences are repeated. *lines_held*: the places that held the violation before the edit, too,
    with the line that each had.
    """
    groups: dict[tuple[ContractKey, str, str], list[Violation]] = {}
    varying_keys = {
        contract.key
        for contract in contracts.contracts
        if "{" in contract.message
        or RULES[contract.type].evidence == "lost match"
        or contract.asks_for_reason
    }
    for violation in violations:
        key = violation.contract_key
        varies = key in varying_keys or MISPLACED in violation.message
        wording = violation.wording if varies else ""
        groups.setdefault((key, violation.path, wording), []).append(violation)
    messages: list[str] = []
    size = unshown_count = 0
    for group in groups.values():
        shown_group = group
        if path_prefix:
            shown_group = [_with_prefix(violation, path_prefix) for violation in group]
        first = shown_group[0]
        message = render_sentences([first], lead=lead, with_path=with_path)
        if not again and size <= _DETAILED:
            details = _render_matched_lines(group)
            if lines_held:
                details += _render_lines_held(group, lines_held)
            if any(violation.fix is not None for violation in group):
                details += _render_ready_lines(shown_group)
            details += _render_reasons(group, contracts, path_prefix=path_prefix)
            message = "\n".join([message, *(f"  {line}" for line in details)])
        elif len(group) > 1:
            message = f"{message}\n  and {len(group) - 1} more"
        if messages and size + len(message) > _MOST:
            unshown_count += len(group)
            continue
        messages.append(message)
        size += len(message) + 1
    if unshown_count:
        messages.append(f"And {render_quantity(unshown_count, 'more violation')}.")
    return "\n".join(messages)


def render_sentences(violations: Sequence[Violation], *, lead: str, with_path: bool = False) -> str:
    """Return a sentence for each violation: ``Contract violation: no-print at line 3. …``."""
    lines = []
    for violation in violations:
        has_no_line = violation.line is None
        place = f" in {make_printable(violation.path)}" if with_path or has_no_line else ""
        # Of a notebook the message names the cell and its line; an agent edits no JSON.
        if not has_no_line and violation.cell is None:
            place += f" at line {violation.line}"
        message = "\n".join(split_printable_lines(violation.message))
        lines.append(f"{lead}: {name_contract(violation.contract_key)}{place}. {message}")
    return "\n".join(lines)


def names_several(paths: Iterable[str]) -> bool:
    """Tell whether an event names several *paths*, so that each text of feedback names its own."""
    return len({*paths}) > 1


def keeps_matches(violations: Iterable[Violation], contracts: ContractSet) -> bool:
    """Tell whether any of *violations* is of a text that must stay, so that feedback advises to
    write it elsewhere first.

    With the whole of a file, which its pattern holds to the start, there is nowhere to move to.
    """
    keys = {violation.contract_key for violation in violations}
    return any(
        contract.key in keys
        and RULES[contract.type].evidence == "lost match"
        and contract.value_of("movable")
        and not contract.pattern.lstrip("(?imsx)").startswith(r"\A")
        for contract in contracts.contracts
    )


def _with_prefix(violation: Violation, path_prefix: str) -> Violation:
    """Return *violation* with *path_prefix* before its paths, as the agent reads them."""
    fix = violation.fix and violation.fix._replace(path=f"{path_prefix}{violation.fix.path}")
    return violation._replace(path=f"{path_prefix}{violation.path}", fix=fix)


def _render_lines_held(
    group: Sequence[Violation], lines_held: Mapping[LinePlace, int]
) -> list[str]:
    """Return the line that says which lines held the violations of *group* before the edit."""
    names: dict[str, None] = {}
    for violation in group:
        line = lines_held.get(violation.line_place)
        if line is not None:
            # An agent looks in the file as it is for what it may put back.
            until_now = "" if line == violation.line else f" (line {line} until now)"
            names[f"{_name_line(violation)}{until_now}"] = None
    if not names:
        return []
    numbers = ", ".join(names)
    if len(names) > 1:
        return [f"Lines {numbers} held this before, too: left as they were, they pass."]
    return [f"Line {numbers} held this before, too: left as it was, it passes."]


def _render_matched_lines(group: ViolationGroup) -> list[str]:
    """Return the first lines of the file that hold violations, and how many more there are."""
    texts: dict[str, str] = {}
    for violation in group:
        if violation.line is None:
            continue
        line, start = violation.line_text, (violation.column or 1) - 1
        text = (line if violation.cell is None else violation.cell_text).strip()
        # Of a long line it is what is around the match.
        is_long = start >= _LONGEST_LINE // 2 and len(text) > _LONGEST_LINE
        if is_long and violation.cell is None:
            text = violation.near or cut_line_around(line, start, start=0, end=len(line))
        texts.setdefault(_name_line(violation), text)
    first_texts = dict([*texts.items()][:_MOST_LINES])
    lines = [f"{line}: {_shorten(text, _LONGEST_LINE)}" for line, text in first_texts.items()]
    unshown_count = (
        sum(_name_line(violation) not in first_texts for violation in group) if lines else 0
    )
    return [*lines, f"and {unshown_count} more"] if unshown_count else lines


def _render_ready_lines(group: ViolationGroup) -> list[str]:
    """Return the lines that fixes make, to the letter; what is too long to show is left out."""
    fixes = dict.fromkeys(violation.fix for violation in group if violation.fix is not None)
    showable_fixes = [
        fix
        for fix in fixes
        if len(fix.after) <= _LONGEST_READY
        and fix.after.count("\n") < _MOST_READY
        and fix.after.replace("\t", " ").replace("\n", " ").isprintable()
    ]
    lines = []
    for fix in showable_fixes[:_MOST_LINES]:
        lines.append(_render_fix_lead(fix, makes_file=group[0].where == "glob"))
        if fix.after:
            lines += [f"| {line}" for line in fix.after.removesuffix("\n").split("\n")]
    return lines


def _render_fix_lead(fix: Fix, *, makes_file: bool) -> str:
    """Return the line above those of *fix*: where it goes, and why not as it is if it is unsafe.

    One that *makes_file* writes a file that would be missing.
    """
    is_unsafe, why = fix.safety == "unsafe", f" (unsafe: {fix.reason})"
    lead, why = ("Suggestion", why) if is_unsafe else ("Ready", "")
    path, numbers = make_printable(fix.path), _name_lines(fix.line, fix.end_line)
    if makes_file:
        return f"{lead} to write to {path}{why}:"
    if not fix.before:
        last = fix.line + fix.after.count("\n") - 1
        return f"{lead} to add to {path}, as {_name_lines(fix.line, last)}{why}:"
    if not fix.after:
        return f"{lead}: take out {numbers}{why}."
    return f"{lead} in place of {numbers}{why}:"


def _name_lines(first: int, last: int) -> str:
    return f"lines {first} to {last}" if last > first else f"line {first}"


def _name_line(violation: Violation) -> str:
    """Return the line of *violation*, in the way that an editor of the file counts lines."""
    if violation.cell is None:
        return str(violation.line)
    return f"cell {violation.cell}, line {violation.cell_line}"


def _render_reasons(
    group: ViolationGroup, contracts: ContractSet, *, path_prefix: str
) -> list[str]:
    """Return why the contract of *group* is there, and how it is suppressed on purpose; and where
    it lies, if nobody finds it in the project.
    """
    first_violation = group[0]
    contract = next(
        (
            contract
            for contract in contracts.contracts
            if contract.key == first_violation.contract_key
        ),
        None,
    )
    if contract is None:
        return []
    why = " ".join(split_printable_lines(contract.rationale)).strip()
    lines = [f"Why: {_shorten(why, _LONGEST_WHY)}"] if why else []
    lines += name_outside_contract(contract.path, prefix=path_prefix)
    if contract.ignorable == "people":
        return [*lines, ONLY_USER]
    # A comment after a backslash would break the line that it continues.
    is_continued = any(
        (violation.line_text if violation.cell is None else violation.cell_text)
        .rstrip()
        .endswith("\\")
        for violation in group
        if violation.comment is None
    )
    path = first_violation.path
    is_suppressible = heeds_added_directive(contract) and first_violation.where != "glob"
    if not is_suppressible or is_continued or not heeds_directives(contracts, path):
        return lines
    file = "the file"
    is_of_file = first_violation.line is None or first_violation.comment == ""
    # The edit may be of another file, which it deletes.
    if is_of_file and is_decided_by_tree(contract):
        file = make_printable(path_prefix + path)
        for other in contracts.contracts:
            rule = RULES[other.type]
            is_of_edits = rule.evidence == "change" and "modify" in rule.breaking_kinds(other)
            if is_of_edits and selects_path(other.globs, path):
                return lines
    proposal = _propose_directives(group, contract, file)
    return [*lines, f"Only if this is meant, {proposal}"] if proposal else lines


def _propose_directives(group: ViolationGroup, contract: Contract, file: str) -> str:
    """Return the directives that suppress the violations of *group*, each with its lines, or with
    what their *file* is called.
    """
    # Where a line takes no comment, the file does, once for all.
    of_file = next((violation for violation in group if violation.comment == ""), None)
    known = [violation for violation in group if violation.comment != _UNKNOWN]
    lines_by_proposal: dict[str, dict[str, None]] = {}
    # Of many lines the first ones tell.
    for violation in [of_file] if of_file is not None else (known or group)[:_MOST_PLACED]:
        proposal = propose_directive(
            violation,
            _LINES,
            with_reason=contract.asks_for_reason,
            is_of_change=RULES[contract.type].subject == "change",
            file=file,
        )
        name = f"line {violation.line}"
        if violation.cell is not None:
            name = f"line {violation.cell_line} of cell {violation.cell}"
        lines_by_proposal.setdefault(proposal, {})[name] = None
    # Between the tags of JSX `//` is text, which customers read: each line has its own comment.
    is_mixed = len(lines_by_proposal) > 1 or 0 < len(known) < len(group)
    phrases = []
    for proposal, lines in lines_by_proposal.items():
        *others, last = lines
        names = f"{', '.join(others)} and {last}" if others else last
        name = "each such line" if others and not is_mixed else names
        phrases.append(proposal.replace(_LINES, name, 1))
    return "; ".join(filter(None, phrases))


_LINES = "\0"
"""What stands for the lines of a directive until all of them are known."""


def _shorten(text: str, longest: int) -> str:
    printable_text = make_printable(text)
    is_short = len(printable_text) <= longest
    return printable_text if is_short else f"{printable_text[:longest]}…"


# Lines that an agent may write in place of those that break a contract. The hook writes none.


def with_fixes_ahead(
    checker: Checker, report: Report, proposed: FilesAfterEdit | None = None
) -> Report:
    """Return *report* for feedback to an agent's model, with ready fixes and directives: on the
    files of the project on disk, *proposed* ones as they will be.
    """

    def read(paths: Sequence[str]) -> Iterable[TextFile | Skip]:
        return files_with(checker.root, proposed or {}).read(paths)

    return with_offers(checker, report, read)


def with_offers(checker: Checker, report: Report, read: FilesReader) -> Report:
    """Return *report* for feedback to an agent's model with what fixes make of the files that
    *read* reads, and the comments that directives may stand in.
    """
    if any(contract.own for contract in checker.contracts.contracts):
        from phaser_lint.check.fixes.fixable import (
            select_fixable_violations,  # a denial waits for what is imported
        )

        if select_fixable_violations(report.violations, checker.contracts.contracts):
            from phaser_lint.check.fixes.suggestions import suggest_fixes  # few have a fix

            report = suggest_fixes(checker, report, read)
    from phaser_lint.text.languages import find_file_types  # as in ``propose_directive``

    # Of a whole file the name tells what a comment is, or its first line.
    in_texts = [
        violation
        for violation in report.violations
        if violation.cell is None
        and (violation.line is not None or not find_file_types(violation.path))
    ]
    if not in_texts:
        return report
    # Each look at a large page takes its time, and few lines are shown.
    first_in_texts = frozenset(in_texts[:_MOST_PLACED])
    unplaced = frozenset(in_texts[_MOST_PLACED:])
    paths = dict.fromkeys(violation.path for violation in first_in_texts)
    texts = {file.path: file.text for file in read([*paths]) if isinstance(file, TextFile)}
    violations = [
        with_directive_comment(violation, texts[violation.path])
        if violation in first_in_texts and violation.path in texts
        else violation
        for violation in report.violations
    ]
    # Where one line of a file takes a comment of its own, another that was not looked at may.
    placed_paths = {violation.path for violation in violations if violation.comment is not None}
    violations = [
        violation._replace(comment=_UNKNOWN)
        if violation.path in placed_paths and violation in unplaced
        else violation
        for violation in violations
    ]
    return report._replace(violations=tuple(violations))


_UNKNOWN = "{}"
"""The comment about a line that nobody looked at."""
_MOST_PLACED = 10
