"""Code that pages write without backquotes, in words that stand for it, and in both together.

Avoid 'any', console.log            names that only code has
no default exports, bare excepts    words for code
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from phaser_lint.author.importers.pages.code.phrases import PHRASES
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
    r"(?<![\w./`-])[\w-]+\.(?:py|cfg|ini|toml|json|jsonc|[cm]?[jt]sx?|txt|ya?ml|lock|md|sh|xml|bat|rs"
    r"|go|rb|php|java|kt|cs|css|scss|html|sql)\b(?!\.?[\w/`-])"
)
_FILES_CREATED = re.compile(
    r"(?:please )?(?:never|do not|don['\u2019]?t) (?:create|use(?= an? index\.)) (?:an? "
    r"|any )?(?:new )?"
    rf"{_FILE_NAME.pattern}(?:(?:,|,? or|,? and) {_FILE_NAME.pattern})*(?=\W*$|[;(]| to "
    r"| files?\b| [\u2013\u2014-])",
    re.IGNORECASE,
)
_KNOWN_NAME = re.compile(rf"(?<![\w.`'\"]){_KNOWN_NAMES}(?![\w.(`'\"])")
# `<img>` is plain, native and raw.
_PLAIN_ELEMENT = re.compile(
    r"\b(?:raw|plain|native|bare|HTML)\s+(?=`(?:<(?:img|a|script)\b|\.then))", re.I
)
_SPANS = r"`[^`]+`(?:(?:,| or|,? and|/)\s*`[^`]+`)*"
# What is known by its words and its code together
_PHRASES_WITH_CODE = tuple(
    (re.compile(words, re.IGNORECASE), code)
    for words, code in (
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
        # `const` by default; `let` only when it changes; never `var`: of `let` it is a case
        (
            r"`const`[^`]{0,30}[;,.] (?:and |use |using )*`let` (?:only )?(?:when|if|for|where)"
            r"[^`;,.]*[;,.] (?:and )?(?=(?:never|no|avoid|don['\u2019]?t)\b[^`]*`var`)",
            "`const`; ",
        ),
        # Use Python 3.10+ union syntax: `str | None` not `Optional[str]`
        (
            r"^((?:always )?(?:use|prefer)) (?:modern )?python 3\.\d+\+? (?:\w+ ){0,2}syntax:? "
            r"(?=`[^`]+`,? (?:not|over|instead of|rather than) `)",
            r"\1 ",
        ),
        # Never commit secrets (`.env`); another word may name what is in the brackets in part
        (
            r"(?<=\bcommit )(?:any |local |runtime |generated |build |temporary |sensitive "
            r"|private )*(?:secrets?|credentials?|keys?|artifacts?|outputs?|files?|configs?"
            r"|settings|data|state|caches?|logs?|databases?|folders)"
            r" \((`[^`]+`(?:, (?:and |or )?`[^`]+`)*)\)",
            r"\1",
        ),
        (
            r"(`input\(\)` (?:and|/) `output\(\)`(?: functions?)?,? (?:instead of|over"
            r"|rather than|not)) (?:the )?decorators\b",
            r"\1 `@Input()`, `@Output()`",
        ),
        # Laravel reads its environment in config/.
        (
            r"^use environment variables only in config(?:uration)? files\s+[-\u2013\u2014]\s+"
            r"(?=never\b)",
            "",
        ),
        (
            r"(`env\(\)`(?: function| helper| calls?)?)(?: directly)? outside (?:of )?(?:the )?"
            r"config(?:uration)? files\b",
            r"\1 outside `config/`",
        ),
        # All Vue components must use `<script setup>` with the Composition API
        (
            r"(?:(?:all )?(?:vue )?(?:components|SFCs?)(?::? must|:? should)(?: always)? use"
            r"|(?:always )?use(?: vue(?: 3)?(?:['\u2019]s)?| the)*"
            r"(?: composition api (?:with|via|and)(?: the)?)?)"
            r" `<script setup(?: lang=[\"']ts[\"'])?>`(?: syntax| blocks?)?"
            r"(?:,? (?:with|and|\+) (?:the )?composition api| composition api(?: syntax)?)?"
            r"(?: (?:for|in) (?:all|every) (?:vue )?(?:components?|SFCs?))?"
            r"(?=\W*$|[.;(,] | [\u2013\u2014-] )",
            "no `script without setup`",
        ),
        # Use `%`-style formatting, never f-strings in log calls: the first is of these
        (
            r"(?:always )?use (?:lazy )?`?%`?-style (?:lazy )?(?:string )?(?:formatting|logging)"
            r"(?: in logging)?,? (?:[\u2013\u2014-] )?(?=(?:never|not|no)\b[^.]*\blog)",
            "",
        ),
        # Pin actions to a full SHA, never use mutable tags like `@v4`: it says the same
        (
            r"[.,;:]? ?[\u2013\u2014-]* ?(?:never|do not|don['\u2019]?t|not)(?: use)?(?: mutable"
            r"| floating| version)* (?:tags?|versions?|branch(?:es)?)"
            r"(?:,? (?:like|such as|e\.g\.,?)| \((?:e\.g\.,? )?)?"
            r" ?`@[^`]+`(?:(?:,| or| and|, or) `@[^`]+`)*\)?",
            "",
        ),
        (r"`\{!![^`]*`(?: in blade(?: templates?| files?)?)?", "`{!! !!}`"),
        # No barrel files (`index.ts` that exports what others have)
        (r"\b(barrel (?:files?|exports?)) \(`index\.[jt]sx?`[^()`]*\)", r"\1"),
        # TypeScript strict mode, no `any`: the first is a setting
        (
            r"^[\W_]*typescript(?::| in)? strict(?: mode)?(?: everywhere| enabled)?,? "
            r"[(\u2013\u2014-]* ?(?:and |with )?(?=no `any`)",
            "",
        ),
        (
            r"use (?:the )?built-?in `list`(?:(?:,|,? and|/) `\w+`)*(?: types?)?"
            r"(?: for (?:all )?type (?:annotations|hints))?"
            r"(?: \(e\.g\.,? `[^`]+`(?:,? (?:and |or )?`[^`]+`)*\))?",
            "no `generics of typing`",
        ),
        # Use built-in generic types for annotations (`list[str]`, `dict[str, int]`)
        (
            r"\b(use (?:modern )?built-?in generics?(?: types?)?(?: for (?:type )?(?:annotations"
            r"|hints))?) \((?:e\.g\.,? )?`(?:list|dict|set|tuple)\[[^`]*`"
            r"(?:,? (?:and |or )?`[^`]+`)*\)",
            r"\1",
        ),
        # No bare `# noqa`
        (
            r"\b(?:no|never(?: add| use)?|(?:do not|don['\u2019]t) (?:add|use)|avoid) (?:a )?"
            r"(?:bare|blanket|unscoped) `# ?(type: ignore|noqa)`(?: comments?)?(?!\w)",
            r"no `\1 of no code`",
        ),
        # No bare `TODO`: one that names somebody, or an issue
        (
            r"\b(?:bare|naked|untracked|orphan(?:ed)?) `TODO`s?(?: comments?)?(?!\w)",
            "bare TODO",
        ),
        (r"`TODO`s?(?: comments?)? (?=(?:must|should)\b)", "TODOs "),
        (r"`@Autowired` (?:on|for|in) (?:the |any )?fields\b", "`field injection`"),
        (
            r"`catch ?(?:\((?:_|e|err|error|ex|Exception|Exception e)\) ?)?\{ ?\}`(?: blocks?)?",
            "`empty catch`",
        ),
        # Never `catch (\A)`, always `catch (\A $e)`: without the second, any that catches it
        (
            r"`catch ?\(\\?(Throwable|Exception)\)`(?=.*`catch ?\(\\?\1 \$\w+\)`)",
            r"`catch of \1 without a name`",
        ),
        (
            r"(?:the )?(?:TypeScript )?non-?null (?:assertions? )?(?:with the |operator )?`\w?!`"
            r"(?: postfix)?(?: operators?)?|`!` non-?null assertions?|non-?null assertions?"
            r"(?: operators?)? (?:\(`\w?!`\)|(?:with|using) (?:the )?`!`(?: postfix)?"
            r"(?: operators?)?)",
            "`non-null assertions`",
        ),
        (r"\bempty `catch`(?: (?:blocks?|clauses?|statements?))?", "`empty catch`"),
        (r"\bTypeScript (?=`(?:enum|any)`)", ""),
        (
            r"(?:(?:lint|type|inline|test) )*(?:suppressions?|suppression comments|silencers)"
            rf" \(({_SPANS})\)",
            r"\1",
        ),
        (r"(?:wildcard|star) imports? \(`[\w.]*\*`\)", "`import *`"),
        (r"\bnamed exports \(`export [^`]*`\)", "named exports"),
        (r"\binline `style(?:=\{\{\s*\}\})?`(?: (?:attributes?|props?))?", "`inline styles`"),
        # ES modules (`import`/`export`), not CommonJS (`require`)
        (
            r"\b((?:ES ?6? modules?|ESM)(?: syntax)?) \(`import`?(?: ?/ ?| and )`?export`\)",
            r"\1",
        ),
        (
            r"\bCommonJS (?:`require(?:\(\))?`|\(`require(?:\(\))?`"
            r"(?:(?:/|, | and | or )`module\.exports`)?\))",
            "CommonJS",
        ),
        (
            r"(?:ES ?6? modules? [\u2013\u2014-] )?(?:use )?`import`? ?/ ?`?export`,? "
            r"(?:and )?(?:not|no|never) (?:CommonJS\b|`require(?:\(\))?`)",
            "no `CommonJS`",
        ),
    )
)
_BARE_EXCEPT = re.compile(
    r"[\"']?\bbare[\"']?\s+[`\"']?excepts?:?[`\"']?(?![\w`])(?:\s+(?:clauses?|statements?"
    r"|blocks?))?"
    r"(?!\s+Exception)",
    re.IGNORECASE,
)


# `src/` must not import React, timers, or `phaser`: up to the end of that sentence
_NEVER_IMPORTED = re.compile(
    r"(?<=\bnot )import(?:ing)?\s[^.;:(]*|(?<=\bnever )import(?:ing)?\s[^.;:(]*"
    r"|(?<=n['\u2019]t )import(?:ing)?\s[^.;:(]*",
    re.IGNORECASE,
)
_PACKAGE = re.compile(r"(?<![\w./@`-])[A-Za-z][\w.-]*(?=\s*(?:,|$| or | and ))")


# Of a page each heading stands above many lines.
@lru_cache(maxsize=1000)
def with_code_spans(text: str) -> str:
    """Return *text* of a page with backquotes around unmarked code, which stands in it without
    them.

    Avoid 'any'; never use console.log, default exports and bare excepts.
    """
    text = text.replace("\u2011", "-")  # a hyphen that breaks no line
    text = _PLAIN_ELEMENT.sub("", _BARE_EXCEPT.sub("`except:`", text))
    for phrase, code in _PHRASES_WITH_CODE if "`" in text else ():
        text = phrase.sub(code, text)
    parts = _SPAN_OR_CODE.split(text)
    texts, spans = parts[::2], parts[1::2]
    if "commit" in text:
        texts = [_UNCOMMITTED.sub(r"`\g<0>`", part) for part in texts]
    if _FILES_CREATED.match(text):
        texts = [_FILE_NAME.sub(r"`\g<0>`", part) for part in texts]
    return "".join(
        f"{_mark_code(part)}{span}" for part, span in zip(texts, (*spans, ""), strict=True)
    )


def with_package_spans(text: str, packages: Collection[str]) -> str:
    """Return *text* of a page with backquotes around the *packages* of the project that it says are
    not imported.
    """

    def with_marks(word_match: re.Match[str]) -> str:
        name = word_match[0].lower()
        return f"`{name}`" if name in packages else word_match[0]

    return _NEVER_IMPORTED.sub(lambda match: _PACKAGE.sub(with_marks, match[0]), text)


def _mark_code(text: str) -> str:
    """Return *text*, which has no code spans, with backquotes around what is code."""
    if not text.strip(" ,.;:/()"):  # as between two spans
        return text
    for phrase, span in PHRASES:
        text = phrase.sub(span, text)
    text = _KNOWN_NAME.sub(r"`\g<0>`", text)

    def with_marks(word_match: re.Match[str]) -> str:
        span_pattern = parse_span(word_match["quoted"] or word_match["bare"])
        is_code = span_pattern is not None and bool(span_pattern.languages)
        return f"`{word_match['quoted'] or word_match['bare']}`" if is_code else word_match[0]

    return _CODE_WORD.sub(with_marks, text)
