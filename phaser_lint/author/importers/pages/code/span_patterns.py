r"""What a code span of a page stands for: a pattern for code, or nothing.

    `print()`           a call        (?<![\w.$])print\s*\(
    `console.log`       a name        (?<![\w$])console\.log\b
    `@ts-ignore`        a directive   in comments
    `cache`, `npm test` nothing: a word, a command

A span counts that is code by its look: a bracket, a dot, ``::``, ``@``, ``!``, two humps, an
import. What may be an example, such as ``foo(x, "msg")``, is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from phaser_lint.author.importers.pages.code.call_families import FAMILIES
from phaser_lint.author.importers.pages.code.known_code import (
    COMMENT_START,
    COUNTED_IN,
    KNOWN_CODE,
    PROPERTIES,
    SWIFT_FRAMEWORKS,
)
from phaser_lint.author.importers.pages.code.topics_of_code import TOPICS
from phaser_lint.core import Record
from phaser_lint.text.languages import FILE_TYPES

LONGEST = 60
STYLES = "CSS"
"""The language of style sheets, of which no project is made."""
TEMPLATES = "Angular templates"
"""What stands in pages of its own, and in strings of TypeScript."""
WRITTEN_IN = dict.fromkeys(("TypeScript", STYLES, TEMPLATES), "JavaScript")
_COMMANDS = """
    apt apt-get bash bazel brew bun bundle cargo cd cmake composer cp curl dart deno docker dotnet
    eslint flutter gh git go golangci-lint gradle helm just kubectl lerna make mise mix mkdir mv
    mvn mypy ninja node npm npx nx phaser-lint php pip pip3 pipx pnpm poetry prettier pytest python
    python3 rails rake rm rubocop ruff ruby rustup sbt sed sh sudo swift swiftlint terraform tox
    tsc turbo uv uvx vite vitest wget xcodebuild xvfb-run yarn zig
"""
COMMANDS = frozenset(_COMMANDS.split())
# The styles of names, and what is written with two humps and is no code.
_NO_CODE = """
    camelcase pascalcase javascript typescript nodejs nextjs github gitlab openai chatgpt graphql
    postgresql mysql sqlite mongodb fastapi pytorch tensorflow webassembly macos ios vscode
    powershell intellij
"""
_NO_CODE_WORDS = frozenset(_NO_CODE.split())
_EXAMPLES = """
    a b c d e f i j k m n o p q s t u v w x y z foo bar baz qux name obj something anything some my
    your other init main example myfunction someclass myclass somefunction
"""
_EXAMPLE_NAMES = frozenset(_EXAMPLES.split())
_ENDINGS = frozenset(ending for endings, *_ in FILE_TYPES for ending in endings.split()) | {
    "md", "mdx", "txt", "lock", "html", "css", "svg", "png", "jpg", "pdf", "csv", "sql", "com",
    "org", "io", "dev", "net", "toml", "xml", "example", "local", "sum", "mod", "zip",
}  # fmt: skip
# Names whose last part is the ending of a file as well.
_NO_FILES = ("process.env", "import.meta.env", "os.env", "console.log", "Math.log")
NAME = r"[A-Za-z_$][\w$]*"
"""A pattern for a name in code."""
_DOTTED_NAME = rf"{NAME}(?:\.{NAME})+"
# A compiler's options stand in its own file.
_OPTIONS = re.compile(
    r"skipLibCheck|noImplicit\w+|strictNullChecks|esModuleInterop|allowJs|checkJs|resolveJsonModule"
    r"|isolatedModules|noUnused\w+|noEmit\w*|moduleResolution|baseUrl|TreatWarningsAsErrors"
)
# A method of what has no name here: `String.replace()`
_OF_ANY_OBJECT = re.compile(
    r"(?:String|Array|Promise|Date)\.(?:at|catch|charAt|concat|endsWith|every|fill|filter|finally|find"
    r"|findIndex|flat|flatMap|forEach|get\w+|includes|indexOf|keys|map|match|padEnd|padStart|pop|push"
    r"|reduce|replace|replaceAll|reverse|set\w+|shift|slice|some|sort|splice|split|startsWith|then|to\w+"
    r"|trim|unshift)(?:\(\))?"
)
_DIRECTIVES = re.compile(
    r"(?://|#|/\*)?\s*(@ts-(?:ignore|nocheck|expect-error)|eslint-disable(?:-next-line|-line)?"
    r"|biome-ignore|prettier-ignore|(?:type|pyright):\s*ignore|noqa(?::\s*[A-Z]+\d+)?|nosec"
    r"|pragma:\s*no\s*cover|pylint:\s*disable|nolint|@phpstan-ignore|rubocop:disable"
    r"|swiftlint:disable)(?:\[(?:\.{3}|code|rule)\])?(?:\s*\*/)?"
)
# Attributes and annotations that only silence a tool.
_SILENCERS = ("#[allow", "#![allow", "@SuppressWarnings", "@Suppress")
_CALL = re.compile(rf"(\.?)({NAME}(?:(?:\.|::|->){NAME})*)\((?:\)|)")
_QUALIFIED = re.compile(rf"({NAME}(?:\.|::){NAME}(?:(?:\.|::){NAME})*)(?:\(\))?")
_DOTTED = re.compile(_DOTTED_NAME)
# How code looks, the pattern for it, and what that finds; {1} and {2} are groups of its look.
_Look: TypeAlias = tuple[re.Pattern[str], str, str]
# With the signs of a placeholder, and none
_MARKED_LOOKS: tuple[_Look, ...] = tuple(
    (re.compile(look), pattern, sample)
    for look, pattern, sample in (
        # `#[allow(...)]`, `#[allow(dead_code)]`
        (r"#!?\[(\w+)(?:\((?:\.{3}|\u2026|_)\))?\]", r"#!?\[\s*{1}\b", "#[{1}(a)]"),
        (r"#!?\[(\w+)\((\w+(?:::\w+)*)\)\]", r"#!?\[\s*{1}\s*\([^)]*\b{2}\b", "#[{1}({2})]"),
        # `run(shell=True)`: the call with that argument
        (
            rf"({_DOTTED_NAME})\((\w+=(?:True|False|None))\)",
            r"(?<![\w$]){1}\s*\((?:[^()]|\([^()]*\))*?\b{2}\b",
            "{1}(a, {2})",
        ),
        # Of Python's typing, `List[str]` is `List` of anything.
        (
            r"(?:typing\.)?(Optional|Union|List|Dict|Tuple|FrozenSet)(?:\[(?:[\w, .|]*|\.{3})\])?",
            r"(?<![\w.])(?:typing\.)?{1}\s*\[",
            "a: {1}[int]",
        ),
        # `revert(string(text))`: a call of a call, of whatever
        (
            rf"({NAME}(?:\.{NAME})*)\(({NAME})\([\w, ]*\)\)",
            r"(?<![\w$.]){1}\s*\(\s*{2}\s*\(",
            "{1}({2}(a))",
        ),
        # Of a string, whatever that is called
        (r"String\.(substr|substring|trimLeft|trimRight)(?:\(\))?", r"\.{1}\s*\(", "a.{1}(b)"),
        # `t.Skip()`: Go's tests call it so.
        (r"(t\.[A-Z]\w+)\(\)", r"(?<![\w.]){1}\s*\(", "{1}(a)"),
        # A namespace of PHP, and what lies in it
        (
            r"\\?([A-Z]\w*(?:\\[A-Z]\w*)*)\\([A-Z]\w*)\\?",
            r"(?<![\w\\])\\?{1}\\(?:{2}(?:\\|\b)|\{{[^{{}}]*?(?<![\w\\]){2}(?:\\|\b))",
            "use {1}\\{2};",
        ),
        # Elements for which frameworks have their own
        (r"<(img|a|script|font|center)\s*/?>", r"<{1}(?=[\s/>])", "a = <{1} b=c />"),
        # A sigil of Elixir
        (r"(~[A-Z])", r"(?<!~){1}(?=[\"'(\[{{<|/])", '{1}"""'),
        # `== null`, `.ConfigureAwait(false)`
        (r"([!=]=) (null|None|nil|NULL)", r"(?<![=!<>]){1}\s*{2}\b", "a {1} {2}"),
        (r"\.([A-Za-z]\w+)\((true|false)\)", r"\.{1}\s*\(\s*{2}\s*\)", "a.{1}({2})"),
        # `*ngIf` and `[ngClass]`: attributes of Angular's templates
        (r"\*?(ng(?:If|For(?:Of)?|Switch(?:Case|Default)?))", r"\*{1}\b", '<a *{1}="b"></a>'),
        (
            r"\[?(ng(?:Class|Style))\]?",
            r"\[{1}(?:\.[\w.%-]+)?\]\s*=|<\w[^<>]*\s{1}\s*=",
            '<a [{1}]="b"></a>',
        ),
        # `Array<T>` is one of anything; `phx-update="append"`
        (r"(Array)<\w+>", r"(?<![\w$.]){1}<", "let a: {1}<b>"),
        (
            r"([a-z]+(?:-[a-z]+)+)=\"([\w-]+)\"",
            r"(?<![\w-]){1}=[\"']{2}[\"']",
            '<a {1}="{2}"></a>',
        ),
    )
)
_LOOKS: tuple[_Look, ...] = tuple(
    (re.compile(look), pattern, sample)
    for look, pattern, sample in (
        # `DB::` and `.Result`: whatever stands behind, or before
        (r"([A-Z]\w+)::", r"(?<!\w)(?<!\w\\){1}::", "{1}::a()"),
        (r"\.([A-Z]\w+)", r"\.{1}\b(?!\s*\()", "a.{1};"),
        (r"([a-z_]\w*)!(?:\(\)|\[\])?", r"\b{1}!", '{1}!("a")'),
        (rf"({NAME}(?:\.{NAME})*)\.\*", r"(?<![\w$]){1}\.\w", "{1}.a(b)"),
        (r"(@(?:[A-Z]\w*|[a-z]\w*(?:\.\w+)+))(?:\(\))?", r"{1}\b", "{1}\n"),
        # An atom of Elixir
        (r"(:[a-z]\w{3,})", r"(?<![\w:]){1}\b(?![?!])", "a({1})"),
        (r"(data-[a-z]+(?:-[a-z]+)*)", r"(?<![\w-]){1}(?![\w-])", '<a {1}="b" />'),
        # As of the root, too: `::std::fs`; `process::exit` is that of `std`.
        (rf"(std(?:::{NAME})+)", r"(?<!\w)(?<!\w::){1}\b", "{1}(a)"),
        (
            rf"({NAME}(?:::{NAME})+)",
            r"(?:(?<!\w)(?<!\w::)|(?<=\bstd::)){1}\b",
            "{1}(a)",
        ),
    )
)
_DUNDER = re.compile(r"__\w+")


# Functions that are meant without a bracket, too.
_FUNCTIONS = (
    "alert", "delattr", "eval", "exec", "getattr", "globals", "hasattr", "locals", "panic", "print",
    "println", "setattr",
)  # fmt: skip
# Methods that are named without their dot, and those of them that take nothing.
_METHODS = ("unwrap()", "expect()", "clone()", "unwrap_unchecked()")
_WITHOUT_ARGUMENTS = ("unwrap", "clone", "unwrap_unchecked")
# `shell=True`, `changeDetection: ChangeDetectionStrategy.OnPush`
_SETTING = re.compile(
    rf"({NAME})\s*(=|:)\s*(True|False|None|(?<=standalone: )true|[A-Z]\w*(?:\.{NAME})+)"
)
_IN_TEMPLATES = re.compile(r"[a-z]+(?:-[a-z]+)+=|~[A-Z]$|live_(?:redirect|patch)|\W?ng[A-Z]")
# console.log/warn/error
_MEMBERS = re.compile(rf"({NAME}(?:\.{NAME})*)\.({NAME}(?:/{NAME})+)")
# `fmt.Print*` is fmt.Print/Printf/Println
_FAMILY_BY_STEM = {
    f"{names[0]}*": "/".join((names[0], *(name.rpartition(".")[2] for name in names[1:])))
    for names in FAMILIES
}
_HUMPS = re.compile(r"[A-Za-z][a-z0-9]+(?:[A-Z]+[a-z0-9]*)+|[a-z]+(?:_[a-z0-9]+){2,}")
_WILDCARD = re.compile(r"(?:from\s+(?:\w+|\.{3}|…|<\w+>)\s+)?import\s+\*")
_FROM_IMPORT = re.compile(r"from\s+([\w.]+)\s+import\s+(\w+)")
_NAMED_IMPORT = re.compile(r"import\s+\{\s*(\w+)\s*\}\s+from\s+([\"'])([\w@./-]+)\2;?")
_MODULE_IMPORT = re.compile(r"import\s+(\w+(?:\.\w+)*)")
# Where a name is defined it is not called.
_NO_DEFINITION = r"(?<!\bdef )(?<!\bfunc )(?<!\bfn )(?<!\bfun )(?<!\bfunction )"

# Whose code a span is, where the span alone tells.
_SIGNS = (
    (
        "TypeScript",
        r"any$|as any|: any|as unknown|@ts-|enum$|FC$|interface$|non-null assertions$"
        r"|constructor injection$",
    ),
    (
        "JavaScript",
        r"(?:console|window|document|process|JSON|Promise|React|module|exports|Object|localStorage"
        r"|sessionStorage|vi|jest|cy|sinon|describe|it)\.[\w*]|test\.(?:only|skip)"
        r"|eslint-|biome-|require\(|use[A-Z]\w*|dangerouslySetInnerHTML|innerHTML|setTimeout"
        r"|setInterval|Math\.random|__dirname|__filename|var$|export default$|data-|debugger$"
        r"|alert\(|[!=]=$|<\w|export \*|standalone: |changeDetection: |(?:\.\./)+$"
        r"|\.(?:only|skip)$|\.then\(|empty catch$|export function$|inline styles$"
        r"|CommonJS$|class components$|classes$|script without setup$"
        r"|barrel files$|throw of texts$|v-html$"
        rf"|(?:{'|'.join(PROPERTIES)})$",
    ),
    (
        "Python",
        r"print\(|input\(|Any$|except:$|\w+\s*=\s*(?:True|False|None)$|(?:datetime|typing"
        r"|requests|subprocess|logging|unittest|pytest|asyncio|np|pd)"
        r"\.[\w*]|(?:os|sys|time)\.[a-z_]|from\s+[\w.]+\s+import|import\s+\w"
        r"|(?:from\s+.*)?import\s+\*|type:\s*ignore|noqa"
        r"|pylint|pyright|pragma|nosec|breakpoint\(|@pytest|(?:set|get|has|del)attr\(|exec\("
        r"|globals\(|locals\(|__\w+__$"
        r"|(?:typing\.)?(?:Optional|Union|List|Dict|Tuple|FrozenSet)\b|except Exception: pass$"
        r"|mutable defaults$|(?:relative|local) imports$|generics of typing$"
        r"|f-strings of (?:log calls|SQL)$",
    ),
    (
        "Go",
        r"(?:fmt|ioutil|context|os|log|errors|http|t|time|strings|sort|sync|json)\.[A-Z]|panic\("
        r"|init\(|nolint"
        r"|interface\{\}|var$",
    ),
    (
        "Elixir",
        r":[a-z]|~[A-Z]|phx-|live_|(?:Phoenix|Ecto|Enum|Task|GenServer|Process|Plug|Mix)\.\w",
    ),
    (
        "Rust",
        r"\.(?:unwrap|expect|clone|unwrap_unchecked)\(|\w+!|std::|unwrap$|unsafe$|enum$|#!?\[",
    ),
    (STYLES, r"!important$|@apply$"),
    (TEMPLATES, r"[*\[]?ng[A-Z]\w*\]?$"),
    (
        "PHP",
        r"[!=]=$|[A-Z]\w+::$|\\?[A-Z]\w*\\[A-Z]|env\(|var_dump\(|dd\(|@phpstan|print_r\("
        r"|enum$|var$|empty catch$|catch of |\{!!|@php$",
    ),
    ("Ruby", r":[a-z]|rubocop:|binding\.pry|puts\b|byebug$"),
    (
        "Swift",
        r"print\(|NSLog\(|swiftlint:|DispatchQueue|NavigationView$|fatalError\("
        rf"|var$|enum$|unsafe$|Any$|(?:try|as)!$|@main$|(?:{'|'.join(SWIFT_FRAMEWORKS)})$",
    ),
    ("Kotlin", r"lateinit$|println?\(|var$|enum$|Any$|!!$|import \*$|@Suppress$|empty catch$"),
    ("Dart", r"print\(|debugPrint\(|var$|enum$|dynamic$|empty catch$"),
    ("Lua", r"print\("),
    (
        "Java",
        r"System\.(?:out|err|exit)|var$|enum$|import \*$"
        r"|@(?:Autowired|SuppressWarnings)|empty catch$|field injection$",
    ),
    (
        "C#",
        r"async void$|\.[A-Z]\w+(?:\((?:true|false)\))?$|Console\.\w|DateTime\.\w"
        r"|Thread\.Sleep|Task\.\w|var$|enum$|unsafe$|dynamic$|empty catch$"
        r"|block-scoped namespaces$",
    ),
    ("C", r"enum$"),
    ("C++", r"enum$|NULL$|nullptr$|using namespace|std::"),
    ("Scala", r"println\(|var$|enum$|Any$|import \*$"),
    ("Zig", r"var$|enum$"),
)


class SpanPattern(Record):
    """A ``pattern`` for what a span stands for, and a ``sample`` that it finds.

    ``languages``: whose code the span is by its look, of which a project has one at most.
    ``topic_words``: the words for the only topics that have such code: `it.only` stands in tests.
    """

    pattern: str
    sample: str
    counted_in: str | tuple[str, ...] = "code"
    languages: tuple[str, ...] = ()
    topic_words: frozenset[str] = frozenset()
    is_setting: bool = False
    """Whether it gives a name a value: then to set it is all that it stands for."""
    is_silencer: bool = False
    """Whether it only silences a tool."""
    qualified_names: tuple[str, ...] = ()
    """What it names by an owner, which an import may make shorter: `os.path`, `std::fs`."""


def parse_span(span: str) -> SpanPattern | None:
    """Return the pattern of what the code span *span* of a page stands for; ``None`` where that is
    not sure.
    """
    span = span.strip()
    if not (2 <= len(span) <= LONGEST and span.isascii() and span.isprintable()):
        return None
    span = f"{span}()" if span in _FUNCTIONS else span
    span = f".{span}" if span in _METHODS else span
    span = re.sub(r"^(as unknown as) [A-Z]\w*$", r"\1", span)
    span = _FAMILY_BY_STEM.get(span, span)
    bare_span = span if span.startswith("#[") else span.lstrip("/#* ")
    languages = tuple(name for name, signs in _SIGNS if re.match(signs, bare_span))
    topic_words = frozenset[str]().union(
        *(words for code, words in TOPICS if code.match(bare_span))
    )
    directive = _DIRECTIVES.fullmatch(span)
    if directive:
        pattern = re.sub(r"\\? +", r"\\s*", re.escape(directive[1]))
        marked = {"Python": "#", "Ruby": "#"}.get("".join(languages), "//")
        start = r"#[^\S\n]*" if marked == "#" else COMMENT_START
        return SpanPattern(
            rf"{start}{pattern}\b",
            f"{marked} {directive[1]}",
            counted_in="comments",
            languages=languages,
            topic_words=topic_words,
            is_silencer=True,
        )
    named_import = _NAMED_IMPORT.fullmatch(span)
    if named_import and named_import[1].lower() not in _EXAMPLE_NAMES:
        return make_named_import_pattern([named_import[1]], named_import[3])
    setting = _SETTING.fullmatch(span)
    if setting and setting[1].lower() not in _EXAMPLE_NAMES:
        name, sign, value = setting.groups()
        return SpanPattern(
            rf"(?<![\w$.]){name}\s*{sign}\s*{re.escape(value)}\b",
            f"a({name}{sign}{value})",
            languages=languages,
            topic_words=topic_words,
            is_setting=True,
        )
    is_sign = span in KNOWN_CODE or any(look.fullmatch(span) for look, _, _ in _MARKED_LOOKS)
    is_no_code = _OPTIONS.fullmatch(span) or _OF_ANY_OBJECT.fullmatch(span)
    if not is_sign and (is_command(span) or is_no_code or _is_placeholder(span)):
        return None
    members = _MEMBERS.fullmatch(span)
    if members and languages:
        names = members[2].split("/")
        pattern = rf"(?<![\w$]){_escape_name(f'{members[1]}.')}(?:{'|'.join(names)})(?![\w$])"
        return SpanPattern(
            pattern,
            f"{members[1]}.{names[0]}(a)",
            languages=languages,
            topic_words=topic_words,
            qualified_names=tuple(f"{members[1]}.{name}" for name in names),
        )
    pattern, sample = _make_code_pattern(span)
    if not pattern:
        return None
    qualified = _QUALIFIED.fullmatch(span)
    return SpanPattern(
        pattern,
        sample,
        # Templates stand in strings, too.
        counted_in=("code", "strings")
        if _IN_TEMPLATES.match(span)
        else COUNTED_IN.get(span, "code"),
        languages=languages,
        topic_words=topic_words,
        is_silencer=span.startswith(_SILENCERS),
        qualified_names=(qualified[1],) if qualified and not is_sign else (),
    )


def make_named_import_pattern(names: Sequence[str], module: str) -> SpanPattern:
    """Return the pattern of a code span with an import of any of *names* from a *module* of
    JavaScript.
    """
    one_of = "|".join(map(re.escape, names))
    other_names = r"[^;'\"]*"
    return SpanPattern(
        rf"\bimport\b{other_names}\b"
        rf"(?:{one_of})\b{other_names}\bfrom\s*['\"]{re.escape(module)}['\"]",
        f"import {{ {names[0]} }} from '{module}'",
        languages=("JavaScript",),
    )


def is_command(span: str) -> bool:
    """Tell whether the code span *span* is a command line, which stands for no pattern."""
    first_word = span.split(maxsplit=1)[0] if span.split() else ""
    has_more = " " in span.strip()
    # `// SAFETY: why` is a comment.
    is_program = first_word in COMMANDS or bool(re.match(r"\./|\$|/(?![/*])|--", first_word))
    return has_more and is_program


def is_known_code(span: str) -> bool:
    """Tell whether *span* is code of a known language; a name may be an example of names."""
    pattern = parse_span(span)
    return pattern is not None and bool(pattern.languages)


def is_file_name(span: str) -> bool:
    """Tell whether the code span *span* is the name of a file, or a path."""
    name = span.rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if span in _NO_FILES or not re.fullmatch(r"[\w./*@{}+-]+", span):
        return False
    return bool(dot and (ending.lower() in _ENDINGS or not stem or name.startswith(".env")))


def _make_code_pattern(span: str) -> tuple[str, str]:
    """Return the pattern of *span* and what it finds; two empty texts where there is none."""
    pattern, sample = _find_fixed_pattern(span)
    if pattern:
        return pattern, sample
    for look, pattern, sample in (*_MARKED_LOOKS, *_LOOKS):
        groups = look.fullmatch(span)
        if groups:
            names = ["", *(group or "" for group in groups.groups())]
            return pattern.format(*map(re.escape, names)), sample.format(*names)
    call = _CALL.fullmatch(span)
    if call:
        name = _escape_name(call[2])
        if call[1]:
            argument = "" if call[2] in _WITHOUT_ARGUMENTS else "b"
            return rf"\.{name}\s*\(", f"a.{call[2]}({argument})"
        # `setState()` is meant with an owner, too: no other function has such a name.
        has_owner = re.search(r"\.|::|->|[a-z][A-Z]|[a-z]_[a-z]", call[2])
        # `if a:print(b)` is a call; what comes after `::` or `->` is another owner's.
        before = r"(?<![\w$])" if has_owner else r"(?<![\w.$@])(?<!->)(?<!::)"
        return rf"{before}{_NO_DEFINITION}{name}\s*\(", f"{call[2]}(a)"
    is_name = _DOTTED.fullmatch(span) and not is_file_name(span)
    if is_name or _HUMPS.fullmatch(span) or _DUNDER.fullmatch(span):
        return rf"(?<![\w$]){_escape_name(span)}(?![\w$])", f"{span}(a)"
    return "", ""


def _escape_name(name: str) -> str:
    """Return a pattern for *name*, whose members may stand on lines of their own."""
    # Not for `console. log`: a sentence ends so, as in text of JSX.
    return re.escape(name).replace(r"\.", r"\s*\.")


def _find_fixed_pattern(span: str) -> tuple[str, str]:
    """Return the pattern of an import, or of a sign: two empty texts for all else."""
    if span.rstrip(";") in KNOWN_CODE:
        return KNOWN_CODE[span.rstrip(";")]
    if _WILDCARD.fullmatch(span):
        return r"^[^\S\n]*from\s+[\w.]+\s+import\s*\*", "from os import *"
    import_from = _FROM_IMPORT.fullmatch(span)
    if import_from:
        module, name = map(re.escape, import_from.groups())
        return rf"^[^\S\n]*from\s+{module}\s+import\b[^\n]*\b{name}\b", span
    module_import = _MODULE_IMPORT.fullmatch(span)
    if module_import:
        return rf"^[^\S\n]*import\s+{re.escape(module_import[1])}\b(?!\.)", span
    return "", ""


def _is_placeholder(span: str) -> bool:
    if span.lower() in _NO_CODE_WORDS or any(
        sign in span for sign in ("%", '"', "'", "<", "{", "=")
    ):
        return True
    if "..." in span and not _WILDCARD.fullmatch(span):
        return True
    if _WILDCARD.fullmatch(span) or span.startswith("."):
        return False
    first_name = re.search(NAME, span)
    return first_name is not None and first_name[0].lower() in _EXAMPLE_NAMES
