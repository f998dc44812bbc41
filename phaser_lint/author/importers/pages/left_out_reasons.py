"""What keeps a line that states a rule from being a contract, and the words that show it.

    Run `npm test` before a commit    command: `npm test`
    Keep functions short              taste: `short`
    Never nest functions              syntax: `nest`

A reason states what anybody can see in the line. Of several the first of ``_SIGNS`` is named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.author.importers.pages.code_spans import COMMANDS, is_command
from phaser_lint.author.importers.pages.page_statements import Statement
from phaser_lint.author.importers.pages.page_words import shorten_words
from phaser_lint.author.importers.pages.rule_words import PageLanguage, is_english
from phaser_lint.author.importers.pages.stated_rules import (
    CODE_SPAN,
    FILE_LABEL,
    LETTER_CASE,
    SENTENCE_END,
    begins_with_demand,
    find_first_command,
    list_sentence_starts,
)
from phaser_lint.core.text import make_printable

MEANINGS: dict[str, str] = {
    "not in English": "only English is read",
    "command": "it names what is to be run",
    "process": "it is about what somebody does: only what files show can be a contract",
    "taste": "somebody has to judge it",
    "condition": "it holds in some cases only: unless_match, when_file or inside may say which",
    "description": "no word of it demands anything: it may only say what is there",
    "code": "it names code or a path, in no form that is sure",
    "types": "it is about types, which a pattern sees only where they are written",
    "syntax": "it is about parts of code: in, inside, each_block or file_name may say it",
    "form": "its form, or what stands above it, may change what it says: make it an item by itself",
    "not sure to be code": "what it names may be a word, a name of something else or an example",
    "not understood": "none of its words shows a reason: somebody has to read it",
}
"""What the reasons mean that do not say it themselves."""

# Run `make`; a rule about commands, such as those of a bot, is none.
_COMMAND = re.compile(
    r"\b((?:run|execute|install|invoke|re-?run|launch|start|stop|restart)\b"
    r"(?:[^\w§:.;]+\w+){0,4})[^\w§:.;]+§"
    r"|\b(run|execute)\b[^\w§]{1,4}§|§\s+(command)|§\s+(to (?:run|start|install|build))"
    r"|^\W*((?:build|format|lint|compile|test)\b[^.:]{0,60}):$"
    r"|\b(command line|(?:the|this|these|following) commands?)\b"
    rf"|\b(run (?:{'|'.join(COMMANDS)})\s+\w+)",
    re.IGNORECASE,
)
# What people and agents do: no code has it.
_WORK = re.compile(
    r"(?<![\w@.-])(?:(?:force|squash|self|peer|code)-)?(?:pull requests?|PRs?"
    r"|(?<!else )(?<!code )branches|(?:feature|topic|your|new"
    r"|main|default|descriptive"
    r"|each) branch|branch (?:names?|naming|from)|§ branch|reviewers?|changelog|tickets?"
    r"|approvals?|(?:this|each|every) sessions?|hand-?offs?|backlog|sub-?agents|tasks? complete"
    r"|(?:use|using|invoke|load) [^.]{0,40}skills?|(?:this|the|each|one|target|current"
    r"|next) task(?! (?:explicitly|says|requires))"
    r"|(?:ask|tell|with|from|to|notify) the user|user (?:asks|approv\w+|confirm\w*|permission)"
    r"|contributors|maintainers|(?<!never )(?<!not )(?<!n['’]t )commit|commit(?= (?:directly|to|on"
    r"|without|before))|commit(?:s|ted|ting)|merg(?:e[ds]?|ing)(?! (?:props"
    r"|objects|classes|styles|options|defaults|with)\b)|(?:code )?review(?:s|ed|ing)?"
    r"|confirm(?:s|ed)? (?:with|that|by|before|first)|(?:user|explicit|human|your|for) confirmation"
    r"(?! (?:dialog|modal|prompt|box))|explicit (?:user )?requests?|architectural decisions?"
    r"|releas(?:ed(?! in)|ing)|releases?(?= (?:notes?|process|branch|cycle|tag|version)|$)|(?:all"
    r"|each"
    r"|every|before|new|next|github) releases?|deploy\w*(?! keys?|:)"
    r"|push(?:ed|es|ing)?(?! (?:notifications?|tokens?|messages?)\b)"
    r"|approved? (?:by|before|first)|the agent|an agent (?:is|must|should)|(?:must"
    r"|should) be (?:tested|verified|reviewed)|(?:open|file|create|report|check) (?:(?:an|the)"
    r" (?:github )?issue|(?:github )?issues(?= (?:for|before|on|about|with|to|first)|$))"
    r"|issue tracker|tests? (?:must )?pass|CI (?:is|must"
    r"|passes|checks?)|regenerat\w+|by CI|abide by|code of conduct|(?:bug fix(?:es)?|changes"
    r"|improvements|behaviou?r) (?:\w+ )?(?:need|require)s?|(?:before|after) (?:you|each|every"
    r"|any(?:thing)?|submitting|opening|changing|editing|writing|implementing|starting|making)"
    r"|checks? (?:early|first)|(?:smallest|relevant) checks?|verification evidence|(?:quality"
    r"|coverage) gates?|follow-?ups?|ADRs?|follow semver|semantic versioning|git history"
    r"|this persona|(?:guide|help|show|give) me|(?:another|other|unrelated) (?:files?|changes)"
    r"|(?:code|test|line|\d+%) coverage|worktree|version bumps?|bump(?:ed|ing)|refactors"
    r"|respectful|constructive"
    r"|harass\w+|(?:address|give|wait for) (?:\w+ )?feedback|tests? for (?:any|all|every|each|new"
    r"|your)?(?: ?(?:new|changed|bug|logic"
    r"|features?|changes|functionality|behaviou?r|fix\w*))+|(?:add|write"
    r"|include)(?: \w+){0,2} (?:tests|specs)"
    r"|tests should be added|run(?:ning)? (?:\w+ ){0,3}tests?|use (?:npm|yarn|pnpm|bun|uv|pip"
    r"|poetry)|bug bounty|security (?:problem|issue|vulnerabilit)\w*|update (?:\w+ ){0,3}(?:docs"
    r"|documentation|readme\w*|tests?))\b(?![(-]|\.\w)|§ (tools?)\b|^\W*step \d|\b(?:run|verify"
    r"|check):$"
    r"|^[^.!?;]*\b(if (?:you(?! (?:add|alias|touch|introduce|define|use|create))|your))\b",
    re.IGNORECASE,
)
# A verb that begins the line, and no name: not Confirm dialogs required, Open/Closed, Read from `a`
_WORK_VERB = re.compile(
    r"^(?:always |first,? |then |only |do not |don['’]?t |never |please )?(?:(?:inspect|recommend"
    r"|read(?! (?:\w+ ){0,2}(?:from|via|through)\b)|(?:verify|check)(?! (?:for )?(?:the )?(?:null"
    r"|undefined|nil|none|errors?|permissions?|auth\w*|tokens?|signatures?|inputs?|bounds|return"
    r"|sessions?|ownership)\b)|explain|determine|assess|compare|gather|decide|investigate"
    r"|validate (?:the |your )?changes|describe (?:your|what|the change)|understand|think|stop"
    r"|propose|plan|report|clone|fork|open(?! (?:source|in|graph|issues \w+ \w+)\b)|look"
    r"|search (?:the|for|existing)|link (?:the|to|your|issues)"
    r"|update(?! (?:the )?(?:state|ui|props?|store|cache|records?|rows?)\b)"
    r"|test (?:the|edge|your|all|that|on|at|with|both|locally|changes|cases)|assume|run|identify"
    r"|classify|wait|walk|spawn|guess|fix|reply|respond|summari[sz]e|invoke|pull"
    r"|push(?! (?:notifications?|tokens?|messages?)\b)|finish|notify|discuss|analy[sz]e|research"
    r"|consult|do anything|treat(?= (?:it|this|these|that|the)\b)|claim|take a moment|ask|tell"
    r"|browse"
    r"|navigate to|enter (?:the|your)|click|install|request an?|submit|go to|set up|confirm"
    r"|state (?:the|your|what)"
    r"|follow (?:\w+ ){0,3}(?:workflow|process|steps?|order|procedure|checklist|protocol"
    r"|instructions|guide(?:lines)?)s?)\b(?![-./:)]| (?:&|is|are|was|were|has|have|will|never"
    r"|must|belongs?"
    r"|(?!(?:it|they|this|that|what|all|each|every)\b)\w+ (?:required|needed|must|should))\b)"
    r"(?!.*\b(?:with|using|via) §))",
    re.IGNORECASE,
)
# Below one of these stands what is done, whatever the line says of it.
_WORK_HEADING = re.compile(
    r"\b(?:pull[- ]requests?|PRs?|commits?|committing|branch(?:es|ing)?|git|(?:code )?reviews?"
    r"|reviewing|releas(?:es?|ing)|contribut(?:e|ing|ions?)|(?:code of )?conduct|(?:git"
    r"|development) workflow"
    r"|reporting|submit\w*|feature requests?|versioning|changelog$|before (?:editing|coding)"
    r"|what agents)\b",
    re.IGNORECASE,
)
# Below one of these it does so only where it asks for something: Python 3.8 is a fact.
_SETUP_HEADING = re.compile(
    r"\b(?:set-?up|setting up|getting started|get started|quick ?start|install(?:ing|ation)?"
    r"|prerequisites|deploy(?:ing|ment)?|troubleshooting|local development|building|running)\b",
    re.IGNORECASE,
)
# Below one of these what a line asks for is a step of some work.
_TASK_HEADING = re.compile(
    r"^\W*(?:[\d.]+\W*)?(?:adding|creating|updating|removing|extending|registering|debugging"
    r"|upgrading|migrating|publishing|changing|editing|customi[sz]ing|configuring|add|create|fix"
    r"|update|improve)\b|\b(?:common tasks|how to|future|roadmap|to-?dos?|next steps|planned"
    r"|milestones?|phases?|enhancements|checklists?|steps|recipes?)\b",
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
    r"\b(?:overview|(?<!new )features|what is|about|purpose|capabilities|core components)\b",
    re.IGNORECASE,
)
_BAN_HEADING = re.compile(
    r"\b(?:never|don['’]?ts?|do not|avoid|forbidden|prohibited|anti-?patterns?|banned|disallowed"
    r"|deprecat(?:ed|ions?)|pitfalls|mistakes)\b",
    re.IGNORECASE,
)
# Not secure in expo-secure-store, nor what somebody clears
_TASTE = re.compile(
    r"(?<![\w/@.-])(?:(?:user|high|well|self)-)?(?:(?:existing|established"
    r"|standard) (?:\w+ )*?(?:patterns?|conventions?|styles?|idioms?|structures?)"
    r"|explicit(?=\W*$|[.,;]| and\b)|fully|logical\w*|aggressive\w*|effective\w*|seamless\w*"
    r"|correct(?:ly|ness)?"
    r"|atomic|business logic|declarative|composition|eas(?:y|ily)|approachable|feels? like"
    r"|clearly|clear(?! (?:the|all|any|its?|tokens?|caches?|state|sessions?|storage|data|timers?)"
    r"\b)|clarity|simple|simpl\w+|clean(?! up)|readab\w+|concise|meaningful|small(?:er"
    r"|est)?|good|(?<!for )consisten\w+|descriptive|best|minimal\w*|short(?!-)|self-documenting"
    r"|elegan\w+|maintainab\w+|focused|reasonable|obvious|quality|performan\w+|efficient\w*"
    r"|careful\w*|sparingly|over-?engineer\w*|premature|magic|idiomatic|modern|friendly"
    r"|accessib\w+|secure|professional|tone|DRY|KISS|YAGNI|SOLID|appropriate\w*|modular|separation"
    r"|intuitive|beautiful|placeholders?|stubs?|duplicat\w+|singletons?|robust|comprehensive"
    r"|thorough\w*|exhaustive\w*|testable|graceful\w*|marketing|superlatives"
    r"|implementation details|deterministic|side effects|adherence|defensive\w*|english"
    r"|semantic\w*|extensib\w+|scalab\w+|actionable|helpful|bloat|complex(?:ity)?"
    r"|backwards? compatib\w+|critical (?:user|paths?|flows?|journeys?|features?|logic)|expensive"
    r"|responsive|principles|scope|trivial|non-trivial|sensible|relevant|realistic|predictable"
    r"|reliab\w+|lightweight|smooth(?:ly)?|verbose|excessive\w*|overly|succinct|brief|pragmatic"
    r"|self-explanatory|(?:active|passive) voice|user experience|why, not what)(?![\w/-]|\.\w)",
    re.IGNORECASE,
)
# Also beside code: Use `satisfies` where appropriate
_MEASURE = re.compile(
    r"\b(?:(?:where|when(?:ever)?|if|as|than|much as|little as) (?:\w+ )?(?:possible|appropriate"
    r"|needed|necessary|applicable|relevant|practical|feasible|useful|sensible|it makes sense"
    r"|it helps)|unnecessar(?:y|ily)|proper(?:ly)?|minimi[sz]e|optimi[sz]e for|careful\w*"
    r"|meaningful|descriptive|sparingly|reasonable|well-(?:named|structured|documented)"
    r"|soft (?:guideline|limit"
    r"|rule)|ideally|roughly)\b|~\d[\d–-]*(?= (?:char|line|column))",
    re.IGNORECASE,
)
_TASTE_HEADING = re.compile(r"^\W*(?:\w+ (?:and|&) )?(?:tone|voice|personality)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"^\W*(for) (?!(?:all|each|every|example|instance|now|more)\b)[^,:;]{2,60},|\b(unless"
    r"|(?<!try[-/])except(?! as\b)|when(?:ever)?|if|(?<!, )(?<!['’]s )(?-i:[Ww]here)(?:ver)?"
    r"|until|while"
    r"|otherwise|in case|depending|outside|other than|apart from|in new"
    r"|(?<!rely )(?<!relying )only (?:if|when|in|for|inside|on)|(?:is|are) exempt"
    r"|in (?:\w+ ){0,2}(?:tests?|production|components?|scripts?|handlers?|migrations?|paths?))\b"
    r"|(?:not|never|no|avoid|n['’]t)\b[^.;]*\b(without)\b",
    re.IGNORECASE,
)
_DUTY = re.compile(
    r"\b(?:must|shall|should|never|(?-i:ALWAYS)|always(?! (?:on|available|visible|present|enabled"
    r"|(?!\w*ss\b"
    r"|focus)\w+s)\b)|do not"
    r"|don['’]t|avoid|prefer(?:red)?|(?<!to )ensure"
    r"|make sure|be sure|mandatory|forbidden|prohibited|banned|(?<!non-)frozen|not allowed"
    r"|disallowed"
    r"|instead of"
    r"|rather than|ha(?:s|ve) to|require|needs?|at (?:most|least)|max(?:imum)?|minimum|no longer"
    r"|strictly|cannot|can['’]t|may not|(?<!what )(?:is|are) (?:required|expected)(?! by)"
    r"|(?:belongs?|goe?s?) (?:in|into|under)|we (?:follow|prefer|adhere)|please (?!note|see|refer"
    r"|read|find)\w+)\b|^\W*no\b[^.:;]*\b(?:ever|may|can|allowed|outside|without|inside)\b"
    r"|^\W*only\b|\bonly(?:\.\s|\.?$)",
    re.IGNORECASE,
)
# What there is: it has a verb, and no duty.
_TELLS = re.compile(
    r"\b(?:is|are|was|were|has|(?<!\bI )have|does|do|holds?|uses?|contains?|provides?|supports?"
    r"|lives?|exists?|inherits?|runs?|works?|maps?|retains?|keeps?|defines?|handles?|returns?"
    r"|already)\b|^\W*(?:(?:it|this|these|they|that)\s+\w+s?|(?:for [^,]{1,40} )?see)\b",
    re.IGNORECASE,
)
# It is not a library; what is so, and no rule.
_IS_NOT = re.compile(
    r"\b(?:is|are|was|were|does|did|has|have|will|would) not\b|\bwill never\b|\b(?:do not"
    r"|don['’]t) (?:need|have) to\b|\bno (?:\w+ ){1,3}(?:required|needed|necessary)\b"
    r"|\bit['’]s not\b|^\W*no (?:recent|known|current)\b|\b(?:isn|aren|wasn|doesn|didn|won|haven"
    r"|hasn)['’]t\b|\bthere (?:is"
    r"|are) no\b|(?<=\w )(?<!and )(?<!but )(?<!or )(?<!please )(?<!you )(?<!we )(?:do not"
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
    r"|designs)\b)([a-z]{2,}?)(?:e?s)\b(?!:)",
    re.IGNORECASE,
)
# Thanks, and what was done
_NO_RULE = re.compile(
    r"\b(?:(?:is|are) (?:\w+[, ]+)*(?:welcome|valued|appreciated)|thank(?:s| you))\b"
    r"|^\W*(?!required)[a-z]+ed (?:the|that|an?|from|by|with|on|in)\b"
    r"|^\W*we (?:value|love|believe|hope|appreciate|welcome)\b|^\W*open issues \w+ \w"
    r"|^\W*(?:these|this|they|it)(?: \w+)? (?:appl(?:y|ies)|explains?|describes?|serves?)\b"
    r"|^\W*no (?:(?:\w+ ){1,4}(?:required|needed|necessary)|recent|known|current)\b",
    re.IGNORECASE,
)
# A rule of all, in the indicative: Each module has a test
_OF_ALL = re.compile(
    r"\W*(?:every|each|all(?! (?:[\w-]+ ){1,4}(?:\([^()]*\) )?(?:is|are|lives?)\b))\b(?!.*:$)",
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
_TYPES = re.compile(
    r"\b(?:type (?:hint|annotation|definition|alias)(?:s|es)?|type[- ]saf\w+|types?(?! of\b)|typed"
    r"|typing|generics?|interfaces?|nullable|casts?|casting)\b",
    re.IGNORECASE,
)
_SYNTAX = re.compile(
    r"\b(?:(?<!serverless )functions?|methods?|(?<!utility )(?<!css )class(?:es)?|constructors?"
    r"|parameters?|arguments?|(?<!environment )(?<!env )variables?|constants?|loops?|lambdas?"
    r"|decorators?|imports|import (?:order|paths?|statements?)|exports|comments?|docstrings?"
    r"|commas?|semicolons?|quotes|brackets|braces|whitespace|indent\w*|spaces|tabs|blank lines?"
    r"|lines?|(?:^\W*|\b(?:no|an?|each|every|all|react|vue|server|client|other|class) )components?"
    r"|hooks?|JSX|props|attributes|enums?|structs?|macros?|closures?"
    r"|getters?|setters?|callbacks?|ternar\w+|conditionals?|literals?|async|expressions?"
    r"|destructur\w*|nest(?:ed|ing)?|naming|prefix\w*|suffix\w*|iterators?|try-except)\b",
    re.IGNORECASE,
)
# createdAt, @JsonValue, ref.invalidate(), build_runner
_BARE_CODE = re.compile(
    r"(?<![\w.])(?:@[A-Za-z]\w+|[a-z]{2,}[A-Z][a-z]\w*|(?:[a-z]\w*\.)*[a-z]\w+\(\)"
    r"|[a-z]+(?:_[a-z]+)+)"
)
_ANYTHING = re.compile(r"(?s).+")
# The kinds in the order in which they are tried, where they show, and in which words.
_SIGNS = (
    ("command", "commands", _ANYTHING),
    ("description", "what things are", _ANYTHING),
    ("command", "line", _COMMAND),
    ("process", "claim", _WORK),
    ("process", "starts", _WORK_VERB),
    ("description", "what is so", _ANYTHING),
    ("process", "above by its lead", _WORK_HEADING),
    ("taste", "above", _TASTE_HEADING),
    ("description", "no demand", _ANYTHING),
    ("taste", "line", _MEASURE),
    ("taste", "claim without code", _TASTE),
    ("condition", "claim", _CONDITION),
    ("process", "above", _WORK_HEADING),
    ("process", "above what it asks", _SETUP_HEADING),
    ("syntax", "text", LETTER_CASE),
    ("code", "code", _ANYTHING),
    ("code", "line", _BARE_CODE),
    ("types", "claim without code", _TYPES),
    ("syntax", "claim without code", _SYNTAX),
    ("process", "above a step", _TASK_HEADING),
    ("description", "says little", _ANYTHING),
    ("not understood", "above what says little", _ANYTHING),
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
    for kind, place, pattern in _SIGNS:
        match = next(filter(None, map(pattern.search, texts[place])), None)
        if match and kind == "description":
            return kind
        if match:
            is_above = place.startswith("above")
            shown = match.string if is_above else match[match.lastindex or 0].strip("§ ")
            quoted = shorten_words(make_printable(shown), _LONGEST).replace("`", "")
            return f"{kind}: {'below ' if is_above else ''}`{quoted}`"
    return "not understood"


def _texts_by_place(statement: Statement, words: str) -> dict[str, Sequence[str]]:
    """Return the texts of each place of ``_SIGNS``, none where that does not count.

    *words* are those of the *statement* with a sign for each code span.
    """
    is_row = statement.kind == "table"
    starts = () if is_row else list_sentence_starts(words)
    lead, heading = "".join(statement.leads[-1:]), "".join(statement.headings[-1:])
    headings = " > ".join(statement.headings)
    spans = [span.strip("` ") for span in CODE_SPAN.findall(statement.text)]
    run_spans = [span.strip("` ") for span in _SPAN_OF_NO_SUBJECT.findall(statement.text)]
    is_ban = any(map(_BAN_HEADING.search, (lead, heading)))
    # "Run `make`. It does:" asks for nothing below it, and "Never commit:" for no process.
    duty_leads = (lead,) if _DUTY.search(lead) and not is_ban else ()
    above = (*duty_leads, heading)
    has_case = LETTER_CASE.search(statement.text)
    is_how = has_case or (_HOW_HEADING.search(heading) and not _SETUP_HEADING.search(heading))
    is_of_things = _THINGS_HEADING.search(headings) and not (
        is_how or any(map(_WORK_HEADING.search, above))
    )
    duties = _IS_NOT.sub("", words)
    has_own_duty = _DUTY.search(duties)
    has_duty = has_own_duty or _DUTY.search(lead)
    is_name = _NAME_LABEL.match(words) and (is_of_things or not words.lstrip("- ").startswith("§"))
    is_noun = _NOUN_LABEL.match(words)
    sentences = [_NOUN_LABEL.sub("", words), *SENTENCE_END.split(words)[1:]]
    sentences += () if is_noun else (*starts, words.rpartition("\u2192")[2].lstrip())
    is_request = not (is_row or is_name) and any(map(begins_with_demand, sentences))
    asks = has_duty or is_request
    is_of_all = any(map(_OF_ALL.match, starts)) and duties == words
    is_of_work = any(map(_WORK_HEADING.search, above)) and not _OVERVIEW_HEADING.search(headings)
    is_negative = is_ban or _NEGATION.search(duties)
    is_rule = has_duty or is_how or is_ban
    verbs = [match[1] for match in map(_DOES.match, starts) if match and not has_duty]
    is_thing = (
        (
            (is_row or FILE_LABEL.match(statement.text))
            and not (is_rule or (is_negative and not is_row))
        )
        or (is_of_things and not is_of_all and (is_row or not asks))
        or (_NO_RULE.search(words) and not (has_duty or is_negative))
        or (_NAME_LABEL.match(words) and not (asks or is_rule or is_negative))
        or (_OVERVIEW_HEADING.search(headings) and not (is_rule or is_negative))
        or any(begins_with_demand(verb) or begins_with_demand(f"{verb}e") for verb in verbs)
    )
    tells = not (asks or is_of_all or has_case) and _TELLS.search(words)
    says_enough = is_request or is_of_all or has_own_duty or _NEGATION.search(duties)
    is_in_order = has_case or _ORDER_HEADING.search(heading)
    claim = _ASIDE.sub("", words)
    return {
        "commands": (
            next(filter(is_command, run_spans), ""),
            find_first_command(statement) if run_spans == spans else "",
        ),
        "what things are": [words] if is_thing else (),
        "what is so": [words] if tells else (),
        "no demand": () if asks or is_how or is_of_all or is_negative or is_of_work else [words],
        "text": [statement.text],
        "line": [words],
        "claim": [f"never {claim}" if is_ban else claim],
        "claim without code": () if spans else [claim],
        "code": spans[:1],
        "starts": starts,
        "above by its lead": duty_leads,
        "above": above,
        "above what it asks": above if asks else (),
        "says little": () if says_enough or is_ban or duty_leads or is_in_order else [words],
        "above what says little": () if says_enough else [lead or heading],
        "above a step": above if asks and not (has_duty or is_negative) else (),
    }
