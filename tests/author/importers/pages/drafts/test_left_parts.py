"""What a line says besides its draft is named beside it."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import finds, keys_of, read_page_line

_PATHS = {
    "ts": ("src/a.ts", "src/b.tsx"),
    "py": ("src/a.py", "tests/test_a.py"),
    "cs": ("A.cs",),
    "php": ("a.php",),
}
_REST = "the rest of the line: "


def _read_rest(language: str, text: str) -> str:
    line = read_page_line(text, _PATHS[language])
    assert line.rule, line.reason
    return "".join(name[len(_REST) :] for name in line.rule.unseen if name.startswith(_REST))


@pytest.mark.parametrize(
    ("language", "text", "rest"),
    [
        # what stands before the ban
        ("ts", "strict mode, no any types", "strict mode"),
        ("ts", "Strict compiler (no `any`)", "Strict compiler"),
        ("ts", "Theme v4 for all styles; no inline styles", "Theme v4 for all styles"),
        ("ts", "Prefer `const` over `let`, avoid `var`", "Prefer `const` over `let`"),
        ("php", "Sort the imports. Avoid `DB::`.", "Sort the imports"),
        # what stands behind it
        ("py", "Never use `print()`; each module must log", "each module must log"),
        ("ts", "Never call `eval()` - stores must also be pure", "stores must also be pure"),
        ("ts", "Never use `any` (implicit or explicit)", "implicit or explicit"),
        # a list with more than code
        ("ts", "Never use `console.log`, magic numbers, or globals", "magic numbers; globals"),
        ("ts", "Avoid `any` and unsafe casts", "unsafe casts"),
        ("py", "Never commit tokens, `.env`, or dumps", "Never commit tokens; dumps"),
        # names and formats
        # what to use instead, and why
        ("ts", "Avoid enums; use maps instead.", ""),
        ("ts", "No `any` - use `unknown`, a union, or generics", ""),
        ("py", "Never commit `.env`; it is a secret of each machine", ""),
        ("py", "Never use `print()`. It blocks. Ask first.", ""),
        ("ts", "Never use `any`, which hides errors", ""),
        ("py", "Use `httpx` for async requests (not `requests`)", ""),
        ("ts", "No `any` or `enum`", ""),
        ("ts", "Use named exports only \u2014 no default exports", ""),
    ],
)  # fmt: skip
def test_the_half_of_a_line_that_no_draft_says_is_named(
    language: str, text: str, rest: str
) -> None:
    assert _read_rest(language, text) == rest


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Never commit `.env`", "`.env.local`, `.env.production`"),
        ("Never commit `config/.env`", "`.env.local`, `.env.production`"),
        ("Never commit `.env` or `.env.local`", "other `.env` files"),
        ("Never commit `*.pem`", "`*.key`, `*.p12`"),
        ("Never commit `*.pem` or `*.key`", ""),
        ("Never commit `data/*.db`", "`*.sqlite`"),
        ("Never commit `notes.md`", ""),
    ],
)
def test_files_with_other_names_that_hold_the_same_are_named(text: str, named: str) -> None:
    line = read_page_line(text, _PATHS["py"])
    assert line.rule, line.reason
    said = f"files that are called otherwise ({named})"
    assert line.rule.unseen == ((said,) if named else ())


@pytest.mark.parametrize(
    ("language", "text", "wrong", "right"),
    [
        ("ts", "No TODO comments", "// TODO later", "// shows the list of each TODO item"),
        ("ts", "No TODO comments", "/** TODO(me) */", "// a TODO-list"),
        ("py", "No TODO comments", "a = 1  # see TODO: b", "# what TODO stands for"),
        ("ts", "Never use `@ts-ignore`", "/* @ts-ignore */", "// nothing needs @ts-ignore here"),
        ("ts", "Never use `@ts-ignore`", "/*\n * @ts-ignore\n */", "// `@ts-ignore` is banned"),
        ("py", "Never add `# noqa`", "a = 1  # type: ignore  # noqa", "# what noqa is for"),
    ],
)  # fmt: skip
def test_a_word_of_a_ban_in_a_sentence_of_a_comment_is_no_violation(
    language: str, text: str, wrong: str, right: str
) -> None:
    keys = keys_of(read_page_line(text, _PATHS[language]))
    assert finds(keys, wrong)
    assert not finds(keys, right)


def test_another_way_to_write_what_is_banned_is_named() -> None:
    line = read_page_line("No default exports", _PATHS["ts"])
    assert line.rule is not None
    assert line.rule.unseen == ("`export { a as default }`",)
