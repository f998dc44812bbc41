"""What keeps a line that states a rule from being a contract, and the words that show it.

    Run `npm test` before a commit    process: `npm test`
    Keep functions short              taste: `short`
    Never nest functions              ban: `Never`

Of several kinds the first of ``MEANINGS`` is named: what no contract can say before what one may.
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.code_spans import COMMANDS, is_command
from phaser_lint.author.importers.page_statements import Statement
from phaser_lint.author.importers.page_words import shorten_words
from phaser_lint.author.importers.rule_words import PageLanguage, is_english
from phaser_lint.author.importers.stated_rules import (
    CODE_SPAN,
    LETTER_CASE,
    SENTENCE_END,
    asks_for,
    first_command,
    starts_of,
)
from phaser_lint.core.text import printable

MEANINGS: dict[str, str] = {
    "not in English": "only English is read",
    "process": "it is about what somebody does or runs, which no contract sees",
    "taste": "somebody has to judge it",
    "condition": "it holds in some cases only: unless_match, when_file or inside may say which",
    "description": "it asks for nothing: it may only say what is there",
    "ban": "it says what should not be there: forbid_pattern, with in or inside, may say it",
    "demand": "it says what must be there: require_pattern, each_block or file_pair may say it",
    "form": "its form, or what stands above it, may change what it says: make it an item by itself",
    "not sure to be code": "what it names may be a word, a name of something else or an example",
}
"""What the reasons mean that do not say it themselves, in the order in which they are asked."""

# Run `npm test`; a rule about commands, such as those of a bot, is none.
_COMMAND = re.compile(
    r"\b((?:run|execute|install|invoke|re-?run|launch|start|stop|restart)\b(?:\W+\w+){0,4})\W+§"
    r"|§\s+(command)|§\s+(to (?:run|start|install|build))"
    r"|^\W*((?:build|format|lint|compile|test)\b[^.:]{0,60}):$"
    r"|\b(command line|(?:the|this|these|following) commands?)\b"
    rf"|\b(run (?:{'|'.join(COMMANDS)})\s+\w+)",
    re.IGNORECASE,
)
# What people and agents do: no code has it.
_WORK = re.compile(
    r"\b(?:pull requests?|PRs?|branches|(?:feature|topic|your|new|main|default|descriptive"
    r"|each) branch|branch (?:names?|naming|from)|§ branch|reviewers?|changelog|tickets?"
    r"|approvals?|(?:this|each|every|new) sessions?|hand-?offs?|backlog|sub-?agents"
    r"|tasks? complete|skills?|(?:this|the|each|one|target|current|next) task(?! (?:explicitly"
    r"|says|requires))|(?:ask|tell|with|from|to|notify) the user|user (?:asks|approv\w+"
    r"|confirm\w*|permission)|contributors|maintainers|(?<!never )(?<!not )(?<!n['’]t )commit"
    r"|commit(?= (?:directly|to|on|without|before))|commit(?:s|ted|ting)|merg(?:e[ds]?|ing)"
    r"|(?:code )?review(?:s|ed|ing)?|confirm(?:s|ed|ation)?|explicit (?:user )?requests?"
    r"|releas(?:e[ds]?|ing)|deploy\w*|push(?:ed|es|ing)?|approved?|the agent|(?:open|file|create"
    r"|report|check)(?: an?)?(?: github)? issues?|issue tracker|tests? (?:must )?pass|CI (?:is"
    r"|must|passes|checks?)|regenerat\w+|by CI|abide by|code of conduct|(?:bug fix(?:es)?|changes"
    r"|improvements|behaviou?r) (?:\w+ )?(?:need|require)s?|(?:before|after) (?:you|each|every"
    r"|any(?:thing)?|submitting|opening|changing|editing|writing|implementing|starting|making)"
    r"|checks? (?:early|first)|(?:smallest|relevant) checks?|verification evidence|(?:quality"
    r"|coverage) gates?|follow-?ups?|ADRs?|follow semver|semantic versioning|git history"
    r"|this persona|worktree|version bumps?|bump(?:ed|ing)|refactors|respectful|constructive"
    r"|harass\w+|feedback|tests? for (?:any|all|every|each|new|your)?(?: ?(?:new|changed|bug"
    r"|logic|features?|changes|functionality|behaviou?r|fix\w*))+|if (?:you(?! (?:add|alias|touch"
    r"|introduce|define|use|create))|your)|(?:add|write|include)(?: \w+){0,2} (?:tests|specs)"
    r"|tests should be added|run(?:ning)? (?:\w+ ){0,3}tests?|use (?:npm|yarn|pnpm|bun|uv|pip"
    r"|poetry)|bug bounty|security (?:problem|issue|vulnerabilit)\w*|update (?:\w+ ){0,3}(?:docs"
    r"|documentation|readme\w*|tests?))\b|§ (tools?)\b|^\W*step \d|\brun:$",
    re.IGNORECASE,
)
_WORK_VERB = re.compile(
    r"^(?:always |first,? |then |only |do not |don['’]?t |never |please )?(?:(?:read|verify|check"
    r"|investigate|validate (?:the |your )?changes|describe (?:your|what|the change)|understand"
    r"|think|stop|propose|plan|report|clone|fork|open|look|search|link|update|test (?:the|your"
    r"|all|that|on|at|with|both|locally|changes|cases)|assume|run|identify|classify|wait|walk"
    r"|spawn|guess|fix|reply|respond|summari[sz]e|invoke|pull|push|finish|notify|discuss"
    r"|analy[sz]e|research|consult|do anything|treat|claim|take a moment|ask|tell|browse|navigate"
    r"|enter|click|install|request an?|submit|go to|set up|confirm|state (?:the|your|what)"
    r"|follow (?:\w+ ){0,3}(?:workflow|process|steps?|order|procedure|checklist|protocol"
    r"|instructions|guide(?:lines)?)s?)\b(?![-.:]| (?:is|are|was|were|has|have|will"
    r"|belongs?)\b)(?!.*\b(?:with|using|via) §))",
    re.IGNORECASE,
)
# Below one of these stands what is done, whatever the line says of it.
_WORK_HEADING = re.compile(
    r"\b(?:pull[- ]requests?|PRs?|commits?|committing|branch(?:es|ing)?|git|(?:code )?reviews?"
    r"|reviewing|releas(?:es?|ing)|contribut(?:e|ing|ions?)|(?:code of )?conduct|workflows?"
    r"|reporting|issues|bugs?|submit\w*|before you|how to|(?:feature )?requests?|while working"
    r"|suggest\w*|versioning|changelog$|verification|before (?:editing|coding|starting)"
    r"|what agents)\b",
    re.IGNORECASE,
)
# Below one of these it does so only where it asks for something: Python 3.8 is a fact.
_SETUP_HEADING = re.compile(
    r"\b(?:set-?up|setting up|getting started|get started|quick ?start|install(?:ing|ation)?"
    r"|prerequisites|deploy(?:ing|ment)?|troubleshooting|local development|building|running)\b",
    re.IGNORECASE,
)
# Below one of these a line without a verb says how it is done.
_HOW_HEADING = re.compile(
    r"\b(?:naming|imports?|formatting|indentation|style|conventions?|standards?|rules?|limits?"
    r"|constraints?|requirements?|principles?|guidelines?|words to use)\b",
    re.IGNORECASE,
)
# Below one of these it only tells what there is.
_THINGS_HEADING = re.compile(
    r"\b(?:overview|(?:project|directory|folder|file|repo\w*|code(?:base)?) structure"
    r"|architecture|concepts?|key (?:\w+ )?(?:files|components|directories|modules|services)"
    r"|modules?(?! rules)|endpoints?|models?|schema|stack|documentation|references?|map|what is"
    r"|about|glossary|features?|layout|state|status|background|identity|limitations?|known issues"
    r"|snapshot)\b",
    re.IGNORECASE,
)
_BAN_HEADING = re.compile(
    r"\b(?:never|don['’]?ts?|do not|avoid|forbidden|prohibited|anti-?patterns?|banned|disallowed"
    r"|deprecat(?:ed|ions?)|pitfalls|mistakes)\b",
    re.IGNORECASE,
)
_TASTE = re.compile(
    r"\b(?:clear(?:ly)?|clarity|simple|simpl\w+|clean(?! up)|readab\w+|concise|meaningful"
    r"|small(?:er|est)?|good|(?<!for )consisten\w+|descriptive|best|minimal\w*|short"
    r"|self-documenting|elegan\w+|maintainab\w+|focused|reasonable|obvious|quality|performan\w+"
    r"|efficient\w*|careful\w*|sparingly|over-?engineer\w*|premature|magic|idiomatic|modern"
    r"|friendly|accessib\w+|secure|professional|tone|DRY|KISS|YAGNI|SOLID|appropriate\w*|modular"
    r"|separation|intuitive|beautiful|placeholders?|stubs?|duplicat\w+|singletons?|robust"
    r"|comprehensive|thorough\w*|exhaustive\w*|testable|graceful\w*|marketing|superlatives"
    r"|implementation details|deterministic|side effects|adherence|defensive\w*|english"
    r"|semantic\w*|extensib\w+|scalab\w+|actionable|helpful|bloat|complex(?:ity)?"
    r"|backwards? compatib\w+)\b",
    re.IGNORECASE,
)
# Also beside code: Use `satisfies` where appropriate
_MEASURE = re.compile(
    r"\b(?:(?:where|when(?:ever)?|if|as|than|much as|little as) (?:\w+ )?(?:possible|appropriate"
    r"|needed|necessary|applicable|relevant|practical|feasible|useful|sensible|it makes sense"
    r"|it helps)|unnecessar(?:y|ily)|proper(?:ly)?|minimi[sz]e|optimi[sz]e for|careful\w*"
    r"|meaningful|descriptive|sparingly|reasonable|well-(?:named|structured|documented))\b",
    re.IGNORECASE,
)
_TASTE_HEADING = re.compile(r"\b(?:tone|voice|personality|philosophy)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(unless|(?<!try[-/])except(?! as\b)|when(?:ever)?|if|(?<!, )(?-i:[Ww]here)(?:ver)?|until"
    r"|while|otherwise|in case|depending|outside|other than|apart from|in new|only (?:if|when|in"
    r"|for|inside|on)|(?:is|are) exempt|in (?:\w+ ){0,2}(?:tests?|production|components?|scripts?"
    r"|handlers?|migrations?|paths?))\b|(?:not|never|no|avoid|n['’]t)\b[^.;]*\b(without)\b",
    re.IGNORECASE,
)
_DUTY = re.compile(
    r"\b(?:must|shall|should|never|always|do not|don['’]t|avoid|prefer(?:red)?|ensure|make sure"
    r"|be sure|mandatory|forbidden|prohibited|banned|not allowed|disallowed|instead of"
    r"|rather than|ha(?:s|ve) to|requires?|needs? (?:to|an?)|at (?:most|least)|max(?:imum)?"
    r"|minimum|no longer|strictly|cannot|can['’]t|may not|(?:is|are) (?:required|expected)(?! by)"
    r"|(?:belongs?|goe?s?) (?:in|into|under)|we (?:follow|prefer|adhere)|please (?!note|see|refer"
    r"|read|find)\w+)\b|^\W*only\b",
    re.IGNORECASE,
)
# What there is: it has a verb, and no duty.
_TELLS = re.compile(
    r"\b(?:is|are|was|were|has|(?<!\bI )have|does|do|holds?|uses?|contains?|provides?|supports?"
    r"|lives?|exists?|inherits?|runs?|works?|maps?|retains?|keeps?|defines?|handles?|returns?)\b"
    r"|^\W*(?:it|this|these|they|that)\s+\w+s?\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(r"\b(?:is|are) (?:an?|the)\b|^\W*(?:for [^,]{1,40} )?see\b", re.IGNORECASE)
# It is not a library; what is so, and no rule.
_IS_NOT = re.compile(
    r"\b(?:is|are|was|were|does|did|has|have|will|would) not\b|\bit['’]s not\b|\b(?:isn|aren|wasn"
    r"|doesn|didn|won|haven|hasn)['’]t\b|\bthere (?:is|are) no\b"
    r"|(?<=\w )(?<!and )(?<!but )(?<!or )(?<!please )(?<!you )(?<!we )(?:do not|don['’]t)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not(?! (?:just|only))|never|no(?! longer)|none|instead|rather|avoid|over|cannot"
    r"|nothing|zero|forbidden|prohibited|banned|disallowed|without)\b|\b\w+n['’]t\b|\bban\b",
    re.IGNORECASE,
)
# Test framework: `pytest`; no verb stands first.
_NOUN_LABEL = re.compile(
    r"\W*(?:test|state|support|request|search|type|design|process|target|format|log|query|name"
    r"|cache)\s\w+\s*:",
    re.IGNORECASE,
)
# ThinkTags: Extract tags; what something does
_NAME_LABEL = re.compile(r"^\W*(?:§|[A-Z]\w*[a-z][A-Z]\w*)\W*[:\u2013\u2014-]\s")
# A rule of all, in the indicative: Each module has a test
_OF_ALL = re.compile(r"\W*(?:every|each|all|no|nothing)\b(?!.*:$)", re.IGNORECASE)
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_LONGEST = 60


def reason_of(statement: Statement, page_language: PageLanguage | None = None) -> str:
    """Return what of a rule keeps it from being a contract without a reader.

    That is a key of ``MEANINGS``, with the words that show it, if there are any.
    """
    words = CODE_SPAN.sub("§", statement.text).replace("*", "")
    if not is_english(words, page_language):
        return "not in English"
    is_row = statement.kind == "table"
    starts = () if is_row else starts_of(words)
    heading = "".join(statement.headings[-1:])
    lead = "".join(statement.leads[-1:])
    # "Run `make`. It does:" asks for nothing below it, and "Never commit:" for no process.
    is_asking = _DUTY.search(lead) and not _BAN_HEADING.search(lead)
    above = (lead, heading) if is_asking else (heading,)
    work_above = next(filter(_WORK_HEADING.search, above), "")
    setup_above = next(filter(_SETUP_HEADING.search, above), "")
    is_how = LETTER_CASE.search(statement.text) or (
        _HOW_HEADING.search(heading) and not setup_above
    )
    is_of_things = _THINGS_HEADING.search(" > ".join(statement.headings)) and not (
        is_how or work_above
    )
    duties = _IS_NOT.sub("", words)
    has_duty = any(map(_DUTY.search, (duties, lead)))
    is_name = _NAME_LABEL.match(words) and (is_of_things or not words.lstrip("- ").startswith("§"))
    sentences = [words, *starts, *SENTENCE_END.split(words)[1:]]
    is_label = is_name or _NOUN_LABEL.match(words)
    asks = has_duty or not (is_row or is_label or not any(map(asks_for, sentences)))
    ban_above = next(filter(_BAN_HEADING.search, (lead, heading)), "")
    is_rule = (has_duty or is_how or ban_above) if is_row else True
    if (is_of_things and (is_row or not asks)) or not is_rule:
        return "description"
    spans = [span.strip("` ") for span in CODE_SPAN.findall(statement.text)]
    work = (
        next(filter(is_command, spans), "")
        or first_command(statement)
        or _first_words(_COMMAND, words)
        or _first_words(_WORK, _IN_PARENTHESES.sub("", words))
        or next(filter(None, (_first_words(_WORK_VERB, start) for start in starts)), "")
    )
    is_of_all = any(map(_OF_ALL.match, starts))
    if not (asks or work or is_of_all) and (_DEFINES if is_how else _TELLS).search(words):
        return "description"
    found = {
        "process": work or work_above or (setup_above if asks else ""),
        "taste": _first_words(_MEASURE, words)
        or ("" if "§" in words else _first_words(_TASTE, words))
        or (heading if _TASTE_HEADING.search(heading) else ""),
        "condition": _first_words(_CONDITION, words),
    }
    found["ban"] = _first_words(_NEGATION, duties) or ("" if _DUTY.search(duties) else ban_above)
    for kind, shown in found.items():
        if shown:
            place = "" if shown in statement.text else "below "
            quoted = shorten_words(printable(shown), _LONGEST).replace("`", "")
            return f"{kind}: {place}`{quoted}`"
    return "demand" if asks or is_how or is_of_all else "description"


def _first_words(pattern: re.Pattern[str], text: str) -> str:
    """Return what *pattern* finds in *text*: its group, or all of it; nothing where it does not."""
    match = pattern.search(text)
    return match[match.lastindex or 0] if match else ""
