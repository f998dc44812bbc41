"""The clauses of a sentence that have one of the forms of a rule that is sure to say one thing.

    Never use `print()`; it blocks.       a ban of what its spans stand for
    Use `a.one()`, not `b.two()`.         a pair: the second is banned
    Do not commit `.env`.                 a file

A clause begins a sentence, and ends there or goes on with a reason. What its spans stand for, and
whether anything else takes it back, is asked elsewhere (``line_to_rule``, ``conditions``).
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.named_languages import LANGUAGE_NAME
from phaser_lint.author.importers.pages.drafts.sizes_and_file_names import FILE_FORMS
from phaser_lint.author.importers.pages.text.marks_and_spans import CLOSE, SIGN
from phaser_lint.core import Record

_S = SIGN
_LONGEST_CLAUSE = 200
_SENTENCE_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)(?:(?<!etc)|(?=.\W*(?:[A-Z]|$)))[.!](?:\s+|$)")
_SPANS = rf"{_S}(?:(?:\s*,\s*(?:or |and |no |nor )?|\s*/\s*|\s+(?:or|and|nor)\s+){_S})*"
_PAIR = rf"({_S}),?\s+(?:instead\s+of|rather\s+than|over|not)\s+({_S})"
_TAIL = (
    r"(?:\s+(?:statements?|calls?|expressions?|annotations?|comments?|directives?|assertions?"
    r"|casts?|casting"
    r"|macros?|functions?|methods?|helpers?|apis?|directives|types?|usages?|keywords?|operators?"
    r"|attributes?|decorators?|hooks?|code|blocks?|clauses?|chains?|modules?|packages?"
    r"|librar(?:y|ies)|syntax|styles?|(?:double|type)[- ]casts?|suppressions?"
    r"|tags?|elements?|queries|class(?:es)?"
    r"|traits?|structs?|pragmas?"
    r"|anywhere|everywhere|at all|ever|any ?more|here|explicitly|directly|used"
    r"|whatsoever|for any reason"
    r"|under any circumstances"
    r"|in (?:(?:the |our |source |committed )*code|(?:this|the) (?:project|repo|repository|codebase"
    r"|code base))))*"
)
_LANGUAGE = (
    rf"(?:\s+in\s+(?P<language>{LANGUAGE_NAME})"
    r"(?:\s+(?:source(?:\s+code)?|code|files|(?<!\.js )projects))?)?"
)
_NOUN = r"(?:\s+(?:types?|functions?|methods?|macros?|hooks?|decorators?|attributes?))?"
_IN_PATH = rf"(?:\s+(?:in|inside|under|within|from)\s+(?:the\s+)?(?P<place>{_S}))?"
_WHY = (
    r"(?P<why>,?\s+(?:for\s+(?:an?\s+)?(?:better|improved|consistency|consistent|(?:type\s+)?safety|security"
    r"|performance|readability|clarity|(?:deterministic|easier|simpler)\s+(?:unit\s+)?test(?:s|ing)"
    r"|testability)|to\s+(?:avoid|prevent|ensure|keep|improve|enable)|because"
    r"|since)\b.*)?"
)
_SUBJECT = r"(?:(?:you|we|(?:all\s+)?code|agents?|claude|copilot|developers|contributors)\s+)?"
_NEVER = (
    rf"(?:please\s+)?{_SUBJECT}(?P<modal>(?:must|should|shall|can|may)\s+)?"
    r"(?P<never>never|do\s+not|don['’]?t|(?<=[tdlny]\s)not|mustn['’]t|shouldn['’]t|no|zero|0(?=\s)|avoid|forbid"
    r"|ban|disallow|prohibit|leave\s+no)"
)
# `require()` cannot be called in a module: a fact, as most that cannot be is, but of imports
_CANNOT = _NEVER.replace("(?P<never>", r"(?P<never>can(?:not|['’]t)|")
_VERB = (
    r"(?:\s+(?:ever\s+)?(?:use|using|call|calling|add|adding|write|writing|leave|leaving|(?:re-?)?introduce"
    r"|(?:re-?)?introducing|bring\s+back|include|contain|insert|commit|committing|rely\s+on|relying\s+on|reach\s+for|resort\s+to"
    r"|fall\s+back\s+to|(?:switch|go|revert)\s+(?:back\s+)?to|allow|access|accessing|read|reading|reference|referencing"
    r"|(?:the\s+)?(?:use|usage)\s+of))?"
)
# What is stray, or explicit, is what it is.
_ANY = (
    r"(?:\s+(?:any|the|a|an|global|explicit|stray|leftover|stdlib|standard\s+library"
    r"|direct\s+calls\s+to|calls\s+to))*"
)
_WORD = r"(?!(?:and|as|at|by|for|from|in|not|of|on|or|over|per|to|via|with)\b)[\w@/.#+-]*\w"
# Avoid `any` and unsafe casts: what else is banned takes nothing back.
_OTHER_THINGS = (
    r"(?:,?\s+(?:and|or)\s+(?:(?:unsafe|unchecked|implicit|hard-?coded|magic|dead|debug)\s+)"
    r"(?:casts?|assertions?|values?|numbers?|strings?|code|output)"
    r"|,?\s+or\s+(?:similar|equivalent)(?:\s+\w+){0,3}"
    r"|,?\s+or\s+(?:object-oriented|OOP)(?:\s+\w+)?"
    r"|,?\s+or\s+(?:any\s+)?other(?:\s+(?!(?:than|in|from)\b)[\w-]+){1,4})?"
)
_NAMED = rf"(?:{_SPANS}(?:\s+{_WORD}){{0,2}}|{_WORD}(?:\s+{_WORD}){{0,3}}(?:\s+{_SPANS})?)"
_A = rf"(?:the\s+|our\s+|a\s+|an\s+)?{_NAMED}(?:\s+(?:from|with|via|and)\s+(?:the\s+)?{_NAMED})?"
# Objects `as const` and unions: whatever it is, but a purpose or a place.
_ANYTHING = (
    r"(?:(?!\b(?:for|when|in|inside|if|on|at|to|by|where|with|over|not|never|instead|rather|than"
    r"|only"
    r"|until|unless|while)\b)[^,;:.()]){2,80}?"
)
# Use `log.info()` in place of `console.log` for logging: a purpose that says no less than all.
_PURPOSES = {
    r"os\.path": r"(?:paths?|files?)",
    r"console\.|print$|print\(|println": r"(?:logging|logs|debugging|output)",
    r"datetime": r"(?:dates?|times?|timestamps?)",
    r"Optional|Union": r"(?:optional|nullable|union) types?|type (?:hints?|annotations?)",
    r"Optional$|Union$": r"optional (?:values?|fields?|parameters?|arguments?)",
    r"List|Dict|Tuple": r"type (?:hints?|annotations?)|generics?",
    r"<img>": r"images?",
    r"<a>": r"(?:links?|navigation)",
    r"interface$": r"objects?(?: (?:types?|shapes?|definitions?))?",
    r"requests|axios": r"(?:async\s+)?(?:https?|requests?|api calls)(?:\s+clients?)?",
    r"\.then": r"async\w*",
    r"\.format": r"(?:string\s+)?(?:formatting|interpolation)",
}
_PURPOSE = (
    rf"(?:\s+for\s+(?:all\s+|any\s+)?(?:{'|'.join(_PURPOSES.values())})"
    r"(?:\s+(?:system|handling|operations?|manipulation|code|requests|calls|strings?|messages))*"
    # For user-facing errors, not `showError`: its own name says that it is for these.
    r"|\s+for\s+(?:[\w-]+\s+){0,2}[\w-]+)"
)
_SECRETS = (
    r"(?:(?:real|actual|plain[- ]?text)\s+)?(?:secrets?|credentials?|(?:api[- ])?keys?|tokens?"
    r"|passwords?|sensitive\s+data"
    r"|(?:sensitive|secret|config|env|environment)\s+files?"
    r"|environment-specific\s+(?:configs?|configuration|files?))"
)
_FILES = rf"(?:{_SECRETS}(?:,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+))*(?:any\s+|the\s+|a\s+|an\s+)?"
_OTHERS = (
    rf"(?:(?:,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+)(?:any\s+)?(?:other\s+)?{_SECRETS})*"
    r"(?:,?\s+or\s+any(?:\s+other)?\s+files?\s+(?:that|which)\s+(?:holds?|contains?)\s.+)?"
)
_EACH_FILE = (
    r"(?:(?:every|each|all)(?:\s+new)?(?:\s+(?P<language>(?!(?:new|source)\b)\w+))?(?:\s+source)?"
    r"\s+(?:files?|modules?))"
)
_LINE = (
    r"(?:(?:the|a|this)\s+)?(?:(?:exact|licen[sc]e|header|first|magic)\s+)*"
    r"(?:(?:comment|line|header|directive|pragma)\s*:?\s+)?"
)
_TO_SILENCE = (
    r"(?:\s+to\s+(?:suppress|silence|bypass|ignore|disable|hide|satisfy|quiet|get\s+(?:around|past)"
    r"|keep\s+going"
    r"|make\s+(?:[\w-]+\s+){1,3}pass)\b.*)"
)
_GIT = r"(?:git|the\s+repo(?:sitory)?|(?:version|source)\s+control)"
_KIND = (
    r"\.?(?:csproj|fsproj|vbproj|props|targets|plist|xml)|tsconfig(?:\.json)?"
    r"|(?:typescript|ts)(?=\s+config)"
)
_FORMS = (
    ("pattern", rf"{_NEVER}{_VERB}"
                rf"(?P<set>\s+(?:set|setting|pass|passing))?{_ANY}"
                rf"{_NOUN}\s+(?P<spans>{_SPANS}){_TAIL}(?P<others>{_OTHER_THINGS}){_IN_PATH}"
                rf"{_LANGUAGE}{_TAIL}(?:\s+in\s+favou?r\s+of\s+(?P<better>{_A}))?"),
    # Do not set `standalone: true` inside Angular decorators: it stands nowhere else.
    ("pattern", rf"{_NEVER}(?P<set>\s+(?:set|setting|use|using|add|adding|include|specify))"
                rf"\s+(?P<spans>{_SPANS})(?P<own_place>\s+(?:in|inside)\s+(?:the\s+|any\s+)?"
                rf"(?:Angular\s+|component\s+)*decorators?)"),
    # Do not add `@main` to `AppDelegate`
    ("pattern", rf"{_NEVER}\s+(?:add|put|apply|attach){_ANY}\s+(?P<spans>{_SPANS}){_TAIL}"
                rf"\s+(?:to|on)\s+(?:the\s+)?(?P<place>{_S})(?:\s+(?:class|struct|file))?"),
    # A directive has no other use.
    ("directive", rf"{_NEVER}\s+(?:suppress|silence|bypass|ignore|disable|hide)"
                  rf"\s+(?:[\w-]+\s+){{0,4}}(?:with|using|via|by(?:\s+adding)?)\s+(?:a\s+|an\s+"
                  rf"|the\s+)?(?P<spans>{_SPANS}){_TAIL}(?P<others>{_OTHER_THINGS})"),
    ("directive", rf"{_NEVER}\s+(?:(?!(?:if|when|for|in|without)\b)[\w-]+\s+){{1,6}}by\s+adding"
                  rf"\s+(?P<spans>{_SPANS}){_TAIL}{_TO_SILENCE}?"),
    ("directive", rf"{_NEVER}{_VERB}{_ANY}\s+(?P<spans>{_SPANS}){_TAIL}{_TO_SILENCE}"),
    ("pattern", rf"(?:(?:the\s+)?(?:use|usage)\s+of\s+|the\s+|all\s+)?(?P<spans>{_SPANS}){_TAIL}"
                rf"\s+(?:is|are)\s+"
                rf"(?:(?:strictly|absolutely)\s+)?"
                rf"(?P<never>forbidden|banned|prohibited|disallowed|off[- ]limits"
                rf"|(?:not|never)\s+(?:allowed|permitted|acceptable)){_TAIL}"),
    ("pattern", rf"(?:the\s+|all\s+)?(?P<spans>{_SPANS}){_TAIL}\s+(?P<modal>must|should|may|can)\s*"
                rf"(?P<never>not|never|n['’]t)\s+be\s+(?:used|called|added|written)(?:"
                rf"\s+anywhere)?"),
    ("pattern", rf"(?P<spans>{_SPANS}){_TAIL}\s+(?P<modal>should|must)\s+be\s+(?P<never>avoided)"),
    ("pair", rf"(?P<better>{_SPANS})\s+is\s+(?P<never>prefer)red\s+(?P<than>over|to)"
             rf"\s+(?P<spans>{_SPANS})(?P<place>){_TAIL}"),
    # `a.one()`, not `b.two()`: without a verb it may only tell what is there.
    ("pair", rf"(?P<better>{_SPANS})(?P<never>)\s*,?\s+(?P<than>instead\s+of|rather\s+than|not|over"
             rf"|never)\s+(?P<spans>{_SPANS})(?P<place>){_TAIL}"),
    ("pair", rf"{_SUBJECT}(?:always\s+|do\s+)?(?:(?P<modal>should|must)\s+)?(?:always\s+)?"
             rf"(?P<never>use|using|prefer|favou?r|call|choose|inject|write|reach\s+for|stick\s+(?:to"
             rf"|with))"
             rf"\s+(?:using\s+)?(?P<better>{_A}|{_ANYTHING})(?:,?\s+etc\.?)?(?P<purpose_before>{_PURPOSE})?\s*,?\s+(?:and\s+)?(?P<than>instead"
             rf"\s+of|rather\s+than"
             rf"|in\s+place\s+of|not|over|never|do\s+not(?=\s+use)|don['’]?t(?=\s+use)|avoid|no)\s+"
             rf"(?:use\s+|using\s+|calling\s+|writing\s+)?(?:the\s+)?(?:deprecated\s+|raw\s+|bare\s+)?"
             rf"(?P<spans>{_SPANS}){_TAIL}{_IN_PATH}{_LANGUAGE}{_TAIL}"
             rf"(?:{_WHY}|(?P<purpose>{_PURPOSE}))"),
    ("committed", rf"(?:the\s+)?(?P<spans>{_SPANS})(?:\s+(?:files?|folders?|director(?:y|ies)))?"
                  rf"(?:\s+(?:is|are|holds?|contains?)\s+(?:(?!\b(?:if|when|not|only|in|for)\b)"
                  rf"[^,;:.()]){{2,60}}?\s+and)?\s+(?:(?P<modal>must|should|may|can)|is|are)\s*"
                  rf"(?P<never>not|never|n['’]t)\s+(?:be\s+)?(?P<verb>committed|checked\s+in)(?P<committed>)"
                  rf"(?:\s+to\s+{_GIT})?"),
    # Use file-based modules, not `mod.rs` files
    ("file", rf"(?:always\s+)?(?:use|prefer)\s+{_ANYTHING},?\s+(?P<never>not|never|instead\s+of"
             rf"|over|rather\s+than)\s+(?P<spans>{_SPANS})\s+files(?P<verb>)(?P<committed>)"),
    # `.env`, keys and `secrets/` must stay ignored
    ("committed", rf"(?:the\s+)?(?P<spans>{_S}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?:{_S}|[\w-]+))*)"
                  rf"(?:\s+(?:files?|folders?))?\s+(?P<modal>(?P<never>must|should))"
                  rf"\s+(?:always\s+)?(?:stay|remain|be)"
                  rf"\s+(?P<verb>(?:git-?)?ignored|untracked)(?P<committed>)"),
    # Do not create nested `a/b/` directories
    ("folder", rf"{_NEVER}\s+(?:create|creating|add|adding|have)"
               rf"\s+(?:an?\s+|any\s+|new\s+|nested\s+)*"
               rf"(?P<spans>{_SPANS})\s+(?:(?:sub-?)?(?:folders?|director(?:y|ies))|lock\s+files)"),
    # Do not use an `index.ts` to export files
    ("folder", rf"{_NEVER}\s+(?:use|using|create|add)\s+(?:an?\s+|any\s+)?(?P<spans>{_SPANS})"
               rf"(?:\s+(?:files?|barrels?))?\s+(?:to|for)\s+(?:re-?)?export(?:ing)?\b.*"),
    ("file", rf"{_NEVER}(?:\s+(?:(?P<verb>commit(?:ted)?|check\s+in|push|stage|track)|have|add"
             rf"|create))?"
             rf"\s+(?P<secrets>{_FILES})(?(verb)(?:(?:anything|(?:any\s+)?files?)\s+(?:under|in|inside|from)"
             rf"\s+(?:the\s+)?)?)(?P<spans>{_SPANS})(?:\s+files?)?(?P<others>{_OTHERS})"
             rf"(?:\s+(?:folders?|director(?:y|ies)))?"
             rf"(?:\s+(?:to|into|in)\s+{_GIT}|\s+(?P<committed>committed))?"),
    ("required", rf"(?:(?:the|an?)\s+)?(?P<spans>{_S})(?:\s+files?)?\s+(?:(?:(?:is|are)\s+)?"
                 rf"(?:always\s+)?(?:required|mandatory)|(?P<modal>must|should)\s+(?:always\s+)?"
                 rf"(?:exist|be\s+(?:present|there|committed)))(?:\s+(?:in|at)\s+(?:the\s+)?(?:(?:repo"
                 rf"|repository|project)(?:['’]s)?\s+)?root)?"),
    # `src/main.ts` must keep `const a = b(c)`
    ("line", rf"(?:the\s+)?(?P<place>{_S})(?:\s+file)?\s+(?P<modal>must|should|has\s+to)"
             rf"\s+(?:always\s+)?(?:keep|retain|contain|include|have)\s+(?:the\s+)?(?:line\s+)?"
             rf"(?P<spans>{_S})(?:\s+line)?"),
    ("frozen", rf"{_NEVER}\s+(?:manually\s+|directly\s+|hand-?)?(?:edit(?:ing)?|touch(?:ing)?"
               rf"|modify(?:ing)?|chang(?:e|ing)|alter(?:ing)?)(?:\s+(?:any\s+)?(?:(?:existing\s+)?files?|anything"
               rf"|existing\s+migrations?))?"
               rf"(?:\s+(?:in|inside|under|within))?(?:\s+the)?\s+(?P<spans>{_SPANS})"
               rf"(?:\s+(?:folder|directory|files?))?(?:\s+(?:directly|manually|by\s+hand))?"),
    ("frozen", rf"(?:the\s+)?(?P<spans>{_SPANS})(?:\s+(?:folder|directory|files?))?\s+(?:is|are)"
               rf"\s+(?:strictly\s+)?(?P<never>read-only|frozen|immutable)"),
    ("import", rf"{_CANNOT}\s+import(?:ing)?\s+(?:(?:anything\s+)?(?P<from>from)\s+(?:the\s+)?"
               rf"(?P<spans>{_SPANS})"
               rf"|(?P<names>{_SPANS})\s+from\s+(?P<module>{_S})"
               rf"|(?:the\s+)?(?P<modules>{_SPANS}))(?P<noun>\s+(?:modules?|packages?|librar(?:y"
               rf"|ies)))?"
               rf"{_TAIL}(?:\s+in\s+(?:the\s+)?(?P<place>{_S}))?"),
    # `src/domain` must never import from `src/web`.
    ("boundary", rf"(?P<place>{_SPANS})\s+(?:(?P<modal>must|should|may|can)\s*)?"
                 rf"(?P<never>never|not|cannot|(?:(?<=can)|n)['’]t|do(?:es)?\s+not)\s+"
                 rf"imports?\s+(?:anything\s+)?(?:from\s+)?(?P<spans>{_SPANS})"),
    # `pkg/a` is the core and imports nothing from `internal/`
    ("boundary", rf"(?P<place>{_S})\s+(?:(?:is|are|holds?|contains?)\s+"
                 rf"(?:(?!\b(?:if|when|not|only)\b)[^,;:.()]){{2,60}}?\s+and\s+)?(?:(?P<modal>must|should)\s+)?imports?"
                 rf"\s+(?P<never>nothing)\s+from\s+(?:the\s+)?(?P<spans>{_SPANS})"),
    ("setting", rf"{_NEVER}\s+(?:set|setting|use|add|(?P<enable>enabl(?:e|ing)|turn\s+on))\s+"
                rf"(?P<spans>{_S})(?:\s+in\s+(?:the\s+|any\s+|a\s+)?(?P<kind>{_S}|{_KIND})"
                r"(?:\s+(?:files?|configs?|configuration))?)?"),
    # Keep `a['b-c']` in `d.ts`
    ("kept line", rf"(?:always\s+keep|keep|never\s+remove|do\s+not\s+remove)\s+(?:the\s+)?"
                  rf"(?P<spans>{_S})(?:\s+(?:annotations?|markers?|comments?|tags?|lines?|meta))?"
                  rf"\s+(?:in|from)\s+(?:the\s+)?(?P<place>{_S})"),
    ("kept setting", rf"(?:always\s+)?(?:set|use|enable)\s+(?P<spans>{_S})(?:\s+in\s+(?:the\s+"
                     rf"|root\s+)*(?P<kind>{_S}|{_KIND})(?:\s+(?:files?|configs?))?)?(?:\s+to\s+make\s.*)?"),
    ("top", rf"(?:(?:always|put|add|include|place|have|use|write)\s+)*{_LINE}(?P<spans>{_S})\s+"
            rf"(?:(?:must|should)\s+be\s+|is\s+|goes\s+)?(?:(?P<top>(?:at|to)\s+(?:the\s+)?top)"
            rf"|(?P<first>(?:as|on)\s+(?:the\s+)?first\s+line))\s+of\s+(?:{_EACH_FILE}|modules)"),
    ("top", rf"(?:(?:always|put|add|include|use|write)\s+)+{_LINE}(?P<spans>{_S})"
            rf"\s+(?:in|to)\s+{_EACH_FILE}"),
    ("top", rf"(?P<first>start|begin)\s+{_EACH_FILE}\s+with\s+{_LINE}(?P<spans>{_S})"),
    ("top", rf"{_EACH_FILE}\s+(?:(?P<modal>must|should|shall|has\s+to|have\s+to)\s+)?(?:have|has"
            rf"|includes?|declares?"
            rf"|contains?|uses?|(?P<first>(?:start|begin)s?\s+with))\s+{_LINE}(?P<spans>{_S})"
            rf"(?P<top>\s+(?:at\s+(?:the\s+|its\s+)?(?:very\s+)?(?:top|start|beginning)"
            rf"|(?:on|as)\s+(?:the\s+|its\s+)?first\s+line))?"),
)  # fmt: skip
_COMPILED_FORMS = tuple(
    (form, re.compile(text, re.IGNORECASE)) for form, text in (*FILE_FORMS, *_FORMS)
)
_CLAUSE_END = re.compile(
    r"\s+[-\u2013\u2014]+\s+|\u2014|;|\s*\(|:\s|\s+(?=(?:because|since|which)\b)|\s+(?=as\s+(?:it|they|this"
    r"|these)\b)|,\s+(?=(?:(?:always"
    r"\s+)?use"
    r"|prefer|call|write|it|they|this|that|which|instead)\b)",
    re.IGNORECASE,
)
_THAN_AFTER_DASH = re.compile(
    rf"\s+(?:[-\u2013\u2014]+\s+|\()((?:not|never|instead of|rather than)\s+"
    rf"(?:the\s+|raw\s+)*{_SPANS})\)?",
    re.IGNORECASE,
)
# Use native flow (`@if`, `@for`) instead of `*ngIf`
_CODE_IN_BRACKET = re.compile(
    rf"\s+\(({_SPANS})\)(?=,?\s+(?:instead\s+of|rather\s+than|over|not)\s+{_S})", re.IGNORECASE
)
# Use built-in types: `list[str]`
_COLON_IN_ADVICE = re.compile(rf"^((?:use|prefer)\s+[\w -]{{1,30}}):\s+(?={_S})", re.IGNORECASE)
BANS = (
    "pattern",
    "directive",
    "file",
    "folder",
    "committed",
    "frozen",
    "import",
    "boundary",
    "setting",
)
"""The forms of what is banned by a verb."""
# Use `log.info()` - never use `print()`
_BAN_AFTER_ADVICE = re.compile(
    rf"^((?:always\s+)?(?:use|prefer|favou?r|call)\s+{_A})\s*(?:\s[-\u2013\u2014]+\s|;\s|\s\()\s*"
    rf"((?:avoid|no|(?:never|do\s+not|don['’]?t)\s+use)\s+{_S})",
    re.IGNORECASE,
)
# Strict TypeScript (no `any`), 2 spaces (no tabs): a noun before it would be its place
_BAN_IN_BRACKET = re.compile(
    r"^((?:use|prefer|always|keep|strict\w*|typed?|full|explicit|typescript|indent\w*|\d+ spaces)\b"
    r"(?:(?!\b(?:for|on|to|at|by|not?|never)\b)[^().;])*?)\s*\(((?:no|never|avoid|zero)\s[^()]+)\)$",
    re.IGNORECASE,
)
# No `any` types allowed
_NONE_ALLOWED = re.compile(
    rf"^(no\s+{_SPANS}{_TAIL})\s+(?:(?:is|are)\s+)?(?:allowed|permitted)(?=\W*$|\s*[;(-])", re.I
)
# Use `list[str]` not `List[str]`, `a | None` not `Optional[a]`
_SEVERAL_PAIRS = re.compile(
    rf"((?:use|prefer)\s+){_PAIR}(?:\s*[,;]\s+(?:and\s+)?(?:(?:use|prefer)\s+)?{_PAIR})+(?=\W*$)",
    re.IGNORECASE,
)
# In TypeScript code, never use `any`: whatever it names is the scope of the statement.
_LANGUAGE_FIRST = re.compile(
    rf"^(?:in|for)\s+(?:all\s+)?(?:{LANGUAGE_NAME})(?:\s+(?:source|code|files))*[,:]\s+",
    re.IGNORECASE,
)
_ONE_PAIR = re.compile(_PAIR, re.IGNORECASE)
_INSTEAD_FIRST = re.compile(
    rf"(?:instead\s+of|rather\s+than)\s+({_SPANS})\s*,?\s*((?:always\s+)?(?:use|prefer|call)"
    rf"\s+{_S})",
    re.IGNORECASE,
)
# Use exact types - no `any`. Type the props; avoid `any`.
_BAN_AT_END = re.compile(
    r"((?!(?:no|never|do|avoid|for|on|with|by|at|to|during|after|before|as"
    r"|there|here|then|else)\b|don)"
    r"(?:.+?(?:\s+[-\u2013\u2014]+|,|;))\s+)"
    rf"(?:so\s+)?((?:no|zero|avoid|(?:never|do\s+not|don['’]?t)\s+(?:use|add|write|call|introduce))"
    rf"\s+{_SPANS}{_TAIL}{_OTHER_THINGS}(?:\s*\([^()]*\))?"
    r"(?:\s+[-\u2013\u2014]+\s+(?:use|prefer)\b[^.;]*)?"
    # Use the wrapper - never import `A` from `b`; it has its own.
    rf"|(?<=[;\u2013\u2014-] )(?:never|do\s+not|don['’]?t)\s+import\s+{_SPANS}(?:\s+from\s+{_S})?"
    r"(?:;\s[^.;]*)?"
    # Not the last of a list: silencers (`a`, `b`) are forbidden
    rf"|(?<=[;\u2013\u2014-] ){_SPANS}{_TAIL}\s+(?:is|are)"
    r"\s+(?:strictly\s+)?(?:forbidden|banned|prohibited)"
    rf"|(?:prefer|(?:always\s+)?use)\s+{_A}\s+(?:over|instead\s+of|rather\s+than|not)"
    rf"\s+{_SPANS}{_TAIL}"
    rf"|(?:put|add|include)\s+{_S}\s+at\s+the\s+top\s+of\s+[\w ]+)",
    re.IGNORECASE,
)


class RuleClause(Record):
    """A clause that has one of the forms, and what stands ``before`` and ``after`` its sentence.

    ``others`` are what it bans besides its code.
    """

    form: str
    form_match: re.Match[str]
    text: str
    others: str
    reason: str
    before: str
    after: str

    @property
    def rest(self) -> str:
        """What else the statement says besides the clause."""
        return f"{self.others} {self.reason} {self.before} {self.after}".lstrip()


def find_rule_clauses(text: str) -> list[RuleClause]:
    """Return the clauses of *text* that may state a rule: they begin a sentence and have one of the
    forms.
    """
    text = _CODE_IN_BRACKET.sub(r" \1", text)
    text = _THAN_AFTER_DASH.sub(r", \1", _INSTEAD_FIRST.sub(r"\2 instead of \1", text))
    text = _LANGUAGE_FIRST.sub("", text)
    several_pairs = _SEVERAL_PAIRS.search(text)
    if several_pairs:
        pairs = _ONE_PAIR.findall(several_pairs[0])
        betters, others = (", ".join(spans) for spans in zip(*pairs, strict=True))
        before, after = text[: several_pairs.end(1)], text[several_pairs.end() :]
        text = f"{before}{betters} instead of {others}{after}"
    sentences: list[str] = []
    for full_sentence in _SENTENCE_END.split(text):
        sentence = _NONE_ALLOWED.sub(r"\1", _BAN_IN_BRACKET.sub(r"\1, \2", full_sentence))
        ban_at_end = _BAN_AT_END.fullmatch(sentence)
        sentences += ban_at_end.groups() if ban_at_end else [sentence]
    clauses = []
    for index, full_sentence in enumerate(sentences):
        sentence = _BAN_AFTER_ADVICE.sub(r"\1, \2", _COLON_IN_ADVICE.sub(r"\1 ", full_sentence))
        end = _CLAUSE_END.search(sentence)
        text_before_end = sentence[: end.start()] if end else sentence
        # Never use `print()`, magic numbers, or globals: what else is banned takes nothing back. It
        # has no code of its own: of `a/`, the folder `b/` half of the rule would be taken.
        words_after_code = text_before_end.rpartition(CLOSE)[2].partition(", ")[2]
        before_words = text_before_end.removesuffix(f", {words_after_code}")
        for clause_text, others in ((text_before_end, ""), (before_words, words_after_code)):
            plain_text = clause_text.strip()
            form, form_match = _match_form(plain_text)
            if form_match and (clause_text == text_before_end or form in BANS):
                clause = RuleClause(
                    form=form,
                    form_match=form_match,
                    text=plain_text,
                    others=others,
                    reason=sentence[len(text_before_end) :].lstrip(" ,;:(-\u2013\u2014"),
                    before=". ".join(sentences[:index]),
                    after=". ".join(sentences[index + 1 :]),
                )
                clauses.append(clause)
                break
    return clauses


def _match_form(clause: str) -> tuple[str, re.Match[str] | None]:
    """Return the first form that all of *clause* has, and how."""
    for form, pattern in _COMPILED_FORMS if len(clause) <= _LONGEST_CLAUSE else ():
        form_match = pattern.fullmatch(clause)
        if form_match:
            return form, form_match
    return "", None


def is_for_purpose(span: str, purpose: str) -> bool:
    """Tell whether *purpose*, which a form of sentence has (``for logging``), is all that the code
    *span* is for.
    """
    return any(
        re.search(code, span) and re.search(words, purpose, re.IGNORECASE)
        for code, words in _PURPOSES.items()
    ) or any(
        word.removesuffix("s") in span.lower() for word in re.findall(r"[a-z]{5,}", purpose.lower())
    )


OTHER_BANS = tuple((form, dict(_COMPILED_FORMS)[form]) for form in ("file", "setting"))
"""The forms of bans of what is no code: files, and settings in them."""
