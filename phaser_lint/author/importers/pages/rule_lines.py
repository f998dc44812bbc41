"""The lines of a page that state a rule of the project: of CLAUDE.md, AGENTS.md, and the like.

    - Never use `print()`; use the logger.      a draft of a contract
    - Handle errors where they happen.          a line that states a rule, and is left to a reader

A draft is only made where the line is sure to say one thing (``line_to_rule``), of which the
project tells the rest: the globs by its languages, the severity by what is there today.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from phaser_lint.author.importers.imported import ImportedRule
from phaser_lint.author.importers.pages.drafts.limits_elsewhere import find_limits_elsewhere
from phaser_lint.author.importers.pages.drafts.line_to_rule import find_sure_rule
from phaser_lint.author.importers.pages.drafts.project_files import NO_FILES, ProjectFiles
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.left_out.reasons import find_left_out_reason
from phaser_lint.author.importers.pages.left_out.reasons_of_lists import with_reasons_of_lists
from phaser_lint.author.importers.pages.left_out.telling_words import TELLS
from phaser_lint.author.importers.pages.page_file import find_page_folder
from phaser_lint.author.importers.pages.text.markdown import Page, Statement
from phaser_lint.author.importers.pages.text.marks_and_spans import without_marks
from phaser_lint.author.importers.pages.text.other_languages import find_page_language
from phaser_lint.author.importers.pages.text.siblings import begins_as_siblings, with_siblings
from phaser_lint.author.importers.pages.text.states_rule import states_rule
from phaser_lint.core import Record
from phaser_lint.core.text import fold_white_space, make_printable

PAGE_LINE = "x-page-line"
"""The key of a contract that holds the text of the line that it is made of."""
_OF_ONE_LINE = {"message", "severity", "url", "examples", PAGE_LINE}


class PageLine(Record):
    """A line of the page at ``path``, from the root, that states a rule.

    ``rule`` is the draft of ``sure_rule``, which it is sure to say; else ``reason`` is what is
    missing. ``earlier_key`` is that of an earlier line whose draft finds the same.
    """

    path: str
    statement: Statement
    text: str
    reason: str = ""
    sure_rule: SureRule | None = None
    rule: ImportedRule | None = None
    earlier_key: tuple[str, str] | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What lines of a page have in common that say the same of the same files."""
        text = fold_white_space(self.text).casefold().rstrip(".!")
        # The same words below the headings of two folders are two rules.
        place = self.sure_rule.scope_path if self.sure_rule else ""
        return self.earlier_key or (f"{find_page_folder(self.path)}/{place}", text)

    @property
    def check(self) -> str:
        """What the draft of the page's line looks for, and where: whatever the words."""
        keys = self.rule.keys if self.rule and self.rule.keys else {}
        return repr([(key, keys[key]) for key in sorted(keys.keys() - _OF_ONE_LINE)])

    @property
    def is_without_draft(self) -> bool:
        """Whether a draft of the page's line is not sure, or another line has it."""
        return self.rule is None

    @property
    def severity(self) -> str:
        """The severity of the draft of the page's line, or nothing."""
        return str(self.rule.keys["severity"]) if self.rule and self.rule.keys else ""

    def find_widest(self, drafts: Iterable[tuple[PageLine, frozenset[str]]]) -> PageLine:
        """Return the line of a page whose draft says all that this one says, and most besides; this
        one where there is none. What is weaker says less.

        *drafts*: lines with their ``checks``, which are not told anew for each pair.
        """
        checks = most_checks = self.checks
        widest = self
        for line, line_checks in drafts if self.rule is not None else ():
            if checks < line_checks and len(line_checks) > len(most_checks):
                is_weaker = self.severity == "error" and line.severity == "warning"
                if not is_weaker:
                    widest, most_checks = line, line_checks
        return widest

    @property
    def checks(self) -> frozenset[str]:
        """What the draft of the page's line looks for, each part by itself: of two lines one may
        say all that the other says.
        """
        keys = self.rule.keys if self.rule and self.rule.keys else {}
        if not keys or self.sure_rule is None:
            return frozenset()
        globs = keys["file_glob"]
        of_files = [globs] if isinstance(globs, str) else globs
        parts_by_key = {
            "pattern": self.sure_rule.alternatives,
            "forbid": keys.get("forbid", ()),
            "file_glob": of_files if keys["type"] in ("file_not_exists", "file_frozen") else (),
        }
        name = next((name for name, parts in parts_by_key.items() if parts), "")
        others = [(key, keys[key]) for key in sorted(keys.keys() - _OF_ONE_LINE - {name})]
        return frozenset(f"{part} {others}" for part in parts_by_key.get(name, [self.check]))

    @property
    def url(self) -> str:
        """The ``url`` of the contract of the page's line."""
        return f"{quote(self.path)}#L{self.statement.line}"


def make_page_line(statement: Statement, path: str) -> PageLine:
    """Return the page's line of a *statement* of the page at *path*, without a draft."""
    text = make_printable(without_marks(statement.text))
    return PageLine(path=path, statement=statement, text=text)


def find_rule_lines(page: Page, path: str, files: ProjectFiles = NO_FILES) -> list[PageLine]:
    """Return the rule lines of a *page* at *path*, those that state a rule, each with what it is
    sure to say, or the reason why no draft.

    The reason of a sure form is empty. *files* are those of the project.
    """
    lines = []
    language = find_page_language(statement.text for statement in page.statements)
    sure_rules = [
        find_sure_rule(statement, page_path=path, globs=page.globs, files=files)
        for statement in page.statements
    ]
    limits = find_limits_elsewhere(page.statements, sure_rules)
    are_rules = [
        isinstance(sure_rule, SureRule) or states_rule(statement, language)
        for statement, sure_rule in zip(page.statements, sure_rules, strict=True)
    ]
    are_listed = with_siblings(page.statements, are_rules)
    for number, (statement, sure_rule) in enumerate(zip(page.statements, sure_rules, strict=True)):
        line = make_page_line(statement, path)
        if isinstance(sure_rule, SureRule):
            limit = limits[number]
            lines.append(line._replace(reason=limit, sure_rule=None if limit else sure_rule))
        elif are_listed[number]:
            reason = find_left_out_reason(
                statement,
                language,
                doubt=sure_rule.reason,
                is_request=not are_rules[number]
                and (
                    begins_as_siblings(statement)
                    or (statement.kind == "item" and not TELLS.search(line.text))
                ),
            )
            # Beside rules stands also what only tells something.
            if are_rules[number] or reason != "description":
                lines.append(line._replace(reason=reason))
    reasons = with_reasons_of_lists(
        [line.statement for line in lines], [line.reason for line in lines]
    )
    return [line._replace(reason=reason) for line, reason in zip(lines, reasons, strict=True)]
