"""Code that pages write without backquotes, in words that stand for it, and in both together.

Avoid 'any', console.log            names that only code has
no default exports, bare excepts    words for code
"""

from __future__ import annotations

import re
from functools import lru_cache

from phaser_lint.author.importers.pages.code.known_code import PHRASES, PHRASES_OF_LINES
from phaser_lint.author.importers.pages.code.span_patterns import LONGEST, NAME, parse_span

# Code that pages write without backquotes: 'any', console.log.
_SPAN_OR_CODE = re.compile(r"(`+[^`]*`+)")
_KNOWN_NAMES = (
    r"(?:setTimeout|setInterval|requestAnimationFrame|dangerouslySetInnerHTML|localStorage"
    r"|sessionStorage|forwardRef|getServerSideProps|useEffect|NavigationView)"
)
_CODE_WORD = re.compile(
    rf"(?<![\w'\"])(?P<mark>['\"])(?P<quoted>[^\s'\"]{{2,{LONGEST}}})(?P=mark)(?![\w'\"])"
    rf"|(?<![\w/:@.'\"(`-])(?P<bare>(?:{NAME}(?:\.{NAME})+(?:\(\))?|{NAME}\(\)))(?![\w/@'\"(`-])"
)
# Never commit .env, node_modules/: of a name that only such a file has
_UNCOMMITTED = re.compile(
    r"(?<![\w./*'\"(-])(?:\.env(?:\.(?:local|development|production|staging|test))?|\.DS_Store"
    r"|\.venv/?|node_modules/?|__pycache__/?)(?![\w/*'\"-]|\.[\w*])"
)
# Do not create setup.py or setup.cfg
_FILE_NAME = re.compile(
    r"(?<![\w./`-])[\w-]+\.(?:py|cfg|ini|toml|json|jsonc|[cm]?js|ts|txt|ya?ml|lock|md|sh|xml|bat)\b"
    r"(?!\.?[\w/`-])"
)
_FILES_CREATED = re.compile(
    r"(?:please )?(?:never|do not|don['\u2019]?t) create (?:an? |any )?(?:new )?"
    rf"{_FILE_NAME.pattern}(?:(?:,|,? or|,? and) {_FILE_NAME.pattern})*(?=\W*$|[;(]"
    r"| [\u2013\u2014-])",
    re.IGNORECASE,
)
_KNOWN_NAME = re.compile(rf"(?<![\w.`'\"]){_KNOWN_NAMES}(?![\w.(`'\"])")
# Prefer interfaces over types: `type` alone is a word of many meanings.
_TYPE_OR_INTERFACE = re.compile(
    r"`?\b(?P<better>interfaces?|types?)`?(?: aliases)?\s+(?P<than>over|instead of|rather than)\s+"
    r"`?(?P<worse>types?|interfaces?)\b`?(?: aliases)?"
    r"(?:\s+for\s+(?:defining\s+)?objects?(?:\s+(?:types?|shapes?|definitions?))?)?",
    re.IGNORECASE,
)
# `<img>` is plain, native and raw.
_PLAIN_ELEMENT = re.compile(
    r"\b(?:raw|plain|native|bare|HTML)\s+(?=`(?:<(?:img|a|script)\b|\.then))", re.I
)
_GIT = r"(?:commits|git|version control|source control|the repo(?:sitory)?)"
_SPANS = r"`[^`]+`(?:(?:,| or|,? and|/)\s*`[^`]+`)*"
_BLOCKING = r"`[\w.]*\.(?:Result|Wait\(\))`"
# What words say that may have no code beside them
_PHRASES_IN_WORDS = tuple(
    (re.compile(words, re.IGNORECASE), code)
    for words, code in (
        (r"use environment variables only in config\w* files\s*[-\u2013\u2014]+\s*(?=never\b)", ""),
        (
            r"^use `?interfaces?`? for object (?:shapes|types|definitions)[,;]? (?:and )?(?:use )?"
            r"`?types?`? for unions\b[^.;]*$",
            "Prefer `interfaces` over `object types`",
        ),
        # No classes, of components: a client of an API may be one
        (
            r"^(?:always )?(?:use )?function(?:al)? (?:react )?components(?: only(?: with hooks"
            r"[\w -]*)?(?![.;,]? (?:in|for|when|if|not?|never)\b)|(?: only)?[.;,]?\s*\(?(?:no"
            r"|not|never|over|instead of|rather than)(?: use)? class(?:es|(?:-based)? components)?"
            r"\)?(?=\W*$|[.;]))",
            "no `class components`",
        ),
        (r"\bforce[- ]unwrap(?:s|ping)?(?: optionals?)?(?: \(`!`\))?", "`force unwraps`"),
    )
)
# What is known by its words and its code together
_PHRASES_WITH_CODE = tuple(
    (re.compile(words, re.IGNORECASE), code)
    for words, code in (
        (
            r"(?<=`input\(\)` and `output\(\)`) functions instead of decorators\b",
            " instead of `@Input()` and `@Output()`",
        ),
        (
            r"(?:always )?use `namespace [A-Z][\w.]*;` ?(?:\(|,|[-\u2013\u2014]+)? ?"
            r"(?:not|never|instead of|over|rather than) (?:the |a )?block(?:[- ]scoped)?"
            r"(?: (?:syntax|namespaces?))?\)?",
            "no `block namespaces`",
        ),
        (r"allow empty `__construct\(\)` methods with zero parameters", "use `empty constructors`"),
        # No debug statements (`console.log`, `debugger`)
        (
            rf"debug(?:ging)? (?:statements|code|output|logs|prints|logging)\s*\(({_SPANS})\)",
            r"\1",
        ),
        # Prefer `const` over `let`, never `var`: of the first two both are written.
        (
            r"\b(?:prefer|use) `const` (?:over|instead of|rather than) `let`[.,;]\s*(?:and )?"
            r"(?=(?:never|no|avoid|don['\u2019]?t)\b[^`]*`var`)",
            "",
        ),
        # Use Python 3.10+ union syntax: `str | None` not `Optional[str]`
        (
            r"^((?:always )?(?:use|prefer)) (?:modern )?python 3\.\d+\+? (?:\w+ ){0,2}syntax:? "
            r"(?=`[^`]+`,? (?:not|over|instead of|rather than) `)",
            r"\1 ",
        ),
        # In tests do not use `a()`
        (
            r"^in (?:the )?\**tests\**,? ((?:never|do not|don['\u2019]?t|avoid|no)\b[^;]*`)"
            r"(?=\s*(?:$|[.;(]))",
            r"\1 in tests",
        ),
        # Never commit secrets (`.env`); another word may name what is in the brackets in part
        (
            r"(?<=\bcommit )(?:any |local |runtime |generated |build |temporary |sensitive "
            r"|private )*(?:secrets?|credentials?|keys?|artifacts?|outputs?|files?|configs?"
            r"|settings|data|state|caches?|logs?|databases?|folders)"
            r" \((`[^`]+`(?:, (?:and |or )?`[^`]+`)*)\)",
            r"\1",
        ),
        (r"(?<=`import`)(,? (?:not|over|never|instead of|rather than) )`require`", r"\1`CommonJS`"),
        # Use the `@/` alias for all imports: from a folder above no other way is left.
        (
            r"^(?:always )?use (?:the )?(?:path )?(?:alias(?:es)? )?`@/?\*?` ?(?:path )?"
            r"(?:alias(?:es)?|imports?|prefix)?,? (?:for|in) (?:all |internal |local |project "
            r"|absolute )*imports(?:,? (?:instead of|over|not|never|rather than) (?:deep )?relative"
            r"(?: imports?| paths?| ones)?)?(?=\W*$|[.;])",
            "no `relative imports`",
        ),
        (
            r"^import alias `@/\*?` (?:maps to|for|\u2192) `[\w./*-]+`(?: \u2014| -|;|,|\.) use it"
            r" for all (?:internal |local )?imports(?=\W*$|[.;])",
            "no `relative imports`",
        ),
        (r"type assertions? \(`as`\)", "`as`"),
        (r"force[- ](?:try|tries|casts?|casting) \((`(?:try|as)!`)\)", r"\1"),
        (r"\bempty `catch`(?: (?:blocks?|clauses?|statements?))?", "`empty catch`"),
        (r"\bTypeScript (?=`(?:enum|any)`)", ""),
        (r"non-null assertions?(?: operators?)? \(?`!`\)?", "`non-null assertions`"),
        # Never block with `.Result`; never log with `console.log`: what else is it good for?
        (
            r"\b(never|do not|don['\u2019]?t|must not|avoid|no) (?:"
            r"(?:sync(?:hronously)?[- ])?block(?:ing)? (?:(?:(?:on |in )?(?:async(?:hronous)? )?"
            r"(?:code|calls?|tasks?|methods?|(?:the |any )?threads?) )?(?:on|with|using|via|by"
            rf"(?: calling)?) )?(?={_BLOCKING}(?:(?:,|,? (?:or|and)|/) ?{_BLOCKING})*(?!,? (?:or"
            r"|and)? ?`))|(?:(?:debug|log|print)(?:ging|ing)?) (?:with|using|via) "
            r"(?=`(?:console\.(?:log|debug)|print|println!|fmt\.Println|System\.out\.println)"
            r"(?:\(\))?`(?!,? (?:or|and)? ?`)))",
            r"\1 use ",
        ),
        (
            r"(?:(?:lint|type|inline|test) )*(?:suppressions?|suppression comments|silencers)"
            rf" \(({_SPANS})\)",
            r"\1",
        ),
        (r"(?:deep )?relative (?:imports?|paths?) \((`(?:\.\./){2,3}`)\)", r"\1"),
        (r"(`(?:\.\./){2,3}`) (?:relative )?(?:imports?|paths?)", r"\1"),
        (r"`postgres\.js`", "`postgres`"),
        (
            r"(?:raw |naked |manual )*`new`(?: ?/ ?|,? (?:and|or) )(?:raw )?`delete`",
            "`new and delete`",
        ),
        (r"(?:wildcard|star) imports? \(`[\w.]*\*`\)", "`import *`"),
        (
            r"(?:constructor injection only\W{1,5})?\b(never|no|not) `@Autowired` "
            r"(?:on |for )?fields?\b",
            r"\1 `field injection`",
        ),
        # Keep `out/` untracked; `out/`: what is built (keep it out of commits)
        (
            rf"^((?:always )?keep )?({_SPANS})(?(1)|\s*(?::|[\u2013\u2014-])\s*[^`.;()]{{3,40}}\s"
            rf"\(keep (?:it|them)) (?:untracked|out of {_GIT})\)?(?=\W*$)",
            r"never commit \2",
        ),
        (
            rf"^(?:the )?({_SPANS}) (?:(?:files?|folders?|director(?:y|ies)) )?(must|should) "
            rf"(?:(?:stay|remain) |be (?:kept|left) )(?:untracked|out of {_GIT})(?=\W*$)",
            r"\1 \2 not be committed",
        ),
        # ESM of Node has the ending of each file that it imports.
        (
            r"^(?:(?:always )?use |all )?(?:`\.js` (?:file )?(?:extensions?|endings?) "
            r"(?:in|for|on) (?:all )?(?:relative |local )?imports?(?: paths?| statements?)?"
            r"|(?:relative|local) imports? (?:must |should )?(?:always )?"
            r"(?:use|have|include|end (?:in|with)|need|require)s? (?:the |a |an |explicit )*`\.js`"
            r"(?: file)?(?: extensions?| endings?)?)(?=\W*$|[.;,]| \(| [\u2013\u2014-])",
            "no `imports without .js`",
        ),
        # Include guards: `#pragma once`
        (
            r"^(?:include|header) guards?\s*(?::|\s[-\u2013\u2014])\s*(?:(?:always )?use )?"
            r"(?=`#(?:pragma once|ifndef))",
            "all headers must have ",
        ),
        # `live_redirect` functions: a name in snake_case may be one of anything
        (
            r"`([a-z]{3,}_[a-z]{3,})` (and|or) `([a-z]{3,}_[a-z]{3,})` (?=functions\b)",
            r"`\1()` \2 `\3()` ",
        ),
        (r"`([a-z]{3,}_[a-z]{3,})` (?=functions?\b)", r"`\1()` "),
    )
)
_BARE_EXCEPT = re.compile(
    r"[\"']?\bbare[\"']?\s+[`\"']?excepts?:?[`\"']?(?![\w`])(?:\s+(?:clauses?|statements?"
    r"|blocks?))?"
    r"(?!\s+Exception)",
    re.IGNORECASE,
)


# Of a page each heading stands above many lines.
@lru_cache(maxsize=1000)
def with_code_spans(text: str) -> str:
    """Return *text* of a page with backquotes around unmarked code, which stands in it without
    them.

    Avoid 'any'; never use console.log, default exports and bare excepts.
    """
    text = text.replace("\u2011", "-")  # a hyphen that breaks no line
    text = _PLAIN_ELEMENT.sub("", _BARE_EXCEPT.sub("`except:`", text))
    for phrase, code in (*_PHRASES_IN_WORDS, *(_PHRASES_WITH_CODE if "`" in text else ())):
        text = phrase.sub(code, text)
    parts = _SPAN_OR_CODE.split(_TYPE_OR_INTERFACE.sub(_with_declarations, text))
    texts, spans = parts[::2], parts[1::2]
    if "commit" in text:
        texts = [_UNCOMMITTED.sub(r"`\g<0>`", part) for part in texts]
    if _FILES_CREATED.match(text):
        texts = [_FILE_NAME.sub(r"`\g<0>`", part) for part in texts]
    return "".join(
        f"{_mark_code(part)}{span}" for part, span in zip(texts, (*spans, ""), strict=True)
    )


def _with_declarations(words: re.Match[str]) -> str:
    """Return the pair of *words* with what declares them in place of them."""
    declarations = {"t": "`object types`", "i": "`interfaces`"}
    better, worse = (words[group][0].lower() for group in ("better", "worse"))
    if better == worse:
        return words[0]
    return f"{declarations[better]} {words['than']} {declarations[worse]}"


def _mark_code(text: str) -> str:
    """Return *text*, which has no code spans, with backquotes around what is code."""
    if not text.strip(" ,.;:/()"):  # as between two spans
        return text
    names_lines = " line" in text or "railing" in text or "newline" in text
    for phrase, span in (*PHRASES_OF_LINES, *PHRASES) if names_lines else PHRASES:
        text = phrase.sub(span, text)

    text = _KNOWN_NAME.sub(r"`\g<0>`", text)

    def with_marks(word_match: re.Match[str]) -> str:
        span_pattern = parse_span(word_match["quoted"] or word_match["bare"])
        is_code = span_pattern is not None and bool(span_pattern.languages)
        return f"`{word_match['quoted'] or word_match['bare']}`" if is_code else word_match[0]

    return _CODE_WORD.sub(with_marks, text)
