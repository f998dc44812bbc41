"""Ignore directives: comments that suppress a violation, on purpose and by name.

    # phaser:ignore a, b -- why          violations of a and b on this line
    # phaser:ignore-next-line a          violations of a on the next line
    # phaser:ignore-all                  every violation on this line
    # phaser:ignore-file a               every violation of a in the file

A directive counts only right after a comment opener of the file's type, and takes nothing but
ids, a reason after `` -- ``, the comment's closer, or another comment. One that does not parse, or
names no id, ignores nothing and is reported: it never widens to "all". So is one after an opener of
other languages, and a word that is near (``phaser:disable``).
"""

from __future__ import annotations

from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record
from phaser_lint.core.text import unify_line_ends
from phaser_lint.text.globs import selects_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from phaser_lint.check.engine.directive_parser import Malformed
    from phaser_lint.contract.model import Contract, ContractSet, Violation


def render_directive_words(form: str, reason: str, ids: Iterable[str] = ()) -> str:
    """Return a directive as ``Violation.suppressed_by`` has it: its form, ids and reason."""
    return " ".join((form, *ids, *(("--", reason) if reason else ())))


class Directive(Record):
    """One directive of a file; ``ids`` is empty for ``ignore-all`` alone."""

    line: int
    form: str
    ids: tuple[str, ...]
    reason: str = ""

    def has_reason(self) -> bool:
        """Tell whether the directive's reason holds a letter or a digit."""
        return any(map(str.isalnum, self.reason))

    def words(self) -> str:
        """Return what the directive says: ``ignore a b -- why``, as far as it does."""
        return render_directive_words(self.form, self.reason if self.has_reason() else "", self.ids)

    def target(self) -> int | None:
        """Return the line that the directive is for, or ``None`` for the file as a whole."""
        if self.form == "ignore-file":
            return None
        return self.line + 1 if self.form == "ignore-next-line" else self.line


class Directives(Record):
    """The directives of one file, and what looked like one."""

    directives: tuple[Directive, ...] = ()
    malformed: tuple[Malformed, ...] = ()
    misplaced: tuple[Directive, ...] = ()
    """What would be one right after what opens a comment: ``# see phaser:ignore a``. Prose about
    directives says the same, so only a violation that it would suppress tells of it."""


class DirectiveIndex:
    """The directives of one text by what they speak of.

    Eight thousand lines, each with a violation and a directive of its own, took six seconds.
    """

    def __init__(
        self, directives: Sequence[Directive], *, misplaced: Sequence[Directive] = ()
    ) -> None:
        # By the line, none for all of the file, and the id; what ignores all is without one.
        self._first: dict[tuple[int | None, str], tuple[int, Directive]] = {}
        self._first_with_reason: dict[tuple[int | None, str], tuple[int, Directive]] = {}
        self._misplaced = {
            (directive.target(), rule_id)
            for directive in misplaced
            for rule_id in directive.ids or ("",)
        }
        for index, directive in enumerate(directives):
            for rule_id in directive.ids or ("",):
                key = directive.target(), rule_id
                self._first.setdefault(key, (index, directive))
                if directive.has_reason():
                    self._first_with_reason.setdefault(key, (index, directive))

    def suppress(
        self, violation: Violation, contract: Contract
    ) -> tuple[Violation, Directive | None]:
        """Return *violation*, and the first directive that suppresses it, or ``None``.

        A suppressed violation has the words of its directive. One whose directive lacks the reason
        that *contract* asks for stays, and its message says so; so does that of one whose directive
        is misplaced. A violation at a glob stays: there is no file to write a directive in.
        """
        if not contract.ignorable or violation.where == "glob":
            return violation, None
        directive = _find_first_directive(self._first, violation, contract)
        if directive is not None and contract.asks_for_reason:
            directive = _find_first_directive(self._first_with_reason, violation, contract)
            if directive is None:
                return violation._replace(message=f"{violation.message} ({NO_REASON})"), None
        if directive is None:
            if self._misplaced and not self._misplaced.isdisjoint(
                _list_directive_keys(violation, contract)
            ):
                return violation._replace(message=f"{violation.message} ({MISPLACED})"), None
            return violation, None
        return violation._replace(suppressed_by=directive.words()), directive


def propose_directive(
    violation: Violation, line: str, *, with_reason: bool, is_of_change: bool
) -> str:
    """Return the directive to suppress *violation*: ``end line 3 with: # phaser:ignore …``.

    Nothing where no comment can. *line* is what its line, or those of several, are called;
    *with_reason*: the contract asks for one. *is_of_change*: it is about one change, and the
    directive stays.
    """
    # Here, not above: a text that is read again does not have this a second time.
    from phaser_lint.text.languages import (
        has_nesting_comments,
        is_xml,
        render_comment,
        stands_at_margin,
        takes_own_line,
    )

    path = violation.path
    if violation.cell is not None or violation.cell_language:
        path = f"cell.{violation.cell_language}"
    is_above = takes_own_line(path) or (violation.comment or "").endswith("\n")
    # Where its line takes no comment, as in a fence of Markdown, the file does.
    is_of_file = violation.line is None or violation.comment == ""
    form = "ignore-file" if is_of_file else f"ignore{'-next-line' * is_above}"
    directive = f"phaser:{form} {violation.rule_id}"
    if violation.where == "glob":
        return ""
    comment = render_comment(path, f"{directive} -- reason")
    if violation.comment and not is_of_file:
        comment = violation.comment.rstrip("\n").replace("{}", f"{directive} -- reason")
    # In XML a comment holds no dashes; in what is like it they are left out unless they must be.
    if comment is not None and comment.endswith(("-->", "--}}", "--%>")):
        reason = "" if not with_reason else ": reason" if is_xml(path) else " -- reason"
        comment = comment.replace(" -- reason", reason)
    if comment is None:
        return ""
    kind = " a comment" if comment.startswith("phaser:") else ""
    margin = ", not indented" if is_above and stands_at_margin(path) else ""
    margin = ", indented as that is" if is_above and has_nesting_comments(path) else margin
    blank = ", no blank before it," if comment.startswith("{/*") else ""
    instruction = f"put above {line}{margin}" if is_above else f"end {line}{blank} with"
    place = "add to the file" if is_of_file else instruction
    return f"{place}{kind}: {comment}{_FOR_GOOD if is_of_change else ''}"


def with_directive_comment(violation: Violation, text: str) -> Violation:
    """Return *violation* of a file that says *text*, with the comment around its ignore directive
    where the type of the file does not tell it.
    """
    # Here, not above: as in ``propose_directive``, and many files have nothing that is in the way.
    from phaser_lint.text.languages import (
        find_file_types,
        has_mixed_languages,
        list_comment_openers,
        may_refuse_comment,
        render_comment,
    )

    path, line = violation.path, violation.line
    if text.startswith("#!") and render_comment(path, "") in (None, ""):
        from phaser_lint.text.languages.first_line import find_script_type  # few tell by it alone

        script = find_script_type(text)
        if script and script.endings and script.openers[0] in list_comment_openers(path):
            ending = script.endings.split()[0]
            path, violation = f"cell.{ending}", violation._replace(cell_language=ending)
    if line is None or not find_file_types(path):
        return violation
    is_continued = violation.line_text.rstrip().endswith("\\")
    if not (is_continued or may_refuse_comment(path, text, line=line)):
        return violation
    from phaser_lint.text.regions.comments_on_lines import render_comment_on_line

    text = unify_line_ends(text)
    # A long one is shortened.
    beginnings = [line_text[:_NEAR] for line_text in text.split("\n", line)[line - 1 : line]]
    is_same = beginnings == [violation.line_text[:_NEAR]]
    if not is_same:  # of another text nobody knows
        return violation._replace(comment="{}") if has_mixed_languages(path) else violation
    return violation._replace(comment=render_comment_on_line(path, text, line))


_NEAR = 40


_FOR_GOOD = " (and take it out with the next change: it spares the file that one, too)"
ONLY_USER = "Only the user may suppress this."
"""What an agent reads in place of a directive."""
NO_REASON = 'its directive gives no reason; the word "reason" is none'
"""Why a directive does not suppress what asks for one."""
MISPLACED = "its directive is not right after what opens a comment"
"""Why what looks like a directive is none."""


def _find_first_directive(
    first: Mapping[tuple[int | None, str], tuple[int, Directive]],
    violation: Violation,
    contract: Contract,
) -> Directive | None:
    keys = _list_directive_keys(violation, contract)
    return min([first[key] for key in keys if key in first], default=(0, None))[1]


def _list_directive_keys(violation: Violation, contract: Contract) -> list[tuple[int | None, str]]:
    """Return the targets and ids of directives that speak of *violation*."""
    rule_id = contract.rule_id
    keys: list[tuple[int | None, str]] = [(None, rule_id)]
    if violation.line is not None:
        keys = [(violation.line, ""), (violation.line, rule_id), *keys]
    return keys


def heeds_directives(contracts: ContractSet, path: str) -> bool:
    """Tell whether directives in the file at *path* count, and are more than text."""
    return not (
        contracts.directives_as_text and selects_path((contracts.directives_as_text,), path)
    )


def heeds_added_directive(contract: Contract) -> bool:
    """Tell whether a directive suppresses for *contract* what comes with the same change."""
    return contract.ignorable is not False and RULES[contract.type].directives_in == "now"


READING_DIRECTIVES = "reading ignore directives"


def may_hold_directives(text: str) -> bool:
    """Tell whether *text* may hold a directive, or what is meant as one; without parsing."""
    if "phaser" in text or "Phaser" in text or "PHASER" in text:
        return True
    if text.isascii() or "ignor" not in text:
        return False
    # A character that nobody sees may stand in the name.
    return "phaser" in text.lower() or b"phaser:ignore" in text.encode("ascii", "ignore")


def parse_directives(path: str, text: str, *, until: float | None = None) -> Directives:
    """Return the ignore directives of *text* (line ends normalised), a file named *path*, that
    ``may_hold_directives``.

    Raises ``LateReaderError`` once it is later than *until*.
    """
    # Here, not above: few files have one, and a denied edit waits for what is imported.
    from phaser_lint.check.engine.directive_parser import find_written_directives

    return find_written_directives(path, text, until)


def with_reasons(suppressed: Iterable[Violation]) -> tuple[Violation, ...]:
    """Return *suppressed* violations with form and reason of their directives, for reports."""
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
