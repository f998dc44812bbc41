"""Code that pages name, of which the page alone does not tell the pattern.

`any`               a type of TypeScript, which is a word, too
class components    words that stand for code
`lodash`            the name of a package
"""

from __future__ import annotations

import re

MIGRATIONS = "migrations/**"
"""Stands for the migrations of a database, wherever they lie."""
SWIFT_FRAMEWORKS = ("SwiftUI", "UIKit", "AppKit", "Combine", "Alamofire", "RxSwift", "SnapKit")
"""What nothing else in code is called."""
PROPERTIES = ("defaultProps", "propTypes", "contextTypes", "childContextTypes", "getInitialProps")
"""What a component of React has by a name that a variable may have as well."""
# It begins a comment; what stands in a sentence, of a `TODO` list or of `@ts-ignore`, does not.
COMMENT_START = r"(?:^|//+!?|/\*+|<!--)[^\S\n]*\**[^\S\n]*"
_MARKERS = {
    name: (
        rf"(?:{COMMENT_START}|[#;%]|--)[^\S\n]*@?{name}\b|\b{name}(?=\s*[:(])",
        f"// {name}: a\n# {name}: a",
    )
    for name in ("TODO", "FIXME", "HACK", "XXX")
}
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
    # Not of an import, `{a as B}` and `* as b`, which leaves out some that a comma follows.
    "as": (
        r"(?<!\*\s)\bas\s+(?!const\b)(?:[A-Z]\w*(?:<[^<>]*>)?|string|number|boolean|any|unknown)\b"
        r"(?!\s*[,}]|\s+from\b)",
        "b = (a as B).c",
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
    "!important": (r"!\s*important\b", "a { color: red !important; }"),
    "==": (r"(?<![=!<>])==(?!=)", "a == b"),
    "!=": (r"!=(?!=)", "a != b"),
    "Any": (r"(?:[:\[,|]|->)\s*Any\b", "a: Any"),
    "debugger": (r"(?<![\w$.-])debugger\b", "debugger"),
    "except:": (r"\bexcept\s*:", "try:\n    a()\nexcept:\n    pass"),
    "NavigationView": (r"\bNavigationView\b", "NavigationView {}"),
    "empty catch": (r"\bcatch\s*(?:\([^()]*\)\s*)?\{\s*\}", "try { a(); } catch (b) {}"),
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
    "namespace of TypeScript": (
        r"^[^\S\n]*(?:export\s+)?(?:declare\s+)?namespace\s+[A-Z]\w*(?:\.\w+)*\s*\{",
        "namespace A {}",
    ),
    "const enum of TypeScript": (r"\bconst\s+enum\s", "const enum A {}"),
    "block namespaces": (r"^[^\S\n]*namespace\s+[\w.]+\s*\{", "namespace A.B {\n}"),
    "!!": (r"(?<=[\w)\]])!!", "a!!.b()"),
    "NULL": (r"\bNULL\b", "a = NULL;"),
    "using namespace": (r"\busing\s+namespace\s+\w", "using namespace a;"),
    "using namespace std": (r"\busing\s+namespace\s+std\b", "using namespace std;"),
    "tabs": (r"^[^\S\n]*\t", "\ta = 1"),
    "@main": (r"@main\b", "@main\nstruct A {}"),
    # Not `= delete`, `operator new(a)` or `new (a) B()` in a place that is there
    "new and delete": (
        r"(?<![\w.>])new\s+(?=[A-Za-z_:])|(?<![\w.>])delete\s*(?:\[\s*\]\s*)?(?<=[\s\]])(?=[A-Za-z_*])",
        "a = new B();",
    ),
    **{
        name: (
            rf"^[^\S\n]*(?:@\w+\s+|(?:public|internal|private)\s+)*import\s+(?:(?:struct|class|enum"
            rf"|protocol|func|typealias|var|let)\s+)?{name}\b",
            f"import {name}",
        )
        for name in SWIFT_FRAMEWORKS
    },
    "Lombok": (r"^[^\S\n]*import\s+(?:static\s+)?lombok\.", "import lombok.Data;"),
    "Boost": (r"^[^\S\n]*#[^\S\n]*include\s*[<\"]boost/", "#include <boost/a.hpp>"),
    **_MARKERS,
    "trailing whitespace": (r"[^\S\n]+$", "a = 1 "),
    "missing last newline": (r"\n[^\n]+\Z", "a = 1\nb = 2"),
    "empty lines in a row": (r"^[^\S\n]*\n[^\S\n]*\n", "a = 1\n\n\nb = 2"),
    "constructor injection": (
        r"\bconstructor\s*\(\s*(?:@\w+\([^()]*\)\s*)?(?:private|protected|public|readonly)\s",
        "constructor(private a: B) {}",
    ),
    "empty constructors": (
        r"\bfunction\s+__construct\s*\(\s*\)\s*\{\s*\}",
        "<?php\nclass A { function __construct() {} }",
    ),
    "SELECT *": (r"\b(?:SELECT|select)\s+\*", 'a = "SELECT * FROM b"'),
    # What the words of PHRASES stand for
    "CommonJS": (
        r"(?<![\w.$])require\s*\(|\bmodule\.exports\b",
        "const a = require('a')",
    ),
    "classes": (
        r"^[^\S\n]*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+[A-Z]\w*",
        "class A {}",
    ),
    "init()": (r"^func\s+init\s*\(\s*\)", "func init() {}"),
    "class components": (
        r"\bextends\s+(?:React\.)?(?:Pure)?Component\b",
        "class A extends React.Component {}",
    ),
    # Of JavaScript `./a`, in the same folder, is often meant to stay.
    "relative imports": (
        r"^[^\S\n]*from\s+\.|\bfrom\s*['\"]\.\./",
        "from .a import b\nimport b from '../a'",
    ),
    "imports without .js": (
        r"\bfrom\s*['\"]\.{1,2}/(?![^'\"\n]*\.[cm]?(?:js|json|jsx|css|svg|vue|svelte|wasm)['\"])[^'\"\n]+['\"]",
        "import a from './b'",
    ),
    "../../": (r"\bfrom\s*['\"](?:\.\./){2}", "import b from '../../a'"),
    "../../../": (r"\bfrom\s*['\"](?:\.\./){3}", "import b from '../../../a'"),
    # Not of a type, `UIView!`
    "force unwraps": (r"(?<=[\w)\]])(?<!\btry)(?<!\bas)!(?=[.\[(])", "a!.b()"),
    "async void": (r"\basync\s+void\b", "async void A() {}"),
    "byebug": (r"(?<![\w.:])byebug\b", "byebug"),
    "puts": (r"^[^\S\n]*puts\b", "puts a"),
    "lateinit": (r"\blateinit\s+var\b", "lateinit var a: B"),
    "@apply": (r"@apply\b", "a { @apply b; }"),
    ".only": (r"\b(?:it|test|describe|context|suite)\.only\b", "it.only(a)"),
    ".skip": (r"\b(?:it|test|describe|context|suite)\.skip\b", "it.skip(a)"),
    "FC": (r":\s*FC\b", "const A: FC = b"),
    "em dashes": (r"\u2014", "# a \u2014 b"),
    "xfail": (r"(?<=\.)xfail\b", "@pytest.mark.xfail\ndef test_a():\n    pass"),
    "emojis": (r"[\U0001F300-\U0001F64F\U0001F680-\U0001FAFF\u2705\u274C]", "a = '\U0001f680'"),
    "mutable defaults": (
        r"\bdef\s+\w+\s*\([^()]*=\s*(?:[\[{]|(?:list|dict|set)\()",
        "def a(b=[]):\n    pass",
    ),
    "non-null assertions": (r"(?<=[\w)\]])!(?=[.;,)\]\[])", "a!.b()"),
    **dict.fromkeys(
        ("export *", "export * from"),
        (r"^[^\S\n]*export\s+\*\s+from\b", "export * from './a'"),
    ),
    # Of an index file, see STEMS
    "barrels": (
        r"^[^\S\n]*export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^{}]*\})\s*from\b",
        "export { A } from './a'",
    ),
    "export function": (
        r"^[^\S\n]*export\s+(?:async\s+)?function\b",
        "export function a() {}",
    ),
    # What is a property of a component: a variable may be called so.
    **{
        name: (
            rf"\.{name}\s*=(?![=>])|\bstatic\s+(?:(?:async|readonly|override)\s+)*{name}\b",
            f"A.{name} = a",
        )
        for name in PROPERTIES
    },
    "function declarations": (
        r"^[^\S\n]*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s+\w+",
        "function a() {}",
    ),
    "inline styles": (r"\bstyle=\{\{", "a = <p style={{color: b}} />"),
    "field injection": (
        r"@Autowired(?:\([^()]*\))?\s+(?:@\w+(?:\([^()]*\))?\s+)*"
        r"(?:(?:private|protected|public|final)\s+)*[\w.]+(?:<[^;(){}=]*>)?(?:\[\])*\s+\w+\s*;",
        "@Autowired\nprivate A a;",
    ),
    # A mapped type, a union and an intersection can be no interface.
    "object types": (
        r"\btype\s+\w+\s*(?:<[^<>=]*>)?\s*=\s*\{(?!\s*(?:readonly\s+)?\[\s*\w+\s+in\b)"
        r"(?![^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*[|&\[])",
        "type A = {b: number}",
    ),
    # One in `declare global` adds to that, which no type can.
    "interfaces": (
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
    )
}
"""What tells that in a file this code means something else as well, and what is not seen there."""
LOADED_LATER = {
    # lazy(() => import('./a').then((a) => a.B)) loads a module later, which nothing else does.
    ".then()": (r"\bimport\s*\(", "`.then()` on a line with `import()`"),
}
"""What on its line tells that this code is needed, and what is not seen there."""
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
    "barrels": "a barrel that is no `index` file, or exports what it imports",
    "tabs": "tabs after the start of a line",
    "export default": "`export { a as default }`",
    "inline styles": "`style={a}`",
    "class components": "a base class with another name",
    "relative imports": "`import('../a')`, `require('../a')`, `./a`",
    "interfaces": "an interface in a namespace or in `declare global`",
    "CommonJS": "`exports.a`",
    "imports without .js": "`import './a'`, `import('./a')`",
    "Any": "`Any` that is no annotation",
    "mutable defaults": "a default that another call makes",
    **{
        name: f"`{name}` without brackets, as in its import"
        for name in ("Optional", "Union", "List", "Dict", "Tuple", "FrozenSet")
    },
    "field injection": "another annotation than `@Autowired`",
    "force unwraps": "a force unwrap that ends an expression",
    "non-null assertions": "a non-null assertion before an operator",
    "empty constructors": "one with a comment in it",
    "Lombok": "`@lombok.Data` without an import",
    "empty lines in a row": "those in comments and strings",
    "missing last newline": "several empty lines at the end, a file of one line",
    "empty catch": "one with only a comment in it",
    "console.log": "`console['log']`, `console?.log`",
}
"""How else that may be written, which its pattern does not find."""
STEMS = {"barrels": "index"}
"""How files are called where this code is what it stands for; elsewhere it is something else."""
COUNTED_IN: dict[str, str | tuple[str, ...]] = {
    **dict.fromkeys(_MARKERS, "comments"),
    "emojis": "",
    "em dashes": "",
    "SELECT *": ("code", "strings"),
    "trailing whitespace": "",
    "missing last newline": "",
}
"""Where a sign counts, if not in code; empty: anywhere."""
_SCOPED_PACKAGE = re.compile(r"@[a-z][\w.-]*/[a-z][\w.-]*")
_GO_PACKAGE = re.compile(
    r"log/slog|io/ioutil|math/rand|(?:github\.com|golang\.org|gopkg\.in|go\.uber\.org)(?:/[\w.-]+)+"
)
PACKAGES = {
    **dict.fromkeys(
        (
            "axios",
            "better-sqlite3",
            "date-fns",
            "dotenv",
            "enzyme",
            "execa",
            "express",
            "formik",
            "ioredis",
            "jquery",
            "lodash",
            "moment",
            "mongoose",
            "node-fetch",
            "pg",
            "postgres",
            "redux",
            "styled-components",
            "superagent",
            "underscore",
            "ws",
        ),
        "JavaScript",
    ),
    **dict.fromkeys(
        (
            "aiohttp",
            "argparse",
            "httpx",
            "logging",
            "loguru",
            "numpy",
            "pandas",
            "pickle",
            "psycopg2",
            "pytz",
            "requests",
            "simplejson",
            "subprocess",
            "unittest",
            "urllib3",
        ),
        "Python",
    ),
}
"""Packages whose names mean nothing else in code, and their languages."""
UNIVERSAL = re.compile(
    r"(?:as |: )?any|as unknown(?: as)?|@ts-\w+|console\.log(?:\(\))?|print(?:\(\))?"
    r"|export default|enum|empty lines in a row"
    r"|var|except:|import \*|eval(?:\(\))?|debugger|force unwraps|class components|inline styles"
    r"|non-null assertions|mutable defaults|!important|trailing whitespace|tabs|TODO|FIXME|emojis"
    r"|type: ignore|relative imports|CommonJS|field injection|block namespaces|async void"
    r"|interface\{\}|lateinit|!!|System\.out\.println(?:\(\))?|todo!(?:\(\))?|dbg!(?:\(\))?|try!|as!"
    r"|(?:typing\.)?(?:Optional|List|Dict|Union|Tuple)(?:\[.*\])?|os\.path|datetime\.utcnow(?:\(\))?"
    r"|@Autowired|xfail|using namespace std|barrels|SELECT \*|!="
    r"|empty catch|missing last newline"
)
"""Code that is as bad in each part of a project, whatever the heading above its ban."""
FRAMEWORKS = frozenset(
    (
        "angular", "boto3", "django", "drizzle-orm", "fastapi", "flask", "litestar", "next",
        "pydantic", "react", "react-dom", "sqlalchemy", "sqlite3", "svelte", "typeorm", "vue",
    )
)  # fmt: skip
"""Packages that a folder may have to do without; elsewhere their names are words."""
PACKAGE_TOPICS = frozenset(
    (
        "api", "apis", "database", "databases", "dependencies", "http", "libraries", "library",
        "networking", "package", "packages", "requests", "runtime",
    )
)  # fmt: skip
"""The words for what packages are for: below a heading about one, each file is meant."""
_CHANGE = "edit|touch|modify|change|alter"
_MIGRATION_FILES = r"(?:database |db )?migrations?(?: files?)?"
_ARE_APPLIED = r" that (?:have|has) (?:already )?been (?:applied|merged|run|released)"
# Tried only where a line of the page names lines, or what trails
PHRASES_OF_LINES = tuple(
    (re.compile(rf"\b(?:{words})", re.IGNORECASE), span)
    for words, span in (
        (
            r"^(?:always )?remove (?:all |any )?(?=trailing white|trailing spaces|(?:\w+ )?"
            r"(?:white ?spaces?|spaces) at the end of (?:the |each )?lines?(?=\W*$|[.;]))",
            "no ",
        ),
        (
            r"^trailing white ?space\s*:\s*(?:stripped|none|removed?|trim(?:med)?|not allowed"
            r"|forbidden)(?=\W*$)",
            "no `trailing whitespace`",
        ),
        (
            r"trailing (?:white ?spaces?|spaces)\b|(?:(?:unnecessary|needless|extra) )?"
            r"(?:white ?spaces?|spaces) at the end of (?:(?:a|the|any|each) )?lines?\b",
            "`trailing whitespace`",
        ),
        (
            r"(no|not|never|never use|(?:do not|don['\u2019]?t) use|avoid) (?:(?:more than (?:one|1"
            r"|a single)|multiple|several) (?:consecutive )?|consecutive )"
            r"(?:empty|blank) lines?(?: in a row| in succession)?(?: anywhere)?(?=\W*$|[.;])",
            r"\1 `empty lines in a row`",
        ),
        # Each file ends with a newline
        (
            r"(?:^|(?<=: ))(?:always )?(?:(?:add|include|use|have|leave) )?(?:an?|one|exactly one"
            r"|a single)? ?(?:(?:empty|blank|trailing) (?:new)?line|newline) at (?:the )?end of "
            r"(?:(?:all|every|each|the) )?(?:new )?files?(?=\W*$|[.;])"
            r"|^(?:all|every|each|end|new) (?:(?:source|new|all|every|each) )?files? (?:must "
            r"|should )?(?:ends? )?with (?:(?:an?|exactly|one|1|single|trailing) )*newline"
            r"(?: character)?(?=\W*$|[.;])",
            "no `missing last newline`",
        ),
    )
)
"""The same of what stands at the end of lines, and between them."""
# What stands in code where a page says this, each below its name in KNOWN_CODE.
PHRASES = tuple(
    (re.compile(rf"\b(?:{words})", re.IGNORECASE), span)
    for words, span in (
        (
            r"(?:(?:only use |use only )named exports|(?:use )?named exports only)\b"
            r"(?:\W{1,4}(?:no|not|never(?: use)?) default exports?\b)?",
            "no `export default`",
        ),
        (r"(?:^|(?<=[.;:] ))prefer named exports?(?=\W*$|[.;])", "avoid `export default`"),
        (r"default exports?\b", "`export default`"),
        (r"(no|avoid|use) (?:TypeScript )?enums\b", r"\1 `enum`"),
        (r"(?:wildcard|star) imports?\b", "`import *`"),
        (r"TypeScript (namespace|const enum)s?\b", r"`\1 of TypeScript`"),
        (
            r"the any type\b|(?<=\bno )any types?\b|(?<=\bexplicit )any\b"
            r"|(?:(?<=^no )|(?<=[,;.(\u2014-] no )|(?<=\bavoid )|(?<=\buse )|(?<=\busing ))any"
            r"(?=\s*(?:types?\b|[.,;)\u2014]|-|$))",
            "`any`",
        ),
        (r"print statements?\b", "`print()`"),
        (r"empty catch(?:es)?(?: (?:blocks?|clauses?|statements?|handlers?))?\b", "`empty catch`"),
        (r"console logs?\b", "`console.log`"),
        (r"class components?\b", "`class components`"),
        (r"(no|avoid) classes(?=\s*(?:[.;,)]|$))", r"\1 `classes`"),
        (r"CommonJS(?: modules?| syntax)?(?:\s+\(require\))?(?=\W*$|[.;,)])", "`CommonJS`"),
        (r"relative imports?\b", "`relative imports`"),
        (r"mutable default (?:arguments?|parameters?|values?)\b", "`mutable defaults`"),
        (r"non-null assertions?(?: operators?)?\b", "`non-null assertions`"),
        # No axios: a name of a package and of nothing else
        (
            r"\b(no|not|never use|don['\u2019]?t use|avoid|instead of|over) "
            r"(axios|dotenv|enzyme|execa|jquery|lodash|mongoose|unittest)(?=\W*$|[.,;)]| \(| or\b)",
            r"\1 `\2`",
        ),
        (
            r"\b(no|not|(?:never|do not|don['\u2019]?t) use|avoid|instead of|over) "
            rf"((?-i:{'|'.join(SWIFT_FRAMEWORKS)}|Lombok|Boost))(?=\W*$|[.,;)]| \(| or\b)",
            r"\1 `\2`",
        ),
        (r"(?:raw|naked|manual) new(?: ?/ ?| and | or )delete\b", "`new and delete`"),
        (r"(?:inline )?(?:eslint|lint)[- ]disable comments?\b", "`eslint-disable`"),
        (r"create barrel (?:index )?files?\b", "use `barrels`"),
        (r"not TypeScript $", "not "),
        (
            r"consts? (instead of|over) functions?"
            r"(?:, for example,? [\"\u201c][^\"\u201d]*[\"\u201d])?",
            r"`const` \1 `function declarations`",
        ),
        (
            r"(?:always )?use file-scoped namespaces?(?: declarations?)?(?: (?:for|in) (?:all|every"
            r"|each) (?:C# )?files?)?",
            "no `block namespaces`",
        ),
        (
            r"prefer file-scoped namespaces?(?: declarations?)?",
            "avoid `block namespaces`",
        ),
        (r"(?:index/)?barrel (?:files?|exports?|re-exports?)\b", "`barrels`"),
        (r"function declarations\b", "`function declarations`"),
        (r"inline styles\b", "`inline styles`"),
        (r"field injection\b", "`field injection`"),
        (r"TODO comments?\b|TODO['\u2019]?s\b", "`TODO`"),
        (r"promise chains?\b|(?<=async/await over )promises\b", "`.then()`"),
        (r" for indentation(?=,? (?:not|never|instead of|over|rather than) tabs\b)", ""),
        (rf"(?<!`)(?-i:({'|'.join(_MARKERS)})s?)\b(?!['\u2019`(:-]|\.\w)", r"`\1`"),
        (
            r"em[- ]dash(?:es)?(?: characters?)?(?: \(`?\u2014`?\))?(?: anywhere"
            r"| in (?:the |our )?code(?:,? (?:or|and) comments)?)?(?=\W*$|[.;:])",
            "`em dashes`",
        ),
        (r"emojis? in (?:the |our )?(?:source )?code(?:,? (?:or|and) comments)?", "`emojis`"),
        (
            r"(?:always )?use absolute imports(?: only|,? (?:not|never|no|instead of|over) relative"
            r"(?: imports?| ones| paths?)?)(?=\W*$|[.;])",
            "no `relative imports`",
        ),
        (r"\bconst(?: and |/| or )let,? (?:not|never|no|instead of) var\b", "`const` not `var`"),
        (r"must declare strict[_ ]types", "must have `declare(strict_types=1)`"),
        (r"declare strict[_ ]types(?= (?:in|at) )", "add `declare(strict_types=1)`"),
        (r"(no|not|never|never use|instead of|over) tabs(?=\W*$|[.,;(])", r"\1 `tabs`"),
        (r"tabs (?=are (?:not allowed|forbidden|prohibited)\b)", "`tabs` "),
        (r"unsafe code\b", "`unsafe`"),
        (r"constructor injection\b", "`constructor injection`"),
        (
            r"(?:an? |the )?SPDX(?:-License-Identifier)? (?:license )?(?:headers?|comments?"
            r"|identifiers?|tags?)",
            "`SPDX-License-Identifier:`",
        ),
        # Never modify existing migrations, and those that have been applied
        (
            rf"({_CHANGE}) (?:any )?(?:existing|(?:already )?applied|old|past|merged|released) "
            rf"{_MIGRATION_FILES}(?:{_ARE_APPLIED})?(?!\w| (?:in|under|inside|of|from|for)\b)",
            rf"\1 `{MIGRATIONS}`",
        ),
        (rf"({_CHANGE}) (?:any )?{_MIGRATION_FILES}{_ARE_APPLIED}", rf"\1 `{MIGRATIONS}`"),
        # Do not edit files in migrations/
        (
            r"((?:edit|touch|modify|change) (?:(?:any |existing )?(?:files?|migrations?) )?"
            r"(?:(?:in|inside|under|within) )?(?:the )?)((?:[\w.-]+/)+)(?=\W*$|[.;:)]? )",
            r"\1`\2`",
        ),
    )
)


def find_package_language(span: str) -> str:
    """Return the language of the package that the code span *span* is the name of, or nothing."""
    if _SCOPED_PACKAGE.fullmatch(span):
        return "JavaScript"
    return "Go" if _GO_PACKAGE.fullmatch(span) else PACKAGES.get(span, "")
