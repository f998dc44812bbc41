"""Bans of settings, namespaces and catches, text that a file keeps, and places in a line."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import (
    JAVASCRIPT,
    draft_lines,
    finds,
    keys_of,
    read_page_line,
)

_SCRIPTS = ["src/a.ts", "src/b.ts", "app/layout.tsx", "tsconfig.json"]


@pytest.mark.parametrize(
    ("text", "path", "glob", "banned", "good"),
    [
        (
            "DO NOT set `<DeployAddin>true</DeployAddin>` in csproj",
            "a.csproj",
            "*.csproj",
            "<DeployAddin> true </DeployAddin>",
            "<DeployAddin>false</DeployAddin>",
        ),
        (
            "NEVER enable `noUnusedLocals` — it creates noise",
            "tsconfig.json",
            "tsconfig*.json",
            '"noUnusedLocals": true',
            '"noUnusedLocals": false',
        ),
        (
            "Never set `strict: false`",
            "tsconfig.json",
            "tsconfig*.json",
            '"strict":false',
            '"strict": true',
        ),
        (
            r"Never use `Filament\Tables\Actions\`, or any other sub-namespace",
            "a.php",
            "*.php",
            r"use Filament\Tables\Actions\Edit;",
            r"use My\Filament\Tables\Actions;",
        ),
        (r"Never import from `App\Old`", "a.php", "*.php", r"use \App\Old;", r"use App\Older;"),
        (
            r"Never use `catch (\Throwable)`: always `catch (\Throwable $e)`",
            "a.php",
            "*.php",
            r"catch (\Throwable) {",
            r"catch (\Throwable $e) {",
        ),
        ("Never write `catch (e) {}`", "a.ts", f"*.{JAVASCRIPT}", "catch {}", "catch { a(); }"),
        (
            "NEVER use `@Autowired` on fields.",
            "A.java",
            "*.java",
            "@Autowired\n    private List<A> b;",
            "@Autowired\n    public A(B b) {",
        ),
        (
            "Use constructor injection, never field injection",
            "A.java",
            "*.java",
            "@Inject A b;",
            "@Inject A(B b) {",
        ),
        (
            "Do not reintroduce `region.features`, or other dual ownership.",
            "a.ts",
            f"*.{JAVASCRIPT}",
            "region.features",
            "features",
        ),
        (
            "Use `const` by default; use `let` only when it changes; never use `var`.",
            "a.ts",
            f"*.{JAVASCRIPT}",
            "var a = 1",
            "let a = 1",
        ),
        (
            "ES modules only: use `import.meta.url`; avoid `__dirname`.",
            "a.ts",
            f"*.{JAVASCRIPT}",
            "__dirname",
            "import.meta.url",
        ),
        (
            "In TypeScript, never use `console.log`",
            "a.ts",
            f"*.{JAVASCRIPT}",
            "console.log(a)",
            "log(a)",
        ),
        (
            "Never use `old_name()` in `src/**/*.ts`",
            "src/a.ts",
            "src/**/*.ts",
            "old_name(a)",
            "new_name(a)",
        ),
    ],
)
def test_a_ban_finds_what_it_means(text: str, path: str, glob: str, banned: str, good: str) -> None:
    keys = keys_of(read_page_line(text, [path]))

    assert keys["file_glob"] == glob
    assert (finds(keys, banned), finds(keys, good)) == (True, False)


@pytest.mark.parametrize(
    ("text", "glob", "pattern"),
    [
        ("Always use `strict: true`", "/tsconfig.json", r'"strict"\s*:\s*true\b'),
        (
            "Set `noImplicitAny: true` in tsconfig.json to make `any` explicit",
            "/tsconfig.json",
            r'"noImplicitAny"\s*:\s*true\b',
        ),
        ("Keep `metadata.other['my-site']` in `app/layout.tsx`", "app/layout.tsx", r"my\-site"),
        ("`app/layout.tsx` must contain `my-site`", "app/layout.tsx", r"my\-site"),
    ],
)
def test_a_text_that_a_file_keeps(text: str, glob: str, pattern: str) -> None:
    line = read_page_line(text, _SCRIPTS)

    keys = keys_of(line)
    assert (keys["type"], keys["file_glob"], keys["pattern"]) == ("require_pattern", glob, pattern)
    assert line.sure_rule
    assert line.sure_rule.finds_none


def test_of_several_files_with_a_kept_text_the_one_at_the_path_is_meant() -> None:
    paths = ["tsconfig.json", "web/tsconfig.json"]

    line = read_page_line("Always use `strict: true`", paths)
    assert keys_of(line)["file_glob"] == "/tsconfig.json"


def test_why_a_text_is_kept_is_no_case() -> None:
    text = "Keep `metadata.other['my-site']` in `app/layout.tsx`: without it it can never be found"

    assert keys_of(read_page_line(text, _SCRIPTS))["pattern"] == r"my\-site"


def test_a_folder_that_imports_nothing_from_another() -> None:
    text = (
        "`pkg/core` is public and imports nothing from `internal/`. It stays standard-library only."
    )
    keys = keys_of(read_page_line(text, ["pkg/core/a.go", "internal/b.go"]))

    assert (keys["forbid"], keys["file_glob"]) == (["internal", "**/internal"], "pkg/core/**/*.go")


def test_a_word_of_several_languages_is_meant_in_that_of_most_files() -> None:
    most = [*(f"{letter}.ts" for letter in "abcdefgh"), "main.go"]

    assert keys_of(read_page_line("Never use `var`", most))["file_glob"] == f"*.{JAVASCRIPT}"
    assert read_page_line("Never use `var`", most[-2:]).rule is None


@pytest.mark.parametrize(
    "text",
    [
        r"Never use `C:\Users\Me`",
        r"Never use `catch (\Exception)`",
        "Keep `print()` in `app/layout.tsx`",
        "Never use `old_name()` in `ui/**/*.ts`",
        "Server only: avoid `__dirname`",
    ],
)
def test_what_is_not_sure_is_no_draft(text: str) -> None:
    assert [line.rule for line in draft_lines(f"# A\n\n- {text}\n", _SCRIPTS)] in ([None], [])


@pytest.mark.parametrize(
    "text",
    [
        "No non-null assertions",
        "Avoid non-null assertions (`!`)",
        "Never use the non-null `!` operator.",
        "Don't use non-null assertions with the `!` postfix operator.",
    ],
)
def test_non_null_assertions_are_found_where_a_name_ends_so(text: str) -> None:
    keys = keys_of(read_page_line(text, ["a.ts"]))

    found = ("a!.b", "a![0]", "f(a!);", "f(a!, b)", "b = a!;")
    good = ("a !== b", "a!==b", "let a!: B", "if (!a)", "<p>Hi!</p>", "<p>(Wow!)")
    assert [text for text in (*found, *good) if finds(keys, text)] == [*found]


def test_the_decorators_that_signals_replace_are_of_a_heading_about_signals() -> None:
    text = "Use `viewChild()` instead of `@ViewChild()` decorator"

    assert finds(keys_of(read_page_line(text, ["a.ts"], "Signal Queries")), "@ViewChild()")
