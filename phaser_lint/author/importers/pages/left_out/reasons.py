"""What keeps a line that states a rule from being a contract, and the words that show it.

    Run `npm test` before a commit    command: `npm test`
    Keep functions short              taste: `short`
    Never nest functions              syntax: `nest`

A reason states what anybody can see in the line. Of several the first of ``SIGNS`` is named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.author.importers.pages.code.span_patterns import is_command
from phaser_lint.author.importers.pages.drafts.project_files import WRITTEN_AGAIN
from phaser_lint.author.importers.pages.left_out.demanding_words import (
    ALL_ARE_CODE,
    BAN_FIRST,
    BANS_CODE_LATER,
    BANS_LATER,
    CASE_CLAUSE,
    CODE_TO_USE,
    DOES_NOT,
    DUTY,
    IN_TESTS,
    LABELLED_ROUTE,
    NEGATION,
    NO_THING,
    OPTIONAL_SETTING,
    PLACED_BAN,
    REQUIRES,
    STRESSED,
    THEY_ARE,
    cut_asides,
    cut_ban_reason,
    cut_examples,
    cut_facts,
    cut_purpose,
    demands,
    explain_opposite,
    find_banned_spans,
    find_core,
    keep_main_rule,
)
from phaser_lint.author.importers.pages.left_out.headings import (
    BAN_HEADING,
    BENEFITS_LEAD,
    CHECK_HEADING,
    CONVENTIONS,
    DEMANDING_HEADING,
    EXPLAINING_LEAD,
    FLAGS_HEADING,
    HOW_HEADING,
    INVARIANTS,
    LACKING_HEADING,
    ORDER_HEADING,
    OVERVIEW_HEADING,
    SETUP_HEADING,
    STANDARD_HEADING,
    THINGS_HEADING,
    TIME_LEAD,
    WORK_HEADING,
)
from phaser_lint.author.importers.pages.left_out.named_numbers import (
    NUMBERED_CHANGE,
    SIZE,
    without_named_numbers,
)
from phaser_lint.author.importers.pages.left_out.span_kinds import (
    FLAG,
    KEYWORD,
    OF_GIT,
    OF_STYLES,
    RUN_LOOK,
    RUNS_SCRIPT,
    SCRIPT,
    are_keywords_or_flags,
    list_code,
)
from phaser_lint.author.importers.pages.left_out.telling_words import (
    AMOUNT,
    DOES,
    FEATURE,
    FLAG_LINE,
    NAME_LABEL,
    NO_RULE,
    NOUN_LABEL,
    OTHER_CLAUSE,
    REPORT,
    TELLS,
)
from phaser_lint.author.importers.pages.left_out.word_signs import (
    ABOUT_AGENT,
    AGENT,
    FILE_CASE,
    PROGRAMS,
    SETUP_STEP,
    SIGNS,
    WRITTEN_BY_PROGRAM,
)
from phaser_lint.author.importers.pages.text.markdown import Statement
from phaser_lint.author.importers.pages.text.marks_and_spans import BAN_MARK, shorten_words
from phaser_lint.author.importers.pages.text.other_languages import PageLanguage, is_english
from phaser_lint.author.importers.pages.text.states_rule import (
    CODE_SPAN,
    FILE_LABEL,
    LETTER_CASE,
    NAME_PATTERN,
    PATTERN_COLUMN,
    PLACE_COLUMN,
    PLACED_CODE,
    SENTENCE_END,
    VERBLESS_DEMAND,
    begins_with_demand,
    find_first_command,
    list_sentence_starts,
)
from phaser_lint.core.text import make_printable

NOT_UNDERSTOOD = "not understood: no code, file or number in it to look for"

# `pip install a` must keep working: nobody is to run it.
_SPAN_OF_NO_SUBJECT = re.compile(
    r"(`+[^`]*`+)(?!\s+(?:must|should|may|can|keeps?|is|are|was|will|has|works?|fails?|reports?"
    r"|prints?|shows?|lists?|returns?|outputs?|refuses|rejects|builds|creates|writes|generates"
    r"|produces|copies|starts|uses|takes|needs)\b)"
)
# Packages have short names (`parse`, `git`): nobody runs an example.
_NAMES_IN_BRACKETS = re.compile(r"(?<=\w )\(`[a-z_]+`(?:, `[a-z_]+`)+\)")
# What a feature does that is banned, below: Do not add features that:
_RELATIVE_LEAD = re.compile(r"\b(?:that|which):\W*$", re.IGNORECASE)
# Also before a pull request these are about what files hold.
_BANS_CONTENT = re.compile(
    r"\W*(?:never|do not|don['’]?t)\s+(?:add|include|hardcode|hard-code|leave)\s", re.IGNORECASE
)
# `vetcheck ./...` — what it does: a command of a program that nobody knows
_COMMAND_LINE = re.compile(
    r"[a-z][a-z0-9-]+ (?:re)?(?:start|stop|build|run|serve)(?: [\w./:-]+)*"
    r"|[a-z][a-z0-9-]+(?: [\w./:\"'<>][\w./:\"'<>=-]*)*? (?:\./\S*|--?[a-zA-Z][\w-]*(?:[= ].*)?)"
)
# Nothing is sorted: `sort -c` reports it
_TOLD_COMMAND = re.compile(
    r"§\s+(?:reports?|prints?|shows?|lists?|returns?|builds|creates|writes|generates|starts)\b",
    re.IGNORECASE,
)
_BEFORE_COMMAND = re.compile(r"(?:|[^§]*(?:\b(?:use|run|via|execute)|:))\W*§", re.IGNORECASE)
# Use constructors that are primary: no program does that, whatever it is good for.
_ADVICE = re.compile(r"(?:always )?(?:use|prefer|follow|keep|make|write)\s", re.IGNORECASE)
# `Pool` (`a/pool.gd`) — what it is. Use `take()`
_USE_CODE = re.compile(
    r"(?:always )?(?:use|prefer|call) §"
    r"|(?:always |please )?(?:update|read|keep|edit|extend|follow|check|regenerate)"
    r" (?:this|it|them)\b",
    re.IGNORECASE,
)
# `notes.md` — update whenever a row moves: what is done then, and no name of a thing
_ASKED_THEN = re.compile(
    r"\W*§\W*?\s[–—-]+\s(?:update|add|read|keep|edit|extend|regenerate|check)\b[^.;]*"
    r"\b(?:when(?:ever)?|before|after|for (?:each|every|all|any|new))\b",
    re.IGNORECASE,
)
_MOMENT_LEAD = re.compile(r"\W*(?:when(?:ever)?|before|after|if)\b", re.IGNORECASE)
_CLEAR_DUTY = re.compile(
    r"\b(?:must|shall|should|never|do not|don['’]t|avoid|always|prefer|ensure|make sure"
    r"|no longer)\b",
    re.IGNORECASE,
)
# These are settled — never ask again: what stands below only tells what is.
_ASIDE_OF_LEAD = re.compile(r"^(\W*(?:these|this|they|it)\b[^–—]*)\s[–—-]\s.*", re.IGNORECASE)
# Items (git sync format): what a format is for is no work
_FORMAT_IN_BRACKETS = re.compile(r"\s+\([^()]*\b(?:format|syntax)\)", re.IGNORECASE)
_BRACKETS = re.compile(r"(?:\s+|(?<!\w))\([^()]*\)")
# A rule of all, in the indicative: Each module has a test
_OF_ALL = re.compile(
    r"\W*(?:every|each|all(?! (?:[\w-]+ ){1,4}(?:\([^()]*\) )?(?:is|are|lives?)\b))\b"
    r"(?!(?!.*\b(?:start|begin|end|follows?|use|return"
    r"|include)\b).*:$)(?!(?: [\w-]+){1,3} (?:reports|prints|shows"
    r"|emits)\b)",
    re.IGNORECASE,
)
# | 010 | All databases use WAL |: the first cell counts the rows.
_INDEX_CELL = re.compile(r"^\W*#?\d+\W*\|")
# ## TypeScript strict mode: not all below it is about that.
_STRICT = re.compile(r"\bstrict\b", re.IGNORECASE)
# If a page is long, split it: it asks for something in that case only.
_CASE_FIRST = re.compile(r"\W*(?:when(?:ever)?|if|unless|while|until)\b", re.IGNORECASE)
_ADDRESS = re.compile(r"(?<=\])\([^()\s]*\)|https?://[^\s)]+")
# Verify that it: names every owner
_CHECK_LEAD = re.compile(r"\b(?:verify|check|ensure|confirm|make sure)\b", re.IGNORECASE)
# Most of it, `a.b` and the like may be no condition.
_WEAK_DOUBT = re.compile(
    r"condition: `(?:most|usually|like|such as|e\.g|i\.e|for (?:example|instance)|etc)`",
    re.IGNORECASE,
)
# Don't use `git -C`, below a heading: what it names is run, whatever the heading is about.
_DOUBT_OF_PLACE = re.compile(r"condition: under `")
# NEVER use it, below "Banned": the line bans by itself, and does not say the opposite.
_DOUBT_OF_BAN = re.compile(r"form: under `[^`]*` it may say the opposite")
_SAID_BY_OPPOSITE = ("code", "description", "not sure to be code")
_SURER_THAN_PLACE = ("command", "process", "taste")
_LONGEST = 60
_LONGEST_SETTING = 200
_NAME = re.compile(r"([A-Z][a-z]\w*(?: [A-Z]\w*){0,2})\.?")


def find_left_out_reason(
    statement: Statement,
    page_language: PageLanguage | None = None,
    *,
    doubt: str = "",
    is_request: bool = False,
) -> str:
    """Return the reason why a rule of a page is left out: what keeps it from being a contract
    without a reader.

    That is a key of ``MEANINGS``, with the words that show it, if there are any. *doubt* is the
    reason why its form is not sure: that is named, unless its words are weak. *is_request*: it
    begins as the lines beside it, which demand something.
    """
    spans = [span.strip("` ") for span in CODE_SPAN.findall(statement.text)]
    is_weak = doubt == "not sure to be code" and are_keywords_or_flags(spans)
    is_of_place = _DOUBT_OF_PLACE.match(doubt) is not None
    is_weak |= _DOUBT_OF_BAN.fullmatch(doubt) is not None and bool(BAN_FIRST.match(statement.text))
    if doubt and not (is_weak or is_of_place or _WEAK_DOUBT.fullmatch(doubt)):
        return doubt
    if "#" in f"{statement.text}{statement.headings}":
        headings = tuple(NUMBERED_CHANGE.sub("", heading) for heading in statement.headings)
        statement = statement._replace(
            text=NUMBERED_CHANGE.sub("", statement.text), headings=headings
        )
    words = _ADDRESS.sub("", CODE_SPAN.sub("§", statement.text).replace("*", ""))
    words = re.sub(r"\b([Dd])ont\b", r"\1on't", words)
    if "gent" in words and any(map(ABOUT_AGENT.search, (statement.title, *statement.headings))):
        words = AGENT.sub(r"\1program", words)
    if not is_english(words, page_language):
        return "not in English"
    if WRITTEN_BY_PROGRAM.search(words):
        return WRITTEN_AGAIN
    opposite = explain_opposite(words, heading="".join(statement.headings[-1:]))
    texts = _texts_by_place(statement, words, is_request=is_request)
    for kind, place, pattern in SIGNS:
        match = next(filter(None, map(pattern.search, texts[place])), None)
        if match and is_of_place and kind not in _SURER_THAN_PLACE:
            return doubt
        if match and opposite and kind in _SAID_BY_OPPOSITE:
            return opposite
        if match:
            return _render_reason(kind, match, words=words, is_above=place.startswith("above"))
    return doubt or opposite or _find_reason_by_form(statement, words)


def _render_reason(kind: str, match: re.Match[str], *, words: str, is_above: bool) -> str:
    if kind == "description":
        return kind
    shown = match.string if is_above else match[match.lastindex or 0].strip("§ ")
    shown = make_printable(shown).replace("§", "…")
    quoted = shorten_words(shown, _LONGEST).replace("`", "")
    if kind != "code":
        return f"{kind}: {'below ' if is_above else ''}`{quoted}`"
    is_advice = CODE_TO_USE.match(words)
    rest = (
        " as what to use, and in words what is forbidden"
        if is_advice
        else ", and says what to do with it in no form that is sure"
    )
    return f"code: names `{quoted}`{rest}"


def _find_reason_by_form(statement: Statement, words: str) -> str:
    """Return the reason of a *statement* none of whose *words* shows one."""
    if words.rstrip().endswith(":"):
        return "form: what it is about stands below it"
    name = _NAME.fullmatch(words) if statement.kind == "item" else None
    if name and any(map(BAN_HEADING.search, statement.leads[:1])):  # Do not introduce: > Kafka
        return f"not sure to be code: `{name[1]}`"
    return NOT_UNDERSTOOD


def _texts_by_place(
    statement: Statement, words: str, *, is_request: bool
) -> dict[str, Sequence[str]]:
    """Return the texts of each place of ``SIGNS``, none where that does not count.

    *words* are those of the *statement* with a sign for each code span.
    """
    is_row = statement.kind == "table"
    # CI exists (lint, types): what stands in the brackets begins no sentence.
    without_brackets = _BRACKETS.sub("", words)
    starts = () if is_row else list_sentence_starts(without_brackets)
    inner_lead = "".join(statement.leads[:1]).strip("*_ ")
    # Of a paragraph its last sentence begins the list.
    lead = "".join(statement.leads[-1:])
    lead = _ASIDE_OF_LEAD.sub(r"\1", lead if is_row else SENTENCE_END.split(lead)[-1])
    heading = _FORMAT_IN_BRACKETS.sub("", "".join(statement.headings[-1:]))
    headings = " > ".join(statement.headings)
    spans = [span.strip("` ") for span in CODE_SPAN.findall(statement.text)]
    core_sentences, core_spans = find_core(*cut_examples(words, spans))
    core_sentence = core_sentences[0]
    if not words.startswith(core_sentence):
        core_sentence = next(filter(demands, core_sentences), core_sentence)
    is_flag = FLAG_LINE.match(statement.text)
    run_text = "" if is_flag else _NAMES_IN_BRACKETS.sub("", statement.text)
    run_spans = [span.strip("` ") for span in _SPAN_OF_NO_SUBJECT.findall(run_text)]
    is_alone = is_row or (_BEFORE_COMMAND.match(words) and not _TOLD_COMMAND.search(words))
    is_ban = any(map(BAN_HEADING.search, (lead, heading)))
    # "Run `make`. It does:" asks for nothing below it, and "Never commit:" for no process.
    duty_lead = DUTY.search(lead)
    duty_leads = (lead,) if duty_lead and not is_ban else ()
    above = () if _BANS_CONTENT.match(words) else (*duty_leads, heading)
    has_case = LETTER_CASE.search(statement.text) or NAME_PATTERN.match(statement.text)
    is_how = has_case or (HOW_HEADING.search(heading) and not SETUP_HEADING.search(heading))
    # ## Coding standards > ### Scripts > Clear names: so few words tell nothing.
    is_how = is_how or (
        statement.kind == "item"
        and not (THINGS_HEADING.search(heading) or TELLS.search(words))
        and any(map(STANDARD_HEADING.search, statement.headings))
    )
    is_of_things = THINGS_HEADING.search(headings) and not (
        is_how or any(map(WORK_HEADING.search, above))
    )
    duties = cut_facts(words)
    is_label = FILE_LABEL.match(statement.text)
    is_lacking = LACKING_HEADING.search(headings)
    has_own_duty = (
        DUTY.search(AMOUNT.sub("", duties) if is_label else duties)
        or (not is_lacking and any(map(BANS_LATER.match, SENTENCE_END.split(words)[1:])))
        or any(signs.search(words) for signs in (THEY_ARE, VERBLESS_DEMAND, BANS_CODE_LATER))
        or PLACED_BAN.match(words)
        or (not THINGS_HEADING.search(headings) and REQUIRES.search(_BRACKETS.sub("", duties)))
    )
    has_duty = has_own_duty or duty_lead
    # Below other headings Routes (`routes/`) is followed by what is to be done there.
    is_name = NAME_LABEL.match(words) and (
        is_of_things or not re.match(r"[\s-]*(?:§|\w+ \(§)", words)
    )
    is_noun = NOUN_LABEL.match(words)
    later_sentences = SENTENCE_END.split(without_brackets)[1:]
    sentences = [NOUN_LABEL.sub("", without_brackets), *later_sentences]
    sentences += () if is_noun else (*starts, without_brackets.rpartition("\u2192")[2].lstrip())
    if is_row:  # `a.test` | Run the tests |: what something does
        names_code = words.lstrip("| ").startswith("§")
        cells = [] if is_of_things or names_code else words.strip("| ").split("|")[1:]
        sentences = [part for cell in cells for part in SENTENCE_END.split(cell.strip())]
    # `notes.md` — what was done. Keep it short
    asks_then = _ASKED_THEN.match(words) is not None
    asks_later = asks_then or any(map(demands, later_sentences))
    uses_later = asks_then or any(map(_USE_CODE.match, later_sentences))
    is_request = is_request or (uses_later if is_name else any(map(demands, sentences)))
    is_demanded = demands(SENTENCE_END.split(inner_lead)[-1]) and inner_lead.endswith(":")
    asks = has_duty or is_request or is_demanded
    is_of_all = any(map(_OF_ALL.match, starts)) and duties == words
    is_of_all |= bool(is_how and ALL_ARE_CODE.match(words))
    is_overview = not _MOMENT_LEAD.match(inner_lead) and OVERVIEW_HEADING.search(
        _BRACKETS.sub("", headings)
    )
    is_of_work = TIME_LEAD.match(inner_lead) or (
        any(map(WORK_HEADING.search, above)) and not is_overview
    )
    is_negative = is_ban or NEGATION.search(duties) or re.match(BAN_MARK, words)
    tells_how = any(
        PLACE_COLUMN.search(lead) or PATTERN_COLUMN.match(lead) for lead in statement.leads
    )
    is_demanded_above = (is_row and tells_how) or (
        statement.kind == "item"
        and any(map(DEMANDING_HEADING.search, (lead, _BRACKETS.sub("", heading))))
        and not EXPLAINING_LEAD.search(lead)
    )
    is_told_rule = CONVENTIONS.search(heading) and DOES_NOT.search(words)
    is_told_rule = is_told_rule or PLACED_CODE.search(words) or INVARIANTS.search(heading)
    is_named = FILE_CASE.search(statement.text)
    is_rule = has_duty or is_how or is_ban or is_demanded_above or is_told_rule or is_named
    bans_thing = not is_lacking and any(
        map(NO_THING.fullmatch, re.split(r"(?<=[.!?;,])\s+|\s*[()]", words))
    )
    verbs = [match[1] for match in map(DOES.match, starts) if match and not has_duty]
    is_thing = (
        (
            ((is_row and not is_request) or (is_label and not asks_later))
            and not (is_rule or (is_negative and not is_row))
        )
        or (
            is_of_things
            and not (is_of_all or is_demanded_above)
            and not (is_row and has_own_duty and STRESSED.search(words))
            and (is_row or not (asks or bans_thing))
        )
        or (OPTIONAL_SETTING.match(words) and not _CLEAR_DUTY.search(words))
        or (is_of_things and FEATURE.match(words) and not any(map(_ADVICE.match, starts)))
        or (NO_RULE.search(words) and not (has_duty or is_negative))
        or (NAME_LABEL.match(words) and not (asks or is_rule or is_negative))
        or (is_overview and not (is_rule or is_negative or any(map(_ADVICE.match, starts))))
        or (
            not (asks_later or (is_demanded and _CHECK_LEAD.search(inner_lead)))
            and any(begins_with_demand(verb) or begins_with_demand(f"{verb}e") for verb in verbs)
        )
        or (BENEFITS_LEAD.match(inner_lead) and not asks)
        or (is_flag and (FLAGS_HEADING.search(heading) or not (asks or is_negative)))
    )
    own_words = OTHER_CLAUSE.sub("", words)
    # Are its rows sorted? What a list of checks asks, somebody looks at.
    checks = [text for text in (inner_lead, heading) if CHECK_HEADING.search(text)]
    checks = (
        checks if statement.kind == "item" and ("?" in words or not (asks or is_negative)) else []
    )
    is_thing = is_thing and not checks
    is_report = (
        words[:3].lower() != "no "
        and REPORT.match(words)
        and not (_CLEAR_DUTY.search(words) or is_request or is_ban)
    )
    is_banned_code = is_ban and re.match(r"\W*§\s*\(", words)  # Things to avoid > `a` (we have b)
    tells = is_report or (
        not (asks or is_of_all or has_case or is_told_rule or is_banned_code)
        and TELLS.search(own_words)
    )
    demands_little = is_request or is_demanded or is_of_all or is_demanded_above
    says_enough = demands_little or has_own_duty or is_told_rule or NEGATION.search(duties)
    is_in_order = has_case or ORDER_HEADING.search(heading)
    says_little = not (says_enough or is_ban or duty_leads or is_in_order)
    claim, core_claim = cut_asides(words), cut_asides(" ".join(core_sentences))
    is_case = _CASE_FIRST.match(words) or SIZE.search(words)
    # Of a long line what a tool is set to is a part.
    set_texts = [statement.text] if len(statement.text) <= _LONGEST_SETTING else []
    return {
        "commands": (
            *(span for span in spans if SCRIPT.fullmatch(span) and RUNS_SCRIPT.match(words)),
            *(span for span in spans[:1] if _COMMAND_LINE.fullmatch(span) and is_alone),
            next(filter(is_command, run_spans), ""),
            find_first_command(statement)
            if run_spans == spans and not LABELLED_ROUTE.match(statement.text)
            else "",
        ),
        "what things are": [words] if is_thing else (),
        "what is so": [words] if tells and not checks else (),
        "above what is checked": checks,
        "no demand": ()
        if checks or asks or is_rule or is_of_all or is_negative or is_of_work
        else [words],
        "text": [statement.text],
        "set for all": set_texts,
        "set for its language": [f"{_STRICT.sub('', headings)} > {text}" for text in set_texts],
        "line": [words],
        "without advice": [cut_purpose(cut_ban_reason(words))],
        # Review: below a list of domains one word tells nothing of work.
        "claim": [f"never {claim}" if is_ban else claim] if " " in words.strip() else (),
        "claim without code": () if core_spans else [claim],
        "judged claim": ()
        if core_spans or is_case
        else [cut_purpose(CASE_CLAUSE.sub(r"\1", core_claim))],
        "main rule": [
            keep_main_rule(
                f"never {claim}" if is_ban else IN_TESTS.sub("", claim) if spans else claim
            )
        ],
        "core's flag": [] if OF_STYLES.search(words) else [*filter(FLAG.fullmatch, core_spans)][:1],
        "keyword": [*filter(KEYWORD.fullmatch, core_spans[:1])],
        "core's code": list_code([*find_banned_spans(words, spans), *core_spans], statement.text)[
            :1
        ],
        "code": list_code(spans, statement.text)[:1],
        "core": core_sentences,
        "run look": [span for span in core_spans if span in run_spans and RUN_LOOK.fullmatch(span)][
            :1
        ],
        "program": [span for span in run_spans if not PROGRAMS.isdisjoint(span.split())][:1],
        "core's numbers": ()
        if says_little
        else [
            without_named_numbers(_BRACKETS.sub("", _INDEX_CELL.sub("", " ".join(core_sentences))))
        ],
        "numbers": [without_named_numbers(_INDEX_CELL.sub("", words) if is_row else words)],
        "span": core_spans[:1],
        "other spans": spans[:1],
        "starts": ()
        if is_row or _RELATIVE_LEAD.search(inner_lead)
        else (
            # Never add it — fix the cause: what stands before the dash is no label.
            *(
                [core_sentence.lstrip("§ -—:")]
                if BAN_FIRST.match(core_sentence)
                else list_sentence_starts(_BRACKETS.sub("", core_sentence))
            ),
            core_sentence.partition("\u2192 ")[2],
        ),
        "above by its lead": above[:-1],
        "above what is left alone": (inner_lead, heading),
        "above its list": (inner_lead,),
        "above": above,
        "above all of it": (heading,) if asks else (),
        "above what git holds": above
        if any(map(OF_GIT.fullmatch, spans)) or re.match(r"\W*§: ", words)
        else (),
        "above a step of a set-up": above if any(map(SETUP_STEP.match, starts)) else (),
        "above what it asks": above if asks else (),
        "says little": [words] if says_little else (),
        "above a step": above
        if (asks or is_demanded_above) and not (has_duty or is_negative)
        else (),
    }
