"""The lines of a page that state a rule of the project: of CLAUDE.md, AGENTS.md, and the like.

    - Never use `print()`; use the logger.      a draft of a contract
    - Handle errors where they happen.          a line that states a rule, and is left to a reader

A draft is only made where the line is sure to say one thing (``sure_forms``), of which the project
tells the rest: the globs by its languages, the severity by what is there today.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from phaser_lint.author.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.author.importers.pages.left_out_reasons import find_left_out_reason
from phaser_lint.author.importers.pages.page_scope import (
    DOCUMENTATION,
    ENDING_OF_GLOB,
    ProjectFiles,
    find_exempt_globs,
    find_page_folder,
    find_rule_globs,
    fit_to_language,
)
from phaser_lint.author.importers.pages.page_statements import MOST, Page, Statement, parse_page
from phaser_lint.author.importers.pages.rule_words import find_page_language
from phaser_lint.author.importers.pages.stated_limits import find_limits_elsewhere
from phaser_lint.author.importers.pages.stated_rules import states_rule, with_siblings
from phaser_lint.author.importers.pages.statement_words import without_marks
from phaser_lint.author.importers.pages.sure_forms import find_sure_rule
from phaser_lint.author.importers.pages.sure_rule import SureRule
from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.own_examples import ExampleTrials
from phaser_lint.contract.rules.message_fields import escape_message_fields
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core import Record
from phaser_lint.core.text import decode_file, fold_white_space, make_printable, normalise_text
from phaser_lint.report.exports.agents_page import find_block_lines
from phaser_lint.report.exports.claude_rules import MARK
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_glob_list

TOOL_NAME = "page"
PAGE_LINE = "x-page-line"
"""The key of a contract that holds the text of the line that it is made of."""
_LONGEST_MESSAGE = 300
# What code of several languages has, as Java's has it
_JAVA_SAMPLES = {"from os import *": "import java.util.*;"}
_OF_JAVA = ("java", "kt", "scala", "groovy")
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
        return self.earlier_key or (find_page_folder(self.path), text)

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

    def is_said_by(self, other: PageLine) -> bool:
        """Tell whether the draft of the *other* line says all that this one says, and more; what
        is weaker says less.
        """
        is_weaker = self.severity == "error" and other.severity == "warning"
        return self.rule is not None and not is_weaker and self.checks < other.checks

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
    def number_of_checks(self) -> int:
        """How many parts the page's line says."""
        return len(self.checks)

    @property
    def url(self) -> str:
        """The ``url`` of the contract of the page's line."""
        return f"{quote(self.path)}#L{self.statement.line}"


def import_page(content: bytes, path: str) -> ImportedFile:
    """Import a page, such as CLAUDE.md: return it as it is read; raises ``RuleFileError`` where it
    is too large.
    """
    if len(content) > MAXIMUM_BYTES:
        raise RuleFileError(
            f"{path}: expected a page of at most {MAXIMUM_BYTES:,} bytes, found more"
        )
    text = normalise_text(decode_file(content))
    lines = text.split("\n")
    notices = []
    # What export wrote says what contracts say already.
    exported = range(len(lines)) if MARK in lines else find_block_lines(text)
    if exported:
        first, last = exported[0] + 1, exported[-1] + 1
        lines[exported[0] : last] = [""] * len(exported)
        notices.append(f"lines {first} to {last} are not read: phaser-lint export wrote them")
    page = parse_page("\n".join(lines))
    if not page.is_complete:
        notices.append(f"only its first {MOST:,} statements are read: split the page")
    return ImportedFile(path=path, tool=TOOL.name, rules=(), notices=tuple(notices), page=page)


TOOL = Tool(
    name=TOOL_NAME,
    files=(
        "CLAUDE.md", "AGENTS.md", "GEMINI.md", "CONTRIBUTING.md", "copilot-instructions.md",
        "*.instructions.md", "*.mdc", ".cursorrules", ".windsurfrules",
    ),
    read=import_page,
    others=("*.md",),
)  # fmt: skip


def find_rule_lines(page: Page, path: str) -> list[PageLine]:
    """Return the lines of a *page* at *path* that state a rule, each with what it is sure to say,
    or the reason why no draft.

    The reason of a sure form is empty.
    """
    lines = []
    language = find_page_language(statement.text for statement in page.statements)
    sure_rules = [
        find_sure_rule(statement, page_path=path, globs=page.globs) for statement in page.statements
    ]
    limits = find_limits_elsewhere(page.statements, sure_rules)
    are_rules = [
        isinstance(sure_rule, SureRule) or states_rule(statement, language)
        for statement, sure_rule in zip(page.statements, sure_rules, strict=True)
    ]
    are_listed = with_siblings(page.statements, are_rules)
    for number, (statement, sure_rule) in enumerate(zip(page.statements, sure_rules, strict=True)):
        text = make_printable(without_marks(statement.text))
        line = PageLine(path=path, statement=statement, text=text)
        if isinstance(sure_rule, SureRule):
            limit = limits[number]
            lines.append(line._replace(reason=limit, sure_rule=None if limit else sure_rule))
        elif are_listed[number]:
            reason = find_left_out_reason(statement, language, doubt=sure_rule.reason)
            # Beside rules stands also what only tells something.
            if are_rules[number] or reason != "description":
                lines.append(line._replace(reason=reason))
    return lines


def with_draft(line: PageLine, page: Page, files: ProjectFiles) -> PageLine:
    """Return the *line* of a *page* with the draft of the contract that it states, or the reason
    why that is not sure.
    """
    sure_rule = line.sure_rule
    if sure_rule is None:
        return line
    scope = find_rule_globs(sure_rule, page, path=line.path, files=files)
    if isinstance(scope, str):
        return line._replace(reason=scope)
    exempt = find_exempt_globs(sure_rule, scope, folder=find_page_folder(line.path), files=files)
    if isinstance(exempt, str):
        return line._replace(reason=exempt)
    own_rule = fit_to_language(sure_rule, scope, files)
    if isinstance(own_rule, str):
        return line._replace(reason=own_rule)
    sure_rule = own_rule
    excluded = (*sure_rule.excluded, *exempt)
    if sure_rule.keys["type"] == "file_name" and not all(map(ENDING_OF_GLOB.search, scope)):
        excluded += (f"*.{{{','.join(DOCUMENTATION)}}}",)  # README.md in `src/**`
    is_long = len(sure_rule.message) > _LONGEST_MESSAGE
    message = f"{sure_rule.message[:_LONGEST_MESSAGE]}…" if is_long else sure_rule.message
    kind, pattern_keys = sure_rule.keys["type"], {**sure_rule.keys}
    severity = pattern_keys.pop("severity")
    del pattern_keys["type"]
    keys: dict[str, Any] = {
        "type": kind,
        **pattern_keys,
        "file_glob": scope[0] if len(scope) == 1 else list(scope),
        **({"exclude_glob": list(excluded)} if excluded else {}),
        "message": message,
        "severity": severity,
        "url": line.url,
        PAGE_LINE: line.text,
    }
    if sure_rule.keys["type"] == "file_limits":  # an example would have more lines than that
        return line._replace(
            rule=ImportedRule(sure_rule.name, line.statement.line, keys=keys), reason=""
        )
    for examples in _make_examples(sure_rule, scope, files):
        full_keys = {**keys, "examples": examples}
        if _agrees_with_examples(full_keys):
            rule = ImportedRule(
                sure_rule.name, line.statement.line, keys=full_keys, unseen=sure_rule.unseen
            )
            return line._replace(rule=rule, reason="")
    return line._replace(reason="not sure to be code")


def _agrees_with_examples(keys: dict[str, Any]) -> bool:
    """Tell whether *keys* are a contract for the page that agrees with its examples."""
    checked_keys = {
        "rule_id": "draft", **keys, "message": escape_message_fields(str(keys["message"]))
    }  # fmt: skip
    checked = check_mapping(checked_keys, source="project", path="")
    if checked.contract is None or checked.problems:
        return False
    return not ExampleTrials().contradicting(checked.contract)


def _make_examples(
    rule: SureRule, scope: Sequence[str], files: ProjectFiles
) -> Iterator[dict[str, list[Any]]]:
    """Yield examples for a contract with the globs *scope*, as texts and at a path."""
    kind = rule.keys["type"]
    if kind == "file_not_exists" and rule.invalid:
        folder = posixpath.dirname(_make_plain_path(scope[0]))
        yield {"invalid": [f"{posixpath.join(folder, rule.invalid[0])}.{_find_ending(scope[0])}"]}
        return
    if kind == "file_not_exists":
        yield {"invalid": [path.rstrip("/*") + ("/a" if path.endswith(("/", "*")) else "")
                           for path in map(_make_plain_path, scope)]}  # fmt: skip
        return
    if kind == "file_exists":
        path = scope[0].lstrip("/")
        yield {"valid": [path], "invalid": [f"other/{path}"]}
        return
    if kind == "file_frozen":
        path = _make_plain_path(scope[0])
        yield {"invalid": [f"{path.rstrip('/*')}/a" if path.endswith(("/", "*")) else path]}
        return
    if kind == "file_name":
        folder = posixpath.dirname(_make_plain_path(scope[0]))
        name = f"{rule.invalid[0]}.{_find_ending(scope[0])}"
        yield {"invalid": [posixpath.join(folder, name)]}
        return
    texts = {"invalid": list(rule.invalid), "valid": list(rule.valid)}
    if _find_ending(scope[0]) in _OF_JAVA:
        texts["invalid"] = [_JAVA_SAMPLES.get(text, text) for text in rule.invalid]
    if kind == "forbid_import" and not rule.invalid:
        module = rule.keys["forbid"][0]
        is_python = scope[0].endswith((".py", ".pyi", ".{py,pyi}"))
        samples = {True: f"import {module.replace('/', '.')}", False: f"import a from '{module}'"}
        # Of `src/db` Go writes more than the path.
        is_go = scope[0].endswith(".go") and (rule.language == "Go" or bool(rule.folders))
        texts["invalid"] = [f'import "{module}"' if is_go else samples[is_python]]
    yield {kind: of_kind for kind, of_kind in texts.items() if of_kind}
    globs = (compile_glob_list(tuple(scope)),)
    path = next((path for path in files.paths if selects_path(globs, path)), "")
    if path:
        yield {
            kind: [{"path": path, "text": text} for text in of_kind]
            for kind, of_kind in texts.items()
            if of_kind
        }


def _find_ending(glob: str) -> str:
    """Return the first of the endings that *glob* names."""
    return re.split(r"[,}]", glob.rpartition(".")[2].lstrip("{"))[0]


def _make_plain_path(glob: str) -> str:
    return re.sub(r"\*(?=\.)", "a", glob.lstrip("/").replace("**/", ""))


def list_banned_commit_paths(line: PageLine) -> tuple[str, ...]:
    """Return the paths that a page's *line* forbids in a commit, from the root: git may ignore
    them.
    """
    if line.sure_rule is None or line.sure_rule.keys["type"] != "file_not_exists":
        return ()
    folder = find_page_folder(line.path)
    return tuple(posixpath.join(folder, name) for name in line.sure_rule.paths)
