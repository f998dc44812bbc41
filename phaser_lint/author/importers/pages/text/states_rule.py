"""Which statements of a page state a rule, and what keeps one from being a contract by itself.

Too many rather than too few: a line that states none costs its reader a glance.
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.code.span_patterns import COMMANDS
from phaser_lint.author.importers.pages.text.lead_signs import (
    DEMANDED_LIST,
    DEMANDING_LEAD,
    DUTY_OF_LISTED,
    MOMENT,
    OWN_DUTY,
)
from phaser_lint.author.importers.pages.text.markdown import Statement
from phaser_lint.author.importers.pages.text.named_things import is_thing, tells_something
from phaser_lint.author.importers.pages.text.other_languages import (
    HEADINGS,
    LIST_WORDS,
    OF_SOMETHING,
    RULE_WORDS,
    PageLanguage,
    begins_or_ends_as_rule,
    find_text_language,
)

_MODAL = re.compile(
    r"\b(?:must|mustn['’]t|should|shouldn['’]t|shall|never|always|do not|don['’]?t|avoid"
    r"|prefer(?:red)?|ensure|make sure|be sure|required?|requires|mandatory|forbidden|prohibited"
    r"|banned|not allowed|disallowed|only|instead of|rather than|ha(?:s|ve) to|needs? to|cannot"
    r"|can['’]t|may not(?! (?:match|work|exist|have|contain|always|yet)\b)|not permitted"
    r"|no longer|non-negotiable|no exceptions?|strictly"
    r"|at (?:most|least)|belongs? in|(?:is|are) expected to|we (?:follow|prefer|adhere)"
    r"|please (?!note|see|refer|read|find|check|visit|let|feel)\w+|max(?:imum)?|minimum|is not"
    r"|are not|(?<!may )not|nothing else|also needs?|imports? nothing"
    r"|(?:also )?means (?:also )?(?:updating|changing|adding"
    r"|editing|bumping|running)|strict \w+ covers)\b"
    # Any new route needs a test
    r"|^\W*(?:any|each|every|all|new)\s[^.;:]{2,60}?\sneeds?\s"
    # The `depguard` linter blocks these; public APIs declare their types; `a.py` stays in `b/`
    r"|\blinters? (?:blocks?|enforces?|rejects?|forbids?|bans?)\b"
    r"|\b(?:functions|methods|APIs|modules|classes|components|tests) declare (?:explicit|their"
    r"|all)\b"
    r"|^\W*(?:§(?: ?[/,] ?§)* )?(?:[\w-]+ ){0,3}(?:labels|titles|descriptions|messages) (?:state"
    r"|name"
    r"|describe|say)\b|§ stays? (?:at|in|under|out of)\b|\b(?!to\b)\w+ go (?:in|into|under) §"
    r"|\s[\u2013\u2014] read (?:its|the|that|this) [^.;]{1,40}before \w+ing\b"
    # Config stays in `a.py`, conventional commits: `feat:`
    r"|^\W*(?:[\w-]+ ){1,3}stays? in (?:§|[\w./-]+\.\w)|^\W*conventional commits\b"
    # Imports first, then types: an order
    r"|^\W*(?:imports|types|constants|exports) first\b"
    # Models: `*Row` for tables; RSpec with `expect` syntax
    r"|\bwith §(?:,? and §)* (?:syntax|style)\b",
    re.IGNORECASE,
)
VERBLESS_DEMAND = re.compile(
    # Two blank lines before a class; named exports, no default ones; timeouts on every call
    r"^\W*(?:\d|one|two) (?:blank|empty) lines?\b|^[^.:;]{3,60}, no (?!matter|longer|need|other)\w+"
    r"|^\W*[a-z]+s (?:on|for) (?:every|each|all)\b"
    # One component per file
    r"|^\W*(?:exactly |only )?(?:one|a single) (?:[\w-]+ ){1,5}per \w+"
    # `a()` over `b()`; `Optional[A]` via `A | None`; tests live beside it; only `a` is used
    r"|^\W*§,? (?:over|instead of|rather than|never) §|^\W*§ via §\W*$"
    r"|\b(?:co-?located (?:with|next to)|lives? (?:next to|beside|alongside))\b"
    r"|\buses? §? ?\w* ?exclusively\b",
    re.IGNORECASE,
)
"""What demands something without a word that says so."""
# `out/`: what is built (keep it out of commits)
_KEPT_SO = re.compile(r"\(keep (?:it|them) [^()]+\)", re.IGNORECASE)
# Please read this before you open a pull request: about the page, and nothing that it says.
_READ_THIS = re.compile(
    r"\W*(?:before [^,.;:]{1,80}, )?(?:please |kindly |always |first,? |carefully "
    r"|(?:you |contributors |agents )?(?:must|should) |(?:make|be) sure (?:to|you) )*"
    r"(?:(?:re-?)?read|review|study)(?: carefully)?(?: (?:all of|through))? (?:this"
    r"|these(?=(?: \w+){0,2}"
    r" (?:guidelines|documents|instructions|rules)))\b"
    r"(?: (?:contribut\w+|style|whole|entire))?"
    r"(?: (?:page|guide|guidelines|document|documentation|file|instructions|rules))?"
    r"(?: (?:carefully|first|fully|completely|in full))*"
    r"(?:,? (?:before|when|prior to|if you)(?!.* and ) [^,.;:]{1,120})?\W*",
    re.IGNORECASE,
)
# Before what follows, such as a fence: a rule, where it does not only begin a list.
_DUTY = re.compile(
    r"\b(?:must|should|never|requires?)\b|^\W*no \w"
    r"|\bwe (?:follow|practi[cs]e|adhere to)(?:\W+\w+){2}"
    r"|\b(?:always|do not|don['’]?t|avoid|prefer|only|ensure|make sure)(?:\W+\w+){3}",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\b(?:over|instead of|rather than|not)\b", re.IGNORECASE)
_LIST = re.compile(r"\b(?:these|following|below|rules?|principles?)\b", re.IGNORECASE)
_CASE = re.compile(
    r"^\W*(?:(?:if|when(?:ever)?|unless|before|after|for|while)\b[^.;:]{1,150},\s(?=(?:also |always"
    r" |\w+ly )?(?:update|add|run|use|keep|create|be|ask|avoid|call|check|follow|include|prefer"
    r"|verify|read)\b)|otherwise,\s"
    r"|(?:if|when(?:ever)?|where(?:ver)?(?= (?:possible|needed|necessary|appropriate|relevant)\b)"
    r"|for|in|before|after|until|unless|while|during|as|with|without|prior to|upon|given"
    r"|rather than|instead of|to|on|inside|outside|within|everywhere|once"
    r"|at the (?:start|end|beginning) of)\b[^,]{1,150}?(?:,|\u2192|[-=]>)\s+\W*(?:then )?)",
    re.IGNORECASE,
)
_CASE_BY_PLACE = re.compile(
    r"at the (?:start|end|beginning|top|bottom) of (?:your|the|an?|each|every) \w+ ", re.IGNORECASE
)
_NO_NAME = re.compile(
    # Zero warnings, 0 TODO in code
    r"^\W*[Zz]ero (?:\w+[ -]){0,2}(?:\w+s|tolerance)\b|^\W*0 (?:§|[A-Z]{3,}\b|\w+ (?:errors"
    r"|warnings)\b)"
    r"|\b[Nn]o (?:[A-Z§]|\w+(?: \w+)?[.;]?$)|^\W*[Nn]o\b"
)
IMPERATIVE = re.compile(
    r"(?:(?:then|also|please|first,?|next,?|finally,?|always|and|just|\w+ly)\s+){0,2}(?:use"
    r"|re-[a-z]+(?<!s)(?<!ed)(?<!ing)(?= )|rerun"
    r"|write|add|keep|put|place|follow|name|return|include|update|commit|test|import|export"
    r"|define|declare|wrap|check|call|create|run|document|handle|validate|extract|prefix|suffix"
    r"|store|set|treat|do|go(?!$| \d)|limit|mark|match|minimi[sz]e|organi[sz]e|order|group|split"
    r"|separate"
    r"|assign|delay|avoid|register|preserve|maintain|respect|verify|review|read|ask|log|throw"
    r"|catch|raise|pass|pin|expose|delete|remove|leave|let|make|mock|cover|reuse|rely|reference"
    r"|sort|start|stop|stick|structure|target|type|annotate|apply|bump|cache|centrali[sz]e"
    r"|choose|clean|close|configure|consider|consult|convert|describe|design|enforce|escape"
    r"|explain|express|favou?r|fix|format|generate|give|guard|hide|implement|inherit|inject"
    r"|install|link|lint|load|look|move|navigate|open|pair|persist|propose|provide|push"
    r"|regenerate|render|replace|report|restart|save|search|send|serve|show|squash|state"
    r"|summari[sz]e|support(?! for\b)|switch|sync|think|track|translate|trust|try|turn|understand"
    r"|wait|work|exclude|require|restrict|append|prepend|skip|forbid|reject|be|confirm|focus"
    r"|optimi[sz]e|refactor|reply|request|mention|omit|opt|colocate|co-locate|aim|adopt|leverage"
    r"|utili[sz]e|integrate|ban|encapsulate|stay|isolate|build|derive|emit|fetch"
    r"|query|increase|tag|inline|disable|enable|heed|inspect|bring|combine|compare|encode|extend"
    r"|identify|invoke|observe|pick|respond|retry|secure(?= (?:the|all|every|each|your|any)\b)"
    r"|select|warn|watch|fork|clone|modify"
    r"|edit|walk|record|spawn|paste|quote|cite|compute|calculate|execute|strip|simplify"
    r"|suppress|change|rename|ignore|deploy|submit|merge|rebase|notify|adhere|align|allow|attach"
    r"|hand (?:in|off|over)|fill (?:in|out)|wire (?:it|them|this|the|up|all|every|each)"
    r"|capture|clarify|comply|coordinate|copy|debounce|delegate|discuss|eliminate|evaluate"
    r"|expect|flush|hardcode|hoist|improve|indicate|inform|insert|justify|maximi[sz]e|memoize"
    r"|migrate|mirror|normali[sz]e|paginate|land (?:the|your|an?)|parse|perform|prepare|prevent"
    r"|prioriti[sz]e|protect"
    r"|publish"
    r"|pull|recommend|reduce|resolve|revert(?!:)|rewrite|saniti[sz]e|specify|standardi[sz]e"
    r"|strive|throttle|unify|manage|upgrade|upload|answer|assume|begin|continue|honou?r"
    r"|research|analy[sz]e|promote|guide(?= the\b)|tell|propagate|determine"
    r"|break|introduce|remember|initiali[sz]e"
    r"|instantiate|distinguish|assert|detect|emphasi[sz]e|encourage|guarantee|interpret|iterate"
    r"|localize|partition|permit|precompute|prune|refer to|refrain|resist|shorten|subscribe"
    r"|synchroni[sz]e|tailor|terminate|unwrap|visuali[sz]e|assess|seek|anticipate|employ|deliver"
    r"|demonstrate|encrypt|escalate|embrace|enter|pause|measure|halt|destructure|mount|deploy|combat|sanitize|investigate|obtain|abort|admit|acknowledge|engage|embed"
    r"|mutate|default to|replicate|divide|touch only|(?:bind|deny|drop|flag|gate|hook|mask|purge"
    r"|redact|refuse|rotate|route|scope|trim|wire|sign|base|offer|map|trace|stage|scan"
    r"|instrument|rebuild"
    r"|reproduce|complete|challenge|refine|claim|schedule|transform|spot|cut)"
    r"(?= (?:it|them|the|all|every|each|any|your|up)\b)"
    # Measure and improve it
    r"|[a-z]+(?<!s)(?<!ed)(?<!ing) and (?:improve|fix|update|test|document|report|verify|ask"
    r"|use|keep|run)"
    r"|address(?= (?:all|any|every|each|the)\b)|(?:audit|profile|benchmark)(?= (?:all|any"
    r"|every|each|critical|hot|dependencies|unsafe)\b))\b(?![.-]\w|\)"
    r"|/\s)",
    re.IGNORECASE,
)
# Develop a plan, Balance the load, Clearly map what is known: a verb that nobody has to know
VERB_BY_FORM = re.compile(
    r"(?!(?:About|Above|Across|After|Against|Along|Also|Among|And|Another|Are|Because|Before"
    r"|Behind|Below|Beside|Besides|Between|Beyond|But|Can|Could|Despite|Did|Does|During|Even|Ever"
    r"|Except|For|From|Had|Has|Have(?= (?:an?|any)\b)|Here|How|Inside|Instead|Into|Just|Like|May"
    r"|More|Most|Near|Nor|Not|Off|Once|Onto|Out|Outside|Over|Per|Plus|Rather|Regardless|Same|See"
    r"|Since|Some|Still|Such|Than|That|Then|There|Though|Through|Throughout|Today|Under|Unlike"
    r"|Until|Upon|Versus|Was|Were|What|When(?:ever)?|Where(?:ver)?|Which|While|Who|Why|Will|With"
    r"|Within|Without|Would|Yet"
    r")\b)[A-Z][a-z]{2,}(?<!s)(?<!ed)(?<!ing)(?<!ly)"
    r" (?:the|an?|all|each|every|any|your)\s"
    r"|(?!(?:Apply|Rely|Reply|Supply|Family|Only|Early|Newly|Fully|Highly|Strongly|Actually"
    r"|Basically|Currently|Especially|Recently|Usually|Typically|Originally|Previously|Possibly"
    r"|Locally)\b)"
    r"[A-Z][a-z]+(?:ally|ely|rly|tly|sly) [a-z]{3,}(?<!s)(?<!ed)(?<!ing)(?<!ent)(?<!ble)(?<!ful)\s"
)
PLACED_CODE = re.compile(
    r"(?<!which )(?<!that )\bare (?:always )?(?:(?:placed|put|written|declared) )?(?:on (?:a|their)"
    r" (?:separate|own|new|next) lines?\b|at the (?:very )?(?:beginning|end|start|top|bottom) of"
    r" (?:a|an|the|each|every|its|their) (?:next )?(?:class|file|line|method|function|module|type"
    r"|block)\b)",
    re.IGNORECASE,
)
"""Where code stands, told of all of it: braces are placed at the end of the line."""
# `old/` — frozen, `api/` (generated)
_FROZEN_PATH = re.compile(
    r"^\W*`[^`\s]*/[^`\s]*`[^\w|]+(?:frozen|read-only|(?:auto-?)?generated|immutable|vendored)\b",
    re.IGNORECASE,
)
# It checks the page — **run it after each change of that**
_BOLD_CLAUSE = re.compile(r"(?<=[–—;:,-] )\*\*((?:[^* ]+ +){3}[^*]+)\*\*")
# ❌ Bad, Good example (Maven): what stands before code
LABEL_OF_CODE = re.compile(
    r"\W*(?:bad|good|wrong|right|correct|incorrect|do|don['’]?t|avoid|better|worse|yes|no)"
    r"(?: (?:example|code|practice|way))?s?(?:\s*\([^()]*\))?[^\w§]*",
    re.IGNORECASE,
)
# Each route has a test
_OF_ALL = re.compile(r"(?:no|one|each|every|all|any|new)\b", re.IGNORECASE)
_ALL = re.compile(r"(?:each|every|all)\b", re.IGNORECASE)
# What stands below one of these only tells what there is, also within a section of rules.
_REFERENCE_HEADING = re.compile(
    r"^\W*(?:\w+ )?(?:examples?|commands|structure|layout|overview|table of contents|prerequisites"
    r"|resources|references?|types|scopes|tools|tech stack|gitmoji|priorities|benefits)\W*$",
    re.IGNORECASE,
)
BAN_WORDS = (
    r"never|don['’]?ts?|do not|avoid|forbidden|prohibited|anti-?patterns?|banned|disallowed"
    r"|deprecat(?:ed|ions?)"
)
"""A pattern for the words of headings and leads that forbid what stands below them."""
# Rows of tables, and code by itself, below one of these are rules, and no list of what there is.
_BAN_HEADING = re.compile(
    rf"\b(?:{BAN_WORDS}|naming|rules?|must|policy|policies|requirements?|instead|bad|wrong"
    r"|limits?|verboten\w*|禁止\w*)\b",
    re.IGNORECASE,
)
# What goes where: | Change | Destination |
PLACE_COLUMN = re.compile(
    r"\|\s*(?:destination|(?:goe?s?|belongs?|put (?:it|them)) (?:in|into|to|under)|where (?:it"
    r"|they)"
    r" goe?s?)\W*\|",
    re.IGNORECASE,
)
# View models: `*View` for pages, `*Row` for tables; tools: `shop_<verb>_<noun>`
NAME_PATTERN = re.compile(
    r"\W*[A-Za-z][\w ]{2,40}\W{0,4}:\W*`(?:\*[A-Z]\w+|[A-Z]\w+\*|[a-z_]*<\w+>(?:_<?\w+>?)+)`"
)
"""A label with a pattern of names: what it stands for is called so."""
# Output to: `./dist/css/`, `./styles/...`
_NEVER_RUN = re.compile(
    r"^\./\S*(?:/|\.{3}|…|\.(?:s?css|less|jsonc?|mdx?|txt|html|svg|png|[jt]sx|d\.ts|vue|svelte))$",
    re.IGNORECASE,
)
# How what stands before it is written: | Case | Pattern |; no | Pattern | Example |
PATTERN_COLUMN = re.compile(
    r"\|?[^|]+\|\s*(?:naming|naming (?:convention|pattern|style|rule)|name pattern|pattern"
    r"|convention|rule|required (?:name|style|format)|(?:may|must|can|should)(?: not)? (?:import"
    r"|depend|use|access|call)\b[^|]*|allowed (?:imports|dependencies))s?\W*\|",
    re.IGNORECASE,
)
"""The header of a table whose rows say how something is written or called."""
# Models use `a = b(c)`: a setting of all of them
_OF_ALL_SETTING = re.compile(r"^\W*(?:[A-Z]\w+ )?\w+s use `[^`]*[\w)] ?= ?[^`]+`")
# The order is fixed - keep it; `a.py` - use for b: what that is for
_DEMAND_BEHIND = re.compile(
    r"^[^§]*\w[^§]{14,}\s[\u2013\u2014]\s(?:always )?(?:keep|leave|prefer)\s\w", re.IGNORECASE
)
# Below "Never commit" a file is one that is banned.
_NEVER = re.compile(r"\W*(?:never|do not|don['’]?t)\b", re.IGNORECASE)
_RULE_HEADING = re.compile(
    r"\b(?:rules?|conventions?|guidelines?|style|standards?|principles?|constraints?|naming"
    rf"|best practices|policy|policies|requirements?|invariants?|do(?:['’]?s)?|{BAN_WORDS}|always"
    r"|(?:critical|important)(?!\s+(?:files?|folders?|director\w+|paths?|links?|notes?))"
    r"|must|recommended (?:patterns?|practices?)|preferred (?:librar|framework|tool|technolog"
    r"|pattern|package)\w+|boundar(?:y|ies)"
    r"|ask (?:before|first)|before doing|done\W? (?:looks like|means)"
    r"|definition of done|acceptance criteria|guardrails?|checklist|expectations?|preferences"
    # Import ordering > third party; required aliases > `a` -> `b`; layout pattern > card: `Card()`
    r"|(?:import|include|member|declaration)s? (?:order(?:ing)?|grouping)|(?:layout|ui) patterns?"
    r"|(?:required|mandatory|enforced) (?:import |module )?(?:aliases|names|headers|prefixes))\b",
    re.IGNORECASE,
)
CODE_SPAN = re.compile(r"`+[^`]*`+")
SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_RUN_WORDS = re.compile(r"[a-z][\w.-]*(?: [a-z][\w:./-]*)+")
_RUN_HEADING = re.compile(
    r"\b(?:commands?|scripts?|workflows?|set-?up|quick ?start|usage)\b", re.IGNORECASE
)
# [Rules](#rules): a line of a table of contents; an address, by itself or named for links.
_ANCHOR = re.compile(r"\W*\[[^\]]*\]\(#[^)]*\)\W*|<?https?://\S+|(?:\[[^\]]+\]:\s+\S+(?:\s+|$))+")
# Table of contents > @Mode 1: REVIEW
_CONTENTS_HEADING = re.compile(
    r"\W*(?:(?:table of )?contents?|toc|index|目[录錄次])\W*", re.IGNORECASE
)
# [Specific action 1]: what a template leaves to fill in
_BLANK = re.compile(r"\[[^\[\]]*\](?![(\[:])")
# `src/app.py` - the routes
FILE_LABEL = re.compile(
    r"[^\w`]*`(?:[./][^`\s]*|[^`\s]*(?:/|\.[a-z]\w{0,5}))`[^\w`]*?\s[-\u2013\u2014]\s"
)
# Undo: Ctrl+Z, Build tool: Vite 6.2.0, Canvas: 800x600, and thanks
_FACT = re.compile(
    r"\W*[\w /&()-]{2,40}:\s*(?:(?:Ctrl|Cmd|Alt|Shift|Esc|Enter|Tab|Space|Delete)\b[\w+ /]*"
    r"|\d+\s?[x\u00d7]\s?\d+\w*|(?-i:[A-Z])[\w.]*\s+v?\d+(?:\.\d+)+)\W*"
    r"|\W*(?:thank(?:s| you)|happy (?:coding|hacking|contributing)|we (?:value|appreciate))\b"
    r"[^.;:]*\W*",
    re.IGNORECASE,
)
# 404 | Not found; Fix | `fix: a`; a status, and one word
_TOLD_ROW = re.compile(r"\W*[1-5]\d\d\W*\||\W*[A-Za-z]+\W*\|[§\s|/,.-]*(?:[A-Za-z_]+[§\s|/,.-]*)?$")
# What is done once, by hand
_TO_DO = re.compile(
    r"(?:\W|then\b|also\b|first\b|and\b)*(?:run|install|start|create|open|build|clone|fork"
    r"|navigate|go|copy"
    r"|set|configure|check|test|see|launch|export|import|type|verify|read|stop|restart|search"
    r"|generate"
    r"|choose|select|push|pull|load|try|edit|use this|use one)\b",
    re.IGNORECASE,
)
# Push, and then look at `git log`: how it is done, before the command
_HOW = re.compile(r"\b(?:before|first|then)\b(?=.*\w)", re.IGNORECASE)
# So many words, or signs of a language without spaces, say more than "Do this:".
_FEWEST_WORDS = 3
_FEWEST_SIGNS = 9
# When it fails early, `Log::warning()` with a text: what is called then
_CALL_IN_CASE = re.compile(
    r"\W*(?:when(?:ever)?|if|after|before)\b[^.;]{3,150}, (?:then )?§ (?:with|for|the|an?|and"
    r"|instead)\b",
    re.IGNORECASE,
)
# [P1] use guards, ❌ Use globals - e.g. this
_TAG = r"(?:[^\w`]*\[(?-i:[A-Z][A-Z\d /-]{0,15})\]\s+)?"
START = re.compile(rf"^{_TAG}[^\w`]*(?:[^:`]{{1,50}}?(?::|\s[\u2013\u2014-])\s+)?[^\w`]*")
_MARKS = re.compile(rf"^{_TAG}[^\w`§\"'(\[\u2705\u2713\u2714]*")

LETTER_CASE = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:lower"
    r"|upper)?camel|pascal|kebab|(?:upper[-_ ]?|screaming[-_ ]?)?snake|upper(?=_))[-_ ]?cased?\b",
    re.IGNORECASE,
)
# A few words, and no sentence.
_BOLD_TITLE = re.compile(r"\*\*(?:[\w&/'’-]+ ?){1,4}:?\*\*:?")


def states_rule(statement: Statement, page_language: PageLanguage | None = None) -> bool:
    """Tell whether *statement* states a rule, by its words or by what it stands under.

    *page_language* is that of its page, if that is not English.
    """
    words = CODE_SPAN.sub("§", statement.text).replace("*", "").strip()
    if not re.search(r"[^\W\d_]{2}", words.replace("§", "aa")) or _ANCHOR.fullmatch(words):
        return False
    language = find_text_language(words, page_language)
    has_foreign_form = language is not None and begins_or_ends_as_rule(statement.text, language)
    has_rule_words = any(signs.search(words) for signs in (_MODAL, RULE_WORDS, VERBLESS_DEMAND))
    has_rule_words = has_rule_words or (" are " in words and bool(PLACED_CODE.search(words)))
    if words.endswith((":", "：")) and ("§" not in words or not has_rule_words):
        return _is_rule_before_list(statement, words, has_foreign_form=has_foreign_form)
    if statement.kind == "heading":
        return True
    if (
        statement.is_header
        or LABEL_OF_CODE.fullmatch(words)
        or any(map(_CONTENTS_HEADING.fullmatch, statement.headings[-1:]))
        or ("[" in words and not re.search(r"[^\W\d_]{2}", _BLANK.sub("", words)))
        or _READ_THIS.fullmatch(words)
        or (_FACT.fullmatch(words) and not has_rule_words)
        or (
            statement.kind == "table"
            and (_TOLD_ROW.match(words) or find_first_command(statement))
            and not (_DUTY.search(words) or _stands_below_ban(statement))
        )
        or (is_thing(statement, words) and not _KEPT_SO.search(words))
    ):
        return False
    # Reader: `read/README.md` names what is there.
    leads = () if re.fullmatch(r"[^:§]{1,40}:\s*§\W*", words) else statement.leads[:1]
    if has_rule_words or any(
        (_NO_NAME.search(words), _KEPT_SO.search(words),
         LETTER_CASE.search(statement.text), _CALL_IN_CASE.match(words),
         _DEMAND_BEHIND.match(words),
         _OF_ALL_SETTING.match(statement.text), _FROZEN_PATH.match(statement.text),
         NAME_PATTERN.match(statement.text), *map(DEMANDED_LIST.search, leads),
         *map(IMPERATIVE.match, _BOLD_CLAUSE.findall(statement.text)))
    ):  # fmt: skip
        return True
    later_sentences = SENTENCE_END.split(words)[1:]
    if any(IMPERATIVE.match(text) or _OF_ALL.match(text) for text in later_sentences):
        return True
    if (
        begins_with_demand(words)
        or has_foreign_form
        or any(map(_OF_ALL.match, list_sentence_starts(words)))
    ):
        return not find_first_command(statement) or _stands_below_moment(statement)
    return _stands_below_moment(statement) or _is_rule_by_place(statement, words)


def _stands_below_ban(statement: Statement) -> bool:
    """Tell whether *statement* stands where each row and each bit of code is a rule."""
    return any(map(_BAN_HEADING.search, (*statement.headings, *statement.leads))) or any(
        PLACE_COLUMN.search(lead) or PATTERN_COLUMN.match(lead) for lead in statement.leads
    )


def _is_rule_before_list(statement: Statement, words: str, *, has_foreign_form: bool) -> bool:
    """Tell whether *words* with a colon at their end are a rule, and do not only begin a list."""
    if OWN_DUTY.search(words) or DUTY_OF_LISTED.search(words):
        return True
    if DEMANDING_LEAD.match(words):
        return True
    if _LIST.search(words) or LIST_WORDS.search(words):
        return False
    if _DUTY.search(words) or _INSTEAD.search(words):
        return True
    without_spaces = find_text_language(words) if len(words) >= _FEWEST_SIGNS else None
    is_long = bool(without_spaces) or len(words.split()) >= _FEWEST_WORDS
    if not is_long or _BOLD_TITLE.fullmatch(statement.text):
        return False
    if has_foreign_form or RULE_WORDS.search(words):
        return True
    # Start the server: what follows is a command, unless it is a step of a list, or of an order.
    says_more = statement.kind == "item" or not _TO_DO.match(words) or bool(_HOW.search(words))
    asks = begins_with_demand(words) and says_more
    return asks or _ALL.match(words) is not None


def _stands_below_moment(statement: Statement) -> bool:
    """Tell whether *statement* is an item of what is done before each commit or the like."""
    above = (*statement.leads[:1], *statement.headings[-1:])
    return statement.kind == "item" and any(map(MOMENT.match, above))


def _is_rule_by_place(statement: Statement, words: str) -> bool:
    """Tell whether *statement* is a rule, as it stands below a heading or a lead of rules."""
    # "It is a small change": what somebody might say. **Data access**
    is_quoted = re.fullmatch(r"[\"“'].*[\"”']", words)
    if is_quoted or _BOLD_TITLE.fullmatch(statement.text) or tells_something(statement, words):
        return False
    under = (*statement.headings, *statement.leads)
    if statement.kind == "paragraph":
        under = statement.headings[-1:]
    if statement.headings and _REFERENCE_HEADING.search(statement.headings[-1]):
        return any(map(_RULE_HEADING.search, statement.leads))
    if statement.kind == "table" or re.fullmatch(r"[§\s,/|–—-]+", words):
        return _stands_below_ban(statement)
    if any(map(_RULE_HEADING.search, under)):
        return not FILE_LABEL.match(statement.text) or any(map(_NEVER.match, under))
    tells_what_is_there = any(map(OF_SOMETHING.match, (statement.text, *statement.leads)))
    return not tells_what_is_there and any(map(HEADINGS.search, under))


def begins_with_demand(words: str) -> bool:
    """Tell whether a statement's *words* begin with a demand, behind a label or a case: so a rule
    is stated.
    """
    starts = list_sentence_starts(words)
    return any(map(IMPERATIVE.match, starts)) or any(map(VERB_BY_FORM.match, starts))


def list_sentence_starts(words: str) -> tuple[str, ...]:
    # On any change (one, two), bump it: no comma in brackets ends a case.
    without_brackets = re.sub(r"(?<=\w) \([^()]*\)", "", words)
    own_start = _MARKS.sub("", words).lstrip("§ -—:")
    behind_case = _CASE.sub("", without_brackets)
    # After a task, at the end of your answer name it: two cases
    behind_cases = _CASE_BY_PLACE.sub("", behind_case) if behind_case != without_brackets else ""
    return (START.sub("", words), own_start, behind_cases or behind_case)


def find_first_command(statement: Statement) -> str:
    """Return the command that a *statement* begins with, so that it may state no rule: ``npm test``
    - the tests. Build: npm run build.
    """
    command = re.match(
        r"[^\w`]*(?:(?:(?:[\w ]{1,20}|(?i:(?:re)?start|stop|launch|serve|install|copy|view|list)"
        r" [\w ]{1,40})\**:[^\w`]*)?`+([^`]+)`+|[\w ]{1,20}\**:\W*([\w./-]+)\s)",
        statement.text,
    )
    words = " ".join(filter(None, command.groups())) if command else ""
    first_word = "".join(words.split()[:1])
    is_command_line = (
        first_word in COMMANDS
        or (re.match(r"\./|/[\w:-]+$", first_word) and not _NEVER_RUN.search(first_word))
        # Commands > `task init` - render templates
        or (_RUN_WORDS.fullmatch(words) and any(map(_RUN_HEADING.search, statement.headings[-1:])))
    )
    return words if is_command_line else ""
