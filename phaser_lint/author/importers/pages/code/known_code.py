"""Code that pages name, of which the page alone does not tell the pattern.

`any`               a type of TypeScript, which is a word, too
default exports     words that stand for code
`lodash`            the name of a package
"""

from __future__ import annotations

import re
from typing import Any

MIGRATIONS = "migrations/**"
"""Stands for the migrations of a database, wherever they lie."""
SWIFT_FRAMEWORKS = ("SwiftUI", "UIKit", "AppKit", "Combine", "Alamofire", "RxSwift", "SnapKit")
"""What nothing else in code is called."""
PROPERTIES = ("defaultProps", "propTypes", "contextTypes", "childContextTypes", "getInitialProps")
"""What a component of React has by a name that a variable may have as well."""
# It begins a comment; what stands in a sentence, of a `TODO` list or of `@ts-ignore`, does not.
COMMENT_START = r"(?:^|//+!?|/\*+|<!--)[^\S\n]*\**[^\S\n]*"
MARKERS = {
    name: (
        rf"(?:{COMMENT_START}|[#;%]|--)[^\S\n]*@?{name}\b|\b{name}(?=\s*[:(])",
        f"// {name}: a\n# {name}: a",
    )
    for name in ("TODO", "FIXME", "HACK", "XXX")
}
"""The words that mark work to be done in comments, each as ``KNOWN_CODE`` has code."""
KNOWN_CODE = {
    "as any": (r"\bas\s+(?:\(\s*)?any\b", "b = a as any"),
    "any": (
        # A type: a name in other places, such as `call(a, any)`, is none, nor is a word of a text.
        # `(any)` is a type behind a colon and `as`, and a value behind `=>`.
        r"(?:(?:[\w)\]?]\s*:|\b(?:as|extends|keyof|readonly|is|satisfies)\b|[<|&\[]|=>)\s*any\b"
        r"|(?:[\w)\]?]\s*:\s*|\bas\s+)\(\s*any\b(?=\s*\))"
        r"|\btype\s+\w+\s*(?:<[^=;]*>\s*)?=\s*any\b|,\s*any\b(?=(?:\[\])*\s*[>\]])"
        r"|\w<[^<>(){};=\"']*,\s*any\b(?=\s*,)|=\s*any\b(?=\s*[,>])|\(\s*any\b(?=\s*(?:[|&]|\)\s*\[)))"
        r"(?=[\[\]\s,;=)>}|&]|$)(?![^\S\n]+(?!(?:as|extends|in|instanceof|of|satisfies)\b)[a-zA-Z])",
        "let a: any = 1",
    ),
    ": any": (r":\s*(?:\(\s*)?any\b", "let a: any"),
    "as unknown as": (r"\bas\s+unknown\s+as\b", "b = a as unknown as C"),
    "as unknown": (r"\bas\s+unknown\b", "b = a as unknown"),
    # Keywords that mean one thing in each language that has them.
    "var": (r"(?<![\w$.@-])var\s+(?=[A-Za-z_$\[{])", "var a = 1"),
    "enum": (r"(?<![\w$.@-])enum\s+(?=[A-Za-z_])", "enum A {}"),
    "unsafe": (r"(?<![\w.])unsafe\b", "unsafe { a() }"),
    "export default": (r"^[^\S\n]*export\s+default\b", "export default a"),
    "unwrap": (r"\.unwrap\s*\(", "a.unwrap()"),
    # Behind a value: `if (!important)` and `v-if="!important"` are of no style.
    "!important": (
        r":[^;{}]*?(?:[\w%)]\s*|[\"']\s+)!\s*important\b",
        "a { color: red !important; }",
    ),
    "==": (r"(?<![=!<>])==(?!=)", "a == b"),
    "!=": (r"!=(?!=)", "a != b"),
    "Any": (r"(?:[:\[,|]|->)\s*Any\b", "a: Any"),
    "debugger": (r"(?<![\w$.-])debugger\b", "debugger"),
    "except:": (r"\bexcept\s*:", "try:\n    a()\nexcept:\n    pass"),
    "NavigationView": (r"\bNavigationView\b", "NavigationView {}"),
    "empty catch": (r"\bcatch\s*(?:\([^()]*\)\s*)?\{\s*\}", "try { a(); } catch (b) {}"),
    # PHP needs no name for what is caught.
    **{
        f"catch of {name} without a name": (
            rf"\bcatch\s*\(\s*\\?{name}\s*\)",
            f"try {{ a(); }} catch (\\{name}) {{ b(); }}",
        )
        for name in ("Throwable", "Exception")
    },
    "dynamic": (r"(?<![\w.$@'\"])dynamic\b(?=\s*[>?,)\]]|\s+\w)", "dynamic a = b;"),
    "except Exception: pass": (
        r"\bexcept\s+Exception\s*:\s*pass\b",
        "try:\n    a()\nexcept Exception:\n    pass",
    ),
    "import *": (
        r"^[^\S\n]*(?:from\s+[\w.]+\s+import\s*\*|import\s+(?:static\s+)?[\w.]+\.\*)",
        "from os import *",
    ),
    "interface{}": (r"\binterface\s*\{\s*\}", "var a interface{}"),
    "!!": (r"(?<=[\w)\]])!!", "a!!.b()"),
    "NULL": (r"\bNULL\b", "a = NULL;"),
    "using namespace": (r"\busing\s+namespace\s+\w", "using namespace a;"),
    "using namespace std": (r"\busing\s+namespace\s+std\b", "using namespace std;"),
    "@main": (r"@main\b", "@main\nstruct A {}"),
    **{
        name: (
            rf"^[^\S\n]*(?:@\w+\s+|(?:public|internal|private)\s+)*import\s+(?:(?:struct|class|enum"
            rf"|protocol|func|typealias|var|let)\s+)?{name}\b",
            f"import {name}",
        )
        for name in SWIFT_FRAMEWORKS
    },
    **MARKERS,
    "SELECT *": (r"\b(?:SELECT|select)\s+\*", 'a = "SELECT * FROM b"'),
    "RETURNING *": (r"\b(?:RETURNING|returning)\s+\*", 'a = "INSERT INTO b RETURNING *"'),
    "barrel files": (
        r"^[^\S\n]*export\s+(?:type\s+)?(?:\*|\{[^}]*\}\s*from\b)",
        "export * from './a'",
    ),
    "init()": (r"^func\s+init\s*\(\s*\)", "func init() {}"),
    "../../": (r"\bfrom\s*['\"](?:\.\./){2}", "import b from '../../a'"),
    "../../../": (r"\bfrom\s*['\"](?:\.\./){3}", "import b from '../../../a'"),
    "async void": (r"\basync\s+void\b", "async void A() {}"),
    "byebug": (r"(?<![\w.:])byebug\b", "byebug"),
    "puts": (r"^[^\S\n]*puts\b", "puts a"),
    "lateinit": (r"\blateinit\s+var\b", "lateinit var a: B"),
    "@apply": (r"@apply\b", "a { @apply b; }"),
    ".only": (r"\b(?:it|test|describe|context|suite)\.only\b", "it.only(a)"),
    ".skip": (r"\b(?:it|test|describe|context|suite)\.skip\b", "it.skip(a)"),
    "FC": (r":\s*FC\b", "const A: FC = b"),
    "emojis": (r"[\U0001F300-\U0001F64F\U0001F680-\U0001FAFF\u2705\u274C]", "a = '\U0001f680'"),
    "mutable defaults": (
        # Of a call in it, `a: B = Depends(c)`, the brackets are its own.
        r"\bdef\s+\w+\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?=\s*(?:[\[{]|(?:list|dict|set)\()",
        "def a(b=[]):\n    pass",
    ),
    **dict.fromkeys(
        ("export *", "export * from"),
        (r"^[^\S\n]*export\s+\*\s+from\b", "export * from './a'"),
    ),
    "export function": (
        r"^[^\S\n]*export\s+(?:async\s+)?function\b",
        "export function a() {}",
    ),
    # Of Java; a test is made by no constructor of its own
    "field injection": (
        r"@(?:Autowired|Inject)\b(?:\([^()]*\))?\s+(?:@\w+(?:\([^()]*\))?\s+)*"
        r"(?:(?:private|protected|public|static|transient|volatile)\s+)*"
        r"[A-Z][\w.]*(?:<[^;(){}=]*>)?\s+\w+\s*[;=]",
        "@Autowired\nprivate A b;",
    ),
    # Not `a !== b`, `let a!: B`, nor a text that ends so
    "non-null assertions": (
        r"(?<=[\w)\]])!(?=\.[A-Za-z_$]|\[|;|\)\s*[.;,)]|,\s*[\w$])",
        "a = b!.c;",
    ),
    # What is a property of a component: a variable may be called so.
    **{
        name: (
            rf"\.{name}\s*=(?![=>])|\bstatic\s+(?:(?:async|readonly|override)\s+)*{name}\b",
            f"A.{name} = a",
        )
        for name in PROPERTIES
    },
    "inline styles": (r"\bstyle=\{\{", "a = <p style={{color: b}} />"),
    # Of a picture it is how React Native loads that.
    "CommonJS": (
        r"(?<![\w$.])require\s*\((?!\s*['\"`][^'\"`\n]*\.(?:png|jpe?g|gif|webp|svg|[ot]tf|mp[34]|wav)['\"`])"
        r"|(?<![\w$.])(?:module\.exports\b|exports\.\w+\s*=(?!=))",
        "a = require('b')",
    ),
    "class components": (
        r"\bextends\s+(?:React\.)?(?:Pure)?Component\b(?!\.)",
        "class A extends React.Component {}",
    ),
    "classes": (
        r"^[^\S\n]*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+[A-Za-z_$]",
        "export class A {}",
    ),
    "relative imports": (r"^[^\S\n]*from\s+\.", "from .a import b"),
    "local imports": (
        r"^[^\S\n]+(?:import\s+\w|from\s+[\w.]+\s+import\b)",
        "def a():\n    import b",
    ),
    "generics of typing": (
        r"^[^\S\n]*from\s+typing\s+import\s+(?:[\w ,]+, *|\([\w\s,]*?)?"
        r"\b(?:List|Dict|Tuple|Set|FrozenSet)\b"
        r"|(?<![\w.])typing\.(?:List|Dict|Tuple|Set|FrozenSet)\b",
        "from typing import Any, List",
    ),
    # Of Angular's classes: those of other frameworks have no `inject()`.
    "constructor injection": (
        r"\bconstructor\s*\(\s*(?:@\w+\([^()]*\)\s*)*(?:private|public|protected|readonly)\s",
        "import { Injectable } from '@angular/core';\nclass A { constructor(private b: C) {} }",
    ),
    # What Vue and Blade put into a page as it is, and code in a template
    "v-html": (r"(?<![\w-])v-html\b", '<p v-html="a"></p>'),
    "{!! !!}": (r"\{!!", "{!! $a !!}"),
    "@php": (r"(?<![\w@])@php\b", "@php $a = 1; @endphp"),
    "script without setup": (r"<script\b(?![^>]*\bsetup\b)", '<script lang="ts">'),
    "block-scoped namespaces": (
        r"^[^\S\n]*namespace\s+[A-Za-z_][\w.]*\s*\{",
        "namespace A.B {}",
    ),
    "f-strings of log calls": (
        r"\b_?(?:log|logger|logging|LOG|LOGGER)\.(?:debug|info|warn|warning|error|critical|exception)"
        r"\(\s*[rR]?[fF][rR]?[\"']",
        'logger.info(f"a {b}")',
    ),
    "f-strings of SQL": (
        r"\.(?:execute|executemany)\s*\(\s*(?:\w+\s*\(\s*)?[rR]?[fF][rR]?[\"']",
        'a.execute(f"SELECT {b}")',
    ),
    "throw of texts": (r"\bthrow\s+[\"'`]", 'throw "a";'),
    **{
        f"{name} of no code": (rf"#[^\S\n]*{name}\b(?!\s*[\[:(])", f"a = b  # {name}")
        for name in ("type: ignore", "noqa")
    },
    # TODO(ann), TODO: see #12, TODO AB-12, TODO: https://…
    "TODO of no issue": (
        rf"(?:(?:{COMMENT_START}|[#;%]|--)[^\S\n]*@?TODO\b|\bTODO(?=\s*:))"
        r"(?!\s*[(\[]|.*(?:#\d|\b[A-Z][A-Z\d]+-\d|://))",
        "// TODO: a\n# TODO: a",
    ),
    # `./a` is of the same commit, an image of `docker://` has another digest.
    "unpinned actions": (
        r"^[^\S\n]*(?:-\s+)?uses:\s*[\"']?(?!\./|docker:)[\w./-]+@(?![0-9a-f]{40}\b)",
        "    - uses: a/b@v4",
    ),
    # One in `declare global` adds to that, which no type can.
    "interface": (
        r"^(?:export\s+)?(?:default\s+)?interface\s+[A-Z]\w*",
        "interface A {}",
    ),
}
"""Its pattern, and what that finds."""
OTHER_MEANING = {
    **dict.fromkeys(
        ("any", ": any", "as any"),
        (
            # import { all, any } from 'ramda', const any = a, (a, any) => any
            r"\bimport\s[\w$*,\s{}]{0,300}\bany\b[\w$,\s{}]{0,300}\bfrom\b|\b(?:const|let|var|function)\s+any\b"
            r"|\b(?:const|let|var)\s*\{[^{}]*\bany\s*[,}=]|\(\s*any\s*[,=]|[(,]\s*any\s*\)?\s*=>",
            "a file where a value is called `any`",
        ),
    ),
    "CommonJS": (r"\bcreateRequire\b", "a file with `createRequire`"),
    # A second script may say what no setup can.
    "script without setup": (
        r"<script\b[^>]*\bsetup\b",
        "a second script beside that of the setup",
    ),
    # Only a class can be one.
    "class components": (
        r"\b(?:componentDidCatch|getDerivedStateFromError)\b",
        "a file with an error boundary",
    ),
}
"""What tells that in a file this code means something else as well, and what is not seen there."""
ONLY_WITH = {
    "constructor injection": (
        r"\bfrom\s*['\"]@angular/core['\"]",
        "parameters without `private`, `public`, `protected` or `readonly`",
    ),
}
"""What a file has in which this code is meant, and what is not seen there."""
OWN_FILES: dict[str, dict[str, Any]] = {
    "barrel files": {"paths": ("index.{ts,tsx,js,jsx}",)},
    **{span: {"endings": ("vue",)} for span in ("script without setup", "v-html")},
    **{span: {"endings": ("blade.php",)} for span in ("{!! !!}", "@php")},
    "unpinned actions": {"scope_path": ".github/", "endings": ("yml", "yaml")},
}
"""Where alone this code stands, by the fields of a ``SureRule``."""
LOADED_LATER = {
    # lazy(() => import('./a').then((a) => a.B)) loads a module later, which nothing else does.
    ".then()": (r"\bimport\s*\(", "`.then()` on a line with `import()`"),
}
"""What on its line tells that this code is needed, and what is not seen there."""
IN_TESTS_OF_FILE = {
    # A test of Rust stands in the file that it is about, and panics where it fails.
    "Rust": (
        re.compile(r"\.?(?:unwrap|expect)(?:\(\))?|panic!(?:\(\))?"),
        {
            "not_inside": r"#\[cfg\((?:test\b|all\(test\b)[^\]]*\]",
            "exclude_glob": ("**/tests/", "**/benches/", "**/tests.rs", "**/*_test*.rs"),
        },
        "tests and benchmarks",
    ),
}
"""What tests may have of a language's code, where these stand, and what is not seen."""
MISSED_IN_LANGUAGE = {
    ("print()", "Swift"): "`Swift.print()`, `debugPrint()`",
    ("print()", "Kotlin"): "`println()`",
    ("print()", "Scala"): "`println()`",
    ("println()", "Kotlin"): "`print()`",
    ("println()", "Scala"): "`print()`",
    ("print()", "Dart"): "`debugPrint()`",
}
"""What else of a language does what a function does."""
MISSED_FORMS = {
    "export default": "`export { a as default }`",
    "inline styles": "`style={a}`",
    "CommonJS": "`require.resolve()`, `require()` of pictures",
    "class components": "classes that extend another class of components",
    "barrel files": "imports that are exported by their names",
    "f-strings of SQL": "a text that is made before it is run",
    "script without setup": "a setup in another language",
    "throw of texts": "a variable that is a text",
    "type: ignore of no code": "whether a reason stands beside it",
    "noqa of no code": "whether a reason stands beside it",
    "f-strings of log calls": "other names of loggers",
    "TODO of no issue": "a TODO that names somebody and no issue",
    "generics of typing": "`List` and others of a file that imports `typing` by another name",
    "field injection": "`@Resource`, fields of tests",
    "non-null assertions": "`a!` before other signs",
    "interface": "an interface in a namespace or in `declare global`",
    "Any": "`Any` that is no annotation",
    "mutable defaults": "a default that another call makes",
    **{
        name: f"`{name}` without brackets, as in its import"
        for name in ("Optional", "Union", "List", "Dict", "Tuple", "FrozenSet")
    },
    "empty catch": "one with only a comment in it",
    **{
        f"*{name}": f"`{name[:1].upper()}{name[1:]}` in a list of imports, `[{name}]`"
        for name in ("ngIf", "ngFor", "ngSwitch")
    },
    "console.log": "`console['log']`, `console?.log`",
}
"""How else that may be written, which its pattern does not find."""
INSIDE = {"local imports": r"\bdef\s+\w"}
"""The block that it stands in: an import below `if TYPE_CHECKING:` is none of a function."""
PRACTICES = {
    "local imports": "import a",
    "CommonJS": "import a from 'b'",
    "class components": "function A() {}",
    "classes": "function a() {}",
    "barrel files": "export const a = 1",
    "block-scoped namespaces": "namespace A.B;",
    "script without setup": '<script setup lang="ts">',
    "constructor injection": "import { inject } from '@angular/core';\nclass A { b = inject(C); }",
    "relative imports": "from a import b",
    "generics of typing": "a: list[str]",
}
"""What no page means to ban where most of the code has it today, and what is done instead."""
NAMES = {
    "import *": "wildcard imports",
    "==": "loose equality",
    "!=": "loose inequality",
    "!!": "double bang",
    "{!! !!}": "unescaped output",
    **dict.fromkeys(("../../", "../../../"), "deep relative imports"),
}
"""What it is called where its signs would be no name."""
COUNTED_IN: dict[str, str | tuple[str, ...]] = {
    **dict.fromkeys(MARKERS, "comments"),
    **dict.fromkeys(("TODO of no issue", "type: ignore of no code", "noqa of no code"), "comments"),
    **dict.fromkeys(("emojis", "unpinned actions"), ""),
    **dict.fromkeys(("script without setup", "v-html", "{!! !!}", "@php"), ""),
    **dict.fromkeys(("SELECT *", "RETURNING *"), ("code", "strings")),
}
"""Where a sign counts, if not in code; empty: anywhere."""
UNIVERSAL = re.compile(
    r"(?:as |: )?any|as unknown(?: as)?|@ts-\w+|console\.log(?:\(\))?|print(?:\(\))?"
    r"|export default|enum|var|except:|import \*|eval(?:\(\))?|debugger|inline styles"
    r"|mutable defaults|!important|TODO|FIXME|emojis|type: ignore|async void"
    r"|interface\{\}|lateinit|!!|System\.out\.println(?:\(\))?|todo!(?:\(\))?|dbg!(?:\(\))?|try!|as!"
    r"|(?:typing\.)?(?:Optional|List|Dict|Union|Tuple)(?:\[.*\])?|os\.path|datetime\.utcnow(?:\(\))?"
    r"|@Autowired|field injection|using namespace std|SELECT \*|!=|empty catch"
    r"|CommonJS|class components|generics of typing|local imports|script without setup"
    r"|constructor injection|block-scoped namespaces|f-strings of log calls|TODO of no issue"
    r"|unpinned actions|barrel files|RETURNING \*|f-strings of SQL"
    r"|v-html|\{!! !!\}|@php"
    r"|throw of texts|(?:type: ignore|noqa) of no code"
)
"""Code that is as bad in each part of a project, whatever the heading above its ban."""
