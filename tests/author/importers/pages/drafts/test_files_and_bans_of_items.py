"""Short items: a file that has to be there, and code with a "never" behind it."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import draft_lines, finds, keys_of, read_page_line

PATHS = ("src/a.rs", "build-tools.toml", "data/a.json", "config.toml", ".env")


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("`build-tools.toml` required", "Components"),
        ("`build-tools.toml` is required.", "Code style"),
        ("The `build-tools.toml` file is always required (it pins the compiler)", "Code style"),
        ("`build-tools.toml` must exist", "Code style"),
        ("`build-tools.toml` must be committed", "Code style"),
        ("A `build-tools.toml` must be present in the project root", "Code style"),
    ],
)
def test_a_file_that_has_to_be_there(text: str, heading: str) -> None:
    keys = keys_of(read_page_line(text, PATHS, heading))
    assert (keys["type"], keys["file_glob"]) == ("file_exists", "/build-tools.toml")
    assert keys["severity"] == "error"
    assert keys["message"].startswith("Required") == (heading == "Required files")


@pytest.mark.parametrize(
    ("text", "heading", "reason"),
    [
        ("`build-tools.toml` required by `a.b`", "Code style", "code: names"),
        ("`build-tools.toml` is required if it is slow", "Code style", "condition: `if`"),
        ("Windows: `build-tools.toml` required", "Code style", "form: under `Windows` it may"),
        ("Node.js required", "Code style", "not understood"),
        ("`other.toml` is required", "Code style", "condition: no files lie at the path"),
        ("`package.json` is required", "Code style", "condition: which files it is about"),
        ("`config.toml` is required", "Code style", "not sure to be code"),
        ("`.env` must exist", "Code style", "not sure to be code"),
        ("`GREETING` is required", "Code style", "code: names `GREETING`"),
        ("`data/*.json` must exist", "Code style", "not sure to be code"),
    ],
)
def test_a_file_that_may_be_another_one(text: str, heading: str, reason: str) -> None:
    """One of many, one that a program is set up with, one of some cases."""
    line = read_page_line(text, (*PATHS, "package.json", "web/package.json"), heading)
    assert line.rule is None
    assert line.reason.startswith(reason)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("`fetch.retries`: never", "Code style"),
        ("`Timer.block` \u2014 never fails", "Things to avoid"),
        ("`Timer.block` \u2014 never in views", "Things to avoid"),
        ("`Timer.block` \u2014 never, but `Timer.stop` is fine", "Things to avoid"),
        ("`src/a.rs` \u2014 never", "Things to avoid"),
        ("`cache` \u2014 never", "Things to avoid"),
    ],
)
def test_a_never_that_may_be_about_something_else(text: str, heading: str) -> None:
    """The value of a setting, what code does, a place, a file, a word."""
    assert read_page_line(text, ("src/a.rs",), heading).rule is None


@pytest.mark.parametrize(
    ("text", "sample"),
    [
        ("Do not use the `StringList` class", "a = StringList::new()"),
    ],
)
def test_a_noun_that_names_the_kind_of_code(text: str, sample: str) -> None:
    keys = keys_of(read_page_line(text, ("a.rs",)))
    assert finds(keys, sample)
    assert not finds(keys, "fn big_arrays() {}")


@pytest.mark.parametrize(
    "text",
    [
        "Do not use the `big_arrays` feature flag",
        "Do not use the `big_arrays` feature",
        "Do not use the `big_arrays` class",
        "Do not write `StringList` wrappers",
    ],
)
def test_a_noun_that_may_name_something_else(text: str) -> None:
    assert read_page_line(text, ("a.rs",)).rule is None


@pytest.mark.parametrize(
    ("text", "heading", "code", "severity"),
    [
        ("`export function`", "Do not", "export function a() {}", "error"),
    ],
)  # fmt: skip
def test_a_heading_that_forbids_goes_on_in_its_items(
    text: str, heading: str, code: str, severity: str
) -> None:
    keys = keys_of(read_page_line(text, ["src/a.ts", "src/b.tsx"], heading))
    assert finds(keys, code)
    assert keys["severity"] == severity
    assert keys["message"].startswith(f"{heading}: ")


@pytest.mark.parametrize("heading", ["Do not", "Don't", "Never", "Avoid"])
@pytest.mark.parametrize(
    "text",
    [
        "Use `unknown` and narrow it",
        "Use `logger.info()` instead of `console.log()`",
        "Use `console.log` over `alert()`",
        "Use `zod` \u2014 use `z.infer` for types",
        "Use `let` \u2014 use `const` for constants",
        "Use `src/lib/db.ts` \u2014 use its `query` instead",
        "Use `enum` only for flags",
        "Use `var` when it is global",
        "Use `useState` \u2014 use it instead of `this.state`",
        "Use `JSON.parse()` \u2014 use `schema.parse()` after it",
        "Use `export default` for pages",
        "Use `eval()` \u2014 it is fast",
        "`!`",
    ],
)
def test_an_item_may_say_what_to_do_below_a_heading_that_forbids(text: str, heading: str) -> None:
    assert read_page_line(text, ["src/a.ts", "src/b.tsx"], heading).rule is None


def test_code_to_use_below_avoid_may_be_what_to_do() -> None:
    assert read_page_line("Use `enum`", ["src/a.ts"], "Avoid").rule is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Never edit `a.py`! The build generates it.", "condition: what a program writes changes"),
        ("Never edit `package-lock.json`", "not sure to be code"),
    ],
)
def test_a_file_that_others_are_called_like_is_left(text: str, reason: str) -> None:
    paths = ["src/a.py", "src/b/c.py", "lib/c.py", "package-lock.json"]
    line = read_page_line(text, paths)
    assert line.rule is None
    assert line.reason.startswith(reason)


@pytest.mark.parametrize(
    "paths", [["tests/test_a.py", "tests/b_test.py"], ["tests/a.py"]], ids=["both", "none"]
)
def test_a_name_of_tests_that_the_project_does_not_keep_is_left(paths: list[str]) -> None:
    assert read_page_line("Test files are named `test_*.py`", paths, "Testing").rule is None


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("Do not create page.py or page.cfg", ["page.py", "page.cfg"]),
        ("Never create a notes.md.", ["notes.md"]),
        ("Do not create page.py in scripts", None),
        ("Do not create page.py without a test", None),
    ],
)
def test_files_that_nobody_creates_need_no_backquotes(text: str, paths: list[str] | None) -> None:
    line = read_page_line(text, PATHS)
    globs = keys_of(line)["file_glob"] if line.rule else None
    assert ([globs] if isinstance(globs, str) else globs) == paths


@pytest.mark.parametrize(
    ("above", "item", "forbidden"),
    [
        ("## Banned packages", "- `github.com/a/b` in tests", None),
        ("## Banned packages", "- `github.com/a/b` without a reason", None),
    ],
)
def test_a_package_below_a_heading_that_bans_packages_is_never_imported(
    above: str, item: str, forbidden: list[str] | None
) -> None:
    line = draft_lines(f"# A\n\n{above}\n\n{item}\n", ("src/a.go", "src/b.go"))[-1]
    assert (keys_of(line)["forbid"] if line.rule else None) == forbidden
    assert not line.rule or "exclude_glob" not in keys_of(line)


@pytest.mark.parametrize(
    ("header", "row", "heading", "without"),
    [
        ("| File | What |", "| `lib/log.ts` | Logger — use this, never `console.log` |",
         "Key files", ["**/lib/log.ts"]),
        ("| File | What |", "| `lib/log.ts` | Use this instead of `console.log` |",
         "Code style", ["**/lib/log.ts"]),
        # It may be about some code, be no file, or say the opposite
        ("| File | What |", "| `lib/log.ts` | Use this, never `console.log` |", "Frontend", None),
        ("| Folder | What |", "| `lib/log/` | Use this, never `console.log` |", "Key files", None),
        ("| Don't | Why |", "| `lib/log.ts` | Use this, never `console.log` |", "Key files", None),
        ("| File | What |", "| `lib/log.ts` | Use this, never `console.log` |", "Don't", None),
        ("| File | What |", "| `a.ts` | Never use this, not `console.log` |", "Key files", None),
    ],
)  # fmt: skip
def test_a_row_that_names_the_file_to_use(
    header: str, row: str, heading: str, without: list[str] | None
) -> None:
    page = f"# A\n\n## {heading}\n\n{header}\n|---|---|\n{row}\n"
    lines = draft_lines(page, ["lib/log.ts", "src/a.ts"])
    rules = [line.rule for line in lines if line.rule and line.rule.keys]
    assert [rule.keys["exclude_glob"] for rule in rules if rule.keys] == (
        [without] if without else []
    )
