"""What a page says of one kind of files: hooks, sources, tests; those that are there make it sure.

Hooks: camelCase with a `use` prefix      each file of `hooks/` is called so
Use TypeScript for all files              `src/` has no other
Tests live under `tests/`                 no file that is called as tests are lies elsewhere
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.drafts.top_of_file import BEFORE_CODE
from phaser_lint.author.importers.pages.text.marks_and_spans import SIGN, StatementWords

KIND_FORMS = (
    ("hook names", r"hooks?(?:\s+names?)?\s*:?\s+(?:are\s+|use\s+)?`?camel[- ]?case`?,?\s+"
                   r"(?:and\s+)?(?:with|prefixed\s+with|starting\s+with)\s+(?:an?\s+|the\s+)?"
                   rf"(?:{SIGN}|use)(?:\s+prefix)?"),
    ("only typescript", r"(?:all\s+)?(?:(?:new|source)\s+)?(?:code|files?)\s+(?:must|should)\s+"
                        r"be\s+(?:(?:written\s+)?in\s+)?typescript(?:\s+only)?"),
    ("only typescript", r"(?:always\s+)?(?:use|write)\s+(?:only\s+)?typescript\s+(?:for|in)\s+"
                        r"(?:all|every)\s+(?:new\s+)?(?:source\s+)?(?:code|files?)"),
    ("only typescript", r"(?:use\s+)?typescript\s+only"),
)  # fmt: skip
"""The forms of rules without a path."""


def make_hook_name_rule(_form_match: re.Match[str]) -> SureRule:
    """Return the rule that the files of hooks are called as hooks are."""
    return SureRule(
        name="hooks with their prefix",
        keys={"type": "file_name", "pattern": r"(?:index|use[A-Z]\w*)(?:\..*)?"},
        paths=("**/hooks/*.{ts,tsx,js,jsx}",),
        needs_all=True,
        invalid=("user-name",),
    )


def make_typescript_rule(_form_match: re.Match[str]) -> SureRule:
    """Return the rule that no source is in JavaScript; what sets up a tool lies elsewhere."""
    return SureRule(
        name="TypeScript only",
        keys={"type": "file_not_exists"},
        paths=("src/**/*.js", "src/**/*.jsx"),
        needs_all=True,
        beside="src/**/*.{ts,tsx}",
    )


def make_tests_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that files of tests, as their names tell them, lie in one folder."""
    [folder] = words.spans_of(form_match["place"])
    if not re.fullmatch(r"/?(?:[\w.][\w-]*/)*[\w.][\w-]*/?", folder) or "." in folder:
        return None
    return SureRule(
        name=f"tests in {folder}",
        keys={"type": "file_not_exists"},
        tests_folder=folder.strip("/"),
    )


def is_guard(span: str) -> bool:
    """Tell whether a page's code *span* is of headers, a kind of files: a line of their guard."""
    return bool(re.fullmatch(r"#pragma once|#(?:ifndef|define|endif)\b.*", span))


def make_guard_rule(form_match: re.Match[str], words: StatementWords) -> SureRule:
    """Return the rule that each header has a guard: a line for it, or either way of it."""
    spans = words.spans_of(form_match["spans"])
    pragma = r"^[^\S\n]*#[^\S\n]*pragma[^\S\n]+once\b"
    # Before all code, as a compiler wants it
    ifndef = rf"{BEFORE_CODE}#[^\S\n]*if(?:ndef\b|[^\S\n]+!\s*defined\b)"
    is_pragma = spans == ["#pragma once"]
    return SureRule(
        name="headers with guards",
        keys={
            "type": "require_pattern",
            "pattern": pragma if is_pragma else f"{pragma}|{ifndef}",
            "when_file": r"\S",
        },
        is_of_headers=True,
        invalid=("int a;\n", *(("#ifndef A\n#define A\n#endif\n",) if is_pragma else ())),
        valid=("#pragma once\n",),
    )


KIND_MAKERS = {"hook names": make_hook_name_rule, "only typescript": make_typescript_rule}
"""Their forms, each with what makes its rule."""
