"""Which lines of a page become drafts: too few, and none that says something else."""

from __future__ import annotations

import re
from typing import Any

import pytest

from phaser_lint.author.importers.page_statements import Statement
from phaser_lint.author.importers.sure_forms import NotSure, find_sure_rule
from phaser_lint.author.importers.sure_rule import SureRule

STYLE = Statement(1, "", "item", headings=("Code style",))


def read_rule(text: str, **fields: Any) -> SureRule | NotSure:
    """What the item *text* below a heading of style is sure to say."""
    return find_sure_rule(STYLE._replace(text=text, **fields), page_path="CLAUDE.md")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # a condition
        ("Never use `print()` unless you debug", ""),
        ("Never use `print()` in production code", ""),
        ("Never use `print()` — except in scripts", "a condition: `except`"),
        ("Never use `open()`; use `Path.open()` when possible", "a condition: `when`"),
        ("Never use `os.path`. Scripts may use it", "a condition: `may`"),
        ("Never use `time.sleep()` in tests", "a condition: it names a kind of place"),
        ("No `any` - exceptions are tests", "a condition: `exceptions`"),
        ("Never use `any`; use `unknown` when possible", "a condition: `when`"),
        ("Never use `eval()`; use `parse()` when it is fast", "a condition: `when`"),
        ("Never use `eval()`, in tests it is fine", "a condition: it names a kind of place"),
        ("Never use `eval()`, unless you debug", "a condition: `unless`"),
        ("`eval()` is not allowed in scripts", ""),
        ("No `console.log` (in production code)", "a condition: it names a kind of place"),
        ("Avoid unnecessary `useEffect`", ""),
        ("Use `logger.info()` for progress instead of `print()`", ""),
        ("Do not edit `gen/api.ts` - it is generated", "a condition: what a program writes"),
        ("Do not manually edit `*.xlf` files", "a condition: what a program writes"),
        ("Do not edit `db/schema.rb` by hand", "a condition: what a program writes"),
        ("In services we log. Never use `print()`.", "a condition: `In`"),
        ("Tests use fakes. Never use `mock.patch()`.", "a condition: `Tests`"),
        ("Not `os.path`", ""),
        ("In tests be quick - no `time.sleep()`", "a condition: `In`"),
        ("Scripts are small - no `time.sleep()`", "a condition: `Scripts`"),
        ("Never use `eval()` - no `exec()`", "two rules in a line"),
        ("`log.two()` must not be used here", ""),
        ("NEVER: `getUser` is slow", ""),
        ("Instead of `os.path`, the code has `pathlib.Path`", ""),
        ("Instead of `os.path`, use `pathlib.Path` in new code", ""),
        ("`app.start()`, not `app.run()`, is called when it starts", ""),
        ("Use `a.log()` for progress, not `print()`", ""),
        ("`getUser`, not `fetchUser`", "not sure to be code"),
        ("`log.two()` must not be used outside of `app`", ""),
        # what is no code by its look
        ("Never silence errors with `try()`", "not sure to be code"),
        ("Do not use the `log.two` call for files", ""),
        ("Prefer `var` over `:=`", "not sure to be code"),
        ("Do not use `cache`", "not sure to be code"),
        ("Prefer `const` over `let`", "not sure to be code"),
        ("Use `camelCase` instead of `PascalCase`", "not sure to be code"),
        ("Use `getUser` instead of `fetchUser`", "not sure to be code"),
        ("Never use `foo()`", "not sure to be code"),
        ("Never use `log(\"msg %s\", val)`", "not sure to be code"),
        ("Never use `send(...)`", "not sure to be code"),
        ("Never use `npm install`", "command"),
        ("Use `uv` instead of `pip`", "command"),
        ("Never use `skipLibCheck`", "not sure to be code"),
        ("Never run `git push`", ""),
        ("Never commit secrets", ""),
        ("Use `Node.js` instead of `Deno`", "not sure to be code"),
        ("Never set `os.environ`", "not sure to be code"),
        ("Do not set `cached: true`", "not sure to be code"),
        ("No bare `except Exception`", ""),
        ("Never use Node.js", ""),
        ("`app/core` never imports `app/web`, except for types", ""),
        ("`core` never imports `web`", "not sure to be code"),
        ("`a.py` must not import from `b.py`", "a condition: a file of that name may lie in any f"),
        ("Never import from `b.py`", "a condition: a file of that name may lie in any folder"),
        ("Never import `three.js`", "not sure to be code"),
        # a name that may be an example, and a word
        ("❌ `getUser`", ""),
        ("❌ `run()` instead of `go()`", "a mark turns what it says"),
        ("Never commit `.env*` files", "not sure to be code"),
        ("Never import from `utils`", "not sure to be code"),
        ("Never use `# type: ignore[arg-type]`", "not sure to be code"),
        ("Never use `any` to silence type errors", "not sure to be code"),
        ("Avoid classes for services", ""),
        ("Use `a.one()` instead of `console.log` for jobs", ""),
        ("Do not commit `a/`, the folder `b/`, or secrets", ""),
        ("Never use `a.one()`, the old `b.two()`, or globals", ""),
        ("Never hand-edit `lib/api/`", "a condition: what a program writes"),
        ("Do not use any types of yours", ""),
        ("All functions must have `declare(strict_types=1)`", ""),
        ("All files must have `Copyright`", "not sure to be code"),
        # two rules; a part of what is recommended; only a recommendation
        ("Use `a.one()` instead of `b.two()`, and `c.three()` instead of `d.four()`", ""),
        ("Never use `a.one()`. Never use `b.two()`.", "two rules in a line"),
        ("Never use `os.path`; use `os.path.join()`", "what it forbids stands in what it"),
        ("Use `datetime.now(tz)`, never `datetime.now()`", "what it forbids stands in what it"),
        ("Use `Path.open()`", ""),
        # a label, a mark
        ("Tests: never use `time.sleep()`", "under `Tests` it may be about one kind of place"),
        ("Scripts - avoid `print()`", "under `Scripts` it may be about one kind of place"),
        ("For tests, no `print()`", ""),
        ("Type the props; avoid `any` in components.", ""),
        ("In components we log; avoid `print()`", "a condition: `In`"),
        ("Use `log.one()` instead of `log.two()`; never use `log.three()`", "two rules in a line"),
        ("Use `log.one()` not `log.two()` for better speed in tests", "a condition: it names"),
        ("Use `log.one()` instead of `log.two()` for jobs", ""),
        ("✅ Use `eval()` ❌ `exec()`", ""),
        ("❌ Use `eval()` instead of `exec()`", "a mark turns what it says"),
        ("Never use `exec()`. ~~Always.~~", "a mark turns what it says"),
        ("Never use `ev\x1bal()`", "not sure to be code"),
    ],
)  # fmt: skip
def test_lines_that_are_left(text: str, reason: str) -> None:
    """A condition, a word, an example, two rules: each with its reason."""
    rule = read_rule(text)
    assert isinstance(rule, NotSure), rule
    assert rule.reason[: len(reason) or None] == reason


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"headings": ("Wrong",)}, "under `Wrong` it may say the opposite"),
        ({"headings": ("Don't in tests",)}, "under `Don't in tests` it may say the opposite"),
        ({"headings": ("Testing",)}, "under `Testing` it may be about one kind of place"),
        ({"headings": ("Style", "`src/api`")}, "under "),
        ({"headings": ("规则",)}, "under `规则` it may be about one kind of place"),
        ({"leads": ("In components:",)}, "under `In components:` it may be about"),
        ({"leads": ("Instead of",)}, "under `Instead of` it may say the opposite"),
        ({"title": "Testing guide"}, "its page is about one kind of place: Testing guide"),
        ({"details": "Except in scripts."}, "a condition: `Except`"),
        ({"context": "In `src/api` we log."}, "a condition: `In`"),
        ({"context": "The scripts are old."}, "a condition: `scripts`"),
        ({"kind": "table"}, "a table"),
        ({"kind": "quote"}, "a quote"),
        ({"kind": "heading", "details": "Scripts may."}, "a condition: `may`"),
        ({"is_cut": True}, "longer than a line that is read"),
    ],
)  # fmt: skip
def test_where_a_line_stands(fields: dict[str, Any], reason: str) -> None:
    """The same line is taken where nothing around it can change what it says."""
    assert isinstance(read_rule("Never use `eval()`."), SureRule)
    rule = read_rule("Never use `eval()`.", **fields)
    assert isinstance(rule, NotSure)
    assert rule.reason.startswith(reason)


IMPORT = "import{a,cookies}from'next/headers' | import { cookies } from './next/headers'"


@pytest.mark.parametrize(
    ("text", "severity", "samples"),
    [
        ("Never use `print()`; use the logger.", "error", "print(a) | a.print(a) fingerprint(a)"),
        ("**NEVER** call `eval()`", "error", "eval(a) | def eval(a) x.eval(a)"),
        ("Do not use `console.log` — use `logger.info()`", "error", "console.log | console.logs"),
        ("Use `pathlib.Path` instead of `os.path`.", "error", "os.path.join os.path | os.paths"),
        ("Use `NSLog(a)` — not `dump()`", "error", "dump(a) | a.dump()"),
        ("Prefer `httpx.get()` over `requests.get()`", "warning", "requests.get(a) | httpx.get(a)"),
        ("Avoid `.unwrap()` and `.expect()` calls", "warning", "a.unwrap() a.expect() | a.unwrap"),
        ("You should not use `React.FC`", "warning", "React.FC | React.FCs"),
        ("No `console.*` - use the logger", "error", "console.warn | console"),
        ("No `panic!` macros anywhere", "error", "panic!(1) | panic(1)"),
        ("`eval()` is forbidden.", "error", "eval(1) | evaluate(1)"),
        ("NEVER: Use `eval()`.", "error", "eval(1) | evaluate(1)"),
        ("No `any` types - be exact", "error", "b: any | b: many"),
        ("ALWAYS write exact types - no `any` types", "error", "b: any | b: many"),
        ("Never use `data-testid`", "error", "data-testid= | data-testids my-data-testid"),
        ("Type the props; avoid `any`.", "warning", "b: any | b: many"),
        ("Keep `strict` on; never use `any`", "error", "b: any | b: many"),
        ("Strict types, no `any` (use `unknown`)", "error", "b: any | b: many"),
        ("Logging - use Logger, NOT `console.log`", "error", "console.log | console.logs"),
        ("❌ **Never** use `eval()`", "error", "eval(1) | evaluate(1)"),
        ("No TypeScript enums; use a union", "error", "enum Color | enumerate Color.enum"),
        ("Use `log.one()` instead of `log.two()` for safety", "error", "log.two(1) | log.one(1)"),
        ("Use `===` instead of `==`", "error", "a == b | a === b <= c"),
        ("Never silence type errors with `@ts-ignore`", "error", "@ts-ignore | @ts-ignored"),
        ("Do NOT use the deprecated `log.two` call for files", "error", "log.two(1) | log.twofold"),
        ("Never use `var`", "error", "var a = 1 | variable b.var --var x: var(--a)"),
        ("No `as unknown as`", "error", "b as unknown as C | b as unknown"),
        ("Never use `enum`; use a union", "error", "enum Color | enumerate Color.enum"),
        ("No `unsafe`", "error", "unsafe { | unsafe_code b.unsafe"),
        ("No `export default`", "error", "export default 1 | export const a"),
        ("`eval()` must not be used.", "error", "eval(1) | evaluate(1)"),
        ("`eval()` calls are not permitted", "error", "eval(1) | evaluate(1)"),
        ("`os.path` should never be used", "warning", "os.path | os.paths"),
        ("`pathlib.Path`, not `os.path`", "warning", "os.path | pathlib.Path"),
        ("`log.one()` instead of `log.two()`; why", "warning", "log.two(1) | log.one(1)"),
        ("Instead of `log.two()`, use `log.one()`.", "error", "log.two(1) | log.one(1)"),
        ("Rather than `log.two()`, prefer `log.one()`", "warning", "log.two(1) | log.one(1)"),
        ("Logging: `log.info()` instead of `print()`", "warning", "print(1) | log.info(1)"),
        ("Never use the type `any` - be specific.", "error", "b: any | b: many"),
        ("Never use `any`", "error", "b as any | anything many"),
        ("No `@ts-ignore` comments", "error", "@ts-ignore | @ts-ignored"),
        ("Do not use `createServices`, use `make`", "error", "createServices | createService"),
        ("Load it first. Never use `StringBuilder`.", "error", "StringBuilder | AStringBuilder"),
        ("Never import `cookies` from `next/headers`", "error", IMPORT),
        ("Never use `import { cookies } from 'next/headers'`", "error", IMPORT),
        ("Never use `from x import *`", "error", "from os import * | from os import path"),
        ("No wildcard imports", "error", "from os import * | from os import path"),
        ("Avoid 'any'; be exact", "warning", "b: any | b: many"),
        ("Avoid the any type; use `unknown` when unsure", "warning", "b: any | b: many"),
        ("Never use `any` in TypeScript - no exceptions", "error", "b: any | b: many"),
        ("Avoid `Any` annotations", "warning", "a: Any | a: AnyUrl"),
        ("Never use console.log", "error", "console.log | console.logs"),
        ("No `console.log/warn` calls", "error", "console.warn | console.error console.logs"),
        ("Never use bare `except` — name the exception", "error", "except: | except OSError:"),
        ('No "bare" excepts', "error", "except : | except Exception:"),
        ("Never use `eval`", "error", "eval(1) | evaluate(1)"),
        ("No `eval()`, magic numbers, or globals", "error", "eval(1) | evaluate(1)"),
        ("Never use `log.one()`, `eval()`, or globals", "error", "log.one(1) eval(1) | one(1)"),
        ("`parse()` for input, no `eval()`", "error", "eval(1) | evaluate(1)"),
        ("`eval()` is not allowed", "error", "eval(1) | evaluate(1)"),
        ("Leave no TODOs, or missing pieces, in the code", "error", "# TODO: a | # TODOS"),
        ("Use built-in types: `list[a]` (not `List`, `Dict[a]`)", "error", "b: Dict[a] | dict[a]"),
        ("Prefer async/await over promises", "warning", "a.then(b) | a.thenable(b)"),
        ("Code must never call `eval()`", "error", "eval(1) | evaluate(1)"),
        ("Use of `eval()` is prohibited", "error", "eval(1) | evaluate(1)"),
        ("`eval()` should be avoided", "warning", "eval(1) | evaluate(1)"),
        ("Never use `eval()` because it is slow", "error", "eval(1) | evaluate(1)"),
        ("Never use `eval()`, it is slow", "error", "eval(1) | evaluate(1)"),
        ("Never call `setState()`", "error", "this.setState(1) | setStates(1)"),
        ("Avoid `unwrap()`/`expect()`", "warning", "a.unwrap() a.expect(1) | unwrap(1)"),
        ("❌ `console.log` statements", "error", "console.log | console.logs"),
        ("No stray `debugger`", "error", "debugger; | my-debugger"),
        ("Don't leave `console.log` in the code", "error", "console.log | console.logs"),
        ("Use `log.one()` - never use `log.two()`", "error", "log.two(1) | log.one(1)"),
        ("Use a logger; don't use `log.two()`", "error", "log.two(1) | log.one(1)"),
        ("Use `One` from `a/one` instead of `log.two()`", "error", "log.two(1) | log.one(1)"),
        ("Log it; prefer `log.one()` over `log.two()`", "warning", "log.two(1) | log.one(1)"),
        ("`log.one()` is preferred over `log.two()`", "warning", "log.two(1) | log.one(1)"),
        ("Avoid `log.two()` in favor of `log.one()`", "warning", "log.two(1) | log.one(1)"),
        ("Prefer a path library over `os.path` for paths", "warning", "os.path.a | os.paths"),
        ("Never use `# noqa` to silence ruff", "error", "# noqa | # noq"),
        ("Never call `run.it(shell=True)`", "error", "run.it([a(b)], shell=True) | run.it(a)"),
        ("Do not silence it with `#[allow(...)]`", "error", "#![allow(a)] | #[derive(A)]"),
        ("No `#[allow(dead_code)]`", "error", "#[allow(a, dead_code)] | #[allow(a)]"),
        ("Use `X | None` instead of `Optional[X]`", "error", "a: Optional[int] | a: Optionals"),
        ("Use `list`, not `List[str]`", "error", "a: List[int] | a: list[int]"),
        ("Use `next/image` instead of raw `<img>`", "error", "<img src={a} | <imgs"),
        ("Avoid `DB::`; use models", "warning", "DB::table() | ADB::table()"),
        ("Never use `.Result`", "error", "task.Result; | task.Result()"),
        ("Use `any` instead of `interface{}`", "error", "a interface{} | a interface{ B() }"),
        ("No `init()` functions", "error", "func\tinit() { | func initialise() {"),
        ("Never use `SELECT *`", "error", "SELECT * FROM a | SELECT a FROM b"),
        ("No TODO comments", "error", "# TODO: a | # TODOS"),
        ("No print statements", "error", "print(a) | fingerprint(a)"),
        ("No class components", "error", "class A extends React.Component | class B extends A"),
        ("Prefer declarative code; avoid classes.", "warning", "export class A { | classes"),
        ("No relative imports", "error", "from .a import b | from a import b"),
        ("No mutable default arguments", "error", "def\ta(b=[]): | def a(b=None):"),
        ("Avoid non-null assertions", "warning", "a!.b | a !== b"),
        ("No `as` casting: use guards", "error", "(a as B).c | {a as B, c}"),
        ("Do not use `t.Skip()`", "error", "t.Skip(a) | t.Skips(a)"),
        ("No barrel files", "error", "export * from './a' | export {a} from './a'"),
        ("Use arrows over function declarations", "warning", "function\ta() {} | a = () => 1"),
        ("No inline styles", "error", "<p style={{a: b}} | <p style={a}"),
        ("No field injection", "error", "@Autowired private A<B> a; | @Autowired A(B b) {"),
        ("Use ES modules (import/export), not CommonJS", "error", "require('a') | required('a')"),
        ("Prefer interfaces over types", "warning", "type A = {b: C} | type A = {b: C} & D"),
        ("Prefer `type` over `interface`", "warning", "export interface A | interfaces"),
        ("Named exports only", "error", "export default a | export {a}"),
        ("Never use `using namespace std`", "error", "using namespace std; | using std::a;"),
        ("No `debugger` statements", "error", "debugger; | my-debugger"),
        ("Never pass `shell=True`", "error", "run(a, shell=True) | shell=False"),
        ("Do not set `run: Kind.Slow` explicitly", "error", "{run: Kind.Slow} | run: Kind.Slower"),
        ("Use `useForm` instead of deprecated `useFormState`", "error", "useFormState | useForm"),
        ("Prefer named exports over default exports", "warning", "export default a | export {a}"),
        ("Use native blocks (`@if`, `@for`) instead of `*ngIf`", "error", '<a *ngIf="b"> | @if'),
        ("`@if`/`@for` — never `*ngIf`/`*ngFor`", "warning", '<a *ngFor="b"> | @for'),
        ("Avoid using any.", "warning", "b: any | b: many"),
        ("Do not ever use `any`. If you feel tempted, use `unknown`.", "error", "b: any | b: many"),
        ("Never use setTimeout/setInterval", "error", "setTimeout(a) | setTimeouts"),
        ("Do not add lint-disable comments", "error", "// eslint-disable | // eslint"),
        ("Do not call `instance_variable_set`", "error", "instance_variable_set | variable_set"),
        ("The `any` type must not be used.", "error", "b: any | b: many"),
        ("Do use `unknown` + narrowing instead of `any`.", "error", "b: any | b: many"),
        ("Avoid non\u2011null assertions (`!`)", "warning", "a!.b | a !== b"),
        ("Prefer `as const` objects and unions over `enum`", "warning", "enum Color | enumerate"),
        ("Use literal unions - not TypeScript `enum`", "error", "enum Color | enumerate"),
        ("Named exports over default exports", "warning", "export default a | export {a}"),
        ("Do NOT set `standalone: true` inside decorators", "error", "standalone: true | a"),
        ("Never create barrel files", "error", "export * from './a' | export {a} from './a'"),
        ("Use consts instead of functions", "error", "function\ta() {} | a = () => 1"),
        ("Use file-scoped namespaces", "error", "namespace A.B\n{ | namespace A.B;"),
        ("Prefer file-scoped namespaces", "warning", "namespace A.B { | namespace A.B;"),
        ("Never write `TODO` or `FIXME` comments", "error", "# FIXME: a | # FIXMES"),
        ("Leave no todo's", "error", "# TODO: a | # TODOS"),
        ("`eval()` - forbidden", "error", "eval(1) | evaluate(1)"),
        ("No printing: never use `print()`", "error", "print(a) | fingerprint(a)"),
    ],
)  # fmt: skip
def test_the_pattern_of_a_statement_finds_what_it_means(
    text: str, severity: str, samples: str
) -> None:
    """What the pattern of a line finds, and what it does not."""
    rule = read_rule(text)
    assert isinstance(rule, SureRule), rule
    assert (rule.keys["type"], rule.keys["severity"]) == ("forbid_pattern", severity)
    broken, kept = (part.strip() for part in samples.split(" | "))
    for sample in re.split(r" (?=\S+\()", broken):
        assert re.search(rule.keys["pattern"], sample), sample
    assert not re.search(rule.keys["pattern"], kept)


TABS = {"type": "forbid_pattern", "pattern": r"^[^\S\n]*\t", "in": "code", "severity": "error"}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Use 2 spaces for indentation, not tabs", TABS),
        ("Tabs are not allowed", TABS),
        ("No `package-lock.json`", {"type": "file_not_exists", "severity": "error"}),
        ("Do not commit `.env` or `.envrc`.", {"type": "file_not_exists", "severity": "error"}),
        ("Do not use `mod.rs` files", {"type": "file_not_exists", "severity": "error"}),
        (
            "Never commit `.env`, credentials, or API keys to git",
            {"type": "file_not_exists", "severity": "error"},
        ),
        (
            "Use `httpx` for async HTTP clients (not `requests`)",
            {"type": "forbid_import", "forbid": ["requests"], "severity": "error"},
        ),
        ("No axios", {"type": "forbid_import", "forbid": ["axios"], "severity": "error"}),
        ("Never commit keys or `*.pem` files", {"type": "file_not_exists", "severity": "error"}),
        (
            "Use `date-fns`, not `moment`",
            {"type": "forbid_import", "forbid": ["moment"], "severity": "error"},
        ),
        ("No committed `.env` files", {"type": "file_not_exists", "severity": "error"}),
        (
            "Do NOT use `log/slog`.",
            {"type": "forbid_import", "forbid": ["log/slog"], "severity": "error"},
        ),
        (
            "`app/core` must never import from `app/web/`.",
            {"type": "forbid_import", "forbid": ["app/web", "**/app/web"], "severity": "error"},
        ),
        (
            "Do not import from `@acme/db` directly",
            {"type": "forbid_import", "forbid": ["@acme/db"], "severity": "error"},
        ),
        (
            "Never import from the `typing` module",
            {"type": "forbid_import", "forbid": ["typing"], "severity": "error"},
        ),
        (
            "Add `# SPDX-License-Identifier: MIT` to every file",
            {
                "type": "require_pattern",
                "pattern": r"^\#[^\S\n]+SPDX\-License\-Identifier:[^\S\n]+MIT",
                "when_file": r"\S",
                "severity": "error",
            },
        ),
        (
            "Do not edit files in `vendor/lib/`; they are copies.",
            {"type": "file_frozen", "changes": ["modify", "delete"], "severity": "error"},
        ),
        (
            "Never import from `src/internal`",
            {"type": "forbid_import", "forbid": ["src/internal"], "severity": "error"},
        ),
        (
            "Never import `Session` from `app.db`",
            {"type": "forbid_import", "forbid": ["app/db/Session"], "severity": "error"},
        ),
        (
            "All new PHP files must have `declare(strict_types=1)` (the linter looks)",
            {
                "type": "require_pattern",
                "pattern": r"^declare\(strict_types=1\)",
                "when_file": r"<\?php",
                "severity": "error",
            },
        ),
        (
            "Type it; put `from __future__ import annotations` at the top of modules.",
            {
                "type": "require_pattern",
                "pattern": r"^from[^\S\n]+__future__[^\S\n]+import[^\S\n]+annotations",
                "when_file": r"\S",
                "severity": "error",
            },
        ),
    ],
)  # fmt: skip
def test_a_statement_may_be_about_files_and_imports(text: str, keys: dict[str, Any]) -> None:
    """Files, imports, and what each file has."""
    rule = read_rule(text)
    assert isinstance(rule, SureRule), rule
    assert rule.keys == keys


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Never import `app.db`", "Python"),
        ("Never import `github.com/pkg/errors`", "Go"),
        ("Never import from `src/internal`", ""),
    ],
)
def test_the_language_that_writes_a_module_so(text: str, language: str) -> None:
    rule = read_rule(text)
    assert isinstance(rule, SureRule), rule
    assert rule.language == language


@pytest.mark.parametrize(
    ("text", "language"),
    [("Never call `time.Sleep()`", "Go"), ("Never call `time.sleep()`", "Python")],
)
def test_the_case_of_a_member_tells_the_language(text: str, language: str) -> None:
    rule = read_rule(text)
    assert isinstance(rule, SureRule), rule
    assert rule.span_pattern is not None
    assert rule.span_pattern.languages == (language,)


@pytest.mark.parametrize(
    "fields",
    [
        {"headings": ("Hard rules (enforced by eslint)",)},
        {"headings": ("Dev workflow",)},
        {"headings": ("CLAUDE.md", "Code without `eval()`")},
        {"headings": ("No `eval()`",)},
        {"headings": ("Rules (6.x)",)},
        {"context": "ESM only."},
        {"headings": ("Project: Ada", "State management")},
        {"leads": ("From `eslint.config.mjs`:",)},
        {"details": "Use `parse()` if needed."},
        {"details": "Raise specific exception types."},
        {"headings": ("What NOT to do",)},
        {"headings": ("Anti-patterns",), "leads": ("Don't:",)},
        {"kind": "heading"},
        {"title": "Contributing to Acme Client"},
        {"title": "CLAUDE.md - Acme API"},
        {"leads": ("Follow these rules when you write code:",)},
    ],
)
def test_what_turns_no_line(fields: dict[str, Any]) -> None:
    """Where a rule comes from, a topic, a case of what is recommended."""
    assert isinstance(read_rule("Never use `eval()`.", **fields), SureRule)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Never use `it.only`", "Testing"),
        ("Never use `vi.importActual()` in tests", "Unit tests"),
        ("Do not use `t.Skip()` — all tests run", "Testing conventions"),
        ("Do not use `ngClass`, use `class` bindings instead", "Components"),
        ("Use models instead of `DB::`", "Database"),
        ("Use functions over class components", "Component structure"),
        ("Use `input()` instead of `@Input()`", "Signals"),
    ],
)
def test_code_of_one_place_below_its_heading(text: str, heading: str) -> None:
    """Where it says that it is about tests, and such code stands in tests only."""
    assert isinstance(read_rule(text, headings=(heading,)), SureRule)
    assert isinstance(read_rule("Never use `eval()`", headings=(heading,)), NotSure)


@pytest.mark.parametrize(
    ("text", "above", "kind"),
    [
        ("`eval()`", {"leads": ("Never use:",)}, "forbid_pattern"),
        ("`any` types", {"headings": ("Forbidden",)}, "forbid_pattern"),
        ("Using `eval()`", {"headings": ("Don't",)}, "forbid_pattern"),
        ("`.env` or any secrets", {"headings": ("Never commit",)}, "file_not_exists"),
        ("`print()` - use the logger", {"leads": ("**Avoid:**",)}, "forbid_pattern"),
    ],
)
def test_code_by_itself_below_a_ban(text: str, above: dict[str, Any], kind: str) -> None:
    """It is what is banned; a sentence below the same words may say the opposite."""
    rule = read_rule(text, **above)
    assert isinstance(rule, SureRule), rule
    assert rule.keys["type"] == kind
    assert isinstance(read_rule("Use `a.one()` instead of `b.two()`", **above), NotSure)
    assert isinstance(read_rule("`eval()` guards - keep them", **above), NotSure)
    assert isinstance(read_rule("No `cleanUp()`", **above), NotSure)


def test_the_file_that_is_recommended_has_it_itself() -> None:
    """The logger logs."""
    rule = read_rule("Never use `console.log` - use `lib/log.ts`")
    assert isinstance(rule, SureRule)
    assert rule.excluded == ("**/lib/log.ts",)


def test_a_path_says_itself_what_it_is_about() -> None:
    """Below any heading; but none that turns it."""
    text = "Do not edit `vendor/lib/`"
    assert isinstance(read_rule(text, headings=("The vendor",)), SureRule)
    assert isinstance(read_rule(text, headings=("Wrong",)), NotSure)


def test_either_quotes_at_the_top_of_each_file() -> None:
    """`'use client'` is the same."""
    rule = read_rule('`"use client"` at the top of every file')
    assert isinstance(rule, SureRule)
    assert re.search(rule.keys["pattern"], "'use client'")


def test_an_import_before_the_rule_is_no_place() -> None:
    """What the line recommends comes from there."""
    context = "Import `log` from `app/log`."
    assert isinstance(read_rule("Never use `print()`.", context=context), SureRule)
    assert isinstance(read_rule(f"{context} Never use `print()`."), SureRule)
    assert isinstance(read_rule("In `src/api` we log. Never use `print()`."), NotSure)


def test_the_name_of_a_folder_is_no_other_place() -> None:
    """The page of ``packages/wrangler`` has a section about Wrangler."""
    tests = STYLE._replace(text="No `time.sleep()`", title="Tests")
    assert isinstance(find_sure_rule(tests, page_path="tests/CLAUDE.md"), SureRule)
    statement = STYLE._replace(text="No `console.log`", headings=("Wrangler rules",))
    page_path = "packages/wrangler/AGENTS.md"
    assert isinstance(find_sure_rule(statement, page_path=page_path), SureRule)
    assert isinstance(find_sure_rule(statement, page_path="AGENTS.md"), NotSure)


def test_the_title_of_a_page_in_its_folder() -> None:
    """It names what the folder is; what it says of tests is about them."""
    statement = STYLE._replace(text="No `console.log`", title="Web frontend")
    assert isinstance(find_sure_rule(statement, page_path="web/AGENTS.md"), SureRule)
    assert isinstance(find_sure_rule(statement, page_path=".cursor/rules/web.mdc"), NotSure)
    assert isinstance(find_sure_rule(statement, page_path=".cursor/rules/web/a.mdc"), NotSure)
    tests = statement._replace(title="Frontend tests")
    assert isinstance(find_sure_rule(tests, page_path="web/AGENTS.md"), NotSure)
