"""Which lines about names, sizes and the compiler become drafts, and of which files."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from phaser_lint.author.importers.pages.rule_lines import PageLine
from tests.author.importers.pages.page_lines import JAVASCRIPT, draft_lines, keys_of

PATHS = ("tsconfig.json", "src/user-name.ts", "src/b.ts")


def read_line(text: str, paths: Sequence[str] = PATHS, heading: str = "Code style") -> PageLine:
    """What becomes of a line *text* below a *heading* in a project with the files *paths*."""
    return draft_lines(f"# A\n\n## {heading}\n\n{text}\n", paths)[-1]


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("- Line length: 100 characters maximum", 100),
        ("- **Line length limit**: 88", 88),
        ("- Maximum line length of 88 characters (Black default)", 88),
        ("- Ensure lines do not exceed 79 characters.", 79),
        ("- Keep lines under 120 chars", 119),
        ("- 100-character line limit.", 100),
        ("- Line length is limited to 130 characters", 130),
        ("- Maximum line length is 100 characters.", 100),
        ("- Lines are at most 100 characters long.", 100),
        ("- No line is longer than 100 characters", 100),
        ("- Each line must stay within 100 columns", 100),
        ("- Limit line length to 100 characters", 100),
        ("- Line length: 100 characters", 100),
        ("- Line width: 90 columns", 90),
    ],
)
def test_the_length_of_lines(text: str, most: int) -> None:
    keys = keys_of(read_line(text))
    assert (keys["type"], keys["file_glob"], keys["severity"]) == (
        "forbid_pattern",
        f"*.{JAVASCRIPT}",
        "error",
    )
    assert "in" not in keys  # a comment is a part of its line
    assert re.search(keys["pattern"], "a" * (most + 1))
    assert not re.search(keys["pattern"], "a" * most + "\n" + "a" * most, re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("- Keep code files below 500 lines.", 499),
        ("- Modules: <400 lines (a facade)", 399),
        ("- Max 300 lines per file", 300),
        ("- Keep files under 300 lines (split if larger)", 299),
        ("- Max 300 lines per file (split it when longer)", 300),
        ("- No file over 300 lines", 300),
        ("- Files must not exceed 250 lines", 250),
        ("- Maximum file size: 400 lines", 400),
        ("- Files are at most 500 lines.", 500),
        ("- No file is longer than 500 lines.", 500),
        ("- No source file may exceed 500 lines", 500),
        ("- Each file has at most 500 lines", 500),
        ("- Files must stay under 500 lines", 499),
        ("- Files must not have more than 500 lines", 500),
        (
            "- **Never create a file longer than 500 lines of code.** If a file approaches this"
            " limit, refactor it.",
            500,
        ),
    ],
)
def test_the_lines_of_files(text: str, most: int) -> None:
    keys = keys_of(read_line(text))
    assert (keys["type"], keys["max_lines"]) == ("file_limits", most)
    assert keys["file_glob"] == f"*.{JAVASCRIPT}"


@pytest.mark.parametrize(
    ("text", "samples"),
    [
        ("- Use PascalCase for classes.", "class user {} | class User {"),
        ("- Classes/Interfaces: `PascalCase`", "interface user_a { | interface User<A> {"),
        ("- Classes: `PascalCase` (e.g., `UserPage`)", "export class User_Page { | class Up {"),
        ("- Classes and types use PascalCase", "type user = { | type: user"),
        (
            "| A | B | C |\n|-|-|-|\n| Classes | PascalCase | `Page` |",
            "class page { | classes page {",
        ),
    ],
)
def test_the_names_of_classes(text: str, samples: str) -> None:
    keys = keys_of(read_line(text))
    assert (keys["type"], keys["in"]) == ("forbid_pattern", "code")
    assert keys["file_glob"] == f"*.{JAVASCRIPT}"
    wrong, right = samples.split(" | ")
    assert re.search(keys["pattern"], wrong)
    assert not re.search(keys["pattern"], right)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("- Files: `kebab-case.ts` (e.g., `user-page.ts`)", "userPage.ts | a-b.d.ts [id].ts"),
        ("- Use kebab-case for file names", "UserPage.ts a_b.ts | 01-a.ts _app.ts a.test.ts"),
        ("- File naming: kebab-case", "a_b.ts | +page.ts (a).ts"),
        ("| A | B | C |\n|-|-|-|\n| Files | kebab-case | `a-b.ts` |", "aB.ts | a2.ts"),
    ],
)
def test_the_names_of_files(text: str, names: str) -> None:
    """What begins with a sign is called so by a framework."""
    keys = keys_of(read_line(text))
    glob = "*.ts" if "`kebab-case.ts`" in text else f"*.{JAVASCRIPT}"
    assert (keys["type"], keys["file_glob"]) == ("file_name", glob)
    wrong, right = (part.split() for part in names.split(" | "))
    assert not any(re.fullmatch(keys["pattern"], name) for name in wrong)
    assert all(re.fullmatch(keys["pattern"], name) for name in right)


@pytest.mark.parametrize(
    ("text", "path", "wrong", "right"),
    [
        ("- Files: snake_case", "src/a.rs", "UserPage.rs a-b.rs", "type_.rs a__b.rs match_.rs"),
        ("- Files: snake_case", "src/a.py", "UserPage.py", "__init__.py class_.py _a.py"),
        ("- Files: snake_case", "src/a.ts", "a-b.ts", "vite-env.d.ts my-app.config.ts"),
        ("- Files: kebab-case", "src/a.ts", "aB.ts a_b.ts", "posts.$id.ts a+api.ts .eslintrc.ts"),
        ("- Files: kebab-case", "src/a.go", "a_b.go aB.go", "a-b_test.go a_linux.go"),
        ("- Files: camelCase", "src/a.ts", "a-b.ts A.ts", "vite-env.d.ts index.ts [id].ts"),
        ("- Files: PascalCase", "src/A.ts", "a-b.ts aB.ts", "index.ts vite.config.ts A.test.ts"),
        ("- Files: PascalCase", "src/A.java", "a.java a-b.java", "package-info.java"),
        ("- Files: PascalCase", "src/A.swift", "a-b.swift", "main.swift String+Lines.swift"),
        ("- Files: PascalCase", "src/A.py", "user_page.py", "__init__.py conftest.py test_a.py"),
    ],
)
def test_names_that_a_language_or_a_tool_gives(
    text: str, path: str, wrong: str, right: str
) -> None:
    pattern = keys_of(read_line(text, (path,)))["pattern"]
    assert [name for name in wrong.split() if re.fullmatch(pattern, name)] == []
    assert [name for name in right.split() if not re.fullmatch(pattern, name)] == []


@pytest.mark.parametrize(
    ("text", "path", "excluded"),
    [
        ("- **Modules**: `snake_case` (`page_loader`, `line_gen`)", "src/a.rs",
         ["**/src/bin/", "**/examples/", "**/benches/", "**/tests/"]),
        ("- Modules: snake_case", "src/a.py", ["**/bin/", "**/scripts/"]),
        ("- Files: snake_case", "src/a.rs", None),
        ("- Modules: kebab-case", "src/a.ts", None),
    ],
)  # fmt: skip
def test_a_program_is_no_module(text: str, path: str, excluded: list[str] | None) -> None:
    """Where modules are folders, their names are not seen."""
    line = read_line(text, (path,))
    assert keys_of(line).get("exclude_glob") == excluded
    assert line.rule is not None
    assert bool(line.rule.unseen) == ("Modules" in text)
    is_told = any(unseen.startswith("programs: ") for unseen in line.rule.unseen)
    assert is_told == bool(excluded)


@pytest.mark.parametrize("path", ["src/a.go", "lib/a.ex", "src/a.rb"])
def test_modules_that_are_no_files(path: str) -> None:
    line = read_line("- Modules: snake_case", (path,))
    assert (line.rule, line.reason) == (None, "condition: which files it is about is not sure")


@pytest.mark.parametrize(
    "text",
    [
        "- Always use `strict: true`",
        "- Enable strict mode in tsconfig.json",
        "- Use strict type checking",
        "- Strict mode enabled",
        "- Enable strict TypeScript checking in your tsconfig.json",
        "- Use strict checking in the `tsconfig.json`",
    ],
)
def test_a_strict_compiler(text: str) -> None:
    """One that extends another, or refers to it, says it there."""
    keys = keys_of(read_line(text, heading="TypeScript"))
    assert (keys["type"], keys["file_glob"]) == ("require_pattern", "tsconfig.json")
    assert re.search(keys["pattern"], '{"strict": true}')
    assert re.search(keys["unless_file"], '{"extends": "./base.json"}')


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("- 80-char line limit (best effort)", "condition: `best effort`"),
        ("- Keep files under 300 lines (soft limit)", "condition: `soft`"),
        ("- Keep files under 300 lines; aim for 100", "condition: `aim`"),
        ("- Keep files under 300 lines. Generated files may be longer.", "condition: `may`"),
        ("- Wrap lines at 72 characters", "syntax: `lines`"),
        ("- Line length: at most 20", "not sure to be code"),
        ("- **Line length**: 88", "not understood"),
        ("- line-length: 100 (ruff)", "not understood"),
        ("- Line length: 100 characters (Black)", "not understood"),
        ("- 100-character line width.", "not understood"),
        ("- Max 150 lines per component file", "syntax: `lines`"),
        ("- Target: 10-50 lines per file", "syntax: `lines`"),
        ("- Keep functions under 50 lines", "syntax: `functions`"),
        ("- Keep files under 300 lines (split if they are slow)", "condition: `if`"),
        ("- Use kebab-case for file and directory names", "file name: `kebab-case`"),
        ("- Use snake_case for files", "condition: called otherwise: 1 of 2 files"),
        ("- Use PascalCase for components", "syntax: `PascalCase`"),
        ("- Use PascalCase for classes and components", "syntax: `PascalCase`"),
        ("- Use camelCase for classes", "not sure to be code"),
        ("- TypeScript strict; match the tools of `app`", "form: two rules in a line"),
        ("- Enable strict mode", "not sure to be code"),
        ("- Functions are at most 50 lines", "syntax: `Functions`"),
        ("- No function is longer than 50 lines", "description"),
        ("- Keep commit lines under 72 characters", "process: `commit`"),
        ("- Commit message lines are at most 72 characters", "process: `Commit`"),
        ("- Keep PRs under 400 lines", "process: `PRs`"),
        ("- Test files are at most 500 lines", "syntax: `lines`"),
        ("- Component files must be under 300 lines", "syntax: `lines`"),
        ("- Files are usually at most 500 lines", "syntax: `lines`"),
        ("- Comment lines are at most 80 characters", "number: `80`"),
        ("- React files are named in kebab-case", "file name: `kebab-case`"),
    ],
)
def test_lines_that_are_left(text: str, reason: str) -> None:
    """An aim, a kind of files, what only a reader tells from another."""
    line = read_line(text)
    assert (line.rule, line.reason) == (None, reason)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("- Types: `PascalCase`", ("src/a.rs", "src/b.rs", "src/c.rs", "web/a.ts")),
        ("- Enable TypeScript strict mode", ("src/a.ts",)),
        ("- Maximum line length: 100", ("src/a.ts", "src/b.py")),
    ],
)
def test_a_project_of_other_files(text: str, paths: tuple[str, ...]) -> None:
    """A type of Rust is a struct; two languages; no file of the compiler."""
    line = read_line(text, paths)
    assert line.rule is None
    assert line.reason.startswith("condition: ")


@pytest.mark.parametrize(
    ("text", "endings"),
    [
        ("- Keep files under 300 lines. Split them if needed.", f"py pyi {JAVASCRIPT}"),
        ("- No TODO comments", f"py pyi {JAVASCRIPT}"),
        ("- Python: no TODO comments", "py pyi"),
        ("- Keep lines under 100 characters.", f"py pyi {JAVASCRIPT}"),
        ("- Keep lines under 100 characters (black).", "py pyi"),
        ("- Keep lines at most 88 characters.", "py pyi"),
        ("- Python files are named in snake_case", "py pyi"),
        ("- Name TypeScript files in kebab-case", JAVASCRIPT),
        ("- Files: `kebab-case.ts`", "ts"),
    ],
)
def test_code_of_every_language(text: str, endings: str) -> None:
    """What is said of all files is said of each; an ending names its own."""
    keys = keys_of(read_line(text, ("a.ts", "b.ts", "c.py", "d.css", "README.md")))
    assert sorted(re.findall(r"\w+", keys["file_glob"])) == sorted(re.findall(r"\w+", endings))


def test_the_names_of_files_below_the_folder_of_a_page() -> None:
    """The example is a path that the glob selects."""
    content = "# A\n\n## Naming\n\n- Files: kebab-case\n"
    keys = keys_of(draft_lines(content, ("web/src/a.ts", "b.py"), "web/CLAUDE.md")[-1])
    assert keys["file_glob"] == f"web/**/*.{JAVASCRIPT}"
    assert keys["examples"] == {"invalid": ["web/UserName.ts"]}


@pytest.mark.parametrize(
    ("text", "path", "sample"),
    [
        ("Do not use wildcard imports.", "src/A.java", "import java.util.*;"),
        ("Do not use wildcard imports.", "src/a.py", "from os import *"),
        ("Classes: PascalCase", "src/a.py", "class foo_bar:\n    pass"),
        ("Classes and enums: PascalCase", "src/a.py", "class foo_bar:\n    pass"),
        ("Classes: PascalCase", "src/a.rb", "class Foo_bar\nend"),
    ],
)
def test_an_example_is_in_the_language_of_its_files(text: str, path: str, sample: str) -> None:
    keys = keys_of(read_line(f"- {text}", (path,)))
    assert keys["examples"]["invalid"] == [sample]


@pytest.mark.parametrize(
    ("text", "paths", "figures"),
    [
        ("- Folders are kebab-case", "src/Foo/a.ts src/foo-bar/b.ts src/x/c.js", "1 of 4 folders"),
        ("- Use kebab-case for folders", "fooBar/a.ts Foo/b.ts foo/Bar/c.ts", "3 of 4 folders"),
        ("- Use kebab-case for files", "src/a.ts src/fooBar.ts src/foo-bar.ts", "1 of 3 files"),
        # Nobody chose the names of tests.
        ("- Use kebab-case for files", "a_b.py test_c_d.py test_e_f.py c.py", "1 of 2 files"),
    ],
)  # fmt: skip
def test_what_is_called_otherwise_is_counted(text: str, paths: str, figures: str) -> None:
    line = read_line(text, paths.split(" "))
    assert (line.rule, line.reason) == (None, f"condition: called otherwise: {figures}")


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        # A folder below one that is called otherwise is called well itself.
        ("- Use kebab-case for folders", "src/Foo/a/b.ts src/Foo/c/d.ts src/e/f.ts"),
        ("- Use PascalCase for files", "src/index.ts src/main.ts vite.config.ts src/Foo.ts"),
    ],
)
def test_what_fits_is_counted_by_its_own_name(text: str, paths: str) -> None:
    assert read_line(text, paths.split(" ")).rule


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("- Use kebab-case for folders", "a.ts b.ts"),
        ("- Use kebab-case for files", "test_a_b.py test_c_d.py"),
    ],
)
def test_names_that_are_not_there_tell_nothing(text: str, paths: str) -> None:
    line = read_line(text, paths.split(" "))
    assert (line.rule, line.reason) == (None, "condition: which files it is about is not sure")


def test_a_hook_beside_components_is_none() -> None:
    line = read_line("- Components: PascalCase (`PageCard.tsx`)", ("src/components/PageCard.tsx",))
    keys = keys_of(line)
    assert re.fullmatch(keys["pattern"], "usePage.tsx")
    assert not re.fullmatch(keys["pattern"], "pageCard.tsx")
    assert line.rule
    assert line.rule.unseen == ("components outside of folders called `components`",)


def test_a_glob_of_all_files_makes_none_a_component() -> None:
    item = "- Components: PascalCase (`PageCard.tsx`)"
    text = f'---\nglobs: "**/*.tsx"\n---\n# A\n\n## Naming\n\n{item}\n'
    [line] = draft_lines(text, ("src/components/PageCard.tsx", "src/b.tsx"), ".cursor/rules/a.mdc")
    assert keys_of(line)["file_glob"] == "**/components/**/*.{tsx,jsx}"


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("- No filenames containing colons (Windows)", "src/a:b.rs", "src:c/a.rs"),
        ("- File names must not contain spaces", "src/a b.rs", "src/a_b.rs"),
        ("- Never use spaces in file names", "a b", "a"),
        ("- Avoid files with colons in their names", "a:b", "a"),
    ],
)
def test_signs_that_no_name_of_a_file_has(text: str, wrong: str, right: str) -> None:
    keys = keys_of(read_line(text))
    assert keys["type"] == "file_not_exists"
    assert re.search(keys["path_pattern"], wrong)
    assert not re.search(keys["path_pattern"], right)


@pytest.mark.parametrize(
    ("text", "is_drafted"),
    [
        ("- `strict: true` in `tsconfig.json`. Do not weaken it locally.", True),
        ("- Enable strict mode. Never disable it.", True),
        ("- Enable strict mode. Do not disable lint rules.", False),
    ],
)
def test_a_strict_compiler_that_stays_so(text: str, is_drafted: bool) -> None:
    assert (read_line(text, heading="TypeScript").rule is not None) == is_drafted


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
