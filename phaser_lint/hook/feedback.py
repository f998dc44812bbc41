"""What an agent's model reads of violations, so that it can fix them without reading more.

    Contract violation: no-print in src/a.py at line 3. Use the logger.
      3: print(total)
      7: print(rest)
      and 4 more
      Ready in place of line 3:
      | logger.info(total)
      Why: logs are read by machines.
      Only if this is meant, end such a line with: # phaser:ignore no-print -- reason

Violations of one contract in one file are grouped. The first sentence of each group is that of
``agent_text``. What would be too long for the agents' limit is counted instead.
"""

from __future__ import annotations

from phaser_lint.agent import Decision
from phaser_lint.check.engine.directives import are_heeded, counts_when_added
from phaser_lint.core.checked_files import ProposedFile
from phaser_lint.core.text import around, count, printable, printable_lines
from phaser_lint.hook import agent_text
from phaser_lint.hook.agent_text import sentences
from phaser_lint.hook.decisions import errors_of, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    from phaser_lint.agent import Reconstruction
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.contract.model import (
        Contract,
        ContractKey,
        ContractSet,
        Fix,
        Report,
        Violation,
    )
    from phaser_lint.core.checked_files import Skip
    from phaser_lint.hook.projects_of_files import Project
    from phaser_lint.project.files.edited import Proposed

    Group: TypeAlias = Sequence[Violation]

    Read = Callable[[Sequence[str]], Iterable[ProposedFile | Skip]]


_MOST_LINES = 5
_LONGEST_LINE = 160
_LONGEST_WHY = 600
_MOST_READY, _LONGEST_READY = 20, 2_000
# Characters: up to the first the feedback has all details, up to the second the sentences alone.
# The agents' limit of 10,000 leaves room for what else is in the answer.
_DETAILED, _MOST = 5_000, 7_000


def feedback(
    violations: Sequence[Violation],
    contracts: ContractSet,
    *,
    lead: str,
    with_path: bool = False,
    way: str = "",
    again: bool = False,
) -> str:
    """Return the feedback on *violations*; nothing without one.

    *way* comes before their paths. With *again* the model has read it before: the sentences alone.
    """
    groups: dict[tuple[ContractKey, str, str], list[Violation]] = {}
    varying = {each.key for each in contracts.contracts if "{" in each.message}
    for violation in violations:
        key = violation.contract_key
        wording = violation.wording if key in varying else ""
        groups.setdefault((key, violation.path, wording), []).append(violation)
    messages: list[str] = []
    size = left = 0
    for group in groups.values():
        detailed = not again and size <= _DETAILED
        shown = [_as_shown(each, way) for each in group]
        sentence = sentences(shown[:1], lead=lead, with_path=with_path)
        about = [*_ready(shown), *_about(group, contracts)] if detailed else []
        text = _group_text(sentence, group, about, detailed=detailed)
        if messages and size + len(text) > _MOST:
            left += len(group)
            continue
        messages.append(text)
        size += len(text) + 1
    return "\n".join([*messages, *([f"And {count(left, 'more violation')}."] if left else [])])


def _as_shown(violation: Violation, way: str) -> Violation:
    """Return *violation* with *way* before its paths, as the agent reads them."""
    fix = violation.fix and violation.fix._replace(path=f"{way}{violation.fix.path}")
    return violation._replace(path=f"{way}{violation.path}", fix=fix) if way else violation


def _group_text(sentence: str, group: Group, about: Sequence[str], *, detailed: bool) -> str:
    if not detailed:
        more = len(group) - 1
        return f"{sentence}\n  and {more} more" if more else sentence
    lines = [*_lines(group), *about]
    return "\n".join([sentence, *(f"  {line}" for line in lines)])


def _lines(group: Group) -> list[str]:
    texts = {_line(each): _text(each) for each in reversed(group) if each.line is not None}
    texts = dict(reversed(texts.items()))
    shown = dict(list(texts.items())[:_MOST_LINES])
    more = sum(_line(each) not in shown for each in group) if shown else 0
    lines = [f"{line}: {_cut(text, _LONGEST_LINE)}" for line, text in shown.items()]
    return [*lines, *([f"and {more} more"] if more else [])]


def _ready(group: Group) -> list[str]:
    """Return the lines that fixes make, to the letter; what is too long to show is left out."""
    fixes = dict.fromkeys(each.fix for each in group if each.fix is not None)
    shown = [fix for fix in fixes if _is_showable(fix.after)][:_MOST_LINES]
    place = _name_of_new if group[0].where == "glob" else _place
    return [line for fix in shown for line in (place(fix), *_as_written(fix.after))]


def _is_showable(text: str) -> bool:
    lines = text.split("\n")
    return (
        len(lines) <= _MOST_READY
        and len(text) <= _LONGEST_READY
        and all(line.replace("\t", " ").isprintable() for line in lines)
    )


def _as_written(text: str) -> list[str]:
    return [f"| {line}" for line in text.removesuffix("\n").split("\n")] if text else []


def _name_of_new(fix: Fix) -> str:
    if fix.safety == "unsafe":
        return f"Suggestion to write to {printable(fix.path)} (unsafe: {fix.reason}):"
    return f"Ready to write to {printable(fix.path)}:"


def _place(fix: Fix) -> str:
    if fix.safety == "unsafe":
        return _suggested(fix)
    if not fix.before:
        last = fix.line + fix.after.count("\n") - 1
        return f"Ready to add to {printable(fix.path)}, as {_numbers(fix.line, last)}:"
    numbers = _numbers(fix.line, fix.end_line)
    return f"Ready in place of {numbers}:" if fix.after else f"Ready: take out {numbers}."


def _suggested(fix: Fix) -> str:
    """Return where an unsafe fix goes, and why it is not to be taken as it is."""
    why = f"unsafe: {fix.reason}"
    if not fix.before:
        last = fix.line + fix.after.count("\n") - 1
        place = f"{printable(fix.path)}, as {_numbers(fix.line, last)}"
        return f"Suggestion to add to {place} ({why}):"
    numbers = _numbers(fix.line, fix.end_line)
    if not fix.after:
        return f"Suggestion: take out {numbers} ({why})."
    return f"Suggestion in place of {numbers} ({why}):"


def _numbers(first: int, last: int) -> str:
    return f"lines {first} to {last}" if last > first else f"line {first}"


def _line(violation: Violation) -> str:
    """Return the line of *violation*, in the way that an editor of the file counts lines."""
    if violation.cell is None:
        return str(violation.line)
    return f"cell {violation.cell}, line {violation.cell_line}"


def _text(violation: Violation) -> str:
    """Return the line of a match, or of a long line what is around the match."""
    line, start = _whole(violation), (violation.column or 1) - 1
    if violation.cell is not None:
        return line.strip()
    if start < _LONGEST_LINE // 2 or len(line.strip()) <= _LONGEST_LINE:
        return line.strip()
    return violation.near or around(line, start, start=0, end=len(line))


def _whole(violation: Violation) -> str:
    return violation.line_text if violation.cell is None else violation.cell_text


def _about(group: Group, contracts: ContractSet) -> list[str]:
    contract = next(
        (each for each in contracts.contracts if each.key == group[0].contract_key), None
    )
    if contract is None:
        return []
    why = " ".join(printable_lines(contract.rationale)).strip()
    directive = _directive(group, contract) if are_heeded(contracts, group[0].path) else ""
    return [
        *([f"Why: {_cut(why, _LONGEST_WHY)}"] if why else []),
        *([directive] if directive else []),
    ]


def _directive(group: Group, contract: Contract) -> str:
    """Return how the violations are suppressed on purpose; nothing where they cannot be."""
    first = group[0]
    if not counts_when_added(contract) or first.where == "glob":
        return ""
    # A comment after a backslash would break the line that it continues.
    if any(_whole(violation).rstrip().endswith("\\") for violation in group):
        return ""
    # Here, not above: a text that is read again does not have this a second time.
    from phaser_lint.text.languages import comment_with, takes_own_line

    path = first.path if first.cell is None else f"cell.{first.cell_language}"
    above = takes_own_line(path)
    form = "ignore-file" if first.line is None else f"ignore{'-next-line' * above}"
    bare = comment_with(path, f"phaser:{form} {contract.rule_id}")
    if bare is None:
        return ""
    # In XML, and what is like it, a comment holds no dashes.
    reason = "" if bare.endswith(("-->", "--}}", "--%>")) else " -- reason"
    comment = comment_with(path, f"phaser:{form} {contract.rule_id}{reason}")
    if first.line is None:
        place = "add to the file"
    else:
        alone = all(_line(violation) == _line(first) for violation in group)
        line = _named(first) if alone else "each such line"
        place = f"put above {line}" if above else f"end {line} with"
    kind = " a comment" if comment and comment.startswith("phaser:") else ""
    return f"Only if this is meant, {place}{kind}: {comment}"


def _named(violation: Violation) -> str:
    of_cell = f" of cell {violation.cell}" if violation.cell is not None else ""
    return f"line {violation.cell_line if of_cell else violation.line}{of_cell}"


def _cut(text: str, longest: int) -> str:
    shown = printable(text)
    return shown if len(shown) <= longest else f"{shown[:longest]}…"


# Lines that an agent may write in place of those that break a contract. The hook writes none.


def ready_in_proposals(
    checker: Checker, report: Report, files: Sequence[tuple[str, Reconstruction]]
) -> Report:
    """Return *report* on what an event proposes, with what fixes make of it.

    A file that would be missing still exists: nobody has to write it.
    """
    proposed = [ProposedFile(path, each.text) for path, each in files if each.text is not None]
    fixed = _with_fixes(checker, report, lambda paths: proposed)
    return fixed._replace(
        violations=tuple(
            [each._replace(fix=None) if each.where == "glob" else each for each in fixed.violations]
        )
    )


def ready_on_disk(checker: Checker, report: Report, root: str) -> Report:
    """Return *report* on files of the project at *root*, with what fixes make of them."""
    return ready_ahead(checker, report, root, {})


def ready_ahead(checker: Checker, report: Report, root: str, proposed: Proposed) -> Report:
    """Return *report* on files of the project at *root*, those that are *proposed* among them."""

    def read(paths: Sequence[str]) -> Iterable[ProposedFile | Skip]:
        from phaser_lint.project.files.disk import DiskFiles  # a denial reads none
        from phaser_lint.project.files.edited import EditedFiles

        return EditedFiles(DiskFiles(root), proposed).read(paths)

    return _with_fixes(checker, report, read)


def _with_fixes(checker: Checker, report: Report, read: Read) -> Report:
    if not any(contract.own for contract in checker.contracts.contracts):
        return report
    from phaser_lint.check.fixes.fixable import fixable  # here: a denial waits for what is imported

    if not fixable(report.violations, checker.contracts.contracts):
        return report
    from phaser_lint.check.fixes.suggestions import report_with_fixes  # few contracts have a fix

    return report_with_fixes(checker, report, read)


# A report as context for the model, where it decides nothing.


def report_as_context(
    report: Report,
    project: Project,
    paths: Sequence[str],
    *,
    with_path: bool = True,
    where: str = "",
) -> Decision:
    """Return *report* on *paths* as context alone; *where* they are, if not on disk."""
    contracts, shown = project.contracts, agent_text.as_shown(report, project)
    advised = [violation for violation in report.violations if violation.severity == "warning"]
    folders = tuple(f"{name}/" for name in contracts.folders)
    about_contract = any(path.startswith(folders) for path in paths)
    late = agent_text.not_in_time(shown)

    def feedback_on(violations: Sequence[Violation], lead: str) -> str:
        return feedback(violations, contracts, lead=lead, with_path=with_path, way=project.way)

    return Decision(
        context=joined(
            feedback_on(errors_of(report), f"Contract violation{where}"),
            feedback_on(advised, f"Warning{where}"),
            agent_text.undecided(shown),
            agent_text.problems(shown) if about_contract else late,
            agent_text.uncompared(report),
        ),
        to_user=joined(agent_text.undecided(shown), late, agent_text.uncompared(report)),
    )
