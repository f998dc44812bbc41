"""Which statements of a page state a rule, and what keeps one from being a contract by itself.

Too many rather than too few: a line that states none costs its reader a glance.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from phaser_lint.author.importers.code_spans import COMMANDS, is_command
from phaser_lint.author.importers.page_statements import Statement

LeftOutReason: TypeAlias = Literal[
    "condition", "command", "process", "taste", "types", "syntax", "advice", "description",
    "not in English", "not understood",
]  # fmt: skip
MEANINGS: dict[str, str] = {
    "condition": "it holds in some cases only: unless_match, when_file or inside may say which",
    "command": "it is about a program that is run, which no contract sees",
    "process": "it is about what people do, which no contract sees",
    "taste": "somebody has to judge it",
    "types": "the types of the code decide it, which no contract knows",
    "syntax": "the structure of the code decides it: in, inside or each_block may say it",
    "advice": "it says what must be there: require_pattern, each_block or file_pair may say it",
    "description": "it may only say what is there",
    "not in English": "only English is read",
    "not understood": "it has none of the forms that are read",
    "not sure to be code": "what it names may be a word, a name of something else or an example",
}
"""What the reasons mean that do not say it themselves."""

_MODAL = re.compile(
    r"\b(?:must|mustn['’]t|should|shouldn['’]t|shall|never|always|do not|don['’]?t|avoid"
    r"|prefer(?:red)?|ensure|make sure|be sure|required?|requires|mandatory|forbidden|prohibited"
    r"|banned|not allowed|disallowed|only|instead of|rather than|ha(?:s|ve) to|needs? to"
    r"|cannot|can['’]t|may not|not permitted|no longer"
    r"|non-negotiable|no exceptions?|strictly|at (?:most|least)"
    r"|max(?:imum)?|minimum|is not|are not|not)\b"
    # In Chinese and Japanese: must, never, do not, avoid, prefer, only, use, keep, follow.
    r"|必须|必需|须|不要|不写|不做|编写|添加|禁止|不得|绝不|不能|不可|不应|不允许|切勿|请勿|勿|应当|应该|避免|优先|务必|严禁"
    r"|始终|需要|只能|仅|使用|采用|保持|遵循|遵守|统一|不使用|不再|而不是|而非|確保|确保|必須|應|(?<![响适反供对])应(?![用答急])"
    r"|してはいけない|しない|すること|してください|べき|必ず|厳禁|使わない|ください"
    # In Korean.
    r"|금지|반드시|하지 ?않|마세요|말 ?것|해야|사용|항상|절대"
    # In Russian.
    r"|\b(?:\w+[йи]те|не|нельзя|запрещ\w+|долж\w+|обязат\w+|всегда|никогда|только|избега\w+|использ\w+"
    r"|следу\w+|вместо)\b"
    # In Spanish and Portuguese.
    r"|\b(?:nunca|siempre|sempre|no (?:uses?|usar|debe)|não|deben?|devem?|debemos|evit\w+|usar"
    r"|utilizar|obligatorio|obrigatóri[oa]|prohibido|proibido|solo|sólo|apenas|jamás|en lugar de"
    r"|em vez de|mantener|manter|prefira|prefiera|inclua|incluya|siga|sigue|seguir|atualize"
    r"|actualice|crie|cree|escreva|escriba|adicione|agregue|verifique|asegúrese|garanta)\b"
    # In German and French.
    r"|\b(?:nie|niemals|nicht|nur|immer|muss|müssen|soll(?:en|te)?|keine?n?|darf|dürfen|vermeide\w*"
    r"|verwende\w*|statt|verboten|jamais|toujours|ne pas|doit|doivent|évite[rz]?|utilise[rz]?"
    r"|interdit\w*|obligatoire|au lieu de|n['’]\w+ pas)\b",
    re.IGNORECASE,
)
# Please read this before you open a pull request: about the page, and nothing that it says.
_READ_THIS = re.compile(
    r"\W*(?:before [^,.;:]{1,80}, )?(?:please |kindly |always |first,? |carefully "
    r"|(?:you |contributors |agents )?(?:must|should) |(?:make|be) sure (?:to|you) )*"
    r"(?:(?:re-?)?read|review|study)(?: carefully)?(?: (?:all of|through))? (?:this|these)\b"
    r"(?: (?:contribut\w+|style|whole|entire))?"
    r"(?: (?:page|guide|guidelines|document|documentation|file|instructions|rules))?"
    r"(?: (?:carefully|first|fully|completely|in full))*"
    r"(?:,? (?:before|when|prior to|if you)(?!.* and ) [^,.;:]{1,120})?\W*",
    re.IGNORECASE,
)
# Before what follows, such as a fence: a rule, where it does not only begin a list.
_DUTY = re.compile(r"\b(?:must|should|never|requires?)\b", re.IGNORECASE)
_INSTEAD = re.compile(r"\b(?:over|instead of|rather than|not)\b", re.IGNORECASE)
_LIST = re.compile(r"\b(?:these|following|below|rules?|principles?)\b", re.IGNORECASE)
_CASE = re.compile(r"^(?:if|when|for|in|before|after|on|to)\b[^,]{1,150},\s+", re.IGNORECASE)
_NO_NAME = re.compile(r"\b[Nn]o (?:[A-Z§]|\w+(?: \w+)?[.;]?$)|^\W*[Nn]o\b")
_IMPERATIVE = re.compile(
    r"(?:then |also |please |first,? |always |and |fully |carefully |clearly )?"
    r"(?:use|write|add|keep|put|place|follow|name|return|include|update|commit|test|import|export"
    r"|define|declare|wrap|check|call|create|run|document|handle|validate|extract|prefix|suffix"
    r"|store|set|treat|do|go|limit|mark|match|minimi[sz]e|organi[sz]e|order|group|split|separate"
    r"|assign|delay|avoid|register|preserve|maintain|respect|verify|review|read|ask|log|throw|catch|raise|pass|pin"
    r"|expose|delete|remove|leave|let|make|mock|cover|reuse|rely|reference|sort|start|stop|stick"
    r"|structure|target|type|annotate|apply|bump|cache|centrali[sz]e|choose|clean|close|configure"
    r"|consider|consult|convert|describe|design|enforce|escape|explain|express|favou?r|fix|format"
    r"|generate|give|guard|hide|implement|inherit|inject|install|link|lint|load|look|move|navigate"
    r"|open|pair|persist|propose|provide|push|regenerate|render|replace|report|restart|run|save"
    r"|search|send|serve|show|squash|state|summari[sz]e|support|switch|sync|think|track|translate"
    r"|trust|try|turn|understand|wait|work|exclude|require|restrict|append|prepend|skip|forbid|reject"
    r"|be|confirm|focus|optimi[sz]e|refactor|reply|request|mention|omit|opt|colocate|co-locate|aim|adopt|leverage|utili[sz]e|integrate|ban|mark|encapsulate|group"
    r"|stay|isolate|build|derive|emit|fetch|query|increase|tag|inline|disable|enable|heed|inspect"
    r"|bring|combine|compare|encode|extend|identify|invoke|observe|pick|respond|retry|secure|select"
    r"|warn|watch)\b",
    re.IGNORECASE,
)
# Each route has a test
_OF_ALL = re.compile(r"(?:no|one|each|every|all|any|new)\b", re.IGNORECASE)
_DUTY_OF_ALL = re.compile(
    r"\b(?:must|should|shall|always|ensure|required?|ha(?:s|ve) to|needs? to)\b", re.IGNORECASE
)
# What stands below one of these only tells what there is, also within a section of rules.
_REFERENCE_HEADING = re.compile(
    r"^\W*(?:\w+ )?(?:examples?|commands|structure|layout|overview|table of contents|prerequisites"
    r"|resources|references?|types|scopes|tools|tech stack|gitmoji|priorities|benefits)\W*$",
    re.IGNORECASE,
)
# Rows of tables, and code by itself, below one of these are rules, and no list of what there is.
_BAN_HEADING = re.compile(
    r"\b(?:never|don['’]?ts?|do not|avoid|forbidden|prohibited|anti-?patterns?|banned|disallowed"
    r"|deprecat(?:ed|ions?)|naming|rules?|must|policy|policies|requirements?|instead|bad|wrong|verboten\w*|禁止\w*)\b",
    re.IGNORECASE,
)
_RULE_HEADING = re.compile(
    r"\b(?:rules?|conventions?|guidelines?|style|standards?|principles?|constraints?|naming"
    r"|best practices|policy|policies|requirements?|invariants?|do(?:['’]?s)?|don['’]?ts?|never"
    r"|always|avoid|forbidden|(?:critical|important)(?!\s+(?:files?|folders?|director\w+|paths?|links?|notes?))"
    r"|must|boundar(?:y|ies)|prohibited|anti-?patterns?"
    r"|guardrails?|checklist|expectations?|preferences|banned|disallowed|deprecat(?:ed|ions?)"
    r"|verboten\w*|regeln|interdit\w*|règles|reglas|prohibid\w*|regras|proibid\w*|正規|規範|规范|規則|规则|禁止\w*"
    r"|规约|約定|约定|准则|準則|规定|ルール|規約|규칙|금지)\b",
    re.IGNORECASE,
)
_SPAN = re.compile(r"`+[^`]*`+")
_START = re.compile(r"^[^\w`]*(?:[^:`]{1,50}?(?::|\s[\u2013\u2014-])\s+)?[^\w`]*")

# Run `npm test`; a rule about commands, such as those of a bot, is none.
_COMMAND = re.compile(
    r"\b(?:run|execute|install|invoke|re-?run|launch|start|stop|restart)\b(?:\W+\w+){0,4}\W+§"
    r"|§\s+(?:command|to (?:run|start|install|build))|\bcommand line\b|\b(?:the|this) command\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:unless|except(?! as\b)|when(?:ever)?|if|where(?:ver)?|until|while|otherwise|in case"
    r"|depending|without|outside|other than|apart from|in new|only (?:if|when|in|for)"
    r"|in (?:\w+ ){0,2}(?:tests?|production|components?|scripts?|handlers?|migrations?|paths?))\b",
    re.IGNORECASE,
)
_PROCESS = re.compile(
    r"\b(?:commits?|committed|committing|pull requests?|PRs?|branch(?:es)?|merg\w+|review\w*|ask"
    r"|tell|confirm\w*|changelog|releas\w+|deploy\w*|push|tickets?|issues?|approv\w+|agents?|session"
    r"|user asks|tests? (?:must )?pass|CI|before (?:you|each|every|any|\w+ing)"
    r"|after (?:you|each|every|any|\w+ing))\b"
    r"|^(?:always |first,? |then )?(?:read|verify|check|investigate|understand|think|stop|explain"
    r"|propose|plan|report|follow|clone|fork|open|look|search|delete|link|update|test|assume)\b",
    re.IGNORECASE,
)
_TYPES = re.compile(
    r"\b(?:types?|typed|typing|generics?|interfaces?|nullable|enum|annotations?|type[- ]hints?"
    r"|cast(?:s|ing)?|immutable|readonly)\b"
    r"|`[^`]*\b(?:any|unknown|null|none|optional|decimal|string|float|number|bigint)\b[^`]*`",
    re.IGNORECASE,
)
_NAMING = re.compile(
    r"\b(?:camel|pascal|snake|kebab|upper)[-_ ]?(?:snake[-_ ]?)?case\b|\bnaming\b|\bnamed\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|never|no|none|instead|rather|avoid|over|only|without|cannot|nothing)\b|n['’]t\b",
    re.IGNORECASE,
)
# Of languages whose letters are English, words that English has not.
_FOREIGN_WORD = re.compile(
    r"\b(?:der|das|und|nicht|kein[e]?|nur|mit|für|fuer|ist|muss|müssen|muessen|statt|immer|bei"
    r"|le|les|des|du|une|est|pas|avec|pour|toujours|dans|el|los|las|para|con|usar|siempre|nunca"
    r"|del|que|não|uma|sempre|da|em|deve|niemals|jeder|brauchen|vor)\b",
    re.IGNORECASE,
)
_ENGLISH_WORD = re.compile(
    r"\b(?:the|of|to|and|or|is|are|for|with|use|not|never|no|do|must|should|all|be|by|it"
    r"|from|only|when|if|on|as|that|this|your|you|any|don['’]?t|avoid|prefer|always|instead)\b",
    re.IGNORECASE,
)
_SYNTAX = re.compile(
    r"\b(?:functions?|methods?|class(?:es)?|components?|props?|arguments?|parameters?|loops?|blocks?"
    r"|nest(?:ed|ing)|async|await|promises?|try|catch|except(?:ions?)?|errors?|hooks?|imports?"
    r"|exports?|modules?|indent\w*|lines?|quotes?|semicolons?|names?|naming|variables?|constants?"
    r"|files?|folders?|director(?:y|ies)|comments?|docstrings?|query|queries|SQL|endpoints?|routes?"
    r"|calls?|returns?|state|styles?|CSS|layers?|schema|tables?|columns?|fields?|keys?|camelCase"
    r"|PascalCase|snake_case|kebab-case|tabs?|spaces|dependenc\w+|logg(?:er|ing)|logs?)\b",
    re.IGNORECASE,
)
_TASTE = re.compile(
    r"\b(?:clear(?:ly)?|simple|simpl\w+|clean|readab\w+|concise|meaningful|small|good|consisten\w+"
    r"|descriptive|best|minimal\w*|short|self-documenting|elegan\w+|maintainab\w+|focused|reasonable"
    r"|obvious|explicit|quality|performan\w+|efficient\w*|careful\w*|sparingly|over-?engineer\w*"
    r"|premature|magic|idiomatic|modern|friendly|accessib\w+|secure|professional|tone|DRY|KISS"
    r"|YAGNI|SOLID|unnecessary|appropriate\w*|proper(?:ly)?|modular|separation|intuitive|beautiful)\b",
    re.IGNORECASE,
)
# A few words, and no sentence.
_BOLD_TITLE = re.compile(r"\*\*(?:[\w&/'’-]+ ?){1,4}:?\*\*:?")


def states_rule(statement: Statement) -> bool:
    """Tell whether *statement* states a rule, by its words or by what it stands under."""
    words = _SPAN.sub("§", statement.text).replace("*", "").strip()
    if not re.search(r"[^\W\d_]{2}", words.replace("§", "aa")):
        return False
    if words.endswith(":") and ("§" not in words or not _MODAL.search(words)):
        says_all = _DUTY.search(words) or _INSTEAD.search(words)
        return bool(says_all) and not _LIST.search(words)
    if statement.kind == "heading":
        return True
    if _READ_THIS.fullmatch(words):
        return False
    if _MODAL.search(words) or _NO_NAME.search(words):
        return True
    if _asks_for(words) or any(map(_OF_ALL.match, _starts_of(words))):
        return not _is_command_line(statement)
    # "It is a small change": what somebody might say. **Data access**
    if re.fullmatch(r"[\"“'].*[\"”']", words) or _BOLD_TITLE.fullmatch(statement.text):
        return False
    under = (*statement.headings, *statement.leads)
    if statement.kind == "paragraph":
        under = statement.headings[-1:]
    if statement.headings and _REFERENCE_HEADING.search(statement.headings[-1]):
        return any(map(_RULE_HEADING.search, statement.leads))
    is_plain = statement.kind == "table" or re.fullmatch(r"[§\s,/|–—-]+", words)
    heading = _BAN_HEADING if is_plain else _RULE_HEADING
    return any(map(heading.search, under))


def reason_of(statement: Statement) -> LeftOutReason:
    """Return what of a rule keeps it from being a contract without a reader."""
    text = statement.text
    full_words = _SPAN.sub("§", text).replace("*", "")
    words = _START.sub("", full_words)
    if not _is_english(full_words):
        return "not in English"
    has_command = any(is_command(span.strip("` ")) for span in _SPAN.findall(text))
    if has_command or _is_command_line(statement) or _COMMAND.search(words):
        return "command"
    if _CONDITION.search(words):
        return "condition"
    is_taste = _TASTE.search(words)
    asks = statement.kind != "table" and _asks_for(full_words)
    has_duty = bool(_MODAL.search(full_words))
    is_duty = asks or bool(_DUTY_OF_ALL.search(full_words))
    by_pattern: tuple[tuple[LeftOutReason, bool], ...] = (
        ("process", bool(_PROCESS.search(full_words))),
        ("taste", bool(is_taste and "§" not in words)),
        ("syntax", bool(_NAMING.search(full_words))),
        ("description", not (asks or has_duty) and not _NO_NAME.search(full_words)),
        ("types", bool(_TYPES.search(text))),
        ("advice", is_duty and not _NEGATION.search(full_words)),
        ("syntax", bool(_SYNTAX.search(full_words))),  # Imports: the standard ones first
        ("taste", bool(is_taste)),
    )
    return next((reason for reason, is_so in by_pattern if is_so), "not understood")


def _is_english(words: str) -> bool:
    """Tell whether *words* are English: by their letters, and by the words that tell languages."""
    letters = [character for character in words if character.isalpha()]
    others = sum(not character.isascii() for character in letters)
    if others * 8 > len(letters):
        return False
    return len(_FOREIGN_WORD.findall(words)) <= len(_ENGLISH_WORD.findall(words))


def _asks_for(words: str) -> bool:
    """Tell whether *words* begin with what is to be done, behind a label or a case."""
    return any(map(_IMPERATIVE.match, _starts_of(words)))


def _starts_of(words: str) -> tuple[str, ...]:
    return (_START.sub("", words), words.lstrip("§ -—:"), _CASE.sub("", words))


def _is_command_line(statement: Statement) -> bool:
    """Tell whether a command stands first: ``npm test`` - runs the tests."""
    span = re.match(r"[^\w`]*(?:[\w ]{1,20}:\W*)?`+([^`]+)`+", statement.text)
    first_word = span[1].split()[0] if span and span[1].split() else ""
    return first_word in COMMANDS or first_word.startswith(("./", "$ ", "/"))
