r"""How each language declares a function, a variable, a constant: by a word, with a wrong name.

def fooBar(        Python: a function that is not in snake_case
fn fooBar(         Rust: the same
const foo_bar =    JavaScript: a variable that is not in camelCase
"""

from __future__ import annotations

from phaser_lint.author.importers.pages.drafts.formatting import (
    FORMATS_OF_JAVASCRIPT,
    FORMATS_OF_PYTHON,
)

# Names that have a word of the other style in them, from their first sign
WRONG_NAMES = {
    "snake": r"_{0,2}[a-z][a-z0-9_]*[A-Z]\w*",
    "camel": r"[a-z][A-Za-z0-9]*_[A-Za-z0-9]\w*",
    "function pascal": r"_?[a-z]\w*",
    "upper": r"[A-Z0-9_]*[a-z]\w*",
    # `IOReader` and `IPAddress` have another word.
    "unprefixed": r"I[A-Z][a-z]\w*",
    "pascal": r"_*(?:[a-z]\w*|[A-Z][A-Za-z0-9]*_\w*)",
}
NAME_SAMPLES = {
    "documented": ("\n", ""),
    "written": ("", ": void"),
    "snake": ("fooBar", "foo_bar"),
    "camel": ("foo_bar", "fooBar"),
    "pascal": ("foo_bar", "FooBar"),
    "upper": ("foo_bar", "FOO_BAR"),
    "unprefixed": ("IReader", "Reader"),
}
# What unittest, http.server and visitors of trees call so
_OF_PYTHON = (
    r"(?!(?:setUp|tearDown|asyncSetUp|asyncTearDown|setUpClass|tearDownClass|setUpModule|runTest"
    r"|tearDownModule|do_[A-Z]+|(?:generic_)?visit_\w+|test_\w+|depart_\w+|leave_\w+|assert[A-Z]\w*)\b)"
)
# What frameworks read by its name
_OF_FRAMEWORKS = (
    r"(?!(?:dynamic\w*|revalidate|runtime|preferredRegion|maxDuration|fetchCache|prerender|ssr|csr"
    r"|trailingSlash|config|metadata|title|name|description|version|contentType|alt|size"
    r"|experimental_ppr|unstable_\w+)\b)"
)
_LITERAL = r"(?=(?:\s*:\s*\w+)?\s*=\s*(?:-?\d|['\"]))"
# What has no comment right above it, but a line that is empty, or is code that ends there
_NO_COMMENT = r"^(?<=\A|\n\n|^(?![^\S\n]*[/*])[^\n]*[;{{}}]\n)[^\S\n]*"
_BELOW_OTHER_LINES = (
    "one below an attribute or another comment",
    "one right below a line that ends with no `;` or brace",
)
_TYPE_ARGUMENTS = r"(?:<[^(){{}};=]*>)?(?:\[\]|\?)*"
_MACROS = {("macro", "upper"): (r"^[^\S\n]*#[^\S\n]*define\s+{name}", "#define {name} 1")}
# How each language declares them: {name} is a wrong one, the sample declares {name}. A key names
# kinds and styles.
DECLARATIONS: dict[str, dict[tuple[str, str], tuple[str, str]]] = {
    "Python": {
        **FORMATS_OF_PYTHON,
        ("function", "snake"): (
            rf"\bdef\s+{_OF_PYTHON}{{name}}\s*[(\[]",
            "def {name}():\n    pass",
        ),
        ("method", "snake"): (
            rf"\bdef\s+{_OF_PYTHON}{{name}}\s*(?:\[[^\]]*\]\s*)?\(\s*(?:self|cls)\b",
            "class A:\n    def {name}(self):\n        pass",
        ),
        ("field", "snake"): (
            r"^[^\S\n]*self\.{name}(?:[^\S\n]*:[^=\n]+)?[^\S\n]+=[^\S\n]",
            "self.{name} = 1",
        ),
        # `maxWidth=1` on a line of its own is an argument of a call.
        ("variable", "snake"): (
            r"^[^\S\n]*(?:self\.)?{name}(?:[^\S\n]*:[^=\n]+)?[^\S\n]+=[^\S\n]",
            "{name} = 1",
        ),
    },
    "JavaScript": {
        **FORMATS_OF_JAVASCRIPT,
        ("return type", "written"): (
            r"\bfunction\s*\*?\s*\w+\s*(?:<[^<>]*>)?\s*\((?:[^()]|\([^()]*\))*\)\s*\{{",
            "function read(a: number){name} {{}}",
        ),
        ("public function", "documented"): (
            rf"{_NO_COMMENT}export\s+(?:default\s+)?(?:async\s+)?function\b",
            "/** A. */\n{name}export function a() {{}}",
        ),
        ("public type", "documented"): (
            rf"{_NO_COMMENT}export\s+(?:(?:default|declare|abstract|const)\s+)*"
            r"(?:class|interface|type|enum)\s+\w",
            "/** A. */\n{name}export class A {{}}",
        ),
        ("function", "camel"): (
            # `const max_size = (a + b) * 2` is no function.
            r"(?<!\bdeclare )\bfunction\s*\*?\s*{name}\s*[(<]|\bconst\s+{name}\s*=\s*(?:async\s*)?"
            r"(?:function\b|(?:<[^()=;]*>\s*)?(?:\w+|\((?:[^()]|\([^()]*\))*\)(?:\s*:[^=;]+)?)\s*=>)",
            "function {name}() {{}}",
        ),
        ("variable", "camel"): (
            # Only what is exported is read by its name.
            r"(?<!\bdeclare )\b(?:(?:(?<!\bexport )const|let|var)\s+"
            rf"|const\s+{_OF_FRAMEWORKS}){{name}}",
            "let {name} = 1",
        ),
        ("constant", "upper"): (
            rf"^export\s+const\s+{_OF_FRAMEWORKS}{{name}}\b{_LITERAL}",
            "export const {name} = 1",
        ),
    },
    "Rust": {
        ("public function", "documented"): (
            rf"{_NO_COMMENT}pub\s+(?:(?:async|const|unsafe|extern(?:\s+\"[^\"]*\")?)\s+)*fn\s+\w",
            "/// A.\n{name}pub fn a() {{}}",
        ),
        ("public type", "documented"): (
            rf"{_NO_COMMENT}pub\s+(?:unsafe\s+)?(?:struct|enum|trait|union|type)\s+\w",
            "/// A.\n{name}pub struct A;",
        ),
        ("function", "snake"): (r"\bfn\s+{name}", "fn {name}() {{}}"),
        ("method", "snake"): (
            r"\bfn\s+{name}\s*(?:<[^<>]*>\s*)?\(\s*(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b",
            "fn {name}(&self) {{}}",
        ),
        ("variable", "snake"): (r"\blet\s+(?:mut\s+)?{name}", "let {name} = 1;"),
        ("local", "snake"): (r"\blet\s+(?:mut\s+)?{name}", "let {name} = 1;"),
        ("constant", "upper"): (r"(?<!\*)\bconst\s+{name}\s*:(?!:)", "const {name}: u8 = 1;"),
        ("static", "upper"): (
            r"(?<!')\bstatic\s+(?:mut\s+)?{name}\s*:(?!:)",
            "static {name}: u8 = 1;",
        ),
        ("module", "snake"): (r"^[^\S\n]*(?:pub(?:\([^)]*\))?\s+)?mod\s+{name}", "mod {name};"),
    },
    "Go": {
        ("public function", "documented"): (
            rf"{_NO_COMMENT}func\s+(?:\(\s*(?:\w+\s+)?\*?[A-Z]\w*(?:\[[^\]]*\])?\s*\)\s*)?[A-Z]",
            "// A is it.\n{name}func A() {{}}",
        ),
        ("public type", "documented"): (
            rf"{_NO_COMMENT}type\s+[A-Z]",
            "// A is it.\n{name}type A struct {{}}",
        ),
        ("interface", "unprefixed"): (
            r"^[^\S\n]*(?:type\s+)?{name}\s+interface\s*\{{",
            "type {name} interface {{}}",
        ),
        ("function", "camel"): (
            r"^func\s+(?:\([^)]*\)\s*)?(?!(?:Test|Benchmark|Fuzz|Example))[A-Za-z][A-Za-z0-9]*_\w+",
            "func {name}() {{}}",
        ),
        ("method", "camel"): (
            r"^func\s+\([^)]*\)\s*[A-Za-z][A-Za-z0-9]*_\w+",
            "func (a A) {name}() {{}}",
        ),
    },
    "Java": {
        ("public function", "documented"): (
            rf"{_NO_COMMENT}public\s+(?:(?:static|final|abstract|synchronized|native)\s+)*"
            r"(?:<[^(){{}};=]*>\s*)?(?!(?:class|interface|enum|record)\b)"
            rf"(?:[\w.]+{_TYPE_ARGUMENTS}\s+)?\w+\s*\(",
            "class B {{\n    /** A. */\n{name}    public void a() {{}}\n}}",
        ),
        ("public type", "documented"): (
            rf"{_NO_COMMENT}public\s+(?:(?:static|final|abstract|sealed)\s+)*"
            r"(?:class|interface|enum|record|@interface)\s+\w",
            "/** A. */\n{name}public class A {{}}",
        ),
        ("function", "camel"): (
            r"\b(?:public|private|protected)\s+(?:(?:static|final|abstract|synchronized|default|native)\s+)*"
            r"(?:@[\w.]+\s+|<[^(){{}};=]*>\s*)*[\w.]+(?:<[^(){{}};=]*>)?(?:\[\])*\s+{name}\s*\(",
            "public void {name}() {{}}",
        ),
        ("constant", "upper"): (
            r"\b(?:static\s+final|final\s+static)\s+(?:@[\w.]+\s+)*[\w.]+(?:<[^(){{}};=]*>)?(?:\[\])*\s+(?!(?:log|logger|serialVersionUID)\b)"
            r"{name}\s*=",
            "private static final int {name} = 1;",
        ),
    },
    "Kotlin": {
        ("function", "camel"): (
            r"(?<!\bexternal )\bfun\s+(?:<[^>\n]*>\s*)?(?:[\w<>?]+\.)?{name}\s*\(",
            "fun {name}() {{}}",
        ),
        ("variable", "camel"): (r"(?<!\bconst )\b(?:val|var)\s+{name}", "val {name} = 1"),
        ("constant", "upper"): (r"\bconst\s+val\s+{name}", "const val {name} = 1"),
    },
    "Swift": {
        ("public function", "documented"): (
            rf"{_NO_COMMENT}(?:public|open)\s+(?:(?:static|class|final|mutating|nonisolated)\s+)*"
            r"func\s",
            "/// A.\n{name}public func a() {{}}",
        ),
        ("public type", "documented"): (
            rf"{_NO_COMMENT}(?:public|open)\s+(?:(?:final|indirect)\s+)*"
            r"(?:class(?!\s+(?:func|var)\b)|struct|enum|protocol|actor)\s+\w",
            "/// A.\n{name}public struct A {{}}",
        ),
        ("function", "camel"): (
            r"\bfunc\s+(?!test)(?:{name}|[A-Z]\w*)\s*[(<]",
            "func {name}() {{}}",
        ),
        ("variable", "camel"): (r"\b(?:let|var)\s+{name}", "let {name} = 1"),
    },
    "C#": {
        ("public function", "documented"): (
            rf"{_NO_COMMENT}public\s+(?:(?:static|async|virtual|abstract|sealed|partial|new)\s+)*"
            r"(?!(?:class|interface|enum|record|struct|delegate|event|override)\b)"
            rf"(?:[\w.]+{_TYPE_ARGUMENTS}\s+)?\w+(?:<\w+>)?\s*\(",
            "class B\n{{\n    /// <summary>A.</summary>\n{name}    public void A() {{}}\n}}",
        ),
        ("public type", "documented"): (
            rf"{_NO_COMMENT}public\s+(?:(?:static|abstract|sealed|partial|readonly)\s+)*"
            r"(?:class|interface|enum|record|struct)\s+\w",
            "/// <summary>A.</summary>\n{name}public class A {{}}",
        ),
        ("function", "pascal"): (
            r"\b(?:public|private|protected|internal)\s+(?:(?:static|async|virtual|override|abstract"
            r"|sealed|new|partial)\s+)*(?!(?:class|record|struct|delegate|event)\b)[\w.]+(?:<[^(){{}};=]*>)?(?:\[\]|\?)*\s+"
            r"{name}\s*(?:<\w+>)?\(",
            "public void {name}() {{}}",
        ),
    },
    "PHP": {
        ("return type", "written"): (
            r"\bfunction\s+(?!__)\w+\s*\((?:[^()]|\([^()]*\))*\)\s*[{{;]",
            "<?php\nfunction read(int $a){name} {{}}",
        ),
        ("function", "camel"): (
            r"\bfunction\s+(?:&\s*)?(?!test_){name}\s*\(",
            "<?php\nfunction {name}() {{}}",
        ),
        ("method", "camel"): (
            r"(?:^[^\S\n]+|\b(?:public|private|protected|static|final|abstract)\s+)function\s+"
            r"(?:&\s*)?(?!test_){name}\s*\(",
            "<?php\nclass A {{\n    function {name}() {{}}\n}}",
        ),
        ("variable", "camel"): (r"\${name}\s*=(?![=>])", "<?php\n${name} = 1;"),
        ("constant", "upper"): (r"\bconst\s+(?:\w+\s+)?{name}\s*=", "<?php\nconst {name} = 1;"),
    },
    "Zig": {
        # What is external is called as another program calls it.
        ("function", "snake"): (
            r"^[^\S\n]*(?:(?:pub|inline|noinline|export)\s+)*fn\s+{name}\s*\(",
            "fn {name}() void {{}}",
        ),
        ("variable", "snake"): (r"\b(?:const|var)\s+{name}\s*[:=]", "const {name} = 1;"),
    },
    "Ruby": {("function", "snake"): (r"\bdef\s+(?:self\.)?{name}", "def {name}\nend")},
    "Elixir": {("function", "snake"): (r"\bdefp?\s+{name}", "def {name}(), do: 1")},
    "C": _MACROS,
    "C++": {
        **_MACROS,
        # `is_page_v` of a template is called as the type is.
        ("constant", "upper"): (
            r"\bconstexpr\s+(?:[\w:]+(?:<[^;{{}}()]*>)?[\s*&]+)+?(?!\w*_v\b){name}\s*(?:\[[^\]]*\]\s*)?"
            r"[={{]",
            "constexpr int {name} = 1;",
        ),
    },
}
# How else a name of that kind is declared, in a language or in all
UNSEEN_NAMES = {
    ("", "variable"): ("parameters", "names that take a value apart", "fields"),
    ("", "public function"): _BELOW_OTHER_LINES,
    ("", "public type"): (*_BELOW_OTHER_LINES, "public fields, constants and modules"),
    ("JavaScript", "public function"): (*_BELOW_OTHER_LINES, "methods, constants"),
    ("JavaScript", "function"): ("methods", "functions that `let` or `var` holds"),
    ("JavaScript", "constant"): ("constants that are not exported", "those with no literal"),
    ("C#", "function"): ("methods without a modifier",),
    ("C++", "constant"): ("`const` without `constexpr`",),
    ("Java", "function"): ("methods without a modifier", "methods of tests"),
    ("Kotlin", "function"): ("methods of tests",),
}
