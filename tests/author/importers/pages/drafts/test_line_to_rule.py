"""Which lines of a page become drafts: too few, and none that says something else."""

from __future__ import annotations

import re
from typing import Any

import pytest

from phaser_lint.author.importers.pages.drafts.line_to_rule import NotSure, find_sure_rule
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.markdown import Statement

STYLE = Statement(1, "", "item", headings=("Code style",))


def read_rule(text: str, **fields: Any) -> SureRule | NotSure:
    """What the item *text* below a heading of style is sure to say."""
    return find_sure_rule(STYLE._replace(text=text, **fields), page_path="CLAUDE.md")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # a condition
        ("Never use `print()` unless you debug", ""),
        ("Never use `print()` in production code", ""),
        ("Never use `print()` — except in scripts", "condition: `except`"),
        ("Never use `open()`; use `Path.open()` when possible", "condition: `when`"),
        ("Never use `os.path`. Scripts may use it", "condition: `may`"),
        ("Never use `eval()` in tests of `core`", ""),
        ("No `any` - exceptions are tests", "condition: `exceptions`"),
        ("Never use `any`; use `unknown` when possible", "condition: `when`"),
        ("Leave no TODOs, or banners, in live code", "condition: it names a kind of place"),
        ("Use Alerts for user errors - not raw `ui.showError`", "condition: `raw`"),
        ("Never use `eval()` (tests)", "condition: it names a kind of place, `tests`"),
        ("Never use `eval()` — use it if you must", "condition: `use`"),
        ("Never use `eval()`; when it is fast, use `parse()`", "condition: `when`"),
        ("Never use `eval()`, in tests it is fine", "condition: it names a kind of place"),
        ("Never use `eval()`, unless you debug", "condition: `unless`"),
        ("`eval()` is not allowed in scripts", ""),
        ("No `console.log` (in real code)", "condition: it names a kind of place, `in real code`"),
        ("No `log.two()` - in the `old` core", "condition: it names a kind of place, `in the`"),
        ("Avoid unnecessary `useEffect`", ""),
        ("Use `logger.info()` for progress instead of `print()`", "condition: `for progress`"),
        ("Do not edit `gen/api.ts` - it is generated", "condition: what a program writes"),
        ("Do not manually edit `*.xlf` files", "condition: what a program writes"),
        ("Do not edit `db/schema.rb` by hand", "condition: what a program writes"),
        ("In services we log. Never use `print()`.", "condition: `In`"),
        ("Tests use fakes. Never use `mock.patch()`.", "condition: `Tests`"),
        ("Not `os.path`", ""),
        ("In tests be quick - no `time.sleep()`", "condition: `In`"),
        ("Scripts are small - no `time.sleep()`", "condition: `Scripts`"),
        ("`log.two()` must not be used here", ""),
        ("NEVER: `getUser` is slow", ""),
        ("Instead of `os.path`, the code has `pathlib.Path`", ""),
        ("Instead of `os.path`, use `pathlib.Path` in new code", ""),
        ("`app.start()`, not `app.run()`, is called when it starts", ""),
        ("Use `a.log()` for progress, not `print()`", "condition: `for progress`"),
        ("`getUser`, not `fetchUser`", "not sure to be code"),
        ("`log.two()` must not be used outside of `app`", ""),
        # an exemption that is no path, that has a condition, or that is of another sentence
        ("Never use `any` outside `core`", ""),
        ("No `any`, except in `src/a.ts` when it is quick", ""),
        ("Never use `eval()`. Use `parse()` except in `src/a.ts`.", "condition: `except`"),
        ("Never read `process.env` outside of the configuration", ""),
        ("Only services may read `process.env`", ""),
        ("Only `config` may read `process.env`", ""),
        ("Do not commit `x.lock` outside of `src/a/`", "condition: it holds outside of a path"),
        ("Never access `process.env` directly", "condition: `directly`"),
        ("Never use stdlib `logging` directly", "condition: `directly`"),
        # another kind of files than all that lie there; a folder that is a word
        ("Never modify migrations", ""),
        ("Never modify existing migrations by hand", "condition: what a program writes"),
        ("Never modify existing migrations in the archive", ""),
        # components by their names are no files; a place
        ("Components: PascalCase where they render", ""),
        ("Components are kebab-case", ""),
        ("PascalCase for components", ""),
        ("Use kebab-case for folder icons", ""),
        ("Use snake_case for directories", ""),
        ("Functional components only in `src/`", ""),
        ("Functional components only for pages", ""),
        # a word in snake_case, an atom, a call with what is no constant
        ("Never use `user_name`", "not sure to be code"),
        ("Never use `:ok`", "not sure to be code"),
        ("Never use `.wait(1)`", "not sure to be code"),
        ("No debug statements (use `logger.info()`)", ""),
        ("Always have a licence header in all source files", ""),
        ("Avoid `any` and what is slow", ""),
        # what is no code by its look
        ("Never silence errors with `try()`", "not sure to be code"),
        ("Do not use the `log.two` call for files", ""),
        ("Prefer `var` over `:=`", "not sure to be code"),
        ("Do not use `cache`", "not sure to be code"),
        ("Prefer `const` over `let`", "not sure to be code"),
        ("Use `camelCase` instead of `PascalCase`", "not sure to be code"),
        ("Use `getUser` instead of `fetchUser`", "not sure to be code"),
        ("Strict mode, avoid `any` - use `unknown` when possible", "condition: `when`"),
        ("Handlers are strict, avoid `any` - use guards in tests", "condition: it names a kind"),
        ("Never use `foo()`", "not sure to be code"),
        ("Never use `Array.forEach()`", "not sure to be code"),
        ("Use `String.at()` instead of `String.charAt()`", "not sure to be code"),
        ("Every file must start with `#pragma once`", "not sure to be code"),
        ("Never use `log(\"msg %s\", val)`", "not sure to be code"),
        ("Never use `send(...)`", "not sure to be code"),
        ("Never use `npm install`", "process: `npm`"),
        ("Use `uv` instead of `pip`", "process: `uv`"),
        ("Never use `skipLibCheck`", "not sure to be code"),
        ("Never run `git push`", ""),
        ("Never commit secrets", ""),
        ("Use `Node.js` instead of `Deno`", "not sure to be code"),
        ("Never set `os.environ`", "not sure to be code"),
        ("Do not set `cached: true`", "not sure to be code"),
        ("No bare `except Exception`", ""),
        ("Never use Node.js", ""),
        ("`app/core` never imports `app/web`, except for types", "condition: `except`"),
        ("`app/core` must not import `database`", "not sure to be code"),
        ("`core` never imports `web`", "not sure to be code"),
        ("`a.py` must not import from `b.py`", "condition: a file of that name may lie in any f"),
        ("Never import from `b.py`", "condition: a file of that name may lie in any folder"),
        ("Never import `three.js`", "not sure to be code"),
        # a name that may be an example, and a word
        ("❌ `getUser`", ""),
        ("❌ `run()` instead of `go()`", "form: a mark turns what it says"),
        ("Never commit `.env*` files", "not sure to be code"),
        ("Never import from `utils`", "not sure to be code"),
        ("Never use `# type: ignore[arg-type]`", "not sure to be code"),
        ("Never use `any` to silence type errors", "not sure to be code"),
        ("Avoid classes for services", ""),
        ("Use `a.one()` instead of `console.log` for jobs", "condition: `for jobs`"),
        ("Do not commit `a/`, the folder `b/`, or secrets", ""),
        ("Never use `a.one()`, the old `b.two()`, or globals", ""),
        ("Never hand-edit `lib/api/`", "condition: what a program writes"),
        ("Do not use any types of yours", ""),
        ("All functions must have `declare(strict_types=1)`", ""),
        ("All files must have `Copyright`", "not sure to be code"),
        # two rules; a part of what is recommended; only a recommendation
        ("Use `a.one()` instead of `b.two()`, and `c.three()` if it is `d.four()`", ""),
        ("Never use `os.path`; use `os.path.join()`", "form: what it forbids stands in"),
        ("Use `datetime.now(tz)`, never `datetime.now()`", "form: what it forbids stands in"),
        ("Use `Path.open()`", ""),
        # a label, a mark
        ("Log driver: never use `Date.now()`", "form: under `Log driver` it may say less"),
        ("Tests: never use `Date.now()`", "condition: under `Tests` it may be about one"),
        ("Scripts - avoid `print()`", "condition: under `Scripts` it may be about one"),
        ("For tests, no `print()`", ""),
        ("Type the props; avoid `any` in components.", ""),
        ("In components we log; avoid `print()`", "condition: `In`"),
        ("Use `log.one()` not `log.two()` for better speed in tests", "condition: it names"),
        ("Use `log.one()` instead of `log.two()` for jobs", "condition: `for jobs`"),
        ("✅ Use `eval()` ❌ `exec()`", ""),
        ("❌ Use `eval()` instead of `exec()`", "form: a mark turns what it says"),
        ("Never use `exec()`. ~~Always.~~", "form: a mark turns what it says"),
        ("Never use `ev\x1bal()`", "not sure to be code"),
        # before a commit: a name of this change, a file, two languages, some cases
        ("Remove unused `console.log` wrappers before committing", ""),
        ("Remove `console.log` from production builds before deploying", ""),
        ("Remove `console.log` before committing unless it helps", ""),
        ("Remove the `print()` in `src/a.py` before committing", ""),
        ("Remove `dd()` before release builds", ""),
        ("Do not remove `console.log` before committing", ""),
        # notes to come back to
        ("No TODO/stub/placeholder tests in merged code", ""),
        ("No TODOs without an issue", ""),
        ("No TODO comments in production code", ""),
        ("TODO comments need an owner", ""),
        ("Use TODO comments for follow-ups", ""),
        ("Write `TODO(name)`, not TODO", "form: what it forbids stands in"),
        ("Add a TODO when something is missing", ""),
        ("No FIXME unless tracked", ""),
        ("No TODO list", ""),
        ("Keep TODOs short", ""),
        # what is committed: a change, a branch, a part, what is in the brackets
        ("Never commit directly to `main`", ""),
        ("Never commit anything to `main`", ""),
        ("Never commit changes in `src/` without tests", ""),
        ("Do not commit changes (`package-lock.json`)", ""),
        ("Never commit files in `src/` unless reviewed", ""),
        ("Never commit secrets (see `docs/secrets.md`)", ""),
        ("Never commit secrets (use `.env.example`)", ""),
        ("Never commit secrets (e.g. `.env`)", ""),
        ("Never commit secrets (`.env`, etc.)", ""),
        ("Do not commit files outside `src/`", ""),
        ("`main` must not be committed to", ""),
        ("`dist/` must not be committed unless released", ""),
        ("`dist/` is only for releases and must not be committed", ""),
        ("`data/` must not be committed by agents", ""),
        ("Never commit files that may contain secrets (`.env`, keys)", ""),
        ("Never commit files matched by `.gitignore`", ""),
        ("`.env`, token caches, and `dist/` must not be committed", ""),
        ("No TODO/FIXME left in changed files", ""),
        # in brackets: of the noun before them, of a place, of names
        ("Handlers (no `any`)", ""),
        ("API routes (no `any`)", ""),
        ("Use `unknown` for inputs (no `any`)", ""),
        ("Use strict mode in `src/` (no `any`)", "condition: `in`"),
        ("Strict TypeScript (no `any` where avoidable)", ""),
        ("Use types (no `any` in handlers)", ""),
        ("In tests be strict (no `any`)", ""),
        ("Keep tests fast (no `time.sleep()`)", "condition: `tests`"),
        ("Typed routes (no `any` outside adapters)", ""),
        ("Never write loops (no `for`)", ""),
        ("Use descriptive names (`getUserById`, not `fetchData`)", ""),
        ("Use clear verbs (`fetchUser()`, not `getData()`)", ""),
        ("Use examples (`a.one()`, not `b.two()`)", ""),
        ("Use modern syntax in tests (`a.one()`, not `b.two()`)", ""),
        ("Use modern syntax when possible (`list[str]`, not `List[str]`)", ""),
        ("No `any` types allowed in handlers", ""),
        ("No `any` allowed unless justified", ""),
        ("Some `any` types allowed", ""),
        ("No more `any` allowed than needed", ""),
        ("No `console.log` in library code", ""),
        # a part of all optionals, imports, components, lines, files
        ("Avoid force unwraps in production code", ""),
        ("No force unwraps unless the value is proven", ""),
        ("Avoid force unwrapping where possible", ""),
        ("Never force unwrap `URL(string:)`", ""),
        ("No force unwraps in views", ""),
        ("Prefer force unwraps over defaults", ""),
        ("Avoid unnecessary force unwraps", ""),
        ("Avoid `../../` imports where possible", ""),
        ("Use absolute imports", ""),
        ("Use absolute imports for shared code, not relative", ""),
        ("Use absolute imports within `src/`, relative within a module", ""),
        ("No relative imports across packages", ""),
        ("Avoid deep relative imports", ""),
        ("All imports use `package:` (no relative imports)", ""),
        ("No relative imports for utilities", ""),
        ("Types are correct (no `any`)", ""),
        ("Type-safe (no `any` types without reason)", ""),
        ("Use functional components, no classes for services", ""),
        ("Function components only, not in legacy", "condition: `legacy`"),
        ("Use functional components, not class names", ""),
        ("Prefer functional components over class components when possible", ""),
        ("Comments no longer than 80 characters", ""),
        ("Commit subject lines no longer than 72 characters", ""),
        ("Lines no longer than about 80 characters", ""),
        ("Lines no longer than 80 characters in docs", ""),
        ("Lines no longer than 80 characters, ideally", ""),
        ("Config files are named in kebab-case", ""),
        ("Files are named after their class", ""),
        # pictures that are meant for people
        ("No emojis", ""),
        ("No emojis in commit messages", ""),
        ("No emojis in code unless asked", ""),
        ("No emojis in code review", ""),
        ("No emojis in UI code", ""),
        ("Avoid emojis in code samples", ""),
        ("No emojis in code or commit messages", ""),
        ("No emojis in code/markup beyond what exists", ""),
        # another language's, and words
        ("Use `errors.Is` instead of `==`", "not sure to be code"),
        ("Use `logging.info` instead of `console.log`", "not sure to be code"),
        ("Never use `async void` unless it is a handler", ""),
        ("Avoid type assertions", ""),
        ("Prefer `import` over `require` in tests", ""),
        ("All handlers must declare strict types", ""),
        ("PHP files must declare strict types where possible", ""),
        ("Start every session with `docs/handoff.md`", ""),
        ("Start every test file with `# a: b`", "not sure to be code"),
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
        ({"headings": ("Wrong",)}, "form: under `Wrong` it may say the opposite"),
        ({"headings": ("Don't in tests",)}, "condition: under `Don't in tests` it may"),
        ({"headings": ("Testing",)}, "condition: under `Testing` it may be about one kind"),
        ({"headings": ("Style", "`src/api`")}, "condition: under "),
        ({"headings": ("规则",)}, "condition: under `规则` it may be about one kind of place"),
        ({"leads": ("In components:",)}, "condition: under `In components:` it may be about"),
        ({"leads": ("Instead of",)}, "form: under `Instead of` it may say the opposite"),
        ({"title": "Testing guide"}, "condition: its page is about one kind of place, `Test"),
        ({"title": "Backend rules"}, "condition: its page is about one kind of place, `Back"),
        ({"details": "Except in scripts."}, "condition: `Except`"),
        ({"context": "In `src/api` we log."}, "condition: `In`"),
        ({"context": "The scripts are old."}, "condition: `scripts`"),
        ({"kind": "table"}, "form: a table"),
        ({"kind": "quote"}, "form: a quote"),
        ({"kind": "heading", "details": "Scripts may."}, "condition: `may`"),
        ({"is_cut": True}, "form: longer than a line that is read"),
    ],
)  # fmt: skip
def test_where_a_line_stands(fields: dict[str, Any], reason: str) -> None:
    """The same line is taken where nothing around it can change what it says."""
    assert isinstance(read_rule("Never use `eval()`."), SureRule)
    rule = read_rule("Never use `eval()`.", **fields)
    assert isinstance(rule, NotSure)
    assert rule.reason.startswith(reason)


@pytest.mark.parametrize("title", ["Shop backend and frontend", "Laravel API", "Acme mobile", ""])
def test_the_page_of_a_project_is_called_as_that_is(title: str) -> None:
    """Its title says what the project is; rules of a part are called so."""
    assert isinstance(read_rule("Never use `eval()`.", title=title), SureRule)


TYPES = "type A = {b: C} | type A = B"
CONSTRUCTORS = "function\t__construct( ) { } | function __construct(private A $a) {}"
DEFAULT_EXPORT = "export default a | export {a}"
OPTIONAL = "a: Optional[int] | a: Optionals"
NAMESPACES = "namespace A.B { | namespace A.B;"
IMPORT = "import{a,cookies}from'next/headers' | import { cookies } from './next/headers'"


@pytest.mark.one_row_in(2)
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
        ("Never use `eval()` — it fails if a clock runs back", "error", "eval(1) | evaluate(1)"),
        ("Avoid `eval()` (slow if used often). It can block", "warning", "eval(1) | evaluate(1)"),
        ("Use Alerts for user errors - not `ui.showError`", "error", "ui.showError | ui.show"),
        ("Use `info!`, `warn!`, etc. for logging (not `println!`)", "error", "println!() | echo"),
        ("Never use `fail(string(text))`", "error", "fail(string(a)) | fail(a) string(a)"),
        ("Logging - use Logger, NOT `console.log`", "error", "console.log | console.logs"),
        ("❌ **Never** use `eval()`", "error", "eval(1) | evaluate(1)"),
        ("No TypeScript enums; use a union", "error", "enum Color | enumerate Color.enum"),
        ("Use `log.one()` instead of `log.two()` for safety", "error", "log.two(1) | log.one(1)"),
        ("Use `===` instead of `==`", "error", "a == b | a === b <= c"),
        ("Never silence type errors with `@ts-ignore`", "error", "@ts-ignore | @ts-ignored"),
        ("Never use `var`", "error", "var a = 1 | variable b.var --var x: var(--a)"),
        ("No `as unknown as`", "error", "b as unknown as C | b as unknown"),
        ("Never use `enum`; use a union", "error", "enum Color | enumerate Color.enum"),
        ("No `unsafe`", "error", "unsafe { | unsafe_code b.unsafe"),
        ("No `export default`", "error", "export default 1 | export const a"),
        ("`eval()` must not be used.", "error", "eval(1) | evaluate(1)"),
        ("`eval()` calls are not permitted", "error", "eval(1) | evaluate(1)"),
        ("`os.path` should never be used", "warning", "os.path | os.paths"),
        ("`pathlib.Path`, not `os.path`", "warning", "os.path | pathlib.Path"),
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
        ("Code must never call `eval()`", "error", "eval(1) | evaluate(1)"),
        ("Use of `eval()` is prohibited", "error", "eval(1) | evaluate(1)"),
        ("`eval()` should be avoided", "warning", "eval(1) | evaluate(1)"),
        ("Never use `eval()` because it is slow", "error", "eval(1) | evaluate(1)"),
        ("Never use `eval()`, it is slow", "error", "eval(1) | evaluate(1)"),
        ("Never call `setState()`", "error", "this.setState(1) | setStates(1)"),
        ("Avoid `unwrap()`/`expect()`", "warning", "a.unwrap() a.expect(1) | unwrap(1)"),
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
        ("No mutable default arguments", "error", "def\ta(b=[]): | def a(b=None):"),
        ("Do not use `t.Skip()`", "error", "t.Skip(a) | t.Skips(a)"),
        ("No inline styles", "error", "<p style={{a: b}} | <p style={a}"),
        ("Prefer `type` over `interface`", "warning", "export interface A | interfaces"),
        ("Named exports only", "error", "export default a | export {a}"),
        ("Never use `using namespace std`", "error", "using namespace std; | using std::a;"),
        ("No `debugger` statements", "error", "debugger; | my-debugger"),
        ("Never pass `shell=True`", "error", "run(a, shell=True) | shell=False"),
        ("Do not set `run: Kind.Slow` explicitly", "error", "{run: Kind.Slow} | run: Kind.Slower"),
        ("Prefer named exports over default exports", "warning", "export default a | export {a}"),
        ("Avoid using any.", "warning", "b: any | b: many"),
        ("Do not ever use `any`. If you feel tempted, use `unknown`.", "error", "b: any | b: many"),
        ("Never use setTimeout/setInterval", "error", "setTimeout(a) | setTimeouts"),
        ("Do not add lint-disable comments", "error", "// eslint-disable | // eslint"),
        ("Do not call `instance_variable_set`", "error", "instance_variable_set | variable_set"),
        ("The `any` type must not be used.", "error", "b: any | b: many"),
        ("Do use `unknown` + narrowing instead of `any`.", "error", "b: any | b: many"),
        ("Prefer `as const` objects and unions over `enum`", "warning", "enum Color | enumerate"),
        ("Use literal unions - not TypeScript `enum`", "error", "enum Color | enumerate"),
        ("Use **named exports** only \u2014 no default exports", "error", DEFAULT_EXPORT),
        ("Use `.slice()`, never `String.substr()`", "error", "a.substr(1) | String.subs(1)"),
        ("Never write `TODO` or `FIXME` comments", "error", "# FIXME: a | # FIXMES"),
        ("Leave no todo's", "error", "# TODO: a | # TODOS"),
        ("No printing: never use `print()`", "error", "print(a) | fingerprint(a)"),
        ("Avoid `any` and unsafe casts", "warning", "b: any | b: many"),
        ("TypeScript: Strict mode, avoid `any` - use `unknown`", "warning", "b: any | b: many"),
        ("Use Python 3.10+ union syntax: `str | None` not `Optional[str]`", "error", OPTIONAL),
        ("Types matter, so don't use `any`", "error", "b: any | b: many"),
        ("TypeScript - zero `any` types", "error", "b: any | b: many"),
        ("Do not use `log.two()` as it is slow", "error", "log.two(1) | log.one(1)"),
        ("Prefer `T[]` over `Array<T>`", "warning", "a: Array<b> | a: MyArray<b>"),
        ("Use `is null` instead of `== null`", "error", "a == null | a === null"),
        ("Never use `.Wait(false)`", "error", "a.Wait( false ) | a.Wait() a.Wait(falsehood)"),
        ("Prefer `|` over `Union[]`", "warning", "Union[a] | Unions[a]"),
        ("Avoid `:httpoison` and `:tesla`", "warning", "a(:tesla) | a(:tesla_two)"),
        ("Never use `~E`", "error", '~E"a" | ~H"a"'),
        ('Never use `phx-update="append"`', "error", "phx-update='append' | phx-update='ab'"),
        ("No debug statements (`console.log`, `debugger`)", "error", "debugger | console.error"),
        ("Prefer `const` over `let`. Never use `var`.", "error", "var a = 1 | const a = 1"),
        ("No TODO/FIXME/HACK comments", "error", "# HACK: a | # HACKS"),
        ("No TODOs or FIXMEs", "error", "# FIXME: a | # FIXMES"),
        ("Strict TypeScript (no `any`)", "error", "b: any | b: many"),
        ("Use named exports (no default exports)", "error", "export default 1 | export const a"),
        ("No `any` types allowed", "error", "b: any | b: many"),
        ("No `console.log` in committed code", "error", "console.log | console.logs"),
        ("Use `a.one()` for string formatting (not `.format()`)", "error", "b.format(1) | a.one()"),
        ("Use const/let, not var", "error", "var a = 1 | const a = 1"),
        ("Never use `@apply`", "error", "a { @apply b; } | @applied"),
        ("Do not use `React.FC` or `FC`", "error", "const A: FC<B> = c | const A: FCA = c"),
        ("No `async void`", "error", "async void A | async Task A() {}"),
        ("No `byebug` or `puts`", "error", "puts a | outputs a"),
        ("No `lateinit`", "error", "lateinit var a: B | lateinitialize var"),
        ("No emojis in code or comments", "error", "\U0001f680 | a \u2192 b"),
        ("Async: use `async/await`; avoid raw `.then()`", "warning", "a.then(b) | a.thenable(b)"),
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


SIGNS = r"(?:#|//|/\*|\*|--|;|%|<!--)"
TABS = {"type": "forbid_pattern", "pattern": r"^[^\S\n]*\t", "in": "code", "severity": "error"}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        *(
            (text, {"type": "file_not_exists", "severity": "error"})
            for text in (
                "Never commit anything under `data/` (private)",
                "Do not commit files in `dist/`",
                "Do not commit generated files (`dist/`, `build/`)",
                "Never commit secrets (`.env`, `credentials.json`)",
                "`dist/` must never be committed",
                "`data/a.db` is a local cache and must not be committed",
            )
        ),
        (
            "Start every Ruby file with `# frozen_string_literal: true`",
            {
                "type": "require_pattern",
                "pattern": r"\A(?:#!.*\n)?(?:#.*coding[:=].*\n)?\s*"
                r"\#[^\S\n]+frozen_string_literal:[^\S\n]+true(?![\w-])",
                "when_file": r"\S",
                "severity": "error",
            },
        ),
        ("No `package-lock.json`", {"type": "file_not_exists", "severity": "error"}),
        ("Do not commit `.env` or `.envrc`.", {"type": "file_not_exists", "severity": "error"}),
        ("Do not add `mod.rs` files", {"type": "file_not_exists", "severity": "error"}),
        (
            "Never commit `.env`, credentials, or API keys to git",
            {"type": "file_not_exists", "severity": "error"},
        ),
        (
            "Use `httpx` for async HTTP clients (not `requests`)",
            {"type": "forbid_import", "forbid": ["requests"], "severity": "error"},
        ),
        (
            "Bun loads the environment, so don't use dotenv.",
            {"type": "forbid_import", "forbid": ["dotenv"], "severity": "error"},
        ),
        (
            "`src/core/**` must not import `sqlalchemy`, or any other framework.",
            {"type": "forbid_import", "forbid": ["sqlalchemy"], "severity": "error"},
        ),
        (
            "No `node_modules/` or `dist/` directories committed",
            {"type": "file_not_exists", "severity": "error"},
        ),
        ("Type it; do not add `mod.rs`", {"type": "file_not_exists", "severity": "error"}),
        (
            "Never modify existing migrations",
            {"type": "file_frozen", "changes": ["modify", "delete"], "severity": "error"},
        ),
        (
            "All Python files include an SPDX header on the first line",
            {
                "type": "require_pattern",
                "pattern": rf"\A(?:[^\S\n]*(?:{SIGNS}.*)?\n)*[^\S\n]*{SIGNS}.*"
                r"SPDX\-License\-Identifier:",
                "when_file": r"\S",
                "severity": "error",
            },
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
                "pattern": r"^\#[^\S\n]+SPDX\-License\-Identifier:[^\S\n]+MIT[^\S\n]*$",
                "when_file": r"\S",
                "in": ["comments", "docs"],
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
                "pattern": r"(?:^|<\?php\s)\s*declare\s*\(\s*strict_types\s*=\s*1\s*\)",
                "when_file": r"<\?php",
                "severity": "error",
            },
        ),
        (
            "Type it; put `from __future__ import annotations` at the top of modules.",
            {
                "type": "require_pattern",
                "pattern": r"^from[^\S\n]+__future__[^\S\n]+import\b[^\n]*\bannotations(?![\w-])",
                "when_file": r"\S",
                "in": "code",
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
        {"headings": ("Acme - Claude Code notes", "Style")},
        {"headings": ("Rules that are not obvious from the code",)},
        {"leads": ("Never violate these boundaries:",)},
        {"title": "Code review conventions"},
    ],
)
def test_what_turns_no_line(fields: dict[str, Any]) -> None:
    """Where a rule comes from, a topic, a case of what is recommended."""
    assert isinstance(read_rule("Never use `eval()`.", **fields), SureRule)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Never use `it.only`", "Testing"),
        ("Do not use `t.Skip()` — all tests run", "Testing conventions"),
        ("Use models instead of `DB::`", "Database"),
        ("Use `input()` instead of `@Input()`", "Signals"),
        ("Never add `# pragma: no cover`", "Test conventions"),
    ],
)
def test_code_of_one_place_below_its_heading(text: str, heading: str) -> None:
    """Where it says that it is about tests, and such code stands in tests only."""
    assert isinstance(read_rule(text, headings=(heading,)), SureRule)
    assert isinstance(read_rule("Never use `Math.random()`", headings=(heading,)), NotSure)


BELOW_A_BAN: list[tuple[str, dict[str, Any], str]] = [
    ("`eval()`", {"leads": ("Never use:",)}, "forbid_pattern"),
    ("`any` types", {"headings": ("Forbidden",)}, "forbid_pattern"),
    ("Using `eval()`", {"headings": ("Don't",)}, "forbid_pattern"),
    ("`.env` or any secrets", {"headings": ("Never commit",)}, "file_not_exists"),
    ("`print()` - use the logger", {"leads": ("**Avoid:**",)}, "forbid_pattern"),
    ("Commit `.env`", {"leads": ("DO NOT:",)}, "file_not_exists"),
    ("`data/a.json` — keys of users", {"headings": ("Never Commit",)}, "file_not_exists"),
    ("`a/`, `b/`: local", {"leads": ("Do not commit:",)}, "file_not_exists"),
    ("Modify migrations that have been applied", {"headings": ("DO NOT",)}, "file_frozen"),
]


@pytest.mark.parametrize(("text", "above", "kind"), BELOW_A_BAN)
def test_code_by_itself_below_a_ban(text: str, above: dict[str, Any], kind: str) -> None:
    """It is what is banned; a sentence below the same words may say the opposite."""
    rule = read_rule(text, **above)
    assert isinstance(rule, SureRule), rule
    assert rule.keys["type"] == kind
    assert isinstance(read_rule("Use `a.one()` instead of `b.two()`", **above), NotSure)
    assert isinstance(read_rule("`eval()` guards - keep them", **above), NotSure)
    assert isinstance(read_rule("No `cleanUp()`", **above), NotSure)


@pytest.mark.parametrize(("text", "above", "kind"), BELOW_A_BAN)
def test_what_a_draft_says_has_the_ban_that_stands_above_it(
    text: str, above: dict[str, Any], kind: str
) -> None:
    """Commit `.env`, by itself, would tell an agent to do it."""
    rule = read_rule(text, **above)
    assert isinstance(rule, SureRule), kind
    [ban] = above.get("leads") or above["headings"]
    assert rule.message == f"{ban.strip('*:')}: {text}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\u274c Never use `eval()`", "Never use `eval()`"),
        ("**Never** use `eval()`", "Never use `eval()`"),
        ("NEVER: `@ts-ignore`, `@ts-expect-error`", "NEVER: `@ts-ignore`, `@ts-expect-error`"),
        ("Do not: `as any`", "Do not: `as any`"),
        ("Avoid: `as any`", "Avoid: `as any`"),
    ],
)
def test_what_a_draft_says_of_itself(text: str, message: str) -> None:
    """Its own words, where these are the ban; a mark in place of the word is one."""
    rule = read_rule(text)
    assert isinstance(rule, SureRule), rule
    assert (rule.keys["type"], rule.message) == ("forbid_pattern", message)


@pytest.mark.parametrize(
    "text", ["NEVER: `getUser` is slow", "Never: `.env`", "Avoid: `any` in tests of `core`"]
)
def test_a_ban_with_a_colon_is_sure_of_code_by_itself(text: str) -> None:
    """Whatever else it says may be a case, and nobody says what a file is not to be."""
    assert isinstance(read_rule(text), NotSure)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("`data/seed.json` — unless it changed", "Never commit"),
        ("`.env` (only `.env.example`)", "Never commit"),
        ("`.env`: allowed in tests", "Never commit"),
        ("Secrets in `.env`", "Never commit"),
        ("`npm install` — run it first", "Never commit"),
        ("`main` — the branch", "Never commit"),
        ("directly to `main/dev`", "Never commit"),
        ("`main/` — protected", "Never commit to"),
        ("`npm test` — all tests", "Never commit without"),
        ("`data/settings.json` — the template", "Commit"),
    ],
)
def test_what_is_not_what_is_never_committed(text: str, heading: str) -> None:
    """A condition, a command, a branch; a heading that says something else."""
    assert isinstance(read_rule(text, headings=(heading,)), NotSure)


def test_the_file_that_is_recommended_has_it_itself() -> None:
    """The logger logs."""
    rule = read_rule("Never use `console.log` - use `lib/log.ts`")
    assert isinstance(rule, SureRule)
    assert rule.excluded == ("**/lib/log.ts",)


@pytest.mark.parametrize(
    ("text", "exempt"),
    [
        ("Never read `process.env` outside of `src/env.ts`.", ("src/env.ts",)),
        ("Never read `process.env` directly outside the `src/env/` folder", ("src/env/",)),
        ("Only `src/env.ts` may read `process.env`.", ("src/env.ts",)),
        ("No default exports (except `page.tsx` and `layout.tsx`)", ("page.tsx", "layout.tsx")),
    ],
)
def test_what_a_line_exempts_by_a_path(text: str, exempt: tuple[str, ...]) -> None:
    """A condition that a glob says."""
    rule = read_rule(text)
    assert isinstance(rule, SureRule), rule
    assert rule.exempt == exempt


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
    statement = STYLE._replace(text="No `Math.random()`", headings=("Wrangler rules",))
    page_path = "packages/wrangler/AGENTS.md"
    assert isinstance(find_sure_rule(statement, page_path=page_path), SureRule)
    assert isinstance(find_sure_rule(statement, page_path="AGENTS.md"), NotSure)


def test_a_package_below_what_it_is_for() -> None:
    """No file is an API or a database by its name; a rule about code there may be about some."""
    headings = ("APIs",)
    assert isinstance(read_rule("Don't use `ws`", headings=headings), SureRule)
    assert isinstance(read_rule("Don't use `eval()`", headings=headings), NotSure)


@pytest.mark.parametrize(
    ("header", "row", "kind"),
    [
        # It may be an example, a case, a word, an order that is not said
        ("| Do | Don't |", "| `log.one()` | `log.two()` |", ""),
        ("| Avoid | Use | When |", "| `axios` | `fetch()` | slow |", ""),
        ("| Avoid | Use |", "| `getUser` | `fetchUser` |", ""),
        ("| Avoid | Use |", "| `log.two()` where it is slow | `log.one()` |", ""),
        ("| Avoid | Avoid |", "| `log.one()` | `log.two()` |", ""),
        ("| Avoid | Use |", "| bg-opacity-* | bg-black/* |", ""),
    ],
)
def test_a_table_of_what_replaces_what(header: str, row: str, kind: str) -> None:
    """Its header says that the one is banned; utilities are Tailwind's below a heading about it."""
    headings = ("Tailwind 4", "Replaced utilities") if "Deprecated" in header else ("Code style",)
    rule = read_rule(row, kind="table", leads=(header,), headings=headings)
    assert (rule.keys["type"] if isinstance(rule, SureRule) else "") == kind
    names = [name.strip() for name in header.strip("|").split("|")]
    assert not isinstance(rule, SureRule) or all(f"{name}: " in rule.message for name in names)


def test_the_title_of_a_page_in_its_folder() -> None:
    """It names what the folder is; what it says of tests is about them."""
    statement = STYLE._replace(text="No `Math.random()`", title="Web frontend")
    assert isinstance(find_sure_rule(statement, page_path="web/AGENTS.md"), SureRule)
    documentation = statement._replace(title="Web documentation", headings=("Frontend rules",))
    assert isinstance(find_sure_rule(documentation, page_path="web/AGENTS.md"), SureRule)
    assert isinstance(find_sure_rule(documentation, page_path="server/AGENTS.md"), NotSure)
    assert isinstance(find_sure_rule(statement, page_path=".cursor/rules/web.mdc"), NotSure)
    assert isinstance(find_sure_rule(statement, page_path=".cursor/rules/web/a.mdc"), NotSure)
    tests = statement._replace(title="Frontend tests")
    assert isinstance(find_sure_rule(tests, page_path="web/AGENTS.md"), NotSure)


def test_what_an_earlier_sentence_leaves_open_is_no_condition_of_a_ban() -> None:
    """It is about something else; where it names code, that may be the code of the ban."""
    earlier = "Copy the examples to your own files as needed."
    assert isinstance(read_rule("Do not commit `.env`.", context=earlier), SureRule)
    same = "Read `.env` as needed."
    assert isinstance(read_rule("Do not commit `.env`.", context=same), NotSure)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Do not edit vendor trees: `vendor/a/`, `vendor/b/`", "keep vendor/a/ vendor/b/"),
        ("Never use `as any`, `@ts-ignore`, or similar type suppression", "no as any"),
        ("`#[allow(dead_code)]` is absolutely forbidden. When it is long, split it.", "no #[allow"),
        ("Never use `List[...]` annotation style; use built-in generics.", "no List[...]"),
    ],
)
def test_more_ways_to_say_a_ban(text: str, name: str) -> None:
    rule = read_rule(text)
    assert isinstance(rule, SureRule), rule
    assert rule.name.startswith(name)


@pytest.mark.parametrize(
    "text",
    [
        "Prefer named exports where a module has several.",
        "`#[allow(dead_code)]` is forbidden. When it is generated, allow it.",
        "Use `PageView` instead of `PlainView`",
        "Do not edit vendor trees: they are copies",
        "Never use `as any`, `@ts-ignore` or `foo`",
        "Never `env()` outside bootstrap code",
    ],
)
def test_near_misses_of_these_are_left(text: str) -> None:
    assert isinstance(read_rule(text), NotSure)


def test_a_comment_that_a_pattern_of_code_cannot_see_is_named() -> None:
    """`as any` is a word of comments, where `@ts-ignore` stands."""
    rule = read_rule("Never use `as any` or `@ts-ignore`")
    assert isinstance(rule, SureRule)
    similar = read_rule("Never use `@ts-ignore`, or similar")
    assert isinstance(similar, SureRule)
    assert similar.unseen == ("the rest of the line: similar",)
    unseen = ("`@ts-ignore`", "a file where a value is called `any`")
    assert (rule.keys["in"], rule.unseen) == ("code", unseen)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Do not raise the bar by adding `# pragma: no cover` to silence gaps", "no # pragma"),
        ("Do not silence errors by adding `@ts-ignore`", "no @ts-ignore"),
        ("Never add `// eslint-disable-line` or `@ts-ignore` to make CI pass.", "no // eslint"),
        ("Lint suppressions (`eslint-disable`, `@ts-ignore`) are forbidden.", "no eslint-disable"),
        ("If you are blocked, stop. Do not hide lint errors with `# noqa`.", "no # noqa"),
        (
            "Never add `# noqa`. Never rename a file. If the server differs, trust the server.",
            "no # noqa",
        ),
        ("`.env` is never committed", "no .env"),
        ("Never commit `.env` or any file that holds real tokens or names", "no .env"),
    ],
)
def test_more_that_only_silences_and_is_forbidden(text: str, name: str) -> None:
    rule = read_rule(text)
    assert isinstance(rule, SureRule), rule
    assert rule.name.startswith(name)


@pytest.mark.parametrize(
    "text",
    [
        "If a line is generated, `# noqa` is fine. Never add `# noqa`.",
        "Only tests may have one. Never add `# noqa`.",
        "Never add `# noqa`. If it is impossible, explain.",
        "Never add `# noqa`. Never rename a file. If you must, tell us.",
        "Never add `# noqa`. Never rename a file. If a rule is wrong, tell us.",
        "If the file is old, leave it. Never use `eval()`.",
        "Do not break the build by adding `os.path`",
        "Tests are never marked `slow`",
        "Never mark a story `xfail`",
        "A failing live test is never marked `xfail`",
        "Never mark a failing unit test as `xfail`",
        "Avoid em dashes where a comma does",
        "`build/` is not committed, except on tags",
    ],
)
def test_near_misses_of_what_silences_are_left(text: str) -> None:
    assert isinstance(read_rule(text), NotSure)


@pytest.mark.parametrize(
    "code",
    [
        *("call(a, any)", "b = { a, any }", "b = { any, a }", "any(a)", "R.any(a)", "b: many"),
        *("<p>Note: any way you like</p>", "<p>pick | any one</p>", "<p>all, any or none</p>"),
    ],
)
def test_any_that_is_no_type(code: str) -> None:
    """A name, or a word of a text."""
    rule = read_rule("Never use `any`")
    assert isinstance(rule, SureRule)
    assert not re.search(rule.keys["pattern"], code)


@pytest.mark.parametrize(
    "code",
    [
        *("import { all, any } from 'ramda'", "import c, { b as any } from 'c'", "const any = a"),
        *("const { any, b } = require('c')", "b.map((a, any) => [a, any])", "function any(b) {"),
    ],
)
def test_a_file_where_a_value_is_called_any(code: str) -> None:
    rule = read_rule("Never use `any`")
    assert isinstance(rule, SureRule)
    assert re.search(rule.keys["unless_file"], code)


@pytest.mark.parametrize(
    "code",
    [
        *("type A = any", "let a: () => any = b", "let a: [any, string]", "let a: [string, any]"),
        *("function f<T = any>() {}", "type A = keyof any", "type A<T> = T extends any ? B : C"),
        *("let a: readonly any[]", "let a: Map<string, any>", "let a: B<c, any, d>"),
        *("let a: (any | string)[]", "b = a as any as B", "function f(a: any): a is any {"),
        *(
            "const a = (b: any): any => b",
            "let a: any = (b: C, d: any) => b",
            "let a: Map<any, any>",
        ),
    ],
)
def test_any_wherever_a_type_stands(code: str) -> None:
    rule = read_rule("Never use `any`")
    assert isinstance(rule, SureRule)
    assert re.search(rule.keys["pattern"], code)
    assert not re.search(rule.keys["unless_file"], code)
