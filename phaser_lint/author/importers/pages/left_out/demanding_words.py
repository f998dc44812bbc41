"""Which of the words of a page's line demand something, and which only stand beside that.

It is made on a server. Use `a.b()` for expensive rows.    the second is the core
for expensive rows                                         what its code is good for
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.author.importers.pages.left_out.headings import OPPOSITE_HEADING
from phaser_lint.author.importers.pages.left_out.word_signs import BARE_CODE
from phaser_lint.author.importers.pages.text.markdown import TAKES_BACK
from phaser_lint.author.importers.pages.text.states_rule import (
    IMPERATIVE,
    SENTENCE_END,
    VERB_BY_FORM,
    list_sentence_starts,
)
from phaser_lint.core.text import make_printable

DUTY = re.compile(
    r"\b(?:must|shall|should|shouldn['’]t|mustn['’]t|never"
    r"|(?-i:ALWAYS|READ-ONLY)|(?<!can )always(?! (?:on|available"
    r"|welcome"
    r"|visible|present|enabled|(?!\w*ss\b"
    r"|focus)\w+s)\b)|do not"
    r"|don['’]t|(?<!\bto )avoid|(?:try|sure|strive) to avoid|prefer(?:red)?|(?<!to )ensure"
    r"|make sure|be sure|mandatory|forbidden|prohibited|banned|(?<!non-)frozen|not allowed"
    r"|disallowed"
    r"|(?:not |un)acceptable|only (?:through|via)|instead of"
    r"|rather than|ha(?:s|ve) to|require|needs?(?! no\b)|at (?:most|least)"
    r"|max(?:imum)?|minimum|no longer"
    r"|(?<!s )strictly|cannot|can['’]t|may not|(?<!what )(?:is|are) (?:required|expected)(?! by)"
    r"|(?<!not )(?<!if )(?<!as )required(?=\W*$|[.;]|\s[–—-]|\s(?:for|on|in) (?:all|every|each"
    r"|any|new|public)\b)|(?:belongs?|goe?s?) (?:in|into|under|here)|we (?:follow|prefer|adhere)"
    r"|please (?!note|see|refer"
    r"|read|find)\w+)\b|^\W*no\b[^.:;]*\b(?:ever|may|can|allowed|outside|without|inside)\b"
    r"|^[^\w§]*always (?!on\b|available|welcome|visible|present|enabled)|(?:^\W*|:\s+)only\b"
    r"|^\W*for (?:[\w-]+ ){1,5}(?:use|prefer)\b|(?<!read-)\bonly(?:\.\s|\.?$)"
    r"|(?<![\w-])only\s\((?:no|never|not)\b"
    # Settings live in `a` and nowhere else; ALL access goes through it; required variables: `A`
    r"|\bnowhere else\b|(?-i:\bALL) [^.;:]{3,60}\b(?:goe?s?|lives?|must)\b|\bdeclare (?:explicit"
    r"|their)\b"
    r"|^\W*required (?:[\w-]+ ){0,4}[\w-]+:|^\W*(?:imports|types|constants|exports) first\b"
    r"|§ stays? (?:at|in|under|out of)\b"
    # Contrast: ≥4.5:1; crate: only `log`; views use tree providers (NOT web views)
    r"|(?:[≥≤]|[<>]=)\s?\d|:\s+only §|\((?-i:NOT)\b"
    # Panics are only allowed there; it has NO dependencies; nothing is hardcoded; 80% coverage
    r"|\b(?:is|are) only (?:allowed|permitted|used)\b|\bmay (?:[\w§]+ ){0,3}only\b"
    r"|(?-i:\b(?:ha(?:s|ve)|with) NO\b)|\bno dependenc(?:y|ies) on\b|^\W*nothing\b"
    r"|,\snot (?:inline|here|there|elsewhere)\b|^\W*(?:exactly )?one [\w-]+ at a time\b"
    r"|\b\d+\s?%\+? (?:\w+ )?coverage\b|^\W*§ for (?:all|every|each|any)\b"
    r"|\bimports? nothing\b|\bunless (?:explicitly|you|a|the|otherwise)\b"
    # Lazy load pages when possible
    r"|\b(?:when|where|if)(?:ever)? (?:possible|appropriate)\b",
    re.IGNORECASE,
)
# It is not a library; what is so, and no rule.
_IS_NOT = re.compile(
    r"\b(?:has|have) never been\b|\bso (?:\w+ ){1,4}can(?:not|['’]t)\b"
    r"|\b(?:is|are|was|were|does|did|has|have|will|would) not"
    r"(?! (?:acceptable|allowed|permitted)\b)(?: (?:required|needed|mandatory))?\b"
    r"|\bwill never\b|\b(?:do not"
    r"|don['’]t) (?:(?<!you do not )(?<!you don['’]t )need\b|(?:need|have) to\b)"
    r"|\bhow (?:\w+ ){1,4}should\b"
    r"|\bno (?:\w+ ){1,3}(?:required|needed|necessary)\b"
    r"|\b(?:it|this|they|which) never \w+s\b|^[\W]*§ never (?:expires|fails|happens|changes|runs"
    r"|blocks|stops|closes|returns|resolves|appears|reaches|matches|arrives|exists|sees"
    r"|gets)\b|\bno (?:(?!unless|if)\w+ ){1,4}(?:is"
    r"|are) (?:required|needed)\b"
    r"|\bit['’]s not\b|^\W*no (?:recent|known|current)\b|\b(?:isn|aren|wasn|doesn|didn|won|haven"
    r"|hasn)['’]t\b|\bthere (?:is"
    r"|are) no\b|\bcan\b[^.;]*\b(?:instead of|rather than)\b"
    r"|\b(?:is|are|was|were) \w+(?:ed|en) (?:rather than|instead of)\b"
    r"|\bnever (?:appeared|happened|worked|ran|came|showed)\b|, so (?:\w+ ){1,4}never \w+\b"
    r"|(?:, (?:returning|giving|leaving|keeping)|\bnow \w+s)\b[^.;]*\b(?:rather than|instead of)\b"
    r"|(?<=\w )(?<!and )(?<!but )(?<!or )(?<!please )(?<!you )(?<!we )(?:do not"
    r"|don['’]t)\b",
    re.IGNORECASE,
)
# `A_KEY` (optional): what it is good for
OPTIONAL_SETTING = re.compile(
    r"^\W*§(?:\s*/\s*§)*\s*\((?:(?:both )?optional\b|§ by default)", re.IGNORECASE
)
# | `a/` | MUST NOT write there |: also in a table of what there is
STRESSED = re.compile(
    r"\b(?:MUST|NEVER|ALWAYS|ALL|ONLY|DO NOT)\b|\b(?i:must not|do not|nowhere else)\b"
    r"|[.;|\u2013\u2014]\s+(?i:never)\b"
)
# Use `a`. No old ones (`b`): the second is banned.
_OWN_BAN = re.compile(
    r"(?:[.;]\s+|\s[\u2013\u2014]\s+)(?:no|never|avoid|do not|don['’]t)\b"
    r"(?![^.;]*\b(?:needed|required|necessary)\b)[^.;:)\u2013\u2014]*§[^.;:)\u2013\u2014]*",
    re.IGNORECASE,
)
NEGATION = re.compile(
    r"\b(?:not(?! (?:just|only))|never|no(?! longer| matter)|none|instead|rather|avoid|over|cannot"
    r"|nothing|zero|forbidden|prohibited|banned|disallowed|without)\b|\b\w+n['’]t\b|\bban\b",
    re.IGNORECASE,
)
# What begins a clause with one of these demands something, and stands rarely in a title.
_OTHER_DEMAND = re.compile(
    r"(?:(?:also|always|then|please|just|\w+ly)\s+)*(?:redirect|number (?:each|every|all|the)\b"
    r"|[a-z]+-(?:deploy|format|fix|reference|check|link|post|validate|verify"
    r"|locate|generate|run|read|use)\b|(?:flag|purge|embargo|prune|whitelist|allowlist|block|deny"
    r"|refuse|escalate|rotate|trim|drop|defer|weigh|hold|lock|wire|hook|route|scan|benchmark"
    r"|batch|bind|cap|clamp|collapse|declare|deduplicate|degrade|detach|discard|dispose|drain"
    r"|elevate"
    r"|fall back|fail|gate|highlight|house|host|instrument|invalidate|lean|mask|measure|name|narrow"
    r"|obey|offer|own|place|point|poll|populate|profile|quote|rank|redact|release|repeat|request"
    r"|round|scope|seed|shrink|sign|sketch|speak|spell|stage|stand|stash|step|stream|style|tie|time"
    r"|tone|touch|trace|turn|unset|vary|wipe|wrap|monitor)\s+(?!(?:is|are|was|of|for|and)"
    r"\b)[\w§\"']|scan for\b)",
    re.IGNORECASE,
)
# Format checks are enforced, Query is a word, build/tools/ — what is there: no verb stands first.
_NOUNS_THAT_ARE = re.compile(
    r"\W*[\w.-]+(?:/[\w.-]+)*/\s+[–—-]\s|\W*state management\b"
    r"|\W*\w+ (?:=\s|(?:is|are|was|were|has|can|will|does)\b)|\W*(?:format|test|state|type|build"
    r"|import"
    r"|export|cache|log|query|review|release|commit|design"
    r"|document|record|report|search|order|group|target|update|support|display|output|change|load"
    r"|access)\s+\w+s\s+(?:are|were|have|live|stay)\b",
    re.IGNORECASE,
)
_NO_BAN = r"longer|matter|recent|known|current|need|such|other"
# It is an API. No logic of a page's own
BANS_LATER = re.compile(
    rf"no (?!{_NO_BAN}|(?:\w+ ){{1,4}}(?:required|needed|necessary)\b)\w", re.IGNORECASE
)
# Controllers are thin, with a dash: no logic of a page
THEY_ARE = re.compile(
    rf"^\W*(?!no\b)(?:[\w-]+ ){{1,3}}(?:are|return"
    rf"|use)\b[^.;]*\s[\u2013\u2014]\s{BANS_LATER.pattern}",
    re.IGNORECASE,
)
# Kept on disk. No database.
NO_THING = re.compile(rf"\W*no (?!{_NO_BAN})[\w§/.-]+(?:,? [\w§/.-]+){{0,2}}\W*", re.IGNORECASE)
_ONLY = re.compile(r"\b(?:only|may)\b", re.IGNORECASE)
# Use `useMemo` for expensive rows: what its code is good for is no core of a rule.
_PURPOSE = re.compile(r"\s(?:to|for|so|by)\s[^.;:\u2013\u2014]*", re.IGNORECASE)
_ENSURING = re.compile(r", (?:ensuring|making|improving)\b[^.;]*", re.IGNORECASE)
# Never `a` in tests: a glob says so.
IN_TESTS = re.compile(r",? in (?:\w+ )?tests?\b(?! (?:suites?|files?))", re.IGNORECASE)
# Prices are in cents; no `b`: the second demands
BANS_CODE_LATER = re.compile(r"[;,\u2013\u2014-]\s(?:no|never) §", re.IGNORECASE)
BAN_FIRST = re.compile(r"\W*(?:never|do not|don['’]?t|avoid)\b", re.IGNORECASE)
# All views are `@MainActor`
ALL_ARE_CODE = re.compile(r"\W*(?:every|each|all) (?:[\w-]+ ){1,4}(?:is|are) §", re.IGNORECASE)
LABELLED_ROUTE = re.compile(r"[^:`]+:[^:`]*`/")
# Never call `a.b()` — use a cache if needed. Ask where you are not sure: no case of the ban.
_BAN_CLAUSE = re.compile(
    r"^((?:[^:§]{1,60}: )?\W*(?:(?:please|you|we|must|should)\s+){0,2}(?:never|not|do not"
    r"|don['’]?t|avoid"
    r"|no)\b(?:[^;.–—]|\be\.g\.)*?§(?:[^;.–—]|\be\.g\.)*?)(?:\s+[–—-]+\s|[;.:]\s)"
    r"(?!.*\b(?:unless|except|only (?:if|in|for|when|on)|otherwise|but|outside|exceptions?)\b).*",
    re.IGNORECASE,
)
# What it is good for is no part of what it asks.
_ASIDE = re.compile(
    r"(?<!\w)\((?![^()]*\b(?:unless|except|only)\b)[^()]*\)"
    r"|\b(?<!\bsay)(?<!\bdo),? (?:because|since|so that|so)\b.*?(?=[.;]\s|$)"
    r"|\b,? (?:to|for) (?:ensure|improve|prevent"
    r"|reduce|optimi[sz]e|avoid|maintain|help|better|easy|easier|greater|improved|finer|clearer"
    r"|cleaner"
    r"|consistent|readability|consistency|clarity|simplicity|flexibility|maintainability"
    r"|performance)\b.*|, (?:ensuring"
    r"|emphasi[sz]ing|making|improving)\b.*|,? (?:it is|it['’]s) better\b.*",
    re.IGNORECASE,
)
# Fail when a part is duplicated: a program tells that, and nobody judges it.
CASE_CLAUSE = re.compile(
    r"^(\W*(?:fail|reject|raise|throw|abort|exit|warn|refuse)\b[^,.;:–—]*?)\b(?:when|if|unless)\b"
    r"[^,.;:–—]*",
    re.IGNORECASE,
)
# Exceptions: tests. Otherwise it breaks: that says why, and nothing of where it holds.
_LIMITS = re.compile(
    r"\W*(?:exceptions?|exempt|except|unless|only (?:if|in|for|when)|in (?:that|those) cases?)\b",
    re.IGNORECASE,
)
REQUIRES = re.compile(
    r"^(?!\W*(?:[\w-]+ing|it|this|which)\b)\W*\w+\b[^.;]*(?<!also )\brequires\s\w", re.IGNORECASE
)
DOES_NOT = re.compile(
    r"^\W*(?:they|these|it|\w+ tests|§)\s(?:do|does) not\b|,\snot\s(?:re-)?\w+ed\b"
    r"|\bonly\b(?=,| and\b)|^\W*(?:imports|exports|names|tests|types) are\b",
    re.IGNORECASE,
)
# Expressive names (e.g., `is_ready`), all caps in identifiers (`HTTPHandler`, `APIURL`)
_EXAMPLE = re.compile(
    r"\s\((?:e\.g\.,?|for (?:example|instance),?|such as|like|ex:) [^()]*\)|(?<=\w) \(§(?:, §)+\)",
    re.IGNORECASE,
)
_CORE_END = re.compile(rf"(?<!e\.g\.)(?<!i\.e\.){SENTENCE_END.pattern}")
# In tests do not use `a()`; `out/`: what is built (keep it out of commits)
PLACED_BAN = re.compile(
    r"\W*(?:in|for|on|inside|within) [^,.;:§]{1,40}?,? (?:never|do not|don['’]?t|avoid)\b"
    r"|.*\(keep (?:it|them) ",
    re.IGNORECASE,
)
# NEVER use empty interfaces — use `Record<string, never>`
CODE_TO_USE = re.compile(
    r"\W*(?:never|no|avoid|do not|don['’]?t)\b[^§;.]*(?:\s[–—-]+\s|[;.,:]\s)(?:\w+ )?(?:use|prefer)"
    r" [^§.;]{0,20}§",
    re.IGNORECASE,
)


def demands(clause: str) -> bool:
    """Tell whether *clause* of a line begins with what is to be done."""
    starts = [start for start in list_sentence_starts(clause) if not _NOUNS_THAT_ARE.match(start)]
    own_start = clause.lstrip("§ -—:")
    is_verb = any(map(IMPERATIVE.match, starts)) or any(map(VERB_BY_FORM.match, starts))
    return is_verb or (own_start in starts and _OTHER_DEMAND.match(own_start) is not None)


def cut_facts(words: str) -> str:
    """Return *words* without what they only say that something is not, which demands nothing."""
    folded_words = words.lower()
    signs = ("how ", "no", "n't", "n’t", "never", "rather", "instead")
    return _IS_NOT.sub("", words) if any(sign in folded_words for sign in signs) else words


def find_core(words: str, spans: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the sentences of *words* that demand something, and their *spans*; else all.

    The page is made on a server (`a.py`). Use `b()`: the second.
    """
    spans_left = iter(spans)
    sentences = [
        (sentence, [next(spans_left, "") for _ in range(sentence.count("§"))])
        for sentence in _CORE_END.split(words)
    ]
    cores = [
        (sentence, own_spans)
        for sentence, own_spans in sentences
        if not sentence.startswith("(") and (demands(sentence) or DUTY.search(cut_facts(sentence)))
    ] or sentences
    return [sentence for sentence, _ in cores], [span for _, own in cores for span in own]


def cut_examples(words: str, spans: Sequence[str]) -> tuple[str, list[str]]:
    """Return *words* and their *spans* without what brackets give as an example, if more is said.

    Use expressive names (e.g., `is_ready`): the rule is about no one of them.
    """
    kept_spans, kept_words = [*spans], words
    for example in reversed([*_EXAMPLE.finditer(words)]):
        start = words[: example.start()].count("§")
        del kept_spans[start : start + example[0].count("§")]
        kept_words = kept_words[: example.start()] + kept_words[example.end() :]
    return kept_words, kept_spans


def cut_purpose(claim: str) -> str:
    """Return *claim* without the words that demand nothing: what the code in it is good for."""
    claim = _ENSURING.sub("", claim)
    code = re.search("§", claim) or BARE_CODE.search(claim)
    purpose = code and _PURPOSE.search(claim, code.end())
    return claim[: purpose.start()] + claim[purpose.end() :] if purpose else claim


def explain_opposite(words: str, heading: str) -> str:
    """Return the reason why the bare ban above a line, *heading*, may forbid what its *words* ask
    for; or nothing.

    Use tabs, below "Don't": what is banned, or what is done instead.
    """
    is_ban = OPPOSITE_HEADING.fullmatch(heading) is not None
    if not is_ban or NEGATION.search(words) or not demands(words):
        return ""
    return f"form: below `{make_printable(heading)}` it may say the opposite"


def cut_ban_reason(words: str) -> str:
    """Return *words* without what stands behind a ban of code, unless that limits it."""
    return _BAN_CLAUSE.sub(r"\1", words)


def cut_asides(words: str) -> str:
    """Return *words* without what they only say beside their rule: why it is so, and instead of
    what.
    """
    return _ASIDE.sub("", cut_ban_reason(words))


def keep_main_rule(claim: str) -> str:
    """Return the first sentence of *claim* whose words demand something, and what takes it back.

    No data is made up. If a source fails, the output says so: that is no case of the rule.
    """
    sentences = SENTENCE_END.split(claim)
    numbers = [
        number
        for number, sentence in enumerate(sentences)
        if demands(sentence)
        or any(signs.search(sentence) for signs in (DUTY, NEGATION, _ONLY))
        or TAKES_BACK.match(sentence)
    ]
    first = numbers[0] if numbers else 0
    later_sentences = [text for text in sentences[first + 1 :] if _LIMITS.match(text)]
    return " ".join([sentences[first], *later_sentences])


def find_banned_spans(words: str, spans: Sequence[str]) -> list[str]:
    """Return those *spans* of a line's *words* that stand in a ban behind what is allowed."""
    ban = _OWN_BAN.search(words)
    first = words[: ban.start()].count("§") if ban else 0
    return [*spans[first : first + ban[0].count("§")]] if ban else []
