"""Which lines about sizes and names of files become drafts, and of which files."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from phaser_lint.author.importers.pages.rule_lines import PageLine
from tests.author.importers.pages.page_lines import JAVASCRIPT, draft_lines, keys_of

PATHS = ("tsconfig.json", *(f"src/{name}.ts" for name in ("user-name", "a", "b", "c", "d")))


def read_line(text: str, paths: Sequence[str] = PATHS, heading: str = "Code style") -> PageLine:
    """What becomes of a line *text* below a *heading* in a project with the files *paths*."""
    return draft_lines(f"# A\n\n## {heading}\n\n{text}\n", paths)[-1]


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("- Keep code files below 500 lines.", 499),
        ("- Modules: <400 lines (a facade)", 399),
        ("- Max 300 lines per file", 300),
        ("- Keep files under 300 lines (split if larger)", 299),
        ("- Max 300 lines per file (split it when longer)", 300),
        ("- No file over 300 lines", 300),
        ("- Files must not exceed 300 lines", 300),
        ("- Files should not be longer than 300 lines", 300),
        ("- Never create files longer than 300 lines", 300),
        ("- **Max file length**: 300 lines", 300),
    ],
)
def test_the_length_of_files(text: str, most: int) -> None:
    keys = keys_of(read_line(text))
    assert (keys["type"], keys["max_lines"]) == ("file_limits", most)
    assert keys["file_glob"] == f"*.{JAVASCRIPT}"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("- Use kebab-case for file names", "UserPage.ts a_b.ts | 01-a.ts _app.ts a.test.ts"),
        ("- File naming: `kebab-case`", "a_b.ts | +page.ts (a).ts posts.$id.ts"),
        ("- Name all files in kebab-case", "aB.ts | a2.ts"),
        ("- Files are in kebab-case (e.g., `user-page.ts`)", "aB.ts | a-b.d.ts [id].ts"),
    ],
)
def test_the_names_of_files(text: str, names: str) -> None:
    """What begins with a sign is called so by a framework."""
    keys = keys_of(read_line(text))
    assert (keys["type"], keys["file_glob"]) == ("file_name", f"*.{JAVASCRIPT}")
    wrong, right = (part.split() for part in names.split(" | "))
    assert not any(re.fullmatch(keys["pattern"], name) for name in wrong)
    assert all(re.fullmatch(keys["pattern"], name) for name in right)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("- Keep files under 300 lines (soft limit)", "condition: `soft`"),
        ("- Keep files under 300 lines; aim for 100", "condition: `aim`"),
        ("- Keep files under 300 lines. Generated files may be longer.", "condition: `may`"),
        ("- Keep files under 300 lines (unless they are generated)", "condition: `unless`"),
        ("- Files are usually at most 500 lines", "syntax: `lines`"),
        ("- Component files must be under 300 lines", "syntax: `lines`"),
        ("- Max 10 lines per file", "not sure to be code"),
        ("- Use kebab-case for file and directory names", "file name: `kebab-case`"),
        ("- Use snake_case for files", "condition: called otherwise: 1 of 5 files"),
        ("- Use PascalCase for component files", "file name: `PascalCase`"),
        ("- React files are named in kebab-case", "file name: `kebab-case`"),
        ("- Use `camelCase` instead of `PascalCase` for files", "condition: `for files`"),
    ],
)
def test_lines_that_are_left(text: str, reason: str) -> None:
    """An aim, a kind of files, names of which one is called otherwise today."""
    line = read_line(text)
    assert (line.rule, line.reason) == (None, reason)


def test_a_name_of_twenty_is_a_slip() -> None:
    """Files that are not called so yet are what a rule is for; of few files it is about some."""
    paths = [f"src/{letter}.ts" for letter in "abcdefghijklmnopqrs"]
    keys = keys_of(read_line("- Files are kebab-case", [*paths, "src/userName.ts"]))
    assert keys["type"] == "file_name"
    line = read_line("- Files are kebab-case", [*paths[1:], "src/userName.ts"])
    assert (line.rule, line.reason) == (None, "condition: called otherwise: 1 of 19 files")


@pytest.mark.parametrize(
    ("text", "glob"),
    [
        ("- Keep `SKILL.md` under 500 lines", "SKILL.md"),
        ("- Keep SKILL.md **under 500 lines** - move detail to other files", "SKILL.md"),
        ("- `README.md` must not exceed 499 lines", "/README.md"),
        ("- **`README.md`**: max 499 lines", "/README.md"),
        ("- All `*.vue` files should be under 500 lines", "*.vue"),
        ("- Keep files in `src` under 500 lines", f"src/**/*.{JAVASCRIPT}"),
    ],
)
def test_the_length_of_files_that_are_named(text: str, glob: str) -> None:
    """The project's own file, where it has one of that name; else each that is called so."""
    paths = (*PATHS, "README.md", "b/README.md", "a/SKILL.md", "b/SKILL.md", "a.vue", "a.ts")
    keys = keys_of(read_line(text, paths))
    assert (keys["max_lines"], keys["file_glob"]) == (499, glob)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("- Keep `src/` under 500 lines", "not sure to be code"),
        ("- `Button` must stay under 500 lines", "not sure to be code"),
        ("- Keep `z.ts` under 500 lines", "condition: no files lie at the path that it names"),
        ("- Keep README.md under 500 lines if possible", "taste: `if possible`"),
    ],
)
def test_what_is_no_file_has_no_length(text: str, reason: str) -> None:
    line = read_line(text, (*PATHS[:4], "README.md"))
    assert (line.rule, line.reason) == (None, reason)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("- Hooks in `src/hooks/` - prefix all with `use`", "user.ts api.ts | useApi.ts use-a.ts"),
        ("- All hooks in `src/hooks/` must start with `use`", "api.ts | useApi.test.ts"),
        ("- Services in `src/api/` end with `.service.ts`", "a.ts | a.service.ts"),
        ("- Files in `src/api/` are suffixed with `.service`", "a.ts | a.service.ts"),
    ],
)
def test_how_names_in_a_folder_begin_or_end(text: str, names: str) -> None:
    own_paths = [f"src/hooks/use{name}.ts" for name in "ABC"]
    own_paths += [f"src/api/{name}.service.ts" for name in "abc"]
    keys = keys_of(read_line(text, (*PATHS, *own_paths)))
    assert keys["file_glob"] in (f"src/{name}/**/*.{JAVASCRIPT}" for name in ("hooks", "api"))
    wrong, right = (part.split() for part in names.split(" | "))
    assert not any(re.fullmatch(keys["pattern"], name) for name in wrong)
    assert all(re.fullmatch(keys["pattern"], name) for name in right)


def test_names_in_a_folder_that_are_those_of_code() -> None:
    """A file `api.ts` may have the hook `useApi`."""
    paths = [f"src/hooks/{name}.ts" for name in "abc"]
    line = read_line("- Hooks in `src/hooks/` start with `use`", paths)
    assert (line.rule, line.reason) == (None, "condition: called otherwise: 3 of 3 files")


def test_few_files_tell_nothing_of_names() -> None:
    line = read_line("- Use kebab-case for files", PATHS[:4])
    assert (line.rule, line.reason) == (None, "condition: which files it is about is not sure")


@pytest.mark.parametrize(
    "other_text", ["- Components: PascalCase", "- camelCase for hooks", "- Test files: snake_case"]
)
def test_files_that_another_line_calls_otherwise(other_text: str) -> None:
    content = f"# A\n\n## Naming\n\n- Use kebab-case for files\n{other_text}\n"
    line = draft_lines(content, PATHS)[0]
    assert (line.rule, line.reason) == (None, "condition: line 6 names files otherwise")


def test_the_names_of_files_below_the_folder_of_a_page() -> None:
    """The example is a path that the glob selects."""
    content = "# A\n\n## Naming\n\n- Files: kebab-case\n"
    paths = [f"web/{path}" for path in PATHS]
    keys = keys_of(draft_lines(content, (*paths, "b.py"), "web/CLAUDE.md")[-1])
    assert keys["file_glob"] == f"web/**/*.{JAVASCRIPT}"
    assert keys["examples"] == {"invalid": ["web/UserName.ts"]}


@pytest.mark.parametrize(
    ("text", "endings"),
    [
        ("- Keep files under 300 lines. Split them if needed.", f"py pyi {JAVASCRIPT}"),
        ("- No TODO comments", f"py pyi {JAVASCRIPT}"),
        ("- Python: no TODO comments", "py pyi"),
    ],
)
def test_code_of_every_language(text: str, endings: str) -> None:
    """What is said of all files is said of each."""
    keys = keys_of(read_line(text, ("a.ts", "b.ts", "c.py", "d.css", "README.md")))
    assert sorted(re.findall(r"\w+", keys["file_glob"])) == sorted(re.findall(r"\w+", endings))


def test_kinds_of_files_that_a_limit_leaves_out_are_named() -> None:
    paths = ("src/a.ts", "src/b.ts", "src/app.css", "src/page.css", "index.html", "logo.png")
    line = read_line("- No file over 300 lines", paths)
    assert line.rule
    assert line.rule.unseen == ("`*.css`", "`*.html`")
    others = [f"b/c.{ending}" for ending in ("css", "html", "sh", "sql", "yaml", "toml")]
    line = read_line("- No file over 300 lines", ("a.ts", "b.ts", *others))
    assert line.rule
    assert line.rule.unseen[5:] == ("other kinds of files",)
    line = read_line("- No file over 300 lines", paths, "TypeScript")
    assert line.rule
    assert line.rule.unseen == ()


@pytest.mark.parametrize(
    ("path", "sample"), [("src/A.java", "import java.util.*;"), ("src/a.py", "from os import *")]
)
def test_an_example_is_in_the_language_of_its_files(path: str, sample: str) -> None:
    keys = keys_of(read_line("- Do not use wildcard imports.", (path,)))
    assert keys["examples"]["invalid"] == [sample]
