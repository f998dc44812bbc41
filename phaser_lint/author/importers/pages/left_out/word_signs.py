"""The signs by which a line of a page shows why it is no contract, in the order of the reasons.

Run `npm test` before a commit    a command
Keep functions short              taste
Never nest functions              parts of code
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.code.span_patterns import COMMANDS
from phaser_lint.author.importers.pages.left_out.clear_signs import (
    DOCS,
    FORMAT,
    FORMATTER,
    IMPORT_ORDER,
    LINTER,
    OF_EACH_PART,
    STRICT,
    STRUCTURE,
    TYPES_OF_PARTS,
)
from phaser_lint.author.importers.pages.left_out.headings import (
    CONDUCT_HEADING,
    GIT_HEADING,
    SETUP_HEADING,
    TASK_HEADING,
    TASTE_HEADING,
    TIME_LEAD,
    WORK_HEADING,
)
from phaser_lint.author.importers.pages.text.states_rule import LETTER_CASE, PLACED_CODE

# Run `make`; a rule about commands, such as those of a bot, is none.
_COMMAND = re.compile(
    r"(?<![\w-])(?<!to )(run|execute|install|invoke|re-?run|launch|start(?! with\b)|stop|restart)\b"
    r"(?:[^\w§:.;|]+(?:the|an?|all"
    r"|your|it|with|via|once|again|only|locally|first|tests?|checks?))*[^\w§:.;|]{1,4}§"
    # Not: use `jq` to build the body
    r"|§\s+(command)|§\s+(to (?:run|start|install|build(?= (?:the )?(?:app\w*|project|site|image"
    r"|docs?|package|library|binary|everything|it|all)\b|\W*(?:$|[.;,)]))))"
    r"|^\W*((?:build|format|lint|compile|test)\b[^.:]{0,60}):$"
    r"|\b((?:on|at|from|in) (?:the|your) command line|(?:the|this|these|following) commands?"
    r"(?! phase))\b"
    rf"|(?<!hooks )\b(run [\"\u201c]?(?:{'|'.join(COMMANDS)})\s+\w+)",
    re.IGNORECASE,
)
# A commit is pushed; code pushes messages, or onto a stack.
_NO_DATA = (
    r"(?! (?:notifications?|tokens?|messages?)\b|[^.;]*\b(?:over|onto|\w*sockets?|clients?|stack"
    r"|queue|array|listeners?|subscribers?)\b)"
)
# What people and agents do: no code has it.
_WORK = re.compile(
    r"(?<![\w@.-])(?:(?:force|squash|self|peer|code)-)?(?:pull requests?|PRs?"
    r"|(?:(?:create|delete|name|push|merge|use|keep|open|for|from|to|on|protected|merged|stale|remote"
    r"|local|release|feature|topic|lived|descriptive|all) |^\W*)(branches)"
    r"(?! (?:have|need|with|without|return)\b[^.;]*\b(?:braces|values?|returns?)\b)|(?:feature"
    r"|topic|your|new"
    r"|main|default|descriptive"
    r"|each) branch|branch (?:names?|naming|from)|§ branch|reviewers?|(?<!keep a )changelog"
    r"|tickets?"
    # Do not touch it unless you are asked to: that is no case of code.
    r"|unless (?:(?:the user|you(?: are)?|it is|i|we|explicitly|specifically|otherwise|directly)"
    r" )*(?:instruct|ask|request|told|approv|direct)\w*"
    # Do not overwrite it without a check: who does it asks before.
    r"|(?<!§ )without (?:(?:explicit|prior|clear|good|first|the user['’]s) )?(?:consent"
    r"|justification"
    r"|(?:\w+ )?discussion|coordinat\w+|permission|approval|asking|checking|verifying|confirm\w+"
    r"|discuss\w+)"
    r"|if (?:a|the) (?:request|task) (?:would|asks|requires|is)|currently working on"
    r"|(?:outside|beyond|to) (?:of )?the (?:current|next) (?:\w+ )?phase|agents (?:may|must"
    r"|should)(?![^.;]*§)|github issues|use benchmarks"
    r"|(?:do not|don['’]?t|never) (?:re-?order|sort|re-?format|align)\b[^.;]{0,60}\b(?:manually"
    r"|by hand)|call out any|(?:re-?run|complete|go through) [^.;§]{0,40}checklist"
    r"|(?:do not|don['’]?t|never|instead of) (?:silently|blindly) (?:rewrit|resolv|chang"
    r"|reorgani)\w*"
    r"|(?:rewrite|overwrite) (?:existing|established) (?:work|code|architecture|changes)"
    # Do not modify the baseline: what is left alone; the state of a program is code.
    r"|(?:do not|don['’]?t|never) (?:modify|edit|upgrade|rewrite|reformat|refactor)"
    r"(?! §| (?:unless|other|another)\b|[^.;§]*\b(?:states?|props|arguments?|args|inputs?"
    r"|parameters?|objects?|arrays?|values?|data|records?"
    r"|rows?|prototypes?|globals?|collections?|in[- ]place)\b) \w+"
    r"|(?:in|within) the same (?:\w+ )?(?:session|commit|change|PR|turn)"
    r"|(?:unit|integration|e2e|end-to-end|regression|smoke) tests? for(?! §)"
    r"|manual(?:ly)? test\w*|manual verification"
    r"|approvals?(?!,? and)|(?:this|each|every) sessions?|hand-?offs?|backlog|sub-?agents"
    r"|tasks? complete|start with (?:the )?[\w/.-]+\.(?:md|mdx|rst)\b"
    r"|(?<!when to )(?:use|using|invoke|load) (?:[\w§-]+(?: \([^()]*\))? ){0,4}skills?|(?:this"
    r"|the|each|one|your|target|current"
    r"|next) task(?! (?:explicitly|says|requires|to §))"
    r"|(?:ask|tell|with|from|to|notify) the user|user (?:asks|approv\w+|confirm\w*|permission)"
    r"|contributors|maintainers|never commit(?= (?!§)\w)"
    r"|(?<!never )(?<!not )(?<!n['’]t )commit(?! (?:SHA"
    r"|hash|id)\b)|commit(?= (?:directly|to|on"
    r"|without|before))|(?<!code in )commit(?:s"
    r"|ted(?! to an? | (?:\w+ )?files?\b)|ting)|(?<!can be )(?<!will not )merg(?:e[ds]?"
    r"|ing)(?! (?:\w+ )?(?:props"
    r"|objects|classes|styles|options|defaults|with)\b)"
    r"|(?:code )?(?<!public )(?<!product )(?<!customer )review(?:s|ed|ing)?"
    r"|confirm(?:s|ed)? (?:with|that|by|before|first)|(?:user|explicit|human|your|for) confirmation"
    r"(?! (?:dialog|modal|prompt|box))|tell (?:me|us)|let (?:me|us) know"
    r"|(?:delete|remove|rename|create) an? branch|(?:other|another|all) agents?"
    r"|explicit (?:user )?requests?|architectural decisions?"
    r"|releas(?:ed(?! in)|ing)|releases?(?= (?:notes?|process|branch|cycle|tag|version)|$)|(?:all"
    r"|each"
    r"|every|before|new|next|github) releases?|(?:to|you|we|be|before|after|when|never|not|is"
    r"|are) deploy(?:s|ed|ing)?"
    rf"|push(?:ed|ing)?{_NO_DATA}|approved? (?:by|before|first)|the agent"
    r"|an agent (?:is|must|should)|(?:must"
    r"|should) be (?:tested|verified|reviewed)(?! (?:with|via) (?:assert\w*|mocks?|§))|(?:open"
    r"|file|create|report|check) (?:(?:an|the)"
    r" (?:github )?issue|(?:github )?issues(?= (?:for|before|on|about|with|to|first)|$))"
    r"|issue tracker|(?:tests?|builds?|compilation|linters?|(?:type ?)?checks?)"
    r" (?:must |should )?pass(?:es)?|(?:open|create|file) an? (?:new )?issue|CI (?:is|must"
    r"|passes|checks?)|regenerat\w+|by CI|abide by|code of conduct|(?:bug fix(?:es)?|changes"
    r"|improvements|behaviou?r) (?:\w+ )?(?:need|require)s?|(?:before|after) (?:you|each|every"
    r"|any(?= (?:changes?|edits?|commits?|code|work|tasks?|other|release|merge|push|pr)\b)|anything"
    r"|submitting|opening|changing|editing|writing|implementing|starting|making|finali[sz]ing"
    r"|presenting|proceeding)"
    r"|checks? (?:early|first)|at (?:the )?(?:start|end) of (?:the|an?|each|every) (?:session"
    r"|conversation|task)|at start"
    r"|before ending|(?:smallest|relevant) checks?|verification evidence|(?:quality"
    r"|coverage) gates?|follow-?ups?|ADRs?(?! (?:files?|must)\b)|follow semver"
    r"|semantic versioning|git history"
    r"|this persona|(?:guide|help|show|give) me|(?:another|other|unrelated) (?:user )?(?:files?"
    r"|changes)"
    r"|(?:code|test|line|\d+%) coverage|worktree|version bumps?|bump(?:ed|ing)|refactors"
    r"|respectful|constructive"
    r"|harass\w+|(?:address|give|wait for) (?:\w+ )?feedback|tests? for (?:any|all|every|each|new"
    r"|your)?(?: ?(?:new|changed|bug|logic"
    r"|features?|changes|functionality|behaviou?r|fix\w*))+|(?:add|write"
    r"|include|implement)(?: (?!from\b)\w+){0,2} (?:tests|specs)(?! (?:with|using|in|via) §)"
    r"|mix(?:ing|ed)? [^.;]{0,40}?changes|without (?:also )?updating|tests should be added"
    r"|covered by (?:\w+ )?tests|tests? passing|(?:have|has) (?:at least one |a corresponding "
    r"|an? )tests?\b(?! §)"
    r"|(?:corresponding|associated|accompanying) tests?|(?:every|each) (?:response|reply|answer"
    r"|build)"
    r"|up[ -]to[ -]date|incrementally|trade-?offs|run(?:ning)? (?:\w+ ){0,3}tests?"
    r"|use (?:curl|npm|yarn|pnpm|bun|uv|pip"
    r"|poetry)(?![^.]*\bno §)|bug bounty|security (?:problem|issue|vulnerabilit)\w*"
    r"|update (?:\w+ ){0,3}(?:docs"
    r"|documentation|readme\w*|tests?))\b(?![(-]|\.\w)|§ (tools?)\b|^\W*step \d|\b(?:run|verify"
    r"|check):$"
    r"|^[^.!?;]*(?<!even )\b(if (?:you(?!['’]re (?:not )?(?:add|us|call|pass|writ|wrapp|return)ing)"
    r"(?! (?:absolutely|really|must|have to|add|alias|touch"
    r"|introduce|define|use|create"
    r"|(?:ever )?need (?:an?|the|to"
    r"|more)|call|write|import|store|pass|rename|declare|return|throw|catch))|your))\b",
    re.IGNORECASE,
)
# A verb that begins the line, and no name: not Confirm dialogs required, Open/Closed, Read from `a`
_WORK_VERB = re.compile(
    r"^(?:(?:you|we|agents?) )?(?:must |should |shall )?(?:not )?"
    r"(?:always |first, |(?-i:First) |then |only |do not |don['’]?t |never "
    r"|please )?(?:(?:inspect|recommend"
    r"|read(?! (?:\w+ ){0,2}(?:by|from|via|through)\b| (?:env\w*|config\w*|settings|secrets|values"
    r"|data|inputs?|state)\b)|(?:verify|check)(?! (?:for |and \w+ )?(?:the )?"
    r"(?:null|undefined|nil|none|errors?|permissions?|auth\w*|tokens?|signatures?|inputs?|bounds"
    r"|return"
    r"|sessions?|ownership)\b)|explain(?! (?:why|intent)\b)|determine|assess|compare|gather|decide"
    r"|investigate"
    r"|validate (?:the |your )?changes|describe (?:your|what|the change)|understand|think|stop"
    r"|propose|plan|report(?! [^.;]* (?:via|to) (?-i:[A-Z]))|clone|fork(?! (?:per|copies"
    r"|\w+ copies)\b)|open(?! (?:questions|source"
    r"|in|graph"
    r"|issues \w+ \w+)\b)|look"
    r"|search (?:the|for|existing)|link (?:the|to|your|issues)"
    r"|update(?! (?:the )?(?:state|ui|props?|store|cache|records?|rows?)\b"
    r"|[^.;]*\bin (?:the )?(?:database|db|store|state|cache)\b)"
    r"|monitor|(?:use|enter|stay in|switch to) (?:plan|ask|agent|auto|debug|edit) mode"
    r"|invent|hallucinate|mark (?:(?:\w+ ){1,3}(?:complete|done)|completed)\b"
    r"|add (?:new )?sub-?tasks"
    r"|(?:go|just) fix|profile (?:code|the)|point at|challenge your"
    r"|document (?:(?:all|any|every|each|non-obvious|\w+ing) )?"
    r"(?:decisions|changes|findings|reasons|steps|capabilities|assumptions)|make changes|assume"
    r"|run|identify"
    r"|classify|wait|walk|spawn|guess|fabricate|fix|bump|reply|respond|summari[sz]e|invoke|pull"
    rf"|push{_NO_DATA}|finish|notify|discuss|analy[sz]e|research"
    r"|consult|do anything|treat(?= (?:it|this|these|that|the|an?)\b)|claim|take a moment"
    r"|ask|tell|browse"
    r"|navigate to|enter (?:the|your)|click|install|request an?|deploy(?! (?:keys?|targets?"
    r"|configs?|scripts?|previews?)\b)|submit|go to|set up|confirm"
    r"|state (?:the(?! obvious)|your|what)|stage|force-add|reorgani[sz]e|overwrite existing"
    r"|follow (?:\w+ ){0,3}(?:workflow|process|steps?|order|procedure|checklist|protocol"
    r"|instructions|(?<!style )guide(?:lines)?)s?)\b(?![-./:)]| (?:&|is|are|was|were|has|have"
    r"|will|never"
    r"|must|belongs?"
    r"|(?!(?:it|they|this|that|what|all|each|every)\b)\w+ (?:required|needed|must|should))\b)"
    r"(?!.*\b(?:with|using|via) §))"
    # Test both of them; no test names, and no Test server: what it is
    r"|^(?:(?:always|only|never|please|do not) )*(test)(?! (?:behaviou?r|outcomes)\b"
    r"| (?!edge)[^.,;:]{1,30}:| (?:names?"
    r"|files?|data|code"
    r"|class(?:es)?|methods?|functions?|suites?|doubles?|utilit\w+|fixtures?|helpers?|coverage"
    r"|packages?|harness\w*|frameworks?|pyramid)\b)\b",
    re.IGNORECASE,
)
# Copy `.env.example`: what is done once
SETUP_STEP = re.compile(
    r"(?:copy|set|configure|create|open|edit|export|fill|rename|download|enable|clone|cd|go)\b",
    re.IGNORECASE,
)
# Not secure in expo-secure-store, nor what somebody clears
_TASTE = re.compile(
    r"(?<![\w/@.-])(?:(?:user|high|well|self)-)?(?:(?:existing|established|surrounding"
    r"|standard) (?:\w+ )*?(?:patterns?|conventions?|styles?|idioms?|structures?)"
    r"|explicit(?=\W*$|[.,;]| and\b)|fully(?! (?:type|typed|qualified|specified|static)\b)"
    r"|logical\w*|aggressive\w*|effective\w*|seamless\w*"
    r"|correct(?:ly|ness)?(?! (?:code )?changes\b)"
    r"|atomic(?! (?:replace|writes?|updates?|rename|operations?|transactions?))|business logic"
    r"|declarative|composition(?= (?:over|patterns?)\b)|eas(?:y|ily)|approachable|feels? like"
    r"|clearly|clear(?! (?:the|all|any|its?|tokens?|caches?|state|sessions?|storage|data|timers?)"
    r"\b)|clarity|simple|simpl\w+|clean(?! (?:up|out)\b)|readab\w+|concise"
    r"|(?<!is not )(?<!are not )meaningful|small(?:er|est)?"
    r"|good|(?<!for )consisten\w+|descriptive|best|minimal\w*|(?<!story )short(?!-)"
    r"|self-documenting|elegan\w+|maintainab\w+|focused|reasonable|obvious"
    r"|quality(?! (?:metrics?|gates?|scores?|reports?|flags?|checks?))"
    r"|performan\w+(?! (?:database|data|metrics?"
    r"|reports?|tables?|logs?)\b)|efficient\w*"
    r"|careful\w*|sparingly|over-?engineer\w*|premature|magic|idiomatic|modern|friendly"
    r"|accessib\w+(?! (?:permissions?|attributes?|labels?|identifiers?|trees?|APIs?)\b)"
    r"|secure(?! (?:contexts?|storage|stores?|cookies?)\b)|professional|tone(?= of\b|\W*$)|DRY|KISS"
    r"|YAGNI|SOLID|appropriate\w*|modular|separation(?= of\b|\W*:|\W*$)"
    r"|intuitive|lean|understandable|non-obvious|mobile-first|flexible|beautiful"
    r"|placeholders?(?! (?:data|values?|texts?|names?|images?)\b)"
    r"|stubs?|duplicat(?:ion|ed|e(?= (?:\w+ )?(?:code|logic)))|singletons?|robust|comprehensive"
    r"|thorough\w*|exhaustive\w*|testable|graceful\w*(?! shutdown)|marketing|superlatives"
    r"|implementation details|(?:(?<=be )|(?<=is )|(?<=are )|(?<=ain )|(?<=ay ))deterministic"
    r"|deterministic(?! (?!and\b|or\b)\w)|side effects|adherence|defensive\w*"
    r"|(?:(?<=in )|(?=english only))english(?! (?:and|or|versions?|files?)\b)"
    r"|semantically|semantic (?:html|elements?|tags?|markup|names?)|extensib\w+|scalab\w+"
    r"|precise|actionable|helpful|bloat|complex(?:ity)?(?! (?:objects?|types?|values?|numbers?))"
    r"|backwards? compatib\w+|critical (?:user|paths?|flows?|journeys?|features?|logic)"
    r"|expensive(?! \w)"
    r"|responsive(?! \w)|(?:follow|apply|respect|adhere to|align with) [^.;]*(principles?)"
    r"|responsibility principle"
    r"|scope creep|(?:(?<=the )|(?<=of )|(?<=in ))scope(?! (?:must"
    r"|of)\b)"
    r"|trivial|non-trivial|sensible|relevant|realistic|predictable"
    r"|reliab\w+|smooth(?:ly)?|verbose|excessive\w*|overly|succinct|brief(?! (?:plan"
    r"|summary|description|note))|pragmatic"
    r"|self-explanatory|(?:active|passive) voice|user experience|why,? not what)(?![\w/-]|\.\w)",
    re.IGNORECASE,
)
# Also beside code: Use `satisfies` where appropriate
_MEASURE = re.compile(
    r"\b(?:(?:(?<!\band )where(?:ver)?"
    r"|when(?:ever)?|if|as|than|much as|little as) (?:(?!an?\b)\w+ )?(?:possible|appropriate"
    r"|needed|necessary|applicable|relevant|practical|feasible|useful|sensible|it makes sense"
    r"|it helps)|unnecessar(?:y|ily)|proper(?:ly)?(?! indented)"
    r"|minimi[sz]e|optimi[sz]e for|careful\w*"
    r"|(?<!is not )(?<!are not )meaningful|descriptive|sparingly|responsibly|judiciously"
    r"|usage (?:low|minimal)|(?<!more )reasonable"
    r"|well-(?:named|structured|documented)|expressive|soft (?:guideline|limit"
    r"|rule)|ideally|roughly)\b|(?:^|[.;:] )\W*(consider)\b(?! (?:all|any|every|each)\b)"
    r"|~\d[\d–-]*(?= (?:char|line|column))",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"^[^\w§]*(for) (?!(?:all|each|every|example|instance|now|more)\b)[^,:;]{2,60},|\b(unless"
    r"|(?<!try[-/])except(?! as\b)"
    r"|(?<!even )(?<!safest )(?<!better )(?<!best )(?<!say )(?<!tell )(?<!state )"
    r"(?<!know )(?<!shows )(?<!show )when(?:ever)?(?! (?:\w+ly )?\w+ing\b)"
    r"|(?<!even )(?<!as )(?<!what )(?<!validates )(?<!checks )(?<!check )"
    r"(?<!validate )if(?![/-]?\s?else\b| (?:statements?|blocks?|clauses?)\b)"
    r"|(?<!, )(?<!['’]s )(?<!just )(?<!to )(?<!pattern )(?<!that is )"
    r"(?<!with )(?-i:[Ww]here)(?:ver)?(?! §?\w* = )"
    r"(?!(?<=and where) (?:possible|needed|necessary|appropriate)\b)"
    r"|until|(?<!, )while(?! (?:we|loops?|keep\w*|maintaining|preserving|others?|the other)\b)"
    r"|otherwise|in case|depending|outside|other than|apart from|in new"
    r"|(?<!rely )(?<!relying )(?<!depend )(?<!depends )(?<!exist )(?<!-)only (?:if|when|in|for"
    r"|inside|on)"
    r"|(?:is|are) exempt"
    r"|in (?:\w+ ){0,2}(?:tests?|production|components?|scripts?|handlers?|migrations?"
    r"|paths?)(?!/| (?:suites?|files?|coverage|names?)\b))\b"
    r"|(?:not|never|no|avoid|n['’]t)\b[^.;]*\b(without)\b(?! an? (?:prefix|suffix)\b"
    r"| (?:also )?updating\b| (?:the |an? |its |their )?§)",
    re.IGNORECASE,
)
# Keep docstrings up to date when changing a function: then somebody does it, in no case of code.
_OCCASION = re.compile(
    r"\b(when(?:ever)? (?:you(?:['’]re| are) )?(?:adding|changing|modifying|editing|updating"
    r"|extending|creating|introducing|preparing|reporting|removing|renaming|touching|exploring"
    r"|working|ending|finishing|completing))\b",
    re.IGNORECASE,
)
# When displaying lists: of what it does only the rest of the line may tell more.
_ACTIVITY = re.compile(r"\b(when(?:ever)?) (?:\w+ly )?\w+ing\b", re.IGNORECASE)
# What words of code stand for elsewhere, too: user interfaces, a class assignment
_BEFORE_CODE = (
    r"(?:^\W*|\b(?:use|using|avoid|prefer|no|never|not|nest|keep|merge|wrap|break|limit|sort"
    r"|document|write|add|put|pass|name|(?:define|declare)s?"
    r"|export|extract|split|over|of|all|pure|async|arrow|static|unused|default|abstract|inline"
    r"|named|nested|optional|keyword|long|trailing|small|\d+|two|four)\s+(?:(?-i:[a-z][\w-]*)\s+)?)"
)
_CODE_PLURALS = (
    r"(?:functions|methods|classes|parameters|arguments|variables|constants|loops|comments|quotes"
    r"|spaces|tabs|lines|components|hooks|props|attributes|macros|conditionals|literals"
    r"|expressions|exports|types|interfaces|casts)"
)
_ONE_OF_CODE = (
    r"\b(?:an?|each|every|one|per|no|any|react|vue|server|client)\s+({})"
    r"(?=\W*$|[.,;:)]|\s+(?:that|which|must|should|has|in|with|per|to|and|or|from|\w+s)\b)"
)
_TYPES = re.compile(
    r"\b(type (?:hint|annotation|definition|alias|guard|predicate)(?:s|es)?|type[- ]saf\w+|typing"
    r"|(?:literal|union|intersection|mapped|conditional|tuple|branded|utility) types?"
    r"|generics|nullable|floats?(?=/)|(?:interface|type)s? over (?:type|interface)s?"
    r"|return values explicitly|(?:return|parameter) types?"
    rf"|casting)\b|{_BEFORE_CODE}((?<!user )(?:types(?! of\b)|interfaces|casts))\b"
    rf"|\b{_CODE_PLURALS}\W+(?:(?:and|or|over)\s+)?(types|interfaces|casts)\b"
    rf"|{_ONE_OF_CODE.format('type|interface|cast')}",
    re.IGNORECASE,
)
_SYNTAX = re.compile(
    r"\b(constructors?|lambdas?|decorators?|imports|import (?:order|paths?|statements?)"
    r"|docstrings?|(?:single|double|curly) quotes|commas?|semicolons?|braces|whitespace|indent\w*"
    r"|(?:blank|empty) lines?|(?:code|inline)"
    r" comments?|JSX|enums?|structs?|closures?|getters?|setters?|callbacks?|ternar\w+|destructur\w*"
    r"|(?:for|while) loops?|(?:catch|finally|try) blocks?|nest(?:ed|ing)?|prefix(?:ed|es)?"
    r"|(?<!with a )suffix(?:ed|es)?|iterators?|async(?! (?:behavio\w+"
    r"|tests?|flows?|work)\b)"
    r"|f-strings?|dataclasses|guard clauses|early returns?(?!.*\bnested\b)|commented[- ]out code"
    r"|coroutines|goroutines|pattern matching|arrow functions|switch statements?|try/catch"
    r"|todo comments?|isort\b(?=[^.;]*\border)|generator functions|custom properties"
    r"|css variables|media quer(?:y|ies)|template literals?"
    rf"|optional chaining|named \[\w+\]\w+|list comprehensions?|context managers?|try-except)\b"
    rf"|{_BEFORE_CODE}((?<!utility )(?<!theme )(?<!css )(?<!environment )(?<!env )"
    rf"(?!types|interfaces|casts){_CODE_PLURALS})\b"
    rf"|^\W*(?:\w+\s+)?({_CODE_PLURALS})\s+(?:must|should|may|never|always|need|use)\b"
    rf"|\b{_CODE_PLURALS}\W+(?:(?:and|or|over)\s+)?(?!types|interfaces|casts)({_CODE_PLURALS})\b|"
    + _ONE_OF_CODE.format(
        "function|method|class|parameter|argument|variable|constant|comment|line|component|hook"
    ),
    re.IGNORECASE,
)
# Files in kebab-case; of components it is, too: `price-card.tsx`
_CASE = rf"({LETTER_CASE.pattern}|lower-?case with (?:dashes|hyphens|underscores))"
_NOT_CASE = rf"(?:(?!{LETTER_CASE.pattern})[^,;.|])"
_OF_FILES = (
    r"(?:files?(?: ?names?)?|filenames?|folders?|director(?:y|ies))\b(?! (?:scope|header)s?)"
)
FILE_CASE = re.compile(
    rf"{_CASE}{_NOT_CASE}{{0,40}}\b{_OF_FILES}|\b{_OF_FILES}{_NOT_CASE}{{0,40}}{_CASE}"
    rf"|\b(?:file ?names?|files|folders|directories): (lower-?case)\b|\bin (file ?names)\b"
    rf"|\b(prefix|suffix)[:\s(]{{1,3}}`[\w-]+\.(?:[jt]sx?|vue|py|rb|dart)`"
    rf"|{_CASE}[:\s(]{{1,3}}(?:e\.g\.,? )?`[\w-]+\.(?:[jt]sx?|vue|svelte|py|rb|md|css"
    rf"|dart)`|`({LETTER_CASE.pattern}|lower-?case)(?:\.\w+)*\.[a-z]{{1,5}}`"
    r"|\b(?:name (?:[\w-]+ )?files?|(?:test|spec|story|stories|module) files?:"
    r"|naming:) (`[\w.-]*(?:[*]|<\w+>)\S*`)"
    r"|\b(?:match|name|same) (file ?names?)\b(?!:)",
    re.IGNORECASE,
)
# createdAt, @JsonValue, ref.invalidate(), build_runner, src/app.py, README; Next.js is no file.
BARE_CODE = re.compile(
    r"(?<![\w./-])(?:<(?:br|div|span|img|table)(?: [^<>]*)?/?>"
    r"|@/?[A-Za-z][\w/-]+|ES(?:20\d\d|Next)|[a-z]{2,}[A-Z][a-z]\w*"
    r"|(?:[A-Za-z]\w*(?:\([\w, ]*\))?\.)*[A-Za-z]\w+\(\)"
    r"|[a-z_]{3,}!(?= [a-z])"
    r"|[A-Z]\w*[A-Za-z](?:Provider|Service|Controller|Component|Manager|Factory|Handler|Store"
    r"|Context"
    r"|Layout|Repository|Exception|Error|Button|Modal|Adapter|Wrapper|Props|Reducer|Router)"
    r"|[a-z]\w+\.[A-Z][a-z]+[A-Z]\w*|[A-Za-z]+(?:_[A-Za-z]+)+(?:\.\w+)?|README(?:\.\w+)?"
    r"|CHANGELOG|LICENSE|Dockerfile|Makefile"
    r"|(?:\.{0,2}/)?[\w-]+(?:/[\w-]+)*/(?=\W|$)|\.[a-z]{3,}"
    r"|(?!(?i:next|node|vue|nuxt|nest|express|three|day|chart|socket|discord|d3)\.js\b)"
    r"[\w./-]*\w\.(?:[jt]sx?|mjs|py|go|rs|md|json|ya?ml|toml|sh|sql|html|css|txt|env|lock|xml"
    r"|csv))(?![\w(])"
)
_NUMBER = re.compile(r"(?<![\w.-])(?!\d[dD]\b|\d[A-Z][a-z])[<>≤≥~=+-]*\d(?:[\w.,:%–-]*[\w%])?")
PROGRAMS = COMMANDS | {
    "black", "cargo-audit", "cargo-deny",
    "clang-format", "clang-tidy", "clippy", "commitlint", "corepack", "gofmt",
    "golangci-lint", "isort", "lefthook", "lint-staged", "php-cs-fixer", "pre-commit", "rustfmt",
    "swiftformat", "swiftlint",
}  # fmt: skip
"""What is run, also where its name stands by itself."""
# Refer to `docs/tests.md`: what somebody reads
_READS_PAGE = re.compile(
    r"\b((?:refer to|follow|consult|(?:re-?)?read|respect"
    r"|adhere to)\b[^.;`]{0,40}`?[\w./-]+\.(?:mdx?|rst))\b(?! \+|`? format)",
    re.IGNORECASE,
)
# Prefer `rg` for search: what an agent works with
_AGENT_TOOL = re.compile(
    r"\b(?i:use|using|prefer|with|via|call|run)\s+`(rg|fd|grep|sed|awk)`"
    r"|\b(memory_(?:recall|store|delete)\w*)|`(apply_patch|update_plan|TodoWrite|WebFetch"
    r"|WebSearch|MultiEdit|NotebookEdit)`"
)
# Always use Decimal; no SwiftUI: the object of the demand has a name, which may be one in code.
_NAMED_OBJECT = re.compile(
    r"(?:^\W*|[.,;:(\u2013\u2014]\s*|\b(?i:always|never|not|don['\u2019]t|please|and|or) )"
    r"(?i:use|using|prefer|avoid|no|skip|import|return|adopt|utili[sz]e|leverage|(?:\w+ ){1,4}"
    r"(?:with|via))\s+(?i:the )?"
    r"(?!(?:C|Chinese|Dart|English|French|German|Go|Japanese|Spanish|Java|JavaScript|Kotlin|PHP|Python|Ruby|Rust|Swift|TypeScript)\b)"
    r"([A-Z][a-z]\w+(?:\.js)?|[A-Z]{2,}[a-z]\w+|[a-z][\w-]*(?:css|\.?js|orm|sdk|db|sql|lib|\d)"
    r"|[\"\u201c][\w -]{2,20}[\"\u201d])(?=\W*$|[.,;)/](?!js\b)|\s(?:for|to|in|on|over|instead|or"
    r"|and|with"
    r"|from|when|as|at|everywhere|only|via|by|\W)(?:\W|$))"
    # with validation (Zod, Yup, etc.)
    r"|\w \((?:e\.g\.,? )?([A-Z][a-z]+)(?:(?:,? or |, )[A-Z]\w+)*,? etc\.?\)"
)
# The agent keeps its state: on a page about such a program no reader is meant.
ABOUT_AGENT = re.compile(
    r"\bagents?\b(?!\.md|['\u2019]?s?\W*$|['\u2019]?s?\W+(?:instruction|guid|rule|config"
    r"|note|context|convention"
    r"|behavio|workflow|polic|file|md|must|should|and (?:developer|contributor|human)))"
    r"(?<!for agent)(?<!for agents)(?<!coding agent)(?<!coding agents)|\b(?:multi-|voice "
    r"|chat |research |trading |llm )agents?\b",
    re.IGNORECASE,
)
AGENT = re.compile(
    r"\b((?:the|an|each|every|all|other|another)\s+)(?:sub-?)?agent(?=s?\b)|\bsub-?agent(?=s?\b)",
    re.I,
)
# `a/` is auto-generated: don't edit it
_EDIT = r"(?:edit|modif|touch|chang)\w*"
_NOT = r"\b(?:never|do not|don['’]?t|not|no)\b"
WRITTEN_BY_PROGRAM = re.compile(
    rf"\bgenerated\b[^.;]{{0,60}}[.;]?[^.;]{{0,20}}{_NOT}[^.;]{{0,30}}\b{_EDIT}"
    rf"|{_NOT}[^.;]*\b{_EDIT}[^.;]*\bgenerated\b",
    re.IGNORECASE,
)
_ANYTHING = re.compile(r"(?s).+")
# The kinds in the order in which they are tried, where they show, and in which words: what a line
# says comes before what stands above it.
SIGNS = (
    ("command", "commands", _ANYTHING),
    ("description", "what things are", _ANYTHING),
    ("command", "line", _COMMAND),
    ("command", "line", FORMATTER),
    ("formatter", "text", LINTER),
    ("syntax", "text", IMPORT_ORDER),
    ("formatter", "set for all", FORMAT),
    ("compiler", "set for its language", STRICT),
    ("syntax", "set for all", DOCS),
    ("types", "set for all", TYPES_OF_PARTS),
    ("process", "claim", _WORK),
    ("process", "starts", _WORK_VERB),
    ("process", "text", _AGENT_TOOL),
    ("process", "text", _READS_PAGE),
    ("process", "above what git holds", WORK_HEADING),
    ("description", "what is so", _ANYTHING),
    ("process", "above what is left alone", CONDUCT_HEADING),
    ("taste", "above", TASTE_HEADING),
    ("description", "no demand", _ANYTHING),
    ("taste", "without advice", _MEASURE),
    ("taste", "judged claim", _TASTE),
    ("process", "above what is checked", _ANYTHING),
    ("process", "main rule", _OCCASION),
    ("condition", "main rule", _CONDITION),
    ("process", "above all of it", GIT_HEADING),
    ("process", "above a step of a set-up", SETUP_HEADING),
    ("file name", "text", FILE_CASE),
    ("syntax", "text", LETTER_CASE),
    ("syntax", "claim without code", STRUCTURE),
    ("command", "core's flag", _ANYTHING),
    ("syntax", "line", OF_EACH_PART),
    ("command", "run look", _ANYTHING),
    ("code", "core's code", _ANYTHING),
    ("code", "core", BARE_CODE),
    ("command", "program", _ANYTHING),
    ("syntax", "keyword", _ANYTHING),
    ("code", "span", _ANYTHING),
    ("types", "claim without code", _TYPES),
    ("syntax", "claim without code", _SYNTAX),
    ("syntax", "claim without code", PLACED_CODE),
    ("number", "core's numbers", _NUMBER),
    # What stands above shows less: it counts where the core of the line shows nothing.
    ("process", "above by its lead", WORK_HEADING),
    ("process", "above its list", TIME_LEAD),
    ("process", "above", WORK_HEADING),
    ("process", "above what it asks", SETUP_HEADING),
    ("code", "code", _ANYTHING),
    ("code", "line", BARE_CODE),
    ("process", "above a step", TASK_HEADING),
    ("description", "says little", _ANYTHING),
    ("code", "other spans", _ANYTHING),
    ("not sure to be code", "line", _NAMED_OBJECT),
    ("number", "numbers", _NUMBER),
    ("condition", "main rule", _ACTIVITY),
)
