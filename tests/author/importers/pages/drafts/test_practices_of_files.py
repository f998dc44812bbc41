"""Practices that stand in files of one kind: a workflow, a component, a class of a framework."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import draft_lines, finds, keys_of, read_page_line

SHA = "a" * 40
ANGULAR = "import { Injectable } from '@angular/core';\nclass A { constructor(private b: B) {} }"
INJECTED = "import { inject } from '@angular/core';\nclass A { b = inject(B); }"
SETUP = '<script setup lang="ts">'


@pytest.mark.parametrize(
    ("text", "path", "glob", "code", "other"),
    [
        ("Pin GitHub Actions to commit SHAs", ".github/workflows/a.yml",
         ".github/**/*.{yml,yaml}", "    - uses: a/b@v4", f"    - uses: a/b@{SHA} # v4"),
        ("Pin all actions by full commit SHA - never use tags like `@v4` or `@main`",
         ".github/workflows/a.yml", ".github/**/*.{yml,yaml}",
         "      uses: 'a/b/c@main'", "      - uses: ./.github/actions/a"),
        ("Use the `inject()` function instead of constructor injection", "a.ts",
         "*.{ts,tsx,mts,cts}", ANGULAR, INJECTED),
        ("All Vue components must use `<script setup>` syntax", "a.vue",
         "*.vue", '<script lang="ts">', SETUP),
        ("Always use the Composition API with `<script setup lang=\"ts\">`", "a.vue",
         "*.vue", "<script>", SETUP),
        ("Use file-scoped namespaces", "a.cs", "*.cs", "namespace A.B\n{", "namespace A.B;"),
        ("Never use f-strings in logging calls", "a.py",
         "*.{py,pyi}", "logger.info(f'a {b}')", "logger.info('a %s', b)"),
        ("Use lazy `%`-style formatting, never f-strings in log calls", "a.py",
         "*.{py,pyi}", 'log.debug( rf"{b}")', "print(f'a {b}')"),
        ("No bare `TODO` comments", "a.ts",
         "*.{ts,tsx,mts,cts}", "// TODO: a", "// TODO(#12): a"),
        ("TODOs must reference an issue", "a.py", "*.{py,pyi}", "# TODO a", "# TODO: see AB-12"),
        ("Every TODO must link a ticket", "a.go", "*.go", "//TODO", "// TODO: https://a.b/1"),
        ("No barrel files (`index.ts` that re-exports)", "a/index.ts",
         "index.{ts,tsx,js,jsx}", "export { a } from './a'", "export { a }"),
        ("Never use `RETURNING *`", "a.py", "*.{py,pyi}", "returning *", "RETURNING a"),
        ("TypeScript strict mode, no `any`", "a.ts", "*.{ts,tsx,mts,cts}", "a: any", "any(a)"),
        ("No UIKit imports", "a.swift", "*.swift", "import UIKit", "import UIKitten"),
        ("Use built-in `list` and `dict` for type annotations (e.g., `list[str]`)", "a.py",
         "*.{py,pyi}", "typing.List[a]", "list[a]"),
        ("Use the own dialogs - never import `A` from `b/c`; use `A` from `d`", "a.ts",
         "*.{ts,tsx,mts,cts}", "import { A } from 'b/c'", "import { A } from 'd'"),
        ("[MUST] Never use `eval()`", "a.py", "*.{py,pyi}", "eval(a)", "a.eval(b)"),
        ("Avoid CommonJS (`require`, `module.exports`)", "a.ts", "*.{ts,tsx,mts,cts}",
         "module.exports = a", "export { a }"),
        ("Don't use `@ts-ignore`; use `@ts-expect-error` with a reason when unavoidable", "a.ts",
         "*.{ts,tsx,mts,cts}", "// @ts-ignore", "// @ts-expect-error a"),
        ("Use built-in generic types for annotations (`list[str]`, `dict[str, int]`)", "a.py",
         "*.{py,pyi}", "from typing import Dict", "from typing import Any"),
        ("Use `X | None` for optional values, never bare `Optional`", "a.py",
         "*.{py,pyi}", "Optional[int]", "Optionals[int]"),
        ("Never use mutable default arguments", "a.py",
         "*.{py,pyi}", "def a(b: C = Depends(c), d=[]):", "def a(b: C = Field(default=[])):"),
        ("Avoid throwing strings", "a.ts", "*.{ts,tsx,mts,cts}", "throw 'a'", "throw new A('b')"),
        ("Never use a bare `# type: ignore`", "a.py",
         "*.{py,pyi}", "a = b  # type: ignore", "a = b  # type: ignore[c]"),
        ("No bare `# noqa` comments", "a.py", "*.{py,pyi}", "a  # noqa", "a  # noqa: E501"),
        ("Never use f-strings for SQL queries", "a.py",
         "*.{py,pyi}", "a.execute(text(f'SELECT {b}'))", "a.execute('SELECT ?', b)"),
        ("Never use `v-html`", "a.vue", "*.vue", '<p v-html="a">', '<p a-v-html="a">'),
        ("Avoid `{!! $a !!}` in Blade", "a.blade.php", "*.blade.php", "{!!$b!!}", "{{ $b }}"),
        ("Never use `@php` blocks", "a.blade.php", "*.blade.php", "@php $a = 1;", "@phpunit"),
        ("Inject `TimeProvider` instead of `DateTime.Now`", "a.cs",
         "*.cs", "a = DateTime.Now;", "a = clock.Now;"),
        ("No classes or object-oriented patterns", "a.ts",
         "*.{ts,tsx,mts,cts}", "class A {}", "a.class"),
        ("Do not add `eslint-disable` comments to satisfy a rule", "a.ts",
         "*.{ts,tsx,mts,cts}", "// eslint-disable-next-line a", "// eslint"),
    ],
)  # fmt: skip
def test_a_practice_has_the_files_that_it_is_about(
    text: str, path: str, glob: str, code: str, other: str
) -> None:
    keys = keys_of(read_page_line(text, [path]))
    globs = keys["file_glob"].replace(",js,jsx,mjs,cjs", "")
    assert (globs, finds(keys, code), finds(keys, other)) == (glob, True, False)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        # Of some actions, or of no workflow
        ("Pin third-party actions to commit SHAs", [".github/workflows/a.yml"]),
        ("Pin actions to commit SHAs", ["a.py"]),
        ("Never use `v-html`", ["a.ts"]),
        # Of a case
        ("Use `<script setup>` for simple components", ["a.vue"]),
        ("Use constructor injection", ["a.ts"]),
        ("No TODO without an issue", ["a.ts"]),
        ("No `# noqa` without a code", ["a.py"]),
    ],
)
def test_a_practice_of_some_is_left(text: str, paths: list[str]) -> None:
    assert read_page_line(text, paths).rule is None


def test_code_of_another_language_than_the_files_of_the_page_is_left() -> None:
    """`.github/instructions/python.instructions.md` is about `**/*.py`."""
    page = "---\napplyTo: '**/*.py'\n---\n# A\n\n- Never use `as any`\n- Never use `eval()`\n"
    lines = draft_lines(page, ["a.py", "b.ts"], ".github/instructions/python.instructions.md")
    assert [line.rule is None for line in lines] == [True, False]


def test_other_frameworks_may_inject_by_constructors() -> None:
    keys = keys_of(read_page_line("Never use constructor injection", ["a.ts"]))
    assert keys["when_file"] == r"\bfrom\s*['\"]@angular/core['\"]"


@pytest.mark.parametrize(
    ("page_path", "glob"),
    [
        ("docs/coding.md", "*.{py,pyi}"),
        ("doc/dev/STYLE.md", "*.{py,pyi}"),
        # What an agent reads there may be about the site.
        ("docs/AGENTS.md", "docs/**/*.{py,pyi}"),
    ],
)
def test_a_page_for_people_among_the_documentation_is_about_all_code(
    page_path: str, glob: str
) -> None:
    [line] = draft_lines("# A\n\n- Never use `eval()`\n", ["src/a.py", "docs/a.py"], page_path)
    assert keys_of(line)["file_glob"] == glob


def test_a_ban_with_a_colon_is_drafted_before_the_code_that_shows_it() -> None:
    code = "```python\n# Bad\nprint(1)\n```\n"
    [line] = draft_lines(f"# A\n\n**Never use `print()`:**\n\n{code}", ["a.py"])
    assert keys_of(line)["message"] == "Never use `print()`"
    before_list = draft_lines("# A\n\nNever use `print()`:\n\n- in tests\n", ["a.py"])
    assert before_list[0].rule is None


def test_a_limit_of_lines_is_of_the_files_that_the_line_names() -> None:
    text = "Max 800 lines per source file; a script counts those of each `.go` file"
    assert keys_of(read_page_line(text, ["a.go", "web/a.ts"]))["file_glob"] == "*.go"


@pytest.mark.parametrize(
    "text",
    [
        "| Element | Style |\n|---|---|\n| Classes | PascalCase |\n",
        "All files start with this header:\n\n```ts\n// Copyright (c) Acme Inc.\n```\n",
    ],
    ids=["a row", "a fence"],
)
def test_what_stands_in_a_table_or_a_fence_is_left(text: str) -> None:
    """It is listed."""
    lines = draft_lines(f"# A\n\n## Naming conventions\n\n{text}", ["a.ts"])
    assert lines
    assert [line for line in lines if line.rule] == []


def test_a_package_of_which_a_part_is_recommended_is_left() -> None:
    line = read_page_line("Don't import `lodash`; import `lodash/get` and friends.", ["a.ts"])
    assert (line.rule, line.reason) == (None, "form: what it forbids stands in what it recommends")


@pytest.mark.parametrize(
    ("code", "is_found"),
    [
        (r"use Carbon\Carbon;", True),
        (r"use Carbon\{Carbon, CarbonImmutable};", True),
        (r"use Carbon\{CarbonImmutable, Carbon as C};", True),
        (r"\Carbon\Carbon::now();", True),
        (r"use Carbon\{CarbonImmutable, CarbonPeriod};", False),
        (r"use Carbon\CarbonImmutable;", False),
        (r"use My\Carbon\Carbon;", False),
    ],
)
def test_a_class_of_php_in_a_group_of_uses(code: str, is_found: bool) -> None:
    keys = keys_of(read_page_line(r"Never use `Carbon\Carbon`", ["a.php"]))
    assert finds(keys, code) is is_found


@pytest.mark.parametrize(
    ("text", "path", "code", "is_found"),
    [
        ("Never use `fetch()`", "a.ts", "const a = await fetch(b)", True),
        ("Never use `fetch()`", "a.ts", "a ? fetch(b) : c;", True),
        ("Never use `fetch()`", "a.ts", "if (fetch(b)) {", True),
        ("Never use `fetch()`", "a.ts", "fetch(b(c), d)\n  .then(e)", True),
        ("Never use `fetch()`", "a.ts", "  async fetch() {", False),
        ("Never use `fetch()`", "a.ts", "  fetch(a: (b: C) => D) {", False),
        ("Never use `fetch()`", "a.ts", "  fetch(id: number): void", False),
        ("Never use `fetch()`", "a.ts", "  public fetch(id: number): Promise<A> {", False),
        # A trailing block is an argument.
        ("Never use `fetchAll()`", "a.swift", "fetchAll(b) { c in", True),
        ("Never use `print_r()`", "a.php", "print_r($a);", True),
        ("Never use `print_r()`", "a.php", "$a->print_r(1);", False),
        ("Never use `str_replace()`", "a.php", "return \\str_replace($a, $b, $c);", True),
        ("Never use `str_replace()`", "a.php", "A::str_replace(1);", False),
        ("Never use `!important`", "a.vue", "  color: red!important;", True),
        ("Never use `!important`", "a.vue", '  content: "a" !important }', True),
        ("Never use `!important`", "a.vue", "if (!important) {", False),
        ("Never use `!important`", "a.vue", '<a :b="c" v-if="!important">', False),
        ("Never use `!important`", "a.vue", "a ? b : !important", False),
    ],
)
def test_what_only_looks_like_it(text: str, path: str, code: str, is_found: bool) -> None:
    """Methods of a store were calls of `fetch()`, and a negated variable a style."""
    assert finds(keys_of(read_page_line(text, [path])), code) is is_found
