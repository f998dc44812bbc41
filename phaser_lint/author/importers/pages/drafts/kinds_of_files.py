"""What a page says of one kind of files: hooks, sources, tests; those that are there make it sure.

Hooks: camelCase with a `use` prefix      each file of `hooks/` is called so
Use TypeScript for all files              `src/` has no other
Tests live under `tests/`                 no file that is called as tests are lies elsewhere
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.project_files import join_endings
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.marks_and_spans import SIGN, StatementWords

_OF_JAVASCRIPT = "{ts,tsx,mts,cts,js,jsx,mjs,cjs}"
KIND_FORMS = (
    ("hook names", r"hooks?(?:\s+names?)?\s*:?\s+(?:are\s+|use\s+)?`?camel[- ]?case`?,?\s+"
                   r"(?:and\s+)?(?:with|prefixed\s+with|starting\s+with)\s+(?:an?\s+|the\s+)?"
                   rf"(?:{SIGN}|use)(?:\s+prefix)?"),
    ("only typescript", r"(?:all\s+)?(?:(?:new|source)\s+)?(?:code|files?)\s+(?:must|should)\s+"
                        r"be\s+(?:(?:written\s+)?in\s+)?typescript(?:\s+only)?"),
    ("only typescript", r"(?:always\s+)?(?:use|write)\s+(?:only\s+)?typescript\s+(?:for|in)\s+"
                        r"(?:all|every)\s+(?:new\s+)?(?:source\s+)?(?:code|files?)"),
    ("only typescript", r"(?:(?:always\s+)?use\s+)?typescript\s+(?:only|everywhere)"),
)  # fmt: skip
"""The forms of rules without a path."""


def make_hook_name_rule(_form_match: re.Match[str]) -> SureRule:
    """Return the rule that the files of hooks are called as hooks are."""
    return SureRule(
        name="hooks with their prefix",
        keys={"type": "file_name", "pattern": r"(?:index|use[A-Z]\w*)(?:\..*)?"},
        paths=(f"**/hooks/*.{_OF_JAVASCRIPT}",),
        needs_all=True,
        invalid=("user-name",),
    )


def make_typescript_rule(_form_match: re.Match[str]) -> SureRule:
    """Return the rule that no source is in JavaScript; what sets up a tool lies elsewhere."""
    return SureRule(
        name="TypeScript only",
        keys={"type": "file_not_exists"},
        paths=("src/**/*.{js,jsx,mjs,cjs}",),
        needs_all=True,
        beside="src/**/*.{ts,tsx,mts,cts}",
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
        unseen=tuple(
            f"tests with another name than `{name}`" for name in words.spans_of(form_match["names"])
        ),
    )


# How files of tests are called by tools: a project chooses one of them.
_TEST_NAMES = {
    "py": ("test_*", "*_test"),
    "ts tsx mts cts js jsx mjs cjs": ("*.test", "*.spec"),
    "rb": ("*_spec", "*_test"),
    **dict.fromkeys(("kt", "java", "cs", "php", "swift"), ("*Test", "*Tests")),
}
_PLACEHOLDER = re.compile(r"<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\]|\*+")


def make_test_names_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that no file is called as tests are elsewhere: one name has another tool."""
    names = [_PLACEHOLDER.sub("*", span) for span in words.spans_of(form_match["spans"])]
    for endings, own_names in _TEST_NAMES.items():
        of_endings = tuple(f".{ending}" for ending in endings.split())
        chosen = {name.rpartition(".")[0] for name in names if name.endswith(of_endings)}
        others = [name for name in own_names if name not in chosen]
        if len(chosen) == len(others) == 1:
            return SureRule(
                name=f"tests called {names[0]}",
                keys={"type": "file_not_exists"},
                paths=(f"**/{others[0]}.{join_endings(endings.split())}",),
                needs_all=True,
                beside=f"**/{names[0]}",
                unseen=("tests whose files are called otherwise",),
            )
    return None


KIND_MAKERS = {"hook names": make_hook_name_rule, "only typescript": make_typescript_rule}
"""Their forms, each with what makes its rule."""
