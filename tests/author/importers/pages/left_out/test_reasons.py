"""Why a line that states a rule has no draft, and the words that show it."""

from __future__ import annotations

import pytest

from phaser_lint.author.importers.pages.drafts.project_files import WRITTEN_AGAIN
from phaser_lint.author.importers.pages.left_out.meanings import MEANINGS
from phaser_lint.author.importers.pages.left_out.reasons import (
    NOT_UNDERSTOOD,
    find_left_out_reason,
)
from phaser_lint.author.importers.pages.text.markdown import BlockKind, Statement
from phaser_lint.author.importers.pages.text.other_languages import LANGUAGES

ITEM = Statement(1, "", "item")


BELOW = "form: what it is about stands below it"


def code(span: str) -> str:
    """The reason of a line that names the code *span*."""
    return f"code: names `{span}`, and says what to do with it in no form that is sure"


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # the verb and the object of a line decide, and no stray word
        ("Always check and handle errors with a cause", NOT_UNDERSTOOD),
        ("No commented-out code in commits", "syntax: `commented-out code`"),
        ("Keep deploy configs out of the catalog", NOT_UNDERSTOOD),
        ("Convert complex objects before queuing", NOT_UNDERSTOOD),
        ("Preserve graceful shutdown hooks in entry points", NOT_UNDERSTOOD),
        ("Clean out any old resources", NOT_UNDERSTOOD),
        ("Do not duplicate rows in two tables", NOT_UNDERSTOOD),
        ("Use 1Password Item Resources for secrets", NOT_UNDERSTOOD),
        ("Use `${A_DIR}` to reference files in the skill directory", code("${A_DIR}")),
        ("Use the `a-b` skill for rows", "process: `Use the … skill`"),
        ("Do not reorder `className` manually", "process: `Do not reorder … manually`"),
        # what demands, and does not only tell something
        ("No abstractions for single-use code", NOT_UNDERSTOOD),
        ("Shortcuts are not acceptable", NOT_UNDERSTOOD),
        ("Rows import each other only through `@x`", code("@x")),
        ("Whitelist: Only approved rows are sent", NOT_UNDERSTOOD),
        ("Re-scan after a fix so that rows are good enough", NOT_UNDERSTOOD),
        ("NEVER add `@public` just to please a tool \u2014 fix the cause", code("@public")),
        ("NEVER use `a.push()` as a substitute for committed migration files", code("a.push()")),
        ("Update `assigned_to_id` in the database atomically", code("assigned_to_id")),
        ("Don't state the obvious \u2014 comment why, not what", "taste: `obvious`"),
        ("Do NOT use `@Shared` properties in tests", code("@Shared")),
        ("Read values only from `a.b`, never `process.env`", code("a.b")),
        ("Use npm; there must be no `yarn.lock`", code("yarn.lock")),
        ("Prices are in cents; no `parseFloat` on prices", code("parseFloat")),
        ("Do not overwrite a file without checking it first", "process: `without checking`"),
        (
            "Do not implement features outside the current phase",
            "process: `outside the current phase`",
        ),
        ("All checks must pass", "process: `checks must pass`"),
        ("Use Prettier for formatting", "command: `Prettier`"),
        ("Every function needs a `<# .SYNOPSIS #>` block", "syntax: `function`"),
        ("Wrap remote calls in `try/catch`", "syntax: `try/catch`"),
        ("Import order: Standard \u2192 Local", "syntax: `Import order`"),
        ("Components in PascalCase: `MyPage.tsx`", "file name: `PascalCase`"),
        ("Hooks with `use` prefix: `useMyHook.ts`", "file name: `prefix`"),
        ("Dates in filenames: `YYYY-MM-DD`", "file name: `filenames`"),
        ("Values: integer (cents, 1 EUR = 100 cents). NEVER float/decimal.", "types: `float`"),
        # what somebody does or runs, with a condition, below a label, step by step
        ("Run `npm test` first", "command: `npm test`"),
        ("Build: `zig build`", "command: `zig build`"),
        ("NEVER run mix ecto.drop", "command: `run mix ecto`"),
        ("Run these commands to look at your work", "command: `these commands`"),
        ("Name branches `feature/<name>` (e.g. `feature/a`)", "process: `branches`"),
        ("Use conventional commits: `feat`, `fix`", "process: `commits`"),
        ("A pull request is merged by somebody else than its author", "process: `pull request`"),
        ("Use the `tinker` tool to run PHP", "process: `tool`"),
        ("Identify the target task", "process: `target task`"),
        ("Before: treat it as the first answer", "process: `treat`"),
        ("Step 2: Implement a handler", "process: `Step 2`"),
        ("Add tests for each new feature when you can", "process: `Add tests`"),
        ("Bug fixes require a test that failed before", "process: `Bug fixes require`"),
        ("If you use `eval()`, add a comment", "condition: `If`"),
        ("If you are on Windows, take another shell", "process: `If you`"),
        ("Deploy keys are secret", NOT_UNDERSTOOD),
        ("Move the task to `theme-tasks`", code("theme-tasks")),
        ("Reviewers: start with docs/overview.md", "process: `Reviewers`"),
        ("Newcomers: start with docs/overview.md", "process: `start with docs/overview.md`"),
        ("Write to: `./build/`", code("./build/")),
        ("A change must hold the tail of `pytest -q` output", code("pytest -q")),
        ("`/colors` refuses to work if a name is missing", "description"),
        ("fail when a part is lost or duplicated", "condition: `when`"),
        ("Write short names if a list is long", "taste: `short`"),
        ("Add pictures when helpful", "taste: `helpful`"),
        ("View models: `*View` for pages, `*Row` for tables", code("*View")),
        ("Use the rows as columns (Load, Sort, Show)", NOT_UNDERSTOOD),
        ("Return placeholder values", NOT_UNDERSTOOD),
        ("No placeholders", "taste: `placeholders`"),
        ("dont check the colour, check the size", "process: `don't check`"),
        ("Use template literal types for keys", "types: `literal types`"),
        ("Use type guards for what comes in", "types: `type guards`"),
        ("Parse what comes in with a library (Ajv, Joi, etc.)", "not sure to be code: `Ajv`"),
        ("Implement optional chaining for what may be missing", "syntax: `optional chaining`"),
        # where a rule holds is said by its own sentence, and when one works on it is no such place
        ("Templates must be generic. If you add a name, you are wrong", NOT_UNDERSTOOD),
        ("A part is in 2 projects at least. Otherwise it is a bias", "number: `2`"),
        ("Keep rows apart. Exceptions: rows outside the table", "condition: `outside`"),
        ("MUST ask for more if what is wanted is not clear", "process: `MUST ask`"),
        ("Keep rows updated when changing a column", "process: `when changing`"),
        ("Use `a.b()` when dealing with rows", code("a.b()")),
        ("Give rows a colour when sorting them", "condition: `when`"),
        ("Prefer rows over columns wherever possible", "taste: `wherever possible`"),
        # what one does with tests, documents and words to somebody, and what only looks like that
        ("Test parsing with known rows", "process: `Test`"),
        ("Test names must be short", "taste: `short`"),
        ("All tests passing", "process: `tests passing`"),
        ("Each new row must have a test", "process: `have a test`"),
        ("Keep `docs/` up to date", "process: `up to date`"),
        ("Name the mode in every response", "process: `every response`"),
        ("Agents should hold an `AgentId`", code("AgentId")),
        ("Comments: explain intent only", "syntax: `Comments`"),
        ("Cover branches and error paths", NOT_UNDERSTOOD),
        ("Keep deployment gas low", NOT_UNDERSTOOD),
        ("Never commit tokens; prefer secure vaults", "process: `Never commit`"),
        ("Use `row-core schema build` to add rows", "command: `row-core schema build`"),
        ("Keep the screen awake (`caffeinate -d`)", "command: `caffeinate -d`"),
        (
            "Do not change it without coordinating it",
            "process: `without coordinating`",
        ),
        ("Lazy load parts when possible", "taste: `when possible`"),
        # what demands something without a verb before it
        ("Rows shouldn't have docs", NOT_UNDERSTOOD),
        ("Row contrast: \u22654.5:1 for text", "number: `\u22654.5:1`"),
        ("One component per file", "syntax: `component`"),
        ("All views use RowProvider (NOT WebProvider):", code("RowProvider")),
        ("`a.md` \u2014 all of it. Update this often", "process: `Update`"),
        ("`a.md` \u2014 add rows when preparing a page", "process: `when preparing`"),
        ("`a.md` \u2014 add rows to it", "description"),
        ("Follow Next.js 15+ rules of routes", NOT_UNDERSTOOD),
        ("Make pages for screens of 1920\u00d71080", NOT_UNDERSTOOD),
        ("Keep at least 80% of it", "number: `80%`"),
        ("Use Next.js Image parts", NOT_UNDERSTOOD),
        ("Use Next.js for pages", "not sure to be code: `Next.js`"),
        ("Prefer Prettier for formatting", "command: `Prettier`"),
        # what the line names, and the word of its own clause
        ("Use Page Router 7 in views", NOT_UNDERSTOOD),
        ("Use Vite 6 for builds", NOT_UNDERSTOOD),
        ("Limit it to 7 rows", "number: `7`"),
        ("Make correct code changes", NOT_UNDERSTOOD),
        ("Make it correct", "taste: `correct`"),
        ("All branches have braces or none has", "syntax: `braces`"),
        ("All branches have a ticket in their name", "process: `branches`"),
        ("Use `a.b()` and where possible, use `c.d()`", code("a.b()")),
        ("Where possible, use `c.d()`", "taste: `Where possible`"),
        ("Store names in `_camelCase`", "syntax: `camelCase`"),
        ("Put parts in components/ by kind", code("components/")),
        ("Put it in components by kind", "condition: `in components`"),
        ("Use @/models and @/hooks", code("@/models")),
        ("Use ES2022 in all files", code("ES2022")),
        ("Write to `docs`", code("docs")),
        ("Write to the `docs` directory", code("docs")),
        ("Use the `testing` package", code("testing")),
        ("Use `golangci-lint` for linting", "command: `golangci-lint`"),
        ("Lint with `clang-format`", "command: `clang-format`"),
        ("`golangci-lint.yml` must be valid", code("golangci-lint.yml")),
        (
            "Members are at the beginning of the class",
            "syntax: `are at the beginning of the class`",
        ),
        ("Braces are written on a separate line", "syntax: `Braces`"),
        # a word that only looks like what somebody does
        ("Confirm dialogs must ask twice", NOT_UNDERSTOOD),
        ("Always read the mode from the store", NOT_UNDERSTOOD),
        ("Never read the mode before you ask", "process: `before you`"),
        ("Do not navigate without a token", "condition: `without`"),
        ("Send push notifications in groups", NOT_UNDERSTOOD),
        ("Open/Closed: add a new kind of shape", NOT_UNDERSTOOD),
        ("Merge props into defaults", "syntax: `props`"),
        ("Check for null in the answer", NOT_UNDERSTOOD),
        ("Open issues encourage a talk", "description"),
        ("These apply to every session", "description"),
        ("No review is required", "description"),
        ("`pip install a` must keep working", code("pip install a")),
        ("`deploy.ts` — Deploy programs", "description"),
        ("Deploy (prompts/deploy.md) — Ship and check", "description"),
        ("Inputs may NEVER be empty", NOT_UNDERSTOOD),
        ("Submit NEVER waits for optional values", NOT_UNDERSTOOD),
        ("Any change of logins MUST be tested with:", "process: `MUST be tested`"),
        ("When an agent is unsure, it must stop", "process: `an agent is`"),
        ("Do not edit other files", "process: `other files`"),
        ("Never force-push to the server", "process: `force-push`"),
        ("Test edge cases of it", "process: `Test`"),
        ("Deploy: Docker and Caddy", "description"),
        ("Name: Shop SDK", "description"),
        ("The field must be what the rule was released in", NOT_UNDERSTOOD),
        ("Follow the existing module structure", "taste: `existing module structure`"),
        ("Old migrations: `/sql/old/` (for history)", "description"),
        ("Go 1.17 or newer", "description"),
        ("Make no architectural decisions silently", "process: `architectural decisions`"),
        # somebody has to judge it, beside code, too
        ("Keep functions short", "taste: `short`"),
        ("No placeholder stubs — write it whole", "taste: `placeholder`"),
        ("Use `satisfies` where appropriate", "taste: `where appropriate`"),
        ("Minimize `useEffect`", "taste: `Minimize`"),
        ("Follow the existing patterns of the repository", "taste: `existing patterns`"),
        ("Access tokens should be short-lived", NOT_UNDERSTOOD),
        ("Keep the key in expo-secure-store", NOT_UNDERSTOOD),
        ("Always clear the token", NOT_UNDERSTOOD),
        ("Keep lines at ~80-100 characters", "taste: `~80-100`"),
        ("Follow the design principles", "taste: `principles`"),
        # in some cases only
        ("Never use `print()` unless you debug", "condition: `unless`"),
        ("Use the framework (unless a native one is needed)", "condition: `unless`"),
        ("For v1, prefer utilities", "condition: `For`"),
        ("Overflow of an integer → use checked_math", code("checked_math")),
        ("Only call `log()` outside of `app`", "condition: `outside`"),
        ("Use PascalCase when it is a class", "condition: `when`"),
        ("Never use `eval()` without a reason", "condition: `without`"),
        ("Keep the order unless the task says otherwise", "condition: `unless`"),
        ("For remote images, use a cache", "condition: `For`"),
        ("For example, use a cache", NOT_UNDERSTOOD),
        ("Check it by status rather than relying only on output", "process: `Check`"),
        ("Do it by status rather than relying only on output", NOT_UNDERSTOOD),
        ("Never call `unwrap()` in production code — use `?`", "condition: `in production`"),
        # what should not be there
        ("Never nest functions", "syntax: `functions`"),
        ("Never commit secrets", "process: `Never commit`"),
        ("No comments in code", "syntax: `comments`"),
        ("Isolated: no real network", NOT_UNDERSTOOD),
        ("Prefer iterators over loops", "syntax: `iterators`"),
        # what must be there
        ("Return `any` nowhere", code("any")),
        ("Use camelCase for variables", "syntax: `camelCase`"),
        ("Locals are in `lowerCamelCase`", "syntax: `lowerCamelCase`"),
        ("Use Kotlin.", NOT_UNDERSTOOD),
        ("Docstrings - use Google-style docstrings", "syntax: `Docstrings`"),
        ("Each module declares one marker", NOT_UNDERSTOOD),
        ("Use `ignore` to exempt a snippet", code("ignore")),
        ("Research belongs in `lab/`", code("lab/")),
        ("Use `thiserror` for error types", code("thiserror")),
        ("Write `// SAFETY: why` above a block", code("// SAFETY: why")),
        ("Add try-except around `fetch()`", code("fetch()")),
        ("Use FlutterHooks for finer control over state", "not sure to be code: `FlutterHooks`"),
        ("Mark fields with @JsonKey, add createdAt", code("@JsonKey")),
        ("Set environment variables", NOT_UNDERSTOOD),
        ("Encourage struggle: it's where learning happens", NOT_UNDERSTOOD),
        ("Always use the ai sdk skill", "process: `use the ai sdk skill`"),
        ("A skill must be a directory", NOT_UNDERSTOOD),
        ("Name constants by what they are", "syntax: `constants`"),
        ("Add type hints", "types: `type hints`"),
        ("No component fetches from the API", "syntax: `component`"),
        ("Hooks must not contain JSX", "syntax: `Hooks`"),
        # a word of code that stands for something else, and code that is one or is another's
        ("Use PostGIS functions to compare shapes", NOT_UNDERSTOOD),
        ("Never frame it as a class assignment", NOT_UNDERSTOOD),
        ("Mails must never appear in public room interfaces", NOT_UNDERSTOOD),
        ("Prefer concrete rules over generic advice", NOT_UNDERSTOOD),
        ("Feedback belongs into the loop, never into a mail", NOT_UNDERSTOOD),
        ("Use interfaces, never types", "types: `interfaces`"),
        ("Every function must have a docstring", "syntax: `function`"),
        ("Public exports must have explicit subpaths", "syntax: `exports`"),
        ("Run provenance must stand in `config`", code("config")),
        ("A close of date `d` must not be used", code("d")),
        ("`nodes` must not be reached from afar", code("nodes")),
        ("`/goal` should point to the plan", code("/goal")),
        ("Use `rustfmt` for all of it", "command: `rustfmt`"),
        ("`η` and `µ`: the mean is not meaningful here; flag it", code("η")),
        ("Drop alerts that are older than 30 days", "number: `30`"),
        ("Files must stay below >100MB", "number: `>100MB`"),
        ("Encode all of it in UTF-8", NOT_UNDERSTOOD),
        (
            "NEVER use empty shapes \u2014 use `Record<string, never>`",
            "code: names `Record<string, never>` as what to use, and in words what is forbidden",
        ),
        ("Do not treat `node_modules/` as a proof", code("node_modules/")),
        ("Do not treat a `node_modules/` as a proof", "process: `Do not treat`"),
        ("Never delete a branch unless told to", "process: `delete a branch`"),
        ("The ThemeProvider must stand around it", code("ThemeProvider")),
        ("Always read first what your task is about", "process: `your task`"),
        ("Heights must be 4, never more", "number: `4`"),
        ("The core depends only on `core/ports.py`, never on more", code("core/ports.py")),
        # a demand by a verb that stands rarely first, or in another clause
        ("Cross-reference documents by relative links", NOT_UNDERSTOOD),
        ("Splits are in order; purge or embargo overlaps", NOT_UNDERSTOOD),
        ("Flag unknown contents", NOT_UNDERSTOOD),
        ("In quiet times, actively redirect what is asked: no new views", NOT_UNDERSTOOD),
        ("`docs/NOTES.md` \u2014 what was done. Keep it in order", code("docs/NOTES.md")),
        ("Reports: Auto-deploy them to a server", NOT_UNDERSTOOD),
        ("Document quality metrics", NOT_UNDERSTOOD),
        # a case of another sentence than the rule's
        ("No data is made up, ever. If a source fails, the output tells", NOT_UNDERSTOOD),
        ("Never nest it. Except if it runs late", "condition: `Except`"),
        ("Keep it. Exempt are tests: skip them if they are slow", "condition: `if`"),
        ("The way of it can always be improved", "description"),
        ("Forgetting has a price; it never deletes", "description"),
        ("The page is complete; no other checkout is required", "description"),
        # what was done, and things that are, whatever their first word
        ("First applied to the sheet and its `Generated (UTC)` field", "description"),
        ("(planned) the suite is green with `local/` rather than without", "description"),
        ("Format checks are enforced by a server", "description"),
        ("CI exists (`ci.yml`: lint, types) and is green", "description"),
        # what is there
        ("All source code is TypeScript.", "description"),
        ("All core events (mouse, keyboard) are automatically logged", "description"),
        ("Kept on the server: All state changes are made by the server (cloud)", "description"),
        ("No recent activity", "description"),
        ("`make_scorer()` always returns one scorer", "description"),
        ("The view ALWAYS reads from the disk", NOT_UNDERSTOOD),
        ("The fullscreen editor is FROZEN.", NOT_UNDERSTOOD),
        ("Strict mode is always on.", "description"),
        ("Coordinate system: X goes right", "description"),
        ("No name of a pupil is ever logged.", NOT_UNDERSTOOD),
        ("Prevents failures by catching issues", "description"),
        ("Caching: uses two layers", "description"),
        ("Every contribution, no matter how small, is appreciated", "description"),
        ("You don't need to be a member", "description"),
        ("Confirmed that it is a bug of the library", "description"),
        ("It also requires a server", "description"),
        ("`app.props` has the defaults", "description"),
        ("It is a library, not an application", "description"),
        ("TagReader: Extract the tags", "description"),
        ("Test framework: `unittest`", "description"),
        ("`///` on every public item", "description"),
        # what is so, with a verb of another clause, or a word that is a verb elsewhere
        ("Term paths \u2014 Query is split by `make_terms()`, then sorted", "description"),
        ("The page makes nodes with `createTextNode()` to avoid scripts", code("createTextNode()")),
        ("The page uses `createTextNode()` to avoid scripts", "description"),
        ("Try to avoid `createTextNode()`", code("createTextNode()")),
        ("Two themes can be shown by a scope instead of `html.dark`", "description"),
        ("Parcels are welcome, no matter how small", "description"),
        ("Parcels are always welcome, large or small", "description"),
        # a ban, and what is wanted without a verb
        ("No wrappers for a value that is read once", NOT_UNDERSTOOD),
        ("No new wrappers unless two are needed", "condition: `unless`"),
        ("A token required for every call", NOT_UNDERSTOOD),
        ("A token is not required for every call", "description"),
        ("The archive is READ-ONLY", NOT_UNDERSTOOD),
        ("The archive is read-only", "description"),
        ("Number each step", NOT_UNDERSTOOD),
        ("Number formats", "description"),
        # a word in another sense
        ("Never fork copies of a row", NOT_UNDERSTOOD),
        ("Never fork the repository", "process: `Never fork`"),
        ("Never push all rows over the socket", NOT_UNDERSTOOD),
        ("Never push to `main` at night", "process: `push`"),
        ("Deployment target: at least 17", "number: `17`"),
        ("Tax, approval, and price rules must be described", NOT_UNDERSTOOD),
        ("A change of prices must have an approval", "process: `approval`"),
        ("Mark what is planned as future scope", NOT_UNDERSTOOD),
        ("Never widen the scope", "taste: `scope`"),
        ("Frames must have a secure context", NOT_UNDERSTOOD),
        ("Frames must be secure", "taste: `secure`"),
        ("Keep why it broke, not just where", NOT_UNDERSTOOD),
        ("Use braces, even if one line is enough", "syntax: `braces`"),
        ("Match it, even if you like it less", NOT_UNDERSTOOD),
        ("Add a row while keeping the old one", NOT_UNDERSTOOD),
        ("Never add a row while one is read", "condition: `while`"),
        ("If you need a new shape, add it to `src/shapes.py`", "condition: `If`"),
        ("If you need help, ask a friend", "process: `If you`"),
        # a word of the advice behind a ban
        ("Never hold `Guard::new()` for long \u2014 use a copy if needed", code("Guard::new()")),
        ("Never hold `Guard::new()` \u2014 except if needed", "taste: `if needed`"),
        ("You must not call `.Result`. If that is hard ask the user", code(".Result")),
        ("Never guess. Ask the user", "process: `Ask the user`"),
        (
            "Never take sizes (e.g. `width: 6px`) of it. Mend it when you see one",
            code("width: 6px"),
        ),
        ("Use early returns, not nested if/else", "syntax: `nested`"),
        ("No text for fully typed ones (unless it needs one)", "condition: `unless`"),
        ("Document it fully", "taste: `fully`"),
        ("Trust the types and add no checks", NOT_UNDERSTOOD),
        ("Explain why it is so, not what it does", NOT_UNDERSTOOD),
        ("Explain what it does", "process: `Explain`"),
        ("Rows that are off are omitted rather than counted", "description"),
        ("Omit rows that are off rather than count them", NOT_UNDERSTOOD),
        ("The new tool never appeared in a list", "description"),
        ("The new tool never appears in a list", NOT_UNDERSTOOD),
        ("build/tools/ \u2014 what makes the pages", "description"),
        ("Build/test \u2014 both in order", NOT_UNDERSTOOD),
        ("Example: `a()` // user-friendly", "description"),
        ("All files start with the licence:", BELOW),
        ("All files have a field:", "description"),
        ("Shop pattern \u2014 State management by `use_shop()`", "description"),
        ("No parts beyond what was asked", NOT_UNDERSTOOD),
        ("The parts were asked for", "description"),
        ("for old rows use asserts to see that it is kept", NOT_UNDERSTOOD),
        ("Rows are read by day, so old rows never block it", "description"),
        ("Old rows never block it", NOT_UNDERSTOOD),
        ("The core rejects it, giving a text rather than a code", "description"),
        ("The table now uses text instead of numbers", "description"),
        ("The table uses text instead of numbers", NOT_UNDERSTOOD),
        ("Open questions \u2014 what nobody must know", NOT_UNDERSTOOD),
        ("Public reviews must have a date", NOT_UNDERSTOOD),
        ("Reviews must have a date", "process: `Reviews`"),
        ("Name the command phase", NOT_UNDERSTOOD),
        ("File name: lowercase, not `ItsName.md`", "file name: `lowercase`"),
        ("`plans/first.md` \u2014 the first one (a fork required)", "description"),
        ("`plans/` \u2014 the plans (generated, do not edit)", WRITTEN_AGAIN),
        ("`plans/` is auto-generated by a tool \u2014 don't manually edit it", WRITTEN_AGAIN),
        ("`SHARE` sets how many auto-generated cards there are. It is changed", "description"),
        ("Start each row with `- `", code("-")),
        ("Name packages in lower case (`parse`, `git`)", code("parse")),
        ("Components do not need `dark:` variants", "description"),
        ("`notes` is a folder that defines how programs should work", "description"),
        ("Read by `start.gd`", "description"),
        ("**`--release 8`** \u2014 the source compiles for it", "description"),
        ("Location: `a/{name}.jar`", "description"),
        ("Detection: `find_a()` recursively checks folders", "description"),
        ("The suites that need no server: `a.py` checks it", "description"),
        ("Hooks run prettier and others", "description"),
        ("Change the theme \u2192 Read `docs/theme.md`", "process: `Read`"),
        ("Every feature must be covered by unit tests", "process: `covered by unit tests`"),
        ("Use <br /> for a line that breaks", code("<br />")),
        ("To make a long story short you should fork it", NOT_UNDERSTOOD),
        ("State what is managed by `use_shop()`", code("use_shop()")),
        ("Every ADR file must have a date", NOT_UNDERSTOOD),
        ("Write an ADR for it", "process: `ADR`"),
        ("Write it into the performance table", NOT_UNDERSTOOD),
        ("Write it with performance in mind", "taste: `performance`"),
        ("`plans/first.md` \u2014 the best of max rate; its state is kept only", "description"),
        ("`plans/first.md` \u2014 one store; state = what is read", "description"),
        ("`plans/first.md` \u2014 max 30 lines", code("plans/first.md")),
        ("`plans/first.md` \u2014 must be kept", code("plans/first.md")),
        # a number that is a name
        ("Store it whole (see §7.7)", NOT_UNDERSTOOD),
        ("Pattern 2: return a result", NOT_UNDERSTOOD),
        ("Do not send N+1 queries", NOT_UNDERSTOOD),
        ("Store it by Router 7's cookie", NOT_UNDERSTOOD),
        ("Never store it twice since 2026-01-02 (#190)", NOT_UNDERSTOOD),
        ("Store 2 of them (see §7.7)", "number: `2`"),
        # a command of a program that nobody knows
        ("`vetcheck ./...` \u2014 looks for holes", "command: `vetcheck ./...`"),
        ("Close it: use `tasks edit 4 -s Done`", "command: `tasks edit 4 -s Done`"),
        ("`total -count` must be kept", "command: `total -count`"),
        ("The server holds `left - right`", "description"),
        # the core of a line before what its code is good for, an example, or another sentence
        ("Use `useRow` hooks for expensive tables", code("useRow")),
        ("Prefer memoRow() for small tables, to keep them smooth", code("memoRow()")),
        ("Do not write macros, it is better to make small helpers", "syntax: `macros`"),
        ("All files should be snake cased, as in price_card.py", "file name: `snake cased`"),
        ("The lock is held by `a.lock()`. Call `b.free()` at the end", code("b.free()")),
        ("When a table is small, load it whole", "condition: `When`"),
        ("Each row says why. No sorting reachable only by views", NOT_UNDERSTOOD),
        ("A sale requires a price and a date of delivery", NOT_UNDERSTOOD),
        ("Always declares props above the view", "syntax: `props`"),
        # a command that is only told about, and one in quotes
        ("Nothing has been sorted: `npm run sort` reports 12 holes", "description"),
        ("It is not sorted and has never been: `sort --check` lists it", "description"),
        ('Run "npm run sort" to sort it', 'command: `Run "npm run`'),
        ("Use `a.take()` only if you absolutely have to", "condition: `only if`"),
        # keywords, flags, and what code does
        ("Mark rows `readonly` and `final`", "syntax: `readonly`"),
        ("Use `async`/`await`", "syntax: `async`"),
        ("Always pass `-q` to the sorter", "command: `-q`"),
        ("Never use `--no-sort`", "command: `--no-sort`"),
        ("Use `--row-height` for the theme's rows", code("--row-height")),
        ("`Shelf` never expires", "description"),
        ("Rows of the shop belong in tier 2", NOT_UNDERSTOOD),
        ("\u274c `rows = load('...')` - one page at a time", code("rows = load('...')")),
        ("Use `a` for shared coding skills", "process: `Use … for shared coding skills`"),
        ("Wrap `if` statements, also single-line if statements", "syntax: `if`"),
        ("All rows must have a match in the test suite", NOT_UNDERSTOOD),
        ("After any turn, rows need `copy()`", code("copy()")),
        # what an agent works with
        ("Prefer `fd` for the list", "process: `fd`"),
        ("Mend it with `apply_patch`", "process: `apply_patch`"),
        # a name that may be one in code, of what is demanded
        ("Always use Fraction for shares", "not sure to be code: `Fraction`"),
        ("Only AppKit, no SwiftData.", "not sure to be code: `SwiftData`"),
        ("Always use bootstrapcss for views", "not sure to be code: `bootstrapcss`"),
        ("Lower case and underscores, e.g., price_card.cpp, must do", code("price_card.cpp")),
        ("Only Next.js must serve it", NOT_UNDERSTOOD),
        ("Use Table.load() of the core", code("Table.load()")),
        ("Never catch IOException at the top", code("IOException")),
        # more words in another sense
        ("The engine ships as one deployable unit, never as two", NOT_UNDERSTOOD),
        ("The bus pushes what it holds, never more", NOT_UNDERSTOOD),
        ("Deterministic steps must own the totals", NOT_UNDERSTOOD),
        ("Steps must be deterministic", "taste: `deterministic`"),
        ("Keep the semantics of rows out of views", NOT_UNDERSTOOD),
        ("It must need no Accessibility permission", NOT_UNDERSTOOD),
        ("Give the limits openly: say when one is unknown", NOT_UNDERSTOOD),
        # how files are called
        ("Use kebab-case (`price-card.tsx`) for components", "file name: `kebab-case`"),
        ("Types in PascalCase, folders in kebab-case", "file name: `kebab-case`"),
        ("Name folders in lowercase with dashes", "file name: `lowercase with dashes`"),
        ("Use kebab-case for classes of styles", "syntax: `kebab-case`"),
        ("Flags in kebab-case, file a ticket", "process: `ticket`"),
        ("Pin actions to a full commit SHA", NOT_UNDERSTOOD),
        ("Do not refactor unless explicitly asked", "process: `unless explicitly asked`"),
        ("Ensure TypeScript compilation passes", "process: `compilation passes`"),
        ("Use `jq` to build the body", code("jq")),
        ("2 blank lines before a function", "syntax: `lines`"),
        ("禁止使用 `any`", "not in English"),
        ("Kein `time.sleep()` in Endpunkten", "not in English"),
        ("`raw/`의 파일은 수정 금지", "not in English"),
    ],
)
def test_a_line_that_is_left_has_the_reason_and_the_words_that_show_it(
    text: str, reason: str
) -> None:
    """The one that a reader would name; the report says what it means."""
    assert find_left_out_reason(ITEM._replace(text=text)) == reason
    assert reason.partition(":")[0] in MEANINGS


@pytest.mark.parametrize(
    ("text", "heading", "lead", "reason"),
    [
        ("Screenshots of what users see", "Pull requests", "", "process: below `Pull requests`"),
        ("Copy `.env.example`", "Setup", "", "process: below `Setup`"),
        ("Python 3.9", "Setup", "", "description"),
        ("What changed?", "Notes", "Each PR must say:", "process: below `Each PR must say:`"),
        ("Create a file in `data/`", "Adding a year", "", code("data/")),
        ("Create a file for it", "Adding a year", "", "process: below `Adding a year`"),
        ("Never create a file in `data/`", "Adding a year", "", code("data/")),
        ("Calculate the income (`net()`)", "Project overview", "", "description"),
        ("Support for children", "Features", "", "description"),
        ("`net()` holds the formula", "Code style", "", "description"),
        ("Restart it", "Modifying the personality", "", NOT_UNDERSTOOD),
        ("Formal, and never funny", "Tone", "", "taste: below `Tone`"),
        ("store a password", "Security", "Never:", NOT_UNDERSTOOD),
        ("failure behaviour", "Documentation", "Include:", NOT_UNDERSTOOD),
        ("Own memory (`/memory/*`)", "Loops", "**NEVER scan:**", "process: below `NEVER scan:`"),
        ("tests of it", "Quality", "Before production:", "process: below `Before production:`"),
        ("Widths: one, two", "Decisions", "These are settled \u2014 never ask:", "description"),
        ("API keys", "Notes", "Never commit:", NOT_UNDERSTOOD),
        ("`check:links` — finds dead links", "Checks", "Run `make`. It does:", "description"),
        ("A comment that repeats", "Things to avoid", "", "syntax: `comment`"),
        ("A README", "Packages", "Each must have:", code("README")),
        ("A guide", "Packages", "Each must have:", NOT_UNDERSTOOD),
        ("Utility classes for all of it", "Styling conventions", "", "description"),
        ("Tests never touch the network", "Before you start", "", NOT_UNDERSTOOD),
        ("React > packages > relative", "Import order", "", NOT_UNDERSTOOD),
        ("React > packages > relative", "Overview", "", "description"),
        ("No retries", "Known limitations", "", "description"),
        ("Kept on disk. No database.", "Architecture", "", NOT_UNDERSTOOD),
        ("Kept on disk. No database.", "Current state", "", "description"),
        ("`Session` only (no other client)", "Architecture", "", code("Session")),
        # what stands above is less than what the line itself names
        ("DO NOT send `emit()`", "2. Bridge (Pane Communication)", "", code("emit()")),
        ("Write it in the surrounding style", "Do not run it", "", "taste: `surrounding style`"),
        ("A text must not lose its notices", "Contribution Licensing", "", NOT_UNDERSTOOD),
        ("lose a notice", "Pull Request Checklist", "Verify that it does not:", NOT_UNDERSTOOD),
        ("Sort rows with `rows.sort()`", "Contributing", "", code("rows.sort()")),
        ("Begin with `feat:`", "Git", "", "process: below `Git`"),
        ("Begin with `x()`", "Commit messages", "", "process: below `Commit messages`"),
        ("makes sizes explicit;", "Checks", "Verify that a change:", "taste: `explicit`"),
        ("Fast to read", "Rows", "Benefits:", "description"),
        ("rows.py which holds rows", "Rows", "Always use it. A folder has:", "description"),
        ("Sort rows", "Rows", "After a long time, the way is clear:", NOT_UNDERSTOOD),
        # what a feature does, what files hold, and what is so by a convention
        ("Read or write the disk", "Scope", "Do not add features that:", NOT_UNDERSTOOD),
        ("Read or write the disk", "Scope", "Do this first:", "process: `Read`"),
        ("Do not add names of hosts", "Before opening a pull request", "", NOT_UNDERSTOOD),
        ("They do not call the network", "Test conventions", "", NOT_UNDERSTOOD),
        ("They do not call the network", "Overview", "", "description"),
        ("It is tested in `a/b.py`, not re-tested in each", "Test rules", "", code("a/b.py")),
        ("It is tested in `a/b.py`, not re-tested in each", "Layout", "", "description"),
        # what a list of demands has without a verb
        ("Errors with a code", "Done checklist", "", "process: below `Done checklist`"),
        ("Errors with a code (no `any`)", "Done checklist", "", code("any")),
        ("Errors with a code", "Release", "Requirements:", "process: below `Release`"),
        ("Errors with a code", "The plugin", "Requirements:", NOT_UNDERSTOOD),
        ("Errors with a code", "The only pages that count", "", NOT_UNDERSTOOD),
        ("Errors with a code", "Read-only pages", "", "description"),
        ("Errors with a code", "Mandatory pages", "Why this matters:", "description"),
        # what a feature is used for is asked; what it does is none
        ("Use the queue for long jobs", "Further features of it", "", NOT_UNDERSTOOD),
        ("Search the queue for long jobs", "Features", "", "description"),
        ("Describe the gap", "Suggesting features", "", NOT_UNDERSTOOD),
        ("Key management: Add and sort keys", "Configuration", "", "description"),
        ("Key management: Use one place for keys", "Configuration", "", NOT_UNDERSTOOD),
        ("`libshelf`: rows of glass (not wood)", "System dependencies", "", "description"),
        ("Pin `libshelf` to 2", "System dependencies", "", code("libshelf")),
    ],
)
def test_what_stands_above_a_line_decides_where_it_has_no_word(
    text: str, heading: str, lead: str, reason: str
) -> None:
    line = ITEM._replace(text=text, headings=(heading,), leads=(lead,) if lead else ())
    assert find_left_out_reason(line) == reason


@pytest.mark.parametrize(
    ("kind", "text"),
    [("table", "`title` | max 50 | required |"), ("item", "`routes/` - Request handling")],
)
def test_what_an_overview_lists_asks_for_nothing(kind: BlockKind, text: str) -> None:
    line = ITEM._replace(kind=kind, text=text, headings=("Data models", "Article"))
    assert find_left_out_reason(line) == "description"


@pytest.mark.parametrize(
    ("text", "heading", "reason"),
    [
        ("`docs` | write an ADR |", "Kinds", "description"),
        ("`a.old()` | `a.new()` |", "Deprecated calls", code("a.old()")),
        ("Python | 500 |", "File size limits", "number: `500`"),
        ("Name | must be short |", "Kinds", "taste: `short`"),
        ("Helpers | Untrusted | They run. Log all of it |", "Kinds", NOT_UNDERSTOOD),
        ("| `cron` | Read config | Self |", "Kinds", "description"),
        ("EM window | `EM_DAYS = 252` | seen |", "Window rules", code("EM_DAYS = 252")),
    ],
)
def test_a_row_of_a_table_tells_what_is_there_unless_it_is_a_rule(
    text: str, heading: str, reason: str
) -> None:
    line = ITEM._replace(kind="table", text=text, headings=(heading,))
    assert find_left_out_reason(line) == reason


@pytest.mark.parametrize(
    ("heading", "title", "reason"),
    [
        ("Agent loop", "", "number: `3`"),
        ("Rules", "Trading agents", "number: `3`"),
        ("Agent guidelines", "", "process: `The agent`"),
        ("Rules", "Instructions for agents", "process: `The agent`"),
        ("Agents", "AGENTS.md", "process: `The agent`"),
    ],
)
def test_an_agent_that_the_page_is_about_is_a_program(
    heading: str, title: str, reason: str
) -> None:
    """What somebody does on other pages."""
    line = ITEM._replace(text="The agent must end after 3 rounds", headings=(heading,), title=title)
    assert find_left_out_reason(line) == reason


def test_words_that_two_languages_share_make_no_line_english() -> None:
    """Use and no are Portuguese, too."""
    portuguese = next(language for language in LANGUAGES if language.name == "Portuguese")
    line = ITEM._replace(text="Use `--quiet` para testes no servidor.")
    assert find_left_out_reason(line, portuguese) == "not in English"
    line = ITEM._replace(text="O plano `a/` deve estar no fluxo de deploy do servidor.")
    assert find_left_out_reason(line, portuguese) == "not in English"
    english = ITEM._replace(text="Use `--quiet` for all of the tests.")
    assert find_left_out_reason(english, portuguese) != "not in English"


def test_a_doubt_of_the_heading_gives_way_to_what_the_line_is_about() -> None:
    """Below `Common tasks` a command is run, whatever the heading is about."""
    doubt = "condition: under `Common tasks` it may be about one kind of place"
    line = ITEM._replace(text="Run git from here. Don't use `git -C`.")
    assert find_left_out_reason(line, doubt=doubt) == "command: `git -C`"
    line = ITEM._replace(text="Don't use `a.b()`")
    assert find_left_out_reason(line, doubt=doubt) == doubt


@pytest.mark.parametrize(
    ("text", "heading", "lead", "reason"),
    [
        ("Documentation updated", "Before merging", "", "process: below `Before merging`"),
        ("Are rows sorted?", "Review checklist", "", "process: below `Review checklist`"),
        ("The page is changed", "B", "Definition of done:", "process: below `Definition of done:`"),
        ("The page is changed", "Pages", "", "description"),
        ("Sorted rows at the end", "Rows", "", "description"),
        ("Find rows fast", "Row features", "", "description"),
        ("Handle rows gracefully", "Row features", "When working on rows:", "taste: `gracefully`"),
    ],
)
def test_what_a_list_of_checks_asks_is_work(
    text: str, heading: str, lead: str, reason: str
) -> None:
    """Somebody looks at it, and no word of it has to demand that."""
    line = ITEM._replace(text=text, headings=(heading,), leads=(lead,) if lead else ())
    assert find_left_out_reason(line) == reason


def test_few_words_below_standards_are_a_rule() -> None:
    """Of parts, and no list of what there is: Coding standards > Scripts > Clear names."""
    line = ITEM._replace(text="Clear names", headings=("Coding standards", "Scripts"))
    assert find_left_out_reason(line) == "taste: `Clear`"
    line = ITEM._replace(text="Rows are clear", headings=("Coding standards", "Scripts"))
    assert find_left_out_reason(line) == "description"


def test_a_demand_below_a_bare_ban_may_say_the_opposite() -> None:
    """Use tabs, below Don't: that bans them, or says what to do instead."""
    line = ITEM._replace(text="Use `any` types", headings=("\u274c Don't",))
    assert find_left_out_reason(line) == "form: below `\u274c Don't` it may say the opposite"
    line = ITEM._replace(text="Never use `any` types", headings=("Don't",))
    assert find_left_out_reason(line) == code("any")


def test_a_ban_below_a_heading_of_bans_says_no_opposite() -> None:
    """Of a line without a ban of its own that heading may be the ban."""
    doubt = "form: under `Banned` it may say the opposite"
    line = ITEM._replace(text="NEVER add `as unknown as T`", headings=("Banned",))
    assert find_left_out_reason(line, doubt=doubt) == code("as unknown as T")
    line = ITEM._replace(text="Add `as unknown as T`", headings=("Banned",))
    assert find_left_out_reason(line, doubt=doubt) == doubt


def test_a_line_in_the_letters_of_english_is_read_on_a_page_in_others() -> None:
    """A row of names of folders has no word of either language."""
    korean = next(language for language in LANGUAGES if language.name == "Korean")
    line = ITEM._replace(text="Service \u2192 `application/service/`", headings=("Coding Rules",))
    assert find_left_out_reason(line, korean) == code("application/service/")
    line = ITEM._replace(text="`application/service/` \ub9cc \uc0ac\uc6a9")
    assert find_left_out_reason(line, korean) == "not in English"


def test_the_words_of_a_reason_are_short_and_printable() -> None:
    """What a page says cannot fill the report, nor move the cursor."""
    command = f"npm run \x1b[2J{'a' * 500}"
    reason = find_left_out_reason(ITEM._replace(text=f"Use `{command}`"))
    assert reason.startswith("command: `npm run ")
    assert "\x1b" not in reason
    assert len(reason) < 120


@pytest.mark.parametrize(
    ("text", "heading", "kind"),
    [
        ("All callers must pass a `key` (PR #12).", "Traps", "code"),
        ("The menu must show both lists. Removed in PR #39.", "Traps", "not understood"),
        ("Readers never see raw columns", "Mapping (PR #28, audit of #9)", "not understood"),
        ("[P1] use guard clauses in public methods", "Guidelines", "syntax"),
        ("**[MUST]** use early returns", "Guidelines", "syntax"),
        ("Do not leave commented-out code.", "Style", "syntax"),
        ("Replicate the design exactly", "UI", "not understood"),
        ("Mock this call first so Milestone 1 does not block", "Coaching", "not understood"),
        ("New helpers belong here, so they stay pure", "Helpers", "not understood"),
    ],
)
def test_a_number_of_a_change_or_a_tag_decides_no_reason(
    text: str, heading: str, kind: str
) -> None:
    statement = Statement(1, text, "item", headings=(heading,))
    assert find_left_out_reason(statement).partition(":")[0] == kind


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # what demands something beside what is there
        ("Page settings live in `src/page.ts` and nowhere else.", code("src/page.ts")),
        ("Public functions declare explicit return types.", "types: `return types`"),
        ("Fades are `fade-100` with `ease` \u2014 no slow ones.", code("fade-100")),
        ("Required page variables: `PAGE_URL`, `PAGE_KEY`", code("PAGE_URL")),
        ("`page.py` stays at `tools/` root.", code("page.py")),
        ("Until there is a server, use `page.db` instead", "condition: `Until`"),
        # what is required, and no condition
        ("Do not add a page without updating this index", "process: `without updating`"),
        ("Do not add pages without the `@page` header", code("@page")),
        ("Never use `any` without a reason", "condition: `without`"),
        # words in another sense
        ("Make pages as files committed to a shared repo", NOT_UNDERSTOOD),
        ("`a/`/`b/` must be in sync with wherever pages live", code("a/")),
        (
            "Query `getPages()`, never `get` directly - that is where they are sorted",
            code("getPages()"),
        ),
        ("If a needed page is not listed, add it here", "condition: `If`"),
        ("PageGuard validates if it is called so, and injects its name", "description"),
        ("The page raises quality flags only", NOT_UNDERSTOOD),
        ("Pages | Page Schema Draft 2021-10 | it is old", "description"),
        ("Use three.js for 3D pages", "not sure to be code: `three.js`"),
        ("Never save a page without atomic replace", "condition: `without`"),
        ("Do not mix changes of pages with rows", "process: `mix changes`"),
        ("Do not wrap pages in `a.Page` if you're not adding a name", "condition: `if`"),
        ("Avoid `page()` except in tests, ensuring proper rows", "condition: `except`"),
        ("Follow Zig style guide", NOT_UNDERSTOOD),
        ("Write unit tests with `#[cfg(page)]`", code("#[cfg(page)]")),
        ("Rows use page fixtures; avoid pages.PageCase", code("pages.PageCase")),
        # what is banned is named, and what is run is a command
        ("Page 5 with rows (`$row`). No old rows (`$:`, `on:click=`).", code("$:")),
        ("Hard rows (`row-a`) \u2014 no `row-blur`, no soft ones", code("row-blur")),
        ("`a.toml` is read - no changes to `b.toml` needed", "description"),
        ("Pages (`row.md` is old \u2014 never copy it): name `$a`", code("row.md")),
        ("This is early \u2014 no pages yet", "description"),
        ("Start the pages with `./start_pages.sh` (on `:8000`)", "command: `./start_pages.sh`"),
        ("Use `cargo-audit` to look at them", "command: `cargo-audit`"),
        # what a file or a setting is
        ("`PAGE_KEY` (optional, unset) - shows a row instead of the page", "description"),
        ("`PAGE_ON` (`true` by default) - roughly one page a minute", "description"),
        ("`a/page.py` - saves each row rather than the page", "description"),
    ],
)
def test_a_reason_is_about_what_the_line_demands(text: str, reason: str) -> None:
    assert find_left_out_reason(ITEM._replace(text=text)) == reason


@pytest.mark.parametrize(
    ("text", "heading", "kind", "reason"),
    [
        ("`tools/` | Own tools. MUST NOT write pages |", "Layout", "table", code("tools/")),
        ("`pages/` | Client. ALL page access goes here |", "Layout", "table", code("pages/")),
        ("`ROWS` | `0` means never delete |", "Layout", "table", "description"),
        ("`rows/` | It does NOT read pages |", "Layout", "table", "description"),
        ("`rows/` | Only rows \u2014 never pages |", "Layout", "table", code("rows/")),
        ("`rows/` | Rows that need pages |", "Layout", "table", "description"),
        ("Manage rows from outside of it", "What page is - and is not", "item", "description"),
        ("Each page follows this form:", "Pages (git sync format)", "paragraph", BELOW),
        ("Card: `Card()` with a row", "Layout pattern", "item", code("Card()")),
    ],
)
def test_a_demand_below_a_heading_that_only_tells(
    text: str, heading: str, kind: BlockKind, reason: str
) -> None:
    line = ITEM._replace(kind=kind, text=text, headings=(heading,))
    assert find_left_out_reason(line) == reason
