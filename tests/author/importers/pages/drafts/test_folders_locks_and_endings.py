"""Folders and lock files that a page does not want, and how it calls the files of one ending."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import draft_lines, keys_of, read_page_line

_FILES = ["src/a.ts", "src/b.ts", "src/c.ts"]


@pytest.mark.parametrize(
    ("text", "globs"),
    [
        ("**Do not create mod.rs files** - use the new module style.", "mod.rs"),
        ("DO NOT create nested `app/app/` directories", "app/app/"),
        ("Never add a `helpers/` folder", "helpers/"),
        ("Do not use an index.ts to export files in a folder", "index.ts"),
        ("Use `pnpm` (never npm)", ["package-lock.json", "npm-shrinkwrap.json"]),
        (
            "When adding packages, use `npm install` (project uses npm, not yarn/pnpm/bun).",
            ["yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb"],
        ),
        ("Never use poetry, pdm or pip; use uv", ["poetry.lock", "pdm.lock"]),
        ("**Package manager**: use bun, not yarn", "yarn.lock"),
    ],
)
def test_a_folder_or_file_that_must_not_come(text: str, globs: str | list[str]) -> None:
    keys = keys_of(read_page_line(text, _FILES))

    assert (keys["type"], keys["file_glob"]) == ("file_not_exists", globs)


@pytest.mark.parametrize(
    "text",
    [
        "Use uv, not pip",
        "Use npm, not yarn, in `web/`",
        "If you use npm, not yarn, run `npm ci`",
        "Use pnpm instead of npm for scripts",
        "Use bun, not poetry",
        "Never create index.ts to hold logic",
        "Never create a `docs/` folder when a README will do",
    ],
)
def test_what_may_be_right_in_another_case_is_no_draft(text: str) -> None:
    assert [line.rule for line in draft_lines(f"# A\n\n- {text}\n", _FILES)] in ([None], [])


_NAMES = [*(f"src/{letter}-x.ts" for letter in "abcde"), *(f"src/A{a}.tsx" for a in "abcde")]


@pytest.mark.parametrize(
    ("text", "glob", "name"),
    [
        ("Files: `kebab-case.ts` (e.g., `my-file.ts`)", "*.ts", "UserName.ts"),
        ("Components: `PascalCase.tsx`", "*.tsx", "user-name.tsx"),
        ("Name files in `kebab-case.ts`", "*.ts", "UserName.ts"),
    ],
)
def test_a_style_with_an_ending_is_about_the_files_that_end_so(
    text: str, glob: str, name: str
) -> None:
    keys = keys_of(read_page_line(text, _NAMES))

    assert (keys["file_glob"], keys["examples"]) == (glob, {"invalid": [name]})


def test_two_endings_have_a_style_each() -> None:
    lines = draft_lines("# A\n\n- Files: `kebab-case.ts`\n- Files: `PascalCase.tsx`\n", _NAMES)

    assert [keys_of(line)["file_glob"] for line in lines] == ["*.ts", "*.tsx"]


def test_names_of_classes_say_nothing_of_files() -> None:
    line = read_page_line("kebab-case files, PascalCase classes, camelCase functions", _NAMES[:5])

    assert keys_of(line)["examples"] == {"invalid": ["UserName.ts"]}


def test_files_of_another_ending_only_are_of_no_style() -> None:
    line = read_page_line("Files: `kebab-case.ts` / `kebab-case.tsx`", _NAMES)

    assert line.reason == "condition: called otherwise: 5 of 10 files"
