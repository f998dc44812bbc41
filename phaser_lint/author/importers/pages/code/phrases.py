"""Words of pages that stand for code, and the code span that each is read as.

no wildcard imports      no `import *`
use named exports only   no `export default`
no bare TODO             no `TODO of no issue`, which known_code has a pattern for
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.code.known_code import MARKERS, MIGRATIONS, SWIFT_FRAMEWORKS

_CHANGE = "edit|touch|modify|change|alter"
_MIGRATION_FILES = r"(?:database |db )?migrations?(?: files?)?"
_ARE_APPLIED = r" that (?:have|has) (?:already )?been (?:applied|merged|run|released)"
_ES_MODULES = (
    r"(?:ES ?6? modules?|ESM(?: modules?)?|ES6 (?:imports?/exports?|imports?)"
    r"|(?:`?import`?/`?export`?))(?: \(import ?(?:/|and) ?export\))?"
)
# "Functional components only in `src/`" may say where else they are none.
_NO_PLACE = r"(?! (?:in|for)\b)"
PHRASES = tuple(
    (re.compile(rf"\b(?:{words})", re.IGNORECASE), span)
    for words, span in (
        (
            r"(?:(?:only use |use only )named exports|(?:use )?named exports only)\b"
            r"(?:\W{1,4}(?:no|not|never(?: use)?) default exports?\b\)?)?",
            "no `export default`",
        ),
        (
            rf"(?:use )?{_ES_MODULES} (?:only|exclusively)\b(?!:){_NO_PLACE}"
            r"(?:\W{1,4}(?:no|not|never(?: use)?) (?:CommonJS|CJS|require)\b(?:\(\))?\)?)?",
            "no `CommonJS`",
        ),
        (
            rf"(?:always )?(?:use )?{_ES_MODULES}(?: syntax)?(?:,|;| [\u2013\u2014-])? "
            r"(?:and )?(?:not|no|never(?: use)?|instead of|over|rather than) CommonJS\b"
            r"(?: modules| require| syntax)?(?: ?\(require(?:\(\))?\))?",
            "no `CommonJS`",
        ),
        (
            r"(no|avoid|(?:never|do not|don['\u2019]t) use) CommonJS\b(?: modules?| syntax)?",
            r"\1 `CommonJS`",
        ),
        (
            r"(?:use )?(?:function|functional) components(?: (?:with|and) (?:React )?hooks)?"
            r"(?:,|;| [\u2013\u2014-])? \(?(?:and )?(?:not|no|never(?: use)?) class components"
            r"\b\)?",
            "no `class components`",
        ),
        (
            r"(?:(?:only use|use only) (?:function|functional) components"
            r"|(?:use )?(?:function|functional) components (?:only|exclusively))\b"
            rf"{_NO_PLACE}"
            r"(?:\W{1,4}(?:no|not|never(?: use)?) class(?:-based)? components?\b\)?)?",
            "no `class components`",
        ),
        (r"class(?:-based)? components\b", "`class components`"),
        (
            r"(?:use absolute imports from the package(?: namespace| root| name)?(?=\W*$)"
            rf"|(?:use )?absolute imports only{_NO_PLACE}"
            r"|(?:only use|use only) absolute imports"
            r"|(?:use )?absolute imports(?: everywhere)?,? (?:not|never|no|instead of|over"
            r"|rather than) relative(?: ones| imports)?)\b"
            r"(?:\W{1,4}(?:no|not|never(?: use)?) relative imports?\b\)?)?",
            "no `relative imports`",
        ),
        (r"relative imports\b", "`relative imports`"),
        (
            r"(no|not|never(?: use)?|(?:do not|don['\u2019]t) use|avoid|instead of|over"
            r"|rather than) constructor(?:-based)?(?: dependency)? injection\b",
            r"\1 `constructor injection`",
        ),
        (
            r"(?:always )?use file-scoped namespaces?\b(?: declarations?)?",
            "no `block-scoped namespaces`",
        ),
        (
            r"(?:prefer|favou?r) file-scoped namespaces?\b(?: declarations?)?"
            r"(?: and single-line using directives)?",
            "avoid `block-scoped namespaces`",
        ),
        (
            r"(no|never(?: use)?|(?:do not|don['\u2019]t) use|avoid)(?: using)? f-?strings?"
            r"(?: or(?: string)? concatenation)? (?:in|inside|for|within) (?:the )?"
            r"log(?:ging|ger)?(?: calls?| statements?| messages?)?(?!\w)",
            r"\1 `f-strings of log calls`",
        ),
        (
            r"(no|never(?: use)?|(?:do not|don['\u2019]t) use|avoid)(?: using)? (?:f-?strings? "
            r"(?:for|in|to build) (?:raw )?SQL(?: queries| statements)?|f-?string SQL)(?!\w)",
            r"\1 `f-strings of SQL`",
        ),
        (
            r"(never|do not|don['\u2019]t|avoid) throw(?:ing)? (?:plain |raw )?"
            r"(?:strings?(?: literals?)?|string values?)(?=\W*$|[.;(])",
            r"\1 use `throw of texts`",
        ),
        (
            r"(?:no|never(?: (?:leave|add|write|use))?|avoid) (?:an? )?"
            r"(?:bare|naked|untracked|orphan(?:ed)?) TODO['\u2019]?s?(?: comments?)?(?!\w)",
            "no `TODO of no issue`",
        ),
        (
            r"(?:all |every |each )?TODO['\u2019]?s?(?: comments?)? (?:must|should) (?:always )?"
            r"(?:reference|include|link(?: to)?|have|carry|mention|cite|name) (?:an? |the |its "
            r"|their )?(?:linked |associated |corresponding |tracking |github |jira |linear )*"
            r"(?:issues?|tickets?)(?: (?:numbers?|ids?|links?|references?|keys?))?(?!\w)",
            "no `TODO of no issue`",
        ),
        (
            r"(?:always )?pin (?:all |every )?(?:github )?actions? (?:by|to|with|using) (?:an? "
            r"|their |the )?(?:(?:full|40-char(?:acter)?)(?:[- ]length)? )?(?:git )?(?:commit )?"
            r"(?:SHAs?|hash(?:es)?)(?!\w)",
            "no `unpinned actions`",
        ),
        (
            r"(?:all )?imports?(?: (?:should|must|are|go|belong|stay|always|be|placed|only))*"
            r" (?:at|to) (?:the )?(?:very )?top of (?:the |each |every |your )?(?:python )?"
            r"(?:files?|modules?)(?: only)?(?:(?:,|;| [\u2013\u2014-])? \(?(?:never|not|no imports)"
            r" (?:in|inside) (?:of )?functions\)?)?(?=\W*$|[.;(,] )",
            "no `local imports`",
        ),
        (
            r"(no|avoid|(?:never|do not|don['\u2019]t) use) (?:inline|local|nested|lazy"
            r"|function-level|in-function|deferred) imports\b",
            r"\1 `local imports`",
        ),
        (
            r"(?:always )?use standalone components,? (?:over|not|instead of|rather than)"
            r" (?:using )?NgModules?\b",
            "no `@NgModule`",
        ),
        (
            r"(no|avoid|(?:never|do not|don['\u2019]t) use|instead of|over) NgModules?\b",
            r"\1 `@NgModule`",
        ),
        (
            r"use (?:modern )?built-?in (?:collection )?generics?\b(?: types?)?(?: \(PEP 585\))?"
            r"(?: for (?:type )?(?:annotations|hints))?",
            "no `generics of typing`",
        ),
        (
            r"(?:prefer|favou?r) (?:modern )?built-?in (?:collection )?generics\b(?: types)?",
            "avoid `generics of typing`",
        ),
        (r"default exports?\b", "`export default`"),
        (
            r"(no|avoid|(?:never|do not|don['\u2019]t) (?:use|create|add|write)) barrel "
            r"(?:files?|exports?|re-?exports?)(?: \([^()`]*\))?(?!\w)",
            r"\1 `barrel files`",
        ),
        (rf"no ({'|'.join(SWIFT_FRAMEWORKS)}) imports?\b", r"no `\1`"),
        (r"(no|avoid|use|instead of|over) (?:TypeScript )?enums\b", r"\1 `enum`"),
        (
            r"(no|avoid|(?:never|do not|don['\u2019]t) use) classes"
            r"(?=\W*$|[.;]| or (?:object-|OOP))",
            r"\1 `classes`",
        ),
        (r"(?:wildcard|star) imports?\b", "`import *`"),
        (
            r"the any type\b|(?<=\bno )any types?\b|(?<=\bexplicit )any\b"
            r"|(?:(?<=^no )|(?<=[,;.(\u2014-] no )|(?<=\bavoid )|(?<=\buse )|(?<=\busing ))any"
            r"(?=\s*(?:types?\b|[.,;)\u2014]|-|$))",
            "`any`",
        ),
        (r"print statements?\b", "`print()`"),
        (r"empty catch(?:es)?(?: (?:blocks?|clauses?|statements?|handlers?))?\b", "`empty catch`"),
        (r"console logs?\b", "`console.log`"),
        (r"inline styles\b", "`inline styles`"),
        (
            r"(?:the )?non-?null assertions?(?: operators?)?\b(?:\s*\(`\w?!`\))?",
            "`non-null assertions`",
        ),
        (
            r"field injection\b(?: (?:with|via|using) `@Autowired`| \(`@Autowired`\))?",
            "`field injection`",
        ),
        (
            r"mutable default(?:s| (?:arg(?:ument)?s?|param(?:eter)?s?|values?))\b",
            "`mutable defaults`",
        ),
        # No axios: a name of a package and of nothing else
        (
            r"\b(no|not|never use|don['\u2019]?t use|avoid|instead of|over) "
            r"(axios|dotenv|enzyme|execa|jquery|lodash|mongoose|unittest)(?=\W*$|[.,;)]| \(| or\b)",
            r"\1 `\2`",
        ),
        (
            r"\b(no|not|never use|don['\u2019]?t use|avoid|instead of|over) lombok"
            r"(?=\W*$|[.,;)]| \(| or\b)",
            r"\1 `lombok`",
        ),
        (r"(?:inline )?(?:eslint|lint)[- ]disable comments?\b", "`eslint-disable`"),
        (r"TODO comments?\b|TODO['\u2019]?s\b", "`TODO`"),
        (rf"(?<!`)(?-i:({'|'.join(MARKERS)})s?)\b(?!['\u2019`(:-]|\.\w)", r"`\1`"),
        (
            r"emojis? (?:in|to) (?:the |our )?(?:(?:source )?code(?: files?)?|source files)"
            r"(?:,? (?:or|and) comments)?",
            "`emojis`",
        ),
        (r"(no|avoid|(?:never|do not|don['\u2019]t) use) !important\b", r"\1 `!important`"),
        (
            r"(?:(?<=^no )|(?<=\bnever use )|(?<=, no )|(?<=\bavoid ))var(?=\s*(?:[.,;)\u2014]|$))",
            "`var`",
        ),
        (r"prefer const over let,? (?:and )?avoid var\b", "avoid `var`"),
        (
            r"\bconst(?: and |/| or | over )let,? (?:not|never|no|instead of) var\b",
            "`const` not `var`",
        ),
        (r"unsafe code\b", "`unsafe`"),
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
"""The words, any case, and what a page is read with in their place."""
