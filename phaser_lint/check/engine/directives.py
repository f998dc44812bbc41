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

from collections.abc import Mapping, Sequence

from phaser_lint.check.engine.directive_places import (
    MISPLACED,
    NO_REASON,
    PLACEHOLDER,
    render_directive_words,
)
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.core import Record


class Directive(Record):
    """One directive of a file; ``ids`` is empty for ``ignore-all`` alone."""

    line: int
    form: str
    ids: tuple[str, ...]
    reason: str = ""

    def has_reason(self) -> bool:
        """Tell whether the directive's reason is one: it holds a letter or a digit, and more than
        what stands for one.
        """
        return any(map(str.isalnum, self.reason)) and self.reason.lower() != PLACEHOLDER

    def words(self) -> str:
        """Return what the directive says: ``ignore a b -- why``, as far as it does."""
        return render_directive_words(self.form, self.reason if self.has_reason() else "", self.ids)

    def target(self) -> int | None:
        """Return the line that the directive is for, or ``None`` for the file as a whole."""
        if self.form == "ignore-file":
            return None
        return self.line + 1 if self.form == "ignore-next-line" else self.line


class Malformed(Record):
    """What looks like a directive and is none, so that it ignores nothing."""

    line: int
    expected: str


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
            without_reason = directive
            directive = _find_first_directive(self._first_with_reason, violation, contract)
            if directive is None:
                is_offered = without_reason.reason.lower() == PLACEHOLDER
                is_none = f'; the word "{PLACEHOLDER}" is none' * is_offered
                message = f"{violation.message} ({NO_REASON}{is_none})"
                return violation._replace(message=message), None
        if directive is None:
            if self._misplaced and not self._misplaced.isdisjoint(
                _list_directive_keys(violation, contract)
            ):
                return violation._replace(message=f"{violation.message} ({MISPLACED})"), None
            return violation, None
        return violation._replace(suppressed_by=directive.words()), directive


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
