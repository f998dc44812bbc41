"""Code behind the words for it, which a line bans: that is no recommendation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.author.importers.pages.page_lines import finds, keys_of, read_page_line

STYLES = {"invalid": ["a = <p style={{color: b}} />"]}
LOGS = {"invalid": ["console.log(a)"]}


@pytest.mark.parametrize(
    ("text", "path", "examples"),
    [
        ("No inline styles (`style={{`); use CSS modules.", "a.tsx", STYLES),
        ("No inline styles (`style={{ color: 'red' }}`).", "a.tsx", STYLES),
        ("No inline styles: `style={{`", "a.tsx", STYLES),
        (
            "Avoid default exports (`export default`), use named exports",
            "a.ts",
            {"invalid": ["export default a"]},
        ),
        (
            "No console logs (`console.log`, `console.log()`); use `logger.info()`",
            "a.ts",
            {**LOGS, "valid": ["logger.info(a)"]},
        ),
        ("No console logs (`logger.info()`)", "a.ts", {**LOGS, "valid": ["logger.info(a)"]}),
        ("No print statements (`print()`)", "a.py", {"invalid": ["print(a)"]}),
        (
            "No empty catch blocks (`catch {}`)",
            "a.ts",
            {"invalid": ["try { a(); } catch (b) {}"]},
        ),
    ],
)
def test_the_code_that_words_mean_is_not_recommended(
    text: str, path: str, examples: dict[str, Any]
) -> None:
    assert keys_of(read_page_line(text, [path]))["examples"] == examples


def test_a_pattern_of_jsx_needs_files_of_jsx() -> None:
    """A site in Twig has `style="…"` in its templates, which a pattern of JSX does not find."""
    line = read_page_line("No inline styles", ["web/app.js", "templates/a.twig"])
    assert line.rule is None


@pytest.mark.parametrize(
    "text",
    [
        # It may be about this case of it alone.
        "Never use `any` (`as any`)",
        "No console logs; use `console.log` behind a flag",
        "No inline styles (use `style={{` behind a flag)",
    ],
)
def test_code_that_a_line_may_recommend_leaves_it_out(text: str) -> None:
    line = read_page_line(text, ["a.tsx"])
    assert line.rule is None
    assert line.reason == "form: what it forbids stands in what it recommends"


MODULES, GENERICS = "require('a')", "from typing import (\n    Any,\n    List,\n)"


@pytest.mark.parametrize(
    ("text", "path", "severity", "code", "other"),
    [
        ("ES modules only", "a.js", "error", MODULES, "a.require(b)"),
        ("Modules: ES6 imports/exports only (no CommonJS)", "a.js", "error",
         "module.exports = a", "exports.a === b"),
        ("ESM modules only (`import`/`export`)", "a.js", "error", "exports.a = b", "export { a }"),
        ("ES6 modules - Use `import/export`, not CommonJS", "a.js", "error",
         MODULES, "require('./a.png')"),
        ("Use ES modules (import/export) syntax, not CommonJS (require)", "a.js", "error",
         MODULES, "import a from 'b'"),
        ("Never use var", "a.ts", "error", "var a = 1", "variable"),
        ("Named exports only (no default exports)", "a.ts", "error",
         "export default a", "export { a }"),
        ("Use named exports (`export { A }`), not default exports", "a.ts", "error",
         "export default a", "export { A }"),
        ("Function components only", "a.tsx", "error",
         "class A extends React.Component {}", "class A extends Component.B {}"),
        ("Use function components exclusively — no class components.", "a.tsx", "error",
         "class A extends PureComponent {}", "class A extends ComponentStore {}"),
        ("Prefer functional components with hooks over class components", "a.tsx", "warning",
         "class A extends Component<B> {}", "function A() {}"),
        ("No inline `style` attributes", "a.tsx", "error", "<p style={{a: b}} />", "<p />"),
        ("Never use !important", "a.css", "error", "a { b: c !important; }", "a { b: c; }"),
        ("No relative imports", "a.py", "error", "from .a import b", "from a import b"),
        ("Use absolute imports from the package namespace.", "a.py", "error",
         "from . import b", "from a.b import c"),
        ("Use absolute imports, not relative", "a.py", "error", "    from ..a import b", "yield a"),
        ("Use modern built-in generics (PEP 585).", "a.py", "error",
         GENERICS, "from typing import Any\n\nList = 1"),
        ("Favor builtin generics: `list[str]`, `dict[str, str]`.", "a.py", "warning",
         "a: typing.Dict[b, c]", "from typing import Listing"),
        ("Use functional components with hooks (no class components)", "a.tsx", "error",
         "class A extends Component {}", "class A extends B {}"),
        ("Use functional and declarative programming patterns; avoid classes.", "a.ts", "warning",
         "export class A {}", "a.class {}"),
        ("Use maps instead of enums", "a.ts", "error", "enum A {}", "a = enumerate(b)"),
        ("Do not use mutable default args", "a.py", "error", "def a(b={}): ...", "def a(b=1): ..."),
        ("Do not add emojis to code", "a.py", "error", "a = '\U0001f680'", "a = '\u2192'"),
    ],
)  # fmt: skip
def test_a_practice_is_known_by_its_words(
    text: str, path: str, severity: str, code: str, other: str
) -> None:
    keys = keys_of(read_page_line(text, [path]))
    assert keys["severity"] == severity
    assert (finds(keys, code), finds(keys, other)) == (True, False)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("No class components except error boundaries", "condition: `except`"),
        ("Use functional components only for pages", "condition: `only for`"),
        ("Use absolute imports only when needed", "taste: `when needed`"),
        ("Use built-in generics when possible", "taste: `when possible`"),
        # Of `a.ts`, or of `a.py`
        ("No relative imports", "condition: which files it is about is not sure"),
        ("No relative imports across packages", "syntax: `relative imports`"),
        # What is made of the code
        ("ESM only build output", "description"),
    ],
)
def test_a_practice_in_some_cases_is_left(text: str, reason: str) -> None:
    line = read_page_line(text, ["a.py", "a.tsx"])
    assert (line.rule, line.reason) == (None, reason)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("\u274c Use inline styles; use Tailwind", r"\bstyle=\{\{"),
        ("\u274c Use `debugger`", r"(?<![\w$.-])debugger\b"),
    ],
)
def test_a_mark_says_the_same_as_the_ban_above_it(text: str, pattern: str) -> None:
    """Without the mark it may be what to do instead."""
    assert keys_of(read_page_line(text, ["a.tsx"], "Don't"))["pattern"] == pattern
    assert read_page_line(text[2:], ["a.tsx"], "Don't").rule is None


@pytest.mark.parametrize("heading", ["Don't", "Avoid", "Anti-patterns"])
@pytest.mark.parametrize("text", ["Absolute imports only", "Use built-in generics"])
def test_a_practice_below_what_is_wrong_is_left(text: str, heading: str) -> None:
    assert read_page_line(text, ["a.py"], heading).rule is None


def test_a_practice_that_names_a_part_of_a_page_bans_nothing_there() -> None:
    assert read_page_line("Never use `eval()`", ["a.js"], "ES modules only").rule


@pytest.mark.parametrize(
    ("text", "path", "valid"),
    [
        ("ES modules only", "a.js", ["import a from 'b'"]),
        ("Function components only", "a.tsx", ["function A() {}"]),
        ("Absolute imports only", "a.py", ["from a import b"]),
        ("Use built-in generics", "a.py", ["a: list[str]"]),
    ],
)
def test_a_practice_has_a_valid_example(text: str, path: str, valid: list[str]) -> None:
    assert keys_of(read_page_line(text, [path]))["examples"]["valid"] == valid
