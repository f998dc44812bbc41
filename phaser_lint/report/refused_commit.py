"""What a person reads below the violations that stop a commit: how to go on.

next:
  phaser-lint why no-print src/a.py:3  # explains the first violation
  phaser-lint baseline                 # records those that existed before
Only if this is meant, and the contract allows it, end line 3 with: # phaser:ignore …
"""

from __future__ import annotations

from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.rules import RULES
from phaser_lint.core.shell_lines import shell_line
from phaser_lint.core.text import contract_shown, harmless, is_notebook
from phaser_lint.report.summary import place
from phaser_lint.text.languages import comment_with, takes_own_line


def ways_on(report: Report) -> list[str]:
    """Return the lines of the ways on from the first error; nothing without a violation."""
    violations = sorted(report.violations, key=lambda violation: violation.severity != "error")
    if not violations:
        return []
    name = contract_shown(violations[0].contract_key)
    command = shell_line(["phaser-lint", "why", name, place(violations[0])])
    if violations[0].where == "glob":  # no file that could be named
        command = shell_line(["phaser-lint", "explain", name])
    steps = [
        (command, "explains the first violation"),
        ("phaser-lint baseline", "records those that existed before"),
    ]
    width = max(len(step) for step, _ in steps)
    lines = ["next:", *(f"  {step:<{width}}  # {purpose}" for step, purpose in steps)]
    types_by_key = {contract.key: contract.type for contract in report.contracts}
    kind = types_by_key.get(violations[0].contract_key)
    # Of a frozen file, or a text that stays, it has to be there before the change.
    if kind is None or RULES[kind].directives_in == "now":
        lines += _suppression(violations[0])
    return [harmless(line) for line in lines]


def _suppression(violation: Violation) -> list[str]:
    """Return how the *violation* is suppressed; nothing where no comment surely does.

    The report does not have which contracts forbid it.
    """
    # A comment after a backslash would break the line that it continues.
    is_continued = violation.line_text.rstrip().endswith("\\")
    if violation.where == "glob" or is_notebook(violation.path) or is_continued:
        return []
    is_above = violation.line is not None and takes_own_line(violation.path)
    form = "ignore-file" if violation.line is None else f"ignore{'-next-line' * is_above}"
    directive = f"phaser:{form} {violation.rule_id}"
    comment = comment_with(violation.path, directive)
    if comment is None:
        return []
    # In XML a comment holds no dashes.
    if not comment.endswith(("-->", "--}}", "--%>")):
        comment = comment_with(violation.path, f"{directive} -- reason") or ""
    kind = " a comment" if comment.startswith("phaser:") else ""
    where = "add to the file"
    if violation.line is not None:
        where = f"{'put above' if is_above else 'end'} line {violation.line}"
        where += "" if is_above else " with"
    return [f"Only if this is meant, and the contract allows it, {where}{kind}: {comment}"]
