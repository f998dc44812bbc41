"""What keeps a line that states a rule from being a contract, and the words that show it.

    Run `npm test` before a commit    command: `npm test`
    Keep functions short              taste: `short`
    Never nest functions              syntax: `nest`

A reason states what anybody can see in the line. Of several the first of ``SIGNS`` is named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.author.importers.pages.code_spans import is_command, is_known_code
from phaser_lint.author.importers.pages.page_statements import TAKES_BACK, Statement
from phaser_lint.author.importers.pages.reason_signs import (
    PROGRAMS,
    SETUP_HEADING,
    SIGNS,
    WORK_HEADING,
)
from phaser_lint.author.importers.pages.rule_words import PageLanguage, is_english
from phaser_lint.author.importers.pages.stated_rules import (
    CODE_SPAN,
    FILE_LABEL,
    IMPERATIVE,
    LETTER_CASE,
    SENTENCE_END,
    begins_with_demand,
    find_first_command,
    list_sentence_starts,
)
from phaser_lint.author.importers.pages.statement_words import shorten_words
from phaser_lint.core.text import make_printable

MEANINGS: dict[str, str] = {
    "not in English": "only English is read",
    "command": "it names what is to be run",
    "process": "it is about what somebody does: only what files show can be a contract",
    "taste": "somebody has to judge it",
    "condition": "it holds in some cases only: unless_match, when_file or inside may say which",
    "description": "no word of it demands anything: it may only say what is there",
    "code": "it names code or a path, and says what to do with it in no form that is sure",
    "number": "it has a number, in no form that is sure",
    "types": "it is about types, which a pattern sees only where they are written",
    "file name": "it is about names of files, in no form that is sure: file_name may say it",
    "syntax": "it is about parts of code: in, inside, each_block or file_name may say it",
    "form": "its form, or what stands above it, may change what it says: make it an item by itself",
    "not sure to be code": "what it names may be a word, a name of something else or an example",
    "not understood": "it names nothing that a file holds; an agent may know what is meant",
}
"""What the reasons mean that do not say it themselves."""
NOT_UNDERSTOOD = "not understood: no code, file or number in it to look for"

# Below one of these a line without a verb says how it is done.
_HOW_HEADING = re.compile(
    r"\b(?:naming|imports?|formatting|indentation|style|conventions?|standards?|rules?|limits?"
    r"|constraints?|requirements?|principles?|guidelines?|words to use)\b",
    re.IGNORECASE,
)
# Below one of these it only tells what there is.
_THINGS_HEADING = re.compile(
    r"\b(?:overview|(?:project|directory|folder|file|repo\w*|code(?:base)?) structure|architecture"
    r"|concepts?|key (?:\w+ )?(?:files|components|directories|modules|services)|modules?(?! rules)"
    r"|endpoints?|models?|schema|stack|documentation|references?|map|what is|about|glossary"
    r"|features?|layout|state|status|background|identity|limitations?|known issues|snapshot"
    r"|variables|options|flags|parameters|settings|configuration)\b",
    re.IGNORECASE,
)
# Below one of these the fewest words are a rule: React > packages > relative
_ORDER_HEADING = re.compile(r"\b(?:order|limits?|naming|sizes?|indentation)\b", re.IGNORECASE)
# `pip install a` must keep working: nobody is to run it.
_SPAN_OF_NO_SUBJECT = re.compile(
    r"(`+[^`]*`+)(?!\s+(?:must|should|may|can|keeps?|is|are|was|will|has|works?|fails?)\b)"
)
# Calculate net income: what a program does
_OVERVIEW_HEADING = re.compile(
    r"\b(?:overview|(?<!new )(?<!suggesting )(?<!requesting )(?<!adding )(?<!proposing )features"
    r"|what is|about|purpose|capabilities|core components)\b",
    re.IGNORECASE,
)
# Below one of these what stands without a verb is demanded: ## Done checklist > Errors with a code
_DEMANDING_HEADING = re.compile(
    r"\b(?:checklists?|required(?! by)|mandatory|must(?!-)|acceptable|(?<![\w-])only"
    r"|definition of done|acceptance criteria)\b|^\W*(?:technical |code )?requirements\b.*:",
    re.IGNORECASE,
)
# `vetcheck ./...` — what it does: a command of a program that nobody knows
_COMMAND_LINE = re.compile(
    r"[a-z][a-z0-9-]+(?: [\w./:\"'<>][\w./:\"'<>=-]*)*? (?:\./\S*|--?[a-zA-Z][\w-]*(?:[= ].*)?)"
)
_BEFORE_COMMAND = re.compile(r"(?:|[^§]*(?:\b(?:use|run|via|execute)|:))\W*§", re.IGNORECASE)
_EXPLAINING_LEAD = re.compile(r"\b(?:why|appl(?:y|ies)|reasons?|benefits?|runs)\b", re.IGNORECASE)
# Use constructors that are primary: no program does that, whatever it is good for.
_ADVICE = re.compile(r"(?:always )?(?:use|prefer|follow|keep|make|write)\s", re.IGNORECASE)
# Key management: Add and remove keys
_FEATURE = re.compile(
    r"\W*[A-Z][\w/ -]*\b(?:management|configuration|settings|dashboard|tracking|monitoring"
    r"|analytics"
    r"|integration|search|generation|analysis|processing|editor|viewer)\W*:\s",
    re.IGNORECASE,
)
_BAN_HEADING = re.compile(
    r"\b(?:never|don['’]?ts?|do not|avoid|forbidden|prohibited|anti-?patterns?|banned|disallowed"
    r"|deprecat(?:ed|ions?)|pitfalls|mistakes)\b",
    re.IGNORECASE,
)
_DUTY = re.compile(
    r"\b(?:must|shall|should|never|(?-i:ALWAYS|READ-ONLY)|(?<!can )always(?! (?:on|available"
    r"|welcome"
    r"|visible|present|enabled|(?!\w*ss\b"
    r"|focus)\w+s)\b)|do not"
    r"|don['’]t|(?<!\bto )avoid|(?:try|sure|strive) to avoid|prefer(?:red)?|(?<!to )ensure"
    r"|make sure|be sure|mandatory|forbidden|prohibited|banned|(?<!non-)frozen|not allowed"
    r"|disallowed"
    r"|instead of"
    r"|rather than|ha(?:s|ve) to|require|needs?|at (?:most|least)|max(?:imum)?|minimum|no longer"
    r"|(?<!s )strictly|cannot|can['’]t|may not|(?<!what )(?:is|are) (?:required|expected)(?! by)"
    r"|(?<!not )(?<!if )(?<!as )required(?=\W*$|[.;]|\s[–—-]|\s(?:for|on|in) (?:all|every|each"
    r"|any|new|public)\b)|(?:belongs?|goe?s?) (?:in|into|under)|we (?:follow|prefer|adhere)"
    r"|please (?!note|see|refer"
    r"|read|find)\w+)\b|^\W*no\b[^.:;]*\b(?:ever|may|can|allowed|outside|without|inside)\b"
    r"|^\W*only\b|^\W*for (?:[\w-]+ ){1,5}(?:use|prefer)\b|(?<!read-)\bonly(?:\.\s|\.?$)"
    r"|(?<![\w-])only\s\((?:no|never|not)\b",
    re.IGNORECASE,
)
# What there is: it has a verb, and no duty.
_TELLS = re.compile(
    r"\b(?:is|are|was|were|has|(?<!\bI )have|does|do|can(?!not)|holds?|uses?|contains?|provides?"
    r"|supports?"
    r"|lives?|exists?|inherits?|runs?|works?|maps?|retains?|keeps?|defines?|handles?|returns?"
    r"|already)\b|^\W*(?:(?:it|this|these|they|that)\s+\w+s?|(?:for [^,]{1,40} )?see)\b",
    re.IGNORECASE,
)
# Parallel calls when steps are independent; no wrapper that is used once: the verb is another's.
_OTHER_CLAUSE = re.compile(
    r"\b(?:when(?:ever)?|if|unless|because|since|while)\b[^,.;:]*|^\W*no\b[^,.;:]*?\b(?:that|which"
    r"|who|what)\b[^,.;:]*",
    re.IGNORECASE,
)
# Kept on disk. No database.
_NO_THING = re.compile(
    r"\W*no (?!longer|matter|recent|known|current|need|such"
    r"|other)[\w§/.-]+(?:,? [\w§/.-]+){0,2}\W*",
    re.IGNORECASE,
)
_LACKING_HEADING = re.compile(
    r"\b(?:limitations?|issues|status|state|gaps|missing|not yet|backlog|current|why|rationale"
    r"|features)\b",
    re.IGNORECASE,
)
# It is not a library; what is so, and no rule.
_IS_NOT = re.compile(
    r"\b(?:is|are|was|were|does|did|has|have|will|would) not(?: (?:required|needed|mandatory))?\b"
    r"|\bwill never\b|\b(?:do not"
    r"|don['’]t) (?:need|have) to\b|\bno (?:\w+ ){1,3}(?:required|needed|necessary)\b"
    r"|\b(?:it|this|they|which) never \w+s\b|\bno (?:(?!unless|if)\w+ ){1,4}(?:is"
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
_NEGATION = re.compile(
    r"\b(?:not(?! (?:just|only))|never|no(?! longer| matter)|none|instead|rather|avoid|over|cannot"
    r"|nothing|zero|forbidden|prohibited|banned|disallowed|without)\b|\b\w+n['’]t\b|\bban\b",
    re.IGNORECASE,
)
# Test framework: `pytest`; no verb stands first.
_NOUN_LABEL = re.compile(
    r"^\W*(?:(?:name|deploy|formats|options|modes|order|actions|states|roles)\s*:|(?:test|state"
    r"|support"
    r"|request|search|type|design|process|target|format|log|query|name"
    r"|cache|sync|build|import|export|error|order|group|record|report|document|link|load|access"
    r"|release|watch|coordinate|render|store|mock|display|output|update|commit)\s\w+\s*:)",
    re.IGNORECASE,
)
# ThinkTags: Extract tags; what something does
_NAME_LABEL = re.compile(
    r"^\W*(?:§|[A-Z]\w*[a-z][A-Z]\w*|[A-Z]\w+ \([^()\s]+[/.][^()\s]+\))\W*[:\u2013\u2014-]\s"
)
# Prevents errors; tests and imports are things, and a question asks for nothing.
_DOES = re.compile(
    r"(?:it |this |automatically )?(?!(?:does|tests|imports|exports|types|names|formats|logs|mocks"
    r"|changes|calls|commits|reviews|releases|hooks|records|links|builds|documents|limits"
    r"|references|prefixes|suffixes|groups|marks|sets|guards|states|structures"
    r"|designs)\b)([a-z]{2,}?)(?:e?s)\b(?!:|\s+(?:are|were|must|should|may|can|have)\b)",
    re.IGNORECASE,
)
# What begins a clause with one of these demands something, and stands rarely in a title.
_OTHER_DEMAND = re.compile(
    r"(?:(?:also|always|then|please|just|\w+ly)\s+)*(?:redirect|number (?:each|every|all|the)\b"
    r"|[a-z]+-(?:deploy|format|fix|reference|check|link|post|validate|verify"
    r"|locate|generate|run|read|use)\b|(?:flag|purge|embargo|prune|whitelist|allowlist|block|deny"
    r"|refuse|escalate|rotate|trim|drop|defer|weigh|hold|lock|wire|hook|route|scan|benchmark"
    r"|profile"
    r"|batch|bind|cap|clamp|collapse|declare|deduplicate|degrade|detach|discard|dispose|drain"
    r"|elevate"
    r"|fall back|fail|gate|highlight|house|host|instrument|invalidate|lean|mask|measure|name|narrow"
    r"|obey|offer|own|place|point|poll|populate|profile|quote|rank|redact|release|repeat|request"
    r"|round|scope|seed|shrink|sign|sketch|speak|spell|stage|stand|stash|step|stream|style|tie|time"
    r"|tone|touch|trace|turn|unset|vary|wipe|wrap|monitor)\s+(?!(?:is|are|was|of|for|and)"
    r"\b)[\w§\"'])",
    re.IGNORECASE,
)
# `plans/first.md` — one store; state is memory only: what a file is about
_AMOUNT = re.compile(
    r"\b(?:max|min)(?:imum)?\b(?!\W*\d)|\bonly\W*$"
    r"|\([^()]*\brequired\)",
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
# What somebody did: First applied to the file, (planned) the suite is green
_REPORT = re.compile(
    r"\W*(?:\((?:planned|done|adopted|completed?)\b|(?:first|now|already|recently|previously)\s+"
    r"[a-z]+ed\b)|[^.;]*\b(?:was|were|has been|have been)\s+(?:\w+ly\s+)?\w+(?:ed|en|wn|lt|ne)\b",
    re.IGNORECASE,
)
_CLEAR_DUTY = re.compile(
    r"\b(?:must|shall|should|never|do not|don['’]t|avoid|always|prefer|ensure|make sure"
    r"|no longer)\b",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\b(?:only|may)\b", re.IGNORECASE)
# These are settled — never ask again: what stands below only tells what is.
_ASIDE_OF_LEAD = re.compile(r"^(\W*(?:these|this|they|it)\b[^–—]*)\s[–—-]\s.*", re.IGNORECASE)
_BRACKETS = re.compile(r"\s*\([^()]*\)")
# Thanks, what was done, and an example
_NO_RULE = re.compile(
    r"^\W*examples?:\s|\b(?:(?:is|are) (?:\w+[, ]+)*(?:welcome|valued|appreciated)|thank(?:s"
    r"| you))\b"
    r"|^\W*(?!required)[a-z]+ed (?:the|that|an?|from|by|with|on|in)\b"
    r"|^\W*we (?:value|love|believe|hope|appreciate|welcome)\b|^\W*open issues \w+ \w"
    r"|^\W*(?:these|this|they|it)(?: \w+)? (?:appl(?:y|ies)|explains?|describes?|serves?)\b"
    r"|^\W*no (?:(?:\w+ ){1,4}(?:required|needed|necessary)|recent|known|current)\b",
    re.IGNORECASE,
)
# A rule of all, in the indicative: Each module has a test
_OF_ALL = re.compile(
    r"\W*(?:every|each|all(?! (?:[\w-]+ ){1,4}(?:\([^()]*\) )?(?:is|are|lives?)\b))\b"
    r"(?!(?!.*\b(?:start|begin|end)\b).*:$)",
    re.IGNORECASE,
)
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
    r"\((?![^()]*\b(?:unless|except|only)\b)[^()]*\)|\b,? (?:because|since|so that|so)\b.*"
    r"|\b,? (?:to|for) (?:ensure|improve|prevent"
    r"|reduce|optimi[sz]e|avoid|maintain|help|better|easier|greater|improved|finer|clearer|cleaner"
    r"|consistent|readability|consistency|clarity|maintainability|performance)\b.*|, (?:ensuring"
    r"|emphasi[sz]ing|making|improving)\b.*",
    re.IGNORECASE,
)
# `nodes`, `fix stuff`, `d` are words; `/goal` may be what is written in a chat.
_PLAIN_SPAN = re.compile(r"[a-z]+(?: [a-z]+)*|[A-Za-z]|/[a-z][\w:-]*")
# NEVER use empty interfaces — use `Record<string, never>`
_CODE_TO_USE = re.compile(
    r"\W*(?:never|no|avoid|do not|don['’]?t)\b[^§;.]*(?:\s[–—-]+\s|[;.,:]\s)(?:\w+ )?(?:use|prefer)"
    r" [^§.;]{0,20}§",
    re.IGNORECASE,
)
# As §4.2 has it, (#190), Pattern 2:, since 2026-01-02, PEP 8, N+1: the number is a name.
_REFERENCE = re.compile(
    r"§\d[\d.]*|#\d+|\b(?:phases?|patterns?|steps?|sections?|options?|chapters?|priority|PEP|ADR"
    r"|RFC|ISO|WCAG|OAuth) \d[\d.]*|\b\d{4}-\d\d-\d\d|\b[a-z]\+1\b|^\W*\d[.)]\s|\b\d+['’]s\b",
    re.IGNORECASE,
)
_LONGEST = 60


def find_left_out_reason(statement: Statement, page_language: PageLanguage | None = None) -> str:
    """Return the reason why a rule of a page is left out: what keeps it from being a contract
    without a reader.

    That is a key of ``MEANINGS``, with the words that show it, if there are any.
    """
    words = CODE_SPAN.sub("§", statement.text).replace("*", "")
    if not is_english(words, page_language):
        return "not in English"
    texts = _texts_by_place(statement, words)
    for kind, place, pattern in SIGNS:
        match = next(filter(None, map(pattern.search, texts[place])), None)
        if match and kind == "description":
            return kind
        if match:
            is_above = place.startswith("above")
            shown = match.string if is_above else match[match.lastindex or 0].strip("§ ")
            quoted = shorten_words(make_printable(shown), _LONGEST).replace("`", "")
            if kind == "code":
                is_advice = _CODE_TO_USE.match(words)
                rest = (
                    " as what to use, and in words what is forbidden"
                    if is_advice
                    else ", and says what to do with it in no form that is sure"
                )
                return f"code: names `{quoted}`{rest}"
            return f"{kind}: {'below ' if is_above else ''}`{quoted}`"
    return NOT_UNDERSTOOD


def _texts_by_place(statement: Statement, words: str) -> dict[str, Sequence[str]]:
    """Return the texts of each place of ``SIGNS``, none where that does not count.

    *words* are those of the *statement* with a sign for each code span.
    """
    is_row = statement.kind == "table"
    # CI exists (lint, types): what stands in the brackets begins no sentence.
    without_brackets = _BRACKETS.sub("", words)
    starts = () if is_row else list_sentence_starts(without_brackets)
    inner_lead = "".join(statement.leads[:1]).strip("*_ ")
    lead = _ASIDE_OF_LEAD.sub(r"\1", "".join(statement.leads[-1:]))
    heading = "".join(statement.headings[-1:])
    headings = " > ".join(statement.headings)
    spans = [span.strip("` ") for span in CODE_SPAN.findall(statement.text)]
    run_spans = [span.strip("` ") for span in _SPAN_OF_NO_SUBJECT.findall(statement.text)]
    is_alone = is_row or _BEFORE_COMMAND.match(words) is not None
    is_ban = any(map(_BAN_HEADING.search, (lead, heading)))
    # "Run `make`. It does:" asks for nothing below it, and "Never commit:" for no process.
    duty_lead = _DUTY.search(lead)
    duty_leads = (lead,) if duty_lead and not is_ban else ()
    above = (*duty_leads, heading)
    has_case = LETTER_CASE.search(statement.text)
    is_how = has_case or (_HOW_HEADING.search(heading) and not SETUP_HEADING.search(heading))
    is_of_things = _THINGS_HEADING.search(headings) and not (
        is_how or any(map(WORK_HEADING.search, above))
    )
    duties = _IS_NOT.sub("", words)
    is_label = FILE_LABEL.match(statement.text)
    has_own_duty = _DUTY.search(_AMOUNT.sub("", duties) if is_label else duties)
    has_duty = has_own_duty or duty_lead
    is_name = _NAME_LABEL.match(words) and (is_of_things or not words.lstrip("- ").startswith("§"))
    is_noun = _NOUN_LABEL.match(words)
    sentences = [_NOUN_LABEL.sub("", without_brackets), *SENTENCE_END.split(without_brackets)[1:]]
    sentences += () if is_noun else (*starts, without_brackets.rpartition("\u2192")[2].lstrip())
    if is_row:  # `a.test` | Run the tests |: what something does
        names_code = words.lstrip("| ").startswith("§")
        cells = [] if is_of_things or names_code else words.strip("| ").split("|")[1:]
        sentences = [part for cell in cells for part in SENTENCE_END.split(cell.strip())]
    # `notes.md` — what was done. Keep it short
    asks_later = any(map(_demands, SENTENCE_END.split(without_brackets)[1:]))
    is_request = not is_name and any(map(_demands, sentences))
    is_demanded = _demands(SENTENCE_END.split(inner_lead)[-1]) and inner_lead.endswith(":")
    asks = has_duty or is_request or is_demanded
    is_of_all = any(map(_OF_ALL.match, starts)) and duties == words
    is_of_work = any(map(WORK_HEADING.search, above)) and not _OVERVIEW_HEADING.search(headings)
    is_negative = is_ban or _NEGATION.search(duties)
    is_demanded_above = (
        statement.kind == "item"
        and any(map(_DEMANDING_HEADING.search, (lead, _BRACKETS.sub("", heading))))
        and not _EXPLAINING_LEAD.search(lead)
    )
    is_rule = has_duty or is_how or is_ban or is_demanded_above
    bans_thing = not _LACKING_HEADING.search(headings) and any(
        map(_NO_THING.fullmatch, SENTENCE_END.split(words))
    )
    verbs = [match[1] for match in map(_DOES.match, starts) if match and not has_duty]
    is_thing = (
        (
            ((is_row and not is_request) or (is_label and not asks_later))
            and not (is_rule or (is_negative and not is_row))
        )
        or (
            is_of_things
            and not (is_of_all or is_demanded_above)
            and (is_row or not (asks or bans_thing))
        )
        or (is_of_things and _FEATURE.match(words) and not any(map(_ADVICE.match, starts)))
        or (_NO_RULE.search(words) and not (has_duty or is_negative))
        or (_NAME_LABEL.match(words) and not (asks or is_rule or is_negative))
        or (
            _OVERVIEW_HEADING.search(headings)
            and not (is_rule or is_negative or any(map(_ADVICE.match, starts)))
        )
        or any(begins_with_demand(verb) or begins_with_demand(f"{verb}e") for verb in verbs)
    )
    own_words = _OTHER_CLAUSE.sub("", words)
    is_report = (
        words[:3].lower() != "no "
        and _REPORT.match(words)
        and not (_CLEAR_DUTY.search(words) or is_request or is_ban)
    )
    tells = is_report or (not (asks or is_of_all or has_case) and _TELLS.search(own_words))
    demands_little = is_request or is_demanded or is_of_all or is_demanded_above
    says_enough = demands_little or has_own_duty or _NEGATION.search(duties)
    is_in_order = has_case or _ORDER_HEADING.search(heading)
    claim = _ASIDE.sub("", _BAN_CLAUSE.sub(r"\1", words))
    return {
        "commands": (
            *(span for span in spans[:1] if _COMMAND_LINE.fullmatch(span) and is_alone),
            next(filter(is_command, run_spans), ""),
            find_first_command(statement) if run_spans == spans else "",
        ),
        "what things are": [words] if is_thing else (),
        "what is so": [words] if tells else (),
        "no demand": () if asks or is_rule or is_of_all or is_negative or is_of_work else [words],
        "text": [statement.text],
        "line": [words],
        "without advice": [_BAN_CLAUSE.sub(r"\1", words)],
        "claim": [f"never {claim}" if is_ban else claim],
        "claim without code": () if spans else [claim],
        "rules": [f"never {claim}" if is_ban else _keep_rules(claim)],
        "code": [
            span
            for span in spans
            if is_command(span) or is_known_code(span) or not _PLAIN_SPAN.fullmatch(span)
        ][:1],
        "program": [span for span in spans if not PROGRAMS.isdisjoint(span.split())][:1],
        "numbers": [_REFERENCE.sub("", words)],
        "span": spans[:1],
        "starts": starts,
        "above by its lead": duty_leads,
        "above what is left alone": (inner_lead, heading),
        "above its list": (inner_lead,),
        "above": above,
        "above what it asks": above if asks else (),
        "says little": () if says_enough or is_ban or duty_leads or is_in_order else [words],
        "above a step": above
        if (asks or is_demanded_above) and not (has_duty or is_negative)
        else (),
    }


def _demands(clause: str) -> bool:
    """Tell whether *clause* of a line begins with what is to be done."""
    starts = [start for start in list_sentence_starts(clause) if not _NOUNS_THAT_ARE.match(start)]
    own_start = clause.lstrip("§ -—:")
    return any(map(IMPERATIVE.match, starts)) or (
        own_start in starts and _OTHER_DEMAND.match(own_start) is not None
    )


def _keep_rules(claim: str) -> str:
    """Return the sentences of *claim* that state a rule, and what takes one back.

    No data is made up. If a source fails, the output says so: that is no case of the rule.
    """
    sentences = SENTENCE_END.split(claim)
    rules = [
        sentence
        for sentence in sentences
        if _demands(sentence)
        or any(signs.search(sentence) for signs in (_DUTY, _NEGATION, _ONLY))
        or TAKES_BACK.match(sentence)
    ]
    return " ".join(rules or sentences)
