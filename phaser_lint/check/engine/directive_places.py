"""How directives are written: where they may stand and count, in which comment the next one goes,
in which words a report has them.

Apart from ``directives``: most texts hold none.
"""

from __future__ import annotations

from phaser_lint.contract.model import Contract, ContractSet, Violation
from phaser_lint.contract.rules import RULES
from phaser_lint.core.text import unify_line_ends
from phaser_lint.text.globs import selects_path

NO_REASON = "its directive gives no reason"
"""Why a directive does not suppress what asks for one."""
PLACEHOLDER = "reason"
"""What stands for a reason in what agents and editors are offered: nobody has given one yet."""
MISPLACED = "its directive is not right after what opens a comment"
"""Why what looks like a directive is none."""
ONLY_USER = "Only the user may suppress this."
"""What an agent reads in place of a directive."""
_FOR_GOOD = " (and take it out with the next change: it spares the file that one, too)"
# So much of a line tells it from others.
_NEAR = 40


def may_hold_directives(text: str) -> bool:
    """Tell whether *text* may hold a directive, or what is meant as one; without parsing."""
    if "phaser" in text or "Phaser" in text or "PHASER" in text or ":ignore" in text:
        return True
    if text.isascii() or "ignor" not in text:
        return False
    # A character that nobody sees may stand in the name.
    return "phaser" in text.lower() or b"phaser:ignore" in text.encode("ascii", "ignore")


def heeds_directives(contracts: ContractSet, path: str) -> bool:
    """Tell whether directives in the file at *path* count, and are more than text."""
    return not (
        contracts.directives_as_text and selects_path((contracts.directives_as_text,), path)
    )


def heeds_added_directive(contract: Contract) -> bool:
    """Tell whether a directive suppresses for *contract* what comes with the same change."""
    return contract.ignorable is not False and RULES[contract.type].directives_in == "now"


def propose_directive(
    violation: Violation,
    line: str,
    *,
    with_reason: bool,
    is_of_change: bool,
    file: str = "the file",
) -> str:
    """Return the directive to suppress *violation*: ``end line 3 with: # phaser:ignore …``.

    Nothing where no comment can. *line* is what its line, or those of several, are called, *file*
    what its file is; *with_reason*: the contract asks for one. *is_of_change*: it is about one
    change, and the directive stays.
    """
    # Here, not above: a text that is read again does not have this a second time.
    from phaser_lint.text.languages import (
        find_line_comment,
        has_nesting_comments,
        is_xml,
        stands_at_margin,
    )

    path = violation.path
    if violation.cell is not None or violation.cell_language:
        path = f"cell.{violation.cell_language}"
    of_language = find_line_comment(path)
    # Where its line takes no comment, as in a fence of Markdown, the file does.
    is_of_file = violation.line is None or violation.comment == ""
    comment = of_language if is_of_file else violation.comment or of_language
    if comment is None or violation.where == "glob":
        return ""
    is_above = comment.endswith("\n") or (of_language or "").endswith("\n")
    form = "ignore-file" if is_of_file else f"ignore{'-next-line' * is_above}"
    directive = f"phaser:{form} {violation.rule_id} -- reason"
    comment = comment.rstrip("\n").replace("{}", directive)
    # In XML a comment holds no dashes; in what is like it they are left out unless they must be.
    if comment.endswith(("-->", "--}}", "--%>")):
        reason = "" if not with_reason else ": reason" if is_xml(path) else " -- reason"
        comment = comment.replace(" -- reason", reason)
    kind = " a comment" if comment.startswith("phaser:") else ""
    margin = ", not indented" if is_above and stands_at_margin(path) else ""
    margin = ", indented as that is" if is_above and has_nesting_comments(path) else margin
    blank = ", no blank before it," if comment.startswith("{/*") else ""
    instruction = f"put above {line}{margin}" if is_above else f"end {line}{blank} with"
    place = f"add to {file}" if is_of_file else instruction
    return f"{place}{kind}: {comment}{_FOR_GOOD if is_of_change else ''}"


def with_directive_comment(violation: Violation, text: str) -> Violation:
    """Return *violation* of a file that says *text*, with the comment around its ignore directive
    where the type of the file does not tell it.
    """
    # Here, not above: as in ``propose_directive``, and many files have nothing that is in the way.
    from phaser_lint.text.languages import (
        find_file_types,
        find_line_comment,
        has_mixed_languages,
        list_comment_openers,
        may_refuse_comment,
    )

    path, line = violation.path, violation.line
    if text.startswith("#!") and find_line_comment(path) in (None, "{}", "{}\n"):
        from phaser_lint.text.languages.first_line import find_script_type  # few tell by it alone

        script = find_script_type(text)
        if script and script.endings and script.openers[0] in list_comment_openers(path):
            ending = script.endings.split()[0]
            path, violation = f"cell.{ending}", violation._replace(cell_language=ending)
    types = find_file_types(path)
    if line is None or not types:
        return violation
    is_continued = violation.line_text.rstrip().endswith("\\")
    if not (is_continued or may_refuse_comment(types, text, line=line)):
        return violation
    from phaser_lint.text.regions.comments_on_lines import render_comment_on_line

    text = unify_line_ends(text)
    # A long one is shortened.
    beginnings = [line_text[:_NEAR] for line_text in text.split("\n", line)[line - 1 : line]]
    is_same = beginnings == [violation.line_text[:_NEAR]]
    if not is_same:  # of another text nobody knows
        return violation._replace(comment="{}") if has_mixed_languages(path) else violation
    return violation._replace(comment=render_comment_on_line(path, text, line))


def render_directive_words(form: str, reason: str, ids: tuple[str, ...] = ()) -> str:
    """Return a directive as ``Violation.suppressed_by`` has it: its form, ids and reason."""
    return " ".join((form, *ids, *(("--", reason) if reason else ())))


def with_reasons(suppressed: tuple[Violation, ...]) -> tuple[Violation, ...]:
    """Return *suppressed* violations with directives in the words of a report: form and reason."""
    return tuple(
        [
            violation._replace(
                suppressed_by=render_directive_words(
                    violation.suppressing_form, violation.suppressing_reason
                )
            )
            for violation in suppressed
        ]
    )
